"""Large imports: indexed once into a file of the user's cache, then opened at once.

The file is named after the record's path and after the names, sizes and times of its files, so
that a changed record is indexed anew. It is written beside its place and moved there when it
is whole: a kill in the middle leaves nothing that would be opened, and two programs at once
make the same file twice. `PHYSASSIST_CACHE` moves the folder.
"""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
import weakref
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import RLock
from time import time
from typing import Any
from urllib.parse import quote

from physassist_tui.core.errors import ServiceFailed
from physassist_tui.ehr.cache_build import build
from physassist_tui.ehr.cache_index import StoredIndex, load_timeline
from physassist_tui.ehr.index import TypeIndex
from physassist_tui.ehr.protocol import Resource
from physassist_tui.ehr.timeline import Timeline
from physassist_tui.i18n import msg

VERSION = 1
"""Raised when the layout of the cache file changes."""

_RULES = (
    *("closings", "dates", "extract", "gate", "index", "plans", "search_params"),
    *("search_table", "timeline"),
)
"""The modules that decide what an index says; a change in one makes indexes anew."""

_ABANDONED = 24 * 3600
"""Seconds after which an unfinished file of another program is taken for dead."""


def cache_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of the cache: `PHYSASSIST_CACHE`, or the user's cache directory."""
    if environ.get("PHYSASSIST_CACHE"):
        return Path(environ["PHYSASSIST_CACHE"]).expanduser()
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("physassist"))


def open_cached(
    path: Path, files: list[Path], progress: Callable[[int, int | None], None]
) -> FileShelf:
    """The shelf of a large record; builds its cache file first where there is none.

    `BadInput` for a fault in the record, `ServiceFailed` where the cache cannot be written.
    """
    folder = cache_folder()
    record, state = _names(path, files)
    target = folder / f"{record}-{state}.sqlite"
    shelf = _opened(target)
    if shelf is not None:
        return shelf
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _tidy(folder, record)
        handle, name = tempfile.mkstemp(prefix=f"{record}-", suffix=".building", dir=folder)
        os.close(handle)
        unfinished = Path(name)
        try:
            build(unfinished, files, progress, VERSION)
            os.replace(unfinished, target)
        finally:
            unfinished.unlink(missing_ok=True)
    except (OSError, sqlite3.Error) as error:
        raise ServiceFailed(
            msg(
                "The index of {record} cannot be written to {folder} ({reason}); "
                "PHYSASSIST_CACHE names another folder.",
                record=path,
                folder=folder,
                reason=error,
            )
        ) from error
    shelf = _opened(target)
    if shelf is None:
        raise ServiceFailed(msg("The index {file} cannot be read back.", file=target))
    return shelf


@cache
def _rules() -> str:
    here = Path(__file__).parent
    sources = [(here / f"{name}.py").read_bytes() for name in _RULES]
    return sha256(b"\0".join(sources)).hexdigest()


def _names(path: Path, files: list[Path]) -> tuple[str, str]:
    state: list[str | int] = [VERSION, _rules()]
    for file in files:
        seen = file.stat()
        state += [file.name, seen.st_size, seen.st_mtime_ns]
    return (
        sha256(str(path.resolve()).encode()).hexdigest()[:16],
        sha256(json.dumps(state).encode()).hexdigest()[:16],
    )


def _tidy(folder: Path, record: str) -> None:
    """Removes what earlier states of the record left, and what a killed program did."""
    for old in folder.glob(f"{record}-*"):
        with suppress(OSError):
            if old.suffix == ".sqlite" or time() - old.stat().st_mtime > _ABANDONED:
                old.unlink()


def _opened(target: Path) -> FileShelf | None:
    if not target.is_file():
        return None
    db = sqlite3.connect(
        f"file:{quote(str(target))}?mode=ro&immutable=1", uri=True, check_same_thread=False
    )
    try:
        version = db.execute("SELECT value FROM meta WHERE name = 'version'").fetchone()
        if version == (str(VERSION),):
            return FileShelf(db, target)
    except sqlite3.DatabaseError:
        pass  # Not a cache file of ours: it is built anew in its place.
    db.close()
    return None


class FileShelf:
    """A `Shelf` in a cache file."""

    def __init__(self, db: sqlite3.Connection, file: Path) -> None:
        """`db` is the open cache file `file`."""
        self._db = db
        self._file = file
        self._lock = RLock()
        weakref.finalize(self, db.close)
        db.execute("PRAGMA mmap_size = 1073741824")
        self._types = {
            name: (number, size)
            for number, name, size in db.execute("SELECT number, name, size FROM type")
        }
        self._indexes: dict[str, StoredIndex] = {}
        self._timelines: dict[str, Timeline] = {}
        self._ids: dict[str, list[str]] = {}

    def _rows(self, sql: str, given: tuple[Any, ...]) -> list[Any]:
        try:
            with self._lock, closing(self._db.execute(sql, given)) as cursor:
                return cursor.fetchall()
        except sqlite3.DatabaseError as error:
            message = msg("The index {file} is damaged; remove it and it is made anew.",
                          file=self._file)  # fmt: skip
            raise ServiceFailed(message) from error

    def types(self) -> Sequence[str]:
        """See `Shelf`."""
        return sorted(self._types)

    def size(self, resource_type: str) -> int:
        """See `Shelf`."""
        return self._numbered(resource_type)[1]

    def _numbered(self, kind: str) -> tuple[int, int]:
        numbered: tuple[int, int] = self._types.get(kind, (-1, 0))
        return numbered

    def ordinal(self, resource_type: str, resource_id: str) -> int | None:
        """See `Shelf`."""
        found = self._rows(
            "SELECT place FROM resource WHERE type = ? AND id = ?",
            (self._numbered(resource_type)[0], resource_id),
        )
        return found[0][0] & 0xFFFFFFFF if found else None

    def body(self, resource_type: str, ordinal: int) -> Resource:
        """See `Shelf`."""
        place = self._numbered(resource_type)[0] << 32 | ordinal
        found = self._rows("SELECT body FROM resource WHERE place = ?", (place,))
        resource: Resource = json.loads(found[0][0])
        # As the loader has it: a number for an id is made a string.
        resource["id"] = str(resource["id"])
        return resource

    def ids(self, resource_type: str) -> Sequence[str]:
        """See `Shelf`."""
        if resource_type not in self._ids:
            found = self._rows(
                "SELECT id FROM resource WHERE type = ? ORDER BY place",
                (self._numbered(resource_type)[0],),
            )
            self._ids[resource_type] = [row[0] for row in found]
        return self._ids[resource_type]

    def index(self, resource_type: str) -> TypeIndex:
        """See `Shelf`."""
        with self._lock:
            if resource_type not in self._indexes:
                number, size = self._numbered(resource_type)
                self._indexes[resource_type] = StoredIndex(self._rows, number, size)
            return self._indexes[resource_type]

    def timeline(self, resource_type: str) -> Timeline:
        """See `Shelf`."""
        with self._lock:
            if resource_type not in self._timelines:
                number, size = self._numbered(resource_type)
                self._timelines[resource_type] = (
                    load_timeline(self._rows, number) if size else Timeline.empty()
                )
            return self._timelines[resource_type]
