"""The referee of TEN: what may be done, what it does, and who has won.

Written to be read beside the rulebook (`rulebook.toml`); a rule's id stands beside the line that
enforces it. Everything is immutable. Nothing here knows of notation, engines or screens.

Own cards make payments many. Moves are listed with the number of own cards only, `c2`; such a
move is legal if some choice of cards is, and has to name them to be made. Likewise `draw` has to
name the card where the order of the cards to come is not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from solver.errors import IllegalMove
from solver.ten.cards import Card, in_order, is_currency, is_number, is_wild, value, without
from solver.ten.payments import (
    Breach,
    must_pay_with,
    payments,
    pieces_missing,
    value_breaks,
    worth,
)
from solver.ten.scoring import key_of, points
from solver.ten.table import (
    AUCTION,
    BUST_FROM,
    BUST_TOKENS,
    BUY,
    DRAW,
    FINAL,
    MOST_TOKENS,
    Auction,
    Move,
    Payment,
    Player,
    State,
)

NUMBERS, CURRENCY = "stop:numbers", "stop:currency"
KINDS = ("draw", NUMBERS, CURRENCY, "pass", "bid", "buy", "end")

NOT_IN_PHASE = {
    DRAW: "a card is to be drawn or the turn to be stopped",
    AUCTION: "an auction is on: bid or pass",
    BUY: "a card may be bought now, or the turn ended",
    FINAL: "these are the last purchases: buy or end",
}


# --- Who does what --------------------------------------------------------------------------


def over(state: State) -> bool:
    """Whether everybody has had the last buy phase (T11)."""
    return state.phase == FINAL and state.next is None


def active(state: State) -> int:
    """The player who has to do something; the one who drew last when the game is over."""
    if state.auction is not None:
        return state.auction.next
    return state.next if state.next is not None else state.turn


def is_bust(total: int, currency: int) -> str | None:
    """Whether a row is bust, and by what: `total` or `currency` (T5)."""
    if total >= BUST_FROM:
        return "total"
    return "currency" if currency >= BUST_FROM else None


# --- What a rule forbids ----------------------------------------------------------------------


def breach(state: State, move: Move) -> Breach | None:
    """The rule that a move breaks and what it says, or None if the move is legal."""
    if over(state):
        return "T11", "everybody has had the last buy phase: the game is over"
    if move.kind == "draw":
        return draw_breaks(state, move)
    if move.kind in (NUMBERS, CURRENCY):
        return stop_breaks(state, move.kind)
    if move.kind in ("bid", "pass"):
        return auction_breaks(state, move)
    if move.kind == "buy":
        return buy_breaks(state, move)
    return end_breaks(state)


def draw_breaks(state: State, move: Move) -> Breach | None:
    """The rule that drawing breaks."""
    if state.phase != DRAW:
        return "T4", NOT_IN_PHASE[state.phase]
    if not state.to_come:
        return "T11", "the last card has been drawn"
    if move.card is None:
        return None
    if state.deck is not None and move.card != state.deck[0]:
        return "T4", f"the next card is {state.deck[0]}, not {move.card}"
    if move.card not in state.to_come:
        return "T4", f"{move.card} is not among the cards to come"
    return None


def stop_breaks(state: State, kind: str) -> Breach | None:
    """The rule that stopping breaks."""
    if state.phase != DRAW:
        return "T4", NOT_IN_PHASE[state.phase]
    if not state.row:
        return "T4", "one may stop only with a number or currency card in the row"
    taken = is_number if kind == NUMBERS else is_currency
    if state.readings.empty_reward == "forbidden" and not any(map(taken, state.row)):
        what = "number" if kind == NUMBERS else "currency"
        return "T6", f"there is no {what} card in the row to be taken"
    return None


def auction_breaks(state: State, move: Move) -> Breach | None:
    """The rule that a bid or a pass breaks."""
    auction = state.auction
    if auction is None:
        return "T10", f"there is no auction: {NOT_IN_PHASE[state.phase]}"
    if move.kind == "pass":
        return None
    lowest = least_bid(state, auction)
    if move.bid < lowest:
        what = "highest bid so far" if auction.by else "lowest bid allowed"
        limit = auction.bid if auction.by else lowest
        return "T10", f"the {what} is {limit}, so {move.bid} is too little"
    bidder = state.player(auction.next)
    with_cards = state.readings.bid_with_cards == "yes"
    if not with_cards and (move.payment.cards or move.payment.open_cards):
        return "T10", "bids are paid with tokens only"
    if move.bid > worth(bidder, with_cards):
        most = worth(bidder, with_cards)
        return "T10", f"player {auction.next} can pay {most} at most, not {move.bid}"
    return payment_breaks(state, bidder, move.bid, move.payment, with_cards)


def least_bid(state: State, auction: Auction) -> int:
    """The lowest bid that is allowed (T10)."""
    return int(state.readings.min_bid) if auction.by is None else auction.bid + 1


def payment_breaks(
    state: State, player: Player, price: int, payment: Payment, with_cards: bool = True
) -> Breach | None:
    """The rule that a payment breaks (T8)."""
    missing = pieces_missing(player, payment)
    wrong = missing or value_breaks(player, price, payment, state.readings.overpay, with_cards)
    return ("T8", wrong) if wrong else None


def buy_breaks(state: State, move: Move) -> Breach | None:
    """The rule that a purchase breaks."""
    if state.phase not in (BUY, FINAL):
        return "T8", NOT_IN_PHASE[state.phase]
    card, payment = move.card, move.payment
    if card is None or card not in state.market:
        return "T8", f"{card} is not in the market"
    buyer = state.player(active(state))
    after_payment = state.readings.identical_test == "after-payment"
    copies = must_pay_with(buyer, card, after_payment)
    if copies is None:
        return "T9", f"player {active(state)} has {card} already"
    broken = payment_breaks(state, buyer, value(card), payment)
    if broken is None and copies - payment.cards.count(card) > payment.open_cards:
        return "T9", f"player {active(state)} would still have {card} after paying"
    return broken


def end_breaks(state: State) -> Breach | None:
    """The rule that ending a turn or a buy phase breaks."""
    if state.phase == AUCTION:
        return "T10", NOT_IN_PHASE[AUCTION]
    if state.phase == DRAW and state.row:
        return "T4", "a turn with cards in the row ends with a stop"
    if state.phase == DRAW and state.to_come and state.readings.first_card == "forced":
        return "T4", "the first card has to be drawn"
    return None


# --- What may be done -------------------------------------------------------------------------


def legal_moves(state: State) -> list[Move]:
    """The legal moves in the order of their names, own cards in payments left open; none when the
    game is over."""
    return sorted((move for move in offers(state) if breach(state, move) is None), key=str)


def offers(state: State) -> Iterator[Move]:
    """Moves among which all legal ones are."""
    if state.auction is not None:
        yield Move("pass")
        yield from bids(state, state.auction)
        return
    for kind in ("draw", NUMBERS, CURRENCY, "end"):
        yield Move(kind)
    if state.phase in (BUY, FINAL):
        buyer = state.player(active(state))
        for card in dict.fromkeys(state.market):
            for payment in payments(buyer, value(card), state.readings.overpay):
                yield Move("buy", card, payment=payment)


def bids(state: State, auction: Auction) -> Iterator[Move]:
    """Every bid that the next bidder can pay."""
    bidder = state.player(auction.next)
    with_cards = state.readings.bid_with_cards == "yes"
    for bid in range(least_bid(state, auction), worth(bidder, with_cards) + 1):
        for payment in payments(bidder, bid, state.readings.overpay, with_cards):
            yield Move("bid", bid=bid, payment=payment)


def named(state: State, move: Move) -> Iterator[Move]:
    """The legal moves that a listed move stands for, its own cards named."""
    payment = move.payment
    if not payment.open_cards:
        yield move
        return
    own = without(state.player(active(state)).cards, payment.cards)
    for cards in dict.fromkeys(combinations(own, payment.open_cards)):
        paid = replace(payment, cards=in_order([*payment.cards, *cards]), open_cards=0)
        one = replace(move, payment=paid)
        if breach(state, one) is None:
            yield one


def all_plays(state: State) -> list[Move]:
    """Every legal move with everything named: own cards that are paid, and the card drawn where the
    order of the cards to come is not known."""
    found: list[Move] = []
    for move in legal_moves(state):
        if move.kind == "draw" and state.order is None:
            found += [replace(move, card=card) for card in dict.fromkeys(state.unseen)]
        else:
            found += named(state, move)
    return found


# --- What a move does -------------------------------------------------------------------------


def apply(state: State, move: Move) -> State:
    """The table after a move; raises `IllegalMove` with the id of the rule that it breaks, and for
    a move that leaves open what has to be named."""
    broken = breach(state, move)
    if broken is None and move.payment.open_cards:
        broken = "T8", f"say which own cards are given instead of c{move.payment.open_cards}"
    if broken is None and move.kind == "draw" and move.card is None and state.order is None:
        example = f"draw:{state.unseen[0]}"
        message = "the order of the cards to come is not known: say which one is drawn, as"
        broken = "T4", f"{message} {example}"
    if broken is not None:
        rule, message = broken
        legal = [str(one) for one in legal_moves(state)]
        raise IllegalMove(message, rule=rule, move=str(move), legal=legal)
    if move.kind == "draw":
        return drawn(state, move.card or state.to_come[0])
    if move.kind == NUMBERS:
        return numbers_taken(state)
    if move.kind == CURRENCY:
        return currency_taken(state)
    if state.auction is not None:
        return after_bid(state, state.auction, move)
    if move.kind == "buy" and move.card is not None:
        return buy_phase_over(bought(state, move.card, move.payment))
    return turn_over(state) if state.phase == DRAW else buy_phase_over(state)


def drawn(state: State, card: Card) -> State:
    """The table after a card was drawn (T4, T5, T7, T10)."""
    if state.deck is not None:
        state = replace(state, deck=state.deck[1:])
    else:
        state = replace(state, unseen=without(state.unseen, [card]))
    if is_wild(card):  # T10
        return replace(state, phase=AUCTION, auction=Auction(card, state.left_of(state.turn)))
    state = replace(state, row=(*state.row, card))
    why = is_bust(state.total, state.currency)
    return state if why is None else bust(state, why)


def bust(state: State, why: str) -> State:
    """The table after a bust (T7)."""
    currency = state.currency
    if why == "total":
        state = others_gain(state, currency)
    held = sum(one.bust for one in state.players)
    if held < BUST_TOKENS or state.readings.bust_supply == "unlimited":
        player = state.player(state.turn)
        state = state.with_player(state.turn, replace(player, bust=player.bust + 1))
    return turn_over(to_market(state, state.numbers))


def numbers_taken(state: State) -> State:
    """The table after the number cards of the row were taken: a buy phase begins (T6)."""
    state = others_gain(state, state.currency)
    player = state.player(state.turn)
    cards = in_order([*player.cards, *state.numbers])
    state = state.with_player(state.turn, replace(player, cards=cards))
    return replace(row_gone(state), phase=BUY)


def currency_taken(state: State) -> State:
    """The table after the currency of the row was taken: no buy phase (T6)."""
    player = gaining(state.player(state.turn), state.currency)
    return turn_over(to_market(state.with_player(state.turn, player), state.numbers))


def gaining(player: Player, tokens: int) -> Player:
    """A player who gains black tokens, ten at most (T2)."""
    return replace(player, tokens=min(MOST_TOKENS, player.tokens + tokens))


def others_gain(state: State, tokens: int) -> State:
    """The table after everybody but the player on turn has gained black tokens (T6, T7)."""
    players = (
        one if number == state.turn else gaining(one, tokens)
        for number, one in enumerate(state.players, 1)
    )
    return replace(state, players=tuple(players))


def to_market(state: State, cards: Iterable[Card]) -> State:
    """The table with more cards in the market (T6, T7)."""
    return replace(state, market=in_order([*state.market, *cards]))


def to_discard(state: State, cards: Iterable[Card]) -> State:
    """The table with more cards out of play."""
    return replace(state, discard=in_order([*state.discard, *cards]))


def row_gone(state: State) -> State:
    """The table without a row, its currency discarded (T6)."""
    state = to_discard(state, filter(is_currency, state.row))
    return replace(state, row=())


def turn_over(state: State) -> State:
    """The table at the next player's turn, or at the last buy phases (T0, T11)."""
    state = row_gone(state)
    if not state.to_come:
        return replace(state, phase=FINAL, next=state.left_of(state.turn))
    return replace(state, phase=DRAW, turn=state.left_of(state.turn))


def buy_phase_over(state: State) -> State:
    """The table after a purchase, or after none (T8, T11)."""
    if state.phase == BUY:
        return turn_over(state)
    last = state.next == state.turn
    return replace(state, next=None if last else state.left_of(active(state)))


def paid(state: State, number: int, payment: Payment) -> State:
    """The table after a player has paid (T8): own cards are out of play, or the number cards among
    them go to the market (spent_cards)."""
    player = state.player(number)
    left = Player(
        player.tokens - payment.tokens,
        player.bust - payment.bust,
        without(player.cards, payment.cards),
    )
    state = state.with_player(number, left)
    if state.readings.spent_cards == "discard":
        return to_discard(state, payment.cards)
    state = to_market(state, filter(is_number, payment.cards))
    return to_discard(state, filter(is_wild, payment.cards))


def receiving(state: State, number: int, card: Card) -> State:
    """The table after a player was given a card."""
    player = state.player(number)
    return state.with_player(number, replace(player, cards=in_order([*player.cards, card])))


def bought(state: State, card: Card, payment: Payment) -> State:
    """The table after a purchase (T8)."""
    buyer = active(state)
    state = replace(state, market=without(state.market, [card]))
    return receiving(paid(state, buyer, payment), buyer, card)


def after_bid(state: State, auction: Auction, move: Move) -> State:
    """The table after a bid or a pass; the auction ends with the player on turn (T10)."""
    if move.kind == "bid":
        auction = replace(auction, by=auction.next, bid=move.bid, payment=move.payment)
    if auction.next != state.turn:
        return replace(state, auction=replace(auction, next=state.left_of(auction.next)))
    state = replace(state, phase=DRAW, auction=None)
    if auction.by is not None:
        return receiving(paid(state, auction.by, auction.payment), auction.by, auction.card)
    if state.readings.no_bid == "active-takes-free":
        return receiving(state, state.turn, auction.card)
    return to_discard(state, [auction.card])


# --- The end ----------------------------------------------------------------------------------


def score(state: State, number: int) -> int:
    """The points of a player's cards (T12)."""
    key = key_of(state.player(number).cards)
    return points(key, state.readings.wild_only_run == "yes")


def points_of_all(state: State) -> tuple[int, ...]:
    """The points of each player's cards so far (T12)."""
    return tuple(score(state, number) for number in range(1, len(state.players) + 1))


Standing = tuple[int, int, int]
"""Points, black tokens, and the number of cards with a minus: the higher wins (T12, T13)."""


def standing(state: State, number: int) -> Standing:
    """What decides who wins (T12, T13)."""
    player = state.player(number)
    return score(state, number), player.tokens, -len(player.cards)


def leaders(state: State) -> tuple[int, ...]:
    """Who would win if the game ended here; several share a tie (T12, T13)."""
    numbers = range(1, len(state.players) + 1)
    standings = {number: standing(state, number) for number in numbers}
    best = max(standings.values())
    return tuple(number for number in numbers if standings[number] == best)


def outcome(state: State) -> str:
    """`over` after the last buy phase, otherwise `open` (T11)."""
    return "over" if over(state) else "open"


def winners(state: State) -> tuple[int, ...]:
    """Who has won; nobody while the game is open."""
    return leaders(state) if over(state) else ()
