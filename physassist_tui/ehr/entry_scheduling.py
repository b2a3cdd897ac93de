"""Appointments and messages, as entries."""

from __future__ import annotations

from typing import Any

from physassist_tui.ehr.entry_medication import reasons
from physassist_tui.ehr.fhirtext import References, concept_text, items, nodes, notes_text, part
from physassist_tui.ehr.protocol import Resource

Entry = dict[str, Any]


def appointment(resource: Resource, refs: References) -> Entry:
    """An Appointment: what for, when, with whom, and the order that it fulfils."""
    kind = concept_text(resource.get("appointmentType"))
    return {
        "name": resource.get("description") or concept_text(resource.get("serviceType")) or kind,
        "status": resource.get("status"),
        "end": resource.get("end"),
        "minutes": resource.get("minutesDuration"),
        "service": concept_text(resource.get("serviceType")),
        "type": kind,
        "participants": [
            name
            for one in nodes(resource.get("participant"))
            if (name := refs.name(one.get("actor"), resource) or concept_text(one.get("type")))
        ],
        "based_on": _references(resource),
        "created": resource.get("created"),
        "reason": reasons(resource, refs),
        "status_reason": concept_text(resource.get("cancelationReason")),
        "comment": resource.get("comment"),
        "patient_instructions": resource.get("patientInstruction"),
    }


def communication(resource: Resource, refs: References) -> Entry:
    """A Communication: what was said, by whom, to whom, about what."""
    said = [
        str(one.get("contentString") or refs.name(one.get("contentReference"), resource))
        for one in nodes(resource.get("payload"))
    ]
    return {
        "name": concept_text(resource.get("topic"))
        or concept_text(resource.get("category"))
        or "Message",
        "status": resource.get("status"),
        "status_reason": concept_text(resource.get("statusReason")),
        "priority": resource.get("priority"),
        "sender": refs.name(resource.get("sender"), resource),
        "recipients": refs.names(resource.get("recipient"), resource),
        "text": "\n".join(filter(None, said)),
        "based_on": _references(resource),
        "reason": reasons(resource, refs),
        "note": notes_text(resource.get("note")),
    }


def _references(resource: Resource) -> str:
    found = [part({"at": one}, "at").get("reference") for one in items(resource.get("basedOn"))]
    return ", ".join(str(one) for one in found if one)
