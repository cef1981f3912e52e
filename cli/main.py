"""The program `level10`: runs a command, and gives every way to end its exit status."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
from types import FrameType

from cli import status

SHOW_CURSOR = b"\x1b[?25h"


def main() -> None:
    """Runs the program."""
    signal.signal(signal.SIGINT, interrupted)
    try:
        if isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
            sys.stdout.reconfigure(encoding="utf-8")  # as positions are read
        from cli.app import app  # here, so that Ctrl-C is answered while modules load, too

        app()
    except SystemExit as done:
        if done.code == status.CRASH:  # so typer ends where the answers are read no more
            nobody_reads()
        raise
    except BrokenPipeError:
        nobody_reads()
    except OSError as error:
        ended(status.CRASH, f"error: {error.strerror}")
    except Exception as error:
        if "LEVEL10_DEBUG" in os.environ:
            raise
        ended(
            status.CRASH,
            f"unexpected error: {type(error).__name__}: {error}; this is a bug: please report it"
            " (set LEVEL10_DEBUG=1 for the details)",
        )


def nobody_reads() -> None:
    """Ends the program where whoever read its answers has gone: nothing is left to be said."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status.YES)


def interrupted(number: int, frame: FrameType | None) -> None:
    """Answers Ctrl-C: ends the program and all that it has started, at once.

    An exception would not do: Python loses one that falls into a callback, and a process in which
    one fell into an exec(), as dataclasses use it, ends as if the signal had killed it.
    """
    with contextlib.suppress(Exception):
        from solver.process import end_children

        end_children()
    with contextlib.suppress(Exception):
        sys.stdout.flush()
    shown = SHOW_CURSOR if os.isatty(2) else b""  # a progress bar may have hidden it
    os.write(2, shown + b"interrupted\n")
    os._exit(status.INTERRUPTED)


def ended(code: int, message: str) -> None:
    """Ends the program with a message."""
    print(message, file=sys.stderr)
    sys.exit(code)


if __name__ == "__main__":
    main()
