"""`level10 score`: what hands are worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer

import solver
from cli import options, status
from cli.inputs import read_inputs
from cli.output import (
    emit,
    note_unplayed,
    readings_text,
    report_unanswerable,
    report_unreadable,
)
from solver import ReadError, Record, Unanswerable


def ten_scores(state: Any, further: list[str]) -> Any:  # noqa: ANN401 - a game's own
    """The scores of TEN."""
    from solver.ten.score_answer import answer, cards_named

    return answer(state, cards_named(further))


SCORES: dict[str, Callable[[Any, list[str]], Any]] = {"ten": ten_scores}
"""For each game that has scores: the answer for a position and further cards. The answer knows its
`to_json()` and its `story()`."""

NO_CARDS: list[str] = []


def score(
    files: options.Files,
    add: Annotated[
        list[str],
        typer.Option(
            "--add", metavar="CARD", help="What would this card be worth? May be repeated."
        ),
    ] = NO_CARDS,
    reading: options.Reading = options.NO_READING,
    as_json: options.Json = False,
) -> None:
    """Tell what hands are worth: the best runs, and where each wild goes.

    For TEN. The points of every player, each wild being put where all of them together are worth
    most, and who would win if the game ended now. With --add: what further cards would be worth to
    every player, each alone and, where there are several, all together; a wild in an auction is one
    to ask for. Of a game record it is the position before the first move that is looked at.

    Exit status: 0 done, 2 a position of another game or a card that cannot be added, 5 not a
    position.

    \b
    level10 score game.txt
    level10 score game.txt --add 'W#' --add 'R#'
    level10 score games.jsonl --json
    level10 score game.txt --reading wild_only_run=no
    """
    inputs = list(read_inputs(files, reading))
    worst = status.YES
    for item in inputs:
        if item.record is None:
            worst = max(worst, report_unreadable(item, as_json))
            continue
        try:
            found = scores(item.record, add)
        except Unanswerable as error:
            worst = max(worst, report_unanswerable(item, error, as_json))
            continue
        game = solver.game_of(item.record)
        readings = game.readings_of(item.record.state)
        if as_json:
            emit({**item.keys, "game": game.name, **found.to_json(), "readings": readings})
            continue
        from cli.render import print_table

        if len(inputs) > 1:
            typer.echo(f"== {item.name}")
        note_unplayed(item)
        for part in found.story():
            if isinstance(part, str):
                typer.echo(part)
            else:
                print_table(part)
        typer.echo(f"readings: {readings_text(game, readings)}")
    raise typer.Exit(worst)


def scores(record: Record[Any, Any], further: list[str]) -> Any:  # noqa: ANN401 - a game's own
    """The answer for a position; raises `Unanswerable` where there is none, and a usage error for
    what is not a card."""
    if record.game not in SCORES:
        raise Unanswerable(f"scores are there for {' and '.join(SCORES)} only")
    try:
        return SCORES[record.game](record.state, further)
    except ReadError as error:
        raise typer.BadParameter(error.message, param_hint="--add") from None
    except ValueError as error:
        raise Unanswerable(f"--add: {error}") from None
