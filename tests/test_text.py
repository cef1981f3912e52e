"""The text form and its JSON twin as located fields: what is read, and where what is not fails."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import ReadError
from solver.fields import (
    Field,
    Token,
    game_of,
    integer,
    lower,
    named,
    shown,
    upper,
    word,
    words,
    yes_no,
)
from solver.text import decode, documents, escape, json_fields, text_fields, tidy_note, write_lines


def plain(fields: list[Field]) -> dict[str, list[str]]:
    return {field.key.text: [token.text for token in field.tokens] for field in fields}


def failure(text: str) -> ReadError:
    """The error of a text, after a check that it quotes what stands where it points."""
    with pytest.raises(ReadError) as caught:
        (json_fields if text.startswith("{") else text_fields)(text)
    return caught.value


def place(error: ReadError) -> tuple[int | None, int | None, str | None]:
    return error.line, error.column, error.token


# --- What the text form allows --------------------------------------------------------------------


def test_keys_words_and_their_places() -> None:
    first, second = text_fields("game: level10\n  Hand\t 1 :  A1\tb2")
    assert first.key == Token("game", 1, 1)
    assert first.tokens == (Token("level10", 1, 7),)
    assert second.key == Token("hand 1", 2, 3)
    assert second.tokens == (Token("A1", 2, 14), Token("b2", 2, 17))
    assert second.value == Token("A1\tb2", 2, 14)


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r", ";", " ; ", ";;\n\n", "\n \t \n"])
def test_line_breaks(line_break: str) -> None:
    text = line_break.join(["a: 1", "b:", "c: 2 3", ""])
    assert plain(text_fields(text)) == {"a": ["1"], "b": [], "c": ["2", "3"]}


def test_a_byte_order_mark_counts_for_nothing() -> None:
    assert text_fields("\ufeffa: 1")[0].key == Token("a", 1, 1)


@pytest.mark.parametrize(
    "text",
    [
        "# all of this; b: 2\na: R# W#",
        "  # indented\na: R# W#",
        "#no space\na: R# W#",
        "a: R# W# # the rest; b: 2",
        "a: R# W# #",
        "a: R# W#;# more; b: 2",
        "a: R# W# #; b: 2",
        "a: R# W#\t#\tb: 2",
    ],
)
def test_comments(text: str) -> None:
    assert plain(text_fields(text)) == {"a": ["R#", "W#"]}


def test_a_comment_ends_with_its_physical_line() -> None:
    assert plain(text_fields("a: 1 # c: 3\rb: 2")) == {"a": ["1"], "b": ["2"]}


def test_a_hash_next_to_a_letter_is_no_comment() -> None:
    assert plain(text_fields("a: #1 2# 3#4 #")) == {"a": ["#1", "2#", "3#4"]}


def test_a_value_may_have_colons() -> None:
    assert plain(text_fields("moves: Nb:SW>d5 stop:numbers")) == {
        "moves": ["Nb:SW>d5", "stop:numbers"]
    }


def test_a_note_takes_the_rest_of_the_line() -> None:
    fields = text_fields(r"a: 1; Note:  well; b: 2 # so\; \\n \n it goes " + "\nc: 3")
    assert [field.key.text for field in fields] == ["a", "note", "c"]
    assert fields[1].value == Token("well; b: 2 # so; \\n \n it goes", 1, 14)


@given(st.text())
def test_a_note_survives_both_forms(note: str) -> None:
    assert tidy_note(tidy_note(note)) == tidy_note(note)
    note = tidy_note(note)
    text = write_lines([("a", "1"), ("note", note)])
    line = write_lines([("a", "1"), ("note", note)], one_line=True)
    twin = json.dumps({"a": "1", "note": note})
    try:
        fields = text_fields(text)
    except ReadError as error:
        assert "control character" in str(error)  # noqa: PT017
        with pytest.raises(ReadError):
            json_fields(twin)
        return
    assert fields[-1].value.text == note
    assert text_fields(line)[-1].value.text == note
    assert json_fields(twin)[-1].value.text == note


def test_the_two_forms_of_writing() -> None:
    pairs = [("a", "1"), ("b", ""), ("note", "x; y\n\\")]
    assert write_lines(pairs) == "a: 1\nb:\nnote: x\\; y\\n\\\\\n"
    assert write_lines(pairs, one_line=True) == "a: 1; b:; note: x\\; y\\n\\\\"
    assert escape("\\;") == "\\\\\\;"


# --- What it does not -----------------------------------------------------------------------------


def test_no_colon() -> None:
    error = failure("a: 1\n  b 2 # x")
    assert place(error) == (2, 3, "b 2")
    assert error.expected == "key: value"


def test_no_key() -> None:
    assert place(failure("a: 1; : 2")) == (1, 7, ": 2")


def test_a_repeated_key() -> None:
    error = failure("hand 1: A1\nb: 2\nHAND  1: A2")
    assert place(error) == (3, 1, "HAND  1")
    assert "line 1" in error.message
    assert "line 3" in error.message


def test_an_unknown_escape() -> None:
    assert place(failure("a: 1\nnote: so \\t")) == (2, 10, "\\t")


def test_a_backslash_at_the_end() -> None:
    assert place(failure("note: so \\")) == (1, 10, "\\")


@pytest.mark.parametrize("char", ["\x00", "\x1b", "\x0b", "\x0c", "\x7f", "\x85", "\ud800"])
def test_control_characters(char: str) -> None:
    error = failure(f"a: 1\nb: 2{char}")
    assert place(error) == (2, 5, f"<U+{ord(char):04X}>")
    assert f"U+{ord(char):04X}" in error.message


@pytest.mark.parametrize("text", ["", "\n\n", "  \t", "# only\n# comments", ";;", "\ufeff"])
def test_nothing(text: str) -> None:
    error = failure(text)
    assert "nothing" in error.message
    assert place(error) == (1, 1, None)


def test_letters_that_look_like_others() -> None:
    assert lower("Hand") == "hand"
    assert upper("a1") == "A1"
    assert lower("dec\u212a") != "deck"  # the sign of kelvin
    assert upper("\ufb01") != "FI"


def test_a_message_repeats_no_more_than_a_line() -> None:
    assert len(failure("x" * 100_000).message) < 100
    assert shown("a\x1b[2J") == "a<U+001B>[2J"


# --- The JSON twin --------------------------------------------------------------------------------


JSON = """{"game": "level10", "players": 3,
 "hands": [["A1", "A2"], []],
 "rows": {"A": ["A3", "R"]}, "extra": true,
 "readings": {"tuck": "never"}}"""


def test_json_gives_the_same_fields() -> None:
    text = "game: level10; players: 3; hand 1: A1 A2; hand 2:; row A: A3 R; extra: yes"
    assert plain(json_fields(JSON)) == plain(text_fields(text + "; readings: tuck=never"))


def test_json_places() -> None:
    lines = JSON.split("\n")
    for field in json_fields(JSON, line=1):
        if field.kind != "boolean":
            for token in [*field.tokens, *(t for member in field.members for t in member)]:
                text = token.text.partition("=")[0]
                assert lines[token.line - 1][token.column - 1 :].startswith(text)
    assert json_fields('{"a": 1}', line=7)[0].tokens == (Token("1", 7, 7),)


def test_json_may_have_white_space_anywhere() -> None:
    spaced = re.sub(r"([][{}:,])", "\n \t\\1\r\n ", JSON)
    assert plain(json_fields(spaced)) == plain(json_fields(JSON))


def test_objects_and_lists_of_other_games() -> None:
    twin = {
        "players_state": [{"tokens": 5, "cards": ["R1", "R2"]}, {"bust": 0}],
        "adventurers": [{"at": "c3", "treasures": [1, 2]}],
        "row": ["B4", "$2"],
        "board": "┌┬ / ──",
    }
    assert plain(json_fields(json.dumps(twin))) == {
        "player 1": ["tokens=5", "cards=R1,R2"],
        "player 2": ["bust=0"],
        "adventurer 1": ["at=c3", "treasures=1,2"],
        "row": ["B4", "$2"],
        "board": ["┌┬", "/", "──"],
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": 1,\n  "b"}', (2, 6, "}")),
        ('{"a": 1', (1, 8, "")),
        ('{"a": 1} x', (1, 10, "x")),
        ('{"a": "x\ny"}', (1, 9, "<U+000A>")),
        ('{"a": 1,\n "A": 2}', (2, 3, "A")),
        ('{"rows": {"A": [],\n"a": []}}', (2, 2, "a")),
        ('{"a": NaN}', (1, 7, "NaN")),
        ('{"a": [-Infinity]}', (1, 8, "-Infinity")),
        ('{"a": null}', (1, 7, "null")),
        ('{"hands": {"1": []}}', (1, 11, "{…}")),
        ('{"hands": [[], "A1"]}', (1, 17, "A1")),
        ('{"rows": [[]]}', (1, 10, "[…]")),
        ('{"rows": {"A": "A1"}}', (1, 17, "A1")),
        ('{"players_state": [[]]}', (1, 20, "[…]")),
        ('{"adventurers": [{"at": {}}]}', (1, 25, "{…}")),
        ('{"adventurers": [{"at": [true]}]}', (1, 26, "true")),
        ('{"hand 1": ["A1"]}', (1, 3, "hand 1")),
        ('{"note": "a\\u0000"}', (1, 11, "a<U+0000>")),
        ('{"note": "\\ud800"}', (1, 11, "<U+D800>")),
    ],
)
def test_bad_json(text: str, expected: tuple[int, int, str]) -> None:
    assert place(failure(text)) == expected


def test_a_list_of_other_things_than_strings() -> None:
    (field,) = json_fields('{"deck": ["A1", 2, []]}')
    with pytest.raises(ReadError, match="takes a list of strings, not '2'") as caught:
        words(field)
    assert place(caught.value) == (1, 17, "2")


def test_json_that_is_no_object() -> None:
    with pytest.raises(ReadError, match="is an object"):
        json_fields("[1]")
    assert "nothing" in failure("{}").message


@pytest.mark.parametrize("depth", [9, 900, 100_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_deep_nesting(depth: int, opening: str, closing: str) -> None:
    inner = "1" if opening != "[" else ""
    text = '{"a": ' + opening * depth + inner + closing * depth + "}"
    assert "nested too deeply" in failure(text).message


def test_huge_numbers() -> None:
    (field,) = json_fields('{"players": ' + "9" * 10_000 + "}")
    with pytest.raises(ReadError, match="goes from 1 to 5"):
        integer(field, 1, 5)


# --- Reading values -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", "1 2", "３", "²", "x", "1.0", "-1", "+1", "01", "6", "0", "٣"]
)
def test_what_is_no_number_from_1_to_5(text: str) -> None:
    (field,) = text_fields(f"players: {text}")
    with pytest.raises(ReadError) as caught:
        integer(field, 1, 5)
    assert caught.value.line == 1
    assert "1 to 5" in str(caught.value.expected)


@pytest.mark.parametrize("value", ["true", "1.0", "1e0", '"1"', "[]", "{}"])
def test_what_is_no_whole_number_in_json(value: str) -> None:
    (field,) = json_fields('{"players": ' + value + "}")
    with pytest.raises(ReadError) as caught:
        integer(field, 1, 5)
    assert caught.value.expected == "a whole number"


def test_yes_and_no() -> None:
    values = ["a: yes", "a: NO", '{"a": true}', '{"a": "no"}']
    read = [(json_fields if text[0] == "{" else text_fields)(text)[0] for text in values]
    assert [yes_no(field) for field in read] == [True, False, True, False]
    with pytest.raises(ReadError, match="neither yes nor no"):
        yes_no(text_fields("a: 1")[0])
    with pytest.raises(ReadError, match="takes true or false"):
        yes_no(json_fields('{"a": 1}')[0])


def test_names_and_values() -> None:
    (field,) = text_fields("readings: tuck=never x=")
    assert named(field) == (
        (Token("tuck", 1, 11), Token("never", 1, 16)),
        (Token("x", 1, 22), Token("", 1, 24)),
    )
    for text in ("readings: tuck", "readings: =never"):
        with pytest.raises(ReadError) as caught:
            named(text_fields(text)[0])
        assert caught.value.expected == "name=value"


def test_a_word_is_one_word() -> None:
    with pytest.raises(ReadError) as caught:
        word(text_fields("game: a bc")[0], "a game")
    assert place(caught.value) == (1, 9, "bc")


def test_which_game() -> None:
    games = ["level10", "ten"]
    assert game_of(text_fields("players: 1; GAME: Ten"), games) == "ten"
    with pytest.raises(ReadError, match="'game' is missing"):
        game_of(text_fields("players: 1"), games)
    with pytest.raises(ReadError) as caught:
        game_of(text_fields("game: chess"), games)
    assert place(caught.value) == (1, 7, "chess")
    assert caught.value.expected == "level10 or ten"


# --- Whole inputs ---------------------------------------------------------------------------------


def read_all(data: bytes, jsonl: bool | None) -> list[tuple[int | None, object]]:
    return [
        (line, found.message if isinstance(found, ReadError) else plain(found))
        for line, found in documents(data, jsonl)
    ]


def test_json_lines() -> None:
    data = b'\xef\xbb\xbf{"a": 1}\r\n\n{"a": \n  \n\xff\n{"a": 2}'
    found = list(documents(data, True))
    assert [line for line, _ in found] == [1, 3, 5, 6]
    assert [isinstance(fields, ReadError) for _, fields in found] == [False, True, True, False]
    errors = [fields for _, fields in found if isinstance(fields, ReadError)]
    assert [(error.line, error.column) for error in errors] == [(3, 7), (5, 1)]
    assert list(documents(data, None)) != []
    assert [line for line, _ in documents(data, None)] == [1, 3, 5, 6]


@pytest.mark.parametrize("jsonl", [False, None])
def test_one_text(jsonl: bool | None) -> None:
    assert read_all(b"\n a: 1\nb: 2", jsonl) == [(None, {"a": ["1"], "b": ["2"]})]


@pytest.mark.parametrize("jsonl", [False, None])
def test_one_json_document_over_several_lines(jsonl: bool | None) -> None:
    assert read_all(b'\n{"a": 1,\n\n "b": 2}\n', jsonl) == [(None, {"a": ["1"], "b": ["2"]})]


def test_what_begins_with_a_brace_on_standard_input_is_json_lines() -> None:
    assert read_all(b' \n{"a": 1}', None) == [(2, {"a": ["1"]})]
    assert read_all(b'{"a": 1}', False) == [(None, {"a": ["1"]})]
    assert len(read_all(b'{"a": 1\n}}\n{"a": 1}', None)) == 3


@pytest.mark.parametrize("data", [b"", b"\n \r\n", b"\xef\xbb\xbf", b"# x"])
@pytest.mark.parametrize("jsonl", [False, None])
def test_an_empty_input(data: bytes, jsonl: bool | None) -> None:
    ((line, message),) = read_all(data, jsonl)
    assert line is None
    assert "nothing" in str(message)


def test_empty_json_lines() -> None:
    ((line, message),) = read_all(b"\n\n", True)
    assert line is None
    assert "nothing" in str(message)


def test_too_long() -> None:
    with pytest.raises(ReadError, match="1000001 bytes"):
        decode(b"#" * 1_000_001)
    assert decode(b"#" * 1_000_000)
    long = b'{"a": "' + b"x" * 999_990 + b'"}'
    assert len(long) < 1_000_000
    found = list(documents(b"\n".join([long, long, long + b" " * 100]), True))
    assert [isinstance(fields, ReadError) for _, fields in found] == [False, False, True]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"a: 1\r\nb: \xff", (2, 4, "0xFF")),
        ("a: é".encode() + b"\xe9", (1, 5, "0xE9")),
        ("a: é".encode("utf-16"), (1, 1, "0xFF")),
        (b"\xef\xbb\xbf\xc3", (1, 1, "0xC3")),
        (b"\x7fELF\x02\x00", (1, 1, "<U+007F>")),
        (b"a: 1\x00", (1, 5, "<U+0000>")),
    ],
)
def test_what_is_no_text(data: bytes, expected: tuple[int, int, str]) -> None:
    with pytest.raises(ReadError) as caught:
        decode(data)
    assert place(caught.value) == expected


@given(st.binary(), st.sampled_from([True, False, None]))
def test_no_bytes_are_too_strange(data: bytes, jsonl: bool | None) -> None:
    assert list(documents(data, jsonl))


@given(st.text(alphabet=':;#\\ \t\n\rnoteab1{}[]",'))
def test_no_text_is_too_strange(text: str) -> None:
    for read in (text_fields, json_fields):
        try:
            assert read(text)
        except ReadError as error:
            assert error.line  # noqa: PT017
            assert error.column  # noqa: PT017


def test_many_statements_on_a_line_take_no_longer_than_many_lines() -> None:
    text = "".join(f"k{number}:;" for number in range(100_000))
    assert len(text_fields(text)) == 100_000
