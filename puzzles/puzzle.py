"""A puzzle: a position, what is asked about it, and what its author claims; and what a kind of
puzzle is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args

from solver import Limits, Question, Record
from solver.shuffle import SplitMix64
from solver.verdict import LimitName

State = Any
"""A position of a game, which nobody but the kinds of that game looks into."""

PLAYERS = ("greedy", "one-turn", "limited")
"""Simulated players, from the weakest to the strongest: the first takes what looks best at once,
the second looks one own turn ahead, the third searches as far as a fixed number of tries goes."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, a question, claims about the answer in the order in which they are written, and
    the author's solution as words. `kind` is the name of one of the kinds of puzzle."""

    kind: str
    record: Record[Any, Any]
    question: Question
    claims: Mapping[str, str] = field(default_factory=dict)
    solution: tuple[str, ...] = ()
    title: str = ""
    author: str = ""
    licence: str = ""
    seed: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """What one may decide first, in words; whether that is right.

    A wrong one is `plausible` if nothing shows at once that it is wrong; its `depth` is the number
    of turns after which that shows at the latest, as far as was looked.
    """

    name: str
    right: bool
    plausible: bool = True
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is true of a puzzle: for each claim that its kind knows the value that was found, and
    what shows it (a second solution, a shorter one); the choices at the start, a solution in words,
    and how many of its decisions are not forced.

    A claim that is missing in `found` could not be settled; `limit` names the limit that was hit,
    or says why in words.
    """

    found: Mapping[str, str]
    shown: Mapping[str, str]
    choices: tuple[Choice, ...]
    solution: tuple[str, ...]
    decisions: int
    limit: str | None = None

    @property
    def doubt(self) -> str:
        """Why something is not known."""
        named = self.limit in get_args(LimitName)
        why = f"the {self.limit} limit was hit" if named else self.limit
        return f"not known: {why}"

    @property
    def right(self) -> tuple[Choice, ...]:
        """The choices that solve the puzzle."""
        return tuple(choice for choice in self.choices if choice.right)

    @property
    def wrong(self) -> tuple[Choice, ...]:
        """The choices that do not, the most tempting first: plausible, and refuted late."""
        found = [choice for choice in self.choices if not choice.right]
        return tuple(sorted(found, key=lambda one: (not one.plausible, -one.depth, one.name)))


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of puzzle.

    `claims` are the names of what can be claimed, and `counts` says what counts as a solution.
    `default` is the question that is asked where a puzzle does not say; of its parts `asks` may be
    chosen. `task` is the question in words for people.

    `analyse` finds out what is true, within limits; it raises `ValueError` where the position does
    not suit the kind. `refuted` says what is wrong with a solution in words (the first illegal move
    with its rule, or that it misses the goal), or None. `make` tries once to make a puzzle that
    asks the question, None if that fails; the same numbers give the same puzzle everywhere, so no
    clock is looked at. `suits` says why a puzzle would be trivial or unsound, or None. `attempt` is
    the name of the choice of a simulated player. `canonical` is the same for positions that differ
    in names or by a symmetry only. `nudge` is the first hint: where to look.

    `goals` are the goals that such a puzzle can ask for if they are not those of its game. A
    picture of the position shows the solution unless it is `pictured`. Where plans are `lines` of
    moves to the win of all, their number can be claimed as well (`plans.py`). If all that is asked
    for is how it `begins`, the right choice alone is a solution, too.
    """

    name: str
    game: str
    summary: str
    counts: str
    claims: tuple[str, ...]
    default: Question
    asks: tuple[str, ...]
    task: Callable[[State, Question], str]
    analyse: Callable[[State, Question, Limits], Analysis]
    refuted: Callable[[State, Question, Sequence[str]], str | None]
    make: Callable[[SplitMix64, Question], tuple[State, Question] | None]
    suits: Callable[[State, Question, Analysis], str | None]
    attempt: Callable[[str, State, Question, SplitMix64], str]
    canonical: Callable[[State, Question], Hashable]
    nudge: Callable[[State, Question, Analysis], str]
    goals: tuple[str, ...] = ()
    pictured: bool = True
    lines: bool = False
    begins: bool = False
