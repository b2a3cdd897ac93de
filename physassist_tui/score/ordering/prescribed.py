"""One written resource as a prescriber means it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from physassist_tui.core.state import CANCELLED, Written
from physassist_tui.ehr.dosing import number, plain, read_route
from physassist_tui.ehr.fhirtext import (
    codings,
    concept_text,
    items,
    nodes,
    number_text,
    part,
    quantity_text,
    range_text,
)
from physassist_tui.ehr.frequency import read_frequency
from physassist_tui.ehr.protocol import Resource
from physassist_tui.i18n import Message, several
from physassist_tui.score.ordering.amounts import (
    Amount,
    Strength,
    doses_of,
    of_quantity,
    strength_in,
)
from physassist_tui.score.ordering.names import Ordered, ordered_by
from physassist_tui.score.ordering.often import Often, frequencies_of
from physassist_tui.score.state_grader import subject_of

_IN_FORCE: Mapping[str, frozenset[str]] = {
    "MedicationRequest": frozenset({"active"}),
    "ServiceRequest": frozenset({"active"}),
    "Appointment": frozenset(
        {"proposed", "pending", "booked", "arrived", "fulfilled", "checked-in", "waitlist"}
    ),
    "Communication": frozenset({"completed", "in-progress"}),
}
_NO_ORDER = frozenset({"proposal", "plan", "option"})
"""Intents that ask nobody to do anything yet."""
_DAYS: Mapping[str, float] = {
    "min": 1 / 1440, "h": 1 / 24, "d": 1, "day": 1, "days": 1, "wk": 7, "week": 7, "weeks": 7,
    "mo": 30, "mos": 30, "month": 30, "months": 30, "a": 365, "year": 365, "years": 365,
    "wks": 7, "天": 1, "日": 1, "周": 7, "月": 30, "个月": 30, "年": 365,
}  # fmt: skip


@dataclass(frozen=True)
class Prescribed:
    """A resource of the session, read when asked. `written` is it and where it comes from."""

    written: Written

    @property
    def resource(self) -> Resource:
        """The resource itself."""
        return self.written.resource

    @property
    def kind(self) -> str:
        """Its type."""
        return str(self.resource.get("resourceType", ""))

    @cached_property
    def ordered(self) -> Ordered:
        """What it orders."""
        return ordered_by(self.resource)

    @property
    def patient(self) -> str | None:
        """Whose it is."""
        return subject_of(self.resource)

    @property
    def status(self) -> str:
        """Its status."""
        return str(self.resource.get("status", ""))

    @property
    def intent(self) -> str:
        """Its intent, for the types that have one."""
        return str(self.resource.get("intent", ""))

    @property
    def priority(self) -> str:
        """Its priority; one that is not given is routine, as FHIR R4 has it."""
        return str(self.resource.get("priority") or "routine")

    @property
    def in_force(self) -> bool:
        """Whether it is to be carried out: no draft, proposal, stopped or forbidding order."""
        return self.active and self.binding and not self.forbids

    @property
    def active(self) -> bool:
        """Whether its status has it carried out."""
        return self.status in _IN_FORCE.get(self.kind, frozenset({"active"}))

    @property
    def binding(self) -> bool:
        """Whether its intent asks somebody to act."""
        return self.intent not in _NO_ORDER

    @property
    def forbids(self) -> bool:
        """Whether it is an order not to do it."""
        return bool(self.resource.get("doNotPerform"))

    @property
    def taken_back(self) -> bool:
        """Whether its author has taken it back."""
        return self.status in CANCELLED

    @cached_property
    def dosages(self) -> list[dict[str, Any]]:
        """Its dosage instructions."""
        return nodes(self.resource.get("dosageInstruction"))

    @cached_property
    def strength(self) -> Strength:
        """What a piece or a millilitre of it holds."""
        return strength_in(self.ordered.names)

    def doses(self, strength: Strength) -> tuple[Amount, ...]:
        """Every amount that it gives as one dose, pieces turned into what they hold."""
        return tuple(a for dosage in self.dosages for a in doses_of(dosage, strength))

    @cached_property
    def frequencies(self) -> tuple[Often, ...]:
        """Every frequency that it gives."""
        return tuple(f for dosage in self.dosages for f in frequencies_of(dosage))

    def daily_doses(self, strength: Strength) -> tuple[Amount, ...]:
        """What it gives in a day, for each step of a sequence; none where that cannot be told.

        Instructions without a sequence, or with the same one, are given together and add up. A
        dose given once is that day's; one given once a week counts a seventh; one given as needed
        is from none to as many as may be given.
        """
        steps: dict[object, list[Amount | None]] = {}
        for dosage in self.dosages:
            steps.setdefault(dosage.get("sequence"), []).append(_daily(dosage, strength))
        sums = [_sum(amounts) for amounts in steps.values()]
        known = [one for one in sums if one is not None]
        return tuple(known) if len(known) == len(sums) else ()

    @cached_property
    def routes(self) -> frozenset[str]:
        """The routes that it gives, as SNOMED CT codes, or as it writes those we do not know."""
        return frozenset(r for dosage in self.dosages for r in _routes(dosage))

    @cached_property
    def days(self) -> float | None:
        """For how many days it is to be taken; else for how many it is supplied."""
        found = [days for dosage in self.dosages if (days := _bound_days(dosage)) is not None]
        if found:
            steps = {dosage.get("sequence") for dosage in self.dosages}
            return sum(found) if len(steps) == len(found) > 1 else max(found)
        supply = part(part(self.resource, "dispenseRequest"), "expectedSupplyDuration")
        return _as_days(supply)

    @property
    def quantity(self) -> Mapping[str, Any]:
        """How much is to be dispensed, as a FHIR Quantity."""
        return part(part(self.resource, "dispenseRequest"), "quantity")

    @property
    def refills(self) -> float:
        """How many times it may be dispensed again; none where nothing is said."""
        value = part(self.resource, "dispenseRequest").get("numberOfRepeatsAllowed")
        return float(value) if isinstance(value, int | float) else 0.0

    @cached_property
    def categories(self) -> frozenset[str]:
        """The codes and names of its categories, in small letters."""
        concepts = items(self.resource.get("category"))
        return frozenset(_concept_words(concepts))

    @cached_property
    def reasons(self) -> str:
        """Reason, notes, description and message, each in a line of its own."""
        return "\n".join(text for text in _reasons(self.resource) if text.strip())

    @cached_property
    def words(self) -> Message:
        """The order in a line: apixaban 5 mg BID."""
        said = [words for dosage in self.dosages if (words := _dosage_words(dosage))]
        label = " ".join(self.ordered.label.split())
        short = label if len(label) <= _MOST else f"{label[:_MOST]}…"
        return several([" ".join(filter(None, (short, *said[:1]))), *said[1:]], "; ")


_MOST = 80


def _daily(dosage: Mapping[str, Any], strength: Strength) -> Amount | None:
    doses, often = doses_of(dosage, strength), frequencies_of(dosage)
    if len(doses) != 1:
        return None
    over, _slash, last = doses[0].unit.rpartition("/")
    if last == "h" and over:
        return doses[0].times(24, unit=over)
    if len(often) != 1:
        return None
    if often[0].once:
        return doses[0]
    low, high = often[0].low, often[0].high
    if low is None:
        return None
    return doses[0].times(0.0 if often[0].as_needed else low, high)


def _sum(amounts: list[Amount | None]) -> Amount | None:
    found = [amount for amount in amounts if amount is not None]
    if len(found) < len(amounts) or len({amount.unit for amount in found}) != 1:
        return None
    return Amount(sum(a.low for a in found), sum(a.high for a in found), found[0].unit)


def route_meant(text: str) -> str:
    """The SNOMED CT code of a route, or what is written where we do not know it."""
    read = read_route(text)
    return read[0] if read is not None else plain(text)


def _routes(dosage: Mapping[str, Any]) -> Iterator[str]:
    concept = dosage.get("route")
    words = [concept_text(concept), *(str(c.get("code") or "") for c in codings(concept))]
    read = [found[0] for word in words if word and (found := read_route(word)) is not None]
    known = [str(c.get("code")) for c in codings(concept) if c.get("code")]
    if read or known:
        yield from read or known[:1]
        return
    if words[0]:
        yield plain(words[0])
        return
    yield from _routes_in(plain(str(dosage.get("text") or "")))


def _routes_in(text: str) -> Iterator[str]:
    """The first route that stands in an instruction's words."""
    words = re.findall(r"[a-z][a-z.\-]*|[\u3400-\u9fff]+", text)
    for size in (3, 2, 1):
        for at in range(len(words) - size + 1):
            read = read_route(" ".join(words[at : at + size]))
            if read is not None:
                yield read[0]
                return
    for run in re.findall(r"[\u3400-\u9fff]+", text):
        for size in range(min(6, len(run)), 1, -1):
            for at in range(len(run) - size + 1):
                read = read_route(run[at : at + size])
                if read is not None:
                    yield read[0]
                    return


_COUNT = r"\d+|[一二两三四五六七八九十]+|半|one|two|three|four|five|six|eight|ten|twelve|an?"
_FOR = re.compile(
    rf"(?:for|x|×|共|连用|连续|持续|疗程)\s*[:：]?\s*({_COUNT})\s*(?:more )?"
    r"(days?|weeks?|wks?|months?|mos?|years?|天|日|周|个月|年)(?![a-z])"
    rf"|({_COUNT})[- ](day|week|month)s?[- ]?(?:course|supply)"
    rf"|(?<![每\d])({_COUNT})\s*(天|周|个月)疗程"
)


def _bound_days(dosage: Mapping[str, Any]) -> float | None:
    repeat = part(part(dosage, "timing"), "repeat")
    days = _as_days(part(repeat, "boundsDuration"))
    if days is None:
        days = _period_days(part(repeat, "boundsPeriod"))
    if days is not None:
        return days
    for text in (concept_text(part(dosage, "timing").get("code")), str(dosage.get("text") or "")):
        read = read_frequency(text) if text.strip() else None
        if read is not None and read.days is not None:
            return float(read.days)
        match = _FOR.search(plain(text))
        if match is not None:
            groups = [group for group in match.groups() if group]
            count = 1.0 if groups[0] in ("a", "an") else number(groups[0])
            return None if count is None else count * _DAYS[groups[1]]
    return None


def _as_days(duration: Mapping[str, Any]) -> float | None:
    value = duration.get("value")
    unit = str(duration.get("code") or duration.get("unit") or "").strip()
    length = _DAYS.get(unit) or _DAYS.get(unit.casefold())
    if not isinstance(value, int | float) or length is None:
        return None
    return float(value) * length


def _period_days(period: Mapping[str, Any]) -> float | None:
    from datetime import date

    start, end = str(period.get("start") or ""), str(period.get("end") or "")
    try:
        return float((date.fromisoformat(end[:10]) - date.fromisoformat(start[:10])).days + 1)
    except ValueError:
        return None


def _concept_words(concepts: Iterable[object]) -> Iterator[str]:
    for concept in concepts:
        yield plain(concept_text(concept))
        for coding in codings(concept):
            yield plain(str(coding.get("code") or ""))
            yield plain(str(coding.get("display") or ""))


def _reasons(resource: Resource) -> Iterator[str]:
    for name in ("reasonCode", "topic"):
        for concept in items(resource.get(name)):
            yield concept_text(concept)
            yield from (str(coding.get("display") or "") for coding in codings(concept))
    for name in ("reasonReference", "supportingInfo", "supportingInformation", "about"):
        yield from (str(one.get("display") or "") for one in nodes(resource.get(name)))
    yield from (str(note.get("text") or "") for note in nodes(resource.get("note")))
    for name in ("description", "comment", "patientInstruction"):
        yield str(resource.get(name) or "")
    yield from (str(p.get("contentString") or "") for p in nodes(resource.get("payload")))
    for dosage in nodes(resource.get("dosageInstruction")):
        yield concept_text(dosage.get("asNeededCodeableConcept"))


def _dosage_words(dosage: Mapping[str, Any]) -> str:
    amounts = [
        quantity_text(rate.get(f"{stem}Quantity")) or range_text(rate.get(f"{stem}Range"))
        for rate in nodes(dosage.get("doseAndRate"))
        for stem in ("dose", "rate")
    ]
    timing = part(dosage, "timing")
    often = concept_text(timing.get("code")) or _repeat_words(part(timing, "repeat"))
    route = concept_text(dosage.get("route"))
    dose = " ".join(filter(None, amounts))
    if not dose and not often:
        return str(dosage.get("text") or "").strip()
    return " ".join(filter(None, (dose, route, often)))


def _repeat_words(repeat: Mapping[str, Any]) -> str:
    """A structured timing without words: 2 × / 1 d, as needed by nobody but a reader of grades."""
    if not repeat.get("period"):
        return ""
    times = number_text(repeat.get("frequency", 1))
    return f"{times} × / {number_text(repeat['period'])} {repeat.get('periodUnit', '')}".strip()


def quantity_of(prescribed: Prescribed, unit: str) -> Amount | None:
    """What is to be dispensed, as an amount; a bare number where an item asks for no unit."""
    quantity = prescribed.quantity
    value = quantity.get("value")
    if not unit and isinstance(value, int | float):
        return Amount(float(value), float(value), "")
    return of_quantity(quantity)
