"""The program `level10`: runs a command, and gives every way to end its exit status."""

from __future__ import annotations

import contextlib
import io
import os
import sys

from cli import status


def main() -> None:
    """Runs the program."""
    try:
        if not sys.stdout.isatty() and isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")  # as positions are read
        from cli.app import app  # here, so that Ctrl-C is answered while modules load, too

        app()
    except KeyboardInterrupt:
        interrupted()
    except SystemExit as done:
        if done.code == status.INTERRUPTED:  # typer has answered Ctrl-C
            interrupted()
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


def interrupted() -> None:
    """Ends the program after Ctrl-C.

    At once: where Ctrl-C fell into an exec(), as dataclasses use it, the interpreter would end as a
    process killed by the signal does, whatever its exit status.
    """
    print("interrupted", file=sys.stderr)
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    os._exit(status.INTERRUPTED)


def ended(code: int, message: str) -> None:
    """Ends the program with a message."""
    print(message, file=sys.stderr)
    sys.exit(code)


if __name__ == "__main__":
    main()
