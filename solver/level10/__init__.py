"""Level 10, also sold as Okey Dokey: the cards, the referee, the notation and the engines."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from solver.errors import InvalidPosition, Level10Error
from solver.game import Game, Question
from solver.level10 import deal, notation, rules, solve, views
from solver.level10.random_play import random_move
from solver.level10.reachable import unreachable
from solver.level10.rules import READINGS, State
from solver.verdict import Limits, Verdict


def ask(goal: str | None) -> Question:
    """The only question, whether the team can `win`; raises `ValueError` for another goal."""
    if goal not in (None, "win"):
        raise ValueError(f"level10 has no goal {goal!r}, only win")
    return Question("win")


def solve_question(
    state: State, question: Question, engine: str, limits: Limits, words: bool = True
) -> Verdict:
    """The verdict on a position; the only question is whether it can be won."""
    return solve.solve(state, engine, limits, words)


def variants(state: State) -> list[tuple[str, str, State | Level10Error]]:
    """The position under each value of each reading, one reading varied at a time."""
    found: list[tuple[str, str, State | Level10Error]] = []
    for name, values in READINGS.items():
        for value in values:
            varied = replace(state, readings=replace(state.readings, **{name: value}))
            if rules.skipped(varied):
                error = InvalidPosition(f"player {state.turn}, who is to move, would be skipped")
                found.append((name, value, error))
            else:
                found.append((name, value, varied))
    return found


def begun_by(state: State, starter: int | None) -> State:
    """The position before the first card with another starter (L3); None leaves it as it is."""
    return state if starter is None else replace(state, starter=starter, turn=starter)


GAME = Game(
    name="level10",
    goals=("win",),
    asks=(),
    ask=ask,
    reviewable=True,
    engines=tuple(solve.ENGINES),
    readings=READINGS,
    rulebook=Path(__file__).with_name("rulebook.toml"),
    parse=notation.parse,
    pairs=notation.pairs,
    to_json=notation.to_json,
    parse_move=notation.parse_move,
    legal_moves=rules.legal_moves,
    breach=rules.breach,
    apply=rules.apply,
    random_move=random_move,
    plays=rules.legal_moves,
    ways=lambda state, move: [rules.apply(state, move)],
    outcome=rules.outcome,
    winners=None,
    points=None,
    player=lambda state: int(state.turn),
    readings_of=lambda state: dict(state.readings.items()),
    variants=variants,
    matters=lambda question: tuple(READINGS),
    unreachable=unreachable,
    notes=lambda state: [],
    deal=deal.deal,
    deal_note=lambda state: "",
    sizes=("players", "pauses"),
    table_sizes=(1, 5),
    begun_by=begun_by,
    solve=solve_question,
    headline=lambda question, verdict: ", with all cards known",
    moves_text=lambda state: [str(move) for move in rules.legal_moves(state)],
    picture=views.picture,
    plan_table=lambda state, moves, alone: views.plan_table(state, moves),
    plan_pictures=lambda state, moves, alone: [("", views.picture_after(state, moves))],
)
