"""How tiles, squares and the board of Master Labyrinth are written and read."""

from __future__ import annotations

import re

from solver import fields as read
from solver.fields import Field, Token, invalid, lower, quoted, upper, wrong
from solver.labyrinth.board import (
    SHAPE_OF,
    SIDES,
    SIZE,
    SQUARE_OF,
    SQUARES,
    Board,
    Square,
    Tile,
    square_name,
)

BOXES = dict(zip("│─└┌┐┘├┴┤┬", (5, 10, 3, 6, 12, 9, 7, 11, 13, 14), strict=True))
BOX_OF = {tile: box for box, tile in BOXES.items()}
OTHER_BOXES = re.compile("[\u2500-\u257f]")
LETTERS = re.compile("[NESW]{2,4}", re.IGNORECASE)

A_TILE = "a straight, corner or T: one of " + "".join(BOXES) + ", or two or three of N E S W"
A_SQUARE = "a square: a1 to g7"


def at(token: Token, start: int, end: int) -> Token:
    """A part of a token, with its own place."""
    return Token(token.text[start:end], token.line, token.column + start)


def read_board(field: Field) -> tuple[Tile, ...]:
    """The 49 tiles of a board, in box-drawing characters or in letters, the same throughout."""
    rows = board_rows(field)
    if len(rows) != SIZE:
        message = f"the board has {len(rows)} row{'' if len(rows) == 1 else 's'}"
        raise invalid(message, field.value, f"{SIZE} rows parted by /")
    letters = any(LETTERS.fullmatch(tile.text) for row in rows for tile in row)
    tiles = []
    for number, row in enumerate(rows, 1):
        for column, tile in enumerate(row[:SIZE]):
            where = f"square {square_name(SIZE * (number - 1) + column)}"
            tiles.append(read_tile(tile, where, letters))
        if len(row) != SIZE:
            message = f"row {number} of the board has {len(row)} tiles"
            raise invalid(message, row[-1] if row else field.value, f"{SIZE} tiles")
    return tuple(tiles)


def board_rows(field: Field) -> list[list[Token]]:
    """The rows of a board, each as its tiles with their places: box-drawing characters stand for
    themselves, letters stand together."""
    read.want_kind(field, "string", "list")
    rows: list[list[Token]] = [[]]
    lines = field.tokens if field.kind == "list" else (field.value,)
    for number, line in enumerate(lines):
        if number:
            rows.append([])
        for match in re.finditer(r"/|[\u2500-\u257f]|[^ \t/\u2500-\u257f]+", line.text):
            if match[0] == "/":
                rows.append([])
            else:
                rows[-1].append(at(line, match.start(), match.end()))
    return rows


def read_tile(token: Token, where: str, letters: bool) -> Tile:
    """A tile that exists, written in letters or as a box-drawing character."""
    if letters and token.text in BOXES:
        message = f"{where}: the board mixes letters and box-drawing characters"
        raise wrong(message, token, "one notation for the whole board")
    tile = BOXES.get(token.text)
    if LETTERS.fullmatch(token.text):
        tile = sides(token.text)
    if tile is None and not OTHER_BOXES.fullmatch(token.text) and not is_sides(token.text):
        raise wrong(f"{where}: {quoted(token.text)} is not a tile", token, A_TILE)
    if tile not in SHAPE_OF:
        raise invalid(f"{where}: there is no tile {quoted(token.text)}", token, A_TILE)
    return tile


def is_sides(text: str) -> bool:
    """Whether a text names open sides, though perhaps not those of a tile."""
    return bool(text) and set(upper(text)) <= set(SIDES)


def sides(text: str) -> Tile | None:
    """The tile with these open sides; None where one is named twice."""
    if len(set(upper(text))) < len(text):
        return None
    return sum(1 << SIDES.index(side) for side in upper(text))


def read_square(token: Token) -> Square:
    """A square of the board."""
    if lower(token.text) not in SQUARE_OF:
        raise invalid(f"{quoted(token.text)} is not a square", token, A_SQUARE)
    return SQUARE_OF[lower(token.text)]


def board_text(board: Board) -> str:
    """A board in box-drawing characters, its rows parted by slashes."""
    boxes = "".join(BOX_OF[tile] for tile in board.tiles)
    return " / ".join(boxes[at : at + SIZE] for at in range(0, SQUARES, SIZE))
