"""The index of a large import, read from its cache file as a search needs it."""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from physassist_tui.ehr import extract
from physassist_tui.ehr.dates import Span
from physassist_tui.ehr.index import BuiltIndex, DateColumn, Entry, Ordinals
from physassist_tui.ehr.timeline import Timeline

TOKEN, TEXT, REFERENCE, STRING = range(4)

SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE type (number INTEGER PRIMARY KEY, name TEXT, size INTEGER);
CREATE TABLE resource (place INTEGER PRIMARY KEY, type INTEGER, id TEXT, body BLOB);
CREATE TABLE posting (
  type INTEGER, param TEXT, kind INTEGER, value TEXT, system TEXT, code TEXT, display TEXT,
  ordinals BLOB, PRIMARY KEY (type, param, kind, value, system)
) WITHOUT ROWID;
CREATE TABLE dates (
  type INTEGER, param TEXT, low BLOB, high BLOB, floating BLOB, more TEXT,
  PRIMARY KEY (type, param)
) WITHOUT ROWID;
CREATE TABLE timeline (
  type INTEGER PRIMARY KEY, begins_zoned BLOB, begins_floating BLOB, settled_zoned BLOB,
  settled_floating BLOB
);
"""

Rows = Callable[[str, tuple[Any, ...]], list[Any]]
"""Runs a query; its faults are already ours."""


def save_index(db: sqlite3.Connection, number: int, index: BuiltIndex) -> None:
    """Writes the index of the type with that number."""
    db.executemany("INSERT INTO posting VALUES (?, ?, ?, ?, ?, ?, ?, ?)", _postings(number, index))
    db.executemany(
        "INSERT INTO dates VALUES (?, ?, ?, ?, ?, ?)",
        (
            (
                number,
                param,
                column.low.tobytes(),
                column.high.tobytes(),
                bytes(column.floating),
                json.dumps(column.more),
            )
            for param, column in index.date_map.items()
        ),
    )


def _postings(number: int, index: BuiltIndex) -> Iterable[tuple[Any, ...]]:
    for param, codes in index.token_map.items():
        for value, systems in codes.items():
            for system, (code, display, found) in systems.items():
                yield number, param, TOKEN, value, system, code, display, _packed(found)
    for kind, maps in (
        (TEXT, index.text_map),
        (REFERENCE, index.reference_map),
        (STRING, index.string_map),
    ):
        for param, values in maps.items():
            for value, found in values.items():
                yield number, param, kind, value, "", "", "", _packed(found)


def _packed(ordinals: list[int]) -> bytes:
    return array("I", ordinals).tobytes()


def _unpacked(kind: str, data: bytes) -> array[int]:
    numbers: array[int] = array(kind)
    numbers.frombytes(data)
    return numbers


def save_timeline(db: sqlite3.Connection, number: int, timeline: Timeline) -> None:
    """Writes the timeline of the type with that number."""
    db.execute(
        "INSERT INTO timeline VALUES (?, ?, ?, ?, ?)",
        (
            number,
            timeline.begins_zoned.tobytes(),
            timeline.begins_floating.tobytes(),
            timeline.settled_zoned.tobytes(),
            timeline.settled_floating.tobytes(),
        ),
    )


def load_timeline(rows: Rows, number: int) -> Timeline:
    """The timeline of a type."""
    found = rows(
        "SELECT begins_zoned, begins_floating, settled_zoned, settled_floating "
        "FROM timeline WHERE type = ?",
        (number,),
    )
    return Timeline(*(_unpacked("q", data) for data in found[0]))


class StoredIndex:
    """A `TypeIndex` in the cache file. What a search has read of it stays in memory."""

    def __init__(self, rows: Rows, number: int, size: int) -> None:
        """The index of the type with that number and so many resources."""
        self._rows = rows
        self._number = number
        self.size = size
        self._entries: dict[str, list[Entry]] = {}
        self._pairs: dict[tuple[str, int], list[tuple[str, Ordinals]]] = {}

    def tokens(self, param: str, code: str) -> Sequence[Entry]:
        """See `TypeIndex`."""
        return self._read_entries("AND value = ?", (self._number, param, TOKEN, extract.fold(code)))

    def vocabulary(self, param: str) -> Iterable[Entry]:
        """See `TypeIndex`."""
        if param not in self._entries:
            self._entries[param] = self._read_entries("", (self._number, param, TOKEN))
        return self._entries[param]

    def _read_entries(self, where: str, given: tuple[Any, ...]) -> list[Entry]:
        found = self._rows(
            "SELECT system, code, display, ordinals FROM posting "
            f"WHERE type = ? AND param = ? AND kind = ? {where}",
            given,
        )
        return [
            Entry(system, code, display, _unpacked("I", data))
            for system, code, display, data in found
        ]

    def texts(self, param: str) -> Iterable[tuple[str, Ordinals]]:
        """See `TypeIndex`."""
        return self._all(param, TEXT)

    def reference(self, param: str, key: str) -> Ordinals:
        """See `TypeIndex`."""
        found = self._rows(
            "SELECT ordinals FROM posting WHERE type = ? AND param = ? AND kind = ? AND value = ?",
            (self._number, param, REFERENCE, key),
        )
        return _unpacked("I", found[0][0]) if found else ()

    def references(self, param: str) -> Iterable[tuple[str, Ordinals]]:
        """See `TypeIndex`."""
        return self._all(param, REFERENCE)

    def strings(self, param: str) -> Iterable[tuple[str, Ordinals]]:
        """See `TypeIndex`."""
        return self._all(param, STRING)

    def _all(self, param: str, kind: int) -> list[tuple[str, Ordinals]]:
        if (param, kind) not in self._pairs:
            found = self._rows(
                "SELECT value, ordinals FROM posting WHERE type = ? AND param = ? AND kind = ?",
                (self._number, param, kind),
            )
            self._pairs[param, kind] = [(value, _unpacked("I", data)) for value, data in found]
        return self._pairs[param, kind]

    def dates(self, param: str) -> DateColumn:
        """See `TypeIndex`."""
        found = self._rows(
            "SELECT low, high, floating, more FROM dates WHERE type = ? AND param = ?",
            (self._number, param),
        )
        if not found:
            return DateColumn.empty(self.size)
        low, high, floating, more = found[0]
        return DateColumn(
            _unpacked("q", low),
            _unpacked("q", high),
            bytearray(floating),
            {int(at): tuple(Span(*span) for span in all_) for at, all_ in json.loads(more).items()},
        )
