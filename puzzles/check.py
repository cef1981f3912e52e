"""Verifies what positions and puzzles claim, by itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import solver
from puzzles.grade import grade
from puzzles.kinds import KINDS
from puzzles.notation import GRADE
from puzzles.plans import PLANS, UP_TO_ORDER, count
from puzzles.puzzle import Analysis, Puzzle
from solver import IllegalMove, Limits, Record
from solver.verdict import Budget, LimitReached

BLUNDER = "blunder"
"""The claim that a move, which somebody made, loses; any that does will do."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that an input says, whether it is so (None: not known), and what was found."""

    claim: str
    ok: bool | None
    found: str


def position_claims(record: Record[Any, Any]) -> list[Claim]:
    """What a position claims, one by one: that it is one, can be reached, and its moves legal."""
    claims = [Claim("position", True, "every piece is where one can be")]
    flags = solver.unreachable(record)
    claims += [Claim(f"reachable: {flag.name}", False, flag.message) for flag in flags]
    if not flags:
        claims.append(Claim("reachable", True, "nothing shows that it cannot be played to"))
    notes = solver.game_of(record).notes(record.state)
    claims += [Claim(f"note: {note.name}", True, note.message) for note in notes]
    if record.moves:
        try:
            outcome = solver.outcome(solver.replay(record))
            made = len(record.moves)
            claims.append(Claim("moves", True, f"{made} legal, then the game is {outcome}"))
        except IllegalMove as error:
            found = f"move {error.index}, {error.move}, breaks {error.rule}: {error.message}"
            claims.append(Claim("moves", False, found))
    return claims


def analysis_of(puzzle: Puzzle, limits: Limits) -> Analysis:
    """What is true of a puzzle; raises `ValueError` where its position does not suit its kind."""
    return KINDS[puzzle.kind].analyse(puzzle.record.state, puzzle.question, limits)


def puzzle_claims(puzzle: Puzzle, limits: Limits) -> list[Claim]:
    """What a puzzle claims beside its position, one by one, and whether its solution is one."""
    budget = Budget(limits)
    try:
        analysis = analysis_of(puzzle, limits)
    except ValueError as error:
        return [Claim(f"puzzle: {puzzle.kind}", False, str(error))]
    claims = [
        counted(puzzle, name, value, budget)
        if KINDS[puzzle.kind].lines and name in (PLANS, UP_TO_ORDER)
        else verified(puzzle, analysis, name, value)
        for name, value in puzzle.claims.items()
    ]
    if puzzle.solution:
        claims.append(solved(puzzle, analysis))
    return claims


def solved(puzzle: Puzzle, analysis: Analysis) -> Claim:
    """Whether the author's solution is one."""
    kind = KINDS[puzzle.kind]
    alone = next((one for one in analysis.choices if (one.name,) == puzzle.solution), None)
    right = ", ".join(choice.name for choice in analysis.right) or "nothing"
    if alone is not None and not alone.right:
        return Claim("solution", False, f"{alone.name} is wrong; right: {right}")
    if alone is not None and kind.begins:
        return Claim("solution", True, f"{alone.name} is right")
    fault = kind.refuted(puzzle.record.state, puzzle.question, puzzle.solution)
    return Claim("solution", fault is None, fault or "played by the referee, and right")


def counted(puzzle: Puzzle, name: str, value: str, budget: Budget) -> Claim:
    """A claim about how many plans there are, each counted."""
    claim = f"{name}={value}"
    left = Limits(budget.seconds_left(), budget.limits.nodes)
    try:
        found = str(count(name, solver.game_of(puzzle.record), puzzle.record.state, left))
    except LimitReached as reached:
        return Claim(claim, None, f"not known: the {reached.name} limit was hit")
    return Claim(claim, found == value, found)


def verified(puzzle: Puzzle, analysis: Analysis, name: str, value: str) -> Claim:
    """One claim with what was found for it."""
    claim = f"{name}={value}"
    if name == GRADE:
        if analysis.limit:
            return Claim(claim, None, analysis.doubt)
        found = grade(puzzle, analysis)
        return Claim(claim, value == str(found.number), f"{found.number} ({found.word})")
    if name == BLUNDER and not analysis.limit:
        right = {choice.name: choice.right for choice in analysis.choices}
        if value in right:
            return Claim(claim, not right[value], f"it {'wins' if right[value] else 'loses'}")
        return Claim(claim, False, f"it is no legal move; {analysis.found[name]} loses")
    if name not in analysis.found:
        return Claim(claim, None, analysis.doubt)
    shown = analysis.shown.get(name, "")
    found_text = analysis.found[name] + (f": {shown}" if shown else "")
    return Claim(claim, analysis.found[name] == value, found_text)
