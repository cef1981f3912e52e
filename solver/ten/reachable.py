"""What shows that a position of TEN cannot have been played to, and what is unusual about one.

A flag is a proof: no course of play under the readings of the position leads to such a table. Cards
that are not mentioned are not missed: a proof has to hold wherever they are. A note is no proof.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate

from solver.fields import listed
from solver.game import Flag
from solver.ten.cards import (
    CURRENCY_CARDS,
    CURRENCY_VALUES,
    FULL_DECK,
    Card,
    in_order,
    is_currency,
    is_number,
    is_wild,
    value,
)
from solver.ten.rules import breach
from solver.ten.table import (
    BUST_FROM,
    BUST_VALUE,
    BUY,
    FINAL,
    START_TOKENS,
    Auction,
    Move,
    State,
    visible,
)

WHOLE_BOX_FROM = 4  # with fewer players some cards are taken out (T3)


def unreachable(state: State) -> list[Flag]:
    """Everything that shows that the position cannot have been played to; usually nothing."""
    out = Out.of(state)
    return [
        *row(state),
        *buy(state),
        *auction(state),
        *discard(state),
        *market(state, out),
        *bust(state, out),
        *tokens(state, out),
        *spent(state),
        *wilds(state, out),
        *turns(state, out),
    ]


@dataclass(frozen=True, slots=True)
class Out:
    """The most that can have been drawn and have left the row: the cards owned, in the market and
    in the discard, and those that are not mentioned. `currency` is what the currency cards among
    them are worth at most, `currency_cards` how many there are."""

    numbers: tuple[Card, ...]
    wilds: int
    currency: int
    currency_cards: int
    missing: int  # number cards and wilds that are not mentioned

    @classmethod
    def of(cls, state: State) -> Out:
        """What can have left the row of a position."""
        mentioned = visible(state) + Counter(state.to_come)
        lost = Counter({card: n for card, n in FULL_DECK.items() if not is_currency(card)})
        lost -= mentioned
        gone = Counter([*owned(state), *state.market, *state.discard])
        money = [card for card in state.discard if is_currency(card)]
        told = sum(n for card, n in mentioned.items() if is_currency(card))
        lost_money = max(0, CURRENCY_CARDS - told)
        either = list((gone + lost).elements())
        return cls(
            numbers=tuple(filter(is_number, either)),
            wilds=sum(map(is_wild, either)),
            currency=sum(map(value, money)) + max(CURRENCY_VALUES) * lost_money,
            currency_cards=len(money) + lost_money,
            missing=lost.total(),
        )

    @property
    def busts(self) -> int:
        """The most busts there can have been: by total one takes number cards of 11 or more, by
        currency currency cards of as much (T5)."""
        return sum(map(value, self.numbers)) // BUST_FROM + self.currency // BUST_FROM


def owned(state: State) -> Iterator[Card]:
    """The cards of all players."""
    return (card for player in state.players for card in player.cards)


def row(state: State) -> list[Flag]:
    """A row that is bust is gone at once (T5, T7)."""
    worth = (value(card) * (-1 if is_currency(card) else 1) for card in state.row)
    for place, total in enumerate(accumulate(worth)):
        if total >= BUST_FROM:
            card = state.row[place]
            message = f"the row was bust when {card} came: its total was {total} (T5)"
            return [Flag("row", message)]
    return []


def buy(state: State) -> list[Flag]:
    """A buy phase comes after number cards were taken, which are then owned (T6, T8)."""
    if state.phase != BUY or state.readings.empty_reward == "allowed":
        return []
    if any(map(is_number, state.player(state.turn).cards)):
        return []
    message = f"player {state.turn} has just taken number cards, yet owns none (T6, T8)"
    return [Flag("buy", message)]


def auction(state: State) -> list[Flag]:
    """The highest bid was allowed, and its payment, of pieces that the bidder still has (T10)."""
    bid = state.auction
    if bid is None or bid.by is None:
        return []
    before = replace(state, auction=Auction(bid.card, bid.by))
    broken = breach(before, Move("bid", bid=bid.bid, payment=bid.payment))
    if broken is None:
        return []
    rule, message = broken
    return [Flag("auction", f"player {bid.by} may not have bid that: {message} ({rule})")]


def discard(state: State) -> list[Flag]:
    """A number card is out of play if it was paid with (T8), a wild also if nobody bid (T10). Who
    has paid last owns what it was for."""
    numbers = any(map(is_number, state.discard))
    if numbers and state.readings.spent_cards == "market":
        message = "a number card is in the discard, but those that are paid with go to the market"
        return [Flag("discard", f"{message} (T8)")]
    unsold = state.readings.no_bid == "discard"
    paid = numbers or (not unsold and any(map(is_wild, state.discard)))
    if paid and not any(owned(state)):
        message = "cards in the discard were paid with, yet nobody owns what was paid for (T8, T10)"
        return [Flag("discard", message)]
    return []


def market(state: State, out: Out) -> list[Flag]:
    """Number cards come to the market when somebody took currency or was bust (T6, T7), or paid
    with them (T8)."""
    if not state.market or out.busts or out.currency_cards:
        return []
    may_be_spent = state.readings.spent_cards == "market" and out.wilds
    if may_be_spent or state.readings.empty_reward == "allowed":
        return []
    message = "nobody can have been bust or have taken currency, yet there is a market (T6, T7)"
    return [Flag("market", message)]


def bust(state: State, out: Out) -> list[Flag]:
    """Every bust token comes from a bust (T7), and that from cards (T5)."""
    held = sum(player.bust for player in state.players)
    if held <= out.busts:
        return []
    there = "there is a bust token" if held == 1 else f"there are {held} bust tokens"
    most = f"{out.busts} at most" if out.busts else "none"
    return [Flag("bust", f"{there}, but of busts the cards drawn make for {most} (T5, T7)")]


def tokens(state: State, out: Out) -> list[Flag]:
    """Black tokens beyond the first five come from currency (T2, T6): each card of it counts once,
    for one player or for all but one."""
    more = [max(0, player.tokens - START_TOKENS) for player in state.players]
    shares = max(1, len(more) - 1)
    for number, gain in enumerate(more, 1):
        if gain > out.currency:
            message = f"player {number} has gained {gain} or more in black tokens, but the currency"
            return [Flag("tokens", f"{message} drawn is {out.currency} at most (T6)")]
    if sum(more) > shares * out.currency:
        message = f"{sum(more)} black tokens or more were gained, but the currency drawn gives"
        return [Flag("tokens", f"{message} {shares * out.currency} at most (T6)")]
    if nobody_gained(state, out):
        message = "currency was drawn and nobody has spent anything, yet nobody has gained (T6, T7)"
        return [Flag("tokens", message)]
    return []


def nobody_gained(state: State, out: Out) -> bool:
    """Whether currency is gone without a trace: nobody owns a card, so nobody has ever paid; there
    was no bust by currency; somebody who had five black tokens must have more."""
    could_vanish = out.currency >= BUST_FROM and any(player.bust for player in state.players)
    return (
        len(state.players) > 1
        and any(map(is_currency, state.discard))
        and not any(owned(state))
        and not could_vanish
        and all(player.tokens == START_TOKENS for player in state.players)
    )


def spent(state: State) -> list[Flag]:
    """Black tokens are spent on cards, and the last card paid for is still owned: own cards are
    given for another one only (T8, T10)."""
    message = "has spent black tokens, yet owns no card, not even the last one paid for (T8, T10)"
    return [
        Flag("spent", f"player {number} {message}")
        for number, player in enumerate(state.players, 1)
        if player.tokens < START_TOKENS and not player.cards
    ]


def wilds(state: State, out: Out) -> list[Flag]:
    """Every wild was bid for and paid with something (T10), unless a reading gives it away."""
    if state.readings.no_bid != "discard" or state.readings.min_bid != "1":
        return []
    if state.readings.spent_cards == "market" and out.numbers:
        return []  # a card that was bought back can be paid with any number of times (T8)
    cards = out.missing + sum(not is_currency(card) for card in state.discard)
    busts = out.busts - sum(player.bust for player in state.players)
    flags = []
    for number, player in enumerate(state.players, 1):
        count = sum(map(is_wild, player.cards))
        spent_tokens = START_TOKENS + out.currency - player.tokens
        paid = max(0, spent_tokens + BUST_VALUE * busts + cards)
        if count > paid:
            what = "a wild" if count == 1 else f"{count} wilds"
            message = f"player {number} owns {what}, but can have paid {paid} at most (T10)"
            flags.append(Flag("wilds", message))
    return flags


def turns(state: State, out: Out) -> list[Flag]:
    """Turns go round from player 1 on (T0). Each takes a card, a bust two (T4, T5): of those that
    must have been, there are not more than cards."""
    busts = [player.bust for player in state.players]
    took = [owes_a_turn(state, number) for number in range(1, len(busts) + 1)]
    count = least_turns(state, [b + t for b, t in zip(busts, took, strict=True)])
    others = count - sum(busts) - sum(took)
    if state.readings.first_card == "optional":
        others = 0
    elif state.phase == FINAL:
        others -= 1  # the last turn may have had nothing but a wild (T11)
    needed = 2 * sum(busts) + sum(took) + others + (state.phase == BUY)
    drawn = len(out.numbers) + out.currency_cards
    if needed <= drawn:
        return []
    over = "one turn is" if count == 1 else f"{count} turns are"
    message = f"{over} over at least, which takes {needed} number or currency cards, but {drawn}"
    return [Flag("turns", f"{message} have left the row at most (T0, T4)")]


def owes_a_turn(state: State, number: int) -> bool:
    """Whether a player must have finished a turn that took number cards: those owned come from one,
    or were bought at its end, or in the last purchases (T6, T8, T11)."""
    if not any(map(is_number, state.player(number).cards)):
        return False
    if state.phase == FINAL:
        return number in still_to_buy(state)
    return state.phase != BUY or number != state.turn


def still_to_buy(state: State) -> list[int]:
    """The players who have not had their last purchase, in their order (T11)."""
    if state.next is None:
        return []
    order = [state.next]
    while order[-1] != state.turn:
        order.append(state.left_of(order[-1]))
    return order


def least_turns(state: State, each: list[int]) -> int:
    """The least number of turns that can be over if every player has had so many of them (T0)."""
    size = len(each)
    begun = state.turn if state.phase == FINAL else state.turn - 1
    least = max(begun, *(n + size * (had - 1) for n, had in enumerate(each, 1) if had), 0)
    return least + (begun - least) % size


# --- What is only unusual ---------------------------------------------------------------------


def notes(state: State) -> list[Flag]:
    """What is unusual about a position, or assumed in it; nothing that speaks against it."""
    found = []
    players = len(state.players)
    if players == 1:
        found.append(Flag("one player", "the rules tell of no game for one (T0)"))
    if players < WHOLE_BOX_FROM and from_whole_box(state):
        message = "every card that is not visible is taken to be to come, but with so few players"
        found.append(Flag("whole box", f"{message} some are left in the box (T3)"))
    counts = visible(state) + Counter(state.to_come)
    more = [
        f"{counts[card]} {card} instead of {copies}"
        for card, copies in FULL_DECK.items()
        if is_currency(card) and counts[card] > copies
    ]
    if more:
        message = f"more of a currency card than is assumed: {listed(more, 'and')} (T1)"
        found.append(Flag("currency", message))
    return found


def from_whole_box(state: State) -> bool:
    """Whether the cards to come are what the visible ones leave of the full deck."""
    whole = in_order((FULL_DECK - visible(state)).elements())
    return bool(state.unseen) and state.unseen == whole
