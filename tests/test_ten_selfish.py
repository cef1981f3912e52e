"""TEN where everybody plays for themselves: the last purchases, auctions, and their answers.

What is expected was worked out by hand, or is found here by playing out every line with the
referee.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from solver.game import Table
from solver.ten import rules, selfish, selfish_answer, selfish_check
from solver.ten.bidding import Bidding, bidding
from solver.ten.bidding import too_large as too_large_to_bid
from solver.ten.cards import FULL_DECK, ORDER, Card, in_order, is_currency, is_number, is_wild
from solver.ten.scoring import key_of, points
from solver.ten.selfish import Line, last_purchases, standings_of
from solver.ten.table import (
    AUCTION,
    FINAL,
    READINGS,
    Auction,
    Move,
    Payment,
    Player,
    Readings,
    State,
)
from solver.verdict import Budget, Disagreement, LimitReached, Limits

CARDS = [card for card in FULL_DECK.elements() if not is_currency(card)]
LOW_CARDS = [card for card in CARDS if card[0] in "RBW" and card[1] in "12345#"]


def budget(nodes: int | None = None) -> Budget:
    return Budget(Limits(seconds=None, nodes=nodes))


def hand(cards: str) -> tuple[Card, ...]:
    return in_order(cards.split())


def ending(
    *players: Player, market: str = "", first: int = 1, last: int | None = None, **readings: str
) -> State:
    return State(
        players,
        turn=last or len(players),
        phase=FINAL,
        market=hand(market),
        deck=(),
        next=first,
        readings=Readings(**readings),
    )


def has(cards: str, tokens: int = 0, bust: int = 0) -> Player:
    return Player(tokens, bust, hand(cards))


def played(state: State) -> tuple[str, list[tuple[int, int, int]], tuple[int, ...]]:
    """The moves, the points, black tokens and cards, and the winners; both methods agree on it."""
    line = last_purchases(state, budget())
    again = selfish_check.ending(state, budget())
    standings = [(score, tokens, -cards) for score, tokens, cards in line.standings]
    assert again.moves == line.moves
    assert list(again.standings) == standings
    return " ".join(map(str, line.moves)), standings, line.winners


# --- Every line, played out by the referee ------------------------------------------------------


def tie(move: Move) -> tuple[Any, ...]:
    """The place of a move among those that are alike to a player, in the words of `TIES`."""
    paid = move.payment
    return (
        move.kind not in ("pass", "end"),
        move.bid,
        ORDER.get(move.card or "", -1),
        len(paid.cards),
        paid.bust,
        paid.tokens,
        [ORDER[card] for card in paid.cards],
    )


@cache
def moves_of(state: State) -> list[Move]:
    named = (one for move in rules.legal_moves(state) for one in rules.named(state, move))
    return sorted(named, key=tie)


def wish(state: State, player: int) -> tuple[bool, int, int]:
    score, tokens, _ = rules.standing(state, player)
    return player in rules.leaders(state), score, tokens


@cache
def played_out(state: State) -> tuple[tuple[Move, ...], State]:
    """The line of selfish players, as long as the phase lasts, and the table after it."""
    player = rules.active(state)
    best: tuple[tuple[Move, ...], State] | None = None
    for move in moves_of(state):
        after = rules.apply(state, move)
        ends = after.phase != state.phase or rules.over(after)
        line, end = ((), after) if ends else played_out(after)
        if best is None or wish(end, player) > wish(best[1], player):
            best = (move, *line), end
    assert best is not None
    return best


def random_readings(rng: random.Random) -> Readings:
    return Readings(**{name: rng.choice(values) for name, values in READINGS.items()})


def random_ending(rng: random.Random) -> State:
    count = rng.choice([1, 2, 2, 3, 3, 3, 4])
    box = list(rng.choice([CARDS, LOW_CARDS]))
    rng.shuffle(box)
    market = [card for card in box if is_number(card)][: rng.randint(1, 4)]
    for card in market:
        box.remove(card)
    most = 3 if count < 4 else 2
    players = tuple(
        Player(
            rng.randint(0, 2),
            rng.choice([0, 0, 1]),
            in_order(box.pop() for _ in range(rng.randint(0, most))),
        )
        for _ in range(count)
    )
    last = rng.randint(1, count)
    first = rng.choice([last % count + 1, rng.randint(1, count)])
    state = ending(*players, first=first, last=last)
    return replace(state, market=in_order(market), readings=random_readings(rng))


def random_auction(rng: random.Random) -> State:
    count = rng.choice([1, 2, 2, 3, 3, 4])
    box = list(rng.choice([CARDS, LOW_CARDS]))
    rng.shuffle(box)
    wild = next(filter(is_wild, box))
    box.remove(wild)
    most = 3 if count < 4 else 2
    players = tuple(
        Player(
            rng.randint(0, most),
            rng.choice([0, 0, 1]),
            in_order(box.pop() for _ in range(rng.randint(0, most))),
        )
        for _ in range(count)
    )
    turn = rng.randint(1, count)
    auction = Auction(wild, turn % count + 1)
    state = State(players, turn=turn, phase=AUCTION, deck=("R9",), auction=auction)
    state = replace(state, readings=random_readings(rng))
    for _ in range(rng.choice([0, 0, 0, 1, 2])):
        if state.auction is not None and state.auction.next != turn:
            state = rules.apply(state, rng.choice(moves_of(state)))
    return state


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    yield
    moves_of.cache_clear()
    played_out.cache_clear()


def test_the_last_purchases_are_those_of_playing_everything_out() -> None:
    rng = random.Random(20)
    bought = []
    for _ in range(90):
        state = random_ending(rng)
        moves, end = played_out(state)
        line = last_purchases(state, budget())
        assert line.moves == moves, state
        assert line.standings == standings_of(end)
        assert line.winners == rules.winners(end)
        bought.append(sum(move.kind == "buy" for move in moves))
    assert {0, 1, 2} <= set(bought)


def test_two_methods_find_the_same_last_purchases() -> None:
    rng = random.Random(21)
    for _ in range(200):
        played(random_ending(rng))


@pytest.mark.parametrize("seed", range(6))
def test_two_methods_agree_on_large_tables(seed: int) -> None:
    rng = random.Random(seed)
    box = list(CARDS)
    rng.shuffle(box)
    market = list(filter(is_number, box))[:8]
    for card in market:
        box.remove(card)
    players = tuple(
        Player(rng.randint(0, 6), rng.choice([0, 1, 2]), in_order(box.pop() for _ in range(8)))
        for _ in range(rng.randint(3, 5))
    )
    for readings in (Readings(), Readings(identical_test="after-payment", wild_only_run="no")):
        state = replace(ending(*players), market=in_order(market), readings=readings)
        moves, _, _ = played(state)
        assert "buy" in moves


def test_auctions_end_as_when_everything_is_played_out() -> None:
    rng = random.Random(22)
    bids = []
    for _ in range(90):
        state = random_auction(rng)
        moves, end = played_out(state)
        found = bidding(state, budget())
        assert found.line.moves == moves, state
        assert found.line.standings == standings_of(end)
        assert found.line.winners == rules.leaders(end)
        bids.append(sum(move.kind == "bid" for move in moves))
    assert {0, 1} <= set(bids)


def got(state: State, bid: int, payment: Payment) -> tuple[bool, int, int]:
    """What the next bidder has after getting the wild for a bid."""
    assert state.auction is not None
    player = state.auction.next
    after = rules.apply(state, Move("bid", bid=bid, payment=payment))
    while after.auction is not None:
        after = rules.apply(after, Move("pass"))
    return wish(after, player)


def test_what_the_next_bidder_is_left_with_is_the_best_of_every_payment() -> None:
    rng = random.Random(23)
    limits = []
    for _ in range(60):
        state = random_auction(rng)
        assert state.auction is not None
        player = state.auction.next
        found = bidding(state, budget()).bidders[player - 1]
        best: dict[int, tuple[bool, int, int]] = {}
        for move in moves_of(state):
            if move.kind == "bid":
                one = got(state, move.bid, move.payment)
                best[move.bid] = max(one, best.get(move.bid, one))
        offered = {one.bid: got(state, one.bid, one.payment) for one in found.offers}
        assert offered == best
        after = state
        while after.auction is not None:
            after = rules.apply(after, Move("pass"))
        good = [bid for bid, one in best.items() if one >= wish(after, player)]
        assert found.limit == max(good, default=None)
        limits.append(found.limit)
        cards = state.player(player).cards
        wild_only = state.readings.wild_only_run == "yes"
        with_wild = points(key_of([*cards, state.auction.card]), wild_only)
        assert found.value == with_wild - points(key_of(cards), wild_only)
    assert None in limits
    assert len(set(limits)) > 3


# --- Last purchases by hand ---------------------------------------------------------------------


def test_a_card_is_bought_so_that_another_does_not_get_it() -> None:
    # With G1 player 1 would have five points, but player 2 six with the blue three.
    first = has("R1 R2 R3 B6", tokens=2, bust=1)
    second = has("B1 B2 B4 B5 G1", tokens=3)
    moves, standings, winners = played(ending(first, second, market="B3 G1"))
    assert moves == "buy:B3:b1 end"
    assert standings == [(4, 2, 5), (3, 3, 5)]
    assert winners == (1,)


def test_to_stand_lower_may_be_worth_it() -> None:
    # With two black tokens left player 1 is ahead of player 2 for good, who then has no reason to
    # keep R1 from player 3, who would win with it. With none left both share the win.
    players = has("", tokens=2, bust=1), has("R6"), has("B1", bust=1)
    moves, standings, winners = played(ending(*players, market="R1 O2"))
    assert moves == "buy:O2:t2 buy:R1:R6 end"
    assert standings == [(1, 0, 1)] * 3
    assert winners == (1, 2, 3)

    ahead = ending(replace(players[0], bust=0, cards=("O2",)), *players[1:], market="R1", first=2)
    assert played(ahead)[0] == "end buy:R1:b1"
    assert played(ahead)[2] == (3,)


def test_two_may_stand_lower_to_share_the_win() -> None:
    # Player 3 could buy B2 and win by tokens. Player 2 can prevent that only by giving away all
    # there is, and does so if that is enough to win: if player 1 has as little.
    players = has("", tokens=1, bust=1), has("B3", tokens=1), has("", tokens=3, bust=1)
    moves, standings, winners = played(ending(*players, market="R1 B2"))
    assert moves == "buy:R1:t1 buy:B2:t1+B3 end"
    assert standings == [(1, 0, 1), (1, 0, 1), (0, 3, 0)]
    assert winners == (1, 2)


def test_who_cannot_win_takes_points_and_then_tokens() -> None:
    # Player 1 is out of reach. Player 2 gives a card of no use, and not the token.
    players = has("O1 O2 O3 O4 O5"), has("R1 R1", tokens=1)
    moves, standings, winners = played(ending(*players, market="R2 G1", first=2))
    assert moves == "buy:G1:R1"
    assert standings[1] == (2, 1, 2)
    assert winners == (1,)


@pytest.mark.parametrize(
    ("second", "winners"),
    [
        (has("B1 B2 B2", tokens=2), (1,)),  # more points
        (has("B1 B2 B3", tokens=2), (1,)),  # black tokens; the bust tokens of player 1 do not count
        (has("B1 B2 B3 B3", tokens=3), (1,)),  # fewer cards
        (has("B1 B2 B3", tokens=3), (1, 2)),  # shared
    ],
)
def test_ties(second: Player, winners: tuple[int, ...]) -> None:
    state = ending(has("R1 R2 R3", tokens=3), replace(second, bust=5))
    assert played(state)[2] == winners


def test_of_equal_points_and_tokens_the_number_of_cards_decides_only_if_it_has_to() -> None:
    # B1 is worth a point and costs a bust token or the second R1. With four cards player 1 shares
    # the win against four cards, which is as good as winning alone; against three it is not enough.
    first = has("R1 R1 R2", bust=1)
    level = ending(first, has("O1 O2 O3 O3"), market="B1")
    assert played(level) == ("buy:B1:b1 end", [(3, 0, 4), (3, 0, 4)], (1, 2))
    fewer = ending(first, has("O1 O2 O3"), market="B1")
    assert played(fewer) == ("buy:B1:R1 end", [(3, 0, 3), (3, 0, 3)], (1, 2))
    # the best standing so far need not be that of the player before
    third = ending(has("O1 O2 O3"), has("R1"), first, market="B1", last=3, first=1)
    assert played(third)[0] == "end end buy:B1:R1"


def test_spent_cards_that_go_to_the_market_may_serve_the_next_player() -> None:
    # A red four given for B1 would give player 2 a run of five.
    players = has("O1 O2 O3 R4 R4 G5"), has("R2 R3 R5 R6 O7", tokens=5)
    moves, standings, winners = played(ending(*players, market="B1"))
    assert (moves, standings, winners) == ("buy:B1:R4 end", [(6, 0, 6), (3, 5, 5)], (1,))
    moves, standings, winners = played(ending(*players, market="B1", spent_cards="market"))
    assert (moves, standings, winners) == ("end buy:B1:R2", [(5, 0, 6), (4, 5, 5)], (1,))


def test_one_may_have_to_pay_with_the_copies() -> None:
    first = has("R1 R2 B1", bust=1)
    state = ending(first, has(""), market="R1")
    assert played(state)[0] == "end end"
    # G1 is paid with the bust token; R1 would have to be paid with R1 and does not help.
    after = ending(first, has(""), market="R1 G1", identical_test="after-payment")
    assert played(after)[0] == "buy:G1:b1 end"
    # To keep B3 from player 2 the own one is given for it.
    players = has("R1 R2 R3 B3", tokens=2, bust=1), has("B1 B2 B4 B5 G1", tokens=3)
    denied = ending(*players, market="B3", identical_test="after-payment")
    assert played(denied) == ("buy:B3:t2+B3 end", [(4, 0, 4), (3, 3, 5)], (1,))
    assert played(replace(denied, readings=Readings()))[2] == (2,)


def test_overpaying() -> None:
    rich = has("R1 R2", tokens=1, bust=2)
    assert played(ending(rich, market="R3"))[0] == "buy:R3:b1"
    anything = replace(ending(rich, market="R3"), readings=Readings(overpay="allowed"))
    assert played(anything)[0] == "buy:R3:b1"  # two bust tokens would do as well
    broke = ending(has("G3", bust=1), market="G4", overpay="only-if-forced")
    assert played(broke) == ("end", [(1, 0, 1)], (1,))
    wealthy = ending(has("G3 G3", bust=2), market="G4", overpay="only-if-forced")
    # three and a card are just four; with two bust tokens and no card to spare it would be five
    assert played(wealthy) == ("buy:G4:b1+G3", [(2, 0, 2)], (1,))
    assert played(replace(wealthy, readings=Readings(overpay="allowed")))[0] == "buy:G4:b2"


def test_those_who_have_bought_already_stay_as_they_are() -> None:
    players = has("R1 R2"), has("B1", tokens=1), has("O1", tokens=1)
    # player 3 bought first, then player 1; player 2 drew last and has one purchase left
    state = ending(*players, market="B2 G1", first=2, last=2)
    assert played(state) == ("buy:G1:t1", [(2, 0, 2), (2, 0, 2), (1, 1, 1)], (1, 2))


def test_a_game_that_is_over_and_a_single_player() -> None:
    over = replace(ending(has("R1"), has("R1 B1")), next=None)
    assert played(over) == ("", [(1, 0, 1), (2, 0, 2)], (2,))
    assert played(ending(has("R1 R3", tokens=2), market="R2")) == ("buy:R2:t2", [(3, 0, 3)], (1,))


# --- Auctions by hand ---------------------------------------------------------------------------


def wild(*players: Player, turn: int, card: Card = "R#", **readings: str) -> State:
    auction = Auction(card, turn % len(players) + 1)
    settings = Readings(**readings)
    return State(
        players, turn=turn, phase=AUCTION, deck=("R9",), auction=auction, readings=settings
    )


def bid(state: State) -> tuple[str, Bidding]:
    found = bidding(state, budget())
    return " ".join(map(str, found.line.moves)), found


def test_a_wild_that_makes_a_win_shared() -> None:
    # With the wild for one token player 1 is level with player 2, to whom that is a win too: to
    # outbid it would cost a token and a card. For two tokens player 1 would be a token short.
    state = wild(has("R1 R2", tokens=2), has("B1 B2 B3", tokens=1), turn=2)
    moves, found = bid(state)
    assert moves == "bid:1:t1 pass"
    assert found.line.standings == ((3, 1, -3), (3, 1, -3))
    assert found.line.winners == (1, 2)
    assert found.gets == 1
    first, second = found.bidders
    assert (first.points, first.with_wild, first.value, first.limit) == (2, 3, 1, 2)
    assert (second.points, second.with_wild, second.value, second.limit) == (3, 4, 1, 1)
    assert [(one.bid, str(one.payment), one.standing) for one in first.offers] == [
        (1, "t1", (3, 1, -3)),
        (2, "t2", (3, 0, -3)),
        (3, "t2+R1", (2, 0, -2)),
        (4, "t2+R1+R2", (1, 0, -1)),
    ]


def test_a_bid_that_keeps_the_wild_from_another() -> None:
    # The wild adds nothing to player 1, but for up to three tokens player 2 would win with it.
    # After a bid of three it costs a card too: player 2 still takes it for a point, and loses.
    players = has("B1 B2 B3 O1", tokens=4), has("R1 R2 R4 G1", tokens=3)
    moves, found = bid(wild(*players, turn=2, wild_only_run="no"))
    assert [(one.value, one.limit) for one in found.bidders] == [(0, None), (2, 4)]
    assert moves == "bid:3:t3 bid:4:t3+R1"
    assert found.line.standings == ((4, 4, -4), (4, 0, -4))
    assert found.line.winners == (1,)
    assert found.gets == 2


def test_a_bid_that_will_be_outbid_is_the_first_that_will_do() -> None:
    # Player 1 has to bid two, so that player 2 gives too much for the wild, and does not mind what
    # is paid if it is not going to be.
    players = has("R1 R2 R5", tokens=1), has("B2 B4", tokens=2)
    state = wild(*players, turn=2, card="B#")
    moves, found = bid(state)
    assert moves == "bid:2:t1+R1 bid:3:t2+B2"
    assert found.line.standings == ((2, 1, -3), (2, 0, -2))
    assert [str(move) for move in played_out(state)[0]] == moves.split()


def test_level_is_neither_above_nor_below() -> None:
    # With a blue four and the wild one player 1 has as much as player 2; the bust token in place of
    # the other blue four would leave a card too many.
    players = has("B4 B4", bust=1), has("R3 B#")
    moves, found = bid(wild(*players, turn=2, card="W4"))
    assert moves == "bid:1:B4 pass"
    assert found.line.winners == (1, 2)
    # Level with the leader player 1 is not outbid by player 2, who shares the win.
    three = has("R2 R5 B#", tokens=2), has("B3 B4 W4", tokens=1), has("", tokens=2, bust=1)
    moves, found = bid(wild(*three, turn=3, card="W#", wild_only_run="no"))
    assert moves == "bid:2:t1+R2 pass pass"
    assert found.line.standings[:2] == ((2, 1, -3), (2, 1, -3))
    assert found.line.winners == (1, 2)


def test_who_is_as_well_off_passes() -> None:
    players = has("B1 B2 B3", tokens=5, bust=1), has("", tokens=2)
    moves, found = bid(wild(*players, turn=2, wild_only_run="no"))
    assert moves == "pass pass"
    assert found.gets is None
    # for a bust token player 1 could have it and be as well off, which is no reason to bid
    assert [(one.value, one.limit) for one in found.bidders] == [(0, 3), (0, None)]


def test_without_a_bid_the_wild_may_go_to_the_player_on_turn() -> None:
    state = wild(has("R1"), has("R2", tokens=3), turn=2, no_bid="active-takes-free")
    moves, found = bid(state)
    assert moves == "pass pass"
    assert found.gets == 2
    assert found.line.standings == ((1, 0, -1), (2, 3, -2))
    assert found.bidders[1].limit is None  # any bid is worse than having it for nothing


def test_the_bid_on_the_table_stays_unless_it_is_worth_more() -> None:
    state = wild(has("R1 R2", tokens=2), has("R1", tokens=5), has("O1 O2", tokens=2), turn=3)
    state = rules.apply(state, Move("bid", bid=2, payment=Payment(tokens=2)))
    moves, found = bid(state)
    assert found.bidders[0].to_come is False
    assert found.bidders[0].offers == ()
    assert found.bidders[1].offers[0].bid == 3
    assert found.line.players == (2, 3)
    assert moves == " ".join(map(str, played_out(state)[0]))


def test_bids_without_cards() -> None:
    state = wild(has("R1 R2 R2", bust=1), has("O1"), turn=2, bid_with_cards="no")
    moves, found = bid(state)
    assert moves == "bid:1:b1 pass"
    assert [one.bid for one in found.bidders[0].offers] == [1, 2, 3]
    assert found.bidders[1].offers == ()


# --- Limits, and what is refused ----------------------------------------------------------------


def test_large_tables_are_left_alone() -> None:
    thirteen = ending(Player(cards=in_order(CARDS[:13])), has(""))
    assert "more than 12 cards" in (selfish.too_large(thirteen) or "")
    nine = replace(ending(has(""), has("")), market=in_order(CARDS[:9]))
    assert "more than 8 cards in the market" in (selfish.too_large(nine) or "")
    for state in (thirteen, nine):
        with pytest.raises(LimitReached):
            last_purchases(state, budget())
        with pytest.raises(LimitReached):
            selfish_check.ending(state, budget())
    sixteen = wild(Player(tokens=1, cards=in_order(CARDS[:16])), has(""), turn=2)
    assert "more than 15 cards to bid with" in (too_large_to_bid(sixteen) or "")
    with pytest.raises(LimitReached):
        bidding(sixteen, budget())
    tokens_only = replace(sixteen, readings=Readings(bid_with_cards="no"))
    assert too_large_to_bid(tokens_only) is None
    assert bidding(tokens_only, budget()).bidders[0].offers


def test_nodes_are_limited() -> None:
    state = ending(has("R1 R2 B1 B2 O1", tokens=3), has("G1 G2 B4", tokens=3), market="R3 B3 O2")
    whole = last_purchases(state, budget()).nodes
    assert last_purchases(state, budget(whole + 1)).nodes == whole
    with pytest.raises(LimitReached):
        last_purchases(state, budget(whole // 2))
    with pytest.raises(LimitReached):
        bidding(wild(has("R1", tokens=5), has("B1", tokens=5), turn=2), budget(3))


def test_other_phases_are_refused() -> None:
    state = State((has("R1"), has("B1")), deck=("R1",))
    for ask in (last_purchases, bidding):
        with pytest.raises(ValueError, match=r"not the last purchases|no auction"):
            ask(state, budget())


# --- The scoring of the second method -----------------------------------------------------------


@pytest.mark.parametrize("wild_only", [True, False])
def test_the_second_scoring_is_the_first(wild_only: bool) -> None:
    rng = random.Random(24)
    wilds = list(filter(is_wild, CARDS))
    for _ in range(25):
        cards = in_order(rng.sample(CARDS, 5) + rng.sample(wilds, rng.randint(0, 4)))
        cards = in_order({*cards} if rng.random() < 0.5 else cards[:7])
        left = np.arange(1 << len(cards))
        scores = selfish_check.Scores(cards, left, wild_only)
        added = rng.choice([None, *filter(is_number, CARDS)])
        found = scores.with_card(added)
        for mask in map(int, rng.sample(range(len(left)), min(40, len(left)))):
            kept = [card for place, card in enumerate(cards) if mask >> place & 1]
            expected = points(key_of([*kept, *([added] if added else [])]), wild_only)
            assert found[mask] == expected


# --- Answers ------------------------------------------------------------------------------------


def test_the_answer_about_last_purchases() -> None:
    players = has("", tokens=2, bust=1), has("R6"), has("B1", bust=1)
    found = selfish_answer.purchases(ending(*players, market="R1 O2"), budget())
    document = json.loads(json.dumps(found.to_json()))
    assert document["line"] == [
        {"player": 1, "move": "buy:O2:t2"},
        {"player": 2, "move": "buy:R1:R6"},
        {"player": 3, "move": "end"},
    ]
    assert document["winners"] == [1, 2, 3]
    assert document["standings"][0] == {"player": 1, "points": 1, "tokens": 0, "cards": 1}
    assert document["confirmed_by"] == selfish_answer.SECOND_METHOD
    assert document["limit"] is None
    assert document["assumptions"] == [selfish.AIMS, selfish.TIES]
    story = found.story()
    assert story[0] == "players 1 and 2 and 3 share the win if everybody plays for themselves"
    moves, standings = (part for part in story if isinstance(part, Table))
    assert moves.rows == (("1", "buy:O2:t2"), ("2", "buy:R1:R6"), ("3", "end"))
    assert standings.rows[0] == ("1", "1 (was 0)", "0 (was 2)", "1 (was 0)")
    assert standings.rows[2] == ("3", "1", "0", "1")
    assert f"assumed: {selfish.TIES}" in story


def test_an_answer_that_could_not_be_confirmed_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def tired(state: State, left: Budget) -> selfish_check.Ending:
        raise LimitReached("time")

    monkeypatch.setattr(selfish_check, "ending", tired)
    found = selfish_answer.purchases(ending(has("R1"), has("")), budget())
    assert found.to_json()["confirmed_by"] is None
    assert found.to_json()["limit"] == "time"
    assert "not confirmed by a second method: time ran out" in found.story()


def test_a_contradiction_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def other(state: State, left: Budget) -> selfish_check.Ending:
        return selfish_check.Ending((Move("end"), Move("end")), ((1, 1, 1), (0, 0, 0)), 0)

    monkeypatch.setattr(selfish_check, "ending", other)
    with pytest.raises(Disagreement):
        selfish_answer.purchases(ending(has("R1"), has("")), budget())


def test_a_line_is_replayed_by_the_referee() -> None:
    state = ending(has("R1", tokens=1), has(""), market="B1")
    ends = Move("end"), Move("end")
    right = Line((1, 2), ends, ((1, 1, -1), (0, 0, 0)), (1,), 0)
    assert selfish.replayed(state, right) == right
    for wrong in (
        replace(right, standings=((2, 1, -1), (0, 0, 0))),
        replace(right, winners=(2,)),
        replace(right, players=(2, 1)),
        replace(right, moves=(Move("buy", "B1"), Move("end"))),
    ):
        with pytest.raises(Disagreement):
            selfish.replayed(state, wrong)


def test_the_answer_about_an_auction() -> None:
    state = wild(has("R1 R2", tokens=2), has("B1 B2 B3", tokens=1), turn=2)
    found = selfish_answer.auction(state, budget())
    document = json.loads(json.dumps(found.to_json()))
    assert document["wild"] == "R#"
    assert document["present"] is None
    assert document["line"] == [
        {"player": 1, "move": "bid:1:t1"},
        {"player": 2, "move": "pass"},
    ]
    assert document["gets"] == 1
    assert document["leaders"] == [1, 2]
    first = document["players"][0]
    assert (first["value"], first["highest"], first["to_come"]) == (1, 2, True)
    assert first["bids"][0] == {
        "bid": 1,
        "payment": "t1",
        "points": 3,
        "tokens": 1,
        "cards": 3,
        "wins": True,
    }
    assert [one["wins"] for one in first["bids"]] == [True, False, False, False]
    story = found.story()
    assert story[0] == "auction of R#: no bid so far, player 1 is next"
    bidders, moves, standings, offers = (part for part in story if isinstance(part, Table))
    assert bidders.rows == (("1", "2", "3", "1", "2"), ("2", "3", "4", "1", "1"))
    assert moves.rows == (("1", "bid:1:t1"), ("2", "pass"))
    assert standings.rows[0] == ("1", "3 (was 2)", "1 (was 2)", "3 (was 2)")
    assert offers.rows[1] == ("2", "t2", "3", "0", "3", "no")
    assert "if everybody plays for themselves player 1 gets it" in story
    for one in (selfish.AIMS, selfish.TIES, selfish_answer.RIGHT_AFTER):
        assert f"assumed: {one}" in story

    after = selfish_answer.auction(rules.apply(state, found.found.line.moves[0]), budget())
    assert after.to_json()["present"] == {"player": 1, "bid": 1, "payment": "t1"}
    assert after.story()[0] == "auction of R#: player 1 has bid 1 (t1), player 2 is next"
    assert after.to_json()["players"][0]["highest"] is None
