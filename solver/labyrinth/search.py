"""The search for plans of Master Labyrinth: what is asked, put into the planner's numbers.

The searching itself is done by the compiled kernel, or by `planner.py` where there is none or the
environment variable LEVEL10_PLAIN is set: the same plans and the same numbers of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from solver.labyrinth import rules
from solver.labyrinth.bitboard import NO_POINT, masks
from solver.labyrinth.board import POINTS, SQUARE_OF, SQUARES, Square, Tile
from solver.labyrinth.planner import (
    FROM_ANOTHER,
    ON_SPARE,
    OUT_AND_BACK,
    STANDING,
    WAITING,
    HalfTurn,
    Push,
    Quest,
)
from solver.labyrinth.planner import Planner as PlainPlanner
from solver.labyrinth.table import FACED, FIRST_PHASE, TOWARDS_LAIR, Move, State, Treasure
from solver.labyrinth.table import ON_SPARE as OFF_BOARD
from solver.labyrinth.threats import before_the_dragon, seats_from
from solver.verdict import Budget, LimitName, LimitReached

ENTERING = {
    "from-another-square": FROM_ANOTHER,
    "out-and-back": OUT_AND_BACK,
    "standing-counts": STANDING,
}


class Planner(Protocol):
    """What searches: `Planner` of planner.py, or the kernel's."""

    @property
    def nodes(self) -> int:
        """The boards looked at so far."""

    @property
    def path(self) -> list[Push]:
        """The pushes of the first plan that `count` has found."""

    def count(self, depth: int) -> int:
        """How many plans of at most so many pushes there are."""

    def perft(self, depth: int) -> int:
        """The number of sequences of so many turns."""

    def forced(self, turns: int, cards: int, second: bool) -> HalfTurn | None:
        """A half-turn after which the goal is certain."""


def planner(plain: bool | None = None) -> Callable[..., Planner]:
    """The class that searches, compiled if it can be; None takes what there is."""
    if plain is None:
        plain = bool(os.environ.get("LEVEL10_PLAIN"))
    if not plain:
        try:
            from solver.labyrinth.kernel import Planner as CompiledPlanner

            return CompiledPlanner
        except ImportError:
            pass
    return PlainPlanner


# --- The quest ----------------------------------------------------------------------------------


def needed(goal: str) -> int:
    """How many treasures a goal asks for; 0 where it is a square."""
    kind, _, value = goal.partition(":")
    return int(value) if kind == "take" else 0


def target(state: State, goal: str) -> Square:
    """The square that a goal asks for."""
    return FACED[state.dragon] if goal == "battle" else SQUARE_OF[goal.partition(":")[2]]


def mattering(state: State, need: int, contested: bool) -> list[tuple[Treasure, bool]]:
    """The treasures that can be among those taken, ascending; True for those that wait.

    While more of the first phase lie there than are needed, none that waits comes in (M13). Where
    they are `contested`, others may take any of them first.
    """
    first = sum(value <= FIRST_PHASE for value, _ in state.treasures)
    if contested or need > first:
        board = [(treasure, False) for treasure in state.treasures]
        return sorted(board + [(treasure, True) for treasure in state.later])
    highest = state.treasures[need - 1][0]
    return [((value, where), False) for value, where in state.treasures if value <= highest]


def quest(state: State, goal: str, contested: bool = False) -> Quest:
    """A goal of the adventurer whose turn it is, in the planner's numbers.

    `contested` tells whether others may take treasures as well.
    """
    need = needed(goal)
    treasures = mattering(state, need, contested) if need else []
    opening: Tile = 0
    if goal == "battle" and state.readings.lair_opening == "needed":
        opening = TOWARDS_LAIR[state.dragon]
    return Quest(
        masks=masks(state.board, state.lair),
        last_push=NO_POINT if state.last_push is None else POINTS.index(state.last_push),
        start=state.active.square,
        target=0 if need else 1 << target(state, goal),
        opening=opening,
        need=need,
        values=tuple(value for (value, _), _ in treasures),
        places=tuple(
            WAITING if waits else ON_SPARE if where == OFF_BOARD else where
            for (_, where), waits in treasures
        ),
        later=tuple(where if waits else SQUARES for (_, where), waits in treasures),
        entering=ENTERING[state.readings.entering],
        on_tiles=state.readings.treasures == "on-tiles",
        fixed_spare=state.readings.turn_spare == "as-it-lies",
        others=tuple(state.adventurer(n).square for n in seats_from(state, state.turn)[1:]),
    )


def treasures_left(state: State) -> int:
    """How many treasures can still be taken by anybody."""
    return len(state.treasures) + len(state.later)


# --- Turns and pushes ---------------------------------------------------------------------------


def turns_needed(pushes: int, cards: int, second: bool) -> int:
    """The fewest turns for so many pushes, with so many cards that buy a second turn (M8).

    Which turns are doubled does not matter. `second` says that the first push is that of a second
    turn already.
    """
    if second:
        return 1 + (turns_needed(pushes - 1, cards, False) if pushes > 1 else 0)
    return max(pushes - cards, -(-pushes // 2))


def most_pushes(turns: int, cards: int, second: bool) -> int:
    """The most pushes for which so many turns are enough."""
    pushes = turns
    while turns_needed(pushes + 1, cards, second) <= turns:
        pushes += 1
    return pushes


# --- The player alone ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plans:
    """The shortest plans: their turns, how many there are, and one of them.

    `count` is None where a limit was hit before all were counted.
    """

    turns: int
    count: int | None
    moves: tuple[Move, ...]


class Search:
    """The searches of one question, which share a budget.

    `contested` tells whether the others have turns, as `forced` takes for granted. `excluded` is
    the number of turns within which the search has found that there is no way.
    """

    def __init__(
        self,
        state: State,
        goal: str,
        budget: Budget,
        contested: bool = False,
        plain: bool | None = None,
    ) -> None:
        self.state = state
        self.goal = goal
        self.budget = budget
        self.cards = len(state.active.second_turns)
        asked = quest(state, goal, contested)
        self.planner = planner(plain)(asked, self.look_around, budget.nodes_left())
        self.counted = 0
        self.excluded = 0
        self.limit: LimitName = "time"

    def look_around(self) -> None:
        """Keeps count of the nodes; raises `LimitReached` where a limit has been hit."""
        nodes = self.planner.nodes
        self.budget.nodes += nodes - self.counted
        self.counted = nodes
        self.budget.check()
        self.budget.weigh()

    def fewest(self, turns: int) -> Plans | None:
        """The plans of fewest turns, None where more than `turns` are needed.

        Raises `LimitReached`.
        """
        state, cards = self.state, self.cards
        if needed(self.goal) > treasures_left(state):
            return None
        for pushes in range(1, most_pushes(turns, cards, state.extra) + 1):
            count = self.count(pushes)
            if path := self.planner.path:
                fewest = turns_needed(pushes, cards, state.extra)
                most = most_pushes(fewest, cards, state.extra)
                if count is not None and most > pushes:  # cards may be given without need
                    count = self.count(most)
                return Plans(fewest, count, moves_of(state, self.goal, path, fewest))
            if count is None:
                raise LimitReached(self.limit)
            self.excluded = turns_needed(pushes + 1, cards, state.extra) - 1
        return None

    def count(self, pushes: int) -> int | None:
        """The number of plans of at most so many pushes, None if a limit is hit before all are
        counted; `limit` tells which, and the planner's `path` is the first plan, if one was found.
        """
        try:
            count = self.planner.count(pushes)
            self.look_around()
        except LimitReached as reached_limit:
            self.limit = reached_limit.name
            return None
        except OverflowError:  # more branches at a time than the kernel has room for
            self.limit = "memory"
            return None
        return count

    def forced(self, turns: int) -> tuple[int, HalfTurn] | None:
        """The fewest own turns within which the goal is certain whatever the others do, and the
        half-turn to begin with; None where more than `turns` are needed.

        Raises `LimitReached`.
        """
        if needed(self.goal) > treasures_left(self.state):
            return None
        for most in range(1, turns + 1):
            for cards in range(min(self.cards, most) + 1):  # none is given that is not needed
                first = self.planner.forced(most, cards, self.state.extra)
                self.look_around()
                if first is not None:
                    return most, first
            self.excluded = most
        return None


def goal_left(begun: State, state: State, goal: str, number: int) -> str:
    """What is left to do of a goal that was asked for in the state `begun`."""
    need = needed(goal)
    if not need:
        return goal
    taken = len(state.adventurer(number).treasures) - len(begun.adventurer(number).treasures)
    return f"take:{need - taken}"


def reached(before: State, after: State, goal: str, number: int) -> bool:
    """Whether the adventurer of this number has reached the goal, counted from `before`."""
    one = after.adventurer(number)
    if need := needed(goal):
        return len(one.treasures) - len(before.adventurer(number).treasures) >= need
    if goal == "battle":
        return before_the_dragon(after, one.square)
    return one.square == target(after, goal)


def given_back(state: State, number: int) -> State:
    """The table with the turn given back to this adventurer, as if the others had none."""
    return state if state.turn == number else replace(state, turn=number)


def moves_of(state: State, goal: str, path: list[Push], turns: int) -> tuple[Move, ...]:
    """The turns that make a sequence of pushes a plan: where to move to, and which turns to double.

    The first turns are doubled, and the adventurer stays where it is if that will do. Raises
    `ValueError` where the pushes are no plan.
    """
    number = state.turn
    doubled = len(path) - turns
    found = continued(state, state, goal, number, path, doubled)
    if found is None:
        raise ValueError("these pushes lead nowhere")
    return found


def continued(
    begun: State, state: State, goal: str, number: int, path: list[Push], doubled: int
) -> tuple[Move, ...] | None:
    """The moves for the pushes that are left, None where none reach the goal from here."""
    (point, tile), *later = path
    start = rules.pushed(state, POINTS[point], tile)
    here = start.active.square
    again = bool(doubled and later and not state.extra)
    ends = sorted(rules.reachable(start, here), key=lambda end: (end != here, end))
    for end in ends:
        move = Move(POINTS[point], tile, None if end == here else end, again=again)
        after = given_back(rules.apply(state, move), number)
        if later:
            if not possible(after, begun, goal, later):
                continue
            rest = continued(begun, after, goal, number, later, doubled - again)
            if rest is not None:
                return move, *rest
        elif reached(begun, after, goal, number):
            return (move,)
    return None


def possible(state: State, begun: State, goal: str, path: list[Push]) -> bool:
    """Whether the pushes that are left can reach the goal from here."""
    asked = quest(state, goal_left(begun, state, goal, state.turn))
    walker = PlainPlanner(asked, lambda: None)
    board, branches = asked.masks, [walker.start]
    for left, (point, tile) in zip(range(len(path), 0, -1), path, strict=True):
        board = board.push(point, tile)
        done, branches = walker.half_turn(board, point, branches, left)
        if done:
            return True
    return False
