"""`level10 rules compare`: in how many positions does a reading change the answer?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

import solver
from cli import options, status
from cli.inputs import parse_readings, read_inputs
from cli.output import emit, progress_bar, report_unreadable, warn
from solver import GAMES, Limits, Record

if TYPE_CHECKING:
    from solver.rulebook.compare import Compared, Effect

GOALS = {"level10": "win", "labyrinth": "take:1", "ten": "score:1"}
"""What is asked unless another goal is named."""
LEFT = 4
PLAYED = 60


def compare(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE", help="Positions of your own, in place of random ones."),
    ] = None,
    reading: Annotated[
        list[str],
        typer.Option(
            "--reading",
            metavar="NAME=VALUE,VALUE",
            help="The values to compare, or NAME alone for all; one with a single value holds for"
            " all positions.",
            show_default="required",
        ),
    ] = options.NO_READING,
    players: Annotated[
        int | None,
        typer.Option("--players", min=1, max=5, help="Players.", show_default="3; TEN: 2"),
    ] = None,
    pauses: Annotated[
        int | None,
        typer.Option("--pauses", min=0, max=3, help="Level 10: pauses.", show_default="2"),
    ] = None,
    deals: Annotated[
        int, typer.Option("--deals", metavar="N", min=1, help="The first N deals of the seed.")
    ] = 100,
    seed: Annotated[int, typer.Option("--seed", min=0, max=options.LARGEST_SEED)] = 1,
    left: Annotated[
        int | None,
        typer.Option(
            "--left",
            metavar="N",
            min=0,
            max=20,
            help="TEN: random play goes on until so few cards are to come.",
            show_default=str(LEFT),
        ),
    ] = None,
    played: Annotated[
        int | None,
        typer.Option(
            "--played",
            metavar="N",
            min=0,
            max=10_000,
            help="Labyrinth: so many random turns are played first.",
            show_default=str(PLAYED),
        ),
    ] = None,
    goal: Annotated[
        str | None,
        typer.Option(
            "--goal",
            help="What is asked. TEN: score:P is the most points that player P can have.",
            show_default="win; take:1; score:1",
        ),
    ] = None,
    turns: Annotated[
        int | None, typer.Option("--turns", metavar="K", help="Labyrinth: own turns at most.")
    ] = None,
    others: Annotated[
        str | None, typer.Option("--others", metavar="help|oppose", help="TEN: the other players.")
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", metavar="N", min=1, help="Processes.", show_default="one for each processor"
        ),
    ] = None,
    time_limit: options.TimeLimit = options.SECONDS,
    node_limit: options.NodeLimit = None,
    as_json: options.Json = False,
) -> None:
    """Does a reading matter? Answers the same positions under each of its values.

    Says in how many the answer changes against the first value named, with a 95 % interval in which
    undecided positions count both ways, and shows the first one. Level 10: can a deal be won?
    Labyrinth: the fewest turns to the next treasure, from positions that random play comes to.
    TEN: the most points player 1 can have, likewise, near the end.

    \b
    level10 rules compare --reading put_back=bottom,discard --players 3 --pauses 2 --deals 500
    level10 rules compare --reading entering --players 2 --deals 1000
    level10 rules compare --reading lair=yes,no --reading treasures=on-tiles --deals 1000
    level10 rules compare --reading overpay --goal win:1 --others oppose --deals 50
    level10 rules compare --reading tuck my-deals.jsonl
    """
    from solver.rulebook.compare import Measure, Sample, comparisons, effect

    name, values, fixed = asked(reading)
    game = next(game for game in GAMES.values() if name in game.readings)
    base = parse_readings(fixed, game.name)
    further = {"turns": turns, "others": others}
    measure = Measure(
        game.name,
        goal or GOALS[game.name],
        {one: value for one, value in further.items() if value is not None},
        Limits(time_limit, node_limit),
    )
    try:
        for part in measure.asked:
            if part not in game.asks:
                raise ValueError(f"{game.name} has no {part} to ask about")
        question = measure.question
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--goal") from None
    if name not in game.matters(question):
        warn(f"{name} cannot change the answer to {measure.goal}, which does not depend on it")
    positions: Sample | Sequence[Record[Any, Any]]
    if files:
        positions = records(files, fixed, game.name, as_json)
        count, what = len(positions), f"positions of {len(files)} file{'s'[: len(files) - 1]}"
    else:
        sizes: dict[str, Any] = {"players": players or (2 if game.name == "ten" else 3)}
        low, high = game.table_sizes
        if not low <= sizes["players"] <= high:
            raise typer.BadParameter(f"{game.name} is for {low} to {high}", param_hint="--players")
        if "pauses" in game.sizes:
            sizes["pauses"] = 2 if pauses is None else pauses
        elif pauses is not None:
            raise typer.BadParameter(f"{game.name} has no pauses", param_hint="--pauses")
        said = ", ".join(f"{size} {value}" for size, value in sizes.items())
        if "deck" in game.sizes:
            sizes["deck"] = "full"
            left = LEFT if left is None else left
            said += f", random play until {left} cards are to come"
        elif left is not None:
            raise typer.BadParameter(f"{game.name} deals are taken whole", param_hint="--left")
        if game.name == "labyrinth":
            played = PLAYED if played is None else played
            said += f", after {played} random turns"
        elif played is not None:
            raise typer.BadParameter(f"{game.name} deals are not played", param_hint="--played")
        positions = Sample(game.name, sizes, base, seed, played or 0, left)
        count, what = deals, f"deals of {game.name} ({said}, seed {seed})"

    found: list[Compared] = []
    with progress_bar("comparing") as bar:
        task = bar.add_task("", total=count)
        for one in comparisons(measure, name, values, positions, count, jobs):
            found.append(one)
            bar.update(task, completed=len(found))
    effects = [effect(found, values[0], value) for value in values[1:]]
    if as_json:
        emit(
            {
                "game": game.name,
                "reading": name,
                "values": values,
                "goal": measure.goal,
                "positions": len(found),
                "answers": {value: tally(found, value) for value in values},
                "effects": [as_document(game.name, one) for one in effects],
            }
        )
    else:
        typer.echo(f"{name}: {len(found)} {what}, {measure.goal}")
        for value in values:
            counts = ", ".join(f"{word} {n}" for word, n in tally(found, value).items())
            typer.echo(f"  {value}: {counts}")
        for change in effects:
            print_effect(game.name, change)
    raise typer.Exit(status.UNKNOWN if any(one.undecided for one in effects) else status.YES)


def asked(reading: list[str]) -> tuple[str, list[str], list[str]]:
    """The reading to compare, its values, and the readings that hold throughout."""
    known = {name: values for game in GAMES.values() for name, values in game.readings.items()}
    several = [one for one in reading if "=" not in one or "," in one]
    if len(several) != 1:
        raise typer.BadParameter(
            "one reading with several values is compared, as put_back=bottom,discard, or put_back",
            param_hint="--reading",
        )
    fixed = [one for one in reading if one not in several]
    name, _, listed = several[0].lower().partition("=")
    if name not in known:
        raise typer.BadParameter(
            f"{name!r} is not a reading; they are {', '.join(known)}", param_hint="--reading"
        )
    values = listed.split(",") if listed else list(known[name])
    for value in values:
        if value not in known[name] or values.count(value) > 1:
            raise typer.BadParameter(
                f"the values of {name} are {', '.join(known[name])}, each once; not {value!r}",
                param_hint="--reading",
            )
    if any(one.lower().partition("=")[0] == name for one in fixed):
        raise typer.BadParameter(f"{name} is given twice", param_hint="--reading")
    return name, values, fixed


def records(files: list[str], fixed: list[str], game: str, as_json: bool) -> list[Record[Any, Any]]:
    """The positions of files; ends the program where one cannot be read."""
    found = []
    for item in read_inputs(files, fixed):
        if item.record is None:
            raise typer.Exit(report_unreadable(item, as_json))
        if item.record.game != game:
            raise typer.BadParameter(
                f"{item.name} is a position of {item.record.game}, not of {game}", param_hint="FILE"
            )
        found.append(item.record)
    return found


def tally(found: Sequence[Compared], value: str) -> dict[str, int]:
    """How often each answer came."""
    answers = sorted(one.answers[value] for one in found)
    return {word: answers.count(word) for word in dict.fromkeys(answers)}


def as_document(game: str, one: Effect) -> dict[str, Any]:
    """An effect as JSON answers have it."""
    return {
        "from": one.base,
        "to": one.value,
        "positions": one.positions,
        "changed": one.changed,
        "undecided": one.undecided,
        "interval": [round(one.low, 6), round(one.high, 6)],
        "changes": [
            {"from": old, "to": new, "count": count} for (old, new), count in one.changes.items()
        ],
        "first": None
        if one.first is None
        else {
            "number": one.first.number,
            "position": solver.write(Record(game, one.first.position), one_line=True),
            "answers": dict(one.first.answers),
        },
    }


def print_effect(game: str, one: Effect) -> None:
    """An effect for people."""
    share, low, high = (100 * x for x in (one.changed / one.positions, one.low, one.high))
    typer.echo(
        f"{one.base} -> {one.value}: the answer changes in {one.changed} of {one.positions}"
        f" ({share:.1f} %, 95 % interval {low:.1f}-{high:.1f} %), undecided {one.undecided}"
    )
    for (old, new), count in one.changes.items():
        typer.echo(f"  {old} -> {new}: {count}")
    if one.first is not None:
        typer.echo(f"  the first is number {one.first.number}:")
        typer.echo(f"  {solver.write(Record(game, one.first.position), one_line=True)}")
