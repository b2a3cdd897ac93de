"""Entries of real records: every kind has what its resources have."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.ehr.entries import Entries, date_of
from physassist_tui.ehr.fhirtext import References
from tests.unit.ehr_real import LATER, MIMIC, whole_records
from tests.unit.ehr_record import store

Resource = dict[str, Any]
NAMED_BY = (
    "code",
    "type",
    "vaccineCode",
    "medicationCodeableConcept",
    "medicationReference",
    "name",
)


def words_of(concept: Any) -> list[str]:
    """The texts and displays of a concept, as FHIR has them."""
    found: list[str] = []
    for one in concept if isinstance(concept, list) else [concept]:
        if isinstance(one, dict):
            found += [one["text"]] if "text" in one else []
            found += [c["display"] for c in one.get("coding", []) if "display" in c]
    return found


def check(resource: Resource, entry: dict[str, Any]) -> None:
    place = f"{resource['resourceType']}/{resource['id']}"
    assert entry["ref"] == place
    text = json.dumps(entry, ensure_ascii=False)
    if date_of(resource)[0]:
        assert entry["date"] == date_of(resource)[0], place
    if any(key in resource for key in NAMED_BY):
        assert entry.get("name"), place
    names = words_of(resource.get("code"))
    assert not names or any(json.dumps(n, ensure_ascii=False)[1:-1] in text for n in names), place
    if resource.get("status") and resource["resourceType"] not in NO_STATUS:
        assert entry["status"] == resource["status"], place
    for part in (resource, *resource.get("component", ())):
        quantity = part.get("valueQuantity")
        if quantity and "value" in quantity:
            assert float(f"{quantity['value']:.5g}") == pytest.approx(_found(quantity, text)), place
        for key in ("valueString", "conclusion"):
            if key in part:
                assert json.dumps(part[key], ensure_ascii=False)[1:-1] in text, place
        for why in words_of(part.get("dataAbsentReason")):
            assert why in text, place
    for instruction in resource.get("dosageInstruction", ()):
        told = json.dumps(instruction.get("text", ""), ensure_ascii=False)[1:-1]
        assert told in text, place
    for disposition in words_of(resource.get("hospitalization", {}).get("dischargeDisposition")):
        assert disposition in text, place


NO_STATUS = {"Claim", "ExplanationOfBenefit"}


def _found(quantity: Resource, text: str) -> float:
    entry = json.loads(text)
    near = [
        one["value"]
        for one in (entry, *entry.get("components", ()))
        if isinstance(one.get("value"), int | float)
        and abs(one["value"] - quantity["value"]) <= abs(quantity["value"]) * 1e-6
    ]
    assert near, text
    return float(f"{near[0]:.5g}")


def test_synthea_and_mimic_bundles_come_whole(real_data: Path) -> None:
    seen: dict[str, int] = {}
    for _path, play in whole_records(real_data):
        there = play.store
        entries = Entries(References(there), LATER)
        for kind in there.types():
            bundle = there.search(kind, [("_count", "400")])
            for found in bundle.get("entry", ()):
                check(found["resource"], entries.entry(found["resource"]))
                seen[kind] = seen.get(kind, 0) + 1
    assert {"Observation", "Condition", "Encounter", "MedicationRequest", "CarePlan"} <= set(seen)
    assert sum(seen.values()) > 2000


def test_every_profile_of_the_mimic_folder(real_data: Path) -> None:
    folder = real_data / MIMIC / "fhir"
    some = [one for path in sorted(folder.glob("*.ndjson.gz")) for one in _lines(path, 120)]
    medications = _lines(folder / "MimicMedication.ndjson.gz", 1480)
    every = {f"{one['resourceType']}/{one['id']}": one for one in (*medications, *some)}
    there = store(*every.values(), clock=LATER)
    entries = Entries(References(there), LATER)
    for resource in some:
        check(resource, entries.entry(resource))


def test_a_formulary_code_gets_its_drugs_name(real_data: Path) -> None:
    folder = real_data / MIMIC / "fhir"
    medications = list(_lines(folder / "MimicMedication.ndjson.gz", 1480))
    given = list(_lines(folder / "MimicMedicationAdministration.ndjson.gz", 300))
    there = store(*medications, *given, clock=LATER)
    entries = Entries(References(there), LATER)
    named = [entries.entry(one)["name"] for one in given]
    # Formulary codes are capitals and digits without a space; the drugs' names are not.
    assert sum(not name.isupper() for name in named) > len(named) * 0.8


def test_everything_of_a_real_patient_can_be_paged_through(real_data: Path) -> None:
    for _path, play in whole_records(real_data):
        refs: list[str] = []
        page, pages = 1, 1
        while page <= pages:
            result = play.result("Patient.everything", page=page, _count=500)
            refs += [entry["ref"] for entry in result["entries"]]
            page, pages = page + 1, result["pages"]
        assert len(set(refs)) == result["total"]
        assert len(refs) >= result["total"] > 150


def _lines(path: Path, count: int) -> Iterator[Resource]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in islice(file, count):
            yield json.loads(line)
