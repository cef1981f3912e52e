"""What can be looked for in games of TEN: predicates on a moment, by name."""

from __future__ import annotations

from solver.rulebook.condition import SOME, Moment, Predicate, Range
from solver.ten import rules
from solver.ten.cards import is_currency, is_number, value
from solver.ten.table import AUCTION, BUST_FROM, DRAW, Player, State


def drawn_row(moment: Moment) -> tuple[str, ...]:
    """The row with the number or currency card that the last move drew; empty after any other."""
    move, before = moment.move, moment.before
    if move is None or move.kind != "draw":
        return ()
    card = move.card or before.to_come[0]
    return (*before.row, card) if is_number(card) or is_currency(card) else ()


def currency_of(row: tuple[str, ...]) -> int:
    """The sum of the currency cards of a row."""
    return sum(value(card) for card in row if is_currency(card))


def total_of(row: tuple[str, ...]) -> int:
    """The running total of a row (T4)."""
    return sum(value(card) for card in row if is_number(card)) - currency_of(row)


def busts(moment: Moment) -> bool:
    """Whether the last move was a bust: a card drawn into the row, and the row is gone (T5)."""
    return bool(drawn_row(moment)) and not moment.state.row


def players(state: State, number: int) -> list[Player]:
    """A player, nobody for one who is not at the table."""
    return [state.player(number)] if number <= len(state.players) else []


def unsold(moment: Moment) -> bool:
    """Whether the last move ended an auction in which nobody has bid (T10)."""
    before = moment.before
    if before is None or before.phase != AUCTION or moment.state.phase == AUCTION:
        return False
    return before.auction.by is None and moment.move.kind == "pass"


def owns_twice(moment: Moment, number: int | None = None) -> bool:
    """Whether a player has two copies of a number card."""
    state: State = moment.state
    chosen = state.players if number is None else players(state, number)
    return any(
        one.cards.count(card) > 1 for one in chosen for card in set(one.cards) if is_number(card)
    )


def points(moment: Moment, number: int, wanted: Range) -> bool:
    """Whether a player's cards are worth so many points (T12)."""
    there = number <= len(moment.state.players)
    return there and rules.score(moment.state, number) in wanted


PREDICATES = (
    Predicate("over", "the game is over", lambda m: rules.over(m.state)),
    Predicate("turn", "it is a player's turn", lambda m, p: m.state.turn == p, ("player",), 1),
    Predicate(
        "phase",
        "the phase is draw, auction, buy or final",
        lambda m, phase: m.state.phase == phase,
        ("phase",),
        1,
    ),
    Predicate(
        "to-come",
        "so many cards are to come",
        lambda m, count: len(m.state.to_come) in count,
        ("numbers",),
        1,
    ),
    Predicate(
        "total",
        "the row is not empty and its running total is such a number",
        lambda m, wanted: bool(m.state.row) and m.state.total in wanted,
        ("numbers",),
        1,
    ),
    Predicate(
        "currency",
        "the currency of the row adds up to such a number",
        lambda m, wanted: m.state.currency in wanted,
        ("numbers",),
        1,
    ),
    Predicate(
        "row", "the row has so many cards", lambda m, c: len(m.state.row) in c, ("numbers",), 1
    ),
    Predicate("bust", "the card just drawn was a bust", busts),
    Predicate(
        "bust-by-total",
        "it was one, with a total of 11 or more",
        lambda m: busts(m) and total_of(drawn_row(m)) >= BUST_FROM,
    ),
    Predicate(
        "bust-by-currency",
        "it was one, with currency of 11 or more",
        lambda m: busts(m) and currency_of(drawn_row(m)) >= BUST_FROM,
    ),
    Predicate(
        "market",
        "the market has so many cards",
        lambda m, count: len(m.state.market) in count,
        ("numbers",),
        1,
    ),
    Predicate(
        "tokens",
        "a player has so many black tokens",
        lambda m, p, count: any(one.tokens in count for one in players(m.state, p)),
        ("player", "numbers"),
        2,
    ),
    Predicate(
        "bust-tokens",
        "a player has so many bust tokens",
        lambda m, p, count: any(one.bust in count for one in players(m.state, p)),
        ("player", "numbers"),
        2,
    ),
    Predicate(
        "cards",
        "a player has so many cards",
        lambda m, p, count: any(len(one.cards) in count for one in players(m.state, p)),
        ("player", "numbers"),
        2,
    ),
    Predicate(
        "points",
        "a player's cards are worth so many points",
        points,
        ("player", "numbers"),
        2,
    ),
    Predicate("owns-twice", "a player has two copies of a number card", owns_twice, ("player",)),
    Predicate("unsold", "the auction just over has had no bid", unsold),
    Predicate(
        "empty-row-at-the-end",
        "the last card has been drawn and the row is empty",
        lambda m: m.state.phase == DRAW and not m.state.to_come and not m.state.row,
    ),
    Predicate(
        "winner",
        "the game is over and a player has won it",
        lambda m, player: player in rules.winners(m.state),
        ("player",),
        1,
    ),
    Predicate(
        "winners",
        "the game is over and so many players have won it",
        lambda m, count=SOME: rules.over(m.state) and len(rules.winners(m.state)) in count,
        ("numbers",),
    ),
)
