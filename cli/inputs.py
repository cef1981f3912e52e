"""Files and standard input as positions, and `--reading` on top of what they say."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

import solver
from solver import Level10Error, Record
from solver.fields import Field, quoted
from solver.text import documents

if TYPE_CHECKING:
    from puzzles.puzzle import Puzzle

SHELF = "library:"
"""What begins the name of a puzzle that comes with the program, where a file is wanted."""


@dataclass(frozen=True, slots=True)
class Input:
    """One position of one file, or why there is none; `line` is set in JSON Lines only, `puzzle`
    where the position is that of a puzzle."""

    file: str
    line: int | None
    record: Record[Any, Any] | None
    error: Level10Error | None = None
    puzzle: Puzzle | None = None

    @property
    def name(self) -> str:
        """The file and line, as messages name them."""
        name = "standard input" if self.file == "-" else self.file
        return name if self.line is None else f"{name}, line {self.line}"

    @property
    def keys(self) -> dict[str, Any]:
        """The file and line, as JSON answers have them."""
        line = {} if self.line is None else {"line": self.line}
        return {"file": self.file, **line}


class NoSuchFile(Level10Error):
    """A file that does not exist or cannot be opened."""

    kind = "usage"


def read_inputs(files: list[str], readings: list[str]) -> Iterator[Input]:
    """Every position of every file, in their order; one that cannot be read stops no other."""
    overrides = parse_readings(readings)
    if overrides:
        pairs = " ".join(f"{name}={value}" for name, value in overrides.items())
        typer.echo(f"readings from the command line, whatever the file says: {pairs}", err=True)
    for file in files:
        if file == "-" and sys.stdin is None:
            yield Input(file, None, None, NoSuchFile("standard input is closed"))
            continue
        try:
            data = contents(file)
        except OSError as error:
            reason = error.strerror or str(error)
            yield Input(file, None, None, NoSuchFile(f"'{file}' cannot be opened: {reason}"))
            continue
        jsonl = None if file == "-" else file.endswith(".jsonl")  # standard input shows what it is
        for line, fields in documents(data, jsonl):
            if isinstance(fields, Level10Error):
                yield Input(file, line, None, fields)
                continue
            try:
                yield read_input(file, line, fields, overrides)
            except Level10Error as error:
                yield Input(file, line, None, error)


def contents(file: str) -> bytes:
    """What a file holds, standard input, or a puzzle of the library; raises `OSError`."""
    if file == "-":
        return sys.stdin.buffer.read()
    if file.startswith(SHELF):
        from puzzles.shelf import contents_of

        return contents_of(file.removeprefix(SHELF))
    return Path(file).read_bytes()


def read_input(
    file: str, line: int | None, fields: Sequence[Field], readings: Mapping[str, str]
) -> Input:
    """The position, or the puzzle, that a document describes; raises `Level10Error`."""
    if all(field.key.text != "puzzle" for field in fields):
        return Input(file, line, solver.read_fields(fields, readings))
    from puzzles.notation import parse  # here, as most inputs are no puzzles

    puzzle = parse(fields, readings)
    return Input(file, line, puzzle.record, puzzle=puzzle)


def parse_readings(readings: list[str], game: str | None = None) -> Mapping[str, str]:
    """The `--reading name=value` options of a game, or of any.

    Raises a usage error for what is not known there.
    """
    games = solver.GAMES.values() if game is None else [solver.GAMES[game]]
    known = {name: values for one in games for name, values in one.readings.items()}
    chosen: dict[str, str] = {}
    for reading in readings:
        name, equals, value = reading.lower().partition("=")
        if not equals or name not in known:
            names, of = ", ".join(known), "" if game is None else f" of {game}"
            raise typer.BadParameter(
                f"{quoted(reading)} is not a reading{of}; write name=value, name one of {names}",
                param_hint="--reading",
            )
        if value not in known[name]:
            raise typer.BadParameter(
                f"{name} has no value {quoted(value)}, only {', '.join(known[name])}",
                param_hint="--reading",
            )
        if name in chosen:
            raise typer.BadParameter(f"{name} is given twice", param_hint="--reading")
        chosen[name] = value
    return chosen
