"""Decides a position of Level 10: search, then a formula, and a second opinion on every "no".

A plan counts only once the referee has replayed it. "Unwinnable" needs two complete methods that
share neither code nor encoding, out of three: the search (a closed tree), the CNF formula and the
CP-SAT model. Whatever falls short of that is "unknown".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from solver.errors import IllegalMove
from solver.level10.rules import Move, State, apply, outcome
from solver.process import ChildFailed, call
from solver.verdict import (
    Budget,
    Disagreement,
    LimitName,
    LimitReached,
    Limits,
    Proof,
    Verdict,
)

if TYPE_CHECKING:
    from solver.level10.cnf import CnfAnswer
    from solver.level10.cpsat import CpSatAnswer

ENGINES: dict[str, tuple[str, ...]] = {
    "auto": ("search", "cnf"),
    "search": ("search",),
    "cp-sat": ("cp-sat",),
}
"""The methods that give the first opinion, in their order. What the search leaves open, mostly lost
deals, the formula decides in a third of the time of CP-SAT, most of which is for starting it."""

CONFIRMED_BY = {"search": "cnf", "cnf": "cp-sat", "cp-sat": "cnf"}
"""The methods that give the second opinion on a "no"."""

HANDOVER = 60_000
"""The search nodes after which `auto` turns to the formula."""

METHODS = {
    "search": "search: every play was tried",
    "cp-sat": "cp-sat: the model of the whole game has no solution",
    "cnf": "cnf: the formula of the whole game has no solution",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """What one method says: a plan, or that there is none."""

    method: str
    plan: tuple[Move, ...] | None


def solve(
    state: State,
    engine: str = "auto",
    limits: Limits | None = None,
    words: bool = True,
) -> Verdict:
    """Whether the team can fill all fifty cells, every card known.

    Under `starter=any` the first turn may be any seat's, as long as no card lies on the table (L3).
    Without `words` no time is spent on saying why a position is lost.
    """
    budget = Budget(limits or Limits())
    if state.readings.starter == "any" and state.filled == 0:
        return any_starter(state, engine, budget, words)
    return decide(state, engine, budget, words)


def any_starter(state: State, engine: str, budget: Budget, words: bool) -> Verdict:
    """Whether some choice of who begins wins; all seats must lose for a "no"."""
    verdicts = []
    for seat in range(1, state.players + 1):
        begun = replace(state, starter=seat, turn=seat, extra=False)
        verdict = decide(begun, engine, budget, words)
        if verdict.verdict == "winnable":
            return replace(verdict, starter=seat)
        verdicts.append(verdict)
    undecided = [verdict for verdict in verdicts if verdict.verdict == "unknown"]
    verdict = (undecided or verdicts)[0]
    if verdict.proof is not None:
        proofs = [v.proof for v in verdicts if v.proof]
        reasons = [f"if player {k} begins, {p.reason}" for k, p in enumerate(proofs, 1) if p.reason]
        proof = replace(
            verdict.proof,
            reason="; ".join(reasons) or None,
            confirm_seconds=sum(p.confirm_seconds for p in proofs),
        )
        verdict = replace(verdict, proof=proof)
    return replace(verdict, nodes=budget.nodes, seconds=budget.elapsed())


def decide(state: State, engine: str, budget: Budget, words: bool) -> Verdict:
    """The verdict on a position whose turn is settled."""
    started = ENGINES[engine][0]
    limit: LimitName | None = None
    warnings: list[str] = []
    doubt: Finding | None = None
    try:
        for method in ENGINES[engine]:
            started = method
            hand_over = method != ENGINES[engine][-1]
            finding = opinion(method, state, budget, hand_over)
            if finding is None:
                continue
            if finding.plan is not None:
                plan = replayed(state, finding)
                return answer("winnable", budget, method, plan=plan)
            doubt = finding
            proof = confirmed(state, finding, budget)
            if words:
                proof = replace(proof, reason=in_words(state, budget))
            return answer("unwinnable", budget, method, proof=proof)
    except LimitReached as reached:
        limit = reached.name
    except (ChildFailed, Disagreement) as failure:
        warnings.append(str(failure))
    if doubt is not None:
        warnings.append(f"{METHODS[doubt.method]}, but this is not confirmed")
    return answer("unknown", budget, started, limit=limit, warnings=warnings)


def answer(
    word: Literal["winnable", "unwinnable", "unknown"],
    budget: Budget,
    engine: str,
    *,
    plan: tuple[str, ...] | None = None,
    proof: Proof | None = None,
    limit: LimitName | None = None,
    warnings: list[str] | None = None,
) -> Verdict:
    """A verdict with what it has cost so far."""
    return Verdict(
        verdict=word,
        plan=plan,
        proof=proof,
        limit=limit,
        engine=engine,
        nodes=budget.nodes,
        seconds=budget.elapsed(),
        warnings=tuple(warnings or ()),
    )


def opinion(method: str, state: State, budget: Budget, hand_over: bool = False) -> Finding | None:
    """What one method finds, or None where the search hands over without an answer.

    Raises `LimitReached`, and `ChildFailed` where a constraint solver dies.
    """
    if method == "search":
        from solver.level10.search import Search

        found = Search(state, budget).run(HANDOVER if hand_over else None)
        return None if found.winnable is None else Finding(method, found.plan)
    budget.check()
    limit: LimitName = "nodes"
    if method == "cnf":
        cnf: CnfAnswer = call(
            "solver.level10.cnf:decide", state, budget.nodes_left(), budget=budget
        )
        winnable, plan, conflicts = cnf.satisfiable, cnf.plan, cnf.conflicts
    else:
        limits = budget.seconds_left(), budget.nodes_left()
        cp_sat: CpSatAnswer = call("solver.level10.cpsat:decide", state, *limits, budget=budget)
        winnable, plan, conflicts = cp_sat.feasible, cp_sat.plan, cp_sat.conflicts
        limit = cp_sat.limit or limit
    spend(budget, conflicts + len(plan or ()))
    if winnable is None:
        raise LimitReached(limit)
    return Finding(method, plan)


def spend(budget: Budget, nodes: int) -> None:
    """Counts as nodes the conflicts of a constraint solver, and the turns of a plan it has found.

    Raises `LimitReached` where they are more than were left.
    """
    left = budget.nodes_left()
    budget.nodes += 1 + nodes
    if left is not None and 1 + nodes > left:
        raise LimitReached("nodes")


def confirmed(state: State, finding: Finding, budget: Budget) -> Proof:
    """The proof that a position cannot be won, once another method has agreed.

    Raises `LimitReached`, `ChildFailed`, and `Disagreement` where it finds a plan.
    """
    started = budget.elapsed()
    second = CONFIRMED_BY[finding.method]
    other = opinion(second, state, budget)
    if other is not None and other.plan is not None:
        raise Disagreement(
            f"{METHODS[finding.method]}, but {second} has found a plan: this is a bug, please"
            f" report the position and the plan {' '.join(map(str, other.plan))}"
        )
    return Proof(METHODS[finding.method], METHODS[second], None, budget.elapsed() - started)


def in_words(state: State, budget: Budget) -> str:
    """The reason in words; where the limits leave no room to look for it, that is what it says."""
    try:
        return str(call("solver.level10.reason:reason", state, budget=budget))
    except (LimitReached, ChildFailed):
        return "no reason in words was found within the limits"


def replayed(state: State, finding: Finding) -> tuple[str, ...]:
    """The plan in words, once the referee has played it to a win.

    Raises `Disagreement` where the referee refuses it.
    """
    for index, move in enumerate(finding.plan or (), 1):
        try:
            state = apply(state, move)
        except IllegalMove as error:
            raise Disagreement(
                f"the plan found by {finding.method} breaks {error.rule} at move {index}, {move}:"
                " this is a bug, please report the position"
            ) from error
    if outcome(state) != "won":
        raise Disagreement(f"the plan found by {finding.method} does not win: this is a bug")
    return tuple(map(str, finding.plan or ()))
