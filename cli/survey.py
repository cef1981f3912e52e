"""`level10 survey`: how many of a great many deals can be won."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli import options
from cli.inputs import parse_readings
from cli.output import emit, on_terminal, warn
from cli.report import as_document, print_report, refused, report
from solver import GAMES, Level10Error, Limits

if TYPE_CHECKING:
    from distributed import Client

    from solver.survey.row import Deals, Row, Setup
    from solver.survey.store import Store

GAME = GAMES["level10"]

survey = typer.Typer(invoke_without_command=True, rich_markup_mode=None)
survey.command()(report)


@survey.callback()
def run(
    context: typer.Context,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", help="The survey's own folder.", show_default="required"
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            min=0,
            max=options.LARGEST_SEED,
            help="The same seed gives the same deals for ever.",
            show_default="required",
        ),
    ] = None,
    players: Annotated[
        str, typer.Option("--players", metavar="LIST", help="A number, range or list: 3, 1-5, 1,3.")
    ] = "1-5",
    pauses: Annotated[
        str, typer.Option("--pauses", metavar="LIST", help="A number, range or list.")
    ] = "0-3",
    deals: Annotated[
        int,
        typer.Option(
            "--deals", metavar="N", min=1, max=10**9, help="Deals for each combination of the two."
        ),
    ] = 1000,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            metavar="N",
            min=1,
            help="Deals solved at a time.",
            show_default="one for each processor",
        ),
    ] = None,
    address: Annotated[
        str | None,
        typer.Option("--dask", metavar="ADDRESS", help="Solve on this Dask cluster instead."),
    ] = None,
    time_limit: options.TimeLimit = options.SECONDS,
    node_limit: options.NodeLimit = None,
    memory_limit: options.MemoryLimit = options.MEGABYTES,
    reading: options.Reading = options.NO_READING,
    as_json: options.Json = False,
) -> None:
    """How many deals can be won? Solves the first N of a seed, and reports.

    Every deal is a row of the table in DIR as soon as it is solved. Stopped in whatever way, the
    same command goes on where it was; with more deals, players or pauses it goes further. Deal i is
    the i-th of level10 deal with the same seed.

    \b
    level10 survey --seed 7 --out survey
    level10 survey --players 3 --pauses 0,2 --deals 200 --seed 7 --jobs 2 --out survey
    level10 survey --seed 7 --dask tcp://127.0.0.1:8786 --out survey
    level10 survey report survey
    """
    if context.invoked_subcommand is not None:
        return
    if out is None:
        raise typer.BadParameter("a survey needs a folder of its own", param_hint="--out")
    if seed is None:
        raise typer.BadParameter("a survey needs a seed, as --seed 7", param_hint="--seed")
    if address is not None and jobs is not None:
        raise typer.BadParameter("a cluster has its own number of jobs", param_hint="--jobs")
    from solver.survey.report import read_report
    from solver.survey.row import Deals, Setup
    from solver.survey.store import Store

    usual = {name: values[0] for name, values in GAME.readings.items()}
    setup = Setup(
        game=GAME.name,
        goal=GAME.goals[0],
        seed=seed,
        readings={**usual, **parse_readings(reading, GAME.name)},
        limits=Limits(time_limit, node_limit, memory_limit),
    )
    wanted = Deals(
        options.numbers(players, 1, 5, "--players"),
        options.numbers(pauses, 0, 3, "--pauses"),
        deals,
    )
    try:
        with contextlib.ExitStack() as held:
            client = None
            if address is not None:  # before a folder is made for nothing
                from solver.survey import cluster

                client = cluster.connect(address)
                held.callback(cluster.close, client)
            store = held.enter_context(Store(out, setup))
            fill(store, setup, wanted, jobs or processors(), client)
        found = read_report(out)
    except Level10Error as error:
        raise refused(error, out, as_json) from None
    if as_json:
        emit(as_document(found))
    else:
        print_report(found)


def processors() -> int:
    """How many processors this program may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def fill(store: Store, setup: Setup, wanted: Deals, jobs: int, client: Client | None) -> None:
    """Solves the deals that are missing, and tells how many they were."""
    from solver.survey.row import CRASH

    there = store.count(wanted)
    missing = wanted.total - there
    started = time.monotonic()
    crashes = 0
    if missing:
        rows = solved(store, setup, wanted, min(jobs, missing), client)
        with contextlib.closing(rows), progress(there, wanted.total) as advance:
            for row in rows:
                store.add(row)
                crashes += row.limit_hit == CRASH
                advance()
    seconds = time.monotonic() - started
    typer.echo(
        f"{missing} deals solved in {seconds:.1f} s, {there} were there: {store.folder}", err=True
    )
    if crashes:
        warn(f"{crashes} deals were given up after two crashes; the column warnings tells why")


def solved(
    store: Store, setup: Setup, wanted: Deals, jobs: int, client: Client | None
) -> Generator[Row, None, None]:
    """The rows of the deals that are missing, from processes here or from a cluster."""
    from solver.survey.row import solve

    ask = partial(solve, setup)
    if client is None:
        from solver.survey import workers

        yield from workers.solved(ask, store.missing(wanted), jobs)
    else:
        from solver.survey import cluster

        yield from cluster.solved(ask, store.missing(wanted), client)


@contextlib.contextmanager
def progress(there: int, total: int) -> Iterator[Callable[[], None]]:
    """A bar on a terminal, with the rate of this run and the time left; advanced by calling."""
    if not on_terminal():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    bar = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        speed_estimate_period=3600,  # hard deals may take a minute each
    )
    task = bar.add_task("", total=total, completed=there, rate="")
    solved_now = 0
    started = time.monotonic()

    def advance() -> None:
        nonlocal solved_now
        solved_now += 1
        rate = solved_now / (time.monotonic() - started)
        bar.update(task, advance=1, rate=f"{rate:.3g} deals/s, left:")

    with bar:
        yield advance
