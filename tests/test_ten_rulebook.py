"""The rulebook of TEN: complete, its references sound, its figures those of the cards."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from solver.ten.cards import CURRENCY_COPIES, FULL_DECK
from solver.ten.table import READINGS, Readings

TOP = Path(__file__).parents[1]
BOOK = TOP / "solver" / "ten" / "rulebook.toml"


def book() -> dict[str, Any]:
    return tomllib.loads(BOOK.read_text(encoding="utf-8"))


def test_every_rule_is_there_in_order() -> None:
    assert list(book()["rules"]) == [f"T{number}" for number in range(14)]


def test_every_rule_says_what_it_says_and_where_from() -> None:
    for entry in book()["rules"].values():
        assert set(entry) - {"readings"} == {"title", "text", "source"}
        assert entry["text"].endswith(".")
        assert re.search("bg|elsewhere|follows from|inferred|no source", entry["source"])


def test_the_readings_are_those_of_the_table() -> None:
    readings = book()["readings"]
    assert list(readings) == list(READINGS)
    for name, entry in readings.items():
        assert set(entry) == {"title", "text", "rules", "default", "reason", "source", "values"}
        assert tuple(entry["values"]) == READINGS[name]
        assert entry["default"] == READINGS[name][0] == dict(Readings().items())[name]


def test_rules_and_readings_name_each_other() -> None:
    found = book()
    by_rule = {
        (rule, name) for rule, entry in found["rules"].items() for name in entry.get("readings", ())
    }
    by_reading = {
        (rule, name) for name, entry in found["readings"].items() for rule in entry["rules"]
    }
    assert by_rule == by_reading


def test_rules_that_are_cited_exist() -> None:
    text = BOOK.read_text(encoding="utf-8")
    assert set(re.findall(r"\bT\d+\b", text)) <= set(book()["rules"])


def test_ids_and_readings_are_no_other_games() -> None:
    for other in ("level10", "labyrinth"):
        theirs = tomllib.loads((TOP / "solver" / other / "rulebook.toml").read_text("utf-8"))
        for kind in ("rules", "readings"):
            assert not set(book()[kind]) & set(theirs[kind])


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
    assert told in book()["rules"]["T1"]["text"]


def test_the_figures_are_those_of_the_cards() -> None:
    assert FULL_DECK.total() == 92 + 9 + 1 + 27 == 129
    reds = [card for card in FULL_DECK.elements() if card[0] == "R"]
    assert len(reds) == 9 + 9 + 3 + 2
    assert sum(card.startswith("W") for card in FULL_DECK) == 9 + 1
    assert tuple(CURRENCY_COPIES.values()) == (5, 5, 5, 6, 6)
    assert sum(CURRENCY_COPIES.values()) == 27
