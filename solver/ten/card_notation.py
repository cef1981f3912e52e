"""How cards of TEN, and lists of them, are written and read: `R6*2 W7 B# $3`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from solver.fields import NUMBER, Token, part, quoted, upper, wrong
from solver.ten.cards import FULL_DECK, ORDER, Card

PINK, RED = "P", "R"
MOST_TIMES = FULL_DECK.total()

A_CARD = "a card: R5, R#, W5, W# or $3"
HOW_OFTEN = f"a number from 1 to {MOST_TIMES}"

TIMES = re.compile(r"(?P<card>[^*]*)\*(?P<times>.*)")


@dataclass(frozen=True, slots=True)
class Located:
    """A card of a document, how many times it is there, and its place."""

    card: Card
    times: int
    token: Token


def read_card(token: Token, expected: str = A_CARD) -> Card:
    """The card that a word names, whatever its case; pink is red in some editions (T1)."""
    card = upper(token.text)
    if card.startswith(PINK):
        card = RED + card[1:]
    if card not in ORDER:
        raise wrong(f"{quoted(token.text)} is not a card", token, expected)
    return card


def read_cards(token: Token, expected: str = A_CARD) -> Located:
    """The card that a word of a list names, with how often it is there: `R6*2` is two of them."""
    match = TIMES.fullmatch(token.text)
    if not match:
        return Located(read_card(token, expected), 1, token)
    card = read_card(part(token, *match.span("card")), expected)
    times = part(token, *match.span("times"))
    if not NUMBER.fullmatch(times.text):
        raise wrong(f"{quoted(times.text)} is not a whole number", times, HOW_OFTEN)
    if len(times.text) > 3 or not 1 <= int(times.text) <= MOST_TIMES:
        raise wrong(f"no card is there {quoted(times.text)} times", times, HOW_OFTEN)
    return Located(card, int(times.text), token)


def spread(found: Iterable[Located]) -> tuple[Card, ...]:
    """The cards of a list in its order, each as often as it is there."""
    return tuple(one.card for one in found for _ in range(one.times))


def collapsed(cards: Iterable[Card]) -> list[str]:
    """A multiset of cards as a list has it, `R6*2` for two alike."""
    counts = Counter(cards)
    return [
        f"{card}*{counts[card]}" if counts[card] > 1 else card
        for card in sorted(counts, key=ORDER.__getitem__)
    ]
