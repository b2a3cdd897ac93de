"""Changed calls of the write tools: what each argument may be changed to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from physassist_tui.check.mutation import words as w
from physassist_tui.check.mutation.chart import Made
from physassist_tui.check.mutation.model import Kind

READ_BY: dict[str, str] = {
    "medication": r"medication",
    "dose": r"doseAndRate.*\.value|doseQuantity|doseRange|dosageInstruction(?:\[0\])?\.text",
    "unit": r"doseAndRate.*\.(?:unit|code)|dosageInstruction(?:\[0\])?\.text",
    "frequency": r"timing|dosageInstruction(?:\[0\])?\.text",
    "duration_days": r"bounds",
    "service_type": r"code\.(?:text|coding)",
    "target_date": r"occurrence",
    "flag": r"code\.text|extension",
}
"""The argument, and how a `where` that reads it looks."""


@dataclass(frozen=True)
class ChangedCall:
    """A write call in one changed argument. `argument` is a key of `READ_BY`."""

    call: Made
    kind: Kind
    argument: str
    was: str
    now: str


def changed_calls(call: Made, drug: str, item: str) -> Iterator[ChangedCall]:
    """The call in every changed argument. `drug` is one that it has nothing to do with.

    `item` are the words of an item that counts what it writes: a number, day or drug among a
    flag's words is changed where these speak of it.
    """
    match call.tool:
        case "MedicationRequest.create":
            yield from _medication(call, drug)
        case "ServiceRequest.create":
            yield from _service(call)
        case "Flag.create":
            yield from _flag(call, drug, item)
        case _:
            pass


def _one(call: Made, kind: Kind, field: str, now: str | int, argument: str = "") -> ChangedCall:
    was = str(call.arguments[field])
    return ChangedCall(call.with_(**{field: now}), kind, argument or field, was, str(now))


def _medication(call: Made, drug: str) -> Iterator[ChangedCall]:
    yield _one(call, Kind.DRUG, "medication", drug)
    dose = str(call.arguments.get("dose", ""))
    number = re.search(r"\d+(?:,\d{3})*(?:\.\d+)?", dose)
    if number is not None:
        head, tail = dose[: number.start()], dose[number.end() :]
        for other in w.other_numbers(number.group(), near="3"):
            yield _one(call, Kind.DOSE, "dose", head + other + tail)
        unit = w.other_unit(tail)
        if unit is not None:
            yield _one(call, Kind.UNIT, "dose", f"{head}{number.group()} {unit}", "unit")
    often = str(call.arguments.get("frequency", ""))
    if often:
        yield _one(call, Kind.FREQUENCY, "frequency", _other_frequency(often))
    days = call.arguments.get("duration_days")
    if isinstance(days, int | float):
        for other_days in (int(days * 10), max(1, int(days // 3))):
            yield _one(call, Kind.DATE, "duration_days", other_days)


def _other_frequency(often: str) -> str:
    return (
        "once a week"
        if re.search(r"hour|\bq\d|小时|twice|three|four|[btq]id", often, re.I)
        else "every 4 hours"
    )


def _service(call: Made) -> Iterator[ChangedCall]:
    yield _one(call, Kind.DRUG, "service_type", "Audiogram")
    target = str(call.arguments.get("target_date", ""))
    day = re.match(r"\d{4}-\d\d-\d\d", target)
    if day is not None:
        later = date.fromisoformat(day.group()) + timedelta(days=60)
        yield _one(call, Kind.DATE, "target_date", later.isoformat() + target[day.end() :])


def _flag(call: Made, drug: str, context: str) -> Iterator[ChangedCall]:
    code, detail = str(call.arguments["code"]), str(call.arguments["detail"])

    def both(kind: Kind, new_code: str, new_detail: str) -> Iterator[ChangedCall]:
        if (new_code, new_detail) != (code, detail):
            yield ChangedCall(
                call.with_(code=new_code, detail=new_detail), kind, "flag",
                f"{code}: {detail}", f"{new_code}: {new_detail}",
            )  # fmt: skip

    yield from both(Kind.NEGATION, w.opposite_label(code), w.opposite_label(detail))
    named = {drug.id for _span, drug in w.drugs_in(context)}
    swapped = [_swapped(text, named, drug) for text in (code, detail)]
    yield from both(Kind.DRUG, swapped[0], swapped[1])
    days = [_other_days(text) for text in (code, detail)] if _speaks_of_days(context) else None
    if days is not None:
        yield from both(Kind.DATE, days[0], days[1])
    numbers = {m.group() for m in w.NUMBER.finditer(context)}
    for at in range(3):
        changed = [_other_number(text, numbers, at) for text in (code, detail)]
        yield from both(Kind.DOSE, changed[0], changed[1])


def _swapped(text: str, named: set[str], drug: str) -> str:
    edits = [w.Edit(a, b, drug) for (a, b), found in w.drugs_in(text) if found.id in named]
    return w.edited(text, edits)


def _speaks_of_days(context: str) -> bool:
    return w.DATE.search(context) is not None


def _other_days(text: str) -> str:
    edits = [w.Edit(a, b, w.other_day(text[a:b])) for _whole, (a, b) in w.dates_in(text)]
    return w.edited(text, edits)


def _other_number(text: str, numbers: set[str], at: int) -> str:
    days = [whole for whole, _day in w.dates_in(text)]
    edits = [
        w.Edit(m.start(), m.end(), w.other_numbers(m.group())[at])
        for m in w.NUMBER.finditer(text)
        if m.group() in numbers and not any(a <= m.start() < b for a, b in days)
    ]
    return w.edited(text, edits)
