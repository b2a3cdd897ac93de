"""A scenario loads, keeps what was written, and is known by what it says."""

from __future__ import annotations

import json
import shutil
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from physassist_tui.core.words import Implicitness, TaskType
from physassist_tui.library import ScenarioProblems, load_scenario
from tests.scenario_files import MINI, SCENARIOS, changed, edited, mini_data, write_text


def test_the_small_scenario_loads_whole() -> None:
    loaded = load_scenario(MINI)
    assert loaded.scenario.id == "tests/mini"
    assert loaded.scenario.clock.utcoffset() == timedelta(hours=-5)
    assert [turn.task_type for turn in loaded.scenario.turns] == [
        TaskType.DATA_GATHERING,
        TaskType.WRITE_UPDATE,
    ]
    assert loaded.scenario.turns[1].implicitness is Implicitness.NOMINAL_ANAPHORA
    assert loaded.record_path == MINI / "record.json"
    assert loaded.content_hash.startswith("sha256:")
    assert loaded.rubric_hash.startswith("sha256:")


def test_every_field_has_the_line_it_is_written_on() -> None:
    loaded = load_scenario(MINI)
    lines = (MINI / "scenario.yaml").read_text("utf-8").splitlines()
    for path, line in loaded.lines.lines.items():
        if path and isinstance(path[-1], str):
            assert path[-1] in lines[line - 1], (path, line)
    assert (
        "at_most: 1, any_patient"
        in lines[
            loaded.lines.line(("turns", 1, "rubric", 1, "grader", "all", 1, "state", "at_most")) - 1
        ]
    )


def test_words_that_older_yaml_takes_for_truth_values_stay_words(tmp_path: Path) -> None:
    text = (MINI / "scenario.yaml").read_text("utf-8")
    text = text.replace("kdigo-ckd", "no").replace("home-ibuprofen", "on")
    loaded = load_scenario(write_text(tmp_path, text))
    assert loaded.scenario.references[0].id == "no"
    assert loaded.scenario.facts[0].id == "on"


@pytest.mark.parametrize(
    ("written", "offset_hours"),
    [
        ("2026-03-10T08:15:00-05:00", -5),
        ('"2026-03-10T08:15:00+08:00"', 8),
        ("2026-03-10 08:15:00Z", 0),
    ],
)
def test_the_clock_keeps_its_offset(tmp_path: Path, written: str, offset_hours: int) -> None:
    text = (MINI / "scenario.yaml").read_text("utf-8")
    text = text.replace("clock: 2026-03-10T08:15:00-05:00", f"clock: {written}")
    clock = load_scenario(write_text(tmp_path, text)).scenario.clock
    assert clock.utcoffset() == timedelta(hours=offset_hours)
    assert (clock.hour, clock.minute) == (8, 15)


def test_the_hash_follows_the_meaning_and_not_the_layout(tmp_path: Path) -> None:
    mini = load_scenario(MINI)
    data = mini_data()
    data["limits"] = {}  # the default, left unsaid
    as_json = "# the same, as JSON\n" + json.dumps(data, ensure_ascii=False, indent=3)
    same = load_scenario(write_text(tmp_path, as_json))
    assert (same.content_hash, same.rubric_hash) == (mini.content_hash, mini.rubric_hash)


def test_the_hash_changes_with_anything_that_is_said(tmp_path: Path) -> None:
    mini = load_scenario(MINI)
    other_title = load_scenario(changed(tmp_path / "a", (("title", "zh"), "晨间复核")))
    assert other_title.content_hash != mini.content_hash
    assert other_title.rubric_hash == mini.rubric_hash
    item = ("turns", 0, "rubric", 1, "grader", "value", "tolerance")
    other_rubric = load_scenario(changed(tmp_path / "b", (item, 0.1)))
    assert other_rubric.rubric_hash != mini.rubric_hash
    assert other_rubric.content_hash != mini.content_hash
    file = edited(tmp_path / "c", lambda data: None)
    same = load_scenario(file)
    assert same.content_hash == mini.content_hash
    with (file.parent / "record.json").open("a") as record:
        record.write(" ")
    assert load_scenario(file).content_hash != mini.content_hash


def test_a_record_may_be_a_folder_and_its_files_count(tmp_path: Path) -> None:
    file = changed(tmp_path, (("record",), "ndjson"))
    (tmp_path / "ndjson").mkdir()
    (tmp_path / "ndjson" / "Patient.ndjson").write_text("{}\n")
    first = load_scenario(file)
    assert first.record_path == tmp_path / "ndjson"
    (tmp_path / "ndjson" / "Patient.ndjson").rename(tmp_path / "ndjson" / "Other.ndjson")
    assert load_scenario(file).content_hash != first.content_hash


def test_a_shared_record_lies_inside_the_root(tmp_path: Path) -> None:
    root = tmp_path / "root"
    (root / "records").mkdir(parents=True)
    shutil.copy(MINI / "record.json", root / "records" / "shared.json")
    file = changed(
        root / "medication-safety" / "one",
        (("record",), "../../records/shared.json"),
        (("id",), "medication-safety/one"),
    )
    by_id = load_scenario("medication-safety/one", root)
    assert by_id.record_path == root / "records" / "shared.json"
    assert load_scenario(file).content_hash == by_id.content_hash


@pytest.mark.parametrize(
    "record",
    ["../record.json", "/etc/hostname", "../../../etc/hostname", "sub/../../record.json"],
)
def test_a_record_outside_the_root_is_refused(tmp_path: Path, record: str) -> None:
    file = changed(tmp_path / "deep" / "er", (("record",), record))
    shutil.copy(MINI / "record.json", tmp_path / "deep" / "record.json")
    with pytest.raises(ScenarioProblems, match=r"scenario\.yaml:\d+: record: .*lies outside"):
        load_scenario(file)


def test_a_link_that_leads_outside_is_refused(tmp_path: Path) -> None:
    file = changed(tmp_path / "in", (("record",), "link.json"))
    (tmp_path / "secret.json").write_text("{}")
    (tmp_path / "in" / "link.json").symlink_to(tmp_path / "secret.json")
    with pytest.raises(ScenarioProblems, match="lies outside"):
        load_scenario(file)


@pytest.mark.parametrize("record", ["none.json", "", ".", "a\0b", "n" * 5000])
def test_a_record_that_is_not_there_is_told_at_its_line(tmp_path: Path, record: str) -> None:
    file = changed(tmp_path, (("record",), record))
    with pytest.raises(ScenarioProblems) as caught:
        load_scenario(file, SCENARIOS)
    (problem,) = caught.value.problems
    assert problem.field == "record"
    assert problem.line is not None


@pytest.mark.skipif(sys.platform != "linux", reason="needs a file that even root cannot read")
def test_a_record_that_the_disk_does_not_give_is_told_at_its_field(tmp_path: Path) -> None:
    file = changed(tmp_path / "a", (("record",), "bulk"))
    (tmp_path / "a" / "bulk").mkdir()
    (tmp_path / "a" / "bulk" / "x.ndjson").symlink_to("/proc/self/mem")
    with pytest.raises(ScenarioProblems) as raised:
        load_scenario(file)
    (problem,) = raised.value.problems
    assert (problem.file, problem.field) == (file, "record")
    assert "cannot be read" in str(problem)
