"""What a clinic orders, measures and prescribes: laboratory panels, vital signs, drugs.

LOINC codes and UCUM units of each test, adult reference limits as a laboratory prints them,
RxNorm ingredient codes (only those we are certain of), CVX codes of vaccines.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Analyte:
    """A test: LOINC code and name, unit (UCUM in `ucum`), limits, digits that are printed.

    With `normal` the result is a word ("Negative") and not a number.
    """

    slug: str
    loinc: str
    display: str
    unit: str = ""
    ucum: str = ""
    low: float | None = None
    high: float | None = None
    digits: int = 0
    usual: float = 0.0
    normal: str = ""


@dataclass(frozen=True)
class Panel:
    """Tests that are ordered, drawn and reported together. `slug` names it in ids."""

    slug: str
    loinc: str
    display: str
    tests: tuple[Analyte, ...]


def _serum(name: str, kind: str = "Mass/volume") -> str:
    return f"{name} [{kind}] in Serum or Plasma"


SODIUM = Analyte(
    "sodium", "2951-2", _serum("Sodium", "Moles/volume"), "mmol/L", "mmol/L", 136, 145, 0, 140
)
POTASSIUM = Analyte(
    "potassium", "2823-3", _serum("Potassium", "Moles/volume"), "mmol/L", "mmol/L", 3.5, 5.0, 1, 4.2
)
CHLORIDE = Analyte(
    "chloride", "2075-0", _serum("Chloride", "Moles/volume"), "mmol/L", "mmol/L", 98, 107, 0, 102
)
CARBON_DIOXIDE = Analyte(
    "co2", "2028-9", "Carbon dioxide, total [Moles/volume] in Serum or Plasma", "mmol/L", "mmol/L",
    22, 29, 0, 25,
)  # fmt: skip
UREA = Analyte("bun", "3094-0", _serum("Urea nitrogen"), "mg/dL", "mg/dL", 7, 20, 0, 14)
CREATININE = Analyte(
    "creatinine", "2160-0", _serum("Creatinine"), "mg/dL", "mg/dL", 0.6, 1.2, 2, 0.9
)
EGFR = Analyte(
    "egfr", "98979-8",
    "Glomerular filtration rate/1.73 sq M.predicted [Volume Rate/Area] in Serum, Plasma or Blood "
    "by Creatinine-based formula (CKD-EPI 2021)",
    "mL/min/1.73 m2", "mL/min/{1.73_m2}", 60, None, 0, 90,
)  # fmt: skip
GLUCOSE = Analyte("glucose", "2345-7", _serum("Glucose"), "mg/dL", "mg/dL", 70, 99, 0, 92)
CALCIUM = Analyte("calcium", "17861-6", _serum("Calcium"), "mg/dL", "mg/dL", 8.6, 10.2, 1, 9.4)
ALT = Analyte(
    "alt", "1742-6",
    "Alanine aminotransferase [Enzymatic activity/volume] in Serum or Plasma",
    "U/L", "U/L", 7, 40, 0, 22,
)  # fmt: skip
AST = Analyte(
    "ast", "1920-8",
    "Aspartate aminotransferase [Enzymatic activity/volume] in Serum or Plasma",
    "U/L", "U/L", 10, 40, 0, 22,
)  # fmt: skip
ALP = Analyte(
    "alp", "6768-6", "Alkaline phosphatase [Enzymatic activity/volume] in Serum or Plasma",
    "U/L", "U/L", 40, 129, 0, 72,
)  # fmt: skip
GGT = Analyte(
    "ggt", "2324-2", "Gamma glutamyl transferase [Enzymatic activity/volume] in Serum or Plasma",
    "U/L", "U/L", 8, 61, 0, 25,
)  # fmt: skip
BILIRUBIN = Analyte(
    "bilirubin", "1975-2", "Bilirubin.total [Mass/volume] in Serum or Plasma", "mg/dL", "mg/dL",
    0.2, 1.2, 1, 0.6,
)  # fmt: skip
BILIRUBIN_DIRECT = Analyte(
    "bilirubin-direct", "1968-7", "Bilirubin.direct [Mass/volume] in Serum or Plasma", "mg/dL",
    "mg/dL", 0.0, 0.3, 1, 0.2,
)  # fmt: skip
ALBUMIN = Analyte("albumin", "1751-7", _serum("Albumin"), "g/dL", "g/dL", 3.5, 5.0, 1, 4.2)
PROTEIN = Analyte("protein", "2885-2", _serum("Protein"), "g/dL", "g/dL", 6.0, 8.3, 1, 7.1)
CHOLESTEROL = Analyte(
    "cholesterol", "2093-3", _serum("Cholesterol"), "mg/dL", "mg/dL", None, 200, 0, 180
)
TRIGLYCERIDE = Analyte(
    "triglyceride", "2571-8", _serum("Triglyceride"), "mg/dL", "mg/dL", None, 150, 0, 130
)
HDL = Analyte(
    "hdl", "2085-9", "Cholesterol in HDL [Mass/volume] in Serum or Plasma", "mg/dL", "mg/dL",
    40, None, 0, 48,
)  # fmt: skip
LDL = Analyte(
    "ldl", "13457-7", "Cholesterol in LDL [Mass/volume] in Serum or Plasma by calculation",
    "mg/dL", "mg/dL", None, 100, 0, 98,
)  # fmt: skip
LEUKOCYTES = Analyte(
    "wbc", "6690-2", "Leukocytes [#/volume] in Blood by Automated count", "10*3/uL", "10*3/uL",
    4.0, 11.0, 1, 6.5,
)  # fmt: skip
ERYTHROCYTES = Analyte(
    "rbc", "789-8", "Erythrocytes [#/volume] in Blood by Automated count", "10*6/uL", "10*6/uL",
    4.0, 5.7, 2, 4.7,
)  # fmt: skip
HEMOGLOBIN = Analyte(
    "hemoglobin", "718-7", "Hemoglobin [Mass/volume] in Blood", "g/dL", "g/dL", 12.0, 16.5, 1, 14.0
)
HEMATOCRIT = Analyte(
    "hematocrit", "4544-3", "Hematocrit [Volume Fraction] of Blood by Automated count", "%", "%",
    36, 49, 1, 42,
)  # fmt: skip
MCV = Analyte("mcv", "787-2", "MCV [Entitic volume] by Automated count", "fL", "fL", 80, 100, 1, 90)
RDW = Analyte(
    "rdw", "788-0", "Erythrocyte distribution width [Ratio] by Automated count", "%", "%",
    11.5, 14.5, 1, 13.2,
)  # fmt: skip
PLATELETS = Analyte(
    "platelets", "777-3", "Platelets [#/volume] in Blood by Automated count", "10*3/uL", "10*3/uL",
    150, 400, 0, 240,
)  # fmt: skip
NEUTROPHILS = Analyte(
    "neutrophils", "751-8", "Neutrophils [#/volume] in Blood by Automated count", "10*3/uL",
    "10*3/uL", 1.8, 7.7, 1, 3.9,
)  # fmt: skip
LYMPHOCYTES = Analyte(
    "lymphocytes", "731-0", "Lymphocytes [#/volume] in Blood by Automated count", "10*3/uL",
    "10*3/uL", 1.0, 4.8, 1, 1.9,
)  # fmt: skip
EOSINOPHILS = Analyte(
    "eosinophils", "711-2", "Eosinophils [#/volume] in Blood by Automated count", "10*3/uL",
    "10*3/uL", 0.0, 0.5, 2, 0.15,
)  # fmt: skip
HBA1C = Analyte(
    "hba1c", "4548-4", "Hemoglobin A1c/Hemoglobin.total in Blood", "%", "%", 4.0, 5.6, 1, 5.4
)
TSH = Analyte(
    "tsh", "3016-3", "Thyrotropin [Units/volume] in Serum or Plasma", "mIU/L", "m[IU]/L",
    0.4, 4.5, 2, 2.0,
)  # fmt: skip
FREE_T4 = Analyte(
    "free-t4", "3024-7", "Thyroxine (T4) free [Mass/volume] in Serum or Plasma", "ng/dL", "ng/dL",
    0.8, 1.8, 2, 1.2,
)  # fmt: skip
URATE = Analyte("urate", "3084-1", _serum("Urate"), "mg/dL", "mg/dL", 3.5, 7.2, 1, 5.4)
MAGNESIUM = Analyte("magnesium", "19123-9", _serum("Magnesium"), "mg/dL", "mg/dL", 1.7, 2.4, 1, 2.0)
PHOSPHATE = Analyte("phosphate", "2777-1", _serum("Phosphate"), "mg/dL", "mg/dL", 2.5, 4.5, 1, 3.5)
CRP = Analyte(
    "crp", "1988-5", "C reactive protein [Mass/volume] in Serum or Plasma", "mg/L", "mg/L",
    None, 5.0, 1, 1.5,
)  # fmt: skip
ESR = Analyte("esr", "30341-2", "Erythrocyte sedimentation rate", "mm/h", "mm/h", None, 20, 0, 10)
FERRITIN = Analyte("ferritin", "2276-4", _serum("Ferritin"), "ng/mL", "ng/mL", 30, 300, 0, 110)
IRON = Analyte("iron", "2498-4", _serum("Iron"), "ug/dL", "ug/dL", 60, 170, 0, 95)
TIBC = Analyte(
    "tibc", "2500-7", "Iron binding capacity [Mass/volume] in Serum or Plasma", "ug/dL", "ug/dL",
    240, 450, 0, 330,
)  # fmt: skip
IRON_SATURATION = Analyte(
    "iron-saturation", "2502-3", "Iron saturation [Mass Fraction] in Serum or Plasma", "%", "%",
    20, 50, 0, 29,
)  # fmt: skip
B12 = Analyte(
    "b12", "2132-9", "Cobalamin (Vitamin B12) [Mass/volume] in Serum or Plasma", "pg/mL", "pg/mL",
    211, 946, 0, 450,
)  # fmt: skip
FOLATE = Analyte("folate", "2284-8", _serum("Folate"), "ng/mL", "ng/mL", 4.0, None, 1, 11.0)
VITAMIN_D = Analyte(
    "vitamin-d", "1989-3", "25-hydroxyvitamin D3 [Mass/volume] in Serum or Plasma", "ng/mL",
    "ng/mL", 30, 100, 0, 34,
)  # fmt: skip
INR = Analyte(
    "inr", "6301-6", "INR in Platelet poor plasma by Coagulation assay", "{INR}", "{INR}",
    0.9, 1.1, 1, 1.0,
)  # fmt: skip
NT_PRO_BNP = Analyte(
    "ntprobnp", "33762-6",
    "Natriuretic peptide.B prohormone N-Terminal [Mass/volume] in Serum or Plasma",
    "pg/mL", "pg/mL", None, 125, 0, 60,
)  # fmt: skip
CK = Analyte(
    "ck", "2157-6", "Creatine kinase [Enzymatic activity/volume] in Serum or Plasma", "U/L", "U/L",
    30, 200, 0, 95,
)  # fmt: skip
URINE_ACR = Analyte(
    "uacr", "9318-7", "Albumin/Creatinine [Mass Ratio] in Urine", "mg/g", "mg/g", None, 30, 0, 8
)
URINE_GRAVITY = Analyte(
    "urine-gravity", "5811-5", "Specific gravity of Urine by Test strip", "", "1", 1.005, 1.030,
    3, 1.015,
)  # fmt: skip
URINE_PH = Analyte("urine-ph", "5803-2", "pH of Urine by Test strip", "[pH]", "[pH]", 5, 8, 1, 6.0)


def _strip(slug: str, loinc: str, name: str) -> Analyte:
    return Analyte(
        f"urine-{slug}", loinc, f"{name} [Presence] in Urine by Test strip", normal="Negative"
    )


URINE_PROTEIN = _strip("protein", "20454-5", "Protein")
URINE_GLUCOSE = _strip("glucose", "25428-4", "Glucose")
URINE_KETONES = _strip("ketones", "2514-8", "Ketones")
URINE_BLOOD = _strip("blood", "5794-3", "Hemoglobin")
URINE_ESTERASE = _strip("esterase", "5799-2", "Leukocyte esterase")
URINE_NITRITE = _strip("nitrite", "5802-4", "Nitrite")

BMP = Panel(
    "bmp", "51990-0", "Basic metabolic panel - Blood",
    (SODIUM, POTASSIUM, CHLORIDE, CARBON_DIOXIDE, UREA, CREATININE, EGFR, GLUCOSE, CALCIUM),
)  # fmt: skip
CBC = Panel(
    "cbc", "58410-2", "CBC panel - Blood by Automated count",
    (LEUKOCYTES, ERYTHROCYTES, HEMOGLOBIN, HEMATOCRIT, MCV, RDW, PLATELETS, NEUTROPHILS,
     LYMPHOCYTES, EOSINOPHILS),
)  # fmt: skip
LFT = Panel(
    "lft", "24325-3", "Hepatic function panel - Serum or Plasma",
    (ALT, AST, ALP, BILIRUBIN, BILIRUBIN_DIRECT, ALBUMIN, PROTEIN),
)  # fmt: skip
LIPIDS = Panel(
    "lipids", "24331-1", "Lipid panel - Serum or Plasma", (CHOLESTEROL, TRIGLYCERIDE, HDL, LDL)
)
URINALYSIS = Panel(
    "ua", "24356-8", "Urinalysis complete panel - Urine",
    (URINE_GRAVITY, URINE_PH, URINE_PROTEIN, URINE_GLUCOSE, URINE_KETONES, URINE_BLOOD,
     URINE_ESTERASE, URINE_NITRITE),
)  # fmt: skip
IRON_STUDIES = Panel(
    "iron", "50190-8", "Iron and Iron binding capacity panel - Serum or Plasma",
    (IRON, TIBC, IRON_SATURATION, FERRITIN),
)  # fmt: skip


def alone(test: Analyte) -> Panel:
    """A test that is ordered by itself, as a panel of one."""
    return Panel(test.slug, test.loinc, test.display, (test,))


SYSTOLIC = Analyte("systolic", "8480-6", "Systolic blood pressure", "mmHg", "mm[Hg]", usual=124)
DIASTOLIC = Analyte("diastolic", "8462-4", "Diastolic blood pressure", "mmHg", "mm[Hg]", usual=76)
PULSE = Analyte("pulse", "8867-4", "Heart rate", "/min", "/min", usual=72)
BREATHS = Analyte("breaths", "9279-1", "Respiratory rate", "/min", "/min", usual=15)
TEMPERATURE = Analyte(
    "temperature", "8310-5", "Body temperature", "Cel", "Cel", None, None, 1, 36.7
)
SATURATION = Analyte(
    "saturation", "59408-5", "Oxygen saturation in Arterial blood by Pulse oximetry", "%", "%",
    usual=98,
)  # fmt: skip
WEIGHT = Analyte("weight", "29463-7", "Body weight", "kg", "kg", None, None, 1, 72.0)
HEIGHT = Analyte("height", "8302-2", "Body height", "cm", "cm", None, None, 0, 168)
BODY_MASS = Analyte("bmi", "39156-5", "Body mass index (BMI) [Ratio]", "kg/m2", "kg/m2", digits=1)

RXNORM = {
    "Acetaminophen": "161", "Allopurinol": "519", "Amlodipine": "17767", "Amoxicillin": "723",
    "Apixaban": "1364430", "Aspirin": "1191", "Atorvastatin": "83367", "Azithromycin": "18631",
    "Cephalexin": "2231", "Clopidogrel": "32968", "Colchicine": "2683", "Dapagliflozin": "1488564",
    "Empagliflozin": "1545653", "Febuxostat": "73689", "Furosemide": "4603", "Gabapentin": "25480",
    "Glipizide": "4821", "Hydrochlorothiazide": "5487", "Ibuprofen": "5640",
    "Insulin glargine": "274783", "Levothyroxine": "10582", "Lisinopril": "29046",
    "Losartan": "52175", "Metformin": "6809", "Methotrexate": "6851", "Metoprolol": "6918",
    "Naproxen": "7258", "Omeprazole": "7646", "Pantoprazole": "40790", "Prednisone": "8640",
    "Rosuvastatin": "301542", "Sertraline": "36437", "Simvastatin": "36567",
    "Spironolactone": "9997", "Warfarin": "11289",
}  # fmt: skip
"""RxNorm ingredient codes by the name a prescription is written under; others are text only."""

CVX = {
    "Influenza, injectable, quadrivalent, preservative free": "150",
    "COVID-19 vaccine, unspecified": "213",
    "Pneumococcal polysaccharide PPSV23": "33",
    "Pneumococcal conjugate PCV20": "216",
    "Zoster vaccine recombinant": "187",
    "Tdap": "115",
    "Hepatitis B, adult": "43",
}
"""CVX codes of vaccines by name."""
