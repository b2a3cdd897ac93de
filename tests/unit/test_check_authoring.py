"""The authors' guide is followed to the letter; skeletons, the schema and the print for review."""

from __future__ import annotations

import contextvars
import io
import json
import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from physassist_tui.check import Case
from physassist_tui.check.authoring.choosing import settle
from physassist_tui.check.authoring.offered import Choice, clocks, encounters, patients
from physassist_tui.check.authoring.review import review_lines
from physassist_tui.check.authoring.skeleton import Plan, skeleton
from physassist_tui.cli import run as physassist
from physassist_tui.core.words import Category
from physassist_tui.ehr.record import open_record
from physassist_tui.i18n import Message
from physassist_tui.library import list_scenarios, load_file, load_scenario
from physassist_tui.library.json_schema import scenario_schema
from physassist_tui.library.yaml_lines import parse_yaml
from tests.scenario_files import MINI, changed

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "authoring.md").read_text("utf-8")
COMMANDS = [
    line
    for block in re.findall(r"```sh\n(.*?)```", GUIDE, re.S)
    for line in block.split("\n")
    if line
]
(EXAMPLE,) = re.findall(r"```yaml\n(.*?)```", GUIDE, re.S)
RECORD = MINI / "record.json"
Run = Callable[[list[str]], "Done"]


@dataclass(frozen=True)
class Done:
    exit_code: int
    output: str


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command here, with no terminal."""
    monkeypatch.setenv("PHYSASSIST_LANG", "en")

    def _run(command: list[str]) -> Done:
        capsys.readouterr()
        monkeypatch.setattr("sys.stdin", io.StringIO())
        left = contextvars.copy_context().run(physassist, command)
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Done(left, out + err)

    return _run


def _typed(line: str, folder: Path) -> list[str]:
    program, *rest = shlex.split(line)
    assert program == "physassist"
    places = {"my-case": str(folder / "my-case")}
    return [places.get(word, word) for word in rest]


def test_the_guide_leads_from_a_skeleton_to_a_scenario_that_is_fit(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    new, first, check, show = (_typed(line, tmp_path) for line in COMMANDS)
    file = tmp_path / "my-case" / "scenario.yaml"
    assert run(new).exit_code == 0
    loaded = load_file(file)
    assert loaded.scenario.id == "medication-safety/my-case"
    begun = run(first)
    assert begun.exit_code == 1
    texts = [line for line in file.read_text("utf-8").split("\n") if "TODO:" in line]
    assert all("still to be written: " in line for line in begun.output.split("\n")[1:] if line)
    assert begun.output.count("still to be written") == sum(line.count("TODO:") for line in texts)
    again = run(new)
    assert (again.exit_code, "is there already" in again.output) == (2, True)
    file.write_text(EXAMPLE, "utf-8")
    fit = run(check)
    assert "fit to use" in fit.output
    assert " 0 survived" in fit.output
    assert fit.exit_code == 0, fit.output
    told = run(show)
    assert told.exit_code == 0
    for words in ("1.5 mg/dL (± 0.05)", "xanthopsia", "Observation.search", "yellow-tinge",
                  "DocumentReference/au-ct-nursing-night", "Signed off by"):  # fmt: skip
        assert words in told.output
    jsonschema.Draft202012Validator(
        json.loads((tmp_path / "my-case" / "scenario.schema.json").read_text("utf-8"))
    ).validate(parse_yaml(EXAMPLE).data)


def test_the_schema_takes_all_that_ships_and_what_a_skeleton_is() -> None:
    schema = scenario_schema("en")
    jsonschema.Draft202012Validator.check_schema(schema)
    takes = jsonschema.Draft202012Validator(schema)
    for entry in list_scenarios():
        takes.validate(parse_yaml(load_scenario(entry.id).file.read_text("utf-8")).data)
    plan = Plan("a/b", Category.MEDICATION_SAFETY, 1, ("en", "zh"), "Patient/x", None,
                "2026-03-10T08:15:00-05:00")  # fmt: skip
    takes.validate(parse_yaml(skeleton(plan, "record.json", None)).data)


@pytest.mark.parametrize(
    ("where", "value"),
    [
        (("difficulty",), 4),
        (("category",), "surgery"),
        (("turns", 0, "rubric", 0, "grader"), {}),
        (("turns", 0, "rubric", 0, "grader"), {"says": {"each": []}}),
        (("turns", 0, "gold"), []),
        (("turns", 0, "gold"), [{"tell": "x"}]),
        (("turns", 0, "requests"), {"en": "x"}),
        (("title", "de"), "x"),
        (("patient",), "somebody"),
        (("facts", 0, "grounded_in"), []),
    ],
)
def test_the_schema_refuses_what_the_loader_refuses(
    where: tuple[Any, ...], value: Any, tmp_path: Path
) -> None:
    file = changed(tmp_path, (where, value))
    data = parse_yaml(file.read_text("utf-8")).data
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(scenario_schema("en")).validate(data)
    with pytest.raises(Exception, match=r"scenario\.yaml:"):
        load_file(file)


def test_the_schema_describes_every_field_in_both_languages() -> None:
    english, chinese = scenario_schema("en"), scenario_schema("zh")
    for name in ("Scenario", "Turn", "Fact", "RubricItem", "GraderSpec", "ValueGrader"):
        model = english if name == "Scenario" else english["$defs"][name]
        assert all(spot.get("description") for spot in model["properties"].values()), name
    assert english.keys() == chinese.keys()


def _choosing(*numbers: int) -> Any:
    asked: list[tuple[str, int]] = []
    left = list(numbers)

    def choose(question: Message, choices: list[Choice]) -> str:
        asked.append((question.render("en"), len(choices)))
        return choices[left.pop(0)].value

    return choose, asked


def test_what_is_not_given_is_asked_for_with_what_the_record_has(tmp_path: Path) -> None:
    record = open_record(RECORD)
    nothing: dict[str, str | None] = dict.fromkeys(("category", "patient", "encounter", "clock"))
    choose, asked = _choosing(1, 0, 0, 0)
    plan = settle(record, tmp_path / "A Case!", nothing, ("en",), 2, choose)
    assert plan.scenario_id == "medication-safety/a-case"
    assert plan.patient == patients(record)[0].value
    assert plan.encounter == encounters(record, plan.patient)[0].value
    assert plan.clock == clocks(record, plan.patient, plan.encounter)[0].value
    assert [words for words, _n in asked] == [
        "Which category?", "Which patient?", "Which encounter?", "Which clock?",
    ]  # fmt: skip
    file = tmp_path / "scenario.yaml"
    file.write_text(skeleton(plan, "record.json", None), "utf-8")
    (tmp_path / "record.json").write_bytes(RECORD.read_bytes())
    assert load_file(file).scenario.languages == ("en",)


GIVEN = ["--category", "medication_safety", "--patient", "Patient/mini-1", "--encounter",
         "Encounter/mini-1-adm", "--clock", "2026-03-10T08:15:00-05:00"]  # fmt: skip


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--category", None, "--category is missing; one of: diagnostic_workup"),
        ("--patient", None, "--patient is missing; one of: Patient/"),
        ("--patient", "Patient/nobody", "--patient: there is no 'Patient/nobody'; one of: "),
        ("--encounter", None, "--encounter is missing; one of: Encounter/mini-1-adm"),
        ("--encounter", "Encounter/x", "--encounter: there is no 'Encounter/x'"),
        ("--clock", None, "--clock is missing; one of: "),
        ("--clock", "yesterday", "--clock: a date and time with its offset"),
        ("--clock", "2026-03-10T08:15:00", "--clock: a date and time with its offset"),
    ],
)
def test_bad_choices_are_one_line(
    run: Run, option: str, value: str | None, told: str, tmp_path: Path
) -> None:
    given = list(GIVEN)
    at = given.index(option)
    given[at : at + 2] = [option, value] if value is not None else []
    done = run(["scenarios", "new", str(tmp_path / "case"), "--record", str(RECORD), *given])
    assert done.exit_code == 2
    assert told in done.output
    assert len(done.output.strip().split("\n")) == 1
    assert not (tmp_path / "case").exists()


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_print_for_review_tells_every_part(lang: Any) -> None:
    case = Case(load_scenario("medication-safety/slow-pulse"))
    text = "\n".join(
        line.render(lang) if isinstance(line, Message) else line
        for _indent, line in review_lines(case, lang)
    )
    for turn in case.scenario.turns:
        assert turn.request.text(lang) in text
        for item in turn.rubric:
            assert item.text.text(lang) in text
    for fact in case.scenario.facts:
        assert getattr(fact.say, lang).high in text
        assert all(reference in text for reference in fact.grounded_in)
    assert all(citation.cite in text for citation in case.scenario.references)
    assert "3.6 ng/mL" in text
    assert "cockcroft_gault" in text
