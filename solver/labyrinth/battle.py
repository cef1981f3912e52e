"""The duel die as a decision: what a repeat is worth, in the final battle and in a duel (M12, M14).

Exact, by backward induction: a throw that is repeated is a throw with one card less.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from solver.labyrinth.rules import DUEL_DIE, LOSING, THROWS

TARGET = 12


@dataclass(frozen=True, slots=True)
class Advice:
    """What to repeat at throw number `throw` of the final battle, with `cards` left for repeats.

    `total` is the sum of the throws before it. `repeat` is the highest result that should be
    repeated, None where every result should be kept.
    """

    throw: int
    total: int
    cards: int
    repeat: int | None


def winning_chance(repeats: int, target: int = TARGET) -> Fraction:
    """The chance to win the final battle with so many cards for repeats, used as well as can be
    (M14).

    Raises `ValueError` for a number of cards below 0.
    """
    checked(repeats)
    return chance(THROWS, repeats, target)


def policy(repeats: int, target: int = TARGET) -> list[Advice]:
    """The best use of up to so many cards in the final battle, for every sum and throw (M14).

    Where repeating wins no more often than keeping, keep: a card is worth a coin. Raises
    `ValueError` for a number of cards below 0.
    """
    checked(repeats)
    return [
        Advice(throw, total, cards, highest_to_repeat(THROWS - throw, cards, target - total))
        for throw in range(1, THROWS + 1)
        for total in range((throw - 1) * min(DUEL_DIE), (throw - 1) * max(DUEL_DIE) + 1)
        for cards in range(1, repeats + 1)
    ]


def duel_loss(repeats: int) -> Fraction:
    """The chance to lose a duel with so many cards for repeats, all of them used if need be (M12).

    Raises `ValueError` for a number of cards below 0.
    """
    checked(repeats)
    return sum((DUEL_DIE[result] for result in LOSING), Fraction(0)) ** (repeats + 1)


def checked(repeats: int) -> None:
    """Refuses a number of cards below 0."""
    if repeats < 0:
        raise ValueError(f"{repeats} is no number of cards")


@cache
def chance(throws: int, repeats: int, needed: int) -> Fraction:
    """The chance that the throws to come add up to what is needed, before the first of them."""
    if throws == 0:
        return Fraction(needed <= 0)
    again = chance(throws, repeats - 1, needed) if repeats else Fraction(0)
    return sum(
        (
            probability * max(chance(throws - 1, repeats, needed - result), again)
            for result, probability in DUEL_DIE.items()
        ),
        Fraction(0),
    )


def highest_to_repeat(throws: int, cards: int, needed: int) -> int | None:
    """The highest result of a throw that is better repeated, with so many throws after it.

    What is better repeated is so for all lower results, too.
    """
    again = chance(throws + 1, cards - 1, needed)
    worse = [result for result in DUEL_DIE if chance(throws, cards, needed - result) < again]
    return max(worse, default=None)
