"""An order or flag in a line, for its author."""

from __future__ import annotations

from typing import Any


def order_text(resource: dict[str, Any]) -> str:
    """What is ordered and how it is dosed, as the resource itself says it."""
    named = resource.get("medicationCodeableConcept") or resource.get("code") or {}
    coding = (named.get("coding") or [{}])[0]
    dosage = (resource.get("dosageInstruction") or [{}])[0].get("text", "")
    payload = (resource.get("payload") or [{}])[0].get("contentString")
    told = resource.get("description") or payload
    name = named.get("text") or coding.get("display") or told or resource["resourceType"]
    return " ".join(part for part in (str(name), str(dosage)) if part)
