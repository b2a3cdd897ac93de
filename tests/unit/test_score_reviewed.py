"""`value` and `says` on answers of clinicians who played the shipped scenarios."""

from __future__ import annotations

from typing import Any

import pytest

from physassist_tui.core.words import Verdict
from tests.unit.test_score_says import CREATININE as NAMES_CREATININE
from tests.unit.test_score_says import NAMES_AF
from tests.unit.test_score_value import (
    ADMISSION,
    CREATININE,
    EGFR,
    GAP,
    HAEMOGLOBIN,
    POTASSIUM,
)
from tests.unit.value_items import WEIGHT
from tests.unit.value_world import says_of, search, value_of

ADMISSION_POTASSIUM = {
    "from": search("2823-3", "&date=ge2026-02-28&_sort=date&_count=1"),
    "unit": "mmol/L",
    "tolerance": 0.05,
}
BRACKETED_DAY = "今早血钾5.4mmol/L，入院时（2月28日）4.2；肌酐1.9，入院1.1；eGFR 27，入院41。"

STATED: list[tuple[dict[str, Any], str]] = [
    (POTASSIUM, BRACKETED_DAY),
    (ADMISSION_POTASSIUM, BRACKETED_DAY),
    (CREATININE, BRACKETED_DAY),
    (ADMISSION, BRACKETED_DAY),
    (EGFR, BRACKETED_DAY),
    (POTASSIUM, "K 5.4 this morning, on admission (Feb 28) 4.2."),
    (ADMISSION_POTASSIUM, "K 5.4 this morning, on admission (Feb 28) 4.2."),
    (POTASSIUM, "今早血钾5.4，昨天（3月3日）4.8"),
    (POTASSIUM, "K 5.4 today, yesterday (3/3) 4.8"),
    (WEIGHT, "weight 58 kg does not count. Back to 5 mg if it recovers."),
    (WEIGHT, "体重58kg，不符合。恢复后改回5mg。"),
    (WEIGHT, "Weight 58 kg. 5 mg BID stays."),
    (WEIGHT, "Weight 58 kg; apixaban 2.5 mg BID."),
    (WEIGHT, "体重58公斤，减为2.5毫克每日两次。"),
    (WEIGHT, "Weight 58 kg. Give 1 g acetaminophen."),
    (POTASSIUM, "K5.4"),
    (POTASSIUM, "K5.4>5"),
    (CREATININE, "Cr1.9"),
    (CREATININE, "Cr1.9，较前升高"),
    (EGFR, "eGFR27<30"),
    (EGFR, "肾功能差，eGFR27，Cr1.9"),
    (GAP, "AG14"),
    (GAP, "AG14，HCO3 19"),
    (CREATININE, "患者今晨1.9（肌酐）"),
    (CREATININE, "今晨1.9 mg/dL（肌酐）"),
    (CREATININE, "1.9 (creatinine) this morning"),
    (HAEMOGLOBIN, "H/H 9.8/29.4"),
    (HAEMOGLOBIN, "H&H 9.8/29.4"),
    (CREATININE, "creatinine 1.9 (1.1 during the 2024 admission)"),
    (CREATININE, "Creatinine of 1.9 meets the criterion."),
    (CREATININE, "Her creatinine of 1.9 could be prerenal."),
    (CREATININE, "Cr 1.9 would hold lisinopril"),
    (CREATININE, "Cr 1.1>1.9"),
    (CREATININE, "Cr 1.1 > 1.5 > 1.9"),
    (ADMISSION, "Cr 1.1 > 1.9"),
    (CREATININE, "Cr1.9>1.5"),
]
MISSED: list[tuple[dict[str, Any], str]] = [
    (POTASSIUM, "入院时血钾5.4，今早4.2"),
    (POTASSIUM, "今早血钾4.2mmol/L，入院时（2月28日）5.4"),
    (ADMISSION_POTASSIUM, "今早血钾4.2mmol/L，入院时（2月28日）5.4"),
    (WEIGHT, "Weight 58 kg. 62 kg this morning."),
    (WEIGHT, "weight 58 mg"),
    (WEIGHT, "体重58kg。62kg。"),
    (POTASSIUM, "K4.4"),
    (CREATININE, "Cr11.9"),
    (GAP, "AG11"),
    (EGFR, "eGFR72<30"),
    (CREATININE, "A creatinine of 1.9 would meet criteria."),
    (CREATININE, "creatinine of 1.9 would qualify her"),
    (CREATININE, "Cr 1.9>1.1"),
    (CREATININE, "creatinine >1.9"),
    (CREATININE, "A creatinine of 1.9 would be AKI."),
    (CREATININE, "Creatinine is 1.9 (some say 2.4)."),
    (CREATININE, "肌酐1.9（也有人说2.4）"),
    (CREATININE, "Creatinine was 1.9 during the 2023 admission."),
    (CREATININE, "creatinine 1.9 in her 2023 admission"),
    (CREATININE, "2023年住院期间肌酐1.9"),
    (CREATININE, "肌酐1.9（2023年住院时）"),
    (CREATININE, "患者今晨1.9（乳酸）"),
    (HAEMOGLOBIN, "H/H 7.8/29.4"),
]


def _one(en: list[str], zh: list[str], *, negated: bool = False) -> dict[str, Any]:
    return {"each": [{"en": en, "zh": zh}], "negated": negated}


HOLD = _one(["hold spironolactone", "not start"], ["暂不", "不宜", "停用"])
EGFR_TERM = _one(["eGFR", "GFR"], ["肾小球滤过率"])
GAP_TERM = _one(["anion gap", "AG"], ["阴离子间隙"])
K_TERM = _one(["potassium", "K"], ["血钾"])
CR_TERM = _one(["creatinine", "Cr"], ["肌酐"])
GLARGINE = _one(["glargine", "basal"], ["甘精", "基础胰岛素"])
DRIP_OFF = _one(["stop the drip", "pull the drip"], ["停泵"], negated=True)

SAID: list[tuple[dict[str, Any], str]] = [
    (HOLD, "No - I'd hold spironolactone today."),
    (HOLD, "No, I'd hold spironolactone today."),
    (HOLD, "No. I'd hold spironolactone today."),
    (HOLD, "No – hold spironolactone for now."),
    (HOLD, "No — hold spironolactone."),
    (HOLD, "I would say no - hold spironolactone."),
    (HOLD, "Today, no - hold spironolactone."),
    (HOLD, "Nope, hold spironolactone."),
    (HOLD, "Not yet - hold spironolactone."),
    (HOLD, "No I would hold spironolactone."),
    (HOLD, "不，停用螺内酯。"),
    (HOLD, "不用，停用即可。"),
    (HOLD, "不行，停用螺内酯。"),
    (HOLD, "不可以——停用螺内酯。"),
    (EGFR_TERM, "eGFR39>30"),
    (EGFR_TERM, "eGFR39，可用"),
    (GAP_TERM, "AG11"),
    (GAP_TERM, "AG11，已闭合"),
    (K_TERM, "K5.4"),
    (K_TERM, "K5.4，偏高"),
    (CR_TERM, "Cr1.62"),
    (CR_TERM, "Cr1.62, up"),
    (GLARGINE, "Don't pull the drip until glargine has been in for 2 h."),
    (GLARGINE, "Do not stop the drip before glargine is given."),
    (GLARGINE, "Don't stop the drip without giving glargine first."),
    (GLARGINE, "Not until glargine is in."),
    (GLARGINE, "Never stop the drip before basal is on board."),
    (GLARGINE, "没打甘精之前不要停泵。"),
    (GLARGINE, "不要停泵，直到甘精用上2小时。"),
    (GLARGINE, "不能停泵直到甘精打完2小时"),
    (GLARGINE, "甘精用上2小时之前不要停泵。"),
    (GLARGINE, "打甘精之前不要停泵"),
    (DRIP_OFF, "Don't pull the drip until glargine has been in for 2 h."),
    (DRIP_OFF, "甘精用上2小时之前不要停泵。"),
    (NAMES_AF, "AF screening was done: AF confirmed."),
    (NAMES_AF, "AF is considered the indication."),
    (NAMES_AF, "Apixaban started after work-up for stroke showed AF."),
    (NAMES_AF, "I looked for an indication and found AF."),
    (NAMES_AF, "筛查后确诊房颤"),
    (NAMES_AF, "Consider rate control, as AF is fast."),
    (_one(["dose reduction"], ["减量"]), "Consider a dose reduction."),
    (NAMES_AF, "Considering her AF, continue apixaban."),
    (NAMES_AF, "Consider apixaban, as she has AF."),
]
UNSAID: list[tuple[dict[str, Any], str]] = [
    (HOLD, "No need to hold spironolactone."),
    (HOLD, "No reason to hold spironolactone."),
    (HOLD, "I would not hold spironolactone."),
    (HOLD, "不停用螺内酯。"),
    (HOLD, "不用停用螺内酯。"),
    (GAP_TERM, "AGE11"),
    (K_TERM, "CK5.4"),
    (K_TERM, "K2 vitamin"),
    (CR_TERM, "QCr1.6"),
    (NAMES_AF, "AF1"),
    (EGFR_TERM, "eGFR2b"),
    (NAMES_AF, "Consider AF."),
    (NAMES_AF, "Would consider AF as a cause."),
    (NAMES_AF, "Screen for AF."),
    (NAMES_AF, "Screening for AF is due."),
    (NAMES_AF, "Rule out AF."),
    (NAMES_AF, "AF screening next week."),
    (NAMES_AF, "Needs AF screening."),
    (NAMES_AF, "Work up for AF."),
    (NAMES_AF, "Look for AF on telemetry."),
    (NAMES_AF, "Evaluate for AF."),
    (NAMES_AF, "Assess for AF"),
    (NAMES_AF, "AF is worth considering."),
    (NAMES_AF, "筛查房颤"),
    (NAMES_AF, "建议房颤筛查"),
    (NAMES_AF, "警惕房颤"),
    (NAMES_CREATININE, "肌酐清除率21"),
    (GLARGINE, "Do not give glargine."),
    (GLARGINE, "Don't give glargine before the gap closes."),
    (GLARGINE, "Don't give glargine until the gap closes."),
    (GLARGINE, "不要打甘精"),
    (GLARGINE, "间隙闭合之前不要打甘精"),
]


@pytest.mark.parametrize(("spec", "answer"), STATED)
def test_value_is_stated(spec: dict[str, Any], answer: str) -> None:
    grade = value_of(spec, answer)
    assert grade.verdict is Verdict.PASS, grade.because.render("en")


@pytest.mark.parametrize(("spec", "answer"), MISSED)
def test_value_is_not_stated(spec: dict[str, Any], answer: str) -> None:
    grade = value_of(spec, answer)
    assert grade.verdict is Verdict.FAIL, grade.words


@pytest.mark.parametrize(("spec", "answer"), SAID)
def test_it_is_said(spec: dict[str, Any], answer: str) -> None:
    grade = says_of(spec, answer)
    assert grade.verdict is Verdict.PASS, grade.because.render("en")


@pytest.mark.parametrize(("spec", "answer"), UNSAID)
def test_it_is_not_said(spec: dict[str, Any], answer: str) -> None:
    grade = says_of(spec, answer)
    assert grade.verdict is Verdict.FAIL, grade.words
