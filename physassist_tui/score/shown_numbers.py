"""The numbers and days that a player had been shown when a turn was answered.

Shown means: results of calls as they were shown, the banner, the clock, what the physician and
the patient said, hand-over notes, and the arguments of the player's own calls, but for what it
wrote into files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from physassist_tui.core.events import FileWritten
from physassist_tui.core.state import Call, SessionState
from physassist_tui.core.words import Seat
from physassist_tui.ehr.banner import banner
from physassist_tui.ehr.protocol import EhrError
from physassist_tui.score.dates_in_text import whens
from physassist_tui.score.quantities import quantities
from physassist_tui.score.session_view import SessionView, Told
from physassist_tui.score.units import unit_of


@dataclass(frozen=True)
class Measured:
    """A value of a result, with what it measures (code or name) and its UCUM unit."""

    what: str
    name: str
    value: float
    unit: str | None


@dataclass(frozen=True)
class Shown:
    """Everything with a number in it that the player had been shown.

    `counts` are the totals and numbers of entries of results; `days` the days named; `age` (in
    years) and `sex` (`male`, `female`) those of the banner.
    """

    numbers: frozenset[float]
    measured: tuple[Measured, ...]
    counts: frozenset[int]
    days: frozenset[date]
    age: int | None = None
    sex: str = ""

    def series(self) -> Mapping[str, list[Measured]]:
        """The values by what they measure, in the order in which they were shown."""
        found: dict[str, list[Measured]] = {}
        for one in dict.fromkeys(self.measured):
            found.setdefault(one.what, []).append(one)
        return found


def shown_before(view: SessionView, told: Told) -> Shown:
    """What the player had been shown by the time a turn ended in which something was told."""
    gathering = _Gathering(view.scenario.clock)
    gathering.day(view.scenario.clock.date())
    _take_banner(gathering, view, told.state)
    for turn in told.state.turns:
        gathering.text(turn.request)
        gathering.text(turn.answer_format or "")
    for message in told.state.messages:
        if message.sender is not Seat.ASSISTANT:
            gathering.text(message.text)
    for change in told.state.seat_changes:
        gathering.text(change.note)
    files = {event.data.call_id for event in view.events if isinstance(event, FileWritten)}
    for call in told.state.calls:
        if call.call_id in files:
            continue
        gathering.value(call.arguments_given)
        if 0 < call.returned_seq < told.end:
            gathering.result(shown_result(call))
    return gathering.shown()


def shown_result(call: Call) -> object:
    """A call's result as the player saw it: what was shown where that was less."""
    if call.shown is None:
        return call.result
    try:
        return json.loads(call.shown)
    except json.JSONDecodeError:
        # A text that was cut in the middle is no JSON any more; its numbers still were seen.
        return call.shown


def _take_banner(gathering: _Gathering, view: SessionView, state: SessionState) -> None:
    language = state.started.language if state.started else "en"
    scenario = view.scenario
    try:
        above = banner(view.record, scenario.patient, scenario.encounter, scenario.clock, language)
    except EhrError:
        # No such patient in the record: then no banner was shown either.
        return
    for text in (above.name, above.birth_date, above.admission, *above.allergies):
        gathering.text(text)
    if above.age is not None:
        gathering.number(above.age)
    patient = view.record.read("Patient", scenario.patient.rpartition("/")[2])
    gathering.person(above.age, str(patient.get("gender", "")))


class _Gathering:
    """Collects numbers and days from texts and JSON."""

    def __init__(self, clock: datetime) -> None:
        self._clock = clock
        self._numbers: set[float] = set()
        self._measured: list[Measured] = []
        self._counts: set[int] = set()
        self._days: set[date] = set()
        self._age: int | None = None
        self._sex = ""

    def shown(self) -> Shown:
        return Shown(
            frozenset(self._numbers),
            tuple(self._measured),
            frozenset(self._counts),
            frozenset(self._days),
            self._age,
            self._sex,
        )

    def person(self, age: int | None, sex: str) -> None:
        self._age, self._sex = age, sex

    def number(self, value: float) -> None:
        if abs(value) <= _LARGEST:
            self._numbers.add(abs(float(value)))

    def day(self, day: date) -> None:
        self._days.add(day)

    def text(self, text: str) -> None:
        numbers, days = _of_text(text, self._clock)
        self._numbers |= numbers
        self._days |= days

    def result(self, result: object) -> None:
        """A tool's result: its values are told apart by what they measure."""
        self.value(result)
        for record in _dicts(result):
            self._count(record)
            measured = _measured(record)
            if measured is not None:
                self._measured.append(measured)

    def _count(self, record: Mapping[str, Any]) -> None:
        total = record.get("total")
        if isinstance(total, int):
            self._counts.add(total)
        for listed in record.values():
            if isinstance(listed, list):
                self._counts.add(len(listed))
                names = [str(e.get("name")) for e in listed if isinstance(e, dict)]
                self._counts |= {names.count(name) for name in set(names)}

    def value(self, value: object) -> None:
        """Any JSON: its numbers, and the numbers in its strings."""
        match value:
            case bool() | None:
                pass
            case int() | float():
                self.number(value)
            case str():
                self.text(value)
            case dict():
                for key, part in value.items():
                    if key in _IDENTIFIERS:
                        self._numbers |= {float(n) for n in _LONG_NUMBER.findall(str(part))}
                    else:
                        self.value(part)
            case list() | tuple():
                for part in value:
                    self.value(part)
            case _:
                pass


def _dicts(value: object) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from _dicts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _dicts(part)


def _measured(record: Mapping[str, Any]) -> Measured | None:
    value = record.get("value")
    name = str(record.get("name") or record.get("code") or "")
    if isinstance(value, bool) or not isinstance(value, int | float) or not name:
        return None
    if abs(value) > _LARGEST:
        return None
    unit = str(record.get("unit") or "")
    what = str(record.get("code") or name)
    return Measured(what, name, float(value), (unit_of(unit) or unit) if unit else None)


_LARGEST = 10**15
"""What is larger is no clinical value, and JSON's integers may not fit into a float."""

_IDENTIFIERS = frozenset({"ref", "code", "system", "id"})
# Of a code or an identifier only what no one takes for a value: 2160 of 2160-0, never the 0.
_LONG_NUMBER = re.compile(r"\d{4,15}")
_ISO_DAY = re.compile(r"(?<!\d)((?:19|20)\d\d)-([01]\d)-([0-3]\d)(?!\d)")
# Numbers that prose reading leaves out, as stages, identifiers and numbers within names: a
# player who was shown "stage 3" may say 3.
# The digits of codes (2160-0), times and fractions are no numbers.
_DIGITS = re.compile(r"(?<![\d.\-:/|])\d+(?:\.\d+)?(?![\d.]*\d)(?![\-:/|]\d)")


@lru_cache(maxsize=4096)
def _of_text(text: str, clock: datetime) -> tuple[frozenset[float], frozenset[date]]:
    days = {day for when in whens(text, clock) if when.kind == "day" for day in when.days}
    days |= set(_iso_days(text))
    without_days = _ISO_DAY.sub(" ", text)
    values = {abs(float(number)) for number in _DIGITS.findall(without_days)}
    for quantity in quantities(text, clock):
        values.add(abs(float(quantity.value)))
        if quantity.high is not None:
            values.add(abs(float(quantity.high)))
    return frozenset(values), frozenset(days)


def _iso_days(text: str) -> Iterable[date]:
    for year, month, day in _ISO_DAY.findall(text):
        try:
            yield date(int(year), int(month), int(day))
        except ValueError:
            # A run of digits that is no day.
            continue
