"""What the page on edge cases says about Master Labyrinth."""

from __future__ import annotations

import importlib
import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from types import ModuleType

import networkx as nx
import pytest

import solver
from solver import Record
from solver.labyrinth import rules
from solver.labyrinth.board import (
    FIXED,
    LAIR,
    LINES,
    LOOSE_MIXES,
    NEIGHBOURS,
    OPPOSITE,
    OTHER_END,
    POINTS,
    SHAPE_OF,
    SHAPES,
    SHIFT,
    SQUARE_OF,
    SQUARES,
    Board,
    is_loose,
)
from solver.labyrinth.conditions import can_take, cannot_leave
from solver.labyrinth.deal import STARTS, deal
from solver.labyrinth.passages import passage
from solver.labyrinth.table import ON_SPARE, Move, State
from solver.play import line_of_play
from solver.rulebook.condition import Moment

EXAMPLES = Path(__file__).parents[1] / "examples" / "edge-cases"


def record_of(name: str) -> Record[State, Move]:
    record: Record[State, Move] = solver.read((EXAMPLES / f"labyrinth-{name}.txt").read_text())
    return record


def test_the_witnesses_are_written_as_the_program_writes() -> None:
    for path in EXAMPLES.glob("labyrinth-*.txt"):
        text = path.read_text()
        remarks = "".join(line for line in text.splitlines(True) if line.startswith("#"))
        assert remarks
        assert text == remarks + solver.write(solver.read(text))


def test_nobody_can_leave() -> None:
    record = record_of("cannot-leave")
    assert not solver.unreachable(record)
    assert len(record.moves) == 7
    state = solver.replay(record).state
    assert cannot_leave(Moment(state))
    assert all(move.to is None for move in rules.legal_moves(state))


def test_the_corner_is_closed_for_good() -> None:
    """It is fixed, and joined to nothing whatever tiles its neighbours are."""
    state = record_of("closed-corner").state
    corner = SQUARE_OF["a1"]
    assert not is_loose(corner)
    every_side = 15
    tiles = tuple(
        state.board.tiles[where] if where == corner else every_side for where in range(SQUARES)
    )
    assert passage(type(state.board)(tiles, state.board.spare), True, corner) == {corner}
    assert min(state.treasures) == (1, corner)


# --- Nobody can leave -----------------------------------------------------------------------------


def seen_by_all(state: State) -> set[bool]:
    """Whether an adventurer could not leave, for each of them, were it on turn."""
    return {cannot_leave(Moment(replace(state, turn=one.number))) for one in state.adventurers}


def test_a_player_can_be_walled_in_as_dealt_and_for_good() -> None:
    record = record_of("cannot-leave-at-the-start")
    assert record.state == deal(2, 1, 5650)
    for state in line_of_play(solver.game_of(record), record.state, record.moves):
        assert cannot_leave(Moment(replace(state, turn=1)))
    c3 = SQUARE_OF["c3"]
    beside = {where for _, where in NEIGHBOURS[c3]}
    deciding = {
        LINES[p][i + d]
        for p in POINTS
        for i in range(1, 6)
        for d in (-1, 0, 1)
        if LINES[p][i] in beside
    }
    assert not deciding & set(LINES["W6"])  # so nothing changes while row 6 is pushed


def test_all_can_be_walled_in_on_one_square() -> None:
    record = record_of("nobody-can-leave")
    assert not solver.unreachable(record)
    for state in line_of_play(solver.game_of(record), record.state, record.moves):
        assert seen_by_all(state) == {True}


def test_no_two_are_walled_in_where_they_start() -> None:
    """The tile under the lair alone frees one of any two, unless the last push bars that."""
    tiles = [tile for shape in SHAPES.values() for tile in shape]

    def freed(start: int, tile: int, last: str | None) -> bool:
        barred = None if last is None else OTHER_END[last]
        ends = {SHIFT[point][LAIR] for point in POINTS if point != barred} - {LAIR}
        return any(
            beside in ends and FIXED[start] & out and tile & OPPOSITE[out]
            for out, beside in NEIGHBOURS[start]
        )

    def most(last: str | None) -> int:
        return max(
            sum(not freed(start, tile, last) for start in starts)
            for size in range(1, 5)
            for starts in combinations(STARTS, size)
            for tile in tiles
        )

    assert most(None) == 1
    assert max(map(most, POINTS)) == 2


# --- Every treasure can be taken ------------------------------------------------------------------


@pytest.fixture
def making(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The recipe; benchmarks are not installed."""
    monkeypatch.syspath_prepend(Path(__file__).parents[1])
    return importlib.import_module("benchmarks.edge_cases_labyrinth")


def test_every_tile_can_be_joined_to_a_fixed_one(making: ModuleType) -> None:
    tiles = [tile for shape in SHAPES.values() for tile in shape]
    for fixed in FIXED:
        for tile in tiles:
            if fixed in making.TEES or tile in SHAPES["straight"]:
                assert making.ways_in(fixed, tile), (fixed, tile)
        for shape in SHAPES.values():
            assert any(making.ways_in(fixed, tile) for tile in shape)


@pytest.mark.parametrize("seats", range(1, 5))
def test_a_tile_can_be_carried_anywhere(seats: int) -> None:
    """From everywhere, the spare included, whoever is on turn and whatever the last push, to every
    loose square, the last push being made by any one player."""
    loose = [where for where in range(SQUARES) if is_loose(where)]
    graph: nx.DiGraph[tuple[int, int, str | None]] = nx.DiGraph()
    for where, turn, last in product([*loose, ON_SPARE], range(seats), (None, *POINTS)):
        for point in POINTS:
            if (last is not None and point == OTHER_END[last]) or where == LINES[point][-1]:
                continue
            there = LINES[point][0] if where == ON_SPARE else SHIFT[point][where]
            graph.add_edge((where, turn, last), ((there, (turn + 1) % seats, point)))
    assert len(graph) == 34 * seats * 13
    heart = max(nx.strongly_connected_components(graph), key=len)
    assert {(where, turn) for where, turn, _ in heart} == set(product(loose, range(seats)))
    reversed_graph = graph.reverse()
    assert nx.descendants(reversed_graph, next(iter(heart))) | heart == set(graph)


@pytest.mark.parametrize("treasures", ["tokens", "on-tiles"])
@pytest.mark.parametrize("turn_spare", ["any-orientation", "as-it-lies"])
def test_the_recipe_takes_every_treasure(
    making: ModuleType, treasures: str, turn_spare: str
) -> None:
    chance = random.Random(7)
    for index in range(1, 31):
        state = making.position(chance, index, treasures=treasures, turn_spare=turn_spare)
        moves = making.Recipe(state).carry_out()
        line = line_of_play(solver.GAMES["labyrinth"], state, moves)
        assert line[-1].adventurer(state.turn).treasures == (1,)


def test_five_turns_may_be_needed() -> None:
    record = record_of("five-turns")
    tiles = [*record.state.board.tiles, record.state.board.spare]
    loose = Counter(SHAPE_OF[one] for where, one in enumerate(tiles) if where not in FIXED)
    assert loose in LOOSE_MIXES
    assert all(record.state.board.tiles[where] == tile for where, tile in FIXED.items())
    assert solver.solve(record, "take:1", turns=5).turns == 5


def test_what_does_not_turn_may_never_be_open() -> None:
    """No tile will ever be open to the west or the north, and a1 needs one of them."""
    state = record_of("nothing-turns").state
    assert state.readings.turn_spare == "as-it-lies"
    loose = {tile for where, tile in enumerate(state.board.tiles) if is_loose(where)}
    assert loose | {state.board.spare} == {6}
    assert all(not 6 & OPPOSITE[out] for out, _ in NEIGHBOURS[0] if FIXED[0] & out)
    assert state.treasures == ((1, 0),)
    for point, tile in rules.pushes(state):
        after = rules.pushed(state, point, tile).board
        tiles = {one for where, one in enumerate(after.tiles) if is_loose(where)}
        assert tiles | {after.spare} == {6}
        assert passage(Board(after.tiles, after.spare), True, 0) == {0}


# --- The rest -------------------------------------------------------------------------------------


def test_the_lowest_treasure_can_be_under_the_lair() -> None:
    record = record_of("lowest-under-lair")
    assert not solver.unreachable(record)
    assert min(record.state.treasures) == (2, LAIR)
    for turn in (1, 2):
        assert not can_take(Moment(replace(record.state, turn=turn)))


def test_all_four_can_duel_at_once() -> None:
    record = record_of("four-duels")
    assert not solver.unreachable(record)
    assert len(record.moves[0].duels) == 4
    end = solver.replay(record).state
    assert [one.treasures for one in end.adventurers] == [(1, 3), (), (2,), ()]


def test_a_game_can_go_on_for_ever() -> None:
    record = record_of("for-ever")
    assert record.state == deal(2, 1, 1)
    line = line_of_play(solver.game_of(record), record.state, record.moves)
    assert line[9] == line[1]


def test_whoever_is_on_a_fixed_tile_at_the_rim_can_leave() -> None:
    """The spare can be put in beside it in two ways at least, and one of them may be barred."""
    rim = [where for where in FIXED if where not in STARTS]
    for where in rim:
        beside = {square for out, square in NEIGHBOURS[where] if FIXED[where] & out}
        assert sum(LINES[point][0] in beside for point in POINTS) >= 2
