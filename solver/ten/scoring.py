"""Scoring of TEN: the best runs that a hand can make with its wilds (T12), exactly.

A hand is one integer, so that hands can be keys and the compiled kernel can take them. A colour has
45 runs, of which few count: those that its own cards and the wilds could make if no other colour
took any. The runs chosen for the colours can be had together if the number wilds go round, and by
Hall's theorem they do if every group of colours finds as many different ones as it needs, less one
where there is the wild of any colour and number. So no wild is placed before the runs are chosen.

`kernel.pyx` does the same once more, compiled; `points` takes that where it is there and the
environment variable LEVEL10_PLAIN is not set.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from solver.ten.cards import ANY, COLOURS, NUMBERS, WILD, Card

BONUS = 1
"""What a run of all the numbers scores beside a point a card (T12)."""

LENGTH = len(NUMBERS)
EVERY_NUMBER = (1 << LENGTH) - 1
NUMBER_WILDS = LENGTH * len(COLOURS)
ANY_WILD = NUMBER_WILDS + LENGTH
COLOUR_WILDS = ANY_WILD + 1

BITS: dict[Card, int] = {
    **{
        f"{colour}{number}": 1 << LENGTH * place + number - 1
        for place, colour in enumerate(COLOURS)
        for number in NUMBERS
    },
    **{f"{WILD}{number}": 1 << NUMBER_WILDS + number - 1 for number in NUMBERS},
    f"{WILD}{ANY}": 1 << ANY_WILD,
}
COUNTED: dict[Card, int] = {
    f"{colour}{ANY}": 1 << COLOUR_WILDS + 2 * place for place, colour in enumerate(COLOURS)
}


@dataclass(frozen=True, slots=True)
class Run:
    """The run of a colour: its points, its first and last number, None where there is no run, and
    each wild in it with the number that it stands for."""

    colour: str
    points: int = 0
    first: int | None = None
    last: int | None = None
    wilds: tuple[tuple[Card, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """A run that a colour could have: its points, the numbers in it and the `missing` ones (as
    masks), and of how many `numbers` it must have number wilds or the wild of any number."""

    points: int
    run: int
    missing: int
    need: int
    numbers: int


NO_RUN = Option(0, 0, 0, 0, 0)

Demand = tuple[int, int]
"""How many wilds are needed, and of which numbers they may be."""


def key_of(cards: Iterable[Card]) -> int:
    """A hand as far as its score depends on it; second copies of a number card score nothing.

    Number n of the colour i of `COLOURS` is bit 9*i+n-1; the number wilds are bits 36 to 44, the
    wild of any colour and number is bit 45, and from bit 46 on each colour has two bits for the
    count of its wilds. Raises `KeyError` for a currency card.
    """
    key = 0
    for card in cards:
        if card in COUNTED:
            key += COUNTED[card]
        else:
            key |= BITS[card]
    return key


def points(key: int, wild_only: bool = True) -> int:
    """The most points that a hand can score (T12); without `wild_only` a run needs a card that is
    no wild."""
    return _points(key, wild_only)


def runs(cards: Iterable[Card], wild_only: bool = True) -> tuple[Run, ...]:
    """The best runs of a hand, one of each colour in the order of `COLOURS`, and their wilds.

    Of equally good choices it is the one that suits red best, then blue, and so on: the longest
    run, of those as long one with the fewest wilds, of those the lowest. The missing numbers are
    filled from the lowest up, if the rest can be filled then, by a wild of the colour, else by one
    of the number, else by the one of any.
    """
    key = key_of(cards)
    chosen = best(key, wild_only)
    wilds, spare = key >> NUMBER_WILDS & EVERY_NUMBER, key >> ANY_WILD & 1
    own = [key >> COLOUR_WILDS + 2 * place & 3 for place in range(len(COLOURS))]
    missing = [option.missing for option in chosen]

    def fits() -> bool:
        demands = zip(missing, own, strict=True)
        return covered(
            [(max(lack.bit_count() - mine, 0), lack & wilds) for lack, mine in demands], spare
        )

    found = []
    for place, (colour, option) in enumerate(zip(COLOURS, chosen, strict=True)):
        filled: list[tuple[Card, int]] = []
        for number in numbers_of(option.missing):
            bit = 1 << number - 1
            missing[place] &= ~bit
            if own[place]:
                own[place] -= 1
                if fits():
                    filled.append((f"{colour}{ANY}", number))
                    continue
                own[place] += 1
            if wilds & bit:
                wilds &= ~bit
                if fits():
                    filled.append((f"{WILD}{number}", number))
                    continue
                wilds |= bit
            spare -= 1
            filled.append((f"{WILD}{ANY}", number))
        inside = numbers_of(option.run)
        first, last = (inside[0], inside[-1]) if inside else (None, None)
        found.append(Run(colour, option.points, first, last, tuple(filled)))
    return tuple(found)


def numbers_of(mask: int) -> list[int]:
    """The numbers in a mask, in order."""
    return [number for number in NUMBERS if mask >> number - 1 & 1]


# --- The method ---------------------------------------------------------------------------------


@cache
def intervals(held: int, wild_only: bool) -> tuple[tuple[int, int, int], ...]:
    """The runs of a colour of which some numbers are held: points, numbers and missing numbers, in
    the order in which they are preferred."""
    found = []
    for first in range(LENGTH):
        for length in range(1, LENGTH - first + 1):
            run = (1 << length) - 1 << first
            if wild_only or run & held:
                bonus = BONUS if length == LENGTH else 0
                found.append((length + bonus, run, run & ~held))
    found.sort(key=lambda one: (-one[0], one[2].bit_count(), one[1]))
    return tuple(found)


def options(key: int, place: int, wild_only: bool) -> list[Option]:
    """The runs that a colour could have if no other took its wilds, the preferred one first."""
    held = key >> LENGTH * place & EVERY_NUMBER
    own = key >> COLOUR_WILDS + 2 * place & 3
    wilds, spare = key >> NUMBER_WILDS & EVERY_NUMBER, key >> ANY_WILD & 1
    found = []
    for score, run, missing in intervals(held, wild_only):
        need, numbers = max(missing.bit_count() - own, 0), missing & wilds
        if need <= numbers.bit_count() + spare:
            found.append(Option(score, run, missing, need, numbers))
            if not need:  # every other run is shorter, and takes nothing less from the others
                return found
    return [*found, NO_RUN]


def covered(demands: Sequence[Demand], spare: int) -> bool:
    """Whether number wilds, each used once, and `spare` wilds of any number meet every demand."""
    groups = [(0, 0)]
    for need, numbers in demands:
        groups += [(needed + need, union | numbers) for needed, union in groups]
    return all(needed <= union.bit_count() + spare for needed, union in groups)


def best(key: int, wild_only: bool = True) -> list[Option]:
    """The best runs of a hand, one of each colour: the preferred ones of the first colour that can
    be in a best choice, then of the next."""
    spare = key >> ANY_WILD & 1
    wilds = (key >> NUMBER_WILDS & EVERY_NUMBER).bit_count() + spare
    by_colour = [options(key, place, wild_only) for place in range(len(COLOURS))]
    most = bounds(by_colour, wilds)
    record, chosen = -1, [NO_RUN] * len(COLOURS)
    current = list(chosen)

    def choose(place: int, score: int, left: int, groups: list[Demand]) -> None:
        nonlocal record, chosen
        if place == len(COLOURS):
            record, chosen = score, list(current)
            return
        rest = most[place + 1]
        for option in by_colour[place]:
            reached, need = score + option.points, option.need
            if reached + rest[left] <= record:
                return
            if need > left or reached + rest[left - need] <= record:
                continue
            grown = groups
            if need:
                numbers = option.numbers
                joined = [(needed + need, union | numbers) for needed, union in groups]
                if any(needed > union.bit_count() + spare for needed, union in joined):
                    continue
                grown = groups + joined
            current[place] = option
            choose(place + 1, reached, left - need, grown)

    choose(0, 0, wilds, [(0, 0)])
    return chosen


def bounds(by_colour: Sequence[Sequence[Option]], wilds: int) -> list[list[int]]:
    """For each colour what it and those after it score at most, for each number of number wilds
    left (and the one of any number), as if every one of them were of any number."""
    most = [[0] * (wilds + 1)]
    for found in reversed(by_colour):
        alone, fewest = [], wilds + 1
        for option in found:
            if option.need < fewest:
                fewest = option.need
                alone.append((option.points, fewest))
        after = most[0]
        most.insert(
            0,
            [
                max(score + after[left - need] for score, need in alone if need <= left)
                for left in range(wilds + 1)
            ],
        )
    return most


def plain_points(key: int, wild_only: bool = True) -> int:
    """The same as `points`, in plain Python."""
    return sum(option.points for option in best(key, wild_only))


def scorer(plain: bool | None = None) -> Callable[[int, bool], int]:
    """The function behind `points`, compiled if it can be; None takes what there is."""
    if plain is None:
        plain = bool(os.environ.get("LEVEL10_PLAIN"))
    if not plain:
        try:
            from solver.ten.kernel import points as compiled_points

            return compiled_points
        except ImportError:
            pass
    return plain_points


_points = scorer()
