"""Record of `discharge-planning/ulcer-going-home`.

Index: Michael Walker (pt-a2b51590ca3b), admitted 2025-09-25 with a bleeding gastric ulcer. clinosim
gives his problems (atrial fibrillation among them), visits, family, habits and body measures; the
stay up to the clock is ours, and his problem list has no cirrhosis and no dementia here. Beside
him, Frank Walker (pt-4f500fd24021), renamed Mitchell, whose biopsies are back.
"""

from __future__ import annotations

from chart import CREATININE, UREA, Drug, Resource, Test
from stay import Chart, background, renamed

FOLDER = "discharge-planning/ulcer-going-home"
INDEX, OTHER = "pt-a2b51590ca3b", "pt-4f500fd24021"
STAY, EMERGENCY, CLINIC = "enc-19de6ff33343", "enc-02d8bc5871de", "enc-9098e894dc76"
CLOCK = "2025-09-28T08:50:00Z"

PROBLEMS = (
    "Atrial fibrillation (AF)",
    "Hypertension (HTN)",
    "Type 2 diabetes (DM)",
    "GERD",
    "Obesity, unspecified",
)
BLOOD = Test("hemoglobin", "718-7", "Hemoglobin [Mass/volume] in Blood", "g/dL", "g/dL", 13.0, 17.0)
PLATELETS = Test("platelets", "777-3", "Platelets [#/volume] in Blood by Automated count",
                 "10*3/uL", "10*3/uL", 150, 400)  # fmt: skip
INR = Test("inr", "6301-6", "INR in Platelet poor plasma by Coagulation assay", "{INR}", "{INR}",
           0.8, 1.2)  # fmt: skip

APIXABAN = Drug("apixaban", "Apixaban", "1364430")
METFORMIN = Drug("metformin", "Metformin", "6809")
METOPROLOL = Drug("metoprolol", "Metoprolol succinate")
PANTOPRAZOLE = Drug("pantoprazole", "Pantoprazole", "40790")

DAYS = (
    "2025-09-25T08:35:00Z",
    "2025-09-26T06:10:00Z",
    "2025-09-27T06:05:00Z",
    "2025-09-28T06:10:00Z",
)


def build(found: dict[str, list[Resource]]) -> list[Resource]:
    """The resources of both patients."""
    return _index(found[INDEX]) + _other(found[OTHER])


def _index(raw: list[Resource]) -> list[Resource]:
    kept = background(raw, CLOCK, PROBLEMS, STAY, "Admitted 25 September 2025, gastroenterology")
    him = Chart(INDEX, "au-mw")
    for test, value in ((BLOOD, 14.2), (CREATININE, 0.98)):
        him.lab(test, "2025-09-10T10:30:00Z", value, CLINIC)
    for test, values in (
        (BLOOD, (7.6, 9.4, 9.3, 8.1)),
        (UREA, (52, 27, 17, 33)),
        (CREATININE, (1.12, 1.02, 0.96, 0.98)),
        (PLATELETS, (232, 214, 221, 226)),
    ):
        for at, value in zip(DAYS, values, strict=True):
            him.lab(test, at, value, EMERGENCY if at < "2025-09-25T11" else STAY)
    him.lab(INR, DAYS[3], 1.1, STAY)
    rounds = (
        ("2025-09-25T08:25:00Z", EMERGENCY, 118, (92, 54), 22, 36.5, 97),
        ("2025-09-26T08:00:00Z", STAY, 92, (116, 68), 16, 36.6, 97),
        ("2025-09-27T20:00:00Z", STAY, 80, (128, 74), 16, 36.6, 97),
        ("2025-09-28T08:20:00Z", STAY, 104, (108, 62), 18, 36.6, 97),
    )
    for at, encounter, pulse, pressure, breaths, temperature, saturation in rounds:
        him.signs(at, encounter, pulse=pulse, pressure=pressure, breaths=breaths,
                  temperature=temperature, saturation=saturation, oxygen="room air")  # fmt: skip
    him.no_known_allergy("2025-09-10")
    him.procedure(
        "gastroscopy", "Gastroscopy with hemostasis", "2025-09-25T14:30:00Z", STAY,
        note="Gastric ulcer of 1.5 cm at the angulus, visible vessel (Forrest IIa), two clips. "
        "Biopsies from antrum and body.",
    )  # fmt: skip
    him.procedure("transfusion", "Transfusion of red cells, 2 units", "2025-09-25T12:40:00Z", STAY)
    him.laboratory_report(
        "biopsy", "Pathology of stomach biopsies, Helicobacter pylori", "22637-3",
        "2025-09-25T15:10:00Z", "", STAY, status="registered",
    )  # fmt: skip
    _medicines(him)
    _notes(him)
    return kept + him.made


def _medicines(him: Chart) -> None:
    for slug, drug, dose, per_day in (
        ("home-apixaban", APIXABAN, 5, 2),
        ("home-metoprolol", METOPROLOL, 50, 1),
        ("home-metformin", METFORMIN, 1000, 2),
    ):
        often = "twice" if per_day == 2 else "once"
        him.order(slug, drug, "2025-09-10T10:40:00Z", f"{dose:,} mg by mouth {often} daily",
                  dose=dose, per_day=per_day, where="community", encounter=CLINIC)  # fmt: skip
    him.order("apixaban-held", APIXABAN, "2025-09-25T12:00:00Z",
              "5 mg by mouth twice daily, on hold for bleeding", dose=5, per_day=2,
              status="on-hold", encounter=STAY)  # fmt: skip
    iv = him.order("pantoprazole", PANTOPRAZOLE, "2025-09-25T09:00:00Z",
                   "40 mg intravenously twice daily for 72 hours", dose=40, per_day=2, route="iv",
                   encounter=STAY, reason="Bleeding ulcer")  # fmt: skip
    times = [f"2025-09-{day}T{hour}:00:00Z" for day in (26, 27) for hour in ("08", "20")]
    him.given(iv, PANTOPRAZOLE, times, "40 mg IV", STAY, dose=40, route="iv")


def _notes(him: Chart) -> None:
    him.note(
        "nursing-admission", "Nursing admission assessment", "34746-8", "2025-09-25T16:40:00Z",
        """
Nursing admission assessment, 25 September 2025, 16:40. Nurse: Sandra Stark.
Vomited blood and fainted at home this morning. Lives with his wife Ellen, retired postman. Does not
smoke, a beer at weekends. Keeps a shaving bag with "odds and ends for the stomach" in the locker.
His granddaughter marries on Sunday the 28th in the afternoon; speaks of little else.
""",
        STAY,
    )  # fmt: skip
    him.note(
        "progress-day-3", "Progress note", "11506-3", "2025-09-27T10:30:00Z",
        """
Progress note, hospital day 3, 27 September 2025, 10:30. Dr Katie Decker, gastroenterology.
S: Eats, walks the corridor. Stool brown by his account.
O: BP 126/72 mmHg, HR 82/min. Abdomen soft. Hemoglobin 9.3, steady since the transfusion.
A: Gastric ulcer, clipped on the 25th, no sign of further bleeding. Atrial fibrillation, apixaban on
   hold; the day it is taken up again to be settled before he goes.
P: Pantoprazole by vein through tonight, then by mouth. Blood count tomorrow, home if
   steady.
""",
        STAY,
    )  # fmt: skip
    him.note(
        "nursing-night", "Nurse Note", "34746-8", "2025-09-28T06:40:00Z",
        """
Nursing note, night shift to 28 September 2025, 06:40. Nurse: Ella Mack.
Up to the bathroom at 01:00 and 04:30 by himself, flushed before anybody looked. Says "all good, all
brown". Pale, sat down on the way back. Dressed and packed since five. Bloods 06:10.
""",
        STAY,
    )  # fmt: skip


def _other(raw: list[Resource]) -> list[Resource]:
    kept = renamed(background(raw, CLOCK, ("Hypertension (HTN)", "Dyslipidemia")), "Mitchell")
    other = Chart(OTHER, "au-fw")
    at = "2025-09-26T09:10:00Z"
    for test, value in ((BLOOD, 13.8), (UREA, 14), (CREATININE, 1.04), (PLATELETS, 240)):
        other.lab(test, at, value)
    other.lab(BLOOD, "2025-09-20T09:10:00Z", 13.6)
    other.signs(at, "", pulse=72, pressure=(130, 78), breaths=14, temperature=36.6, saturation=98)
    other.laboratory_report(
        "biopsy", "Pathology of stomach biopsies, Helicobacter pylori", "22637-3",
        "2025-09-24T15:10:00Z", "Chronic active gastritis. Helicobacter pylori present.", "",
    )  # fmt: skip
    other.known_allergy("sulfa", "Sulfamethoxazole and trimethoprim", "2019-03-02", reaction="Rash")
    return kept + other.made
