"""What every game gives to the rest of the program, as one record of functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solver.errors import Level10Error
from solver.fields import Field
from solver.record import Record
from solver.shuffle import SplitMix64
from solver.verdict import Verdict

# Positions and moves are of a type of the game's own, which nobody outside its folder looks into.
State = Any
Move = Any


@dataclass(frozen=True, slots=True)
class Flag:
    """Something that shows that a position cannot have been played to, or is unusual."""

    name: str
    message: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A piece on a tile: a short text and what sort of thing it is.

    One at a `side` of its tile (N, E, S or W) looks out over it.
    """

    text: str
    sort: str
    side: str = ""


@dataclass(frozen=True, slots=True)
class PictureCell:
    """A card or a tile of a picture: what is on it and what sort of thing it is.

    A tile has open `sides` (letters of NESW), between which a passage is drawn, and `marks` for the
    pieces on it; its `text` is the box-drawing character that looks like it.
    """

    text: str
    sort: str
    sides: str = ""
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Arrow:
    """A place at the edge of a board where a tile can be put in: at which `side` (N, E, S or W) of
    which row or column, counted from 0. It is `open`, `used` by the last move, or `barred`."""

    side: str
    line: int
    sort: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A position as rows of labelled cells, with lines of text below.

    A line that begins with `>` is the one to look at.

    A board of tiles has headings of its `columns`, `arrows` at its edge, a `way` to be shown, from
    cell to cell (row and column, counted from 0), and tiles that lie `aside`, with their names. Its
    lines are of the form `name: what is said about it`; one with the name of a tile that lies
    aside, or of a sort of mark, may be shown beside that.
    """

    rows: tuple[tuple[str, tuple[PictureCell, ...]], ...]
    lines: tuple[str, ...]
    columns: tuple[str, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    way: tuple[tuple[int, int], ...] = ()
    aside: tuple[tuple[str, PictureCell], ...] = ()

    @property
    def is_board(self) -> bool:
        """Whether its cells are tiles rather than cards."""
        return any(cell.sides for _, cells in self.rows for cell in cells)


@dataclass(frozen=True, slots=True)
class Table:
    """Headings and rows of words, for people."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a position: the goal, and for games that know them the number of own `turns`
    that it may take, whether the `opponents` stand still or are free to do what they like, and
    whether the `others` help the player asked about, oppose it, or play for themselves."""

    goal: str
    turns: int = 0
    opponents: str = "still"
    others: str = "help"


@dataclass(frozen=True, slots=True)
class Game:
    """One game: how its positions are written, what its rules allow, how it is solved.

    `goals` are the forms of its goals, the default first. `ask` makes a question of a goal (the
    default for None) and of those parts of a question that the game `asks` about, or raises
    `ValueError`. `reviewable` says that what cannot be won never can be again.

    `deal` takes the `sizes` of a game, among them the number of players, which goes from the first
    to the second of `table_sizes`; then `seed`, `index` and `readings`. A `deck` among the sizes is
    in words; `deal` raises `ReadError` where they cannot be read and `ValueError` where they do not
    go with the players. `deal_note` is what has to be said about a deal, empty if nothing.

    `ways` are the positions that a listed move may lead to: several where it leaves something open,
    none where it is not legal; it raises `ValueError` where they cannot be told.

    `winners` are the players who have won and `points` those of each player so far, in games that
    have them.

    `random_move` is a move of somebody who does anything that is legal, None when the game is over.

    `plays` are all legal moves with everything named, none when the game is over; throws of dice
    are left out.

    `breach` gives the id of the rule that a move breaks and what it says, or None. `variants` gives
    a position under each value of each reading, or the error that it cannot be one there, and
    `matters` the readings that can change the answer to a question; `begun_by` is the position with
    another starter, where a verdict has chosen one. `unreachable` are the flags that prove that a
    position cannot have been played to, `notes` what is merely unusual about it.

    `solve` takes a position, a question, an engine, limits, and `words=False` where nobody will
    read why it is lost; `headline` says what follows the word of the verdict. `moves_text` are the
    legal moves in lines for people, none when the game is over. `plan_table` and
    `plan_pictures` (with titles) show a plan, and are told whether it has the moves of the player
    on turn alone.
    """

    name: str
    goals: tuple[str, ...]
    asks: tuple[str, ...]
    ask: Callable[..., Question]
    reviewable: bool
    engines: tuple[str, ...]
    readings: Mapping[str, tuple[str, ...]]
    rulebook: Path
    parse: Callable[[Sequence[Field], Mapping[str, str]], Record[State, Move]]
    pairs: Callable[[Record[State, Move]], list[tuple[str, str]]]
    to_json: Callable[[Record[State, Move]], dict[str, Any]]
    parse_move: Callable[[str], Move]
    legal_moves: Callable[[State], list[Move]]
    breach: Callable[[State, Move], tuple[str, str] | None]
    apply: Callable[[State, Move], State]
    random_move: Callable[[State, SplitMix64], Move | None]
    plays: Callable[[State], list[Move]]
    ways: Callable[[State, Move], list[State]]
    outcome: Callable[[State], str]
    winners: Callable[[State], tuple[int, ...]] | None
    points: Callable[[State], tuple[int, ...]] | None
    player: Callable[[State], int]
    readings_of: Callable[[State], dict[str, str]]
    variants: Callable[[State], list[tuple[str, str, State | Level10Error]]]
    matters: Callable[[Question], tuple[str, ...]]
    unreachable: Callable[[State], list[Flag]]
    notes: Callable[[State], list[Flag]]
    deal: Callable[..., State]
    deal_note: Callable[[State], str]
    sizes: tuple[str, ...]
    table_sizes: tuple[int, int]
    begun_by: Callable[[State, int | None], State]
    solve: Callable[..., Verdict]
    headline: Callable[[Question, Verdict], str]
    moves_text: Callable[[State], list[str]]
    picture: Callable[[State], Picture]
    plan_table: Callable[[State, Sequence[Move], bool], Table]
    plan_pictures: Callable[[State, Sequence[Move], bool], list[tuple[str, Picture]]]
