"""Random beginnings of Master Labyrinth (M0, M1).

Where the sources leave a thing to a picture that is not at hand, a default is assumed: treasures
lie on the twelve fixed tiles at the edge, adventurers start on c3, e3, e5 and c5, the guardians on
b4 and f4, and the loose tiles are 13 straights, 15 corners and 6 T's.
"""

from __future__ import annotations

from collections.abc import Mapping

from solver.labyrinth.board import FIXED, LOOSE_MIXES, SHAPES, SQUARE_OF, SQUARES, Board
from solver.labyrinth.table import FACINGS, FIRST_PHASE, HIGHEST, Adventurer, Readings, State
from solver.shuffle import deal_generator

STARTS = tuple(SQUARE_OF[name] for name in ("c3", "e3", "e5", "c5"))
TREASURE_SQUARES = tuple(sorted(set(FIXED) - set(STARTS)))
GUARDIAN_SQUARES = (("white", SQUARE_OF["b4"]), ("black", SQUARE_OF["f4"]))


def deal(
    players: int,
    seed: int,
    index: int = 1,
    readings: Mapping[str, str] | None = None,
) -> State:
    """Beginning number `index`, from 1, of a seed, for two to four players.

    Drawn in this order, each from what the seed gives next: the order of the loose tiles, their
    orientations, the treasures 1 to 6, 7 to 12, the cards 1 to 6, 7 to 12, the dragon's facing.
    Three players get four cards of each deck, two six, four three.
    """
    generator = deal_generator(seed, index)
    mix = LOOSE_MIXES[0]
    shapes = generator.shuffled([shape for shape, count in mix.items() for _ in range(count)])
    loose = [SHAPES[shape][generator.below(len(SHAPES[shape]))] for shape in shapes]
    tiles = [FIXED[where] if where in FIXED else loose.pop() for where in range(SQUARES)]

    low = [value for value in range(1, FIRST_PHASE + 1) for _ in range(2)]
    high = [value for value in range(FIRST_PHASE + 1, HIGHEST + 1) for _ in range(2)]
    first, later = generator.shuffled(low), generator.shuffled(high)
    decks = generator.shuffled(low), generator.shuffled(high)
    hands = [[card for deck in decks for card in deck[seat::players]] for seat in range(players)]
    return State(
        board=Board(tuple(tiles), loose.pop()),
        adventurers=tuple(
            Adventurer(seat, where, cards=tuple(sorted(hand)))
            for seat, (where, hand) in enumerate(zip(STARTS, hands, strict=False), 1)
        ),
        turn=1,
        treasures=tuple(sorted(zip(first, TREASURE_SQUARES, strict=True))),
        later=tuple(sorted(zip(later, TREASURE_SQUARES, strict=True))),
        guardians=GUARDIAN_SQUARES,
        dragon=FACINGS[generator.below(len(FACINGS))],
        readings=Readings(**(readings or {})),
    )
