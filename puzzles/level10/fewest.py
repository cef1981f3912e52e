"""How few cards a win of Level 10 can put back (L14).

A position that is lost with any number of cards put back is lost with few, and one that is won with
none is won: what is between is looked into move by move, with a table.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from puzzles.level10.verdicts import FREE, FirstMoves, confirm, without_put_backs
from solver.level10.rules import Move, State, apply, legal_moves
from solver.level10.search import Search
from solver.level10.solve import Finding, replayed
from solver.verdict import Budget, LimitReached, Limits

MOST = 20
"""Cards that can be put back in a game: two in each column (L13, L14)."""
BEGINNING = 100
"""Nodes that the beginning of a search counts for; it takes about as long."""


@dataclass(slots=True)
class Thrift:
    """Wins with few cards put back; `plan` may raise `LimitReached`."""

    budget: Budget = field(default_factory=lambda: Budget(FREE))
    hopeless: dict[State, int] = field(default_factory=dict)
    """The most cards with which a position was found to be lost."""

    def plan(self, state: State, cards: int) -> tuple[Move, ...] | None:
        """A win that puts back at most so many cards, if there is one."""
        if cards <= self.hopeless.get(state, -1):
            return None
        found = self.search(without_put_backs(state))
        if found is None and cards and state.deck and self.search(state) is not None:
            plans = (self.after(state, move, cards) for move in legal_moves(state))
            found = next((plan for plan in plans if plan is not None), None)
        if found is None:
            self.hopeless[state] = cards
        return found

    def after(self, state: State, move: Move, cards: int) -> tuple[Move, ...] | None:
        """Such a win that begins with this move."""
        left = cards - len(move.put_back)
        rest = self.plan(apply(state, move), left) if left >= 0 else None
        return None if rest is None else (move, *rest)

    def fewest(self, state: State) -> int | None:
        """The fewest cards that a win puts back; None if there is no win."""
        if self.search(state) is None:
            return None
        return next(cards for cards in range(MOST + 1) if self.plan(state, cards) is not None)

    def search(self, state: State) -> tuple[Move, ...] | None:
        """A win by the search, whatever it puts back."""
        self.budget.nodes += BEGINNING
        self.budget.check()
        return Search(state, self.budget).run().plan


def cheapest_moves(state: State, limits: Limits) -> tuple[int | None, FirstMoves]:
    """The fewest cards that a win puts back, None if there is none or a limit was hit; and what
    becomes of the first moves if no more may be put back.

    Raises `Disagreement` where two methods contradict each other.
    """
    budget = Budget(limits)
    thrift = Thrift(budget)
    legal = tuple(legal_moves(state))
    plans: dict[Move, tuple[str, ...]] = {}
    try:
        fewest = thrift.fewest(state)
        if fewest is None:
            confirm(state, [], None, budget)
            return None, FirstMoves(legal, plans)
        for move in legal:
            if plan := thrift.after(state, move, fewest):
                plans[move] = replayed(state, Finding("search", plan))
        if fewest:
            confirm(state, [], fewest - 1, budget)
        if len(plans) < len(legal):
            confirm(state, list(plans), fewest, budget)
    except LimitReached as reached:
        return None, FirstMoves(legal, plans, reached.name)
    return fewest, FirstMoves(legal, plans)
