"""`level10 rules`: the rulebook, by the ids that other answers cite."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from cli import options
from cli.output import emit
from solver import GAMES


def rules(
    rule: Annotated[
        str | None, typer.Argument(metavar="ID", help="The id of a rule or name of a reading.")
    ] = None,
    readings: Annotated[
        bool, typer.Option("--readings", help="Only the readings and their values.")
    ] = False,
    as_json: options.Json = False,
) -> None:
    """Print the rulebook, or one rule or reading.

    Other answers cite the rules by their ids. Each has its source and its readings.

    \b
    level10 rules
    level10 rules L14
    level10 rules put_back
    level10 rules --readings
    """
    found = [entry for game in GAMES for entry in entries(game)]
    if readings:
        found = [entry for entry in found if "values" in entry]
    if rule is not None:
        found = [entry for entry in found if entry["id"].lower() == rule.lower()]
        if not found:
            raise typer.BadParameter(f"no rule or reading is called {rule}", param_hint="ID")
    if as_json:
        emit(found[0] if rule is not None else {"rules": found})
    elif rule is not None:
        typer.echo(text_of(found[0]))
    else:
        typer.echo("\n\n".join(map(text_of, found)))


def entries(game: str) -> list[dict[str, Any]]:
    """The rules of a game, then its readings, each with its id."""
    import tomllib

    book = tomllib.loads(GAMES[game].rulebook.read_text(encoding="utf-8"))
    return [
        {"game": game, "id": name, **entry}
        for kind in ("rules", "readings")
        for name, entry in book[kind].items()
    ]


def text_of(entry: dict[str, Any]) -> str:
    """A rule or reading for people."""
    lines = [f"{entry['id']}  {entry['title']}", f"    {entry['text']}"]
    for value, meaning in entry.get("values", {}).items():
        default = " (default)" if value == entry["default"] else ""
        lines.append(f"    {value}{default}: {meaning}")
    if "reason" in entry:
        lines.append(f"    Default because: {entry['reason']}")
    if "readings" in entry:
        lines.append(f"    Readings: {', '.join(entry['readings'])}")
    if "rules" in entry:
        lines.append(f"    Rules: {', '.join(entry['rules'])}")
    lines.append(f"    Source: {entry['source']}")
    return "\n".join(lines)
