"""A small chart with one of nearly everything, and calls on it. Not a test."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from physassist_tui.core.scenario import Limits
from physassist_tui.core.tools import Outcome
from physassist_tui.ehr.runners import runner_for
from physassist_tui.ehr.store import EmbeddedStore
from physassist_tui.ehr.toolsets import toolset
from physassist_tui.i18n import Lang
from tests.unit.ehr_record import LOINC, NOW, patient, store

RXNORM = "http://www.nlm.nih.gov/research/umls/rxnorm"
SNOMED = "http://snomed.info/sct"
ICD = "http://hl7.org/fhir/sid/icd-10-cm"
ME, OTHER = "Patient/p1", "Patient/p2"
STAY = "Encounter/stay"

Resource = dict[str, Any]


def concept(system: str, code: str, display: str) -> Resource:
    return {"coding": [{"system": system, "code": code, "display": display}], "text": display}


def of(kind: str, number: str, **fields: Any) -> Resource:
    subject = {"patient": {"reference": ME}} if kind == "AllergyIntolerance" else {}
    if not subject:
        subject = {"subject": {"reference": ME}}
    return {"resourceType": kind, "id": number, **subject, **fields}


def lab(
    number: str, code: str, name: str, value: float, day: str, unit: str = "mg/dL", **more: Any
) -> Resource:
    return of(
        "Observation",
        number,
        status="final",
        category=[
            {"coding": [{"code": "laboratory", "display": "Laboratory"}], "text": "Laboratory"}
        ],
        code=concept(LOINC, code, name),
        effectiveDateTime=day,
        encounter={"reference": STAY},
        valueQuantity={"value": value, "unit": unit},
        **more,
    )


def attachment(
    text: str, kind: str = "text/plain; charset=utf-8", codec: str = "utf-8"
) -> Resource:
    return {"contentType": kind, "data": base64.b64encode(text.encode(codec)).decode()}


def note(number: str, text: str, day: str, name: str = "Progress note", **more: Any) -> Resource:
    return of(
        "DocumentReference",
        number,
        status="current",
        type=concept(LOINC, "11506-3", name),
        date=day,
        content=[{"attachment": attachment(text)}],
        context={"encounter": [{"reference": STAY}]},
        **more,
    )


HIGH = [{"coding": [{"code": "H", "display": "High"}]}]
RANGE = [{"low": {"value": 0.6, "unit": "mg/dL"}, "high": {"value": 1.2, "unit": "mg/dL"}}]
LONG_NOTE = "\n".join(f"{n}. The patient walked {n} metres with a frame." for n in range(1, 600))
CHINESE_NOTE = "患者今晨诉头晕，未见胸痛。" * 900 + "末句：已嘱复查血钾。"


def chart() -> list[Resource]:
    """The chart: two patients, mostly of the first."""
    return [
        patient("p1", "Calder", "Ruth", identifier=[{"value": "400117"}]),
        patient("p2", "Caldwell", "Ruth"),
        {"resourceType": "Practitioner", "id": "dr", "name": [{"family": "Osei", "given": ["K."]}]},
        of(
            "Encounter",
            "ed",
            status="finished",
            **{"class": {"code": "EMER"}},
            period={"start": "2026-03-01T20:00:00-05:00", "end": "2026-03-02T00:30:00-05:00"},
            hospitalization={"dischargeDisposition": {"text": "Admitted to ward"}},
            reasonCode=[{"text": "Palpitations"}],
        ),
        of(
            "Encounter",
            "stay",
            status="in-progress",
            **{"class": {"code": "IMP", "display": "inpatient"}},
            period={"start": "2026-03-02T00:30:00-05:00"},
            participant=[{"individual": {"reference": "Practitioner/dr"}}],
        ),
        of(
            "Encounter",
            "icu",
            status="finished",
            **{"class": {"code": "ACUTE"}},
            partOf={"reference": STAY},
            period={"start": "2026-03-02T01:00:00-05:00", "end": "2026-03-03T09:00:00-05:00"},
        ),
        of(
            "Encounter",
            "old",
            status="finished",
            **{"class": {"code": "IMP"}},
            period={"start": "2024-05-01", "end": "2024-05-04"},
            hospitalization={"dischargeDisposition": {"text": "Home with services"}},
        ),
        lab("cr1", "2160-0", "Creatinine [Mass/volume] in Serum or Plasma", 1.4,
            "2026-03-02T06:00:00-05:00", referenceRange=RANGE, interpretation=HIGH),
        lab("cr2", "2160-0", "Creatinine [Mass/volume] in Serum or Plasma", 1.9,
            "2026-03-04T06:00:00-05:00", referenceRange=RANGE, interpretation=HIGH),
        lab("ucr", "2161-8", "Creatinine [Mass/volume] in Urine", 88, "2026-03-03T06:00:00-05:00"),
        lab("k1", "2823-3", "Potassium [Moles/volume] in Serum or Plasma", 5.9,
            "2026-03-04T06:00:00-05:00", unit="mmol/L", interpretation=HIGH),
        lab("trop", "6598-7", "Troponin T.cardiac [Mass/volume] in Serum or Plasma", 5,
            "2026-03-04T06:00:00-05:00", unit="ng/L")
        | {"valueQuantity": {"value": 5, "comparator": "<", "unit": "ng/L"}},
        of(
            "Observation",
            "bp",
            status="final",
            category=[{"coding": [{"code": "vital-signs"}]}],
            code=concept(LOINC, "85354-9", "Blood pressure panel"),
            effectiveDateTime="2026-03-03T23:00:00-05:00",
            encounter={"reference": "Encounter/icu"},
            component=[
                {
                    "code": concept(LOINC, "8480-6", "Systolic blood pressure"),
                    "valueQuantity": {"value": 88, "unit": "mm[Hg]"},
                    "interpretation": [{"coding": [{"code": "L"}]}],
                },
                {
                    "code": concept(LOINC, "8462-4", "Diastolic blood pressure"),
                    "valueQuantity": {"value": 52, "unit": "mm[Hg]"},
                },
            ],
        ),
        of(
            "Observation",
            "gone",
            status="cancelled",
            code=concept(LOINC, "2345-7", "Glucose [Mass/volume] in Serum or Plasma"),
            effectiveDateTime="2026-03-03T06:00:00-05:00",
            dataAbsentReason={"text": "Specimen haemolysed"},
            note=[{"text": "Please redraw."}],
        ),
        of(
            "Condition",
            "af",
            code=concept(ICD, "I48.91", "Unspecified atrial fibrillation"),
            clinicalStatus={"coding": [{"code": "active"}]},
            verificationStatus={"coding": [{"code": "confirmed"}]},
            category=[{"coding": [{"code": "problem-list-item"}]}],
            onsetDateTime="2019-06",
        ),
        of(
            "Condition",
            "ckd",
            code=concept(ICD, "N18.32", "Chronic kidney disease, stage 3b"),
            clinicalStatus={"coding": [{"code": "active"}]},
            verificationStatus={"coding": [{"code": "provisional"}]},
            encounter={"reference": STAY},
        ),
        {
            "resourceType": "Medication",
            "id": "apx",
            "code": concept(RXNORM, "1364430", "apixaban 5 MG Oral Tablet [Eliquis]"),
        },
        of(
            "MedicationRequest",
            "apixaban",
            status="active",
            intent="order",
            medicationReference={"reference": "Medication/apx"},
            authoredOn="2026-03-02T08:00:00-05:00",
            encounter={"reference": STAY},
            requester={"reference": "Practitioner/dr"},
            reasonCode=[{"text": "Atrial fibrillation"}],
            dosageInstruction=[
                {
                    "text": "5 mg by mouth twice daily",
                    "route": {"text": "oral"},
                    "timing": {"repeat": {"frequency": 2, "period": 1, "periodUnit": "d"}},
                    "doseAndRate": [{"doseQuantity": {"value": 5, "unit": "mg"}}],
                }
            ],
        ),
        of(
            "MedicationRequest",
            "metoprolol",
            status="stopped",
            statusReason={"text": "Bradycardia"},
            intent="order",
            contained=[
                {"resourceType": "Medication", "id": "m", "code": {"text": "metoprolol tartrate"}}
            ],
            medicationReference={"reference": "#m"},
            authoredOn="2026-03-01T08:00:00-05:00",
        ),
        of(
            "MedicationAdministration",
            "held",
            status="not-done",
            statusReason=[{"text": "Held: heart rate 44"}],
            medicationCodeableConcept=concept(RXNORM, "6918", "metoprolol"),
            effectiveDateTime="2026-03-03T08:00:00-05:00",
            context={"reference": STAY},
            dosage={"dose": {"value": 25, "unit": "mg"}, "route": {"text": "PO"}},
        ),
        of(
            "MedicationAdministration",
            "given",
            status="completed",
            medicationCodeableConcept=concept(RXNORM, "6918", "metoprolol"),
            effectiveDateTime="2026-03-02T08:00:00-05:00",
            context={"reference": STAY},
            dosage={"text": "25 mg", "dose": {"value": 25, "unit": "mg"}},
        ),
        of(
            "Procedure",
            "echo",
            status="completed",
            code=concept(SNOMED, "40701008", "Echocardiography"),
            performedPeriod={
                "start": "2026-03-03T10:00:00-05:00",
                "end": "2026-03-03T10:30:00-05:00",
            },
            outcome={"text": "Ejection fraction 35 %"},
        ),
        of(
            "DiagnosticReport",
            "bmp",
            status="final",
            category=[{"coding": [{"code": "LAB", "display": "Laboratory"}]}],
            code=concept(LOINC, "51990-0", "Basic metabolic panel"),
            effectiveDateTime="2026-03-04T06:00:00-05:00",
            result=[{"reference": "Observation/cr2"}, {"reference": "Observation/k1"}],
        ),
        of(
            "DiagnosticReport",
            "cxr",
            status="amended",
            category=[{"coding": [{"code": "RAD", "display": "Radiology"}]}],
            code=concept(LOINC, "36643-5", "XR Chest 2 Views"),
            effectiveDateTime="2026-03-03T12:00:00-05:00",
            conclusion="Small left effusion.",
            presentedForm=[attachment("FINDINGS: clear lungs.\nADDENDUM: small left effusion.")],
        ),
        note("n1", "Admitted with palpitations. Lives alone.", "2026-03-02T02:00:00-05:00"),
        note("n2", LONG_NOTE, "2026-03-03T02:00:00-05:00", "Physical therapy note"),
        note("n3", CHINESE_NOTE, "2026-03-03T18:00:00-05:00", "护理记录"),
        of(
            "AllergyIntolerance",
            "pen",
            code=concept(RXNORM, "723", "amoxicillin"),
            clinicalStatus={"coding": [{"code": "active"}]},
            verificationStatus={"coding": [{"code": "confirmed"}]},
            criticality="high",
            category=["medication"],
            recordedDate="2015-02-01",
            reaction=[{"manifestation": [{"text": "Anaphylaxis"}], "severity": "severe"}],
        ),
        of(
            "CarePlan",
            "plan",
            status="active",
            intent="plan",
            title="Heart failure plan",
            category=[{"text": "Longitudinal care"}],
            period={"start": "2026-03-02"},
            activity=[
                {"detail": {"code": {"text": "Low-salt diet"}, "status": "in-progress"}},
                {"detail": {"code": {"text": "Daily weight"}, "status": "not-started"}},
            ],
        ),
        of("Immunization", "flu", status="completed", vaccineCode={"text": "Influenza vaccine"},
           occurrenceDateTime="2025-10-01")
        | {"patient": {"reference": ME}},
        of("Goal", "weight", lifecycleStatus="active", description={"text": "Weight below 80 kg"},
           startDate="2026-03-02"),
    ]  # fmt: skip


class Play:
    """A runner over a store, with calls numbered as a session numbers them."""

    def __init__(
        self,
        resources: Iterable[Resource] | None = None,
        *,
        lang: Lang = "en",
        tools: str = "physassist",
        session: str = "S1",
        on: EmbeddedStore | None = None,
        now: datetime = NOW,
        **limits: int,
    ) -> None:
        given = chart() if resources is None else list(resources) or [patient("p1")]
        self.store = on if on is not None else store(*given, clock=now)
        self.now = now
        self.made = 0
        self.runner = runner_for(
            self.store,
            toolset(tools),
            patient=ME,
            encounter=STAY,
            lang=lang,
            limits=Limits(**limits),
            session=session,
        )

    def refused(self, name: object, arguments: object) -> Resource:
        """The error of a call that is not valid."""
        values, error = self.runner.validate(name, arguments)
        assert values is None
        assert error is not None
        return error

    def outcome(self, name: str, *, person: bool = False, call: str = "", **given: Any) -> Outcome:
        """What a valid call gives."""
        values, error = self.runner.validate(name, given)
        assert values is not None, error
        self.made += 1
        return self.runner.run(
            call or f"c{self.made}", name, values, now=self.now, person=person, seat="assistant"
        )

    def result(self, name: str, **given: Any) -> Resource:
        """The whole result of a call that succeeds."""
        outcome = self.outcome(name, **given)
        assert outcome.ok, outcome.result
        return outcome.result

    def names(self, name: str, **given: Any) -> list[str]:
        """The ids that a search finds, in order."""
        entries = self.result(name, _count=1000, **given)["entries"]
        return list(dict.fromkeys(entry["ref"].split("/")[1] for entry in entries))


def text_of(result: Resource) -> str:
    return json.dumps(result, ensure_ascii=False)
