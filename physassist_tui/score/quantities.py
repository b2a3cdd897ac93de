"""Numbers in English and Chinese prose: value or range, unit, sign, and where they stand.

`quantities(text)` finds them in order. What looks like a number and is none (dates, times,
list marks, ordinals, stages, the digits of HbA1c or CHA2DS2-VASc) is left out.
`numbers(text)` is the same for the standing check on numbers that the player was never shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from physassist_tui.score.dates_in_text import whens
from physassist_tui.score.folded import fold, is_chinese, without_charges
from physassist_tui.score.numerals import NUMERAL, parse
from physassist_tui.score.units import unit_at

Comparator = Literal["", "<", "<=", ">", ">=", "~"]
_NO_CLOCK = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Quantity:
    """A number at `start`:`end` of a text; `end` is after its unit.

    `high` is the upper end where it is a range. `unit` is UCUM or `None` where none is
    written. `decimals` counts the digits after the point, by which `rounding` follows: half a
    unit of the last digit. `pair` is 1 and 2 for the two parts of a blood pressure, else 0.
    """

    start: int
    end: int
    value: Decimal
    unit: str | None = None
    high: Decimal | None = None
    comparator: Comparator = ""
    decimals: int = 0
    pair: int = 0
    number_end: int = 0

    @property
    def rounding(self) -> Decimal:
        """Half a unit of the last digit that is written."""
        return Decimal(5).scaleb(-self.decimals - 1)


@dataclass(frozen=True)
class Number:
    """A bare number of a text and where it stands."""

    value: Decimal
    start: int
    end: int


_NUM = r"\d+(?:,\d{3})+(?:\.\d+)?(?!\d)|\d+,\d{1,4}(?![\d,])|\d+(?:\.\d+)?|\.\d+"
_NUMBER = re.compile(_NUM)
# 1.9.1 is a version or an address.
_ARABIC = re.compile(rf"(?<![\d.,#_])(?P<n>{_NUM})(?!\.\d)")
_COMPARATORS: Sequence[tuple[str, Comparator]] = (
    (r"(?:>=|≥|=>|at least|no less than|不低于|不小于|大于等于|至少)\s?$", ">="),
    (r"(?:<=|≤|=<|at most|no more than|不超过|不高于|不大于|小于等于|至多)\s?$", "<="),
    (
        r"(?:(?<![-=])>|above|greater than|more than|over|exceed(?:s|ing)?|higher than|大于|超过"
        r"|高于"
        r"|多于)\s?$",
        ">",
    ),
    (r"(?:<|below|less than|under|lower than|fewer than|小于|低于|少于|不足)\s?$", "<"),
    (
        r"(?:~|≈|about|around|approximately|approx\.?|roughly|circa|nearly|almost|约|大约|近"
        r"|约为|大概|左右)\s?$",
        "~",
    ),
)
_COMPARATOR = tuple((re.compile(p, re.IGNORECASE), c) for p, c in _COMPARATORS)
_AFTER = re.compile(
    r"\s?(?:及以上|以上|以下|and above|or above|or more|or higher|or less|or below|及以下|\+(?!\d))"
)
_OR_LESS = re.compile(r"\s?(?:以下|及以下|or less|or below)")
# A hyphen at the beginning of a line is the mark of a list.
_RANGE = re.compile(rf"[^\S\n]?(?:-|~|to|至|到)\s?(?P<n>{_NUM})", re.IGNORECASE)
# "rose from 1.1 to 1.9" is a course of two values, no range.
_TREND = re.compile(
    r"(?:\bfrom|\brose|\bfell|\bincreased|\bdecreased|\bwent|\bdropped|\bimproved|\bworsened|由"
    r"|从|自)"
    r"\s?$",
    re.IGNORECASE,
)
_DEGREES = re.compile(
    r"(?P<a>\d{2}|三十[五六七八九]|四十[一二]?)\s?度\s?(?P<b>[1-9](?!\d)|[一二三四五六七八九])"
)
_CHINESE_RANGE = re.compile(r"(?:-|~|至|到)")
_LIST_MARK = re.compile(r"^[ \t]*\(?\d{1,2}(?:[.)、:](?!\d)|\.(?=\s))", re.MULTILINE)
# Pain 6/10: the most that a score can be is no value.
_OUT_OF = re.compile(
    r"(?:\b(?:pain|score|NRS|VAS|NEWS2?|CURB-?65|qSOFA|Wells|MELD|GCS|CHA2DS2-VASc|HAS-BLED)\b"
    r"|痛|疼|评分)[^.;。；\d]{0,24}\d+(?:\.\d)?(?P<most>\s?/\s?(?:3|5|9|10|12\.5|15|20|40))(?!\d|\.\d|/)",
    re.IGNORECASE,
)
_ORDINAL = re.compile(
    r"第[\d一二三四五六七八九十百]+"
    r"|\b\d+(?:st|nd|rd|th)\b"
    r"|\b(?:type|stage|grade|class|phase|step|turn|bed|room|ward|no\.|number|item|page|level"
    r"|category|tier|group|option|part|table|figure|section|chapter|MRN|id"
    r"|ID)[\s#:]{1,2}\d+[a-z]?\b(?!\.\d)"
    r"|\b(?:section|table|figure|chapter|version|appendix|step)[\s#:]{1,2}\d+(?:\.\d+)+"
    r"|(?<![A-Za-z])(?:CURB-?65(?!\d)|CKD-?EPI\s?\(?20(?:09|21)\)?|MELD[\s-]?3\.0(?!\d)|NEWS\s2(?=\s?(?:score|评分|总分)))"
    r"|\bCKD\s?(?:stage\s?)?[1-5][ab]?\b|\bG[1-5][ab]?\b|\bA[1-3]\b"
    r"|(?<![\d一二三四])[\d一二三四]{1,4}(?:型(?=糖尿病|心梗|心肌梗死|呼吸衰竭|呼衰|房室)|期(?!间)|级(?!别)|号(?:床"
    r"|线|楼|病)|床)"
    r"|(?:住院号|病案号|门诊号|病历号|床号|编号)[:：]?\s?\d+"
    r"|\b[A-Z][A-Za-z]+/[A-Za-z0-9.\-]{1,64}"
    r"|#\d+|\b[qQ]\s?\d+\s?(?:h|hr|hrs|hours|d|wk|min)?\b|\bx\s?\d+(?=\s?(?:days|d\b|doses"
    r"|weeks))?\b(?!\s?10)|每\s?\d+\s?(?:小时|天|日|周)一?次"
    r"|\b\d+(?:/\d+)?\s?(?:x|times)\s?(?:a|per|/)\s?(?:day|week)\b"
    r"|\b24[\s-]?(?:h|hr|hrs|hour|hours|小时)\b(?=\s?(?:urine|total|尿))",
    re.IGNORECASE,
)  # fmt: skip
_GLUED = re.compile(
    r"(?<![A-Za-z])(?:(?:S?[Cc]r|Na|Cl|Ca|Mg|BUN|INR|WBC|RBC|Hb|HGB|Hgb|Hct|HCT|PLT|ALT|AST|ALP|GGT"
    r"|eGFR|GFR|CrCl|Ccr|CRP|ESR|PCT|TSH|BNP|BMI|ALB|Alb|TBIL|DBIL|BP|HR|SBP|DBP|MAP|RR|pH|UA|LDL"
    r"|HDL|TC|TG|Glu|GLU|Lac|AG|Cre|FBG|(?:NT-)?proBNP|HbA1c|A1c|LVEF|EF|QTc|LDH|CK|P|R)(?=\d)|[KT](?=\d+\.\d))"
)
_NAMES = re.compile(
    r"25-?(?:OH|hydroxy)\w*|25-?羟\w*|CA[\s-]?\d{2,3}(?:-\d)?|糖类抗原\d+"
    r"|(?<![A-Za-z])[A-Za-z]++\d+[A-Za-z\d]*(?:-[A-Za-z]+\d*)*"
    r"|(?<!\d)\d++[A-Za-z]++\d[A-Za-z\d]*(?=-)",
)
_BP = re.compile(r"(?<![\d./])(?P<s>\d{2,3})\s?(?:/|\bover\b)\s?(?P<d>\d{2,3})(?![\d/]|\.\d)")
_TABLET_UNITS = frozenset("片粒颗枚支剂喷次天日周岁年度克升斤个分秒")
_MEASURE_AFTER = re.compile(
    r"\s?(?:毫克|微克|克|毫升|升|毫摩|微摩|片|粒|颗|枚|次|度|摄氏度|岁|天|日|周|个月|小时"
    r"|毫米汞柱|公斤|千克|厘米|分|倍|单位|秒|支|喷|剂|mg|ug|mmol|umol|g/|%|U)"
)  # fmt: skip
# 三次均升高, 发作两次: how often something was, and no value; 八次/分 is one.
_TIMES_DONE = re.compile(r"\s?次(?!\s?[/每])")
# Longer runs of digits are identifiers, no measurements.
_LONGEST = 15
_PERCENT_OF = re.compile(r"百分之(?P<n>[零〇一二两三四五六七八九十百点]+|\d+(?:\.\d+)?)")
# A thousand of these is no clinical value, so a comma before three digits is a decimal comma.
_NEVER_THOUSANDS = frozenset({"mmol/L", "g/dL", "%", "Cel", "[degF]", "kg/m2", "meq/L", "kPa"})


@lru_cache(maxsize=256)
def quantities(text: str, clock: datetime | None = None) -> tuple[Quantity, ...]:
    """All quantities of `text`, in order. `clock` only helps to tell dates."""
    folded = without_charges(fold(text))
    dates = whens(folded, clock or _NO_CLOCK)
    spans = ((w.start, w.end) for w in dates if w.kind not in ("now", "earlier", "admission"))
    return _found(folded, tuple(spans))


def numbers(text: str) -> tuple[Number, ...]:
    """All numbers of `text`, both ends of a range and both parts of a pair each as one.

    Dates, times, list marks, ordinals, stages, identifiers and frequencies are left out.
    """
    found: list[Number] = []
    for quantity in quantities(text):
        found.append(Number(quantity.value, quantity.start, quantity.number_end))
        if quantity.high is not None:
            found.append(Number(quantity.high, quantity.start, quantity.number_end))
    return tuple(found)


# Two clocks mostly see the same dates in a text.
@lru_cache(maxsize=256)
def _found(text: str, dates: tuple[tuple[int, int], ...]) -> tuple[Quantity, ...]:
    barred = _barred(text, dates)
    found: list[Quantity] = []
    position = 0
    for quantity in sorted(_candidates(text, barred), key=lambda q: (q.start, -q.end)):
        if quantity.start >= position:
            found.append(quantity)
            position = quantity.end
        elif quantity.pair == 2:
            found.append(quantity)
    return tuple(found)


def _barred(text: str, dates: Sequence[tuple[int, int]]) -> list[bool]:
    """Which characters belong to something that is no value: one of `dates`, or a name."""
    barred = [False] * len(text)
    spans = list(dates)
    for pattern in (_LIST_MARK, _ORDINAL, _NAMES):
        spans += [m.span() for m in pattern.finditer(text)]
    spans += [m.span("most") for m in _OUT_OF.finditer(text)]
    for start, end in spans:
        barred[start:end] = [True] * (end - start)
    for glued in _GLUED.finditer(text):
        # Cr1.9 and K4.5 are a name and a value, not one name.
        value = _NUMBER.match(text, glued.end())
        if value:
            barred[glued.end() : value.end()] = [False] * (value.end() - glued.end())
    return barred


def _candidates(text: str, barred: Sequence[bool]) -> Iterator[Quantity]:
    pairs = list(_pairs(text, barred))
    for first, second in pairs:
        yield first
        yield second
    taken = bytearray(len(text))
    for first, second in pairs:
        taken[first.start : second.end] = b"\1" * (second.end - first.start)
    yield from _percents(text)
    yield from _degrees(text)
    glued = {match.end() for match in _GLUED.finditer(text)}
    for match in _ARABIC.finditer(text):
        start = match.start()
        letter = start > 0 and text[start - 1].isascii() and text[start - 1].isalpha()
        if barred[start] or (letter and start not in glued) or taken[start]:
            continue
        quantity = _arabic(text, match)
        if quantity is not None:
            yield quantity
    yield from _chinese(text, barred)


def _pairs(text: str, barred: Sequence[bool]) -> Iterator[tuple[Quantity, Quantity]]:
    """Blood pressures: two numbers of which the first is the larger, over a slash."""
    for match in _BP.finditer(text):
        high, low = int(match["s"]), int(match["d"])
        if barred[match.start()] or not (50 <= high <= 300 and 20 <= low < high):
            continue
        unit, end = unit_at(text, match.end())
        if unit not in (None, "mm[Hg]", "kPa"):
            continue
        unit = unit or "mm[Hg]"
        first = Quantity(
            match.start("s"), match.end("s"), Decimal(high), unit, pair=1, number_end=match.end("s")
        )
        yield first, Quantity(match.start("d"), end, Decimal(low), unit, pair=2,
                              number_end=match.end("d"))  # fmt: skip


def _percents(text: str) -> Iterator[Quantity]:
    for match in _PERCENT_OF.finditer(text):
        run = match["n"]
        if len(run) > _LONGEST:
            continue
        value = Decimal(run) if run[0].isdecimal() else parse(run)
        if value is not None:
            comparator = _comparator(text, match.start())
            yield Quantity(match.start(), match.end(), value, "%", None, comparator,
                           _decimals(value), number_end=match.end())  # fmt: skip


def _degrees(text: str) -> Iterator[Quantity]:
    """Temperatures as spoken: 三十八度五, 38度5."""
    for match in _DEGREES.finditer(text):
        parts = [Decimal(g) if g.isdecimal() else parse(g) for g in (match["a"], match["b"])]
        if parts[0] is not None and parts[1] is not None:
            yield Quantity(match.start(), match.end(), parts[0] + parts[1] / 10, "Cel",
                           decimals=1, number_end=match.end())  # fmt: skip


def _arabic(text: str, match: re.Match[str]) -> Quantity | None:
    start, end = match.span("n")
    if _runs_into_word(text, end):
        return None
    written = match["n"]
    if len(written) > _LONGEST:
        return None
    high_written: str | None = None
    unit, after = unit_at(text, end)
    follows = _RANGE.match(text, after)
    trend = follows and _TREND.search(text[max(0, start - 20) : start])
    if (
        follows
        and len(follows["n"]) <= _LONGEST
        and not trend
        and not _runs_into_word(text, follows.end("n"))
    ):
        upper_unit, upper_after = unit_at(text, follows.end("n"))
        if unit is None or upper_unit == unit:
            high_written, unit, after, end = follows["n"], upper_unit, upper_after, follows.end("n")
    value = _value(written, unit)
    high = None if high_written is None else _value(high_written, unit)
    if high is not None and high <= value:
        # "5.4 to 3.1" and "120-80" are no ranges: they are read as two numbers.
        high, (unit, after), end = None, unit_at(text, match.end("n")), match.end("n")
    signed = _sign(text, start)
    comparator = _comparator(text, start - 1 if signed else start)
    if not comparator and _AFTER.match(text, after):
        comparator = "<=" if _OR_LESS.match(text, after) else ">="
    value = -value if signed == "-" else value
    return Quantity(
        start - 1 if signed else start, after, value, unit, high, comparator, _decimals(value),
        number_end=end,
    )  # fmt: skip


_MAY_FOLLOW = re.compile(r"x\s?10|to\b|ish\b", re.IGNORECASE)


def _runs_into_word(text: str, end: int) -> bool:
    """Whether a Latin word that is no unit follows directly, as in `3b` or `2nd`."""
    if end >= len(text) or not text[end].isascii() or not (text[end].isalpha() or text[end] == "_"):
        return False
    return unit_at(text, end)[0] is None and not _MAY_FOLLOW.match(text, end)


def _value(written: str, unit: str | None) -> Decimal:
    """The number, its comma read as thousands or as a decimal comma by form and unit."""
    whole, comma, rest = written.partition(",")
    if not comma:
        return Decimal(written)
    thousands = len(rest.split(".")[0].split(",")[0]) == 3 and not whole.startswith("0")
    if thousands and ("," in rest or "." in rest or unit not in _NEVER_THOUSANDS):
        return Decimal(written.replace(",", ""))
    return Decimal(f"{whole}.{rest.replace(',', '')}")


def _decimals(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def _sign(text: str, start: int) -> str:
    """A sign that belongs to the number, not a hyphen or range that ends before it."""
    if start == 0 or text[start - 1] not in "+-":
        return ""
    before = text[start - 2] if start > 1 else " "
    if before.isspace() or before in "(=:：[，,;；" or is_chinese(before):
        return text[start - 1]
    return ""


def _comparator(text: str, start: int) -> Comparator:
    before = text[max(0, start - 24) : start]
    last = before[-2:].strip()[-1:]
    if not (last.isalpha() or last in "=<>≤≥~≈"):
        return ""
    for pattern, comparator in _COMPARATOR:
        if pattern.search(before):
            return comparator
    return ""


def _chinese(text: str, barred: Sequence[bool]) -> Iterator[Quantity]:
    """Chinese numerals that write a value: with 点, of two characters or before a measure word."""
    for match in NUMERAL.finditer(text):
        run, start, end = match.group(), match.start(), match.end()
        if any(barred[start:end]) or len(run) > _LONGEST:
            continue
        value = parse(run)
        if value is None or not _is_value(text, run, end):
            continue
        unit, after = unit_at(text, end)
        quantity = Quantity(start, after, value, unit, None, _comparator(text, start),
                            _decimals(value), number_end=end)  # fmt: skip
        yield _with_chinese_range(text, quantity)


def _is_value(text: str, run: str, end: int) -> bool:
    if "点" in run:
        return True
    if len(run) >= 2 and run[0] not in "千百万" and (len(run) > 2 or run[1] in "十百千万"):
        return True
    if run[-1] in "千百万" and len(run) == 1:
        return False
    return bool(_MEASURE_AFTER.match(text, end)) and not _TIMES_DONE.match(text, end)


def _with_chinese_range(text: str, quantity: Quantity) -> Quantity:
    joint = _CHINESE_RANGE.match(text, quantity.end)
    if not joint:
        return quantity
    upper = NUMERAL.match(text, joint.end())
    high = parse(upper.group()) if upper else None
    if upper is None or high is None or high <= quantity.value or len(upper[0]) > _LONGEST:
        return quantity
    unit, after = unit_at(text, upper.end())
    return replace(quantity, end=after, unit=unit, high=high, number_end=upper.end())
