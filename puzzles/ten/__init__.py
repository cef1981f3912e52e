"""Puzzles of TEN."""

from __future__ import annotations

from puzzles.puzzle import Kind
from puzzles.ten.best_score import BEST_SCORE
from puzzles.ten.draw_or_stop import DRAW_OR_STOP
from puzzles.ten.last_purchase import LAST_PURCHASE
from puzzles.ten.open_deal import OPEN_DEAL

KINDS: tuple[Kind, ...] = (BEST_SCORE, LAST_PURCHASE, DRAW_OR_STOP, OPEN_DEAL)
"""The kinds of puzzle of this game."""
