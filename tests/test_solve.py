"""The verdict and how it is earned: known cases, second opinions, limits, laws."""

from __future__ import annotations

import importlib
import json
import random
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from positions import deal
from whole_games import LongGame, random_readings, table

import solver
from solver import IllegalMove, Limits, Record
from solver.level10 import cnf
from solver.level10 import solve as solving
from solver.level10.cards import HAND_SIZE, WORLDS
from solver.level10.cnf import CnfAnswer
from solver.level10.cpsat import CpSatAnswer
from solver.level10.notation import parse_move
from solver.level10.rules import Readings, State, apply, legal_moves, outcome
from solver.process import call
from solver.verdict import Budget

DATA = Path(__file__).with_name("data")
DEALS = json.loads((DATA / "known-deals.json").read_text(encoding="utf-8"))["deals"]
ENDGAMES = json.loads((DATA / "known-endgames.json").read_text(encoding="utf-8"))["positions"]
LOST_DEAL = next(one["position"] for one in DEALS if one["verdict"] == "unwinnable")
WON_DEAL = next(one["position"] for one in DEALS if one["verdict"] == "winnable")
GENEROUS = Limits(seconds=240)
NEVER = Readings(put_back="never")


def known_lost() -> State:
    return next(s for e in ENDGAMES if e["verdict"] == "unwinnable" for s in [state_of(e)])


def state_of(case: dict[str, Any]) -> State:
    state = solver.read(case["position"]).state
    assert isinstance(state, State)
    return state


@pytest.fixture
def no_children(monkeypatch: pytest.MonkeyPatch) -> None:
    """Formula and model are asked in this process; their own processes are tested elsewhere."""

    def call_here(target: str, *arguments: Any, budget: Budget) -> Any:
        module, name = target.split(":")
        return getattr(importlib.import_module(module), name)(*arguments)

    monkeypatch.setattr(solving, "call", call_here)


# --- Known cases --------------------------------------------------------------------------------


@pytest.mark.parametrize("case", DEALS, ids=lambda case: case["id"])
def test_known_deals(case: dict[str, Any]) -> None:
    verdict = solver.solve(solver.read(case["position"]), limits=GENEROUS)
    assert verdict.verdict == case["verdict"]
    if verdict.proof:
        methods = verdict.proof.method, verdict.proof.confirmed_by
        assert [method.split(":")[0] for method in methods] == ["cnf", "cp-sat"]
        assert verdict.proof.reason
        assert "too late" in verdict.proof.reason or "wrong hands" in verdict.proof.reason


@pytest.mark.usefixtures("no_children")
@pytest.mark.parametrize("case", ENDGAMES, ids=range(len(ENDGAMES)))
def test_known_endgames(case: dict[str, Any]) -> None:
    record = solver.read(case["position"])
    assert len(solver.moves(record)) == case["legal"]
    assert solver.perft(record, 2) == case["perft2"]
    verdict = solver.solve(record, limits=GENEROUS)
    assert verdict.verdict == case["verdict"]
    assert (verdict.proof is None) == (case["verdict"] == "winnable")
    assert not verdict.warnings


@pytest.mark.parametrize("case", ENDGAMES, ids=range(len(ENDGAMES)))
def test_every_winning_first_move(case: dict[str, Any]) -> None:
    state = state_of(case)
    winning = [
        str(move)
        for move in legal_moves(state)
        if solving.opinion("search", apply(state, move), Budget(GENEROUS)).plan  # type: ignore[union-attr]
        is not None
    ]
    assert winning == sorted(case["winning"])


# --- A verdict is earned --------------------------------------------------------------------------


def lies(target: str, answer: Any) -> Callable[..., Any]:
    """`call`, but for one method, which is made to answer this."""

    def call_or_lie(wanted: str, *arguments: Any, **options: Any) -> Any:
        return answer if wanted.startswith(target) else call(wanted, *arguments, **options)

    return call_or_lie


def test_a_false_no_of_cp_sat_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    no = CpSatAnswer(feasible=False, plan=None, conflicts=1)
    monkeypatch.setattr(solving, "call", lies("solver.level10.cpsat", no))
    verdict = solver.solve(solver.read(WON_DEAL), engine="cp-sat", limits=GENEROUS)
    assert verdict.verdict == "unknown"
    assert verdict.limit is None
    assert any("this is a bug" in warning for warning in verdict.warnings)


def test_a_false_no_of_the_search_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    no = solving.Finding("search", None)
    opinion = solving.opinion

    def opinion_or_lie(method: str, *arguments: Any) -> Any:
        return no if method == "search" else opinion(method, *arguments)

    monkeypatch.setattr(solving, "opinion", opinion_or_lie)
    verdict = solver.solve(solver.read(WON_DEAL), limits=GENEROUS)
    assert verdict.verdict == "unknown"
    assert any("not confirmed" in warning for warning in verdict.warnings)


def test_a_false_no_of_the_formula_makes_no_win_a_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    no = CnfAnswer(satisfiable=False, plan=None, conflicts=1)
    monkeypatch.setattr(solving, "call", lies("solver.level10.cnf", no))
    for engine in ("auto", "search", "cp-sat"):
        verdict = solver.solve(solver.read(WON_DEAL), engine=engine, limits=GENEROUS)
        assert verdict.verdict == "winnable"


def test_a_false_no_of_the_formula_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    no = CnfAnswer(satisfiable=False, plan=None, conflicts=1)
    monkeypatch.setattr(solving, "call", lies("solver.level10.cnf", no))
    monkeypatch.setattr(solving, "HANDOVER", 10)
    verdict = solver.solve(solver.read(WON_DEAL), limits=GENEROUS)
    assert verdict.verdict == "unknown"
    assert verdict.limit is None
    assert any("this is a bug" in warning for warning in verdict.warnings)


def test_a_false_no_of_the_formula_alone_confirms_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    no = CnfAnswer(satisfiable=False, plan=None, conflicts=1)
    unsure = CpSatAnswer(feasible=None, plan=None, conflicts=1, limit="time")
    monkeypatch.setattr(
        solving,
        "call",
        lambda target, *arguments, **options: no if "cnf" in target else unsure,
    )
    verdict = solver.solve(solver.read(LOST_DEAL), limits=GENEROUS)
    assert verdict.verdict == "unknown"


def test_a_plan_that_breaks_a_rule_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = solver.read(WON_DEAL).state
    plan = solver.solve(solver.read(WON_DEAL)).plan
    assert plan is not None
    moves = tuple(map(parse_move, plan))
    for broken in (moves[1:], moves[:-1], (moves[0], moves[0], *moves[2:])):
        finding = solving.Finding("search", broken)
        monkeypatch.setattr(solving, "opinion", lambda *_, finding=finding: finding)
        verdict = solving.solve(state)
        assert verdict.verdict == "unknown"
        assert any("this is a bug" in warning for warning in verdict.warnings)


@pytest.mark.parametrize("engine", ["auto", "search", "cp-sat"])
def test_every_engine_confirms(engine: str) -> None:
    verdict = solver.solve(Record("level10", known_lost()), engine=engine, limits=GENEROUS)
    assert verdict.verdict == "unwinnable"
    assert verdict.proof is not None
    assert verdict.proof.method.startswith("cp-sat" if engine == "cp-sat" else "search")
    assert verdict.proof.confirmed_by.startswith("cnf")


# --- Limits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["auto", "search", "cp-sat"])
@pytest.mark.parametrize("position", [LOST_DEAL, WON_DEAL])
def test_limits_of_nothing_give_unknown(position: str, engine: str) -> None:
    record = solver.read(position)
    for limits, name in ((Limits(seconds=0), "time"), (Limits(nodes=1), "nodes")):
        verdict = solver.solve(record, engine=engine, limits=limits)
        assert (verdict.verdict, verdict.limit) == ("unknown", name)


def test_the_memory_limit_holds_everywhere() -> None:
    record = solver.read(LOST_DEAL)
    for engine in ("search", "cp-sat"):
        verdict = solver.solve(record, engine=engine, limits=Limits(megabytes=20))
        assert (verdict.verdict, verdict.limit) == ("unknown", "memory")


@pytest.mark.parametrize("engine", ["auto", "search", "cp-sat"])
def test_a_second_is_a_second(engine: str) -> None:
    started = time.monotonic()
    verdict = solver.solve(solver.read(LOST_DEAL), engine=engine, limits=Limits(seconds=1))
    assert time.monotonic() - started < 2
    assert verdict.verdict in ("unknown", "unwinnable")


def test_an_unconfirmed_no_is_unknown_and_says_so() -> None:
    nodes = solver.solve(Record("level10", known_lost()), engine="search").nodes
    for limit in range(1, nodes):
        limits = Limits(nodes=limit)
        verdict = solver.solve(Record("level10", known_lost()), engine="search", limits=limits)
        if verdict.warnings:
            assert (verdict.verdict, verdict.limit) == ("unknown", "nodes")
            assert "not confirmed" in verdict.warnings[0]
            return
    pytest.fail("no limit fell between the search and its confirmation")


# --- Laws -----------------------------------------------------------------------------------------


def relabelled(state: State, worlds: str) -> State:
    """The table with the worlds exchanged: world A becomes worlds[0] ...."""
    to = dict(zip(WORLDS, worlds, strict=True))

    def renamed(card: str) -> str:
        if card.startswith("P/"):
            return "P/" + renamed(card[2:])
        return to[card[0]] + card[1:] if len(card) == 2 else card

    def pile(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(renamed, cards))

    rows = {to[world]: pile(row) for world, row in zip(WORLDS, state.rows, strict=True)}
    return replace(
        state,
        hands=tuple(tuple(sorted(pile(hand))) for hand in state.hands),
        deck=pile(state.deck),
        rows=tuple(rows[world] for world in WORLDS),
        out=tuple(sorted(pile(state.out))),
    )


def test_exchanging_worlds_changes_no_verdict() -> None:
    rng = random.Random(5)
    for case in ENDGAMES:
        worlds = "".join(rng.sample(WORLDS, 5))
        state = relabelled(state_of(case), worlds)
        found = solving.opinion("search", state, Budget(GENEROUS))
        assert found is not None
        said = (found.plan is not None, cnf.decide(state).satisfiable)
        assert said == (case["verdict"] == "winnable",) * 2, (case["position"], worlds)


@pytest.mark.usefixtures("no_children")
def test_exchanging_worlds_changes_no_verdict_of_a_deal() -> None:
    state = solver.read(LOST_DEAL).state
    assert solving.solve(relabelled(state, "EABCD"), limits=GENEROUS).verdict == "unwinnable"


@pytest.mark.parametrize("players", range(1, 6))
def test_deals_built_backwards_from_a_win_are_winnable(players: int) -> None:
    """A filled table first, then a deal and turns that lead to it."""
    rng = random.Random(players)
    for number in range(6):
        game = won_game(rng, players)
        assert solving.solve(game[0], limits=Limits(seconds=60)).verdict == "winnable", number


def won_game(rng: random.Random, players: int) -> list[State]:
    while True:
        game = LongGame(rng, players, random_readings(rng)).play()
        if outcome(game[-1]) == "won":
            return game


def test_plans_changed_in_one_step_are_refused_there() -> None:
    rng = random.Random(3)
    for players in range(1, 6):
        record: Record[Any, Any] = Record("level10", deal(players, 1, 11))
        plan = solver.solve(record).plan
        assert plan is not None
        for _ in range(10):
            index = rng.randrange(len(plan))
            before = solver.replay(record, plan[:index])
            legal = set(solver.moves(before))
            others = [f"{world}{level}" for world in WORLDS for level in range(1, 9)]
            wrong = rng.choice([move for move in (*others, "RA", "RB", "PC") if move not in legal])
            with pytest.raises(IllegalMove) as refused:
                solver.replay(record, [*plan[:index], wrong, *plan[index + 1 :]])
            assert refused.value.index == index + 1
            assert refused.value.move == wrong
            assert refused.value.rule.startswith("L")
            assert set(refused.value.legal) == legal


def test_a_win_takes_exactly_the_open_cells() -> None:
    for case in (*DEALS, *ENDGAMES):
        record = solver.read(case["position"])
        if case["verdict"] == "winnable":
            plan = solver.solve(record).plan
            assert plan is not None
            assert len(plan) == 50 - record.state.filled


def test_the_deck_is_empty_when_it_should_be() -> None:
    """After 30, 26, 22, 20, 20 level or pause placements, and as many more as there are pauses."""
    for players, placements in zip(range(1, 6), (30, 26, 22, 20, 20), strict=True):
        for pauses in (0, 3):
            state = deal(players, pauses, 4)
            plan = solving.solve(state, limits=GENEROUS).plan
            assert plan is not None
            placed = 0
            for move in map(parse_move, plan):
                assert bool(state.deck) == (placed < placements + pauses)
                placed += move.card != "R"
                state = apply(state, move)
            cells = [cell for row in state.rows for cell in row]
            in_hands = [card for hand in state.hands for card in hand if card != "P"]
            tucked = [cell for cell in cells if cell.startswith("P/")]
            assert sum(cell[0] == "P" for cell in cells) == len(in_hands) + len(tucked)


def test_finished_games_are_decided_by_looking() -> None:
    record: Record[Any, Any] = Record("level10", deal(2, 2, 1))
    plan = solver.solve(record).plan
    assert plan is not None
    won = solver.solve(solver.replay(record, plan))
    assert (won.verdict, won.plan) == ("winnable", ())


# --- The starter ----------------------------------------------------------------------------------


LAST_SEAT = (
    "B2 C6 D3 D8 B8 C8 D2 E3 B6 C7 D5 E4 C3 C4 E1 E5 B5 D4 E8 E7 "
    "B1 A5 C1 D7 B3 B4 C2 A8 A1 D6 C5 A4 B7 A6 E2 A7 E6 A3 D1 A2"
)


@pytest.mark.usefixtures("no_children")
@pytest.mark.parametrize(
    ("start", "winners"),
    [
        (state_of(next(one for one in DEALS if one["id"] == "shuffle-0-3p")), [1, 2, 3]),
        (deal(2, 0, 25, readings=NEVER), []),
        (table(5, LAST_SEAT.split(), NEVER, starter=1), [5]),
    ],
    ids=["all", "none", "the last"],
)
def test_any_starter_wins_if_one_does(start: State, winners: list[int]) -> None:
    seats = range(1, start.players + 1)
    begun = [replace(start, starter=seat, turn=seat) for seat in seats]
    assert [state.starter for state in begun if cnf.decide(state).satisfiable] == winners
    any_one = replace(start, readings=replace(start.readings, starter="any"))
    verdict = solving.solve(any_one, limits=GENEROUS)
    if winners:
        assert (verdict.verdict, verdict.starter) == ("winnable", winners[0])
    else:
        assert (verdict.verdict, verdict.starter) == ("unwinnable", None)
        assert verdict.proof is not None
        assert all(f"if player {seat} begins" in (verdict.proof.reason or "") for seat in seats)


def test_after_the_first_card_the_starter_is_settled() -> None:
    state = replace(known_lost(), readings=Readings(starter="any"))
    verdict = solving.solve(state, limits=GENEROUS)
    assert verdict.verdict == "unwinnable"
    assert verdict.starter is None


def test_hand_sizes_are_those_of_the_rulebook() -> None:
    for players, size in HAND_SIZE.items():
        assert {len(hand) for hand in deal(players, 0, 1).hands} == {size}
