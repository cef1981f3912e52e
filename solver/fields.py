"""A document as located fields: what every notation is read from, whatever file it stood in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as attribute

from solver.errors import InvalidPosition, ReadError

CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
NUMBER = re.compile("0|[1-9][0-9]*", re.ASCII)
THROW = re.compile("[A-Za-z]+=")
SHOWN = 60  # characters of an offending text that a message repeats


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the input and where it begins, line and column counted from 1 in characters.

    `written` is how it stands there, where `text` is a tidied form of it; `parts` are the items of
    a JSON list that is read as one word.
    """

    text: str
    line: int
    column: int
    written: str = attribute(default="", compare=False)
    parts: tuple[Token, ...] = attribute(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Field:
    """One `key: value` of a document.

    `key` is lower-cased, with single spaces; `tokens` are the words of the value, `value` the
    value as it stands (of a note: with its escapes undone). `kind` is `text`, or what the value
    was in JSON: `string`, `integer`, `number`, `boolean`, `list` (of strings), `mixed list` (its
    value is the first item that is no string) or `object`, whose names and values are `members`.
    """

    key: Token
    tokens: tuple[Token, ...]
    value: Token
    kind: str = "text"
    members: tuple[tuple[Token, Token], ...] = ()


# --- Words for messages -----------------------------------------------------------------------


def shown(text: str) -> str:
    """A text as a message may repeat it: short, and without characters that cannot be seen."""
    short = text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
    return "".join(char if char.isprintable() else f"<U+{ord(char):04X}>" for char in short)


def quoted(text: str) -> str:
    """A text in quotation marks, as a message may repeat it."""
    return f"'{shown(text)}'"


def listed(names: Sequence[str], last: str = "or") -> str:
    """Names as a sentence has them: `a, b or c`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def wrong(message: str, token: Token, expected: str | None = None) -> ReadError:
    """The error for a piece of the input that cannot be read."""
    return ReadError(
        message,
        line=token.line,
        column=token.column,
        token=shown(token.written or token.text),
        expected=expected,
    )


def invalid(
    message: str,
    token: Token | None,
    expected: str | None = None,
    places: Sequence[str] = (),
) -> InvalidPosition:
    """The error for a position that can be read but cannot be; `token` is where it shows."""
    return InvalidPosition(
        message,
        places=places,
        line=token.line if token else None,
        column=token.column if token else None,
        token=shown(token.written or token.text) if token else None,
        expected=expected,
    )


def lower(text: str) -> str:
    """A text in lower case, if it is ASCII; other alphabets have letters that lower to ours."""
    return text.lower() if text.isascii() else text


def upper(text: str) -> str:
    """A text in upper case, if it is ASCII."""
    return text.upper() if text.isascii() else text


# --- Reading a value --------------------------------------------------------------------------

IN_JSON = {
    "string": "a string",
    "integer": "a whole number",
    "boolean": "true or false",
    "list": "a list of strings",
    "object": "an object of names and strings",
}


def want_kind(field: Field, *kinds: str) -> None:
    """Refuse a JSON value of the wrong type; the text form has only one."""
    if field.kind not in ("text", *kinds):
        expected = IN_JSON[kinds[0]]
        message = f"{quoted(field.key.text)} takes {expected}, not {quoted(field.value.text)}"
        raise wrong(message, field.value, expected)


def single(field: Field, expected: str) -> Token:
    """The only word of a value."""
    key = quoted(field.key.text)
    if not field.tokens:
        raise wrong(f"{key} has no value", field.value, expected)
    if len(field.tokens) > 1:
        extra = field.tokens[1]
        raise wrong(f"{key} takes one value; {quoted(extra.text)} is too much", extra, expected)
    return field.tokens[0]


def word(field: Field, expected: str) -> Token:
    """The only word of a value that is a name."""
    want_kind(field, "string")
    return single(field, expected)


def words(field: Field) -> tuple[Token, ...]:
    """The words of a value that is a list, in their order."""
    want_kind(field, "list")
    return field.tokens


def integer(field: Field, low: int, high: int) -> int:
    """The whole number that is a field's value, from `low` to `high`.

    Only ASCII digits make a number, and none is converted before its length is seen to be sane.
    """
    expected = f"a number from {low} to {high}"
    want_kind(field, "integer")
    token = single(field, expected)
    if not NUMBER.fullmatch(token.text):
        raise wrong(f"{quoted(token.text)} is not a whole number", token, expected)
    if len(token.text) > 9 or not low <= int(token.text) <= high:
        message = f"{quoted(field.key.text)} goes from {low} to {high}, not {shown(token.text)}"
        raise invalid(message, token, expected)
    return int(token.text)


def yes_no(field: Field) -> bool:
    """Whether a field says `yes`; anything but `yes` and `no` is refused."""
    want_kind(field, "boolean", "string")
    return says_yes(single(field, "yes or no"))


def says_yes(token: Token) -> bool:
    """Whether a word is `yes`; anything but `yes` and `no` is refused."""
    if lower(token.text) not in ("yes", "no"):
        raise wrong(f"{quoted(token.text)} is neither yes nor no", token, "yes or no")
    return lower(token.text) == "yes"


def named(field: Field) -> tuple[tuple[Token, Token], ...]:
    """The `name=value` words of a field as names and values, each with its place."""
    want_kind(field, "object")
    if field.kind == "object":
        return field.members
    return tuple(name_and_value(token) for token in field.tokens)


def name_and_value(token: Token) -> tuple[Token, Token]:
    """The two halves of a `name=value` word."""
    name, equals, value = token.text.partition("=")
    if not equals or not name:
        raise wrong(f"{quoted(token.text)} is not of the form name=value", token, "name=value")
    column = token.column + len(name) + 1
    return Token(name, token.line, token.column), Token(value, token.line, column)


def part(token: Token, start: int, end: int) -> Token:
    """A part of a token, with its own place."""
    return Token(token.text[start:end], token.line, token.column + start)


def parted(token: Token, by: str = ",") -> list[Token]:
    """The pieces of a word that commas, or other signs, part."""
    if token.parts:
        return list(token.parts)
    found, start = [], 0
    for piece in token.text.split(by):
        found.append(part(token, start, start + len(piece)))
        start += len(piece) + len(by)
    return found


def one_of(field: Field, names: Sequence[str]) -> str:
    """The name, one of these, that is a field's value, whatever its case."""
    token = word(field, listed(names))
    by_lower = {lower(name): name for name in names}
    if lower(token.text) not in by_lower:
        message = f"{quoted(field.key.text)} cannot be {quoted(token.text)}"
        raise invalid(message, token, listed(names))
    return by_lower[lower(token.text)]


def readings(
    field: Field | None,
    overrides: Mapping[str, str],
    known: Mapping[str, Sequence[str]],
    game: str,
) -> dict[str, str]:
    """The readings that a document names, with the overrides on top.

    `known` are those of the game, each with its values. Raises `ReadError` for one given twice and
    `InvalidPosition` for one that the game does not have.
    """

    def value_of(name: Token, value: Token) -> str:
        if lower(name.text) not in known:
            message = f"{quoted(name.text)} is not a reading of {game}"
            raise invalid(message, name, listed(list(known)))
        values = known[lower(name.text)]
        if lower(value.text) not in values:
            message = f"the reading {lower(name.text)} has no value {quoted(value.text)}"
            raise invalid(message, value, listed(values))
        return lower(value.text)

    given: dict[str, str] = {}
    for name, value in named(field) if field else ():
        key = lower(name.text)
        if key in given:
            raise wrong(f"the reading {key} is given twice", name, "each reading once")
        given[key] = value_of(name, value)
    for name_text, value_text in overrides.items():
        try:
            given[lower(name_text)] = value_of(Token(name_text, 1, 1), Token(value_text, 1, 1))
        except InvalidPosition as error:  # it has no place in the document
            raise InvalidPosition(
                error.message, token=error.token, expected=error.expected
            ) from None
    return given


def moves(tokens: Sequence[Token]) -> list[list[Token]]:
    """The words of each move: `name=…` tells a throw of the move before it."""
    found: list[list[Token]] = []
    for token in tokens:
        if found and THROW.match(token.text):
            found[-1].append(token)
        else:
            found.append([token])
    return found


def note(field: Field | None) -> str:
    """The text of a note, empty where there is none."""
    if field is None:
        return ""
    want_kind(field, "string")
    return field.value.text


def checked(fields: list[Field]) -> list[Field]:
    """The fields of a document, once it is certain that there are some and none twice."""
    if not fields:
        message = "there is nothing here but white space and comments"
        raise ReadError(message, line=1, column=1, expected="a position")
    first: dict[str, Token] = {}
    for field in fields:
        key = field.key.text
        if key in first:
            lines = f"line {first[key].line} and again in line {field.key.line}"
            raise wrong(f"{quoted(key)} is given twice: in {lines}", field.key, "each key once")
        first[key] = field.key
    return fields


def game_of(fields: Sequence[Field], games: Sequence[str]) -> str:
    """The game that a document is about, one of `games`.

    Raises `ReadError` where it is not said, or not a game that is known.
    """
    expected = listed([f"game: {game}" for game in games])
    field = next((field for field in fields if field.key.text == "game"), None)
    if field is None:
        raise ReadError("the key 'game' is missing", line=1, column=1, expected=expected)
    token = word(field, listed(games))
    if lower(token.text) not in games:
        raise wrong(f"{quoted(token.text)} is not a known game", token, listed(games))
    return lower(token.text)
