"""Plans of Level 10 counted, against writing all of them down."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import solver
from puzzles.check import puzzle_claims
from puzzles.notation import read_puzzle
from puzzles.plans import PLANS, UP_TO_ORDER, count
from solver import Limits, Record
from solver.verdict import LimitReached

ENDGAMES = json.loads(
    Path(__file__).with_name("data").joinpath("known-endgames.json").read_text(encoding="utf-8")
)["positions"]
GAME = solver.GAMES["level10"]
NO_LIMIT = Limits(None)


def open_cells(record: Record[Any, Any]) -> int:
    return 50 - sum(len(row) for row in record.state.rows)


def every_plan(record: Record[Any, Any], moves: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """All series of moves that end with the win, with who makes them."""
    if solver.outcome(record) == "won":
        yield moves
        return
    for move in solver.moves(record):
        made = (GAME.player(record.state), move)
        yield from every_plan(solver.apply(record, move), (*moves, made))


PICKED = (3, 8, 10, 23, 27, 29)
"""Endgames with few plans, or none."""
RECORDS = list(map(solver.read, (one["position"] for one in ENDGAMES)))
SMALL = [RECORDS[place] for place in PICKED]


@pytest.mark.parametrize("record", SMALL, ids=range(len(SMALL)))
def test_as_many_as_there_are(record: Record[Any, Any]) -> None:
    plans = list(every_plan(record))
    assert count(PLANS, GAME, record.state, NO_LIMIT) == len(plans) == len(set(plans))
    sets = {frozenset(Counter(plan).items()) for plan in plans}
    assert count(UP_TO_ORDER, GAME, record.state, NO_LIMIT) == len(sets)


def test_there_is_something_to_count() -> None:
    numbers = [
        (
            count(PLANS, GAME, record.state, NO_LIMIT),
            count(UP_TO_ORDER, GAME, record.state, NO_LIMIT),
        )
        for record in SMALL
    ]
    assert sum(plans > sets > 1 for plans, sets in numbers) >= 2
    assert (0, 0) in numbers


def test_a_limit() -> None:
    record = max(RECORDS, key=open_cells)
    for name in (PLANS, UP_TO_ORDER):
        with pytest.raises(LimitReached):
            count(name, GAME, record.state, Limits(None, 50))


def test_claims_are_counted() -> None:
    record = next(one for one in SMALL if count(PLANS, GAME, one.state, NO_LIMIT) > 1)
    plans, sets = (count(name, GAME, record.state, NO_LIMIT) for name in (PLANS, UP_TO_ORDER))
    claims = f"claims: plans={plans} plans-up-to-order={sets + 1}"
    puzzle = read_puzzle(f"puzzle: lost-or-not; {claims}; {solver.write(record, one_line=True)}")
    assert [claim.ok for claim in puzzle_claims(puzzle, NO_LIMIT)] == [True, False]
    limited = puzzle_claims(puzzle, Limits(0.0))
    assert [claim.ok for claim in limited] == [None, None]
