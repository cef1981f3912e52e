"""The odds of TEN as an answer: for programs and for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from solver.game import Table
from solver.ten import rules
from solver.ten.cards import CURRENCY, CURRENCY_COPIES, is_wild
from solver.ten.deal import WHOLE_BOX_FROM, table_of
from solver.ten.notation import not_visible
from solver.ten.odds import OBJECTIVES, SCORE, TOKENS, Odds, Outcome, odds
from solver.ten.outlook import Range, exactly
from solver.ten.table import State

GAINED = {TOKENS: "black tokens", SCORE: "points"}
LONGEST_FRACTION = 12
"""Fractions of more characters are shown to people as decimals only."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The odds of a table in the draw phase."""

    state: State
    odds: Odds

    def to_json(self) -> dict[str, Any]:
        """The answer as a JSON document."""
        found, card = self.odds, self.odds.next_card
        return {
            "objective": found.objective,
            "total": found.total,
            "currency": found.currency,
            "cards_left": card.cards,
            "bust": keys_of(card.bust),
            "bust_total": keys_of(card.by_total),
            "bust_currency": keys_of(card.by_currency),
            "wild": keys_of(card.wild),
            "stop": stop_keys(found.stops),
            "draw": None if found.draw is None else range_keys(found.draw),
            "best": found.best,
            "margin": None if found.margin is None else range_keys(found.margin),
            "next": list(map(outcome_keys, found.outcomes)),
            "assumptions": self.assumptions(),
        }

    def story(self) -> list[str | Table]:
        """The answer for people: lines, and tables between them."""
        found, card = self.odds, self.odds.next_card
        lines: list[str | Table] = [
            f"player {self.state.turn}: running total {found.total}, currency {found.currency},"
            f" {count_of(card.cards, 'card')} to come"
        ]
        if card.cards:
            lines.append(
                f"the next card busts: {shown(card.bust)}, by total {shown(card.by_total)}, by"
                f" currency {shown(card.by_currency)}; is a wild: {shown(card.wild)}"
            )
        lines += ["", choices_table(found), "", self.verdict()]
        if found.outcomes:
            lines += ["", outcomes_table(found)]
        return [*lines, "", *(f"assumed: {one}" for one in self.assumptions())]

    def verdict(self) -> str:
        """The best choice, and by how much it is that."""
        best, margin = self.odds.best, self.odds.margin
        if best is None:
            return "whether to draw or to stop cannot be told from what was gone through"
        if margin is None:
            return f"best: {best}, there is nothing else to do"
        if margin == exactly(0):
            return f"best: {best}, but something else is worth as much"
        return f"best: {best}, by {text_of(margin)} {GAINED[self.odds.objective]}"

    def assumptions(self) -> list[str]:
        """What the answer rests on beside the rules."""
        state, found = self.state, []
        players = len(state.players)
        if self.odds.in_order:
            found.append("the order of the cards is known")
        if state.deck is None and state.unseen and state.unseen == not_visible(state):
            copies = ", ".join(
                f"{count} of {CURRENCY}{one}" for one, count in CURRENCY_COPIES.items()
            )
            found.append(f"the currency cards of the box are {copies}: no source tells (T1)")
            if players < WHOLE_BOX_FROM:
                found.append(f"no card was taken out for {table_of(players)} (T3)")
        if players == 1:
            found.append("a single player is not the published game (T0)")
        if any(map(is_wild, state.to_come)):
            found.append("a wild that appears leaves the game at no cost (T10)")
        counted = {
            TOKENS: "own black tokens: not the cards, no bust token",
            SCORE: "the own score: not the tokens paid, no bust token",
        }
        only = counted[self.odds.objective]
        return [*found, f"nothing counts but {only}, nothing that others gain, no later turn"]


def answer(state: State, objective: str = TOKENS) -> Answer:
    """The odds of a table for one of the `OBJECTIVES`.

    Raises `ValueError` for another objective, and if it is not the draw phase.
    """
    if objective not in OBJECTIVES:
        raise ValueError(f"odds are those of {' or '.join(OBJECTIVES)}, not of '{objective}'")
    return Answer(state, odds(state, objective))


# --- For programs -----------------------------------------------------------------------------


def keys_of(number: Fraction) -> dict[str, Any]:
    """A fraction as JSON answers have it, the value rounded to six digits."""
    exact = f"{number.numerator}/{number.denominator}"
    return {"exact": exact, "value": round(float(number), 6)}


def range_keys(found: Range) -> dict[str, Any]:
    """A value as JSON answers have it, by its ends if it is not known exactly."""
    if found.is_exact:
        return keys_of(found.low)
    ends = {"low": keys_of(found.low), "high": keys_of(found.high)}
    return {"exact": None, "value": None, **ends}


def stop_keys(stops: Sequence[tuple[str, Fraction]]) -> dict[str, Any] | None:
    """The best way to end the drawing, and both kinds of stop where they are legal."""
    if not stops:
        return None
    worth = {stop: keys_of(value) for stop, value in stops}
    move, best = stops[0]
    return {
        **keys_of(best),
        "move": move,
        "numbers": worth.get(rules.NUMBERS),
        "currency": worth.get(rules.CURRENCY),
    }


def outcome_keys(one: Outcome) -> dict[str, Any]:
    """Next cards as JSON answers have them."""
    total, currency = one.row or (None, None)
    return {
        "does": one.does,
        "cards": [card for card, copies in one.cards for _ in range(copies)],
        "chance": keys_of(one.chance),
        "total": total,
        "currency": currency,
        "worth": range_keys(one.worth),
    }


# --- For people -------------------------------------------------------------------------------


def count_of(count: int, noun: str) -> str:
    """A number of things."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def shown(chance: Fraction) -> str:
    """A chance as a fraction, and in percent unless it is certain."""
    if chance in (0, 1):
        return "never" if chance == 0 else "always"
    return f"{chance} ({float(100 * chance):.1f} %)"


def text_of(found: Range) -> str:
    """A value, as a fraction too where that is short; or between what it is known to lie."""
    if not found.is_exact:
        return f"{float(found.low):.6f} to {float(found.high):.6f}"
    exact = str(found.low)
    if found.low.denominator == 1:
        return exact
    decimals = f"{float(found.low):.4f}"
    return f"{decimals} ({exact})" if len(exact) <= LONGEST_FRACTION else decimals


def choices_table(found: Odds) -> Table:
    """What every choice is worth."""
    choices = [(stop, exactly(worth)) for stop, worth in found.stops]
    if found.draw is not None:
        choices.append(("draw", found.draw))
    rows = ((choice, text_of(worth)) for choice, worth in choices)
    return Table(("choice", f"{GAINED[found.objective]} gained"), tuple(rows))


def outcomes_table(found: Odds) -> Table:
    """What the next card may bring."""
    rows = []
    for one in found.outcomes:
        names = " ".join(card if copies == 1 else f"{card}*{copies}" for card, copies in one.cards)
        total, currency = map(str, one.row) if one.row else ("-", "-")
        rows.append((names, one.does, shown(one.chance), total, currency, text_of(one.worth)))
    headings = ("next card", "does", "chance", "total", "currency", "the turn is worth then")
    return Table(headings, tuple(rows))
