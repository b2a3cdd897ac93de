"""What clinicians may answer and order in the shipped scenarios, and how the rules judge it.

`tests/scenarios/answers/<category>.<name>.yaml` holds, turn by turn, answers and orders that are
right in other words than gold's, and ones that would harm, with the items that must catch them;
and questions that do and do not open the patient's critical facts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.check.case import Case
from physassist_tui.core.patient import Question
from physassist_tui.core.words import Verdict
from physassist_tui.ehr.writes import Writing, build, cancelled
from physassist_tui.i18n import LANGUAGES, Lang
from physassist_tui.library import load_scenario
from physassist_tui.library.yaml_lines import parse_yaml
from physassist_tui.patient.grounded import GroundedPatient
from physassist_tui.score.grade import TurnContext
from physassist_tui.score.registry import grade_item
from physassist_tui.score.session import answered_turns

FOLDER = Path(__file__).resolve().parents[1] / "scenarios" / "answers"
TABLES: dict[str, Any] = {
    path.stem.replace(".", "/"): parse_yaml(path.read_text("utf-8")).data
    for path in sorted(FOLDER.glob("*.yaml"))
}


@cache
def case_of(scenario_id: str) -> Case:
    """The scenario with its record, opened once."""
    return Case(load_scenario(scenario_id))


@cache
def contexts(scenario_id: str, lang: Lang) -> tuple[TurnContext, ...]:
    """The turns of gold, as graders see them."""
    case = case_of(scenario_id)
    return answered_turns(case.events("script:gold", lang), case.scenario, case.at_clock)


def verdicts(context: TurnContext) -> dict[str, Verdict]:
    """What each item that rules decide comes to, by its id."""
    return {
        item.id: grade_item(item.grader, context).verdict
        for item in context.turn.rubric
        if item.grader.by_rule
    }


def _both(table: Any) -> Iterator[tuple[Lang, Any]]:
    for lang in LANGUAGES:
        for one in (table or {}).get(lang, ()):
            yield lang, one


def _rows(kind: str) -> list[Any]:
    return [
        pytest.param(scenario, int(turn), lang, one, id=f"{scenario} {turn} {lang} {at}")
        for scenario, table in TABLES.items()
        for turn, cases in table["turns"].items()
        for at, (lang, one) in enumerate(_both(cases.get(kind)))
    ]


@pytest.mark.parametrize(("scenario_id", "turn", "lang", "row"), _rows("right"))
def test_a_right_answer_passes(scenario_id: str, turn: int, lang: Lang, row: Any) -> None:
    """A row is an answer, or `says` with the `items` that it covers."""
    answer, items = (row, None) if isinstance(row, str) else (row["says"], row["items"])
    came_to = verdicts(replace(contexts(scenario_id, lang)[turn - 1], answer=answer))
    wanted = came_to if items is None else items
    assert {item for item in wanted if came_to[item] is not Verdict.PASS} == set()


@pytest.mark.parametrize(("scenario_id", "turn", "lang", "row"), _rows("wrong"))
def test_a_harmful_answer_fails(scenario_id: str, turn: int, lang: Lang, row: Any) -> None:
    came_to = verdicts(replace(contexts(scenario_id, lang)[turn - 1], answer=row["says"]))
    assert {item for item in row["fails"] if came_to[item] is not Verdict.FAIL} == set()


def _orders(kind: str) -> list[Any]:
    return [
        pytest.param(scenario, int(turn), orders, id=f"{scenario} {turn} {at}")
        for scenario, table in TABLES.items()
        for turn, cases in table["turns"].items()
        for at, orders in enumerate(cases.get(kind, ()))
    ]


def _ordered(scenario_id: str, turn: int, orders: Any) -> dict[str, Verdict]:
    context = contexts(scenario_id, "en")[turn - 1]
    pattern = context.state.written[0]
    made = []
    for number, (tool, values) in enumerate((o for row in orders for o in row.items()), start=1):
        clock = context.scenario.clock
        assert isinstance(clock, datetime)
        patient = values.get("patient", context.scenario.patient)
        writing = Writing("s", f"c{number}", "a", number, clock, patient, None)
        arguments = {n: v for n, v in values.items() if n not in ("patient", "cancelled")}
        resource = build(tool.removesuffix(".create"), arguments, writing)
        if values.get("cancelled"):
            resource = cancelled(resource, None)
        made.append(replace(pattern, resource=resource, seq=context.answer_seq - 1))
    return verdicts(replace(context, state=replace(context.state, written=tuple(made))))


@pytest.mark.parametrize(("scenario_id", "turn", "orders"), _orders("right_orders"))
def test_right_orders_pass(scenario_id: str, turn: int, orders: Any) -> None:
    came_to = _ordered(scenario_id, turn, orders)
    assert {item for item, verdict in came_to.items() if verdict is not Verdict.PASS} == set()


@pytest.mark.parametrize(("scenario_id", "turn", "row"), _orders("wrong_orders"))
def test_wrong_orders_fail(scenario_id: str, turn: int, row: Any) -> None:
    came_to = _ordered(scenario_id, turn, row["orders"])
    assert {item for item in row["fails"] if came_to[item] is not Verdict.FAIL} == set()


def _questions(kind: str) -> list[Any]:
    return [
        pytest.param(scenario, fact, lang, question, id=f"{scenario} {question}")
        for scenario, table in TABLES.items()
        for fact, asked in table["interview"].items()
        for lang, question in _both(asked[kind])
    ]


def _told(scenario_id: str, lang: Lang, question: str) -> tuple[str, ...]:
    scenario = case_of(scenario_id).scenario
    patient = GroundedPatient(scenario.facts, scenario.persona, lang)
    return tuple(patient.reply(Question(question), (), ()).facts)


@pytest.mark.parametrize(("scenario_id", "fact", "lang", "question"), _questions("opens"))
def test_a_question_that_names_it_opens_it(
    scenario_id: str, fact: str, lang: Lang, question: str
) -> None:
    assert fact in _told(scenario_id, lang, question)


@pytest.mark.parametrize(("scenario_id", "fact", "lang", "question"), _questions("closed"))
def test_another_question_does_not(scenario_id: str, fact: str, lang: Lang, question: str) -> None:
    assert fact not in _told(scenario_id, lang, question)


ORDINARY: dict[Lang, tuple[str, ...]] = {
    "en": ("How have you been?", "What's your full name?", "Any allergies?"),
    "zh": ("最近怎么样？", "您叫什么名字？", "有没有过敏？"),
}


@pytest.mark.parametrize("scenario_id", TABLES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_ordinary_questions_are_answered(scenario_id: str, lang: Lang) -> None:
    assert [q for q in ORDINARY[lang] if len(_told(scenario_id, lang, q)) != 1] == []


@pytest.mark.parametrize("scenario_id", TABLES)
def test_each_table_is_of_six_and_six(scenario_id: str) -> None:
    turns = TABLES[scenario_id]["turns"].values()
    for kind in ("right", "wrong"):
        for lang in LANGUAGES:
            assert sum(1 for t in turns for one, _ in _both(t.get(kind)) if one == lang) >= 6
