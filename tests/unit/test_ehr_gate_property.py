"""Whatever the clock and the arguments, nothing after the clock comes out of the store.

Every text that is true only from some instant on carries a mark `<<from:INSTANT>>`; no mark
that lies after the clock may be in anything the store gives. Independently of marks, every
date in what comes out must not lie after the clock, plans apart, and every reference to a
resource of the record must be readable.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from physassist_tui.ehr.codes import codes_for_name, nearest_codes
from physassist_tui.ehr.dates import Moment, parse_date
from physassist_tui.ehr.protocol import EhrError
from physassist_tui.ehr.record import Record, open_record
from physassist_tui.ehr.search_params import code_param, params_of
from physassist_tui.ehr.search_url import search_all
from physassist_tui.ehr.store import EmbeddedStore
from tests.unit.ehr_record import patient, record

START = datetime(2026, 3, 1, tzinfo=UTC)
_MARK = re.compile(r"<<from:([^>]+)>>")
_DATE = re.compile(r"\d{4}-\d\d-\d\d(T.*)?")
_PLANNED = re.compile(
    r"validityPeriod|dosageInstruction|dosage\.|dueDate|expirationDate|\.scheduled|"
    r"^Appointment\.(start|end)|^ServiceRequest\.occurrence|^Observation\.(component\.)?value|"
    r"^CarePlan\.period|^Flag\.period|^MedicationStatement\.effectivePeriod|^Coverage\.period|"
    r"^(Organization|Practitioner|Location|Medication)\."
)

_hours = st.integers(0, 24 * 10)
_offsets = st.sampled_from([0, -5, -4, 8])


def _stamp(draw: Any, hour: int) -> str:
    """The instant, written in some offset."""
    from datetime import timezone

    when = START + timedelta(hours=hour)
    return when.astimezone(timezone(timedelta(hours=draw(_offsets)))).isoformat()


def _mark(stamp: str) -> str:
    return f"<<from:{stamp}>>"


@st.composite
def _resources(draw: Any) -> list[dict[str, Any]]:
    """A stay or two and what was done in them, in any order of time."""
    made: list[dict[str, Any]] = [patient("p1")]
    encounters = []
    for n in range(draw(st.integers(1, 3))):
        start = draw(_hours)
        end = start + draw(st.integers(1, 100))
        encounters.append((f"e{n}", end))
        made.append(
            {
                "resourceType": "Encounter",
                "id": f"e{n}",
                "status": "finished",
                "subject": {"reference": "Patient/p1"},
                "type": [{"text": _mark(_stamp(draw, start))}],
                "period": {"start": _stamp(draw, start), "end": _stamp(draw, end)},
                "hospitalization": {"dischargeDisposition": {"text": _mark(_stamp(draw, end))}},
            }
        )
    for n in range(draw(st.integers(1, 12))):
        made.append(_made(draw, n, encounters))
    return made


def _made(draw: Any, n: int, encounters: list[tuple[str, int]]) -> dict[str, Any]:
    encounter, encounter_end = draw(st.sampled_from(encounters))
    start = draw(_hours)
    begun, ended = _stamp(draw, start), _stamp(draw, start + draw(st.integers(1, 100)))
    known = _mark(begun)
    both = {"id": f"x{n}", "encounter": {"reference": f"Encounter/{encounter}"}}
    both["subject"] = {"reference": "Patient/p1"}
    coded = {"coding": [{"system": "urn:s", "code": known, "display": known}], "text": known}
    shapes: list[dict[str, Any]] = [
        {
            "resourceType": "Observation",
            "effectiveDateTime": begun,
            "issued": ended,
            "status": "final",
            "code": {"text": _mark(ended), "coding": [{"code": _mark(ended)}]},
        },
        {
            "resourceType": "Observation",
            "effectivePeriod": {"start": begun, "end": ended},
            "status": "final",
            "code": coded,
            "valueString": _mark(ended),
        },
        {
            "resourceType": "Condition",
            "code": coded,
            "recordedDate": begun,
            "abatementDateTime": ended,
            "clinicalStatus": {"text": _mark(ended), "coding": [{"code": "resolved"}]},
        },
        {"resourceType": "Condition", "code": {"text": _mark(_stamp(draw, encounter_end))}},
        {
            "resourceType": "Procedure",
            "code": coded,
            "status": "completed",
            "performedPeriod": {"start": begun, "end": ended},
            "outcome": {"text": _mark(ended)},
            "note": [{"time": ended, "text": _mark(ended)}],
        },
        {
            "resourceType": "MedicationRequest",
            "status": "stopped",
            "authoredOn": begun,
            "medicationCodeableConcept": coded,
            "statusReason": {"text": _mark(ended)},
            "dispenseRequest": {"validityPeriod": {"start": begun, "end": ended}},
        },
        {
            "resourceType": "DiagnosticReport",
            "status": "final",
            "code": coded,
            "issued": begun,
            "result": [{"reference": f"Observation/x{draw(st.integers(0, 12))}"} for _ in range(2)],
            "text": {"status": "generated", "div": known},
        },
        {
            "resourceType": "MedicationAdministration",
            "status": "stopped",
            "effectivePeriod": {"start": begun, "end": ended},
            "medicationCodeableConcept": coded,
            "statusReason": [{"text": _mark(ended)}],
            "context": {"reference": f"Encounter/{encounter}"},
        },
        {
            "resourceType": "CarePlan",
            "status": draw(st.sampled_from(["completed", "revoked"])),
            "period": {"start": begun, "end": ended},
            "category": [coded],
            "activity": [
                {
                    "outcomeCodeableConcept": [{"text": _mark(ended)}],
                    "progress": [{"time": ended, "text": _mark(ended)}],
                    "detail": {"status": "completed", "description": known},
                }
            ],
        },
        {
            "resourceType": "Task",
            "status": "completed",
            "authoredOn": begun,
            "lastModified": ended,
            "executionPeriod": {"start": begun, "end": ended},
            "code": coded,
            "output": [{"type": {"text": _mark(ended)}, "valueString": _mark(ended)}],
        },
        {
            "resourceType": "ExplanationOfBenefit",
            "status": "active",
            "created": begun,
            "billablePeriod": {"start": begun, "end": ended},
            "type": coded,
            "item": [
                {"sequence": 1, "servicedPeriod": {"start": begun, "end": ended}},
                {"sequence": 2, "servicedDate": ended, "productOrService": {"text": _mark(ended)}},
                {
                    "sequence": 3,
                    "encounter": [{"reference": f"Encounter/{encounter}"}],
                    "extension": [{"valueDateTime": ended, "valueString": _mark(ended)}],
                },
            ],
            "contained": [{"resourceType": "Coverage", "id": "c", "text": {"div": known}}],
        },
        {
            "resourceType": "Goal",
            "lifecycleStatus": "completed",
            "startDate": begun,
            "statusDate": ended,
            "achievementStatus": {"text": _mark(ended)},
            "description": coded,
            "target": [{"dueDate": ended}],
        },
        {
            "resourceType": "AllergyIntolerance",
            "recordedDate": begun,
            "code": coded,
            "lastOccurrence": ended,
            "reaction": [{"onset": ended, "manifestation": [{"text": _mark(ended)}]}],
        },
        {
            "resourceType": "DocumentReference",
            "status": "current",
            "type": coded,
            "date": begun,
            "meta": {"lastUpdated": ended},
            "description": known,
        },
    ]
    return {**both, **draw(st.sampled_from(shapes))}


def _leaks(node: Any, clock: datetime, path: str = "") -> Iterator[str]:
    """What in a resource lies after the clock."""
    moment = Moment.of(clock)
    if isinstance(node, dict):
        for key, child in node.items():
            yield from _leaks(child, clock, f"{path}.{key}" if path else key)
    elif isinstance(node, list):
        for child in node:
            yield from _leaks(child, clock, path)
    elif isinstance(node, str):
        for mark in _MARK.findall(node):
            if datetime.fromisoformat(mark) > clock:
                yield f"{path}: {node}"
        span = parse_date(node) if _DATE.fullmatch(node) else None
        if span and moment.before_start(span) and not _PLANNED.search(path):
            yield f"{path}: {node}"


def _check(resource: dict[str, Any], view: EmbeddedStore, whole: set[str]) -> None:
    leaks = list(_leaks({resource["resourceType"]: resource}, view.clock))
    assert not leaks, f"{view.clock}: {resource['resourceType']}/{resource['id']} {leaks}"
    for reference in re.findall(r'"reference": "([^"]+)"', json.dumps(resource)):
        if reference in whole:
            view.read(*reference.split("/"))


_values = st.sampled_from(
    ["", "x", "p1", "Patient/p1", "e0", "<<from", "final,finished,completed,stopped", "true",
     "in-progress,active,registered", "ge2000", "lt2030", "ge2026-03-05", "sa2026", "2026", "100"]
)  # fmt: skip
_modifiers = st.sampled_from(["", "", ":text", ":not", ":missing", ":exact", ":contains"])


@st.composite
def _arguments(draw: Any) -> tuple[str, list[tuple[str, str]]]:
    kinds = ["Encounter", "Observation", "Condition", "Procedure", "MedicationRequest",
             "DiagnosticReport", "DocumentReference", "Patient", "CarePlan", "Task", "Goal",
             "MedicationAdministration", "ExplanationOfBenefit", "AllergyIntolerance"]  # fmt: skip
    kind = draw(st.sampled_from(kinds))
    names = [*params_of(kind), "_id", "_sort", "_count", "_offset", "_summary"]
    params = []
    for _ in range(draw(st.integers(0, 3))):
        name = draw(st.sampled_from(names))
        value = draw(_values)
        if name == "_sort":
            value = draw(st.sampled_from(["", "-"])) + draw(st.sampled_from(list(params_of(kind))))
        params.append((name + (draw(_modifiers) if not name.startswith("_") else ""), value))
    return kind, params


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(_resources(), _hours, _offsets, st.lists(_arguments(), max_size=8))
def test_nothing_after_the_clock(
    resources: list[dict[str, Any]],
    hour: int,
    offset: int,
    searches: list[tuple[str, list[tuple[str, str]]]],
) -> None:
    from datetime import timezone

    clock = (START + timedelta(hours=hour)).astimezone(timezone(timedelta(hours=offset)))
    view = record(*resources).at(clock)
    whole = {f"{one['resourceType']}/{one['id']}" for one in resources}
    _everything(view, whole)
    for kind, params in searches:
        try:
            result = view.search(kind, params)
        except EhrError:
            continue
        shown = result.get("entry", [])
        assert result["total"] >= len(shown)
        for entry in shown:
            _check(entry["resource"], view, whole)


def _everything(view: EmbeddedStore, whole: set[str]) -> None:
    """Reads all there is by every way, and checks it."""
    kinds = {key.partition("/")[0] for key in whole}
    seen = {}
    for kind in sorted(kinds):
        found = search_all(view, kind)
        assert view.search(kind, [("_summary", "count")])["total"] == len(found)
        assert (kind in view.types()) == bool(found)
        for resource in found:
            seen[f"{kind}/{resource['id']}"] = resource
            _check(resource, view, whole)
        _check_codes(view, kind)
    for key in sorted(whole):
        try:
            read = view.read(*key.split("/"))
        except EhrError:
            assert key not in seen
        else:
            assert read == seen[key]


def _check_codes(view: EmbeddedStore, kind: str) -> None:
    for name, param in params_of(kind).items():
        if param.kind == "token":
            for code in view.codes(kind, name):
                assert not list(_leaks([code.system, code.code, code.display], view.clock)), code
                if code.code:
                    quoted = re.sub(r"([\\|,$])", r"\\\1", code.code)
                    total = view.search(kind, [(name, quoted), ("_count", "0")])["total"]
                    assert total >= code.count > 0
    if code_param(kind):
        for text in ("<<from", "x"):
            near = nearest_codes(view, kind, text, limit=50)
            assert not list(_leaks([part for pair in near for part in pair], view.clock))
            means = codes_for_name(view, kind, text)
            assert not list(_leaks([code.display for code in means], view.clock))


def _clocks(record_: Record, far: EmbeddedStore, count: int) -> list[datetime]:
    """Clocks right at, before and after dates of the record, spread over it."""
    texts = sorted(
        {
            text
            for kind in record_.types()
            for text in re.findall(
                r'"(\d{4}-\d\d-\d\dT[^"]+)"', json.dumps(search_all(far, f"{kind}?_count=300"))
            )
        }
    )
    step = max(1, len(texts) // count)
    shifts = (timedelta(0), timedelta(seconds=-1), timedelta(minutes=7))
    return [datetime.fromisoformat(text) + shifts[n % 3] for n, text in enumerate(texts[3::step])]


def _records(real_data: Path) -> list[Path]:
    synthea = sorted((real_data / "synthea-r4").glob("*.json"))
    return [*synthea, *(real_data / "mimic-iv-fhir-demo-2.1.0").glob("EXAMPLE-*.json")]


@pytest.mark.parametrize("number", range(7))
def test_nothing_after_the_clock_in_real_records(real_data: Path, number: int) -> None:
    opened = open_record(_records(real_data)[number])
    far = opened.at(datetime(9999, 1, 1, tzinfo=UTC))
    whole = {f"{kind}/{one['id']}" for kind in opened.types() for one in search_all(far, kind)}
    clocks = _clocks(opened, far, 3)
    assert len(clocks) >= 3
    for clock in clocks:
        view = opened.at(clock)
        for kind in opened.types():
            for resource in search_all(view, kind):
                _check(resource, view, whole)
            if kind in ("Encounter", "Condition", "MedicationRequest"):
                _check_codes(view, kind)
