"""The commands about puzzles as users meet them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import run

from puzzles import shelf
from puzzles.kinds import KINDS
from puzzles.notation import read_puzzle

NAME = shelf.names()[0]
ONE_OF_EACH = {shelf.puzzle_named(name).kind: name for name in reversed(shelf.names())}


def test_the_library_is_listed() -> None:
    words = run("puzzles")
    assert words.returncode == 0
    assert [line.split()[0] for line in words.stdout.splitlines()] == list(shelf.names())
    documents = [json.loads(line) for line in run("puzzles", "--json").stdout.splitlines()]
    assert [one["name"] for one in documents] == list(shelf.names())
    assert {one["kind"] for one in documents} == set(KINDS)


@pytest.mark.parametrize("name", ONE_OF_EACH.values())
def test_a_solution_is_hidden_until_it_is_asked_for(name: str) -> None:
    solution = shelf.puzzle_named(name).solution
    hidden, shown = run("puzzles", "show", name), run("puzzles", "show", name, "--solution")
    assert hidden.returncode == shown.returncode == 0
    assert "claims:" not in hidden.stdout
    if len(solution) > 1:
        assert " ".join(solution) not in hidden.stdout
    assert f"solution: {' '.join(solution) or 'there is none'}" in shown.stdout
    hidden_keys = json.loads(run("puzzles", "show", name, "--json").stdout)["document"]
    assert not {"claims", "solution"} & set(hidden_keys)
    document = json.loads(run("puzzles", "show", name, "--solution", "--json").stdout)["document"]
    assert read_puzzle(json.dumps(document)) == shelf.puzzle_named(name)


def test_no_such_puzzle() -> None:
    assert run("puzzles", "show", "nothing").returncode == 2
    found = run("hint", "library:nothing")
    assert (found.returncode, found.stdout) == (2, "")
    assert "there is no such puzzle" in found.stderr


@pytest.mark.parametrize("name", ONE_OF_EACH.values())
def test_hints(name: str) -> None:
    first, second, third = (run("hint", f"library:{name}", "--step", step) for step in (1, 2, 3))
    assert first.returncode == second.returncode == third.returncode == 0
    right = [line for line in third.stdout.splitlines() if line.startswith("right: ")]
    assert second.stdout.strip() in right[0]
    assert second.stdout.strip() not in first.stdout.split()
    document = json.loads(run("hint", f"library:{name}", "--step", 3, "--json").stdout)
    assert document["right"]
    assert document["step"] == "plan"


def test_hint_of_a_position(tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text("game: ten; players: 2")
    found = run("hint", file)
    assert found.returncode == 2
    assert "puzzle:" in found.stderr


def test_grade_has_parts() -> None:
    words = run("grade", f"library:{NAME}")
    assert words.returncode == 0
    claimed = shelf.puzzle_named(NAME).claims["grade"]
    assert words.stdout.startswith(f"{claimed} of 100")
    document = json.loads(run("grade", f"library:{NAME}", "--json").stdout)
    assert document["grade"] == int(claimed)
    assert len(document["parts"]) == 5


def test_check_tells_what_refutes(tmp_path: Path) -> None:
    file = tmp_path / "wrong.puzzle"
    text = shelf.contents_of(ONE_OF_EACH["take-it"]).decode()
    file.write_text(text.replace("plans=1", "plans=2"))
    found = run("check", file)
    assert found.returncode == 3
    assert "NO  plans=2: 1" in found.stdout
    document = json.loads(run("check", file, "--json").stdout)
    assert document["ok"] is False
    assert [one["claim"] for one in document["claims"] if not one["ok"]] == ["plans=2"]


def test_check_within_no_time() -> None:
    found = run("check", f"library:{ONE_OF_EACH['only-move']}", "--time-limit", 0)
    assert found.returncode in (0, 4)
    assert "NO" not in found.stdout


def test_a_puzzle_is_a_position_everywhere() -> None:
    name = f"library:{ONE_OF_EACH['take-it']}"
    for command in ("show", "moves", "solve"):
        assert run(command, name).returncode == 0
    turns = shelf.puzzle_named(ONE_OF_EACH["take-it"]).claims["turns"]
    assert json.loads(run("solve", name, "--json").stdout)["turns"] == int(turns)


def test_generate(tmp_path: Path) -> None:
    one = run("generate", "--kind", "best-score", "--seed", 5)
    assert one.returncode == 0
    assert "1 best-score in" in one.stderr
    puzzle = read_puzzle(one.stdout)
    several = run("generate", "--kind", "best-score", "--seed", 5, "--count", 2)
    lines = several.stdout.splitlines()
    assert len(lines) == 2
    assert read_puzzle(lines[0]) == puzzle
    files = run("generate", "--kind", "best-score", "--seed", 5, "--count", 2, "--out", tmp_path)
    written = [Path(line) for line in files.stdout.splitlines()]
    assert [read_puzzle(file.read_text()) for file in written] == list(map(read_puzzle, lines))
    assert run("check", *written).returncode == 0
    again = ("generate", "--kind", "best-score", "--seed", 5, "--out", tmp_path)
    assert run(*again).returncode == 0
    written[0].write_text("mine")
    assert run(*again).returncode == 2
    assert written[0].read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--kind", "chess"), "known kinds: only-move"),
        (("--kind", "take-it", "--game", "ten"), "take-it is a puzzle of labyrinth"),
        (("--kind", "take-it", "--grade", "70..40"), "LOW..HIGH"),
        (("--kind", "take-it", "--grade", "0..101"), "LOW..HIGH"),
        (("--kind", "best-score", "--turns", "2"), "no number of turns"),
        (("--kind", "best-score", "--out", "/dev/null/x"), "--out"),
    ],
)
def test_wrong_requests(arguments: tuple[str, ...], message: str) -> None:
    found = run("generate", "--seed", 1, *arguments)
    assert (found.returncode, found.stdout) == (2, "")
    assert message in " ".join(found.stderr.split())


def test_what_cannot_be_made() -> None:
    found = run(
        "generate", "--kind", "best-score", "--seed", 1, "--grade", "100..100", "--tries", 3
    )
    assert found.returncode == 3
    assert "could not be made in 3 tries" in found.stderr
    assert "below the grades wanted" in found.stderr
