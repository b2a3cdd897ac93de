"""`state`: what this session had written, as it was when the turn was answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.core.graders import GraderSpec
from physassist_tui.core.words import Verdict
from physassist_tui.score.grade import Grade
from physassist_tui.score.state_grader import grade_state, subject_of
from tests.unit.builders import (
    OTHER,
    Play,
    flag,
    medication,
    record_of,
    scenario_of,
    service,
    turn_of,
)
from tests.unit.contexts import context_of

P, F, A = Verdict.PASS, Verdict.FAIL, Verdict.ABSTAIN

APIXABAN = "medicationCodeableConcept.text.lower().contains('apixaban')"
DOSE = "dosageInstruction.doseAndRate.dose.value = 2.5"
ON_THE_5TH = "occurrence.toString().startsWith('2026-03-05')"
TWICE = "dosageInstruction.timing.code.text = 'BID'"
ZH = "medicationCodeableConcept.text.contains('阿哌沙班')"
RIGHT = f"{APIXABAN} and {DOSE} and {TWICE}"
good = medication("apixaban", "2.5 mg")


def wrote(*resources: Mapping[str, Any], lang: str = "en") -> Play:
    play = Play("zh" if lang == "zh" else "en").turn()
    for resource in resources:
        play.write(resource)
    play.answer("done")
    play.turn().answer("later")
    return play


def named(order_id: str, drug: str = "apixaban", dose: str = "2.5 mg") -> dict[str, Any]:
    return medication(drug, dose, order_id=order_id)


def cancelled(*, again: bool = False, status: str = "cancelled") -> Play:
    play = Play().turn()
    play.write(good)
    play.cancel(good, status)
    if again:
        play.write(named("m2"))
    play.answer("done")
    return play


def cancelled_later() -> Play:
    play = Play().turn()
    play.write(good)
    play.answer("done")
    play.turn()
    play.cancel(good)
    play.answer("cancelled")
    return play


def written_later() -> Play:
    play = Play().turn()
    play.answer("I ordered apixaban 2.5 mg BID")
    play.turn()
    play.write(good)
    play.answer("now it is")
    return play


def rewound() -> Play:
    play = Play().turn()
    play.write(good)
    play.rewind(2)
    play.answer("ordered apixaban")
    return play


def failed() -> Play:
    play = Play().turn()
    play.call("MedicationRequest.create", {"medication": "apixaban"}, ok=False)
    play.answer("ordered apixaban 2.5 mg BID")
    return play


def amended() -> Play:
    """One id in two versions, as a chart amends an order, is one order."""
    play = Play().turn()
    play.write(medication("apixaban", "5 mg"))
    play.write(good)
    play.answer("done")
    return play


def nothing() -> Play:
    return wrote()


MR = "MedicationRequest"
SR = "ServiceRequest"
Spec = dict[str, Any]
CASES: list[tuple[str, Callable[[], Play], Spec, int, Verdict]] = [
    ("it was written", lambda: wrote(good), {"resource": MR, "where": RIGHT}, 1, P),
    ("any of the type", lambda: wrote(good), {"resource": MR}, 1, P),
    (
        "one of two",
        lambda: wrote(good, named("m2", "warfarin")),
        {"resource": MR, "where": RIGHT},
        1,
        P,
    ),
    ("exactly one", lambda: wrote(good), {"resource": MR, "where": APIXABAN, "at_most": 1}, 1, P),
    ("capitals", lambda: wrote(named("m1", "APIXABAN")), {"resource": MR, "where": RIGHT}, 1, P),
    (
        "Chinese name",
        lambda: wrote(named("m1", "阿哌沙班"), lang="zh"),
        {"resource": MR, "where": ZH},
        1,
        P,
    ),
    ("written in an earlier turn", lambda: wrote(good), {"resource": MR, "where": RIGHT}, 2, P),
    ("in the later turn, for it", written_later, {"resource": MR, "where": RIGHT}, 2, P),
    ("cancelled later only", cancelled_later, {"resource": MR, "where": RIGHT}, 1, P),
    (
        "cancelled, then placed again",
        lambda: cancelled(again=True),
        {"resource": MR, "where": RIGHT, "at_most": 1},
        1,
        P,
    ),
    (
        "cancelled ones asked for",
        cancelled,
        {"resource": MR, "where": "status = 'cancelled'", "cancelled": True},
        1,
        P,
    ),
    ("none wanted, none there", nothing, {"resource": MR, "at_least": 0, "at_most": 0}, 1, P),
    (
        "none wanted, other type there",
        lambda: wrote(service("BMP")),
        {"resource": MR, "at_least": 0, "at_most": 0},
        1,
        P,
    ),
    (
        "none wanted, it was cancelled",
        cancelled,
        {"resource": MR, "at_least": 0, "at_most": 0},
        1,
        P,
    ),
    (
        "two wanted, two there",
        lambda: wrote(good, named("m2")),
        {"resource": MR, "at_least": 2},
        1,
        P,
    ),
    ("amended to the right dose", amended, {"resource": MR, "where": RIGHT, "at_most": 1}, 1, P),
    (
        "a flag",
        lambda: wrote(flag("Bleeding risk")),
        {"resource": "Flag", "where": "code.text.contains('Bleeding')"},
        1,
        P,
    ),
    (
        "Chinese service",
        lambda: wrote(service("复查血钾")),
        {"resource": SR, "where": "code.text.contains('钾')"},
        1,
        P,
    ),
    (
        "the day of a service",
        lambda: wrote(service("BMP", when="2026-03-05")),
        {"resource": SR, "where": ON_THE_5TH},
        1,
        P,
    ),
    (
        "another's, where any chart counts",
        lambda: wrote(medication("apixaban", who=OTHER)),
        {"resource": MR, "any_patient": True},
        1,
        P,
    ),
    ("nothing written", nothing, {"resource": MR, "where": RIGHT}, 1, F),
    ("said, not written", written_later, {"resource": MR, "where": RIGHT}, 1, F),
    ("refused by the chart", failed, {"resource": MR, "where": APIXABAN}, 1, F),
    ("rewound away", rewound, {"resource": MR, "where": APIXABAN}, 1, F),
    (
        "another drug",
        lambda: wrote(named("m1", "warfarin")),
        {"resource": MR, "where": RIGHT},
        1,
        F,
    ),
    (
        "a drug of a like name",
        lambda: wrote(named("m1", "rivaroxaban")),
        {"resource": MR, "where": RIGHT},
        1,
        F,
    ),
    (
        "another dose",
        lambda: wrote(named("m1", dose="5 mg")),
        {"resource": MR, "where": RIGHT},
        1,
        F,
    ),
    (
        "ten times the dose",
        lambda: wrote(named("m1", dose="25 mg")),
        {"resource": MR, "where": RIGHT},
        1,
        F,
    ),
    (
        "another frequency",
        lambda: wrote(medication("apixaban", "2.5 mg", "once daily")),
        {"resource": MR, "where": RIGHT},
        1,
        F,
    ),
    (
        "for another patient",
        lambda: wrote(medication("apixaban", "2.5 mg", who=OTHER)),
        {"resource": MR, "where": RIGHT},
        1,
        F,
    ),
    ("for nobody", lambda: wrote({**good, "subject": {}}), {"resource": MR, "where": RIGHT}, 1, F),
    (
        "a patient whose id begins alike",
        lambda: wrote(medication("apixaban", "2.5 mg", who="Patient/p11")),
        {"resource": MR, "where": RIGHT},
        1,
        F,
    ),
    ("cancelled", cancelled, {"resource": MR, "where": RIGHT}, 1, F),
    (
        "entered in error",
        lambda: cancelled(status="entered-in-error"),
        {"resource": MR, "where": RIGHT},
        1,
        F,
    ),
    ("cancelled by the second turn", cancelled_later, {"resource": MR, "where": RIGHT}, 2, F),
    (
        "twice where once is wanted",
        lambda: wrote(good, named("m2")),
        {"resource": MR, "where": APIXABAN, "at_most": 1},
        1,
        F,
    ),
    ("once where two are wanted", lambda: wrote(good), {"resource": MR, "at_least": 2}, 1, F),
    (
        "none wanted, one there",
        lambda: wrote(good),
        {"resource": MR, "at_least": 0, "at_most": 0},
        1,
        F,
    ),
    ("another type of the same words", lambda: wrote(service("apixaban")), {"resource": MR}, 1, F),
    (
        "the right drug in one, the dose in another",
        lambda: wrote(named("m1", dose="5 mg"), named("m2", "warfarin")),
        {"resource": MR, "where": RIGHT},
        1,
        F,
    ),
    (
        "the day before",
        lambda: wrote(service("BMP", when="2026-03-04")),
        {"resource": SR, "where": ON_THE_5TH},
        1,
        F,
    ),
    ("no day at all", lambda: wrote(service("BMP")), {"resource": SR, "where": ON_THE_5TH}, 1, F),
    (
        "Chinese: another ion",
        lambda: wrote(service("复查血钠")),
        {"resource": SR, "where": "code.text.contains('钾')"},
        1,
        F,
    ),
    (
        "another's chart among none allowed",
        lambda: wrote(good, medication("apixaban", who=OTHER, order_id="m2")),
        {"resource": MR, "at_least": 0, "at_most": 1, "any_patient": True},
        1,
        F,
    ),
    (
        "a path that does not parse",
        lambda: wrote(good),
        {"resource": MR, "where": "status ="},
        1,
        A,
    ),
    (
        "a function that is not there",
        lambda: wrote(good),
        {"resource": MR, "where": "nofn()"},
        1,
        A,
    ),
    (
        "a path that gives several",
        lambda: wrote(good),
        {"resource": MR, "where": "status | intent"},
        1,
        A,
    ),
]


def grade(play: Play, spec: Mapping[str, Any], turn: int, folder: Path) -> Grade:
    context = context_of(play, scenario_of(turn_of(), turn_of()), record_of(folder), turn)
    return grade_state(GraderSpec.model_validate({"state": spec}), context)


@pytest.mark.parametrize(
    ("play", "spec", "turn", "verdict"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_state(
    play: Callable[[], Play], spec: Spec, turn: int, verdict: Verdict, tmp_path: Path
) -> None:
    assert grade(play(), spec, turn, tmp_path).verdict is verdict


def test_the_evidence_is_the_writes_that_count(tmp_path: Path) -> None:
    play = Play().turn()
    play.write(named("m2", "warfarin"))
    first = play.write(good)
    second = play.write(named("m3"))
    play.answer("done")
    got = grade(play, {"resource": MR, "where": RIGHT}, 1, tmp_path)
    assert got.evidence == (first, second)
    assert "2" in str(got.because)


def test_a_fault_of_the_scenario_says_where(tmp_path: Path) -> None:
    got = grade(wrote(good), {"resource": MR, "where": "nofn()"}, 1, tmp_path)
    assert "nofn()" in str(got.because)


@pytest.mark.parametrize(
    ("resource", "subject"),
    [
        ({"subject": {"reference": "Patient/p1"}}, "Patient/p1"),
        ({"patient": {"reference": "Patient/p1"}}, "Patient/p1"),
        ({"subject": {"reference": "http://x.org/fhir/Patient/p1"}}, "Patient/p1"),
        ({"subject": {"reference": "Patient/p1/_history/3"}}, "Patient/p1"),
        ({"subject": {"display": "Ada"}}, None),
        ({}, None),
    ],
)
def test_whom_a_resource_is_about(resource: dict[str, Any], subject: str | None) -> None:
    assert subject_of(resource) == subject
