"""A result is found by every usual name of what was measured, in both toolsets.

The names are those that clinicians say or type, British and American, English and Chinese; the
displays are those of charts (LOINC long names, and one of a laboratory's own).
"""

from __future__ import annotations

from typing import Any

import pytest

from physassist_tui.ehr.bench import toolset as bench
from physassist_tui.i18n import LANGUAGES
from tests.unit.ehr_record import patient
from tests.unit.ehr_tools_world import ICD, ME, Play, Resource, concept, lab, of

LOCAL = "https://laboratory.example/codes"
USUAL: dict[str, tuple[str, str]] = {
    "1742-6": (
        "Alanine aminotransferase [Enzymatic activity/volume] in Serum or Plasma",
        "ALT|SGPT|alanine transaminase|谷丙转氨酶|丙氨酸氨基转移酶|丙氨酸转氨酶",
    ),
    "1920-8": (
        "Aspartate aminotransferase [Enzymatic activity/volume] in Serum or Plasma",
        "AST|SGOT|aspartate transaminase|谷草转氨酶|天冬氨酸氨基转移酶|门冬氨酸氨基转移酶",
    ),
    "6768-6": ("Alkaline phosphatase [Enzymatic activity/volume] in Serum or Plasma",
               "ALP|alk phos|碱性磷酸酶"),
    "3094-0": ("Urea nitrogen [Mass/volume] in Serum or Plasma", "BUN|urea|尿素氮|尿素|血尿素氮"),
    "2160-0": ("Creatinine [Mass/volume] in Serum or Plasma",
               "creatinine|Cr|SCr|creat|creatinine level|serum creatinine|肌酐|血肌酐"),
    "98979-8": (
        "Glomerular filtration rate/1.73 sq M.predicted [Volume Rate/Area] in Serum, Plasma or "
        "Blood by Creatinine-based formula (CKD-EPI 2021)",
        "eGFR|GFR|estimated GFR|估算肾小球滤过率|肾小球滤过率",
    ),
    "718-7": ("Hemoglobin [Mass/volume] in Blood",
              "hemoglobin|haemoglobin|Hb|Hgb|血红蛋白|血色素"),
    "4544-3": ("Hematocrit [Volume Fraction] of Blood by Automated count",
               "haematocrit|Hct|packed cell volume|红细胞压积|血细胞比容"),
    "6690-2": ("Leukocytes [#/volume] in Blood by Automated count",
               "WBC|leukocytes|leucocytes|white cells|white cell count|白细胞|白细胞计数"),
    "751-8": ("Neutrophils [#/volume] in Blood by Automated count", "ANC|neutrophils|中性粒细胞"),
    "777-3": ("Platelets [#/volume] in Blood by Automated count",
              "PLT|platelets|platelet count|thrombocytes|血小板"),
    "1988-5": ("C reactive protein [Mass/volume] in Serum or Plasma",
               "CRP|C-reactive protein|C反应蛋白"),
    "30341-2": ("Erythrocyte sedimentation rate", "ESR|sed rate|血沉"),
    "3016-3": ("Thyrotropin [Units/volume] in Serum or Plasma",
               "TSH|thyroid stimulating hormone|促甲状腺激素"),
    "4548-4": ("Hemoglobin A1c/Hemoglobin.total in Blood",
               "HbA1c|A1C|glycated haemoglobin|glycosylated hemoglobin|糖化血红蛋白|糖化"),
    "6301-6": ("INR in Platelet poor plasma by Coagulation assay",
               "INR|PT-INR|international normalised ratio|国际标准化比值"),
    "2823-3": ("Potassium [Moles/volume] in Serum or Plasma",
               "K|K+|potassium|potassium level|钾|血钾"),
    "2951-2": ("Sodium [Moles/volume] in Serum or Plasma", "Na|sodium|钠|血钠"),
    "2345-7": ("Glucose [Mass/volume] in Serum or Plasma", "blood sugar|glucose|血糖"),
    "2571-8": ("Triglyceride [Mass/volume] in Serum or Plasma", "TG|triglycerides|甘油三酯"),
    "13457-7": ("Cholesterol in LDL [Mass/volume] in Serum or Plasma by calculation",
                "LDL|LDL-C|低密度脂蛋白"),
    "2500-7": ("Iron binding capacity [Mass/volume] in Serum or Plasma", "TIBC|总铁结合力"),
    "2132-9": ("Cobalamin (Vitamin B12) [Mass/volume] in Serum or Plasma", "B12|维生素B12"),
    "14959-1": ("Microalbumin/Creatinine [Mass Ratio] in Urine",
                "UACR|ACR|albumin/creatinine ratio|尿白蛋白肌酐比"),
    "33762-6": (
        "Natriuretic peptide.B prohormone N-Terminal [Mass/volume] in Serum or Plasma",
        "NT-proBNP|proBNP|N末端脑钠肽前体",
    ),
    "6598-7": ("Troponin T.cardiac [Mass/volume] in Serum or Plasma",
               "troponin|troponin T|cTnT|trop|肌钙蛋白|肌钙蛋白T"),
    "2524-7": ("Lactate [Moles/volume] in Serum or Plasma", "lactic acid|lactate|乳酸"),
}  # fmt: skip
"""LOINC code: the chart's name of it, and what people call it."""

OWN = ("CH-0417", "Uric acid", "urate|uric acid|serum urate|SUA|UA|尿酸|血尿酸|血清尿酸")
TRAPS = ("3084-1", "14933-6", "14682-9", "30522-7")
"""Codes that somebody could guess for what this chart has under others."""


def _labs() -> list[Resource]:
    day = "2026-03-04T06:00:00-05:00"
    own = lab("own", "x", OWN[1], 8.4, day)
    own["code"] = concept(LOCAL, OWN[0], OWN[1])
    return [
        patient("p1", "Calder", "Ruth"),
        own,
        *(lab(code, code, name, 1.0, day) for code, (name, _said) in USUAL.items()),
        lab("fasting", "1558-6", "Fasting glucose [Mass/volume] in Serum or Plasma", 99, day),
    ]


@pytest.fixture(scope="module")
def plays() -> tuple[Play, Play]:
    return Play(_labs()), Play(_labs(), tools="physicianbench")


def _refs(play: Play, tool: str, query: str) -> set[str]:
    found: dict[str, Any] = play.result(tool, patient=ME, code=query)
    return {entry["ref"].split("/")[1] for entry in found["entries"]}


def test_every_usual_name_finds_the_result_in_both_toolsets(plays: tuple[Play, Play]) -> None:
    named = [(code, said) for code, (_name, names) in USUAL.items() for said in names.split("|")]
    named += [("own", said) for said in OWN[2].split("|")]
    lost = [
        (tool, code, said)
        for code, said in named
        for play, tool in zip(plays, ("Observation.search", bench.LABS), strict=True)
        for query in {said, said.casefold(), said.upper()}
        if code not in _refs(play, tool, query)
    ]
    assert lost == []


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("SGPT", {"1742-6"}),
        ("Cr", {"2160-0"}),
        ("K", {"2823-3"}),
        ("urate", {"own"}),
        ("尿酸", {"own"}),
        ("PLT", {"777-3"}),
        ("haemoglobin", {"718-7"}),
    ],
)
def test_a_name_finds_that_and_nothing_else(
    plays: tuple[Play, Play], query: str, found: set[str]
) -> None:
    for play, tool in zip(plays, ("Observation.search", bench.LABS), strict=True):
        assert _refs(play, tool, query) == found, tool


def test_what_a_part_of_the_name_found_before_is_still_found(plays: tuple[Play, Play]) -> None:
    """`AST` stands in `fasting`, too: the name is found beside it, not in its place."""
    assert _refs(plays[1], bench.LABS, "AST") == {"1920-8", "fasting"}
    assert _refs(plays[1], bench.LABS, "Creatinine") == {"2160-0", "98979-8", "14959-1"}


def test_a_code_is_no_name(plays: tuple[Play, Play]) -> None:
    """A code that this chart does not use for it finds nothing in a long task, as in life."""
    for code in TRAPS:
        assert _refs(plays[1], bench.LABS, code) == set(), code


def _problems() -> list[Resource]:
    said = {"anemia": "Iron deficiency anemia", "edema": "Pulmonary edema",
            "reflux": "Gastro-oesophageal reflux", "diarrhea": "Diarrhoea, unspecified",
            "tumor": "Neuroendocrine tumour"}  # fmt: skip
    return [
        patient("p1", "Calder", "Ruth"),
        *(
            of("Condition", number, code=concept(ICD, f"Z{at:02}", name),
               clinicalStatus={"coding": [{"code": "active"}]})
            for at, (number, name) in enumerate(said.items())
        ),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("anaemia", {"anemia"}),
        ("anemia", {"anemia"}),
        ("oedema", {"edema"}),
        ("esophageal", {"reflux"}),
        ("oesophageal", {"reflux"}),
        ("diarrhea", {"diarrhea"}),
        ("tumor", {"tumor"}),
        ("does", set()),
    ],
)
def test_both_spellings_find_a_problem(query: str, found: set[str]) -> None:
    for tools, tool in (("physassist", "Condition.search"), ("physicianbench", bench.PROBLEMS)):
        assert _refs(Play(_problems(), tools=tools), tool, query) == found, tool


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_name_that_is_typed_is_completed_by_what_the_chart_calls_it(lang: Any) -> None:
    for tools, tool in (("physassist", "Observation.search"), ("physicianbench", bench.LABS)):
        play = Play(_labs(), tools=tools, lang=lang)
        for typed, offered in (("urate", "Uric acid"), ("SGPT", USUAL["1742-6"][0])):
            offers = [one.value for one in play.runner.complete(tool, "code", typed)]
            assert offers == [offered], (tools, typed)
