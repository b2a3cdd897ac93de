"""Record of `long-tasks/before-the-infusion`.

Index: Elena Kowalski, 76, rheumatoid arthritis since 2014, whose rheumatologist plans rituximab.
Her hepatitis B markers lie over fourteen years and three sources: a blood bank's letter, a
regional laboratory whose results kept its own short codes, and two screens of our own in which only
IgM was asked of the core antibody. Kidney function falls slowly, and so does her weight. Beside her
Helena Kowalski, who has what this one has not (an antiviral, a viral load ordered this very day),
and Elena Kowalczyk.
"""

from __future__ import annotations

from long_chart import Chart, Record
from long_parts import LOINC, Resource, concept
from panels import (
    ALT,
    AST,
    BMP,
    CBC,
    CHLORIDE,
    CREATININE,
    CRP,
    DIASTOLIC,
    ERYTHROCYTES,
    ESR,
    HEIGHT,
    HEMOGLOBIN,
    LFT,
    SODIUM,
    SYSTOLIC,
    TSH,
    WEIGHT,
    Analyte,
    alone,
)

FOLDER = "long-tasks/before-the-infusion"
CLOCK = "2026-03-09 09:30"
REGIONAL = "https://physassist.example/regional-laboratory"

_BY_IMMUNOASSAY = "[Presence] in Serum or Plasma by Immunoassay"
SURFACE_ANTIGEN = Analyte(
    "ser-1", "5196-1", f"Hepatitis B virus surface Ag {_BY_IMMUNOASSAY}", normal="Nonreactive"
)
CORE_IGM = Analyte(
    "ser-2", "24113-3", f"Hepatitis B virus core IgM Ab {_BY_IMMUNOASSAY}", normal="Nonreactive"
)
SURFACE_ANTIBODY = Analyte(
    "ser-3", "16935-9", "Hepatitis B virus surface Ab [Units/volume] in Serum", "mIU/mL",
    "m[IU]/mL",
)  # fmt: skip
HEPATITIS_C = Analyte(
    "hcv", "16128-1", "Hepatitis C virus Ab [Presence] in Serum", normal="Nonreactive"
)
VIRAL_LOAD = (
    "Hepatitis B virus DNA [Units/volume] (viral load) in Serum or Plasma by NAA with probe "
    "detection"
)
CORE_TOTAL = Analyte("regional-3", "", "HBc total Ab, EIA", normal="Nonreactive")


def build() -> Record:
    """The record."""
    record = Record("cv", CLOCK, "Cedar Valley Health")
    tran = record.staff("tran", "Owen", "Tran", "Rheumatology")
    stone = record.staff("stone", "Margaret", "Stone", "Rheumatology")
    farrow = record.staff("farrow", "Lucy", "Farrow", "Family medicine")
    marsh = record.staff("marsh", "Helen", "Marsh", "Hepatology")
    ito = record.staff("ito", "Keiko", "Ito", "Infusion centre")
    people = {"tran": tran, "stone": stone, "farrow": farrow, "marsh": marsh, "ito": ito}
    _index(record, people)
    _namesake(record, people)
    _neighbour(record, people)
    return record


def _index(record: Record, people: dict[str, Resource]) -> None:
    her = record.chart(
        "ek", "Elena", "Kowalski", sex="female", born="1949-11-02", mrn="40318826", seed=31,
        phone="555-0142", line="18 Mill Lane", city="Cedar Valley", state="IA", postal="52401",
    )  # fmt: skip
    _courses(her)
    _problems(her, people)
    _medicines(her, people)
    her.routine(
        "2015-02-10", "2021-12-20", every=140, panels=(CBC, BMP, LFT, alone(ESR), alone(CRP)),
        by=people["stone"], title="Rheumatology follow-up", notes=_STONE, yearly=(alone(TSH),),
    )  # fmt: skip
    her.routine(
        "2022-03-01", "2026-01-25", every=115, panels=(CBC, BMP, LFT, alone(ESR), alone(CRP)),
        by=people["tran"], title="Rheumatology follow-up", notes=_TRAN, yearly=(alone(TSH),),
    )  # fmt: skip
    for at, answer in (("2015-03-02 10:00", "Never smoker"), ("2024-05-20 10:00", "Never smoker")):
        her.social("Tobacco smoking status", "72166-2", at, answer)
    her.social("History of Alcohol use", "11331-6", "2024-05-20 10:02",
               "A glass of wine at Christmas")  # fmt: skip
    _serology(her)
    _last_weeks(her, people)
    _letters(her, people)
    _today(her, people)


def _courses(her: Chart) -> None:
    her.course(CREATININE, {"2015-01-01": 0.74, "2018-01-01": 0.78, "2022-01-01": 0.87,
                            "2024-06-01": 0.93, "2026-01-20": 1.01}, noise=0.025)  # fmt: skip
    her.course(WEIGHT, {"2015-01-01": 66.0, "2019-01-01": 62.5, "2023-01-01": 57.5,
                        "2026-01-20": 52.8}, noise=0.005)  # fmt: skip
    her.course(HEIGHT, {"2015-01-01": 160, "2026-01-01": 158}, noise=0.0)
    her.course(ALT, {"2015-01-01": 19, "2026-01-01": 18}, noise=0.12)
    her.course(AST, {"2015-01-01": 21, "2026-01-01": 20}, noise=0.1)
    her.course(CRP, {"2015-01-01": 32.0, "2016-06-01": 9.0, "2022-06-01": 18.0,
                     "2023-12-01": 6.0, "2026-01-20": 27.0}, noise=0.15)  # fmt: skip
    her.course(ESR, {"2015-01-01": 52, "2016-06-01": 24, "2022-06-01": 38, "2023-12-01": 18,
                     "2026-01-20": 46}, noise=0.12)  # fmt: skip
    her.course(HEMOGLOBIN, {"2015-01-01": 12.6, "2026-01-01": 11.4}, noise=0.02)
    her.course(ERYTHROCYTES, {"2015-01-01": 4.2, "2026-01-01": 3.85}, noise=0.015)
    her.course(SYSTOLIC, {"2015-01-01": 138, "2018-01-01": 132}, noise=0.04)
    her.course(DIASTOLIC, {"2015-01-01": 80, "2018-01-01": 74}, noise=0.04)


_STONE = (
    "Seen {day}. Hands better since the last visit, morning stiffness half an hour. Blood pressure "
    "{pressure} mmHg, weight {weight} kg. Bloods as usual. Same treatment.",
    "Seen {day}. Two swollen joints, right wrist and left second knuckle. BP {pressure}, "
    "{weight} kg. No cough, no infections. Continue, eyes checked once a year.",
    "Seen {day}. Feels well, gardening again. BP {pressure}, weight {weight} kg. Monitoring bloods "
    "taken, she rings for the results.",
)
_TRAN = (
    "{day}. Wrists and knees, five swollen joints. BP {pressure}, weight {weight} kg. Losing a "
    "little weight, eats less since she lives alone. Bloods today.",
    "{day}. Stiff for an hour. BP {pressure}, {weight} kg. No infections since last time. "
    "Takes her treatment as told. Bloods today.",
)


def _problems(her: Chart, people: dict[str, Resource]) -> None:
    for slug, text, code, onset, status in (
        ("ra", "Seropositive rheumatoid arthritis", "M05.79", "2014-11-18", "active"),
        ("htn", "Essential hypertension", "I10", "2011-04-02", "active"),
        ("thyroid", "Hypothyroidism", "E03.9", "2009-09-14", "active"),
        ("bone", "Osteoporosis without current fracture", "M81.0", "2016-08-30", "active"),
        ("kidney", "Chronic kidney disease, stage 3a", "N18.31", "2025-10-06", "active"),
        ("cataract", "Cataract, right eye", "H26.9", "2019-02-11", "resolved"),
        ("shingles", "Herpes zoster", "B02.9", "2020-01-09", "resolved"),
    ):
        abated = {"cataract": "2019-05-20", "shingles": "2020-02-20"}.get(slug, "")
        her.problem(slug, text, code, onset, status=status, abated=abated, by=people["farrow"])


def _medicines(her: Chart, people: dict[str, Resource]) -> None:
    old, new, home = people["stone"], people["tran"], people["farrow"]
    for slug, name, at, text, dose, per_day, status, why, by in (
        ("mtx", "Methotrexate", "2017-11-06 10:30", "15 mg by mouth once a week", 15, None,
         "stopped", "Kidney function", old),
        ("folic", "Folic acid", "2017-11-06 10:31", "5 mg by mouth once a week", 5, None,
         "stopped", "Methotrexate stopped", old),
        ("hcq", "Hydroxychloroquine", "2015-02-10 11:00", "200 mg by mouth once daily", 200, 1,
         "active", "", old),
        ("pred-10", "Prednisone", "2022-06-20 10:00", "10 mg by mouth once daily", 10, 1,
         "completed", "", new),
        ("pred", "Prednisone", "2026-01-22 10:00", "7.5 mg by mouth once daily", 7.5, 1,
         "active", "", new),
        ("amlodipine", "Amlodipine", "2018-04-02 09:00", "5 mg by mouth once daily", 5, 1,
         "active", "", home),
        ("levothyroxine", "Levothyroxine", "2016-02-02 09:00", "75 micrograms by mouth once daily",
         0.075, 1, "active", "", home),
        ("alendronate", "Alendronate", "2016-09-12 09:00", "70 mg by mouth once a week", 70, None,
         "active", "", home),
        ("aciclovir", "Aciclovir", "2020-01-09 16:00", "800 mg by mouth five times daily", 800, 5,
         "completed", "", home),
    ):  # fmt: skip
        her.medication(slug, name, at, text, dose=dose, per_day=per_day, status=status,
                       why_stopped=why, by=by)  # fmt: skip
    her.medication(
        "adalimumab", "Adalimumab", "2023-07-03 10:00", "40 mg under the skin every two weeks",
        dose=40, route="subcutaneous", status="stopped", why_stopped="No longer works", by=new,
    )  # fmt: skip


def _serology(her: Chart) -> None:
    at = "2017-10-12 08:40"
    for slug, code, text, answer in (
        ("regional-1", "HBST", "HBs Ag, EIA", "Nonreactive"),
        ("regional-2", "HCT", "HCV Ab, EIA", "Nonreactive"),
        ("regional-3", "HBCT", "HBc total Ab, EIA", "Reactive"),
        ("regional-4", "QTB", "TB interferon gamma release", "Negative"),
    ):
        test = Analyte(slug, "", text, normal="Negative" if code == "QTB" else "Nonreactive")
        her.result(test, at, answer, code=concept(text, (REGIONAL, code)))
    for at, titre in (("2023-06-08 09:10", 26), ("2026-02-18 08:50", 14)):
        her.result(SURFACE_ANTIGEN, at, "Nonreactive")
        her.result(CORE_IGM, at, "Nonreactive")
        her.result(SURFACE_ANTIBODY, at, titre)
        her.result(HEPATITIS_C, at, "Nonreactive")


def _last_weeks(her: Chart, people: dict[str, Resource]) -> None:
    visit = her.visit("2026-03-05 08:20", "Pre-infusion assessment", by=people["ito"])
    her.vitals("2026-03-05 08:25", visit=visit,
               exact={WEIGHT: 52.0, SYSTOLIC: 128, DIASTOLIC: 72})  # fmt: skip
    her.draw("2026-03-05 08:40", BMP, CBC, LFT, visit=visit, by=people["tran"],
             exact={CREATININE: 1.05, ALT: 17, AST: 20, SODIUM: 139, CHLORIDE: 103})  # fmt: skip
    her.note(
        "Nurse note", "2026-03-05 09:10",
        """
Pre-infusion assessment, 5 March 2026. Nurse Keiko Ito, infusion centre.
First rituximab is booked for Monday 23 March, the second for Monday 6 April, 1000 mg each.
Weight 52.0 kg, pressure 128/72. No fever, no open wounds, dentist seen in January. Vaccination card
copied: influenza October 2025, pneumococcal 2021, hepatitis B three doses 2018.
Hepatitis sheet of the infusion protocol ticked from the results of 18 February. Swallows tablets
badly since the summer, halves nothing, takes drops and syrups without trouble.
""",
        visit=visit, by=people["ito"], slug="assessment",
    )  # fmt: skip
    her.draw("2026-03-20 08:30", BMP, by=people["tran"])


def _letters(her: Chart, people: dict[str, Resource]) -> None:
    her.note(
        "Outside records", "2012-05-14 12:00",
        """
Scanned 14 May 2012 from paper. Tri-County Blood Bank, donor services, letter of 27 April 2012.
Dear Ms Kowalski, thank you for coming to give blood on 3 April. Your donation could not be used.
Repeat testing: HBsAg nonreactive; antibody to hepatitis B core antigen repeatedly reactive; same
finding at your visit in 2011. Tests for hepatitis C, HIV, HTLV and syphilis nonreactive. You have
been entered in the permanent deferral register. Please give this letter to your own doctor.
""",
        by=people["farrow"], slug="scan-2012",
    )  # fmt: skip
    her.note(
        "Progress note", "2017-10-30 11:20",
        """
Rheumatology, 30 October 2017. Dr Margaret Stone.
Hydroxychloroquine alone does not hold her. Bloods before methotrexate were sent to the Regional
Laboratory on 12 October while our own analyser was down; they came over the interface under its
short codes and are filed so. Chest film clear. Liver enzymes normal. Born in Gdynia, came over in
1981; transfused after her second delivery in 1978.
Begin methotrexate 15 mg weekly with folic acid next week. Bloods every three months.
""",
        by=people["stone"], slug="before-mtx",
    )  # fmt: skip
    for day in ("2018-04-09", "2018-05-14", "2018-10-15"):
        her.immunization("Hepatitis B, adult", day)
    for year in range(2015, 2026):
        her.immunization("Influenza, injectable, quadrivalent, preservative free", f"{year}-10-08")
    her.note(
        "Progress note", "2018-10-15 10:10",
        """
Family medicine, 15 October 2018. Dr Lucy Farrow.
Third dose of hepatitis B vaccine today, for the cruise and because she helps at the day centre. No
titre beforehand. Pressure well controlled. Scans from before 2014 are in the outside records folder
and I have not gone through them.
""",
        by=people["farrow"], slug="vaccine",
    )  # fmt: skip
    her.note(
        "Progress note", "2023-06-22 10:40",
        """
Rheumatology, 22 June 2023. Dr Owen Tran.
Methotrexate no longer enough, erosions on the new hand films. Order set before a biologic: TB test
negative, hepatitis screen of 8 June negative, antibody titre 26 after her vaccines.
Begin adalimumab 40 mg every two weeks.
""",
        by=people["tran"], slug="before-biologic",
    )  # fmt: skip
    her.note(
        "Progress note", "2026-02-20 11:30",
        """
Rheumatology, 20 February 2026. Dr Owen Tran.
Adalimumab has stopped working: nine swollen joints, CRP up, prednisone back to 7.5 mg. Methotrexate
was ended last autumn because of the kidneys. I plan rituximab 1000 mg, two infusions two weeks
apart, and again after six months if it helps.
Hepatitis screen of 18 February: surface antigen nonreactive, core IgM nonreactive, surface antibody
14 mIU/mL; vaccinated 2018. I read that as immune and not infected. IgG level normal.
Hepatology to confirm before the first infusion, as pharmacy asks for it.
""",
        by=people["tran"], slug="plan",
    )  # fmt: skip


def _today(her: Chart, people: dict[str, Resource]) -> None:
    her.medication(
        "rtx", "Rituximab", "2026-03-09 08:10",
        "1000 mg intravenously on 23 March and on 6 April 2026", dose=1000, route="intravenous",
        status="on-hold", reason="Rheumatoid arthritis", note="Waits for hepatology.",
        by=people["tran"], category="outpatient",
    )  # fmt: skip
    her.service(
        CORE_IGM.display, "2026-03-09 08:20", code=(LOINC, CORE_IGM.loinc), by=people["ito"],
        reason="Before rituximab", note="With the next blood draw.", slug="protocol-1",
    )  # fmt: skip
    her.service(
        VIRAL_LOAD, "2026-03-09 08:22", code=(LOINC, "42595-9"), by=people["ito"],
        status="revoked", reason="Before rituximab",
        note="Revoked 08:31: protocol asks for it only where the surface antigen is reactive.",
        slug="protocol-2",
    )  # fmt: skip


def _namesake(record: Record, people: dict[str, Resource]) -> None:
    other = record.chart(
        "hk", "Helena", "Kowalski", sex="female", born="1949-02-11", mrn="40318862", seed=32,
        phone="555-0177", line="4 Orchard Road", city="Cedar Valley", state="IA", postal="52401",
    )  # fmt: skip
    other.course(CREATININE, {"2023-01-01": 0.72, "2026-03-01": 0.74})
    other.course(WEIGHT, {"2023-01-01": 71, "2026-03-01": 72}, noise=0.005)
    other.course(HEIGHT, {"2023-01-01": 165}, noise=0.0)
    other.problem("hepatitis", "Chronic hepatitis B", "B18.1", "2008-06-01", by=people["marsh"])
    other.problem("lymphoma", "Follicular lymphoma", "C82.90", "2025-09-11", by=people["marsh"])
    other.routine("2023-02-14", "2026-01-30", every=180, panels=(BMP, LFT), by=people["marsh"],
                  title="Hepatology follow-up")  # fmt: skip
    other.result(SURFACE_ANTIGEN, "2025-09-20 09:00", "Reactive")
    other.result(
        Analyte("ser-4", "13952-7", f"Hepatitis B virus core Ab {_BY_IMMUNOASSAY}",
                normal="Nonreactive"),
        "2025-09-20 09:00", "Reactive",
    )  # fmt: skip
    other.result(Analyte("ser-5", "42595-9", VIRAL_LOAD, "[IU]/mL", "[IU]/mL"),
                 "2025-09-20 09:00", 2140)  # fmt: skip
    other.medication("etv", "Entecavir", "2026-03-09 08:40", "0.5 mg by mouth once daily",
                     dose=0.5, per_day=1, by=people["marsh"])  # fmt: skip
    other.service(VIRAL_LOAD, "2026-03-09 08:41", code=(LOINC, "42595-9"), by=people["marsh"],
                  slug="load")  # fmt: skip
    other.vitals("2026-03-06 08:30", exact={WEIGHT: 72.4})
    other.draw("2026-03-06 08:40", BMP, LFT, by=people["marsh"], exact={CREATININE: 0.73})


def _neighbour(record: Record, people: dict[str, Resource]) -> None:
    third = record.chart(
        "eko", "Elena", "Kowalczyk", sex="female", born="1958-11-02", mrn="40381826", seed=33
    )
    third.problem("htn", "Essential hypertension", "I10", "2015-01-20", by=people["farrow"])
    third.routine("2023-04-03", "2026-02-03", every=190, panels=(BMP,), by=people["farrow"])
    third.result(SURFACE_ANTIGEN, "2024-03-11 09:00", "Nonreactive")
    third.result(SURFACE_ANTIBODY, "2024-03-11 09:00", 340)
