"""Builds the charts of long tasks: years of clinic visits, labs, orders and notes, from a seed.

Nothing is drawn from outside: the same recipe gives the same bytes. A recipe is a module
`long_<case>.py` with `FOLDER` ("long-tasks/<slug>"), `CLOCK` and `build() -> Record`, which
`build_long.py` finds by its name:

    record = Record("tk", clock="2025-09-17 09:30", place="Lakeside Medical Group")
    kim = record.staff("kim", "Grace", "Kim", "Nephrology")
    her = record.chart("wu", "Mei-Lin", "Wu", sex="female", born="1958-03-02", mrn="40218837",
                       seed=11)
    her.course(CREATININE, {"2020-01-01": 0.92, "2025-09-10": 1.58}, noise=0.03)
    her.routine("2020-02-03", "2025-08-01", every=91, panels=(BMP, CBC), by=kim)
    visit = her.visit("2025-09-10 08:00", "Nephrology follow-up", by=kim)
    her.draw("2025-09-10 08:10", BMP, visit=visit, exact={POTASSIUM: 5.1})
    her.note("Progress note", "2025-09-10 09:00", '''…''', visit=visit, by=kim)
    return record

- Times are written `2025-09-10 08:10`, meant in UTC (`CLOCK` too), days `2025-09-10`. What lies
  after the clock may be there; a play does not see it.
- A **course** is what an analyte or vital sign does over the years: anchors by day, joined by straight
  lines, with seeded relative noise; without one it stays at its `usual` value with 3 % noise.
  `exact` pins results of one draw. eGFR (CKD-EPI 2021), LDL (Friedewald), haematocrit, transferrin
  saturation and BMI are worked out from the others.
- **draw** writes the panel's completed order, its results and its report; `result` one result by itself;
  `routine` visits at an interval (give or take days) with vital signs, panels and a short note.
- Where several things share a minute, give a `slug`. Ids are `<record>-<chart>-<kind>-<slug or time>`
  and tell nothing of the case.
- Each method that makes something gives its reference, as "Encounter/…".

Notes are what colleagues wrote at the time: they hold findings, never the answer of the task, and
nothing that happened after their date.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random

from long_parts import (
    AUTHORED,
    CLASSES,
    ICD10,
    LOINC,
    MRN_SYSTEM,
    ROUTES,
    SERVICES,
    SNOMED,
    Resource,
    amount,
    attachment,
    between,
    ckd_epi_2021,
    concept,
    day_of,
    drug,
    interpretation,
    later,
    limits,
    moment,
    noisy,
    note_type,
    quantity,
    rounded,
    stamp,
    term,
)  # fmt: skip
from panels import (
    BODY_MASS,
    BREATHS,
    CHOLESTEROL,
    CREATININE,
    CVX,
    DIASTOLIC,
    EGFR,
    HDL,
    HEIGHT,
    HEMATOCRIT,
    HEMOGLOBIN,
    IRON,
    IRON_SATURATION,
    LDL,
    PULSE,
    SATURATION,
    SYSTOLIC,
    TEMPERATURE,
    TIBC,
    TRIGLYCERIDE,
    WEIGHT,
    Analyte,
    Panel,
)  # fmt: skip


class Record:
    """A record of several charts, with the staff and the place they share."""

    def __init__(self, prefix: str, clock: str, place: str) -> None:
        self.prefix, self.clock = prefix, clock
        self.resources: list[Resource] = []
        self.place = self.add("Organization", "org", {"active": True, "name": place})

    def add(self, kind: str, slug: str, body: Resource) -> str:
        """Puts a resource in; gives its reference."""
        made = {"resourceType": kind, "id": f"{self.prefix}-{slug}", **body}
        self.resources.append(made)
        return f"{kind}/{made['id']}"

    def staff(
        self, slug: str, given: str, family: str, work: str, title: str = "Dr"
    ) -> Resource:
        """A clinician, as the reference by which notes and orders name her or him."""
        name = {"family": family, "given": [given], **({"prefix": [title]} if title else {})}
        made = self.add(
            "Practitioner", slug, {"name": [name], "qualification": [{"code": {"text": work}}]}
        )
        return {"reference": made, "display": f"{title} {given} {family}, {work}".strip()}

    def chart(
        self, slug: str, given: str, family: str, *, sex: str, born: str, mrn: str, seed: int,
        phone: str = "", line: str = "", city: str = "", state: str = "", postal: str = "",
        language: str = "",
    ) -> Chart:  # fmt: skip
        """A patient of the record, with an empty chart."""
        identifier = {
            "use": "usual",
            "type": {**term("v2-0203", "MR"), "text": "MRN"},
            "system": MRN_SYSTEM,
            "value": mrn,
        }
        body: Resource = {
            "identifier": [identifier],
            "active": True,
            "name": [{"use": "official", "family": family, "given": [given]}],
            "gender": sex,
            "birthDate": born,
            "managingOrganization": {"reference": self.place},
        }
        if phone:
            body["telecom"] = [{"system": "phone", "value": phone, "use": "mobile"}]
        if line:
            address = {"use": "home", "line": [line], "city": city, "state": state,
                       "postalCode": postal, "country": "US"}  # fmt: skip
            body["address"] = [address]
        if language:
            body["communication"] = [{"language": {"text": language}, "preferred": True}]
        patient = self.add("Patient", slug, body)
        return Chart(self, slug, patient, sex, born, seed)

    def bundle(self) -> Resource:
        """All of it as a collection, patients first."""
        ordered = sorted(
            self.resources,
            key=lambda r: (r["resourceType"] != "Patient", r["resourceType"], r["id"]),
        )
        return {
            "resourceType": "Bundle",
            "meta": AUTHORED,
            "type": "collection",
            "entry": [{"resource": resource} for resource in ordered],
        }


@dataclass
class Chart:
    """One patient's chart. Arguments that all methods share: `at` when, `visit` at which
    encounter, `by` which clinician (from `Record.staff`), `slug` for the id."""

    record: Record
    slug: str
    patient: str
    sex: str
    born: str
    seed: int
    courses: dict[str, tuple[Mapping[str, float], float]] = field(default_factory=dict)

    def course(self, test: Analyte, anchors: Mapping[str, float], noise: float = 0.03) -> None:
        """What the test does over the years."""
        self.courses[test.slug] = (anchors, noise)

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
        return self._add("Encounter", slug or stamp(at), body, "")

    def draw(
        self, at: str, *panels: Panel, visit: str = "", by: Resource | None = None,
        exact: Mapping[Analyte, float | str] | None = None, leave_out: Sequence[Analyte] = (),
        conclusion: str = "",
    ) -> None:  # fmt: skip
        """Panels drawn and reported: order, results, report."""
        known = dict(exact or {})
        for panel in panels:
            order = self.service(
                panel.display, at, code=(LOINC, panel.loinc), category="laboratory",
                status="completed", visit=visit, by=by, slug=f"{panel.slug}-{stamp(at)}",
            )  # fmt: skip
            made = [
                self.result(test, at, self._value(test, at, known), visit=visit)
                for test in panel.tests
                if test not in leave_out
            ]
            body: Resource = {
                "basedOn": [{"reference": order}],
                "status": "final",
                "category": [term("v2-0074", "LAB", "Laboratory")],
                "code": concept(panel.display, (LOINC, panel.loinc)),
                "effectiveDateTime": moment(at),
                "issued": moment(later(at, 150)),
                "result": [{"reference": one} for one in made],
            }
            if conclusion:
                body["conclusion"] = conclusion
            self._add("DiagnosticReport", f"{panel.slug}-{stamp(at)}", body, visit)

    def result(
        self, test: Analyte, at: str, value: float | str | None = None, *, visit: str = "",
        status: str = "final", note: str = "", code: Resource | None = None, slug: str = "",
    ) -> str:  # fmt: skip
        """One result; `registered` or `preliminary` and without a value while it is pending.

        `code` replaces the test's own concept, as for a local code.
        """
        body: Resource = {
            "status": status,
            "category": [term("observation-category", "laboratory")],
            "code": code or concept(test.display, (LOINC, test.loinc)),
            "effectiveDateTime": moment(at),
        }
        if value is None and status == "final":
            value = self._value(test, at, {})
        if isinstance(value, str):
            body["valueString"] = value
        elif value is not None:
            body["valueQuantity"] = quantity(test, value)
        if value is not None and (ranges := limits(test)):
            body["referenceRange"] = ranges
            body["interpretation"] = interpretation(test, value)
        if note:
            body["note"] = [{"text": note}]
        return self._add("Observation", slug or f"{test.slug}-{stamp(at)}", body, visit)

    def vitals(
        self, at: str, *, visit: str = "", exact: Mapping[Analyte, float] | None = None,
        only: Sequence[Analyte] = (),
    ) -> None:  # fmt: skip
        """Blood pressure, pulse, breaths, temperature, saturation, weight, height and BMI."""
        known: dict[Analyte, float | str] = dict(exact or {})
        pressure = {test: self._value(test, at, known) for test in (SYSTOLIC, DIASTOLIC)}
        if not only or SYSTOLIC in only:
            parts = [
                {
                    "code": concept(t.display, (LOINC, t.loinc)),
                    "valueQuantity": quantity(t, float(v)),
                }
                for t, v in pressure.items()
            ]
            code = concept("Blood pressure panel with all children optional", (LOINC, "85354-9"))
            self._vital(f"bp-{stamp(at)}", at, {"code": code, "component": parts}, visit)
        for test in (PULSE, BREATHS, TEMPERATURE, SATURATION, WEIGHT, HEIGHT, BODY_MASS):
            if not only or test in only:
                value = float(self._value(test, at, known))
                body = {
                    "code": concept(test.display, (LOINC, test.loinc)),
                    "valueQuantity": quantity(test, value),
                }
                self._vital(f"{test.slug}-{stamp(at)}", at, body, visit)

    def social(self, what: str, loinc: str, at: str, answer: str, *, visit: str = "") -> str:
        """An answer of the social history."""
        body: Resource = {
            "status": "final",
            "category": [term("observation-category", "social-history", "Social History")],
            "code": concept(what, (LOINC, loinc)),
            "effectiveDateTime": moment(at),
            "valueCodeableConcept": {"text": answer},
        }
        return self._add("Observation", f"social-{loinc}-{stamp(at)}", body, visit)

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
        return self._add("Condition", slug, body, diagnosis_at)

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
        return self._add("MedicationRequest", slug, body, visit)

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
        return self._add("ServiceRequest", slug or stamp(at), body, visit)

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
        return self._add("Procedure", slug, body, visit)

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
        return self._add("DiagnosticReport", slug, body, visit)

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
        return self._add("DocumentReference", slug or stamp(at), body, visit)

    def immunization(self, vaccine: str, day: str) -> str:
        """A vaccination that was given; `vaccine` is a name of `panels.CVX`."""
        body: Resource = {
            "status": "completed",
            "vaccineCode": concept(vaccine, ("http://hl7.org/fhir/sid/cvx", CVX[vaccine])),
            "occurrenceDateTime": day,
        }
        return self._add("Immunization", f"{CVX[vaccine]}-{stamp(day)}", body, "")

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
        return self._add("AllergyIntolerance", slug, body, "")

    def routine(
        self, first: str, last: str, *, every: int, panels: Sequence[Panel] = (),
        by: Resource | None = None, title: str = "Clinic follow-up", give_or_take: int = 6,
        notes: Sequence[str] = (), yearly: Sequence[Panel] = (),
    ) -> None:  # fmt: skip
        """Visits from `first` to `last`, every so many days: vital signs, panels, a short note.

        `notes` are texts of which each visit gets the next, beginning again at the end; `{day}`,
        `{pressure}` and `{weight}` stand for that day's. `yearly` panels come at the first visit
        of each year.
        """
        day, number, years = day_of(first), 0, set[int]()
        while day <= day_of(last):
            dice = Random(f"{self.seed}:{title}:{day}")
            at = f"{day} {dice.choice(('08:20', '09:00', '10:40', '13:20', '14:40'))}"
            visit = self.visit(at, title, by=by)
            self.vitals(later(at, 5), visit=visit)
            extra = () if day.year in years else tuple(yearly)
            self.draw(later(at, 20), *panels, *extra, visit=visit, by=by)
            years.add(day.year)
            if notes:
                self._follow_up(notes[number % len(notes)], at, visit, by)
            number += 1
            day += timedelta(days=every + dice.randint(-give_or_take, give_or_take))

    def _follow_up(self, text: str, at: str, visit: str, by: Resource | None) -> None:
        seen = later(at, 5)
        top, bottom = (self._value(test, seen, {}) for test in (SYSTOLIC, DIASTOLIC))
        told = text.format(
            day=f"{day_of(at):%d %B %Y}",
            pressure=f"{top}/{bottom}",
            weight=self._value(WEIGHT, seen, {}),
        )
        self.note("Progress note", later(at, 28), told, visit=visit, by=by)

    def _value(self, test: Analyte, at: str, known: Mapping[Analyte, float | str]) -> float | str:
        if test in known:
            return known[test]
        if test.slug not in self.courses and (worked_out := self._derived(test, at, known)):
            return worked_out
        if test.normal:
            return test.normal
        still = 0.0 if test is HEIGHT else 0.004 if test in (TEMPERATURE, SATURATION) else 0.03
        anchors, noise = self.courses.get(test.slug, ({at: test.usual}, still))
        key = f"{self.seed}:{test.slug}:{at[:16]}"
        value = noisy(between(anchors, day_of(at)), noise, key)
        return rounded(min(value, 100) if test is SATURATION else value, test.digits)

    def _derived(self, test: Analyte, at: str, known: Mapping[Analyte, float | str]) -> float:
        """A value that others of the same moment give, or 0 where the test is none such."""

        def of(other: Analyte) -> float:
            return float(self._value(other, at, known))

        if test is EGFR:
            born, day = day_of(self.born), day_of(at)
            age = day.year - born.year - ((day.month, day.day) < (born.month, born.day))
            return round(ckd_epi_2021(of(CREATININE), age, self.sex))
        if test is LDL:
            return round(of(CHOLESTEROL) - of(HDL) - of(TRIGLYCERIDE) / 5)
        if test is HEMATOCRIT:
            return round(of(HEMOGLOBIN) * 3, 1)
        if test is IRON_SATURATION:
            return round(100 * of(IRON) / of(TIBC))
        if test is BODY_MASS:
            return round(of(WEIGHT) / (of(HEIGHT) / 100) ** 2, 1)
        return 0

    def _vital(self, slug: str, at: str, body: Resource, visit: str) -> None:
        head: Resource = {
            "status": "final",
            "category": [term("observation-category", "vital-signs")],
            "effectiveDateTime": moment(at),
        }
        self._add("Observation", slug, head | body, visit)

    def _add(self, kind: str, slug: str, body: Resource, visit: str) -> str:
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
