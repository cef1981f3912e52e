"""A player of TEN who does anything that is legal, every sort of thing about as often."""

from __future__ import annotations

from solver.shuffle import SplitMix64
from solver.ten import rules
from solver.ten.cards import in_order, value
from solver.ten.payments import payments, worth
from solver.ten.table import BUY, FINAL, Auction, Move, Payment, State

LEAP = 3
"""A bid goes beyond the lowest one that is allowed by less than this."""


def random_move(state: State, rng: SplitMix64) -> Move | None:
    """Some legal move with everything named, None when the game is over."""
    if rules.over(state):
        return None
    if state.auction is not None:
        return random_bid(state, state.auction, rng)
    if state.phase in (BUY, FINAL):
        return random_purchase(state, rng)
    moves = [
        move
        for move in (Move("draw"), Move(rules.NUMBERS), Move(rules.CURRENCY), Move("end"))
        if rules.breach(state, move) is None
    ]
    move = rng.choice(moves)
    if move.kind == "draw" and state.order is None:
        return Move("draw", card=rng.choice(state.unseen))
    return move


def random_bid(state: State, auction: Auction, rng: SplitMix64) -> Move:
    """A pass or a bid, one as likely as the other where both are possible (T10)."""
    with_cards = state.readings.bid_with_cards == "yes"
    bidder = state.player(auction.next)
    bid = rules.least_bid(state, auction) + rng.below(LEAP)
    ways = []
    if bid <= worth(bidder, with_cards) and rng.below(2):
        ways = list(payments(bidder, bid, state.readings.overpay, with_cards))
    if not ways:
        return Move("pass")
    return Move("bid", bid=bid, payment=with_cards_named(state, rng.choice(ways), rng))


def random_purchase(state: State, rng: SplitMix64) -> Move:
    """A purchase of some card that can be bought, or none (T8)."""
    buyer = state.player(rules.active(state))
    cards = [card for card in dict.fromkeys(state.market) if value(card) <= worth(buyer)]
    if cards and rng.below(4):
        card = rng.choice(cards)
        ways = list(payments(buyer, value(card), state.readings.overpay))
        if ways:
            payment = with_cards_named(state, rng.choice(ways), rng)
            move = Move("buy", card, payment=payment)
            if rules.breach(state, move) is None:
                return move
    return Move("end")


def with_cards_named(state: State, payment: Payment, rng: SplitMix64) -> Payment:
    """A payment with some of the own cards in the place of those left open."""
    own = state.player(rules.active(state)).cards
    cards = in_order(rng.shuffled(own)[: payment.open_cards])
    return Payment(payment.tokens, payment.bust, cards)
