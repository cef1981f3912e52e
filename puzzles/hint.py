"""Hints for a puzzle: where to look, then the move, then everything."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.kinds import KINDS
from puzzles.puzzle import Analysis, Puzzle

STEPS = ("nudge", "move", "plan")


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint of one of the `STEPS` in words, and what it tells: a nudge nothing, a move what is
    right, a plan all that is right and wrong, and the solution."""

    step: str
    text: str
    right: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    solution: tuple[str, ...] = ()


def hint(puzzle: Puzzle, analysis: Analysis, step: str) -> Hint:
    """A hint for a puzzle that has been analysed."""
    right = tuple(choice.name for choice in analysis.right)
    if step == "nudge":
        kind = KINDS[puzzle.kind]
        return Hint(step, kind.nudge(puzzle.record.state, puzzle.question, analysis))
    if step == "move":
        if not right:
            return Hint(step, "there is nothing that solves it")
        return Hint(step, right[0], right[:1])
    wrong = tuple(choice.name for choice in analysis.wrong)
    solution = " ".join(analysis.solution) or "there is none"
    return Hint(step, solution, right, wrong, analysis.solution)
