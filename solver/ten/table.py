"""A table of TEN: the pieces, the readings, and how a move is told.

Everything is immutable. What may be done with it is for `rules.py` to say.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields, replace

from solver.ten.cards import Card, is_currency, is_number, value

READINGS: dict[str, tuple[str, ...]] = {
    "no_bid": ("discard", "active-takes-free"),  # T10
    "min_bid": ("1", "0"),  # T10
    "bid_with_cards": ("yes", "no"),  # T10
    "overpay": ("forbidden", "only-if-forced", "allowed"),  # T8
    "spent_cards": ("discard", "market"),  # T8
    "identical_test": ("before-payment", "after-payment"),  # T9
    "empty_reward": ("forbidden", "allowed"),  # T6
    "first_card": ("forced", "optional"),  # T4
    "bust_supply": ("limited", "unlimited"),  # T7
    "wild_only_run": ("yes", "no"),  # T12
}

MAX_PLAYERS = 5
START_TOKENS = 5
MOST_TOKENS = 10
BUST_TOKENS = 15
BUST_VALUE = 3
BUST_FROM = 11

DRAW, AUCTION, BUY, FINAL = "draw", "auction", "buy", "final"
PHASES = (DRAW, AUCTION, BUY, FINAL)


@dataclass(frozen=True, slots=True)
class Readings:
    """One value for every reading of the rules; the defaults are the first of `READINGS`."""

    no_bid: str = "discard"
    min_bid: str = "1"
    bid_with_cards: str = "yes"
    overpay: str = "forbidden"
    spent_cards: str = "discard"
    identical_test: str = "before-payment"
    empty_reward: str = "forbidden"
    first_card: str = "forced"
    bust_supply: str = "limited"
    wild_only_run: str = "yes"

    def items(self) -> list[tuple[str, str]]:
        """Names and values, in the rulebook's order."""
        return [(f.name, getattr(self, f.name)) for f in fields(self)]


@dataclass(frozen=True, slots=True)
class Player:
    """What a player has: black tokens, bust tokens, and cards in their written order."""

    tokens: int = 0
    bust: int = 0
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Payment:
    """What is paid: black tokens, bust tokens, and own cards in their written order (T8).

    In a list of moves the own cards are left open: `open_cards` of them, whichever.
    """

    tokens: int = 0
    bust: int = 0
    cards: tuple[Card, ...] = ()
    open_cards: int = 0

    @property
    def value(self) -> int:
        """What the pieces are worth together (T2, T8)."""
        return self.tokens + BUST_VALUE * self.bust + len(self.cards) + self.open_cards

    def __str__(self) -> str:
        named = ((self.tokens, "t"), (self.bust, "b"), (self.open_cards, "c"))
        t, b, c = (f"{letter}{count}" if count else "" for count, letter in named)
        return "+".join(part for part in (t, b, *self.cards, c) if part)


NOTHING = Payment()


@dataclass(frozen=True, slots=True)
class Auction:
    """A wild that is being bid for (T10): the highest bid so far (`by` is None before the first),
    what is paid for it, and the player whose bid is next."""

    card: Card
    next: int
    by: int | None = None
    bid: int = 0
    payment: Payment = NOTHING


@dataclass(frozen=True, slots=True)
class State:
    """A table: everything that can be seen, the hands included.

    `row` is in the order drawn; `market`, `unseen` and `discard` are multisets in the order in
    which cards are written. `deck` are the cards to come, next first, where their order is known;
    otherwise it is None and `unseen` are the cards to come. `turn` is the player who draws (in the
    final buy phases the one who drew last), `next` the one who buys in the final phases, None when
    the game is over (T11). `auction` is set in the phase of that name only.
    """

    players: tuple[Player, ...]
    turn: int = 1
    phase: str = DRAW
    row: tuple[Card, ...] = ()
    market: tuple[Card, ...] = ()
    deck: tuple[Card, ...] | None = None
    unseen: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    auction: Auction | None = None
    next: int | None = None
    readings: Readings = field(default=Readings())

    @property
    def order(self) -> tuple[Card, ...] | None:
        """The cards to come in their order, None where that is not known."""
        if self.deck is not None:
            return self.deck
        return self.unseen if len(set(self.unseen)) <= 1 else None

    @property
    def to_come(self) -> tuple[Card, ...]:
        """The cards to come; their order says something only where it is known."""
        return self.unseen if self.deck is None else self.deck

    @property
    def numbers(self) -> tuple[Card, ...]:
        """The number cards of the row."""
        return tuple(card for card in self.row if is_number(card))

    @property
    def currency(self) -> int:
        """The sum of the currency cards of the row (T5)."""
        return sum(value(card) for card in self.row if is_currency(card))

    @property
    def total(self) -> int:
        """The running total of the row (T4)."""
        return sum(map(value, self.numbers)) - self.currency

    def player(self, number: int) -> Player:
        """The player of this number, from 1."""
        return self.players[number - 1]

    def with_player(self, number: int, changed: Player) -> State:
        """The same table with one player changed."""
        players = (*self.players[: number - 1], changed, *self.players[number:])
        return replace(self, players=players)

    def left_of(self, number: int) -> int:
        """The player on the left of another, who is next (T0)."""
        return number % len(self.players) + 1


@dataclass(frozen=True, slots=True)
class Move:
    """Something that a player does.

    `kind` is `draw`, `stop:numbers`, `stop:currency`, `pass`, `bid`, `buy` or `end`. `card` is the
    card bought, or the one drawn where the order of the cards to come is not known; `bid` and
    `payment` are those of a bid or a purchase.
    """

    kind: str
    card: Card | None = None
    bid: int = 0
    payment: Payment = NOTHING

    def __str__(self) -> str:
        parts = [self.kind]
        if self.card is not None:
            parts.append(self.card)
        if self.kind == "bid":
            parts.append(str(self.bid))
        if self.payment != NOTHING:
            parts.append(str(self.payment))
        return ":".join(parts)


def visible(state: State) -> Counter[Card]:
    """Every card that lies open: row, market, hands, the card of an auction, the discard."""
    hands = [card for player in state.players for card in player.cards]
    wild = [state.auction.card] if state.auction else []
    return Counter([*state.row, *state.market, *hands, *wild, *state.discard])
