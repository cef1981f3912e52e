"""How moves and payments of TEN are written and read: `bid:4:t1+b1`, `buy:R3:t2+G7`."""

from __future__ import annotations

import re
from collections import Counter

from solver.errors import ReadError
from solver.fields import NUMBER, Token, lower, part, parted, quoted, wrong
from solver.ten.card_notation import Located, read_card, read_cards, spread
from solver.ten.cards import FULL_DECK, Card, in_order, is_currency
from solver.ten.table import NOTHING, Move, Payment

A_MOVE = (
    "a move: draw, draw:R5, stop:numbers, stop:currency, pass, bid:4:t1+b1, buy:R3:t2+G7 or end"
)
A_PAYMENT = "black tokens as t2, bust tokens as b1 (a small b), own cards as G7 or c2, joined by +"
PLAIN = ("draw", "stop:numbers", "stop:currency", "pass", "end")
MOST = 999  # nobody ever has more of anything, or can pay more

# A small b before a digit is a bust token, a capital one a blue card; else case does not matter.
COUNTED = re.compile("(?P<piece>[tTbcC])(?P<count>[0-9].*)")


def read_move(token: Token) -> Move:
    """The move that a word names."""
    text = lower(token.text)
    if text in PLAIN:
        return Move(text)
    kind, *words = parted(token, ":")
    name = lower(kind.text)
    if name == "draw" and len(words) == 1:
        return Move(name, read_card(words[0]))
    if name == "bid" and len(words) in (1, 2):
        return Move(name, bid=number(words[0], 0), payment=last_payment(words))
    if name == "buy" and len(words) in (1, 2):
        return Move(name, read_card(words[0]), payment=last_payment(words))
    raise wrong(f"{quoted(token.text)} is not a move", token, A_MOVE)


def last_payment(words: list[Token]) -> Payment:
    """The payment of a bid or purchase, which may have none: it is for the referee to refuse."""
    return read_payment(words[1]) if len(words) == 2 else NOTHING


def number(token: Token, low: int) -> int:
    """A whole number from `low` on."""
    expected = f"a number from {low} to {MOST}"
    if not NUMBER.fullmatch(token.text):
        raise wrong(f"{quoted(token.text)} is not a whole number", token, expected)
    if len(token.text) > 3 or int(token.text) < low:
        raise wrong(f"{quoted(token.text)} cannot be bid or paid", token, expected)
    return int(token.text)


def read_payment(token: Token) -> Payment:
    """The payment that a word names; its pieces come in any order."""
    counts: dict[str, int] = {}
    cards: list[Located] = []
    for piece in parted(token, "+"):
        match = COUNTED.fullmatch(piece.text)
        if match:
            name = lower(match["piece"])
            if name in counts:
                raise wrong(f"{name} is told twice", piece, "each sort of piece once")
            counts[name] = number(part(piece, *match.span("count")), 1)
        else:
            cards.append(read_own_cards(piece, cards))
    return Payment(
        tokens=counts.get("t", 0),
        bust=counts.get("b", 0),
        cards=in_order(spread(cards)),
        open_cards=counts.get("c", 0),
    )


def read_own_cards(token: Token, before: list[Located]) -> Located:
    """The cards that a piece of a payment names, no more of them than the box has (T1)."""
    found = read_cards(token, A_PAYMENT)
    if is_currency(found.card):
        message = f"{found.card} is nothing to pay with: currency cards are never owned (T6, T8)"
        raise wrong(message, token, A_PAYMENT)
    counts: Counter[Card] = Counter()
    for one in (*before, found):
        counts[one.card] += one.times
    if counts[found.card] > FULL_DECK[found.card]:
        message = f"{found.card} is paid {counts[found.card]} times, more than there are (T1)"
        raise wrong(message, token, f"at most {FULL_DECK[found.card]}")
    return found


def parse_move(text: str) -> Move:
    """The move that a text names, legal or not; raises `ReadError`."""
    try:
        return read_move(Token(text.strip(), 1, 1))
    except ReadError as error:  # it has no place in a document
        raise ReadError(error.message, token=error.token, expected=error.expected) from None
