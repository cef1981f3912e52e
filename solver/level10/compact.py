"""A position of Level 10 in small numbers, as the search walks it.

Card `8 * world + level - 1` is a bit of a mask; pauses, all alike, are counted above bit 40 of a
hand. A turn is `2 * seat + extra`, seats from 0. A move is one number whose order is the order in
which the search tries moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from solver.level10.cards import CELLS, LEVEL_CARDS, PAUSE, RESTART, WORLDS, Card, number
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
        hands=tuple(sum([1 << CARD_ID[card] for card in hand]) for hand in state.hands),
        deck=tuple([CARD_ID[card] for card in state.deck]),
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
    lines: dict[tuple[bool, bool], bytes] = {}
    for filled in range(CELLS + 1):
        # all that the order depends on: whether a column is just full, and the first round over
        case = (filled % 5 == 0, filled == players)
        if case not in lines:
            lines[case] = turn_lines(players, starter, readings, filled)
        table += lines[case]
    return bytes(table)


def turn_lines(players: int, starter: int, readings: Readings, filled: int) -> bytes:
    """The part of the turn table for one number of cells filled."""
    lines = bytearray()
    rows = tuple((RESTART,) * (filled // 5 + (row < filled % 5)) for row in range(5))
    for turn in range(2 * players):
        seat, extra = turn // 2 + 1, bool(turn % 2)
        taken = State(players, 0, ((),) * players, (), rows, (), seat, extra, starter, readings)
        order = list(seat_order(taken))
        order += [order[-1]] * (2 * players - len(order))  # lines of one length
        lines.extend(2 * (seat - 1) + extra for seat, extra in order)
    return bytes(lines)


NAMES: tuple[Card, ...] = (*LEVEL_CARDS, PAUSE)
"""The cards by their numbers."""

CARD_ID = {card: number for number, card in enumerate(NAMES)}
COST_FREE = (1 << COST_SHIFT) - 1


def to_move(code: int) -> Move:
    """The referee's name for a move, whatever its cost."""
    return named(code & COST_FREE)


@lru_cache(maxsize=4096)
def named(code: int) -> Move:
    """The referee's name for a move without its cost."""
    kind, row = code >> KIND_SHIFT, WORLDS[code >> WORLD_SHIFT & 7]
    card, first, second = code >> CARD_SHIFT & 63, code >> BACK_SHIFT & 63, code & 63
    if kind == RESTART_MOVE:
        return Move(RESTART, row, put_back=tuple(NAMES[n] for n in (first, second) if n != NO_CARD))
    if kind == PAUSE_MOVE:
        return Move(PAUSE, row, tuck=None if card == NO_CARD else NAMES[card])
    return Move(NAMES[card], row)
