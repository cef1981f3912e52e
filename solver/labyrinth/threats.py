"""Whom the dragon and the guardians threaten, and who must duel (M10, M11)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from solver.labyrinth.board import LAIR, SIZE, Square
from solver.labyrinth.passages import distances
from solver.labyrinth.table import ARROWS, FACED, FACINGS, TOWARDS_LAIR, State


def seats_from(state: State, number: int) -> list[int]:
    """The numbers of the adventurers in turn order, beginning with this one."""
    numbers = [one.number for one in state.adventurers]
    at = numbers.index(number)
    return numbers[at:] + numbers[:at]


def next_seat(state: State, number: int) -> int:
    """The adventurer whose turn it is after this one's; alone, it has every turn (M0)."""
    return seats_from(state, number)[1 % len(state.adventurers)]


def before_the_dragon(state: State, where: Square) -> bool:
    """Whether an adventurer there stands before the dragon's head (M14)."""
    return where == FACED[state.dragon] and faces_an_opening(state)


def faces_an_opening(state: State) -> bool:
    """Whether the dragon reaches into the tile it faces (M10, reading lair_opening)."""
    tile = state.board.tiles[FACED[state.dragon]]
    return state.readings.lair_opening == "not-needed" or bool(tile & TOWARDS_LAIR[state.dragon])


@dataclass(frozen=True, slots=True)
class Threat:
    """What a face of the dragon die leads to.

    `dragon` is the facing after it, `source` the square that the threat comes from (the faced tile
    or the guardian's), None where there is none; `squares` is the threatened passage, `threatened`
    who stands in it, nearest first, each with the distance as M11 counts it, and `duellists` who
    must throw the duel die, in their order.
    """

    dragon: str
    source: Square | None
    squares: frozenset[Square]
    threatened: tuple[tuple[int, int], ...]
    duellists: tuple[int, ...]


def threat(state: State, face: str) -> Threat:
    """The threat of a face of the dragon die, thrown by the player whose turn it is (M10, M11)."""
    dragon, source, first = state.dragon, None, 0
    if face in ARROWS:
        dragon = FACINGS[(FACINGS.index(dragon) + int(face)) % 4]  # clockwise
        if faces_an_opening(replace(state, dragon=dragon)):
            source, first = FACED[dragon], 1
    else:
        source = dict(state.guardians).get(face)
        if state.lair and source == LAIR:
            source = None  # M9
    if source is None:
        return Threat(dragon, None, frozenset(), (), ())

    steps = distances(state.board, state.lair, source)
    if state.readings.duel_distance == "grid":
        centre = LAIR if face in ARROWS else source
        away = {where: manhattan(where, centre) for where in steps}
    else:
        away = {where: count + first for where, count in steps.items()}
    starts = state.turn
    if state.readings.equal_distance_starts == "left-of-active":
        starts = next_seat(state, state.turn)
    in_order = [state.adventurer(number) for number in seats_from(state, starts)]
    threatened = [one for one in in_order if one.square in steps]
    challenged = threatened
    if state.readings.nearest_without_treasure == "next-nearest":
        challenged = [one for one in threatened if one.treasures]
    nearest = min((away[one.square] for one in challenged), default=0)
    return Threat(
        dragon,
        source,
        frozenset(steps),
        tuple(sorted(((one.number, away[one.square]) for one in threatened), key=lambda t: t[1])),
        tuple(one.number for one in challenged if away[one.square] == nearest and one.treasures),
    )


def manhattan(one: Square, other: Square) -> int:
    """How many columns and rows two squares are apart."""
    return abs(one % SIZE - other % SIZE) + abs(one // SIZE - other // SIZE)
