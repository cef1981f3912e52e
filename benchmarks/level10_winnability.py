"""The winnability table of Level 10 as the README has it: three surveys, side by side.

    python benchmarks/level10_winnability.py --out winnability

Runs `level10 survey` for the default readings, for `starter=any` and for `put_back=never`, each
into a folder of its own below DIR, and prints a table in Markdown. Stopped and started again it
goes on.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

COMMAND = str(Path(sys.executable).with_name("level10"))
SEED = 2016
SURVEYS = {
    "player 1 begins": ("default", 10_000, []),
    "the best starter begins": ("any", 10_000, ["--reading", "starter=any"]),
    "nothing put back": ("never", 1_000, ["--reading", "put_back=never"]),
}

Rows = dict[tuple[int, int], dict[str, Any]]


def survey(folder: Path, deals: int, options: list[str]) -> Rows:
    """Runs what is missing of a survey; the rows of its report by players and pauses."""
    command = [COMMAND, "survey", "--seed", str(SEED), "--deals", str(deals), "--json"]
    command += ["--out", str(folder), *options]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    return {(row["players"], row["pauses"]): row for row in json.loads(done.stdout)["rows"]}


def cell(row: dict[str, Any]) -> str:
    """The lost deals, and the share that can be won with its interval, in per cent."""
    low, high = (f"{100 * row[end]:.2f}" for end in ("low", "high"))
    unknown = f" ({row['unknown']} undecided)" if row["unknown"] else ""
    return f"{row['unwinnable']} | {100 * row['share']:.2f} ({low}–{high}){unknown}"


def main() -> None:
    """Runs the surveys and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--out", type=Path, metavar="DIR", default=Path("winnability"))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    found = {
        name: survey(options.out / folder, deals, readings)
        for name, (folder, deals, readings) in SURVEYS.items()
    }
    heads = [f"lost of {deals:,} | {name}, %" for name, (_, deals, _) in SURVEYS.items()]
    print(f"| players | pauses | {' | '.join(heads)} |")
    print("|" + "---:|" * (2 + 2 * len(heads)))
    for players, pauses in next(iter(found.values())):
        cells = " | ".join(cell(rows[players, pauses]) for rows in found.values())
        print(f"| {players} | {pauses} | {cells} |")


if __name__ == "__main__":
    main()
