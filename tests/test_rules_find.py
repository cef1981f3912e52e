"""`rules find`: what is found holds, what is proved cannot be found, and conditions are read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import run

import solver
from solver import GAMES, Record
from solver.errors import ReadError
from solver.level10.anydeal import ENCODED, NotEncodable, decide
from solver.level10.rules import Move, Readings, State
from solver.rulebook.condition import (
    Condition,
    Moment,
    Predicate,
    Range,
    number_range,
    read_condition,
)
from solver.rulebook.witness import Deals, by_exhaustion, by_play, predicates
from solver.shuffle import deal_generator
from solver.ten.anyrow import try_rows
from solver.verdict import Limits


def condition(text: str, game: str = "level10") -> Condition:
    return read_condition(text, predicates(game))


def last_moment(record: Record[State, Move]) -> Moment:
    """The last moment of a game, by the referee."""
    game = solver.game_of(record)
    moment = Moment(record.state)
    for move in record.moves:
        moment = Moment(game.apply(moment.state, move), moment.state, move)
    return moment


# --- Reading conditions -------------------------------------------------------------------------

NAMES = {
    name: Predicate(name, "", lambda moment, name=name: name in moment.state) for name in "abc"
}


@pytest.mark.parametrize(
    "state", [set(letters) for letters in ("", "a", "b", "ab", "c", "ac", "bc", "abc")]
)
def test_and_or_not_mean_what_they_do_in_python(state: set[str]) -> None:
    a, b, c = ("a" in state, "b" in state, "c" in state)
    for text, value in (
        ("a and b or c", (a and b) or c),
        ("a or b and c", a or (b and c)),
        ("not a and b", (not a) and b),
        ("not (a or b) and c", (not (a or b)) and c),
        ("NOT not a", a),
        ("((a))", a),
        ("a and(b or not c)", a and (b or not c)),
    ):
        assert read_condition(text, NAMES).at(Moment(state)) == value, text


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 1),
        ("a b", 3),
        ("a and", 6),
        ("(a", 3),
        ("a)", 2),
        ("d", 1),
        ("a(1)", 1),
        ("and", 1),
        ("a or or b", 6),
        ("__import__('os')", 1),
        ("a; b", 1),
    ],
)
def test_what_makes_no_sense_is_refused_where_it_stands(text: str, column: int) -> None:
    with pytest.raises(ReadError) as error:
        read_condition(text, NAMES)
    assert (error.value.line, error.value.column) == (1, column)


@pytest.mark.parametrize(
    ("text", "low", "high"), [("3", 3, 3), ("2..5", 2, 5), ("2..", 2, None), ("..5", None, 5)]
)
def test_ranges(text: str, low: int | None, high: int | None) -> None:
    found = number_range(text)
    assert found == Range(low, high)
    for number in range(9):
        assert (number in found) == ((low or 0) <= number <= (9 if high is None else high))


@pytest.mark.parametrize("text", ["", "..", "x", "1-2", "1.5", "1..x"])
def test_no_ranges(text: str) -> None:
    with pytest.raises(ValueError, match="a number or a range"):
        number_range(text)


# --- Finding ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "game", "sizes"),
    [
        ("stuck and deck(1..)", "level10", {"players": 3, "pauses": 1}),
        ("drawn-again", "level10", {"players": 1, "pauses": 0}),
        ("legal-moves(1)", "level10", {"players": 5, "pauses": 0}),
        ("bust-by-currency", "ten", {"players": 2, "deck": "full"}),
        ("unsold and turn(2)", "ten", {"players": 3, "deck": "full"}),
        ("walled-in and turn(2)", "labyrinth", {"players": 2}),
        ("duels(2)", "labyrinth", {"players": 3}),
    ],
)
def test_what_is_found_by_play_holds(text: str, game: str, sizes: dict[str, object]) -> None:
    wanted = condition(text, game)
    found = by_play(wanted, Deals(game, (sizes,), {}, 1), 300, Limits(60))
    assert found.record is not None
    read = solver.read(solver.write(found.record))
    assert wanted.at(last_moment(read))


def test_everything_is_tried_from_a_position() -> None:
    text = (Path(__file__).parents[1] / "examples" / "lost-game.txt").read_text(encoding="utf-8")
    record = solver.read(text)
    late: Record[State, Move] = Record(
        "level10", solver.replay(Record("level10", record.state, record.moves[:-4])).state
    )
    found = by_exhaustion(late, condition("stuck"), 8, Limits(60))
    assert found.record is not None
    assert last_moment(found.record).state == solver.replay(found.record).state
    shorter = len(found.record.moves) - 1
    assert by_exhaustion(late, condition("stuck"), shorter, Limits(60)).proof is not None
    assert by_exhaustion(late, condition("stuck"), 8, Limits(0)).limit == "time"


IMPOSSIBLE = [  # and why
    ("skipped and deck(1..)", 2, 1),  # whoever places a card draws one: L12
    ("hand-empty and deck(1..)", 3, 0),
    ("won and deck(1..)", 5, 1),  # forty cards are placed, and so at least as many dealt
    ("won and not all-hands-empty", 4, 0),  # without pauses all forty cards lie on the table
    ("filled(0) and stuck", 1, 0),  # any restart is legal
    ("dead-card(A8)", 2, 0),  # nothing is higher, and a full row without pauses has all eight
    ("open-row-without-restart(9)", 3, 0),  # nine cells without a restart need a ninth card
]


@pytest.mark.parametrize(("text", "players", "pauses"), IMPOSSIBLE)
def test_what_cannot_be_is_proved(text: str, players: int, pauses: int) -> None:
    assert decide(condition(text), Readings(), 50, 60, players, pauses) is False


POSSIBLE = [
    ("stuck and filled(1)", 5, 0),
    ("won and hand-size(1, 2..)", 4, 3),
    ("skipped(3) and tucked(2)", 5, 3),
    ("all-hands-empty and lost", 3, 2),
    ("dead-card(A8)", 2, 1),
    ("hand-only-pauses and restart-forced", 2, 3),
    ("pause-value(0) and pause-value(8)", 1, 2),
    ("extra and holds(5, P)", 5, 1),
]


@pytest.mark.parametrize(("text", "players", "pauses"), POSSIBLE)
def test_what_can_be_is_shown_by_a_game(text: str, players: int, pauses: int) -> None:
    wanted = condition(text)
    record = decide(wanted, Readings(), 50, 60, players, pauses)
    assert isinstance(record, Record)
    assert wanted.at(last_moment(solver.read(solver.write(record))))


def test_the_model_reaches_whatever_a_random_game_does() -> None:
    """The facts about where a random game without put-backs ends are possible in the model."""
    game = GAMES["level10"]
    for number in range(1, 9):
        players, pauses = number % 5 + 1, number % 4
        state = game.deal(players, pauses, 3, number, {"put_back": "never"})
        rng = deal_generator(5, number)
        while (move := game.random_move(state, rng)) is not None:
            state = game.apply(state, move)
        facts = [f"filled({state.filled})", f"deck({len(state.deck)})", f"turn({state.turn})"]
        facts += [f"hand-size({seat}, {len(hand)})" for seat, hand in enumerate(state.hands, 1)]
        facts += [f"holds({state.turn}, {card})" for card in state.hand]
        facts.append("stuck")
        found = decide(
            condition(" and ".join(facts)),
            Readings(put_back="never"),
            state.filled,
            60,
            players,
            pauses,
        )
        assert isinstance(found, Record), facts


def test_what_the_model_does_not_know_is_left_to_play() -> None:
    assert set(predicates("level10")) - set(ENCODED) == {
        "legal-moves",
        "put-back",
        "drawn-again",
        "doomed",
    }
    with pytest.raises(NotEncodable):
        decide(condition("doomed"), Readings(), 50, 1, 1, 0)


# --- The command --------------------------------------------------------------------------------


def test_a_witness_can_be_replayed(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    done = run("rules", "find", "stuck and deck(1..)", "--players", "5", "--out", file)
    assert (done.returncode, done.stdout) == (0, "")
    replayed = json.loads(run("replay", file, "--json").stdout)
    assert (replayed["legal"], replayed["outcome"]) == (True, "lost")
    again = run("rules", "find", "stuck", "--players", "5", "--out", file)
    assert again.returncode == 2
    assert "it is there already" in again.stderr


def test_a_proof_is_a_no() -> None:
    asked = ("rules", "find", "skipped and deck(1..)", "--players", "2", "--pauses", "1")
    done = run(*asked, "--games", "20", "--json")
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["answer"], answer["record"]) == (3, "none", None)
    assert answer["proof"].startswith("cp-sat")
    assert answer["confirmed_by"].startswith("cnf")


def test_rows_of_ten_are_all_tried() -> None:
    both = run("rules", "find", "bust-by-total and bust-by-currency", "--games", "3")
    assert both.returncode == 3
    assert "every card was drawn to one row for each total, currency and length" in both.stdout
    wanted = condition("total(10) and row(9)", "ten")
    record = try_rows(wanted, 3)
    assert isinstance(record, Record)
    assert len(record.moves) == 9
    assert wanted.at(last_moment(solver.read(solver.write(record))))
    assert try_rows(condition("row(29)", "ten"), 2) is None, "not enough copies proves nothing"


def test_what_is_not_found_proves_nothing() -> None:
    done = run("rules", "find", "over and turn(4) and second-turn", "--games", "1")
    assert done.returncode == 4
    assert "not found, which proves nothing (tried: 1 random game)" in done.stdout


def test_predicates_are_listed_and_wrong_words_are_told() -> None:
    listed = run("rules", "find", "--list").stdout
    for game in GAMES:
        assert all(one.form in listed for one in predicates(game).values())
    wrong = run("rules", "find", "stuck and (")
    assert (wrong.returncode, "column 12" in wrong.stderr) == (2, True)
    assert run("rules", "find").returncode == 2
    assert run("rules", "find", "stuck", "--game", "ten").returncode == 2
