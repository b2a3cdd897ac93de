"""`says` on terse answers: numbers as terms, states not reached, denials as jotted down."""

from __future__ import annotations

from typing import Any

import pytest

from physassist_tui.core.words import Verdict
from tests.unit.test_score_says import NAMES_AF
from tests.unit.value_world import says_of


def _one(en: list[str], zh: list[str], *, negated: bool = False) -> dict[str, Any]:
    return {"each": [{"en": en, "zh": zh}], "negated": negated}


FIVE_MG = _one(["5 mg"], ["5毫克", "五毫克"])
BELOW_FIVE = _one(["below 5", "under 5", "<5"], ["低于5", "小于5", "低于五"])
HALF_DOSE = _one(["2.5 mg"], ["2.5毫克", "二点五毫克"])
TWO_HOURS = _one(["2 hours", "two hours"], ["2小时", "两小时"])
NOT_NOW = _one(["would not start", "do not start", "hold off", "not today"], ["不建议", "暂不"])
NO_NSAID = _one(["ibuprofen", "NSAIDs"], ["布洛芬", "止痛药"], negated=True)
NO_FEVER = _one(["fever"], ["发热", "发烧"], negated=True)
STOP_IT = _one(["stop", "discontinue", "come off"], ["停用", "停掉"])
RESOLVED = _one(["resolved"], ["缓解"])
TWICE = _one(["twice daily", "BID"], ["每日两次", "bid"])

PASS: list[tuple[dict[str, Any], str]] = [
    (FIVE_MG, "apixaban 5mg BID"),
    (FIVE_MG, "apixaban 5.0 mg"),
    (FIVE_MG, "5-mg tablets"),
    (FIVE_MG, "(5 mg)"),
    (FIVE_MG, "阿哌沙班5毫克"),
    (FIVE_MG, "每次五毫克"),
    (FIVE_MG, "dose is 5 mg, not 2.5 mg"),
    (BELOW_FIVE, "K must be below 5.0"),
    (BELOW_FIVE, "K below 5 before starting"),
    (BELOW_FIVE, "needs K <5.0"),
    (BELOW_FIVE, "needs K < 5"),
    (BELOW_FIVE, "血钾须低于5.0"),
    (BELOW_FIVE, "低于5 mmol/L"),
    (BELOW_FIVE, "below 5."),
    (HALF_DOSE, "2.50 mg"),
    (HALF_DOSE, "2.5mg"),
    (HALF_DOSE, "二点五毫克"),
    (TWO_HOURS, "2 hours before"),
    (TWO_HOURS, "2-hours overlap"),
    (TWO_HOURS, "two hours"),
    (TWO_HOURS, "两小时后"),
    (TWO_HOURS, "2小时后停"),
    (NAMES_AF, "a-fib"),
    (NAMES_AF, "A-Fib on apixaban"),
    (NAMES_AF, "paroxysmal AF"),
    (NAMES_AF, "AF/flutter"),
    (NAMES_AF, "known AF."),
    (NAMES_AF, "Indication: AF (no DVT/PE)."),
    (NAMES_AF, "AF. No DVT."),
    (NAMES_AF, "Not for VTE; for AF."),
    (NAMES_AF, "hx of AF"),
    (NAMES_AF, "No change: AF."),
    (NAMES_AF, "房颤，无血栓"),
    (NAMES_AF, "因房颤抗凝"),
    (NAMES_AF, "她没有DVT，是房颤"),
    (NOT_NOW, "Hold off."),
    (NOT_NOW, "I'd hold off for now"),
    (NOT_NOW, "Not today."),
    (NOT_NOW, "No, not today - K 5.4"),
    (NOT_NOW, "暂不加"),
    (NOT_NOW, "目前不建议加"),
    (NO_NSAID, "Denies NSAIDs."),
    (NO_NSAID, "No ibuprofen, no herbals."),
    (NO_NSAID, "Not taking ibuprofen."),
    (NO_NSAID, "She doesn't take ibuprofen or aspirin"),
    (NO_NSAID, "没吃布洛芬"),
    (NO_NSAID, "否认服用止痛药"),
    (NO_NSAID, "NSAIDs: none"),
    (NO_NSAID, "ibuprofen (-)"),
    (NO_NSAID, "no OTC painkillers, NSAIDs, or supplements"),
    (NO_NSAID, "She has never used ibuprofen"),
    (NO_NSAID, "Without NSAIDs"),
    (NO_NSAID, "未用布洛芬等止痛药"),
    (NO_FEVER, "afebrile, no fever"),
    (NO_FEVER, "No fevers/chills"),
    (NO_FEVER, "No cough or fever"),
    (NO_FEVER, "Fever: no"),
    (NO_FEVER, "无咳嗽、发热"),
    (NO_FEVER, "无发热"),
    (NO_FEVER, "不发烧"),
    (NO_FEVER, "没有发烧咳嗽"),
    (NO_FEVER, "Denies fever, cough, dysuria."),
    (NO_FEVER, "no infectious sx (no fever)"),
    (NO_FEVER, "否认咳嗽发热"),
    (NO_FEVER, "没发烧，没咳嗽"),
    (STOP_IT, "Stop the ibuprofen."),
    (STOP_IT, "She should come off ibuprofen"),
    (STOP_IT, "discontinue ibuprofen; not needed"),
    (STOP_IT, "布洛芬停掉"),
    (STOP_IT, "建议停用布洛芬"),
    (STOP_IT, "Have her stop ibuprofen, can't keep taking it"),
    (RESOLVED, "DKA resolved."),
    (RESOLVED, "DKA has resolved by criteria, though not eating yet"),
    (RESOLVED, "DKA已缓解"),
    (RESOLVED, "it's resolved"),
    (RESOLVED, "DKA is resolved, not just improving."),
    (TWICE, "5 mg PO BID"),
    (TWICE, "bid"),
    (TWICE, "每日两次"),
    (TWICE, "twice-daily dosing"),
]
FAIL: list[tuple[dict[str, Any], str]] = [
    (FIVE_MG, "2.5 mg"),
    (FIVE_MG, "apixaban 2,5 mg"),
    (FIVE_MG, "0.5 mg"),
    (FIVE_MG, "15 mg"),
    (FIVE_MG, "5.5 mg"),
    (FIVE_MG, "25 mg"),
    (FIVE_MG, "5 mcg"),
    (FIVE_MG, "2.5毫克"),
    (FIVE_MG, "十五毫克"),
    (FIVE_MG, "二点五毫克"),
    (FIVE_MG, "not 5 mg"),
    (FIVE_MG, "5 mg?"),
    (FIVE_MG, "不是5毫克"),
    (FIVE_MG, "55 mg"),
    (BELOW_FIVE, "below 5.5"),
    (BELOW_FIVE, "<5.5"),
    (BELOW_FIVE, "below 50"),
    (BELOW_FIVE, "低于5.5"),
    (BELOW_FIVE, "低于50"),
    (BELOW_FIVE, "低于五点五"),
    (BELOW_FIVE, "低于五十"),
    (BELOW_FIVE, "below 5,5"),
    (BELOW_FIVE, "is not below 5"),
    (HALF_DOSE, "12.5 mg"),
    (HALF_DOSE, "2.55 mg"),
    (HALF_DOSE, "十二点五毫克"),
    (TWO_HOURS, "12 hours"),
    (TWO_HOURS, "1.2 hours"),
    (TWO_HOURS, "22 hours"),
    (TWO_HOURS, "十二小时"),
    (TWO_HOURS, "12小时"),
    (NAMES_AF, "no a-fib"),
    (NAMES_AF, "ruled out AF"),
    (NAMES_AF, "AF was excluded"),
    (NAMES_AF, "?AF"),
    (NAMES_AF, "possible AF"),
    (NAMES_AF, "AF vs flutter unclear"),
    (NAMES_AF, "her brother has AF"),
    (NAMES_AF, "her cardiologist said no AF"),
    (NAMES_AF, "Is there AF?"),
    (NAMES_AF, "DVT, not AF"),
    (NAMES_AF, "never had AF"),
    (NAMES_AF, "AFP normal"),
    (NAMES_AF, "leaf"),
    (NAMES_AF, "AF has not been documented"),
    (NAMES_AF, "AF? No."),
    (NAMES_AF, "I doubt AF"),
    (NAMES_AF, "AF unlikely"),
    (NAMES_AF, "不考虑房颤"),
    (NAMES_AF, "房颤？"),
    (NAMES_AF, "母亲有房颤"),
    (NAMES_AF, "没有房颤病史"),
    (NAMES_AF, "房颤不除外"),
    (NAMES_AF, "是否房颤待定"),
    (NAMES_AF, "I am not sure whether it is AF"),
    (NAMES_AF, "The request mentions AF?"),
    (NO_NSAID, "takes ibuprofen"),
    (NO_NSAID, "No, she takes ibuprofen"),
    (NO_NSAID, "She denies stopping ibuprofen"),
    (NO_NSAID, "ibuprofen daily, no bleeding"),
    (NO_NSAID, "没漏服，吃布洛芬"),
    (NO_NSAID, "无出血，在服布洛芬"),
    (NO_NSAID, "Stop ibuprofen."),
    (NO_NSAID, "No aspirin but ibuprofen"),
    (NO_NSAID, "She didn't mention stopping ibuprofen"),
    (NO_FEVER, "fever"),
    (NO_FEVER, "No cough, but fever"),
    (NO_FEVER, "Fever 38.6, no cough"),
    (NO_FEVER, "有发热，无咳嗽"),
    (NO_FEVER, "无咳嗽，发热38.6℃"),
    (NO_FEVER, "no antibiotics for her fever"),
    (NO_FEVER, "fever has not resolved"),
    (STOP_IT, "Do not stop ibuprofen"),
    (STOP_IT, "don't discontinue ibuprofen"),
    (STOP_IT, "不必停用布洛芬"),
    (STOP_IT, "继续布洛芬"),
    (RESOLVED, "not resolved"),
    (RESOLVED, "DKA has not yet resolved"),
    (RESOLVED, "unresolved"),
    (RESOLVED, "未缓解"),
    (RESOLVED, "DKA isn't resolved"),
    (RESOLVED, "nearly resolved"),
    (RESOLVED, "when DKA has resolved, start glargine"),
    (RESOLVED, "once resolved"),
    (RESOLVED, "尚未完全缓解"),
    (RESOLVED, "缓解后再停"),
    (RESOLVED, "Has it resolved?"),
    (RESOLVED, "hasn't completely resolved"),
    (RESOLVED, "DKA partially resolved"),
    (RESOLVED, "far from resolved"),
    (RESOLVED, "待缓解"),
    (RESOLVED, "部分缓解"),
    (RESOLVED, "not fully resolved"),
]


@pytest.mark.parametrize(("item", "answer"), PASS)
def test_terse_answers_that_say_it(item: dict[str, Any], answer: str) -> None:
    grade = says_of(item, answer)
    assert grade.verdict is Verdict.PASS, str(grade.because)


@pytest.mark.parametrize(("item", "answer"), FAIL)
def test_answers_that_only_hold_the_words(item: dict[str, Any], answer: str) -> None:
    grade = says_of(item, answer)
    assert grade.verdict is Verdict.FAIL, str(grade.because)
