"""Units as people write them, as UCUM; and values converted between UCUM units.

`unit_at` reads the unit that follows a number. `convert` uses exact factors for the plain metric
units and the UCUM tables of ucumvert and pint for all others, and the molar mass or valence of
the analyte where mass meets amount of substance.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from physassist_tui.score.folded import fold
from physassist_tui.score.plain_units import convert_plain, plain_unit

if TYPE_CHECKING:
    from physassist_tui.terms import Analyte

_NUMERATORS: Mapping[str, str] = MappingProxyType(
    {
        "mg": "mg mgs milligram milligrams 毫克",
        "ug": "ug mcg microgram micrograms 微克",
        "ng": "ng nanogram nanograms 纳克",
        "pg": "pg picogram picograms 皮克",
        "g": "g gm gms gram grams 克",
        "kg": "kg kgs kilogram kilograms kilo kilos 千克 公斤",
        "mmol": "mmol mmols millimole millimoles 毫摩尔 毫摩",
        "umol": "umol micromol micromole micromoles 微摩尔 微摩",
        "nmol": "nmol nanomole 纳摩尔",
        "pmol": "pmol picomole 皮摩尔",
        "mol": "mol mole 摩尔",
        "meq": "mEq meq MEQ milliequivalent milliequivalents 毫当量",
        "U": "U unit units 单位",
        "[IU]": "IU 国际单位",
        "m[IU]": "mIU mU 毫国际单位 毫单位",
        "u[IU]": "uIU uU 微国际单位 微单位",
        "k[IU]": "kIU kU",
        "mL": "mL ml ML cc milliliter milliliters millilitre millilitres 毫升",
        "L": "L l liter liters litre litres 升",
        "fL": "fL fl 飞升",
        "uL": "uL 微升",
        "mosm": "mOsm mosm mosmol mOsmol 毫渗量 毫渗",
        "{#}": "cells cell 个",
        "10*3": "K k thou thousand 千",
        "10*6": "million mil 百万",
        "10*4": "万",
        "10*9": "G",
        "10*12": "T",
        "mm": "mm millimeter millimeters 毫米",
        "{beats}": "beats beat breaths breath 次",
    }
)
_DENOMINATORS: Mapping[str, str] = MappingProxyType(
    {
        "dL": "dL dl DL deciliter deciliters decilitre decilitres 分升",
        "L": "L l liter liters litre litres 升",
        "mL": "mL ml ML milliliter millilitre 毫升",
        "uL": "uL ul mcL microliter microlitre cumm mm3 mm^3 微升 立方毫米",
        "kg": "kg kilogram kgH2O 千克 公斤",
        "g": "g gram 克",
        "mmol": "mmol 毫摩尔 毫摩",
        "mol": "mol 摩尔",
        "m2": "m2 m^2 平方米",
        "min": "min mins minute minutes m 分 分钟",
        "h": "h hr hrs hour hours 小时 时",
        "d": "d day days 天 日 24h 24小时",
        "wk": "wk week 周",
        "[HPF]": "HPF hpf 高倍视野",
    }
)
_WHOLE: Mapping[str, str] = MappingProxyType(
    {
        "%": "% percent pct per_cent",
        "mm[Hg]": "mmHg mm_Hg mmhg MMHG torr 毫米汞柱 毫米水银柱",
        "kPa": "kPa kpa 千帕",
        "Cel": "°C ℃ deg_C degC degrees_C degrees_Celsius Celsius °c 摄氏度 度 C",
        "[degF]": "°F ℉ deg_F degF degrees_F degrees_Fahrenheit Fahrenheit °f 华氏度 F",
        "/min": "bpm BPM rpm brpm per_min",
        "cm": "cm centimeter centimeters centimetre 厘米 公分",
        "m": "m meter meters metre 米",
        "[in_i]": "in inch inches",
        "[lb_av]": "lb lbs pound pounds",
        "[kg_jin]": "斤",
        "ms": "ms msec milliseconds 毫秒",
        "s": "s sec secs second seconds 秒",
        "min": "min mins minute minutes 分钟",
        "h": "h hr hrs hour hours 小时",
        "d": "day days d 天 日",
        "wk": "week weeks wk wks 周 星期",
        "mo": "month months 个月 月",
        "a": "year years yr yrs y 岁 年 years_old year_old year-old",
        "[pH]": "pH_units",
        "{tablet}": "tablet tablets tab tabs capsule capsules cap caps pill pills 片 粒 颗 枚",
        "{score}": "point points 分 out_of_10",
        "{dose}": "dose doses puff puffs 剂 支 喷",
        "{times}": "times 次 倍",
        "mm/h": "mm/h mm/hr mm/hour mmh",
        "cm[H2O]": "cmH2O 厘米水柱",
        "{ratio}": "fold x_ULN",
    }
)


def _spellings(table: Mapping[str, str]) -> dict[str, str]:
    found = {}
    for ucum, written in table.items():
        for spelling in written.split():
            found[spelling.replace("_", " ")] = ucum
    return found


def _alternation(spellings: Mapping[str, str]) -> str:
    ordered = sorted(spellings, key=len, reverse=True)
    return "|".join(re.escape(s).replace(r"\ ", r"\s?") for s in ordered)


_NUM = MappingProxyType(_spellings(_NUMERATORS))
_DEN = MappingProxyType(_spellings(_DENOMINATORS))
_ALONE = MappingProxyType(_spellings(_WHOLE))
# A unit must not run on into a word: 5 mgx, 3 months, 1.1升至1.9.
_END = (
    r"(?![A-Za-z])(?!(?<=升)[至高到为压温])(?!(?<=分)[别为之期])(?!(?<=次)[日要])(?!(?<=度)[过数])"
    r"(?!(?<=支)[气架])(?!(?<=万)古)(?!(?<=克)[拉林赛])(?!(?<=个)月)"
)
_PER = r"\s?(?:/|\bper\b|每)\s?"
_DENOMINATOR = rf"(?:{_alternation(_DEN)})"
_POWER = re.compile(
    rf"\s?(?:x\s?|\*\s?)?10\s?(?:\^|\*\*?|[eE])?\s?(?P<power>1[0-2]|[3-9])"
    rf"{_PER}(?P<den>{_DENOMINATOR})(?![A-Za-z0-9])"
)
_POWER_ALONE = re.compile(r"\s?x\s?10\s?(?:\^|\*\*?)?\s?(?P<power>1[0-2]|[3-9])(?![\d/])")
_FRACTION = re.compile(
    rf"\s?(?P<num>{_alternation(_NUM)})(?P<dens>(?:{_PER}{_DENOMINATOR}(?![A-Za-z])){{1,2}})"
)
_NONE_PER = re.compile(rf"\s?/\s?(?P<den>{_DENOMINATOR})(?![A-Za-z0-9])")
_SINGLE = re.compile(rf"\s?-?(?P<unit>{_alternation({**_NUM, **_ALONE})}){_END}", re.IGNORECASE)
_DEN_RE = re.compile(rf"{_PER}(?P<den>{_DENOMINATOR})(?![A-Za-z])")
_MEANS = frozenset({"C", "F", "m", "s", "h", "d", "y", "K", "k", "T", "G", "in", "cap", "x"})


def unit_at(text: str, position: int) -> tuple[str | None, int]:
    """The UCUM unit written at `position` of folded `text`, and where it ends.

    `(None, position)` where no unit stands there. Annotations after a unit (FEU, of water)
    are not read.
    """
    if not _may_begin_unit(text[position : position + 3].lstrip()):
        return None, position
    for reader in (_power, _fraction, _per_only, _older_per_cent, _alone):
        found = reader(text, position)
        if found is not None:
            return found
    return None, position


_NEVER_FIRST = frozenset("023456789,;.|()]=:<>!?，。；、：")


def _may_begin_unit(following: str) -> bool:
    """Whether a unit can begin so; most numbers of a list have none, and this tells it fast."""
    first = following[:1]
    if not first or first in _NEVER_FIRST:
        return False
    if first == "1":
        return following.startswith("10")
    return first != "-" or following[1:2].isalpha()


def _power(text: str, position: int) -> tuple[str, int] | None:
    match = _POWER.match(text, position)
    if match:
        return f"10*{match['power']}/{_DEN[match['den']]}", match.end()
    match = _POWER_ALONE.match(text, position)
    return (f"10*{match['power']}", match.end()) if match else None


def _lookup(spelling: str, *tables: Mapping[str, str]) -> str | None:
    key = re.sub(r"\s", "", spelling)
    for table in tables:
        for candidate in (spelling, key):
            if candidate in table:
                return table[candidate]
    folded = key.casefold()
    for table in tables:
        for known, ucum in table.items():
            if known.replace(" ", "").casefold() == folded:
                return ucum
    return None


_FREQUENCY = re.compile(r"每\s?(?:天|日|周)$")
_ANYCASE_FRACTION = re.compile(_FRACTION.pattern, re.IGNORECASE)


def _fraction(text: str, position: int) -> tuple[str, int] | None:
    match = _FRACTION.match(text, position) or _ANYCASE_FRACTION.match(text, position)
    if not match:
        return None
    numerator = _lookup(match["num"], _NUM)
    denominators = [
        _lookup(m["den"], _DEN) for m in re.finditer(_DEN_RE.pattern, match["dens"], re.IGNORECASE)
    ]
    if numerator is None or not denominators or None in denominators:
        return None
    end = match.end()
    if denominators == ["min"]:
        end = _area(text, end, denominators)
    if _FREQUENCY.search(match["dens"]):
        # 5mg每天两次 is 5 mg, twice a day.
        return numerator, match.end("num")
    numerator = "" if numerator in ("{beats}", "{#}") else numerator
    return numerator + "".join(f"/{d}" for d in denominators), end


_AREA = re.compile(
    r"\s?/?\s?[(\[{]?\s?(?:/|per\s)?\s?1\.73\s?_?\s?(?:m\s?\^?2|平方米|㎡)?\s?[)\]}]?",
    re.IGNORECASE,
)


def _area(text: str, end: int, denominators: list[str | None]) -> int:
    match = _AREA.match(text, end)
    if not match:
        return end
    denominators.append("{1.73_m2}")
    return match.end()


def _per_only(text: str, position: int) -> tuple[str, int] | None:
    match = _NONE_PER.match(text, position)
    if match is None:
        return None
    return f"/{_DEN[match['den']]}", match.end()


_PER_CENT = re.compile(r"\s?(?P<num>mg|g)\s?%")


def _older_per_cent(text: str, position: int) -> tuple[str, int] | None:
    """mg% and g% are mg/dL and g/dL."""
    match = _PER_CENT.match(text, position)
    return (f"{match['num']}/dL", match.end()) if match else None


def _alone(text: str, position: int) -> tuple[str, int] | None:
    match = _SINGLE.match(text, position)
    if not match:
        return None
    unit = match["unit"]
    spaced = text[position : position + 1].isspace()
    # Bare letters count as units only in their own case: 38.9 C, not "3 in the morning".
    single = unit.strip()
    # A small g is a gram, whatever a large one means.
    if (
        single != "g"
        and single.casefold() in {m.casefold() for m in _MEANS}
        and (
            single not in _MEANS
            or single in ("in", "x", "T", "G")
            or (single in ("m", "s") and spaced)
        )
    ):
        return None
    ucum = _lookup(unit, _ALONE, _NUM)
    return None if ucum is None else (ucum, match.end())


def unit_of(text: str) -> str | None:
    """The UCUM unit that `text` as a whole writes, or `None`."""
    folded = fold(text).strip()
    unit, end = unit_at(folded, 0)
    return unit if end == len(folded) else None


@lru_cache(maxsize=1)
def _registry():  # type: ignore[no-untyped-def]
    from ucumvert import PintUcumRegistry

    return PintUcumRegistry()


# Laboratories write the standard body area in several ways that UCUM reads as other units.
_BODY_AREA = re.compile(r"/\(?1\.73\.?_?\[?m2\]?\)?")
_ANNOTATION = re.compile(r"\{[^}]*\}")


@lru_cache(maxsize=512)
def _plain(unit: str) -> str:
    """The unit without annotations; international units as units, osmoles per litre as per kg."""
    unit = _BODY_AREA.sub("", re.sub(r"/\{[^}]*\}", "", unit))
    unit = _ANNOTATION.sub("", unit).replace("[IU]", "U").replace("[iU]", "U").replace("[pH]", "1")
    unit = unit.replace("mEq", "meq")
    if unit in ("mosm/L", "mosm"):
        unit = "mosm/kg"
    if unit in ("kg_jin", "[kg_jin]"):
        unit = "[kg_jin]"
    return unit or "1"


@lru_cache(maxsize=512)
def _pint_unit(unit: str):  # type: ignore[no-untyped-def]
    from ucumvert.parser import InvalidUcumError

    try:
        parsed = _registry().from_ucum(unit)
    except InvalidUcumError:
        return None
    return getattr(parsed, "units", None) if unit != "1" else _registry().dimensionless


def _by_tables(value: float, from_unit: str, to_unit: str) -> float | None:
    """By exact factors where both units are plain ones, else by the library."""
    if {from_unit, to_unit} == {"Cel", "[degF]"}:
        return value * 1.8 + 32 if from_unit == "Cel" else (value - 32) / 1.8
    source, target = plain_unit(from_unit), plain_unit(to_unit)
    if source is not None and target is not None:
        return convert_plain(value, source, target)
    return _by_library(value, from_unit, to_unit)


@lru_cache(maxsize=2048)
def _by_library(value: float, from_unit: str, to_unit: str) -> float | None:
    from pint.errors import DimensionalityError

    source, target = _pint_unit(from_unit), _pint_unit(to_unit)
    if source is None or target is None:
        return None
    try:
        return float(_registry().Quantity(value, source).to(target).magnitude)
    except DimensionalityError:
        return None


_JIN_IN_KG = 0.5
_CREATININE_G_PER_MMOL = 0.11312


def convert(
    value: float, from_unit: str, to_unit: str, analyte: Analyte | None = None
) -> float | None:
    """`value` of `from_unit` in `to_unit` (both UCUM), or `None` where it cannot be.

    With an analyte, mass and amount convert by its molar mass and equivalents by its valence.
    HbA1c converts between % and mmol/mol by the NGSP-IFCC master equation (Weykamp 2008):
    % = 0.09148 × mmol/mol + 2.152.
    """
    source, target = _plain(from_unit), _plain(to_unit)
    if source == target:
        return value
    if source == "[kg_jin]":
        return convert(value * _JIN_IN_KG, "kg", to_unit, analyte)
    if ("meq" in source) != ("meq" in target):
        # UCUM counts an equivalent as a mole; only the valence says how many it is.
        if analyte is None or analyte.valence is None:
            return None
        return _by_substance(value, source, target, analyte)
    direct = _special(value, source, target, analyte)
    if direct is None:
        direct = _by_tables(value, source, target)
    if direct is not None or analyte is None:
        return direct
    return _by_substance(value, source, target, analyte)


def _special(value: float, source: str, target: str, analyte: Analyte | None) -> float | None:
    if analyte is None:
        return None
    if analyte.id == "hba1c":
        if (source, target) == ("mmol/mol", "%"):
            return 0.09148 * value + 2.152
        if (source, target) == ("%", "mmol/mol"):
            return (value - 2.152) / 0.09148
    if analyte.id in ("urine-acr", "urine-pcr"):
        for a, b, flip in ((source, target, False), (target, source, True)):
            if a.endswith("/mmol") and b.endswith("/g"):
                step = _by_tables(1.0, a.removesuffix("/mmol"), b.removesuffix("/g"))
                if step is None:
                    return None
                factor = step / _CREATININE_G_PER_MMOL
                return value / factor if flip else value * factor
    return None


def _by_substance(value: float, source: str, target: str, analyte: Analyte) -> float | None:
    """Mass, moles and equivalents of one analyte, by way of moles."""
    if "meq" in source and analyte.valence:
        return convert(value / analyte.valence, source.replace("meq", "mmol"), target, analyte)
    if "meq" in target and analyte.valence:
        moles = convert(value, source, target.replace("meq", "mmol"), analyte)
        return None if moles is None else moles * analyte.valence
    if analyte.molar_mass is None:
        return None
    if "mol" in source:
        grams = value * analyte.molar_mass
        return _by_tables(grams, source.replace("mol", "g", 1), target)
    if "mol" in target:
        mass = _by_tables(value, source, target.replace("mol", "g", 1))
        return None if mass is None else mass / analyte.molar_mass
    return None


def same_kind(first: str, second: str, analyte: Analyte | None = None) -> bool:
    """Whether a value of one unit can be converted to the other."""
    return convert(1.0, first, second, analyte) is not None
