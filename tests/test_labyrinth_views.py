"""Pictures of Master Labyrinth, in the terminal and as SVG, and its plans as people read them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.console import Console

import solver
from cli import render
from cli.svg import document
from solver.game import Mark, Picture, PictureCell
from solver.labyrinth.board import LAIR, SIZE, SQUARE_OF, SQUARES
from solver.labyrinth.board_notation import board_text
from solver.labyrinth.deal import deal
from solver.labyrinth.notation import parse_move
from solver.labyrinth.rules import legal_moves
from solver.labyrinth.table import State
from solver.labyrinth.views import moves_text, picture, plan_pictures, plan_table

TOP = Path(__file__).parents[1]

BOARD = "board: ┌┌┬┐┬│┐ / ├││┘┘│─ / ├└├├┬┤┤ / └─├─┘─┌ / ├┘┴┤┤├┤ / ──┐└┘┌│ / └┐┴┌┴└┘; "
MIDGAME = (
    f"game: labyrinth; {BOARD} spare: EW; last push: Nb;"
    "adventurer 1: d5 treasures=2,2 coins=1 cards=3,4,6,6,9,10,11,12;"
    "adventurer 2: g5 treasures=1 coins=2 cards=3,4,5,5,8,9,10,11,12;"
    "treasures: 3@g2 3@f6 4@a3 4@g3 5@b2 5@e6 6@d3 6@a7; later: 7@f3 12@d2;"
    "guardians: white@a4 black@g6; dragon: W; turn: 2"
)
CROWDED = (
    f"game: labyrinth; {BOARD} spare: NES; last push: E6;"
    "adventurer 1: d4 treasures=12 cards=3; adventurer 2: g1; adventurer 3: g1; adventurer 4: g1;"
    "treasures: 10@spare 11@a1 12@g1; guardians: white@g1 black@d4; dragon: S; turn: 4; extra: yes;"
    "readings: treasures=on-tiles"
)
WON = (
    f"game: labyrinth; {BOARD} spare: EW; adventurer 2: d5 treasures=11,12;"
    "adventurer 3: c4 treasures=7 dragon=yes; dragon: W; turn: 3"
)
PLAN = ("W2:NS>f6+coin+again", "Sf:EW>f7", "E4:NS")


def read(text: str) -> State:
    state = solver.read(text).state
    assert isinstance(state, State)
    return state


def shown(view: Picture, capsys: pytest.CaptureFixture[str]) -> str:
    render.print_picture(view)
    return capsys.readouterr().out


# --- In the terminal ----------------------------------------------------------------------------


def test_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(picture(read(MIDGAME)), capsys) == (
        """\
       a      b      c      d      e      f      g
              ⇓             ↓             ↓
                                          │
1      ┌───   ┌──────┬──────┐   ───┬───   │   ───┐
       │      │      │      │      │      │      │
       │    t5│      │      │      │      │    t3
2 →    ├───   │      │   ───┘   ───┘      │   ─────── ←
       │      │      │                    │
     t4│      │      │    t6│             │    t4│
3      ├───   └───   ├───   ├──────┬──────┤   ───┤
       │             │      │      │      │      │
     W │             │   ░░░░░░░   │
4 →    └──────────   ├───◀░░─░░░───┘   ───────   ┌─── ←
                     │   ░░░░░░░                 │
       │      │      │    1 │      │      │    2 │
5      ├──────┘   ───┴──────┤   ───┤      ├──────┤
       │                    │      │      │      │
                            │    t5│    t3     B │
6 → ─────────────────┐      └──────┘      ┌───   │    ←
                     │                    │      │
     t6│             │             │      │      │
7      └──────┐   ───┴───   ┌──────┴───   └──────┘
              │             │
              ×             ↑             ↑
  player 1: d5, 9 points, treasures 2 2, 1 coin, cards 3 4 6 6 9 10 11 12
> player 2: g5, 11 points, treasures 1, 2 coins, cards 3 4 5 5 8 9 10 11 12
  dragon: looks west, at c4
  white guardian: a4
  black guardian: g6
  spare tile: ─ EW
  last push: Nb, so the next may not be Sb
  treasures to come: 7@f3 12@d2
"""
    )


def test_several_pieces_on_a_tile_and_under_the_lair(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(picture(read(CROWDED)), capsys).splitlines()
    assert [line[46:] for line in lines[2:5]] == [
        " 2  3 4",
        "───┐",
        " W │t12",
    ]
    assert [line[25:32] for line in lines[11:14]] == ["░1░░B░░", "░░░─░░░", "░░░▼░░░"]
    assert lines[-9:] == [
        "  player 1: d4, 12 points, treasures 12, no coins, cards 3",
        "  player 2: g1, no points, no treasures, no coins, no cards",
        "  player 3: g1, no points, no treasures, no coins, no cards",
        "> player 4: g1, no points, no treasures, no coins, no cards, second turn",
        "  dragon: looks south, at d5",
        "  white guardian: g1",
        "  black guardian: d4",
        "  spare tile: ├ NES, with treasure 10",
        "  last push: E6, so the next may not be W6",
    ]


def test_tiles_grow_until_every_piece_has_room(capsys: pytest.CaptureFixture[str]) -> None:
    table = "; ".join(f"adventurer {n}: c3" for n in range(1, 5))
    values = " ".join(f"{value}@c3" for value in (10, 10, 11, 11, 12, 12))
    text = shown(
        picture(
            read(
                f"game: labyrinth; {BOARD} spare: EW; {table}; treasures: {values};"
                "guardians: white@c3 black@c3"
            )
        ),
        capsys,
    )
    drawn = "\n".join(text.splitlines()[1:24])
    assert Counter(re.findall(r"t?1[0-2]|\b[1-4]\b|[WB]", drawn)) >= Counter(
        ["1", "2", "3", "4", "t10", "t10", "t11", "t11", "t12", "t12", "W", "B"]
    )
    assert max(map(len, text.splitlines()[:24])) > 60


def test_a_game_that_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(picture(read(WON)), capsys).splitlines()
    assert lines[-4:] == [
        "  player 2: d5, 23 points, treasures 11 12, no coins, no cards",
        "  player 3: c4, 22 points, treasures 7, no coins, no cards",
        "  the game is over: player 3 has slain the dragon, player 2 wins",
        "  spare tile: ─ EW",
    ]
    assert "◀" not in "".join(lines)
    shared = read(WON.replace("treasures=7", "treasures=8").replace("11,12", "5,6,12"))
    assert "player 2 wins" in shown(picture(shared), capsys), "more treasures win a tie"
    shared = read(WON.replace("treasures=7", "treasures=1,7").replace("11,12", "11,12"))
    assert "players 2 and 3 share the win" in shown(picture(shared), capsys)


def test_without_a_lair_the_middle_is_a_tile(capsys: pytest.CaptureFixture[str]) -> None:
    state = read(MIDGAME.replace("turn: 2", "turn: 2; readings: lair=no"))
    text = shown(picture(state), capsys)
    assert "░" not in text
    assert "├───◀─────────┘" in text


@pytest.mark.parametrize("seed", range(5))
def test_the_drawing_is_the_board(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Read back from the drawing: the tiles, and for each the lines to its open sides."""
    state = replace(deal(2, seed), treasures=(), guardians=())
    lines = [line.ljust(60) for line in shown(picture(state), capsys).splitlines()]
    where = [(7 + 7 * (one % SIZE), 3 + 3 * (one // SIZE)) for one in range(SQUARES)]
    boxes = "".join(lines[y][x] for x, y in where)
    rows = " / ".join(boxes[at : at + SIZE] for at in range(0, SQUARES, SIZE))
    assert rows == board_text(state.board)
    for square, (x, y) in enumerate(where):
        if square == LAIR:
            continue
        sides = (lines[y - 1][x], lines[y][x + 3], lines[y + 1][x], lines[y][x - 3])
        drawn = sum(1 << bit for bit, side in enumerate(sides) if side in "│─")
        assert drawn == state.board.tiles[square]


def test_colours_change_no_sign(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    views = [picture(read(MIDGAME)), *(one for _, one in plans())]
    plain = [shown(view, capsys) for view in views]

    def coloured() -> Console:
        return Console(width=200, force_terminal=True, color_system="standard", highlight=False)

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(render, "console", coloured)
    for view, expected in zip(views, plain, strict=True):
        text = shown(view, capsys)
        assert "\x1b[" in text
        bare = re.sub("\x1b\\[[0-9;]*m", "", text)
        assert [line.rstrip() for line in bare.splitlines()] == expected.splitlines()


# --- Moves --------------------------------------------------------------------------------------


def test_moves_in_lines() -> None:
    """As many squares as the referee has moves without cards, a star where one takes."""
    state = read(MIDGAME)
    heading, *lines, last = moves_text(state)
    assert heading == "push: where it leaves player 2; where to move (* takes a treasure)"
    assert last == "+again may follow each, for a second turn"
    words = {line.partition(": ")[0]: line.partition(": ")[2] for line in lines}
    assert words["Sf:NS"] == "g5; g4 f5* f6 g6 g7"  # f7 is a straight now, and g6 another
    legal = [move for move in legal_moves(state) if not move.coin and not move.again]
    assert sum(len(text.split()) for text in words.values()) == len(legal)
    assert "again" not in moves_text(replace(state, extra=True))[-1]
    assert moves_text(state.with_adventurer(replace(state.active, dragon=True))) == []


# --- Plans --------------------------------------------------------------------------------------


def plans() -> list[tuple[str, Picture]]:
    return plan_pictures(read(MIDGAME), list(map(parse_move, PLAN)), True)


def test_a_plan_with_a_double_turn(capsys: pytest.CaptureFixture[str]) -> None:
    render.print_table(plan_table(read(MIDGAME), list(map(parse_move, PLAN)), True))
    assert capsys.readouterr().out == (
        """\
turn     player  move                 inserts  carried to  way             takes  gives
1        2       W2:NS>f6+coin+again  │ at W2  -           g5-g6-g7-f7-f6  3      """
        """card 3 for a coin and card 8 for a second turn
1 again  2       Sf:EW>f7             ─ at Sf  f5          f5-g5-g6-g7-f7  -      -
2        2       E4:NS                │ at E4  -           stays           -      -
"""
    )


def test_the_second_half_alone() -> None:
    state = replace(read(MIDGAME), extra=True)
    table = plan_table(
        state, list(map(parse_move, ("W2:NS>f6", "Sf:EW>f7+again:9", "E4:NS"))), True
    )
    assert [row[0] for row in table.rows] == ["1 again", "2", "2 again"]
    assert table.rows[1][-1] == "card 9 for a second turn"


def test_pictures_of_a_plan(capsys: pytest.CaptureFixture[str]) -> None:
    titles = [title for title, _ in plans()]
    assert titles == [
        "turn 1, player 2: │ at W2, go to f6, take 3, give card 3 for a coin,"
        " give card 8 for a second turn",
        "turn 1 again, player 2: ─ at Sf, carried to f5, go to f7",
        "turn 2, player 2: │ at E4, stay on f7",
    ]
    first, second, third = (shown(view, capsys) for _, view in plans())
    assert first == (
        """\
       a      b      c      d      e      f      g
              ↓             ↓             ↓
                                          │
1      ┌───   ┌──────┬──────┐   ───┬───   │   ───┐
       │      │      │      │      │      │      │
     t3│      │    t5│      │      │      │      │
2 ⇒    │      ├───   │      │   ───┘   ───┘      │    ×
       │      │      │      │                    │
     t4│      │      │    t6│             │    t4│
3      ├───   └───   ├───   ├──────┬──────┤   ───┤
       │             │      │      │      │      │
     W │             │   ░░░░░░░   │
4 →    └──────────   ├───◀░░─░░░───┘   ───────   ┌─── ←
                     │   ░░░░░░░                 │
       │      │      │    1 │      │      │    2 │
5      ├──────┘   ───┴──────┤   ───┤      ├──────○
       │                    │      │      │      ║
                            │    t5│    t3     B ║
6 → ─────────────────┐      └──────┘      ●───   ║    ←
                     │                    ║      ║
     t6│             │             │      ║      ║
7      └──────┐   ───┴───   ┌──────┴───   ╚══════╝
              │             │
              ↑             ↑             ↑
"""
    )
    assert second.splitlines()[15:22] == [
        "5      ├──────┘   ───┴──────┤   ───┤      ○══════╗",
        "       │                    │      │      │      ║",
        "                            │    t5│      │    B ║",
        "6 → ─────────────────┐      └──────┘      └───   ║    ←",
        "                     │                           ║",
        "     t6│             │             │             ║",
        "7      └──────┐   ───┴───   ┌──────┴──────●══════╝",
    ]
    assert third.count("●") == 1
    assert "○" not in third, "who stays has no way to go"


# --- SVG ----------------------------------------------------------------------------------------


def texts(root: ElementTree.Element) -> Counter[str]:
    return Counter("".join(one.itertext()) for one in root.iter() if one.tag.endswith("text"))


def test_an_svg_shows_every_piece() -> None:
    for text in (MIDGAME, CROWDED, WON):
        view = picture(read(text))
        source = document(view)
        found = texts(ElementTree.fromstring(source))
        cells = [cell for _, row in view.rows for cell in row] + [cell for _, cell in view.aside]
        marks = Counter(mark.text for cell in cells for mark in cell.marks if not mark.side)
        assert found >= marks + Counter("aabbccddeeffgg")
        for line in view.lines:
            name, _, said = line.lstrip("> ").partition(": ")
            assert found[name] == 1
            assert all(any(word in one for one in found) for word in said.split())
        assert source.count("url(#rock)") == 1, "the lair"
        assert "http" not in source.replace("http://www.w3.org/2000/svg", "")
        assert "<script" not in source


def test_an_svg_shows_the_way() -> None:
    (_, first), *_ = plans()
    assert first.way == ((4, 6), (5, 6), (6, 6), (6, 5), (5, 5))
    path = "M384,256 L384,306 Q384,320 384,334"  # g5, straight through g6 …
    assert f'd="{path}' in document(first)
    assert document(first).count("M384,256") == 2
    assert "M384,256" not in document(replace(first, way=()))


def test_texts_are_escaped() -> None:
    nasty = '<&">'
    mark = Mark(nasty, "player 1")
    cell = PictureCell("│", "loose", "NS", (mark,))
    lines = (f"> {nasty}: {nasty}", f"  player 1: {nasty}")
    board = Picture(((nasty, (cell,)),), lines, (nasty,), aside=(("spare", cell),))
    found = texts(ElementTree.fromstring(document(board)))
    assert found[nasty] == 9, "two headings twice, two lines with three texts, the piece twice"
    cards = Picture(((nasty, (PictureCell(nasty, "A"),)),), (nasty,))
    assert texts(ElementTree.fromstring(document(cards)))[nasty] == 3


def test_the_picture_of_the_documentation_is_that_of_the_example() -> None:
    text = (TOP / "examples" / "labyrinth.txt").read_text(encoding="utf-8")
    drawn = (TOP / "docs" / "labyrinth.svg").read_text(encoding="utf-8")
    assert document(picture(read(text))) == drawn


def test_the_faced_square_is_one_sort_of_tile() -> None:
    for facing, name in zip("NESW", ("d3", "e4", "d5", "c4"), strict=True):
        view = picture(replace(read(MIDGAME), dragon=facing))
        row, column = divmod(SQUARE_OF[name], SIZE)
        sorts = [[cell.sort for cell in cells] for _, cells in view.rows]
        assert sorts[row][column] == "faced"
        assert sum(line.count("faced") for line in sorts) == 1
