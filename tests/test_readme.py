"""What the README and the page on formats show is what the program does."""

from __future__ import annotations

import io
import re
import shlex
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from commands import run

TOP = Path(__file__).parents[1]
README = (TOP / "README.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    """The fenced blocks of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def dialogues() -> list[tuple[str, str]]:
    """Each command of the console blocks with what follows it."""
    return [
        (command, answer)
        for block in blocks("console")
        for command, answer in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    ]


@pytest.mark.parametrize(("command", "answer"), dialogues())
def test_commands_answer_as_shown(
    command: str, answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(TOP)
    program, *arguments = shlex.split(command)
    assert program == "level10"
    assert untimed(run(*arguments).stdout) == untimed(answer)


def untimed(text: str) -> str:
    """A text without what differs from run to run, or between versions of the libraries."""
    return re.sub(r"\d+ nodes, \d+\.\d s\b", "… nodes, … s", text)


def test_there_is_something_to_test() -> None:
    assert len(dialogues()) >= 3
    assert len(blocks("python")) == 1
    assert len(blocks("sh")) >= 2


def test_the_python_example_prints_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    code = blocks("python")[0]
    monkeypatch.chdir(TOP)
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(code, {})
    lines = printed.getvalue().splitlines()
    for said in re.findall(r"print\(.*?\) +# (.*)$", code, re.MULTILINE):
        assert lines.pop(0) == said
    assert lines[0].startswith("game: level10; players: 3;")


def test_the_typed_in_game_is_the_one_that_ships() -> None:
    deal = (TOP / "examples" / "deal.txt").read_text(encoding="utf-8")
    assert f"```\n{deal}```" in README


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", README):
        assert (TOP / target).exists(), target


def test_every_command_of_the_table_exists() -> None:
    done = run("--help")
    named = set(re.findall(r"^\| `(\w+)", README, re.MULTILINE))
    assert named == set(re.findall(r"^  (\w+)  ", done.stdout.split("Commands:")[1], re.MULTILINE))
