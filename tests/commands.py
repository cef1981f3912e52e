"""The program `level10` for tests: in this process, as most may run it, or in one of its own.

A process of its own is for what only that can show: signals, pipes, hash seeds, and that a command
run here answers as one that was started.
"""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from unittest import mock

from cli.main import main

COMMAND = [sys.executable, "-m", "cli.main"]


def run(*arguments: object, stdin: str | bytes = b"") -> subprocess.CompletedProcess[str]:
    """The command run to its end, in this process."""
    words = ["level10", *map(str, arguments)]
    given = io.TextIOWrapper(io.BytesIO(encoded(stdin)), encoding="utf-8")
    out, err = io.BytesIO(), io.BytesIO()
    stdout = io.TextIOWrapper(out, encoding="ascii")  # main() sees to the encoding
    stderr = io.TextIOWrapper(err, encoding="utf-8", errors="backslashreplace")
    status: object = 0
    interrupts = signal.getsignal(signal.SIGINT)
    try:
        with mock.patch.multiple(sys, argv=words, stdin=given, stdout=stdout, stderr=stderr):
            main()
    except SystemExit as done:
        status = done.code
    finally:
        signal.signal(signal.SIGINT, interrupts)
    assert isinstance(status, int), status
    stdout.flush()
    stderr.flush()
    return ended(words, status, out.getvalue(), err.getvalue())


def run_alone(
    *arguments: object, stdin: str | bytes = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """The command run to its end, in a process of its own."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=encoded(stdin),
        capture_output=True,
        env={**os.environ, **(env or {})},
        timeout=200,
    )
    return ended(done.args, done.returncode, done.stdout, done.stderr)


def ended(
    words: list[str], status: int, out: bytes, err: bytes
) -> subprocess.CompletedProcess[str]:
    """What a command has written and its exit status, which must not be those of a crash."""
    assert b"Traceback" not in err, err.decode()
    return subprocess.CompletedProcess(words, status, out.decode(), err.decode())


def encoded(stdin: str | bytes) -> bytes:
    return stdin.encode() if isinstance(stdin, str) else stdin
