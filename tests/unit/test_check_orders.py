"""Rubrics of orders and files: what `--mutate` finds weak, and what the checks find impossible."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.check.case import Case
from physassist_tui.check.derived import check_derived
from physassist_tui.check.mutation import Kind, Mutations, mutate
from physassist_tui.library import load_file
from physassist_tui.library.yaml_lines import parse_yaml
from tests.scenario_files import write_scenario

ROOT = Path(__file__).resolve().parents[2]
LONG = ROOT / "tests" / "scenarios" / "long"
PLAN = "output/anemia_plan.md"

IRON = {
    "resource": "MedicationRequest",
    "names": {"en": ["ferrous sulfate"], "zh": ["硫酸亚铁"]},
    "dose": {"low": 325, "high": 325, "unit": "mg"},
    "route": ["oral"],
    "frequency": ["once daily"],
    "duration_days": {"low": 90, "high": 90},
}
COUNT = {
    "resource": "ServiceRequest",
    "codes": ["http://loinc.org|58410-2"],
    "where": "occurrence.toString().startsWith('2026-04-07')",
}
VISIT = {
    "resource": "Appointment",
    "names": {"en": ["gastroenterology"], "zh": ["消化内科"]},
    "where": "basedOn.exists() and start.toString().startsWith('2026-03-24')",
    "at_most": 1,
}


def case_of(folder: Path, *graders: dict[str, Any], in_file: str | None = None) -> Case:
    """The long task of the tests with a rubric of those graders."""
    data = dict(parse_yaml((LONG / "scenario.yaml").read_text("utf-8")).data)
    data = deepcopy(data)
    data["turns"][0]["rubric"] = [
        {
            "id": f"item-{at}",
            "text": {"en": "As it should be", "zh": "应当如此"},
            "kind": "action_execution",
            "grader": grader,
            **({"in_file": in_file} if in_file else {}),
        }
        for at, grader in enumerate(graders)
    ]
    file = write_scenario(folder, data)
    (folder / "record.json").write_bytes((LONG / "record.json").read_bytes())
    return Case(load_file(file))


def mutated(case: Case) -> Mutations:
    return mutate(case, ("en",))


def survivors(found: Mutations) -> set[Kind]:
    return {outcome.mutation.kind for outcome in found.survivors}


def without(spec: dict[str, Any], name: str) -> dict[str, Any]:
    return {"order": {key: value for key, value in spec.items() if key != name}}


WEAK: list[tuple[str, dict[str, Any], set[Kind]]] = [
    ("all of it", {"order": IRON}, set()),
    ("not what", without(IRON, "names"), {Kind.DRUG}),
    ("not the dose", without(IRON, "dose"), {Kind.DOSE}),
    ("a wide dose", {"order": {**IRON, "dose": {"low": 100, "high": 700, "unit": "mg"}}}, set()),
    ("not the frequency", without(IRON, "frequency"), {Kind.FREQUENCY}),
    ("not the route", without(IRON, "route"), {Kind.DRUG}),
    ("not how long", without(IRON, "duration_days"), {Kind.DATE}),
    ("in any chart", {"order": {**IRON, "any_patient": True}}, set()),
    ("as a draft too", {"order": {**IRON, "status": ["active", "draft"]}}, {Kind.NEGATION}),
    ("stopped too", {"order": {**IRON, "status": ["active", "stopped"]}}, {Kind.NEGATION}),
    ("as a proposal too", {"order": {**IRON, "intent": ["order", "proposal"]}}, {Kind.NEGATION}),
    ("a count", {"order": COUNT}, set()),
    ("a count, not which", without(COUNT, "codes"), {Kind.DRUG}),
    ("a count, not when", without(COUNT, "where"), {Kind.DATE}),
    ("a visit", {"order": VISIT}, set()),
    ("a visit, not where", without(VISIT, "names"), {Kind.DRUG}),
    ("a visit, not when", {"order": {**VISIT, "where": "basedOn.exists()"}}, {Kind.DATE}),
    ("a visit by its state", {"state": {"resource": "Appointment", "where":
     "description.matches('Gastro.*|消化.*') and start.toString().startsWith('2026-03-24')"}},
     {Kind.DOSE}),
    ("nothing of the kind", {"order": {"resource": "MedicationRequest", "at_least": 0,
     "names": {"en": ["warfarin"], "zh": ["华法林"]}, "at_most": 0}}, set()),
]  # fmt: skip


@pytest.mark.parametrize(
    ("grader", "survive"), [one[1:] for one in WEAK], ids=[one[0] for one in WEAK]
)
def test_what_an_item_does_not_ask_for_survives(
    grader: dict[str, Any], survive: set[Kind], tmp_path: Path
) -> None:
    found = mutated(case_of(tmp_path, grader))
    told = [(o.mutation.kind, o.mutation.change.render("en")) for o in found.survivors]
    assert survivors(found) == survive, told
    assert found.untried == ()
    assert all(outcome.strays == () for outcome in found.outcomes)


def test_every_way_to_spoil_an_order_is_tried(tmp_path: Path) -> None:
    found = mutated(case_of(tmp_path, {"order": IRON}))
    told = [outcome.mutation.change.render("en") for outcome in found.outcomes]
    for part in ("650 mg", "162.5 mg", "3250 mg", "iron sucrose", "every 4 hours",
                 "intravenous", "left out", "one order more", "in the chart of", "draft",
                 "stopped", "proposal", "900 days", "30 days"):  # fmt: skip
        assert any(part in change for change in told), (part, told)


FILES: list[tuple[str, dict[str, Any], set[Kind]]] = [
    ("there", {"file": {"path": PLAN}}, set()),
    ("there, of some length", {"file": {"path": PLAN, "at_least": 200}}, set()),
    ("says", {"says": {"each": [{"en": ["stop naproxen"], "zh": ["停用萘普生"]}]}}, set()),
    ("gives a number", {"value": {
        "from": {"search": "Observation?code=http://loinc.org|20509-6&_sort=-date&_count=1"},
        "unit": "g/dL", "tolerance": 0.05}}, set()),
]  # fmt: skip


@pytest.mark.parametrize(
    ("grader", "survive"), [one[1:] for one in FILES], ids=[one[0] for one in FILES]
)
def test_files_are_taken_away_moved_emptied_and_changed(
    grader: dict[str, Any], survive: set[Kind], tmp_path: Path
) -> None:
    found = mutated(case_of(tmp_path, grader, in_file=PLAN))
    assert survivors(found) == survive
    told = [outcome.mutation.change.render("en") for outcome in found.outcomes]
    for part in (f"left out: {PLAN}", "notes/anemia_plan.md", "left empty"):
        assert any(part in change for change in told), told
    if "file" not in grader:
        kinds = {outcome.mutation.kind for outcome in found.outcomes}
        assert {Kind.NEGATION, Kind.OMISSION} <= kinds


def test_the_long_task_of_the_tests_lets_nothing_survive() -> None:
    found = mutated(Case(load_file(LONG / "scenario.yaml")))
    assert [o.to_json("en") for o in found.outcomes if o.survived or o.strays] == []
    assert found.untried == ()


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"order": {**IRON, "frequency": ["whenever"]}}, "no frequency: 'whenever'"),
    ({"order": {**IRON, "route": ["sideways"]}}, "no route: 'sideways'"),
    ({"order": {**IRON, "dose": {"low": 1, "unit": "parsec"}}}, "no unit of a dose: 'parsec'"),
    ({"order": {**IRON, "dose": {"low": 1}}}, "a dose needs a unit"),
    ({"order": {**IRON, "status": ["done"]}}, "'done' is none of:"),
    ({"order": {**IRON, "intent": ["wish"]}}, "'wish' is none of:"),
    ({"order": {**COUNT, "priority": ["soon"]}}, "'soon' is none of:"),
    ({"order": {**COUNT, "codes": ["58410-2"]}}, "write it as system|code: '58410-2'"),
    ({"order": {**COUNT, "dose": {"low": 1, "unit": "mg"}}}, "only a MedicationRequest has it"),
    ({"order": {**IRON, "at_least": 2, "at_most": 1}}, "'at_most' is 1, below 'at_least', 2"),
    ({"order": {**IRON, "where": "foo("}}, "not a FHIRPath condition"),
    ({"file": {"path": "output/other.md"}}, "output/other.md is none of the task's deliverables"),
]


@pytest.mark.parametrize(("grader", "told"), IMPOSSIBLE)
def test_what_no_play_can_meet_is_told(grader: dict[str, Any], told: str, tmp_path: Path) -> None:
    problems = [str(problem) for problem in check_derived(case_of(tmp_path, grader))]
    assert len(problems) == 1
    assert told in problems[0]


def test_an_item_reads_only_what_the_task_asks_for(tmp_path: Path) -> None:
    grader = {"says": {"each": [{"en": ["naproxen"], "zh": ["萘普生"]}]}}
    problems = [str(p) for p in check_derived(case_of(tmp_path, grader, in_file="other.md"))]
    assert len(problems) == 1
    assert "in_file" in problems[0]
    assert "other.md is none of the task's deliverables" in problems[0]


def test_a_drug_s_siblings_are_drugs_that_we_know() -> None:
    from physassist_tui.check.mutation.siblings import _CLASSES
    from physassist_tui.terms import drug_by_id

    assert [d for line in _CLASSES for d in line.split() if drug_by_id(d) is None] == []
