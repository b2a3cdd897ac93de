"""Record of `discharge-planning/heart-failure-going-home`.

Index: Linda Taylor (pt-92aa9005fa71), admitted 2025-12-18 with her second decompensated heart
failure of the year. clinosim gives her problems, visits, vital signs and part of her medicines.
In its stays creatinine climbs to 4.5 mg/dL and potassium to 6.8 mmol/L untreated, with no
diuresis, so the chemistry, daily weights, ejection fraction, heart failure medicines and notes are
ours. Beside her, Judith Taylor (pt-e6129451ae7f), renamed Lynda.
"""

from __future__ import annotations

from chart import (
    ADJUSTED,
    CREATININE,
    EGFR,
    EJECTION_FRACTION,
    MAGNESIUM,
    NT_PRO_BNP,
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

FOLDER = "discharge-planning/heart-failure-going-home"
INDEX, OTHER = "pt-92aa9005fa71", "pt-e6129451ae7f"
STAY, STAY_AUGUST = "enc-b625619118d7", "enc-fca37f5255c9"
EMERGENCY, EMERGENCY_AUGUST = "enc-5934e9644873", "enc-ec7421f42d08"
SPRING, CLINIC, NAMESAKE_CLINIC = "enc-e9fd92a96563", "enc-11d6de9f277c", "enc-7e01b27b06f8"
CLOCK = "2025-12-24T08:40:00Z"

OURS = {"2160-0", "48642-3", "3094-0", "2823-3", "2951-2", "42637-9", "1920-8", "1742-6"}

VALSARTAN = Drug("sacubitril", "Sacubitril/valsartan", "1656328")
METOPROLOL = Drug("metoprolol", "Metoprolol succinate")
DAPAGLIFLOZIN = Drug("dapagliflozin", "Dapagliflozin", "1488564")
FUROSEMIDE = Drug("furosemide", "Furosemide", "4603")
ATORVASTATIN = Drug("atorvastatin", "Atorvastatin", "83367")
LEVOTHYROXINE = Drug("levothyroxine", "Levothyroxine", "10582")

DAYS = (
    "2025-12-18T14:50:00Z",
    "2025-12-20T06:05:00Z",
    "2025-12-22T06:00:00Z",
    "2025-12-24T06:10:00Z",
)
COURSE = (
    (CREATININE, (1.38, 1.46, 1.48, 1.44)),
    (EGFR, (41, 39, 38, 39)),
    (UREA, (31, 33, 34, 32)),
    (POTASSIUM, (4.8, 4.9, 5.2, 5.4)),
    (SODIUM, (133, 134, 135, 136)),
)
PULSE = (104, 96, 90, 86, 82, 78, 76)
BREATHING = (26, 22, 20, 18, 18, 16, 16)
WEIGHTS = (88.3, 86.9, 85.4, 84.3, 83.5, 82.9, 82.6)


def build(found: dict[str, list[Resource]]) -> list[Resource]:
    """The resources of both patients."""
    return _index(found[INDEX]) + _other(found[OTHER])


def _index(raw: list[Resource]) -> list[Resource]:
    stays = {STAY, STAY_AUGUST, EMERGENCY, EMERGENCY_AUGUST}
    kept = thinned([mend(r) for r in raw])
    kept = without(
        kept,
        lambda r: code_of(r) in OURS and when(r) < CLOCK,
        lambda r: (
            encounter_of(r) == STAY
            and code_of(r) in {"29463-7", "39156-5", "3151-8", "8867-4", "9279-1"}
        ),
        lambda r: (
            encounter_of(r) in stays
            and r["resourceType"] in {"Procedure", "DocumentReference", "DiagnosticReport"}
        ),
        lambda r: (
            r["resourceType"] in {"MedicationRequest", "MedicationAdministration"}
            and encounter_of(r) in stays
            and when(r) < CLOCK
            and drug_of(r) != "Enoxaparin"
        ),
        lambda r: drug_of(r) in {"Carvedilol", "Enalapril", "Amlodipine"} and when(r) < CLOCK,
        lambda r: r["resourceType"] == "AllergyIntolerance",
        nameless,
        panel,
        lambda r: r["resourceType"] == "Condition" and r["code"].get("text") == "AKI",
    )
    for resource in kept:
        if resource["id"] == STAY:
            current(resource, "Admitted 18 December 2025, cardiology")
        if resource["resourceType"] == "Condition":
            resource["recordedDate"] = resource["onsetDateTime"]
    return settled(kept + _authored(), STAY, CLOCK)


def _authored() -> list[Resource]:
    her = Author(INDEX, "au-lt")
    her.course(CREATININE, SPRING, {"2025-06-08T10:43:00Z": 1.05})
    her.course(EGFR, SPRING, {"2025-06-08T10:43:00Z": 57})
    her.course(POTASSIUM, SPRING, {"2025-06-08T10:43:00Z": 4.2})
    her.course(CREATININE, CLINIC, {"2025-09-08T12:42:00Z": 1.28})
    her.course(EGFR, CLINIC, {"2025-09-08T12:42:00Z": 45})
    her.course(POTASSIUM, CLINIC, {"2025-09-08T12:42:00Z": 4.5})
    her.course(
        CREATININE, STAY_AUGUST, {"2025-08-18T05:40:00Z": 1.22, "2025-08-25T06:05:00Z": 1.30}
    )
    her.course(POTASSIUM, STAY_AUGUST, {"2025-08-18T05:40:00Z": 4.3, "2025-08-25T06:05:00Z": 4.4})
    her.course(NT_PRO_BNP, STAY_AUGUST, {"2025-08-18T05:40:00Z": 4180})
    for test, values in COURSE:
        her.course(test, STAY, dict(zip(DAYS, values, strict=True)))
    her.course(NT_PRO_BNP, STAY, {DAYS[0]: 5210, DAYS[3]: 1840})
    her.course(MAGNESIUM, STAY, {DAYS[2]: 0.86, DAYS[3]: 0.84})
    for day, kilograms in enumerate(WEIGHTS, start=18):
        at = f"2025-12-{day}T{'14:50' if day == 18 else '06:30'}:00Z"
        her.weight(at, kilograms, STAY)
        her.vitals(at, PULSE[day - 18], BREATHING[day - 18], STAY)
    her.finding("lvef", EJECTION_FRACTION, "2025-12-19T10:20:00Z", 30, STAY)
    her.report(
        "echo",
        "Echocardiogram, transthoracic",
        "42148-7",
        "2025-12-19T10:20:00Z",
        "Dilated left ventricle, ejection fraction 30% (32% in August). Mild mitral regurgitation. "
        "No thrombus. Right ventricle normal.",
        STAY,
    )
    her.report(
        "chest-film",
        "Chest X-ray PA",
        "36643-5",
        "2025-12-18T15:05:00Z",
        "Enlarged heart, upper lobe diversion, small bilateral effusions. No consolidation.",
        STAY,
    )
    her.condition("hfref", "Heart failure with reduced ejection fraction", "I50.22", "2025-08-19")
    her.condition("ckd", "Chronic kidney disease, stage 3", "N18.30", "2024-11-02")
    her.no_known_allergy("2025-08-18")
    _orders(her)
    _notes(her)
    return her.made


def _orders(her: Author) -> None:
    regular = (
        ("sacubitril", VALSARTAN, "49/51 mg by mouth twice daily", None, 2),
        ("metoprolol", METOPROLOL, "100 mg by mouth once daily", 100, 1),
        ("dapagliflozin", DAPAGLIFLOZIN, "10 mg by mouth once daily", 10, 1),
        ("atorvastatin", ATORVASTATIN, "10 mg by mouth once daily", 10, 1),
    )
    for slug, drug, text, dose, per_day in regular:
        for where, at, encounter in (
            ("community", "2025-09-08T12:40:00Z", CLINIC),
            ("inpatient", "2025-12-18T15:20:00Z", STAY),
        ):
            her.order(
                f"{slug}-{where}",
                drug,
                at,
                text,
                dose=dose,
                per_day=per_day,
                where=where,
                encounter=encounter,
            )
    her.order(
        "furosemide-community",
        FUROSEMIDE,
        "2025-09-08T12:40:00Z",
        "40 mg by mouth once daily in the morning",
        dose=40,
        per_day=1,
        where="community",
        encounter=CLINIC,
    )
    iv = her.order(
        "furosemide-iv",
        FUROSEMIDE,
        "2025-12-18T15:10:00Z",
        "80 mg intravenously twice daily",
        dose=80,
        per_day=2,
        route="iv",
        status="completed",
        encounter=STAY,
    )
    times = [f"2025-12-{day}T{hour}:05:00Z" for day in range(19, 22) for hour in ("08", "16")]
    her.given(iv, FUROSEMIDE, times, "80 mg IV", STAY, dose=80, route="iv")
    oral = her.order(
        "furosemide-oral",
        FUROSEMIDE,
        "2025-12-22T09:00:00Z",
        "40 mg by mouth twice daily",
        dose=40,
        per_day=2,
        encounter=STAY,
    )
    times = [f"2025-12-{day}T{hour}:10:00Z" for day in (22, 23) for hour in ("08", "16")]
    her.given(oral, FUROSEMIDE, [*times, "2025-12-24T08:05:00Z"], "40 mg PO", STAY, dose=40)
    thyroid = her.order(
        "levothyroxine-inpatient",
        LEVOTHYROXINE,
        "2025-12-18T15:20:00Z",
        "50 ug by mouth once daily",
        dose=50,
        unit="ug",
        per_day=1,
        encounter=STAY,
    )
    mornings = [f"2025-12-{day}T06:40:00Z" for day in range(19, 25)]
    her.given(thyroid, LEVOTHYROXINE, mornings, "50 ug PO", STAY, dose=50, unit="ug")


def _notes(her: Author) -> None:
    her.note(
        "nursing-admission",
        "Nursing admission assessment",
        "34746-8",
        "2025-12-18T17:10:00Z",
        """
Nursing admission assessment, 18 December 2025, 17:10. Nurse: Ella Mack.
Breathless on one flight of stairs for a week, sleeps on three pillows, ankles swollen. Says she put
on weight since Thanksgiving but has not written it down. Lives alone, cooks for herself and "tries
to be good about salt since August". Retired school secretary. Daughter in Ohio. Neighbour drives
her.
Medicines: says she takes what is on the list; did not bring the boxes. Diet history left for the
dietitian, who is away until 29 December.
""",
        STAY,
    )
    her.note(
        "progress-day-6",
        "Progress note",
        "11506-3",
        "2025-12-23T10:30:00Z",
        """
Progress note, hospital day 6, 23 December 2025, 10:30. Dr Davis Lim, cardiology.
S: Walks the corridor without stopping. Sleeps on one pillow.
O: BP 118/74 mmHg, HR 78/min, RR 16/min, SpO2 95% on room air. No oedema, neck veins flat. Weight
   82.9 kg.
A: Heart failure with reduced ejection fraction, near dry weight, on oral furosemide since
   yesterday.
   Not on a mineralocorticoid receptor antagonist so far.
P: Home tomorrow if stable. Chemistry in the morning. Furosemide 40 mg twice daily at home.
   Discharge medicines to be settled on the round.
""",
        STAY,
    )
    her.note(
        "nursing-morning",
        "Nurse Note",
        "34746-8",
        "2025-12-24T07:45:00Z",
        """
Nursing note, 24 December 2025, 07:45. Nurse: Ella Mack.
Good night, one pillow. Weight 82.6 kg. Up and washed, breakfast eaten; finds the food here bland
and
seasons it from a shaker of her own. Bag packed, neighbour comes at noon. Heart failure leaflet
given.
Teaching on food and medicines not yet done.
""",
        STAY,
    )


def _other(raw: list[Resource]) -> list[Resource]:
    kept = thinned([mend(r) for r in raw], hours=24)
    kept = without(
        kept,
        lambda r: r["resourceType"] in {"AllergyIntolerance", "DocumentReference"},
        lambda r: r["resourceType"] == "DiagnosticReport",
    )
    for resource in kept:
        if resource["resourceType"] == "Patient":
            resource["name"][0]["given"] = ["Lynda"]
            resource["meta"] = {"tag": [ADJUSTED]}
        if resource["resourceType"] == "Condition":
            resource["recordedDate"] = when(resource)
    other = Author(OTHER, "au-jt")
    at = "2025-12-22T10:20:00Z"
    for test, value in (
        (CREATININE, 0.80),
        (EGFR, 79),
        (UREA, 15),
        (POTASSIUM, 4.2),
        (SODIUM, 140),
        (NT_PRO_BNP, 96),
    ):
        other.lab(test, at, value, NAMESAKE_CLINIC)
    other.finding("lvef", EJECTION_FRACTION, at, 61, NAMESAKE_CLINIC)
    other.allergy("penicillin", "Penicillin", "Hives", "2012-04-20")
    return settled(kept + other.made, "", CLOCK)
