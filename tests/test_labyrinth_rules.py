"""The rules of Master Labyrinth, case by case; what is expected was worked out by hand.

Most boards here are all straights that lie east and west, so that each row is one passage, or all
corners open to east and south, of which no two are joined.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from boards import name, play, read, sides, square_of, table, tile_at, treasures

from solver.errors import IllegalMove
from solver.labyrinth import rules
from solver.labyrinth.board import POINTS
from solver.labyrinth.move_notation import parse_move
from solver.labyrinth.rules import chances, winners
from solver.labyrinth.table import Move, State, Throw
from solver.labyrinth.threats import threat

LINES = {
    "Nb": "b1 b2 b3 b4 b5 b6 b7",
    "Nd": "d1 d2 d3 d4 d5 d6 d7",
    "Nf": "f1 f2 f3 f4 f5 f6 f7",
    "Sb": "b7 b6 b5 b4 b3 b2 b1",
    "Sd": "d7 d6 d5 d4 d3 d2 d1",
    "Sf": "f7 f6 f5 f4 f3 f2 f1",
    "W2": "a2 b2 c2 d2 e2 f2 g2",
    "W4": "a4 b4 c4 d4 e4 f4 g4",
    "W6": "a6 b6 c6 d6 e6 f6 g6",
    "E2": "g2 f2 e2 d2 c2 b2 a2",
    "E4": "g4 f4 e4 d4 c4 b4 a4",
    "E6": "g6 f6 e6 d6 c6 b6 a6",
}
OPPOSITE = {"Nb": "Sb", "Nd": "Sd", "Nf": "Sf", "W2": "E2", "W4": "E4", "W6": "E6"}
OPPOSITE |= {there: here for here, there in OPPOSITE.items()}
SQUARES = [column + row for row in "1234567" for column in "abcdefg"]
ROW = {row: {column + row for column in "abcdefg"} for row in "1234567"}


def legal(state: State) -> list[str]:
    """The legal moves, each of which must be listed once, in order, and not be called illegal."""
    moves = rules.legal_moves(state)
    names = [str(one) for one in moves]
    assert names == sorted(set(names))
    assert not [one for one in moves if rules.breach(state, one)]
    return names


def ends(state: State, push: str) -> set[str]:
    """Where the player may end after a push."""
    found = [move for move in legal(state) if move.split(">")[0].split("+")[0] == push]
    start = square_of(play(state, push), state.turn)
    return {move.partition(">")[2].split("+")[0] or start for move in found}


def cards_of(state: State, number: int = 1) -> list[int]:
    return list(state.adventurer(number).cards)


def owned(state: State, number: int = 1) -> list[int]:
    return list(state.adventurer(number).treasures)


def allowed(state: State, move: str) -> bool:
    return rules.breach(state, parse_move(move)) is None


def why(state: State, illegal: str | Move) -> str:
    """The rule that a move breaks; it must not be among the legal moves, nor be carried out."""
    move = parse_move(illegal) if isinstance(illegal, str) else illegal
    broken = rules.breach(state, move)
    assert broken is not None, f"{move} is called legal"
    names = [str(one) for one in rules.legal_moves(state)]
    assert str(move) not in names
    with pytest.raises(IllegalMove) as error:
        rules.apply(state, move)
    assert (error.value.rule, error.value.message) == broken
    assert rules.why_illegal(state, move) == error.value.rule
    assert error.value.move == str(move)
    assert list(error.value.legal) == names
    return error.value.rule


# --- M3: the push -------------------------------------------------------------------------------


def test_there_are_twelve_insertion_points() -> None:
    assert set(POINTS) == set(LINES)
    assert {move.split(":")[0] for move in legal(table("adventurer 1: a1"))} == set(LINES)


@pytest.mark.parametrize("point", LINES)
def test_a_push_shifts_a_line_by_one(point: str) -> None:
    line = LINES[point].split()
    tiles = ["ES", "SW", "NW", "NE", "NES", "NSW", "ESW"]
    before = table("adventurer 1: a1", spare="NES", **dict(zip(line, tiles, strict=True)))
    after = play(before, f"{point}:NEW")
    assert [tile_at(after, where) for where in line] == ["NEW", *tiles[:6]]
    assert sides(after.board.spare) == tiles[6]
    assert {tile_at(after, where) for where in SQUARES if where not in line} == {"EW"}


@pytest.mark.parametrize(
    ("spare", "ways"),
    [
        ("EW", {"EW", "NS"}),
        ("SW", {"ES", "NE", "NW", "SW"}),
        ("NEW", {"ESW", "NES", "NEW", "NSW"}),
    ],
)
def test_the_spare_may_be_turned(spare: str, ways: set[str]) -> None:
    state = table("adventurer 1: a1", all_of="ES", spare=spare)
    pushes = {move.split(">")[0] for move in legal(state)}
    assert pushes == {f"{point}:{way}" for point in LINES for way in ways}
    assert why(state, "W2:NES" if spare == "SW" else "W2:NE" if len(ways) == 2 else "W2:EW") == "M3"


def test_the_spare_as_it_lies() -> None:
    state = table("adventurer 1: a1; readings: turn_spare=as-it-lies", all_of="ES", a6="SW")
    assert {move.split(">")[0] for move in legal(state)} == {f"{point}:EW" for point in LINES}
    assert why(state, "Nb:NS") == "M3"
    assert why(state, "Nb:ES") == "M3"
    after = play(state, "E6:EW")  # the corner of a6 falls out
    assert {move.split(">")[0] for move in legal(after)} == {
        f"{point}:SW" for point in LINES if point != "W6"
    }


@pytest.mark.parametrize("last", LINES)
def test_the_push_may_not_be_reversed(last: str) -> None:
    """Also in the first turn of a game that begins from a position with a last push."""
    state = table(f"adventurer 1: a1; last push: {last}")
    barred = OPPOSITE[last]
    assert {move.split(":")[0] for move in legal(state)} == set(LINES) - {barred}
    assert why(state, f"{barred}:EW") == "M3"
    assert allowed(state, f"{last}:EW")


def test_nothing_is_barred_without_a_last_push() -> None:
    state = table("adventurer 1: a1")
    assert all(allowed(state, f"{point}:{way}") for point in LINES for way in ("NS", "EW"))


def test_the_next_player_may_not_reverse_the_push_either() -> None:
    after = play(table("adventurer 1: a1; adventurer 2: g7"), "E4:EW")
    assert after.turn == 2
    assert why(after, "W4:EW") == "M3"
    assert play(after, "E4:EW", "W6:EW", "W4:NS").turn == 1  # the bar lasts for one turn


def test_the_halves_of_a_double_turn_may_not_undo_each_other() -> None:
    after = play(table("adventurer 1: a1 cards=7; adventurer 2: g7"), "Nb:EW+again")
    assert after.turn == 1
    assert why(after, "Sb:EW") == "M3"
    assert allowed(after, "Nb:EW")


def test_the_message_says_what_is_the_matter() -> None:
    state = table("adventurer 1: a1 cards=6; last push: Nb", a2="NS")
    messages = {
        "Sb:EW": "the last push, Nb, made the spare tile fall out at Sb",
        "W2:NE": "the spare tile is a straight: it cannot be open to NE",
        "W4:EW>b3": "no passage leads from a1 to b3",
        "W4:EW>c1+coin": "no treasure is taken, so no card can be played for a coin",
        "W4:EW+again": "player 1 has no card of 7 to 12 left for a second turn",
        "W4:EW battle=1,1,1": "player 1 does not stand before the dragon's head on d3",
    }
    for move, message in messages.items():
        assert rules.breach(state, parse_move(move)) == (why(state, move), message)


# --- M4: what a push carries --------------------------------------------------------------------

WRAPS = [
    ("Nb", "b7", "b1"),
    ("Sf", "f1", "f7"),
    ("W2", "g2", "a2"),
    ("E6", "a6", "g6"),
    ("Nd", "d7", "d1"),
    ("E4", "a4", "g4"),
]


@pytest.mark.parametrize(("point", "out", "back"), WRAPS)
@pytest.mark.parametrize("turn", [1, 2])
def test_what_is_pushed_out_stands_on_the_tile_put_in(
    point: str, out: str, back: str, turn: int
) -> None:
    before = table(
        f"adventurer 1: {out}; adventurer 2: {out}; adventurer 3: a1; turn: {turn};"
        f" treasures: 1@{out} 2@c3; guardians: white@{out} black@e3",
        all_of="ES",
    )
    after = play(before, f"{point}:EW")
    assert [square_of(after, number) for number in (1, 2, 3)] == [back, back, "a1"]
    assert treasures(after) == [f"1@{back}", "2@c3"]
    assert [name(where) for _, where in after.guardians] == [back, "e3"]
    assert tile_at(after, back) == "EW"


@pytest.mark.parametrize("point", ["Nb", "Sd", "W2", "E6"])
def test_everything_on_a_line_moves_on_by_one(point: str) -> None:
    line = LINES[point].split()
    before = table(
        f"adventurer 1: {line[0]}; adventurer 4: {line[1]}; treasures: 1@{line[2]} 3@{line[3]};"
        f" guardians: white@{line[4]} black@{line[5]}",
        all_of="ES",
    )
    after = play(before, f"{point}:EW")
    assert [square_of(after, number) for number in (1, 4)] == line[1:3]
    assert treasures(after) == [f"1@{line[3]}", f"3@{line[4]}"]
    assert [name(where) for _, where in after.guardians] == line[5:7]


def test_being_carried_is_not_a_move() -> None:
    state = table("adventurer 1: b3; treasures: 1@b3")
    after = play(state, "Nb:EW")
    assert square_of(after, 1) == "b4"
    assert owned(after) == []  # the treasure came along
    assert ends(state, "Nb:EW") == {"a4", "b4", "c4"}  # d4 is under the lair
    assert why(state, "Nb:EW>a3") == "M5"


def test_a_wrapped_adventurer_moves_on_from_its_new_square() -> None:
    state = table("adventurer 1: b7", b1="NS")
    assert ends(state, "Nb:EW") == ROW["1"]
    assert ends(state, "Nb:NS") == {"b1", "b2"}


def test_treasures_may_leave_with_their_tile() -> None:
    keys = "adventurer 1: a1; adventurer 2: g2; treasures: 1@g2 2@c1; guardians: white@g2"
    state = table(f"{keys}; readings: treasures=on-tiles")
    after = play(state, "W2:EW")
    assert treasures(after) == ["1@spare", "2@c1"]
    assert square_of(after, 2) == "a2"  # figures go over all the same
    assert name(after.guardians[0][1]) == "a2"
    assert owned(play(state, "W2:EW>c1")) == []  # the 1 is still the lowest
    assert treasures(play(after, "Nd:EW")) == ["1@d1", "2@c1"]
    assert treasures(play(after, "E6:NS")) == ["1@g6", "2@c1"]
    assert treasures(play(state, "E2:EW")) == ["1@f2", "2@c1"]  # on the way they ride


def test_a_treasure_and_an_adventurer_part_where_treasures_leave_with_their_tile() -> None:
    keys = "adventurer 1: g2; treasures: 1@g2; readings: treasures=on-tiles"
    after = play(table(keys), "W2:EW", "W2:EW")
    assert treasures(after) == ["1@a2"]
    assert square_of(after, 1) == "b2"
    assert owned(play(after, "W6:EW>a2")) == [1]


# --- M5: passages -------------------------------------------------------------------------------


def test_a_passage_of_any_length_past_anybody() -> None:
    state = table("adventurer 1: a1; adventurer 2: c1; adventurer 3: g1; treasures: 1@e1 5@d1")
    assert ends(state, "W4:EW") == ROW["1"]
    assert square_of(play(state, "W4:EW>g1"), 1) == "g1"  # where somebody stands already
    assert why(state, "W4:EW>a2") == "M5"


def test_a_tile_is_open_on_one_side_only() -> None:
    # A corner at d1 leads down; d2 is a straight across, closed to the north.
    state = table("adventurer 1: a1", d1="SW")
    assert ends(state, "W4:EW") == {"a1", "b1", "c1", "d1"}
    state = table("adventurer 1: a1", d1="SW", d2="NE")
    assert ends(state, "W4:EW") == {"a1", "b1", "c1", "d1", "d2", "e2", "f2", "g2"}


def test_staying_is_a_move_and_has_one_name() -> None:
    state = table("adventurer 1: a1; adventurer 2: g7")
    assert "W4:EW" in legal(state)
    assert "W4:EW>a1" not in legal(state)
    assert play(state, "W4:EW>a1") == play(state, "W4:EW")
    carried = table("adventurer 1: c4")
    assert play(carried, "E4:EW>b4") == play(carried, "E4:EW")


def test_a_row_does_not_wrap_into_the_next() -> None:
    state = table("adventurer 1: g2; adventurer 2: a3; treasures: 1@a3")
    assert ends(state, "W4:EW") == ROW["2"]
    assert why(state, "W4:EW>a3") == "M5"
    state = play(state, "W4:EW")
    assert ends(state, "W4:EW") == ROW["3"]
    assert why(state, "W4:EW>g2") == "M5"


@pytest.mark.parametrize("corner", ["a1", "g1", "a7", "g7"])
def test_no_way_leads_off_the_board(corner: str) -> None:
    # Each corner is open outwards only, towards what lies on the far side of the board.
    corners = {"a1": "NW", "g1": "NE", "a7": "SW", "g7": "ES"}
    assert ends(table(f"adventurer 1: {corner}", **corners), "W4:EW") == {corner}


def test_a_board_of_t_shapes_only() -> None:
    column_a = {f"a{row}": "NES" for row in "1234567"}
    state = table("adventurer 1: a1", all_of="ESW", spare="ESW", **column_a)
    # All of it hangs on column a, but for what lies behind the lair.
    assert ends(state, "Nb:ESW") == set(SQUARES) - {"d4", "e4", "f4", "g4"}
    without = table("adventurer 1: a1; readings: lair=no", "ESW", "ESW", **column_a)
    assert ends(without, "Nb:ESW") == set(SQUARES)


# --- M6: taking a treasure ----------------------------------------------------------------------


def test_only_the_lowest_treasure_is_taken() -> None:
    state = table("adventurer 1: a1; treasures: 2@c1 3@d1 3@c1")
    after = play(state, "W4:EW>c1")
    assert owned(after) == [2]
    assert treasures(after) == ["3@c1", "3@d1"]
    assert owned(play(state, "W4:EW>d1")) == []
    assert owned(play(after, "W4:EW>d1")) == [2, 3]


def test_one_under_the_lair_blocks_the_others() -> None:
    state = table("adventurer 1: a1; treasures: 1@d4 2@c1")
    assert owned(play(state, "W2:EW>c1")) == []
    # Pushed out from there it still is the lowest.
    assert owned(play(state, "W4:EW>c1")) == []
    assert owned(play(table("adventurer 1: f4; treasures: 1@d4 2@c1"), "W4:EW>e4")) == [1]


def test_one_still_to_be_laid_out_does_not_block() -> None:
    assert owned(play(table("adventurer 1: a1; treasures: 5@c1; later: 3@a3"), "W4:EW>c1")) == [5]


def test_ending_on_a_treasure_takes_it() -> None:
    """Nobody can decline: there is one move that ends there."""
    state = table("adventurer 1: a1; treasures: 1@c1")
    assert [move for move in legal(state) if move.startswith("W4:EW>c1")] == ["W4:EW>c1"]
    assert owned(play(state, "W4:EW>c1")) == [1]


def test_of_two_equal_ones_on_a_square_one_stays() -> None:
    after = play(table("adventurer 1: a1; treasures: 1@c1 1@c1"), "W4:EW>c1")
    assert owned(after) == [1]
    assert treasures(after) == ["1@c1"]
    assert owned(play(after, "W4:EW")) == [1]  # it has to be entered again


def test_a_treasure_has_to_be_entered() -> None:
    state = table("adventurer 1: c1; treasures: 1@c1")
    assert owned(play(state, "W4:EW")) == []
    assert owned(play(state, "W4:EW>c1")) == []
    assert owned(play(state, "W4:EW>d1", "W2:EW>c1")) == [1]


def test_going_out_and_back_may_count_as_entering() -> None:
    keys = "adventurer 1: c1 cards=1; treasures: 1@c1; readings: entering=out-and-back"
    state = table(keys)
    assert owned(play(state, "W4:EW")) == [1]
    assert owned(play(state, "W4:EW>c1")) == [1]
    assert allowed(state, "W4:EW+coin")
    alone = table(keys, all_of="ES")  # where it cannot get out
    assert owned(play(alone, "W4:NS")) == []
    assert why(alone, "W4:NS+coin") == "M7"


def test_standing_may_count_as_entering() -> None:
    keys = "adventurer 1: c1; treasures: 1@c1; readings: entering=standing-counts"
    assert owned(play(table(keys), "W4:EW")) == [1]
    assert owned(play(table(keys, all_of="ES"), "W4:NS")) == [1]
    carried = table(keys.replace("c1", "d1"), all_of="ES")  # d1 to d2
    assert owned(play(carried, "Nd:NS")) == [1]


# --- M7: coins ----------------------------------------------------------------------------------


def test_the_matching_card_brings_a_coin() -> None:
    state = table("adventurer 1: a1 cards=2,2,3 coins=1; treasures: 2@c1")
    after = play(state, "W4:EW>c1+coin").active
    assert (after.treasures, after.coins, after.cards) == ((2,), 2, (2, 3))  # one card
    after = play(state, "W4:EW>c1").active
    assert (after.treasures, after.coins, after.cards) == ((2,), 1, (2, 2, 3))


def test_when_there_is_no_coin() -> None:
    state = table("adventurer 1: a1 cards=2,3; treasures: 2@c1 3@d1")
    assert why(state, "W4:EW>d1+coin") == "M7"  # taken is nothing
    assert why(state, "W4:EW+coin") == "M7"
    after = play(state, "W4:EW>c1")
    assert why(after, "W4:EW+coin") == "M7"  # now or never
    no_card = table("adventurer 1: a1 cards=3; adventurer 2: a1 cards=2; treasures: 2@c1")
    assert why(no_card, "W4:EW>c1+coin") == "M7"


def test_a_card_given_for_a_coin_buys_no_second_turn() -> None:
    state = table("adventurer 1: a1 cards=7; treasures: 7@c1")
    there = [move for move in legal(state) if move.startswith("W4:EW>c1")]
    assert there == ["W4:EW>c1", "W4:EW>c1+again", "W4:EW>c1+coin"]
    assert why(state, "W4:EW>c1+coin+again") == "M8"
    assert cards_of(play(state, "W4:EW>c1+again")) == []
    both = table("adventurer 1: a1 cards=7,7,9; treasures: 7@c1")
    assert cards_of(play(both, "W4:EW>c1+coin+again")) == [9]
    other = table("adventurer 1: a1 cards=7,9; treasures: 7@c1")
    assert cards_of(play(other, "W4:EW>c1+coin+again")) == []
    assert why(other, "W4:EW>c1+coin+again:7") == "M8"


# --- M8: a second turn --------------------------------------------------------------------------


def test_a_card_of_7_to_12_buys_a_second_turn() -> None:
    state = table("adventurer 1: a1 cards=3,9,12; adventurer 2: g7")
    after = play(state, "W4:EW+again")  # in the first turn of a game, with nothing taken
    assert (after.turn, after.extra, cards_of(after)) == (1, True, [3, 12])
    after = play(state, "W4:EW>c1+again:12")
    assert (after.turn, after.extra, cards_of(after)) == (1, True, [3, 9])
    assert why(state, "W4:EW+again:11") == "M8"
    assert why(state, Move("W4", 10, again=True, card=3)) == "M8"
    assert why(table("adventurer 1: a1 cards=1,6"), "W4:EW+again") == "M8"


def test_one_second_turn_a_turn() -> None:
    state = play(table("adventurer 1: a1 cards=7,8; adventurer 2: g7"), "W4:EW+again")
    assert why(state, "W4:EW+again") == "M8"
    assert not [move for move in legal(state) if "again" in move]
    after = play(state, "W4:EW")
    assert (after.turn, after.extra, cards_of(after)) == (2, False, [8])
    composed = table("adventurer 1: a1 cards=7,8; extra: yes")
    assert why(composed, "W4:EW+again:8") == "M8"
    after = play(composed, "W4:EW")
    assert "W4:EW+again" in legal(after)  # the next turn of this player


def test_a_treasure_in_each_half() -> None:
    state = table("adventurer 1: a1 cards=7; treasures: 1@c1 2@d1")
    after = play(state, "W4:EW>c1+again", "W4:EW>d1")
    assert owned(after) == [1, 2]


# --- M9: the lair -------------------------------------------------------------------------------


def test_nothing_moves_into_through_or_out_of_the_lair() -> None:
    state = table("adventurer 1: c4")
    assert ends(state, "W2:EW") == {"a4", "b4", "c4"}
    assert why(state, "W2:EW>d4") == "M9"
    assert why(state, "W2:EW>e4") == "M5"
    state = table("adventurer 1: d4")
    assert ends(state, "W2:EW") == {"d4"}
    assert why(state, "W2:EW>e4") == "M9"
    state = table("adventurer 1: d3; adventurer 2: e4", all_of="NS")
    assert ends(state, "Nb:NS") == {"d1", "d2", "d3"}


def test_pushes_carry_things_under_the_lair_and_out() -> None:
    keys = "adventurer 1: c4; treasures: 1@c4; guardians: white@c4"
    state = table(keys)
    assert ends(state, "W4:EW") == {"d4"}
    under = play(state, "W4:EW")
    assert (square_of(under, 1), treasures(under)) == ("d4", ["1@d4"])
    assert under.guardians == (("white", 24),)
    assert ends(under, "W4:EW") == {"e4", "f4", "g4"}
    assert ends(under, "Nd:EW") == ROW["5"]
    out = play(under, "W4:EW")
    assert treasures(out) == ["1@e4"]


def test_nothing_is_taken_under_the_lair() -> None:
    keys = "adventurer 1: d4 cards=1; treasures: 1@d4; readings: entering="
    for entering in ("from-another-square", "out-and-back", "standing-counts"):
        state = table(keys + entering)
        assert owned(play(state, "W2:EW")) == []
        assert why(state, "W2:EW+coin") == "M7"


def test_without_a_lair_the_middle_is_a_square_like_any_other() -> None:
    state = table("adventurer 1: c4; treasures: 1@d4; readings: lair=no")
    assert ends(state, "W2:EW") == ROW["4"]
    assert owned(play(state, "W2:EW>d4")) == [1]
    state = table("adventurer 1: d4; readings: lair=no")
    assert ends(state, "W2:EW") == ROW["4"]
    standing = "adventurer 1: d4; treasures: 1@d4; readings: lair=no entering="
    assert owned(play(table(standing + "standing-counts"), "W2:EW")) == [1]
    assert owned(play(table(standing + "out-and-back"), "W2:EW")) == [1]
    assert owned(play(table(standing + "from-another-square"), "W2:EW")) == []


# --- M10: the dragon die ------------------------------------------------------------------------

TURNS = {"N": "ESWN", "E": "SWNE", "S": "WNES", "W": "NESW"}


@pytest.mark.parametrize("dragon", TURNS)
def test_arrows_turn_the_dragon_clockwise(dragon: str) -> None:
    # Nobody else is there, and row 1 is never threatened.
    state = table(f"adventurer 1: a1; treasures: 1@c1; dragon: {dragon}")
    for arrows, facing in zip("1234", TURNS[dragon], strict=True):
        assert play(state, f"W2:EW>c1 dragon={arrows}").dragon == facing
    assert play(state, "W2:EW>c1 dragon=white").dragon == dragon
    assert play(state, "W2:EW>c1").dragon == dragon


def threatened(state: State, face: str) -> set[str]:
    return {name(where) for where in threat(state, face).squares}


def test_the_dragon_threatens_the_passage_before_its_head() -> None:
    state = table("adventurer 1: a1; dragon: N", all_of="ES")
    assert [threatened(state, arrows) for arrows in "1234"] == [{"e4"}, {"d5"}, {"c4"}, {"d3"}]
    state = table("adventurer 1: a1; dragon: N")
    assert threatened(state, "1") == {"e4", "f4", "g4"}
    assert threatened(state, "2") == ROW["5"]
    assert threatened(state, "3") == {"a4", "b4", "c4"}
    assert threatened(state, "4") == ROW["3"]  # four arrows: the same facing, a threat again
    without = table("adventurer 1: a1; dragon: N; readings: lair=no")
    assert threatened(without, "1") == ROW["4"]


def test_a_guardian_threatens_the_passage_it_stands_in() -> None:
    state = table("adventurer 1: a1; guardians: white@b6 black@d4; dragon: E")
    assert threatened(state, "white") == ROW["6"]
    assert threatened(state, "black") == set()  # under the lair
    assert threatened(table("adventurer 1: a1; guardians: white@b6"), "black") == set()
    without = table("adventurer 1: a1; guardians: black@d4; readings: lair=no")
    assert threatened(without, "black") == ROW["4"]


def test_the_faced_tile_may_have_to_be_open_to_the_lair() -> None:
    keys = "adventurer 1: a1; guardians: white@d5; dragon: N; readings: lair_opening="
    needed = table(keys + "needed")
    assert threatened(needed, "1") == {"e4", "f4", "g4"}
    assert threatened(needed, "3") == {"a4", "b4", "c4"}
    assert threatened(needed, "2") == threatened(needed, "4") == set()
    assert threatened(needed, "white") == ROW["5"]
    assert threatened(table(keys + "not-needed"), "2") == ROW["5"]
    assert threatened(table(keys + "needed", d3="NS", d5="NS"), "2") == {"d5"}
    assert threatened(table(keys + "needed", d3="NS", d5="NS"), "4") == {"d3"}


def test_the_dragon_turns_even_where_it_threatens_nobody() -> None:
    keys = "adventurer 1: a1; treasures: 1@c1; dragon: N; readings: lair_opening=needed"
    assert play(table(keys), "W2:EW>c1 dragon=2").dragon == "S"


def test_when_the_dragon_die_is_not_thrown() -> None:
    state = table("adventurer 1: a1; treasures: 1@c1 2@d1; dragon die: 1 1 2 2 white white")
    assert why(state, "W2:EW>d1 dragon=1") == "M10"  # nothing is taken
    assert why(state, "W2:EW dragon=1") == "M10"
    assert why(state, "W2:EW>c1 dragon=3") == "M10"  # no such face
    assert why(state, "W2:EW>c1 dragon=black") == "M10"
    assert allowed(state, "W2:EW>c1 dragon=2")


def test_the_last_treasure_may_end_the_throwing() -> None:
    keys = "adventurer 1: a1; treasures: 12@c1; readings: roll_after_last_treasure="
    assert play(table(keys + "yes"), "W2:EW>c1 dragon=1").dragon == "E"
    assert why(table(keys + "no"), "W2:EW>c1 dragon=1") == "M10"
    assert owned(play(table(keys + "no"), "W2:EW>c1")) == [12]
    one_left = table(f"{keys}no".replace("12@c1", "12@c1 12@g7"))
    assert play(one_left, "W2:EW>c1 dragon=1").dragon == "E"
    # The second 6 is not the last one as long as others are to come.
    more = table(f"later: 7@g7; {keys}no".replace("12@c1", "6@c1"))
    assert play(more, "W2:EW>c1 dragon=1").dragon == "E"


# --- M11: who must duel -------------------------------------------------------------------------


def duellists(keys: str, face: str = "4", **tiles: str) -> list[int]:
    return list(threat(table(f"{keys}; dragon: E", **tiles), face).duellists)


def test_the_nearest_must_duel() -> None:
    # On e4, f4, g4 the distances are 1, 2, 3.
    keys = "adventurer 1: g4 treasures=1; adventurer 2: f4 treasures=2; adventurer 3: a1 treasures="
    assert duellists(keys + "3") == [2]
    found = threat(table(keys + "3; dragon: E"), "4")
    assert found.threatened == ((2, 2), (1, 3))
    guarded = table(keys + "3; dragon: N; guardians: black@g4")
    assert threat(guarded, "black").threatened == ((1, 0), (2, 1))
    assert threat(guarded, "black").duellists == (1,)


def test_all_of_the_nearest_duel_in_turn_order() -> None:
    keys = "adventurer 1: f4 treasures=1; adventurer 2: f4 treasures=2; adventurer 4: f4 treasures="
    assert duellists(f"{keys}3; turn: 2") == [2, 4, 1]
    starts = f"{keys}3; turn: 2; readings: equal_distance_starts="
    assert duellists(starts + "active-player") == [2, 4, 1]
    assert duellists(starts + "left-of-active") == [4, 1, 2]
    # Equally near on both sides of a guardian.
    keys = "adventurer 1: a2 treasures=1; adventurer 2: c2 treasures=2; guardians: white@b2"
    assert duellists(keys, "white") == [1, 2]


def test_one_without_treasures_does_not_throw() -> None:
    keys = "adventurer 1: g4 treasures=1; adventurer 2: f4"
    assert duellists(keys) == []
    assert duellists(f"{keys}; readings: nearest_without_treasure=shields") == []
    assert duellists(f"{keys}; readings: nearest_without_treasure=next-nearest") == [1]
    keys = "adventurer 1: f4 treasures=1; adventurer 2: f4"
    assert duellists(keys) == [1]
    assert duellists("adventurer 1: g4; adventurer 2: f4") == []


def test_nobody_is_threatened_under_the_lair() -> None:
    keys = "adventurer 1: d4 treasures=1; adventurer 2: g4 treasures=2; readings: lair="
    assert duellists(keys + "yes") == [2]
    assert duellists(keys + "no") == [1]  # d4 to e4 are two tiles, g4 is the third


def test_the_nearest_across_the_board() -> None:
    # The passage d3 d2 e2 e3: e3 is its fourth tile, but two rows and columns from the lair,
    # e2 three.
    bent = {"d3": "NS", "d2": "ES", "e2": "SW", "e3": "NS"}
    keys = "adventurer 1: e3 treasures=1; adventurer 2: e2 treasures=2"
    north = {"face": "3", **bent}  # from east to north
    assert duellists(keys, **north) == [2]
    assert duellists(f"{keys}; readings: duel_distance=along-passage", **north) == [2]
    assert duellists(f"{keys}; readings: duel_distance=grid", **north) == [1]
    found = threat(table(f"{keys}; dragon: N; readings: duel_distance=grid", **bent), "4")
    assert found.threatened == ((1, 2), (2, 3))
    # From the white guardian on d3 to e3 it is one step across the board, to d2 as well.
    keys = "adventurer 1: e3 treasures=1; adventurer 2: d2 treasures=2; guardians: white@d3"
    assert duellists(keys, "white", **bent) == [2]
    assert duellists(f"{keys}; readings: duel_distance=grid", "white", **bent) == [1, 2]


def test_the_treasure_just_taken_counts() -> None:
    state = table("adventurer 1: f4; treasures: 1@e4; dragon: E")
    assert why(state, "W2:EW>e4 dragon=4") == "M12"  # a throw is missing
    assert owned(play(state, "W2:EW>e4 dragon=4 duel=3")) == []


def test_throws_that_nobody_has_to_make() -> None:
    state = table("adventurer 1: a1; adventurer 2: f4 treasures=2; treasures: 1@c1; dragon: E")
    assert why(state, "W2:EW>c1 dragon=4 duel=5,5") == "M11"
    assert why(state, "W2:EW>c1 dragon=1 duel=5") == "M11"
    assert why(state, "W2:EW>c1 duel=5") == "M11"
    assert why(state, "W2:EW>c1 dragon=4") == "M12"
    keys = "adventurer 1: a1; adventurer 2: f4 treasures=2; adventurer 3: g4 treasures=3; dragon: E"
    state = table(f"{keys}; treasures: 1@c1")
    assert allowed(state, "W2:EW>c1 dragon=4 duel=5")
    assert why(state, "W2:EW>c1 dragon=4 duel=5,5") == "M11"  # only the nearest


# --- M12: the duel ------------------------------------------------------------------------------

DUEL = (
    "adventurer 1: a1; adventurer 2: f4 treasures=2,5 coins=1 cards=3,3,6,7; treasures: 1@c1;"
    " later: 7@a7; dragon: E"
)


@pytest.mark.parametrize(
    ("duel", "left", "cards"),
    [
        ("1", [5], [3, 3, 6, 7]),
        ("2", [5], [3, 3, 6, 7]),
        ("3", [5], [3, 3, 6, 7]),
        ("4", [2, 5], [3, 3, 6, 7]),
        ("5", [2, 5], [3, 3, 6, 7]),
        ("6", [2, 5], [3, 3, 6, 7]),
        ("2r6:4", [2, 5], [3, 3, 7]),
        ("2r3:1r3:1r6:5", [2, 5], [7]),
        ("6r3:1", [5], [3, 6, 7]),  # the last result stands
    ],
)
def test_a_duel(duel: str, left: list[int], cards: list[int]) -> None:
    after = play(table(DUEL), f"W2:EW>c1 dragon=4 duel={duel}")
    assert owned(after, 2) == left
    assert cards_of(after, 2) == cards
    assert after.adventurer(2).coins == 1
    assert owned(after, 1) == [1]
    assert treasures(after) == ["7@a7"]  # what is lost is out of the game
    assert after.later == ()
    assert after.turn == 2


def test_a_card_that_repeats_nothing() -> None:
    state = table(DUEL)
    assert why(state, "W2:EW>c1 dragon=4 duel=2r4:5") == "M8"  # not held
    assert why(state, "W2:EW>c1 dragon=4 duel=2r6:1r6:5") == "M8"  # held once
    seven = Move("W2", 10, 2, dragon="4", duels=(Throw(2, ((7, 5),)),))
    assert why(state, seven) == "M8"
    mine = table(DUEL.replace("a1", "a1 cards=4"))
    assert why(mine, "W2:EW>c1 dragon=4 duel=2r4:5") == "M8"  # another player's
    coin = table("adventurer 1: f4 cards=1; treasures: 1@e4 2@a1; dragon: E")
    assert why(coin, "W2:EW>e4+coin dragon=4 duel=2r1:5") == "M8"  # given for the coin
    assert owned(play(coin, "W2:EW>e4 dragon=4 duel=2r1:5")) == [1]


def test_a_lost_duel_does_not_end_the_turn() -> None:
    state = table("adventurer 1: f4 treasures=1 cards=7; treasures: 1@e4 2@a1; dragon: E")
    after = play(state, "W2:EW>e4+again dragon=4 duel=1")
    assert owned(after) == [1]
    assert (after.turn, after.extra) == (1, True)


def test_two_duels_in_a_row() -> None:
    state = table(
        "adventurer 1: a1; adventurer 2: f4 treasures=2,3; adventurer 3: f4 treasures=2,4 cards=1;"
        " treasures: 1@c1; dragon: E"
    )
    after = play(state, "W2:EW>c1 dragon=4 duel=2,3r1:4")
    assert (owned(after, 2), owned(after, 3)) == ([3], [2, 4])
    after = play(state, "W2:EW>c1 dragon=4 duel=6,3")
    assert (owned(after, 2), owned(after, 3)) == ([2, 3], [4])
    assert why(state, "W2:EW>c1 dragon=4 duel=2") == "M12"


# --- M13: the second stage ----------------------------------------------------------------------


def test_the_second_6_brings_the_others() -> None:
    keys = "adventurer 1: a1; adventurer 2: g7; later: 7@c1 8@g7 9@d4; guardians: white@g7;"
    after = play(table(keys + "treasures: 6@c1"), "W2:EW>c1")
    assert treasures(after) == ["7@c1", "8@g7", "9@d4"]
    assert after.later == ()
    assert [square_of(after, number) for number in (1, 2)] == ["c1", "g7"]  # figures stay
    assert after.guardians == (("white", 48),)
    after = play(after, "W2:EW")
    assert owned(play(after, "W2:EW")) == [6]  # the 7 under the figure has to be entered
    assert owned(play(after, "W2:EW>d1", "W2:EW", "W2:EW>c1")) == [6, 7]
    first = play(table(keys + "treasures: 6@c1 6@d1"), "W2:EW>c1")
    assert treasures(first) == ["6@d1"]
    assert len(first.later) == 3
    # The 6's may have been lost: what counts is that nothing up to 6 is left.
    assert len(play(table(keys + "treasures: 4@c1"), "W2:EW>c1").treasures) == 3


def test_nothing_is_laid_out_without_a_taking() -> None:
    state = table("adventurer 1: a1; later: 7@c1")
    after = play(state, "W2:EW>c1")
    assert (owned(after), treasures(after), len(after.later)) == ([], [], 1)


# --- M14: the final battle ----------------------------------------------------------------------

BATTLE = "adventurer 1: f4 treasures=3,8 coins=2 cards=1,1,2,7; adventurer 2: a1; dragon: E"


@pytest.mark.parametrize("move", ["W2:EW>e4", "E4:EW"])  # going there, and being carried there
def test_a_battle_that_is_won(move: str) -> None:
    after = play(table(BATTLE), f"{move} battle=4,4,4")
    one = after.adventurer(1)
    assert (one.dragon, one.treasures, one.cards) == (True, (3, 8), (1, 1, 2, 7))
    assert one.points == 3 + 8 + 2 * 5 + 15
    assert rules.outcome(after) == "over"
    assert after.turn == 1
    assert winners(after) == (1,)
    assert legal(after) == []
    assert why(after, "W2:EW") == "M14"


def test_a_battle_that_is_lost() -> None:
    after = play(table(BATTLE), "W2:EW>e4 battle=3,4,4")
    one = after.adventurer(1)
    assert (one.dragon, one.treasures, one.coins, one.cards) == (False, (8,), 2, (1, 1, 2, 7))
    assert rules.outcome(after) == "open"
    assert winners(after) == ()
    assert (after.turn, after.extra) == (2, False)
    assert (after.treasures, after.later) == ((), ())
    nothing = BATTLE.replace(" treasures=3,8", "")
    assert owned(play(table(nothing), "W2:EW>e4 battle=1,1,1")) == []
    second = play(table(f"{BATTLE}; extra: yes"), "W2:EW>e4 battle=1,1,1")
    assert (second.turn, second.extra) == (2, False)


def test_what_it_takes_to_slay_the_dragon() -> None:
    keys = f"{BATTLE}; readings: battle_target="
    assert play(table(keys + "12"), "W2:EW>e4 battle=6,5,1").active.dragon
    assert not play(table(keys + "12"), "W2:EW>e4 battle=6,4,1").adventurer(1).dragon
    assert not play(table(keys + "13"), "W2:EW>e4 battle=6,5,1").adventurer(1).dragon
    assert play(table(keys + "13"), "W2:EW>e4 battle=6,5,2").active.dragon


def test_throws_of_a_battle_may_be_repeated() -> None:
    after = play(table(BATTLE), "W2:EW>e4 battle=1r1:2r2:6,5r1:1,5")
    assert after.active.dragon
    assert cards_of(after) == [7]
    assert not play(table(BATTLE), "W2:EW>e4 battle=6r1:1,5,5").adventurer(1).dragon
    assert why(table(BATTLE), "W2:EW>e4 battle=1r1:1r1:1,1r1:6,6") == "M8"
    assert why(table(BATTLE), "W2:EW>e4 battle=1r3:6,6,6") == "M8"


def test_when_there_is_no_battle() -> None:
    state = table(BATTLE)
    assert why(state, "W2:EW battle=6,6,6") == "M14"  # not before the head
    assert why(state, "W4:EW battle=6,6,6") == "M14"  # carried away
    assert why(state, "W2:EW>e4 battle=6,6") == "M14"
    assert why(state, "W2:EW>e4 battle=6,6,6,6") == "M14"
    assert why(state, "W2:EW>e4+again battle=6,6,6") == "M14"
    assert why(table(f"{BATTLE}; treasures: 12@a7"), "W2:EW>e4 battle=6,6,6") == "M14"
    assert why(table(f"{BATTLE}; later: 12@a7"), "W2:EW>e4 battle=6,6,6") == "M14"
    assert why(state, "W2:EW>e4 dragon=4") == "M10"  # the dragon never turns again


def test_nobody_has_to_fight() -> None:
    after = play(table(BATTLE), "W2:EW>e4")
    assert (after.turn, owned(after, 1)) == (2, [3, 8])
    after = play(after, "W2:EW")
    assert play(after, "W2:EW battle=4,4,4").active.dragon  # it stood there before


def test_the_battle_may_need_an_opening_to_the_lair() -> None:
    keys = "adventurer 1: a5 treasures=1; dragon: S; readings: lair_opening="
    assert why(table(keys + "needed"), "W2:EW>d5 battle=6,6,6") == "M14"
    assert play(table(keys + "not-needed"), "W2:EW>d5 battle=6,6,6").active.dragon
    open_tile = table(keys + "needed", d5="NEW")
    assert play(open_tile, "W2:EW>d5 battle=6,6,6").active.dragon
    assert play(table(f"{BATTLE}; readings: lair_opening=needed"), "W2:EW>e4 battle=6,6,6")


def test_who_takes_the_last_treasure_fights_later() -> None:
    keys = "adventurer 1: f4 treasures=9 cards=2,7; treasures: 12@e4; dragon: E"
    state = table(keys)
    assert why(state, "W2:EW>e4 battle=6,6,6") == "M14"
    assert why(state, "W2:EW>e4 dragon=4 duel=4 battle=6,6,6") == "M14"
    # A second turn is another turn.
    assert play(state, "W2:EW>e4+again dragon=4 duel=4", "W2:EW battle=6,6,6").active.dragon


def test_who_takes_the_last_treasure_may_fight_at_once() -> None:
    keys = "adventurer 1: f4 treasures=9 cards=2,7; treasures: 12@e4; dragon: E; readings: "
    state = table(keys + "battle_same_turn=yes")
    assert play(state, "W2:EW>e4 battle=6,6,6").active.dragon
    after = play(state, "W2:EW>e4 dragon=4 duel=3r2:1 battle=1,1,1")
    assert (owned(after), cards_of(after)) == ([], [7])  # both are lost, the 9 and the 12
    assert why(state, "W2:EW>e4 dragon=4 duel=3r2:1 battle=1r2:6,6,6") == "M8"
    # The throw has turned the dragon away to the south.
    assert why(state, "W2:EW>e4 dragon=1 battle=6,6,6") == "M14"
    turned = table(keys.replace("E;", "N;") + "battle_same_turn=yes")
    assert play(turned, "W2:EW>e4 dragon=1 duel=4 battle=6,6,6").active.dragon
    assert why(turned, "W2:EW>e4 battle=6,6,6") == "M14"
    quiet = table(keys + "battle_same_turn=yes roll_after_last_treasure=no")
    assert play(quiet, "W2:EW>e4 battle=6,6,6").active.dragon


# --- M15: the score -----------------------------------------------------------------------------


def test_the_end_of_a_game() -> None:
    state = read(
        "game: labyrinth;"
        "board: ┌┌┬┐┬│┐ / ├││┘┘│─ / ├└├├┬┤┤ / └─├─┘─┌ / ├┘┴┤┤├┤ / ──┐└┘┌│ / └┐┴┌┴└┘;"
        "spare: EW; adventurer 1: d5 treasures=3,5,6,6,8,9,9,11,12 coins=3 cards=1,6,10;"
        "adventurer 2: g5 treasures=2,4,4,5,7,7,8,10,11,12 coins=4 cards=3,11; dragon: W"
    )
    after = play(state, "W6:EW>c4 battle=3,2r1:5,4")
    assert [one.points for one in after.adventurers] == [69 + 15 + 15, 70 + 20]
    assert winners(after) == (1,)


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ("treasures=12", (1,)),
        ("coins=2", (1,)),  # 10 against 15 for the dragon
        ("coins=3", (1, 2)),
        ("treasures=7,8", (2,)),  # as many points, more treasures
        ("treasures=10 coins=1", (2,)),
        ("treasures=12 coins=1", (2,)),
        ("cards=9,10,11,12", (1,)),  # cards in hand score nothing
    ],
)
def test_who_wins(other: str, expected: tuple[int, ...]) -> None:
    keys = f"adventurer 1: a1 dragon=yes; adventurer 2: a1 {other}; adventurer 4: a1"
    assert winners(table(keys)) == expected
    assert winners(table(keys.replace(" dragon=yes", ""))) == ()


# --- M0: whose turn it is -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("numbers", "turns"),
    [
        ([1, 2, 3, 4], [1, 2, 3, 4, 1]),
        ([1, 3, 4], [1, 3, 4, 1, 3]),
        ([2, 4], [2, 4, 2, 4, 2]),
        ([3], [3, 3, 3, 3, 3]),
    ],
)
def test_turns_go_round_by_number(numbers: list[int], turns: list[int]) -> None:
    state = table("; ".join(f"adventurer {number}: a1" for number in numbers))
    for turn in turns:
        assert (state.turn, state.extra) == (turn, False)
        state = play(state, "W2:EW")


# --- Chance -------------------------------------------------------------------------------------


def test_every_course_has_its_chance() -> None:
    state = table(
        "adventurer 1: a1 cards=1; adventurer 2: f4 treasures=2; adventurer 3: f4 treasures=3;"
        "treasures: 1@c1; guardians: white@b1; dragon: N"
    )
    move = parse_move("W2:EW>c1+coin")
    found = chances(state, move)
    by_face: dict[str | None, list[Fraction]] = {}
    for chance, course in found:
        by_face.setdefault(course.dragon, []).append(chance)
        assert rules.breach(state, course) is None
        assert str(course).startswith(str(move))
        assert not any(throw.repeats for throw in course.duels)
    # East: two equally near. White: the player itself. Nobody else, and no black guardian.
    assert by_face == {
        "1": [Fraction(1, 216)] * 36,
        "2": [Fraction(1, 6)],
        "3": [Fraction(1, 6)],
        "4": [Fraction(1, 6)],
        "white": [Fraction(1, 36)] * 6,
        "black": [Fraction(1, 6)],
    }
    assert sum(chance for chance, _ in found) == 1
    east = {tuple(throw.first for throw in c.duels) for _, c in found if c.dragon == "1"}
    assert east == set(product(range(1, 7), repeat=2))


def test_a_die_with_equal_faces() -> None:
    keys = "adventurer 1: a1; treasures: 1@c1; dragon: N; dragon die: 1 1 1 2 2 black"
    found = chances(table(keys), parse_move("W2:EW>c1"))
    assert {course.dragon: chance for chance, course in found} == {
        "1": Fraction(1, 2),
        "2": Fraction(1, 3),
        "black": Fraction(1, 6),
    }


def test_without_a_throw_there_is_no_chance() -> None:
    keys = "adventurer 1: a1; treasures: 12@c1; readings: roll_after_last_treasure=no"
    for text in ("W2:EW>c1", "W2:EW>d1", "W2:EW"):
        move = parse_move(text)
        assert chances(table(keys), move) == [(Fraction(1), move)]
    assert len(chances(table(keys.replace("=no", "=yes")), parse_move("W2:EW>c1"))) == 6
