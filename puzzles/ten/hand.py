"""A hand of TEN as a puzzle: the runs that it can make, and where placing its wilds ends.

A *pattern* is a choice of one run, or none, for each colour, and is told by words as `R1-4 B2-3 O5
G-`. It can be made if every number in it is a card of the hand or a wild, each wild once (T12).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from solver.shuffle import SplitMix64
from solver.ten.cards import ANY, COLOURS, NUMBERS, WILD, Card, is_number, is_wild
from solver.ten.scoring import (
    ANY_WILD,
    BONUS,
    EVERY_NUMBER,
    NO_RUN,
    NUMBER_WILDS,
    Demand,
    Option,
    bounds,
    covered,
    intervals,
    key_of,
    numbers_of,
    points,
    runs,
)

Masks = tuple[int, ...]
"""A set of numbers for each colour."""

A_RUN = re.compile(f"(?P<colour>[{COLOURS}])(?:-|(?P<first>[1-9])(?:-(?P<last>[1-9]))?)")
SLIP = 4
"""One step in so many is not what a simulated player meant to do."""
MOST_WALKS = 4000
"""Of the ways to place wilds one at a time no more are gone through."""


class Place(NamedTuple):
    """A colour and a number that a wild may stand for."""

    colour: int
    bit: int


@cache
def places(wild: Card) -> tuple[Place, ...]:
    """Everything that a wild may stand for (T1)."""
    colours = range(len(COLOURS)) if wild[0] == WILD else [COLOURS.index(wild[0])]
    numbers = NUMBERS if wild[1] == ANY else [int(wild[1])]
    return tuple(Place(colour, 1 << number - 1) for colour in colours for number in numbers)


@cache
def longest(numbers: int, held: int, wild_only: bool) -> tuple[int, int]:
    """The points and the numbers of the longest run, the lowest of those as long; without
    `wild_only` it has a number that is `held` (T12)."""
    for worth, run, missing in intervals(numbers, True):
        if not missing and (wild_only or run & held):
            return worth, run
    return 0, 0


def worth(run: int) -> int:
    """The points of a run (T12)."""
    return run.bit_count() + (BONUS if run == EVERY_NUMBER else 0)


@dataclass(frozen=True)
class Pattern:
    """The numbers of the run of each colour."""

    masks: Masks

    def __str__(self) -> str:
        words = []
        for colour, mask in zip(COLOURS, self.masks, strict=True):
            inside = numbers_of(mask)
            ends = dict.fromkeys(inside[:1] + inside[-1:])
            words.append(colour + ("-".join(map(str, ends)) or "-"))
        return " ".join(words)

    @property
    def points(self) -> int:
        """What the runs score (T12)."""
        return sum(map(worth, self.masks))


@dataclass(frozen=True)
class Way:
    """Where wilds stand so far: the numbers that are there for each colour, and the wilds that are
    left."""

    there: Masks
    left: tuple[Card, ...]

    def placed(self, wild: Card, place: Place) -> Way:
        """The same with a wild placed."""
        there = list(self.there)
        there[place.colour] |= place.bit
        at = self.left.index(wild)
        return Way(tuple(there), (*self.left[:at], *self.left[at + 1 :]))


class Step(NamedTuple):
    """A wild that is placed."""

    wild: Card
    place: Place


class Hand:
    """The cards of a player, and whether wilds may make a run by themselves (T12)."""

    def __init__(self, cards: Sequence[Card], wild_only: bool = True) -> None:
        self.key, self.wild_only = key_of(cards), wild_only
        self.cards = tuple(cards)
        self.wilds = tuple(filter(is_wild, cards))
        held = [card for card in cards if is_number(card)]
        self.held: Masks = tuple(
            sum({1 << int(card[1]) - 1 for card in held if card[0] == colour}) for colour in COLOURS
        )

    @cached_property
    def most(self) -> int:
        """The most points that the hand can score."""
        return points(self.key, self.wild_only)

    # --- Patterns -------------------------------------------------------------------------------

    @cached_property
    def number_wilds(self) -> int:
        """The numbers of the wilds that may be of any colour."""
        return self.key >> NUMBER_WILDS & EVERY_NUMBER

    @cached_property
    def spare(self) -> int:
        """How many wilds of any colour and number there are."""
        return self.key >> ANY_WILD & 1

    def option(self, colour: int, run: int) -> Option:
        """A run of a colour with what it needs."""
        missing = run & ~self.held[colour]
        need = max(0, missing.bit_count() - self.wilds.count(COLOURS[colour] + ANY))
        return Option(worth(run), run, missing, need, missing & self.number_wilds)

    def can_make(self, masks: Sequence[int]) -> bool:
        """Whether runs of the first colours can be had together, each wild used once (T12)."""
        options = [self.option(colour, run) for colour, run in enumerate(masks)]
        return covered([(one.need, one.numbers) for one in options], self.spare)

    def best_patterns(self) -> Iterator[Pattern]:
        """Every pattern that scores the most points."""
        by_colour = []
        for colour, held in enumerate(self.held):
            found = [self.option(colour, run) for _, run, _ in intervals(held, self.wild_only)]
            alone = [one for one in found if covered([(one.need, one.numbers)], self.spare)]
            by_colour.append([*alone, NO_RUN])
        wilds = self.number_wilds.bit_count() + self.spare
        rest = bounds(by_colour, wilds)

        def choose(chosen: Masks, score: int, left: int, groups: list[Demand]) -> Iterator[Pattern]:
            colour = len(chosen)
            if colour == len(COLOURS):
                yield Pattern(chosen)
                return
            for one in by_colour[colour]:
                reached = score + one.points
                if reached + rest[colour + 1][left] < self.most:
                    return
                if one.need > left or reached + rest[colour + 1][left - one.need] < self.most:
                    continue
                grown = [(needed + one.need, union | one.numbers) for needed, union in groups]
                if all(needed <= union.bit_count() + self.spare for needed, union in grown):
                    further = groups + grown if one.need else groups
                    yield from choose((*chosen, one.run), reached, left - one.need, further)

        return choose((), 0, wilds, [(0, 0)])

    # --- Placing wilds --------------------------------------------------------------------------

    @property
    def start(self) -> Way:
        """No wild placed."""
        return Way(self.held, self.wilds)

    def score(self, there: Masks) -> int:
        """The points of what is there."""
        return sum(self.run(colour, numbers)[0] for colour, numbers in enumerate(there))

    def run(self, colour: int, numbers: int) -> tuple[int, int]:
        """The points and the numbers of the longest run of a colour."""
        return longest(numbers, self.held[colour], self.wild_only)

    def pattern(self, way: Way) -> Pattern:
        """The longest run of each colour, the lowest of those as long."""
        return Pattern(
            tuple(self.run(colour, numbers)[1] for colour, numbers in enumerate(way.there))
        )

    def gain(self, way: Way, place: Place) -> int:
        """How many more points a wild makes at once at a place."""
        colour, now = place.colour, way.there[place.colour]
        return self.run(colour, now | place.bit)[0] - self.run(colour, now)[0]

    def gaining(self, way: Way, wild: Card) -> list[Place]:
        """The places where a wild gains most at once; none where it gains nothing."""
        gains = {place: self.gain(way, place) for place in places(wild)}
        most = max(gains.values())
        return [place for place, gain in gains.items() if gain == most] if most else []

    def steps(self, way: Way) -> Iterator[Step]:
        """Each wild that is left, where it gains most at once."""
        for wild in dict.fromkeys(way.left):
            for place in self.gaining(way, wild):
                yield Step(wild, place)

    def ends(self) -> dict[Pattern, int]:
        """The patterns in which placing one wild at a time, in whatever order, each where it gains
        most at once, ends; and how many wilds are placed then."""
        found: dict[Pattern, int] = {}
        seen, waiting = {self.start}, [self.start]
        while waiting and len(seen) <= MOST_WALKS:
            way = waiting.pop()
            steps = list(self.steps(way))
            if not steps:
                found.setdefault(self.pattern(way), len(self.wilds) - len(way.left))
            for step in steps:
                after = way.placed(*step)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return found

    def placing(self) -> list[Step]:
        """The wilds of a best pattern with the places where they stand."""
        return [
            Step(wild, Place(COLOURS.index(run.colour), 1 << number - 1))
            for run in runs(self.cards, self.wild_only)
            for wild, number in run.wilds
        ]

    def variations(self) -> dict[Pattern, int]:
        """The patterns that one wild of a best one makes of it at another place; and how many wilds
        are placed then."""
        found: dict[Pattern, int] = {}
        best = self.placing()
        for one in best:
            way = self.start
            for step in best:
                if step != one:
                    way = way.placed(*step)
            for place in places(one.wild):
                if place != one.place:
                    found.setdefault(self.pattern(way.placed(one.wild, place)), len(best))
        return found

    # --- Simulated players ----------------------------------------------------------------------

    def one_by_one(self, rng: SplitMix64, shuffled: bool) -> Pattern:
        """Wilds placed as they are held, each where it gains most at once; in a random order if
        `shuffled`, otherwise now and then another one first."""
        way = self.start
        if shuffled:
            way = Way(way.there, tuple(rng.shuffled(way.left)))
        while True:
            able = [wild for wild in way.left if self.gaining(way, wild)]
            if not able:
                return self.pattern(way)
            wild = able[rng.below(len(able)) if rng.below(SLIP) == 0 else 0]
            choice = self.gaining(way, wild)
            way = way.placed(wild, choice[rng.below(len(choice))])

    def two_by_two(self, rng: SplitMix64) -> Pattern:
        """Wilds placed two at a time, those two first that gain most together; ties at random, and
        now and then one wild alone."""
        way = self.start
        while True:
            steps = self.pairs(way) if rng.below(SLIP) else []
            steps = steps or [(step,) for step in self.steps(way)]
            if not steps:
                return self.pattern(way)
            for step in steps[rng.below(len(steps))]:
                way = way.placed(*step)

    def pairs(self, way: Way) -> list[tuple[Step, ...]]:
        """The ways to place two wilds that gain most together; none where that is nothing."""
        most, found = 0, list[tuple[Step, ...]]()
        now = self.score(way.there)
        for at, first in enumerate(way.left):
            for place in places(first):
                if way.there[place.colour] & place.bit:
                    continue
                after = way.placed(first, place)
                so_far = self.score(after.there) - now
                for second in dict.fromkeys(way.left[at + 1 :]):
                    for other in places(second):
                        gain = so_far + self.gain(after, other)
                        if gain > most:
                            most, found = gain, []
                        if gain == most and most:
                            found.append((Step(first, place), Step(second, other)))
        return found


def read_pattern(words: Iterable[str]) -> Pattern:
    """The pattern that words tell; raises `ValueError` for other words."""
    masks: dict[str, int] = {}
    for word in words:
        match = A_RUN.fullmatch(word)
        if match is None:
            raise ValueError(f"'{word}' is no run: R1-4, R5, or R- for none")
        if match["colour"] in masks:
            raise ValueError(f"a run of {match['colour']} is told twice")
        first = int(match["first"] or 0)
        last = int(match["last"] or first)
        if first > last:
            raise ValueError(f"'{word}' is no run: it ends before it begins")
        run = range(first, last + 1) if first else range(0)
        masks[match["colour"]] = sum(1 << number - 1 for number in run)
    if missing := [colour for colour in COLOURS if colour not in masks]:
        raise ValueError(f"no run of {missing[0]} is told: {missing[0]}- where there is none")
    return Pattern(tuple(masks[colour] for colour in COLOURS))
