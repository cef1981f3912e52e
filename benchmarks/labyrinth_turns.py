"""How many turns a treasure takes on random boards, by the rules and by those of the classic game.

    python benchmarks/labyrinth_turns.py [--boards 10000] [--seed 2007]

Boards are those of `level10 deal --game labyrinth` with two players; one adventurer and one
treasure, each on any square, both from the same seed. Every reading that the classic game has
otherwise is varied alone, then all together, on the same boards. In the last row the treasure lies
as in the box of the classic game, where it is printed on a tile: half of the time on a fixed one
that is no corner of the board, else on a loose corner or T.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import replace

from solver.labyrinth.board import FIXED, SHAPE_OF, SQUARE_OF, SQUARES, Square, Tile
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
COLUMNS = (*map(str, range(1, MOST_TURNS + 1)), "more")
CORNERS = tuple(SQUARE_OF[name] for name in ("a1", "g1", "a7", "g7"))


def board(seed: int, index: int, printed: bool = False) -> State:
    """Random board number `index` of a seed: one adventurer, one treasure, `printed` or not."""
    generator = deal_generator(seed + 1, index)
    state = deal(2, seed, index)
    start, treasure = generator.below(SQUARES), generator.below(SQUARES)
    if printed:
        squares = printed_on(state.board.tiles, fixed=generator.below(2) == 0)
        treasure = squares[generator.below(len(squares))]
    return replace(
        state,
        adventurers=(Adventurer(1, start),),
        treasures=((1, treasure),),
        later=(),
    )


def printed_on(tiles: tuple[Tile, ...], fixed: bool) -> list[Square]:
    """The squares whose tile may have a treasure printed on it: fixed ones, or loose ones."""
    return [
        where
        for where, tile in enumerate(tiles)
        if (where in FIXED and where not in CORNERS if fixed else where not in FIXED)
        and (fixed or SHAPE_OF[tile] != "straight")
    ]


def shares(boards: list[State], readings: dict[str, str]) -> str:
    """The shares of each number of turns under some readings, as a row of the table."""
    turns: Counter[str] = Counter()
    for state in boards:
        varied = replace(state, readings=replace(state.readings, **readings))
        plans = Search(varied, "take:1", Budget(Limits(None))).fewest(MOST_TURNS)
        turns[str(plans.turns) if plans else "more"] += 1
    return "".join(f"{100 * turns[name] / len(boards):8.2f}" for name in COLUMNS)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--boards", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=2007)
    options = parser.parse_args()
    numbers = range(1, options.boards + 1)
    boards = [board(options.seed, index) for index in numbers]
    print(f"{'readings':28}" + "".join(f"{name:>8}" for name in COLUMNS) + "   per cent")
    for name, readings in VARIANTS.items():
        print(f"{name:28}{shares(boards, readings)}")
    printed = [board(options.seed, index, printed=True) for index in numbers]
    print(f"{'classic, printed on tiles':28}{shares(printed, CLASSIC)}")


if __name__ == "__main__":
    main()
