"""Pictures and tables in the terminal."""

from __future__ import annotations

from itertools import groupby, pairwise

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from solver.game import Arrow, Mark, Picture, PictureCell, Table

# Worlds differ by letter where there is no colour, so colour is never the only sign.
STYLES = {
    "A": "bold red",
    "B": "bold yellow",
    "C": "bold green",
    "D": "bold cyan",
    "E": "bold magenta",
    "restart": "reverse",
    "pause": "bold white",
    "next": "bold",
    "empty": "dim",
    "faced": "red",
    "lair": "red",
    "player 1": "bold red",
    "player 2": "bold cyan",
    "player 3": "bold green",
    "player 4": "bold magenta",
    "lowest treasure": "bold yellow",
    "treasure": "yellow",
    "white guardian": "bold",
    "black guardian": "bold",
    "dragon": "bold red",
    "way": "bold green",
    "open": "dim",
    "used": "bold",
    "barred": "red",
    "red": "red",
    "red in run": "bold red",
    "blue": "bright_blue",
    "blue in run": "bold bright_blue",
    "orange": "yellow",
    "orange in run": "bold yellow",
    "green": "green",
    "green in run": "bold green",
    "wild": "magenta",
    "wild in run": "bold magenta",
    "currency": "cyan",
}
WIDTH = 1000  # lines are never folded: a cut table is worse than a long line


def console() -> Console:
    """Standard output; colours on a terminal only, and not where NO_COLOR is set."""
    plain = Console()
    return Console(width=max(plain.width, WIDTH), highlight=False, markup=False, emoji=False)


def print_table(table: Table) -> None:
    """A table of words."""
    out = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in table.headings:
        out.add_column(heading, no_wrap=True)
    for row in table.rows:
        out.add_row(*row)
    print_lines(out)


def print_picture(picture: Picture) -> None:
    """A position, its cells in colours."""
    if picture.is_board:
        print_lines(*BoardCanvas(picture).lines(), *picture.lines)
        return
    out = RichTable(box=None, pad_edge=False, padding=(0, 1, 0, 0), show_header=False)
    for label, cells in picture.rows:
        texts = (Text(cell.text, style=STYLES.get(cell.sort, "")) for cell in cells)
        out.add_row(f"{label}:", *texts)
    print_lines(out, *picture.lines)


def print_lines(*lines: RichTable | Text | str) -> None:
    """Prints tables and lines, without blanks at the end where there are no colours."""
    target = console()
    with target.capture() as capture:
        for line in lines:
            target.print(line, soft_wrap=not isinstance(line, RichTable))
    for text in capture.get().splitlines():
        target.file.write(text.rstrip(" ") + "\n")


# --- Boards -------------------------------------------------------------------------------------

STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
PASSAGE = {"N": "│", "E": "─", "S": "│", "W": "─"}
WAY = {"N": "║", "E": "═", "S": "║", "W": "═"}
BENDS = {"NS": "║", "EW": "═", "NE": "╚", "ES": "╔", "NW": "╝", "SW": "╗"}
WAY_START, WAY_END = "○", "●"
ARROWS = {
    "open": {"N": "↓", "E": "←", "S": "↑", "W": "→"},
    "used": {"N": "⇓", "E": "⇐", "S": "⇑", "W": "⇒"},
    "barred": {"N": "×", "E": "×", "S": "×", "W": "×"},
}
CLOSED, HATCH = "lair", "░"
PREFIXES = {"treasure": "t", "lowest treasure": "t"}

HIGH = 3  # characters from top to bottom of a tile
LEAST_ARM = 3  # characters from the middle of a tile to its left or right side
TOP, SIDE = 2, 3  # characters around the board, for headings and arrows


def way_sides(way: tuple[tuple[int, int], ...]) -> list[str]:
    """For each cell of a way the sides by which it leads in and out, in the order N, E, S, W."""
    sides: list[set[str]] = [set() for _ in way]
    for n, ((row, column), (next_row, next_column)) in enumerate(pairwise(way)):
        for side, (x, y) in STEPS.items():
            if (x, y) == (next_column - column, next_row - row):
                sides[n].add(side)
            if (x, y) == (column - next_column, row - next_row):
                sides[n + 1].add(side)
    return ["".join(side for side in STEPS if side in found) for found in sides]


def corners(marks: tuple[Mark, ...], arm: int) -> list[tuple[int, int, str, str]] | None:
    """Where the pieces on a tile stand, in the four corners between its passages: places counted
    from its upper left corner, texts and sorts. None where they need a wider tile.

    The leftmost characters stay free, to part the pieces of one tile from those of the next.
    """
    room = [(1, 0, arm - 1), (arm + 1, 0, arm), (1, 2, arm - 1), (arm + 1, 2, arm)]
    found = []
    for mark in marks:
        if mark.side:
            continue  # it stands at that side
        text = PREFIXES.get(mark.sort, "") + mark.text
        fitting = [n for n, (_, _, free) in enumerate(room) if len(text) <= free]
        if not fitting:
            return None
        x, y, free = room[fitting[0]]
        found.append((x, y, text, mark.sort))
        room[fitting[0]] = (x + len(text) + 1, y, free - len(text) - 1)
    return found


class BoardCanvas:
    """A board in characters: its tiles as passages, with the pieces in the corners between."""

    def __init__(self, picture: Picture) -> None:
        cells = [cell for _, row in picture.rows for cell in row]
        self.arm = LEAST_ARM
        while any(corners(cell.marks, self.arm) is None for cell in cells):
            self.arm += 1
        self.wide = 2 * self.arm + 1
        self.left = max(len(label) for label, _ in picture.rows) + SIDE
        self.right = self.left + self.wide * len(picture.columns)
        self.bottom = TOP + HIGH * len(picture.rows)
        self.chars = [[(" ", "")] * (self.right + SIDE) for _ in range(self.bottom + 1)]

        for column, heading in enumerate(picture.columns):
            self.write(self.middle(0, column)[0], 0, heading)
        for row, (label, tiles) in enumerate(picture.rows):
            self.write(0, self.middle(row, 0)[1], label)
            for column, tile in enumerate(tiles):
                self.draw_tile(row, column, tile)
        self.draw_way(picture.way)
        for arrow in picture.arrows:
            self.draw_arrow(arrow)

    def lines(self) -> list[Text]:
        """The board as lines for the terminal."""
        return [
            Text.assemble(
                *(
                    ("".join(char for char, _ in run), style)
                    for style, run in groupby(row, key=lambda one: one[1])
                )
            )
            for row in self.chars
        ]

    def write(self, x: int, y: int, text: str, sort: str = "") -> None:
        """Puts a text over what is there."""
        style = STYLES.get(sort, "")
        self.chars[y][x : x + len(text)] = [(char, style) for char in text]

    def middle(self, row: int, column: int) -> tuple[int, int]:
        """The place in the middle of a tile."""
        return self.left + self.wide * column + self.arm, TOP + HIGH * row + HIGH // 2

    def to_side(self, side: str) -> list[tuple[int, int]]:
        """The places from the middle of a tile to one of its sides, counted from the middle."""
        x, y = STEPS[side]
        return [(x * n, y * n) for n in range(1, (self.arm if x else HIGH // 2) + 1)]

    def draw_tile(self, row: int, column: int, tile: PictureCell) -> None:
        """A tile with what stands on it; one that is closed keeps the middle of its passages."""
        x, y = self.middle(row, column)
        left, top = x - self.arm, y - HIGH // 2
        if tile.sort == CLOSED:
            for line in range(HIGH):
                self.write(left, top + line, HATCH * self.wide, tile.sort)
        else:
            self.draw_sides(x, y, tile.sides, PASSAGE, tile.sort)
        self.write(x, y, tile.text, tile.sort)
        for over, down, text, sort in corners(tile.marks, self.arm) or ():
            self.write(left + over, top + down, text, sort)
        for mark in tile.marks:
            if mark.side:
                over, down = self.to_side(mark.side)[-1]
                self.write(x + over, y + down, mark.text, mark.sort)

    def draw_sides(self, x: int, y: int, sides: str, look: dict[str, str], sort: str) -> None:
        """Lines from the middle of a tile to some of its sides."""
        for side in sides:
            for over, down in self.to_side(side):
                self.write(x + over, y + down, look[side], sort)

    def draw_way(self, way: tuple[tuple[int, int], ...]) -> None:
        """A way over the passages, in double lines from its start to its end."""
        for n, (cell, sides) in enumerate(zip(way, way_sides(way), strict=True)):
            x, y = self.middle(*cell)
            self.draw_sides(x, y, sides, WAY, "way")
            text = WAY_END if n == len(way) - 1 else BENDS.get(sides, WAY_START)
            self.write(x, y, text, "way")

    def draw_arrow(self, arrow: Arrow) -> None:
        """A place at the edge where a tile can be put in."""
        x, y = self.middle(arrow.line, arrow.line)
        x = {"W": self.left - 2, "E": self.right + 1}.get(arrow.side, x)
        y = {"N": TOP - 1, "S": self.bottom}.get(arrow.side, y)
        self.write(x, y, ARROWS[arrow.sort][arrow.side], arrow.sort)
