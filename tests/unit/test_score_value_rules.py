"""The rules around `value` and `says`: tolerance, days, pastes, repeats, faults of the item."""

from __future__ import annotations

import json
from typing import Any

import pytest

from physassist_tui.core.words import Verdict
from physassist_tui.score.repeats import masked
from tests.unit.test_score_says import NAMES_AF, STOP
from tests.unit.test_score_value import BNP, CREATININE, EGFR
from tests.unit.value_world import OTHER, says_of, search, value_of

NO_TOLERANCE = {"from": search("2160-0"), "unit": "mg/dL"}


@pytest.mark.parametrize(
    ("answer", "passes"),
    [
        ("Creatinine 1.9 mg/dL", True),
        ("Creatinine 168 µmol/L", True),
        ("Creatinine 170 µmol/L", False),
        ("Creatinine 2 mg/dL", False),
        ("Creatinine 1.91 mg/dL", False),
    ],
)
def test_rounding_without_tolerance(answer: str, passes: bool) -> None:
    assert (value_of(NO_TOLERANCE, answer).verdict is Verdict.PASS) == passes


def test_rounding_goes_no_further_than_the_share() -> None:
    assert value_of(EGFR, "eGFR 27").verdict is Verdict.PASS
    assert value_of(EGFR, "eGFR 28").verdict is Verdict.FAIL
    inr = {"from": search("6301-6"), "unit": "1"}
    assert value_of(inr, "INR 2").verdict is Verdict.FAIL


def test_the_larger_tolerance_counts() -> None:
    spec = {**BNP, "tolerance": 1, "tolerance_percent": 5}
    assert value_of(spec, "NT-proBNP 3,600 pg/mL").verdict is Verdict.PASS
    assert value_of(spec, "NT-proBNP 3,700 pg/mL").verdict is Verdict.FAIL


@pytest.mark.parametrize(
    ("answer", "passes"),
    [
        ("Creatinine 1.7 mg/dL", False),
        ("肌酐 1.7 mg/dL", False),
        ("Creatinine 150 µmol/L", False),
        ("Creatinine 1.8 mg/dL", True),
        ("Creatinine 2.0 mg/dL", True),
        ("Creatinine 168 µmol/L", True),
    ],
)
def test_no_tolerance_makes_another_days_result_the_expected_one(answer: str, passes: bool) -> None:
    wide = {**CREATININE, "tolerance": 0.25}
    assert (value_of(wide, answer).verdict is Verdict.PASS) == passes


def test_a_rounded_value_is_the_expected_one_though_another_is_written_so() -> None:
    spec = {**NO_TOLERANCE, "tolerance": 0.25}
    assert value_of(spec, "Creatinine about 2 mg/dL").verdict is Verdict.PASS
    any_day = {**CREATININE, "tolerance": 0.25, "day_matters": False}
    assert value_of(any_day, "Creatinine 1.7 mg/dL").verdict is Verdict.PASS


def test_the_day_may_not_matter() -> None:
    answer = "Yesterday's creatinine was 1.9 mg/dL."
    assert value_of(CREATININE, answer).verdict is Verdict.FAIL
    assert value_of({**CREATININE, "day_matters": False}, answer).verdict is Verdict.PASS


def test_names_of_the_item_count_beside_the_known_ones() -> None:
    answer = "Her kidney number is 1.9 mg/dL."
    assert value_of(CREATININE, answer).verdict is Verdict.FAIL
    named = {**CREATININE, "names": {"en": ["kidney number"], "zh": []}}
    assert value_of(named, answer).verdict is Verdict.PASS


def test_a_search_may_be_for_another_patient() -> None:
    of_other = search("2160-0", f"&patient={OTHER}&_sort=-date&_count=1")
    spec = {"from": of_other, "unit": "mg/dL", "tolerance": 0.05}
    assert value_of(spec, "Marianne Chandler's creatinine is 2.4 mg/dL.").verdict is Verdict.PASS
    assert value_of(spec, "Margaret Chen's creatinine is 2.4 mg/dL.").verdict is Verdict.FAIL


@pytest.mark.parametrize(
    "spec",
    [
        {"from": search("0000-0"), "unit": "mg/dL"},
        {"from": search("2160-0", path="component.value"), "unit": "mg/dL"},
        {"from": search("2160-0", path="((("), "unit": "mg/dL"},
        {"from": search("2160-0", path="status"), "unit": "mg/dL"},
        {"from": search("2160-0"), "unit": "kg"},
        {"from": {"search": "Observation?nonsense=1"}, "unit": "mg/dL"},
        {"formula": {"name": "no_such", "inputs": {}}, "unit": "1"},
        {"formula": {"name": "bmi", "inputs": {"weight": search("29463-7")}}, "unit": "kg/m2"},
        {"formula": {"name": "ratio", "inputs": {"numerator": 1, "denominator": 0}}, "unit": "1"},
    ],
)
def test_an_item_without_an_expected_value_abstains(spec: dict[str, Any]) -> None:
    grade = value_of(spec, "Creatinine is 1.9 mg/dL.")
    assert grade.verdict is Verdict.ABSTAIN
    assert grade.because.render("en")


def test_a_list_of_every_number_passes_nothing() -> None:
    listed = "Creatinine " + ", ".join(f"{n / 10:.1f}" for n in range(5, 80)) + " mg/dL. AF."
    assert value_of(CREATININE, listed).verdict is Verdict.FAIL
    assert says_of(NAMES_AF, listed).verdict is Verdict.FAIL


def test_a_pasted_result_passes_nothing() -> None:
    entry = {"ref": "Observation/cr", "date": "2026-03-04", "name": "Creatinine", "code": "2160-0"}
    raw = json.dumps({"total": 2, "entries": [{**entry, "value": 1.9, "unit": "mg/dL"}] * 2})
    assert value_of(CREATININE, raw).verdict is Verdict.FAIL
    assert says_of({"each": [{"en": ["creatinine"]}]}, raw).verdict is Verdict.FAIL


def test_a_copied_note_passes_nothing() -> None:
    filler = " ".join(f"finding {chr(97 + n // 26)}{chr(97 + n % 26)} noted" for n in range(60))
    note = f"Known AF. Creatinine is 1.9 mg/dL today. {filler}"
    assert value_of(CREATININE, note).verdict is Verdict.PASS
    assert value_of(CREATININE, note, shown=(note,)).verdict is Verdict.FAIL
    assert says_of(NAMES_AF, note).verdict is Verdict.PASS
    assert says_of(NAMES_AF, note, shown=(note,)).verdict is Verdict.FAIL


def test_a_short_word_of_the_request_may_be_said_again() -> None:
    asked = ["看一下肾功能；肌酐值；要不要停药？"]
    assert masked("肌酐值是 1.9 mg/dL", asked) == "肌酐值是 1.9 mg/dL"
    assert "停药" not in masked("看一下肾功能；肌酐值；要不要停药？我看完了", asked)
    assert masked("Aldosterone 12.", ["Renin; aldosterone; cortisol."]) == "Aldosterone 12."


@pytest.mark.parametrize(
    ("answer", "passes"),
    [
        ("Remind me: is the apixaban for AF, and at which dose", False),
        ("You said: 'Remind me: is the apixaban for AF, and at which dose?'", False),
        ("Remind me: is the apixaban for AF, and at which dose? It is for AF, 5 mg.", True),
        ("The apixaban is for AF.", True),
        ("提醒我一下，阿哌沙班是不是因为房颤才吃的，剂量多少", False),
        ("是因为房颤。", True),
    ],
)
def test_the_request_said_again_is_no_answer(answer: str, passes: bool) -> None:
    request = {
        "en": "Remind me: is the apixaban for AF, and at which dose?",
        "zh": "提醒我一下，阿哌沙班是不是因为房颤才吃的，剂量多少？",
    }
    grade = says_of(NAMES_AF, answer, request=request)
    assert (grade.verdict is Verdict.PASS) == passes


def test_the_longest_term_of_an_item_stands_where_terms_overlap() -> None:
    spec = {"each": [{"en": ["do not stop apixaban"], "zh": ["不停药"]}], "none": STOP}
    assert says_of(spec, "Do not stop apixaban.").verdict is Verdict.PASS
    assert says_of(spec, "建议不停药").verdict is Verdict.PASS
    split = {"each": [{"en": ["stroke"]}], "none": {"en": ["stroke prevention clinic"]}}
    assert says_of(split, "Refer to the stroke prevention clinics.").verdict is Verdict.FAIL
    whole = {"each": [{"en": ["risk"]}, {"en": ["stroke risk"]}]}
    assert says_of(whole, "The stroke risk is high.").verdict is Verdict.FAIL
    assert says_of(whole, "The stroke risk is high; the risk is known.").verdict is Verdict.PASS
