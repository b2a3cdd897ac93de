"""Finds analytes and drugs by name or code, and writes bilingual labels."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from physassist_tui.terms.blood import BLOOD
from physassist_tui.terms.chemistry import CHEMISTRY
from physassist_tui.terms.drug_names import DRUGS, MISSPELT
from physassist_tui.terms.measures import MEASURES
from physassist_tui.terms.model import Analyte, Drug, analytes_of
from physassist_tui.terms.more_drugs import MORE_DRUGS
from physassist_tui.terms.substances import SUBSTANCES

_CHINESE = re.compile(r"[\u3400-\u9fff]")
_DRUG_TOKEN = re.compile(r"[A-Za-z][A-Za-z\-/]{2,}")


def _key(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


@lru_cache(maxsize=1)
def analytes() -> tuple[Analyte, ...]:
    """All analytes that we know."""
    return analytes_of(CHEMISTRY + BLOOD + MEASURES)


@lru_cache(maxsize=1)
def drugs() -> tuple[Drug, ...]:
    """All drugs that we know."""
    return tuple(
        Drug(row_id, tuple(en.split("|")), tuple(zh.split("|")), rxnorm)
        for row_id, en, zh, rxnorm in DRUGS + MORE_DRUGS
    )


@lru_cache(maxsize=1)
def _analytes_by_id() -> Mapping[str, Analyte]:
    return {analyte.id: analyte for analyte in analytes()}


@lru_cache(maxsize=1)
def _analytes_by_code() -> Mapping[str, Analyte]:
    return {code: analyte for analyte in analytes() for code in analyte.loinc}


@lru_cache(maxsize=1)
def _analytes_by_name() -> Mapping[str, tuple[Analyte, ...]]:
    found: dict[str, dict[str, Analyte]] = {}
    for analyte in analytes():
        for name in (*analyte.names, analyte.id):
            found.setdefault(_key(name), {})[analyte.id] = analyte
    return {name: tuple(those.values()) for name, those in found.items()}


@lru_cache(maxsize=1)
def _drugs_by_id() -> Mapping[str, Drug]:
    return {drug.id: drug for drug in drugs()}


@lru_cache(maxsize=1)
def _drugs_by_name() -> Mapping[str, Drug]:
    found: dict[str, Drug] = {}
    for drug in drugs():
        for name in (*drug.names, drug.id):
            found.setdefault(_key(name), drug)
    for spelling, drug_id in MISSPELT:
        found.setdefault(_key(spelling), _drugs_by_id()[drug_id])
    return found


def analyte_by_id(analyte_id: str) -> Analyte | None:
    """The analyte with that id of ours."""
    return _analytes_by_id().get(analyte_id)


def analyte_for_code(loinc: str) -> Analyte | None:
    """The analyte that a LOINC code stands for."""
    return _analytes_by_code().get(loinc.strip())


def analyte_for_name(text: str) -> Analyte | None:
    """The analyte with exactly that name or synonym, in either language, in any case."""
    return next(iter(analytes_for_name(text)), None)


def analytes_for_name(text: str) -> tuple[Analyte, ...]:
    """All analytes with exactly that name, as both troponins are called troponin."""
    return _analytes_by_name().get(_key(text), ())


def drug_by_id(drug_id: str) -> Drug | None:
    """The drug with that id of ours."""
    return _drugs_by_id().get(drug_id)


def drug_for_name(text: str) -> Drug | None:
    """The drug with exactly that generic name, brand, Chinese name or usual misspelling."""
    return _drugs_by_name().get(_key(text))


@lru_cache(maxsize=1)
def _chinese_drug_names() -> tuple[str, ...]:
    names = (name for name in _drugs_by_name() if _CHINESE.search(name))
    return tuple(sorted(names, key=len, reverse=True))


@lru_cache(maxsize=1024)
def drug_in(text: str) -> Drug | None:
    """The drug that a display such as `apixaban 5 MG Oral Tablet` names; the longest name wins.

    English names are matched by whole words, Chinese ones as they stand in the text.
    """
    whole = drug_for_name(text)
    if whole is not None:
        return whole
    words = _DRUG_TOKEN.findall(unicodedata.normalize("NFKC", text))
    for size in (3, 2, 1):
        for at in range(len(words) - size + 1):
            found = drug_for_name(" ".join(words[at : at + size]))
            if found is not None:
                return found
    key = _key(text)
    for name in _chinese_drug_names():
        if name in key:
            return drug_for_name(name)
    return None


_SPECIMEN = re.compile(
    r"\s*\[[^\]]*\].*$"
    r"|\s+in (?:Serum|Blood|Plasma|Platelet poor plasma|Arterial blood|Venous blood)\b.*$"
    r"|\s+(?:of Blood|by Automated count).*$"
    r"|\s+(?:Auto\s+)?\((?:Bld|SerPl|S/P|RBC)[^)]*\).*$"
    r"|\s+(?:measurement|level)$",
    re.IGNORECASE,
)
_URINE = re.compile(r"urine|尿", re.IGNORECASE)


def _analyte_of_display(display: str) -> Analyte | None:
    exact = analyte_for_name(display)
    if exact is not None:
        return exact
    component = _SPECIMEN.sub("", display.replace("\u200b", ""), count=1)
    if _URINE.search(display) and not _URINE.search(component):
        return analyte_for_name(f"urine {component}")
    return analyte_for_name(component)


# "Latex (substance)", "Allergy to peanut", "Shellfish allergy", "Penicillins, class".
_ALLERGY_WORDS = re.compile(
    r"\s*\((?:substance|finding|disorder|organism|product)\)$|^(?:allergy|allergic) to\s+"
    r"|\s+(?:allergy|product|protein|derivative|substance)$",
    re.IGNORECASE,
)


def _substance_of_display(display: str) -> str | None:
    plain = display
    for _ in range(2):
        plain = _ALLERGY_WORDS.sub("", plain)
    found = SUBSTANCES.get(_key(plain))
    if found is None:
        return None
    return f"{found}过敏" if _ALLERGY.search(display) else found


_ALLERGY = re.compile(r"\ballerg(?:y|ic)\b", re.IGNORECASE)


@lru_cache(maxsize=2048)
def label(english_display: str, lang: Literal["en", "zh"]) -> str:
    """A record's English display for a reader of `lang`.

    In Chinese `Creatinine` becomes `肌酐 (Creatinine)`; what we do not know, what is already
    Chinese, and everything in English stay as they are.
    """
    if lang != "zh" or not english_display or _CHINESE.search(english_display):
        return english_display
    analyte = _analyte_of_display(english_display)
    substance = _substance_of_display(english_display)
    if analyte is not None:
        name = analyte.zh[0]
    elif substance is not None:
        name = substance
    else:
        drug = drug_in(english_display)
        if drug is None:
            return english_display
        name = drug.zh[0]
    return english_display if name == english_display else f"{name} ({english_display})"
