"""How often: frequencies as prescribers write them, read into a FHIR Timing.

Reads English and Chinese, abbreviations and words, the time of day and "as needed" with them.
Codes are those of HL7 v3 GTSAbbreviation; `when` codes those of FHIR EventTiming.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from physassist_tui.ehr.dosing import TIMING_CODES, number, plain

FREQUENCY_EXAMPLES = (
    "once",
    "once daily",
    "BID",
    "TID",
    "QID",
    "q8h",
    "every 12 hours",
    "every other day",
    "weekly",
    "at bedtime",
    "PRN",
    "q6h PRN",
    "continuous",
    "每日两次",
    "每8小时一次",
)


@dataclass(frozen=True)
class Frequency:
    """A frequency read. `repeat` is `Timing.repeat`; `code` a GTS abbreviation, if there is one.

    `as_needed` is true for PRN; `reason` is what it is needed for, if that was said; `days` is
    for how long, if that was.
    """

    repeat: dict[str, Any] = field(default_factory=dict)
    code: str | None = None
    as_needed: bool = False
    reason: str = ""
    days: int | None = None

    def timing(self, text: str) -> dict[str, Any]:
        """The FHIR Timing, with the prescriber's own words kept as `code.text`."""
        code: dict[str, Any] = {"text": text}
        if self.code is not None:
            code["coding"] = [{"system": TIMING_CODES, "code": self.code}]
        timing: dict[str, Any] = {"code": code}
        if self.repeat:
            timing["repeat"] = self.repeat
        return timing


def _every(period: float, unit: str, times: int = 1) -> dict[str, Any]:
    shown: float | int = int(period) if period == int(period) else period
    return {"frequency": times, "period": shown, "periodUnit": unit}


_ONCE = {"count": 1}
_FIXED: tuple[tuple[str, dict[str, Any], str | None], ...] = (
    (
        r"(?:once|one|1x|1 time|x ?1|单次|一次|一次性|once only|one time|one time only|"
        r"(?:one|1|a single|single) dose(?: only)?|stat|stat x ?1|now|立即|"
        r"即刻|once now|now once|临时一次|临时)",
        _ONCE,
        None,
    ),
    (
        r"(?:q\.?d\.?|o\.?d\.?|qday|daily|once daily|once a day|once per day|once/day|"
        r"one time daily|1x/day|every day|each day|1 time daily|1 time a day|1 time per day)",
        _every(1, "d"),
        "QD",
    ),
    (
        r"(?:b\.?i\.?d\.?|b\.?d\.?|twice/day|twice daily|twice a day|twice per day|two times daily|"
        r"2x/day|2 times daily|"
        r"two times a day|2 times a day|2 times per day|two times per day)",
        _every(1, "d", 2),
        "BID",
    ),
    (
        r"(?:t\.?i\.?d\.?|t\.?d\.?s\.?|thrice daily|thrice a day|three times daily|"
        r"three times a day|3x/day|3 times daily|"
        r"3 times a day|3 times per day|three times per day)",
        _every(1, "d", 3),
        "TID",
    ),
    (
        r"(?:q\.?i\.?d\.?|q\.?d\.?s\.?|four times daily|four times a day|"
        r"4x/day|4 times daily|4 times a day|"
        r"4 times per day|four times per day)",
        _every(1, "d", 4),
        "QID",
    ),
    (
        r"(?:q\.?o\.?d\.?|every other day|alternate days|on alternate days|qod|every second day|"
        r"every 2nd day|"
        r"隔日|隔日一次|隔天一次|隔天)",
        _every(2, "d"),
        "QOD",
    ),
    (
        r"(?:weekly|once weekly|once a week|once per week|every week|qweek|qwk|每周|每周一次|"
        r"每星期一次|每周1次)",
        _every(1, "wk"),
        None,
    ),
    (r"(?:biw|twice weekly|twice a week|2 times a week)", _every(1, "wk", 2), None),
    (
        r"(?:tiw|thrice weekly|thrice a week|three times weekly|three times a week|3 times a week)",
        _every(1, "wk", 3),
        None,
    ),
    (
        r"(?:monthly|once monthly|once a month|every month|每月|每月一次|每月1次)",
        _every(1, "mo"),
        None,
    ),
    (
        r"(?:qhs|q\.?h\.?s\.?|hs|qpm at bedtime|每[晚日天]睡前(?:一次|1次)?)",
        _every(1, "d") | {"when": ["HS"]},
        None,
    ),
    (
        r"(?:qn|nocte|nightly|every night|each night|at night|每晚|每晚一次|每晚1次|每夜一次)",
        _every(1, "d") | {"when": ["NIGHT"]},
        None,
    ),
    (
        r"(?:qam|mane|every am|each am|every morning|each morning|in the morning|"
        r"once every morning|每晨|每早|每日早晨|"
        r"每天早上|每天早晨)",
        _every(1, "d") | {"when": ["MORN"]},
        "AM",
    ),
    (
        r"(?:qpm|every evening|each evening|in the evening|每日傍晚)",
        _every(1, "d") | {"when": ["EVE"]},
        "PM",
    ),
    (
        r"(?:qac|ac|before meals|before each meal|三餐前|餐前|饭前)",
        _every(1, "d", 3) | {"when": ["AC"]},
        None,
    ),
    (
        r"(?:pc|after meals|after each meal|三餐后|餐后|饭后)",
        _every(1, "d", 3) | {"when": ["PC"]},
        None,
    ),
    (
        r"(?:with meals|with each meal|with food|三餐时|随餐|餐中)",
        _every(1, "d", 3) | {"when": ["C"]},
        None,
    ),
    (
        r"(?:continuous|continuously|continuous infusion|持续|持续泵入|持续静滴|持续输注|连续)",
        {},
        None,
    ),
)
_FIXED_COMPILED = tuple((re.compile(p), r, c) for p, r, c in _FIXED)

_WHEN: tuple[tuple[str, str], ...] = (
    (
        r"(?:at bedtime|before bed|before bedtime|qhs|hs|睡前|临睡前)",
        "HS",
    ),
    (r"(?:at night|nightly|every night|夜间|晚上|晚间)", "NIGHT"),
    (r"(?:in the morning|every morning|each morning|qam|am|早晨|早上|晨起|清晨)", "MORN"),
    (r"(?:in the afternoon|下午|午后)", "AFT"),
    (r"(?:in the evening|every evening|qpm|pm|傍晚)", "EVE"),
    (r"(?:before breakfast|早餐前|早饭前)", "ACM"),
    (r"(?:before lunch|午餐前)", "ACD"),
    (r"(?:before dinner|before supper|晚餐前)", "ACV"),
    (r"(?:with breakfast|早餐时)", "CM"),
    (r"(?:with lunch|午餐时)", "CD"),
    (r"(?:with dinner|with supper|晚餐时)", "CV"),
    (r"(?:after breakfast|早餐后|早饭后)", "PCM"),
    (r"(?:after lunch|午餐后)", "PCD"),
    (r"(?:after dinner|after supper|晚餐后)", "PCV"),
    (r"(?:before (?:each )?meals?|ac|餐前|饭前|三餐前|空腹)", "AC"),
    (r"(?:after (?:each )?meals?|pc|餐后|饭后|三餐后)", "PC"),
    (r"(?:with (?:each )?meals?|with food|随餐|餐中|三餐时)", "C"),
)
_DAYS = {
    "mon": "mon", "monday": "mon", "mondays": "mon", "周一": "mon", "星期一": "mon",
    "tue": "tue", "tuesday": "tue", "tuesdays": "tue", "周二": "tue", "星期二": "tue",
    "wed": "wed", "wednesday": "wed", "wednesdays": "wed", "周三": "wed", "星期三": "wed",
    "thu": "thu", "thursday": "thu", "thursdays": "thu", "周四": "thu", "星期四": "thu",
    "fri": "fri", "friday": "fri", "fridays": "fri", "周五": "fri", "星期五": "fri",
    "sat": "sat", "saturday": "sat", "saturdays": "sat", "周六": "sat", "星期六": "sat",
    "sun": "sun", "sunday": "sun", "sundays": "sun", "周日": "sun", "星期日": "sun",
}  # fmt: skip
_UNITS = {
    "h": "h", "hr": "h", "hrs": "h", "hour": "h", "hours": "h", "小时": "h",
    "min": "min", "mins": "min", "minute": "min", "minutes": "min", "分钟": "min",
    "d": "d", "day": "d", "days": "d", "天": "d", "日": "d",
    "w": "wk", "wk": "wk", "week": "wk", "weeks": "wk", "周": "wk", "星期": "wk",
    "mo": "mo", "month": "mo", "months": "mo", "月": "mo", "个月": "mo",
}  # fmt: skip
_UNIT = "|".join(sorted(map(re.escape, _UNITS), key=len, reverse=True))
_HAN = "[零一二两三四五六七八九十]+"
_N = rf"(?:\d+(?:\.\d+)?|one|two|three|four|five|six|eight|ten|twelve|{_HAN})"
_INTERVAL = re.compile(
    rf"(?:q|q\.|every|each|每隔?|once every|one every)\s*(?P<low>{_N})?"
    rf"(?:\s*(?:-|to|or)\s*(?P<high>{_N}))?\s*(?P<unit>{_UNIT})(?:\s*(?:一次|1次|一|1))?"
)
_TIMES = re.compile(
    rf"(?P<times>{_N})(?:\s*(?:-|to|or)\s*(?P<most>{_N}))?\s*(?:x|times?)?\s*"
    rf"(?:/|a |per |every |each )\s*(?:(?P<period>{_N})\s*)?(?P<unit>{_UNIT})"
)
_CHINESE_TIMES = re.compile(
    rf"(?P<times_first>{_N})次/(?P<unit_last>日|天|周)|"
    rf"(?:每|一|1|每隔)(?P<period>{_N})?(?P<unit>日|天|周|星期|月|个月|小时)(?P<times>{_N})"
    rf"(?:(?:-|到|或)(?P<most>{_N}))?次"
)
_PRN = re.compile(
    r"(?:^|\b|\s|,|\()(?:p\.?r\.?n\.?|as needed|when needed|if needed|必要时|需要时|按需)\)?"
    r"(?:\s*(?:for|用于)?\s*(?P<reason>[^\d].*))?$"
)
_FOR_DAYS = re.compile(
    rf"[\s,]*(?:for|x|\*|×|共|连用|持续)\s*(?P<count>{_N})\s*(?P<unit>days?|天|日|weeks?|周)$"
)
_GTS = {
    ("h", 1.0): "Q1H", ("h", 2.0): "Q2H", ("h", 3.0): "Q3H", ("h", 4.0): "Q4H",
    ("h", 6.0): "Q6H", ("h", 8.0): "Q8H", ("d", 1.0): "QD", ("d", 2.0): "QOD",
}  # fmt: skip


def read_frequency(text: str) -> Frequency | None:
    """`BID`, `q8h`, `每日两次`, `once daily at bedtime`, `q4-6h PRN pain`; `None` if unreadable."""
    said = plain(text).strip(" .,;")
    days = None
    length = _FOR_DAYS.search(said)
    if length is not None and length.start() > 0:
        count = number(length["count"]) or 0
        days = int(count) * (7 if length["unit"] in ("week", "weeks", "周") else 1) or None
        said = said[: length.start()].strip(" .,;")
    as_needed, reason = False, ""
    prn = _PRN.search(said)
    if prn is not None:
        as_needed = True
        reason = (prn["reason"] or "").strip(" .,;()")
        said = said[: prn.start()].strip(" .,;")
        if not said and _read_rest(reason) is not None:
            # "PRN q6h" and "必要时每6小时一次": what follows is no reason.
            said, reason = reason, ""
        if not said:
            return Frequency({}, None, True, reason, days)
    found = _read_rest(said)
    if found is None:
        return None
    return Frequency(found.repeat, found.code, as_needed, reason, days)


def _read_rest(said: str) -> Frequency | None:
    said = re.sub(r"^(?:take |give |to be given )", "", said).strip()
    said = re.sub(r"(?<=[a-z])-(?=[a-z])", " ", said)
    found = _core(said)
    if found is not None:
        return found
    days = _days(said)
    if days is not None:
        return days
    for pattern, when in _WHEN:
        match = re.search(rf"{pattern}\)?$", said)
        if match is None or not _ends_well(said, match.start()):
            continue
        rest = said[: match.start()].strip(" ,(")
        core = _core(rest) if rest else Frequency(_every(1, "d"))
        if core is not None:
            return _with_when(core, when)
    # "睡前每日一次", "早餐前每日一次": Chinese says when before how often.
    for pattern, when in _WHEN:
        match = re.match(pattern, said)
        if match is not None and match.end() < len(said):
            core = _core(said[match.end() :].strip(" ,"))
            if core is not None:
                # "睡前一次" is once a day, at bedtime.
                daily = Frequency(_every(1, "d")) if core.repeat == _ONCE else core
                return _with_when(daily, when)
    return None


def _ends_well(said: str, start: int) -> bool:
    """Whether a word begins at `start`: not in the middle of another Latin one."""
    return start == 0 or not (said[start - 1].isascii() and said[start - 1].isalpha())


def _with_when(core: Frequency, when: str) -> Frequency:
    known = [*core.repeat.get("when", ()), when]
    return Frequency({**core.repeat, "when": list(dict.fromkeys(known))}, core.code)


def _core(said: str) -> Frequency | None:
    for pattern, repeat, code in _FIXED_COMPILED:
        if pattern.fullmatch(said):
            return Frequency(dict(repeat), code)
    times = _CHINESE_TIMES.fullmatch(said) or _TIMES.fullmatch(said)
    if times is not None:
        return _times(times)
    interval = _INTERVAL.fullmatch(said)
    return _interval(interval) if interval is not None else None


def _times(match: re.Match[str]) -> Frequency | None:
    groups = match.groupdict()
    count = number(groups["times"] or groups.get("times_first") or "")
    period = number(groups["period"]) if groups["period"] else 1.0
    if (
        count is None
        or period is None
        or count != int(count)
        or not 1 <= count <= 48
        or period <= 0
    ):
        return None
    unit = _UNITS[groups["unit"] or groups["unit_last"]]
    if groups["most"]:
        most = number(groups["most"])
        if most is None or most != int(most) or not count < most <= 48:
            return None
        return Frequency(_every(period, unit, int(count)) | {"frequencyMax": int(most)})
    if count == 1:
        return Frequency(_every(period, unit), _GTS.get((unit, period)))
    daily = unit == "d" and period == 1
    code = {2: "BID", 3: "TID", 4: "QID"}.get(int(count)) if daily else None
    return Frequency(_every(period, unit, int(count)), code)


def _interval(match: re.Match[str]) -> Frequency | None:
    low = number(match["low"]) if match["low"] else 1.0
    high = number(match["high"]) if match["high"] else None
    if low is None or low <= 0 or low > 366 or (match["high"] and (high is None or high <= low)):
        return None
    unit = _UNITS[match["unit"]]
    repeat = _every(low, unit)
    if high is not None:
        repeat["periodMax"] = int(high) if high == int(high) else high
        return Frequency(repeat)
    return Frequency(repeat, _GTS.get((unit, low)))


def _days(said: str) -> Frequency | None:
    said = re.sub(r"^(?:every|on|each|每)\s*", "", said)
    said = re.sub(r"^m/?w/?f$", "mon wed fri", said)
    words = [
        w for w in re.split(r"[\s,/、和&]+|(?<=[一二三四五六日])(?=周|星期)", said) if w != "and"
    ]
    days = [_DAYS.get(word) for word in words if word]
    if not days or None in days:
        return None
    return Frequency(
        {"frequency": 1, "period": 1, "periodUnit": "d", "dayOfWeek": list(dict.fromkeys(days))}
    )
