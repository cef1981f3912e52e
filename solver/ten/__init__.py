"""TEN: the cards, the referee, the notation, scores, odds and open deals."""

from __future__ import annotations

from pathlib import Path

from solver.errors import Level10Error
from solver.game import Game
from solver.ten import deal, notation, rules, solve, views
from solver.ten.random_play import random_move
from solver.ten.reachable import notes, unreachable
from solver.ten.table import MAX_PLAYERS, READINGS, Move, State
from solver.text import text_fields, write_lines


def variants(state: State) -> list[tuple[str, str, State | Level10Error]]:
    """The position under each value of each reading, one reading varied at a time."""
    found: list[tuple[str, str, State | Level10Error]] = []
    pairs = notation.pairs(notation.TenRecord(notation.GAME, state))
    fields = text_fields(write_lines(pairs))
    for name, values in READINGS.items():
        for value in values:
            try:
                varied: State | Level10Error = notation.parse(fields, {name: value}).state
            except Level10Error as error:
                varied = error
            found.append((name, value, varied))
    return found


def ways(state: State, move: Move) -> list[State]:
    """The tables that a listed move may lead to, one for each choice of the own cards in it."""
    if move.kind == "draw" and state.order is None:
        raise ValueError("the order of the cards to come has to be known: give them as deck: …")
    if rules.breach(state, move) is not None:
        return []
    return [rules.apply(state, one) for one in rules.named(state, move)]


GAME = Game(
    name=notation.GAME,
    goals=solve.GOALS,
    asks=("others",),
    ask=solve.ask,
    reviewable=False,
    engines=solve.ENGINES,
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
    plays=rules.all_plays,
    ways=ways,
    outcome=rules.outcome,
    winners=rules.winners,
    points=rules.points_of_all,
    player=rules.active,
    readings_of=lambda state: dict(state.readings.items()),
    variants=variants,
    matters=solve.matters,
    unreachable=unreachable,
    notes=notes,
    deal=deal.deal_asked,
    deal_note=deal.note_of,
    sizes=("players", "deck"),
    table_sizes=(1, MAX_PLAYERS),
    begun_by=lambda state, starter: state,
    solve=solve.solve,
    headline=solve.headline,
    moves_text=views.moves_text,
    picture=views.picture,
    plan_table=views.plan_table,
    plan_pictures=views.plan_pictures,
)
