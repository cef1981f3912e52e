"""What surveys need in tests: the command, its table, and stand-ins for the solving of a deal.

The stand-ins run in processes of their own, which have to find them in a module.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil

from solver import GAMES, Limits
from solver.process import call
from solver.survey.row import Deal, Row, Setup
from solver.verdict import Budget

COMMAND = [sys.executable, "-m", "cli.main", "survey"]
TIMES = ("seconds", "confirm_seconds")
USUAL = {name: values[0] for name, values in GAMES["level10"].readings.items()}


def setup(seed: int = 7, limits: Limits | None = None, **readings: str) -> Setup:
    """What a survey is about, with the usual readings but for some."""
    return Setup("level10", "win", seed, {**USUAL, **readings}, limits or Limits())


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    """The command run to its end."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)], capture_output=True, text=True, timeout=120
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


def start(*arguments: object) -> subprocess.Popen[str]:
    """The command, running."""
    return subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def table(folder: Path) -> list[dict[str, Any]]:
    """The rows of a survey in the order of their keys, without the times."""
    with closing(sqlite3.connect(folder / "survey.sqlite")) as connection:
        connection.row_factory = sqlite3.Row
        found = connection.execute("SELECT * FROM deals ORDER BY players, pauses, number")
        return [{key: row[key] for key in row.keys() if key not in TIMES} for row in found]  # noqa: SIM118 (a row iterates over its values)


def count(folder: Path) -> int:
    """How many rows are there, none where there is no table yet."""
    if not (folder / "survey.sqlite").exists():
        return 0
    with closing(sqlite3.connect(folder / "survey.sqlite")) as connection:
        try:
            return int(connection.execute("SELECT count(*) FROM deals").fetchone()[0])
        except sqlite3.OperationalError:
            return 0


def wait_for(folder: Path, rows: int, child: subprocess.Popen[str]) -> None:
    """Waits until so many rows are there, or the command has ended."""
    while count(folder) < rows and child.poll() is None:
        time.sleep(0.01)


def processes(child: subprocess.Popen[Any]) -> list[psutil.Process]:
    """What a command has started."""
    return psutil.Process(child.pid).children(recursive=True)


def running(processes: list[psutil.Process], words: str) -> list[psutil.Process]:
    """Those of the processes whose command line has these words; one may have ended meanwhile."""
    found = []
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            if words in " ".join(process.cmdline()):
                found.append(process)
    return found


def are_gone(processes: list[psutil.Process]) -> bool:
    """Whether the processes end within a few seconds; the system may bury them later."""
    until = time.monotonic() + 10
    while any(map(is_alive, processes)) and time.monotonic() < until:
        time.sleep(0.01)
    return not any(map(is_alive, processes))


def is_alive(process: psutil.Process) -> bool:
    """Whether a process is there and can still do something."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


# --- Stand-ins ---------------------------------------------------------------------------------

BAD = Deal(2, 3, 4)
"""The deal that the stand-ins fail on."""


def answered(deal: Deal) -> Row:
    """A row that depends on the deal alone."""
    return Row(
        players=deal.players,
        pauses=deal.pauses,
        number=deal.number,
        verdict="winnable",
        method="stand-in",
        nodes=deal.number,
        seconds=0.0,
        confirm_seconds=None,
        plan=None,
        proof=None,
        limit_hit=None,
        warnings=None,
        starter=None,
        version="0",
    )


def kills_itself(deal: Deal) -> Row:
    """Dies on the bad deal, each time."""
    if deal == BAD:
        os.kill(os.getpid(), signal.SIGKILL)
    return answered(deal)


def kills_itself_once(folder: str, deal: Deal) -> Row:
    """Dies the first time that it has each fifth deal."""
    mark = Path(folder, f"{deal.number}")
    if deal.number % 5 == 0 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return answered(deal)


def runs_out_of_memory(deal: Deal) -> Row:
    """Raises an error on the bad deal, each time."""
    if deal == BAD:
        raise MemoryError("no room for deal 4")
    return answered(deal)


class Unborn:
    """Ends every process that so much as reads it."""

    def __call__(self, deal: Deal) -> Row:
        raise NotImplementedError

    def __reduce__(self) -> tuple[Any, ...]:
        return os._exit, (3,)


def never_ends(deal: Deal) -> Row:
    """Waits for a process that has a minute to sleep."""
    call("time:sleep", 60, budget=Budget(Limits(60)))
    return answered(deal)


def asks_a_process(deal: Deal) -> Row:
    """Has a process of its own find out what the row says."""
    nodes = call("math:gcd", deal.number, 6, budget=Budget(Limits(60)))
    return replace(answered(deal), nodes=nodes)
