"""`level10 review`: where a game was thrown away."""

from __future__ import annotations

import typer

import solver
from cli import options, status
from cli.output import emit
from cli.positions import illegal_record, single_input
from solver import IllegalMove, Limits, Review


def review(
    file: options.File,
    engine: options.Engine = "auto",
    time_limit: options.TimeLimit = options.SECONDS,
    node_limit: options.NodeLimit = None,
    memory_limit: options.MemoryLimit = options.MEGABYTES,
    reading: options.Reading = options.NO_READING,
    as_json: options.Json = False,
) -> None:
    """Find the move that threw a game away.

    Goes through a game record: after which move could it no longer be won? Shows the move that
    threw the win away, and one that would have kept it. Limits are those of each position on the
    way that has to be solved.

    Exit status: 0 done, 3 the record breaks a rule, 4 not everything could be decided, 5 not a
    position.

    \b
    level10 review game.txt
    """
    item, record = single_input(file, reading, as_json)
    if not solver.game_of(record).reviewable:
        raise typer.BadParameter(
            f"{record.game} cannot be reviewed: there, what is out of reach may come back"
        )
    try:
        found = solver.review(record, engine, Limits(time_limit, node_limit, memory_limit))
    except IllegalMove as error:
        raise illegal_record(error, item, as_json) from None
    moves = [str(move) for move in record.moves]
    if as_json:
        blunder = None
        if found.blunder is not None:
            move = moves[found.blunder - 1]
            blunder = {"index": found.blunder, "move": move, "player": found.player}
        undecided = None if found.undecided is None else list(found.undecided)
        emit(
            {
                **item.keys,
                "winnable_until": found.winnable_until,
                "blunder": blunder,
                "better": found.better,
                "final": found.final,
                "undecided": undecided,
            }
        )
    else:
        typer.echo(story(found, moves))
    raise typer.Exit(status.UNKNOWN if found.undecided else status.YES)


def story(found: Review, moves: list[str]) -> str:
    """A review in words."""
    count = f"{len(moves)} move{'' if len(moves) == 1 else 's'}"
    lines = [f"after {count} the game is {found.final}"]
    if found.undecided is not None:
        first, last = found.undecided
        if first == last:
            lines.append(f"a limit was hit: the position after move {first} is undecided")
        else:
            lines.append(f"a limit was hit: after moves {first} to {last} it is undecided")
    elif found.winnable_until is None:
        lines.append("it could not be won from the start, with all cards known")
    elif found.blunder is None:
        lines.append("it could be won all the way, with all cards known")
    else:
        lines.append(
            f"it could be won, with all cards known, until move {found.blunder}:"
            f" player {found.player} played {moves[found.blunder - 1]}"
        )
        if found.better is None:
            lines.append("another player would have had to begin")
        else:
            lines.append(f"{found.better} would have kept the win")
    return "\n".join(lines)
