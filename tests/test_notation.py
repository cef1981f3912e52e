"""Level 10 positions are written so that reading gives them back, and bad ones are told why."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped, unused-ignore]
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from whole_games import long_game, random_game

from solver.errors import InvalidPosition, ReadError
from solver.fields import Field
from solver.level10.cards import PAUSE, WORLDS, full_deck
from solver.level10.notation import (
    Level10Record,
    move_text,
    pairs,
    parse,
    parse_move,
    to_json,
)
from solver.level10.reachable import unreachable
from solver.level10.rules import READINGS, Move, Readings, State, apply, legal_moves
from solver.level10.turns import derived_turn
from solver.record import Record
from solver.text import documents, json_fields, text_fields, write_lines

SCHEMA = Path("solver/level10/position.schema.json")

START = """game: level10
players: 3
pauses: 1
hand 1: A2 A5 B2 C7 D3 P
hand 2: A1 A8 B4 C1 D5 E2
hand 3: A3 B1 B7 C2 D8 E6
deck: A4 A6 A7 B3 B5 B6 B8 C3 C4 C5 C6 C8 D1 D2 D4 D6 D7 E1 E3 E4 E5 E7 E8   # next one first
"""

# Column 1 is full, column 2 has A3; C4 is tucked, which nobody could have done so early.
TABLE = """game: level10
players: 2
hand 1: A1 A2 A4 A5 A6 A7 A8
hand 2: B1 B3 B4 B5 B6 B7 B8
deck: C1 C2 C3 C5 C6 C7 C8 D2 D3 D4 D5 D6 D7 D8 E1 E2 E3 E5 E6 E7 E8
row A: R A3
row B: B2
row C: P/C4
row D: D1
row E: E4
turn: 1
"""

READERS: dict[str, Callable[[Level10Record], list[Field]]] = {
    "text": lambda record: text_fields(write_lines(pairs(record))),
    "one line": lambda record: text_fields(write_lines(pairs(record), one_line=True)),
    "JSON": lambda record: json_fields(json.dumps(to_json(record))),
    "JSON over lines": lambda record: json_fields(json.dumps(to_json(record), indent=1)),
}


def read(text: str) -> Level10Record:
    return parse(text_fields(text))


def failure(text: str) -> ReadError:
    with pytest.raises(ReadError) as caught:
        read(text)
    return caught.value


def invalid(text: str) -> InvalidPosition:
    error = failure(text)
    assert isinstance(error, InvalidPosition), error
    return error


def place(error: ReadError) -> tuple[int | None, int | None, str | None]:
    return error.line, error.column, error.token


# --- Reading gives back what was written ----------------------------------------------------------


def random_record(rng: random.Random) -> Level10Record:
    """A record from anywhere in a game, sometimes with a turn that is not the table's."""
    players = rng.randint(1, 5)
    game = long_game(rng, players) if rng.random() < 0.7 else random_game(rng, players)
    state = rng.choice(game)
    if rng.random() < 0.3:
        seats = [seat for seat in range(1, players + 1) if state.hands[seat - 1]]
        state = replace(state, turn=rng.choice(seats or [1]), extra=rng.random() < 0.3)
    moves = legal_moves(state)
    chosen = tuple(rng.choice(moves) for _ in range(rng.randint(0, 3) if moves else 0))
    notes = ["", "a", "a; b\\n\n# c", "\n", "Note: game: ten"]
    return Record("level10", state, chosen, rng.choice(notes))


@pytest.mark.parametrize("form", READERS)
def test_every_record_is_read_back(form: str) -> None:
    rng = random.Random(1)
    for _ in range(150):
        record = random_record(rng)
        assert parse(READERS[form](record)) == record


@settings(max_examples=50, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cc", "Cs"])), st.integers(0, 2**32))
@example(" \t; \\;\\n # ", 0)
def test_every_note_is_read_back(note: str, seed: int) -> None:
    record = replace(random_record(random.Random(seed)), note=note)
    for fields in READERS.values():
        assert parse(fields(record)) == record


def canonical(text: str) -> str:
    return write_lines(pairs(read(text)))


@pytest.mark.parametrize("text", [START, TABLE])
def test_writing_what_was_read_is_a_fixed_point(text: str) -> None:
    assert canonical(canonical(text)) == canonical(text)
    line = write_lines(pairs(read(text)), one_line=True)
    assert "\n" not in line
    assert canonical(line) == canonical(text)


def test_the_canonical_form() -> None:
    text = """note: hi
    MOVES: a2 pb rc-B4-p
    Readings: TUCK=never  extra_turn=every-round
    TURN: 2
    hand 3: e6 D8 c2 b7 b1 a3
    """ + START.replace("hand 3: A3 B1 B7 C2 D8 E6\n", "").replace("game: l", "Game: L")
    assert canonical(text) == (
        START.split("   #")[0] + "\nturn: 2\nreadings: tuck=never\nmoves: A2 PB RC-B4-P\nnote: hi\n"
    )


def test_what_is_left_out() -> None:
    state = read(START).state
    written = dict(pairs(Record("level10", state)))
    assert list(written) == [
        *("game", "players", "pauses", "hand 1", "hand 2", "hand 3", "deck", "turn"),
    ]
    twin = to_json(Record("level10", state))
    assert list(twin) == ["game", "players", "pauses", "hands", "deck", "turn"]


def test_the_json_twin() -> None:
    state = replace(read(TABLE).state, extra=True, starter=2, readings=Readings(tuck="never"))
    record = Record("level10", state, (Move("A1", "A"),), "n")
    twin = to_json(record)
    assert list(twin) == [
        *("game", "players", "pauses", "starter", "hands", "deck", "rows", "turn", "extra"),
        *("readings", "moves", "note"),
    ]
    assert twin["rows"] == {
        "A": ["R", "A3"],
        "B": ["B2"],
        "C": ["P/C4"],
        "D": ["D1"],
        "E": ["E4"],
    }
    assert (twin["extra"], twin["readings"], twin["moves"]) == (True, {"tuck": "never"}, ["A1"])


def test_json_and_text_say_the_same() -> None:
    for text in (START, TABLE):
        assert parse(json_fields(json.dumps(to_json(read(text))))) == read(text)


def test_missing_hands_are_empty() -> None:
    cards = " ".join(full_deck(0))
    record = read(f"game: level10; players: 2; hand 2: {cards}; turn: 2")
    assert record.state.hands == ((), full_deck(0))
    assert record.state.pauses == 0
    twin = {"game": "level10", "players": 2, "hands": [[], list(full_deck(0))], "turn": 2}
    assert parse(json_fields(json.dumps(twin))) == record


def test_readings_from_outside_win() -> None:
    text = START + "readings: tuck=never extra_turn=never\n"
    record = parse(text_fields(text), {"TUCK": "Same-World", "put_back": "discard"})
    assert record.state.readings == Readings(extra_turn="never", put_back="discard")
    for name, value in (("x", "y"), ("tuck", "y")):
        with pytest.raises(InvalidPosition) as caught:
            parse(text_fields(START), {name: value})
        assert caught.value.line is None
        assert caught.value.token in ("x", "y")


# --- Whose turn it is -----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_the_turn_follows_from_the_cells_while_there_is_a_deck(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(20):
        for state in long_game(rng, rng.randint(1, 5)):
            if state.deck or all(state.hands):
                assert derived_turn(state) == (state.turn, state.extra)


def without_turn(state: State, *keys: str) -> str:
    found = [(key, value) for key, value in pairs(Record("level10", state)) if key not in keys]
    return write_lines(found)


def test_turn_and_extra_may_be_left_out_while_there_is_a_deck() -> None:
    rng = random.Random(3)
    seen = set()
    for _ in range(20):
        for state in long_game(rng, 5):
            if state.deck:
                assert read(without_turn(state, "turn", "extra")).state == state
                assert read(without_turn(state, "extra")).state == state
                seen.add(state.extra)
    assert seen == {True, False}


def test_extra_is_written_where_a_reader_would_derive_it() -> None:
    rng = random.Random(4)
    state = next(s for s in long_game(rng, 5) + long_game(rng, 5) if s.extra and s.deck)
    assert ("extra", "yes") in pairs(Record("level10", state))
    other = replace(state, extra=False)
    assert ("extra", "no") in pairs(Record("level10", other))
    assert read(write_lines(pairs(Record("level10", other)))).state == other


def empty_deck() -> State:
    game = long_game(random.Random(6), 3)
    return next(state for state in game if not state.deck)


def test_turn_is_required_once_the_deck_is_empty() -> None:
    error = invalid(without_turn(empty_deck(), "turn"))
    assert "'turn' has to be given" in error.message
    assert error.expected == "turn: 1 to 3"
    assert read(without_turn(empty_deck(), "extra")).state.extra is False


def test_a_game_that_is_over_may_have_its_turn_on_an_empty_hand() -> None:
    rng = random.Random(7)
    ends = [long_game(rng, 3)[-1] for _ in range(60)]
    ends = [end for end in ends if end.filled == 50 and not all(end.hands)]
    assert ends
    for end in ends:
        turn = end.hands.index(()) + 1
        record: Level10Record = Record("level10", replace(end, turn=turn))
        assert parse(READERS["text"](record)) == record


# --- Moves ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("A3", Move("A3", "A")),
        ("e8", Move("E8", "E")),
        ("PA", Move("P", "A")),
        ("pa/a5", Move("P", "A", tuck="A5")),
        ("PA/P", Move("P", "A", tuck="P")),
        ("RA", Move("R", "A")),
        ("RA-B7", Move("R", "A", put_back=("B7",))),
        ("RA-B7-C2", Move("R", "A", put_back=("B7", "C2"))),
        ("ra-p-p", Move("R", "A", put_back=("P", "P"))),
        ("RA-B7-C2-D1", Move("R", "A", put_back=("B7", "C2", "D1"))),
    ],
)
def test_moves(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert move_text(move) == text.upper()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "A9",
        "A0",
        "F1",
        "P",
        "R",
        "PF",
        "RA-",
        "RA-R",
        "RA/B7",
        "PA/",
        "A3A4",
        "A３",
        "ＡA",
    ],
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(ReadError) as caught:
        parse_move(text)
    assert caught.value.token == text
    assert "RA-B7-C2" in str(caught.value.expected)


def test_every_legal_move_is_read_back() -> None:
    rng = random.Random(8)
    for players in range(1, 6):
        for state in long_game(rng, players):
            for move in legal_moves(state):
                assert parse_move(str(move)) == move


def test_a_bad_move_in_a_record() -> None:
    assert place(failure(START + "moves: A2 Z1 B2")) == (8, 11, "Z1")


# --- What cannot be read --------------------------------------------------------------------------


def test_an_unknown_key() -> None:
    error = failure(START + "hands: A1")
    assert place(error) == (8, 1, "hands")
    assert "deck" in str(error.expected)


@pytest.mark.parametrize("key", ["hand", "hand 01", "hand x", "row", "row aa", "rows", "cards"])
def test_other_unknown_keys(key: str) -> None:
    assert place(failure(f"{START}{key}: A1"))[:2] == (8, 1)


def test_no_game_and_another_game() -> None:
    assert "'game' is missing" in failure("players: 3").message
    assert place(failure("game: chess\nplayers: 3")) == (1, 7, "chess")


def test_no_players() -> None:
    error = failure(START.replace("players: 3\n", ""))
    assert "'players' is missing" in error.message
    assert error.expected == "players: 1 to 5"


@pytest.mark.parametrize("value", ["0", "6", "x", "３", "3.0", "-1", "9" * 5000, "", "3 4"])
def test_bad_numbers_of_players(value: str) -> None:
    error = failure(START.replace("players: 3", f"players: {value}"))
    assert error.line == 2
    assert error.expected == "a number from 1 to 5"


@pytest.mark.parametrize("value", ["4", "x", "²", "-1", "", "1 1"])
def test_bad_numbers_of_pauses(value: str) -> None:
    error = failure(START.replace("pauses: 1", f"pauses: {value}"))
    assert error.line == 3
    assert error.expected == "a number from 0 to 3"


@pytest.mark.parametrize("key", ["turn", "starter"])
def test_an_unknown_seat(key: str) -> None:
    error = invalid(f"{START}{key}: 4")
    assert place(error) == (8, len(key) + 3, "4")
    assert error.expected == "a number from 1 to 3"


@pytest.mark.parametrize("card", ["F1", "A9", "A0", "A", "A11", "A１", "P/A1", "PA", "1A", "A1,A2"])
def test_bad_card_names(card: str) -> None:
    error = failure(START.replace("A5", card))
    assert place(error) == (4, 12, card)
    assert error.expected == "a world A–E and a level 1–8, or P"


@pytest.mark.parametrize("cell", ["F1", "P/P", "P/R", "P/", "R/A1", "A1/A2", "PA", "RA"])
def test_bad_cells(cell: str) -> None:
    error = failure(TABLE.replace("row E: E4", f"row E: {cell}"))
    assert place(error) == (10, 8, cell)


def test_extra_is_yes_or_no() -> None:
    assert place(failure(START + "extra: 1")) == (8, 8, "1")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("tuck", (8, 11, "tuck")),
        ("tuck=never TUCK=never", (8, 22, "TUCK")),
        ("tuck=maybe", (8, 16, "maybe")),
        ("tuck=", (8, 16, "")),
        ("luck=never", (8, 11, "luck")),
    ],
)
def test_bad_readings(words: str, expected: tuple[int, int, str]) -> None:
    assert place(failure(f"{START}readings: {words}")) == expected


# --- What can be read but cannot be ---------------------------------------------------------------


def test_a_card_twice() -> None:
    error = invalid(START.replace("deck: A4", "deck: B4 A4"))
    assert place(error) == (7, 7, "B4")
    assert error.places == ("hand 2", "deck")
    assert "in hand 2 (line 5, column 15) and in deck (line 7, column 7)" in error.message


def test_a_card_twice_in_one_place_and_under_a_pause() -> None:
    assert invalid(START.replace("A5", "A2")).places == ("hand 1", "hand 1")
    error = invalid(TABLE.replace("deck: C1", "deck: C4 C1"))
    assert place(error) == (8, 8, "P/C4")
    assert error.places == ("deck", "row C")


def test_cards_are_looked_at_before_the_turn() -> None:
    error = invalid("game: level10; players: 1; hand 1: A1 A1")
    assert error.places == ("hand 1", "hand 1")


def test_missing_cards_are_all_named() -> None:
    error = invalid(START.replace("A5 ", "").replace(" E8", ""))
    assert error.message == "A5 and E8 are missing"
    assert invalid(START.replace("A5 ", "")).message == "A5 is missing"


@pytest.mark.parametrize(("pauses", "found"), [(0, 1), (2, 1)])
def test_the_wrong_number_of_pauses(pauses: int, found: int) -> None:
    error = invalid(START.replace("pauses: 1", f"pauses: {pauses}"))
    assert place(error) == (3, 9, str(pauses))
    assert error.message == f"pauses: {pauses}, but {found} can be counted (in hand 1)"
    assert error.places == ("hand 1",)


def test_too_many_pauses_to_count() -> None:
    text = START.replace("pauses: 1\n", "").replace(" P\n", " P P P\n")
    assert read(text).state.pauses == 3
    error = invalid(text.replace("deck:", "deck: P"))
    assert place(error) == (6, 7, "P")
    assert error.places == ("hand 1", "hand 1", "hand 1", "deck")


@pytest.mark.parametrize("key", ["hand 1", "deck", "out"])
def test_restarts_are_never_held(key: str) -> None:
    text = START if key != "out" else START + "out:\n"
    error = invalid(text.replace(f"{key}:", f"{key}: R"))
    assert error.token == "R"
    assert "L2" in error.message


def test_a_hand_too_many() -> None:
    error = invalid(START + "hand 4:")
    assert place(error) == (8, 1, "hand 4")
    assert error.places == ("hand 4", "players")
    assert invalid(START + "hand 6: A1").token == "hand 6"


def test_a_row_too_many() -> None:
    assert place(invalid(START + "row F: A1")) == (8, 1, "row F")


def with_rows(rows: dict[str, str], extra: str = "") -> str:
    """A position with these rows, every other card in hand 1."""
    lying = re.findall("[A-E][1-8]", " ".join(rows.values()))
    held = " ".join(card for card in full_deck(0) if card not in lying)
    lines = "".join(f"row {world}: {row}\n" for world, row in rows.items())
    return f"game: level10\nplayers: 1\nturn: 1\nhand 1: {held}\n{lines}{extra}"


@pytest.mark.parametrize(
    ("rows", "rule", "expected"),
    [
        ({"A": "B1"}, "L5", (5, 8, "B1")),
        ({"A": "A3 A2"}, "L6", (5, 11, "A2")),
        ({"A": "A3 P A2"}, "L6", (5, 13, "A2")),
        ({"A": "A3 P/A8 A2"}, "L6", (5, 16, "A2")),
        ({"A": "P/B1"}, "L15", (5, 8, "P/B1")),
        ({"A": "A1 A2"}, "L8", (5, 11, "A2")),
        (
            {"A": "A1 A2 R A3", "B": "R B1", "C": "C1 C2", "D": "D1 R", "E": "E1 E2"},
            "L8",
            (5, 16, "A3"),
        ),
        ({"A": "R", "C": "R"}, "L9", (6, 8, "R")),
        ({"A": "A1", "B": "B1", "C": "C1", "D": "D1", "E": "E1"}, "L9", (9, 8, "E1")),
        ({"A": "R R R"}, "L10", (5, 12, "R")),
        ({"A": "A1 A2 A3 A4 A5 A6 A7 A8 P"}, "L10", (5, 32, "P")),
    ],
)
def test_rows_that_break_a_rule(
    rows: dict[str, str], rule: str, expected: tuple[int, int, str]
) -> None:
    error = invalid(with_rows(rows))
    assert f"breaks {rule}: " in error.message
    assert place(error) == expected
    assert error.places


def test_restarts_and_pauses_start_a_row_anew() -> None:
    rows = {"A": "R A5", "B": "B2 R", "C": "P C1", "D": "D1 P", "E": "E3 E4"}
    assert read(with_rows(rows)).state.row("A") == ("R", "A5")


def test_a_row_that_is_too_long() -> None:
    assert "breaks L10" in invalid(with_rows({"A": "R A1 A2 A3 A4 A5 A6 A7 A8 R P"})).message


def skipped_turn(reading: str) -> str:
    cards = " ".join(full_deck(0))
    return f"game: level10\nplayers: 2\nhand 1: {cards}\nturn: 2\nreadings: empty_hand={reading}\n"


def test_the_turn_of_a_player_who_is_skipped() -> None:
    error = invalid(skipped_turn("skipped"))
    assert place(error) == (4, 7, "2")
    assert "L16" in error.message
    assert read(skipped_turn("may-restart")).state.turn == 2


def test_the_turn_that_follows_from_the_cells_may_be_a_skipped_one() -> None:
    cards = full_deck(0)
    text = f"game: level10; players: 2; hand 2: {' '.join(cards[1:])}; deck: {cards[0]}"
    assert "L16" in invalid(text).message


# --- The JSON twin --------------------------------------------------------------------------------


def twin(**changes: Any) -> dict[str, Any]:
    return {**to_json(read(TABLE)), **changes}


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("game", 1, "a string"),
        ("players", "2", "a whole number"),
        ("hands", [["A1", 2]], "a list of strings"),
        ("rows", {"A": [None]}, "a value"),
        ("players", True, "a whole number"),
        ("players", 2.0, "a whole number"),
        ("players", [2], "a whole number"),
        ("pauses", {"a": "1"}, "a whole number"),
        ("turn", "1", "a whole number"),
        ("deck", "A1 A2", "a list of strings"),
        ("deck", {"A1": "A2"}, "a list of strings"),
        ("deck", [1], "a list of strings"),
        ("deck", [["A1"]], "a list of strings"),
        ("hands", ["A1"], "a list of strings"),
        ("hands", {"1": ["A1"]}, "a list of lists of strings"),
        ("rows", [["A1"]], "an object of lists of strings"),
        ("rows", {"A": "A1"}, "a list of strings"),
        ("extra", 1, "true or false"),
        ("readings", "tuck=never", "an object of names and strings"),
        ("readings", ["tuck=never"], "an object of names and strings"),
        ("moves", "A1", "a list of strings"),
        ("note", 1, "a string"),
        ("note", ["a"], "a string"),
        ("turn", None, "a value"),
    ],
)
def test_wrong_types(key: str, value: object, expected: str) -> None:
    document = twin(**{key: value})
    with pytest.raises(ReadError) as caught:
        parse(json_fields(json.dumps(document, indent=1)))
    assert caught.value.expected == expected
    assert caught.value.line
    if value != 2.0:  # to JSON Schema 2.0 is a whole number
        assert not validator().is_valid(document)


def schema() -> Any:
    return json.loads(SCHEMA.read_text())


def validator() -> jsonschema.Draft202012Validator:
    jsonschema.Draft202012Validator.check_schema(schema())
    return jsonschema.Draft202012Validator(schema())


def test_the_schema_accepts_what_is_written() -> None:
    rng = random.Random(9)
    sound = validator()
    for _ in range(100):
        sound.validate(to_json(random_record(rng)))


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "ten"},
        {"players": 0},
        {"players": 6},
        {"pauses": 4},
        {"starter": 6},
        {"hands": [[], [], [], [], [], []]},
        {"hands": [["F1"]]},
        {"hands": [["R"]]},
        {"deck": ["A9"]},
        {"deck": []},
        {"rows": {"F": []}},
        {"rows": {"A": ["P/P"]}},
        {"rows": {"A": ["R"] * 11}},
        {"extra": "maybe"},
        {"readings": {"luck": "never"}},
        {"readings": {"tuck": "maybe"}},
        {"moves": ["Z1"]},
        {"cards": []},
    ],
)
def test_the_schema_and_the_reader_refuse_the_same(changes: dict[str, Any]) -> None:
    document = twin(**changes)
    if "deck" in changes and not changes["deck"]:
        del document["turn"]
    assert not validator().is_valid(document)
    with pytest.raises(ReadError):
        parse(json_fields(json.dumps(document)))


def test_the_schema_knows_every_reading() -> None:
    known = schema()["properties"]["readings"]["properties"]
    assert {name: tuple(known[name]["enum"]) for name in known} == READINGS


def test_a_card_twice_in_json() -> None:
    text = json.dumps(twin(deck=["A1"]), indent=1)
    with pytest.raises(InvalidPosition) as caught:
        parse(json_fields(text))
    error = caught.value
    assert error.places == ("hand 1", "deck")
    line = text.split("\n")[(error.line or 0) - 1]
    assert line[(error.column or 0) - 1 :].startswith("A1")


# --- Nothing but ReadError ------------------------------------------------------------------------


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
            continue
        assert parse(READERS["one line"](record)) == record
        assert parse(READERS["JSON"](record)) == record


def mutated(rng: random.Random, text: str) -> str:
    """A text with a few of its pieces deleted, doubled, swapped or replaced."""
    for _ in range(rng.randint(1, 4)):
        start = rng.randrange(len(text))
        end = min(len(text), start + rng.choice([1, 1, 2, 5, 30]))
        other = rng.randrange(len(text))
        piece = rng.choice(
            [
                "",
                text[start:end] * 2,
                text[other : other + end - start],
                rng.choice([*":;#\n\t \\/-=,\"'[]{}", "A1", "P", "R", "turn", "row A:", "9", "é"]),
            ]
        )
        text = text[:start] + piece + text[end:]
        text = text or " "
    return text


@pytest.mark.parametrize("seed", range(4))
def test_mutations_are_read_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(500):
        record = random_record(rng) if rng.random() < 0.05 else read(rng.choice([START, TABLE]))
        good = rng.choice(
            [
                write_lines(pairs(record)),
                write_lines(pairs(record), one_line=True),
                json.dumps(to_json(record)),
                json.dumps(to_json(record), indent=1),
            ]
        )
        data = mutated(rng, good).encode()
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
    | st.sampled_from(["A1", "P", "R", "yes"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from([*twin(), "out", "note", "starter", "extra", "hand 1"]), json_values)
def test_any_json_value_in_any_key_is_read_or_refused(key: str, value: object) -> None:
    outcome_of(json.dumps(twin(**{key: value})).encode(), False)


keys = st.sampled_from(["game", "players", "pauses", "hand 1", "deck", "row A", "turn", "extra"])
words = st.sampled_from(["level10", "1", "5", "A1", "P", "R", "P/A1", "yes", "=", "tuck=never"])


@given(st.lists(st.tuples(keys, st.lists(words).map(" ".join)), max_size=8))
def test_any_words_in_any_key_are_read_or_refused(found: list[tuple[str, str]]) -> None:
    outcome_of(write_lines([("game", "level10"), *found]).encode(), False)


def test_the_worlds_of_the_examples() -> None:
    """The table of this module is one to read, with a tuck and an open column."""
    state = read(TABLE).state
    assert [len(state.row(world)) for world in WORLDS] == [2, 1, 1, 1, 1]
    assert PAUSE not in state.deck
    assert state.pauses == 1


# --- The page for users ---------------------------------------------------------------------------


def examples(language: str) -> list[str]:
    page = Path("docs/formats.md").read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)


def test_the_examples_of_the_page_are_read_or_fail_as_it_says() -> None:
    said = "\n".join(examples("console"))
    refused = []
    flags = []
    for text in examples("text"):
        try:
            record = read(text)
        except InvalidPosition as error:
            refused.append(f"line {error.line}, column {error.column}: {error.message}")
            continue
        flags += unreachable(record.state)
        state = record.state
        for move in record.moves:
            state = apply(state, move)
    assert len(refused) == 1
    assert refused[0] in said
    assert [flag.name for flag in flags] == ["turn"]
    assert flags[0].message in said
    (twin_text,) = examples("json")
    record = parse(json_fields(twin_text))
    assert record.moves == (Move("C3", "C"), Move("E6", "E"))
    validator().validate(json.loads(twin_text))
