"""Does a reading matter? The same positions are answered under each of its values."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

from solver import GAMES, Game, Level10Error, Limits, Question, Record
from solver.errors import IllegalMove
from solver.interval import wilson
from solver.play import line_of_play
from solver.process import holding_interrupts
from solver.shuffle import deal_generator

UNKNOWN = "unknown"
IMPOSSIBLE = "cannot be"
"""The answer where the position cannot be under a value of a reading."""
MOST_POINTS = "score"
"""The goal that asks for the most points a player of TEN can have, as `score:1`."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Positions that a seed gives: deals of a game with these `sizes` and readings, after `played`
    moves of random players or, in TEN, whose whole deals are too long to be solved, at the first
    turn that begins with no more than `left` cards to come."""

    game: str
    sizes: Mapping[str, Any]
    readings: Mapping[str, str]
    seed: int
    played: int = 0
    left: int | None = None

    def position(self, number: int) -> Any:  # noqa: ANN401 - a state is of the game's own type
        """Position number `number`, from 1."""
        game = GAMES[self.game]
        state: Any = game.deal(**self.sizes, seed=self.seed, index=number, readings=self.readings)
        rng = deal_generator(self.seed + 1, number)
        moves = 0
        while moves < self.played or (self.left is not None and not self.near_the_end(state)):
            if (move := game.random_move(state, rng)) is None:
                break
            state, moves = game.apply(state, move), moves + 1
        return state

    def near_the_end(self, state: Any) -> bool:  # noqa: ANN401
        """Whether a turn of TEN begins with few cards to come, or the last one is over."""
        few = len(state.to_come) <= (self.left or 0)
        return few and state.phase in ("draw", "final") and not state.row


@dataclass(frozen=True, slots=True)
class Measure:
    """What is asked about every position, and the limits for each answer."""

    game: str
    goal: str | None
    asked: Mapping[str, Any]
    limits: Limits

    @property
    def question(self) -> Question:
        """The question; raises `ValueError` where the game has no such goal."""
        goal = f"{self.goal}:0" if self.most_points else self.goal
        return GAMES[self.game].ask(goal, **self.asked)

    @property
    def most_points(self) -> bool:
        """Whether it asks for the most points of a player."""
        return self.game == "ten" and (self.goal or "").partition(":")[0] == MOST_POINTS

    def answer(self, state: Any, plan: Sequence[str] | None) -> tuple[str, Sequence[str] | None]:  # noqa: ANN401
        """The answer in a word or two, and the plan behind it. `plan` won under another value: if
        it does here, too, nothing needs to be searched."""
        game = GAMES[self.game]
        if self.most_points:
            return self.points(game, state), None
        if plan is not None and game.reviewable and wins(game, state, plan):
            return "winnable", plan
        verdict = game.solve(state, self.question, "auto", self.limits, words=False)
        if verdict.turns is not None and verdict.verdict == "winnable":
            return f"{verdict.turns} turn{'' if verdict.turns == 1 else 's'}", None
        return verdict.verdict, verdict.plan

    def points(self, game: Game, state: Any) -> str:  # noqa: ANN401
        """The most points that the player of the goal can have in the end."""
        player = int((self.goal or "").split(":")[1])
        reached = game.points(state)[player - 1] if game.points else 0
        while True:
            question = game.ask(f"{MOST_POINTS}:{player}:{reached + 1}", **self.asked)
            verdict = game.solve(state, question, "auto", self.limits, words=False)
            if verdict.verdict == UNKNOWN:
                return UNKNOWN
            if verdict.verdict == "unwinnable":
                return f"{reached} points"
            reached += 1


def wins(game: Game, state: Any, plan: Sequence[str]) -> bool:  # noqa: ANN401
    """Whether a plan wins from a position by the referee's judgement."""
    try:
        return game.outcome(line_of_play(game, state, map(game.parse_move, plan))[-1]) == "won"
    except IllegalMove:
        return False


@dataclass(frozen=True, slots=True)
class Compared:
    """A position (its number, and its one-line form) and the answer under each value."""

    number: int
    position: Any
    answers: Mapping[str, str]


def compared(
    measure: Measure,
    reading: str,
    values: Sequence[str],
    number: int,
    state: Any,  # noqa: ANN401
) -> Compared:
    """The answers to a position under each value of a reading."""
    game = GAMES[measure.game]
    variants = {value: varied for name, value, varied in game.variants(state) if name == reading}
    answers: dict[str, str] = {}
    plan: Sequence[str] | None = None
    for value in values:
        varied = variants[value]
        if isinstance(varied, Level10Error):
            answers[value] = IMPOSSIBLE
            continue
        answers[value], found = measure.answer(varied, plan)
        plan = found or plan
    return Compared(number, state, answers)


def compared_at(
    measure: Measure, reading: str, values: Sequence[str], sample: Sample, number: int
) -> Compared:
    """The same for a position of a sample, which is made here."""
    return compared(measure, reading, values, number, sample.position(number))


def comparisons(
    measure: Measure,
    reading: str,
    values: Sequence[str],
    positions: Sample | Sequence[Record[Any, Any]],
    count: int,
    jobs: int | None = None,
) -> Iterator[Compared]:
    """The answers to the first `count` positions, in their order, from several processes."""
    tasks: Iterable[tuple[Any, ...]]
    work: Callable[..., Compared]
    if isinstance(positions, Sample):
        work = compared_at
        tasks = ((measure, reading, values, positions, number) for number in range(1, count + 1))
    else:
        work = compared
        tasks = (
            (measure, reading, values, number, record.state)
            for number, record in enumerate(positions, 1)
        )
    with holding_interrupts():
        pool = get_context("spawn").Pool(min(jobs or os.cpu_count() or 1, max(1, count)))
    with pool:  # which ends the workers
        yield from pool.imap(Task(work), tasks)


@dataclass(frozen=True, slots=True)
class Task:
    """A function that takes its arguments as one tuple."""

    work: Callable[..., Compared]

    def __call__(self, arguments: tuple[Any, ...]) -> Compared:
        """Its result."""
        return self.work(*arguments)


@dataclass(frozen=True, slots=True)
class Effect:
    """What changes when a value of a reading takes the place of the first one.

    Of `positions`, `changed` have another answer and `undecided` an unknown one under either value;
    `low` to `high` is the 95 % interval of the share that changes, the undecided counted as
    unchanged for `low` and as changed for `high`. `first` is the first that changes.
    """

    base: str
    value: str
    positions: int
    changed: int
    undecided: int
    low: float
    high: float
    changes: Mapping[tuple[str, str], int]
    first: Compared | None


def effect(found: Sequence[Compared], base: str, value: str) -> Effect:
    """The effect of a value on at least one position."""
    pairs = [(one.answers[base], one.answers[value]) for one in found]
    unknown = [pair for pair in pairs if UNKNOWN in pair]
    changes = Counter(pair for pair in pairs if pair[0] != pair[1] and UNKNOWN not in pair)
    changed = changes.total()
    first = (
        one
        for one, pair in zip(found, pairs, strict=True)
        if pair[0] != pair[1] and UNKNOWN not in pair
    )
    return Effect(
        base=base,
        value=value,
        positions=len(pairs),
        changed=changed,
        undecided=len(unknown),
        low=wilson(changed, len(pairs))[0],
        high=wilson(changed + len(unknown), len(pairs))[1],
        changes=dict(sorted(changes.items())),
        first=next(first, None),
    )
