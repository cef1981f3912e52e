"""Is there a row of TEN with which a condition comes about? Every row that can be drawn is tried.

What a row does depends on its running total, its currency and its number of cards alone (T4, T5).
So one row is drawn on for each of these triples, by the referee, with every card that can come
next.
"""

from __future__ import annotations

from solver.record import Record
from solver.rulebook.condition import Condition, Moment
from solver.rulebook.witness import Found
from solver.ten import rules
from solver.ten.cards import COLOURS, FULL_DECK, Card, in_order, is_currency
from solver.ten.table import START_TOKENS, Move, Player, State

ABOUT_ROWS = {"bust", "bust-by-total", "bust-by-currency", "total", "currency", "row"}
"""The predicates that look at the row and the card just drawn, and at nothing else."""

NUMBERS = range(1, 10)


def only_about_rows(condition: Condition) -> bool:
    """Whether a condition looks at rows alone."""
    return all(leaf.predicate.name in ABOUT_ROWS for leaf in condition.leaves())


def table(players: int, row: tuple[Card, ...]) -> State:
    """The start of a game in which these cards are drawn first, in this order."""
    rest = FULL_DECK.copy()
    rest.subtract(row)
    deck = (*row, *in_order((+rest).elements()))
    return State(players=(Player(START_TOKENS),) * players, deck=deck)


def look(condition: Condition, players: int, played: Found) -> Found:
    """A row with which a condition about rows comes about in the first turn of a game, or a proof
    that there is none. `played` is what random games have come to."""
    found = try_rows(condition, players)
    if isinstance(found, Record):
        return Found(found, f"{played.tried}, then rows one card longer each time", "rows")
    if found is None:
        return Found(None, f"{played.tried}; rows that need more copies than there are", "rows")
    proof = f"every card was drawn to one row for each total, currency and length ({found} rows)"
    return Found(None, f"{played.tried}, then all rows", "rows", proof=proof)


def next_cards(row: tuple[Card, ...]) -> list[Card]:
    """A card of each value to be drawn to a row, of the colour of which most copies are left."""
    colours = [
        max((colour + str(number) for colour in COLOURS), key=lambda one: left_of(one, row))
        for number in NUMBERS
    ]
    return [*colours, *(card for card in in_order(set(FULL_DECK)) if is_currency(card))]


def left_of(card: Card, row: tuple[Card, ...]) -> int:
    """How many copies of a card are not in a row; fewer than none where it has too many."""
    return FULL_DECK[card] - row.count(card)


def try_rows(condition: Condition, players: int) -> Record[State, Move] | int | None:
    """A game in which the condition holds; the number of rows tried where it holds with none, or
    None where it holds only with rows that need more copies of a card than there are."""
    start = table(players, ())
    if condition.at(Moment(start)):
        return Record("ten", start)
    rows: list[tuple[Card, ...]] = [()]
    seen = {(0, 0, 0)}
    doubt = False
    for row in rows:  # grows while it is gone through
        for card in next_cards(row):
            longer = (*row, card)
            before = State(start.players, row=row, deck=(card, *start.to_come[:1]))
            after = rules.apply(before, Move("draw"))
            if condition.at(Moment(after, before, Move("draw"))):
                if all(left_of(one, longer) >= 0 for one in longer):
                    return Record("ten", table(players, longer), (Move("draw"),) * len(longer))
                doubt = True
            key = after.total, after.currency, len(after.row)
            if after.row and key not in seen:
                seen.add(key)
                rows.append(longer)
        if len(row) > FULL_DECK.total():
            break
    return None if doubt else len(rows)
