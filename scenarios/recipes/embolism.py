"""Record of `diagnostic-workup/breathless-after-knee`.

Index: Norma Roberts (pt-32d8a1696b9f), brought in on 2025-11-25 short of breath. clinosim gives her
problems, visits, family, habits and body measures; the knee replacement, the allergy and the
afternoon up to the clock are ours, and her problem list has no atrial fibrillation here. Beside
her, Denise Roberts (pt-ebb9f91d0cc9), renamed Nora.
"""

from __future__ import annotations

from chart import CREATININE, EGFR, HAEMOGLOBIN, Drug, Resource, Test
from stay import Chart, background, renamed

FOLDER = "diagnostic-workup/breathless-after-knee"
INDEX, OTHER = "pt-32d8a1696b9f", "pt-ebb9f91d0cc9"
STAY, EMERGENCY, CLINIC = "enc-57de77758af0", "enc-de773d6fdbdf", "enc-4a52e2cc614b"
CLOCK = "2025-11-25T16:10:00Z"

PROBLEMS = ("Hypertension (HTN)", "CKD", "Knee OA", "Overweight")
PLATELETS = Test("platelets", "777-3", "Platelets [#/volume] in Blood by Automated count",
                 "10*3/uL", "10*3/uL", 150, 400)  # fmt: skip
TROPONIN = Test(
    "troponin", "10839-9", "Troponin I.cardiac [Mass/volume] in Serum or Plasma", "ng/mL", "ng/mL",
    None, 0.04,
)  # fmt: skip

AMLODIPINE = Drug("amlodipine", "Amlodipine", "17767")
ENOXAPARIN = Drug("enoxaparin", "Enoxaparin", "67108")
PARACETAMOL = Drug("acetaminophen", "Acetaminophen", "161")


def build(found: dict[str, list[Resource]]) -> list[Resource]:
    """The resources of both patients."""
    return _index(found[INDEX]) + _other(found[OTHER])


def _index(raw: list[Resource]) -> list[Resource]:
    kept = background(raw, CLOCK, PROBLEMS, STAY, "Admitted 25 November 2025, internal medicine")
    her = Chart(INDEX, "au-nr")
    her.lab(CREATININE, "2025-06-02T10:30:00Z", 2.12, CLINIC)
    her.lab(EGFR, "2025-06-02T10:30:00Z", 25, CLINIC)
    arrival = "2025-11-25T12:10:00Z"
    for test, value in (
        (CREATININE, 2.38), (EGFR, 22), (HAEMOGLOBIN, 11.2), (PLATELETS, 214), (TROPONIN, 0.03),
    ):  # fmt: skip
        her.lab(test, arrival, value, EMERGENCY)
    rounds = (
        ("2025-11-25T11:58:00Z", EMERGENCY, 118, (116, 72), 26, 37.2, 89, "room air"),
        ("2025-11-25T14:00:00Z", EMERGENCY, 114, (114, 70), 24, 37.1, 93, "2 L/min by cannula"),
        ("2025-11-25T15:50:00Z", STAY, 112, (112, 70), 22, 37.1, 93, "2 L/min by cannula"),
    )
    for at, encounter, pulse, pressure, breaths, temperature, saturation, air in rounds:
        her.signs(at, encounter, pulse=pulse, pressure=pressure, breaths=breaths,
                  temperature=temperature, saturation=saturation, oxygen=air)  # fmt: skip
    her.weight("2025-11-25T15:40:00Z", 79.6, STAY)
    her.known_allergy("contrast", "Iodinated contrast media", "2011-08-17",
                      note="Reported by the patient; reaction not recorded.")  # fmt: skip
    her.procedure("knee", "Total replacement of left knee", "2025-11-14T09:00:00Z", "",
                  note="Lakeside Orthopedic Center. Without complication.")  # fmt: skip
    her.order("home-amlodipine", AMLODIPINE, "2025-06-02T10:35:00Z", "10 mg by mouth once daily",
              dose=10, per_day=1, where="community", encounter=CLINIC)  # fmt: skip
    her.order("home-enoxaparin", ENOXAPARIN, "2025-11-15T11:00:00Z",
              "30 mg subcutaneously once daily for 10 days", dose=30, per_day=1, route="sc",
              where="community", status="completed")  # fmt: skip
    her.order("acetaminophen", PARACETAMOL, "2025-11-25T15:45:00Z",
              "650 mg by mouth every 6 hours as needed", dose=650, encounter=STAY)  # fmt: skip
    her.report("film", "Chest X-ray, two views", "36643-5", "2025-11-25T12:40:00Z",
               "Lungs clear. No effusion, no pneumothorax. Heart of normal size.",
               EMERGENCY)  # fmt: skip
    her.report("ecg", "12-lead electrocardiogram", "11524-6", "2025-11-25T12:05:00Z",
               "Sinus tachycardia 118/min. No ST deviation.", EMERGENCY)  # fmt: skip
    _notes(her)
    return kept + her.made


def _notes(her: Chart) -> None:
    her.note(
        "triage", "Emergency department Triage note", "54094-8", "2025-11-25T11:58:00Z",
        """
Triage, 25 November 2025, 11:58. Nurse: Julia Hopkins.
Suddenly short of breath at about 09:30 on the way to the kitchen, stabbing pain on the right when
she breathes in. New left knee on the 14th. Allergy band: contrast, "ask". She waves it off,
"that was years ago".
""",
        EMERGENCY,
    )  # fmt: skip
    her.note(
        "emergency-doctor", "Emergency department note", "34111-5", "2025-11-25T14:30:00Z",
        """
Emergency note, 25 November 2025, 14:30. Dr Katie Decker.
S: Breathless since this morning, pain on the right on breathing in. Knee replaced eleven days ago;
   injections against clots given for ten days, the last one yesterday.
O: HR 114/min, BP 114/70 mmHg, SpO2 93% on 2 L/min. Lungs clear. Right calf tender, 4 cm thicker
   than the left. Wound dry.
A: Embolism is the likeliest explanation; film and ECG show nothing else. Kidney function poor.
   Past thrombosis, bleeding, haemoptysis and tumour not yet asked about.
P: Admit. Imaging to be chosen by the ward. No anticoagulant given so far.
""",
        EMERGENCY,
    )  # fmt: skip
    her.note(
        "nursing-admission", "Nursing admission assessment", "34746-8", "2025-11-25T15:55:00Z",
        """
Nursing admission assessment, 25 November 2025, 15:55. Nurse: Ella Mack.
Sitting up, speaks in short sentences. Lives with her niece, retired seamstress, uses a walker since
the operation. Non-smoker. Frightened of "going in the tunnel". Would not say more about it.
""",
        STAY,
    )  # fmt: skip


def _other(raw: list[Resource]) -> list[Resource]:
    kept = renamed(background(raw, CLOCK, ("Hypertension (HTN)", "Knee OA")), "Nora")
    other = Chart(OTHER, "au-dr")
    at = "2025-11-24T09:10:00Z"
    for test, value in ((CREATININE, 0.78), (EGFR, 88), (HAEMOGLOBIN, 13.4), (PLATELETS, 260)):
        other.lab(test, at, value)
    other.weight(at, 64.0, "")
    other.signs(at, "", pulse=74, pressure=(126, 74), breaths=14, temperature=36.6, saturation=98)
    other.no_known_allergy("2025-07-06")
    other.order("home-amlodipine", AMLODIPINE, "2025-07-06T10:00:00Z", "5 mg by mouth once daily",
                dose=5, per_day=1, where="community")  # fmt: skip
    return kept + other.made
