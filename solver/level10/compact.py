"""A position of Level 10 in small numbers, as the search walks it.

Card `8 * world + level - 1` is a bit of a mask; pauses, all alike, are counted above bit 40 of a
hand. A turn is `2 * seat + extra`, seats from 0. A move is one number whose order is the order in
which the search tries moves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import islice

from solver.level10.cards import CELLS, PAUSE, RESTART, WORLDS, Card, number
from solver.level10.rules import Move, Readings, State, seat_order

PAUSE_ID = 40
NO_CARD = 63

# Kinds of move: a level card, the lowest still to come of those that fit its row or one that skips
# a lower one, a pause, a restart.
NEXT_MOVE, SKIP_MOVE, PAUSE_MOVE, RESTART_MOVE = range(4)

# A move, from its lowest bit: the second and the first card put back, the card placed (for a pause
# the card tucked under it), the world, the kind, and above these the cost.
BACK_SHIFT, CARD_SHIFT, WORLD_SHIFT, KIND_SHIFT, COST_SHIFT = 6, 12, 18, 21, 23
NOTHING_BACK = NO_CARD << BACK_SHIFT | NO_CARD

PUT_BACK = {"never": 0, "bottom": 1, "discard": 2}


@dataclass(frozen=True, slots=True)
class Compact:
    """A position with the readings that matter from there on.

    `hands` holds a mask per seat, `deck` card numbers. `above` masks the level cards that are
    higher than the number at the end of their row. `used` masks the worlds with a restart used, and
    from bit 5 on those with both. `to_fill` masks the rows without their cell of the column in
    progress; `restarted` tells whether that column has its restart. `turns` is the turn table. A
    card may be tucked once the deck holds no more than `tuck_at` cards (L15).
    """

    hands: tuple[int, ...]
    deck: tuple[int, ...]
    above: int
    used: int
    filled: int
    turn: int
    to_fill: int
    restarted: bool
    turns: bytes
    put_back: int
    first_pause: bool
    tuck_at: int
    may_restart: bool


def compact(state: State) -> Compact:
    """The position in small numbers."""
    readings = state.readings
    restarts = [row.count(RESTART) for row in state.rows]
    tuck_at = 1 if readings.tuck_when == "deck-empty-after" else 0
    return Compact(
        hands=tuple(sum(1 << card_id(card) for card in hand) for hand in state.hands),
        deck=tuple(card_id(card) for card in state.deck),
        above=sum(256 - (1 << number(row)) << 8 * world for world, row in enumerate(state.rows)),
        used=sum((n > 0) << world | (n > 1) << 5 + world for world, n in enumerate(restarts)),
        filled=state.filled,
        turn=2 * (state.turn - 1) + state.extra,
        to_fill=sum(1 << w for w, row in enumerate(state.rows) if len(row) == state.column),
        restarted=RESTART in state.column_cells(),
        turns=turn_table(state.players, state.starter, readings),
        put_back=PUT_BACK[readings.put_back],
        first_pause=readings.first_pause == "zero",
        tuck_at=-1 if readings.tuck == "never" else tuck_at,
        may_restart=readings.empty_hand == "may-restart",
    )


@cache
def turn_table(players: int, starter: int, readings: Readings) -> bytes:
    """For the cells filled and the turn just taken, the turns that may follow, in order (L3).

    With n = 2 * players, those for `filled` and `turn` are the n bytes from
    n * (n * filled + turn) on.
    """
    table = bytearray()
    for filled in range(CELLS + 1):
        rows = tuple((RESTART,) * (filled // 5 + (row < filled % 5)) for row in range(5))
        state = State(players, 0, ((),) * players, (), rows, starter=starter, readings=readings)
        for turn in range(2 * players):
            taken = replace(state, turn=turn // 2 + 1, extra=bool(turn % 2))
            order = islice(seat_order(taken), 2 * players)
            table.extend(2 * (seat - 1) + extra for seat, extra in order)
    return bytes(table)


def card_id(card: Card) -> int:
    """The number of a card, 0–39 for levels and 40 for a pause."""
    return PAUSE_ID if card == PAUSE else 8 * WORLDS.index(card[0]) + int(card[1]) - 1


def card_name(number: int) -> Card:
    """The card with this number."""
    return PAUSE if number == PAUSE_ID else f"{WORLDS[number // 8]}{number % 8 + 1}"


def move_of(code: int) -> Move:
    """The referee's name for a move, whatever its cost."""
    kind, row = code >> KIND_SHIFT & 3, WORLDS[code >> WORLD_SHIFT & 7]
    card, first, second = code >> CARD_SHIFT & 63, code >> BACK_SHIFT & 63, code & 63
    if kind in (NEXT_MOVE, SKIP_MOVE):
        return Move(card_name(card), row)
    if kind == PAUSE_MOVE:
        return Move(PAUSE, row, tuck=None if card == NO_CARD else card_name(card))
    put_back = tuple(card_name(one) for one in (first, second) if one != NO_CARD)
    return Move(RESTART, row, put_back=put_back)
