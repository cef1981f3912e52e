"""Arguments and options that several commands share."""

from __future__ import annotations

import math
import re
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


def numbers(text: str, lowest: int, highest: int, option: str) -> tuple[int, ...]:
    """The numbers that a list as "3", "1-5" or "1,3-5" stands for, in order.

    Raises a usage error for other words, and for numbers that are too small or too large.
    """
    found: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r" *([0-9]{1,9}) *(?:- *([0-9]{1,9}) *)?", part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, -1)
        if not lowest <= first <= last <= highest:
            raise typer.BadParameter(
                f"'{part}' is not a number or range within {lowest}-{highest}, as 3, 1-3 or 1,3",
                param_hint=option,
            )
        found.update(range(first, last + 1))
    return tuple(sorted(found))


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

LARGEST_SEED = 2**64 - 1
NO_READING: list[str] = []
SECONDS = DEFAULT_SECONDS
MEGABYTES = DEFAULT_MEGABYTES
