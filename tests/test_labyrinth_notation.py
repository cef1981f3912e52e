"""Positions of Master Labyrinth are written so that reading gives them back, and bad ones are told
why; records with their throws; what no game leads to; deals."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped, unused-ignore]
import naive_labyrinth as naive
import pytest
from boards import name, play, random_game, sides, snapshot, square_of, table, tile_at, treasures
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver import IllegalMove, InvalidPosition, ReadError, Record
from solver.fields import Field
from solver.labyrinth.board import Board
from solver.labyrinth.deal import deal
from solver.labyrinth.notation import KEYS, pairs, parse, to_json
from solver.labyrinth.reachable import notes, unreachable
from solver.labyrinth.table import READINGS, Adventurer, Move, Readings, State, Throw
from solver.text import documents, json_fields, text_fields, write_lines

SCHEMA = Path("solver/labyrinth/position.schema.json")
PAGE = Path("docs/labyrinth.md")

DRAWN = "┌┌┬┐┬│┐ / ├││┘┘│─ / ├└├├┬┤┤ / └─├─┘─┌ / ├┘┴┤┤├┤ / ──┐└┘┌│ / └┐┴┌┴└┘"
SPELLED = (
    "ES ES ESW SW ESW NS SW / NES NS NS NW NW NS EW / NES NE NES NES ESW NSW NSW / "
    "NE EW NES EW NW EW ES / NES NW NEW NSW NSW NES NSW / EW EW SW NE NW ES NS / "
    "NE SW NEW ES NEW NE NW"
)
GAME = f"""game: labyrinth
board: {DRAWN}
spare: EW
last push: Nb
adventurer 1: d5 treasures=2,2 coins=1 cards=3,4,9
adventurer 3: g5 treasures=1 cards=3
treasures: 3@g2 3@f6 4@a3
later: 7@f3 12@d2
guardians: white@a4 black@g6
dragon: W
dragon die: 1 1 2 3 white white
turn: 3
extra: yes
readings: lair=no battle_target=13
moves: W2:NS>f6 dragon=1 duel=2r3:5
note: a; b
"""

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
        (parse(json_fields(text)) if text.startswith("{") else read(text))
    return caught.value


def place(error: ReadError) -> tuple[int | None, int | None, str | None]:
    return error.line, error.column, error.token


def validator() -> jsonschema.Draft202012Validator:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


# --- Reading gives back what was written --------------------------------------------------------

TILES = sorted(sum(1 << "NESW".index(side) for side in tile) for tile in naive.BOXES.values())
throws = st.builds(
    Throw,
    st.integers(1, 6),
    st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), max_size=2).map(tuple),
)
moves = st.builds(
    Move,
    point=st.sampled_from(naive.POINTS),
    tile=st.sampled_from(TILES),
    to=st.none() | st.integers(0, 48),
    coin=st.booleans(),
    dragon=st.none() | st.sampled_from(naive.FACES),
    duels=st.lists(throws, max_size=4).map(tuple),
    battle=st.just(()) | st.tuples(throws, throws, throws),
) | st.builds(
    Move,
    point=st.sampled_from(naive.POINTS),
    tile=st.sampled_from(TILES),
    again=st.just(True),
    card=st.none() | st.integers(7, 12),
)


@st.composite
def records(draw: st.DrawFn) -> Record[State, Move]:
    """Any table that can be composed, with any moves."""
    numbers = sorted(draw(st.sets(st.integers(1, 4), min_size=1)))
    readings = Readings(**{key: draw(st.sampled_from(all_)) for key, all_ in READINGS.items()})
    on_tiles = readings.treasures == "on-tiles"
    board: list[tuple[int, int]] = []
    later: list[tuple[int, int]] = []
    owned: dict[int, list[int]] = {number: [] for number in numbers}
    held: dict[int, list[int]] = {number: [] for number in numbers}
    for value in [*range(1, 13)] * 2:
        where = draw(st.sampled_from(["out", "board", "later", *numbers]))
        square = draw(st.integers(-1 if on_tiles and where == "board" else 0, 48))
        if isinstance(where, int):
            owned[where].append(value)
        elif where != "out":
            (board if where == "board" else later).append((value, square))
        if owner := draw(st.sampled_from([None, *numbers])):
            held[owner].append(value)
    slayer = draw(st.sampled_from([None, None, *numbers]))
    guardians = draw(st.dictionaries(st.sampled_from(["white", "black"]), st.integers(0, 48)))
    state = State(
        board=Board(
            tuple(draw(st.lists(st.sampled_from(TILES), min_size=49, max_size=49))),
            draw(st.sampled_from(TILES)),
        ),
        adventurers=tuple(
            Adventurer(
                number=number,
                square=draw(st.integers(0, 48)),
                treasures=tuple(sorted(owned[number])),
                coins=draw(st.integers(0, 6)),
                cards=tuple(sorted(held[number])),
                dragon=number == slayer,
            )
            for number in numbers
        ),
        turn=draw(st.sampled_from(numbers)),
        treasures=tuple(sorted(board)),
        later=tuple(sorted(later)),
        guardians=tuple(sorted(guardians.items(), reverse=True)),  # white first
        dragon=draw(st.sampled_from("NESW")),
        die=tuple(draw(st.lists(st.sampled_from(naive.FACES), min_size=6, max_size=6))),
        last_push=draw(st.none() | st.sampled_from(naive.POINTS)),
        extra=draw(st.booleans()),
        readings=readings,
    )
    note = draw(st.sampled_from(["", "a; b\n\\ # c", "game: ten"]))
    return Record("labyrinth", state, tuple(draw(st.lists(moves, max_size=3))), note)


SOUND = validator()


@settings(max_examples=60, deadline=None)
@given(records())
def test_whatever_can_be_composed_is_read_back(record: Record[State, Move]) -> None:
    for form in READERS.values():
        assert parse(form(record)) == record
    line = write_lines(pairs(record), one_line=True)
    assert write_lines(pairs(parse(text_fields(line))), one_line=True) == line
    assert "\n" not in line
    if not record.note:
        assert snapshot(record.state) == naive.snapshot(naive.parse(line.split("; moves:")[0]))
    SOUND.validate(to_json(record))


def test_the_canonical_form() -> None:
    assert canonical(GAME) == GAME.replace("a; b", "a\\; b")
    lines = GAME.split("note:")[0].splitlines()
    random.Random(1).shuffle(lines)
    for text in ("\n".join(lines), "\n".join(reversed(lines)), "; ".join(lines)):
        assert canonical(text) == GAME.split("note:")[0]


@pytest.mark.parametrize("change", [str.upper, str.lower, str.title])
def test_upper_and_lower_case_are_alike(change: Callable[[str], str]) -> None:
    text = GAME.split("note:")[0]
    for board in (DRAWN, SPELLED):
        assert canonical(change(text.replace(DRAWN, board))) == text


def test_parts_and_words_come_in_any_order() -> None:
    text = (
        GAME.replace("d5 treasures=2,2 coins=1 cards=3,4,9", "cards=9,3,4 coins=1 d5 treasures=2,2")
        .replace("3@g2 3@f6 4@a3", "4@a3 3@f6 3@g2")
        .replace("7@f3 12@d2", "12@d2   7@f3")
        .replace("white@a4 black@g6", "black@g6 white@a4")
        .replace(
            "lair=no battle_target=13", "battle_target=13 lair=no entering=from-another-square"
        )
    )
    with pytest.raises(ReadError):  # a square without a name comes first
        read(text)
    text = text.replace("coins=1 d5", "coins=1 square=d5")
    assert read(text) == read(GAME)


def test_boards_drawn_and_spelled() -> None:
    state = read(GAME).state
    spaced = DRAWN.replace(" / ", "/").replace("", " ").replace("  ", "\t ")
    backwards = " / ".join(
        " ".join(tile[::-1].lower() for tile in row.split()) for row in SPELLED.split(" / ")
    )
    for board in (SPELLED, spaced, backwards, SPELLED.replace(" / ", "/")):
        assert read(GAME.replace(DRAWN, board)).state == state
    assert tile_at(state, "a1") == "ES"
    assert tile_at(state, "e5") == "NSW"
    assert tile_at(state, "g7") == "NW"
    for spare in ("WE", "ew", "─"):
        assert read(GAME.replace("spare: EW", f"spare: {spare}")).state == state


def test_what_the_text_says() -> None:
    state = read(GAME).state
    assert (square_of(state, 1), square_of(state, 3)) == ("d5", "g5")
    assert treasures(state) == ["3@g2", "3@f6", "4@a3"]
    assert state.adventurers[0].cards == (3, 4, 9)
    assert state.adventurers[1].treasures == (1,)
    assert (state.dragon, state.turn, state.extra, state.last_push) == ("W", 3, True, "Nb")
    assert state.die == ("1", "1", "2", "3", "white", "white")
    assert state.readings == Readings(lair="no", battle_target="13")
    assert [(colour, name(where)) for colour, where in state.guardians] == [
        ("white", "a4"),
        ("black", "g6"),
    ]


def test_what_is_left_out() -> None:
    text = f"game: labyrinth\nboard: {DRAWN}\nspare: EW\nadventurer 2: c3\nadventurer 3: e5\n"
    assert canonical(text) == f"{text}dragon: N\nturn: 2\n"
    state = read(text).state
    assert (state.treasures, state.later, state.guardians) == ((), (), ())
    assert state.die == ("1", "2", "3", "4", "white", "black")
    assert (state.last_push, state.extra, state.readings) == (None, False, Readings())
    twin = to_json(read(text))
    assert twin["adventurers"] == [{}, {"square": "c3"}, {"square": "e5"}]
    assert list(twin) == ["game", "board", "spare", "adventurers", "dragon", "turn"]
    assert canonical(f"{text}extra: no\nnote:\ntreasures:\nguardians:\n") == canonical(text)


def test_the_json_twin() -> None:
    assert to_json(read(GAME)) == {
        "game": "labyrinth",
        "board": DRAWN,
        "spare": "EW",
        "last push": "Nb",
        "adventurers": [
            {"square": "d5", "treasures": [2, 2], "coins": 1, "cards": [3, 4, 9]},
            {},
            {"square": "g5", "treasures": [1], "cards": [3]},
        ],
        "treasures": ["3@g2", "3@f6", "4@a3"],
        "later": ["7@f3", "12@d2"],
        "guardians": ["white@a4", "black@g6"],
        "dragon": "W",
        "dragon die": ["1", "1", "2", "3", "white", "white"],
        "turn": 3,
        "extra": True,
        "readings": {"lair": "no", "battle_target": "13"},
        "moves": ["W2:NS>f6 dragon=1 duel=2r3:5"],
        "note": "a; b",
    }
    slain = table("adventurer 1: a1; adventurer 4: a1 dragon=yes")
    assert to_json(Record("labyrinth", slain))["adventurers"][3] == {"square": "a1", "dragon": True}


@pytest.mark.parametrize("rows", [DRAWN.split(" / "), SPELLED.split(" / ")])
def test_the_board_as_a_list_of_rows(rows: list[str]) -> None:
    document = {**to_json(read(GAME)), "board": rows}
    assert parse(json_fields(json.dumps(document))) == read(GAME)
    SOUND.validate(document)


def test_readings_from_outside_win() -> None:
    record = parse(text_fields(GAME), {"Lair": "YES", "treasures": "on-tiles"})
    assert record.state.readings == Readings(battle_target="13", treasures="on-tiles")
    for key, value in (("lair", "maybe"), ("luck", "no")):
        with pytest.raises(InvalidPosition) as caught:
            parse(text_fields(GAME), {key: value})
        assert caught.value.line is None


# --- What is refused ----------------------------------------------------------------------------

A_TILE = "a straight, corner or T: one of │─└┌┐┘├┴┤┬, or two or three of N E S W"
A_SQUARE = "a square: a1 to g7"
SPELLED_GAME = GAME.replace(DRAWN, SPELLED)

# What stands in the text, what instead, with « » around the piece to be named; message; expected.
REFUSED = [
    ("┌┌┬┐┬│┐ /", "┌┌┬┐«┼»│┐ /", "square e1: there is no tile '┼'", A_TILE),
    ("──┐└┘┌│ /", "──┐└┘┌«╵» /", "square g6: there is no tile '╵'", A_TILE),
    ("┌┌┬┐┬│┐ /", "┌┌┬«X»┬│┐ /", "square d1: 'X' is not a tile", A_TILE),
    ("NES NE NES", "NES «NESW» NES", "square b3: there is no tile 'NESW'", A_TILE),
    ("NE SW NEW", "NE SW «N»", "square c7: there is no tile 'N'", A_TILE),
    ("NE SW NEW", "NE SW «SS»", "square c7: there is no tile 'SS'", A_TILE),
    ("NE SW NEW", "NE «NX» NEW", "square b7: 'NX' is not a tile", A_TILE),
    (
        "┌┌┬┐┬│┐ /",
        "«┌»┌┬ NS ┬│┐ /",
        "square a1: the board mixes letters and box-drawing characters",
        "one notation for the whole board",
    ),
    (
        "/ NE SW NEW",
        "/ NE «┐» NEW",
        "square b7: the board mixes letters and box-drawing characters",
        "one notation for the whole board",
    ),
    ("├││┘┘│─", "├││┘┘«│»", "row 2 of the board has 6 tiles", "7 tiles"),
    ("├││┘┘│─", "├││┘┘│─«┌»", "row 2 of the board has 8 tiles", "7 tiles"),
    (DRAWN, "«┌┌┬┐┬│┐ / ├││┘┘│─»", "the board has 2 rows", "7 rows parted by /"),
    (DRAWN, "«┌┌┬┐┬│┐»", "the board has 1 row", "7 rows parted by /"),
    ("├││┘┘│─ /", "├││┘┘│─ / /", "the board has 8 rows", "7 rows parted by /"),
    ("spare: EW", "spare: «NESW»", "the spare: there is no tile 'NESW'", A_TILE),
    ("spare: EW", "spare: «5»", "the spare: '5' is not a tile", A_TILE),
    ("spare: EW", "spare: EW «NS»", "'spare' takes one value; 'NS' is too much", A_TILE),
    ("spare: EW", "spare:«»", "'spare' has no value", A_TILE),
    ("push: Nb", "push: «Na»", "'last push' cannot be 'Na'", None),
    ("push: Nb", "push: «W1»", "'last push' cannot be 'W1'", None),
    ("push: Nb", "push: «E2:NS»", "'last push' cannot be 'E2:NS'", None),
    (
        "adventurer 3:",
        "«adventurer 5»:",
        "'adventurer 5': there is no such adventurer",
        "adventurer 1 to adventurer 4",
    ),
    (
        "adventurer 3:",
        "«adventurer 1»:",
        "'adventurer 1' is given twice: in line 5 and again in line 6",
        "each key once",
    ),
    ("3: g5 treasures=1 cards=3", "3:«»", "adventurer 3 stands nowhere", A_SQUARE),
    ("3: g5 treasures", "3: «treasures", "adventurer 3 stands nowhere", A_SQUARE),
    ("3: g5", "3: «h5»", "'h5' is not a square", A_SQUARE),
    ("3: g5", "3: «g8»", "'g8' is not a square", A_SQUARE),
    ("3: g5", "3: «5g»", "'5g' is not a square", A_SQUARE),
    ("g5 treasures", "g5 «here» treasures", "'here' is not of the form name=value", "name=value"),
    (
        "g5 treasures",
        "g5 «gold»=1 treasures",
        "'gold' is not a part of an adventurer",
        "square, treasures, coins, cards or dragon",
    ),
    ("coins=1", "coins=1 «coins»=1", "'coins' is given twice", "each part once"),
    (
        "coins=1",
        "coins=«25»",
        "a number of coins of 25 does not exist",
        "a number from 0 to 24",
    ),
    ("coins=1", "coins=«x»", "'x' is not a whole number", "a number from 0 to 24"),
    ("coins=1", "coins=«-1»", "'-1' is not a whole number", "a number from 0 to 24"),
    (
        "treasures=2,2",
        "treasures=2,«13»",
        "a treasure of value 13 does not exist",
        "a number from 1 to 12",
    ),
    ("cards=3,4,9", "cards=3,«0»", "a card of value 0 does not exist", "a number from 1 to 12"),
    ("cards=3,4,9", "cards=3,«»,9", "'' is not a whole number", "a number from 1 to 12"),
    ("cards=3,4,9", "cards=3,«²»", "'²' is not a whole number", "a number from 1 to 12"),
    ("coins=1", "dragon=«maybe»", "'maybe' is neither yes nor no", "yes or no"),
    ("4@a3", "«4»", "'4' does not say what stands where", "2@b2"),
    ("4@a3", "4@«a8»", "'a8' is not a square", A_SQUARE),
    ("4@a3", "«x»@a3", "'x' is not a whole number", "a number from 1 to 12"),
    ("4@a3", "«13»@a3", "a treasure of value 13 does not exist", "a number from 1 to 12"),
    (
        "4@a3",
        "4@«spare»",
        "the spare tile carries nothing (M4, unless treasures=on-tiles)",
        A_SQUARE,
    ),
    (
        "12@d2",
        "12@«spare»",
        "the spare tile carries nothing (M4, unless treasures=on-tiles)",
        A_SQUARE,
    ),
    ("white@a4", "«red»@a4", "there is no guardian 'red'", "white or black"),
    ("black@g6", "«white@g6»", "the white guardian is there twice", "each guardian once"),
    ("black@g6", "black@«h1»", "'h1' is not a square", A_SQUARE),
    ("dragon: W", "dragon: «north»", "'dragon' cannot be 'north'", "N, E, S or W"),
    ("dragon: W", "dragon:«»", "'dragon' has no value", None),
    ("1 1 2 3 white", "1 1 2 «5» white", "there is no face '5' on a dragon die", None),
    (
        "1 1 2 3 white white",
        "«1 1 2 3 white»",
        "the dragon die has 5 faces",
        "six faces",
    ),
    ("die: 1 1 2 3 white white", "die:«»", "the dragon die has 0 faces", "six faces"),
    ("turn: 3", "turn: «2»", "there is no adventurer 2 to move", "turn: 1 or turn: 3"),
    ("turn: 3", "turn: «5»", "'turn' goes from 1 to 4, not 5", "a number from 1 to 4"),
    ("turn: 3", "turn: «x»", "'x' is not a whole number", "a number from 1 to 4"),
    ("extra: yes", "extra: «1»", "'1' is neither yes nor no", "yes or no"),
    ("lair=no", "lair=«maybe»", "the reading lair has no value 'maybe'", "yes or no"),
    ("lair=no", "«luck»=no", "'luck' is not a reading of labyrinth", None),
    ("lair=no", "lair=no «LAIR»=no", "the reading lair is given twice", "each reading once"),
    ("extra: yes", "«Owner»: me", "'owner' is not a key of labyrinth", None),
    ("extra: yes", "«adventurers»: me", "'adventurers' is not a key of labyrinth", None),
    ("game: labyrinth", "game: «maze»", "'maze' is not a known game", "labyrinth"),
    (f"board: {DRAWN}\n", "", "the key 'board' is missing", "board: …"),
    ("spare: EW\n", "", "the key 'spare' is missing", "spare: …"),
    ("game: labyrinth\n", "", "the key 'game' is missing", "game: labyrinth"),
]
A_MOVE = "a move: Nb:SW, Nb:SW>d5, Nb:SW>d5+coin or Nb:SW>d5+again"
A_CARD = "+coin, +again, or +again:7 to +again:12"
A_THROW = "a throw: dragon=2, duel=3,5 or battle=4,2r1:5,6"
POINTS = "E2, E4, E6, Nb, Nd, Nf, Sb, Sd, Sf, W2, W4 or W6"
REFUSED += [
    ("W2:NS>f6", move, message, expected)
    for move, message, expected in [
        ("«f6»", "'f6' is not a move", A_MOVE),
        ("W2:NS>«h6»", "'h6' is not a square", "a square: a1 to g7"),
        ("W2:NS>f6«+card»", "'+card' gives no card", A_CARD),
        ("W2:NS>f6«+again:6»", "'+again:6' gives no card", A_CARD),
        ("W2:NS>f6«+again:13»", "'+again:13' gives no card", A_CARD),
        ("W2:NS«+coin+coin»", "'+coin' gives a card twice", A_CARD),
        ("W2:NS«+again+again:9»", "'+again:9' gives a card twice", A_CARD),
        ("«W3»:NS>f6", "'W3' is not an insertion point", POINTS),
        ("«Na»:NS>f6", "'Na' is not an insertion point", POINTS),
        ("«N2»:NS>f6", "'N2' is not an insertion point", POINTS),
        ("W2:«NN»>f6", "there is no tile 'NN'", A_TILE),
        ("W2:«NESW»>f6", "there is no tile 'NESW'", A_TILE),
        ("«dragon=1»", "'dragon=1' is not a move", A_MOVE),
        ("W2:NS «dragon=5»", "'dragon=5' does not tell a throw", A_THROW),
        ("W2:NS   «dragon=»", "'dragon=' does not tell a throw", A_THROW),
        ("W2:NS dragon=1 \t «DRAGON=2»", "'dragon' is told twice", "each throw once"),
        ("W2:NS «duel=0»", "'duel=0' does not tell a throw", A_THROW),
        ("W2:NS «duel=7»", "'duel=7' does not tell a throw", A_THROW),
        ("W2:NS «duel=2r»", "'duel=2r' does not tell a throw", A_THROW),
        ("W2:NS «duel=2r7:1»", "'duel=2r7:1' does not tell a throw", A_THROW),
        ("W2:NS «duel=2,»", "'duel=2,' does not tell a throw", A_THROW),
        ("W2:NS duel=1 «duel=1»", "'duel' is told twice", "each throw once"),
        ("W2:NS battle=1,1,1 «battle=6,6,6»", "'battle' is told twice", "each throw once"),
        ("W2:NS «gold=2»", "'gold=2' does not tell a throw", A_THROW),
    ]
]


@pytest.mark.parametrize(
    ("old", "new", "message", "expected"), REFUSED, ids=[case[2] for case in REFUSED]
)
def test_what_is_refused_and_where(old: str, new: str, message: str, expected: str | None) -> None:
    base = GAME if old in GAME else SPELLED_GAME
    assert base.count(old) >= 1
    text = base.replace(old, new, 1)
    before, _, after = text.partition("«")
    token = after.partition("»")[0] if "»" in after else after.partition("\n")[0]
    error = failure(before + after.replace("»", "", 1))
    assert error.message == message
    if expected:
        assert error.expected == expected
    assert error.expected
    if "«" in new:
        lines = before.split("\n")
        assert place(error) == (len(lines), len(lines[-1]) + 1, token)


def test_a_whole_board_is_named_by_its_beginning() -> None:
    error = failure(GAME.replace(" / └┐┴┌┴└┘", ""))
    assert error.message == "the board has 6 rows"
    assert place(error)[:2] == (2, 8)
    assert str(error.token).startswith("┌┌┬┐┬│┐ / ")


def test_nobody_is_there() -> None:
    text = f"game: labyrinth\nboard: {DRAWN}\nspare: EW\n"
    error = failure(text)
    assert isinstance(error, InvalidPosition)
    assert (error.message, error.expected) == ("there is no adventurer", "adventurer 1: c3")
    twin = {"game": "labyrinth", "board": DRAWN, "spare": "EW", "adventurers": [{}, {}]}
    assert failure(json.dumps(twin)).message == "there is no adventurer"
    assert not SOUND.is_valid(twin)


@pytest.mark.parametrize(
    ("changes", "message", "places", "line"),
    [
        (
            {"treasures=2,2": "treasures=3"},
            "the treasure of value 3 is there 3 times: treasures (line 7, column 12),"
            " treasures (line 7, column 17) and adventurer 1 (line 5, column 28)",
            ("treasures", "treasures", "adventurer 1"),
            5,
        ),
        (
            {"7@f3": "3@f3"},
            "the treasure of value 3 is there 3 times: treasures (line 7, column 12),"
            " treasures (line 7, column 17) and later (line 8, column 8)",
            ("treasures", "treasures", "later"),
            8,
        ),
        (
            {"g5 treasures=1": "g5 treasures=2,2"},
            "the treasure of value 2 is there 4 times:"
            " adventurer 1 (line 5, column 28), adventurer 1 (line 5, column 30),"
            " adventurer 3 (line 6, column 28) and adventurer 3 (line 6, column 30)",
            ("adventurer 1", "adventurer 1", "adventurer 3", "adventurer 3"),
            6,
        ),
        (
            {"cards=3,4,9": "cards=3,3"},
            "the card of value 3 is there 3 times: adventurer 1 (line 5, column 46),"
            " adventurer 1 (line 5, column 48) and adventurer 3 (line 6, column 36)",
            ("adventurer 1", "adventurer 1", "adventurer 3"),
            6,
        ),
        (
            {"coins=1": "coins=20", "cards=3\n": "cards=3 coins=5\n"},
            "there are 25 coins",
            ("adventurer 1", "adventurer 3"),
            6,
        ),
        (
            {"coins=1": "dragon=yes", "cards=3\n": "cards=3 dragon=yes\n"},
            "the dragon is slain by one adventurer only",
            ("adventurer 1", "adventurer 3"),
            6,
        ),
    ],
)
def test_more_pieces_than_there_are(
    changes: dict[str, str], message: str, places: tuple[str, ...], line: int
) -> None:
    text = GAME
    for old, new in changes.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    error = failure(text)
    assert isinstance(error, InvalidPosition)
    assert (error.message, error.places, error.line) == (message, places, line)
    value = text.splitlines()[line - 1]
    assert value[(error.column or 0) - 1 :].startswith(error.token or "nothing")
    if "times" in message:  # the last one is shown
        shown = f"(line {line}, column {error.column})"
        assert message.endswith(shown)
    else:
        assert error.token == value.partition(": ")[2]


def test_as_many_pieces_as_there_are() -> None:
    text = GAME.replace("coins=1", "coins=20").replace("cards=3\n", "cards=3 coins=4\n")
    assert sum(one.coins for one in read(text).state.adventurers) == 24
    state = read(GAME.replace("4@a3", "4@a3 4@a3").replace("lair=no", "treasures=on-tiles")).state
    assert treasures(state)[2:] == ["4@a3", "4@a3"]


def test_a_treasure_on_the_spare() -> None:
    text = GAME.replace("4@a3", "4@Spare").replace("lair=no", "treasures=on-tiles")
    assert treasures(read(text).state)[2] == "4@spare"
    assert "4@spare" in canonical(text)
    document = to_json(read(text))
    SOUND.validate(document)
    del document["readings"]
    assert not SOUND.is_valid(document)
    assert "carries nothing" in failure(json.dumps(document)).message


# --- The JSON twin ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"game": "ten"}, "labyrinth"),
        ({"game": 1}, "a string"),
        ({"board": 7}, "a string"),
        ({"board": DRAWN.split(" / ")[:6]}, "7 rows parted by /"),
        ({"board": [DRAWN.split(" / ")]}, None),
        ({"board": DRAWN.replace("┐", "┼")}, A_TILE),
        ({"spare": "NESW"}, A_TILE),
        ({"spare": ["EW"]}, "a string"),
        ({"last push": "Na"}, POINTS),
        ({"adventurers": {}}, "a list of objects"),
        ({"adventurers": ["d5"]}, "an object"),
        ({"adventurers": [{"square": "h5"}]}, A_SQUARE),
        ({"adventurers": [{"coins": 1}]}, A_SQUARE),
        ({"adventurers": [{"square": "d5", "gold": 1}]}, None),
        ({"adventurers": [{"square": "d5", "treasures": [13]}]}, "a number from 1 to 12"),
        ({"adventurers": [{"square": "d5", "coins": 25}]}, "a number from 0 to 24"),
        ({"adventurers": [{"square": "d5", "dragon": "maybe"}]}, "yes or no"),
        ({"adventurers": [{"square": "d5"}] * 5}, "adventurer 1 to adventurer 4"),
        ({"adventurer 1": "d5"}, '"adventurers"'),
        ({"treasures": ["3"]}, "2@b2"),
        ({"treasures": ["13@a1"]}, "a number from 1 to 12"),
        ({"treasures": {"3": "a1"}}, "a list of strings"),
        ({"treasures": [3]}, "a list of strings"),
        ({"later": ["7@spare"]}, A_SQUARE),
        ({"guardians": ["red@a1"]}, "white or black"),
        ({"guardians": ["white@a1", "white@a1"]}, "each guardian once"),
        ({"dragon": "up"}, "N, E, S or W"),
        ({"dragon die": ["1"]}, "six faces"),
        ({"dragon die": ["1", "2", "3", "4", "5", "6"]}, None),
        ({"turn": 5}, "a number from 1 to 4"),
        ({"turn": "3"}, "a whole number"),
        ({"extra": 1}, "true or false"),
        ({"readings": {"luck": "no"}}, None),
        ({"readings": ["lair=no"]}, "an object of names and strings"),
        ({"readings": {"lair": "maybe"}}, "yes or no"),
        ({"moves": "Nb:EW"}, "a list of strings"),
        ({"moves": ["Na:EW"]}, POINTS),
        ({"moves": ["Nb:EW duel=7"]}, A_THROW),
        ({"moves": ["Nb:EW Sb:EW"]}, A_THROW),
        ({"note": 1}, "a string"),
        ({"owner": "me"}, None),
    ],
)
def test_the_schema_and_the_reader_refuse_the_same(
    changes: dict[str, Any], expected: str | None
) -> None:
    document = {**to_json(read(GAME)), **changes}
    if "adventurers" in changes:
        document["turn"] = 1
    assert not SOUND.is_valid(document)
    error = failure(json.dumps(document, indent=1))
    assert error.line
    assert error.expected
    if expected:
        assert error.expected == expected


def test_the_schema_knows_every_reading_and_key() -> None:
    properties = json.loads(SCHEMA.read_text(encoding="utf-8"))["properties"]
    known = properties["readings"]["properties"]
    assert {reading: tuple(known[reading]["enum"]) for reading in known} == READINGS
    assert {reading: list(values) for reading, values in READINGS.items()} == naive.VALUES
    numbered = [f"adventurer {number}" for number in (1, 2, 3, 4)]
    assert set(properties) - {"adventurers"} == set(KEYS) - set(numbered)


def test_a_place_in_json() -> None:
    document = {**to_json(read(GAME)), "moves": ["Nb:EW", "dragon=1", "  duel=7"]}
    text = json.dumps(document, indent=1)
    error = failure(text)
    assert error.token == "duel=7"
    assert text.split("\n")[(error.line or 0) - 1][(error.column or 0) - 1 :] == 'duel=7"'


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
            continue
        assert parse(READERS["one line"](record)) == record
        assert parse(READERS["JSON"](record)) == record


def mutated(rng: random.Random, text: str) -> str:
    """A text with a few of its pieces deleted, doubled, swapped or replaced."""
    other_pieces = [*":;#\n\t \\/-=,\"'[]{}@>+┼", "a1", "adventurer 2:", "spare", "9", "é", "NS"]
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
    record = read(GAME)
    written = {
        "text": GAME,
        "one line": write_lines(pairs(record), one_line=True),
        "JSON": json.dumps(to_json(record)),
        "JSON over lines": json.dumps(to_json(record), indent=1),
    }
    for _ in range(250):
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
    | st.sampled_from(["a1", "3@b2", "EW", "yes", "white@c3", "Nb:EW", "duel=3"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from([*to_json(read(GAME)), "adventurer 1"]), json_values)
def test_any_json_value_in_any_key_is_read_or_refused(key: str, value: object) -> None:
    outcome_of(json.dumps({**to_json(read(GAME)), key: value}).encode(), False)


# --- Moves and records --------------------------------------------------------------------------

NS, EW, SW, NES = 5, 10, 12, 7


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("Nb:SW", Move("Nb", SW)),
        ("Nb:SW>d5", Move("Nb", SW, 31)),
        ("E6:NES>g7+coin", Move("E6", NES, 48, coin=True)),
        ("W2:NS+again", Move("W2", NS, again=True)),
        ("W2:NS>a1+again:12", Move("W2", NS, 0, again=True, card=12)),
        ("W2:NS>a1+coin+again:7", Move("W2", NS, 0, coin=True, again=True, card=7)),
        ("Nb:SW dragon=4", Move("Nb", SW, dragon="4")),
        ("Nb:SW dragon=white duel=3", Move("Nb", SW, dragon="white", duels=(Throw(3),))),
        (
            "Nb:SW dragon=2 duel=2r4:5,6,1r1:1r2:6",
            Move(
                "Nb",
                SW,
                dragon="2",
                duels=(Throw(2, ((4, 5),)), Throw(6), Throw(1, ((1, 1), (2, 6)))),
            ),
        ),
        (
            "Nb:SW>d5 battle=3,2r1:5,4",
            Move("Nb", SW, 31, battle=(Throw(3), Throw(2, ((1, 5),)), Throw(4))),
        ),
    ],
)
def test_moves(text: str, move: Move) -> None:
    game = solver.GAMES["labyrinth"]
    assert game.parse_move(text) == move
    assert str(move) == text
    assert game.parse_move(text.upper().replace(" ", " \t ")) == move
    assert game.parse_move(text.lower()) == move


@pytest.mark.parametrize(
    ("text", "canonical_text"),
    [
        ("Nb:WS>d5", "Nb:SW>d5"),
        ("e6:wne", "E6:NEW"),
        ("W2:NS+again+coin", "W2:NS+coin+again"),
        ("W2:NS+again:9+coin", "W2:NS+coin+again:9"),
        (" W2:NS duel=4 dragon=1 ", "W2:NS dragon=1 duel=4"),
        ("W2:NS battle=1,1,1 duel=4 dragon=1", "W2:NS dragon=1 duel=4 battle=1,1,1"),
    ],
)
def test_other_spellings_of_moves(text: str, canonical_text: str) -> None:
    assert str(solver.GAMES["labyrinth"].parse_move(text)) == canonical_text


def test_what_is_no_move() -> None:
    for text, token in (
        ("", ""),
        (" ", ""),
        ("Nb", "Nb"),
        ("Nb:", ""),
        ("Nb:SW>", ""),
        ("Nb:SW>d5>d6", "d5>d6"),
        ("Nb:SW d5", "d5"),
        ("Ｎb:SW", "Ｎb"),
        ("Nb:SW>d５", "d５"),
    ):
        with pytest.raises(ReadError) as caught:
            solver.GAMES["labyrinth"].parse_move(text)
        assert (caught.value.line, caught.value.token) == (None, token)


GROUPED = "Nb:SW>c2+coin dragon=2 duel=2r4:5,6 E2:NS"


def test_throws_belong_to_the_move_before_them() -> None:
    expected = (
        Move("Nb", SW, 9, coin=True, dragon="2", duels=(Throw(2, ((4, 5),)), Throw(6))),
        Move("E2", NS),
    )
    old = "W2:NS>f6 dragon=1 duel=2r3:5"
    assert read(GAME.replace(old, GROUPED)).moves == expected
    assert read(GAME.replace(old, GROUPED.replace(" ", "\t  "))).moves == expected
    twin = to_json(read(GAME))
    for listed in (
        ["Nb:SW>c2+coin dragon=2 duel=2r4:5,6", "E2:NS"],
        GROUPED.split(),
        ["Nb:SW>c2+coin", "dragon=2 duel=2r4:5,6", "E2:NS"],
    ):
        twin["moves"] = listed
        assert parse(json_fields(json.dumps(twin))).moves == expected
    assert tuple(solver.parse_moves(read(GAME), GROUPED.split())) == expected
    assert tuple(
        solver.parse_moves(read(GAME), ["Nb:SW>c2+coin dragon=2 duel=2r4:5,6", "E2:NS"])
    ) == (expected)


# --- What no game leads to ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "flags"),
    [
        ("adventurer 1: a1 treasures=1,2; treasures: 2@b1 3@c1; later: 7@b1", {}),
        (
            "adventurer 1: a1; treasures: 1@b1 2@b1 3@c1",
            {"two-treasures": "2 treasures lie on b1, which none ever share"},
        ),
        (
            "adventurer 1: a1; treasures: 1@c1; later: 7@b1 7@b1 8@b1",
            {"two-treasures": "3 treasures lie on b1, which none ever share"},
        ),
        (
            "adventurer 1: a1; treasures: 1@spare 2@spare; readings: treasures=on-tiles",
            {"two-treasures": "2 treasures lie on the spare tile, which none ever share"},
        ),
        (
            "adventurer 1: a1; treasures: 2@c1; later: 6@b1",
            {"later": "treasures up to 6 are on the board from the start, not laid out later"},
        ),
        (
            "adventurer 1: a1; treasures: 6@c1 8@d1; later: 7@b1",
            {"later": "some treasures above 6 are on the board while others wait to be laid out"},
        ),
        (
            "adventurer 1: a1; later: 7@b1",
            {"later": "no treasure up to 6 is left, so the later ones would have been laid out"},
        ),
        (
            "adventurer 1: a1 treasures=3; adventurer 2: a1 treasures=2,4; treasures: 3@c1 9@d1",
            {"order": "adventurer 2 has treasure 4, yet a 3 is left"},
        ),
        ("adventurer 1: a1 treasures=3; treasures: 3@c1", {}),
        (
            "adventurer 1: a1 coins=20; adventurer 2: a1 coins=4; treasures: 12@c1",
            {"coins": "more coins than treasures that can be taken yet: 24 against 23"},
        ),
        ("adventurer 1: a1 coins=20; adventurer 2: a1 coins=3; treasures: 12@c1", {}),
        (
            "adventurer 1: a1 dragon=yes; treasures: 12@c1",
            {"dragon": "the dragon is slain although treasures are left"},
        ),
        ("adventurer 1: a1 dragon=yes", {}),
    ],
)
def test_what_cannot_have_been_played_to(keys: str, flags: dict[str, str]) -> None:
    assert {flag.name: flag.message for flag in unreachable(table(keys))} == flags


def test_flags_come_together() -> None:
    keys = "adventurer 1: a1 treasures=9 coins=24 dragon=yes; treasures: 1@b1 1@b1; later: 2@c1"
    keys += "; extra: yes"
    names = [flag.name for flag in unreachable(table(keys))]
    assert names == ["two-treasures", "later", "order", "coins", "extra", "dragon"]


@pytest.mark.parametrize("seed", range(6))
def test_no_table_of_a_game_is_flagged(seed: int) -> None:
    rng = random.Random(seed)
    readings = {key: rng.choice(values) for key, values in naive.VALUES.items()}
    state = deal(2 + seed % 3, seed, readings=readings)
    assert unreachable(state) == notes(state) == []
    for number, (_, after) in enumerate(random_game(rng, state, 300)):
        state = after
        assert unreachable(state) == []
        if number % 20 == 0:
            record: Record[State, Move] = Record("labyrinth", state)
            assert all(parse(form(record)) == record for form in READERS.values())
    assert any(one.dragon for one in state.adventurers)  # to the end


# --- What is only unusual -----------------------------------------------------------------------


def noted(board: str, spare: str = "EW") -> dict[str, str]:
    state = read(f"game: labyrinth; board: {board}; spare: {spare}; adventurer 1: a1").state
    assert unreachable(state) == []
    return {flag.name: flag.message for flag in notes(state)}


def test_the_tiles_of_another_box_are_only_noted() -> None:
    assert noted(DRAWN) == {}  # 12 straights, 16 corners and 6 T's
    assert noted(DRAWN.replace("┌┌┬", "┌│┬", 1)) == {}  # 13, 15 and 6
    assert noted(DRAWN, "SW") == {
        "loose tiles": "a mix of no known edition: 11 straight, 17 corner, 6 T"
    }
    assert noted(DRAWN, "NEW") == {
        "loose tiles": "a mix of no known edition: 11 straight, 16 corner, 7 T"
    }
    assert noted(DRAWN.replace("┌┌┬", "└┌┬", 1).replace("┴└┘", "┴└┤")) == {
        "fixed tiles": "not those of the classic board: a1 NE, g7 NSW"
    }
    both = noted(" / ".join(["│││││││"] * 7))
    assert both["loose tiles"] == "a mix of no known edition: 34 straight, 0 corner, 0 T"
    assert both["fixed tiles"].count(",") == 15  # all sixteen


# --- The page for users -------------------------------------------------------------------------


def blocks() -> Iterator[tuple[str, str]]:
    """The examples of the page in their order: the language and the text of each."""
    yield from re.findall(r"```(\w*)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_examples_of_the_page_are_read_or_fail_as_it_says() -> None:
    found = list(blocks())
    said = []
    read_in = 0
    for (language, text), (following, answer) in zip(found, [*found[1:], ("", "")], strict=True):
        if language not in ("text", "json"):
            continue
        try:
            record = solver.read(text)
        except InvalidPosition as error:
            where = f"line {error.line}, column {error.column}"
            said.append(f"error: third.txt, {where}: {error.message}; expected {error.expected}\n")
            assert (following, answer) == ("console", said[-1])
            continue
        read_in += 1
        solver.replay(record)
        assert solver.read(solver.write(record)) == record
        assert notes(record.state) == []
        for flag in unreachable(record.state):
            said.append(f"warning: unreachable ({flag.name}): {flag.message}\n")
            assert (following, answer) == ("console", said[-1])
        if language == "json":
            SOUND.validate(json.loads(text))
            at_default = {"dragon die": list(record.state.die), "extra": record.state.extra}
            assert {**to_json(record), **at_default} == json.loads(text)
    assert [one.split()[0] for one in said] == ["error:", "warning:"]
    assert read_in == 8


def example(heading: str) -> Record[State, Move]:
    """The first example below a heading of the page."""
    page = PAGE.read_text(encoding="utf-8").partition(heading)[2]
    return solver.read(page.partition("```text\n")[2].partition("```")[0])


def test_the_picture_of_the_board() -> None:
    picture = next(text for _, text in blocks())
    tiles = re.sub(r"[^─│┌┐└┘├┤┬┴]", "", picture)
    boxes = {name_: box for box, name_ in naive.BOXES.items()}
    state = example("## A game in progress").state
    assert tiles == "".join(boxes[sides(tile)] for tile in state.board.tiles)
    spelled = PAGE.read_text(encoding="utf-8").partition("This is the same board:")[2]
    again = solver.read(spelled.partition("```text\n")[2].partition("```")[0]).state
    assert again.board == state.board


def test_the_record_of_the_page_goes_as_it_is_told() -> None:
    record = example("This is the game of above")
    assert record.state == example("## A game in progress").state
    first, second, third, fourth = map(str, record.moves)
    state = play(record.state, first)
    two = state.adventurer(2)
    assert ("3@a2" in treasures(state), square_of(state, 2)) == (True, "f6")
    assert (two.treasures, two.coins, two.cards) == ((1, 3), 2, (5, 5, 9, 10, 11, 12))
    assert (state.turn, state.extra, state.dragon) == (2, True, "W")
    pushed = play(state, second.partition(">")[0])
    assert square_of(pushed, 2) == "f5"
    state = play(state, second)
    assert (square_of(state, 2), state.turn, state.extra) == ("f7", 1, False)
    state = play(state, third)
    one = state.adventurer(1)
    assert (square_of(state, 1), one.treasures, one.coins) == ("b2", (2, 2, 3), 2)
    assert one.cards == (4, 6, 6, 10, 11, 12)
    assert (state.dragon, state.turn, state.extra) == ("S", 1, True)
    state = play(state, fourth)
    assert state.adventurer(1).treasures == (2, 2, 3, 4)
    assert (state.dragon, state.turn) == ("S", 2)
    assert solver.replay(record).state == state


def test_the_end_of_the_other_game() -> None:
    after = solver.replay(example("And this is the end of another game")).state
    assert [one.points for one in after.adventurers] == [99, 90]
    assert solver.winners(Record("labyrinth", after)) == (1,)


def rows_of(heading: str) -> list[list[str]]:
    """The rows of the first table below a heading, without the backticks."""
    text = PAGE.read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in row] for row in rows]


def test_the_tables_of_the_page() -> None:
    start = example("## A game in progress").state
    for written, _ in rows_of("Moves"):
        assert play(start, written.strip("`"))
    for written, _ in rows_of("Game records, with their throws"):
        text = f"W2:NS {written.strip('`')}"
        assert str(solver.GAMES["labyrinth"].parse_move(text)) == text
    readings = {row[0].strip("`"): re.findall("`([^`]+)`", row[1]) for row in rows_of("Readings")}
    assert readings == {reading: list(values) for reading, values in READINGS.items()}
    flags = [row[0].strip("`") for row in rows_of("When it can be, but not by playing")]
    assert flags == ["two-treasures", "later", "order", "coins", "extra", "dragon"]
    unusual = [row[0].strip("`") for row in rows_of("When only the box is another one")]
    assert unusual == ["fixed tiles", "loose tiles"]


def test_records_are_replayed_from_words_as_well() -> None:
    record = example("This is the game of above")
    words = " ".join(map(str, record.moves)).split()
    assert len(words) == 9
    begun = replace(record, moves=())
    assert solver.replay(begun, words) == solver.replay(record)
    assert solver.replay(replace(record, moves=record.moves[:2]), words[4:]) == solver.replay(
        record
    )
    with pytest.raises(IllegalMove) as caught:
        solver.replay(begun, [*words[:3], "E2:NS", *words[4:]])
    error = caught.value
    assert (error.index, error.rule, error.move) == (2, "M3", "E2:NS")
    with pytest.raises(ReadError) as unread:
        solver.replay(begun, ["dragon=2", *words])
    assert unread.value.token == "dragon=2"


# --- Deals --------------------------------------------------------------------------------------

RIM = ["a1", "c1", "e1", "g1", "a3", "g3", "a5", "g5", "a7", "c7", "e7", "g7"]


@pytest.mark.parametrize(("players", "cards"), [(2, 12), (3, 8), (4, 6)])
def test_everything_is_dealt(players: int, cards: int) -> None:
    for seed in range(20):
        state = deal(players, seed)
        fixed = dict(zip(naive.FIXED.split()[::2], naive.FIXED.split()[1::2], strict=True))
        assert {where: tile_at(state, where) for where in fixed} == fixed
        tiles = [tile_at(state, where) for where in naive.SQUARES if where not in fixed]
        loose = Counter(
            "straight" if tile in ("NS", "EW") else "T" if len(tile) == 3 else "corner"
            for tile in [*tiles, sides(state.board.spare)]
        )
        assert loose == {"straight": 13, "corner": 15, "T": 6}
        pairs_of = {6: sorted([*range(1, 7)] * 2), 12: sorted([*range(7, 13)] * 2)}
        assert [value for value, _ in state.treasures] == pairs_of[6]
        assert [value for value, _ in state.later] == pairs_of[12]
        for laid in (state.treasures, state.later):
            assert sorted(name(where) for _, where in laid) == sorted(RIM)
        hands = [one.cards for one in state.adventurers]
        assert sorted(sum(hands, ())) == pairs_of[6] + pairs_of[12]
        for hand in hands:
            assert len(hand) == cards
            assert sum(card <= 6 for card in hand) == cards // 2
        assert [square_of(state, one.number) for one in state.adventurers] == (
            ["c3", "e3", "e5", "c5"][:players]
        )
        assert not any(one.treasures or one.coins or one.dragon for one in state.adventurers)
        guardians = [(colour, name(where)) for colour, where in state.guardians]
        assert guardians == [("white", "b4"), ("black", "f4")]
        assert (state.turn, state.extra, state.last_push) == (1, False, None)
        assert state.die == ("1", "2", "3", "4", "white", "black")
        assert state.readings == Readings()


def test_every_deal_is_another_one() -> None:
    dealt = [deal(2, seed, index) for seed in range(10) for index in (1, 2, 3)]
    assert len(set(dealt)) == 30
    with_reading = deal(2, 0, 1, readings={"lair": "no"})
    assert with_reading == replace(dealt[0], readings=Readings(lair="no"))


def stream(seed: int, index: int) -> Iterator[int]:
    """SplitMix64 written once more, as short as it can be."""
    mask, gamma = 2**64 - 1, 0x9E3779B97F4A7C15

    def output(state: int) -> int:
        state ^= state >> 30
        state = state * 0xBF58476D1CE4E5B9 & mask
        state ^= state >> 27
        state = state * 0x94D049BB133111EB & mask
        return state ^ state >> 31

    state = output(seed + index * gamma & mask)
    while True:
        state = state + gamma & mask
        yield output(state)


def test_deals_never_change() -> None:
    """The first steps of a deal, worked out apart from the program's own shuffle."""
    for seed, index in ((1, 1), (7, 2)):
        numbers = stream(seed, index)

        def shuffled(items: list[Any], numbers: Iterator[int] = numbers) -> list[Any]:
            for last in range(len(items) - 1, 0, -1):
                other = next(numbers) % (last + 1)
                items[last], items[other] = items[other], items[last]
            return items

        ways = [["EW", "NS"]] * 13 + [["ES", "NE", "NW", "SW"]] * 15
        ways = shuffled([*ways, *[["ESW", "NES", "NEW", "NSW"]] * 6])
        loose = [way[next(numbers) % len(way)] for way in ways]
        state = deal(3, seed, index)
        fixed = naive.FIXED.split()[::2]
        places = [where for where in naive.SQUARES if where not in fixed]
        assert [tile_at(state, where) for where in places] == loose[:0:-1]
        assert sides(state.board.spare) == loose[0]
        low, high = sorted([*range(1, 7)] * 2), sorted([*range(7, 13)] * 2)
        for laid, values in ((state.treasures, low), (state.later, high)):
            shuffled_values = shuffled(list(values))
            by_square = {name(where): value for value, where in laid}
            assert [by_square[where] for where in RIM] == shuffled_values
        decks = shuffled(list(low)), shuffled(list(high))
        for seat, one in enumerate(state.adventurers):
            assert list(one.cards) == sorted(decks[0][seat::3] + decks[1][seat::3])
        assert state.dragon == "NESW"[next(numbers) % 4]


@pytest.mark.parametrize(
    ("players", "seed", "index", "text"),
    [
        (
            2,
            7,
            1,
            "game: labyrinth; board: ┌┐┬┬┬└┐ / │──┌│┘┴ / ├─├│┬└┤ / └─┘┘┌─┐ / ├│┴┤┤│┤ / ─└└┤│┌│ /"
            " └┘┴┴┴┤┘; spare: NW; adventurer 1: c3 cards=2,4,4,5,5,6,7,8,9,10,10,11;"
            " adventurer 2: e3 cards=1,1,2,3,3,6,7,8,9,11,12,12; treasures: 1@a1 1@g7 2@c1 2@e1"
            " 3@g5 3@c7 4@g1 4@a7 5@g3 5@a5 6@a3 6@e7; later: 7@a7 7@e7 8@c1 8@e1 9@g3 9@a5 10@a1"
            " 10@g1 11@g5 11@c7 12@a3 12@g7; guardians: white@b4 black@f4; dragon: S; turn: 1",
        ),
        (
            4,
            2**64 - 1,
            3,
            "game: labyrinth; board: ┌│┬│┬┌┐ / ┘┬┘┤─└└ / ├┐├─┬┬┤ / ┐└┘─└┘│ / ├│┴┌┤─┤ / ┤┌│─│─┘ /"
            " └─┴┘┴├┘; spare: NEW; adventurer 1: c3 cards=2,3,4,7,11,11; adventurer 2: e3"
            " cards=3,5,5,8,10,12; adventurer 3: e5 cards=1,1,4,8,10,12; adventurer 4: c5"
            " cards=2,6,6,7,9,9; treasures: 1@a1 1@g1 2@a3 2@e7 3@c1 3@g7 4@g5 4@a7 5@e1 5@c7 6@g3"
            " 6@a5; later: 7@a7 7@c7 8@c1 8@g5 9@g1 9@a5 10@a1 10@e7 11@g3 11@g7 12@e1 12@a3;"
            " guardians: white@b4 black@f4; dragon: N; turn: 1",
        ),
    ],
)
def test_these_deals_never_change(players: int, seed: int, index: int, text: str) -> None:
    record: Record[State, Move] = Record("labyrinth", deal(players, seed, index))
    assert write_lines(pairs(record), one_line=True) == text
