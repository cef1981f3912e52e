"""Arguments and options that several commands share."""

from __future__ import annotations

import math
from typing import Annotated

import typer

from solver import GAMES
from solver.verdict import DEFAULT_MEGABYTES, DEFAULT_SECONDS

EVERY_ENGINE = sorted({engine for game in GAMES.values() for engine in game.engines})


def known_engine(value: str) -> str:
    """An engine that some game has."""
    if value not in EVERY_ENGINE:
        raise typer.BadParameter(f"known engines: {', '.join(EVERY_ENGINE)}")
    return value


def seconds(value: float) -> float:
    """A number of seconds that a clock can count."""
    if not math.isfinite(value):
        raise typer.BadParameter("a number of seconds is needed")
    return value


File = Annotated[
    str,
    typer.Argument(metavar="FILE", help="A position; - reads standard input.", show_default=False),
]
Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE",
        help="Positions: text or JSON files, .jsonl for many; - reads standard input.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
Reading = Annotated[
    list[str],
    typer.Option(
        "--reading",
        metavar="NAME=VALUE",
        help="Read a rule this way, whatever the file says (see: level10 rules --readings).",
    ),
]
Engine = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="|".join(EVERY_ENGINE),
        callback=known_engine,
        help="What goes first. Every 'no' is confirmed a second way regardless.",
    ),
]
TimeLimit = Annotated[
    float,
    typer.Option(
        "--time-limit", metavar="SECONDS", min=0, callback=seconds, help="Time for each position."
    ),
]
NodeLimit = Annotated[
    int | None,
    typer.Option(
        "--node-limit", metavar="N", min=0, help="Nodes for each position.", show_default="none"
    ),
]
MemoryLimit = Annotated[
    int,
    typer.Option("--memory-limit", metavar="MB", min=1, help="Memory of any one process."),
]

NO_READING: list[str] = []
SECONDS = DEFAULT_SECONDS
MEGABYTES = DEFAULT_MEGABYTES
