"""A table of Level 10 and a plan for it, as people look at them."""

from __future__ import annotations

from collections.abc import Sequence

from solver.game import Picture, PictureCell, Table
from solver.level10.cards import COLUMNS, PAUSE, RESTART, WORLDS, Cell, is_level
from solver.level10.rules import Move, State, apply, outcome, over


def sort_of(cell: Cell) -> str:
    """What sort of card lies in a cell: a world's letter, `pause` or `restart`."""
    if is_level(cell):
        return cell[0]
    return "restart" if cell == RESTART else "pause"


def picture(state: State) -> Picture:
    """The five rows, the column in progress marked by its open cells; hands and deck below."""
    rows = []
    for world, row in zip(WORLDS, state.rows, strict=True):
        cells = [PictureCell(cell, sort_of(cell)) for cell in row]
        for column in range(len(row), COLUMNS):
            cells.append(PictureCell(".", "next" if column == state.column else "empty"))
        rows.append((world, tuple(cells)))
    lines = []
    for seat, hand in enumerate(state.hands, 1):
        mark = ">" if seat == state.turn and not over(state) else " "
        again = " (additional turn)" if mark == ">" and state.extra else ""
        lines.append(f"{mark} player {seat}: {' '.join(hand) or 'no cards'}{again}")
    if (result := outcome(state)) != "open":
        lines.append(f"  the game is {result}")
    lines.append(f"  deck, next first: {' '.join(state.deck) or 'empty'}")
    if state.out:
        lines.append(f"  out of play: {' '.join(state.out)}")
    return Picture(tuple(rows), tuple(lines))


def picture_after(state: State, moves: Sequence[Move]) -> Picture:
    """The table to which a plan leads."""
    for move in moves:
        state = apply(state, move)
    return picture(state)


def plan_table(state: State, moves: Sequence[Move]) -> Table:
    """A plan turn by turn: whose turn it is, what they place where, what they draw."""
    rows = []
    for turn, move in enumerate(moves, state.filled + 1):
        after = apply(state, move)
        draws = state.deck + move.put_back if state.readings.put_back == "bottom" else state.deck
        drawn = draws[: len(draws) - len(after.deck)]
        rows.append(
            (
                str(turn),
                f"{state.turn}{' again' if state.extra else ''}",
                str(move),
                says(move),
                " ".join(drawn) or "-",
                " ".join(after.hands[state.turn - 1]) or "-",
            )
        )
        state = after
    return Table(("turn", "player", "move", "places", "draws", "holds then"), tuple(rows))


def says(move: Move) -> str:
    """A move in words."""
    if move.card == RESTART:
        if not move.put_back:
            return f"restart world {move.row}"
        return f"restart world {move.row}, put back {' then '.join(move.put_back)}"
    if move.card == PAUSE:
        return f"pause in row {move.row}" + (f", tuck {move.tuck}" if move.tuck else "")
    return f"{move.card} in row {move.row}"
