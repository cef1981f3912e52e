"""The table of a survey: one row for each deal, in an SQLite database in a folder of its own.

Why SQLite: it is in Python itself; each row is a transaction, so that only deals that are still
being solved can be lost, however the program ends; and pandas, R, DuckDB and the `sqlite3` command
read it. A Parquet file cannot be added to, and DuckDB would be one more thing to install for a
table that is small to either.

The journal is a write-ahead log: a report can be read while a survey writes, and with
`synchronous=NORMAL` a row costs no wait for the disk. What has been written outlives the end of the
process, whatever that was; a power cut may take the last rows, which are then solved again, but
never the table. At the end the log is folded in, so that a finished survey is one plain file.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import astuple, fields
from pathlib import Path

from solver.survey.folder import (
    APPLICATION_ID,
    DATABASE,
    PATIENCE,
    PROCESS,
    SCHEMA_VERSION,
    Refused,
    explained,
    locked,
    prepare,
)
from solver.survey.row import Deal, Deals, Row, Setup
from solver.verdict import Limits

SCHEMA = (
    """CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID""",
    """CREATE TABLE deals (
    players         INTEGER NOT NULL,
    pauses          INTEGER NOT NULL,
    number          INTEGER NOT NULL,
    verdict         TEXT NOT NULL CHECK (verdict IN ('winnable', 'unwinnable', 'unknown')),
    method          TEXT NOT NULL,
    nodes           INTEGER NOT NULL,
    seconds         REAL NOT NULL,
    confirm_seconds REAL,
    plan            TEXT,
    proof           TEXT,
    limit_hit       TEXT,
    warnings        TEXT,
    starter         INTEGER,
    version         TEXT NOT NULL,
    PRIMARY KEY (players, pauses, number)
) WITHOUT ROWID""",
)
READING = "reading "
LIMITS = ("time limit", "node limit", "memory limit")


class Store:
    """The table of a survey, open for writing; only one process at a time can have it open.

    Creates the folder and the table where there are none. Raises `Refused` for a folder that holds
    something else or a survey with another setup, or where another survey is running, `Damaged`,
    and `OSError` where the disk fails. Nothing that was there is ever written over.
    """

    def __init__(self, folder: Path, setup: Setup) -> None:
        self.folder = folder
        self.path = folder / DATABASE
        prepare(folder)
        with contextlib.ExitStack() as stack:
            stack.enter_context(locked(folder))
            stack.enter_context(explained(self.path))
            connection = sqlite3.connect(self.path, PATIENCE, isolation_level=None)
            self.connection = stack.enter_context(contextlib.closing(connection))
            if not self.connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
                self.create(setup)
            self.compare(setup)
            self.connection.execute("PRAGMA journal_mode = WAL")
            self.connection.execute("PRAGMA synchronous = NORMAL")
            self.connection.execute("REPLACE INTO meta VALUES (?, ?)", (PROCESS, os.getpid()))
            self.held = stack.pop_all()

    def create(self, setup: Setup) -> None:
        """Makes the tables, all at once or not at all."""
        self.connection.execute("BEGIN")
        self.connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        self.connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        for statement in SCHEMA:
            self.connection.execute(statement)
        self.connection.executemany("INSERT INTO meta VALUES (?, ?)", to_meta(setup).items())
        self.connection.execute("COMMIT")

    def compare(self, setup: Setup) -> None:
        """Raises `Refused` where the table is that of another setup, before anything is changed."""
        columns = ",".join(column.name for column in fields(Row))
        self.connection.execute(f"SELECT {columns} FROM deals LIMIT 1")  # are they there?
        there, asked = read_meta(self.connection), to_meta(setup)
        differing = [key for key in {**there, **asked} if there.get(key) != asked.get(key)]
        if differing:
            pairs = (f"{key} is {there.get(key)}, not {asked.get(key)}" for key in differing)
            raise Refused(f"the survey in '{self.folder}' is another one: {', '.join(pairs)}")

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        """Folds the log into the table, unless somebody is reading it, and lets go of the lock."""
        with self.held, contextlib.suppress(sqlite3.Error):
            self.connection.execute("PRAGMA journal_mode = DELETE")

    def count(self, deals: Deals) -> int:
        """How many of the deals have a row."""
        players, pauses = (",".join(map(str, numbers)) for numbers in (deals.players, deals.pauses))
        with explained(self.path):
            found = self.connection.execute(
                f"SELECT count(*) FROM deals WHERE number <= ?"
                f" AND players IN ({players}) AND pauses IN ({pauses})",
                (deals.count,),
            )
            return int(found.fetchone()[0])

    def missing(self, deals: Deals) -> Iterator[Deal]:
        """The deals that have no row, in their order."""
        question = "SELECT 1 FROM deals WHERE players = ? AND pauses = ? AND number = ?"
        for deal in deals:
            with explained(self.path):
                found = self.connection.execute(question, astuple(deal)).fetchone()
            if found is None:
                yield deal

    def add(self, row: Row) -> None:
        """Writes the row of a deal that has none yet; it is safe when this returns."""
        with explained(self.path):
            marks = ",".join("?" * len(fields(Row)))
            self.connection.execute(f"INSERT INTO deals VALUES ({marks})", astuple(row))


# --- What a survey is about --------------------------------------------------------------------


def to_meta(setup: Setup) -> dict[str, str]:
    """A setup as the rows of the table `meta`; no limit is `null`."""
    return {
        "game": setup.game,
        "goal": setup.goal,
        "seed": str(setup.seed),
        **{f"{READING}{name}": value for name, value in setup.readings.items()},
        **{
            key: json.dumps(limit) for key, limit in zip(LIMITS, astuple(setup.limits), strict=True)
        },
    }


def from_meta(meta: Mapping[str, str]) -> Setup:
    """The setup that the rows of `meta` describe. Raises `KeyError` and `ValueError`."""
    return Setup(
        game=meta["game"],
        goal=meta["goal"],
        seed=int(meta["seed"]),
        readings={
            key.removeprefix(READING): value
            for key, value in meta.items()
            if key.startswith(READING)
        },
        limits=Limits(*(json.loads(meta[key]) for key in LIMITS)),
    )


def read_meta(connection: sqlite3.Connection) -> dict[str, str]:
    """The rows of `meta` that say what the survey is about."""
    rows = connection.execute("SELECT key, value FROM meta WHERE key != ?", (PROCESS,))
    return dict(rows.fetchall())
