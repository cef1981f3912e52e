"""Nodes per second of the compiled Level 10 search against the plain one, on the same deals.

    python benchmarks/level10_kernel.py

Both walk the same trees node for node: of the first deals that keep the search busy for so many
nodes, since what most deals take is soon over. The time is that of this process on one core, the
setting up of each search included; the rounds alternate, and the middle one counts.
"""

from __future__ import annotations

import argparse
import statistics
import time

from solver.level10.deal import deal
from solver.level10.rules import State
from solver.level10.search import Search, walker
from solver.verdict import Budget, Limits

SEED = 10


NODES = 5_000


def busy_deals(players: int, count: int) -> list[State]:
    """The first deals of the seed that are not decided within the nodes."""
    found: list[State] = []
    number = 0
    while len(found) < count:
        number += 1
        state = deal(players, number % 2, SEED, number)
        if run([state], False)[0] == NODES:
            found.append(state)
    return found


def run(states: list[State], plain: bool) -> tuple[int, float]:
    """The nodes searched in all these deals and the seconds of processor time."""
    nodes = 0
    started = time.process_time()
    for state in states:
        budget = Budget(Limits(None, None, None))
        Search(state, budget, plain=plain).run(NODES)
        nodes += budget.nodes
    return nodes, time.process_time() - started


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--deals", type=int, default=4, help="deals for each number of players")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    if not walker(plain=False)[1]:
        raise SystemExit("the search is not compiled here")
    print("players    nodes  plain nodes/s  compiled nodes/s  ratio")
    groups = {str(players): busy_deals(players, options.deals) for players in range(1, 6)}
    groups["all"] = [state for states in groups.values() for state in states]
    for name, states in groups.items():
        rates: dict[bool, list[float]] = {True: [], False: []}
        for _ in range(options.rounds):
            for plain in (True, False):
                nodes, seconds = run(states, plain)
                rates[plain].append(nodes / seconds)
        slow, fast = (statistics.median(rates[plain]) for plain in (True, False))
        print(f"{name:7} {nodes:8} {slow:14,.0f} {fast:17,.0f} {fast / slow:6.1f}")


if __name__ == "__main__":
    main()
