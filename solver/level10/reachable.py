"""Positions that lie properly on a table but to which no game leads.

Every deal is possible, and a player may use the cards in the order they came. So which cards lie
where shows next to nothing; what shows is counting: turns, hands, the deck, and what was tucked
or discarded when. `counted` plays all games at once with numbers of cards in place of cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from solver.fields import listed
from solver.game import Flag
from solver.level10.cards import (
    CELLS,
    HAND_SIZE,
    LEVEL_CARDS,
    RESTART,
    WORLDS,
    Cell,
    is_pause,
    tucked,
)
from solver.level10.rules import Readings, State, pass_turn, seat_order
from solver.level10.turns import derived_turn


def unreachable(state: State) -> list[Flag]:
    """What shows that no game leads to this position; nothing if one may.

    Flags are named `turn`, `hand-size`, `tuck`, `out` and `first-pause`. The position must be one
    that can lie on a table, as every one that was read is.
    """
    checks = (turn_flags, hand_flags, tuck_flags, out_flags, first_pause_flags)
    flags = [flag for check in checks for flag in check(state)]
    return flags or list(count_flags(state))


def columns(state: State) -> list[list[Cell]]:
    """The cells of every column that has been begun."""
    return [
        [row[column] for row in state.rows if len(row) > column]
        for column in range(max(map(len, state.rows)))
    ]


def dealt_deck(state: State) -> int:
    """How many cards the deck had after the deal (L2)."""
    return len(LEVEL_CARDS) + state.pauses - state.players * HAND_SIZE[state.players]


# --- What a look shows ------------------------------------------------------------------------


def turn_name(turn: int, extra: bool) -> str:
    """A turn as messages have it."""
    return f"player {turn}'s additional turn" if extra else f"player {turn}'s turn"


def turn_flags(state: State) -> Iterator[Flag]:
    """While nobody can have been skipped the turn follows from the number of cells (L3, L16)."""
    derived = derived_turn(state)
    if state.filled == CELLS:
        return  # nobody's any more
    if (state.deck or all(state.hands)) and derived != (state.turn, state.extra):
        yield Flag(
            "turn",
            f"after {state.filled} turns it is {turn_name(*derived)}, "
            f"not {turn_name(state.turn, state.extra)}",
        )


def hand_flags(state: State) -> Iterator[Flag]:
    """Hands keep their size as long as there is a deck (L12, L14), and never grow."""
    dealt = HAND_SIZE[state.players]
    for seat, hand in enumerate(state.hands, 1):
        if state.deck and len(hand) != dealt:
            yield Flag(
                "hand-size",
                f"player {seat} holds {len(hand)} cards; while the deck has cards it is {dealt}",
            )
        elif len(hand) > dealt:
            yield Flag("hand-size", f"player {seat} holds {len(hand)} cards; {dealt} are dealt")


def tuck_flags(state: State) -> Iterator[Flag]:
    """Cards are tucked only once the deck is empty, or is about to be (L15)."""
    tucks = [[cell for cell in cells if tucked(cell)] for cells in columns(state)]
    if not any(tucks):
        return
    first = next(column for column, found in enumerate(tucks) if found)
    if state.readings.tuck == "never":
        yield Flag("tuck", f"{tucks[first][0]}: no card may be tucked (tuck=never)")
    if state.deck:
        yield Flag("tuck", f"{tucks[first][0]}: no card is tucked while the deck has cards")
        return
    # The first tuck came after all of the earlier columns and at most the rest of its own.
    cells = columns(state)[first]
    before = 4 * first + len(cells) - cells.count(RESTART) - len(tucks[first])
    about_to_be = state.readings.tuck_when == "deck-empty-after"
    if before < dealt_deck(state) - len(state.out) - about_to_be:
        yield Flag("tuck", f"{tucks[first][0]}: in column {first + 1} the deck still had cards")


def out_flags(state: State) -> Iterator[Flag]:
    """Cards go out only after restarts, two at most, and no more than the deck holds (L14)."""
    if not state.out:
        return
    if state.readings.put_back != "discard":
        yield Flag("out", f"cards are out, but put_back={state.readings.put_back}")
        return
    most = 0
    for column, cells in enumerate(columns(state)):
        if RESTART in cells:  # at least the four cards of each earlier column have been drawn
            most += max(0, min(2, dealt_deck(state) - 4 * column - most))
    if len(state.out) > most:
        yield Flag(
            "out",
            f"{len(state.out)} cards are out; the restarts used allowed for {most}",
        )


def first_pause_flags(state: State) -> Iterator[Flag]:
    """Under `first_pause=forbidden` no row begins with a pause (L11)."""
    if state.readings.first_pause == "forbidden":
        for world, row in zip(WORLDS, state.rows, strict=True):
            if row and is_pause(row[0]):
                yield Flag(
                    "first-pause", f"row {world} begins with a pause (first_pause=forbidden)"
                )


# --- What counting shows ----------------------------------------------------------------------


class Count(NamedTuple):
    """A position with numbers in place of cards; `restarted` and `tucks` are about the column in
    progress."""

    turn: int
    extra: bool
    hands: tuple[int, ...]
    deck: int
    restarted: bool = False
    tucks: int = 0


class Column(NamedTuple):
    """What a column of the position holds that is known of every game leading to it."""

    cells: int
    restarted: bool
    tucks: int


def count_flags(state: State) -> Iterator[Flag]:
    """Whether some course of turns leads to these numbers of cards, and then to this turn."""
    if state.deck:
        return  # nobody was skipped, nothing tucked: the flags above have seen it all
    turns = {
        (after.turn, after.extra)
        for count in counted(state)
        for after in [pass_turn(replace(state, turn=count.turn, extra=count.extra))]
    }
    if not turns:
        sizes = listed([str(len(hand)) for hand in state.hands], "and")
        yield Flag("hand-size", f"no course of turns leaves hands of size {sizes} here")
    elif state.filled < CELLS and (state.turn, state.extra) not in turns:
        names = " or ".join(turn_name(*turn) for turn in sorted(turns))
        yield Flag(
            "turn",
            f"with these hands it is {names}, not {turn_name(state.turn, state.extra)}",
        )


def counted(state: State) -> set[Count]:
    """Every way to have filled the last cell, as counts, its turn not yet passed on."""
    goal = tuple(map(len, state.hands))
    dealt = HAND_SIZE[state.players]
    counts = {Count(state.starter, False, (dealt,) * state.players, dealt_deck(state))}
    filled = 0
    for cells in columns(state):
        column = Column(len(cells), RESTART in cells, sum(bool(tucked(cell)) for cell in cells))
        counts = {count._replace(restarted=False, tucks=0) for count in counts}
        for cell in range(column.cells):
            if filled:
                counts = set(passed(state, counts, column, filled))
            filled += 1
            counts = {
                after
                for count in counts
                for after in acted(count, column, state.readings)
                if fits(after, column, column.cells - cell - 1, goal)
            }
    return {count for count in counts if count.hands == goal and count.deck == len(state.deck)}


def fits(count: Count, column: Column, open_cells: int, goal: tuple[int, ...]) -> bool:
    """Whether the column and the hands can still become what they are in the position."""
    restarts = column.restarted - count.restarted
    tucks = column.tucks - count.tucks
    if tucks < 0 or restarts < 0 or restarts + tucks > open_cells:
        return False
    return all(map(int.__ge__, count.hands, goal))


def acted(count: Count, column: Column, readings: Readings) -> Iterator[Count]:
    """What the player whose turn it is may do (L4)."""
    seat = count.turn - 1
    held = count.hands[seat]
    if column.restarted and not count.restarted:
        most = min(2, held, count.deck) if readings.put_back == "discard" else 0
        for discarded in range(most + 1):  # as many are drawn as are discarded (L14)
            yield count._replace(restarted=True, deck=count.deck - discarded)
    if not held:
        return
    drawn = min(1, count.deck)  # L12, L15
    for tucks in (0, 1):
        spare = readings.tuck_when == "deck-empty-after"
        if tucks and (count.deck > spare or held < 2):
            return
        left = held - 1 - tucks + drawn
        yield count._replace(
            hands=(*count.hands[:seat], left, *count.hands[seat + 1 :]),
            deck=count.deck - drawn,
            tucks=count.tucks + tucks,
        )


def passed(state: State, counts: set[Count], column: Column, filled: int) -> Iterator[Count]:
    """The counts with the turn passed on, those left out where nobody could act (L16, L19).

    With `empty_hand=may-restart` an empty-handed player acts if a restart is legal. Where the
    column has its restart later, it is, for that very row is open. Where it never has one, no such
    player came to act, for they would have had to restart.
    """
    may = state.readings.empty_hand == "may-restart" and column.restarted
    for count in counts:
        order = turn_order(
            state.players,
            state.starter,
            state.readings.extra_turn,
            filled,
            count.turn,
            count.extra,
        )
        for turn, extra in order:
            if count.hands[turn - 1] or (may and not count.restarted):
                yield count._replace(turn=turn, extra=extra)
                break


@lru_cache(maxsize=4096)
def turn_order(
    players: int, starter: int, rule: str, filled: int, turn: int, extra: bool
) -> tuple[tuple[int, bool], ...]:
    """The turns that follow a turn, once around, as the referee has them (L3)."""
    cells = (RESTART,) * filled  # only how many there are matters
    state = State(
        players=players,
        pauses=0,
        hands=((),) * players,
        deck=(),
        rows=(cells, (), (), (), ()),
        turn=turn,
        extra=extra,
        starter=starter,
        readings=Readings(extra_turn=rule),
    )
    return tuple(seat_order(state))
