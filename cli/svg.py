"""A picture as an SVG document, which needs nothing from outside."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, sqrt
from textwrap import wrap

from solver.game import Arrow, Mark, Picture, PictureCell

FILLS = {
    "A": "#f4b6b0",
    "B": "#f6e3a1",
    "C": "#bfe3b4",
    "D": "#b5dcf0",
    "E": "#dcc3ee",
    "restart": "#444444",
    "pause": "#ffffff",
    "next": "#f2f2f2",
    "empty": "none",
    "red": "#f9d3cf",
    "red in run": "#ef7d70",
    "blue": "#cfe0f7",
    "blue in run": "#7fb0ec",
    "orange": "#fbe2c2",
    "orange in run": "#f7ab52",
    "green": "#d2ebcc",
    "green in run": "#83c777",
    "wild": "#e8daf3",
    "wild in run": "#c39ae0",
    "currency": "#f3ecb4",
}

CARD_WIDTH, CARD_HEIGHT, GAP, LABEL, LETTER, LINE = 52, 36, 4, 28, 9, 20


def document(picture: Picture) -> str:
    """A position as an SVG document."""
    return board(picture) if picture.is_board else cards(picture)


def cards(picture: Picture) -> str:
    """Rows of cards."""
    columns = max(len(cells) for _, cells in picture.rows)
    step_x, step_y = CARD_WIDTH + GAP, CARD_HEIGHT + GAP
    longest = max((len(line) for line in picture.lines), default=0)
    labels = max(LABEL, LETTER * max(len(label) for label, _ in picture.rows) + 2 * GAP)
    width = max(labels + columns * step_x, 8 * longest) + 2 * GAP
    below = len(picture.rows) * step_y + GAP
    height = below + LINE * len(picture.lines) + 2 * GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" font-family="monospace" font-size="14">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for y, (label, cells) in enumerate(picture.rows):
        top = GAP + y * step_y
        middle = top + CARD_HEIGHT / 2 + 5
        parts.append(f'<text x="{GAP}" y="{middle}" font-weight="bold">{escape(label)}</text>')
        for x, cell in enumerate(cells):
            left = labels + x * step_x
            ink = "#ffffff" if cell.sort == "restart" else "#000000"
            parts.append(
                f'<rect x="{left}" y="{top}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="5"'
                f' fill="{FILLS.get(cell.sort, "#ffffff")}" stroke="#888888"/>'
                f'<text x="{left + CARD_WIDTH / 2}" y="{middle}" text-anchor="middle"'
                f' fill="{ink}">{escape(cell.text)}</text>'
            )
    for n, line in enumerate(picture.lines):
        y_text = below + LINE * n + LINE - GAP
        parts.append(f'<text x="{GAP}" y="{y_text}" xml:space="preserve">{escape(line)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


# --- Boards -------------------------------------------------------------------------------------

Place = tuple[int, int]

TILE = 64
HALF = TILE // 2
ROUND = 14  # from where a bend begins to the middle of its tile
FRAME = 40  # around the tiles, for headings and arrows
HEADING, ARROW = 29, 11  # from the tiles to the middle of those
MARGIN = 12
PANEL, ROW, PADDING = 310, 18, 6
SMALL = 15  # half of the room for a piece in the panel
HARD_SPACE = "\N{NO-BREAK SPACE}"
LETTERS = 27  # on a line of the panel; a little fewer than fit, as fonts differ

SIDES = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
TURNS = {"N": 0, "E": 90, "S": 180, "W": 270}

INK, BRIGHT, PAPER, WOOD, ENGRAVED = "#2b2733", "#ffe7a3", "#f5efe2", "#3d3a4f", "#e8dfc8"
WALLS = {"fixed": "#5f5145"}
FLOORS = {"faced": "#f6c9b0"}
WALL, FLOOR, KERB, WAY = "#7b6a58", "#f3e3bf", "#4b3f35", "#d81b60"
ARROWS = {"open": "#8f8ba8", "used": "#ffd54a", "barred": "#ff6b5e"}

ROCK = (
    '<defs><pattern id="rock" width="8" height="8" patternUnits="userSpaceOnUse"'
    ' patternTransform="rotate(45)"><rect width="8" height="8" fill="#4a2530"/>'
    '<rect width="4" height="8" fill="#5a323e"/></pattern></defs>'
)
LAIR = (
    '<rect x="-31.5" y="-31.5" width="63" height="63" rx="12" fill="url(#rock)"'
    ' stroke="#2b1319" stroke-width="2" fill-opacity="0.85"/>'
)
HEAD = (
    '<path d="M0,-47 C5,-46 8,-40 8,-35 L15,-28 L11,-20 L19,-7 L6,-16 L0,-12 L-6,-16 L-19,-7'
    ' L-11,-20 L-15,-28 L-8,-35 C-8,-40 -5,-46 0,-47 Z" fill="#c62828" stroke="#3a0d0d"'
    ' stroke-width="1.5" stroke-linejoin="round"/>'
    '<path d="M-10,-29 L-4,-25 M10,-29 L4,-25" stroke="#ffeb3b" stroke-width="2.5"/>'
    '<path d="M-2.5,-42 V-40 M2.5,-42 V-40" stroke="#3a0d0d" stroke-width="1.5"/>'
)
COIN = (
    '<circle r="13" fill="{fill}" stroke="#8a6100" stroke-width="2"/>'
    '<circle r="10" fill="none" stroke="#8a6100" stroke-width="0.8"/>'
)
FIGURE = '<circle r="13" fill="{fill}" stroke="#ffffff" stroke-width="2.5"/>'
SHIELD = (
    '<path d="M-12,-13 H12 V0 Q12,10 0,15 Q-12,10 -12,0 Z" fill="{fill}" stroke="{ink}"'
    ' stroke-width="2"/>'
)
PIECES = {
    "player 1": (FIGURE, "#c8402f", "#ffffff"),
    "player 2": (FIGURE, "#2f6fb4", "#ffffff"),
    "player 3": (FIGURE, "#2e8b57", "#ffffff"),
    "player 4": (FIGURE, "#8e4aa8", "#ffffff"),
    "lowest treasure": (COIN, "#ffc928", "#4a3300"),
    "treasure": (COIN, "#e0c483", "#4a3300"),
    "white guardian": (SHIELD, "#fbfbfb", "#222222"),
    "black guardian": (SHIELD, "#222222", "#fbfbfb"),
}


def board(picture: Picture) -> str:
    """A board of tiles, and on its right a panel with the lines and what lies aside."""
    panel, panel_height = entries(picture)
    across, down = len(picture.columns) * TILE, len(picture.rows) * TILE
    left = top = MARGIN + FRAME
    width = across + 2 * left + (PANEL if panel else 0)
    height = max(down + 2 * top, panel_height + 2 * MARGIN)
    tiles = [
        (left + HALF + TILE * column, top + HALF + TILE * row, cell)
        for row, (_, cells) in enumerate(picture.rows)
        for column, cell in enumerate(cells)
    ]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" font-family="sans-serif" font-size="14">',
        ROCK,
        f'<rect width="{width}" height="{height}" rx="10" fill="{PAPER}"/>',
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{across + 2 * FRAME}"'
        f' height="{down + 2 * FRAME}" rx="14" fill="{WOOD}"/>',
    ]
    for n, heading in enumerate(picture.columns):
        x = left + HALF + TILE * n
        parts += [words(x, y, heading) for y in (top - HEADING, top + down + HEADING)]
    for n, (heading, _) in enumerate(picture.rows):
        y = top + HALF + TILE * n
        parts += [words(x, y, heading) for x in (left - HEADING, left + across + HEADING)]
    for arrow in picture.arrows:
        x = y = left + HALF + TILE * arrow.line
        x = {"W": left - ARROW, "E": left + across + ARROW}.get(arrow.side, x)
        y = {"N": top - ARROW, "S": top + down + ARROW}.get(arrow.side, y)
        parts.append(at(x, y, insertion(arrow)))
    parts += [at(x, y, tile(cell)) for x, y, cell in tiles]
    parts.append(at(left + HALF, top + HALF, way(picture.way)))
    parts += [at(x, y, pieces(cell.marks)) for x, y, cell in tiles if cell.marks]
    parts.append(at(across + 2 * left, MARGIN, panel))
    return "\n".join([*filter(None, parts), "</svg>"]) + "\n"


def at(x: float, y: float, drawing: str, change: str = "") -> str:
    """A drawing around a place, or nothing if there is none."""
    return f'<g transform="translate({x:g},{y:g}){change}">{drawing}</g>' if drawing else ""


def words(x: float, y: float, text: str, ink: str = ENGRAVED, more: str = "") -> str:
    """A text in the middle of a place."""
    return (
        f'<text x="{x:g}" y="{y + 5:g}" text-anchor="middle" fill="{ink}"{more}>'
        f"{escape(text)}</text>"
    )


def insertion(arrow: Arrow) -> str:
    """A place where a tile can be put in: a triangle, bright if it was used, a cross if barred."""
    colour = ARROWS[arrow.sort]
    if arrow.sort == "barred":
        return f'<path d="M-6,-6 L6,6 M6,-6 L-6,6" stroke="{colour}" stroke-width="3"/>'
    inwards = (TURNS[arrow.side] + 180) % 360
    return f'<path transform="rotate({inwards})" d="M-9,6 L0,-7 L9,6 Z" fill="{colour}"/>'


def tile(cell: PictureCell) -> str:
    """A tile: its passages between walls; the lair lies over its tile."""
    path = " ".join(map(path_through, passages(cell.sides)))
    return (
        '<rect x="-31.5" y="-31.5" width="63" height="63" rx="5"'
        f' fill="{WALLS.get(cell.sort, WALL)}"/>'
        f'<path d="{path}" fill="none" stroke="{KERB}" stroke-width="30"/>'
        f'<path d="{path}" fill="none" stroke="{FLOORS.get(cell.sort, FLOOR)}"'
        f' stroke-width="25"/>{LAIR if cell.sort == "lair" else ""}'
    )


def passages(sides: str) -> list[list[Place]]:
    """The lines that make up the passages of a tile: one from side to side, or three from the
    middle."""
    middle = (0, 0)
    ends = [(HALF * x, HALF * y) for x, y in map(SIDES.__getitem__, sides)]
    if len(ends) == 2:
        return [[ends[0], middle, ends[1]]]
    return [[middle, end] for end in ends]


def path_through(places: Sequence[Place]) -> str:
    """The path over these places, each in line with the next, its bends rounded."""
    path = ["M{},{}".format(*places[0])]
    for before, place, after in zip(places, places[1:], places[2:], strict=False):
        path.append("L{},{}".format(*near(place, before)))
        path.append("Q{},{} {},{}".format(*place, *near(place, after)))
    return " ".join([*path, "L{},{}".format(*places[-1])])


def near(place: Place, other: Place) -> Place:
    """The place a little way from one place to another in line with it."""
    (x, y), (other_x, other_y) = place, other
    return x + ROUND * sign(other_x - x), y + ROUND * sign(other_y - y)


def sign(number: int) -> int:
    """1, 0 or -1."""
    return (number > 0) - (number < 0)


def way(cells: Sequence[Place]) -> str:
    """A way from tile to tile, the first one in the upper left corner, with a dot at its end."""
    if not cells:
        return ""
    path = path_through([(TILE * column, TILE * row) for row, column in cells])
    row, column = cells[-1]
    line = f'<path d="{path}" fill="none" stroke-linecap="round" stroke="'
    return (
        f'{line}#ffffff" stroke-width="10"/>{line}{WAY}" stroke-width="6"/>'
        f'<circle cx="{TILE * column}" cy="{TILE * row}" r="9" fill="{WAY}" stroke="#ffffff"'
        ' stroke-width="2"/>'
    )


def pieces(marks: Sequence[Mark]) -> str:
    """The pieces on a tile: those in its middle side by side, smaller where they are many."""
    inside = [mark for mark in marks if not mark.side]
    columns = ceil(sqrt(len(inside))) or 1
    rows = ceil(len(inside) / columns)
    scale = min(1, 2 / columns)
    drawn = [head(mark, HEAD) for mark in marks if mark.side]
    for n, mark in enumerate(inside):
        row, column = divmod(n, columns)
        x, y = (28 * scale * (k - (count - 1) / 2) for k, count in ((column, columns), (row, rows)))
        drawn.append(at(x, y, piece(mark), f" scale({scale:.3g})" if scale < 1 else ""))
    return "".join(drawn)


def piece(mark: Mark) -> str:
    """A piece with its text."""
    shape, fill, ink = PIECES[mark.sort]
    return shape.format(fill=fill, ink=ink) + words(0, 0, mark.text, ink, ' font-weight="bold"')


def head(mark: Mark, drawing: str) -> str:
    """What looks out at a side of its tile, from a drawing of it that looks north."""
    return f'<g transform="rotate({TURNS[mark.side]})">{drawing}</g>'


def entries(picture: Picture) -> tuple[str, int]:
    """The lines of a picture as a panel, and how high it is.

    A line that begins with the name of a piece, or of what lies aside, stands beside that.
    """
    signs = {name: (HALF, tile(cell) + pieces(cell.marks)) for name, cell in picture.aside}
    for _, cells in picture.rows:
        for mark in (mark for cell in cells for mark in cell.marks):
            drawing = head(mark, at(0, 27, HEAD)) if mark.side else piece(mark)
            signs[mark.sort] = (SMALL, drawing)
    parts = []
    top = 0
    for line in picture.lines:
        name, _, text = line.lstrip("> ").partition(": ")
        half, sign = signs.get(name, (SMALL, ""))
        folded = [name, *fold(text)]
        height = max(2 * half, ROW * len(folded)) + PADDING
        parts.append(entry(top, height, half, sign, folded, line.startswith(">")))
        top += height + PADDING
    return "".join(parts), top


def fold(text: str) -> list[str]:
    """A text in lines of the panel, with what stands between two commas on one line if it fits."""
    parts = text.split(", ")
    kept = (part.replace(" ", HARD_SPACE) if len(part) < LETTERS else part for part in parts)
    return [line.replace(HARD_SPACE, " ") for line in wrap(", ".join(kept), LETTERS)]


def entry(top: int, height: int, half: int, sign: str, folded: Sequence[str], marked: bool) -> str:
    """A line of the panel, folded, beside its sign; the marked one on a ground of its own."""
    parts = []
    if marked:
        parts.append(
            f'<rect y="{top}" width="{PANEL - MARGIN}" height="{height}" rx="8" fill="{BRIGHT}"/>'
        )
    parts.append(at(PADDING + half, top + PADDING / 2 + half, sign))
    x = 3 * PADDING + 2 * half
    for n, text in enumerate(folded):
        y = top + PADDING / 2 + ROW * n + 14
        weight = "" if n else ' font-weight="bold"'
        parts.append(f'<text x="{x}" y="{y:g}" fill="{INK}"{weight}>{escape(text)}</text>')
    return "".join(parts)
