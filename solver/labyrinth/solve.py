"""Decides questions about a position of Master Labyrinth."""

from __future__ import annotations

import re

from solver.game import Question
from solver.labyrinth.board import SQUARE_OF
from solver.labyrinth.table import State
from solver.verdict import Limits, Verdict

GOALS = ("take:N", "reach:SQUARE", "battle")
ENGINES = ("auto", "search")
MOST_TREASURES = 24


def goal(text: str | None) -> str:
    """The goal that a text names, `take:1` for None.

    Raises `ValueError` for what is no goal of this game.
    """
    name = (text or "take:1").lower()
    kind, _, value = name.partition(":")
    if name == "battle" or (kind == "reach" and value in SQUARE_OF):
        return name
    if kind == "take" and re.fullmatch("[1-9][0-9]?", value) and int(value) <= MOST_TREASURES:
        return name
    raise ValueError(
        f"Master Labyrinth has no goal {text}: take:N (1 to {MOST_TREASURES}), reach:SQUARE"
        " (a1 to g7) or battle"
    )


def solve(
    state: State, question: Question, engine: str, limits: Limits, words: bool = True
) -> Verdict:
    """The verdict on a question."""
    raise NotImplementedError
