"""Puzzle files: read, written, refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import jsonschema  # type: ignore[import-untyped, unused-ignore]
import pytest

from puzzles import shelf
from puzzles.kinds import KINDS
from puzzles.notation import KEYS, read_puzzle, write, write_json
from puzzles.puzzle import Puzzle
from solver import Level10Error, ReadError

EVERY_NAME = shelf.names()
HAND = (
    "puzzle: best-score; title: Eight wilds; game: ten; players: 2;"
    " player 1: cards=R1,R2,W3; claims: score=3"
)


@pytest.mark.parametrize("name", EVERY_NAME)
def test_what_is_written_is_read_again(name: str) -> None:
    puzzle = shelf.puzzle_named(name)
    assert read_puzzle(write(puzzle)) == puzzle
    assert read_puzzle(write(puzzle, one_line=True)) == puzzle
    assert read_puzzle(write_json(puzzle)) == puzzle


@pytest.mark.parametrize("name", EVERY_NAME)
def test_library_files_are_in_canonical_form(name: str) -> None:
    text = shelf.contents_of(name).decode()
    assert write(read_puzzle(text)) == text


def test_a_puzzle_is_a_position_with_more_keys() -> None:
    puzzle = read_puzzle(HAND)
    assert (puzzle.kind, puzzle.title, puzzle.claims) == (
        "best-score",
        "Eight wilds",
        {"score": "3"},
    )
    assert puzzle.record.state.player(1).cards == ("R1", "R2", "W3")


@pytest.mark.parametrize(
    ("change", "message", "at"),
    [
        (("best-score", "best"), "'puzzle' cannot be 'best'", "best"),
        (("best-score", "only-move"), "'only-move' is a puzzle of level10, not of ten", None),
        (("score=3", "scores=3"), "a puzzle 'best-score' cannot claim 'scores'", "scores"),
        (("score=3", "score=3 score=4"), "'score' is claimed twice", "score"),
        (("score=3", "score="), "'score' has no value", None),
        (("score=3", "score"), "'score' is not of the form name=value", "score"),
        (("claims:", "turns: 3; claims:"), "a puzzle 'best-score' has no 'turns'", "turns"),
        (("claims:", "claim:"), "'claim' is not a key of ten", "claim"),
        (("game: ten; ", ""), "the key 'game' is missing", None),
    ],
)
def test_what_is_refused(change: tuple[str, str], message: str, at: str | None) -> None:
    with pytest.raises(Level10Error) as refused:
        read_puzzle(HAND.replace(*change))
    assert message in refused.value.message
    if at is not None:
        assert isinstance(refused.value, ReadError)
        assert refused.value.token == at
        assert HAND.replace(*change)[refused.value.column - 1 :].startswith(at)  # type: ignore[operator]


@pytest.mark.parametrize("title", ["a; b", "two\nlines", "a # b", "# b"])
def test_a_title_that_text_cannot_hold(title: str) -> None:
    puzzle = replace(read_puzzle(HAND), title=title)
    with pytest.raises(ValueError, match="title"):
        write(puzzle)
    document = {**json.loads(write_json(read_puzzle(HAND))), "title": title}
    with pytest.raises(ReadError):
        read_puzzle(json.dumps(document))


def test_titles_of_every_sort() -> None:
    puzzle: Puzzle = replace(read_puzzle(HAND), title="C# & l'été: 100 %", author="Ann #1")
    assert read_puzzle(write(puzzle)) == puzzle
    assert read_puzzle(write_json(puzzle)) == puzzle


def test_the_schema() -> None:
    schema = json.loads(Path("puzzles/puzzle.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for name in EVERY_NAME:
        validator.validate(json.loads(write_json(shelf.puzzle_named(name))))
    assert schema["properties"]["puzzle"]["enum"] == list(KINDS)
    assert set(KEYS) < set(schema["properties"])
    document = json.loads(write_json(read_puzzle(HAND)))
    for change in ({"puzzle": "chess"}, {"claims": "score=3"}, {"title": "a; b"}):
        assert not validator.is_valid({**document, **change})
        with pytest.raises(Level10Error):
            read_puzzle(json.dumps({**document, **change}))
