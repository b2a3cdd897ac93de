"""A chart in which one stay is ours from arrival to the clock, and the rest is clinosim's.

clinosim gives the people, their visits, problems, vaccinations, family, habits and body
measures; what happened in the stay of the case (results, orders, doses, notes, reports) is
authored, so that it holds together. `background` keeps the one, `Chart` writes the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from chart import (
    ADJUSTED,
    BREATHS,
    HEART_RATE,
    Author,
    Resource,
    Test,
    code_of,
    current,
    encounter_of,
    mend,
    thinned,
    when,
)

PRESSURE = "85354-9"
TEMPERATURE = Test("temperature", "8310-5", "Body temperature", "Cel", "Cel")
SATURATION = Test("spo2", "2708-6", "Oxygen saturation in Arterial blood", "%", "%")
SYSTOLIC = Test("systolic", "8480-6", "Systolic blood pressure", "mmHg", "mm[Hg]")
DIASTOLIC = Test("diastolic", "8462-4", "Diastolic blood pressure", "mmHg", "mm[Hg]")
PAIN = Test("pain", "72514-3", "Pain severity - 0-10 verbal numeric rating", "{score}", "{score}")

_KEPT = {"Patient", "Encounter", "Condition", "FamilyMemberHistory", "Immunization"}
_HABITS = {"11331-6", "11341-5", "72166-2"}
_BODY = {"29463-7", "8302-2"}


def background(
    raw: Iterable[Resource],
    clock: str,
    problems: Iterable[str],
    stay: str = "",
    summary: str = "",
    away: Iterable[str] = (),
) -> list[Resource]:
    """What clinosim tells of a patient beside the stay of the case.

    `problems` are the texts of the problem list that stay; `away` are encounters that go, with
    all that belongs to them. What was measured stays where it was at a visit, not in a hospital.
    `stay` is opened at the clock, under `summary`.
    """
    problems, away, days = set(problems), set(away), {clock[:10]}
    mended = [mend(r) for r in raw]
    visits = {r["id"] for r in mended if r["resourceType"] == "Encounter" and _visit(r)}
    kept = []
    for resource in thinned(mended, hours=24):
        kind, encounter = resource["resourceType"], encounter_of(resource)
        if away & {encounter, resource["id"]}:
            continue
        if kind == "Observation":
            code, ours = code_of(resource), bool(stay) and when(resource)[:10] in days
            if code not in _HABITS and (encounter not in visits or ours or not _measured(resource)):
                continue
        elif kind not in _KEPT:
            continue
        if kind == "Condition":
            listed = resource["category"][0]["coding"][0]["code"] == "problem-list-item"
            if not listed or resource["code"].get("text") not in problems:
                continue
            resource["recordedDate"] = resource["onsetDateTime"]
        if kind == "Patient":
            resource.pop("contact", None)
        if kind == "Encounter":
            resource.pop("diagnosis", None)  # of conditions that may have gone
        if stay and resource["id"] == stay:
            current(resource, summary)
        kept.append(resource)
    return kept


def _visit(encounter: Resource) -> bool:
    return str(encounter["class"]["code"]) == "AMB"


def _measured(resource: Resource) -> bool:
    kind = resource["category"][0]["coding"][0]["code"]
    return kind == "vital-signs" or code_of(resource) in _BODY


def role_of(history: Resource) -> str:
    """Whose illnesses a family history tells of, as FTH."""
    return str(history["relationship"]["coding"][0]["code"])


def renamed(resources: list[Resource], given: str, family: str | None = None) -> list[Resource]:
    """The same chart under a name that is easily confused."""
    for resource in resources:
        if resource["resourceType"] == "Patient":
            name = resource["name"][0]
            name["given"] = [given]
            name["family"] = family or name["family"]
            resource["name"] = [name]
            resource["meta"] = {"tag": [ADJUSTED]}
    return resources


class Chart(Author):
    """Writes what `Author` writes, and the further things that a ward writes."""

    def signs(
        self,
        at: str,
        encounter: str,
        *,
        pulse: int,
        pressure: tuple[int, int],
        breaths: int,
        temperature: float,
        saturation: int,
        oxygen: str = "",
    ) -> None:
        """A round of vital signs; `oxygen` says what was breathed at the time."""
        for test, value in (
            (HEART_RATE, pulse),
            (BREATHS, breaths),
            (TEMPERATURE, temperature),
            (SATURATION, saturation),
        ):
            note = oxygen if test is SATURATION else ""
            self.sign(test, at, value, encounter, note=note)
        body = self._sign_body(at, "Blood pressure panel", PRESSURE)
        body["component"] = [
            {"code": test.concept(), "valueQuantity": test.quantity(value)}
            for test, value in zip((SYSTOLIC, DIASTOLIC), pressure, strict=True)
        ]
        self._add("Observation", f"pressure-{_stamp(at)}", body, encounter)

    def sign(self, test: Test, at: str, value: float, encounter: str, note: str = "") -> None:
        """One vital sign."""
        body = self._sign_body(at, test.display, test.loinc)
        body["valueQuantity"] = test.quantity(value)
        if note:
            body["note"] = [{"text": note}]
        self._add("Observation", f"{test.slug}-{_stamp(at)}", body, encounter)

    def _sign_body(self, at: str, name: str, loinc: str) -> Resource:
        system = "http://terminology.hl7.org/CodeSystem/observation-category"
        coding = {"system": system, "code": "vital-signs", "display": "Vital Signs"}
        code = {"system": "http://loinc.org", "code": loinc, "display": name}
        return {
            "status": "final",
            "category": [{"coding": [coding], "text": "Vital Signs"}],
            "code": {"coding": [code], "text": name},
            "effectiveDateTime": at,
        }

    def known_allergy(
        self,
        slug: str,
        substance: str,
        at: str,
        *,
        reaction: str = "",
        criticality: str = "unable-to-assess",
        severity: str = "",
        note: str = "",
    ) -> None:
        """An active drug allergy, as well told as the chart has it."""
        self.allergy(slug, substance, reaction or "-", at)
        made = self.made[-1]
        made["criticality"] = criticality
        if not reaction:
            del made["reaction"]
        elif severity:
            made["reaction"][0]["severity"] = severity
        if note:
            made["note"] = [{"text": note}]

    def laboratory_report(
        self, slug: str, title: str, loinc: str, at: str, conclusion: str, encounter: str,
        *, status: str = "final",
    ) -> None:  # fmt: skip
        """A report of the laboratory in words: a culture, a smear, a biopsy."""
        self.report(slug, title, loinc, at, conclusion, encounter)
        made = self.made[-1]
        system = "http://terminology.hl7.org/CodeSystem/v2-0074"
        made["category"] = [{"coding": [{"system": system, "code": "LAB"}], "text": "Laboratory"}]
        made["status"] = status
        if status == "registered":
            for key in ("conclusion", "issued"):
                made.pop(key, None)

    def procedure(
        self, slug: str, text: str, at: str, encounter: str, *, note: str = "",
        status: str = "completed",
    ) -> str:  # fmt: skip
        """A procedure, with what was found; gives its reference."""
        body: Resource = {"status": status, "code": {"text": text}, "performedDateTime": at}
        if note:
            body["note"] = [{"text": note}]
        made = self._add("Procedure", slug, body, encounter)
        return f"Procedure/{made['id']}"

    def care_plan(self, slug: str, title: str, at: str, description: str, does: list[str]) -> str:
        """An active care plan with its activities; gives its reference."""
        body: Resource = {
            "status": "active",
            "intent": "plan",
            "title": title,
            "description": description,
            "created": at,
            "period": {"start": at},
            "activity": [
                {"detail": {"status": "in-progress", "description": text}} for text in does
            ],
        }
        made = self._add("CarePlan", slug, body, "")
        return f"CarePlan/{made['id']}"

    def parent(self, slug: str, role: tuple[str, str], at: str, illness: str, age: int) -> None:
        """An illness of a father (FTH) or mother (MTH), told on `at`, and at which age."""
        system = "http://terminology.hl7.org/CodeSystem/v3-RoleCode"
        years = {"value": age, "unit": "years", "system": "http://unitsofmeasure.org", "code": "a"}
        body: Resource = {
            "status": "completed",
            "date": at,
            "relationship": {"coding": [{"system": system, "code": role[0], "display": role[1]}]},
            "condition": [{"code": {"text": illness}, "onsetAge": years}],
        }
        made = self._add("FamilyMemberHistory", slug, body, "")
        made["patient"] = made.pop("subject")

    def not_given(
        self, request: str, drug_concept: Resource, at: str, reason: str, encounter: str
    ) -> None:
        """A dose that was due and not given, and why."""
        body: Resource = {
            "status": "not-done",
            "statusReason": [{"text": reason}],
            "medicationCodeableConcept": drug_concept,
            "effectiveDateTime": at,
            "request": {"reference": request},
        }
        self._add("MedicationAdministration", f"mar-not-{_stamp(at)}", body, encounter)


def _stamp(at: str) -> str:
    return re.sub(r"[^0-9]", "", at)[2:12]
