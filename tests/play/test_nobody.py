"""A call for somebody who is not there says so in one line, and costs people and models a call."""

from __future__ import annotations

from typing import Any

import pytest

from physassist_tui.core.view import CallTool
from physassist_tui.i18n import LANGUAGES, Lang, use_language
from physassist_tui.library import load_scenario
from physassist_tui.plain import printer
from physassist_tui.play.casting import Casting
from physassist_tui.play.driver import Driver
from physassist_tui.play.opening import start
from physassist_tui.play.recorder import MemorySink
from tests.play.conftest import SCENARIOS
from tests.play.scripted_model import ScriptedModel, says

CALLS: list[tuple[str, str, dict[str, Any], tuple[str, str]]] = [
    ("long", "fhir_patient_search_demographics", {"identifier": "00000"},
     ("There is no such patient in this EHR: nobody has identifier=00000.",
      "本电子病历中没有这位患者：无人符合 identifier=00000。")),
    ("long", "fhir_observation_search_labs", {"patient": "00000"},
     ("There is no patient 00000 in this EHR.", "本电子病历中没有患者 00000。")),
    ("mini", "Observation.search", {"patient": "00000", "code": "K"},
     ("There is no patient 00000 in this EHR.", "本电子病历中没有患者 00000。")),
]  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("scenario", "tool", "given", "said"), CALLS)
def test_it_says_so_and_costs_a_call_whoever_makes_it(
    scenario: str, tool: str, given: dict[str, Any], said: tuple[str, str], lang: Lang,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    loaded = load_scenario(str(SCENARIOS / scenario))
    wanted = said[LANGUAGES.index(lang)]
    left = []
    for player in ("human", "model:m"):
        opened = start(loaded, MemorySink(), Casting(player, lang), session="01TEST")
        before = opened.director.view().limits.tool_calls_this_turn
        model = ScriptedModel([says("", (tool, given)), says("Done.")])
        if player == "human":
            use_language(lang)
            try:
                printer.happened(opened.director.act(CallTool(tool, given)), None)
            finally:
                use_language("en")
            lines = capsys.readouterr().out.splitlines()
            assert [line for line in lines if wanted in line], lines
        else:
            driver = Driver(opened, {"m": model}.__getitem__)
            driver.step()
        left.append(before - opened.director.view().limits.tool_calls_this_turn)
    driver.step()
    assert wanted in model.heard[1][-1]["content"]
    assert left == [1, 1]
