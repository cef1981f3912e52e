"""What drawing on is worth in a turn of TEN where the order of the cards to come is not known.

There are two objectives. Black tokens: stopping with the currency gains it as far as the player has
room for it (T2), all else gains nothing. The score: how much more the player's cards score after
this turn and its best purchase (T8); stopping with the numbers adds those (T6), all else adds
nothing. Wilds are left out, see `stopping`.

Values are exact fractions. Where there are too many rows to go through for that, or their values
have too many digits, the value of drawing is a `Range`. At least it is what a real policy gains:
the best one that stops at the latest with so many number cards, the rows of more not being gone
through. At most it is what comes of the bounds of `horizon` for those rows. On the way means are
rounded, down and up. How far one goes depends on the number of rows, never on a clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import ceil, floor

import numpy as np

from solver.ten.cards import (
    ANY,
    COLOURS,
    CURRENCY_VALUES,
    NUMBERS,
    Card,
    is_currency,
    is_number,
    value,
)
from solver.ten.draws import Array, Rows, Supply, groups_alike
from solver.ten.horizon import at_most
from solver.ten.purchase import Purchases
from solver.ten.scoring import BITS, LENGTH, NUMBER_WILDS, key_of, points
from solver.ten.stopping import (
    Digits,
    Exact,
    Problem,
    Rounded,
    Values,
    highest_sum,
    solve,
)
from solver.ten.table import Player, Readings

Unseen = Mapping[Card, int]

MOST_ROWS = 100_000
MOST_SPLITS = 25_000_000
"""A layer of more rows is not gone through, nor one where the rows times the ways to split the
number wilds in hand are more."""
MOST_DIGITS = 6_000_000
MOST_ROUNDED = 8_000_000
"""Of rows with currency no more are gone through: in digits of exact values, or in rounded ones."""
FURTHER = 3
FEW_SPLITS = 3**8
"""How many further number cards are told apart beyond the last layer, where there are few ways to
split the number wilds; none where there are more."""
PARTS = 10**6
"""To what part of one the ends of a range are rounded."""


@dataclass(frozen=True, slots=True)
class Range:
    """What a value is at least and at most; it is known exactly where these are the same."""

    low: Fraction
    high: Fraction

    @property
    def is_exact(self) -> bool:
        """Whether the value is known exactly."""
        return self.low == self.high

    def or_better(self, other: Fraction) -> Range:
        """The better of this value and a known one."""
        return Range(max(self.low, other), max(self.high, other))

    def rounded(self) -> Range:
        """The same, its ends rounded away from each other where they differ."""
        if self.is_exact:
            return self
        low, high = floor(self.low * PARTS), ceil(self.high * PARTS)
        return Range(Fraction(low, PARTS), Fraction(high, PARTS))


def exactly(number: Fraction | int) -> Range:
    """A value that is known exactly."""
    return Range(Fraction(number), Fraction(number))


@dataclass(frozen=True, slots=True)
class Outlook:
    """What drawing the next card that is no wild is worth, between two solutions."""

    low: Values
    high: Values

    @property
    def draw(self) -> Range:
        """What drawing is worth; 0 where no such card is left."""
        return Range(self.low.draw, self.high.draw).rounded()

    def worth(self, card: Card) -> Range:
        """What the turn is worth after a card that is no wild and does not bust."""
        if is_currency(card):
            return Range(self.low.money[value(card)], self.high.money[value(card)]).rounded()
        new, other = (BITS[card].bit_length() - 1, value(card)), (None, value(card))
        sort = new if new in self.low.numbers else other
        return Range(self.low.numbers[sort], self.high.numbers[sort]).rounded()


def supply_of(unseen: Unseen, owned: Sequence[Card] | None = None) -> Supply:
    """The cards to come; number cards that are not owned are new, unless None is given."""
    new: dict[int, int] = {}
    others, money = dict.fromkeys(NUMBERS, 0), dict.fromkeys(CURRENCY_VALUES, 0)
    for card, copies in unseen.items():
        if is_currency(card):
            money[value(card)] += copies
        elif is_number(card) and copies:
            if owned is None or card in owned:
                others[value(card)] += copies
            else:
                new[BITS[card].bit_length() - 1] = copies
    return Supply(new, others, money, key_bits=0 if owned is None else NUMBER_WILDS)


def token_outlook(total: int, currency: int, unseen: Unseen, room: int) -> Outlook:
    """The outlook for black tokens with this running total and currency in the row, of a player who
    has room for so many more (T2).

    Whether there are cards in the row, and of what kind, makes no difference: what may be forbidden
    is to stop for nothing, and drawing is never worth less than that.
    """
    supply = supply_of(unseen)
    rows = Rows(supply, highest_sum(total, currency, supply))
    while rows.grow():
        pass

    def rewards(place: int, drawn: int) -> Array:
        return np.full(len(rows.layers[place].keys), min(currency + drawn, room))

    problem = Problem(total, currency, supply, rows, rewards, room)
    found = solve(problem, exact_for(problem))
    return Outlook(found, found)


def exact_for(problem: Problem) -> Exact:
    """Exact numbers for a problem."""
    return Exact(problem.supply.cards, problem.fewest_left(), problem.most)


class Gains:
    """How much more a player's cards score after stopping with the numbers and the best purchase.

    `numbers` are the number cards that lie in the row by now. Stopping without any is legal only
    under the reading empty_reward=allowed and with currency in the row (T4, T6); where it is not,
    nothing is gained.
    """

    def __init__(
        self, player: Player, numbers: Sequence[Card], market: Sequence[Card], readings: Readings
    ) -> None:
        self.cards, self.market = [*player.cards, *numbers], market
        self.numbers_there = bool(numbers)
        self.none_allowed = readings.empty_reward == "allowed"
        self.wild_only = readings.wild_only_run == "yes"
        self.purchases = Purchases(self.cards, market, player, readings)
        self.now = points(key_of(player.cards), self.wild_only)

    def may_stop(self, drawn: int, currency: int) -> bool:
        """Whether one may stop with the numbers after drawing so many, with so much currency."""
        return bool(drawn) or self.numbers_there or (self.none_allowed and currency > 0)

    def of(self, keys: Array, drawn: int, further: int = 0) -> Array:
        """The gain with the new cards of each row of so many number cards, or a bound on it with
        `further` ones."""
        return self.purchases.scores(keys, drawn, further) - self.now

    def of_row(self, numbers: Sequence[Card], currency: int) -> int:
        """The gain after drawing these number cards, with so much currency in the row."""
        if not self.may_stop(len(numbers), currency):
            return 0
        return int(self.of(np.array([key_of(numbers)]), len(numbers))[0])

    def most(self, unseen: Unseen) -> int:
        """No less than can be gained: as if every card were the player's."""
        cards = {*filter(is_number, unseen), *self.market}
        return points(key_of([*self.cards, *cards.difference(self.cards)]), True) - self.now

    def supply(self, unseen: Unseen) -> Supply:
        """The cards to come, and which colours are alike: as to the player's cards, the market and
        the new cards."""
        supply = supply_of(unseen, self.cards)
        traits = []
        for place, colour in enumerate(COLOURS):
            own = {card for card in self.cards if is_number(card) and card[0] == colour}
            sold = {card for card in self.market if card[0] == colour}
            new = [supply.new.get(LENGTH * place + number - 1, 0) for number in NUMBERS]
            wilds = self.cards.count(f"{colour}{ANY}")
            traits.append((set(map(value, own)), set(map(value, sold)), wilds, new))
        return replace(supply, alike=groups_alike(traits))


def score_outlook(total: int, currency: int, unseen: Unseen, gains: Gains) -> Outlook:
    """The outlook for the score with this running total and currency in the row."""
    supply = gains.supply(unseen)
    rows = Rows(supply, highest_sum(total, currency, supply))

    @cache
    def of_layer(place: int) -> Array:
        return gains.of(rows.layers[place].keys, place)

    def rewards(place: int, drawn: int) -> Array:
        if gains.may_stop(place, currency + drawn):
            return of_layer(place)
        return np.zeros_like(rows.layers[place].keys)

    problem = Problem(total, currency, supply, rows, rewards, gains.most(unseen))
    most_rows = min(MOST_ROWS, MOST_SPLITS // gains.purchases.splits)
    more = rows.grow()  # what comes of each next card is always told
    while more and (more := rows.grow(most_rows)):
        if problem.size() > MOST_ROUNDED:
            rows.shrink()
            break
    if rows.complete:
        how = exact_for(problem)
        if problem.size() * how.digits <= MOST_DIGITS:
            found = solve(problem, how)
            return Outlook(found, found)
        return Outlook(solve(problem, Rounded(up=False)), solve(problem, Rounded(up=True)))
    last = len(rows.layers) - 1
    layer = rows.layers[last]
    bounds = [of_layer(last)]
    told_apart = FURTHER if gains.purchases.splits <= FEW_SPLITS else 0
    for further in range(1, told_apart + 1):
        bounds.append(np.minimum(gains.of(layer.keys, last, further), problem.most))

    def stopping(drawn: int) -> Digits:
        return [of_layer(last)[: problem.alive(last, drawn)] * Rounded.ONE]

    low = solve(problem, Rounded(up=False), stopping)
    return Outlook(low, solve(problem, Rounded(up=True), at_most(problem, bounds)))
