"""Record of `long-tasks/gout-urate-lowering`.

Index: Guowei Lin, 57, gout for six years, seen by rheumatology on 6 November 2025. Beside him
Guohua Lin and Guowei Lim. The laboratory of the group reports uric acid, and a genotype of November 2024
from another clinic, under codes of its own; those of LOINC find nothing.
"""

from __future__ import annotations

from long_chart import Chart, Record
from long_parts import LOINC, Resource, concept
from panels import (
    ALT, AST, BMP, CBC, CHOLESTEROL, CREATININE, CRP, DIASTOLIC, ESR, HBA1C, HDL, HEIGHT, LFT,
    LIPIDS, PULSE, SYSTOLIC, TRIGLYCERIDE, TSH, URATE, URINALYSIS, VITAMIN_D, WEIGHT, Analyte, alone,
)  # fmt: skip

FOLDER = "long-tasks/gout-urate-lowering"
CLOCK = "2025-11-06 10:30"

LOCAL = "https://physassist.example/laboratory-codes"
URIC_ACID = concept("Uric acid", (LOCAL, "CH-0417"))
GENOTYPE = concept("HLA-B*58:01 genotyping", (LOCAL, "MG-2290"))
HLA = Analyte("hla", "", "HLA-B*58:01 genotyping", normal="Not detected")

FOLLOW_UP = (
    "Follow-up, {day}. Blood pressure and cholesterol. No chest pain, no breathlessness, walks to work. "
    "BP {pressure} mmHg, weight {weight} kg. Continue, return in four months.",
    "Follow-up, {day}. Sleeps well. Beer two or three evenings a week. BP {pressure} mmHg, weight "
    "{weight} kg. Less salt, less beer. Laboratory tests as ordered.",
    "Follow-up, {day}. No complaints today. Joints quiet. BP {pressure} mmHg, weight {weight} kg. "
    "Continue the present treatment.",
)


def build() -> Record:
    """The record of the three patients."""
    record = Record("go", CLOCK, "Eastlake Medical Group")
    marsh = record.staff("marsh", "Olivia", "Marsh", "Rheumatology")
    okafor = record.staff("okafor", "Ngozi", "Okafor", "Internal medicine")
    reed = record.staff("reed", "Thomas", "Reed", "Emergency medicine")
    pham = record.staff("pham", "Linh", "Pham", "Dermatology")
    him = record.chart(
        "lin", "Guowei", "Lin", sex="male", born="1968-07-21", mrn="51027743", seed=57,
        phone="415-555-0162", line="2231 Judah Street", city="San Francisco", state="CA",
        postal="94122", language="Chinese, Mandarin",
    )  # fmt: skip
    _courses(him)
    him.routine("2019-09-17", "2025-08-10", every=106, by=okafor, title="Internal medicine follow-up",
                panels=(BMP, CBC), yearly=(LFT, LIPIDS, URINALYSIS, alone(HBA1C), alone(TSH)),
                notes=FOLLOW_UP)  # fmt: skip
    _uric_acid(him)
    _background(him, okafor)
    _gout(him, okafor, reed)
    _skin(him, pham)
    _today(him, marsh, okafor)
    _medicines(him, okafor, reed)
    _others(record, okafor)
    return record


def _courses(him: Chart) -> None:
    him.course(CREATININE, {"2019-09-01": 1.08, "2022-09-01": 1.24, "2025-08-10": 1.45}, noise=0.02)
    him.course(CHOLESTEROL, {"2019-09-01": 226, "2020-06-01": 172}, noise=0.04)
    him.course(HDL, {"2019-09-01": 41}, noise=0.04)
    him.course(TRIGLYCERIDE, {"2019-09-01": 205}, noise=0.1)
    him.course(HBA1C, {"2019-09-01": 5.6, "2025-08-10": 5.8}, noise=0.015)
    him.course(SYSTOLIC, {"2019-09-01": 148, "2020-06-01": 134}, noise=0.03)
    him.course(DIASTOLIC, {"2019-09-01": 90, "2020-06-01": 82}, noise=0.03)
    him.course(PULSE, {"2019-09-01": 78, "2021-06-01": 66}, noise=0.05)
    him.course(WEIGHT, {"2019-09-01": 78.0, "2025-08-10": 81.5}, noise=0.006)
    him.course(HEIGHT, {"2019-09-01": 171}, noise=0)
    him.course(ALT, {"2019-09-01": 31}, noise=0.08)
    him.course(AST, {"2019-09-01": 26}, noise=0.08)


def _uric_acid(him: Chart) -> None:
    for at, value in (
        ("2019-12-10 09:20", 8.4), ("2020-11-20 09:20", 8.7), ("2022-01-18 09:05", 8.9),
        ("2023-02-14 10:00", 9.0), ("2024-03-05 09:40", 9.3), ("2025-03-18 09:10", 9.5),
        ("2025-10-28 08:10", 9.8),
    ):  # fmt: skip
        him.result(URATE, at, value, code=URIC_ACID)


def _background(him: Chart, okafor: Resource) -> None:
    for slug, text, code, onset in (
        ("htn", "Essential (primary) hypertension", "I10", "2016-04-05"),
        ("svt", "Supraventricular tachycardia", "I47.1", "2021-05-11"),
        ("lipids", "Mixed hyperlipidemia", "E78.2", "2017-10-03"),
        ("gout", "Gout, unspecified", "M10.9", "2019-12-10"),
        ("ckd", "Chronic kidney disease, stage 3a", "N18.31", "2024-03-05"),
        ("rosacea", "Rosacea, unspecified", "L71.9", "2024-11-12"),
    ):
        him.problem(slug, text, code, onset, by=okafor)
    him.problem("pneumonia", "Pneumonia, unspecified organism", "J18.9", "2018-01-22", abated="2018-02-20",
                status="resolved", by=okafor)  # fmt: skip
    for what, loinc, answer in (
        ("Tobacco smoking status", "72166-2", "Never smoker"),
        ("Alcoholic drinks per drinking day", "74013-4", "1 or 2"),
        ("History of Occupation", "11341-5", "Cook, own restaurant"),
        ("Highest level of education", "82589-3", "High school"),
        ("Birthplace", "21842-0", "Guangzhou, China"),
    ):
        him.social(what, loinc, "2024-03-05 09:30", answer)
    for vaccine, day in (
        ("Influenza, injectable, quadrivalent, preservative free", "2023-10-10"),
        ("Influenza, injectable, quadrivalent, preservative free", "2024-10-15"),
        ("COVID-19 vaccine, unspecified", "2021-04-28"),
        ("Hepatitis B, adult", "2017-10-03"),
        ("Zoster vaccine recombinant", "2022-09-20"),
        ("Tdap", "2019-09-17"),
    ):
        him.immunization(vaccine, day)
    him.procedure("appendix", "Laparoscopic appendectomy", "1999-06-01")
    him.procedure("holter", "Ambulatory electrocardiogram, 48 hours", "2021-05-04 09:00",
                  outcome="Runs of supraventricular tachycardia, the longest 22 beats. No atrial "
                  "fibrillation.")  # fmt: skip
    him.procedure("aspiration", "Aspiration of right first metatarsophalangeal joint",
                  "2019-12-10 10:00", outcome="Needle-shaped, negatively birefringent crystals.",
                  by=okafor)  # fmt: skip
    him.report("echo", "Transthoracic echocardiogram", "2021-05-18 10:00",
               "Normal size and function, ejection fraction 62 %. No valve disease.",
               category=("CUS", "Cardiac Ultrasound"))  # fmt: skip


def _gout(him: Chart, okafor: Resource, reed: Resource) -> None:
    first = him.visit("2019-12-10 09:00", "Internal medicine visit", by=okafor, reason="Toe pain")
    him.note("Progress note", "2019-12-10 10:20", """
Visit, 10 December 2019. Dr Ngozi Okafor.
Right big toe red and very painful for two days. Joint aspirated, urate crystals. Uric acid 8.4.
Gout, first attack. Indomethacin for five days. Diet sheet given.
""", visit=first, by=okafor)  # fmt: skip
    second = him.visit("2022-06-14 11:00", "Internal medicine visit", by=okafor, reason="Foot pain")
    him.note("Progress note", "2022-06-14 11:30", """
Visit, 14 June 2022. Dr Ngozi Okafor.
Second attack of gout, left midfoot, 30 months after the first. Prednisone 30 mg for five days. Prefers no
daily tablet for it so far.
""", visit=second, by=okafor)  # fmt: skip
    third = him.visit("2024-08-20 09:30", "Internal medicine visit", by=okafor, reason="Toe pain")
    him.note("Progress note", "2024-08-20 10:00", """
Visit, 20 August 2024. Dr Ngozi Okafor.
Gout again, right big toe, three days. Settled with prednisone by the weekend. Kidney function a little less
than it was: no more indomethacin.
""", visit=third, by=okafor)  # fmt: skip
    winter = him.visit("2025-01-23 22:10", "Emergency department visit", kind="emergency", by=reed,
                       minutes=150, reason="Ankle pain")  # fmt: skip
    him.vitals("2025-01-23 22:20", visit=winter, exact={SYSTOLIC: 146, DIASTOLIC: 88})
    him.draw("2025-01-23 22:30", BMP, CBC, visit=winter, by=reed, exact={CREATININE: 1.43})
    him.draw("2025-01-23 22:35", alone(CRP), alone(ESR), visit=winter, by=reed,
             exact={CRP: 64.0, ESR: 48})  # fmt: skip
    him.note("Emergency department note", "2025-01-24 00:20", """
Emergency department, 23 January 2025. Dr Thomas Reed.
Left ankle hot and swollen since this morning, cannot bear weight. No fever. Fluid cloudy, urate crystals, Gram
stain and culture negative. Acute gout. Prednisone 30 mg for five days. See Dr Okafor.
""", visit=winter, by=reed)  # fmt: skip
    spring = him.visit("2025-05-09 16:00", "Telephone encounter", kind="phone", by=okafor)
    him.note("Telephone encounter note", "2025-05-09 16:20", """
Telephone call, 9 May 2025. Dr Ngozi Okafor.
Right big toe since yesterday evening after a wedding, as always. No fever. Prednisone 30 mg for five days sent to
the pharmacy. Called back on 13 May: gone.
""", visit=spring, by=okafor)  # fmt: skip
    autumn = him.visit("2025-09-18 08:40", "Internal medicine visit", by=okafor, reason="Knee swelling")
    him.vitals("2025-09-18 08:45", visit=autumn, exact={SYSTOLIC: 138, DIASTOLIC: 84, WEIGHT: 81.6})
    him.draw("2025-09-18 09:00", BMP, alone(CRP), visit=autumn, by=okafor,
             exact={CREATININE: 1.47, CRP: 38.0})  # fmt: skip
    him.note("Progress note", "2025-09-18 09:20", """
Visit, 18 September 2025. Dr Ngozi Okafor.
Right knee swollen for two days, like gout before. A firm, chalky nodule of 8 mm at the left elbow, painless, there
for some months, he thinks. Prednisone 30 mg for five days. He is tired of it and would take something
every day now. Rheumatology asked to see him.
""", visit=autumn, by=okafor)  # fmt: skip
    labs = him.visit("2025-10-28 08:00", "Laboratory visit", by=okafor)
    him.draw("2025-10-28 08:10", BMP, CBC, LFT, LIPIDS, visit=labs, by=okafor,
             exact={CREATININE: 1.46, ALT: 29, AST: 24})  # fmt: skip
    him.draw("2025-10-28 08:15", alone(VITAMIN_D), URINALYSIS, visit=labs, by=okafor)


def _skin(him: Chart, pham: Resource) -> None:
    """Another clinic's visit of a year ago, and the genotype that it sent for."""
    visit = him.visit("2024-11-12 14:00", "Dermatology consultation", by=pham, reason="Rash of the face")
    him.note("Consultation note", "2024-11-12 14:40", """
Dermatology, 12 November 2024. Dr Linh Pham, Bayview Dermatology.
Man of 56, Han Chinese. Redness of cheeks and nose for a year: rosacea. Metronidazole cream.
He tells of an elder brother in Guangzhou who lay in hospital for a month with his skin peeling off, from a
tablet "for the uric acid". Genetic test drawn, since he has gout himself. Result to the chart when it comes.
""", visit=visit, by=pham)  # fmt: skip
    him.service("HLA-B*58:01 genotyping", "2024-11-12 14:35", code=(LOCAL, "MG-2290"), by=pham,
                status="completed", visit=visit, slug="genotype")  # fmt: skip
    him.result(HLA, "2024-11-12 14:45", "Detected (heterozygous)", code=GENOTYPE, visit=visit,
               note="Reference laboratory.")  # fmt: skip


def _today(him: Chart, marsh: Resource, okafor: Resource) -> None:
    visit = him.visit("2025-11-06 10:00", "Rheumatology consultation", end="2025-11-06 11:00",
                      by=marsh, reason="Gout", slug="today")  # fmt: skip
    him.vitals("2025-11-06 10:05", visit=visit, exact={SYSTOLIC: 134, DIASTOLIC: 80, PULSE: 62, WEIGHT: 81.4})
    him.note("Nurse note", "2025-11-06 10:15", """
Rooming note, 6 November 2025, 10:15.
No joint pain today, the knee has been quiet since late September. BP 134/80 mmHg, pulse 62/min. Takes diltiazem,
losartan and atorvastatin every morning, has the bottles with him. Nothing over the counter, no herbs.
Says Dr Okafor has sent something for the gout to his pharmacy this morning, not fetched yet.
No drug has ever given him a rash. Never had a heart attack, a stroke or chest pain.
""", visit=visit)  # fmt: skip
    him.service("Uric acid", "2025-11-06 08:20", code=(LOCAL, "CH-0417"), by=okafor,
                reason="Gout", occurrence="2025-11-06", slug="urate-today")  # fmt: skip
    him.service("Hepatic function panel - Serum or Plasma", "2025-11-06 08:21",
                code=(LOINC, "24325-3"), by=okafor, reason="Statin", occurrence="2025-11-06",
                slug="liver-today")  # fmt: skip
    him.service("X-ray of right knee", "2025-09-18 09:25", category="imaging", by=okafor,
                status="completed", slug="knee-film")  # fmt: skip
    him.report("knee-film", "XR Knee - right 3 Views", "2025-09-22 10:00",
               "Small effusion. No erosion, no chondrocalcinosis.")  # fmt: skip
    # After the clock: what a play must not see.
    him.result(URATE, "2025-11-07 08:00", 9.7, code=URIC_ACID)


def _medicines(him: Chart, okafor: Resource, reed: Resource) -> None:
    for slug, name, at, text, dose, per_day in (
        ("losartan", "Losartan", "2020-01-14 09:00", "50 mg by mouth once daily", 50, 1),
        ("atorvastatin", "Atorvastatin", "2020-01-14 09:05", "20 mg by mouth once daily", 20, 1),
        ("diltiazem", "Diltiazem extended-release", "2021-05-20 10:00",
         "180 mg by mouth once daily", 180, 1),
    ):  # fmt: skip
        him.medication(slug, name, at, text, dose=dose, per_day=per_day, by=okafor, days=90,
                       quantity=90, refills=3)  # fmt: skip
    for slug, at, by in (
        ("prednisone-22", "2022-06-14 11:25", okafor), ("prednisone-24", "2024-08-20 09:55", okafor),
        ("prednisone-25a", "2025-01-24 00:15", reed), ("prednisone-25b", "2025-05-09 16:15", okafor),
        ("prednisone-25c", "2025-09-18 09:15", okafor),
    ):  # fmt: skip
        him.medication(slug, "Prednisone", at, "30 mg by mouth once daily for 5 days", dose=30,
                       per_day=1, by=by, days=5, status="completed", reason="Gout")  # fmt: skip
    him.medication("indomethacin", "Indomethacin", "2019-12-10 10:10", "50 mg by mouth three times daily",
                   dose=50, per_day=3, by=okafor, days=5, status="completed", reason="Gout")  # fmt: skip
    him.medication("hctz", "Hydrochlorothiazide", "2016-04-05 09:00", "25 mg by mouth once daily",
                   dose=25, per_day=1, by=okafor, status="stopped", why_stopped="Gout")  # fmt: skip
    him.medication("metronidazole", "Metronidazole 0.75 % cream", "2024-11-12 14:35",
                   "thin layer to the face twice daily", route="topical", status="completed")  # fmt: skip
    him.medication("this-morning", "Allopurinol", "2025-11-06 08:15", "100 mg by mouth once daily",
                   dose=100, per_day=1, by=okafor, days=30, quantity=30, refills=5, reason="Gout",
                   note="To begin now, rheumatology will adjust.")  # fmt: skip


def _others(record: Record, okafor: Resource) -> None:
    one = record.chart(
        "lin-guohua", "Guohua", "Lin", sex="male", born="1966-07-21", mrn="51027734", seed=58,
        phone="415-555-0171", line="840 Noriega Street", city="San Francisco", state="CA",
        postal="94122", language="Chinese, Cantonese",
    )  # fmt: skip
    one.course(CREATININE, {"2022-01-01": 0.92}, noise=0.03)
    one.routine("2022-02-08", "2025-09-09", every=170, by=okafor, title="Internal medicine follow-up",
                panels=(BMP, CBC), yearly=(LFT, LIPIDS), notes=FOLLOW_UP[:1])  # fmt: skip
    one.result(URATE, "2025-09-09 09:10", 5.4, code=URIC_ACID)
    one.result(HLA, "2025-02-11 10:00", "Not detected", code=GENOTYPE)
    one.problem("gout", "Gout, unspecified", "M10.9", "2021-03-02")
    one.medication("allopurinol", "Allopurinol", "2025-03-04 09:00", "200 mg by mouth once daily",
                   dose=200, per_day=1, by=okafor)  # fmt: skip
    two = record.chart(
        "lim", "Guowei", "Lim", sex="male", born="1971-02-03", mrn="51072743", seed=59,
        phone="415-555-0109", line="15 Clement Street", city="San Francisco", state="CA",
        postal="94118", language="English",
    )  # fmt: skip
    two.course(CREATININE, {"2022-01-01": 1.0}, noise=0.03)
    two.routine("2022-03-15", "2025-10-01", every=190, by=okafor, title="Internal medicine follow-up",
                panels=(BMP, CBC), yearly=(LFT, LIPIDS, alone(HBA1C)), notes=FOLLOW_UP[2:])  # fmt: skip
    two.result(URATE, "2025-10-01 09:10", 6.9, code=URIC_ACID)
    two.problem("htn", "Essential (primary) hypertension", "I10", "2019-03-15")
    two.medication("amlodipine", "Amlodipine", "2022-03-15 09:00", "5 mg by mouth once daily", dose=5,
                   per_day=1, by=okafor)  # fmt: skip
