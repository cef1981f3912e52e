"""Strategies for open deals followed against everything: right ones, and every kind of wrong one.

The right ones come from a plain minimax of the same question, played by the referee alone: a free
player's hand is a number of blank cards there, its real ones lie beside it.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import NamedTuple

import pytest
from ten_tables import table

from solver.ten import rules
from solver.ten.cards import FULL_DECK, Card, in_order, is_currency, is_number
from solver.ten.follow import Follower, Followed, Oracle, Table, follow
from solver.ten.scoring import key_of, points
from solver.ten.table import Move, Payment, Player, Readings, State
from solver.verdict import Budget, Disagreement, LimitReached, Limits

BLANK = "$1"
"""Stands for a free player's card, whichever; nothing that can be acquired is one."""


class Game(NamedTuple):
    """A table whose free players hold blank cards, all the cards that players ever acquired, and
    whether they have given one."""

    state: State
    hands: tuple[tuple[Card, ...], ...]
    paid: tuple[bool, ...]


class Minimax:
    """Whether the followers reach their aim, by trying everything."""

    def __init__(self, goal: str, followers: frozenset[int]) -> None:
        kind, *numbers = goal.split(":")
        self.player, self.points = int(numbers[0]), int(numbers[1]) if kind == "score" else None
        self.followers = followers
        self.reaches = self.player in followers
        self.known: dict[Game, bool] = {}

    def start(self, state: State) -> Game:
        return self.blank(Table(state, (0,) * len(state.players), (False,) * len(state.players)))

    def blank(self, seen: Table) -> Game:
        state = seen.state
        players, hands = [], []
        for number, (one, debt) in enumerate(zip(state.players, seen.debts, strict=True), 1):
            free = number not in self.followers
            cards = (BLANK,) * (len(one.cards) - debt) if free else one.cards
            players.append(replace(one, cards=cards))
            hands.append(one.cards if free else ())
        state = replace(state, players=tuple(players), discard=())
        if (auction := state.auction) is not None:
            payment = auction.payment
            cards = in_order([*payment.cards, *(BLANK,) * payment.open_cards])
            payment = replace(payment, cards=cards, open_cards=0)
            state = replace(state, auction=replace(auction, payment=payment))
        return Game(state, tuple(hands), seen.paid)

    def moves(self, game: Game) -> list[tuple[Move, Game]]:
        state, mover = game.state, rules.active(game.state)
        found = []
        for listed in rules.legal_moves(state):
            for move in rules.named(state, listed):
                if mover not in self.followers and move.kind == "buy":
                    held = game.hands[mover - 1].count(str(move.card))
                    gives = len(move.payment.cards)
                    if state.readings.identical_test == "before-payment":
                        gives = 0
                    if held > gives and not game.paid[mover - 1]:
                        continue
                found.append((move, self.after(game, move)))
        return found

    def after(self, game: Game, move: Move) -> Game:
        before, state = game.state, rules.apply(game.state, move)
        hands, paid, players = list(game.hands), list(game.paid), list(state.players)
        for place, one in enumerate(state.players):
            if place + 1 in self.followers:
                continue
            new = [card for card in one.cards if card != BLANK]
            had = before.players[place].cards.count(BLANK)
            paid[place] |= one.cards.count(BLANK) < had
            hands[place] = in_order([*hands[place], *new])
            players[place] = replace(one, cards=(BLANK,) * len(one.cards))
        state = replace(state, players=tuple(players), discard=())
        return Game(state, tuple(hands), tuple(paid))

    def standing(self, game: Game, number: int) -> tuple[int, int, int]:
        one = game.state.player(number)
        held = len(one.cards)
        if number in self.followers:
            score = points(key_of(one.cards))
        else:
            score = points(key_of(game.hands[number - 1]))
            if game.paid[number - 1]:
                score = min(score, held + held // 9)
        return score, one.tokens, -held

    def value(self, game: Game) -> bool:
        """Whether the followers reach their aim from here."""
        if game not in self.known:
            self.known[game] = self.found(game)
        return self.known[game]

    def found(self, game: Game) -> bool:
        if rules.over(game.state):
            own = self.standing(game, self.player)
            if self.points is not None:
                return (own[0] >= self.points) == self.reaches
            numbers = range(1, len(game.state.players) + 1)
            return (own == max(self.standing(game, one) for one in numbers)) == self.reaches
        every = any if rules.active(game.state) in self.followers else all
        return every(self.value(after) for _, after in self.moves(game))

    def oracle(self, seen: Table) -> Move:
        for move, after in self.moves(self.blank(seen)):
            if self.value(after):
                return move
        raise LookupError
