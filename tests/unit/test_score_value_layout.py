"""`value` on terse replies, tables, headed lists and repeats of the request.

True marks an answer that states the expected value, False a near miss.
"""

from __future__ import annotations

from typing import Any

import pytest

from physassist_tui.core.words import Verdict
from tests.unit.test_score_value import (
    ADMISSION,
    CREATININE,
    EGFR,
    GLUCOSE,
    HEART_RATE,
    INR,
    POTASSIUM,
    SYSTOLIC,
)
from tests.unit.value_world import value_of

ASKED = {"en": "What's the creatinine today?", "zh": "今天肌酐多少？"}

CASES: list[tuple[bool, dict[str, Any], str, dict[str, str] | None]] = [
    (True, CREATININE, "1.9 mg/dL, up from 1.7 yesterday.", ASKED),
    (False, CREATININE, "1.9", ASKED),
    (False, CREATININE, "What's the creatinine today?", ASKED),
    (True, CREATININE, "What's the creatinine today? 1.9 mg/dL.", ASKED),
    (
        False,
        CREATININE,
        "Is creatinine 1.9 mg/dL today",
        {"en": "Is creatinine 1.9 mg/dL today?", "zh": "x"},
    ),
    (
        False,
        CREATININE,
        "You asked: creatinine is 1.9 mg/dL, right. I will look.",
        {"en": "The creatinine is 1.9 mg/dL, right?", "zh": "x"},
    ),
    (True, CREATININE, "1.9 mg/dL", {"en": "What's the creatinine?", "zh": "肌酐？"}),
    (False, CREATININE, "1.9 mg/dL", {"en": "How's the creatinine and the bilirubin?", "zh": "x"}),
    (True, CREATININE, "今天是1.9 mg/dL", ASKED),
    (
        True,
        CREATININE,
        "| Date | Cr (mg/dL) | K (mmol/L) |\n|---|---|---|\n| 02-28 | 1.1 | 4.2 |\n"
        "| 03-04 | 1.9 | 5.4 |",
        None,
    ),
    (
        True,
        POTASSIUM,
        "| Date | Cr (mg/dL) | K (mmol/L) |\n|---|---|---|\n| 02-28 | 1.1 | 4.2 |\n"
        "| 03-04 | 1.9 | 5.4 |",
        None,
    ),
    (
        False,
        CREATININE,
        "| Date | K (mmol/L) | Cr (mg/dL) |\n|---|---|---|\n| 02-28 | 1.1 | 4.2 |\n"
        "| 03-04 | 1.9 | 5.4 |",
        None,
    ),
    (
        False,
        CREATININE,
        "| Date | Cr (mg/dL) | K (mmol/L) |\n|---|---|---|\n| 02-28 | 1.9 | 4.2 |\n"
        "| 03-04 | 1.1 | 5.4 |",
        None,
    ),
    (
        True,
        CREATININE,
        "| Test | Admission | Today |\n|---|---|---|\n| Creatinine | 1.1 | 1.9 |\n"
        "| K | 4.2 | 5.4 |",
        None,
    ),
    (
        True,
        ADMISSION,
        "| Test | Admission | Today |\n|---|---|---|\n| Creatinine | 1.1 | 1.9 |\n"
        "| K | 4.2 | 5.4 |",
        None,
    ),
    (
        False,
        CREATININE,
        "| Test | Admission | Today |\n|---|---|---|\n| Creatinine | 1.9 | 1.1 |\n"
        "| K | 4.2 | 5.4 |",
        None,
    ),
    (True, CREATININE, "Renal: Cr 1.1→1.9", None),
    (True, CREATININE, "Cr 1.1->1.5->1.7->1.9", None),
    (True, CREATININE, "Cr trend 1.1 / 1.5 / 1.7 / 1.9", None),
    (True, CREATININE, "肌酐：1.1→1.5→1.7→1.9mg/dL", None),
    (
        True,
        CREATININE,
        "Creatinine has been rising: 1.1 (2/28), 1.5 (3/2), 1.7 (3/3) and 1.9 (3/4).",
        None,
    ),
    (True, CREATININE, "On 28 February the creatinine was 1.1; on 4 March it was 1.9 mg/dL.", None),
    (
        False,
        CREATININE,
        "On 28 February the creatinine was 1.9; on 4 March it was 1.1 mg/dL.",
        None,
    ),
    (
        True,
        CREATININE,
        "The patient's kidney function: creatinine 1.9 mg/dL. Apixaban dose should be 2.5 mg.",
        None,
    ),
    (True, CREATININE, "Creatinine today: 1.9 mg/dL. Admission: 1.1 mg/dL.", None),
    (True, ADMISSION, "Creatinine today: 1.9 mg/dL. Admission: 1.1 mg/dL.", None),
    (False, ADMISSION, "Creatinine today: 1.1 mg/dL. Admission: 1.9 mg/dL.", None),
    (True, CREATININE, "Today's labs: Cr 1.9, K 5.4. Admission labs: Cr 1.1, K 4.2.", None),
    (True, ADMISSION, "Today's labs: Cr 1.9, K 5.4. Admission labs: Cr 1.1, K 4.2.", None),
    (False, CREATININE, "Admission labs: Cr 1.9, K 5.4.", None),
    (True, CREATININE, "Labs (2026-03-04):\nNa 131\nK 5.4\nCr 1.9", None),
    (False, CREATININE, "Labs (2026-02-28):\nNa 131\nK 5.4\nCr 1.9", None),
    (True, CREATININE, "今日化验：钠131，钾5.4，肌酐1.9；入院时：钠138，钾4.2，肌酐1.1。", None),
    (True, ADMISSION, "今日化验：钠131，钾5.4，肌酐1.9；入院时：钠138，钾4.2，肌酐1.1。", None),
    (False, CREATININE, "今日化验：钠131，钾5.4；入院时：钠138，钾4.2，肌酐1.9。", None),
    (True, CREATININE, "血肌酐从1.1涨到1.9 mg/dL，说明肾功能恶化", None),
    (True, CREATININE, "肌酐1.9mg/dL，较昨日（1.7mg/dL）上升0.2mg/dL。", None),
    (False, CREATININE, "肌酐1.7mg/dL，较昨日（1.9mg/dL）下降0.2mg/dL。", None),
    (True, CREATININE, "我查到最新一次肌酐是1.9 mg/dL（今早6点）。", None),
    (True, CREATININE, "肌酐为1.9，高于入院的1.1", None),
    (True, CREATININE, "肌酐1.9 mg/dL（正常上限1.2）", None),
    (True, CREATININE, "肌酐超过1.5标准，为1.9 mg/dL", None),
    (True, CREATININE, "Her creatinine of 1.9 mg/dL exceeds 1.5 mg/dL.", None),
    (
        True,
        CREATININE,
        "With a creatinine of 1.9 (>1.5), weight 58 kg (<60) and age 81 she meets criteria.",
        None,
    ),
    (
        True,
        CREATININE,
        "Age 81 (≥80): yes. Weight 58 kg (≤60): yes. Creatinine 1.9 mg/dL (≥1.5): yes.",
        None,
    ),
    (True, CREATININE, "1) Creatinine 1.9 mg/dL\n2) Potassium 5.4 mmol/L\n3) eGFR 27", None),
    (
        True,
        CREATININE,
        "The lab shows creatinine at 1.9. That's double. Last week it was 1.0.",
        None,
    ),
    (False, CREATININE, "Cr 1.9 mg/dL last month.", None),
    (False, CREATININE, "I expect creatinine to reach 1.9 mg/dL tomorrow.", None),
    (False, CREATININE, "Creatinine will be 1.9 mg/dL.", None),
    (False, CREATININE, "Assume a creatinine of 1.9 mg/dL", None),
    (False, CREATININE, "假设肌酐为1.9 mg/dL", None),
    (False, CREATININE, "肌酐目标1.9 mg/dL", None),
    (False, CREATININE, "Creatinine normal range 0.6-1.9 mg/dL", None),
    (False, CREATININE, "The fluid creatinine was 1.9 mg/dL", None),
    (True, CREATININE, "Creatinine 1.9mg/dL (168umol/L)", None),
    (False, CREATININE, "Creatinine 1.9mg/dL (110umol/L)", None),
    (True, GLUCOSE, "glucose 252mg/dl (14.0 mmol/L), insulin 10 units", None),
    (True, INR, "INR 2.3, PT 26 s", None),
    (False, INR, "PT 2.3", None),
    (True, HEART_RATE, "She is tachycardic at 104 bpm (heart rate).", None),
    (True, HEART_RATE, "Pulse 104", None),
    (False, HEART_RATE, "RR 104", None),
    (True, SYSTOLIC, "SBP 92", None),
    (True, SYSTOLIC, "收缩压92 mmHg，舒张压54 mmHg", None),
    (True, SYSTOLIC, "She is hypotensive: 92/54.", None),
    (True, EGFR, "eGFR (CKD-EPI 2021) 27 mL/min/1.73m2", None),
    (True, EGFR, "估算肾小球滤过率（CKD-EPI 2021）27.4 ml/min/1.73m²", None),
]


@pytest.mark.parametrize(("states_it", "spec", "answer", "request_"), CASES)
def test_layout(
    states_it: bool, spec: dict[str, Any], answer: str, request_: dict[str, str] | None
) -> None:
    grade = value_of(spec, answer, request=request_)
    wanted = Verdict.PASS if states_it else Verdict.FAIL
    assert grade.verdict is wanted, grade.because.render("en")
