"""Dates in any text, moved by a number of days and written as they were written.

Both languages' ways are known: `2026-03-04`, `20260304`, `3/4/2026`, `4.3.2026`, `4 March`,
`March 4, 2026`, `mid-July`, `2026年3月4日`, `3月4号`, `七月九日`, `七月`. A year alone stays. `3/4`
and `03-04` are moved where that day is one of the recording's: else it may be a score or a share.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterable
from datetime import date, timedelta

_NAMES = {
    name.casefold(): number
    for number in range(1, 13)
    for name in (calendar.month_name[number], calendar.month_abbr[number])
} | {"sept": 9}
_LONG = [calendar.month_name[n] for n in range(1, 13)]
_SHORT = [calendar.month_abbr[n] for n in range(1, 13)]
_NAME = "(?:" + "|".join(sorted({*_LONG, *_SHORT, "Sept"}, key=len, reverse=True)) + ")"
_HAN = "[一二三四五六七八九十]"
_HAN_DIGITS = {han: n for n, han in enumerate("一二三四五六七八九", start=1)}

_DATE = re.compile(
    rf"""
    (?<![\d/.])(?P<iy>(?:19|20)\d\d)(?P<is>[-/.])(?P<im>0?[1-9]|1[0-2])(?P=is)
        (?P<id>0[1-9]|[12]\d|3[01]|[1-9])(?![\d/-]|\.\d)
  | (?<![\d/.-])(?P<yy>(?:19|20)\d\d)-(?P<ym>0[1-9]|1[0-2])(?![\d-])
  | (?<![\d.-])(?P<cy>(?:19|20)\d\d)(?P<cm>0[1-9]|1[0-2])(?P<cd>0[1-9]|[12]\d|3[01])
        (?:(?P<ct>\d{{4,6}}))?(?![\d.-])
  | (?<![A-Za-z\d/.])(?P<sa>\d{{1,2}})(?P<ss>[/.-])(?P<sb>\d{{1,2}})(?P=ss)(?P<sy>(?:19|20)\d\d)
        (?![\d/]|\.\d)
  | (?<![A-Za-z\d/.])(?P<ta>\d{{1,2}})/(?P<tb>\d{{1,2}})/(?P<ty>\d\d)(?![\d/]|\.\d)
  | (?P<hy>(?:19|20)\d\d)\s*年\s*(?P<hm>\d{{1,2}})\s*月(?:\s*(?P<hd>\d{{1,2}})\s*(?P<hu>[日号]))?
  | (?<!\d)(?P<gm>1[0-2]|0?[1-9])\s*月(?:\s*(?P<gd>3[01]|[12]\d|0?[1-9])\s*(?P<gu>[日号])
        |(?![\d余龄大前后]))
  | (?P<nm>十[一二]?|[一二三四五六七八九])月(?:(?P<nd>{_HAN}{{1,3}})(?P<nu>[日号])|(?![余龄大前后]))
  | \b(?P<dd>3[01]|[12]\d|0?[1-9])(?P<do>(?:st|nd|rd|th)?)(?P<dp>(?:\ of)?[ \-])(?P<dn>{_NAME})\b
        (?P<dt>\.?)(?:(?P<dz>,?[ \-])(?P<dy>(?:19|20)\d\d)\b)?
  | \b(?P<mn>{_NAME})(?P<mt>\.?)(?P<mp>[ \-])(?P<md>3[01]|[12]\d|0?[1-9])(?P<mo>(?:st|nd|rd|th)?)
        (?![\d%:/]|\.\d|\s*(?:mg|mcg|ml|mL|g|units?|tablets?|weeks?|days?|times?)\b)
        (?:(?P<mz>,?\ )(?P<my>(?:19|20)\d\d)\b)?
  | \b(?P<un>{_NAME})(?P<up>\.?,?[ \-])(?P<uy>(?:19|20)\d\d)\b
  | (?P<lp>(?i:\b(?:in|since|of|early|mid|late|last|by|until|from|before|after|this|next|during)
        [ \-]))(?P<ln>{_NAME})\b(?!\.\d)
  | (?<![\d/.-])(?P<ka>0?[1-9]|1[0-2]|[12]\d|3[01])(?P<ks>[/-])(?P<kb>\d{{1,2}})(?![\d/%-]|\.\d)
    """,
    re.VERBOSE,
)
_ISO = re.compile(r"(?<!\d)((?:19|20)\d\d)-(\d\d)-(\d\d)")


class DateShift:
    """Moves dates by `days`. `known` are the days of the recording, `year` of the one without."""

    def __init__(self, days: int, year: int, known: Iterable[date] = ()) -> None:
        self.days = days
        self._year = year
        self._known: dict[tuple[int, int], int] = {}
        for day in sorted(known):
            self._known[(day.month, day.day)] = day.year

    def text(self, text: str, told: Callable[[str, str], None] | None = None) -> str:
        """`text` with its dates moved. `told` is given each date and what it became."""

        def moved(match: re.Match[str]) -> str:
            new = self._moved(match)
            if new is None:
                return match.group()
            if told is not None:
                told(match.group(), new)
            return new

        return _DATE.sub(moved, text) if self.days else text

    def _shift(self, year: int, month: int, day: int) -> date | None:
        try:
            return date(year, month, day) + timedelta(days=self.days)
        except (ValueError, OverflowError):
            return None

    def _yearless(self, month: int, day: int) -> date | None:
        return self._shift(self._known.get((month, day), self._year), month, day)

    def _moved(self, match: re.Match[str]) -> str | None:
        for first, write in _WRITERS.items():
            if match[first] is not None:
                return write(self, match)
        return None

    # One a way of writing; `None` leaves the text as it is.

    def _iso(self, m: re.Match[str]) -> str | None:
        new = self._shift(int(m["iy"]), int(m["im"]), int(m["id"]))
        if new is None:
            return None
        short = len(m["im"]) == 1 or len(m["id"]) == 1  # 2026-3-14, which is no ISO date
        parts = [str(one) if short else f"{one:02d}" for one in (new.month, new.day)]
        return m["is"].join((str(new.year), *parts))

    def _month_of_year(self, m: re.Match[str]) -> str | None:
        new = self._shift(int(m["yy"]), int(m["ym"]), 15)
        return None if new is None else f"{new.year}-{new.month:02d}"

    def _compact(self, m: re.Match[str]) -> str | None:
        new = self._shift(int(m["cy"]), int(m["cm"]), int(m["cd"]))
        return None if new is None else f"{new:%Y%m%d}{m['ct'] or ''}"

    def _slashed(self, m: re.Match[str]) -> str | None:
        return self._two_orders(int(m["sy"]), m["sa"], m["sb"], m["ss"], 4)

    def _short_year(self, m: re.Match[str]) -> str | None:
        year = int(m["ty"]) + (2000 if int(m["ty"]) <= self._year % 100 + 1 else 1900)
        return self._two_orders(year, m["ta"], m["tb"], "/", 2)

    def _two_orders(self, year: int, a: str, b: str, between: str, digits: int) -> str | None:
        """Month first where that is a day; else day first."""
        new = self._shift(year, int(a), int(b)) if between != "." else None
        day_first = new is None
        new = new or self._shift(year, int(b), int(a))
        if new is None:
            return None
        one, two = (new.day, new.month) if day_first else (new.month, new.day)
        told = str(new.year) if digits == 4 else f"{new.year % 100:02d}"
        return between.join((_like(a, one), _like(b, two), told))

    def _chinese(self, m: re.Match[str]) -> str | None:
        new = self._shift(int(m["hy"]), int(m["hm"]), int(m["hd"] or 15))
        if new is None:
            return None
        day = f"{_like(m['hd'], new.day)}{m['hu']}" if m["hd"] else ""
        return f"{new.year}年{_like(m['hm'], new.month)}月{day}"

    def _chinese_short(self, m: re.Match[str]) -> str | None:
        new = self._yearless(int(m["gm"]), int(m["gd"] or 15))
        if new is None:
            return None
        day = f"{_like(m['gd'], new.day)}{m['gu']}" if m["gd"] else ""
        return f"{_like(m['gm'], new.month)}月{day}"

    def _chinese_words(self, m: re.Match[str]) -> str | None:
        day = _from_han(m["nd"]) if m["nd"] else 15
        new = self._yearless(_from_han(m["nm"]), day)
        if new is None:
            return None
        return f"{_to_han(new.month)}月{_to_han(new.day) + m['nu'] if m['nd'] else ''}"

    def _day_month(self, m: re.Match[str]) -> str | None:
        new = self._named(m["dn"], int(m["dd"]), m["dy"])
        if new is None:
            return None
        year = f"{m['dz']}{new.year}" if m["dy"] else ""
        day = _like(m["dd"], new.day) + _ordinal(m["do"], new.day)
        return f"{day}{m['dp']}{_named_like(m['dn'], new.month)}{m['dt']}{year}"

    def _month_day(self, m: re.Match[str]) -> str | None:
        new = self._named(m["mn"], int(m["md"]), m["my"])
        if new is None:
            return None
        year = f"{m['mz']}{new.year}" if m["my"] else ""
        day = _like(m["md"], new.day) + _ordinal(m["mo"], new.day)
        return f"{_named_like(m['mn'], new.month)}{m['mt']}{m['mp']}{day}{year}"

    def _month_year(self, m: re.Match[str]) -> str | None:
        new = self._named(m["un"], 15, m["uy"])
        return None if new is None else f"{_named_like(m['un'], new.month)}{m['up']}{new.year}"

    def _month_alone(self, m: re.Match[str]) -> str | None:
        new = self._named(m["ln"], 15, None)
        return None if new is None else f"{m['lp']}{_named_like(m['ln'], new.month)}"

    def _day_of_recording(self, m: re.Match[str]) -> str | None:
        month, day = int(m["ka"]), int(m["kb"])
        if (month, day) not in self._known:
            return None
        new = self._yearless(month, day)
        if new is None:
            return None
        return f"{_like(m['ka'], new.month)}{m['ks']}{_like(m['kb'], new.day)}"

    def _named(self, name: str, day: int, year: str | None) -> date | None:
        month = _NAMES[name.casefold()]
        return self._shift(int(year), month, day) if year else self._yearless(month, day)


_WRITERS: dict[str, Callable[[DateShift, re.Match[str]], str | None]] = {
    "iy": DateShift._iso,
    "yy": DateShift._month_of_year,
    "cy": DateShift._compact,
    "sa": DateShift._slashed,
    "ta": DateShift._short_year,
    "hy": DateShift._chinese,
    "gm": DateShift._chinese_short,
    "nm": DateShift._chinese_words,
    "dd": DateShift._day_month,
    "mn": DateShift._month_day,
    "un": DateShift._month_year,
    "ln": DateShift._month_alone,
    "ka": DateShift._day_of_recording,
}


def days_in(texts: Iterable[str]) -> set[date]:
    """The days that are written as ISO dates in `texts`."""
    found: set[date] = set()
    for text in texts:
        for year, month, day in _ISO.findall(text):
            try:
                found.add(date(int(year), int(month), int(day)))
            except ValueError:
                continue
    return found


def _like(old: str, number: int) -> str:
    """A number with a zero in front where `old` had one."""
    return f"{number:02d}" if old.startswith("0") else str(number)


def _named_like(old: str, month: int) -> str:
    return _SHORT[month - 1] if len(old) <= 4 and old not in _LONG else _LONG[month - 1]


def _ordinal(old: str, day: int) -> str:
    if not old:
        return ""
    return "th" if 11 <= day <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


def _from_han(text: str) -> int:
    tens, ten, ones = text.rpartition("十")
    if not ten:
        return _HAN_DIGITS.get(text, 0)
    return 10 * (_HAN_DIGITS.get(tens, 1) if tens else 1) + _HAN_DIGITS.get(ones, 0)


def _to_han(number: int) -> str:
    tens, ones = divmod(number, 10)
    digits = " 一二三四五六七八九"
    head = "" if not tens else "十" if tens == 1 else f"{digits[tens]}十"
    return head + digits[ones].strip()
