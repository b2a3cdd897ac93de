"""Builds sessions as event logs, and the scenarios and records they are graded by.

    play = Play().turn("What's the potassium?")
    play.call("Observation.search", refs=["Observation/k"])
    play.answer("5.9 mmol/L")

Every event takes the next `seq`; time stands still. Resources have the shape that a chart's
writes have: FHIR R4, coded by text.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from physassist_tui.core import events as ev
from physassist_tui.core.scenario import Scenario
from physassist_tui.core.words import EndReason, Seat
from physassist_tui.ehr.protocol import EhrStore
from physassist_tui.ehr.record import open_record
from physassist_tui.i18n import Lang

CLOCK = "2026-03-04T09:30:00-05:00"
AT = datetime.fromisoformat(CLOCK)
PATIENT = "Patient/p1"
OTHER = "Patient/p2"
LOINC = "http://loinc.org"


def grader_item(item_id: str, grader: Mapping[str, Any], kind: str = "safety") -> dict[str, Any]:
    """A rubric item as an author writes it."""
    return {"id": item_id, "text": {"en": item_id, "zh": item_id}, "kind": kind, "grader": grader}


def turn_of(*items: Mapping[str, Any], task: str = "information_lookup") -> dict[str, Any]:
    """A turn as an author writes it, with the rubric `items`."""
    both = {"en": "x", "zh": "x"}
    return {
        "request": both,
        "explicit": both,
        "task_type": task,
        "gold": [{"answer": both}],
        "rubric": list(items) or [grader_item("any", {"human": {}})],
    }


def scenario_of(*turns: Mapping[str, Any], facts: Sequence[str] = ()) -> Scenario:
    """A scenario with those turns, and patient facts with those ids."""
    wording = {"low": "x", "medium": "x", "high": "x"}
    return Scenario.model_validate(
        {
            "schema": 1,
            "id": "tests/built",
            "title": {"en": "t", "zh": "t"},
            "category": "medication_safety",
            "difficulty": 1,
            "languages": ["en", "zh"],
            "source": {"record": "built", "licence": "Apache-2.0"},
            "clock": CLOCK,
            "patient": PATIENT,
            "facts": [
                {
                    "id": fact,
                    "topic": "symptom_history",
                    "grounded_in": ["Observation/o1"],
                    "say": {"en": wording, "zh": wording},
                }
                for fact in facts
            ],
            "turns": list(turns) or [turn_of()],
        }
    )


def long_task_of(
    *items: Mapping[str, Any], deliverables: Sequence[str] = ("output/note.md",)
) -> Scenario:
    """A long task with the rubric `items`."""
    built = scenario_of(turn_of(*items)).model_dump(mode="json", by_alias=True)
    turn = {**turn_of(*items), "task_type": "long_task"}
    long = {
        "category": "treatment_planning",
        "specialty": "primary_care",
        "toolset": "physicianbench",
        "deliverables": list(deliverables),
        "turns": [turn],
    }
    kept = ("schema", "id", "title", "difficulty", "languages", "source", "clock", "patient")
    return Scenario.model_validate({**{name: built[name] for name in kept}, **long})


def patient(ref: str = PATIENT, name: str = "Ada") -> dict[str, Any]:
    """A Patient."""
    return {
        "resourceType": "Patient",
        "id": ref.partition("/")[2],
        "name": [{"family": "Example", "given": [name]}],
        "gender": "female",
        "birthDate": "1955-02-11",
    }


def observation(
    obs_id: str,
    code: str,
    value: float,
    unit: str,
    when: str = "2026-03-04T06:00:00-05:00",
    who: str = PATIENT,
    display: str = "",
) -> dict[str, Any]:
    """A laboratory result with a LOINC code."""
    return {
        "resourceType": "Observation",
        "id": obs_id,
        "status": "final",
        "category": [
            {
                "coding": [
                    {
                        "system": "http://terminology.hl7.org/CodeSystem/observation-category",
                        "code": "laboratory",
                    }
                ]
            }
        ],
        "code": {"coding": [{"system": LOINC, "code": code, "display": display or code}]},
        "subject": {"reference": who},
        "effectiveDateTime": when,
        "valueQuantity": {
            "value": value,
            "unit": unit,
            "system": "http://unitsofmeasure.org",
            "code": unit,
        },
    }


def allergy(
    text: str,
    who: str = PATIENT,
    clinical: str = "active",
    verification: str = "confirmed",
    allergy_id: str = "a1",
    recorded: str = "2020-01-01",
) -> dict[str, Any]:
    """An AllergyIntolerance to what `text` names."""
    base = "http://terminology.hl7.org/CodeSystem/allergyintolerance-"
    return {
        "resourceType": "AllergyIntolerance",
        "id": allergy_id,
        "clinicalStatus": {"coding": [{"system": base + "clinical", "code": clinical}]},
        "verificationStatus": {"coding": [{"system": base + "verification", "code": verification}]},
        "code": {"text": text},
        "patient": {"reference": who},
        "recordedDate": recorded,
    }


def medication(
    drug: str,
    dose: str = "5 mg",
    frequency: str = "BID",
    route: str = "oral",
    who: str = PATIENT,
    status: str = "active",
    order_id: str = "m1",
    when: str = CLOCK,
) -> dict[str, Any]:
    """A MedicationRequest."""
    amount, _, unit = dose.partition(" ")
    dosage: dict[str, Any] = {
        "text": f"{dose} {route} {frequency}",
        "route": {"text": route},
        "timing": {"code": {"text": frequency}},
    }
    if unit:
        dosage["doseAndRate"] = [{"doseQuantity": {"value": float(amount), "unit": unit}}]
    return {
        "resourceType": "MedicationRequest",
        "id": order_id,
        "status": status,
        "intent": "order",
        "medicationCodeableConcept": {"text": drug},
        "subject": {"reference": who},
        "authoredOn": when,
        "dosageInstruction": [dosage],
    }


def service(
    what: str,
    who: str = PATIENT,
    status: str = "active",
    when: str | None = None,
    order_id: str = "s1",
    note: str = "",
) -> dict[str, Any]:
    """A ServiceRequest."""
    resource: dict[str, Any] = {
        "resourceType": "ServiceRequest",
        "id": order_id,
        "status": status,
        "intent": "order",
        "priority": "routine",
        "code": {"text": what},
        "subject": {"reference": who},
        "authoredOn": CLOCK,
    }
    if when:
        resource["occurrenceDateTime"] = when
    if note:
        resource["note"] = [{"text": note}]
    return resource


def flag(
    code: str, who: str = PATIENT, category: str = "safety", flag_id: str = "f1"
) -> dict[str, Any]:
    """A Flag."""
    return {
        "resourceType": "Flag",
        "id": flag_id,
        "status": "active",
        "category": [{"text": category}],
        "code": {"text": code},
        "subject": {"reference": who},
    }


def record_of(folder: Path, *resources: Mapping[str, Any], name: str = "record") -> EhrStore:
    """A record at the clock that holds both patients and `resources`, from a real file."""
    path = folder / f"{name}.json"
    held = [patient(), patient(OTHER, "Eva"), *resources]
    bundle = {
        "resourceType": "Bundle",
        "type": "collection",
        "entry": [{"resource": resource} for resource in held],
    }
    path.write_text(json.dumps(bundle), encoding="utf-8")
    return open_record(path).at(AT)


class Play:
    """A session under construction. Methods give the `seq` of the event that matters."""

    def __init__(
        self,
        lang: Lang = "en",
        *,
        scenario: str = "tests/built",
        assistant: str = "human",
        **started: Any,
    ) -> None:
        self.events: list[ev.AnyEvent] = []
        self._turn = 0
        self._turns = 0
        self._calls = 0
        data = {
            "scenario": scenario,
            "scenario_hash": "sha256:aa",
            "rubric_hash": "sha256:bb",
            "toolset": "physassist",
            "seats": {
                Seat.PHYSICIAN: "script",
                Seat.ASSISTANT: assistant,
                Seat.PATIENT: "grounded",
            },
            "language": lang,
            "seed": 0,
            "limits": {"tool_calls_per_turn": 16, "tool_calls": None},
            "app_version": "0",
            "schema_version": 1,
            "patient_version": "grounded/1",
            **started,
        }
        self._add(ev.SessionStartedData(**data))

    def _add(self, data: ev.EventData, seat: Seat = Seat.ASSISTANT) -> int:
        seq = len(self.events) + 1
        event = ev.event_of(
            data, seq=seq, at=AT, active_ms=0, turn=self._turn, seat=seat, player="human"
        )
        self.events.append(event)
        return seq

    def turn(self, request: str = "?", *, scripted: bool = True) -> Play:
        """Starts the next turn."""
        self._turns += 1
        self._turn = self._turns
        self._add(ev.TurnStartedData(scripted=scripted, request=request), Seat.PHYSICIAN)
        return self

    def call(
        self,
        tool: str = "Observation.search",
        arguments: Mapping[str, Any] | None = None,
        *,
        result: Mapping[str, Any] | None = None,
        shown: str | None = None,
        refs: Iterable[str] = (),
        ok: bool = True,
        written: Sequence[Mapping[str, Any]] = (),
        returns: bool = True,
    ) -> int:
        """A tool call and what it gave; gives the `seq` of the return (of the call, without)."""
        self._calls += 1
        call_id = f"c{self._calls}"
        given = dict(arguments or {})
        called = self._add(
            ev.ToolCalledData(
                call_id=call_id, tool=tool, arguments_given=given, arguments=given if ok else None
            )
        )
        if not returns:
            return called
        for resource in written:
            self._add(ev.ResourceWrittenData(call_id=call_id, resource=dict(resource)))
        return self._add(
            ev.ToolReturnedData(
                call_id=call_id, ok=ok, result=dict(result or {}), shown=shown, refs=tuple(refs)
            )
        )

    def write(self, *resources: Mapping[str, Any]) -> int:
        """A call that writes; gives the `seq` of the first resource's event."""
        first = resources[0]
        self.call(f"{first['resourceType']}.create", written=resources)
        return len(self.events) - len(resources)

    def file(self, path: str, text: str, mode: Literal["w", "a"] = "w") -> int:
        """A call that writes to a file of the workspace; gives the `seq` of that."""
        self._calls += 1
        call_id = f"c{self._calls}"
        given = {"path": path, "content": text, "mode": mode}
        self._add(
            ev.ToolCalledData(
                call_id=call_id, tool="write_file", arguments_given=given, arguments=given
            )
        )
        wrote = self._add(ev.FileWrittenData(call_id=call_id, path=path, mode=mode, text=text))
        self._add(ev.ToolReturnedData(call_id=call_id, ok=True, result={"path": path}))
        return wrote

    def guard(self, guard: str, *, ends: bool = True) -> int:
        """A limit was met."""
        return self._add(ev.GuardTrippedData(guard=guard, limit=5, ends=ends))

    def cancel(self, resource: Mapping[str, Any], status: str = "cancelled") -> int:
        """Takes a written resource back; gives the `seq` of its new version."""
        self.call("orders.cancel", written=[{**resource, "status": status}])
        return len(self.events) - 1

    def ask(self, question: str, reply: str = "", facts: Sequence[str] = ()) -> int:
        """A question to the patient, the facts it brings, and the reply; gives the reply's."""
        asked = self._say(Seat.ASSISTANT, Seat.PATIENT, question)
        for fact in facts:
            self._add(ev.FactRevealedData(fact=fact, message_seq=asked), Seat.PATIENT)
        return self._say(Seat.PATIENT, Seat.ASSISTANT, reply)

    def _say(self, sender: Seat, recipient: Seat, text: str) -> int:
        return self._add(ev.MessageData(sender=sender, recipient=recipient, text=text), sender)

    def answer(self, text: str) -> int:
        """The turn's answer."""
        return self._add(ev.AnsweredData(text=text))

    def rewind(self, to_seq: int) -> int:
        """Tombstones everything after `to_seq`."""
        return self._add(ev.RewoundData(to_seq=to_seq))

    def seat(self, seat: Seat, from_player: str, to_player: str) -> int:
        """Gives a seat to another player."""
        data = ev.SeatChangedData(
            changed=seat, from_player=from_player, to_player=to_player, note=""
        )
        return self._add(data)

    def end(self, reason: EndReason = EndReason.COMPLETED) -> int:
        """Ends the session."""
        return self._add(ev.SessionEndedData(reason=reason))
