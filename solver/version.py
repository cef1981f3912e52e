"""The version of the program."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version


@cache
def program_version() -> str:
    """The version that is installed here."""
    return version("level10")
