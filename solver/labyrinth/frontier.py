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
    orientations,
)
from solver.labyrinth.rules import over
from solver.labyrinth.table import FACED, FIRST_PHASE, TOWARDS_LAIR, State, Treasure
from solver.labyrinth.threats import seats_from
from solver.verdict import Budget

Flags = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Numbers = NDArray[np.intp]

AT_ONCE = 8000
"""How many tables are looked at together: few enough for the cache of a processor."""
WAYS_TO_LIE = 4
NO_PUSH = -1
SPARE = SQUARES
"""The row of the spare tile, and the place of a treasure that left the board with its tile."""

RIDES = {point: np.array([*SHIFT[point], LINES[point][0]]) for point in POINTS}
"""Where a push takes a token, by its place (M4)."""
GOES_ROUND = {
    point: np.where(np.arange(SQUARES + 1) == LINES[point][-1], SPARE, RIDES[point])
    for point in POINTS
}
"""Where a push takes a tile, and what leaves the board with it (M3, treasures=on-tiles)."""
TILES_FROM = {point: np.argsort(to) for point, to in GOES_ROUND.items()}
TOKENS_FROM = {point: np.argsort(to) for point, to in SHIFT.items()}
"""Which row of an array a push takes to each row."""


def pushes_left(turns: int, cards: int, second: bool) -> int:
    """How many pushes so many turns may have: two in a turn in which a card is given (M8)."""
    return turns + min(cards, turns - second)


def ways_to_lie(turned: bool) -> Bytes:
    """How a spare tile may be inserted (M3): row k has the k-th way for every tile, or 0 where
    there are fewer; (4, 16), or (1, 16) where it may not be turned."""
    ways = np.zeros((WAYS_TO_LIE if turned else 1, 1 << len(SIDES)), np.uint8)
    for tile in SHAPE_OF:
        lies = orientations(tile) if turned else (tile,)
        ways[: len(lies), tile] = lies
    return ways


def marked(places: Numbers) -> Flags:
    """One square of every table, none where the place is the spare tile; (49, n)."""
    squares = np.zeros((SQUARES + 1, len(places)), np.bool_)
    squares[places, np.arange(len(places))] = True
    return squares[:SQUARES]


@dataclass(frozen=True, slots=True)
class Tables:
    """Tables with the same treasures left, and squares of which is asked whether they win.

    `tiles` (50, n); `last` (n): the last push, its number among `POINTS` or `NO_PUSH`; `asked`
    (49, n): the squares; `others` (k, n): where the other players stand, in turn order; `places`
    (t, n): where the treasures of these `values` lie, of which `needed` are to be taken.
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

    def pick(self, which: Numbers, asked: Flags) -> Tables:
        """Some of the tables, by number, with another question."""
        return replace(
            self,
            tiles=self.tiles[:, which],
            last=self.last[which],
            asked=asked,
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


class Step(NamedTuple):
    """A push in several tables: the spare inserted at `point` in the `old`, lying as `tiles`, which
    leads to the `new` ones."""

    point: str
    tiles: Bytes
    old: Numbers
    new: slice


class Prize(NamedTuple):
    """A treasure that may be taken: its row, its square and those from which a move takes it."""

    row: int
    here: Flags
    takers: Flags


class Passages:
    """The ways between neighbouring squares of many tables, of which eight share a byte."""

    def __init__(self, tiles: Bytes, lair: bool) -> None:
        board = tiles[:SQUARES].reshape(SIZE, SIZE, -1)
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
        return np.unpackbits(reached, axis=2, count=squares.shape[1]).reshape(squares.shape) > 0


class Question:
    """A goal, the readings it is asked under, and the budget for the answer.

    A method that is given `turns` and `cards`, those left to the player with the present turn
    included, answers which of the squares asked about win, (49, n); `second` tells that a card has
    been given in this turn (M8). They raise `LimitReached`.
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

    def table(self, state: State, others: list[int]) -> Tables:
        """The one table of a state, asking about where the player on turn stands."""
        treasures = state.treasures if self.needed else ()
        places = [where % (SQUARES + 1) for _, where in treasures]  # ON_SPARE is -1
        squares = [state.adventurer(one).square for one in others]
        return Tables(
            tiles=np.array([*state.board.tiles, state.board.spare], np.uint8)[:, None],
            last=np.array([POINTS.index(state.last_push) if state.last_push else NO_PUSH]),
            asked=marked(np.array([state.active.square])),
            others=np.array(squares, np.intp)[:, None],
            places=np.array(places, np.intp)[:, None],
            values=tuple(value for value, _ in treasures),
            later=state.later if self.needed else (),
            needed=self.needed,
        )

    # Pushes.

    def pushed(self, tables: Tables, points: tuple[str, ...]) -> tuple[Tables, list[Step]]:
        """The tables after every legal push at these points (M3, M4), and what led to which."""
        steps, end = [], 0
        for point in points:
            barred = tables.last == POINTS.index(OTHER_END[point])
            for lies in self.ways_to_lie[:, tables.tiles[SPARE]]:
                old = np.flatnonzero((lies > 0) & ~barred)
                steps.append(Step(point, lies[old], old, slice(end, end + len(old))))
                end += len(old)
        after = replace(
            tables,
            tiles=np.empty((SQUARES + 1, end), np.uint8),
            last=np.empty(end, np.intp),
            asked=np.empty((SQUARES, end), np.bool_),
            others=np.empty((len(tables.others), end), np.intp),
            places=np.empty((len(tables.places), end), np.intp),
        )
        for point, lies, old, new in steps:
            after.tiles[:, new] = tables.tiles[TILES_FROM[point]][:, old]
            after.tiles[LINES[point][0], new] = lies
            after.last[new] = POINTS.index(point)
            after.asked[:, new] = tables.asked[TOKENS_FROM[point]][:, old]
            after.others[:, new] = RIDES[point][tables.others[:, old]]
            after.places[:, new] = self.treasures_go[point][tables.places[:, old]]
        return after, steps

    def pushes(self, tables: Tables, every: bool, then: Callable[[Tables], Flags]) -> Flags:
        """The squares that win after some push, or after `every` one, as `then` tells.

        A table is dropped as soon as nothing is left to ask about it.
        """
        won = np.full((SQUARES, len(tables)), every)
        join = np.logical_and if every else np.logical_or
        size = AT_ONCE // WAYS_TO_LIE
        for start in range(0, len(tables), size):
            which = np.arange(start, min(start + size, len(tables)))
            points: tuple[str, ...] = POINTS
            while points:
                asked = tables.asked[:, which] & (won[:, which] == every)
                live = asked.any(axis=0)
                which = which[live]
                if not which.size:
                    break
                count = max(1, size // which.size)
                after, steps = self.pushed(tables.pick(which, asked[:, live]), points[:count])
                points = points[count:]
                self.budget.nodes += len(after)
                self.budget.check()
                wins = then(after)
                for point, _, old, new in steps:
                    at = which[old]
                    won[:, at] = join(won[:, at], wins[list(SHIFT[point]), new])
        return won & tables.asked

    # Moves.

    def prizes(self, tables: Tables, ways: Passages) -> list[Prize]:
        """The treasures of the lowest value, each with the squares from which it is taken (M6)."""
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

    def idle_ends(self, starts: Flags, ways: Passages, prizes: list[Prize]) -> Flags:
        """Where a move from these squares may end without taking anything (M6)."""
        ends = ways.spread(starts)
        for _, here, takers in prizes:
            ends &= ~here | (starts & ~takers)  # who stands on it already may stay
        return ends

    def goal_squares(self, tables: Tables) -> Flags:
        """Where the player is to stand after push and move, nowhere if the goal is to take."""
        squares = np.zeros_like(tables.asked)
        if not self.needed:
            squares[self.square] = tables.tiles[self.square] & self.opening == self.opening
        return squares

    # Turns.

    def own(self, tables: Tables, turns: int, cards: int, second: bool) -> Flags:
        """Before a push of the player."""
        then = partial(self.own_move, turns=turns, cards=cards, second=second)
        return self.pushes(tables, False, then)

    def own_move(self, tables: Tables, turns: int, cards: int, second: bool) -> Flags:
        """Between push and move of the player."""
        ways = Passages(tables.tiles, self.lair)
        prizes = self.prizes(tables, ways)
        good = self.goal_squares(tables)
        won = np.zeros_like(good)
        if pushes_left(turns, cards, second) > 1:
            ends = self.idle_ends(tables.asked, ways, prizes) & ~good
            good |= self.after_move(replace(tables, asked=ends), turns, cards, second)
            for prize in prizes:
                won |= good & prize.here  # by staying, not by coming
            good &= ~won
        won |= ways.spread(good)
        for row, here, takers in prizes:
            if tables.needed == 1:
                won |= takers
            else:
                who = np.flatnonzero((takers & tables.asked & ~won).any(axis=0))
                taken = tables.pick(who, here[:, who]).without(row)
                taken = replace(taken, needed=tables.needed - 1)
                wins = self.after_move(taken, turns, cards, second).any(axis=0)
                won[:, who] |= takers[:, who] & wins
        return won & tables.asked

    def after_move(self, tables: Tables, turns: int, cards: int, second: bool) -> Flags:
        """After a move of the player that has not reached the goal: a card or the next turn."""
        won = np.zeros_like(tables.asked)
        takings = min(pushes_left(turns, cards, second) - 1, len(tables.values) + len(tables.later))
        if tables.needed > takings:
            return won
        if cards and not second:
            won |= self.own(tables, turns, cards - 1, True)
        if turns > 1:
            won |= self.theirs(replace(tables, asked=tables.asked & ~won), turns - 1, cards, 0)
        return won

    def theirs(self, tables: Tables, turns: int, cards: int, mover: int) -> Flags:
        """Before the push of one of the others, or of the player after the last of them."""
        if mover == len(tables.others):
            return self.own(tables, turns, cards, False)
        then = partial(self.their_move, turns=turns, cards=cards, mover=mover)
        return self.pushes(tables, True, then)

    def their_move(self, tables: Tables, turns: int, cards: int, mover: int) -> Flags:
        """Between push and move of one of the others, whose moves all have to fail.

        Where the move ends is forgotten: it tells only which treasures that player can take in its
        next turn.
        """
        start = marked(tables.others[mover])
        ways = Passages(tables.tiles, self.lair)
        prizes = self.prizes(tables, ways)
        won = tables.asked.copy()
        who = np.flatnonzero(self.idle_ends(start, ways, prizes).any(axis=0))
        won[:, who] = self.theirs(tables.pick(who, won[:, who]), turns, cards, mover + 1)
        for row, _, takers in prizes:
            who = np.flatnonzero((start & takers).any(axis=0) & won.any(axis=0))
            taken = tables.pick(who, won[:, who]).without(row)
            won[:, who] = self.theirs(taken, turns, cards, mover + 1)
        return won


def within(state: State, goal: str, turns: int, budget: Budget) -> bool:
    """Whether the player on turn can reach the goal within so many own turns, the others still.

    `goal` is `take:N`, `reach:SQUARE` or `battle`. Of the cards 7-12 only the number of pushes that
    they allow matters (M8). Raises `LimitReached`.
    """
    if turns < 1 or over(state):
        return False
    pushes = pushes_left(turns, len(state.active.second_turns), state.extra)
    question = Question(state, goal, budget)
    return bool(question.own(question.table(state, []), pushes, 0, False).any())


def forced(state: State, goal: str, turns: int, budget: Budget) -> bool:
    """Whether the player on turn can reach the goal so soon whatever the others do.

    Each of the others has a turn between two of the player's: any push and move, taking what it
    ends on, no cards. Raises `LimitReached`, and `NotImplementedError` where others have two turns
    and treasures are to be taken.
    """
    if turns < 1 or over(state):
        return False
    others = seats_from(state, state.turn)[1:]
    if others and turns > 2 and goal.startswith("take"):
        raise NotImplementedError("it would matter where the moves of the others end")
    cards = len(state.active.second_turns)
    question = Question(state, goal, budget)
    return bool(question.own(question.table(state, others), turns, cards, state.extra).any())
