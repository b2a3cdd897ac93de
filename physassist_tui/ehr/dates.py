"""FHIR dates as spans of time, and the clock that they are held against.

A FHIR date is as wide as it is precise: `2026-03` is the whole month, `2026-03-04T09:30:00Z`
is one second (FHIR R4, search, 3.1.1.4.7). A span is `[low, high)` in microseconds since 1970.
A date that names no UTC offset is *floating*: its microseconds are counted as if it were UTC
and it is placed on the time line only by the clock it is looked at with.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple

SECOND = 1_000_000
MINUTE = 60 * SECOND
DAY = 24 * 60 * MINUTE
BEGINNING = -(2**62)
"""Before every date: the low end of a period without a start, and "has no date"."""
FOREVER = 2**62
"""After every date: the high end of a period without an end."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DATE = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?", re.ASCII)
_TIME = re.compile(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d(?P<seconds>:\d\d(?:\.(?P<fraction>\d{1,9}))?)?"
    r"(?P<offset>Z|[+-]\d\d:\d\d)?",
    re.ASCII,
)


class Span(NamedTuple):
    """`[low, high)` in microseconds; see the module's docstring for `floating`."""

    low: int
    high: int
    floating: bool


class Instants(NamedTuple):
    """The latest of several dates, kept apart by kind: with an offset and without one."""

    zoned: int = BEGINNING
    floating: int = BEGINNING

    def later(self, other: Instants) -> Instants:
        """The later of each kind."""
        return Instants(max(self.zoned, other.zoned), max(self.floating, other.floating))


ALWAYS = Instants()


@dataclass(frozen=True)
class Moment:
    """A clock in microseconds: `utc`, and `local` as its own offset shows it."""

    utc: int
    local: int

    @classmethod
    def of(cls, clock: datetime) -> Moment:
        """The moment of an aware datetime; `ValueError` for a naive one."""
        offset = clock.utcoffset()
        if offset is None:
            raise ValueError("a clock needs a UTC offset")
        utc = _microseconds(clock)
        return cls(utc, utc + offset.days * DAY + offset.seconds * SECOND)

    @property
    def offset(self) -> int:
        """The clock's UTC offset in microseconds."""
        return self.local - self.utc

    def reached(self, instants: Instants) -> bool:
        """Whether none of the dates lies after the clock."""
        return instants.zoned <= self.utc and instants.floating <= self.local

    def before_start(self, span: Span) -> bool:
        """Whether the span begins after the clock."""
        return span.low > (self.local if span.floating else self.utc)

    def placed(self, span: Span) -> tuple[int, int]:
        """The span's ends in UTC; a floating one is read in the clock's offset."""
        if not span.floating:
            return span.low, span.high
        return _shift(span.low, -self.offset), _shift(span.high, -self.offset)


def _shift(at: int, by: int) -> int:
    return at if at in (BEGINNING, FOREVER) else at + by


def _microseconds(when: datetime) -> int:
    gap = when - _EPOCH
    return gap.days * DAY + gap.seconds * SECOND + gap.microseconds


@lru_cache(maxsize=32768)
def parse_date(text: str) -> Span | None:
    """The span of a FHIR date, dateTime or instant, or `None` where it is not one.

    A time that cannot be (25:00) leaves the day that it was written with.
    """
    if len(text) > 10:
        return _parse_time(text)
    match = _DATE.fullmatch(text)
    if match is None:
        return None
    year, month, day = match.groups()
    try:
        low = datetime(int(year), int(month or 1), int(day or 1), tzinfo=UTC)
        if day:
            high_at = _microseconds(low) + DAY
        elif month:
            high_at = _first_after(low.year + low.month // 12, low.month % 12 + 1)
        else:
            high_at = _first_after(low.year + 1, 1)
    except ValueError:
        return None
    return Span(_microseconds(low), high_at, True)


def _first_after(year: int, month: int) -> int:
    if year > 9999:
        return FOREVER
    return _microseconds(datetime(year, month, 1, tzinfo=UTC))


def _parse_time(text: str) -> Span | None:
    match = _TIME.fullmatch(text)
    if match is None:
        return parse_date(text[:10]) if text[10] == "T" else None
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        return parse_date(text[:10])
    floating = when.tzinfo is None
    low = _microseconds(when.replace(tzinfo=UTC) if floating else when)
    if not match["seconds"]:
        width = MINUTE
    elif match["fraction"]:
        width = max(1, SECOND // 10 ** len(match["fraction"]))
    else:
        width = SECOND
    return Span(low, low + width, floating)


def latest_start(texts: list[str]) -> Instants:
    """The latest start among FHIR dates; strings that are none are passed over."""
    zoned = floating = BEGINNING
    for text in texts:
        span = parse_date(text)
        if span is None:
            continue
        if span.floating:
            floating = max(floating, span.low)
        else:
            zoned = max(zoned, span.low)
    return Instants(zoned, floating)
