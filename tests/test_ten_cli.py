"""The commands on TEN: answers for people and for programs, exit statuses."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import naive_ten as naive
import pytest
from typer.testing import CliRunner, Result

import solver
from cli.app import app
from solver.ten.cards import FULL_DECK

EXAMPLE = Path(__file__).parents[1] / "examples" / "ten.txt"
LABYRINTH = EXAMPLE.with_name("labyrinth.txt")

TWO = "game: ten; player 1: tokens=2 cards=R1,R2; player 2: tokens=3 bust=1 cards=B1;"
TURN = f"{TWO} row: R6 $2; market: R3 B2; deck: R4 $3"
AUCTION = f"{TWO} market: R3 B2; phase: auction; auction: card=R# next=2; deck: R3 $2 B2"
LAST = f"{TWO} market: R3 B2; phase: final; final: next=2 last=1"
OVER = f"{TWO} phase: final; final: last=1"
HIDDEN = "game: ten; player 1: tokens=5; player 2: tokens=5; unseen: R5 R6*2 W7 B# $3"

SOLVE_KEYS = {
    *("game", "goal", "verdict", "plan", "proof", "limit"),
    *("readings", "warnings", "engine", "nodes", "seconds", "version"),
}
ERROR_KEYS = {"kind", "message", "file", "line", "column", "token", "expected", "places"}


def run(*arguments: object, stdin: str = "") -> Result:
    """A command, its answer and exit status."""
    return CliRunner().invoke(app, [str(one) for one in arguments], input=stdin)


def document(*arguments: object, stdin: str = "", status: int = 0) -> dict[str, Any]:
    """The JSON answer of a command that ends with this status."""
    done = run(*arguments, "--json", stdin=stdin)
    assert done.exit_code == status, done.output
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


# --- solve --------------------------------------------------------------------------------------


def test_with_the_help_of_the_others() -> None:
    found = document("solve", EXAMPLE, "--goal", "score:1:13")
    assert set(found) >= SOLVE_KEYS
    assert (found["game"], found["goal"], found["others"]) == ("ten", "score:1:13", "help")
    assert (found["verdict"], found["proof"], found["limit"]) == ("winnable", None, None)
    assert "strategy" not in found
    assert found["readings"] == {
        name: values[0] for name, values in solver.GAMES["ten"].readings.items()
    }
    end = document("replay", EXAMPLE, *found["plan"])
    assert end["outcome"] == "over"
    score = document("score", "-", stdin=end["position"])
    assert score["players"][0]["total"] >= 13


def test_the_first_goal_is_to_win() -> None:
    found = document("solve", "-", stdin=TURN)
    assert (found["goal"], found["others"], found["verdict"]) == ("win:1", "help", "winnable")


def test_against_the_others() -> None:
    """Player 2 buys the red 3 before player 1 can; going first, player 1 has two points already."""
    found = document(
        "solve", "-", "--goal", "score:1:3", "--others", "oppose", stdin=LAST, status=3
    )
    assert (found["verdict"], found["plan"]) == ("unwinnable", None)
    assert set(found["proof"]) == {"method", "confirmed_by", "reason"}
    assert all(found["proof"].values())

    first = LAST.replace("next=2", "next=1")
    found = document("solve", "-", "--goal", "score:1:2", "--others", "oppose", stdin=first)
    assert (found["verdict"], found["proof"]) == ("winnable", None)
    assert set(found["strategy"]) in ({"move", "replies"}, {"move", "then"}, {"replies"})
    assert any("all the other players together" in one for one in found["assumptions"])


def test_against_selfish_players() -> None:
    """Player 2 comes to two points and more tokens, player 1 can have two points at most."""
    found = document("solve", "-", "--others", "selfish", stdin=LAST, status=3)
    assert (found["others"], found["verdict"], found["engine"]) == (
        "selfish",
        "unwinnable",
        "induction",
    )
    found = document("solve", "-", "--others", "selfish", "--goal", "win:2", stdin=LAST)
    assert found["plan"] == ["buy:B2:b1", "end"]


def test_solve_for_people() -> None:
    done = run("solve", "-", "--goal", "score:1:3", "--others", "oppose", stdin=LAST)
    assert done.exit_code == 3
    assert "unwinnable: at least 3 points for player 1, whatever the others do" in done.stdout
    assert "proof: " in done.stdout
    assert "confirmed by: " in done.stdout
    done = run("solve", EXAMPLE, "--goal", "win:2")
    assert done.exit_code == 0
    assert done.stdout.startswith("winnable: player 2 wins, if everybody helps")
    assert "stop:numbers" in done.stdout
    done = run("solve", "-", "--others", "selfish", "--goal", "win:2", stdin=LAST)
    assert "winnable: player 2 wins, if everybody plays for themselves" in done.stdout
    first = LAST.replace("next=2", "next=1")
    done = run("solve", "-", "--goal", "score:1:2", "--others", "oppose", stdin=first)
    assert done.stdout.startswith("winnable: at least 2 points for player 1, whatever the others")


def test_every_reading_alone() -> None:
    """There are only cards to bid for the wild with: a second blue 5 is given for it."""
    keys = "game: ten; player 1: cards=R1,R2,B5*2; phase: auction; auction: card=R# next=1; deck:"
    found = document("solve", "-", "--goal", "score:1:4", "--all-readings", stdin=keys)
    assert found["by_reading"]["bid_with_cards"] == {"yes": "winnable", "no": "unwinnable"}
    assert set(found["by_reading"]) == set(solver.GAMES["ten"].readings)
    assert found["depends_on"] == ["bid_with_cards"]
    assert found["undecided"] == []


def test_a_limit_is_no_answer() -> None:
    arguments = ["--goal", "score:1:12", "--others", "oppose", "--node-limit", 500]
    found = document("solve", EXAMPLE, *arguments, status=4)
    assert (found["verdict"], found["limit"], found["plan"]) == ("unknown", "nodes", None)
    assert found["nodes"] >= 500
    assert found["points"] == {"least": 6, "most": 16, "plan": None}
    done = run("solve", EXAMPLE, *arguments)
    assert "the limit of nodes was hit" in done.stdout


def test_what_makes_no_sense_is_refused_and_the_others_answered(tmp_path: Path) -> None:
    file = tmp_path / "several.jsonl"
    unread = '{"game": "ten", "players": 9}'
    lines = [solver.write_json(solver.read(keys)) for keys in (HIDDEN, OVER, TURN)]
    file.write_text("\n".join([lines[0], unread, *lines[1:]]), encoding="utf-8")
    done = run("solve", file, "--others", "selfish", "--goal", "win:2", "--json")
    assert done.exit_code == 5
    hidden, bad, over, turn = map(json.loads, done.stdout.splitlines())
    assert [one["line"] for one in (hidden, bad, over, turn)] == [1, 2, 3, 4]
    for one in (hidden, bad, turn):
        assert set(one["error"]) == ERROR_KEYS
    assert "the order of the 6 cards to come has to be known" in hidden["error"]["message"]
    assert "last purchases" in turn["error"]["message"]
    assert over["verdict"] == "unwinnable"


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", EXAMPLE, "--goal", "take:1"],
        ["solve", EXAMPLE, "--goal", "win"],
        ["solve", EXAMPLE, "--goal", "score:1"],
        ["solve", EXAMPLE, "--goal", "score:1:x"],
        ["solve", EXAMPLE, "--goal", "win:6"],
        ["solve", EXAMPLE, "--goal", "win:3"],
        ["solve", EXAMPLE, "--goal", "score:0:5"],
        ["solve", EXAMPLE, "--others", "asleep"],
        ["solve", EXAMPLE, "--others", "selfish"],
        ["solve", EXAMPLE, "--others", "oppose", "--engine", "cp-sat"],
        ["solve", EXAMPLE, "--turns", "3"],
        ["solve", EXAMPLE, "--opponents", "free"],
        ["solve", EXAMPLE, "--reading", "spent_cards=burnt"],
        ["solve", LABYRINTH, "--others", "help"],
        ["odds", EXAMPLE, "draw"],
        ["odds", EXAMPLE, "--best"],
        ["odds", LABYRINTH, "--value", "score"],
        ["score", LABYRINTH],
        ["score", EXAMPLE, "--add", "$3"],
        ["review", EXAMPLE, "--goal", "win:1"],
        ["deal", "--game", "ten", "--players", "6", "--seed", "1"],
        ["deal", "--game", "ten", "--players", "3", "--seed", "1"],
        ["deal", "--game", "ten", "--players", "2", "--seed", "1", "--pauses", "1"],
    ],
    ids=lambda words: " ".join(Path(str(word)).name for word in words),
)
def test_wrong_usage(arguments: list[object]) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert "Traceback" not in done.output
    assert done.stderr


# --- odds and score -----------------------------------------------------------------------------


def test_odds_of_a_turn() -> None:
    """On a 6 a 5 or a 6 is too much."""
    keys = f"{TWO} row: R6; unseen: R4 R5 B6 $3 W7"
    found = document("odds", "-", stdin=keys)
    assert found["game"] == "ten"
    assert found["bust"] == {"exact": "2/5", "value": 0.4}
    assert found["wild"]["exact"] == "1/5"
    assert {"stop", "draw", "best"} <= set(found)
    assert (found["total"], found["cards_left"]) == (6, 5)
    again = document("odds", "-", "--value", "score", stdin=keys)
    assert (found["objective"], again["objective"]) == ("tokens", "score")
    done = run("odds", "-", stdin=keys)
    assert done.exit_code == 0
    assert "2/5" in done.stdout


def test_odds_of_an_auction() -> None:
    found = document("odds", "-", stdin=AUCTION)
    assert (found["phase"], found["wild"]) == ("auction", "R#")
    first, second = found["players"]
    assert (first["points"], first["with_wild"], first["value"]) == (2, 3, 1)
    assert (second["points"], second["with_wild"], second["value"]) == (1, 2, 1)
    assert [one["player"] for one in found["line"]] == [2, 1]
    assert found["gets"] == 2
    assert "player 2 gets it" in run("odds", "-", stdin=AUCTION).stdout
    assert run("odds", "-", "--value", "score", stdin=AUCTION).exit_code == 2


def test_odds_of_the_last_purchases() -> None:
    found = document("odds", "-", stdin=LAST)
    assert found["phase"] == "final"
    assert [one["move"] for one in found["line"]] == ["buy:B2:b1", "end"]
    assert found["winners"] == [2]
    assert found["confirmed_by"]
    assert "buy:B2:b1" in run("odds", "-", stdin=LAST).stdout


def test_scores() -> None:
    keys = "game: ten; player 1: tokens=1 cards=R1,R2,R4,B9,R#; player 2: cards=W5,O4,O6; deck: G1"
    found = document("score", "-", stdin=keys)
    first, second = found["players"]
    assert (first["player"], first["total"], second["total"]) == (1, 5, 3)
    assert first["colours"]["R"] == {
        "points": 4,
        "run": [1, 4],
        "wilds": [{"card": "R#", "as": 3}],
    }
    assert second["colours"]["O"]["run"] == [4, 6]
    assert "R#" in run("score", "-", stdin=keys).stdout
    added = document("score", "-", "--add", "R3", stdin=keys)
    assert added != found


# --- moves, replay, perft -----------------------------------------------------------------------


def test_moves() -> None:
    assert document("moves", EXAMPLE)["moves"] == ["draw"]
    assert document("moves", "-", stdin=TURN)["moves"] == ["draw", "stop:currency", "stop:numbers"]
    found = document("moves", "-", stdin=LAST)["moves"]
    assert found == sorted(found)
    assert found == ["buy:B2:b1", "buy:B2:t1+c1", "buy:B2:t2", "buy:R3:b1", "buy:R3:t2+c1"] + [
        "buy:R3:t3",
        "end",
    ]
    assert document("moves", "-", stdin=OVER)["moves"] == []


@pytest.mark.parametrize(
    ("keys", "move", "rule"),
    [
        (TURN, "buy:R3:t2", "T4 T8"),
        (TURN, "end", "T4"),
        (LAST, "buy:R3:t2", "T8"),
        (LAST, "buy:B2:t2+B1", "T8"),
        (LAST, "buy:O2:t2", "T8"),
        (LAST.replace("cards=B1", "cards=B2"), "buy:B2:t2", "T9"),
        (AUCTION, "bid:9:t3", "T10"),
        (AUCTION, "draw", "T4"),
        (OVER, "end", "T11"),
        (f"{TWO} row: R6; deck: R4", "stop:currency", "T6"),
    ],
)
def test_why_not(keys: str, move: str, rule: str) -> None:
    found = document("moves", "-", "--why", move, stdin=keys, status=3)
    assert found["move"] == move
    assert found["legal"] is False
    assert found["rule"] in rule.split()
    assert found["message"]


def test_why_a_legal_move() -> None:
    found = document("moves", "-", "--why", "buy:R3:t2+c1", stdin=LAST)
    assert (found["move"], found["legal"], found["rule"]) == ("buy:R3:t2+c1", True, None)


def test_replay_with_a_hidden_deck() -> None:
    found = document("replay", "-", "draw:R5", "draw:$3", "stop:currency", stdin=HIDDEN)
    assert found["legal"] is True
    assert (found["outcome"], found["winners"], found["error"]) == ("open", [], None)
    state = solver.read(found["position"]).state
    assert state.players[0].tokens == 8
    assert state.market == ("R5",)
    assert state.unseen == ("R6", "R6", "B#", "W7")
    found = document("replay", "-", "draw:R5", "draw", stdin=HIDDEN, status=3)
    assert (found["error"]["index"], found["error"]["rule"]) == (2, "T4")
    assert "draw:R6" in found["error"]["message"]
    found = document("replay", "-", "draw:R9", stdin=HIDDEN, status=3)
    assert found["error"]["rule"] == "T4"


def test_replay_to_the_end() -> None:
    found = document("replay", "-", "buy:R3:t2+B1", "buy:B2:t2", stdin=LAST)
    assert (found["outcome"], found["winners"]) == ("over", [1])  # R1 R2 B2 against R3
    found = document("replay", "-", "buy:R3:t2+c1", stdin=LAST, status=3)
    assert found["error"]["rule"] == "T8"
    assert found["error"]["legal"][-1] == "end"


def naive_perft(keys: str, depth: int) -> int:
    return naive.perft(naive.from_state(solver.read(keys).state), depth)


@pytest.mark.parametrize(
    ("keys", "depth", "nodes"),
    [
        (LAST, 1, 7),
        (LAST, 2, 27),
        (LAST, 3, 0),
        (OVER, 1, 0),
        (TURN, 3, 19),
        (AUCTION, 2, 56),
        (AUCTION, 4, 112),
        (f"{AUCTION}; readings: spent_cards=market", 4, 112),
        (f"{TURN}; readings: overpay=allowed empty_reward=allowed", 3, 44),
    ],
)
def test_perft(keys: str, depth: int, nodes: int) -> None:
    found = document("perft", "-", "--depth", depth, stdin=keys)
    assert (found["depth"], found["nodes"]) == (depth, nodes)
    assert naive_perft(keys, depth) == nodes


def test_no_perft_without_an_order() -> None:
    done = run("perft", "-", "--depth", "2", stdin=HIDDEN)
    assert done.exit_code == 2
    assert "has to be known" in done.stderr
    alike = "game: ten; player 1: tokens=5; unseen: R5*2"
    assert document("perft", "-", "--depth", "2", stdin=alike)["nodes"] == 2


# --- show, check, deal, help --------------------------------------------------------------------


def test_show() -> None:
    shown = run("show", EXAMPLE).stdout
    assert "10 cards to come, next first: B4 $3 W4 G1 R4 $2 O6 R# G5 O5" in shown
    assert "> player 1: 6 points, 4 black tokens, 1 bust token, 7 cards" in shown
    assert "last purchases" in run("show", "-", stdin=LAST).stdout
    assert "R#" in run("show", "-", stdin=AUCTION).stdout


def test_show_as_a_picture(tmp_path: Path) -> None:
    out = tmp_path / "table.svg"
    assert run("show", EXAMPLE, "--svg", out).exit_code == 0
    assert out.read_text(encoding="utf-8").startswith("<svg")


def test_check() -> None:
    found = document("check", EXAMPLE)
    assert found["ok"] is True
    assert {"claim", "ok", "found"} == set(found["claims"][0])
    bust = "game: ten; row: B6 G6 $3; player 1: tokens=5; player 2: tokens=5; unseen: R5 R6"
    assert document("check", "-", stdin=bust, status=3)["ok"] is False
    fourth = "game: ten; market: R3*2; player 1: cards=R3; player 2: cards=R3; deck:"
    assert document("check", "-", stdin=fourth, status=5)["error"]["message"]


def test_a_deal_can_be_solved() -> None:
    arguments = ["deal", "--game", "ten", "--players", 2, "--seed", 5, "--deck", "R1*3 W5 $2"]
    text = run(*arguments).stdout
    state = solver.read(text).state
    assert Counter(state.deck) == Counter({"R1": 3, "W5": 1, "$2": 1})
    assert run(*arguments).stdout == text
    assert document("solve", "-", stdin=text)["verdict"] == "winnable"


def test_a_full_deal() -> None:
    text = run("deal", "--game", "ten", "--players", 4, "--seed", 5).stdout
    record = solver.read(text)
    assert Counter(record.state.deck) == Counter(FULL_DECK)
    assert [one.tokens for one in record.state.players] == [5] * 4
    assert "assumption" in (record.note or "")
    lines = run(
        *["deal", "--game", "ten", "--players", 4, "--seed", 5, "--count", 2]
    ).stdout.splitlines()
    assert len(lines) == 2
    assert solver.read(lines[0]).state == record.state


@pytest.mark.parametrize("command", ["solve", "score", "odds", "deal"])
def test_help_speaks_of_ten(command: str) -> None:
    done = run(command, "--help")
    assert done.exit_code == 0
    assert "TEN" in done.stdout
    if command == "solve":
        for word in ("help|oppose|selfish", "score:P:N", "win:P"):
            assert word in done.stdout


def test_the_help_of_the_program() -> None:
    assert "TEN" in run("--help").stdout
