"""What a survey has found so far: counts, shares with their uncertainty, and times."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from solver.interval import wilson
from solver.survey.folder import DATABASE, Damaged, opened
from solver.survey.row import Setup
from solver.survey.store import from_meta, read_meta


@dataclass(frozen=True, slots=True)
class Tally:
    """The deals of one combination of players and pauses.

    `share` is the share of deals that have a plan. `low` to `high` is its 95 % interval, in which
    `unknown` deals count as lost for `low` and as won for `high`. Times are in seconds, up to the
    first sound verdict; `confirm_seconds` is the longest that a "no" took to confirm, None where
    there was none.
    """

    players: int
    pauses: int
    deals: int
    winnable: int
    unwinnable: int
    unknown: int
    share: float
    low: float
    high: float
    median_seconds: float
    worst_seconds: float
    confirm_seconds: float | None


@dataclass(frozen=True, slots=True)
class Report:
    """What was asked, the versions of the program that solved, and a tally per combination."""

    setup: Setup
    versions: tuple[str, ...]
    tallies: tuple[Tally, ...]


def read_report(folder: Path) -> Report:
    """The report on the rows that are there, also while the survey is running.

    Raises `Refused` where there is no survey, and `Damaged`.
    """
    path = folder / DATABASE
    try:
        with opened(folder) as connection:
            connection.execute("BEGIN")  # so that all is read from one and the same moment
            versions = connection.execute("SELECT DISTINCT version FROM deals ORDER BY version")
            combinations = connection.execute(
                "SELECT DISTINCT players, pauses FROM deals ORDER BY players, pauses"
            ).fetchall()
            return Report(
                setup=from_meta(read_meta(connection)),
                versions=tuple(version for (version,) in versions),
                tallies=tuple(tally(connection, *combination) for combination in combinations),
            )
    except KeyError as error:
        raise Damaged(f"'{path}' does not say what it is about: {error} is missing") from error
    except (TypeError, ValueError) as error:
        raise Damaged(f"'{path}' holds what no survey writes: {error}") from error


def tally(connection: sqlite3.Connection, players: int, pauses: int) -> Tally:
    """The tally of one combination that has rows."""
    rows = connection.execute(
        "SELECT verdict, seconds, confirm_seconds FROM deals WHERE players = ? AND pauses = ?",
        (players, pauses),
    ).fetchall()
    words = [word for word, _, _ in rows]
    times = [seconds for _, seconds, _ in rows]
    winnable, unwinnable, unknown = map(words.count, ("winnable", "unwinnable", "unknown"))
    return Tally(
        players=players,
        pauses=pauses,
        deals=len(rows),
        winnable=winnable,
        unwinnable=unwinnable,
        unknown=unknown,
        share=winnable / len(rows),
        low=wilson(winnable, len(rows))[0],
        high=wilson(winnable + unknown, len(rows))[1],
        median_seconds=round(median(times), 6),
        worst_seconds=max(times),
        confirm_seconds=max((spent for _, _, spent in rows if spent is not None), default=None),
    )
