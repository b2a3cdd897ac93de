"""`value` and `says` under anything: no text raises, formatting and company change nothing."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from physassist_tui.core.words import Verdict
from physassist_tui.score.dates_in_text import whens
from physassist_tui.score.folded import fold
from physassist_tui.score.mentions import mentions
from physassist_tui.score.paste import is_paste
from physassist_tui.score.quantities import numbers, quantities
from physassist_tui.score.repeats import masked
from physassist_tui.score.stated import statements
from tests.unit.builders import AT
from tests.unit.test_score_says import NAMES_AF, NO_BLEEDING
from tests.unit.test_score_value import ADMISSION, CREATININE, POTASSIUM
from tests.unit.value_world import says_of, value_of

PIECES = st.sampled_from(
    [
        "creatinine", "9", "肌酐", "K", "1.9", "1,9", "１．９", "mg/dL", "毫克/分升",
        "not", "不是", "AF", "房颤", "yesterday", "2026-03-04", "3/4", "12:60",
        "(", ")", "|", "\n", "→", "->", "-", "/",
        "一点九", "十十", "百分之", "99999999999999999999", "120/80", "x10^9/L", "10*", "°",
        "，", "。", "?", "if", "若", "陈桂芬", "Chandler", "0/0",
        "31日", "13月45日", "Feb 30", ".", "..", "+", "=",
    ]
)  # fmt: skip
PROSE = st.lists(PIECES, max_size=30).map(" ".join)
LONG = st.tuples(PIECES, st.integers(2, 200)).map(lambda pair: pair[0] * pair[1])
ANY = st.one_of(st.text(max_size=200), PROSE, LONG)


@settings(max_examples=120, deadline=None)
@given(ANY)
def test_arbitrary_text_is_graded_and_never_raises(text: str) -> None:
    for grade in (value_of(CREATININE, text), says_of(NAMES_AF, text)):
        assert grade.verdict in (Verdict.PASS, Verdict.FAIL)
        assert grade.words == "" or grade.words.split(" … ")[0] in text


@settings(max_examples=200, deadline=None)
@given(ANY)
def test_readers_give_spans_of_their_text(text: str) -> None:
    assert len(fold(text)) == len(text)
    for quantity in quantities(text):
        assert 0 <= quantity.start < quantity.number_end <= quantity.end <= len(text)
    for number in numbers(text):
        assert any(
            c.isdigit() or c in "零〇一二两三四五六七八九十百千万半"
            for c in text[number.start : number.end]
        )
    times = whens(text, AT)
    assert all(a.end <= b.start for a, b in pairwise(times))
    assert all(0 <= m.start < m.end <= len(text) for m in mentions(text))
    assert len(masked(text, [text])) == len(text)
    assert len(statements(text, AT)) == len(quantities(text, AT))
    is_paste(text, [text])


UNRELATED = (
    "She slept well.",
    "Her daughter visited this morning.",
    "Potassium is 5.4 mmol/L.",
    "I will let you know if anything changes.",
    "BP 92/54, HR 104.",
    "No bleeding was reported.",
    "Apixaban is 5 mg twice daily.",
    "Is there anything else you need?",
    "患者夜间睡眠可。",
    "血压92/54 mmHg。",
    "无出血。",
    "阿哌沙班5 mg每日两次。",
)
STATED = (
    "Creatinine is 1.9 mg/dL today.",
    "Creatinine rose from 1.1 on admission to 1.9 mg/dL.",
    "今日肌酐1.9 mg/dL。",
    "肌酐由1.1升至1.9 mg/dL。",
)


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(STATED), st.lists(st.sampled_from(UNRELATED), max_size=4), st.integers(0, 4))
def test_unrelated_sentences_do_not_flip_a_pass(
    stated: str, company: list[str], place: int
) -> None:
    place = min(place, len(company))
    answer = " ".join([*company[:place], stated, *company[place:]])
    grade = value_of(CREATININE, answer)
    assert grade.verdict is Verdict.PASS, (answer, grade.because.render("en"))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(UNRELATED), max_size=4), st.integers(0, 4))
def test_unrelated_sentences_do_not_flip_a_says(company: list[str], place: int) -> None:
    place = min(place, len(company))
    for spec, said in ((NAMES_AF, "The indication is AF."), (NO_BLEEDING, "She denies bleeding.")):
        answer = " ".join([*company[:place], said, *company[place:]])
        assert says_of(spec, answer).verdict is Verdict.PASS, answer


NUMBERS = ("1.9", "1.90", "1,9", "１．９", "1．9", "一点九")
UNITS = (
    " mg/dL",
    "mg/dL",
    " mg/dl",
    " MG/DL",
    " mg per dL",
    "毫克/分升",
    " 毫克／分升",
    "ｍｇ／ｄＬ",
)
FRAMES = (
    "Creatinine {}.", "Creatinine is {} today.", "The latest creatinine ({}) is high.",
    "- **Cr:** {}", "SCr={}", "肌酐{}。", "今日血肌酐为{}。", "肌酐：{}（高）", "血肌酐约{}左右。",
)  # fmt: skip


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("unit", UNITS)
def test_every_way_of_writing_the_number_passes(frame: str, unit: str) -> None:
    for number in NUMBERS:
        answer = frame.format(number + unit)
        assert value_of(CREATININE, answer).verdict is Verdict.PASS, answer
        assert value_of(ADMISSION, answer).verdict is Verdict.FAIL, answer


@settings(max_examples=60, deadline=None)
@given(st.integers(100, 999))
def test_only_the_expected_value_passes(hundredths: int) -> None:
    value = hundredths / 100
    grade = value_of(POTASSIUM, f"Potassium is {value:.2f} mmol/L.")
    assert (grade.verdict is Verdict.PASS) == (abs(value - 5.4) <= 0.0500001)
