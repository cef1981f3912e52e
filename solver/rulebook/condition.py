"""Conditions on a moment of a game, as `stuck and not deck(0)`.

A condition is made of predicates that a game names (each in its `conditions.py`), with `and`, `or`,
`not` and parentheses. It is read, never run as code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solver.errors import ReadError
from solver.fields import listed, quoted


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a game, and the one before it with the move that led from there (both None at
    the start)."""

    state: Any
    before: Any = None
    move: Any = None


@dataclass(frozen=True, slots=True)
class Range:
    """Whole numbers from `low` to `high`, both included; None is no bound."""

    low: int | None
    high: int | None

    def __contains__(self, number: int) -> bool:
        at_least = self.low is None or number >= self.low
        return at_least and (self.high is None or number <= self.high)


ANY = Range(None, None)
SOME = Range(1, None)


@dataclass(frozen=True, slots=True)
class Predicate:
    """A named thing that holds at a moment or does not.

    `takes` are its parameters, in order, each named by what it is (one of `ARGUMENTS`); those from
    number `needs` on may be left out. `holds` is given the moment and the arguments.
    """

    name: str
    text: str
    holds: Callable[..., bool]
    takes: tuple[str, ...] = ()
    needs: int = 0

    @property
    def form(self) -> str:
        """The name with its parameters."""
        parts = [part.upper() for part in self.takes]
        parts[self.needs :] = [f"[{part}]" for part in parts[self.needs :]]
        return f"{self.name}({', '.join(parts)})" if parts else self.name


# --- Trees --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Holds:
    """A predicate with its arguments."""

    predicate: Predicate
    arguments: tuple[Any, ...]
    text: str

    def at(self, moment: Moment) -> bool:
        """Whether it holds at a moment."""
        return self.predicate.holds(moment, *self.arguments)

    def leaves(self) -> Iterator[Holds]:
        """All predicates in it."""
        yield self


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite of a condition."""

    part: Condition

    def at(self, moment: Moment) -> bool:
        """Whether it holds at a moment."""
        return not self.part.at(moment)

    def leaves(self) -> Iterator[Holds]:
        """All predicates in it."""
        yield from self.part.leaves()


@dataclass(frozen=True, slots=True)
class Joined:
    """Conditions of which all hold (`every`), or at least one."""

    parts: tuple[Condition, ...]
    every: bool

    def at(self, moment: Moment) -> bool:
        """Whether it holds at a moment; looked at from left to right, no further than needed."""
        found = (part.at(moment) for part in self.parts)
        return all(found) if self.every else any(found)

    def leaves(self) -> Iterator[Holds]:
        """All predicates in it."""
        for part in self.parts:
            yield from part.leaves()


Condition = Holds | Not | Joined


# --- Reading ------------------------------------------------------------------------------------

TOKEN = re.compile(r"\s*(?:([()])|([^\s()]+))")
CALL = re.compile(r"\s*([A-Za-z][\w-]*)(?:\(([^()]*)\))?(?=[\s()]|$)")
WORDS = ("and", "or", "not")
PHASES = ("draw", "auction", "buy", "final")


def number_range(text: str) -> Range:
    """A number, or a range as `2..5`, `2..` or `..5`."""
    match = re.fullmatch(r"(-?\d{1,4})?(\.\.)?(-?\d{1,4})?", text)
    if not match or not text or (match[2] is None and match[3] is not None):
        raise ValueError("a number or a range, as 3, 2..5, 2.. or ..5")
    if match[2] is None:
        return Range(int(match[1]), int(match[1]))
    low, high = (None if part is None else int(part) for part in (match[1], match[3]))
    if low is None and high is None:
        raise ValueError("a number or a range, as 3, 2..5, 2.. or ..5")
    return Range(low, high)


def player_number(text: str) -> int:
    """The number of a player."""
    if not re.fullmatch("[1-5]", text):
        raise ValueError("a player, 1 to 5")
    return int(text)


def card_name(text: str) -> str:
    """A level card or pause of Level 10."""
    if not re.fullmatch("[A-E][1-8]|P", text.upper()):
        raise ValueError("a card, as A1 or P")
    return text.upper()


def phase_name(text: str) -> str:
    """A phase of TEN."""
    if text.lower() not in PHASES:
        raise ValueError(f"a phase: {listed(PHASES)}")
    return text.lower()


ARGUMENTS: Mapping[str, Callable[[str], Any]] = {
    "numbers": number_range,
    "player": player_number,
    "card": card_name,
    "phase": phase_name,
}


def read_condition(text: str, predicates: Mapping[str, Predicate]) -> Condition:
    """The condition that a text describes; raises `ReadError` with the column."""
    reader = Reader(text, predicates)
    found = reader.either()
    if not reader.at_end():
        raise reader.wrong("'and', 'or' or the end")
    return found


class Reader:
    """Reads a condition from left to right: `or` binds least, `not` most."""

    def __init__(self, text: str, predicates: Mapping[str, Predicate]) -> None:
        self.text, self.predicates, self.place = text, predicates, 0

    def at_end(self) -> bool:
        """Whether there is nothing more."""
        return not self.text[self.place :].strip()

    def next_word(self) -> str:
        """The next word or parenthesis, empty at the end."""
        match = TOKEN.match(self.text, self.place)
        return (match[1] or match[2]) if match else ""

    def take(self, word: str) -> bool:
        """Goes over a word if it is the next one."""
        match = TOKEN.match(self.text, self.place)
        if match and (match[1] or match[2]).lower() == word:
            self.place = match.end()
            return True
        return False

    def wrong(self, expected: str) -> ReadError:
        """What is said of a text that makes no sense here."""
        word = self.next_word()
        column = len(self.text) - len(self.text[self.place :].lstrip()) + 1
        said = f"{quoted(word)} makes no sense here" if word else "the condition ends too early"
        return ReadError(said, line=1, column=column, token=word or None, expected=expected)

    def either(self) -> Condition:
        """Conditions joined by `or`."""
        return self.joined("or", self.both)

    def both(self) -> Condition:
        """Conditions joined by `and`."""
        return self.joined("and", self.single)

    def joined(self, word: str, part: Callable[[], Condition]) -> Condition:
        """One condition, or several joined by a word."""
        parts = [part()]
        while self.take(word):
            parts.append(part())
        return parts[0] if len(parts) == 1 else Joined(tuple(parts), word == "and")

    def single(self) -> Condition:
        """A predicate, a condition in parentheses, or the opposite of one."""
        if self.take("not"):
            return Not(self.single())
        if self.take("("):
            found = self.either()
            if not self.take(")"):
                raise self.wrong("')'")
            return found
        match = CALL.match(self.text, self.place)
        if match is None or match[1].lower() in WORDS:
            raise self.wrong("a predicate")
        name = match[1].lower()
        if name not in self.predicates:
            raise self.wrong(listed([one.form for one in self.predicates.values()]))
        predicate = self.predicates[name]
        arguments = self.arguments(predicate, match[2])
        self.place = match.end()
        return Holds(predicate, arguments, match[0].strip())

    def arguments(self, predicate: Predicate, text: str | None) -> tuple[Any, ...]:
        """The arguments of a predicate."""
        words: Sequence[str] = []
        if text is not None and text.strip():
            words = [word.strip() for word in text.split(",")]
        if not predicate.needs <= len(words) <= len(predicate.takes):
            raise self.wrong(predicate.form)
        found = []
        for word, kind in zip(words, predicate.takes, strict=False):
            try:
                found.append(ARGUMENTS[kind](word))
            except ValueError as error:
                wrong = self.wrong(str(error))
                wrong.message = f"{quoted(word)} is no argument of {predicate.form}"
                raise wrong from None
        return tuple(found)
