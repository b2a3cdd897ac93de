"""What a player sees never holds what the case tests, its gold, or the patient's secrets."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from physassist_tui.core.graders import GraderSpec
from physassist_tui.core.scenario import GoldAnswer, GoldAsk
from physassist_tui.i18n import Lang
from physassist_tui.library import Loaded, list_scenarios, load_scenario

ROOT = Path(__file__).resolve().parents[2]
IDS = [entry.id for entry in list_scenarios()]
PAGES = 12
LOOKS = [
    "help", "tools", "tools MedicationRequest.create", "chart", "request", "orders", "raw",
    "Patient.everything _count=100", *["more"] * PAGES, "raw",
]  # fmt: skip


def hidden(loaded: Loaded, lang: Lang) -> Iterator[str]:
    """Every string of the scenario that no player may see before the score."""
    scenario = loaded.scenario
    for turn in scenario.turns:
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
    for fact in scenario.facts:
        if "-" in fact.id:
            yield fact.id
        wording = getattr(fact.say, lang)
        yield from (wording.low, wording.medium, wording.high)
    for citation in scenario.references:
        yield citation.cite
    yield scenario.persona.disclosure


def _guidance(grader: GraderSpec) -> Iterator[str]:
    for leaf in grader.leaves():
        if leaf.judge is not None and leaf.judge.guidance:
            yield leaf.judge.guidance


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("scenario", IDS)
def test_a_player_who_looks_everywhere_sees_none_of_it(
    scenario: str, lang: Lang, tmp_path: Path
) -> None:
    loaded = load_scenario(scenario)
    seen = ""
    for command, typed in (
        (["play", scenario, "--db", str(tmp_path / "plays.db")], "\n".join([*LOOKS, "quit", ""])),
        (["scenarios", "show", scenario], ""),
        (["scenarios", "list"], ""),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "physassist_tui", *command],
            input=typed, capture_output=True, text=True, check=True, timeout=60, cwd=ROOT,
            env={**os.environ, "PHYSASSIST_LANG": lang},
        )  # fmt: skip
        seen += done.stdout
    assert len(seen) > 30_000  # the whole chart went by
    found = [text for text in hidden(loaded, lang) if text.strip() and text in seen]
    assert found == []
