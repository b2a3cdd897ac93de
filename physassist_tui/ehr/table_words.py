"""Cells of a table in a person's language: values, dates, routes, frequencies, and their joins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, tzinfo
from functools import lru_cache
from typing import Any, Literal

from physassist_tui import terms
from physassist_tui.ehr import chart_words as words
from physassist_tui.ehr.chart_displays import display
from physassist_tui.ehr.dosing import SNOMED_ROUTES_ZH, read_route
from physassist_tui.ehr.fhirtext import number_text
from physassist_tui.ehr.field_names import field_name
from physassist_tui.i18n import Lang, format_datetime, msg, several

Entry = Mapping[str, Any]

_UNITS_SHOWN = {
    "Cel": "°C",
    "[degF]": "°F",
    "mm[Hg]": "mmHg",
    "{score}": "",
    "10*3/uL": "×10³/µL",
    "10*6/uL": "×10⁶/µL",
    "10*9/L": "×10⁹/L",
    "10*12/L": "×10¹²/L",
}
"""UCUM codes that no clinician writes, as they are written."""

_ISO = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*")
_ISO_WITHIN = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}[\d:.]*(?:Z|[+-]\d{2}:\d{2})?")
_WITH_TIMES = frozenset({"locations", "period", "scheduled", "onset", "abatement"})
"""The keys whose texts hold times beside other words."""

_UNITS_ZH = {
    "second": "秒",
    "minute": "分钟",
    "hour": "小时",
    "day": "日",
    "week": "周",
    "month": "月",
    "year": "年",
}
_WHEN_ZH = {
    "in the morning": "早晨",
    "in the afternoon": "下午",
    "in the evening": "傍晚",
    "at night": "夜间",
    "at bedtime": "睡前",
    "on waking": "晨起",
    "with meals": "随餐",
    "with breakfast": "早餐时",
    "with lunch": "午餐时",
    "with dinner": "晚餐时",
    "before meals": "餐前",
    "before breakfast": "早餐前",
    "before lunch": "午餐前",
    "before dinner": "晚餐前",
    "after meals": "餐后",
    "after breakfast": "早餐后",
    "after lunch": "午餐后",
    "after dinner": "晚餐后",
}
_CODES_ZH = {
    "QD": "每日一次",
    "BID": "每日两次",
    "TID": "每日三次",
    "QID": "每日四次",
    "QOD": "隔日一次",
    "QHS": "每晚睡前",
    "HS": "睡前",
    "DAILY": "每日一次",
    "ONCE": "单次",
    "PRN": "必要时",
    "STAT": "立即",
}
_EVERY = re.compile(
    r"(?:(?P<times>\S+) times )?every (?:(?P<period>[\d.–]+) )?"
    r"(?P<unit>second|minute|hour|day|week|month|year)s?(?: (?P<when>.+))?"
)
_Q_HOURS = re.compile(r"Q(\d+)H")


def when(text: object, zone: tzinfo | None = None) -> str:
    """A FHIR date for a reader; what is no full date stays as it is. `zone` moves a time."""
    if not isinstance(text, str) or not _ISO.fullmatch(text):
        return str(text or "")
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return text
    if zone is not None and moment.tzinfo is not None:
        moment = moment.astimezone(zone)
    return format_datetime(moment)


def value(entry: Entry, lang: Lang) -> str:
    """`1.9 mg/dL [H]`, `<5 ng/mL`, `positive`; components after one another; never without the
    flag. A value that is absent says so and why."""
    parts: list[str] = []
    if "value" in entry:
        parts.append(_amount(entry, lang))
    if "flag" in entry:
        parts.append(f"[{flag(str(entry['flag']), lang)}]")
    if "absent" in entry:
        parts.append(msg("no value: {why}", why=str(entry["absent"])).render(lang))
    components = []
    for component in entry.get("components", ()):
        name = terms.label(str(component.get("name", "")), lang)
        span = f" ({units(str(component['range']))})" if "range" in component else ""
        components.append(f"{name} {value(component, lang)}{span}")
    return " ".join(filter(None, (*parts, listed(components, lang))))


def _amount(entry: Entry, lang: Lang) -> str:
    amount = entry["value"]
    if isinstance(amount, bool):
        text = (msg("yes") if amount else msg("no")).render(lang)
    elif isinstance(amount, int | float):
        text = number(amount)
    else:
        text = when(amount)
    text = f"{entry.get('comparator', '')}{text}"
    return f"{text} {units(str(entry.get('unit', '')))}".strip()


@lru_cache(maxsize=8192)
def units(text: str) -> str:
    """A unit, or a range with its units, as it is written outside computers."""
    for code, written in _UNITS_SHOWN.items():
        text = text.replace(code, written)
    return text


def number(amount: float) -> str:
    """A number with at most six significant digits."""
    text = number_text(amount)
    digits = sum(char.isdigit() for char in text.split("e", maxsplit=1)[0].lstrip("-0."))
    return text if digits <= 6 or isinstance(amount, int) else f"{amount:.6g}"


def flag(text: str, lang: Lang) -> str:
    """An interpretation code; in Chinese with its word."""
    if lang == "en":
        return text
    codes = [words.plain_word(code, lang, words.INTERPRETATION) for code in text.split(",")]
    told = [word for word, code in zip(codes, text.split(","), strict=True) if word != code]
    return f"{text} {'、'.join(told)}" if told else text


def route(text: str, lang: Lang) -> str:
    """A route; in Chinese with the word used there."""
    known = read_route(text) if lang == "zh" else None
    if known is None:
        return text
    chinese = SNOMED_ROUTES_ZH[known[0]]
    return text if chinese in text else f"{chinese} ({text})"


@lru_cache(maxsize=512)
def frequency(text: str, lang: Lang) -> str:
    """A frequency; in Chinese as it is written there, with the English beside it."""
    if lang == "en" or re.search(r"[\u3400-\u9fff]", text):
        return text
    chinese = _CODES_ZH.get(text.upper().replace(".", "")) or _every_zh(text)
    return f"{chinese} ({text})" if chinese else text


def _every_zh(text: str) -> str:
    hours = _Q_HOURS.fullmatch(text.upper())
    if hours is not None:
        return f"每{hours[1]}小时一次"
    match = _EVERY.fullmatch(text)
    if match is None:
        return ""
    unit = _UNITS_ZH[match["unit"]]
    period = match["period"] or ""
    if period and unit in ("日", "月"):
        unit = {"日": "天", "月": "个月"}[unit]
    many = match["times"] or "一"
    often = f"每{period}{unit}{ {'2': '两', '3': '三', '4': '四'}.get(many, many) }次"
    return often + "".join(
        f"，{_WHEN_ZH.get(match['when'], match['when'])}" if match["when"] else ""
    )


def joined(parts: Iterable[str], lang: Lang) -> str:
    """What belongs together, with the commas of the language; what is empty is left out."""
    return _told([one for one in parts if one], ", ", lang)


def listed(parts: Iterable[str], lang: Lang) -> str:
    """Several things, with the semicolons of the language; what is empty is left out."""
    return _told([one for one in parts if one], "; ", lang)


def _told(parts: Sequence[str], by: Literal[", ", "; "], lang: Lang) -> str:
    # A table has thousands of cells, and most of them tell one thing or none.
    return several(parts, by).render(lang) if len(parts) > 1 else "".join(parts)


@lru_cache(maxsize=8192)
def labelled(head: str, text: str, lang: Lang) -> str:
    """`head: text`, with the colon of the language."""
    return msg("{head}: {value}", head=head, value=text).render(lang)


def field(key: str, amount: Any, lang: Lang, zone: tzinfo | None = None) -> str:
    """A key of an entry and its value."""
    return labelled(field_name(key, lang), spelled(amount, lang, zone, key), lang)


def spelled(amount: Any, lang: Lang, zone: tzinfo | None = None, key: str = "") -> str:
    """Any value of an entry as text: lists joined, objects as `name: value`.

    `key` is where it stands, so that a standard's own words can be told in Chinese.
    """
    if isinstance(amount, bool):
        return (msg("yes") if amount else msg("no")).render(lang)
    if isinstance(amount, int | float):
        return number(amount)
    if isinstance(amount, list):
        return listed((spelled(one, lang, zone, key) for one in amount), lang)
    if isinstance(amount, dict):
        return joined((field(name, one, lang, zone) for name, one in amount.items()), lang)
    text = when(amount, zone)
    if key in _WITH_TIMES:
        text = _ISO_WITHIN.sub(lambda found: when(found[0], zone), text)
    return display(key, text, lang)
