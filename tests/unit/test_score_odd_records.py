"""Graders on records that are not FHIR: they abstain with a reason, and never break."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.core.graders import GraderSpec
from physassist_tui.core.words import Verdict
from physassist_tui.ehr.record import open_record
from physassist_tui.play.scripts import _likeness
from physassist_tui.score.grade import Grade
from physassist_tui.score.session_view import session_view, told_in
from physassist_tui.score.shown_numbers import shown_before
from physassist_tui.score.value import grade_value
from tests.unit.builders import AT, Play, observation, record_of
from tests.unit.contexts import context_of
from tests.unit.value_world import OWN, REQUEST, _scenario, search

ODD: tuple[Any, ...] = (5, "x", True, [], {}, [5], ["x"], [None], [[]], [{}], {"a": 1}, None)
CREATININE = {"from": search("2160-0"), "unit": "mg/dL"}
BARE = {"from": search("2160-0", path="value.value"), "unit": "mg/dL"}
WORDS = {"from": search("2160-0", path="valueQuantity.value.toString()"), "unit": "mg/dL"}
CLEARANCE = {
    "formula": {
        "name": "cockcroft_gault",
        "inputs": {
            "age": {"search": "Patient?", "path": "birthDate"},
            "sex": {"search": "Patient?", "path": "gender"},
            "weight": 58,
            "creatinine": search("2160-0"),
        },
    },
    "unit": "mL/min",
}


def _graded(folder: Path, spec: dict[str, Any], *resources: dict[str, Any]) -> Grade:
    path = folder / "record.json"
    entries = [{"resource": resource} for resource in resources]
    bundle = {"resourceType": "Bundle", "type": "collection", "entry": entries}
    path.write_text(json.dumps(bundle), encoding="utf-8")
    store = open_record(path).at(AT)
    play = Play().turn(REQUEST["en"])
    play.answer("Creatinine 1.9 mg/dL.")
    context = context_of(play, _scenario(REQUEST), store)
    return grade_value(GraderSpec.model_validate({"value": spec}), context)


def _patient(**more: Any) -> dict[str, Any]:
    return {"resourceType": "Patient", "id": OWN.partition("/")[2], **more}


def _result(**quantity: Any) -> dict[str, Any]:
    made = observation("cr", "2160-0", 1.9, "mg/dL")
    made["valueQuantity"] |= quantity
    return made


def _encounter(period: Any) -> dict[str, Any]:
    return {
        "resourceType": "Encounter",
        "id": "e1",
        "status": "in-progress",
        "class": {"code": "IMP"},
        "subject": {"reference": OWN},
        "period": period,
    }


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("field", ["name", "identifier", "given", "family", "text"])
def test_a_patient_of_odd_shape_is_graded(tmp_path: Path, field: str, odd: object) -> None:
    patient = (
        _patient(**{field: odd})
        if field in ("name", "identifier")
        else _patient(name=[{"family": "Chen", "given": ["Margaret"], field: odd}])
    )
    grade = _graded(tmp_path, CREATININE, patient, _result())
    assert grade.verdict is Verdict.PASS, grade.because.render("en")


@pytest.mark.parametrize("odd", ODD)
def test_an_encounter_of_odd_period_is_graded(tmp_path: Path, odd: object) -> None:
    grade = _graded(tmp_path, CREATININE, _patient(), _encounter(odd), _result())
    assert grade.verdict is Verdict.PASS, grade.because.render("en")


@pytest.mark.parametrize(
    "odd", ["x", "1e999", 1e300, -1e16, "NaN", "Infinity", True, [], {}, "1.9 mg"]
)
@pytest.mark.parametrize("spec", [CREATININE, BARE, CLEARANCE], ids=["whole", "bare", "formula"])
def test_a_value_that_is_no_number_abstains(
    tmp_path: Path, spec: dict[str, Any], odd: object
) -> None:
    patient = _patient(birthDate="1944-05-01", gender="female")
    grade = _graded(tmp_path, spec, patient, _result(value=odd))
    assert grade.verdict is Verdict.ABSTAIN, grade.because.render("en")
    assert grade.because.render("en")


@pytest.mark.parametrize("odd", [5, True, ["mg/dL"], {"a": 1}, "((", "mg//", "/", "10*", "毫克"])
def test_a_unit_that_is_none_abstains(tmp_path: Path, odd: object) -> None:
    grade = _graded(tmp_path, CREATININE, _patient(), _result(code=odd))
    assert grade.verdict is Verdict.ABSTAIN, grade.because.render("en")


@pytest.mark.parametrize(
    "odd", ["x", "19xx", "1944-", "1944-xx-01", "²²²²", 1944, [], {"a": 1}, "9999"]
)
def test_an_odd_birth_date_breaks_nothing(tmp_path: Path, odd: object) -> None:
    patient = _patient(birthDate=odd, gender="female")
    grade = _graded(tmp_path, CLEARANCE, patient, _result())
    assert grade.because.render("en")
    if odd != "9999":
        assert grade.verdict in (Verdict.ABSTAIN, Verdict.FAIL)


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("field", ["code", "subject", "effectiveDateTime"])
def test_a_result_of_odd_shape_breaks_nothing(tmp_path: Path, field: str, odd: object) -> None:
    result = _result()
    result[field] = odd
    assert _graded(tmp_path, CREATININE, _patient(), result).because.render("en")


@pytest.mark.parametrize(
    "huge", [10**400, -(10**400), 1e300, float("inf")], ids=["large", "low", "float", "inf"]
)
def test_a_shown_number_that_is_none_breaks_nothing(tmp_path: Path, huge: float) -> None:
    store = record_of(tmp_path)
    shown = {"entries": [{"name": "Creatinine", "code": "2160-0", "value": huge, "unit": "mg/dL"}]}
    play = Play().turn(REQUEST["en"])
    play.call(shown=json.dumps(shown))
    play.answer("Creatinine 1.9 mg/dL.")
    view = session_view(play.events, _scenario(REQUEST), store)
    assert not shown_before(view, told_in(view)[0]).measured


@pytest.mark.parametrize("odd", ODD)
def test_look_alikes_are_found_among_odd_names(odd: object) -> None:
    other = {"id": "p2", "name": odd}
    assert 0 <= _likeness({"id": "p1", "name": [{"family": "Chen"}]}, other) <= 1
    assert 0 <= _likeness(other, {"id": "p1"}) <= 1
