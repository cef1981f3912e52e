"""The best time to stop drawing in a turn of TEN, by dynamic programming over what is drawn.

What a turn is worth depends on what lies in the row, not on the order in which it was drawn. From
the fullest rows down, each is worth the better of stopping and of the mean over the next cards; a
card that busts is worth nothing (T5, T7).

Wilds are left out. A wild changes neither the row nor the other cards to come. Let V be what a row
is worth without wilds: the better of stopping, s, and drawing, D. By induction over the wilds left
it is worth as much with them, and drawing is a mean of V and D. That is D where D is at least s or
where one may not stop; otherwise it is at most s, so that stopping is still worth V = s. Where
nothing but wilds is left they come one by one, and then one has to stop: V = s again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import prod

import numpy as np

from solver.ten.cards import CURRENCY_VALUES
from solver.ten.draws import Array, Purse, Rows, Step, Supply, fuller
from solver.ten.table import BUST_FROM

Digits = list[Array]
"""Whole numbers, one for each row: their digits, the lowest first."""

Rewards = Callable[[int, int], Array]
"""What stopping is worth with so many number cards drawn (for each row) and so much currency."""

WORD = 62


class Arithmetic(ABC):
    """Values as whole numbers of digits: multiples of a part of one that depends on the number of
    cards left to come."""

    @abstractmethod
    def one(self, cards: int) -> list[int]:
        """The digits of one."""

    @abstractmethod
    def mean(self, sums: Digits, cards: int) -> Digits:
        """The mean over so many cards, the next one drawn, from the sum."""

    def carried(self, digits: Digits) -> Digits:
        """Digits with the carries made."""
        return digits

    def fraction(self, digits: Sequence[int], cards: int) -> Fraction:
        """The value that digits stand for."""
        return Fraction(digits[0], self.one(cards)[0])


class Exact(Arithmetic):
    """Exact values of at most `most`: one is the product of the numbers of cards left, down to the
    `fewest`, so that a mean is just a sum.

    A digit leaves room in its word for the sum over all cards, and for a product with `most`.
    """

    def __init__(self, cards: int, fewest: int, most: int) -> None:
        self.fewest = fewest
        self.bits = WORD - max(cards, most).bit_length()
        self.mask = (1 << self.bits) - 1
        largest = (most + 1) * self.product(cards)
        self.digits = -(-largest.bit_length() // self.bits)

    def product(self, cards: int) -> int:
        """One, where so many cards are left."""
        return prod(range(self.fewest + 1, cards + 1))

    def one(self, cards: int) -> list[int]:
        """The digits of the product."""
        product = self.product(cards)
        return [product >> self.bits * place & self.mask for place in range(self.digits)]

    def mean(self, sums: Digits, cards: int) -> Digits:
        """The sum is the mean in the parts of the row before."""
        return self.carried(sums)

    def carried(self, digits: Digits) -> Digits:
        """Every digit within its bits."""
        for low, high in pairwise(digits):
            high += low >> self.bits
            low &= self.mask
        return digits

    def fraction(self, digits: Sequence[int], cards: int) -> Fraction:
        """All digits together."""
        number = sum(digit << self.bits * place for place, digit in enumerate(digits))
        return Fraction(number, self.product(cards))


class Rounded(Arithmetic):
    """Values as multiples of 2**-40, every mean rounded `up` or down."""

    ONE = 1 << 40

    def __init__(self, up: bool) -> None:
        self.up = up

    def one(self, cards: int) -> list[int]:
        """The same whatever the cards."""
        return [self.ONE]

    def mean(self, sums: Digits, cards: int) -> Digits:
        """The sum divided."""
        return [-(-sums[0] // cards) if self.up else sums[0] // cards]


def larger(left: Digits, right: Digits) -> Digits:
    """The larger of two numbers, for each row."""
    if len(left) == 1:
        return [np.maximum(left[0], right[0])]
    above = left[0] > right[0]
    for mine, other in zip(left[1:], right[1:], strict=True):
        above = (mine > other) | (mine == other) & above
    return [np.where(above, mine, other) for mine, other in zip(left, right, strict=True)]


@dataclass(frozen=True)
class Problem:
    """The rest of a turn: the running total and the currency in the row, the cards to come, the
    rows that may come of them, and what stopping is worth, at most `most`."""

    total: int
    currency: int
    supply: Supply
    rows: Rows
    rewards: Rewards
    most: int

    @cached_property
    def purses(self) -> dict[Purse, int]:
        """The currency that may be drawn before it busts (T5), and its sum."""
        return self.supply.purses(room_for_currency(self.currency))

    def alive(self, place: int, drawn: int) -> int:
        """How many rows of a layer, the first ones, are not bust with so much currency drawn."""
        return self.rows.layers[place].up_to(room_for_numbers(self.total, drawn))

    def alive_with(self, purse: Purse) -> list[int]:
        """The same for each layer, with the currency of a purse."""
        drawn = self.purses[purse]
        return [self.alive(place, drawn) for place in range(len(self.rows.layers))]

    def size(self) -> int:
        """How many rows there are, each as often as there is currency to go with it."""
        return sum(sum(self.alive_with(purse)) for purse in self.purses)

    def fewest_left(self) -> int:
        """The fewest cards that may be left to come."""
        drawn = (
            place + sum(purse)
            for purse in self.purses
            for place, alive in enumerate(self.alive_with(purse))
            if alive
        )
        return self.supply.cards - max(drawn)


def room_for_currency(currency: int) -> int:
    """How much currency can be drawn before it busts (T5)."""
    return BUST_FROM - 1 - currency


def room_for_numbers(total: int, drawn: int) -> int:
    """What the number cards drawn may add up to, with so much currency drawn (T5)."""
    return BUST_FROM - 1 - total + drawn


def highest_sum(total: int, currency: int, supply: Supply) -> int:
    """What the number cards drawn in the rest of the turn may add up to at most (T5)."""
    return room_for_numbers(total, max(supply.purses(room_for_currency(currency)).values()))


@dataclass(frozen=True, slots=True)
class Values:
    """What drawing is worth, and the turn after each next card that does not bust: a number card by
    its bit if it is new, else None, and by its number; a currency card by its value."""

    draw: Fraction
    numbers: dict[tuple[int | None, int], Fraction]
    money: dict[int, Fraction]


Edge = Callable[[int], Digits]
"""What the rows of the last layer are worth with so much currency drawn."""


def solve(problem: Problem, how: Arithmetic, edge: Edge | None = None) -> Values:
    """Solves a problem; where the layers are not complete the `edge` is taken for the last."""
    supply, layers, purses = problem.supply, problem.rows.layers, problem.purses
    worth: dict[Purse, list[Digits]] = {}
    draw = Fraction(0)
    for purse, drawn in purses.items():
        here: list[Digits] = [[] for _ in layers]
        worth[purse] = here
        alive = problem.alive_with(purse)
        if edge is not None:
            here[-1] = edge(drawn)
        for place in reversed(range(len(layers) - (edge is not None))):
            cards = supply.cards - place - sum(purse)
            one = how.one(cards)
            sums = [np.zeros(alive[place], np.int64) for _ in one]
            if place + 1 < len(layers):
                beyond = len(layers[place + 1].keys) + 1
                add_numbers(sums, layers[place].steps, here[place + 1], beyond)
            for value in CURRENCY_VALUES:
                more = worth.get(fuller(purse, value))
                if more is not None:
                    copies = supply.money[value] - purse[value - 1]
                    for digit, other in zip(sums, more[place], strict=True):
                        digit += copies * other[: alive[place]]
            mean = how.mean(sums, cards) if cards else sums
            if not place and not drawn:
                draw = how.fraction([int(digit[0]) for digit in mean], cards)
            rewards = problem.rewards(place, drawn)[: alive[place]]
            here[place] = larger(mean, how.carried([rewards * digit for digit in one]))
    none = (0,) * len(CURRENCY_VALUES)

    def after(purse: Purse, place: int, row: int) -> Fraction:
        digits = [int(digit[row]) for digit in worth[purse][place]]
        return how.fraction(digits, supply.cards - 1)

    return Values(
        draw,
        {
            (step.bit, step.number): after(none, 1, int(step.to[0]))
            for step in layers[0].steps
            if step.to[0] < problem.alive(1, 0)
        },
        {
            value: after(fuller(none, value), 0, 0)
            for value in CURRENCY_VALUES
            if fuller(none, value) in purses
        },
    )


def add_numbers(sums: Digits, steps: Sequence[Step], fuller_rows: Digits, beyond: int) -> None:
    """Adds to the sums what rows are worth after each number card; rows past those given, up to
    `beyond`, are bust."""
    for digit, other in zip(sums, fuller_rows, strict=True):
        padded = np.zeros(beyond, np.int64)
        padded[: len(other)] = other
        for step in steps:
            digit += step.copies[: len(digit)] * padded[step.to[: len(digit)]]
