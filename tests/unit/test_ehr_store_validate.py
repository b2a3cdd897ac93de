"""Validation of resources against the R4B models."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.ehr.validate import validate_resource
from tests.unit.ehr_record import lab, patient

ORDER: dict[str, Any] = {
    "resourceType": "MedicationRequest",
    "id": "m",
    "status": "active",
    "intent": "order",
    "subject": {"reference": "Patient/p1"},
    "medicationCodeableConcept": {"text": "apixaban"},
    "dosageInstruction": [{"doseAndRate": [{"doseQuantity": {"value": 5, "unit": "mg"}}]}],
}


def test_sound_resources() -> None:
    for resource in (patient("p1"), lab("x", "2026-03-04T06:00:00-05:00"), ORDER):
        assert validate_resource(resource) == []


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"subject": None}, "subject"),
        ({"intent": None}, "intent"),
        ({"authoredOn": "04/03/2026"}, "authoredOn"),
        ({"dose": 5}, "dose"),
        ({"dosageInstruction": [{"route": "oral"}]}, "dosageInstruction[0].route"),
        (
            {"dosageInstruction": [{"doseAndRate": [{"doseQuantity": {"value": "much"}}]}]},
            "dosageInstruction[0].doseAndRate[0].doseQuantity.value",
        ),
    ],
)
def test_a_fault_names_its_path(change: dict[str, Any], path: str) -> None:
    changed = {**ORDER, **change}
    resource = {key: value for key, value in changed.items() if value is not None}
    faults = validate_resource(resource)
    assert any(fault.startswith(f"{path}:") for fault in faults), faults


@pytest.mark.parametrize("kind", ["Order", "", None, 5])
def test_what_is_no_r4_type(kind: Any) -> None:
    assert validate_resource({"resourceType": kind})[0].startswith("resourceType:")
    assert validate_resource({})[0].startswith("resourceType:")


def test_real_resources_are_valid(real_data: Path) -> None:
    path = min((real_data / "synthea-r4").glob("*.json"), key=lambda one: one.stat().st_size)
    entries = json.loads(path.read_bytes())["entry"]
    seen: dict[str, int] = {}
    for entry in entries:
        kind = entry["resource"]["resourceType"]
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] <= 5:
            assert validate_resource(entry["resource"]) == []
    assert len(seen) > 8
