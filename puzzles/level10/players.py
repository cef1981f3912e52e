"""Simulated players of Level 10: what they would play from a position, and whether they believe
that it can be won. None of them asks the solver."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from puzzles.level10.table import fitness, jump, simple_moves, visibly_lost
from solver.game import Question
from solver.level10.cards import CELLS
from solver.level10.rules import Move, State, apply, legal_moves, outcome
from solver.shuffle import SplitMix64

WON, LOST = 1000, -1000
NOISE = 4
"""A player misjudges a position by less than this, in the halves of `fitness`."""

SHORTLIST = 12
"""Moves that a player who looks further than the first glance looks at."""
PLAYOUTS = 12
"""Random plays for each of them."""
HORIZON = 12
"""Turns, more than once around the table."""


def careless(state: State) -> Move:
    """What a careless player plays: the move after which the cards fit best, ties by name, never
    one that puts cards back or tucks one."""
    return max(simple_moves(state), key=lambda move: worth(apply(state, move)))


def worth(state: State) -> int:
    """What a position looks like to somebody who does not look ahead."""
    if state.filled == CELLS:
        return WON
    return LOST if visibly_lost(state) else fitness(state)


def chosen(player: str, state: State, generator: SplitMix64, thrifty: bool = False) -> Move:
    """The move that a simulated player makes; a thrifty one does not like to put cards back."""
    moves = legal_moves(state)
    looks = {
        move: worth(apply(state, move)) - 2 * thrifty * len(move.put_back) + generator.below(NOISE)
        for move in moves
    }
    best = sorted(moves, key=lambda move: -looks[move])[:SHORTLIST]
    if player == "greedy":
        return best[0]
    if player == "one-turn":
        return max(best, key=lambda move: own_turn(apply(state, move), state.turn) + looks[move])

    def searched(move: Move) -> int:
        after = apply(state, move)
        return looks[move] + own_turn(after, state.turn) + playouts(after, generator)

    return max(best, key=searched)


def own_turn(state: State, seat: int) -> int:
    """What the best move of a seat's next turn leads to, the others being careless till then."""
    for _ in range(HORIZON):
        if outcome(state) != "open":
            return worth(state)
        if state.turn == seat:
            break
        state = apply(state, careless(state))
    return worth(apply(state, careless(state)))


def playouts(state: State, generator: SplitMix64) -> int:
    """How long play goes on at random on average, in halves of turns: a turn is worth as much as a
    card that fits."""
    return 2 * sum(random_turns(state, generator) for _ in range(PLAYOUTS)) // PLAYOUTS


def random_turns(state: State, generator: SplitMix64) -> int:
    """How many turns a random play lasts, small jumps more likely."""
    before = state.filled
    while moves := simple_moves(state):
        state = apply(state, likely(state, moves, generator))
    return state.filled - before


def likely(state: State, moves: list[Move], generator: SplitMix64) -> Move:
    """One of these moves at random, each point of its jump making it half as likely."""
    weights = [1 << max(0, 7 - jump(state, move)) for move in moves]
    pick = generator.below(sum(weights))
    return moves[bisect_right(list(accumulate(weights)), pick)]


def attempt_move(player: str, state: State, question: Question, generator: SplitMix64) -> str:
    """The name of the move that a simulated player makes."""
    return str(chosen(player, state, generator))


def attempt_thrift(player: str, state: State, question: Question, generator: SplitMix64) -> str:
    """The same for one who does not like to put cards back."""
    return str(chosen(player, state, generator, thrifty=True))


TRIES = {"greedy": 1, "one-turn": 10, "limited": 100}
"""How often a simulated player plays on to see whether a position can be won."""


def attempt_judgement(player: str, state: State, question: Question, generator: SplitMix64) -> str:
    """Whether a simulated player believes that it can be won: the likelier, the longer its longest
    try was."""
    cells = CELLS - state.filled
    longest = max(random_turns(state, generator) for _ in range(TRIES[player]))
    return "winnable" if generator.below(cells) < longest else "lost"
