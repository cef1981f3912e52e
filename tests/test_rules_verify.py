"""`rules verify` on files of one's own: what differs is told, what cannot be read as well."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import run

GOOD = '''
[[scenario]]
name = "ten-is-safe"
rule = "T5"
case = "positive"
text = "A total of ten is safe."
position = """
game: ten
players: 2
row: R9
deck: B1 R1
player 1: tokens=5 bust=0 cards=
player 2: tokens=5 bust=0 cards=
turn: 1
phase: draw
"""
moves = ["draw"]
expect = { then = { row = "R9 B1", turn = "1" }, includes = ["stop:numbers"], lacks = ["pass"] }
'''


def verified(tmp_path: Path, text: str, *options: str) -> tuple[int, str, str]:
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8")
    done = run("rules", "verify", file, *options)
    return done.returncode, done.stdout, done.stderr


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    assert verified(tmp_path, GOOD) == (0, "1 scenario: all as expected\n", "")


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ('row = "R9 B1"', 'row = "R9"', "row: expected R9, found R9 B1"),
        ('turn = "1"', 'turn = "2"', "turn: expected 2, found 1"),
        ('turn = "1"', 'market = "R1"', "market: expected R1, found nothing"),
        ('["stop:numbers"]', '["stop:currency"]', "stop:currency: expected legal, found not legal"),
        ('lacks = ["pass"]', 'lacks = ["draw"]', "draw: expected not legal, found legal"),
        ('lacks = ["pass"]', 'outcome = "over"', "outcome: expected over, found open"),
        ('lacks = ["pass"]', "winners = [1]", "winners: expected 1, found nobody"),
        ('lacks = ["pass"]', "points = [0, 1]", "points: expected 0 1, found 0 0"),
        ('lacks = ["pass"]', 'moves = ["draw"]', "legal moves: expected draw, found draw stop:"),
        ('lacks = ["pass"]', 'breaks = "T4"', "the last move breaks: expected T4, found no rule"),
        ('["draw"]\n', '["pass"]\n', "expected no rule, found move 1, pass, breaks T10"),
        ("row: R9\n", "row: R9 Z1\n", "the position: expected can be, found is refused: "),
        ('lacks = ["pass"]', 'refused = "L9"', "expected is refused: L9, found can be"),
    ],
)
def test_what_differs_is_told(tmp_path: Path, right: str, wrong: str, told: str) -> None:
    assert right in GOOD
    status, out, _ = verified(tmp_path, GOOD.replace(right, wrong))
    assert (status, told in out) == (3, True), out
    assert out.startswith("NO  ten-is-safe (T5): ")
    assert out.endswith("1 scenario: 1 differ\n")


def test_an_answer_under_another_reading(tmp_path: Path) -> None:
    status, out, _ = verified(
        tmp_path,
        GOOD
        + """
[[scenario.under]]
readings = { first_card = "optional" }
expect = { breaks = "T4" }
""",
    )
    assert status == 3
    assert "ten-is-safe (T5, first_card=optional): the last move breaks: expected T4" in out


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("[[scenario]]", "[[scenario", "this is not TOML"),
        ("[[scenario]]", "[[scenarios]]", "'scenarios' is not known here"),
        (GOOD, "", "there are no scenarios here"),
        (GOOD, "scenario = 3", "there are no scenarios here"),
        ('rule = "T5"', "", "'rule' is missing"),
        ('"T5"', '"L5"', "'L5' is no rule of ten"),
        ('"T5"', "5", "'rule' is not a text"),
        ('"positive"', '"good"', "a case cannot be 'good'"),
        ("game: ten", "game: chess", "'chess' is not a known game"),
        ('["draw"]', '"draw"', "'moves' is not a list of texts"),
        ("expect =", "expected =", "'expected' is not known here"),
        ('lacks = ["pass"]', 'breaks = "X1"', "'X1' is no rule of ten"),
        ('lacks = ["pass"]', "legal = false", "'legal' is not true"),
        ("moves =", 'readings = { put_back = "never" }\nmoves =', "is no reading"),
        (GOOD, GOOD + GOOD, "its name is given twice"),
        ('lacks = ["pass"]', 'points = ["1"]', "'points' is not a list of numbers"),
    ],
)
def test_what_cannot_be_read(tmp_path: Path, right: str, wrong: str, told: str) -> None:
    assert right in GOOD
    status, _, err = verified(tmp_path, GOOD.replace(right, wrong))
    assert (status, told in err) == (5, True), err


def test_json_has_a_line_for_each_file(tmp_path: Path) -> None:
    (tmp_path / "good.toml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "bad.toml").write_text("x", encoding="utf-8")
    files = [tmp_path / name for name in ("good.toml", "bad.toml", "none.toml")]
    done = run("rules", "verify", *files, "--json")
    assert done.returncode == 5
    good, bad, none = map(json.loads, done.stdout.splitlines())
    assert good == {"file": str(files[0]), "ok": True, "scenarios": 1, "differences": []}
    assert bad["error"]["kind"] == "read"
    assert none["error"]["kind"] == "usage"
