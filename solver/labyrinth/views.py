"""A table of Master Labyrinth and a plan for it, as people look at them."""

from __future__ import annotations

from collections.abc import Sequence

from solver.game import Picture, Table
from solver.labyrinth.table import Move, State


def picture(state: State) -> Picture:
    """The board."""
    raise NotImplementedError


def plan_table(state: State, moves: Sequence[Move]) -> Table:
    """A plan turn by turn."""
    raise NotImplementedError
