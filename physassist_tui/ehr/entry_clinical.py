"""Patients, encounters, conditions, procedures, documents, allergies, plans, as entries."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from physassist_tui.ehr.attachments import document_text
from physassist_tui.ehr.entry_medication import reasons
from physassist_tui.ehr.fhirtext import (
    References,
    codings,
    concept_code,
    concept_text,
    human_name,
    items,
    nodes,
    notes_text,
    number_text,
    part,
    period_text,
    quantity_text,
    range_text,
)
from physassist_tui.ehr.persons import age_at, allergy_name
from physassist_tui.ehr.protocol import Resource

Entry = dict[str, Any]
FLAG_DETAIL = "urn:physassist:flag-detail"


def is_later(text: object, now: datetime) -> bool:
    """Whether a FHIR date lies after `now`; a date without a time counts from its start."""
    if not isinstance(text, str):
        return False
    try:
        when = datetime.fromisoformat(text) if len(text) > 10 else None
    except ValueError:
        return False
    if when is None:
        return text > now.date().isoformat()[: len(text)]
    if when.tzinfo is None:
        when = when.replace(tzinfo=now.tzinfo)
    return when > now


def patient(resource: Resource, refs: References, now: datetime) -> Entry:
    """A Patient, with the age at `now`."""
    died = resource.get("deceasedDateTime")
    identifiers = []
    for one in nodes(resource.get("identifier")):
        kind = concept_text(one.get("type")) or str(one.get("system", "")).rsplit("/", 1)[-1]
        if one.get("value"):
            identifiers.append(f"{kind}: {one['value']}" if kind else str(one["value"]))
    return {
        "name": human_name(resource.get("name")),
        "birth_date": resource.get("birthDate"),
        "age": age_at(resource.get("birthDate"), now.date()),
        "sex": resource.get("gender"),
        "deceased": None if is_later(died, now) else (died or resource.get("deceasedBoolean")),
        "identifiers": identifiers,
        "marital_status": concept_text(resource.get("maritalStatus")),
        "languages": [
            concept_text(one.get("language")) for one in nodes(resource.get("communication"))
        ],
        "address": [_address(one) for one in nodes(resource.get("address"))],
        "telecom": [
            f"{one.get('system', '')}: {one['value']}"
            for one in nodes(resource.get("telecom"))
            if one.get("value")
        ],
        "contacts": [
            _with_role(human_name(one.get("name")), concept_text(one.get("relationship")))
            for one in nodes(resource.get("contact"))
        ],
        "general_practitioner": refs.names(resource.get("generalPractitioner"), resource),
    }


def _address(address: Resource) -> str:
    if address.get("text"):
        return str(address["text"])
    parts = [*items(address.get("line"))]
    parts += [address.get(key) for key in ("city", "state", "postalCode", "country")]
    return ", ".join(str(part) for part in parts if part)


def encounter(resource: Resource, refs: References, now: datetime) -> Entry:
    """An Encounter. What is dated after `now` in it (its end, where it went) is left out."""
    period = part(resource, "period")
    ongoing = is_later(period.get("end"), now)
    stay = part(resource, "hospitalization")
    kind = concept_text(resource.get("type")) or concept_text(resource.get("class"))
    places = []
    for one in nodes(resource.get("location")):
        spell = part(one, "period")
        if is_later(spell.get("start"), now):
            continue
        if is_later(spell.get("end"), now):
            spell = {"start": spell.get("start")}
        place = refs.name(one.get("location"), resource)
        places.append(f"{place} ({period_text(spell)})" if period_text(spell) else place)
    return {
        "name": kind,
        "code": concept_code(resource.get("type")),
        "class": concept_code(resource.get("class")) or concept_text(resource.get("class")),
        "status": "in-progress" if ongoing else resource.get("status"),
        "end": None if ongoing else period.get("end"),
        "service": concept_text(resource.get("serviceType")),
        "priority": concept_text(resource.get("priority")),
        "reason": reasons(resource, refs),
        "diagnoses": [] if ongoing else _diagnoses(resource, refs),
        "admit_source": concept_text(stay.get("admitSource")),
        "disposition": "" if ongoing else concept_text(stay.get("dischargeDisposition")),
        "destination": "" if ongoing else refs.name(stay.get("destination"), resource),
        "readmission": concept_text(stay.get("reAdmission")),
        "locations": places,
        "participants": [
            _with_role(refs.name(one.get("individual"), resource), concept_text(one.get("type")))
            for one in nodes(resource.get("participant"))
        ],
        "provider": refs.name(resource.get("serviceProvider"), resource),
        "part_of": part(resource, "partOf").get("reference"),
        "length": "" if ongoing else quantity_text(resource.get("length")),
    }


def _diagnoses(resource: Resource, refs: References) -> list[str]:
    return [
        _with_role(refs.name(one.get("condition"), resource), concept_text(one.get("use")))
        for one in nodes(resource.get("diagnosis"))
    ]


def _with_role(name: str, role: str) -> str:
    return f"{name} ({role})" if name and role else name


def condition(resource: Resource, refs: References, now: datetime) -> Entry:
    """A Condition; its abatement only where that is not after `now`."""
    onset = _timed(resource, "onset")
    abatement = _timed(resource, "abatement")
    if is_later(resource.get("abatementDateTime"), now):
        abatement = ""
    where = refs.get(resource.get("encounter"), resource)
    return {
        "name": concept_text(resource.get("code")),
        "code": concept_code(resource.get("code")),
        "system": _system(resource.get("code")),
        "clinical_status": concept_code(resource.get("clinicalStatus"))
        or concept_text(resource.get("clinicalStatus")),
        "verification_status": concept_code(resource.get("verificationStatus"))
        or concept_text(resource.get("verificationStatus")),
        "category": concept_text(resource.get("category")),
        "severity": concept_text(resource.get("severity")),
        "onset": onset,
        "abatement": abatement,
        "recorded": resource.get("recordedDate"),
        "body_site": concept_text(resource.get("bodySite")),
        "stage": ", ".join(
            filter(None, (concept_text(one.get("summary")) for one in nodes(resource.get("stage"))))
        ),
        "evidence": ", ".join(
            filter(None, (concept_text(one.get("code")) for one in nodes(resource.get("evidence"))))
        ),
        "encounter_date": part(where, "period").get("start"),
        "asserter": refs.name(resource.get("asserter"), resource),
        "note": notes_text(resource.get("note")),
    }


def _system(concept: object) -> str:
    return next((str(c["system"]) for c in codings(concept) if c.get("system")), "")


def _timed(resource: Resource, stem: str) -> str:
    for suffix in ("DateTime", "String"):
        if resource.get(stem + suffix):
            return str(resource[stem + suffix])
    if f"{stem}Age" in resource:
        return quantity_text(resource[f"{stem}Age"])
    if f"{stem}Period" in resource:
        return period_text(resource[f"{stem}Period"])
    if f"{stem}Range" in resource:
        return range_text(resource[f"{stem}Range"])
    return ""


def procedure(resource: Resource, refs: References) -> Entry:
    """A Procedure."""
    performers = []
    for one in nodes(resource.get("performer")):
        name = refs.name(one.get("actor"), resource)
        performers.append(_with_role(name, concept_text(one.get("function"))))
    return {
        "name": concept_text(resource.get("code")),
        "code": concept_code(resource.get("code")),
        "status": resource.get("status"),
        "status_reason": concept_text(resource.get("statusReason")),
        "category": concept_text(resource.get("category")),
        "end": part(resource, "performedPeriod").get("end"),
        "body_site": concept_text(resource.get("bodySite")),
        "reason": reasons(resource, refs),
        "outcome": concept_text(resource.get("outcome")),
        "complication": concept_text(resource.get("complication")),
        "follow_up": concept_text(resource.get("followUp")),
        "used": concept_text(resource.get("usedCode")),
        "performers": performers,
        "note": notes_text(resource.get("note")),
    }


def document(resource: Resource, refs: References) -> Entry:
    """A DocumentReference with its whole text."""
    context = part(resource, "context")
    titles = [
        str(attachment["title"])
        for content in nodes(resource.get("content"))
        if (attachment := part(content, "attachment")).get("title")
    ]
    name = concept_text(resource.get("type")) or (titles or [""])[0]
    return {
        "name": name or str(resource.get("description") or ""),
        "code": concept_code(resource.get("type")),
        "category": concept_text(resource.get("category")),
        "status": resource.get("status"),
        "doc_status": resource.get("docStatus"),
        "title": "; ".join(title for title in dict.fromkeys(titles) if title != name),
        "description": resource.get("description"),
        "author": ", ".join(refs.names(resource.get("author"), resource)),
        "period": period_text(context.get("period")),
        "relates_to": [
            f"{one.get('code', '')} {(one.get('target') or {}).get('reference', '')}".strip()
            for one in nodes(resource.get("relatesTo"))
        ],
        "text": document_text(resource, refs),
    }


def allergy(resource: Resource, refs: References) -> Entry:
    """An AllergyIntolerance with its criticality and reactions."""
    reactions = [
        {
            "substance": concept_text(one.get("substance")),
            "manifestation": concept_text(one.get("manifestation")),
            "severity": one.get("severity"),
            "onset": one.get("onset"),
            "description": one.get("description"),
            "route": concept_text(one.get("exposureRoute")),
            "note": notes_text(one.get("note")),
        }
        for one in nodes(resource.get("reaction"))
    ]
    kept = [{k: v for k, v in one.items() if v} for one in reactions]
    return {
        "name": allergy_name(resource),
        "code": concept_code(resource.get("code")),
        "clinical_status": concept_code(resource.get("clinicalStatus")),
        "verification_status": concept_code(resource.get("verificationStatus")),
        "type": resource.get("type"),
        "category": ", ".join(str(one) for one in items(resource.get("category"))),
        "criticality": resource.get("criticality"),
        "reactions": kept,
        "onset": _timed(resource, "onset"),
        "last_occurrence": resource.get("lastOccurrence"),
        "recorder": refs.name(resource.get("recorder"), resource),
        "note": notes_text(resource.get("note")),
    }


def care_plan(resource: Resource, refs: References) -> Entry:
    """A CarePlan with its activities, what it addresses, and its goals."""
    goals = []
    for reference in items(resource.get("goal")):
        goal = refs.get(reference, resource)
        goals.append(concept_text(goal.get("description")) if goal else refs.name(reference))
    return {
        "name": resource.get("title") or concept_text(resource.get("category")) or "CarePlan",
        "code": concept_code(resource.get("category")),
        "status": resource.get("status"),
        "intent": resource.get("intent"),
        "category": concept_text(resource.get("category")),
        "end": part(resource, "period").get("end"),
        "description": resource.get("description"),
        "activities": [_activity(one, refs, resource) for one in nodes(resource.get("activity"))],
        "addresses": refs.names(resource.get("addresses"), resource),
        "goals": [goal for goal in goals if goal],
        "author": refs.name(resource.get("author"), resource),
        "note": notes_text(resource.get("note")),
    }


def _activity(activity: Resource, refs: References, owner: Resource) -> Entry:
    detail = part(activity, "detail")
    fields: Entry = {
        "name": concept_text(detail.get("code")) or refs.name(activity.get("reference"), owner),
        "status": detail.get("status"),
        "status_reason": concept_text(detail.get("statusReason")),
        "do_not_perform": detail.get("doNotPerform"),
        "scheduled": detail.get("scheduledString") or period_text(detail.get("scheduledPeriod")),
        "description": detail.get("description"),
        "reason": reasons(detail, refs),
        "outcome": concept_text(activity.get("outcomeCodeableConcept")),
        "progress": notes_text(activity.get("progress")),
    }
    return {key: value for key, value in fields.items() if value}


def service_request(resource: Resource, refs: References) -> Entry:
    """A ServiceRequest."""
    when = resource.get("occurrenceDateTime") or period_text(resource.get("occurrencePeriod"))
    return {
        "name": concept_text(resource.get("code")),
        "code": concept_code(resource.get("code")),
        "status": resource.get("status"),
        "intent": resource.get("intent"),
        "priority": resource.get("priority"),
        "do_not_perform": resource.get("doNotPerform"),
        "category": concept_text(resource.get("category")),
        "target_date": when,
        "order_detail": concept_text(resource.get("orderDetail")),
        "reason": reasons(resource, refs),
        "requester": refs.name(resource.get("requester"), resource),
        "note": notes_text(resource.get("note")),
    }


def flag(resource: Resource, refs: References) -> Entry:
    """A Flag, with the detail that a session's own flags carry as an extension."""
    details = [
        str(one.get("valueString", ""))
        for one in nodes(resource.get("extension"))
        if one.get("url") == FLAG_DETAIL
    ]
    return {
        "name": concept_text(resource.get("code")),
        "code": concept_code(resource.get("code")),
        "status": resource.get("status"),
        "category": concept_text(resource.get("category")),
        "detail": "\n".join(filter(None, details)),
        "end": part(resource, "period").get("end"),
        "author": refs.name(resource.get("author"), resource),
    }


def immunization(resource: Resource, refs: References) -> Entry:
    """An Immunization."""
    return {
        "name": concept_text(resource.get("vaccineCode")),
        "code": concept_code(resource.get("vaccineCode")),
        "status": resource.get("status"),
        "status_reason": concept_text(resource.get("statusReason")),
        "dose": quantity_text(resource.get("doseQuantity")),
        "route": concept_text(resource.get("route")),
        "site": concept_text(resource.get("site")),
        "reason": reasons(resource, refs),
        "reaction_dates": [str(one.get("date", "")) for one in nodes(resource.get("reaction"))],
        "series_dose": ", ".join(
            number_text(one.get("doseNumberPositiveInt") or one.get("doseNumberString") or "")
            for one in nodes(resource.get("protocolApplied"))
        ),
        "note": notes_text(resource.get("note")),
    }
