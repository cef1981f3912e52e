"""Open deals of TEN as numbers: what the search looks at and nothing else.

A hand is its key for scoring (`scoring.key_of`) and the count of its cards, so that second copies
of a number card are a number only: they score nothing and may be given away first. The cards to
come are one line, which begins with the row of the first table and the wild of its auction; a row
is a piece of that line.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from solver.ten.cards import FULL_DECK, Card, is_currency, is_number, is_wild, value, without
from solver.ten.scoring import BITS, COLOUR_WILDS, COUNTED, key_of, points
from solver.ten.table import AUCTION, BUST_FROM, BUY, DRAW, FINAL, State

PHASES = (DRAW, AUCTION, BUY, FINAL)
AT_DRAW, AT_AUCTION, AT_BUY, AT_FINAL = range(4)

NUMBER_CARDS = tuple(card for card in FULL_DECK if is_number(card))
"""The number cards; the place of one in this list is its kind."""
KIND = {card: kind for kind, card in enumerate(NUMBER_CARDS)}
PRICE = tuple(map(value, NUMBER_CARDS))
BIT = tuple(BITS[card] for card in NUMBER_CARDS)
COLOURS = 4
FLAT = (1 << COLOUR_WILDS) - 1
"""The bits of a key that are a card each; above them are the counts of colour wilds."""

NOBODY = -1
MOST_COPIES = 3


class Seat(NamedTuple):
    """A player: tokens of both kinds, the number of cards to pay with, the key of the hand, of how
    many cards in it, at most, it is not said yet that they have been given, and how many black
    tokens there would be if none had been spent."""

    tokens: int
    bust: int
    cards: int
    key: int
    owed: int = 0
    claim: int = 0


class Bid(NamedTuple):
    """An auction: whose bid is next, and the highest bid: by whom, how much, and what is paid.

    `given` is what the key of the hand loses by it, where that is known.
    """

    next: int
    by: int = NOBODY
    bid: int = 0
    tokens: int = 0
    bust: int = 0
    cards: int = 0
    given: int = 0


class Table(NamedTuple):
    """A table: cards `drawn` of the line, where the row begins in it, who has to do something (or
    draws, in an auction), the phase, who draws last (in the phase of the last purchases; in that of
    drawing it counts down those in a row who have not drawn), the market (two bits for each kind),
    the seats, and the auction. Seats count from 0."""

    drawn: int
    begun: int
    turn: int
    phase: int
    last: int
    market: int
    seats: tuple[Seat, ...]
    auction: Bid | None = None


class Row(NamedTuple):
    """A piece of the line as a row: kinds of its numbers, its currency, and what bursts it."""

    kinds: tuple[int, ...]
    currency: int
    empty: bool
    bust: str


@dataclass(frozen=True, slots=True)
class Line:
    """The cards of a deal in their order, the row of the first table included."""

    cards: tuple[Card, ...]
    after: tuple[int, ...]
    """For each place the key of all number cards and wilds from there on."""
    rows: dict[tuple[int, int], Row]

    @property
    def codes(self) -> list[tuple[int, int, int, int]]:
        """For each card what the compiled search knows of it: whether it is a number, a wild or
        currency (0, 1, 2), its kind, its value, and what it adds to a key if it is a wild."""
        return [
            (0, KIND[card], value(card), 0)
            if is_number(card)
            else (1, NOBODY, 0, key_of([card]))
            if is_wild(card)
            else (2, NOBODY, value(card), 0)
            for card in self.cards
        ]


def line_of(state: State) -> Line:
    """The line of a table whose cards to come are known."""
    wild = (state.auction.card,) if state.auction else ()
    cards = (*state.row, *wild, *(state.order or ()))
    after = [0] * (len(cards) + 1)
    for place in reversed(range(len(cards))):
        card = cards[place]
        own = 0 if is_currency(card) else key_of([card])
        after[place] = joined(after[place + 1], own)
    rows = {}
    for begun in range(len(cards) + 1):
        for drawn in range(begun, len(cards) + 1):
            row = rows[begun, drawn] = row_of(cards[begun:drawn])
            if row.bust:
                break
    return Line(cards, tuple(after), rows)


def row_of(cards: tuple[Card, ...]) -> Row:
    """Drawn cards as a row, the wilds left out (T4, T5)."""
    kinds = tuple(KIND[card] for card in cards if is_number(card))
    currency = sum(value(card) for card in cards if is_currency(card))
    total = sum(PRICE[kind] for kind in kinds) - currency
    bust = "total" if total >= BUST_FROM else "currency" if currency >= BUST_FROM else ""
    return Row(kinds, currency, all(map(is_wild, cards)), bust)


def table_of(line: Line, state: State, owed: tuple[int, ...]) -> Table:
    """A table of the deal; `owed` are cards that players hold but have given already."""
    drawn = len(line.cards) - len(state.to_come)
    begun, row = drawn, len(state.row)
    while row:
        begun -= 1
        row -= not is_wild(line.cards[begun])
    phase = PHASES.index(state.phase)
    market = sum(1 << 2 * KIND[card] for card in state.market)
    seats = tuple(
        Seat(one.tokens, one.bust, len(one.cards) - debt, key_of(one.cards), debt, one.tokens)
        for one, debt in zip(state.players, owed, strict=True)
    )
    turn, last, bid = state.turn - 1, NOBODY, None
    if phase == AT_FINAL:
        turn, last = NOBODY if state.next is None else state.next - 1, state.turn - 1
    if state.auction is not None:
        auction, pay = state.auction, state.auction.payment
        by = NOBODY if auction.by is None else auction.by - 1
        cards = len(pay.cards) + pay.open_cards
        given = 0
        if by != NOBODY:
            hand = state.players[by].cards
            given = key_of(hand) - key_of(without(hand, pay.cards))
        bid = Bid(auction.next - 1, by, auction.bid, pay.tokens, pay.bust, cards, given)
    return Table(drawn, begun, turn, phase, last, market, seats, bid)


# --- Keys ---------------------------------------------------------------------------------------


def joined(one: int, other: int) -> int:
    """The key of two hands together."""
    key = (one | other) & FLAT
    for place in range(COLOURS):
        shift = COLOUR_WILDS + 2 * place
        key |= min(2, (one >> shift & 3) + (other >> shift & 3)) << shift
    return key


def count_of(key: int) -> int:
    """The number of cards that a key tells of."""
    wilds = key >> COLOUR_WILDS
    return (key & FLAT).bit_count() + sum(wilds >> 2 * place & 3 for place in range(COLOURS))


def with_card(key: int, card: Card) -> int:
    """The key of a hand with one card more."""
    return key + COUNTED[card] if card in COUNTED else key | BITS[card]


def single_cards(key: int) -> list[int]:
    """The keys of the cards of a hand, each alone."""
    found = []
    flat = key & FLAT
    while flat:
        bit = flat & -flat
        found.append(bit)
        flat ^= bit
    for place in range(COLOURS):
        if key >> COLOUR_WILDS + 2 * place & 3:
            found.append(1 << COLOUR_WILDS + 2 * place)
    return found


def one_less(key: int) -> list[int]:
    """The keys of a hand without one of its cards."""
    return [key - one for one in single_cards(key)]


def market_key(market: int) -> int:
    """The key of all cards of a market."""
    key = kind = 0
    while market:
        if market & 3:
            key |= BIT[kind]
        market >>= 2
        kind += 1
    return key


@lru_cache(1 << 20)
def score(key: int, wild_only: bool) -> int:
    """The points of a hand (T12)."""
    return points(key, wild_only)
