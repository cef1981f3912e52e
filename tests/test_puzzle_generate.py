"""Puzzles that are made: sound, all different, the same for a seed."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import naive_labyrinth
import naive_ten
import pytest
from boards import to_naive

from puzzles.check import position_claims, puzzle_claims
from puzzles.generate import ALIKE, Exhausted, Made, Order, TimeIsUp, generate, puzzle_at
from puzzles.kinds import KINDS
from puzzles.notation import read_puzzle, write
from puzzles.puzzle import Puzzle
from solver import Limits

SEEDS = {
    "best-score": 110,
    "draw-or-stop": 40,
    "last-purchase": 5,
    "open-deal": 2,
    "take-it": 20,
    "block": 8,
    "two-in-one": 6,
    "only-move": 5,
    "save-it": 2,
    "lost-or-not": 2,
    "fewest-put-backs": 1,
}


def order(kind: str, seed: int = 1, low: int = 0, high: int = 100, tries: int = 2000) -> Order:
    return Order(kind, KINDS[kind].default, seed, low, high, tries)


@cache
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


def test_that_there_is_one_solution_by_the_naive_copies() -> None:
    counted = 0
    for seed in range(1, SEEDS["best-score"] + 1):
        cards = list(made("best-score", seed).record.state.player(1).cards)
        if math.prod(len(naive_ten.uses(card)) for card in cards if card in naive_ten.WILDS) < 3000:
            best, patterns = naive_ten.patterns_by_trying(cards)
            claims = made("best-score", seed).claims
            assert (claims["score"], claims["patterns"]) == (str(best), str(len(patterns)))
            counted += 1
    for seed in range(1, 13):
        position = to_naive(made("take-it", seed).record.state)
        assert naive_labyrinth.fewest(position, "take:1", 2) == (2, 1)
        counted += 1
    assert counted >= 50


@pytest.mark.parametrize("kind", KINDS)
def test_a_seed_gives_the_same_puzzle(kind: str) -> None:
    assert puzzle_at(order(kind), 1).puzzle == made(kind, 1)


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
