"""`level10 rules find`: a game in which a condition comes about."""

from __future__ import annotations


def find() -> None:
    """To come."""
