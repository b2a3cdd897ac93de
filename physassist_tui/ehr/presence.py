"""Whether a record has the patient and the stay that a play opens with."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from physassist_tui.core.errors import BadInput
from physassist_tui.ehr.extract import reference_key
from physassist_tui.ehr.protocol import EhrError, EhrStore, Resource
from physassist_tui.ehr.record import Record
from physassist_tui.i18n import Message, msg

_AFTER_EVERYTHING = datetime(9999, 1, 1, tzinfo=UTC)


class NoSuchChart(EhrError, BadInput):
    """There is no chart to play on: a fault of what was given, not of a request to the EHR."""


def absent(
    record: Record, clock: datetime, patient: str, encounter: str | None
) -> Iterator[tuple[str, Message]]:
    """What a play at `clock` needs and `record` lacks: (`patient` or `encounter`, why).

    Both are `Type/id`. Gives nothing where the play can open.
    """
    store = record.at(clock)
    if not patient.startswith("Patient/"):
        yield "patient", msg("'{reference}' is no patient", reference=patient)
    elif there(store, patient) is None:
        yield "patient", missing(record, patient)
    if encounter is None:
        return
    stay = there(store, encounter)
    if not encounter.startswith("Encounter/"):
        yield "encounter", msg("'{reference}' is no encounter", reference=encounter)
    elif stay is None:
        yield "encounter", missing(record, encounter)
    elif _subject(stay) != patient:
        yield "encounter", msg("{reference} is about another patient", reference=encounter)


def missing(record: Record, reference: str) -> Message:
    """Why a resource cannot be seen: it comes after the clock, or it is nowhere."""
    if there(record.at(_AFTER_EVERYTHING), reference) is not None:
        return msg("{reference} lies after the clock", reference=reference)
    return msg("{reference} is not in the record", reference=reference)


def there(store: EhrStore, reference: str) -> Resource | None:
    """The resource at `Type/id`; `None` where the store shows none."""
    kind, _slash, name = reference.partition("/")
    try:
        return store.read(kind, name)
    except EhrError:
        return None


def _subject(stay: Resource) -> str:
    subject = stay.get("subject")
    target = subject.get("reference") if isinstance(subject, dict) else None
    return reference_key(target) if isinstance(target, str) else ""
