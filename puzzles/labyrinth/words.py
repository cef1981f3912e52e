"""Parts of sentences about a table of Master Labyrinth."""

from __future__ import annotations

from solver.fields import listed
from solver.labyrinth.board import square_name
from solver.labyrinth.table import ON_SPARE, State


def player_text(number: int) -> str:
    """A player, to begin a sentence with."""
    return f"Player {number}"


def lowest_text(state: State) -> str:
    """The treasures of lowest value, and where they lie."""
    lowest, _ = state.treasures[0]
    places = [
        "the spare tile" if where == ON_SPARE else square_name(where)
        for value, where in state.treasures
        if value == lowest
    ]
    which = "the" if len(places) == 1 else "a"
    return f"{which} {lowest} on {listed(places)}"


def line_text(point: str) -> str:
    """The line that a push shifts."""
    return f"{'column' if point[0] in 'NS' else 'row'} {point[1]}"
