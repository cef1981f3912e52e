"""What cannot be a position of TEN though it can be read: each card in a place where it can lie, no
more pieces than the box has, no row that is bust, no bid that cannot be paid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from solver.errors import InvalidPosition
from solver.fields import Token, invalid, listed
from solver.ten.card_notation import Located
from solver.ten.cards import (
    CURRENCY_CARDS,
    CURRENCY_COPIES,
    FULL_DECK,
    Card,
    is_currency,
    is_number,
    is_wild,
)
from solver.ten.payments import pieces_missing
from solver.ten.table import BUST_FROM, BUST_TOKENS, BUY, FINAL, State

Places = Mapping[str, Sequence[Located]]
"""The cards of a document by the key that they stand under."""

SHOWN_PLACES = 6  # places that a message tells

MAY_LIE = {
    "row": "number and currency cards",
    "market": "number cards",
    "player": "number cards and wilds",
    "auction": "a wild: R#, W5 or W#",
}


def check_places(places: Places, phase: str, derived: bool) -> None:
    """Refuse cards where they cannot lie, and more of them than there are. `derived`: the cards to
    come are what the others leave of the full deck."""
    for key, found in places.items():
        for one in found:
            if message := misplaced(key, one.card):
                raise invalid(message, one.token, MAY_LIE[key.split()[0]])
    if phase in (BUY, FINAL):
        check_empty(places["row"], f"the row is gone by the phase {phase} (T6, T7)")
    if phase == FINAL:
        message = "there are cards to come, but the last purchases begin after the last one (T11)"
        check_empty([*places["deck"], *places["unseen"]], message)
    check_copies(places)
    check_currency(places, derived)


def misplaced(key: str, card: Card) -> str:
    """Why a card cannot stand under a key, else ""."""
    if key == "row" and is_wild(card):
        return f"{card} is a wild, and wilds are no part of the row (T10)"
    if key == "market" and not is_number(card):
        return f"{card} cannot be in the market: only number cards come there (T6, T7)"
    if key.startswith("player") and is_currency(card):
        return f"{card} cannot be owned: a currency card is taken as black tokens (T6)"
    if key == "auction" and not is_wild(card):
        return f"{card} is no wild: there is no auction for it (T10)"
    return ""


def check_empty(found: Sequence[Located], message: str) -> None:
    """Refuse cards in a place where there are none."""
    if found:
        raise invalid(message, found[0].token, "no card")


def check_copies(places: Places) -> None:
    """Refuse more copies of a number card or a wild than the box has (T1)."""
    counts = card_counts(places)
    for card, copies in FULL_DECK.items():
        if counts[card] > copies and not is_currency(card):
            box = f"the box has {copies if copies > 1 else 'only one'}"
            message = f"{card} is there {counts[card]} times, but {box} (T1)"
            raise too_many(places, card, message, f"at most {copies}")


def check_currency(places: Places, derived: bool) -> None:
    """Refuse more currency cards than the box has (T1). How many there are of each value is an
    assumption, which counts only where the cards to come follow from it."""
    counts = card_counts(places)
    total = sum(count for card, count in counts.items() if is_currency(card))
    if total > CURRENCY_CARDS:
        message = f"there are {total} currency cards, but the box has {CURRENCY_CARDS} (T1)"
        raise too_many(places, None, message, f"at most {CURRENCY_CARDS}")
    for number, copies in CURRENCY_COPIES.items() if derived else ():
        card = f"${number}"
        if counts[card] > copies:
            message = (
                f"{card} is there {counts[card]} times, but {copies} are assumed (T1), and from "
                "that it would follow which cards are to come"
            )
            raise too_many(places, card, message, f"at most {copies}, or the key unseen or deck")


def card_counts(places: Places) -> Counter[Card]:
    """How often each card is there, wherever it lies."""
    counts: Counter[Card] = Counter()
    for _, one in standing(places):
        counts[one.card] += one.times
    return counts


def standing(places: Places) -> Iterator[tuple[str, Located]]:
    """Every card with the key that it stands under."""
    return ((key, one) for key, found in places.items() for one in found)


def too_many(places: Places, card: Card | None, message: str, expected: str) -> InvalidPosition:
    """The error for too many copies of a card, or for too many currency cards: it tells where they
    are, and shows the last one."""
    found = [
        (key, one.token)
        for key, one in standing(places)
        if (one.card == card if card else is_currency(one.card))
    ]
    where = [f"{key} (line {at.line}, column {at.column})" for key, at in found]
    if len(where) > SHOWN_PLACES:
        where[SHOWN_PLACES - 1 :] = [f"{len(where) - SHOWN_PLACES + 1} more places"]
    keys = list(dict.fromkeys(key for key, _ in found))
    return invalid(f"{message}: {listed(where, 'and')}", found[-1][1], expected, keys)


def check_row(state: State, row: Token | None) -> None:
    """Refuse a row that is bust: it would be gone at once (T5, T7)."""
    for name, amount in (("total", state.total), ("currency", state.currency)):
        if amount >= BUST_FROM:
            message = f"the {name} of the row is {amount}, which is bust (T5)"
            raise invalid(message, row, f"{BUST_FROM - 1} at most")


def check_bust_tokens(state: State, tokens: Sequence[Token | None]) -> None:
    """Refuse more bust tokens than there are (T2, T7); `tokens` tells where each player's stand."""
    total = sum(one.bust for one in state.players)
    if total > BUST_TOKENS and state.readings.bust_supply == "limited":
        owners = [number for number, one in enumerate(state.players, 1) if one.bust]
        message = f"there are {total} bust tokens, but the box has {BUST_TOKENS} (T2)"
        expected = f"at most {BUST_TOKENS}, or the reading bust_supply=unlimited"
        keys = [f"player {number}" for number in owners]
        raise invalid(message, tokens[owners[-1] - 1], expected, keys)


def check_auction(state: State, parts: Mapping[str, Token]) -> None:
    """Refuse a highest bid of somebody who is yet to bid, or that its bidder cannot pay (T10)."""
    auction = state.auction
    if auction is None or auction.by is None:
        return
    bidder = f"player {auction.by}"
    order = bidding_order(state)
    if order.index(auction.by) >= order.index(auction.next):
        names = listed([str(number) for number in order], "and")
        message = f"{bidder} cannot have bid before player {auction.next}: they bid in turn,"
        earlier = [f"by={number}" for number in order[: order.index(auction.next)]]
        expected = listed(earlier) or "no bid yet"
        raise invalid(
            f"{message} players {names} (T10)", parts["by"], expected, ["auction", "turn"]
        )
    missing = pieces_missing(state.player(auction.by), auction.payment)
    if missing:
        message = f"{bidder} cannot pay that: {missing} (T10)"
        raise invalid(message, parts["pay"], f"pieces that {bidder} has", ["auction", bidder])
    if auction.payment.value < auction.bid:
        message = f"{bidder} bids {auction.bid}, but pays {auction.payment.value} (T10)"
        raise invalid(message, parts.get("pay", parts["bid"]), f"pay=t{auction.bid}")


def bidding_order(state: State) -> list[int]:
    """The players in the order in which they bid, from the left of the one on turn, who is last
    (T10)."""
    order = [state.left_of(state.turn)]
    while order[-1] != state.turn:
        order.append(state.left_of(order[-1]))
    return order
