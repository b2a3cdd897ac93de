"""Doses, routes and frequencies: read exactly, or not at all."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from physassist_tui.ehr.dosing import DOSE_EXAMPLES, ROUTE_EXAMPLES, read_dose, read_route
from physassist_tui.ehr.frequency import FREQUENCY_EXAMPLES, read_frequency

DOSES: list[tuple[str, float, str]] = [
    ("2.5 mg", 2.5, "mg"),
    ("2.5mg", 2.5, "mg"),
    ("２．５ mg", 2.5, "mg"),
    ("2.5毫克", 2.5, "mg"),
    (".5 mg", 0.5, "mg"),
    ("1,000 mg", 1000, "mg"),
    ("1 g", 1, "g"),
    ("1克", 1, "g"),
    ("100 mcg", 100, "ug"),
    ("100 µg", 100, "ug"),
    ("100 μg", 100, "ug"),
    ("100微克", 100, "ug"),
    ("10 units", 10, "[USP'U]"),
    ("10 U", 10, "[USP'U]"),
    ("十单位", 10, "[USP'U]"),
    ("5000 IU", 5000, "[iU]"),
    ("40 mEq", 40, "meq"),
    ("20 mmol", 20, "mmol"),
    ("5 mL", 5, "mL"),
    ("两片", 2, "{tbl}"),
    ("半片", 0.5, "{tbl}"),
    ("一片半", 1.5, "{tbl}"),
    ("1/2 tab", 0.5, "{tbl}"),
    ("half a tablet", 0.5, "{tbl}"),
    ("one tablet", 1, "{tbl}"),
    ("每次2片", 2, "{tbl}"),
    ("2粒", 2, "{cap}"),
    ("2 puffs", 2, "{puff}"),
    ("3 drops", 3, "[drp]"),
    ("1 g (2 tablets)", 1, "g"),
    ("1 mg/kg", 1, "mg/kg"),
    ("100 mg/m2", 100, "mg/m2"),
    ("十二单位", 12, "[USP'U]"),
    ("二十五毫克", 25, "mg"),
]


@pytest.mark.parametrize(("text", "value", "code"), DOSES)
def test_a_dose_is_read(text: str, value: float, code: str) -> None:
    dose = read_dose(text)
    assert dose is not None
    quantity = dose.dose_and_rate["doseQuantity"]
    assert (quantity["value"], quantity["code"]) == (value, code)
    assert quantity["system"] == "http://unitsofmeasure.org"


def test_ranges_and_rates_are_told_apart_from_doses() -> None:
    span = read_dose("1-2 tablets")
    assert span is not None
    ends = span.dose_and_rate["doseRange"]
    assert (ends["low"]["value"], ends["high"]["value"]) == (1, 2)
    for text, code in (
        ("0.1 mcg/kg/min", "ug/kg/min"),
        ("100 mL/h", "mL/h"),
        ("5 units/hr", "[USP'U]/h"),
    ):
        rate = read_dose(text)
        assert rate is not None
        assert rate.dose_and_rate["rateQuantity"]["code"] == code
    scale = read_dose("sliding scale")
    assert scale is not None
    assert scale.dose_and_rate == {}


NO_DOSE = [
    "",
    "2.5",
    "mg",
    "-5 mg",
    "0 mg",
    "asdf",
    "a lot",
    "5 mg 10 mg",
    "5 mg and 10 mL",
    "2-1 tablets",
    "five",
    "1/0 tab",
    "???",
    "两",
    "5 mgs/parsec",
    "99999999999 mg",
    "5 bananas",
    "5 mgx",
    "🙂",
]


@pytest.mark.parametrize("text", NO_DOSE)
def test_what_is_no_dose_is_not_guessed(text: str) -> None:
    assert read_dose(text) is None


ROUTES: list[tuple[str, str | None]] = [
    ("oral", "26643006"),
    ("PO", "26643006"),
    ("p.o.", "26643006"),
    ("by mouth", "26643006"),
    ("口服", "26643006"),
    ("IV", "47625008"),
    ("iv push over 2 minutes", "47625008"),
    ("静脉滴注", "47625008"),
    ("subcut", "34206005"),
    ("皮下注射", "34206005"),
    ("IM", "78421000"),
    ("inhaled", "447694001"),
    ("雾化吸入", "447694001"),
    ("sublingual", "37839007"),
    ("舌下含服", "37839007"),
    ("via NG tube", "127492001"),
    ("鼻饲", "127492001"),
    ("transdermal", "45890007"),
    ("PR", "37161004"),
    ("OD", None),
    ("banana", None),
    ("", None),
    ("oral or IV", None),
    ("5", None),
]


@pytest.mark.parametrize(("text", "code"), ROUTES)
def test_a_route_is_known_or_refused(text: str, code: str | None) -> None:
    route = read_route(text)
    assert (route[0] if route else None) == code


def daily(times: int, **more: Any) -> dict[str, Any]:
    return {"frequency": times, "period": 1, "periodUnit": "d", **more}


def every(period: float, unit: str, **more: Any) -> dict[str, Any]:
    return {"frequency": 1, "period": period, "periodUnit": unit, **more}


FREQUENCIES: list[tuple[str, dict[str, Any], str | None]] = [
    ("BID", daily(2), "BID"),
    ("b.i.d.", daily(2), "BID"),
    ("twice daily", daily(2), "BID"),
    ("two times a day", daily(2), "BID"),
    ("2x/day", daily(2), "BID"),
    ("每日两次", daily(2), "BID"),
    ("每天2次", daily(2), "BID"),
    ("一日三次", daily(3), "TID"),
    ("2次/日", daily(2), "BID"),
    ("TID", daily(3), "TID"),
    ("QID", daily(4), "QID"),
    ("daily", daily(1), "QD"),
    ("once daily", daily(1), "QD"),
    ("每日一次", daily(1), "QD"),
    ("q8h", every(8, "h"), "Q8H"),
    ("Q 8 H", every(8, "h"), "Q8H"),
    ("every 8 hours", every(8, "h"), "Q8H"),
    ("每8小时一次", every(8, "h"), "Q8H"),
    ("q12h", every(12, "h"), None),
    ("every 12 hours", every(12, "h"), None),
    ("每12小时", every(12, "h"), None),
    ("q4-6h", every(4, "h", periodMax=6), None),
    ("every other day", every(2, "d"), "QOD"),
    ("隔日一次", every(2, "d"), "QOD"),
    ("weekly", every(1, "wk"), None),
    ("每周两次", {"frequency": 2, "period": 1, "periodUnit": "wk"}, None),
    ("once daily at bedtime", daily(1, when=["HS"]), "QD"),
    ("at bedtime", daily(1, when=["HS"]), None),
    ("QHS", daily(1, when=["HS"]), None),
    ("每晚睡前一次", daily(1, when=["HS"]), None),
    ("nightly", daily(1, when=["NIGHT"]), None),
    ("每晚一次", daily(1, when=["NIGHT"]), None),
    ("once daily at night", daily(1, when=["NIGHT"]), "QD"),
    ("睡前一次", daily(1, when=["HS"]), None),
    ("BID with meals", daily(2, when=["C"]), "BID"),
    ("每日三次餐前", daily(3, when=["AC"]), "TID"),
    ("daily in the morning", daily(1, when=["MORN"]), "QD"),
    ("Mon/Wed/Fri", every(1, "d", dayOfWeek=["mon", "wed", "fri"]), None),
    ("每周一、周三、周五", every(1, "d", dayOfWeek=["mon", "wed", "fri"]), None),
    ("once", {"count": 1}, None),
    ("STAT", {"count": 1}, None),
    ("立即", {"count": 1}, None),
    ("continuous", {}, None),
    ("one time per day", daily(1), "QD"),
    ("once/day", daily(1), "QD"),
    ("once-daily", daily(1), "QD"),
    ("twice-daily", daily(2), "BID"),
    ("o.d.", daily(1), "QD"),
    ("bd", daily(2), "BID"),
    ("t.d.s.", daily(3), "TID"),
    ("qds", daily(4), "QID"),
    ("mane", daily(1, when=["MORN"]), "AM"),
    ("every AM", daily(1, when=["MORN"]), "AM"),
    ("nocte", daily(1, when=["NIGHT"]), None),
    ("every 2nd day", every(2, "d"), "QOD"),
    ("thrice weekly", {"frequency": 3, "period": 1, "periodUnit": "wk"}, None),
    ("MWF", every(1, "d", dayOfWeek=["mon", "wed", "fri"]), None),
    ("one dose only", {"count": 1}, None),
    ("2-3 times a day", daily(2, frequencyMax=3), None),
    ("每日2～3次", daily(2, frequencyMax=3), None),
    ("一日一至两次", daily(1, frequencyMax=2), None),
]


@pytest.mark.parametrize(("text", "repeat", "code"), FREQUENCIES)
def test_a_frequency_is_read(text: str, repeat: dict[str, Any], code: str | None) -> None:
    found = read_frequency(text)
    assert found is not None
    assert (found.repeat, found.code, found.as_needed) == (repeat, code, False)
    assert found.timing(text)["code"]["text"] == text


NEEDED: list[tuple[str, dict[str, Any], str]] = [
    ("PRN", {}, ""),
    ("as needed", {}, ""),
    ("必要时", {}, ""),
    ("q6h PRN", every(6, "h"), ""),
    ("PRN q6h", every(6, "h"), ""),
    ("q4h prn pain", every(4, "h"), "pain"),
    ("every 6 hours as needed for nausea", every(6, "h"), "nausea"),
    ("必要时每6小时一次", every(6, "h"), ""),
]


@pytest.mark.parametrize(("text", "repeat", "reason"), NEEDED)
def test_as_needed_is_no_schedule(text: str, repeat: dict[str, Any], reason: str) -> None:
    found = read_frequency(text)
    assert found is not None
    assert found.as_needed
    assert (found.repeat, found.reason) == (repeat, reason)


def test_a_length_in_the_frequency_is_kept() -> None:
    for text, days in (("BID for 7 days", 7), ("daily x 2 weeks", 14), ("每日两次，共5天", 5)):
        found = read_frequency(text)
        assert found is not None
        assert found.days == days


@pytest.mark.parametrize("text", ["每日3-2次", "3-2 times a day", "1-99 times a day"])
def test_a_span_of_times_that_is_none_is_not_read(text: str) -> None:
    assert read_frequency(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "blah",
        "8",
        "often",
        "q0h",
        "every 0 hours",
        "BID TID",
        "q",
        "12",
        "q8",
        "🙂",
    ],
)
def test_what_is_no_frequency_is_not_guessed(text: str) -> None:
    assert read_frequency(text) is None


def test_the_examples_that_errors_give_are_taken() -> None:
    assert all(read_dose(text) for text in DOSE_EXAMPLES)
    assert all(read_route(text) for text in ROUTE_EXAMPLES)
    assert all(read_frequency(text) for text in FREQUENCY_EXAMPLES)


LIKELY = "0123456789./- mgqhbid两片每日次半十到to"


@settings(max_examples=300, deadline=None)
@given(
    text=st.text(max_size=60)
    | st.text(alphabet="0123456789./- mgqhbid两片每日次半十到to", max_size=24)
)
def test_no_text_breaks_the_readers(text: str) -> None:
    dose = read_dose(text)
    read_route(text)
    read_frequency(text)
    if dose is not None and "doseQuantity" in dose.dose_and_rate:
        assert dose.dose_and_rate["doseQuantity"]["value"] > 0
