"""The project's own shuffle: the same seed gives the same deal on every machine and version.

Numbers come from SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators",
OOPSLA 2014), the order of the cards from the Fisher–Yates shuffle. Neither may ever change.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

MASK = 2**64 - 1
GAMMA = 0x9E3779B97F4A7C15


class SplitMix64:
    """A stream of 64-bit numbers from a 64-bit seed."""

    def __init__(self, seed: int) -> None:
        self.state = seed & MASK

    def next(self) -> int:
        """The next number of the stream, 0 … 2**64 - 1."""
        self.state = (self.state + GAMMA) & MASK
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """A number 0 … bound - 1, each equally likely: numbers past the last whole multiple of
        `bound` are thrown away."""
        limit = (MASK + 1) - (MASK + 1) % bound
        while True:
            number = self.next()
            if number < limit:
                return number % bound

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a random order, every order equally likely."""
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order


def deal_generator(seed: int, index: int) -> SplitMix64:
    """The generator of deal number `index` (from 1) of a seed, 0 … 2**64 - 1.

    It starts from the `index`-th number of the seed's own stream, so any deal can be had without
    those before it.
    """
    return SplitMix64(SplitMix64(seed + (index - 1) * GAMMA).next())
