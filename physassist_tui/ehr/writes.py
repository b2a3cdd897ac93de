"""Writes: FHIR R4 resources built from a tool's arguments and validated with fhir.resources.

The exact shape, which a rubric's FHIRPath may lean on:

MedicationRequest
    status `active`, intent `order`, authoredOn (the session's clock), subject, encounter,
    requester.display;
    medicationCodeableConcept.text: the caller's words;
    medicationCodeableConcept.coding[0]: RxNorm ingredient (system
    `http://www.nlm.nih.gov/research/umls/rxnorm`, code, display), where terms knows the drug and
    the words name only that one;
    dosageInstruction[0].text: dose, route and frequency in the caller's words;
    dosageInstruction[0].doseAndRate[0].doseQuantity.value / .unit / .code (UCUM), or doseRange
    (low, high), or rateQuantity / rateRange for a dose per time; none for a sliding scale;
    dosageInstruction[0].route.text: the caller's words; .route.coding[0]: SNOMED CT;
    dosageInstruction[0].timing.code.text: the caller's words; .timing.code.coding[0]: BID, TID,
    QID, QD, QOD, Q8H … where there is one;
    dosageInstruction[0].timing.repeat.frequency / .period / .periodUnit (BID: 2, 1, d; q12h: 1,
    12, h), .periodMax, .when (HS, AC …), .dayOfWeek, .count (once: 1), .boundsDuration;
    dosageInstruction[0].asNeededBoolean, or asNeededCodeableConcept.text for "PRN pain";
    reasonCode[0].text: the indication.
ServiceRequest
    status `active`, intent `order`, authoredOn, subject, encounter, requester.display;
    code.text: the caller's words; code.coding[0]: LOINC, where terms knows a single analyte;
    priority `routine`, `urgent` or `asap`; note[0].text; occurrenceDateTime: the target date.
Flag
    status `active`, period.start (the session's clock), subject, encounter, author.display;
    category[0].text: `safety`, `allergy`, `administrative` or `clinical`;
    category[0].coding[0]: HL7 flag-category (`safety`, `admin`, `clinical`; none for allergy);
    code.text: the caller's words; extension(`urn:physassist:flag-detail`).value: the detail.
All
    meta.tag with the systems `urn:physassist:session`, `:seat`, `:call` and `:order` (the order's
    number in the session); id: a UUID that follows from session and call.
"""

from __future__ import annotations

import html
import re
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ValidationError

from physassist_tui import terms
from physassist_tui.ehr.chart_displays import AUTHOR
from physassist_tui.ehr.dosing import (
    DOSE_EXAMPLES,
    ROUTE_EXAMPLES,
    SNOMED,
    UCUM,
    read_dose,
    read_route,
)
from physassist_tui.ehr.drug_coding import one_drug
from physassist_tui.ehr.entry_clinical import FLAG_DETAIL
from physassist_tui.ehr.frequency import FREQUENCY_EXAMPLES, read_frequency
from physassist_tui.ehr.matching import LOINC, RXNORM
from physassist_tui.ehr.protocol import EhrError, Resource
from physassist_tui.i18n import msg, several

TAG = "urn:physassist:"
SESSION_TAG, SEAT_TAG, CALL_TAG, ORDER_TAG = (
    f"{TAG}session",
    f"{TAG}seat",
    f"{TAG}call",
    f"{TAG}order",
)
CANCELLED_STATUS: Mapping[str, str] = {
    "MedicationRequest": "cancelled",
    "ServiceRequest": "revoked",
    "Flag": "inactive",
    "Appointment": "cancelled",
    "Communication": "entered-in-error",
}
_NAMESPACE = uuid.UUID("6a1c3f0e-9d24-5b0f-8f57-3c2f3a9d7e41")
_FLAG_CATEGORIES = {"safety": "safety", "administrative": "admin", "clinical": "clinical"}
_FLAG_SYSTEM = "http://terminology.hl7.org/CodeSystem/flag-category"
_LETTERS = re.compile(r"[^\W\d_]{2}|[\u3400-\u9fff]")


@dataclass(frozen=True)
class Writing:
    """What every write is stamped with."""

    session: str
    call_id: str
    seat: str
    number: int
    now: datetime
    patient: str
    encounter: str | None

    @property
    def resource_id(self) -> str:
        """The same for the same call of the same session, however often it is carried out."""
        return str(uuid.uuid5(_NAMESPACE, f"{self.session}/{self.call_id}"))


def build(kind: str, values: Mapping[str, Any], writing: Writing) -> Resource:
    """The validated resource of a create tool. Raises `EhrError` naming field and allowed."""
    fields = _BUILDERS[kind](values, writing)
    resource = {**stamped(kind, writing), **fields, "subject": {"reference": writing.patient}}
    if writing.encounter is not None:
        resource["encounter"] = {"reference": writing.encounter}
    return validated(resource)


def stamped(kind: str, writing: Writing) -> Resource:
    """The beginning of a write's resource: its type, its id and its tags."""
    return {
        "resourceType": kind,
        "id": writing.resource_id,
        "meta": {
            "tag": [
                {"system": SESSION_TAG, "code": writing.session},
                {"system": SEAT_TAG, "code": writing.seat},
                {"system": CALL_TAG, "code": writing.call_id},
                {"system": ORDER_TAG, "code": str(writing.number)},
            ]
        },
    }


def validated(resource: Resource) -> Resource:
    """`resource`, if its fhir.resources model takes it. Raises `EhrError` naming the element."""
    try:
        model(resource["resourceType"]).model_validate(resource)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        field = ".".join(str(part) for part in first["loc"]) or str(resource["resourceType"])
        raise EhrError(
            msg("{field} is not valid FHIR: {reason}", field=field, reason=first["msg"]),
            field=field,
        ) from error
    return resource


def model(kind: str) -> type[BaseModel]:
    """The fhir.resources model of a type that can be written."""
    # fhir.resources takes a quarter of a second to load: only once somebody writes.
    if kind == "MedicationRequest":
        from fhir.resources.R4B.medicationrequest import MedicationRequest

        return MedicationRequest
    if kind == "ServiceRequest":
        from fhir.resources.R4B.servicerequest import ServiceRequest

        return ServiceRequest
    if kind == "Appointment":
        from fhir.resources.R4B.appointment import Appointment

        return Appointment
    if kind == "Communication":
        from fhir.resources.R4B.communication import Communication

        return Communication
    from fhir.resources.R4B.flag import Flag

    return Flag


def cancelled(resource: Resource, reason: str | None) -> Resource:
    """A new version of an order or flag, taken back."""
    kind = resource["resourceType"]
    changed: Resource = {**resource, "status": CANCELLED_STATUS[kind]}
    if reason and kind == "MedicationRequest":
        changed["statusReason"] = {"text": reason}
    elif reason and kind == "ServiceRequest":
        changed["note"] = [*resource.get("note", ()), {"text": reason}]
    elif reason and kind == "Appointment":
        changed["cancelationReason"] = {"text": reason}
    elif reason and kind == "Communication":
        changed["statusReason"] = {"text": reason}
    return validated(changed)


def tag_of(resource: Resource, system: str) -> str | None:
    """The code of a resource's tag of that system."""
    for tag in (resource.get("meta") or {}).get("tag") or ():
        if tag.get("system") == system:
            return str(tag.get("code"))
    return None


def stamp(now: datetime) -> str:
    """A moment as FHIR writes it, to the second."""
    return now.isoformat(timespec="seconds")


def named(values: Mapping[str, Any], field: str) -> str:
    """The words of an argument. Raises `EhrError` where there are none in it."""
    text = str(values[field])
    if not _LETTERS.search(text):
        raise EhrError(
            msg("{field} cannot be {value}: say it in words.", field=field, value=text),
            field=field,
        )
    return text


def _medication_request(values: Mapping[str, Any], writing: Writing) -> Resource:
    medication = named(values, "medication")
    concept: dict[str, Any] = {"text": medication}
    drug = one_drug(medication)
    if drug is not None and drug.rxnorm is not None:
        coding = {"system": RXNORM, "code": drug.rxnorm, "display": drug.en[0]}
        concept = {"coding": [coding], "text": medication}
    fields: Resource = {
        "status": "active",
        "intent": "order",
        "medicationCodeableConcept": concept,
        "authoredOn": stamp(writing.now),
        "requester": {"display": AUTHOR},
        "dosageInstruction": [_dosage(values)],
    }
    if "indication" in values:
        fields["reasonCode"] = [{"text": named(values, "indication")}]
    return fields


def _dosage(values: Mapping[str, Any]) -> dict[str, Any]:
    dose_text, route_text = str(values["dose"]), str(values["route"])
    frequency_text = str(values["frequency"])
    dose = read_dose(dose_text)
    if dose is None:
        raise _unread("dose", dose_text, DOSE_EXAMPLES)
    route = read_route(route_text)
    if route is None:
        raise _unread("route", route_text, ROUTE_EXAMPLES)
    frequency = read_frequency(frequency_text)
    if frequency is None:
        raise _unread("frequency", frequency_text, FREQUENCY_EXAMPLES)
    code, display = route
    timing = frequency.timing(frequency_text)
    days = values.get("duration_days", frequency.days)
    if days is not None:
        bounds = {"value": days, "unit": "days", "system": UCUM, "code": "d"}
        timing["repeat"] = {**timing.get("repeat", {}), "boundsDuration": bounds}
    dosage: dict[str, Any] = {
        "text": f"{dose_text} {route_text} {frequency_text}",
        "timing": timing,
        "route": {
            "coding": [{"system": SNOMED, "code": code, "display": display}],
            "text": route_text,
        },
    }
    if frequency.reason:
        dosage["asNeededCodeableConcept"] = {"text": frequency.reason}
    elif frequency.as_needed:
        dosage["asNeededBoolean"] = True
    if dose.dose_and_rate:
        dosage["doseAndRate"] = [dose.dose_and_rate]
    return dosage


def _unread(field: str, value: str, examples: tuple[str, ...]) -> EhrError:
    return EhrError(
        msg(
            "{field} cannot be read: {value}. Write it as one of: {examples}.",
            field=field,
            value=value,
            examples=several(examples),
        ),
        field=field,
        allowed=examples,
    )


def _service_request(values: Mapping[str, Any], writing: Writing) -> Resource:
    service = named(values, "service_type")
    concept: dict[str, Any] = {"text": service}
    analyte = terms.analyte_for_name(service)
    if analyte is not None and analyte.loinc:
        coding = {"system": LOINC, "code": analyte.loinc[0], "display": analyte.en[0]}
        concept = {"coding": [coding], "text": service}
    fields: Resource = {
        "status": "active",
        "intent": "order",
        "priority": str(values["priority"]),
        "code": concept,
        "authoredOn": stamp(writing.now),
        "requester": {"display": AUTHOR},
    }
    if "note" in values:
        fields["note"] = [{"text": str(values["note"])}]
    if "target_date" in values:
        target = str(values["target_date"])
        today = writing.now.date().isoformat()
        if target[: len(today)] < today[: len(target)]:
            raise EhrError(
                msg("target_date {target} is before today, {today}.", target=target, today=today),
                field="target_date",
            )
        fields["occurrenceDateTime"] = with_offset(target, writing.now)
    return fields


def with_offset(date: str, now: datetime) -> str:
    """A date as it is; a time without an offset gets the clock's, as FHIR demands."""
    if len(date) <= len("2026-03-04"):
        return date
    when = datetime.fromisoformat(date)
    return stamp(when if when.tzinfo is not None else when.replace(tzinfo=now.tzinfo))


def _flag(values: Mapping[str, Any], writing: Writing) -> Resource:
    category = str(values["category"])
    code, detail = named(values, "code"), named(values, "detail")
    kind: dict[str, Any] = {"text": category}
    if category in _FLAG_CATEGORIES:
        kind["coding"] = [{"system": _FLAG_SYSTEM, "code": _FLAG_CATEGORIES[category]}]
    words = html.escape(f"{code}: {detail}")
    return {
        "text": {
            "status": "generated",
            "div": f'<div xmlns="http://www.w3.org/1999/xhtml">{words}</div>',
        },
        "extension": [{"url": FLAG_DETAIL, "valueString": detail}],
        "status": "active",
        "category": [kind],
        "code": {"text": code},
        "period": {"start": stamp(writing.now)},
        "author": {"display": AUTHOR},
    }


_BUILDERS: Mapping[str, Callable[[Mapping[str, Any], Writing], Resource]] = {
    "MedicationRequest": _medication_request,
    "ServiceRequest": _service_request,
    "Flag": _flag,
}
