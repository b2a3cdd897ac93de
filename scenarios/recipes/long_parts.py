"""Pieces of FHIR that the charts of long tasks are made of: concepts, times, notes as data."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from itertools import pairwise
from random import Random
from typing import Any

from panels import RXNORM, Analyte

Resource = dict[str, Any]

TERMS = "http://terminology.hl7.org/CodeSystem/"
LOINC = "http://loinc.org"
SNOMED = "http://snomed.info/sct"
UCUM = "http://unitsofmeasure.org"
RXNORM_SYSTEM = "http://www.nlm.nih.gov/research/umls/rxnorm"
ICD10 = "http://hl7.org/fhir/sid/icd-10-cm"
MRN_SYSTEM = "https://physassist.example/mrn"
AUTHORED = {"tag": [{"system": "urn:physassist:tag", "code": "authored"}]}

SERVICES = {
    "laboratory": ("108252007", "Laboratory procedure"),
    "imaging": ("363679005", "Imaging"),
    "surgical": ("387713003", "Surgical procedure"),
    "referral": ("3457005", "Patient referral"),
    "procedure": ("71388002", "Procedure"),
}
"""Categories of a service request, by SNOMED CT."""
ROUTES = {
    "oral": ("26643006", "Oral route"),
    "subcutaneous": ("34206005", "Subcutaneous route"),
    "intravenous": ("47625008", "Intravenous route"),
    "topical": ("6064005", "Topical route"),
    "inhaled": ("447694001", "Respiratory tract route"),
}
CLASSES = {
    "clinic": ("AMB", "ambulatory"),
    "phone": ("VR", "virtual"),
    "emergency": ("EMER", "emergency"),
    "inpatient": ("IMP", "inpatient encounter"),
}
NOTES = {
    "Progress note": "11506-3",
    "Consultation note": "11488-4",
    "Discharge summary": "18842-5",
    "Emergency department note": "34111-5",
    "Telephone encounter note": "34748-4",
    "Nurse note": "34746-8",
    "History and physical note": "34117-2",
}
"""Titles of notes with their LOINC document codes; a note of any other title has no code."""


def moment(at: str) -> str:
    """`2025-09-10 08:10` as a FHIR dateTime in UTC; a date alone stays a date."""
    at = at.replace(" ", "T")
    if len(at) <= 10:
        return at
    return at if at.endswith("Z") else f"{at}:00Z"


def stamp(at: str) -> str:
    """The digits of a moment, to the minute, for an id."""
    return re.sub(r"\D", "", at)[2:12]


def day_of(at: str) -> date:
    """The day of a moment."""
    return date.fromisoformat(at[:10])


def later(at: str, minutes: int) -> str:
    """A moment so many minutes later."""
    moved = datetime.fromisoformat(at[:16].replace("T", " ")) + timedelta(minutes=minutes)
    return moved.strftime("%Y-%m-%d %H:%M")


def concept(text: str, *codings: tuple[str, str], display: str = "") -> Resource:
    """A CodeableConcept: `(system, code)` codings called `display` or `text`, or words alone."""
    coded = [
        {"system": system, "code": code, "display": display or text} for system, code in codings
    ]
    if not coded:
        return {"text": text}
    return {"coding": coded, **({"text": text} if display else {})}


def term(system: str, code: str, display: str = "") -> Resource:
    """A concept of one of HL7's own code systems."""
    coding = {"system": TERMS + system, "code": code}
    return {"coding": [coding | ({"display": display} if display else {})]}


def quantity(test: Analyte, value: float) -> Resource:
    """A value of the test in its unit."""
    made: Resource = {"value": value, "unit": test.unit, "system": UCUM, "code": test.ucum}
    if not test.unit:
        del made["unit"]
    return made


def amount(value: float, unit: str) -> Resource:
    """A dose, a supply or a duration."""
    codes = {
        "mg": "mg",
        "g": "g",
        "ug": "ug",
        "mL": "mL",
        "units": "[iU]",
        "days": "d",
        "mmol": "mmol",
    }
    made: Resource = {"value": value, "unit": unit}
    return made | ({"system": UCUM, "code": codes[unit]} if unit in codes else {})


def drug(name: str) -> Resource:
    """A drug by name, with its RxNorm ingredient where `panels` has it."""
    return concept(name, (RXNORM_SYSTEM, RXNORM[name])) if name in RXNORM else {"text": name}


def limits(test: Analyte) -> list[Resource]:
    """The reference range as a laboratory prints it."""
    if test.normal:
        return [{"text": test.normal}]
    ends = {"low": test.low, "high": test.high}
    found = {
        end: {"value": value, **({"unit": test.unit} if test.unit else {})}
        for end, value in ends.items()
        if value is not None
    }
    return [found] if found else []


def interpretation(test: Analyte, value: float | str) -> list[Resource]:
    """N, L, H or A(bnormal), where the test has limits."""
    if isinstance(value, str):
        code = "N" if value == test.normal else "A"
    elif test.low is None and test.high is None:
        return []
    elif test.low is not None and value < test.low:
        code = "L"
    elif test.high is not None and value > test.high:
        code = "H"
    else:
        code = "N"
    return [term("v3-ObservationInterpretation", code)]


def attachment(text: str, title: str) -> Resource:
    """A plain text as a document's content."""
    data = base64.b64encode(text.strip().encode()).decode()
    return {"attachment": {"contentType": "text/plain", "data": data, "title": title}}


def note_type(title: str) -> Resource:
    """The type of a note of that title."""
    return concept(title, (LOINC, NOTES[title])) if title in NOTES else {"text": title}


def between(anchors: Mapping[str, float], day: date) -> float:
    """The straight line through dated anchors, level before the first and after the last."""
    points = sorted((day_of(at), value) for at, value in anchors.items())
    if day <= points[0][0]:
        return points[0][1]
    for (start, low), (end, high) in pairwise(points):
        if day <= end:
            return low + (high - low) * (day - start).days / (end - start).days
    return points[-1][1]


def noisy(value: float, spread: float, key: str) -> float:
    """`value` with a relative error of standard deviation `spread`, the same for the same key."""
    return value * (1 + max(-2.0, min(2.0, Random(key).gauss(0, 1))) * spread)


def rounded(value: float, digits: int) -> float | int:
    """As a laboratory prints it."""
    return round(value, digits) if digits else round(value)


def ckd_epi_2021(creatinine: float, age: int, sex: str) -> float:
    """eGFR in mL/min/1.73 m² (Inker et al., 2021) from creatinine in mg/dL."""
    kappa, alpha = (0.7, -0.241) if sex == "female" else (0.9, -0.302)
    part = creatinine / kappa
    value = 142 * min(part, 1) ** alpha * max(part, 1) ** -1.2 * 0.9938**age
    return float(value * (1.012 if sex == "female" else 1))
