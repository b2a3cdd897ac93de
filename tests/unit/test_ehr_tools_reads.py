"""Reads: what a name means, which page, which dates, whose chart; never everything by mistake."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.ehr_record import LOINC, patient
from tests.unit.ehr_tools_world import ME, OTHER, Play, chart, lab, of, text_of


@pytest.fixture(scope="module")
def play() -> Play:
    return Play()


CODES: list[tuple[str, dict[str, Any], list[str]]] = [
    ("Observation.search", {"code": "2160-0"}, ["cr2", "cr1"]),
    ("Observation.search", {"code": f"{LOINC}|2160-0"}, ["cr2", "cr1"]),
    ("Observation.search", {"code": "http://snomed.info/sct|2160-0"}, []),
    ("Observation.search", {"code": "creatinine"}, ["cr2", "cr1"]),
    ("Observation.search", {"code": "CREATININE"}, ["cr2", "cr1"]),
    ("Observation.search", {"code": "肌酐"}, ["cr2", "cr1"]),
    ("Observation.search", {"code": "血肌酐"}, ["cr2", "cr1"]),
    ("Observation.search", {"code": "K"}, ["k1"]),
    ("Observation.search", {"code": "Serum or Plasma"}, ["cr2", "k1", "trop", "gone", "cr1"]),
    ("Observation.search", {"code": "urine creatinine"}, ["ucr"]),
    ("Observation.search", {"code": "8480-6"}, ["bp"]),
    ("Observation.search", {"code": "systolic"}, ["bp"]),
    ("Observation.search", {"code": "unobtainium"}, []),
    ("Observation.search", {"code": "%"}, []),
    ("Observation.search", {"code": "*"}, []),
    ("Observation.search", {"code": "."}, []),
    ("Observation.search", {"code": "a"}, []),
    ("Observation.search", {"category": "laboratory", "code": "systolic"}, []),
    ("Observation.search", {"category": "化验", "code": "K"}, ["k1"]),
    ("Observation.search", {"category": "vitals"}, ["bp"]),
    ("Observation.search", {"category": "radiology"}, []),
    ("Observation.search", {"status": "cancelled"}, ["gone"]),
    ("Condition.search", {"code": "I48"}, ["af"]),
    ("Condition.search", {"code": "i48.9"}, ["af"]),
    ("Condition.search", {"code": "I4891"}, ["af"]),
    ("Condition.search", {"code": "I49"}, []),
    ("Condition.search", {"code": "atrial fibrillation"}, ["af"]),
    ("Condition.search", {"code": "kidney"}, ["ckd"]),
    ("Condition.search", {"status": "active"}, ["ckd", "af"]),
    ("Condition.search", {"status": "resolved"}, []),
    ("MedicationRequest.search", {"medication": "apix"}, ["apixaban"]),
    ("MedicationRequest.search", {"medication": "Eliquis"}, ["apixaban"]),
    ("MedicationRequest.search", {"medication": "阿哌沙班"}, ["apixaban"]),
    ("MedicationRequest.search", {"medication": "lopressor"}, ["metoprolol"]),
    ("MedicationRequest.search", {"medication": "美托洛尔"}, ["metoprolol"]),
    ("MedicationRequest.search", {"medication": "warfarin"}, []),
    ("MedicationRequest.search", {"status": "stopped"}, ["metoprolol"]),
    ("MedicationAdministration.search", {"medication": "metoprolol"}, ["held", "given"]),
    ("MedicationAdministration.search", {"status": "not-done"}, ["held"]),
    ("Procedure.search", {"code": "echo"}, ["echo"]),
    ("DiagnosticReport.search", {"report_type": "RAD"}, ["cxr"]),
    ("DiagnosticReport.search", {"report_type": "影像"}, ["cxr"]),
    ("DiagnosticReport.search", {"report_type": "metabolic"}, ["bmp"]),
    ("DiagnosticReport.search", {"keyword": "addendum"}, ["cxr"]),
    ("DiagnosticReport.search", {"keyword": "pneumothorax"}, []),
    ("DocumentReference.search", {"type_code": "physical therapy"}, ["n2"]),
    ("DocumentReference.search", {"type_code": "11506-3"}, ["n3", "n2", "n1"]),
    ("DocumentReference.search", {"keyword": "lives ALONE"}, ["n1"]),
    ("DocumentReference.search", {"keyword": "复查血钾"}, ["n3"]),
    ("AllergyIntolerance.search", {}, ["pen"]),
    ("AllergyIntolerance.search", {"code": "阿莫西林"}, ["pen"]),
    ("AllergyIntolerance.search", {"category": "food"}, []),
    ("CarePlan.search", {"category": "heart failure"}, ["plan"]),
    ("Encounter.search", {}, ["icu", "stay", "ed", "old"]),
    ("Encounter.search", {"encounter": "current"}, ["icu", "stay"]),
    ("Encounter.search", {"status": "finished"}, ["icu", "ed", "old"]),
]


@pytest.mark.parametrize(("tool", "arguments", "found"), CODES)
def test_a_name_or_code_finds_what_it_means(
    play: Play, tool: str, arguments: dict[str, Any], found: list[str]
) -> None:
    assert play.names(tool, **arguments) == found


DATES: list[tuple[dict[str, str], list[str]]] = [
    ({"date_from": "2026-03-04"}, ["cr2", "k1", "trop"]),
    ({"date_to": "2026-03-02"}, ["cr1"]),
    ({"date_from": "2026-03-03", "date_to": "2026-03-03"}, ["bp", "ucr", "gone"]),
    ({"date_from": "2026-03"}, ["cr2", "k1", "trop", "bp", "ucr", "gone", "cr1"]),
    ({"date_to": "2025"}, []),
    ({"date_from": "2026-03-04T07:00"}, []),
    ({"date_from": "2026-03-04T06:00", "date_to": "2026-03-04T06:00"}, ["cr2", "k1", "trop"]),
    ({"date_from": "2099-01-01"}, []),
]


@pytest.mark.parametrize(("dates", "found"), DATES)
def test_days_are_the_clocks_days(play: Play, dates: dict[str, str], found: list[str]) -> None:
    # The blood pressure of 23:00 on 3 March is of 4 March in UTC.
    assert play.names("Observation.search", **dates) == found


def test_what_has_no_date_counts_as_its_encounter_does(play: Play) -> None:
    assert play.names("Condition.search", date_from="2026-03-01") == ["ckd"]


def test_an_encounter_brings_the_stays_that_are_part_of_it(play: Play) -> None:
    for meant in ("current", "stay", "Encounter/stay", "本次就诊"):
        assert "bp" in play.names("Observation.search", encounter=meant)
    assert play.names("Observation.search", encounter="icu") == ["bp"]
    assert play.names("MedicationAdministration.search", encounter="stay") == ["held", "given"]
    assert play.names("DocumentReference.search", encounter="stay") == ["n3", "n2", "n1"]


def test_an_unknown_encounter_or_patient_is_an_error_that_lists_them(play: Play) -> None:
    outcome = play.outcome("Observation.search", encounter="nope")
    assert not outcome.ok
    assert outcome.result["field"] == "encounter"
    assert "Encounter/stay" in outcome.result["allowed"]
    outcome = play.outcome("Observation.search", patient="Patient/zz")
    assert not outcome.ok
    assert outcome.result["field"] == "patient"
    assert set(outcome.result["allowed"]) == {ME, OTHER}


def test_another_patients_chart_is_another_chart(play: Play) -> None:
    assert play.names("Observation.search", patient=OTHER) == []
    assert play.result("Patient.read", patient="p2")["entries"][0]["name"] == "Ruth Caldwell"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_nothing_found_says_so_and_names_the_nearest(lang: Any) -> None:
    result = Play(lang=lang).result("Observation.search", code="creatinin level")
    assert result["entries"] == []
    assert result["total"] == 0
    assert result["pages"] == 0
    assert "creatinin level" in result["hint"]
    assert result["nearest"][0]["code"] in ("2160-0", "2161-8")
    assert all({"name", "code"} == set(one) for one in result["nearest"])


def test_nothing_found_for_another_reason_says_which(play: Play) -> None:
    late = play.result("Observation.search", code="creatinine", date_from="2026-03-05")
    assert late["hint"].endswith(
        "2 outside these dates, from 2026-03-02 06:00 to 2026-03-04 06:00."
    )
    other = play.result("Observation.search", code="systolic", category="laboratory")
    assert "other conditions" in other["hint"]
    empty = play.result("CarePlan.search", patient=OTHER)
    assert "nothing of this kind" in empty["hint"]
    unmet = play.result("Encounter.search", status="planned")
    assert "conditions" in unmet["hint"]


def test_names_that_also_have_the_word_are_told(play: Play) -> None:
    also = play.result("Observation.search", code="creatinine")["see_also"]
    assert also == ["Creatinine [Mass/volume] in Urine (2161-8)"]


def test_pages_go_through_all_and_no_entry_comes_twice() -> None:
    labs = [
        lab(f"k{n}", "2823-3", "Potassium", 4 + n / 100, f"2026-02-{1 + n % 28:02}T06:00:00-05:00")
        for n in range(95)
    ]
    play = Play([patient("p1"), *labs])
    first = play.result("Observation.search", code="K")
    assert (first["total"], first["page"], first["pages"]) == (95, 1, 5)
    assert len(first["entries"]) == 20
    seen: list[str] = []
    dates: list[str] = []
    for page in range(1, 6):
        for entry in play.result("Observation.search", code="K", page=page)["entries"]:
            seen.append(entry["ref"])
            dates.append(entry["date"])
    assert len(set(seen)) == len(seen) == 95
    assert dates == sorted(dates, reverse=True)
    beyond = play.result("Observation.search", code="K", page=6)
    assert beyond["entries"] == []
    assert "5" in beyond["hint"]


def test_everything_is_everything_of_this_patient(play: Play) -> None:
    mine = {
        f"{one['resourceType']}/{one['id']}"
        for one in chart()
        if one["id"] == "p1" or ME in text_of(one)
    }
    refs: list[str] = []
    page, pages = 1, 1
    while page <= pages:
        result = play.result("Patient.everything", page=page, _count=7)
        refs += [entry["ref"] for entry in result["entries"]]
        page, pages = page + 1, result["pages"]
    assert set(refs) == mine
    assert result["total"] == len(mine)


def test_a_long_note_is_read_to_its_end_by_turning_pages(play: Play) -> None:
    text, page, pages = "", 1, 1
    while page <= pages:
        result = play.result("DocumentReference.search", keyword="复查血钾", _count=1, page=page)
        text += result["entries"][0]["text"]
        page, pages = page + 1, result["pages"]
    assert pages > 1
    assert text.endswith("末句：已嘱复查血钾。")


def test_ages_are_ages_at_the_clock(play: Play) -> None:
    assert play.result("Patient.read")["entries"][0]["age"] == 71


def test_an_order_appears_in_the_next_search() -> None:
    play = Play()
    assert play.names("MedicationRequest.search", medication="furosemide") == []
    play.result(
        "MedicationRequest.create",
        medication="furosemide",
        dose="40 mg",
        route="IV",
        frequency="once",
    )
    assert len(play.names("MedicationRequest.search", medication="Lasix")) == 1
    assert (
        len(play.names("MedicationRequest.search", medication="呋塞米", encounter="current")) == 1
    )


def test_concepts_without_codes_are_found_by_their_words() -> None:
    play = Play(
        [
            patient("p1"),
            of("Condition", "c", code={"text": "Gout"}),
            of("Procedure", "x", status="completed", code={"text": "Knee aspiration"}),
        ]
    )
    assert play.names("Condition.search", code="gout") == ["c"]
    assert play.names("Procedure.search", code="aspiration knee") == ["x"]
