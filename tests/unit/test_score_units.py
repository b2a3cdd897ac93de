"""Units as they are written, and conversions with the figures that clinicians know."""

from __future__ import annotations

import subprocess
import sys

import pytest

from physassist_tui.score.plain_units import convert_plain, plain_unit
from physassist_tui.score.units import _by_library, convert, unit_of
from physassist_tui.terms import analyte_by_id, analytes


@pytest.mark.parametrize(
    ("written", "ucum"),
    [
        ("mg/dL", "mg/dL"), ("MG/DL", "mg/dL"), ("mg per dL", "mg/dL"), ("毫克/分升", "mg/dL"),
        ("μmol/L", "umol/L"), ("µmol/L", "umol/L"), ("umol/l", "umol/L"), ("微摩尔/升", "umol/L"),
        ("mEq/L", "meq/L"), ("毫摩尔每升", "mmol/L"), ("次/分", "/min"), ("bpm", "/min"),
        ("毫米汞柱", "mm[Hg]"), ("mmHg", "mm[Hg]"), ("×10^9/L", "10*9/L"), ("10E9/L", "10*9/L"),
        ("K/uL", "10*3/uL"), ("/uL", "/uL"), ("℃", "Cel"), ("°F", "[degF]"), ("%", "%"),
        ("mL/min/1.73m2", "mL/min/{1.73_m2}"), ("ml/min/1.73㎡", "mL/min/{1.73_m2}"),
        ("mL/min", "mL/min"), ("mg/kg/day", "mg/kg/d"), ("IU/L", "[IU]/L"), ("片", "{tablet}"),
        ("mcg/mL", "ug/mL"), ("kg/m^2", "kg/m2"), ("mmol/mol", "mmol/mol"), ("days", "d"),
        ("nonsense", None), ("", None),
    ],
)  # fmt: skip
def test_written_units(written: str, ucum: str | None) -> None:
    assert unit_of(written) == ucum


@pytest.mark.parametrize(
    ("value", "source", "target", "analyte", "wanted"),
    [
        (1.0, "mg/dL", "umol/L", "creatinine", 88.4),
        (18.016, "mg/dL", "mmol/L", "glucose", 1.0),
        (2.801, "mg/dL", "mmol/L", "urea-nitrogen", 1.0),
        (1.0, "mg/dL", "umol/L", "bilirubin-total", 17.1),
        (10.0, "mg/dL", "mmol/L", "calcium", 2.495),
        (2.0, "meq/L", "mmol/L", "calcium", 1.0),
        (4.5, "meq/L", "mmol/L", "potassium", 4.5),
        (38.67, "mg/dL", "mmol/L", "cholesterol", 1.0),
        (12.0, "10*9/L", "10*3/uL", "wbc", 12.0),
        (12000.0, "/uL", "10*3/uL", "wbc", 12.0),
        (98.0, "g/L", "g/dL", "hemoglobin", 9.8),
        (37.0, "Cel", "[degF]", "temperature", 98.6),
        (7.0, "%", "mmol/mol", "hba1c", 53.0),
        (30.0, "mg/mmol", "mg/g", "urine-acr", 265.2),
        (0.38, "1", "%", "hematocrit", 38.0),
        (1.0, "[IU]/L", "U/L", "alt", 1.0),
        (40.0, "kPa", "mm[Hg]", "pco2", 300.0),
    ],
)
def test_conversions(value: float, source: str, target: str, analyte: str, wanted: float) -> None:
    known = analyte_by_id(analyte)
    assert known is not None
    found = convert(value, source, target, known)
    assert found == pytest.approx(wanted, rel=2e-3)
    back = convert(wanted, target, source, known)
    assert back == pytest.approx(value, rel=2e-3)


def test_what_cannot_be_converted_is_none() -> None:
    assert convert(5.0, "mg", "mmol/L", analyte_by_id("potassium")) is None
    assert convert(1.0, "mg/dL", "mmol/L") is None
    assert convert(1.0, "mg/dL", "mmol/L", analyte_by_id("albumin")) is None
    assert convert(1.0, "garbage", "mg/dL") is None


def test_every_unit_of_the_terms_room_is_ucum() -> None:
    for analyte in analytes():
        assert convert(1.0, analyte.unit, analyte.unit, analyte) == 1.0
        if analyte.molar_mass is not None:
            other = "mmol/L" if "mol" not in analyte.unit else "mg/dL"
            assert convert(1.0, analyte.unit, other, analyte) is not None, analyte.id


UCUM = (
    "mg/dL", "umol/L", "mmol/L", "g/L", "g/dL", "ng/mL", "pg/mL", "U/L", "10*9/L", "10*3/uL", "/uL",
    "%", "1", "/min", "mm/h", "mL/min", "mg/kg/d", "kg", "g", "m", "cm", "kPa", "mm[Hg]", "min",
    "h", "d", "wk", "s", "ms", "L", "mL", "kg/m2", "meq/L", "mmol/mol", "mg/g",
)  # fmt: skip


@pytest.mark.parametrize("source", UCUM)
def test_exact_factors_agree_with_the_unit_library(source: str) -> None:
    for target in UCUM:
        first, second = plain_unit(source), plain_unit(target)
        assert first is not None
        assert second is not None
        ours, theirs = convert_plain(1.7, first, second), _by_library(1.7, source, target)
        assert (ours is None) == (theirs is None), target
        if ours is not None:
            assert ours == pytest.approx(theirs, rel=1e-5), target


@pytest.mark.parametrize(
    "ucum", ["mosm/kg", "[lb_av]", "Cel", "mg/", "nonsense", "", "10*", "g//L"]
)
def test_what_is_not_plain_is_left_to_the_library(ucum: str) -> None:
    assert plain_unit(ucum) is None


def test_usual_conversions_load_no_unit_library() -> None:
    code = (
        "import sys; from physassist_tui.score.units import convert;"
        "from physassist_tui.terms import analyte_by_id as a;"
        "convert(1.0, 'mg/dL', 'umol/L', a('creatinine'));"
        "convert(38.0, 'Cel', '[degF]'); convert(1.0, '10*9/L', '10*3/uL');"
        "sys.exit('pint' in sys.modules or 'ucumvert' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
