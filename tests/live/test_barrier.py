"""What a player sees never holds what the case tests, its gold, or the patient's secrets."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from physassist_tui.core.graders import GraderSpec
from physassist_tui.core.scenario import GoldAnswer, GoldAsk, GoldCall
from physassist_tui.ehr.toolsets import toolset
from physassist_tui.i18n import LANGUAGES, Lang
from physassist_tui.library import Loaded, list_scenarios, load_scenario
from tests.programs import physassist

ROOT = Path(__file__).resolve().parents[2]
IDS = [entry.id for entry in list_scenarios()]
PAGES = 12
LOOKS = [
    "help", "tools", "tools MedicationRequest.create", "chart", "request", "orders", "raw",
    "Patient.everything _count=100", *["more"] * PAGES, "raw",
]  # fmt: skip
LONG_LOOKS = [
    "help", "tools", "tools fhir_medication_request_create", "request", "orders", "steps",
    *(
        line
        for tool in toolset("physicianbench").tools if tool.kind == "read"
        for line in (f"{tool.name} count=60", "more")
    ),
]  # fmt: skip


def hidden(loaded: Loaded, lang: Lang) -> Iterator[str]:
    """Every string of the scenario that no player may see before the score."""
    scenario = loaded.scenario
    for turn in scenario.turns:
        if turn.explicit != turn.request:
            yield turn.explicit.text(lang)
        yield turn.task_type.value
        if turn.implicitness is not None:
            yield f" {turn.implicitness.value} "
        for item in turn.rubric:
            if "-" in item.id:  # a plain word may stand anywhere
                yield item.id
            yield item.text.text(lang)
            yield from _guidance(item.grader)
        for step in turn.gold:
            if isinstance(step, GoldAnswer):
                yield step.answer.text(lang)
            elif isinstance(step, GoldAsk):
                yield step.ask.text(lang)
            elif isinstance(step, GoldCall):
                yield str(step.arguments(lang).get("content", ""))
    for fact in scenario.facts:
        if "-" in fact.id:
            yield fact.id
        wording = getattr(fact.say, lang)
        yield from (wording.low, wording.medium, wording.high)
    for citation in scenario.references:
        yield citation.cite
    if not scenario.long_task:
        yield scenario.persona.disclosure


def _guidance(grader: GraderSpec) -> Iterator[str]:
    for leaf in grader.leaves():
        if leaf.judge is not None and leaf.judge.guidance:
            yield leaf.judge.guidance


# The charts of long tasks are long: each is looked through in one language.
PLAYS = [
    (scenario, lang)
    for at, scenario in enumerate(IDS)
    for number, lang in enumerate(LANGUAGES)
    if not load_scenario(scenario).scenario.long_task or at % 2 == number
]


def printed(lang: Lang, *command: str, typed: str = "") -> str:
    done = physassist(command, typed=typed, environ={**os.environ, "PHYSASSIST_LANG": lang})
    assert done.returncode == 0, done.stderr
    return done.stdout


@lru_cache
def listing(lang: Lang) -> str:
    """The library as it is listed: the same for every scenario."""
    return printed(lang, "scenarios", "list")


@pytest.mark.parametrize(("scenario", "lang"), PLAYS)
def test_a_player_who_looks_everywhere_sees_none_of_it(
    scenario: str, lang: Lang, tmp_path: Path
) -> None:
    loaded = load_scenario(scenario)
    looks = LONG_LOOKS if loaded.scenario.long_task else LOOKS
    typed = "\n".join([*looks, "quit", ""])
    seen = printed(lang, "play", scenario, "--db", str(tmp_path / "plays.db"), typed=typed)
    seen += printed(lang, "scenarios", "show", scenario) + listing(lang)
    assert len(seen) > 30_000  # the whole chart went by
    found = [text for text in hidden(loaded, lang) if text.strip() and text in seen]
    assert found == []
