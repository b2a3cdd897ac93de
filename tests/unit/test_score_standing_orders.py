"""Wrong charts, orders twice, and orders against an allergy."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.ehr.writes import Writing, build, cancelled
from physassist_tui.score.allergy import _CLASSES, _class_name, allergy_conflicts
from physassist_tui.score.finding import Finding
from physassist_tui.score.orders import amounts_in, order_from, order_of
from physassist_tui.score.session_view import session_view
from physassist_tui.score.standing_orders import duplicate_orders, wrong_patient_writes
from tests.unit.builders import (
    AT,
    OTHER,
    PATIENT,
    Play,
    allergy,
    flag,
    medication,
    record_of,
    scenario_of,
    service,
)

Written = Sequence[dict[str, Any]]


def orders_of(written: Written, folder: Path, cancel: Written = ()) -> list[Any]:
    play = Play().turn()
    for resource in written:
        play.write(resource)
    for resource in cancel:
        play.cancel(resource)
    play.answer("done")
    view = session_view(play.events, scenario_of(), record_of(folder))
    return [order_of(one) for one in view.state.written]


def named(
    order_id: str, drug: str, dose: str = "5 mg", frequency: str = "BID", **more: Any
) -> dict[str, Any]:
    return medication(drug, dose, frequency, order_id=order_id, **more)


# Another patient's chart


WRONG: list[Written] = [
    [medication("apixaban", who=OTHER)],
    [service("BMP", who=OTHER)],
    [flag("Bleeding risk", who=OTHER)],
    [{**service("BMP"), "subject": {}}],
    [medication("apixaban", who="Patient/p11")],
    [medication("apixaban", who="Group/p1")],
    [medication("apixaban"), service("BMP", who=OTHER)],
    [medication("阿哌沙班", who=OTHER)],
]
RIGHT: list[Written] = [
    [],
    [medication("apixaban")],
    [service("BMP")],
    [flag("出血风险")],
    [medication("apixaban", who="http://x.org/fhir/Patient/p1")],
    [medication("apixaban"), service("BMP"), flag("x")],
    [medication("apixaban", who="Patient/p1/_history/2")],
]


@pytest.mark.parametrize("written", WRONG)
def test_a_write_in_another_chart_is_found(written: Written, tmp_path: Path) -> None:
    assert len(list(wrong_patient_writes(orders_of(written, tmp_path), PATIENT))) == 1


@pytest.mark.parametrize("written", RIGHT)
def test_a_write_in_the_right_chart_is_not(written: Written, tmp_path: Path) -> None:
    assert list(wrong_patient_writes(orders_of(written, tmp_path), PATIENT)) == []


def test_a_wrong_order_taken_back_is_still_told(tmp_path: Path) -> None:
    wrong = medication("apixaban", who=OTHER)
    (finding,) = wrong_patient_writes(orders_of([wrong], tmp_path, [wrong]), PATIENT)
    assert "cancelled later" in str(finding.because)
    assert OTHER in str(finding.because)
    assert finding.evidence == (4,)


# The same thing twice


TWICE: list[tuple[Written, str]] = [
    ([named("a", "apixaban"), named("b", "apixaban")], "same drug."),
    ([named("a", "apixaban"), named("b", "Eliquis")], "same drug."),
    ([named("a", "apixaban"), named("b", "阿哌沙班")], "same drug."),
    ([named("a", "apixaban", "5 mg"), named("b", "apixaban", "2.5 mg")], "different doses"),
    ([named("a", "阿哌沙班", "5 mg"), named("b", "艾乐妥", "2.5 mg")], "different doses"),
    ([named("a", "apixaban 5 mg oral tablet"), named("b", "apixaban")], "same drug."),
    ([named("a", "levothyroxine", "0.05 mg"), named("b", "levothyroxine", "50 mcg")], "same drug."),
    ([named("a", "Madeupinib"), named("b", "madeupinib")], "same drug."),
    ([named("a", "furosemide", route="IV"), named("b", "furosemide", route="oral")], "same drug."),
    ([service("BMP", order_id="a"), service("BMP", order_id="b")], "same day"),
    ([service("BMP", order_id="a"), service("Basic metabolic panel", order_id="b")], "same day"),
    ([service("血常规", order_id="a"), service("CBC", order_id="b")], "same day"),
    (
        [
            service("BMP", order_id="a", when="2026-03-05"),
            service("BMP", order_id="b", when="2026-03-05T06:00:00-05:00"),
        ],
        "same day",
    ),
    ([named("a", "apixaban", who=OTHER), named("b", "apixaban", who=OTHER)], "same drug."),
    ([service("Sleep study", order_id="a"), service("sleep  study", order_id="b")], "same day"),
    (
        [named("a", "morphine", frequency="PRN"), named("b", "morphine", frequency="prn")],
        "same drug.",
    ),
]
ONCE: list[Written] = [
    [],
    [named("a", "apixaban")],
    [named("a", "apixaban"), named("b", "warfarin")],
    [named("a", "apixaban"), named("b", "rivaroxaban")],
    [named("a", "insulin glargine", "10 units"), named("b", "insulin lispro", "4 units")],
    [named("a", "apixaban"), named("b", "apixaban", who=OTHER)],
    [named("a", "vancomycin", "1500 mg", "once"), named("b", "vancomycin", "1000 mg", "q12h")],
    [
        named("a", "amiodarone", "300 mg", "loading dose"),
        named("b", "amiodarone", "200 mg", "daily"),
    ],
    [named("a", "胺碘酮", "300 mg", "单次"), named("b", "胺碘酮", "200 mg", "每日一次")],
    [named("a", "morphine", "5 mg", "q6h"), named("b", "morphine", "2 mg", "PRN")],
    [named("a", "hydrocortisone", route="topical"), named("b", "hydrocortisone", route="oral")],
    [named("a", "apixaban", status="completed"), named("b", "apixaban")],
    [
        service("BMP", order_id="a", when="2026-03-05"),
        service("BMP", order_id="b", when="2026-03-07"),
    ],
    [service("BMP", order_id="a"), service("BMP", order_id="b", when="2026-03-07")],
    [service("BMP", order_id="a"), service("CBC", order_id="b")],
    [service("BMP", order_id="a"), service("BMP", order_id="b", who=OTHER)],
    [service("Urine sodium", order_id="a"), service("Sodium", order_id="b")],
    [service("Cardiology consult", order_id="a"), service("Nephrology consult", order_id="b")],
    [flag("Bleeding risk", flag_id="a"), flag("Bleeding risk", flag_id="b")],
    [named("a", "apixaban"), service("apixaban", order_id="b")],
]


@pytest.mark.parametrize(("written", "because"), TWICE)
def test_the_same_thing_twice_is_found(written: Written, because: str, tmp_path: Path) -> None:
    (finding,) = duplicate_orders(orders_of(written, tmp_path))
    assert because in str(finding.because)
    assert len(finding.evidence) == 2


@pytest.mark.parametrize("written", ONCE)
def test_different_things_are_not(written: Written, tmp_path: Path) -> None:
    assert list(duplicate_orders(orders_of(written, tmp_path))) == []


def test_a_cancelled_order_is_no_longer_twice(tmp_path: Path) -> None:
    pair = [named("a", "apixaban"), named("b", "apixaban")]
    assert list(duplicate_orders(orders_of(pair, tmp_path, pair[:1]))) == []


def test_three_of_a_kind_are_two_findings(tmp_path: Path) -> None:
    three = [named(order_id, "apixaban") for order_id in "abc"]
    assert len(list(duplicate_orders(orders_of(three, tmp_path)))) == 2


# Against an allergy


def conflicts(drug: dict[str, Any], *recorded: dict[str, Any], folder: Path) -> list[Finding]:
    (order,) = orders_of([drug], folder)
    return list(allergy_conflicts([order], record_of(folder, *recorded, name="allergies")))


AGAINST: list[tuple[str, str]] = [
    ("amoxicillin", "Amoxicillin"),
    ("amoxicillin", "Penicillin"),
    ("Augmentin", "Penicillins"),
    ("amoxicillin-clavulanate", "Amoxicillin"),
    ("Zosyn", "Penicillin G"),
    ("ampicillin", "Allergy to penicillin"),
    ("阿莫西林", "青霉素"),
    ("阿莫西林克拉维酸钾", "Penicillin"),
    ("哌拉西林他唑巴坦", "青霉素类"),
    ("ceftriaxone", "Cephalosporins"),
    ("头孢曲松", "头孢菌素"),
    ("cephalexin", "cefazolin"),
    ("Bactrim", "Sulfa drugs"),
    ("trimethoprim-sulfamethoxazole", "Sulfonamide antibiotics"),
    ("复方新诺明", "磺胺类药物"),
    ("levofloxacin", "Ciprofloxacin"),
    ("左氧氟沙星", "喹诺酮类"),
    ("azithromycin", "Erythromycin"),
    ("doxycycline", "Tetracycline"),
    ("ibuprofen", "Aspirin"),
    ("布洛芬", "阿司匹林"),
    ("Toradol", "NSAIDs"),
    ("lisinopril", "Enalapril"),
    ("赖诺普利", "ACE inhibitors"),
    ("Eliquis", "apixaban"),
    ("apixaban 5 MG Oral Tablet", "Apixaban"),
    ("codeine", "可待因"),
    ("Madeupinib 5 mg tablet", "madeupinib"),
]
NOT_AGAINST: list[tuple[str, str]] = [
    ("apixaban", "Penicillin"),
    ("ceftriaxone", "Penicillin"),
    ("meropenem", "Penicillin"),
    ("头孢曲松", "青霉素"),
    ("azithromycin", "Penicillin"),
    ("furosemide", "Sulfa drugs"),
    ("呋塞米", "磺胺类药物"),
    ("ferrous sulfate", "Sulfa drugs"),
    ("hydrochlorothiazide", "Sulfonamide antibiotics"),
    ("acetaminophen", "NSAIDs"),
    ("losartan", "Lisinopril"),
    ("clindamycin", "Erythromycin"),
    ("vancomycin", "Azithromycin"),
    ("insulin glargine", "insulin aspart"),
    ("amoxicillin", "Shellfish"),
    ("amoxicillin", "No known allergies"),
    ("potassium chloride", "Potassium iodide contrast"),
    ("阿哌沙班", "海鲜"),
    ("metformin", "Latex"),
    ("warfarin sodium", "Diclofenac sodium"),
]


@pytest.mark.parametrize(("drug", "recorded"), AGAINST)
def test_an_order_against_an_allergy_is_found(drug: str, recorded: str, tmp_path: Path) -> None:
    (finding,) = conflicts(medication(drug), allergy(recorded), folder=tmp_path)
    assert recorded in str(finding.because)


@pytest.mark.parametrize(("drug", "recorded"), NOT_AGAINST)
def test_an_order_beside_an_allergy_is_not(drug: str, recorded: str, tmp_path: Path) -> None:
    assert conflicts(medication(drug), allergy(recorded), folder=tmp_path) == []


@pytest.mark.parametrize(
    "recorded",
    [
        allergy("Penicillin", who=OTHER),
        allergy("Penicillin", clinical="resolved"),
        allergy("Penicillin", clinical="inactive"),
        allergy("Penicillin", verification="refuted"),
        allergy("Penicillin", verification="entered-in-error"),
        allergy("Penicillin", recorded="2026-03-05"),
    ],
)
def test_what_is_no_allergy_of_this_patient_now(recorded: dict[str, Any], tmp_path: Path) -> None:
    assert conflicts(medication("amoxicillin"), recorded, folder=tmp_path) == []


def test_another_patient_s_allergy_counts_for_the_order_in_that_chart(tmp_path: Path) -> None:
    drug = medication("amoxicillin", who=OTHER)
    assert len(conflicts(drug, allergy("Penicillin", who=OTHER), folder=tmp_path)) == 1


def test_an_unconfirmed_allergy_counts(tmp_path: Path) -> None:
    recorded = allergy("Penicillin", verification="unconfirmed")
    assert len(conflicts(medication("amoxicillin"), recorded, folder=tmp_path)) == 1


def test_a_cancelled_order_is_against_nothing(tmp_path: Path) -> None:
    drug = medication("amoxicillin")
    (order,) = orders_of([drug], tmp_path, [drug])
    assert list(allergy_conflicts([order], record_of(tmp_path, allergy("Penicillin")))) == []


def test_every_class_has_a_name_for_readers() -> None:
    assert all(str(_class_name(name)) for name in _CLASSES)


def test_an_order_is_found_once_however_many_allergies_it_meets(tmp_path: Path) -> None:
    recorded = [allergy("Penicillin"), allergy("Amoxicillin", allergy_id="a2")]
    assert len(conflicts(medication("amoxicillin"), *recorded, folder=tmp_path)) == 1


def test_a_coded_allergy_without_words_is_read_by_its_display(tmp_path: Path) -> None:
    coded = allergy("x")
    coded["code"] = {"coding": [{"code": "7980", "display": "Penicillin G"}]}
    assert len(conflicts(medication("amoxicillin"), coded, folder=tmp_path)) == 1


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("2.5 mg", {(2.5, "mg")}),
        ("2.5mg每日两次", {(2.5, "mg")}),
        ("50 mcg", {(0.05, "mg")}),
        ("1 g", {(1000.0, "mg")}),
        ("10 units", {(10.0, "unit")}),
        ("１０单位", {(10.0, "unit")}),
        ("2 tablets", {(2.0, "tablet")}),
        ("1.9 mg/dL", set()),
        ("BID", set()),
    ],
)
def test_amounts_are_read_in_both_languages(text: str, amounts: set[tuple[float, str]]) -> None:
    assert amounts_in(text) == amounts


# What the chart really writes


def really_written(kind: str, **values: Any) -> Any:
    """A resource as the EHR's create tools build it."""
    writing = Writing("s", "c1", "assistant", 1, AT, PATIENT, None)
    return order_from(build(kind, values, writing), 7, 2)


def test_a_medication_order_of_the_chart_is_read() -> None:
    order = really_written(
        "MedicationRequest", medication="艾乐妥", dose="2.5 mg", route="口服", frequency="每日两次"
    )
    assert (order.seq, order.turn, order.kind) == (7, 2, "MedicationRequest")
    assert order.label == "艾乐妥"
    assert order.drugs == {"apixaban"}
    assert amounts_in(order.dose) == {(2.5, "mg")}
    assert order.subject == PATIENT
    assert order.in_force
    assert "口服" in order.route
    assert "每日两次" in order.frequency


@pytest.mark.parametrize(
    ("first", "second", "twice"),
    [
        (("vancomycin", "1500 mg", "IV", "once"), ("vancomycin", "1 g", "IV", "q12h"), False),
        (("morphine", "2 mg", "IV", "PRN pain"), ("morphine", "5 mg", "IV", "q6h"), False),
        (("apixaban", "5 mg", "oral", "BID"), ("Eliquis", "5 mg", "PO", "q12h"), True),
        (("阿哌沙班", "5 mg", "口服", "每日两次"), ("apixaban", "2.5 mg", "oral", "BID"), True),
        (("呋塞米", "40 mg", "静脉", "单次"), ("呋塞米", "20 mg", "口服", "每日一次"), False),
    ],
)
def test_orders_of_the_chart_are_compared(
    first: tuple[str, ...], second: tuple[str, ...], twice: bool
) -> None:
    names = ("medication", "dose", "route", "frequency")
    orders = [
        really_written("MedicationRequest", **dict(zip(names, each, strict=True)))
        for each in (first, second)
    ]
    assert len(list(duplicate_orders(orders))) == int(twice)


def test_a_service_and_a_flag_of_the_chart_are_read() -> None:
    order = really_written(
        "ServiceRequest", service_type="Potassium", priority="routine", target_date="2026-03-05"
    )
    assert order.things == {"analyte:potassium"}
    assert order.when == "2026-03-05"
    raised = really_written(
        "Flag", category="safety", code="Bleeding risk", detail="Hold apixaban before surgery"
    )
    assert raised.label == "Bleeding risk"
    assert "Hold apixaban" in raised.detail


def test_an_order_taken_back_by_the_chart_is_cancelled() -> None:
    writing = Writing("s", "c1", "assistant", 1, AT, PATIENT, None)
    values = {"medication": "apixaban", "dose": "5 mg", "route": "oral", "frequency": "BID"}
    kinds: list[tuple[str, dict[str, str]]] = [
        ("MedicationRequest", values),
        ("ServiceRequest", {"service_type": "BMP", "priority": "routine"}),
        ("Flag", {"category": "safety", "code": "Fall risk", "detail": "Walks with help"}),
    ]
    for kind, given in kinds:
        taken_back = cancelled(build(kind, given, writing), "placed twice")
        assert order_from(taken_back, 1, 1).cancelled
