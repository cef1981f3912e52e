"""What can be looked for in games of Level 10: predicates on a moment, by name."""

from __future__ import annotations

from solver.level10 import rules
from solver.level10.cards import (
    CELLS,
    PAUSE,
    RESTART,
    RESTARTS_PER_ROW,
    WORLDS,
    is_level,
    level_of,
    number,
    world_of,
)
from solver.level10.rules import State
from solver.rulebook.condition import ANY, SOME, Moment, Predicate, Range

ROW_LENGTH = CELLS // len(WORLDS)


def seats(state: State, player: int | None) -> list[int]:
    """The seat of a player, or all seats; nobody for one who is not at the table."""
    return [seat for seat in range(1, state.players + 1) if player in (None, seat)]


def stuck(state: State) -> bool:
    """Whether the player on turn has cards but no legal action (L18)."""
    return rules.over(state) is None and bool(state.hand) and not rules.has_legal_move(state)


def dead(state: State, card: str) -> bool:
    """Whether a level card can never again be placed: its row is full, or beyond its number with
    both restarts used (L6, L10)."""
    row = state.row(world_of(card))
    past = level_of(card) < number(row) and row.count(RESTART) == RESTARTS_PER_ROW
    return past or len(row) == ROW_LENGTH


def dead_card(moment: Moment, card: str | None = None) -> bool:
    """Whether a card in a hand or the deck is dead."""
    state: State = moment.state
    left = [one for cards in (*state.hands, state.deck) for one in cards if is_level(one)]
    return any(dead(state, one) for one in left if card in (None, one))


def pause_numbers(state: State) -> set[int]:
    """The numbers that the pauses on the table count as (L11)."""
    return {
        number(row[: at + 1])
        for row in state.rows
        for at, cell in enumerate(row)
        if cell[0] == PAUSE
    }


def skipped(moment: Moment, player: int | None = None) -> bool:
    """Whether the last move has passed over a player who cannot act (L16)."""
    state, before = moment.state, moment.before
    if before is None or rules.over(state):
        return False
    after = state.with_turn(before.turn, before.extra)
    passed = []
    for turn in rules.seat_order(after):
        if turn == (state.turn, state.extra):
            break
        passed.append(turn[0])
    return any(seat in passed for seat in seats(state, player))


def hand_only_pauses(moment: Moment, player: int | None = None) -> bool:
    """Whether a player, the one on turn unless named, has nothing but pauses."""
    state = moment.state
    if player is not None and player > state.players:
        return False
    hand = state.hand if player is None else state.hands[player - 1]
    return bool(hand) and set(hand) == {PAUSE}


def tucked(state: State) -> int:
    """How many cards lie under pauses (L15)."""
    return sum("/" in cell for row in state.rows for cell in row)


def put_back(moment: Moment) -> tuple[str, ...]:
    """The cards that the last move put back (L14)."""
    cards: tuple[str, ...] = moment.move.put_back if moment.move is not None else ()
    return cards


def drawn_again(moment: Moment) -> bool:
    """Whether the last move drew a card that it had put back (L14)."""
    cards = put_back(moment)
    if not cards or moment.state.readings.put_back == "discard":
        return False
    return len(moment.before.deck) < len(cards)


def open_row_without_restart(moment: Moment, cells: Range = ANY) -> bool:
    """Whether an unfinished row with so many cells has no restart."""
    return any(
        RESTART not in row and len(row) < ROW_LENGTH and len(row) in cells
        for row in moment.state.rows
    )


def restart_forced(moment: Moment) -> bool:
    """Whether the column in progress has four level or pause cards and no restart (L9)."""
    column = moment.state.column_cells()
    return len(column) == 4 and RESTART not in column


def doomed(moment: Moment) -> bool:
    """Whether the game goes on but cannot be won any more, with all cards known."""
    from solver.level10.solve import solve
    from solver.verdict import Limits

    state = moment.state
    if rules.outcome(state) != "open":
        return False
    return solve(state, limits=Limits(10), words=False).verdict == "unwinnable"


PREDICATES = (
    Predicate("won", "all fifty cells are filled", lambda m: rules.outcome(m.state) == "won"),
    Predicate("lost", "the game is lost", lambda m: rules.outcome(m.state) == "lost"),
    Predicate("open", "the game goes on", lambda m: rules.outcome(m.state) == "open"),
    Predicate("stuck", "the player on turn has cards and no legal move", lambda m: stuck(m.state)),
    Predicate("all-hands-empty", "nobody has a card", lambda m: not any(m.state.hands)),
    Predicate(
        "hand-empty",
        "a player has no card",
        lambda m, player=None: any(not m.state.hands[s - 1] for s in seats(m.state, player)),
        ("player",),
    ),
    Predicate(
        "hand-only-pauses",
        "the player, or the one on turn, has pauses and nothing else",
        hand_only_pauses,
        ("player",),
    ),
    Predicate(
        "hand-size",
        "a player has so many cards",
        lambda m, player, size: any(
            len(m.state.hands[s - 1]) in size for s in seats(m.state, player)
        ),
        ("player", "numbers"),
        2,
    ),
    Predicate(
        "holds",
        "a player has a card",
        lambda m, player, card: any(card in m.state.hands[s - 1] for s in seats(m.state, player)),
        ("player", "card"),
        2,
    ),
    Predicate(
        "deck",
        "the deck has so many cards",
        lambda m, size: len(m.state.deck) in size,
        ("numbers",),
        1,
    ),
    Predicate(
        "filled",
        "so many cells are filled",
        lambda m, cells: m.state.filled in cells,
        ("numbers",),
        1,
    ),
    Predicate("turn", "it is a player's turn", lambda m, p: m.state.turn == p, ("player",), 1),
    Predicate("extra", "it is the last player's second turn", lambda m: bool(m.state.extra)),
    Predicate(
        "legal-moves",
        "there are so many legal moves",
        lambda m, count: len(rules.legal_moves(m.state)) in count,
        ("numbers",),
        1,
    ),
    Predicate(
        "skipped",
        "the last move has passed over a player without cards",
        skipped,
        ("player",),
    ),
    Predicate(
        "dead-card",
        "a card in a hand or the deck can never be placed any more",
        dead_card,
        ("card",),
    ),
    Predicate(
        "open-row-without-restart",
        "an unfinished row, with so many cells, has no restart",
        open_row_without_restart,
        ("numbers",),
    ),
    Predicate(
        "restart-forced",
        "the column in progress has four level or pause cards and no restart",
        restart_forced,
    ),
    Predicate(
        "pause-value",
        "a pause on the table counts as such a number",
        lambda m, numbers: any(one in numbers for one in pause_numbers(m.state)),
        ("numbers",),
        1,
    ),
    Predicate(
        "tucked",
        "cards, or so many, lie under pauses",
        lambda m, count=SOME: tucked(m.state) in count,
        ("numbers",),
    ),
    Predicate(
        "put-back",
        "the last move put cards, or so many, back",
        lambda m, count=SOME: len(put_back(m)) in count,
        ("numbers",),
    ),
    Predicate("drawn-again", "the last move drew a card that it had put back", drawn_again),
    Predicate(
        "doomed",
        "the game goes on and cannot be won any more, with all cards known (slow: put it last)",
        doomed,
    ),
)
