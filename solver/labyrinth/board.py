"""The board of Master Labyrinth: squares, tiles with their open sides, and what a push does.

A square is a number 0 … 48, row by row from a1 (0) over g1 (6) to g7 (48). A tile is the sum of its
open sides. Nothing here knows of adventurers, treasures or turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

Square = int
Tile = int

SIZE = 7
SQUARES = SIZE * SIZE
COLUMNS = "abcdefg"
LAIR: Square = 24
"""d4, the square in the middle, over which the lair stands (M9)."""

SIDES = "NESW"
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
OPPOSITE = {NORTH: SOUTH, SOUTH: NORTH, EAST: WEST, WEST: EAST}

SHAPES: dict[str, tuple[Tile, ...]] = {
    "straight": (EAST | WEST, NORTH | SOUTH),
    "corner": (EAST | SOUTH, NORTH | EAST, NORTH | WEST, SOUTH | WEST),
    "T": (
        EAST | SOUTH | WEST,
        NORTH | EAST | SOUTH,
        NORTH | EAST | WEST,
        NORTH | SOUTH | WEST,
    ),
}
"""The three shapes of tile, each with its orientations, sorted by the names of their sides."""

SHAPE_OF: dict[Tile, str] = {tile: shape for shape, tiles in SHAPES.items() for tile in tiles}


def square(column: int, row: int) -> Square:
    """The square in a column and a row, both counted from 0."""
    return SIZE * row + column


def square_name(where: Square) -> str:
    """The name of a square: a1 … g7."""
    return f"{COLUMNS[where % SIZE]}{where // SIZE + 1}"


SQUARE_NAMES = tuple(map(square_name, range(SQUARES)))
SQUARE_OF = {name: where for where, name in enumerate(SQUARE_NAMES)}


def sides_name(tile: Tile) -> str:
    """The open sides of a tile as letters: `NES`."""
    return "".join(letter for bit, letter in enumerate(SIDES) if tile >> bit & 1)


def orientations(tile: Tile) -> tuple[Tile, ...]:
    """The different ways in which a tile can lie: two for a straight, four for the others."""
    return SHAPES[SHAPE_OF[tile]]


def is_loose(where: Square) -> bool:
    """Whether the tile of this square can be pushed: one in an even row or column (M1)."""
    return where % SIZE % 2 == 1 or where // SIZE % 2 == 1


def neighbours(where: Square) -> Iterator[tuple[int, Square]]:
    """The squares beside this one, each with the side on which it lies; rows do not wrap."""
    column, row = where % SIZE, where // SIZE
    if row > 0:
        yield NORTH, where - SIZE
    if column < SIZE - 1:
        yield EAST, where + 1
    if row < SIZE - 1:
        yield SOUTH, where + SIZE
    if column > 0:
        yield WEST, where - 1


NEIGHBOURS = tuple(tuple(neighbours(where)) for where in range(SQUARES))


# --- Insertion points ---------------------------------------------------------------------------


def line_from(point: str) -> tuple[Square, ...]:
    """The seven squares of the line that a push from this point shifts, in its direction."""
    side, line = point[0], point[1]
    if side in "NS":
        column = COLUMNS.index(line)
        squares = tuple(square(column, row) for row in range(SIZE))
        return squares if side == "N" else squares[::-1]
    row = int(line) - 1
    squares = tuple(square(column, row) for column in range(SIZE))
    return squares if side == "W" else squares[::-1]


POINTS = ("E2", "E4", "E6", "Nb", "Nd", "Nf", "Sb", "Sd", "Sf", "W2", "W4", "W6")
"""The twelve insertion points (M1): the side of the board, then the line; sorted by name."""

LINES: dict[str, tuple[Square, ...]] = {point: line_from(point) for point in POINTS}

OTHER_END = {
    point: {"N": "S", "S": "N", "E": "W", "W": "E"}[point[0]] + point[1] for point in POINTS
}
"""The point at the other end of a line: where a push makes a tile fall out."""

SHIFT: dict[str, tuple[Square, ...]] = {
    point: tuple(
        line[(line.index(where) + 1) % SIZE] if where in line else where for where in range(SQUARES)
    )
    for point, line in LINES.items()
}
"""Where a push takes what stands on a square: along, and from the line's end to its start (M4)."""


@dataclass(frozen=True, slots=True)
class Board:
    """The 49 tiles that lie, square by square, and the spare one."""

    tiles: tuple[Tile, ...]
    spare: Tile

    def push(self, point: str, tile: Tile) -> Board:
        """The board after the spare was inserted, lying as `tile`; the last one falls out (M3)."""
        tiles = list(self.tiles)
        line = LINES[point]
        for before, after in zip(reversed(line[:-1]), reversed(line[1:]), strict=True):
            tiles[after] = tiles[before]
        tiles[line[0]] = tile
        return Board(tuple(tiles), self.tiles[line[-1]])


# --- The published boards -----------------------------------------------------------------------

FIXED: dict[Square, Tile] = {
    SQUARE_OF[name]: sum(1 << SIDES.index(side) for side in sides)
    for name, sides in {
        "a1": "ES", "c1": "ESW", "e1": "ESW", "g1": "SW",
        "a3": "NES", "c3": "NES", "e3": "ESW", "g3": "NSW",
        "a5": "NES", "c5": "NEW", "e5": "NSW", "g5": "NSW",
        "a7": "NE", "c7": "NEW", "e7": "NEW", "g7": "NW",
    }.items()
}  # fmt: skip
"""The fixed tiles of the classic board (M1)."""

LOOSE_MIXES: tuple[dict[str, int], ...] = (
    {"straight": 13, "corner": 15, "T": 6},
    {"straight": 12, "corner": 16, "T": 6},
)
"""How many of each shape the 34 loose tiles are said to be; descriptions disagree (M1)."""
