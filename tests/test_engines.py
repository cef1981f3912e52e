"""The engines against each other, and the search against the referee move by move.

The search has two ways to walk the tree, in plain Python and compiled: both must take the same
steps. Where the compiled one is not there, its tests are skipped.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from positions import ALL_READINGS, deal, late_positions, random_line, reading_id

import solver
from solver.level10 import cnf, cpsat
from solver.level10.cards import CELLS
from solver.level10.compact import to_move, turn_lines, turn_table
from solver.level10.rules import READINGS, Move, Readings, State, apply, legal_moves, outcome
from solver.level10.search import Search, SearchAnswer, walker
from solver.level10.tree import DEAD_ENDS
from solver.verdict import Budget, Limits

DATA = Path(__file__).with_name("data")
POSITIONS = [
    json.loads(line)
    for line in (DATA / "engine-positions.jsonl").read_text(encoding="utf-8").splitlines()
]
PERFT = json.loads((DATA / "perft-level10.json").read_text(encoding="utf-8"))
CHUNK = 20
UNLIMITED = Limits(None, None, None)


COMPILED = walker(plain=False)[1]
WALKERS = [
    pytest.param(True, id="plain"),
    pytest.param(
        False,
        id="compiled",
        marks=pytest.mark.skipif(not COMPILED, reason="the search is not compiled here"),
    ),
]


def search(
    state: State,
    dead_ends: tuple[str, ...] = DEAD_ENDS,
    nodes: int | None = None,
    plain: bool | None = None,
) -> tuple[SearchAnswer, int]:
    """What the search finds, and the nodes it took."""
    budget = Budget(UNLIMITED)
    return Search(state, budget, dead_ends, plain).run(nodes), budget.nodes


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
            "search": search(state)[0].plan,
            "cp-sat": cpsat.decide(state).plan,
            "cnf": cnf.decide(state).plan,
        }
        for engine, plan in plans.items():
            assert (plan is not None) == (one["verdict"] == "winnable"), (engine, one["position"])
            assert plan is None or wins(state, plan), (engine, one["position"])


@pytest.mark.skipif(not COMPILED, reason="the search is not compiled here")
@pytest.mark.parametrize("first", range(0, len(POSITIONS), 4 * CHUNK))
def test_both_walkers_take_the_same_steps(first: int) -> None:
    for one in POSITIONS[first : first + 4 * CHUNK]:
        state = solver.read(one["position"]).state
        plain, compiled = (search(state, nodes=5_000, plain=plain) for plain in (True, False))
        assert plain == compiled, one["position"]


@pytest.mark.skipif(not COMPILED, reason="the search is not compiled here")
@pytest.mark.parametrize("off", [*DEAD_ENDS, ""])
@pytest.mark.parametrize("readings", ALL_READINGS, ids=reading_id)
def test_both_walkers_take_the_same_steps_on_deals(readings: Readings, off: str) -> None:
    without = tuple(name for name in DEAD_ENDS if name != off)
    for players in range(1, 6):
        state = deal(players, players % 4, 5, 1, readings)
        plain, compiled = (search(state, without, 1_500, plain) for plain in (True, False))
        assert plain == compiled


@pytest.mark.parametrize("plain", WALKERS)
@pytest.mark.parametrize("off", DEAD_ENDS)
def test_a_dead_end_test_changes_no_verdict(off: str, plain: bool) -> None:
    without = tuple(name for name in DEAD_ENDS if name != off)
    for one in POSITIONS[:: 28 if plain else 1]:
        state = solver.read(one["position"]).state
        found, _ = search(state, without, 60_000, plain)
        if found.winnable is not None:
            assert found.winnable == (one["verdict"] == "winnable"), one["position"]


@pytest.mark.parametrize("plain", WALKERS)
def test_without_any_dead_end_test_the_verdicts_are_the_same(plain: bool) -> None:
    decided = 0
    positions = POSITIONS[:: 20 if plain else 1]
    for one in positions:
        state = solver.read(one["position"]).state
        found, _ = search(state, (), 20_000 if plain else 200_000, plain)
        if found.winnable is not None:
            decided += 1
            assert found.winnable == (one["verdict"] == "winnable"), one["position"]
    assert decided >= len(positions) * 0.4


def test_each_dead_end_test_is_needed_somewhere() -> None:
    """A test that never fires could be wrong without anybody noticing."""
    for off in DEAD_ENDS:
        without = tuple(name for name in DEAD_ENDS if name != off)
        more = 0
        for one in POSITIONS[::9]:
            state = solver.read(one["position"]).state
            nodes = [search(state, dead_ends, 5_000)[1] for dead_ends in (DEAD_ENDS, without)]
            more += nodes[1] != nodes[0]
        assert more > 0, off


# --- The turns and the moves ----------------------------------------------------------------


@pytest.mark.parametrize("extra_turn", READINGS["extra_turn"])
def test_the_turn_table_is_the_referees_order(extra_turn: str) -> None:
    readings = Readings(extra_turn=extra_turn)
    for players in range(1, 6):
        for starter in range(1, players + 1):
            whole = b"".join(
                turn_lines(players, starter, readings, filled) for filled in range(CELLS + 1)
            )
            assert turn_table(players, starter, readings) == whole


@pytest.mark.parametrize("plain", WALKERS)
@pytest.mark.parametrize("entry", PERFT, ids=lambda e: f"{e['depth']}-{e['nodes']}")
def test_perft(entry: dict[str, Any], plain: bool) -> None:
    tree = Search(solver.read(entry["position"]).state, Budget(UNLIMITED), plain=plain).tree
    assert tree.perft(entry["depth"]) == entry["nodes"]


def assert_generated(state: State) -> None:
    """Both walkers must try the referee's moves."""
    expected = sorted(map(str, legal_moves(state)))
    assert generated(state, plain=True) == expected
    if COMPILED:
        assert generated(state, plain=False) == expected


def generated(state: State, plain: bool) -> list[str]:
    """The moves that the search tries in a full walk, by the referee's names."""
    codes = Search(state, Budget(UNLIMITED), plain=plain).tree.moves()
    return sorted(str(to_move(code)) for code in codes)


@pytest.mark.parametrize("readings", ALL_READINGS, ids=reading_id)
@pytest.mark.parametrize("players", range(1, 6))
def test_the_search_generates_the_referees_moves(players: int, readings: Readings) -> None:
    rng = random.Random(players)
    for seed in range(4):
        state = deal(players, seed % 4, seed, 1, readings)
        for move in random_line(state, rng, 50):
            assert_generated(state)
            state = apply(state, move)


@pytest.mark.parametrize("readings", ALL_READINGS, ids=reading_id)
def test_the_search_generates_the_referees_moves_late(readings: Readings) -> None:
    rng = random.Random(1)
    for players in range(1, 6):
        for state in late_games_once(players, readings):
            for move in random_line(state, rng, 50):
                assert_generated(state)
                state = apply(state, move)


@pytest.mark.parametrize("plain", WALKERS)
@pytest.mark.parametrize("put_back", ["bottom", "discard"])
def test_an_empty_hand_has_nothing_to_put_back(put_back: str, plain: bool) -> None:
    """Nobody can play to an empty hand while there is a deck, but somebody may ask about it."""
    readings = Readings(put_back=put_back, empty_hand="may-restart")
    full = deal(2, 1, 3, 1, readings)
    state = replace(full, hands=((), full.hands[1]), deck=full.deck + full.hands[0])
    assert generated(state, plain) == sorted(map(str, legal_moves(state)))
    assert search(state, nodes=300, plain=plain) == search(state, nodes=300, plain=True)


def late_games_once(players: int, readings: Readings) -> list[State]:
    """One late position for each number of pauses that is worth it."""
    return [next(late_positions(players, pauses, 34, pauses, readings)) for pauses in (1, 3)]
