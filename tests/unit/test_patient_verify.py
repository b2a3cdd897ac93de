"""The verifier: what is said for a patient must stand in its facts or in the conversation."""

from __future__ import annotations

import pytest

from physassist_tui.i18n import LANGUAGES, Lang
from physassist_tui.patient.verify import han_value, unsupported
from physassist_tui.patient.wording import utterance
from tests.unit.patient_world import (
    BLACK_STOOLS,
    CHEST_TIGHT,
    DRINKS,
    FACTS,
    KNEE_PAIN,
    PERSONAS,
    SKIPS_METFORMIN,
    STOPPED_APIXABAN,
    USES_PILLBOX,
)

SUPPORTED = (
    ("I stopped the apixaban two weeks ago.", (STOPPED_APIXABAN,), ()),
    ("Eliquis? I quit that 2 weeks back.", (STOPPED_APIXABAN,), ()),
    ("That blood thinner bruised me.", (STOPPED_APIXABAN,), ()),
    ("艾乐妥我2周前停了。", (STOPPED_APIXABAN,), ()),
    ("两个礼拜前就不吃阿哌沙班了。", (STOPPED_APIXABAN,), ()),
    ("About 3 times a week I miss the evening metformin.", (SKIPS_METFORMIN,), ()),
    ("一周漏三次二甲双胍。", (SKIPS_METFORMIN,), ()),
    ("My knees are a 6 out of ten.", (KNEE_PAIN,), ()),
    ("My stools have been black for 3 days.", (BLACK_STOOLS,), ()),
    ("The warfarin? I don't know about that.", (), ("Do you take warfarin?",)),
    ("No, no headache.", (), ("Any headaches?",)),
    ("I'm so worried, is it bad?", (), ()),
    ("That one? No idea. One of my people would know.", (), ()),
    ("我有点担心，一点也不懂。", (), ()),
    ("您说的我一下子记不住。", (), ()),
)
UNSUPPORTED = (
    ("I stopped the apixaban three weeks ago.", (STOPPED_APIXABAN,), (), "three weeks"),
    ("I stopped the apixaban two days ago.", (STOPPED_APIXABAN,), (), "days"),
    ("I stopped the warfarin two weeks ago.", (STOPPED_APIXABAN,), (), "warfarin"),
    ("I stopped Xarelto.", (STOPPED_APIXABAN,), (), "Xarelto"),
    ("It made my gums bleed.", (STOPPED_APIXABAN,), (), "gums"),
    ("I stopped it yesterday.", (STOPPED_APIXABAN,), (), "yesterday"),
    ("I stopped it on Monday morning.", (STOPPED_APIXABAN,), (), "Monday"),
    ("I took 5 mg of it.", (STOPPED_APIXABAN,), (), "5"),
    ("I also smoke.", (DRINKS,), (), "smoke"),
    ("I get dizzy too.", (CHEST_TIGHT,), (), "dizzy"),
    ("My back hurts.", (KNEE_PAIN,), (), "back hurts"),
    ("It is seven out of ten.", (KNEE_PAIN,), (), "seven"),
    ("我三周前停了阿哌沙班。", (STOPPED_APIXABAN,), (), "三周"),
    ("利伐沙班我停了。", (STOPPED_APIXABAN,), (), "利伐沙班"),
    ("我昨天停的。", (STOPPED_APIXABAN,), (), "昨天"),
    ("我头晕。", (CHEST_TIGHT,), (), "头晕"),
    ("我每天抽烟。", (DRINKS,), (), "抽烟"),
    ("七分疼。", (KNEE_PAIN,), (), "七"),
    ("吃了五片。", (SKIPS_METFORMIN,), (), "五"),
    ("一片都没吃，半片也没有。", (SKIPS_METFORMIN,), (), "半"),
    ("I stopped it.", (), ("Do you take warfarin?",), None),
)


@pytest.mark.parametrize(("text", "facts", "conversation"), SUPPORTED)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_supported(text: str, facts: tuple, conversation: tuple, lang: Lang) -> None:  # type: ignore[type-arg]
    assert unsupported(text, facts, lang, conversation) == []


@pytest.mark.parametrize(("text", "facts", "conversation", "word"), UNSUPPORTED)
def test_unsupported(text: str, facts: tuple, conversation: tuple, word: str | None) -> None:  # type: ignore[type-arg]
    found = unsupported(text, facts, "en", conversation)
    assert (word in found) if word is not None else found == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_fact_supports_its_own_words_and_no_other_facts(lang: Lang) -> None:
    for fact in FACTS:
        for persona in PERSONAS:
            said = utterance(fact, persona, lang)
            assert unsupported(said, (fact,), lang) == []
            if fact is not USES_PILLBOX:  # Who fills a box is nothing that is checked.
                assert unsupported(said, (), lang) != []


@pytest.mark.parametrize(
    ("numeral", "value"),
    [("三", 3), ("十", 10), ("十五", 15), ("二十", 20), ("三十六", 36), ("一百二十", 120),
     ("两", 2), ("半", 0.5), ("三千", 3000), ("一百零五", 105)],
)  # fmt: skip
def test_chinese_numerals(numeral: str, value: float) -> None:
    assert han_value(numeral) == value
