"""Simulated players of Master Labyrinth: how far they look, and how much they overlook.

The greedy player sees what is in reach after a push, the second one the push after it as well, the
third follows some of the ways to walk for three pushes. All overlook pushes now and then, and the
weaker ones more often.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeVar

from puzzles.labyrinth import sight
from puzzles.labyrinth.plans import count
from solver.labyrinth.planner import Push, Quest
from solver.shuffle import SplitMix64

OVERLOOKED = {"greedy": 4, "one-turn": 8, "limited": 16}
"""Of how many pushes a player overlooks one."""
STOPS = 60
"""How many ways to push and walk the third player follows."""

T = TypeVar("T")


def overlooks(player: str, generator: SplitMix64) -> bool:
    """Whether a player overlooks something this time."""
    return generator.below(OVERLOOKED[player]) == 0


def seen_of(player: str, generator: SplitMix64, number: int) -> int:
    """How many of so many things a player does not overlook."""
    return sum(not overlooks(player, generator) for _ in range(number))


def noticed(player: str, generator: SplitMix64, options: Sequence[T]) -> list[T]:
    """The options that a player does not overlook; all, where nothing would be left."""
    return [one for one in options if not overlooks(player, generator)] or list(options)


def best(generator: SplitMix64, options: Sequence[T], value: Callable[[T], object]) -> T:
    """One of the options of highest value, each equally likely."""
    values = [value(one) for one in options]
    highest = max(values)  # type: ignore[type-var]
    of_highest = [one for one, found in zip(options, values, strict=True) if found == highest]
    return of_highest[generator.below(len(of_highest))]


# --- Who wants to take --------------------------------------------------------------------------


@lru_cache(maxsize=8)
def outlook(asked: Quest) -> dict[Push, tuple[sight.View, int]]:
    """What is in reach after each push, and how many pushes then reach the goal from where it would
    be best to walk to."""
    return {
        push: (
            sight.after(asked, push),
            max((count(stop, 1) for stop in sight.stops(asked, push)), default=0),
        )
        for push in sight.pushes(asked)
    }


def taker(player: str, asked: Quest, further: int, generator: SplitMix64) -> Push:
    """The push of a player who wants to take treasures and has so many `further` pushes."""
    before = outlook(asked)
    options = noticed(player, generator, list(before))
    if player == "greedy":
        return best(generator, options, lambda push: before[push][0].rank)
    hopes = dict.fromkeys(options, 0)
    if further:
        hopes = {push: seen_of(player, generator, before[push][1]) for push in options}
    if player == "limited" and further > 1 and not any(hopes.values()):
        for _ in range(STOPS):
            push = options[generator.below(len(options))]
            stops = sight.stops(asked, push)
            if stops:
                stop = stops[generator.below(len(stops))]
                hopes[push] = max(hopes[push], count(stop, min(further, 2)))

    def value(push: Push) -> tuple[bool, int, tuple[bool, int]]:
        view = before[push][0]
        return view.takes and asked.need == 1, hopes[push], view.rank

    return best(generator, options, value)


# --- Who wants to hinder ------------------------------------------------------------------------


def hinderer(
    player: str,
    views: dict[Push, sight.View],
    answers: dict[Push, int],
    generator: SplitMix64,
) -> Push:
    """The push of a player who wants the next one to take nothing: `views` is what that one sees
    before pushing, `answers` how many pushes take a treasure."""
    options = noticed(player, generator, list(views))
    if player == "greedy":
        return best(generator, options, lambda push: (not views[push].takes, views[push].distance))
    seen = {push: seen_of(player, generator, answers[push]) for push in options}
    return best(generator, options, lambda push: (-seen[push], views[push].distance))
