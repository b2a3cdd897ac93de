"""Reading a file that an older version wrote, without touching it."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from physassist_tui.store.connection import OlderVersion
from physassist_tui.store.failures import told
from physassist_tui.store.recordings import Recordings
from physassist_tui.store.rehearsal import copied


@contextmanager
def to_read(path: Path) -> Iterator[Recordings]:
    """The recordings at `path`, to be read; of an older version a copy that is up to date.

    Raises as `Recordings.open` does.
    """
    try:
        recordings = Recordings.open(path, create=False, readonly=True)
    except OlderVersion:
        with _copy_of(path) as copy, Recordings.open(copy) as brought:
            yield brought
        return
    with recordings:
        yield recordings


@contextmanager
def _copy_of(path: Path) -> Iterator[Path]:
    with told(path), tempfile.TemporaryDirectory(prefix="physassist-") as folder:
        uri = f"{path.absolute().as_uri()}?mode=ro"
        with (
            closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection,
            copied(connection, Path(folder), path.name) as copy,
        ):
            yield copy
