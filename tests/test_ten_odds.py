"""The odds of TEN: the next card, and what stopping and drawing are worth.

What is expected was worked out by hand, or is found here by going through every order in which the
cards may come, with the naive copy of the rules.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

import naive_ten as naive
import numpy as np
import pytest
import typer
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_ten import Position
from ten_tables import states, table
from typer.testing import CliRunner

from cli.odds import odds as command
from solver.ten import outlook, stopping
from solver.ten.cards import FULL_DECK, Card, in_order, is_currency, is_number, is_wild, value
from solver.ten.draws import groups_alike
from solver.ten.odds import BY_CURRENCY, BY_TOTAL, NextCard, Odds, bust_chances, odds, what_it_does
from solver.ten.outlook import Gains, Range, exactly, token_outlook
from solver.ten.purchase import Purchases
from solver.ten.scoring import key_of
from solver.ten.table import DRAW, READINGS, Player, Readings, State

Patch = pytest.MonkeyPatch

OBJECTIVES = "tokens", "score"
WILDS = [card for card in FULL_DECK if is_wild(card)]


# --- The next card ----------------------------------------------------------------------------


@pytest.mark.parametrize("spread", [FULL_DECK, {"$1": 27}, {"$5": 20, "$2": 7}])
def test_the_next_card_of_a_fresh_deck(spread: Mapping[Card, int]) -> None:
    deck = Counter({card: copies for card, copies in FULL_DECK.items() if not is_currency(card)})
    deck += Counter({card: copies for card, copies in spread.items() if is_currency(card)})
    busts = [0, 0, 4, 8, 12, 24, 36, 48, 60, 72, 84]
    for total in range(-10, 11):
        chances = bust_chances(total, 0, deck)
        assert chances.by_total == Fraction(busts[max(total, 0)], 129)
        assert chances.by_currency == 0
        assert chances.bust == chances.by_total
        assert chances.wild == Fraction(18, 129)
        assert chances.cards == 129
    money = {card for card in deck if is_currency(card)}
    assert sum(deck[card] for card in money) == 27
    for currency in range(11):
        too_much = sum(deck[card] for card in money if currency + value(card) > 10)
        assert bust_chances(0, currency, deck).by_currency == Fraction(too_much, 129)


def test_no_card_busts_both_ways_and_a_wild_neither() -> None:
    for total in range(-10, 11):
        for currency in range(11):
            for card in FULL_DECK:
                # Either could bust alone: the total a number card, the currency a currency card.
                by_total = is_number(card) and total + value(card) >= 11
                by_currency = is_currency(card) and currency + value(card) >= 11
                assert not (by_total and by_currency)
                does = what_it_does(total, currency, card)
                assert (does == BY_TOTAL, does == BY_CURRENCY) == (by_total, by_currency)
                chances = bust_chances(total, currency, Counter([card]))
                assert chances.by_total == by_total
                assert chances.by_currency == by_currency
                assert chances.wild == is_wild(card)


def test_no_card_to_come_does_nothing() -> None:
    chances = bust_chances(10, 10, Counter())
    assert chances == NextCard(Fraction(0), Fraction(0), Fraction(0), 0)


def test_the_examples_of_a_row() -> None:
    # Numbers 5 with currency 5, 3: a further 3 busts by currency, whatever the total.
    assert what_it_does(-3, 8, "$3") == BY_CURRENCY
    # 9, $5, $3, 9: totals 9, 4, 1, 10; a 1 then busts by total.
    found = odds(table("players: 2; row: R9 $5 $3 B9; unseen: G1 $2 W1"))
    assert (found.total, found.currency) == (10, 8)
    assert found.next_card.by_total == Fraction(1, 3)
    assert found.next_card.by_currency == 0
    assert found.next_card.wild == Fraction(1, 3)


# --- Every order of the cards to come, by the naive copy of the rules ---------------------------


def scores_bought(position: Position) -> Iterator[int]:
    """The score after every purchase with every choice of own cards."""
    pieces, readings = position.pieces[position.turn], position.readings
    cards, exact = naive.cards_of(pieces), naive.sums(pieces)
    amounts = list(product(range(pieces["t"] + 1), range(pieces["b"] + 1)))
    for card in naive.cards_of(position.market):
        for places in subsets(len(cards)):
            given = [cards[place] for place in places]
            kept = [one for place, one in enumerate(cards) if place not in places]
            pays = (Counter({"t": t, "b": b, **Counter(given)}) for t, b in amounts)
            price, overpay = int(card[1]), readings["overpay"]
            if naive.may_buy(position, card, Counter(given)) and any(
                naive.is_paid(price, pay, overpay, exact) for pay in pays
            ):
                yield naive_score([*kept, card], readings["wild_only_run"])


def subsets(size: int) -> Iterator[tuple[int, ...]]:
    for count in range(size + 1):
        yield from combinations(range(size), count)


def naive_score(cards: list[str], wild_only: str) -> int:
    return score_of(tuple(sorted(cards)), wild_only)


@cache
def score_of(cards: tuple[str, ...], wild_only: str) -> int:
    return naive.score(list(cards), wild_only)


class Naive:
    """What a turn is worth, found by making every draw and every stop."""

    def __init__(self, position: Position, objective: str) -> None:
        self.start, self.objective = position, objective
        self.before = self.worth(position)
        self.stops_of: dict[tuple[str, ...], dict[str, int]] = {}

    def worth(self, position: Position) -> int:
        pieces = position.pieces[self.start.turn]
        if self.objective == "tokens":
            return pieces["t"]
        return naive_score(naive.cards_of(pieces), position.readings["wild_only_run"])

    def stops(self, position: Position) -> dict[str, int]:
        """The legal stops and what each gains."""
        key = (*sorted(position.row), "last" * (not naive.to_come(position)))
        if key not in self.stops_of:
            self.stops_of[key] = self.gains(position)
        return self.stops_of[key]

    def gains(self, position: Position) -> dict[str, int]:
        found = {}
        for move in ("stop:numbers", "stop:currency", "end"):
            if naive.breach(position, move) is None:
                after = naive.play(position, move)
                worths = [self.worth(after)]
                if after.phase == "buy" and self.objective == "score":
                    worths += scores_bought(after)
                found[move] = max(worths) - self.before
        return found

    def next_cards(self, position: Position) -> list[str]:
        return naive.to_come(position) if position.deck is None else position.deck[:1]

    def after(self, position: Position, card: str) -> Fraction:
        """What the turn is worth after this card."""
        there = naive.play(position, f"draw:{card}")
        if there.auction is not None:
            there.auction, there.phase = None, "draw"
        elif not there.row:
            return Fraction(0)
        stops = self.stops(there).values()
        return max([*map(Fraction, stops), *self.draw(there)], default=Fraction(0))

    def draw(self, position: Position) -> list[Fraction]:
        """What drawing is worth, if there is a card."""
        cards = self.next_cards(position)
        found = [self.after(position, card) for card in cards]
        return [sum(found, Fraction(0)) / len(cards)] if cards else []


def assert_as_found_naively(state: State, objective: str) -> None:
    found, other = odds(state, objective), Naive(naive.from_state(state), objective)
    assert dict(found.stops) == other.stops(other.start)
    draw = other.draw(other.start)
    assert ([found.draw] if found.draw else []) == list(map(exactly, draw))
    cards = other.next_cards(other.start)
    drawn = [card for one in found.outcomes for card, copies in one.cards for _ in range(copies)]
    assert sorted(drawn) == sorted(cards)
    for one in found.outcomes:
        assert one.chance == Fraction(sum(copies for _, copies in one.cards), len(cards))
        for card, _ in one.cards:
            assert one.worth == exactly(other.after(other.start, card))
    choices = {**dict(found.stops), **({"draw": draw[0]} if draw else {})}
    worths = sorted(choices.values(), reverse=True)
    assert found.best is not None
    assert choices[found.best] == worths[0]
    assert found.margin == (exactly(worths[0] - worths[1]) if len(worths) > 1 else None)


@pytest.mark.parametrize("objective", OBJECTIVES)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_every_order_of_the_cards_to_come(objective: str, data: st.DataObject) -> None:
    state = data.draw(states(phases=(DRAW,), most_players=2, most_cards=3))
    if len(state.to_come) <= 3:
        assert_as_found_naively(state, objective)


def small(rng: random.Random, cards: int, low: int = 9) -> State:
    """A table with few cards to come, among them more small ones and wilds than in the box."""
    readings = Readings(**{key: rng.choice(found) for key, found in READINGS.items()})
    box = [card for card in FULL_DECK.elements() if is_wild(card) or value(card) <= low]
    rng.shuffle(box)
    number = iter([card for card in box[40:] if is_number(card)])
    money = iter([card for card in box[40:] if is_currency(card)])
    row = [next(number) for _ in range(rng.randint(0, 1))]
    row += [next(money) for _ in range(rng.randint(0, 1))]
    hand = [next(number) for _ in range(rng.randint(0, 4))]
    hand += rng.sample([card for card in box[40:] if is_wild(card)] or ["W#"], 1)
    market = [next(number) for _ in range(rng.randint(0, 3))]
    tokens, bust = rng.randint(0, 10), rng.randint(0, 2)
    return State(
        (Player(tokens, bust, in_order(hand)), Player(5)),
        row=tuple(row),
        market=in_order(market),
        unseen=in_order(box[:cards]),
        readings=readings,
    )


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_orders_of_small_cards(objective: str) -> None:
    rng = random.Random(10)
    for _ in range(20):
        assert_as_found_naively(small(rng, rng.randint(3, 5), rng.randint(3, 6)), objective)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_known_order(objective: str) -> None:
    rng = random.Random(11)
    for _ in range(40):
        state = small(rng, rng.randint(0, 6), 4)
        deck = list(state.unseen)
        rng.shuffle(deck)
        assert_as_found_naively(replace(state, deck=tuple(deck), unseen=()), objective)


# --- Black tokens: larger decks -----------------------------------------------------------------


def by_values(
    total: int, currency: int, unseen: Mapping[Card, int], room: int
) -> tuple[Fraction, Fraction]:
    """What drawing and the turn are worth in black tokens, cards told apart by what they are worth;
    wilds are drawn like any other card and stay in the reckoning."""
    sorts = sorted({"W" if is_wild(card) else f"{is_currency(card):d}{card[1]}" for card in unseen})

    def sort_of(card: Card) -> str:
        return "W" if is_wild(card) else f"{is_currency(card):d}{card[1]}"

    @cache
    def worths(left: tuple[int, ...], total: int, currency: int) -> tuple[Fraction, Fraction]:
        sums = Fraction(0)
        for place, sort in enumerate(sorts):
            if left[place]:
                fewer = (*left[:place], left[place] - 1, *left[place + 1 :])
                number = 0 if sort == "W" else int(sort[1])
                row = (total + number, currency)
                if sort[0] == "1":
                    row = (total - number, currency + number)
                if row[0] <= 10 and row[1] <= 10:
                    sums += left[place] * worths(fewer, *row)[1]
        draw = sums / max(sum(left), 1)
        return draw, max(Fraction(min(currency, room)), draw)

    counts = Counter(dict.fromkeys(sorts, 0))
    for card, copies in unseen.items():
        counts[sort_of(card)] += copies
    return worths(tuple(counts[sort] for sort in sorts), total, currency)


def test_wilds_in_the_deck_and_rows_that_no_table_has() -> None:
    """Wilds kept in the reckoning make no other value; and the function needs no row, only sums."""
    rng = random.Random(13)
    for _ in range(8):
        unseen = Counter(rng.sample(list(FULL_DECK.elements()), 16) + rng.sample(WILDS, 3))
        total, currency, room = rng.randint(-14, 10), rng.randint(0, 10), rng.randint(0, 10)
        draw, turn = by_values(total, currency, unseen, room)
        found = token_outlook(total, currency, unseen, room).draw
        wilds = sum(copies for card, copies in unseen.items() if is_wild(card))
        share = Fraction(wilds, unseen.total())
        stop = Fraction(min(currency, room))
        assert turn == max(stop, found.low)
        assert draw == share * turn + (1 - share) * found.low
        assert found.is_exact


def test_a_fresh_deck() -> None:
    """The values of a plain recursion over what is drawn, in floating-point numbers."""
    known = {0: 2.47302173417827, 5: 2.0765266614516795, 9: 0.578257329483719, 10: 0}
    for tokens, worth in known.items():
        found = odds(table(f"players: 4; player 1: tokens={tokens}"))
        assert found.draw is not None
        assert found.draw.is_exact
        assert float(found.draw.low) == pytest.approx(worth, abs=1e-12)
        assert (found.best, found.margin) == ("draw", None)


# --- The score: larger decks --------------------------------------------------------------------


def by_cards(state: State) -> Fraction:
    """What drawing is worth for the score, every card told apart from every other; the best
    purchase is taken from the program."""
    readings, player = state.readings, state.player(state.turn)
    gains = Gains(player, state.numbers, state.market, readings)
    money = readings.empty_reward == "allowed"

    @cache
    def worths(row: tuple[Card, ...]) -> tuple[Fraction, Fraction]:
        left = Counter(state.unseen) - Counter(row)
        numbers = [card for card in row if is_number(card)]
        currency = state.currency + sum(value(card) for card in row if is_currency(card))
        total = state.total + state.currency + sum(map(value, numbers)) - currency
        if total > 10 or currency > 10:
            return Fraction(0), Fraction(0)
        stop = 0
        if numbers or state.numbers or (money and currency):
            key = key_of(set(numbers) - set(gains.cards))
            stop = int(gains.of(np.array([key]), len(numbers))[0])
        sums = sum(
            (copies * worths(in_order([*row, card]))[1] for card, copies in left.items()),
            Fraction(0),
        )
        draw = sums / max(left.total(), 1)
        return draw, max(Fraction(stop), draw)

    return worths(())[0]


def test_rows_are_lumped_together_only_if_they_are_alike() -> None:
    rng = random.Random(19)
    for turn in range(12):
        state = small(rng, 9, rng.randint(4, 7))
        if turn % 3 == 0:  # colours that can be swapped
            cards = ["R1", "R1", "R2", "R5", "B1", "B1", "B2", "B5", "O1", "$4", "W3"]
            empty = (Player(2, 1), Player())
            state = replace(state, players=empty, row=(), market=(), unseen=in_order(cards))
        assert odds(state, "score").draw == exactly(by_cards(state))


# --- Worked out by hand -------------------------------------------------------------------------


def stops(found: Odds) -> str:
    """The stops and what they are worth, the best first."""
    return " ".join(f"{stop}={worth}" for stop, worth in found.stops)


def test_one_card_and_none() -> None:
    keys = "players: 2; player 1: tokens=2 cards=R1; row: R2 $3"
    none = odds(table(f"{keys}; deck:"))
    assert (none.draw, none.outcomes, none.next_card.cards) == (None, (), 0)
    assert stops(none) == "stop:currency=3 stop:numbers=0"
    assert (none.best, none.margin) == ("stop:currency", exactly(3))
    # A $5 makes the currency 8, of which there is room for 8; a 9 makes the total 8.
    for card, worth in (("$5", 8), ("R9", 3), ("W9", 3), ("R#", 3)):
        for to_come in ("unseen", "deck"):
            one = odds(table(f"{keys}; {to_come}: {card}"))
            assert one.draw == exactly(worth)
            assert [outcome.worth for outcome in one.outcomes] == [exactly(worth)]
            assert one.best == ("draw" if worth > 3 else "stop:currency")
            assert one.margin == exactly(worth - 3)
    score = odds(table(f"{keys}; deck:"), "score")
    assert stops(score) == "stop:numbers=1 stop:currency=0"


def test_an_empty_row() -> None:
    forced = odds(table("players: 2; unseen: W5"))
    assert (forced.stops, forced.draw) == ((), exactly(0))
    assert (forced.best, forced.margin) == ("draw", None)
    optional = odds(table("players: 2; unseen: W5; readings: first_card=optional"))
    assert (stops(optional), optional.best) == ("end=0", "end")
    assert optional.margin == exactly(0)
    over = odds(table("players: 2; deck:"))
    assert (stops(over), over.draw, over.best) == ("end=0", None, "end")


def test_a_small_deck_for_black_tokens() -> None:
    # Total 6, currency 3. $2: then 5 to take, and drawing on (8 or W1) gains nothing more. 8 busts.
    # After the wild drawing on is worth (5 + 0) / 2, so one stops for 3. Drawing: (5 + 0 + 3) / 3.
    found = odds(table("players: 2; row: R9 $3; unseen: $2 B8 W1"))
    assert stops(found) == "stop:currency=3 stop:numbers=0"
    assert found.draw == exactly(Fraction(8, 3))
    assert (found.best, found.margin) == ("stop:currency", exactly(Fraction(1, 3)))
    by_name = {one.cards[0][0]: one for one in found.outcomes}
    assert by_name["$2"].worth == exactly(5)
    assert by_name["$2"].row == (4, 5)
    assert by_name["W1"].worth == exactly(3)
    assert by_name["W1"].row == (6, 3)
    assert (by_name["B8"].worth, by_name["B8"].row) == (exactly(0), None)
    # With room for 4 only the 5 are worth 4: (4 + 0 + 3) / 3.
    full = odds(table("players: 2; player 1: tokens=6; row: R9 $3; unseen: $2 B8 W1"))
    assert full.draw == exactly(Fraction(7, 3))


def test_a_small_deck_for_the_score() -> None:
    # Red 1 and 2 in hand, a blue 4 in the row: stopping gives B4 and R3 for three tokens, so 2.
    # Drawing: R3 (total 7) makes R1-3 and B4, and B5 (bought for 5 of 5 tokens) one more: 3.
    # B6 (total 10): with B5 bought B4-6: 3. B9 busts.
    keys = "players: 2; player 1: tokens=5 cards=R1,R2; row: B4; market: R3 B5"
    found = odds(table(f"{keys}; unseen: R3 B6 B9"), "score")
    assert stops(found) == "stop:numbers=2"
    by_name = {one.cards[0][0]: one.worth for one in found.outcomes}
    # After R3 one may draw B6, which busts (13): so 3, 3 and 0.
    assert by_name == {"R3": exactly(3), "B6": exactly(3), "B9": exactly(0)}
    assert found.draw == exactly(2)
    assert (found.best, found.margin) == ("stop:numbers", exactly(0))
    # With a wild there is another chance after it, of which stopping is worth as much.
    wild = odds(table(f"{keys}; unseen: R3 B6 B9 W#"), "score")
    assert wild.draw == exactly(2)


def test_an_empty_reward_may_be_worth_a_purchase() -> None:
    keys = "players: 2; player 1: tokens=3 cards=R1,R2; row: $1; market: R3; unseen: $5*2"
    forbidden = odds(table(keys), "score")
    assert stops(forbidden) == "stop:currency=0"
    assert forbidden.draw == exactly(0)
    allowed = odds(table(f"{keys}; readings: empty_reward=allowed"), "score")
    assert stops(allowed) == "stop:numbers=1 stop:currency=0"
    # $5 makes the currency 6, and one may stop still.
    assert allowed.draw == exactly(1)


def test_where_the_order_is_known_it_is_looked_ahead() -> None:
    keys = "players: 2; player 1: tokens=1; row: R6 $2"
    found = odds(table(f"{keys}; deck: B6 W1 $5 B9"))
    # 6 - 2 + 6 = 10, then 5 with currency 7, then 14.
    assert found.next_card.bust == 0
    assert found.next_card.cards == 4
    assert found.draw == exactly(7)
    assert [one.cards for one in found.outcomes] == [(("B6", 1),)]
    assert found.in_order
    assert odds(table(f"{keys}; deck: $4 B9")).draw == exactly(6)
    # With two bust tokens R5 is bought with R4 alone: nothing pays five exactly. With two cards in
    # hand they do, together with a bust token.
    keys_forced = "players: 2; player 1: tokens=0 bust=2; row: R4; market: R5; deck: $1 R4"
    forced = odds(table(f"{keys_forced}; readings: overpay=only-if-forced"), "score")
    assert stops(forced) == "stop:numbers=2"
    assert forced.draw == exactly(2)
    # After the wild the row is still empty, so there is nothing to stop with.
    empty = "players: 2; player 1: tokens=5; market: R5; deck: W1; readings: empty_reward=allowed"
    assert odds(table(empty), "score").draw == exactly(0)
    bust = odds(table(f"{keys}; deck: B7 $5"))
    assert bust.next_card.by_total == 1
    assert bust.draw == exactly(0)
    assert bust.outcomes[0].worth == exactly(0)


# --- The best purchase --------------------------------------------------------------------------


def best_score(cards: list[Card], market: list[Card], player: Player, readings: Readings) -> int:
    """The best score after no purchase or any, by the naive copy of the rules."""
    buyer = replace(player, cards=in_order(cards))
    state = State((buyer,), phase="buy", market=in_order(market), readings=readings)
    now = naive_score(cards, readings.wild_only_run)
    return max([now, *scores_bought(naive.from_state(state))])


def assert_best(
    hand: list[Card], row: list[Card], market: list[Card], player: Player, readings: Readings
) -> int:
    found = Purchases(hand, market, player, readings)
    key = key_of(set(row) - set(hand))
    best = int(found.scores(np.array([key]), len(row))[0])
    assert best == best_score(hand + row, market, player, readings)
    return best


def test_the_best_purchase_is_that_of_every_choice_of_own_cards() -> None:
    rng = random.Random(14)
    for turn in range(100):
        box = [card for card in FULL_DECK.elements() if not is_currency(card)]
        if turn % 2:  # long runs of one colour
            box = [card for card in box if card[0] in "RW" or rng.random() < 0.2]
        rng.shuffle(box)
        size = rng.randint(0, 6)
        numbers = [card for card in box[size:] if is_number(card)]
        row, market = numbers[: rng.randint(0, 2)], numbers[2 : rng.randint(3, 5)]
        player = Player(rng.choice([0, 0, 1, 3]), rng.choice([0, 0, 1, 2]))
        readings = Readings(**{key: rng.choice(found) for key, found in READINGS.items()})
        assert_best(box[:size], row, market, player, readings)


def test_a_full_run_is_not_cut_for_nothing() -> None:
    """A run of nine scores ten: which cards are given for the last of it."""
    reds = [f"R{number}" for number in range(1, 9)]
    poor = Player()
    default = Readings()
    # R9 costs nine cards and eight are there.
    assert assert_best(reds, [], ["R9"], poor, default) == 8
    # R4 costs four others: two reds that are there twice and two blues.
    others = ["R1", "R2", "B1", "B3"]
    without = [card for card in [*reds, "R9"] if card != "R4"]
    assert assert_best([*without, *others], [], ["R4"], poor, default) == 10
    # With three of them a red has to go too: eight in a row, for which there is no bonus.
    assert assert_best([*without, *others[1:]], [], ["R4"], poor, default) == 8
    # A black token in its place, and the run is full again.
    assert assert_best([*without, *others[1:]], [], ["R4"], Player(1), default) == 10
    # Kept are just as many cards as the run has, but one is blue: the bought one.
    assert assert_best([*reds, "R9"], [], ["B1"], poor, default) == 10
    assert assert_best([*reds, "R9"], [], ["B1"], Player(1), default) == 11
    assert assert_best([*reds, "W9", "R#"], [], ["B1"], poor, default) == 11


def test_cards_that_may_be_any_are_no_worse_than_any() -> None:
    rng = random.Random(20)
    for turn in range(80):
        box = [card for card in FULL_DECK.elements() if not is_currency(card)]
        rng.shuffle(box)
        numbers = [card for card in box[9:] if is_number(card)]
        hand, market = box[: rng.randint(0, 5)], numbers[:3]
        if turn % 2:
            hand = rng.sample(WILDS, 3)
        readings = Readings(**{key: rng.choice(found) for key, found in READINGS.items()})
        player = Player(rng.randint(0, 4), rng.randint(0, 1))
        purchases = Purchases(hand, market, player, readings)
        row = numbers[3 : rng.randint(4, 7)]
        for drawn in range(len(row)):
            keys = [np.array([key_of(set(part) - set(hand))]) for part in (row[:drawn], row)]
            bound = purchases.scores(keys[0], drawn, len(row) - drawn)
            assert bound >= purchases.scores(keys[1], len(row))


# --- Ranges -------------------------------------------------------------------------------------


def test_means_are_rounded_down_and_up() -> None:
    sums = np.array([6, 7, 8, 9])
    assert list(stopping.Rounded(up=False).mean([sums], 3)[0]) == [2, 2, 2, 3]
    assert list(stopping.Rounded(up=True).mean([sums], 3)[0]) == [2, 3, 3, 3]


def capped(position: Position, most: int) -> Fraction:
    """What drawing gains for the score if one stops at the latest with so many number cards."""

    class Capped(Naive):
        def draw(self, position: Position) -> list[Fraction]:
            drawn = sum(is_number(card) for card in position.row)
            return [] if drawn - before >= most else super().draw(position)

    before = sum(is_number(card) for card in position.row)
    found = Capped(position, "score")
    return found.draw(position)[0]


def test_a_range_has_the_exact_value_in_it(monkeypatch: Patch) -> None:
    rng = random.Random(15)
    ranges = undecided = 0
    for turn in range(40):
        state = small(rng, rng.randint(6, 14), rng.randint(4, 9))
        if turn % 2:
            state = replace(state, row=tuple(rng.sample(["R4", "B3", "O4", "G2"], 2)))
        monkeypatch.setattr(outlook, "MOST_ROWS", 10**6)
        exact = odds(state, "score")
        assert exact.draw is not None
        assert exact.draw.is_exact
        for most_rows in (5, 15):
            monkeypatch.setattr(outlook, "MOST_ROWS", most_rows)
            found = odds(state, "score")
            assert found.draw is not None
            assert found.draw.low <= exact.draw.low <= found.draw.high
            assert len(found.outcomes) >= len({one.does for one in exact.outcomes})
            ranges += not found.draw.is_exact
            undecided += found.best is None
            if found.best is None:
                assert found.margin is None
                stop = found.stops[0][1]
                assert found.draw.low <= stop < found.draw.high
                continue
            assert found.best == exact.best
            if exact.margin is None:
                assert found.margin is None
            else:
                assert found.margin is not None
                assert found.margin.low <= exact.margin.low <= found.margin.high
            inside = {card: one.worth for one in found.outcomes for card, _ in one.cards}
            for one in exact.outcomes:
                for card, _ in one.cards:
                    assert inside[card].low <= one.worth.low <= inside[card].high
    assert ranges > 20
    assert undecided > 3


def test_the_low_end_is_what_a_policy_gains(monkeypatch: Patch) -> None:
    rng = random.Random(16)
    checked = 0
    while checked < 6:
        state = small(rng, 5, 3)
        monkeypatch.setattr(outlook, "MOST_ROWS", rng.choice([3, 5]))
        found = odds(state, "score").draw
        if found is None or found.is_exact:
            continue
        checked += 1
        gained = [capped(naive.from_state(state), most) for most in range(1, 5)]
        assert any(0 <= one - found.low <= Fraction(2, 10**6) for one in gained)


def test_a_range_for_want_of_digits_is_narrow(monkeypatch: Patch) -> None:
    rng = random.Random(17)
    for _ in range(10):
        state = small(rng, 14, 6)
        exact = odds(state, "score").draw
        monkeypatch.setattr(outlook, "MOST_DIGITS", 0)
        found = odds(state, "score").draw
        monkeypatch.undo()
        assert exact is not None
        assert found is not None
        assert found.low <= exact.low <= found.high
        assert found.high - found.low <= Fraction(2, 10**6)


def test_values_of_many_digits(monkeypatch: Patch) -> None:
    """The same values whatever room a digit has."""
    rng = random.Random(18)
    for _ in range(10):
        state = small(rng, 14, 6)
        for objective in OBJECTIVES:
            found = odds(state, objective)
            with monkeypatch.context() as patch:
                patch.setattr(stopping, "WORD", 12)
                assert odds(state, objective) == found


def test_colours_that_are_alike(monkeypatch: Patch) -> None:
    """A swap of colours changes nothing, and rows that differ by one are gone through once."""
    groups: list[tuple[tuple[int, ...], ...]] = []

    def told(traits: Sequence[object]) -> tuple[tuple[int, ...], ...]:
        groups.append(groups_alike(traits))
        return groups[-1]

    monkeypatch.setattr(outlook, "groups_alike", told)
    keys = "players: 2; unseen: {} G1 $3 $5; player 1: tokens=4 cards={}; market: {}"
    for cards, own, sold, alike in (
        ("R1*2 R2 R5 B1*2 B2 B5 O1*2 O2 O5", "R3,B3,O3,W5,O#", "R4 B4 G2", ((0, 1),)),
        ("R1 R2 R5 B1*2 B2 B5 O1*2 O2 O5", "R3,B3,O3,W5,O#", "R4 B4 G2", ()),
        ("R1*2 R2 R5 B1*2 B2 B5", "R3,B3,W5,R#", "R4 B4 G2", ()),
        ("R1*2 R2 R5 B1*2 B2 B5", "R3,B2,W5", "R4 B4 G2", ()),
        ("R1*2 R2 R5 B1*2 B2 B5", "R3,B3,W5", "R4 G2", ()),
        ("R1*2 R2 R5 B1*2 B2 B5", "R3,B3,W5", "R4 B4 G2", ((0, 1),)),
        ("R1 B1 O1 G4 O4", "W1", "R2 B2 G2 O2", ((0, 1), (2, 3))),
    ):
        state = table(keys.format(cards, own, sold))
        found = odds(state, "score")
        assert groups.pop() == alike
        with monkeypatch.context() as patch:
            patch.setattr(outlook, "groups_alike", lambda traits: ())
            assert odds(state, "score") == found
    odds(table("players: 2; unseen: R1 B1 O1 G1 R2 B2 O2 G2 $4"), "score")
    assert groups.pop() == ((0, 1, 2, 3),)


def test_a_fresh_deck_for_the_score(monkeypatch: Patch) -> None:
    """With few rows the range is wide, and it has the narrow one of very many rows in it."""
    narrow = Range(Fraction(167767, 10**5), Fraction(1677671, 10**6))
    monkeypatch.setattr(outlook, "MOST_ROWS", 1000)
    found = odds(table("players: 4; player 1: tokens=3"), "score")
    assert found.draw is not None
    assert found.draw.low <= narrow.low < narrow.high <= found.draw.high
    assert found.draw.high - found.draw.low < Fraction(1, 2)
    assert (found.best, found.margin) == ("draw", None)
    assert len({one.worth for one in found.outcomes if one.does == "goes on"}) > 5


# --- The answer and the command -----------------------------------------------------------------

app = typer.Typer(rich_markup_mode=None)
app.command()(command)

SMALL = "players: 2; row: R9 $3; unseen: $2 B8 W1"


def written(folder: Path, keys: str) -> str:
    path = folder / "position.txt"
    path.write_text(f"game: ten; {keys}", encoding="utf-8")
    return str(path)


def run(*arguments: str, status: int = 0) -> str:
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == status, done.output
    return done.stdout if status == 0 else done.output


def document(*arguments: str) -> dict[str, Any]:
    found = json.loads(run(*arguments, "--json"))
    assert isinstance(found, dict)
    return found


def fraction(exact: str, decimals: float) -> dict[str, Any]:
    return {"exact": exact, "value": decimals}


def test_the_answer_for_programs(tmp_path: Path) -> None:
    found = document(written(tmp_path, SMALL))
    third, none = fraction("1/3", 0.333333), fraction("0/1", 0.0)
    readings = found.pop("readings")
    assert readings == dict(Readings().items())
    assert found.pop("assumptions") == [
        "a wild that appears leaves the game at no cost (T10)",
        "nothing counts but own black tokens: not the cards, no bust token, nothing that others"
        " gain, no later turn",
    ]
    assert found == {
        "file": str(tmp_path / "position.txt"),
        "game": "ten",
        "objective": "tokens",
        "total": 6,
        "currency": 3,
        "cards_left": 3,
        "bust": third,
        "bust_total": third,
        "bust_currency": none,
        "wild": third,
        "stop": {
            **fraction("3/1", 3.0),
            "move": "stop:currency",
            "numbers": none,
            "currency": fraction("3/1", 3.0),
        },
        "draw": fraction("8/3", 2.666667),
        "best": "stop:currency",
        "margin": third,
        "next": [
            {
                "does": "goes on",
                "cards": ["$2"],
                "chance": third,
                "total": 4,
                "currency": 5,
                "worth": fraction("5/1", 5.0),
            },
            {
                "does": "auction",
                "cards": ["W1"],
                "chance": third,
                "total": 6,
                "currency": 3,
                "worth": fraction("3/1", 3.0),
            },
            {
                "does": "bust by total",
                "cards": ["B8"],
                "chance": third,
                "total": None,
                "currency": None,
                "worth": none,
            },
        ],
    }


def test_the_answer_where_there_is_no_choice(tmp_path: Path) -> None:
    found = document(written(tmp_path, "players: 2; unseen: R1*2 B1 $2 $3"), "--value", "score")
    assert (found["objective"], found["stop"], found["margin"]) == ("score", None, None)
    assert found["best"] == "draw"
    assert [one["cards"] for one in found["next"]] == [["R1", "R1", "B1"], ["$2"], ["$3"]]
    ended = document(written(tmp_path, "players: 2; deck:"))
    assert ended["stop"] == {
        **fraction("0/1", 0.0),
        "move": "end",
        "numbers": None,
        "currency": None,
    }
    assert (ended["draw"], ended["next"], ended["cards_left"]) == (None, [], 0)
    assert ended["bust"] == ended["wild"] == fraction("0/1", 0.0)
    forbidden = document(written(tmp_path, "players: 2; row: R1; deck:"))
    assert forbidden["stop"]["currency"] is None
    allowed = document(
        written(tmp_path, "players: 2; row: R1; deck:; readings: empty_reward=allowed")
    )
    assert allowed["stop"]["currency"] == fraction("0/1", 0.0)


def test_a_range_in_the_answer(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(outlook, "MOST_ROWS", 40)
    keys = "players: 2; row: R2 R3; player 1: tokens=2 cards=R1,R5,R#"
    path = written(tmp_path, keys)
    found = document(path, "--value", "score")
    ranges = [one["worth"] for one in found["next"] if one["worth"]["exact"] is None]
    assert ranges
    for one in (found["draw"], *ranges):
        assert (one["exact"], one["value"]) == (None, None)
        low, high = (Fraction(one[end]["exact"]) for end in ("low", "high"))
        assert low < high
        assert one["low"]["value"] == float(low)
    assert found["best"] is None
    assert found["margin"] is None
    text = run(path, "--value", "score")
    low, high = (found["draw"][end]["value"] for end in ("low", "high"))
    assert f"draw          {low:.6f} to {high:.6f}" in text
    assert "whether to draw or to stop cannot be told" in text


def test_what_is_assumed(tmp_path: Path) -> None:
    def assumed(keys: str) -> str:
        return " / ".join(document(written(tmp_path, keys))["assumptions"])

    derived = assumed("players: 2; row: R9")
    assert "5 of $1, 5 of $2, 5 of $3, 6 of $4, 6 of $5: no source tells (T1)" in derived
    assert "no card was taken out for 2 players (T3)" in derived
    assert "wild" in derived
    whole = assumed("players: 4; row: R9; player 1: tokens=0")
    assert "no source tells" in whole
    assert "T3" not in whole
    told = assumed("players: 2; row: R9; unseen: R1 B1 $3")
    assert "T1" not in told
    assert "T3" not in told
    assert "wild" not in told
    assert "order" not in told
    known = assumed("players: 1; row: R9; deck: R1 W1 $3")
    assert "the order of the cards is known" in known
    assert "a single player is not the published game (T0)" in known
    assert "wild" in known


def test_the_answer_for_people(tmp_path: Path) -> None:
    text = run(written(tmp_path, SMALL))
    assert text.splitlines()[:14] == [
        "player 1: running total 6, currency 3, 3 cards to come",
        "the next card busts: 1/3 (33.3 %), by total 1/3 (33.3 %), by currency never; is a wild:"
        " 1/3 (33.3 %)",
        "",
        "choice         black tokens gained",
        "stop:currency  3",
        "stop:numbers   0",
        "draw           2.6667 (8/3)",
        "",
        "best: stop:currency, by 0.3333 (1/3) black tokens",
        "",
        "next card  does           chance        total  currency  the turn is worth then",
        "$2         goes on        1/3 (33.3 %)  4      5         5",
        "W1         auction        1/3 (33.3 %)  6      3         3",
        "B8         bust by total  1/3 (33.3 %)  -      -         0",
    ]
    assert text.splitlines()[-1] == "readings: all as by default"
    only = run(written(tmp_path, "players: 2; deck:"))
    assert "best: end, there is nothing else to do" in only
    equal = run(written(tmp_path, "players: 2; row: R1; unseen: R2*2"))
    assert "best: stop:numbers, but something else is worth as much" in equal
    assert "R2*2" in equal
    score = run(written(tmp_path, "players: 2; row: R1; deck: R2 $3"), "--value", "score")
    assert "best: draw, by 1 points" in score
    changed = run(written(tmp_path, SMALL), "--reading", "empty_reward=allowed")
    assert changed.splitlines()[-1].startswith("readings: empty_reward=allowed")


def test_options_that_do_not_belong_to_the_game(tmp_path: Path) -> None:
    ten = written(tmp_path, SMALL)
    assert "this is for labyrinth only" in run(ten, "draw", status=2)
    assert "this is for labyrinth only" in run(ten, "--best", status=2)
    assert "known values: tokens, score" in run(ten, "--value", "points", status=2)
    assert "phase buy" in run(written(tmp_path, "players: 2; phase: buy"), status=2)
    deal = Path(__file__).parents[1] / "examples" / "deal.txt"
    assert "labyrinth and ten only" in run(str(deal), status=2)
