"""Entries: nothing that decides a grade is lost, and what is long is divided, not cut."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from physassist_tui.ehr.entries import Entries, divided
from physassist_tui.ehr.fhirtext import References, clean_number
from physassist_tui.ehr.validate import validate_resource
from physassist_tui.i18n import use_language
from tests.unit.ehr_record import NOW, patient, store
from tests.unit.ehr_tools_world import ICD, ME, Play, attachment, chart, concept, of

Entry = dict[str, Any]


def entry_of(resource: Entry, *others: Entry) -> Entry:
    there = store(patient("p1"), resource, *others)
    found = there.read(resource["resourceType"], resource["id"])
    return Entries(References(there), NOW).entry(found)


def of_chart(ref: str) -> Entry:
    kind, number = ref.split("/")
    there = store(*chart())
    return Entries(References(there), NOW).entry(there.read(kind, number))


def test_an_observation_keeps_value_unit_flag_and_range() -> None:
    entry = of_chart("Observation/cr2")
    assert entry["ref"] == "Observation/cr2"
    assert entry["date"] == "2026-03-04T06:00:00-05:00"
    assert entry["code"] == "2160-0"
    assert (entry["value"], entry["unit"], entry["flag"]) == (1.9, "mg/dL", "H")
    assert entry["range"] == "0.6–1.2 mg/dL"
    assert entry["interpretation"] == "High"
    assert entry["status"] == "final"


def test_a_comparator_is_no_part_of_the_number_and_is_not_lost() -> None:
    entry = of_chart("Observation/trop")
    assert (entry["value"], entry["comparator"]) == (5, "<")


def test_components_keep_their_flags() -> None:
    components = of_chart("Observation/bp")["components"]
    assert [(c["code"], c["value"], c.get("flag")) for c in components] == [
        ("8480-6", 88, "L"),
        ("8462-4", 52, None),
    ]


def test_a_value_that_is_absent_says_why() -> None:
    entry = of_chart("Observation/gone")
    assert "value" not in entry
    assert entry["absent"] == "Specimen haemolysed"
    assert entry["note"] == "Please redraw."
    assert entry["status"] == "cancelled"


VALUES: list[tuple[Entry, object]] = [
    ({"valueString": "POSITIVE BY EIA."}, "POSITIVE BY EIA."),
    ({"valueBoolean": False}, False),
    ({"valueInteger": 0}, 0),
    ({"valueCodeableConcept": concept("s", "260373001", "Detected")}, "Detected"),
    ({"valueRange": {"low": {"value": 1}, "high": {"value": 3, "unit": "h"}}}, "1–3 h"),
    ({"valueRatio": {"numerator": {"value": 1}, "denominator": {"value": 128}}}, "1:128"),
    ({"valueDateTime": "2026-03-01"}, "2026-03-01"),
    ({"valueTime": "08:00:00"}, "08:00:00"),
    ({"valuePeriod": {"start": "2026-03-01", "end": "2026-03-02"}}, "2026-03-01 – 2026-03-02"),
    ({"valueQuantity": {"value": 0, "unit": "mg"}}, 0),
]


@pytest.mark.parametrize(("fields", "value"), VALUES)
def test_every_type_of_value_comes_through(fields: Entry, value: object) -> None:
    base = of(
        "Observation", "o", status="final", code={"text": "x"}, effectiveDateTime="2026-03-01"
    )
    assert entry_of({**base, **fields})["value"] == value


def test_ranges_of_every_form_come_through() -> None:
    spans = [
        ({"low": {"value": 3, "unit": "g/L"}}, "≥ 3 g/L"),
        ({"high": {"value": 5, "unit": "g/L"}}, "≤ 5 g/L"),
        ({"text": "negative"}, "negative"),
        (
            {"low": {"value": 1}, "high": {"value": 2}, "appliesTo": [{"text": "Female"}]},
            "1–2 (Female)",
        ),
    ]
    base = of("Observation", "o", status="final", code={"text": "x"})
    for span, text in spans:
        assert entry_of({**base, "referenceRange": [span]})["range"] == text


def test_an_order_keeps_dose_route_frequency_and_whys() -> None:
    entry = of_chart("MedicationRequest/apixaban")
    assert entry["name"] == "apixaban 5 MG Oral Tablet [Eliquis]"
    assert entry["code"] == "1364430"
    assert (entry["dose"], entry["route"]) == ("5 mg", "oral")
    assert entry["frequency"] == "2 times every day"
    assert entry["instructions"] == "5 mg by mouth twice daily"
    assert entry["reason"] == "Atrial fibrillation"
    assert entry["requester"] == "K. Osei"
    assert (entry["status"], entry["intent"]) == ("active", "order")
    stopped = of_chart("MedicationRequest/metoprolol")
    assert stopped["name"] == "metoprolol tartrate"
    assert (stopped["status"], stopped["status_reason"]) == ("stopped", "Bradycardia")


def test_a_tapering_order_keeps_every_step() -> None:
    steps = [{"text": f"{dose} mg daily", "sequence": n} for n, dose in enumerate((40, 30, 20), 1)]
    order = of(
        "MedicationRequest",
        "p",
        status="active",
        intent="order",
        medicationCodeableConcept={"text": "prednisone"},
        dosageInstruction=steps,
    )
    told = [one["instructions"] for one in entry_of(order)["dosages"]]
    assert told == ["40 mg daily", "30 mg daily", "20 mg daily"]


def test_a_dose_that_was_not_given_says_so_and_why() -> None:
    entry = of_chart("MedicationAdministration/held")
    assert entry["status"] == "not-done"
    assert entry["given"] is False
    assert entry["status_reason"] == "Held: heart rate 44"
    assert "given" not in of_chart("MedicationAdministration/given")


def test_an_encounter_keeps_class_times_reason_and_disposition() -> None:
    entry = of_chart("Encounter/ed")
    assert (entry["class"], entry["reason"]) == ("EMER", "Palpitations")
    assert entry["end"] == "2026-03-02T00:30:00-05:00"
    assert entry["disposition"] == "Admitted to ward"
    assert of_chart("Encounter/stay")["participants"] == ["K. Osei"]


def test_a_condition_keeps_its_statuses_and_onset() -> None:
    entry = of_chart("Condition/ckd")
    assert (entry["clinical_status"], entry["verification_status"]) == ("active", "provisional")
    assert entry["encounter_date"] == "2026-03-02T00:30:00-05:00"
    assert of_chart("Condition/af")["onset"] == "2019-06"


def test_a_report_keeps_conclusion_results_and_the_end_of_its_text() -> None:
    entry = of_chart("DiagnosticReport/cxr")
    assert entry["conclusion"] == "Small left effusion."
    assert entry["text"].endswith("ADDENDUM: small left effusion.")
    assert entry["status"] == "amended"
    results = of_chart("DiagnosticReport/bmp")["results"]
    assert [(one["ref"], one["value"], one["flag"]) for one in results] == [
        ("Observation/cr2", 1.9, "H"),
        ("Observation/k1", 5.9, "H"),
    ]
    assert results[0]["range"] == "0.6–1.2 mg/dL"


def test_an_allergy_keeps_criticality_and_reactions() -> None:
    entry = of_chart("AllergyIntolerance/pen")
    assert entry["criticality"] == "high"
    assert entry["reactions"] == [{"manifestation": "Anaphylaxis", "severity": "severe"}]
    assert entry["clinical_status"] == "active"


def test_a_plan_keeps_its_activities_and_a_procedure_its_outcome() -> None:
    names = [(one["name"], one["status"]) for one in of_chart("CarePlan/plan")["activities"]]
    assert names == [("Low-salt diet", "in-progress"), ("Daily weight", "not-started")]
    assert of_chart("Procedure/echo")["outcome"] == "Ejection fraction 35 %"


ATTACHED: list[tuple[Entry, str]] = [
    (attachment("血钾5.9", codec="utf-8"), "血钾5.9"),
    (attachment("血钾5.9", "text/plain; charset=gbk", "gbk"), "血钾5.9"),
    (attachment("血钾5.9", "text/plain", "gb18030"), "血钾5.9"),
    (attachment("a<b & c", "text/plain"), "a<b & c"),
    (attachment("<p>K&nbsp;5.9</p><p>Na &lt; 130</p>", "text/html"), "K\xa05.9\nNa < 130"),
    (attachment("one\r\ntwo"), "one\ntwo"),
    (
        {"contentType": "application/pdf", "data": "JVBERg=="},
        "[attachment: application/pdf, 4 bytes]",
    ),
    ({"contentType": "text/plain", "data": "!!!"}, "[text/plain: unreadable]"),
    ({"contentType": "text/plain", "url": "Binary/b"}, "from a Binary"),
    ({"contentType": "text/plain", "title": "Scan"}, "[Scan: no text in this record]"),
]


@pytest.mark.parametrize(("attached", "text"), ATTACHED)
def test_texts_are_decoded(attached: Entry, text: str) -> None:
    binary = {"resourceType": "Binary", "id": "b", **attachment("from a Binary", "text/plain")}
    document = of("DocumentReference", "d", status="current", content=[{"attachment": attached}])
    assert entry_of(document, binary)["text"] == text


def test_what_is_no_text_is_named_in_the_readers_language() -> None:
    attached = {"contentType": "text/plain", "title": "Scan"}
    document = of("DocumentReference", "d", status="current", content=[{"attachment": attached}])
    try:
        use_language("zh")
        assert entry_of(document)["text"] == "[Scan：病历中没有其正文]"
        assert validate_resource({"resourceType": "Order"}) == [
            "resourceType: 不是 FHIR R4 的资源类型"
        ]
    finally:
        use_language("en")


def test_a_hospitals_own_codes_are_looked_up() -> None:
    formulary = "http://example.org/formulary-drug-cd"
    drug = {
        "resourceType": "Medication",
        "id": "alb",
        "code": {"coding": [{"system": "http://example.org/ndc", "code": "0001"}]},
        "identifier": [
            {"system": formulary, "value": "ALBU25"},
            {"system": "http://example.org/medication-name", "value": "Albumin 25%"},
        ],
    }
    given_ = of(
        "MedicationAdministration",
        "a",
        status="completed",
        medicationCodeableConcept={"coding": [{"system": formulary, "code": "ALBU25"}]},
    )
    assert entry_of(given_, drug)["name"] == "Albumin 25%"
    assert entry_of(given_)["name"] == "ALBU25"


def test_a_missing_reference_is_named_by_what_is_known() -> None:
    order = of("MedicationRequest", "o", status="active", intent="order",
               medicationReference={"reference": "Medication/none", "display": "digoxin"},
               requester={"reference": "Practitioner/none"})  # fmt: skip
    entry = entry_of(order)
    assert (entry["name"], entry["requester"]) == ("digoxin", "Practitioner/none")


def test_the_future_of_a_present_encounter_is_not_told() -> None:
    stay = of(
        "Encounter",
        "s",
        status="finished",
        **{"class": {"code": "IMP"}},
        period={"start": "2026-03-02T00:30:00-05:00", "end": "2026-03-09T10:00:00-05:00"},
        hospitalization={"dischargeDisposition": {"text": "Died"}},
    )
    entry = entry_of(stay)
    assert "Died" not in json.dumps(entry)
    assert "end" not in entry
    dead = patient("p3", deceasedDateTime="2026-04-01")
    there = store(dead)
    assert "2026-04" not in json.dumps(
        Entries(References(there), NOW).entry(there.read("Patient", "p3"))
    )


def test_numbers_lose_noise_and_nothing_else() -> None:
    assert clean_number(20.000000596046448) == 20
    assert clean_number(49.999998807907104) == 50
    for kept in (1.9, 177.3817125546523, 0.1 + 0.2, 1e-9, 123456.789, 7):
        assert clean_number(kept) == pytest.approx(kept, rel=1e-7)
    assert clean_number(177.3817125546523) == 177.3817125546523


def test_other_kinds_come_whole() -> None:
    goal = of_chart("Goal/weight")
    assert goal["name"] == "Weight below 80 kg"
    assert goal["date"] == "2026-03-02"
    family = {
        "resourceType": "FamilyMemberHistory",
        "id": "f",
        "status": "completed",
        "patient": {"reference": ME},
        "relationship": concept("s", "FTH", "father"),
        "condition": [{"code": concept(ICD, "I21", "Myocardial infarction"), "onsetString": "48"}],
    }
    text = json.dumps(entry_of(family))
    assert "father" in text
    assert "Myocardial infarction" in text
    assert "48" in text


TEXTS = st.text(max_size=3000)
ENTRIES = st.fixed_dictionaries(
    {"ref": st.just("DocumentReference/n"), "name": st.text(max_size=40), "text": TEXTS},
    optional={
        "conclusion": TEXTS,
        "note": TEXTS,
        "results": st.lists(st.fixed_dictionaries({"name": st.text(max_size=80)}), max_size=40),
    },
)


@settings(max_examples=150, deadline=None)
@given(entry=ENTRIES, limit=st.integers(400, 2500))
def test_parts_joined_are_the_whole(entry: Entry, limit: int) -> None:
    parts = divided(entry, limit)
    joined: Entry = {}
    for part in parts:
        for key, value in part.items():
            if key in ("ref", "name"):
                assert value == entry[key]
            elif key != "part":
                joined[key] = joined[key] + value if key in joined else value
    whole = {key: value for key, value in entry.items() if key not in ("ref", "name")}
    assert {key: value for key, value in joined.items() if value} == {
        key: value for key, value in whole.items() if value
    }
    if len(parts) > 1:
        assert [part["part"] for part in parts] == [
            f"{n}/{len(parts)}" for n in range(1, len(parts) + 1)
        ]
        assert all(len(json.dumps(part, ensure_ascii=False)) <= limit for part in parts)


def test_a_part_ends_at_a_line_where_one_is_near() -> None:
    parts = Play().result("DocumentReference.search", type_code="physical therapy")["entries"]
    assert len(parts) > 2
    assert all(part["text"].endswith("\n") for part in parts[:-1])
    assert all(len(json.dumps(part, ensure_ascii=False)) <= 6000 for part in parts)
