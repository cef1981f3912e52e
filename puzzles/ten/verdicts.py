"""Verdicts on several positions of TEN within the same limits."""

from __future__ import annotations

from solver.game import Question
from solver.ten.solve import solve
from solver.ten.table import State
from solver.verdict import Budget, Limits, Verdict


class Unsettled(Exception):
    """There is no verdict; the message says which limit was hit, or what was in the way."""


class Verdicts:
    """Answers to questions, which all together keep to the limits."""

    def __init__(self, limits: Limits) -> None:
        self.budget = Budget(limits)

    def answer(self, state: State, question: Question) -> Verdict:
        """The verdict, `winnable` or `unwinnable`; raises `Unsettled` where it is unknown."""
        left = self.budget
        limits = Limits(left.seconds_left(), left.nodes_left(), left.limits.megabytes)
        verdict = solve(state, question, "auto", limits, words=False)
        self.budget.nodes += verdict.nodes
        if verdict.verdict == "unknown":
            raise Unsettled(verdict.limit or "; ".join(verdict.warnings))
        return verdict

    def winnable(self, state: State, question: Question) -> bool:
        """Whether the goal can be reached."""
        return self.answer(state, question).verdict == "winnable"
