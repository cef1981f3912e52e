"""The planner of Master Labyrinth: both copies against naive answers, the referee, each other."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import solver
from solver import Limits
from solver.labyrinth import passages, rules
from solver.labyrinth.bitboard import bits, carried, carried_back, masks
from solver.labyrinth.board import POINTS, SHAPES, SHIFT, SQUARE_OF, SQUARES, Board
from solver.labyrinth.deal import deal
from solver.labyrinth.planner import Planner as PlainPlanner
from solver.labyrinth.search import Plans, Search, most_pushes, planner, quest, turns_needed
from solver.labyrinth.strategy import may_reply
from solver.labyrinth.table import Adventurer, State
from solver.play import count_lines
from solver.verdict import Budget

DATA = Path(__file__).parent / "data"
CASES = json.loads((DATA / "labyrinth-cases.json").read_text(encoding="utf-8"))
POSITIONS = [
    json.loads(line)
    for line in (DATA / "labyrinth-positions.jsonl").read_text(encoding="utf-8").splitlines()
]
STILL = [case for case in POSITIONS if case["opponents"] == "still"]
FREE = [case for case in POSITIONS if case["opponents"] == "free"]

TABLE = "board: ┌┬─┬│┬┐ / ──├┐┌┌│ / ├┘├┘┬┐┤ / └─┐┐┴┴│ / ├│┴─┤┐┤ / └┤││┌┌┌ / └┐┴│┴┤┘; spare: NS"


def nothing() -> None:
    """What a planner calls from time to time."""


def state_of(text: str) -> State:
    """The position that a text describes."""
    state: State = solver.read(f"game: labyrinth; {text}").state
    return state


def compiled() -> bool:
    """Whether the planner is compiled here."""
    return planner(plain=False) is not PlainPlanner


def both(state: State, goal: str, contested: bool = False) -> list[Search]:
    """A search in plain Python, and the compiled one if there is one."""
    kinds = (True, False) if compiled() else (True,)
    return [Search(state, goal, Budget(Limits(None)), contested, plain) for plain in kinds]


def fewest(
    state: State, goal: str, turns: int, plain: bool = True
) -> tuple[int, int | None] | None:
    """Fewest turns and the number of plans, the same by both planners if `plain` is asked for."""
    answers: set[Plans | None] = set()
    for search in both(state, goal) if plain else both(state, goal)[-1:]:
        plans = search.fewest(turns)
        answers.add(plans)
    assert len(answers) == 1
    found = answers.pop()
    return None if found is None else (found.turns, found.count)


# --- Naive answers ------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_known_cases(case: dict[str, Any]) -> None:
    verdict = solver.solve(solver.read(case["position"]), case["goal"])
    assert (verdict.verdict, verdict.turns) == ("winnable", case["fewest_turns"])


def test_fewest_turns_and_the_number_of_plans() -> None:
    """A third of those of two turns, and few of three, in plain Python, which takes its time."""
    for number, case in enumerate(STILL):
        expected = case["fewest"] and (case["fewest"], case["plans"])
        state = solver.read(case["position"]).state
        plain = number % (3 if case["turns"] < 3 else 12) == 0
        assert fewest(state, case["goal"], case["turns"], plain) == expected, case


def test_free_opponents() -> None:
    """A fifth of these in plain Python as well, which takes its time."""
    for number, case in enumerate(FREE):
        state = solver.read(case["position"]).state
        searches = both(state, case["goal"], contested=True)
        for search in searches if number % 5 == 0 else searches[-1:]:
            assert bool(search.forced(case["turns"])) == case["forced"], case


def test_there_are_enough_positions_where_the_others_matter() -> None:
    differ = [case for case in FREE if case["turns"] == 2 and case["still"] != case["forced"]]
    assert len(differ) >= 20
    assert len(STILL) >= 300


# --- The referee --------------------------------------------------------------------------------


def random_state(rng: random.Random, index: int) -> State:
    """A random board with two adventurers anywhere, who hold no cards."""
    state = deal(2, 4, index)
    where = [rng.randrange(SQUARES) for _ in range(2)]
    adventurers = tuple(Adventurer(number, one) for number, one in enumerate(where, 1))
    lair = "no" if rng.random() < 0.2 else "yes"
    spare = "as-it-lies" if rng.random() < 0.2 else "any-orientation"
    return replace(
        state,
        adventurers=adventurers,
        last_push=rng.choice([None, *POINTS]),
        readings=replace(state.readings, lair=lair, turn_spare=spare),
    )


def test_turns_on_random_boards() -> None:
    """As many as the referee finds with networkx, on 150 boards; both planners on 1,000."""
    rng = random.Random(4)
    for index in range(1, 1001):
        state = random_state(rng, index)
        asked = quest(state, "take:1")
        counts = {planner(plain)(asked, nothing).perft(1) for plain in (True, False)}
        if index <= 150:
            counts.add(len(rules.legal_moves(state)))
        assert len(counts) == 1, state


def test_sequences_of_turns() -> None:
    rng = random.Random(5)
    game = solver.GAMES["labyrinth"]
    for index in range(1, 4):
        state = random_state(rng, index)
        readings = replace(state.readings, turn_spare="as-it-lies")
        state = replace(state, readings=readings, treasures=(), later=())
        asked = quest(state, "reach:a1")
        counts = {planner(plain)(asked, nothing).perft(2) for plain in (True, False)}
        assert counts == {count_lines(game, state, 2)}


def test_masks_are_the_board() -> None:
    rng = random.Random(6)
    for index in range(1, 40):
        state = random_state(rng, index)
        board = masks(state.board, state.lair)
        for where in rng.sample(range(SQUARES), 8):
            passage = passages.passage(state.board, state.lair, where)
            assert bits(board.reach(1 << where)) == sorted(passage)
        for number, point in enumerate(POINTS):
            tile = rng.choice(list(rules.pushes(replace(state, last_push=None))))[1]
            pushed = state.board.push(point, tile)
            after = board.push(number, tile)
            assert tuple(map(after.tile, range(SQUARES))) == pushed.tiles
            assert after.spare == pushed.spare


def test_what_a_push_carries() -> None:
    for number, point in enumerate(POINTS):
        for where in range(SQUARES):
            assert bits(carried(1 << where, number)) == [SHIFT[point][where]]
            assert bits(carried_back(1 << SHIFT[point][where], number)) == [where]


# --- Turns and cards ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pushes", "cards", "second", "turns"),
    [
        (1, 0, False, 1),
        (3, 0, False, 3),
        (2, 1, False, 1),
        (3, 1, False, 2),
        (4, 1, False, 3),
        (4, 4, False, 2),
        (5, 4, False, 3),
        (2, 4, True, 2),
        (3, 4, True, 2),
        (4, 0, True, 4),
    ],
)
def test_turns_needed(pushes: int, cards: int, second: bool, turns: int) -> None:
    assert turns_needed(pushes, cards, second) == turns
    assert most_pushes(turns, cards, second) >= pushes
    assert turns_needed(most_pushes(turns, cards, second) + 1, cards, second) > turns


def test_two_treasures_in_one_turn_take_a_card() -> None:
    text = f"{TABLE}; adventurer 1: c3{{}}; treasures: 1@c2 2@d2; dragon: N"
    without = solver.read(f"game: labyrinth; {text.format('')}")
    holding = solver.read(f"game: labyrinth; {text.format(' cards=7')}")
    assert solver.solve(without, "take:2", turns=1).verdict == "unwinnable"
    verdict = solver.solve(holding, "take:2", turns=1)
    assert (verdict.verdict, verdict.turns) == ("winnable", 1)
    assert verdict.plan is not None
    assert [move.endswith("+again") for move in verdict.plan] == [True, False]
    after = solver.replay(holding, verdict.plan)
    assert after.state.adventurers[0].treasures == (1, 2)
    assert after.state.adventurers[0].cards == ()


def test_the_first_turn_may_be_a_second_one_already() -> None:
    text = f"{TABLE}; adventurer 1: c3 cards=7; treasures: 1@c2 2@d2; extra: yes"
    verdict = solver.solve(solver.read(f"game: labyrinth; {text}"), "take:2", turns=1)
    assert verdict.verdict == "unwinnable"


# --- The mistakes of other programs -------------------------------------------------------------


def test_boards_all_of_ts() -> None:
    """The spare tile lies in four ways at each point, and every passage has a loop somewhere."""
    rng = random.Random(7)
    for _ in range(20):
        tiles = tuple(rng.choice(SHAPES["T"]) for _ in range(SQUARES))
        state = State(Board(tiles, tiles[0]), (Adventurer(1, rng.randrange(SQUARES)),), 1)
        legal = rules.legal_moves(state)
        assert len({(move.point, move.tile) for move in legal}) == 48
        asked = quest(state, "reach:a1")
        assert planner(plain=False)(asked, nothing).perft(1) == len(legal)
        assert PlainPlanner(asked, nothing).perft(1) == len(legal)


def test_rows_do_not_wrap() -> None:
    """On a board of straights that lie flat nobody leaves a row; g2 and a3 are no neighbours."""
    board = "board: " + " / ".join(["───────"] * 7) + "; spare: EW"
    state = state_of(f"{board}; adventurer 1: g2; treasures: 1@a3; readings: turn_spare=as-it-lies")
    answers = {number: fewest(state, "reach:a3", number) for number in (1, 2)}
    assert answers[1] is None


def test_the_far_corner_is_the_end() -> None:
    """From g7, open to the east and the south, nothing leads off the board."""
    board = "board: " + " / ".join(["───────"] * 6 + ["──────┌"]) + "; spare: EW"
    asked = masks(state_of(f"{board}; adventurer 1: g7").board, False)
    assert bits(asked.reach(1 << 48)) == [48]


def test_the_last_push_is_part_of_a_position() -> None:
    """Without the bar of the last push one turn is enough, with it two are needed."""
    case = next(case for case in CASES if case["id"] == "pushback-2")
    state = solver.read(case["position"]).state
    assert state.last_push == "E6"
    assert fewest(state, "take:1", 1) is None
    free = fewest(replace(state, last_push=None), "take:1", 1)
    assert free is not None
    assert free[0] == 1


def test_a_loop_counts_each_square_once() -> None:
    """Four corners make a ring: four squares are reached from each of them, not more."""
    board = "board: ┌┐───── / └┘───── / ─────── / ─────── / ─────── / ─────── / ───────; spare: EW"
    state = state_of(f"{board}; adventurer 1: a1")
    assert masks(state.board, True).reach(1).bit_count() == 4


def test_the_lair_closes_the_middle() -> None:
    """Along row 4 the way from b4 to f4 leads through d4, unless there is no lair."""
    board = "board: " + " / ".join(["│││││││"] * 3 + ["───────"] + ["│││││││"] * 3) + "; spare: NS"
    where = "adventurer 1: b4; readings: turn_spare=as-it-lies"
    assert fewest(state_of(f"{board}; {where}"), "reach:f4", 1) is None
    assert fewest(state_of(f"{board}; {where} lair=no"), "reach:f4", 1) is not None


def test_two_adventurers_ride_and_only_one_moves() -> None:
    """The other one stands on the treasure, which neither hinders the first nor is it."""
    text = f"{TABLE}; adventurer 1: a7; adventurer 2: c2; treasures: 1@c2; turn: 1"
    state = state_of(text)
    alone = state_of(text.replace("adventurer 2: c2; ", ""))
    assert fewest(state, "take:1", 3) == fewest(alone, "take:1", 3)
    assert fewest(replace(state, turn=2), "take:1", 3) != fewest(state, "take:1", 3)


# --- Verdicts -----------------------------------------------------------------------------------


def test_no_says_within_how_many_turns() -> None:
    case = next(case for case in CASES if case["fewest_turns"] == 2)
    record = solver.read(case["position"])
    verdict = solver.solve(record, turns=1)
    assert verdict.verdict == "unwinnable"
    assert verdict.proof is not None
    assert verdict.proof.method != verdict.proof.confirmed_by
    assert verdict.proof.reason is not None
    assert "1 turn" in verdict.proof.reason


def test_more_treasures_than_there_are() -> None:
    record = solver.read(CASES[0]["position"])
    verdict = solver.solve(record, "take:2", turns=3)
    assert verdict.verdict == "unwinnable"
    assert verdict.proof is not None
    assert verdict.proof.reason == "only 1 treasure can still be taken"


def test_nobody_moves_after_the_end() -> None:
    record = solver.read(f"game: labyrinth; {TABLE}; adventurer 1: c3 dragon=yes")
    assert solver.solve(record, "reach:c3").verdict == "unwinnable"


def test_no_card_is_given_that_is_not_needed() -> None:
    """The 3 on d3 is one move away; two cards for second turns stay in hand."""
    record = solver.read(
        "game: labyrinth;"
        "board: ┌─┬┴┬┌┐ / ┐┌─┐─┐│ / ├─├┤┬┌┤ / │┤┴┤┤│┬ / ├─┴─┤┐┤ / ─┐┐│┬─┴ / └│┴─┴│┘;"
        "spare: NE; last push: E6; adventurer 1: b2; adventurer 3: d4 cards=7,8;"
        "treasures: 3@a1 3@d3; dragon: S; turn: 3"
    )
    verdict = solver.solve(record, turns=2, opponents="free")
    assert (verdict.turns, verdict.plan) == (1, ("E4:ES>d3",))


def test_what_is_excluded_is_said() -> None:
    case = next(case for case in CASES if case["fewest_turns"] == 2)
    record = solver.read(case["position"])
    verdict = solver.solve(record, turns=2, limits=Limits(nodes=26))
    assert (verdict.verdict, verdict.limit, verdict.nodes) == ("unknown", "nodes", 26)
    assert verdict.warnings == ("the search has found no way within 1 turn",)


def test_a_plan_is_an_answer_though_not_all_are_counted() -> None:
    """The first of 788 plans of enter-1 is among the first boards, the last is not."""
    record = solver.read(CASES[0]["position"])
    verdict = solver.solve(record, limits=Limits(nodes=100))
    assert (verdict.verdict, verdict.turns, verdict.plans) == ("winnable", 2, None)
    assert verdict.plan == solver.solve(record).plan
    assert verdict.warnings == ("the limit of nodes was hit before all plans were counted",)


@pytest.mark.parametrize("opponents", ["still", "free"])
def test_a_limit_is_no_answer(opponents: str) -> None:
    record = solver.read(CASES[0]["position"])
    verdict = solver.solve(record, turns=1, opponents=opponents, limits=Limits(nodes=5))
    assert (verdict.verdict, verdict.limit) == ("unknown", "nodes")
    verdict = solver.solve(record, turns=1, opponents=opponents, limits=Limits(seconds=0))
    assert (verdict.verdict, verdict.limit) == ("unknown", "time")


@pytest.mark.parametrize(
    ("goal", "further"),
    [
        ("take:0", {}),
        ("take:25", {}),
        ("reach:h1", {}),
        ("win", {}),
        ("take:1", {"turns": 0}),
        ("take:1", {"turns": 25}),
        ("take:1", {"opponents": "away"}),
    ],
)
def test_questions_that_make_no_sense(goal: str, further: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"labyrinth has no goal|turns go|opponents are"):
        solver.solve(solver.read(CASES[0]["position"]), goal, **further)


def test_level_10_has_no_turns_to_ask_about() -> None:
    state = solver.GAMES["level10"].deal(players=1, pauses=0, seed=1)
    record: solver.Record[Any, Any] = solver.Record("level10", state)
    with pytest.raises(ValueError, match="level10 has no turns"):
        solver.solve(record, turns=2)


# --- Strategies ---------------------------------------------------------------------------------


def winnable_free() -> list[dict[str, Any]]:
    """Positions in which a strategy of two turns is needed."""
    found = []
    for case in FREE:
        state = solver.read(case["position"]).state
        if case["turns"] == 2 and case["forced"]:
            search = Search(state, case["goal"], Budget(Limits(None)), True)
            answer = search.forced(2)
            if answer is not None and answer[0] == 2:
                found.append(case)
    return found


def test_every_branch_of_a_strategy_reaches_the_goal() -> None:
    """Walked with the referee alone: every reply that it allows has an answer."""
    cases = winnable_free()[:4]
    assert len(cases) == 4
    for case in cases:
        record = solver.read(case["position"])
        verdict = solver.solve(record, case["goal"], turns=2, opponents="free")
        assert (verdict.verdict, verdict.turns) == ("winnable", 2)
        assert verdict.strategy is not None
        assert walk(record.state, verdict.strategy, record.state, case["goal"]) > 0


def walk(state: State, node: dict[str, Any], begun: State, goal: str) -> int:
    """The number of ends of a strategy, all of which must be at the goal."""
    game = solver.GAMES["labyrinth"]
    number = begun.turn
    if "move" in node:
        state = rules.apply(state, game.parse_move(node["move"]))
    if "then" in node:
        assert state.turn == number
        return walk(state, node["then"], begun, goal)
    if not node["replies"]:
        one = state.adventurer(number)
        if goal.startswith("take:"):
            taken = len(one.treasures) - len(begun.adventurer(number).treasures)
            assert taken >= int(goal[5:])
        elif goal == "battle":
            assert one.square == {"N": 17, "E": 25, "S": 31, "W": 23}[state.dragon]
        else:
            assert one.square == SQUARE_OF[goal[6:]]
        return 1
    assert set(node["replies"]) == {str(reply) for reply in may_reply(state)}
    ends = 0
    for reply, answer in node["replies"].items():
        ends += walk(rules.apply(state, game.parse_move(reply)), answer, begun, goal)
    return ends


# --- With and without the kernel ----------------------------------------------------------------


def test_the_same_bytes_without_the_kernel() -> None:
    code = (
        "import json, sys, solver;"
        "record = solver.read(sys.stdin.read());"
        "verdict = solver.solve(record, 'take:1', turns=3);"
        "print(verdict.plan, verdict.plans, verdict.nodes)"
    )
    answers = set()
    for environment in ({}, {"LEVEL10_PLAIN": "1"}):
        done = subprocess.run(
            [sys.executable, "-c", code],
            input=CASES[1]["position"],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=True,
        )
        answers.add(done.stdout)
    assert len(answers) == 1
