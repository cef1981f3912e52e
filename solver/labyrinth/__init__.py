"""Master Labyrinth: the board, the referee, the notation, the planner and the odds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from solver.errors import InvalidPosition, Level10Error
from solver.game import Game
from solver.labyrinth import deal, notation, rules, solve, views
from solver.labyrinth.random_play import random_move
from solver.labyrinth.reachable import notes, unreachable
from solver.labyrinth.table import ON_SPARE, READINGS, State


def variants(state: State) -> list[tuple[str, str, State | Level10Error]]:
    """The position under each value of each reading, one reading varied at a time."""
    found: list[tuple[str, str, State | Level10Error]] = []
    off_board = any(where == ON_SPARE for _, where in state.treasures)
    for name, values in READINGS.items():
        for value in values:
            if off_board and (name, value) == ("treasures", "tokens"):
                found.append((name, value, InvalidPosition("a treasure lies on the spare tile")))
                continue
            varied = replace(state, readings=replace(state.readings, **{name: value}))
            found.append((name, value, varied))
    return found


GAME = Game(
    name="labyrinth",
    goals=solve.GOALS,
    asks=("turns", "opponents"),
    ask=solve.ask,
    reviewable=False,
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
    winners=rules.winners,
    points=rules.points_of_all,
    player=lambda state: int(state.turn),
    readings_of=lambda state: dict(state.readings.items()),
    variants=variants,
    matters=solve.matters,
    unreachable=unreachable,
    notes=notes,
    deal=deal.deal,
    deal_note=lambda state: "",
    sizes=("players",),
    table_sizes=(2, 4),
    begun_by=lambda state, starter: state,
    solve=solve.solve,
    headline=solve.headline,
    moves_text=views.moves_text,
    picture=views.picture,
    plan_table=views.plan_table,
    plan_pictures=views.plan_pictures,
)
