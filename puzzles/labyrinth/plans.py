"""Plans one by one, and the first pushes that begin one, for answers of the solver to be shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from solver.labyrinth.bitboard import Masks, bits
from solver.labyrinth.board import POINTS, Tile, sides_name
from solver.labyrinth.planner import Branch, Planner, Push, Quest
from solver.labyrinth.search import most_pushes, moves_of, planner, quest
from solver.labyrinth.table import State
from solver.verdict import Budget

Way = tuple[str, Tile]
"""A push with orientation: the insertion point, and how the tile lies."""


def name(way: Way) -> str:
    """A push with orientation in words: `Nb:SW`."""
    point, tile = way
    return f"{point}:{sides_name(tile)}"


class Plans:
    """The plans of fewest turns for a goal, in a known number of turns.

    Which squares a push may lead to is followed as the planner does; whether anything comes of them
    is asked of the compiled planner. The methods raise `LimitReached`.
    """

    def __init__(self, state: State, goal: str, turns: int, budget: Budget) -> None:
        self.state = state
        self.goal = goal
        self.turns = turns
        self.budget = budget
        self.quest = quest(state, goal)
        self.walker = Planner(self.quest, budget.check)
        self.pushes = most_pushes(turns, len(state.active.second_turns), state.extra)

    def first_pushes(self) -> list[Way]:
        """The pushes that begin a plan."""
        found = []
        asked = self.quest
        for point, tile, board in self.walker.pushes(asked.masks, asked.last_push):
            plans = self.after([(point, tile)], board, [self.walker.start], self.pushes)
            if next(plans, None):
                found.append((POINTS[point], tile))
        return found

    def several(self, most: int) -> list[str]:
        """Different plans in words, at most so many."""
        paths = self.starting(
            [], self.quest.masks, self.quest.last_push, [self.walker.start], self.pushes
        )
        return [
            " ".join(map(str, moves_of(self.state, self.goal, path, self.turns)))
            for path in islice(paths, most)
        ]

    def starting(
        self, done: list[Push], masks: Masks, last_push: int, branches: list[Branch], depth: int
    ) -> Iterator[list[Push]]:
        """The plans that begin with the pushes done and have at most `depth` more."""
        for point, tile, board in self.walker.pushes(masks, last_push):
            yield from self.after([*done, (point, tile)], board, branches, depth)

    def after(
        self, done: list[Push], board: Masks, before: list[Branch], depth: int
    ) -> Iterator[list[Push]]:
        """The plans that begin with the pushes done, the last of which made this board of one with
        the branches `before` it; with that push they have at most `depth` more."""
        point, _ = done[-1]
        reached, branches = self.walker.half_turn(board, point, before, depth)
        if reached:
            yield done
        elif depth > 1:
            alive = [self.alive(board, point, branch, depth - 1) for branch in branches]
            left = [branch for branch in alive if branch.squares]
            if left:
                yield from self.starting(done, board, point, left, depth - 1)

    def alive(self, board: Masks, point: int, branch: Branch, depth: int) -> Branch:
        """A branch with those of its squares from which so many pushes can reach the goal."""
        asked = standing(self.quest, board, point, branch)
        squares = 0
        for where in bits(branch.squares):
            found = planner()(replace(asked, start=where), self.budget.check, None)
            if found.count(depth):
                squares |= 1 << where
            self.budget.nodes += found.nodes
            self.budget.check()
        return replace(branch, squares=squares)


def standing(asked: Quest, board: Masks, point: int, branch: Branch) -> Quest:
    """What is asked once a push has made this board, from some square of a branch."""
    return replace(asked, masks=board, last_push=point, need=branch.need, places=branch.places)


def count(asked: Quest, depth: int) -> int:
    """The number of plans of at most so many pushes."""
    return planner()(asked, lambda: None).count(depth)


OVERHEAD = 1000
"""What it costs to begin to count, in boards."""


class Work:
    """Counts plans while there is something left of the number of boards that may be looked at."""

    def __init__(self, boards: int) -> None:
        self.boards = boards

    def count(self, asked: Quest, depth: int) -> int:
        """The number of plans of at most so many pushes."""
        found = planner()(asked, lambda: None)
        plans = found.count(depth)
        self.boards -= found.nodes + OVERHEAD
        return plans

    def spent(self) -> bool:
        """Whether all boards are used up."""
        return self.boards <= 0
