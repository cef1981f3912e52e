"""How a Level 10 position, its moves and its record are written and read.

Every position that `parse` returns has passed `validity`: it may be impossible to play to (see
`reachable.py`), but it can lie on a table.

The writer's order is that of `KEYS`. It leaves out what is empty and what is at its default:
`starter` when it is 1, hands, deck, rows and `out` without cards, `readings` at their defaults.
`players`, `pauses` and `turn` are always written; `extra` when it is yes, and when leaving it out
would make a reader derive yes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from solver import fields as read
from solver.errors import InvalidPosition, ReadError
from solver.fields import Field, Token, invalid, listed, lower, quoted, shown, upper, wrong
from solver.level10.cards import (
    CELLS,
    MAX_PAUSES,
    MAX_PLAYERS,
    PAUSE,
    RESTART,
    WORLDS,
    Card,
    Cell,
    world_of,
)
from solver.level10.rules import READINGS, Move, Readings, State
from solver.level10.turns import derived_turn
from solver.level10.validity import Located, Places, check_table, check_turn
from solver.record import Record
from solver.text import value_text

GAME = "level10"
Level10Record = Record[State, Move]

HANDS = tuple(f"hand {seat}" for seat in range(1, MAX_PLAYERS + 1))
ROWS = tuple(f"row {lower(world)}" for world in WORLDS)
KEYS = (
    "game", "players", "pauses", "starter", *HANDS, "deck", *ROWS, "out", "turn", "extra",
    "readings", "moves", "note",
)  # fmt: skip

LEVEL = re.compile("[A-E][1-8]")
CELL = re.compile("[A-E][1-8]|R|P(/[A-E][1-8])?")
MOVE = re.compile(
    "(?P<level>[A-E][1-8])"
    "|P(?P<row>[A-E])(/(?P<tuck>[A-E][1-8]|P))?"
    "|R(?P<world>[A-E])(?P<back>(-([A-E][1-8]|P))*)"
)
A_CARD = "a world A–E and a level 1–8, or P"
A_CELL = "a level card, P, R, or P/ and the card tucked under it"
A_MOVE = "a move: A3, PA, PA/A5, RA, RA-B7 or RA-B7-C2"


# --- Reading ----------------------------------------------------------------------------------


def parse(fields: Sequence[Field], overrides: Mapping[str, str] | None = None) -> Level10Record:
    """The position, moves and note that the fields of a document give.

    `overrides` are readings that win over those of the document. Raises `ReadError` for what
    cannot be read and `InvalidPosition` for what cannot be a position.
    """
    by_key = {field.key.text: field for field in fields}
    read.game_of(fields, [GAME])
    players = read_players(by_key)
    for field in fields:
        known_key(field, players)
    places = read_places(by_key, players)
    state = State(
        players=players,
        pauses=read_pauses(by_key, places),
        hands=tuple(tuple(sorted(places.texts(key))) for key in HANDS[:players]),
        deck=places.texts("deck"),
        rows=tuple(places.texts(key) for key in ROWS),
        out=tuple(sorted(places.texts("out"))),
        starter=seat(by_key["starter"], players) if "starter" in by_key else 1,
        readings=Readings(**read.readings(by_key.get("readings"), overrides or {}, READINGS, GAME)),
    )
    pauses, turn = (by_key[key].value if key in by_key else None for key in ("pauses", "turn"))
    check_table(state, places, pauses)
    state = with_turn(state, by_key)
    check_turn(state, turn)
    moves = read.words(by_key["moves"]) if "moves" in by_key else ()
    return Record(GAME, state, tuple(map(read_move, moves)), read.note(by_key.get("note")))


def known_key(field: Field, players: int) -> None:
    """Refuse a key that Level 10, or a table of this size, does not have."""
    key = field.key.text
    if key in HANDS[players:]:
        message = f"{quoted(key)} contradicts players: {players}"
        raise invalid(message, field.key, f"hands 1 to {players}", [key, "players"])
    if key.startswith("row ") and key not in ROWS:
        raise invalid(f"{quoted(key)}: there is no such row", field.key, "row A to row E")
    if key.startswith("hand ") and key not in HANDS:
        raise invalid(f"{quoted(key)}: there is no such seat", field.key, f"hand 1 to {HANDS[-1]}")
    if key not in KEYS:
        expected = "hand 1 …, row A …, " + listed([key for key in KEYS if " " not in key])
        raise wrong(f"{quoted(key)} is not a key of {GAME}", field.key, expected)


def read_players(by_key: Mapping[str, Field]) -> int:
    """The number of players; there is no position without it."""
    if "players" not in by_key:
        at = by_key["game"].key
        expected = f"players: 1 to {MAX_PLAYERS}"
        raise ReadError(
            "the key 'players' is missing", line=at.line, column=at.column, expected=expected
        )
    return read.integer(by_key["players"], 1, MAX_PLAYERS)


def seat(field: Field, players: int) -> int:
    """A seat at the table."""
    return read.integer(field, 1, players)


def read_places(by_key: Mapping[str, Field], players: int) -> Places:
    """The cards of every hand, the deck, the rows and `out`, each with its place."""
    hands = {key: cards(by_key.get(key)) for key in HANDS[:players]}
    rows = {key: cells(by_key.get(key)) for key in ROWS}
    return Places(
        {
            **hands,
            "deck": cards(by_key.get("deck")),
            **rows,
            "out": cards(by_key.get("out")),
        }
    )


def cards(field: Field | None) -> tuple[Located, ...]:
    """The cards of a hand, of the deck or of `out`."""
    if field is None:
        return ()
    return tuple(Located(read_card(token), token) for token in read.words(field))


def read_card(token: Token) -> Card:
    """A card that can be held."""
    card = upper(token.text)
    if card == RESTART:
        raise invalid(
            "restarts lie beside the rows, never in a hand, in the deck or out (L2)",
            token,
            A_CARD,
        )
    if card != PAUSE and not LEVEL.fullmatch(card):
        raise wrong(f"{quoted(token.text)} is not a card", token, A_CARD)
    return card


def cells(field: Field | None) -> tuple[Located, ...]:
    """The cells of a row as they lie."""
    if field is None:
        return ()
    return tuple(Located(read_cell(token), token) for token in read.words(field))


def read_cell(token: Token) -> Cell:
    """What may lie in a cell of a row."""
    cell = upper(token.text)
    if not CELL.fullmatch(cell):
        raise wrong(f"{quoted(token.text)} cannot lie in a row", token, A_CELL)
    return cell


def read_pauses(by_key: Mapping[str, Field], places: Places) -> int:
    """The number of pauses in the game: as given, or else as counted.

    That the two agree is for `validity` to see.
    """
    if "pauses" in by_key:
        return read.integer(by_key["pauses"], 0, MAX_PAUSES)
    found = places.pauses()
    if len(found) > MAX_PAUSES:
        message = f"there are {len(found)} pauses: {listed([at for at, _ in found], 'and')}"
        names = [at for at, _ in found]
        raise invalid(message, found[MAX_PAUSES][1], f"at most {MAX_PAUSES}", names)
    return len(found)


def with_turn(state: State, by_key: Mapping[str, Field]) -> State:
    """The position with its turn, as given or as the number of filled cells tells."""
    expected = f"turn: 1 to {state.players}"
    if "turn" not in by_key and not state.deck and state.filled < CELLS:
        at = by_key["game"].key
        raise InvalidPosition(
            "the deck is empty, so 'turn' has to be given",
            line=at.line,
            column=at.column,
            expected=expected,
        )
    turn, extra = derived_turn(state)
    if "turn" in by_key and seat(by_key["turn"], state.players) != turn:
        turn, extra = seat(by_key["turn"], state.players), False
    if "extra" in by_key:
        extra = read.yes_no(by_key["extra"])
    elif not state.deck:
        extra = False
    return replace(state, turn=turn, extra=extra)


def read_move(token: Token) -> Move:
    """The move that a word of the document names."""
    match = MOVE.fullmatch(upper(token.text))
    if not match:
        raise wrong(f"{quoted(token.text)} is not a move", token, A_MOVE)
    if level := match["level"]:
        return Move(level, world_of(level))
    if row := match["row"]:
        return Move(PAUSE, row, tuck=match["tuck"])
    return Move(RESTART, match["world"], put_back=tuple(match["back"].split("-")[1:]))


def parse_move(text: str) -> Move:
    """The move that a text names, legal or not; raises `ReadError`."""
    try:
        return read_move(Token(text.strip(), 1, 1))
    except ReadError as error:  # it has no place in a document
        raise ReadError(error.message, token=shown(text), expected=error.expected) from None


def move_text(move: Move) -> str:
    """The name of a move, as `parse_move` reads it."""
    return str(move)


# --- Writing ----------------------------------------------------------------------------------


def values(record: Level10Record) -> list[tuple[str, Any]]:
    """Every key that is written and its value, in the order of `KEYS`."""
    state = record.state
    hands = [(f"hand {number}", hand) for number, hand in enumerate(state.hands, 1)]
    rows = [(f"row {world}", state.row(world)) for world in WORLDS]
    extra = state.extra or reads_as_extra(state)
    defaults = dict(Readings().items())
    readings = {name: value for name, value in state.readings.items() if value != defaults[name]}
    lists = [*hands, ("deck", state.deck), *rows, ("out", state.out)]
    optional: list[tuple[str, Any]] = [
        ("readings", readings),
        ("moves", [move_text(move) for move in record.moves]),
        ("note", record.note),
    ]
    return [
        ("game", GAME),
        ("players", state.players),
        ("pauses", state.pauses),
        *([("starter", state.starter)] if state.starter != 1 else []),
        *[(key, list(found)) for key, found in lists if found],
        ("turn", state.turn),
        *([("extra", state.extra)] if extra else []),
        *[(key, value) for key, value in optional if value],
    ]


def reads_as_extra(state: State) -> bool:
    """Whether a reader would take the turn for the additional one if it were not told."""
    return bool(state.deck) and derived_turn(state) == (state.turn, True)


def pairs(record: Level10Record) -> list[tuple[str, str]]:
    """The keys and values of the canonical text form, for `write_lines`."""
    return [(key, value_text(value)) for key, value in values(record)]


def to_json(record: Level10Record) -> dict[str, Any]:
    """The canonical JSON twin: the same keys in the same order, the hands in one list."""
    document: dict[str, Any] = {}
    for key, value in values(record):
        if key.startswith("row "):
            document.setdefault("rows", {})[key[-1]] = value
        elif key.startswith("hand "):
            document["hands"] = [list(hand) for hand in record.state.hands]
        else:
            document[key] = value
    return document
