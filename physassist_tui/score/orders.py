"""What a written resource orders or flags, in the words that it is known by."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from physassist_tui.core.state import CANCELLED, Written
from physassist_tui.ehr.fhirtext import codings, concept_text, items, nodes, part, quantity_text
from physassist_tui.ehr.protocol import Resource
from physassist_tui.score.folded import fold
from physassist_tui.score.named import content_words, drugs_in, things_in
from physassist_tui.score.state_grader import subject_of

ENDED = CANCELLED | {"completed", "stopped", "draft", "on-hold", "unknown"}
"""The statuses of an order that is not in force."""
SENT = frozenset({"completed", "in-progress"})
"""The statuses of a message that was sent."""


@dataclass(frozen=True)
class Order:
    """A written order or flag. `label` is what its author called it.

    `things` and `drugs` are what its words name; `words` what else tells it from others.
    `dose`, `route` and `frequency` are empty for anything but a medication.
    """

    seq: int
    turn: int
    ref: str
    kind: str
    label: str
    names: tuple[str, ...]
    subject: str | None
    status: str
    dose: str
    route: str
    frequency: str
    when: str
    detail: str

    @property
    def things(self) -> frozenset[str]:
        """Everything that its names name."""
        return frozenset().union(*(things_in(name) for name in self.names))

    @property
    def drugs(self) -> frozenset[str]:
        """The ids of the drugs among them."""
        return frozenset().union(*(drugs_in(name) for name in self.names))

    @property
    def words(self) -> frozenset[str]:
        """The words of its names that tell it from other orders."""
        return frozenset().union(*(content_words(name) for name in self.names))

    @property
    def cancelled(self) -> bool:
        """Whether its author has taken it back."""
        return self.status in CANCELLED

    @property
    def in_force(self) -> bool:
        """Whether it is to be carried out; of a message, whether it was sent."""
        if self.kind == "Communication":
            return self.status in SENT
        return self.status not in ENDED


def order_of(written: Written) -> Order:
    """A written resource as an order."""
    return order_from(written.resource, written.seq, written.turn)


def order_from(resource: Resource, seq: int, turn: int) -> Order:
    """A resource, written by the event `seq` in `turn`, as an order."""
    kind = str(resource.get("resourceType", ""))
    kept = _names(resource)
    return Order(
        seq=seq,
        turn=turn,
        ref=f"{kind}/{resource.get('id', '')}",
        kind=kind,
        label=kept[0] if kept else kind,
        names=kept,
        subject=subject_of(resource),
        status=str(resource.get("status", "")),
        dose=_doses(resource),
        route=" ".join(concept_text(d.get("route")) for d in _dosages(resource)).strip(),
        frequency=_frequencies(resource),
        when=str(resource.get("occurrenceDateTime") or resource.get("start") or ""),
        detail=_detail(resource),
    )


def _names(resource: Resource) -> tuple[str, ...]:
    kind = resource.get("resourceType")
    if kind in ("Communication", "Appointment"):
        told = [str(p.get("contentString") or "") for p in nodes(resource.get("payload"))]
        names = [*told, str(resource.get("description") or "")]
    else:
        medicine = kind == "MedicationRequest"
        concept = resource.get("medicationCodeableConcept" if medicine else "code")
        names = [concept_text(concept), *(str(c.get("display", "")) for c in codings(concept))]
        names.append(str(part(resource, "medicationReference").get("display") or ""))
    return tuple(dict.fromkeys(name for name in names if name.strip()))


def _dosages(resource: Resource) -> list[Mapping[str, Any]]:
    return [d for d in items(resource.get("dosageInstruction")) if isinstance(d, dict)]


def _doses(resource: Resource) -> str:
    """The amounts per dose, as `2.5 mg`; the whole instruction where none is structured."""
    amounts = [
        quantity_text(rate.get("doseQuantity"))
        for dosage in _dosages(resource)
        for rate in items(dosage.get("doseAndRate"))
        if isinstance(rate, dict)
    ]
    found = " ".join(amount for amount in amounts if amount)
    return found or " ".join(str(d.get("text", "")) for d in _dosages(resource)).strip()


def _frequencies(resource: Resource) -> str:
    parts: list[str] = []
    for dosage in _dosages(resource):
        timing = dosage.get("timing")
        if isinstance(timing, dict):
            parts.append(concept_text(timing.get("code")))
            repeat = timing.get("repeat")
            if isinstance(repeat, dict):
                parts.extend(f"{key}={repeat[key]}" for key in sorted(repeat))
        if dosage.get("asNeededBoolean"):
            parts.append("PRN")
        parts.append(str(dosage.get("text", "")))
    return " ".join(part for part in parts if part)


def _detail(resource: Resource) -> str:
    notes = [str(n.get("text", "")) for n in items(resource.get("note")) if isinstance(n, dict)]
    for extension in items(resource.get("extension")):
        if isinstance(extension, dict) and isinstance(extension.get("valueString"), str):
            notes.append(extension["valueString"])
    notes.extend(concept_text(category) for category in items(resource.get("category")))
    return " ".join(notes)


_AMOUNT = re.compile(
    r"(\d+(?:\.\d+)?)\s*"
    r"(mcg|micrograms?|µg|μg|ug|mg|g|grams?|units?|IU|U|mEq|mmol|mL|ml"
    r"|tablets?|tabs?|capsules?|puffs?|drops?"
    r"|微克|毫克|克|国际单位|单位|毫升|片|粒|滴|喷|mg)(?![A-Za-z/])",
    re.IGNORECASE,
)
_UNIT_FACTORS: Mapping[str, tuple[str, float]] = {
    "mcg": ("mg", 0.001),
    "microgram": ("mg", 0.001),
    "µg": ("mg", 0.001),
    "μg": ("mg", 0.001),
    "ug": ("mg", 0.001),
    "微克": ("mg", 0.001),
    "mg": ("mg", 1.0),
    "毫克": ("mg", 1.0),
    "g": ("mg", 1000.0),
    "gram": ("mg", 1000.0),
    "克": ("mg", 1000.0),
    "unit": ("unit", 1.0),
    "iu": ("unit", 1.0),
    "u": ("unit", 1.0),
    "单位": ("unit", 1.0),
    "国际单位": ("unit", 1.0),
    "tab": ("tablet", 1.0),
    "tablet": ("tablet", 1.0),
    "片": ("tablet", 1.0),
    "capsule": ("capsule", 1.0),
    "粒": ("capsule", 1.0),
    "ml": ("mL", 1.0),
    "毫升": ("mL", 1.0),
}


def amounts_in(text: str) -> frozenset[tuple[float, str]]:
    """The amounts of drug that `text` gives, as numbers of mg, unit, mL, tablet and so on."""
    found = set()
    for number, unit in _AMOUNT.findall(fold(text)):
        word = unit.casefold()
        word = word[:-1] if word.endswith("s") and word not in _UNIT_FACTORS else word
        base, factor = _UNIT_FACTORS.get(word, (word, 1.0))
        found.add((round(float(number) * factor, 9), base))
    return frozenset(found)
