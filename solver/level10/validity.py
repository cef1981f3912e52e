"""What cannot lie on a table: cards twice or missing, rows that break a rule, a turn nobody has.

This is about positions as such. Whether a position can be played to is asked in `reachable.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from solver.errors import InvalidPosition
from solver.fields import Token, invalid, listed
from solver.level10.cards import (
    CELLS,
    COLUMNS,
    LEVEL_CARDS,
    RESTART,
    RESTARTS_PER_ROW,
    WORLDS,
    Card,
    Cell,
    is_level,
    is_pause,
    level_of,
    number,
    tucked,
    world_of,
)
from solver.level10.rules import State, skipped

MOST_NAMED = 12  # cards in one message
PER_COLUMN = len(WORLDS) - 1  # L9: level and pause cards in a column
PER_ROW = COLUMNS - RESTARTS_PER_ROW  # L10: level and pause cards in a row


@dataclass(frozen=True, slots=True)
class Located:
    """A card or cell and where it stands in the document."""

    text: Cell
    at: Token


@dataclass(frozen=True, slots=True)
class Places:
    """Every place that holds cards, by its key: hands, deck, rows and `out`."""

    by_key: Mapping[str, tuple[Located, ...]]

    def texts(self, key: str) -> tuple[Cell, ...]:
        """What lies in a place."""
        return tuple(located.text for located in self.by_key[key])

    def row(self, world: str) -> tuple[Located, ...]:
        """The row of a world."""
        return self.by_key[f"row {world.lower()}"]

    def pauses(self) -> list[tuple[str, Token]]:
        """The place of every pause."""
        return [
            (place_name(key), located.at)
            for key, found in self.by_key.items()
            for located in found
            if is_pause(located.text)
        ]

    def levels(self) -> list[tuple[Card, str, Token]]:
        """Every level card, tucked ones too, with its place."""
        return [
            (card, place_name(key), located.at)
            for key, found in self.by_key.items()
            for located in found
            if (card := tucked(located.text) or located.text) in LEVEL_CARDS
        ]


def place_name(key: str) -> str:
    """A key as messages have it: the world in upper case."""
    return f"row {key[-1].upper()}" if key.startswith("row ") else key


def check_table(state: State, places: Places, pauses: Token | None) -> None:
    """Raise `InvalidPosition` for cards that cannot lie as they do.

    `pauses` is where the document says how many there are, if it does.
    """
    check_cards(places)
    check_pauses(state, places, pauses)
    for world in WORLDS:
        check_row(world, places.row(world))
    check_columns(places)


# --- The cards --------------------------------------------------------------------------------


def check_cards(places: Places) -> None:
    """Every level card is somewhere, and once (L1)."""
    found: dict[Card, tuple[str, Token]] = {}
    for card, place, at in places.levels():
        if card in found:
            first, first_at = found[card]
            message = (
                f"{card} is there twice: in {first} (line {first_at.line}, column "
                f"{first_at.column}) and in {place} (line {at.line}, column {at.column})"
            )
            raise invalid(message, at, "each card once", [first, place])
        found[card] = place, at
    missing = [card for card in LEVEL_CARDS if card not in found]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        message = f"{listed(missing, 'and')} {verb} missing"
        if len(missing) > MOST_NAMED:
            message = (
                f"{len(missing)} cards are missing, {' '.join(missing[:MOST_NAMED])} among them"
            )
        raise InvalidPosition(
            message, token=" ".join(missing), expected="every level card A1 to E8 once"
        )


def check_pauses(state: State, places: Places, at: Token | None) -> None:
    """The game has as many pauses as it says (L1)."""
    found = [place for place, _ in places.pauses()]
    if len(found) != state.pauses:
        where = f" (in {listed(found, 'and')})" if found else ""
        message = f"pauses: {state.pauses}, but {len(found)} can be counted{where}"
        raise invalid(message, at, f"{state.pauses} pauses", found)


# --- The rows ---------------------------------------------------------------------------------


def check_row(world: str, row: tuple[Located, ...]) -> None:
    """A row holds cards of its world in an order that L5, L6, L10 and L15 allow."""
    cells: tuple[Cell, ...] = ()
    for located in row:
        breach = cell_breaks(world, cells, located.text)
        if breach:
            raise invalid(f"row {world} breaks {breach}", located.at, places=[f"row {world}"])
        cells += (located.text,)


def cell_breaks(world: str, row: tuple[Cell, ...], cell: Cell) -> str | None:
    """The rule that keeps a cell from lying at the end of a row, and why, or None."""
    restarts = row.count(RESTART)
    under = tucked(cell)
    if is_level(cell) and world_of(cell) != world:
        return f"L5: {cell} belongs to row {world_of(cell)}"
    if under and world_of(under) != world:
        return f"L15: {under} is tucked in another world's row"
    if is_level(cell) and level_of(cell) < number(row):
        return f"L6: {cell} is lower than the {number(row)} on its left"
    if cell == RESTART and restarts == RESTARTS_PER_ROW:
        return "L10: it has a third restart"
    if cell != RESTART and len(row) - restarts == PER_ROW:
        return "L10: it has a ninth level or pause card"
    return None


def check_columns(places: Places) -> None:
    """The columns were filled one after the other (L8), each within its measure (L9)."""
    rows = {world: places.row(world) for world in WORLDS}
    in_progress = min(map(len, rows.values()))
    for world, row in rows.items():
        if len(row) > in_progress + 1:
            late = [other for other in WORLDS if len(rows[other]) == in_progress]
            message = (
                f"row {world} breaks L8: it has a cell in column {in_progress + 2}, but column "
                f"{in_progress + 1} is still open in row {listed(late, 'and')}"
            )
            raise invalid(message, row[in_progress + 1].at, places=[f"row {world}"])
    for column in range(in_progress + 1):
        check_column(column, {w: row[column] for w, row in rows.items() if len(row) > column})


def check_column(column: int, cells: dict[str, Located]) -> None:
    """A column holds at most one restart and four level and pause cards (L9)."""
    for restart in (True, False):
        alike = [world for world in cells if (cells[world].text == RESTART) == restart]
        most = 1 if restart else PER_COLUMN
        if len(alike) > most:
            names = [f"row {world}" for world in alike]
            what = "a second restart" if restart else "a fifth level or pause card"
            message = f"column {column + 1} breaks L9: it has {what} ({listed(names, 'and')})"
            raise invalid(message, cells[alike[most]].at, places=names)


# --- The turn ---------------------------------------------------------------------------------


def check_turn(state: State, at: Token | None) -> None:
    """The turn is not with a player whom L16 skips, unless there is no turn left to take."""
    if state.filled < CELLS and skipped(state):
        message = f"the turn is player {state.turn}'s, who has no cards and is skipped (L16)"
        raise invalid(message, at, "the seat of a player with cards", [f"hand {state.turn}"])
