"""Looks for a game in which a condition comes about, or shows that there is none within bounds."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

from solver import GAMES, Game, Limits, Question, Record
from solver.rulebook.condition import Condition, Moment, Predicate
from solver.shuffle import deal_generator
from solver.verdict import LimitName

MOST_MOVES = 5_000
"""After so many moves a random game is given up."""
PLAN_NODES = 20_000


@cache
def predicates(game: str) -> Mapping[str, Predicate]:
    """What can be looked for in a game, by name."""
    found: Sequence[Predicate] = import_module(f"solver.{game}.conditions").PREDICATES
    return {one.name: one for one in found}


@dataclass(frozen=True, slots=True)
class Found:
    """What a search has come to.

    `record` is a start and the moves to where the condition holds, None where there is none.
    `proof` says why there is none; without it nothing is known but `tried`, what was looked at.
    """

    record: Record[Any, Any] | None
    tried: str
    method: str
    proof: str | None = None
    confirmed_by: str | None = None
    limit: LimitName | None = None


# --- Playing ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Deals:
    """Random deals: for tables of these sizes in turn, the first, second … of a seed."""

    game: str
    sizes: tuple[Mapping[str, Any], ...]
    readings: Mapping[str, str]
    seed: int

    def deal(self, number: int) -> Any:  # noqa: ANN401 - a state is of the game's own type
        """Deal number `number`, from 1."""
        sizes = self.sizes[(number - 1) % len(self.sizes)]
        index = (number - 1) // len(self.sizes) + 1
        state: Any = GAMES[self.game].deal(
            **sizes, seed=self.seed, index=index, readings=self.readings
        )
        return state


def by_play(
    condition: Condition,
    deals: Deals,
    games: int,
    limits: Limits,
    heard: Callable[[int], None] = lambda number: None,
) -> Found:
    """Plays random games until the condition holds at some moment of one.

    Every other game first follows a plan that wins, where the game can be solved, up to a random
    point, so that late positions are seen as well. `heard` is told how many games are over.
    """
    game = GAMES[deals.game]
    started = time.monotonic()
    for number in range(1, games + 1):
        if limits.seconds is not None and time.monotonic() - started > limits.seconds:
            return Found(None, games_text(number - 1), "play", limit="time")
        rng = deal_generator(deals.seed, number)
        start = deals.deal(number)
        plan: list[Any] = []
        if game.reviewable and number % 2 == 0:
            verdict = game.solve(start, Question("win"), "auto", Limits(5, PLAN_NODES), words=False)
            plan = list(map(game.parse_move, verdict.plan or ()))
            plan = plan[: rng.below(len(plan) + 1)]
        state, moment = start, Moment(start)
        moves: list[Any] = []
        while not condition.at(moment):
            move = plan.pop(0) if plan else game.random_move(state, rng)
            if move is None or len(moves) == MOST_MOVES:
                break
            moves.append(move)
            state = game.apply(state, move)
            moment = Moment(state, moment.state, move)
        else:
            record = Record(game.name, start, tuple(moves))
            return Found(record, games_text(number), "play")
        heard(number)
    return Found(None, games_text(games), "play")


def games_text(number: int) -> str:
    """So many random games."""
    return f"{number} random game{'' if number == 1 else 's'}"


# --- Trying everything --------------------------------------------------------------------------


@dataclass(slots=True)
class Exhaustion:
    """Every play from a position, up to a number of moves; a position reached twice is gone on
    from once."""

    game: Game
    condition: Condition
    limits: Limits
    started: float = field(default_factory=time.monotonic)
    moments: int = 0

    def limit(self) -> LimitName | None:
        """The limit that has been hit."""
        if self.limits.nodes is not None and self.moments >= self.limits.nodes:
            return "nodes"
        seconds = self.limits.seconds
        late = seconds is not None and time.monotonic() - self.started > seconds
        return "time" if late else None


def by_exhaustion(
    record: Record[Any, Any], condition: Condition, moves: int, limits: Limits
) -> Found:
    """Tries every play of up to so many moves from the position of a record, shortest first.

    The condition is looked at after every single move, positions that were seen before included.
    In Labyrinth no die is thrown.
    """
    game = GAMES[record.game]
    search = Exhaustion(game, condition, limits)
    start = record.state

    def told(path: Sequence[Any]) -> Found:
        return Found(Record(game.name, start, tuple(path)), f"{search.moments} moments", "tree")

    if condition.at(Moment(start)):
        return told(())
    level: list[tuple[Any, tuple[Any, ...]]] = [(start, ())]
    seen = {start}
    for depth in range(1, moves + 1):
        following = []
        for state, path in level:
            for move in game.plays(state):
                if limit := search.limit():
                    tried = f"all plays of up to {depth - 1} moves, {search.moments} moments"
                    return Found(None, tried, "tree", limit=limit)
                search.moments += 1
                after = game.apply(state, move)
                if condition.at(Moment(after, state, move)):
                    return told((*path, move))
                if after not in seen:
                    seen.add(after)
                    following.append((after, (*path, move)))
        level = following
        if not level:
            break
    ended = (
        "every play to its end"
        if not level
        else f"every play of up to {moves} move{'' if moves == 1 else 's'}"
    )
    tried = f"{ended}, {search.moments} moments"
    return Found(None, tried, "tree", proof=f"the referee has made {tried}")
