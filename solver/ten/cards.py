"""The cards of TEN (T1).

A card is its own name: `R5` is a red five, `R#` a wild of red, `W5` a five of any colour, `W#` a
wild of any colour and number, `$3` a currency card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

Card = str

COLOURS = "RBOG"
COLOUR_NAMES = {"R": "red", "B": "blue", "O": "orange", "G": "green"}
NUMBERS = range(1, 10)
WILD, ANY, CURRENCY = "W", "#", "$"
CURRENCY_VALUES = range(1, 6)

NUMBER_COPIES = {number: 3 if number <= 6 else 1 for number in NUMBERS}
COLOUR_WILDS = 2
CURRENCY_COPIES = {1: 5, 2: 5, 3: 5, 4: 6, 5: 6}
"""How many currency cards there are of each value: an assumption, no source tells them (T1)."""
CURRENCY_CARDS = 27

FULL_DECK: Counter[Card] = Counter(
    {
        **{f"{colour}{number}": NUMBER_COPIES[number] for colour in COLOURS for number in NUMBERS},
        **{f"{colour}{ANY}": COLOUR_WILDS for colour in COLOURS},
        **{f"{WILD}{number}": 1 for number in NUMBERS},
        f"{WILD}{ANY}": 1,
        **{f"{CURRENCY}{value}": CURRENCY_COPIES[value] for value in CURRENCY_VALUES},
    }
)
"""Every card of the box and how many copies of it there are: 129 in all (T1)."""

ORDER: dict[Card, int] = {card: place for place, card in enumerate(FULL_DECK)}
"""The order in which cards are written: numbers by colour, wilds, currency."""


def is_currency(card: Card) -> bool:
    """Whether the card is a currency card."""
    return card[0] == CURRENCY


def is_wild(card: Card) -> bool:
    """Whether the card is a wild of any kind, for which there is an auction (T10)."""
    return card[0] == WILD or card[1] == ANY


def is_number(card: Card) -> bool:
    """Whether the card has a colour and a number."""
    return card[0] in COLOURS and card[1] != ANY


def value(card: Card) -> int:
    """The number of a number card, the value of a currency card."""
    return int(card[1])


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards as they are written where their order says nothing."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


def without(cards: Iterable[Card], gone: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that are left, in order, after some of them are gone."""
    return in_order((Counter(cards) - Counter(gone)).elements())
