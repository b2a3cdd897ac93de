"""Real records, played: opened at a clock amid a stay, read, written to, by two sessions."""

from __future__ import annotations

import os
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.core.scenario import Limits
from physassist_tui.ehr import loader
from physassist_tui.ehr.banner import banner
from physassist_tui.ehr.record import Record, open_record
from physassist_tui.ehr.runner import ToolRunner
from physassist_tui.ehr.search_url import search_all
from physassist_tui.ehr.toolsets import toolset
from physassist_tui.ehr.validate import validate_resource
from tests.unit.ehr_tools_world import Play

LATE = datetime(2300, 1, 1, tzinfo=UTC)
READS = [
    "Patient.read", "Encounter.search", "Condition.search", "Observation.search",
    "MedicationRequest.search", "MedicationAdministration.search", "Procedure.search",
    "DiagnosticReport.search", "DocumentReference.search", "AllergyIntolerance.search",
    "CarePlan.search", "Patient.everything",
]  # fmt: skip
PART = (
    "MimicPatient", "MimicOrganization", "MimicLocation", "MimicEncounter", "MimicProcedure",
    "MimicObservationVitalSignsED", "MimicObservationMicroTest", "MimicSpecimen",
    "MimicMedicationStatementED",
)  # fmt: skip
OTHER_WRITES: list[tuple[str, dict[str, Any]]] = [
    ("ServiceRequest.create", {"service_type": "Potassium", "priority": "urgent"}),
    ("Flag.create", {"category": "safety", "code": "falls", "detail": "Fell last night."}),
]


def long_stay(record: Record) -> tuple[str, str, datetime]:
    """(patient, encounter, a moment amid it) of the longest of the latest fifth of stays."""
    stays: list[tuple[datetime, datetime, str, str]] = []
    for stay in search_all(record.at(LATE), "Encounter"):
        start, end = (datetime.fromisoformat(stay["period"][name]) for name in ("start", "end"))
        stays.append((start, end, stay["subject"]["reference"], f"Encounter/{stay['id']}"))
    latest = sorted(stays)[len(stays) * 4 // 5 :]
    start, end, patient, encounter = max(latest, key=lambda stay: stay[1] - stay[0])
    return patient, encounter, start + (end - start) / 2


def session(record: Record, name: str, clock: datetime, patient: str, encounter: str) -> Play:
    """A session's own view of the record and its own runner."""
    view = record.at(clock)
    play = Play(on=view, now=clock, session=name)
    play.runner = ToolRunner(
        view,
        toolset("physassist"),
        patient=patient,
        encounter=encounter,
        lang="en",
        limits=Limits(),
        session=name,
    )
    return play


def total(play: Play, tool: str, **given: Any) -> int:
    """How many a search finds."""
    return int(play.result(tool, **given)["total"])


def reads_stop_at_the_clock(play: Play, record: Record, patient: str) -> Counter[str]:
    """Makes every read; gives how many each finds. More is found at a later clock."""
    seen: Counter[str] = Counter()
    for tool in READS:
        result = play.result(tool)
        seen[tool] = result["total"]
        assert len(result["entries"]) >= min(result["total"], 20)
        for entry in result["entries"]:
            told = str(entry.get("date") or "")[:10]
            assert told <= play.now.astimezone(UTC).date().isoformat(), entry
    later = session(record, "later", LATE, patient, "Encounter/none")
    assert total(later, "Patient.everything") > seen["Patient.everything"] > 0
    return seen


def writes_are_found_and_private(one: Play, two: Play, patient: str) -> None:
    """Orders of one session: valid, in its next search, cancelled; nothing in the other."""
    before = total(one, "MedicationRequest.search")
    assert total(two, "MedicationRequest.search") == before
    outcome = one.outcome(
        "MedicationRequest.create",
        medication="apixaban", dose="2.5 mg", route="oral", frequency="twice daily",
    )  # fmt: skip
    assert outcome.ok, outcome.result
    (order,) = outcome.written
    assert validate_resource(order) == []
    assert order["subject"]["reference"] == patient
    assert datetime.fromisoformat(order["authoredOn"]) == one.now
    found = one.result("MedicationRequest.search", medication="apixaban", _count=1)
    assert found["entries"][0]["ref"] == f"MedicationRequest/{order['id']}"
    assert found["entries"][0]["status"] == "active"
    assert total(one, "MedicationRequest.search") == before + 1
    for tool, given in OTHER_WRITES:
        made = one.outcome(tool, **given)
        assert made.ok, made.result
        (written,) = made.written
        assert validate_resource(written) == []
        kind = written["resourceType"]
        assert one.store.read(kind, written["id"])["subject"]["reference"] == patient
        found_by = {entry["resource"]["id"] for entry in one.store.search(kind, [])["entry"]}
        assert written["id"] in found_by
        assert written not in search_all(two.store, kind)
    assert one.outcome("order.cancel", order="1", reason="wrong dose").ok
    again = one.result("MedicationRequest.search", medication="apixaban", _count=1)
    assert again["entries"][0]["status"] == "cancelled"
    assert total(two, "MedicationRequest.search") == before
    assert two.result("order.list")["total"] == 0


def play_through(path: Path) -> None:
    record = open_record(path)
    patient, encounter, clock = long_stay(record)
    one = session(record, "ONE", clock, patient, encounter)
    two = session(record, "TWO", clock, patient, encounter)
    above = banner(one.store, patient, encounter, clock, "zh")
    assert above.name
    assert above.age is not None
    assert above.admission
    seen = reads_stop_at_the_clock(one, record, patient)
    assert seen["Observation.search"] > 0
    writes_are_found_and_private(one, two, patient)


def test_a_synthea_bundle(real_data: Path) -> None:
    play_through(sorted((real_data / "synthea-r4").glob("*.json"))[0])


def test_the_mimic_example_bundle(real_data: Path) -> None:
    play_through(next((real_data / "mimic-iv-fhir-demo-2.1.0").glob("EXAMPLE*.json")))


def test_a_part_of_the_mimic_folder(
    real_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Small enough to be quick, and through the cache as the whole would be.
    monkeypatch.setattr(loader, "LARGEST_IN_MEMORY", 1_000_000)
    monkeypatch.setenv("PHYSASSIST_CACHE", str(tmp_path / "cache"))
    part = tmp_path / "part"
    part.mkdir()
    for name in PART:
        file = f"{name}.ndjson.gz"
        os.symlink(real_data / "mimic-iv-fhir-demo-2.1.0" / "fhir" / file, part / file)
    play_through(part)
    assert len(list((tmp_path / "cache").glob("*.sqlite"))) == 1
