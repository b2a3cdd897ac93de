"""Opening a recordings file: what it must be, how SQLite is set, and bad files told in one line."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from random import uniform
from stat import S_ISREG
from typing import TypeVar

from physassist_tui.core.errors import BadInput, ServiceFailed
from physassist_tui.i18n import msg
from physassist_tui.store import schema
from physassist_tui.store.failures import is_busy, primary_code, unwritable
from physassist_tui.store.rehearsal import rehearse

BUSY_SECONDS = 5.0
"""How long to wait for another writer before giving up."""

WAL_PAGES = 1000
"""After so many pages the log is written back into the file (SQLite's own default)."""

WAL_BYTES = 8 * 1024 * 1024
"""The log file is cut to this once it has been written back."""

T = TypeVar("T")

_CANNOT_SHARE = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
"""What SQLite says, by version, where it cannot make the files that sharing needs."""


class OlderVersion(BadInput):
    """The file is of an older version; whoever opens it for writing brings it up to date."""


def connect(path: Path, *, create: bool, readonly: bool, busy_seconds: float) -> sqlite3.Connection:
    """A connection to the recordings at `path`, brought up to date unless `readonly`.

    Raises `BadInput` or `ServiceFailed`, and `sqlite3.Error` for what SQLite itself finds.
    """
    _check_path(path, create=create and not readonly)
    if readonly:
        return _connect_to_read(path, busy_seconds)
    if not os.access(path, os.W_OK) or not os.access(path.parent, os.W_OK):
        raise unwritable(path)
    connection = _sqlite(path, "mode=rw", busy_seconds)
    try:
        persistently(lambda: _set_up(connection, path), busy_seconds)
    except BaseException:
        connection.close()
        raise
    return connection


def persistently(attempt: Callable[[], T], seconds: float, pause: float = 0.01) -> T:
    """What `attempt` gives, tried again while another connection is in the way.

    SQLite waits by itself in most places (`busy_timeout`), but gives up at once where two that
    waited would wait for each other, as while both turn a new file's log on. `pause` is about how
    many seconds lie between two attempts.
    """
    # An attempt that has waited the whole time comes back a little early; it has had its turn.
    last = time.monotonic() + 0.9 * seconds
    while True:
        try:
            return attempt()
        except sqlite3.Error as error:
            if not is_busy(error) or time.monotonic() >= last:
                raise
            time.sleep(pause * uniform(0.5, 1.5))  # no two keep in step


def roll_back(connection: sqlite3.Connection) -> None:
    """Ends the transaction, where SQLite has not done so itself (it does on a full disk)."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def _check_path(path: Path, *, create: bool) -> None:
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        if not create:
            raise BadInput(
                msg("There are no recordings at {path}: no such file.", path=str(path))
            ) from None
        _make_file(path)
    except (OSError, ValueError) as error:
        raise no_path(path, error) from error
    else:
        if not S_ISREG(mode):
            raise BadInput(
                msg(
                    "{path} is a folder or a device, not a file. Choose a file with --db.",
                    path=str(path),
                )
            )


def _make_file(path: Path) -> None:
    """An empty file that only its owner may read: recordings hold patients' data."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise no_path(path, error) from error


def no_path(path: Path, error: Exception) -> BadInput:
    """The error for a path at which there can be no file, with the system's reason."""
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return BadInput(
        msg(
            "{path} cannot be used ({reason}). Choose another file with --db.",
            path=str(path),
            reason=reason,
        )
    )


def _sqlite(path: Path, mode: str, busy_seconds: float) -> sqlite3.Connection:
    # The instance's lock keeps threads apart; transactions are begun by hand.
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{mode}",
        uri=True,
        timeout=busy_seconds,
        isolation_level=None,
        check_same_thread=False,
    )
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _connect_to_read(path: Path, busy_seconds: float) -> sqlite3.Connection:
    try:
        return _checked_to_read(path, "mode=ro", busy_seconds)
    except sqlite3.Error as error:
        log = path.with_name(path.name + "-wal")
        unlogged = not log.exists() or log.stat().st_size == 0
        # So it is in a folder that cannot be written. With nothing in the log the file alone is
        # the whole, and nobody can be writing to it.
        if primary_code(error) not in _CANNOT_SHARE or not unlogged:
            raise
    return _checked_to_read(path, "mode=ro&immutable=1", busy_seconds)


def _checked_to_read(path: Path, mode: str, busy_seconds: float) -> sqlite3.Connection:
    connection = _sqlite(path, mode, busy_seconds)
    try:
        persistently(lambda: _check_readable(connection, path), busy_seconds)
    except BaseException:
        connection.close()
        raise
    return connection


def _check_readable(connection: sqlite3.Connection, path: Path) -> None:
    if _is_empty(connection, path):
        raise BadInput(msg("{path} holds no recordings.", path=str(path)))
    if _version(connection, path) < schema.LATEST:
        raise OlderVersion(
            msg(
                "{path} was written by an older version. Open it once for writing to bring it "
                "up to date.",
                path=str(path),
            )
        )


def _set_up(connection: sqlite3.Connection, path: Path) -> None:
    # Looked at before anything is written: another program's file must stay as it is.
    _is_empty(connection, path)
    if 0 < _version(connection, path) < schema.LATEST:
        rehearse(connection, path)
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise ServiceFailed(
            msg(
                "{path} lies on a disk on which two programs cannot share it (write-ahead "
                "logging is refused). Choose a local file with --db.",
                path=str(path),
            )
        )
    for pragma in (
        "synchronous = FULL",
        "fullfsync = ON",  # macOS: through the drive's own cache as well
        f"wal_autocheckpoint = {WAL_PAGES}",
        f"journal_size_limit = {WAL_BYTES}",
    ):
        connection.execute(f"PRAGMA {pragma}")
    if _version(connection, path) < schema.LATEST:
        connection.execute("BEGIN IMMEDIATE")
        try:
            schema.migrate(connection)
            connection.execute("COMMIT")
        except BaseException:
            roll_back(connection)
            raise


def _is_empty(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether there is nothing in it yet; raises `BadInput` for another program's file."""
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    ours = application == schema.APPLICATION_ID and schema.has_table(connection, "migration")
    if application not in (0, schema.APPLICATION_ID) or (tables and not ours):
        raise BadInput(
            msg(
                "{path} is another program's database. Choose another file with --db.",
                path=str(path),
            )
        )
    return not tables


def _version(connection: sqlite3.Connection, path: Path) -> int:
    version = schema.version_of(connection)
    if version > schema.LATEST:
        raise BadInput(
            msg(
                "{path} was written by a newer version (its schema is {theirs}, this program "
                "knows {ours}). Update physassist, or choose another file with --db.",
                path=str(path),
                theirs=version,
                ours=schema.LATEST,
            )
        )
    return version
