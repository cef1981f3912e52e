"""`level10 solve`: can this be won, and how."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import typer

import solver
from cli import options, status
from cli.inputs import Input, read_inputs
from cli.output import (
    emit,
    note_unplayed,
    on_terminal,
    progress_bar,
    readings_text,
    report_unanswerable,
    report_unreadable,
    warn,
)
from solver import GAMES, Game, Level10Error, Limits, Question, Record, Unanswerable, Verdict
from solver.verdict import Proof

GOALS = "; ".join(f"{game.name}: {', '.join(game.goals)}" for game in GAMES.values())


def solve(
    files: options.Files,
    goal: Annotated[
        str | None,
        typer.Option(
            "--goal", help=f"What is to be reached. {GOALS}.", show_default="win; take:1; win:1"
        ),
    ] = None,
    turns: Annotated[
        int | None,
        typer.Option(
            "--turns",
            metavar="K",
            min=1,
            help="Labyrinth: own turns that it may take, at most 24.",
            show_default="4",
        ),
    ] = None,
    opponents: Annotated[
        str | None,
        typer.Option(
            "--opponents",
            metavar="still|free",
            help="Labyrinth: the others have no turns, or do whatever they like.",
            show_default="still",
        ),
    ] = None,
    others: Annotated[
        str | None,
        typer.Option(
            "--others",
            metavar="help|oppose|selfish",
            help="TEN: the others do all they can for the player of the goal, do all they can"
            " against it, or play for themselves (last purchases only).",
            show_default="help",
        ),
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
    """Can the goal be reached from each position? The plan, or what proves that it cannot.

    Level 10: can the team win, every card being known to the program, as it never is to the
    players? Labyrinth: in how few turns can the player take a treasure, reach a square, stand
    before the dragon? TEN: can a player come to so many points, or win, the order of the cards to
    come being known: with the help of all, against all, or at the last purchases if everybody
    plays for themselves? Of a game record it is the position before the first move that is solved;
    see replay and review for the others.

    Exit status: 0 winnable, 3 unwinnable, 4 unknown (a limit was hit), 5 not a position.

    \b
    level10 solve deal.txt
    level10 deal --players 3 --seed 7 | level10 solve -
    level10 solve deals.jsonl --jobs 2 --json
    level10 solve deal.txt --reading put_back=never --all-readings
    level10 solve board.txt --goal take:2 --turns 3
    level10 solve board.txt --goal reach:d5 --turns 2 --opponents free
    level10 solve ten.txt --goal win:2 --others oppose
    level10 solve ten.txt --goal score:1:20
    """
    limits = Limits(time_limit, node_limit, memory_limit)
    inputs = list(read_inputs(files, reading))
    questions = [asked(item, goal, turns, opponents, others, engine) for item in inputs]
    worst = status.YES
    shown = len(inputs) > 1
    results = answers(inputs, questions, engine, limits, all_readings, jobs)
    for item, question, found in with_progress(results, len(inputs)):
        if item.record is None or found is None or question is None:
            worst = max(worst, report_unreadable(item, as_json))
            continue
        if isinstance(found, Unanswerable):
            worst = max(worst, report_unanswerable(item, found, as_json))
            continue
        if as_json:
            emit({**item.keys, **json_answer(item.record, question, found)})
        else:
            if shown:
                typer.echo(f"== {item.name}")
            note_unplayed(item)
            print_answer(item.record, question, found)
        worst = max(worst, exit_status(found))
    raise typer.Exit(worst)


def asked(
    item: Input,
    goal: str | None,
    turns: int | None,
    opponents: str | None,
    others: str | None,
    engine: str,
) -> Question | None:
    """What is asked of a position, of a puzzle what the puzzle asks if nothing else is said; ends
    the program where the game knows no such question."""
    if item.record is None:
        return None
    game = solver.game_of(item.record)
    if engine not in game.engines:
        raise typer.BadParameter(
            f"the engines of {game.name} are {', '.join(game.engines)}", param_hint="--engine"
        )
    if item.puzzle is not None and {goal, turns, opponents, others} == {None}:
        from puzzles.kinds import KINDS

        if not KINDS[item.puzzle.kind].goals:
            return item.puzzle.question
    try:
        return solver.question_of(game, goal, turns, opponents, others)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


# --- Solving -----------------------------------------------------------------------------------

Answer = dict[tuple[str, str] | None, Verdict | Level10Error]
"""The verdict under the file's own readings (None), and under each varied (name, value)."""

Result = tuple[Input, Question | None, Answer | Unanswerable | None]
"""An input, what was asked and the answer, None for one that could not be read."""


def answers(
    inputs: list[Input],
    questions: list[Question | None],
    engine: str,
    limits: Limits,
    all_readings: bool,
    jobs: int,
) -> Iterator[Result]:
    """The inputs in their order, each with its answer as soon as it is there."""
    ask = partial(answer, engine=engine, limits=limits, all_readings=all_readings)
    if jobs == 1:
        for item, question in zip(inputs, questions, strict=True):
            yield item, question, ask(item.record, question)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from solver.process import holding_interrupts

    pool = ProcessPoolExecutor(min(jobs, len(inputs)), get_context("spawn"))
    with holding_interrupts():
        waiting = [
            (item, question, pool.submit(ask, item.record, question))
            for item, question in zip(inputs, questions, strict=True)
        ]
    for item, question, future in waiting:
        yield item, question, future.result()
    pool.shutdown()


def answer(
    record: Record[Any, Any] | None,
    question: Question | None,
    engine: str,
    limits: Limits,
    all_readings: bool,
) -> Answer | Unanswerable | None:
    """The verdict on a position, and those under other readings where they are asked for."""
    if record is None or question is None:
        return None
    try:
        base = solver.answer(record, question, engine, limits)
    except Unanswerable as error:
        return error
    found: Answer = {None: base}
    if all_readings:
        game = solver.game_of(record)
        for name, value, state in game.variants(record.state):
            if isinstance(state, Level10Error):
                found[name, value] = state
            elif state == record.state or name not in game.matters(question):
                found[name, value] = base
            else:
                varied = replace(record, state=state)
                found[name, value] = solver.answer(varied, question, engine, limits)
    return found


def with_progress(results: Iterator[Result], count: int) -> Iterator[Result]:
    """The results, with a sign on a terminal that work goes on.

    Answers that appear on the same terminal one by one are sign enough.
    """
    if not on_terminal() or (count > 1 and sys.stdout.isatty()):
        yield from results
        return
    with progress_bar("solving") as progress:
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


def by_reading(found: Answer) -> dict[str, dict[str, Verdict | None]]:
    """The verdicts under each value of each reading; None where there is no such position."""
    table: dict[str, dict[str, Verdict | None]] = {}
    for key, verdict in found.items():
        if key is not None:
            known = verdict if isinstance(verdict, Verdict) else None
            table.setdefault(key[0], {})[key[1]] = known
    return table


def word_of(verdict: Verdict | None) -> str:
    """The word of a verdict, `invalid` where there is none."""
    return "invalid" if verdict is None else verdict.verdict


def depends_on(table: dict[str, dict[str, Verdict | None]]) -> list[str]:
    """The readings of which one value wins and another loses, or takes another number of turns."""
    found = []
    for name, verdicts in table.items():
        decided = [one for one in verdicts.values() if one and one.verdict != "unknown"]
        if len({(one.verdict, one.turns) for one in decided}) > 1:
            found.append(name)
    return found


def undecided(table: dict[str, dict[str, Verdict | None]]) -> list[str]:
    """The readings of which nobody knows whether the answer depends on them."""
    known = depends_on(table)
    return [
        name
        for name, verdicts in table.items()
        if name not in known and "unknown" in map(word_of, verdicts.values())
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


def json_answer(record: Record[Any, Any], question: Question, found: Answer) -> dict[str, Any]:
    """The answer as a JSON document."""
    from solver.version import program_version

    game = solver.game_of(record)
    verdict = found[None]
    if not isinstance(verdict, Verdict):
        raise TypeError("the file's own readings have no verdict")
    document: dict[str, Any] = {
        "game": game.name,
        "goal": question.goal,
        **{name: getattr(question, name) for name in game.asks if name != "turns"},
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
    if "turns" in game.asks:
        document["within"] = question.turns
        document["turns"] = verdict.turns
        document["plans"] = verdict.plans
        document["unique"] = None if verdict.plans is None else verdict.plans == 1
    if verdict.strategy is not None:
        document["strategy"] = verdict.strategy
    if verdict.points is not None:
        least, most = verdict.points
        plan = None if verdict.best_plan is None else list(verdict.best_plan)
        document["points"] = {"least": least, "most": most, "plan": plan}
    if verdict.assumptions:
        document["assumptions"] = list(verdict.assumptions)
    if verdict.starter is not None:
        document["starter"] = verdict.starter
    if len(found) > 1:
        table = by_reading(found)
        document["by_reading"] = answers_in(table, word_of)
        if "turns" in game.asks:
            document["turns_by_reading"] = answers_in(table, lambda one: one and one.turns)
            document["plans_by_reading"] = answers_in(table, lambda one: one and one.plans)
        document["depends_on"] = depends_on(table)
        document["undecided"] = undecided(table)
    return document


def answers_in(
    table: dict[str, dict[str, Verdict | None]], say: Callable[[Verdict | None], Any]
) -> dict[str, dict[str, Any]]:
    """What there is to say of the verdict under each value of each reading."""
    return {
        name: {value: say(verdict) for value, verdict in verdicts.items()}
        for name, verdicts in table.items()
    }


def print_answer(record: Record[Any, Any], question: Question, found: Answer) -> None:
    """The answer for people."""
    from cli.render import print_picture, print_table

    game = solver.game_of(record)
    verdict = found[None]
    if not isinstance(verdict, Verdict):
        raise TypeError("the file's own readings have no verdict")
    for warning in verdict.warnings:
        warn(warning)
    effort = f"{verdict.engine}, {verdict.nodes} nodes, {verdict.seconds:.1f} s"
    typer.echo(f"{verdict.verdict}{game.headline(question, verdict)} ({effort})")
    for assumption in verdict.assumptions:
        typer.echo(f"assumed: {assumption}")
    typer.echo(f"readings: {readings_text(game, game.readings_of(record.state))}")
    if verdict.limit is not None:
        typer.echo(f"the limit of {verdict.limit} was hit before there was an answer")
    if verdict.points is not None:
        least, most = verdict.points
        typer.echo(f"certain are at least {least} points, and no more than {most} in the end")
        if verdict.best_plan is not None:
            typer.echo(f"{least} points: {' '.join(verdict.best_plan)}")
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
        alone = question.opponents == "still"
        print_table(game.plan_table(state, moves, alone))
        for title, picture in game.plan_pictures(state, moves, alone):
            typer.echo()
            if title:
                typer.echo(title)
            print_picture(picture)
    if verdict.strategy is not None:
        print_strategy(verdict.strategy)
    if len(found) > 1:
        print_readings(game, question, found)


def print_strategy(strategy: dict[str, Any]) -> None:
    """How much of a strategy the plan has not shown."""
    while "then" in strategy:
        strategy = strategy["then"]
    replies = strategy["replies"]
    typer.echo()
    if not replies:
        typer.echo("the others have no turn before that")
    else:
        typer.echo(
            f"that is one line of play: the others may begin with {len(replies)} moves, each of"
            " which has its answer (all of them: --json)"
        )


def print_readings(game: Game, question: Question, found: Answer) -> None:
    """The verdict under each reading, and what it depends on."""
    table = by_reading(found)
    typer.echo()
    for name, verdicts in table.items():
        if name not in game.matters(question):
            continue
        words = []
        for value, verdict in verdicts.items():
            words.append(f"{value} {word_of(verdict)}")
            if verdict is not None and verdict.turns is not None:
                words[-1] += game.headline(question, verdict)
        typer.echo(f"{name}: {'; '.join(words)}")
    names, open_ones = depends_on(table), undecided(table)
    if names or not open_ones:
        typer.echo(f"the answer depends on: {', '.join(names) if names else 'no reading'}")
    if open_ones:
        typer.echo(f"undecided is whether it depends on: {', '.join(open_ones)}")
