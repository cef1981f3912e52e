"""`level10 rules`: the rulebook, by the ids that other answers cite, and its scenarios."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from cli import options, status
from cli.compare import compare
from cli.find import find
from cli.inputs import NoSuchFile
from cli.output import emit, error_keys, error_text
from solver import GAMES, Level10Error

if TYPE_CHECKING:
    from solver.rulebook.scenario import Difference, Scenario


class Rules(TyperGroup):
    """A group whose first word may be the id of a rule, which is then shown."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - click or typer's
        """Puts the command `show` before whatever is no command."""
        if not args or (args[0] not in self.commands and args[0] not in ctx.help_option_names):
            args = ["show", *args]
        rest: list[str] = super().parse_args(ctx, args)
        return rest


rules = typer.Typer(cls=Rules, rich_markup_mode=None)


@rules.callback()
def about() -> None:
    """The rulebook: rules, readings, scenarios that show them, witnesses, what a reading changes.

    Other answers cite the rules by their ids.

    \b
    level10 rules                     the whole rulebook
    level10 rules L14                 one rule
    level10 rules put_back            one reading
    level10 rules --readings          all readings (show --help: all options)
    level10 rules verify              do all scenarios come out as they should?
    level10 rules find stuck          a game in which something comes about
    level10 rules compare --reading put_back
    """


@rules.command()
def show(
    rule: Annotated[
        str | None, typer.Argument(metavar="ID", help="The id of a rule or name of a reading.")
    ] = None,
    readings: Annotated[
        bool, typer.Option("--readings", help="Only the readings and their values.")
    ] = False,
    game: Annotated[
        str | None,
        typer.Option("--game", help=f"One of: {', '.join(GAMES)}.", show_default="all"),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Print the rulebook, or one rule or reading with the scenarios that show it.

    The word show may be left out. Each rule has its source and its readings, and says whether the
    program enforces it.

    \b
    level10 rules
    level10 rules L14
    level10 rules put_back
    level10 rules --readings --game level10
    """
    if game is not None and game not in GAMES:
        raise typer.BadParameter(f"known games: {', '.join(GAMES)}", param_hint="--game")
    found = [entry for one in GAMES if game in (None, one) for entry in entries(one)]
    if readings:
        found = [entry for entry in found if "values" in entry]
    if rule is not None:
        found = [entry for entry in found if entry["id"].lower() == rule.lower()]
        if not found:
            raise typer.BadParameter(f"no rule or reading is called {rule}", param_hint="ID")
        found[0]["scenarios"] = [
            {"name": one.name, "case": one.case, "text": one.text} for one in shown_by(found[0])
        ]
    if as_json:
        emit(found[0] if rule is not None else {"editions": editions(game), "rules": found})
    elif rule is not None:
        typer.echo(text_of(found[0]))
    else:
        if not readings:
            for one in editions(game):
                typer.echo(f"{one['name']}: {one['text']}")
            typer.echo()
        typer.echo("\n\n".join(map(text_of, found)))


def entries(game: str) -> list[dict[str, Any]]:
    """The rules of a game, then its readings, each with its id."""
    from solver.rulebook.book import rulebook

    book = rulebook(game)
    rules = [{"game": game, **asdict(rule)} for rule in book.rules.values()]
    return rules + [{"game": game, **asdict(reading)} for reading in book.readings.values()]


def editions(game: str | None) -> list[dict[str, str]]:
    """The names under which the games have been published."""
    from solver.rulebook.book import rulebook

    return [
        {"game": name, **asdict(edition)}
        for name in GAMES
        if game in (None, name)
        for edition in rulebook(name).editions
    ]


def shown_by(entry: dict[str, Any]) -> Iterator[Scenario]:
    """The scenarios that show a rule, or in which a reading is varied."""
    from solver.rulebook.scenario import scenarios

    for one in scenarios(entry["game"]):
        varied = any(entry["id"] in expected.readings for expected in one.expectations)
        if varied if "values" in entry else one.rule == entry["id"]:
            yield one


def text_of(entry: dict[str, Any]) -> str:
    """A rule or reading for people."""
    lines = [f"{entry['id']}  {entry['title']}", f"    {entry['text']}"]
    for value, meaning in entry.get("values", {}).items():
        default = " (default)" if value == entry["default"] else ""
        lines.append(f"    {value}{default}: {meaning}")
    if "reason" in entry:
        lines.append(f"    Default because: {entry['reason']}")
    if entry.get("readings"):
        lines.append(f"    Readings: {', '.join(entry['readings'])}")
    if entry.get("rules"):
        lines.append(f"    Rules: {', '.join(entry['rules'])}")
    lines.append(f"    Source: {entry['source']}")
    if "kind" in entry:
        from solver.rulebook.book import KINDS

        lines.append(f"    Kind: {entry['kind']} ({KINDS[entry['kind']]})")
    if entry["enforced_by"]:
        places = (f"solver.{entry['game']}.{place}" for place in entry["enforced_by"])
        lines.append(f"    Enforced by: {', '.join(places)}")
    for one in entry.get("scenarios", ()):
        sign = "+" if one["case"] == "positive" else "-"
        lines.append(f"    {sign} {one['name']}: {one['text']}")
    return "\n".join(lines)


# --- Scenarios ----------------------------------------------------------------------------------


@rules.command()
def verify(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE", help="Scenarios of your own, as TOML."),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Do the scenarios of the rules come out as they say? The program's, or those of files.

    What differs is shown. How a file is written is told in docs/rules.md.

    Exit status: 0 all as expected, 3 something differs, 5 not a file of scenarios.

    \b
    level10 rules verify
    level10 rules verify my-scenarios.toml
    """
    from solver.rulebook.scenario import differences, read_scenarios, scenarios

    worst = status.YES
    named: list[str | None] = [*files] if files else [None]
    for file in named:
        try:
            if file is None:
                given = [one for game in GAMES for one in scenarios(game)]
            else:
                given = read_scenarios(contents(file))
        except Level10Error as error:
            typer.echo(error_text(error, file or ""), err=True)
            if as_json:
                emit({"file": file, "error": error_keys(error, file)})
            worst = max(worst, status.USAGE if isinstance(error, NoSuchFile) else status.INVALID)
            continue
        found = [(one, difference) for one in given for difference in differences(one)]
        worst = max(worst, status.NO if found else status.YES)
        keys = {} if file is None else {"file": file}
        if as_json:
            listed = [
                {"scenario": one.name, "rule": one.rule, **asdict(what)} for one, what in found
            ]
            emit({**keys, "ok": not found, "scenarios": len(given), "differences": listed})
            continue
        if file is not None and len(files or ()) > 1:
            typer.echo(f"== {file}")
        for one, what in found:
            typer.echo(text_of_difference(one, what))
        wrong = len({one.name for one, _ in found})
        said = f"{wrong} differ" if found else "all as expected"
        typer.echo(f"{len(given)} scenario{'' if len(given) == 1 else 's'}: {said}")
    raise typer.Exit(worst)


def contents(file: str) -> bytes:
    """What a file, or standard input, holds; raises `NoSuchFile`."""
    import sys

    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        raise NoSuchFile(f"'{file}' cannot be opened: {reason}") from None


def text_of_difference(one: Scenario, what: Difference) -> str:
    """A difference for people."""
    under = " ".join(f"{name}={value}" for name, value in what.readings.items())
    where = f"{one.name} ({one.rule}{', ' + under if under else ''})"
    return f"NO  {where}: {what.what}: expected {what.expected}, found {what.found}"


rules.command()(find)
rules.command()(compare)
