"""Standing check: numbers in an answer or a file that are in nothing the player was shown.

A number is *supported* where it

- was shown, or is a shown one rounded to the digits that the answer gives (with two
  significant digits at least), or one converted to another unit (by UCUM; between mass and
  amount where the terms room knows the analyte);
- follows in one step from shown values of one analyte: a difference, a sum, a ratio, a change
  in per cent, a mean (of two or of all); from amounts of drug: twice, three or four times, or
  half of one (a day's dose, half a tablet); from two days: the time between them;
- follows from shown values (and the banner's age and sex) by a named formula that its sentence
  names, within 2 per cent (`derived_numbers`);
- is how many entries a result had.

Not looked at, as they tell nothing about the chart: whole numbers up to 12 without a unit that
follow no analyte's name; what follows a sign or word of comparison (a threshold); targets and
ranges that are called so; doses, times and intervals in a sentence that recommends, plans or
cites; scores that are reckoned (CHA2DS2-VASc and the like); days to come; times of day. Days
in the past are looked at: each must have been shown.

So it finds invented results, not every unsourced figure; where much was shown, much is
supported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime

from physassist_tui.i18n import msg
from physassist_tui.score.dates_in_text import When, whens
from physassist_tui.score.derived_numbers import analyte_of, follows_by_formula
from physassist_tui.score.finding import Finding
from physassist_tui.score.folded import fold
from physassist_tui.score.named import named_in
from physassist_tui.score.quantities import Quantity, quantities
from physassist_tui.score.session_view import SessionView, Told, told_in
from physassist_tui.score.shown_numbers import Measured, Shown, shown_before
from physassist_tui.score.units import convert

SMALL = 12
_SIGNIFICANT = 2

_PLAN = re.compile(
    r"\b(?:recommend|suggest|advise|consider|should|would|could|may|might|will|start|starting"
    r"|initiate|switch|chang|increas|reduc|decreas|lower|titrat|give|hold|stop|continu|resum"
    r"|recheck|repeat|re-?evaluat|monitor|follow|plan|schedul|book|within|max|up to|protocol"
    r"|guideline|criteri|label|dose adjust|dos(?:e|ing) (?:is|would)|usual|standard|typical"
    r"|order)\w*"
    r"|建议|推荐|考虑|可|应|宜|需|指南|说明书|标准|复查|随访|监测|改为|减|加|增|最大"
    r"|起始|调整|常规|通常|拟|将|计划|医嘱|开",
    re.IGNORECASE,
)
_TARGET = re.compile(
    r"(?:goal|target|aim(?:ing)?(?: for)?|range|reference|normal|threshold|cut-?off|criteri\w+"
    r"|limit|ULN|LLN|therapeutic|目标|范围|参考|正常|阈值|标准|上限|下限|界值|治疗窗)"
    r"[^.;,，。；]{0,24}$",
    re.IGNORECASE,
)
_SCORE = re.compile(
    r"(?:CHA2?DS2?-?(?:2-?)?VASc?|CHADS2|HAS-?BLED|Child-?Pugh|MELD(?:-Na)?|Wells"
    r"|CURB-?65|q?SOFA|APACHE(?: II)?|NIHSS|mRS|PESI|GRACE|TIMI|HEART|Glasgow|ORBIT|Padua"
    r"|Caprini|Braden|Morse|score|评分|积分)[^.;。；]{0,16}$",
    re.IGNORECASE,
)
_YEARS = range(1900, 2101)
_TIME_UNITS = {"min": 1 / 1440, "h": 1 / 24, "d": 1.0, "wk": 7.0, "mo": 30.44, "a": 365.25}
_DOSE_UNITS = frozenset(
    {"mg", "ug", "g", "mL", "L", "[iU]", "U", "kU", "meq", "mmol", "kg", "{tablet}", "{tbl}", "1"}
)
_PER_DOSE = re.compile(r"/(?:kg|d|h|wk|min/kg|\{dose\})$|^mg/kg")
_COUNTING = re.compile(r"^\{|^\[drp\]$")


def unsupported_numbers(view: SessionView) -> Iterator[Finding]:
    """The unsupported numbers of every answer and file, each once for a turn."""
    clock = view.scenario.clock
    known: set[tuple[int, str]] = set()
    for told in told_in(view):
        for words in _unsupported(told, view, clock):
            if (told.turn.number, words) in known:
                continue
            known.add((told.turn.number, words))
            because = msg("This is in nothing that the player was shown: {words}", words=words)
            yield Finding("unsupported_numbers", told.turn.number, because, (told.seq,), words)


def _unsupported(told: Told, view: SessionView, clock: datetime) -> Sequence[str]:
    text = fold(told.text)
    shown: Shown | None = None
    found: dict[str, str] = {}
    for quantity in quantities(text, clock):
        if _no_claim(text, quantity):
            continue
        shown = shown or shown_before(view, told)
        for value in (quantity.value, quantity.high):
            if value is None or _supported(float(value), quantity, text, shown, clock.date()):
                continue
            words = told.text[quantity.start : quantity.end].strip()
            found.setdefault(f"{value} {quantity.unit}", words)
    for when in whens(text, clock):
        if not _is_past_day(text, when, clock.date()):
            continue
        shown = shown or shown_before(view, told)
        if not when.days & shown.days:
            words = told.text[when.start : when.end].strip()
            found.setdefault(f"day {sorted(when.days)}", words)
    return list(found.values())


def _no_claim(text: str, quantity: Quantity) -> bool:
    """Whether a number says nothing about the chart, so that it needs no source."""
    before = text[max(0, quantity.start - 40) : quantity.start]
    if quantity.comparator in ("<", "<=", ">", ">="):
        return True
    if _TARGET.search(before) or _SCORE.search(before):
        return True
    value = float(quantity.value)
    whole = quantity.decimals == 0 and quantity.high is None
    if quantity.unit is None and whole and value <= SMALL and not quantity.pair:
        return not _after_analyte(text, quantity.start)
    sentence = _sentence_of(text, quantity)
    if quantity.unit is not None and _is_dose_or_time(quantity.unit) and _PLAN.search(sentence):
        return True
    return quantity.unit is None and whole and value in _YEARS and bool(_PLAN.search(sentence))


def _after_analyte(text: str, start: int) -> bool:
    """Whether an analyte's name stands right before, as in `K 5` or `creatinine of 2`."""
    before = text[max(0, start - 32) : start]
    named = [n for n in named_in(before) if n.thing.startswith("analyte:")]
    if not named:
        return False
    between = before[named[-1].end :]
    return bool(
        re.fullmatch(
            r"[\s:=(]*(?:is|was|of|at|now|to|today|level|值|为|是|约|:|目前|今日|仍|升至|降至|（|，)*[\s:=(]*",
            between,
            re.IGNORECASE,
        )
    )


def _is_dose_or_time(unit: str) -> bool:
    return (
        unit in _TIME_UNITS
        or unit in _DOSE_UNITS
        or bool(_COUNTING.search(unit))
        or bool(_PER_DOSE.search(unit))
    )


_AROUND = 200
"""How far from a number its sentence is looked for; pastes have sentences without end."""


def _sentence_of(text: str, quantity: Quantity) -> str:
    start = max(0, quantity.start - _AROUND)
    before = text[start : quantity.start]
    after = text[quantity.end : quantity.end + _AROUND]
    marks = ("。", "；", ";", "\n", "!", "！", ". ")
    left = max((before.rfind(mark) for mark in marks), default=-1) + 1
    ends = [at for mark in marks if (at := after.find(mark)) >= 0]
    return text[start + left : quantity.end + min(ends, default=len(after))]


def _is_past_day(text: str, when: When, today: date) -> bool:
    if (
        when.kind != "day"
        or not when.days
        or not any(map(str.isdigit, text[when.start : when.end]))
    ):
        return False
    return all(day < today for day in when.days) and not re.search(
        r"前|ago|earlier|prior|before", text[when.start : when.end], re.IGNORECASE
    )


def _supported(value: float, quantity: Quantity, text: str, shown: Shown, today: date) -> bool:
    slack = _slack(value, quantity)
    value = abs(value)
    if any(abs(value - number) <= slack for number in shown.numbers):
        return True
    if value.is_integer() and int(value) in shown.counts:
        return True
    unit = quantity.unit
    if unit in _TIME_UNITS and _between_days(value, _TIME_UNITS[unit], slack, shown.days | {today}):
        return True
    if unit in _DOSE_UNITS and any(
        abs(value - factor * number) <= slack
        for number in shown.numbers
        for factor in (0.5, 2, 3, 4)
    ):
        return True
    if unit is None and value in {day.year for day in shown.days}:
        return True
    if _from_measured(value, unit, slack, shown):
        return True
    return follows_by_formula(value, _sentence_of(text, quantity), shown)


def _slack(value: float, quantity: Quantity) -> float:
    """How far off a shown number may be: the answer's own rounding, a tenth after "about"."""
    if quantity.comparator == "~":
        return max(abs(value) * 0.1, float(quantity.rounding))
    digits = len(str(abs(quantity.value)).replace(".", "").lstrip("0"))
    return float(quantity.rounding) + 1e-9 if digits >= _SIGNIFICANT else 1e-9


def _between_days(value: float, unit_days: float, slack: float, days: frozenset[date]) -> bool:
    ordered = sorted(days)[-400:]
    allowance = max(slack, 0.5) * unit_days + 1
    return any(
        abs(value * unit_days - (later - earlier).days) <= allowance
        for at, earlier in enumerate(ordered)
        for later in ordered[at + 1 :]
    )


_MOST_OF_A_SERIES = 200


def _from_measured(value: float, unit: str | None, slack: float, shown: Shown) -> bool:
    for series in shown.series().values():
        values = _in_unit(series[-_MOST_OF_A_SERIES:], unit)
        if any(abs(value - abs(v)) <= slack for v in values):
            return True
        if _near_a_step(value, slack, values):
            return True
        raw = [one.value for one in series[-_MOST_OF_A_SERIES:]]
        if unit in (None, "%", "1", "{times}") and _near_a_ratio(value, unit, slack, raw):
            return True
    return False


def _in_unit(series: Sequence[Measured], unit: str | None) -> list[float]:
    if unit is None:
        return [one.value for one in series]
    return [
        converted
        for one in series
        if one.unit is not None
        and (converted := convert(one.value, one.unit, unit, analyte_of(one))) is not None
    ]


def _near_a_step(value: float, slack: float, values: Sequence[float]) -> bool:
    if len(values) > 1 and abs(value - sum(values) / len(values)) <= slack:
        return True
    return any(
        min(abs(value - abs(a - b)), abs(value - (a + b)), abs(value - (a + b) / 2)) <= slack
        for at, a in enumerate(values)
        for b in values[at + 1 :]
    )


def _near_a_ratio(value: float, unit: str | None, slack: float, values: Sequence[float]) -> bool:
    for a in values:
        for b in values:
            if not b or a == b:
                continue
            if unit != "%" and abs(value - abs(a / b)) <= max(slack, 1e-9):
                return True
            if abs(value - abs((a - b) / b) * 100) <= max(slack, 0.5):
                return True
    return False
