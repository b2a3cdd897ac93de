"""The units of everyday laboratory work, converted by exact factors.

Most conversions of a session are between metric units of mass, amount, volume and time. They
need no unit library, which takes more than a second to load; what is not read here is left to
it (see `units`). Factors and prefixes are those of UCUM.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

Dimensions = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class PlainUnit:
    """`factor` base units of `dimensions`, which are sorted and without zero exponents."""

    factor: Fraction
    dimensions: Dimensions


_PREFIXES: Mapping[str, Fraction] = MappingProxyType(
    {
        "": Fraction(1),
        "k": Fraction(1000),
        "d": Fraction(1, 10),
        "c": Fraction(1, 100),
        "m": Fraction(1, 10**3),
        "u": Fraction(1, 10**6),
        "n": Fraction(1, 10**9),
        "p": Fraction(1, 10**12),
        "f": Fraction(1, 10**15),
    }
)
_METRIC: Mapping[str, tuple[Fraction, Dimensions]] = MappingProxyType(
    {
        "g": (Fraction(1), (("mass", 1),)),
        "mol": (Fraction(1), (("amount", 1),)),
        "eq": (Fraction(1), (("amount", 1),)),
        "m": (Fraction(1), (("length", 1),)),
        "L": (Fraction(1, 1000), (("length", 3),)),
        "s": (Fraction(1), (("time", 1),)),
        "U": (Fraction(1), (("enzyme", 1),)),
        "Pa": (Fraction(1000), (("length", -1), ("mass", 1), ("time", -2))),
        "m[Hg]": (Fraction(133_322_000), (("length", -1), ("mass", 1), ("time", -2))),
    }
)
_OTHER: Mapping[str, tuple[Fraction, Dimensions]] = MappingProxyType(
    {
        "min": (Fraction(60), (("time", 1),)),
        "h": (Fraction(3600), (("time", 1),)),
        "d": (Fraction(86_400), (("time", 1),)),
        "wk": (Fraction(604_800), (("time", 1),)),
        "%": (Fraction(1, 100), ()),
        "1": (Fraction(1), ()),
    }
)
_PART = re.compile(r"(?P<symbol>[A-Za-z%]+(?:\[Hg\])?|1)(?P<power>[23])?|10\*(?P<ten>\d{1,2})")


@lru_cache(maxsize=512)
def plain_unit(ucum: str) -> PlainUnit | None:
    """The unit that `ucum` writes; `None` where it holds anything but the plain symbols."""
    factor = Fraction(1)
    powers: dict[str, int] = {}
    for place, term in enumerate(ucum.split("/")):
        sign = 1 if place == 0 else -1
        if place == 0 and not term and "/" in ucum:
            continue
        found = _term(term)
        if found is None:
            return None
        factor *= found.factor**sign
        for name, power in found.dimensions:
            powers[name] = powers.get(name, 0) + sign * power
    return PlainUnit(factor, tuple(sorted((n, p) for n, p in powers.items() if p)))


def _term(term: str) -> PlainUnit | None:
    match = _PART.fullmatch(term)
    if match is None:
        return None
    if match["ten"]:
        return PlainUnit(Fraction(10) ** int(match["ten"]), ())
    found = _symbol(match["symbol"])
    if found is None:
        return None
    power = int(match["power"] or 1)
    return PlainUnit(found[0] ** power, tuple((n, p * power) for n, p in found[1]))


def _symbol(symbol: str) -> tuple[Fraction, Dimensions] | None:
    if symbol in _OTHER:
        return _OTHER[symbol]
    for prefix, factor in _PREFIXES.items():
        base = _METRIC.get(symbol.removeprefix(prefix)) if symbol.startswith(prefix) else None
        if base is not None:
            return base[0] * factor, base[1]
    return None


def convert_plain(value: float, source: PlainUnit, target: PlainUnit) -> float | None:
    """`value` of `source` in `target`; `None` where they measure different things."""
    if source.dimensions != target.dimensions:
        return None
    return float(Fraction(value) * source.factor / target.factor)
