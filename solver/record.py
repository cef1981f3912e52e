"""A game record: a position of some game, the moves made from it, and a note."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from solver.text import tidy_note

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")


@dataclass(frozen=True)
class Record(Generic[StateT, MoveT]):
    """A position, the moves made from it (they may be none, and need not be legal), and a note.

    `game` is the name of the game, `level10` for one. A note keeps its line breaks as
    newlines and no blanks around it.
    """

    game: str
    state: StateT
    moves: tuple[MoveT, ...] = ()
    note: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "note", tidy_note(self.note))
