"""What makes reading a text fast finds the same as what it stands for."""

from __future__ import annotations

import random
from functools import cache

import pytest

from physassist_tui.core.scenario import Scenario
from physassist_tui.library import list_scenarios, load_scenario
from physassist_tui.score import dates_in_text, says
from physassist_tui.score.folded import fold
from physassist_tui.score.recall import Recall

SEED = 20261130
TIMES = [
    "on 3/4",
    "2/28 1.1",
    "(9-28)",
    "(7-9)→",
    "去年9月",
    "2026年3月10日",
    "3月",
    "Mar 3",
    "3rd of May",
    "in June",
    "June 2025",
    "2025-03",
    "10-20",
    "3日",
    "MONDAY",
    "last Monday",
    "three days ago",
    "3天前",
    "Yesterday",
    "the day before yesterday",
    "last night",
    "the previous day",
    "昨晚",
    "tomorrow",
    "明早",
    "tonight",
    "this morning",
    "今天",
    "0800",
    "at 0830",
    "08:30",
    "5 pm",
    "5p.m.",
    "1400h",
    "下午3点",
    "3点半",
    "今晨8点",
    "于8时",
    "when she came in",
    "arrival: 5",
    "adm 14",
    "入院时",
    "来时",
    "就诊时",
    "at that time",
    "back then",
    "previously",
    "pre-op",
    "基线",
    "术前",
    "曾",
    "currently",
    "latest",
    "目前",
    "现为",
    "2021 guideline",
    "2019年版",
    "in 2024",
    "2024年",
    "(2019)",
    "last year",
    "上周",
    "laſt week",
    "yeſterday",
    "tonıght",
    "İn June",
    "K 5.4",
    "1.9 mg/dL",
    "2026-03-10T09:30",
    "10/03/2026",
]


@cache
def _shipped() -> tuple[Scenario, ...]:
    return tuple(load_scenario(entry.id).scenario for entry in list_scenarios())


def _texts(words: list[str], count: int) -> list[str]:
    chance = random.Random(SEED)
    return [
        chance.choice((" ", "", ", ", "\n")).join(chance.choices(words, k=chance.randint(1, 9)))
        for _ in range(count)
    ]


def test_a_text_folds_as_its_characters_do_but_for_a_comma_within_a_number() -> None:
    signs = list("％（）＋－～µ×·—‘’“”「」⁰₂０９０９，，Ａｚ≤⩽≧＋⁺\u00a0\u00ad，。aK5 ,中\n")
    for text in _texts(signs, 3000):
        folded = fold(text)
        assert len(folded) == len(text)
        for at, sign in enumerate(text):
            wide = 0 < at < len(text) - 1 and all(
                "０" <= near <= "９" for near in (text[at - 1], text[at + 1])
            )
            assert folded[at] == ("," if sign == "，" and wide else fold(sign)), text


def test_no_date_is_lost_for_a_word_that_is_first_looked_for() -> None:
    found = set()
    for text in (*TIMES, *_texts(TIMES, 1500)):
        every = [
            (number, match.span())
            for number, (pattern, _reader, _needed) in enumerate(dates_in_text._COMPILED)
            for match in pattern.finditer(text)
        ]
        found |= {number for number, _span in every}
        seen = [match.span() for _reader, match in dates_in_text._matches(text)]
        assert seen == [span for _number, span in every], text
    assert len(found) == len(dates_in_text._COMPILED), "a pattern that no text has was not tried"


def test_a_term_is_found_wherever_its_pattern_matches() -> None:
    terms = sorted(
        {
            term
            for scenario in _shipped()
            for turn in scenario.turns
            for item in turn.rubric
            for leaf in item.grader.leaves()
            if leaf.says is not None
            for group in (*leaf.says.each, leaf.says.none)
            for term in group.every()
        }
    )
    chance = random.Random(SEED)
    total = 0
    for term in chance.sample(terms, 1000):
        odd = term.replace("s", "ſ").replace("i", "ı")
        forms = [term, term.upper(), term[:1] + "-" + term[1:], term + "s", "x" + term, term * 2]
        forms += [odd, term.replace(" ", "\n"), "，", "5"]
        text = fold(chance.choice((" ", "", "-")).join(chance.choices(forms, k=12)))
        wanted = [match.span() for match in says.term_pattern(term).finditer(text)]
        assert [m.span() for m in says._places(term, text, text.lower())] == wanted, (term, text)
        total += len(wanted)
    assert total > 1000


def test_what_is_recalled_is_of_one_thing_and_no_failure() -> None:
    recall, one, equal = Recall(), ["spec"], ["spec"]
    assert recall.of(one, lambda: 1) == 1
    assert recall.of(one, lambda: 2) == 1
    assert recall.of(equal, lambda: 3) == 3
    refused = ["refused"]
    with pytest.raises(ZeroDivisionError):
        recall.of(refused, lambda: 1 // 0)
    assert recall.of(refused, lambda: 4) == 4
    # Kept, so that nothing new can be taken for it.
    assert all(recall.of([number], lambda n=number: n) == number for number in range(2000))  # type: ignore[misc]
