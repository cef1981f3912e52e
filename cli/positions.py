"""Commands about one position or record: moves, replay, perft, show."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

import solver
from cli import options, status
from cli.inputs import Input, read_inputs
from cli.output import (
    emit,
    error_keys,
    error_text,
    illegal_keys,
    note_unplayed,
    report_unreadable,
    warn,
)
from solver import IllegalMove, ReadError, Record


def single_input(file: str, readings: list[str], as_json: bool) -> tuple[Input, Record[Any, Any]]:
    """The one position of a file; ends the program where there is none, or more than one."""
    found = list(read_inputs([file], readings))
    if len(found) > 1:
        raise typer.BadParameter(f"{file} holds {len(found)} positions; this command takes one")
    item = found[0]
    if item.record is None:
        raise typer.Exit(report_unreadable(item, as_json))
    for flag in solver.unreachable(item.record):
        warn(f"unreachable ({flag.name}): {flag.message}")
    return item, item.record


def position_input(file: str, readings: list[str], as_json: bool) -> tuple[Input, Record[Any, Any]]:
    """The one position of a file, with a note where a record goes on from there."""
    item, record = single_input(file, readings, as_json)
    note_unplayed(item)
    return item, record


def unreadable_move(error: ReadError, item: Input, argument: str, as_json: bool) -> typer.Exit:
    """Tells of a move on the command line that is none."""
    typer.echo(error_text(error, argument), err=True)
    if as_json:
        emit({**item.keys, "error": error_keys(error)})
    return typer.Exit(status.INVALID)


def moves(
    file: options.File,
    why: Annotated[
        str | None,
        typer.Option("--why", metavar="MOVE", help="Is this move legal, and if not, why not?"),
    ] = None,
    reading: options.Reading = options.NO_READING,
    as_json: options.Json = False,
) -> None:
    """List the legal moves, or the rule that a move breaks.

    Exit status: 0 done or legal, 3 illegal, 5 not a position or not a move.

    \b
    level10 moves deal.txt
    level10 moves deal.txt --why RA-B7
    level10 moves board.txt --why "Nb:SW>d5"
    """
    item, record = position_input(file, reading, as_json)
    game = solver.game_of(record)
    if why is None:
        if as_json:
            emit({**item.keys, "moves": solver.moves(record)})
        else:
            typer.echo("\n".join(game.moves_text(record.state)) or "no legal moves")
        return
    try:
        move = game.parse_move(why)
    except ReadError as error:
        raise unreadable_move(error, item, "--why", as_json) from None
    raise ruling(item, str(move), game.breach(record.state, move), as_json)


def ruling(item: Input, move: str, broken: tuple[str, str] | None, as_json: bool) -> typer.Exit:
    """Tells whether a move is legal, and if not, the rule that it breaks and what it says."""
    rule, message = broken or (None, "legal")
    if as_json:
        keys = {"move": move, "legal": broken is None, "rule": rule, "message": message}
        emit({**item.keys, **keys})
    else:
        typer.echo(f"{move}: {message}" if broken is None else f"{move}: {rule}: {message}")
    return typer.Exit(status.YES if broken is None else status.NO)


def replay(
    file: options.File,
    more: Annotated[
        list[str] | None,
        typer.Argument(metavar="MOVE", help="Moves to play after those of the file."),
    ] = None,
    reading: options.Reading = options.NO_READING,
    as_json: options.Json = False,
) -> None:
    """Play a record and print the position reached.

    After the moves of the file come those of the command line.

    Exit status: 0 all legal, 3 a move is illegal, 5 not a position or not a move.

    \b
    level10 replay game.txt
    level10 replay deal.txt A1 RB-C7 > after.txt
    level10 replay board.txt "Nb:SW>d5+coin dragon=2 duel=3"
    """
    item, record = single_input(file, reading, as_json)
    words = [word for argument in more or () for word in argument.split()]
    try:
        after = solver.replay(record, words)
    except ReadError as error:
        raise unreadable_move(error, item, "MOVE", as_json) from None
    except IllegalMove as error:
        if as_json:
            played = [*record.moves, *solver.parse_moves(record, words)][: (error.index or 1) - 1]
            before = solver.replay(replace(record, moves=tuple(played)))
            emit({**item.keys, **reached(before), "legal": False, "error": illegal_keys(error)})
        else:
            typer.echo(illegal_text(error))
        raise typer.Exit(status.NO) from None
    if as_json:
        emit({**item.keys, **reached(after)})
    else:
        count = len(record.moves) + len(solver.parse_moves(record, words))
        won = "".join(f", player {winner} wins" for winner in solver.winners(after))
        typer.echo(f"# after {count} move{'' if count == 1 else 's'}: {solver.outcome(after)}{won}")
        typer.echo(solver.write(after), nl=False)


def reached(record: Record[Any, Any]) -> dict[str, Any]:
    """The position that legal moves have led to, as JSON answers have it."""
    position = solver.write(record, one_line=True).strip()
    document: dict[str, Any] = {
        "legal": True,
        "position": position,
        "outcome": solver.outcome(record),
    }
    if solver.game_of(record).winners is not None:
        document["winners"] = list(solver.winners(record))
    return {**document, "error": None}


def illegal_text(error: IllegalMove) -> str:
    """An illegal move of a record in words, with the moves that were allowed there."""
    legal = " ".join(error.legal) if error.legal else "none"
    return (
        f"move {error.index}, {error.move}, is illegal: {error.rule}: {error.message}\n"
        f"legal there: {legal}"
    )


def illegal_record(error: IllegalMove, item: Input, as_json: bool) -> typer.Exit:
    """Tells of a move that a rule forbids, where there is no other answer."""
    if as_json:
        emit({**item.keys, "error": illegal_keys(error)})
    else:
        typer.echo(illegal_text(error))
    return typer.Exit(status.NO)


def perft(
    file: options.File,
    depth: Annotated[int, typer.Option("--depth", metavar="N", min=0, help="Moves deep.")],
    reading: options.Reading = options.NO_READING,
    as_json: options.Json = False,
) -> None:
    """Count the legal move sequences of a length.

    A check for programs that play by these rules. A game that has ended has none.

    \b
    level10 perft deal.txt --depth 2
    """
    item, record = position_input(file, reading, as_json)
    try:
        nodes = solver.perft(record, depth)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="FILE") from None
    if as_json:
        emit({**item.keys, "depth": depth, "nodes": nodes})
    else:
        typer.echo(nodes)


def show(
    file: options.File,
    more: Annotated[
        list[str] | None,
        typer.Argument(metavar="MOVE", help="Moves to play first; the way of the last is drawn."),
    ] = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="OUT", help="Write a picture to this file.")
    ] = None,
    reading: options.Reading = options.NO_READING,
    as_json: options.Json = False,
) -> None:
    """Draw a position, in the terminal or as an SVG file.

    Of a game record it is the position before its moves. With MOVE those moves are played from
    there, and the last of them is shown: on a board with the way that is walked.

    \b
    level10 show deal.txt
    level10 show deal.txt --svg table.svg
    level10 show board.txt "Nb:SW>d5"
    """
    from cli.render import print_picture
    from cli.svg import document

    item, record = position_input(file, reading, as_json)
    game = solver.game_of(record)
    words = [word for argument in more or () for word in argument.split()]
    title, picture = "", game.picture(record.state)
    if words:
        begun = replace(record, moves=())
        try:
            record = solver.replay(begun, words)
        except ReadError as error:
            raise unreadable_move(error, item, "MOVE", as_json) from None
        except IllegalMove as error:
            raise illegal_record(error, item, as_json) from None
        moves = solver.parse_moves(begun, words)
        title, picture = game.plan_pictures(begun.state, moves, False)[-1]
    if svg is not None:
        try:
            svg.write_text(document(picture), encoding="utf-8")
        except OSError as error:
            raise typer.BadParameter(
                f"{svg} cannot be written: {error.strerror}", param_hint="--svg"
            ) from None
    if as_json:
        emit({**item.keys, "position": game.to_json(record), "outcome": game.outcome(record.state)})
    elif svg is None:
        if title:
            typer.echo(title)
        print_picture(picture)
