"""The folder of a survey: what may be in it, who may write there, and what its errors mean."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from solver.errors import Level10Error

DATABASE = "survey.sqlite"
LOCK = "survey.lock"
OWN_FILES = {LOCK, *(DATABASE + end for end in ("", "-journal", "-wal", "-shm"))}

FORMAT = b"SQLite format 3\0"
APPLICATION_ID = int.from_bytes(b"L10s")
SCHEMA_VERSION = 1
PROCESS = "process"
"""The key of the table `meta` under which the process stands that has last written."""

PATIENCE = 5.0
"""Seconds to wait for another program that has locked the database for a moment."""


class Refused(Level10Error):
    """A folder that this survey cannot use; the message says why."""

    kind = "usage"


class Busy(Refused):
    """A table that another program has locked."""


class Damaged(Level10Error):
    """A file that should be a survey's table and is not."""

    kind = "read"


def prepare(folder: Path) -> None:
    """Creates the folder. Raises `Refused` and `Damaged` where something else is in its place."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        names = set(os.listdir(folder))
    except OSError as error:
        raise Refused(f"'{folder}' cannot be used: {reason(error)}") from None
    if DATABASE in names:
        check_file(folder / DATABASE)
    elif strange := names - OWN_FILES:
        raise Refused(
            f"'{folder}' is no survey's, it holds '{min(strange)}'; choose another folder"
        )


def reason(error: OSError) -> str:
    """Why a folder cannot be used."""
    if isinstance(error, FileExistsError):
        return "it is not a folder"
    return error.strerror or str(error)


def check_file(path: Path) -> None:
    """Raises `Damaged` unless the file says that it is a survey's table, or is still empty.

    It is looked at without SQLite, which might change a database that is somebody else's.
    """
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except OSError as error:
        raise Refused(f"'{path}' cannot be opened: {error.strerror}") from None
    version, application = (int.from_bytes(header[start : start + 4]) for start in (60, 68))
    if header and (not header.startswith(FORMAT) or application != APPLICATION_ID):
        raise Damaged(f"'{path}' is not the table of a survey")
    if header and version != SCHEMA_VERSION:
        raise Damaged(f"'{path}' was written by another version of this program")


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keeps other surveys out of a folder. Raises `Refused` where one is running.

    The lock is SQLite's own on a second, empty database: it works on every system, and the system
    drops it with the process that holds it.
    """
    path = folder / LOCK
    try:
        path.touch()
    except OSError as error:
        raise Refused(f"'{path}' cannot be written: {error.strerror}") from None
    with contextlib.closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
        try:
            with explained(path):
                connection.execute("PRAGMA journal_mode = MEMORY")  # so that no other file is left
                connection.execute("BEGIN EXCLUSIVE")
        except Busy:
            raise Refused(
                f"another survey is writing to '{folder}': process {holder(folder)}"
            ) from None
        yield


def holder(folder: Path) -> str:
    """The id of the process that has last opened the table for writing."""
    try:
        with opened(folder) as connection:
            rows = connection.execute("SELECT value FROM meta WHERE key = ?", (PROCESS,))
            return str(rows.fetchone()[0])
    except (Level10Error, TypeError):  # it has only just begun
        return "unknown"


@contextlib.contextmanager
def opened(folder: Path) -> Iterator[sqlite3.Connection]:
    """The table of a survey, for reading, also while the survey is running.

    Raises `Refused` where there is none, and `Damaged`.
    """
    path = folder / DATABASE
    check_file(path)
    with explained(path):
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", PATIENCE, uri=True)
        with contextlib.closing(connection):
            yield connection


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    """Says what SQLite's errors mean for a survey: `Busy`, `Refused`, `Damaged` or `OSError`."""
    try:
        yield
    except sqlite3.Error as error:
        primary = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        if primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise Busy(f"'{path}' is being used by another program") from error
        if primary in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
            raise Refused(f"'{path}' cannot be opened: {error}") from error
        if primary in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM):
            text = f"'{path}' cannot be written: {error}; the rows that are there stay"
            raise OSError(errno.EIO, text) from error
        raise Damaged(f"'{path}' is damaged: {error}") from error
