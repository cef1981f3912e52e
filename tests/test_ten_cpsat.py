"""The model of open deals of TEN against answers that come from trying everything."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import solver
from solver.ten import rules
from solver.ten.cpsat import best, find, model_and_solve
from solver.ten.table import State
from solver.verdict import Budget, LimitReached, Limits

DATA = json.loads((Path(__file__).with_name("data") / "ten_open.json").read_text())
CHOSEN = DATA[::5]


def state_of(entry: dict[str, Any]) -> State:
    """The table of an entry."""
    state = solver.read(entry["position"]).state
    assert isinstance(state, State)
    return state


def played(state: State, plan: Any) -> State:  # a plan or None
    """The end of a plan, each move of which the referee allows."""
    assert plan is not None
    for move in plan:
        state = rules.apply(state, move)
    assert rules.over(state)
    return state


@pytest.mark.parametrize("entry", CHOSEN, ids=range(len(CHOSEN)))
def test_the_model_finds_what_can_be_and_nothing_else(entry: dict[str, Any]) -> None:
    state, player, most = state_of(entry), entry["player"], entry["help"]["score"]
    answer = model_and_solve(state, f"best:{player}")
    assert answer.points == answer.bound == most
    assert rules.score(played(state, answer.plan), player) >= most
    assert model_and_solve(state, f"score:{player}:{most + 1}").feasible is False
    win = model_and_solve(state, f"win:{player}")
    assert win.feasible is entry["help"]["win"]
    if win.feasible:
        assert player in rules.winners(played(state, win.plan))


def test_the_model_runs_in_a_child_and_keeps_to_the_limits() -> None:
    entry = next(one for one in DATA if one["help"]["win"])
    state, player = state_of(entry), entry["player"]
    budget = Budget(Limits())
    plan = find(state, f"win:{player}", budget)
    assert player in rules.winners(played(state, plan))
    assert best(state, player, budget).points == entry["help"]["score"]
    with pytest.raises(LimitReached):
        find(state, f"win:{player}", Budget(Limits(seconds=0)))
