"""Makes puzzles of Level 10: careless players play a random deal until it is lost, and from where
it last could be won the play goes on along wins until the position asks what it should."""

from __future__ import annotations

from collections.abc import Callable

from puzzles.level10.fewest import Thrift
from puzzles.level10.players import careless
from puzzles.level10.table import AHEAD, turns_left, visibly_lost
from puzzles.level10.verdicts import quickly, without_put_backs
from solver.game import Question
from solver.level10.cards import CELLS
from solver.level10.deal import deal
from solver.level10.rules import Move, State, apply, legal_moves, outcome
from solver.shuffle import SplitMix64
from solver.verdict import Budget, LimitReached, Limits

OPEN, WIDE_OPEN = 12, 36
"""Open cells of the smallest puzzle, and of the largest one that is made."""
FEWEST, MOST = 4, 260
"""Legal first moves of the smallest puzzle and of the largest one that is made; where there are
more, nearly all are ways to put cards back."""
TEMPTING = 2
"""Wrong first moves, at least, that do not lose visibly and after which play can go on …"""
LASTING = 4
"""… for so many turns."""

NODES = 400_000
"""Search nodes of a try to make a puzzle about cards put back."""

Made = tuple[State, Question] | None
Wanted = Callable[[State], bool]


def blundered(generator: SplitMix64, players: int, pauses: int) -> State | None:
    """Where a careless game of a random deal could last be won; None if it never was lost or
    never could be won, or a search does not tell."""
    states = [deal(players, pauses, generator.next())]
    while outcome(states[-1]) == "open":
        states.append(apply(states[-1], careless(states[-1])))
    if states[-1].filled == CELLS or not quickly(states[0]):
        return None
    won, lost = 0, len(states) - 1
    while lost - won > 1:
        middle = (won + lost) // 2
        winnable = quickly(states[middle])
        if winnable is None:
            return None
        won, lost = (middle, lost) if winnable else (won, middle)
    return states[won]


def table(generator: SplitMix64, most: int) -> tuple[int, int]:
    """How many players, at most so many, and pauses."""
    return 1 + generator.below(most), generator.below(3)


def follow(state: State | None, generator: SplitMix64, wanted: Wanted) -> State | None:
    """The first position that is wanted, on a random way of winning moves."""
    while state is not None and state.filled <= CELLS - OPEN:
        if of_size(state) and wanted(state):
            return state
        state = next(iter(winning(state, generator, 1)), None)
    return None


def of_size(state: State) -> bool:
    """Whether there is enough to play and to choose from, and not too much."""
    return OPEN <= CELLS - state.filled <= WIDE_OPEN and FEWEST <= len(legal_moves(state)) <= MOST


def winning(state: State, generator: SplitMix64, most: int) -> list[State]:
    """Positions after winning moves, taken in a random order; no more than so many."""
    found: list[State] = []
    for move in generator.shuffled(legal_moves(state)):
        if len(found) < most and quickly(after := apply(state, move)):
            found.append(after)
    return found


def tempts(state: State, wrong: list[Move]) -> bool:
    """Whether enough wrong moves are not refuted soon."""
    lasting = 0
    for move in wrong:
        after = apply(state, move)
        lasting += not visibly_lost(after) and turns_left(after, LASTING) == LASTING
        if lasting == TEMPTING:
            return True
    return False


def losing(state: State, least: int) -> list[Move]:
    """The first moves that lose, by a short search; none where it leaves one open, or they are
    fewer than `least`."""
    wrong = []
    for move in legal_moves(state):
        winnable = quickly(apply(state, move))
        if winnable is None:
            return []
        if not winnable:
            wrong.append(move)
    return wrong if len(wrong) >= least else []


def make_only_move(generator: SplitMix64, question: Question) -> Made:
    """A position with one winning move."""

    def wanted(state: State) -> bool:
        if len(winning(state, generator, 2)) != 1:
            return False
        return tempts(state, losing(state, len(legal_moves(state)) - 1))

    state = follow(blundered(generator, *table(generator, 5)), generator, wanted)
    return None if state is None else (state, question)


def make_save_it(generator: SplitMix64, question: Question) -> Made:
    """A position that a careless player loses."""

    def wanted(state: State) -> bool:
        blunder = quickly(apply(state, careless(state)))
        return blunder is False and tempts(state, losing(state, half(state)))

    state = follow(blundered(generator, *table(generator, 5)), generator, wanted)
    return None if state is None else (state, question)


def half(state: State) -> int:
    """How many are half of the first moves."""
    return (len(legal_moves(state)) + 1) // 2


def make_lost_or_not(generator: SplitMix64, question: Question) -> Made:
    """A position that few first moves win or, as often, a lost one where play can go on."""
    lost = generator.below(2) == 1
    state = blundered(generator, *table(generator, 5))
    if not lost:

        def close(state: State) -> bool:
            return tempts(state, losing(state, half(state)))

        state = follow(state, generator, close)
        return None if state is None else (state, question)

    after: list[State] = []

    def lasts(state: State) -> bool:
        for move in generator.shuffled(losing(state, 1)):
            lost = apply(state, move)
            if of_size(lost) and turns_left(lost) == AHEAD and tempts(lost, legal_moves(lost)):
                after.append(lost)
                return True
        return False

    follow(state, generator, lasts)
    return (after[0], question) if after else None


def make_fewest_put_backs(generator: SplitMix64, question: Question) -> Made:
    """A position that is lost if nothing is put back."""
    state = blundered(generator, *table(generator, 2))
    thrift = Thrift(Budget(Limits(None, NODES, None)))

    def wanted(state: State) -> bool:
        if not state.deck or quickly(without_put_backs(state)) is not False:
            return False
        fewest = thrift.fewest(state)
        if fewest is None:
            return False
        wrong = [move for move in legal_moves(state) if not thrift.after(state, move, fewest)]
        return 2 * len(wrong) >= len(legal_moves(state)) and tempts(state, wrong)

    try:
        state = follow(state, generator, wanted)
    except LimitReached:
        return None
    return None if state is None else (state, question)
