"""Record of `diagnostic-workup/creatinine-up`.

Index: Carol Fuentes (pt-f66eb56cd4a1), admitted 2025-12-12 with acute kidney injury. clinosim gives
her problems, visits, family, habits and body measures; the stay up to the clock, and the creatinine
before it, are ours. Beside her, Norma Peterson (pt-bdf855f8b42d), renamed Carla Fuentes.
"""

from __future__ import annotations

from chart import CREATININE, POTASSIUM, SODIUM, UREA, Drug, Resource, Test
from stay import Chart, background, renamed

FOLDER = "diagnostic-workup/creatinine-up"
INDEX, OTHER = "pt-f66eb56cd4a1", "pt-bdf855f8b42d"
STAY, EMERGENCY, CLINIC = "enc-b1e92235a334", "enc-1d99089a18ce", "enc-f3c8789d11f8"
CLOCK = "2025-12-13T08:30:00Z"

PROBLEMS = (
    "Type 2 diabetes (DM)",
    "Hypertension (HTN)",
    "CKD",
    "Obesity, unspecified",
    "Dyslipidemia",
)
URINE_SODIUM = Test("urine-sodium", "2955-3", "Sodium [Moles/volume] in Urine", "mmol/L", "mmol/L")
URINE_CREATININE = Test(
    "urine-creatinine", "2161-8", "Creatinine [Mass/volume] in Urine", "mg/dL", "mg/dL"
)
URINE_UREA = Test("urine-urea", "3095-7", "Urea nitrogen [Mass/volume] in Urine", "mg/dL", "mg/dL")
BICARBONATE = Test("bicarbonate", "1963-8", "Bicarbonate [Moles/volume] in Serum or Plasma",
                   "mmol/L", "mmol/L", 22, 29)  # fmt: skip

FUROSEMIDE = Drug("furosemide", "Furosemide", "4603")
LOSARTAN = Drug("losartan", "Losartan")
METFORMIN = Drug("metformin", "Metformin", "6809")
ATORVASTATIN = Drug("atorvastatin", "Atorvastatin", "83367")

ARRIVAL, MORNING = "2025-12-12T12:05:00Z", "2025-12-13T06:10:00Z"


def build(found: dict[str, list[Resource]]) -> list[Resource]:
    """The resources of both patients."""
    return _index(found[INDEX]) + _other(found[OTHER])


def _index(raw: list[Resource]) -> list[Resource]:
    kept = background(raw, CLOCK, PROBLEMS, STAY, "Admitted 12 December 2025, internal medicine")
    her = Chart(INDEX, "au-cf")
    before = "2025-06-24T10:35:00Z"
    for test, value in ((CREATININE, 1.10), (UREA, 19), (POTASSIUM, 4.4)):
        her.lab(test, before, value, CLINIC)
    for test, values in (
        (CREATININE, (2.86, 2.71)),
        (UREA, (78, 75)),
        (SODIUM, (133, 134)),
        (POTASSIUM, (4.9, 4.8)),
        (BICARBONATE, (19, 19)),
    ):
        her.lab(test, ARRIVAL, values[0], EMERGENCY)
        her.lab(test, MORNING, values[1], STAY)
    for test, value in ((URINE_SODIUM, 58), (URINE_CREATININE, 96), (URINE_UREA, 412)):
        her.lab(test, "2025-12-12T12:40:00Z", value, EMERGENCY)
    rounds = (
        ("2025-12-12T11:55:00Z", EMERGENCY, 108, (98, 58), 18, 36.6, 97),
        ("2025-12-12T20:00:00Z", STAY, 98, (104, 62), 16, 36.7, 97),
        ("2025-12-13T07:50:00Z", STAY, 94, (106, 64), 16, 36.6, 97),
    )
    for at, encounter, pulse, pressure, breaths, temperature, saturation in rounds:
        her.signs(at, encounter, pulse=pulse, pressure=pressure, breaths=breaths,
                  temperature=temperature, saturation=saturation, oxygen="room air")  # fmt: skip
    her.no_known_allergy("2025-06-24")
    _medicines(her)
    _reports(her)
    _notes(her)
    return kept + her.made


def _medicines(her: Chart) -> None:
    for slug, drug, dose, per_day in (
        ("home-furosemide", FUROSEMIDE, 40, 1),
        ("home-losartan", LOSARTAN, 100, 1),
        ("home-metformin", METFORMIN, 1000, 2),
        ("home-atorvastatin", ATORVASTATIN, 40, 1),
    ):
        often = "twice" if per_day == 2 else "once"
        her.order(slug, drug, "2025-06-24T10:40:00Z", f"{dose:,} mg by mouth {often} daily",
                  dose=dose, per_day=per_day, where="community", encounter=CLINIC)  # fmt: skip
    for slug, drug, dose, per_day in (
        ("losartan", LOSARTAN, 100, 1),
        ("metformin", METFORMIN, 1000, 2),
        ("furosemide", FUROSEMIDE, 40, 1),
    ):
        often = "twice" if per_day == 2 else "once"
        her.order(slug, drug, "2025-12-12T15:40:00Z",
                  f"{dose:,} mg by mouth {often} daily, as at home", dose=dose, per_day=per_day,
                  encounter=STAY)  # fmt: skip


def _reports(her: Chart) -> None:
    her.report(
        "ultrasound", "Ultrasound of kidneys", "24531-4", "2025-12-12T17:10:00Z",
        "Right kidney 10.4 cm, left 10.6 cm, normal cortex. No hydronephrosis. "
        "Bladder nearly empty.",
        STAY,
    )  # fmt: skip
    her.laboratory_report(
        "urinalysis", "Urinalysis with microscopy", "24356-8", "2025-12-12T13:05:00Z",
        "Specific gravity 1.020. Protein trace, blood negative. Hyaline casts; no granular casts, "
        "no red cells, no white cells.",
        EMERGENCY,
    )  # fmt: skip


def _notes(her: Chart) -> None:
    her.note(
        "triage", "Emergency department Triage note", "54094-8", "2025-12-12T11:55:00Z",
        """
Triage, 12 December 2025, 11:55. Nurse: Sandra Stark.
"Washed out" for most of a week, dizzy on standing, passing little and dark. Nausea. Husband drove
her. Brought a full pill organiser, all compartments up to this morning empty.
""",
        EMERGENCY,
    )  # fmt: skip
    her.note(
        "nursing-admission", "Nursing admission assessment", "34746-8", "2025-12-12T16:30:00Z",
        """
Nursing admission assessment, 12 December 2025, 16:30. Nurse: Ella Mack.
Dry mouth, skin slow to settle. Stomach upset since a church supper on the 6th. Lives with her
husband Luis, works part time in a shop. Ankles were swollen in November and are slim now. Takes her
pills "to the letter, and then some". No painkillers found among her things.
""",
        STAY,
    )  # fmt: skip
    her.note(
        "admission-doctor", "History and physical note", "34117-2", "2025-12-12T17:40:00Z",
        """
Admission note, 12 December 2025, 17:40. Dr Katie Decker.
S: Weak, little urine. History cut short, she was called to ultrasound.
O: BP 98/58 mmHg lying, dizzy on sitting up. HR 108/min. Neck veins flat. Lungs clear. No oedema.
A: Acute kidney injury on chronic kidney disease. Cause open: urine indices taken before any fluid.
P: Saline 1 L overnight. Home medicines continued for now, to be reviewed in the morning.
""",
        STAY,
    )  # fmt: skip


def _other(raw: list[Resource]) -> list[Resource]:
    kept = background(raw, CLOCK, ("Hypertension (HTN)", "Dyslipidemia"))
    kept = renamed(kept, "Carla", "Fuentes")
    other = Chart(OTHER, "au-np")
    at = "2025-12-11T09:15:00Z"
    for test, value in ((CREATININE, 0.84), (UREA, 14), (SODIUM, 140), (POTASSIUM, 4.1)):
        other.lab(test, at, value)
    for test, value in ((URINE_SODIUM, 92), (URINE_CREATININE, 110), (URINE_UREA, 640)):
        other.lab(test, "2025-12-11T09:30:00Z", value)
    other.lab(CREATININE, "2025-07-19T09:15:00Z", 0.80)
    other.report("ultrasound", "Ultrasound of kidneys", "24531-4", "2025-12-11T11:00:00Z",
                 "Mild hydronephrosis on the right, stone of 4 mm in the ureter.", "")  # fmt: skip
    other.known_allergy("penicillin", "Penicillin", "2012-04-20", reaction="Hives")
    return kept + other.made
