"""Resources as compact typed entries: what a model, a person and a grader are shown.

Every entry has `ref`, and `date`, `name`, `code` and `status` where its resource has them; the
other keys follow from the type (`entry_observation`, `entry_medication`, `entry_clinical`).
Keys are stable English; empty ones are left out. Nothing that decides a grade is lost: what is
long is divided into parts, never cut.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from physassist_tui.ehr import entry_clinical as clinical
from physassist_tui.ehr import entry_medication as medication
from physassist_tui.ehr import entry_observation as observations
from physassist_tui.ehr import entry_scheduling as scheduling
from physassist_tui.ehr.attachments import narrative_text
from physassist_tui.ehr.fhirtext import (
    References,
    clean_number,
    codings,
    concept_code,
    concept_text,
    items,
    notes_text,
    period_text,
    quantity_text,
)
from physassist_tui.ehr.protocol import Resource

Entry = dict[str, Any]
PART_CHARACTERS = 6000
_EMPTY: tuple[Any, ...] = (None, "", [], {})
_IDENTITY = ("ref", "date", "name", "code")

_BUILDERS: dict[str, Callable[[Resource, References], Entry]] = {
    "Observation": observations.observation,
    "DiagnosticReport": observations.report,
    "MedicationRequest": medication.request,
    "MedicationAdministration": medication.administration,
    "MedicationStatement": medication.statement,
    "MedicationDispense": medication.dispense,
    "Procedure": clinical.procedure,
    "DocumentReference": clinical.document,
    "AllergyIntolerance": clinical.allergy,
    "CarePlan": clinical.care_plan,
    "ServiceRequest": clinical.service_request,
    "Flag": clinical.flag,
    "Immunization": clinical.immunization,
    "Appointment": scheduling.appointment,
    "Communication": scheduling.communication,
}
_BUILDERS_AT: dict[str, Callable[[Resource, References, datetime], Entry]] = {
    "Patient": clinical.patient,
    "Encounter": clinical.encounter,
    "Condition": clinical.condition,
}
_DATES: dict[str, tuple[str, ...]] = {
    "Encounter": ("period",),
    "Condition": (
        "onsetDateTime",
        "onsetPeriod",
        "recordedDate",
    ),
    "MedicationRequest": ("authoredOn",),
    "MedicationAdministration": ("effectiveDateTime", "effectivePeriod"),
    "MedicationStatement": ("effectiveDateTime", "effectivePeriod", "dateAsserted"),
    "MedicationDispense": ("whenHandedOver", "whenPrepared"),
    "Procedure": ("performedDateTime", "performedPeriod", "performedString"),
    "DocumentReference": ("date", "context.period"),
    "AllergyIntolerance": ("recordedDate", "onsetDateTime", "lastOccurrence"),
    "CarePlan": ("period", "created"),
    "ServiceRequest": ("authoredOn", "occurrenceDateTime"),
    "Flag": ("period",),
    "Immunization": ("occurrenceDateTime", "occurrenceString", "recorded"),
    "Appointment": ("start", "requestedPeriod", "created"),
    "Communication": ("sent", "received"),
}
_ANY_DATE = (
    "effectiveDateTime",
    "effectivePeriod",
    "date",
    "period",
    "performedDateTime",
    "performedPeriod",
    "occurrenceDateTime",
    "occurrencePeriod",
    "authoredOn",
    "started",
    "created",
    "issued",
    "sent",
    "recordedDate",
    "statusDate",
    "startDate",
    "collection.collectedDateTime",
    "collection.collectedPeriod",
    "timingPeriod",
    "billablePeriod",
    "start",
    "recorded",
    "receivedTime",
    "whenHandedOver",
)


class Entries:
    """Makes entries of one store's resources, with references resolved in it."""

    def __init__(self, references: References, now: datetime) -> None:
        self._references = references
        self._now = now

    def entry(self, resource: Resource) -> Entry:
        """The one entry of `resource`, however long."""
        kind = str(resource.get("resourceType", ""))
        start, end = date_of(resource)
        if kind in _BUILDERS_AT:
            fields = _BUILDERS_AT[kind](resource, self._references, self._now)
        elif kind in _BUILDERS:
            fields = _BUILDERS[kind](resource, self._references)
        else:
            fields = _general(resource, self._references)
        entry: Entry = {"ref": f"{kind}/{resource.get('id', '')}", "date": start}
        if end and kind not in ("Encounter", "Condition"):
            entry["end"] = end
        entry |= fields
        if kind not in ("Encounter", "Patient"):
            entry["encounter"] = _encounter_of(resource)
        return _without_empty(entry)

    def parts(self, resource: Resource, limit: int = PART_CHARACTERS) -> list[Entry]:
        """The entry of `resource`, divided where it is longer than `limit` characters of JSON."""
        return divided(self.entry(resource), limit)


def date_of(resource: Resource) -> tuple[str, str]:
    """The start and the end of what a resource is about; empty where it has none."""
    kind = str(resource.get("resourceType", ""))
    if kind in ("Observation", "DiagnosticReport"):
        return observations.observation_date(resource)
    for path in _DATES.get(kind, _ANY_DATE):
        value: Any = resource
        for step in path.split("."):
            value = value.get(step) if isinstance(value, dict) else None
        if isinstance(value, dict):
            start, end = str(value.get("start") or ""), str(value.get("end") or "")
            if start or end:
                return start or end, end
        elif value:
            return str(value), ""
    return "", ""


def divided(entry: Entry, limit: int) -> list[Entry]:
    """`entry` as it is, or in parts of at most `limit` characters of JSON each.

    Every part has the identity fields and `part` ("1/3"). Texts are divided at a line, a
    sentence or a space where there is one near, and lists between their members: the values of
    one key, joined over the parts, are the whole.
    """
    if len(_json(entry)) <= limit:
        return [entry]
    identity = {key: entry[key] for key in _IDENTITY if key in entry}
    frame = len(_json(identity | {"part": "000/000"}))
    room = max(limit - frame, limit // 4, 60)
    parts: list[Entry] = []
    current: Entry = {}
    left = room
    for key, value in entry.items():
        if key in identity:
            continue
        for piece in _pieces(value, left - len(key) - 6, room - len(key) - 6):
            size = len(_json({key: piece}))
            if current and (size > left or key in current):
                parts.append(current)
                current, left = {}, room
            current[key] = piece
            left -= size
    parts.append(current)
    of = len(parts)
    if of == 1:
        return [entry]
    return [
        identity | {"part": f"{number}/{of}"} | fields for number, fields in enumerate(parts, 1)
    ]


def _pieces(value: Any, first: int, room: int) -> Iterable[Any]:
    """`value` whole where it fits in `first` or is small; else in pieces of at most `room`."""
    size = len(_json(value))
    if size <= first or (size <= room and size <= room // 3):
        return [value]
    if isinstance(value, str):
        return _text_pieces(value, first, room)
    if isinstance(value, list) and size > room:
        return _list_pieces(value, room)
    return [value]


def _text_pieces(text: str, first: int, room: int) -> Iterable[str]:
    size = first if first > room // 3 else room
    while text:
        piece = _longest_start(text, max(size, 40))
        yield piece
        text = text[len(piece) :]
        size = room


def _longest_start(text: str, size: int) -> str:
    """The start of `text` that is at most `size` characters of JSON, ending well if it can."""
    end = min(len(text), size)
    while end > 1 and len(_json(text[:end])) > size:
        end = max(1, end - max(1, (len(_json(text[:end])) - size) // 6))
    if end >= len(text):
        return text
    for mark in ("\n\n", "\n", "。", ". ", "；", "; ", "，", " "):
        at = text.rfind(mark, end * 2 // 3, end)
        if at > 0:
            return text[: at + len(mark)]
    return text[:end]


def _list_pieces(value: list[Any], room: int) -> Iterable[list[Any]]:
    piece: list[Any] = []
    for member in value:
        if piece and len(_json([*piece, member])) > room:
            yield piece
            piece = []
        piece.append(member)
    if piece:
        yield piece


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _encounter_of(resource: Resource) -> str:
    for holder, key in (
        (resource, "encounter"),
        (resource, "context"),
        (resource.get("context"), "encounter"),
    ):
        found = holder.get(key) if isinstance(holder, dict) else None
        for one in items(found):
            if isinstance(one, dict) and one.get("reference"):
                return str(one["reference"])
    return ""


def _without_empty(entry: Entry) -> Entry:
    kept = {key: _filled(value) for key, value in entry.items()}
    return {key: value for key, value in kept.items() if value not in _EMPTY}


def _filled(value: Any) -> Any:
    if isinstance(value, dict):
        return _without_empty(value)
    if isinstance(value, list):
        return [one for one in map(_filled, value) if one not in _EMPTY]
    return value


_NOT_SHOWN = frozenset(
    {"resourceType", "id", "meta", "text", "identifier", "implicitRules", "language", "contained"}
)


def _general(resource: Resource, references: References) -> Entry:
    """Any other resource: its name and code, and the rest of it with concepts, quantities,
    periods and references as text."""
    fields: Entry = {"name": references.resource_name(resource)}
    for key in ("code", "type", "category"):
        if concept_code(resource.get(key)):
            fields["code"] = concept_code(resource[key])
            break
    if not fields["name"]:
        fields["name"] = str(resource.get("resourceType", ""))
    for key, value in resource.items():
        if key not in _NOT_SHOWN and key not in fields:
            fields[key] = _compact(value, references, resource)
    note = notes_text(resource.get("note"))
    if note:
        fields["note"] = note
    if len(fields) == 1:
        fields["text"] = narrative_text(resource)
    return fields


def _compact(value: Any, references: References, owner: Resource) -> Any:
    if isinstance(value, list):
        return [_compact(one, references, owner) for one in value]
    if not isinstance(value, dict):
        return clean_number(value)
    if "reference" in value:
        return references.name(value, owner)
    if "coding" in value or (set(value) <= {"system", "code", "display", "version", "text"}):
        return concept_text(value) or ", ".join(str(c.get("code", "")) for c in codings(value))
    if "value" in value and set(value) <= {"value", "unit", "system", "code", "comparator"}:
        return quantity_text(value)
    if set(value) <= {"start", "end"}:
        return period_text(value)
    return {
        key: _compact(one, references, owner)
        for key, one in value.items()
        if key not in ("extension", "id")
    }
