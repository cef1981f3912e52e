"""Playing by the rules of any game: through a record, and through every line of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from solver.errors import IllegalMove
from solver.game import Game, Move, State


def line_of_play(game: Game, state: State, moves: Iterable[Move]) -> list[State]:
    """The states that moves lead through, the first one included.

    Raises `IllegalMove`, with its index counted from 1, at the first move that a rule forbids.
    """
    states = [state]
    for index, move in enumerate(moves, 1):
        try:
            states.append(game.apply(states[-1], move))
        except IllegalMove as error:
            error.index = index
            raise
    return states


def count_lines(game: Game, state: State, depth: int) -> int:
    """The number of legal move sequences of this length; the last move is counted, not made.

    A move that leaves something open counts once, and so does a sequence of them that is legal for
    some choice of what they leave open.
    """
    return count_from(game, [state], depth)


def count_from(game: Game, states: Sequence[State], depth: int) -> int:
    """The number of legal move sequences from any of the states that earlier moves may lead to."""
    if depth == 0:
        return 1
    legal = dict.fromkeys(move for state in states for move in game.legal_moves(state))
    if depth == 1:
        return len(legal)
    return sum(
        count_from(game, list(dict.fromkeys(after(game, states, move))), depth - 1)
        for move in legal
    )


def after(game: Game, states: Sequence[State], move: Move) -> Iterator[State]:
    """The states that a move may lead to from any of these."""
    return (one for state in states for one in game.ways(state, move))
