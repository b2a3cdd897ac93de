"""What makes a long task unfit: in its file, and by the checks."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from physassist_tui.check.case import Case
from physassist_tui.check.languages import check_languages
from physassist_tui.check.leaks import check_leaks
from physassist_tui.check.long_task import check_long_task
from physassist_tui.check.standing import check_standing
from physassist_tui.core.words import Category
from physassist_tui.library import ScenarioProblems, load_scenario
from physassist_tui.library.yaml_lines import parse_yaml
from tests.scenario_files import SCENARIOS

LONG = SCENARIOS / "long"
PLAN = "output/anemia_plan.md"
Edit = Callable[[dict[str, Any], dict[str, Any]], object]


def edited(folder: Path, edit: Edit) -> Path:
    """The small long task after `edit` has changed its data, and its turn's, in place."""
    data = dict(parse_yaml((LONG / "scenario.yaml").read_text("utf-8")).data)
    edit(data, data["turns"][0])
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(LONG / "record.json", folder / "record.json")
    file = folder / "scenario.yaml"
    file.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), "utf-8")
    return file


def writes(turn: dict[str, Any]) -> dict[str, Any]:
    """The arguments of gold's write_file."""
    (step,) = (one for one in turn["gold"] if one.get("call") == "write_file")
    found: dict[str, Any] = step["with"]
    return found


@pytest.mark.parametrize(
    ("edit", "field", "words"),
    [
        (lambda d, _t: d.update(toolset="physassist"), "category", "with the toolset physassist"),
        (lambda d, _t: d.update(toolset="physassist"), "turns[0].task_type", "go together"),
        (lambda d, _t: d.update(toolset="physassist"), "deliverables", "can write files"),
        (lambda d, _t: d.update(toolset="physassist"), "turns[0].rubric[4].in_file", "can write"),
        (lambda d, _t: d.update(category="medication_safety"), "category", "treatment_planning"),
        (lambda _d, t: t.update(task_type="write_update"), "turns[0].task_type", "go together"),
        (lambda d, t: d["turns"].append(t), "turns[1]", "a long task has one turn"),
        (lambda d, _t: d.update(deliverables=["../x.md"]), "deliverables[0]", "output/note.md"),
        (lambda d, _t: d.update(deliverables=["/x.md"]), "deliverables[0]", "output/note.md"),
        (lambda d, _t: d.update(specialty="primary"), "specialty", "primary_care"),
        (
            lambda _d, t: t["rubric"][1]["grader"]["order"].update(dose={"low": 5, "high": 2}),
            "turns[0].rubric[1].grader.order.dose.low",
            "above",
        ),
        (
            lambda _d, t: t["rubric"][1]["grader"]["order"].update(dose={"unit": "mg"}),
            "turns[0].rubric[1].grader.order.dose",
            "give 'low', 'high' or both",
        ),
    ],
)
def test_a_file_that_does_not_fit_together(
    edit: Edit, field: str, words: str, tmp_path: Path
) -> None:
    with pytest.raises(ScenarioProblems) as caught:
        load_scenario(edited(tmp_path, edit))
    told = {problem.field: problem for problem in caught.value.problems}
    assert field in told, str(caught.value)
    assert words in told[field].problem.render("en")
    assert told[field].line is not None


def test_nobody_can_be_asked(tmp_path: Path) -> None:
    fact = {
        "id": "x",
        "topic": "pain",
        "grounded_in": ["Patient/lg-1"],
        "say": {"en": {"low": "a", "medium": "a", "high": "a"}},
    }
    with pytest.raises(ScenarioProblems, match="nobody can be asked"):
        load_scenario(edited(tmp_path, lambda d, _t: d.update(facts=[fact])))


def _replaced(old: str, new: str) -> Edit:
    def edit(_data: dict[str, Any], turn: dict[str, Any]) -> None:
        turn["request"]["zh"] = turn["request"]["zh"].replace(old, new)

    return edit


@pytest.mark.parametrize(
    ("edit", "field", "words"),
    [
        (_replaced(PLAN, "文件"), "turns[0].request.zh", "does not name output/anemia_plan.md"),
        (_replaced("7104432", "见系统"), "turns[0].request.zh", "no number of the patient"),
        (_replaced("3. ", ""), "turns[0].request.zh", "3 to 5 numbered steps; here are 2"),
        (
            lambda _d, t: t["rubric"][5].update(in_file="output/other.md"),
            "turns[0].rubric[5].in_file",
            "none of the deliverables",
        ),
        (
            lambda d, _t: d.update(deliverables=[PLAN, "output/letter.md"]),
            "deliverables[1]",
            "no rubric item looks at output/letter.md",
        ),
        (
            lambda _d, t: writes(t).update(path="output/plan.md"),
            "turns[0].gold",
            "does not write output/anemia_plan.md in 'zh'",
        ),
    ],
)
def test_what_the_check_tells(edit: Edit, field: str, words: str, tmp_path: Path) -> None:
    told = check_long_task(Case(load_scenario(edited(tmp_path, edit))))
    found = [p for p in told if p.field == field and words in p.problem.render("en")]
    assert found, [str(problem) for problem in told]
    assert found[0].line is not None


def test_a_file_of_gold_is_complete_in_each_language_and_a_secret(tmp_path: Path) -> None:
    def one_language(_data: dict[str, Any], turn: dict[str, Any]) -> None:
        writes(turn)["content"].pop("zh")

    told = check_languages(Case(load_scenario(edited(tmp_path / "a", one_language))))
    assert [p.field for p in told] == ["turns[0].gold[14].with.content.zh"]

    def given_away(_data: dict[str, Any], turn: dict[str, Any]) -> None:
        turn["request"]["en"] += writes(turn)["content"]["en"]

    told = check_leaks(Case(load_scenario(edited(tmp_path / "b", given_away))))
    assert "turns[0].gold[14].with.content.en" in {p.field for p in told}


def test_what_only_reads_or_asks_for_a_file_is_passed_by_a_dump(tmp_path: Path) -> None:
    def shallow(_data: dict[str, Any], turn: dict[str, Any]) -> None:
        turn["rubric"][0]["grader"] = {"evidence": {"search": "Procedure?code=73761001"}}
        turn["rubric"][5].pop("in_file")
        turn["rubric"][5]["grader"] = {"file": {"path": PLAN}}

    case = Case(load_scenario(edited(tmp_path, shallow)))
    (en, _zh) = check_standing(case)
    told = en.problem.render("en")
    assert "script:dump scores" in told
    for item in ("iron-studies", "plan-says-hemoglobin"):
        assert item in told
    for player in ("script:dump", "script:echo", "script:wrong-patient"):
        state = case.state(player, "zh")
        assert state.file(PLAN) is not None, player
        if player == "script:dump":
            tools = [tool.name for tool in case.toolset.tools if tool.kind == "read"]
            assert {call.tool for call in state.calls} == {*tools, "write_file"}
        if player == "script:wrong-patient":
            whose = {one.resource.get("subject", {}).get("reference") for one in state.written}
            assert whose == {"Patient/lg-2", None}  # an appointment has participants


def test_every_workflow_has_a_skeleton_that_loads(tmp_path: Path) -> None:
    from physassist_tui.check.authoring.skeleton import Plan, skeleton

    shutil.copy(LONG / "record.json", tmp_path / "record.json")
    for category in Category:
        plan = Plan("a/b", category, 1, ("en", "zh"), "Patient/lg-1", None, "2026-03-10T14:00:00Z")
        (tmp_path / "scenario.yaml").write_text(skeleton(plan, "record.json", None), "utf-8")
        assert load_scenario(tmp_path / "scenario.yaml").scenario.category is category
