"""`value` on what stands in documents: their titles, lists, and how often something was.

True marks a text that states the expected value, False one that does not.
"""

from __future__ import annotations

from typing import Any

import pytest

from physassist_tui.core.words import Verdict
from tests.unit.test_score_value import CREATININE, EGFR
from tests.unit.value_world import value_of

YESTERDAY = {
    "from": {
        "search": "Observation?code=http://loinc.org|2160-0&date=lt2026-03-04&_sort=-date&_count=1"
    },
    "unit": "mg/dL",
    "tolerance": 0.05,
}

CASES: list[tuple[bool, dict[str, Any], str]] = [
    # A title is dated by the day on which the document was written.
    (True, YESTERDAY, "# Kidney plan, 4 March 2026\nCreatinine 1.7 mg/dL."),
    (True, YESTERDAY, "Consultation note (2026-03-04)\nCreatinine 1.7 mg/dL."),
    (True, YESTERDAY, "# 肾脏方案（2026年3月4日）\n肌酐 1.7 mg/dL。"),
    (False, YESTERDAY, "4 March 2026:\nCreatinine 1.7 mg/dL."),
    (False, YESTERDAY, "# Plan\nResults of 4 March 2026:\nCreatinine 1.7 mg/dL."),
    (False, CREATININE, "# Plan, 4 March 2026\nCreatinine 1.7 mg/dL on 3 March."),
    # The mark of a list is no minus, no range and no product.
    (True, CREATININE, "- 4 March: eGFR 31, creatinine 1.9\n- 3 March: creatinine 1.7\n"),
    (True, CREATININE, "* creatinine 1.9\n* 5.4 mmol/L potassium\n"),
    (False, CREATININE, "creatinine 1.9 - 2.4 mg/dL"),
    # How often something was is no value of it.
    (True, CREATININE, "肌酐：3月2日1.5，3月3日1.7，3月4日1.9 mg/dL，三次均升高。"),
    (True, CREATININE, "肌酐1.9 mg/dL，复查两次相同。"),
    # A month of last year is not that of this one.
    (True, CREATININE, "肌酐 1.9 mg/dL（3月4日），去年3月肌酐约1.1。"),
    (False, CREATININE, "去年3月肌酐1.9 mg/dL。"),
    (False, EGFR, "去年3月eGFR 27。"),
]


@pytest.mark.parametrize(("right", "wanted", "text"), CASES)
def test_values_in_documents(right: bool, wanted: dict[str, Any], text: str) -> None:
    grade = value_of(wanted, text)
    assert (grade.verdict is Verdict.PASS) is right, grade.because
