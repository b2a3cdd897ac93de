"""Scores worked out from the record, as answers state them: the digits in a name are no value."""

from __future__ import annotations

from typing import Any

import pytest

from physassist_tui.core.words import Verdict
from tests.unit.value_world import search, value_of


def _score(name: str, inputs: dict[str, Any]) -> dict[str, Any]:
    return {"formula": {"name": name, "inputs": inputs}, "unit": "{score}"}


# 104/min and 38.6 °C; urea nitrogen 42 mg/dL; 1.4 × … of the small chart
NEWS = _score(
    "news2",
    {
        "respiratory_rate": 26,
        "oxygen_saturation": 90,
        "systolic": 95,
        "heart_rate": search("8867-4", "&_sort=-date&_count=1"),
        "temperature": search("8310-5", "&_sort=-date&_count=1"),
    },
)  # 3 + 3 + 2 + 1 + 1 = 10
CURB = _score(
    "curb65",
    {
        "age": 80,
        "urea_nitrogen": search("3094-0", "&_sort=-date&_count=1"),
        "respiratory_rate": 31,
        "systolic": 120,
        "diastolic": 70,
    },
)  # 3
MELD = _score(
    "meld_3",
    {
        "sex": "male",
        "bilirubin": 1,
        "sodium": search("2951-2", "&_sort=-date&_count=1"),
        "inr": search("6301-6", "&_sort=-date&_count=1"),
        "creatinine": search("2160-0", "&_sort=-date&_count=1"),
        "albumin": search("1751-7", "&_sort=-date&_count=1"),
    },
)  # 4.92 + 7.571 + 7.150 + 1.295 - 0.822 + 6 = 26.1
WELLS = _score("wells_pe", {"heart_rate": search("8867-4", "&_sort=-date&_count=1"), "cancer": 1})


@pytest.mark.parametrize(
    ("spec", "answer"),
    [
        (NEWS, "NEWS2 is 10 now."),
        (NEWS, "NEWS2 10"),
        (NEWS, "NEWS 2 score 10"),
        (NEWS, "NEWS2评分10分"),
        (CURB, "CURB-65 is 3 (urea, rate, age)."),
        (CURB, "CURB65: 3"),
        (CURB, "CURB-65评分3分"),
        (MELD, "MELD 3.0 is 26."),
        (MELD, "MELD 3.0评分26分"),
        (WELLS, "Wells score 2.5, so PE is unlikely."),
        (WELLS, "Wells评分2.5分"),
        (CURB, "CURB-65评分3分：年龄1分，尿素氮1分，呼吸1分。"),
        (NEWS, "NEWS2 is 10/20."),
        (CURB, "CURB-65 3/5"),
        (CURB, "CURB-65评分为3/5"),
    ],
)
def test_a_score_is_stated(spec: dict[str, Any], answer: str) -> None:
    grade = value_of(spec, answer)
    assert grade.verdict is Verdict.PASS, grade.because.render("en")


@pytest.mark.parametrize(
    ("spec", "answer"),
    [
        (NEWS, "NEWS2 is 9 now."),
        (CURB, "CURB-65 is 2."),
        (CURB, "CURB-65评分2分"),
        (CURB, "CURB-65 is high."),
        (MELD, "MELD 3.0 is 28."),
        (MELD, "MELD 3.0"),
        (WELLS, "Wells 4.5"),
        (CURB, "CURB-65评分3分或4分。"),
    ],
)
def test_another_score_is_not(spec: dict[str, Any], answer: str) -> None:
    assert value_of(spec, answer).verdict is Verdict.FAIL
