"""Would the scenarios notice if a referee did not check a rule? Every check is taken away once."""

from __future__ import annotations

from importlib import import_module

import pytest
from mutants import Mutant, made, mutants

from solver.rulebook.scenario import Scenario, differences, scenarios

REFEREES = [
    *("level10.rules", "ten.rules", "ten.payments"),
    *("labyrinth.rules", "labyrinth.threats"),
]
UNSAYABLE = "world_of(move.card) != move.row"
"""A move names its card, and the row follows from it (L5)."""

CHECKS = [
    mutant
    for name in REFEREES
    for mutant in mutants(import_module(f"solver.{name}"), checks_only=True)
    if UNSAYABLE not in mutant.change
    and (mutant.function, mutant.change) != ("coin_breaks", "if value is None -> if False")
]  # without that one nobody has a card of no value: only the words are others


def test_there_are_checks() -> None:
    assert len(CHECKS) >= 50
    assert {mutant.module.__name__.split(".")[1] for mutant in CHECKS} == {
        "level10",
        "ten",
        "labyrinth",
    }


@pytest.mark.parametrize("mutant", CHECKS, ids=str)
def test_a_check_that_is_taken_away_is_missed(mutant: Mutant) -> None:
    game = mutant.module.__name__.split(".")[1]
    with made(mutant):
        assert any(noticed(one) for one in scenarios(game))


def noticed(one: Scenario) -> bool:
    """Whether a scenario comes out otherwise, or does not come to an end."""
    try:
        return bool(differences(one))
    except Exception:  # whatever a mistake leads to, it is noticed
        return True
