"""Record of `medication-safety/slow-pulse`.

Index: Craig Thomas (pt-bf6e009455bd), admitted 2025-08-24 with decompensated heart failure.
clinosim gives his problems, visits, family, habits and body measures; atrial fibrillation, digoxin
and the stay up to the clock are ours. Beside him, Timothy Thomas (pt-a217f61099b5), renamed Greg.
"""

from __future__ import annotations

from chart import CREATININE, EGFR, POTASSIUM, SODIUM, Drug, Resource, Test
from stay import Chart, background, renamed

FOLDER = "medication-safety/slow-pulse"
INDEX, OTHER = "pt-bf6e009455bd", "pt-a217f61099b5"
STAY, EMERGENCY, CLINIC = "enc-18dacb08c604", "enc-6a7af4a7592c", "enc-582486f8a221"
CLOCK = "2025-08-26T09:00:00Z"

PROBLEMS = (
    "Heart failure (CHF)",
    "Chronic ischemic heart disease (IHD)",
    "Hypertension (HTN)",
    "Asthma",
    "Knee OA",
)
DIGOXIN_LEVEL = Test(
    "digoxin-level", "10535-3", "Digoxin [Mass/volume] in Serum or Plasma", "ng/mL", "ng/mL",
    0.5, 2.0,
)  # fmt: skip
MAGNESIUM = Test("magnesium", "19123-9", "Magnesium [Mass/volume] in Serum or Plasma", "mg/dL",
                 "mg/dL", 1.7, 2.4)  # fmt: skip

DIGOXIN = Drug("digoxin", "Digoxin", "3407")
FUROSEMIDE = Drug("furosemide", "Furosemide", "4603")
APIXABAN = Drug("apixaban", "Apixaban", "1364430")
LISINOPRIL = Drug("lisinopril", "Lisinopril")

ARRIVAL, DAY_2, DAY_3 = "2025-08-24T11:10:00Z", "2025-08-25T06:20:00Z", "2025-08-26T06:40:00Z"


def build(found: dict[str, list[Resource]]) -> list[Resource]:
    """The resources of both patients."""
    return _index(found[INDEX]) + _other(found[OTHER])


def _index(raw: list[Resource]) -> list[Resource]:
    kept = background(raw, CLOCK, PROBLEMS, STAY, "Admitted 24 August 2025, cardiology")
    him = Chart(INDEX, "au-ct")
    him.condition("af", "Permanent atrial fibrillation", "I48.21", "2019-10-08")
    june = "2025-06-18T10:20:00Z"
    for test, value in ((CREATININE, 1.12), (DIGOXIN_LEVEL, 0.8), (POTASSIUM, 4.3)):
        him.lab(test, june, value, CLINIC)
    for test, values in (
        (CREATININE, (1.78, 1.84, 1.90)),
        (EGFR, (38, 37, 35)),
        (POTASSIUM, (3.6, 3.3, 3.1)),
        (MAGNESIUM, (1.7, 1.6, 1.5)),
        (SODIUM, (134, 134, 135)),
    ):
        for at, value in zip((ARRIVAL, DAY_2, DAY_3), values, strict=True):
            him.lab(test, at, value, EMERGENCY if at == ARRIVAL else STAY)
    him.lab(DIGOXIN_LEVEL, ARRIVAL, 2.4, EMERGENCY)
    him.lab(DIGOXIN_LEVEL, DAY_3, 3.6, STAY)
    rounds = (
        ("2025-08-24T10:00:00Z", EMERGENCY, 50, (124, 72), 24, 36.6, 91),
        ("2025-08-25T08:00:00Z", STAY, 48, (120, 70), 20, 36.5, 94),
        ("2025-08-26T08:30:00Z", STAY, 46, (118, 68), 16, 36.5, 95),
    )
    for at, encounter, pulse, pressure, breaths, temperature, saturation in rounds:
        him.signs(at, encounter, pulse=pulse, pressure=pressure, breaths=breaths,
                  temperature=temperature, saturation=saturation, oxygen="room air")  # fmt: skip
    him.weight("2025-08-24T11:30:00Z", 63.2, STAY)
    him.weight("2025-08-26T06:00:00Z", 60.6, STAY)
    him.no_known_allergy("2025-06-18")
    _medicines(him)
    him.report(
        "ecg", "12-lead electrocardiogram", "11524-6", "2025-08-25T09:40:00Z",
        "Atrial fibrillation, ventricular rate 48/min, single ventricular ectopics. Scooped ST "
        "segments. No pause above 2 seconds.",
        STAY,
    )  # fmt: skip
    _notes(him)
    return kept + him.made


def _medicines(him: Chart) -> None:
    for slug, drug, dose, per_day in (
        ("home-digoxin", DIGOXIN, 0.25, 1),
        ("home-furosemide", FUROSEMIDE, 40, 1),
        ("home-apixaban", APIXABAN, 5, 2),
        ("home-lisinopril", LISINOPRIL, 10, 1),
    ):
        often = "twice" if per_day == 2 else "once"
        him.order(slug, drug, "2025-06-18T10:25:00Z", f"{dose} mg by mouth {often} daily",
                  dose=dose, per_day=per_day, where="community", encounter=CLINIC)  # fmt: skip
    heart = him.order("digoxin", DIGOXIN, "2025-08-24T12:10:00Z", "0.25 mg by mouth once daily",
                      dose=0.25, per_day=1, encounter=STAY,
                      reason="Atrial fibrillation, heart failure")  # fmt: skip
    times = ("2025-08-25T08:05:00Z", "2025-08-26T05:50:00Z")
    him.given(heart, DIGOXIN, times, "0.25 mg PO", STAY, dose=0.25)
    water = him.order("furosemide", FUROSEMIDE, "2025-08-24T12:10:00Z",
                      "40 mg intravenously twice daily", dose=40, per_day=2, route="iv",
                      encounter=STAY)  # fmt: skip
    times = ("2025-08-24T13:00:00Z", "2025-08-25T08:00:00Z", "2025-08-25T16:00:00Z")
    him.given(water, FUROSEMIDE, times, "40 mg IV", STAY, dose=40, route="iv")
    him.order("apixaban", APIXABAN, "2025-08-24T12:15:00Z", "5 mg by mouth twice daily", dose=5,
              per_day=2, encounter=STAY)  # fmt: skip


def _notes(him: Chart) -> None:
    him.note(
        "nursing-admission", "Nursing admission assessment", "34746-8", "2025-08-24T13:30:00Z",
        """
Nursing admission assessment, 24 August 2025, 13:30. Nurse: Sandra Stark.
Breathless, ankles swollen. Widower, retired welder, lives with his son's family. Pills set out by
his daughter-in-law; takes the heart pill at bedtime, the last one on Saturday the 23rd at about
20:00. Had "a chest thing" two weeks ago that "they sorted out at the mall". No discharge papers
with him. Eats little since Wednesday.
""",
        STAY,
    )  # fmt: skip
    him.note(
        "progress-day-2", "Progress note", "11506-3", "2025-08-25T10:30:00Z",
        """
Progress note, hospital day 2, 25 August 2025, 10:30. Dr Davis Lim, cardiology.
S: Breathing easier. Off his food.
O: BP 120/70 mmHg, HR 48/min irregular. Weight down. Creatinine 1.84, was 1.1 in June.
A: Heart failure with atrial fibrillation, diuresing. Slow rate. Level of the 24th seen late,
   digoxin given this morning before that.
P: Digoxin level tomorrow. Chemistry daily.
""",
        STAY,
    )  # fmt: skip
    him.note(
        "nursing-night", "Nurse Note", "34746-8", "2025-08-26T07:00:00Z",
        """
Nursing note, night shift to 26 August 2025, 07:00. Nurse: Ella Mack.
Medicines of the morning given early, 05:50, he was awake. Bloods drawn 06:40. Left his breakfast
again. HR on the monitor 44 to 50, no pauses. Says the wall clock looks odd.
""",
        STAY,
    )  # fmt: skip


def _other(raw: list[Resource]) -> list[Resource]:
    kept = renamed(background(raw, CLOCK, ("Hypertension (HTN)", "Dyslipidemia")), "Greg")
    other = Chart(OTHER, "au-tt")
    at = "2025-08-25T07:10:00Z"
    for test, value in (
        (DIGOXIN_LEVEL, 0.7), (CREATININE, 0.98), (EGFR, 80), (POTASSIUM, 4.4), (MAGNESIUM, 2.0),
    ):  # fmt: skip
        other.lab(test, at, value)
    other.lab(DIGOXIN_LEVEL, "2025-07-17T09:00:00Z", 0.6)
    other.weight(at, 88.0, "")
    other.signs(at, "", pulse=74, pressure=(130, 76), breaths=14, temperature=36.6, saturation=98)
    other.order("home-digoxin", DIGOXIN, "2025-07-17T09:10:00Z", "0.125 mg by mouth once daily",
                dose=0.125, per_day=1, where="community")  # fmt: skip
    other.known_allergy("sulfa", "Sulfamethoxazole and trimethoprim", "2019-03-02", reaction="Rash")
    return kept + other.made
