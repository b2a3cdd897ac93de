"""How each type says that it is over, and what only its end brings; used by `redaction`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from physassist_tui.ehr import extract
from physassist_tui.ehr.protocol import Resource


@dataclass(frozen=True)
class Closing:
    """How a type says that it is over.

    When any of the dates `ends` lies after the clock, a status in `closed` is shown as `open`
    and the elements `drop`, known only at the end, are taken out.
    """

    ends: tuple[str, ...]
    closed: frozenset[str]
    open: str
    drop: tuple[str, ...] = ()
    status: str = "status"


def _closing(ends: str, closed: str, shown: str, drop: str = "", status: str = "status") -> Closing:
    return Closing(
        tuple(ends.split()), frozenset(closed.split()), shown, tuple(drop.split()), status
    )


_RESULT = (
    "valueQuantity valueCodeableConcept valueString valueBoolean valueInteger valueRange "
    "valueRatio valueSampledData valueTime valueDateTime valuePeriod dataAbsentReason "
    "interpretation component hasMember note"
)
CLOSINGS: Mapping[str, Closing] = {
    "Encounter": _closing(
        "period.end",
        "finished cancelled",
        "in-progress",
        "length hospitalization.dischargeDisposition hospitalization.destination",
    ),
    "Condition": _closing("abatementDateTime abatementPeriod.start", "", "", "abatementPeriod"),
    "MedicationRequest": _closing(
        "dispenseRequest.validityPeriod.end dosageInstruction.timing.repeat.boundsPeriod.end",
        "completed stopped cancelled",
        "active",
        "statusReason",
    ),
    "MedicationAdministration": _closing(
        "effectivePeriod.end", "completed stopped", "in-progress", "statusReason"
    ),
    "MedicationStatement": _closing(
        "effectivePeriod.end", "completed stopped", "active", "statusReason"
    ),
    "MedicationDispense": _closing("whenHandedOver", "completed", "in-progress"),
    "Procedure": _closing(
        "performedPeriod.end",
        "completed stopped",
        "in-progress",
        "outcome complication complicationDetail followUp report statusReason",
    ),
    "ServiceRequest": _closing("occurrenceDateTime occurrencePeriod.end", "completed", "active"),
    "DeviceRequest": _closing("occurrenceDateTime occurrencePeriod.end", "completed", "active"),
    "Appointment": _closing(
        "start end", "fulfilled arrived checked-in noshow", "booked", "cancelationReason"
    ),
    "CarePlan": _closing("period.end", "completed revoked", "active"),
    "CareTeam": _closing("period.end", "inactive", "active"),
    "EpisodeOfCare": _closing("period.end", "finished cancelled", "active"),
    "Flag": _closing("period.end", "inactive", "active"),
    "DeviceUseStatement": _closing("timingPeriod.end", "completed stopped", "active"),
    "Task": _closing(
        "executionPeriod.end lastModified",
        "completed failed cancelled",
        "in-progress",
        "output statusReason businessStatus",
    ),
    "Goal": _closing(
        "statusDate",
        "completed cancelled",
        "active",
        "achievementStatus statusReason outcomeCode outcomeReference",
        "lifecycleStatus",
    ),
    # A sample collected over a day has no result before the day is over, unless it says when
    # the result was issued.
    "Observation": _closing(
        "effectivePeriod.end", "final amended corrected preliminary", "registered", _RESULT
    ),
    "DiagnosticReport": _closing(
        "effectivePeriod.end",
        "final amended corrected appended preliminary partial",
        "registered",
        "result conclusion conclusionCode presentedForm imagingStudy media",
    ),
}
"""By resource type; a type that is not here has no end."""


def closing_dates(resource: Resource) -> list[str]:
    """The dates at which a resource's closing status becomes true."""
    rule = CLOSINGS.get(resource["resourceType"])
    if rule is None or (rule.open == "registered" and "issued" in resource):
        return []
    return [
        text
        for path in rule.ends
        for text in extract.elements(resource, tuple(path.split(".")))
        if isinstance(text, str)
    ]
