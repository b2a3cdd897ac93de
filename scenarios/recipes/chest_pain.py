"""Record of `medication-safety/chest-pain-first-evening`.

Index: Thomas Ford (pt-830a714f872a), admitted 2025-12-22 with a myocardial infarction without ST
elevation. clinosim gives his problems, visits, family, habits and body measures; the evening in
the emergency department and on the ward is ours. Beside him, Kevin Ford (pt-5d32ff10bd19), renamed
Thompson.
"""

from __future__ import annotations

from chart import CREATININE, EGFR, HAEMOGLOBIN, POTASSIUM, Drug, Resource, Test
from stay import PAIN, Chart, background, renamed

FOLDER = "medication-safety/chest-pain-first-evening"
INDEX, OTHER = "pt-830a714f872a", "pt-5d32ff10bd19"
STAY, EMERGENCY, CLINIC = "enc-5eed38b720f5", "enc-886b76c1630d", "enc-5647f627df1c"
CLOCK = "2025-12-22T22:10:00Z"

TROPONIN = Test(
    "troponin", "10839-9", "Troponin I.cardiac [Mass/volume] in Serum or Plasma", "ng/mL", "ng/mL",
    None, 0.04,
)  # fmt: skip

PROBLEMS = (
    "Hypertension (HTN)",
    "Obesity, unspecified",
    "Chronic ischemic heart disease (IHD)",
    "CKD",
    "Dyslipidemia",
)
AMLODIPINE = Drug("amlodipine", "Amlodipine", "17767")
ATORVASTATIN = Drug("atorvastatin", "Atorvastatin", "83367")
LOSARTAN = Drug("losartan", "Losartan")
ASPIRIN = Drug("aspirin", "Aspirin", "1191")
HEPARIN = Drug("heparin", "Heparin", "5224")


def build(found: dict[str, list[Resource]]) -> list[Resource]:
    """The resources of both patients."""
    return _index(found[INDEX]) + _other(found[OTHER])


def _index(raw: list[Resource]) -> list[Resource]:
    kept = background(raw, CLOCK, PROBLEMS, STAY, "Admitted 22 December 2025, cardiology")
    him = Chart(INDEX, "au-tf")
    him.no_known_allergy("2025-06-11")
    him.course(CREATININE, CLINIC, {"2025-06-11T10:30:00Z": 1.38})
    for at, encounter, value in (
        ("2025-12-22T18:05:00Z", EMERGENCY, 0.06),
        ("2025-12-22T20:10:00Z", EMERGENCY, 0.31),
        ("2025-12-22T21:40:00Z", STAY, 0.87),
    ):
        him.lab(TROPONIN, at, value, encounter)
    him.lab(CREATININE, "2025-12-22T18:05:00Z", 1.44, EMERGENCY)
    him.lab(EGFR, "2025-12-22T18:05:00Z", 50, EMERGENCY)
    him.lab(POTASSIUM, "2025-12-22T18:05:00Z", 4.3, EMERGENCY)
    him.lab(HAEMOGLOBIN, "2025-12-22T18:05:00Z", 14.1, EMERGENCY)
    _signs(him)
    _medicines(him)
    him.report(
        "ecg",
        "12-lead electrocardiogram",
        "11524-6",
        "2025-12-22T21:45:00Z",
        "Sinus rhythm 88/min. ST depression 1.5 mm in V4 to V6, as at 18:00. No ST elevation; "
        "right-sided leads V3R and V4R normal.",
        STAY,
    )
    _notes(him)
    return kept + him.made


def _signs(him: Chart) -> None:
    air = "room air"
    him.signs("2025-12-22T17:50:00Z", EMERGENCY, pulse=96, pressure=(168, 94), breaths=20,
              temperature=36.7, saturation=95, oxygen=air)  # fmt: skip
    him.signs("2025-12-22T20:00:00Z", EMERGENCY, pulse=90, pressure=(160, 90), breaths=18,
              temperature=36.8, saturation=95, oxygen=air)  # fmt: skip
    him.signs("2025-12-22T21:55:00Z", STAY, pulse=88, pressure=(154, 88), breaths=18,
              temperature=36.8, saturation=96, oxygen=air)  # fmt: skip
    for at, encounter, score in (
        ("2025-12-22T17:50:00Z", EMERGENCY, 8),
        ("2025-12-22T21:55:00Z", STAY, 6),
    ):
        him.sign(PAIN, at, score, encounter)


def _medicines(him: Chart) -> None:
    for slug, drug, dose in (
        ("home-amlodipine", AMLODIPINE, 10),
        ("home-atorvastatin", ATORVASTATIN, 40),
        ("home-losartan", LOSARTAN, 50),
        ("home-aspirin", ASPIRIN, 81),
    ):
        him.order(slug, drug, "2025-06-11T10:40:00Z", f"{dose} mg by mouth once daily", dose=dose,
                  per_day=1, where="community", encounter=CLINIC)  # fmt: skip
    load = him.order("aspirin-load", ASPIRIN, "2025-12-22T18:00:00Z",
                     "324 mg by mouth, chewed, once", dose=324, status="completed",
                     encounter=EMERGENCY)  # fmt: skip
    him.given(load, ASPIRIN, ["2025-12-22T18:04:00Z"], "324 mg PO", EMERGENCY, dose=324)
    drip = him.order("heparin", HEPARIN, "2025-12-22T20:20:00Z",
                     "Bolus 4,000 units, then infusion 12 units/kg/h, at most 1,000 units/h",
                     route="iv", encounter=STAY, reason="Myocardial infarction")  # fmt: skip
    him.given(drip, HEPARIN, ["2025-12-22T20:35:00Z"], "1,000 units/h", STAY, rate=1000, route="iv")


def _notes(him: Chart) -> None:
    him.note(
        "triage",
        "Emergency department Triage note",
        "54094-8",
        "2025-12-22T17:50:00Z",
        """
Triage, 22 December 2025, 17:50. Nurse: Julia Hopkins.
Tightness across the chest since about 16:30, after carrying the tree in from the car. Sweaty. 8 of
10. Ex-smoker. Brought by his wife, who has gone home for his boxes. Medicines taken from the clinic
list of June; he says "that's about it".
""",
        EMERGENCY,
    )
    him.note(
        "emergency-doctor",
        "Emergency department note",
        "34111-5",
        "2025-12-22T20:40:00Z",
        """
Emergency note, 22 December 2025, 20:40. Dr Katie Decker.
S: Central tightness to the left arm, 16:30 onwards, eased by rest at first. No syncope. No black
   stools.
O: BP 160/90 mmHg, HR 90/min, SpO2 95% on room air. Chest clear, no murmur, neck veins flat.
A: Myocardial infarction without ST elevation. Kidney function as in June, a little lower.
P: Aspirin given, heparin running. Cardiology on call informed, angiography on the morning list.
   Relief of pain and further drugs left to the ward.
""",
        EMERGENCY,
    )
    him.note(
        "nursing-admission",
        "Nursing admission assessment",
        "34746-8",
        "2025-12-22T21:50:00Z",
        """
Nursing admission assessment, 22 December 2025, 21:50. Nurse: Amber Welch.
Arrived on the ward at 21:15 on the heparin infusion. Pain came back on moving to the bed. Lives
with his wife Ruth, retired bus driver, walks a mile a day with the dog. No alcohol. Last ate at
noon. Private about his medicines in front of the family; wife away until morning, so nobody to ask
at home. Looks at the door before he answers.
""",
        STAY,
    )


def _other(raw: list[Resource]) -> list[Resource]:
    kept = renamed(background(raw, CLOCK, ("Hypertension (HTN)", "Dyslipidemia")), "Thompson")
    other = Chart(OTHER, "au-kf")
    at = "2025-12-21T09:30:00Z"
    other.lab(TROPONIN, at, 0.02)
    other.lab(CREATININE, at, 0.96)
    other.lab(EGFR, at, 94)
    other.signs(at, "", pulse=72, pressure=(128, 76), breaths=14, temperature=36.6, saturation=98)
    other.sign(PAIN, at, 1, "")
    nitrate = Drug("nitroglycerin", "Nitroglycerin", "4917")
    other.order("home-nitroglycerin", nitrate, "2025-10-04T10:00:00Z",
                "0.4 mg under the tongue as needed for chest pain", dose=0.4,
                where="community")  # fmt: skip
    other.known_allergy("penicillin", "Penicillin", "2012-04-20", reaction="Hives")
    return kept + other.made
