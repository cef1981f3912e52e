"""`level10 deal`: random deals to play or to solve."""

from __future__ import annotations

from typing import Annotated, Any

import typer

import solver
from cli import options
from cli.inputs import parse_readings
from cli.output import emit
from solver import GAMES, Record


def deal(
    players: Annotated[int, typer.Option("--players", min=1, max=5, help="Players at the table.")],
    seed: Annotated[
        int,
        typer.Option(
            "--seed",
            min=0,
            max=options.LARGEST_SEED,
            help="The same seed gives the same deals for ever.",
        ),
    ],
    pauses: Annotated[
        int,
        typer.Option("--pauses", min=0, max=3, help="0 master, 1 expert, 2 normal, 3 beginner."),
    ] = 2,
    game: Annotated[str, typer.Option("--game", help=f"One of: {', '.join(GAMES)}.")] = "level10",
    count: Annotated[
        int | None,
        typer.Option(
            "--count", metavar="N", min=1, help="The first N deals of the seed, as JSON Lines."
        ),
    ] = None,
    reading: options.Reading = options.NO_READING,
    as_json: options.Json = False,
) -> None:
    """Deal the cards at random, the same for a seed for ever.

    Hand 1 takes its cards first, then hand 2, ...; the rest is the deck. Without --count this is
    the first deal of the seed.

    \b
    level10 deal --players 3 --pauses 1 --seed 7 > deal.txt
    level10 deal --players 2 --seed 7 --count 100 > deals.jsonl
    """
    if game not in GAMES:
        raise typer.BadParameter(f"known games: {', '.join(GAMES)}", param_hint="--game")
    chosen = GAMES[game]
    readings = parse_readings(reading)
    for index in range(1, (count or 1) + 1):
        record: Record[Any, Any] = Record(game, chosen.deal(players, pauses, seed, index, readings))
        if as_json or count is not None:
            emit(chosen.to_json(record))
        else:
            typer.echo(solver.write(record), nl=False)
