"""The read tools: from validated arguments to FHIR searches, and from resources to a result.

A result is the same for a model, a person and a grader:

    {"total": n, "page": p, "pages": k, "entries": [...], "hint"?, "nearest"?, "see_also"?}

`total` counts resources, `pages` pages of entries: a long note is several entries ("part").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta, timezone
from itertools import chain
from typing import Any

from physassist_tui.core.tools import ToolSpec
from physassist_tui.ehr import matching
from physassist_tui.ehr.dates import BEGINNING, FOREVER, Moment, parse_date
from physassist_tui.ehr.entries import Entries, Entry, date_of
from physassist_tui.ehr.fhirtext import References, codings, items, part
from physassist_tui.ehr.matching import Key
from physassist_tui.ehr.paging import bound, every_page, has_words, page_of, within
from physassist_tui.ehr.protocol import EhrError, EhrStore, Params, Resource
from physassist_tui.ehr.table_words import listed, when
from physassist_tui.ehr.toolsets import DEFAULT_COUNT, EVERYTHING, PATIENT_READ
from physassist_tui.i18n import Lang, Message, msg

CURRENT = "current"
_ENCOUNTER_PARAM = {"Encounter": "_id", "MedicationAdministration": "context"}
_STATUS_PARAM = {"Condition": "clinical-status", "AllergyIntolerance": "clinical-status"}
_KINDS = (
    "AllergyIntolerance",
    "Encounter",
    "Condition",
    "MedicationRequest",
    "MedicationStatement",
    "MedicationAdministration",
    "MedicationDispense",
    "Observation",
    "DiagnosticReport",
    "DocumentReference",
    "Composition",
    "ClinicalImpression",
    "Procedure",
    "ImagingStudy",
    "Immunization",
    "CarePlan",
    "CareTeam",
    "Goal",
    "ServiceRequest",
    "DeviceRequest",
    "NutritionOrder",
    "Flag",
    "DetectedIssue",
    "RiskAssessment",
    "AdverseEvent",
    "FamilyMemberHistory",
    "DeviceUseStatement",
    "Device",
    "QuestionnaireResponse",
    "Communication",
    "CommunicationRequest",
    "Appointment",
    "EpisodeOfCare",
    "Consent",
    "Media",
    "List",
    "Task",
    "Specimen",
    "Coverage",
    "Claim",
    "ExplanationOfBenefit",
    "Provenance",
)
"""The kinds of Patient.everything, in the order in which a chart is read; what the rest of the
patient compartment of FHIR R4 holds (accounts, schedules, audit) is no part of a chart."""

_MOVING = frozenset({"Patient", "Encounter", "Condition"})
"""The kinds whose entries change as the session's clock moves."""

_Keys = Callable[[Resource], list[Key]]
_Matcher = Callable[[str, Iterable[Key]], frozenset[Key]]


class Reader:
    """Answers the read tools on one store. Keeps what it has found until `forget`."""

    def __init__(
        self, store: EhrStore, *, patient: str, encounter: str | None, lang: Lang, part: int
    ) -> None:
        self._store = store
        self._patient = patient
        self._encounter = encounter
        self._lang = lang
        self._part = part
        self.references = References(store)
        self._found: dict[tuple[str, tuple[tuple[str, str], ...]], list[Resource]] = {}
        self._keyed: dict[tuple[str, str, _Keys], dict[str, frozenset[Key]]] = {}
        self._parts: dict[str, list[Entry]] = {}

    def forget(self) -> None:
        """Drops what was kept: the session has written something."""
        self.references = References(self._store)
        self._found = {}
        self._keyed = {}
        self._parts = {}

    def run(self, tool: ToolSpec, values: Mapping[str, Any], now: datetime) -> dict[str, Any]:
        """The result of a read tool. Raises `EhrError` for a patient or encounter that is not
        there."""
        patient = self.patient_ref(values.get("patient"))
        entries = Entries(self.references, now)
        if tool.name == PATIENT_READ:
            resource = self._store.read("Patient", patient.split("/")[1])
            return page_of([self.parts_of(resource, entries)], 1, DEFAULT_COUNT)
        moment = Moment.of(now)
        if tool.name == EVERYTHING:
            found = self._everything(patient, moment)
            return self._dated_page(found, values, entries, moment, {})
        kind = tool.resource or ""
        found = self._search(kind, patient, values)
        extra: dict[str, Any] = {} if found else self._nothing(kind, patient)
        for name, keys, matcher in self._filters():
            if name in values and found:
                found, told = self._filtered(kind, patient, found, str(values[name]), keys, matcher)
                # What else has these words helps to correct a name, not to widen a category.
                extra = {} if found and name == "category" else {**extra, **told}
        keyword = values.get("keyword")
        if keyword is not None and found:
            kept = [r for r in found if has_words(entries.entry(r), str(keyword))]
            if not kept:
                extra = self._hint(msg("No text here contains {keyword}.", keyword=keyword))
            found = kept
        return self._dated_page(self._newest_first(found, moment), values, entries, moment, extra)

    def patient_ref(self, given: object) -> str:
        """`Patient/id` of the patient meant. Raises `EhrError` where there is no such patient."""
        ref = self._patient if given is None else str(given)
        ref = ref if ref.startswith("Patient/") else f"Patient/{ref}"
        try:
            self._store.read("Patient", ref.split("/", 1)[1])
        except EhrError as error:
            raise EhrError(
                msg(
                    "There is no patient {patient} in this EHR. A patient is given as Patient/id, "
                    "not by name or record number.",
                    patient=ref if given is None else str(given),
                ),
                field="patient",
                allowed=self.patients(),
            ) from error
        return ref

    def patients(self, most: int = 10) -> list[str]:
        """References of the EHR's patients, this session's own first."""
        bundle = self._store.search("Patient", [("_count", str(most))])
        refs = [f"Patient/{entry['resource']['id']}" for entry in items(bundle.get("entry"))]
        return list(dict.fromkeys([self._patient, *refs]))[:most]

    def encounter_refs(self, given: str, patient: str) -> list[str]:
        """The encounter meant, and those that are part of it.

        Raises `EhrError` where this patient has no such encounter.
        """
        every = self.all_of("Encounter", [("patient", patient)])
        known = {f"Encounter/{one['id']}": one for one in every}
        ref = given
        if given.casefold() == CURRENT or given in ("本次", "本次就诊", "本次住院"):
            ref = self._encounter or ""
        elif not given.startswith("Encounter/"):
            ref = f"Encounter/{given}"
        if ref not in known:
            raise EhrError(
                msg("This patient has no encounter {encounter}.", encounter=given),
                field="encounter",
                allowed=sorted(known)[:20],
            )
        family = [ref]
        for member in family:
            family += [
                other
                for other, one in known.items()
                if part(one, "partOf").get("reference") == member and other not in family
            ]
        return family

    def all_of(self, kind: str, params: Params) -> list[Resource]:
        """All that a FHIR search finds, over all its pages."""
        key = (kind, tuple(params))
        if key not in self._found:
            self._found[key] = every_page(self._store, kind, params)
        return self._found[key]

    def keyed(self, kind: str, patient: str, keys: _Keys) -> dict[str, frozenset[Key]]:
        """The keys of each of this patient's resources of a type, by id."""
        memo = (kind, patient, keys)
        if memo not in self._keyed:
            self._keyed[memo] = {
                str(one["id"]): frozenset(keys(one))
                for one in self.all_of(kind, [("patient", patient)])
            }
        return self._keyed[memo]

    def vocabulary(self, kind: str, patient: str, keys: _Keys) -> Counter[Key]:
        """How many of this patient's resources of a type have each key."""
        return Counter(chain.from_iterable(self.keyed(kind, patient, keys).values()))

    def medication_keys(self, resource: Resource) -> list[Key]:
        """The keys of the drug that a resource is about."""
        name = self.references.medication(resource)
        concept = resource.get("medicationCodeableConcept")
        if not isinstance(concept, dict):
            found = self.references.get(resource.get("medicationReference"), resource)
            concept = (found or {}).get("code")
        keys = [
            Key(str(c.get("system", "")), str(c.get("code", "")), name or str(c.get("code", "")))
            for c in codings(concept)
        ]
        keys += [key for key in matching.concept_keys(concept) if key.name != name]
        return keys or [Key("", "", name)]

    def _filters(
        self,
    ) -> tuple[tuple[str, _Keys, _Matcher], ...]:
        return (
            ("category", matching.category_keys, matching.matching_categories),
            ("code", matching.code_keys, matching.matching_codes),
            ("medication", self.medication_keys, matching.matching_drugs),
            ("report_type", matching.report_keys, matching.matching_categories),
            ("type_code", matching.document_keys, matching.matching_categories),
        )

    def _search(self, kind: str, patient: str, values: Mapping[str, Any]) -> list[Resource]:
        params = [("patient", patient)]
        if "encounter" in values:
            refs = self.encounter_refs(str(values["encounter"]), patient)
            name = _ENCOUNTER_PARAM.get(kind, "encounter")
            meant = [ref.split("/")[1] for ref in refs] if name == "_id" else refs
            params.append((name, ",".join(meant)))
        if "status" in values:
            params.append((_STATUS_PARAM.get(kind, "status"), str(values["status"])))
        return self.all_of(kind, params)

    def _filtered(
        self,
        kind: str,
        patient: str,
        found: Sequence[Resource],
        query: str,
        keys: _Keys,
        matcher: _Matcher,
    ) -> tuple[list[Resource], dict[str, Any]]:
        """Those of `found` that `query` means, and what to tell the caller beside them."""
        keyed = self.keyed(kind, patient, keys)
        counted = frozenset(chain.from_iterable(keyed.values()))
        accepted = matcher(query, counted)
        kept = [one for one in found if not accepted.isdisjoint(keyed[str(one["id"])])]
        if not accepted:
            near = matching.nearest(query, counted)
            return [], self._unknown(query, near)
        if not kept:
            return [], self._hint(
                msg("{query} is in this record, but not under the other conditions.", query=query)
            )
        wider = matching.matching_words(query, counted) - accepted
        names = sorted({key.label for key in wider} - {key.label for key in accepted})
        return kept, {"see_also": names[: matching.NEAREST]} if names else {}

    def _unknown(self, query: str, near: Sequence[Key]) -> dict[str, Any]:
        if not near:
            return self._hint(msg("This record has nothing of this kind."))
        nearest = [{"name": key.name, "code": key.code} for key in near]
        hint = self._hint(
            msg(
                "This record has nothing called {query}. The nearest that it has: {nearest}.",
                query=query,
                nearest=listed((key.label for key in near), self._lang),
            )
        )
        return {**hint, "nearest": nearest}

    def _nothing(self, kind: str, patient: str) -> dict[str, Any]:
        if self.all_of(kind, [("patient", patient)]):
            return self._hint(msg("Nothing in this record meets these conditions."))
        return self._hint(msg("This record has nothing of this kind."))

    def _hint(self, message: Message) -> dict[str, Any]:
        return {"hint": message.render(self._lang)}

    def _everything(self, patient: str, moment: Moment) -> list[Resource]:
        found = [self._store.read("Patient", patient.split("/")[1])]
        for kind in _KINDS:
            found += self._newest_first(self.all_of(kind, [("patient", patient)]), moment)
        return found

    def parts_of(self, resource: Resource, entries: Entries) -> list[Entry]:
        """The entries of a resource, kept where the clock does not change them."""
        kind = str(resource["resourceType"])
        if kind in _MOVING:
            return entries.parts(resource, self._part)
        ref = f"{kind}/{resource['id']}"
        if ref not in self._parts:
            self._parts[ref] = entries.parts(resource, self._part)
        return self._parts[ref]

    def _newest_first(self, found: Iterable[Resource], moment: Moment) -> list[Resource]:
        return sorted(found, key=lambda one: self._span(one, moment)[0], reverse=True)

    def _span(self, resource: Resource, moment: Moment) -> tuple[int, int]:
        """Start and end in microseconds; what has no date counts as its encounter does."""
        start, end = date_of(resource)
        if not start and resource.get("resourceType") != "Encounter":
            where = self.references.get(resource.get("encounter"), resource)
            if where is not None:
                start, end = date_of(where)[0], ""
        first = parse_date(start) if start else None
        last = parse_date(end) if end else None
        if first is None:
            return BEGINNING, BEGINNING
        low, high = moment.placed(first)
        return low, moment.placed(last)[1] if last is not None else high

    def _dated_page(
        self,
        found: Sequence[Resource],
        values: Mapping[str, Any],
        entries: Entries,
        moment: Moment,
        extra: dict[str, Any],
    ) -> dict[str, Any]:
        kept = list(found)
        if "date_from" in values or "date_to" in values:
            low = bound(values.get("date_from"), moment, 0, BEGINNING)
            high = bound(values.get("date_to"), moment, 1, FOREVER)
            kept = [one for one in found if within(self._span(one, moment), low, high)]
            if found and not kept:
                extra = {**extra, **self._outside(found, moment)}
        parts = [self.parts_of(one, entries) for one in kept]
        result = page_of(
            parts, int(values.get("page", 1)), int(values.get("_count", DEFAULT_COUNT))
        )
        if kept and not result["entries"]:
            extra = {
                **extra,
                **self._hint(msg("The last page is {pages}.", pages=result["pages"])),
            }
        return {**result, **extra}

    def _outside(self, found: Sequence[Resource], moment: Moment) -> dict[str, Any]:
        ordered = sorted(
            (date_of(one)[0] for one in found if date_of(one)[0]),
            key=lambda text: bound(text, moment, 0, BEGINNING),
        )
        if not ordered:
            return self._hint(msg("None of these has a date."))
        zone = timezone(timedelta(microseconds=moment.offset))
        return self._hint(
            msg(
                "There are {count} outside these dates, from {first} to {last}.",
                count=len(found),
                first=when(ordered[0], zone),
                last=when(ordered[-1], zone),
            )
        )
