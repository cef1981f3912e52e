"""How hard a puzzle is for people: parts that mean something, and a number made of them."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.kinds import KINDS
from puzzles.puzzle import Analysis, Puzzle
from solver.shuffle import SplitMix64

TRIALS = 12
"""Attempts of each simulated player."""
DEEP = 8
MANY = 6
WORDS = ("easy", "medium", "hard")


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that makes a puzzle hard: its name, what was found, and the points it gives out of
    the most that it could give."""

    name: str
    found: str
    points: float
    most: int


@dataclass(frozen=True, slots=True)
class Grade:
    """A number from 0 to 100, a word for it, and the parts that it is the sum of."""

    number: int
    word: str
    parts: tuple[Part, ...]


def grade(puzzle: Puzzle, analysis: Analysis) -> Grade:
    """The grade of a puzzle that has been analysed; the same everywhere."""
    tempting = [choice for choice in analysis.wrong if choice.plausible]
    choices = len(tempting) + len(analysis.right)
    depth = max((choice.depth for choice in tempting), default=0)
    steps = "1 step" if depth == 1 else f"{depth} steps"
    parts = (
        Part(
            "tempting wrong choices",
            f"{len(tempting)} beside {len(analysis.right)} right",
            20 * len(tempting) / choices if choices else 0.0,
            20,
        ),
        Part(
            "refutation",
            f"the most tempting wrong choice looks right for {steps}",
            10 * min(depth, DEEP) / DEEP,
            10,
        ),
        missed(puzzle, analysis, "greedy", "who takes what looks best at once", 30),
        missed(puzzle, analysis, "one-turn", "who looks one own turn ahead", 30),
        Part(
            "decisions",
            f"{analysis.decisions} on the way that are not forced",
            10 * min(analysis.decisions, MANY) / MANY,
            10,
        ),
    )
    number = round(sum(part.points for part in parts))
    return Grade(number, word_for(number), parts)


def word_for(number: int) -> str:
    """The word for a grade: a third of all grades each."""
    return WORDS[min(number * len(WORDS) // 100, len(WORDS) - 1)]


def missed(puzzle: Puzzle, analysis: Analysis, player: str, who: str, most: int) -> Part:
    """How often a simulated player misses a right choice."""
    kind, right = KINDS[puzzle.kind], {choice.name for choice in analysis.right}
    state, question = puzzle.record.state, puzzle.question
    misses = sum(
        kind.attempt(player, state, question, SplitMix64(trial)) not in right
        for trial in range(TRIALS)
    )
    found = f"a player {who} misses it in {misses} of {TRIALS} attempts"
    return Part(f"{player} player", found, most * misses / TRIALS, most)
