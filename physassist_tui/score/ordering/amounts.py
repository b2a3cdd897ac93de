"""Amounts of a drug, converted to one unit per kind: mg, mL, units, mEq, mmol, things counted.

Reads FHIR quantities and ranges, and amounts within a text of either language. 1 g is 1,000 mg;
international units, USP units and plain units are one kind, as a prescriber writes them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from physassist_tui.core.graders import Range
from physassist_tui.ehr.dosing import number, plain, read_dose
from physassist_tui.ehr.fhirtext import concept_text, nodes, number_text, part

_BASE: Mapping[str, tuple[str, float]] = {
    "mg": ("mg", 1.0),
    "g": ("mg", 1000.0),
    "ug": ("mg", 0.001),
    "ng": ("mg", 0.000001),
    "mL": ("mL", 1.0),
    "L": ("mL", 1000.0),
    "[iU]": ("U", 1.0),
    "[IU]": ("U", 1.0),
    "[USP'U]": ("U", 1.0),
    "U": ("U", 1.0),
    "meq": ("meq", 1.0),
    "mmol": ("mmol", 1.0),
}
_MANY: Mapping[str, float] = {
    "万单位": 10_000,
    "万u": 10_000,
    "万iu": 10_000,
    "万国际单位": 10_000,
    "百万单位": 1_000_000,
    "million units": 1_000_000,
    "million iu": 1_000_000,
    "million international units": 1_000_000,
    "mu": 1_000_000,
}
_PER: Mapping[str, tuple[str, float]] = {
    "min": ("h", 1 / 60),
    "minute": ("h", 1 / 60),
    "分钟": ("h", 1 / 60),
    "h": ("h", 1.0),
    "hr": ("h", 1.0),
    "hour": ("h", 1.0),
    "小时": ("h", 1.0),
    "d": ("h", 24.0),
    "day": ("h", 24.0),
    "天": ("h", 24.0),
    "日": ("h", 24.0),
    "kg": ("kg", 1.0),
    "公斤": ("kg", 1.0),
    "千克": ("kg", 1.0),
    "m2": ("m2", 1.0),
    "m²": ("m2", 1.0),
    "平方米": ("m2", 1.0),
    "ml": ("mL", 1.0),
    "l": ("mL", 1000.0),
}
_EACH = frozenset(
    ("{tbl}", "{cap}", "{puff}", "{spray}", "{patch}", "{vial}", "{amp}", "{packet}", "{supp}",
     "{lozenge}", "{dose}")
)  # fmt: skip
"""Units that count pieces, of which each may have a strength."""


@dataclass(frozen=True)
class Amount:
    """From `low` to `high` of `unit`, a unit of ours: mg, mL, U, meq, mmol, {tbl}, mg/kg, mg/h."""

    low: float
    high: float
    unit: str

    def times(self, low: float, high: float | None = None, unit: str | None = None) -> Amount:
        """The amount taken `low` to `high` times, perhaps in another unit."""
        most = low if high is None else high
        return Amount(self.low * low, self.high * most, self.unit if unit is None else unit)


@lru_cache(maxsize=512)
def base_unit(text: str) -> tuple[str, float] | None:
    """The unit of ours that a UCUM code or a written unit converts to, and by what factor."""
    over, *under = re.split(r"\s*(?:/|\bper\b|每)\s*", text.strip())
    found = _whole_unit(over)
    if found is None:
        return None
    unit, factor = found
    for word in under:
        below = _PER.get(word.casefold()) or _counted_below(word)
        if below is None:
            return None
        unit, factor = f"{unit}/{below[0]}", factor / below[1]
    return unit, factor


def _whole_unit(text: str) -> tuple[str, float] | None:
    if text in _BASE:
        return _BASE[text]
    said = plain(text)
    if said in _MANY:
        return "U", float(_MANY[said])
    if not said or said.startswith(("{", "[")):
        return (text, 1.0) if text else None
    read = read_dose(f"1 {said}")
    code = part(read.dose_and_rate, "doseQuantity").get("code") if read is not None else None
    if not isinstance(code, str):
        return None
    return _BASE.get(code, (code, 1.0))


def _counted_below(word: str) -> tuple[str, float] | None:
    found = _whole_unit(word)
    return found if found is not None and found[0] in _EACH else None


def of_quantity(quantity: object) -> Amount | None:
    """The amount of a FHIR Quantity; `None` where it has no value or a unit that we do not know.

    A value without any unit is a bare number, of the unit "".
    """
    if not isinstance(quantity, dict):
        return None
    value = quantity.get("value")
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    spelled = [str(quantity.get(name) or "") for name in ("code", "unit")]
    if not any(spelled):
        return Amount(float(value), float(value), "")
    for unit in spelled:
        base = base_unit(unit) if unit else None
        if base is not None:
            return Amount(value * base[1], value * base[1], base[0])
    return None


def of_range(span: object) -> Amount | None:
    """The amount of a FHIR Range with both ends."""
    low, high = of_quantity(part(span, "low")), of_quantity(part(span, "high"))
    if low is None or high is None or low.unit != high.unit:
        return None
    return Amount(low.low, high.high, low.unit)


def of_ratio(ratio: object) -> Amount | None:
    """The amount of a FHIR Ratio: 25 mg / 1 h."""
    over, under = part(ratio, "numerator"), part(ratio, "denominator")
    unit = str(under.get("code") or under.get("unit") or "")
    below = _PER.get(unit.casefold())
    top, value = of_quantity(over), under.get("value", 1)
    if top is None or below is None or not isinstance(value, int | float) or value <= 0:
        return None
    return top.times(1 / (value * below[1]), unit=f"{top.unit}/{below[0]}")


_NUMBER = r"(?:\d{1,3}(?:,\d{3}){1,4}(?:\.\d+)?|\d+\s*/\s*\d+(?=\s*(?:片|粒|tab|cap))|\d*\.\d+|\d+)"
_HAN = "(?:[一二两三四五六七八九十半]|(?:half(?: an?)?|one half|one|two|three|four)(?= ))"
_UNIT = (
    r"(?:million (?:international )?units?|million iu|mcgs?|micrograms?|μg|ug|mgs?|milligrams?|ng|g"
    r"|grams?|ml|l|iu|international units?|units?|u|meq|mmol|tablets?|tabs?|capsules?|caps?|puffs?"
    r"|inhalations?|sprays?|drops?|gtts?|patch(?:es)?|vials?|amp(?:ou|u)les?|packets?|sachets?"
    r"|suppositor(?:y|ies)|lozenges?"
    r"|万单位|万u|万iu|万国际单位|百万单位|微克|毫克|克|国际单位|单位|毫升|毫当量|毫摩尔|升|片|粒|滴|喷|揿|吸|贴"
    r"|瓶|支|袋|包|枚|栓)"
)
_PIECE = "puffs?|actuations?|sprays?|tablets?|tabs?|capsules?|caps?|dose|片|粒|喷|揿"
_BODY = f"kg|m2|m²|ml|公斤|千克|平方米|{_PIECE}"
_TIME = "minute|min|hour|hr|h|分钟|小时"
_UNDER = (
    rf"(?:\s*/\s*(?:{_BODY}|{_TIME}|day|d|天|日)(?![a-z0-9])"
    rf"|\s*per (?:{_BODY}|{_TIME})(?![a-z0-9])|\s*每(?:{_BODY}))"
)
"""What an amount is per. "40 mg per day" and "2.5mg每日两次" say how often it is given."""
_AMOUNT = re.compile(
    rf"(?<![a-z0-9.])(?P<low>{_NUMBER}|{_HAN})"
    rf"(?:\s*{_UNIT}?\s*(?:-|to)\s*(?P<high>{_NUMBER}|{_HAN}))?"
    rf"\s*-?\s*(?P<unit>{_UNIT})(?![a-z])(?P<under>{_UNDER}{{0,2}})"
)
_CONCENTRATION = re.compile(
    rf"(?<![a-z0-9.])(?P<low>{_NUMBER})\s*(?P<unit>{_UNIT})\s*(?:/|per |in |每)\s*"
    rf"(?P<volume>{_NUMBER})\s*(?:ml|毫升)(?![a-z])"
)
_LIMIT = re.compile(
    r"(?:max(?:imum)?(?: dose)?(?: of)?|not (?:to )?exceed|no more than|up to|total(?: of)?"
    r"|最大(?:剂量)?|不超过|总量|极量|最多|每日总量)\s*[:：=]?\s*$"
)
_BEFORE = 60
"""How far before an amount is read: twice the longest words that say what it is."""
_ELEMENTAL = re.compile(r"\s*(?:of )?(?:elemental|元素|(?:iron|fe|铁)\s*(?:[).,;]|$))")
_ELEMENTAL_BEFORE = re.compile(r"(?:elemental iron|元素铁|含铁)\s*[:=]?\s*(?:of )?$")
_OF_A_PIECE = re.compile(r"\s*(?:tablets?|tabs?|capsules?|caps?|片|粒)(?![a-z])")
_EACH_SAID = re.compile(
    r"^\s*(?:tablets?|tabs?|capsules?|caps?)?\s*(?:of|each|@|at|x|×|\*|\(?\s*每[片粒支喷]|\(?\s*each)\s*$"
)


def amounts_said(text: str) -> tuple[tuple[int, int, Amount], ...]:
    """The amounts in a text, each with where it stands.

    Bounds ("max 4 g") and what of a salt is the element are left out.
    """
    said = plain(text)
    return tuple(
        (match.start(), match.end(), amount)
        for match in _AMOUNT.finditer(said)
        if not _LIMIT.search(before := said[max(0, match.start() - _BEFORE) : match.start()])
        and not _ELEMENTAL.match(said, match.end())
        and not _ELEMENTAL_BEFORE.search(before)
        and (amount := _said(match)) is not None
    )


def _said(match: re.Match[str]) -> Amount | None:
    low = number(match["low"])
    high = number(match["high"]) if match["high"] else low
    base = base_unit(match["unit"].strip() + re.sub(r"\s+", "", match["under"] or ""))
    if low is None or high is None or base is None or high < low or low <= 0:
        return None
    return Amount(low * base[1], high * base[1], base[0])


def is_count(amount: Amount) -> bool:
    """Whether it counts pieces, such as tablets."""
    return amount.unit in _EACH


@dataclass(frozen=True)
class Strength:
    """What one piece, or one mL, of a product holds, as its name says: apixaban 5 mg tablet."""

    piece: Amount | None = None
    per_ml: Amount | None = None

    def weighed(self, amount: Amount) -> Amount:
        """Pieces and millilitres as what they hold, where the name says it; else as they are."""
        if is_count(amount) and self.piece is not None:
            return self.piece.times(amount.low, amount.high)
        if amount.unit == "mL" and self.per_ml is not None:
            return self.per_ml.times(amount.low, amount.high)
        return amount


def strength_in(names: Sequence[str]) -> Strength:
    """The strength that the names of a product give; none where they give two that differ."""
    pieces: set[Amount] = set()
    per_ml: set[Amount] = set()
    for name in names:
        said = plain(name)
        for match in _CONCENTRATION.finditer(said):
            amount, volume = _concentrated(match), number(match["volume"])
            if amount is not None and volume:
                per_ml.add(amount.times(1 / volume))
        for _start, _end, amount in amounts_said(_CONCENTRATION.sub(" ", said)):
            over, _slash, under = amount.unit.partition("/")
            if under == "mL":
                per_ml.add(Amount(amount.low, amount.high, over))
            elif (not under or under in _EACH) and not is_count(amount) and over != "mL":
                pieces.add(Amount(amount.low, amount.high, over))
    return Strength(_only(pieces), _only(per_ml))


def _concentrated(match: re.Match[str]) -> Amount | None:
    low, base = number(match["low"]), base_unit(match["unit"])
    return None if low is None or base is None else Amount(low * base[1], low * base[1], base[0])


def _only(found: set[Amount]) -> Amount | None:
    return next(iter(found)) if len(found) == 1 else None


def doses_of(dosage: Mapping[str, Any], strength: Strength) -> tuple[Amount, ...]:
    """The amounts of one dose that a `Dosage` gives; of its words where nothing is structured.

    A dose that is given as a rate alone is that rate, per hour. Where the words of the timing
    begin with a dose of the same unit ("80 mg once daily"), it is one of them.
    """
    structured = list(_structured(dosage, "dose")) or list(_structured(dosage, "rate"))
    if structured:
        structured += _said_first(dosage, frozenset(amount.unit for amount in structured))
        return tuple(dict.fromkeys(strength.weighed(amount) for amount in structured))
    return _worded(str(dosage.get("text") or ""), strength)


def _said_first(dosage: Mapping[str, Any], units: frozenset[str]) -> list[Amount]:
    words = concept_text(part(dosage, "timing").get("code"))
    return [each for start, _end, each in amounts_said(words) if not start and each.unit in units]


def _structured(dosage: Mapping[str, Any], stem: str) -> Iterator[Amount]:
    for rate in nodes(dosage.get("doseAndRate")):
        readings = (
            of_quantity(rate.get(f"{stem}Quantity")),
            of_range(rate.get(f"{stem}Range")),
            of_ratio(rate.get(f"{stem}Ratio")),
        )
        yield from (amount for amount in readings if amount is not None)


_TIMES = re.compile(r"^\s*[x×*]\s*$")
_BARE_COUNT = re.compile(r"(?<![a-z0-9.])(\d+)\s*[x×*]\s*$")


def _worded(text: str, strength: Strength) -> tuple[Amount, ...]:
    said, found = plain(text), amounts_said(text)
    counts = [one for one in found if is_count(one[2])]
    held = [one for one in found if not is_count(one[2])]
    whole = [one for one in held if not _OF_A_PIECE.match(said, one[1])]
    if counts and held:
        (c_start, c_end, count), (h_start, h_end, each) = counts[0], held[0]
        between = said[c_end:h_start] if c_end <= h_start else said[h_end:c_start]
        joined = _EACH_SAID if c_end <= h_start else _TIMES
        if joined.match(between):
            return (each.times(count.low, count.high),)
        return (each,)
    if held:
        bare = _BARE_COUNT.search(said[: held[0][0]])
        if bare is not None:
            return (held[0][2].times(float(bare[1])),)
        # "2.5 mg (half of a 5 mg tablet)": what a tablet holds is no dose beside one that is.
        return tuple(dict.fromkeys(amount for _start, _end, amount in whole or held))
    return tuple(dict.fromkeys(strength.weighed(amount) for _start, _end, amount in counts))


def within(amount: Amount, wanted: Range) -> bool | None:
    """Whether all of an amount lies in a range; `None` where their units are of two kinds."""
    base = base_unit(wanted.unit) if wanted.unit else ("", 1.0)
    if base is None or base[0] != amount.unit:
        return None
    low = None if wanted.low is None else wanted.low * base[1]
    high = None if wanted.high is None else wanted.high * base[1]
    above = low is None or amount.low > low or math.isclose(amount.low, low, rel_tol=1e-6)
    below = high is None or amount.high < high or math.isclose(amount.high, high, rel_tol=1e-6)
    return above and below


def range_words(wanted: Range) -> str:
    """A range as one writes it: 2.5 mg, 2.5–5 mg, ≥ 2.5 mg."""
    if wanted.low is not None and wanted.high is not None:
        ends = [number_text(wanted.low), number_text(wanted.high)]
        value = "–".join(dict.fromkeys(ends))
    elif wanted.low is not None:
        value = f"≥ {number_text(wanted.low)}"
    else:
        value = f"≤ {number_text(wanted.high)}"
    return f"{value} {unit_shown(wanted.unit)}".strip()


_SHOWN = {"ug": "mcg", "[iU]": "IU", "[IU]": "IU", "[USP'U]": "units", "U": "units"}


def unit_shown(unit: str) -> str:
    """A UCUM unit as prescribers write it."""
    over, slash, under = unit.partition("/")
    bare = _SHOWN.get(over, over).strip("{}")
    return f"{bare}{slash}{under}"
