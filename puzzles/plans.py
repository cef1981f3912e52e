"""Counts the plans of a game that the players win together, move by move, to the end."""

from __future__ import annotations

from puzzles.puzzle import State
from solver import Game
from solver.verdict import Budget, LimitReached, Limits

PLANS = "plans"
UP_TO_ORDER = "plans-up-to-order"
MOST_SETS = 200_000

Made = tuple[tuple[int, str], ...]
"""The moves of a plan in no order: who makes it, and which."""


def count(name: str, game: Game, state: State, limits: Limits) -> int:
    """The number of plans from a position to the win, or of those that differ in more than the
    order in which every player makes their moves; equal cards have one name, so that exchanging
    them makes no other plan.

    Raises `LimitReached`.
    """
    budget = Budget(limits)
    if name == PLANS:
        return lines(game, state, budget)
    return len(sets_of_moves(game, state, budget))


def visit(budget: Budget) -> None:
    """Counts a position; raises `LimitReached`."""
    budget.nodes += 1
    budget.check()


def lines(game: Game, state: State, budget: Budget) -> int:
    """The number of different series of moves that end with the win."""
    known: dict[State, int] = {}

    def found(here: State) -> int:
        if here not in known:
            visit(budget)
            if game.outcome(here) == "won":
                known[here] = 1
            else:
                known[here] = sum(found(game.apply(here, move)) for move in game.legal_moves(here))
        return known[here]

    return found(state)


def sets_of_moves(game: Game, state: State, budget: Budget) -> frozenset[Made]:
    """The different sets of moves, each with who makes it, of which there is a plan."""
    known: dict[State, frozenset[Made]] = {}
    kept = 0

    def found(here: State) -> frozenset[Made]:
        nonlocal kept
        if here in known:
            return known[here]
        visit(budget)
        if game.outcome(here) == "won":
            sets = frozenset[Made]([()])
        else:
            player = game.player(here)
            sets = frozenset(
                tuple(sorted([*rest, (player, str(move))]))
                for move in game.legal_moves(here)
                for rest in found(game.apply(here, move))
            )
        kept += len(sets)
        if kept > MOST_SETS:
            raise LimitReached("memory")
        known[here] = sets
        return sets

    return found(state)
