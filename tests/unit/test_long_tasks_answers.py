"""What clinicians may write and order in the shipped long tasks, and how the rules judge it.

`tests/scenarios/long-answers/<slug>.yaml` holds, by language, deliverables that are right in other
words than gold's (`right`) and ones that would harm or lack what matters, with the checkpoints that
must catch them (`wrong`); gold's own with some words put for others, and the checkpoints that fail
for it, none where it is as right (`edits`); and changes of gold's creates, told by a word of the
call, that are right in another way (`right_orders`) or are not (`wrong_orders`, with what fails).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.check.case import Case
from physassist_tui.core.scenario import GoldCall, GoldStep, Scenario
from physassist_tui.core.words import Verdict
from physassist_tui.i18n import LANGUAGES, Lang
from physassist_tui.library import load_scenario
from physassist_tui.library.yaml_lines import parse_yaml
from physassist_tui.score.grade import TurnContext
from physassist_tui.score.registry import grade_rubric_item
from physassist_tui.score.session import answered_turns

FOLDER = Path(__file__).resolve().parents[1] / "scenarios" / "long-answers"
TABLES: dict[str, Any] = {
    path.stem: parse_yaml(path.read_text("utf-8")).data for path in sorted(FOLDER.glob("*.yaml"))
}


@cache
def case_of(slug: str) -> Case:
    """The task with its record, opened once."""
    return Case(load_scenario(f"long-tasks/{slug}"))


@cache
def gold(slug: str, lang: Lang) -> TurnContext:
    """Gold's play, as graders see it."""
    case = case_of(slug)
    (context,) = answered_turns(case.events("script:gold", lang), case.scenario, case.at_clock)
    return context


def failed(context: TurnContext) -> set[str]:
    """The checkpoints that do not pass, of those that rules decide."""
    return {
        item.id
        for item in context.turn.rubric
        if item.grader.by_rule and grade_rubric_item(item, context).verdict is not Verdict.PASS
    }


def rows(kind: str) -> list[Any]:
    """The cases of that kind, of every table."""
    return [
        pytest.param(slug, lang, row, id=f"{slug} {lang} {at}")
        for slug, table in TABLES.items()
        for lang in LANGUAGES
        for at, row in enumerate((table.get(kind) or {}).get(lang, ()))
    ]


def with_file(slug: str, lang: Lang, text: str) -> TurnContext:
    """Gold's play with another deliverable."""
    context = gold(slug, lang)
    (path,) = context.scenario.deliverables
    files = tuple(
        replace(file, text=text) if file.path == path else file for file in context.state.files
    )
    return replace(context, state=replace(context.state, files=files))


@pytest.mark.parametrize(("slug", "lang", "text"), rows("right"))
def test_a_right_deliverable_passes(slug: str, lang: Lang, text: str) -> None:
    assert failed(with_file(slug, lang, text)) == set()


@pytest.mark.parametrize(("slug", "lang", "row"), rows("wrong"))
def test_a_wrong_deliverable_fails_where_it_should(slug: str, lang: Lang, row: Any) -> None:
    assert failed(with_file(slug, lang, row["says"])) >= set(row["fails"])


@pytest.mark.parametrize(("slug", "lang", "row"), rows("edits"))
def test_other_words_in_gold_s_file_are_judged_by_what_they_say(
    slug: str, lang: Lang, row: Any
) -> None:
    context = gold(slug, lang)
    (path,) = context.scenario.deliverables
    file = context.state.file(path)
    assert file is not None
    text = file.text
    for words, others in row["put"]:
        assert words in text
        text = text.replace(words, others)
    assert failed(with_file(slug, lang, text)) == set(row["fails"])


def changed(scenario: Scenario, lang: Lang, changes: Any) -> Scenario:
    """The scenario with another gold: `call` names a word of one create, `with` what is put in
    or (null) left out, `twice` a second one, `instead` that the call is left out."""
    steps: list[GoldStep] = []
    for step in scenario.turns[0].gold:
        steps += _changed_step(step, lang, changes)
    turn = scenario.turns[0].model_copy(update={"gold": tuple(steps)})
    return scenario.model_copy(update={"turns": (turn,)})


def _changed_step(step: GoldStep, lang: Lang, changes: Any) -> Iterator[GoldStep]:
    if not isinstance(step, GoldCall) or "create" not in step.call:
        yield step
        return
    for change in changes:
        if change["call"] in str(step.arguments("en")) or change["call"] in str(
            step.arguments(lang)
        ):
            values = {**step.with_, **(change.get("with") or {})}
            kept = {name: value for name, value in values.items() if value is not None}
            if change.get("twice"):
                yield step
            if not change.get("left_out"):
                yield GoldCall(call=step.call, **{"with": kept})
            return
    yield step


def played(slug: str, lang: Lang, changes: Any) -> set[str]:
    """The checkpoints that a play of the changed gold does not pass."""
    case = case_of(slug)
    scenario = changed(case.scenario, lang, changes)
    other = Case(replace(case.loaded, scenario=scenario), case.record)
    (context,) = answered_turns(other.events("script:gold", lang), scenario, case.at_clock)
    return failed(context)


@pytest.mark.parametrize(("slug", "lang", "row"), rows("right_orders"))
def test_orders_that_are_right_in_another_way_pass(slug: str, lang: Lang, row: Any) -> None:
    assert played(slug, lang, row) == set()


@pytest.mark.parametrize(("slug", "lang", "row"), rows("wrong_orders"))
def test_orders_that_are_wrong_fail_where_they_should(slug: str, lang: Lang, row: Any) -> None:
    assert played(slug, lang, row["changes"]) >= set(row["fails"])
