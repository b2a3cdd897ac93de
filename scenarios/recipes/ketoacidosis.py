"""Record of `treatment-response/ketoacidosis-day-2`.

Index: Anna Martinez, born 1983 (pt-75f3ac8b62b0), admitted 2025-08-29 with her second diabetic
ketoacidosis in five weeks. clinosim gives her problems, visits, vital signs, blood count, HbA1c
and chest film. Its ketoacidosis never clears (glucose 350 to 450 mg/dL through four days of
insulin), so the chemistry from arrival to the clock is ours, as are the orders and the notes.
Beside her, her namesake born 1970 (pt-05a9cdeaacc9), with laboratory results of ours.
"""

from __future__ import annotations

from chart import (
    BICARBONATE,
    CHLORIDE,
    CREATININE,
    GLUCOSE,
    KETONE,
    POTASSIUM,
    SODIUM,
    VENOUS_PH,
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

FOLDER = "treatment-response/ketoacidosis-day-2"
INDEX, OTHER = "pt-75f3ac8b62b0", "pt-05a9cdeaacc9"
STAY, STAY_JULY, EMERGENCY = "enc-6950cbb9548e", "enc-672d2e552907", "enc-872383103193"
CHECK_UP = "enc-f49b1f3d44a8"
CLINIC, NAMESAKE_CLINIC = "enc-f4fd672a9ab7", "enc-a922ef8f6a3f"
CLOCK = "2025-08-30T08:15:00Z"

OURS = {
    "2345-7",
    "1963-8",
    "2075-0",
    "2160-0",
    "2823-3",
    "2951-2",
    "3094-0",
    "2744-1",
    "2019-8",
    "2703-7",
    "17861-6",
}

GLARGINE = Drug("glargine", "Insulin glargine", "274783")
REGULAR = Drug("regular", "Insulin regular (human)")
DEXTROSE = Drug(
    "dextrose", "Dextrose 5% in sodium chloride 0.45% with potassium chloride 20 mmol/L"
)
SALINE = Drug("saline", "Sodium chloride 0.9%")
METFORMIN = Drug("metformin", "Metformin", "6809")

TIMES = (
    "2025-08-29T09:47:00Z",
    "2025-08-29T14:05:00Z",
    "2025-08-29T18:00:00Z",
    "2025-08-29T22:02:00Z",
    "2025-08-30T02:04:00Z",
    "2025-08-30T06:00:00Z",
)
COURSE = (
    (GLUCOSE, (442, 318, 246, 214, 196, 182)),
    (KETONE, (6.4, 4.1, 2.5, 1.4, 0.8, 0.4)),
    (BICARBONATE, (10, 13, 15, 17, 18, 20)),
    (SODIUM, (133, 136, 137, 138, 138, 139)),
    (CHLORIDE, (95, 102, 105, 107, 108, 108)),
    (POTASSIUM, (5.3, 4.6, 4.2, 4.0, 4.0, 4.2)),
    (VENOUS_PH, (7.14, 7.22, 7.27, 7.31, 7.34, 7.37)),
    (CREATININE, (1.18, 1.02, 0.91, 0.84, 0.80, 0.78)),
)


def build(found: dict[str, list[Resource]]) -> list[Resource]:
    """The resources of both patients."""
    return _index(found[INDEX]) + _other(found[OTHER])


def _index(raw: list[Resource]) -> list[Resource]:
    kept = thinned([mend(r) for r in raw])
    kept = without(
        kept,
        lambda r: encounter_of(r) in {STAY, EMERGENCY} and code_of(r) in OURS and when(r) < CLOCK,
        nameless,
        panel,
        lambda r: (
            encounter_of(r) == STAY
            and r["resourceType"]
            in {"DocumentReference", "MedicationRequest", "MedicationAdministration"}
            and drug_of(r) != "Enoxaparin"
        ),
        # Orders without a dose, and an arterial line that nothing here needs.
        lambda r: drug_of(r) in {"Insulin glargine", "Metformin", "KCl", "NS"},
        lambda r: encounter_of(r) in {STAY, STAY_JULY} and r["resourceType"] == "Procedure",
        lambda r: encounter_of(r) == STAY_JULY and r["resourceType"] == "MedicationAdministration",
        # July's glucose does not fall either: its arrival results stay, its course and notes go.
        lambda r: (
            encounter_of(r) == STAY_JULY
            and (
                r["resourceType"] == "DocumentReference"
                or (code_of(r) in OURS and when(r) > "2025-07-25T02:03:30")
            )
        ),
        # A check-up five days before, with a normal glucose; HbA1c from 6.7 to 8.9% in between.
        lambda r: CHECK_UP in (r["id"], encounter_of(r)),
        lambda r: code_of(r) == "4548-4" and encounter_of(r) not in {STAY, STAY_JULY},
        lambda r: code_of(r) in {"1742-6", "1920-8"} and when(r) < CLOCK,
        lambda r: code_of(r) == "2345-7" and when(r) < "2025-07-25",
        lambda r: (
            r["resourceType"] == "MedicationRequest"
            and encounter_of(r) == STAY_JULY
            and drug_of(r) != "Enoxaparin"
        ),
    )
    for resource in kept:
        if resource["id"] == STAY:
            current(resource, "Admitted 29 August 2025, endocrinology")
        if resource["resourceType"] == "Condition":
            resource["recordedDate"] = resource["onsetDateTime"]
            if encounter_of(resource) == STAY:
                resource["clinicalStatus"]["coding"][0].update(code="active", display="Active")
                resource["clinicalStatus"]["coding"][0].pop("text", None)
                resource.pop("abatementDateTime", None)
    return settled(kept + _authored(), STAY, CLOCK)


def _authored() -> list[Resource]:
    her = Author(INDEX, "au-am")
    for test, values in COURSE:
        her.course(test, STAY, dict(zip(TIMES, values, strict=True)))
    her.order(
        "july-glargine",
        GLARGINE,
        "2025-07-28T11:40:00Z",
        "20 units subcutaneously once daily at bedtime",
        dose=20,
        unit="units",
        per_day=1,
        route="sc",
        where="discharge",
        status="completed",
        encounter=STAY_JULY,
    )
    her.order(
        "home-glargine",
        GLARGINE,
        "2025-08-11T12:10:00Z",
        "24 units subcutaneously once daily at bedtime",
        dose=24,
        unit="units",
        per_day=1,
        route="sc",
        where="community",
        encounter=CLINIC,
        reason="Type 2 diabetes with previous ketoacidosis",
    )
    her.order(
        "home-metformin",
        METFORMIN,
        "2025-08-11T12:10:00Z",
        "1,000 mg by mouth twice daily with meals",
        dose=1000,
        per_day=2,
        where="community",
        encounter=CLINIC,
    )
    drip = her.order(
        "insulin-infusion",
        REGULAR,
        "2025-08-29T10:05:00Z",
        "Continuous infusion, 0.1 units/kg/h; halve the rate and add dextrose when glucose is "
        "below 250 mg/dL",
        route="iv",
        encounter=STAY,
        reason="Diabetic ketoacidosis",
    )
    rates = {
        "2025-08-29T10:15:00Z": ("9.4 units/h", 9.4),
        "2025-08-29T18:20:00Z": ("4.7 units/h", 4.7),
        "2025-08-30T02:20:00Z": ("4.7 units/h", 4.7),
        "2025-08-30T06:20:00Z": ("4.7 units/h, running", 4.7),
    }
    for at, (text, rate) in rates.items():
        her.given(drip, REGULAR, (at,), text, STAY, rate=rate, route="iv")
    her.order(
        "saline",
        SALINE,
        "2025-08-29T09:55:00Z",
        "1,000 mL over the first hour, then 250 mL/h",
        route="iv",
        status="completed",
        encounter=STAY,
    )
    her.order(
        "dextrose",
        DEXTROSE,
        "2025-08-29T18:10:00Z",
        "150 mL/h while the insulin infusion runs",
        route="iv",
        encounter=STAY,
    )
    her.note(
        "july-summary",
        "Discharge summary",
        "18842-5",
        "2025-07-28T11:30:00Z",
        """
Discharge summary, 28 July 2025. Dr Katie Decker.
First ketoacidosis, in type 2 diabetes known since 2010 and treated with metformin alone. HbA1c
11.2%.
No infection found. Cleared on fluids and an insulin infusion, then insulin glargine started, 20
units at bedtime, taught by the educator. To see Dr Lim in two weeks.
""",
        STAY_JULY,
    )
    her.note(
        "clinic",
        "Progress note",
        "11506-3",
        "2025-08-11T12:20:00Z",
        """
Clinic note, 11 August 2025, 12:20. Dr Davis Lim.
Two weeks after her first ketoacidosis. HbA1c 11.2% in July. Feels well, fasting readings at home
130 to 160 mg/dL by her account.
Plan: raise insulin glargine from 20 to 24 units at bedtime, and metformin 1,000 mg twice daily.
New prescription for
pens sent to her pharmacy. Diabetes educator in four weeks.
""",
        CLINIC,
    )
    her.note(
        "triage",
        "Emergency department Triage note",
        "54094-8",
        "2025-08-29T06:25:00Z",
        """
Triage, 29 August 2025, 06:25. Nurse: Julia Hopkins.
Vomiting since Wednesday, thirsty, passing a lot of urine, belly ache. Breathing fast. Glucose meter
reads over 400. Known diabetes, in hospital for ketoacidosis in July. Brought by her sister.
No medicines with her; pens and meter left at home. Two children with the grandmother.
""",
        EMERGENCY,
    )
    her.note(
        "nursing-admission",
        "Nursing admission assessment",
        "34746-8",
        "2025-08-29T11:30:00Z",
        """
Nursing admission assessment, 29 August 2025, 11:30. Nurse: Julia Hopkins.
Too unwell for a full history; medicines taken from the clinic list of 11 August. Pharmacy record to
be requested on Tuesday, closed for the long weekend. Tired, tearful, says "it has been a rough
summer". Job: was at a warehouse, now between jobs. Insurance: new card seen, plan changed 1 August.
Does not smoke. No wounds, feet intact.
""",
        STAY,
    )
    her.note(
        "night-doctor",
        "Progress note",
        "11506-3",
        "2025-08-30T06:40:00Z",
        """
Night progress note, 30 August 2025, 06:40. Dr Katie Decker.
S: Vomiting stopped last evening. Thirst gone. Slept four hours.
O: BP 112/74 mmHg, HR 84/min, RR 16/min, T 36.6 C. Alert. Abdomen soft. Urine clear, no nitrite.
   Chest film clear, white cells 6.1.
A: Ketoacidosis, improving on the infusion. Cause of the episode not established.
P: Infusion and dextrose run on. Morning chemistry sent at 06:00, to be reviewed by the day team.
   Enoxaparin as charted.
""",
        STAY,
    )
    her.note(
        "nursing-morning",
        "Nurse Note",
        "34746-8",
        "2025-08-30T07:50:00Z",
        """
Nursing note, 30 August 2025, 07:50. Nurse: Amber Welch.
Hungry. Kept down toast and a cup of broth at 07:30, no nausea. Infusion running at 4.7 units/h with
dextrose. Fingerstick 176 mg/dL at 07:45. Up to the bathroom alone.
""",
        STAY,
    )
    return her.made


def _other(raw: list[Resource]) -> list[Resource]:
    kept = thinned([mend(r) for r in raw], hours=24)
    kept = without(kept, lambda r: r["resourceType"] == "AllergyIntolerance")
    for resource in kept:
        if resource["resourceType"] == "Condition":
            resource["recordedDate"] = when(resource)
    other = Author(OTHER, "au-an")
    for at, values in {
        "2025-08-09T10:25:00Z": (88, 0.1, 27, 141, 103, 3.7, 7.38, 0.68),
        "2025-08-29T11:10:00Z": (104, 0.2, 26, 140, 101, 3.6, 7.39, 0.66),
    }.items():
        encounter = NAMESAKE_CLINIC if at < "2025-08-10" else ""
        for (test, _), value in zip(COURSE, values, strict=True):
            other.lab(test, at, value, encounter)
    other.allergy("oxaliplatin", "Oxaliplatin", "Flushing and hives", "2025-06-17")
    return kept + other.made
