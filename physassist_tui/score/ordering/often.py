"""How often a dose is given, by meaning: BID, twice daily, q12h and 每日两次 are the same.

A frequency is the doses a day, whether it is once only, as needed or continuous, and the times
and days it names. BID and q12h are both two doses a day: which of the two a prescriber writes is
habit, and a task that needs exact intervals says so in words, not in its frequency.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from physassist_tui.ehr.dosing import plain
from physassist_tui.ehr.fhirtext import codings, concept_text, items, part
from physassist_tui.ehr.frequency import Frequency, read_frequency

_DAY: Mapping[str, float] = {
    "s": 1 / 86_400,
    "min": 1 / 1440,
    "h": 1 / 24,
    "d": 1.0,
    "wk": 7.0,
    "mo": 30.4375,
    "a": 365.25,
}
_CODES: Mapping[str, str] = {
    "AM": "every morning",
    "PM": "every evening",
    "BED": "qhs",
    "WK": "weekly",
    "MO": "monthly",
}
_SAME_TIME = {"NIGHT": "HS"}
"""At night and at bedtime are one time."""


@dataclass(frozen=True)
class Often:
    """`low` to `high` doses a day; `None` where none are said (as needed, continuous, once)."""

    low: float | None = None
    high: float | None = None
    once: bool = False
    as_needed: bool = False
    continuous: bool = False
    when: frozenset[str] = frozenset()
    days: frozenset[str] = frozenset()

    def meets(self, wanted: Often) -> bool:
        """Whether it is what `wanted` means.

        As many doses a day (within the wanted span where that is one), both as needed or
        neither, both once or neither; and the times and days that `wanted` names, if any.
        """
        flags = (self.once, self.as_needed, self.continuous)
        if flags != (wanted.once, wanted.as_needed, wanted.continuous):
            return False
        if wanted.days and wanted.days != self.days:
            return False
        return wanted.when <= self.when and self._as_many(wanted)

    def _as_many(self, wanted: Often) -> bool:
        if wanted.low is None or wanted.high is None or self.low is None or self.high is None:
            return wanted.low is None and self.low is None
        above = self.low > wanted.low or math.isclose(self.low, wanted.low, rel_tol=0.02)
        below = self.high < wanted.high or math.isclose(self.high, wanted.high, rel_tol=0.02)
        return above and below


def often_of(frequency: Frequency) -> Often:
    """A frequency that was read, by meaning."""
    return _of_repeat(frequency.repeat, as_needed=frequency.as_needed)


@lru_cache(maxsize=1024)
def often_said(text: str) -> Often | None:
    """The meaning of a frequency's text; `None` where it cannot be read."""
    read = read_frequency(_spelled(text))
    return None if read is None else often_of(read)


def _spelled(text: str) -> str:
    """A text with what is read in one other form put into it."""
    said = _A_PERIOD.sub(lambda match: _PERIODS[match[1]], plain(text))
    for pattern, usual in _USUAL:
        said = pattern.sub(usual, said)
    return said


_USUAL = (
    (
        re.compile(
            r"(?<=[日天周])(?:口服|服用|服|吃|约|用)(?=[\d一二两三四五六七八九十]+(?:-[^次]{1,2})?次)"
        ),
        "",
    ),
    (
        re.compile(
            r"(?:with|after|before) breakfast and (?:with |after |before )?(?:dinner|supper)"
        ),
        "twice daily",
    ),
    (re.compile(r"(?:每[日天])?早[、,]?中[、,]?晚餐[前后时中](?:各)?(?:[一1]次)?"), "每日三次"),
    (re.compile(r"(?:每[日天])?早[、,]?晚餐[前后时中](?:各)?(?:[一1]次)?"), "每日两次"),
    (re.compile(r"(?:每[日天])?早[、,]?中[、,]?晚(?:各)?(?:[一1]次)?"), "每日三次"),
    (re.compile(r"(?:每[日天])?早[、,]?晚(?:各)?(?:[一1]次)?(?![餐饭])"), "每日两次"),
    (
        re.compile(
            r"(?:once )?(?:daily )?(?:every |each |in the )?morning and "
            r"(?:once )?(?:every |each |in the |at )?(?:evening|night|bedtime)"
        ),
        "twice daily",
    ),
)
_A_PERIOD = re.compile(r"(?<=\btimes )(daily|weekly|monthly)\b")
_PERIODS = {"daily": "a day", "weekly": "a week", "monthly": "a month"}


def _of_repeat(repeat: Mapping[str, Any], *, as_needed: bool) -> Often:
    when = frozenset(_SAME_TIME.get(str(code), str(code)) for code in items(repeat.get("when")))
    days = frozenset(str(day) for day in items(repeat.get("dayOfWeek")))
    low, high = _a_day(repeat, when, days)
    once = low is None and repeat.get("count") == 1
    continuous = low is None and not once and not as_needed
    return Often(low, high, once, as_needed, continuous, when, days)


def _a_day(
    repeat: Mapping[str, Any], when: frozenset[str], days: frozenset[str]
) -> tuple[float | None, float | None]:
    times = items(repeat.get("timeOfDay"))
    period, length = repeat.get("period"), _DAY.get(str(repeat.get("periodUnit")))
    if not isinstance(period, int | float) or period <= 0 or length is None:
        # Times of the day alone: each of them is a dose.
        a_day = float(len(times) or _doses_at(when)) or (1.0 if days else 0.0)
        a_day *= len(days) / 7 if days else 1
        return (a_day, a_day) if a_day else (None, None)
    least = float(repeat.get("frequency") or 1)
    if length == 1 and period == 1:
        least = max(least, float(len(times)), float(len(_parts(when))))
    most = max(least, float(repeat.get("frequencyMax") or least))
    longest = max(period, float(repeat.get("periodMax") or period))
    if days:
        a_week = len(days) * least if length == 1 else max(least, float(len(days)))
        return a_week / 7, a_week / 7
    return least / (longest * length), most / (period * length)


_EACH_MEAL = frozenset({"AC", "PC", "C"})
_PART_OF_DAY = {
    "CM": "MORN", "ACM": "MORN", "PCM": "MORN", "CD": "NOON", "ACD": "NOON", "PCD": "NOON",
    "CV": "EVE", "ACV": "EVE", "PCV": "EVE",
}  # fmt: skip


def _parts(when: frozenset[str]) -> frozenset[str]:
    """The parts of the day that are named: in the morning and with breakfast are one."""
    return frozenset(_PART_OF_DAY.get(code, code) for code in when - _EACH_MEAL)


def _doses_at(when: frozenset[str]) -> int:
    parts = _parts(when)
    return len(parts) if parts or not when else 3


def frequencies_of(dosage: Mapping[str, Any]) -> tuple[Often, ...]:
    """Every reading of how often a `Dosage` is to be given; more than one contradict each other.

    From the structured timing, else its code, and from the words of the timing; from the words
    of the dosage only where neither tells.
    """
    timing = part(dosage, "timing")
    text, words = str(dosage.get("text") or ""), concept_text(timing.get("code"))
    needed = bool(dosage.get("asNeededBoolean") or dosage.get("asNeededCodeableConcept"))
    needed = needed or bool(_PRN.search(plain(f"{words} {text}")))
    found: list[Often] = []
    repeat = {k: v for k, v in part(timing, "repeat").items() if not k.startswith("bounds")}
    if repeat:
        found.append(_of_repeat(repeat, as_needed=needed))
        whole = often_said(words)
        found.extend([] if whole is None else [_needed(whole, needed)])
    else:
        coded = (str(coding.get("code") or "") for coding in codings(timing.get("code")))
        found.extend(
            o for said in (words, *coded) for o in _said_in(_CODES.get(said, said), needed)
        )
    if not found and items(timing.get("event")):
        found.append(Often(once=True))
    return tuple(dict.fromkeys(found or _said_in(text, needed)))


def _said_in(text: str, needed: bool) -> list[Often]:
    found = steps_in(text) if text.strip() else ()
    if not found:
        return [Often(as_needed=True)] if needed else []
    return [_needed(often, needed) for often in found]


def _needed(often: Often, needed: bool) -> Often:
    if not needed or often.as_needed:
        return often
    return replace(often, as_needed=True, continuous=False)


_PRN = re.compile(r"\bp\.?r\.?n\b|\bas needed\b|\bwhen needed\b|\bif needed\b|必要时|需要时|按需")
_SEGMENT = re.compile(r"[,;.。；，()（）\n、]+\s*")
_ONCE = re.compile(r"\b(?:once|single|stat|one[- ]time|x ?1)\b|单次|一次性|立即|即刻|临时")
_MOST_WORDS, _MOST_HAN = 12, 24


def often_in(text: str) -> Often | None:
    """The one frequency that a text says; `None` where it says none, or several."""
    found = steps_in(text)
    return found[0] if len(found) == 1 else None


@lru_cache(maxsize=1024)
def steps_in(text: str) -> tuple[Often, ...]:
    """The frequencies that stand in a text, such as a whole instruction: one for each step of it.

    "BID for 7 days, then daily" has two.
    """
    whole = often_said(text)
    if whole is not None:
        return (whole,)
    said = _spelled(text)
    needed = bool(_PRN.search(said))
    found = [often for step in _THEN.split(said) if (often := _in_step(step)) is not None]
    if not found and needed:
        return (Often(as_needed=True),)
    return tuple(dict.fromkeys(_needed(often, needed) for often in found))


_THEN = re.compile(
    r"\b(?:and )?then\b|\bfollowed by\b|\bthereafter\b|然后|之后|随后|继以|继之|再改为|改为"
)


def _in_step(step: str) -> Often | None:
    """The frequency of one step: its longest stretch that reads as one."""
    found = [read for segment in _SEGMENT.split(step) for read in _longest(segment)]
    return max(found, key=lambda one: one[0])[1] if found else None


_COUNTED = re.compile(
    r"(?:\d|\b(?:once|twice|thrice|one|two|three|four|five|six|times|x|every|each|per|other|second|third)"
    r"|[一二两三四五六七八九十每隔])\s*$"
)
"""What must not stand before a stretch: it belongs to it, so the stretch alone says less."""


_COUNTED_AFTER = re.compile(
    r"\s*(?:(?:-|to|or)\s*(?:\d|one|two|three|four|twice)"
    r"|[^,]{0,3}?(?:[2-9]|\d\d|[二两三四五六七八九十]|\S-\S)次)"
)
"""What must not follow it, for the same reason: 每日 is not all of 每日约2次."""


def _longest(segment: str) -> Iterator[tuple[int, Often]]:
    """The longest stretch of a segment that reads as a frequency, with its length."""
    best: tuple[int, Often] | None = None
    for start, end in _stretches(segment):
        stretch = segment[start:end].strip()
        if best is not None and len(stretch) <= best[0]:
            continue
        often = often_said(stretch)
        if often is None or (often.once and not _ONCE.search(stretch)):
            continue
        if re.fullmatch(r"[ap]\.?[mc]\.?|one|now|.", stretch):
            continue
        if _COUNTED.search(segment[:start]) or _COUNTED_AFTER.match(segment[end:]):
            continue
        best = (len(stretch), often)
    if best is not None:
        yield best


_EDGE = re.compile(r"(?<=\s)\S|[\u3400-\u9fff]|(?<=[\u3400-\u9fff])\S")


def _stretches(segment: str) -> Iterator[tuple[int, int]]:
    """Where a frequency may stand: from a word's begin to a word's end; anywhere in Chinese."""
    edges = sorted({0, *(match.start() for match in _EDGE.finditer(segment)), len(segment)})
    most = _MOST_WORDS if segment.isascii() else _MOST_HAN
    for at, start in enumerate(edges):
        for end in edges[at + 1 : at + 1 + most]:
            yield start, end
