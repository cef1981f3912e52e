"""What a player of an open deal of TEN can still come to at most, if nothing costs anything and all
the others do what is best for it."""

from __future__ import annotations

from functools import lru_cache

from solver.ten.cards import is_wild
from solver.ten.compact import (
    AT_AUCTION,
    AT_BUY,
    AT_DRAW,
    AT_FINAL,
    COLOURS,
    NOBODY,
    Line,
    Table,
    joined,
    market_key,
    score,
    single_cards,
)
from solver.ten.scoring import ANY_WILD, COLOUR_WILDS, EVERY_NUMBER, LENGTH, NUMBER_WILDS, intervals

FULL_RUN = 9
"""The number of cards that make a run with the bonus of one point (T12)."""

Gains = dict[tuple[int, int], tuple[int, ...]]
"""For a row (where it begins in the line, and the cards drawn) and the distance of a player from
the one who draws: the most cards that the player can still get."""


def gains(line: Line, seats: int, may_pass: bool) -> Gains:
    """The most cards that players can still get in rows, auctions and purchases (T6, T8, T10, T11);
    with `may_pass` a turn can be ended before a card is drawn (T4)."""
    found: Gains = {}
    over = len(line.cards)

    def next_turn(drawn: int, distance: int) -> int:
        return 1 if drawn == over else found[drawn, drawn][(distance - 1) % seats]

    def most(begun: int, drawn: int, distance: int) -> int:
        row, ways = line.rows[begun, drawn], []
        if not row.empty:
            taken = len(row.kinds) + 1 if distance == 0 else 0  # and a purchase
            ways.append(taken + next_turn(drawn, distance))
        if drawn == over:
            return max(ways, default=1)
        if is_wild(line.cards[drawn]):
            begun = drawn + 1 if row.empty else begun
            ways.append(1 + found[begun, drawn + 1][distance])
        elif line.rows[begun, drawn + 1].bust:
            ways.append(next_turn(drawn + 1, distance))
        else:
            ways.append(found[begun, drawn + 1][distance])
        return max(ways)

    for drawn in range(over, -1, -1):
        for begun in range(drawn, -1, -1):
            row = line.rows.get((begun, drawn))
            if row is None or row.bust or (row.empty and begun < drawn):
                continue  # no row that anybody can have: one of wilds only begins after them
            found[begun, drawn] = tuple(most(begun, drawn, distance) for distance in range(seats))
            if may_pass and row.empty:
                found[begun, drawn] = (max(found[begun, drawn]),) * seats
    return found


class Bounds:
    """What players can still come to, from tables of one deal."""

    def __init__(self, line: Line, seats: int, may_pass: bool, wild_only: bool) -> None:
        self.line, self.seats, self.wild_only = line, seats, wild_only
        self.gains = gains(line, seats, may_pass)

    def most(self, table: Table, place: int) -> int:
        """The most points that a seat can still come to."""
        seat, gained = table.seats[place], self.cards_to_gain(table, place)
        pool = joined(self.line.after[first_left(table)], market_key(table.market))
        cards = seat.cards + gained
        return min(richer(seat.key, pool, gained, self.wild_only), cards + cards // FULL_RUN)

    def cards_to_gain(self, table: Table, place: int) -> int:
        """The most cards that a seat can still get."""
        if table.turn == NOBODY:
            return 0
        distance = (place - table.turn) % self.seats
        if table.phase == AT_FINAL:
            return int(distance <= (table.last - table.turn) % self.seats)
        if table.phase == AT_BUY:
            over = table.drawn == len(self.line.cards)
            then = 1 if over else self.gains[table.drawn, table.drawn][(distance - 1) % self.seats]
            return int(distance == 0) + then
        wild = int(table.phase == AT_AUCTION)
        return wild + self.gains[table.begun, table.drawn][distance]


@lru_cache(1 << 16)
def richer(key: int, pool: int, gained: int, wild_only: bool) -> int:
    """The points that a hand cannot exceed with so many more cards of a pool; with one exact."""
    if gained == 0:
        return score(key, wild_only)
    if gained == 1:
        return max(score(joined(key, one), wild_only) for one in (0, *single_cards(pool)))
    everything = joined(key, pool)
    most = score(everything, wild_only)
    # The run of each colour costs what is not held for it; a wild that more than one colour could
    # use, and one of the pool, is taken to fit wherever it is wanted.
    free = (key >> NUMBER_WILDS & EVERY_NUMBER).bit_count() + (key >> ANY_WILD & 1)
    best = [0] * (gained + free + 1)
    for place in range(COLOURS):
        runs = runs_by_cost(key, everything, place, wild_only)
        best = [
            max(points + best[total - cost] for cost, points in enumerate(runs) if cost <= total)
            for total in range(len(best))
        ]
    return min(most, best[-1])


@lru_cache(1 << 16)
def runs_by_cost(key: int, everything: int, place: int, wild_only: bool) -> list[int]:
    """The most points of a colour for each number of cards that its run has and a hand has not,
    wilds of other colours among them, out of `everything` that there is."""
    held = key >> LENGTH * place & EVERY_NUMBER
    own = key >> COLOUR_WILDS + 2 * place & 3
    there = everything >> LENGTH * place & EVERY_NUMBER
    wilds = everything >> NUMBER_WILDS & EVERY_NUMBER
    spare = (everything >> ANY_WILD & 1) + (everything >> COLOUR_WILDS + 2 * place & 3)
    found = [0] * (LENGTH + 1)
    for points, run, missing in intervals(there, wild_only):
        if missing.bit_count() <= (missing & wilds).bit_count() + spare:
            cost = max(0, (run & ~held).bit_count() - own)
            found[cost] = max(found[cost], points)
    return found


def first_left(table: Table) -> int:
    """The place in the line of the first card that may still be had from there: the row is not yet
    taken, nor the wild of an auction."""
    if table.phase == AT_AUCTION:
        return min(table.begun, table.drawn - 1)
    return table.begun if table.phase == AT_DRAW else table.drawn
