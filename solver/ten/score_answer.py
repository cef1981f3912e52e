"""The scores of a table of TEN as an answer: for programs and for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from solver.fields import Token
from solver.game import Table
from solver.ten import rules
from solver.ten.card_notation import read_card
from solver.ten.cards import COLOUR_NAMES, FULL_DECK, Card, is_currency
from solver.ten.scoring import Run, key_of, points, runs
from solver.ten.table import Player, State


@dataclass(frozen=True, slots=True)
class Added:
    """What a hand would score with further cards, and what they are worth to it: how much more."""

    cards: tuple[Card, ...]
    total: int
    worth: int


@dataclass(frozen=True, slots=True)
class Score:
    """A player's score: the run of each colour, and what each further card would be worth alone,
    and all of them together where there are several."""

    player: int
    has: Player
    runs: tuple[Run, ...]
    added: tuple[Added, ...]
    together: Added | None

    @property
    def total(self) -> int:
        """The points of all colours (T12)."""
        return sum(run.points for run in self.runs)

    def to_json(self) -> dict[str, Any]:
        """The score as JSON answers have it."""
        keys: dict[str, Any] = {
            "player": self.player,
            "total": self.total,
            "colours": {run.colour: run_keys(run) for run in self.runs},
            "tokens": self.has.tokens,
            "bust": self.has.bust,
            "cards": len(self.has.cards),
        }
        if self.added:
            keys["add"] = [
                {"card": card, "total": one.total, "worth": one.worth}
                for one in self.added
                for card in one.cards
            ]
        if self.together is not None:
            one = self.together
            keys["together"] = {"cards": list(one.cards), "total": one.total, "worth": one.worth}
        return keys


@dataclass(frozen=True, slots=True)
class Answer:
    """The scores of all players, and who would win if the game ended as the table lies."""

    scores: tuple[Score, ...]
    winners: tuple[int, ...]
    over: bool

    def to_json(self) -> dict[str, Any]:
        """The answer as a JSON document."""
        return {
            "players": [score.to_json() for score in self.scores],
            "winners": list(self.winners),
        }

    def story(self) -> list[str | Table]:
        """The answer for people: lines, and tables between them."""
        lines: list[str | Table] = [standing_table(self.scores), "", self.verdict()]
        lines += ["", runs_table(self.scores)]
        if any(score.added for score in self.scores):
            lines += ["", added_table(self.scores)]
        return lines

    def verdict(self) -> str:
        """Who wins, and by what (T13)."""
        names = " and ".join(f"player {number}" for number in self.winners)
        share = len(self.winners) > 1
        if self.over:
            words = f"{names} {'share the win' if share else 'has won'}"
        else:
            words = f"if the game ended now {names} would {'share the win' if share else 'win'}"
        return words + self.tie()

    def tie(self) -> str:
        """What breaks a tie between the players with the most points."""
        most = max(score.total for score in self.scores)
        level = [score.has for score in self.scores if score.total == most]
        if len(level) == 1:
            return ""
        if len(level) == len(self.winners):
            return ", with as many points, black tokens and cards"
        tokens = max(has.tokens for has in level)
        if sum(has.tokens == tokens for has in level) == len(self.winners):
            return f", with the most black tokens of those with {most} points"
        return f", with the fewest cards of those with {most} points and {tokens} black tokens"


def cards_named(words: Iterable[str]) -> tuple[Card, ...]:
    """The cards that words on the command line name; raises `ReadError` for other words."""
    return tuple(read_card(Token(word, 1, 1)) for word in words)


def answer(state: State, further: Sequence[Card] = ()) -> Answer:
    """The scores of all players, and what `further` cards would be worth to each of them.

    Raises `ValueError` for a currency card, and for cards that a player cannot get because the box
    has no more of them.
    """
    for card in further:
        if is_currency(card):
            raise ValueError(f"{card} is a currency card, which nobody keeps in hand (T6)")
    wild_only = state.readings.wild_only_run == "yes"
    scores = []
    for number, has in enumerate(state.players, 1):
        check_supply(number, has, further)
        now = points(key_of(has.cards), wild_only)

        def added(*cards: Card, hand: tuple[Card, ...] = has.cards, now: int = now) -> Added:
            total = points(key_of([*hand, *cards]), wild_only)
            return Added(cards, total, total - now)

        together = added(*further) if len(further) > 1 else None
        best = runs(has.cards, wild_only)
        scores.append(Score(number, has, best, tuple(map(added, further)), together))
    return Answer(tuple(scores), rules.leaders(state), rules.over(state))


def check_supply(number: int, has: Player, further: Sequence[Card]) -> None:
    """Raises `ValueError` where a hand with further cards would be more than the box has (T1)."""
    held = Counter(has.cards)
    for card, count in Counter(further).items():
        if held[card] + count > FULL_DECK[card]:
            raise ValueError(
                f"player {number} has {held[card]} {card} and cannot get {count} more: there are"
                f" {FULL_DECK[card]} in the box (T1)"
            )


# --- For programs and for people --------------------------------------------------------------


def run_keys(run: Run) -> dict[str, Any]:
    """A run as JSON answers have it."""
    return {
        "points": run.points,
        "run": [run.first, run.last] if run.points else None,
        "wilds": [{"card": card, "as": number} for card, number in run.wilds],
    }


def standing_table(scores: Sequence[Score]) -> Table:
    """Everything that decides who wins, and the bust tokens, which do not (T13)."""
    return Table(
        ("player", "points", "black tokens", "cards", "bust tokens"),
        tuple(
            tuple(
                map(str, (one.player, one.total, one.has.tokens, len(one.has.cards), one.has.bust))
            )
            for one in scores
        ),
    )


def runs_table(scores: Sequence[Score]) -> Table:
    """The runs of every player, and what the wilds in them stand for."""
    rows = []
    for one in scores:
        for run in one.runs:
            if run.points:
                wilds = ", ".join(f"{card} as {number}" for card, number in run.wilds)
                ends = f"{run.first}" if run.first == run.last else f"{run.first}-{run.last}"
                row = (str(one.player), COLOUR_NAMES[run.colour], str(run.points), ends)
                rows.append((*row, wilds or "-"))
    return Table(("player", "colour", "points", "run", "wilds"), tuple(rows))


def added_table(scores: Sequence[Score]) -> Table:
    """What further cards would be worth to every player."""
    rows = []
    for one in scores:
        for added in (*one.added, *filter(None, [one.together])):
            names = " and ".join(added.cards)
            rows.append((str(one.player), names, str(added.total), f"{added.worth:+}"))
    return Table(("player", "with", "points", "worth"), tuple(rows))
