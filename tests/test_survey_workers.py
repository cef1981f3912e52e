"""Surveys whose processes are killed: workers in the middle of a deal, and the survey itself."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path

import commands
import psutil
import pytest
import survey_targets
from survey_targets import (
    BAD,
    Unborn,
    answered,
    are_gone,
    count,
    processes,
    run,
    running,
    start,
    table,
)

from solver.survey.row import Ask, Deal, Deals
from solver.survey.workers import solved

DEALS = Deals((2,), (3,), 12)
SMALL = ("--players", "2-4", "--pauses", "2-3", "--seed", 7, "--jobs", 2)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, object]]:
    """The table of 150 deals for each combination, solved without any accident."""
    out = tmp_path_factory.mktemp("undisturbed")
    assert run(*SMALL, "--deals", 150, "--out", out).returncode == 0
    rows = table(out)
    assert len(rows) == 6 * 150
    return rows


# --- Workers -----------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_every_deal_is_answered_once(jobs: int) -> None:
    rows = list(solved(answered, DEALS, jobs))
    assert sorted(rows, key=lambda row: row.number) == [answered(deal) for deal in DEALS]
    assert not children()


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_deal_whose_worker_dies_is_tried_again(jobs: int, tmp_path: Path) -> None:
    ask = partial(survey_targets.kills_itself_once, str(tmp_path))
    rows = list(solved(ask, DEALS, jobs))
    assert sorted(rows, key=lambda row: row.number) == [answered(deal) for deal in DEALS]
    assert {mark.name for mark in tmp_path.iterdir()} == {"5", "10"}


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (survey_targets.kills_itself, "ended by signal 9"),
        (survey_targets.runs_out_of_memory, "MemoryError: no room for deal 4"),
    ],
)
@pytest.mark.parametrize("jobs", [1, 3])
def test_a_deal_that_always_fails_is_marked(ask: Ask, said: str, jobs: int) -> None:
    rows = {row.number: row for row in solved(ask, DEALS, jobs)}
    bad = rows.pop(BAD.number)
    assert (bad.verdict, bad.limit_hit, bad.plan) == ("unknown", "crash", None)
    assert said in (bad.warnings or "")
    assert list(map(rows.get, sorted(rows))) == [answered(deal) for deal in DEALS if deal != BAD]


def test_processes_that_cannot_begin_are_not_started_for_ever() -> None:
    with pytest.raises(OSError, match="exit status 3"):
        list(solved(Unborn(), DEALS, 2))
    assert not children()


def test_deals_are_taken_one_by_one() -> None:
    taken: list[Deal] = []

    def watched() -> object:
        for deal in Deals((1,), (0,), 10**9):
            taken.append(deal)
            yield deal

    rows = solved(answered, watched(), 2)  # type: ignore[arg-type]
    for _ in range(5):
        next(rows)
    rows.close()  # type: ignore[attr-defined]
    assert len(taken) <= 5 + 2
    assert not children()


def children() -> list[psutil.Process]:
    """The workers that this process has."""
    return running(psutil.Process().children(recursive=True), "multiprocessing.spawn")


def test_killed_workers_change_nothing(
    undisturbed: list[dict[str, object]], tmp_path: Path
) -> None:
    child = start(*SMALL, "--deals", 150, "--out", tmp_path)
    for _ in range(6):
        survey_targets.wait_for(tmp_path, count(tmp_path) + 40, child)
        with contextlib.suppress(psutil.NoSuchProcess):  # it may end before it can be killed
            random.choice(running(processes(child), "spawn_main")).kill()
    assert child.wait(timeout=60) == 0
    assert table(tmp_path) == undisturbed


# --- The survey itself -------------------------------------------------------------------------


def test_kill_9_at_ten_moments(undisturbed: list[dict[str, object]], tmp_path: Path) -> None:
    """Some while the program starts, most after some more rows; rows that are there must stay."""
    command = (*SMALL, "--deals", 150, "--out", tmp_path)
    for moment in range(10):
        before = count(tmp_path)
        child = start(*command)
        if moment % 4 == 0:
            time.sleep(random.uniform(0.05, 0.6))
        else:
            survey_targets.wait_for(tmp_path, before + random.randint(0, 30), child)
            time.sleep(random.uniform(0, 0.02))
        started = processes(child)
        child.kill()
        assert child.wait() == -signal.SIGKILL
        assert are_gone(started)
        assert count(tmp_path) >= before
    before = count(tmp_path)
    assert before < len(undisturbed)
    done = run(*command)
    assert done.returncode == 0
    assert f"{len(undisturbed) - before} deals solved" in done.stderr
    assert table(tmp_path) == undisturbed


def test_ctrl_c(undisturbed: list[dict[str, object]], tmp_path: Path) -> None:
    """As a terminal sends it: to the program and all that it has started."""
    command = (*SMALL, "--deals", 150, "--out", tmp_path)
    for rows in (0, 100):
        child = start(*command)
        survey_targets.wait_for(tmp_path, rows, child)
        if not rows:
            time.sleep(0.4)  # workers are being started
        started = processes(child)
        os.killpg(child.pid, signal.SIGINT)
        _, errors = child.communicate(timeout=20)
        assert child.returncode == 130
        assert errors == "interrupted\n"
        assert are_gone(started)
        assert count(tmp_path) >= rows
    assert run(*command).returncode == 0
    assert table(tmp_path) == undisturbed


def test_one_job_or_two(undisturbed: list[dict[str, object]], tmp_path: Path) -> None:
    assert run(*SMALL[:-1], 1, "--deals", 150, "--out", tmp_path).returncode == 0
    assert table(tmp_path) == undisturbed


def test_two_surveys_in_one_folder(tmp_path: Path) -> None:
    first = start(*SMALL, "--deals", 10**6, "--out", tmp_path)
    survey_targets.wait_for(tmp_path, 10, first)
    second = commands.run("survey", *SMALL, "--deals", 1, "--out", tmp_path)
    assert second.returncode == 2
    assert f"process {first.pid}" in second.stderr
    assert first.poll() is None
    report = commands.run("survey", "report", tmp_path, "--csv")  # which a running survey allows
    assert report.returncode == 0
    assert len(report.stdout.splitlines()) == 1 + 6
    first.kill()
    first.wait()
    assert run(*SMALL, "--deals", 1, "--out", tmp_path).returncode == 0


def test_a_survey_is_started_twice_at_once(tmp_path: Path) -> None:
    both = [start(*SMALL, "--deals", 150, "--out", tmp_path) for _ in range(2)]
    statuses: list[int] = []
    threads = [threading.Thread(target=lambda c=c: statuses.append(c.wait())) for c in both]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [0, 2]
    assert len(table(tmp_path)) == 900


def test_nothing_stays_behind_when_the_deals_are_long() -> None:
    """Neither the workers nor what they wait for, in the middle of whatever they do."""
    code = (
        "from survey_targets import never_ends; from solver.survey.row import Deals;"
        "from solver.survey.workers import solved;"
        "list(solved(never_ends, Deals((1,), (0,), 2), 2))"
    )
    path = os.pathsep.join(sys.path)
    child = subprocess.Popen([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path})
    while len(running(processes(child), "solver.process")) < 2:
        time.sleep(0.02)
    started = processes(child)
    child.kill()
    child.wait()
    assert are_gone(started)
