"""Record of `long-tasks/anaemia-first-visit`.

Index: Walter Brandt, 68, rheumatoid arthritis, ten years of clinic. His anaemia has been called
iron deficiency (2019, on a serum iron alone), anaemia of chronic disease (2022, on a ferritin
taken in a pneumonia) and anaemia of the kidney (2025); since 2024 the laboratory reports ferritin
and the saturation under other codes, and there the stores run out. Beside him Walter Brand and
Werner Brandt, with numbers that are easily confused, and results and a referral of their own.
"""

from __future__ import annotations

from long_chart import Chart, Record
from long_parts import Resource, concept
from panels import (
    B12,
    BMP,
    CBC,
    CREATININE,
    CRP,
    DIASTOLIC,
    FERRITIN,
    FOLATE,
    HBA1C,
    HEMOGLOBIN,
    IRON,
    IRON_SATURATION,
    IRON_STUDIES,
    LFT,
    LIPIDS,
    MCV,
    RDW,
    SYSTOLIC,
    TIBC,
    TSH,
    WEIGHT,
    Analyte,
    Panel,
    alone,
)

FOLDER = "long-tasks/anaemia-first-visit"
CLOCK = "2025-10-14 14:30"
TODAY = "2025-10-14"

LOCAL = "https://physassist.example/lab/riverside"
FERRITIN_NOW = Analyte("ferritin-ia", "20567-4",
                       "Ferritin [Mass/volume] in Serum or Plasma by Immunoassay", "ng/mL",
                       "ng/mL", 31, 409)  # fmt: skip
SATURATION_NOW: Resource = concept("Iron saturation, calculated", (LOCAL, "FESAT"))
FIT = Analyte("fit", "", "Fecal immunochemical test (FIT), stool", normal="Negative")
RETICULOCYTES = Analyte("reticulocytes", "17849-1",
                        "Reticulocytes/Erythrocytes in Blood by Automated count", "%", "%", 0.5,
                        2.0, 1, 1.1)  # fmt: skip
INFLAMMATION = Panel("crp", "1988-5", CRP.display, (CRP,))


def build() -> Record:
    """The record of all three."""
    record = Record("an", clock=CLOCK, place="Riverside Medical Group")
    people = {
        slug: record.staff(slug, given, family, work)
        for slug, given, family, work in (
            ("marsh", "Helen", "Marsh", "Hematology"),
            ("lindqvist", "Eva", "Lindqvist", "Family medicine"),
            ("rao", "Anil", "Rao", "Rheumatology"),
            ("ferreira", "Paulo", "Ferreira", "Nephrology"),
            ("sousa", "Ana", "Sousa", "Gastroenterology"),
            ("okafor", "Chidi", "Okafor", "Hospital medicine"),
            ("penn", "Gregory", "Penn", "Urgent care"),
        )
    }
    nurse = record.add("Practitioner", "bell",
                       {"name": [{"family": "Bell", "given": ["Tamsin"]}],
                        "qualification": [{"code": {"text": "Registered nurse"}}]})  # fmt: skip
    people["bell"] = {"reference": nurse, "display": "Tamsin Bell, RN"}
    _brandt(record, people)
    _brand(record, people)
    _werner(record, people)
    return record


def _brandt(record: Record, people: dict[str, Resource]) -> None:
    him = record.chart("p3", "Walter", "Brandt", sex="male", born="1957-03-22", mrn="40318826",
                       seed=31, phone="+1 555 010 4471", line="18 Mill Lane", city="Easton",
                       state="PA", postal="18042")  # fmt: skip
    him.course(HEMOGLOBIN,
               {"2012-06-01": 14.3, "2018-06-01": 13.9, "2019-05-20": 12.9, "2019-10-01": 13.6,
                "2021-11-01": 13.4, "2022-03-15": 12.1, "2022-09-01": 12.9, "2024-05-01": 12.4,
                "2025-01-15": 11.5, "2025-05-12": 10.6, "2025-09-30": 9.8},
               noise=0.008)  # fmt: skip
    him.course(MCV,
               {"2012-06-01": 91, "2022-09-01": 89, "2024-05-01": 86, "2025-01-15": 82,
                "2025-05-12": 79, "2025-09-30": 76},
               noise=0.005)  # fmt: skip
    him.course(RDW, {"2024-05-01": 14.0, "2025-09-30": 17.4}, noise=0.01)
    him.course(CREATININE, {"2012-06-01": 0.98, "2020-12-01": 1.28, "2025-10-01": 1.38}, noise=0.02)
    him.course(CRP,
               {"2012-06-01": 12, "2019-05-20": 41, "2019-10-01": 10, "2024-05-01": 11,
                "2025-09-30": 21},
               noise=0.1)  # fmt: skip
    him.course(WEIGHT, {"2012-06-01": 84, "2025-10-14": 82}, noise=0.008)
    him.course(SYSTOLIC, {"2012-06-01": 138, "2025-10-14": 132}, noise=0.03)
    him.course(DIASTOLIC, {"2012-06-01": 84, "2025-10-14": 76}, noise=0.03)
    _problems(him)
    _medicines(him, people)
    him.routine("2016-02-09", "2025-07-20", every=152, panels=(BMP, CBC),
                yearly=(LIPIDS, alone(TSH), alone(HBA1C)), by=people["lindqvist"],
                title="Primary care follow-up", notes=PRIMARY)  # fmt: skip
    him.routine("2016-04-05", "2025-06-25", every=182, panels=(LFT, INFLAMMATION),
                by=people["rao"], title="Rheumatology follow-up", notes=RHEUMATOLOGY)  # fmt: skip
    _story(him, people)
    _today(him, people)
    _afterwards(him, people)


PRIMARY = (
    "{day}. Blood pressure {pressure}, weight {weight} kg. Home pressures fine. Thyroid tablet "
    "every morning at seven with water, breakfast at eight. Joints as usual. Refills given.",
    "{day}. Pressure {pressure}, weight {weight} kg. Sleeps well, walks the dog twice a day. "
    "Feet without sores. Vaccinations reviewed. Labs drawn.",
    "{day}. {pressure}, {weight} kg. Heartburn settled on omeprazole, wants to stay on it. No "
    "change of medicines. See in four months.",
    "{day}. Seen for blood pressure ({pressure}) and thyroid. Weight {weight} kg. Uses "
    "acetaminophen only. Plan: same medicines, labs today.",
)
RHEUMATOLOGY = (
    "{day}. Rheumatoid arthritis on methotrexate and folic acid. Morning stiffness 30 minutes. "
    "Two tender, one swollen joint. Liver tests drawn. Continue.",
    "{day}. Hands stiffer in the cold. Three swollen joints. Methotrexate well borne. Blood "
    "pressure {pressure}. Labs for monitoring.",
    "{day}. Low disease activity. No infection since the last visit. Methotrexate unchanged; "
    "next visit in five months.",
)


def _problems(him: Chart) -> None:
    for slug, text, icd10, onset in (
        ("ra", "Rheumatoid arthritis with rheumatoid factor", "M05.9", "2011-09-14"),
        ("hypothyroidism", "Hypothyroidism", "E03.9", "2014-02-11"),
        ("hypertension", "Essential hypertension", "I10", "2009-05-06"),
        ("gerd", "Gastro-esophageal reflux disease without esophagitis", "K21.9", "2015-10-20"),
        ("lipids", "Hyperlipidemia", "E78.5", "2013-01-22"),
        ("ckd", "Chronic kidney disease, stage 3a", "N18.31", "2021-03-09"),
        ("knee", "Osteoarthritis of left knee", "M17.12", "2016-07-12"),
        ("prostate", "Benign prostatic hyperplasia", "N40.0", "2017-11-28"),
        ("cataract", "Age-related cataract, bilateral", "H25.13", "2020-08-18"),
        ("hearing", "Sensorineural hearing loss, bilateral", "H90.3", "2018-04-10"),
        ("back", "Low back pain", "M54.50", "2016-02-02"),
        ("acd", "Anemia in chronic disease", "D63.8", "2022-03-01"),
    ):
        him.problem(slug, text, icd10, onset)
    him.problem("dextran", "Allergy status to other drugs: iron dextran, anaphylaxis", "Z88.8",
                "2009-11-17",
                note="Hypotension and stridor within minutes of the first dose, 2009. "
                "Given for blood loss after a hip replacement. Treated with epinephrine.")  # fmt: skip
    him.problem("ida-2019", "Iron deficiency anemia", "D50.9", "2019-05-20", status="inactive",
                abated="2019-06-12", note="Entered in urgent care; taken off the list June 2019.",
                )  # fmt: skip
    him.allergy("dextran", "Iron dextran", "Anaphylaxis", "2009-11-17 10:00")


def _medicines(him: Chart, people: dict[str, Resource]) -> None:
    for slug, name, at, text, dose, unit, per_day, by in (
        (
            "lisinopril",
            "Lisinopril",
            "2025-07-08 09:30",
            "20 mg by mouth once daily",
            20,
            "mg",
            1,
            "lindqvist",
        ),
        (
            "levothyroxine",
            "Levothyroxine",
            "2025-07-08 09:31",
            "100 ug by mouth once daily, 07:00, an hour before breakfast",
            100,
            "ug",
            1,
            "lindqvist",
        ),
        (
            "omeprazole",
            "Omeprazole",
            "2025-07-08 09:32",
            "20 mg by mouth once daily before breakfast",
            20,
            "mg",
            1,
            "lindqvist",
        ),
        (
            "atorvastatin",
            "Atorvastatin",
            "2025-07-08 09:33",
            "20 mg by mouth once daily at bedtime",
            20,
            "mg",
            1,
            "lindqvist",
        ),
        (
            "tamsulosin",
            "Tamsulosin",
            "2025-07-08 09:34",
            "0.4 mg by mouth once daily at bedtime",
            0.4,
            "mg",
            1,
            "lindqvist",
        ),
        (
            "folic-acid",
            "Folic acid",
            "2025-06-10 10:10",
            "1 mg by mouth once daily",
            1,
            "mg",
            1,
            "rao",
        ),
        (
            "methotrexate",
            "Methotrexate",
            "2025-06-10 10:11",
            "15 mg by mouth once a week, Mondays",
            15,
            "mg",
            None,
            "rao",
        ),
    ):
        him.medication(slug, name, at, text, dose=dose, unit=unit, per_day=per_day, by=people[by],
                       days=90, refills=3)  # fmt: skip
    him.medication("naproxen", "Naproxen", "2016-07-12 09:40",
                   "500 mg by mouth twice daily as needed", dose=500, per_day=2, status="stopped",
                   why_stopped="Kidney function, March 2021", by=people["lindqvist"])  # fmt: skip
    him.medication("iron-2019", "Ferrous sulfate", "2019-05-20 17:20",
                   "325 mg by mouth three times daily", dose=325, per_day=3, status="stopped",
                   by=people["penn"],
                   why_stopped="Not iron deficient (ferritin 186); constipated", quantity=90)  # fmt: skip
    him.medication("prednisone-2019", "Prednisone", "2019-05-28 11:00",
                   "10 mg by mouth once daily for 21 days", dose=10, per_day=1, days=21,
                   status="completed", by=people["rao"])  # fmt: skip
    him.medication("amoxicillin-2022", "Amoxicillin", "2022-02-23 10:00",
                   "1 g by mouth three times daily for 3 days", dose=1, unit="g", per_day=3,
                   days=3, status="completed", by=people["okafor"])  # fmt: skip
    for year in range(2013, 2025):
        him.medication(f"levothyroxine-{year}", "Levothyroxine", f"{year + 1}-01-14 09:00",
                       "100 ug by mouth once daily", dose=100, unit="ug", per_day=1, days=365,
                       status="completed", by=people["lindqvist"])  # fmt: skip
        him.medication(f"methotrexate-{year}", "Methotrexate", f"{year}-11-05 10:30",
                       "15 mg by mouth once a week", dose=15, days=365, status="completed",
                       by=people["rao"])  # fmt: skip
        him.immunization("Influenza, injectable, quadrivalent, preservative free", f"{year}-10-09")


def _story(him: Chart, people: dict[str, Resource]) -> None:
    _urgent_care(him, people)
    _pneumonia(him, people)
    visit = him.visit("2023-04-18 10:00", "Rheumatology follow-up", by=people["rao"],
                      slug="ra-2023")  # fmt: skip
    him.note("Progress note", "2023-04-18 10:40", """
Rheumatology, 18 April 2023. Dr Anil Rao.
Hb 12.7. Anemia of chronic disease, as established in hospital last year (ferritin 412). This
goes with the arthritis; no further workup. Three swollen joints. Methotrexate 15 mg continues.
""", visit=visit, by=people["rao"])  # fmt: skip
    him.procedure("sigmoidoscopy", "Flexible sigmoidoscopy", "2012-09-12 11:00",
                  snomed="44441009",
                  note="To 50 cm. Hemorrhoids. Otherwise normal. Bowel above not seen.")  # fmt: skip
    him.procedure("hip", "Total replacement of right hip joint", "2009-11-10 08:30")
    him.procedure("cataract-right", "Cataract surgery, right eye", "2020-11-17 09:00")
    spring = him.visit("2024-05-14 08:30", "Laboratory visit", by=people["lindqvist"],
                       slug="lab-2024")  # fmt: skip
    _new_iron(him, "2024-05-14 08:40", spring, people["lindqvist"], iron=58, tibc=312,
              saturation=19, ferritin=88, crp=9.4)  # fmt: skip
    winter = him.visit("2025-01-21 09:00", "Primary care, anemia", by=people["lindqvist"],
                       slug="pc-2025")  # fmt: skip
    him.result(FIT, "2025-01-24 11:00", "Negative", visit=winter, code={"text": FIT.display})
    him.note("Progress note", "2025-01-28 12:10", """
Primary care, 28 January 2025. Dr Eva Lindqvist.
Hb 11.5, slowly down. No complaints, no blood seen, bowels regular, weight steady. FIT of the
24th negative, so no colonoscopy for now. Known anemia of chronic disease. Asked nephrology
whether it is the kidney.
""", visit=winter, by=people["lindqvist"])  # fmt: skip
    kidney = him.visit("2025-05-12 13:00", "Nephrology consultation", by=people["ferreira"],
                       slug="neph")  # fmt: skip
    him.draw("2025-05-12 12:10", BMP, CBC, visit=kidney, by=people["ferreira"],
             exact={HEMOGLOBIN: 10.6, MCV: 78.8, CREATININE: 1.37})  # fmt: skip
    him.note("Consultation note", "2025-05-12 14:00", """
Nephrology consultation, 12 May 2025. Dr Paulo Ferreira.
CKD stage 3a, creatinine 1.37, no albumin in the urine. Hb 10.6. Iron stores were called ample
in hospital. Impression: anemia of CKD on top of chronic disease. If Hb falls below 10,
erythropoietin; nursing to prepare the order then.
""", visit=kidney, by=people["ferreira"])  # fmt: skip
    autumn = him.visit("2025-09-30 08:20", "Rheumatology follow-up", by=people["rao"],
                       slug="ra-2025")  # fmt: skip
    him.vitals("2025-09-30 08:25", visit=autumn)
    him.draw("2025-09-30 08:40", CBC, LFT, visit=autumn, by=people["rao"],
             exact={HEMOGLOBIN: 9.8, MCV: 76.1, RDW: 17.5})  # fmt: skip
    _new_iron(him, "2025-09-30 08:40", autumn, people["rao"], iron=28, tibc=350, saturation=8,
              ferritin=34, crp=21.0)  # fmt: skip
    him.draw("2025-09-30 08:41",
             Panel("vitamins", "2132-9", "Vitamin B12 and folate", (B12, FOLATE)), visit=autumn,
             by=people["rao"], exact={B12: 388, FOLATE: 14.2})  # fmt: skip
    him.note("Progress note", "2025-10-02 16:30", """
Rheumatology, 2 October 2025. Dr Anil Rao. Results of 30 September.
Hb 9.8. Ferritin within the laboratory's range, not flagged. B12 and folate normal. CRP up a
little, two swollen joints. Anemia of chronic disease, getting worse; to hematology for advice.
Methotrexate unchanged.
""", visit=autumn, by=people["rao"])  # fmt: skip


def _new_iron(
    him: Chart,
    at: str,
    visit: str,
    by: Resource,
    *,
    iron: float,
    tibc: float,
    saturation: float,
    ferritin: float,
    crp: float,
) -> None:
    """Iron studies as the laboratory reports them since 2024."""
    him.service("Iron studies with ferritin", at, status="completed", visit=visit, by=by,
                slug=f"iron-{at[:10]}")  # fmt: skip
    him.result(IRON, at, iron, visit=visit)
    him.result(TIBC, at, tibc, visit=visit)
    him.result(IRON_SATURATION, at, saturation, visit=visit, code=SATURATION_NOW)
    him.result(FERRITIN_NOW, at, ferritin, visit=visit)
    him.draw(at, INFLAMMATION, visit=visit, by=by, exact={CRP: crp})


def _urgent_care(him: Chart, people: dict[str, Resource]) -> None:
    visit = him.visit("2019-05-20 16:30", "Urgent care", by=people["penn"], slug="urgent")
    him.draw("2019-05-20 16:45", CBC, alone(IRON), alone(CRP), visit=visit, by=people["penn"],
             exact={HEMOGLOBIN: 12.9, MCV: 89.4, IRON: 34, CRP: 41})  # fmt: skip
    him.note("Emergency department note", "2019-05-20 17:25", """
Urgent care, 20 May 2019. Dr Gregory Penn.
Ten days of swollen hands and tiredness. Hb 12.9, serum iron 34 (low). Iron deficiency anemia.
Ferrous sulfate 325 mg three times daily. Ferritin to be done by his own doctor.
""", visit=visit, by=people["penn"])  # fmt: skip
    after = him.visit("2019-06-12 09:00", "Primary care follow-up", by=people["lindqvist"],
                      slug="june-2019")  # fmt: skip
    him.draw("2019-06-05 08:30", IRON_STUDIES, CBC, visit=after, by=people["lindqvist"],
             exact={IRON: 41, TIBC: 248, FERRITIN: 186, HEMOGLOBIN: 13.0, MCV: 89.8})  # fmt: skip
    him.note("Progress note", "2019-06-12 09:40", """
Primary care, 12 June 2019. Dr Eva Lindqvist.
Ferritin 186: not iron deficient, the low iron came from the flare. Hb 13.0. Iron stopped; three
tablets a day had constipated him anyway. Diagnosis of iron deficiency taken off the list.
""", visit=after, by=people["lindqvist"])  # fmt: skip


def _pneumonia(him: Chart, people: dict[str, Resource]) -> None:
    stay = him.visit("2022-02-17 19:00", "Hospital admission", kind="inpatient",
                     end="2022-02-23 12:00", by=people["okafor"], reason="Pneumonia",
                     slug="stay-2022")  # fmt: skip
    for at, hemoglobin, crp in (
        ("2022-02-17 19:40", 12.6, 212),
        ("2022-02-18 06:10", 11.9, 148),
        ("2022-02-20 06:10", 11.7, 74),
        ("2022-02-22 06:10", 11.8, 33),
    ):
        him.draw(at, CBC, BMP, INFLAMMATION, visit=stay, by=people["okafor"],
                 exact={HEMOGLOBIN: hemoglobin, CRP: crp})  # fmt: skip
        him.vitals(at, visit=stay)
    him.draw("2022-02-18 06:11", IRON_STUDIES, visit=stay, by=people["okafor"],
             exact={IRON: 24, TIBC: 208, FERRITIN: 412})  # fmt: skip
    him.problem("pneumonia", "Lobar pneumonia, unspecified organism", "J18.1", "2022-02-17",
                status="resolved", abated="2022-03-15", diagnosis_at=stay)  # fmt: skip
    him.report("chest", "XR Chest 2 Views", "2022-02-17 20:05",
               "Consolidation of the right lower lobe.", visit=stay)  # fmt: skip
    him.note("Discharge summary", "2022-02-23 11:30", """
Discharge summary, 23 February 2022. Dr Chidi Okafor, hospital medicine.
Pneumonia of the right lower lobe, six days, ceftriaxone then amoxicillin. Hb 11.8 at discharge.
Iron 24, ferritin 412 on 18 February: anemia of chronic disease (rheumatoid arthritis). No iron.
Primary care to follow the blood count.
""", visit=stay, by=people["okafor"])  # fmt: skip


def _today(him: Chart, people: dict[str, Resource]) -> None:
    visit = him.visit(f"{TODAY} 08:00", "Hematology, new patient", by=people["marsh"],
                      end=f"{TODAY} 16:00", reason="Anemia", slug="today")  # fmt: skip
    him.vitals(f"{TODAY} 08:10", visit=visit)
    him.draw(f"{TODAY} 08:05", CBC, visit=visit, by=people["marsh"],
             exact={HEMOGLOBIN: 9.5, MCV: 75.2, RDW: 17.8})  # fmt: skip
    him.draw(f"{TODAY} 08:06",
             Panel("retics", "17849-1", RETICULOCYTES.display, (RETICULOCYTES,)), visit=visit,
             by=people["marsh"], exact={RETICULOCYTES: 1.1})  # fmt: skip
    him.note("Nurse note", f"{TODAY} 08:35", """
Intake, hematology, 14 October 2025. Tamsin Bell, RN.
Tired on stairs since the summer, no chest pain, no dizziness. Eats meat most days. Stools
brown, no blood seen. Weight as last year. No NSAIDs since 2021. Never had a colonoscopy, "only
the short one, years ago". Takes the thyroid tablet at seven, the others with breakfast at
eight, two at bedtime.
""", visit=visit, by=people["bell"])  # fmt: skip
    him.service("Referral to gastroenterology, colonoscopy", f"{TODAY} 08:40",
                category="referral", status="revoked", visit=visit, by=people["bell"],
                slug="gi-wrong", note="Entered in the wrong chart; revoked 08:52.")  # fmt: skip
    him.medication("epoetin", "Epoetin alfa", f"{TODAY} 09:15",
                   "10,000 units subcutaneously once a week", dose=10000, unit="units",
                   route="subcutaneous", status="draft", by=people["ferreira"],
                   reason="Anemia of chronic kidney disease, Hb below 10",
                   note="Prepared as agreed in May. Waits for hematology.")  # fmt: skip


def _afterwards(him: Chart, people: dict[str, Resource]) -> None:
    later = him.visit("2025-11-20 09:00", "Primary care follow-up", by=people["lindqvist"],
                      slug="later")  # fmt: skip
    him.draw("2025-11-20 09:10", CBC, visit=later, by=people["lindqvist"],
             exact={HEMOGLOBIN: 11.2, MCV: 80.5})  # fmt: skip


def _brand(record: Record, people: dict[str, Resource]) -> None:
    other = record.chart("p7", "Walter", "Brand", sex="male", born="1957-03-27", mrn="40318862",
                         seed=47, phone="+1 555 010 4417", line="81 Mill Road", city="Easton",
                         state="PA", postal="18042")  # fmt: skip
    other.course(HEMOGLOBIN, {"2020-01-01": 14.4, "2025-10-01": 10.3}, noise=0.01)
    other.course(CREATININE, {"2020-01-01": 1.1, "2025-10-01": 2.05}, noise=0.02)
    for slug, text, icd10, onset in (
        ("ckd", "Chronic kidney disease, stage 3b", "N18.32", "2022-06-14"),
        ("anemia", "Anemia in chronic kidney disease", "D63.1", "2024-01-16"),
        ("hypertension", "Essential hypertension", "I10", "2012-03-20"),
    ):
        other.problem(slug, text, icd10, onset)
    other.routine("2022-02-08", "2025-09-12", every=182, panels=(BMP, CBC),
                  by=people["lindqvist"], title="Primary care follow-up", notes=PRIMARY[:2])  # fmt: skip
    visit = other.visit("2025-09-29 09:00", "Nephrology follow-up", by=people["ferreira"],
                        slug="neph")  # fmt: skip
    other.draw("2025-09-29 09:10", IRON_STUDIES, CBC, INFLAMMATION, visit=visit,
               by=people["ferreira"],
               exact={FERRITIN: 212, IRON: 78, TIBC: 261, HEMOGLOBIN: 10.2, CRP: 3.1})  # fmt: skip
    other.medication("lisinopril", "Lisinopril", "2025-06-03 09:00", "40 mg by mouth once daily",
                     dose=40, per_day=1, by=people["lindqvist"])  # fmt: skip
    other.service("Referral to gastroenterology, colonoscopy", f"{TODAY} 08:54",
                  category="referral", by=people["bell"], slug="gi", reason="Screening")  # fmt: skip


def _werner(record: Record, people: dict[str, Resource]) -> None:
    other = record.chart("p9", "Werner", "Brandt", sex="male", born="1975-03-22", mrn="40138826",
                         seed=53, phone="+1 555 010 7744", line="8 Orchard Way", city="Easton",
                         state="PA", postal="18040")  # fmt: skip
    other.problem("asthma", "Mild intermittent asthma", "J45.20", "1998-04-02")
    other.problem("hemochromatosis", "Hereditary hemochromatosis", "E83.110", "2019-02-12")
    other.routine("2023-03-07", "2025-08-12", every=240, panels=(LFT, CBC),
                  by=people["lindqvist"], title="Primary care follow-up", notes=PRIMARY[1:2])  # fmt: skip
    visit = other.visit("2025-10-07 09:00", "Hematology follow-up", by=people["marsh"], slug="hem")
    other.draw("2025-10-07 09:10", IRON_STUDIES, CBC, visit=visit, by=people["marsh"],
               exact={FERRITIN: 61, IRON: 148, TIBC: 270})  # fmt: skip
