"""A table of Master Labyrinth and a plan for it, as people look at them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from solver.game import Arrow, Mark, Picture, PictureCell, Table
from solver.labyrinth.board import (
    COLUMNS,
    LAIR,
    OTHER_END,
    POINTS,
    SIZE,
    Square,
    Tile,
    is_loose,
    sides_name,
    square_name,
)
from solver.labyrinth.board_notation import BOX_OF
from solver.labyrinth.notation import treasure_text
from solver.labyrinth.passages import route
from solver.labyrinth.rules import (
    after_taking,
    apply,
    over,
    pushed,
    pushes,
    reachable,
    taken_at,
    winners,
    without,
)
from solver.labyrinth.search import given_back
from solver.labyrinth.table import FACED, ON_SPARE, Adventurer, Move, State

HEADS = {"N": "▲", "E": "▶", "S": "▼", "W": "◀"}
LOOKS = {"N": "north", "E": "east", "S": "south", "W": "west"}


def picture(state: State, way: Sequence[Square] = ()) -> Picture:
    """The board with everything that stands on it, and below it who has what.

    `way` are squares that a way to be shown leads over, one after the other.
    """
    marks = marks_on(state)
    tiles = state.board.tiles
    rows = []
    for row in range(SIZE):
        squares = range(SIZE * row, SIZE * (row + 1))
        cells = [tile_cell(tiles[one], sort_of(state, one), marks[one]) for one in squares]
        rows.append((str(row + 1), tuple(cells)))
    spare = tile_cell(state.board.spare, "loose", marks[ON_SPARE])
    return Picture(
        rows=tuple(rows),
        lines=tuple(lines(state)),
        columns=tuple(COLUMNS),
        arrows=tuple(arrow(state, point) for point in POINTS),
        way=tuple(divmod(one, SIZE) for one in way),
        aside=(("spare tile", spare),),
    )


def tile_cell(tile: Tile, sort: str, marks: Sequence[Mark]) -> PictureCell:
    """A tile with the pieces on it."""
    return PictureCell(BOX_OF[tile], sort, sides_name(tile), tuple(marks))


def sort_of(state: State, where: Square) -> str:
    """What sort of square this is: the `lair`, `faced` by the dragon, `loose` or `fixed`."""
    if where == LAIR and state.lair:
        return "lair"
    if where == FACED[state.dragon] and not over(state):
        return "faced"
    return "loose" if is_loose(where) else "fixed"


def marks_on(state: State) -> defaultdict[Square, list[Mark]]:
    """The pieces on each square: adventurers, treasures, guardians, the dragon's head."""
    marks: defaultdict[Square, list[Mark]] = defaultdict(list)
    for one in state.adventurers:
        marks[one.square].append(Mark(str(one.number), f"player {one.number}"))
    for value, where in state.treasures:
        lowest = value == state.treasures[0][0]
        marks[where].append(Mark(str(value), "lowest treasure" if lowest else "treasure"))
    for colour, where in state.guardians:
        marks[where].append(Mark(colour[0].upper(), f"{colour} guardian"))
    if not over(state):
        marks[LAIR].append(Mark(HEADS[state.dragon], "dragon", state.dragon))
    return marks


def arrow(state: State, point: str) -> Arrow:
    """An insertion point: which one was used last, and which one is barred by that (M3)."""
    sort = "open"
    if state.last_push is not None:
        if point == state.last_push:
            sort = "used"
        elif point == OTHER_END[state.last_push]:
            sort = "barred"
    side, line = point[0], point[1]
    return Arrow(side, COLUMNS.index(line) if side in "NS" else int(line) - 1, sort)


def lines(state: State) -> Iterator[str]:
    """Who has what, and whatever else the board does not show."""
    for one in state.adventurers:
        on_turn = one.number == state.turn and not over(state)
        again = ", second turn" if on_turn and state.extra else ""
        yield f"{'>' if on_turn else ' '} player {one.number}: {belongings(one)}{again}"
    if over(state):
        slayer = next(one.number for one in state.adventurers if one.dragon)
        best = winners(state)
        shared = "players " + " and ".join(map(str, best)) + " share the win"
        won = shared if len(best) > 1 else f"player {best[0]} wins"
        yield f"  the game is over: player {slayer} has slain the dragon, {won}"
    else:
        faced = square_name(FACED[state.dragon])
        yield f"  dragon: looks {LOOKS[state.dragon]}, at {faced}"
    for colour, where in state.guardians:
        yield f"  {colour} guardian: {square_name(where)}"
    spare = state.board.spare
    carried = [str(value) for value, where in state.treasures if where == ON_SPARE]
    with_it = f", with treasure {' '.join(carried)}" if carried else ""
    yield f"  spare tile: {BOX_OF[spare]} {sides_name(spare)}{with_it}"
    if state.last_push is not None:
        barred = OTHER_END[state.last_push]
        yield f"  last push: {state.last_push}, so the next may not be {barred}"
    if state.later:
        yield f"  treasures to come: {' '.join(map(treasure_text, state.later))}"


def belongings(one: Adventurer) -> str:
    """Where an adventurer stands, the score so far, and what its owner has."""
    parts = (
        square_name(one.square),
        counted(one.points, "point"),
        listed("treasures", one.treasures),
        counted(one.coins, "coin"),
        listed("cards", one.cards),
    )
    return ", ".join(parts)


def listed(what: str, values: Sequence[int]) -> str:
    """Values of some things: `cards 3 8`, `no cards`."""
    return f"{what} {' '.join(map(str, values))}" if values else f"no {what}"


def counted(count: int, what: str) -> str:
    """A number of things: `1 coin`, `no coins`."""
    return f"{count or 'no'} {what}{'' if count == 1 else 's'}"


# --- Moves ----------------------------------------------------------------------------------


def moves_text(state: State) -> list[str]:
    """What the player on turn may do, a line for each push: where it leaves the adventurer, then
    the squares to which it may move (M5)."""
    if over(state):
        return []
    lines = [f"push: where it leaves player {state.turn}; where to move (* takes a treasure)"]
    for point, tile in pushes(state):
        there = pushed(state, point, tile)
        start = there.active.square
        ends = sorted(reachable(there, start) - {start})
        names = [marked(there, end) for end in (start, *ends)]
        to = f"; {' '.join(names[1:])}" if ends else ""
        lines.append(f"{point}:{sides_name(tile)}: {names[0]}{to}")
    if not state.extra and state.active.second_turns:
        lines.append("+again may follow each, for a second turn")
    return lines


def marked(state: State, end: Square) -> str:
    """A square, with a star where ending the move takes a treasure."""
    return f"{square_name(end)}{'' if taken_at(state, end) is None else '*'}"


# --- Plans ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """A turn or half of a double one: the tables `before` it, after the push and `after` it, the
    way walked, and the value of the treasure taken."""

    turn: int
    move: Move
    before: State
    there: State
    after: State
    way: tuple[Square, ...]
    takes: int | None

    @property
    def number(self) -> str:
        """The number of the turn; the second half of a double turn has that of the first."""
        return f"{self.turn}{' again' if self.before.extra else ''}"

    @property
    def carried(self) -> bool:
        """Whether the push carries the adventurer along."""
        return self.way[0] != self.before.active.square


def steps(state: State, moves: Sequence[Move], alone: bool) -> Iterator[Step]:
    """The moves of a plan, one after the other: those of the player on turn `alone`, or else those
    of all in turn order. Turns are counted by that player's."""
    player, turn = state.turn, 1
    for move in moves:
        there = pushed(state, move.point, move.tile)
        after = apply(state, move)
        if alone:
            after = given_back(after, player)
        start = there.active.square
        way = route(there.board, there.lair, start, start if move.to is None else move.to)
        _, takes = after_taking(state, move)
        yield Step(turn, move, state, there, after, way, takes)
        turn += after.turn == player and not after.extra
        state = after


def plan_table(state: State, moves: Sequence[Move], alone: bool) -> Table:
    """A plan turn by turn: what is pushed in, where that carries the player on turn, which way it
    goes then, what it takes. Both halves of a double turn have the same number, and so have the
    turns that the others take between."""
    rows = [
        (
            step.number,
            str(step.before.turn),
            str(step.move),
            inserts(step),
            square_name(step.way[0]) if step.carried else "-",
            "-".join(map(square_name, step.way)) if len(step.way) > 1 else "stays",
            "-" if step.takes is None else str(step.takes),
            " and ".join(gives(step)) or "-",
        )
        for step in steps(state, moves, alone)
    ]
    headings = ("turn", "player", "move", "inserts", "carried to", "way", "takes", "gives")
    return Table(headings, tuple(rows))


def plan_pictures(state: State, moves: Sequence[Move], alone: bool) -> list[tuple[str, Picture]]:
    """The board after each push of a plan, with the way that is walked then; a title for each."""
    return [
        (title(step), replace(picture(step.there, step.way), lines=()))
        for step in steps(state, moves, alone)
    ]


def title(step: Step) -> str:
    """A step of a plan in words."""
    to = square_name(step.way[-1])
    words = [
        f"turn {step.number}, player {step.before.turn}: {inserts(step)}",
        *([f"carried to {square_name(step.way[0])}"] if step.carried else []),
        f"go to {to}" if len(step.way) > 1 else f"stay on {to}",
        *([] if step.takes is None else [f"take {step.takes}"]),
        *(f"give {card}" for card in gives(step)),
    ]
    return ", ".join(words)


def inserts(step: Step) -> str:
    """How the spare tile is put in, and where."""
    return f"{BOX_OF[step.move.tile]} at {step.move.point}"


def gives(step: Step) -> Iterator[str]:
    """The cards given in a step, and what for."""
    one = step.before.active
    cards = without(one.cards, step.after.adventurer(one.number).cards)
    if step.move.coin and step.takes is not None:
        yield f"card {step.takes} for a coin"
        cards = without(cards, [step.takes])
    for card in cards:
        yield f"card {card} for a second turn"
