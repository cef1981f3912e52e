"""What may come to lie in the row in the rest of a turn of TEN, laid out in arrays.

Cards that change nothing but the running total are told apart by their number only. So number
cards that would be new to the player are sorts of their own, until one copy has been drawn; its
other copies then are as good as any other card of that number. Colours that are alike in all that
matters may be swapped, so of rows that differ by such a swap one stands for all.

A row is what is drawn from now on, in any order: a set of number cards (`Rows`, in layers by how
many they are) together with currency cards (a `Purse`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from solver.ten.cards import CURRENCY_VALUES, NUMBERS
from solver.ten.scoring import EVERY_NUMBER, LENGTH, NUMBER_WILDS

Array = NDArray[np.int64]

KEY_BITS = 63

Purse = tuple[int, ...]
"""How many currency cards of each value, 1 first."""


@dataclass(frozen=True, slots=True)
class Step:
    """One sort of card that may be drawn next: its bit in the key of a hand, None if it is not new,
    its number, and for each row of a layer how many copies there are to come and which row of the
    next layer comes of it, one past the last where there is none."""

    bit: int | None
    number: int
    copies: Array
    to: Array


@dataclass(frozen=True, slots=True)
class Draw:
    """The same while the next layer is being made: the rows that the card can be added to, the
    copies there, and the keys of the rows that come of it."""

    bit: int | None
    number: int
    rows: Array
    copies: Array
    keys: Array


@dataclass(slots=True)
class Layer:
    """The rows of so many number cards, the lowest `sums` first.

    The lowest bits of a key are the new cards, as in the key of a hand; above is how many others
    there are of each number.
    """

    keys: Array
    sums: Array
    steps: list[Step] = field(default_factory=list)

    def up_to(self, most: int) -> int:
        """How many rows have no higher sum: they are the first ones."""
        return int(np.searchsorted(self.sums, most, side="right"))


@dataclass(frozen=True)
class Supply:
    """The cards to come but for the wilds, as far as they matter.

    `new` are the copies of number cards that are new to the player, by their bit in the key of a
    hand; `others` those of other number cards, by number, and `money` those of currency cards, by
    value. `alike` are groups of colours that may be swapped, as places in `COLOURS`. The keys of
    rows have `key_bits` for new cards.
    """

    new: dict[int, int]
    others: dict[int, int]
    money: dict[int, int]
    alike: tuple[tuple[int, ...], ...] = ()
    key_bits: int = NUMBER_WILDS

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The copies of all number cards, by number."""
        found = dict(self.others)
        for bit, copies in self.new.items():
            found[number_of(bit)] += copies
        return found

    @cached_property
    def cards(self) -> int:
        """How many cards there are."""
        return sum(self.numbers.values()) + sum(self.money.values())

    def purses(self, most: int) -> dict[Purse, int]:
        """What currency may be drawn without exceeding a sum: the sums, highest first."""
        counts = (range(min(self.money[value], most // value) + 1) for value in CURRENCY_VALUES)
        found = {purse: worth(purse) for purse in product(*counts)}
        fitting = (one for one in found.items() if one[1] <= most)
        return dict(sorted(fitting, key=lambda one: (-one[1], one[0])))


def number_of(bit: int) -> int:
    """The number of a card from its bit in the key of a hand."""
    return bit % LENGTH + 1


def worth(purse: Purse) -> int:
    """The sum of the currency cards in a purse."""
    return sum(value * count for value, count in zip(CURRENCY_VALUES, purse, strict=True))


def fuller(purse: Purse, value: int) -> Purse:
    """A purse with one more currency card."""
    return (*purse[: value - 1], purse[value - 1] + 1, *purse[value:])


class Rows:
    """Every set of number cards that may be drawn up to a sum, in layers by their number.

    Layers are added by `grow`, until they are `complete`: another card would be too much for every
    row of the last.
    """

    def __init__(self, supply: Supply, most: int) -> None:
        self.supply, self.most = supply, most
        self.layers = [Layer(np.zeros(1, np.int64), np.zeros(1, np.int64))]
        self.complete = False
        self.fields: dict[int, tuple[int, int]] = {}
        shift = supply.key_bits
        for number in NUMBERS:
            top = min(supply.numbers[number], max(0, most) // number)
            self.fields[number] = shift, (1 << top.bit_length()) - 1
            shift += top.bit_length()
        if shift > KEY_BITS:
            raise ValueError("more copies of the cards than can be dealt with")

    def grow(self, most_rows: int | None = None) -> bool:
        """Adds a layer unless it would have too many rows; whether there was one to add."""
        last = self.layers[-1]
        draws = list(self.draws(last))
        if not draws:
            self.complete = True
            return False
        reached = np.concatenate([draw.keys for draw in draws])
        keys, index = np.unique(self.standing_for_all(reached), return_inverse=True)
        if most_rows is not None and len(keys) > most_rows:
            return False
        parts = np.split(index, np.cumsum([len(draw.rows) for draw in draws])[:-1])
        sums = np.zeros(len(keys), np.int64)
        for draw, part in zip(draws, parts, strict=True):
            sums[part] = last.sums[draw.rows] + draw.number
        order = np.argsort(sums, kind="stable")
        place = np.empty(len(keys), np.int64)
        place[order] = np.arange(len(keys))
        for draw, part in zip(draws, parts, strict=True):
            copies, to = np.zeros_like(last.keys), np.full_like(last.keys, len(keys))
            copies[draw.rows], to[draw.rows] = draw.copies, place[part]
            last.steps.append(Step(draw.bit, draw.number, copies, to))
        self.layers.append(Layer(keys[order], sums[order]))
        return True

    def shrink(self) -> None:
        """Takes the last layer away."""
        self.layers.pop()
        self.layers[-1].steps.clear()

    def draws(self, layer: Layer) -> Iterator[Draw]:
        """Each sort of card that may be drawn from the rows of a layer."""
        left = {
            number: self.supply.others[number] - (layer.keys >> shift & mask)
            for number, (shift, mask) in self.fields.items()
        }
        sorts: list[tuple[int | None, int, Array]] = []
        for place, copies in self.supply.new.items():
            there, number = layer.keys >> place & 1, number_of(place)
            left[number] = left[number] + there * (copies - 1)
            sorts.append((place, number, (1 - there) * copies))
        sorts += [(None, number, to_come) for number, to_come in left.items()]
        for bit, number, to_come in sorts:
            rows = np.flatnonzero((to_come > 0) & (layer.sums + number <= self.most))
            if len(rows):
                added = 1 << (self.fields[number][0] if bit is None else bit)
                yield Draw(bit, number, rows, to_come[rows], layer.keys[rows] + added)

    def standing_for_all(self, keys: Array) -> Array:
        """For each row the one that stands for all that differ by a swap of colours alike."""
        for group in self.supply.alike:
            shifts = [LENGTH * place for place in group]
            colours = np.sort(np.stack([keys >> shift & EVERY_NUMBER for shift in shifts]), axis=0)
            for shift, colour in zip(shifts, colours, strict=True):
                keys = keys & ~np.int64(EVERY_NUMBER << shift) | colour << shift
        return keys


def groups_alike(traits: Sequence[object]) -> tuple[tuple[int, ...], ...]:
    """The colours with equal traits, where there are several."""
    groups = {tuple(place for place, other in enumerate(traits) if other == one) for one in traits}
    return tuple(sorted(group for group in groups if len(group) > 1))
