"""`value` on answers as clinicians write them: trends, tables, vital signs, calculations.

True marks an answer that states the expected value, False a near miss.
"""

from __future__ import annotations

from typing import Any

import pytest

from physassist_tui.core.words import Verdict
from tests.unit.test_score_value import (
    ADMISSION,
    BNP,
    BUN,
    CLEARANCE,
    CREATININE,
    EGFR,
    GAP,
    GLUCOSE,
    HAEMOGLOBIN,
    HEART_RATE,
    INR,
    LACTATE,
    POTASSIUM,
    RISE,
    SYSTOLIC,
    TEMPERATURE,
    TROPONIN,
    WBC,
)
from tests.unit.value_world import value_of

LABS = (
    "Labs this AM: Na 131 (L), K 5.4 (H), Cl 98, CO2 19 (L), BUN 42 (H), Cr 1.9 (H), "
    "Glu 252 (H). WBC 12.3, Hgb 9.8, Plt 151. INR 2.3."
)
COURSE = (
    "AKI: creatinine 1.1 on admission (Feb 28) → 1.5 (Mar 2) → 1.7 (Mar 3) → "
    "1.9 mg/dL this morning; eGFR 27."
)
COURSE_ZH = "患者入院以来肌酐进行性升高：2月28日1.1、3月2日1.5、3月3日1.7、3月4日1.9 mg/dL。"
COMPARED = (
    "The most recent creatinine, drawn at 06:00 today, was 1.9 mg/dL, compared with 1.7 mg/dL "
    "yesterday and 1.1 mg/dL on admission."
)
VITALS = "Vitals: T 38.6 C, HR 104, BP 92/54, SpO2 94%."
VITALS_ZH = "体温38.6℃，心率104次/分，血压92/54mmHg，血氧94%"
TABLE = (
    "| Date | Test | Result |\n|---|---|---|\n| 2026-02-28 | Creatinine | 1.1 mg/dL |\n"
    "| 2026-03-04 | Creatinine | 1.9 mg/dL |"
)
LETTER = (
    "I reviewed the chart. Her renal function has deteriorated. The serum creatinine this "
    "morning was 1.9 mg/dL. Apixaban is 5 mg twice daily; she is 81 and weighs 58 kg, so she "
    "meets all three dose-reduction criteria (age ≥80, weight ≤60 kg, creatinine ≥1.5 mg/dL). "
    "I recommend 2.5 mg twice daily."
)

CASES = [
    (True, CREATININE, LABS),
    (True, POTASSIUM, LABS),
    (True, BUN, LABS),
    (True, CREATININE, COURSE),
    (True, ADMISSION, COURSE),
    (True, EGFR, COURSE),
    (True, CREATININE, TABLE),
    (True, CREATININE, "**Creatinine:** 1.9 mg/dL (ref 0.6–1.2, H)"),
    (True, CREATININE, "- Creatinine — 1.9 mg/dL (2026-03-04 06:00)"),
    (True, CREATININE, "肾功能：肌酐 1.9 mg/dL（参考值0.6-1.2），尿素氮42 mg/dL，eGFR 27。"),
    (True, CREATININE, COURSE_ZH),
    (True, ADMISSION, COURSE_ZH),
    (True, CREATININE, "今早肌酐已升到1.9（入院时1.1），钾5.4。"),
    (True, ADMISSION, "今早肌酐已升到1.9（入院时1.1），钾5.4。"),
    (
        True,
        CREATININE,
        "She has AKI on CKD: her creatinine has nearly doubled since admission and is 1.9 mg/dL.",
    ),
    (True, CREATININE, "Since admission the creatinine has gone up to 1.9."),
    (True, CREATININE, "Yesterday's creatinine was 1.7; this morning it is 1.9 mg/dL."),
    (True, CREATININE, COMPARED),
    (True, ADMISSION, COMPARED),
    (
        False,
        CREATININE,
        "The most recent creatinine, drawn at 06:00 today, was 1.7 mg/dL, compared with "
        "1.9 mg/dL yesterday and 1.1 mg/dL on admission.",
    ),
    (True, CREATININE, "Creatinine 1.9 (was 1.1)."),
    (True, ADMISSION, "Creatinine 1.9 (was 1.1)."),
    (True, CREATININE, LETTER),
    (
        True,
        CREATININE,
        "She meets the criteria (age ≥80, weight ≤60 kg, creatinine ≥1.5 mg/dL): 81 "
        "years, 58 kg, creatinine 1.9.",
    ),
    (False, CREATININE, "She meets the criteria (age ≥80, weight ≤60 kg, creatinine ≥1.9 mg/dL)."),
    (True, HEART_RATE, VITALS),
    (True, TEMPERATURE, VITALS),
    (True, SYSTOLIC, VITALS),
    (True, HEART_RATE, VITALS_ZH),
    (True, TEMPERATURE, VITALS_ZH),
    (True, SYSTOLIC, VITALS_ZH),
    (True, SYSTOLIC, "T38.6 P104 R22 BP92/54"),
    (True, HEART_RATE, "T38.6 P104 R22 BP92/54"),
    (True, HAEMOGLOBIN, "Hemoglobin dropped from 11.2 to 9.8 g/dL over four days."),
    (False, HAEMOGLOBIN, "Hemoglobin dropped 9.8 g/dL."),
    (True, HAEMOGLOBIN, "Hemoglobin dropped to 9.8 g/dL."),
    (True, HAEMOGLOBIN, "血红蛋白由112 g/L降至98 g/L"),
    (False, HAEMOGLOBIN, "血红蛋白由98 g/L降至80 g/L"),
    (True, INR, "INR of 2.3, within the 2-3 target."),
    (False, INR, "INR target 2.3"),
    (True, INR, "Her INR is therapeutic (2.3; goal 2.0–3.0)."),
    (True, INR, "INR 2.3（目标2-3）"),
    (True, GLUCOSE, "Blood sugar was 252 this morning."),
    (True, GLUCOSE, "随机血糖14.0mmol/L，HbA1c 8.4%"),
    (True, GLUCOSE, "今晨血糖 14 mmol/L，偏高"),
    (False, GLUCOSE, "HbA1c 8.4%, glucose 110 on admission"),
    (True, WBC, "Leukocytes 12.3 K/uL"),
    (True, WBC, "WBC 12,300"),
    (True, WBC, "白细胞12300/μL"),
    (True, WBC, "白细胞1.23万/μL"),
    (True, TROPONIN, "Troponin I is below 0.01 ng/mL."),
    (True, TROPONIN, "肌钙蛋白I <0.01 ng/mL"),
    (False, TROPONIN, "Troponin I is above 0.01 ng/mL."),
    (True, LACTATE, "Lactate 1.9, creatinine also 1.9."),
    (True, CREATININE, "Lactate 1.9, creatinine also 1.9."),
    (False, CREATININE, "Lactate is 1.9 mmol/L. Creatinine was rechecked."),
    (False, CREATININE, "Creatinine will be rechecked. Lactate 1.9."),
    (False, CREATININE, "Creatinine pending; INR 1.9"),
    (False, CREATININE, "Creatinine was drawn. Her weight is up 1.9 kg."),
    (True, CREATININE, "Her numbers: creatinine = 1.9 mg/dL; K = 5.4 mmol/L"),
    (True, CREATININE, "creatinine(1.9)"),
    (True, CREATININE, "a creatinine of 1.9"),
    (True, CREATININE, "SCr 1.9mg/dL"),
    (True, CREATININE, "Serum creatinine level: 1.90 mg/dL"),
    (True, CREATININE, "Creatinine of about 1.9"),
    (True, CREATININE, "肌酐约1.9mg/dl左右"),
    (True, CREATININE, "Scr：1.9mg/dL"),
    (True, CREATININE, "CREATININE 1.9 MG/DL"),
    (True, CREATININE, "Creatinine 0.168 mmol/L"),
    (False, CREATININE, "Creatinine 0.19 mg/dL"),
    (False, CREATININE, "Creatinine 19 mg/dL"),
    (False, CREATININE, "Creatinine 19"),
    (True, CREATININE, "The creatinine rose 0.2 to 1.9 mg/dL"),
    (True, CREATININE, "Creatinine is up 0.2 from yesterday at 1.9 mg/dL"),
    (True, CREATININE, "Creatinine is 1.9, which is 0.8 above baseline."),
    (True, CREATININE, "Creatinine 1.9 mg/dL (up 0.8 from admission)"),
    (True, CREATININE, "Creatinine 1.9 mg/dL (73% above the admission value of 1.1)"),
    (False, CREATININE, "I could not find a creatinine of 1.9 mg/dL."),
    (False, CREATININE, "There is no creatinine of 1.9 mg/dL in the chart"),
    (False, CREATININE, "The value 1.9 mg/dL for creatinine is wrong; it is 1.7 mg/dL."),
    (False, CREATININE, "Creatinine is either 1.7 or 1.9 mg/dL."),
    (False, CREATININE, "肌酐1.7或1.9 mg/dL"),
    (False, CREATININE, "Her roommate's creatinine is 1.9 mg/dL."),
    (False, CREATININE, "Her mother had a creatinine of 1.9 mg/dL."),
    (False, CREATININE, "Creatinine for Marianne Chandler: 1.9 mg/dL"),
    (False, CREATININE, "Creatinine 1.9 mg/dL (Patient/p2)"),
    (True, CREATININE, "Margaret Chen: creatinine 1.9 mg/dL"),
    (True, CREATININE, "陈桂芳，肌酐1.9 mg/dL"),
    (False, CREATININE, "Two days ago creatinine was 1.9."),
    (False, CREATININE, "两天前肌酐1.9"),
    (False, CREATININE, "肌酐3月2日为1.9 mg/dL"),
    (False, CREATININE, "Mar 2: creatinine 1.9 mg/dL"),
    (False, CREATININE, "Her previous creatinine was 1.9 mg/dL."),
    (False, CREATININE, "baseline creatinine 1.9 mg/dL"),
    (False, CREATININE, "Creatinine was 1.9 mg/dL before admission."),
    (False, CREATININE, "既往肌酐1.9 mg/dL"),
    (True, CREATININE, "Most recent creatinine was 1.9 mg/dL."),
    (True, CREATININE, "On 4 March the creatinine was 1.9."),
    (True, CREATININE, "3/4: Cr 1.9"),
    (True, CREATININE, "Cr 1.9 (3/4)"),
    (True, CREATININE, "Creatinine was 1.1 at baseline and is 1.9 mg/dL now."),
    (True, CREATININE, "Creatinine went from 1.1 to 1.9."),
    (True, ADMISSION, "Creatinine went from 1.1 to 1.9."),
    (True, CREATININE, "Baseline 1.1, now 1.9 mg/dL (creatinine)."),
    (True, CREATININE, "The creatinine trend is upward (1.1, 1.5, 1.7, 1.9)."),
    (True, GAP, "AG = 131 - (98 + 19) = 14"),
    (True, GAP, "Na 131 − Cl 98 − HCO3 19 = anion gap 14"),
    (True, GAP, "The gap has closed: anion gap 14."),
    (True, RISE, "Creatinine is up 0.8 mg/dL since admission."),
    (True, RISE, "Creatinine increased from 1.1 to 1.9 (a rise of 0.8 mg/dL)."),
    (True, RISE, "肌酐上升约0.8 mg/dL"),
    (False, RISE, "Creatinine is 0.8 mg/dL."),
    (False, RISE, "Creatinine fell by 0.8 mg/dL"),
    (True, CLEARANCE, "Estimated CrCl (Cockcroft-Gault, actual weight 58 kg) ≈ 21 mL/min."),
    (True, CLEARANCE, "Cockcroft-Gault: (140-81) × 58 × 0.85 / (72 × 1.9) = 21 mL/min"),
    (True, CREATININE, "No change is needed: creatinine is 1.9 mg/dL."),
    (True, CREATININE, "Creatinine has not improved and is 1.9 mg/dL."),
    (True, CREATININE, "Creatinine remains elevated, not improving, at 1.9 mg/dL."),
    (True, CREATININE, "Not on dialysis. Creatinine 1.9."),
    (True, CREATININE, "肌酐未恢复，仍为1.9 mg/dL"),
    (True, CREATININE, "Should we worry? Creatinine is 1.9."),
    (
        True,
        CREATININE,
        "I would hold metformin if eGFR falls below 30; creatinine is 1.9 mg/dL now.",
    ),
    (True, CREATININE, "Repeat creatinine tomorrow. Today's is 1.9 mg/dL."),
    (True, CREATININE, "Creatinine 1.9 mg/dL, recheck tomorrow."),
    (True, CREATININE, "Creatinine 1.9 mg/dL at 06:00 (1.8 mg/dL at 02:00 today)."),
    (True, BUN, "尿素氮15 mmol/L"),
    (True, BUN, "BUN 42 mg/dL, creatinine 1.9"),
    (True, BNP, "NT-proBNP 3450"),
    (True, BNP, "NT-proBNP三千四百五十 pg/mL"),
    (False, BNP, "BNP 3450 pg/mL"),
]


@pytest.mark.parametrize(("states_it", "spec", "answer"), CASES)
def test_prose(states_it: bool, spec: dict[str, Any], answer: str) -> None:
    grade = value_of(spec, answer)
    wanted = Verdict.PASS if states_it else Verdict.FAIL
    assert grade.verdict is wanted, grade.because.render("en")


def test_both_kinds_are_there() -> None:
    misses = sum(1 for states_it, _, _ in CASES if not states_it)
    assert misses * 4 > len(CASES)
