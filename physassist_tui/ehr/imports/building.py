"""Writes the file of an imported record: every resource once, with its patient and its day.

The file is one transaction of a SQLite file beside its place, and is moved there when it is
whole: an import that is cut short leaves nothing that could be opened. Its exclusive lock tells
a file that is being written from one that a kill has left.
"""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from time import time
from typing import Any
from urllib.parse import quote

from physassist_tui.core.errors import BadInput, ServiceFailed
from physassist_tui.ehr.entries import date_of
from physassist_tui.ehr.extract import reference_key
from physassist_tui.ehr.fhirtext import human_name
from physassist_tui.ehr.imports.manifest import MOST_TOLD, Count, Manifest
from physassist_tui.ehr.json_input import bad
from physassist_tui.ehr.loader import twice
from physassist_tui.ehr.ndjson import Line
from physassist_tui.ehr.protocol import Resource
from physassist_tui.i18n import msg

LAYOUT = "1"
UNFINISHED = ".importing"
_BATCH = 2000
_PAGE = 16_384
_CACHE_KB = 16_000
_JUST_MADE_S = 2
"""How long a file may be there before it is locked."""
_SCHEMA = (
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID",
    "CREATE TABLE resource (place INTEGER PRIMARY KEY, type TEXT, id TEXT, patient TEXT,"
    " day TEXT, body BLOB)",
    "CREATE UNIQUE INDEX resource_key ON resource (type, id)",
    "CREATE TABLE patient (id TEXT PRIMARY KEY, name TEXT, birth TEXT, sex TEXT,"
    " identifiers TEXT, resources INTEGER, first TEXT, last TEXT) WITHOUT ROWID",
)
_INSERT = "INSERT OR IGNORE INTO resource VALUES (?, ?, ?, ?, ?, ?)"
_OWNERS = ("subject", "patient", "beneficiary", "for", "individual", "participant")

_DAYS = ("effectiveDateTime", "authoredOn")
"""Where the day of most resources is; `date_of` says the same of them, in more time."""

Row = tuple[int, str, str, str | None, str | None, bytes]


class Building:
    """An import under way into an open file."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._waiting: list[tuple[Row, str]] = []
        self._next = 0
        self.counts: dict[str, Count] = {}
        self.unreadable = 0
        self.told: list[str] = []
        for statement in ("BEGIN EXCLUSIVE", *_SCHEMA):
            db.execute(statement)

    def add(self, item: Line | BadInput) -> None:
        """Takes in a resource, or the fault of a line that is none."""
        if isinstance(item, BadInput):
            self.unreadable += 1
            self._tell(item)
            return
        resource = item.resource
        kind = resource["resourceType"]
        count = self.counts.get(kind)
        if count is None:
            count = self.counts[kind] = Count()
        count.read += 1
        self._next += 1
        row = (self._next, kind, resource["id"], owner_of(resource), _day(resource), item.raw)
        self._waiting.append((row, item.place))
        if len(self._waiting) >= _BATCH:
            self._write()

    def _tell(self, fault: Exception) -> None:
        if len(self.told) < MOST_TOLD:
            self.told.append(str(fault))

    def _write(self) -> None:
        rows = [row for row, _place in self._waiting]
        written = self._db.executemany(_INSERT, rows).rowcount
        if written == len(rows):
            for row in rows:
                self.counts[row[1]].kept += 1
        else:
            for row, place in self._waiting:
                self._count(row, place)
        self._waiting.clear()

    def _count(self, row: Row, place: str) -> None:
        """Whether a row was kept, was there before, or was there with other content."""
        number, kind, resource_id, *_rest, body = row
        kept = self._db.execute(
            "SELECT place, body FROM resource WHERE type = ? AND id = ?", (kind, resource_id)
        ).fetchone()
        if kept[0] == number:
            self.counts[kind].kept += 1
        elif _parsed(kept[1]) == _parsed(body):
            self.counts[kind].same += 1
        else:
            self.counts[kind].refused += 1
            self._tell(twice(place, f"{kind}/{resource_id}"))

    def resources(self, kind: str) -> Iterator[Resource]:
        """The resources of a type that are kept so far."""
        self._write()
        for (body,) in self._db.execute("SELECT body FROM resource WHERE type = ?", (kind,)):
            yield _parsed(body)

    def close_patients(self) -> tuple[int, str | None, str | None]:
        """Writes who is in the record; gives how many, and the first and the last day."""
        self._write()
        self._db.execute("CREATE INDEX resource_patient ON resource (patient, day)")
        figures = {
            row[0]: row[1:]
            for row in self._db.execute(
                "SELECT patient, count(*), min(day), max(day) FROM resource "
                "WHERE patient IS NOT NULL GROUP BY patient"
            )
        }
        rows = []
        for patient in self.resources("Patient"):
            name = patient["id"]
            rows.append((name, *_identity(patient), *figures.get(name, (0, None, None))))
        self._db.executemany("INSERT INTO patient VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        days = [day for _n, *both in figures.values() for day in both if day is not None]
        return len(rows), min(days, default=None), max(days, default=None)

    def finish(self, manifest: Manifest) -> None:
        """Counts what was written against what was read, and commits. Raises `ServiceFailed`."""
        stored = dict(self._db.execute("SELECT type, count(*) FROM resource GROUP BY type"))
        for kind, count in self.counts.items():
            if stored.get(kind, 0) != count.kept or count.read != (
                count.kept + count.same + count.refused
            ):
                raise ServiceFailed(
                    msg(
                        "Of {read} {type} resources {stored} were written; nothing is imported.",
                        read=count.read,
                        type=kind,
                        stored=stored.get(kind, 0),
                    )
                )
        meta = {"layout": LAYOUT, "manifest": json.dumps(manifest.to_json(), ensure_ascii=False)}
        self._db.executemany("INSERT INTO meta VALUES (?, ?)", meta.items())
        self._db.execute("COMMIT")


def owner_of(resource: Resource) -> str | None:
    """The id of the patient that a resource is about; `None`: of nobody, or of several kinds."""
    name: str
    if resource["resourceType"] == "Patient":
        name = resource["id"]
        return name
    subject = resource.get("subject")
    if isinstance(subject, dict):
        reference = subject.get("reference")
        if isinstance(reference, str) and reference.startswith("Patient/"):
            name = reference[8:]
            if "/" not in name:
                return name
    for key in _OWNERS:
        node = resource.get(key)
        if node is None:
            continue
        for one in node if isinstance(node, list) else (node,):
            target = _target(one)
            if target.startswith("Patient/"):
                return target[8:]
    return None


def _target(node: Any) -> str:
    if not isinstance(node, dict):
        return ""
    text = node.get("reference")
    if text is None and isinstance(node.get("actor"), dict):
        text = node["actor"].get("reference")
    return reference_key(text) if isinstance(text, str) else ""


def _day(resource: Resource) -> str | None:
    if resource["resourceType"] == "Patient":
        return None
    for key in _DAYS:
        text = resource.get(key)
        if text is not None:
            break
    else:
        text = date_of(resource)[0]
    return text[:10] if isinstance(text, str) and text[:4].isdigit() else None


def _identity(patient: Resource) -> tuple[str, str, str, str]:
    numbers = patient.get("identifier")
    values = [
        str(one["value"])
        for one in (numbers if isinstance(numbers, list) else ())
        if isinstance(one, dict) and one.get("value") is not None
    ]
    birth, sex = (patient.get(key) for key in ("birthDate", "gender"))
    return (
        human_name(patient.get("name")),
        birth if isinstance(birth, str) else "",
        sex if isinstance(sex, str) else "",
        json.dumps(values, ensure_ascii=False),
    )


def _parsed(body: bytes) -> Resource:
    resource: Resource = json.loads(body)
    resource["id"] = str(resource["id"])
    return resource


@contextmanager
def new_file(target: Path, *, replace: bool) -> Iterator[Building]:
    """A file that becomes `target` when the block ends, and nothing at all where it raises.

    Raises `BadInput` where `target` is there and is not to be replaced, `ServiceFailed` where
    the disk refuses.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        tidy(target.parent)
        handle, name = tempfile.mkstemp(
            prefix=f".{target.stem}-", suffix=UNFINISHED, dir=target.parent
        )
        os.close(handle)
        unfinished = Path(name)
        try:
            with closing(sqlite3.connect(unfinished, isolation_level=None)) as db:
                db.execute(f"PRAGMA page_size = {_PAGE}")
                db.execute(f"PRAGMA cache_size = -{_CACHE_KB}")
                db.execute("PRAGMA journal_mode = OFF")
                db.execute("PRAGMA synchronous = OFF")
                yield Building(db)
            with unfinished.open("rb") as written:
                os.fsync(written.fileno())
            _place(unfinished, target, replace=replace)
        finally:
            unfinished.unlink(missing_ok=True)
    except (OSError, sqlite3.Error) as error:
        raise ServiceFailed(
            msg(
                "The record cannot be written to {folder} ({reason}); nothing is imported.",
                folder=target.parent,
                reason=error,
            )
        ) from error


def _place(unfinished: Path, target: Path, *, replace: bool) -> None:
    if target.exists() and not replace:
        message = msg("there is a record of that name; --replace puts this one in its place.")
        raise bad(target.stem, message)
    os.replace(unfinished, target)


def tidy(folder: Path) -> None:
    """Removes what killed imports have left; an import under way keeps its file."""
    for left in folder.glob(f".*{UNFINISHED}"):
        if not _under_way(left):
            left.unlink(missing_ok=True)


def _under_way(file: Path) -> bool:
    try:
        if time() - file.stat().st_mtime < _JUST_MADE_S:
            return True
        place = f"file:{quote(str(file))}?mode=rw"
        with closing(sqlite3.connect(place, uri=True, timeout=0, isolation_level=None)) as db:
            db.execute("BEGIN EXCLUSIVE")
            return False
    except sqlite3.OperationalError as error:
        return "locked" in str(error)
    except sqlite3.DatabaseError:
        return False  # Half a file.
    except FileNotFoundError:
        return False


def counts_in_order(counts: Mapping[str, Count]) -> dict[str, Count]:
    """The counts, the most frequent type first."""
    return dict(sorted(counts.items(), key=lambda one: (-one[1].read, one[0])))
