"""The program `level10`: its commands, and what happens when something goes wrong."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from cli import status
from cli.check import check
from cli.deal import deal
from cli.positions import moves, perft, replay, show
from cli.review import review
from cli.rules import rules
from cli.solve import solve

app = typer.Typer(
    name="level10",
    help="Can this game of Level 10 (Okey Dokey) be won? Solve deals, check and review games.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (solve, review, moves, replay, check, deal, show, perft, rules):
    app.command()(command)


def print_version(wanted: bool) -> None:
    """Prints the version and ends."""
    if wanted:
        from importlib.metadata import version

        typer.echo(f"level10 {version('level10')}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=print_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Can this game of Level 10 (Okey Dokey) be won? Solve deals, check and review games.

    Not affiliated with the publishers of the games.
    """


def main() -> None:
    """Runs the program; every way to end has its exit status."""
    try:
        app()
    except KeyboardInterrupt:
        ended(status.INTERRUPTED, "interrupted")
    except BrokenPipeError:
        # Whoever read our answers has gone; nothing is left to be said.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(status.CRASH)
    except Exception as error:
        if "LEVEL10_DEBUG" in os.environ:
            raise
        ended(
            status.CRASH,
            f"unexpected error: {type(error).__name__}: {error}; this is a bug: please report it"
            " (set LEVEL10_DEBUG=1 for the details)",
        )


def ended(code: int, message: str) -> None:
    """Ends the program with a message."""
    typer.echo(message, err=True)
    sys.exit(code)


if __name__ == "__main__":
    main()
