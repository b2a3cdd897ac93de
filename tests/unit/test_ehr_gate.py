"""The clock gate: what exists, and what of it is seen. The clock is 2026-03-04 09:30 -05:00."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from physassist_tui.ehr.protocol import EhrError
from tests.unit.ehr_record import NOW, found, lab, patient, store

BEFORE = "2026-03-04T09:29:59-05:00"
AFTER = "2026-03-04T09:30:01-05:00"
PERIOD = {"start": "2026-03-02T08:00:00-05:00", "end": "2026-03-06T12:00:00-05:00"}

# What dates a resource of each type.
_DATED: list[tuple[str, str]] = [
    ("Observation", "issued"),
    ("Observation", "effectiveDateTime"),
    ("Observation", "effectivePeriod.start"),
    ("Observation", "effectiveInstant"),
    ("DiagnosticReport", "issued"),
    ("DiagnosticReport", "effectiveDateTime"),
    ("Condition", "recordedDate"),
    ("Condition", "onsetDateTime"),
    ("Condition", "onsetPeriod.start"),
    ("AllergyIntolerance", "recordedDate"),
    ("AllergyIntolerance", "onsetDateTime"),
    ("MedicationRequest", "authoredOn"),
    ("MedicationRequest", "dispenseRequest.validityPeriod.start"),
    ("MedicationAdministration", "effectiveDateTime"),
    ("MedicationAdministration", "effectivePeriod.start"),
    ("MedicationStatement", "dateAsserted"),
    ("MedicationStatement", "effectiveDateTime"),
    ("MedicationDispense", "whenPrepared"),
    ("MedicationDispense", "whenHandedOver"),
    ("ServiceRequest", "authoredOn"),
    ("Procedure", "performedDateTime"),
    ("Procedure", "performedPeriod.start"),
    ("Encounter", "period.start"),
    ("DocumentReference", "date"),
    ("DocumentReference", "content.attachment.creation"),
    ("Immunization", "occurrenceDateTime"),
    ("Claim", "created"),
    ("ExplanationOfBenefit", "created"),
    ("CarePlan", "period.start"),
    ("CareTeam", "period.start"),
    ("Goal", "startDate"),
    ("Specimen", "collection.collectedDateTime"),
    ("Specimen", "receivedTime"),
    ("ImagingStudy", "started"),
    ("Communication", "sent"),
    ("Appointment", "created"),
    ("Task", "authoredOn"),
    ("Flag", "period.start"),
    ("Composition", "date"),
    ("List", "date"),
    ("QuestionnaireResponse", "authored"),
    ("FamilyMemberHistory", "date"),
    ("Provenance", "recorded"),
    ("Patient", "birthDate"),
    # types that have no rule of their own
    ("Basic", "created"),
    ("GuidanceResponse", "occurrenceDateTime"),
    ("MeasureReport", "date"),
    ("ResearchSubject", "period.start"),
]


def _with(kind: str, path: str, value: Any) -> dict[str, Any]:
    node: Any = value
    for part in reversed(path.split(".")):
        node = [{part: node}] if part == "attachment" else {part: node}
    if path == "content.attachment.creation":
        node = {"content": [{"attachment": {"creation": value}}]}
    return {"resourceType": kind, "id": "x", **node}


@pytest.mark.parametrize(("kind", "path"), _DATED)
@pytest.mark.parametrize(
    ("date", "exists"),
    [
        (BEFORE, True),
        ("2026-03-04T09:30:00-05:00", True),
        ("2026-03-04T14:30:00Z", True),
        ("2026-03-04T09:29:59", True),
        ("2026-03-04", True),
        ("2026-03", True),
        ("2026", True),
        ("2020-01-01", True),
        (AFTER, False),
        ("2026-03-04T14:30:01Z", False),
        ("2026-03-04T15:00:00+00:00", False),
        ("2026-03-04T23:00:00", False),
        ("2026-03-04T22:45:00+08:00", False),
        ("2026-03-05", False),
        ("2026-04", False),
        ("2027", False),
        ("2026-03-05T99:00:00", False),
    ],
)
def test_existence(kind: str, path: str, date: str, exists: bool) -> None:
    view = store(_with(kind, path, date))
    assert found(view, kind) == (["x"] if exists else [])
    assert view.types() == ([kind] if exists else [])
    if exists:
        assert view.read(kind, "x")["id"] == "x"
        return
    assert view.search(kind, [("_summary", "count")])["total"] == 0
    assert found(view, f"{kind}?_id=x") == []
    with pytest.raises(EhrError) as hidden:
        view.read(kind, "x")
    with pytest.raises(EhrError) as never:
        view.read(kind, "y")
    assert str(hidden.value) == str(never.value).replace(" y ", " x ")


def test_a_date_counts_from_its_start_in_the_clocks_own_offset() -> None:
    clock = datetime.fromisoformat("2026-03-05T01:00:00+08:00")  # still the 4th in UTC
    view = store(lab("x", "2026-03-05"), clock=clock)
    assert found(view, "Observation") == ["x"]
    assert view.read("Observation", "x")["id"] == "x"
    clock = datetime.fromisoformat("2026-03-04T23:30:00-05:00")  # already the 5th in UTC
    view = store(lab("x", "2026-03-05"), clock=clock)
    assert found(view, "Observation") == []
    with pytest.raises(EhrError):
        view.read("Observation", "x")
    ended = {"start": "2026-03-01", "end": "2026-03-05"}
    stay = {"resourceType": "Encounter", "id": "e", "status": "finished", "period": ended}
    assert store(stay, clock=clock).read("Encounter", "e")["status"] == "in-progress"
    with pytest.raises(ValueError, match="offset"):
        store(lab("x", None), clock=datetime(2026, 3, 4))


def test_the_later_of_recorded_and_happened_counts() -> None:
    late = {"resourceType": "Condition", "onsetDateTime": "2026-03-01"}
    view = store(
        {**late, "id": "recorded-later", "recordedDate": "2026-03-05"},
        {**late, "id": "recorded", "recordedDate": "2026-03-02"},
        lab("issued-later", "2026-03-04T06:00:00-05:00", issued="2026-03-04T10:00:00-05:00"),
        lab("issued", "2026-03-04T06:00:00-05:00", issued="2026-03-04T08:00:00-05:00"),
        lab("odd", "2026-03-05", issued="2026-03-01T00:00:00Z"),
    )
    assert found(view, "Condition") == ["recorded"]
    assert found(view, "Observation") == ["issued"]


def _encounter(number: str, **period: str) -> dict[str, Any]:
    return {"resourceType": "Encounter", "id": number, "status": "finished", "period": period}


@pytest.mark.parametrize(
    ("period", "exists"),
    [
        ({"start": "2026-03-01", "end": "2026-03-03"}, True),
        ({"start": "2026-03-01", "end": "2026-03-06"}, False),
        ({"start": "2026-03-01"}, True),
        ({"start": "2026-03-06"}, False),
        ({"start": "2026-03-06", "end": "2026-03-01"}, False),
        ({}, True),
    ],
)
@pytest.mark.parametrize("kind", ["Condition", "Procedure", "MedicationDispense", "Observation"])
def test_undated_is_known_when_its_encounter_is_over(
    kind: str, period: dict[str, str], exists: bool
) -> None:
    element = "context" if kind == "MedicationDispense" else "encounter"
    undated = {"resourceType": kind, "id": "x", element: {"reference": "Encounter/e"}}
    view = store(undated, _encounter("e", **period), {"resourceType": "Goal", "id": "g"})
    assert found(view, kind) == (["x"] if exists else [])
    assert found(view, "Goal") == ["g"], "neither date nor encounter: it exists"
    alone = store({**undated, element: {"reference": "Encounter/elsewhere"}})
    assert found(alone, kind) == ["x"]


def _seen(resource: dict[str, Any], *others: dict[str, Any]) -> dict[str, Any]:
    view = store({"id": "x", **resource}, *others)
    seen = view.read(resource["resourceType"], "x")
    assert view.search(resource["resourceType"], [("_id", "x")])["entry"][0]["resource"] == seen
    return seen


def test_an_encounter_under_way() -> None:
    seen = _seen(
        {
            "resourceType": "Encounter",
            "status": "finished",
            "text": {"status": "generated", "div": "<div>discharged 2026-03-06</div>"},
            "period": PERIOD,
            "length": {"value": 4, "unit": "d"},
            "hospitalization": {
                "admitSource": {"text": "ED"},
                "dischargeDisposition": {"text": "Died"},
                "destination": {"reference": "Location/hospice"},
            },
            "statusHistory": [
                {"status": "arrived", "period": {"start": "2026-03-02", "end": "2026-03-02"}},
                {"status": "in-progress", "period": {"start": "2026-03-02", "end": "2026-03-06"}},
                {"status": "finished", "period": {"start": "2026-03-06"}},
            ],
            "location": [
                {"location": {"display": "Ward"}, "status": "completed", "period": PERIOD},
                {"location": {"display": "Hospice"}, "period": {"start": "2026-03-06"}},
            ],
            "diagnosis": [
                {"condition": {"reference": "Condition/known"}, "rank": 1},
                {"condition": {"reference": "Condition/later", "display": "Embolism"}},
                {
                    "condition": {"reference": "Condition/known"},
                    "use": {"coding": [{"code": "DD"}]},
                },
            ],
            "meta": {"lastUpdated": "2026-03-07T00:00:00Z", "tag": [{"code": "t"}]},
        },
        {"resourceType": "Condition", "id": "known", "recordedDate": "2026-03-02"},
        {"resourceType": "Condition", "id": "later", "recordedDate": "2026-03-05"},
    )
    assert seen == {
        "resourceType": "Encounter",
        "id": "x",
        "status": "in-progress",
        "period": {"start": PERIOD["start"]},
        "hospitalization": {"admitSource": {"text": "ED"}},
        "statusHistory": [
            {"status": "arrived", "period": {"start": "2026-03-02", "end": "2026-03-02"}},
            {"status": "in-progress", "period": {"start": "2026-03-02"}},
        ],
        "location": [
            {
                "location": {"display": "Ward"},
                "status": "active",
                "period": {"start": PERIOD["start"]},
            },
        ],
        "diagnosis": [{"condition": {"reference": "Condition/known"}, "rank": 1}],
        "meta": {"tag": [{"code": "t"}]},
    }


@pytest.mark.parametrize(
    ("resource", "status", "gone"),
    [
        ({"resourceType": "Encounter", "status": "cancelled", "period": PERIOD}, "in-progress", ""),
        ({"resourceType": "Encounter", "status": "onleave", "period": PERIOD}, "onleave", ""),
        (
            {
                "resourceType": "Procedure",
                "status": "completed",
                "performedPeriod": PERIOD,
                "outcome": {"text": "Good"},
                "complication": [{"text": "Bleeding"}],
                "followUp": [{"text": "Clinic"}],
            },
            "in-progress",
            "outcome complication followUp",
        ),
        (
            {
                "resourceType": "MedicationAdministration",
                "status": "stopped",
                "effectivePeriod": PERIOD,
                "statusReason": [{"text": "Rash"}],
            },
            "in-progress",
            "statusReason",
        ),
        (
            {
                "resourceType": "MedicationStatement",
                "status": "stopped",
                "effectivePeriod": PERIOD,
                "statusReason": [{"text": "Rash"}],
            },
            "active",
            "statusReason",
        ),
        (
            {
                "resourceType": "MedicationRequest",
                "status": "stopped",
                "authoredOn": "2026-03-02",
                "statusReason": {"text": "Rash"},
                "dispenseRequest": {"validityPeriod": PERIOD},
            },
            "active",
            "statusReason",
        ),
        (
            {
                "resourceType": "MedicationRequest",
                "status": "completed",
                "authoredOn": "2026-03-02",
                "dosageInstruction": [{"timing": {"repeat": {"boundsPeriod": PERIOD}}}],
            },
            "active",
            "",
        ),
        (
            {
                "resourceType": "MedicationDispense",
                "status": "completed",
                "whenPrepared": "2026-03-04T08:00:00-05:00",
                "whenHandedOver": "2026-03-04T11:00:00-05:00",
            },
            "in-progress",
            "whenHandedOver",
        ),
        (
            {
                "resourceType": "ServiceRequest",
                "status": "completed",
                "authoredOn": "2026-03-02",
                "occurrenceDateTime": "2026-03-08",
            },
            "active",
            "",
        ),
        ({"resourceType": "CarePlan", "status": "completed", "period": PERIOD}, "active", ""),
        ({"resourceType": "CareTeam", "status": "inactive", "period": PERIOD}, "active", ""),
        ({"resourceType": "EpisodeOfCare", "status": "finished", "period": PERIOD}, "active", ""),
        ({"resourceType": "Flag", "status": "inactive", "period": PERIOD}, "active", ""),
        (
            {
                "resourceType": "Task",
                "status": "completed",
                "authoredOn": "2026-03-02",
                "executionPeriod": PERIOD,
                "lastModified": "2026-03-06",
                "output": [{"valueString": "done"}],
            },
            "in-progress",
            "lastModified output",
        ),
        (
            {
                "resourceType": "Appointment",
                "status": "noshow",
                "created": "2026-03-01",
                "start": "2026-03-09T10:00:00-05:00",
            },
            "booked",
            "",
        ),
        (
            {
                "resourceType": "Observation",
                "status": "final",
                "effectivePeriod": PERIOD,
                "valueQuantity": {"value": 3.1},
                "interpretation": [{"text": "High"}],
                "component": [{"valueString": "x"}],
            },
            "registered",
            "valueQuantity interpretation component",
        ),
        (
            {
                "resourceType": "DiagnosticReport",
                "status": "final",
                "effectivePeriod": PERIOD,
                "conclusion": "Growth",
                "presentedForm": [{"data": "R3Jvd3Ro"}],
            },
            "registered",
            "conclusion presentedForm",
        ),
    ],
)
def test_what_is_not_over_is_shown_open(resource: dict[str, Any], status: str, gone: str) -> None:
    seen = _seen(resource)
    assert seen["status"] == status
    for key in gone.split():
        assert key in resource
        assert key not in seen
    kind = resource["resourceType"]
    view = store({"id": "x", **resource})
    assert found(view, f"{kind}?status={status}") == ["x"]
    if status != resource["status"]:
        assert found(view, f"{kind}?status={resource['status']}") == []
        codes = {one.code for one in view.codes(kind, "status")}
        assert codes == {status}


def test_what_is_over_stays_as_it_is() -> None:
    ended = {"start": "2026-03-01", "end": "2026-03-04T09:29:00-05:00"}
    for resource in (
        {
            "resourceType": "Encounter",
            "status": "finished",
            "period": ended,
            "length": {"value": 3},
        },
        {"resourceType": "Procedure", "status": "completed", "performedPeriod": ended},
        {"resourceType": "CarePlan", "status": "completed", "period": ended},
        {"resourceType": "Condition", "recordedDate": "2026-03-01", "abatementPeriod": ended},
    ):
        assert _seen(resource) == {"id": "x", **resource}


def test_a_condition_that_abates_later_is_active() -> None:
    resolved = {"coding": [{"code": "resolved"}]}
    condition = {
        "resourceType": "Condition",
        "recordedDate": "2026-03-01",
        "clinicalStatus": resolved,
        "_abatementDateTime": {"id": "a"},
    }
    seen = _seen({**condition, "abatementDateTime": "2026-03-05"})
    assert seen["clinicalStatus"]["coding"][0]["code"] == "active"
    assert not {"abatementDateTime", "_abatementDateTime"} & set(seen)
    seen = _seen({**condition, "abatementDateTime": "2026-03-04"})
    assert seen["clinicalStatus"] == resolved
    assert seen["abatementDateTime"] == "2026-03-04"
    for later in ({"abatementDateTime": "2027"}, {"abatementPeriod": {"start": "2026-04"}}):
        view = store({"id": "x", **condition, **later})
        assert found(view, "Condition?clinical-status=active") == ["x"]
        assert found(view, "Condition?clinical-status=resolved") == []
        assert found(view, "Condition?abatement-date:missing=false") == []


def test_list_items_and_notes_that_come_later_are_not_there() -> None:
    seen = _seen(
        {
            "resourceType": "MedicationRequest",
            "status": "active",
            "authoredOn": "2026-03-01",
            "note": [{"time": "2026-03-02", "text": "ok"}, {"time": "2026-03-05", "text": "rash"}],
            "extension": [{"url": "u", "valueDateTime": "2026-03-05"}],
            "identifier": [{"value": "1", "period": {"end": "2027"}}],
        }
    )
    assert seen["note"] == [{"time": "2026-03-02", "text": "ok"}]
    assert "extension" not in seen
    assert seen["identifier"] == [{"value": "1"}]


def test_references_to_what_is_not_yet_are_not_there() -> None:
    report = {
        "resourceType": "DiagnosticReport",
        "issued": BEFORE,
        "result": [{"reference": "Observation/now"}, {"reference": "Observation/later"}],
        "encounter": {"reference": "Encounter/next", "display": "Readmission"},
        "subject": {"reference": "Patient/p1"},
        "performer": [{"reference": "Practitioner/unknown"}],
    }
    others = (lab("now", BEFORE), lab("later", AFTER), patient("p1"))
    seen = _seen(report, *others, _encounter("next", start="2026-04-01"))
    assert seen["result"] == [{"reference": "Observation/now"}]
    assert "encounter" not in seen
    assert seen["subject"] == report["subject"]
    assert seen["performer"] == report["performer"]
    view = store({"id": "x", **report}, *others)
    assert found(view, "DiagnosticReport?result=later") == []
    assert found(view, "DiagnosticReport?result=now") == ["x"]


_PLANNED: list[dict[str, Any]] = [
    {"resourceType": "Appointment", "status": "booked", "created": BEFORE, "start": "2026-03-20"},
    {"resourceType": "Appointment", "status": "booked", "start": "2026-03-20", "end": "2026-03-20"},
    {
        "resourceType": "MedicationRequest",
        "status": "active",
        "authoredOn": BEFORE,
        "dispenseRequest": {"validityPeriod": PERIOD},
        "dosageInstruction": [{"timing": {"event": ["2026-03-05"]}}],
    },
    {
        "resourceType": "ServiceRequest",
        "status": "active",
        "authoredOn": BEFORE,
        "occurrencePeriod": {"start": "2026-03-08", "end": "2026-03-09"},
    },
    {
        "resourceType": "CarePlan",
        "status": "active",
        "period": PERIOD,
        "activity": [{"detail": {"status": "scheduled", "scheduledPeriod": {"start": "2026-05"}}}],
    },
    {"resourceType": "Goal", "startDate": "2026-03-01", "target": [{"dueDate": "2026-06-01"}]},
    {"resourceType": "MedicationStatement", "status": "active", "effectivePeriod": PERIOD},
    {"resourceType": "Flag", "status": "active", "period": PERIOD},
    {"resourceType": "Coverage", "status": "active", "period": {"end": "2026-12-31"}},
    {"resourceType": "Medication", "batch": {"expirationDate": "2027-01-01"}},
    {
        "resourceType": "Immunization",
        "status": "completed",
        "occurrenceDateTime": "2026-03-01",
        "expirationDate": "2027-01-01",
    },
    {
        "resourceType": "Observation",
        "status": "final",
        "effectiveDateTime": BEFORE,
        "valueDateTime": "2026-09-01",
    },
]


@pytest.mark.parametrize("resource", _PLANNED, ids=lambda one: str(one["resourceType"]))
def test_plans_stay(resource: dict[str, Any]) -> None:
    assert _seen(resource) == {"id": "x", **resource}


def test_an_age_is_not_stored_but_birth_and_death_are_gated() -> None:
    seen = _seen(patient("x", deceasedDateTime="2026-03-05T10:00:00-05:00"))
    assert "deceasedDateTime" not in seen
    assert found(store(patient("x", birthDate="2026-03-05")), "Patient") == []


def test_what_the_session_writes_is_exempt() -> None:
    view = store(lab("a", "2026-03-04T09:00:00-05:00"), clock=NOW)
    view.create(lab("b", "2026-03-04T11:00:00-05:00", status="final"))
    assert found(view, "Observation?_sort=-date") == ["b", "a"]


def test_nothing_later_in_codes_or_sorting() -> None:
    view = store(
        lab("a", BEFORE),
        lab("b", AFTER, code="6598-7", display="Troponin T"),
        lab("c", AFTER),
    )
    assert [(one.code, one.count) for one in view.codes("Observation", "code")] == [("2160-0", 1)]
    assert found(view, "Observation?_sort=-date&_count=1000") == ["a"]


def test_what_is_seen_in_part_keeps_its_place_in_the_records_order() -> None:
    over = {"start": "2026-03-01", "end": "2026-03-02"}
    running = {"start": "2026-03-01", "end": "2026-03-09"}
    stays = [
        {"resourceType": "Encounter", "id": f"e{n}", "period": running if n % 2 else over}
        for n in range(6)
    ]
    view = store(*stays)
    view.create({"resourceType": "Encounter", "id": "new", "period": over})
    expected = ["e0", "e1", "e2", "e3", "e4", "e5", "new"]
    assert found(view, "Encounter") == expected
    assert found(view, "Encounter?_sort=-date") == expected, "ties stay in order"
    pages = [
        one["resource"]["id"]
        for offset in range(0, 7, 2)
        for one in view.search("Encounter", [("_count", "2"), ("_offset", str(offset))])["entry"]
    ]
    assert pages == expected


def _taking_part(name: str, *codes: str, **period: str) -> dict[str, Any]:
    system = "http://terminology.hl7.org/CodeSystem/v3-ParticipationType"
    return {
        "individual": {"reference": f"Practitioner/{name}"},
        "type": [{"coding": [{"system": system, "code": code}]} for code in codes],
        **({"period": period} if period else {}),
    }


def test_who_lets_the_patient_go_is_not_known_before() -> None:
    stay = {
        "resourceType": "Encounter",
        "id": "e",
        "status": "finished",
        "period": PERIOD,
        "participant": [
            _taking_part("admits", "ADM", start=BEFORE),
            _taking_part("follows", "ATND", start=AFTER),
            _taking_part("lets-go", "DIS"),
            _taking_part("both", "ATND", "DIS"),
        ],
    }
    view = store(stay)
    seen = view.read("Encounter", "e")["participant"]
    assert [one["individual"]["reference"] for one in seen] == [
        "Practitioner/admits",
        "Practitioner/both",
    ]
    assert [[c["coding"][0]["code"] for c in one["type"]] for one in seen] == [["ADM"], ["ATND"]]
    # and no search tells either
    assert found(view, "Encounter?participant=Practitioner/lets-go") == []
    assert found(view, "Encounter?participant=Practitioner/follows") == []
    assert found(view, "Encounter?participant=Practitioner/both") == ["e"]
    late = store(stay, clock=datetime.fromisoformat("2026-03-07T00:00:00-05:00"))
    assert len(late.read("Encounter", "e")["participant"]) == 4
    alone = store({**stay, "participant": [_taking_part("lets-go", "DIS")]})
    assert "participant" not in alone.read("Encounter", "e")
