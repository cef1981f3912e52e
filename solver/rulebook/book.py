"""The rulebook of a game: rules, readings and editions, read from its `rulebook.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from solver import GAMES

KINDS = {
    "enforced": "the referee sees to it",
    "setup": "how the game is laid out; a position may be laid out otherwise",
    "derived": "follows from other rules",
    "not modelled": "no answer depends on it",
}


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in our own words.

    `kind` is one of `KINDS`; `enforced_by` names the functions that see to it, relative to the
    game's package (`rules.breach`); `readings` those that bear on it. `source` says which rules
    text it is from.
    """

    id: str
    title: str
    text: str
    source: str
    kind: str
    enforced_by: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """A place where the texts are silent or disagree: the values, each with what it means, the
    default and the reason for it, the rules concerned, and the functions that look at it."""

    id: str
    title: str
    text: str
    rules: tuple[str, ...]
    default: str
    reason: str
    source: str
    enforced_by: tuple[str, ...]
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Edition:
    """A name under which a game has been published."""

    name: str
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Everything that is written about the rules of one game, in the order of the book."""

    game: str
    editions: tuple[Edition, ...]
    rules: Mapping[str, Rule]
    readings: Mapping[str, Reading]


@cache
def rulebook(game: str) -> Rulebook:
    """The rulebook of a game."""
    book = tomllib.loads(GAMES[game].rulebook.read_text(encoding="utf-8"))
    lists = ("enforced_by", "readings", "rules")

    def tidy(entry: dict[str, Any]) -> dict[str, Any]:
        return {
            key: tuple(value) if key in lists and isinstance(value, list) else value
            for key, value in entry.items()
        }

    return Rulebook(
        game,
        tuple(Edition(**one) for one in book.get("editions", ())),
        {name: Rule(name, **tidy(one)) for name, one in book["rules"].items()},
        {name: Reading(name, **tidy(one)) for name, one in book["readings"].items()},
    )
