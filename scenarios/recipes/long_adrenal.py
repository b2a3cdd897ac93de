"""Record of `long-tasks/nodule-on-the-scan`.

Index: Patricia Lindqvist, 56, hypertension since 2019, whose family doctor refers her for a left
adrenal nodule seen on a CT with contrast in February 2026 and a cortisol that stayed up after
dexamethasone. What settles the nodule stands in another hospital's unenhanced CT of 2024;
aldosterone and renin were measured in 2025 and filed under a send-out laboratory's short names;
the dexamethasone test was done while she took estradiol by mouth, which ended yesterday. Her
family doctor has this morning ordered another CT and another test for tomorrow. Beside her Patrice
Lindquist, with a nodule that is not benign at sight, and Patricia Lindgren.
"""

from __future__ import annotations

from long_chart import Chart, Record
from long_parts import LOINC, Resource, concept
from panels import (
    BMP,
    CBC,
    CREATININE,
    DIASTOLIC,
    GLUCOSE,
    HBA1C,
    HEIGHT,
    LFT,
    LIPIDS,
    POTASSIUM,
    SYSTOLIC,
    TSH,
    WEIGHT,
    Analyte,
    alone,
)

FOLDER = "long-tasks/nodule-on-the-scan"
CLOCK = "2026-03-09 10:15"
SENDOUT = "https://physassist.example/send-out-laboratory"

CORTISOL = Analyte(
    "cort-1", "2143-6", "Cortisol [Mass/volume] in Serum or Plasma", "ug/dL", "ug/dL", 6.2, 19.4, 1
)
AFTER_DEX = Analyte("so-1", "", "Serum F 08:00 post-DX", "ug/dL", "ug/dL", digits=1)
ALDO = Analyte("so-2", "", "ALDO upright, serum", "ng/dL", "ng/dL", None, 31.0)
RENIN = Analyte("so-3", "", "REN-C upright, plasma", "mIU/L", "m[IU]/L", 4.4, 46.1, 1)


def build() -> Record:
    """The record."""
    record = Record("ng", CLOCK, "Northgate Medical Associates")
    people = {
        "berg": record.staff("berg", "Samuel", "Berg", "Family medicine"),
        "okafor": record.staff("okafor", "Ruth", "Okafor", "Endocrinology"),
        "novak": record.staff("novak", "Jana", "Novak", "Gynaecology"),
        "hale": record.staff("hale", "Peter", "Hale", "Hypertension clinic"),
        "lund": record.staff("lund", "Sofia", "Lund", "Radiology"),
    }
    _index(record, people)
    _namesake(record, people)
    _neighbour(record, people)
    return record


def _index(record: Record, people: dict[str, Resource]) -> None:
    her = record.chart(
        "pl", "Patricia", "Lindqvist", sex="female", born="1969-08-14", mrn="20577413", seed=41,
        phone="555-0119", line="72 Harbour Street", city="Northgate", state="WA", postal="98125",
    )  # fmt: skip
    her.course(SYSTOLIC, {"2015-01-01": 128, "2019-01-01": 152, "2020-01-01": 136,
                          "2026-03-01": 137}, noise=0.03)  # fmt: skip
    her.course(DIASTOLIC, {"2015-01-01": 80, "2019-01-01": 94, "2020-01-01": 84,
                           "2026-03-01": 83}, noise=0.03)  # fmt: skip
    her.course(POTASSIUM, {"2015-01-01": 4.3, "2026-03-01": 4.3}, noise=0.03)
    her.course(WEIGHT, {"2015-01-01": 68.0, "2026-03-01": 71.5}, noise=0.006)
    her.course(HEIGHT, {"2015-01-01": 168}, noise=0.0)
    her.course(CREATININE, {"2015-01-01": 0.74, "2026-03-01": 0.80}, noise=0.03)
    her.course(GLUCOSE, {"2015-01-01": 90, "2026-03-01": 96}, noise=0.04)
    her.course(HBA1C, {"2015-01-01": 5.3, "2026-03-01": 5.5}, noise=0.012)
    her.routine(
        "2016-02-03", "2026-01-12", every=118, panels=(BMP, CBC, LFT, LIPIDS), by=people["berg"],
        title="Family medicine follow-up", notes=_VISITS, yearly=(alone(HBA1C), alone(TSH)),
    )  # fmt: skip
    her.social("Tobacco smoking status", "72166-2", "2025-01-20 09:00", "Former smoker, until 2004")
    her.social("History of Alcohol use", "11331-6", "2025-01-20 09:02",
               "Two glasses of wine a week")  # fmt: skip
    _problems(her, people)
    _medicines(her, people)
    _hormones(her)
    _notes(her, people)
    _today(her, people)


_VISITS = (
    "Seen {day}. Well, works full time at the library. BP {pressure} mmHg, {weight} kg. Bloods "
    "taken. Same tablets.",
    "Seen {day}. Knees ache on stairs, no swelling. Pressure {pressure}, weight {weight} kg. "
    "Advised on salt. Bloods taken, result by letter.",
    "Seen {day}. Sleeps badly, otherwise no complaint. {pressure} mmHg, {weight} kg. Mammogram "
    "up to date. Bloods taken.",
)


def _problems(her: Chart, people: dict[str, Resource]) -> None:
    for slug, text, code, onset, status in (
        ("htn", "Essential hypertension", "I10", "2019-02-18", "active"),
        ("lipids", "Mixed hyperlipidemia", "E78.2", "2017-06-20", "active"),
        ("knees", "Primary osteoarthritis of knee", "M17.9", "2021-03-09", "active"),
        ("menopause", "Menopausal and female climacteric states", "N95.1", "2023-09-05", "active"),
        ("stone", "Calculus of kidney", "N20.0", "2024-08-11", "resolved"),
        ("diverticulitis", "Diverticulitis of large intestine", "K57.32", "2026-02-03", "resolved"),
        ("nodule", "Adrenal nodule, left", "E27.8", "2026-02-03", "active"),
    ):
        abated = {"stone": "2024-09-02", "diverticulitis": "2026-02-16"}.get(slug, "")
        her.problem(slug, text, code, onset, status=status, abated=abated, by=people["berg"])


def _medicines(her: Chart, people: dict[str, Resource]) -> None:
    home, women = people["berg"], people["novak"]
    for slug, name, at, text, dose, per_day, status, why, by in (
        ("amlodipine-5", "Amlodipine", "2019-03-04 09:00", "5 mg by mouth once daily", 5, 1,
         "stopped", "Dose raised", home),
        ("amlodipine", "Amlodipine", "2022-05-16 09:00", "10 mg by mouth once daily", 10, 1,
         "active", "", home),
        ("rosuvastatin", "Rosuvastatin", "2018-01-15 09:00", "10 mg by mouth once daily", 10, 1,
         "active", "", home),
        ("acetaminophen", "Acetaminophen", "2021-03-09 09:20",
         "1000 mg by mouth up to three times daily as needed", 1000, None, "active", "", home),
        ("estradiol", "Estradiol", "2025-06-10 14:10", "2 mg tablet by mouth once daily", 2, 1,
         "active", "", women),
        ("progesterone", "Progesterone, micronized", "2025-06-10 14:11",
         "100 mg capsule by mouth at bedtime", 100, 1, "active", "", women),
        ("antibiotic", "Amoxicillin and clavulanate", "2026-02-03 18:00",
         "875 mg by mouth twice daily for 7 days", 875, 2, "completed", "", home),
        ("dex", "Dexamethasone", "2026-02-16 09:00",
         "1 mg by mouth once at 23:00 on 16 February", 1, None, "completed", "", home),
    ):  # fmt: skip
        her.medication(slug, name, at, text, dose=dose, per_day=per_day, status=status,
                       why_stopped=why, by=by)  # fmt: skip
    her.medication(
        "patch", "Estradiol transdermal system", "2026-03-04 15:20",
        "One patch of 50 micrograms/24 h on the skin, changed twice a week", dose=1, unit="patch",
        route="topical", by=women, note="From 9 March, in place of the tablets.",
    )  # fmt: skip


def _hormones(her: Chart) -> None:
    drawn = "2025-03-18 09:40"
    her.result(POTASSIUM, drawn, 4.2)
    for test, code, value in ((ALDO, "ALDU", 9.0), (RENIN, "RNCU", 22.0)):
        her.result(test, drawn, value, code=concept(test.display, (SENDOUT, code)))
    her.result(CORTISOL, "2025-11-20 08:10", 24.8)
    her.result(
        AFTER_DEX, "2026-02-17 08:05", 4.2,
        code=concept(AFTER_DEX.display, (SENDOUT, "FDX1")),
        note="DX 1 mg at 23:00 on 16 February, taken, says the patient.",
    )  # fmt: skip


def _notes(her: Chart, people: dict[str, Resource]) -> None:
    her.note(
        "Outside records", "2024-08-19 12:00",
        """
Received 19 August 2024 by fax. Harbor Point Hospital, department of radiology, 11 August 2024.
CT of the kidneys, ureters and bladder WITHOUT contrast. Indication: left flank pain.
Findings: 4 mm stone at the left ureterovesical junction, mild hydronephrosis. Liver, spleen,
pancreas unremarkable on this unenhanced study. Left adrenal: round nodule, 2.1 x 1.8 cm, smooth,
homogeneous, mean attenuation 4 HU. Right adrenal normal. No lymph nodes.
Impression: obstructing left ureteric stone. Left adrenal nodule as described, for the family
doctor.
""",
        by=people["berg"], slug="fax-2024",
    )  # fmt: skip
    visit = her.visit("2025-04-02 10:00", "Hypertension clinic", by=people["hale"])
    her.vitals("2025-04-02 10:05", visit=visit, exact={SYSTOLIC: 138, DIASTOLIC: 84})
    her.note(
        "Consultation note", "2025-04-02 10:40",
        """
Hypertension clinic, 2 April 2025. Dr Peter Hale.
Hypertension since 2019, one drug, amlodipine 10 mg, home readings 130 to 138 over 80 to 85. Low
potassium never recorded. Blood of 18 March, seated after two hours up, on amlodipine only and salt
as usual; sent out, and filed under the send-out laboratory's own names (ALDO, REN-C). I have
looked at both and do not need to see her again. Snores a little, questionnaire low. No family
history of early stroke. Continue.
""",
        visit=visit, by=people["hale"], slug="clinic-2025",
    )  # fmt: skip
    her.note(
        "Progress note", "2025-06-10 14:30",
        """
Gynaecology, 10 June 2025. Dr Jana Novak.
Hot flushes eight to ten a day since 2023, wakes drenched. Last period March 2023. Mammogram of
January normal. She prefers tablets. Estradiol 2 mg by mouth daily with micronized progesterone
100 mg at night, begun today. Pressure to be watched by her family doctor.
""",
        by=people["novak"], slug="women-2025",
    )  # fmt: skip
    emergency = her.visit("2026-02-03 13:10", "Abdominal pain", kind="emergency", minutes=360)
    her.note(
        "CT abdomen and pelvis", "2026-02-03 16:20",
        """
CT of the abdomen and pelvis WITH intravenous contrast, portal venous phase, 3 February 2026.
Dr Sofia Lund, radiology. Indication: left lower quadrant pain, fever. No earlier study for
comparison in our archive.
Findings: wall thickening and fat stranding of the sigmoid, no abscess. Left adrenal nodule 2.2 x
1.8 cm, smooth, 62 HU. Right adrenal normal. Liver, kidneys, lymph nodes unremarkable.
Impression: 1. Uncomplicated sigmoid diverticulitis. 2. Left adrenal nodule, indeterminate on this
study. Adrenal protocol CT or chemical shift MRI is recommended.
""",
        visit=emergency, by=people["lund"], slug="ct-2026",
    )  # fmt: skip
    her.note(
        "Progress note", "2026-02-24 11:00",
        """
Family medicine, 24 February 2026. Dr Samuel Berg.
Belly better, antibiotic finished. The scan found a left adrenal nodule, which radiology calls
indeterminate. Did the dexamethasone test on 16 and 17 February: 4.2, the sheet says it should be
below 1.8. Pressure 137/83 on amlodipine. No bruises, no striae, face as ever, climbs stairs well,
weight steady; sugar normal. Morning cortisol last November was high too, 24.8, when she was tired.
Cushing's? Worried, her cousin had adrenal cancer operated. Endocrinology asked; surgery next if
they agree. Has not been asked about other hospitals.
""",
        by=people["berg"], slug="referral",
    )  # fmt: skip
    her.note(
        "Progress note", "2026-03-04 15:30",
        """
Gynaecology, 4 March 2026. Dr Jana Novak.
Flushes gone on the tablets, but breast tenderness and nausea in the morning. She would like a patch
after all. Will finish the tablets she has, the last one on Sunday 8 March, and put on the first
patch on Monday 9 March. Progesterone goes on. Next visit in a year. The tablets are still on her
list and will have to be taken off it.
""",
        by=people["novak"], slug="women-2026",
    )  # fmt: skip
    her.draw("2026-02-24 11:20", BMP, by=people["berg"], exact={POTASSIUM: 4.3, CREATININE: 0.81})
    her.draw("2026-03-18 08:30", BMP, by=people["berg"])
    her.vitals("2026-03-04 15:00", exact={SYSTOLIC: 136, DIASTOLIC: 82, WEIGHT: 71.6})


def _today(her: Chart, people: dict[str, Resource]) -> None:
    by = people["berg"]
    her.service(
        "CT of the adrenal glands, without and with contrast", "2026-03-09 08:05",
        category="imaging", occurrence="2026-03-12 11:00", reason="Adrenal nodule", by=by,
        slug="o-1",
    )  # fmt: skip
    her.service(
        "Cortisol, 8 AM, after dexamethasone 1 mg", "2026-03-09 08:06", code=(LOINC, "2143-6"),
        occurrence="2026-03-10 08:00", reason="Adrenal nodule", by=by, slug="o-2",
    )  # fmt: skip
    her.medication("dex-again", "Dexamethasone", "2026-03-09 08:07",
                   "1 mg by mouth once, at 23:00 tonight", dose=1, by=by)  # fmt: skip


def _namesake(record: Record, people: dict[str, Resource]) -> None:
    other = record.chart(
        "pq", "Patrice", "Lindquist", sex="female", born="1968-09-14", mrn="20577431", seed=42,
        phone="555-0191", line="9 Pine Court", city="Northgate", state="WA", postal="98125",
    )  # fmt: skip
    other.problem("nodule", "Adrenal mass, right", "E27.8", "2026-01-22", by=people["okafor"])
    other.problem("htn", "Essential hypertension", "I10", "2024-05-01", by=people["berg"])
    other.routine("2022-05-02", "2026-02-10", every=150, panels=(BMP,), by=people["berg"])
    other.note(
        "CT abdomen", "2026-01-22 15:00",
        """
CT of the adrenal glands WITHOUT contrast, 22 January 2026. Right adrenal mass 3.9 x 3.4 cm,
inhomogeneous, mean attenuation 28 HU. Left adrenal normal. Impression: not a lipid-rich lesion.
""",
        by=people["lund"], slug="ct-2026",
    )  # fmt: skip
    other.result(AFTER_DEX, "2026-02-20 08:00", 1.1,
                 code=concept(AFTER_DEX.display, (SENDOUT, "FDX1")))  # fmt: skip
    other.service("Metanephrines, free, plasma", "2026-03-09 08:30", by=people["okafor"],
                  slug="o-1", occurrence="2026-03-11 08:00")  # fmt: skip
    other.service("CT of the adrenal glands, without and with contrast", "2026-03-09 08:31",
                  category="imaging", by=people["okafor"], slug="o-2")  # fmt: skip


def _neighbour(record: Record, people: dict[str, Resource]) -> None:
    third = record.chart(
        "pg", "Patricia", "Lindgren", sex="female", born="1969-04-18", mrn="20557413", seed=43
    )
    third.problem("lipids", "Mixed hyperlipidemia", "E78.2", "2018-03-02", by=people["berg"])
    third.routine("2023-01-16", "2026-01-20", every=190, panels=(BMP, LIPIDS), by=people["berg"])
    third.result(CORTISOL, "2025-10-02 08:00", 12.1)
