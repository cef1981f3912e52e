"""Random deals of Level 10 (L2)."""

from __future__ import annotations

from collections.abc import Mapping

from solver.level10.cards import HAND_SIZE, full_deck
from solver.level10.rules import Readings, State
from solver.shuffle import deal_generator


def deal(
    players: int,
    pauses: int,
    seed: int,
    index: int = 1,
    readings: Mapping[str, str] | None = None,
) -> State:
    """Deal number `index`, from 1, of a seed: hand 1 takes its cards first, then hand 2 ….

    The order of the cards depends on the seed, the index and the pauses alone, so tables of
    different sizes play the same shuffle.
    """
    cards = deal_generator(seed, index).shuffled(full_deck(pauses))
    size = HAND_SIZE[players]
    hands = [cards[seat * size : (seat + 1) * size] for seat in range(players)]
    return State(
        players=players,
        pauses=pauses,
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        deck=tuple(cards[players * size :]),
        readings=Readings(**(readings or {})),
    )
