"""Surveys on a Dask cluster: a scheduler and two workers, as processes of their own."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from math import gcd
from pathlib import Path

import psutil
import pytest
import survey_targets
from survey_targets import BAD, answered, run, start, table

from solver import version
from solver.survey import cluster
from solver.survey.row import Deal, Deals

TOP = Path(__file__).parents[1]
SMALL = ("--players", "2-4", "--pauses", "2-3", "--seed", 7, "--deals", 50)


class Cluster:
    """A scheduler on 127.0.0.1 and two workers under nannies, with one and two threads."""

    def __init__(self, folder: Path, workers: Sequence[str] = ("1", "2")) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.log = (folder / "log.txt").open("w")
        self.processes: list[subprocess.Popen[bytes]] = []
        self.environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, (TOP, TOP / "tests"))),
            "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1",
        }
        self.dask("scheduler", "--host", "127.0.0.1", "--port", "0")
        while not self.file.exists():
            time.sleep(0.05)
        self.workers = [self.dask("worker", "--nthreads", threads) for threads in workers]

    def dask(self, what: str, *options: str) -> subprocess.Popen[bytes]:
        """Starts a part of the cluster."""
        command = [sys.executable, "-m", "dask", what, "--scheduler-file", str(self.file)]
        process = subprocess.Popen(
            [*command, "--no-dashboard", *options],
            env=self.environment,
            cwd=self.folder,
            stdout=self.log,
            stderr=self.log,
        )
        self.processes.append(process)
        return process

    @property
    def address(self) -> str:
        """Where the scheduler listens."""
        return str(json.loads(self.file.read_text(encoding="utf-8"))["address"])

    def end(self) -> None:
        """Ends all."""
        for process in self.processes:
            for child in psutil.Process(process.pid).children(recursive=True):
                with contextlib.suppress(psutil.NoSuchProcess):
                    child.kill()
            process.kill()
            process.wait()
        self.log.close()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster for all tests here, which do to its workers what they like."""
    started = Cluster(tmp_path_factory.mktemp("cluster"))
    while (started.folder / "log.txt").read_text(encoding="utf-8").count("Register worker") < 2:
        time.sleep(0.1)
    yield started
    started.end()


def test_the_table_is_that_of_a_local_run(running: Cluster, tmp_path: Path) -> None:
    """Though a worker and its nanny are killed on the way."""
    local, remote = tmp_path / "local", tmp_path / "remote"
    child = start(*SMALL, "--dask", running.address, "--out", remote)
    survey_targets.wait_for(remote, 60, child)
    nanny = running.workers.pop()
    for process in (*survey_targets.processes(nanny), psutil.Process(nanny.pid)):
        with contextlib.suppress(psutil.NoSuchProcess):  # the end of one may end another
            process.kill()
    output, errors = child.communicate(timeout=60)
    assert child.returncode == 0, errors
    assert errors.startswith("300 deals solved")
    running.workers.append(running.dask("worker", "--nthreads", "2"))
    assert run(*SMALL, "--jobs", 2, "--out", local).returncode == 0
    assert table(local) == table(remote)
    assert "all" in output


def test_ctrl_c(running: Cluster, tmp_path: Path) -> None:
    child = start(*SMALL, "--dask", running.address, "--out", tmp_path)
    survey_targets.wait_for(tmp_path, 20, child)
    os.killpg(child.pid, signal.SIGINT)
    _, errors = child.communicate(timeout=20)
    assert (child.returncode, errors) == (130, "interrupted\n")
    assert len(table(tmp_path)) >= 20


def test_deals_that_fail_are_marked(running: Cluster) -> None:
    """One that raises an error, and one that ends every worker it comes to."""
    deals = Deals((2,), (3,), 12)
    client = cluster.connect(running.address)
    for ask, said in [
        (survey_targets.runs_out_of_memory, "MemoryError: no room for deal 4"),
        (survey_targets.kills_itself, "KilledWorker"),
    ]:
        rows = {row.number: row for row in cluster.solved(ask, deals, client)}
        bad = rows.pop(BAD.number)
        assert (bad.verdict, bad.limit_hit) == ("unknown", "crash")
        assert said in (bad.warnings or "")
        assert list(map(rows.get, sorted(rows))) == [answered(one) for one in deals if one != BAD]
    cluster.close(client)


def test_workers_may_start_processes(running: Cluster) -> None:
    """Though they are daemons, and solve in threads."""
    client = cluster.connect(running.address)
    rows = cluster.solved(survey_targets.asks_a_process, Deals((2,), (3,), 12), client)
    assert {row.number: row.nodes for row in rows} == {n: gcd(n, 6) for n in range(1, 13)}
    cluster.close(client)


def test_a_bounded_number_of_deals_is_taken(
    running: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "IN_FLIGHT", 5)
    taken: list[Deal] = []

    def watched() -> Iterator[Deal]:
        for deal in Deals((2,), (3,), 10**9):
            taken.append(deal)
            yield deal

    client = cluster.connect(running.address)
    rows = cluster.solved(answered, watched(), client)
    for _ in range(10):
        next(rows)
    assert len(taken) <= 10 + 2 * 5  # with the cluster, and answered at once
    cluster.close(client)


def test_another_version_is_refused(running: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version, "version", lambda _: "9.9")
    version.program_version.cache_clear()
    try:
        with pytest.raises(cluster.NoCluster, match="have version"):
            cluster.connect(running.address)
    finally:
        version.program_version.cache_clear()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere", "tcp://[", ""])
def test_no_cluster(address: str, tmp_path: Path) -> None:
    code = (
        "from solver.survey import cluster; cluster.SECONDS = 1; from cli.main import main; main()"
    )
    command = [sys.executable, "-c", code, "survey", *map(str, SMALL), "--out", str(tmp_path)]
    done = subprocess.run([*command, "--dask", address], capture_output=True, text=True)
    assert done.returncode == 2
    assert re.fullmatch("error: no Dask scheduler answers at .*\n", done.stderr)


def test_no_workers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cluster, "SECONDS", 1)
    empty = Cluster(tmp_path, workers=())
    with pytest.raises(cluster.NoCluster, match="has no workers"):
        cluster.connect(empty.address)
    empty.end()


def test_dask_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(cluster.NoCluster, match="pip install"):
        cluster.connect("tcp://127.0.0.1:1")


def test_the_scheduler_is_lost(tmp_path: Path) -> None:
    """What was solved is there, and one message is all."""
    lost = Cluster(tmp_path, workers=("1",))
    out = tmp_path / "out"
    child = start(*SMALL[:-1], 10**6, "--dask", lost.address, "--out", out)
    survey_targets.wait_for(out, 20, child)
    lost.processes[0].kill()
    _, errors = child.communicate(timeout=60)
    assert (child.returncode, errors) == (1, "error: the Dask scheduler is lost\n")
    assert len(table(out)) >= 20
    lost.end()
