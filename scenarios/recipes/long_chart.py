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
- A **course** is what an analyte or vital sign does over the years: anchors by day, joined by
  straight lines, with seeded relative noise; without one it stays at its `usual` value with 3 %
  noise. `exact` pins results of one draw. eGFR (CKD-EPI 2021), LDL (Friedewald), haematocrit,
  transferrin saturation and BMI are worked out from the others.
- **draw** writes the panel's completed order, its results and its report; `result` one result by
  itself; `routine` visits at an interval (give or take days) with vital signs, panels and a note.
- Where several things share a minute, give a `slug`. Ids are
  `<record>-<chart>-<kind>-<slug or time>` and tell nothing of the case.
- Each method that makes something gives its reference, as "Encounter/…".

Notes are what colleagues wrote at the time: they hold findings, never the answer of the task, and
nothing that happened after their date.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from random import Random

from long_filing import Filing
from long_parts import (
    AUTHORED, LOINC, MRN_SYSTEM, Resource, concept, day_of, interpretation, later, limits, moment,
    quantity, stamp, term,
)  # fmt: skip
from long_values import Courses
from panels import (
    BODY_MASS, BREATHS, DIASTOLIC, HEIGHT, PULSE, SATURATION, SYSTOLIC, TEMPERATURE, WEIGHT, Analyte,
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

    def staff(self, slug: str, given: str, family: str, work: str, title: str = "Dr") -> Resource:
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
        return Chart(self, slug, patient, Courses(sex, born, seed))

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
class Chart(Filing):
    """One patient's chart. Arguments that all methods share: `at` when, `visit` at which
    encounter, `by` which clinician (from `Record.staff`), `slug` for the id."""

    measured: Courses

    def course(self, test: Analyte, anchors: Mapping[str, float], noise: float = 0.03) -> None:
        """What the test does over the years."""
        self.measured.courses[test.slug] = (anchors, noise)

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
                self.result(test, at, self.measured.value(test, at, known), visit=visit)
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
            self.add("DiagnosticReport", f"{panel.slug}-{stamp(at)}", body, visit)

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
            value = self.measured.value(test, at, {})
        if isinstance(value, str):
            body["valueString"] = value
        elif value is not None:
            body["valueQuantity"] = quantity(test, value)
        if value is not None and (ranges := limits(test)):
            body["referenceRange"] = ranges
            body["interpretation"] = interpretation(test, value)
        if note:
            body["note"] = [{"text": note}]
        return self.add("Observation", slug or f"{test.slug}-{stamp(at)}", body, visit)

    def vitals(
        self, at: str, *, visit: str = "", exact: Mapping[Analyte, float] | None = None,
        only: Sequence[Analyte] = (),
    ) -> None:  # fmt: skip
        """Blood pressure, pulse, breaths, temperature, saturation, weight, height and BMI."""
        known: dict[Analyte, float | str] = dict(exact or {})
        pressure = {test: self.measured.value(test, at, known) for test in (SYSTOLIC, DIASTOLIC)}
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
                value = float(self.measured.value(test, at, known))
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
        return self.add("Observation", f"social-{loinc}-{stamp(at)}", body, visit)

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
            dice = Random(f"{self.measured.seed}:{title}:{day}")
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
        top, bottom = (self.measured.value(test, seen, {}) for test in (SYSTOLIC, DIASTOLIC))
        told = text.format(
            day=f"{day_of(at):%d %B %Y}",
            pressure=f"{top}/{bottom}",
            weight=self.measured.value(WEIGHT, seen, {}),
        )
        self.note("Progress note", later(at, 28), told, visit=visit, by=by)

    def _vital(self, slug: str, at: str, body: Resource, visit: str) -> None:
        head: Resource = {
            "status": "final",
            "category": [term("observation-category", "vital-signs")],
            "effectiveDateTime": moment(at),
        }
        self.add("Observation", slug, head | body, visit)
