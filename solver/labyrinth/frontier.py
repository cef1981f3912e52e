"""A second opinion on every "no" of the planner: the same questions, for many tables at once.

The planner follows one sequence of pushes after another. Here all the tables after a number of
pushes lie side by side in arrays, and a question is answered from its end: from which squares the
last push and move reach the goal, from which the push before leads to one of those, and so on. A
passage is found by spreading over whole arrays until nothing changes. Nothing is shared with the
planner but the squares and tiles of `board.py`.

The last axis of every array counts the tables. Arrays of squares have a row for each square, those
of tiles one more for the spare, which a push takes round with the line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.labyrinth.board import (
    LAIR,
    LINES,
    OTHER_END,
    POINTS,
    SHAPE_OF,
    SHIFT,
    SIDES,
    SIZE,
    SQUARE_OF,
    SQUARES,
    Square,
    orientations,
)
from solver.labyrinth.rules import over
from solver.labyrinth.table import FACED, FIRST_PHASE, ON_SPARE, TOWARDS_LAIR, State, Treasure
from solver.labyrinth.threats import seats_from
from solver.verdict import Budget

Flags = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Numbers = NDArray[np.intp]

AT_ONCE = 8000
"""How many tables are looked at together: few enough for the cache of a processor."""
WAYS_TO_LIE = 4
NO_PUSH = -1
SPARE: Square = SQUARES
"""The row of the spare tile, and the place of a treasure that left the board with its tile."""

# --- What a push does to the rows of an array ---------------------------------------------------

RIDES = {point: np.array([*SHIFT[point], LINES[point][0]]) for point in POINTS}
"""Where a push takes a token, by its place (M4)."""
GOES_ROUND = {
    point: np.where(np.arange(SQUARES + 1) == LINES[point][-1], SPARE, RIDES[point])
    for point in POINTS
}
"""Where a push takes a tile and what leaves the board with it (M3, treasures=on-tiles)."""
TILES_FROM = {point: np.argsort(to) for point, to in GOES_ROUND.items()}
TOKENS_FROM = {point: np.argsort(SHIFT[point]) for point in POINTS}
TOKENS_TO = {point: np.array(SHIFT[point]) for point in POINTS}


def ways_to_lie(turned: bool) -> Bytes:
    """How a spare tile may be inserted (M3): row k has the k-th way for every tile, or 0 where
    there are fewer; (4, 16), or (1, 16) where it may not be turned."""
    ways = np.zeros((WAYS_TO_LIE if turned else 1, 1 << len(SIDES)), np.uint8)
    for tile in SHAPE_OF:
        lies = orientations(tile) if turned else (tile,)
        ways[: len(lies), tile] = lies
    return ways


# --- Many tables --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tables:
    """Tables on which the same treasures are left, and squares of which is asked whether they win.

    `tiles` (50, n); `last` (n): the last push, its number among `POINTS` or `NO_PUSH`; `asked`
    (49, n): the squares; `others` (k, n): where those stand who have a turn before the player's
    next one, in turn order; `places` (t, n): where the treasures of these `values` lie. The player
    is to take `needed` of them.
    """

    tiles: Bytes
    last: Numbers
    asked: Flags
    others: Numbers
    places: Numbers
    values: tuple[int, ...]
    later: tuple[Treasure, ...]
    needed: int

    def __len__(self) -> int:
        return len(self.last)

    def pick(self, which: Numbers) -> Tables:
        """Some of the tables, by number."""
        return replace(
            self,
            tiles=self.tiles[:, which],
            last=self.last[which],
            asked=self.asked[:, which],
            others=self.others[:, which],
            places=self.places[:, which],
        )

    def without(self, row: int) -> Tables:
        """The tables after this treasure was taken, with the later ones laid out in time (M13)."""
        values = self.values[:row] + self.values[row + 1 :]
        places, later = np.delete(self.places, row, axis=0), self.later
        if later and all(value > FIRST_PHASE for value in values):
            values += tuple(value for value, _ in later)
            laid_out = np.array([where for _, where in later])[:, None].repeat(len(self), axis=1)
            places, later = np.concatenate([places, laid_out]), ()
        return replace(self, values=values, places=places, later=later)


class Came(NamedTuple):
    """Which tables came from which by a push: the spare inserted at `point`, lying as `tiles`."""

    point: str
    tiles: Bytes
    old: Numbers
    new: slice


class Prize(NamedTuple):
    """A treasure that may be taken: its row, its square, and from where a move takes it; (49, n)."""

    row: int
    here: Flags
    takers: Flags


def marked(places: Numbers) -> Flags:
    """One square of every table, none where the place is the spare tile; (49, n)."""
    squares = np.zeros((SQUARES + 1, len(places)), np.bool_)
    squares[places, np.arange(len(places))] = True
    return squares[:SQUARES]


class Passages:
    """The ways between neighbouring squares of many tables; eight tables share a byte."""

    def __init__(self, tiles: Bytes, lair: bool) -> None:
        board = tiles[:SQUARES].reshape(SIZE, SIZE, -1)
        self.tables = board.shape[2]
        north, east, south, west = (np.packbits(board & 1 << side, axis=2) for side in range(4))
        self.across = east[:, :-1] & west[:, 1:]
        self.down = south[:-1] & north[1:]
        if lair:  # M9
            row, column = divmod(LAIR, SIZE)
            self.across[row, column - 1 : column + 1] = 0
            self.down[row - 1 : row + 1, column] = 0

    def spread(self, squares: Flags) -> Flags:
        """The squares connected to these, themselves included (M5); (49, n)."""
        reached = np.packbits(squares.reshape(SIZE, SIZE, -1), axis=2)
        before = np.zeros_like(reached)
        while not np.array_equal(before, reached):
            np.copyto(before, reached)
            for k in range(SIZE - 1):
                reached[k + 1] |= reached[k] & self.down[k]
                reached[:, k + 1] |= reached[:, k] & self.across[:, k]
            for k in reversed(range(SIZE - 1)):
                reached[k] |= reached[k + 1] & self.down[k]
                reached[:, k] |= reached[:, k + 1] & self.across[:, k]
        bits = np.unpackbits(reached, axis=2, count=self.tables)
        return bits.reshape(SQUARES, -1).view(np.bool_)


# --- Questions ----------------------------------------------------------------------------------


class Question:
    """A goal, the readings it is asked under, and the budget for the answer.

    The methods that return flags alone answer which of the squares asked about win, (49, n); they
    raise `LimitReached`. `turns` and `cards` are those that the player has left, the present turn
    included; `second` tells that a card has been given in it (M8).
    """

    def __init__(self, state: State, goal: str, budget: Budget) -> None:
        readings = state.readings
        kind, _, which = goal.partition(":")
        self.needed = int(which) if kind == "take" else 0
        self.square = SQUARE_OF[which] if kind == "reach" else FACED[state.dragon]
        opening = kind == "battle" and readings.lair_opening == "needed"
        self.opening = TOWARDS_LAIR[state.dragon] if opening else 0
        self.lair = state.lair
        self.entering = readings.entering
        self.ways_to_lie = ways_to_lie(readings.turn_spare == "any-orientation")
        self.treasures_go = RIDES if readings.treasures == "tokens" else GOES_ROUND
        self.budget = budget

    def tables(self, state: State, others: list[int]) -> Tables:
        """The one table of a state, asking about where the player on turn stands."""
        treasures = state.treasures if self.needed else ()
        places = [SPARE if where == ON_SPARE else where for _, where in treasures]
        return Tables(
            tiles=np.array([[*state.board.tiles, state.board.spare]], np.uint8).T,
            last=np.array([POINTS.index(state.last_push) if state.last_push else NO_PUSH]),
            asked=marked(np.array([state.active.square])),
            others=np.array([state.adventurer(one).square for one in others], int)[:, None],
            places=np.array(places, int)[:, None],
            values=tuple(value for value, _ in treasures),
            later=state.later if self.needed else (),
            needed=self.needed,
        )

    # What a push does.

    def pushed(self, tables: Tables, points: tuple[str, ...]) -> tuple[Tables, list[Came]]:
        """The tables after every legal push at these points, and which came from which (M3, M4)."""
        blocks, end = [], 0
        for point in points:
            barred = tables.last == POINTS.index(OTHER_END[point])
            for way in self.ways_to_lie[:, tables.tiles[SPARE]]:
                old = np.flatnonzero((way > 0) & ~barred)
                blocks.append(Came(point, way[old], old, slice(end, end + len(old))))
                end += len(old)
        after = replace(
            tables,
            tiles=np.empty((SQUARES + 1, end), np.uint8),
            last=np.empty(end, np.intp),
            asked=np.empty((SQUARES, end), np.bool_),
            others=np.empty((len(tables.others), end), np.intp),
            places=np.empty((len(tables.places), end), np.intp),
        )
        for point, lies, old, new in blocks:
            after.tiles[:, new] = tables.tiles[TILES_FROM[point]][:, old]
            after.tiles[LINES[point][0], new] = lies
            after.last[new] = POINTS.index(point)
            after.asked[:, new] = tables.asked[TOKENS_FROM[point]][:, old]
            after.others[:, new] = RIDES[point][tables.others[:, old]]
            after.places[:, new] = self.treasures_go[point][tables.places[:, old]]
        return after, blocks

    def pushes(self, tables: Tables, every: bool, then: Callable[[Tables], Flags]) -> Flags:
        """The squares that win after some push, or after `every` one, as `then` tells.

        A table is dropped as soon as nothing is left to ask about it.
        """
        won = np.full((SQUARES, len(tables)), every)
        size = AT_ONCE // WAYS_TO_LIE
        for start in range(0, len(tables), size):
            which = np.arange(start, min(start + size, len(tables)))
            points = POINTS
            while points:
                asked = tables.asked[:, which] & (won[:, which] == every)
                live = asked.any(axis=0)
                which = which[live]
                if not which.size:
                    break
                count = max(1, size // which.size)
                before = replace(tables.pick(which), asked=asked[:, live])
                after, blocks = self.pushed(before, points[:count])
                points = points[count:]
                self.budget.nodes += len(after)
                self.budget.check()
                wins = then(after)
                for point, _, old, new in blocks:
                    back = wins[TOKENS_TO[point], new]
                    if every:
                        won[:, which[old]] &= back
                    else:
                        won[:, which[old]] |= back
        return won & tables.asked

    # What a move does.

    def prizes(self, tables: Tables, ways: Passages) -> list[Prize]:
        """The treasures of the lowest value, if they may be taken, and from where (M6)."""
        found = []
        lowest = min(tables.values, default=None)
        for row in (row for row, value in enumerate(tables.values) if value == lowest):
            here = marked(tables.places[row])
            if self.lair:
                here[LAIR] = False  # M9
            takers = ways.spread(here)
            if self.entering == "from-another-square":
                takers &= ~here
            elif self.entering == "out-and-back":
                takers &= ~here | (takers.sum(axis=0) > 1)
            found.append(Prize(row, here, takers))
        return found

    def ends(self, starts: Flags, ways: Passages, prizes: list[Prize]) -> Flags:
        """Where a move from these squares may end without taking anything: taking is forced (M6)."""
        ends = ways.spread(starts)
        for prize in prizes:
            ends &= ~prize.here
        for prize in prizes:
            ends |= starts & prize.here & ~prize.takers  # who stands there may stay
        return ends

    def goal_squares(self, tables: Tables) -> Flags:
        """Where the player is to stand after push and move; nowhere if treasures are to be taken."""
        squares = np.zeros_like(tables.asked)
        if not self.needed:
            squares[self.square] = tables.tiles[self.square] & self.opening == self.opening
        return squares

    # Who wins.

    def hopeless(self, tables: Tables, turns: int, cards: int, second: bool) -> bool:
        """Whether more treasures are needed than can be taken, one in each half of a turn (M6)."""
        halves = turns + min(cards, turns - second)
        return tables.needed > min(halves, len(tables.values) + len(tables.later))

    def own(self, tables: Tables, turns: int, cards: int, second: bool) -> Flags:
        """Before a push of the player."""
        if self.hopeless(tables, turns, cards, second):
            return np.zeros_like(tables.asked)
        then = partial(self.own_move, turns=turns, cards=cards, second=second)
        return self.pushes(tables, False, then)

    def own_move(self, tables: Tables, turns: int, cards: int, second: bool) -> Flags:
        """Before a move of the player, after the push."""
        ways = Passages(tables.tiles, self.lair)
        prizes = self.prizes(tables, ways)
        good = self.goal_squares(tables)
        won = np.zeros_like(good)
        last = turns == 1 and (second or not cards)
        if not last:
            ends = self.ends(tables.asked, ways, prizes) & ~good
            good |= self.after_move(replace(tables, asked=ends), turns, cards, second)
            for prize in prizes:
                won |= good & prize.here  # only by staying
            good &= ~won
        won |= ways.spread(good)
        for row, here, takers in prizes:
            if tables.needed == 1:
                won |= takers
            elif not last:
                who = np.flatnonzero((takers & tables.asked & ~won).any(axis=0))
                taken = tables.pick(who).without(row)
                taken = replace(taken, asked=here[:, who], needed=tables.needed - 1)
                wins = self.after_move(taken, turns, cards, second).any(axis=0)
                won[:, who] |= takers[:, who] & wins
        return won & tables.asked

    def after_move(self, tables: Tables, turns: int, cards: int, second: bool) -> Flags:
        """After a move of the player that has not reached the goal (M2, M8)."""
        won = np.zeros_like(tables.asked)
        if cards and not second:
            won |= self.own(tables, turns, cards - 1, True)
        if turns > 1:
            won |= self.theirs(replace(tables, asked=tables.asked & ~won), turns - 1, cards)
        return won

    def theirs(self, tables: Tables, turns: int, cards: int) -> Flags:
        """Before the turns of the others that are still to come, then the player's own."""
        if not len(tables.others) or self.hopeless(tables, turns, cards, False):
            return self.own(tables, turns, cards, False)
        then = partial(self.their_move, turns=turns, cards=cards)
        return self.pushes(tables, True, then)

    def their_move(self, tables: Tables, turns: int, cards: int) -> Flags:
        """Before a move of the next of the others, after the push: it must not spoil anything."""
        start = marked(tables.others[0])
        tables = replace(tables, others=tables.others[1:])
        ways = Passages(tables.tiles, self.lair)
        prizes = self.prizes(tables, ways)
        won = tables.asked.copy()
        who = np.flatnonzero(self.ends(start, ways, prizes).any(axis=0))
        won[:, who] = self.theirs(tables.pick(who), turns, cards)
        for row, _, takers in prizes:
            who = np.flatnonzero((start & takers).any(axis=0) & won.any(axis=0))
            taken = replace(tables.pick(who).without(row), asked=won[:, who])
            won[:, who] = self.theirs(taken, turns, cards)
        return won


def within(state: State, goal: str, turns: int, budget: Budget) -> bool:
    """Whether the player on turn can reach the goal within so many own turns, the others still.

    `goal` is `take:N`, `reach:SQUARE` or `battle`. With cards 7-12 only the number of pushes counts
    (M8), not how they are grouped into turns. Raises `LimitReached`.
    """
    if turns < 1 or over(state):
        return False
    cards = len(state.active.second_turns)
    pushes = turns + min(cards, turns - state.extra)
    question = Question(state, goal, budget)
    return bool(question.own(question.tables(state, []), pushes, 0, False).any())


def forced(state: State, goal: str, turns: int, budget: Budget) -> bool:
    """Whether the player on turn can reach the goal within so many own turns whatever the others do.

    Each of the others has a turn between two of them: any push and move, taking what it ends on,
    no cards. Raises `LimitReached`, and `NotImplementedError` for more than two turns with others.
    """
    if turns < 1 or over(state):
        return False
    others = seats_from(state, state.turn)[1:]
    if others and turns > 2:
        raise NotImplementedError("where the others end their moves counts from the third turn on")
    cards = len(state.active.second_turns)
    question = Question(state, goal, budget)
    return bool(question.own(question.tables(state, others), turns, cards, state.extra).any())
