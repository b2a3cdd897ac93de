"""Record of `discharge-planning/kidney-infection-day-3`.

Index: Elizabeth Freeman (pt-3cee5b68fde3), admitted 2025-09-17 with pyelonephritis. clinosim gives
her problems, visits, family, habits and body measures; the stay and the allergy are ours (clinosim
has aspirin and penicillin). Beside her, Jennifer Freeman (pt-de68fe548162), renamed Eliza, with a
culture of her own.
"""

from __future__ import annotations

from chart import CREATININE, EGFR, Drug, Resource, Test
from stay import Chart, background, renamed

FOLDER = "discharge-planning/kidney-infection-day-3"
INDEX, OTHER = "pt-3cee5b68fde3", "pt-de68fe548162"
STAY, EMERGENCY, CLINIC = "enc-76a204073b69", "enc-b609ba3e9369", "enc-bf09df2b3c9e"
CLOCK = "2025-09-19T09:15:00Z"

PROBLEMS = (
    "Hypertension (HTN)",
    "COPD",
    "Knee OA",
    "Nicotine dependence, cigarettes, uncomplicated",
    "Morbid (severe) obesity due to excess calories",
)
WBC = Test("wbc", "6690-2", "Leukocytes [#/volume] in Blood by Automated count", "10*3/uL",
           "10*3/uL", 4.0, 11.0)  # fmt: skip
CRP = Test("crp", "1988-5", "C reactive protein [Mass/volume] in Serum or Plasma", "mg/L", "mg/L",
           None, 5)  # fmt: skip

CEFTRIAXONE = Drug("ceftriaxone", "Ceftriaxone", "2193")
LISINOPRIL = Drug("lisinopril", "Lisinopril")
TIOTROPIUM = Drug("tiotropium", "Tiotropium")
PARACETAMOL = Drug("acetaminophen", "Acetaminophen", "161")

DAYS = ("2025-09-17T13:50:00Z", "2025-09-18T06:10:00Z", "2025-09-19T06:05:00Z")


def build(found: dict[str, list[Resource]]) -> list[Resource]:
    """The resources of both patients."""
    return _index(found[INDEX]) + _other(found[OTHER])


def _index(raw: list[Resource]) -> list[Resource]:
    kept = background(raw, CLOCK, PROBLEMS, STAY, "Admitted 17 September 2025, internal medicine")
    her = Chart(INDEX, "au-ef")
    her.lab(CREATININE, "2025-08-22T10:40:00Z", 0.86, CLINIC)
    for test, values in (
        (WBC, (16.9, 13.2, 9.1)),
        (CRP, (188, 142, 71)),
        (CREATININE, (1.04, 0.93, 0.88)),
        (EGFR, (56, 64, 69)),
    ):
        for at, value in zip(DAYS, values, strict=True):
            her.lab(test, at, value, EMERGENCY if at < "2025-09-17T16" else STAY)
    rounds = (
        ("2025-09-17T13:35:00Z", EMERGENCY, 108, (104, 62), 20, 39.2, 94),
        ("2025-09-18T08:00:00Z", STAY, 92, (116, 68), 18, 38.1, 94),
        ("2025-09-18T20:00:00Z", STAY, 82, (122, 72), 16, 37.3, 95),
        ("2025-09-19T08:00:00Z", STAY, 76, (126, 74), 16, 36.9, 95),
    )
    for at, encounter, pulse, pressure, breaths, temperature, saturation in rounds:
        her.signs(at, encounter, pulse=pulse, pressure=pressure, breaths=breaths,
                  temperature=temperature, saturation=saturation, oxygen="room air")  # fmt: skip
    her.known_allergy(
        "sulfa", "Sulfamethoxazole and trimethoprim", "2014-06-30",
        reaction="Stevens-Johnson syndrome", criticality="high", severity="severe",
    )  # fmt: skip
    _medicines(her)
    her.laboratory_report(
        "urine-culture", "Bacteria identified in Urine by Culture", "630-4",
        "2025-09-19T07:40:00Z",
        "Escherichia coli, more than 100,000 CFU/mL. Ampicillin R, ciprofloxacin S, "
        "levofloxacin S, ceftriaxone S, trimethoprim/sulfamethoxazole S, nitrofurantoin S. "
        "ESBL not detected.",
        STAY,
    )  # fmt: skip
    her.laboratory_report(
        "blood-culture", "Bacteria identified in Blood by Culture", "600-7",
        "2025-09-19T07:45:00Z", "No growth after 42 hours, two sets.", STAY, status="preliminary",
    )  # fmt: skip
    her.report(
        "ultrasound", "Ultrasound of kidneys", "24531-4", "2025-09-17T15:10:00Z",
        "Kidneys of normal size, no hydronephrosis, no stone, no abscess.", EMERGENCY,
    )  # fmt: skip
    _notes(her)
    return kept + her.made


def _medicines(her: Chart) -> None:
    her.order("home-lisinopril", LISINOPRIL, "2025-08-22T10:50:00Z", "20 mg by mouth once daily",
              dose=20, per_day=1, where="community", encounter=CLINIC)  # fmt: skip
    her.order("home-tiotropium", TIOTROPIUM, "2025-08-22T10:50:00Z", "Inhaled once daily",
              where="community", encounter=CLINIC)  # fmt: skip
    iv = her.order("ceftriaxone", CEFTRIAXONE, "2025-09-17T14:10:00Z",
                   "1 g intravenously every 24 hours", dose=1, unit="g", per_day=1, route="iv",
                   encounter=STAY, reason="Pyelonephritis")  # fmt: skip
    times = ("2025-09-17T14:25:00Z", "2025-09-18T14:20:00Z")
    her.given(iv, CEFTRIAXONE, times, "1 g IV", STAY, dose=1, unit="g", route="iv")
    fever = her.order("acetaminophen", PARACETAMOL, "2025-09-17T14:10:00Z",
                      "650 mg by mouth every 6 hours as needed", dose=650,
                      encounter=STAY)  # fmt: skip
    her.given(fever, PARACETAMOL, ("2025-09-17T14:30:00Z", "2025-09-18T02:10:00Z"), "650 mg PO",
              STAY, dose=650)  # fmt: skip


def _notes(her: Chart) -> None:
    her.note(
        "nursing-admission", "Nursing admission assessment", "34746-8", "2025-09-17T18:00:00Z",
        """
Nursing admission assessment, 17 September 2025, 18:00. Nurse: Ella Mack.
Burning on passing water for four days, then fever, shivering and pain in the right flank. Lives
with her sister Joan, who drives. Walks with a cane because of the knees, washes and dresses
herself. Takes a calcium tablet with breakfast and chews antacids "when the stomach burns"; neither
is on the list. Smokes half a pack a day. Allergy band on.
""",
        STAY,
    )  # fmt: skip
    her.note(
        "progress-day-2", "Progress note", "11506-3", "2025-09-18T10:30:00Z",
        """
Progress note, hospital day 2, 18 September 2025, 10:30. Dr Katie Decker.
S: Shivering has stopped, flank still sore. Drinks and eats.
O: T 38.1 C, BP 116/68 mmHg, HR 92/min. Right flank tender. Ultrasound normal.
A: Pyelonephritis on the right, without obstruction, answering to ceftriaxone.
P: Ceftriaxone today and until the culture is back. Step down by the culture, seven days of
   treatment altogether. Home tomorrow if free of fever.
""",
        STAY,
    )  # fmt: skip


def _other(raw: list[Resource]) -> list[Resource]:
    kept = renamed(background(raw, CLOCK, ("Hypertension (HTN)", "COPD")), "Eliza")
    other = Chart(OTHER, "au-jf")
    at = "2025-09-16T10:20:00Z"
    for test, value in ((WBC, 7.4), (CRP, 3), (CREATININE, 1.21), (EGFR, 44)):
        other.lab(test, at, value)
    other.signs(at, "", pulse=72, pressure=(138, 78), breaths=14, temperature=36.4, saturation=97)
    other.laboratory_report(
        "urine-culture", "Bacteria identified in Urine by Culture", "630-4",
        "2025-09-18T09:00:00Z",
        "Klebsiella pneumoniae, 50,000 CFU/mL. Ciprofloxacin R, levofloxacin R, ceftriaxone S, "
        "trimethoprim/sulfamethoxazole S.",
        "",
    )  # fmt: skip
    other.no_known_allergy("2025-07-12")
    return kept + other.made
