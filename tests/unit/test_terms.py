"""The terms room: codes and names lead to the right analyte and drug, in both languages."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from physassist_tui.terms import (
    analyte_by_id,
    analyte_for_code,
    analyte_for_name,
    analytes,
    drug_by_id,
    drug_for_name,
    drug_in,
    drugs,
    label,
)

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"


@pytest.mark.parametrize(
    ("code", "analyte_id"),
    [
        ("2160-0", "creatinine"),
        ("38483-4", "creatinine"),
        ("2345-7", "glucose"),
        ("2339-0", "glucose"),
        ("41653-7", "glucose"),
        ("2823-3", "potassium"),
        ("6298-4", "potassium"),
        ("3094-0", "urea-nitrogen"),
        ("6301-6", "inr"),
        ("8480-6", "systolic"),
        ("98979-8", "egfr"),
        ("2161-8", "urine-creatinine"),
    ],
)
def test_code_leads_to_its_analyte(code: str, analyte_id: str) -> None:
    found = analyte_for_code(code)
    assert found is not None
    assert found.id == analyte_id


def test_unknown_names_and_codes_lead_nowhere() -> None:
    assert analyte_for_code("0000-0") is None
    assert analyte_for_name("creatinin e") is None
    assert analyte_for_name("") is None
    assert drug_for_name("notadrug") is None
    assert drug_in("") is None


@pytest.mark.parametrize(
    ("name", "analyte_id"),
    [
        ("Creatinine", "creatinine"),
        ("scr", "creatinine"),
        ("肌酐", "creatinine"),
        ("血肌酐", "creatinine"),
        ("尿肌酐", "urine-creatinine"),
        ("BUN", "urea-nitrogen"),
        ("尿素氮", "urea-nitrogen"),
        ("ＢＵＮ", "urea-nitrogen"),
        ("糖化血红蛋白", "hba1c"),
        ("body  mass index", "bmi"),
        ("国际标准化比值", "inr"),
    ],
)
def test_name_leads_to_its_analyte(name: str, analyte_id: str) -> None:
    found = analyte_for_name(name)
    assert found is not None
    assert found.id == analyte_id


@pytest.mark.parametrize(
    ("name", "drug_id"),
    [
        ("Eliquis", "apixaban"),
        ("艾乐妥", "apixaban"),
        ("阿哌沙班", "apixaban"),
        ("apixiban", "apixaban"),
        ("格华止", "metformin"),
        ("LASIX", "furosemide"),
        ("速尿", "furosemide"),
        ("salbutamol", "albuterol"),
        ("阿斯匹林", "aspirin"),
        ("Bactrim", "trimethoprim-sulfamethoxazole"),
    ],
)
def test_name_leads_to_its_drug(name: str, drug_id: str) -> None:
    found = drug_for_name(name)
    assert found is not None
    assert found.id == drug_id


@pytest.mark.parametrize(
    ("display", "drug_id"),
    [
        ("apixaban 5 MG Oral Tablet [Eliquis]", "apixaban"),
        ("24 HR metformin hydrochloride 500 MG Extended Release Oral Tablet", "metformin"),
        ("insulin glargine 100 UNT/ML", "insulin-glargine"),
        ("甘精胰岛素注射液", "insulin-glargine"),
        ("盐酸二甲双胍片 0.5g", "metformin"),
        ("去甲肾上腺素", "norepinephrine"),
    ],
)
def test_longest_drug_name_of_a_display_wins(display: str, drug_id: str) -> None:
    found = drug_in(display)
    assert found is not None
    assert found.id == drug_id


def test_tables_are_consistent() -> None:
    codes = Counter(code for analyte in analytes() for code in analyte.loinc)
    assert [code for code, n in codes.items() if n > 1] == []
    assert len(analytes()) >= 70
    assert len(drugs()) >= 120
    for analyte in analytes():
        assert all(analyte.en), analyte.id
        assert all(analyte.zh), analyte.id
        assert analyte_by_id(analyte.id) is analyte
        assert all(name.strip() == name for name in analyte.names)
    rx = Counter(drug.rxnorm for drug in drugs() if drug.rxnorm)
    assert [code for code, n in rx.items() if n > 1] == []
    for drug in drugs():
        assert drug_by_id(drug.id) is drug
        assert drug_for_name(drug.en[0]) is drug, drug.id
        assert drug_for_name(drug.zh[0]) is drug, drug.id


def test_a_drug_name_never_means_two_drugs() -> None:
    names = Counter(name.casefold() for drug in drugs() for name in drug.names)
    assert [name for name, n in names.items() if n > 1] == []


def test_loinc_check_digits_are_right() -> None:
    for analyte in analytes():
        for code in analyte.loinc:
            body, check = code.split("-")
            total = 0
            for place, digit in enumerate(reversed(body)):
                step = int(digit) * (2 if place % 2 == 0 else 1)
                total += step // 10 + step % 10
            assert int(check) == -total % 10, code


@pytest.mark.parametrize(
    ("display", "shown"),
    [
        ("Creatinine", "肌酐 (Creatinine)"),
        ("Creatinine [Mass/volume] in Urine", "尿肌酐 (Creatinine [Mass/volume] in Urine)"),
        ("apixaban 5 MG Oral Tablet", "阿哌沙班 (apixaban 5 MG Oral Tablet)"),
        ("Something else", "Something else"),
        ("血肌酐", "血肌酐"),
        ("INR", "国际标准化比值 (INR)"),
        ("", ""),
    ],
)
def test_chinese_label(display: str, shown: str) -> None:
    assert label(display, "zh") == shown
    assert label(display, "en") == display


@given(st.text(max_size=60))
def test_arbitrary_text_never_raises(text: str) -> None:
    analyte_for_name(text)
    drug_for_name(text)
    drug_in(text)
    assert text in label(text, "zh")


def test_real_synthea_labs_are_known(real_data: Path) -> None:
    seen: Counter[str] = Counter()
    for file in sorted((real_data / "synthea-r4").glob("*.json")):
        for entry in json.loads(file.read_text(encoding="utf-8")).get("entry", []):
            resource = entry["resource"]
            if resource["resourceType"] == "Observation" and "valueQuantity" in resource:
                seen[resource["code"]["coding"][0]["code"]] += 1
    known = sum(n for code, n in seen.items() if analyte_for_code(code))
    assert known / sum(seen.values()) > 0.9


@pytest.mark.parametrize(
    ("display", "chinese"),
    [
        ("Penicillin", "青霉素"),
        ("Penicillin G", "青霉素"),
        ("Penicillin V", "青霉素V"),
        ("Aspirin", "阿司匹林"),
        ("Sulfa", "磺胺类"),
        ("Sulfonamide antibiotics", "磺胺类抗生素"),
        ("Iodinated contrast media", "含碘造影剂"),
        ("Latex (substance)", "乳胶"),
        ("Peanut", "花生"),
        ("Allergy to peanut", "花生过敏"),
        ("Shellfish allergy", "甲壳类海鲜过敏"),
    ],
)
def test_what_people_are_allergic_to_has_a_chinese_label(display: str, chinese: str) -> None:
    assert label(display, "zh") == f"{chinese} ({display})"
    assert label(display, "en") == display


@pytest.mark.parametrize("display", ["Fish oil", "Milk of magnesia", "Tachycardia", "Egg donor"])
def test_what_only_begins_like_an_allergen_keeps_its_name(display: str) -> None:
    assert label(display, "zh") == display


def _medications(resource: dict[str, Any]) -> list[str]:
    concept = resource.get("medicationCodeableConcept")
    if resource["resourceType"] in ("Medication", "AllergyIntolerance"):
        concept = resource.get("code")
    concept = concept or {}
    displays = [coding.get("display") for coding in concept.get("coding", [])]
    return [name for name in (concept.get("text"), *displays) if name]


def test_every_drug_of_the_shipped_charts_and_rubrics_has_a_chinese_name() -> None:
    known_to_be_none = {"No known allergies", "No known allergy"}
    used: set[str] = set()
    for file in SCENARIOS.glob("*/*/record.json"):
        for entry in json.loads(file.read_text(encoding="utf-8"))["entry"]:
            used.update(_medications(entry["resource"]))
    ordered = re.compile(r"medication(?:_display)?: \{en: ([^,]+), zh: ([^}]+)\}")
    for file in SCENARIOS.glob("*/*/scenario.yaml"):
        text = file.read_text(encoding="utf-8")
        used.update(re.findall(r"medication(?:_display)?: ([A-Za-z][\w /-]+)", text))
        used.update(name for pair in ordered.findall(text) for name in pair)
    assert len(used) > 80
    nameless = {name for name in used - known_to_be_none if not has_chinese(label(name, "zh"))}
    assert nameless == set()
    chinese = {name for name in used if has_chinese(name)}
    assert {name for name in chinese if drug_in(name) is None} == set()


def has_chinese(text: str) -> bool:
    return any("\u4e00" <= char <= "\u9fff" for char in text)


@pytest.mark.parametrize(
    ("name", "drug_id"),
    [
        ("Entecavir", "entecavir"),
        ("Baraclude", "entecavir"),
        ("恩替卡韦口服溶液 0.05 mg/mL", "entecavir"),
        ("Rituxan", "rituximab"),
        ("5-FU", "fluorouracil"),
        ("氟尿嘧啶", "fluorouracil"),
        ("亚叶酸钙", "leucovorin"),
        ("叶酸", "folic-acid"),
        ("oestradiol", "estradiol"),
        ("indometacin", "indomethacin"),
        ("消炎痛", "indomethacin"),
        ("达肝素钠", "dalteparin"),
        ("肝素钠", "heparin"),
        ("氨苄西林", "ampicillin"),
        ("右旋糖酐铁", "iron-dextran"),
        ("Sulfamethoxazole and trimethoprim", "trimethoprim-sulfamethoxazole"),
        ("Amoxicillin and clavulanate", "amoxicillin-clavulanate"),
    ],
)
def test_what_scenarios_use_leads_to_its_drug(name: str, drug_id: str) -> None:
    found = drug_in(name)
    assert found is not None
    assert found.id == drug_id
