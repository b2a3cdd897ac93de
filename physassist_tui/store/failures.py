"""SQLite's errors as ours: one line that says what is wrong with which file and what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

from physassist_tui.core.errors import BadInput, PhysassistError, ServiceFailed
from physassist_tui.i18n import Message, msg


class SessionTaken(ServiceFailed):
    """Another program has gone on with this session since this one last read or wrote it."""


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turns SQLite's errors about the file at `path` into ours."""
    try:
        yield
    except sqlite3.Error as error:
        tell(error, path)


def tell(error: sqlite3.Error, path: Path) -> NoReturn:
    """Raises the error about the file at `path` as ours."""
    if isinstance(error, sqlite3.ProgrammingError | sqlite3.IntegrityError):
        raise error  # ours to mend, not the reader's
    raise translated(error, path) from error


def primary_code(error: sqlite3.Error) -> int:
    """SQLite's primary result code of an error; 0 where it has none."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def is_busy(error: sqlite3.Error) -> bool:
    """Whether another connection held the file, so that trying again may help."""
    return primary_code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def translated(error: sqlite3.Error, path: Path) -> PhysassistError:
    """The error as one of ours."""
    where = str(path)
    match primary_code(error):
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return ServiceFailed(
                msg(
                    "{path} is locked by another program that does not let go. Close that "
                    "program and try again; everything recorded before is safe.",
                    path=where,
                )
            )
        case sqlite3.SQLITE_FULL:
            return ServiceFailed(
                msg(
                    "No space is left for {path}. Free some and try again; everything recorded "
                    "before is safe.",
                    path=where,
                )
            )
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return BadInput(_unwritable(path))
        case sqlite3.SQLITE_CANTOPEN:
            return BadInput(
                msg(
                    "{path} cannot be opened. Check that the file and its folder can be read "
                    "and written, or choose another file with --db.",
                    path=where,
                )
            )
        case sqlite3.SQLITE_NOTADB:
            return BadInput(
                msg(
                    "{path} is not a database. Choose another file with --db.",
                    path=where,
                )
            )
        case sqlite3.SQLITE_CORRUPT:
            return ServiceFailed(
                msg(
                    "{path} is damaged ({detail}). Put a backup back, or choose another file "
                    "with --db; `physassist db verify` tells what is left.",
                    path=where,
                    detail=str(error),
                )
            )
        case sqlite3.SQLITE_IOERR:
            return not_written(path, error)
        case _:
            return ServiceFailed(
                msg(
                    "The database {path} did not do its part ({detail}).",
                    path=where,
                    detail=str(error),
                )
            )


def not_written(path: Path, error: Exception) -> ServiceFailed:
    """The error for a disk that did not do its part."""
    return ServiceFailed(
        msg(
            "The disk did not read or write {path} ({detail}). Check its free space and "
            "its health; everything recorded before is safe.",
            path=str(path),
            detail=str(error),
        )
    )


def unwritable(path: Path) -> BadInput:
    """The error for a file or folder that may not be written."""
    return BadInput(_unwritable(path))


def _unwritable(path: Path) -> Message:
    return msg(
        "{path} cannot be written. Change the rights of the file and its folder, or choose "
        "another file with --db.",
        path=str(path),
    )
