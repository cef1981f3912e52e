"""The `.puzzle` file, text or JSON: the keys of a position, and those of the puzzle beside them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import solver
from puzzles.kinds import KINDS
from puzzles.plans import PLANS, UP_TO_ORDER
from puzzles.puzzle import Kind, Puzzle
from solver import Question
from solver import fields as read
from solver.fields import Field, invalid, listed, quoted, wrong
from solver.json_text import json_fields
from solver.text import begins_json, text_fields, value_text, write_lines

WORDS = ("title", "author", "licence", "seed")
ASKED = ("goal", "turns", "opponents", "others")
KEYS = ("puzzle", *WORDS, *ASKED, "claims", "solution")
GRADE = "grade"
MOST_TURNS = 24
UNWRITABLE = re.compile(r"[;\r\n]|(?:^|\s)#(?:\s|$)")
"""What the text form would not read back as one value."""


def read_puzzle(text: str) -> Puzzle:
    """A puzzle in text, one-line or JSON form; raises `ReadError` and `InvalidPosition`."""
    json_form = begins_json(text.encode(errors="replace"))
    return parse(json_fields(text) if json_form else text_fields(text))


def parse(fields: Sequence[Field], readings: Mapping[str, str] | None = None) -> Puzzle:
    """The puzzle that a document's fields describe; `readings` win over its own.

    Raises `ReadError` and `InvalidPosition`.
    """
    own = {field.key.text: field for field in fields if field.key.text in KEYS}
    kind = KINDS[read.one_of(own["puzzle"], tuple(KINDS))]
    record = solver.read_fields([one for one in fields if one.key.text not in KEYS], readings)
    if record.game != kind.game:
        message = f"{quoted(kind.name)} is a puzzle of {kind.game}, not of {record.game}"
        raise invalid(message, own["puzzle"].value, f"game: {kind.game}")
    texts = {key: text_of(own[key]) for key in WORDS if key in own}
    return Puzzle(
        kind=kind.name,
        record=record,
        question=question_of(kind, own),
        claims=claims_of(kind, own.get("claims")),
        solution=tuple(token.text for token in read.words(own["solution"]))
        if "solution" in own
        else (),
        **texts,
    )


def text_of(field: Field) -> str:
    """A value that is words for people."""
    read.want_kind(field, "string")
    if UNWRITABLE.search(field.value.text):
        message = f"{quoted(field.key.text)} cannot have a semicolon, a line break or a lone '#'"
        raise wrong(message, field.value, "words on one line")
    return field.value.text


def question_of(kind: Kind, own: Mapping[str, Field]) -> Question:
    """What a puzzle asks: the question of its kind with the parts that it gives."""
    given: dict[str, Any] = {}
    for key in ASKED:
        if key not in own:
            continue
        field = own[key]
        if key not in kind.asks:
            allowed = listed(kind.asks) if kind.asks else "a position and claims alone"
            raise wrong(f"a puzzle {quoted(kind.name)} has no {quoted(key)}", field.key, allowed)
        number = key == "turns"
        given[key] = (
            read.integer(field, 1, MOST_TURNS) if number else read.word(field, "a word").text
        )
    if kind.goals:
        if "goal" in given and given["goal"] not in kind.goals:
            raise invalid(
                f"a puzzle {quoted(kind.name)} cannot ask for {quoted(given['goal'])}",
                own["goal"].value,
                listed(kind.goals),
            )
        return replace(kind.default, **given)
    default = {key: getattr(kind.default, key) for key in ("goal", *kind.asks)}
    try:
        return solver.question_of(solver.GAMES[kind.game], **{**default, **given})
    except ValueError as error:
        at = next((own[key].value for key in ASKED if key in own), own["puzzle"].value)
        raise invalid(str(error), at) from None


def claims_of(kind: Kind, field: Field | None) -> dict[str, str]:
    """What a puzzle claims, by name."""
    claims: dict[str, str] = {}
    counted = (PLANS, UP_TO_ORDER) if kind.lines else ()
    known = (*kind.claims, *counted, GRADE)
    for name, value in read.named(field) if field else ():
        if name.text not in known:
            message = f"a puzzle {quoted(kind.name)} cannot claim {quoted(name.text)}"
            raise invalid(message, name, listed(known))
        if name.text in claims:
            raise wrong(f"{quoted(name.text)} is claimed twice", name, "each claim once")
        if not value.text:
            raise wrong(f"{quoted(name.text)} has no value", value, "name=value")
        claims[name.text] = value.text
    return claims


# --- Writing ------------------------------------------------------------------------------------


def own_values(puzzle: Puzzle) -> dict[str, Any]:
    """The keys of the puzzle itself, in the order in which they are written, with JSON values."""
    kind = KINDS[puzzle.kind]
    found: dict[str, Any] = {"puzzle": puzzle.kind}
    found |= {key: getattr(puzzle, key) for key in WORDS if getattr(puzzle, key)}
    for key, value in found.items():
        if UNWRITABLE.search(value):
            raise ValueError(f"{quoted(key)} cannot have a semicolon, a line break or a lone '#'")
    found |= {key: getattr(puzzle.question, key) for key in ASKED if key in kind.asks}
    if puzzle.claims:
        found["claims"] = dict(puzzle.claims)
    if puzzle.solution:
        found["solution"] = list(puzzle.solution)
    return found


def write(puzzle: Puzzle, one_line: bool = False) -> str:
    """The canonical text form: `read_puzzle(write(x)) == x`.

    Raises `ValueError` for a title that the text form cannot hold.
    """
    own = [(key, value_text(value)) for key, value in own_values(puzzle).items()]
    game = solver.game_of(puzzle.record)
    return write_lines([*own, *game.pairs(puzzle.record)], one_line)


def write_json(puzzle: Puzzle) -> str:
    """The canonical JSON form, on one line."""
    game = solver.game_of(puzzle.record)
    document = {**own_values(puzzle), **game.to_json(puzzle.record)}
    return json.dumps(document, ensure_ascii=False)
