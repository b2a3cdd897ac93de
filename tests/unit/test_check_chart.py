"""Check 1: the record is valid, holds together, and has what the scenario needs."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.check import Case, check_one
from physassist_tui.check.chart import check_chart, similar
from physassist_tui.library import Problem, load_scenario
from tests.scenario_files import MINI, changed, edit_record

Resources = dict[str, dict[str, Any]]


def _problems(file: Path) -> list[Problem]:
    return check_chart(Case(load_scenario(file)))


def test_the_good_one_has_none() -> None:
    assert _problems(MINI) == []


def _wrong_code(resources: Resources) -> None:
    resources["Observation/mini-1-k-0310"]["status"] = 5


def _unknown_element(resources: Resources) -> None:
    resources["Encounter/mini-1-adm"]["ward"] = "7B"


def _no_code(resources: Resources) -> None:
    del resources["Observation/mini-1-cr-0310"]["code"]


def _dangling(resources: Resources) -> None:
    resources["DiagnosticReport/mini-1-bmp-0310"]["result"][1]["reference"] = "Observation/gone"


def _dangling_contained(resources: Resources) -> None:
    resources["DiagnosticReport/mini-1-bmp-0310"]["result"][0]["reference"] = "#inside"


def _dangling_absolute(resources: Resources) -> None:
    resources["Observation/mini-1-k-0310"]["subject"]["reference"] = "http://a.example/Patient/zz"


@pytest.mark.parametrize(
    ("edit", "field", "words"),
    [
        (_wrong_code, "Observation/mini-1-k-0310.status", "not valid FHIR R4"),
        (_unknown_element, "Encounter/mini-1-adm.ward", "not valid FHIR R4"),
        (_no_code, "Observation/mini-1-cr-0310.code", "not valid FHIR R4"),
        (_dangling, "DiagnosticReport/mini-1-bmp-0310.result[1].reference", "'Observation/gone'"),
        (_dangling_contained, "DiagnosticReport/mini-1-bmp-0310.result[0].reference", "'#inside'"),
        (_dangling_absolute, "Observation/mini-1-k-0310.subject.reference", "is not in the record"),
    ],
)
def test_one_fault_of_a_resource_is_told_with_its_line(
    tmp_path: Path, edit: Callable[[Resources], None], field: str, words: str
) -> None:
    file = edit_record(changed(tmp_path), edit)
    (problem,) = _problems(file)
    assert problem.field == field
    assert words in problem.problem.render("en")
    assert problem.file == tmp_path / "record.json"
    assert problem.line is not None
    lines = problem.file.read_text("utf-8").splitlines()
    reference = field.split(".", maxsplit=1)[0]
    near = "".join(lines[problem.line - 1 : problem.line + 2])
    assert reference.split("/")[0] in near
    assert reference.split("/")[1] in near


def test_a_contained_resource_resolves(tmp_path: Path) -> None:
    def edit(resources: Resources) -> None:
        report = resources["DiagnosticReport/mini-1-bmp-0310"]
        report["contained"] = [{"resourceType": "Practitioner", "id": "inside"}]
        report["performer"] = [{"reference": "#inside"}]

    assert _problems(edit_record(changed(tmp_path), edit)) == []


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("patient", "Patient/nobody", "Patient/nobody is not in the record"),
        ("patient", "Encounter/mini-1-adm", "is no patient"),
        ("encounter", "Encounter/none", "Encounter/none is not in the record"),
        ("encounter", "Patient/mini-1", "is no encounter"),
        ("encounter", "Encounter/mini-2-adm", "is about another patient"),
    ],
)
def test_what_the_scenario_names_must_be_there(
    tmp_path: Path, field: str, value: str, words: str
) -> None:
    problems = _problems(changed(tmp_path, ((field,), value)))
    told = [problem for problem in problems if problem.field == field]
    assert len(told) == 1
    assert words in told[0].problem.render("en")
    assert told[0].line is not None


def test_an_encounter_after_the_clock_is_told_as_such(tmp_path: Path) -> None:
    def edit(resources: Resources) -> None:
        resources["Encounter/mini-1-adm"]["period"]["start"] = "2026-03-12T08:00:00-05:00"

    problems = _problems(edit_record(changed(tmp_path), edit))
    assert [problem.field for problem in problems] == ["encounter"]
    assert "lies after the clock" in problems[0].problem.render("en")


def test_somebody_must_be_there_to_be_taken_for_the_patient(tmp_path: Path) -> None:
    def edit(resources: Resources) -> None:
        other = resources["Patient/mini-2"]
        other["name"] = [{"family": "Okonkwo", "given": ["Chidi"]}]
        other["identifier"][0]["value"] = "998"
        resources["Patient/far-away"] = {**other, "id": "far-away"}
        for name, resource in list(resources.items()):
            if "mini-2" in str(resource.get("subject")):
                del resources[name]
        del resources["Patient/mini-2"]

    (problem,) = _problems(edit_record(changed(tmp_path), edit))
    assert problem.field == "record"
    assert "similar name or number" in problem.problem.render("en")


def test_many_faults_of_a_record_are_cut_and_counted(tmp_path: Path) -> None:
    def edit(resources: Resources) -> None:
        template = resources["Observation/mini-1-k-0310"]
        for number in range(80):
            name = f"bad-{number}"
            resources[f"Observation/{name}"] = {**template, "id": name, "status": 1}

    problems = _problems(edit_record(changed(tmp_path), edit))
    assert len(problems) == 51
    assert "and 30 more" in problems[-1].problem.render("en")


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ({"family": "Calder", "given": ["Ruth"]}, {"family": "Caldwell", "given": ["Ruth"]}, True),
        ({"family": "王", "given": ["秀英"]}, {"family": "王", "given": ["秀兰"]}, True),
        ({"text": "王秀英"}, {"text": "李建国"}, False),
        ({"family": "Calder", "given": ["Ruth"]}, {"family": "Okonkwo", "given": ["Chidi"]}, False),
    ],
)
def test_names_that_could_be_mixed_up(
    one: dict[str, Any], other: dict[str, Any], alike: bool
) -> None:
    assert similar({"id": "a", "name": [one]}, {"id": "b", "name": [other]}) is alike


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("400117", "400171", True),
        ("400117", "40017", True),
        ("400117", "982465", False),
        ("12", "12", False),
    ],
)
def test_numbers_that_could_be_mixed_up(one: str, other: str, alike: bool) -> None:
    first = {"id": "a", "identifier": [{"value": one}]}
    assert similar(first, {"id": "b", "identifier": [{"value": other}]}) is alike


def test_a_record_of_any_shape_is_reported_and_not_played(tmp_path: Path) -> None:
    dice = random.Random(3)
    for number in range(12):
        file = changed(tmp_path / str(number))

        def spoil(record: Resources) -> None:
            resource = record["Patient/mini-1"]
            for at in dice.sample(("name", "identifier", "birthDate", "gender"), 2):
                resource[at] = dice.choice((5, "x", None, [5], {"a": 1}, ["x"]))
            record["Observation/mini-1-k-0310"]["valueQuantity"] = dice.choice(
                (5, ["x"], {"value": "x"})
            )

        edit_record(file, spoil)
        report = check_one(file)
        assert not report.ok
        assert report.figures == ()
        assert any("not valid FHIR R4" in str(problem) for problem in report.problems)
