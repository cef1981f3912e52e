"""Positions of TEN are written so that reading gives them back, and bad ones are told why; records
of moves; what no game leads to."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped, unused-ignore]
import naive_ten as naive
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ten_tables import moves, states, table

from solver import InvalidPosition, ReadError, Record
from solver.fields import Field
from solver.ten.cards import FULL_DECK, in_order
from solver.ten.notation import KEYS, pairs, parse, parse_move, to_json
from solver.ten.reachable import least_turns, notes, owes_a_turn, unreachable
from solver.ten.rules import apply, outcome
from solver.ten.table import PHASES, READINGS, Auction, Move, Payment, Player, Readings, State
from solver.text import documents, json_fields, text_fields, write_lines

SCHEMA = Path("solver/ten/position.schema.json")
PAGE = Path("docs/ten.md")

GAME = """game: ten
players: 4
row: B4 $2 B4
market: R3*2 G7
player 1: tokens=5 bust=0 cards=R1,R2,W5
player 2: tokens=7 bust=1 cards=G1*2,B#
player 3: tokens=10 bust=2 cards=B1
player 4: tokens=0 bust=0 cards=
turn: 2
phase: auction
auction: card=R# by=3 bid=5 pay=t1+b1+B1 next=1
unseen: R5 R6*2 B# W7 $5
discard: O5 $1*2
readings: min_bid=0 overpay=allowed
moves: bid:6:t4+R1+W5 pass draw:R6 stop:numbers buy:G7:c3
note: a; b
"""
OPEN = """game: ten
players: 2
row: B4
player 1: tokens=5 bust=0 cards=
player 2: tokens=5 bust=0 cards=
turn: 1
phase: draw
deck: R5 $4 R5 W#
"""
FINAL = """game: ten
players: 3
market: R3
player 1: tokens=1 bust=0 cards=R1
player 2: tokens=2 bust=0 cards=R2
player 3: tokens=3 bust=0 cards=W3
turn: 2
phase: final
final: next=1 last=2
"""
BASES = (GAME, OPEN, FINAL)

READERS: dict[str, Callable[[Record[State, Move]], list[Field]]] = {
    "text": lambda record: text_fields(write_lines(pairs(record))),
    "one line": lambda record: text_fields(write_lines(pairs(record), one_line=True)),
    "JSON": lambda record: json_fields(json.dumps(to_json(record))),
    "JSON over lines": lambda record: json_fields(json.dumps(to_json(record), indent=1)),
}


def read(text: str) -> Record[State, Move]:
    return parse(text_fields(text))


def canonical(text: str) -> str:
    return write_lines(pairs(read(text)))


def failure(text: str) -> ReadError:
    with pytest.raises(ReadError) as caught:
        parse(json_fields(text) if text.startswith("{") else text_fields(text))
    return caught.value


def place(error: ReadError) -> tuple[int | None, int | None, str | None]:
    return error.line, error.column, error.token


def validator() -> jsonschema.Draft202012Validator:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


SOUND = validator()


# --- Reading gives back what was written --------------------------------------------------------


@settings(max_examples=50, deadline=None)
@given(states(), st.lists(moves, max_size=3), st.sampled_from(["", "a; b\n\\ # c", "game: x"]))
def test_whatever_can_be_composed_is_read_back(state: State, played: list[Move], note: str) -> None:
    record: Record[State, Move] = Record("ten", state, tuple(played), note)
    for form in READERS.values():
        assert parse(form(record)) == record
    line = write_lines(pairs(record), one_line=True)
    assert write_lines(pairs(parse(text_fields(line))), one_line=True) == line
    assert "\n" not in line
    SOUND.validate(to_json(record))


@settings(max_examples=100, deadline=None)
@given(moves)
def test_every_move_is_read_back(move: Move) -> None:
    assert parse_move(str(move)) == move


def test_the_canonical_form() -> None:
    for text in BASES:
        assert canonical(text) == text.replace("a; b", "a\\; b")
        lines = text.split("note:")[0].splitlines()
        random.Random(1).shuffle(lines)
        for other in ("\n".join(lines), "\n".join(reversed(lines)), "; ".join(lines)):
            assert canonical(other) == text.split("note:")[0]


@pytest.mark.parametrize("change", [str.upper, str.lower, str.title, str.swapcase])
def test_upper_and_lower_case_are_alike(change: Callable[[str], str]) -> None:
    text = GAME.split("moves:")[0].replace("t1+b1+B1", "t4+r1").replace("cards=B1", "cards=R1")
    assert read(change(text)) == read(text)
    for other in (OPEN, FINAL):
        assert read(change(other)) == read(other)


def test_pink_is_red() -> None:
    text = GAME.replace("R", "P").replace("cards=P1", "cards=p1")
    assert read(text) == read(GAME)
    assert str(parse_move("buy:p3:P4+p#")) == "buy:R3:R4+R#"


def test_repeated_cards() -> None:
    text = (
        GAME.replace("R3*2", "R3 r3")
        .replace("B4 $2 B4", "B4*1 $2 B4")
        .replace("G1*2,B#", "B#,G1,G1")
        .replace("R5 R6*2 B# W7 $5", "$5 W7 R6 R5 B# R6")
        .replace("$1*2", "$1 $1")
    )
    assert read(text) == read(GAME)
    assert read(OPEN.replace("deck: R5 $4 R5", "deck: R5*2 $4")).state.deck == (
        "R5",
        "R5",
        "$4",
        "W#",
    )
    assert "deck: R5 R5 $4 W#\n" in canonical(OPEN.replace("deck: R5 $4 R5", "deck: R5*2 $4"))
    assert "row: B4 B4\n" in canonical(OPEN.replace("row: B4", "row: B4*2"))
    assert to_json(read(GAME))["market"] == ["R3", "R3", "G7"]


def test_parts_and_words_come_in_any_order() -> None:
    text = (
        GAME.replace("tokens=7 bust=1 cards=G1*2,B#", "cards=B#,G1*2 tokens=7 bust=1")
        .replace("card=R# by=3 bid=5 pay=t1+b1+B1 next=1", "next=1 pay=B1+b1+t1 bid=5 by=3 card=R#")
        .replace("min_bid=0 overpay=allowed", "overpay=allowed first_card=forced min_bid=0")
    )
    assert read(text) == read(GAME)
    assert read(FINAL.replace("next=1 last=2", "last=2 next=1")) == read(FINAL)


def test_what_the_text_says() -> None:
    state = read(GAME).state
    assert state == State(
        players=(
            Player(5, 0, ("R1", "R2", "W5")),
            Player(7, 1, ("G1", "G1", "B#")),
            Player(10, 2, ("B1",)),
            Player(),
        ),
        turn=2,
        phase="auction",
        row=("B4", "$2", "B4"),
        market=("R3", "R3", "G7"),
        unseen=("R5", "R6", "R6", "B#", "W7", "$5"),
        discard=("O5", "$1", "$1"),
        auction=Auction("R#", 1, 3, 5, Payment(1, 1, ("B1",))),
        readings=Readings(overpay="allowed", min_bid="0"),
    )
    assert read(OPEN).state.deck == ("R5", "$4", "R5", "W#")
    last = read(FINAL).state
    assert (last.turn, last.next, last.deck, last.unseen) == (2, 1, None, ())


def test_what_is_left_out() -> None:
    state = read("game: ten; player 3: tokens=5").state
    assert state.players == (Player(), Player(), Player(5))
    assert (state.turn, state.phase, state.row, state.market) == (1, "draw", (), ())
    assert (state.discard, state.auction, state.next) == ((), None, None)
    assert (state.deck, state.readings) == (None, Readings())
    assert state.unseen == tuple(FULL_DECK.elements())
    assert canonical("game: ten; player 3: tokens=5") == (
        "game: ten\nplayers: 3\nplayer 1: tokens=0 bust=0 cards=\nplayer 2: tokens=0 bust=0 cards="
        "\nplayer 3: tokens=5 bust=0 cards=\nturn: 1\nphase: draw\n"
    )
    again = "game: ten; players: 3; player 3: tokens=5 cards=; player 1:; row:; market:; moves:"
    assert read(again) == read(f"{again}; discard:; note:") == read("game: ten; player 3: tokens=5")
    assert table("players: 2").players == (Player(), Player())


def test_the_cards_to_come() -> None:
    start = "game: ten; players: 1; player 1: tokens=5 bust=0 cards=R9,W#; turn: 1; phase: draw"
    state = read(start).state
    assert len(state.unseen) == 127
    assert "R9" not in state.unseen
    assert "W#" not in state.unseen
    for key, record in (("deck", read(f"{start}; deck:")), ("unseen", read(f"{start}; unseen:"))):
        assert record.state.to_come == ()
        assert record.state.order == ()
        assert f"\n{key}:\n" in write_lines(pairs(record))
        assert to_json(record)[key] == []
    assert read(f"{start}; deck:").state != read(f"{start}; unseen:").state
    written = " ".join(state.unseen)
    assert read(f"{start}; unseen: {written}") == read(start)
    assert "unseen" not in canonical(f"{start}; unseen: {written}")
    assert "unseen" in canonical(f"{start}; unseen: {written[:-3]}")
    auction = read(f"{start.replace('draw', 'auction')}; auction: card=W5 next=1").state
    assert "W5" not in auction.unseen
    assert len(auction.unseen) == 126


def test_the_last_purchases() -> None:
    base = FINAL.replace("turn: 2\n", "")
    for turn in ("", "turn: 2\n", "turn: 1\n"):
        assert canonical(base + turn) == FINAL
    over = FINAL.replace("next=1 ", "")
    assert canonical(over) == over
    assert read(over).state.next is None
    assert canonical(base + "deck:\n") == FINAL + "deck:\n"
    assert canonical(base + "unseen:\n") == FINAL


def test_the_json_twin() -> None:
    assert to_json(read(GAME)) == {
        "game": "ten",
        "players": 4,
        "row": ["B4", "$2", "B4"],
        "market": ["R3", "R3", "G7"],
        "players_state": [
            {"tokens": 5, "bust": 0, "cards": ["R1", "R2", "W5"]},
            {"tokens": 7, "bust": 1, "cards": ["G1", "G1", "B#"]},
            {"tokens": 10, "bust": 2, "cards": ["B1"]},
            {"tokens": 0, "bust": 0, "cards": []},
        ],
        "turn": 2,
        "phase": "auction",
        "auction": {"card": "R#", "by": 3, "bid": 5, "pay": "t1+b1+B1", "next": 1},
        "unseen": ["R5", "R6", "R6", "B#", "W7", "$5"],
        "discard": ["O5", "$1", "$1"],
        "readings": {"min_bid": "0", "overpay": "allowed"},
        "moves": ["bid:6:t4+R1+W5", "pass", "draw:R6", "stop:numbers", "buy:G7:c3"],
        "note": "a; b",
    }
    assert to_json(read(FINAL))["final"] == {"next": 1, "last": 2}
    before = to_json(read("game: ten; players: 1; phase: auction; auction: card=W5 next=1"))
    assert before["auction"] == {"card": "W5", "next": 1}
    for text in BASES:
        written = [key for key, _ in pairs(read(text))]
        assert written == [key for key in KEYS if key in written]
        twin = [key for key in written if key[-1] not in "2345"]
        assert list(to_json(read(text))) == [
            "players_state" if key == "player 1" else key for key in twin
        ]


def test_other_spellings_in_json() -> None:
    document = to_json(read(GAME))
    for changes in (
        {"market": ["R3*2", "g7"]},
        {"market": "R3*2 G7"},
        {"unseen": ["R6*2", "R5", "B#", "W7", "$5*1"]},
        {"players_state": [*document["players_state"][:3], {}]},
        {"players_state": document["players_state"][:3]},
        {"auction": {**document["auction"], "pay": "B1+t1+b1"}},
    ):
        assert parse(json_fields(json.dumps({**document, **changes}))) == read(GAME)
    del document["players"]
    assert parse(json_fields(json.dumps(document))) == read(GAME)


def test_readings_from_outside_win() -> None:
    record = parse(text_fields(GAME), {"Overpay": "FORBIDDEN", "first_card": "optional"})
    assert record.state.readings == Readings(min_bid="0", first_card="optional")
    for key, value in (("overpay", "maybe"), ("luck", "no")):
        with pytest.raises(InvalidPosition) as caught:
            parse(text_fields(GAME), {key: value})
        assert caught.value.line is None
    many = text_fields("game: ten; player 1: bust=10; player 2: bust=6")
    assert len(parse(many, {"bust_supply": "unlimited"}).state.players) == 2
    with pytest.raises(InvalidPosition):
        parse(many)


# --- What is refused ----------------------------------------------------------------------------

A_CARD = "a card: R5, R#, W5, W# or $3"
HOW_OFTEN = "a number from 1 to 129"
A_MOVE = (
    "a move: draw, draw:R5, stop:numbers, stop:currency, pass, bid:4:t1+b1, buy:R3:t2+G7 or end"
)
A_PAYMENT = "black tokens as t2, bust tokens as b1 (a small b), own cards as G7 or c2, joined by +"
PARTS = "tokens, bust or cards"
A_START = "auction: card=W5 next=2"
AN_AUCTION = "auction: card=W5 by=2 bid=3 pay=t3 next=1"
AFTER_TURN = "they bid in turn, players 3, 4, 1 and 2 (T10)"

# What stands in the text, what instead, with « » around the piece to be named; message; expected.
REFUSED = [
    ("row: B4 $2", "row: B4 «$6»", "'$6' is not a card", A_CARD),
    ("row: B4 $2", "row: B4 «R0»", "'R0' is not a card", A_CARD),
    ("row: B4 $2", "row: B4 «X5»", "'X5' is not a card", A_CARD),
    ("row: B4 $2", "row: B4 «B4,$2»", "'B4,$2' is not a card", A_CARD),
    ("row: B4 $2", "row: B4 «R５»", "'R５' is not a card", A_CARD),
    ("row: B4 $2", "row: B4 «R»", "'R' is not a card", A_CARD),
    ("row: B4 $2", "row: B4 «#2»", "'#2' is not a card", A_CARD),
    ("R6*2", "R6*«0»", "no card is there '0' times", HOW_OFTEN),
    ("R6*2", "R6*«130»", "no card is there '130' times", HOW_OFTEN),
    ("R6*2", "R6*«99999999»", "no card is there '99999999' times", HOW_OFTEN),
    ("R6*2", "R6*«x»", "'x' is not a whole number", HOW_OFTEN),
    ("R6*2", "R6*«»", "'' is not a whole number", HOW_OFTEN),
    ("R6*2", "R6*«2*2»", "'2*2' is not a whole number", HOW_OFTEN),
    ("R6*2", "«Q6»*2", "'Q6' is not a card", A_CARD),
    ("row: B4 $2", "row: B4 «W5»", "W5 is a wild, and wilds are no part of the row (T10)", None),
    ("row: B4 $2", "row: B4 «G#»", "G# is a wild, and wilds are no part of the row (T10)", None),
    (
        "market: R3",
        "market: «$3» R3",
        "$3 cannot be in the market: only number cards come there (T6, T7)",
        None,
    ),
    (
        "R3*2 G7",
        "R3*2 G7 «w#»",
        "W# cannot be in the market: only number cards come there (T6, T7)",
        None,
    ),
    (
        "cards=R1,R2",
        "cards=R1,«$2»,R2",
        "$2 cannot be owned: a currency card is taken as black tokens (T6)",
        None,
    ),
    ("cards=R1,R2", "cards=R1,«»,R2", "'' is not a card", A_CARD),
    ("cards=R1,R2,W5", "cards=R1,R2,«»", "'' is not a card", A_CARD),
    ("cards=R1,R2", "cards=R1,«R2.W5»", "'R2.W5' is not a card", A_CARD),
    ("cards=R1,R2", "cards=R1*«4x»,R2", "'4x' is not a whole number", HOW_OFTEN),
    ("card=R#", "card=«R5»", "R5 is no wild: there is no auction for it (T10)", None),
    ("card=R#", "card=«$5»", "$5 is no wild: there is no auction for it (T10)", None),
    ("card=R#", "card=«R#*2»", "'R#*2' is not a card", A_CARD),
    (
        "row: B4 $2 B4",
        "row: «B4 R4 B4»",
        "the total of the row is 12, which is bust (T5)",
        "10 at most",
    ),
    (
        "row: B4 $2 B4",
        "row: «$5*2 B4 $1»",
        "the currency of the row is 11, which is bust (T5)",
        "10 at most",
    ),
    ("players: 4", "players: «6»", "'players' goes from 1 to 5, not 6", "a number from 1 to 5"),
    ("players: 4", "players: «0»", "'players' goes from 1 to 5, not 0", "a number from 1 to 5"),
    ("players: 4", "players: «two»", "'two' is not a whole number", "a number from 1 to 5"),
    ("players: 4", "players:«»", "'players' has no value", "a number from 1 to 5"),
    (
        "player 4:",
        "«Player 6»:",
        "'player 6': there is no such player",
        "player 1 to player 5",
    ),
    (
        "player 4:",
        "«player 5»:",
        "'player 5' contradicts players: 4",
        "player 1, player 2, player 3 or player 4",
    ),
    (
        "player 4:",
        "«player 1»:",
        "'player 1' is given twice: in line 5 and again in line 8",
        "each key once",
    ),
    ("tokens=7", "«7»", "'7' is not of the form name=value", "name=value"),
    ("tokens=7", "«gold»=7", "'gold' is not a part of a player", PARTS),
    ("tokens=7", "tokens=7 «Tokens»=7", "'tokens' is given twice", "each part once"),
    (
        "tokens=7",
        "tokens=«11»",
        "player 2 cannot have 11 black tokens: 10 are the most (T2)",
        "a number from 0 to 10",
    ),
    ("tokens=7", "tokens=«»", "'' is not a whole number", "a number from 0 to 10"),
    ("tokens=7", "tokens=«-1»", "'-1' is not a whole number", "a number from 0 to 10"),
    ("tokens=7", "tokens=«07»", "'07' is not a whole number", "a number from 0 to 10"),
    ("tokens=7", "tokens=«²»", "'²' is not a whole number", "a number from 0 to 10"),
    (
        "bust=1",
        "bust=«65»",
        "player 2 cannot have 65 bust tokens: a bust takes two cards at least (T5)",
        "a number from 0 to 64",
    ),
    ("bust=1", "bust=«x»", "'x' is not a whole number", "a number from 0 to 64"),
    (
        "bust=1",
        "bust=14",
        "there are 16 bust tokens, but the box has 15 (T2)",
        "at most 15, or the reading bust_supply=unlimited",
    ),
    ("turn: 2\nphase: a", "turn: «5»\nphase: a", "'turn' goes from 1 to 4, not 5", None),
    ("turn: 2\nphase: a", "turn: «0»\nphase: a", "'turn' goes from 1 to 4, not 0", None),
    ("turn: 2\nphase: a", "turn: 2 «3»\nphase: a", "'turn' takes one value; '3' is too much", None),
    (
        "phase: auction",
        "phase: «bid»",
        "'phase' cannot be 'bid'",
        "draw, auction, buy or final",
    ),
    ("phase: auction", "phase:«»", "'phase' has no value", "draw, auction, buy or final"),
    (
        "phase: auction\nauction:",
        "phase: draw\n«Auction»:",
        "'auction' contradicts the phase, which is draw",
        "phase: auction",
    ),
    (
        "phase: auction\nauction:",
        "«auction»:",
        "'auction' contradicts the phase, which is draw",
        "phase: auction",
    ),
    (
        "phase: auction\nauction: card=R# by=3 bid=5 pay=t1+b1+B1 next=1",
        "phase: «auction»",
        "the key 'auction' is missing in the phase auction",
        A_START,
    ),
    ("card=R#", "«wild»=R#", "'wild' is not a part of an auction", "card, by, bid, pay or next"),
    ("card=R# by=3", "«by=3", "'auction' does not say card=…", A_START),
    (
        "auction: card=R# by=3 bid=5 pay=t1+b1+B1 next=1",
        "auction:«»",
        "'auction' does not say card=…",
        A_START,
    ),
    (" next=1\nunseen", "\nunseen", "'auction' does not say next=…", A_START),
    ("by=3 bid=5", "by=3", "'auction' does not say bid=…", AN_AUCTION),
    ("by=3 bid=5", "bid=5", "'auction' does not say by=…", AN_AUCTION),
    ("by=3 bid=5 pay", "pay", "'auction' does not say by=…", AN_AUCTION),
    ("by=3", "by=«5»", "there is no player 5", "a number from 1 to 4"),
    ("by=3", "by=«x»", "'x' is not a whole number", "a number from 1 to 4"),
    (
        "pay=t1+b1+B1 next=1",
        "pay=t1+b1+B1 next=«0»",
        "there is no player 0",
        "a number from 1 to 4",
    ),
    ("bid=5", "bid=«1000»", "nobody can bid 1000", "a number from 0 to 999"),
    ("bid=5", "bid=«5t»", "'5t' is not a whole number", "a number from 0 to 999"),
    ("bid=5 pay=t1+b1+B1", "bid=6 pay=«t1+b1+B1»", "player 3 bids 6, but pays 5 (T10)", "pay=t6"),
    ("bid=5 pay=t1+b1+B1", "bid=«5»", "player 3 bids 5, but pays 0 (T10)", "pay=t5"),
    (
        "pay=t1+b1+B1",
        "pay=«t11»",
        "player 3 cannot pay that: only 10 black tokens are there, not 11 (T10)",
        "pieces that player 3 has",
    ),
    (
        "pay=t1+b1+B1",
        "pay=«t1+b3»",
        "player 3 cannot pay that: only 2 bust tokens are there, not 3 (T10)",
        "pieces that player 3 has",
    ),
    (
        "pay=t1+b1+B1",
        "pay=«t4+B2»",
        "player 3 cannot pay that: B2 is not among the own cards (T10)",
        "pieces that player 3 has",
    ),
    ("pay=t1+b1+B1", "pay=t1+«x»", "'x' is not a card", A_PAYMENT),
    (
        "pay=t1+b1+B1",
        "pay=«t4+c1»",
        "'t4+c1' does not say which own cards are paid",
        "the cards, as t1+G7",
    ),
    ("by=3", "by=«1»", f"player 1 cannot have bid before player 1: {AFTER_TURN}", "by=3 or by=4"),
    ("by=3", "by=«2»", f"player 2 cannot have bid before player 1: {AFTER_TURN}", "by=3 or by=4"),
    (
        "phase: final\n",
        "phase: buy\n",
        "'final' contradicts the phase, which is buy",
        "phase: final",
    ),
    ("final: next=1", "final: next=«4»", "there is no player 4", "a number from 1 to 3"),
    ("last=2", "last=«0»", "there is no player 0", "a number from 1 to 3"),
    (" last=2", "", "'final' does not say last=…", "final: next=2 last=1"),
    ("next=1 last=2", "«first»=1 last=2", "'first' is not a part of the last purchases", None),
    (
        "phase: final\nfinal: next=1 last=2",
        "phase: «final»",
        "the key 'final' is missing in the phase final",
        "final: next=2 last=1",
    ),
    (
        "turn: 2\nphase: final",
        "turn: «3»\nphase: final",
        "'turn' contradicts 'final': player 2 has drawn last",
        "turn: 2",
    ),
    (
        "market: R3\n",
        "row: «R3» R4\n",
        "the row is gone by the phase final (T6, T7)",
        "no card",
    ),
    (
        "market: R3\n",
        "deck: «R3»\n",
        "there are cards to come, but the last purchases begin after the last one (T11)",
        "no card",
    ),
    (
        "market: R3\n",
        "unseen: «R3» R4\n",
        "there are cards to come, but the last purchases begin after the last one (T11)",
        "no card",
    ),
    (
        "phase: draw\ndeck",
        "phase: buy\ndeck",
        "the row is gone by the phase buy (T6, T7)",
        "no card",
    ),
    (
        "phase: draw\n",
        "phase: draw\n«Unseen»: R4\n",
        "'deck' and 'unseen' contradict each other: the order is known or it is not",
        "one of them",
    ),
    ("min_bid=0", "min_bid=«2»", "the reading min_bid has no value '2'", "1 or 0"),
    ("min_bid=0", "«luck»=no", "'luck' is not a reading of ten", None),
    ("overpay=allowed", "«Min_bid»=0", "the reading min_bid is given twice", "each reading once"),
    (
        "discard:",
        "«Hand»:",
        "'hand' is not a key of ten",
        "player 1 …, game, players, row, market, turn, phase, auction, final, deck, unseen,"
        " discard, readings, moves or note",
    ),
    ("discard:", "«players_state»:", "'players_state' is not a key of ten", None),
    ("game: ten", "game: «eleven»", "'eleven' is not a known game", "ten"),
    ("game: ten\n", "", "the key 'game' is missing", "game: ten"),
]
REFUSED += [
    ("bid:6:t4+R1+W5", f"«{move}»" if "«" not in move else move, message, expected)
    for move, message, expected in [
        ("R3", "'R3' is not a move", A_MOVE),
        ("stop", "'stop' is not a move", A_MOVE),
        ("stop:both", "'stop:both' is not a move", A_MOVE),
        ("draw:R5:R6", "'draw:R5:R6' is not a move", A_MOVE),
        ("pass:2", "'pass:2' is not a move", A_MOVE),
        ("bid", "'bid' is not a move", A_MOVE),
        ("bid:1:t1:t1", "'bid:1:t1:t1' is not a move", A_MOVE),
        ("buy", "'buy' is not a move", A_MOVE),
        ("take=3", "'take=3' is not a move", A_MOVE),
        ("draw:«R0»", "'R0' is not a card", A_CARD),
        ("draw:«R5*2»", "'R5*2' is not a card", A_CARD),
        ("draw:«»", "'' is not a card", A_CARD),
        ("buy:«3»:t3", "'3' is not a card", A_CARD),
        ("bid:«x»:t3", "'x' is not a whole number", "a number from 0 to 999"),
        ("bid:«03»:t3", "'03' is not a whole number", "a number from 0 to 999"),
        ("bid:«1000»:t3", "'1000' cannot be bid or paid", "a number from 0 to 999"),
        ("bid:3:«»", "'' is not a card", A_PAYMENT),
        ("bid:3:t1+«»", "'' is not a card", A_PAYMENT),
        ("bid:3:«3»", "'3' is not a card", A_PAYMENT),
        ("bid:3:«t»", "'t' is not a card", A_PAYMENT),
        ("bid:3:t«0»", "'0' cannot be bid or paid", "a number from 1 to 999"),
        ("bid:3:t«3x»", "'3x' is not a whole number", "a number from 1 to 999"),
        ("bid:3:t1+R1+«T2»", "t is told twice", "each sort of piece once"),
        ("bid:3:b«1*2»", "'1*2' is not a whole number", "a number from 1 to 999"),
        ("bid:3:«B12»", "'B12' is not a card", A_PAYMENT),
        (
            "bid:3:«$3»",
            "$3 is nothing to pay with: currency cards are never owned (T6, T8)",
            A_PAYMENT,
        ),
        ("bid:3:R6*«0»", "no card is there '0' times", HOW_OFTEN),
        ("bid:4:«R6*4»", "R6 is paid 4 times, more than there are (T1)", "at most 3"),
        ("bid:4:R6*2+t1+«R6*2»", "R6 is paid 4 times, more than there are (T1)", "at most 3"),
        ("bid:2:W#+«w#»", "W# is paid 2 times, more than there are (T1)", "at most 1"),
    ]
]


@pytest.mark.parametrize(("old", "new", "message", "expected"), REFUSED)
def test_what_is_refused_and_where(
    old: str, new: str, message: str | None, expected: str | None
) -> None:
    base = next(text for text in BASES if old in text)
    text = base.replace(old, new, 1)
    before, _, after = text.partition("«")
    token = after.partition("»")[0] if "»" in after else after.partition("\n")[0]
    error = failure(before + after.replace("»", "", 1))
    if message:
        assert error.message == message
    if expected:
        assert error.expected == expected
    assert error.expected
    if "«" in new and message:
        lines = before.split("\n")
        assert place(error) == (len(lines), len(lines[-1]) + 1, token)


def test_there_are_players_or_there_is_nobody() -> None:
    error = failure("game: ten\nturn: 1\n")
    assert (error.message, error.expected) == ("the key 'players' is missing", "players: 1 to 5")
    assert place(error) == (1, 1, "game")
    error = failure('{"game": "ten", "players_state": []}')
    assert error.message == "the key 'players' is missing"


COPIES = """game: ten
row: R3
market: R3
player 1: cards=R3
player 2: tokens=1
phase: auction
auction: card=W5 next=1
deck: R1
discard: R2
"""


@pytest.mark.parametrize(
    ("changes", "message", "places", "line"),
    [
        (
            {"deck: R1": "deck: R4 R3"},
            "R3 is there 4 times, but the box has 3 (T1): row (line 2, column 6), market (line 3,"
            " column 9), player 1 (line 4, column 17) and deck (line 8, column 10)",
            ("row", "market", "player 1", "deck"),
            8,
        ),
        (
            {"deck: R1": "unseen: R4*4"},
            "R4 is there 4 times, but the box has 3 (T1): unseen (line 8, column 9)",
            ("unseen",),
            8,
        ),
        (
            {"discard: R2": "discard: R2 W5"},
            "W5 is there 2 times, but the box has only one (T1): auction (line 7, column 15) and"
            " discard (line 9, column 13)",
            ("auction", "discard"),
            9,
        ),
        (
            {"tokens=1": "cards=G1,G#,G#,G#"},
            "G# is there 3 times, but the box has 2 (T1): player 2 (line 5, column 20),"
            " player 2 (line 5, column 23) and player 2 (line 5, column 26)",
            ("player 2",),
            5,
        ),
        (
            {"row: R3": "row: $5", "deck: R1": "deck: $5*20", "discard: R2": "discard: $1*7"},
            "there are 28 currency cards, but the box has 27 (T1): row (line 2, column 6),"
            " deck (line 8, column 7) and discard (line 9, column 10)",
            ("row", "deck", "discard"),
            9,
        ),
        (
            {"deck: R1\n": "", "row: R3": "row: $4", "discard: R2": "discard: $4*6"},
            "$4 is there 7 times, but 6 are assumed (T1), and from that it would follow which cards"
            " are to come: row (line 2, column 6) and discard (line 8, column 10)",
            ("row", "discard"),
            8,
        ),
    ],
)
def test_more_cards_than_there_are(
    changes: dict[str, str], message: str, places: tuple[str, ...], line: int
) -> None:
    text = COPIES
    assert read(text)
    for old, new in changes.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    error = failure(text)
    assert isinstance(error, InvalidPosition)
    assert (error.message, error.places, error.line) == (message, places, line)
    assert message.endswith(f"(line {line}, column {error.column})")
    assert error.expected
    value = text.splitlines()[line - 1]
    assert value[(error.column or 0) - 1 :].startswith(error.token or "nothing")


def test_a_long_list_of_places_is_cut_short() -> None:
    error = failure("game: ten; players: 2; discard: " + "R9 " * 6)
    assert error.message.count("line") == 6
    assert "more places" not in error.message
    error = failure("game: ten; players: 2; discard: " + "R9 " * 9)
    assert isinstance(error, InvalidPosition)
    assert error.message.count("line") == 5
    assert error.message.endswith("and 4 more places")
    assert error.places == ("discard",)


def test_as_many_cards_as_there_are() -> None:
    written = " ".join(FULL_DECK.elements())
    assert len(read(f"game: ten; players: 2; deck: {written}").state.to_come) == 129
    other = re.sub(r"\$[1-4]", "$5", written)
    assert len(read(f"game: ten; players: 2; unseen: {other}").state.to_come) == 129
    assert len(read(f"game: ten; players: 2; deck:; discard: {other}").state.discard) == 129
    error = failure(f"game: ten; players: 2; discard: {other}")
    assert error.message.startswith("$5 is there 27 times, but 6 are assumed (T1)")
    assert error.expected == "at most 6, or the key unseen or deck"
    final = "phase: final; final: last=1"
    assert len(read(f"game: ten; players: 2; discard: {other}; {final}").state.discard) == 129


def test_bust_tokens_of_all_together() -> None:
    text = "game: ten\nplayer 1: bust=6\nplayer 2: tokens=1\nplayer 3: bust=6\nplayer 4: bust={}"
    assert sum(one.bust for one in read(text.format(3)).state.players) == 15
    error = failure(text.format(4))
    assert isinstance(error, InvalidPosition)
    assert place(error) == (5, 16, "4")
    assert error.places == ("player 1", "player 3", "player 4")
    unlimited = read(text.format(4) + "\nreadings: bust_supply=unlimited")
    assert sum(one.bust for one in unlimited.state.players) == 16


def test_what_bids_there_can_be() -> None:
    def bid(keys: str) -> Auction | None:
        return table(
            f"players: 3; turn: 2; player 1: tokens=1 bust=1; phase: auction; {keys}"
        ).auction

    assert bid("auction: card=W5 by=3 bid=0 next=1") == Auction("W5", 1, 3, 0)
    assert bid("auction: card=W5 by=1 bid=3 pay=b1 next=2") == Auction("W5", 2, 1, 3, Payment(0, 1))
    # What is paid too much is against a rule, but can be laid down.
    too_much = Auction("W5", 2, 1, 1, Payment(0, 1))
    assert bid("auction: card=W5 by=1 bid=1 pay=b1 next=2") == too_much
    alone = "game: ten; player 1: tokens=5; phase: auction; auction: card=W5 next=1"
    assert read(alone).state.auction == Auction("W5", 1)
    error = failure(alone.replace("next=1", "next=1 by=1 bid=1 pay=t1"))
    assert "cannot have bid before player 1" in error.message
    assert error.expected == "no bid yet"


# --- The JSON twin ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"game": "labyrinth"}, "ten"),
        ({"game": 1}, "a string"),
        ({"players": "4"}, "a whole number"),
        ({"players": 6}, "a number from 1 to 5"),
        ({"row": ["R0"]}, A_CARD),
        ({"row": ["W5"]}, "number and currency cards"),
        ({"row": {"1": "R5"}}, "a list of strings"),
        ({"row": [5]}, "a list of strings"),
        ({"market": ["$1"]}, "number cards"),
        ({"market": ["R3*0"]}, HOW_OFTEN),
        ({"market": ["R3*"]}, HOW_OFTEN),
        ({"players_state": {}}, "a list of objects"),
        ({"players_state": ["tokens=5"]}, "an object"),
        ({"players_state": [{"gold": 5}]}, PARTS),
        ({"players_state": [{"tokens": 11}]}, "a number from 0 to 10"),
        ({"players_state": [{"tokens": -1}]}, "a number from 0 to 10"),
        ({"players_state": [{"bust": 65}]}, "a number from 0 to 64"),
        ({"players_state": [{"cards": ["$1"]}]}, "number cards and wilds"),
        ({"players_state": [{"cards": ["R1", ""]}]}, A_CARD),
        ({"players_state": [{}] * 6}, "player 1 to player 5"),
        ({"player 1": "tokens=5"}, '"players_state"'),
        ({"turn": 0}, "a number from 1 to 4"),
        ({"turn": "1"}, "a whole number"),
        ({"phase": "bid"}, "draw, auction, buy or final"),
        ({"phase": "draw"}, "phase: auction"),
        ({"phase": "final"}, "phase: auction"),
        ({"auction": {"card": "R5", "next": 1}}, "a wild: R#, W5 or W#"),
        ({"auction": {"card": "R#"}}, A_START),
        ({"auction": {"next": 1}}, A_START),
        ({"auction": "card=R# next=1"}, "an object of names and strings"),
        ({"auction": {"card": "R#", "next": 1, "by": 3}}, AN_AUCTION),
        ({"auction": {"card": "R#", "next": 1, "pay": "t1"}}, AN_AUCTION),
        ({"auction": {"card": "R#", "next": 1, "by": 3, "bid": 1, "pay": "c1"}}, None),
        ({"auction": {"card": "R#", "next": 6}}, "a number from 1 to 4"),
        ({"final": {"last": 1}}, "phase: final"),
        ({"deck": ["R5"]}, "one of them"),
        ({"unseen": ["R5", "W0"]}, A_CARD),
        ({"discard": [["R5"]]}, "a list of strings"),
        ({"readings": {"luck": "no"}}, None),
        ({"readings": ["min_bid=0"]}, "an object of names and strings"),
        ({"readings": {"min_bid": "2"}}, "1 or 0"),
        ({"moves": "draw"}, "a list of strings"),
        ({"moves": ["take"]}, A_MOVE),
        ({"moves": ["bid:3:t0"]}, "a number from 1 to 999"),
        ({"moves": ["draw draw"]}, A_MOVE),
        ({"note": 1}, "a string"),
        ({"owner": "me"}, None),
    ],
)
def test_the_schema_and_the_reader_refuse_the_same(
    changes: dict[str, Any], expected: str | None
) -> None:
    document = {**to_json(read(GAME)), **changes}
    assert not SOUND.is_valid(document)
    error = failure(json.dumps(document, indent=1))
    assert error.line
    assert error.expected
    if expected:
        assert error.expected == expected


@pytest.mark.parametrize(
    "changes",
    [
        {"row": ["R5"]},
        {"deck": ["R5"]},
        {"unseen": ["R5"]},
        {"final": {"next": 1}},
        {"final": {"last": 1, "turn": 1}},
    ],
)
def test_the_schema_knows_the_last_purchases(changes: dict[str, Any]) -> None:
    document = to_json(read(FINAL))
    SOUND.validate(document)
    assert not SOUND.is_valid({**document, **changes})
    assert failure(json.dumps({**document, **changes})).expected


def test_the_schema_knows_every_reading_and_key() -> None:
    properties = json.loads(SCHEMA.read_text(encoding="utf-8"))["properties"]
    known = properties["readings"]["properties"]
    assert {reading: tuple(known[reading]["enum"]) for reading in known} == READINGS
    numbered = [f"player {number}" for number in range(1, 6)]
    assert set(properties) - {"players_state"} == set(KEYS) - set(numbered)


def test_places_in_json() -> None:
    for changes, token in (
        ({"moves": ["pass", "bid:3:x"]}, "x"),
        ({"market": ["R3", "R3", "G0"]}, "G0"),
        ({"players_state": [{"tokens": 5, "bust": 0, "cards": ["R1", "R2", "$5"]}]}, "$5"),
        ({"players_state": [{}, {"tokens": 12}]}, "12"),
    ):
        text = json.dumps({**to_json(read(GAME)), **changes}, indent=1)
        error = failure(text)
        assert error.token == token
        line = text.split("\n")[(error.line or 0) - 1]
        assert line[(error.column or 0) - 1 :].strip('",') == token


# --- Nothing but ReadError ----------------------------------------------------------------------


def outcome_of(data: bytes, jsonl: bool | None) -> None:
    """Read an input; whatever it is, it is a record that reads back or a ReadError."""
    for _, found in documents(data, jsonl):
        if isinstance(found, ReadError):
            assert found.message
            continue
        try:
            record = parse(found)
        except ReadError as error:
            assert error.message  # noqa: PT017
            assert error.expected  # noqa: PT017
            continue
        assert parse(READERS["one line"](record)) == record
        assert parse(READERS["JSON"](record)) == record
        unreachable(record.state)
        notes(record.state)


def mutated(rng: random.Random, text: str) -> str:
    """A text with a few of its pieces deleted, doubled, swapped or replaced."""
    other_pieces = [*":;#\n\t \\*-=,\"'[]{}$+", "R5", "W#", "player 2:", "t1", "b1", "9", "é"]
    for _ in range(rng.randint(1, 4)):
        start = rng.randrange(len(text))
        end = min(len(text), start + rng.choice([1, 1, 2, 5, 30]))
        other = rng.randrange(len(text))
        pieces = ["", text[start:end] * 2, text[other : other + end - start]]
        text = text[:start] + rng.choice([*pieces, rng.choice(other_pieces)]) + text[end:] or " "
    return text


@pytest.mark.parametrize("form", READERS)
def test_mutations_are_read_or_refused(form: str) -> None:
    rng = random.Random(form)
    for base in BASES:
        record = read(base)
        written = {
            "text": base,
            "one line": write_lines(pairs(record), one_line=True),
            "JSON": json.dumps(to_json(record)),
            "JSON over lines": json.dumps(to_json(record), indent=1),
        }
        for _ in range(100):
            data = mutated(rng, written[form]).encode()
            if rng.random() < 0.1:
                at = rng.randrange(len(data))
                data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
            outcome_of(data, rng.choice([True, False, None]))


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["R5", "W#", "$3", "card", "next", "last", "tokens", "draw", "bid:1:t1"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text() | st.sampled_from(["card", "next", "cards"]), inner, max_size=3)
    ),
    max_leaves=5,
)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(BASES),
    st.sampled_from([*to_json(read(GAME)), "final", "deck", "player 1"]),
    json_values,
)
def test_any_json_value_in_any_key_is_read_or_refused(base: str, key: str, value: object) -> None:
    outcome_of(json.dumps({**to_json(read(base)), key: value}).encode(), False)


def test_long_inputs_are_refused_at_once() -> None:
    many = "R1*129 " * 10_000
    assert failure(f"game: ten; players: 1; discard: {many}").message.startswith(
        "R1 is there 1290000 times"
    )
    for payment in (
        "+".join(["R1"] * 30_000),
        "+".join(["R1*129"] * 10_000),
        "t" + "9" * 90_000,
    ):
        with pytest.raises(ReadError):
            parse_move(f"bid:1:{payment}")


# --- Moves and records --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("draw", Move("draw")),
        ("draw:R5", Move("draw", "R5")),
        ("draw:W#", Move("draw", "W#")),
        ("draw:$3", Move("draw", "$3")),
        ("stop:numbers", Move("stop:numbers")),
        ("stop:currency", Move("stop:currency")),
        ("pass", Move("pass")),
        ("end", Move("end")),
        ("bid:0", Move("bid")),
        ("bid:999:t999", Move("bid", bid=999, payment=Payment(999))),
        ("bid:4:t1+b1", Move("bid", bid=4, payment=Payment(1, 1))),
        ("bid:2:W5+W#", Move("bid", bid=2, payment=Payment(cards=("W5", "W#")))),
        ("buy:R3:t3", Move("buy", "R3", payment=Payment(3))),
        ("buy:R3:t1+b1+B1", Move("buy", "R3", payment=Payment(1, 1, ("B1",)))),
        ("buy:R3:R6+R6+B#", Move("buy", "R3", payment=Payment(cards=("R6", "R6", "B#")))),
        ("buy:R3:t1+c2", Move("buy", "R3", payment=Payment(1, open_cards=2))),
        ("buy:G9", Move("buy", "G9")),
    ],
)
def test_moves(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert str(move) == text
    assert parse_move(f" {text} ") == move
    assert parse_move(text.upper().replace("+B1+", "+b1+").replace("T1+B1", "T1+b1")) == move


@pytest.mark.parametrize(
    ("text", "canonical_text"),
    [
        ("BUY:p3:g7+T2+b1", "buy:R3:t2+b1+G7"),
        ("buy:R3:b1", "buy:R3:b1"),
        ("buy:R3:B1", "buy:R3:B1"),
        ("buy:R3:B1+b1+B1", "buy:R3:b1+B1+B1"),
        ("buy:R3:b#", "buy:R3:B#"),
        ("bid:5:R6*2+C3", "bid:5:R6+R6+c3"),
        ("bid:3:w#+w1+o2+r9", "bid:3:R9+O2+W1+W#"),
        ("Stop:Numbers", "stop:numbers"),
        ("DRAW:p#", "draw:R#"),
    ],
)
def test_other_spellings_of_moves(text: str, canonical_text: str) -> None:
    assert str(parse_move(text)) == canonical_text


def test_what_is_no_move() -> None:
    for text, token in (
        ("", ""),
        (" ", ""),
        ("draw draw", "draw draw"),
        ("draw:", ""),
        ("bid:", ""),
        ("bid:1:", ""),
        ("buy:R3:t1+", ""),
        ("buy:R3:t１", "t１"),
        ("ｄraw", "ｄraw"),
        ("buy:R3:b1*2", "1*2"),
    ):
        with pytest.raises(ReadError) as caught:
            parse_move(text)
        assert (caught.value.line, caught.value.token) == (None, token)
        assert caught.value.expected


# --- What no game leads to ----------------------------------------------------------------------


def flags(**keys: str) -> dict[str, str]:
    """The flags of a table of two players, `p1` and `p2`. Unless `deck` is told, all cards are
    accounted for, so nothing has happened but what is written."""
    given = {"player 1": keys.pop("p1", "tokens=5"), "player 2": keys.pop("p2", "tokens=5"), **keys}
    state = table("; ".join(f"{key}: {value}" for key, value in given.items()))
    return {flag.name: flag.message for flag in unreachable(state)}


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({}, {}),
        ({"row": "B6 $3 G6"}, {}),
        (
            {"row": "B6 G6 $3"},
            {"row": "the row was bust when G6 came: its total was 12 (T5)"},
        ),
        ({"row": "B4 $2 R7 $5 G6"}, {}),
        ({"phase": "buy", "p1": "tokens=5 cards=R1"}, {}),
        (
            {"phase": "buy", "discard": "$1", "p2": "tokens=6"},
            {"buy": "player 1 has just taken number cards, yet owns none (T6, T8)"},
        ),
        (
            {"phase": "buy", "p1": "tokens=4 cards=W5", "discard": "$1", "p2": "tokens=6"},
            {"buy": "player 1 has just taken number cards, yet owns none (T6, T8)"},
        ),
        (
            {
                "phase": "buy",
                "discard": "$1",
                "p2": "tokens=6",
                "readings": "empty_reward=allowed",
            },
            {},
        ),
        ({"phase": "auction", "auction": "card=W5 by=2 bid=2 pay=t2 next=1"}, {}),
        (
            {"phase": "auction", "auction": "card=W5 by=2 bid=2 pay=t3 next=1"},
            {
                "auction": "player 2 may not have bid that: a piece of this payment could be left"
                " out: it is worth 3, the price 2 (T8)"
            },
        ),
        (
            {
                "phase": "auction",
                "auction": "card=W5 by=2 bid=2 pay=t3 next=1",
                "readings": "overpay=allowed",
            },
            {},
        ),
        (
            {"phase": "auction", "auction": "card=W5 by=2 bid=0 next=1"},
            {
                "auction": "player 2 may not have bid that: the lowest bid allowed is 1,"
                " so 0 is too little (T10)"
            },
        ),
        (
            {
                "phase": "auction",
                "auction": "card=W5 by=2 bid=0 next=1",
                "readings": "min_bid=0",
            },
            {},
        ),
        (
            {
                "phase": "auction",
                "auction": "card=W5 by=2 bid=1 pay=R1 next=1",
                "p2": "tokens=5 cards=R1",
                "deck": "R2",
                "readings": "bid_with_cards=no",
            },
            {
                "auction": "player 2 may not have bid that: bids are paid with tokens only (T10)",
            },
        ),
        (
            {"deck": "", "discard": f"{' '.join(card for card in FULL_DECK if card[0] in 'RBOG')}"},
            {
                "discard": "cards in the discard were paid with, yet nobody owns what was paid for"
                " (T8, T10)"
            },
        ),
        (
            {"discard": "R1", "p1": "tokens=5 cards=R2", "market": "R3"},
            {
                "market": "nobody can have been bust or have taken currency, yet there is a market"
                " (T6, T7)"
            },
        ),
        (
            {"discard": "R1 $1", "p1": "tokens=5 cards=R2", "readings": "spent_cards=market"},
            {
                "discard": "a number card is in the discard, but those that are paid with go to the"
                " market (T8)"
            },
        ),
        ({"discard": "W5"}, {}),
        (
            {"discard": "W5", "readings": "no_bid=active-takes-free"},
            {
                "discard": "cards in the discard were paid with, yet nobody owns what was paid for"
                " (T8, T10)"
            },
        ),
        ({"market": "R5 R6", "p1": "tokens=5 bust=1", "turn": "2"}, {}),
        (
            {"market": "R4 R6", "turn": "2"},
            {
                "market": "nobody can have been bust or have taken currency, yet there is a market"
                " (T6, T7)"
            },
        ),
        (
            {"market": "R4", "turn": "2", "readings": "spent_cards=market"},
            {
                "market": "nobody can have been bust or have taken currency, yet there is a market"
                " (T6, T7)"
            },
        ),
        ({"market": "R4 R6", "turn": "2", "readings": "empty_reward=allowed"}, {}),
        ({"market": "R4 R6", "turn": "2", "p1": "tokens=6", "discard": "$1"}, {}),
        (
            {
                "market": "R4 R6",
                "turn": "2",
                "p1": "tokens=5 bust=1",
                "readings": "empty_reward=allowed",
            },
            {"bust": "there is a bust token, but of busts the cards drawn make for none (T5, T7)"},
        ),
        (
            {"p1": "tokens=5 bust=1", "p2": "tokens=5 bust=1", "discard": "$5*2 $1*5"},
            {
                "bust": "there are 2 bust tokens, but of busts the cards drawn make for 1 at most"
                " (T5, T7)"
            },
        ),
        ({"p1": "tokens=5 bust=1", "turn": "2", "discard": "$5*2 $1"}, {}),
        (
            {"p1": "tokens=6", "turn": "2", "market": "R5 R6"},
            {
                "tokens": "player 1 has gained 1 or more in black tokens, but the currency drawn"
                " is 0 at most (T6)"
            },
        ),
        (
            {"p1": "tokens=8", "p2": "tokens=8", "discard": "$4 $1"},
            {
                "tokens": "6 black tokens or more were gained, but the currency drawn gives"
                " 5 at most (T6)"
            },
        ),
        ({"p1": "tokens=8", "p2": "tokens=8", "player 3": "tokens=5", "discard": "$4 $1"}, {}),
        ({"p1": "tokens=8", "p2": "tokens=7", "discard": "$4 $1"}, {}),
        (
            {"discard": "$4", "turn": "2"},
            {
                "tokens": "currency was drawn and nobody has spent anything, yet nobody has gained"
                " (T6, T7)"
            },
        ),
        ({"discard": "$4 $5 $2", "p1": "tokens=5 bust=1", "turn": "2"}, {}),
        *(
            (
                keys,
                {
                    "tokens": "currency was drawn and nobody has spent anything, yet nobody has"
                    " gained (T6, T7)"
                },
            )
            for keys in (
                {"discard": "$4 $5 $2"},
                {"discard": "$4", "market": "R5 R6", "p1": "tokens=5 bust=1"},
            )
        ),
        (
            {"p1": "tokens=4", "discard": "W5"},
            {
                "spent": "player 1 has spent black tokens, yet owns no card, not even the last one"
                " paid for (T8, T10)"
            },
        ),
        ({"p1": "tokens=4 cards=W5"}, {}),
        (
            {"p1": "tokens=5 cards=W5"},
            {"wilds": "player 1 owns a wild, but can have paid 0 at most (T10)"},
        ),
        (
            {"p1": "tokens=4 cards=W5,W6,G#"},
            {"wilds": "player 1 owns 3 wilds, but can have paid 1 at most (T10)"},
        ),
        (
            {"p1": "tokens=5 cards=W5,W6", "discard": "W7"},
            {"wilds": "player 1 owns 2 wilds, but can have paid 1 at most (T10)"},
        ),
        (
            {"p1": "tokens=5 cards=W5,W6", "discard": "$1"},
            {"wilds": "player 1 owns 2 wilds, but can have paid 1 at most (T10)"},
        ),
        (
            {"p1": "tokens=5 cards=W5,W6", "discard": "W7", "readings": "spent_cards=market"},
            {"wilds": "player 1 owns 2 wilds, but can have paid 1 at most (T10)"},
        ),
        (
            {
                "p1": "tokens=5 cards=W5",
                "market": "R1",
                "turn": "2",
                "readings": "spent_cards=market",
            },
            {},
        ),
        ({"p1": "tokens=5 cards=W5", "readings": "no_bid=active-takes-free"}, {}),
        ({"p1": "tokens=5 cards=W5", "readings": "min_bid=0"}, {}),
        ({"p1": "tokens=5 cards=W5,W6", "discard": "R1 R2", "deck": "R3"}, {}),
        ({"p1": "tokens=5 cards=W5,R2", "discard": "R1", "turn": "2"}, {}),
        (
            {"turn": "2"},
            {
                "turns": "one turn is over at least, which takes 1 number or currency cards, but 0"
                " have left the row at most (T0, T4)"
            },
        ),
        ({"turn": "2", "readings": "first_card=optional"}, {}),
        ({"turn": "2", "deck": "R5 R6"}, {}),
        ({"turn": "2", "p1": "tokens=5 cards=R2"}, {}),
        (
            {"turn": "2", "p2": "tokens=5 cards=R2"},
            {
                "turns": "3 turns are over at least, which takes 3 number or currency cards, but 1"
                " have left the row at most (T0, T4)"
            },
        ),
        ({"turn": "2", "p2": "tokens=5 cards=R2", "phase": "buy", "p1": "tokens=5 cards=R1"}, {}),
        (
            {"turn": "2", "p2": "tokens=5 cards=R2,R3", "readings": "first_card=optional"},
            {},
        ),
        (
            {
                "p1": "tokens=5 cards=R1",
                "p2": "tokens=5 cards=R2 bust=1",
                "readings": "first_card=optional",
                "market": "R9",
            },
            {
                "turns": "4 turns are over at least, which takes 4 number or currency cards, but 3"
                " have left the row at most (T0, T4)"
            },
        ),
        ({"deck": ""}, {}),
    ],
)
def test_what_cannot_have_been_played_to(keys: dict[str, str], expected: dict[str, str]) -> None:
    assert flags(**keys) == expected


def test_cards_that_are_not_mentioned_may_have_been_paid_with() -> None:
    def table_without(*cards: str) -> State:
        deck = " ".join(card for card in FULL_DECK.elements() if card not in ("W5", "W6", *cards))
        return table(f"player 1: tokens=5 cards=W5,W6; player 2: tokens=5; deck: {deck}")

    for missing in (["W7", "W8"], ["R9", "W8"], ["B7", "G9"]):
        assert unreachable(table_without(*missing)) == []
    for missing in ([], ["W7"], ["R9"]):
        assert [flag.name for flag in unreachable(table_without(*missing))] == ["wilds"]
    # A missing $-card is worth five at most.
    start = f"deck: {' '.join(list(FULL_DECK.elements())[:-1])}; player 1: tokens=10"
    assert unreachable(table(f"{start}; player 2: tokens=5")) == []
    assert [flag.name for flag in unreachable(table(f"{start}; player 2: tokens=6"))] == ["tokens"]


def test_flags_come_together() -> None:
    found = flags(
        row="B6 G6 $3",
        market="R4",
        discard="G1",
        p1="tokens=9 bust=1 cards=W5",
        p2="tokens=4 bust=1",
        turn="2",
    )
    assert list(found) == ["row", "market", "bust", "tokens", "spent", "wilds", "turns"]
    assert list(flags(phase="buy", p1="tokens=3 cards=W5,W6,W7")) == ["buy", "wilds", "turns"]


def test_flags_of_the_last_purchases() -> None:
    # Nineteen busts of one player of five are 91 turns: 38 cards for the busts, one each for the
    # others but the last, which may have had nothing but a wild: 109 of 111 number and currency
    # cards. A twentieth makes it 96 turns and 115 cards.
    keys = "players: 5; player 1: tokens=5 bust={}; readings: bust_supply=unlimited; phase: final;"
    keys += "; ".join(f" player {number}: tokens=5" for number in range(2, 6)) + "; final: last=1"
    assert unreachable(table(keys.format(19))) == []
    assert [flag.message for flag in unreachable(table(keys.format(20)))] == [
        "96 turns are over at least, which takes 115 number or currency cards, but 111 have left"
        " the row at most (T0, T4)"
    ]


def test_who_must_have_had_a_turn() -> None:
    # In the last purchases a number card may be the first one that a player ever had.
    state = table(
        "players: 2; player 1: tokens=5 cards=R1; player 2: tokens=4 cards=R2; phase: final;"
        " final: next=1 last=1"
    )
    for buyer, owing in ((1, [1]), (2, [1, 2]), (None, [])):
        after = replace(state, next=buyer)
        assert [number for number in (1, 2) if owes_a_turn(after, number)] == owing
    for phase, owing in (("draw", [1, 2]), ("auction", [1, 2]), ("buy", [2])):
        assert [n for n in (1, 2) if owes_a_turn(replace(state, phase=phase), n)] == owing


@pytest.mark.parametrize(
    ("phase", "turn", "had", "least"),
    [
        ("draw", 1, [0, 0, 0], 0),
        ("draw", 3, [0, 0, 0], 2),
        ("draw", 3, [1, 1, 0], 2),
        ("draw", 3, [1, 1, 1], 5),
        ("draw", 1, [1, 0, 0], 3),
        ("draw", 1, [0, 0, 2], 6),
        ("buy", 2, [2, 0, 0], 4),
        ("buy", 2, [2, 1, 0], 4),
        ("final", 2, [0, 0, 0], 2),
        ("final", 2, [1, 1, 0], 2),
        ("final", 2, [1, 1, 1], 5),
        ("final", 3, [0, 0, 3], 9),
    ],
)
def test_the_least_number_of_turns(phase: str, turn: int, had: list[int], least: int) -> None:
    state = replace(table("players: 3"), phase=phase, turn=turn)
    assert least_turns(state, had) == least
    played = [(k - 1) % 3 + 1 for k in range(1, least + 1)]  # the players of these turns
    assert all(played.count(number) >= times for number, times in enumerate(had, 1))


def random_start(rng: random.Random) -> State:
    """A deal, with all cards or with some, now and then with the wilds or the currency early."""
    readings = {key: rng.choice(found) for key, found in READINGS.items()}
    cards = list(FULL_DECK.elements())
    wilds, money = rng.choice([0, 0.4]), rng.choice([0, 0.4])
    early = {
        card: wilds * (card[0] == "W" or card[1] == "#") + money * (card[0] == "$")
        for card in cards
    }
    deck = sorted(cards, key=lambda card: rng.random() - early[card])
    if rng.random() < 0.4:
        del deck[rng.randint(2, 40) :]
    players = (Player(5),) * rng.randint(1, 5)
    return State(players=players, deck=tuple(deck), readings=Readings(**readings))


@pytest.mark.parametrize("seed", range(15))
def test_no_table_of_a_game_is_flagged(seed: int) -> None:
    rng = random.Random(seed)
    state = random_start(rng)
    position = naive.from_state(state)
    for step in range(50):
        assert unreachable(state) == []
        hidden = replace(state, deck=None, unseen=in_order(state.to_come))
        assert unreachable(hidden) == []
        if step % 10 == 0:
            for one in (state, hidden):
                record: Record[State, Move] = Record("ten", one)
                assert all(parse(form(record)) == record for form in READERS.values())
        if naive.is_over(position):
            break
        position = naive.play(position, naive.random_move(rng, position))
        state = naive.to_state(position)


# --- What is only unusual -----------------------------------------------------------------------


def noted(keys: str) -> dict[str, str]:
    return {flag.name: flag.message for flag in notes(table(keys))}


def test_what_is_noted() -> None:
    whole = (
        "every card that is not visible is taken to be to come, but with so few players some are"
        " left in the box (T3)"
    )
    alone = "the rules tell of no game for one (T0)"
    assert noted("players: 4") == noted("players: 2; deck: R5") == {}
    assert noted("players: 3") == noted("players: 2; discard: $1") == {"whole box": whole}
    assert noted("players: 1; unseen: R5") == {"one player": alone}
    assert noted("players: 1") == {"one player": alone, "whole box": whole}
    assert noted("players: 2; phase: final; final: last=1") == {}
    assert noted("players: 2; row: $1; unseen: $1*4 $5*6") == {}
    assert noted("players: 2; row: $1; unseen: $1*5 $5*7; discard: $5") == {
        "currency": "more of a currency card than is assumed: 6 $1 instead of 5 and 8 $5 instead"
        " of 6 (T1)"
    }


# --- The page for users -------------------------------------------------------------------------


def blocks() -> Iterator[tuple[str, str]]:
    """The examples of the page in their order: the language and the text of each."""
    yield from re.findall(r"```(\w*)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_examples_of_the_page_are_read_or_fail_as_it_says() -> None:
    found = list(blocks())
    said = []
    read_in = 0
    for (language, text), (following, answer) in zip(found, [*found[1:], ("", "")], strict=True):
        if language not in ("text", "json") or "game" not in text:
            continue
        try:
            record = parse(json_fields(text) if language == "json" else text_fields(text))
        except InvalidPosition as error:
            where = f"line {error.line}, column {error.column}"
            said.append(f"error: fourth.txt, {where}: {error.message}; expected {error.expected}\n")
            assert (following, answer) == ("console", said[-1])
            continue
        read_in += 1
        played(record)
        assert parse(READERS["text"](record)) == record
        assert notes(record.state) == []
        for flag in unreachable(record.state):
            said.append(f"warning: unreachable ({flag.name}): {flag.message}\n")
            assert (following, answer) == ("console", said[-1])
        if language == "json":
            SOUND.validate(json.loads(text))
            assert to_json(record) == json.loads(text)
    assert [one.split()[0] for one in said] == ["error:", "warning:"]
    assert read_in >= 9


def played(record: Record[State, Move]) -> list[State]:
    """The tables that the moves of a record lead through."""
    tables = [record.state]
    for move in record.moves:
        tables.append(apply(tables[-1], move))
    return tables


def example(heading: str) -> Record[State, Move]:
    """The first example below a text of the page."""
    page = PAGE.read_text(encoding="utf-8").partition(heading)[2]
    return read(page.partition("```text\n")[2].partition("```")[0])


def test_the_record_of_the_page_goes_as_it_is_told() -> None:
    record = example("This is the game of above")
    assert record.state == example("## A game in progress").state
    tables = played(record)
    assert (tables[0].total, tables[1].phase) == (7, "auction")
    won = tables[5]
    assert (won.phase, won.player(2).bust, won.player(2).cards) == ("draw", 0, ("B3", "B4", "R#"))
    assert [state.total for state in tables[5:8]] == [7, 2, 10]
    assert [one.tokens for one in tables[8].players] == [10, 6, 10, 10]
    assert tables[8].player(2).cards == ("B3", "B4", "B8", "O3", "G6", "R#")
    assert tables[9].player(2) == Player(0, 0, ("B3", "B4", "B7", "B8", "G6", "R#"))
    assert "O3" in tables[9].discard
    end = tables[-1]
    assert (end.turn, end.phase, end.player(3).bust) == (4, "draw", 1)
    assert end.market == ("R3", "R6", "G2", "G5")


def test_the_open_record_of_the_page_ends() -> None:
    end = played(example("With `deck` the cards are known"))[-1]
    assert outcome(end) == "over"
    assert [one.cards for one in end.players] == [
        ("R4", "R5", "O2", "W#"),
        ("R6", "G1", "G2", "G3"),
    ]


def rows_of(heading: str) -> list[list[str]]:
    """The rows of the tables below a heading, without the lines that head them."""
    text = PAGE.read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in row] for row in rows]


def test_the_tables_of_the_page() -> None:
    for row in rows_of("Moves"):
        for written in re.findall("`([^`]+)`", row[0]):
            move = parse_move(
                written if ":" in written or written.isalpha() else f"buy:R3:{written}"
            )
            assert parse_move(str(move)) == move
    keys = [
        key for row in rows_of("A game in progress")[:15] for key in re.findall("`([^`]+)`", row[0])
    ]
    assert [key for key in KEYS if key not in keys] == ["player 2", "player 3", "player 4"]
    parts = [row[0].strip("`") for row in rows_of("A game in progress")[15:]]
    assert parts == ["tokens=5", "bust=1", "cards=R1,R2,W5"]
    assert [row[0].strip("`") for row in rows_of("Phases")] == ["phase", *PHASES]
    readings = {row[0].strip("`"): re.findall("`([^`]+)`", row[1]) for row in rows_of("Readings")}
    assert readings == {reading: list(values) for reading, values in READINGS.items()}
    flagged = [row[0].strip("`") for row in rows_of("When it can be, but not by playing")]
    source = Path("solver/ten/reachable.py").read_text(encoding="utf-8")
    named = list(dict.fromkeys(re.findall(r'Flag\(\s*"([^"]+)"', source)))
    unusual = [row[0].strip("`") for row in rows_of("When it is only unusual")]
    assert flagged + unusual == named
