"""What a solver answers: a verdict, a plan or a proof, and the limits it was given."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, Literal

Word = Literal["winnable", "unwinnable", "unknown"]
LimitName = Literal["time", "nodes", "memory"]

Strategy = dict[str, Any]

DEFAULT_SECONDS = 60.0
DEFAULT_MEGABYTES = 1500


class LimitReached(Exception):
    """A limit was hit before there was an answer; `name` says which."""

    def __init__(self, name: LimitName) -> None:
        super().__init__(name)
        self.name: LimitName = name


class Disagreement(Exception):
    """Two methods contradict each other, or the referee refuses a plan; the message says which."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a solve may take: wall-clock seconds, nodes (search nodes, and conflicts of the
    constraint solvers), and megabytes of memory in any one process. None means no limit."""

    seconds: float | None = DEFAULT_SECONDS
    nodes: int | None = None
    megabytes: int | None = DEFAULT_MEGABYTES


@dataclass(slots=True)
class Budget:
    """What is left of the limits while a solve is running."""

    limits: Limits
    nodes: int = 0
    started: float = field(default_factory=time.monotonic)

    def elapsed(self) -> float:
        """Seconds since the solve began."""
        return time.monotonic() - self.started

    def seconds_left(self) -> float | None:
        """Seconds until the time limit, never negative; None without one."""
        if self.limits.seconds is None:
            return None
        return max(0.0, self.limits.seconds - self.elapsed())

    def nodes_left(self) -> int | None:
        """Nodes until the node limit, never negative; None without one."""
        return None if self.limits.nodes is None else max(0, self.limits.nodes - self.nodes)

    def check(self) -> None:
        """Raises `LimitReached` where the time or the nodes are used up."""
        if self.seconds_left() == 0:
            raise LimitReached("time")
        if self.nodes_left() == 0:
            raise LimitReached("nodes")

    def weigh(self) -> None:
        """Raises `LimitReached` where this process holds more memory than one may."""
        if self.limits.megabytes is not None:
            import psutil

            if psutil.Process().memory_info().rss > self.limits.megabytes * 2**20:
                raise LimitReached("memory")


@dataclass(frozen=True, slots=True)
class Proof:
    """Why a position cannot be won: the complete method that says so, the independent one that
    confirmed it, what can be said in words, and the seconds that confirming it took."""

    method: str
    confirmed_by: str
    reason: str | None
    confirm_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to "can this be won?".

    `plan` is a list of moves that the referee has replayed; `proof` stands only beside
    `unwinnable`; `limit` only beside `unknown`. `nodes` counts as `Limits` does. In games that ask
    for fewest turns `turns` are those of the plan and `plans` is how many such plans there are;
    `strategy` answers everything that the opponents may do: `{"move", "replies": {reply: …}}`, with
    `then` in place of `replies` where one player moves on. `assumptions` are what the answer rests
    on beside the readings. In games for points `points` are, beside `unknown`, the fewest and the
    most that are certain, and `best_plan` is how the fewest are had.
    """

    verdict: Word
    plan: tuple[str, ...] | None = None
    proof: Proof | None = None
    limit: LimitName | None = None
    engine: str = ""
    nodes: int = 0
    seconds: float = 0.0
    warnings: tuple[str, ...] = ()
    starter: int | None = None
    turns: int | None = None
    plans: int | None = None
    strategy: Strategy | None = None
    assumptions: tuple[str, ...] = ()
    points: tuple[int, int] | None = None
    best_plan: tuple[str, ...] | None = None
