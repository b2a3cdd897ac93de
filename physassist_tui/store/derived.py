"""The session's row, and the grades' rows, as functions of what they follow from."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from physassist_tui.core.events import AnyEvent, Rewound, SeatChanged, SessionEnded, SessionStarted
from physassist_tui.core.state import live_events
from physassist_tui.core.words import EndReason, Seat
from physassist_tui.store.chain import stamp


@dataclass(frozen=True)
class Summary:
    """A session as its last event left it. The columns of the table `session`.

    `physician`, `assistant` and `patient` are who sits there now; `None`: nobody. Times are
    `2026-03-04T14:30:00.000000Z`; `active_ms` is milliseconds; `ended` is `None` while the
    session is under way, else an `EndReason`; `last_hash` vouches for every event up to the
    last.
    """

    id: str
    scenario: str
    scenario_hash: str
    rubric_hash: str
    toolset: str
    language: str
    seed: int
    physician: str | None
    assistant: str | None
    patient: str | None
    app_version: str
    patient_version: str
    parent_session: str | None
    parent_seq: int | None
    started_at: str
    last_at: str
    last_seq: int
    last_hash: str
    active_ms: int
    turn: int
    ended: str | None

    @property
    def unfinished(self) -> bool:
        """Whether it can be gone on with."""
        return self.ended in UNFINISHED


UNFINISHED = (None, EndReason.QUIT.value, EndReason.CRASHED.value)
"""The values of `ended` of sessions that can be resumed."""

COLUMNS = tuple(field.name for field in fields(Summary))
"""The columns of `session`, in the order of `Summary`."""


CHANGING = (
    "physician",
    "assistant",
    "patient",
    "last_at",
    "last_seq",
    "last_hash",
    "active_ms",
    "turn",
    "ended",
)
"""Those of them that a later event may change."""


def summary_of(session: str, events: Sequence[AnyEvent], last_hash: str) -> Summary:
    """The row of a session from all its events; raises `ValueError` without a start."""
    first = events[0]
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
        started_at=at,
        last_at=at,
        last_seq=1,
        last_hash=last_hash,
        active_ms=first.active_ms,
        turn=first.turn,
        ended=None,
    )
    row = _seats_and_end(row, live_events(events[1:]))
    return _last(row, events[-1], last_hash)


def advanced(row: Summary, events: Sequence[AnyEvent], last_hash: str) -> Summary | None:
    """The row after `events` more; `None` where only all the events together can tell."""
    if any(isinstance(event, Rewound) for event in events):
        return None
    return _last(_seats_and_end(row, events), events[-1], last_hash)


def _seats_and_end(row: Summary, events: Iterable[AnyEvent]) -> Summary:
    for event in events:
        if isinstance(event, SeatChanged):
            row = _seated(row, event.data.changed, event.data.to_player)
        elif isinstance(event, SessionEnded):
            row = replace(row, ended=event.data.reason.value)
    return row


def _seated(row: Summary, seat: Seat, player: str) -> Summary:
    match seat:
        case Seat.PHYSICIAN:
            return replace(row, physician=player)
        case Seat.ASSISTANT:
            return replace(row, assistant=player)
        case Seat.PATIENT:
            return replace(row, patient=player)


def _last(row: Summary, event: AnyEvent, last_hash: str) -> Summary:
    return replace(
        row,
        last_at=stamp(event.at),
        last_seq=event.seq,
        last_hash=last_hash,
        active_ms=event.active_ms,
        turn=event.turn,
    )


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
