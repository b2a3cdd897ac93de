"""The four creates: FHIR R4 resources built from a call's arguments, as `writes` does.

Where a rubric may look:

MedicationRequest
    status, intent, priority, authoredOn (the session's clock), subject, encounter, requester;
    medicationCodeableConcept.text: the caller's words; .coding: the caller's code, else the
    RxNorm ingredient where terms knows the drug;
    dosageInstruction[0].text: dose, route, frequency in the caller's words;
    .doseAndRate[0].doseQuantity (UCUM where the unit is known); .route: SNOMED CT and words;
    .timing.code.text: the caller's words; .timing.code.coding and .timing.repeat where the words
    are understood, with .boundsDuration for the duration; .asNeeded[x];
    dispenseRequest.expectedSupplyDuration, .quantity, .numberOfRepeatsAllowed;
    reasonCode[0], note[0].text.
ServiceRequest
    status, intent, priority, authoredOn, subject, encounter, requester, performer[0];
    category[0]: SNOMED CT; code.text: the caller's words; code.coding[0]: the caller's code;
    occurrenceDateTime, reasonCode[0], bodySite[0], note[0].text.
Communication
    status, sent, subject, encounter, recipient[0], sender, basedOn[0], inResponseTo[0];
    payload[0].contentString: the message.
Appointment
    status, created, description, start, end, minutesDuration, basedOn[0], serviceType[0],
    appointmentType, reasonCode[0], comment; participant[0].actor: the patient,
    participant[1].actor: the practitioner.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Protocol

from physassist_tui.ehr.bench import toolset as names
from physassist_tui.ehr.bench.coding import concept, service_category
from physassist_tui.ehr.bench.dosage import dosage_and_supply
from physassist_tui.ehr.dosing import SNOMED
from physassist_tui.ehr.drug_coding import one_drug
from physassist_tui.ehr.matching import RXNORM
from physassist_tui.ehr.protocol import EhrError, Resource
from physassist_tui.ehr.writes import Writing, named, stamp, stamped, validated, with_offset
from physassist_tui.i18n import msg

_REFERRAL = re.compile(
    r"\breferr?(?:al|als|ed|ing)?\b|\brefer\b|\bconsult(?:s|ation|ations|ing)?\b"
    r"|转诊|转介|转科|会诊|专科就诊",
    re.IGNORECASE,
)
_VISIT = timedelta(minutes=30)
_PRACTITIONERS = ("Practitioner", "PractitionerRole")
_PERFORMERS = ("Practitioner", "PractitionerRole", "Organization", "CareTeam")
_PEOPLE = ("Practitioner", "PractitionerRole", "Organization", "Patient", "RelatedPerson")


class Chart(Protocol):
    """What a create asks of the EHR that it writes to."""

    def existing(self, field: str, given: str, kinds: tuple[str, ...]) -> str:
        """`Type/id` of what `given` refers to. Raises `EhrError` where there is none."""

    def order(self, field: str, given: str) -> str:
        """`ServiceRequest/id` of an order that a reference or a number (#1) names."""


def build(tool: str, values: Mapping[str, Any], writing: Writing, chart: Chart) -> Resource:
    """The validated resource of a create. Raises `EhrError` naming field and allowed."""
    fields = _BUILDERS[tool](values, writing, chart)
    return validated({**stamped(fields.pop("resourceType"), writing), **fields})


def _encounter(values: Mapping[str, Any], writing: Writing, chart: Chart) -> Resource:
    given = values.get("encounter_reference")
    if given is not None:
        return {
            "encounter": {"reference": chart.existing("encounter_reference", given, ("Encounter",))}
        }
    return {} if writing.encounter is None else {"encounter": {"reference": writing.encounter}}


def _reason(values: Mapping[str, Any]) -> Resource:
    display, code = values.get("reason_display"), values.get("reason_code")
    if display is None and code is None:
        if "reason_system" in values:
            raise EhrError(msg("reason_system needs reason_code."), field="reason_code")
        return {}
    return {"reasonCode": [concept("reason", code, display, values.get("reason_system"))]}


def _medication_request(values: Mapping[str, Any], writing: Writing, chart: Chart) -> Resource:
    medication = named(values, "medication_display")
    coded: dict[str, Any] = {"text": medication}
    drug = one_drug(medication)
    if "medication_code" in values:
        system = values.get("medication_system", RXNORM)
        coding = {"system": system, "code": values["medication_code"], "display": medication}
        coded = {"coding": [coding], "text": medication}
    elif "medication_system" in values:
        raise EhrError(msg("medication_system needs medication_code."), field="medication_code")
    elif drug is not None and drug.rxnorm is not None:
        coding = {"system": RXNORM, "code": drug.rxnorm, "display": drug.en[0]}
        coded = {"coding": [coding], "text": medication}
    fields: Resource = {
        "resourceType": "MedicationRequest",
        "status": values.get("status", "active"),
        "intent": values.get("intent", "order"),
        "medicationCodeableConcept": coded,
        "subject": {"reference": writing.patient},
        **_encounter(values, writing, chart),
        "authoredOn": stamp(writing.now),
        "requester": _actor(values, "requester_reference", _PRACTITIONERS, chart),
        **_reason(values),
        **_note(values),
        **dosage_and_supply(values),
    }
    if "priority" in values:
        fields["priority"] = values["priority"]
    return fields


def _service_request(values: Mapping[str, Any], writing: Writing, chart: Chart) -> Resource:
    display = named(values, "code_display")
    fields: Resource = {
        "resourceType": "ServiceRequest",
        "status": values.get("status", "active"),
        "intent": values.get("intent", "order"),
        "category": [service_category(values.get("category_code"), values.get("category_display"))],
        "code": concept("code", values["code_code"], display, values.get("code_system")),
        "subject": {"reference": writing.patient},
        **_encounter(values, writing, chart),
        "authoredOn": stamp(writing.now),
        "requester": _actor(values, "requester_reference", _PRACTITIONERS, chart),
        **_reason(values),
        **_note(values),
    }
    if "priority" in values:
        fields["priority"] = values["priority"]
    if "occurrence_datetime" in values:
        target = str(values["occurrence_datetime"])
        _not_past("occurrence_datetime", target, writing.now)
        fields["occurrenceDateTime"] = with_offset(target, writing.now)
    if "performer_reference" in values:
        fields["performer"] = [_actor(values, "performer_reference", _PERFORMERS, chart)]
    if "body_site_display" in values or "body_site_code" in values:
        site = concept(
            "body_site", values.get("body_site_code"), values.get("body_site_display"), SNOMED
        )
        fields["bodySite"] = [site]
    return fields


def _communication(values: Mapping[str, Any], writing: Writing, chart: Chart) -> Resource:
    fields: Resource = {
        "resourceType": "Communication",
        "status": values.get("status", "in-progress"),
        "subject": {"reference": writing.patient},
        **_encounter(values, writing, chart),
        "sent": stamp(writing.now),
        "payload": [{"contentString": named(values, "message_text")}],
    }
    if "recipient_reference" in values:
        fields["recipient"] = [_actor(values, "recipient_reference", _PEOPLE, chart)]
    if "sender_reference" in values:
        fields["sender"] = _actor(values, "sender_reference", _PEOPLE, chart)
    if "based_on_service_request" in values:
        given = str(values["based_on_service_request"])
        fields["basedOn"] = [{"reference": chart.order("based_on_service_request", given)}]
    if "in_response_to_communication" in values:
        given = str(values["in_response_to_communication"])
        ref = chart.existing("in_response_to_communication", given, ("Communication",))
        fields["inResponseTo"] = [{"reference": ref}]
    return fields


def _appointment(values: Mapping[str, Any], writing: Writing, chart: Chart) -> Resource:
    description = named(values, "description")
    if "based_on" not in values and is_referral(description):
        raise EhrError(
            msg(
                "The description names a referral or consultation, and based_on is missing: place "
                "the order with {tool} first, then book the appointment with based_on.",
                tool=names.SERVICE_CREATE,
            ),
            field="based_on",
        )
    fields: Resource = {
        "resourceType": "Appointment",
        "description": description,
        "created": stamp(writing.now),
        "participant": [
            {"actor": {"reference": writing.patient}, "status": "accepted"},
            {
                "actor": _actor(values, "practitioner_reference", _PRACTITIONERS, chart),
                "status": "accepted",
            },
        ],
        **_when(values, writing.now),
        **_reason(values),
    }
    fields["status"] = values.get("status", "booked" if "start" in fields else "proposed")
    if "based_on" in values:
        fields["basedOn"] = [{"reference": chart.order("based_on", str(values["based_on"]))}]
    if "note_text" in values:
        fields["comment"] = str(values["note_text"])
    for stem, element in (("service_type", "serviceType"), ("appointment_type", "appointmentType")):
        code, display = values.get(f"{stem}_code"), values.get(f"{stem}_display")
        if code is not None or display is not None:
            kind = concept(stem, code, display, _TYPE_SYSTEMS[stem])
            fields[element] = [kind] if stem == "service_type" else kind
    return fields


_TYPE_SYSTEMS = {
    "service_type": "http://terminology.hl7.org/CodeSystem/service-type",
    "appointment_type": "http://terminology.hl7.org/CodeSystem/v2-0276",
}


def is_referral(description: str) -> bool:
    """Whether an appointment's description names a referral or a consultation."""
    return _REFERRAL.search(description) is not None


def _when(values: Mapping[str, Any], now: datetime) -> Resource:
    if "start" not in values:
        if "end" in values:
            raise EhrError(msg("end needs start."), field="start")
        minutes = values.get("minutes_duration")
        return {} if minutes is None else {"minutesDuration": minutes}
    start = _moment("start", str(values["start"]), now)
    if start < now:
        raise EhrError(
            msg("start {start} is before now, {now}.", start=values["start"], now=stamp(now)),
            field="start",
        )
    minutes = values.get("minutes_duration")
    end = start + (_VISIT if minutes is None else timedelta(minutes=minutes))
    if "end" in values:
        end = _moment("end", str(values["end"]), now)
        if end <= start:
            raise EhrError(msg("end must be after start."), field="end")
    length = int((end - start).total_seconds() // 60)
    return {"start": stamp(start), "end": stamp(end), "minutesDuration": length}


def _moment(field: str, text: str, now: datetime) -> datetime:
    if len(text) <= len("2026-03-04"):
        raise EhrError(
            msg("{field} needs a time of day, as 2026-03-04T09:30.", field=field), field=field
        )
    try:
        return datetime.fromisoformat(with_offset(text, now))
    except OverflowError as error:
        raise EhrError(msg("{field} is no date.", field=field), field=field) from error


def _not_past(field: str, target: str, now: datetime) -> None:
    today = now.date().isoformat()
    if target[: len(today)] < today[: len(target)]:
        raise EhrError(
            msg(
                "{field} {target} is before today, {today}.",
                field=field,
                target=target,
                today=today,
            ),
            field=field,
        )


def _actor(
    values: Mapping[str, Any], field: str, kinds: tuple[str, ...], chart: Chart
) -> dict[str, str]:
    return {"reference": chart.existing(field, str(values[field]), kinds)}


def _note(values: Mapping[str, Any]) -> Resource:
    return {"note": [{"text": str(values["note_text"])}]} if "note_text" in values else {}


_BUILDERS: Mapping[str, Callable[[Mapping[str, Any], Writing, Chart], Resource]] = {
    names.MEDICATION_CREATE: _medication_request,
    names.SERVICE_CREATE: _service_request,
    names.MESSAGE_CREATE: _communication,
    names.APPOINTMENT_CREATE: _appointment,
}
