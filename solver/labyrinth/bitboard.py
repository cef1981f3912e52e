"""The board as numbers of 49 bits, one bit a square: how the planner sees it.

A board is four masks, one for each side: the squares whose tile is open there. What is connected
follows from shifting masks by a row or a column. The compiled kernel has the same once more.
"""

from __future__ import annotations

from dataclasses import dataclass

from solver.labyrinth.board import (
    EAST,
    LAIR,
    LINES,
    NORTH,
    OTHER_END,
    POINTS,
    SHAPE_OF,
    SHAPES,
    SHIFT,
    SIZE,
    SOUTH,
    SQUARES,
    WEST,
    Board,
    Square,
    Tile,
)

Mask = int

ALL: Mask = (1 << SQUARES) - 1
LAST_COLUMN: Mask = sum(1 << (SIZE * row + SIZE - 1) for row in range(SIZE))
LAIR_BIT: Mask = 1 << LAIR
"""The middle; with a lair no link may lead from or to it (M9)."""

NO_POINT = -1

LINE_MASKS: tuple[Mask, ...] = tuple(sum(1 << where for where in LINES[p]) for p in POINTS)
STEPS: tuple[int, ...] = tuple(LINES[p][1] - LINES[p][0] for p in POINTS)
"""By how many bits a push shifts its line: a row or a square, up or down."""
FIRST: tuple[Square, ...] = tuple(LINES[p][0] for p in POINTS)
LAST: tuple[Square, ...] = tuple(LINES[p][-1] for p in POINTS)
CARRIED: tuple[tuple[Square, ...], ...] = tuple(SHIFT[p] for p in POINTS)
"""Where a push takes what stands on a square (M4)."""
BARRED: tuple[int, ...] = tuple(POINTS.index(OTHER_END[p]) for p in POINTS)
"""The insertion point that a push bars for the next turn (M3)."""

WAYS: tuple[tuple[Tile, ...], ...] = tuple(
    SHAPES[SHAPE_OF[tile]] if tile in SHAPE_OF else () for tile in range(16)
)
"""By tile: every way in which it can lie."""


def bits(mask: Mask) -> list[Square]:
    """The squares of a mask, in order."""
    return [where for where in range(SQUARES) if mask >> where & 1]


@dataclass(frozen=True, slots=True)
class Masks:
    """A board with its spare tile, and the links between its squares.

    `down` are the squares joined with the one below, `right` with the one to the right.
    """

    north: Mask
    east: Mask
    south: Mask
    west: Mask
    spare: Tile
    lair: bool

    @property
    def down(self) -> Mask:
        """The squares joined with the one below."""
        links = self.south & self.north >> SIZE
        return links & ~(LAIR_BIT | LAIR_BIT >> SIZE) if self.lair else links

    @property
    def right(self) -> Mask:
        """The squares joined with the one to their right; the last column has none there."""
        links = self.east & self.west >> 1 & ~LAST_COLUMN
        return links & ~(LAIR_BIT | LAIR_BIT >> 1) if self.lair else links

    def reach(self, start: Mask) -> Mask:
        """Every square connected to one of these, themselves included (M5, M9)."""
        down, right = self.down, self.right
        reached, before = start, 0
        while reached != before:
            before = reached
            reached |= (reached & down) << SIZE | reached >> SIZE & down
            reached |= (reached & right) << 1 | reached >> 1 & right
        return reached

    def push(self, point: int, tile: Tile) -> Masks:
        """The board after inserting the spare there, lying so; what falls out is the new spare."""
        line, step, first, last = LINE_MASKS[point], STEPS[point], FIRST[point], LAST[point]

        def shifted(mask: Mask, side: Tile) -> Mask:
            moved = mask << step if step > 0 else mask >> -step
            return mask & ~line | moved & line & ~(1 << first) | bool(tile & side) << first

        return Masks(
            shifted(self.north, NORTH),
            shifted(self.east, EAST),
            shifted(self.south, SOUTH),
            shifted(self.west, WEST),
            self.tile(last),
            self.lair,
        )

    def tile(self, where: Square) -> Tile:
        """The tile that lies on a square."""
        return (
            (self.north >> where & 1) * NORTH
            | (self.east >> where & 1) * EAST
            | (self.south >> where & 1) * SOUTH
            | (self.west >> where & 1) * WEST
        )


def masks(board: Board, lair: bool) -> Masks:
    """A board as masks."""

    def open_to(side: Tile) -> Mask:
        return sum(1 << where for where, tile in enumerate(board.tiles) if tile & side)

    return Masks(open_to(NORTH), open_to(EAST), open_to(SOUTH), open_to(WEST), board.spare, lair)


def carried(mask: Mask, point: int) -> Mask:
    """Where a push takes whatever stands on these squares; from the end of the line to its start
    (M4)."""
    line, step = LINE_MASKS[point], STEPS[point]
    moved = mask << step if step > 0 else mask >> -step
    return (
        mask & ~line
        | moved & line & ~(1 << FIRST[point])
        | (mask >> LAST[point] & 1) << FIRST[point]
    )


def carried_back(mask: Mask, point: int) -> Mask:
    """Where what a push has taken to these squares stood before it."""
    line, step = LINE_MASKS[point], STEPS[point]
    moved = mask >> step if step > 0 else mask << -step
    return (
        mask & ~line
        | moved & line & ~(1 << LAST[point])
        | (mask >> FIRST[point] & 1) << LAST[point]
    )


def points(last_push: int) -> list[int]:
    """The insertion points that are not barred by the last push (M3)."""
    barred = NO_POINT if last_push == NO_POINT else BARRED[last_push]
    return [point for point in range(len(POINTS)) if point != barred]
