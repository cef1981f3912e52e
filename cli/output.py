"""Answers on standard output, words on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import typer

from cli import status
from cli.inputs import Input, NoSuchFile
from solver import (
    Game,
    IllegalMove,
    InvalidPosition,
    Level10Error,
    ReadError,
    Unanswerable,
)

if TYPE_CHECKING:
    from rich.progress import Progress


def emit(document: dict[str, Any]) -> None:
    """Writes one JSON answer on a line of its own."""
    typer.echo(json.dumps(document))


def error_keys(error: Level10Error, file: str | None = None) -> dict[str, Any]:
    """An error as JSON answers have it."""
    keys: dict[str, Any] = {
        "kind": error.kind,
        "message": error.message,
        "file": file,
        "line": None,
        "column": None,
        "token": None,
        "expected": None,
        "places": [],
    }
    if isinstance(error, ReadError):
        keys |= {
            "line": error.line,
            "column": error.column,
            "token": error.token,
            "expected": error.expected,
        }
    if isinstance(error, InvalidPosition):
        keys["places"] = list(error.places)
    return keys


def illegal_keys(error: IllegalMove) -> dict[str, Any]:
    """An illegal move of a record as JSON answers have it."""
    return {
        "index": error.index,
        "move": error.move,
        "rule": error.rule,
        "message": error.message,
        "legal": list(error.legal),
    }


def error_text(error: Level10Error, file: str) -> str:
    """An error as one message: where, what, and what was expected there."""
    where = "standard input" if file == "-" else file
    text = error.message
    if isinstance(error, ReadError):
        if error.line is not None:
            where += f", line {error.line}"
            if error.column is not None:
                where += f", column {error.column}"
        if error.token and error.token not in text:
            text += f", at '{error.token}'"
        if error.expected:
            text += f"; expected {error.expected}"
    if isinstance(error, NoSuchFile):
        return f"error: {text}"
    return f"error: {where}: {text}"


def report_unreadable(item: Input, as_json: bool) -> int:
    """Tells of an input that gives no position; the exit status for it."""
    error = item.error
    if error is None:
        raise ValueError("this input was read")
    typer.echo(error_text(error, item.file), err=True)
    if as_json:
        emit({**item.keys, "error": error_keys(error, item.file)})
    return status.USAGE if isinstance(error, NoSuchFile) else status.INVALID


def report_unanswerable(item: Input, error: Unanswerable, as_json: bool) -> int:
    """Tells that a question makes no sense for a position; the exit status for it."""
    typer.echo(error_text(error, item.file), err=True)
    if as_json:
        emit({**item.keys, "error": error_keys(error, item.file)})
    return status.USAGE


def warn(message: str) -> None:
    """Writes a warning for people."""
    typer.echo(f"warning: {message}", err=True)


def note_unplayed(item: Input) -> None:
    """Says for people that a question is about the position before the moves of a record."""
    if item.record is not None and item.record.moves:
        count = len(item.record.moves)
        moves = f"{count} move{'' if count == 1 else 's'}"
        typer.echo(
            f"note: this is about the position before the {moves} of the record"
            " (level10 replay plays them)",
            err=True,
        )


def readings_text(game: Game, readings: Mapping[str, str]) -> str:
    """The readings that are not the defaults."""
    chosen = [
        f"{name}={value}" for name, value in readings.items() if value != game.readings[name][0]
    ]
    return f"{' '.join(chosen)}, the others as by default" if chosen else "all as by default"


def progress_bar(doing: str) -> Progress:
    """A bar on standard error, if that is a terminal, that goes when the work is done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    return Progress(
        *(TextColumn(doing), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()),
        console=Console(stderr=True),
        transient=True,
        disable=not on_terminal(),
        redirect_stdout=False,
        redirect_stderr=False,
    )


def on_terminal() -> bool:
    """Whether standard error is a terminal, on which a progress bar may move; it may be closed."""
    return sys.stderr is not None and sys.stderr.isatty()
