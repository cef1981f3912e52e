"""`level10 survey report`: what a survey has found so far."""

from __future__ import annotations

import csv
import sys
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli import options, status
from cli.output import emit, error_keys, readings_text, warn
from solver import GAMES, Level10Error, Limits
from solver.game import Table

if TYPE_CHECKING:
    from solver.survey.report import Report, Tally

PICTURE = "report.svg"


def report(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The folder of a survey.", show_default=False)
    ],
    as_json: options.Json = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Answer in CSV.")] = False,
    svg: Annotated[
        Path | None,
        typer.Option(
            "--svg",
            metavar="OUT",
            help="Write the picture to this file.",
            show_default=f"DIR/{PICTURE}; none with --json or --csv",
        ),
    ] = None,
) -> None:
    """Tell what a survey has found so far, also while it is running.

    For each combination: the share of deals that can be won, and its 95 % interval (Wilson's), in
    which deals that are undecided count as lost at its lower end and as won at its upper end.

    \b
    level10 survey report survey
    level10 survey report survey --csv > shares.csv
    level10 survey report survey --svg shares.svg
    """
    if as_json and as_csv:
        raise typer.BadParameter("--json and --csv do not go together", param_hint="--csv")
    from solver.survey.report import read_report

    try:
        found = read_report(folder)
    except Level10Error as error:
        raise refused(error, folder, as_json) from None
    if as_json:
        emit(as_document(found))
    elif as_csv:
        print_csv(found)
    else:
        print_report(found)
    if svg is not None or not (as_json or as_csv):
        picture(found, svg, folder / PICTURE)


def refused(error: Level10Error, folder: Path, as_json: bool) -> typer.Exit:
    """Tells why a folder cannot be used."""
    typer.echo(f"error: {error.message}", err=True)
    if as_json:
        emit({"file": str(folder), "error": error_keys(error, str(folder))})
    return typer.Exit(status.USAGE if error.kind == "usage" else status.INVALID)


def as_document(found: Report) -> dict[str, Any]:
    """A report as a JSON document."""
    from solver.version import program_version

    setup = found.setup
    return {
        "game": setup.game,
        "goal": setup.goal,
        "seed": setup.seed,
        "readings": dict(setup.readings),
        "limits": asdict(setup.limits),
        "version": program_version(),
        "solved_by": list(found.versions),
        "rows": [asdict(tally) for tally in found.tallies],
    }


def print_csv(found: Report) -> None:
    """A report as lines of CSV, the first of them the names of the columns."""
    from solver.survey.report import Tally

    names = [column.name for column in fields(Tally)]
    out = csv.DictWriter(sys.stdout, names, lineterminator="\n")
    out.writeheader()
    out.writerows(asdict(tally) for tally in found.tallies)


def picture(found: Report, asked: Path | None, usual: Path) -> None:
    """Draws a report into the file that was asked for, or the usual one if it can be written."""
    if not found.tallies:
        warn("no deal is solved yet, so there is no picture")
        return
    from cli.chart import draw

    path = asked or usual
    try:
        draw(found, path)
    except OSError as error:
        text = f"{path} cannot be written: {error.strerror}"
        if asked is not None:
            raise typer.BadParameter(text, param_hint="--svg") from None
        warn(text)
    else:
        typer.echo(f"picture: {path}", err=True)


# --- For people --------------------------------------------------------------------------------

HEADINGS = (
    "players",
    "pauses",
    "deals",
    "winnable",
    "unwinnable",
    "undecided",
    "winnable %",
    "95 % interval",
    "median s",
    "worst s",
    "confirming s",
)


def print_report(found: Report) -> None:
    """A report for people."""
    from cli.render import print_table

    setup = found.setup
    typer.echo(f"{setup.game}, goal {setup.goal}, seed {setup.seed}, with all cards known")
    typer.echo(f"readings: {readings_text(GAMES[setup.game], setup.readings)}")
    typer.echo(f"limits: {limits_text(setup.limits)}")
    typer.echo()
    if not found.tallies:
        typer.echo("no deal is solved yet")
        return
    rows = [cells(tally) for tally in found.tallies]
    if len(rows) > 1:
        rows.append(total(found.tallies))
    widths = [max(map(len, column)) for column in zip(HEADINGS, *rows, strict=True)]
    aligned = (
        tuple(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in (HEADINGS, *rows)
    )
    print_table(Table(next(aligned), tuple(aligned)))


def limits_text(limits: Limits) -> str:
    """The limits of each deal in words."""
    parts = (
        (limits.seconds, "s"),
        (limits.nodes, "nodes"),
        (limits.megabytes, "MB for a process"),
    )
    return ", ".join(f"{limit:g} {unit}" for limit, unit in parts if limit is not None)


def cells(tally: Tally) -> tuple[str, ...]:
    """The row of one combination."""
    digits = max(1, len(str(tally.deals)) - 2)  # a deal more or less shows in the last one
    share, low, high = (f"{100 * part:.{digits}f}" for part in (tally.share, tally.low, tally.high))
    return (
        str(tally.players),
        str(tally.pauses),
        str(tally.deals),
        str(tally.winnable),
        str(tally.unwinnable),
        str(tally.unknown),
        share,
        f"{low}–{high}",
        f"{tally.median_seconds:.3f}",
        f"{tally.worst_seconds:.3f}",
        "" if tally.confirm_seconds is None else f"{tally.confirm_seconds:.3f}",
    )


def total(tallies: tuple[Tally, ...]) -> tuple[str, ...]:
    """The row of all combinations: counts and longest times alone.

    A share of them all would depend on which were asked for; and tables of different sizes play the
    same shuffles, so that no interval for it could be had from the sum.
    """
    deals, winnable, unwinnable, unknown = (
        str(sum(counts))
        for counts in zip(
            *((t.deals, t.winnable, t.unwinnable, t.unknown) for t in tallies), strict=True
        )
    )
    worst = max(tally.worst_seconds for tally in tallies)
    confirming = [t.confirm_seconds for t in tallies if t.confirm_seconds is not None]
    longest = f"{max(confirming):.3f}" if confirming else ""
    return "all", "", deals, winnable, unwinnable, unknown, "", "", "", f"{worst:.3f}", longest
