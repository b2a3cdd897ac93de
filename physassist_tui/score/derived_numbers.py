"""What follows by a named formula from values that a player was shown.

So that a creatinine clearance reckoned from a shown creatinine, weight and age is no invented
number. The formulas are those of `formulas`; each input may be any of the last few values that
were shown of its analyte.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from physassist_tui.score.formulas import BadFormula, NamedFormula, Value, compute, formulas
from physassist_tui.score.named import things_in
from physassist_tui.score.shown_numbers import Measured, Shown
from physassist_tui.score.units import convert
from physassist_tui.terms import Analyte, analyte_for_code, analyte_for_name

_MOST = 4
_ALLOWANCE = 0.02
"""Of the value: players round the inputs, the age above all."""


def analyte_of(one: Measured) -> Analyte | None:
    """The analyte that a shown value is of, by its code or its name."""
    return analyte_for_code(one.what) or analyte_for_name(one.name)


def follows_by_formula(value: float, sentence: str, shown: Shown) -> bool:
    """Whether a formula that `sentence` names gives `value`, within 2 per cent."""
    things = things_in(sentence)
    for formula in formulas().values():
        if not _is_named(formula, sentence, things):
            continue
        for inputs in _inputs(formula, shown):
            try:
                result = compute(formula.name, inputs)
            except BadFormula:
                # Values that the formula cannot be reckoned from, as a creatinine of 0.
                continue
            if abs(abs(result) - value) <= max(abs(result) * _ALLOWANCE, 0.05):
                return True
    return False


def _is_named(formula: NamedFormula, sentence: str, things: frozenset[str]) -> bool:
    if formula.analyte is not None and f"analyte:{formula.analyte}" in things:
        return True
    folded = sentence.casefold()
    return any(name.casefold() in folded for name in formula.names)


def _inputs(formula: NamedFormula, shown: Shown) -> Iterator[dict[str, Value]]:
    needed = [name for name in formula.inputs if name not in formula.optional]
    choices = [_choices(name, formula.inputs[name], shown) for name in needed]
    for picked in product(*choices):
        yield dict(zip(needed, picked, strict=True))


def _choices(name: str, unit: str, shown: Shown) -> Sequence[Value]:
    if name == "age":
        return [] if shown.age is None else [float(shown.age)]
    if name == "sex":
        return [shown.sex] if shown.sex in ("male", "female") else []
    wanted = {"measured": "osmolality"}.get(name, name.replace("_", "-"))
    found: list[Value] = []
    for one in reversed(shown.measured):
        analyte = analyte_of(one)
        if analyte is None or analyte.id != wanted:
            continue
        converted = convert(one.value, one.unit or analyte.unit, unit, analyte)
        if converted is not None and converted not in found:
            found.append(converted)
    return found[:_MOST]
