"""Check 8: a long task says what is to be done and where it is to be put, and is graded there.

Its steps are in its text, which a person ticks off; every file that it asks for is named in it,
written by gold and looked at by an item; the patient can be found by the number that it gives.
"""

from __future__ import annotations

from collections.abc import Iterator

from physassist_tui.check.case import Case
from physassist_tui.check.gold import GOLD
from physassist_tui.core.scenario import Turn
from physassist_tui.core.task_text import task_steps
from physassist_tui.ehr.fhirtext import nodes
from physassist_tui.i18n import Message, msg, several
from physassist_tui.library import FieldPath, Problem

FEWEST_STEPS, MOST_STEPS = 3, 5

Fault = tuple[FieldPath, Message]


def check_long_task(case: Case) -> list[Problem]:
    """What is missing from a long task's text, gold or rubric; nothing for other scenarios."""
    if not case.scenario.long_task:
        return []
    turn = case.scenario.turns[0]
    faults = [*_request(case, turn), *_graded(case, turn), *_written(case)]
    return [case.problem(path, words) for path, words in faults]


def _request(case: Case, turn: Turn) -> Iterator[Fault]:
    numbers = _numbers(case)
    for lang in case.scenario.languages:
        path: FieldPath = ("turns", 0, "request", lang)
        text = turn.request.text(lang)
        steps = len(task_steps(text))
        if not FEWEST_STEPS <= steps <= MOST_STEPS:
            yield (
                path,
                msg(
                    "a long task has {fewest} to {most} numbered steps; here are {steps}",
                    fewest=FEWEST_STEPS,
                    most=MOST_STEPS,
                    steps=steps,
                ),
            )
        for deliverable in case.scenario.deliverables:
            if deliverable not in text:
                yield path, msg("the request does not name {file}", file=deliverable)
        if numbers and not any(number in text for number in numbers):
            yield (
                path,
                msg("the request gives no number of the patient ({numbers})",
                    numbers=several(numbers)),
            )  # fmt: skip


def _numbers(case: Case) -> list[str]:
    patient = case.exists(case.scenario.patient, case.at_clock) or {}
    return [str(one["value"]) for one in nodes(patient.get("identifier")) if one.get("value")]


def _graded(case: Case, turn: Turn) -> Iterator[Fault]:
    looked_at: set[str] = set()
    asked = case.scenario.deliverables
    for at, item in enumerate(turn.rubric):
        path: FieldPath = ("turns", 0, "rubric", at)
        named = [((*path, "in_file"), item.in_file)] if item.in_file is not None else []
        named += [((*path, "grader"), leaf.file.path) for leaf in item.grader.leaves() if leaf.file]
        for where, file in named:
            looked_at.add(file)
            if file not in asked:
                yield where, msg("{file} is none of the deliverables", file=file)
    for at, deliverable in enumerate(asked):
        if deliverable not in looked_at:
            yield ("deliverables", at), msg("no rubric item looks at {file}", file=deliverable)


def _written(case: Case) -> Iterator[Fault]:
    for lang in case.scenario.languages:
        state = case.state(GOLD, lang)
        for deliverable in case.scenario.deliverables:
            if state.file(deliverable) is None:
                yield (
                    ("turns", 0, "gold"),
                    msg("script:gold does not write {file} in '{language}'",
                        file=deliverable, language=lang),
                )  # fmt: skip
