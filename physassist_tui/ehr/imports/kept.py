"""The records that the user has imported: listed, searched, opened by patient, removed."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

from physassist_tui.core.errors import BadInput, ServiceFailed
from physassist_tui.ehr.extract import fold, reference_key
from physassist_tui.ehr.imports.manifest import Manifest, manifest_of
from physassist_tui.ehr.json_input import bad
from physassist_tui.ehr.protocol import Resource
from physassist_tui.i18n import msg, several

VARIABLE = "PHYSASSIST_RECORDS"
SUFFIX = ".record"
_PATIENT_DIR = "Patient"
_TARGET = re.compile(rb'"(reference|url)"\s*:\s*"((?:[^"\\]|\\.)*)"')
_ROW = "SELECT id, name, birth, sex, identifiers, resources, first, last FROM patient"


def records_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of the imported records: `PHYSASSIST_RECORDS`, or in the user's data folder."""
    if environ.get(VARIABLE):
        return Path(environ[VARIABLE]).expanduser()
    from platformdirs import user_data_path

    return user_data_path("physassist", appauthor=False) / "records"


@dataclass(frozen=True)
class PatientRow:
    """A patient of a record. `resources` counts the patient too; days as in the manifest."""

    id: str
    name: str
    birth: str
    sex: str
    identifiers: tuple[str, ...]
    resources: int
    first: str | None
    last: str | None

    def to_json(self) -> dict[str, Any]:
        """`{id, name, birth, sex, identifiers, resources, first, last}`."""
        return asdict(self)


@dataclass(frozen=True)
class Kept:
    """An imported record."""

    file: Path
    manifest: Manifest

    def patients(self, words: str = "") -> tuple[PatientRow, ...]:
        """The patients whose name, id, identifier or birth date holds every one of `words`."""
        wanted = fold(words).split()
        with _opened(self.file) as db:
            every = [_row(row) for row in db.execute(f"{_ROW} ORDER BY name, id")]
        return tuple(one for one in every if all(word in _said(one) for word in wanted))

    def patient(self, given: str) -> PatientRow:
        """The patient with that id or identifier; `BadInput` with the nearest where none is."""
        wanted = given.strip().removeprefix("Patient/")
        with _opened(self.file) as db:
            found = db.execute(f"{_ROW} WHERE id = ?", (wanted,)).fetchone()
        if found is not None:
            return _row(found)
        every = self.patients()
        named = [one for one in every if wanted in one.identifiers or wanted == one.name]
        if len(named) == 1:
            return named[0]
        if named:
            ids = several(one.id for one in named[:5])
            raise BadInput(
                msg(
                    "{given} could be several patients of {record}: {ids}",
                    given=given,
                    record=self.manifest.name,
                    ids=ids,
                )
            )
        raise BadInput(self._no_patient(wanted, every))

    def _no_patient(self, wanted: str, every: Sequence[PatientRow]) -> Any:
        by = {text: one.id for one in every for text in (one.id, *one.identifiers, one.name)}
        starts = [text for text in by if wanted and text.startswith(wanted)]
        near = (starts or get_close_matches(wanted, list(by), n=3, cutoff=0.5))[:3]
        if not near:
            return msg(
                "There is no patient {id} in {record}; `physassist records search {record}` "
                "lists them.",
                id=wanted,
                record=self.manifest.name,
            )
        return msg(
            "There is no patient {id} in {record}; did you mean {near}?",
            id=wanted,
            record=self.manifest.name,
            near=several(near),
        )

    def chart_path(self, patient: str) -> Path:
        """The path at which `open_record` opens one patient's chart."""
        return self.file / _PATIENT_DIR / patient


def _row(row: Sequence[Any]) -> PatientRow:
    name, human, birth, sex, identifiers, *rest = row
    return PatientRow(name, human, birth, sex, tuple(json.loads(identifiers)), *rest)


def _said(one: PatientRow) -> str:
    return fold(" ".join((one.id, one.name, one.birth, *one.identifiers)))


def list_kept(folder: Path | None = None) -> tuple[Kept | BadInput, ...]:
    """Every imported record by name; one whose file is damaged as its fault."""
    files = sorted((folder or records_folder()).glob(f"*{SUFFIX}"))
    found: list[Kept | BadInput] = []
    for file in files:
        try:
            found.append(_kept(file))
        except BadInput as fault:
            found.append(fault)
    return tuple(found)


def kept_record(name: str, folder: Path | None = None) -> Kept:
    """The record of that name; `BadInput` with the nearest names where there is none."""
    return _kept(_file_of(name, folder))


def remove_kept(name: str, folder: Path | None = None) -> None:
    """Removes a record; sessions that were played on it cannot be gone on with."""
    file = _file_of(name, folder)
    try:
        file.unlink()
    except OSError as error:
        raise ServiceFailed(
            msg("{file} cannot be removed: {reason}", file=file, reason=error.strerror or "")
        ) from error


def _file_of(name: str, folder: Path | None) -> Path:
    where = folder or records_folder()
    known = sorted(file.name.removesuffix(SUFFIX) for file in where.glob(f"*{SUFFIX}"))
    if name in known:
        return where / f"{name}{SUFFIX}"
    if not known:
        raise BadInput(
            msg(
                "There is no record {name}, and none in {folder}; `physassist records import` "
                "brings one in.",
                name=name,
                folder=where,
            )
        )
    near = [one for one in known if name and one.startswith(name)]
    near = near or get_close_matches(name, known, n=3, cutoff=0.4) or known[:5]
    raise BadInput(
        msg("There is no record {name}; there is: {near}", name=name, near=several(near))
    )


def _kept(file: Path) -> Kept:
    with _opened(file) as db:
        row = db.execute("SELECT value FROM meta WHERE name = 'manifest'").fetchone()
    try:
        return Kept(file, manifest_of(row[0]))
    except (ValueError, KeyError, TypeError) as error:
        raise _damaged(file) from error


def _damaged(file: Path) -> BadInput:
    return bad(file, msg("is no whole record; import it again with --replace."))


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    address = f"file:{quote(str(file))}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(address, uri=True)) as db:
            yield db
    except sqlite3.DatabaseError as error:
        raise _damaged(file) from error


def chart_at(path: Path) -> tuple[Path, str] | None:
    """The record file and the patient that a path of `Kept.chart_path` names; else `None`."""
    file = path.parent.parent
    if path.parent.name == _PATIENT_DIR and file.name.endswith(SUFFIX) and file.is_file():
        return file, path.name
    return None


def read_chart(file: Path, patient: str) -> Mapping[str, Mapping[str, Resource]]:
    """One patient's resources by type and id, and those of nobody that they lead to.

    `BadInput` where the patient is not in the record.
    """
    found: dict[str, dict[str, Resource]] = {}
    for kind, _id, body in _chart_rows(file, patient):
        resource: Resource = json.loads(body)
        resource["id"] = str(resource["id"])
        found.setdefault(kind, {})[resource["id"]] = resource
    return found


def every_kept(file: Path) -> Iterator[Resource]:
    """All resources of a record, in its order."""
    with _opened(file) as db:
        for (body,) in db.execute("SELECT body FROM resource ORDER BY place"):
            resource: Resource = json.loads(body)
            resource["id"] = str(resource["id"])
            yield resource


def chart_hash(file: Path, patient: str) -> str:
    """`sha256:…` over the resources of `read_chart`, whatever their order in the record."""
    rows = sorted((kind, name, sha256(body).hexdigest()) for kind, name, body in
                  _chart_rows(file, patient))  # fmt: skip
    return "sha256:" + sha256(json.dumps(rows).encode()).hexdigest()


_Row = tuple[str, str, bytes]


def _chart_rows(file: Path, patient: str) -> list[_Row]:
    with _opened(file) as db:
        own: list[_Row] = db.execute(
            "SELECT type, id, body FROM resource WHERE patient = ? ORDER BY place", (patient,)
        ).fetchall()
        if not any(kind == "Patient" for kind, _id, _body in own):
            raise bad(file.name.removesuffix(SUFFIX), msg("has no patient {id}.", id=patient))
        return own + _led_to(db, own)


def _led_to(db: sqlite3.Connection, own: Sequence[_Row]) -> list[_Row]:
    """The resources of nobody that a patient's lead to, however many steps away."""
    seen = {f"{kind}/{name}" for kind, name, _body in own}
    shared: list[_Row] = []
    level = list(own)
    while level:
        keys: dict[str, None] = {}
        for _kind, _id, body in level:
            keys.update(dict.fromkeys(targets(body)))
        level = []
        for key in keys:
            kind, slash, name = key.partition("/")
            if not slash or key in seen:
                continue
            seen.add(key)
            level += db.execute(
                "SELECT type, id, body FROM resource WHERE type = ? AND id = ? AND patient IS NULL",
                (kind, name),
            ).fetchall()
        shared += level
    return shared


def targets(body: bytes) -> Iterator[str]:
    """The `Type/id` of every reference in a resource's JSON, and of attachments kept as a Binary.

    Read off the text: a chart of thousands of resources is not parsed once more for it.
    """
    for key, text in dict.fromkeys(_TARGET.findall(body)):
        address = json.loads(b'"' + text + b'"') if b"\\" in text else text.decode()
        if key == b"reference" or "Binary/" in address:
            yield reference_key(address)
