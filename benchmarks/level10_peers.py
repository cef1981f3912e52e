"""Times this solver against other ways to decide a deal, side by side, and prints a table.

    python benchmarks/level10_peers.py --deals 3
    taskset -c 0 python benchmarks/level10_peers.py --players 2-4 --pauses 0 --out peers.jsonl

The peers are an answer set program for clingo and a CP-SAT model that know only opening deals under
the default readings (`benchmarks/peers`). For comparison there are three of this solver's own
engines alone. Needs the extra `bench`.

Every solver decides every deal in a process of its own, in an order that changes from deal to deal.
It first decides another deal of the same size, so that nothing is imported or compiled while the
clock runs. The time is that from the deal to the answer, model-building included. For this solver
the answer is a verdict: a plan that the referee has replayed, or a "no" that a second method has
confirmed, with its reason in words. For the others, its own search among them, it is what they say;
their plans are replayed here and off the clock, and a plan that breaks a rule or an answer that
differs from this solver's stops the benchmark. So times are compared both with those of this
solver's verdict and, like with like, with those of its search.

Hardly any random deal is lost, so the table says next to nothing about the time for a "no". An
answer after the time limit does not count, and nobody is waited for much longer.

With `--out` each answer is appended to the file as soon as it is there, and those that the file has
are not asked for again. Deal i of every combination is deal i of the seed, as `level10 deal` gives.
"""

from __future__ import annotations

import argparse
import importlib
import json
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import solver
from solver import Limits, Record
from solver.level10 import cnf
from solver.level10.deal import deal
from solver.level10.rules import State
from solver.process import call
from solver.verdict import Budget, LimitReached

HERE = "benchmarks.level10_peers"
THIS = "this solver"
SEARCH = "its search alone"
SOLVERS = {
    THIS: f"{HERE}:by_this_solver",
    SEARCH: f"{HERE}:by_search",
    "clingo (peer)": "benchmarks.peers.clingo_peer:decide",
    "CP-SAT (peer)": "benchmarks.peers.cpsat_peer:decide",
    "own CP-SAT engine": f"{HERE}:by_cp_sat",
    "own CNF engine": f"{HERE}:by_cnf",
}
"""Functions from a deal to a plan or None, by what they are called in the table."""

START_SECONDS = 15  # for a process to start and to warm up, besides the time limit

Plan = tuple[Any, ...] | None
Row = dict[str, Any]


# --- In a process of its own --------------------------------------------------------------------


def by_this_solver(state: State) -> Plan:
    """What the whole solver says; its limit is that of the process."""
    verdict = solver.solve(Record("level10", state), limits=Limits(seconds=None))
    if verdict.verdict == "unknown":
        raise RuntimeError(f"unknown: {verdict.limit} {verdict.warnings}")
    return verdict.plan


def by_search(state: State) -> Plan:
    """What the search of this solver finds, and the formula where it hands over."""
    from solver.level10 import solve

    budget = Budget(Limits(seconds=None))
    for method in solve.ENGINES["auto"]:
        finding = solve.opinion(method, state, budget, method == "search")
        if finding is not None:
            return finding.plan
    raise RuntimeError("undecided")


def by_cp_sat(state: State) -> Plan:
    """What the CP-SAT engine of this solver says."""
    from solver.level10 import cpsat

    return cpsat.decide(state).plan


def by_cnf(state: State) -> Plan:
    """What the propositional engine of this solver says."""
    return cnf.decide(state).plan


def timed(target: str, state: State) -> tuple[float, tuple[str, ...] | None]:
    """The seconds that a solver takes for a deal, and its plan."""
    module, name = target.split(":")
    decide = getattr(importlib.import_module(module), name)
    decide(deal(state.players, state.pauses, seed=0))
    started = time.perf_counter()
    plan = decide(state)
    seconds = time.perf_counter() - started
    return seconds, None if plan is None else tuple(map(str, plan))


# --- The benchmark ------------------------------------------------------------------------------


def run(name: str, state: State, limit: float) -> Row:
    """One solver on one deal: what it answers, and after how long.

    Raises `IllegalMove` and `RuntimeError` for a plan that does not win.
    """
    budget = Budget(Limits(seconds=limit + START_SECONDS))
    try:
        seconds, plan = call(f"{HERE}:timed", SOLVERS[name], state, budget=budget)
    except LimitReached:
        return {"answer": None, "seconds": limit}
    if seconds > limit:
        return {"answer": None, "seconds": limit}
    if plan is not None:
        end = solver.replay(Record("level10", state), plan)
        if solver.outcome(end) != "won":
            raise RuntimeError(f"the plan of {name} does not win: {' '.join(plan)}")
    return {"answer": "winnable" if plan else "unwinnable", "seconds": round(seconds, 6)}


def key(row: Row) -> tuple[int, int, int, int]:
    """What tells one deal from another."""
    return row["players"], row["pauses"], row["seed"], row["deal"]


def load(out: Path | None) -> list[Row]:
    """The rows that are there; a last line cut short by a stop is left out."""
    rows: list[Row] = []
    if out is not None and out.exists():
        for line in out.read_text(encoding="utf-8").splitlines():
            try:
                rows.append(json.loads(line))
            except json.JSONDecodeError:
                continue
    return rows


def compare(rows: list[Row]) -> None:
    """Raises `RuntimeError` where two answers to one deal differ."""
    answers: dict[tuple[int, int, int, int], Row] = {}
    for row in rows:
        if row["answer"] is not None:
            other = answers.setdefault(key(row), row)
            if other["answer"] != row["answer"]:
                raise RuntimeError(f"answers differ:\n{other}\n{row}")


def table(rows: list[Row]) -> str:
    """For each solver how many deals it decides, in what time, and the medians of its time over
    those of this solver for the same deal; an undecided deal counts as one that takes all the
    time."""
    lines = [
        f"{'':18} deals decided  median s    90% s  worst s"
        "  x its verdict  x its search  same answer  unwinnable"
    ]
    for name in SOLVERS:
        mine = [row for row in rows if row["solver"] == name]
        if not mine:
            continue
        seconds = sorted(row["seconds"] for row in mine)
        decided = [row for row in mine if row["answer"] is not None]
        same = sum(row["answer"] == other["answer"] for row, other in paired(decided, rows, THIS))
        lines.append(
            f"{name:18} {len(mine):5} {len(decided) / len(mine):7.1%}"
            f" {statistics.median(seconds):9.4f} {seconds[(9 * len(seconds) - 1) // 10]:8.4f}"
            f" {seconds[-1]:8.4f} {ratio(decided, rows, THIS):14.1f}"
            f" {ratio(decided, rows, SEARCH):13.1f} {f'{same}/{len(decided)}':>12}"
            f" {sum(row['answer'] == 'unwinnable' for row in decided):11}"
        )
    return "\n".join(lines)


def paired(mine: list[Row], rows: list[Row], name: str) -> list[tuple[Row, Row]]:
    """Each row with that of another solver for the same deal, where that has an answer."""
    others = {key(row): row for row in rows if row["solver"] == name and row["answer"]}
    return [(row, others[key(row)]) for row in mine if key(row) in others]


def ratio(mine: list[Row], rows: list[Row], name: str) -> float:
    """The median of the times over those of another solver for the same deals."""
    pairs = paired(mine, rows, name)
    ratios = [float(row["seconds"] / other["seconds"]) for row, other in pairs]
    return statistics.median(ratios or [float("nan")])


def span(text: str) -> range:
    """A number, or two with a dash between, as what lies between them."""
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main() -> None:
    """Runs what is missing and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--deals", type=int, default=3, help="deals for each combination")
    parser.add_argument("--seed", type=int, default=2016)
    parser.add_argument("--time-limit", type=float, default=60.0)
    parser.add_argument("--players", type=span, default=span("1-5"))
    parser.add_argument("--pauses", type=span, default=span("0-3"))
    parser.add_argument("--out", type=Path, help="a file to append the answers to")
    options = parser.parse_args()

    wanted = [
        {"players": players, "pauses": pauses, "seed": options.seed, "deal": index}
        for index in range(1, options.deals + 1)
        for players in options.players
        for pauses in options.pauses
    ]
    keys = {key(one) for one in wanted}
    rows = [row for row in load(options.out) if key(row) in keys]
    done = {(key(row), row["solver"]) for row in rows}
    for number, one in enumerate(wanted, 1):
        state = deal(one["players"], one["pauses"], one["seed"], one["deal"])
        first = number % len(SOLVERS)
        for name in [*SOLVERS][first:] + [*SOLVERS][:first]:
            if (key(one), name) in done:
                continue
            row = {**one, "solver": name, **run(name, state, options.time_limit)}
            rows.append(row)
            print(f"{number}/{len(wanted)} {row}", file=sys.stderr)
            if options.out is not None:
                with options.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
        compare(rows)
    print(table(rows))


if __name__ == "__main__":
    main()
