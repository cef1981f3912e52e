"""`level10 rules find`: a game in which a condition comes about, or a proof that there is none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import solver
from cli import options, status
from cli.inputs import parse_readings, read_inputs
from cli.output import emit, error_keys, error_text, progress_bar, report_unreadable
from solver import GAMES, IllegalMove, Limits, ReadError, Record

if TYPE_CHECKING:
    from solver.rulebook.condition import Condition
    from solver.rulebook.witness import Found

ENGINES = ("auto", "play", "cp-sat")
MOVES = 4
GAMES_PLAYED = 1000


def find(
    condition: Annotated[
        str | None,
        typer.Argument(
            metavar="CONDITION",
            help="Predicates joined by and, or, not (see --list).",
            show_default="required",
        ),
    ] = None,
    list_them: Annotated[bool, typer.Option("--list", help="List the predicates.")] = False,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            help=f"One of: {', '.join(GAMES)}.",
            show_default="the first that has the predicates",
        ),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option("--players", metavar="LIST", help="A number, range or list: 3, 1-5, 1,3."),
    ] = None,
    pauses: Annotated[
        str | None, typer.Option("--pauses", metavar="LIST", help="Level 10: likewise.")
    ] = None,
    start: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="FILE", help="Try every play from this position, --moves at most."
        ),
    ] = None,
    moves: Annotated[
        int | None,
        typer.Option(
            "--moves",
            metavar="N",
            min=0,
            max=1000,
            help="Moves at most.",
            show_default=f"{MOVES} with --from; else no limit",
        ),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=0, help="Random games to play.")
    ] = GAMES_PLAYED,
    seed: Annotated[int, typer.Option("--seed", min=0, max=options.LARGEST_SEED)] = 1,
    engine: Annotated[
        str,
        typer.Option(
            "--engine",
            metavar="|".join(ENGINES),
            help="auto plays first, then looks for the deal itself (Level 10); the others do one.",
        ),
    ] = ENGINES[0],
    time_limit: options.TimeLimit = 60,
    node_limit: options.NodeLimit = None,
    reading: options.Reading = options.NO_READING,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write the game there.", show_default="stdout"),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Look for a game in which a condition comes about: a deal and the moves up to there.

    Random games are played first. If that finds nothing in Level 10 and the condition allows it,
    the deal and the play are looked for together, which finds one or proves that there is none for
    these numbers of players and pauses. With --from every play from a position is tried. The game
    found is one that level10 replay accepts.

    Exit status: 0 found, 3 there is none (proved, within the bounds that are told), 4 not found,
    which proves nothing.

    \b
    level10 rules find --list
    level10 rules find 'stuck and deck(1..)' --players 5
    level10 rules find 'skipped and deck(1..)' --players 1-5 --pauses 0-3
    level10 rules find 'bust-by-total and bust-by-currency' --game ten
    level10 rules find 'stuck' --from position.txt --moves 3 > game.txt
    """
    from solver.rulebook.condition import read_condition
    from solver.rulebook.witness import by_exhaustion, predicates

    if game is not None and game not in GAMES:
        raise typer.BadParameter(f"known games: {', '.join(GAMES)}", param_hint="--game")
    if engine not in ENGINES:
        raise typer.BadParameter(f"known engines: {', '.join(ENGINES)}", param_hint="--engine")
    if list_them:
        print_predicates(game, as_json)
        return
    if condition is None:
        raise typer.BadParameter("say what to look for, as stuck", param_hint="CONDITION")
    record = None
    if start is not None:
        item = next(iter(read_inputs([start], reading)))
        if item.record is None:
            raise typer.Exit(report_unreadable(item, as_json))
        if game not in (None, item.record.game):
            raise typer.BadParameter(f"this is a position of {item.record.game}", param_hint=start)
        try:
            record = solver.replay(item.record)
        except IllegalMove as error:
            raise typer.BadParameter(
                f"move {error.index}, {error.move}, is illegal: {error.rule}", param_hint=start
            ) from None
        game = record.game
    try:
        game = game or game_meant(condition)
        wanted = read_condition(condition, predicates(game))
    except ReadError as error:
        typer.echo(error_text(error, "condition"), err=True)
        if as_json:
            emit({"error": error_keys(error)})
        raise typer.Exit(status.USAGE) from None
    limits = Limits(time_limit, node_limit)
    if record is not None:
        depth = MOVES if moves is None else moves
        found = by_exhaustion(record, wanted, depth, limits)
        bounds: dict[str, Any] = {"from": start, "moves": depth}
    else:
        sizes = sizes_asked(game, players, pauses)
        bounds = {"sizes": sizes, "games": games, "seed": seed}
        readings = parse_readings(reading, game)
        found = search(wanted, game, sizes, readings, (games, seed, engine, moves), limits)
    raise typer.Exit(answer(condition, game, found, bounds, out, as_json))


def game_meant(condition: str) -> str:
    """The first game that has all the predicates of a condition; raises `ReadError`."""
    from solver.rulebook.condition import read_condition
    from solver.rulebook.witness import predicates

    errors: list[ReadError] = []
    for game in GAMES:
        try:
            read_condition(condition, predicates(game))
        except ReadError as error:
            errors.append(error)
        else:
            return game
    raise max(errors, key=lambda error: error.column or 0)


def sizes_asked(game: str, players: str | None, pauses: str | None) -> list[dict[str, Any]]:
    """The sizes of the tables to look at."""
    chosen = GAMES[game]
    low, high = chosen.table_sizes
    usual = {"level10": "1-5", "labyrinth": "2-4", "ten": "2-5"}
    seats = options.numbers(players or usual[game], low, high, "--players")
    found: list[dict[str, Any]] = [{"players": number} for number in seats]
    if "pauses" in chosen.sizes:
        counts = options.numbers(pauses or "0-3", 0, 3, "--pauses")
        return [{**one, "pauses": count} for one in found for count in counts]
    if pauses is not None:
        raise typer.BadParameter(f"{game} has no pauses", param_hint="--pauses")
    return [{**one, "deck": "full"} for one in found] if "deck" in chosen.sizes else found


def search(
    wanted: Condition,
    game: str,
    sizes: list[dict[str, Any]],
    readings: Any,  # noqa: ANN401
    how: tuple[int, int, str, int | None],
    limits: Limits,
) -> Found:
    """Plays, and then, where that has found nothing, looks for deal and play together."""
    from solver.rulebook.witness import Deals, Found, by_play

    games, seed, engine, moves = how
    found = Found(None, "nothing", "play")
    if engine != "cp-sat":
        deals = Deals(game, tuple(sizes), readings, seed)
        with progress_bar("playing") as bar:
            task = bar.add_task("", total=games)
            found = by_play(
                wanted, deals, games, limits, lambda number: bar.update(task, completed=number)
            )
    if found.record is not None or engine == "play":
        return found
    if game == "ten":
        from solver.ten.anyrow import look as look_at_rows
        from solver.ten.anyrow import only_about_rows

        players = sizes[0]["players"]
        return look_at_rows(wanted, players, found) if only_about_rows(wanted) else found
    if game != "level10":
        return found  # for Labyrinth there is no more than play
    from solver.level10.anydeal import look

    with progress_bar("tables") as bar:
        task = bar.add_task("", total=len(sizes))
        return look(
            wanted,
            sizes,
            readings,
            moves,
            limits,
            found,
            lambda number: bar.update(task, completed=number),
        )


def answer(
    condition: str,
    game: str,
    found: Found,
    bounds: dict[str, Any],
    out: Path | None,
    as_json: bool,
) -> int:
    """Prints what was found; the exit status for it."""
    record: Record[Any, Any] | None = found.record
    if record is not None:
        code, verdict = status.YES, "found"
    elif found.proof is not None:
        code, verdict = status.NO, "none"
    else:
        code, verdict = status.UNKNOWN, "unknown"
    if record is not None and out is not None:
        write(out, solver.write(record))
    if as_json:
        emit(
            {
                "condition": condition,
                "game": game,
                "answer": verdict,
                "record": None if record is None else solver.write(record, one_line=True),
                "moves": None if record is None else len(record.moves),
                "bounds": bounds,
                "tried": found.tried,
                "method": found.method,
                "proof": found.proof,
                "confirmed_by": found.confirmed_by,
                "limit": found.limit,
            }
        )
        return code
    if record is not None:
        count = len(record.moves)
        said = (
            f"found after {count} move{'' if count == 1 else 's'} ({found.method}: {found.tried})"
        )
        typer.echo(said, err=True)
        if out is None:
            typer.echo(solver.write(record), nl=False)
    elif found.proof is not None:
        typer.echo(f"there is none: {found.proof}")
        if found.confirmed_by:
            typer.echo(f"confirmed by: {found.confirmed_by}")
    else:
        typer.echo(f"not found, which proves nothing (tried: {found.tried})")
        if found.limit:
            typer.echo(f"limit: {found.limit}")
    return code


def write(out: Path, text: str) -> None:
    """Writes a new file; ends the program where there is one already or none can be made."""
    try:
        with out.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        reason = "it is there already" if isinstance(error, FileExistsError) else error.strerror
        raise typer.BadParameter(
            f"'{out}' cannot be written: {reason}", param_hint="--out"
        ) from None


def print_predicates(game: str | None, as_json: bool) -> None:
    """What can be looked for."""
    from solver.rulebook.witness import predicates

    names = [name for name in GAMES if game in (None, name)]
    if as_json:
        emit(
            {
                "predicates": [
                    {"game": name, "predicate": one.form, "text": one.text}
                    for name in names
                    for one in predicates(name).values()
                ]
            }
        )
        return
    for name in names:
        typer.echo(f"{name}:")
        for one in predicates(name).values():
            typer.echo(f"  {one.form}: {one.text}")
    typer.echo("NUMBERS is a number or a range, as 3, 2..5, 2.. or ..5.")
