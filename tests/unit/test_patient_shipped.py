"""The same properties for the patient of every scenario that ships."""

from __future__ import annotations

import random
import re
import unicodedata

import pytest

from physassist_tui.core.scenario import Fact, GoldAsk, GoldCall, Scenario
from physassist_tui.i18n import Lang
from physassist_tui.library import list_scenarios, load_scenario
from physassist_tui.patient.drugs import synonyms
from physassist_tui.patient.profile import names_of
from tests.unit.patient_world import Talk
from tests.unit.test_patient_properties import (
    ABOUT_A_DRUG,
    ON_TOPICS,
    ORDERS,
    OTHER_DRUGS,
    check_reply,
)

# In a long task there is nobody to be asked.
SHIPPED = tuple(e.id for e in list_scenarios() if e.toolset != "physicianbench")
BY_LANGUAGE = [
    (scenario_id, lang)
    for scenario_id in SHIPPED
    for lang in load_scenario(scenario_id).scenario.languages
]


def squeezed(text: str) -> str:
    """Letters and digits only, in one case and width."""
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())


def could_name(question: str, fact: Fact) -> bool:
    """Whether any name of the fact stands in the question, loosely (no last letter)."""
    about = fact.about
    names = [*(about.names.every() if about else ())]
    if about is not None and about.medication:
        names += synonyms(about.medication)
    stems = [squeezed(name) for name in names]
    asked = squeezed(question)
    return any(re.search(re.escape(s[:-1] if s.isascii() else s), asked) for s in stems if s)


def talk_of(scenario: Scenario, lang: Lang) -> Talk:
    return Talk(persona=scenario.persona, lang=lang, facts=scenario.facts)


def test_scenarios_ship() -> None:
    assert len(SHIPPED) >= 3


@pytest.mark.parametrize(("scenario_id", "lang"), BY_LANGUAGE)
def test_hundreds_of_questions(scenario_id: str, lang: Lang) -> None:
    scenario = load_scenario(scenario_id).scenario
    own = {squeezed(n) for f in scenario.facts for n in names_of(f)}
    others = [d for d in OTHER_DRUGS if not any(squeezed(d)[:5] in name for name in own)]
    names = sorted({n for f in scenario.facts for n in names_of(f)}) or ["aspirin"]
    chance = random.Random(3)
    facts = {fact.id: fact for fact in scenario.facts}
    for number in range(500):
        if number % 5 == 0:
            talk = talk_of(scenario, lang)
        before = set(talk.revealed)
        kind = chance.choice(("other", "topic", "order", "trawl"))
        if kind == "other":
            question = chance.choice(ABOUT_A_DRUG).format(chance.choice(others))
        elif kind == "topic":
            question = chance.choice(ON_TOPICS)
        elif kind == "order":
            question = chance.choice(ORDERS).format(chance.choice(names))
        else:
            question = ", ".join([*names, *others])
        reply = talk.ask(question)
        check_reply(reply, scenario.facts, scenario.persona, lang)
        if kind in ("order", "trawl"):
            assert reply.facts == (), question
        if kind == "other":
            told = {f for f in reply.facts if facts[f].about and facts[f].about.medication}  # type: ignore[union-attr]
            assert not told, question
        if scenario.persona.disclosure == "critical_withheld":
            for fact_id in set(reply.facts) - before:
                assert not facts[fact_id].critical or could_name(question, facts[fact_id]), question


@pytest.mark.parametrize(("scenario_id", "lang"), BY_LANGUAGE)
def test_every_name_that_an_author_gives_opens_its_fact(scenario_id: str, lang: Lang) -> None:
    scenario = load_scenario(scenario_id).scenario
    for fact in scenario.facts:
        for name in names_of(fact):
            frame = "Tell me about {}." if name.isascii() else "说说{}吧"
            reply = talk_of(scenario, lang).ask(frame.format(name))
            assert fact.id in reply.facts, name


@pytest.mark.parametrize(("scenario_id", "lang"), BY_LANGUAGE)
def test_the_gold_questions_bring_out_what_is_graded(scenario_id: str, lang: Lang) -> None:
    scenario = load_scenario(scenario_id).scenario
    talk = talk_of(scenario, lang)
    for turn in scenario.turns:
        for step in turn.gold:
            if isinstance(step, GoldAsk):
                assert talk.ask(step.ask.text(lang)).facts, step.ask.text(lang)
            elif isinstance(step, GoldCall) and step.call.startswith("patient."):
                talk.ask("", step.call, **step.with_)
        for item in turn.rubric:
            for leaf in item.grader.leaves():
                if leaf.exchange is not None:
                    assert set(leaf.exchange.facts) <= set(talk.revealed)
