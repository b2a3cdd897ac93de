"""`value`: hand-made answers in both languages, a good third of them near misses."""

from __future__ import annotations

from typing import Any

import pytest

from physassist_tui.core.words import Verdict
from tests.unit.value_world import search, value_of

CREATININE = {"from": search("2160-0"), "unit": "mg/dL", "tolerance": 0.05}
ADMISSION = {
    "from": search("2160-0", "&_sort=date&_count=1"),
    "unit": "mg/dL",
    "tolerance": 0.05,
}
POTASSIUM = {"from": search("2823-3"), "unit": "mmol/L", "tolerance": 0.05}
GLUCOSE = {"from": search("2345-7"), "unit": "mg/dL", "tolerance": 2}
BUN = {"from": search("3094-0"), "unit": "mg/dL", "tolerance": 0.5}
HAEMOGLOBIN = {"from": search("718-7"), "unit": "g/dL", "tolerance": 0.05}
WBC = {"from": search("6690-2"), "unit": "10*3/uL", "tolerance": 0.05}
INR = {"from": search("6301-6"), "unit": "1", "tolerance": 0.05}
EGFR = {"from": search("98979-8"), "unit": "mL/min/{1.73_m2}"}
TEMPERATURE = {"from": search("8310-5"), "unit": "Cel", "tolerance": 0.05}
HEART_RATE = {"from": search("8867-4"), "unit": "/min"}
TROPONIN = {"from": search("10839-9"), "unit": "ng/mL"}
LACTATE = {"from": search("2524-7"), "unit": "mmol/L", "tolerance": 0.05}
BNP = {"from": search("33762-6"), "unit": "pg/mL", "tolerance": 5}
SYSTOLIC = {
    "from": search("85354-9", path="component.where(code.coding.code='8480-6').value"),
    "unit": "mm[Hg]",
}
GAP = {
    "formula": {
        "name": "anion_gap",
        "inputs": {
            "sodium": search("2951-2"),
            "chloride": search("2075-0"),
            "bicarbonate": search("1963-8"),
        },
    },
    "unit": "mmol/L",
    "tolerance": 1,
}
CLEARANCE = {
    "formula": {
        "name": "cockcroft_gault",
        "inputs": {
            "age": {"search": "Patient?", "path": "birthDate"},
            "sex": {"search": "Patient?", "path": "gender"},
            "weight": search("29463-7"),
            "creatinine": search("2160-0"),
        },
    },
    "unit": "mL/min",
    "tolerance": 1,
}
RISE = {
    "formula": {
        "name": "delta",
        "inputs": {
            "earlier": search("2160-0", "&_sort=date&_count=1"),
            "later": search("2160-0"),
        },
    },
    "unit": "mg/dL",
    "tolerance": 0.05,
}

PASS = [
    (CREATININE, "Creatinine is 1.9 mg/dL today."),
    (CREATININE, "Her creatinine: 1.9 mg/dl."),
    (CREATININE, "Cr 1.9"),
    (CREATININE, "Latest SCr 168 µmol/L (1.9 mg/dL)."),
    (CREATININE, "Creatinine 168 umol/l this morning"),
    (CREATININE, "Na 131, K 5.4, Cl 98, HCO3 19, BUN 42, Cr 1.9, glucose 252."),
    (CREATININE, "Creatinine has risen from 1.1 mg/dL on admission to 1.9 mg/dL today."),
    (CREATININE, "Creatinine 1.1 (02-28), 1.5 (03-02), 1.7 (03-03), 1.9 (03-04)."),
    (CREATININE, "Creatinine 1.1 → 1.5 → 1.7 → 1.9 mg/dL"),
    (CREATININE, "Creatinine is 1.9 mg/dL, up from 1.7 yesterday."),
    (CREATININE, "Creatinine is 1.9 mg/dL (baseline 1.1, normal range 0.6-1.2)."),
    (CREATININE, "Kidney function is worse. Creatinine is up. It is now 1.9 mg/dL."),
    (CREATININE, "The creatinine was not 1.4 but 1.9 mg/dL."),
    (CREATININE, "BUN/Cr 42/1.9"),
    (CREATININE, "Potassium and creatinine were 5.4 and 1.9 respectively."),
    (CREATININE, "2026-03-04 | Creatinine | 1.9 mg/dL"),
    (
        CREATININE,
        "Creatinine 1.9 mg/dL meets the criterion of 1.5 mg/dL or more; she meets 2 of 3.",
    ),
    (CREATININE, "At 1.9 mg/dL, her creatinine is above the limit of 1.5."),
    (CREATININE, "肌酐1.9 mg/dL。"),
    (CREATININE, "今日血肌酐１．９毫克／分升"),
    (CREATININE, "血肌酐168μmol/L，较入院时的97 μmol/L升高"),
    (CREATININE, "肌酐由入院时的1.1升至今日的1.9 mg/dL"),
    (CREATININE, "肌酐一点九毫克每分升"),
    (CREATININE, "3月4日肌酐1.9 mg/dL，3月3日为1.7 mg/dL"),
    (CREATININE, "肌酐不是1.4，而是1.9 mg/dL"),
    (CREATININE, "Creatinine 1,9 mg/dL"),
    (CREATININE, "Chandler's creatinine is 2.4; Margaret Chen's creatinine is 1.9 mg/dL."),
    (CREATININE, "Creatinine 1.9 mg/dL, higher than the previous value."),
    (CREATININE, "Today: Na 131, K 5.4, creatinine 1.9."),
    (CREATININE, "Creatinine:\n- 02-28: 1.1\n- 03-04: 1.9"),
    (ADMISSION, "On admission creatinine was 1.1 mg/dL; it is 1.9 now."),
    (ADMISSION, "Creatinine 1.9 today, from a baseline of 1.1 mg/dL."),
    (ADMISSION, "入院时肌酐1.1 mg/dL，今日1.9"),
    (ADMISSION, "The February creatinine was 1.1 mg/dL."),
    (ADMISSION, "肌酐由97 μmol/L升至168 μmol/L"),
    (POTASSIUM, "K 5.4 mEq/L"),
    (POTASSIUM, "血钾五点四毫摩尔/升"),
    (POTASSIUM, "Potassium is high at 5.4."),
    (GLUCOSE, "Glucose 14.0 mmol/L"),
    (GLUCOSE, "血糖14 mmol/L"),
    (BUN, "BUN 42"),
    (BUN, "尿素15.0 mmol/L"),
    (HAEMOGLOBIN, "血红蛋白98 g/L"),
    (HAEMOGLOBIN, "Hgb 9.8, down from 11.2"),
    (WBC, "WBC 12.3×10⁹/L"),
    (WBC, "white count of 12,300/µL"),
    (WBC, "白细胞12.3×10^9/L"),
    (INR, "INR is 2.3 today; it was 1.4 on March 2."),
    (INR, "INR二点三"),
    (EGFR, "eGFR 27 mL/min/1.73 m²"),
    (EGFR, "eGFR约27"),
    (TEMPERATURE, "T 38.6℃"),
    (TEMPERATURE, "Temperature 101.5 °F"),
    (TEMPERATURE, "体温三十八度六"),
    (HEART_RATE, "HR 104 bpm"),
    (HEART_RATE, "心率104次/分"),
    (TROPONIN, "Troponin <0.01 ng/mL"),
    (BNP, "NT-proBNP 3,450 pg/mL"),
    (SYSTOLIC, "BP 92/54 mmHg"),
    (SYSTOLIC, "血压92/54毫米汞柱"),
    (SYSTOLIC, "Systolic is 92."),
    (GAP, "The anion gap is 14 (131 − 98 − 19)."),
    (GAP, "阴离子间隙14 mmol/L"),
    (CLEARANCE, "CrCl by Cockcroft-Gault is about 21 mL/min."),
    (CLEARANCE, "肌酐清除率约21 ml/min"),
    (RISE, "Creatinine rose by 0.8 mg/dL."),
    (RISE, "肌酐升高了0.8 mg/dL"),
]

FAIL = [
    (CREATININE, "", "empty"),
    (CREATININE, "Creatinine is up.", "no number"),
    (CREATININE, "1.9", "a bare number"),
    (CREATININE, "The value is 1.9.", "a bare number"),
    (CREATININE, "Creatinine is 1.7 mg/dL.", "another value"),
    (CREATININE, "Lactate is 1.9 mmol/L; creatinine is stable.", "another analyte"),
    (CREATININE, "Potassium 1.9 mg/dL", "another analyte"),
    (CREATININE, "Creatinine clearance is 1.9 mg/dL.", "another analyte"),
    (CREATININE, "Urine creatinine 1.9 mg/dL", "another fluid"),
    (CREATININE, "尿肌酐1.9 mg/dL", "another fluid"),
    (CREATININE, "Creatinine was 1.9 mg/dL yesterday.", "another day"),
    (CREATININE, "On admission her creatinine was 1.9 mg/dL.", "another day"),
    (CREATININE, "Creatinine 1.9 mg/dL (03-02)", "another day"),
    (CREATININE, "入院时肌酐1.9 mg/dL", "another day"),
    (CREATININE, "昨天肌酐1.9 mg/dL", "another day"),
    (CREATININE, "上次肌酐1.9 mg/dL", "another day"),
    (CREATININE, "Creatinine fell from 1.9 to 1.1 mg/dL.", "the wrong way round"),
    (CREATININE, "肌酐由1.9降至1.1 mg/dL", "the wrong way round"),
    (CREATININE, "Marianne Chandler's creatinine is 1.9 mg/dL.", "another patient"),
    (CREATININE, "陈桂芬的肌酐为1.9 mg/dL", "another patient"),
    (CREATININE, "Another patient's creatinine is 1.9 mg/dL.", "another patient"),
    (CREATININE, "Creatinine is not 1.9 mg/dL.", "denied"),
    (CREATININE, "肌酐并非1.9 mg/dL", "denied"),
    (CREATININE, "Is the creatinine 1.9 mg/dL?", "asked"),
    (CREATININE, "If creatinine is 1.9 mg/dL, halve the dose.", "supposed"),
    (CREATININE, "如果肌酐为1.9 mg/dL则减量", "supposed"),
    (CREATININE, "Creatinine might be 1.9 mg/dL.", "supposed"),
    (CREATININE, "Creatinine 1.9 mmol/L", "a unit that makes it another value"),
    (CREATININE, "肌酐1.9 μmol/L", "a unit that makes it another value"),
    (CREATININE, "Creatinine rose by 1.9 mg/dL.", "a change"),
    (CREATININE, "肌酐升高了1.9 mg/dL", "a change"),
    (CREATININE, "Creatinine above 1.9 mg/dL", "a threshold"),
    (CREATININE, "The creatinine threshold is 1.9 mg/dL.", "a threshold"),
    (CREATININE, "Creatinine 1.5 to 1.9 mg/dL", "a range"),
    (CREATININE, "Creatinine is 1.9 mg/dL today. Creatinine is 2.4 mg/dL today.", "contradiction"),
    (CREATININE, "Creatinine is 1.9 or 2.4 mg/dL.", "contradiction"),
    (CREATININE, "Creatinine 1.0, 1.2, 1.4, 1.6, 1.8, 1.9, 2.0, 2.2 mg/dL", "a list of guesses"),
    (CREATININE, "今日肌酐1.9 mg/dL，今日肌酐2.4 mg/dL", "contradiction"),
    (CREATININE, "Apixaban 1.9 mg for a raised creatinine", "a dose"),
    (CREATININE, "BUN/creatinine ratio 1.9", "a ratio"),
    (ADMISSION, "Creatinine is 1.1 mg/dL now.", "an old value as the present one"),
    (ADMISSION, "今日肌酐1.1 mg/dL", "an old value as the present one"),
    (POTASSIUM, "Potassium chloride 5.4 mmol/L", "a drug"),
    (GLUCOSE, "血糖252 mmol/L", "a unit that makes it another value"),
    (BUN, "Urea 42 mg/dL", "urea is not urea nitrogen"),
    (HAEMOGLOBIN, "糖化血红蛋白9.8%", "another analyte"),
    (HAEMOGLOBIN, "血红蛋白9.8 g/L", "a unit that makes it another value"),
    (WBC, "WBC 123", "another value"),
    (EGFR, "eGFR <27", "a threshold"),
    (EGFR, "CrCl 27 mL/min", "another analyte"),
    (TROPONIN, "Troponin 0.1 ng/mL", "another value"),
    (LACTATE, "Creatinine 1.9, lactate pending", "another analyte"),
    (SYSTOLIC, "BP 54/92", "not a blood pressure"),
    (SYSTOLIC, "HR 92, diastolic 54", "another analyte"),
    (GAP, "Sodium 14", "another analyte"),
    (CLEARANCE, "eGFR 21 mL/min/1.73m2", "another analyte"),
    (RISE, "Creatinine is 0.8 mg/dL lower than before.", "the wrong way"),
]


@pytest.mark.parametrize(("spec", "answer"), PASS)
def test_states_the_value(spec: dict[str, Any], answer: str) -> None:
    grade = value_of(spec, answer)
    assert grade.verdict is Verdict.PASS, grade.because.render("en")
    assert grade.words
    assert grade.words.split(" … ")[0] in " ".join(answer.split("\n")) or "\n" in answer
    assert grade.evidence


@pytest.mark.parametrize(("spec", "answer", "why"), FAIL)
def test_near_miss_fails(spec: dict[str, Any], answer: str, why: str) -> None:
    grade = value_of(spec, answer)
    assert grade.verdict is Verdict.FAIL, (why, grade.words)
    assert grade.because.render("en")
