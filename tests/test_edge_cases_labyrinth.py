"""What the page on edge cases says about Master Labyrinth."""

from __future__ import annotations

from pathlib import Path

import solver
from solver import Record
from solver.labyrinth import rules
from solver.labyrinth.board import SQUARE_OF, SQUARES, is_loose
from solver.labyrinth.conditions import cannot_leave
from solver.labyrinth.passages import passage
from solver.labyrinth.table import Move, State
from solver.rulebook.condition import Moment

EXAMPLES = Path(__file__).parents[1] / "examples" / "edge-cases"


def record_of(name: str) -> Record[State, Move]:
    record: Record[State, Move] = solver.read((EXAMPLES / f"labyrinth-{name}.txt").read_text())
    return record


def test_the_witnesses_are_written_as_the_program_writes() -> None:
    for path in EXAMPLES.glob("labyrinth-*.txt"):
        text = path.read_text()
        remarks = "".join(line for line in text.splitlines(True) if line.startswith("#"))
        assert remarks
        assert text == remarks + solver.write(solver.read(text))


def test_nobody_can_leave() -> None:
    record = record_of("cannot-leave")
    assert not solver.unreachable(record)
    assert len(record.moves) == 7
    state = solver.replay(record).state
    assert cannot_leave(Moment(state))
    assert all(move.to is None for move in rules.legal_moves(state))


def test_the_corner_is_closed_for_good() -> None:
    """It is fixed, and joined to nothing whatever tiles its neighbours are."""
    state = record_of("closed-corner").state
    corner = SQUARE_OF["a1"]
    assert not is_loose(corner)
    every_side = 15
    tiles = tuple(
        state.board.tiles[where] if where == corner else every_side for where in range(SQUARES)
    )
    assert passage(type(state.board)(tiles, state.board.spare), True, corner) == {corner}
    assert min(state.treasures) == (1, corner)
