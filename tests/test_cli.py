"""The commands as users and programs meet them: answers, exit statuses, bad input."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import psutil
import pytest
from commands import COMMAND, run, run_alone

import solver
from solver import GAMES, Record

DATA = Path(__file__).with_name("data")
DEALS = {
    one["id"]: one
    for one in json.loads((DATA / "known-deals.json").read_text(encoding="utf-8"))["deals"]
}
WON = DEALS["shuffle-0-3p"]["position"]
LOST = DEALS["shuffle-309-1p"]["position"]
ENDGAMES = json.loads((DATA / "known-endgames.json").read_text(encoding="utf-8"))["positions"]
LATE_LOST = next(one["position"] for one in ENDGAMES if one["verdict"] == "unwinnable")

EVERY_COMMAND = [
    ["solve"],
    ["moves"],
    ["replay"],
    ["review"],
    ["check"],
    ["perft", "--depth", "1"],
    ["show"],
]


def document(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    """The one JSON document on standard output."""
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


@pytest.fixture
def deal(tmp_path: Path) -> Path:
    file = tmp_path / "deal.txt"
    file.write_text(WON, encoding="utf-8")
    return file


# --- solve --------------------------------------------------------------------------------------


def test_solve_winnable(deal: Path) -> None:
    done = run("solve", deal, "--json")
    answer = document(done)
    assert done.returncode == 0
    assert done.stderr == ""
    assert (answer["game"], answer["goal"], answer["verdict"]) == ("level10", "win", "winnable")
    assert answer["proof"] is answer["limit"] is None
    assert answer["warnings"] == []
    assert answer["readings"]["put_back"] == "bottom"
    assert {"engine", "nodes", "seconds", "version", "file"} <= set(answer)
    reached = document(run("replay", deal, *answer["plan"], "--json"))
    assert (reached["legal"], reached["outcome"]) == (True, "won")


def test_solve_for_people(deal: Path) -> None:
    done = run("solve", deal)
    assert "winnable, with all cards known" in done.stdout
    assert re.search(r"turn +player +move +places +draws", done.stdout)
    assert "\x1b" not in done.stdout
    assert len(re.findall(r"^[A-E]: +(?:\S+ +){9}\S+$", done.stdout, re.MULTILINE)) == 5


def test_solve_unwinnable() -> None:
    done = run("solve", "-", "--json", stdin=LATE_LOST)
    answer = document(done)
    assert done.returncode == 3
    assert answer["verdict"] == "unwinnable"
    assert answer["plan"] is None
    assert set(answer["proof"]) == {"method", "confirmed_by", "reason"}
    assert answer["proof"]["reason"]
    words = run("solve", "-", stdin=LATE_LOST).stdout
    assert "with all cards known" in words
    assert answer["proof"]["reason"] in words


@pytest.mark.parametrize("position", [WON, LOST])
@pytest.mark.parametrize("limit", [["--time-limit", "0"], ["--node-limit", "1"]])
def test_solve_unknown(position: str, limit: list[str]) -> None:
    done = run("solve", "-", "--json", *limit, stdin=position)
    assert done.returncode == 4
    assert document(done)["verdict"] == "unknown"
    assert document(done)["limit"] == {"--time-limit": "time", "--node-limit": "nodes"}[limit[0]]


def test_solve_many_inputs_in_their_order(tmp_path: Path) -> None:
    lines = ["", "not json", solver.write_json(solver.read(LATE_LOST))]
    jsonl = tmp_path / "many.jsonl"
    jsonl.write_text("\n".join([solver.write_json(solver.read(WON)), *lines]), encoding="utf-8")
    bad = tmp_path / "bad.txt"
    bad.write_text("game: level10\nplayers: 9\n", encoding="utf-8")
    for jobs in ("1", "2"):
        done = run_alone("solve", jsonl, bad, tmp_path / "none.txt", "--json", "--jobs", jobs)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        assert done.returncode == 5
        assert [answer.get("verdict") for answer in answers] == [
            "winnable",
            None,
            "unwinnable",
            None,
            None,
        ]
        assert [answer.get("line") for answer in answers] == [1, 3, 4, None, None]
        assert [Path(answer["file"]).name for answer in answers][3:] == ["bad.txt", "none.txt"]
        assert answers[3]["error"]["kind"] == "invalid"
        assert (answers[3]["error"]["line"], answers[3]["error"]["token"]) == (2, "9")


def test_the_same_question_gets_the_same_bytes() -> None:
    def answers(positions: list[str], engine: str, seed: str) -> str:
        lines = "\n".join(solver.write_json(solver.read(position)) for position in positions)
        arguments = ["solve", "-", "--json", "--engine", engine]
        done = run_alone(*arguments, stdin=lines, env={"PYTHONHASHSEED": seed})
        assert len(done.stdout.splitlines()) == len(positions)
        return re.sub(r'"seconds": [0-9.]+', "", done.stdout)

    for positions, engine in (([WON, LATE_LOST], "auto"), ([LOST], "cp-sat")):
        assert answers(positions, engine, "1") == answers(positions, engine, "2")


def test_a_verdict_that_depends_on_readings() -> None:
    lines = (DATA / "engine-positions.jsonl").read_text(encoding="utf-8").splitlines()
    position = json.loads(lines[7])["position"]
    answer = document(run("solve", "-", "--json", "--all-readings", stdin=position))
    assert answer["depends_on"] == ["extra_turn", "empty_hand"]
    assert set(answer["by_reading"]) == set(GAMES["level10"].readings)
    for name, words in answer["by_reading"].items():
        assert set(words) == set(GAMES["level10"].readings[name])
        assert (len(set(words.values())) > 1) == (name in answer["depends_on"])
    for name in answer["depends_on"]:
        for value, word in answer["by_reading"][name].items():
            alone = run("solve", "-", "--json", "--reading", f"{name}={value}", stdin=position)
            assert document(alone)["verdict"] == word


def test_any_starter_is_told(tmp_path: Path) -> None:
    answer = document(run("solve", "-", "--json", "--reading", "starter=any", stdin=WON))
    assert answer["verdict"] == "winnable"
    assert answer["starter"] in (1, 2, 3)
    words = run("solve", "-", "--reading", "starter=any", stdin=WON).stdout
    assert f"if player {answer['starter']} begins" in words


# --- Readings from the command line -------------------------------------------------------------


def test_readings_on_the_command_line_win_and_say_so() -> None:
    position = WON + "; readings: put_back=discard"
    done = run("solve", "-", "--json", "--reading", "put_back=never", stdin=position)
    assert "put_back=never" in done.stderr
    assert document(done)["readings"]["put_back"] == "never"


@pytest.mark.parametrize("reading", ["put_back", "put_back=maybe", "colour=red", "=x"])
def test_readings_that_do_not_exist(reading: str) -> None:
    done = run("solve", "-", "--reading", reading, stdin=WON)
    assert done.returncode == 2
    assert "reading" in done.stderr


# --- Other commands -----------------------------------------------------------------------------


def test_moves_and_why(deal: Path) -> None:
    answer = document(run("moves", deal, "--json"))
    assert answer["moves"] == sorted(answer["moves"]) == solver.moves(solver.read(WON))
    for move, legal, rule in (("E1", True, None), ("ra-e8", True, None), ("A1", False, "L4")):
        done = run("moves", deal, "--why", move, "--json")
        why = document(done)
        assert (why["legal"], why["rule"]) == (legal, rule)
        assert why["move"] == move.upper()
        assert done.returncode == (0 if legal else 3)
    assert run("moves", deal, "--why", "X9").returncode == 5


def test_replay(deal: Path, tmp_path: Path) -> None:
    done = run("replay", deal, "E1", "D1")
    assert done.returncode == 0
    assert done.stdout.startswith("# after 2 moves: open\n")
    after = solver.read(done.stdout)
    assert after.state.filled == 2
    answer = document(run("replay", deal, "E1 D1", "--json"))
    assert solver.read(answer["position"]) == after
    assert (answer["legal"], answer["outcome"], answer["error"]) == (True, "open", None)
    record = tmp_path / "game.txt"
    record.write_text(WON + "; moves: E1 D1 C1 E1", encoding="utf-8")
    done = run("replay", record, "--json")
    assert done.returncode == 3
    error = document(done)["error"]
    assert (error["index"], error["move"], error["rule"]) == (4, "E1", "L4")
    before = solver.replay(solver.read(WON), ["E1", "D1", "C1"])
    assert solver.read(document(done)["position"]) == before  # where the move was tried
    assert error["legal"] == solver.moves(before)
    assert run("replay", record).returncode == 3


def test_review_names_the_blunder() -> None:
    game = Path(__file__).parents[1] / "examples" / "lost-game.txt"
    done = run("review", game, "--json")
    answer = document(done)
    assert done.returncode == 0
    assert answer["winnable_until"] == 22
    assert answer["blunder"] == {"index": 23, "move": "C4", "player": 2}
    assert answer["final"] == "lost"
    record = solver.read(game.read_text(encoding="utf-8"))
    before = Record("level10", record.state, record.moves[:22])
    assert solver.solve(solver.replay(before, [answer["better"]])).verdict == "winnable"
    assert solver.solve(solver.replay(before, ["C4"])).verdict == "unwinnable"


def test_review_of_other_games() -> None:
    plan = solver.solve(solver.read(WON)).plan
    assert plan is not None
    won = document(run("review", "-", "--json", stdin=f"{WON}; moves: {' '.join(plan)}"))
    assert (won["winnable_until"], won["blunder"], won["final"]) == (50, None, "won")
    lost = document(run("review", "-", "--json", stdin=f"{LATE_LOST}"))
    assert (lost["winnable_until"], lost["blunder"], lost["better"]) == (None, None, None)
    done = run("review", "-", "--json", "--node-limit", "1", stdin=f"{WON}; moves: E1 D1")
    assert done.returncode == 4
    assert document(done)["undecided"] == [0, 2]
    done = run("review", "-", stdin=f"{WON}; moves: A1")
    assert done.returncode == 3
    assert "L4" in done.stdout


def test_check(deal: Path) -> None:
    assert run("check", deal).returncode == 0
    done = run("check", "-", "--json", stdin=WON + "; turn: 2")
    answer = document(done)
    assert done.returncode == 3
    assert answer["ok"] is False
    assert [claim["ok"] for claim in answer["claims"]] == [True, False]
    assert "turn" in answer["claims"][1]["claim"]
    warned = run("solve", "-", "--json", stdin=WON + "; turn: 2")
    assert warned.returncode == 0
    assert "unreachable" in document(warned)["warnings"][0]
    assert run("check", "-", stdin=WON + "; moves: E1 E1").returncode == 3


def test_deal() -> None:
    one = run("deal", "--players", "3", "--pauses", "1", "--seed", "7")
    record = solver.read(one.stdout)
    assert (record.state.players, record.state.pauses) == (3, 1)
    many = run("deal", "--game", "level10", "--players", "3", "--pauses", "1", "--seed", "7")
    assert many.stdout == one.stdout
    lines = run("deal", "--players", "3", "--pauses", "1", "--seed", "7", "--count", "3").stdout
    deals = [solver.read(line) for line in lines.splitlines()]
    assert len(deals) == 3
    assert deals[0] == record
    assert len({deal.state for deal in deals}) == 3
    for wrong in (["--players", "6"], ["--seed", "-1"], ["--pauses", "4"], ["--game", "chess"]):
        options = {"--players": "3", "--seed": "7", **dict([wrong])}
        done = run("deal", *[word for pair in options.items() for word in pair])
        assert done.returncode == 2


def test_deals_never_change() -> None:
    """The first cards of a deal, worked out apart from the program's own shuffle."""
    done = run("deal", "--players", "1", "--pauses", "0", "--seed", "1", "--json")
    assert document(done)["deck"][:5] == shuffled_by_hand(1)[10:15]


def shuffled_by_hand(seed: int) -> list[str]:
    """SplitMix64 and Fisher–Yates written once more, as short as they can be."""
    mask, gamma = 2**64 - 1, 0x9E3779B97F4A7C15

    def output(state: int) -> int:
        state ^= state >> 30
        state = state * 0xBF58476D1CE4E5B9 % 2**64
        state ^= state >> 27
        state = state * 0x94D049BB133111EB % 2**64
        return state ^ state >> 31

    state = output(seed + gamma & mask)
    cards = [f"{world}{level}" for world in "ABCDE" for level in range(1, 9)]
    for last in range(39, 0, -1):
        state = state + gamma & mask
        other = output(state) % (last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards


def test_perft() -> None:
    for case in ENDGAMES[:6]:
        done = run("perft", "-", "--depth", "2", "--json", stdin=case["position"])
        answer = document(done)
        assert (answer["depth"], answer["nodes"]) == (2, case["perft2"])
    assert run("perft", "-", "--depth", "0", stdin=WON).stdout == "1\n"
    assert run("perft", "-", "--depth", "-1", stdin=WON).returncode == 2


def test_rules() -> None:
    every = run("rules").stdout
    assert all(f"L{number}  " in every for number in range(1, 21))
    assert run("rules", "l14").stdout.startswith("L14  Putting cards back")
    assert document(run("rules", "L14", "--json"))["id"] == "L14"
    assert run("rules", "L99").returncode == 2
    readings = run("rules", "--readings").stdout
    for name, values in GAMES["level10"].readings.items():
        assert name in readings
        assert f"{values[0]} (default)" in readings


def test_show(deal: Path, tmp_path: Path) -> None:
    late = run("show", "-", stdin=LATE_LOST)
    assert late.returncode == 0
    assert "\x1b" not in late.stdout
    picture = tmp_path / "table.svg"
    assert run("show", deal, "--svg", picture).returncode == 0
    text = picture.read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert run("show", deal, "--svg", tmp_path / "no" / "such.svg").returncode == 2


# --- Bad input ----------------------------------------------------------------------------------

BAD = {
    "empty": b"",
    "comments only": b"# nothing\n\n",
    "binary": bytes(range(256)),
    "zero bytes": b"game: level10\x00\n",
    "too long": b"game: level10\n" + b"# long\n" * 200_000,
    "not utf-8": b"game: level10\nnote: \xff\n",
    "no game": b"players: 1\n",
    "other game": b"game: chess\n",
    "unknown key": WON.encode() + b"\nhands: A1\n",
    "key twice": WON.encode() + b"\nplayers: 3\n",
    "no colon": WON.encode() + b"\nplayers\n",
    "card missing": WON.replace("E3 ", "", 1).encode(),
    "card twice": WON.replace("E3 ", "E3 D8 ", 1).encode(),
    "no such card": WON.replace("E3 ", "F3 ", 1).encode(),
    "restart in hand": WON.replace("E3 ", "E3 R ", 1).encode(),
    "wrong pauses": WON.replace("pauses: 0", "pauses: 1").encode(),
    "unknown seat": WON.encode() + b"; turn: 4",
    "unknown reading": WON.encode() + b"; readings: luck=yes",
    "unknown value": WON.encode() + b"; readings: tuck=often",
    "other world": LATE_LOST.replace("row A: ", "row A: B8 ").encode(),
    "two columns": WON.replace("E3 ", "", 1).encode() + b"; row E: R E3",
    "three restarts": WON.encode() + b"; row E: R R R",
    "bad move": WON.encode() + b"; moves: Z9",
    "half json": b'{"game": "level10", "players"',
    "json twice": b'{"game": "level10", "game": "level10"}',
    "json type": b'{"game": "level10", "players": "three"}',
    "json deep": b'{"game": ' + b"[" * 5000 + b"]" * 5000 + b"}",
}


# solve meets all of them, each of the others some: the reader is the same for all.
MEETINGS = [
    (command, name)
    for number, command in enumerate(EVERY_COMMAND)
    for index, name in enumerate(BAD)
    if command[0] == "solve" or index % len(EVERY_COMMAND) == number
]


@pytest.mark.parametrize(("command", "name"), MEETINGS)
def test_bad_input_is_one_clear_message(command: list[str], name: str) -> None:
    done = run(command[0], "-", *command[1:], "--json", stdin=BAD[name])
    assert done.returncode == 5, done.stderr
    message = done.stderr.strip()
    assert "\n" not in message
    assert message.startswith("error: standard input")
    error = document(done)["error"]
    assert error["message"] in message
    assert error["kind"] in ("read", "invalid")
    assert error["line"] is None or error["line"] >= 1


def test_the_message_is_the_same_from_every_command() -> None:
    position = WON.replace("E3 ", "E3 D8 ", 1)
    said = {run(c[0], "-", *c[1:], stdin=position).stderr for c in EVERY_COMMAND}
    assert len(said) == 1
    message = said.pop()
    assert "D8" in message
    assert "hand 1" in message
    assert "hand 2" in message or "hand 3" in message or "deck" in message


def test_missing_files_and_wrong_usage(tmp_path: Path) -> None:
    for command in EVERY_COMMAND:
        done = run(command[0], tmp_path / "none.txt", *command[1:])
        assert done.returncode == 2
        assert "none.txt" in done.stderr
        assert run(*command).returncode == 2
    assert run("solve", tmp_path).returncode == 2  # a folder
    for wrong in (
        ["--time-limit", "-1"],
        ["--time-limit", "nan"],
        ["--node-limit", "x"],
        ["--engine", "luck"],
        ["--goal", "lose"],
        ["--jobs", "0"],
        ["--nonsense"],
    ):
        assert run("solve", "-", *wrong, stdin=WON).returncode == 2
    assert run("dance").returncode == 2


def test_help_and_version() -> None:
    done = run("--help")
    for command in (
        "solve",
        "moves",
        "replay",
        "review",
        "check",
        "deal",
        "perft",
        "rules",
        "show",
    ):
        assert command in done.stdout
        text = run(command, "--help").stdout
        assert f"level10 {command}" in text, "an example"
    assert "60" in run("solve", "--help").stdout  # the default time limit
    assert re.fullmatch(r"level10 \d+\.\d+\.\d+\n", run("--version").stdout)


# --- Processes ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        (["solve", "-"], WON),
        (["solve", "-", "--json"], LATE_LOST),
        (["solve", "-", "--json", "--time-limit", "0"], LOST),
        (["show", "-", "--reading", "put_back=never"], LATE_LOST),
        (["check", "-", "--json"], BAD["binary"]),
        (["moves", "none.txt"], ""),
        (["dance"], ""),
        (["solve", "--help"], ""),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_process_of_its_own_says_the_same(arguments: list[str], stdin: str | bytes) -> None:
    """As the other tests ask for most answers in this one."""

    name_or_time = r"(Usage: |Try ')(?:level10|python -m [\w.]+)|(nodes, |\"seconds\": )[\d.]+"

    def said(done: subprocess.CompletedProcess[str]) -> tuple[int, list[str]]:
        texts = (done.stdout, done.stderr)
        return done.returncode, [re.sub(name_or_time, r"\1\2…", text) for text in texts]

    assert said(run(*arguments, stdin=stdin)) == said(run_alone(*arguments, stdin=stdin))


# --- Ctrl-C -------------------------------------------------------------------------------------


def worked(pid: int) -> float:
    """The seconds of processor time that a process and its children have had so far."""
    total = 0.0
    with contextlib.suppress(psutil.Error):
        process = psutil.Process(pid)
        for one in (process, *process.children(recursive=True)):
            with contextlib.suppress(psutil.Error):
                times = one.cpu_times()
                total += times.user + times.system
    return total


@pytest.mark.parametrize(
    "options",
    [
        ["--engine", "search"],
        ["--engine", "cp-sat"],
        ["--jobs", "2"],
        ["--engine", "auto"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("after", [0.2, 0.6, 1.5])
def test_interrupting_ends_cleanly(options: list[str], after: float, tmp_path: Path) -> None:
    """Ctrl-C after so many seconds of work, by the program and its children together."""
    file = tmp_path / "lost.jsonl"
    file.write_text((solver.write_json(solver.read(LOST)) + "\n") * 40, encoding="utf-8")
    child = subprocess.Popen(
        [*COMMAND, "solve", str(file), "--json", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    while worked(child.pid) < after and child.poll() is None:
        time.sleep(0.02)
    os.killpg(child.pid, signal.SIGINT)
    started = time.monotonic()
    out, err = child.communicate(timeout=20)
    assert time.monotonic() - started < 5
    assert child.returncode == 130, err
    assert b"Traceback" not in err
    for line in out.splitlines():
        json.loads(line)


def test_closed_standard_error() -> None:
    deal = Path(__file__).parents[1] / "examples" / "deal.txt"
    command = shlex.join([*COMMAND, "solve", str(deal), "--json"])
    done = subprocess.run(["sh", "-c", f"{command} 2>&-"], stdout=subprocess.PIPE, check=False)
    assert done.returncode == 0
    assert json.loads(done.stdout)["verdict"] == "winnable"
