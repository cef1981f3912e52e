"""In how many deals of Level 10 does each reading of the rules change the verdict?

    python benchmarks/level10_readings.py [--deals 500] [--jobs 2]

A row for each value of each reading but the default one, a column for each size of table: deals
whose verdict is another one than by default, out of so many, and how many stay undecided.
"""

from __future__ import annotations

import argparse
import os

from solver import GAMES, Limits
from solver.interval import wilson
from solver.rulebook.compare import Effect, Measure, Sample, comparisons, effect

TABLES = [(players, pauses) for pauses in (0, 2) for players in (1, 2, 3, 4, 5)]
FIVE_ONLY = ("extra_turn",)
SEED = 1


def effects(reading: str, players: int, pauses: int, deals: int, jobs: int) -> list[Effect]:
    """The effect of each value but the default on the first deals of a table."""
    values = GAMES["level10"].readings[reading]
    sample = Sample("level10", {"players": players, "pauses": pauses}, {}, SEED)
    measure = Measure("level10", "win", {}, Limits(60, None))
    found = list(comparisons(measure, reading, values, sample, deals, jobs))
    return [effect(found, values[0], value) for value in values[1:]]


def cell(one: Effect) -> str:
    """How many change, how, and how many are undecided."""
    lost = sum(n for (_, new), n in one.changes.items() if new == "unwinnable")
    won = one.changed - lost
    parts = [f"{lost} lost" if lost else "", f"{won} won" if won else ""]
    parts.append(f"{one.undecided} open" if one.undecided else "")
    return ", ".join(part for part in parts if part) or "0"


def main() -> None:
    """Prints the table as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    heads = [f"{players} pl., {pauses} p." for players, pauses in TABLES]
    print(f"| reading | {' | '.join(heads)} |", flush=True)
    print("|---|" + "---:|" * len(TABLES), flush=True)
    for reading, values in GAMES["level10"].readings.items():
        columns = [
            effects(reading, players, pauses, chosen.deals, chosen.jobs)
            if players == 5 or reading not in FIVE_ONLY
            else None
            for players, pauses in TABLES
        ]
        for at, value in enumerate(values[1:]):
            cells = ["–" if column is None else cell(column[at]) for column in columns]
            print(f"| {reading}={value} | {' | '.join(cells)} |", flush=True)
    low, high = (100 * end for end in wilson(0, chosen.deals))
    print(f"\n0 of {chosen.deals}: 95 % interval {low:.1f}-{high:.2f} %")


if __name__ == "__main__":
    main()
