"""What the search has found as moves of the referee: an oracle for those who follow it, and lines.

A step of the search says how many own cards are given and what is left of the hand's key; the
cards are named here.
"""

from __future__ import annotations

from collections import Counter

from solver.ten import rules
from solver.ten.cards import Card, in_order
from solver.ten.compact import (
    BIT,
    NUMBER_CARDS,
    Line,
    Seat,
    Table,
    joined,
    market_key,
    table_of,
)
from solver.ten.scoring import BITS, COLOUR_WILDS, COUNTED
from solver.ten.search import Prover, Step, given_away
from solver.ten.table import Move, Payment, State


def move_of(search: Prover, line: Line, state: State, owed: tuple[int, ...]) -> Move:
    """The move that the search has for the prover whose turn it is, own cards named.

    Where the search answers for a table in which the prover owns less, cards are given in place of
    tokens that are not there. Raises `LookupError` where it has no answer.
    """
    table, step, after = search.answer(table_of(line, state, owed))
    card = NUMBER_CARDS[step.card] if step.name == "buy" else None
    tokens, bust, count = step.pay
    player = state.player(rules.active(state))
    paid = min(tokens, player.tokens)
    cards = given(search, line, table, step, after)
    spare = Counter(player.cards) - Counter(cards_of(seat_of(table).key))
    further = [*spare.elements()][: count + tokens - paid - len(cards)]
    return Move(step.name, card, step.bid, Payment(paid, bust, in_order([*cards, *further])))


def seat_of(table: Table) -> Seat:
    """The seat that has to do something."""
    return table.seats[table.turn if table.auction is None else table.auction.next]


def given(search: Prover, line: Line, table: Table, step: Step, after: Table) -> list[Card]:
    """The cards of the key that a step gives."""
    key, count = seat_of(table).key, step.pay[2]
    if not count:
        return []
    if table.auction is None:
        left = after.seats[table.turn].key
        if not key & BIT[step.card]:
            left &= ~BIT[step.card]
    else:  # they are given when the auction ends
        place = table.auction.next
        useful = search.useful(table.seats[place], place, count)
        low = min(table.begun, table.drawn)
        future = joined(line.after[low], market_key(table.market))
        generous = search.aim.helped and place != search.aim.player
        left = given_away(key, useful, future, 1, generous, search.wild_only)[0]
    return [*(Counter(cards_of(key)) - Counter(cards_of(left))).elements()]


def cards_of(key: int) -> list[Card]:
    """The cards that a key tells of."""
    cards = [card for card, bit in BITS.items() if key & bit]
    for colour, card in enumerate(COUNTED):
        cards += [card] * (key >> COLOUR_WILDS + 2 * colour & 3)
    return cards


def line_of_play(search: Prover, line: Line, state: State) -> tuple[Move, ...]:
    """The moves by which provers who are all the players reach their aim."""
    moves = []
    nobody_owes = (0,) * len(state.players)
    while not rules.over(state):
        moves.append(move_of(search, line, state, nobody_owes))
        state = rules.apply(state, moves[-1])
    return tuple(moves)
