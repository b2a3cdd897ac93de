"""What a chart's first line and its entries both tell of a person."""

from __future__ import annotations

from datetime import date

from physassist_tui.ehr.fhirtext import concept_text, nodes, part
from physassist_tui.ehr.protocol import Resource


def age_at(birth_date: object, when: date) -> int | None:
    """Whole years lived at `when`; `None` where that is not known. A partial birth date counts
    from its beginning only as far as it is certain."""
    if not isinstance(birth_date, str):
        return None
    try:
        parts = [int(part) for part in birth_date[:10].split("-")]
        first = date(*(*parts, 1, 1)[:3])
        last = date(*(*parts, 12, 28)[:3])
    except (ValueError, OverflowError):
        return None
    oldest, youngest = _years(first, when), _years(last, when)
    return oldest if oldest == youngest and oldest >= 0 else None


def _years(born: date, when: date) -> int:
    return when.year - born.year - ((when.month, when.day) < (born.month, born.day))


def allergy_name(resource: Resource) -> str:
    """What an AllergyIntolerance is to: its code, else the substances that it reacted to."""
    substances = [concept_text(one.get("substance")) for one in nodes(resource.get("reaction"))]
    named = dict.fromkeys(text for text in substances if text)
    return concept_text(resource.get("code")) or ", ".join(named)


def owner_of(resource: Resource) -> str:
    """`Patient/id` of whose chart a resource is in; empty where it does not say."""
    actors = [part(one, "actor") for one in nodes(resource.get("participant"))]
    for one in (part(resource, "subject"), part(resource, "patient"), *actors):
        ref = one.get("reference")
        if isinstance(ref, str) and ref.startswith("Patient/"):
            return ref
    return ""
