"""A study file: all that is wrong with one is told, each with its line, in both languages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from physassist_tui.i18n import LANGUAGES
from physassist_tui.study.load import StudyProblems, load_study
from physassist_tui.study.model import Condition, Participant, Question
from physassist_tui.study.order import plan
from tests.study.study_world import MINI, ROOT, STUDY, study

LINES = STUDY.splitlines()


def problems(file: Path, text: str) -> list[str]:
    file.write_text(text, encoding="utf-8")
    with pytest.raises(StudyProblems) as raised:
        load_study(file)
    for lang in LANGUAGES:
        assert str(file) in raised.value.message.render(lang)
    return [f"{p.line}: {p.field}: {p.problem.render('en')}" for p in raised.value.problems]


def test_a_good_file_has_none(tmp_path: Path) -> None:
    loaded = study(tmp_path)
    assert loaded.study.id == "pilot"
    assert [len(plan(loaded.study, one)) for one in loaded.study.participants] == [2, 2, 2]
    assert loaded.study.conditions[1].seconds == 1200
    # What is kept of it is all of it.
    assert type(loaded.study).model_validate(loaded.data) == loaded.study


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("id: pilot", "id: Pilot 1", "2: id: expected lower-case letters"),
        ("schema: 1", "schema: true", "1: schema: expected a number, found true or false"),
        ("schema: 1", "schema: 2", "1: schema: expected one of 1"),
        ("seed: 7", "seed: -1", "4: seed: must be at least 0"),
        ("seed: 7", "trials: 0", "4: trials: must be at least 1"),
        ("seed: 7", "seed: seven", "4: seed: expected a whole number, found the text 'seven'"),
        ("seed: 7", "sed: 7", "4: sed: unknown field; did you mean 'seed'?"),
        ("seed: 7", "design: latin", "4: design: 'latin' is not one of crossed, rotated"),
        ("seed: 7", "show_scores: maybe", "4: show_scores: expected true or false, found the text"),
        ("  - {id: p02,", "  - {id: p01,", "8: participants[1].id: two participants have this id"),
        ("language: zh}", "language: fr}", "8: participants[1].language: unknown language 'fr'"),
        ("script:gold", "script:golden", "9: participants[2].player: there is no script 'golden'"),
        ("script:gold", "copilot:x", "9: participants[2].player: a participant is human"),
        ("script:gold", "modle:x", "9: participants[2].player: There is no assistant player"),
        ("requests: explicit", "requests: open", "12: conditions[1].requests: 'open' is not one"),
        ("minutes: 20", "minutes: 0", "12: conditions[1].time_limit_minutes: must be above 0"),
        ("{id: implicit}", "{id: explicit}", "12: conditions[1].id: two conditions have this id"),
        ("{id: implicit}", "{id: a, assistant: b}",
         "11: conditions[0].assistant: expected 'alone'"),
        ("instructions: {en: You assist a physician., zh", "instructions: {zh",
         "14: instructions.en: missing; a participant reads this language"),
        ("zh: 您可以随时退出。", "zh: ' '", "13: consent.zh: missing; a participant reads"),
        ("consent: {en", "consent: {fr: a, en", "13: consent.fr: unknown language"),
        ("    highest: 7\n", "", "16: questions[0].highest: missing; a scale has two ends"),
        ("highest: 7", "highest: 1", "20: questions[0].highest: must be above 'lowest'"),
        ("kind: tlx}", "kind: tlx, text: {en: a, zh: b}}",
         "23: questions[1].text: the NASA-TLX has its own questions"),
        ("kind: tlx}", "kind: tlx, low: {en: a, zh: b}}",
         "23: questions[1].low: only a question of kind 'scale' has this"),
        ("kind: tlx}", "kind: text}", "23: questions[1].text: missing; the question asks nothing"),
        ("id: comments", "id: workload", "24: questions[2].id: two questions have this id"),
        (str(MINI), "tests/none", "5: scenarios[0]: There is no scenario"),
        (f"[{MINI}]", f"[{MINI}, {MINI}]", "5: scenarios[1]: listed twice"),
        (f"[{MINI}]", f"[{MINI}, {MINI}/.]", "5: scenarios[1]: is the same scenario as"),
        (f"[{MINI}]", "[]", "5: scenarios: empty; at least one is needed"),
        ("seed: 7", "seed: 7\nseed: 8", "5: seed: "),
        ("{id: implicit}", "[", "12: : not YAML"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_line(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert old in STUDY
    [problem] = problems(tmp_path / "study.yaml", STUDY.replace(old, new, 1))
    assert problem.startswith(told), problem


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    text = STUDY.replace("seed: 7", "seed: x").replace("lowest: 1", "lowst: 1")
    text = text.replace("{id: p02", "{id: p01").replace(str(MINI), "no/where")
    found = problems(tmp_path / "study.yaml", text)
    assert [one.partition(": ")[0] for one in found] == ["4", "5", "8", "16", "19"]


def test_a_model_that_has_only_copilot_conditions(tmp_path: Path) -> None:
    conditions = (
        "  - {id: implicit}\n  - {id: explicit, requests: explicit, time_limit_minutes: 20}"
    )
    text = STUDY.replace(conditions, "  - {id: with, assistant: 'copilot:x'}")
    [told] = problems(tmp_path / "study.yaml", text)
    assert told.startswith("9: participants[2].player: every condition has a copilot")


def test_a_language_in_which_a_scenario_is_not_complete(tmp_path: Path) -> None:
    folder = tmp_path / "english"
    folder.mkdir()
    text = (MINI / "scenario.yaml").read_text(encoding="utf-8")
    text = text.replace("languages: [en, zh]", "languages: [en]")
    (folder / "scenario.yaml").write_text(text, encoding="utf-8")
    (folder / "record.json").write_bytes((MINI / "record.json").read_bytes())
    [told] = problems(tmp_path / "study.yaml", STUDY.replace(str(MINI), "english"))
    assert "5: scenarios[0]: is to be played in 'zh', and is complete in: en" in told
    (folder / "scenario.yaml").write_text("schema: 1\n", encoding="utf-8")
    [told] = problems(tmp_path / "study.yaml", STUDY.replace(str(MINI), "english"))
    assert told.startswith("5: scenarios[0]: the scenario is broken: ")


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"", "is empty; a study is expected"),
        (b"a: \xff", "is not UTF-8 at byte 3"),
        (b"[1]", "expected a map of fields at the top, found a list"),
        (b"x" * 1_000_001, "a study has at most"),
        (None, "there is no such file"),
    ],
)
def test_what_is_no_study_at_all(tmp_path: Path, raw: bytes | None, says: str) -> None:
    file = tmp_path / "study.yaml"
    if raw is not None:
        file.write_bytes(raw)
    with pytest.raises(StudyProblems) as raised:
        load_study(file)
    assert says in str(raised.value)
    with pytest.raises(StudyProblems, match="is a folder; a study file"):
        load_study(tmp_path)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=4,
)


@settings(deadline=None, max_examples=60)
@given(at=st.integers(0, len(LINES) - 1), value=_JSON)
def test_whatever_stands_in_a_field_only_a_problem_comes_of_it(
    tmp_path_factory: pytest.TempPathFactory, at: int, value: object
) -> None:
    file = tmp_path_factory.getbasetemp() / "fuzzed.yaml"
    lines = list(LINES)
    head = re.match(r"(\s*(?:- )?[\w]+: )", lines[at])
    lines[at] = (head.group(1) if head else "  - ") + json.dumps(value)
    file.write_text("\n".join(lines), encoding="utf-8")
    told = []
    try:
        load_study(file)
    except StudyProblems as error:
        told = [one.message.render(lang) for one in error.problems for lang in LANGUAGES]
    assert not [one for one in told if "\n" in one]


def test_the_study_in_the_guide_can_be_used(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "studies.md").read_text(encoding="utf-8")
    [text] = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    (tmp_path / "study.yaml").write_text(text, encoding="utf-8")
    loaded = load_study(tmp_path / "study.yaml")
    assert len(loaded.study.participants) == 5
    for participant in loaded.study.participants:
        order = plan(loaded.study, participant)
        assert len({one.scenario for one in order}) == len(order) == 4
    # Every field of the types stands in the guide's table, and no other.
    told = set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE))
    names = {info.alias or name for name, info in type(loaded.study).model_fields.items()}
    assert told == names
    for part in (Condition, Participant, Question):
        assert [name for name in part.model_fields if f"`{name}`" not in page] == []
