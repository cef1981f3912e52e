"""The deals of a survey, and the row that each of them becomes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from solver import GAMES, Limits, Verdict
from solver.game import Question
from solver.verdict import Word
from solver.version import program_version

CRASH = "crash"
"""What stands as the limit of a deal that has ended its process, or raised an error, twice."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What all deals of a survey have in common; `readings` names a value for each of the game."""

    game: str
    goal: str
    seed: int
    readings: Mapping[str, str]
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True)
class Deal:
    """Which deal: deal `number`, from 1, of the survey's seed, for a table of this size."""

    players: int
    pauses: int
    number: int


@dataclass(frozen=True, slots=True)
class Deals:
    """The first `count` deals for every combination of players and pauses."""

    players: tuple[int, ...]
    pauses: tuple[int, ...]
    count: int

    def __iter__(self) -> Iterator[Deal]:
        """All combinations take turns, so a survey that was stopped has as many deals of each."""
        for number in range(1, self.count + 1):
            for players in self.players:
                for pauses in self.pauses:
                    yield Deal(players, pauses, number)

    @property
    def total(self) -> int:
        """How many they are."""
        return self.count * len(self.players) * len(self.pauses)


@dataclass(frozen=True, slots=True)
class Row:
    """A deal and what became of it, as `docs/survey.md` explains column by column."""

    players: int
    pauses: int
    number: int
    verdict: Word
    method: str
    nodes: int
    seconds: float
    confirm_seconds: float | None
    plan: str | None
    proof: str | None
    limit_hit: str | None
    warnings: str | None
    starter: int | None
    version: str


Ask = Callable[[Deal], Row]
"""What a worker does with a deal: `solve`, with the setup already given to it."""


def solve(setup: Setup, deal: Deal) -> Row:
    """Deals the cards and solves them.

    The row depends on nothing but the arguments, apart from its times and, where a limit of time or
    memory is hit, from the machine.
    """
    game = GAMES[setup.game]
    state: Any = game.deal(deal.players, deal.pauses, setup.seed, deal.number, setup.readings)
    for _ in range(2):
        verdict = game.solve(state, Question(setup.goal), "auto", setup.limits, words=False)
        if verdict.verdict != "unknown" or verdict.limit is not None:
            break  # otherwise a process of a constraint solver has died, and might not again
    confirming = None if verdict.proof is None else verdict.proof.confirm_seconds
    return Row(
        players=deal.players,
        pauses=deal.pauses,
        number=deal.number,
        verdict=verdict.verdict,
        method=verdict.engine,
        nodes=verdict.nodes,
        seconds=round(verdict.seconds - (confirming or 0.0), 6),
        confirm_seconds=None if confirming is None else round(confirming, 6),
        plan=None if verdict.plan is None else " ".join(verdict.plan),
        proof=proof_kind(verdict),
        limit_hit=verdict.limit,
        warnings="\n".join(verdict.warnings) or None,
        starter=verdict.starter,
        version=program_version(),
    )


def proof_kind(verdict: Verdict) -> str | None:
    """The method that proved a "no" and the one that confirmed it, without what they say of it."""
    if verdict.proof is None:
        return None
    method = verdict.proof.method.partition(":")[0]
    confirmed_by = verdict.proof.confirmed_by.partition(":")[0]
    return f"{method}, confirmed by {confirmed_by}"


def given_up(deal: Deal, failure: str) -> Row:
    """The row of a deal that is not tried again; `failure` says what it has done."""
    return Row(
        players=deal.players,
        pauses=deal.pauses,
        number=deal.number,
        verdict="unknown",
        method="",
        nodes=0,
        seconds=0.0,
        confirm_seconds=None,
        plan=None,
        proof=None,
        limit_hit=CRASH,
        warnings=failure,
        starter=None,
        version=program_version(),
    )
