"""The search of open deals of TEN: what it proves is so, it proves nearly everything, and compiled
it is the same.

`data/ten_open.json` has the answers, found by trying everything (see `make_ten_open.py`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from make_ten_open import everything
from ten_tables import table

import solver
from solver import Limits, Verdict
from solver.ten.compact import Line, Table, line_of, table_of
from solver.ten.search import Aim, Prover, Search, Step, prover
from solver.ten.table import READINGS, State

TOP = Path(__file__).parents[1]
ENTRIES: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("data").joinpath("ten_open.json").read_text(encoding="utf-8")
)
BID_MADE = [entry for entry in ENTRIES if " by=" in entry["position"]]
"""Tables where there is a bid already, with what is paid for it."""
SEARCHED = [entry for entry in ENTRIES if entry["kind"] != "market" and entry not in BID_MADE]
NEVER = 1 << 60

COMPILED = find_spec("solver.ten.kernel") is not None


Equal = tuple[bool, bool]
"""What becomes of equal points, in goals to win: `ties` and `claims` of an aim."""
TIES: Equal = (True, False)
WAYS_TO_WIN: list[Equal] = [TIES, (False, False), (False, True)]


def state_of(entry: dict[str, Any]) -> State:
    state = solver.read(entry["position"]).state
    assert isinstance(state, State)
    return state


def goals_of(entry: dict[str, Any], others: str) -> list[tuple[int | None, bool]]:
    """Goals, points or to win, and whether they can be reached: the hardest points that can, the
    easiest that cannot."""
    found = entry[others]
    return [
        (max(0, found["score"]), found["score"] >= 0),
        (found["score"] + 1, False),
        (None, found["win"]),
    ]


def aim_of(
    state: State,
    player: int,
    points: int | None,
    others: str,
    reaches: bool,
    width: int = 1,
) -> Aim:
    everybody = frozenset(range(len(state.players)))
    place = player - 1
    if others == "help":
        provers = everybody if reaches else frozenset[int]()
    else:
        provers = frozenset([place]) if reaches else everybody - {place}
    return Aim(place, points, reaches, provers, others == "help", width)


@lru_cache(2)
def start_of(state: State) -> tuple[Line, Table]:
    line = line_of(state)
    return line, table_of(line, state, (0,) * len(state.players))


def searched(state: State, aim: Aim, plain: bool | None = None) -> tuple[bool, Prover]:
    """What a search without limits proves."""
    line, start = start_of(state)
    search = prover(line, start, aim, state.readings, lambda nodes: NEVER, plain)
    return search.proved(start), search


def sides(
    state: State, player: int, points: int | None, others: str, width: int
) -> Iterator[tuple[Aim, bool]]:
    """What may be proved, and whether it is."""
    for reaches in (True, False):
        aim = aim_of(state, player, points, others, reaches, width)
        for equal in ways(aim):
            aim = replace(aim, ties=equal[0], claims=equal[1])
            yield aim, searched(state, aim)[0]


def ways(aim: Aim) -> list[Equal]:
    """What may become of equal points; claims are against free players."""
    if aim.points is not None:
        return [TIES]
    return WAYS_TO_WIN[:2] if aim.helped and aim.reaches else WAYS_TO_WIN


# --- Against trying everything --------------------------------------------------------------------


def test_the_positions_ask_for_something() -> None:
    states = [state_of(entry) for entry in SEARCHED]
    assert len(SEARCHED) >= 240
    assert {len(state.players) for state in states} == {1, 2, 3}
    assert Counter(state.phase for state in states).keys() == {"draw", "auction", "buy", "final"}
    for name in dict(states[0].readings.items()):
        values = {dict(state.readings.items())[name] for state in states}
        assert values == set(READINGS[name][: 1 if name == "spent_cards" else None]), name
    against = [one for one in SEARCHED if one["help"]["score"] > one["oppose"]["score"]]
    lost = [one for one in SEARCHED if one["help"]["win"] > one["oppose"]["win"]]
    assert min(len(against), len(lost)) >= 60


def test_the_answers_are_those_of_trying_everything() -> None:
    few = [entry for entry in ENTRIES if entry["tables"] <= 60]
    assert len(few) >= 40
    for entry in few:
        value, tables = everything(state_of(entry), entry["player"])
        assert tables == entry["tables"]
        assert entry["help"] == {"score": value.helped, "win": value.helped_win}
        assert entry["oppose"] == {"score": value.opposed, "win": value.opposed_win}


def gaps(entries: list[dict[str, Any]], others: str, width: int) -> list[str]:
    """The questions of which the search proves neither side; fails where it proves what is not
    so."""
    found = []
    for entry in entries:
        state = state_of(entry)
        for points, can in goals_of(entry, others):
            decided = False
            for aim, proved in sides(state, entry["player"], points, others, width):
                assert not proved or aim.reaches == can, f"{aim} {entry['position']}"
                decided |= proved
            if not decided:
                found.append(f"{points} {entry['position']}")
    return found


@pytest.mark.parametrize("width", [1, 4])
@pytest.mark.parametrize("others", ["help", "oppose"])
def test_what_is_proved_is_so(others: str, width: int) -> None:
    """And of hundreds of questions nearly all are decided."""
    some = [entry for place, entry in enumerate(SEARCHED) if (width > 1) == (place % 3 > 0)]
    open_ones = gaps(some, others, width)
    assert len(open_ones) <= MOST_GAPS[others], open_ones


@pytest.mark.parametrize("others", ["help", "oppose"])
def test_where_a_bid_is_made_already(others: str) -> None:
    """It is to be paid if nobody bids more, also if that costs points."""
    assert len(gaps([one for one in BID_MADE if one["kind"] != "market"], others, 4)) <= 2


MOST_GAPS = {"help": 6, "oppose": 1}
"""How many of the questions may stay open."""


# --- Compiled and plain ---------------------------------------------------------------------------

FEW_NODES = 1000
"""Of larger searches the nodes may differ: the compiled one keeps what it has seen in a table of
fixed size."""

compiled = pytest.mark.skipif(not COMPILED, reason="the search is not compiled here")


def told(answer: tuple[Table, Step, Table]) -> list[object]:
    """An answer without what a bid takes from a key, of which the compiled search does not tell."""
    before, step, after = answer
    tables = [
        one._replace(auction=one.auction and one.auction._replace(given=0))
        for one in (before, after)
    ]
    return [step, *tables]


@compiled
@pytest.mark.parametrize("others", ["help", "oppose"])
def test_compiled_and_plain_are_the_same(others: str) -> None:
    compared = 0
    for number, entry in enumerate([*SEARCHED[2::3], *BID_MADE]):
        state, width = state_of(entry), (1, 4)[number % 2]
        _, start = start_of(state)
        for points, _ in goals_of(entry, others):
            aim = aim_of(state, entry["player"], points, others, number % 7 > 2, width)
            equal = ways(aim)[number % len(ways(aim))]
            aim = replace(aim, ties=equal[0], claims=equal[1])
            found, plain = searched(state, aim, plain=True)
            again, other = searched(state, aim, plain=False)
            assert isinstance(plain, Search)
            assert not isinstance(other, Search)
            assert again == found, f"{aim} {entry['position']}"
            if plain.nodes < FEW_NODES:
                assert other.nodes == plain.nodes, f"{aim} {entry['position']}"
                if found and plain.mover(start) in aim.provers and plain.nodes:
                    assert told(other.answer(start)) == told(plain.answer(start))
                    compared += 1
    assert compared >= 20


@compiled
def test_without_the_compiled_search_the_plain_one_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = table("player 1: tokens=1; phase: final; final: next=1 last=1; market: R1")
    aim = aim_of(state, 1, 1, "help", reaches=True)
    monkeypatch.delenv("LEVEL10_PLAIN", raising=False)
    assert not isinstance(searched(state, aim)[1], Search)
    monkeypatch.setenv("LEVEL10_PLAIN", "1")
    assert isinstance(searched(state, aim)[1], Search)


# --- By hand --------------------------------------------------------------------------------------

PLAIN = [True, pytest.param(False, marks=compiled)]
WAYS = pytest.mark.parametrize("plain", PLAIN, ids=["plain", "compiled"])


def ruling(
    keys: str, goal: tuple[int, int | None], others: str, plain: bool, width: int = 4
) -> str:
    """`reached`, `prevented`, or `open` where neither is proved; the goal is player and points."""
    state = table(keys)
    player, points = goal
    proved = {
        reaches: searched(state, aim_of(state, player, points, others, reaches, width), plain)[0]
        for reaches in (True, False)
    }
    assert not all(proved.values())
    return "reached" if proved[True] else "prevented" if proved[False] else "open"


@WAYS
@pytest.mark.parametrize("others", ["help", "oppose"])
def test_a_wild_that_is_bid_for_is_still_to_be_had(others: str, plain: bool) -> None:
    """Player 2 can pay nothing, so the wild makes a third point, with or without a row."""
    owned = "player 1: tokens=1 cards=R1,R2; player 2: tokens=0"
    for keys in (
        f"{owned}; deck: R#",
        f"{owned}; deck: R# $2",
        f"{owned}; row: $2; deck: R#",
        f"{owned}; phase: auction; auction: card=R# next=2; deck:",
        f"{owned}; phase: auction; auction: card=R# next=1; deck:",
        f"{owned}; phase: auction; auction: card=R# next=1; row: $1; deck:",
    ):
        assert ruling(keys, (1, 3), others, plain) == "reached"
        assert ruling(keys, (1, 4), others, plain) == "prevented"


@WAYS
def test_who_draws_first_loses_and_so_nobody_does(plain: bool) -> None:
    """Whoever draws the wild bids last, and cannot bid more than one; with it the other buys the
    only card in the market. If nobody has to draw the game does not end."""
    keys = "player 1: tokens=1; player 2: tokens=1; market: B1; deck: R#"
    for turn, drawer_loses in ((1, "reached"), (2, "prevented")):
        forced = f"{keys}; turn: {turn}"
        optional = f"{forced}; readings: first_card=optional"
        assert ruling(forced, (2, 1), "oppose", plain) == drawer_loses
        assert ruling(forced, (2, None), "oppose", plain) == drawer_loses
        for goal in ((2, 1), (2, None), (1, 1), (1, None)):
            assert ruling(optional, goal, "oppose", plain) == "prevented"
        assert ruling(optional, (2, 1), "help", plain) == "reached"
        assert ruling(optional, (2, None), "help", plain) == "reached"


@WAYS
@pytest.mark.parametrize("others", ["help", "oppose"])
def test_the_sixteenth_bust_token(others: str, plain: bool) -> None:
    """With the 8 the row is bust; the token for it buys the red 3 beside the red 4, if there is one
    left. There are two red 3s, of which the other player can buy one only."""
    keys = "player 1: cards=R4; player 2: bust={}; market: R3*2; deck: R9 R8"
    assert ruling(keys.format(14), (1, 2), others, plain) == "reached"
    assert ruling(keys.format(15), (1, 2), others, plain) == "prevented"
    unlimited = f"{keys.format(15)}; readings: bust_supply=unlimited"
    assert ruling(unlimited, (1, 2), others, plain) == "reached"


@WAYS
@pytest.mark.parametrize("others", ["help", "oppose"])
def test_a_run_of_nine_has_a_point_more(others: str, plain: bool) -> None:
    """Second copies pay for the 9; with one copy too few a card of the run would have to go."""
    end = "market: R9; phase: final; final: next=1 last=1; player 2: tokens=0"
    enough = f"player 1: tokens=6 cards=R1*3,R2*2,R3,R4,R5,R6,R7,R8; {end}"
    assert ruling(enough, (1, 10), others, plain) == "reached"
    assert ruling(enough, (1, 11), others, plain) == "prevented"
    short = f"player 1: tokens=6 cards=R1*2,R2*2,R3,R4,R5,R6,R7,R8; {end}"
    assert ruling(short, (1, 8), others, plain) == "reached"
    assert ruling(short, (1, 9), others, plain) == "prevented"
    wild = f"player 1: tokens=6 cards=R1*2,R2*2,R3,R4,R5,R6,R7,W8,B1; {end}"
    assert ruling(wild, (1, 10), others, plain) == "reached"


@WAYS
def test_nobody_buys_what_they_have_to_keep_it_from_others(plain: bool) -> None:
    keys = "market: R3; player 1: tokens=3 cards=R4; player 2: {}; phase: final"
    first = f"{keys}; final: next=2 last=1"
    assert ruling(first.format("tokens=3 cards=B1"), (1, 2), "oppose", plain) == "prevented"
    assert ruling(first.format("tokens=2 cards=B1"), (1, 2), "oppose", plain) == "prevented"
    assert ruling(first.format("tokens=2"), (1, 2), "oppose", plain) == "reached"
    owned = first.format("tokens=3 cards=B1,R3")
    assert ruling(owned, (1, 2), "oppose", plain) == "reached"
    paying = f"{owned}; readings: identical_test=after-payment"  # now t2+R3 will do
    assert ruling(paying, (1, 2), "oppose", plain) != "reached"


@WAYS
def test_one_may_give_a_card_away_to_buy_it_from_others(plain: bool) -> None:
    """Player 2 outbids player 1 with its red 3 and may then buy the other red 3. With tokens only
    it can have the wild as well, but not the 3."""
    keys = (
        "market: R3; player 1: tokens=3 cards=R4; player 2: tokens=3 bust=2 cards=R3;"
        "phase: auction; auction: card=B# next=2; deck:"
    )
    assert ruling(keys, (1, 1), "oppose", plain) == "reached"
    assert ruling(keys, (1, 2), "oppose", plain) == "prevented"
    tokens_only = f"{keys}; readings: bid_with_cards=no"
    assert ruling(tokens_only, (1, 2), "oppose", plain) == "reached"
    assert ruling(tokens_only, (1, 3), "oppose", plain) == "prevented"


@WAYS
@pytest.mark.parametrize("others", ["help", "oppose"])
def test_a_bid_of_the_same_amount_in_a_later_auction(others: str, plain: bool) -> None:
    """The blue 9 is paid for the first wild, a token for the second; the orange 5 is too dear."""
    keys = (
        "player 1: tokens=1 cards=R1,B9; player 2: tokens=0; turn: 2; market: O5;"
        "phase: auction; auction: card=R# by=1 bid=1 pay=B9 next=2; deck: R#"
    )
    assert ruling(keys, (1, 3), others, plain) == "reached"
    assert ruling(keys, (1, 4), others, plain) == "prevented"


# --- The example ----------------------------------------------------------------------------------


def asked(goal: str, others: str) -> Verdict:
    record = solver.read((TOP / "examples" / "ten.txt").read_text(encoding="utf-8"))
    return solver.solve(record, goal, limits=Limits(seconds=None), others=others)


@pytest.mark.parametrize(
    ("goal", "word"),
    [("score:1:11", "winnable"), ("score:1:12", "unwinnable"), ("score:1:14", "unwinnable")],
)
def test_the_example_against_the_others(goal: str, word: str) -> None:
    assert asked(goal, "oppose").verdict == word
