"""Record of `long-tasks/irregular-at-the-eye-clinic`.

Index: Dolores Whitaker, 71, atrial fibrillation found this morning. What makes her risk lies
scattered: a small stroke of 2016 in a discharge summary of another hospital's stay (a later
check-up says "no stroke"), arterial disease of the legs in a vascular consultation of 2022 (the
problem list says leg pain). Diabetes and heart failure are suspected here and there and are not
there. The neurologist's carbamazepine is in no list that cardiology keeps. Beside her Dolores
Whittaker and Delores Whitaker.
"""

from __future__ import annotations

from long_chart import Chart, Record
from long_parts import Resource
from panels import (
    BMP,
    CBC,
    CHOLESTEROL,
    CREATININE,
    DIASTOLIC,
    GLUCOSE,
    HBA1C,
    HDL,
    HEMOGLOBIN,
    INR,
    LFT,
    LIPIDS,
    NT_PRO_BNP,
    PLATELETS,
    POTASSIUM,
    PULSE,
    SYSTOLIC,
    TRIGLYCERIDE,
    TSH,
    WEIGHT,
    Analyte,
    alone,
)

FOLDER = "long-tasks/irregular-at-the-eye-clinic"
CLOCK = "2025-09-09 15:10"
TODAY = "2025-09-09"

LEVEL = Analyte("carbamazepine-level", "3432-2", "carBAMazepine [Mass/volume] in Serum or Plasma",
                "ug/mL", "ug/mL", 4.0, 12.0, 1, 8.0)  # fmt: skip
PRIMARY = (
    "{day}. Blood pressure {pressure}, weight {weight} kg. Takes her tablets. Walks to church. "
    "Refills given.",
    "{day}. Pressure {pressure}, weight {weight} kg. Hba1c in the range of prediabetes as "
    "before; diet discussed. No medicine for it.",
    "{day}. {pressure}, {weight} kg. Ankles a little swollen in the evening since amlodipine. "
    "Lungs clear.",
    "{day}. Blood pressure {pressure}. Weight {weight} kg. Statin well borne. Mammogram and "
    "vaccines up to date.",
)
NEUROLOGY = (
    "{day}. Epilepsy clinic. No seizure since the last visit. Gait steady, no double vision. "
    "Sodium and blood count drawn. Treatment unchanged. Next visit in nine months.",
    "{day}. Epilepsy clinic. Free of seizures. Drives in daylight. Treatment unchanged.",
)


def build() -> Record:
    """The record of all three."""
    record = Record("ic", clock=CLOCK, place="Harbor Valley Health")
    people = {
        slug: record.staff(slug, given, family, work)
        for slug, given, family, work in (
            ("okoro", "Samuel", "Okoro", "Cardiology"),
            ("hale", "Judith", "Hale", "Family medicine"),
            ("iversen", "Nils", "Iversen", "Neurology"),
            ("stone", "Marcus", "Stone", "Vascular medicine"),
            ("abara", "Ngozi", "Abara", "Hospital medicine"),
            ("weiss", "Clara", "Weiss", "Ophthalmology"),
        )
    }
    nurse = record.add("Practitioner", "quinn",
                       {"name": [{"family": "Quinn", "given": ["Rosa"]}], "qualification": [{"code": {"text": "Nurse practitioner"}}]})  # fmt: skip
    people["quinn"] = {"reference": nurse, "display": "Rosa Quinn, NP"}
    _whitaker(record, people)
    _whittaker(record, people)
    _delores(record, people)
    return record


def _whitaker(record: Record, people: dict[str, Resource]) -> None:
    her = record.chart("p2", "Dolores", "Whitaker", sex="female", born="1954-02-11",
                       mrn="50772914", seed=61, phone="+1 555 014 2290", line="240 Harbor Street",
                       city="Newport", state="RI", postal="02840")  # fmt: skip
    her.course(CREATININE, {"2014-01-01": 0.74, "2025-09-01": 0.82}, noise=0.02)
    her.course(HBA1C, {"2014-01-01": 5.5, "2019-02-01": 5.9, "2025-09-01": 6.1}, noise=0.01)
    her.course(GLUCOSE, {"2014-01-01": 92, "2025-09-01": 106}, noise=0.03)
    her.course(WEIGHT, {"2014-01-01": 69, "2025-09-01": 71.5}, noise=0.006)
    her.course(SYSTOLIC, {"2014-01-01": 144, "2020-01-01": 136, "2025-09-01": 134}, noise=0.03)
    her.course(DIASTOLIC, {"2014-01-01": 84, "2025-09-01": 78}, noise=0.03)
    her.course(CHOLESTEROL, {"2014-01-01": 232, "2016-06-01": 168, "2025-09-01": 152}, noise=0.02)
    her.course(HDL, {"2014-01-01": 54, "2025-09-01": 56}, noise=0.02)
    her.course(TRIGLYCERIDE, {"2014-01-01": 140, "2025-09-01": 118}, noise=0.04)
    her.course(HEMOGLOBIN, {"2014-01-01": 13.4, "2025-09-01": 13.1}, noise=0.01)
    her.course(PLATELETS, {"2014-01-01": 238, "2025-09-01": 231}, noise=0.03)
    _problems(her)
    _medicines(her, people)
    her.routine("2015-02-10", "2025-07-15", every=135, panels=(BMP, CBC), by=people["hale"],
                yearly=(LIPIDS, alone(HBA1C)), title="Primary care follow-up", notes=PRIMARY)  # fmt: skip
    her.routine("2015-05-06", "2025-03-01", every=270, panels=(LFT,), by=people["iversen"],
                title="Epilepsy clinic", notes=NEUROLOGY)  # fmt: skip
    _stroke(her, people)
    _between(her, people)
    _legs(her, people)
    _today(her, people)
    later = her.visit("2025-09-23 09:00", "Cardiology follow-up", by=people["okoro"], slug="later")
    her.draw("2025-09-23 09:10", alone(INR), visit=later, by=people["okoro"], exact={INR: 1.8})


def _problems(her: Chart) -> None:
    for slug, text, icd10, onset in (
        ("hypertension", "Essential hypertension", "I10", "2008-03-11"),
        ("lipids", "Hyperlipidemia", "E78.5", "2014-02-20"),
        ("prediabetes", "Prediabetes", "R73.03", "2019-02-12"),
        ("leg", "Pain in right leg", "M79.604", "2022-05-17"),
        ("osteopenia", "Osteopenia", "M85.80", "2017-09-05"),
        ("gerd", "Gastro-esophageal reflux disease without esophagitis", "K21.9", "2012-10-02"),
        ("cataract", "Age-related nuclear cataract, bilateral", "H25.13", "2025-06-10"),
        ("edema", "Localized edema", "R60.0", "2018-09-25"),
        ("hearing", "Presbycusis, bilateral", "H91.13", "2021-04-20"),
        ("rosacea", "Rosacea", "L71.9", "2011-07-19"),
        ("epilepsy", "Localization-related epilepsy", "G40.209", "1994-06-30"),
    ):
        her.problem(slug, text, icd10, onset)


def _medicines(her: Chart, people: dict[str, Resource]) -> None:
    for slug, name, at, text, dose, per_day in (
        ("lisinopril", "Lisinopril", "2025-07-14 09:30", "20 mg by mouth once daily", 20, 1),
        ("amlodipine", "Amlodipine", "2025-07-14 09:31", "5 mg by mouth once daily", 5, 1),
        ("atorvastatin", "Atorvastatin", "2025-07-14 09:32", "40 mg by mouth once daily", 40, 1),
        ("aspirin", "Aspirin", "2025-07-14 09:33", "81 mg by mouth once daily", 81, 1),
        ("omeprazole", "Omeprazole", "2024-01-16 09:34", "20 mg by mouth as needed", 20, None),
    ):
        her.medication(slug, name, at, text, dose=dose, per_day=per_day, by=people["hale"],
                       days=90, refills=3)  # fmt: skip
    her.medication("tegretol", "Carbamazepine extended release (Tegretol XR)", "2024-11-19 11:00",
                   "400 mg by mouth twice daily", dose=400, per_day=2, by=people["iversen"],
                   days=365, refills=3, reason="Epilepsy")  # fmt: skip
    for year in range(2015, 2024):
        her.medication(f"tegretol-{year}", "Carbamazepine extended release (Tegretol XR)",
                       f"{year}-10-20 11:00", "400 mg by mouth twice daily", dose=400, per_day=2,
                       days=365, status="completed", by=people["iversen"])  # fmt: skip
        her.medication(f"lisinopril-{year}", "Lisinopril", f"{year}-03-14 09:00",
                       "20 mg by mouth once daily", dose=20, per_day=1, days=365,
                       status="completed", by=people["hale"])  # fmt: skip
        her.immunization("Influenza, injectable, quadrivalent, preservative free", f"{year}-10-12")
    her.medication("metoprolol", "Metoprolol", "2012-05-08 09:00", "50 mg by mouth twice daily",
                   dose=50, per_day=2, status="stopped", why_stopped="Tired on it",
                   by=people["hale"])  # fmt: skip
    her.medication("levetiracetam", "Levetiracetam", "2006-02-14 10:00",
                   "500 mg by mouth twice daily", dose=500, per_day=2, status="stopped",
                   why_stopped="Aggression", by=people["iversen"])  # fmt: skip
    her.medication("lamotrigine", "Lamotrigine", "2008-04-22 10:00", "25 mg by mouth once daily",
                   dose=25, per_day=1, status="stopped",
                   why_stopped="Rash with blisters in the mouth", by=people["iversen"])  # fmt: skip
    her.medication("clopidogrel", "Clopidogrel", "2016-03-20 11:00",
                   "75 mg by mouth once daily for 21 days", dose=75, per_day=1, days=21,
                   status="completed", by=people["abara"])  # fmt: skip


def _stroke(her: Chart, people: dict[str, Resource]) -> None:
    stay = her.visit("2016-03-17 18:10", "Hospital admission", kind="inpatient",
                     end="2016-03-20 12:00", by=people["abara"],
                     reason="Weakness of the right hand", slug="stay-2016")  # fmt: skip
    her.draw("2016-03-17 18:40", BMP, CBC, alone(INR), visit=stay, by=people["abara"],
             exact={INR: 1.0})  # fmt: skip
    for at in ("2016-03-17 18:20", "2016-03-18 06:30", "2016-03-19 06:30", "2016-03-20 06:30"):
        her.vitals(at, visit=stay)
    her.draw("2016-03-18 06:40", LIPIDS, alone(HBA1C), visit=stay, by=people["abara"])
    her.report("mri-2016", "MR Brain", "2016-03-18 09:30",
               "Small acute infarct in the left precentral gyrus.", visit=stay)  # fmt: skip
    her.note("Discharge summary", "2016-03-20 11:40", """
Discharge summary, 20 March 2016. Dr Ngozi Abara, hospital medicine.
Right hand weak and speech thick for some two hours on 17 March, then gone. MRI: small acute
infarct, left precentral gyrus. Ischemic stroke, cause not found: carotids without stenosis,
three days of telemetry in sinus rhythm. Clopidogrel 21 days, aspirin to stay, atorvastatin
begun. No deficit at discharge.
""", visit=stay, by=people["abara"])  # fmt: skip


def _between(her: Chart, people: dict[str, Resource]) -> None:
    heart = her.visit("2018-10-02 10:00", "Cardiology consultation", by=people["okoro"],
                      slug="heart-2018")  # fmt: skip
    her.draw("2018-10-02 10:20", alone(NT_PRO_BNP), visit=heart, by=people["okoro"],
             exact={NT_PRO_BNP: 74})  # fmt: skip
    her.service("Transthoracic echocardiography", "2018-10-02 10:30", category="imaging",
                status="completed", visit=heart, by=people["okoro"], slug="echo-2018")  # fmt: skip
    her.procedure("echo-2018", "Transthoracic echocardiography", "2018-10-09 09:00",
                  snomed="433236007",
                  note="LVEF 62 %. Valves without stenosis. Left atrium of normal size. Filling normal.")  # fmt: skip
    her.note("Consultation note", "2018-10-09 12:00", """
Cardiology consultation, 9 October 2018. Dr Samuel Okoro.
Asked whether swollen ankles are heart failure. No breathlessness. NT-proBNP 74, echocardiogram
normal, LVEF 62 %. ECG sinus rhythm. Swelling comes from amlodipine. No heart failure. No
further visits.
""", visit=heart, by=people["okoro"])  # fmt: skip
    check = her.visit("2019-06-11 09:00", "Annual wellness visit", by=people["hale"],
                      slug="wellness-2019")  # fmt: skip
    her.vitals("2019-06-11 09:05", visit=check)
    her.note("History and physical note", "2019-06-11 09:45", """
Annual wellness visit, 11 June 2019. Dr Judith Hale.
Past history: hypertension, high cholesterol, seizures as a young woman. No history of stroke,
heart attack or diabetes. HbA1c 5.9. Mother died of a stroke at 80. Never smoked. A glass of
wine at weekends.
""", visit=check, by=people["hale"])  # fmt: skip
    brain = her.visit("2020-01-14 11:00", "Neurology consultation", by=people["iversen"],
                      slug="neuro-2020")  # fmt: skip
    her.result(LEVEL, "2020-01-14 11:10", 7.6, visit=brain)
    her.note("Consultation note", "2020-01-14 11:50", """
Neurology consultation, 14 January 2020. Dr Nils Iversen.
Focal epilepsy since 1994, last seizure in 2009, on carbamazepine XR 400 mg twice daily since.
Levetiracetam made her strike her husband, lamotrigine gave a rash with blisters in the mouth;
neither again. Nobody is to change or stop carbamazepine without this clinic. Level 7.6.
""", visit=brain, by=people["iversen"])  # fmt: skip
    her.social("Tobacco smoking status", "72166-2", "2024-06-18 09:10", "Never smoker")
    her.social("History of Alcohol use", "11331-6", "2024-06-18 09:11",
               "One glass of wine at weekends")  # fmt: skip
    recent = her.visit("2024-11-19 10:30", "Neurology follow-up", by=people["iversen"],
                       slug="neuro-2024")  # fmt: skip
    her.result(LEVEL, "2024-11-19 10:40", 8.1, visit=recent)


def _legs(her: Chart, people: dict[str, Resource]) -> None:
    visit = her.visit("2022-08-16 13:00", "Vascular consultation", by=people["stone"],
                      slug="vascular")  # fmt: skip
    her.vitals("2022-08-16 13:05", visit=visit)
    her.service("Ankle-brachial index", "2022-08-16 13:10", category="procedure",
                status="completed", visit=visit, by=people["stone"], slug="abi")  # fmt: skip
    her.note("Consultation note", "2022-08-16 14:10", """
Vascular consultation, 16 August 2022. Dr Marcus Stone.
Right calf hurts after two blocks, better at rest. Ankle-brachial index 0.71 right, 0.88 left.
Peripheral arterial disease of the right leg, intermittent claudication, stable. No rest pain,
no ulcer, no intervention needed; never revascularized. Walking programme; aspirin and statin as
she has them.
""", visit=visit, by=people["stone"])  # fmt: skip


def _today(her: Chart, people: dict[str, Resource]) -> None:
    eye = her.visit(f"{TODAY} 07:40", "Eye clinic, before cataract surgery", by=people["weiss"],
                    end=f"{TODAY} 08:20", slug="eye")  # fmt: skip
    her.note("Telephone encounter note", f"{TODAY} 08:15", """
Eye clinic to cardiology, 9 September 2025, 08:15. Dr Clara Weiss.
Pulse irregular when the pressure was taken. Feels well. Surgery put off. Please see her today.
""", visit=eye, by=people["weiss"])  # fmt: skip
    visit = her.visit(f"{TODAY} 08:50", "Cardiology, urgent clinic", by=people["okoro"],
                      end=f"{TODAY} 17:00", reason="Irregular pulse", slug="today")  # fmt: skip
    her.vitals(f"{TODAY} 08:55", visit=visit,
               exact={SYSTOLIC: 132, DIASTOLIC: 76, PULSE: 84, WEIGHT: 71.4})  # fmt: skip
    her.draw(f"{TODAY} 09:10", CBC, BMP, visit=visit, by=people["quinn"],
             exact={HEMOGLOBIN: 13.1, PLATELETS: 231, CREATININE: 0.82, POTASSIUM: 4.3})  # fmt: skip
    her.service("Thyrotropin [Units/volume] in Serum or Plasma", f"{TODAY} 09:20",
                code=("http://loinc.org", "3016-3"), visit=visit, by=people["quinn"], slug="tsh",
                note="Sample sent 09:30, result tomorrow.")  # fmt: skip
    her.service("12 lead ECG", f"{TODAY} 08:56", category="procedure", status="completed",
                visit=visit, by=people["quinn"], slug="ecg")  # fmt: skip
    her.procedure("ecg", "12 lead ECG", f"{TODAY} 09:00", visit=visit, by=people["quinn"],
                  note="Atrial fibrillation, 84/min. QRS 92 ms. No ischemia, no pre-excitation.")  # fmt: skip
    her.note("Nurse note", f"{TODAY} 09:30", """
Intake, cardiology, 9 September 2025. Rosa Quinn, NP.
New atrial fibrillation, no symptoms, onset unknown. Tablets as she names them: lisinopril,
amlodipine, atorvastatin, aspirin. No bleeding, no falls. CHA2DS2-VASc 3 by the problem list:
hypertension, age, female. Apixaban drafted for Dr Okoro. Blood drawn.
""", visit=visit, by=people["quinn"])  # fmt: skip
    her.medication("apixaban", "Apixaban", f"{TODAY} 09:25", "5 mg by mouth twice daily", dose=5,
                   per_day=2, status="draft", by=people["quinn"], reason="Atrial fibrillation",
                   note="Draft for Dr Okoro to review.", visit=visit)  # fmt: skip


def _whittaker(record: Record, people: dict[str, Resource]) -> None:
    other = record.chart("p5", "Dolores", "Whittaker", sex="female", born="1954-11-02",
                         mrn="50772941", seed=73, phone="+1 555 014 2920",
                         line="420 Harbor Street", city="Newport", state="RI", postal="02840")  # fmt: skip
    for slug, text, icd10, onset in (
        ("af", "Permanent atrial fibrillation", "I48.21", "2021-05-04"),
        ("diabetes", "Type 2 diabetes mellitus without complications", "E11.9", "2015-08-18"),
        ("failure", "Chronic diastolic (congestive) heart failure", "I50.32", "2022-01-25"),
        ("hypertension", "Essential hypertension", "I10", "2009-06-30"),
    ):
        other.problem(slug, text, icd10, onset)
    other.course(CREATININE, {"2020-01-01": 1.1, "2025-09-01": 1.6}, noise=0.02)
    other.course(HBA1C, {"2020-01-01": 7.1, "2025-09-01": 7.6}, noise=0.01)
    other.routine("2021-03-09", "2025-08-12", every=180, panels=(BMP, CBC), by=people["hale"],
                  title="Primary care follow-up", notes=PRIMARY[:1])  # fmt: skip
    other.medication("apixaban", "Apixaban", "2025-06-02 10:00", "5 mg by mouth twice daily",
                     dose=5, per_day=2, by=people["okoro"])  # fmt: skip
    other.medication("metformin", "Metformin", "2025-06-02 10:05", "500 mg by mouth twice daily",
                     dose=500, per_day=2, by=people["hale"])  # fmt: skip
    visit = other.visit(f"{TODAY} 09:40", "Cardiology follow-up", by=people["okoro"],
                        end=f"{TODAY} 10:10", slug="today")  # fmt: skip
    other.service("Transthoracic echocardiography", f"{TODAY} 09:55", category="imaging",
                  visit=visit, by=people["okoro"], slug="echo",
                  reason="Atrial fibrillation, heart failure")  # fmt: skip
    other.draw(f"{TODAY} 09:50", alone(TSH), visit=visit, by=people["okoro"], exact={TSH: 2.6})


def _delores(record: Record, people: dict[str, Resource]) -> None:
    other = record.chart("p8", "Delores", "Whitaker", sex="female", born="1945-02-11",
                         mrn="50727914", seed=79, phone="+1 555 014 9022", line="24 Ocean Avenue",
                         city="Newport", state="RI", postal="02840")  # fmt: skip
    other.problem("stroke", "Cerebral infarction, unspecified", "I63.9", "2019-12-03")
    other.problem("valve", "Rheumatic mitral stenosis", "I05.0", "2014-03-18")
    other.medication("warfarin", "Warfarin", "2025-05-20 10:00", "3 mg by mouth once daily",
                     dose=3, per_day=1, by=people["okoro"])  # fmt: skip
    other.routine("2023-02-14", "2025-08-05", every=180, panels=(BMP, alone(INR)),
                  by=people["hale"], title="Primary care follow-up", notes=PRIMARY[:1])  # fmt: skip
