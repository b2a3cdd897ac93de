"""Writes: valid FHIR, stamped and found again; garbage stores nothing; orders can be taken back."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from physassist_tui.ehr import writes
from physassist_tui.ehr.orders import session_orders
from physassist_tui.ehr.paging import every_page
from tests.unit.ehr_record import NOW, record
from tests.unit.ehr_tools_world import ME, OTHER, RXNORM, STAY, Play, chart

ORDER: dict[str, Any] = {
    "medication": "apixaban",
    "dose": "2.5 mg",
    "route": "oral",
    "frequency": "BID",
}
CREATE = "MedicationRequest.create"


def place(play: Play, tool: str = CREATE, **given: Any) -> dict[str, Any]:
    outcome = play.outcome(tool, **(given or ORDER))
    assert outcome.ok, outcome.result
    return outcome.written[0]


def stored(play: Play) -> list[dict[str, Any]]:
    return session_orders(play.store, "S1")


def test_an_order_has_the_documented_shape() -> None:
    play = Play()
    order = place(play, **ORDER, indication="Atrial fibrillation", duration_days=30)
    assert order["resourceType"] == "MedicationRequest"
    assert (order["status"], order["intent"]) == ("active", "order")
    assert order["authoredOn"] == NOW.isoformat()
    assert order["subject"] == {"reference": ME}
    assert order["encounter"] == {"reference": STAY}
    concept = order["medicationCodeableConcept"]
    assert concept["text"] == "apixaban"
    assert concept["coding"][0]["system"] == RXNORM
    assert concept["coding"][0]["code"] == "1364430"
    dosage = order["dosageInstruction"][0]
    assert dosage["text"] == "2.5 mg oral BID"
    quantity = dosage["doseAndRate"][0]["doseQuantity"]
    assert (quantity["value"], quantity["unit"], quantity["code"]) == (2.5, "mg", "mg")
    assert dosage["route"]["text"] == "oral"
    assert dosage["route"]["coding"][0]["code"] == "26643006"
    repeat = dosage["timing"]["repeat"]
    assert (repeat["frequency"], repeat["period"], repeat["periodUnit"]) == (2, 1, "d")
    assert repeat["boundsDuration"]["value"] == 30
    assert dosage["timing"]["code"]["text"] == "BID"
    assert order["reasonCode"] == [{"text": "Atrial fibrillation"}]
    assert play.store.read("MedicationRequest", order["id"]) == order


def test_a_scorers_fhirpath_can_read_it() -> None:
    from fhirpathpy import evaluate
    from fhirpathpy.models import models

    play = Play(lang="zh")
    order = place(play, medication="阿哌沙班", dose="2.5毫克", route="口服", frequency="每日两次")
    true = [
        "medicationCodeableConcept.coding.where(system='http://www.nlm.nih.gov/research/umls/rxnorm')"
        ".code = '1364430'",
        "dosageInstruction.doseAndRate.dose.value = 2.5",
        "dosageInstruction.doseAndRate.dose.code = 'mg'",
        "dosageInstruction.timing.repeat.frequency = 2 and "
        "dosageInstruction.timing.repeat.periodUnit = 'd'",
        "dosageInstruction.route.coding.code = '26643006'",
    ]
    for path in true:
        assert evaluate(order, path, model=models["r4"]) == [True], path


def test_tags_name_session_seat_call_and_number() -> None:
    order = place(Play())
    tags = {tag["system"].rsplit(":", 1)[1]: tag["code"] for tag in order["meta"]["tag"]}
    assert tags == {"session": "S1", "seat": "assistant", "call": "c1", "order": "1"}


def test_a_service_request_and_a_flag_have_the_documented_shape() -> None:
    play = Play()
    request = place(
        play,
        "ServiceRequest.create",
        service_type="potassium",
        priority="asap",
        note="Repeat before the next dose.",
        target_date="2026-03-05",
    )
    assert request["code"]["text"] == "potassium"
    assert request["code"]["coding"][0]["code"] == "2823-3"
    assert request["priority"] == "asap"
    assert request["note"] == [{"text": "Repeat before the next dose."}]
    assert request["occurrenceDateTime"] == "2026-03-05"
    flag = place(
        play,
        "Flag.create",
        category="administrative",
        code="Interpreter",
        detail="Speaks <Wu> only",
    )
    assert flag["code"]["text"] == "Interpreter"
    assert flag["category"][0]["text"] == "administrative"
    assert flag["category"][0]["coding"][0]["code"] == "admin"
    assert flag["extension"][0]["valueString"] == "Speaks <Wu> only"
    assert flag["period"]["start"] == NOW.isoformat()
    assert play.result("order.list")["entries"][1]["detail"] == "Speaks <Wu> only"


@pytest.mark.parametrize("category", ["safety", "allergy", "administrative", "clinical"])
@pytest.mark.parametrize("priority", ["routine", "urgent", "asap"])
def test_everything_written_is_valid_fhir(category: str, priority: str) -> None:
    play = Play()
    place(play, "Flag.create", category=category, code="跌倒风险", detail="需两人搀扶")
    place(play, "ServiceRequest.create", service_type="肾内科会诊", priority=priority)
    for dose, route, frequency in (
        ("两片", "口服", "每晚睡前一次"),
        ("1-2 tablets", "PO", "q4-6h PRN pain"),
        ("0.1 mcg/kg/min", "IV", "continuous"),
        ("sliding scale", "皮下注射", "三餐前"),
        ("1 g", "IV", "STAT"),
        ("5 mg", "oral", "Mon/Wed/Fri"),
    ):
        place(play, medication="某药", dose=dose, route=route, frequency=frequency)
    for resource in stored(play):
        writes.model(resource["resourceType"]).model_validate(resource)


GARBAGE: list[tuple[str, dict[str, Any], str]] = [
    (CREATE, {**ORDER, "medication": "123"}, "medication"),
    (CREATE, {**ORDER, "medication": "?"}, "medication"),
    (CREATE, {**ORDER, "dose": "some"}, "dose"),
    (CREATE, {**ORDER, "dose": 5}, "dose"),
    (CREATE, {**ORDER, "dose": "-5 mg"}, "dose"),
    (CREATE, {**ORDER, "route": "banana"}, "route"),
    (CREATE, {**ORDER, "frequency": "often"}, "frequency"),
    (CREATE, {**ORDER, "indication": "!!"}, "indication"),
    (CREATE, {**ORDER, "patient": "Patient/none"}, "patient"),
    ("ServiceRequest.create", {"service_type": "-", "priority": "asap"}, "service_type"),
    (
        "ServiceRequest.create",
        {"service_type": "CBC", "priority": "asap", "target_date": "2026-03-03"},
        "target_date",
    ),
    ("Flag.create", {"category": "safety", "code": "1", "detail": "x y"}, "code"),
]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(("tool", "given", "field"), GARBAGE)
def test_garbage_stores_nothing_and_names_the_field(
    tool: str, given: dict[str, Any], field: str, lang: Any
) -> None:
    play = Play(lang=lang)
    outcome = play.outcome(tool, **given)
    assert not outcome.ok
    assert outcome.written == ()
    assert outcome.result["field"] == field
    assert stored(play) == []
    if field in ("dose", "route", "frequency", "patient"):
        assert outcome.result["allowed"]


def test_the_same_call_twice_makes_two_orders() -> None:
    play = Play()
    first, second = place(play), place(play)
    assert first["id"] != second["id"]
    assert [one["id"] for one in stored(play)] == [first["id"], second["id"]]
    assert [one["order"] for one in play.result("order.list")["entries"]] == ["#1", "#2"]


def test_a_call_carried_out_again_makes_the_same_order() -> None:
    play = Play()
    once = play.outcome(CREATE, call="c9", **ORDER)
    again = play.outcome(CREATE, call="c9", **ORDER)
    assert once == again
    assert len(stored(play)) == 1


def test_a_resumed_session_goes_on_where_it_was() -> None:
    chart_of = record(*chart())
    before = Play(on=chart_of.at(NOW))
    first = place(before)
    lost = before.outcome(CREATE, call="c2", **ORDER)
    after = Play(on=chart_of.at(NOW))
    after.store.put(first)
    recovered = after.outcome(CREATE, call="c2", **ORDER)
    assert recovered == lost
    third = after.outcome(CREATE, call="c3", **ORDER).written[0]
    assert third["meta"]["tag"][3] == {"system": "urn:physassist:order", "code": "3"}


def test_two_sessions_on_one_record_never_see_each_other() -> None:
    chart_of = record(*chart())
    one, other = Play(on=chart_of.at(NOW)), Play(on=chart_of.at(NOW), session="S2")
    place(one)
    assert other.names("MedicationRequest.search", medication="apixaban") == ["apixaban"]
    assert other.result("order.list")["total"] == 0
    assert (
        one.outcome(CREATE, call="x", **ORDER).written
        != other.outcome(CREATE, call="x", **ORDER).written
    )


def test_writes_are_stamped_with_the_moving_clock_and_still_found() -> None:
    play = Play()
    play.now = NOW + timedelta(minutes=42)
    order = place(play)
    assert datetime.fromisoformat(order["authoredOn"]) == play.now
    assert order["id"] in play.names("MedicationRequest.search", medication="apixaban")
    assert play.names("MedicationRequest.search", date_from="2026-03-04T10:00") == [order["id"]]


def test_a_write_for_another_patient_succeeds_and_shows_whose_it_is() -> None:
    play = Play()
    order = place(play, **ORDER, patient=OTHER)
    assert order["subject"] == {"reference": OTHER}
    assert "encounter" not in order
    assert play.result("order.list")["entries"][0]["patient"] == OTHER
    assert play.names("MedicationRequest.search", patient="p2") == [order["id"]]


@pytest.mark.parametrize("named", ["#1", "1", " ＃1 ", "#01"])
def test_an_order_is_cancelled_by_its_number(named: str) -> None:
    play = Play()
    order = place(play)
    outcome = play.outcome("order.cancel", order=named, reason="Wrong dose")
    assert outcome.ok, outcome.result
    assert [one["status"] for one in outcome.written] == ["cancelled"]
    assert outcome.written[0]["statusReason"] == {"text": "Wrong dose"}
    assert play.store.read("MedicationRequest", order["id"])["status"] == "cancelled"
    assert play.names("MedicationRequest.search", status="active") == ["apixaban"]
    again = play.outcome("order.cancel", order=named)
    assert not again.ok
    assert again.written == ()
    assert "already" in again.result["error"]


def test_every_kind_is_cancelled_in_its_own_way() -> None:
    play = Play()
    request = place(play, "ServiceRequest.create", service_type="CT head", priority="urgent")
    flag = place(play, "Flag.create", category="safety", code="Fall risk", detail="Two assist")
    revoked = play.outcome("order.cancel", order=request["id"], reason="Not needed").written[0]
    assert revoked["status"] == "revoked"
    assert revoked["note"][-1] == {"text": "Not needed"}
    inactive = play.outcome("order.cancel", order=f"Flag/{flag['id']}").written[0]
    assert inactive["status"] == "inactive"
    for resource in stored(play):
        writes.model(resource["resourceType"]).model_validate(resource)


def test_only_what_this_session_placed_can_be_cancelled() -> None:
    play = Play()
    empty = play.outcome("order.cancel", order="#1")
    assert "No order" in empty.result["error"]
    place(play)
    for named in ("MedicationRequest/apixaban", "apixaban"):
        outcome = play.outcome("order.cancel", order=named)
        assert not outcome.ok
        assert "not placed in this session" in outcome.result["error"]
        assert outcome.result["allowed"] == ["#1"]
    for named in ("#7", "nonsense", "Patient/p1", "//"):
        outcome = play.outcome("order.cancel", order=named)
        assert not outcome.ok
        assert outcome.result["field"] == "order"
    found = every_page(play.store, "MedicationRequest", [("status", "active")])
    assert len(found) == 2


def test_the_papers_set_has_no_orders_to_list_and_writes_only_where_asked() -> None:
    play = Play(tools="physassist-paper")
    assert play.refused("order.list", {})["field"] == "tool"


def test_reading_the_list_changes_nothing() -> None:
    play = Play()
    place(play)
    before = stored(play)
    outcome = play.outcome("order.list")
    assert outcome.written == ()
    assert stored(play) == before


CODED: list[tuple[str, str | None]] = [
    ("apixaban", "1364430"),
    ("Eliquis", "1364430"),
    ("阿哌沙班片", "1364430"),
    ("阿哌沙班片 2.5毫克", "1364430"),
    ("apixaban 2.5 mg tablet", "1364430"),
    ("apixaban (Eliquis) 5 MG Oral Tablet", "1364430"),
    ("metoprolol succinate ER", "6918"),
    ("酒石酸美托洛尔缓释片", "6918"),
    ("lidocaine with epinephrine", None),
    ("amlodipine and benazepril", None),
    ("apixaban or warfarin", None),
    ("heparin lock flush kit", None),
    ("华法林和阿司匹林", None),
    ("某药", None),
]


@pytest.mark.parametrize(("medication", "rxnorm"), CODED)
def test_a_drug_is_coded_only_where_there_is_no_doubt(medication: str, rxnorm: str | None) -> None:
    order = place(Play(), **{**ORDER, "medication": medication})
    concept = order["medicationCodeableConcept"]
    assert concept["text"] == medication
    assert [one["code"] for one in concept.get("coding", ())] == ([rxnorm] if rxnorm else [])
