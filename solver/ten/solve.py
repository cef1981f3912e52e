"""The verdict on an open deal of TEN: can a player come to so many points, or win?"""

from __future__ import annotations

from solver.game import Question
from solver.ten.table import MAX_PLAYERS, READINGS, State
from solver.verdict import Limits, Verdict

GOALS = ("win:P", "score:P:N")
ENGINES = ("auto", "search", "cp-sat")
OTHERS = ("help", "oppose", "selfish")
MOST_POINTS = 999


def ask(goal: str | None = None, others: str = "help") -> Question:
    """The question that a goal makes, `win:1` for None; raises `ValueError` where there is none."""
    if others not in OTHERS:
        raise ValueError(f"the others can be {', '.join(OTHERS)}, not '{others}'")
    name, *numbers = (goal or "win:1").lower().split(":")
    sizes = {"win": 1, "score": 2}
    if len(numbers) != sizes.get(name) or not all(map(str.isdecimal, numbers)):
        raise ValueError(f"'{goal}' is no goal of ten: win:P or score:P:N, as win:1 or score:1:12")
    player, *points = map(int, numbers)
    if not 1 <= player <= MAX_PLAYERS:
        raise ValueError(f"there is no player {player}: {goal}")
    if points and points[0] > MOST_POINTS:
        raise ValueError(f"{points[0]} points are more than {MOST_POINTS}: {goal}")
    return Question(":".join([name, *map(str, (player, *points))]), others=others)


def matters(question: Question) -> tuple[str, ...]:
    """The readings that can change an answer."""
    return tuple(READINGS)


def solve(
    state: State, question: Question, engine: str, limits: Limits, words: bool = True
) -> Verdict:
    """Whether the goal can be reached."""
    raise NotImplementedError


def headline(question: Question, verdict: Verdict) -> str:
    """What follows the word of a verdict."""
    return ""
