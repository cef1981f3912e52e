"""Scenarios: small situations with the answer that a rule gives, as data that anybody can write.

A file of them is TOML. The format is told in `docs/rules.md`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import solver
from solver import GAMES, Game, IllegalMove, Level10Error, ReadError, Record
from solver.fields import game_of, listed, quoted
from solver.play import line_of_play
from solver.rulebook.book import rulebook
from solver.text import text_fields

CASES = ("positive", "negative")


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a scenario expects, under readings on top of those of its position.

    `breaks` is the rule that the last move breaks, `refused` part of what is said of a position
    that cannot be; otherwise all moves are to be `legal`. After them: `then` the values of some
    keys of the position, an empty one for a key that is not there; `moves` all legal moves,
    `includes` and `lacks` some that are and are not; `outcome`, `winners`, and the `points` of all
    players. What is None is not looked at.
    """

    readings: Mapping[str, str]
    legal: bool | None = None
    breaks: str | None = None
    refused: str | None = None
    then: Mapping[str, str] | None = None
    moves: tuple[str, ...] | None = None
    includes: tuple[str, ...] | None = None
    lacks: tuple[str, ...] | None = None
    outcome: str | None = None
    winners: tuple[int, ...] | None = None
    points: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    """A position, moves made from it, and what is expected to come of them.

    `rule` is the rule that it shows. A positive `case` shows what the rule allows or brings about,
    a negative one what it forbids, or a case that looks like it and is not. There is one
    expectation for the readings of the position, and more for others.
    """

    name: str
    rule: str
    case: str
    text: str
    game: str
    position: str
    moves: tuple[str, ...]
    expectations: tuple[Expectation, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """What came out otherwise than a scenario expects, under which readings."""

    readings: Mapping[str, str]
    what: str
    expected: str
    found: str


# --- Reading a file -----------------------------------------------------------------------------


def scenario_files(game: str) -> list[Path]:
    """The files of scenarios that come with a game."""
    return sorted(GAMES[game].rulebook.parent.glob("scenarios/*.toml"))


@cache
def scenarios(game: str) -> tuple[Scenario, ...]:
    """All scenarios that come with a game."""
    return tuple(one for path in scenario_files(game) for one in read_scenarios(path.read_bytes()))


def read_scenarios(data: bytes) -> list[Scenario]:
    """The scenarios of a file, in their order.

    Raises `ReadError` for what is no such file, with the name of the scenario that is wrong.
    """
    document = parse_toml(data)
    tables = document.pop("scenario", None)
    if document:
        raise ReadError(
            f"{quoted(next(iter(document)))} is not known here", expected="[[scenario]]"
        )
    if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
        raise ReadError("there are no scenarios here", expected="[[scenario]]")
    found: list[Scenario] = []
    for number, table in enumerate(tables, 1):
        name = table.get("name")
        at = f"scenario {quoted(name)}" if isinstance(name, str) else f"scenario number {number}"
        try:
            one = scenario(table)
            if one.name in {other.name for other in found}:
                raise ReadError("its name is given twice", expected="another name")
        except ReadError as error:
            error.message = f"{at}: {error.message}"
            raise
        found.append(one)
    return found


def parse_toml(data: bytes) -> dict[str, Any]:
    """A TOML document; raises `ReadError`."""
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ReadError("this is not UTF-8 text", expected="text in UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ReadError(f"this is not TOML: {error}", expected="[[scenario]]") from None


STRINGS = {"name", "rule", "case", "text", "position", "breaks", "refused", "outcome"}
LISTS = {"moves": str, "includes": str, "lacks": str, "winners": int, "points": int}
TABLES = {"readings", "then"}
ANSWERS = tuple(name for name in Expectation.__slots__ if name != "readings")


def typed(table: Mapping[str, Any], known: tuple[str, ...], needed: tuple[str, ...]) -> None:
    """Raises `ReadError` where a table has what it should not have, or lacks what it needs."""
    for key, value in table.items():
        if key not in known:
            raise ReadError(f"{quoted(key)} is not known here", expected=listed(known))
        if key in STRINGS and not isinstance(value, str):
            raise ReadError(f"{quoted(key)} is not a text", expected='"…"')
        if key in LISTS and not (
            isinstance(value, list) and all(type(one) is LISTS[key] for one in value)
        ):
            what = "texts" if LISTS[key] is str else "numbers"
            raise ReadError(f"{quoted(key)} is not a list of {what}", expected="[…]")
        if key in TABLES and not (
            isinstance(value, dict) and all(isinstance(one, str) for one in value.values())
        ):
            raise ReadError(f"{quoted(key)} is not a table of texts", expected='{ name = "…" }')
        if key == "expect" and not isinstance(value, dict):
            raise ReadError(f"{quoted(key)} is not a table", expected="[scenario.expect]")
        if key == "legal" and value is not True:
            raise ReadError(f"{quoted(key)} is not true", expected="true, or breaks = a rule")
    for key in needed:
        if key not in table:
            raise ReadError(f"{quoted(key)} is missing", expected=f"{key} = …")


def scenario(table: Mapping[str, Any]) -> Scenario:
    """The scenario that a table describes; raises `ReadError`."""
    needed = ("name", "rule", "case", "text", "position", "expect")
    typed(table, (*needed, "readings", "moves", "under"), needed)
    if table["case"] not in CASES:
        raise ReadError(f"a case cannot be {quoted(table['case'])}", expected=listed(CASES))
    game = game_of(text_fields(table["position"]), tuple(GAMES))
    book = rulebook(game)
    if table["rule"] not in book.rules:
        raise ReadError(
            f"{quoted(table['rule'])} is no rule of {game}", expected=listed(list(book.rules))
        )
    readings = table.get("readings", {})
    given = [expectation(game, readings, table["expect"])]
    under = table.get("under", [])
    if not isinstance(under, list) or not all(isinstance(one, dict) for one in under):
        raise ReadError(f"{quoted('under')} is not a list of tables", expected="[[scenario.under]]")
    for other in under:
        typed(other, ("readings", "expect"), ("readings", "expect"))
        given.append(expectation(game, {**readings, **other["readings"]}, other["expect"]))
    return Scenario(
        **{name: table[name] for name in ("name", "rule", "case", "text", "position")},
        game=game,
        moves=tuple(table.get("moves", ())),
        expectations=tuple(given),
    )


def expectation(game: str, readings: Mapping[str, str], table: Mapping[str, Any]) -> Expectation:
    """The expectation that a table describes; raises `ReadError`."""
    typed(table, ANSWERS, ())
    known = GAMES[game].readings
    for name, value in readings.items():
        if name not in known or value not in known[name]:
            pairs = [f"{one}={other}" for one in known for other in known[one]]
            raise ReadError(f"{quoted(f'{name}={value}')} is no reading", expected=listed(pairs))
    if not table:
        raise ReadError(f"{quoted('expect')} says nothing", expected=listed(ANSWERS))
    if "breaks" in table and table["breaks"] not in rulebook(game).rules:
        raise ReadError(
            f"{quoted(table['breaks'])} is no rule of {game}",
            expected=listed(list(rulebook(game).rules)),
        )
    found: dict[str, Any] = {
        key: tuple(value) if key in LISTS else value for key, value in table.items()
    }
    return Expectation(readings=dict(readings), **found)


# --- Judging ------------------------------------------------------------------------------------


def differences(one: Scenario) -> list[Difference]:
    """What comes out otherwise than a scenario expects; nothing if all is as it says."""
    return [
        Difference(expected.readings, *what)
        for expected in one.expectations
        for what in differing(GAMES[one.game], one, expected)
    ]


Compared = tuple[str, str, str]
"""What was compared, what was expected and what was found, in words."""


def differing(game: Game, one: Scenario, expected: Expectation) -> Iterator[Compared]:
    """What differs under one set of readings."""
    try:
        record = solver.read(one.position, expected.readings)
        moves = solver.parse_moves(record, one.moves)
    except Level10Error as error:
        if expected.refused is None:
            yield "the position", "can be", f"is refused: {error.message}"
        elif expected.refused not in error.message:
            yield "the position is refused", expected.refused, error.message
        return
    if expected.refused is not None:
        yield "the position", f"is refused: {expected.refused}", "can be"
        return
    try:
        state = line_of_play(game, record.state, moves)[-1]
    except IllegalMove as error:
        if (error.index, error.rule) != (len(moves), expected.breaks):
            wanted = "no rule" if expected.breaks is None else expected.breaks
            found = f"move {error.index}, {error.move}, breaks {error.rule}: {error.message}"
            yield "the last move breaks", wanted, found
        return
    if expected.breaks is not None:
        yield "the last move breaks", expected.breaks, "no rule"
        return
    yield from after(game, replace(record, state=state, moves=()), expected)


def after(game: Game, record: Record[Any, Any], expected: Expectation) -> Iterator[Compared]:
    """What differs in the position after the moves."""
    pairs = dict(game.pairs(record))
    for key, value in (expected.then or {}).items():
        found = pairs.get(key, "")
        if value.split() != found.split():
            yield key, value or "nothing", found or "nothing"
    legal = solver.moves(record)
    if expected.moves is not None and sorted(expected.moves) != sorted(legal):
        yield "legal moves", " ".join(sorted(expected.moves)), " ".join(sorted(legal))
    for wanted, names in ((True, expected.includes or ()), (False, expected.lacks or ())):
        for name in names:
            if (name in legal) != wanted:
                word = {True: "legal", False: "not legal"}
                yield name, word[wanted], word[not wanted]
    winners = game.winners(record.state) if game.winners else None
    points = game.points(record.state) if game.points else None
    asked: tuple[tuple[str, Answer, Answer], ...] = (
        ("outcome", expected.outcome, game.outcome(record.state)),
        ("winners", expected.winners, winners),
        ("points", expected.points, points),
    )
    for what, wanted_answer, reached in asked:
        if wanted_answer is not None and wanted_answer != reached:
            yield what, in_words(wanted_answer), in_words(reached)


Answer = str | tuple[int, ...] | None


def in_words(value: Answer) -> str:
    """An answer in words."""
    if isinstance(value, str):
        return value
    return " ".join(map(str, value)) if value else "nobody"
