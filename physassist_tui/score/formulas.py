"""Named clinical formulas: what they take, in which unit they give, and who published them.

A scenario names one in a `value` grader. Every function is pure; inputs come in the units
that `inputs` says (UCUM; `sex` is `male` or `female`; `""` is a bare number).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from physassist_tui.score.formulas_chemistry import CHEMISTRY_FORMULAS
from physassist_tui.score.formulas_general import GENERAL_FORMULAS
from physassist_tui.score.formulas_model import BadFormula, NamedFormula, Value
from physassist_tui.score.formulas_scores import SCORES

__all__ = ["BadFormula", "NamedFormula", "Value", "compute", "formula_named", "formulas"]


@lru_cache(maxsize=1)
def formulas() -> Mapping[str, NamedFormula]:
    """All formulas, by name."""
    every = CHEMISTRY_FORMULAS + GENERAL_FORMULAS + SCORES
    return {formula.name: formula for formula in every}


def formula_named(name: str) -> NamedFormula:
    """The formula of that name; `BadFormula` where there is none."""
    found = formulas().get(name)
    if found is None:
        raise BadFormula(f"no formula is named {name!r}; there are {', '.join(sorted(formulas()))}")
    return found


def compute(name: str, inputs: Mapping[str, Value]) -> float:
    """The value of a named formula.

    `BadFormula` where an input is missing, unknown or impossible.
    """
    formula = formula_named(name)
    unknown = sorted(set(inputs) - set(formula.inputs))
    missing = sorted(set(formula.inputs) - set(inputs) - formula.optional)
    if unknown or missing:
        raise BadFormula(
            f"{name}: takes {', '.join(formula.inputs)}"
            + (f"; not {', '.join(unknown)}" if unknown else "")
            + (f"; missing {', '.join(missing)}" if missing else "")
        )
    for parameter, value in inputs.items():
        if isinstance(value, str) != (formula.inputs[parameter] == "sex"):
            kind = "male or female" if formula.inputs[parameter] == "sex" else "a number"
            raise BadFormula(f"{name}: {parameter} must be {kind}, not {value!r}")
    return float(formula.compute(**inputs))
