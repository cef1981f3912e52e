"""The eight symmetries of the board, and a form that is alike for positions that differ by one.

Turned or mirrored, the rules are the same: the lair lies in the middle, every line that can be
pushed goes to one that can be, and what a push bars goes along (M1, M3, M9). The classic fixed
tiles are not symmetrical, but the rules let any tile lie anywhere. Only the dragon die tells left
from right (M10), and no die is thrown for a question.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from solver import Question
from solver.labyrinth.board import (
    LINES,
    NEIGHBOURS,
    POINTS,
    SHAPE_OF,
    SIDES,
    SIZE,
    SQUARE_NAMES,
    SQUARES,
    Square,
    Tile,
    neighbours,
    square,
)
from solver.labyrinth.search import needed, target
from solver.labyrinth.table import FACED, FIRST_PHASE, ON_SPARE, State, Treasure
from solver.labyrinth.threats import seats_from


@dataclass(frozen=True, slots=True)
class Symmetry:
    """Where each square, tile, insertion point and facing of the dragon goes."""

    squares: tuple[Square, ...]
    tiles: tuple[Tile, ...]
    points: dict[str, str]
    facings: dict[str, str]


def symmetry(goes: Callable[[int, int], tuple[int, int]]) -> Symmetry:
    """The symmetry that takes a column and a row, both counted from 0, to others."""
    to = tuple(square(*goes(where % SIZE, where // SIZE)) for where in range(SQUARES))
    middle = square(SIZE // 2, SIZE // 2)
    side_of = {other: side for side, other in neighbours(middle)}
    sides = {side: side_of[to[other]] for side, other in NEIGHBOURS[middle]}
    lines = {line: point for point, line in LINES.items()}
    facing_of = {where: facing for facing, where in FACED.items()}
    return Symmetry(
        to,
        tuple(sum(sides[side] for side in sides if tile & side) for tile in range(1 << len(SIDES))),
        {point: lines[tuple(to[where] for where in LINES[point])] for point in POINTS},
        {facing: facing_of[to[where]] for facing, where in FACED.items()},
    )


LAST = SIZE - 1
SYMMETRIES: tuple[Symmetry, ...] = tuple(
    symmetry(goes)
    for goes in (
        lambda column, row: (column, row),
        lambda column, row: (LAST - row, column),
        lambda column, row: (LAST - column, LAST - row),
        lambda column, row: (row, LAST - column),
        lambda column, row: (LAST - column, row),
        lambda column, row: (column, LAST - row),
        lambda column, row: (row, column),
        lambda column, row: (LAST - row, LAST - column),
    )
)
"""Four turns, the first of them none, and four mirrors."""


def canonical(state: State, question: Question) -> Hashable:
    """A form that positions share that differ only by a symmetry, by the players' numbers, or by
    the treasures' values where their order stays the same.

    It holds all that can matter to the question, and the pieces that can be seen on the board.
    """
    return min(seen(state, question, way) for way in SYMMETRIES)


def seen(state: State, question: Question, way: Symmetry) -> tuple[str, ...]:
    """The position through a symmetry, as words that can be compared."""
    spare = state.board.spare
    turned = state.readings.turn_spare == "any-orientation"
    tiles = {way.squares[where]: way.tiles[tile] for where, tile in enumerate(state.board.tiles)}
    values = sorted({value for value, _ in (*state.treasures, *state.later)})
    ranks = {
        value: (bool(state.later) and value > FIRST_PHASE, values.index(value)) for value in values
    }

    def lying(treasures: tuple[Treasure, ...]) -> str:
        found = ((*ranks[value], place(where)) for value, where in treasures)
        return str(sorted(found))

    def place(where: Square) -> Square:
        return where if where == ON_SPARE else way.squares[where]

    seats = [state.adventurer(number) for number in seats_from(state, state.turn)]
    goal = question.goal
    if not needed(goal):
        goal = SQUARE_NAMES[way.squares[target(state, goal)]]
    return (
        str([tiles[where] for where in range(SQUARES)]),
        SHAPE_OF[spare] if turned else str(way.tiles[spare]),
        "" if state.last_push is None else way.points[state.last_push],
        str([(way.squares[one.square], len(one.second_turns)) for one in seats]),
        lying(state.treasures),
        lying(state.later),
        str([(colour, way.squares[where]) for colour, where in state.guardians]),
        way.facings[state.dragon],
        str((state.extra, state.readings.items())),
        f"{goal} {question.turns} {question.opponents}",
    )
