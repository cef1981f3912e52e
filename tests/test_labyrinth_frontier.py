"""The second opinion on Master Labyrinth plans, against the naive copy of the rules and by hand."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import naive_labyrinth as naive
import numpy as np
import pytest
from naive_labyrinth import Position

import solver
from solver.labyrinth import frontier
from solver.labyrinth.board import SQUARES
from solver.labyrinth.table import State
from solver.verdict import Budget, LimitReached, Limits

FILE = Path(__file__).parent / "data" / "labyrinth-positions.jsonl"
QUESTIONS: list[dict[str, Any]] = [
    json.loads(line) for line in FILE.read_text("utf-8").splitlines()
]
SAMPLE = [
    question
    for number, question in enumerate(QUESTIONS)
    if number % 5 == 0 or "stolen" in question or "saved" in question
]
BOARDS = 1000  # a random question that needs more of them is left out
GOALS = ["take:1", "take:1", "take:2", "take:3", "reach", "battle"]


def budget(nodes: int | None = None) -> Budget:
    return Budget(Limits(seconds=None, nodes=nodes))


def read(text: str) -> State:
    state: State = solver.read(text).state
    return state


def within(state: State, goal: str, turns: int) -> bool:
    return frontier.within(state, goal, turns, budget())


def forced(state: State, goal: str, turns: int) -> bool:
    return frontier.forced(state, goal, turns, budget())


# Against the naive copy


@pytest.mark.parametrize("question", SAMPLE)
def test_questions_answered_by_the_naive_copy(question: dict[str, Any]) -> None:
    state, goal, turns = read(question["position"]), question["goal"], question["turns"]
    if question["opponents"] == "free":
        assert forced(state, goal, turns) == question["forced"]
        assert within(state, goal, turns) == question["still"]
        return
    fewest = question["fewest"]
    for number in range(1, turns + 1):
        assert within(state, goal, number) == (fewest is not None and fewest <= number)


def random_question(rng: random.Random, players: int, turned: float) -> tuple[Position, str]:
    """Any readings, though the spare may be turned only so often: fewer pushes, deeper questions.

    Treasures lie where players stand more often than chance would have it.
    """
    readings = {name: rng.choice(values) for name, values in naive.VALUES.items()}
    readings["turn_spare"] = "any-orientation" if rng.random() < turned else "as-it-lies"
    line = naive.random_line(rng, players, classic=rng.random() < 0.7, readings=readings)
    position = naive.parse(line)
    for adventurer in position.adventurers.values():
        adventurer.cards = []
    if rng.random() < 0.3:
        hand = position.adventurers[position.turn].cards
        hand += sorted(rng.sample(range(6, 13), rng.randint(1, 3)))
    squares = [adventurer.square for adventurer in position.adventurers.values()]
    position.treasures = tuple(
        sorted(
            (value, rng.choice(squares) if rng.random() < 0.2 else where)
            for value, where in position.treasures
        )
    )
    goal = rng.choice(GOALS)
    return position, f"reach:{rng.choice(naive.SQUARES)}" if goal == "reach" else goal


@pytest.mark.parametrize("seed", range(2))
def test_still_opponents(seed: int) -> None:
    rng = random.Random(seed)
    answers: Counter[tuple[int, bool]] = Counter()
    while sum(answers.values()) < 20:
        position, goal = random_question(rng, rng.randint(1, 3), turned=0.3)
        turns = rng.randint(1, 2 if position.readings["turn_spare"] == "any-orientation" else 3)
        try:
            expected = naive.fewest(position, goal, turns, BOARDS)
        except naive.TooMany:
            continue
        state = read(naive.write(position))
        for number in range(1, turns + 1):
            answer = expected is not None and expected[0] <= number
            assert within(state, goal, number) == answer, (naive.write(position), goal, number)
            answers[number, answer] += 1
    assert all(answers[number, answer] for number in (1, 2) for answer in (False, True))


@pytest.mark.parametrize("seed", range(2))
def test_free_opponents(seed: int) -> None:
    rng = random.Random(seed)
    answers: Counter[bool] = Counter()
    while sum(answers.values()) < 30:
        players = rng.choice([2, 2, 2, 3, 4])
        position, goal = random_question(rng, players, turned=0)
        turns = rng.randint(1, 2 if players > 2 or goal.startswith("take") else 3)
        state = read(naive.write(position))
        try:
            expected = naive.forced(position, goal, turns, BOARDS)
        except naive.TooMany:
            continue
        assert forced(state, goal, turns) == expected, (naive.write(position), goal, turns)
        answers[expected] += 1
    assert min(answers[False], answers[True]) > 5


def test_any_number_of_tables_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontier, "AT_ONCE", 200)
    free = [question for question in QUESTIONS if question["opponents"] == "free"]
    for question in free[::15]:
        state, goal, turns = read(question["position"]), question["goal"], question["turns"]
        assert forced(state, goal, turns) == question["forced"]


@pytest.mark.parametrize(
    ("goal", "pushes"), [("take:1", 2), ("take:2", 3), ("take:3", 3), ("reach:e5", 1)]
)
def test_asking_about_many_squares_is_asking_about_each(goal: str, pushes: int) -> None:
    rng = random.Random(1)
    answers: Counter[bool] = Counter()
    for _ in range(3):
        state = read(naive.random_line(rng, 1, phase="many", readings={"turn_spare": "as-it-lies"}))
        question = frontier.Question(state, goal, budget())
        table = question.table(state, [])
        asked = np.array([[rng.random() < 0.5] for _ in range(SQUARES)])
        won = question.own(replace(table, asked=asked), pushes, 0, False)
        for where in np.flatnonzero(asked):
            alone = replace(table, asked=frontier.marked(np.array([where])))
            assert won[where, 0] == question.own(alone, pushes, 0, False).any()
            answers[bool(won[where, 0])] += 1
        assert not won[~asked].any()
    assert min(answers[False], answers[True]) > 0


# By hand


def table(keys: str, spare: str = "EW", **tiles: str) -> State:
    """All tiles straight, east and west, but for those given: every row is one passage."""
    rows = [[tiles.get(column + row, "EW") for column in "abcdefg"] for row in "1234567"]
    board = " / ".join(" ".join(row) for row in rows)
    return read(f"game: labyrinth; board: {board}; spare: {spare}; {keys}")


def test_who_is_pushed_out_comes_in_at_the_other_end() -> None:
    assert within(table("adventurer 1: b7"), "reach:b1", 1)
    assert within(table("adventurer 1: b7"), "reach:g1", 1)
    assert not within(table("adventurer 1: b7; last push: Sb"), "reach:b1", 1)


def test_being_carried_along_with_a_treasure_takes_nothing() -> None:
    keys = "adventurer 1: b7; last push: Sd; treasures: 1@b7"
    assert not within(table(keys), "take:1", 1)
    assert within(table(keys), "take:1", 2)
    assert within(table(f"{keys}; readings: entering=out-and-back"), "take:1", 1)
    # At the start of column b a tile open north and south leads nowhere.
    alone = table(f"{keys}; readings: entering=standing-counts", spare="NS", a7="NS", c7="NS")
    assert within(alone, "take:1", 1)


def test_the_last_push_bars_the_other_end() -> None:
    assert not within(table("adventurer 1: b7; last push: Sb"), "reach:b1", 1)
    assert within(table("adventurer 1: b7; last push: Nb"), "reach:b1", 1)


def test_the_board_ends_at_its_edges() -> None:
    state = table("adventurer 1: g2")
    assert not within(state, "reach:a3", 1)  # g2 and a3 are not neighbours
    assert within(state, "reach:a3", 2)
    assert not within(table("adventurer 1: a1"), "reach:g7", 1)


def test_nothing_passes_under_the_lair() -> None:
    keys = "adventurer 1: a4; last push: W4"
    assert not within(table(keys), "reach:e4", 1)
    assert within(table(f"{keys}; readings: lair=no"), "reach:e4", 1)
    assert within(table("adventurer 1: c4; last push: W4"), "reach:d4", 1)  # carried
    assert not within(table("adventurer 1: b4; last push: W4"), "reach:d4", 1)
    down = {f"d{row}": "NS" for row in range(1, 8)}
    assert not within(table("adventurer 1: d2", **down), "reach:d4", 1)
    assert not within(table("adventurer 1: d6", **down), "reach:d4", 1)


def test_a_treasure_under_the_lair_blocks_and_cannot_be_taken() -> None:
    keys = "adventurer 1: a4; last push: W4; treasures:"
    assert within(table(f"{keys} 2@b4"), "take:1", 1)
    assert not within(table(f"{keys} 1@d4 2@b4"), "take:1", 1)
    assert not within(table("adventurer 1: c4; treasures: 1@c4; last push: W4"), "take:1", 1)
    # A push from the east brings it out and, from a4, the adventurer to the other side.
    assert not within(table("adventurer 1: a4; treasures: 1@d4"), "take:1", 1)
    assert within(table("adventurer 1: b4; treasures: 1@d4"), "take:1", 1)


def test_a_treasure_on_the_spare_comes_in_with_it_and_blocks() -> None:
    keys = "adventurer 1: a1; readings: treasures=on-tiles; treasures:"
    assert within(table(f"{keys} 1@spare"), "take:1", 1)
    assert not within(table(f"{keys} 1@b7 2@c1; last push: Sd"), "take:1", 1)
    assert not within(table(f"{keys} 1@b7"), "take:1", 1)  # a token would come in at b1
    assert within(table(f"{keys} 1@b7"), "take:1", 2)


def test_cards_buy_second_turns_one_in_a_turn() -> None:
    # Two pushes lead from row 2 into row 3: the second carries the adventurer down.
    for words, turns in [("", 2), (" cards=7", 1), (" cards=6", 2), (" cards=7; extra: yes", 2)]:
        state = table(f"adventurer 1: g2{words}")
        for answer in (within, forced):  # alone there is nobody to hinder
            assert not answer(state, "reach:a3", turns - 1)
            assert answer(state, "reach:a3", turns)
    for cards, reached in [("7", True), ("8", False), ("7,8", True)]:
        # Three lead into row 4, four into row 5.
        state = table(f"adventurer 1: g2 cards={cards}")
        for answer in (within, forced):
            assert answer(state, "reach:a4" if cards == "7" else "reach:a5", 2) == reached


def test_the_later_treasures_are_laid_out_with_the_second_six() -> None:
    keys = "adventurer 1: a1; later: 7@c1 8@e1; treasures:"
    assert within(table(f"{keys} 6@g1"), "take:3", 3)
    assert not within(table(f"{keys} 6@g1"), "take:3", 2)
    assert not within(table(f"{keys} 6@g1 6@g7"), "take:2", 2)
    assert within(table(f"{keys} 6@a1"), "take:2", 3)  # away from it, back, on to the 7


def test_standing_under_the_lair_takes_nothing() -> None:
    for lair, takes in [("yes", 0), ("no", 7)]:
        readings = f"readings: entering=standing-counts lair={lair}"
        state = table(f"adventurer 1: d4; treasures: 1@d4; {readings}")
        question = frontier.Question(state, "take:1", budget())
        tables = question.table(state, [])
        ways = frontier.Passages(tables.tiles, state.lair)
        (prize,) = question.prizes(tables, ways)
        assert prize.takers.sum() == takes


@pytest.mark.parametrize(
    ("others", "treasures", "expected"),
    [
        ("a1 g7", "1@e3", True),
        ("a3 g7", "1@e3", False),
        ("a1 g3", "1@e3", False),
        ("a1 g3", "1@e3 1@e3", True),
        ("a3 g3", "1@e3 1@e3", False),
        ("a3 g7", "1@e3 2@c3", True),
        ("a3 g3", "1@e3 2@c3", False),
        ("a1 g7", "1@a5 2@e3", False),
    ],
)
def test_who_comes_first_takes_it(others: str, treasures: str, expected: bool) -> None:
    # The treasure is entered with the second turn; no two pushes part row 3 or lead into it.
    one, other = others.split()
    keys = f"adventurer 1: e3; adventurer 2: {one}; adventurer 4: {other}; last push: W2"
    assert forced(table(f"{keys}; treasures: {treasures}"), "take:1", 2) == expected


def test_who_stands_walled_in_on_a_treasure_has_to_take_it() -> None:
    keys = "adventurer 1: c7; adventurer 2: {}; treasures: 1@{} 2@e7; readings: entering="
    corner = keys.format("a1", "a1")
    assert forced(table(f"{corner}standing-counts", a1="NW"), "take:1", 2)
    assert not forced(table(f"{corner}out-and-back", a1="NW"), "take:1", 2)
    assert not forced(table(f"{corner}standing-counts"), "take:1", 2)


def test_what_is_not_answered() -> None:
    state = table("adventurer 1: a1; adventurer 2: a2; treasures: 1@g7")
    with pytest.raises(NotImplementedError):
        forced(state, "take:1", 3)
    with pytest.raises(LimitReached, match="nodes"):
        frontier.within(state, "take:1", 4, budget(1000))
    assert not within(table("adventurer 1: a1 dragon=yes"), "reach:b1", 1)
    assert not within(state, "reach:b1", 0)
