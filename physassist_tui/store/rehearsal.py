"""Bringing an older file up to date is tried on a copy of it first, and the copy is looked at."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from physassist_tui.core.errors import ServiceFailed
from physassist_tui.core.foreign import one_line
from physassist_tui.i18n import msg
from physassist_tui.store import schema
from physassist_tui.store.failures import is_busy, primary_code


def rehearse(connection: sqlite3.Connection, path: Path) -> None:
    """Takes every step on a copy beside the file, which is gone afterwards.

    Raises `ServiceFailed` where a step fails, loses a row or leaves damage; nothing has been done
    to the file then. On a full disk it raises what SQLite does.
    """
    try:
        with copied(connection, path.parent, path.name) as copy:
            _bring_up_to_date(copy)
    except sqlite3.Error as error:
        if is_busy(error) or primary_code(error) == sqlite3.SQLITE_FULL:
            raise
        raise _refused(path, str(error)) from error
    except _Lost as lost:
        raise _refused(path, str(lost)) from lost


@contextmanager
def copied(connection: sqlite3.Connection, folder: Path, name: str) -> Iterator[Path]:
    """One state of a file, copied into `folder` while others may write; gone afterwards."""
    file, copy = tempfile.mkstemp(prefix=f".{name}-", suffix=".copy", dir=folder)
    os.close(file)
    try:
        connection.execute("VACUUM INTO ?", (copy,))
        yield Path(copy)
    finally:
        for end in ("", "-wal", "-shm", "-journal"):
            Path(copy + end).unlink(missing_ok=True)


_FOREIGN_KEYS = "PRAGMA foreign_key_check"


class _Lost(Exception):
    """The copy is not what it was, and more."""


def _bring_up_to_date(copy: Path) -> None:
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        before = _rows(connection)
        connection.execute("BEGIN IMMEDIATE")
        schema.migrate(connection)
        connection.execute("COMMIT")
        after = _rows(connection)
        lost = [name for name, count in before.items() if after.get(name, 0) < count]
        if lost:
            raise _Lost(f"rows lost of {', '.join(lost)}")
        found = [line for (line,) in connection.execute("PRAGMA integrity_check") if line != "ok"]
        found += [
            f"{row[0]}: foreign key" for row in connection.execute("PRAGMA foreign_key_check")
        ]
        if found:
            raise _Lost(found[0])


def _rows(connection: sqlite3.Connection) -> dict[str, int]:
    names = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'spoken_text%'"
    ).fetchall()
    return {
        name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]
        for (name,) in names
    }


def _refused(path: Path, detail: str) -> ServiceFailed:
    return ServiceFailed(
        msg(
            "{path} was written by an older version and cannot be brought up to date ({detail}). "
            "It was left as it was; the version that wrote it still reads it.",
            path=str(path),
            detail=one_line(detail),
        )
    )
