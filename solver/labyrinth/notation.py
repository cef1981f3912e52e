"""How a position of Master Labyrinth, its moves and its record are written and read.

Every position that `parse` returns can lie on a table; whether it can have been played to is for
`reachable.py` to say. The writer's order is that of `KEYS`. `board`, `spare`, `dragon`, `turn` and
the adventurers are always written; the rest is left out where it is empty or at its default.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from solver import fields as read
from solver.errors import InvalidPosition, ReadError
from solver.fields import Field, Token, invalid, listed, lower, quoted, shown, wrong
from solver.labyrinth.board import (
    POINTS,
    Board,
    Square,
    Tile,
    sides_name,
    square_name,
)
from solver.labyrinth.board_notation import (
    A_SQUARE,
    A_TILE,
    at,
    board_text,
    read_board,
    read_square,
    read_tile,
)
from solver.labyrinth.move_notation import parse_move, read_move
from solver.labyrinth.table import (
    COINS,
    DRAGON_DIE,
    FACINGS,
    GUARDIANS,
    HIGHEST,
    MAX_ADVENTURERS,
    ON_SPARE,
    READINGS,
    Adventurer,
    Move,
    Readings,
    State,
    Treasure,
)
from solver.record import Record
from solver.text import value_text

GAME = "labyrinth"
LabyrinthRecord = Record[State, Move]

ADVENTURERS = tuple(f"adventurer {number}" for number in range(1, MAX_ADVENTURERS + 1))
KEYS = (
    "game", "board", "spare", "last push", *ADVENTURERS, "treasures", "later", "guardians",
    "dragon", "dragon die", "turn", "extra", "readings", "moves", "note",
)  # fmt: skip

SPARE = "spare"


# --- Reading ----------------------------------------------------------------------------------


def parse(fields: Sequence[Field], overrides: Mapping[str, str] | None = None) -> LabyrinthRecord:
    """The position, moves and note that the fields of a document give.

    `overrides` are readings that win over those of the document. Raises `ReadError` for what
    cannot be read and `InvalidPosition` for what cannot be a position.
    """
    by_key = {field.key.text: field for field in fields}
    read.game_of(fields, [GAME])
    for field in fields:
        known_key(field)
    readings = Readings(**read.readings(by_key.get("readings"), overrides or {}, READINGS, GAME))
    adventurers = read_adventurers(by_key)
    state = State(
        board=Board(read_board(needed(by_key, "board")), read_spare(needed(by_key, "spare"))),
        adventurers=adventurers,
        turn=read_turn(by_key, adventurers),
        treasures=read_treasures(by_key.get("treasures"), readings.treasures == "on-tiles"),
        later=read_treasures(by_key.get("later"), False),
        guardians=read_guardians(by_key.get("guardians")),
        dragon=one_of(by_key["dragon"], FACINGS) if "dragon" in by_key else FACINGS[0],
        die=read_die(by_key.get("dragon die")),
        last_push=one_of(by_key["last push"], POINTS) if "last push" in by_key else None,
        extra=read.yes_no(by_key["extra"]) if "extra" in by_key else False,
        readings=readings,
    )
    check_counts(state, by_key)
    moves = read.words(by_key["moves"]) if "moves" in by_key else ()
    note = read.note(by_key.get("note"))
    return Record(GAME, state, tuple(map(read_move, read.moves(moves))), note)


def known_key(field: Field) -> None:
    """Refuse a key that the game does not have."""
    key = field.key.text
    if key.startswith("adventurer ") and key not in ADVENTURERS:
        expected = f"adventurer 1 to adventurer {MAX_ADVENTURERS}"
        raise invalid(f"{quoted(key)}: there is no such adventurer", field.key, expected)
    if key not in KEYS:
        single = [key for key in KEYS if key not in ADVENTURERS]
        expected = "adventurer 1 …, " + listed(single)
        raise wrong(f"{quoted(key)} is not a key of {GAME}", field.key, expected)


def needed(by_key: Mapping[str, Field], key: str) -> Field:
    """A field that no position does without."""
    if key not in by_key:
        at = by_key["game"].key
        raise ReadError(
            f"the key '{key}' is missing", line=at.line, column=at.column, expected=f"{key}: …"
        )
    return by_key[key]


def read_spare(field: Field) -> Tile:
    """The spare tile."""
    return read_tile(read.word(field, A_TILE), "the spare", False)


def one_of(field: Field, names: Sequence[str]) -> str:
    """A word that is one of these names, whatever its case."""
    token = read.word(field, listed(names))
    return among(token, names, f"{quoted(field.key.text)} cannot be {quoted(token.text)}")


def among(token: Token, names: Sequence[str], message: str) -> str:
    """The name that a token gives, whatever its case."""
    by_lower = {lower(name): name for name in names}
    if lower(token.text) not in by_lower:
        raise invalid(message, token, listed(names))
    return by_lower[lower(token.text)]


def number(token: Token, low: int, high: int, what: str) -> int:
    """A whole number from `low` to `high`."""
    expected = f"a number from {low} to {high}"
    if not read.NUMBER.fullmatch(token.text):
        raise wrong(f"{quoted(token.text)} is not a whole number", token, expected)
    if len(token.text) > 9 or not low <= int(token.text) <= high:
        raise invalid(f"{what} {shown(token.text)} does not exist", token, expected)
    return int(token.text)


# --- Adventurers ------------------------------------------------------------------------------

PARTS = ("square", "treasures", "coins", "cards", "dragon")


def read_adventurers(by_key: Mapping[str, Field]) -> tuple[Adventurer, ...]:
    """Everybody who plays; in JSON an empty object stands where there is nobody."""
    found = []
    for seat, key in enumerate(ADVENTURERS, 1):
        field = by_key.get(key)
        if field and not (field.kind == "object" and not field.members):
            found.append(read_adventurer(seat, field))
    if not found:
        at = by_key["game"].key
        message = "there is no adventurer"
        raise InvalidPosition(message, line=at.line, column=at.column, expected="adventurer 1: c3")
    return tuple(found)


def read_adventurer(seat: int, field: Field) -> Adventurer:
    """One adventurer: the square, then `name=value` parts in any order."""
    parts: dict[str, Token] = {}
    for name, value in adventurer_parts(field):
        key = lower(name.text)
        if key not in PARTS:
            raise wrong(f"{quoted(name.text)} is not a part of an adventurer", name, listed(PARTS))
        if key in parts:
            raise wrong(f"{quoted(key)} is given twice", name, "each part once")
        parts[key] = value
    if "square" not in parts:
        raise wrong(f"adventurer {seat} stands nowhere", field.value, A_SQUARE)
    return Adventurer(
        number=seat,
        square=read_square(parts["square"]),
        treasures=values_of(parts.get("treasures"), "a treasure of value"),
        coins=number(parts["coins"], 0, COINS, "a number of coins of") if "coins" in parts else 0,
        cards=values_of(parts.get("cards"), "a card of value"),
        dragon="dragon" in parts and read.says_yes(parts["dragon"]),
    )


def adventurer_parts(field: Field) -> list[tuple[Token, Token]]:
    """The names and values of an adventurer's field; a first word without a name is the square."""
    read.want_kind(field, "object")
    if field.kind == "object":
        return list(field.members)
    if not field.tokens:
        return []
    first, *others = field.tokens
    found = [read.name_and_value(token) for token in others]
    if "=" in first.text:
        return [read.name_and_value(first), *found]
    return [(Token("square", first.line, first.column), first), *found]


def values_of(token: Token | None, what: str) -> tuple[int, ...]:
    """Values of treasures or cards parted by commas, in ascending order."""
    return tuple(sorted(number(word, 1, HIGHEST, what) for word in parted(token)))


def parted(token: Token | None) -> list[Token]:
    """The words that commas part."""
    if token is None or not token.text:
        return []
    words, start = [], 0
    for part in token.text.split(","):
        words.append(at(token, start, start + len(part)))
        start += len(part) + 1
    return words


def read_turn(by_key: Mapping[str, Field], adventurers: Sequence[Adventurer]) -> int:
    """Whose turn it is; the first adventurer's where it is not said."""
    numbers = [one.number for one in adventurers]
    if "turn" not in by_key:
        return numbers[0]
    turn = read.integer(by_key["turn"], 1, MAX_ADVENTURERS)
    if turn not in numbers:
        expected = listed([f"turn: {one}" for one in numbers])
        raise invalid(f"there is no adventurer {turn} to move", by_key["turn"].value, expected)
    return turn


# --- Treasures, guardians, the die ------------------------------------------------------------


def list_words(field: Field | None) -> tuple[Token, ...]:
    """The words of a value that is a list; in JSON a string of words will do as well."""
    if field is None:
        return ()
    read.want_kind(field, "list", "string")
    return field.tokens


def halves(token: Token, expected: str) -> tuple[Token, Token]:
    """The two halves of a `what@where` word."""
    what, sign, _ = token.text.partition("@")
    if not sign:
        raise wrong(f"{quoted(token.text)} does not say what stands where", token, expected)
    return at(token, 0, len(what)), at(token, len(what) + 1, len(token.text))


def read_treasures(field: Field | None, may_be_off: bool) -> tuple[Treasure, ...]:
    """Treasures with their squares, ascending; one may lie on the spare if `may_be_off`."""
    found = []
    for token in list_words(field):
        what, where = halves(token, "2@b2")
        value = number(what, 1, HIGHEST, "a treasure of value")
        if lower(where.text) == SPARE and may_be_off:
            found.append((value, ON_SPARE))
        elif lower(where.text) == SPARE:
            message = "the spare tile carries nothing (M4, unless treasures=on-tiles)"
            raise invalid(message, where, A_SQUARE)
        else:
            found.append((value, read_square(where)))
    return tuple(sorted(found))


def read_guardians(field: Field | None) -> tuple[tuple[str, Square], ...]:
    """The guardians that stand on the board, white before black."""
    found: dict[str, Square] = {}
    for token in list_words(field):
        what, where = halves(token, "white@b4")
        colour = among(what, GUARDIANS, f"there is no guardian {quoted(what.text)}")
        if colour in found:
            raise invalid(f"the {colour} guardian is there twice", token, "each guardian once")
        found[colour] = read_square(where)
    return tuple((colour, found[colour]) for colour in GUARDIANS if colour in found)


def read_die(field: Field | None) -> tuple[str, ...]:
    """The faces of the dragon die."""
    if field is None:
        return DRAGON_DIE
    tokens = list_words(field)
    message = "there is no face {} on a dragon die"
    faces = [among(one, DRAGON_DIE, message.format(quoted(one.text))) for one in tokens]
    if len(faces) != len(DRAGON_DIE):
        raise invalid(f"the dragon die has {len(faces)} faces", field.value, "six faces")
    return tuple(faces)


def check_counts(state: State, by_key: Mapping[str, Field]) -> None:
    """Refuse more pieces than a box has: two treasures and two cards of a value, 24 coins, one
    dragon (M0)."""
    refuse_thirds(located(by_key, "treasures"), "treasure")
    refuse_thirds(located(by_key, "cards"), "card")
    coins = sum(one.coins for one in state.adventurers)
    if coins > COINS:
        owners = [f"adventurer {one.number}" for one in state.adventurers if one.coins]
        raise invalid(f"there are {coins} coins", by_key[owners[-1]].value, "at most 24", owners)
    slayers = [f"adventurer {one.number}" for one in state.adventurers if one.dragon]
    if len(slayers) > 1:
        message = "the dragon is slain by one adventurer only"
        raise invalid(message, by_key[slayers[1]].value, None, slayers)


Located = tuple[int, str, Token]
"""A value, the key that it stands under, and its place."""


def located(by_key: Mapping[str, Field], part: str) -> list[Located]:
    """Every treasure or every card of a document that has been read."""
    found: list[Located] = []
    for key in ("treasures", "later") if part == "treasures" else ():
        for token in list_words(by_key.get(key)):
            value, _ = halves(token, "2@b2")
            found.append((int(value.text), key, value))
    for key in ADVENTURERS:
        for name, values in adventurer_parts(by_key[key]) if key in by_key else ():
            if lower(name.text) == part:
                found += [(int(word.text), key, word) for word in parted(values)]
    return found


def refuse_thirds(found: Sequence[Located], what: str) -> None:
    """Refuse a value that is there more than twice."""
    counts = Counter(value for value, _, _ in found)
    for value, count in sorted(counts.items()):
        if count > 2:
            alike = [(key, at) for one, key, at in found if one == value]
            places = [f"{key} (line {at.line}, column {at.column})" for key, at in alike]
            message = f"the {what} of value {value} is there {count} times: {listed(places, 'and')}"
            keys = [key for key, _ in alike]
            raise invalid(message, alike[-1][1], "each value at most twice", keys)


# --- Writing ----------------------------------------------------------------------------------


def treasure_text(treasure: Treasure) -> str:
    """A treasure and where it lies: `2@b2`."""
    value, where = treasure
    return f"{value}@{SPARE if where == ON_SPARE else square_name(where)}"


def adventurer_parts_of(one: Adventurer) -> dict[str, Any]:
    """The parts of an adventurer that say something."""
    parts: dict[str, Any] = {
        "square": square_name(one.square),
        "treasures": list(one.treasures),
        "coins": one.coins,
        "cards": list(one.cards),
        "dragon": one.dragon,
    }
    return {name: value for name, value in parts.items() if value}


def adventurer_text(one: Adventurer) -> str:
    """An adventurer as the text form has it."""

    def text(value: Any) -> str:  # noqa: ANN401 - a value of JSON is of any type
        return ",".join(map(str, value)) if isinstance(value, list) else value_text(value)

    square, *others = adventurer_parts_of(one).items()
    return " ".join([square[1], *(f"{name}={text(value)}" for name, value in others)])


def values(record: LabyrinthRecord) -> list[tuple[str, Any]]:
    """Every key that is written but the adventurers, and its value, in the order of `KEYS`."""
    state = record.state
    defaults = dict(Readings().items())
    found: list[tuple[str, Any]] = [
        ("game", GAME),
        ("board", board_text(state.board)),
        ("spare", sides_name(state.board.spare)),
        ("last push", state.last_push),
        ("adventurers", state.adventurers),
        ("treasures", list(map(treasure_text, state.treasures))),
        ("later", list(map(treasure_text, state.later))),
        ("guardians", [f"{colour}@{square_name(where)}" for colour, where in state.guardians]),
        ("dragon", state.dragon),
        ("dragon die", list(state.die) if state.die != DRAGON_DIE else None),
        ("turn", state.turn),
        ("extra", state.extra),
        ("readings", {k: v for k, v in state.readings.items() if v != defaults[k]}),
        ("moves", list(map(str, record.moves))),
        ("note", record.note),
    ]
    return [(key, value) for key, value in found if value]


def pairs(record: LabyrinthRecord) -> list[tuple[str, str]]:
    """The keys and values of the canonical text form, for `write_lines`."""
    written: list[tuple[str, str]] = []
    for key, value in values(record):
        if key == "adventurers":
            written += [(f"adventurer {one.number}", adventurer_text(one)) for one in value]
        else:
            written.append((key, value_text(value)))
    return written


def to_json(record: LabyrinthRecord) -> dict[str, Any]:
    """The canonical JSON twin: the same keys in the same order, the adventurers in one list."""
    document = dict(values(record))
    state = record.state
    by_number = {one.number: adventurer_parts_of(one) for one in state.adventurers}
    document["adventurers"] = [by_number.get(n, {}) for n in range(1, max(by_number) + 1)]
    return document


__all__ = ["pairs", "parse", "parse_move", "to_json"]
