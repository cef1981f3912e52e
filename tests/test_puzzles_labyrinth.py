"""The puzzles of Master Labyrinth, counted again by the referee and the naive copy of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import naive_labyrinth as naive
import pytest
from boards import play, table, to_naive

import solver
from puzzles import notation
from puzzles.labyrinth import BLOCK, KINDS, TAKE_IT, TWO_IN_ONE
from puzzles.labyrinth.drafts import changed, with_straight_ends
from puzzles.labyrinth.drafts import table as draft
from puzzles.labyrinth.plans import Plans
from puzzles.labyrinth.players import outlook
from puzzles.labyrinth.symmetry import SYMMETRIES, Symmetry
from puzzles.puzzle import PLAYERS, Analysis, Kind, Puzzle
from solver import Limits, Question, Record
from solver.labyrinth import rules
from solver.labyrinth.board import (
    LAIR,
    LINES,
    OTHER_END,
    POINTS,
    SHAPE_OF,
    SQUARES,
    Board,
    sides_name,
)
from solver.labyrinth.search import given_back
from solver.labyrinth.table import Move, State
from solver.shuffle import SplitMix64
from solver.verdict import Budget

FREE = Limits(None)
ASKED = (
    (TAKE_IT, replace(TAKE_IT.default, turns=1)),
    (TAKE_IT, TAKE_IT.default),
    (BLOCK, BLOCK.default),
    (TWO_IN_ONE, TWO_IN_ONE.default),
)
EACH = pytest.mark.parametrize(
    ("kind", "question"), ASKED, ids=lambda one: getattr(one, "name", "")
)


@cache
def made(kind: Kind, question: Question) -> tuple[tuple[State, Analysis], ...]:
    """Two puzzles, analysed."""
    numbers = SplitMix64(2026)
    found: list[tuple[State, Analysis]] = []
    while len(found) < 2:
        result = kind.make(numbers, question)
        if result is not None:
            state, _ = result
            found.append((state, kind.analyse(state, question, FREE)))
    return tuple(found)


def drafts(seed: int, number: int, players: int = 2) -> Iterator[State]:
    """Tables at random."""
    numbers = SplitMix64(seed)
    for _ in range(number):
        state = draft(numbers, players)
        yield state


def names(analysis: Analysis) -> set[str]:
    return {choice.name for choice in analysis.right}


# --- What is counted, counted again -------------------------------------------------------------


def pushes_that_take(state: State) -> set[str]:
    """By the referee: the pushes after which a move takes a treasure."""
    before = len(state.active.treasures)
    return {
        f"{move.point}:{sides_name(move.tile)}"
        for move in rules.legal_moves(state)
        if not move.coin
        and not move.again
        and len(rules.apply(state, move).adventurer(state.turn).treasures) > before
    }


def begins_a_plan(state: State, turns: int) -> set[str]:
    """By the naive copy: the pushes after which a move leaves a way within one turn less."""
    return {
        f"{move.point}:{sides_name(move.tile)}"
        for move in rules.legal_moves(state)
        if naive.fewest(
            to_naive(given_back(rules.apply(state, move), state.turn)), "take:1", turns - 1
        )
    }


def test_one_turn_by_the_referee() -> None:
    counts = set()
    for state in drafts(5, 6):
        analysis = TAKE_IT.analyse(state, Question("take:1", 1), FREE)
        expected = pushes_that_take(state)
        assert names(analysis) == expected
        assert analysis.found["plans"] == analysis.found["first-moves"] == str(len(expected))
        assert analysis.found["winnable"] == ("yes" if expected else "no")
        assert len(analysis.choices) == len(list(rules.pushes(state)))
        counts.add(min(len(expected), 2))
    assert len(counts) > 1


def test_two_turns_by_the_naive_copy() -> None:
    counted = 0
    for state in drafts(11, 12):
        expected = naive.fewest(to_naive(state), "take:1", 2)
        analysis = TAKE_IT.analyse(state, Question("take:1", 2), FREE)
        if expected is None:
            assert analysis.found["winnable"] == "no"
        else:
            assert (analysis.found["turns"], analysis.found["plans"]) == tuple(map(str, expected))
            counted += expected[0] == 2
    assert counted > 3


def test_what_begins_a_plan_by_the_naive_copy() -> None:
    state = next(
        state
        for state in drafts(3, 60)
        if len(list(rules.pushes(state))) == 22
        and 3 < int(TAKE_IT.analyse(state, TAKE_IT.default, FREE).found["first-moves"]) < 22
        and not pushes_that_take(state)
    )
    assert names(TAKE_IT.analyse(state, TAKE_IT.default, FREE)) == begins_a_plan(state, 2)


def test_the_only_plan_by_the_naive_copy() -> None:
    for state, analysis in made(TAKE_IT, TAKE_IT.default):
        assert naive.fewest(to_naive(state), "take:1", 2) == (2, 1)
        assert analysis.found == {"winnable": "yes", "turns": "2", "plans": "1", "first-moves": "1"}
        assert names(analysis) == {analysis.solution[0].partition(">")[0]}


def test_two_in_one_by_the_naive_copy() -> None:
    for state, analysis in made(TWO_IN_ONE, TWO_IN_ONE.default):
        assert naive.fewest(to_naive(state), "take:2", 1) == (1, 1)
        assert analysis.found == {"winnable": "yes", "turns": "1", "plans": "1", "first-moves": "1"}


def test_plans_one_by_one_are_as_many_as_are_counted() -> None:
    for state in drafts(8, 4):
        analysis = TAKE_IT.analyse(state, Question("take:1", 3), FREE)
        turns = int(analysis.found["turns"])
        plans = Plans(state, "take:1", turns, Budget(FREE)).several(10_000)
        assert len(set(plans)) == len(plans) == int(analysis.found["plans"])
        for plan in plans[:5]:
            assert TAKE_IT.refuted(state, Question("take:1", turns), plan.split()) is None


def test_block_by_the_referee() -> None:
    numbers = SplitMix64(4)
    state, _ = made(BLOCK, BLOCK.default)[0]
    tables = [state]
    while len(tables) < 3:
        other = changed(numbers, tables[-1], (1, 2))
        if not pushes_that_take(other):
            tables.append(other)
    for one in tables:
        expected = {
            f"{point}:{sides_name(tile)}"
            for point, tile in rules.pushes(one)
            if not pushes_that_take(play(one, f"{point}:{sides_name(tile)}"))
        }
        analysis = BLOCK.analyse(one, BLOCK.default, FREE)
        assert names(analysis) == expected
        assert analysis.found["first-moves"] == str(len(expected))
        assert analysis.found["winnable"] == ("yes" if expected else "no")


def test_block_where_the_next_player_has_a_card() -> None:
    keys = "last push: Nb; adventurer 1: a1; adventurer 2: c3 cards=9; treasures: 9@g7; turn: 1"
    state = table(keys, spare="NS")
    [blocked] = [BLOCK.analyse(state, BLOCK.default, FREE)]
    for choice in blocked.choices[::5]:
        after = to_naive(play(state, choice.name))
        assert choice.right == (naive.fewest(after, "take:1", 1) is None)


# --- What is shown ------------------------------------------------------------------------------


def test_every_claim_is_shown() -> None:
    for kind, question in ASKED:
        for state, analysis in made(kind, question):
            assert tuple(analysis.found) == kind.claims
            assert analysis.shown.keys() == analysis.found.keys()
            assert all(analysis.shown.values())
            assert [c.name for c in analysis.choices] == sorted(c.name for c in analysis.choices)
            assert all(choice.depth for choice in analysis.wrong)
            assert kind.task(state, question).startswith(f"Player {state.turn} ")
            assert kind.nudge(state, question, analysis)[-2] == analysis.solution[0][1]


def test_a_second_plan_is_shown_where_there_is_one() -> None:
    shown = 0
    for state in drafts(51, 5):
        analysis = TAKE_IT.analyse(state, TAKE_IT.default, FREE)
        if int(analysis.found["plans"]) > 1:
            one, other = analysis.shown["plans"].split(", or ")
            assert one != other
            for plan in (one, other):
                assert TAKE_IT.refuted(state, TAKE_IT.default, plan.split()) is None
            shown += 1
    assert shown > 2


def test_a_limit_leaves_claims_out() -> None:
    state, _ = made(TAKE_IT, TAKE_IT.default)[0]
    for kind, at in ((TAKE_IT, state), (BLOCK, made(BLOCK, BLOCK.default)[0][0])):
        analysis = kind.analyse(at, kind.default, Limits(None, 3))
        assert analysis.limit == "nodes"
        assert "first-moves" not in analysis.found
        assert not analysis.choices


# --- Positions that are no puzzles --------------------------------------------------------------

ALONE = "adventurer 1: a1; treasures: 9@c3"
TWO = "adventurer 1: a1; adventurer 2: c1"


@pytest.mark.parametrize(
    ("kind", "keys", "message"),
    [
        (TAKE_IT, ALONE, "two adventurers"),
        (TAKE_IT, TWO, "no treasure"),
        (TAKE_IT, f"{TWO} dragon=yes; treasures: 9@c3", "dragon is slain"),
        (BLOCK, f"{TWO}; treasures: 9@d1", "can take a treasure now"),
        (BLOCK, "adventurer 1: a1 cards=9; adventurer 2: c1; treasures: 9@d5", "card for a second"),
    ],
)
def test_positions_that_do_not_suit(kind: Kind, keys: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        kind.analyse(table(keys), kind.default, FREE)


def test_trivial_puzzles_are_refused() -> None:
    near = table(f"{TWO}; treasures: 9@d1")
    for turns in (1, 2):
        question = Question("take:1", turns)
        reason = TAKE_IT.suits(near, question, TAKE_IT.analyse(near, question, FREE))
        assert reason == (
            "it can be done sooner, in 1" if turns == 2 else "there are 19 plans, not one"
        )
    state, analysis = made(TAKE_IT, TAKE_IT.default)[0]
    assert TAKE_IT.suits(state, TAKE_IT.default, analysis) is None
    later = replace(state, treasures=((4, 0), *state.treasures))
    assert "no game leads" in str(TAKE_IT.suits(later, TAKE_IT.default, analysis))
    few = replace(analysis, choices=analysis.choices[:19])
    assert TAKE_IT.suits(state, TAKE_IT.default, few) == "there are only 19 ways to push"
    dull = tuple(replace(choice, plausible=False) for choice in analysis.choices)
    assert TAKE_IT.suits(state, TAKE_IT.default, replace(analysis, choices=dull))


def test_a_block_that_any_push_makes_is_refused() -> None:
    far = table("adventurer 1: a1; adventurer 2: c1; treasures: 9@e7", all_of="ES")
    analysis = BLOCK.analyse(far, BLOCK.default, FREE)
    assert BLOCK.suits(far, BLOCK.default, analysis) == "24 pushes do it, not one"


# --- Solutions ----------------------------------------------------------------------------------


@EACH
def test_the_solution_is_accepted_and_others_are_not(kind: Kind, question: Question) -> None:
    for state, analysis in made(kind, question):
        assert kind.suits(state, question, analysis) is None
        assert not solver.unreachable(Record("labyrinth", state))
        assert len(state.adventurers) >= 2
        first, *others = analysis.solution
        assert kind.refuted(state, question, analysis.solution) is None
        for choice in analysis.wrong[:8]:
            assert kind.refuted(state, question, [choice.name, *others])
        assert kind.refuted(state, question, [])
        assert "is not a move" in str(kind.refuted(state, question, ["castle"]))
        assert state.last_push is not None
        barred = OTHER_END[state.last_push]
        tile = first.partition(":")[2].partition(">")[0].partition("+")[0]
        refused = kind.refuted(state, question, [f"{barred}:{tile}"])
        assert refused is not None
        assert "move 1, " in refused
        assert "breaks M3" in refused


def test_solutions_that_miss_the_goal_are_told_how() -> None:
    state = table(f"{TWO}; treasures: 9@d1; turn: 1")
    two = Question("take:1", 2)
    told = [
        (["W2:EW"], "the moves end before the goal is reached, after 1 turn"),
        (["W2:EW>b2"], "M5"),
        (["W2:EW>d1", "W4:EW"], "move 2, W4:EW, comes after the goal"),
        (["W2:EW>d1", "dragon=2"], "tells a throw"),
        (["W2:EW", "W4:EW", "W6:EW>d1"], "it takes 3 turns, more than 2"),
        (["W2:EW+again"], "M8"),
    ]
    for words, message in told:
        assert message in str(TAKE_IT.refuted(state, two, words))
    assert TAKE_IT.refuted(state, two, ["W2:EW", "W4:EW>d1"]) is None


def test_a_block_is_one_move() -> None:
    state, analysis = made(BLOCK, BLOCK.default)[0]
    twice = [*analysis.solution, analysis.wrong[0].name]
    assert BLOCK.refuted(state, BLOCK.default, twice) == "one move is wanted, not 2"
    answer = BLOCK.refuted(state, BLOCK.default, [analysis.wrong[0].name])
    assert answer is not None
    assert f"player {3 - state.turn} still takes a treasure: " in answer
    reply = answer.partition(": ")[2]
    after = play(state, analysis.wrong[0].name)
    assert len(play(after, reply).adventurer(after.turn).treasures) > len(after.active.treasures)


# --- Symmetry -----------------------------------------------------------------------------------


def through(state: State, way: Symmetry) -> State:
    """The position turned or mirrored."""
    to = way.squares
    tiles = dict(zip(to, (way.tiles[tile] for tile in state.board.tiles), strict=True))
    return replace(
        state,
        board=Board(tuple(tiles[where] for where in range(SQUARES)), way.tiles[state.board.spare]),
        adventurers=tuple(replace(one, square=to[one.square]) for one in state.adventurers),
        treasures=tuple(sorted((value, to[where]) for value, where in state.treasures)),
        guardians=tuple((colour, to[where]) for colour, where in state.guardians),
        dragon=way.facings[state.dragon],
        last_push=None if state.last_push is None else way.points[state.last_push],
    )


def test_the_rules_are_the_same_through_every_symmetry() -> None:
    [state] = drafts(21, 1)
    moves = rules.legal_moves(state)[::7]
    for way in SYMMETRIES:
        other = through(state, way)
        assert naive.fewest(to_naive(other), "take:1", 1) == naive.fewest(
            to_naive(state), "take:1", 1
        )
        for move in moves:
            to = None if move.to is None else way.squares[move.to]
            mirrored = replace(move, point=way.points[move.point], tile=way.tiles[move.tile], to=to)
            assert rules.apply(other, mirrored) == through(rules.apply(state, move), way)


def test_there_are_eight_symmetries() -> None:
    assert len({way.squares for way in SYMMETRIES}) == 8
    assert all(sorted(way.points.values()) == list(POINTS) for way in SYMMETRIES)


def test_positions_alike_have_one_form() -> None:
    question = Question("take:1", 2)
    for state in drafts(31, 3, players=3):
        form = TAKE_IT.canonical(state, question)
        for way in SYMMETRIES:
            assert TAKE_IT.canonical(through(state, way), question) == form
        numbers = {1: 2, 2: 3, 3: 1}
        renamed = sorted(
            (replace(one, number=numbers[one.number]) for one in state.adventurers),
            key=lambda one: one.number,
        )
        turned = replace(state, adventurers=tuple(renamed), turn=numbers[state.turn])
        assert TAKE_IT.canonical(turned, question) == form
        higher = replace(state, treasures=tuple((value + 1, at) for value, at in state.treasures))
        assert TAKE_IT.canonical(higher, question) == form


def test_different_positions_have_different_forms() -> None:
    question = Question("take:1", 2)
    numbers = SplitMix64(9)
    [state] = drafts(41, 1)
    different = {state, *(changed(numbers, state, (1, 2)) for _ in range(40))}
    forms = {TAKE_IT.canonical(one, question) for one in different}
    alike = {(one.board.tiles, one.board.spare in (5, 10)) for one in different}
    assert len(forms) > 0.8 * len(different)
    assert len(alike) > 5
    assert TAKE_IT.canonical(state, replace(question, turns=3)) not in forms
    assert TAKE_IT.canonical(replace(state, last_push=None), question) not in forms
    other_spare = {12: 5, 3: 5, 6: 5, 9: 5}.get(state.board.spare, 12)
    spare = replace(state, board=replace(state.board, spare=other_spare))
    assert TAKE_IT.canonical(spare, question) not in forms


# --- Making and playing -------------------------------------------------------------------------


@EACH
def test_the_same_numbers_make_the_same_puzzle(kind: Kind, question: Question) -> None:
    first = [kind.make(SplitMix64(seed), question) for seed in (1, 2)]
    assert first == [kind.make(SplitMix64(seed), question) for seed in (1, 2)]
    assert first[0] != first[1]


def test_a_three_turn_puzzle() -> None:
    question = Question("take:1", 3)
    numbers = SplitMix64(77)
    result = None
    while result is None:
        result = TAKE_IT.make(numbers, question)
    state, _ = result
    assert naive.fewest(to_naive(state), "take:1", 2) is None
    analysis = TAKE_IT.analyse(state, question, FREE)
    assert TAKE_IT.suits(state, question, analysis) is None
    assert TAKE_IT.refuted(state, question, analysis.solution) is None


def test_no_puzzle_of_five_turns_is_made() -> None:
    assert TAKE_IT.make(SplitMix64(1), Question("take:1", 5)) is None


@pytest.mark.parametrize(("kind", "question"), ASKED[1:], ids=["take-it", "block", "two-in-one"])
def test_stronger_players_fail_less(kind: Kind, question: Question) -> None:
    failures = []
    for player in PLAYERS:
        failures.append(
            sum(
                kind.attempt(player, state, question, SplitMix64(seed)) not in names(analysis)
                for state, analysis in made(kind, question)
                for seed in range(30)
            )
        )
    assert 0 < failures[2] < failures[1] < failures[0]


@EACH
def test_attempts_are_choices_and_repeat(kind: Kind, question: Question) -> None:
    state, analysis = made(kind, question)[0]
    all_names = {choice.name for choice in analysis.choices}
    for player in PLAYERS:
        chosen = [kind.attempt(player, state, question, SplitMix64(seed)) for seed in range(8)]
        assert set(chosen) <= all_names
        assert chosen == [
            kind.attempt(player, state, question, SplitMix64(seed)) for seed in range(8)
        ]


@EACH
def test_the_question_is_written_and_read(kind: Kind, question: Question) -> None:
    for state, analysis in made(kind, question):
        record: Record[State, Move] = Record("labyrinth", state)
        puzzle = Puzzle(kind.name, record, question, analysis.found, analysis.solution)
        assert notation.read_puzzle(notation.write(puzzle)) == puzzle


def test_kinds_by_name() -> None:
    assert [kind.name for kind in KINDS] == ["take-it", "block", "two-in-one"]
    for kind in KINDS:
        assert kind.game == "labyrinth"
        assert set(kind.asks) <= {"turns"}


def test_no_compiled_planner_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    question = Question("take:1", 1)
    state, analysis = made(TAKE_IT, TAKE_IT.default)[0]
    chosen = [TAKE_IT.attempt(player, state, TAKE_IT.default, SplitMix64(3)) for player in PLAYERS]
    result = TAKE_IT.make(SplitMix64(5), question)
    outlook.cache_clear()
    monkeypatch.setenv("LEVEL10_PLAIN", "1")
    assert TAKE_IT.make(SplitMix64(5), question) == result
    assert TAKE_IT.analyse(state, TAKE_IT.default, FREE) == analysis
    assert chosen == [
        TAKE_IT.attempt(player, state, TAKE_IT.default, SplitMix64(3)) for player in PLAYERS
    ]


def test_straights_wherever_a_tile_may_fall_out() -> None:
    for state in drafts(61, 3):
        other = with_straight_ends(state)
        assert not solver.game_of(Record("labyrinth", other)).notes(other)
        ends = {LINES[point][-1] for point in POINTS}
        assert {SHAPE_OF[other.board.tiles[where]] for where in ends} == {"straight"}
        assert SHAPE_OF[other.board.spare] == "straight"


def test_every_table_could_be_one_of_a_game() -> None:
    numbers = SplitMix64(71)
    for state in [*drafts(72, 40), *drafts(73, 10, players=4)]:
        for one in (state, draft(numbers, 3, pair=True), changed(numbers, state, (1, 2))):
            record: Record[State, Move] = Record("labyrinth", one)
            assert not solver.unreachable(record)
            assert not solver.game_of(record).notes(one)
            assert solver.read(solver.write(record)) == record
            assert all(where != LAIR for _, where in one.treasures)
