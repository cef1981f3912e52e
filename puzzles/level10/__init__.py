"""Kinds of puzzle about Level 10, every card known."""

from __future__ import annotations

from dataclasses import replace

from puzzles.level10 import analysis, make, players, table
from puzzles.puzzle import Kind
from solver.level10 import ask

ONLY_MOVE = Kind(
    name="only-move",
    game="level10",
    summary="exactly one first move still wins",
    counts="a first move, as it is written, after which the position can still be won",
    claims=("winnable", "first-moves", "turns"),
    default=ask(None),
    asks=(),
    task=lambda state, question: (
        f"{analysis.to_move(state)}, and all cards are known. Exactly one move still wins: which?"
    ),
    analyse=analysis.only_move,
    refuted=analysis.refuted,
    make=make.make_only_move,
    suits=analysis.suits_only_move,
    attempt=players.attempt_move,
    canonical=table.canonical,
    nudge=analysis.nudge,
    begins=True,
    lines=True,
)

SAVE_IT = replace(
    ONLY_MOVE,
    name="save-it",
    summary="a careless move lost this game: what would have kept the win?",
    claims=("winnable", "first-moves", "blunder"),
    task=analysis.save_it_task,
    analyse=analysis.save_it,
    make=make.make_save_it,
    suits=analysis.suits_save_it,
)

LOST_OR_NOT = replace(
    ONLY_MOVE,
    name="lost-or-not",
    summary="can it still be won?",
    claims=("winnable", "first-moves"),
    task=lambda state, question: (
        f"{analysis.to_move(state)}, and all cards are known. Can it still be won?"
    ),
    analyse=analysis.lost_or_not,
    refuted=analysis.refuted_judgement,
    make=make.make_lost_or_not,
    suits=analysis.suits_judgement,
    attempt=players.attempt_judgement,
    nudge=analysis.nudge_judgement,
)

FEWEST_PUT_BACKS = replace(
    ONLY_MOVE,
    name="fewest-put-backs",
    summary="win, and put back as few cards as possible",
    counts="a first move, as it is written, that keeps a win with no more cards put back",
    claims=("winnable", "put-backs", "first-moves"),
    task=lambda state, question: (
        f"{analysis.to_move(state)}, and all cards are known. Win, and put back as few cards as"
        " possible. How does it begin?"
    ),
    analyse=analysis.fewest_put_backs,
    refuted=analysis.refuted_thrift,
    make=make.make_fewest_put_backs,
    suits=analysis.suits_thrift,
    attempt=players.attempt_thrift,
    nudge=analysis.nudge_thrift,
    lines=False,
)

KINDS: tuple[Kind, ...] = (ONLY_MOVE, SAVE_IT, LOST_OR_NOT, FEWEST_PUT_BACKS)
