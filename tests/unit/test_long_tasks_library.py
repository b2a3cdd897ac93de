"""What the shipped long tasks hold together: workflows, specialties, checkpoints, charts, traps."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.check.case import Case
from physassist_tui.check.chart import similar
from physassist_tui.core.scenario import GoldCall, RubricItem, Scenario
from physassist_tui.core.task_text import task_steps
from physassist_tui.core.words import WORKFLOWS
from physassist_tui.library import list_scenarios, load_scenario
from physassist_tui.score.evidence import search_record

ROOT = Path(__file__).resolve().parents[2]
TASKS = {
    entry.id: load_scenario(entry.id).scenario
    for entry in list_scenarios()
    if entry.category in WORKFLOWS
}
BY_NAME = pytest.mark.parametrize("name", TASKS)

# (task, item): what the item turns on.
CONFLICT = {("long-tasks/diabetes-kidney-plan", "lisinopril-dose")}
NOT_ORDERED = {("long-tasks/gout-urate-lowering", "no-allopurinol")}

# task: a LOINC code that one would guess, and the name under which the chart has the result of
# today's interest. The guess finds nothing, or nothing of the last year.
GUESSES = {
    "long-tasks/gout-urate-lowering": ("3084-1", "Uric acid"),
    "long-tasks/diabetes-kidney-plan": ("9318-7", "Albumin/Creatinine"),
}


@cache
def case_of(name: str) -> Case:
    """The task with its record, opened once."""
    return Case(load_scenario(name))


def found(name: str, search: str) -> list[dict[str, Any]]:
    """What a search finds in the task's record at its clock, of the task's patient."""
    case = case_of(name)
    return search_record(case.at_clock, search, case.scenario.patient)


def calls(task: Scenario) -> list[GoldCall]:
    """The calls of gold."""
    return [step for step in task.turns[0].gold if isinstance(step, GoldCall)]


def items() -> dict[tuple[str, str], RubricItem]:
    """All checkpoints, by task and id."""
    return {(name, item.id): item for name, task in TASKS.items() for item in task.turns[0].rubric}


def test_six_of_all_workflows_and_five_specialties() -> None:
    assert len(TASKS) == 6
    assert {task.category for task in TASKS.values()} == WORKFLOWS
    assert len({task.specialty for task in TASKS.values()}) >= 5


@BY_NAME
def test_a_task_has_steps_checkpoints_and_one_deliverable(name: str) -> None:
    task = TASKS[name]
    (turn,) = task.turns
    assert set(task.languages) == {"en", "zh"}
    assert 5 <= len(turn.rubric) <= 9
    assert 12 <= len(calls(task)) <= 40
    (path,) = task.deliverables
    assert path.startswith("output/")
    for lang in ("en", "zh"):
        asked = turn.request.text(lang)
        assert 3 <= len(task_steps(asked)) <= 5
        assert path in asked
        assert str(task.clock.year) in asked
        number = case_of(name).resources[task.patient]["identifier"][0]["value"]
        assert number in asked


@BY_NAME
def test_checkpoints_go_from_the_chart_to_the_document(name: str) -> None:
    rubric = TASKS[name].turns[0].rubric
    kinds = Counter(item.kind.value for item in rubric)
    wanted = {"data_retrieval", "clinical_reasoning", "action_execution", "documentation"}
    assert wanted <= set(kinds)
    assert sum(not item.grader.by_rule for item in rubric) <= 2
    assert any(item.in_file in TASKS[name].deliverables for item in rubric)
    deciding = [i for i in rubric if i.kind.value in ("clinical_reasoning", "safety")]
    assert sum(item.basis is not None for item in deciding) >= 0.6 * len(deciding)


@BY_NAME
def test_a_chart_is_large_and_has_others_of_like_names(name: str) -> None:
    case = case_of(name)
    assert len(case.resources) >= 1500
    people = {r: p for r, p in case.resources.items() if p["resourceType"] == "Patient"}
    own = people.pop(TASKS[name].patient)
    assert 2 <= len(people) <= 3
    assert all(similar(own, other) for other in people.values())
    for person in people:
        resources = [r for r in case.resources.values() if person in str(r.get("subject"))]
        assert len(resources) >= 100


@BY_NAME
def test_somebody_ordered_on_the_same_day(name: str) -> None:
    day = TASKS[name].clock.date().isoformat()
    orders = found(name, f"ServiceRequest?authored={day}")
    orders += found(name, f"MedicationRequest?authoredon={day}")
    assert orders
    assert all(order["authoredOn"] < TASKS[name].clock.isoformat() for order in orders)


@BY_NAME
def test_it_holds_more_than_the_clock_shows(name: str) -> None:
    case = case_of(name)
    assert len(case.visible) < len(case.resources)


@pytest.mark.parametrize(("name", "guess", "called"), [(n, *g) for n, g in GUESSES.items()])
def test_the_code_one_would_guess_finds_nothing_new(name: str, guess: str, called: str) -> None:
    year = TASKS[name].clock.year
    assert not found(name, f"Observation?code=http://loinc.org|{guess}&date=ge{year}")
    by_name = found(name, f"Observation?code:text={called}&date=ge{year}")
    assert by_name
    used = str([step.with_ for step in calls(TASKS[name])])
    assert guess not in used


def test_one_has_sources_in_conflict_and_one_an_order_that_must_not_be_written() -> None:
    assert set(items()) >= CONFLICT | NOT_ORDERED
    for key in NOT_ORDERED:
        forbidden = [leaf.state for leaf in items()[key].grader.leaves() if leaf.state]
        assert any(state.at_most == 0 and state.where for state in forbidden)


def test_what_settles_the_dose_of_lisinopril_is_in_the_chart() -> None:
    """Two orders in force, of which the list of problems and the rooming note know the older."""
    name = "long-tasks/diabetes-kidney-plan"
    active = [o for o in found(name, "MedicationRequest?status=active") if "Lisinopril" in str(o)]
    doses = {
        order["authoredOn"][:4]: order["dosageInstruction"][0]["doseAndRate"][0]["doseQuantity"][
            "value"
        ]
        for order in active
    }
    assert doses == {"2021": 40, "2025": 10}


def test_what_rules_allopurinol_out_is_in_the_chart_and_who_ordered_it_today() -> None:
    name = "long-tasks/gout-urate-lowering"
    (genotype,) = found(name, "Observation?code:text=HLA")
    assert genotype["valueString"].startswith("Detected")
    today = found(name, "MedicationRequest?authoredon=2025-11-06")
    assert [order["medicationCodeableConcept"]["coding"][0]["display"] for order in today] == [
        "Allopurinol"
    ]


def test_the_recipes_give_what_ships() -> None:
    script = ROOT / "scenarios" / "recipes" / "build_long.py"
    done = subprocess.run(
        [sys.executable, str(script), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines() == [f"{name}: same" for name in _in_recipe_order(done.stdout)]
    assert set(_in_recipe_order(done.stdout)) == set(TASKS)


def _in_recipe_order(told: str) -> list[str]:
    return [line.split(":")[0] for line in told.splitlines()]


def test_a_changed_record_is_told(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "scenarios" / "recipes", tmp_path / "recipes")
    record = tmp_path / "long-tasks/gout-urate-lowering/record.json"
    record.parent.mkdir(parents=True)
    text = (ROOT / "scenarios/long-tasks/gout-urate-lowering/record.json").read_text("utf-8")
    record.write_text(text.replace("Detected (heterozygous)", "Not detected", 1), "utf-8")
    done = subprocess.run(
        [sys.executable, str(tmp_path / "recipes/build_long.py"), "--check", "gout"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "long-tasks/gout-urate-lowering: differs" in done.stdout
