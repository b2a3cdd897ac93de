"""`order`: what a prescriber means, however it was put down; and what is nearly it.

Every case is an item, what the session wrote, and the grade that a pharmacist would give.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.core.graders import GraderSpec
from physassist_tui.core.words import Verdict
from physassist_tui.score.grade import Grade
from physassist_tui.score.order_grader import grade_order
from tests.unit.builders import (
    CLOCK,
    OTHER,
    PATIENT,
    Play,
    medication,
    record_of,
    scenario_of,
    service,
)
from tests.unit.contexts import context_of

P, F, A = Verdict.PASS, Verdict.FAIL, Verdict.ABSTAIN
RXNORM = "http://www.nlm.nih.gov/research/umls/rxnorm"
LOINC = "http://loinc.org"
SNOMED = "http://snomed.info/sct"
Spec = Mapping[str, Any]
Wrote = Mapping[str, Any]
Case = tuple[str, Spec, list[Wrote], Verdict]


def case(name: str, spec: Spec, wrote: list[Wrote], verdict: Verdict) -> Case:
    return name, spec, wrote, verdict


def drug(*names: str, **more: Any) -> dict[str, Any]:
    return {"resource": "MedicationRequest", "names": {"en": list(names)}, **more}


def mg(low: float | None, high: float | None = None) -> dict[str, Any]:
    return {"low": low, "high": low if high is None else high, "unit": "mg"}


APIXABAN = drug("apixaban", dose=mg(2.5), frequency=["BID"], route=["oral"])


def apixaban(dose: str = "2.5 mg", often: str = "BID", route: str = "oral", **more: Any) -> Wrote:
    return medication("apixaban", dose, often, route, **more)


def plain(
    drug_name: str, doses: list[dict[str, Any]] | None = None, repeat: Any = None, **more: Any
) -> dict[str, Any]:
    """An order as another system writes it: structured, with few words."""
    dosage: dict[str, Any] = {}
    if doses:
        dosage["doseAndRate"] = doses
    if repeat:
        dosage["timing"] = {"repeat": repeat}
    dosage |= more.pop("dosage", {})
    return {
        "resourceType": "MedicationRequest",
        "id": "m1",
        "status": "active",
        "intent": "order",
        "medicationCodeableConcept": {"text": drug_name},
        "subject": {"reference": PATIENT},
        "dosageInstruction": [dosage],
        **more,
    }


def quantity(value: float, unit: str, code: str | None = None) -> dict[str, Any]:
    return {"doseQuantity": {"value": value, "unit": unit, "code": code or unit}}


def said(text: str, name: str = "apixaban") -> dict[str, Any]:
    """An order of which only the instruction's words say anything."""
    return plain(name, dosage={"text": text})


def coded(code: str, system: str = RXNORM, **more: Any) -> dict[str, Any]:
    return plain(
        "", [quantity(2.5, "mg")], {"frequency": 2, "period": 1, "periodUnit": "d"},
        medicationCodeableConcept={"coding": [{"system": system, "code": code}]},
        **more,
    )  # fmt: skip


BID = {"frequency": 2, "period": 1, "periodUnit": "d"}
NAMED = drug("apixaban")
DAILY = drug("metformin", daily_dose=mg(2000))
OFTEN = drug("apixaban", frequency=["twice daily"])

DRUGS: list[Case] = [
    # What it is
    ("brand", APIXABAN, [medication("Eliquis", "2.5 mg", "BID")], P),
    ("chinese", APIXABAN, [medication("阿哌沙班片", "2.5 mg", "每日两次", "口服")], P),
    ("chinese brand", APIXABAN, [medication("艾乐妥", "2.5 mg", "每12小时一次", "口服")], P),
    ("product", APIXABAN, [medication("apixaban 2.5 MG Oral Tablet", "2.5 mg")], P),
    ("code alone", drug("apixaban", dose=mg(2.5)), [coded("1364430")], P),
    ("code of another", drug("apixaban", dose=mg(2.5)), [coded("11289")], F),
    ("by code, written in words", {"resource": "MedicationRequest", "codes": [f"{RXNORM}|1364430"]},
     [apixaban()], P),
    ("by code, another drug", {"resource": "MedicationRequest", "codes": [f"{RXNORM}|1364430"]},
     [medication("warfarin")], F),
    ("same class", NAMED, [medication("rivaroxaban", "20 mg", "daily")], F),
    ("one letter off", drug("prednisone"), [medication("prednisolone")], F),
    ("combination for part", drug("metformin"), [medication("sitagliptin and metformin")], F),
    ("combination as such", drug("sacubitril/valsartan"), [medication("Entresto", "24 mg")], P),
    ("british spelling", drug("ferrous sulfate"), [medication("Ferrous sulphate")], P),
    ("by its formula", drug("ferrous sulfate"), [medication("FeSO4 325 mg")], P),
    ("part for combination", drug("sacubitril/valsartan"), [medication("valsartan", "80 mg")], F),
    ("what it replaces", drug("warfarin"), [medication("apixaban (replaces warfarin)")], F),
    ("instead of", NAMED, [medication("apixaban instead of warfarin")], P),
    ("extended release asked", drug("metoprolol succinate"),
     [medication("metoprolol tartrate", "50 mg")], F),
    ("extended release given", drug("metoprolol succinate"),
     [medication("metoprolol succinate ER", "50 mg")], P),
    ("one of several", drug("apixaban", "rivaroxaban"), [medication("Xarelto", "20 mg")], P),
    ("chinese in the item", {"resource": "MedicationRequest", "names": {"zh": ["二甲双胍"]}},
     [medication("Glucophage", "500 mg")], P),
    ("unknown drug by its words", drug("tafamidis"), [medication("Tafamidis 61 mg capsule")], P),
    ("unknown drug, another", drug("tafamidis"), [medication("patisiran")], F),
    ("contained medication", NAMED, [plain(
        "", medicationCodeableConcept=None, medicationReference={"reference": "#d"},
        contained=[{"resourceType": "Medication", "id": "d", "code": {"text": "Eliquis"}}])], P),
    # Dose
    ("grams", APIXABAN, [apixaban("0.0025 g")], P),
    ("micrograms", drug("levothyroxine", dose={"low": 75, "high": 75, "unit": "ug"}),
     [medication("levothyroxine", "0.075 mg", "daily")], P),
    ("micrograms tenfold", drug("levothyroxine", dose={"low": 75, "high": 75, "unit": "ug"}),
     [medication("levothyroxine", "0.75 mg", "daily")], F),
    ("double", APIXABAN, [apixaban("5 mg")], F),
    ("within a range", drug("apixaban", dose=mg(2.5, 5)), [apixaban("5 mg")], P),
    ("range beyond", drug("morphine", dose=mg(2, 4)),
     [plain("morphine", [{"doseRange": {"low": {"value": 2, "unit": "mg"},
                                        "high": {"value": 6, "unit": "mg"}}}])], F),
    ("range inside", drug("morphine", dose=mg(2, 4)),
     [plain("morphine", [{"doseRange": {"low": {"value": 2, "unit": "mg"},
                                        "high": {"value": 4, "unit": "mg"}}}])], P),
    ("tablets of a strength", drug("apixaban", dose=mg(5)),
     [medication("apixaban 2.5 mg tablet", "2 tablets")], P),
    ("tablets of another", drug("apixaban", dose=mg(5)),
     [medication("apixaban 5 mg tablet", "2 tablets")], F),
    ("tablets of unknown strength", drug("apixaban", dose=mg(5)),
     [medication("apixaban", "2 tablets")], F),
    ("tablets asked for", drug("apixaban", dose={"low": 2, "high": 2, "unit": "{tbl}"}),
     [medication("apixaban 2.5 mg tablet", "2 tablets")], P),
    *[case(f"tablets of a salt: {name}", drug("ferrous sulfate", dose=mg(325)),
       [medication(name, "1 tablet", "daily")], P)
      for name in ("FeSO4 325 mg (65 mg Fe)", "ferrous sulfate 325 mg tablet (65 mg of iron)",
                   "ferrous sulfate 325 mg (elemental iron 65 mg)",
                   "硫酸亚铁片325 mg（含元素铁65 mg）",
                   "ferrous sulfate 325 mg (65 mg elemental)")],
    ("tablets of two strengths", drug("ferrous sulfate", dose=mg(325)),
     [medication("ferrous sulfate 325 mg or 65 mg", "1 tablet", "daily")], F),
    ("a salt that is named after its dose", drug("iron sucrose", dose=mg(200)),
     [said("200 mg iron sucrose IV weekly", "iron sucrose")], P),
    ("millilitres of a strength", drug("amoxicillin", dose=mg(400)),
     [medication("amoxicillin 400 mg/5 mL suspension", "5 mL")], P),
    ("units", drug("insulin glargine", dose={"low": 10, "high": 10, "unit": "[iU]"}),
     [medication("Lantus", "10 units", "qhs", "subcutaneous")], P),
    ("units for mg", drug("insulin glargine", dose=mg(10)),
     [medication("Lantus", "10 units", "qhs", "subcutaneous")], F),
    ("10,000 units in Chinese", drug("heparin", dose={"low": 5000, "high": 5000, "unit": "U"}),
     [plain("肝素", [quantity(0.5, "万单位", "")])], P),
    ("rate", drug("heparin", dose={"low": 18, "high": 18, "unit": "U/kg/h"}),
     [plain("heparin", [{"rateQuantity": {"value": 18, "unit": "units/kg/hour"}}])], P),
    ("rate in minutes", drug("norepinephrine", dose={"low": 6, "high": 6, "unit": "ug/kg/h"}),
     [plain("norepinephrine", [{"rateQuantity": {"value": 0.1, "unit": "mcg/kg/min"}}])], P),
    ("per kg for a dose", drug("heparin", dose={"low": 18, "high": 18, "unit": "U"}),
     [plain("heparin", [{"rateQuantity": {"value": 18, "unit": "units/kg/hour"}}])], F),
    ("no dose", APIXABAN, [plain("apixaban", repeat=BID)], F),
    ("no dose asked", NAMED, [plain("apixaban")], P),
    ("words only", APIXABAN, [said("2.5 mg by mouth twice daily")], P),
    ("words only, chinese", APIXABAN, [said("口服2.5mg每日两次")], P),
    ("words: tablets of", drug("apixaban", dose=mg(5)), [said("2 tablets of 2.5 mg BID")], P),
    ("words: tablets in all", drug("apixaban", dose=mg(5)), [said("2 tablets (5 mg) BID")], P),
    ("words: each tablet, chinese", drug("apixaban", dose=mg(5)),
     [said("每次2片（每片2.5mg）每日两次")], P),
    ("words: not above", drug("acetaminophen", dose=mg(500)),
     [said("500 mg every 6 hours, max 3 g a day", "acetaminophen")], P),
    ("words: of a salt", drug("ferrous sulfate", dose=mg(325)),
     [said("325 mg (65 mg elemental iron) daily", "ferrous sulfate")], P),
    ("words: half a tablet", APIXABAN, [said("2.5 mg (half of a 5 mg tablet) by mouth BID")], P),
    ("words: another", APIXABAN, [said("5 mg by mouth twice daily")], F),
    # Daily dose
    ("daily, twice", DAILY, [medication("metformin", "1000 mg", "BID")], P),
    ("daily, in grams", DAILY, [medication("metformin", "1 g", "q12h")], P),
    ("daily, four times", DAILY, [medication("metformin", "500 mg", "QID")], P),
    ("daily, once", DAILY, [medication("metformin", "1000 mg", "daily")], F),
    ("daily, given together", DAILY, [{**plain("metformin"), "dosageInstruction": [
        {"doseAndRate": [quantity(500, "mg")], "timing": {"code": {"text": "every morning"}}},
        {"doseAndRate": [quantity(1500, "mg")], "timing": {"code": {"text": "every evening"}}},
    ]}], P),
    ("daily, one step after another", DAILY, [{**plain("metformin"), "dosageInstruction": [
        {"sequence": 1, "doseAndRate": [quantity(500, "mg")], "timing": {"repeat": BID}},
        {"sequence": 2, "doseAndRate": [quantity(1000, "mg")], "timing": {"repeat": BID}},
    ]}], F),
    ("weekly counts a seventh", drug("methotrexate", daily_dose=mg(2, 2.2)),
     [medication("methotrexate", "15 mg", "once a week")], P),
    ("weekly written daily", drug("methotrexate", daily_dose=mg(2, 2.2)),
     [medication("methotrexate", "15 mg", "daily")], F),
    ("daily, as needed: from none to that much", DAILY,
     [medication("metformin", "1000 mg", "BID PRN")], F),
    ("daily, as needed, no more than", drug("oxycodone", daily_dose={"high": 30, "unit": "mg"}),
     [medication("oxycodone", "5 mg", "q6h PRN")], P),
    ("daily, as needed, more than", drug("oxycodone", daily_dose={"high": 30, "unit": "mg"}),
     [medication("oxycodone", "10 mg", "q6h PRN")], F),
    ("another dose in the frequency's words", drug("febuxostat", dose=mg(40)),
     [medication("febuxostat", "40 mg", "80 mg once daily")], F),
    ("the same dose in the frequency's words", drug("febuxostat", dose=mg(40)),
     [medication("febuxostat", "40 mg", "40 mg once daily, max 80 mg a day")], P),
    ("water in the frequency's words", drug("alendronate", dose=mg(70)),
     [medication("alendronate", "70 mg", "weekly with 240 mL of water")], P),
    # Frequency
    *[(f"often: {text}", OFTEN, [apixaban(often=text)], P)
      for text in ("twice a day", "q12h", "every 12 hours", "每日两次", "每日2次", "一日两次",
                   "每12小时一次", "2x/day", "b.i.d.", "早晚各一次", "每日早晚各一次",
                   "in the morning and at bedtime", "twice daily with food", "每日口服2次",
                   "早晚餐后各一次", "每日服两次", "with breakfast and dinner")],
    *[(f"not so often: {text}", OFTEN, [apixaban(often=text)], F)
      for text in ("daily", "q8h", "每日三次", "隔日一次", "twice weekly", "BID PRN", "once",
                   "3 times weekly", "as directed", "每日早中晚各一次", "every morning",
                   "BID for 7 days, then daily")],
    *[(f"one dose a day: {text}", drug("apixaban", frequency=["once daily"]),
       [apixaban(often=text)], P)
      for text in ("every morning with breakfast", "one time per day", "once-daily",
                   "every morning with food", "每晨早餐后一次", "每早随餐一次",
                   "每日1次，早餐后服", "每晚8点一次", "每日约1次")],
    *[(f"more than a dose a day, or less: {text}", drug("apixaban", frequency=["once daily"]),
       [apixaban(often=text)], F)
      for text in ("1-2 times a day", "每日1～2次", "每日2～3次", "一日一至两次", "每日约2次",
                   "with breakfast and with dinner", "thrice weekly", "随餐")],
    ("three a week, in other words", drug("ferrous sulfate", frequency=["three times weekly"]),
     [medication("ferrous sulfate", "325 mg", "thrice weekly")], P),
    ("several daily", drug("metformin", frequency=["daily"]),
     [medication("metformin", "500 mg", "4 daily with meals")], F),
    ("structured", OFTEN, [plain("apixaban", repeat=BID)], P),
    ("structured hours", OFTEN,
     [plain("apixaban", repeat={"frequency": 1, "period": 12, "periodUnit": "h"})], P),
    ("times of day", OFTEN, [plain("apixaban", repeat={"timeOfDay": ["08:00:00", "20:00:00"]})], P),
    ("coded", OFTEN, [plain("apixaban", dosage={"timing": {"code": {
        "coding": [{"system": "http://terminology.hl7.org/CodeSystem/v3-GTSAbbreviation",
                    "code": "BID"}]}}})], P),
    ("words against structure", OFTEN, [plain("apixaban", dosage={"timing": {
        "repeat": BID, "code": {"text": "once daily"}}})], F),
    ("as needed only in a flag", OFTEN,
     [plain("apixaban", repeat=BID, dosage={"asNeededBoolean": True})], F),
    ("as needed asked", drug("oxycodone", frequency=["q6h PRN"]),
     [medication("oxycodone", "5 mg", "every 6 hours as needed for pain")], P),
    ("as needed missing", drug("oxycodone", frequency=["q6h PRN"]),
     [medication("oxycodone", "5 mg", "q6h")], F),
    ("bedtime asked", drug("atorvastatin", frequency=["at bedtime"]),
     [medication("atorvastatin", "40 mg", "每晚睡前一次")], P),
    ("bedtime not said", drug("atorvastatin", frequency=["at bedtime"]),
     [medication("atorvastatin", "40 mg", "daily")], F),
    ("daily, at night", drug("atorvastatin", frequency=["daily"]),
     [medication("atorvastatin", "40 mg", "nightly")], P),
    ("days of the week", drug("methotrexate", frequency=["weekly"]),
     [medication("methotrexate", "15 mg", "every Monday")], P),
    ("another day", drug("methotrexate", frequency=["every Monday"]),
     [medication("methotrexate", "15 mg", "every Friday")], F),
    ("one of several texts", drug("apixaban", frequency=["daily", "BID"]), [apixaban()], P),
    # Route
    ("by mouth", APIXABAN, [apixaban(route="by mouth")], P),
    ("PO", APIXABAN, [apixaban(route="PO")], P),
    ("another route", APIXABAN, [apixaban(route="IV")], F),
    ("chinese route asked", drug("heparin", route=["皮下注射"]),
     [medication("heparin", "5000 units", "q8h", "SC")], P),
    ("route by code alone", drug("heparin", route=["subcutaneous"]), [plain("heparin", dosage={
        "route": {"coding": [{"system": SNOMED, "code": "34206005"}]}})], P),
    ("no route", APIXABAN, [plain("apixaban", [quantity(2.5, "mg")], BID)], F),
    # How long, how much
    ("bounds", drug("amoxicillin", duration_days={"low": 5, "high": 7}),
     [plain("amoxicillin", repeat={**BID, "boundsDuration": {"value": 1, "code": "wk"}})], P),
    ("too long", drug("amoxicillin", duration_days={"low": 5, "high": 7}),
     [plain("amoxicillin", repeat={**BID, "boundsDuration": {"value": 14, "code": "d"}})], F),
    ("duration in words", drug("amoxicillin", duration_days={"low": 7, "high": 7}),
     [said("500 mg PO TID for 7 days", "amoxicillin")], P),
    ("duration in chinese", drug("amoxicillin", duration_days={"low": 7, "high": 7}),
     [said("口服 500mg 每日三次，连用7天", "阿莫西林")], P),
    *[case(f"how long: {text}", drug("colchicine", duration_days={"low": 84, "high": 186}),
       [medication("colchicine", "0.6 mg", text)], P)
      for text in ("daily for 6 months", "daily for six months", "daily x 3 mo",
                   "每日一次，共半年", "每日一次，疗程三个月", "每日一次，连用十二周")],
    *[case(f"not so long: {text}", drug("colchicine", duration_days={"low": 84, "high": 186}),
       [medication("colchicine", "0.6 mg", text)], F)
      for text in ("daily for a month", "每日一次，共三周", "每日一次，连用一年", "每日一次")],
    ("no duration", drug("amoxicillin", duration_days={"low": 7, "high": 7}),
     [medication("amoxicillin", "500 mg", "TID")], F),
    ("supply", drug("amoxicillin", duration_days={"low": 84, "high": 92}), [plain(
        "amoxicillin", dispenseRequest={"expectedSupplyDuration": {"value": 3, "unit": "months"}})],
     P),
    ("quantity", drug("apixaban", quantity={"low": 60, "high": 60}), [plain(
        "apixaban", dispenseRequest={"quantity": {"value": 60, "unit": "tablets"}})], P),
    ("another quantity", drug("apixaban", quantity={"low": 60, "high": 60}), [plain(
        "apixaban", dispenseRequest={"quantity": {"value": 600}})], F),
    ("refills not given are none", drug("oxycodone", refills={"high": 0}),
     [medication("oxycodone", "5 mg", "q6h PRN")], P),
    ("refills", drug("oxycodone", refills={"high": 0}),
     [plain("oxycodone", dispenseRequest={"numberOfRepeatsAllowed": 2})], F),
    # Whether it stands
    ("draft", NAMED, [apixaban(status="draft")], F),
    ("stopped", NAMED, [apixaban(status="stopped")], F),
    ("on hold", NAMED, [apixaban(status="on-hold")], F),
    ("on hold asked", {**NAMED, "status": ["on-hold"]}, [apixaban(status="on-hold")], P),
    ("proposal", NAMED, [{**apixaban(), "intent": "proposal"}], F),
    ("plan asked", {**NAMED, "intent": ["plan"]}, [{**apixaban(), "intent": "plan"}], P),
    ("not to be given", NAMED, [{**apixaban(), "doNotPerform": True}], F),
    ("draft is not forbidden", {**NAMED, "at_least": 0, "at_most": 0},
     [apixaban(status="draft")], P),
    ("draft beside the right one", APIXABAN,
     [apixaban(), apixaban("5 mg", status="draft", order_id="m2")], P),
    # Whose, and how many
    ("another chart", APIXABAN, [apixaban(who=OTHER)], F),
    ("another chart beside", APIXABAN, [apixaban(), apixaban(who=OTHER, order_id="m2")], P),
    ("any chart", {**APIXABAN, "any_patient": True}, [apixaban(who=OTHER)], P),
    ("nobody else's", {**NAMED, "any_patient": True, "at_least": 0, "at_most": 0,
                       "where": f"subject.reference != '{PATIENT}'"}, [apixaban(who=OTHER)], F),
    ("a wrong dose beside", APIXABAN, [apixaban("5 mg"), apixaban(order_id="m2")], F),
    ("a wrong dose after", APIXABAN, [apixaban(), apixaban("5 mg", order_id="m2")], F),
    ("a wrong dose beside, allowed", {**APIXABAN, "others_allowed": True},
     [apixaban("5 mg"), apixaban(order_id="m2")], P),
    ("a wrong dose taken back", APIXABAN, [apixaban("5 mg", status="cancelled"),
                                           apixaban(order_id="m2")], P),
    ("twice", APIXABAN, [apixaban(), apixaban(order_id="m2")], F),
    ("twice, allowed", {**APIXABAN, "at_most": 2}, [apixaban(), apixaban(order_id="m2")], P),
    ("a single dose before", NAMED, [apixaban("10 mg", "once"), apixaban(order_id="m2")], P),
    ("the right one is the second", drug("metformin", dose=mg(500)),
     [medication("apixaban"), medication("metformin", "500 mg", order_id="m2")], P),
    ("something else beside", APIXABAN, [apixaban(), medication("metformin", order_id="m2")], P),
    ("two asked", {**drug("apixaban", "metformin"), "at_least": 2},
     [apixaban(), medication("metformin", order_id="m2")], P),
    ("two asked, one there", {**drug("apixaban", "metformin"), "at_least": 2}, [apixaban()], F),
    ("forbidden", {**NAMED, "at_least": 0, "at_most": 0}, [apixaban()], F),
    ("forbidden, by its brand", {**drug("losartan"), "at_least": 0, "at_most": 0},
     [medication("Cozaar", "50 mg", "daily")], F),
    ("forbidden, in a combination", {**drug("losartan"), "at_least": 0, "at_most": 0},
     [medication("losartan/hydrochlorothiazide", "50 mg", "daily")], F),
    ("forbidden at that dose", {**drug("apixaban", dose=mg(5)), "at_least": 0, "at_most": 0},
     [apixaban("2.5 mg")], P),
    ("anything", {"resource": "MedicationRequest"}, [medication("metformin")], P),
    ("nothing", NAMED, [], F),
    ("nothing, forbidden", {**NAMED, "at_least": 0, "at_most": 0}, [], P),
    # Reason and condition
    ("reason", {**NAMED, "reason": {"en": ["atrial fibrillation"]}},
     [{**apixaban(), "reasonCode": [{"text": "AF / atrial fibrillation"}]}], P),
    ("reason in a note", {**NAMED, "reason": {"zh": ["房颤"]}},
     [{**apixaban(), "note": [{"text": "房颤，预防卒中"}]}], P),
    ("reason denied", {**NAMED, "reason": {"en": ["atrial fibrillation"]}},
     [{**apixaban(), "note": [{"text": "No atrial fibrillation; for DVT."}]}], F),
    ("no reason", {**NAMED, "reason": {"en": ["atrial fibrillation"]}}, [apixaban()], F),
    ("condition", {**NAMED, "where": "authoredOn.exists()"}, [apixaban()], P),
    ("condition unmet", {**NAMED, "where": "authoredOn < @2020-01-01"}, [apixaban()], F),
    ("condition at fault", {**NAMED, "where": "foo("}, [apixaban()], A),
    ("a cancelled one", APIXABAN, [apixaban(status="cancelled")], F),
    ("priority left out is routine", {**NAMED, "priority": ["routine"]}, [apixaban()], P),
    ("priority", {**NAMED, "priority": ["stat"]}, [{**apixaban(), "priority": "stat"}], P),
]  # fmt: skip


def ordered(name: str, more: Any = None) -> dict[str, Any]:
    return {"resource": "ServiceRequest", "names": {"en": [name]}, **(more or {})}


def appointment(what: str, who: str = PATIENT, status: str = "booked", **more: Any) -> Wrote:
    return {
        "resourceType": "Appointment",
        "id": "a1",
        "status": status,
        "description": what,
        "participant": [
            {"actor": {"reference": "Practitioner/dr"}, "status": "accepted"},
            {"actor": {"reference": who}, "status": "accepted"},
        ],
        **more,
    }


def message(text: str, who: str = PATIENT, status: str = "completed", **more: Any) -> Wrote:
    return {
        "resourceType": "Communication",
        "id": "c1",
        "status": status,
        "subject": {"reference": who},
        "payload": [{"contentString": text}],
        **more,
    }


def laboratory(**more: Any) -> dict[str, Any]:
    code = {"coding": [{"system": LOINC, "code": "2160-0"}]}
    return {**service("x"), "code": code, **more}


CANCEL = {"en": ["cancel", "stop"], "zh": ["停用"]}
OTHERS: list[Case] = [
    ("panel", ordered("creatinine"), [service("Basic metabolic panel")], P),
    ("part for a panel", ordered("BMP"), [service("creatinine")], F),
    ("synonym", ordered("chest CT"), [service("胸部CT")], P),
    ("code alone", ordered("creatinine"), [laboratory()], P),
    ("by code, named", {"resource": "ServiceRequest", "codes": [f"{LOINC}|2160-0"]},
     [service("肌酐")], P),
    ("by code, another", {"resource": "ServiceRequest", "codes": [f"{LOINC}|2160-0"]},
     [service("potassium")], F),
    ("urine for blood", ordered("creatinine"), [service("urine protein")], F),
    ("without contrast", ordered("CT chest without contrast"),
     [service("chest CT with contrast")], F),
    ("with contrast", ordered("CT chest with contrast"),
     [service("chest CT without contrast")], F),
    ("plain scan", ordered("chest CT"), [service("CT of the chest without contrast")], P),
    ("left for right", ordered("left knee x-ray"), [service("right knee x-ray")], F),
    ("named as its code", ordered("echocardiogram"), [{**service("TTE"), "code": {
        "text": "TTE", "coding": [{"code": "TTE", "display": "TTE"}]}}], P),
    ("longer name of another test", ordered("hemoglobin"), [service("Hemoglobin A1c")], F),
    ("longer name of another, chinese", ordered("hemoglobin"), [service("糖化血红蛋白")], F),
    ("longer name of another, in chinese", {"resource": "ServiceRequest", "names": {
        "zh": ["血红蛋白"]}}, [service("糖化血红蛋白")], F),
    ("longer name of the same", ordered("creatinine"), [service("Creatinine, serum")], P),
    ("both in one order", ordered("hemoglobin"), [service("CBC and hemoglobin A1c")], P),
    ("through the gullet", ordered("echocardiogram"), [service("Transesophageal echo")], F),
    ("through the gullet, british", ordered("echocardiogram"),
     [service("Transoesophageal echocardiogram (TOE)")], F),
    ("through the gullet, chinese", ordered("echocardiogram"), [service("经食管超声心动图")], F),
    ("through the gullet asked", ordered("TEE"), [service("经食道超声心动图")], P),
    ("echo by its long chinese name", ordered("TTE"), [service("心脏彩色多普勒超声")], P),
    ("urine for blood, same name", ordered("uric acid"), [service("Uric acid, 24 hour urine")], F),
    ("urine for blood, same name, chinese", ordered("uric acid"), [service("24小时尿尿酸")], F),
    ("urine for blood, by code", {"resource": "ServiceRequest", "codes": [f"{LOINC}|3084-1"]},
     [service("urine uric acid")], F),
    ("urine asked", ordered("24 h urine uric acid"), [service("24 h urine uric acid")], P),
    ("urine is in its name", ordered("albumin/creatinine ratio"),
     [service("Urine albumin/creatinine ratio, spot urine")], P),
    ("blood test beside one of urine", ordered("creatinine"),
     [service("Creatinine and urine albumin/creatinine ratio")], P),
    ("liver enzymes", ordered("liver function tests"), [service("Liver enzymes")], P),
    ("liver enzymes, chinese", ordered("liver function tests"), [service("转氨酶")], P),
    ("unknown, by its words", ordered("hepatitis B core antibody"),
     [service("Hepatitis B core antibody, total")], P),
    ("category by code", ordered("creatinine", {"category": ["laboratory"]}),
     [laboratory(category=[{"coding": [{"system": SNOMED, "code": "108252007"}]}])], P),
    ("another category", ordered("creatinine", {"category": ["laboratory"]}),
     [laboratory(category=[{"coding": [{"system": SNOMED, "code": "363679005"}]}])], F),
    ("priority", ordered("creatinine", {"priority": ["urgent"]}), [service("creatinine")], F),
    ("twice a day", ordered("creatinine"), [service("creatinine"),
                                          service("肌酐", order_id="s2")], F),
    ("on two days", ordered("creatinine"), [service("creatinine", when="2026-03-05"),
                                          service("creatinine", when="2026-03-12",
                                                  order_id="s2")], P),
    ("revoked", ordered("creatinine"), [service("creatinine", status="revoked")], F),
    ("referral reason", ordered("nephrology", {"reason": {"en": ["hyperkalemia"]}}),
     [service("Nephrology referral", note="Hyperkalemia of 6.1")], P),
    ("a visit", {"resource": "Appointment", "names": {"en": ["nephrology"]}},
     [appointment("Visit in the nephrology clinic")], P),
    ("a visit elsewhere", {"resource": "Appointment", "names": {"en": ["nephrology"]}},
     [appointment("Visit in the cardiology clinic")], F),
    ("another's visit", {"resource": "Appointment", "names": {"en": ["nephrology"]}},
     [appointment("nephrology", who=OTHER)], F),
    ("a visit called off", {"resource": "Appointment", "names": {"en": ["nephrology"]}},
     [appointment("nephrology", status="cancelled")], F),
    ("a visit twice", {"resource": "Appointment", "names": {"en": ["nephrology"]}},
     [appointment("nephrology"), appointment("nephrology", id="a2")], F),
    ("a message", {"resource": "Communication", "names": {"en": ["warfarin"]}},
     [message("Please hold Coumadin from tonight.")], P),
    ("a message, chinese", {"resource": "Communication", "names": {"en": ["warfarin"]}},
     [message("请从今晚起停用华法林。")], P),
    ("a message that denies it", {"resource": "Communication", "names": {"en": ["warfarin"]}},
     [message("He takes no warfarin.")], F),
    *[(f"a message that only asks: {text}", {"resource": "Communication", "reason": CANCEL},
       [message(text)], F)
      for text in ("Should we cancel the allopurinol?", "Is it all right to stop allopurinol?",
                   "Do I cancel it?", "别嘌醇是否需要停用？", "别嘌醇要不要停用？")],
    *[(f"a message that asks for it: {text}", {"resource": "Communication", "reason": CANCEL},
       [message(text)], P)
      for text in ("Could you please cancel the allopurinol?", "Can you stop it today?",
                   "Would you cancel it?", "能否请您停用别嘌醇？", "请停用别嘌醇，好吗？",
                   "Why was it ordered? Please cancel it.")],
    ("what is asked of a test is its reason", ordered("chest CT", {"reason": {"en": ["embolism"]}}),
     [service("chest CT", note="Embolism?")], P),
    ("a message not sent", {"resource": "Communication", "names": {"en": ["warfarin"]}},
     [message("Hold warfarin.", status="preparation")], F),
    ("a message to another chart", {"resource": "Communication", "names": {"en": ["warfarin"]}},
     [message("Hold warfarin.", who=OTHER)], F),
]  # fmt: skip


def graded(spec: Spec, written: list[Wrote], folder: Path, lang: str = "en") -> Grade:
    play = Play("zh" if lang == "zh" else "en").turn()
    for resource in written:
        play.write(resource)
    play.answer("done")
    context = context_of(play, scenario_of(), record_of(folder))
    return grade_order(GraderSpec.model_validate({"order": spec}), context)


@pytest.mark.parametrize(
    ("spec", "written", "verdict"),
    [case[1:] for case in DRUGS + OTHERS],
    ids=[case[0] for case in DRUGS + OTHERS],
)
def test_an_order_is_what_a_prescriber_means(
    spec: Spec, written: list[Wrote], verdict: Verdict, tmp_path: Path
) -> None:
    grade = graded(spec, written, tmp_path)
    assert (grade.verdict, grade.because.render("en")) == (verdict, grade.because.render("en"))
    assert grade.because.render("en").strip()


def test_the_cases_are_many_and_of_both_kinds() -> None:
    cases = DRUGS + OTHERS
    assert len(cases) >= 60
    assert len({name for name, *_rest in DRUGS}) == len(DRUGS)
    assert min(sum(case[3] is verdict for case in cases) for verdict in (P, F)) >= 40


REASONS: list[tuple[Spec, list[Wrote], str]] = [
    (drug("apixaban", dose=mg(2.5)), [apixaban("5 mg", "twice daily", "PO")],
     "apixaban 5 mg PO twice daily was ordered; the item asks for a dose of 2.5 mg."),
    (APIXABAN, [apixaban("5 mg", "daily", "IV")],
     "apixaban 5 mg IV daily was ordered; the item asks for a dose of 2.5 mg, the route oral, "
     "the frequency BID."),
    (APIXABAN, [apixaban(who=OTHER)],
     "apixaban 2.5 mg oral BID was ordered for Patient/p2, not for Patient/p1."),
    (APIXABAN, [apixaban(status="draft")],
     "apixaban 2.5 mg oral BID is no order in force: draft · order."),
    (APIXABAN, [apixaban(status="cancelled")],
     "apixaban 2.5 mg oral BID was ordered and taken back."),
    (APIXABAN, [], "No such order was written: apixaban."),
    (APIXABAN, [apixaban(), apixaban("5 mg", order_id="m2")],
     "apixaban 5 mg oral BID was ordered too; the item asks for a dose of 2.5 mg."),
    (APIXABAN, [apixaban(), apixaban(order_id="m2")],
     "The same was ordered twice: apixaban 2.5 mg oral BID; apixaban 2.5 mg oral BID."),
    ({**APIXABAN, "at_most": 1}, [apixaban(), apixaban(order_id="m2")],
     "2 orders that fit were written; the item allows at most 1: apixaban 2.5 mg oral BID; "
     "apixaban 2.5 mg oral BID."),
]  # fmt: skip


@pytest.mark.parametrize(("spec", "written", "because"), REASONS)
def test_the_reason_says_what_was_found_and_what_is_off(
    spec: Spec, written: list[Wrote], because: str, tmp_path: Path
) -> None:
    grade = graded(spec, written, tmp_path)
    assert grade.verdict is F
    assert grade.because.render("en") == because


def test_the_evidence_is_the_orders_that_decided(tmp_path: Path) -> None:
    right = graded(APIXABAN, [medication("metformin"), apixaban(order_id="m2")], tmp_path)
    both = graded(APIXABAN, [apixaban(), apixaban("5 mg", order_id="m2")], tmp_path)
    assert right.evidence == (7,)
    assert both.evidence == (4, 7)


def test_what_was_in_the_chart_on_the_same_day_is_not_the_session_s(tmp_path: Path) -> None:
    held = apixaban(when=CLOCK, order_id="old")
    play = Play().turn()
    play.call("MedicationRequest.search", refs=["MedicationRequest/old"])
    play.answer("done")
    context = context_of(play, scenario_of(), record_of(tmp_path, held))
    assert grade_order(GraderSpec.model_validate({"order": APIXABAN}), context).verdict is F


def test_later_orders_do_not_count(tmp_path: Path) -> None:
    play = Play().turn()
    play.answer("done")
    play.turn()
    play.write(apixaban())
    play.answer("later")
    context = context_of(play, scenario_of(), record_of(tmp_path))
    assert grade_order(GraderSpec.model_validate({"order": APIXABAN}), context).verdict is F
