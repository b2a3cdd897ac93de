"""Numbers, dates and pastes as they are read from prose of both languages."""

from __future__ import annotations

from decimal import Decimal

import pytest

from physassist_tui.score.dates_in_text import whens
from physassist_tui.score.numerals import parse
from physassist_tui.score.paste import is_paste
from physassist_tui.score.quantities import numbers, quantities
from physassist_tui.score.repeats import masked
from tests.unit.builders import AT


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Creatinine 1.9 mg/dL (168 µmol/L)", [("1.9", "mg/dL"), ("168", "umol/L")]),
        ("肌酐１．９毫克／分升", [("1.9", "mg/dL")]),
        ("肌酐一点九", [("1.9", None)]),
        ("两片，半片", [("2", "{tablet}"), ("0.5", "{tablet}")]),
        ("百分之三十", [("30", "%")]),
        ("三十八度五", [("38.5", "Cel")]),
        ("血压一百二十/八十", [("120", None), ("80", None)]),
        ("1,9 mg/dL", [("1.9", "mg/dL")]),
        ("1,900 /uL", [("1900", "/uL")]),
        ("5,125 mmol/L", [("5.125", "mmol/L")]),
        ("0,125 mg", [("0.125", "mg")]),
        ("１，９００", [("1900", None)]),
        ("WBC 12.3×10^9/L", [("12.3", "10*9/L")]),
        ("12.3 10*9/L", [("12.3", "10*9/L")]),
        ("12.3×10⁹/L", [("12.3", "10*9/L")]),
        ("150 K/uL", [("150", "10*3/uL")]),
        ("BP 120/80", [("120", "mm[Hg]"), ("80", "mm[Hg]")]),
        ("心率88次/分", [("88", "/min")]),
        ("T 38.5℃ (101.3°F)", [("38.5", "Cel"), ("101.3", "[degF]")]),
        ("BE −4.2", [("-4.2", None)]),
        ("Na 138,K 4.5", [("138", None), ("4.5", None)]),
        ("K4.5 Cr1.9", [("4.5", None), ("1.9", None)]),
        ("eGFR 38 mL/min/1.73 m²", [("38", "mL/min/{1.73_m2}")]),
        ("from 1.1 to 1.9", [("1.1", None), ("1.9", None)]),
        ("由1.1升至1.9", [("1.1", None), ("1.9", None)]),
        ("2.5 mg BID q8h #1 第3次 x2", [("2.5", "mg")]),
        ("on 2026-03-04 at 09:30, 3月4日, 2026年3月4日", []),
        ("type 2 diabetes, CKD stage 3b, 2型糖尿病, 3期", []),
        ("HbA1c, CHA2DS2-VASc, B12, T4, SpO2, HCO3", []),
        ("1. First\n2) Second", []),
        ("一般情况，统一，第一，万古霉素，一直", []),
    ],
)
def test_numbers_and_units(text: str, wanted: list[tuple[str, str | None]]) -> None:
    found = [(q.value, q.unit) for q in quantities(text)]
    assert found == [(Decimal(value), unit) for value, unit in wanted]


@pytest.mark.parametrize(
    ("text", "low", "high", "comparator"),
    [
        ("1.9-2.1 mg/dL", "1.9", "2.1", ""),
        ("1.9–2.1", "1.9", "2.1", ""),
        ("2 to 3", "2", "3", ""),
        ("2～3片", "2", "3", ""),
        ("≥1.5", "1.5", None, ">="),
        ("K > 5.5", "5.5", None, ">"),
        ("不超过5.5", "5.5", None, "<="),
        ("80岁以上", "80", None, ">="),
        ("~1.9", "1.9", None, "~"),
        ("约1.9", "1.9", None, "~"),
        ("1.5 or more", "1.5", None, ">="),
        ("1.1->1.9", "1.1", None, ""),
    ],
)
def test_ranges_and_comparators(text: str, low: str, high: str | None, comparator: str) -> None:
    first = quantities(text)[0]
    assert first.value == Decimal(low)
    assert first.high == (None if high is None else Decimal(high))
    assert first.comparator == comparator


def test_numbers_gives_both_ends_of_a_range_and_no_dates() -> None:
    found = [number.value for number in numbers("On 2026-03-04: 1.9-2.1, BP 120/80.\n1. x\n#3")]
    assert found == [Decimal("1.9"), Decimal("2.1"), Decimal(120), Decimal(80)]


@pytest.mark.parametrize(
    ("run", "value"),
    [("一百二十", "120"), ("一百二", "120"), ("一百零二", "102"), ("十五", "15"),
     ("二〇二六", "2026"), ("一万二千", "12000"), ("三点一四", "3.14"),
     ("半", "0.5"), ("十十", None), ("万", None)],
)  # fmt: skip
def test_chinese_numerals(run: str, value: str | None) -> None:
    assert parse(run) == (None if value is None else Decimal(value))


@pytest.mark.parametrize(
    ("text", "kind", "days"),
    [
        ("2026-03-04T06:00:00-05:00", "day", {"2026-03-04"}),
        ("2026年3月4日", "day", {"2026-03-04"}),
        ("三月四日", "day", {"2026-03-04", "2025-03-04"}),
        ("4 March 2026", "day", {"2026-03-04"}),
        ("yesterday", "day", {"2026-03-03"}),
        ("昨天", "day", {"2026-03-03"}),
        ("前天", "day", {"2026-03-02"}),
        ("this morning", "day", {"2026-03-04"}),
        ("3 days ago", "day", {"2026-03-01"}),
        ("两天前", "day", {"2026-03-02"}),
        ("入院时", "admission", set()),
        ("on admission", "admission", set()),
        ("上次", "earlier", set()),
        ("baseline", "earlier", set()),
        ("目前", "now", set()),
        ("09:30", "time", set()),
        ("上午九点", "time", set()),
    ],
)
def test_times(text: str, kind: str, days: set[str]) -> None:
    (found,) = whens(text, AT)
    assert found.kind == kind
    assert {day.isoformat() for day in found.days} == days


@pytest.mark.parametrize(
    "text", ["120/80", "10-20 mg", "80 years old", "5/10 pain", "3个月", "1.9"]
)
def test_no_times(text: str) -> None:
    assert whens(text, AT) == ()


THOROUGH = (
    "Mrs Chen is 81 years old, day 4 of admission. Creatinine rose from 1.1 on 28 February to 1.5, "
    "1.7 and now 1.9 mg/dL; eGFR 27 mL/min/1.73 m2, BUN 42. Potassium is 5.4 mmol/L, sodium 131, "
    "bicarbonate 19. Glucose 252 with HbA1c 8.4%. Hemoglobin fell from 11.2 to 9.8 g/dL, platelets "
    "151, INR 2.3. Vital signs: 38.6 C, 104 bpm, 92/54 mmHg. She weighs 58 kg. "
) + "I would reduce the apixaban, give fluids and look again in the morning. " * 12


def test_a_thorough_answer_is_no_paste() -> None:
    assert len(THOROUGH.split()) > 200
    assert len(numbers(THOROUGH)) >= 20
    assert not is_paste(THOROUGH, ["Creatinine rose from 1.1 on 28 February to 1.5"])


def test_pastes_are_told() -> None:
    listed = " ".join(f"{n / 10}" for n in range(70))
    assert is_paste(listed)
    flowsheet = " ".join(f"lab {n}.{n}" for n in range(10, 45))
    assert is_paste(flowsheet)
    raw = '{"entries": [{"ref": "Observation/x", "code": "2160-0", "value": 1.9, "unit": "mg/dL"}]}'
    assert is_paste(raw + raw)
    note = " ".join(f"word{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(200))
    assert is_paste(note, [note])
    assert not is_paste(note, ["something else"])
    assert not is_paste(" ".join(note.split()[:40]) + " and so on", [note])
    assert is_paste("word " * 1300)


def test_only_repeats_of_the_request_are_masked() -> None:
    request = "Is she on apixaban for atrial fibrillation?"
    assert "fibrillation" not in masked(f"You asked: {request.lower()}", [request])
    assert "fibrillation" in masked("Yes, for atrial fibrillation.", [request])
    asked = "她为什么用阿哌沙班？是房颤吗？"
    assert "房颤" not in masked(asked, [asked])
    assert "房颤" in masked("因为房颤。", [asked])
