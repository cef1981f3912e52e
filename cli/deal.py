"""`level10 deal`: random deals to play or to solve."""

from __future__ import annotations

from typing import Annotated, Any

import typer

import solver
from cli import options, status
from cli.inputs import parse_readings
from cli.output import emit, error_keys, error_text
from solver import GAMES, ReadError, Record


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
    deck: Annotated[
        str | None,
        typer.Option(
            "--deck",
            metavar="full|CARDS",
            help="TEN: the cards to shuffle, all of them or as 'R1*3 R2 W5 $3'.",
            show_default="full with 4 or 5 players, else none",
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
    level10 rules M0). TEN: the cards are shuffled into an open deck; which of them are left out for
    fewer than four players is not known (T3), so that --deck has to say it. Without --count this is
    the first deal of the seed.

    \b
    level10 deal --players 3 --pauses 1 --seed 7 > deal.txt
    level10 deal --players 2 --seed 7 --count 100 > deals.jsonl
    level10 deal --game labyrinth --players 2 --seed 7 > board.txt
    level10 deal --game ten --players 2 --deck full --seed 7 > cards.txt
    """
    if game not in GAMES:
        raise typer.BadParameter(f"known games: {', '.join(GAMES)}", param_hint="--game")
    chosen = GAMES[game]
    low, high = chosen.table_sizes
    if not low <= players <= high:
        raise typer.BadParameter(f"{game} is for {low} to {high}", param_hint="--players")
    sizes: dict[str, Any] = {"players": players}
    if "pauses" in chosen.sizes:
        sizes["pauses"] = 2 if pauses is None else pauses
    elif pauses is not None:
        raise typer.BadParameter(f"{game} has no pauses", param_hint="--pauses")
    if "deck" in chosen.sizes:
        sizes["deck"] = deck
    elif deck is not None:
        raise typer.BadParameter(f"{game} leaves no choice of cards", param_hint="--deck")
    readings = parse_readings(reading, game)
    for index in range(1, (count or 1) + 1):
        try:
            state = chosen.deal(**sizes, seed=seed, index=index, readings=readings)
        except ReadError as error:
            typer.echo(error_text(error, "--deck"), err=True)
            if as_json:
                emit({"error": error_keys(error)})
            raise typer.Exit(status.INVALID) from None
        except ValueError as error:
            raise typer.BadParameter(str(error), param_hint="--deck") from None
        record: Record[Any, Any] = Record(game, state, note=chosen.deal_note(state))
        if as_json or count is not None:
            emit(chosen.to_json(record))
        else:
            typer.echo(solver.write(record), nl=False)
