"""Scoring of TEN: the direct method, compiled and plain, CP-SAT, and the answer of `score`.

What is expected was worked out by hand, comes with the known cases, or is found here by trying
every assignment of the wilds.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from cli.score import score as command
from solver.game import Table
from solver.ten.cards import FULL_DECK, is_number, is_wild
from solver.ten.score_answer import Answer, answer, cards_named
from solver.ten.scoring import Run, key_of, plain_points, points, runs, scorer
from solver.ten.scoring_cpsat import points_by_cpsat
from solver.ten.table import Player, Readings, State

TOP = Path(__file__).parents[1]
CASES = json.loads((TOP / "tests/data/ten_scores.json").read_text(encoding="utf-8"))
WILD_ONLY = True, False
NUMBER_CARDS = [card for card in FULL_DECK.elements() if is_number(card)]
WILDS = [card for card in FULL_DECK.elements() if is_wild(card)]


def hands(seed: int, count: int, most_wilds: int) -> Iterator[list[str]]:
    """Random hands of up to 25 number cards and so many wilds, as they might be drawn."""
    chance = random.Random(seed)
    for _ in range(count):
        numbers = chance.sample(NUMBER_CARDS, chance.randint(0, 25))
        yield numbers + chance.sample(WILDS, chance.randint(0, most_wilds))


def scores(hand: list[str], wild_only: bool = True) -> set[int]:
    """What the plain method and the one that is there, compiled if it can be, make of a hand."""
    key = key_of(hand)
    return {plain_points(key, wild_only), points(key, wild_only)}


# --- Worked out by hand -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "expected", "without_wild_runs"),
    [
        ("", 0, 0),
        ("B1 B2 B3 B5 B7", 3, 3),
        ("R1 R2 R3 R4 R5 G4 G5 G6 B8 B9 O1", 11, 11),
        ("R4 R4 R4 R5", 2, 2),
        ("R1 R2 R3 R4 R5 R6 R7 R8", 8, 8),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9", 10, 10),
        ("R1 R2 R3 R4 R6 R7 R8 R9 R#", 10, 10),
        ("R1 R2 R3 R4 R6 R7 R8 R9 B#", 5, 4),
        ("R2 R4 R5 R7 W3 W6", 6, 6),
        ("R4 R6 B4 B6 W5", 4, 4),  # it fills one gap: three and one
        ("R4 R6 B4 B6 W5 W#", 6, 6),
        ("R4 R6 B4 B6 O4 O6 W5 W#", 7, 7),
        ("R1 R3 B1 B5 W2 W3", 5, 4),  # red 1-3, blue 1, and orange 3
        ("W5", 1, 0),
        ("W#", 1, 0),
        ("R# R#", 2, 0),
        ("R# R# W4 W#", 4, 0),
        ("W1 W2 W3 W4 W5 W6 W7 W8 W9", 10, 0),
        ("W1 W2 W3 W4 W5 W6 W7 W8 W#", 10, 0),
        ("W1 W2 W3 W4 W5 W6 W7 W8 W9 R9", 11, 10),  # ten, and the nine left over
        ("R1 W5 W6 W7", 4, 1),
        ("R1 W2 W7", 3, 2),
        ("R1 R4 R# W# W3", 5, 5),  # the gap of two, and one end
        ("R3 B3 O3 G3 W3", 4, 4),
        ("R# B# O# G#", 4, 0),
        ("R7 B# W6 W8", 4, 3),
        # 1-4, 6-9, 4-6 and 4-6 would leave one of the five wilds over, but take W5 twice: 1-4, 6-9,
        # 4-7 and 3-4 are the best.
        ("R1 R4 R# B6 B9 B# O4 O6 G4 G6 W2 W3 W5 W7 W8", 14, 14),
        # Wilds enough for all colours together, not for two or three of them (found by CP-SAT).
        ("B3 B5 B7 G3 G7 R# B# O# W4 W5 W6 W7 W8 W9", 13, 10),
        ("R2 R5 B6 O2 O3 G6 G8 R# O# W3 W4 W5 W7 W8", 13, 13),
        ("R7 O4 O6 G2 G3 G4 G6 R# B# W2 W3 W5 W7 W8 W9", 14, 13),
        ("R4 B5 O2 O4 O5 O6 G2 G5 R# R# B# G# W3 W5 W6 W7", 15, 15),
    ],
)
def test_worked_out_by_hand(hand: str, expected: int, without_wild_runs: int) -> None:
    cards = hand.split()
    assert scores(cards) == {expected}
    assert scores(cards, wild_only=False) == {without_wild_runs}
    assert points_by_cpsat(cards) == expected
    assert points_by_cpsat(cards, wild_only=False) == without_wild_runs


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_known_cases(case: dict[str, Any]) -> None:
    found = re.search(r"player 1: [^;]*cards=([^;]*)", case["position"])
    assert found is not None
    cards = found[1].split(",")
    assert scores(cards) == {case["total"]}
    assert points_by_cpsat(cards) == case["total"]


def test_a_hand_as_a_number() -> None:
    assert key_of([]) == 0
    assert key_of(["R1", "R9", "B1", "G9"]) == 1 | 1 << 8 | 1 << 9 | 1 << 35
    assert key_of(["W1", "W9", "W#"]) == 1 << 36 | 1 << 44 | 1 << 45
    assert key_of(["R#", "R#", "B#", "G#", "G#"]) == 2 << 46 | 1 << 48 | 2 << 52
    assert key_of(["O4", "O4", "O4"]) == key_of(["O4"]) == 1 << 21
    with pytest.raises(KeyError):
        key_of(["R1", "$3"])


# --- Every assignment of the wilds --------------------------------------------------------------

Held = tuple[frozenset[int], ...]
"""The numbers that each colour has."""


Suits = tuple[int, int, int]
"""How a run suits its colour: its points, and with a minus its wilds and its first number."""


@cache
def longest(numbers: frozenset[int], natural: frozenset[int], wild_only: bool) -> Suits:
    """The run that suits a colour best, of which some numbers are natural."""
    best = (0, 0, 0)
    for first in range(1, 10):
        for last in range(first, 10):
            run = set(range(first, last + 1))
            if run <= numbers and (wild_only or run & natural):
                score = 10 if len(run) == 9 else len(run)
                best = max(best, (score, -len(run - natural), -first))
    return best


def places(wild: str) -> list[tuple[int, int]]:
    """The colours, as places in RBOG, and numbers that a wild can stand for."""
    return [
        (colour, number)
        for colour in range(4)
        for number in range(1, 10)
        if wild[0] in ("W", "RBOG"[colour]) and wild[1] in ("#", str(number))
    ]


def holding(hand: list[str]) -> Held:
    return tuple(
        frozenset(int(card[1]) for card in hand if is_number(card) and card[0] == colour)
        for colour in "RBOG"
    )


def with_card(held: Held, colour: int, number: int) -> Held:
    return (*held[:colour], held[colour] | {number}, *held[colour + 1 :])


def by_colour(held: Held, natural: Held, wild_only: bool = True) -> tuple[Suits, ...]:
    pairs = zip(held, natural, strict=True)
    return tuple(longest(numbers, own, wild_only) for numbers, own in pairs)


def total(suits: tuple[Suits, ...]) -> int:
    return sum(score for score, _, _ in suits)


def every_assignment(hand: list[str]) -> set[Held]:
    found = {holding(hand)}
    for wild in filter(is_wild, hand):
        found = {with_card(held, *place) for held in found for place in places(wild)}
    return found


def suiting(run: Run) -> Suits:
    return run.points, -len(run.wilds), -(run.first or 0)


@pytest.mark.parametrize("seed", range(4))
def test_every_assignment_of_the_wilds(seed: int) -> None:
    compared = 0
    for hand in hands(seed, 250, most_wilds=4):
        natural, assignments = holding(hand), every_assignment(hand)
        for wild_only in WILD_ONLY:
            found = max(
                (total(each), each)
                for each in (by_colour(held, natural, wild_only) for held in assignments)
            )
            assert scores(hand, wild_only) == {found[0]}, hand
            # Of equally good choices the one that suits red best, then blue, …
            assert tuple(map(suiting, runs(hand, wild_only))) == found[1], hand
            compared += 1
    assert compared == 500


def greedy(hand: list[str]) -> int:
    """One wild after the other, each put where it is worth most at once."""
    held = natural = holding(hand)
    for wild in filter(is_wild, hand):
        held = max(
            (with_card(held, *place) for place in places(wild)),
            key=lambda there: total(by_colour(there, natural)),
        )
    return total(by_colour(held, natural))


def test_placing_wilds_one_at_a_time_is_often_wrong() -> None:
    wrong = 0
    for hand in hands(7, 300, most_wilds=4):
        most = max(total(by_colour(held, held)) for held in every_assignment(hand))
        assert scores(hand) == {most}
        wrong += greedy(hand) < most
    assert wrong > 20

    wrong = 0
    for hand in hands(8, 400, most_wilds=8):
        assert greedy(hand) <= points(key_of(hand))
        wrong += greedy(hand) < points(key_of(hand))
    assert wrong > 50


# --- The methods against each other -------------------------------------------------------------


def test_the_methods_agree() -> None:
    for hand in hands(11, 100, most_wilds=8):
        for wild_only in WILD_ONLY:
            assert scores(hand, wild_only) == {points_by_cpsat(hand, wild_only)}, hand


def test_the_compiled_method_is_the_plain_one() -> None:
    compiled = scorer(plain=False)
    if compiled is plain_points:
        pytest.skip("nothing is compiled here")
    for hand in hands(13, 3000, most_wilds=18):
        for wild_only in WILD_ONLY:
            key = key_of(hand)
            assert compiled(key, wild_only) == plain_points(key, wild_only), hand


def test_the_plain_method_can_be_asked_for() -> None:
    code = (
        "from solver.ten.scoring import _points, plain_points, scorer;"
        "print(_points is plain_points, scorer(plain=False) is plain_points)"
    )
    for asked in ("", "1"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "LEVEL10_PLAIN": asked},
            capture_output=True,
            text=True,
            check=True,
        )
        plain, nothing_compiled = done.stdout.split()
        assert plain == ("True" if asked else nothing_compiled)


# --- The runs -----------------------------------------------------------------------------------


def told(hand: str, wild_only: bool = True) -> list[tuple[Any, ...]]:
    return [
        (run.colour, run.points, run.first, run.last, *(f"{wild}={n}" for wild, n in run.wilds))
        for run in runs(hand.split(), wild_only)
        if run.points
    ]


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("B1 B2 B3 B5 B7", [("B", 3, 1, 3)]),
        ("R8 R9 R3 R4", [("R", 2, 3, 4)]),  # the lower of two as long
        ("R8 R9 W1 W2", [("R", 2, 8, 9), ("B", 2, 1, 2, "W1=1", "W2=2")]),
        ("R2 R4 W3 R#", [("R", 4, 1, 4, "R#=1", "W3=3")]),
        ("R1 R4 W2 R#", [("R", 4, 1, 4, "W2=2", "R#=3")]),  # R# as 2 would leave the 3 open
        ("R1 R3 W2 W#", [("R", 4, 1, 4, "W2=2", "W#=4")]),
        ("R4 R6 B4 B6 W5", [("R", 3, 4, 6, "W5=5"), ("B", 1, 4, 4)]),
        ("R4 R6 B4 B6 W5 W#", [("R", 3, 4, 6, "W5=5"), ("B", 3, 4, 6, "W#=5")]),
        ("R4 R6 B4 B6 B# W5", [("R", 3, 4, 6, "W5=5"), ("B", 3, 4, 6, "B#=5")]),
        ("W7", [("R", 1, 7, 7, "W7=7")]),
        ("R1 R2 R3 R4 R5 R6 R7 R8 G#", [("R", 8, 1, 8), ("G", 1, 1, 1, "G#=1")]),
        ("R1 R2 R3 R4 R5 R6 R7 R8 W# G#", [("R", 10, 1, 9, "W#=9"), ("G", 1, 1, 1, "G#=1")]),
    ],
)
def test_runs_and_where_the_wilds_go(hand: str, expected: list[tuple[Any, ...]]) -> None:
    assert told(hand) == expected


def test_a_run_of_wilds_alone() -> None:
    assert told("R1 W7 W8") == [("R", 1, 1, 1), ("B", 2, 7, 8, "W7=7", "W8=8")]
    assert told("R1 W7 W8", wild_only=False) == [("R", 1, 1, 1)]
    assert told("R# W5", wild_only=False) == []


def test_runs_can_be_laid() -> None:
    for hand in hands(17, 600, most_wilds=8):
        for wild_only in WILD_ONLY:
            found = runs(hand, wild_only)
            assert [run.colour for run in found] == list("RBOG")
            assert sum(run.points for run in found) == points(key_of(hand), wild_only)
            used = Counter(wild for run in found for wild, _ in run.wilds)
            assert used <= Counter(hand)
            for run in found:
                if not run.points:
                    assert (run.first, run.last, run.wilds) == (None, None, ())
                    continue
                assert run.first is not None
                assert run.last is not None
                length = run.last - run.first + 1
                assert run.points == (10 if length == 9 else length)
                for wild, number in run.wilds:
                    assert ("RBOG".index(run.colour), number) in places(wild)
                laid = [number for _, number in run.wilds]
                laid += {int(card[1]) for card in hand if is_number(card) and card[0] == run.colour}
                assert len(set(laid)) == len(laid)
                assert set(range(run.first, run.last + 1)) <= set(laid)
                assert wild_only or length > len(run.wilds)


# --- The answer ---------------------------------------------------------------------------------


def table(*players: Player, **changes: Any) -> State:
    return State(players, **changes)


def player(cards: str = "", tokens: int = 0, bust: int = 0) -> Player:
    return Player(tokens, bust, tuple(cards.split()))


NO_RUN: dict[str, Any] = {"points": 0, "run": None, "wilds": []}


def test_the_answer_for_programs() -> None:
    found = answer(table(player("R1 R2 B5 R# W7", 4, 1), player(tokens=10)))
    assert found.to_json() == {
        "players": [
            {
                "player": 1,
                "total": 5,
                "colours": {
                    "R": {"points": 3, "run": [1, 3], "wilds": [{"card": "R#", "as": 3}]},
                    "B": {"points": 1, "run": [5, 5], "wilds": []},
                    "O": {"points": 1, "run": [7, 7], "wilds": [{"card": "W7", "as": 7}]},
                    "G": NO_RUN,
                },
                "tokens": 4,
                "bust": 1,
                "cards": 5,
            },
            {
                "player": 2,
                "total": 0,
                "colours": dict.fromkeys("RBOG", NO_RUN),
                "tokens": 10,
                "bust": 0,
                "cards": 0,
            },
        ],
        "winners": [1],
    }


def test_what_further_cards_are_worth() -> None:
    """Two cards together may be worth more than each alone, or less."""
    found = answer(table(player("R1 R2 R5"), player("R4 R6 W#")), cards_named(["r3", "P4"]))
    first, second = found.to_json()["players"]
    assert first["total"] == 3 - 1
    assert first["add"] == [
        {"card": "R3", "total": 3, "worth": 1},
        {"card": "R4", "total": 2, "worth": 0},
    ]
    assert first["together"] == {"cards": ["R3", "R4"], "total": 5, "worth": 3}
    assert second["total"] == 3
    assert second["add"] == [
        {"card": "R3", "total": 4, "worth": 1},
        {"card": "R4", "total": 3, "worth": 0},
    ]
    assert second["together"] == {"cards": ["R3", "R4"], "total": 4, "worth": 1}
    alone = answer(table(player("R1")), ["R2"]).to_json()["players"][0]
    assert alone["add"] == [{"card": "R2", "total": 2, "worth": 1}]
    assert "together" not in alone


def test_the_reading_of_runs_of_wilds() -> None:
    readings = Readings(wild_only_run="no")
    found = answer(table(player("R1 W5"), readings=readings), ["B4"]).to_json()["players"][0]
    assert found["total"] == 1
    assert found["add"] == [{"card": "B4", "total": 3, "worth": 2}]
    assert answer(table(player("R1 W5"))).scores[0].total == 2


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (["$3"], r"\$3 is a currency card"),
        (["W5"], "player 2 has 1 W5 and cannot get 1 more: there are 1 in the box"),
        (["R6", "R6", "R6"], "player 1 has 1 R6 and cannot get 3 more: there are 3 in the box"),
        (["G#", "G#", "G#"], "player 1 has 0 G# and cannot get 3 more"),
    ],
)
def test_cards_that_nobody_can_get(cards: list[str], message: str) -> None:
    state = table(player("R6"), player("W5"))
    with pytest.raises(ValueError, match=message):
        answer(state, cards)


@pytest.mark.parametrize(
    ("players", "winners", "reason"),
    [
        (("R1 R2|0", "R1|9"), [1], "player 1 would win"),
        (("R1|3", "B4|5", "|9"), [2], "player 2 would win, with the most black tokens of those"),
        (("R1 R1|3", "B4|3"), [2], "player 2 would win, with the fewest cards of those with 1"),
        (("R1|3", "R9|2", "B4|3"), [1, 3], "player 1 and player 3 would share the win, with"),
        (("R1|3", "B4|3"), [1, 2], "share the win, with as many points, black tokens and cards"),
    ],
)
def test_who_would_win(players: tuple[str, ...], winners: list[int], reason: str) -> None:
    hands = [one.split("|") for one in players]
    found = answer(table(*(player(cards, int(tokens), bust=1) for cards, tokens in hands)))
    assert found.to_json()["winners"] == winners
    assert reason in found.verdict()


def test_who_has_won() -> None:
    found = answer(table(player("R1"), player("R1 R2"), phase="final", turn=1, next=None))
    assert found.verdict() == "player 2 has won"


def words(found: Answer) -> list[str]:
    lines = []
    for part in found.story():
        if isinstance(part, Table):
            lines += [" | ".join(row) for row in (part.headings, *part.rows)]
        else:
            lines.append(part)
    return lines


def test_the_answer_for_people() -> None:
    state = table(player("R1 R2 R#", 4, 1), player("G5", 10))
    assert words(answer(state, ["R4", "W#"])) == [
        "player | points | black tokens | cards | bust tokens",
        "1 | 3 | 4 | 3 | 1",
        "2 | 1 | 10 | 1 | 0",
        "",
        "if the game ended now player 1 would win",
        "",
        "player | colour | points | run | wilds",
        "1 | red | 3 | 1-3 | R# as 3",
        "2 | green | 1 | 5 | -",
        "",
        "player | with | points | worth",
        "1 | R4 | 4 | +1",
        "1 | W# | 4 | +1",
        "1 | R4 and W# | 5 | +2",
        "2 | R4 | 2 | +1",
        "2 | W# | 2 | +1",
        "2 | R4 and W# | 3 | +2",
    ]


# --- The command --------------------------------------------------------------------------------

FIRST = "game: ten; players: 2; player 1: tokens=4 bust=1 cards=R1,R2,R#; player 2: cards=G5"
SECOND = "game: ten; players: 2; player 1: cards=W5; player 2: tokens=2"

app = typer.Typer()
app.command()(command)


def run(*arguments: str, status: int = 0, given: str = "") -> tuple[str, str]:
    done = CliRunner().invoke(app, arguments, input=given)
    assert done.exit_code == status, done.output
    return done.stdout, done.stderr


def documents(*arguments: str, status: int = 0, given: str = "") -> list[dict[str, Any]]:
    out, _ = run(*arguments, "--json", status=status, given=given)
    return [json.loads(line) for line in out.splitlines()]


def test_the_command_for_programs() -> None:
    (found,) = documents("-", "--add", "r4", given=FIRST)
    assert list(found) == ["file", "game", "players", "winners", "readings"]
    assert (found["file"], found["game"], found["winners"]) == ("-", "ten", [1])
    assert [one["total"] for one in found["players"]] == [3, 1]
    assert found["players"][0]["colours"]["R"] == {
        "points": 3,
        "run": [1, 3],
        "wilds": [{"card": "R#", "as": 3}],
    }
    assert found["players"][1]["add"] == [{"card": "R4", "total": 2, "worth": 1}]
    assert found["readings"]["wild_only_run"] == "yes"


def test_the_command_for_people() -> None:
    out, err = run("-", given=FIRST)
    assert "if the game ended now player 1 would win\n" in out
    assert re.search(r"1 +red +3 +1-3 +R# as 3", out)
    assert out.endswith("readings: all as by default\n")
    assert not err


def test_the_command_with_a_reading() -> None:
    (found,) = documents("-", "--reading", "wild_only_run=no", given=SECOND)
    assert [one["total"] for one in found["players"]] == [0, 0]
    assert found["winners"] == [2]
    assert found["readings"]["wild_only_run"] == "no"


def test_several_inputs_one_of_which_is_bad(tmp_path: Path) -> None:
    names = []
    other = (TOP / "examples/labyrinth.txt").read_text(encoding="utf-8")
    for number, text in enumerate((FIRST, other, SECOND, FIRST)):
        names.append(str(tmp_path / f"{number}.txt"))
        Path(names[-1]).write_text(text, encoding="utf-8")
    found = documents(*names, "--add", "W5", status=2)
    assert [one["file"] for one in found] == names
    kinds = [one["error"]["kind"] if "error" in one else None for one in found]
    assert kinds == [None, "usage", "usage", None]
    out, err = run(*names, "--add", "W5", status=2)
    assert out.count("== ") == 2
    assert f"error: {names[1]}: scores are there for ten only" in err
    assert f"error: {names[2]}: --add: player 1 has 1 W5 and cannot get 1 more" in err

    Path(names[1]).write_text("game: ten; players: 2; player 1: cards=R1,X", encoding="utf-8")
    found = documents(*names, status=5)
    assert [one["file"] for one in found] == names
    assert ["error" in one for one in found] == [False, True, False, False]


def test_json_lines() -> None:
    lines = "\n".join(
        json.dumps({"game": "ten", "players": 1, "players_state": [{"cards": [card] * count}]})
        for card, count in (("R1", 1), ("R#", 2))
    )
    found = documents("-", given=lines)
    assert [(one["line"], one["players"][0]["total"]) for one in found] == [(1, 1), (2, 2)]


@pytest.mark.parametrize("card", ["X5", "R10", "", "R5,R6"])
def test_what_is_not_a_card(card: str) -> None:
    _, err = run("-", "--add", card, status=2, given=FIRST)
    assert "Invalid value for --add" in err
