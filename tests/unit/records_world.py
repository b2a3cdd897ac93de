"""Small records to import: two patients with a shared drug, a note kept apart, and a stay."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from physassist_tui.ehr.imports.importing import Wish, import_record, source_at
from physassist_tui.ehr.imports.kept import Kept, kept_record

Resource = dict[str, Any]


def patient(name: str, number: str, family: str) -> Resource:
    return {
        "resourceType": "Patient",
        "id": name,
        "identifier": [{"system": "urn:mrn", "value": number}],
        "name": [{"family": family, "given": ["Ada"]}],
        "gender": "female",
        "birthDate": "1950-02-03",
    }


def lab(name: str, person: str, when: str, value: float, stay: str | None = None) -> Resource:
    return {
        "resourceType": "Observation",
        "id": name,
        "status": "final",
        "code": {"coding": [{"system": "http://loinc.org", "code": "2160-0"}],
                 "text": "Creatinine"},
        "subject": {"reference": f"Patient/{person}"},
        "effectiveDateTime": when,
        "valueQuantity": {"value": value, "unit": "mg/dL"},
        **({"encounter": {"reference": f"Encounter/{stay}"}} if stay else {}),
    }  # fmt: skip


def stay(name: str, person: str, start: str, end: str) -> Resource:
    return {
        "resourceType": "Encounter",
        "id": name,
        "status": "finished",
        "class": {"code": "IMP"},
        "identifier": [{"value": f"visit-{name}"}],
        "subject": {"reference": f"Patient/{person}"},
        "period": {"start": start, "end": end},
    }


RESOURCES: tuple[Resource, ...] = (
    patient("ada", "1001", "Berg"),
    patient("eve", "1002", "Bergmann"),
    stay("s1", "ada", "2026-03-01T08:00:00+01:00", "2026-03-04T12:00:00+01:00"),
    lab("o1", "ada", "2026-03-01T09:00:00+01:00", 1.1, "s1"),
    lab("o2", "ada", "2026-03-03T09:00:00+01:00", 1.9, "s1"),
    lab("o3", "ada", "2026-05-01", 1.2),
    lab("o4", "eve", "2026-06-01T09:00:00+02:00", 0.7),
    {
        "resourceType": "MedicationRequest",
        "id": "m1",
        "status": "active",
        "intent": "order",
        "medicationReference": {"reference": "Medication/apixaban"},
        "subject": {"reference": "Patient/ada"},
        "authoredOn": "2026-03-02T10:00:00+01:00",
    },
    {
        "resourceType": "Medication",
        "id": "apixaban",
        "code": {"text": "Apixaban 5 MG Oral Tablet"},
        "manufacturer": {"reference": "Organization/maker"},
    },
    {"resourceType": "Organization", "id": "maker", "name": "Maker"},
    {"resourceType": "Organization", "id": "other", "name": "Nobody's"},
    {
        "resourceType": "DocumentReference",
        "id": "d1",
        "status": "current",
        "subject": {"reference": "Patient/ada"},
        "date": "2026-03-02T11:00:00+01:00",
        "content": [{"attachment": {"contentType": "text/plain", "url": "Binary/b1"}}],
    },
    {"resourceType": "Binary", "id": "b1", "contentType": "text/plain", "data": "Tm90ZQ=="},
)


def ndjson(folder: Path, resources: Sequence[Resource] = RESOURCES, *, packed: bool = True) -> Path:
    """A bulk export of `resources`, a file a type."""
    folder.mkdir(parents=True, exist_ok=True)
    by_type: dict[str, list[str]] = {}
    for one in resources:
        by_type.setdefault(one["resourceType"], []).append(json.dumps(one))
    for kind, lines in by_type.items():
        text = ("\n".join(lines) + "\n").encode()
        if packed:
            (folder / f"{kind}.ndjson.gz").write_bytes(gzip.compress(text))
        else:
            (folder / f"{kind}.ndjson").write_bytes(text)
    return folder


def bundle(file: Path, resources: Sequence[Resource] = RESOURCES, kind: str = "collection") -> Path:
    """A Bundle of `resources`; a transaction refers by `urn:uuid` and leaves ids to the server."""
    entries: list[Resource] = []
    text = json.dumps(list(resources))
    for one in resources:
        if kind == "transaction":
            place = f'"reference": "{one["resourceType"]}/{one["id"]}"'
            text = text.replace(place, f'"reference": "{urn(one)}"')
    for one, kept in zip(json.loads(text), resources, strict=True):
        entry = {"fullUrl": urn(kept), "resource": one}
        if kind == "transaction":
            del one["id"]
            entry["request"] = {"method": "POST", "url": one["resourceType"]}
        entries.append(entry)
    file.write_text(json.dumps({"resourceType": "Bundle", "type": kind, "entry": entries}))
    return file


def urn(resource: Resource) -> str:
    return f"urn:uuid:{resource['id']}"


def imported(source: Path, folder: Path, **wish: Any) -> Kept:
    """The record at `source`, imported into `folder`."""
    manifest = import_record(source_at(str(source)), Wish(**wish), folder=folder)
    return kept_record(manifest.name, folder)
