"""The compiled planner of Master Labyrinth against the networkx path, and its whole searches.

    python benchmarks/labyrinth_kernel.py

One turn is every push, every orientation and every square that can be reached then. The networkx
path builds the graph of each board and searches it anew; both count the same on every board. Of
three turns there is the search for the fewest, which ends with the first number of turns that is
enough, its plan replayed, and the count of all plans of up to three turns, which follows every
sequence of pushes until it is one. Times are those of this process, on one core.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

from labyrinth_turns import board

from solver.labyrinth import passages, rules
from solver.labyrinth.search import Planner, Search, planner, quest
from solver.labyrinth.table import State
from solver.verdict import Budget, Limits

SEED = 2007
REPEATS = 20


def nothing() -> None:
    """What the planner calls from time to time."""


def by_networkx(state: State) -> int:
    """The turns that can be taken, each board's graph built and searched anew."""
    found = 0
    for point, tile in rules.pushes(state):
        there = rules.pushed(state, point, tile)
        passages.graph.cache_clear()
        found += len(rules.reachable(there, there.active.square))
    return found


def one_turn(boards: list[State], new: Callable[..., Planner]) -> None:
    """Prints what one turn takes, compiled and by networkx, on the same boards."""
    compiled, slow = [], []
    for state in boards:
        walker = new(quest(state, "take:1"), nothing)
        started = time.perf_counter()
        for _ in range(REPEATS):
            count = walker.perft(1)
        compiled.append((time.perf_counter() - started) / REPEATS)
        started = time.perf_counter()
        expected = by_networkx(state)
        slow.append(time.perf_counter() - started)
        if count != expected:
            raise SystemExit(f"{count} turns against {expected} on {state}")
    print(f"one turn on {len(boards)} boards, the same counts on all of them")
    for name, times in (("compiled", compiled), ("networkx", slow)):
        print(f"  {name}: median {1e6 * statistics.median(times):10.2f} us")
    print(f"  ratio of the medians {statistics.median(slow) / statistics.median(compiled):,.0f}")


def whole_searches(boards: list[State], new: Callable[..., Planner]) -> None:
    """Prints what searches of three turns take."""
    stopping, full = [], []
    for state in boards:
        started = time.perf_counter()
        Search(state, "take:1", Budget(Limits(None))).fewest(3)
        stopping.append(time.perf_counter() - started)
        started = time.perf_counter()
        new(quest(state, "take:1"), nothing).count(3)
        full.append(time.perf_counter() - started)
    print(f"three turns on {len(boards)} boards, in ms      mean   median      max")
    for name, times in (
        ("fewest turns and the plan", stopping),
        ("all plans of up to three turns", full),
    ):
        mean, median, most = statistics.mean(times), statistics.median(times), max(times)
        print(f"  {name:34} {1e3 * mean:8.2f} {1e3 * median:8.2f} {1e3 * most:8.2f}")


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--boards", type=int, default=1_000)
    options = parser.parse_args()
    new = planner(plain=False)
    if new is planner(plain=True):
        raise SystemExit("the planner is not compiled here")
    boards = [board(SEED, index) for index in range(1, options.boards + 1)]
    one_turn(boards, new)
    whole_searches(boards, new)


if __name__ == "__main__":
    main()
