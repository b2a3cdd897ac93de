"""Dates, times and relative days in a text: what is no value, and which day is meant.

`whens(text, clock)` finds them all. A `When` has a span, a kind and, where it can be told, the
days it may mean, resolved against `clock`. Both month-day orders of `03/04` are allowed for.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Literal

from physassist_tui.score.folded import fold
from physassist_tui.score.numerals import parse

WhenKind = Literal["day", "year", "now", "earlier", "admission", "later", "time", "span"]
"""`day`: one of `days`; `year`: some day of it; `now`: the clock's day or the latest; `earlier`:
some time before the latest; `admission`: when the encounter began; `later`: planned; `time`: of
an unnamed day; `span`: a duration or citation year, which dates nothing."""


@dataclass(frozen=True)
class When:
    """A mention of time at `start`:`end`. `days` are the days it may mean, where that is known."""

    start: int
    end: int
    kind: WhenKind
    days: frozenset[date] = frozenset()


_MONTHS = {
    name.casefold(): number
    for number in range(1, 13)
    for name in (calendar.month_name[number], calendar.month_abbr[number])
} | {"sept": 9}
_MONTH = "(?:" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\b\.?"
_WORDS = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
}
_UNIT_DAYS = {"hour": 0, "day": 1, "week": 7, "month": 30, "year": 365}

_Reader = Callable[[re.Match[str], datetime], When | None]


def _safe(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _day(match: re.Match[str], days: list[date | None], fallback: WhenKind = "day") -> When | None:
    found = frozenset(d for d in days if d is not None)
    return When(match.start(), match.end(), fallback, found) if found else None


def _year(text: str | None, clock: datetime) -> int:
    if text is None:
        return clock.year
    return int(text) + (2000 if len(text) == 2 else 0)


def _iso(match: re.Match[str], clock: datetime) -> When | None:  # noqa: ARG001
    return _day(match, [_safe(int(match["y"]), int(match["m"]), int(match["d"]))])


def _month_day(match: re.Match[str], clock: datetime) -> When | None:
    first, second = int(match["a"]), int(match["b"])
    year = _year(match["y"], clock)
    years = [year] if match["y"] else [year, year - 1]
    days = [_safe(y, *pair) for y in years for pair in ((first, second), (second, first))]
    return _day(match, days)


def _named(match: re.Match[str], clock: datetime) -> When | None:
    month = _MONTHS[match["mon"].rstrip(".").casefold()]
    year = _year(match["y"], clock)
    years = [year] if match["y"] else [year, year - 1]
    return _day(match, [_safe(y, month, int(match["d"])) for y in years])


def _chinese(match: re.Match[str], clock: datetime) -> When | None:
    month, day = _number(match["m"]), _number(match["d"])
    if month is None or day is None:
        return None
    year = _number(match["y"]) if match["y"] else None
    years = [year] if year else [clock.year, clock.year - 1]
    return _day(match, [_safe(y, month, day) for y in years])


def _day_of_month(match: re.Match[str], clock: datetime) -> When | None:
    day = int(match["d"])
    before = clock.replace(day=1) - timedelta(days=1)
    return _day(match, [_safe(clock.year, clock.month, day), _safe(before.year, before.month, day)])


def _month_only(match: re.Match[str], clock: datetime) -> When | None:
    named = match.groupdict().get("mon")
    month = _MONTHS[named.rstrip(".").casefold()] if named else _number(match["m"])
    if month is None or not 1 <= month <= 12:
        return None
    years = [int(match["y"])] if match["y"] else [clock.year, clock.year - 1]
    days = frozenset().union(*(_days_of(year, month) for year in years))
    return When(match.start(), match.end(), "day", days)


_YEARS_BACK = {"今年": 0, "去年": 1, "前年": 2}


def _month_of_year(match: re.Match[str], clock: datetime) -> When | None:
    month = _number(match["m"])
    if month is None or not 1 <= month <= 12:
        return None
    days = _days_of(clock.year - _YEARS_BACK[match["rel"]], month)
    return When(match.start(), match.end(), "day", days)


def _whole_year(match: re.Match[str], clock: datetime) -> When | None:  # noqa: ARG001
    days = frozenset().union(*(_days_of(int(match["y"]), month) for month in range(1, 13)))
    return When(match.start(), match.end(), "year", days)


@lru_cache(maxsize=256)
def _days_of(year: int, month: int) -> frozenset[date]:
    last = calendar.monthrange(year, month)[1]
    return frozenset(date(year, month, day) for day in range(1, last + 1))


def _number(text: str) -> int | None:
    if text.isdecimal():
        return int(text)
    value = parse(text)
    return None if value is None else int(value)


def _weekday(match: re.Match[str], clock: datetime) -> When | None:
    names = [n.casefold() for n in calendar.day_name]
    wanted = names.index(match["w"].casefold())
    back = (clock.weekday() - wanted) % 7
    today = clock.date()
    return _day(match, [today - timedelta(days=back), today - timedelta(days=back or 7)])


def _shift(days: int) -> _Reader:
    def read(match: re.Match[str], clock: datetime) -> When | None:
        return _day(match, [clock.date() + timedelta(days=days)], "later" if days > 0 else "day")

    return read


def _ago(match: re.Match[str], clock: datetime) -> When | None:
    count = _WORDS.get(match["n"].casefold()) or _number(match["n"])
    unit = match["u"].casefold().rstrip("s")
    unit = {
        "天": "day",
        "日": "day",
        "周": "week",
        "个月": "month",
        "月": "month",
        "年": "year",
        "小时": "hour",
        "个小时": "hour",
        "星期": "week",
        "个星期": "week",
    }.get(unit, unit)
    if count is None or unit not in _UNIT_DAYS:
        return None
    if unit == "hour":
        then = clock - timedelta(hours=min(count, 10_000))
        return _day(match, [then.date()])
    if unit == "day" and count < 10_000:
        return _day(match, [clock.date() - timedelta(days=count)])
    return When(match.start(), match.end(), "earlier")


def _kind(kind: WhenKind) -> _Reader:
    def read(match: re.Match[str], clock: datetime) -> When | None:  # noqa: ARG001
        return When(match.start(), match.end(), kind)

    return read


_CLOCK_TIME = r"(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?"
_ZONE = r"(?:\s?(?:Z|UTC|[+\-][0-2]\d:?[0-5]\d))?"
_D = "[0-9零〇一二两三四五六七八九十]"
_N_EN = r"(?P<n>\d+|an?|one|two|three|four|five|six|seven)"
_YYYY = r"(?P<y>(?:19|20|21)\d\d)"
_NO_YEAR = r"(?P<y>(?!))?"
# What shows that 10-20 or 3/4 is a value and no month and day.
_NO_UNIT = (
    r"(?!\s*(?:mg|mmol|umol|g/|kg|mL|ml|%|次|毫|mm|bpm|U/|岁"
    r"|days|hours|weeks|h\b|tab|片|天|周|years|pain|\())"
)
_DATED_BY = (
    r"(?:(?<=\bon )|(?<=\(on )|(?<=\bsince )|(?<=\bdated )|(?<=\bfrom )"
    r"|(?<=\bfor )|(?<=\bby )|(?<=\bdue )|(?<=\bbooked )|(?<=\buntil )"
    r"|(?<=\()|(?<=@ )|(?<=: )|(?<=^)|(?<=\| )|(?<=\|))"
)
_WEEKDAYS = "|".join(calendar.day_name)
_HALF_DAY = r"(?:[上下中]午|凌晨|早上|晚上|晨)"

_Entry = tuple[str, _Reader, tuple[str, ...]]
"""A pattern, its reader, and what stands in every match of it, in small letters: one of these.

A text is searched for these far faster than for the pattern. None are given where none need be.
"""
_MONTH_NAMES = tuple(name.casefold() for name in calendar.month_abbr[1:])

_DATES: tuple[_Entry, ...] = (
    (
        rf"(?<!\d){_YYYY}[-/.](?P<m>\d{{1,2}})[-/.](?P<d>\d{{1,2}})(?!\d)"
        rf"(?:[T ]\s?{_CLOCK_TIME}{_ZONE})?",
        _iso,
        (),
    ),
    # 去年9月, and not the 9月 of this year.
    (
        rf"(?P<rel>今年|去年|前年)\s?(?P<m>{_D}{{1,2}})\s?月(?:份|初|底|末)?(?!\s?{_D}{{1,3}}\s?[日号])",
        _month_of_year,
        ("月",),
    ),
    (
        rf"(?:(?P<y>{_D}{{2,4}})\s?年\s?)?(?P<m>{_D}{{1,2}})\s?月\s?(?P<d>{_D}{{1,3}})"
        r"(?:\s?[日号]|(?=[，,：:、)]|$))",
        _chinese,
        ("月",),
    ),
    (
        rf"\b(?P<mon>{_MONTH})\s?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?!\d)(?!\.\d)"
        rf"(?!\s*(?:mg|mmol|g/))(?:,?\s?{_YYYY}\b)?",
        _named,
        _MONTH_NAMES,
    ),
    (
        rf"(?<![\d.])(?P<d>\d{{1,2}})(?:st|nd|rd|th)?[\s-]?(?:of\s)?(?P<mon>{_MONTH})"
        rf"(?:,?[\s-]?{_YYYY}\b)?",
        _named,
        _MONTH_NAMES,
    ),
    (
        r"(?<![\d./])(?P<a>\d{1,2})/(?P<b>\d{1,2})/(?P<y>(?:19|20|21)?\d\d)(?![\d/])",
        _month_day,
        ("/",),
    ),
    (
        rf"(?<![\d.\-/])(?P<a>\d{{2}})-(?P<b>\d{{2}}){_NO_YEAR}(?![\d.\-/%]){_NO_UNIT}",
        _month_day,
        ("-",),
    ),
    (
        rf"(?=\d{{1,2}}/){_DATED_BY}(?P<a>\d{{1,2}})/(?P<b>\d{{1,2}}){_NO_YEAR}(?=[\s),:;.|]|$)"
        rf"(?!\.\d){_NO_UNIT}",
        _month_day,
        ("/",),
    ),
    # "2/28 1.1, 3/4 1.9", "2/28: 1.1".
    (
        rf"(?<![\d./])(?P<a>1[0-2]|0?[1-9])/(?P<b>3[01]|[12]\d|0?[1-9]){_NO_YEAR}(?=:?\s\d+\.\d)",
        _month_day,
        ("/",),
    ),
    # (9-28), (7-9)→: a day in brackets. (2-3) alone may as well be a range.
    (rf"(?<=\()(?P<a>\d{{1,2}})-(?P<b>1[3-9]|2\d|3[01]){_NO_YEAR}(?=[\s,，)])", _month_day, ("-",)),
    (rf"(?<=\()(?P<a>\d{{1,2}})-(?P<b>\d{{1,2}}){_NO_YEAR}(?=\)\s?(?:→|->))", _month_day, ("-",)),
    (r"(?<![\d.])(?P<d>[12]?\d|3[01])(?:日|号)(?!线|楼|床|方)", _day_of_month, ("日", "号")),
    (rf"(?<!\d){_YYYY}-(?P<m>0[1-9]|1[0-2])(?![-\d])", _month_only, ("-",)),
    (rf"\b(?:in|last)\s(?P<mon>{_MONTH})(?:,?\s{_YYYY}\b)?", _month_only, _MONTH_NAMES),
    (rf"\b(?P<mon>(?!may\b|mar){_MONTH})(?:,?\s{_YYYY}\b)?", _month_only, _MONTH_NAMES),
    (rf"\b(?P<mon>{_MONTH}),?\s{_YYYY}\b", _month_only, _MONTH_NAMES),
    (
        rf"(?:(?P<y>\d{{4}})\s?年\s?)?(?<![个{_D[1:-1]}])(?P<m>{_D}{{1,2}})\s?月(?:份|初|底|末)?",
        _month_only,
        ("月",),
    ),
)
_TIMES: tuple[_Entry, ...] = (
    (rf"(?<![\d.:]){_CLOCK_TIME}(?:\s?[ap]\.?m\.?\b)?{_ZONE}(?![\d:])", _kind("time"), (":",)),
    (r"(?<![\d.])(?:1[0-2]|0?[1-9])\s?[ap]\.?m\b\.?", _kind("time"), ("am", "a.m", "pm", "p.m")),
    (r"(?<![\d.])[012]\d[0-5]\d\s?(?:h|hrs?|hours)\b", _kind("time"), ("h",)),
    (rf"{_HALF_DAY}?{_D}{{1,3}}[点时](?:{_D}{{1,3}}分|半|整|钟)", _kind("time"), ("点", "时")),
    (rf"{_HALF_DAY}\s?{_D}{{1,3}}\s?[点时](?:{_D}{{1,3}}分?)?", _kind("time"), ("点", "时")),
    (
        rf"(?:(?<=[今昨明前][早晚晨天日午])|(?<=当[天日晚晨])|(?<=[日号夜]))"
        rf"\s?{_D}{{1,3}}\s?[点时](?:{_D}{{1,3}}分?)?",
        _kind("time"),
        ("点", "时"),
    ),
    (
        r"(?:(?<=^)|(?<=[\s，,。；;、:：(\[于在]))(?:[01]?\d|2[0-4])\s?[点时](?!\d|间|期|限)"
        r"(?:[0-5]?\d分|许|左右|前后)?",
        _kind("time"),
        ("点", "时"),
    ),
    (
        r"\bat\s(?:[01]\d|2[0-3])[0-5]\d\b(?![.,]\d)|(?<![\d.,#])0\d[0-5]\d\b(?![.,]\d)",
        _kind("time"),
        (),
    ),
)
_RELATIVE: tuple[_Entry, ...] = (
    (r"\bthe day before yesterday\b|前天|前日", _shift(-2), ("yesterday", "前天", "前日")),
    (
        r"\byesterday(?:'s)?\b|\blast night\b|\bthe (?:previous day|day before)\b|昨[天日晚晨早]?",
        _shift(-1),
        ("yesterday", "last night", "previous day", "day before", "昨"),
    ),
    (r"\btomorrow(?:'s)?\b|明[天日早晨晚]", _shift(1), ("tomorrow", "明")),
    (
        r"\btoday(?:'s)?\b|\bthis (?:morning|afternoon|evening|am)\b|\btonight\b"
        r"|今[天日早晨晚]|本日|当日",
        _shift(0),
        ("today", "this ", "tonight", "今", "本日", "当日"),
    ),
    (
        rf"\b{_N_EN}\s?-?(?P<u>hours?|days?|weeks?|months?|years?)"
        r"\s(?:ago|earlier|before|prior|previously)\b",
        _ago,
        ("ago", "earlier", "before", "prior", "previously"),
    ),
    (rf"(?P<n>{_D}{{1,4}})\s?(?P<u>天|日|个?星期|周|个?月|年|个?小时)(?:之|以)?前", _ago, ("前",)),
    (rf"\b(?:last|on|this) (?P<w>{_WEEKDAYS})\b", _weekday, ("day",)),
    (
        r"\b(?:last|past|previous) (?:week|month|year|spring|summer|autumn|fall|winter)\b"
        r"|上(?:个?月|周|个?星期|年)|去年|前年",
        _kind("earlier"),
        ("last ", "past ", "previous ", "上", "去年", "前年"),
    ),
    (
        r"\b(?:on|at|upon) (?:hospital |initial )?(?:admission|presentation|arrival|intake)\b"
        r"|\bin the (?:ED|ER)\b|\badmitting(?= (?!diag|note|team|phys|order|doctor)[A-Za-z])"
        r"|\b(?:admission|arrival|adm)(?=\s?[:：|=)])|\badm(?=\s?[~≈]?\d)"
        r"|\b(?:admission|arrival)(?= (?!to|and|date|order|diag|note|for|of|was|is|at|in|on"
        r"|with|time|by|from)[A-Za-z])"
        r"|\b(?:admission|arrival)(?=['’]s\b)|\bwhen (?:she|he|they) (?:came in|arrived|was"
        r" admitted|presented)\b"
        r"|入院(?:时|当[天日]|初|即)?(?!后|以来|前|诊断|原因|记录|治疗|日期|第|病历|指征)"
        r"|[来到]院(?:时|当[天日])|就诊时|初诊时|刚来(?:的?时候?)?|(?<![将未起本原])来(?:的)?时候?|急诊时",
        _kind("admission"),
        (
            "adm",
            "presentation",
            "arrival",
            "intake",
            "in the e",
            "when ",
            "院",
            "来",
            "就诊时",
            "初诊时",
            "急诊时",
        ),
    ),
    (
        r"(?<!\bno )(?<!\bany )\bprior\b|\b(?:previous(?:ly)?|earlier|initial(?:ly)?"
        r"|baseline|formerly|historical(?:ly)?"
        r"|last (?:visit|time|admission|discharge|check)|before (?:admission|treatment|surgery)"
        r"|pre-?(?:op|admission|operative)|old(?= (?:value|result))|used to be|had been)\b"
        r"|(?<=\d )then(?=\s*(?:[,;.)]|$))|\b(?:back then|at that time)\b|当时"
        r"|上次|前次|既往|此前|先前|之前|以前|原来|原先|基线|初始|入院前|术前|治疗前|曾|前一?次",
        _kind("earlier"),
        (
            "prior",
            "previous",
            "earlier",
            "initial",
            "baseline",
            "formerly",
            "historical",
            "last ",
            "before ",
            "pre",
            "old",
            "used to be",
            "had been",
            "then",
            "at that time",
            "当时",
            "上次",
            "前",
            "既往",
            "原来",
            "原先",
            "基线",
            "初始",
            "曾",
        ),
    ),
    (
        r"\b(?:current(?:ly)?|now|latest|most recent(?:ly)?|at present|newest)\b"
        r"|目前|现在|现(?=为|是|已|在|升|降)|最新|最近(?:一次)?|当前|本次|此次|眼下",
        _kind("now"),
        (
            "current",
            "now",
            "latest",
            "most recent",
            "at present",
            "newest",
            "目前",
            "现",
            "最新",
            "最近",
            "当前",
            "本次",
            "此次",
            "眼下",
        ),
    ),
)
_YEARS: tuple[_Entry, ...] = (
    (
        r"(?<![\d.])(?:19|20)\d\d(?=年?\s?(?:版|[^，。；\n\d]{0,16}(?:指南|共识|标准|说明书|标签)"
        r"|CKD|KDIGO|ACC|AHA|ESC|ADA|guideline|label|\)|,|;))年?",
        _kind("span"),
        ("19", "20"),
    ),
    (
        rf"\b(?:in|of|from|since|during) (?:the |her |his )?{_YYYY}(?![\d.\-/])",
        _whole_year,
        ("19", "20", "21"),
    ),
    (rf"(?<![\d.]){_YYYY}年", _whole_year, ("年",)),
    (r"(?:(?<=\()|(?<=, ))(?:19|20)\d\d(?![\d.])", _kind("span"), ("19", "20")),
)

_COMPILED: tuple[tuple[re.Pattern[str], _Reader, tuple[str, ...]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE | re.MULTILINE), reader, needed)
    for pattern, reader, needed in _DATES + _TIMES + _RELATIVE + _YEARS
)


@lru_cache(maxsize=256)
def whens(text: str, clock: datetime) -> tuple[When, ...]:
    """All mentions of time in `text`, in order and without overlaps; earlier patterns win."""
    folded = fold(text)
    taken: list[When] = []
    used = bytearray(len(folded))
    for reader, match in _matches(folded):
        found = reader(match, clock)
        if found is None or found.end <= found.start:
            continue
        if not any(used[found.start : found.end]):
            used[found.start : found.end] = b"\1" * (found.end - found.start)
            taken.append(found)
    return tuple(sorted(taken, key=lambda when: when.start))


# The clock says which days are meant, not where they are written.
@lru_cache(maxsize=64)
def _matches(text: str) -> tuple[tuple[_Reader, re.Match[str]], ...]:
    # A pattern takes ſ and ı for s and i.
    small = text.lower().replace("ſ", "s").replace("ı", "i")
    return tuple(
        (reader, match)
        for pattern, reader, needed in _COMPILED
        if not needed or any(word in small for word in needed)
        for match in pattern.finditer(text)
    )
