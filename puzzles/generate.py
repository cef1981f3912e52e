"""Makes puzzles: the same seed gives the same puzzles on every machine."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from multiprocessing import TimeoutError as Late
from multiprocessing import get_context
from typing import TYPE_CHECKING

from puzzles.grade import grade
from puzzles.kinds import KINDS
from puzzles.notation import GRADE
from puzzles.puzzle import Puzzle
from solver import Limits, Question, Record
from solver.process import holding_interrupts
from solver.shuffle import deal_generator

if TYPE_CHECKING:
    from multiprocessing.pool import AsyncResult

LICENCE = "CC0-1.0"
NODES = 5_000_000
"""What one question of an analysis may take; there is no clock, which no two machines share."""
NO_PUZZLE = "no puzzle came of it"
TOO_EASY, TOO_HARD = "below the grades wanted", "above the grades wanted"
ALIKE = "like another one"


@dataclass(frozen=True, slots=True)
class Order:
    """What is wanted: a kind, the question that is to be asked, a seed, grades from `low` to
    `high`, and how many tries each puzzle may take."""

    kind: str
    question: Question
    seed: int
    low: int
    high: int
    tries: int


@dataclass(slots=True)
class Made:
    """The puzzle with this number of a seed, None if all tries were used up; how many it took, and
    how often they failed for what reason."""

    puzzle: Puzzle | None
    tries: int = 0
    reasons: Counter[str] = field(default_factory=Counter)


class Exhausted(Exception):
    """A puzzle could not be made with all its tries; `made` says why they failed."""

    def __init__(self, made: Made) -> None:
        super().__init__(f"no puzzle in {made.tries} tries")
        self.made = made


class TimeIsUp(Exception):
    """The time limit was reached before all puzzles were made."""


def attempts(order: Order, number: int) -> Iterator[Puzzle | str]:
    """What each try for a puzzle gives: one that is as wanted, or why not."""
    kind = KINDS[order.kind]
    numbers = deal_generator(order.seed, number)
    for _ in range(order.tries):
        made = kind.make(numbers, order.question)
        if made is None:
            yield NO_PUZZLE
            continue
        state, question = made
        try:
            analysis = kind.analyse(state, question, Limits(None, NODES))
        except ValueError as error:
            yield str(error)
            continue
        if analysis.limit:
            yield analysis.doubt
            continue
        if unfit := kind.suits(state, question, analysis):
            yield unfit
            continue
        puzzle = Puzzle(
            kind=kind.name,
            record=Record(kind.game, state),
            question=question,
            solution=analysis.solution,
            licence=LICENCE,
            seed=f"{order.seed}/{number}",
        )
        found = grade(puzzle, analysis).number
        if not order.low <= found <= order.high:
            yield TOO_EASY if found < order.low else TOO_HARD
            continue
        yield replace(puzzle, claims={**analysis.found, GRADE: str(found)})


def puzzle_at(order: Order, number: int, skip: int = 0) -> Made:
    """The puzzle with this number of the seed, after as many others as were like earlier ones."""
    made = Made(None)
    for result in attempts(order, number):
        made.tries += 1
        if isinstance(result, str):
            made.reasons[result] += 1
        elif skip:
            skip -= 1
            made.reasons[ALIKE] += 1
        else:
            made.puzzle = result
            break
    return made


def generate(
    order: Order, count: int, jobs: int = 1, seconds: float | None = None
) -> Iterator[Made]:
    """The first puzzles of a seed, no two alike but for names and symmetry, in their order.

    Raises `Exhausted` where one cannot be made, and `TimeIsUp`.
    """
    deadline = None if seconds is None else time.monotonic() + seconds
    kind = KINDS[order.kind]
    seen = set()
    with holding_interrupts():
        pool = get_context("spawn").Pool(jobs)
    with pool:  # which ends the workers
        waiting: dict[int, AsyncResult[Made]] = {}
        for number in range(1, count + 1):
            for ahead in range(number, min(count, number + 2 * jobs) + 1):
                if ahead not in waiting:
                    waiting[ahead] = pool.apply_async(puzzle_at, (order, ahead))
            skip = 0
            made = result_of(waiting.pop(number), deadline)
            while made.puzzle is not None:
                key = kind.canonical(made.puzzle.record.state, made.puzzle.question)
                if key not in seen:
                    seen.add(key)
                    break
                skip += 1
                again = pool.apply_async(puzzle_at, (order, number, skip))
                made = result_of(again, deadline)
            if made.puzzle is None:
                raise Exhausted(made)
            yield made


def result_of(result: AsyncResult[Made], deadline: float | None) -> Made:
    """What a worker has made; raises `TimeIsUp`."""
    try:
        return result.get(None if deadline is None else max(0.0, deadline - time.monotonic()))
    except Late:
        raise TimeIsUp from None
