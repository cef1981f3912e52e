"""The library of puzzles that comes with the program."""

from __future__ import annotations

import errno
from functools import cache
from importlib.resources import files

from puzzles.notation import read_puzzle
from puzzles.puzzle import Puzzle

SUFFIX = ".puzzle"
FOLDER = files("puzzles") / "library"


@cache
def names() -> tuple[str, ...]:
    """The names of all puzzles of the library, in order."""
    found = (item.name for item in FOLDER.iterdir())
    return tuple(sorted(name.removesuffix(SUFFIX) for name in found if name.endswith(SUFFIX)))


def contents_of(name: str) -> bytes:
    """The file of a puzzle of the library; raises `FileNotFoundError` where there is none."""
    if name not in names():
        raise FileNotFoundError(errno.ENOENT, "there is no such puzzle (see level10 puzzles)")
    return (FOLDER / f"{name}{SUFFIX}").read_bytes()


def puzzle_named(name: str) -> Puzzle:
    """A puzzle of the library; raises `FileNotFoundError` where there is none."""
    return read_puzzle(contents_of(name).decode())
