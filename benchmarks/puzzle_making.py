"""How fast puzzles are made, and how long checking the library takes.

python benchmarks/puzzle_making.py [--seed S] [--jobs N] [--kind KIND]
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import time
from dataclasses import replace

from puzzles import shelf
from puzzles.check import puzzle_claims
from puzzles.generate import Exhausted, Made, Order, TimeIsUp, generate
from puzzles.kinds import KINDS
from solver import Limits

MANY = {"only-move": 30, "save-it": 20, "lost-or-not": 20, "best-score": 200, "draw-or-stop": 100}
USUAL = 10
TURNS = {"take-it": (1, 2, 3)}


def main() -> None:
    """Prints a line for each kind, and one for the library."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=120.0, help="for each kind")
    parser.add_argument("--kind", choices=tuple(KINDS))
    chosen = parser.parse_args()
    print("kind               turns  puzzles  seconds  a second  tries each")
    for name in [chosen.kind] if chosen.kind else KINDS:
        for turns in TURNS.get(name, (0,)):
            report(name, turns, chosen.seed, chosen.jobs, chosen.seconds)
    if not chosen.kind:
        check_library()


def report(name: str, turns: int, seed: int, jobs: int, seconds: float) -> None:
    """Makes puzzles of a kind and prints how fast."""
    question = replace(KINDS[name].default, turns=turns) if turns else KINDS[name].default
    order = Order(name, question, seed, 0, 100, 100_000)
    found: list[Made] = []
    begun = time.perf_counter()
    with contextlib.suppress(Exhausted, TimeIsUp):
        found.extend(generate(order, MANY.get(name, USUAL), jobs, seconds))
    took = time.perf_counter() - begun
    tries = statistics.mean(made.tries for made in found) if found else 0.0
    print(
        f"{name:17}  {turns or '':5}  {len(found):7}  {took:7.1f}  {len(found) / took:8.2f}"
        f"  {tries:10.1f}",
        flush=True,
    )


def check_library() -> None:
    """Checks every claim of the library and prints how long that took."""
    begun = time.perf_counter()
    wrong = 0
    for name in shelf.names():
        claims = puzzle_claims(shelf.puzzle_named(name), Limits())
        wrong += any(not claim.ok for claim in claims)
    took = time.perf_counter() - begun
    print(
        f"library: {len(shelf.names())} puzzles checked in {took:.1f} s, {wrong} of them not sound"
    )


if __name__ == "__main__":
    main()
