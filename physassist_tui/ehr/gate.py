"""The clock gate: when a resource comes to exist, and up to when the clock hides parts of it.

The rule, for every type and every way of access
------------------------------------------------
1. **A resource exists from the latest of its own beginning dates** (`_BEGINNINGS`): an
   Observation or DiagnosticReport from `issued`, else the start of `effective`; a Condition or
   AllergyIntolerance from `recordedDate`, else onset; an order from `authoredOn`; an
   administration, procedure or encounter from its start; a note from `date`; and so on; any
   other type from the first usual date it has. Where two of them are given the later counts:
   what is recorded on the 5th about the 3rd is not in the chart on the 4th.
2. A date without a time counts from its start, in the clock's own UTC offset. What is dated
   the clock's own instant exists.
3. **No date but an encounter**: it exists when the encounter has ended (diagnoses and
   procedures are coded at discharge); if the encounter has no end, from its start; if the
   encounter is not in the record, always. **Neither**: it exists.
4. **Inside a resource that exists, what lies after the clock is taken out** (`redaction`):
   ends, closing statuses and what was only known at the end (a disposition, an outcome, the
   result of a collection that still runs); list items that begin later;
   references to resources that do not exist yet; `meta.lastUpdated`; the narrative of a
   resource that was so changed. Searches see the resource in this form only.
5. **Plans stay**: appointments, slots, validity of a prescription, dosage timing, a request's
   occurrence, due dates, expiry, the end of a plan, flag or statement that is still active,
   and a date that is itself an observation's value (an expected date of delivery).

What a session writes is exempt: it was written at the session's now.

Not covered, because nothing in the record dates it: a closing status without an end date (a
`stopped` order with no date of its stop), a later correction of a value, and what the free
text of a note says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from physassist_tui.ehr import extract
from physassist_tui.ehr.closings import closing_dates
from physassist_tui.ehr.dates import ALWAYS, Instants, latest_start
from physassist_tui.ehr.plans import is_date, is_plan, stays_whole
from physassist_tui.ehr.protocol import Resource

_ONSET = ("onsetDateTime", "onsetPeriod.start")
_EFFECTIVE = ("effectiveDateTime", "effectivePeriod.start", "effectiveInstant")
_PERFORMED = ("performedDateTime", "performedPeriod.start")
_OCCURRENCE = ("occurrenceDateTime", "occurrencePeriod.start")

# For each type, groups of elements: the first group that has a date gives the beginning, and
# within a group the latest date does.
_BEGINNINGS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "AdverseEvent": (("recordedDate", "detected", "date"),),
    "AllergyIntolerance": (("recordedDate", *_ONSET),),
    "Appointment": (("created",),),
    "AuditEvent": (("recorded",),),
    "CarePlan": (("created", "period.start"),),
    "CareTeam": (("period.start",),),
    "Claim": (("created",),),
    "ClinicalImpression": (("date",), _EFFECTIVE),
    "Communication": (("sent",), ("received",)),
    "CommunicationRequest": (("authoredOn",),),
    "Composition": (("date",),),
    "Condition": (("recordedDate", *_ONSET),),
    "Consent": (("dateTime",),),
    "DetectedIssue": (("identifiedDateTime", "identifiedPeriod.start"),),
    "DeviceRequest": (("authoredOn",),),
    "DeviceUseStatement": (("recordedOn", "timingDateTime", "timingPeriod.start"),),
    "DiagnosticReport": (("issued", *_EFFECTIVE),),
    "DocumentReference": (("date", "content.attachment.creation"),),
    "Encounter": (("period.start",),),
    "EpisodeOfCare": (("period.start",),),
    "ExplanationOfBenefit": (("created",),),
    "FamilyMemberHistory": (("date",),),
    "Flag": (("period.start",),),
    "Goal": (("startDate",), ("statusDate",)),
    "ImagingStudy": (("started",), ("series.started",)),
    "Immunization": (("occurrenceDateTime", "recorded"),),
    "List": (("date",),),
    "Media": (("issued", "createdDateTime", "createdPeriod.start"),),
    "MedicationAdministration": (_EFFECTIVE,),
    "MedicationDispense": (("whenPrepared",), ("whenHandedOver",)),
    "MedicationRequest": (("authoredOn",), ("dispenseRequest.validityPeriod.start",)),
    "MedicationStatement": (("dateAsserted", *_EFFECTIVE),),
    "NutritionOrder": (("dateTime",),),
    "Observation": (("issued", *_EFFECTIVE, "effectiveTiming.event"),),
    "Patient": (("birthDate",),),
    "Procedure": (_PERFORMED,),
    "Provenance": (("recorded",),),
    "QuestionnaireResponse": (("authored",),),
    "RequestGroup": (("authoredOn",),),
    "RiskAssessment": (_OCCURRENCE,),
    "ServiceRequest": (("authoredOn",),),
    "Specimen": (("collection.collectedDateTime", "collection.collectedPeriod.start"),
                 ("receivedTime",)),
    "SupplyDelivery": (_OCCURRENCE,),
    "SupplyRequest": (("authoredOn",),),
    "Task": (("authoredOn",),),
    "VisionPrescription": (("created", "dateWritten"),),
}  # fmt: skip

_USUAL: tuple[tuple[str, ...], ...] = tuple(
    (name,)
    for name in (
        *("issued", "recordedDate", "recorded", "authoredOn", "authored", "created", "sent"),
        *("date", "dateTime", *_EFFECTIVE, *_PERFORMED, *_OCCURRENCE, "started", "period.start"),
    )
)

_DIRECTORY_NAMES = """
    Organization Practitioner PractitionerRole Location Medication Substance Device Endpoint
    HealthcareService InsurancePlan OrganizationAffiliation Schedule Slot
"""
DIRECTORY = frozenset(_DIRECTORY_NAMES.split())
"""Types that stand outside a patient's time: they exist, and keep their dates."""

_ENCOUNTERS = ("encounter", "context", "context.encounter", "item.encounter")


def _dates_at(resource: Resource, path: str) -> list[str]:
    found = extract.elements(resource, tuple(path.split(".")))
    return [text for text in found if isinstance(text, str)]


def begins(resource: Resource) -> Instants | None:
    """When a resource comes to exist by its own dates; `None` where it has none."""
    kind = resource["resourceType"]
    if kind in DIRECTORY:
        return ALWAYS
    for group in _BEGINNINGS.get(kind, _USUAL):
        instants = latest_start([text for path in group for text in _dates_at(resource, path)])
        if instants != ALWAYS:
            return instants
    return None


def encounter_of(resource: Resource) -> str | None:
    """The `Encounter/id` that a resource belongs to, or `None`."""
    for path in _ENCOUNTERS:
        for node in extract.elements(resource, tuple(path.split("."))):
            for key in extract.references(node):
                if key.startswith("Encounter/"):
                    return key
    return None


def encounter_closes(encounter: Resource) -> Instants:
    """When the undated resources of an encounter come to exist."""
    end = latest_start(_dates_at(encounter, "period.end"))
    start = latest_start(_dates_at(encounter, "period.start"))
    # Never before the encounter itself does, whatever its end says.
    return start if end == ALWAYS else end.later(start)


class Found(NamedTuple):
    """The dates (not plans) and the references inside a resource."""

    dates: list[str]
    references: list[str]


def scan(resource: Resource) -> Found:
    """All dates that are not plans and all references, at any depth."""
    found = Found([], [])
    kind = resource["resourceType"]
    if kind in DIRECTORY:
        found.dates.extend(_dates_at(resource, "meta.lastUpdated"))
        return found
    for key, child in resource.items():
        if isinstance(child, dict | list):
            _scan(resource, child, (key,), found)
        elif isinstance(child, str) and is_date(key, child) and not is_plan(resource, (key,)):
            found.dates.append(child)
    return found


def _scan(resource: Resource, node: Any, path: tuple[str, ...], found: Found) -> None:
    if stays_whole(resource, path):
        return
    if isinstance(node, list):
        for item in node:
            if isinstance(item, dict | list):
                _scan(resource, item, path, found)
            elif isinstance(item, str) and is_date(path[-1], item):
                found.dates.append(item)
        return
    for key, child in node.items():
        if isinstance(child, str):
            if key == "reference":
                found.references.append(extract.reference_key(child))
            elif is_date(key, child) and not is_plan(resource, (*path, key)):
                found.dates.append(child)
        elif isinstance(child, dict | list):
            _scan(resource, child, (*path, key), found)


@dataclass(frozen=True)
class Facts:
    """What the gate needs to know of a resource.

    `begins` is `None` where the resource has no date; then `encounter` decides. `ends` is the
    latest date inside it that the gate would take out; `references` are those that may point
    to what does not exist yet.
    """

    begins: Instants | None
    encounter: str | None
    ends: Instants
    references: tuple[str, ...]
    closes: Instants | None
    """For an encounter: when its undated resources come to exist."""


_TIMELESS = (*(f"{name}/" for name in sorted(DIRECTORY)), "#")


def facts_of(resource: Resource) -> Facts:
    """The facts of a resource, by its JSON alone."""
    own = begins(resource)
    found = scan(resource)
    ends = latest_start(found.dates).later(latest_start(closing_dates(resource)))
    return Facts(
        begins=own,
        encounter=encounter_of(resource) if own is None else None,
        ends=ends,
        references=tuple(ref for ref in found.references if not ref.startswith(_TIMELESS)),
        closes=encounter_closes(resource) if resource["resourceType"] == "Encounter" else None,
    )
