"""`level10 odds`: what the dice may bring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer

import solver
from cli import options
from cli.output import emit, readings_text
from cli.positions import position_input, ruling, unreadable_move
from solver import IllegalMove, ReadError


def labyrinth_odds(state: Any, move: Any, with_best: bool) -> Any:  # noqa: ANN401 - a game's own
    """The odds of Master Labyrinth."""
    from solver.labyrinth.odds_answer import answer

    return answer(state, move, with_best)


ODDS: dict[str, Callable[[Any, Any, bool], Any]] = {"labyrinth": labyrinth_odds}
"""For each game that has odds: the answer for a position, a move or None, and whether the best
moves are asked for too. The answer knows its `to_json()` and its `story()`."""


def odds(
    file: options.File,
    move: Annotated[
        str | None,
        typer.Argument(metavar="MOVE", help="A move to make first, without its throws."),
    ] = None,
    best: Annotated[
        bool,
        typer.Option("--best", help="Also list the moves that take a treasure, safest first."),
    ] = False,
    reading: options.Reading = options.NO_READING,
    as_json: options.Json = False,
) -> None:
    """Tell what the dice may bring: threats, duels, the final battle.

    For Labyrinth. The dragon die is about to be thrown: after MOVE, or else as if the player whose
    turn it is had just taken a treasure. For each face of the die: who is threatened and who has to
    duel. For each player: the chance to lose a treasure, and the loss to be expected in points. For
    the player whose turn it is: the chance to win the final battle with the cards in hand, and what
    to repeat in it. With --best: every push and move in FILE's position that takes a treasure. Of a
    game record it is the position before the first move that is looked at.

    Exit status: 0 done, 3 the move is illegal, 5 not a position or not a move.

    \b
    level10 odds game.txt
    level10 odds game.txt 'W2:NS>f6+coin'
    level10 odds game.txt --best
    level10 odds game.txt --reading battle_target=13 --json
    """
    item, record = position_input(file, reading, as_json)
    if record.game not in ODDS:
        raise typer.BadParameter(f"odds are there for {' and '.join(ODDS)} only", param_hint="FILE")
    game = solver.game_of(record)
    try:
        found = ODDS[record.game](
            record.state, None if move is None else game.parse_move(move), best
        )
    except ReadError as error:
        raise unreadable_move(error, item, "MOVE", as_json) from None
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="MOVE") from None
    except IllegalMove as error:
        raise ruling(item, error.move, (error.rule, error.message), as_json) from None
    readings = game.readings_of(record.state)
    if as_json:
        emit({**item.keys, "game": game.name, **found.to_json(), "readings": readings})
        return
    from cli.render import print_table

    for part in found.story():
        if isinstance(part, str):
            typer.echo(part)
        else:
            print_table(part)
    typer.echo(f"readings: {readings_text(game, readings)}")
