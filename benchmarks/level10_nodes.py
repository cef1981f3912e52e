"""The node-count signature of the Level 10 search: nodes until an answer on fixed deals.

    python benchmarks/level10_nodes.py

A change that is meant to make the search faster and nothing else leaves every number as it is. A
change of the search itself changes them; `--write` then stores the new ones, which a test compares.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from solver.level10.deal import deal
from solver.level10.search import Search
from solver.verdict import Budget, Limits

SIGNATURE = Path(__file__).parents[1] / "tests" / "data" / "node-signature.json"
SEED = 10
DEALS = 3
MOST = 20_000  # nodes, after which a deal counts as not decided


def signature(plain: bool | None = None) -> dict[str, list[int]]:
    """The nodes of the first deals for each number of players and pauses, written `3p1`."""
    return {
        f"{players}p{pauses}": [nodes(players, pauses, n, plain) for n in range(1, DEALS + 1)]
        for players in range(1, 6)
        for pauses in range(4)
    }


def nodes(players: int, pauses: int, number: int, plain: bool | None) -> int:
    """The nodes that one deal takes."""
    budget = Budget(Limits(None, None, None))
    Search(deal(players, pauses, SEED, number), budget, plain=plain).run(MOST)
    return budget.nodes


def main() -> None:
    """Prints the signature."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--write", action="store_true", help="store it for the test")
    options = parser.parse_args()
    found = signature()
    print("deals of seed", SEED)
    for name, counts in found.items():
        print(name, *(f"{count:7}" for count in counts))
    print("all", sum(map(sum, found.values())))
    if options.write:
        lines = ",\n".join(f'  "{name}": {json.dumps(counts)}' for name, counts in found.items())
        SIGNATURE.write_text("{\n" + lines + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
