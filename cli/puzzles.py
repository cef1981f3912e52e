"""Commands about puzzles: puzzles (the library), generate, grade, hint."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli import options, status
from cli.inputs import SHELF, Input, read_inputs
from cli.output import emit, on_terminal, progress_bar, report_unreadable
from solver import Limits, Question

if TYPE_CHECKING:
    from puzzles.generate import Made, Order
    from puzzles.puzzle import Analysis, Kind, Puzzle

GRADES = re.compile(r"([0-9]{1,3})\.\.([0-9]{1,3})")
MOST_GRADE = 100
SECONDS_TO_MAKE = 600.0

puzzles = typer.Typer(invoke_without_command=True, rich_markup_mode=None)


# --- The library --------------------------------------------------------------------------------


@puzzles.callback()
def shelf(
    context: typer.Context,
    as_json: options.Json = False,
) -> None:
    """The puzzles that come with the program.

    Wherever a file is wanted, library:NAME is one of them.

    \b
    level10 puzzles
    level10 puzzles show NAME
    level10 hint library:NAME
    """
    if context.invoked_subcommand is not None:
        return
    from puzzles.shelf import names, puzzle_named

    for name in names():
        puzzle = puzzle_named(name)
        grade = puzzle.claims.get("grade", "")
        if as_json:
            emit(
                {
                    "name": name,
                    "game": puzzle.record.game,
                    "kind": puzzle.kind,
                    "grade": int(grade) if grade.isdecimal() else None,
                    "title": puzzle.title,
                }
            )
        else:
            game = puzzle.record.game
            typer.echo(f"{name:24} {game:10} {puzzle.kind:17} {grade:>3}  {puzzle.title}")


@puzzles.command()
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name from level10 puzzles.")],
    solution: Annotated[
        bool, typer.Option("--solution", help="Show the solution and the claims, too.")
    ] = False,
    as_json: options.Json = False,
) -> None:
    """Show a puzzle of the library; its solution only if it is asked for.

    \b
    level10 puzzles show NAME
    level10 puzzles show NAME --solution
    """
    import solver
    from puzzles.kinds import KINDS
    from puzzles.notation import write_json
    from puzzles.shelf import puzzle_named

    try:
        puzzle = puzzle_named(name.removeprefix(SHELF))
    except FileNotFoundError as error:
        raise typer.BadParameter(f"'{name}': {error.strerror}", param_hint="NAME") from None
    kind = KINDS[puzzle.kind]
    task = kind.task(puzzle.record.state, puzzle.question)
    if as_json:
        document = json.loads(write_json(puzzle))
        if not solution:
            document = {
                key: value
                for key, value in document.items()
                if key not in ("claims", "solution", "moves")
            }
        emit({"name": name, "task": task, "document": document})
        return
    typer.echo(f"{puzzle.title} ({puzzle.author}, {puzzle.licence})")
    typer.echo(f"{task}\n")
    if kind.pictured:
        from cli.render import print_picture

        print_picture(solver.game_of(puzzle.record).picture(puzzle.record.state))
    else:
        typer.echo(solver.write(puzzle.record), nl=False)
    if solution:
        typer.echo(f"\nsolution: {' '.join(puzzle.solution) or 'there is none'}")
        claims = " ".join(f"{claim}={value}" for claim, value in puzzle.claims.items())
        typer.echo(f"claims: {claims}")
    else:
        typer.echo(f"\nA hint: level10 hint {SHELF}{name}   The solution: --solution")


# --- Making -------------------------------------------------------------------------------------


def generate(
    kind: Annotated[
        str, typer.Option("--kind", metavar="KIND", help="What to make; see the list above.")
    ],
    seed: Annotated[
        int,
        typer.Option(
            "--seed",
            min=0,
            max=options.LARGEST_SEED,
            help="The same seed gives the same puzzles everywhere.",
        ),
    ],
    game: Annotated[
        str | None, typer.Option("--game", help="The game of the kind; it need not be said.")
    ] = None,
    count: Annotated[int, typer.Option("--count", metavar="N", min=1, max=100_000)] = 1,
    grade: Annotated[
        str, typer.Option("--grade", metavar="LOW..HIGH", help="Grades from 0 to 100.")
    ] = "0..100",
    turns: Annotated[
        int | None,
        typer.Option(
            "--turns",
            metavar="N",
            min=1,
            max=4,
            help="Labyrinth take-it: how many (4: hardly ever found).",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Write each puzzle to a file in this folder."),
    ] = None,
    tries: Annotated[
        int, typer.Option("--tries", metavar="N", min=1, help="Tries for each puzzle.")
    ] = 2000,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            metavar="N",
            min=1,
            help="Puzzles made at a time.",
            show_default="one for each processor",
        ),
    ] = None,
    time_limit: Annotated[
        float,
        typer.Option(
            "--time-limit", metavar="SECONDS", min=0, callback=options.seconds, help="For all."
        ),
    ] = SECONDS_TO_MAKE,
    as_json: options.Json = False,
) -> None:
    """Make puzzles with proven claims, the same for a seed everywhere.

    No puzzle is trivial, and no two of a run are alike but for names or symmetry. One puzzle is
    printed as text, several are printed as JSON Lines; with --out each becomes a file.

    Level 10: only-move, save-it, lost-or-not, fewest-put-backs. Labyrinth: take-it, block,
    two-in-one. TEN: best-score, last-purchase, draw-or-stop, open-deal.

    Exit status: 0 all made, 3 one could not be made with so many tries, 4 the time was up; what was
    made before is printed.

    \b
    level10 generate --kind only-move --seed 7
    level10 generate --kind take-it --turns 3 --seed 7 --count 10 --out mine
    level10 generate --kind best-score --grade 50..80 --seed 7 --count 20 --json
    """
    from puzzles.generate import Exhausted, Order, TimeIsUp
    from puzzles.generate import generate as make
    from puzzles.kinds import KINDS

    if kind not in KINDS:
        raise typer.BadParameter(f"known kinds: {', '.join(KINDS)}", param_hint="--kind")
    chosen = KINDS[kind]
    if game not in (None, chosen.game):
        raise typer.BadParameter(f"{kind} is a puzzle of {chosen.game}", param_hint="--game")
    low, high = grades(grade)
    question = asked(chosen, turns)
    if out is not None:
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise typer.BadParameter(f"{out}: {error.strerror}", param_hint="--out") from None
    order = Order(kind, question, seed, low, high, tries)
    workers = min(count, jobs or os.cpu_count() or 1)
    text = count == 1 and not as_json
    tally, done = Counter[str](), 0
    try:
        for made in with_progress(make(order, count, workers, time_limit), count):
            if made.puzzle is None:
                continue
            done += 1
            tally.update(made.reasons)
            tally["tries"] += made.tries
            deliver(made.puzzle, out and out / f"{kind}-{seed}-{done:04}.puzzle", text)
    except Exhausted as exhausted:
        tell_yield(order, done, tally + exhausted.made.reasons, exhausted.made.tries)
        typer.echo(
            f"error: puzzle {done + 1} could not be made in {exhausted.made.tries} tries:"
            " take other grades, another seed or more --tries",
            err=True,
        )
        raise typer.Exit(status.NO) from None
    except TimeIsUp:
        tell_yield(order, done, tally)
        typer.echo(
            f"the time limit of {time_limit:g} s was reached after {done} of {count} puzzles",
            err=True,
        )
        raise typer.Exit(status.UNKNOWN) from None
    tell_yield(order, done, tally)


def grades(text: str) -> tuple[int, int]:
    """The grades that LOW..HIGH names."""
    match = GRADES.fullmatch(text)
    low, high = (int(match[1]), int(match[2])) if match else (1, 0)
    if not low <= high <= MOST_GRADE:
        raise typer.BadParameter(
            f"'{text}' is not LOW..HIGH within 0..100, as 40..70", param_hint="--grade"
        )
    return low, high


def asked(kind: Kind, turns: int | None) -> Question:
    """The question that a puzzle of a kind is to ask."""
    if turns is None:
        return kind.default
    if "turns" not in kind.asks:
        raise typer.BadParameter(f"{kind.name} has no number of turns", param_hint="--turns")
    return replace(kind.default, turns=turns)


def deliver(puzzle: Puzzle, file: Path | None, text: bool) -> None:
    """Prints a puzzle, or writes it to a file."""
    from puzzles.notation import write, write_json

    if file is not None:
        written = write(puzzle)
        try:
            if not file.exists() or file.read_text(encoding="utf-8") != written:
                with file.open("x", encoding="utf-8") as new:
                    new.write(written)
        except FileExistsError:
            raise typer.BadParameter(
                f"{file} is there already, and is another puzzle", param_hint="--out"
            ) from None
        typer.echo(str(file))
    elif text:
        typer.echo(write(puzzle), nl=False)
    else:
        typer.echo(write_json(puzzle))


def tell_yield(order: Order, done: int, tally: Counter[str], more: int = 0) -> None:
    """Says how many tries the puzzles took, and why the others failed."""
    tries = tally["tries"] + more
    reasons = ", ".join(f"{count} {why}" for why, count in tally.most_common() if why != "tries")
    because = f" ({reasons})" if reasons else ""
    typer.echo(f"{done} {order.kind} in {tries} tries{because}", err=True)


def with_progress(made: Iterator[Made], count: int) -> Iterator[Made]:
    """The puzzles as they are made, with a bar on a terminal."""
    if not on_terminal():
        yield from made
        return
    with progress_bar("making") as progress:
        task = progress.add_task("making", total=count)
        for one in made:
            progress.advance(task)
            yield one


# --- Judging and helping ------------------------------------------------------------------------


def grade(
    files: options.Files,
    time_limit: options.TimeLimit = options.SECONDS,
    node_limit: options.NodeLimit = None,
    reading: options.Reading = options.NO_READING,
    as_json: options.Json = False,
) -> None:
    """How hard puzzles are for people, from 0 to 100, and what makes them so.

    \b
    level10 grade my.puzzle
    level10 grade library:NAME --json
    """
    from puzzles.grade import grade as graded

    inputs = list(read_inputs(files, reading))
    worst = status.YES
    for item in inputs:
        answer = analysed(item, Limits(time_limit, node_limit), as_json)
        if isinstance(answer, int):
            worst = max(worst, answer)
            continue
        puzzle, analysis = answer
        found = graded(puzzle, analysis)
        parts = [
            {"part": one.name, "found": one.found, "points": round(one.points, 1), "most": one.most}
            for one in found.parts
        ]
        if as_json:
            emit({**item.keys, "grade": found.number, "word": found.word, "parts": parts})
            continue
        if len(inputs) > 1:
            typer.echo(f"== {item.name}")
        typer.echo(f"{found.number} of 100: {found.word}")
        for part in parts:
            typer.echo(f"{part['points']:5} of {part['most']}  {part['part']}: {part['found']}")
    raise typer.Exit(worst)


def hint(
    file: options.File,
    step: Annotated[
        int,
        typer.Option(
            "--step", metavar="1|2|3", min=1, max=3, help="1 where to look, 2 the move, 3 all."
        ),
    ] = 1,
    time_limit: options.TimeLimit = options.SECONDS,
    node_limit: options.NodeLimit = None,
    reading: options.Reading = options.NO_READING,
    as_json: options.Json = False,
) -> None:
    """A hint for a puzzle: first where to look, then the move, then the plan.

    The third step tells also all moves that are right and all that are wrong.

    \b
    level10 hint my.puzzle
    level10 hint my.puzzle --step 2
    level10 hint library:NAME --step 3
    """
    from puzzles.hint import STEPS
    from puzzles.hint import hint as hinted

    inputs = list(read_inputs([file], reading))
    worst = status.YES
    for item in inputs:
        answer = analysed(item, Limits(time_limit, node_limit), as_json)
        if isinstance(answer, int):
            worst = max(worst, answer)
            continue
        puzzle, analysis = answer
        found = hinted(puzzle, analysis, STEPS[step - 1])
        if as_json:
            keys = {"right": list(found.right), "wrong": list(found.wrong)}
            solution = {"solution": list(found.solution)}
            emit({**item.keys, "step": found.step, "hint": found.text, **keys, **solution})
            continue
        typer.echo(found.text)
        if found.step == STEPS[-1]:
            typer.echo(f"right: {', '.join(found.right) or 'nothing'}")
            typer.echo(f"wrong: {', '.join(found.wrong) or 'nothing'}")
    raise typer.Exit(worst)


NO_PUZZLE = "this is a position, not a puzzle: it has no 'puzzle:' line to say what is asked"


def analysed(item: Input, limits: Limits, as_json: bool) -> tuple[Puzzle, Analysis] | int:
    """The puzzle of an input with its analysis; or, once it has been said why there is none, the
    exit status for that."""
    from puzzles.check import analysis_of

    if item.record is None:
        return report_unreadable(item, as_json)
    if item.puzzle is None:
        return complain(item, NO_PUZZLE, status.USAGE, as_json)
    try:
        found = analysis_of(item.puzzle, limits)
    except ValueError as error:
        return complain(item, str(error), status.INVALID, as_json)
    if found.limit:
        return complain(item, found.doubt, status.UNKNOWN, as_json)
    return item.puzzle, found


def complain(item: Input, message: str, code: int, as_json: bool) -> int:
    """Says why there is no answer; gives the exit status back."""
    typer.echo(f"error: {item.name}: {message}", err=True)
    if as_json:
        emit({**item.keys, "error": {"kind": "puzzle", "message": message, "file": item.file}})
    return code
