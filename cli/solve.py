"""`level10 solve`: can this be won, and how."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import typer

import solver
from cli import options, status
from cli.inputs import Input, read_inputs
from cli.output import emit, on_terminal, readings_text, report_unreadable, warn
from solver import GAMES, Level10Error, Limits, Record, Verdict
from solver.verdict import Proof

EVERY_GOAL = sorted({goal for game in GAMES.values() for goal in game.goals})


def solve(
    files: options.Files,
    goal: Annotated[
        str | None, typer.Option("--goal", help="What is to be reached.", show_default="win")
    ] = None,
    engine: options.Engine = "auto",
    time_limit: options.TimeLimit = options.SECONDS,
    node_limit: options.NodeLimit = None,
    memory_limit: options.MemoryLimit = options.MEGABYTES,
    jobs: Annotated[
        int, typer.Option("--jobs", metavar="N", min=1, help="Positions solved at a time.")
    ] = 1,
    all_readings: Annotated[
        bool,
        typer.Option(
            "--all-readings", help="Vary each reading alone: does the verdict depend on it?"
        ),
    ] = False,
    reading: options.Reading = options.NO_READING,
    as_json: options.Json = False,
) -> None:
    """Can each position be won? The plan, or what proves it lost.

    Every card is known to the program, as it never is to the players. Of a game record it is the
    position before the first move that is solved; see replay and review for the others.

    Exit status: 0 winnable, 3 unwinnable, 4 unknown (a limit was hit), 5 not a position.

    \b
    level10 solve deal.txt
    level10 deal --players 3 --seed 7 | level10 solve -
    level10 solve deals.jsonl --jobs 2 --json
    level10 solve deal.txt --reading put_back=never --all-readings
    """
    if goal is not None and goal not in EVERY_GOAL:
        raise typer.BadParameter(f"known goals: {', '.join(EVERY_GOAL)}", param_hint="--goal")
    limits = Limits(time_limit, node_limit, memory_limit)
    inputs = list(read_inputs(files, reading))
    worst = status.YES
    shown = len(inputs) > 1
    results = answers(inputs, goal, engine, limits, all_readings, jobs)
    for item, found in with_progress(results, len(inputs)):
        if item.record is None or found is None:
            worst = max(worst, report_unreadable(item, as_json))
            continue
        if as_json:
            emit({**item.keys, **json_answer(item.record, goal, found)})
        else:
            if shown:
                typer.echo(f"== {item.name}")
            print_answer(item.record, found)
        worst = max(worst, exit_status(found))
    raise typer.Exit(worst)


# --- Solving -----------------------------------------------------------------------------------

Answer = dict[tuple[str, str] | None, Verdict | Level10Error]
"""The verdict under the file's own readings (None), and under each varied (name, value)."""

Result = tuple[Input, Answer | None]
"""An input and its answer, None for one that could not be read."""


def answers(
    inputs: list[Input],
    goal: str | None,
    engine: str,
    limits: Limits,
    all_readings: bool,
    jobs: int,
) -> Iterator[Result]:
    """The inputs in their order, each with its answer as soon as it is there."""
    ask = partial(answer, goal=goal, engine=engine, limits=limits, all_readings=all_readings)
    if jobs == 1:
        for item in inputs:
            yield item, ask(item.record)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from solver.process import holding_interrupts

    pool = ProcessPoolExecutor(min(jobs, len(inputs)), get_context("spawn"))
    with holding_interrupts():
        waiting = [(item, pool.submit(ask, item.record)) for item in inputs]
    for item, future in waiting:
        yield item, future.result()
    pool.shutdown()


def answer(
    record: Record[Any, Any] | None,
    goal: str | None,
    engine: str,
    limits: Limits,
    all_readings: bool,
) -> Answer | None:
    """The verdict on a position, and those under other readings where they are asked for."""
    if record is None:
        return None
    base = solver.solve(record, goal, engine, limits)
    found: Answer = {None: base}
    if all_readings:
        game = solver.game_of(record)
        for name, value, state in game.variants(record.state):
            if isinstance(state, Level10Error):
                found[name, value] = state
            elif state == record.state:
                found[name, value] = base
            else:
                varied = replace(record, state=state)
                found[name, value] = solver.solve(varied, goal, engine, limits)
    return found


def with_progress(results: Iterator[Result], count: int) -> Iterator[Result]:
    """The results, with a sign on a terminal that work goes on.

    Answers that appear on the same terminal one by one are sign enough.
    """
    if not on_terminal() or (count > 1 and sys.stdout.isatty()):
        yield from results
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = [TextColumn("solving"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()]
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False
    ) as progress:
        task = progress.add_task("solving", total=count if count > 1 else None)
        ready = list(results) if count == 1 else []
        for result in results:
            progress.advance(task)
            yield result
    yield from ready


# --- Answering ---------------------------------------------------------------------------------


def exit_status(found: Answer) -> int:
    """The status for an answer: that of the verdict, or unknown where a varied one is."""
    words = [one.verdict for one in found.values() if isinstance(one, Verdict)]
    return status.UNKNOWN if "unknown" in words else status.VERDICTS[words[0]]


def by_reading(found: Answer) -> dict[str, dict[str, str]]:
    """The verdicts under each value of each reading; `invalid` where there is no such position."""
    table: dict[str, dict[str, str]] = {}
    for key, verdict in found.items():
        if key is not None:
            word = verdict.verdict if isinstance(verdict, Verdict) else "invalid"
            table.setdefault(key[0], {})[key[1]] = word
    return table


def depends_on(table: dict[str, dict[str, str]]) -> list[str]:
    """The readings of which one value wins and another loses."""
    return [
        name for name, words in table.items() if {"winnable", "unwinnable"} <= set(words.values())
    ]


def proof_keys(proof: Proof | None) -> dict[str, str | None] | None:
    """A proof as JSON answers have it."""
    if proof is None:
        return None
    return {
        "method": proof.method,
        "confirmed_by": proof.confirmed_by,
        "reason": proof.reason,
    }


def json_answer(record: Record[Any, Any], goal: str | None, found: Answer) -> dict[str, Any]:
    """The answer as a JSON document."""
    from solver.version import program_version

    game = solver.game_of(record)
    verdict = found[None]
    if not isinstance(verdict, Verdict):
        raise TypeError("the file's own readings have no verdict")
    document: dict[str, Any] = {
        "game": game.name,
        "goal": goal or game.goals[0],
        "verdict": verdict.verdict,
        "plan": None if verdict.plan is None else list(verdict.plan),
        "proof": proof_keys(verdict.proof),
        "limit": verdict.limit,
        "readings": game.readings_of(record.state),
        "warnings": list(verdict.warnings),
        "engine": verdict.engine,
        "nodes": verdict.nodes,
        "seconds": round(verdict.seconds, 3),
        "version": program_version(),
    }
    if verdict.starter is not None:
        document["starter"] = verdict.starter
    if len(found) > 1:
        document["by_reading"] = by_reading(found)
        document["depends_on"] = depends_on(document["by_reading"])
    return document


def print_answer(record: Record[Any, Any], found: Answer) -> None:
    """The answer for people."""
    from cli.render import print_picture, print_table

    game = solver.game_of(record)
    verdict = found[None]
    if not isinstance(verdict, Verdict):
        raise TypeError("the file's own readings have no verdict")
    for warning in verdict.warnings:
        warn(warning)
    effort = f"{verdict.engine}, {verdict.nodes} nodes, {verdict.seconds:.1f} s"
    typer.echo(f"{verdict.verdict}, with all cards known ({effort})")
    typer.echo(f"readings: {readings_text(game, game.readings_of(record.state))}")
    if verdict.limit is not None:
        typer.echo(f"the limit of {verdict.limit} was hit before there was an answer")
    if verdict.proof is not None:
        typer.echo(f"proof: {verdict.proof.method}")
        typer.echo(f"confirmed by: {verdict.proof.confirmed_by}")
        typer.echo(f"why: {verdict.proof.reason}")
    if verdict.starter is not None:
        typer.echo(f"if player {verdict.starter} begins (to replay it: starter: {verdict.starter})")
    if verdict.plan is not None:
        state = game.begun_by(record.state, verdict.starter)
        moves = [game.parse_move(move) for move in verdict.plan]
        typer.echo()
        print_table(game.plan_table(state, moves))
        for move in moves:
            state = game.apply(state, move)
        typer.echo()
        print_picture(game.picture(state))
    if len(found) > 1:
        print_readings(found)


def print_readings(found: Answer) -> None:
    """The verdict under each reading, and what it depends on."""
    table = by_reading(found)
    typer.echo()
    for name, words in table.items():
        typer.echo(f"{name}: " + ", ".join(f"{value} {word}" for value, word in words.items()))
    names = depends_on(table)
    typer.echo(f"the verdict depends on: {', '.join(names) if names else 'no reading'}")
