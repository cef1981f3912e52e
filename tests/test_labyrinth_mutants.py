"""Would the tests notice a mistake in the rules of Master Labyrinth? Each mistake is made here.

They are mistakes that programs for this game and for the classic Labyrinth have been seen to make,
and a few more. The case written by hand that stands beside a mistake must fail, and so must the
comparison with the naive copy of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import pytest
import test_labyrinth_naive as compared
import test_labyrinth_rules as hand

from solver.errors import IllegalMove
from solver.labyrinth import board, passages, rules, threats
from solver.labyrinth.board import LAIR, LINES, OTHER_END, SHIFT, Board, Tile
from solver.labyrinth.rules import Breach
from solver.labyrinth.table import State
from solver.labyrinth.threats import Threat, threat

Patch = pytest.MonkeyPatch


def no_lair(patch: Patch) -> None:
    patch.setattr(State, "lair", property(lambda state: False))


def the_lair_can_be_left(patch: Patch) -> None:
    def passage(tiles: Board, lair: bool, start: int) -> frozenset[int]:
        found = passages.passage(tiles, lair, start)
        if lair and start == LAIR:
            near = passages.graph(tiles, False)[LAIR]
            found = found.union(*(passages.passage(tiles, True, one) for one in near))
        return found

    patch.setattr(rules, "passage", passage)


def wraps_to(patch: Patch, where: Callable[[int, int], int]) -> None:
    """What stands on the square pushed out goes elsewhere: `where(out, back)`."""
    patch.setattr(
        rules,
        "SHIFT",
        {
            point: tuple(
                where(one, to) if one == LINES[point][-1] else to
                for one, to in enumerate(SHIFT[point])
            )
            for point in SHIFT
        },
    )


def nothing_wraps(patch: Patch) -> None:
    wraps_to(patch, lambda out, back: out)


def row_and_column_swapped(patch: Patch) -> None:
    wraps_to(patch, lambda out, back: 7 * (back % 7) + back // 7)


def rows_go_on_into_the_next(patch: Patch) -> None:
    joined = [list(near) for near in board.NEIGHBOURS]
    for end in range(6, 48, 7):
        joined[end].append((board.EAST, end + 1))
        joined[end + 1].append((board.WEST, end))
    patch.setattr(passages, "NEIGHBOURS", joined)


def columns_go_on_at_the_other_edge(patch: Patch) -> None:
    joined = [list(near) for near in board.NEIGHBOURS]
    for column in range(7):
        joined[column].append((board.NORTH, 42 + column))
        joined[42 + column].append((board.SOUTH, column))
    patch.setattr(passages, "NEIGHBOURS", joined)


def a_tile_is_smeared(patch: Patch) -> None:
    def push(self: Board, point: str, tile: Tile) -> Board:
        tiles, line = list(self.tiles), LINES[point]
        for before, after in pairwise(line):
            tiles[after] = tiles[before]
        tiles[line[0]] = tile
        return Board(tuple(tiles), self.tiles[line[-1]])

    patch.setattr(Board, "push", push)


def from_the_bottom(patch: Patch) -> None:
    push = Board.push
    end = {point: OTHER_END[point] if point[0] in "NS" else point for point in OTHER_END}
    patch.setattr(Board, "push", lambda self, point, tile: push(self, end[point], tile))


def never_turned(patch: Patch) -> None:
    push = Board.push
    patch.setattr(Board, "push", lambda self, point, tile: push(self, point, self.spare))


def reversing_allowed(patch: Patch) -> None:
    breaks = rules.push_breaks
    patch.setattr(
        rules, "push_breaks", lambda state, *push: breaks(replace(state, last_push=None), *push)
    )


def barred_without_a_last_push(patch: Patch) -> None:
    breaks = rules.push_breaks

    def push_breaks(state: State, point: str, tile: Tile) -> Breach | None:
        if state.last_push is None and point[0] in "SE":
            return "M3", "as if something had been pushed before"
        return breaks(state, point, tile)

    patch.setattr(rules, "push_breaks", push_breaks)


def bar_forgotten_in_the_second_half(patch: Patch) -> None:
    breaks = rules.push_breaks
    patch.setattr(
        rules,
        "push_breaks",
        lambda state, *push: breaks(
            replace(state, last_push=None) if state.extra else state, *push
        ),
    )


def the_same_end_is_barred(patch: Patch) -> None:
    patch.setattr(rules, "OTHER_END", {point: point for point in OTHER_END})


def under(state: State, **readings: str) -> State:
    return replace(state, readings=replace(state.readings, **readings))


def treasures_leave(patch: Patch) -> None:
    pushed = rules.pushed
    patch.setattr(
        rules,
        "pushed",
        lambda state, *push: replace(
            pushed(under(state, treasures="on-tiles"), *push), readings=state.readings
        ),
    )


def standing_counts(patch: Patch) -> None:
    taken_at = rules.taken_at
    patch.setattr(
        rules,
        "taken_at",
        lambda state, end: taken_at(under(state, entering="standing-counts"), end),
    )


def the_highest_is_taken(patch: Patch) -> None:
    patch.setattr(rules, "min", max, raising=False)


def any_is_taken(patch: Patch) -> None:
    taken_at = rules.taken_at

    def anything(state: State, end: int) -> int | None:
        there = tuple(one for one in state.treasures if one[1] == end)
        return taken_at(replace(state, treasures=there), end)

    patch.setattr(rules, "taken_at", anything)


def only_the_player_is_carried(patch: Patch) -> None:
    pushed = rules.pushed

    def carried(state: State, point: str, tile: Tile) -> State:
        there = pushed(state, point, tile)
        others = (
            one if one.number == state.turn else state.adventurer(one.number)
            for one in there.adventurers
        )
        return replace(there, adventurers=tuple(others))

    patch.setattr(rules, "pushed", carried)


def a_coin_costs_no_card(patch: Patch) -> None:
    take = rules.take

    def taken(state: State, value: int, coin: bool) -> State:
        there = take(state, value, coin)
        return there.with_adventurer(replace(there.active, cards=state.active.cards))

    patch.setattr(rules, "take", taken)


def anticlockwise(patch: Patch) -> None:
    patch.setattr(threats, "FACINGS", "NWSE")


def the_highest_is_lost(patch: Patch) -> None:
    patch.setattr(rules, "loses_lowest", lambda one: replace(one, treasures=one.treasures[:-1]))


def everybody_on_the_passage_duels(patch: Patch) -> None:
    def all_of_them(state: State, face: str) -> Threat:
        found = threat(state, face)
        owners = [number for number, _ in found.threatened if state.adventurer(number).treasures]
        return replace(found, duellists=tuple(owners))

    patch.setattr(rules, "threat", all_of_them)


def the_second_stage_is_forgotten(patch: Patch) -> None:
    patch.setattr(rules, "lay_out", lambda state: state)


@dataclass(frozen=True)
class Mistake:
    name: str
    make: Callable[[Patch], None]
    case: Callable[[], None]  # must fail


MISTAKES = [
    Mistake("there is no lair", no_lair, hand.test_nothing_moves_into_through_or_out_of_the_lair),
    Mistake(
        "the lair may not be entered, but it may be left",
        the_lair_can_be_left,
        hand.test_nothing_moves_into_through_or_out_of_the_lair,
    ),
    Mistake(
        "what is pushed out stays at that end",
        nothing_wraps,
        lambda: hand.test_what_is_pushed_out_stands_on_the_tile_put_in("Nb", "b7", "b1", 1),
    ),
    Mistake(
        "row and column swapped when something wraps",
        row_and_column_swapped,
        hand.test_a_wrapped_adventurer_moves_on_from_its_new_square,
    ),
    Mistake(
        "a row goes on into the next",
        rows_go_on_into_the_next,
        hand.test_a_row_does_not_wrap_into_the_next,
    ),
    Mistake(
        "a way leads off the far corner",
        columns_go_on_at_the_other_edge,
        lambda: hand.test_no_way_leads_off_the_board("g7"),
    ),
    Mistake(
        "a push smears one tile over the line",
        a_tile_is_smeared,
        lambda: hand.test_a_push_shifts_a_line_by_one("W4"),
    ),
    Mistake(
        "a tile put in at the top comes in at the bottom",
        from_the_bottom,
        lambda: hand.test_a_push_shifts_a_line_by_one("Nd"),
    ),
    Mistake(
        "the spare is put in as it lies",
        never_turned,
        hand.test_a_wrapped_adventurer_moves_on_from_its_new_square,
    ),
    Mistake(
        "a push may be reversed",
        reversing_allowed,
        lambda: hand.test_the_push_may_not_be_reversed("E6"),
    ),
    Mistake(
        "something is barred although there was no last push",
        barred_without_a_last_push,
        hand.test_nothing_is_barred_without_a_last_push,
    ),
    Mistake(
        "the bar is forgotten in the second half of a double turn",
        bar_forgotten_in_the_second_half,
        hand.test_the_halves_of_a_double_turn_may_not_undo_each_other,
    ),
    Mistake(
        "the point of the last push is barred instead of the opposite one",
        the_same_end_is_barred,
        lambda: hand.test_the_push_may_not_be_reversed("Nb"),
    ),
    Mistake(
        "a treasure leaves with its tile",
        treasures_leave,
        lambda: hand.test_what_is_pushed_out_stands_on_the_tile_put_in("W2", "g2", "a2", 1),
    ),
    Mistake(
        "standing on a treasure takes it", standing_counts, hand.test_a_treasure_has_to_be_entered
    ),
    Mistake(
        "the highest treasure is taken",
        the_highest_is_taken,
        hand.test_only_the_lowest_treasure_is_taken,
    ),
    Mistake(
        "any treasure may be taken", any_is_taken, hand.test_one_under_the_lair_blocks_the_others
    ),
    Mistake(
        "of two adventurers only the one on turn is carried",
        only_the_player_is_carried,
        lambda: hand.test_what_is_pushed_out_stands_on_the_tile_put_in("E6", "a6", "g6", 1),
    ),
    Mistake(
        "a card that was given for a coin buys a second turn",
        a_coin_costs_no_card,
        hand.test_a_card_given_for_a_coin_buys_no_second_turn,
    ),
    Mistake(
        "the dragon turns anticlockwise",
        anticlockwise,
        lambda: hand.test_arrows_turn_the_dragon_clockwise("N"),
    ),
    Mistake(
        "the highest treasure is lost",
        the_highest_is_lost,
        lambda: hand.test_a_duel("1", [5], [3, 3, 6, 7]),
    ),
    Mistake(
        "everybody on the passage must duel",
        everybody_on_the_passage_duels,
        hand.test_throws_that_nobody_has_to_make,
    ),
    Mistake(
        "treasures 7 to 12 are not laid out",
        the_second_stage_is_forgotten,
        hand.test_the_second_6_brings_the_others,
    ),
]


@pytest.fixture
def patch() -> Iterator[Patch]:
    """A monkeypatch after which no graph of a mistaken board is left."""
    passages.graph.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        yield patch
    passages.graph.cache_clear()


def fails(case: Callable[[], None]) -> bool:
    try:
        case()
    except (AssertionError, IllegalMove, pytest.fail.Exception):
        return True
    return False


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_mistake_is_noticed(mistake: Mistake, patch: Patch) -> None:
    mistake.make(patch)
    assert fails(mistake.case), "the case written by hand"
    assert fails(compared.compare), "the comparison with the naive copy"


def test_without_a_mistake_nothing_fails() -> None:
    compared.compare()
    for mistake in MISTAKES:
        mistake.case()
