"""FHIR data types as short text, and references as names.

Nothing is rounded and nothing is guessed: what cannot be read is left out or given as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from physassist_tui.ehr.protocol import EhrError, EhrStore, Resource

UCUM = "http://unitsofmeasure.org"
_NAME_SYSTEMS = ("medication-name", "medication-mix")


def items(value: object) -> list[Any]:
    """A list as it is, nothing as an empty list, anything else as a list of one."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def nodes(value: object) -> list[dict[str, Any]]:
    """The objects among `items`: of an element of many, what has its shape."""
    return [one for one in items(value) if isinstance(one, dict)]


def part(node: object, name: str) -> dict[str, Any]:
    """The object at an element of an object; empty where either is none."""
    child = node.get(name) if isinstance(node, dict) else None
    return child if isinstance(child, dict) else {}


def codings(concept: object) -> list[dict[str, Any]]:
    """The codings of one CodeableConcept (or a lone Coding)."""
    if not isinstance(concept, dict):
        return []
    if "coding" in concept:
        return [c for c in items(concept["coding"]) if isinstance(c, dict)]
    return [concept] if "code" in concept else []


def concept_text(concept: object) -> str:
    """A CodeableConcept, a Coding or a list of them in words; empty where there are none."""
    if isinstance(concept, list):
        return ", ".join(filter(None, (concept_text(one) for one in concept)))
    if not isinstance(concept, dict):
        return concept if isinstance(concept, str) else ""
    if concept.get("text"):
        return str(concept["text"])
    for coding in codings(concept):
        if coding.get("display"):
            return str(coding["display"])
    for coding in codings(concept):
        if coding.get("code"):
            return str(coding["code"])
    return ""


def concept_code(concept: object) -> str:
    """The first code of a concept, or of the first of a list; empty where there is none."""
    for one in items(concept):
        for coding in codings(one):
            if coding.get("code"):
                return str(coding["code"])
    return ""


def number_text(value: object) -> str:
    """A number as a chart writes it: the noise of binary floats off, nothing else rounded."""
    if isinstance(value, float):
        value = clean_number(value)
    if isinstance(value, float) and value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def clean_number(value: object) -> object:
    """The number without the noise of float arithmetic: 20.000000596 is 20.0.

    Only where a number of at most five significant digits lies within one part in ten million,
    the precision of the single-precision floats that such noise comes from.
    """
    if isinstance(value, float) and value:
        near = float(f"{value:.5g}")
        if near != value and abs(near - value) <= abs(value) * 1e-7:
            return near
    return value


def quantity_unit(quantity: Mapping[str, Any]) -> str:
    """The unit as people write it, or its code."""
    return str(quantity.get("unit") or quantity.get("code") or "")


def quantity_text(quantity: object) -> str:
    """`2.5 mg`, `<5 ng/mL`; empty where there is no value."""
    if not isinstance(quantity, dict) or quantity.get("value") is None:
        return ""
    value = f"{quantity.get('comparator', '')}{number_text(quantity['value'])}"
    return f"{value} {quantity_unit(quantity)}".strip()


def range_text(span: object) -> str:
    """A Range, or the low and high of a reference range: `0.6–1.2 mg/dL`, `≥ 3 g/L`."""
    if not isinstance(span, dict):
        return ""
    low, high = span.get("low"), span.get("high")
    low_value = number_text(low["value"]) if isinstance(low, dict) and "value" in low else ""
    high_value = number_text(high["value"]) if isinstance(high, dict) and "value" in high else ""
    unit = quantity_unit(part(span, "high") or part(span, "low"))
    if low_value and high_value:
        other = quantity_unit(part(span, "low"))
        if other and unit and other != unit:
            return f"{low_value} {other}–{high_value} {unit}"
        return f"{low_value}–{high_value} {unit}".strip()
    if low_value:
        return f"≥ {low_value} {unit}".strip()
    if high_value:
        return f"≤ {high_value} {unit}".strip()
    return ""


def ratio_text(ratio: object) -> str:
    """A Ratio: `1:128`, `5 mg / 1 h`."""
    if not isinstance(ratio, dict):
        return ""
    over, under = part(ratio, "numerator"), part(ratio, "denominator")
    if quantity_unit(over) or quantity_unit(under):
        return f"{quantity_text(over)} / {quantity_text(under)}"
    return f"{quantity_text(over)}:{quantity_text(under)}"


def period_text(period: object) -> str:
    """`start – end`, open where it is open."""
    if not isinstance(period, dict):
        return ""
    start, end = period.get("start", ""), period.get("end", "")
    return f"{start} – {end}" if start or end else ""


def notes_text(notes: object) -> str:
    """Annotations, a paragraph each."""
    return "\n\n".join(
        str(note["text"]) for note in items(notes) if isinstance(note, dict) and note.get("text")
    )


_HAN = "[\u4e00-\u9fff·]+"
"""A Chinese name, which is written family first and without a space."""


def human_name(names: object) -> str:
    """A person's name: the official one, or the first that says anything."""
    listed = [name for name in items(names) if isinstance(name, dict)]
    listed.sort(key=lambda name: name.get("use") != "official")
    for name in listed:
        if name.get("text"):
            return str(name["text"])
        family, given = str(name.get("family") or ""), items(name.get("given"))
        closed = family + "".join(map(str, given))
        # Compiling it takes milliseconds, which a chart of English names does without.
        if family and given and not closed.isascii() and re.fullmatch(_HAN, closed):
            return closed
        parts = [*items(name.get("prefix")), *given, family, *items(name.get("suffix"))]
        joined = " ".join(str(part) for part in parts if part)
        if joined:
            return joined
    return ""


def medication_name(medication: Resource, ingredients: Iterable[str] = ()) -> str:
    """What a Medication is called: its code's words, else a name among its identifiers, else
    its ingredients, else its code."""
    code = medication.get("code")
    if isinstance(code, dict):
        if code.get("text"):
            return str(code["text"])
        for coding in codings(code):
            if coding.get("display"):
                return str(coding["display"])
    for identifier in items(medication.get("identifier")):
        if str(identifier.get("system", "")).endswith(_NAME_SYSTEMS[0]) and identifier.get("value"):
            return str(identifier["value"])
    joined = " + ".join(filter(None, ingredients))
    if joined:
        return joined
    for identifier in items(medication.get("identifier")):
        if str(identifier.get("system", "")).endswith(_NAME_SYSTEMS[1]) and identifier.get("value"):
            return str(identifier["value"])
    return concept_text(code)


class References:
    """Resolves references within one store. Keeps what it has read."""

    def __init__(self, store: EhrStore) -> None:
        self._store = store
        self._read: dict[str, Resource | None] = {}

    def get(self, reference: object, owner: Resource | None = None) -> Resource | None:
        """The resource that is referred to: contained in `owner` or in the store, if it is."""
        if not isinstance(reference, dict) or not isinstance(reference.get("reference"), str):
            return None
        target: str = reference["reference"]
        if target.startswith("#"):
            for contained in items((owner or {}).get("contained")):
                if isinstance(contained, dict) and contained.get("id") == target[1:]:
                    return contained
            return None
        if target not in self._read:
            self._read[target] = self._from_store(target)
        return self._read[target]

    def _from_store(self, target: str) -> Resource | None:
        parts = target.split("/_history/", maxsplit=1)[0].split("/")
        if len(parts) < 2:
            return None
        try:
            return self._store.read(parts[-2], parts[-1])
        except EhrError:
            # Not in this record, or after the clock: then there is only the reference itself.
            return None

    def name(self, reference: object, owner: Resource | None = None) -> str:
        """What is referred to in words; the reference itself where nothing says more."""
        if not isinstance(reference, dict):
            return ""
        if reference.get("display"):
            return str(reference["display"])
        resource = self.get(reference, owner)
        if resource is not None:
            found = self.resource_name(resource)
            if found:
                return found
        return str(reference.get("reference") or concept_text(reference.get("identifier")) or "")

    def names(self, references: object, owner: Resource | None = None) -> list[str]:
        """The names of several references."""
        return [name for one in items(references) if (name := self.name(one, owner))]

    def resource_name(self, resource: Resource) -> str:
        """What a resource is called; empty where it has no words of its own."""
        kind = resource.get("resourceType")
        if kind == "Medication":
            return self._medication(resource)
        if kind in ("Patient", "Practitioner", "RelatedPerson", "Person"):
            return human_name(resource.get("name"))
        if kind == "PractitionerRole":
            return self.name(resource.get("practitioner"), resource)
        for key in ("name", "title"):
            if isinstance(resource.get(key), str):
                return str(resource[key])
        if kind in ("MedicationRequest", "MedicationAdministration", "MedicationStatement"):
            return self.medication(resource)
        for key in ("code", "vaccineCode", "type", "description", "class", "category"):
            text = concept_text(resource.get(key))
            if text:
                return text
        return ""

    def medication(self, resource: Resource) -> str:
        """The drug that an order, administration or statement is about.

        A bare code of a hospital's own formulary is looked up: in the order that was carried
        out, else among the Medications that carry it as an identifier.
        """
        concept = resource.get("medicationCodeableConcept")
        if isinstance(concept, dict):
            if concept.get("text") or any(c.get("display") for c in codings(concept)):
                return concept_text(concept)
            return self._by_order(resource) or self._by_identifier(concept) or concept_text(concept)
        return self.name(resource.get("medicationReference"), resource)

    def _by_order(self, resource: Resource) -> str:
        order = self.get(resource.get("request"), resource)
        if order is None or order.get("resourceType") != "MedicationRequest":
            return ""
        if "medicationReference" in order:
            named = self.get(order["medicationReference"], order)
            return self.resource_name(named) if named else ""
        concept = order.get("medicationCodeableConcept")
        return concept_text(concept) if isinstance(concept, dict) else ""

    def _by_identifier(self, concept: dict[str, Any]) -> str:
        for coding in codings(concept):
            system, code = coding.get("system"), coding.get("code")
            if not system or not code or "formulary" not in str(system):
                continue
            key = f"identifier:{system}|{code}"
            if key not in self._read:
                found = self._store.search(
                    "Medication", [("identifier", f"{system}|{code}"), ("_count", "1")]
                )
                entries = items(found.get("entry"))
                self._read[key] = entries[0]["resource"] if entries else None
            resource = self._read[key]
            if resource is not None:
                return self.resource_name(resource)
        return ""

    def _medication(self, medication: Resource) -> str:
        named = [
            self.name(part["itemReference"], medication)
            if "itemReference" in part
            else concept_text(part.get("itemCodeableConcept"))
            for part in items(medication.get("ingredient"))
            if isinstance(part, dict)
        ]
        return medication_name(medication, named)
