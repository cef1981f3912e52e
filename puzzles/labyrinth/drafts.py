"""Tables drawn at random as they may be late in a game, and changed little by little until they are
as wanted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from solver.labyrinth.board import (
    LAIR,
    LINES,
    POINTS,
    SHAPE_OF,
    SQUARES,
    Board,
    is_loose,
    orientations,
)
from solver.labyrinth.deal import deal
from solver.labyrinth.table import FIRST_PHASE, HIGHEST, Adventurer, State
from solver.shuffle import MASK, SplitMix64

LOOSE = (*(where for where in range(SQUARES) if is_loose(where)), SQUARES)
"""The places of the tiles that can be pushed; the last is the spare one's."""

Cost = tuple[int, int]
"""How far a table is from what is wanted: the lower the better."""
WANTED: Cost = (0, 0)


def table(generator: SplitMix64, players: int, pair: bool = False) -> State:
    """A table of the second half of a game: all lower treasures are taken or lost, the one of the
    lowest value lies somewhere, its twin too if it is to be a `pair`, the others where they were
    laid out. Nobody holds cards."""
    begun = deal(players, generator.next() & MASK)
    lowest = FIRST_PHASE + 1 + generator.below(HIGHEST - FIRST_PHASE)
    gone = [value for value in range(1, lowest) for _ in range(2)] + [lowest] * (not pair)
    won: list[list[int]] = [[] for _ in range(players + 1)]
    for value in gone:
        won[generator.below(players + 1)].append(value)  # the last share is lost in duels
    squares = [where for where in generator.shuffled(range(SQUARES)) if where != LAIR]
    treasures = [(value, where) for value, where in begun.later if value > lowest]
    taken = {where for _, where in treasures}
    free = [where for where in squares if where not in taken]
    treasures += [(lowest, where) for where in free[: 1 + pair]]
    return replace(
        begun,
        adventurers=tuple(
            Adventurer(number, squares.pop(), tuple(won[number - 1]))
            for number in range(1, players + 1)
        ),
        turn=1 + generator.below(players),
        treasures=tuple(sorted(treasures)),
        later=(),
        guardians=tuple((colour, squares.pop()) for colour, _ in begun.guardians),
        last_push=POINTS[generator.below(len(POINTS))],
    )


def with_straight_ends(state: State) -> State:
    """The table with straights wherever a tile may fall out, and as the spare: they can lie in two
    ways only, which leaves fewer plans."""
    tiles = [*state.board.tiles, state.board.spare]
    ends = [LINES[point][-1] for point in POINTS] + [SQUARES]
    others = [where for where in ends if SHAPE_OF[tiles[where]] != "straight"]
    inside = [where for where in LOOSE if where not in ends]
    straights = [where for where in inside if SHAPE_OF[tiles[where]] == "straight"]
    for one, other in zip(others, straights, strict=False):
        tiles[one], tiles[other] = tiles[other], tiles[one]
    return replace(state, board=Board(tuple(tiles[:SQUARES]), tiles[SQUARES]))


def changed(generator: SplitMix64, state: State, numbers: tuple[int, ...]) -> State:
    """A table with one small change: two loose tiles exchanged, one turned, a treasure of lowest
    value or one of these adventurers elsewhere, or another last push."""
    what = generator.below(20)
    if what < 16:
        return replace(state, board=tiles_changed(generator, state.board, exchange=what < 8))
    if what < 18:
        return treasure_moved(generator, state)
    if what < 19:
        one = state.adventurer(numbers[generator.below(len(numbers))])
        return state.with_adventurer(replace(one, square=square_in_the_open(generator)))
    return replace(state, last_push=POINTS[generator.below(len(POINTS))])


def tiles_changed(generator: SplitMix64, board: Board, exchange: bool) -> Board:
    """The board with two loose tiles exchanged, or one turned."""
    tiles = [*board.tiles, board.spare]
    one = LOOSE[generator.below(len(LOOSE))]
    if exchange:
        others = [where for where in LOOSE if tiles[where] != tiles[one]]
        other = others[generator.below(len(others))]
        tiles[one], tiles[other] = tiles[other], tiles[one]
    else:
        ways = [way for way in orientations(tiles[one]) if way != tiles[one]]
        tiles[one] = ways[generator.below(len(ways))]
    return Board(tuple(tiles[:SQUARES]), tiles[SQUARES])


def treasure_moved(generator: SplitMix64, state: State) -> State:
    """The table with a treasure of the lowest value on another free square."""
    lowest = sum(value == state.treasures[0][0] for value, _ in state.treasures)
    treasures = list(state.treasures)
    value, _ = treasures.pop(generator.below(lowest))
    taken = {where for _, where in treasures}
    while (where := square_in_the_open(generator)) in taken:
        pass
    return replace(state, treasures=tuple(sorted([*treasures, (value, where)])))


def square_in_the_open(generator: SplitMix64) -> int:
    """Any square but the one under the lair."""
    where = generator.below(SQUARES - 1)
    return where + (where >= LAIR)


def improved(
    generator: SplitMix64,
    state: State,
    numbers: tuple[int, ...],
    cost: Callable[[State], Cost],
    spent: Callable[[], bool],
) -> State | None:
    """The table after changes of which none made its cost higher, once it is `WANTED`; None where
    the work is `spent` before that."""
    best = cost(state)
    while best != WANTED:
        if spent():
            return None
        other = changed(generator, state, numbers)
        if (found := cost(other)) <= best:
            state, best = other, found
    return state
