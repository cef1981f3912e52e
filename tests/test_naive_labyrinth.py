"""The naive copy of the rules of Master Labyrinth against expectations found by hand.

Most boards here are all of straights lying east and west, so that every row is one passage; what
is pushed into it can part it.
"""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path

import naive_labyrinth as naive
import pytest
from naive_labyrinth import Illegal, Position

CASES = json.loads((Path(__file__).parent / "data" / "labyrinth-cases.json").read_text("utf-8"))


def position(keys: str, spare: str = "EW", **tiles: str) -> Position:
    """All tiles straight, east and west, but for those given."""
    rows = [[tiles.get(column + row, "EW") for column in "abcdefg"] for row in "1234567"]
    board = " / ".join(" ".join(row) for row in rows)
    return naive.parse(f"game: labyrinth; board: {board}; spare: {spare}; {keys}")


@pytest.mark.parametrize(
    ("point", "out", "at"),
    [("Nb", "b7", "b1"), ("Sf", "f1", "f7"), ("W2", "g2", "a2"), ("E6", "a6", "g6")],
)
def test_what_is_pushed_out_comes_in_again(point: str, out: str, at: str) -> None:
    before = position(
        f"adventurer 1: a1; adventurer 2: {out}; treasures: 1@{out}; guardians: black@{out}",
        **{out: "NES"},
    )
    after = naive.play(before, f"{point}:NS")
    assert after.tiles[at] == {"N", "S"}
    assert after.spare == {"N", "E", "S"}
    assert after.adventurers[2].square == at
    assert after.treasures == ((1, at),)
    assert after.guardians == {"black": at}
    assert after.turn == 2
    assert after.last_push == point


def test_on_tiles_a_treasure_leaves_and_comes_back_with_its_tile() -> None:
    before = position("adventurer 1: a1; treasures: 1@b7; readings: treasures=on-tiles")
    after = naive.play(before, "Nb:EW")
    assert after.treasures == ((1, "spare"),)
    assert naive.play(after, "E4:NS").treasures == ((1, "g4"),)


def test_the_board_ends_at_its_edges() -> None:
    tiles = position("adventurer 1: a1").tiles
    assert set(naive.passage(tiles, "g2", "yes")) == {column + "2" for column in "abcdefg"}
    assert set(naive.passage(tiles, "g4", "yes")) == {"e4", "f4", "g4"}
    assert len(naive.passage(tiles, "g4", "no")) == 7
    assert set(naive.passage(tiles, "d4", "yes")) == {"d4"}


def test_number_of_moves() -> None:
    # 12 points and 2 orientations. Row 1 stays whole unless a tile open N and S is pushed into
    # b1, d1 or f1: then 1, 3 or 5 squares are left to the adventurer.
    found = naive.moves(position("adventurer 1: a1"))
    assert len(found) == 21 * 7 + 1 + 3 + 5
    assert "Nb:NS" in found
    assert "Nb:NS>b1" not in found
    # After a push at the north end of b nothing may come in at its south end.
    found = naive.moves(position("adventurer 1: a1; last push: Nb"))
    assert len(found) == 19 * 7 + 1 + 3 + 5
    # A coin needs the card, a second turn a card from 7 on. Both are possible at b1, but for the
    # four pushes that carry the treasure away from there.
    found = naive.moves(position("adventurer 1: a1 cards=2,7; treasures: 2@b1"))
    assert len(found) == 2 * (21 * 7 + 1 + 3 + 5) + 2 * 20
    assert naive.moves(position("adventurer 1: a1 dragon=yes")) == []


def test_a_whole_turn() -> None:
    before = position(
        "adventurer 1: a1 cards=6,8,9; adventurer 2: f4 treasures=1,2 cards=5;"
        " treasures: 6@c1; later: 7@c1 8@a2; dragon: N"
    )
    after = naive.play(before, "W6:NS>c1+coin+again dragon=1 duel=2r5:3")
    me, other = after.adventurers[1], after.adventurers[2]
    assert (me.treasures, me.coins, me.cards) == ([6], 1, [9])
    assert (other.treasures, other.cards) == ([2], [])
    assert (after.turn, after.extra, after.dragon) == (1, True, "E")
    assert after.treasures == ((7, "c1"), (8, "a2"))
    assert after.later == ()
    # The 7 was laid out under the adventurer, who has to enter its square to take it.
    assert naive.play(after, "W6:EW").adventurers[1].treasures == [6]
    assert naive.play(after, "W6:EW").turn == 2


def test_the_final_battle() -> None:
    keys = "adventurer 1: f4 treasures=1,2 cards=2; adventurer 2: a1; dragon: E"
    won = naive.play(position(keys), "W2:EW>e4 battle=3,2r2:5,4")
    assert won.adventurers[1].dragon
    assert won.adventurers[1].cards == []
    assert naive.moves(won) == []
    lost = naive.play(position(keys + "; readings: battle_target=13"), "W2:EW>e4 battle=3,2r2:5,4")
    assert lost.adventurers[1].treasures == [2]
    assert lost.turn == 2


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("Sb:EW", "M3"),
        ("Nb:NE", "M3"),
        ("W2:EW>a2", "M5"),
        ("W2:EW>c1+coin", "M7"),
        ("W2:EW>b1+coin", "M7"),
        ("W2:EW>b1+again:8", "M8"),
        ("W2:EW>b1 dragon=4", "M10"),
        ("W2:EW>c1 dragon=4 duel=4,4", "M11"),
        ("W2:EW>b1 duel=4", "M11"),
        ("W2:EW>c1 dragon=4", "M12"),
        ("W2:EW>c1 dragon=4 duel=1r5:4", "M12"),
        ("W2:EW battle=6,6,6", "M14"),
    ],
)
def test_illegal_moves(move: str, rule: str) -> None:
    before = position(
        "last push: Nb; adventurer 1: a1 cards=4,7; adventurer 2: f4 treasures=1;"
        " treasures: 3@c1; dragon: E"
    )
    with pytest.raises(Illegal, match=rule):
        naive.play(before, move)


def test_nothing_moves_under_the_lair() -> None:
    before = position("adventurer 1: d4; adventurer 2: c4")
    with pytest.raises(Illegal, match="M9"):
        naive.play(before, "W2:EW>e4")
    before.turn = 2
    with pytest.raises(Illegal, match="M9"):
        naive.play(before, "W2:EW>d4")
    with pytest.raises(Illegal, match="M5"):
        naive.play(before, "W2:EW>e4")
    before.turn = 1
    assert naive.play(before, "W2:EW").adventurers[1].square == "d4"


def test_threats() -> None:
    keys = "adventurer 1: g4 treasures=1; adventurer 2: f4; adventurer 3: d4 treasures=2; dragon: E"
    assert naive.threatened(position(keys), "4") == ({"e4", "f4", "g4"}, [2])
    assert naive.threatened(position(keys), "1") == ({column + "5" for column in "abcdefg"}, [])
    other = "; readings: nearest_without_treasure=next-nearest"
    assert naive.threatened(position(keys + other), "4")[1] == [1]
    assert naive.threatened(position(keys), "white") == (set(), [])
    assert naive.threatened(position(keys + "; guardians: white@d4"), "white") == (set(), [])
    assert naive.threatened(position(keys + "; guardians: white@g4"), "white")[1] == [1]
    needed = "; readings: lair_opening=needed"
    assert naive.threatened(position(keys + needed), "4")[0]
    assert not naive.threatened(position(keys + needed), "1")[0]
    # At equal distance.
    keys = "adventurer 1: f4; adventurer 2: f4; adventurer 3: f4; turn: 2; dragon: E"
    assert naive.threatened(position(keys), "4")[1] == [2, 3, 1]
    other = "; readings: equal_distance_starts=left-of-active"
    assert naive.threatened(position(keys + other), "4")[1] == [3, 1, 2]
    # A passage d3-d2-e2-e3: e3 is the fourth square of it, but near the lair.
    keys = "adventurer 1: e3; adventurer 2: e2; dragon: N"
    bent = {"d3": "NS", "d2": "ES", "e2": "SW", "e3": "NS"}
    assert naive.threatened(position(keys, **bent), "4") == ({"d3", "d2", "e2", "e3"}, [2])
    grid = "; readings: duel_distance=grid"
    assert naive.threatened(position(keys + grid, **bent), "4")[1] == [1]


def test_chances_of_the_battle() -> None:
    assert naive.battle_chance(0, 12) == Fraction(3, 8)
    assert naive.battle_chance(0, 13) == Fraction(56, 216)
    # Three sixes are needed: at most one throw may fail, and is then repeated.
    assert naive.battle_chance(1, 18) == Fraction(1, 216) * (1 + 3 * Fraction(5, 6))


def test_plans_along_a_row() -> None:
    # In one turn unless b1, d1 or f1 is barred: 24 pushes less 3.
    assert naive.fewest(position("adventurer 1: a1"), "reach:g1", 2) == (1, 21)
    # With a card for a second turn two pushes are one turn. After Nb:NS the bar can go on: not by
    # Sb, which is forbidden, but by Nb:EW. The same for d and f.
    assert naive.fewest(position("adventurer 1: a1 cards=7"), "reach:g1", 1) == (1, 21 + 3)
    # Standing on the treasure does not take it.
    on_it = "adventurer 1: a1; treasures: 1@a1"
    assert naive.fewest(position(on_it), "take:1", 1) is None
    found = naive.fewest(position(on_it), "take:1", 2)
    assert found is not None
    assert found[0] == 2
    standing = position(on_it + "; readings: entering=standing-counts")
    assert naive.fewest(standing, "take:1", 2) == (1, 24)
    out_and_back = position(on_it + "; readings: entering=out-and-back")
    assert naive.fewest(out_and_back, "take:1", 2) == (1, 23)


def test_the_other_player_can_take_the_treasure_first() -> None:
    keys = "adventurer 1: a1; treasures: 1@a1; adventurer 2: "
    assert not naive.forced(position(keys + "g1"), "take:1", 2)
    assert naive.forced(position(keys + "g1"), "take:1", 2, others_take=False)
    assert naive.forced(position(keys + "c7"), "take:1", 2)  # never leaves row 7
    assert naive.forced(position("adventurer 1: a1; adventurer 2: a7"), "reach:g1", 1)


@pytest.mark.parametrize("seed", range(8))
def test_plans_of_one_turn_are_moves(seed: int) -> None:
    rng = random.Random(seed)
    before = naive.parse(naive.random_line(rng, 2, phase="many", readings=True))
    before.adventurers[before.turn].cards = []
    number = len(before.adventurers[before.turn].treasures)
    pushes = set()
    for move in naive.moves(before):
        after = naive.play(before, move)
        assert naive.snapshot(naive.parse(naive.write(after))) == naive.snapshot(after)
        if len(after.adventurers[before.turn].treasures) > number:
            pushes.add(move.split(">")[0])
    assert naive.fewest(before, "take:1", 1) == ((1, len(pushes)) if pushes else None)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_cases(case: dict[str, str | int]) -> None:
    before = naive.parse(str(case["position"]))
    turns = int(case["fewest_turns"])
    found = naive.fewest(before, str(case["goal"]), turns)
    assert found is not None
    assert found[0] == turns
    # Some of the mistakes that the cases look for are readings here.
    if case["wrong_rule"] == "enter=False":
        before.readings["entering"] = "standing-counts"
    elif case["wrong_rule"] == "token=False":
        before.readings["treasures"] = "on-tiles"
    else:
        return
    wrong = int(case["answer_with_wrong_rule"])
    if wrong == 3:  # the whole search of three turns would take seconds
        assert naive.fewest(before, str(case["goal"]), 2) is None
    else:
        found = naive.fewest(before, str(case["goal"]), wrong)
        assert found is not None
        assert found[0] == wrong
