"""The write-ahead log on the disk, and not only with the system, before a commit is told of.

With `synchronous = FULL` SQLite itself waits for the disk inside each commit, while it holds the
one lock to write: of many programs only one waits at a time, and every one of them for each other.
Here a commit leaves the lock first (`synchronous = NORMAL`), and then waits for the disk. What is
promised is the same, that what was committed is on the disk on return: the log is one file that
only grows at its end until it is written back, so that waiting for it waits for every commit
before, of whatever program. But several wait together, which takes as long as one. Writing the
log back waits for the disk in either mode.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path


class Log:
    """The log beside a recordings file. While it cannot be waited for here, SQLite does."""

    def __init__(self, path: Path) -> None:
        self._name = os.fspath(path) + "-wal"
        self._file: int | None = None

    def flush(self, connection: sqlite3.Connection) -> None:
        """Waits until the commit just made is on the disk. Raises `OSError` where it cannot be."""
        if self._file is None:
            # The first commit was made with FULL. The file stays while the connection is open.
            with suppress(OSError):
                self._file = os.open(self._name, os.O_RDWR)
                connection.execute("PRAGMA synchronous = NORMAL")
        else:
            _to_disk(self._file)

    def close(self) -> None:
        """Lets go of the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _to_disk(file: int) -> None:
    with suppress(ImportError):
        import fcntl

        if hasattr(fcntl, "F_FULLFSYNC"):  # macOS: through the drive's own cache as well
            fcntl.fcntl(file, fcntl.F_FULLFSYNC)
            return
    getattr(os, "fdatasync", os.fsync)(file)
