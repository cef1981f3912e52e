"""The commands of the program `level10`."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.check import check
from cli.deal import deal
from cli.odds import odds
from cli.positions import moves, perft, replay, show
from cli.puzzles import generate, grade, hint, puzzles
from cli.review import review
from cli.rules import rules
from cli.score import score
from cli.solve import solve
from cli.survey import survey

app = typer.Typer(
    name="level10",
    help="Level 10 (Okey Dokey), Master Labyrinth and TEN: what can be won or reached, and how.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
COMMANDS = (
    *(solve, score, odds, review, moves, replay, check, deal, show, perft),
    *(generate, grade, hint),
)
for command in COMMANDS:
    app.command()(command)
app.add_typer(puzzles, name="puzzles")
app.add_typer(rules, name="rules")
app.add_typer(survey, name="survey")


def print_version(wanted: bool) -> None:
    """Prints the version and ends."""
    if wanted:
        from solver.version import program_version

        typer.echo(f"level10 {program_version()}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=print_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Level 10 (Okey Dokey), Master Labyrinth and TEN: what can be won or reached, and how.

    Not affiliated with the publishers of the games.
    """
