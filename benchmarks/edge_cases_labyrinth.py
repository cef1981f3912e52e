"""Master Labyrinth: every treasure can be taken, if all want it; and how many turns one may need.

    python benchmarks/edge_cases_labyrinth.py                     carry it out: about a minute
    python benchmarks/edge_cases_labyrinth.py --games 100 --hard  look for far treasures: ten minutes

The recipe is that of the page on edge cases. The fixed tiles are the usual ones. An adventurer is
pushed, tile and all, until it can step on to a fixed corner, where no push moves it. Then the treasure
is pushed until the next push puts it on the tile beside that corner, joined to it. Which pushes do that
is found breadth first; only where the adventurer, the treasure and one tile lie matters for that.
"""

from __future__ import annotations

import argparse
import random
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from solver.labyrinth import rules
from solver.labyrinth.board import (
    EAST,
    LINES,
    NEIGHBOURS,
    NORTH,
    OPPOSITE,
    OTHER_END,
    POINTS,
    SHAPES,
    SHIFT,
    SOUTH,
    SQUARE_OF,
    SQUARES,
    WEST,
    Board,
    Square,
    Tile,
    is_loose,
    orientations,
)
from solver.labyrinth.deal import STARTS, deal
from solver.labyrinth.search import planner, quest
from solver.labyrinth.table import ON_SPARE, Adventurer, Move, Readings, State

Push = tuple[str, Tile | None]
"""An insertion point, and the side to which the spare has to be open, if that matters."""

GATES: dict[Tile, tuple[str, Square]] = {
    WEST: ("Nb", SQUARE_OF["a1"]),
    EAST: ("Nf", SQUARE_OF["g1"]),
    NORTH: ("W2", SQUARE_OF["a1"]),
    SOUTH: ("W6", SQUARE_OF["a7"]),
}
"""A side, and a point where a tile open to it comes to lie beside a fixed corner, joined to it."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """Where what matters is: a piece, and a tile; who pushes next; the last push."""

    piece: Square
    tile: Square
    turn: int
    last: str | None


def ride(where: Square, point: str) -> Square:
    """Where a push takes a tile, which may be the spare."""
    if where == ON_SPARE:
        return LINES[point][0]
    return ON_SPARE if where == LINES[point][-1] else SHIFT[point][where]


def pushes_to(
    start: Pieces, seats: int, there: Callable[[Pieces], bool], piece_is_tile: bool = False
) -> list[str]:
    """The fewest insertion points, one a turn of somebody, after which it is so."""
    came: dict[Pieces, tuple[Pieces, str] | None] = {start: None}
    queue = deque([start])
    while queue:
        now = queue.popleft()
        if there(now):
            found = []
            while (step := came[now]) is not None:
                now, point = step
                found.append(point)
            return found[::-1]
        for point in POINTS:
            if now.last is not None and point == OTHER_END[now.last]:
                continue
            tile = ride(now.tile, point)
            piece = tile if piece_is_tile else SHIFT[point][now.piece]
            after = Pieces(piece, tile, (now.turn + 1) % seats, point)
            if after not in came:
                came[after] = now, point
                queue.append(after)
    raise AssertionError("the recipe fails")


class Recipe:
    """Takes the lowest treasure with the adventurer whose turn it is, the others helping."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.seats = len(state.adventurers)
        self.me = state.turn
        self.moves: list[Move] = []
        self.turning = state.readings.turn_spare == "any-orientation"

    @property
    def mine(self) -> bool:
        """Whether the adventurer is on turn."""
        return self.state.turn == self.me

    def here(self) -> Square:
        """Where the adventurer is."""
        return self.state.adventurer(self.me).square

    def pieces(self, piece: Square, tile: Square) -> Pieces:
        """These, as they are now; turns are counted from the adventurer's."""
        order = [one.number for one in self.state.adventurers]
        turn = (order.index(self.state.turn) - order.index(self.me)) % self.seats
        return Pieces(piece, tile, turn, self.state.last_push)

    def push(self, point: str, side: Tile | None = None, to: Square | None = None) -> None:
        """A turn: the push, with the spare open to a side, and a move, or none."""
        spare = self.state.board.spare
        ways = orientations(spare) if self.turning else (spare,)
        tile = next(way for way in ways if side is None or way & side)
        move = Move(point, tile, to)
        self.state = rules.apply(self.state, move)
        self.moves.append(move)

    def tile(self, where: Square) -> Tile:
        """A tile."""
        return self.state.board.spare if where == ON_SPARE else self.state.board.tiles[where]

    def sides(self, tile: Tile) -> list[Tile]:
        """The sides to which a tile can be made to be open."""
        return [side for side in OPPOSITE if self.turning or tile & side]

    def leave(self) -> None:
        """Leave a fixed tile, if the adventurer is on one."""
        start = self.here()
        if is_loose(start):
            return
        plans: list[tuple[list[str], Square, Tile, Square]] = []
        for out, beside in NEIGHBOURS[start]:
            if not self.state.board.tiles[start] & out:
                continue
            for where in self.tiles_with(OPPOSITE[out]):
                where_to = beside

                def there(now: Pieces, where_to: Square = where_to) -> bool:
                    return now.tile == where_to and now.turn == 1 % self.seats and put_in(now)

                plan = pushes_to(self.pieces(start, where), self.seats, there)
                plans.append((plan, where, OPPOSITE[out], beside))
        plan, where, side, beside = min(plans, key=lambda one: len(one[0]))
        for index, point in enumerate(plan):
            last = index == len(plan) - 1
            self.push(point, side if where == ON_SPARE else None, beside if last else None)
            where = ride(where, point)

    def tiles_with(self, side: Tile) -> list[Square]:
        """Tiles that can be made to be open to a side: the spare if it may be turned, else some."""
        if self.turning:
            return [ON_SPARE]
        loose = [ON_SPARE, *filter(is_loose, range(SQUARES))]
        return [where for where in loose if self.tile(where) & side]


def put_in(now: Pieces) -> bool:
    """Whether somebody has pushed."""
    return now.last is not None


def main() -> None:
    """Nothing."""


if __name__ == "__main__":
    main()
