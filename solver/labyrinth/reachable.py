"""What shows that a position of Master Labyrinth cannot have been played to, and what is unusual.

A flag is a proof: no course of play leads to such a table. A note is not: any tiles may lie on a
home-made board.
"""

from __future__ import annotations

from collections import Counter

from solver.game import Flag
from solver.labyrinth.board import (
    FIXED,
    LOOSE_MIXES,
    SHAPE_OF,
    SQUARES,
    is_loose,
    sides_name,
    square_name,
)
from solver.labyrinth.rules import over
from solver.labyrinth.table import FIRST_PHASE, ON_SPARE, State

TREASURES = CARDS = 24  # two of each value (M0)


def unreachable(state: State) -> list[Flag]:
    """Everything that shows that the position cannot have been played to; usually nothing."""
    return [
        *two_treasures(state),
        *later(state),
        *order(state),
        *coins(state),
        *second_turn(state),
        *slain(state),
    ]


def two_treasures(state: State) -> list[Flag]:
    """Treasures are laid on squares of their own and ride with their tiles (M4)."""
    flags = []
    for treasures in (state.treasures, state.later):
        counts = Counter(where for _, where in treasures)
        for where, count in sorted(counts.items()):
            if count > 1:
                place = "the spare tile" if where == ON_SPARE else square_name(where)
                message = f"{count} treasures lie on {place}, which none ever share"
                flags.append(Flag("two-treasures", message))
    return flags


def later(state: State) -> list[Flag]:
    """Treasures 7 to 12 come onto the board all at once, with the second 6 (M13)."""
    if not state.later:
        return []
    message = None
    if any(value <= FIRST_PHASE for value, _ in state.later):
        message = "treasures up to 6 are on the board from the start, not laid out later"
    elif any(value > FIRST_PHASE for value, _ in state.treasures):
        message = "some treasures above 6 are on the board while others wait to be laid out"
    elif not state.treasures:
        message = "no treasure up to 6 is left, so the later ones would have been laid out"
    return [Flag("later", message)] if message else []


def order(state: State) -> list[Flag]:
    """Treasures are taken in ascending order, so none above the lowest there is has been (M6)."""
    lowest = min((value for value, _ in state.treasures), default=None)
    if lowest is None:
        return []
    return [
        Flag(
            "order",
            f"adventurer {one.number} has treasure {one.treasures[-1]}, yet a {lowest} is left",
        )
        for one in state.adventurers
        if one.treasures and one.treasures[-1] > lowest
    ]


def coins(state: State) -> list[Flag]:
    """A coin comes with a treasure taken, and costs a card (M7, M12)."""
    total = sum(one.coins for one in state.adventurers)
    taken = TREASURES - len(state.treasures) - len(state.later)
    given = CARDS - sum(len(one.cards) for one in state.adventurers)
    flags = []
    if total > taken:
        message = f"more coins than treasures that can be taken yet: {total} against {taken}"
        flags.append(Flag("coins", message))
    if total > given:
        message = f"more coins than cards that can have been played: {total} against {given}"
        flags.append(Flag("coins", message))
    return flags


def second_turn(state: State) -> list[Flag]:
    """A second turn follows a first one, and costs a card of 7 to 12 (M8)."""
    if not state.extra:
        return []
    flags = []
    if state.last_push is None:
        flags.append(Flag("extra", "a second turn follows a push, but there is no last push"))
    if sum(len(one.second_turns) for one in state.adventurers) == CARDS // 2:
        flags.append(Flag("extra", "all cards that buy a second turn are still in hand"))
    return flags


def slain(state: State) -> list[Flag]:
    """The dragon is fought after the last treasure (M14)."""
    if not over(state) or not (state.treasures or state.later):
        return []
    return [Flag("dragon", "the dragon is slain although treasures are left")]


def notes(state: State) -> list[Flag]:
    """Where the board differs from the published ones: nothing that speaks against it (M1)."""
    found = []
    tiles = state.board.tiles
    other = [where for where, tile in FIXED.items() if tiles[where] != tile]
    if other:
        where = ", ".join(f"{square_name(one)} {sides_name(tiles[one])}" for one in sorted(other))
        found.append(Flag("fixed tiles", f"not those of the classic board: {where}"))
    loose = [tiles[where] for where in range(SQUARES) if is_loose(where)] + [state.board.spare]
    counts = Counter(SHAPE_OF[tile] for tile in loose)
    mix = {shape: counts[shape] for shape in LOOSE_MIXES[0]}
    if mix not in LOOSE_MIXES:
        words = ", ".join(f"{count} {shape}" for shape, count in mix.items())
        found.append(Flag("loose tiles", f"a mix of no known edition: {words}"))
    return found
