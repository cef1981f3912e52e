"""Whether grades order puzzles as simulated players find them: Spearman's correlation between the
grade and how often each player fails, on puzzles of seeds that nothing was tuned on.

    python benchmarks/puzzle_grades.py [--count N] [--seed S] [--kind KIND]
"""

from __future__ import annotations

import argparse
import contextlib
from dataclasses import replace

import numpy as np

from puzzles.check import analysis_of
from puzzles.generate import Exhausted, Order, TimeIsUp, generate
from puzzles.kinds import KINDS
from puzzles.puzzle import PLAYERS, Puzzle
from solver import Limits
from solver.shuffle import SplitMix64

TURNS = {"take-it": (1, 2, 3)}
ATTEMPTS = 30
FIRST_TRIAL = 1000
"""Attempts are numbered from here on: the grade itself has looked at the first few."""


def failure_rate(puzzle: Puzzle, player: str) -> float:
    """How often a player chooses wrongly at the start of a puzzle."""
    kind, state = KINDS[puzzle.kind], puzzle.record.state
    right = {choice.name for choice in analysis_of(puzzle, Limits()).right}
    chosen = [
        kind.attempt(player, state, puzzle.question, SplitMix64(FIRST_TRIAL + trial))
        for trial in range(ATTEMPTS)
    ]
    return sum(name not in right for name in chosen) / ATTEMPTS


def ranks(values: list[float]) -> list[float]:
    """The ranks of values; equal ones share theirs."""
    order = sorted(values)
    return [
        (order.index(value) + len(order) - 1 - order[::-1].index(value)) / 2 for value in values
    ]


def spearman(one: list[float], other: list[float]) -> float:
    """Spearman's correlation of two lists, 0 where one does not vary."""
    if len(set(one)) < 2 or len(set(other)) < 2:
        return 0.0
    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def sample(name: str, seed: int, count: int, jobs: int) -> list[Puzzle]:
    """Puzzles of a kind; of those with a number of turns as many of one, two and three."""
    found: list[Puzzle] = []
    for turns in TURNS.get(name, (0,)):
        question = KINDS[name].default
        question = replace(question, turns=turns) if turns else question
        order = Order(name, question, seed, 0, 100, 100_000)
        wanted = count // len(TURNS.get(name, (0,)))
        with contextlib.suppress(Exhausted, TimeIsUp):
            for made in generate(order, wanted, jobs, 300):
                found += [made.puzzle] if made.puzzle else []
    return found


def report(name: str, puzzles: list[Puzzle], rates: dict[str, list[float]]) -> None:
    """Prints how grades and failures go together."""
    grades = [float(puzzle.claims["grade"]) for puzzle in puzzles]
    cells = [
        f"{sum(rates[player]) / max(1, len(puzzles)):14.2f}  {spearman(grades, rates[player]):4.2f}"
        for player in PLAYERS
    ]
    span = f"{min(grades, default=0):.0f}..{max(grades, default=0):.0f}"
    print(f"{name:17}  {len(puzzles):7}  {span:9}  {'  '.join(cells)}", flush=True)


def main() -> None:
    """Prints a line for each kind, for each game and for all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--kind", choices=tuple(KINDS))
    chosen = parser.parse_args()
    headings = "  ".join(f"{player:>8} fails  rho" for player in PLAYERS)
    print(f"kind               puzzles  grades     {headings}")
    groups: dict[str, tuple[list[Puzzle], dict[str, list[float]]]] = {}
    for name in [chosen.kind] if chosen.kind else KINDS:
        puzzles = sample(name, chosen.seed, chosen.count, chosen.jobs)
        rates = {player: [failure_rate(puzzle, player) for puzzle in puzzles] for player in PLAYERS}
        report(name, puzzles, rates)
        for group in (KINDS[name].game, "all"):
            several, theirs = groups.setdefault(group, ([], {player: [] for player in PLAYERS}))
            several += puzzles
            for player in PLAYERS:
                theirs[player] += rates[player]
    if not chosen.kind:
        for group in [name for name in groups if name != "all"] + ["all"]:
            report(group, *groups[group])


if __name__ == "__main__":
    main()
