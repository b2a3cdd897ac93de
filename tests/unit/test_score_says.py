"""`says`: hand-made answers in both languages, a third of them near misses."""

from __future__ import annotations

from typing import Any

import pytest

from physassist_tui.core.words import Verdict
from tests.unit.value_world import says_of

FIBRILLATION = {"en": ["atrial fibrillation", "AF", "AFib"], "zh": ["房颤", "心房颤动"]}
BLEEDING = {"en": ["bleeding", "haemorrhage", "hemorrhage"], "zh": ["出血"]}
REDUCE = {
    "en": ["reduce the dose", "dose reduction", "2.5 mg twice daily"],
    "zh": ["减量", "2.5 mg每日两次"],
}
STOP = {"en": ["stop apixaban", "discontinue apixaban"], "zh": ["停用阿哌沙班", "停药"]}

NAMES_AF = {"each": [FIBRILLATION]}
NO_BLEEDING = {"each": [BLEEDING], "negated": True}
KEEPS_GOING = {"each": [REDUCE], "none": STOP}
BOTH = {"each": [FIBRILLATION, REDUCE]}
POTASSIUM = {"each": [{"en": ["potassium"], "zh": ["钾"]}]}
CREATININE = {"each": [{"en": ["creatinine"], "zh": ["肌酐"]}]}

PASS = [
    (NAMES_AF, "The indication is atrial fibrillation."),
    (NAMES_AF, "Apixaban is for AF."),
    (NAMES_AF, "afib"),
    (NAMES_AF, "Non-valvular AF, CHA2DS2-VASc 5."),
    (NAMES_AF, "It isn't for DVT but for AF."),
    (NAMES_AF, "Not only AF but also hypertension."),
    (NAMES_AF, "Is it DVT? No. AF is the indication."),
    (NAMES_AF, "Her AF is not rate-controlled."),
    (NAMES_AF, "It is not true that she has no AF."),
    (NAMES_AF, "If she falls again, tell me; the apixaban is for AF."),
    (NAMES_AF, "No bleeding, and AF persists."),
    (NAMES_AF, "AF rather than DVT."),
    (NAMES_AF, "Atrial\nfibrillation."),
    (NAMES_AF, "适应证为房颤。"),
    (NAMES_AF, "非瓣膜性房颤，长期抗凝"),
    (NAMES_AF, "不是深静脉血栓，而是房颤"),
    (NAMES_AF, "并非没有房颤"),
    (NAMES_AF, "不仅有房颤，还有高血压"),
    (NAMES_AF, "无出血，房颤持续存在"),
    (NAMES_AF, "患者因心房颤动服用阿哌沙班"),
    (NAMES_AF, "ＡＦ"),
    (NO_BLEEDING, "No bleeding."),
    (NO_BLEEDING, "She denies falls, dizziness or bleeding."),
    (NO_BLEEDING, "Bleeding was ruled out."),
    (NO_BLEEDING, "There has been no evidence of haemorrhage on apixaban."),
    (NO_BLEEDING, "She continues without bleeding."),
    (NO_BLEEDING, "否认出血"),
    (NO_BLEEDING, "未见出血征象"),
    (NO_BLEEDING, "无跌倒、无出血"),
    (NO_BLEEDING, "出血已排除"),
    (KEEPS_GOING, "Reduce the dose to 2.5 mg twice daily."),
    (KEEPS_GOING, "Do not stop apixaban; reduce the dose."),
    (KEEPS_GOING, "建议减量，不建议停药"),
    (KEEPS_GOING, "I recommend a dose reduction."),
    (BOTH, "She has AF and needs a dose reduction."),
    (BOTH, "房颤抗凝，建议减量。"),
    (POTASSIUM, "血钾5.4"),
    (CREATININE, "Creatinine's up."),
]

FAIL = [
    (NAMES_AF, "", "empty"),
    (NAMES_AF, "The indication is a clot.", "not named"),
    (NAMES_AF, "She is AFebrile.", "part of a word"),
    (NAMES_AF, "No AF.", "denied"),
    (NAMES_AF, "There is no evidence of AF.", "denied"),
    (NAMES_AF, "AF was ruled out.", "denied"),
    (NAMES_AF, "It is DVT rather than AF.", "denied"),
    (NAMES_AF, "Apixaban without AF or DVT.", "denied"),
    (NAMES_AF, "She denies palpitations and AF.", "denied"),
    (NAMES_AF, "AF cannot be ruled out.", "left open"),
    (NAMES_AF, "Possible AF.", "left open"),
    (NAMES_AF, "Is it AF?", "asked"),
    (NAMES_AF, "If she has AF, anticoagulate.", "supposed"),
    (NAMES_AF, "Her mother has AF.", "somebody else"),
    (NAMES_AF, "未见房颤", "denied"),
    (NAMES_AF, "排除房颤", "denied"),
    (NAMES_AF, "并非房颤", "denied"),
    (NAMES_AF, "非房颤患者", "denied"),
    (NAMES_AF, "不能排除房颤", "left open"),
    (NAMES_AF, "是房颤吗？", "asked"),
    (NAMES_AF, "如果有房颤则抗凝", "supposed"),
    (NAMES_AF, "母亲有房颤", "somebody else"),
    (NO_BLEEDING, "She has bleeding.", "affirmed"),
    (NO_BLEEDING, "No falls, but bleeding from the gums.", "affirmed"),
    (NO_BLEEDING, "She does not deny bleeding.", "affirmed by two denials"),
    (NO_BLEEDING, "I did ask about falls.", "not named"),
    (NO_BLEEDING, "有出血", "affirmed"),
    (NO_BLEEDING, "不能排除出血", "left open"),
    (KEEPS_GOING, "Reduce the dose or stop apixaban.", "says what it must not"),
    (KEEPS_GOING, "减量，必要时停药", "says what it must not"),
    (KEEPS_GOING, "No dose reduction is needed.", "denied"),
    (KEEPS_GOING, "无需减量", "denied"),
    (BOTH, "She has AF.", "only one of two"),
    (BOTH, "No AF; a dose reduction is needed.", "one of two denied"),
    (POTASSIUM, "Potassium chloride 20 mEq was given.", "another thing"),
    (POTASSIUM, "给予氯化钾", "another thing"),
    (CREATININE, "肌酐清除率21", "another thing"),
    (CREATININE, "尿肌酐50", "another thing"),
]


@pytest.mark.parametrize(("spec", "answer"), PASS)
def test_says_it(spec: dict[str, Any], answer: str) -> None:
    grade = says_of(spec, answer)
    assert grade.verdict is Verdict.PASS, grade.because.render("en")
    assert grade.words
    assert grade.evidence


@pytest.mark.parametrize(("spec", "answer", "why"), FAIL)
def test_near_miss_fails(spec: dict[str, Any], answer: str, why: str) -> None:
    grade = says_of(spec, answer)
    assert grade.verdict is Verdict.FAIL, (why, grade.words)
    assert grade.because.render("en")
