"""Surveys: the table and what may be done with its folder, the report, and the command."""

from __future__ import annotations

import csv
import io
import json
import re
import resource
import shutil
import sqlite3
import subprocess
import xml.etree.ElementTree as ET
from contextlib import closing
from dataclasses import astuple, fields, replace
from pathlib import Path
from typing import Any

import commands
import pytest
from survey_targets import COMMAND, answered, run, setup, table
from typer.testing import CliRunner

import solver
from cli.app import app
from cli.options import numbers
from solver import GAMES, Limits, Record, Verdict
from solver.interval import wilson
from solver.survey.folder import Damaged, Refused
from solver.survey.report import read_report
from solver.survey.row import Deal, Deals, Row, given_up, solve
from solver.survey.store import Store, from_meta, to_meta
from solver.verdict import Proof

SMALL = ("--players", "2-4", "--pauses", "2-3", "--seed", 7, "--jobs", 2, "--deals", 3)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A survey of three deals for each of six combinations."""
    out = tmp_path_factory.mktemp("small")
    assert run(*SMALL, "--out", out).returncode == 0
    return out


def ask(*arguments: object) -> subprocess.CompletedProcess[str]:
    """The command run in this process, where no deal is to be solved."""
    return commands.run("survey", *arguments)


def store_of(folder: Path, *rows: Row) -> Path:
    """A survey that has found this."""
    with Store(folder, setup()) as store:
        for row in rows:
            store.add(row)
    return folder


# --- Rows --------------------------------------------------------------------------------------


def test_every_plan_wins_and_every_verdict_is_the_solvers(small: Path) -> None:
    """The deal is had back through the command that deals, the plan played by the public API."""
    rows = table(small)
    assert len(rows) == 18
    for players, pauses in {(row["players"], row["pauses"]) for row in rows}:
        combination = ("--players", players, "--pauses", pauses)
        dealt = commands.run("deal", "--seed", 7, "--count", 3, *combination)
        records = [solver.read(line) for line in dealt.stdout.splitlines()]
        for row in rows:
            if (row["players"], row["pauses"]) != (players, pauses):
                continue
            record = records[row["number"] - 1]
            verdict = solver.solve(record)
            assert row["verdict"] == verdict.verdict == "winnable"
            assert (row["method"], row["nodes"]) == (verdict.engine, verdict.nodes)
            assert solver.outcome(solver.replay(record, row["plan"].split())) == "won"
            assert (row["proof"], row["limit_hit"], row["warnings"]) == (None, None, None)


def test_the_seat_that_begins_is_told() -> None:
    any_seat = solve(setup(starter="any"), Deal(3, 2, 1))
    state = GAMES["level10"].deal(3, 2, 7, 1, {"starter": "any"})
    begun: Record[Any, Any] = Record("level10", GAMES["level10"].begun_by(state, any_seat.starter))
    assert any_seat.plan is not None
    assert solver.outcome(solver.replay(begun, any_seat.plan.split())) == "won"


def test_a_limit_is_told() -> None:
    row = solve(setup(limits=Limits(60, 0)), Deal(3, 2, 1))
    assert (row.verdict, row.limit_hit, row.plan, row.proof) == ("unknown", "nodes", None, None)


def test_a_no_and_its_two_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """`seconds` ends where the first method has said no; the second opinion is counted apart."""
    verdict = Verdict(
        "unwinnable",
        proof=Proof("search: every play was tried", "cnf: no solution", None, 0.75),
        engine="search",
        nodes=12,
        seconds=2.0,
        warnings=("one", "two"),
    )
    game = replace(GAMES["level10"], solve=lambda *_, **__: verdict)
    monkeypatch.setitem(GAMES, "level10", game)
    row = solve(setup(), Deal(3, 2, 1))
    assert (row.seconds, row.confirm_seconds) == (1.25, 0.75)
    assert row.proof == "search, confirmed by cnf"
    assert (row.plan, row.warnings) == (None, "one\ntwo")


# --- The table ---------------------------------------------------------------------------------


def test_the_page_on_surveys_explains_every_column() -> None:
    page = (Path(__file__).parents[1] / "docs" / "survey.md").read_text(encoding="utf-8")
    columns = "".join(re.findall(r"^\| (`.*?) \| (?:integer|real|text) \|", page, re.MULTILINE))
    assert re.findall(r"`(\w+)`", columns) == [column.name for column in fields(Row)]


def test_a_setup_survives_the_table() -> None:
    for one in (setup(), setup(2**64 - 1, Limits(None, 5, None), put_back="discard")):
        assert from_meta(to_meta(one)) == one


def test_a_finished_survey_is_one_plain_file(small: Path) -> None:
    assert {path.name for path in small.iterdir()} <= {
        "survey.sqlite",
        "survey.lock",
        "report.svg",
    }
    with closing(sqlite3.connect(small / "survey.sqlite")) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_rows_are_there_as_soon_as_they_are_added(tmp_path: Path) -> None:
    with Store(tmp_path, setup()) as store:
        store.add(answered(Deal(1, 0, 1)))
        with closing(sqlite3.connect(tmp_path / "survey.sqlite")) as connection:
            found = connection.execute("SELECT * FROM deals").fetchall()
        assert found == [astuple(answered(Deal(1, 0, 1)))]
        deals = Deals((1, 2), (0,), 2)
        assert store.count(deals) == 1
        assert list(store.missing(deals)) == [Deal(2, 0, 1), Deal(1, 0, 2), Deal(2, 0, 2)]


def test_more_deals_players_and_pauses_extend_a_survey(tmp_path: Path) -> None:
    common = ("--seed", 7, "--out", tmp_path)
    steps = [
        (("--players", 2, "--pauses", 3, "--deals", 2, "--jobs", 1), 2, 0),
        (("--players", 2, "--pauses", 3, "--deals", 2, "--jobs", 2), 0, 2),
        (("--players", 2, "--pauses", 3, "--deals", 5), 3, 2),
        (("--players", "2,4", "--pauses", "2-3", "--deals", 3), 9, 3),
    ]
    for options, solved, there in steps:
        done = run(*options, *common)
        assert done.returncode == 0
        assert f"{solved} deals solved" in done.stderr
        assert f"{there} were there" in done.stderr
    assert len(table(tmp_path)) == 14


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--seed", 8), "seed is 7, not 8"),
        (("--reading", "put_back=never"), "reading put_back is bottom, not never"),
        (("--time-limit", 5), "time limit is 60.0, not 5.0"),
        (("--node-limit", 5), "node limit is null, not 5"),
        (("--memory-limit", 5), "memory limit is 1500, not 5"),
    ],
)
def test_another_survey_is_refused(options: tuple[Any, ...], said: str, small: Path) -> None:
    before = table(small)
    done = ask(*SMALL, "--out", small, *options)
    assert done.returncode == 2
    assert said in done.stderr
    assert "is another one" in done.stderr
    assert table(small) == before


# --- The folder --------------------------------------------------------------------------------


def folder_with(name: str, content: bytes) -> Any:
    """Makes a folder that holds one file."""

    def make(folder: Path) -> Path:
        folder.mkdir()
        (folder / name).write_bytes(content)
        return folder

    return make


def a_file(path: Path) -> Path:
    """Makes a file."""
    path.write_bytes(b"mine")
    return path


def below_a_file(path: Path) -> Path:
    """Makes a file and asks for a folder in it."""
    return a_file(path) / "survey"


def foreign_database(folder: Path) -> Path:
    """Makes a folder with somebody else's database."""
    folder.mkdir()
    with closing(sqlite3.connect(folder / "survey.sqlite")) as connection:
        connection.execute("CREATE TABLE deals (mine)")
    return folder


def changed(statement: str) -> Any:
    """Makes a survey whose table somebody has changed."""

    def make(folder: Path) -> Path:
        store_of(folder, answered(Deal(1, 0, 1)))
        with closing(sqlite3.connect(folder / "survey.sqlite")) as connection:
            connection.execute(statement)
            connection.commit()
        return folder

    return make


def cut_short(folder: Path) -> Path:
    """Makes a survey whose table lacks its end."""
    store_of(folder, *(answered(Deal(1, 0, number)) for number in range(1, 500)))
    with (folder / "survey.sqlite").open("r+b") as file:
        file.truncate(9000)
    return folder


BAD_FOLDERS = [
    (folder_with("letter.txt", b"mine"), 2, "it holds 'letter.txt'"),
    (folder_with("survey.sqlite", b"mine" * 100), 5, "not the table of a survey"),
    (folder_with("survey.sqlite", b"SQLite format 3\0" + b"\xff" * 9000), 5, "not the table"),
    (foreign_database, 5, "not the table of a survey"),
    (changed("PRAGMA user_version = 2"), 5, "another version of this program"),
    (changed("DROP TABLE deals"), 5, "is damaged"),
    (cut_short, 5, "is damaged"),
    (a_file, 2, "not a folder"),
    (below_a_file, 2, "Not a directory"),
    (lambda _: Path("/proc/survey"), 2, "/proc/survey"),
]


@pytest.mark.parametrize(("make", "status", "said"), BAD_FOLDERS)
def test_bad_folders(make: Any, status: int, said: str, tmp_path: Path) -> None:
    """One message, and everything stays as it was."""
    out = make(tmp_path / "out")
    before = contents(tmp_path)
    done = ask(*SMALL, "--out", out)
    assert (done.returncode, done.stdout) == (status, "")
    assert re.fullmatch("error: .*\n", done.stderr)
    assert said in done.stderr
    after = contents(tmp_path)
    after.pop("out/survey.lock", None)
    before.pop("out/survey.lock", None)
    assert after == before


@pytest.mark.parametrize(
    ("make", "status"),
    [*((make, status) for make, status, _ in BAD_FOLDERS), (lambda path: path / "none", 2)],
)
def test_reports_on_bad_folders(make: Any, status: int, tmp_path: Path) -> None:
    out = make(tmp_path / "out")
    before = contents(tmp_path)
    done = ask("report", out, "--json")
    assert done.returncode == status
    assert re.fullmatch("error: .*\n", done.stderr)
    answer = json.loads(done.stdout)
    assert answer["file"] == str(out)
    assert answer["error"]["message"] in done.stderr
    assert contents(tmp_path) == before


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_survey_that_was_killed_while_it_began_can_begin(tmp_path: Path) -> None:
    for name in ("survey.lock", "survey.sqlite"):
        (tmp_path / name).touch()
    store_of(tmp_path, answered(Deal(1, 0, 1)))
    assert len(table(tmp_path)) == 1


def test_other_files_beside_a_survey_are_no_harm(tmp_path: Path) -> None:
    store_of(tmp_path)
    (tmp_path / "shares.csv").touch()
    store_of(tmp_path, answered(Deal(1, 0, 1)))
    assert len(table(tmp_path)) == 1


def test_the_disk_is_full(tmp_path: Path) -> None:
    """A limit on the size of files is what stands in for the full disk."""
    done = subprocess.run(
        [*COMMAND, *map(str, SMALL[:-1]), "300", "--out", str(tmp_path)],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000)),
    )
    assert done.returncode == 1
    assert re.fullmatch("error: .*survey.sqlite' cannot be written: .*\n", done.stderr)
    there = len(table(tmp_path))
    assert there > 0
    assert run(*SMALL, "--out", tmp_path).returncode == 0
    assert len(table(tmp_path)) >= max(there, 18)


def test_a_store_is_open_once(tmp_path: Path) -> None:
    with Store(tmp_path, setup()), pytest.raises(Refused, match="another survey is writing"):
        Store(tmp_path, setup())
    store_of(tmp_path)


def test_a_setup_that_cannot_be_read(tmp_path: Path) -> None:
    changed("DELETE FROM meta WHERE key = 'seed'")(tmp_path)
    with pytest.raises(Damaged, match="seed"):
        read_report(tmp_path)


def test_a_solver_that_has_died_is_asked_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    dead, won = Verdict("unknown", warnings=("it died",)), Verdict("winnable", plan=("A1",))
    for answers, word in (([dead, won], "winnable"), ([dead, dead, won], "unknown")):
        game = replace(GAMES["level10"], solve=lambda *_, left=answers, **__: left.pop(0))
        monkeypatch.setitem(GAMES, "level10", game)
        assert solve(setup(), Deal(2, 3, 1)).verdict == word


def test_rows_that_no_survey_writes(tmp_path: Path) -> None:
    changed("UPDATE deals SET seconds = 'x'")(tmp_path)
    with pytest.raises(Damaged, match="no survey writes"):
        read_report(tmp_path)


# --- The report --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (10, 20, 0.299298, 0.700702),  # 1/2 ± z / (2 √(n + z²)), z = 1.959964
        (0, 20, 0.0, 0.161125),  # z² / (n + z²)
        (20, 20, 0.838875, 1.0),
        (0, 1, 0.0, 0.793451),
        (499, 500, 0.98876, 0.99965),
        (1, 1000, 0.00018, 0.00564),
        (0, 10**6, 0.0, 0.0000038),
    ],
)
def test_wilson(successes: int, trials: int, low: float, high: float) -> None:
    found = wilson(successes, trials)
    assert found == pytest.approx((low, high), abs=6e-6)
    if successes == 0:
        assert found[0] == 0.0
    if successes == trials:
        assert found[1] == 1.0


@pytest.mark.parametrize("trials", [1, 7, 40])
def test_wilson_is_where_the_score_test_turns(trials: int) -> None:
    """At both ends the observed share is 1.959964 standard errors away: what Wilson solved for."""
    for successes in range(trials + 1):
        for end in wilson(successes, trials):
            error = (end * (1 - end) / trials) ** 0.5
            if 0 < end < 1:
                assert abs(successes / trials - end) / error == pytest.approx(1.959964, abs=1e-5)


def test_tallies(tmp_path: Path) -> None:
    """Of ten deals seven are winnable, one is not, two are undecided: counted both ways."""
    won = [replace(answered(Deal(2, 1, number)), seconds=float(number)) for number in range(1, 8)]
    lost = replace(
        answered(Deal(2, 1, 8)),
        verdict="unwinnable",
        seconds=2.5,
        confirm_seconds=9.0,
        proof="search, confirmed by cnf",
    )
    limit = replace(answered(Deal(2, 1, 9)), verdict="unknown", limit_hit="time", seconds=60.0)
    crash = given_up(Deal(2, 1, 10), "dead")
    other = answered(Deal(1, 3, 1))
    store_of(tmp_path, *won, lost, limit, crash, other)
    first, second = read_report(tmp_path).tallies
    assert (first.players, first.pauses, first.deals) == (1, 3, 1)
    assert (second.players, second.pauses, second.deals) == (2, 1, 10)
    assert (second.winnable, second.unwinnable, second.unknown) == (7, 1, 2)
    assert second.share == 0.7
    assert second.low == wilson(7, 10)[0]
    assert second.high == wilson(9, 10)[1]
    assert second.median_seconds == 3.5  # 0 1 2 2.5 3 4 5 6 7 60
    assert second.worst_seconds == 60
    assert second.confirm_seconds == 9
    assert first.confirm_seconds is None


def test_json(small: Path) -> None:
    done = ask("report", small, "--json")
    answer = json.loads(done.stdout)
    assert (answer["game"], answer["goal"], answer["seed"]) == ("level10", "win", 7)
    assert answer["readings"] == setup().readings
    assert answer["limits"] == {"seconds": 60.0, "nodes": None, "megabytes": 1500}
    assert answer["solved_by"] == [answer["version"]]
    assert [(row["players"], row["pauses"]) for row in answer["rows"]] == [
        (players, pauses) for players in (2, 3, 4) for pauses in (2, 3)
    ]
    for row in answer["rows"]:
        assert row["deals"] == row["winnable"] == 3
        assert row["unwinnable"] == row["unknown"] == 0
        assert (row["share"], row["high"]) == (1.0, 1.0)
        assert row["low"] == pytest.approx(0.43850, abs=6e-6)
    again = ask(*SMALL, "--out", small, "--json")
    assert again.stdout == done.stdout
    assert "0 deals solved" in again.stderr


def test_csv(small: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(ask("report", small, "--csv").stdout)))
    expected = json.loads(ask("report", small, "--json").stdout)["rows"]
    assert len(rows) == len(expected) == 6
    for row, one in zip(rows, expected, strict=True):
        assert row == {key: "" if value is None else str(value) for key, value in one.items()}


def test_for_people(small: Path) -> None:
    shutil.rmtree(small / "report.svg", ignore_errors=True)
    done = ask("report", small)
    assert done.stdout.startswith("level10, goal win, seed 7, with all cards known\n")
    assert "readings: all as by default\nlimits: 60 s, 1500 MB" in done.stdout
    assert re.search(r"^ +2 +3 +3 +3 +0 +0 +100\.0 +43\.9–100\.0 ", done.stdout, re.MULTILINE)
    assert re.search(r"^ +all +18 +18 +0 +0 +\d+\.\d+$", done.stdout, re.MULTILINE)
    assert str(small / "report.svg") in done.stderr
    assert "\x1b" not in done.stdout + done.stderr
    assert ask(*SMALL, "--out", small).stdout == done.stdout


def test_the_picture(small: Path, tmp_path: Path) -> None:
    """The same report is the same file, in whichever form and process."""
    pictures = [tmp_path / "1.svg", tmp_path / "2.svg"]
    assert ask("report", small, "--json", "--svg", pictures[0]).returncode == 0
    assert run("report", small, "--csv", "--svg", pictures[1]).returncode == 0
    assert pictures[0].read_bytes() == pictures[1].read_bytes()
    assert ET.parse(pictures[0]).getroot().tag.endswith("svg")
    nowhere = ["survey", "report", str(small), "--json", "--svg", str(tmp_path / "no" / "x.svg")]
    assert CliRunner().invoke(app, nowhere).exit_code == 2


def test_a_survey_without_rows(tmp_path: Path) -> None:
    store_of(tmp_path)
    done = ask("report", tmp_path)
    assert done.returncode == 0
    assert "no deal is solved yet" in done.stdout
    assert json.loads(ask("report", tmp_path, "--json").stdout)["rows"] == []
    assert not (tmp_path / "report.svg").exists()


# --- The command -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--out", "x"),
        ("--seed", 1),
        ("--seed", 1, "--out", "x", "--players", 9),
        ("--seed", 1, "--out", "x", "--players", "0-3"),
        ("--seed", 1, "--out", "x", "--players", "3-2"),
        ("--seed", 1, "--out", "x", "--players", ""),
        ("--seed", 1, "--out", "x", "--players", "1,,2"),
        ("--seed", 1, "--out", "x", "--pauses", "x"),
        ("--seed", 1, "--out", "x", "--pauses", "4"),
        ("--seed", 1, "--out", "x", "--pauses", "-1"),
        ("--seed", 1, "--out", "x", "--deals", 0),
        ("--seed", 1, "--out", "x", "--deals", 10**30),
        ("--seed", 1, "--out", "x", "--jobs", 0),
        ("--seed", 2**64, "--out", "x"),
        ("--seed", 1, "--out", "x", "--reading", "put_back=up"),
        ("--seed", 1, "--out", "x", "--jobs", 2, "--dask", "tcp://127.0.0.1:1"),
        ("report",),
        ("report", "x", "--json", "--csv"),
    ],
    ids=str,
)
def test_wrong_usage(
    options: tuple[Any, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["survey", *map(str, options)])
    assert done.exit_code == 2
    assert done.stderr
    assert done.stdout == ""
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("text", "meant"),
    [("3", (3,)), ("1-5", (1, 2, 3, 4, 5)), ("5,1", (1, 5)), (" 1 , 3-4,4", (1, 3, 4))],
)
def test_numbers(text: str, meant: tuple[int, ...]) -> None:
    assert numbers(text, 1, 5, "--players") == meant
