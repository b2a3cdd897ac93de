"""Scores of risk and severity. A finding or condition is given as 1 (there) or 0 (not there)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from physassist_tui.score.formulas_model import BadFormula, NamedFormula, positive, sex_of


def cha2ds2_vasc(
    age: float,
    sex: str,
    heart_failure: float = 0,
    hypertension: float = 0,
    diabetes: float = 0,
    stroke: float = 0,
    vascular_disease: float = 0,
) -> float:
    """The score from 0 to 9."""
    points = _count(heart_failure, hypertension, diabetes, vascular_disease)
    points += 2 if stroke else 0
    points += 2 if age >= 75 else 1 if age >= 65 else 0
    return points + (1 if sex_of(sex) == "female" else 0)


def qsofa(respiratory_rate: float, systolic: float, altered_mentation: float = 0) -> float:
    """0 to 3, one each for 22 breaths/min or more, systolic 100 mmHg or less, altered mentation."""
    return _count(respiratory_rate >= 22, systolic <= 100, altered_mentation)


_Bands = Sequence[tuple[float, float]]
"""Upper limits, each included, and their points; in rising order, the last one infinite."""

_RATE: _Bands = ((8, 3), (11, 1), (20, 0), (24, 2), (math.inf, 3))
_SATURATION: _Bands = ((91, 3), (93, 2), (95, 1), (math.inf, 0))
_SATURATION_2_LOW: _Bands = ((83, 3), (85, 2), (87, 1), (math.inf, 0))
_SATURATION_2_OXYGEN: _Bands = ((92, 0), (94, 1), (96, 2), (math.inf, 3))
_SYSTOLIC: _Bands = ((90, 3), (100, 2), (110, 1), (219, 0), (math.inf, 3))
_PULSE: _Bands = ((40, 3), (50, 1), (90, 0), (110, 1), (130, 2), (math.inf, 3))
_TEMPERATURE: _Bands = ((35.0, 3), (36.0, 1), (38.0, 0), (39.0, 1), (math.inf, 2))


def news2(
    respiratory_rate: float,
    oxygen_saturation: float,
    systolic: float,
    heart_rate: float,
    temperature: float,
    oxygen: float = 0,
    not_alert: float = 0,
    scale_2: float = 0,
) -> float:
    """0 to 20. `oxygen`: breathes added oxygen; `not_alert`: new confusion, or V, P or U.

    `scale_2` takes the saturation scale for hypercapnic respiratory failure (target 88 to 92 %).
    """
    points = _points(_RATE, respiratory_rate) + _points(_SYSTOLIC, systolic)
    points += _points(_PULSE, heart_rate) + _points(_TEMPERATURE, round(temperature, 1))
    points += (2 if oxygen else 0) + (3 if not_alert else 0)
    if not scale_2:
        return points + _points(_SATURATION, oxygen_saturation)
    if oxygen and oxygen_saturation >= 93:
        return points + _points(_SATURATION_2_OXYGEN, oxygen_saturation)
    return points + _points(_SATURATION_2_LOW, oxygen_saturation)


def curb65(
    age: float,
    urea_nitrogen: float,
    respiratory_rate: float,
    systolic: float,
    diastolic: float,
    confusion: float = 0,
) -> float:
    """0 to 5: confusion, urea above 7 mmol/L, 30 breaths/min, 90/60 mmHg, 65 years.

    Urea and urea nitrogen are the same number in mmol/L.
    """
    low_pressure = systolic < 90 or diastolic <= 60
    return _count(confusion, urea_nitrogen > 7, respiratory_rate >= 30, low_pressure, age >= 65)


def meld_3(
    sex: str,
    bilirubin: float,
    sodium: float,
    inr: float,
    creatinine: float,
    albumin: float,
    dialysis: float = 0,
) -> float:
    """6 to 40, rounded. `dialysis`: twice in the past week, which counts as creatinine 3.0 mg/dL.

    Bilirubin, INR and creatinine count as 1.0 at least, creatinine as 3.0 at most, sodium as 125
    to 137 mmol/L, albumin as 1.5 to 3.5 g/dL.
    """
    positive(bilirubin=bilirubin, inr=inr, creatinine=creatinine, sodium=sodium, albumin=albumin)
    yellow, clotting = math.log(max(bilirubin, 1.0)), math.log(max(inr, 1.0))
    kidney = math.log(3.0 if dialysis else min(max(creatinine, 1.0), 3.0))
    salt = 137 - min(max(sodium, 125.0), 137.0)
    protein = 3.5 - min(max(albumin, 1.5), 3.5)
    score = 1.33 if sex_of(sex) == "female" else 0.0
    score += 4.56 * yellow + 0.82 * salt - 0.24 * salt * yellow + 9.09 * clotting
    score += 11.14 * kidney + 1.85 * protein - 1.83 * protein * kidney + 6
    return float(min(40, math.floor(score + 0.5)))


def wells_pe(
    heart_rate: float,
    signs_of_dvt: float = 0,
    pe_most_likely: float = 0,
    immobile_or_surgery: float = 0,
    previous_dvt_or_pe: float = 0,
    haemoptysis: float = 0,
    cancer: float = 0,
) -> float:
    """0 to 12.5. Above 4 pulmonary embolism is likely, in the rule of two classes.

    `pe_most_likely`: an alternative diagnosis is less likely. `immobile_or_surgery`: in bed for 3
    days or operated on within 4 weeks. `cancer`: treated within 6 months, or palliative.
    """
    points = 3.0 * _count(signs_of_dvt, pe_most_likely)
    points += 1.5 * _count(heart_rate > 100, immobile_or_surgery, previous_dvt_or_pe)
    return points + _count(haemoptysis, cancer)


def wells_dvt(
    cancer: float = 0,
    paralysis_or_plaster: float = 0,
    bedridden_or_surgery: float = 0,
    tenderness: float = 0,
    whole_leg_swollen: float = 0,
    calf_3_cm_larger: float = 0,
    pitting_oedema: float = 0,
    collateral_veins: float = 0,
    previous_dvt: float = 0,
    alternative_as_likely: float = 0,
) -> float:
    """-2 to 9. From 2 on deep vein thrombosis is likely.

    `bedridden_or_surgery`: in bed for 3 days, or major surgery within 12 weeks.
    """
    points = _count(
        cancer,
        paralysis_or_plaster,
        bedridden_or_surgery,
        tenderness,
        whole_leg_swollen,
        calf_3_cm_larger,
        pitting_oedema,
        collateral_veins,
        previous_dvt,
    )
    return points - (2 if alternative_as_likely else 0)


def _count(*findings: float | bool) -> float:
    return float(sum(1 for finding in findings if finding))


def _points(bands: _Bands, value: float) -> float:
    if not math.isfinite(value):
        raise BadFormula(f"{value} is no measurement")
    return next(points for limit, points in bands if value <= limit)


_CONDITIONS = ("heart_failure", "hypertension", "diabetes", "stroke", "vascular_disease")
_NEWS_FLAGS = ("oxygen", "not_alert", "scale_2")
_PE_FLAGS = (
    "signs_of_dvt", "pe_most_likely", "immobile_or_surgery", "previous_dvt_or_pe",
    "haemoptysis", "cancer",
)  # fmt: skip
_DVT_FLAGS = (
    "cancer", "paralysis_or_plaster", "bedridden_or_surgery", "tenderness", "whole_leg_swollen",
    "calf_3_cm_larger", "pitting_oedema", "collateral_veins", "previous_dvt",
    "alternative_as_likely",
)  # fmt: skip

SCORES: tuple[NamedFormula, ...] = (
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
        "qsofa",
        {"respiratory_rate": "/min", "systolic": "mm[Hg]", "altered_mentation": ""},
        "{score}",
        "Singer M et al. JAMA 2016;315:801-810.",
        qsofa,
        optional=frozenset({"altered_mentation"}),
        names=("qSOFA", "quick SOFA", "qSOFA score", "qSOFA评分", "快速SOFA评分"),
    ),
    NamedFormula(
        "news2",
        {
            "respiratory_rate": "/min",
            "oxygen_saturation": "%",
            "systolic": "mm[Hg]",
            "heart_rate": "/min",
            "temperature": "Cel",
            **dict.fromkeys(_NEWS_FLAGS, ""),
        },
        "{score}",
        "Royal College of Physicians. National Early Warning Score (NEWS) 2. London, 2017.",
        news2,
        optional=frozenset(_NEWS_FLAGS),
        names=("NEWS2", "NEWS 2", "NEWS 2 score", "NEWS2 score", "NEWS", "NEWS2评分", "NEWS评分",
               "早期预警评分", "国家早期预警评分"),
    ),
    NamedFormula(
        "curb65",
        {
            "age": "a",
            "urea_nitrogen": "mmol/L",
            "respiratory_rate": "/min",
            "systolic": "mm[Hg]",
            "diastolic": "mm[Hg]",
            "confusion": "",
        },
        "{score}",
        "Lim WS et al. Thorax 2003;58:377-382.",
        curb65,
        optional=frozenset({"confusion"}),
        names=("CURB-65", "CURB65", "CURB-65 score", "CURB-65评分", "CURB65评分"),
    ),
    NamedFormula(
        "meld_3",
        {
            "sex": "sex",
            "bilirubin": "mg/dL",
            "sodium": "mmol/L",
            "inr": "1",
            "creatinine": "mg/dL",
            "albumin": "g/dL",
            "dialysis": "",
        },
        "{score}",
        "Kim WR et al. Gastroenterology 2021;161:1887-1895.",
        meld_3,
        optional=frozenset({"dialysis"}),
        names=("MELD 3.0", "MELD3.0", "MELD", "MELD score", "MELD 3.0评分", "MELD评分"),
    ),
    NamedFormula(
        "wells_pe",
        {"heart_rate": "/min", **dict.fromkeys(_PE_FLAGS, "")},
        "{score}",
        "Wells PS et al. Thromb Haemost 2000;83:416-420.",
        wells_pe,
        optional=frozenset(_PE_FLAGS),
        names=("Wells", "Wells score", "Wells criteria", "Wells PE score", "Wells评分",
               "PE Wells评分"),
    ),
    NamedFormula(
        "wells_dvt",
        dict.fromkeys(_DVT_FLAGS, ""),
        "{score}",
        "Wells PS et al. N Engl J Med 2003;349:1227-1235.",
        wells_dvt,
        optional=frozenset(_DVT_FLAGS),
        names=("Wells", "Wells score", "Wells criteria", "Wells DVT score", "Wells评分",
               "DVT Wells评分"),
    ),
)  # fmt: skip
