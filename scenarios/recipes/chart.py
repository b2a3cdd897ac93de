"""Reads charts from a clinosim folder, mends them to FHIR R4, and authors resources beside them.

Every resource that clinosim did not make carries `AUTHORED` in `meta.tag`; every one that it
made and we changed in its clinical content carries `ADJUSTED`.
"""

from __future__ import annotations

import base64
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

Resource = dict[str, Any]

TAG_SYSTEM = "urn:physassist:tag"
AUTHORED = {"system": TAG_SYSTEM, "code": "authored"}
ADJUSTED = {"system": TAG_SYSTEM, "code": "adjusted"}
ALLERGY = "allergyintolerance"
CPT = "http://www.ama-assn.org/go/cpt"
UCUM = "http://unitsofmeasure.org"
LOINC = "http://loinc.org"
BASE = "https://physassist.example/fhir/"

# Billing (Coverage), plumbing (Specimen, ImagingStudy, CareTeam …), twins of what another type
# already holds (Composition, ClinicalImpression) and the generator's lab orders stay behind.
OF_PATIENT = (
    "AllergyIntolerance",
    "Condition",
    "DiagnosticReport",
    "DocumentReference",
    "Encounter",
    "FamilyMemberHistory",
    "Immunization",
    "MedicationAdministration",
    "MedicationRequest",
    "Observation",
    "Procedure",
)
TREATMENT = ("DocumentReference", "MedicationRequest", "MedicationAdministration")
SHARED = ("Location", "Organization", "Practitioner")

_R4_DOSAGE = ("text", "site", "route", "method", "dose", "rateRatio", "rateQuantity")
_FRACTION = re.compile(r"^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+(Z|[+-]\d\d:\d\d)$")


def lines(folder: Path, resource_type: str) -> Iterator[Resource]:
    """The resources of one type in a clinosim output folder."""
    path = folder / "fhir_r4" / f"{resource_type}.ndjson"
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def charts(folder: Path, patients: Iterable[str]) -> dict[str, list[Resource]]:
    """What the folder holds of each patient, by patient id, the patient's own entry first."""
    wanted = {f"Patient/{patient}": patient for patient in patients}
    found: dict[str, list[Resource]] = defaultdict(list)
    for patient in lines(folder, "Patient"):
        if patient["id"] in wanted.values():
            found[patient["id"]].append(patient)
    for resource_type in OF_PATIENT:
        for resource in lines(folder, resource_type):
            subject = (resource.get("subject") or resource.get("patient") or {}).get("reference")
            if subject in wanted:
                found[wanted[subject]].append(resource)
    return found


def code_of(resource: Resource) -> str:
    """The first code of a resource, or an empty string."""
    coding = (resource.get("code") or {}).get("coding") or [{}]
    return str(coding[0].get("code", ""))


def encounter_of(resource: Resource) -> str:
    """The id of the encounter that a resource belongs to, or an empty string."""
    link = resource.get("encounter") or resource.get("context") or {}
    if "encounter" in link:
        link = link["encounter"][0]
    return str(link.get("reference", "")).removeprefix("Encounter/")


def drug_of(resource: Resource) -> str:
    """The name of a medication resource's drug."""
    return str((resource.get("medicationCodeableConcept") or {}).get("text", ""))


def when(resource: Resource) -> str:
    """The date and time that a resource speaks of, as ISO text that sorts."""
    for key in ("effectiveDateTime", "authoredOn", "date", "onsetDateTime", "recordedDate"):
        if key in resource:
            return str(resource[key])
    for key in ("effectivePeriod", "performedPeriod", "period"):
        if key in resource:
            return str(resource[key].get("start", ""))
    return str(resource.get("performedDateTime") or resource.get("occurrenceDateTime") or "")


def mend(resource: Resource) -> Resource:
    """The same resource as valid, licence-free R4 without the generator's own identifiers."""
    resource = _without(json.loads(json.dumps(resource)))
    resource.pop("masterIdentifier", None)
    if resource["resourceType"] == "MedicationAdministration":
        dosage = resource.get("dosage")
        if dosage is not None:
            resource["dosage"] = {k: v for k, v in dosage.items() if k in _R4_DOSAGE}
            if "dose" in dosage and "rateQuantity" in dosage:
                resource["dosage"].pop("rateQuantity")
        resource.pop("device", None)
    resource.pop("media", None)  # links to the imaging studies, which stay behind
    for key in ("medicationCodeableConcept", "code"):
        if "text" in (resource.get(key) or {}):
            resource[key]["text"] = resource[key]["text"].replace("_", " ")
    return resource


def _without(value: Any) -> Any:
    """Drops CPT codings and `urn:clinosim` identifiers, and fractions of a second."""
    if isinstance(value, dict):
        kept = {key: _without(item) for key, item in value.items()}
        return {key: item for key, item in kept.items() if item not in ({}, [], None, "")}
    if isinstance(value, list):
        return [
            _without(item)
            for item in value
            if not (isinstance(item, dict) and _foreign(str(item.get("system", ""))))
        ]
    if isinstance(value, str):
        return _FRACTION.sub(r"\1\2", value)
    return value


def _foreign(system: str) -> bool:
    return system == CPT or system.startswith(("urn:clinosim", "urn:oid:2.16.840.1.113883.3.564"))


def current(encounter: Resource, summary: str) -> Resource:
    """An admission as it stands while it is going on: open, without its own end."""
    for key in ("length", "statusHistory", "diagnosis"):
        encounter.pop(key, None)
    encounter["status"] = "in-progress"
    encounter["period"] = {"start": encounter["period"]["start"]}
    stay = encounter.get("hospitalization", {})
    encounter["hospitalization"] = {k: v for k, v in stay.items() if k == "admitSource"}
    for place in encounter.get("location", []):
        place.pop("period", None)
        place["status"] = "active"
    encounter["meta"] = {"tag": [ADJUSTED]}
    encounter["text"] = {
        "status": "generated",
        "div": f'<div xmlns="http://www.w3.org/1999/xhtml">{summary}</div>',
    }
    return encounter


def settled(resources: list[Resource], stay: str, clock: str) -> list[Resource]:
    """Orders that are over by the clock are completed, as a kept chart would have them.

    Those of an earlier stay, and prescriptions of a drug that was prescribed again later.
    """
    before = [r for r in resources if r["resourceType"] == "MedicationRequest" and when(r) < clock]
    last = {drug_of(r): when(r) for r in sorted(before, key=when) if not _inpatient(r)}
    for order in before:
        over = (
            encounter_of(order) != stay if _inpatient(order) else when(order) < last[drug_of(order)]
        )
        if over and order["status"] == "active":
            order["status"] = "completed"
            order["meta"] = {"tag": [ADJUSTED]}
    return resources


def _inpatient(order: Resource) -> bool:
    return str(order["category"][0]["coding"][0]["code"]) == "inpatient"


def nameless(resource: Resource) -> bool:
    """A report or note that says nothing: no name, or "not recorded"."""
    if resource["resourceType"] == "DiagnosticReport":
        return "text" not in resource.get("code", {})
    if resource["resourceType"] == "DocumentReference":
        data = resource["content"][0]["attachment"].get("data", "")
        return b"not recorded" in base64.b64decode(data)
    return False


def panel(resource: Resource) -> bool:
    """A laboratory panel, which repeats results that may have been replaced."""
    return resource["resourceType"] == "DiagnosticReport" and resource["id"].startswith("dr-")


def thinned(resources: list[Resource], hours: int = 6) -> list[Resource]:
    """At most one vital sign of a kind in so many hours; nursing scores dropped."""
    seen: set[tuple[str, str, str, int]] = set()
    kept = []
    dropped = {"NEWS2", "9269-2", "9108-2", "9262-7", "9192-6", "80288-4", "96761-2"}
    for resource in sorted(resources, key=when):
        if resource["resourceType"] == "Observation":
            if code_of(resource) in dropped:
                continue
            if _category(resource) == "vital-signs":
                stamp = datetime.fromisoformat(when(resource))
                slot = (
                    encounter_of(resource),
                    code_of(resource),
                    stamp.date().isoformat(),
                    stamp.hour // hours,
                )
                if slot in seen:
                    continue
                seen.add(slot)
        kept.append(resource)
    return kept


def _category(resource: Resource) -> str:
    return str(resource["category"][0]["coding"][0]["code"])


def without(resources: list[Resource], *unwanted: Callable[[Resource], bool]) -> list[Resource]:
    """The resources that none of the tests calls unwanted."""
    return [r for r in resources if not any(test(r) for test in unwanted)]


def bundle(folder: Path, resources: list[Resource]) -> Resource:
    """A collection of the resources and the people and places they name; the rest unlinked."""
    resources = list(resources)
    known = {f"{r['resourceType']}/{r['id']}" for r in resources}
    named = set(_references(resources))
    for resource_type in SHARED:
        for resource in lines(folder, resource_type):
            if f"{resource_type}/{resource['id']}" in named:
                resources.append(mend(resource))
                known.add(f"{resource_type}/{resource['id']}")
    resources = [_linked(resource, known) for resource in resources]
    resources.sort(key=lambda r: (r["resourceType"] != "Patient", r["resourceType"], r["id"]))
    return {
        "resourceType": "Bundle",
        "type": "collection",
        "entry": [
            {"fullUrl": f"{BASE}{r['resourceType']}/{r['id']}", "resource": r} for r in resources
        ],
    }


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("reference"), str):
            yield value["reference"]
        for item in value.values():
            yield from _references(item)
    elif isinstance(value, list):
        for item in value:
            yield from _references(item)


def _linked(value: Any, known: set[str]) -> Any:
    """Without references to what is not in the record; a display that names it stays."""
    if isinstance(value, dict):
        if isinstance(value.get("reference"), str) and value["reference"] not in known:
            return {"display": value["display"]} if "display" in value else {}
        kept = {key: _linked(item, known) for key, item in value.items()}
        return {key: item for key, item in kept.items() if item not in ({}, [])}
    if isinstance(value, list):
        return [item for item in (_linked(item, known) for item in value) if item != {}]
    return value


def written(record: Resource) -> str:
    """The bundle as text, one entry a line, the same for the same record."""
    head = {key: value for key, value in record.items() if key != "entry"}
    rows = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in record["entry"])
    return json.dumps(head)[:-1] + ', "entry": [\n' + rows + "\n]}\n"


@dataclass
class Author:
    """Writes resources of our own into one patient's chart."""

    patient: str
    prefix: str
    made: list[Resource] = field(default_factory=list)

    def _add(self, resource_type: str, slug: str, body: Resource, encounter: str) -> Resource:
        resource: Resource = {
            "resourceType": resource_type,
            "id": f"{self.prefix}-{slug}",
            "meta": {"tag": [AUTHORED]},
            **body,
        }
        subject = "patient" if resource_type == "AllergyIntolerance" else "subject"
        resource[subject] = {"reference": f"Patient/{self.patient}"}
        if encounter:
            link = {"reference": f"Encounter/{encounter}"}
            if resource_type == "DocumentReference":
                resource["context"] = {"encounter": [link]}
            elif resource_type == "MedicationAdministration":
                resource["context"] = link
            else:
                resource["encounter"] = link
        self.made.append(resource)
        return resource

    def lab(self, test: Test, at: str, value: float, encounter: str = "") -> None:
        """A final laboratory result."""
        slug = f"{test.slug}-{re.sub(r'[^0-9]', '', at)[2:12]}"
        body: Resource = {
            "status": "final",
            "category": [_category_of("laboratory", "Laboratory")],
            "code": test.concept(),
            "effectiveDateTime": at,
            "issued": at,
            "valueQuantity": test.quantity(value),
        }
        limits = {}
        if test.low is not None:
            limits["low"] = test.quantity(test.low)
        if test.high is not None:
            limits["high"] = test.quantity(test.high)
        if limits:
            body["referenceRange"] = [limits]
            body["interpretation"] = [_flag(test, value)]
        self._add("Observation", slug, body, encounter)

    def course(self, test: Test, encounter: str, values: dict[str, float]) -> None:
        """The results of one test over time."""
        for at, value in values.items():
            self.lab(test, at, value, encounter)

    def weight(self, at: str, kilograms: float, encounter: str) -> None:
        """A body weight."""
        body: Resource = {
            "status": "final",
            "category": [_category_of("vital-signs", "Vital Signs")],
            "code": WEIGHT.concept(),
            "effectiveDateTime": at,
            "valueQuantity": WEIGHT.quantity(kilograms),
        }
        self._add("Observation", f"weight-{re.sub(r'[^0-9]', '', at)[2:12]}", body, encounter)

    def vitals(self, at: str, heart_rate: int, breaths: int, encounter: str) -> None:
        """Heart rate and respiratory rate, per minute."""
        for test, value in ((HEART_RATE, heart_rate), (BREATHS, breaths)):
            body: Resource = {
                "status": "final",
                "category": [_category_of("vital-signs", "Vital Signs")],
                "code": test.concept(),
                "effectiveDateTime": at,
                "valueQuantity": test.quantity(value),
            }
            slug = f"{test.slug}-{re.sub(r'[^0-9]', '', at)[2:12]}"
            self._add("Observation", slug, body, encounter)

    def finding(self, slug: str, test: Test, at: str, value: float, encounter: str) -> None:
        """A measured finding that is no laboratory result, as an ejection fraction."""
        body: Resource = {
            "status": "final",
            "category": [_category_of("imaging", "Imaging")],
            "code": test.concept(),
            "effectiveDateTime": at,
            "valueQuantity": test.quantity(value),
        }
        self._add("Observation", slug, body, encounter)

    def order(
        self,
        slug: str,
        drug: Drug,
        at: str,
        text: str,
        *,
        dose: float | None = None,
        unit: str = "mg",
        per_day: int | None = None,
        route: str = "oral",
        where: str = "inpatient",
        status: str = "active",
        encounter: str = "",
        reason: str = "",
    ) -> str:
        """A medication order; gives its reference."""
        dosage: Resource = {"text": text, "route": ROUTES[route]}
        if dose is not None:
            dosage["doseAndRate"] = [{"doseQuantity": _dose(dose, unit)}]
        if per_day is not None:
            dosage["timing"] = {"repeat": {"frequency": per_day, "period": 1, "periodUnit": "d"}}
        body: Resource = {
            "status": status,
            "intent": "order",
            "category": [{"coding": [{**CATEGORY, "code": where, "display": where.title()}]}],
            "medicationCodeableConcept": drug.concept(),
            "authoredOn": at,
            "dosageInstruction": [dosage],
        }
        if reason:
            body["reasonCode"] = [{"text": reason}]
        made = self._add("MedicationRequest", slug, body, encounter)
        return f"MedicationRequest/{made['id']}"

    def given(
        self,
        request: str,
        drug: Drug,
        times: Iterable[str],
        text: str,
        encounter: str,
        *,
        dose: float | None = None,
        rate: float | None = None,
        unit: str = "mg",
        route: str = "oral",
    ) -> None:
        """Doses given, or the rates (units/h) at which an infusion ran."""
        for at in times:
            slug = f"mar-{drug.slug}-{re.sub(r'[^0-9]', '', at)[2:12]}"
            dosage: Resource = {"text": text, "route": ROUTES[route]}
            if dose is not None:
                dosage["dose"] = _dose(dose, unit)
            if rate is not None:
                dosage["rateQuantity"] = {
                    "value": rate,
                    "unit": "units/h",
                    "system": UCUM,
                    "code": "[iU]/h",
                }
            body: Resource = {
                "status": "completed",
                "medicationCodeableConcept": drug.concept(),
                "effectiveDateTime": at,
                "request": {"reference": request},
                "dosage": dosage,
            }
            self._add("MedicationAdministration", slug, body, encounter)

    def note(self, slug: str, title: str, loinc: str, at: str, text: str, encounter: str) -> str:
        """A clinical note in plain text; gives its reference."""
        data = base64.b64encode(text.strip().encode()).decode()
        body: Resource = {
            "status": "current",
            "docStatus": "final",
            "type": {
                "coding": [{"system": LOINC, "code": loinc, "display": title}],
                "text": title,
            },
            "category": [{"text": "Clinical note"}],
            "date": at,
            "content": [
                {"attachment": {"contentType": "text/plain", "data": data, "title": title}}
            ],
        }
        made = self._add("DocumentReference", slug, body, encounter)
        return f"DocumentReference/{made['id']}"

    def condition(
        self, slug: str, text: str, icd10: str, onset: str, *, encounter: str = ""
    ) -> None:
        """A problem of the list, or a diagnosis of an encounter."""
        kind = "encounter-diagnosis" if encounter else "problem-list-item"
        system = "http://terminology.hl7.org/CodeSystem/condition-category"
        body: Resource = {
            "clinicalStatus": _coded("condition-clinical", "active", "Active"),
            "verificationStatus": _coded("condition-ver-status", "confirmed", "Confirmed"),
            "category": [{"coding": [{"system": system, "code": kind}]}],
            "code": {
                "coding": [
                    {"system": "http://hl7.org/fhir/sid/icd-10-cm", "code": icd10, "display": text}
                ],
                "text": text,
            },
            "onsetDateTime": onset,
            "recordedDate": onset,
        }
        self._add("Condition", slug, body, encounter)

    def no_known_allergy(self, at: str) -> None:
        """An active statement that no allergy is known."""
        body: Resource = {
            "clinicalStatus": _coded("allergyintolerance-clinical", "active", "Active"),
            "verificationStatus": _coded(
                "allergyintolerance-verification", "confirmed", "Confirmed"
            ),
            "code": {
                "coding": [
                    {
                        "system": "http://snomed.info/sct",
                        "code": "716186003",
                        "display": "No known allergy",
                    }
                ],
                "text": "No known allergies",
            },
            "recordedDate": at,
        }
        self._add("AllergyIntolerance", "no-known-allergy", body, "")

    def allergy(self, slug: str, substance: str, reaction: str, at: str) -> None:
        """An active drug allergy."""
        body: Resource = {
            "clinicalStatus": _coded("allergyintolerance-clinical", "active", "Active"),
            "verificationStatus": _coded(
                "allergyintolerance-verification", "confirmed", "Confirmed"
            ),
            "category": ["medication"],
            "code": {"text": substance},
            "recordedDate": at,
            "reaction": [{"manifestation": [{"text": reaction}]}],
        }
        self._add("AllergyIntolerance", slug, body, "")

    def report(
        self, slug: str, title: str, loinc: str, at: str, conclusion: str, encounter: str
    ) -> None:
        """A diagnostic report with its conclusion."""
        body: Resource = {
            "status": "final",
            "category": [
                {
                    "coding": [
                        {"system": "http://terminology.hl7.org/CodeSystem/v2-0074", "code": "RAD"}
                    ],
                    "text": "Imaging",
                }
            ],
            "code": {
                "coding": [{"system": LOINC, "code": loinc, "display": title}],
                "text": title,
            },
            "effectiveDateTime": at,
            "issued": at,
            "conclusion": conclusion,
        }
        self._add("DiagnosticReport", slug, body, encounter)


@dataclass(frozen=True)
class Test:
    """A laboratory test or measurement: LOINC code, UCUM unit, reference limits."""

    slug: str
    loinc: str
    display: str
    unit: str
    ucum: str
    low: float | None = None
    high: float | None = None

    def concept(self) -> Resource:
        """The test as a CodeableConcept."""
        coding = {"system": LOINC, "code": self.loinc, "display": self.display}
        return {"coding": [coding], "text": self.display}

    def quantity(self, value: float) -> Resource:
        """A value of the test as a Quantity."""
        return {"value": value, "unit": self.unit, "system": UCUM, "code": self.ucum}


@dataclass(frozen=True)
class Drug:
    """A medication: its name, and its RxNorm ingredient where we are certain of it."""

    slug: str
    name: str
    rxnorm: str | None = None

    def concept(self) -> Resource:
        """The drug as a CodeableConcept."""
        concept: Resource = {"text": self.name}
        if self.rxnorm:
            system = "http://www.nlm.nih.gov/research/umls/rxnorm"
            concept["coding"] = [{"system": system, "code": self.rxnorm, "display": self.name}]
        return concept


def _dose(value: float, unit: str) -> Resource:
    ucum = {"units": "[iU]", "g": "g", "mg": "mg", "ug": "ug", "mmol": "mmol"}[unit]
    return {"value": value, "unit": unit, "system": UCUM, "code": ucum}


def _coded(system: str, code: str, display: str) -> Resource:
    base = "http://terminology.hl7.org/CodeSystem/"
    return {"coding": [{"system": base + system, "code": code, "display": display}]}


def _category_of(code: str, text: str) -> Resource:
    system = "http://terminology.hl7.org/CodeSystem/observation-category"
    return {"coding": [{"system": system, "code": code, "display": text}], "text": text}


def _flag(test: Test, value: float) -> Resource:
    code, display = "N", "Normal"
    if test.low is not None and value < test.low:
        code, display = "L", "Low"
    if test.high is not None and value > test.high:
        code, display = "H", "High"
    system = "http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation"
    return {"coding": [{"system": system, "code": code, "display": display}]}


CATEGORY = {"system": "http://terminology.hl7.org/CodeSystem/medicationrequest-category"}
ROUTES = {
    "oral": {
        "coding": [{"system": "http://snomed.info/sct", "code": "26643006", "display": "Oral"}],
        "text": "PO",
    },
    "sc": {
        "coding": [
            {"system": "http://snomed.info/sct", "code": "34206005", "display": "Subcutaneous"}
        ],
        "text": "SC",
    },
    "iv": {
        "coding": [
            {"system": "http://snomed.info/sct", "code": "47625008", "display": "Intravenous"}
        ],
        "text": "IV",
    },
}

CREATININE = Test(
    "creatinine",
    "2160-0",
    "Creatinine [Mass/volume] in Serum or Plasma",
    "mg/dL",
    "mg/dL",
    0.5,
    1.1,
)
EGFR = Test(
    "egfr",
    "98979-8",
    "Glomerular filtration rate/1.73 sq M.predicted (CKD-EPI 2021)",
    "mL/min/1.73 m2",
    "mL/min/{1.73_m2}",
    60,
)
UREA = Test(
    "bun", "3094-0", "Urea nitrogen [Mass/volume] in Serum or Plasma", "mg/dL", "mg/dL", 7, 20
)
POTASSIUM = Test(
    "potassium",
    "2823-3",
    "Potassium [Moles/volume] in Serum or Plasma",
    "mmol/L",
    "mmol/L",
    3.5,
    5.0,
)
SODIUM = Test(
    "sodium", "2951-2", "Sodium [Moles/volume] in Serum or Plasma", "mmol/L", "mmol/L", 136, 145
)
CHLORIDE = Test(
    "chloride", "2075-0", "Chloride [Moles/volume] in Serum or Plasma", "mmol/L", "mmol/L", 98, 107
)
BICARBONATE = Test(
    "bicarbonate",
    "1963-8",
    "Bicarbonate [Moles/volume] in Serum or Plasma",
    "mmol/L",
    "mmol/L",
    22,
    29,
)
GLUCOSE = Test(
    "glucose", "2345-7", "Glucose [Mass/volume] in Serum or Plasma", "mg/dL", "mg/dL", 70, 99
)
KETONE = Test(
    "bhb",
    "6873-4",
    "Beta hydroxybutyrate [Moles/volume] in Serum or Plasma",
    "mmol/L",
    "mmol/L",
    0.0,
    0.3,
)
VENOUS_PH = Test("ph", "2746-6", "pH of Venous blood", "[pH]", "[pH]", 7.32, 7.43)
MAGNESIUM = Test(
    "magnesium",
    "2601-3",
    "Magnesium [Moles/volume] in Serum or Plasma",
    "mmol/L",
    "mmol/L",
    0.66,
    1.07,
)
HAEMOGLOBIN = Test(
    "hemoglobin", "718-7", "Hemoglobin [Mass/volume] in Blood", "g/dL", "g/dL", 12.0, 16.0
)
NT_PRO_BNP = Test(
    "ntprobnp",
    "33762-6",
    "Natriuretic peptide.B prohormone N-Terminal [Mass/volume] in Serum or Plasma",
    "pg/mL",
    "pg/mL",
    None,
    300,
)
WEIGHT = Test("weight", "29463-7", "Body weight", "kg", "kg")
HEART_RATE = Test("heart-rate", "8867-4", "Heart rate", "/min", "/min")
BREATHS = Test("breaths", "9279-1", "Respiratory rate", "/min", "/min")
EJECTION_FRACTION = Test("lvef", "10230-1", "Left ventricular Ejection fraction", "%", "%")
