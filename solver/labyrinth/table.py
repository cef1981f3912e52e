"""A table of Master Labyrinth: the pieces, the readings, and how a turn is told.

Everything is immutable. What may be done with it is for `rules.py` to say.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace

from solver.labyrinth.board import (
    EAST,
    NORTH,
    SOUTH,
    SQUARE_OF,
    WEST,
    Board,
    Square,
    Tile,
    sides_name,
    square_name,
)

READINGS: dict[str, tuple[str, ...]] = {
    "entering": ("from-another-square", "out-and-back", "standing-counts"),  # M6
    "lair": ("yes", "no"),  # M9
    "treasures": ("tokens", "on-tiles"),  # M4
    "lair_opening": ("not-needed", "needed"),  # M10, M14
    "duel_distance": ("along-passage", "grid"),  # M11
    "equal_distance_starts": ("active-player", "left-of-active"),  # M11
    "nearest_without_treasure": ("shields", "next-nearest"),  # M11
    "roll_after_last_treasure": ("yes", "no"),  # M10
    "battle_same_turn": ("no", "yes"),  # M14
    "battle_target": ("12", "13"),  # M14
    "turn_spare": ("any-orientation", "as-it-lies"),  # M3
}

MAX_ADVENTURERS = 4
HIGHEST = 12
"""The highest value of a treasure and of a card; there are two of each (M0)."""
FIRST_PHASE = 6
"""The highest value of the treasures on the board at the start, and of the cards for a repeat."""
COINS = 24
ON_SPARE: Square = -1
"""Where a treasure is that has left the board with its tile (M4, treasures=on-tiles)."""

FACINGS = "NESW"
FACED: dict[str, Square] = {
    facing: SQUARE_OF[name] for facing, name in zip(FACINGS, ("d3", "e4", "d5", "c4"), strict=True)
}
"""The tile before the dragon's head (M0)."""
TOWARDS_LAIR = dict(zip(FACINGS, (SOUTH, WEST, NORTH, EAST), strict=True))

ARROWS = ("1", "2", "3", "4")
GUARDIANS = ("white", "black")
DRAGON_DIE = (*ARROWS, *GUARDIANS)
"""The faces of the dragon die: an assumption, no source tells them (M10)."""

COIN_POINTS, DRAGON_POINTS = 5, 15  # M15


@dataclass(frozen=True, slots=True)
class Readings:
    """One value for every reading of the rules; the defaults are the first of `READINGS`."""

    entering: str = "from-another-square"
    lair: str = "yes"
    treasures: str = "tokens"
    lair_opening: str = "not-needed"
    duel_distance: str = "along-passage"
    equal_distance_starts: str = "active-player"
    nearest_without_treasure: str = "shields"
    roll_after_last_treasure: str = "yes"
    battle_same_turn: str = "no"
    battle_target: str = "12"
    turn_spare: str = "any-orientation"

    def items(self) -> list[tuple[str, str]]:
        """Names and values, in the rulebook's order."""
        return [(f.name, getattr(self, f.name)) for f in fields(self)]


@dataclass(frozen=True, slots=True)
class Adventurer:
    """A player: where the figure stands, and what lies before and in the hand of its owner.

    `treasures` and `cards` are values in ascending order; `dragon` tells who has slain it.
    """

    number: int
    square: Square
    treasures: tuple[int, ...] = ()
    coins: int = 0
    cards: tuple[int, ...] = ()
    dragon: bool = False

    @property
    def repeats(self) -> tuple[int, ...]:
        """The cards that repeat a throw of the duel die (M8)."""
        return tuple(card for card in self.cards if card <= FIRST_PHASE)

    @property
    def second_turns(self) -> tuple[int, ...]:
        """The cards that buy a second turn (M8)."""
        return tuple(card for card in self.cards if card > FIRST_PHASE)

    @property
    def points(self) -> int:
        """The score so far (M15)."""
        return sum(self.treasures) + COIN_POINTS * self.coins + DRAGON_POINTS * self.dragon


Treasure = tuple[int, Square]
"""The value of a treasure and where it lies."""


@dataclass(frozen=True, slots=True)
class State:
    """A table: everything that can be seen, the hands included.

    `treasures` lie on the board, `later` will be laid out (M13); both ascend. `guardians` are pairs
    of colour and square. `die` are the faces of the dragon die, `last_push` the insertion point
    of the previous turn, None at the start. `extra` marks a second turn that a card has bought.
    """

    board: Board
    adventurers: tuple[Adventurer, ...]
    turn: int
    treasures: tuple[Treasure, ...] = ()
    later: tuple[Treasure, ...] = ()
    guardians: tuple[tuple[str, Square], ...] = ()
    dragon: str = "N"
    die: tuple[str, ...] = DRAGON_DIE
    last_push: str | None = None
    extra: bool = False
    readings: Readings = field(default=Readings())

    @property
    def lair(self) -> bool:
        """Whether the lair stands over the middle (M9)."""
        return self.readings.lair == "yes"

    @property
    def active(self) -> Adventurer:
        """The adventurer whose turn it is."""
        return self.adventurer(self.turn)

    def adventurer(self, number: int) -> Adventurer:
        """The adventurer of this number."""
        return next(one for one in self.adventurers if one.number == number)

    def with_adventurer(self, changed: Adventurer) -> State:
        """The same table with one adventurer changed."""
        others = (changed if one.number == changed.number else one for one in self.adventurers)
        return replace(self, adventurers=tuple(others))


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw of the duel die, and its repeats: the card given and the new result (M12)."""

    first: int
    repeats: tuple[tuple[int, int], ...] = ()

    @property
    def result(self) -> int:
        """What counts: the last result."""
        return self.repeats[-1][1] if self.repeats else self.first

    def __str__(self) -> str:
        return f"{self.first}" + "".join(f"r{card}:{result}" for card, result in self.repeats)


@dataclass(frozen=True, slots=True)
class Move:
    """A turn (M2): the push, the square moved to (None: stay), the cards given, and the throws.

    `coin` gives the matching card for a coin, `again` a card for a second turn: `card`, or the
    lowest. `dragon` is a face of the dragon die, `duels` the throws of those who must duel,
    `battle` the three throws of the final battle.
    """

    point: str
    tile: Tile
    to: Square | None = None
    coin: bool = False
    again: bool = False
    card: int | None = None
    dragon: str | None = None
    duels: tuple[Throw, ...] = ()
    battle: tuple[Throw, ...] = ()

    def __str__(self) -> str:
        words = [self.turn_text]
        if self.dragon is not None:
            words.append(f"dragon={self.dragon}")
        for name, throws in (("duel", self.duels), ("battle", self.battle)):
            if throws:
                words.append(f"{name}={','.join(map(str, throws))}")
        return " ".join(words)

    @property
    def turn_text(self) -> str:
        """The move without its throws."""
        to = "" if self.to is None else f">{square_name(self.to)}"
        coin = "+coin" if self.coin else ""
        again = "+again" if self.again else ""
        card = "" if self.card is None else f":{self.card}"
        return f"{self.point}:{sides_name(self.tile)}{to}{coin}{again}{card}"
