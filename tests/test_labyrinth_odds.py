"""The odds of Master Labyrinth: the duel die, the dragon die, and the safest way to a treasure.

What is expected was worked out by hand, or is found here by going through every throw.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import naive_labyrinth as naive
import pytest
import typer
from typer.testing import CliRunner

import solver
from cli.odds import odds as command
from solver import IllegalMove
from solver.labyrinth import rules
from solver.labyrinth.battle import duel_loss, policy, winning_chance
from solver.labyrinth.board import SQUARE_OF, SQUARES
from solver.labyrinth.deal import deal
from solver.labyrinth.notation import parse_move
from solver.labyrinth.odds import Face, Odds, Risk, best, odds
from solver.labyrinth.odds_answer import answer
from solver.labyrinth.table import Move, Readings, State, Throw

DIE = range(1, 7)
TARGETS = 12, 13


# --- The final battle: every throw, one by one ------------------------------------------------


def mean(chances: list[Fraction]) -> Fraction:
    return sum(chances, Fraction(0)) / len(chances)


def before(kept: tuple[int, ...], cards: int, target: int) -> Fraction:
    """The chance to win with these results kept, before the next throw; nothing is remembered."""
    if len(kept) == 3:
        return Fraction(sum(kept) >= target)
    return mean([max(choices(kept, result, cards, target)) for result in DIE])


def choices(kept: tuple[int, ...], result: int, cards: int, target: int) -> list[Fraction]:
    """The chances to win when this result is kept, and when it is repeated if it can be."""
    chances = [before((*kept, result), cards, target)]
    if cards:
        again = [max(choices(kept, other, cards - 1, target)) for other in DIE]
        chances.append(mean(again))
    return chances


Thresholds = dict[tuple[int, int, int], int]
"""What to repeat, by throw, sum before it and cards left: every result up to this."""


def thresholds(repeats: int, target: int) -> Thresholds:
    found = {(one.throw, one.total, one.cards): one.repeat or 0 for one in policy(repeats, target)}
    assert len(found) == len(policy(repeats, target))
    return found


def wins(repeats: int, target: int, wanted: Thresholds) -> Fraction:
    """The chance to win when these results are repeated: wins counted throw by throw."""

    def count(throw: int, total: int, cards: int) -> int:
        if throw == 4:
            unused: int = 6**cards  # throws that are not made
            return unused if total >= target else 0
        found = 0
        for result in DIE:
            if cards and result <= wanted[throw, total, cards]:
                found += count(throw, total, cards - 1)
            else:
                found += count(throw + 1, total + result, cards)
        return found

    return Fraction(count(1, 0, repeats), 6 ** (3 + repeats))


def test_without_repeats_a_battle_is_a_throw_of_three_dice() -> None:
    sums = [sum(throws) for throws in product(DIE, repeat=3)]
    assert winning_chance(0) == Fraction(sum(one >= 12 for one in sums), 216) == Fraction(3, 8)
    assert winning_chance(0, 13) == Fraction(sum(one >= 13 for one in sums), 216)
    assert winning_chance(0, 13) == Fraction(7, 27)
    for target in range(2, 20):
        expected = Fraction(sum(one >= target for one in sums), 216)
        assert winning_chance(0, target) == expected
    assert policy(0) == []


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("repeats", [0, 1, 2])
def test_the_chance_is_that_of_trying_every_choice(repeats: int, target: int) -> None:
    assert winning_chance(repeats, target) == before((), repeats, target)


@pytest.mark.parametrize("target", TARGETS)
def test_the_chance_is_that_of_the_second_copy_of_the_rules(target: int) -> None:
    for repeats in range(13):
        assert winning_chance(repeats, target) == naive.battle_chance(repeats, target)


@pytest.mark.parametrize("target", TARGETS)
def test_what_is_repeated_wins_more_often_so_and_nothing_else_is(target: int) -> None:
    wanted = thresholds(2, target)
    seen = set()
    for kept in [(), *product(DIE), *product(DIE, repeat=2)]:
        for cards in (1, 2):
            key = len(kept) + 1, sum(kept), cards
            seen.add(key)
            for result in DIE:
                keep, again = choices(kept, result, cards, target)
                assert (result <= wanted[key]) == (again > keep)
    assert seen == set(wanted)


@pytest.mark.parametrize(("repeats", "target"), [(1, 12), (1, 13), (2, 12)])
def test_the_policy_wins_as_often_as_is_said_and_no_other_more(repeats: int, target: int) -> None:
    wanted = thresholds(repeats, target)
    chance = winning_chance(repeats, target)
    assert wins(repeats, target, wanted) == chance
    for key in wanted:
        for other in range(7):
            assert wins(repeats, target, {**wanted, key: other}) <= chance
    if repeats == 1:
        for by_throw in product(range(7), repeat=3):
            assert wins(1, target, {key: by_throw[key[0] - 1] for key in wanted}) <= chance


@pytest.mark.parametrize("repeats", [1, 2, 3])
def test_the_last_throw_is_repeated_as_long_as_it_can_help(repeats: int) -> None:
    wanted = thresholds(repeats, 12)
    for cards in range(1, repeats + 1):
        last = [wanted[3, total, cards] for total in range(2, 13)]
        assert last == [0, 0, 0, 0, 5, 4, 3, 2, 1, 0, 0]


def test_a_duel_is_lost_when_every_throw_of_it_is_bad() -> None:
    for repeats in range(5):
        throws = list(product(DIE, repeat=repeats + 1))
        lost = [all(result <= 3 for result in one) for one in throws]
        assert (
            duel_loss(repeats)
            == Fraction(sum(lost), len(throws))
            == Fraction(1, 2) ** (repeats + 1)
        )


def test_there_are_no_fewer_cards_than_none() -> None:
    for call in (winning_chance, policy, duel_loss):
        with pytest.raises(ValueError, match="-1"):
            call(-1)


# --- Threats and duels: boards by hand --------------------------------------------------------

# A passage of five tiles in row 3, b3 to f3, which goes on to f4 and e4. No other two tiles are
# joined, as a corner open to east and south meets nothing but its like.
HOOK = """
    ES ES ES ES ES ES ES
    ES ES ES ES ES ES ES
    ES ES EW EW EW SW ES
    ES ES ES ES ES NW ES
    ES ES ES ES ES ES ES
    ES ES ES ES ES ES ES
    ES ES ES ES ES ES ES
"""
# d3 is joined to d4 and to nothing else.
STALK = """
    ES ES ES ES ES ES ES
    ES ES ES ES ES ES ES
    ES ES ES ES ES ES ES
    ES ES ES NE ES ES ES
    ES ES ES ES ES ES ES
    ES ES ES ES ES ES ES
    ES ES ES ES ES ES ES
"""


def table(board: str, *lines: str) -> State:
    rows = " / ".join(" ".join(row.split()) for row in board.strip().splitlines())
    text = "\n".join(["game: labyrinth", f"board: {rows}", "spare: NS", *lines])
    state = solver.read(text).state
    assert isinstance(state, State)
    return state


def face(found: Odds, name: str) -> Face:
    return next(one for one in found.faces if one.name == name)


def seen(found: Odds, name: str) -> tuple[list[tuple[int, int]], list[int]]:
    """Who is threatened by a face of the dragon die, with the distance, and who must duel."""
    threat = face(found, name).threat
    return list(threat.threatened), list(threat.duellists)


def risk(found: Odds, player: int) -> Risk:
    return next(one for one in found.risks if one.player == player)


SIXTH = Fraction(1, 6)


def test_the_nearest_on_the_passage_must_duel() -> None:
    state = table(
        HOOK,
        "adventurer 1: b3 treasures=2,4 cards=1,6,8",
        "adventurer 2: e3 treasures=3 cards=7",
        "adventurer 3: a7 treasures=1",
        "dragon: W",
    )
    found = odds(state)
    assert seen(found, "1") == ([(2, 2), (1, 3)], [2])
    assert face(found, "1").threat.dragon == "N"
    assert face(found, "1").threat.source == SQUARE_OF["d3"]
    # e4 is the other end of that passage: f4, f3, e3, d3, c3, b3
    assert seen(found, "2") == ([(2, 4), (1, 7)], [2])
    for name in ("3", "4", "white", "black"):
        assert seen(found, name) == ([], [])
    assert risk(found, 1) == Risk(1, Fraction(0), Fraction(0), 2)
    assert risk(found, 2) == Risk(2, 2 * SIXTH, SIXTH, 3)  # card 7 repeats no throw
    assert risk(found, 2).expected == Fraction(1, 2)
    assert risk(found, 3) == Risk(3, Fraction(0), Fraction(0), 1)


def test_four_arrows_threaten_once_more_and_cards_of_1_to_6_help() -> None:
    state = table(HOOK, "adventurer 1: b3 treasures=4,5 cards=1,6,8", "dragon: N")
    found = odds(state)
    assert face(found, "4").threat.dragon == "N"
    assert seen(found, "4") == ([(1, 3)], [1])
    assert seen(found, "1") == ([(1, 7)], [1])
    assert (found.repeats, found.target, found.win) == (2, 12, naive.battle_chance(2, 12))
    assert risk(found, 1) == Risk(1, 2 * SIXTH, Fraction(1, 24), 4)
    assert risk(found, 1).expected == SIXTH


EQUALLY_NEAR = (
    "adventurer 1: c3 treasures=1",
    "adventurer 2: e3 treasures=2",
    "adventurer 4: c3 treasures=3",
    "turn: 2",
    "dragon: N",
)


def test_all_of_the_nearest_duel_in_turn_order() -> None:
    found = odds(table(HOOK, *EQUALLY_NEAR))
    assert seen(found, "4") == ([(2, 2), (4, 2), (1, 2)], [2, 4, 1])
    assert risk(found, 4) == Risk(4, SIXTH, Fraction(1, 12), 3)
    left = odds(table(HOOK, *EQUALLY_NEAR, "readings: equal_distance_starts=left-of-active"))
    assert seen(left, "4") == ([(4, 2), (1, 2), (2, 2)], [4, 1, 2])


def test_whether_one_without_treasures_shields_those_behind() -> None:
    lines = "adventurer 1: d3", "adventurer 2: c3 treasures=2", "adventurer 3: e3 treasures=2"
    found = odds(table(HOOK, *lines, "dragon: N"))
    assert seen(found, "4") == ([(1, 1), (2, 2), (3, 2)], [])
    assert risk(found, 1) == Risk(1, Fraction(0), Fraction(0), None)
    assert risk(found, 1).expected == 0
    assert risk(found, 2).duel == 0
    behind = odds(
        table(HOOK, *lines, "dragon: N", "readings: nearest_without_treasure=next-nearest")
    )
    assert seen(behind, "4") == ([(1, 1), (2, 2), (3, 2)], [2, 3])


def test_one_without_treasures_beside_another_shields_nobody() -> None:
    found = odds(table(HOOK, "adventurer 1: c3", "adventurer 2: e3 treasures=2", "dragon: N"))
    assert seen(found, "4") == ([(1, 2), (2, 2)], [2])


def test_a_guardian_threatens_from_its_own_tile() -> None:
    lines = "adventurer 1: b3 treasures=1", "adventurer 2: f3 treasures=2", "dragon: E"
    found = odds(table(HOOK, *lines, "guardians: white@c3 black@f3"))
    assert seen(found, "white") == ([(1, 1), (2, 3)], [1])
    assert seen(found, "black") == ([(2, 0), (1, 4)], [2])
    assert face(found, "white").threat.dragon == "E"


def test_a_guardian_under_the_lair_threatens_nobody() -> None:
    lines = "adventurer 1: d3 treasures=1", "guardians: white@d4", "dragon: S"
    state = table(STALK.replace("NE", "NS"), *lines)  # d3 is open to the south
    assert seen(odds(state), "white") == ([], [])
    assert face(odds(state), "white").threat.source is None
    flat = replace(state, readings=Readings(lair="no"))
    assert seen(odds(flat), "white") == ([(1, 1)], [1])


def test_an_adventurer_under_the_lair_is_safe() -> None:
    lines = "adventurer 1: d4 treasures=1", "guardians: white@d3", "dragon: N"
    state = table(STALK, *lines)
    for name in ("4", "white"):
        assert seen(odds(state), name) == ([], [])
    assert risk(odds(state), 1).duel == 0
    flat = replace(state, readings=Readings(lair="no"))
    assert seen(odds(flat), "4") == ([(1, 2)], [1])
    assert seen(odds(flat), "white") == ([(1, 1)], [1])


def test_whether_the_tile_before_the_dragon_must_be_open_to_it() -> None:
    # d3 is EW, closed to the lair; c4 is ES, open to it.
    lines = "adventurer 1: d3 treasures=1", "adventurer 2: c4 treasures=1", "guardians: black@d3"
    state = table(HOOK, *lines, "dragon: N")
    assert seen(odds(state), "4")[1] == [1]
    needed = odds(replace(state, readings=Readings(lair_opening="needed")))
    assert seen(needed, "4") == ([], [])
    assert face(needed, "4").threat.source is None
    assert seen(needed, "3") == ([(2, 1)], [2])
    assert seen(needed, "black") == ([(1, 0)], [1])


def test_distance_along_the_passage_or_across_the_board() -> None:
    # From the dragon at d4: e4 is one square away, but the fifth tile of the passage from d3.
    lines = "adventurer 1: c3 treasures=1", "adventurer 2: e4 treasures=1", "guardians: white@c3"
    state = table(HOOK, *lines, "dragon: N")
    assert seen(odds(state), "4") == ([(1, 2), (2, 5)], [1])
    assert seen(odds(state), "white") == ([(1, 0), (2, 5)], [1])
    grid = odds(replace(state, readings=Readings(duel_distance="grid")))
    assert seen(grid, "4") == ([(2, 1), (1, 2)], [2])
    assert seen(grid, "white") == ([(1, 0), (2, 3)], [1])  # from c3: two columns, one row


def test_a_die_of_other_faces_is_no_assumption() -> None:
    state = table(HOOK, "adventurer 1: b3 treasures=6", "dragon: N")
    assert any("faces of the dragon die" in one for one in answer(state).assumptions())
    other = replace(state, die=("1", "1", "1", "4", "white", "white"))
    found = odds(other)
    expected = {"1": Fraction(1, 2), "4": SIXTH, "white": Fraction(1, 3)}
    assert {one.name: one.probability for one in found.faces} == expected
    assert risk(found, 1) == Risk(1, Fraction(2, 3), Fraction(1, 3), 6)  # d3 and e4, not white
    assert not any("faces of the dragon die" in one for one in answer(other).assumptions())


# --- After a move -----------------------------------------------------------------------------

WALK = (
    "adventurer 1: b3 treasures=5 cards=2,3,9",
    "adventurer 2: f3 treasures=1,6",
    "dragon: N",
    "later: 7@a1",
)
FAR = "W6:NS"  # a push that touches nothing here


def test_the_treasure_just_taken_may_be_the_one_to_lose() -> None:
    state = table(HOOK, *WALK, "treasures: 2@d3 6@a7")
    found = answer(state, parse_move(f"{FAR}>d3"))
    assert found.taken == 2
    assert seen(found.odds, "4") == ([(1, 1), (2, 3)], [1])
    assert seen(found.odds, "1") == ([(2, 3), (1, 5)], [2])  # from e4
    assert risk(found.odds, 1) == Risk(1, SIXTH, Fraction(1, 48), 2)
    assert risk(found.odds, 1).expected == Fraction(1, 24)
    assert risk(found.odds, 2) == Risk(2, SIXTH, Fraction(1, 12), 1)
    assert answer(state).odds.risks[0].treasure == 5  # as the table lies


def test_a_card_played_for_a_coin_repeats_nothing() -> None:
    state = table(HOOK, *WALK, "treasures: 2@d3 6@a7")
    found = answer(state, parse_move(f"{FAR}>d3+coin+again"))
    assert (found.odds.repeats, found.odds.win) == (1, naive.battle_chance(1, 12))
    assert risk(found.odds, 1) == Risk(1, SIXTH, Fraction(1, 24), 2)


def test_a_move_that_takes_nothing_throws_no_die() -> None:
    state = table(HOOK, *WALK, "treasures: 2@d3 6@a7")
    found = answer(state, parse_move(f"{FAR}>e3"))
    assert found.taken is None
    assert found.odds.no_die is not None
    assert found.odds.faces == ()
    assert [one.expected for one in found.odds.risks] == [0, 0]


def test_a_move_must_be_legal_and_tell_no_throws() -> None:
    state = table(HOOK, *WALK, "treasures: 2@d3 6@a7")
    for move, rule in {f"{FAR}>a1": "M5", f"{FAR}>e3+coin": "M7", f"{FAR}+again:8": "M8"}.items():
        with pytest.raises(IllegalMove) as raised:
            answer(state, parse_move(move))
        assert raised.value.rule == rule
    for move in (f"{FAR}>d3 dragon=4 duel=3", f"{FAR}>d3 duel=3", f"{FAR}>d3 battle=3,3,3"):
        with pytest.raises(ValueError, match="throws"):
            answer(state, parse_move(move))


def test_whether_the_last_treasure_is_followed_by_a_throw() -> None:
    state = table(HOOK, *WALK[:3], "treasures: 2@d3")
    taking = parse_move(f"{FAR}>d3")
    assert risk(answer(state, taking).odds, 1).duel == SIXTH
    none = replace(state, readings=Readings(roll_after_last_treasure="no"))
    found = answer(none, taking, with_best=True)
    assert found.odds.faces == ()
    assert "roll_after_last_treasure=no" in str(found.odds.no_die)
    assert [one.expected for one in found.odds.risks] == [0, 0]
    assert found.options
    assert not any(one.own.expected or one.others for one in found.options)
    # With treasures still to be laid out it is not the last one.
    more = replace(none, later=((7, SQUARE_OF["a1"]),))
    assert risk(answer(more, taking).odds, 1).duel == SIXTH


def test_nothing_is_thrown_once_the_dragon_is_slain() -> None:
    state = table(HOOK, "adventurer 1: b3 treasures=6 dragon=yes", "dragon: N")
    found = answer(state, with_best=True)
    assert (found.odds.faces, found.options) == ((), [])
    assert "slain" in str(found.odds.no_die)


# --- Against every course that the dice may take ----------------------------------------------


TEES = "NES", "NEW", "NSW", "ESW"


def scattered(seed: int, cards: bool, **readings: str) -> State:
    """A table as no game leads to: pieces anywhere, on a board of T's with long passages."""
    draw = random.Random(seed)
    dealt = deal(draw.randint(2, 4), seed)
    rows = (" ".join(draw.choice(TEES) for _ in range(7)) for _ in range(7))
    treasures, adventurers = list(dealt.treasures), []
    for one in dealt.adventurers:
        own = [treasures.pop(draw.randrange(len(treasures)))[0] for _ in range(draw.randint(0, 2))]
        hand = (*one.repeats[:2], *one.second_turns[:1]) if cards else ()
        where = draw.randrange(SQUARES)
        adventurers.append(replace(one, square=where, treasures=tuple(sorted(own)), cards=hand))
    return replace(
        dealt,
        board=table("\n".join(rows), "adventurer 1: a1").board,
        adventurers=tuple(adventurers),
        turn=draw.choice(adventurers).number,
        treasures=tuple(treasures),
        guardians=tuple((name, draw.randrange(SQUARES)) for name in ("white", "black")),
        dragon=draw.choice("NESW"),
        readings=Readings(**readings),
    )


def points(state: State) -> dict[int, int]:
    return {one.number: sum(one.treasures) for one in state.adventurers}


def losses(state: State, move: Move) -> dict[int, Fraction]:
    """What each player loses on average, by playing every course of a move to its end."""
    chances = rules.chances(state, move)
    assert sum(chance for chance, _ in chances) == 1
    had = points(rules.apply(state, move))
    lost = dict.fromkeys(had, Fraction(0))
    for chance, course in chances:
        for player, left in points(rules.apply(state, course)).items():
            lost[player] += chance * (had[player] - left)
    return lost


def taking_moves(state: State) -> Iterator[Move]:
    before = len(state.active.treasures)
    for move in rules.legal_moves(state):
        after = rules.apply(state, move).adventurer(state.turn)
        if not move.coin and not move.again and len(after.treasures) > before:
            yield move


READINGS: list[dict[str, str]] = [
    {},
    {"lair": "no", "duel_distance": "grid"},
    {"nearest_without_treasure": "next-nearest", "entering": "standing-counts"},
    {"lair_opening": "needed", "equal_distance_starts": "left-of-active"},
]


@pytest.mark.parametrize("readings", READINGS, ids=lambda one: ",".join(one.values()) or "default")
def test_the_best_way_is_the_best_of_all_courses(readings: dict[str, str]) -> None:
    rows, uneven = 0, 0
    for seed in range(4):
        state = scattered(seed, cards=False, **readings)
        expected = []
        for move in taking_moves(state):
            lost = losses(state, move)
            found = answer(state, move).odds
            assert {one.player: one.expected for one in found.risks} == lost
            own = lost.pop(state.turn)
            expected.append((own, -sum(lost.values()), str(move)))
        options = best(state)
        assert [(o.own.expected, -o.others, str(o.move)) for o in options] == sorted(expected)
        rows += len(options)
        uneven += len({one.own.expected for one in options}) > 1
    assert rows > 20  # else there is nothing to see
    assert uneven


def repeated(cards: tuple[int, ...]) -> Iterator[tuple[Fraction, Throw]]:
    """Every course of a duel in which a losing throw is repeated while there are cards."""
    for first in DIE:
        if first > 3 or not cards:
            yield SIXTH, Throw(first)
            continue
        for chance, rest in repeated(cards[1:]):
            yield SIXTH * chance, Throw(first, ((cards[0], rest.first), *rest.repeats))


def test_cards_lower_the_risk_as_playing_them_does() -> None:
    checked = 0
    for seed in range(3):
        state = scattered(seed, cards=True)
        for move in list(taking_moves(state))[:3]:
            had = points(rules.apply(state, move))
            lost = dict.fromkeys(had, Fraction(0))
            after, _ = rules.after_taking(state, move)
            for name, chance in rules.dragon_die(after).items():
                called = face(odds(after), name).threat.duellists
                duels = [list(repeated(after.adventurer(one).repeats)) for one in called]
                for throws in product(*duels):
                    weight = chance
                    for part, _ in throws:
                        weight *= part
                    played = replace(move, dragon=name, duels=tuple(one for _, one in throws))
                    for player, left in points(rules.apply(state, played)).items():
                        lost[player] += weight * (had[player] - left)
            found = answer(state, move).odds
            assert {one.player: one.expected for one in found.risks} == lost
            checked += any(lost.values())
    assert checked


def test_threats_and_risks_are_those_of_the_second_copy_of_the_rules() -> None:
    rng = random.Random(11)
    several = 0
    for seed in range(200):
        readings = {name: rng.choice(values) for name, values in naive.VALUES.items()}
        if seed % 2:
            state: Any = scattered(seed, cards=True, **readings)
            line = solver.write(solver.Record("labyrinth", state), one_line=True)
        else:
            phase = rng.choice(["many", "turning", "second"])  # a die is thrown in any case
            line = naive.random_line(rng, rng.randint(2, 4), phase=phase, readings=readings)
        found, position = odds(solver.read(line).state), naive.parse(line)
        duels = dict.fromkeys(position.adventurers, Fraction(0))
        for one in found.faces:
            _, nearest = naive.threatened(position, one.name)
            expected = [number for number in nearest if position.adventurers[number].treasures]
            assert list(one.threat.duellists) == expected
            assert one.threat.dragon == naive.facing(position.dragon, one.name)
            assert one.probability == Fraction(position.die.count(one.name), 6)
            several += len(expected) > 1
            for number in expected:
                duels[number] += one.probability
        for number, owner in position.adventurers.items():
            repeats = sum(card <= 6 for card in owner.cards)
            lose = duels[number] / 2 ** (repeats + 1)
            lowest = min(owner.treasures, default=None)
            assert risk(found, number) == Risk(number, duels[number], lose, lowest)
    assert several > 20


def test_taking_by_staying_is_a_way_too() -> None:
    state = table(HOOK, "adventurer 1: d3", "treasures: 2@d3", "dragon: N")
    assert FAR not in [str(one.move) for one in best(state)]
    standing = best(replace(state, readings=Readings(entering="standing-counts")))
    assert FAR in [str(one.move) for one in standing]
    assert f"{FAR}>d3" not in [str(one.move) for one in standing]


# --- The command ------------------------------------------------------------------------------

app = typer.Typer(rich_markup_mode=None)
app.command()(command)


def written(folder: Path, state: Any, game: str = "labyrinth") -> str:
    path = folder / f"{game}.txt"
    path.write_text(solver.write(solver.Record(game, state)), encoding="utf-8")
    return str(path)


@pytest.fixture
def game(tmp_path: Path) -> str:
    return written(tmp_path, table(HOOK, *WALK, "treasures: 2@d3 6@a7"))


def run(*arguments: str, status: int = 0) -> str:
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == status, done.output
    return done.stdout


def document(*arguments: str, status: int = 0) -> dict[str, Any]:
    found = json.loads(run(*arguments, "--json", status=status))
    assert isinstance(found, dict)
    return found


def exactly(exact: str, value: float) -> dict[str, str | float]:
    return {"exact": exact, "value": value}


def test_the_answer_for_programs(game: str) -> None:
    found = document(game, f"{FAR}>d3", "--best")
    assert found["win"] == exactly("2951/3888", 0.759002)
    assert (found["repeats"], found["target"], found["taken"]) == (2, 12, 2)
    assert {"throw": 3, "sum": 6, "cards": 2, "repeat": 5} in found["policy"]
    assert {"throw": 3, "sum": 2, "cards": 1, "repeat": None} in found["policy"]
    assert [one["repeats"] for one in found["by_repeats"]] == list(range(7))
    assert found["by_repeats"][0]["win"] == exactly("3/8", 0.375)
    assert [one["face"] for one in found["dragon"]] == ["1", "2", "3", "4", "white", "black"]
    assert found["dragon"][3] == {
        "face": "4",
        "probability": exactly("1/6", 0.166667),
        "facing": "N",
        "source": "d3",
        "threatened": [
            {"player": 1, "square": "d3", "distance": 1},
            {"player": 2, "square": "f3", "distance": 3},
        ],
        "duel": [1],
    }
    assert found["dragon"][4]["source"] is None
    assert found["loss"][0] == {
        "player": 1,
        "duel": exactly("1/6", 0.166667),
        "lose": exactly("1/48", 0.020833),
        "treasure": 2,
        "expected": exactly("1/24", 0.041667),
    }
    assert found["readings"]["battle_target"] == "12"
    assert len(found["assumptions"]) == 3
    moves = [one["move"] for one in found["best"]]
    assert f"{FAR}>d3" in moves
    assert "best" not in document(game)
    assert document(game, "--reading", "battle_target=13")["win"]["exact"] == str(
        naive.battle_chance(2, 13)
    )


def test_the_answer_for_people(game: str, tmp_path: Path) -> None:
    found = run(game, f"{FAR}>d3", "--best")
    assert f"player 1 plays {FAR}>d3 and takes a 2: the dragon die is thrown" in found
    assert "is won with 2951/3888 (75.9 %)" in found
    assert "assumed: the faces of the dragon die are 1 2 3 4 white black" in found
    assert "the dragon die" not in run(game, f"{FAR}>e3").splitlines()[0]
    away = table(HOOK, *WALK, "treasures: 2@g7 6@a7")
    assert "no treasure can be taken" in run(written(tmp_path, away), "--best")


def test_what_the_command_refuses(game: str, tmp_path: Path) -> None:
    assert run(game, f"{FAR}>a1", status=3).startswith(f"{FAR}>a1: M5: ")
    refused = document(game, f"{FAR}>a1", status=3)
    assert (refused["legal"], refused["rule"], refused["move"]) == (False, "M5", f"{FAR}>a1")
    run(game, "A3", status=5)
    run(game, f"{FAR}>d3 dragon=4 duel=3", status=2)
    state = solver.GAMES["level10"].deal(players=2, pauses=2, seed=1, index=1, readings={})
    run(written(tmp_path, state, "level10"), status=2)
