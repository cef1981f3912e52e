"""A player of Level 10 who does anything that is legal, every sort of thing about as often."""

from __future__ import annotations

from solver.level10 import rules
from solver.level10.cards import PAUSE, RESTART, WORLDS, is_level, world_of
from solver.level10.rules import Move, State
from solver.shuffle import SplitMix64


def random_move(state: State, rng: SplitMix64) -> Move | None:
    """Some legal move, None where there is none.

    A card or a world to restart is chosen first, so that the many ways to put cards back (L14) do
    not crowd out everything else: one restart in three puts some back, one pause in two tucks.
    """
    if rules.over(state):
        return None
    placed = [
        Move(card, world)
        for card in sorted(set(state.hand))
        for world in (world_of(card) if is_level(card) else WORLDS)
        if rules.placement_breaks(state, card, world) is None
    ]
    restarts = [
        Move(RESTART, world) for world in WORLDS if rules.restart_breaks(state, world) is None
    ]
    if not placed and not restarts:
        return None
    move = rng.choice([*placed, *restarts])
    if move.card == RESTART and rng.below(3) == 0:
        return Move(RESTART, move.row, put_back=rng.choice(rules.put_backs(state)))
    if move.card == PAUSE and rng.below(2) == 0:
        tucks = [card for card in state.hand if rules.tuck_breaks(state, move.row, card) is None]
        return Move(PAUSE, move.row, tuck=rng.choice(tucks)) if tucks else move
    return move
