"""Puzzles that are made: sound, all different, the same for a seed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzles.check import position_claims, puzzle_claims
from puzzles.generate import ALIKE, Exhausted, Made, Order, TimeIsUp, generate, puzzle_at
from puzzles.kinds import KINDS
from puzzles.notation import read_puzzle, write
from puzzles.puzzle import Puzzle
from solver import Limits

SEEDS = {
    "best-score": 100,
    "draw-or-stop": 25,
    "last-purchase": 8,
    "open-deal": 5,
    "take-it": 20,
    "block": 10,
    "two-in-one": 8,
    "only-move": 8,
    "save-it": 6,
    "lost-or-not": 8,
    "fewest-put-backs": 2,
}


def order(kind: str, seed: int = 1, low: int = 0, high: int = 100, tries: int = 2000) -> Order:
    return Order(kind, KINDS[kind].default, seed, low, high, tries)


def made(kind: str, seed: int) -> Puzzle:
    """The first puzzle of a seed."""
    found = puzzle_at(order(kind, seed), 1).puzzle
    assert found is not None
    return found


def test_two_hundred_seeds() -> None:
    assert set(SEEDS) == set(KINDS)
    assert sum(SEEDS.values()) >= 200


@pytest.mark.parametrize(
    ("kind", "first"),
    [(kind, first) for kind, count in SEEDS.items() for first in range(1, count + 1, 4)],
)
def test_every_claim_of_what_is_made(kind: str, first: int) -> None:
    for seed in range(first, min(first + 3, SEEDS[kind]) + 1):
        puzzle = made(kind, seed)
        assert set(puzzle.claims) == {*KINDS[kind].claims, "grade"}
        claims = [*position_claims(puzzle.record), *puzzle_claims(puzzle, Limits(None))]
        assert [claim for claim in claims if claim.ok is not True] == []
        assert read_puzzle(write(puzzle)) == puzzle


@pytest.mark.parametrize("kind", KINDS)
def test_a_seed_gives_the_same_puzzle(kind: str) -> None:
    assert puzzle_at(order(kind, 3), 1) == puzzle_at(order(kind, 3), 1)


def test_the_number_of_workers_changes_nothing() -> None:
    alone = [one.puzzle for one in generate(order("best-score"), 8, 1)]
    together = [one.puzzle for one in generate(order("best-score"), 8, 2)]
    assert alone == together
    assert [one and one.seed for one in alone] == [f"1/{number}" for number in range(1, 9)]


def test_no_two_are_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = KINDS["best-score"]
    few = replace(kind, canonical=lambda state, question: len(state.player(1).cards) % 2)
    monkeypatch.setitem(KINDS, "best-score", few)
    found: list[Made] = []
    with pytest.raises(Exhausted) as exhausted:
        found.extend(generate(order("best-score", tries=40), 3))
    assert exhausted.value.made.puzzle is None
    assert exhausted.value.made.reasons[ALIKE] > 0


def test_grades_that_cannot_be() -> None:
    with pytest.raises(Exhausted) as exhausted:
        list(generate(order("best-score", low=100, tries=5), 1))
    assert exhausted.value.made.tries == 5
    assert sum(exhausted.value.made.reasons.values()) == 5


def test_the_grades_wanted() -> None:
    for one in generate(order("best-score", low=40, high=60), 5):
        assert one.puzzle is not None
        assert 40 <= int(one.puzzle.claims["grade"]) <= 60


def test_the_time_is_up() -> None:
    with pytest.raises(TimeIsUp):
        list(generate(order("best-score"), 1000, seconds=0.0))
