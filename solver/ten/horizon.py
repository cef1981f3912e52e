"""What a turn of TEN is worth at most in rows beyond which nothing is gone through.

Of the number cards that come after such a row only the numbers count: for the score each may be any
card, which is never worse than what it is. A chance to draw a number is at most its copies at the
start of the turn among the fewest cards that can be left. So what is found is not too little. Rows
that score alike, with none, one, two … such cards, are dealt with as one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solver.ten.cards import CURRENCY_VALUES, NUMBERS
from solver.ten.draws import Array
from solver.ten.stopping import Digits, Edge, Problem, Rounded, room_for_numbers


def at_most(problem: Problem, rewards: Sequence[Array]) -> Edge:
    """A bound on what the rows of the last layer are worth, in the units of `Rounded`.

    `rewards` are what stopping is worth there at most with none, one, two … further number cards.
    """
    kinds, kind = np.unique(np.stack(rewards, axis=1), axis=0, return_inverse=True)
    place = len(problem.rows.layers) - 1
    layer = problem.rows.layers[place]
    bounds = bounds_by_sum(problem, kinds.T, place, int(layer.sums[0]))

    def edge(drawn: int) -> Digits:
        found = np.zeros(problem.alive(place, drawn), np.int64)
        for total in np.unique(layer.sums[: len(found)]):
            rows = slice(layer.up_to(total - 1), layer.up_to(total))
            found[rows] = bounds[int(total), drawn][kind[rows]]
        return [found]

    return edge


def bounds_by_sum(
    problem: Problem, rewards: Array, place: int, lowest: int
) -> dict[tuple[int, int], Array]:
    """The bounds by the sum of the number cards and of the currency drawn, for every kind of row.

    `rewards` are by further cards and kind; `place` is the number of cards in the row, `lowest` the
    lowest sum of number cards.
    """
    supply, one = problem.supply, Rounded.ONE
    most_cards: dict[int, int] = {}
    for purse, drawn in problem.purses.items():
        most_cards[drawn] = max(most_cards.get(drawn, 0), sum(purse))
    ceiling = np.full(rewards.shape[1], problem.most * one)
    found: dict[tuple[int, int], Array] = {}
    for further in reversed(range(len(rewards))):
        after, found = found, {}
        for drawn in sorted(most_cards, reverse=True):
            cards = supply.cards - place - further - most_cards[drawn]
            room = room_for_numbers(problem.total, drawn)
            for total in range(room, lowest - 1, -1):
                sums = np.zeros_like(ceiling)
                for number in NUMBERS:
                    if supply.numbers[number] and total + number <= room:
                        sums += supply.numbers[number] * after.get((total + number, drawn), ceiling)
                for value in CURRENCY_VALUES:
                    if supply.money[value] and drawn + value in most_cards:
                        sums += supply.money[value] * found[total, drawn + value]
                draw = -(-sums // cards) if cards > 0 else ceiling
                found[total, drawn] = np.maximum(rewards[further] * one, np.minimum(draw, ceiling))
    return found
