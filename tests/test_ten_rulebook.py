"""The rulebook of TEN: its figures are those of the cards."""

from __future__ import annotations

import pytest

from solver.rulebook.book import rulebook
from solver.ten.cards import CURRENCY_COPIES, FULL_DECK


@pytest.mark.parametrize(
    "told",
    [
        "129 cards",
        "9 + 9 + 3 + 2 = 23",
        "4 × 23 = 92",
        "ten number wilds",
        "92 + 10 + 1 + 27 = 130",
        "one wild for each makes 129",
        "five of 1, five of 2, five of 3, six of 4, six of 5 (5, 5, 5, 6, 6)",
    ],
)
def test_the_contradiction_and_the_assumption_are_told(told: str) -> None:
    assert told in rulebook("ten").rules["T1"].text


def test_the_figures_are_those_of_the_cards() -> None:
    assert FULL_DECK.total() == 92 + 9 + 1 + 27 == 129
    reds = [card for card in FULL_DECK.elements() if card[0] == "R"]
    assert len(reds) == 9 + 9 + 3 + 2
    assert sum(card.startswith("W") for card in FULL_DECK) == 9 + 1
    assert tuple(CURRENCY_COPIES.values()) == (5, 5, 5, 6, 6)
    assert sum(CURRENCY_COPIES.values()) == 27
