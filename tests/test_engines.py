"""The three engines against each other, and the search against the referee move by move."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest
from positions import ALL_READINGS, deal, late_positions, random_line, reading_id

import solver
from solver.level10 import cnf, cpsat
from solver.level10.rules import Move, Readings, State, apply, legal_moves, outcome
from solver.level10.search import DEAD_ENDS, Search
from solver.verdict import Budget, Limits

DATA = Path(__file__).with_name("data")
POSITIONS = [
    json.loads(line)
    for line in (DATA / "engine-positions.jsonl").read_text(encoding="utf-8").splitlines()
]
CHUNK = 20
UNLIMITED = Limits(None, None, None)


def search(state: State, dead_ends: tuple[str, ...] = DEAD_ENDS) -> tuple[Move, ...] | None:
    """A winning plan, or None once the search has closed the tree."""
    return Search(state, Budget(UNLIMITED), dead_ends).run().plan


def wins(state: State, plan: tuple[Move, ...]) -> bool:
    for move in plan:
        state = apply(state, move)
    return outcome(state) == "won"


def test_the_positions_are_of_all_kinds() -> None:
    records = [solver.read(one["position"]) for one in POSITIONS]
    assert len(records) >= 500
    assert all(28 <= record.state.filled <= 40 for record in records)
    assert {record.state.players for record in records} == {1, 2, 3, 4, 5}
    verdicts = Counter(one["verdict"] for one in POSITIONS)
    assert min(verdicts["winnable"], verdicts["unwinnable"]) >= 100
    assert sum(bool(record.state.deck) for record in records) >= len(records) / 2
    assert sum(record.state.readings != Readings() for record in records) >= len(records) / 3
    assert len({record.state for record in records}) == len(records)


@pytest.mark.parametrize("first", range(0, len(POSITIONS), CHUNK))
def test_engines_agree(first: int) -> None:
    for one in POSITIONS[first : first + CHUNK]:
        state = solver.read(one["position"]).state
        plans = {
            "search": search(state),
            "cp-sat": cpsat.decide(state).plan,
            "cnf": cnf.decide(state).plan,
        }
        for engine, plan in plans.items():
            assert (plan is not None) == (one["verdict"] == "winnable"), (engine, one["position"])
            assert plan is None or wins(state, plan), (engine, one["position"])


@pytest.mark.parametrize("off", DEAD_ENDS)
def test_a_dead_end_test_changes_no_verdict(off: str) -> None:
    without = tuple(name for name in DEAD_ENDS if name != off)
    for one in POSITIONS[::7]:
        state = solver.read(one["position"]).state
        found = Search(state, Budget(UNLIMITED), without).run(60_000)
        if found.winnable is not None:
            assert found.winnable == (one["verdict"] == "winnable"), one["position"]


def test_without_any_dead_end_test_the_verdicts_are_the_same() -> None:
    decided = 0
    for one in POSITIONS[::5]:
        state = solver.read(one["position"]).state
        found = Search(state, Budget(UNLIMITED), ()).run(20_000)
        if found.winnable is not None:
            decided += 1
            assert found.winnable == (one["verdict"] == "winnable"), one["position"]
    assert decided >= 50


def test_each_dead_end_test_is_needed_somewhere() -> None:
    """A test that never fires could be wrong without anybody noticing."""
    for off in DEAD_ENDS:
        without = tuple(name for name in DEAD_ENDS if name != off)
        more = 0
        for one in POSITIONS[::9]:
            state = solver.read(one["position"]).state
            nodes = []
            for dead_ends in (DEAD_ENDS, without):
                budget = Budget(UNLIMITED)
                Search(state, budget, dead_ends).run(5_000)
                nodes.append(budget.nodes)
            more += nodes[1] != nodes[0]
        assert more > 0, off


def generated(state: State) -> list[str]:
    """The moves that the search tries in a full pass, by the referee's names."""
    one = Search(state, Budget(UNLIMITED))
    filled, turn, drawn, to_fill, restarted, left = one.set_up()
    in_deck = len(one.deck) - drawn
    children, complete = one.children(
        filled, one.hands[turn >> 1], in_deck, to_fill, restarted, left
    )
    assert complete
    return sorted(str(one.move(child)) for child in children)


@pytest.mark.parametrize("readings", ALL_READINGS, ids=reading_id)
@pytest.mark.parametrize("players", range(1, 6))
def test_the_search_generates_the_referees_moves(players: int, readings: Readings) -> None:
    rng = random.Random(players)
    for seed in range(6):
        state = deal(players, seed % 4, seed, 1, readings)
        for move in random_line(state, rng, 50):
            assert generated(state) == sorted(map(str, legal_moves(state)))
            state = apply(state, move)


@pytest.mark.parametrize("readings", ALL_READINGS, ids=reading_id)
def test_the_search_generates_the_referees_moves_late(readings: Readings) -> None:
    rng = random.Random(1)
    for players in range(1, 6):
        for state in late_games_once(players, readings):
            for move in random_line(state, rng, 50):
                assert generated(state) == sorted(map(str, legal_moves(state)))
                state = apply(state, move)


def late_games_once(players: int, readings: Readings) -> list[State]:
    """One late position for each number of pauses that is worth it."""
    return [next(late_positions(players, pauses, 34, pauses, readings)) for pauses in (1, 3)]
