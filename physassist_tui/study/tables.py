"""The rows of an export: a session, a turn, a response each. Unknown is `None`, never 0."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from physassist_tui.core import events as ev
from physassist_tui.core.state import SessionState, fold
from physassist_tui.core.studying import Assignment, Response
from physassist_tui.core.words import EndReason, Seat, Verdict
from physassist_tui.score.causes import CAUSES
from physassist_tui.score.effort import effort_of
from physassist_tui.score.finding import CHECKS
from physassist_tui.study import workload
from physassist_tui.study.interruptions import interruptions
from physassist_tui.study.leading import Leading
from physassist_tui.study.load import LoadedStudy

if TYPE_CHECKING:
    from collections.abc import Callable

    from physassist_tui.store.recordings import Recordings

Row = dict[str, Any]


@dataclass(frozen=True)
class Held:
    """One place of somebody's order, and what was made of it.

    `score` is the `score` object; `None` while the session is under way.
    """

    assignment: Assignment
    events: Sequence[ev.AnyEvent]
    score: Mapping[str, Any] | None
    responses: Sequence[Response]


def held_of(
    loaded: LoadedStudy,
    recordings: Recordings,
    score_of: Callable[[Assignment, Sequence[ev.AnyEvent]], Mapping[str, Any] | None],
) -> list[Held]:
    """Every session of a study, begun or not: participants in the order of the file.

    Participants who began, and are no longer in the file, come last.
    """
    study = loaded.study
    begun = {row.id for row in recordings.sessions()}
    said = recordings.studies.responses(study.id)
    names = {participant.id for participant in study.participants}
    rows = [
        row
        for participant in study.participants
        for row in Leading(loaded, recordings, participant.id).expected()
    ]
    rows += [r for r in recordings.studies.assignments(study.id) if r.participant not in names]
    found = []
    for row in rows:
        events = recordings.events(row.session) if row.session in begun else []
        over = bool(events) and fold(events).ended is not None
        mine = [one for one in said if one.session and one.session == row.session]
        found.append(Held(row, events, score_of(row, events) if over else None, mine))
    return found


def session_row(held: Held) -> Row:
    """A row of `sessions.csv`."""
    row = {**_whose(held.assignment, begun=bool(held.events)), **_assigned(held.assignment)}
    if not held.events:
        return {**row, "state": "planned", "finished": 0}
    state = fold(held.events)
    stopped = interruptions(held.events)
    ended = state.ended.value if state.ended else "unfinished"
    score = held.score or {}
    return {
        **row,
        **effort_of(held.events).to_json(),
        "scenario_hash": state.started.scenario_hash if state.started else None,
        "state": ended,
        "finished": int(state.ended is EndReason.COMPLETED),
        "started_at": _time(held.events[0]),
        "last_at": _time(held.events[-1]),
        "paused_ms": stopped.ms,
        "pauses": stopped.count,
        "pause_reasons": ";".join(f"{name}:{n}" for name, n in stopped.reasons.items()),
        **{name: score.get(name) for name in ("mrs", "mrs_lenient", "graded_share")},
        "task_success": _yes_no(score.get("task_success")),
        **{f"check_{check}": score.get("checks", {}).get(check) for check in CHECKS},
        **_causes(score),
        "tlx_raw": _workload(held.responses),
    }


def _causes(score: Mapping[str, Any]) -> Row:
    """How often each cause of failure was found; unknown where the score knows of none."""
    found = score.get("causes")
    kinds = Counter(cause["kind"] for cause in found or ())
    return {f"cause_{kind}": None if found is None else kinds[kind] for kind in CAUSES}


def turn_rows(held: Held) -> Iterator[Row]:
    """The rows of `turns.csv` of a session that is over; none of another."""
    if held.score is None:
        return
    state = fold(held.events)
    about = held.score["about"]["turns"]
    for turn, told in zip(held.score["turns"], about, strict=True):
        verdicts = [item["grade"] for item in turn["items"]]
        yield {
            **_whose(held.assignment, begun=True),
            "turn": turn["turn"],
            "task_type": told["task_type"],
            "implicitness": told["implicitness"] or "none",
            **_turn_played(turn["turn"], state, held.events),
            "items": turn["total"],
            "graded": turn["graded"],
            "passed": turn["passed"],
            "partial": verdicts.count(Verdict.PARTIAL.value),
            "failed": verdicts.count(Verdict.FAIL.value),
            "strict": turn["strict"],
            "lenient": turn["lenient"],
        }


def response_rows(responses: Sequence[Response], held: Sequence[Held]) -> Iterator[Row]:
    """The rows of `responses.csv`."""
    places = {one.assignment.session: one.assignment for one in held if one.events}
    for response in responses:
        place = places.get(response.session or "")
        yield {
            "study": response.study,
            "participant": response.participant,
            "position": place.position if place else None,
            "session": response.session,
            "scenario": place.scenario if place else None,
            "condition": place.condition if place else None,
            "at": response.at.isoformat(timespec="milliseconds"),
            "kind": response.kind,
            "question": response.question,
            "part": response.part,
            "value": response.value,
            "text": response.text,
            "language": response.language,
            "study_hash": response.study_hash,
        }


def _whose(assignment: Assignment, *, begun: bool) -> Row:
    return {
        "study": assignment.study,
        "participant": assignment.participant,
        "position": assignment.position,
        "session": assignment.session if begun else None,
        "scenario": assignment.scenario,
        "condition": assignment.condition,
    }


def _assigned(assignment: Assignment) -> Row:
    return {
        "trial": assignment.trial,
        "player": assignment.player,
        "language": assignment.language,
        "requests": assignment.requests,
        "time_limit_s": assignment.seconds,
        "seed": assignment.seed,
    }


def _turn_played(number: int, state: SessionState, events: Sequence[ev.AnyEvent]) -> Row:
    """What was done in the scenario's turn of that number; nothing where it never began."""
    turn = next((t for t in state.turns if (t.scenario_turn or t.number) == number), None)
    if turn is None:
        return {"answered": 0}
    times = {event.seq: event.active_ms for event in events}
    asked = [m for m in state.messages if m.turn == turn.number and m.recipient is Seat.PATIENT]
    answered = bool((turn.answer or "").strip())
    over = turn.answer is not None
    return {
        "answered": int(answered),
        "active_ms": times[turn.answer_seq] - times[turn.seq] if over else None,
        "tool_calls": sum(call.turn == turn.number for call in state.calls),
        "patient_questions": len(asked),
        "answer_characters": len(turn.answer or "") if over else None,
    }


def _workload(responses: Sequence[Response]) -> float | None:
    parts = {one.part: one.value for one in responses if one.part and one.kind == "answered"}
    return workload.raw_score([value for value in parts.values() if value is not None])


def _yes_no(value: bool | None) -> int | None:
    return None if value is None else int(value)


def _time(event: ev.AnyEvent) -> str:
    return event.at.isoformat(timespec="milliseconds")
