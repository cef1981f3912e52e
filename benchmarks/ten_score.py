"""The score of a hand of TEN: the direct method in plain Python and compiled, and CP-SAT.

    python benchmarks/ten_score.py

Hands are random: up to 25 number cards and up to eight wilds, drawn from those of the box. All
methods score the same hands and must agree on every one; CP-SAT, which is far slower, scores the
first of them. Times are processor times of this process, which has one thread; that of a compiled
score is the mean of some repeats, the call from Python included.
"""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from solver.ten.cards import FULL_DECK, Card, is_number, is_wild
from solver.ten.scoring import key_of, plain_points, scorer
from solver.ten.scoring_cpsat import points_by_cpsat

SEED = 2002
MOST_NUMBERS = 25
MOST_WILDS = 8
REPEATS = 20

Hand = TypeVar("Hand")


def hands(count: int) -> list[list[Card]]:
    """Random hands, the same in every run."""
    chance = random.Random(SEED)
    numbers = [card for card in FULL_DECK.elements() if is_number(card)]
    wilds = [card for card in FULL_DECK.elements() if is_wild(card)]
    return [
        chance.sample(numbers, chance.randint(0, MOST_NUMBERS))
        + chance.sample(wilds, chance.randint(0, MOST_WILDS))
        for _ in range(count)
    ]


def timed(
    score: Callable[[Hand, bool], int], hands: Sequence[Hand], wild_only: bool, repeats: int = 1
) -> list[tuple[float, int]]:
    """How many seconds the score of each hand takes, and what it is."""
    results = []
    for hand in hands:
        started = time.process_time()
        for _ in range(repeats):
            found = score(hand, wild_only)
        results.append(((time.process_time() - started) / repeats, found))
    return results


def row(name: str, results: Sequence[tuple[float, int]]) -> None:
    """Prints the times of a method."""
    times = [seconds for seconds, _ in results]
    mean, median, most = statistics.mean(times), statistics.median(times), max(times)
    shown = "".join(f"{1e6 * seconds:12,.1f}" for seconds in (median, mean, most))
    print(f"  {name:16}{len(times):8,}{shown}")


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--cp-sat-hands", type=int, default=500)
    options = parser.parse_args()
    compiled = scorer(plain=False)
    if compiled is plain_points:
        raise SystemExit("scoring is not compiled here")
    found = hands(options.hands)
    keys = list(map(key_of, found))
    points_by_cpsat(found[0])  # OR-Tools is imported now
    gc.disable()  # a collection would be laid to the hand that happens to be scored
    for reading, wild_only in (("yes", True), ("no", False)):
        results = {
            "plain Python": timed(plain_points, keys, wild_only),
            "compiled": timed(compiled, keys, wild_only, REPEATS),
            "CP-SAT": timed(points_by_cpsat, found[: options.cp_sat_hands], wild_only),
        }
        totals = [[total for _, total in each] for each in results.values()]
        for hand, *scores in zip(found, *totals[:2], strict=True):
            if len(set(scores)) > 1:
                raise SystemExit(f"{scores} points for {' '.join(hand)}")
        if totals[2] != totals[0][: len(totals[2])]:
            raise SystemExit("CP-SAT differs")
        print(f"wild_only_run={reading}, in us   hands      median        mean         max")
        for name, each in results.items():
            row(name, each)


if __name__ == "__main__":
    main()
