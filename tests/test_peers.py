"""The peers of the benchmark `level10_peers.py`: they answer as is known, and their plans win."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from types import ModuleType

import pytest

import solver
from solver import Record
from solver.level10 import cnf
from solver.level10.deal import deal
from solver.level10.rules import Move, State

ROOT = Path(__file__).parents[1]
KNOWN = json.loads((ROOT / "tests/data/known-deals.json").read_text(encoding="utf-8"))["deals"]
NEED_PUT_BACKS = [deal(1, 0, seed=80, index=1), deal(1, 1, seed=80, index=9)]
OTHERS = [deal(2, 1, seed=80), deal(3, 3, seed=80), deal(4, 0, seed=80), deal(5, 2, seed=80)]
# The first few of the known deals are of one player and can be won, like the put-back ones.
DEALS: list[tuple[State, bool]] = [
    *((solver.read(one["position"]).state, one["verdict"] == "winnable") for one in KNOWN[4:]),
    *((state, True) for state in NEED_PUT_BACKS + OTHERS),
]


def peer(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A peer's module; benchmarks are not installed."""
    monkeypatch.syspath_prepend(ROOT)
    return importlib.import_module(f"benchmarks.peers.{name}")


def wins(state: State, plan: tuple[Move, ...]) -> bool:
    end = solver.replay(Record("level10", state), map(str, plan))
    return solver.outcome(end) == "won"


@pytest.mark.parametrize("part", ["simple", "complete"])
def test_clingo(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("clingo")
    module = peer("clingo_peer", monkeypatch)
    for state, winnable in DEALS:
        plan = module.solve(state, part)
        assert plan is None or wins(state, plan)
        if part == "complete" or not winnable:
            assert (plan is not None) == winnable


def test_cp_sat(monkeypatch: pytest.MonkeyPatch) -> None:
    module = peer("cpsat_peer", monkeypatch)
    for state, winnable in DEALS:
        plan = module.decide_simple(state)
        assert plan is None or wins(state, plan)
        assert plan is None or winnable
    lost = next(state for state, winnable in DEALS if not winnable)
    assert module.decide(lost) is None
    assert wins(NEED_PUT_BACKS[0], module.decide(NEED_PUT_BACKS[0]))


def test_the_small_models_say_no_where_put_backs_are_needed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    decide_simple = peer("cpsat_peer", monkeypatch).decide_simple
    for state in NEED_PUT_BACKS:
        assert decide_simple(state) is None
    for players in range(1, 6):
        restricted = deal(players, 0, seed=82, readings={"put_back": "never", "tuck": "never"})
        plan = decide_simple(deal(players, 0, seed=82))
        assert (plan is not None) == (cnf.decide(restricted).plan is not None)
    pytest.importorskip("clingo")
    solve = peer("clingo_peer", monkeypatch).solve
    for state in NEED_PUT_BACKS:
        assert solve(state, "simple") is None
        assert any(move.put_back for move in solve(state, "complete"))
