"""Completion: values that exist in this record at the clock, and nothing that does not."""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path

import pytest

from physassist_tui.ehr.completion import Completion, complete
from physassist_tui.ehr.record import open_record
from physassist_tui.ehr.toolsets import toolset
from tests.unit.ehr_record import patient, store
from tests.unit.ehr_tools_world import Play, chart, lab

SETS = toolset("physassist")


def values(found: list[Completion]) -> list[str]:
    return [one.value for one in found]


@pytest.fixture(scope="module")
def play() -> Play:
    return Play()


CASES: list[tuple[str, str, str, set[str]]] = [
    ("Observation.search", "code", "crea", {"Creatinine [Mass/volume] in"}),
    ("Observation.search", "category", "", {"laboratory", "vital-signs"}),
    ("Observation.search", "status", "", {"final", "cancelled"}),
    ("Condition.search", "code", "atrial", {"Unspecified atrial fibrillation"}),
    ("Condition.search", "status", "", {"active"}),
    ("MedicationRequest.search", "medication", "api", {"apixaban 5 MG Oral Tablet [Eliquis]"}),
    ("MedicationRequest.search", "status", "", {"active", "stopped"}),
    ("MedicationAdministration.search", "status", "", {"not-done", "completed"}),
    ("DiagnosticReport.search", "report_type", "", {"Laboratory", "XR Chest 2 Views"}),
    ("DocumentReference.search", "type_code", "护理", {"护理记录"}),
    ("Observation.search", "encounter", "", {"current", "Encounter/stay", "Encounter/old"}),
    ("Observation.search", "patient", "", {"Patient/p1", "Patient/p2"}),
    ("AllergyIntolerance.search", "code", "", {"amoxicillin"}),
    ("CarePlan.search", "category", "", {"Longitudinal care"}),
    ("MedicationRequest.create", "medication", "meto", {"metoprolol tartrate"}),
    ("MedicationRequest.create", "route", "or", {"oral"}),
    ("MedicationRequest.create", "frequency", "b", {"BID"}),
    ("ServiceRequest.create", "priority", "", {"routine", "urgent", "asap"}),
    ("ServiceRequest.create", "service_type", "basic", {"Basic metabolic panel"}),
    ("Flag.create", "category", "", {"safety", "allergy", "administrative", "clinical"}),
    ("patient.get_medication_adherence", "drug", "", {"metoprolol"}),
]


@pytest.mark.parametrize(("tool", "param", "prefix", "wanted"), CASES)
def test_values_of_the_record_are_offered(
    play: Play, tool: str, param: str, prefix: str, wanted: set[str]
) -> None:
    found = values(play.runner.complete(tool, param, prefix))
    for one in wanted:
        assert any(value.startswith(one) for value in found), found


def test_labels_are_chinese_with_the_english_beside() -> None:
    found = Play(lang="zh").runner.complete("Observation.search", "code", "肌酐")
    assert found
    assert "肌酐" in found[0].label
    assert "Creatinine" in found[0].label
    assert found[0].value.startswith("Creatinine")
    status = Play(lang="zh").runner.complete("MedicationAdministration.search", "status", "")
    assert any("not-done" in one.label and one.label != "not-done" for one in status)


def test_every_offered_value_finds_something(play: Play) -> None:
    for tool, param in (
        ("Observation.search", "code"),
        ("Observation.search", "category"),
        ("Observation.search", "status"),
        ("Observation.search", "encounter"),
        ("Condition.search", "code"),
        ("Condition.search", "category"),
        ("MedicationRequest.search", "medication"),
        ("MedicationAdministration.search", "medication"),
        ("Procedure.search", "code"),
        ("DiagnosticReport.search", "report_type"),
        ("DocumentReference.search", "type_code"),
        ("AllergyIntolerance.search", "category"),
        ("CarePlan.search", "category"),
    ):
        for value in values(play.runner.complete(tool, param, "")):
            if param != "encounter" or value == "current":
                assert play.names(tool, **{param: value}), (tool, param, value)


def test_what_does_not_exist_is_not_offered(play: Play) -> None:
    assert play.runner.complete("Observation.search", "code", "zzz") == []
    assert play.runner.complete("Observation.search", "nothing", "") == []
    assert play.runner.complete("Nothing.search", "code", "") == []
    assert play.runner.complete("Observation.search", "date_from", "") == []
    assert play.runner.complete("order.cancel", "order", "") == []


def test_own_orders_are_offered_until_they_are_cancelled() -> None:
    play = Play()
    play.result("Flag.create", category="safety", code="Fall risk", detail="Two assist")
    play.result("ServiceRequest.create", service_type="CT head", priority="urgent")
    found = play.runner.complete("order.cancel", "order", "")
    assert [(one.value, one.label) for one in found] == [("#1", "Fall risk"), ("#2", "CT head")]
    play.result("order.cancel", order="#1")
    assert values(play.runner.complete("order.cancel", "order", "#")) == ["#2"]


def test_what_lies_after_the_clock_is_not_offered() -> None:
    there = store(
        patient("p1"),
        lab("now", "2823-3", "Potassium", 4, "2026-03-01"),
        lab("later", "6598-7", "Troponin T", 9, "2026-03-05"),
    )
    found = values(complete(there, SETS, "Observation.search", "code", "", "en"))
    assert found == ["Potassium"]


def test_no_other_patients_values_are_offered() -> None:
    there = store(*chart())
    assert complete(there, SETS, "Observation.search", "code", "", "en") == []
    mine = complete(there, SETS, "Observation.search", "code", "", "en", patient="Patient/p1")
    assert mine
    assert complete(there, SETS, "Observation.search", "code", "", "en", patient="Patient/p2") == []


def test_a_real_record_of_two_thousand_completes_at_once(real_data: Path) -> None:
    path = real_data / "mimic-iv-fhir-demo-2.1.0"
    record = open_record(path / "EXAMPLE-bundle-10014729-with-recovered-labs.json")
    there = record.at(datetime.fromisoformat("2125-04-01T09:00:00-05:00"))
    found = complete(there, SETS, "Observation.search", "code", "crea", "en")
    assert "Creatinine" in values(found)
    # Fifty times the bound: this says that nothing is quadratic, the figure itself is in bench.
    started = time.perf_counter()
    for tool in ("Observation.search", "MedicationRequest.search"):
        for param in ("code", "category", "medication", "status", "encounter"):
            complete(there, SETS, tool, param, "", "zh")
    assert time.perf_counter() - started < 10 * 2.5
