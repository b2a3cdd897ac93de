"""A recordings file, open: its connection, its lock, and what every read and write is done in."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import TypeVar

from physassist_tui.core.errors import ServiceFailed
from physassist_tui.i18n import msg
from physassist_tui.store import text_index
from physassist_tui.store.connection import connect, persistently, roll_back
from physassist_tui.store.failures import not_written, tell, told
from physassist_tui.store.log import Log

T = TypeVar("T")

BETWEEN_LOOKS = 0.0005
"""Seconds from one look whether it is one's turn to write to the next: a commit takes less."""


class Handle:
    """One connection. Threads take turns; transactions are begun and ended here alone."""

    def __init__(self, path: Path, *, create: bool, readonly: bool, busy_seconds: float) -> None:
        self.path = path
        self.readonly = readonly
        self.lock = RLock()
        self._busy_seconds = busy_seconds
        self._log = Log(path)
        self._wait = f"PRAGMA busy_timeout = {round(busy_seconds * 1000)}"
        self._closed = False
        self._name = os.fspath(path)
        with told(path):
            self.connection = connect(
                path, create=create, readonly=readonly, busy_seconds=busy_seconds
            )
        self._identity = _identity(self._name)

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Does `work` in a transaction that is on the disk on return, or never was.

        A function and not a context manager: this is what every event waits for. Raises
        `ServiceFailed` where another writer does not let go in time, or where the file at the
        path is no longer the one that was opened; where the disk itself fails it may have been
        written all the same.
        """
        connection = self.connection
        with self.lock:
            try:
                try:
                    self._begin()
                    self._check_same_file()
                    given = work(connection)
                    connection.execute("COMMIT")
                    self._log.flush(connection)
                except BaseException:
                    roll_back(connection)
                    raise
            except sqlite3.Error as error:
                tell(error, self.path)
            except OSError as error:
                raise not_written(self.path, error) from error
            return given

    def _begin(self) -> None:
        """Waits for its turn to write.

        Not by SQLite's own waiting, which looks ever less often the longer it has waited, so that
        among many writers the one that came first may be the last to get a turn.
        """
        connection = self.connection
        connection.execute("PRAGMA busy_timeout = 0")
        try:
            persistently(
                lambda: connection.execute("BEGIN IMMEDIATE"), self._busy_seconds, BETWEEN_LOOKS
            )
        finally:
            connection.execute(self._wait)

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Several reads of one state of the file; inside another, of its state."""
        with self.lock, told(self.path):
            if self.connection.in_transaction:
                yield self.connection
                return
            try:
                self.connection.execute("BEGIN")
                yield self.connection
            finally:
                roll_back(self.connection)

    @contextmanager
    def lenient_text(self) -> Iterator[None]:
        """Bytes that are no UTF-8 (a lone surrogate, tampering) are read, not stumbled over."""
        self.connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
        try:
            yield
        finally:
            self.connection.text_factory = str

    def index_text(self) -> None:
        """Brings the text index up to date, where this SQLite can and the file may be written."""
        if self.readonly:
            return
        if text_index.behind(self.connection) and text_index.available(self.connection):
            text_index.catch_up(self.connection)

    def close(self) -> None:
        """Brings the text index up to date, writes the log back into the file and lets go.

        Everything is already safe before, so what stands in the way here is no error.
        """
        with self.lock:
            if self._closed:
                return
            self._closed = True
            try:
                if not self.readonly and self._is_same_file():
                    self.index_text()
                    self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            except sqlite3.DatabaseError:
                pass  # a full or damaged disk, another program at work: the next to close does it
            finally:
                self.connection.close()
                self._log.close()

    def _check_same_file(self) -> None:
        if not self._is_same_file():
            raise ServiceFailed(
                msg(
                    "{path} was replaced or removed while it was in use. What was recorded "
                    "before is in the file that is gone; start again to go on with the one "
                    "that is there.",
                    path=str(self.path),
                )
            )

    def _is_same_file(self) -> bool:
        return _identity(self._name) == self._identity


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
