"""Whose turn it is, told from the number of filled cells alone (L3).

That holds while nobody can have been skipped: as long as there is a deck, or every hand has cards.
"""

from __future__ import annotations

from solver.level10.cards import MAX_PLAYERS, WORLDS
from solver.level10.rules import State


def turn_after(players: int, starter: int, rule: str, filled: int) -> tuple[int, bool]:
    """The seat whose turn it is after `filled` turns with nobody skipped, and whether it is the
    last player's additional turn (L3); `rule` is the reading `extra_turn`."""
    steps, extra = filled, False
    if players == MAX_PLAYERS and rule == "every-round":
        steps, extra = min(filled % 6, 4), filled % 6 == 5
    elif players == MAX_PLAYERS and rule == "first-round":
        steps, extra = filled - (filled >= 5), filled == 5
    elif players == MAX_PLAYERS and rule == "per-column":
        steps = filled - filled // len(WORLDS)  # who closes a column opens the next
    return (starter - 1 + steps) % players + 1, extra


def derived_turn(state: State) -> tuple[int, bool]:
    """The seat and the additional turn that the number of filled cells tells."""
    rule = state.readings.extra_turn
    return turn_after(state.players, state.starter, rule, state.filled)
