"""Master Labyrinth: every treasure can be taken if all help, and boards on which it takes long.

    python benchmarks/edge_cases_labyrinth.py --recipe 1000   carry out the recipe: half a minute
    python benchmarks/edge_cases_labyrinth.py --hard 300      look for far treasures: five minutes

The recipe is that of the page on edge cases, for the usual fixed tiles. It needs no passages but
those between a fixed tile and a tile beside it, and nothing that it carries goes over the edge of
the board. It is not meant to be quick.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache

from solver import Record, write
from solver.labyrinth import rules
from solver.labyrinth.board import (
    FIXED,
    LINES,
    NEIGHBOURS,
    OPPOSITE,
    OTHER_END,
    POINTS,
    SHIFT,
    SQUARES,
    Board,
    Square,
    Tile,
    is_loose,
    orientations,
)
from solver.labyrinth.deal import deal
from solver.labyrinth.search import planner, quest
from solver.labyrinth.table import ON_SPARE, Adventurer, Move, State

LOOSE = tuple(filter(is_loose, range(SQUARES)))
TEES = tuple(where for where, tile in FIXED.items() if tile.bit_count() == 3)
START = 2017  # of the random boards


def ways_in(fixed: Square, tile: Tile) -> list[Square]:
    """The squares beside a fixed tile on which a tile lying like this is joined to it."""
    return [
        beside
        for out, beside in NEIGHBOURS[fixed]
        if FIXED[fixed] & out and tile & OPPOSITE[out] and is_loose(beside)
    ]


@cache
def carried(
    start: Square, seats: int, wait: int, last: str | None, ends: frozenset[Square]
) -> tuple[str, ...] | None:
    """The fewest pushes, one by each player in turn, that carry a tile from a square, or from the
    spare, to one of these without letting it fall out, None if there are none.

    At least one push is made. After `wait` pushes it is the turn of the player who makes the last.
    """
    first = (start, wait, last)
    came: dict[tuple[Square, int, str | None], tuple[str, ...]] = {first: ()}
    queue = deque([first])
    while queue:
        where, turns, before = now = queue.popleft()
        for point in POINTS:
            if before is not None and point == OTHER_END[before]:
                continue  # M3
            if where == LINES[point][-1]:
                continue
            there = LINES[point][0] if where == ON_SPARE else SHIFT[point][where]
            if turns == 0 and there in ends:
                return (*came[now], point)
            after = (there, (turns - 1) % seats, point)
            if after not in came:
                came[after] = (*came[now], point)
                queue.append(after)
    return None


class Recipe:
    """Takes a treasure of the lowest value with the adventurer on turn, everybody helping."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.me = state.turn
        self.moves: list[Move] = []
        self.turns_spare = state.readings.turn_spare == "any-orientation"
        self.goal = state.treasures[0]

    @property
    def here(self) -> Square:
        """Where the adventurer is."""
        return self.state.adventurer(self.me).square

    @property
    def treasure(self) -> Square:
        """Where the treasure is."""
        value = self.goal[0]
        return next(where for one, where in self.state.treasures if one == value)

    def tile(self, where: Square) -> Tile:
        """How a tile lies."""
        return self.state.board.spare if where == ON_SPARE else self.state.board.tiles[where]

    def act(self, point: str, tile: Tile | None, to: Square | None) -> None:
        """A push and a move of whoever is on turn."""
        move = Move(point, tile or self.state.board.spare, to)
        self.state = rules.apply(self.state, move)
        self.moves.append(move)

    def plan(self, start: Square, ends: Iterable[Square]) -> tuple[str, ...]:
        """Pushes that carry a tile there, the last of them the adventurer's own."""
        numbers = [one.number for one in self.state.adventurers]
        seats = len(numbers)
        wait = (numbers.index(self.me) - numbers.index(self.state.turn)) % seats
        found = carried(start, seats, wait, self.state.last_push, frozenset(ends))
        assert found is not None
        return found

    def carry(self, start: Square, tile: Tile, ends: Iterable[Square], to: Square | None) -> None:
        """Carry a tile there, put in lying as `tile` if it is the spare; then move to `to`, or on
        to that tile."""
        points = self.plan(start, ends)
        for index, point in enumerate(points, 1):
            put_in = tile if start == ON_SPARE else None
            start = LINES[point][0] if start == ON_SPARE else SHIFT[point][start]
            last = index == len(points)
            self.act(point, put_in, (start if to is None else to) if last else None)

    def step_off(self, needed: Callable[[Tile], bool]) -> None:
        """From a fixed tile on to some tile that is as it is needed."""
        tiles = [(where, self.tile(where)) for where in LOOSE]
        if self.turns_spare:
            tiles = [(ON_SPARE, way) for way in orientations(self.state.board.spare)]
        else:
            tiles.append((ON_SPARE, self.state.board.spare))
        able = [one for one in tiles if needed(one[1]) and ways_in(self.here, one[1])]
        where, tile = min(able, key=lambda one: len(self.plan(one[0], ways_in(self.here, one[1]))))
        self.carry(where, tile, ways_in(self.here, tile), None)

    def on_a_tee(self) -> None:
        """On to a fixed T."""
        if self.here in TEES:
            return
        if self.here in FIXED:
            self.step_off(lambda tile: True)
        tile = self.tile(self.here)
        tee = min(TEES, key=lambda one: len(self.plan(self.here, ways_in(one, tile))))
        self.carry(self.here, tile, ways_in(tee, tile), tee)

    def over(self) -> bool:
        """Whether the adventurer has taken a treasure."""
        return bool(self.state.adventurer(self.me).treasures)

    def carry_out(self) -> list[Move]:
        """All moves of all players, the last one of which takes a treasure."""
        for step in (self.approach, self.finish):
            if not self.over():
                step()
        assert self.over()
        return self.moves

    def approach(self) -> None:
        """To where the last step can begin."""
        where = self.treasure
        if where not in FIXED:
            self.on_a_tee()
        elif self.here in FIXED or not ways_in(where, self.tile(self.here)):
            self.on_a_tee()
            if not self.over():
                self.step_off(lambda tile: bool(ways_in(where, tile)))

    def finish(self) -> None:
        """The treasure beside the adventurer's fixed tile, or the adventurer beside that of the
        treasure."""
        where = self.treasure
        if where in FIXED:
            tile = self.tile(self.here)
            self.carry(self.here, tile, ways_in(where, tile), where)
        else:
            tile = self.tile(where)
            self.carry(where, tile, ways_in(self.here, tile), None)


# --- Boards ---------------------------------------------------------------------------------------


def random_board(chance: random.Random, index: int) -> Board:
    """Of the usual mix, or of any loose tiles at all."""
    board = deal(2, START, index).board
    if chance.random() < 0.5:
        return board
    shapes = chance.choice(([5, 10], [3, 6, 9, 12], [3, 5, 6, 7, 9, 10, 11, 12, 13, 14], [3], [7]))
    tiles = [FIXED.get(where) or chance.choice(shapes) for where in range(SQUARES)]
    return Board(tuple(tiles), chance.choice(shapes))


def position(chance: random.Random, index: int, **readings: str) -> State:
    """A board, one to four adventurers and a treasure anywhere."""
    state = deal(2, START, index, readings)
    board = random_board(chance, index)
    if readings.get("turn_spare") == "as-it-lies":
        board = state.board  # with straights
    seats = chance.randint(1, 4)
    return replace(
        state,
        board=board,
        adventurers=tuple(Adventurer(n, chance.randrange(SQUARES)) for n in range(1, seats + 1)),
        turn=chance.randint(1, seats),
        treasures=((1, chance.randrange(SQUARES)),),
        later=(),
        last_push=chance.choice((None, *POINTS)),
    )


def fewest_turns(state: State, most: int) -> int:
    """In how many turns the adventurer on turn can take the treasure, `most` + 1 for no answer."""
    for turns in range(1, most + 1):
        if planner()(quest(state, "take:1"), lambda: None).count(turns):
            return turns
    return most + 1


def plans_within(state: State, most: int) -> tuple[int, int]:
    """The fewest turns, and with a minus how many plans there are: the higher, the farther."""
    turns = fewest_turns(state, most)
    return turns, -planner()(quest(state, "take:1"), lambda: None).count(min(turns, most))


def changed(chance: random.Random, state: State) -> State:
    """A position with one thing changed: two tiles of the usual mix, or where somebody is."""
    if chance.random() < 0.2:
        return replace(state, adventurers=(Adventurer(1, chance.randrange(SQUARES)),))
    if chance.random() < 0.2:
        return replace(state, treasures=((1, chance.randrange(SQUARES)),))
    tiles = [*state.board.tiles, state.board.spare]
    one, other = chance.sample([*LOOSE, SQUARES], 2)
    tiles[one], tiles[other] = tiles[other], tiles[one]
    for where in (one, other):
        tiles[where] = chance.choice(orientations(tiles[where]))
    return replace(state, board=Board(tuple(tiles[:-1]), tiles[-1]))


def far(chance: random.Random, seconds: float, most: int = 4) -> tuple[tuple[int, int], State]:
    """The farthest treasure that climbing from random boards of the usual mix finds."""
    ends = time.monotonic() + seconds
    best: tuple[tuple[int, int], State] | None = None
    while best is None or time.monotonic() < ends:
        state = replace(position(chance, chance.randint(1, 10**6)), last_push=None)
        state = replace(state, board=deal(2, START, chance.randint(1, 10**6)).board)
        state = replace(state, adventurers=(Adventurer(1, chance.randrange(SQUARES)),), turn=1)
        value, stuck = plans_within(state, most), 0
        while stuck < 300 and time.monotonic() < ends:
            other = changed(chance, state)
            if (found := plans_within(other, most)) >= value:
                stuck = 0 if found > value else stuck + 1
                value, state = found, other
            else:
                stuck += 1
            if best is None or value > best[0]:
                best = value, state
                if value[0] > most:
                    return best
    return best


def main() -> None:
    """Do what was asked for."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--recipe", type=int, default=0, help="on so many positions")
    options.add_argument("--hard", type=float, default=0, help="climb for so many seconds")
    options.add_argument("--seed", type=int, default=START)
    asked = options.parse_args()
    chance = random.Random(asked.seed)
    for treasures in ("tokens", "on-tiles"):
        for turn_spare in ("any-orientation", "as-it-lies"):
            longest = 0
            for index in range(1, asked.recipe + 1):
                state = position(chance, index, treasures=treasures, turn_spare=turn_spare)
                longest = max(longest, len(Recipe(state).carry_out()))
            if asked.recipe:
                print(
                    f"treasures={treasures} turn_spare={turn_spare}: all, {longest} turns at most"
                )
    if asked.hard:
        (turns, plans), state = far(chance, asked.hard)
        said = f"more than {turns - 1} turns" if plans == 0 else f"{turns} turns, {-plans} plans"
        print(f"# {said}", write(Record("labyrinth", state)), sep="\n", end="")


if __name__ == "__main__":
    main()
