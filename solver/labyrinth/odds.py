"""What the dragon die may cost, and how a final battle would go (M10-M12, M14).

The dice alone are left to chance: everything else lies on the table. What is assumed beyond the
rules is said in the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from solver.labyrinth.battle import duel_loss, winning_chance
from solver.labyrinth.rules import (
    dragon_die,
    last_roll_left_out,
    over,
    pushed,
    pushes,
    reachable,
    take,
    taken_at,
)
from solver.labyrinth.table import Move, State
from solver.labyrinth.threats import Threat, threat


@dataclass(frozen=True, slots=True)
class Face:
    """A face of the dragon die, how likely it is, and what it leads to."""

    name: str
    probability: Fraction
    threat: Threat


@dataclass(frozen=True, slots=True)
class Risk:
    """What a throw of the dragon die may cost a player.

    `duel` is the chance to have to throw the duel die, `lose` the chance to lose `treasure`, the
    lowest one (None: there is none), with the best use of the cards for repeats.
    """

    player: int
    duel: Fraction
    lose: Fraction
    treasure: int | None

    @property
    def expected(self) -> Fraction:
        """The loss to be expected, in points."""
        return self.lose * (self.treasure or 0)


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a position: the dragon die, and the final battle of the player on turn.

    `no_die` says why no die is thrown, None if it is. `win` is the chance to win a final battle
    that needs `target`, with `repeats` cards.
    """

    faces: tuple[Face, ...]
    risks: tuple[Risk, ...]
    no_die: str | None
    repeats: int
    target: int
    win: Fraction


@dataclass(frozen=True, slots=True)
class Option:
    """A turn that takes a treasure, and what the dragon die may cost after it.

    `own` is the risk of the player on turn, the treasure just taken included, `others` the loss to
    be expected by all others together, in points.
    """

    move: Move
    taken: int
    own: Risk
    others: Fraction


def odds(state: State, no_die: str | None = None) -> Odds:
    """The odds of a position in which the player on turn has just taken a treasure, so that the
    dragon die is thrown now (M10, M11, M12), unless there is a reason not to."""
    no_die = no_die or why_no_die(state)
    faces = () if no_die else faces_of(state)
    repeats, target = len(state.active.repeats), int(state.readings.battle_target)
    return Odds(
        faces, risks(state, faces), no_die, repeats, target, winning_chance(repeats, target)
    )


def why_no_die(state: State) -> str | None:
    """Why the dragon die is not thrown although a treasure has been taken, None if it is."""
    if over(state):
        return "the dragon is slain: the game is over"
    if last_roll_left_out(state):
        return "nothing is thrown after the last treasure (roll_after_last_treasure=no)"
    return None


def faces_of(state: State) -> tuple[Face, ...]:
    """Every face of the dragon die and what it leads to (M10, M11)."""
    die = dragon_die(state)
    return tuple(Face(name, chance, threat(state, name)) for name, chance in die.items())


def risks(state: State, faces: Sequence[Face]) -> tuple[Risk, ...]:
    """What a throw of the dragon die may cost each player (M11, M12)."""
    found = []
    for one in state.adventurers:
        called = (face.probability for face in faces if one.number in face.threat.duellists)
        duel = sum(called, Fraction(0))
        lose = duel * duel_loss(len(one.repeats))
        found.append(Risk(one.number, duel, lose, min(one.treasures, default=None)))
    return tuple(found)


def best(state: State) -> list[Option]:
    """Every way to take a treasure with the next push and move, the least own loss first; then
    what costs the others most, then by name. No card is given (M2)."""
    found = []
    for move, value, after in takings(state):
        faces = () if why_no_die(after) else faces_of(after)
        by_player = {one.player: one for one in risks(after, faces)}
        own = by_player.pop(state.turn)
        others = sum((one.expected for one in by_player.values()), Fraction(0))
        found.append(Option(move, value, own, others))
    return sorted(found, key=lambda one: (one.own.expected, -one.others, str(one.move)))


def takings(state: State) -> Iterator[tuple[Move, int, State]]:
    """Every turn that takes a treasure, without cards: its value, and the table after it (M6)."""
    if over(state):
        return
    for point, tile in pushes(state):
        there = pushed(state, point, tile)
        start = there.active.square
        for end in reachable(there, start):
            value = taken_at(there, end)
            if value is not None:
                moved = there.with_adventurer(replace(there.active, square=end))
                move = Move(point, tile, None if end == start else end)
                yield move, value, take(moved, value, coin=False)
