"""Tables of TEN for the tests: written by hand, and any that can be composed."""

from __future__ import annotations

import random
from collections.abc import Callable

from hypothesis import strategies as st

from solver.ten.cards import (
    CURRENCY_VALUES,
    FULL_DECK,
    Card,
    in_order,
    is_currency,
    is_number,
    is_wild,
    value,
)
from solver.ten.notation import parse
from solver.ten.table import (
    AUCTION,
    BUST_TOKENS,
    DRAW,
    FINAL,
    NOTHING,
    PHASES,
    READINGS,
    Auction,
    Move,
    Payment,
    Player,
    Readings,
    State,
)
from solver.text import text_fields

Box = list[Card]


def table(keys: str) -> State:
    """The table that these keys describe."""
    return parse(text_fields(f"game: ten; {keys}")).state


# --- Any table that can be composed -------------------------------------------------------------


@st.composite
def states(
    draw: st.DrawFn,
    phases: tuple[str, ...] = PHASES,
    most_players: int = 5,
    most_cards: int = 12,
) -> State:
    """A table that the notation takes: it need not have been played to.

    `most_cards` are those of a hand, of the market, the discard and the cards to come, of which
    there may be more where they are what is left of the full deck.
    """
    rng = draw(st.randoms(use_true_random=False))
    phase = draw(st.sampled_from(phases))
    readings = Readings(**{key: draw(st.sampled_from(found)) for key, found in READINGS.items()})
    box = box_of(rng, draw(st.booleans()))
    count = draw(st.integers(1, most_players))
    turn = draw(st.integers(1, count))
    sizes = st.integers(0, most_cards)
    most_bust = BUST_TOKENS // count if readings.bust_supply == "limited" else 64
    players = []
    for _ in range(count):
        cards = take(box, draw(sizes), lambda card: not is_currency(card))
        players.append(Player(draw(st.integers(0, 10)), draw(st.integers(0, most_bust)), cards))
    auction = None
    if phase == AUCTION:
        wild = take(box, 1, is_wild)[0]
        auction = draw(auctions(wild, players, turn))
    row = safe_row(box, draw(st.integers(0, 5))) if phase in (DRAW, AUCTION) else ()
    market = take(box, draw(sizes), is_number)
    discard = take(box, draw(sizes), lambda card: True)
    kind = draw(st.sampled_from(["deck", "unseen", "neither"]))
    coming = tuple(box if kind == "neither" else box[: draw(sizes)]) if phase != FINAL else ()
    buyer = draw(st.none() | st.integers(1, count)) if phase == FINAL else None
    return State(
        players=tuple(players),
        turn=turn,
        phase=phase,
        row=row,
        market=market,
        deck=coming if kind == "deck" else None,
        unseen=() if kind == "deck" else in_order(coming),
        discard=discard,
        auction=auction,
        next=buyer,
        readings=readings,
    )


def box_of(rng: random.Random, as_assumed: bool) -> Box:
    """The whole box, shuffled; the split of the currency cards as it is assumed, or some other."""
    box = list(FULL_DECK.elements())
    if not as_assumed:
        values = list(CURRENCY_VALUES)
        box = [f"${rng.choice(values)}" if is_currency(card) else card for card in box]
    rng.shuffle(box)
    return box


def take(box: Box, count: int, wanted: Callable[[Card], bool]) -> tuple[Card, ...]:
    """The first wanted cards of a box, in order, which are gone from it."""
    found = [card for card in box if wanted(card)][:count]
    for card in found:
        box.remove(card)
    return in_order(found)


def safe_row(box: Box, count: int) -> tuple[Card, ...]:
    """Cards drawn from a box to a row that is not bust in the end."""
    row: list[Card] = []
    total = currency = 0
    for card in [card for card in box if not is_wild(card)][:count]:
        more = value(card) if is_currency(card) else 0
        amount = total - more if more else total + value(card)
        if amount < 11 and currency + more < 11:
            row.append(card)
            total, currency = amount, currency + more
            box.remove(card)
    return tuple(row)


@st.composite
def auctions(draw: st.DrawFn, wild: Card, players: list[Player], turn: int) -> Auction:
    """An auction at any point of it, its highest bid covered by what its bidder has."""
    count = len(players)
    order = [(turn + step) % count + 1 for step in range(count)]
    place = draw(st.integers(0, count - 1))
    if not place or draw(st.booleans()):
        return Auction(wild, order[place])
    by = draw(st.sampled_from(order[:place]))
    payment = draw(payments(players[by - 1]))
    return Auction(wild, order[place], by, draw(st.integers(0, payment.value)), payment)


@st.composite
def payments(draw: st.DrawFn, player: Player) -> Payment:
    """Any of the pieces of a player, the cards named."""
    cards = [card for card in player.cards if draw(st.booleans())]
    tokens, bust = draw(st.integers(0, player.tokens)), draw(st.integers(0, player.bust))
    return Payment(tokens, bust, in_order(cards))


# --- Any moves ----------------------------------------------------------------------------------

cards = st.sampled_from(list(FULL_DECK))
owned_cards = st.lists(
    st.sampled_from([card for card in FULL_DECK if not is_currency(card)]), max_size=4, unique=True
)
any_payment = st.builds(
    Payment,
    tokens=st.integers(0, 10),
    bust=st.integers(0, 15),
    cards=owned_cards.map(in_order),
    open_cards=st.integers(0, 3),
)
moves = st.one_of(
    st.sampled_from(["draw", "stop:numbers", "stop:currency", "pass", "end"]).map(Move),
    st.builds(Move, st.just("draw"), cards),
    st.builds(Move, st.just("buy"), cards, payment=any_payment | st.just(NOTHING)),
    st.builds(Move, st.just("bid"), bid=st.integers(0, 99), payment=any_payment | st.just(NOTHING)),
)
