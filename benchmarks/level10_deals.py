"""Times `level10 solve` on random deals, each as a command of its own, and prints a table.

    python benchmarks/level10_deals.py --deals 25 --out deals-benchmark.jsonl

One row per deal is appended to the file as soon as it is there; started again with the same file,
the benchmark goes on where it was stopped. `--report` only prints the table. Deal i of every
combination is deal i of the seed, as `level10 deal` gives it.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import solver
from solver import GAMES, Record

COMBINATIONS = [(players, pauses) for players in range(1, 6) for pauses in range(4)]
COMMAND = str(Path(sys.executable).with_name("level10"))

Row = dict[str, Any]


def run(players: int, pauses: int, seed: int, index: int, limit: float) -> Row:
    """One deal solved by the command: verdict, wall-clock seconds, peak memory in megabytes."""
    state = GAMES["level10"].deal(players, pauses, seed, index)
    deal: Record[Any, Any] = Record("level10", state)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "deal.txt")
        file.write_text(solver.write(deal), encoding="utf-8")
        command = [COMMAND, "solve", str(file), "--json", "--time-limit", str(limit)]
        started = time.perf_counter()
        child = subprocess.Popen(command, stdout=subprocess.PIPE)
        if child.stdout is None:
            raise RuntimeError("no output to read")
        answer = json.loads(child.stdout.read())
        _, _, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - started
    return {
        "players": players,
        "pauses": pauses,
        "seed": seed,
        "deal": index,
        "verdict": answer["verdict"],
        "engine": answer["engine"],
        "nodes": answer["nodes"],
        "limit": answer["limit"],
        "warnings": answer["warnings"],
        "seconds": round(seconds, 3),
        "megabytes": round(usage.ru_maxrss / 1024),
    }


def key(row: Row) -> tuple[int, int, int, int]:
    """What tells one deal from another."""
    return row["players"], row["pauses"], row["seed"], row["deal"]


def load(out: Path) -> list[Row]:
    """The rows that are there; a last line cut short by a stop is left out."""
    rows = []
    if out.exists():
        for line in out.read_text(encoding="utf-8").splitlines():
            try:
                rows.append(json.loads(line))
            except json.JSONDecodeError:
                continue
    return rows


def table(rows: list[Row]) -> str:
    """Verdicts, times of the whole command and peak memory for each combination."""
    lines = [
        "players pauses deals winnable unwinnable unknown"
        "  median s  worst s  search-median s  peak MB"
    ]
    groups = [
        (f"{players:7} {pauses:6}", [r for r in rows if (r["players"], r["pauses"]) == combination])
        for combination in COMBINATIONS
        for players, pauses in [combination]
    ]
    for name, group in [*groups, ("all           ", rows)]:
        if not group:
            continue
        count = {w: sum(r["verdict"] == w for r in group) for w in ("winnable", "unwinnable")}
        times = [r["seconds"] for r in group]
        by_search = [r["seconds"] for r in group if r["engine"] == "search"]
        lines.append(
            f"{name} {len(group):5} {count['winnable']:8} {count['unwinnable']:10}"
            f" {len(group) - sum(count.values()):7} {statistics.median(times):9.2f}"
            f" {max(times):8.2f} {middle(by_search):16.2f} {max(r['megabytes'] for r in group):8}"
        )
    return "\n".join(lines)


def middle(values: Iterable[float]) -> float:
    """The median, or not a number where there is none."""
    found = list(values)
    return statistics.median(found) if found else float("nan")


def main() -> None:
    """Runs what is missing and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--deals", type=int, default=25, help="deals for each combination")
    parser.add_argument("--seed", type=int, default=2016)
    parser.add_argument("--time-limit", type=float, default=60.0)
    parser.add_argument("--out", type=Path, default=Path("deals-benchmark.jsonl"))
    parser.add_argument("--report", action="store_true", help="print the table, run nothing")
    options = parser.parse_args()
    rows = load(options.out)
    done = {key(row) for row in rows}
    wanted = [
        (players, pauses, options.seed, index)
        for index in range(1, options.deals + 1)
        for players, pauses in COMBINATIONS
    ]
    missing = [] if options.report else [one for one in wanted if one not in done]
    with options.out.open("a", encoding="utf-8") as file:
        for number, (players, pauses, seed, index) in enumerate(missing, 1):
            row = run(players, pauses, seed, index, options.time_limit)
            rows.append(row)
            file.write("\n" * (number == 1 and bool(done)) + json.dumps(row) + "\n")
            file.flush()
            print(f"{number}/{len(missing)} {row}", file=sys.stderr)
    print(table(rows))


if __name__ == "__main__":
    main()
