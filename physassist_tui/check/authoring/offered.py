"""What a record offers to choose from: patients, their encounters, and moments to play at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from physassist_tui.ehr.fhirtext import concept_text, human_name, nodes, part
from physassist_tui.ehr.protocol import EhrStore, Resource
from physassist_tui.ehr.record import Record
from physassist_tui.i18n import several

_AFTER_EVERYTHING = datetime(9999, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Choice:
    """Something to choose: what is written into the file, and words beside it."""

    value: str
    words: str


def whenever(record: Record) -> EhrStore:
    """The record as if everything in it had happened already."""
    return record.at(_AFTER_EVERYTHING)


def patients(record: Record) -> list[Choice]:
    """The patients of a record, by reference, with name, sex and birth date."""
    found = _all(record, "Patient")
    return [
        Choice(
            f"Patient/{one['id']}",
            several(
                filter(
                    None,
                    (
                        human_name(one.get("name")),
                        str(one.get("gender", "")),
                        str(one.get("birthDate", "")),
                    ),
                )
            ).render(),
        )
        for one in found
    ]


def encounters(record: Record, patient: str) -> list[Choice]:
    """The encounters of a patient, the latest first, with their class, days and reason."""
    found = [
        one for one in _all(record, "Encounter")
        if part(one, "subject").get("reference") == patient
    ]  # fmt: skip
    found.sort(key=lambda one: str(part(one, "period").get("start", "")), reverse=True)
    return [Choice(f"Encounter/{one['id']}", _stay(one)) for one in found]


def _stay(encounter: Resource) -> str:
    period = part(encounter, "period")
    days = " – ".join(str(period[end])[:16] for end in ("start", "end") if period.get(end))
    told = [str(part(encounter, "class").get("code", "")), days]
    told += [concept_text(one) for one in nodes(encounter.get("type"))[:1]]
    told += [concept_text(one) for one in nodes(encounter.get("reasonCode"))[:1]]
    return several(filter(None, told)).render()


def clocks(record: Record, patient: str, encounter: str | None) -> list[Choice]:
    """Moments just after something was recorded, the latest first, with what it was.

    Of the encounter where there is one, at most ten, each on another half day.
    """
    found = [
        (when, one)
        for kind in ("Observation", "DocumentReference", "DiagnosticReport")
        for one in _all(record, kind)
        if part(one, "subject").get("reference") == patient and (when := _moment(one)) is not None
    ]
    own = [pair for pair in found if part(pair[1], "encounter").get("reference") == encounter]
    moments = {when: concept_text(one.get("code") or one.get("type")) for when, one in own or found}
    chosen: list[Choice] = []
    last: datetime | None = None
    for when in sorted(moments, reverse=True):
        if last is None or last - when >= timedelta(hours=12):
            last = when
            clock = when + timedelta(minutes=15)
            chosen.append(Choice(clock.isoformat(timespec="seconds"), moments[when]))
    return chosen[:10]


def _moment(resource: Resource) -> datetime | None:
    for name in ("effectiveDateTime", "date", "issued"):
        text = resource.get(name)
        if isinstance(text, str) and len(text) > len("2026-03-04"):
            try:
                when = datetime.fromisoformat(text)
            except ValueError:
                continue
            return when if when.tzinfo is not None else when.replace(tzinfo=UTC)
    return None


def _all(record: Record, kind: str) -> Sequence[Resource]:
    from physassist_tui.ehr.search_url import search_all

    return search_all(whenever(record), kind) if kind in record.types() else ()
