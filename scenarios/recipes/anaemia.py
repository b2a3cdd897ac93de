"""Record of `diagnostic-workup/pneumonia-day-5`.

Index: Everett Peterson (pt-6decb0e696b6), admitted 2025-11-23 with pneumonia. clinosim gives his
problems, visits, habits, body measures and family (a father with cancer of the colon); the stay,
and a blood count of September, are ours. Beside him, Kendrick Peterson (pt-81f11492096f), renamed
Emmett, who has had the colonoscopy that the index has not.
"""

from __future__ import annotations

from chart import CREATININE, HAEMOGLOBIN, Drug, Resource, Test
from stay import Chart, background, renamed, role_of

FOLDER = "diagnostic-workup/pneumonia-day-5"
INDEX, OTHER = "pt-6decb0e696b6", "pt-81f11492096f"
STAY, EMERGENCY, CHECK_UP = "enc-1bbbbe62fbb0", "enc-a8cbfae5a50c", "enc-21a4f87ee022"
CLOCK = "2025-11-27T09:20:00Z"

PROBLEMS = (
    "COPD",
    "Dyslipidemia",
    "Nicotine dependence, cigarettes, uncomplicated",
    "Alcohol dependence, uncomplicated",
)
MCV = Test(
    "mcv", "787-2", "MCV [Entitic mean volume] in Red Blood Cells by Automated count", "fL", "fL",
    80, 100,
)  # fmt: skip
FERRITIN = Test(
    "ferritin", "2276-4", "Ferritin [Mass/volume] in Serum or Plasma", "ng/mL", "ng/mL", 30, 400
)
IRON = Test("iron", "2498-4", "Iron [Mass/volume] in Serum or Plasma", "ug/dL", "ug/dL", 60, 170)
TIBC = Test(
    "tibc", "2500-7", "Iron binding capacity [Mass/volume] in Serum or Plasma", "ug/dL", "ug/dL",
    250, 425,
)  # fmt: skip
B12 = Test(
    "b12", "2132-9", "Cobalamin (Vitamin B12) [Mass/volume] in Serum or Plasma", "pg/mL", "pg/mL",
    200, 900,
)  # fmt: skip
CRP = Test("crp", "1988-5", "C reactive protein [Mass/volume] in Serum or Plasma", "mg/L", "mg/L",
           None, 5)  # fmt: skip
WBC = Test("wbc", "6690-2", "Leukocytes [#/volume] in Blood by Automated count", "10*3/uL",
           "10*3/uL", 4.0, 11.0)  # fmt: skip
PLATELETS = Test("platelets", "777-3", "Platelets [#/volume] in Blood by Automated count",
                 "10*3/uL", "10*3/uL", 150, 400)  # fmt: skip
BLOOD = Test("hemoglobin", "718-7", HAEMOGLOBIN.display, "g/dL", "g/dL", 13.0, 17.0)

AMOXICILLIN = Drug("amoxicillin", "Amoxicillin", "723")
CEFTRIAXONE = Drug("ceftriaxone", "Ceftriaxone", "2193")
TIOTROPIUM = Drug("tiotropium", "Tiotropium")
ATORVASTATIN = Drug("atorvastatin", "Atorvastatin", "83367")

DAYS = ("2025-11-23T13:20:00Z", "2025-11-25T06:05:00Z", "2025-11-27T06:10:00Z")


def build(found: dict[str, list[Resource]]) -> list[Resource]:
    """The resources of both patients."""
    return _index(found[INDEX]) + _other(found[OTHER])


def _index(raw: list[Resource]) -> list[Resource]:
    kept = background(raw, CLOCK, PROBLEMS, STAY, "Admitted 23 November 2025, internal medicine")
    him = Chart(INDEX, "au-ep")
    september = "2025-09-16T10:20:00Z"
    for test, value in ((BLOOD, 11.4), (MCV, 79), (PLATELETS, 388), (CREATININE, 0.78)):
        him.lab(test, september, value, CHECK_UP)
    for test, values in (
        (BLOOD, (9.8, 9.3, 9.1)),
        (MCV, (72, 71, 71)),
        (PLATELETS, (462, 448, 431)),
        (WBC, (17.8, 11.9, 8.6)),
        (CRP, (212, 121, 64)),
        (CREATININE, (0.94, 0.82, 0.80)),
    ):
        for at, value in zip(DAYS, values, strict=True):
            him.lab(test, at, value, EMERGENCY if at < "2025-11-24" else STAY)
    for test, value in ((FERRITIN, 8), (IRON, 17), (TIBC, 446), (B12, 418)):
        him.lab(test, "2025-11-26T06:15:00Z", value, STAY)
    _signs(him)
    _medicines(him)
    him.known_allergy("aspirin", "Aspirin", "2016-03-25", reaction="Wheezing")
    him.report(
        "film", "Chest X-ray, two views", "36643-5", "2025-11-23T13:40:00Z",
        "Consolidation of the right lower lobe. No effusion. Heart not enlarged.", EMERGENCY,
    )  # fmt: skip
    # clinosim's father has the same illness, without an age.
    kept = [r for r in kept if r["resourceType"] != "FamilyMemberHistory" or role_of(r) != "FTH"]
    him.parent("father", ("FTH", "father"), "2025-09-16", "Malignant neoplasm of colon", 61)
    _notes(him)
    return kept + him.made


def _signs(him: Chart) -> None:
    rounds = (
        ("2025-11-23T13:05:00Z", EMERGENCY, 112, (108, 62), 26, 38.9, 90),
        ("2025-11-25T08:00:00Z", STAY, 94, (114, 68), 20, 37.6, 93),
        ("2025-11-27T08:05:00Z", STAY, 84, (118, 70), 16, 36.8, 95),
    )
    for at, encounter, pulse, pressure, breaths, temperature, saturation in rounds:
        him.signs(at, encounter, pulse=pulse, pressure=pressure, breaths=breaths,
                  temperature=temperature, saturation=saturation, oxygen="room air")  # fmt: skip


def _medicines(him: Chart) -> None:
    him.order("home-tiotropium", TIOTROPIUM, "2025-09-16T10:30:00Z", "Inhaled once daily",
              where="community", encounter=CHECK_UP)  # fmt: skip
    him.order("home-atorvastatin", ATORVASTATIN, "2025-09-16T10:30:00Z",
              "20 mg by mouth once daily", dose=20, per_day=1, where="community",
              encounter=CHECK_UP)  # fmt: skip
    iv = him.order("ceftriaxone", CEFTRIAXONE, "2025-11-23T14:00:00Z",
                   "2 g intravenously once daily", dose=2, unit="g", per_day=1, route="iv",
                   status="completed", encounter=STAY, reason="Pneumonia")  # fmt: skip
    him.given(iv, CEFTRIAXONE, [f"2025-11-{day}T14:10:00Z" for day in (23, 24, 25)], "2 g IV", STAY,
              dose=2, unit="g", route="iv")  # fmt: skip
    oral = him.order("amoxicillin", AMOXICILLIN, "2025-11-26T10:00:00Z",
                     "1,000 mg by mouth three times daily", dose=1000, per_day=3, encounter=STAY,
                     reason="Pneumonia, step down")  # fmt: skip
    times = ("2025-11-26T14:00:00Z", "2025-11-26T22:00:00Z", "2025-11-27T06:30:00Z")
    him.given(oral, AMOXICILLIN, times, "1,000 mg PO", STAY, dose=1000)


def _notes(him: Chart) -> None:
    him.note(
        "check-up", "Progress note", "11506-3", "2025-09-16T10:35:00Z",
        """
Clinic note, 16 September 2025, 10:35. Dr Willie Lucas.
Yearly visit. Cough as ever, a pack a day, beer most evenings. Feels worn out since spring, blames
work. Blood count a little low, to be repeated in three months. Preventive care not gone through for
want of time.
""",
        CHECK_UP,
    )  # fmt: skip
    him.note(
        "nursing-admission", "Nursing admission assessment", "34746-8", "2025-11-23T17:30:00Z",
        """
Nursing admission assessment, 23 November 2025, 17:30. Nurse: Sandra Stark.
Fever and cough for four days. Lives with his brother, works in an accounts office. Trousers held up
with a new belt, says he has "shrunk". Eats little. Bowels: "regular", will not say more. Medicines
as on the clinic list; buys nothing else by his account.
""",
        STAY,
    )  # fmt: skip
    him.note(
        "progress-day-4", "Progress note", "11506-3", "2025-11-26T10:20:00Z",
        """
Progress note, hospital day 4, 26 November 2025, 10:20. Dr Katie Decker.
S: Breathing easier, less cough, ate breakfast. Asks when he can go.
O: T 37.0 C, RR 16/min, SpO2 95% on room air. Fewer crackles at the right base. Pale. Abdomen soft,
   no mass felt. Rectal examination declined.
A: Pneumonia of the right lower lobe, clinically stable since yesterday. Anaemia, not new, not yet
   explained.
P: To oral amoxicillin. Iron studies and B12 sent. Home on Friday if well.
""",
        STAY,
    )  # fmt: skip


def _other(raw: list[Resource]) -> list[Resource]:
    kept = renamed(background(raw, CLOCK, ("Hypertension (HTN)", "Dyslipidemia")), "Emmett")
    other = Chart(OTHER, "au-kp")
    at = "2025-11-02T09:40:00Z"
    for test, value in ((BLOOD, 14.9), (MCV, 90), (FERRITIN, 126), (B12, 502), (CREATININE, 1.02)):
        other.lab(test, at, value)
    other.lab(BLOOD, "2025-09-03T09:40:00Z", 15.1)
    other.procedure("colonoscopy", "Colonoscopy", "2023-05-09T08:30:00Z", "",
                    note="To the caecum, normal. Repeat in 10 years.")  # fmt: skip
    other.no_known_allergy("2025-08-20")
    return kept + other.made
