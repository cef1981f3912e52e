"""Milliseconds for a deal of Level 10, by quantile, for each number of players and pauses.

    python benchmarks/level10_times.py --deals 1000 --out times

Runs `level10 survey` into the folder, which goes on where it was stopped, and reads its table: the
time to the first sound verdict in a process that is already running, the replaying of plans
included; the longest time of confirming a "no" is a column of its own.
"""

from __future__ import annotations

import argparse
import sqlite3
import statistics
import subprocess
import sys
from contextlib import closing
from pathlib import Path

COMMAND = str(Path(sys.executable).with_name("level10"))
QUANTILES = (0.5, 0.9, 0.99)

Row = tuple[int, int, str, float, float | None]


def rows_of(folder: Path) -> list[Row]:
    """Players, pauses, verdict, seconds and confirming seconds of every deal of a survey."""
    with closing(sqlite3.connect(folder / "survey.sqlite")) as table:
        return table.execute(
            "SELECT players, pauses, verdict, seconds, confirm_seconds FROM deals"
        ).fetchall()


def line(name: str, rows: list[Row]) -> str:
    """One line of the table."""
    times = sorted(row[3] for row in rows)
    at = [times[min(len(times) - 1, int(share * len(times)))] for share in QUANTILES]
    confirming = [row[4] for row in rows if row[4] is not None]
    cells = [statistics.mean(times), *at, times[-1]]
    unknown = sum(row[2] == "unknown" for row in rows)
    confirmed = f"{1000 * max(confirming):8.0f}" if confirming else " " * 8
    return (
        f"{name} {len(rows):6} {unknown:9}"
        + "".join(f"{1000 * cell:9.1f}" for cell in cells)
        + f"{len(confirming):6}{confirmed}"
    )


def main() -> None:
    """Runs what is missing and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--deals", type=int, default=1000, help="deals for each combination")
    parser.add_argument("--seed", type=int, default=2016)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("times"), help="the survey's folder")
    options = parser.parse_args()
    command = [COMMAND, "survey", "--deals", str(options.deals), "--seed", str(options.seed)]
    command += ["--jobs", str(options.jobs), "--out", str(options.out)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    rows = rows_of(options.out)
    print(
        "players pauses  deals undecided     mean      50%      90%      99%    worst  lost confirm"
    )
    for players, pauses in sorted({row[:2] for row in rows}):
        group = [row for row in rows if row[:2] == (players, pauses)]
        print(line(f"{players:7} {pauses:6}", group))
    print(line("all           ", rows))


if __name__ == "__main__":
    main()
