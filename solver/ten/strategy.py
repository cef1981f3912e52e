"""What the search has found as moves of the referee: an oracle for those who follow it, and lines.

A step of the search says how many own cards are given and what is left of the hand's key; the
cards are named here.
"""

from __future__ import annotations

from collections import Counter

from solver.ten import rules
from solver.ten.cards import Card, in_order
from solver.ten.compact import (
    AT_AUCTION,
    BIT,
    KIND,
    NUMBER_CARDS,
    Line,
    Table,
    count_of,
    joined,
    market_key,
    table_of,
)
from solver.ten.scoring import BITS, COLOUR_WILDS, COUNTED
from solver.ten.search import Prover, Step, given_away
from solver.ten.table import Move, Payment, State


def move_of(search: Prover, line: Line, state: State, owed: tuple[int, ...]) -> Move:
    """The move that the search has for the prover whose turn it is, own cards named.

    Raises `LookupError` where it has none.
    """
    table = table_of(line, state, owed)
    step, after = search.answer(table)
    card = NUMBER_CARDS[step.card] if step.name == "buy" else None
    tokens, bust, count = step.pay
    cards = given(search, line, table, step, after, state) if count else ()
    return Move(step.name, card, step.bid, Payment(tokens, bust, cards))


def given(
    search: Prover, line: Line, table: Table, step: Step, after: Table, state: State
) -> tuple[Card, ...]:
    """The own cards that a step gives: of those that the key knows the ones it says, and as many
    second copies as are needed."""
    place = table.turn if table.auction is None else table.auction.next
    seat, count = table.seats[place], step.pay[2]
    if table.phase == AT_AUCTION:
        useful = max(0, count - (seat.cards - count_of(seat.key)))
        low = min(table.begun, table.drawn)
        future = joined(line.after[low], market_key(table.market))
        generous = search.aim.helped and place != search.aim.player
        left = given_away(seat.key, useful, future, 1, generous, search.wild_only)[0]
    else:
        left = after.seats[place].key
        if not seat.key & BIT[step.card]:
            left &= ~BIT[step.card]
    own = Counter(state.player(place + 1).cards)
    cards = [card for card in own if card in BITS and BITS[card] & seat.key & ~left]
    for colour, (card, _) in enumerate(COUNTED.items()):
        shift = COLOUR_WILDS + 2 * colour
        cards += [card] * ((seat.key >> shift & 3) - (left >> shift & 3))
    spare = [card for card in own if card in KIND for _ in range(own[card] - 1)]
    # once all second copies are gone the last one may go, too
    return in_order([*cards, *spare[: count - len(cards)]])


def line_of_play(search: Prover, line: Line, state: State) -> tuple[Move, ...]:
    """The moves by which provers who are all the players reach their aim."""
    moves = []
    nobody_owes = (0,) * len(state.players)
    while not rules.over(state):
        moves.append(move_of(search, line, state, nobody_owes))
        state = rules.apply(state, moves[-1])
    return tuple(moves)
