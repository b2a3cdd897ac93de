"""What a session wrote, as a FHIR R4 Bundle: the resources as its layer holds them at the end."""

from __future__ import annotations

from typing import Any

from physassist_tui.core.state import fold
from physassist_tui.export.source import Source


def bundle(source: Source, *, transaction: bool = False) -> dict[str, Any]:
    """A Bundle: a collection, or a transaction that puts each resource where it was written.

    Cancelled orders are in it with their status; what a rewind undid is not.
    """
    entries: list[dict[str, Any]] = []
    for written in fold(source.events).written:
        entry: dict[str, Any] = {"resource": written.resource}
        if transaction:
            entry["request"] = {"method": "PUT", "url": written.ref}
        else:
            entry["fullUrl"] = f"urn:physassist:{source.session}:{written.ref.replace('/', ':')}"
        entries.append(entry)
    made: dict[str, Any] = {
        "resourceType": "Bundle",
        "type": "transaction" if transaction else "collection",
        "timestamp": source.events[-1].at.isoformat(),
    }
    if entries:
        made["entry"] = entries  # R4: an empty array is no array
    return made
