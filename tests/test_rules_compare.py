"""`rules compare`: the counts are those of solving one by one, and the interval is what it says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commands import run

import solver
from solver import GAMES, Limits
from solver.interval import wilson
from solver.rulebook.compare import UNKNOWN, Compared, Measure, Sample, compared, effect


def test_as_solving_one_by_one() -> None:
    """Single players without pauses, some of whom need to put cards back."""
    done = run(
        *("rules", "compare", "--reading", "put_back=bottom,never", "--players", "1"),
        *("--pauses", "0", "--deals", "5", "--seed", "4", "--jobs", "1", "--json"),
    )
    assert done.returncode == 0
    answer = json.loads(done.stdout)
    verdicts: dict[str, list[str]] = {}
    for value in ("bottom", "never"):
        for number in range(1, 6):
            state = GAMES["level10"].deal(1, 0, 4, number, {"put_back": value})
            record: solver.Record[Any, Any] = solver.Record("level10", state)
            verdicts.setdefault(value, []).append(solver.solve(record).verdict)
    for value, words in verdicts.items():
        assert answer["answers"][value] == {word: words.count(word) for word in sorted(set(words))}
    pairs = list(zip(verdicts["bottom"], verdicts["never"], strict=True))
    changed = [number for number, (old, new) in enumerate(pairs, 1) if old != new]
    (found,) = answer["effects"]
    assert (found["changed"], found["undecided"]) == (len(changed), 0)
    assert changed, "this seed has such deals"
    assert found["first"]["number"] == changed[0]
    assert found["interval"] == [round(end, 6) for end in wilson(len(changed), 5)]
    first = solver.read(found["first"]["position"])
    assert solver.solve(first).verdict == "winnable"


def test_undecided_positions_count_both_ways() -> None:
    words = [("a", "a"), ("a", "b"), (UNKNOWN, "a"), ("b", UNKNOWN), ("a", "a")]
    found = [
        Compared(number, None, {"x": old, "y": new}) for number, (old, new) in enumerate(words, 1)
    ]
    one = effect(found, "x", "y")
    assert (one.changed, one.undecided, one.positions) == (1, 2, 5)
    assert (one.low, one.high) == (wilson(1, 5)[0], wilson(3, 5)[1])
    assert one.first is found[1]
    assert one.changes == {("a", "b"): 1}


def test_fewest_turns_of_labyrinth() -> None:
    sample = Sample("labyrinth", {"players": 2}, {}, 1, played=30)
    measure = Measure("labyrinth", "take:1", {}, Limits(60))
    for number in (1, 2, 3):
        state = sample.position(number)
        found = compared(measure, "entering", ("from-another-square",), number, state)
        verdict = solver.solve(solver.Record("labyrinth", state))
        assert found.answers["from-another-square"].split()[0] == str(verdict.turns)


def test_most_points_of_ten() -> None:
    sample = Sample("ten", {"players": 2, "deck": "full"}, {}, 1, left=0)
    state = sample.position(2)
    assert not state.to_come
    measure = Measure("ten", "score:1", {}, Limits(60))
    points = int(
        compared(measure, "overpay", ("forbidden",), 2, state).answers["forbidden"].split()[0]
    )
    record: solver.Record[Any, Any] = solver.Record("ten", state)
    assert solver.solve(record, f"score:1:{points}").verdict == "winnable"
    assert solver.solve(record, f"score:1:{points + 1}").verdict == "unwinnable"


def test_positions_of_ones_own(tmp_path: Path) -> None:
    deals = run("deal", "--players", "2", "--seed", "3", "--count", "4").stdout
    file = tmp_path / "deals.jsonl"
    file.write_text(deals, encoding="utf-8")
    done = run("rules", "compare", "--reading", "tuck", file, "--jobs", "1")
    assert done.returncode == 0
    assert "tuck: 4 positions of 1 file" in done.stdout
    assert "same-world -> never: the answer changes in 0 of 4" in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--reading", "put_back=bottom"),
        ("--reading", "nothing"),
        ("--reading", "put_back=bottom,bottom"),
        ("--reading", "put_back=bottom,top"),
        ("--reading", "put_back", "--reading", "tuck"),
        ("--reading", "put_back", "--players", "6"),
        ("--reading", "entering", "--players", "1"),
        ("--reading", "entering", "--pauses", "1"),
        ("--reading", "tuck", "--goal", "take:1"),
        ("--reading", "tuck", "--turns", "3"),
        ("--reading", "tuck", "--left", "3"),
        ("--reading", "tuck", "none.jsonl"),
    ],
)
def test_wrong_usage(words: tuple[str, ...]) -> None:
    done = run("rules", "compare", *words)
    assert done.returncode == 2
    assert done.stdout == ""


def test_a_reading_that_cannot_matter_is_told() -> None:
    done = run("rules", "compare", "--reading", "battle_target", "--deals", "1", "--jobs", "1")
    assert "battle_target cannot change the answer to take:1" in done.stderr
