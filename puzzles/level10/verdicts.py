"""Which first moves of a Level 10 position still win: each winning one with a plan that the referee
has played, the others refuted by the search and, all at once, by the formula."""

from __future__ import annotations

from dataclasses import dataclass, replace

from solver.level10.cards import WORLDS
from solver.level10.cnf import CnfAnswer
from solver.level10.rules import Move, State, apply, legal_moves
from solver.level10.search import Search
from solver.level10.solve import HANDOVER, Finding, decide, replayed
from solver.process import call
from solver.verdict import Budget, Disagreement, LimitReached, Limits

FREE = Limits(seconds=None, nodes=None, megabytes=None)
CAP = 5_000
"""Search nodes for each position while a puzzle is being made."""


def quickly(state: State) -> bool | None:
    """Whether a position can be won, by a short search alone; None if that does not tell."""
    return Search(state, Budget(FREE)).run(CAP).winnable


@dataclass(frozen=True, slots=True)
class FirstMoves:
    """The legal first moves and what became of them: `plans` of those that win, the first move
    included; the other moves lose. Where a limit was hit, `limit` names it, and all that is known
    is that the plans win."""

    legal: tuple[Move, ...]
    plans: dict[Move, tuple[str, ...]]
    limit: str | None = None


def first_moves(state: State, limits: Limits) -> FirstMoves:
    """What becomes of every first move.

    Raises `Disagreement` where two methods contradict each other.
    """
    budget = Budget(limits)
    legal = tuple(legal_moves(state))
    plans: dict[Move, tuple[str, ...]] = {}
    refuted: list[Move] = []  # by the search alone
    try:
        for move in legal:
            after = apply(state, move)
            found = Search(after, budget).run(HANDOVER)
            if found.winnable is None:
                verdict = decide(after, "auto", budget, words=False)
                if verdict.verdict == "unknown":
                    return FirstMoves(legal, plans, verdict.limit or verdict.warnings[0])
                if verdict.plan is not None:
                    plans[move] = (str(move), *verdict.plan)
            elif found.winnable:
                plans[move] = (str(move), *replayed(after, Finding("search", found.plan)))
            else:
                refuted.append(move)
        if refuted:
            confirm(state, [move for move in legal if move not in set(refuted)], None, budget)
    except LimitReached as reached:
        return FirstMoves(legal, plans, reached.name)
    return FirstMoves(legal, plans)


def confirm(state: State, others: list[Move], put_back: int | None, budget: Budget) -> None:
    """Confirms, by the formula, that no first move but the others wins, or none that puts back no
    more than so many cards in all.

    Raises `LimitReached`, and `Disagreement` where the formula finds a plan.
    """
    budget.check()
    found: CnfAnswer = call(
        "solver.level10.cnf:decide",
        state,
        budget.nodes_left(),
        WORLDS,
        others,
        put_back,
        budget=budget,
    )
    budget.nodes += found.conflicts
    if found.satisfiable is None:
        raise LimitReached("nodes")
    if found.satisfiable:
        plan = " ".join(map(str, found.plan or ()))
        raise Disagreement(f"the search found none, but the formula has a plan: {plan}")


def without_put_backs(state: State) -> State:
    """The same table where nothing is ever put back (L14)."""
    return replace(state, readings=replace(state.readings, put_back="never"))
