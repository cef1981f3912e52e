"""`level10 odds`: what chance may bring."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import typer

import solver
from cli import options
from cli.output import emit, readings_text
from cli.positions import position_input, ruling, unreadable_move
from solver import IllegalMove, ReadError


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for beside the position; each game knows some of it."""

    move: Any = None
    best: bool = False
    value: str | None = None


def labyrinth_odds(state: Any, asked: Asked) -> Any:  # noqa: ANN401 - a game's own
    """The odds of Master Labyrinth."""
    from solver.labyrinth.odds_answer import answer

    return answer(state, asked.move, asked.best)


def ten_odds(state: Any, asked: Asked) -> Any:  # noqa: ANN401 - a game's own
    """The odds of TEN; of an auction and of the last purchases how selfish players go on."""
    from solver.ten import bidding, odds_answer, selfish, selfish_answer
    from solver.ten.table import AUCTION, FINAL
    from solver.verdict import Budget, LimitReached, Limits

    if state.phase not in (AUCTION, FINAL):
        return odds_answer.answer(state, asked.value or VALUES[0])
    if asked.value is not None:
        raise ValueError("--value is for the draw phase")
    too_large = bidding.too_large if state.phase == AUCTION else selfish.too_large
    if why := too_large(state):
        raise ValueError(f"this table is too large for an answer: {why}")
    answer = selfish_answer.auction if state.phase == AUCTION else selfish_answer.purchases
    try:
        return answer(state, Budget(Limits()))
    except LimitReached as reached:
        raise ValueError(f"no answer within the limit of {reached.name}") from None


ODDS: dict[str, Callable[[Any, Asked], Any]] = {"labyrinth": labyrinth_odds, "ten": ten_odds}
"""For each game that has odds: the answer for a position and what is asked for. The answer knows
its `to_json()` and its `story()`."""

KNOWS = {"labyrinth": ("MOVE", "--best"), "ten": ("--value",)}
"""Which arguments and options each game knows."""

VALUES = ("tokens", "score")


def known_value(value: str | None) -> str | None:
    """Something that a turn may be worth."""
    if value is not None and value not in VALUES:
        raise typer.BadParameter(f"known values: {', '.join(VALUES)}")
    return value


def check_known(game: str, asked: Asked) -> None:
    """Raises a usage error for what this game does not know."""
    given = {"MOVE": asked.move is not None, "--best": asked.best, "--value": asked.value}
    for name, is_given in given.items():
        if is_given and name not in KNOWS[game]:
            games = " and ".join(one for one in ODDS if name in KNOWS[one])
            raise typer.BadParameter(f"this is for {games} only", param_hint=name)


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
    value: Annotated[
        str | None,
        typer.Option(
            "--value",
            metavar="|".join(VALUES),
            callback=known_value,
            help="What a turn of TEN is worth: black tokens gained, or points after a purchase.",
            show_default=VALUES[0],
        ),
    ] = None,
    reading: options.Reading = options.NO_READING,
    as_json: options.Json = False,
) -> None:
    """Tell what chance may bring: the dice of Labyrinth, the next card of TEN.

    TEN: how likely the next card busts, and what it is worth to stop with the numbers, to stop with
    the currency and to draw on, if the rest of the turn is played as well as can be: in black
    tokens gained or, with --value score, in points gained with the best purchase. All values are
    exact; where there is too much to go through for that, they lie between the two ends given. In
    an auction: what the wild is worth to each player, how much each may bid for it, and how it goes
    on if everybody plays for themselves; at the last purchases likewise how they end.

    Labyrinth: the dragon die is about to be thrown: after MOVE, or else as if the player whose
    turn it is had just taken a treasure. For each face of the die: who is threatened and who has to
    duel. For each player: the chance to lose a treasure, and the loss to be expected in points. For
    the player whose turn it is: the chance to win the final battle with the cards in hand, and what
    to repeat in it. With --best: every push and move in FILE's position that takes a treasure.

    Of a game record it is the position before the first move that is looked at.

    Exit status: 0 done, 2 a position or options without odds, 3 the move is illegal, 5 not a
    position or not a move.

    \b
    level10 odds ten.txt
    level10 odds ten.txt --value score --json
    level10 odds game.txt
    level10 odds game.txt 'W2:NS>f6+coin'
    level10 odds game.txt --best
    level10 odds game.txt --reading battle_target=13 --json
    """
    item, record = position_input(file, reading, as_json)
    if record.game not in ODDS:
        raise typer.BadParameter(f"odds are there for {' and '.join(ODDS)} only", param_hint="FILE")
    check_known(record.game, Asked(move, best, value))
    game = solver.game_of(record)
    try:
        wanted = Asked(None if move is None else game.parse_move(move), best, value)
        found = ODDS[record.game](record.state, wanted)
    except ReadError as error:
        raise unreadable_move(error, item, "MOVE", as_json) from None
    except ValueError as error:
        hint = "FILE" if move is None else "MOVE"
        raise typer.BadParameter(str(error), param_hint=hint) from None
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
