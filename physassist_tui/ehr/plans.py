"""Which elements of a resource are dates, and which of those are plans; rule 5 of `gate`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from physassist_tui.ehr.protocol import Resource

# Elements that hold plans, wherever they stand.
_PLANS_NAMES = """
    timing dosageInstruction dosage validityPeriod dueDate dueDuration expirationDate
    scheduledPeriod scheduledTiming scheduledString requestedPeriod planningHorizon
    dateCriterion provision oralDiet enteralFormula supplement restriction benefitPeriod
    preAuthRefPeriod
"""
_PLANS = frozenset(_PLANS_NAMES.split())
_PLANS_OF: Mapping[str, frozenset[str]] = {
    "Appointment": frozenset({"start", "end"}),
    "CommunicationRequest": frozenset({"occurrenceDateTime", "occurrencePeriod"}),
    "Coverage": frozenset({"period"}),
    "DeviceRequest": frozenset({"occurrenceDateTime", "occurrencePeriod"}),
    "Observation": frozenset({"valueDateTime", "valuePeriod", "valueTime"}),
    "ServiceRequest": frozenset({"occurrenceDateTime", "occurrencePeriod"}),
    "SupplyRequest": frozenset({"occurrenceDateTime", "occurrencePeriod"}),
    "VisionPrescription": frozenset(),
}
# Whose `period.end` (or effectivePeriod.end) is a plan while the status is still open.
_OPEN_ENDS: Mapping[str, tuple[str, str, frozenset[str]]] = {
    "CarePlan": ("period", "status", frozenset({"draft", "active", "on-hold"})),
    "CareTeam": ("period", "status", frozenset({"proposed", "active", "suspended"})),
    "Flag": ("period", "status", frozenset({"active"})),
    "MedicationStatement": (
        "effectivePeriod",
        "status",
        frozenset({"active", "intended", "on-hold"}),
    ),
}
# Strings here are never dates of the resource, however they look.
_WORDS_NAMES = """
    value code display text div reference id url system version data valueString valueCode
    valueId valueMarkdown lotNumber versionId description title conclusion birthDate family
    given line name valueUri valueUrl comment
"""
_WORDS = frozenset(_WORDS_NAMES.split())
_DATELESS = frozenset({"coding", "text", "valueQuantity"})
_DATE_LIKE = re.compile(r"\d{4}-\d\d-\d\d(T.*)?", re.ASCII)
_PARTIAL = re.compile(r"\d{4}(-\d\d)?", re.ASCII)


def is_plan(resource: Resource, path: tuple[str, ...]) -> bool:
    """Whether the element at `path` holds a plan, which stays whatever the clock."""
    kind = resource["resourceType"]
    if path[-1] in _PLANS:
        return True
    if path[0] in _PLANS_OF.get(kind, ()):
        return len(path) == 1
    if kind == "Observation" and path[0] == "component" and path[-1].startswith("value"):
        return True
    rule = _OPEN_ENDS.get(kind)
    return rule is not None and path[:1] == (rule[0],) and str(resource.get(rule[1])) in rule[2]


def stays_whole(resource: Resource, path: tuple[str, ...]) -> bool:
    """Whether the gate leaves the element at `path` alone: a plan, or what has no dates."""
    return path[-1] in _DATELESS or is_plan(resource, path)


def is_date(key: str, text: str) -> bool:
    """Whether a string under a key is a date of the resource."""
    if key in _WORDS or len(text) < 4 or not text[0].isdigit():
        return False
    if len(text) >= 10:
        return _DATE_LIKE.fullmatch(text) is not None
    dated = key.endswith(("Date", "DateTime")) or key in ("start", "end", "date", "created")
    return dated and _PARTIAL.fullmatch(text) is not None
