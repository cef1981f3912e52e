"""The cards of Level 10 and the table they lie on (L1, L2).

A card is its own name: `A1` … `E8` are level cards, `P` is a pause, `R` a restart. A cell of a
row is the name of the card that lies there; `P/C4` is a pause with C4 tucked under it.
"""

from __future__ import annotations

Card = str
Cell = str

WORLDS = "ABCDE"
LEVELS = range(1, 9)
LEVEL_CARDS: tuple[Card, ...] = tuple(f"{world}{level}" for world in WORLDS for level in LEVELS)
PAUSE: Card = "P"
RESTART: Card = "R"

MAX_PLAYERS = 5
MAX_PAUSES = 3
HAND_SIZE = {1: 10, 2: 7, 3: 6, 4: 5, 5: 4}  # L2
COLUMNS = 10
CELLS = COLUMNS * len(WORLDS)
RESTARTS_PER_ROW = 2  # L10


def is_level(card: Card) -> bool:
    """Whether the card is one of the forty level cards."""
    return len(card) == 2


def is_pause(cell: Cell) -> bool:
    """Whether a card or cell is a pause, with or without a card tucked under it."""
    return cell[0] == PAUSE


def tucked(cell: Cell) -> Card | None:
    """The card tucked under the pause in this cell (L15), or None."""
    return cell[2:] if cell.startswith("P/") else None


def world_of(card: Card) -> str:
    """The world of a level card, a letter A–E."""
    return card[0]


def level_of(card: Card) -> int:
    """The number of a level card, 1–8."""
    return int(card[1])


def number(row: tuple[Cell, ...]) -> int:
    """The number that the right end of a row shows: 0 in an empty row (L6) and after a restart
    (L7); a pause repeats the number on its left (L11)."""
    for cell in reversed(row):
        if cell == RESTART:
            return 0
        if is_level(cell):
            return level_of(cell)
    return 0


def full_deck(pauses: int) -> tuple[Card, ...]:
    """The cards that are shuffled for a game: forty levels and the chosen pauses (L1, L2)."""
    return LEVEL_CARDS + (PAUSE,) * pauses
