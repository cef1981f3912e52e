"""How many turns a treasure takes on random boards, by the rules and by those of the classic game.

    python benchmarks/labyrinth_turns.py [--boards 10000] [--seed 2007]

Boards are those of `level10 deal --game labyrinth` with two players; one adventurer and one
treasure, each on any square, both from the same seed. Every reading that the classic game has
otherwise is varied alone, then all together, on the same boards.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import replace

from solver.labyrinth.board import SQUARES
from solver.labyrinth.deal import deal
from solver.labyrinth.search import Search
from solver.labyrinth.table import Adventurer, State
from solver.shuffle import deal_generator
from solver.verdict import Budget, Limits

CLASSIC = {"lair": "no", "entering": "standing-counts", "treasures": "on-tiles"}
VARIANTS: dict[str, dict[str, str]] = {
    "as by default": {},
    **{f"{name}={value}": {name: value} for name, value in CLASSIC.items()},
    "all three: classic": CLASSIC,
}
MOST_TURNS = 5


def board(seed: int, index: int) -> State:
    """Random board number `index` of a seed: one adventurer, one treasure."""
    generator = deal_generator(seed + 1, index)
    start, treasure = generator.below(SQUARES), generator.below(SQUARES)
    return replace(
        deal(2, seed, index),
        adventurers=(Adventurer(1, start),),
        treasures=((1, treasure),),
        later=(),
    )


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--boards", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=2007)
    options = parser.parse_args()
    boards = [board(options.seed, index) for index in range(1, options.boards + 1)]
    names = [*map(str, range(1, MOST_TURNS + 1)), "more"]
    print(f"{'readings':28}" + "".join(f"{name:>8}" for name in names) + "   per cent")
    for name, readings in VARIANTS.items():
        turns: Counter[str] = Counter()
        for state in boards:
            varied = replace(state, readings=replace(state.readings, **readings))
            plans = Search(varied, "take:1", Budget(Limits(None))).fewest(MOST_TURNS)
            turns[str(plans.turns) if plans else "more"] += 1
        shares = "".join(f"{100 * turns[name] / len(boards):8.2f}" for name in names)
        print(f"{name:28}{shares}")


if __name__ == "__main__":
    main()
