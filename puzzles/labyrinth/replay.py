"""An author's moves, read and played by the referee."""

from __future__ import annotations

from collections.abc import Sequence

from solver import IllegalMove, ReadError
from solver.fields import Token, moves
from solver.labyrinth import rules
from solver.labyrinth.move_notation import read_move
from solver.labyrinth.table import Move, State


class Refused(Exception):
    """A move that cannot be read or is not allowed; the message says why."""


def moves_of_words(words: Sequence[str]) -> list[Move]:
    """The moves that words make; raises `Refused` for what is none."""
    try:
        return [read_move(tokens) for tokens in moves([Token(word, 1, 1) for word in words])]
    except ReadError as error:
        raise Refused(error.message) from None


def after_move(state: State, number: int, move: Move) -> State:
    """The table after a move with its number; raises `Refused`, for throws too, as no die is thrown
    for a question."""
    if move.dragon is not None or move.duels or move.battle:
        raise Refused(f"move {number}, {move}, tells a throw, but no die is thrown here")
    try:
        return rules.apply(state, move)
    except IllegalMove as error:
        message = f"move {number}, {error.move}, breaks {error.rule}: {error.message}"
        raise Refused(message) from None
