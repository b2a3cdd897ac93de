"""Sessions to record in the tests of the store: small ones, long ones, one of every kind."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from physassist_tui.core import events as ev
from physassist_tui.core.words import EndReason, Seat

START = datetime(2026, 3, 4, 14, 30, tzinfo=UTC)
REQUEST = "What's the creatinine doing?"
REQUEST_ZH = "肌酐怎么样了？"


def started(**changes: Any) -> ev.SessionStartedData:
    given: dict[str, Any] = {
        "scenario": "medication-safety/sample",
        "scenario_hash": "sha256:" + "a" * 64,
        "rubric_hash": "sha256:" + "b" * 64,
        "toolset": "physassist",
        "seats": {
            Seat.PHYSICIAN: "script",
            Seat.ASSISTANT: "script:gold",
            Seat.PATIENT: "grounded",
        },
        "language": "en",
        "seed": 7,
        "limits": {"tool_calls_per_turn": 16, "tool_calls": None},
        "app_version": "0.1.0",
        "schema_version": 1,
        "patient_version": "grounded/1",
    }
    return ev.SessionStartedData.model_validate(given | changes)


def numbered(
    data: Iterable[ev.EventData], *, first: int = 1, turn: int = 1, start: datetime = START
) -> list[ev.AnyEvent]:
    """Events that carry `data`, one a second."""
    return [
        ev.event_of(
            one,
            seq=seq,
            at=start + timedelta(seconds=seq, microseconds=seq),
            active_ms=0 if isinstance(one, ev.SessionStartedData) else seq * 1000,
            turn=0 if isinstance(one, ev.SessionStartedData) else turn,
            seat=None if isinstance(one, ev.SessionStartedData) else Seat.ASSISTANT,
            player=None if isinstance(one, ev.SessionStartedData) else "script:gold",
        )
        for seq, one in enumerate(data, start=first)
    ]


def asked(text: str = REQUEST) -> ev.TurnStartedData:
    return ev.TurnStartedData(scripted=True, request=text)


def said(text: str, sender: Seat = Seat.ASSISTANT, to: Seat = Seat.PATIENT) -> ev.MessageData:
    return ev.MessageData(sender=sender, recipient=to, text=text)


def ended(reason: EndReason = EndReason.COMPLETED) -> ev.SessionEndedData:
    return ev.SessionEndedData(reason=reason)


def call(number: int) -> list[ev.EventData]:
    """A call of a tool and a return of some 700 characters, as a laboratory search gives."""
    entries = [
        {
            "ref": f"Observation/{number}-{i}",
            "date": "2026-03-04T06:10:00-05:00",
            "name": "Creatinine",
            "code": "2160-0",
            "value": 1.9,
            "unit": "mg/dL",
            "flag": "H",
            "range": "0.6–1.2 mg/dL",
        }
        for i in range(4)
    ]
    arguments = {"code": "Creatinine", "page": 1}
    return [
        ev.ToolCalledData(
            call_id=f"c{number}",
            tool="Observation.search",
            arguments_given=arguments,
            arguments=arguments,
        ),
        ev.ToolReturnedData(
            call_id=f"c{number}",
            ok=True,
            result={"total": 4, "page": 1, "pages": 1, "entries": entries},
            refs=tuple(f"Observation/{number}-{i}" for i in range(4)),
        ),
    ]


def short_session(request: str = REQUEST, **changes: Any) -> list[ev.AnyEvent]:
    """Six events: a request, a look, an answer, the end."""
    return numbered(
        [
            started(**changes),
            asked(request),
            *call(1),
            ev.AnsweredData(text="1.9 mg/dL today, up from 1.4."),
            ended(),
        ]
    )


def every_kind() -> list[ev.AnyEvent]:
    """One event at least of each kind there is."""
    order = {"resourceType": "MedicationRequest", "id": "o1", "status": "active"}
    return numbered(
        [
            started(parent_session="01PARENT", parent_seq=3),
            asked(),
            said("Are you taking the blood thinner?"),
            ev.FactRevealedData(fact="skips-doses", message_seq=3),
            said("Most days, I guess.", Seat.PATIENT, Seat.ASSISTANT),
            *call(6),
            ev.ResourceWrittenData(call_id="c6", resource=order),
            ev.ProposedData(proposal_id="p1", act={"tool": "Flag.create"}),
            ev.DecidedData(proposal_id="p1", decision="reject", reason="no need"),
            ev.ModelCalledData(
                provider="none",
                model="none",
                first_token_ms=None,
                total_ms=900,
                usage={"in": 10},
                finish_reason="stop",
            ),
            ev.PausedData(reason="person"),
            ev.ResumedData(reason="person"),
            ev.MarkedData(label="note", text="看这里", marked_seq=5),
            ev.SeatChangedData(
                changed=Seat.ASSISTANT,
                from_player="script:gold",
                to_player="human",
                note="You have read the laboratory results.",
            ),
            ev.RewoundData(to_seq=10),
            ev.GuardTrippedData(guard="tool_calls_per_turn", limit=16, ends=False),
            ev.FileWrittenData(call_id="c6", path="output/note.md", mode="a", text="好的。\n"),
            ev.AnsweredData(text="好的。"),
            ended(EndReason.TOOL_LIMIT),
        ]
    )


def long_session(count: int) -> list[ev.AnyEvent]:
    """A session of `count` events, most of them calls and their returns."""
    data: list[ev.EventData] = [started(), asked()]
    while len(data) < count:
        data += call(len(data) + 1)
    return numbered(data[:count])


def score(grade: str = "pass") -> dict[str, Any]:
    """A score as `score --json` prints it, shortened."""
    passed = int(grade == "pass")
    item = {
        "id": "cites-latest-creatinine",
        "kind": "data_retrieval",
        "grader": "value",
        "grade": grade,
        "evidence": [4],
        "because": "1.9 mg/dL is in the answer.",
    }
    other = item | {"id": "judged", "grader": "judge", "grade": "abstain", "evidence": []}
    return {
        "turns": [{"turn": 1, "total": 2, "graded": 1, "passed": passed, "items": [item, other]}],
        "mrs": float(passed),
        "graded_share": 0.5,
        "task_success": None,
        "identity": {"scenario": "sha256:" + "a" * 64},
    }
