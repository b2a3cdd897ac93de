"""Which facts a person's own words for the patient tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from physassist_tui.library import load_scenario
from physassist_tui.patient.telling import facts_said, utterances_of
from tests.conftest import ROOT
from tests.unit.patient_world import STOPPED_APIXABAN

SCENARIOS = sorted((ROOT / "scenarios").glob("*/*/scenario.yaml"))
MINI = load_scenario(str(ROOT / "tests" / "scenarios" / "mini")).scenario.facts


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.parent.name)
def test_a_facts_own_words_tell_it_and_no_other(path: Path) -> None:
    facts = load_scenario(str(path.parent)).scenario.facts
    for fact in facts:
        for words in utterances_of(fact):
            for reply in (words, words.upper(), f"Well. {words} 就这样。"):
                assert facts_said(reply, facts) == (fact.id,), reply


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ("Apixaban? I stopped it two weeks ago, it was bruising me.", True),
        ("阿哌沙班我两周前停了，老有瘀青。", True),
        (
            "Fine. I stopped the Eliquis two weeks ago because of the bruises. No fever.",
            True,
        ),
        ("I didn't stop the apixaban two weeks ago, bruising or not.", False),
        ("我两周前没停阿哌沙班，也没瘀青。", False),
        ("I stopped the warfarin two weeks ago because I was bruising.", False),
        ("I stopped apixaban three weeks ago because I was bruising.", False),
        ("Two weeks.", False),
        ("apixaban", False),
        ("Yes.", False),
        ("", False),
    ],
)
def test_a_fact_in_other_words(reply: str, told: bool) -> None:
    assert facts_said(reply, [STOPPED_APIXABAN]) == (("stopped-apixaban",) if told else ())


def test_facts_that_little_marks_out_are_told_whole_or_not_at_all() -> None:
    assert facts_said("no, MY HEART feels fine. No fluttering or anything", MINI) == (
        "no-palpitations",
    )
    assert facts_said("没有，没觉得心慌或者心跳快", MINI) == ("no-palpitations",)
    assert facts_said("I have palpitations.", MINI) == ()
    assert facts_said("心慌。", MINI) == ()


def test_any_text_is_taken() -> None:
    for text in ("\udce4" * 9, "[/ " * 999, "。" * 9999, "吃" * 5000, "\x00", "1e999 0x٣"):
        assert facts_said(text, MINI) == ()
