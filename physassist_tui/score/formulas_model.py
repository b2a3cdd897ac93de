"""What a named formula is, and what its inputs must be."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Value = float | str


class BadFormula(Exception):
    """A formula that does not exist, or that was given too little, too much or the impossible."""


@dataclass(frozen=True)
class NamedFormula:
    """A formula. `inputs` are its parameters and their units; those of `optional` may be left out.

    `unit` is UCUM; empty where it follows the unit of the inputs. `analyte` is the id of what
    it gives in the terms room, `names` are its further names in either language.
    """

    name: str
    inputs: Mapping[str, str]
    unit: str
    cite: str
    compute: Callable[..., float]
    optional: frozenset[str] = frozenset()
    analyte: str | None = None
    names: tuple[str, ...] = field(default=())


def positive(**values: float) -> None:
    """`BadFormula` unless each is a number above 0."""
    for name, value in values.items():
        if not (math.isfinite(value) and value > 0):
            raise BadFormula(f"{name} must be above 0, not {value:g}")


def sex_of(sex: str) -> str:
    """`male` or `female`; `BadFormula` for anything else."""
    known = {
        "male": "male",
        "m": "male",
        "男": "male",
        "female": "female",
        "f": "female",
        "女": "female",
    }
    found = known.get(sex.strip().casefold())
    if found is None:
        raise BadFormula(f"sex must be male or female, not {sex!r}")
    return found
