"""What may be paid with, and how (T2, T8, T9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from solver.ten.cards import Card
from solver.ten.table import BUST_VALUE, Payment, Player

Breach = tuple[str, str]
"""A rule's id and what it says about the case at hand."""


def worth(player: Player, with_cards: bool = True) -> int:
    """The most that a player can pay (T8, T10)."""
    cards = len(player.cards) if with_cards else 0
    return player.tokens + BUST_VALUE * player.bust + cards


def can_pay_exactly(player: Player, price: int, with_cards: bool = True) -> bool:
    """Whether some payment has just the value of a price."""
    ones = player.tokens + (len(player.cards) if with_cards else 0)
    return any(0 <= price - BUST_VALUE * bust <= ones for bust in range(player.bust + 1))


def value_breaks(player: Player, price: int, paid: Payment, overpay: str, with_cards: bool) -> str:
    """What is wrong with the value of a payment of pieces that the player has (T8), else ""."""
    if paid.value < price:
        return f"{paid.value} does not pay the price of {price}"
    if paid.value == price or overpay == "allowed":
        return ""
    if overpay == "only-if-forced":
        exact = can_pay_exactly(player, price, with_cards)
        return f"{price} can be paid exactly, so {paid.value} may not be paid" if exact else ""
    only_bust = paid.value == BUST_VALUE * paid.bust
    if only_bust and paid.value - BUST_VALUE < price:
        return ""
    return f"a piece of this payment could be left out: it is worth {paid.value}, the price {price}"


def payments(
    player: Player, price: int, overpay: str, with_cards: bool = True
) -> Iterator[Payment]:
    """Every payment for a price, its own cards left open (T8)."""
    most_cards = len(player.cards) if with_cards else 0
    for bust in range(player.bust + 1):
        for tokens in range(player.tokens + 1):
            for cards in range(most_cards + 1):
                paid = Payment(tokens, bust, open_cards=cards)
                if not value_breaks(player, price, paid, overpay, with_cards):
                    yield paid


def pieces_missing(player: Player, paid: Payment) -> str:
    """What of a payment the player does not have, else ""."""
    for name, has, needs in (
        ("black token", player.tokens, paid.tokens),
        ("bust token", player.bust, paid.bust),
        ("card", len(player.cards), len(paid.cards) + paid.open_cards),
    ):
        if needs > has:
            return f"only {has} {name}{'' if has == 1 else 's'} are there, not {needs}"
    missing = Counter(paid.cards) - Counter(player.cards)
    return f"{next(iter(missing))} is not among the own cards" if missing else ""


def must_pay_with(player: Player, card: Card, after_payment: bool) -> int | None:
    """How many copies of a card its buyer has to give away with the payment; None if the card may
    not be bought at all (T9)."""
    copies = player.cards.count(card)
    return copies if after_payment or not copies else None
