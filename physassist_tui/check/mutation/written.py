"""Changed orders: the resources that gold wrote, each in one way that a prescriber would mind.

Each change says which part of an order it bears on (`Part`), so that it is aimed at the items
that speak of that part. Works on resources of any toolset.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Literal

from physassist_tui.check.mutation.model import Kind
from physassist_tui.check.mutation.siblings import sibling
from physassist_tui.ehr.dosing import SNOMED, read_route
from physassist_tui.ehr.fhirtext import concept_text, nodes, number_text, part
from physassist_tui.ehr.frequency import read_frequency
from physassist_tui.ehr.protocol import Resource
from physassist_tui.i18n import Message, msg
from physassist_tui.score.named import drugs_in

Part = Literal[
    "what", "dose", "frequency", "route", "duration", "quantity", "refills", "status", "date",
    "category", "priority", "reason", "basis",
]  # fmt: skip
READ_BY: Mapping[Part, str] = {
    "what": r"code\b|medication|description|payload|serviceType|contentString",
    "dose": r"dose|dosageInstruction(?:\[0\])?\.text",
    "frequency": r"timing|dosageInstruction(?:\[0\])?\.text",
    "route": r"route",
    "duration": r"bounds|Duration",
    "quantity": r"quantity",
    "refills": r"numberOfRepeats",
    "status": r"status|intent",
    "date": r"occurrence|start",
    "category": r"category",
    "priority": r"priority",
    "reason": r"reason|note",
    "basis": r"basedOn",
}
"""How a FHIRPath that reads a part looks."""
MUST_BE_READ = frozenset({"what", "dose", "frequency", "route", "duration", "date"})
"""Parts of an order that some item has to speak of: what is not asked cannot be wrong."""


@dataclass(frozen=True)
class ChangedOrder:
    """A resource in one changed part."""

    resource: Resource
    kind: Kind
    part: Part
    change: Message


def changed_orders(
    resource: Resource, decoy: str, texts: tuple[str, ...]
) -> Iterator[ChangedOrder]:
    """The resource in every changed part. `decoy` is a drug that the case does not speak of.

    `texts` are what the items say: another drug of the class is none that they name.
    """
    match resource.get("resourceType"):
        case "MedicationRequest":
            yield from _medication(resource, decoy, texts)
        case "ServiceRequest":
            yield from _service(resource)
        case "Appointment":
            yield from _appointment(resource)
        case "Communication":
            told = [{"contentString": "Noted. / 已阅。"}]
            yield _one(resource, Kind.OMISSION, "what", _message(resource), "Noted.", payload=told)
        case _:
            pass


def _one(
    resource: Resource, kind: Kind, changed: Part, was: object, now: object, **fields: Any
) -> ChangedOrder:
    new = {name: value for name, value in {**resource, **fields}.items() if value is not None}
    change = msg("“{was}” became “{now}”", was=was or "-", now=now)
    return ChangedOrder(new, kind, changed, change)


# Medications


def _medication(resource: Resource, decoy: str, texts: tuple[str, ...]) -> Iterator[ChangedOrder]:
    called = concept_text(resource.get("medicationCodeableConcept"))
    known = sorted(drugs_in(called))
    other = sibling(known[0], (*texts, called)) if known else None
    names = [*([other.en[0]] if other is not None else []), decoy]
    for name in names:
        concept = {"text": name}
        yield _one(
            resource, Kind.DRUG, "what", called, name,
            medicationCodeableConcept=concept, medicationReference=None,
        )  # fmt: skip
    yield from _doses(resource)
    yield from _frequency(resource)
    yield from _route(resource)
    yield from _length(resource)
    supply = part(resource, "dispenseRequest")
    quantity = part(supply, "quantity")
    if isinstance(quantity.get("value"), int | float):
        more = {**supply, "quantity": {**quantity, "value": quantity["value"] * 10}}
        yield _one(
            resource, Kind.DOSE, "quantity", quantity["value"], more["quantity"]["value"],
            dispenseRequest=more,
        )  # fmt: skip
    refills = supply.get("numberOfRepeatsAllowed")
    many = {**supply, "numberOfRepeatsAllowed": int(refills or 0) + 11}
    yield _one(
        resource, Kind.DOSE, "refills", refills, many["numberOfRepeatsAllowed"],
        dispenseRequest=many,
    )  # fmt: skip
    yield from _reason(resource)


def _doses(resource: Resource) -> Iterator[ChangedOrder]:
    for times in (2, 0.5, 10):
        new, was, now = _times(resource, times)
        if was:
            yield _one(new, Kind.DOSE, "dose", ", ".join(was), ", ".join(now))


def _times(resource: Resource, times: float) -> tuple[Resource, list[str], list[str]]:
    """The order with every dose so many times what it was."""
    new, was, now = copy.deepcopy(resource), [], []
    for dosage in nodes(new.get("dosageInstruction")):
        found = [q for rate in nodes(dosage.get("doseAndRate")) for q in _quantities(rate)]
        for quantity in found:
            was.append(f"{number_text(quantity['value'])} {quantity.get('unit', '')}".strip())
            quantity["value"] = quantity["value"] * times
            now.append(f"{number_text(quantity['value'])} {quantity.get('unit', '')}".strip())
        if found:
            dosage["text"] = " ".join(
                filter(None, (", ".join(now), concept_text(dosage.get("route")),
                              concept_text(part(dosage, "timing").get("code"))))
            )  # fmt: skip
    return new, was, now


def _quantities(rate: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for name in ("doseQuantity", "rateQuantity"):
        if isinstance(part(rate, name).get("value"), int | float):
            yield rate[name]
    for name in ("doseRange", "rateRange"):
        for end in ("low", "high"):
            if isinstance(part(part(rate, name), end).get("value"), int | float):
                yield rate[name][end]


def _frequency(resource: Resource) -> Iterator[ChangedOrder]:
    new = copy.deepcopy(resource)
    was: list[str] = []
    now = ""
    for dosage in nodes(new.get("dosageInstruction")):
        timing = part(dosage, "timing")
        said = concept_text(timing.get("code")) or str(dosage.get("text") or "")
        repeat = part(timing, "repeat")
        daily = repeat.get("periodUnit") == "d" and repeat.get("frequency", 1) == 1
        now = "every 4 hours" if daily or "count" in repeat else "once a week"
        read = read_frequency(now)
        if read is None:
            continue
        was.append(said)
        bounds = {key: value for key, value in repeat.items() if key.startswith("bounds")}
        dosage["timing"] = read.timing(now)
        dosage["timing"]["repeat"] = {**dosage["timing"].get("repeat", {}), **bounds}
        dosage["text"] = re.sub(re.escape(said), now, str(dosage.get("text") or now))
        dosage.pop("asNeededBoolean", None)
        dosage.pop("asNeededCodeableConcept", None)
    if was:
        yield _one(new, Kind.FREQUENCY, "frequency", ", ".join(was), now)


def _route(resource: Resource) -> Iterator[ChangedOrder]:
    new = copy.deepcopy(resource)
    was, now = [], ""
    for dosage in nodes(new.get("dosageInstruction")):
        route = dosage.get("route")
        if not route:
            continue
        was.append(concept_text(route))
        oral = (read_route(was[-1]) or ("", ""))[1] == "Oral route"
        now = "intravenous" if oral else "oral"
        code, display = read_route(now) or ("", "")
        coding = {"system": SNOMED, "code": code, "display": display}
        dosage["route"] = {"coding": [coding], "text": now}
        dosage["text"] = str(dosage.get("text") or "").replace(was[-1], now)
    if was:
        yield _one(new, Kind.DRUG, "route", ", ".join(was), now)


def _length(resource: Resource) -> Iterator[ChangedOrder]:
    for times in (10, 1 / 3):
        new, was, now = copy.deepcopy(resource), "", ""
        bounds = [
            part(part(part(dosage, "timing"), "repeat"), "boundsDuration")
            for dosage in nodes(new.get("dosageInstruction"))
        ]
        supply = part(part(new, "dispenseRequest"), "expectedSupplyDuration")
        for length in (*bounds, supply):
            if isinstance(length.get("value"), int | float):
                was = f"{number_text(length['value'])} {length.get('unit', '')}"
                length["value"] = max(1, round(length["value"] * times))
                now = f"{number_text(length['value'])} {length.get('unit', '')}"
        if was and was != now:
            yield _one(new, Kind.DATE, "duration", was, now)


# Services, appointments, messages


def _service(resource: Resource) -> Iterator[ChangedOrder]:
    called = concept_text(resource.get("code"))
    yield _one(resource, Kind.DRUG, "what", called, "Audiogram", code={"text": "Audiogram"})
    yield from _later(resource, "occurrenceDateTime")
    now = "stat" if resource.get("priority", "routine") == "routine" else "routine"
    yield _one(resource, Kind.FREQUENCY, "priority", resource.get("priority"), now, priority=now)
    other = [{"text": "Dental"}]
    yield _one(
        resource, Kind.DRUG, "category", concept_text(resource.get("category")), "Dental",
        category=other,
    )  # fmt: skip
    yield from _reason(resource)


def _appointment(resource: Resource) -> Iterator[ChangedOrder]:
    called = str(resource.get("description") or "")
    yield _one(
        resource, Kind.DRUG, "what", called, "Audiogram", description="Audiogram",
        serviceType=None, comment=None, reasonCode=None,
    )  # fmt: skip
    yield from _later(resource, "start")
    if resource.get("basedOn"):
        based = ", ".join(str(one.get("reference")) for one in nodes(resource["basedOn"]))
        yield _one(resource, Kind.OMISSION, "basis", based, "-", basedOn=None)


def _later(resource: Resource, field: str) -> Iterator[ChangedOrder]:
    was = str(resource.get(field) or "")
    if not re.match(r"\d{4}-\d\d-\d\d", was):
        return
    now = (date.fromisoformat(was[:10]) + timedelta(days=60)).isoformat() + was[10:]
    yield _one(resource, Kind.DATE, "date", was, now, **{field: now})


def _reason(resource: Resource) -> Iterator[ChangedOrder]:
    said = concept_text(resource.get("reasonCode")) or concept_text(
        [note.get("text") for note in nodes(resource.get("note"))]
    )
    if said:
        yield _one(
            resource, Kind.OMISSION, "reason", said, "-",
            reasonCode=None, reasonReference=None, note=None,
        )  # fmt: skip


def _message(resource: Resource) -> str:
    return " ".join(str(p.get("contentString") or "") for p in nodes(resource.get("payload")))


# Whether it stands


def not_standing(resource: Resource) -> Iterator[ChangedOrder]:
    """The resource as it was never put in force, and as it was ended again."""
    kind = str(resource.get("resourceType"))
    never, ended = _STATUSES.get(kind, ("draft", "entered-in-error"))
    for status in (never, ended):
        if status:
            yield _one(
                resource, Kind.NEGATION, "status", resource.get("status"), status, status=status
            )
    if "intent" in resource:
        yield _one(
            resource, Kind.NEGATION, "status", resource.get("intent"), "proposal",
            intent="proposal",
        )  # fmt: skip


_STATUSES: Mapping[str, tuple[str, str]] = {
    "MedicationRequest": ("draft", "stopped"),
    "ServiceRequest": ("draft", "on-hold"),
    "Appointment": ("", "cancelled"),
    "Communication": ("preparation", "not-done"),
}
