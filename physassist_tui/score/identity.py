"""What two scores must have in common to be set side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from physassist_tui.core import events as ev
from physassist_tui.core.scenario import Scenario
from physassist_tui.core.words import Seat
from physassist_tui.score.raters import PEOPLE_VERSION, JudgeIdentity
from physassist_tui.score.registry import versions_used


def identity_of(
    events: Sequence[ev.AnyEvent],
    started: ev.SessionStartedData,
    scenario: Scenario,
    checks: int,
    judges: Sequence[JudgeIdentity] = (),
    *,
    people: bool = False,
) -> dict[str, Any]:
    """The identity of a score: two scores compare only where these dictionaries are equal.

    It holds what can change a grade without the player having done anything else: the
    scenario and its rubric by hash, the toolset, who spoke for the patient and the physician
    (every player that sat there, in order, a fork's shared past included) and the patient's
    version, the language, the versions of the graders that the rubric uses and of the standing
    checks, the judges by name, prompt and settings (`None`: there is none, or nothing for one
    to judge), the version of the rule by which people decide where `people` decided any item,
    the limits with the budgets that were set, and the form of the requests where it is the
    explicit one. The program's version, the machine and the
    player that is graded are not part of it.
    """
    judged = any(
        leaf.judge is not None
        for turn in scenario.turns
        for item in turn.rubric
        for leaf in item.grader.leaves()
    )
    return {
        "scenario": started.scenario_hash,
        "rubric": started.rubric_hash,
        "toolset": started.toolset,
        "patient": _players(events, started, Seat.PATIENT),
        "patient_version": started.patient_version,
        "physician": _players(events, started, Seat.PHYSICIAN),
        "language": started.language,
        "graders": versions_used(scenario),
        "checks": checks,
        "judge": [judge.to_json() for judge in judges] if judges and judged else None,
        "limits": {name: started.limits[name] for name in sorted(started.limits)},
        **({"people": PEOPLE_VERSION} if people else {}),
        **({"requests": started.requests} if started.requests != "implicit" else {}),
    }


def _players(
    events: Sequence[ev.AnyEvent], started: ev.SessionStartedData, seat: Seat
) -> str | None:
    # A fork's events begin with the start of the session that it was forked from.
    first = next((e.data for e in events if isinstance(e, ev.SessionStarted)), started)
    sat = [first.seats[seat]] if seat in first.seats else []
    for event in events:
        if isinstance(event, ev.SeatChanged) and event.data.changed is seat:
            sat.append(event.data.to_player)
    return "+".join(dict.fromkeys(sat)) or None
