"""Record of `treatment-response/sepsis-day-4`.

Index: Connie Gray (pt-ca73bda1d6f2), admitted 2025-11-06 with sepsis from the urinary tract.
clinosim gives her problems, visits, family, habits and body measures; the stay up to the clock is
ours. Beside her, Wanda Gray (pt-7f5ade4a5757), renamed Bonnie, whose culture is of another kind.
"""

from __future__ import annotations

from chart import CREATININE, EGFR, Drug, Resource, Test
from stay import Chart, background, renamed

FOLDER = "treatment-response/sepsis-day-4"
INDEX, OTHER = "pt-ca73bda1d6f2", "pt-7f5ade4a5757"
STAY, EMERGENCY, CLINIC = "enc-95ae614c7292", "enc-05b2442e219b", "enc-b914b40d381e"
CLOCK = "2025-11-09T08:40:00Z"

PROBLEMS = (
    "Dyslipidemia",
    "Nicotine dependence, cigarettes, uncomplicated",
    "Morbid (severe) obesity due to excess calories",
)
WBC = Test("wbc", "6690-2", "Leukocytes [#/volume] in Blood by Automated count", "10*3/uL",
           "10*3/uL", 4.0, 11.0)  # fmt: skip
LACTATE = Test("lactate", "2524-7", "Lactate [Moles/volume] in Serum or Plasma", "mmol/L", "mmol/L",
               0.5, 2.0)  # fmt: skip
ALBUMIN = Test("albumin", "1751-7", "Albumin [Mass/volume] in Serum or Plasma", "g/dL", "g/dL",
               3.5, 5.0)  # fmt: skip
CRP = Test("crp", "1988-5", "C reactive protein [Mass/volume] in Serum or Plasma", "mg/L", "mg/L",
           None, 5)  # fmt: skip

CEFTRIAXONE = Drug("ceftriaxone", "Ceftriaxone", "2193")
ENOXAPARIN = Drug("enoxaparin", "Enoxaparin", "67108")
ATORVASTATIN = Drug("atorvastatin", "Atorvastatin", "83367")

DAYS = (
    "2025-11-06T08:40:00Z",
    "2025-11-07T06:00:00Z",
    "2025-11-08T06:05:00Z",
    "2025-11-09T06:10:00Z",
)


def build(found: dict[str, list[Resource]]) -> list[Resource]:
    """The resources of both patients."""
    return _index(found[INDEX]) + _other(found[OTHER])


def _index(raw: list[Resource]) -> list[Resource]:
    kept = background(raw, CLOCK, PROBLEMS, STAY, "Admitted 6 November 2025, internal medicine")
    her = Chart(INDEX, "au-cg")
    her.lab(CREATININE, "2025-11-01T10:35:00Z", 0.82, CLINIC)
    for test, values in (
        (WBC, (18.6, 19.4, 18.1, 17.7)),
        (LACTATE, (3.4, 2.2, 1.9, 1.8)),
        (CRP, (241, 296, 288, 279)),
        (CREATININE, (1.32, 1.10, 0.96, 0.92)),
        (EGFR, (46, 58, 68, 71)),
    ):
        for at, value in zip(DAYS, values, strict=True):
            her.lab(test, at, value, EMERGENCY if at < "2025-11-06T11" else STAY)
    her.lab(ALBUMIN, DAYS[3], 3.1, STAY)
    rounds = (
        ("2025-11-06T08:30:00Z", EMERGENCY, 124, (88, 48), 26, 39.6, 94),
        ("2025-11-07T08:00:00Z", STAY, 108, (104, 58), 22, 38.9, 95),
        ("2025-11-08T08:00:00Z", STAY, 104, (108, 62), 20, 38.8, 95),
        ("2025-11-08T20:00:00Z", STAY, 106, (106, 60), 20, 39.1, 95),
        ("2025-11-09T08:00:00Z", STAY, 102, (110, 64), 20, 38.7, 95),
    )
    for at, encounter, pulse, pressure, breaths, temperature, saturation in rounds:
        her.signs(at, encounter, pulse=pulse, pressure=pressure, breaths=breaths,
                  temperature=temperature, saturation=saturation, oxygen="room air")  # fmt: skip
    her.known_allergy("penicillin", "Penicillin", "2009-05-04", reaction="Rash, as a child",
                      criticality="low", severity="mild")  # fmt: skip
    _medicines(her)
    _reports(her)
    _notes(her)
    return kept + her.made


def _medicines(her: Chart) -> None:
    her.order("home-atorvastatin", ATORVASTATIN, "2025-11-01T10:40:00Z",
              "20 mg by mouth once daily", dose=20, per_day=1, where="community",
              encounter=CLINIC)  # fmt: skip
    iv = her.order("ceftriaxone", CEFTRIAXONE, "2025-11-06T09:10:00Z",
                   "2 g intravenously every 24 hours", dose=2, unit="g", per_day=1, route="iv",
                   encounter=STAY, reason="Sepsis from the urinary tract")  # fmt: skip
    times = [f"2025-11-0{day}T09:25:00Z" for day in (6, 7, 8)]
    her.given(iv, CEFTRIAXONE, times, "2 g IV", STAY, dose=2, unit="g", route="iv")
    clots = her.order("enoxaparin", ENOXAPARIN, "2025-11-06T12:30:00Z",
                      "40 mg subcutaneously once daily", dose=40, per_day=1, route="sc",
                      encounter=STAY)  # fmt: skip
    times = [f"2025-11-0{day}T20:00:00Z" for day in (6, 7, 8)]
    her.given(clots, ENOXAPARIN, times, "40 mg SC", STAY, dose=40, route="sc")


def _reports(her: Chart) -> None:
    her.laboratory_report(
        "urine-culture", "Bacteria identified in Urine by Culture", "630-4", "2025-11-08T10:20:00Z",
        "Gram-negative rods, more than 100,000 CFU/mL. Identification to follow.", STAY,
        status="preliminary",
    )  # fmt: skip
    her.laboratory_report(
        "blood-culture", "Bacteria identified in Blood by Culture", "600-7", "2025-11-08T22:50:00Z",
        "Both sets of 6 November: Escherichia coli, ESBL detected. Ceftriaxone R, cefepime R, "
        "ciprofloxacin R, trimethoprim/sulfamethoxazole R, piperacillin/tazobactam S (MIC 8), "
        "gentamicin S, ertapenem S, meropenem S.",
        STAY,
    )  # fmt: skip
    her.report(
        "ct", "CT of abdomen and pelvis", "41806-1", "2025-11-08T15:30:00Z",
        "Swollen left kidney with stranding. No obstruction, no stone, no abscess.", STAY,
    )  # fmt: skip


def _notes(her: Chart) -> None:
    her.note(
        "nursing-admission", "Nursing admission assessment", "34746-8", "2025-11-06T13:20:00Z",
        """
Nursing admission assessment, 6 November 2025, 13:20. Nurse: Julia Hopkins.
Fever, shaking chills and pain in the left flank for two days, muddled this morning, clear again
now. Works as a nursing aide, lives with her partner Dee. Smokes. Back at work since the middle of
October after five weeks off. Medicines before admission: "just the cholesterol pill these days".
""",
        STAY,
    )  # fmt: skip
    her.note(
        "progress-day-3", "Progress note", "11506-3", "2025-11-08T11:00:00Z",
        """
Progress note, hospital day 3, 8 November 2025, 11:00. Dr Davis Lim.
S: Weak, sweats, flank still hurts. Eats a little.
O: T 38.8 C, BP 108/62 mmHg without vasopressors since the first evening, HR 104/min. Left flank
   tender. Alert.
A: Sepsis from the urinary tract. Pressure and lactate better after fluids; fever and white count
   are not.
P: CT today for abscess or obstruction. Ceftriaxone goes on until the cultures are back.
""",
        STAY,
    )  # fmt: skip
    her.note(
        "nursing-night", "Nurse Note", "34746-8", "2025-11-09T06:30:00Z",
        """
Nursing note, night shift to 9 November 2025, 06:30. Nurse: Amber Welch.
Shaking chill at 19:50, T 39.1 C, acetaminophen offered. Slept in pieces, bed changed twice for
sweat. Helped to the bathroom. The laboratory rang at 23:00; the message was left for the day team.
""",
        STAY,
    )  # fmt: skip


def _other(raw: list[Resource]) -> list[Resource]:
    kept = renamed(background(raw, CLOCK, ("Hypertension (HTN)", "Dyslipidemia")), "Bonnie")
    other = Chart(OTHER, "au-wg")
    at = "2025-11-07T07:20:00Z"
    for test, value in ((WBC, 8.2), (LACTATE, 0.9), (CRP, 11), (CREATININE, 0.71), (EGFR, 101)):
        other.lab(test, at, value)
    other.signs(at, "", pulse=78, pressure=(124, 74), breaths=14, temperature=37.0, saturation=98)
    other.laboratory_report(
        "blood-culture", "Bacteria identified in Blood by Culture", "600-7", "2025-11-08T09:10:00Z",
        "One of four bottles: Staphylococcus epidermidis, probably from the skin.", "",
    )  # fmt: skip
    other.no_known_allergy("2025-09-13")
    return kept + other.made
