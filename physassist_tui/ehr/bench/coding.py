"""Codes as callers give them, made into FHIR concepts."""

from __future__ import annotations

import re
from typing import Any

from physassist_tui.ehr.dosing import SNOMED
from physassist_tui.ehr.matching import LOINC
from physassist_tui.ehr.protocol import EhrError
from physassist_tui.i18n import msg, several

CPT = "http://www.ama-assn.org/go/cpt"
ICD10 = "http://hl7.org/fhir/sid/icd-10-cm"

LABORATORY = "108252007"
_CATEGORIES: tuple[tuple[str, str, str], ...] = (
    # SNOMED CT code, its name, other words for it
    (LABORATORY, "Laboratory procedure", "laboratory|lab|labs|化验|检验"),
    ("363679005", "Imaging", "imaging|radiology|影像"),
    ("387713003", "Surgical procedure", "surgical|surgery|surgical procedure|手术"),
    ("409063005", "Counselling", "counselling|counseling|咨询"),
    ("409073007", "Education", "education|宣教"),
    (
        "386053000",
        "Evaluation procedure",
        "evaluation|referral|consultation|consult|evaluation procedure|转诊|会诊|评估",
    ),
    ("91251008", "Physical therapy procedure", "physical therapy|physiotherapy|物理治疗"),
)
_BY_WORD = {
    word: (code, name)
    for code, name, words in _CATEGORIES
    for word in (code, name.casefold(), *words.split("|"))
}
_SHAPES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\d{1,7}-\d"), LOINC),
    (re.compile(r"(?:LA|LP)\d+-\d"), LOINC),
    (re.compile(r"[A-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?"), ICD10),
    (re.compile(r"\d{4}[0-9FTU]"), CPT),
    (re.compile(r"\d{6,18}"), SNOMED),
)
_CODE = re.compile(r"[^\s]+(?:\s[^\s]+)*")


def system_of(code: str) -> str | None:
    """The code system that a code's shape is that of; `None` where it tells nothing."""
    return next((system for shape, system in _SHAPES if shape.fullmatch(code)), None)


def concept(stem: str, code: object, display: object, system: object) -> dict[str, Any]:
    """A CodeableConcept of a code, words, or both. Raises `EhrError` for a code that is none.

    `system|code` in `code` names the system, too.
    """
    made: dict[str, Any] = {}
    if code is not None:
        given = str(code)
        if "|" in given and system is None:
            system, _bar, given = given.partition("|")
        if not given or not _CODE.fullmatch(given):
            raise EhrError(
                msg("{field} is no code: {value}.", field=f"{stem}_code", value=given),
                field=f"{stem}_code",
            )
        coding: dict[str, str] = {"code": given}
        where = str(system) if system else system_of(given)
        if where is not None:
            coding = {"system": where, **coding}
        if display is not None:
            coding["display"] = str(display)
        made["coding"] = [coding]
    if display is not None:
        made["text"] = str(display)
    return made


def service_category(code: object, display: object) -> dict[str, Any]:
    """The category of a ServiceRequest: one of the SNOMED CT codes of the tool, by code or word;
    laboratory where neither is given."""
    said = code if code is not None else display
    found = _BY_WORD.get(LABORATORY if said is None else str(said).strip().casefold())
    if found is None and code is not None and display is not None and str(code).isdigit():
        found = str(code), str(display)
    if found is None:
        allowed = [f"{one} ({name})" for one, name, _words in _CATEGORIES]
        raise EhrError(
            msg(
                "category_code cannot be {value}; it is one of: {allowed}.",
                value=str(said),
                allowed=several(allowed),
            ),
            field="category_code",
            allowed=[one for one, _name, _words in _CATEGORIES],
        )
    coded, name = found
    return {"coding": [{"system": SNOMED, "code": coded, "display": name}], "text": name}
