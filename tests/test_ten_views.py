"""How tables of TEN and plans for them look, in the terminal and as SVG."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from rich.console import Console
from ten_tables import states, table

from cli import render
from cli.svg import FILLS, document
from solver.game import Picture
from solver.ten import rules
from solver.ten.move_notation import parse_move
from solver.ten.notation import parse
from solver.ten.reachable import notes, unreachable
from solver.ten.table import State
from solver.ten.views import WIDTH, moves_text, picture, plan_pictures, plan_table
from solver.text import text_fields

EXAMPLE = Path(__file__).parents[1] / "examples" / "ten.txt"
PLAN = (
    "draw draw draw bid:3:t3 bid:4:t1+b1 draw stop:numbers buy:B5:t3+G1+G7 draw draw stop:currency"
    " draw draw bid:3:t3 pass stop:numbers end draw draw stop:numbers buy:G4:t4 end buy:R4:t3+B7"
)
WILDS = (
    "row: G9 $5 $1; market: G1*2; player 1: tokens=1 cards=R1,R2*3,R3,R#,W5,B6,B8,W6;"
    "player 2: bust=2; turn: 2; unseen: W# $3*2; discard: $1*2 R9"
)


def example() -> State:
    return parse(text_fields(EXAMPLE.read_text(encoding="utf-8"))).state


def shown(view: Picture, capsys: pytest.CaptureFixture[str]) -> str:
    render.print_picture(view)
    return capsys.readouterr().out


def says(keys: str) -> str:
    """What the lines below the cards say, as one."""
    return " ".join(" ".join(picture(table(keys)).lines).split())


def spread(words: list[str]) -> Counter[str]:
    """The cards of a list in which `R6*2` are two."""
    found: Counter[str] = Counter()
    for word in words:
        card, _, times = word.partition("*")
        found[card] += int(times or 1)
    return found


# --- In the terminal ----------------------------------------------------------------------------


def test_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(picture(example()), capsys) == (
        """\
row:          .
market red:   .  .  .  .  .  R6 .  . .
market blue:  .  .  .  .  B5 .  .  . .
market green: .  .  .  G4 .  .  .  . .
1 red:        R1 R2 R3 .  R5 .  .  . .
1 blue:       .  B2 B3 .  .  .  .  . .
1 green:      .  .  .  .  .  .  G7 . .
2 blue:       .  .  .  .  .  .  B7 . .
2 orange:     O1 O2 O3 O4 .  .  .  . .
2 green:      .  G2 G3 .  .  .  .  . .
> player 1: 6 points, 4 black tokens, 1 bust token, 7 cards
  player 2: 7 points, 6 black tokens, 7 cards
  player 1 draws; the row is empty
  10 cards to come, next first: B4 $3 W4 G1 R4 $2 O6 R# G5 O5
"""
    )


def test_wilds_stand_where_they_score_most(capsys: pytest.CaptureFixture[str]) -> None:
    """R# has to be the 4, or W5 and W6 could not go on from it."""
    assert shown(picture(table(WILDS)), capsys) == (
        """\
row:          G9   $5   $1
market green: G1*2 .    .  .  .  .  . .  .
1 red:        R1   R2*3 R3 R# W5 W6 . .  .
1 blue:       .    .    .  .  .  B6 . B8 .
  player 1: 7 points, 1 black token, 10 cards
> player 2: no points, no black tokens, 2 bust tokens, no cards
  player 2 draws or stops; running total 9 - 6 = 3, bust from 8
    and from $5 on
  3 cards to come, in an order not known: W# $3*2
  out of play: R9 $1*2
"""
    )


def test_what_is_in_a_run_has_a_sort_of_its_own() -> None:
    sorts = {label: [cell.sort for cell in cells] for label, cells in picture(table(WILDS)).rows}
    assert sorts["row"] == ["green", "currency", "currency"]
    run = ["red in run"] * 4 + ["wild in run"] * 2
    assert sorts["1 red"] == [*run, "empty", "empty", "empty"]
    assert (sorts["1 blue"][5], sorts["1 blue"][7]) == ("blue in run", "blue")
    example_rows = dict(picture(example()).rows)
    assert [cell.sort for cell in example_rows["1 red"][2:5]] == ["red in run", "empty", "red"]


def test_wilds_that_score_nothing_lie_apart() -> None:
    keys = "player 1: cards=W1,W2,R#*2,O1,B5; market: R4; unseen: G1"
    assert [label for label, _ in picture(table(keys)).rows][2:] == [
        "1 red", "1 blue", "1 orange"
    ]  # fmt: skip
    rows = dict(picture(table(f"{keys}; readings: wild_only_run=no")).rows)
    assert [label for label in rows if label.startswith("1")] == ["1 blue", "1 orange", "1 spare"]
    assert [cell.text for cell in rows["1 orange"][:3]] == ["O1", "W2", "."]
    assert [(cell.text, cell.sort) for cell in rows["1 spare"]] == [
        ("R#", "red"),
        ("R#", "red"),
        ("W1", "wild"),
    ]


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("row: R9 $5 $2; player 1: ; unseen: R1", "total 9 - 7 = 2, bust from 9 and from $4 on"),
        ("row: R1 R1; player 1: ; unseen: R1", "running total 2, bust from 9 on"),
        ("row: R1; player 1: ; unseen: R1", "running total 1, no card is a bust"),
        ("row: $5 $5; player 1: ; unseen: R1", "total 0 - 10 = -10, bust from $1 on"),
        ("row: R6 R4; player 1: ; unseen: R1", "running total 10, bust from 1 on"),
        ("row: R1; player 1: ; deck:", "no cards to come"),
        ("player 1: ; deck: R1", "1 card to come, next first: R1"),
        ("player 1: ; market: R1; phase: buy; unseen: R1", "player 1 may buy a card"),
        (
            "players: 3; phase: auction; auction: card=W5 next=3; turn: 2",
            "auction of W5: no bid yet; player 3 is next",
        ),
        (
            "players: 2; player 1: tokens=3 cards=R2; phase: auction; turn: 2;"
            "auction: card=B# by=1 bid=4 pay=t3+R2 next=2",
            "auction of B#: player 1 bids 4 (t3+R2); player 2 is next",
        ),
        (
            "players: 2; phase: auction; turn: 2; readings: min_bid=0;"
            "auction: card=B# by=1 bid=0 next=2",
            "auction of B#: player 1 bids 0; player 2 is next",
        ),
        (
            "players: 3; phase: final; final: next=3 last=2",
            "last purchases: player 3 may buy a card, player 2 is last",
        ),
        (
            "players: 3; phase: final; final: next=2 last=2",
            "last purchases: player 2 may buy a card, the last one",
        ),
        (
            "player 1: cards=R1; player 2: cards=R2; phase: final; final: last=2",
            "the game is over: players 1 and 2 share the win no cards to come",
        ),
        (
            "player 1: cards=R1; player 2: tokens=1 cards=R2; phase: final; final: last=2",
            "the game is over: player 2 wins",
        ),
    ],
)
def test_what_is_to_be_done(keys: str, told: str) -> None:
    assert told in says(keys)


@pytest.mark.parametrize(
    ("keys", "marked"),
    [
        ("players: 3; turn: 2", "> player 2"),
        ("players: 3; turn: 2; phase: auction; auction: card=W5 next=1", "> player 1"),
        ("players: 3; phase: final; final: next=3 last=1", "> player 3"),
        ("players: 3; phase: final; final: last=1", ""),
    ],
)
def test_whoever_has_to_do_something_is_marked(keys: str, marked: str) -> None:
    found = [line for line in picture(table(keys)).lines if line.startswith(">")]
    assert [line.partition(":")[0] for line in found] == ([marked] if marked else [])


@settings(max_examples=60, deadline=None)
@given(states())
def test_everything_is_shown(state: State) -> None:
    """Every card is there, and a run has as many cells as it has points, less the bonus."""
    view = picture(state)
    assert all(len(line) <= WIDTH for line in view.lines)
    assert all(cell.sort in FILLS for _, cells in view.rows for cell in cells)
    assert all(cell.sort in render.STYLES for _, cells in view.rows for cell in cells)
    lying: dict[str, Counter[str]] = {}
    in_runs: Counter[str] = Counter()
    for label, cells in view.rows:
        owner = label.partition(" ")[0]
        texts = [cell.text for cell in cells if cell.text != "."]
        lying.setdefault(owner, Counter()).update(spread(texts))
        run = sum(cell.sort.endswith("in run") for cell in cells)
        in_runs[owner] += run + (run == 9)
    for number, player in enumerate(state.players, 1):
        assert lying.get(str(number), Counter()) == Counter(player.cards)
        assert in_runs[str(number)] == rules.score(state, number)
    assert lying.get("row", Counter()) == Counter(state.row)
    assert lying.get("market", Counter()) == Counter(state.market)
    said = " ".join(" ".join(view.lines).split())
    coming, _, out = said.partition(" out of play: ")
    to_come = coming.rpartition(" to come")[2].partition(": ")[2].split()
    if state.deck is not None:
        assert tuple(to_come) == state.deck
    assert spread(to_come) == Counter(state.to_come)
    assert spread(out.split()) == Counter(state.discard)


def test_colours_change_no_sign(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = shown(picture(table(WILDS)), capsys)

    def coloured() -> Console:
        return Console(width=200, force_terminal=True, color_system="standard", highlight=False)

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(render, "console", coloured)
    text = shown(picture(table(WILDS)), capsys)
    assert "\x1b[" in text
    bare = re.sub("\x1b\\[[0-9;]*m", "", text)
    assert [line.rstrip() for line in bare.splitlines()] == plain.splitlines()


# --- Moves --------------------------------------------------------------------------------------


def test_moves_in_lines() -> None:
    assert moves_text(table("row: R9 $2; player 1: ; player 2: tokens=9; deck: R4 R5")) == [
        "draw: draws R4, bust by total of 11, R9 R4 to the market, player 1 gains a bust token,"
        " player 2 gains 1",
        "stop:currency: takes 2 in currency, R9 to the market, player 1 gains 2",
        "stop:numbers: takes R9, player 2 gains 1",
    ]
    assert moves_text(table("players: 2; unseen: R4 R5")) == ["draw: one of 2 cards"]
    assert moves_text(table("players: 2; unseen: R5*2")) == ["draw: draws R5"]
    assert moves_text(table("players: 2; phase: final; final: last=1")) == []


def test_payments_in_lines() -> None:
    keys = "player 1: tokens=2 bust=1 cards=B1; phase: buy; market: R3 G1*2 O4; unseen: R1"
    assert moves_text(table(keys)) == [
        "end: buys nothing",
        "buy:G1: t1 b1 c1",
        "buy:O4: t1+b1 b1+c1",
        "buy:R3: b1 t2+c1",
        "c1 is any one own card, c2 any two, …: name them to make the move, as t1+R5",
    ]
    keys = (
        "players: 2; player 1: tokens=10 ; phase: auction; turn: 1; readings: min_bid=0;"
        "auction: card=W# next=1; unseen: R1"
    )
    assert moves_text(table(keys)) == [
        "pass: passes, W# is discarded",
        "bid:0: nothing",
        *(f"bid:{amount}: t{amount}" for amount in range(1, 11)),
    ]


@settings(max_examples=40, deadline=None)
@given(states(most_cards=4))
def test_lines_have_every_move_once(state: State) -> None:
    bidder = state.auction.by if state.auction else None
    for number, player in enumerate(state.players, 1):
        if number != bidder:  # with many bust tokens there are payments by the thousand
            state = state.with_player(number, replace(player, bust=min(player.bust, 2)))
    found = []
    for line in moves_text(state):
        name, _, payments = line.partition(": ")
        if name.startswith(("bid", "buy")):
            found += [f"{name}:{one}".removesuffix(":nothing") for one in payments.split()]
        elif not line.startswith("c1 is"):
            found.append(name)
    assert sorted(found) == [str(move) for move in rules.legal_moves(state)]


# --- Plans --------------------------------------------------------------------------------------


def test_a_plan(capsys: pytest.CaptureFixture[str]) -> None:
    moves = list(map(parse_move, PLAN.split()))
    render.print_table(plan_table(example(), moves[:10], False))
    assert capsys.readouterr().out == (
        """\
move  player  plays            what it does                         total  tokens  points  market
1     1       draw             draws B4                             4      4+b1 6  6 7     R6 B5 G4
2     1       draw             draws $3                             1      4+b1 6  6 7     R6 B5 G4
3     1       draw             draws W4, an auction begins          1      4+b1 6  6 7     R6 B5 G4
4     2       bid:3:t3         bids 3                               1      4+b1 6  6 7     R6 B5 G4
5     1       bid:4:t1+b1      bids 4, player 1 takes W4 for t1+b1  1      3 6     8 7     R6 B5 G4
6     1       draw             draws G1                             2      3 6     8 7     R6 B5 G4
7     1       stop:numbers     takes B4 G1, player 2 gains 3        -      3 9     9 7     R6 B5 G4
8     1       buy:B5:t3+G1+G7  buys B5                              -      0 9     9 7     R6 G4
9     2       draw             draws R4                             4      0 9     9 7     R6 G4
10    2       draw             draws $2                             2      0 9     9 7     R6 G4
"""
    )
    rows = plan_table(example(), moves, False).rows[10:]
    assert [" | ".join(row) for row in rows] == [
        "11 | 2 | stop:currency | takes 2 in currency, R4 to the market, player 2 gains 1"
        " | - | 0 10 | 9 7 | R4 R6 G4",
        "12 | 1 | draw | draws O6 | 6 | 0 10 | 9 7 | R4 R6 G4",
        "13 | 1 | draw | draws R#, an auction begins | 6 | 0 10 | 9 7 | R4 R6 G4",
        "14 | 2 | bid:3:t3 | bids 3 | 6 | 0 10 | 9 7 | R4 R6 G4",
        "15 | 1 | pass | passes, player 2 takes R# for t3 | 6 | 0 7 | 9 8 | R4 R6 G4",
        "16 | 1 | stop:numbers | takes O6 | - | 0 7 | 10 8 | R4 R6 G4",
        "17 | 1 | end | buys nothing | - | 0 7 | 10 8 | R4 R6 G4",
        "18 | 2 | draw | draws G5 | 5 | 0 7 | 10 8 | R4 R6 G4",
        "19 | 2 | draw | draws O5 | 10 | 0 7 | 10 8 | R4 R6 G4",
        "20 | 2 | stop:numbers | takes G5 O5 | - | 0 7 | 10 9 | R4 R6 G4",
        "21 | 2 | buy:G4:t4 | buys G4, the last purchases begin | - | 0 3 | 10 11 | R4 R6",
        "22 | 1 | end | buys nothing | - | 0 3 | 10 11 | R4 R6",
        "23 | 2 | buy:R4:t3+B7 | buys R4 | - | 0 0 | 10 11 | R6",
    ]


@pytest.mark.parametrize(
    ("keys", "move", "does"),
    [
        (
            "row: R9 $5 $5 R1; player 2: tokens=2; player 3: tokens=10; deck: $1 R1",
            "draw",
            "draws $1, bust by currency of 11, R9 R1 to the market, player 1 gains a bust token",
        ),
        (
            "row: $5 $5; player 1: bust=15; deck: $1 R1",
            "draw",
            "draws $1, bust by currency of 11",
        ),
        (
            "row: R9; player 1: ; player 2: ; deck: R2",
            "draw",
            "draws R2, bust by total of 11, R9 R2 to the market, player 1 gains a bust token,"
            " the last purchases begin",
        ),
        ("row: R9; player 1: ; unseen: R2 R1", "draw:R1", "draws R1"),
        (
            "row: $4; players: 3; player 2: tokens=8; player 3: tokens=10; deck: R1;"
            "readings: empty_reward=allowed",
            "stop:numbers",
            "takes no card, player 2 gains 2",
        ),
        (
            "row: R4; player 1: tokens=3; deck: R1; readings: empty_reward=allowed",
            "stop:currency",
            "takes no currency, R4 to the market",
        ),
        (
            "row: $4; player 1: tokens=3; deck: R1",
            "stop:currency",
            "takes 4 in currency, player 1 gains 4",
        ),
        ("players: 2; deck: R1; readings: first_card=optional", "end", "ends the turn"),
        ("players: 2; deck:", "end", "ends the turn, the last purchases begin"),
        (
            "players: 2; phase: auction; auction: card=W5 next=1; deck: R1;"
            "readings: no_bid=active-takes-free",
            "pass",
            "passes, player 1 takes W5 for nothing",
        ),
        (
            "players: 2; phase: auction; auction: card=W5 by=2 bid=0 next=1; deck: R1;"
            "readings: min_bid=0",
            "pass",
            "passes, player 2 takes W5 for nothing",
        ),
    ],
)
def test_what_a_move_does(keys: str, move: str, does: str) -> None:
    (row,) = plan_table(table(keys), [parse_move(move)], False).rows
    assert row[3] == does


def test_the_position_after_a_plan(capsys: pytest.CaptureFixture[str]) -> None:
    moves = list(map(parse_move, PLAN.split()))
    ((title, view),) = plan_pictures(example(), moves, False)
    assert title == "after move 23, player 2: buy:R4:t3+B7"
    assert shown(view, capsys) == (
        """\
row:        .
market red: .  .  .  .  .  R6 . . .
1 red:      R1 R2 R3 W4 R5 .  . . .
1 blue:     .  B2 B3 B4 B5 .  . . .
1 orange:   .  .  .  .  .  O6 . . .
2 red:      .  .  R# R4 .  .  . . .
2 orange:   O1 O2 O3 O4 O5 .  . . .
2 green:    .  G2 G3 G4 G5 .  . . .
  player 1: 10 points, no black tokens, 10 cards
  player 2: 11 points, no black tokens, 11 cards
  the game is over: player 2 wins
  no cards to come
  out of play: B7 G1 G7 $2 $3
"""
    )
    ((title, view),) = plan_pictures(example(), moves[:4], False)
    assert title == "after move 4, player 2: bid:3:t3"
    assert dict(view.rows)["auction"][0].text == "W4"
    assert plan_pictures(example(), [], False) == [("", picture(example()))]


def test_the_example_can_have_been_played_to() -> None:
    assert not unreachable(example())
    assert not notes(example())


# --- SVG ----------------------------------------------------------------------------------------


def test_an_svg_shows_every_card_and_line() -> None:
    for state in (example(), table(WILDS)):
        view = picture(state)
        root = ElementTree.fromstring(document(view))
        found = Counter("".join(one.itertext()) for one in root.iter() if one.tag.endswith("text"))
        expected = Counter([*view.lines, *(label for label, _ in view.rows)])
        expected.update(cell.text for _, cells in view.rows for cell in cells)
        assert found == expected


def test_labels_in_an_svg_have_room() -> None:
    """Cards begin where the longest label ends; a letter is 8.4 wide at most in the usual fonts."""
    for state in (example(), table(WILDS), table("players: 2")):
        view = picture(state)
        root = ElementTree.fromstring(document(view))
        width = float(root.attrib["width"])
        cards = [one for one in root.iter() if one.tag.endswith("rect") and "x" in one.attrib]
        first = min(float(one.attrib["x"]) for one in cards)
        assert 4 + 8.43 * max(len(label) for label, _ in view.rows) <= first
        assert 4 + 8.43 * max(map(len, view.lines)) <= width
        assert max(float(one.attrib["x"]) + 52 for one in cards) <= width
