"""What the shipped rubrics make of a clinician's words: right in any wording, wrong in none.

The dangerous answers are those that use the words of a right one: what must stop is another
drug, the order of two steps is turned round, a fact is told and nothing recommended.
"""

from __future__ import annotations

import pytest

from physassist_tui.core.graders import GraderSpec
from physassist_tui.core.words import Verdict
from physassist_tui.library import load_scenario
from tests.unit.value_world import says_of

AF = "medication-safety/atrial-fibrillation-day-3"
DKA = "treatment-response/ketoacidosis-day-2"
HF = "discharge-planning/heart-failure-going-home"

RIGHT: tuple[tuple[str, str, str], ...] = (
    (HF, "not-today", "Hold spironolactone for now: K 5.4 is above 5.0."),
    (HF, "not-today", "Not today. K 5.4 is over the cut-off for an MRA."),
    (HF, "not-today", "I would not start it before discharge."),
    (HF, "not-today", "单看肾功能可以用，但血钾5.4，今天不建议加，降到5.0以下可以加。"),
    (HF, "not-today", "不行，血钾偏高，先缓一缓。"),
    (HF, "stop-it", "I advised her to stop the salt substitute now."),
    (HF, "stop-it", "She should not use it any more."),
    (HF, "stop-it", "Suggest discontinuing the salt substitute."),
    (HF, "stop-it", "建议立即改回普通盐并限盐。"),
    (HF, "stop-it", "嘱其停食低钠盐。"),
    (AF, "reduced-dose", "2.5 mg BID is right."),
    (AF, "reduced-dose", "Down to 2.5 mg twice daily; back to 5 mg if creatinine recovers."),
    (AF, "reduced-dose", "应减为2.5 mg每日两次。"),
    (AF, "missed-evening-doses", "Misses about one evening dose a week."),
    (AF, "missed-evening-doses", "晚上那顿一周忘一次。"),
    (AF, "stop-it", "Needs to come off it; use acetaminophen."),
    (AF, "stop-it", "Stop the Advil. Do not stop the apixaban."),
    (AF, "stop-it", "需立即停药，换用对乙酰氨基酚。"),
    (AF, "stop-it", "布洛芬应停，阿哌沙班继续。"),
    (AF, "recheck-creatinine", "BMP in 2 days."),
    (DKA, "criteria-met", "Yes, she is out of it: the DKA is over."),
    (DKA, "basal-before-stopping", "Give SC glargine first and keep the drip 1-2 h more."),
    (DKA, "basal-before-stopping", "The drip cannot come off now; basal first, overlap 2 h."),
    (DKA, "basal-before-stopping", "静脉胰岛素不能马上停，先皮下打基础胰岛素。"),
    (DKA, "found-missed-insulin", "She hasn't had insulin for 10 days."),
    (DKA, "when-the-infusion-stops", "Drip off 2 h post-dose."),
    (DKA, "when-the-infusion-stops", "First dose now; stop the drip 2 hours after the injection."),
    (DKA, "when-the-infusion-stops", "打完2小时后再停泵。"),
)

DANGEROUS: tuple[tuple[str, str, str], ...] = (
    (HF, "not-today", "Yes, start spironolactone 12.5 mg today. Avoid NSAIDs."),
    (HF, "not-today", "Fine to start; wait for pharmacy."),
    (HF, "not-today", "可以加螺内酯20mg，无禁忌，先不用管血钾。"),
    (HF, "not-today", "今天可以加，不建议同时用止痛药。"),
    (HF, "stop-it", "Since August she replaced table salt with a salt substitute."),
    (HF, "stop-it", "Stop the Entresto; she can continue using it on her food."),
    (HF, "stop-it", "Avoid NSAIDs and stop smoking."),
    (HF, "stop-it", "她8月起改用低钠盐，不再吃普通盐。"),
    (HF, "stop-it", "建议停用诺欣妥。"),
    (AF, "reduced-dose", "Keep 5 mg BID; 2.5 mg only below 60 kg."),
    (AF, "reduced-dose", "不用减量，仍用5mg bid，体重≤60kg才减到2.5mg。"),
    (AF, "missed-evening-doses", "Her daughter fills a weekly pill box, and she takes all of it."),
    (AF, "missed-evening-doses", "她每周都按时吃。"),
    (AF, "stop-it", "Stop the apixaban; continue the ibuprofen."),
    (AF, "stop-it", "建议停用阿哌沙班，布洛芬可以继续吃。"),
    (DKA, "basal-before-stopping", "Stop the drip now; give basal insulin before bed."),
    (DKA, "basal-before-stopping", "先停静脉胰岛素，再皮下打甘精。"),
    (DKA, "found-missed-insulin", "Anion gap closed; none of the cultures grew."),
    (DKA, "why-she-went-without", "Insurance card on file."),
    (DKA, "when-the-infusion-stops", "Stop the drip now; check glucose 2 hours later."),
    (DKA, "when-the-infusion-stops", "静脉胰岛素打针前2小时停，之后再打甘精。"),
)


def said(scenario_id: str, item_id: str, answer: str) -> Verdict:
    """What the `says` of the item makes of the answer, apart from its other graders."""
    turns = load_scenario(scenario_id).scenario.turns
    found = [item for turn in turns for item in turn.rubric if item.id == item_id]
    spec: GraderSpec = found[0].grader
    says = [part.says for part in spec.all or (spec,) if part.says is not None]
    assert len(says) == 1
    return says_of(says[0].model_dump(), answer).verdict


@pytest.mark.parametrize(("scenario_id", "item_id", "answer"), RIGHT)
def test_a_right_answer_passes(scenario_id: str, item_id: str, answer: str) -> None:
    assert said(scenario_id, item_id, answer) is Verdict.PASS


@pytest.mark.parametrize(("scenario_id", "item_id", "answer"), DANGEROUS)
def test_a_dangerous_answer_fails(scenario_id: str, item_id: str, answer: str) -> None:
    assert said(scenario_id, item_id, answer) is Verdict.FAIL
