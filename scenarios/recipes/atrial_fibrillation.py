"""Record of `medication-safety/atrial-fibrillation-day-3`.

Index: Victoria Gonzalez (pt-7705eacb92b8), admitted 2025-09-26 with fast atrial fibrillation.
clinosim gives her problem list, home medicines (apixaban 5 mg twice daily among them), visits,
vital signs and imaging. Ours: a creatinine that rises over the summer (clinosim's stays near
0.8 mg/dL), the orders of this admission, knee osteoarthritis and the nursing notes. Beside her,
Joanne Gonzalez (pt-4b43df7334c3), renamed Vicenta so that the two are easily confused.
"""

from __future__ import annotations

from chart import (
    ADJUSTED,
    CREATININE,
    EGFR,
    HAEMOGLOBIN,
    POTASSIUM,
    SODIUM,
    UREA,
    Author,
    Drug,
    Resource,
    code_of,
    current,
    drug_of,
    encounter_of,
    mend,
    nameless,
    panel,
    settled,
    thinned,
    when,
    without,
)

FOLDER = "medication-safety/atrial-fibrillation-day-3"
INDEX, OTHER = "pt-7705eacb92b8", "pt-4b43df7334c3"
STAY, CLINIC_JULY, CLINIC_SEPT = "enc-4a0f41319281", "enc-1a859a3a42b5", "enc-984382214f67"
CLOCK = "2025-09-28T09:30:00Z"

# Analytes that the course is about: clinosim's own results up to the clock give way to ours.
OURS = {
    "2160-0",
    "48642-3",
    "3094-0",
    "2823-3",
    "2951-2",
    "42637-9",
    "10839-9",
    "6301-6",
    "14979-9",
}
OURS |= {"1742-6", "1920-8"}  # transaminases that double and halve from visit to visit

APIXABAN = Drug("apixaban", "Apixaban", "1364430")
METOPROLOL = Drug("metoprolol", "Metoprolol succinate")
AMLODIPINE = Drug("amlodipine", "Amlodipine", "17767")
ATORVASTATIN = Drug("atorvastatin", "Atorvastatin", "83367")


def build(found: dict[str, list[Resource]]) -> list[Resource]:
    """The resources of both patients."""
    return _index(found[INDEX]) + _other(found[OTHER])


def _index(raw: list[Resource]) -> list[Resource]:
    kept = thinned([mend(r) for r in raw])
    kept = without(
        kept,
        lambda r: r["resourceType"] == "Observation" and code_of(r) in OURS and when(r) < CLOCK,
        nameless,
        panel,
        lambda r: r["resourceType"] == "AllergyIntolerance",
        # The generated treatment of this stay (digoxin 0.5 mg daily, a diltiazem drip) and the
        # notes about it; aspirin beside the anticoagulant; oxygen without a reason.
        lambda r: (
            encounter_of(r) == STAY
            and r["resourceType"]
            in {"DocumentReference", "MedicationRequest", "MedicationAdministration"}
            and when(r) < CLOCK
        ),
        lambda r: drug_of(r) in {"Aspirin", "Diltiazem", "Digoxin", "Metoprolol succinate"},
        lambda r: (
            encounter_of(r) == STAY
            and (code_of(r) == "3151-8" or r.get("code", {}).get("text") == "Oxygen therapy")
        ),
        lambda r: (
            r["resourceType"] == "DiagnosticReport"
            and encounter_of(r) == STAY
            and r.get("conclusion", "").startswith("Lungs clear")
        ),
    )
    for resource in kept:
        if resource["resourceType"] == "Patient":
            resource.pop("contact", None)  # a husband, beside the status of a widow
        if resource["id"] == STAY:
            current(resource, "Admitted 26 September 2025, cardiology")
        if resource["resourceType"] == "Condition" and when(resource) < CLOCK:
            resource["recordedDate"] = resource["onsetDateTime"]
    return settled(kept + _authored(), STAY, CLOCK)


def _authored() -> list[Resource]:
    her = Author(INDEX, "au-vg")
    her.course(CREATININE, CLINIC_JULY, {"2025-07-09T10:25:00Z": 1.02})
    her.course(EGFR, CLINIC_JULY, {"2025-07-09T10:25:00Z": 53})
    her.course(CREATININE, CLINIC_SEPT, {"2025-09-24T10:20:00Z": 1.55})
    her.course(EGFR, CLINIC_SEPT, {"2025-09-24T10:20:00Z": 32})
    days = ("2025-09-26T14:55:00Z", "2025-09-27T06:05:00Z", "2025-09-28T06:10:00Z")
    for test, values in (
        (CREATININE, (1.60, 1.66, 1.62)),
        (EGFR, (31, 30, 31)),
        (UREA, (34, 36, 35)),
        (POTASSIUM, (4.7, 4.6, 4.5)),
        (SODIUM, (138, 139, 139)),
        (HAEMOGLOBIN, (12.4, 12.2, 12.3)),
    ):
        her.course(test, STAY, dict(zip(days, values, strict=True)))
    her.condition("knee-oa", "Osteoarthritis of left knee", "M17.12", "2021-05-11")
    her.no_known_allergy("2025-07-09")
    _orders(her)
    her.note(
        "nursing-admission",
        "Nursing admission assessment",
        "34746-8",
        "2025-09-26T16:40:00Z",
        """
Nursing admission assessment, 26 September 2025, 16:40. Nurse: Sandra Stark.
Arrived from the emergency department with palpitations and breathlessness since yesterday.
Alert and oriented, hard of hearing on the right. Lives alone on the second floor; daughter
Maria comes on Sundays and fills the weekly pill box. Widowed.
Mobility: walks with a stick, slow; says the left knee has been bad since the start of summer.
Skin intact, some bruises on both forearms.
Medicines: list taken from the clinic's prescriptions. She has a carrier bag of boxes at home
that was not brought in; what else is in it was not asked. Daughter to be phoned.
Eats small meals, drinks about five cups a day.
""",
        STAY,
    )
    her.note(
        "progress-day-2",
        "Progress note",
        "11506-3",
        "2025-09-27T10:15:00Z",
        """
Progress note, hospital day 2, 27 September 2025, 10:15. Dr Katie Decker, cardiology.
S: Palpitations settled overnight. No chest pain. Slept well.
O: BP 130/74 mmHg, HR 86/min irregular, SpO2 94% on room air, T 37.1 C. Chest clear, no oedema.
A: Atrial fibrillation, rate now controlled on metoprolol. Known AF since 2013, on long-term
   anticoagulation. Kidney function to be followed.
P: Continue metoprolol. Basic metabolic panel tomorrow. Review medicines before discharge.
""",
        STAY,
    )
    her.note(
        "nursing-night",
        "Nurse Note",
        "34746-8",
        "2025-09-28T06:30:00Z",
        """
Nursing note, night shift to 28 September 2025, 06:30. Nurse: Sandra Stark.
Settled night, HR 80 to 90. Bloods taken 06:10. Left knee stiff on getting up, walked to the
bathroom with her stick. Passing urine. Stool brown. Asking when she can go home.
""",
        STAY,
    )
    return her.made


def _orders(her: Author) -> None:
    twice, once = "5 mg by mouth twice daily", "by mouth once daily"
    her.order(
        "home-metoprolol",
        METOPROLOL,
        "2025-09-24T10:09:00Z",
        f"50 mg {once}",
        dose=50,
        per_day=1,
        where="community",
        encounter=CLINIC_SEPT,
    )
    apixaban = her.order(
        "apixaban",
        APIXABAN,
        "2025-09-26T15:30:00Z",
        twice,
        dose=5,
        per_day=2,
        encounter=STAY,
        reason="Atrial fibrillation, stroke prevention",
    )
    for slug, drug, dose in (
        ("metoprolol", METOPROLOL, 50),
        ("amlodipine", AMLODIPINE, 5),
        ("atorvastatin", ATORVASTATIN, 40),
    ):
        order = her.order(
            slug,
            drug,
            "2025-09-26T15:35:00Z",
            f"{dose} mg {once}",
            dose=dose,
            per_day=1,
            encounter=STAY,
        )
        times = ("2025-09-27T08:10:00Z", "2025-09-28T08:05:00Z")
        her.given(order, drug, times, f"{dose} mg PO", STAY, dose=dose)
    given = ("2025-09-26T20:05:00Z", "2025-09-27T08:10:00Z", "2025-09-27T20:00:00Z")
    her.given(apixaban, APIXABAN, (*given, "2025-09-28T08:05:00Z"), "5 mg PO", STAY, dose=5)


def _other(raw: list[Resource]) -> list[Resource]:
    kept = thinned([mend(r) for r in raw], hours=12)
    kept = without(
        kept,
        lambda r: r["resourceType"] == "AllergyIntolerance",
        lambda r: r["resourceType"] in {"DocumentReference", "MedicationAdministration"},
        lambda r: code_of(r) in {"3151-8", "48642-3"},
        nameless,
        panel,
    )
    for resource in kept:
        if resource["resourceType"] == "Patient":
            resource["name"][0]["given"] = ["Vicenta"]
            resource["meta"] = {"tag": [ADJUSTED]}
        if resource["resourceType"] == "Condition":
            resource["recordedDate"] = when(resource)
    other = Author(OTHER, "au-jg")
    other.course(CREATININE, "", {"2025-09-25T09:20:00Z": 0.81})
    other.course(EGFR, "", {"2025-09-25T09:20:00Z": 70})
    other.course(POTASSIUM, "", {"2025-09-25T09:20:00Z": 3.9})
    other.allergy("sulfa", "Sulfamethoxazole and trimethoprim", "Rash", "2019-03-02")
    return settled(kept + other.made, "", CLOCK)
