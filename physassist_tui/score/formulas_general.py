"""Changes, quotients and times; heart beat, blood pressure and body mass."""

from __future__ import annotations

import math

from physassist_tui.score.formulas_model import BadFormula, NamedFormula, positive


def delta(earlier: float, later: float) -> float:
    """Later − earlier; negative where it fell."""
    return later - earlier


def percent_change(earlier: float, later: float) -> float:
    """(later − earlier) / earlier, in %; negative where it fell."""
    if earlier == 0:
        raise BadFormula("earlier must not be 0")
    return (later - earlier) / abs(earlier) * 100


def ratio(numerator: float, denominator: float) -> float:
    """Numerator / denominator, both in one unit."""
    if denominator == 0:
        raise BadFormula("denominator must not be 0")
    return numerator / denominator


def _seconds_between_beats(heart_rate: float) -> float:
    positive(heart_rate=heart_rate)
    return 60 / heart_rate


def qtc_bazett(qt: float, heart_rate: float) -> float:
    """QT / √RR in ms, RR in seconds."""
    positive(qt=qt)
    return qt / math.sqrt(_seconds_between_beats(heart_rate))


def qtc_fridericia(qt: float, heart_rate: float) -> float:
    """QT / ∛RR in ms, RR in seconds."""
    positive(qt=qt)
    return float(qt / _seconds_between_beats(heart_rate) ** (1 / 3))


def bmi(weight: float, height: float) -> float:
    """kg / m², the height in cm."""
    positive(weight=weight, height=height)
    return weight / (height / 100) ** 2


def mean_arterial_pressure(systolic: float, diastolic: float) -> float:
    """(systolic + 2 × diastolic) / 3, in mmHg."""
    return (systolic + 2 * diastolic) / 3


def days_between(earlier: float, later: float) -> float:
    """Whole days from one date to the other (both come as ordinals of their dates)."""
    return later - earlier


GENERAL_FORMULAS: tuple[NamedFormula, ...] = (
    NamedFormula("delta", {"earlier": "*", "later": "*"}, "", "Arithmetic.", delta),
    NamedFormula(
        "percent_change", {"earlier": "*", "later": "*"}, "%", "Arithmetic.", percent_change
    ),
    NamedFormula("ratio", {"numerator": "*", "denominator": "*"}, "1", "Arithmetic.", ratio),
    NamedFormula(
        "qtc_bazett",
        {"qt": "ms", "heart_rate": "/min"},
        "ms",
        "Bazett HC. Heart 1920;7:353-370.",
        qtc_bazett,
        analyte="qtc",
    ),
    NamedFormula(
        "qtc_fridericia",
        {"qt": "ms", "heart_rate": "/min"},
        "ms",
        "Fridericia LS. Acta Med Scand 1920;53:469-486.",
        qtc_fridericia,
        analyte="qtc",
    ),
    NamedFormula(
        "bmi", {"weight": "kg", "height": "cm"}, "kg/m2", "WHO Technical Report Series 894, 2000.",
        bmi, analyte="bmi",
    ),
    NamedFormula(
        "mean_arterial_pressure",
        {"systolic": "mm[Hg]", "diastolic": "mm[Hg]"},
        "mm[Hg]",
        "Diastolic plus a third of the pulse pressure.",
        mean_arterial_pressure,
        analyte="map",
    ),
    NamedFormula(
        "days_between", {"earlier": "date", "later": "date"}, "d", "Arithmetic.", days_between
    ),
)  # fmt: skip
