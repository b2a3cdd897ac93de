"""Record of `long-tasks/diabetes-kidney-plan`.

Index: Daniel Herrera, 64, type 2 diabetes for fifteen years, kidney function going down, seen by
nephrology on 17 September 2025. Beside him Daniela Herrera (numbers of a record number changed
round) and Daniel Herrero. The laboratory reports no eGFR in this clinic, and in January 2025 it
changed the code of the urine albumin ratio.
"""

from __future__ import annotations

from dataclasses import replace

from long_chart import Chart, Record
from long_parts import LOINC, Resource
from panels import (
    BMP, CALCIUM, CBC, CHOLESTEROL, CREATININE, DIASTOLIC, EGFR, GLUCOSE, HBA1C, HDL, HEIGHT,
    HEMOGLOBIN, LFT, LIPIDS, Panel, POTASSIUM, SYSTOLIC, TRIGLYCERIDE, TSH, UREA, URINALYSIS,
    URINE_ACR, URINE_GLUCOSE, URINE_PROTEIN, WEIGHT, alone,
)  # fmt: skip

FOLDER = "long-tasks/diabetes-kidney-plan"
CLOCK = "2025-09-17 15:00"

NO_EGFR = Panel(BMP.slug, BMP.loinc, BMP.display, tuple(t for t in BMP.tests if t is not EGFR))
NEW_ACR = replace(
    URINE_ACR, loinc="14959-1", display="Microalbumin/Creatinine [Mass Ratio] in Urine"
)

FOLLOW_UP = (
    "Diabetes follow-up, {day}. Feels well. Home glucose 130 to 180 before breakfast. "
    "BP {pressure} mmHg, weight {weight} kg. Feet: pulses present, monofilament felt. "
    "Continue the present treatment, laboratory tests as ordered.",
    "Follow-up, {day}. Diabetes, blood pressure, cholesterol. No chest pain, no breathlessness. "
    "BP {pressure} mmHg, weight {weight} kg. Diet talked over again, walks 20 minutes most days. "
    "Return in four months.",
    "Follow-up, {day}. Right knee aches on stairs, exercises given. Glucose log brought. "
    "BP {pressure} mmHg, weight {weight} kg. Eye clinic once a year. No change today.",
)


def build() -> Record:
    """The record of the three patients."""
    record = Record("dk", CLOCK, "Lakeside Medical Group")
    voss = record.staff("voss", "Helen", "Voss", "Nephrology")
    okoye = record.staff("okoye", "Samuel", "Okoye", "Family medicine")
    nair = record.staff("nair", "Priya", "Nair", "Hospital medicine")
    bell = record.staff("bell", "Jon", "Bell", "Clinical pharmacist", title="")
    ruiz = record.staff("ruiz", "Ana", "Ruiz", "Medical assistant", title="")
    him = record.chart(
        "herrera", "Daniel", "Herrera", sex="male", born="1961-05-14", mrn="40718325", seed=81,
        phone="206-555-0143", line="1408 Alder Street", city="Seattle", state="WA", postal="98104",
        language="English",
    )  # fmt: skip
    _courses(him)
    him.routine("2019-10-08", "2024-12-20", every=118, by=okoye, title="Family medicine follow-up",
                panels=(NO_EGFR, alone(HBA1C), CBC), yearly=(LFT, LIPIDS, URINALYSIS, alone(TSH)),
                notes=FOLLOW_UP)  # fmt: skip
    _old_ratios(him, okoye)
    _background(him, okoye)
    _kidney_year(him, voss, okoye, nair, bell)
    _today(him, okoye, ruiz)
    _medicines(him, voss, okoye)
    _others(record, okoye)
    return record


def _courses(him: Chart) -> None:
    him.course(CREATININE, {"2019-10-01": 1.02, "2021-10-01": 1.22, "2023-06-01": 1.42,
                            "2024-09-15": 1.62, "2024-12-20": 1.68}, noise=0.02)  # fmt: skip
    him.course(UREA, {"2019-10-01": 17, "2024-12-20": 29}, noise=0.06)
    him.course(POTASSIUM, {"2019-10-01": 4.2, "2024-12-20": 4.7}, noise=0.03)
    him.course(GLUCOSE, {"2019-10-01": 148, "2022-01-01": 171, "2024-12-20": 162}, noise=0.1)
    him.course(HBA1C, {"2019-10-01": 7.2, "2022-01-01": 8.3, "2024-12-20": 7.9}, noise=0.02)
    him.course(HEMOGLOBIN, {"2019-10-01": 14.3, "2024-12-20": 12.9}, noise=0.02)
    him.course(CALCIUM, {"2019-10-01": 9.4}, noise=0.02)
    him.course(CHOLESTEROL, {"2019-10-01": 214, "2020-06-01": 158}, noise=0.04)
    him.course(HDL, {"2019-10-01": 39}, noise=0.04)
    him.course(TRIGLYCERIDE, {"2019-10-01": 210, "2024-12-20": 178}, noise=0.1)
    him.course(SYSTOLIC, {"2019-10-01": 146, "2021-01-01": 138, "2024-12-20": 139}, noise=0.03)
    him.course(DIASTOLIC, {"2019-10-01": 88, "2024-12-20": 81}, noise=0.03)
    him.course(WEIGHT, {"2019-10-01": 94.0, "2024-12-20": 91.5}, noise=0.006)
    him.course(HEIGHT, {"2019-10-01": 174}, noise=0)


def _old_ratios(him: Chart, okoye: Resource) -> None:
    for at, value in (
        ("2019-10-08 10:05", 12), ("2020-11-17 09:25", 21), ("2021-11-09 09:40", 46),
        ("2022-10-25 11:05", 78), ("2023-10-17 10:30", 117), ("2024-10-15 09:20", 163),
    ):  # fmt: skip
        him.draw(at, alone(URINE_ACR), by=okoye, exact={URINE_ACR: value})


def _background(him: Chart, okoye: Resource) -> None:
    for slug, text, code, onset in (
        ("dm", "Type 2 diabetes mellitus with diabetic chronic kidney disease", "E11.22", "2010-03-01"),
        ("retina", "Type 2 diabetes mellitus with mild nonproliferative diabetic retinopathy "
         "without macular edema", "E11.329", "2021-04-20"),
        ("htn", "Essential (primary) hypertension", "I10", "2008-09-01"),
        ("lipids", "Mixed hyperlipidemia", "E78.2", "2012-02-14"),
        ("ckd", "Chronic kidney disease, stage 3 unspecified", "N18.30", "2023-06-20"),
        ("knee", "Unilateral primary osteoarthritis, right knee", "M17.11", "2018-05-11"),
        ("obesity", "Obesity, unspecified", "E66.9", "2015-01-20"),
    ):  # fmt: skip
        him.problem(slug, text, code, onset, by=okoye)
    him.problem("aki", "Acute kidney failure, unspecified", "N17.9", "2025-05-22", status="resolved",
                abated="2025-06-17", by=okoye)  # fmt: skip
    him.problem("shingles", "Zoster without complications", "B02.9", "2016-07-02", status="resolved",
                abated="2016-08-01", by=okoye)  # fmt: skip
    him.problem("gastroenteritis", "Viral intestinal infection, unspecified", "A08.4", "2025-05-19",
                status="resolved", abated="2025-05-26", by=okoye)  # fmt: skip
    for what, loinc, answer in (
        ("Tobacco smoking status", "72166-2", "Former smoker, stopped in 2009"),
        ("Alcoholic drinks per drinking day", "74013-4", "1 or 2"),
        ("History of Occupation", "11341-5", "Bus driver, retired 2023"),
        ("Highest level of education", "82589-3", "High school"),
    ):
        him.social(what, loinc, "2024-10-15 09:05", answer)
    for vaccine, day in (
        ("Influenza, injectable, quadrivalent, preservative free", "2022-10-25"),
        ("Influenza, injectable, quadrivalent, preservative free", "2023-10-17"),
        ("COVID-19 vaccine, unspecified", "2021-04-14"),
        ("COVID-19 vaccine, unspecified", "2023-10-17"),
        ("Pneumococcal conjugate PCV20", "2023-06-20"),
        ("Zoster vaccine recombinant", "2022-02-08"),
        ("Tdap", "2019-10-08"),
    ):
        him.immunization(vaccine, day)
    him.allergy("penicillin", "Penicillin", "Hives, as a child", "2019-10-08")
    him.procedure("colonoscopy", "Colonoscopy", "2021-09-14 10:00", outcome="No polyps.")
    him.procedure("knee-injection", "Injection of right knee joint", "2022-05-18 14:00", by=okoye)
    him.procedure("retina-photo", "Retinal photography, both eyes", "2025-02-11 09:00",
                  outcome="Mild nonproliferative retinopathy, no macular edema.")  # fmt: skip
    him.report("renal-us", "US Kidney - bilateral", "2024-10-29 11:00",
               "Right kidney 11.4 cm, left 11.6 cm. Normal cortical thickness, mildly increased "
               "echogenicity. No hydronephrosis.", loinc="")  # fmt: skip
    him.report("ecg", "12-lead electrocardiogram", "2025-05-22 18:40",
               "Sinus tachycardia 104/min. Peaked T waves in V2 to V4.",
               category=("EC", "Electrocardiac"))  # fmt: skip


def _kidney_year(
    him: Chart, voss: Resource, okoye: Resource, nair: Resource, bell: Resource
) -> None:
    first = him.visit("2024-10-15 09:00", "Nephrology consultation", by=voss,
                      reason="Falling kidney function")  # fmt: skip
    him.vitals("2024-10-15 09:05", visit=first, exact={SYSTOLIC: 142, DIASTOLIC: 84, WEIGHT: 91.8})
    him.note("Consultation note", "2024-10-15 10:00", """
Nephrology consultation, 15 October 2024. Dr Helen Voss.
Sent by Dr Okoye for creatinine rising over five years (1.0 in 2019). Diabetes since 2010 with mild
retinopathy. No blood in the urine, no stones, no family history of kidney disease. Never had
ketoacidosis. Urine albumin rising year by year.
Medicines: lisinopril 40 mg daily, metformin 1000 mg twice daily, amlodipine 10 mg, atorvastatin 40 mg.
Allergic to penicillin (hives as a child). No other drug reactions.
BP 142/84 mmHg, no edema.
Impression: probably diabetic kidney disease. Ultrasound to be done. Agents of newer kind talked over, he
would rather wait until his insurance changes in the new year.
Return in the spring.
""", visit=first, by=voss)  # fmt: skip
    spring = him.visit("2025-03-25 09:30", "Nephrology follow-up", by=voss)
    him.vitals("2025-03-25 09:35", visit=spring, exact={SYSTOLIC: 138, DIASTOLIC: 80, WEIGHT: 91.2})
    him.draw("2025-03-25 08:40", NO_EGFR, CBC, visit=spring, by=voss,
             exact={CREATININE: 1.74, UREA: 31, POTASSIUM: 4.8, GLUCOSE: 158})  # fmt: skip
    him.draw("2025-03-25 08:45", alone(NEW_ACR), visit=spring, by=voss, exact={NEW_ACR: 214})
    him.note("Progress note", "2025-03-25 10:10", """
Nephrology follow-up, 25 March 2025. Dr Helen Voss.
Well. Kidneys of normal size on ultrasound. BP 138/80 mmHg. Creatinine 1.74, potassium 4.8.
The laboratory has a new analyser for urine albumin since January and reports under a new name.
Repeat urine in the summer. Insurance: letter to the plan about kidney medicines.
""", visit=spring, by=voss)  # fmt: skip
    _admission(him, nair)
    him.visit("2025-06-17 08:00", "Laboratory visit", by=okoye, slug="lab-june")
    him.draw("2025-06-17 08:05", NO_EGFR, by=okoye,
             exact={CREATININE: 1.82, UREA: 30, POTASSIUM: 4.6, GLUCOSE: 151})  # fmt: skip
    call = him.visit("2025-06-19 11:30", "Telephone encounter", kind="phone", by=voss)
    him.note("Telephone encounter note", "2025-06-19 11:50", """
Telephone call, 19 June 2025. Dr Helen Voss.
Blood of 17 June: creatinine 1.82, potassium 4.6. Eating and drinking normally, no diarrhea.
Lisinopril again from tomorrow, 10 mg daily, new prescription sent. He says he has thrown the old bottle of
40 mg away. Metformin was taken up again on 2 June as the hospital told him.
""", visit=call, by=voss)  # fmt: skip
    summer = him.visit("2025-07-08 10:00", "Family medicine follow-up", by=okoye)
    him.vitals("2025-07-08 10:05", visit=summer, exact={SYSTOLIC: 136, DIASTOLIC: 78, WEIGHT: 90.4})
    him.draw("2025-07-08 10:20", NO_EGFR, alone(HBA1C), visit=summer, by=okoye,
             exact={CREATININE: 1.84, UREA: 30, POTASSIUM: 4.7, HBA1C: 7.8, GLUCOSE: 149})  # fmt: skip
    him.draw("2025-07-08 10:25", alone(NEW_ACR), visit=summer, by=okoye, exact={NEW_ACR: 318})
    him.note("Progress note", "2025-07-08 10:40", """
Follow-up, 8 July 2025. Dr Samuel Okoye.
Back to his usual self after the stomach illness in May. Knee worse, uses a stick. BP 136/78 mmHg.
HbA1c 7.8 %. Sees nephrology in September.
""", visit=summer, by=okoye)  # fmt: skip
    urgent = him.visit("2025-08-30 17:20", "Urgent care visit", kind="emergency", minutes=40,
                       reason="Knee pain")  # fmt: skip
    him.note("Emergency department note", "2025-08-30 17:50", """
Urgent care, 30 August 2025.
Right knee pain for a week after gardening, no fever, small effusion, no warmth. Says he takes tablets for
sugar and blood pressure. Naproxen 500 mg twice daily with food for 30 days, one refill. See own doctor.
""", visit=urgent)  # fmt: skip
    labs = him.visit("2025-09-10 08:00", "Laboratory visit", by=voss)
    him.draw("2025-09-10 08:10", NO_EGFR, CBC, alone(HBA1C), visit=labs, by=voss,
             exact={CREATININE: 1.90, UREA: 33, POTASSIUM: 4.7, HBA1C: 7.9, GLUCOSE: 155,
                    HEMOGLOBIN: 12.6})  # fmt: skip
    him.draw("2025-09-10 08:15", alone(NEW_ACR), visit=labs, by=voss, exact={NEW_ACR: 402})
    him.draw("2025-09-10 08:20", URINALYSIS, visit=labs, by=voss,
             exact={URINE_PROTEIN: "2+", URINE_GLUCOSE: "Trace"})  # fmt: skip
    him.note("Pharmacy note", "2025-09-15 16:30", """
Pharmacy reconciliation before the nephrology visit, 15 September 2025. Jon Bell, clinical pharmacist.
Fills at the one pharmacy he uses, since March:
- lisinopril 40 mg: last on 14 April 2025, 30 tablets. None since.
- lisinopril 10 mg: 20 June 2025, 90 tablets.
- metformin 1000 mg: 30 June 2025, 180 tablets.
- amlodipine 10 mg and atorvastatin 40 mg: 1 July 2025, 90 tablets each.
- naproxen 500 mg: 30 August 2025, 60 tablets.
Not reached by telephone.
""", by=bell)  # fmt: skip


def _admission(him: Chart, nair: Resource) -> None:
    stay = him.visit("2025-05-22 18:00", "Hospital admission", kind="inpatient", by=nair,
                     end="2025-05-26 12:00", reason="Vomiting and diarrhea")  # fmt: skip
    for at, creatinine, urea, potassium in (
        ("2025-05-22 18:20", 3.05, 62, 6.2), ("2025-05-23 06:10", 2.71, 54, 5.5),
        ("2025-05-24 06:05", 2.38, 45, 5.0), ("2025-05-26 06:15", 2.06, 35, 4.8),
    ):  # fmt: skip
        him.draw(at, NO_EGFR, visit=stay, by=nair,
                 exact={CREATININE: creatinine, UREA: urea, POTASSIUM: potassium})  # fmt: skip
    for at, top, bottom in (
        ("2025-05-22 18:10", 98, 58), ("2025-05-23 08:00", 116, 66), ("2025-05-24 08:00", 128, 72),
        ("2025-05-25 08:00", 132, 76), ("2025-05-26 08:00", 134, 78),
    ):  # fmt: skip
        him.vitals(at, visit=stay, exact={SYSTOLIC: top, DIASTOLIC: bottom, WEIGHT: 89.6})
    him.draw("2025-05-22 18:25", CBC, LFT, visit=stay, by=nair)
    him.note("Discharge summary", "2025-05-26 11:30", """
Discharge summary. Admitted 22 May, discharged 26 May 2025. Dr Priya Nair, hospital medicine.
Three days of vomiting and diarrhea, viral. Creatinine 3.05 on arrival (1.74 in March), potassium 6.2 with
peaked T waves. Fluids, calcium gluconate, insulin and glucose; lisinopril and metformin held.
At discharge creatinine 2.06, potassium 4.8, eating.
Medicines at discharge: lisinopril 40 mg STOPPED for potassium 6.2, not to be taken until his kidney doctor
says so. Metformin again from 2 June. Amlodipine and atorvastatin as before.
Blood test in three weeks.
""", visit=stay, by=nair)  # fmt: skip


def _today(him: Chart, okoye: Resource, ruiz: Resource) -> None:
    visit = him.visit("2025-09-17 14:40", "Nephrology follow-up", end="2025-09-17 15:30",
                      slug="today", reason="Kidney function")  # fmt: skip
    him.vitals("2025-09-17 14:45", visit=visit, exact={SYSTOLIC: 137, DIASTOLIC: 79, WEIGHT: 90.6})
    him.note("Nurse note", "2025-09-17 14:50", """
Rooming note, 17 September 2025, 14:50. Ana Ruiz, medical assistant.
BP 137/79 mmHg, weight 90.6 kg. Medicines read from the list: lisinopril 40 mg daily, metformin 1000 mg
twice daily, amlodipine 10 mg daily, atorvastatin 40 mg daily. "No changes." Knee much better with the
tablets from urgent care, takes them morning and evening.
""", visit=visit, by=ruiz)  # fmt: skip
    him.service("Basic metabolic panel - Blood", "2025-09-17 09:05", code=(LOINC, "51990-0"),
                by=okoye, reason="Diabetes", occurrence="2025-09-17", slug="bmp-today",
                note="With the visit today.")  # fmt: skip
    him.service("Microalbumin/Creatinine [Mass Ratio] in Urine", "2025-09-17 09:06",
                code=(LOINC, "14959-1"), by=okoye, reason="Diabetes", occurrence="2025-09-17",
                slug="acr-today")  # fmt: skip
    him.service("Ophthalmology referral", "2025-09-17 09:08", category="referral", by=okoye,
                reason="Diabetic retinopathy, yearly", slug="eye")  # fmt: skip
    # After the clock: what a play must not see.
    him.draw("2025-09-18 08:00", NO_EGFR, by=okoye, exact={CREATININE: 1.93, POTASSIUM: 4.9})


def _medicines(him: Chart, voss: Resource, okoye: Resource) -> None:
    him.medication("lisinopril-10-old", "Lisinopril", "2010-03-01 09:00", "10 mg by mouth once daily",
                   dose=10, per_day=1, by=okoye, status="completed")  # fmt: skip
    him.medication("lisinopril-20", "Lisinopril", "2015-01-20 09:00", "20 mg by mouth once daily",
                   dose=20, per_day=1, by=okoye, status="completed")  # fmt: skip
    him.medication("lisinopril-40", "Lisinopril", "2021-01-12 09:30", "40 mg by mouth once daily",
                   dose=40, per_day=1, by=okoye, days=90, quantity=90, refills=3)  # fmt: skip
    him.medication("lisinopril-10", "Lisinopril", "2025-06-19 11:45", "10 mg by mouth once daily",
                   dose=10, per_day=1, by=voss, days=90, quantity=90, refills=1)  # fmt: skip
    him.medication("metformin-500", "Metformin", "2010-03-01 09:05", "500 mg by mouth twice daily",
                   dose=500, per_day=2, by=okoye, status="completed")  # fmt: skip
    him.medication("metformin-1000", "Metformin", "2022-01-18 10:00", "1000 mg by mouth twice daily",
                   dose=1000, per_day=2, by=okoye, days=90, quantity=180, refills=3,
                   status="completed")  # fmt: skip
    him.medication("metformin-renewed", "Metformin", "2025-09-17 09:10",
                   "1000 mg by mouth twice daily", dose=1000, per_day=2, by=okoye, days=90,
                   quantity=180, refills=3, reason="Type 2 diabetes",
                   note="Renewal, as before.")  # fmt: skip
    him.medication("glipizide", "Glipizide", "2016-02-09 09:00", "5 mg by mouth once daily", dose=5,
                   per_day=1, by=okoye, status="stopped", why_stopped="Low sugars at work")  # fmt: skip
    him.medication("amlodipine", "Amlodipine", "2020-06-16 09:00", "10 mg by mouth once daily",
                   dose=10, per_day=1, by=okoye, days=90, quantity=90, refills=3)  # fmt: skip
    him.medication("atorvastatin", "Atorvastatin", "2020-02-11 09:00", "40 mg by mouth once daily",
                   dose=40, per_day=1, by=okoye, days=90, quantity=90, refills=3)  # fmt: skip
    him.medication("naproxen", "Naproxen", "2025-08-30 17:45", "500 mg by mouth twice daily with food",
                   dose=500, per_day=2, days=30, quantity=60, refills=1, reason="Knee pain")  # fmt: skip
    him.medication("azithromycin", "Azithromycin", "2023-02-07 10:00", "250 mg by mouth once daily",
                   dose=250, per_day=1, by=okoye, days=5, status="completed")  # fmt: skip


def _others(record: Record, okoye: Resource) -> None:
    her = record.chart(
        "herrera-d", "Daniela", "Herrera", sex="female", born="1964-05-14", mrn="40718352", seed=82,
        phone="206-555-0188", line="77 Cedar Avenue", city="Seattle", state="WA", postal="98118",
    )  # fmt: skip
    her.course(CREATININE, {"2021-01-01": 0.82, "2025-09-01": 0.88}, noise=0.03)
    her.course(HBA1C, {"2021-01-01": 6.6, "2025-09-01": 6.9}, noise=0.02)
    her.routine("2022-01-11", "2025-08-20", every=180, by=okoye, title="Family medicine follow-up",
                panels=(BMP, alone(HBA1C)), yearly=(CBC, LIPIDS), notes=FOLLOW_UP[:1])  # fmt: skip
    her.draw("2025-08-26 09:00", alone(NEW_ACR), by=okoye, exact={NEW_ACR: 11})
    her.problem("dm", "Type 2 diabetes mellitus without complications", "E11.9", "2018-02-01")
    her.medication("metformin", "Metformin", "2023-01-10 09:00", "1000 mg by mouth twice daily",
                   dose=1000, per_day=2, by=okoye)  # fmt: skip
    her.medication("lisinopril", "Lisinopril", "2023-01-10 09:05", "40 mg by mouth once daily",
                   dose=40, per_day=1, by=okoye)  # fmt: skip
    other = record.chart(
        "herrero", "Daniel", "Herrero", sex="male", born="1958-11-02", mrn="40781325", seed=83,
        phone="206-555-0120", line="9 Harbor Way", city="Tacoma", state="WA", postal="98402",
    )  # fmt: skip
    other.course(CREATININE, {"2021-01-01": 2.2, "2025-09-01": 2.9}, noise=0.03)
    other.course(POTASSIUM, {"2021-01-01": 4.9, "2025-09-01": 5.3}, noise=0.03)
    other.routine("2022-02-08", "2025-09-02", every=120, by=okoye, title="Family medicine follow-up",
                  panels=(BMP, CBC), yearly=(LFT,), notes=FOLLOW_UP[1:2])  # fmt: skip
    other.draw("2025-09-02 09:30", alone(NEW_ACR), by=okoye, exact={NEW_ACR: 88})
    other.problem("ckd", "Chronic kidney disease, stage 4 (severe)", "N18.4", "2023-03-01")
    other.problem("htn", "Essential (primary) hypertension", "I10", "2005-03-01")
    other.medication("losartan", "Losartan", "2022-02-08 09:00", "50 mg by mouth once daily", dose=50,
                     per_day=1, by=okoye)  # fmt: skip
