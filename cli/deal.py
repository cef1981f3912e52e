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
        int | None,
        typer.Option(
            "--pauses",
            min=0,
            max=3,
            help="Level 10: 0 master, 1 expert, 2 normal, 3 beginner.",
            show_default="2",
        ),
    ] = None,
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
    """Deal the cards or lay out the board at random, the same for a seed for ever.

    Level 10: hand 1 takes its cards first, then hand 2, ...; the rest is the deck. Labyrinth:
    tiles, treasures and cards are shuffled; on which squares all begins is an assumption (see
    level10 rules M0). Without --count this is the first deal of the seed.

    \b
    level10 deal --players 3 --pauses 1 --seed 7 > deal.txt
    level10 deal --players 2 --seed 7 --count 100 > deals.jsonl
    level10 deal --game labyrinth --players 2 --seed 7 > board.txt
    """
    if game not in GAMES:
        raise typer.BadParameter(f"known games: {', '.join(GAMES)}", param_hint="--game")
    chosen = GAMES[game]
    low, high = chosen.table_sizes
    if not low <= players <= high:
        raise typer.BadParameter(f"{game} is for {low} to {high}", param_hint="--players")
    sizes = {"players": players}
    if "pauses" in chosen.sizes:
        sizes["pauses"] = 2 if pauses is None else pauses
    elif pauses is not None:
        raise typer.BadParameter(f"{game} has no pauses", param_hint="--pauses")
    readings = parse_readings(reading, game)
    for index in range(1, (count or 1) + 1):
        state = chosen.deal(**sizes, seed=seed, index=index, readings=readings)
        record: Record[Any, Any] = Record(game, state)
        if as_json or count is not None:
            emit(chosen.to_json(record))
        else:
            typer.echo(solver.write(record), nl=False)
