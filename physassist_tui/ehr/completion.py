"""What could fill a tool's parameter: values that exist in this record at the clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from physassist_tui import terms
from physassist_tui.core.tools import Param, Toolset
from physassist_tui.ehr import matching
from physassist_tui.ehr.chart_displays import substance
from physassist_tui.ehr.chart_words import CLASS, plain_word, word
from physassist_tui.ehr.dosing import routes
from physassist_tui.ehr.entries import date_of
from physassist_tui.ehr.extract import fold
from physassist_tui.ehr.fhirtext import concept_code, concept_text, human_name, items, part
from physassist_tui.ehr.frequency import FREQUENCY_EXAMPLES
from physassist_tui.ehr.matching import Key
from physassist_tui.ehr.orders import is_active, number_of, session_orders
from physassist_tui.ehr.protocol import EhrStore, Params, Resource
from physassist_tui.ehr.reads import CURRENT, Reader
from physassist_tui.i18n import Lang, msg

MOST = 50
_MEDICATION_KINDS = ("MedicationRequest", "MedicationAdministration", "MedicationStatement")


@dataclass(frozen=True)
class Completion:
    """A value to put in, and what it is, for a person; `code` is what the record codes it by."""

    value: str
    label: str
    code: str = field(default="", compare=False, repr=False)


def complete(
    store: EhrStore,
    toolset: Toolset,
    tool: str,
    param: str,
    prefix: str,
    lang: Lang,
    *,
    patient: str | None = None,
    session: str | None = None,
    forked_from: Sequence[str] = (),
    reader: Reader | None = None,
) -> list[Completion]:
    """Up to 50 values for `param` of `tool` that go on from `prefix`, the commonest first.

    `prefix` may be part of the value or of its label, in either language, or a usual name of the
    same analyte or drug. Nothing for a tool or
    parameter that there is not, or that nothing in the record can fill. Without `patient` the
    only patient of the record is meant; where there are several, no values of theirs are given.
    `reader` saves searching again what has been found before.
    """
    spec = toolset.tool(tool)
    wanted = spec.param(param) if spec is not None else None
    if spec is None or wanted is None:
        return []
    if patient is None:
        patient = _only_patient(store)
    if reader is None:
        reader = Reader(store, patient=patient or "", encounter=None, lang=lang, part=6000)
    source = _Source(store, reader, patient, session, lang, forked_from, spec.always)
    return _going_on(source.values(spec.resource, spec.kind, wanted), prefix)


def _only_patient(store: EhrStore) -> str | None:
    bundle = store.search("Patient", [("_count", "2")])
    found = items(bundle.get("entry"))
    return f"Patient/{found[0]['resource']['id']}" if len(found) == 1 else None


def _going_on(values: Iterable[Completion], prefix: str) -> list[Completion]:
    typed = fold(prefix.strip())
    every = list(values)
    keys = {Key("", one.code, one.value): one.value for one in every}
    named = {keys[key] for key in matching.matching_names(prefix, keys)}
    starts, means, holds = [], [], []
    seen: set[str] = set()
    for one in every:
        if one.value in seen:
            continue
        seen.add(one.value)
        texts = (fold(one.value), fold(one.label))
        if any(text.startswith(typed) for text in texts):
            starts.append(one)
        elif one.value in named:
            means.append(one)
        elif any(typed in text for text in texts):
            holds.append(one)
    return (starts + means + holds)[:MOST]


class _Source:
    """Values of one record for one patient."""

    def __init__(
        self,
        store: EhrStore,
        reader: Reader,
        patient: str | None,
        session: str | None,
        lang: Lang,
        forked_from: Sequence[str] = (),
        always: Params = (),
    ) -> None:
        self._always = always
        self._store = store
        self._reader = reader
        self._patient = patient
        self._session = session
        self._forked_from = forked_from
        self._lang = lang

    def values(self, resource: str | None, kind: str, param: Param) -> list[Completion]:
        """All that could fill `param`."""
        if param.choices:
            # A status is offered only where something in the record has it.
            return self._choices(resource, kind, param)
        what = param.completes
        if what == "medication":
            return self._medications(resource, kind)
        if what == "encounter":
            return self._encounters()
        if what == "patient":
            return self._patients()
        if what == "order":
            return self._orders()
        if what == "practitioner":
            return self._practitioners()
        if what == "service":
            return self._services()
        if what == "route":
            return [
                Completion(zh if self._lang == "zh" else en, f"{en} {zh}") for en, zh in routes()
            ]
        if what == "frequency":
            return [Completion(text, text) for text in FREQUENCY_EXAMPLES]
        keys = {
            "code": matching.code_keys,
            "category": matching.category_keys,
            "report_type": matching.report_keys,
            "type_code": matching.document_keys,
        }.get(what or "")
        if keys is None or resource is None:
            return []
        return self._coded(resource, keys, by_code=what == "category")

    def _vocabulary(self, resource: str, keys: Callable[[Resource], list[Key]]) -> Counter[Key]:
        if self._patient is None:
            return Counter()
        return self._reader.vocabulary(resource, self._patient, keys)

    def _counted(self, resource: str, keys: Callable[[Resource], list[Key]]) -> Counter[Key]:
        if resource != "Observation" or self._patient is None:
            return self._vocabulary(resource, keys)
        # A chart has thousands of observations: the store counts their codes far faster.
        param = "category" if keys is matching.category_keys else "code"
        found = self._store.codes(resource, param, [("patient", self._patient), *self._always])
        return Counter(
            {Key(one.system, one.code, one.display or one.code): one.count for one in found}
        )

    def _coded(
        self, resource: str, keys: Callable[[Resource], list[Key]], *, by_code: bool
    ) -> list[Completion]:
        counted = self._counted(resource, keys)
        names: Counter[str] = Counter()
        codes: dict[str, str] = {}
        for key, count in counted.items():
            value = key.code if by_code and key.code else key.name
            names[value] = max(names[value], count)
            codes.setdefault(value, key.name if by_code else key.code)
        return [
            Completion(value, self._label(value, codes[value]), "" if by_code else codes[value])
            for value, _count in names.most_common()
        ]

    def _label(self, value: str, beside: str) -> str:
        shown = word(value, self._lang)
        if shown == value:
            shown = terms.label(value, self._lang)
        return f"{shown}  {beside}" if beside and beside not in shown else shown

    def _medications(self, resource: str | None, kind: str) -> list[Completion]:
        kinds = (resource,) if kind == "read" and resource else _MEDICATION_KINDS
        names: Counter[str] = Counter()
        for one in kinds:
            for key, count in self._vocabulary(one, self._reader.medication_keys).items():
                names[key.name] += count
        return [Completion(name, substance(name, self._lang)) for name, _n in names.most_common()]

    def _choices(self, resource: str | None, kind: str, param: Param) -> list[Completion]:
        there: set[str] = set(param.choices)
        by_status = param.name in ("status", "clinical_status") and kind == "read"
        if by_status and resource and self._patient:
            element = (
                "clinicalStatus" if resource in ("Condition", "AllergyIntolerance") else "status"
            )
            found = self._reader.all_of(resource, [("patient", self._patient)])
            there = {
                status if isinstance(status, str) else concept_code(status)
                for one in found
                if (status := one.get(element))
            }
        return [
            Completion(choice, word(choice, self._lang))
            for choice in param.choices
            if choice in there
        ]

    def _encounters(self) -> list[Completion]:
        if self._patient is None:
            return []
        found = self._reader.all_of("Encounter", [("patient", self._patient)])
        dated = sorted(found, key=lambda one: date_of(one)[0], reverse=True)
        current = Completion(CURRENT, msg("this encounter").render(self._lang))
        return [current, *(self._encounter(one) for one in dated)]

    def _encounter(self, resource: Resource) -> Completion:
        period = part(resource, "period")
        start, end = str(period.get("start", ""))[:10], str(period.get("end", ""))[:10]
        kind = plain_word(concept_code(resource.get("class")), self._lang, CLASS)
        what = concept_text(resource.get("reasonCode")) or concept_text(resource.get("type"))
        days = start if end in ("", start) else f"{start} – {end}"
        return Completion(
            f"Encounter/{resource['id']}", " · ".join(filter(None, (days, kind, what)))
        )

    def _patients(self) -> list[Completion]:
        bundle = self._store.search("Patient", [("_count", str(MOST))])
        found = [entry["resource"] for entry in items(bundle.get("entry"))]
        found.sort(key=lambda one: f"Patient/{one['id']}" != self._patient)
        return [
            Completion(
                f"Patient/{one['id']}",
                " · ".join(
                    filter(None, (human_name(one.get("name")), str(one.get("birthDate") or "")))
                ),
            )
            for one in found
        ]

    def _practitioners(self) -> list[Completion]:
        bundle = self._store.search("Practitioner", [("_count", str(MOST))])
        found = [entry["resource"] for entry in items(bundle.get("entry"))]
        return [
            Completion(f"Practitioner/{one['id']}", human_name(one.get("name"))) for one in found
        ]

    def _orders(self) -> list[Completion]:
        if self._session is None:
            return []
        placed = session_orders(self._store, self._session, self._forked_from)
        return [
            Completion(
                f"#{number_of(one)}",
                concept_text(one.get("medicationCodeableConcept") or one.get("code"))
                or str(one.get("description") or ""),
            )
            for one in placed
            if is_active(one)
        ]

    def _services(self) -> list[Completion]:
        values = self._coded("ServiceRequest", matching.code_keys, by_code=False)
        values += self._coded("DiagnosticReport", matching.code_keys, by_code=False)
        return values + self._coded("Observation", matching.code_keys, by_code=False)
