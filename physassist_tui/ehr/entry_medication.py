"""Medication orders, administrations, statements and dispenses, as entries."""

from __future__ import annotations

from typing import Any

from physassist_tui.ehr.fhirtext import (
    References,
    concept_code,
    concept_text,
    items,
    nodes,
    notes_text,
    number_text,
    part,
    quantity_text,
    range_text,
    ratio_text,
)
from physassist_tui.ehr.protocol import Resource

Entry = dict[str, Any]

_UNIT_WORDS = {
    "s": ("second", "seconds"),
    "min": ("minute", "minutes"),
    "h": ("hour", "hours"),
    "d": ("day", "days"),
    "wk": ("week", "weeks"),
    "mo": ("month", "months"),
    "a": ("year", "years"),
}
_WHEN_WORDS = {
    "MORN": "in the morning",
    "AFT": "in the afternoon",
    "EVE": "in the evening",
    "NIGHT": "at night",
    "HS": "at bedtime",
    "WAKE": "on waking",
    "C": "with meals",
    "CM": "with breakfast",
    "CD": "with lunch",
    "CV": "with dinner",
    "AC": "before meals",
    "ACM": "before breakfast",
    "ACD": "before lunch",
    "ACV": "before dinner",
    "PC": "after meals",
    "PCM": "after breakfast",
    "PCD": "after lunch",
    "PCV": "after dinner",
}


def timing_text(timing: object) -> str:
    """A Timing in English words; its own text or code where it has one."""
    if not isinstance(timing, dict):
        return ""
    text = concept_text(timing.get("code"))
    repeat = timing.get("repeat")
    spelled = _repeat_text(repeat) if isinstance(repeat, dict) else ""
    events = ", ".join(str(event) for event in items(timing.get("event")))
    if text:
        # A code such as BID says it all; a free text may say more than the repeat, never less.
        return text
    return spelled or events


def _repeat_text(repeat: Resource) -> str:
    words: list[str] = []
    times, period = repeat.get("frequency"), repeat.get("period")
    unit = str(repeat.get("periodUnit", ""))
    if period is not None and unit:
        span = number_text(period)
        if repeat.get("periodMax") is not None:
            span += f"–{number_text(repeat['periodMax'])}"
        one, many = _UNIT_WORDS.get(unit, (unit, unit))
        often = number_text(times) if times is not None else "1"
        if repeat.get("frequencyMax") is not None:
            often += f"–{number_text(repeat['frequencyMax'])}"
        if often == "1":
            words.append(f"every {one}" if span == "1" else f"every {span} {many}")
        else:
            words.append(f"{often} times every " + (one if span == "1" else f"{span} {many}"))
    elif repeat.get("count") is not None:
        count = number_text(repeat["count"])
        words.append("once" if count == "1" else f"{count} times")
    words += [_WHEN_WORDS.get(str(when), str(when)) for when in items(repeat.get("when"))]
    if repeat.get("timeOfDay"):
        words.append("at " + ", ".join(str(time) for time in items(repeat["timeOfDay"])))
    if repeat.get("dayOfWeek"):
        words.append("on " + ", ".join(str(day) for day in items(repeat["dayOfWeek"])))
    return " ".join(words)


def dosage_fields(dosage: Resource) -> Entry:
    """One Dosage: dose, rate, route, frequency, and the instruction as it was written."""
    doses = [
        quantity_text(one.get("doseQuantity")) or range_text(one.get("doseRange"))
        for one in nodes(dosage.get("doseAndRate"))
    ]
    rates = [_rate(one) for one in nodes(dosage.get("doseAndRate"))]
    timing = part(dosage, "timing")
    repeat = part(timing, "repeat")
    bounds = repeat.get("boundsDuration")
    length = repeat.get("duration")
    return {
        "dose": ", ".join(filter(None, doses)),
        "rate": ", ".join(filter(None, rates)),
        "route": concept_text(dosage.get("route")),
        "frequency": timing_text(timing),
        "as_needed": _as_needed(dosage),
        "method": concept_text(dosage.get("method")),
        "site": concept_text(dosage.get("site")),
        "for": quantity_text(bounds) if bounds else "",
        "lasting": f"{number_text(length)} {repeat.get('durationUnit', '')}" if length else "",
        "max_dose": ratio_text(dosage.get("maxDosePerPeriod")),
        "instructions": dosage.get("text"),
        "patient_instructions": dosage.get("patientInstruction"),
        "additional": concept_text(dosage.get("additionalInstruction")),
    }


def _rate(part: Resource) -> str:
    return (
        ratio_text(part.get("rateRatio"))
        or range_text(part.get("rateRange"))
        or quantity_text(part.get("rateQuantity"))
    )


def _as_needed(dosage: Resource) -> object:
    if "asNeededCodeableConcept" in dosage:
        return concept_text(dosage["asNeededCodeableConcept"]) or True
    return dosage.get("asNeededBoolean")


def _dosages(dosages: list[Any]) -> Entry:
    filled = [
        {k: v for k, v in dosage_fields(one).items() if v not in (None, "", [], {})}
        for one in dosages
        if isinstance(one, dict)
    ]
    if len(filled) == 1:
        return filled[0]
    return {"dosages": filled} if filled else {}


def reasons(resource: Resource, refs: References) -> str:
    """Reason codes and the names of the reasons referred to, each once."""
    said = [concept_text(one) for one in items(resource.get("reasonCode"))]
    said += refs.names(resource.get("reasonReference"), resource)
    return "; ".join(dict.fromkeys(filter(None, said)))


def medication_code(resource: Resource, refs: References) -> str:
    """The code of the drug: that of the concept, or that of the Medication referred to."""
    concept = resource.get("medicationCodeableConcept")
    if isinstance(concept, dict):
        return concept_code(concept)
    found = refs.get(resource.get("medicationReference"), resource)
    return concept_code(found.get("code")) if found else ""


def request(resource: Resource, refs: References) -> Entry:
    """A MedicationRequest."""
    dispense = part(resource, "dispenseRequest")
    valid = part(dispense, "validityPeriod")
    return {
        "name": refs.medication(resource),
        "code": medication_code(resource, refs),
        "status": resource.get("status"),
        "status_reason": concept_text(resource.get("statusReason")),
        "intent": resource.get("intent"),
        "do_not_perform": resource.get("doNotPerform"),
        "priority": resource.get("priority"),
        "category": concept_text(resource.get("category")),
        **_dosages(nodes(resource.get("dosageInstruction"))),
        "reason": reasons(resource, refs),
        "valid_from": valid.get("start"),
        "valid_to": valid.get("end"),
        "supply": quantity_text(dispense.get("expectedSupplyDuration")),
        "quantity": quantity_text(dispense.get("quantity")),
        "refills": dispense.get("numberOfRepeatsAllowed"),
        "course": concept_text(resource.get("courseOfTherapyType")),
        "reported": resource.get("reportedBoolean"),
        "requester": refs.name(resource.get("requester"), resource),
        "note": notes_text(resource.get("note")),
    }


def administration(resource: Resource, refs: References) -> Entry:
    """A MedicationAdministration: what was given, or that it was not, and why."""
    status = resource.get("status")
    dosage = part(resource, "dosage")
    entry: Entry = {
        "name": refs.medication(resource),
        "code": medication_code(resource, refs),
        "status": status,
        "status_reason": concept_text(resource.get("statusReason")),
        "category": concept_text(resource.get("category")),
        "dose": quantity_text(dosage.get("dose")),
        "rate": quantity_text(dosage.get("rateQuantity")) or ratio_text(dosage.get("rateRatio")),
        "route": concept_text(dosage.get("route")),
        "method": concept_text(dosage.get("method")),
        "site": concept_text(dosage.get("site")),
        "instructions": dosage.get("text"),
        "reason": reasons(resource, refs),
        "performer": ", ".join(
            refs.names([p.get("actor") for p in nodes(resource.get("performer"))], resource)
        ),
        "order": part(resource, "request").get("reference"),
        "note": notes_text(resource.get("note")),
    }
    if status == "not-done":
        entry["given"] = False
    return entry


def statement(resource: Resource, refs: References) -> Entry:
    """A MedicationStatement: what somebody says is taken."""
    return {
        "name": refs.medication(resource),
        "code": medication_code(resource, refs),
        "status": resource.get("status"),
        "status_reason": concept_text(resource.get("statusReason")),
        "category": concept_text(resource.get("category")),
        **_dosages(nodes(resource.get("dosage"))),
        "reason": reasons(resource, refs),
        "source": refs.name(resource.get("informationSource"), resource),
        "note": notes_text(resource.get("note")),
    }


def dispense(resource: Resource, refs: References) -> Entry:
    """A MedicationDispense."""
    return {
        "name": refs.medication(resource),
        "code": medication_code(resource, refs),
        "status": resource.get("status"),
        "status_reason": concept_text(resource.get("statusReasonCodeableConcept")),
        "category": concept_text(resource.get("category")),
        **_dosages(nodes(resource.get("dosageInstruction"))),
        "quantity": quantity_text(resource.get("quantity")),
        "supply": quantity_text(resource.get("daysSupply")),
        "order": ", ".join(
            str(one.get("reference", ""))
            for one in items(resource.get("authorizingPrescription"))
            if isinstance(one, dict)
        ),
        "note": notes_text(resource.get("note")),
    }
