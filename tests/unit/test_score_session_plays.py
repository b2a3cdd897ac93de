"""Whole plays by the script players, graded: the director, the tools and the patient are real."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from physassist_tui.ehr.record import open_record
from physassist_tui.i18n import LANGUAGES, Lang
from physassist_tui.library import Loaded, load_scenario
from physassist_tui.play.headless import play_script
from physassist_tui.score.session import Score, score_session

MINI = Path(__file__).resolve().parent.parent / "scenarios" / "mini"


@pytest.fixture(scope="module")
def mini() -> Loaded:
    return load_scenario(MINI)


def played(mini: Loaded, assistant: str, lang: Lang) -> Score:
    record = open_record(mini.record_path)
    events = play_script(mini, assistant, lang, record=record)
    return score_session(events, mini.scenario, record.at(mini.scenario.clock))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_perfect_play_passes_and_nothing_is_found_against_it(mini: Loaded, lang: Lang) -> None:
    got = played(mini, "script:gold", lang).to_json(lang)
    assert got["mrs"] == got["graded_share"] == 1.0
    assert got["task_success"] is True
    assert got["pass_session"] == {"0.60": True, "0.75": True}
    assert got["checks_detail"] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("assistant", ["script:null", "script:echo", "script:dump"])
def test_idle_and_blind_plays_get_next_to_nothing(mini: Loaded, assistant: str, lang: Lang) -> None:
    got = played(mini, assistant, lang).to_json(lang)
    assert got["mrs"] <= 0.25
    assert got["task_success"] is False


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_play_on_the_wrong_chart_is_told(mini: Loaded, lang: Lang) -> None:
    got = played(mini, "script:wrong-patient", lang).to_json(lang)
    assert got["mrs"] <= 0.25
    assert got["checks"]["wrong_patient_writes"] >= 1


def test_two_plays_of_one_script_score_alike(mini: Loaded) -> None:
    texts = {
        json.dumps(played(mini, "script:gold", "zh").to_json("zh"), ensure_ascii=False)
        for _ in range(2)
    }
    assert len(texts) == 1
