"""What a player of TEN scores after the best purchase (T8, T9, T12), for many rows at once.

Which number cards a row adds to the hand differs, the wilds in hand do not. So every way to hand
the wilds round is gone through once, for all rows together: for each colour, the length of its
longest run is looked up.

Of a purchase the score depends on the card bought and on how many own cards are given for it, as
few as the payment allows. Given are cards that are in no run, and then those at the ends of runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from solver.ten.cards import ANY, COLOURS, NUMBERS, WILD, Card, value
from solver.ten.payments import value_breaks
from solver.ten.scoring import BITS, BONUS, EVERY_NUMBER, LENGTH, key_of
from solver.ten.table import Payment, Player, Readings

Keys = NDArray[np.int64]
Lengths = NDArray[np.int16]

Shares = dict[tuple[int, int], Lengths]
"""How long the runs of some colours are together at most: for how many cards that may be of any
number they have, and how many runs of all the numbers are asked for, a row for every share of the
number wilds (a mask over those in hand) and a column for every row of the deck."""

COUNT = np.array([mask.bit_count() for mask in range(EVERY_NUMBER + 1)])
NOT_THERE = -100
CHUNK = 1 << 17


@cache
def longest(wilds: int, bought: int, wild_only: bool) -> Lengths:
    """The longest run of a colour: a row for each number of cards that may be of any number, a
    column for each set of own numbers.

    `wilds` are the number wilds that it may use. The run has to have the number `bought` in it, if
    any (0: none), and without `wild_only` a card that is no wild (T12).
    """
    sets = np.arange(EVERY_NUMBER + 1)
    found = np.full((LENGTH + 1, len(sets)), NOT_THERE if bought else 0, np.int16)
    for length in NUMBERS:
        for first in range(LENGTH - length + 1):
            run = (1 << length) - 1 << first
            if run & bought == bought:
                missing = COUNT[run & ~(sets | wilds)]
                allowed = (run & sets > 0) | wild_only
                for spare, row in enumerate(found):
                    row[allowed & (missing <= spare)] = length
    return found


@cache
def longest_of_shares(wilds: tuple[int, ...], bought: int, wild_only: bool) -> Lengths:
    """The same for every share of the number wilds."""
    return np.stack([longest(mask, bought, wild_only) for mask in wilds])


class Purchases:
    """The scores of a player with certain cards who may buy one card of a market."""

    def __init__(
        self, cards: Sequence[Card], market: Sequence[Card], player: Player, readings: Readings
    ) -> None:
        self.cards, self.player, self.overpay = len(cards), player, readings.overpay
        self.wild_only = readings.wild_only_run == "yes"
        own = key_of(cards)
        self.held = [own >> LENGTH * place & EVERY_NUMBER for place in range(len(COLOURS))]
        self.colour_wilds = [cards.count(f"{colour}{ANY}") for colour in COLOURS]
        self.any_wilds = cards.count(f"{WILD}{ANY}")
        wilds = [0]
        for number in NUMBERS:
            if f"{WILD}{number}" in cards:
                wilds += [mask | 1 << number - 1 for mask in wilds]
        self.wilds = tuple(wilds)
        shares = np.arange(len(wilds))
        self.more_than = [np.flatnonzero(shares & share == share) for share in shares]
        self.splits = sum(map(len, self.more_than))
        # T9 need not be looked at: another copy of an owned card makes nothing more.
        self.market = [card for card in dict.fromkeys(market) if card not in cards]

    def scores(self, keys: Keys, drawn: int, further: int = 0) -> Keys:
        """The score with the new cards of each row, `drawn` cards in all, after buying nothing or
        the best card.

        With `further` cards that may be any it is a bound: no such cards make it more.
        """
        parts = np.split(keys, range(0, len(keys), CHUNK // len(self.wilds)))[1:]
        found = [Scores(self, part, further).best(drawn) for part in parts]
        return np.concatenate(found).astype(np.int64)


class Scores:
    """The scores for some of the rows."""

    def __init__(self, purchases: Purchases, keys: Keys, further: int) -> None:
        self.of, self.further = purchases, further
        self.spare = purchases.any_wilds + further
        self.numbers = [
            (keys >> LENGTH * place & EVERY_NUMBER) | held
            for place, held in enumerate(purchases.held)
        ]

    def best(self, drawn: int) -> Lengths:
        """The best scores."""
        of = self.of
        single = [self.alone(place) for place in range(len(COLOURS))]
        pairs = self.together(single[0], single[1]), self.together(single[2], single[3])
        others = {0: self.together(pairs[1], single[1])}
        best = np.zeros(len(self.numbers[0]), np.int16)
        for full, lengths in everything(others[0], single[0], self.spare):
            np.maximum(best, lengths + BONUS * full, out=best)
        cards = of.cards + drawn + self.further
        for card in of.market:
            given = fewest_cards(of.player, cards, value(card), of.overpay)
            if given is None:
                continue
            bit = BITS[card].bit_length() - 1
            place = bit // LENGTH
            if place not in others:
                others[place] = self.together(pairs[1 - place // 2], single[place ^ 1])
            bought = self.alone(place, 1 << bit % LENGTH)
            kept = cards - given + 1
            for full, lengths in everything(others[place], bought, self.spare):
                # A run can be cut to any length at its ends; the bought card stays, and so do full
                # runs that are to score as such. If they leave no place for the bought card, or it
                # is in no run, there are as many points without buying it.
                if LENGTH * full <= kept:
                    scores = np.minimum(lengths, np.int16(kept)) + np.int16(BONUS * full)
                    np.maximum(best, scores, out=best)
        return best

    def alone(self, place: int, bought: int = 0) -> Shares:
        """The runs of one colour, with a number `bought` in them, if any (0: none)."""
        wild_only = self.of.wild_only or self.further > 0
        tables = longest_of_shares(self.of.wilds, bought, wild_only)
        sets = self.numbers[place] | bought
        found: Shares = {}
        for extra in range(self.spare + 1):
            table = tables[:, min(self.of.colour_wilds[place] + extra, LENGTH)]
            found[extra, 0] = lengths = np.take(table, sets, axis=1)
            if (lengths == LENGTH).any():
                found[extra, 1] = np.where(lengths == LENGTH, lengths, np.int16(NOT_THERE))
        return found

    def together(self, left: Shares, right: Shares) -> Shares:
        """The runs of two groups of colours."""
        found: Shares = {}
        for (extra, full), lengths in left.items():
            for (more, full_more), lengths_more in right.items():
                key = extra + more, full + full_more
                if key[0] > self.spare:
                    continue
                both = found.setdefault(key, np.full_like(lengths, NOT_THERE))
                for share, rest in enumerate(self.of.more_than):
                    sums = lengths[share] + lengths_more[rest ^ share]
                    both[rest] = np.maximum(both[rest], sums)
        return found


def everything(left: Shares, right: Shares, spare: int) -> Iterator[tuple[int, Lengths]]:
    """The runs of all colours with every wild, of two groups: how many full runs are asked for, and
    how long all runs are together."""
    for (extra, full), lengths in left.items():
        for full_more in range(2):
            rest = right.get((spare - extra, full_more))
            if rest is not None:  # the shares of the rest are those that are left, in their order
                yield full + full_more, (lengths + rest[::-1]).max(axis=0)


def fewest_cards(player: Player, cards: int, price: int, overpay: str) -> int | None:
    """How many own cards one has to give at least for a price, of so many; None if it cannot be
    paid (T8)."""
    has = Player(player.tokens, player.bust, ("",) * cards)
    for given in range(min(cards, price) + 1):
        for bust in range(player.bust + 1):
            for tokens in range(player.tokens + 1):
                paid = Payment(tokens, bust, open_cards=given)
                if not value_breaks(has, price, paid, overpay, with_cards=True):
                    return given
    return None
