"""Every claim of every puzzle of the library is proved again, and every false one refuted."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from puzzles import shelf
from puzzles.check import analysis_of, position_claims, puzzle_claims, verified
from puzzles.generate import Order, puzzle_at
from puzzles.grade import WORDS, grade, word_for
from puzzles.kinds import KINDS
from puzzles.puzzle import Puzzle
from solver import Limits

LIMITS = Limits(120.0)
ONE_OF_EACH = {shelf.puzzle_named(name).kind: name for name in reversed(shelf.names())}


@pytest.mark.parametrize("name", shelf.names())
def test_every_claim_of_the_library(name: str) -> None:
    puzzle = shelf.puzzle_named(name)
    assert puzzle.title
    assert puzzle.author
    assert puzzle.licence
    assert "grade" in puzzle.claims
    claims = [*position_claims(puzzle.record), *puzzle_claims(puzzle, LIMITS)]
    assert [claim for claim in claims if claim.ok is not True] == []


@pytest.mark.parametrize("kind", ["best-score", "draw-or-stop", "take-it"])
def test_the_library_is_what_its_seeds_give(kind: str) -> None:
    for name in shelf.names():
        puzzle = shelf.puzzle_named(name)
        if puzzle.kind == kind and puzzle.question.turns < 3:
            seed, number = map(int, puzzle.seed.split("/"))
            made = puzzle_at(Order(kind, puzzle.question, seed, 0, 100, 1000), number).puzzle
            assert made is not None
            assert replace(made, title=puzzle.title, author=puzzle.author) == puzzle


def test_the_library_has_everything() -> None:
    puzzles = [shelf.puzzle_named(name) for name in shelf.names()]
    assert len(puzzles) >= 60
    kinds = Counter(puzzle.kind for puzzle in puzzles)
    assert set(kinds) == set(KINDS)
    assert len({puzzle.title for puzzle in puzzles}) == len(puzzles)
    for game in ("level10", "labyrinth", "ten"):
        of_game = [puzzle for puzzle in puzzles if KINDS[puzzle.kind].game == game]
        assert {word_for(int(puzzle.claims["grade"])) for puzzle in of_game} == set(WORDS), game
    keys = [
        (puzzle.kind, KINDS[puzzle.kind].canonical(puzzle.record.state, puzzle.question))
        for puzzle in puzzles
    ]
    assert len(set(keys)) == len(keys)


def falsified(name: str, value: str) -> list[str]:
    """Values that are not so."""
    if value in ("yes", "no"):
        return ["no" if value == "yes" else "yes"]
    if value.isdecimal():
        return [str(int(value) + 1), str(int(value) - 1)]
    return [f"{value}x", "none"]


@pytest.mark.parametrize("kind", ONE_OF_EACH)
def test_every_false_claim_is_refuted(kind: str) -> None:
    puzzle = shelf.puzzle_named(ONE_OF_EACH[kind])
    analysis = analysis_of(puzzle, LIMITS)
    assert {*KINDS[kind].claims, "grade"} >= set(puzzle.claims)
    for name, value in puzzle.claims.items():
        for false in falsified(name, value):
            claim = verified(puzzle, analysis, name, false)
            assert claim.ok is False, claim
            assert value in claim.found


def test_a_blunder_is_any_move_that_loses() -> None:
    puzzle = shelf.puzzle_named(ONE_OF_EACH["save-it"])
    analysis = analysis_of(puzzle, LIMITS)
    for choice in analysis.choices:
        assert verified(puzzle, analysis, "blunder", choice.name).ok is not choice.right


@pytest.mark.parametrize("name", [ONE_OF_EACH["only-move"], ONE_OF_EACH["lost-or-not"]])
def test_the_right_choice_alone_is_a_solution(name: str) -> None:
    puzzle = shelf.puzzle_named(name)
    for choice in analysis_of(puzzle, LIMITS).choices[:6]:
        claims = puzzle_claims(replace(puzzle, claims={}, solution=(choice.name,)), LIMITS)
        assert [claim.ok for claim in claims] == [choice.right]


@pytest.mark.parametrize("kind", ONE_OF_EACH)
def test_every_other_solution_is_refuted(kind: str) -> None:
    puzzle = shelf.puzzle_named(ONE_OF_EACH[kind])
    state, question = puzzle.record.state, puzzle.question
    refuted = KINDS[kind].refuted
    assert refuted(state, question, puzzle.solution) is None
    assert refuted(state, question, ("nonsense",)) is not None
    assert refuted(state, question, (*puzzle.solution, "nonsense")) is not None
    if kind != "lost-or-not":  # where nothing can be done nothing is the solution
        assert refuted(state, question, ()) is not None


@pytest.mark.parametrize("kind", ONE_OF_EACH)
def test_a_limit_refutes_nothing(kind: str) -> None:
    puzzle = shelf.puzzle_named(ONE_OF_EACH[kind])
    claims = puzzle_claims(replace(puzzle, solution=()), Limits(0.0))
    assert all(claim.ok is not False for claim in claims)


@pytest.mark.parametrize("kind", ONE_OF_EACH)
def test_grades_are_the_same_each_time(kind: str) -> None:
    puzzle: Puzzle = shelf.puzzle_named(ONE_OF_EACH[kind])
    first = grade(puzzle, analysis_of(puzzle, LIMITS))
    assert grade(puzzle, analysis_of(puzzle, LIMITS)) == first
    assert 0 <= first.number <= 100
    assert abs(sum(part.points for part in first.parts) - first.number) <= 0.5
    assert all(0 <= part.points <= part.most for part in first.parts)
