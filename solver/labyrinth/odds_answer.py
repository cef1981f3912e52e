"""The odds of Master Labyrinth as an answer: for programs and for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

from solver.game import Table
from solver.labyrinth.battle import Advice, policy, winning_chance
from solver.labyrinth.board import square_name
from solver.labyrinth.odds import Face, Odds, Option, Risk, best, odds
from solver.labyrinth.rules import after_taking, apply, battle_open
from solver.labyrinth.table import DRAGON_DIE, FIRST_PHASE, Move, State


@dataclass(frozen=True, slots=True)
class Answer:
    """The odds after a move, or of a table as it lies (`move` is None), and the ways to take a
    treasure where they were asked for.

    `state` is the table that the odds are of, `taken` what the move takes.
    """

    state: State
    move: Move | None
    taken: int | None
    odds: Odds
    options: list[Option] | None

    def to_json(self) -> dict[str, Any]:
        """The answer as a JSON document."""
        found = self.odds
        document: dict[str, Any] = {
            "move": None if self.move is None else str(self.move),
            "taken": self.taken,
            "win": exactly(found.win),
            "repeats": found.repeats,
            "target": found.target,
            "policy": [
                {"throw": one.throw, "sum": one.total, "cards": one.cards, "repeat": one.repeat}
                for one in policy(found.repeats, found.target)
            ],
            "by_repeats": [
                {"repeats": count, "win": exactly(win)} for count, win in by_repeats(found)
            ],
            "no_die": found.no_die,
            "dragon": [face_keys(face, self.state) for face in found.faces],
            "loss": list(map(risk_keys, found.risks)),
        }
        if self.options is not None:
            document["best"] = list(map(option_keys, self.options))
        return {**document, "assumptions": self.assumptions()}

    def story(self) -> list[str | Table]:
        """The answer for people: lines, and tables between them."""
        lines: list[str | Table] = [self.headline()]
        if self.odds.faces:
            die = die_table(self.odds.faces)
            lines += ["", die, "", risk_table(self.odds.risks)]
        lines += ["", *battle_story(self.odds, self.state.turn, battle_open(self.state))]
        if self.options:
            text = "ways to take a treasure with this push and move, the least own loss first:"
            lines += ["", text, options_table(self.options)]
        elif self.options is not None:
            lines += ["", "no treasure can be taken with this push and move"]
        return [*lines, "", *(f"assumed: {one}" for one in self.assumptions())]

    def headline(self) -> str:
        """What has happened, and whether the dragon die is thrown."""
        then = self.odds.no_die or "the dragon die is thrown"
        if self.move is None:
            return f"as the table lies, after a taking by player {self.state.turn}: {then}"
        took = "" if self.taken is None else f" and takes a {self.taken}"
        return f"player {self.state.turn} plays {self.move}{took}: {then}"

    def assumptions(self) -> list[str]:
        """What the answer rests on beside the rules."""
        found = []
        if self.move is None and self.odds.faces:
            found.append(f"player {self.state.turn} has just taken a treasure")
        if self.odds.faces or self.options:
            if self.state.die == DRAGON_DIE:
                found.append(f"the faces of the dragon die are {' '.join(DRAGON_DIE)}")
            found.append("a losing throw of a duel is repeated while there are cards, no other is")
        return [*found, f"all cards of 1 to {FIRST_PHASE} in hand are kept for repeats"]


def answer(state: State, move: Move | None = None, with_best: bool = False) -> Answer:
    """The odds of a table as it lies, or after a move up to its taking (M2), and if asked for the
    ways to take a treasure from the table as it lies.

    Raises `IllegalMove`, and `ValueError` for a move that tells its throws.
    """
    options = best(state) if with_best else None
    if move is None:
        return Answer(state, None, None, odds(state), options)
    if move.dragon or move.duels or move.battle:
        raise ValueError("odds are those before the dice are thrown: leave the throws out")
    apply(state, move)  # refuses what is not legal, a card for a second turn included
    there, value = after_taking(state, move)
    no_die = "no treasure is taken, so no die is thrown" if value is None else None
    return Answer(there, move, value, odds(there, no_die), options)


def by_repeats(found: Odds) -> list[tuple[int, Fraction]]:
    """Numbers of cards, each with the chance to win the final battle."""
    most = max(FIRST_PHASE, found.repeats)
    return [(count, winning_chance(count, found.target)) for count in range(most + 1)]


# --- For programs -----------------------------------------------------------------------------


def exactly(number: Fraction) -> dict[str, str | float]:
    """A fraction as JSON answers have it, the value rounded to six digits."""
    exact = f"{number.numerator}/{number.denominator}"
    return {"exact": exact, "value": round(float(number), 6)}


def face_keys(face: Face, state: State) -> dict[str, Any]:
    """A face of the dragon die as JSON answers have it."""
    found = face.threat
    return {
        "face": face.name,
        "probability": exactly(face.probability),
        "facing": found.dragon,
        "source": None if found.source is None else square_name(found.source),
        "threatened": [
            {
                "player": player,
                "square": square_name(state.adventurer(player).square),
                "distance": distance,
            }
            for player, distance in found.threatened
        ],
        "duel": list(found.duellists),
    }


def risk_keys(risk: Risk) -> dict[str, Any]:
    """A player's risk as JSON answers have it."""
    return {
        "player": risk.player,
        "duel": exactly(risk.duel),
        "lose": exactly(risk.lose),
        "treasure": risk.treasure,
        "expected": exactly(risk.expected),
    }


def option_keys(option: Option) -> dict[str, Any]:
    """A way to take a treasure as JSON answers have it."""
    return {
        "move": str(option.move),
        "takes": option.taken,
        "lose": exactly(option.own.lose),
        "treasure": option.own.treasure,
        "expected": exactly(option.own.expected),
        "others": exactly(option.others),
    }


# --- For people -------------------------------------------------------------------------------


def percent(chance: Fraction) -> str:
    """A chance in percent, to a tenth."""
    return f"{float(100 * chance):.1f} %"


def shown(chance: Fraction) -> str:
    """A chance as a fraction and in percent."""
    return f"{chance} ({percent(chance)})"


def points(loss: Fraction) -> str:
    """A loss in points."""
    return f"{float(loss):.3f}"


def die_table(faces: Sequence[Face]) -> Table:
    """The faces of the dragon die."""
    rows = []
    for face in faces:
        found = face.threat
        near = (f"{player} ({distance})" for player, distance in found.threatened)
        row = (
            face.name,
            str(face.probability),
            found.dragon,
            "-" if found.source is None else square_name(found.source),
            ", ".join(near) or "-",
            ", ".join(map(str, found.duellists)) or "-",
        )
        rows.append(row)
    headings = ("die", "chance", "dragon", "threat", "players on it (distance)", "must duel")
    return Table(headings, tuple(rows))


def risk_table(found: Sequence[Risk]) -> Table:
    """What the throw may cost each player."""
    return Table(
        ("player", "duels", "loses", "the lowest", "expected loss"),
        tuple(
            (
                str(one.player),
                shown(one.duel),
                shown(one.lose),
                "-" if one.treasure is None else str(one.treasure),
                points(one.expected),
            )
            for one in found
        ),
    )


def battle_story(found: Odds, player: int, soon: bool) -> list[str | Table]:
    """How the final battle would go, and what to repeat in it where it comes `soon`."""
    chances = by_repeats(found)
    lines: list[str | Table] = [
        f"a final battle of player {player}, who has {found.repeats} of the cards for repeats,"
        f" is won with {shown(found.win)}",
        Table(
            ("cards", *(str(count) for count, _ in chances)),
            (("won", *(percent(win) for _, win in chances)),),
        ),
    ]
    if found.repeats and soon:
        text = f"to come to {found.target} repeat every result up to"
        lines += ["", text, policy_table(policy(found.repeats, found.target))]
    return lines


def policy_table(found: Sequence[Advice]) -> Table:
    """The highest results to repeat: a row for sums alike, a column for each number of cards."""
    by_cards: dict[tuple[int, int], tuple[str, ...]] = {}
    for one in found:
        word = "-" if one.repeat is None else str(one.repeat)
        key = one.throw, one.total
        by_cards[key] = (*by_cards.get(key, ()), word)
    rows = []
    for (throw, words), alike in groupby(by_cards.items(), lambda item: (item[0][0], item[1])):
        totals = [total for (_, total), _ in alike]
        sums = str(totals[0]) if len(totals) == 1 else f"{totals[0]}-{totals[-1]}"
        rows.append((str(throw), sums, *words))
    most = max(one.cards for one in found)
    cards = [f"{count} card{'' if count == 1 else 's'} left" for count in range(1, most + 1)]
    return Table(("throw", "sum before", *cards), tuple(rows))


def options_table(found: Sequence[Option]) -> Table:
    """The ways to take a treasure."""
    return Table(
        ("move", "takes", "loses", "the lowest", "expected loss", "the others' loss"),
        tuple(
            (
                str(one.move),
                str(one.taken),
                shown(one.own.lose),
                str(one.own.treasure),
                points(one.own.expected),
                points(one.others),
            )
            for one in found
        ),
    )
