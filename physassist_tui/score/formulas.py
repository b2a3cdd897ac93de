"""Named clinical formulas: what they take, in which unit they give, and who published them.

A scenario names one in a `value` grader. Every function is pure; inputs come in the units
that `inputs` says (UCUM; `sex` is `male` or `female`; `""` is a bare number).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

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


def _positive(**values: float) -> None:
    for name, value in values.items():
        if not (math.isfinite(value) and value > 0):
            raise BadFormula(f"{name} must be above 0, not {value:g}")


def _sex(sex: str) -> str:
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


def cockcroft_gault(age: float, weight: float, creatinine: float, sex: str) -> float:
    """Creatinine clearance in mL/min: (140 − age) × kg / (72 × mg/dL), × 0.85 in women."""
    _positive(age=age, weight=weight, creatinine=creatinine)
    return (140 - age) * weight / (72 * creatinine) * (0.85 if _sex(sex) == "female" else 1.0)


def ckd_epi_2021(age: float, creatinine: float, sex: str) -> float:
    """eGFR in mL/min/1.73 m², race-free, from creatinine in mg/dL."""
    _positive(age=age, creatinine=creatinine)
    female = _sex(sex) == "female"
    kappa, alpha = (0.7, -0.241) if female else (0.9, -0.302)
    ratio = creatinine / kappa
    egfr = 142 * math.pow(min(ratio, 1.0), alpha) * math.pow(max(ratio, 1.0), -1.2)
    egfr *= math.pow(0.9938, age)
    return egfr * (1.012 if female else 1.0)


def anion_gap(sodium: float, chloride: float, bicarbonate: float) -> float:
    """Na − Cl − HCO3, without potassium, in mmol/L."""
    return sodium - chloride - bicarbonate


def anion_gap_corrected(
    sodium: float, chloride: float, bicarbonate: float, albumin: float
) -> float:
    """The anion gap + 2.5 × (4.0 − albumin in g/dL), in mmol/L."""
    return anion_gap(sodium, chloride, bicarbonate) + 2.5 * (4.0 - albumin)


def calcium_corrected(calcium: float, albumin: float) -> float:
    """Calcium + 0.8 × (4.0 − albumin in g/dL), in mg/dL."""
    return calcium + 0.8 * (4.0 - albumin)


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
    _positive(heart_rate=heart_rate)
    return 60 / heart_rate


def qtc_bazett(qt: float, heart_rate: float) -> float:
    """QT / √RR in ms, RR in seconds."""
    _positive(qt=qt)
    return qt / math.sqrt(_seconds_between_beats(heart_rate))


def qtc_fridericia(qt: float, heart_rate: float) -> float:
    """QT / ∛RR in ms, RR in seconds."""
    _positive(qt=qt)
    return float(qt / _seconds_between_beats(heart_rate) ** (1 / 3))


def cha2ds2_vasc(
    age: float,
    sex: str,
    heart_failure: float = 0,
    hypertension: float = 0,
    diabetes: float = 0,
    stroke: float = 0,
    vascular_disease: float = 0,
) -> float:
    """The score from 0 to 9; each condition is given as 1 or 0."""
    present = (heart_failure, hypertension, diabetes, vascular_disease)
    points = float(sum(1 for condition in present if condition))
    points += 2 if stroke else 0
    points += 2 if age >= 75 else 1 if age >= 65 else 0
    return points + (1 if _sex(sex) == "female" else 0)


def bmi(weight: float, height: float) -> float:
    """kg / m², the height in cm."""
    _positive(weight=weight, height=height)
    return weight / (height / 100) ** 2


def fena(urine_sodium: float, sodium: float, urine_creatinine: float, creatinine: float) -> float:
    """Fractional excretion of sodium in %."""
    _positive(sodium=sodium, urine_creatinine=urine_creatinine, creatinine=creatinine)
    return 100 * urine_sodium * creatinine / (sodium * urine_creatinine)


def osmolality(sodium: float, glucose: float, urea_nitrogen: float, ethanol: float = 0) -> float:
    """2 Na + glucose/18 + urea nitrogen/2.8 + ethanol/3.7 (the last three in mg/dL), in mosm/kg."""
    return 2 * sodium + glucose / 18 + urea_nitrogen / 2.8 + ethanol / 3.7


def osmolal_gap(
    measured: float, sodium: float, glucose: float, urea_nitrogen: float, ethanol: float = 0
) -> float:
    """Measured − calculated osmolality, in mosm/kg."""
    return measured - osmolality(sodium, glucose, urea_nitrogen, ethanol)


def mean_arterial_pressure(systolic: float, diastolic: float) -> float:
    """(systolic + 2 × diastolic) / 3, in mmHg."""
    return (systolic + 2 * diastolic) / 3


def days_between(earlier: float, later: float) -> float:
    """Whole days from one date to the other (both come as ordinals of their dates)."""
    return later - earlier


def sodium_katz(sodium: float, glucose: float) -> float:
    """Sodium + 1.6 for each 100 mg/dL of glucose above 100, in mmol/L."""
    return sodium + 1.6 * max(0.0, glucose - 100) / 100


def sodium_hillier(sodium: float, glucose: float) -> float:
    """Sodium + 2.4 for each 100 mg/dL of glucose above 100, in mmol/L."""
    return sodium + 2.4 * max(0.0, glucose - 100) / 100


def winter(bicarbonate: float) -> float:
    """The pCO2 expected in metabolic acidosis, 1.5 × HCO3 + 8 (± 2), in mmHg."""
    return 1.5 * bicarbonate + 8


_GAP = {"sodium": "mmol/L", "chloride": "mmol/L", "bicarbonate": "mmol/L"}
_OSM = {"sodium": "mmol/L", "glucose": "mg/dL", "urea_nitrogen": "mg/dL", "ethanol": "mg/dL"}
_CONDITIONS = ("heart_failure", "hypertension", "diabetes", "stroke", "vascular_disease")

_CORRECTED_SODIUM = (
    "corrected sodium", "corrected Na", "glucose-corrected sodium", "校正钠",
    "校正血钠", "校正后血钠",
)  # fmt: skip

_ALL: tuple[NamedFormula, ...] = (
    NamedFormula(
        "cockcroft_gault",
        {"age": "a", "weight": "kg", "creatinine": "mg/dL", "sex": "sex"},
        "mL/min",
        "Cockcroft DW, Gault MH. Nephron 1976;16:31-41.",
        cockcroft_gault,
        analyte="creatinine-clearance",
    ),
    NamedFormula(
        "ckd_epi_2021",
        {"age": "a", "creatinine": "mg/dL", "sex": "sex"},
        "mL/min/{1.73_m2}",
        "Inker LA et al. N Engl J Med 2021;385:1737-1749.",
        ckd_epi_2021,
        analyte="egfr",
    ),
    NamedFormula(
        "anion_gap",
        _GAP,
        "mmol/L",
        "Emmett M, Narins RG. Medicine (Baltimore) 1977;56:38-54.",
        anion_gap,
        analyte="anion-gap",
    ),
    NamedFormula(
        "anion_gap_corrected",
        {**_GAP, "albumin": "g/dL"},
        "mmol/L",
        "Figge J et al. Crit Care Med 1998;26:1807-1810.",
        anion_gap_corrected,
        names=("corrected anion gap", "albumin-corrected anion gap", "校正阴离子间隙",
               "校正的阴离子间隙", "白蛋白校正阴离子间隙"),
    ),
    NamedFormula(
        "calcium_corrected",
        {"calcium": "mg/dL", "albumin": "g/dL"},
        "mg/dL",
        "Payne RB et al. Br Med J 1973;4:643-646, in mg/dL.",
        calcium_corrected,
        analyte="calcium-corrected",
    ),
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
        "cha2ds2_vasc",
        {"age": "a", "sex": "sex", **dict.fromkeys(_CONDITIONS, "")},
        "{score}",
        "Lip GYH et al. Chest 2010;137:263-272.",
        cha2ds2_vasc,
        optional=frozenset(_CONDITIONS),
        analyte="cha2ds2-vasc",
    ),
    NamedFormula(
        "bmi", {"weight": "kg", "height": "cm"}, "kg/m2", "WHO Technical Report Series 894, 2000.",
        bmi, analyte="bmi",
    ),
    NamedFormula(
        "fena",
        {
            "urine_sodium": "mmol/L",
            "sodium": "mmol/L",
            "urine_creatinine": "mg/dL",
            "creatinine": "mg/dL",
        },
        "%",
        "Espinel CH. JAMA 1976;236:579-581.",
        fena,
        analyte="fena",
    ),
    NamedFormula(
        "osmolality",
        _OSM,
        "mosm/kg",
        "Smithline N, Gardner KD. JAMA 1976;236:1594-1597; ethanol as /3.7, "
        "Purssell RA et al. Ann Emerg Med 2001;38:653-659.",
        osmolality,
        optional=frozenset({"ethanol"}),
        analyte="osmolality",
        names=("calculated osmolality", "计算渗透压"),
    ),
    NamedFormula(
        "osmolal_gap",
        {"measured": "mosm/kg", **_OSM},
        "mosm/kg",
        "As osmolality; the gap is measured less calculated.",
        osmolal_gap,
        optional=frozenset({"ethanol"}),
        analyte="osmolal-gap",
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
    NamedFormula(
        "sodium_katz",
        {"sodium": "mmol/L", "glucose": "mg/dL"},
        "mmol/L",
        "Katz MA. N Engl J Med 1973;289:843-844.",
        sodium_katz,
        names=_CORRECTED_SODIUM,
    ),
    NamedFormula(
        "sodium_hillier",
        {"sodium": "mmol/L", "glucose": "mg/dL"},
        "mmol/L",
        "Hillier TA et al. Am J Med 1999;106:399-403.",
        sodium_hillier,
        names=_CORRECTED_SODIUM,
    ),
    NamedFormula(
        "winter",
        {"bicarbonate": "mmol/L"},
        "mm[Hg]",
        "Albert MS, Dell RB, Winters RW. Ann Intern Med 1967;66:312-322.",
        winter,
        names=("expected pCO2", "expected PaCO2", "predicted pCO2", "预期pCO2", "预计PaCO2",
               "预计二氧化碳分压", "代偿预计值"),
    ),
)  # fmt: skip


@lru_cache(maxsize=1)
def formulas() -> Mapping[str, NamedFormula]:
    """All formulas, by name."""
    return {formula.name: formula for formula in _ALL}


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
