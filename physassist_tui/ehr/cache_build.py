"""Makes the cache file of a large import: one pass over its files, then the indexes."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from physassist_tui.ehr.cache_index import SCHEMA, save_index, save_timeline
from physassist_tui.ehr.dates import Instants
from physassist_tui.ehr.gate import Facts, facts_of
from physassist_tui.ehr.index import IndexBuilder
from physassist_tui.ehr.json_input import bad
from physassist_tui.ehr.loader import twice
from physassist_tui.ehr.ndjson import Line, read_lines
from physassist_tui.ehr.protocol import Resource
from physassist_tui.ehr.timeline import begins_by, build_timeline
from physassist_tui.i18n import msg

_BATCH = 2000


@dataclass
class _Type:
    """What is gathered of one type during the pass."""

    number: int
    builder: IndexBuilder
    ordinals: dict[str, int] = field(default_factory=dict)
    facts: list[Facts] = field(default_factory=list)


class _Build:
    """One pass over the lines of a record."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._types: dict[str, _Type] = {}
        self._medications: dict[str, Resource] = {}
        self._waiting: list[tuple[int, int, str, bytes]] = []

    def add(self, line: Line) -> None:
        """Takes a resource in; `BadInput` where it is there with other content."""
        kind, resource_id = line.resource["resourceType"], line.resource["id"]
        kept = self._types.get(kind)
        if kept is None:
            kept = self._types[kind] = _Type(len(self._types), IndexBuilder(kind))
        ordinal = len(kept.facts)
        earlier = kept.ordinals.setdefault(resource_id, ordinal)
        if earlier != ordinal:
            self._same_again(line, kept.number << 32 | earlier)
            return
        kept.builder.add(line.resource)
        kept.facts.append(facts_of(line.resource))
        if kind == "Medication":
            self._medications[f"{kind}/{resource_id}"] = line.resource
        self._waiting.append((kept.number << 32 | ordinal, kept.number, resource_id, line.raw))
        if len(self._waiting) >= _BATCH:
            self._write()

    def _write(self) -> None:
        self._db.executemany("INSERT INTO resource VALUES (?, ?, ?, ?)", self._waiting)
        self._waiting.clear()

    def _same_again(self, line: Line, place: int) -> None:
        self._write()
        row = self._db.execute("SELECT body FROM resource WHERE place = ?", (place,)).fetchone()
        earlier = json.loads(row[0])
        earlier["id"] = str(earlier["id"])
        if earlier != line.resource:
            raise twice(line.place, f"{earlier['resourceType']}/{earlier['id']}")

    def finish(self) -> int:
        """Writes the indexes; gives the number of resources."""
        self._write()
        for kind, kept in self._types.items():
            self._db.execute(
                "INSERT INTO type VALUES (?, ?, ?)", (kept.number, kind, len(kept.facts))
            )
            timeline = build_timeline(kept.facts, self._closes_of, self._begins_of)
            save_timeline(self._db, kept.number, timeline)
        for kept in self._types.values():
            save_index(self._db, kept.number, kept.builder.finish(self._medications.get))
        self._db.execute("CREATE INDEX resource_id ON resource (type, id)")
        return sum(len(kept.facts) for kept in self._types.values())

    def _fact(self, key: str) -> Facts | None:
        kind, _slash, resource_id = key.partition("/")
        kept = self._types.get(kind)
        ordinal = None if kept is None else kept.ordinals.get(resource_id)
        return None if kept is None or ordinal is None else kept.facts[ordinal]

    def _closes_of(self, key: str) -> Instants | None:
        fact = self._fact(key)
        return None if fact is None else fact.closes

    def _begins_of(self, key: str) -> Instants | None:
        fact = self._fact(key)
        return None if fact is None else begins_by(fact, self._closes_of)


def build(
    target: Path, files: list[Path], progress: Callable[[int, int | None], None], version: int
) -> None:
    """Writes the cache file of `files` to `target`, whole and on the disk when it returns.

    `progress` is called with the packed bytes read and to read. `BadInput` for a fault in the
    files; `OSError` and `sqlite3.Error` where the target cannot be written.
    """
    whole = sum(file.stat().st_size for file in files)
    before = 0
    with closing(sqlite3.connect(target)) as db:
        db.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + SCHEMA)
        gathered = _Build(db)
        for file in files:
            progress(before, whole)
            start = before

            def so_far(at: int, start: int = start) -> None:
                progress(start + at, whole)

            for line in read_lines(file, so_far):
                gathered.add(line)
            before += file.stat().st_size
        progress(whole, whole)
        if gathered.finish() == 0:
            raise bad(files[0].parent, msg("holds no resources."))
        db.execute("INSERT INTO meta VALUES ('version', ?)", (str(version),))
        db.commit()
    with target.open("rb") as written:
        os.fsync(written.fileno())
