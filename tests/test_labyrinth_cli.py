"""The commands on Master Labyrinth: answers for people and for programs, exit statuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import solver
from cli.app import app

TOP = Path(__file__).parents[1]
EXAMPLE = TOP / "examples" / "labyrinth.txt"
DEAL = TOP / "examples" / "deal.txt"

TABLE = "board: ┌┬─┬│┬┐ / ──├┐┌┌│ / ├┘├┘┬┐┤ / └─┐┐┴┴│ / ├│┴─┤┐┤ / └┤││┌┌┌ / └┐┴│┴┤┘; spare: NS"
END = (
    "game: labyrinth; board: ┌┌┬┐┬│┐ / ├││┘┘│─ / ├└├├┬┤┤ / └─├─┘─┌ / ├┘┴┤┤├┤ / ──┐└┘┌│ / └┐┴┌┴└┘;"
    "spare: EW; last push: Nb; adventurer 1: d5 treasures=3,5,6,6,8,9,9,11,12 coins=3 cards=1,6,10;"
    "adventurer 2: g5 treasures=2,4,4,5,7,7,8,10,11,12 coins=4 cards=3,11; dragon: W"
)


def run(*arguments: object, stdin: str = "") -> Result:
    """A command, its answer and exit status."""
    return CliRunner().invoke(app, [str(one) for one in arguments], input=stdin)


def document(*arguments: object, stdin: str = "", status: int = 0) -> dict[str, Any]:
    """The JSON answer of a command that ends with this status."""
    done = run(*arguments, "--json", stdin=stdin)
    assert done.exit_code == status, done.output
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


# --- solve --------------------------------------------------------------------------------------


def test_solve_for_programs() -> None:
    found = document("solve", EXAMPLE)
    assert (found["game"], found["goal"], found["opponents"]) == ("labyrinth", "take:1", "still")
    assert (found["verdict"], found["turns"], found["within"]) == ("winnable", 2, 4)
    assert (found["plans"], found["unique"]) == (1, True)
    assert found["plan"] == ["W6:ES>d1", "Sd:EW>a7"]
    assert found["proof"] is None
    assert len(found["assumptions"]) == 2
    assert set(found["readings"]) == set(solver.GAMES["labyrinth"].readings)


def test_not_within_so_many_turns() -> None:
    found = document("solve", EXAMPLE, "--turns", 1, status=3)
    assert (found["verdict"], found["within"]) == ("unwinnable", 1)
    assert found["turns"] is found["plans"] is found["unique"] is found["plan"] is None
    assert {"method", "confirmed_by", "reason"} == set(found["proof"])
    assert "unwinnable within 1 turn" in run("solve", EXAMPLE, "--turns", 1).stdout


def test_a_strategy() -> None:
    position = f"game: labyrinth; {TABLE}; adventurer 1: c3; adventurer 2: e5; treasures: 1@c2"
    found = document(
        "solve", "-", "--goal", "reach:c1", "--turns", 2, "--opponents", "free", stdin=position
    )
    assert found["opponents"] == "free"
    assert found["plans"] is None
    tree = found["strategy"]
    assert found["plan"][0] == tree["move"]
    if found["turns"] == 2:
        assert found["plan"][1] in tree["replies"]
    assert any("each other player" in one for one in found["assumptions"])


def test_every_reading_alone() -> None:
    found = document(
        "solve", EXAMPLE, "--turns", 1, "--goal", "reach:d4", "--all-readings", status=3
    )
    words = {word for values in found["by_reading"].values() for word in values.values()}
    assert words <= {"winnable", "unwinnable"}
    assert found["by_reading"]["lair"]["yes"] == "unwinnable"
    assert set(found["turns_by_reading"]["lair"]) == {"yes", "no"}


def test_the_answer_is_the_number_of_turns() -> None:
    """Standing on the treasure: with another reading of M6 one turn is enough instead of two."""
    board = "┌┌┬┐┬│┐ / ├││┘┘│─ / ├└├├┬┤┤ / └─├─┘─┌ / ├┘┴┤┤├┤ / ──┐└┘┌│ / └┐┴┌┴└┘"
    position = f"game: labyrinth; board: {board}; spare: EW; adventurer 1: a1; treasures: 3@a1"
    found = document("solve", "-", "--turns", 2, "--all-readings", stdin=position)
    assert found["turns_by_reading"]["entering"] == {
        "from-another-square": 2,
        "out-and-back": 1,
        "standing-counts": 1,
    }
    assert found["depends_on"] == ["entering"]
    assert found["undecided"] == []


def test_a_record_is_not_played_without_a_word() -> None:
    record = EXAMPLE.read_text(encoding="utf-8") + "moves: W6:ES>d1\n"
    for command in (["solve"], ["moves"], ["show"], ["odds"], ["perft", "--depth", 1]):
        done = run(command[0], "-", *command[1:], stdin=record)
        assert "before the 1 move of the record" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", EXAMPLE, "--goal", "win"],
        ["solve", EXAMPLE, "--goal", "take:0"],
        ["solve", EXAMPLE, "--goal", "reach:h9"],
        ["solve", EXAMPLE, "--turns", "0"],
        ["solve", EXAMPLE, "--turns", "99"],
        ["solve", EXAMPLE, "--opponents", "asleep"],
        ["solve", EXAMPLE, "--engine", "cp-sat"],
        ["solve", DEAL, "--turns", "2"],
        ["solve", DEAL, "--opponents", "free"],
        ["solve", DEAL, "--goal", "take:1"],
        ["review", EXAMPLE],
        ["odds", DEAL],
        ["deal", "--game", "labyrinth", "--players", "5", "--seed", "1"],
        ["deal", "--game", "labyrinth", "--players", "2", "--seed", "1", "--pauses", "1"],
        ["deal", "--game", "labyrinth", "--players", "2", "--seed", "1", "--reading", "tuck=never"],
        ["survey", "--players", "2", "--deals", "1", "--seed", "1", "--reading", "lair=no"],
    ],
)
def test_questions_that_make_no_sense(arguments: list[object], tmp_path: Path) -> None:
    if arguments[0] == "survey":
        arguments = [*arguments, "--out", tmp_path / "survey"]
    assert run(*arguments).exit_code == 2


# --- The other commands -------------------------------------------------------------------------


def test_moves_and_why_not() -> None:
    found = document("moves", EXAMPLE)["moves"]
    assert found == sorted(found)
    assert len(found) == document("perft", EXAMPLE, "--depth", 1)["nodes"]
    assert "W6:ES>d1" in found
    why = document("moves", EXAMPLE, "--why", "E6:ES", status=3)
    assert (why["legal"], why["rule"]) == (False, "M3")


def test_a_record_with_throws() -> None:
    found = document("replay", "-", "W6:EW>c4", "battle=3,2r1:5,4", stdin=END)
    assert (found["outcome"], found["winners"]) == ("over", [1])
    record = solver.read(found["position"])
    assert record.state.adventurers[0].dragon
    assert solver.moves(record) == []
    text = run("replay", "-", "W6:EW>c4 battle=3,2r1:5,4", stdin=END).stdout
    assert text.startswith("# after 1 move: over, player 1 wins\n")
    open_still = document("replay", "-", "W6:EW>c4", stdin=END)
    assert (open_still["outcome"], open_still["winners"]) == ("open", [])


def test_the_first_illegal_move() -> None:
    found = document("replay", EXAMPLE, "W6:ES>d1", "E6:NS", status=3)
    assert (found["error"]["index"], found["error"]["rule"]) == (2, "M3")
    assert solver.read(found["position"]).state.turn == 2


def test_show_draws_the_way() -> None:
    text = run("show", EXAMPLE, "W6:ES>d1").stdout
    assert text.startswith("turn 1, player 1: ┌ at W6, go to d1\n")
    assert "●════════════════════○" in text
    assert run("show", EXAMPLE, "E6:ES").exit_code == 3
    assert run("show", EXAMPLE, "nonsense").exit_code == 5


def test_an_odd_box_is_only_a_note() -> None:
    done = run("check", "-", stdin=f"game: labyrinth; {TABLE}; adventurer 1: c3")
    assert done.exit_code == 0
    assert "note: fixed tiles" in done.stdout
    assert "note: loose tiles" in done.stdout


def test_what_cannot_have_been_played_to() -> None:
    position = f"game: labyrinth; {TABLE}; adventurer 1: c3 treasures=5; treasures: 3@g2"
    found = document("check", "-", stdin=position, status=3)
    assert [claim["claim"] for claim in found["claims"] if not claim["ok"]] == ["reachable: order"]
    assert document("solve", "-", stdin=position)["warnings"] == [
        "unreachable (order): adventurer 1 has treasure 5, yet a 3 is left"
    ]


def test_deals() -> None:
    done = run("deal", "--game", "labyrinth", "--players", 3, "--seed", 7, "--count", 2)
    first, second = map(json.loads, done.stdout.splitlines())
    assert first["game"] == "labyrinth"
    assert first["board"] != second["board"]
    alone = document("deal", "--game", "labyrinth", "--players", 3, "--seed", 7)
    assert alone == first
