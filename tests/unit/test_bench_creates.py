"""The four creates of PhysicianBench: valid FHIR, found again; what is wrong stores nothing."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from physassist_tui.core.tools import ToolSpec
from physassist_tui.ehr.bench import toolset as names
from physassist_tui.ehr.bench.creates import is_referral
from physassist_tui.ehr.orders import session_orders
from physassist_tui.ehr.record import Record
from physassist_tui.ehr.toolsets import toolset
from physassist_tui.ehr.validate import validate_resource
from physassist_tui.ehr.writes import tag_of
from physassist_tui.i18n import LANGUAGES, Lang
from tests.unit.ehr_record import NOW, record
from tests.unit.ehr_tools_world import ME, OTHER, RXNORM, SNOMED, STAY, Play, Resource, chart

DOCTOR = "Practitioner/dr"
DRUG: dict[str, Any] = {
    "patient_reference": ME,
    "medication_display": "apixaban 5 mg tablet",
    "requester_reference": DOCTOR,
}
TEST: dict[str, Any] = {
    "patient_reference": ME,
    "code_code": "2823-3",
    "code_display": "Potassium",
    "requester_reference": DOCTOR,
}
MESSAGE: dict[str, Any] = {"patient_reference": ME, "message_text": "Please call her."}
VISIT: dict[str, Any] = {
    "patient_reference": ME,
    "practitioner_reference": DOCTOR,
    "description": "Blood pressure check",
}
LEAST = (
    (names.MEDICATION_CREATE, DRUG),
    (names.SERVICE_CREATE, TEST),
    (names.MESSAGE_CREATE, MESSAGE),
    (names.APPOINTMENT_CREATE, VISIT),
)


@lru_cache(maxsize=1)
def charts() -> Record:
    return record(*chart())


def bench(lang: Lang = "en") -> Play:
    """A session of its own over the one record."""
    return Play(tools="physicianbench", lang=lang, on=charts().at(NOW))


def place(play: Play, tool: str, **given: Any) -> Resource:
    outcome = play.outcome(tool, **given)
    assert outcome.ok, outcome.result
    (written,) = outcome.written
    assert validate_resource(written) == []
    assert play.store.read(written["resourceType"], written["id"]) == written
    return written


def stored(play: Play) -> list[Resource]:
    return session_orders(play.store, "S1")


def test_a_medication_order_has_the_documented_shape() -> None:
    order = place(
        bench(),
        names.MEDICATION_CREATE,
        **DRUG,
        dose_value=5,
        dose_unit="mg",
        frequency_text="twice daily",
        route_display="oral",
        duration_value=4,
        duration_unit="wk",
        dispense_quantity=56,
        dispense_unit="tablets",
        num_refills=2,
        reason_display="Atrial fibrillation",
        reason_code="I48.91",
        note_text="With food or without.",
        priority="urgent",
        encounter_reference=STAY,
    )
    assert (order["status"], order["intent"], order["priority"]) == ("active", "order", "urgent")
    assert order["authoredOn"] == NOW.isoformat()
    assert order["subject"] == {"reference": ME}
    assert order["requester"] == {"reference": DOCTOR}
    assert order["encounter"] == {"reference": STAY}
    assert order["medicationCodeableConcept"] == {
        "coding": [{"system": RXNORM, "code": "1364430", "display": "apixaban"}],
        "text": "apixaban 5 mg tablet",
    }
    dosage = order["dosageInstruction"][0]
    assert dosage["text"] == "5 mg oral twice daily"
    assert dosage["doseAndRate"][0]["doseQuantity"]["code"] == "mg"
    assert dosage["doseAndRate"][0]["doseQuantity"]["value"] == 5
    assert dosage["route"]["coding"][0]["code"] == "26643006"
    assert dosage["timing"]["code"]["coding"][0]["code"] == "BID"
    assert dosage["timing"]["repeat"]["frequency"] == 2
    assert dosage["timing"]["repeat"]["boundsDuration"]["code"] == "wk"
    dispense = order["dispenseRequest"]
    assert dispense["expectedSupplyDuration"]["value"] == 4
    assert dispense["quantity"] == {"value": 56, "unit": "tablets"}
    assert dispense["numberOfRepeatsAllowed"] == 2
    reason = order["reasonCode"][0]
    assert reason["text"] == "Atrial fibrillation"
    assert reason["coding"][0]["system"] == "http://hl7.org/fhir/sid/icd-10-cm"
    assert order["note"] == [{"text": "With food or without."}]
    assert tag_of(order, "urn:physassist:session") == "S1"
    assert tag_of(order, "urn:physassist:order") == "1"


@pytest.mark.parametrize("text", ["BID", "twice daily", "每日两次", "q12h", "2 times a day"])
def test_a_frequency_that_is_understood_is_coded_whatever_its_words(text: str) -> None:
    timing = place(bench(), names.MEDICATION_CREATE, **DRUG, frequency_text=text)[
        "dosageInstruction"
    ][0]["timing"]
    repeat = timing["repeat"]
    hours = repeat["period"] * {"d": 24, "h": 1}[repeat["periodUnit"]]
    assert 24 * repeat["frequency"] / hours == 2
    assert timing["code"]["text"] == text


def test_words_that_are_not_understood_are_kept_as_words() -> None:
    order = place(
        bench(),
        names.MEDICATION_CREATE,
        **DRUG,
        frequency_text="on days when the moon is full",
        dose_value=2,
        dose_unit="scoops",
        route_display="by spoon",
    )
    dosage = order["dosageInstruction"][0]
    assert dosage["timing"] == {"code": {"text": "on days when the moon is full"}}
    assert dosage["doseAndRate"] == [{"doseQuantity": {"value": 2, "unit": "scoops"}}]
    assert dosage["route"] == {"text": "by spoon"}


@pytest.mark.parametrize(
    ("given", "code", "name"),
    [
        ({}, "108252007", "Laboratory procedure"),
        ({"category_code": "363679005"}, "363679005", "Imaging"),
        ({"category_code": "surgical"}, "387713003", "Surgical procedure"),
        ({"category_display": "转诊"}, "386053000", "Evaluation procedure"),
        ({"category_code": "123", "category_display": "Diet"}, "123", "Diet"),
    ],
)
def test_a_service_has_its_category(given: dict[str, str], code: str, name: str) -> None:
    (category,) = place(bench(), names.SERVICE_CREATE, **TEST, **given)["category"]
    assert category["coding"] == [{"system": SNOMED, "code": code, "display": name}]


@pytest.mark.parametrize(
    ("code", "system"),
    [
        ("2823-3", "http://loinc.org"),
        ("103696004", SNOMED),
        ("71046", "http://www.ama-assn.org/go/cpt"),
        (f"{SNOMED}|103696004", SNOMED),
        ("LOCAL7", None),
    ],
)
def test_the_system_of_a_code_is_told_from_its_shape(code: str, system: str | None) -> None:
    order = place(bench(), names.SERVICE_CREATE, **{**TEST, "code_code": code})
    (coding,) = order["code"]["coding"]
    assert coding.get("system") == system
    assert coding["code"] == code.rpartition("|")[2]
    assert order["code"]["text"] == "Potassium"


def test_a_message_and_a_visit() -> None:
    play = bench()
    order = place(play, names.SERVICE_CREATE, **TEST, occurrence_datetime="2026-03-09")
    message = place(
        play,
        names.MESSAGE_CREATE,
        **MESSAGE,
        recipient_reference="dr",
        sender_reference=DOCTOR,
        based_on_service_request="#1",
    )
    assert message["payload"] == [{"contentString": "Please call her."}]
    assert (message["sent"], message["status"]) == (NOW.isoformat(), "in-progress")
    assert message["recipient"] == [{"reference": DOCTOR}]
    assert message["basedOn"] == [{"reference": f"ServiceRequest/{order['id']}"}]
    visit = place(play, names.APPOINTMENT_CREATE, **VISIT, start="2026-03-10T09:00")
    assert (visit["status"], visit["start"]) == ("booked", "2026-03-10T09:00:00-05:00")
    assert (visit["end"], visit["minutesDuration"]) == ("2026-03-10T09:30:00-05:00", 30)
    assert [one["actor"]["reference"] for one in visit["participant"]] == [ME, DOCTOR]
    assert place(play, names.APPOINTMENT_CREATE, **VISIT)["status"] == "proposed"
    longer = place(
        play, names.APPOINTMENT_CREATE, **VISIT, start="2026-03-11T09:00Z", minutes_duration=45
    )
    assert longer["end"] == "2026-03-11T09:45:00+00:00"


@pytest.mark.parametrize(
    ("text", "refers"),
    [
        ("Cardiology referral", True),
        ("New patient visit, referred by Dr. Marsh", True),
        ("Nephrology consultation", True),
        ("Consult to GI", True),
        ("心内科会诊", True),
        ("消化内科转诊", True),
        ("Blood pressure check", False),
        ("Follow-up of preference for insulin", False),
        ("复诊", False),
        ("Follow-up visit in primary care", False),
    ],
)
def test_a_referral_needs_the_order_it_stands_on(text: str, refers: bool) -> None:
    assert is_referral(text) == refers
    play = bench()
    outcome = play.outcome(names.APPOINTMENT_CREATE, **{**VISIT, "description": text})
    assert outcome.ok != refers
    if not refers:
        return
    assert outcome.result["field"] == "based_on"
    assert names.SERVICE_CREATE in outcome.result["error"]
    assert stored(play) == []
    order = place(play, names.SERVICE_CREATE, **{**TEST, "code_code": "103696004"})
    for based_on in ("#1", order["id"], f"ServiceRequest/{order['id']}"):
        given = {**VISIT, "description": text, "based_on": based_on}
        visit = place(play, names.APPOINTMENT_CREATE, **given)
        assert visit["basedOn"] == [{"reference": f"ServiceRequest/{order['id']}"}]


WRONG: tuple[tuple[str, dict[str, Any], str], ...] = (
    (names.MEDICATION_CREATE, {"patient_reference": "Patient/nobody"}, "patient_reference"),
    (
        names.MEDICATION_CREATE,
        {"requester_reference": "Practitioner/nobody"},
        "requester_reference",
    ),
    (names.MEDICATION_CREATE, {"requester_reference": ME}, "requester_reference"),
    (names.MEDICATION_CREATE, {"medication_display": "123"}, "medication_display"),
    (names.MEDICATION_CREATE, {"dose_value": 5}, "dose_unit"),
    (names.MEDICATION_CREATE, {"dose_unit": "mg"}, "dose_value"),
    (names.MEDICATION_CREATE, {"dose_value": 0, "dose_unit": "mg"}, "dose_value"),
    (names.MEDICATION_CREATE, {"dose_value": -5, "dose_unit": "mg"}, "dose_value"),
    (names.MEDICATION_CREATE, {"duration_value": 3}, "duration_unit"),
    (names.MEDICATION_CREATE, {"dispense_unit": "tablets"}, "dispense_quantity"),
    (names.MEDICATION_CREATE, {"route_code": "999999"}, "route_display"),
    (names.MEDICATION_CREATE, {"route_code": "47625008", "route_display": "oral"}, "route_code"),
    (names.MEDICATION_CREATE, {"medication_system": RXNORM}, "medication_code"),
    (names.MEDICATION_CREATE, {"encounter_reference": "Encounter/no"}, "encounter_reference"),
    (names.SERVICE_CREATE, {"category_code": "blood"}, "category_code"),
    (names.SERVICE_CREATE, {"occurrence_datetime": "2026-03-03"}, "occurrence_datetime"),
    (names.SERVICE_CREATE, {"performer_reference": "Encounter/stay"}, "performer_reference"),
    (names.SERVICE_CREATE, {"code_display": "?"}, "code_display"),
    (names.MESSAGE_CREATE, {"based_on_service_request": "#4"}, "based_on_service_request"),
    (names.MESSAGE_CREATE, {"recipient_reference": "nobody"}, "recipient_reference"),
    (names.APPOINTMENT_CREATE, {"start": "2026-03-10"}, "start"),
    (names.APPOINTMENT_CREATE, {"start": "2026-03-04T09:00"}, "start"),
    (names.APPOINTMENT_CREATE, {"end": "2026-03-10T09:00"}, "start"),
    (names.APPOINTMENT_CREATE, {"start": "2026-03-10T09:00", "end": "2026-03-10T08:00"}, "end"),
    (names.APPOINTMENT_CREATE, {"based_on": "ServiceRequest/nothing"}, "based_on"),
    (names.APPOINTMENT_CREATE, {"based_on": "MedicationRequest/apixaban"}, "based_on"),
)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_wrong_is_named_and_stores_nothing(lang: Lang) -> None:
    play = bench(lang)
    least = dict(LEAST)
    for tool, changed, field in WRONG:
        outcome = play.outcome(tool, **{**least[tool], **changed})
        assert not outcome.ok, (tool, changed)
        assert outcome.result["field"] == field, (changed, outcome.result)
        assert outcome.result["error"]
        assert outcome.written == ()
    assert stored(play) == []


def slip(play: Play, tool: str, **given: Any) -> Resource | None:
    return play.runner.slip(tool, given, now=NOW)


def test_what_the_ehr_would_refuse_is_told_to_a_person_before_it_is_a_call() -> None:
    play, least = bench(), dict(LEAST)
    for tool, changed, field in WRONG:
        told = slip(play, tool, **{**least[tool], **changed})
        if "#4" in changed.values():
            assert told is None, "the fourth order may be a draft that is signed before it"
            continue
        assert told is not None, (tool, changed)
        assert told["field"] == field, (changed, told)
    for tool, enough in LEAST:
        assert slip(play, tool, **enough) is None
    order = place(play, names.SERVICE_CREATE, **TEST)
    place(play, names.MEDICATION_CREATE, **DRUG)
    assert slip(play, names.APPOINTMENT_CREATE, **VISIT, based_on="#1") is None
    assert slip(play, names.APPOINTMENT_CREATE, **VISIT, based_on="3") is None
    told = slip(play, names.APPOINTMENT_CREATE, **VISIT, based_on="#2")
    assert told is not None
    assert told["field"] == "based_on"
    assert [one["id"] for one in stored(play)][:1] == [order["id"]]
    assert len(stored(play)) == 2


@pytest.mark.parametrize(
    ("tool", "given", "field"),
    [
        (names.LABS, {"patient": ME, "date": "2025-13-45"}, "date"),
        (names.LABS, {"patient": ME, "date": "last week"}, "date"),
        (names.LABS, {"patient": "Patient/nobody"}, ""),
        (names.LABS, {"patient": ME, "mrn": "1"}, "mrn"),
        (names.WRITE_FILE, {"path": "../a.md", "content": "x"}, "path"),
        (names.LABS, {"patient": ME, "date": "ge2025-01-01"}, ""),
        (names.WRITE_FILE, {"path": "output/a.md", "content": "x"}, ""),
    ],
)
def test_a_slip_of_a_search_or_a_path_is_told_before_it_is_a_call(
    tool: str, given: dict[str, Any], field: str
) -> None:
    told = slip(bench(), tool, **given)
    assert ("" if told is None else told["field"]) == field


@pytest.mark.parametrize(
    ("tool", "arguments", "field"),
    [
        (names.MEDICATION_CREATE, {**DRUG, "medication": "apixaban"}, "medication"),
        (names.MEDICATION_CREATE, {**DRUG, "dose_value": "much"}, "dose_value"),
        (names.MEDICATION_CREATE, {**DRUG, "num_refills": 2.5}, "num_refills"),
        (names.MEDICATION_CREATE, {**DRUG, "priority": "soon"}, "priority"),
        (names.MEDICATION_CREATE, {"patient_reference": ME}, "medication_display"),
        (names.SERVICE_CREATE, {**TEST, "note_text": ["x"]}, "note_text"),
        (names.APPOINTMENT_CREATE, {**VISIT, "start": "soon"}, "start"),
        (names.APPOINTMENT_CREATE, {**VISIT, "minutes_duration": 0}, "minutes_duration"),
        (names.WRITE_FILE, {"path": "a.md"}, "content"),
        (names.WRITE_FILE, {"path": "a.md", "content": "x", "mode": "rw"}, "mode"),
        (names.WRITE_FILE, {"path": "a.md", "content": "x" * 200_001}, "content"),
    ],
)
def test_what_no_tool_takes_is_refused_before_it_is_carried_out(
    tool: str, arguments: dict[str, Any], field: str
) -> None:
    error = bench().refused(tool, arguments)
    assert error["field"] == field
    assert error["error"]


def test_twice_is_two_orders_and_the_same_call_again_is_one() -> None:
    for tool, least in LEAST:
        play = bench()
        first, second = place(play, tool, **least), place(play, tool, **least)
        assert first["id"] != second["id"]
        again = play.outcome(tool, call="c1", **least)
        assert again.written[0] == first
        assert [tag_of(one, "urn:physassist:order") for one in stored(play)] == ["1", "2"]


def test_the_wrong_chart_is_written_to_and_the_result_says_so() -> None:
    for tool, least in LEAST:
        play = bench()
        outcome = play.outcome(tool, **{**least, "patient_reference": OTHER})
        assert outcome.ok
        assert outcome.result["entries"][0]["patient"] == OTHER
        assert "encounter" not in outcome.written[0]


def test_people_list_and_cancel_and_models_cannot() -> None:
    play = bench()
    for tool, least in LEAST:
        place(play, tool, **least)
    assert [one["order"] for one in play.result("order.list")["entries"]] == [
        "#1",
        "#2",
        "#3",
        "#4",
    ]
    statuses = []
    for number in range(1, 5):
        outcome = play.outcome("order.cancel", order=f"#{number}", reason="By mistake.")
        assert validate_resource(outcome.written[0]) == []
        statuses.append(outcome.written[0]["status"])
    assert statuses == ["cancelled", "revoked", "entered-in-error", "cancelled"]
    values, error = play.runner.validate("order.list", {}, person=False)
    assert values is None
    assert error is not None
    assert "order.list" in error["error"]


SPECS = {tool.name: tool for tool in toolset("physicianbench").tools if tool.kind != "control"}
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats()
    | st.text(max_size=30)
    | st.sampled_from([ME, OTHER, DOCTOR, "#1", "mg", "BID", "2026-03-09", "2026-03-09T09:00"]),
    lambda inner: st.lists(inner, max_size=2)
    | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=3,
)  # fmt: skip


@st.composite
def calls(draw: st.DrawFn) -> tuple[ToolSpec, dict[str, Any]]:
    """A call of any tool: what it needs mostly right, and anything beside it."""
    spec = SPECS[draw(st.sampled_from(sorted(SPECS)))]
    needed = dict(LEAST).get(spec.name, {})
    kept = {name: value for name, value in needed.items() if draw(st.integers(0, 9))}
    others = draw(st.lists(st.sampled_from([param.name for param in spec.params]), max_size=5))
    return spec, {**kept, **{name: draw(JSON) for name in others}}


@settings(max_examples=250, deadline=None)
@given(call=calls())
def test_any_json_is_an_outcome_or_an_error_and_an_error_stores_nothing(
    call: tuple[ToolSpec, dict[str, Any]],
) -> None:
    spec, arguments = call
    play = bench()
    values, error = play.runner.validate(spec.name, arguments)
    if values is None:
        assert error is not None
        assert error["error"]
        return
    outcome = play.runner.run("c1", spec.name, values, now=NOW, person=False, seat="assistant")
    if not outcome.ok:
        assert outcome.result["error"]
        assert (outcome.written, outcome.files) == ((), ())
        assert stored(play) == []
    elif spec.kind == "write":
        assert len(stored(play)) == 1
        assert validate_resource(outcome.written[0]) == []
