"""The program `level10`: runs a command, and gives every way to end its exit status."""

from __future__ import annotations

import contextlib
import os
import sys

from cli import status


def main() -> None:
    """Runs the program."""
    try:
        from cli.app import app  # here, so that Ctrl-C is answered while modules load, too

        app()
    except KeyboardInterrupt:
        interrupted()
    except SystemExit as done:
        if done.code == status.INTERRUPTED:  # typer has answered Ctrl-C
            interrupted()
        raise
    except BrokenPipeError:
        # Whoever read our answers has gone; nothing is left to be said.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(status.CRASH)
    except Exception as error:
        if "LEVEL10_DEBUG" in os.environ:
            raise
        ended(
            status.CRASH,
            f"unexpected error: {type(error).__name__}: {error}; this is a bug: please report it"
            " (set LEVEL10_DEBUG=1 for the details)",
        )


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
