"""The notes of a record, and whether one is dated earlier than what it tells of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date

from physassist_tui.check.case import Case
from physassist_tui.check.place import record_problem
from physassist_tui.ehr.protocol import Resource
from physassist_tui.i18n import msg
from physassist_tui.library import Problem

_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_MONTH = "|".join([*_MONTHS, *(f"{name[:3]}" for name in _MONTHS), "sept"])
_DATES = (
    re.compile(r"(?<!\d)(?P<y>20\d\d|19\d\d)[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?!\d)"),
    re.compile(r"(?<!\d)(?P<y>20\d\d|19\d\d)\s*年\s*(?P<m>\d{1,2})\s*月\s*(?P<d>\d{1,2})\s*[日号]"),
    re.compile(rf"\b(?P<d>\d{{1,2}})\s+(?P<mon>{_MONTH})\.?,?\s+(?P<y>20\d\d|19\d\d)\b", re.I),
    re.compile(rf"\b(?P<mon>{_MONTH})\.?\s+(?P<d>\d{{1,2}}),?\s+(?P<y>20\d\d|19\d\d)\b", re.I),
)
_SENTENCE = re.compile(r"[。！？；\n]|[.!?;](?=\s)")
_PLANNED = re.compile(
    r"\b(?:plan|planned|scheduled?|appointments?|follow[ -]?up|due|until|by|next|will|to be|"
    r"expir\w*|expected|return|recheck|repeat|booked|target|estimated)\b"
    r"|计划|拟|预约|预计|复诊|复查|随访|将于|安排|定于|截至|到期|有效期|待",
    re.IGNORECASE,
)


def note_texts(case: Case) -> Iterator[tuple[str, str]]:
    """The free text of every resource that exists at the clock, by `Type/id`."""
    from physassist_tui.ehr.attachments import attachments_text, document_text, narrative_text
    from physassist_tui.ehr.fhirtext import References

    refs = References(case.at_clock)
    for reference, resource in case.visible.items():
        kind = resource["resourceType"]
        texts = [narrative_text(resource)]
        if kind == "DocumentReference":
            texts += [str(resource.get("description", "")), document_text(resource, refs)]
        if kind == "DiagnosticReport":
            texts.append(str(resource.get("conclusion", "")))
            texts.append(attachments_text(resource.get("presentedForm"), refs, resource))
        notes = resource.get("note")
        if isinstance(notes, list):
            texts += [str(note.get("text", "")) for note in notes if isinstance(note, dict)]
        text = "\n".join(filter(None, texts))
        if text:
            yield reference, text


def check_note_dates(case: Case) -> list[Problem]:
    """Notes that tell of a day after their own, other than as something planned."""
    problems = []
    for reference, text in note_texts(case):
        written = _written(case.visible[reference])
        if written is None:
            continue
        for day in _days_told(text):
            if day > written:
                problems.append(
                    record_problem(
                        case,
                        reference,
                        "",
                        msg(
                            "the note is dated {written} and tells of {day}",
                            written=written.isoformat(),
                            day=day.isoformat(),
                        ),
                    )
                )
                break
    return problems


def _written(resource: Resource) -> date | None:
    for name in ("date", "issued", "effectiveDateTime", "authoredOn", "recordedDate"):
        value = resource.get(name)
        if isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\d", value):
            with suppress(ValueError):
                return date.fromisoformat(value[:10])
    return None


def _days_told(text: str) -> Iterator[date]:
    """The days that the text speaks of as past or present, in order."""
    for sentence in _SENTENCE.split(text):
        if _PLANNED.search(sentence):
            continue
        for pattern in _DATES:
            for match in pattern.finditer(sentence):
                day = _day(match)
                if day is not None:
                    yield day


def _day(match: re.Match[str]) -> date | None:
    parts = match.groupdict()
    if "mon" in parts:
        month = next(
            at for at, name in enumerate(_MONTHS, 1) if parts["mon"].lower().startswith(name[:3])
        )
    else:
        month = int(parts["m"])
    try:
        return date(int(parts["y"]), month, int(parts["d"]))
    except ValueError:
        return None
