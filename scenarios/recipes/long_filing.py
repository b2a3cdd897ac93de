"""What is filed in a chart as it is: visits, problems, prescriptions, orders, notes, reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from long_parts import (
    CLASSES, ICD10, LOINC, ROUTES, SERVICES, SNOMED, Resource, amount, attachment, concept, drug,
    later, moment, note_type, stamp, term,
)  # fmt: skip
from panels import CVX


class Files(Protocol):
    """The record that a chart's resources go to."""

    clock: str
    place: str

    def add(self, kind: str, slug: str, body: Resource) -> str:
        """Puts a resource in; gives its reference."""


@dataclass
class Filing:
    """One patient's chart, as far as nothing in it is measured."""

    record: Files
    slug: str
    patient: str

    def visit(
        self, at: str, title: str, *, kind: str = "clinic", end: str = "", by: Resource | None = None,
        reason: str = "", minutes: int = 30, slug: str = "",
    ) -> str:  # fmt: skip
        """An encounter (kind: clinic, phone, emergency, inpatient), over by `end`."""
        code, display = CLASSES[kind]
        finish = end or later(at, minutes)
        over = moment(finish) <= moment(self.record.clock)
        body: Resource = {
            "status": "finished" if over else "in-progress",
            "class": {**term("v3-ActCode", code, display)["coding"][0]},
            "type": [{"text": title}],
            "period": {"start": moment(at), **({"end": moment(finish)} if over else {})},
            "serviceProvider": {"reference": self.record.place},
        }
        if by:
            body["participant"] = [{"individual": by}]
        if reason:
            body["reasonCode"] = [{"text": reason}]
        return self.add("Encounter", slug or stamp(at), body, "")

    def problem(
        self, slug: str, text: str, icd10: str, onset: str, *, status: str = "active",
        abated: str = "", recorded: str = "", note: str = "", by: Resource | None = None,
        diagnosis_at: str = "",
    ) -> str:  # fmt: skip
        """A problem of the list; with `diagnosis_at` an encounter's diagnosis."""
        kind = "encounter-diagnosis" if diagnosis_at else "problem-list-item"
        body: Resource = {
            "clinicalStatus": term("condition-clinical", status),
            "verificationStatus": term("condition-ver-status", "confirmed"),
            "category": [term("condition-category", kind)],
            "code": concept(text, (ICD10, icd10)),
            "onsetDateTime": onset,
            "recordedDate": moment(recorded or onset),
        }
        if abated:
            body["abatementDateTime"] = abated
        if by:
            body["recorder"] = by
        if note:
            body["note"] = [{"text": note}]
        return self.add("Condition", slug, body, diagnosis_at)

    def medication(
        self, slug: str, name: str, at: str, text: str, *, dose: float | None = None,
        unit: str = "mg", per_day: int | None = None, route: str = "oral", status: str = "active",
        why_stopped: str = "", days: int | None = None, quantity: float | None = None,
        refills: int | None = None, reason: str = "", note: str = "", by: Resource | None = None,
        visit: str = "", category: str = "community", priority: str = "",
    ) -> str:  # fmt: skip
        """A prescription; its drug is coded where `panels.RXNORM` has the name."""
        code, display = ROUTES[route]
        dosage: Resource = {"text": text, "route": concept(display, (SNOMED, code))}
        if dose is not None:
            dosage["doseAndRate"] = [{"doseQuantity": amount(dose, unit)}]
        if per_day is not None:
            dosage["timing"] = {"repeat": {"frequency": per_day, "period": 1, "periodUnit": "d"}}
        supply: Resource = {}
        if refills is not None:
            supply["numberOfRepeatsAllowed"] = refills
        if quantity is not None:
            supply["quantity"] = amount(quantity, "tablets")
        if days is not None:
            supply["expectedSupplyDuration"] = amount(days, "days")
        body: Resource = {
            "status": status,
            "intent": "order",
            "category": [term("medicationrequest-category", category, category.title())],
            "medicationCodeableConcept": drug(name),
            "authoredOn": moment(at),
            "dosageInstruction": [dosage],
        }
        for key, value in (
            ("statusReason", {"text": why_stopped} if why_stopped else None),
            ("priority", priority),
            ("dispenseRequest", supply),
            ("requester", by),
            ("reasonCode", [{"text": reason}] if reason else None),
            ("note", [{"text": note}] if note else None),
        ):
            if value:
                body[key] = value
        return self.add("MedicationRequest", slug, body, visit)

    def service(
        self, text: str, at: str, *, code: tuple[str, str] | None = None,
        category: str = "laboratory", status: str = "active", priority: str = "routine",
        reason: str = "", note: str = "", occurrence: str = "", by: Resource | None = None,
        performer: str = "", visit: str = "", slug: str = "",
    ) -> str:  # fmt: skip
        """An order of a test, an image, a procedure or a referral."""
        group, display = SERVICES[category]
        body: Resource = {
            "status": status,
            "intent": "order",
            "category": [concept(display, (SNOMED, group))],
            "priority": priority,
            "code": concept(text, *([code] if code else [])),
            "authoredOn": moment(at),
        }
        for key, value in (
            ("occurrenceDateTime", moment(occurrence) if occurrence else None),
            ("requester", by),
            ("performerType", {"text": performer} if performer else None),
            ("reasonCode", [{"text": reason}] if reason else None),
            ("note", [{"text": note}] if note else None),
        ):
            if value:
                body[key] = value
        return self.add("ServiceRequest", slug or stamp(at), body, visit)

    def procedure(
        self, slug: str, text: str, at: str, *, note: str = "", outcome: str = "", visit: str = "",
        snomed: str = "", by: Resource | None = None,
    ) -> str:  # fmt: skip
        """A procedure that was done, with what was found."""
        body: Resource = {
            "status": "completed",
            "code": concept(text, *([(SNOMED, snomed)] if snomed else [])),
            "performedDateTime": moment(at),
        }
        for key, value in (
            ("performer", [{"actor": by}] if by else None),
            ("outcome", {"text": outcome} if outcome else None),
            ("note", [{"text": note}] if note else None),
        ):
            if value:
                body[key] = value
        return self.add("Procedure", slug, body, visit)

    def report(
        self, slug: str, text: str, at: str, conclusion: str, *, loinc: str = "",
        category: tuple[str, str] = ("RAD", "Radiology"), visit: str = "", status: str = "final",
    ) -> str:  # fmt: skip
        """A report in words: imaging, pathology, a tracing."""
        body: Resource = {
            "status": status,
            "category": [term("v2-0074", *category)],
            "code": concept(text, *([(LOINC, loinc)] if loinc else [])),
            "effectiveDateTime": moment(at),
        }
        if conclusion:
            body["conclusion"] = conclusion
        return self.add("DiagnosticReport", slug, body, visit)

    def note(
        self, title: str, at: str, text: str, *, visit: str = "", by: Resource | None = None,
        slug: str = "",
    ) -> str:  # fmt: skip
        """A clinical note in plain text."""
        body: Resource = {
            "status": "current",
            "docStatus": "final",
            "type": note_type(title),
            "category": [{"text": "Clinical Note"}],
            "date": moment(at),
            "content": [attachment(text, title)],
        }
        if by:
            body["author"] = [by]
        return self.add("DocumentReference", slug or stamp(at), body, visit)

    def immunization(self, vaccine: str, day: str) -> str:
        """A vaccination that was given; `vaccine` is a name of `panels.CVX`."""
        body: Resource = {
            "status": "completed",
            "vaccineCode": concept(vaccine, ("http://hl7.org/fhir/sid/cvx", CVX[vaccine])),
            "occurrenceDateTime": day,
        }
        return self.add("Immunization", f"{CVX[vaccine]}-{stamp(day)}", body, "")

    def allergy(
        self, slug: str, substance: str, reaction: str, at: str, *, note: str = "",
        kind: str = "allergy", status: str = "active",
    ) -> str:  # fmt: skip
        """A drug allergy or (kind) intolerance. The tools of long tasks have no search for it."""
        body: Resource = {
            "clinicalStatus": term("allergyintolerance-clinical", status),
            "verificationStatus": term("allergyintolerance-verification", "confirmed"),
            "type": kind,
            "category": ["medication"],
            "code": {"text": substance},
            "recordedDate": moment(at),
        }
        if reaction:
            body["reaction"] = [{"manifestation": [{"text": reaction}]}]
        if note:
            body["note"] = [{"text": note}]
        return self.add("AllergyIntolerance", slug, body, "")

    def add(self, kind: str, slug: str, body: Resource, visit: str) -> str:
        """Files a resource of any kind in this chart; gives its reference."""
        short = {
            "AllergyIntolerance": "al", "Condition": "co", "DiagnosticReport": "dr",
            "DocumentReference": "no", "Encounter": "en", "Immunization": "im",
            "MedicationRequest": "rx", "Observation": "ob", "Procedure": "pr", "ServiceRequest": "sr",
        }[kind]  # fmt: skip
        whose = "patient" if kind in ("AllergyIntolerance", "Immunization") else "subject"
        body = {**body, whose: {"reference": self.patient}}
        if visit and kind == "DocumentReference":
            body["context"] = {"encounter": [{"reference": visit}]}
        elif visit:
            body["encounter"] = {"reference": visit}
        return self.record.add(kind, f"{self.slug}-{short}-{slug}", body)
