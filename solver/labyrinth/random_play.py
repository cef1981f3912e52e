"""A player of Master Labyrinth who does anything that is legal, with throws of the dice."""

from __future__ import annotations

from dataclasses import replace

from solver.labyrinth import rules
from solver.labyrinth.table import Move, State, Throw
from solver.labyrinth.threats import before_the_dragon, threat
from solver.shuffle import SplitMix64


def random_move(state: State, rng: SplitMix64) -> Move | None:
    """Some legal turn with its throws, None when the game is over.

    A treasure that can be taken is taken in two turns of three, and whoever may fight the dragon
    does, so that games come to an end.
    """
    if rules.over(state):
        return None
    point, tile = rng.choice(list(rules.pushes(state)))
    there = rules.pushed(state, point, tile)
    start = there.active.square
    ends = sorted(rules.reachable(there, start))
    taking = [end for end in ends if rules.taken_at(there, end) is not None]
    end = rng.choice(taking if taking and rng.below(3) else ends)
    move = Move(point, tile, None if end == start else end)
    value = rules.taken_at(there, end)
    if value in there.active.cards and rng.below(2):
        move = replace(move, coin=True)
    if there.active.second_turns and not state.extra and not rng.below(4):
        again = replace(move, again=True)
        move = again if rules.breach(state, again) is None else move
    after, value = rules.after_taking(state, move)
    if value is not None and not rules.last_roll_left_out(after):
        face = rng.choice(after.die)
        throws = tuple(Throw(1 + rng.below(6)) for _ in threat(after, face).duellists)
        return replace(move, dragon=face, duels=throws)
    if rules.battle_open(after) and before_the_dragon(after, after.active.square):
        throws = tuple(Throw(1 + rng.below(6)) for _ in range(rules.THROWS))
        fight = replace(move, again=False, battle=throws)
        return fight if rules.breach(state, fight) is None else move
    return move
