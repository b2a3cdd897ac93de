"""Scenarios are listed and found by id; broken ones are listed too."""

from __future__ import annotations

from pathlib import Path

import pytest

from physassist_tui.core.errors import BadInput
from physassist_tui.library import ScenarioProblems, list_scenarios, load_scenario
from physassist_tui.library.listing import shipped_scenarios
from tests.scenario_files import DELETE, SCENARIOS, changed, write_text


def _library(root: Path) -> Path:
    for name in ("medication-safety/apixaban-renal", "discharge-planning/heart-failure"):
        changed(root / name, (("id",), name))
    changed(root / "medication-safety" / "broken", (("title",), DELETE))
    write_text(root / "medication-safety" / "not-yaml", "a: [")
    changed(root / "medication-safety" / "no-record", (("record",), "none.json"))
    return root


def test_a_broken_file_is_listed_with_its_problems(tmp_path: Path) -> None:
    entries = {entry.id: entry for entry in list_scenarios(_library(tmp_path))}
    assert list(entries) == [
        "discharge-planning/heart-failure",
        "medication-safety/apixaban-renal",
        "medication-safety/broken",
        "medication-safety/no-record",
        "medication-safety/not-yaml",
    ]
    good = entries["medication-safety/apixaban-renal"]
    assert good.to_json("zh") == {
        "id": "medication-safety/apixaban-renal",
        "title": "晨间化验复核",
        "category": "medication_safety",
        "specialty": None,
        "difficulty": 1,
        "languages": ["en", "zh"],
        "turns": 2,
        "toolset": "physassist",
    }
    assert [p.field for p in entries["medication-safety/broken"].problems] == ["title"]
    assert [p.field for p in entries["medication-safety/no-record"].problems] == ["record"]
    assert "problems" in entries["medication-safety/not-yaml"].to_json("en")


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("medication-safety/apixaban", "medication-safety/apixaban-renal"),
        ("apixaban-renal", "medication-safety/apixaban-renal"),
        ("heart-failure", "discharge-planning/heart-failure"),
        ("dicharge-planing/heart-failure", "discharge-planning/heart-failure"),
    ],
)
def test_an_unknown_id_gets_the_nearest(tmp_path: Path, asked: str, near: str) -> None:
    with pytest.raises(BadInput) as caught:
        load_scenario(asked, _library(tmp_path))
    assert asked in str(caught.value)
    assert near in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("asked", ["", "zzz", "../../etc", "a\0b", "n" * 5000, "{x}", "血钾"])
def test_a_strange_id_is_one_clear_line(tmp_path: Path, asked: str) -> None:
    with pytest.raises(BadInput) as caught:
        load_scenario(asked, _library(tmp_path))
    assert len(str(caught.value).splitlines()) == 1
    assert asked.startswith("..") or "There is no scenario" in str(caught.value)


def test_an_id_does_not_lead_out_of_the_root(tmp_path: Path) -> None:
    root = _library(tmp_path / "root")
    changed(tmp_path / "outside")
    with pytest.raises(BadInput, match="There is no scenario"):
        load_scenario("medication-safety/../../outside", root)


def test_a_scenario_is_found_by_id_wherever_its_folder_is_and_by_path() -> None:
    by_id = load_scenario("tests/mini", SCENARIOS)
    assert by_id.scenario.id == "tests/mini"
    for path in (SCENARIOS / "mini", str(SCENARIOS / "mini" / "scenario.yaml")):
        assert load_scenario(path).content_hash == by_id.content_hash


def test_loading_a_broken_one_by_id_tells_its_problems(tmp_path: Path) -> None:
    with pytest.raises(ScenarioProblems, match="title: missing"):
        load_scenario("medication-safety/broken", _library(tmp_path))


def test_two_with_one_id_are_told_apart(tmp_path: Path) -> None:
    for name in ("tests/again", "tests/mini", "copy"):
        changed(tmp_path / name)
    listed = {entry.id: entry for entry in list_scenarios(tmp_path)}
    assert set(listed) == {"tests/again", "tests/mini", "copy"}
    assert listed["tests/mini"].problems == ()
    for name in ("tests/again", "copy"):
        (problem,) = listed[name].problems
        assert (problem.file, problem.field) == (tmp_path / name / "scenario.yaml", "id")
        assert problem.line is not None
        assert "tests/mini/scenario.yaml has this id too" in str(problem)
        with pytest.raises(ScenarioProblems, match="has this id too"):
            load_scenario(name, tmp_path)
    assert load_scenario("tests/mini", tmp_path).file == tmp_path / "tests/mini/scenario.yaml"


def test_a_broken_one_at_the_root_itself_is_found_by_its_name(tmp_path: Path) -> None:
    root = changed(tmp_path / "case", (("title",), DELETE)).parent
    (entry,) = list_scenarios(root)
    assert entry.id == "case"
    with pytest.raises(ScenarioProblems, match="title: missing"):
        load_scenario(entry.id, root)


def test_no_folder_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="There is no folder of scenarios at"):
        list_scenarios(tmp_path / "none")


def test_the_shipped_ones_are_found() -> None:
    assert shipped_scenarios().name == "scenarios"
    assert shipped_scenarios().is_dir()
