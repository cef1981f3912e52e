"""Functions in processes of their own, so that limits always hold and nothing stays behind.

The constraint solvers are compiled code: they do not look at Python's clock and a crash of theirs
would take the program with it.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solver.verdict import Budget, LimitReached

if TYPE_CHECKING:
    import subprocess

    import psutil

CHILD = "from solver.process import serve; serve()"
POLL_SECONDS = 0.05
SOURCE = str(Path(__file__).resolve().parent.parent)


class ChildFailed(RuntimeError):
    """The child process ended without an answer; the message says how."""


def call(target: str, *arguments: Any, budget: Budget) -> Any:  # noqa: ANN401 (whatever the target returns)
    """The result of `target` ("module:function") called in a child process.

    Arguments and result travel as pickles. Raises `LimitReached` when the budget's time is used up
    or the child outgrows its megabytes, and `ChildFailed` when the child dies or raises. The child
    never outlives the call.
    """
    import subprocess

    if budget.seconds_left() == 0:
        raise LimitReached("time")
    child = subprocess.Popen(
        [sys.executable, "-P", "-c", CHILD, str(os.getpid())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": SOURCE},
        start_new_session=True,  # Ctrl-C reaches the parent alone, which then ends the child
    )
    request: bytes | None = pickle.dumps((target, arguments))
    try:
        while True:
            wait = budget.seconds_left()
            wait = POLL_SECONDS if wait is None else min(POLL_SECONDS, wait)
            try:
                answer, errors = child.communicate(request, timeout=wait)
                break
            except subprocess.TimeoutExpired:
                request = None  # communicate() goes on with what it was first given
                if budget.seconds_left() == 0:
                    raise LimitReached("time") from None
                if outgrown(child.pid, budget):
                    raise LimitReached("memory") from None
    finally:
        end(child)
    if not answer:
        said = errors.decode(errors="replace").strip().splitlines()
        if any("bad_alloc" in line or "MemoryError" in line for line in said):
            raise LimitReached("memory")
        last = said[-1] if said else f"ended with status {child.returncode}"
        raise ChildFailed(f"{target}: {last}")
    result = pickle.loads(answer)
    if isinstance(result, LimitReached):
        raise result
    return result


def family(pid: int) -> list[psutil.Process]:
    """A process and all that it started, as far as they are still there."""
    import psutil

    try:
        process = psutil.Process(pid)
        return [process, *process.children(recursive=True)]
    except psutil.Error:
        return []


def outgrown(pid: int, budget: Budget) -> bool:
    """Whether a process and all that it started together hold more memory than one may."""
    if budget.limits.megabytes is None:
        return False
    return sum(map(memory, family(pid))) > budget.limits.megabytes * 2**20


def end_children() -> None:
    """Ends all that this process has started."""
    for one in family(os.getpid())[1:]:
        kill(one)


def memory(process: psutil.Process) -> int:
    """The bytes that a process holds; none once it has ended."""
    import psutil

    try:
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0


def kill(process: psutil.Process) -> None:
    """Ends a process, unless it has ended by itself."""
    import psutil

    with contextlib.suppress(psutil.Error):
        process.kill()


def end(child: subprocess.Popen[bytes]) -> None:
    """Ends a child with everything it started."""
    if child.poll() is None:
        for one in family(child.pid):
            kill(one)
    child.wait()
    for pipe in (child.stdin, child.stdout, child.stderr):
        if pipe is not None:
            pipe.close()


@contextlib.contextmanager
def holding_interrupts() -> Iterator[None]:
    """Holds Ctrl-C back for a moment; processes started meanwhile never see it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # which would let it through again if it started later
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def die_with(parent: int) -> None:
    """Sees to it, on Linux, that this process ends when its parent does."""
    if sys.platform == "linux":
        import ctypes

        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)
        if os.getppid() != parent:
            sys.exit(1)


def serve() -> None:
    """The child: reads one request, writes one answer."""
    die_with(int(sys.argv[1]))
    target, arguments = pickle.load(sys.stdin.buffer)
    module, name = target.split(":")
    # what a library prints must not mix with the answer
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        result = getattr(importlib.import_module(module), name)(*arguments)
    except LimitReached as limit:
        result = limit
    with answers:
        pickle.dump(result, answers)
