"""The session's row, and the grades' rows, as functions of what they follow from."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from physassist_tui.core.events import AnyEvent, SessionStarted
from physassist_tui.core.state import live_events
from physassist_tui.core.words import Seat
from physassist_tui.store.chain import stamp
from physassist_tui.store.summary import Summary


def summary_of(session: str, events: Sequence[AnyEvent], last_hash: str) -> Summary:
    """The row of a session from all its events; raises `ValueError` without a start."""
    first = events[0] if events else None
    if not isinstance(first, SessionStarted):
        raise ValueError("a session's first event is its start")
    data = first.data
    at = stamp(first.at)
    row = Summary(
        id=session,
        scenario=data.scenario,
        scenario_hash=data.scenario_hash,
        rubric_hash=data.rubric_hash,
        toolset=data.toolset,
        language=data.language,
        seed=data.seed,
        physician=data.seats.get(Seat.PHYSICIAN),
        assistant=data.seats.get(Seat.ASSISTANT),
        patient=data.seats.get(Seat.PATIENT),
        app_version=data.app_version,
        patient_version=data.patient_version,
        parent_session=data.parent_session,
        parent_seq=data.parent_seq,
        started_text=at,
        last_text=at,
        last_seq=1,
        last_hash=last_hash,
        active_ms=first.active_ms,
        turn=first.turn,
        ended=None,
    )
    for event in live_events(events[1:]):
        if event.kind == "seat_changed":
            row = _seated(row, event.data.changed, event.data.to_player)
        elif event.kind == "session_ended":
            row = replace(row, ended=event.data.reason.value)
    last = events[-1]
    return replace(
        row,
        last_text=stamp(last.at),
        last_seq=last.seq,
        last_hash=last_hash,
        active_ms=last.active_ms,
        turn=last.turn,
    )


def _seated(row: Summary, seat: Seat, player: str) -> Summary:
    match seat:
        case Seat.PHYSICIAN:
            return replace(row, physician=player)
        case Seat.ASSISTANT:
            return replace(row, assistant=player)
        case Seat.PATIENT:
            return replace(row, patient=player)


def changes(events: Sequence[AnyEvent]) -> dict[str, str] | None:
    """Which columns of its session's row `events` change, beside those that every event does.

    `None` where only all its events together can tell. `summary_of` says the same, for a price
    that grows with the session.
    """
    new: dict[str, str] = {}
    for event in events:
        if event.kind == "rewound":
            return None
        if event.kind == "seat_changed":
            new[event.data.changed.value] = event.data.to_player
        elif event.kind == "session_ended":
            new["ended"] = event.data.reason.value
    return new


def score_columns(data: Mapping[str, Any]) -> dict[str, Any]:
    """The plain columns of `score` from its JSON; `None` is unknown, never 0."""
    success = data.get("task_success")
    return {
        "mrs": data.get("mrs"),
        "graded_share": data.get("graded_share"),
        "task_success": None if success is None else int(success),
    }


def grade_rows(score: int, data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The rows of `grade` from a score's JSON."""
    return [
        {
            "score": score,
            "turn": turn["turn"],
            "item": item["id"],
            "kind": item.get("kind"),
            "grader": item.get("grader"),
            "grade": item["grade"],
            "because": item.get("because"),
            "evidence": json.dumps(item.get("evidence", [])),
        }
        for turn in data.get("turns", ())
        for item in turn["items"]
    ]
