"""Formulas of kidney function, electrolytes and acid-base."""

from __future__ import annotations

import math

from physassist_tui.score.formulas_model import NamedFormula, positive, sex_of


def cockcroft_gault(age: float, weight: float, creatinine: float, sex: str) -> float:
    """Creatinine clearance in mL/min: (140 − age) × kg / (72 × mg/dL), × 0.85 in women."""
    positive(age=age, weight=weight, creatinine=creatinine)
    return (140 - age) * weight / (72 * creatinine) * (0.85 if sex_of(sex) == "female" else 1.0)


def ckd_epi_2021(age: float, creatinine: float, sex: str) -> float:
    """eGFR in mL/min/1.73 m², race-free, from creatinine in mg/dL."""
    positive(age=age, creatinine=creatinine)
    female = sex_of(sex) == "female"
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


def fena(urine_sodium: float, sodium: float, urine_creatinine: float, creatinine: float) -> float:
    """Fractional excretion of sodium in %."""
    positive(sodium=sodium, urine_creatinine=urine_creatinine, creatinine=creatinine)
    return 100 * urine_sodium * creatinine / (sodium * urine_creatinine)


def fe_urea(
    urine_urea_nitrogen: float, urea_nitrogen: float, urine_creatinine: float, creatinine: float
) -> float:
    """Fractional excretion of urea in %; diuretics change it less than that of sodium."""
    positive(urea_nitrogen=urea_nitrogen, urine_creatinine=urine_creatinine, creatinine=creatinine)
    return 100 * urine_urea_nitrogen * creatinine / (urea_nitrogen * urine_creatinine)


def osmolality(sodium: float, glucose: float, urea_nitrogen: float, ethanol: float = 0) -> float:
    """2 Na + glucose/18 + urea nitrogen/2.8 + ethanol/3.7 (the last three in mg/dL), in mosm/kg."""
    return 2 * sodium + glucose / 18 + urea_nitrogen / 2.8 + ethanol / 3.7


def osmolal_gap(
    measured: float, sodium: float, glucose: float, urea_nitrogen: float, ethanol: float = 0
) -> float:
    """Measured − calculated osmolality, in mosm/kg."""
    return measured - osmolality(sodium, glucose, urea_nitrogen, ethanol)


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

_CORRECTED_SODIUM = (
    "corrected sodium", "corrected Na", "glucose-corrected sodium", "校正钠",
    "校正血钠", "校正后血钠",
)  # fmt: skip

CHEMISTRY_FORMULAS: tuple[NamedFormula, ...] = (
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
        "fe_urea",
        {
            "urine_urea_nitrogen": "mg/dL",
            "urea_nitrogen": "mg/dL",
            "urine_creatinine": "mg/dL",
            "creatinine": "mg/dL",
        },
        "%",
        "Carvounis CP et al. Kidney Int 2002;62:2223-2229.",
        fe_urea,
        analyte="fe-urea",
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
