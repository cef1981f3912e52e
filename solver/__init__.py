"""The public face of the solver: read and write positions, play by the rules, ask for verdicts.

>>> import solver
>>> record = solver.read("game: level10; players: 1; hand 1: …; deck: …")
>>> solver.solve(record).verdict
'winnable'
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from solver import fields, labyrinth, level10, ten
from solver.errors import (
    IllegalMove,
    InvalidPosition,
    Level10Error,
    ReadError,
    Unanswerable,
)
from solver.fields import Field, Token
from solver.fields import game_of as game_said
from solver.game import Flag, Game, Move, Question, State
from solver.json_text import json_fields
from solver.play import count_lines, line_of_play
from solver.record import Record
from solver.review import Review
from solver.review import review as review_record
from solver.text import begins_json, text_fields, write_lines
from solver.verdict import Limits, Proof, Verdict

__all__ = [
    "GAMES",
    "Flag",
    "Game",
    "IllegalMove",
    "InvalidPosition",
    "Level10Error",
    "Limits",
    "Proof",
    "Question",
    "ReadError",
    "Record",
    "Review",
    "Unanswerable",
    "Verdict",
    "answer",
    "apply",
    "game_of",
    "moves",
    "outcome",
    "parse_moves",
    "perft",
    "question_of",
    "read",
    "read_fields",
    "replay",
    "review",
    "solve",
    "unreachable",
    "winners",
    "write",
    "write_json",
]

GAMES: dict[str, Game] = {game.name: game for game in (level10.GAME, labyrinth.GAME, ten.GAME)}


def game_of(record: Record[State, Move]) -> Game:
    """The game that a record is of."""
    return GAMES[record.game]


def read_fields(
    fields: Sequence[Field], readings: Mapping[str, str] | None = None
) -> Record[State, Move]:
    """The record that a document's fields describe; `readings` win over its own.

    Raises `ReadError` and `InvalidPosition`.
    """
    return GAMES[game_said(fields, tuple(GAMES))].parse(fields, readings or {})


def read(text: str, readings: Mapping[str, str] | None = None) -> Record[State, Move]:
    """A position in text, one-line or JSON form; `readings` win over its own.

    Raises `ReadError` and `InvalidPosition`.
    """
    json_form = begins_json(text.encode(errors="replace"))
    return read_fields(json_fields(text) if json_form else text_fields(text), readings)


def write(record: Record[State, Move], one_line: bool = False) -> str:
    """The canonical text form of a record: `read(write(x)) == x`."""
    return write_lines(game_of(record).pairs(record), one_line)


def write_json(record: Record[State, Move]) -> str:
    """The canonical JSON form of a record, on one line."""
    return json.dumps(game_of(record).to_json(record), ensure_ascii=False)


def moves(record: Record[State, Move]) -> list[str]:
    """The legal moves of a position, sorted; none when the game is over."""
    return [str(move) for move in game_of(record).legal_moves(record.state)]


def apply(record: Record[State, Move], move: str) -> Record[State, Move]:
    """The position after a move, without a record of how it came about.

    Raises `ReadError` for what is not a move and `IllegalMove` with the rule's id.
    """
    game = game_of(record)
    return Record(record.game, game.apply(record.state, game.parse_move(move)))


def outcome(record: Record[State, Move]) -> str:
    """`won`, `lost` or `open`; in games where players win, `open` or `over`."""
    return game_of(record).outcome(record.state)


def winners(record: Record[State, Move]) -> tuple[int, ...]:
    """Who has won a game that is over, in games where players win; several share a tie."""
    game = game_of(record)
    return game.winners(record.state) if game.winners else ()


def parse_moves(record: Record[State, Move], words: Iterable[str]) -> list[Move]:
    """The moves of a record's game that words make, throws with the move that led to them.

    Raises `ReadError` for what is not a move.
    """
    tokens = [Token(word, 1, 1) for word in words]
    return [
        game_of(record).parse_move(" ".join(token.text for token in move))
        for move in fields.moves(tokens)
    ]


def replay(record: Record[State, Move], more: Iterable[str] = ()) -> Record[State, Move]:
    """The position after the moves of a record, and then `more` of them.

    Raises `IllegalMove`, with its index counted from 1, at the first move that a rule forbids.
    """
    game = game_of(record)
    line = line_of_play(game, record.state, [*record.moves, *parse_moves(record, more)])
    return Record(record.game, line[-1])


def perft(record: Record[State, Move], depth: int) -> int:
    """The number of legal move sequences of this length; a game that has ended has none."""
    return count_lines(game_of(record), record.state, depth)


def unreachable(record: Record[State, Move]) -> list[Flag]:
    """What shows that a position cannot have been played to; usually nothing."""
    return game_of(record).unreachable(record.state)


def question_of(
    game: Game,
    goal: str | None,
    turns: int | None = None,
    opponents: str | None = None,
    others: str | None = None,
) -> Question:
    """What is asked of a position of a game; raises `ValueError` where it makes no sense there."""
    given = {"turns": turns, "opponents": opponents, "others": others}
    further = {name: value for name, value in given.items() if value is not None}
    for name in further:
        if name not in game.asks:
            raise ValueError(f"{game.name} has no {name} to ask about")
    return game.ask(goal, **further)


def solve(
    record: Record[State, Move],
    goal: str | None = None,
    engine: str = "auto",
    limits: Limits | None = None,
    turns: int | None = None,
    opponents: str | None = None,
    others: str | None = None,
) -> Verdict:
    """Whether the goal can be reached from a position; the default is the game's first goal.

    `turns` (own turns that it may take), `opponents` (`still` or `free`) and `others` (`help`,
    `oppose` or `selfish`) are for games that ask about them. The moves of a record are not looked
    at. Raises `ValueError` for a goal, an engine or a question that the game does not have, and
    `Unanswerable` for one that makes no sense for the position.
    """
    question = question_of(game_of(record), goal, turns, opponents, others)
    return answer(record, question, engine, limits)


def answer(
    record: Record[State, Move],
    question: Question,
    engine: str = "auto",
    limits: Limits | None = None,
) -> Verdict:
    """The verdict on a question about a position."""
    verdict = game_of(record).solve(record.state, question, engine, limits or Limits())
    flags = [f"unreachable ({flag.name}): {flag.message}" for flag in unreachable(record)]
    return replace(verdict, warnings=(*flags, *verdict.warnings))


def review(
    record: Record[State, Move],
    engine: str = "auto",
    limits: Limits | None = None,
) -> Review:
    """Where a game record stopped being winnable, and a winning move there.

    The limits are those of each position that has to be solved. Raises `IllegalMove` for a record
    that breaks a rule.
    """
    return review_record(game_of(record), record, engine, limits or Limits())
