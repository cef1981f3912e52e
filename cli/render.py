"""Pictures and tables in the terminal, and a picture as a file."""

from __future__ import annotations

from html import escape

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from solver.game import Picture, Table

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
}
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
}
WIDTH = 1000  # lines are never folded: a cut table is worse than a long line

CARD_WIDTH, CARD_HEIGHT, GAP, LABEL, LINE = 52, 36, 4, 28, 20


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
    out = RichTable(box=None, pad_edge=False, padding=(0, 1, 0, 0), show_header=False)
    for label, cells in picture.rows:
        texts = (Text(cell.text, style=STYLES.get(cell.sort, "")) for cell in cells)
        out.add_row(f"{label}:", *texts)
    print_lines(out, *picture.lines)


def print_lines(*lines: RichTable | str) -> None:
    """Prints tables and lines, without blanks at the end where there are no colours."""
    target = console()
    with target.capture() as capture:
        for line in lines:
            target.print(line, soft_wrap=isinstance(line, str))
    for text in capture.get().splitlines():
        target.file.write(text.rstrip(" ") + "\n")


def svg(picture: Picture) -> str:
    """A position as an SVG document that needs nothing from outside."""
    columns = max(len(cells) for _, cells in picture.rows)
    step_x, step_y = CARD_WIDTH + GAP, CARD_HEIGHT + GAP
    longest = max((len(line) for line in picture.lines), default=0)
    width = max(LABEL + columns * step_x, 8 * longest) + 2 * GAP
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
            left = LABEL + x * step_x
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
