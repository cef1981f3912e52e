"""How people play an open deal of TEN without much thought: a few moves that come to mind, and what
a table looks worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solver.game import Question
from solver.ten import rules
from solver.ten.cards import Card, value, without
from solver.ten.payments import worth
from solver.ten.rules import CURRENCY, NUMBERS
from solver.ten.scoring import key_of, points
from solver.ten.table import (
    AUCTION,
    BUST_VALUE,
    BUY,
    DRAW,
    FINAL,
    MOST_TOKENS,
    Move,
    Payment,
    Player,
    State,
)

POINT = 4
"""A point looks worth so many black tokens."""


def usual_payment(player: Player, price: int) -> Payment | None:
    """Tokens first, the fewest bust tokens, and then the own cards that are missed least; None if
    there is not enough."""
    for bust in range(player.bust + 1):
        rest = max(0, price - BUST_VALUE * bust)
        if rest <= player.tokens:
            return Payment(rest, bust)
    rest = price - BUST_VALUE * player.bust - player.tokens
    if rest > len(player.cards):
        return None
    left, given = player.cards, list[Card]()
    for _ in range(rest):
        least = max(left, key=lambda card: points(key_of(without(left, [card]))))
        left = without(left, [least])
        given.append(least)
    return Payment(player.tokens, player.bust, without(player.cards, left))


def moves_in_mind(state: State) -> Iterator[Move]:
    """A few legal moves: every card is paid for in the usual way, and no bid is higher than it has
    to be."""
    if rules.over(state):
        return
    for move in candidates(state):
        if rules.breach(state, move) is None:
            yield move


def candidates(state: State) -> Iterator[Move]:
    """Those moves, and some that are not legal."""
    player = state.player(rules.active(state))
    if state.phase == DRAW:
        yield from map(Move, ("draw", NUMBERS, CURRENCY, "end"))
    if state.auction is not None:
        yield Move("pass")
        bid = rules.least_bid(state, state.auction)
        if bid <= worth(player) and (payment := usual_payment(player, bid)):
            yield Move("bid", bid=bid, payment=payment)
    if state.phase in (BUY, FINAL):
        yield Move("end")
        for card in dict.fromkeys(state.market):
            if payment := usual_payment(player, value(card)):
                yield Move("buy", card, payment=payment)


@dataclass(frozen=True)
class View:
    """How a question lets players look at tables."""

    player: int
    to_win: bool
    helped: bool

    @classmethod
    def of(cls, question: Question) -> View:
        """The view of a question."""
        name, player, *_ = question.goal.split(":")
        return cls(int(player), name == "win", question.others == "help")

    def value(self, state: State) -> int:
        """What a table looks worth to the player of the goal."""
        own = looks(state, self.player)
        if not self.to_win:
            return own
        numbers = range(1, len(state.players) + 1)
        others = [looks(state, number) for number in numbers if number != self.player]
        return own - max(others, default=0)

    def wanted(self, state: State, mover: int) -> int:
        """What a table looks worth to whoever has moved."""
        return self.value(state) * (1 if self.helped or mover == self.player else -1)

    def best(self, state: State) -> Move:
        """The move after which the table looks best to whoever moves."""
        mover = rules.active(state)
        moves = moves_in_mind(state)
        return max(moves, key=lambda move: self.wanted(rules.apply(state, move), mover))

    def searched(self, state: State, nodes: int) -> int:
        """What a table looks worth when everybody looks so many tables ahead, each move as far as
        its share goes."""
        if rules.over(state) or nodes < 1:
            return self.value(state)
        mine = self.helped or rules.active(state) == self.player
        tables = [rules.apply(state, move) for move in moves_in_mind(state)]
        share = nodes // len(tables) if len(tables) > 1 else nodes - 1
        return (max if mine else min)(self.searched(table, share) for table in tables)

    def this_turn(self, state: State) -> int:
        """The most that a table looks worth when the player has done with this turn."""
        if rules.over(state) or rules.active(state) != self.player or begins(state):
            return self.value(state)
        return max(self.this_turn(rules.apply(state, move)) for move in moves_in_mind(state))


def begins(state: State) -> bool:
    """Whether a turn begins."""
    return state.phase == DRAW and not state.row


def looks(state: State, number: int) -> int:
    """What a player's things look worth in black tokens, with what the row would bring now."""
    player = state.player(number)
    now = POINT * points(key_of(player.cards)) + player.tokens + BUST_VALUE * player.bust // 2
    if state.phase not in (DRAW, AUCTION) or number != state.turn:
        return now
    more = POINT * points(key_of([*player.cards, *state.numbers]))
    money = min(state.currency, MOST_TOKENS - player.tokens)
    return max(now + money, now - POINT * points(key_of(player.cards)) + more)
