"""The columns of each kind of entry, and what their cells say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any

from physassist_tui import terms
from physassist_tui.ehr import chart_words as words
from physassist_tui.ehr import table_words as cells
from physassist_tui.ehr.chart_displays import NONE_KNOWN, display, substance
from physassist_tui.ehr.field_names import field_name
from physassist_tui.i18n import Lang, Message, msg

Entry = Mapping[str, Any]


_OF_SUBSTANCES = frozenset(
    {
        "MedicationRequest",
        "MedicationAdministration",
        "MedicationStatement",
        "MedicationDispense",
        "AllergyIntolerance",
    }
)
"""The kinds whose names are of drugs and other substances, not of what is measured."""


@dataclass(frozen=True)
class Column:
    """A column: its head, the keys of an entry that it tells, and its cell."""

    head: Message
    keys: tuple[str, ...]
    cell: Callable[[Entry, Lang, tzinfo | None], str]


def kind_of(entry: Entry) -> str:
    """The resource type of an entry."""
    return str(entry.get("ref", "")).partition("/")[0]


def _date(entry: Entry, _lang: Lang, zone: tzinfo | None) -> str:
    start, end = cells.when(entry.get("date"), zone), cells.when(entry.get("end"), zone)
    return f"{start} – {end}" if end and end != start else start


def _start(entry: Entry, _lang: Lang, zone: tzinfo | None) -> str:
    return cells.when(entry.get("date"), zone)


def name_cell(entry: Entry, lang: Lang, _zone: tzinfo | None = None) -> str:
    """The name; in Chinese with the English beside it."""
    name = str(entry.get("name", ""))
    none = NONE_KNOWN.get(str(entry.get("code", "")))
    if none is not None and lang != "en":
        return f"{none.render(lang)} ({name})" if name else none.render(lang)
    return substance(name, lang) if kind_of(entry) in _OF_SUBSTANCES else terms.label(name, lang)


def _coded_name(entry: Entry, lang: Lang, zone: tzinfo | None) -> str:
    name, code = name_cell(entry, lang, zone), str(entry.get("code", ""))
    return f"{name} [{code}]" if code and code not in name else name


def _range(entry: Entry, lang: Lang, _zone: tzinfo | None) -> str:
    spans = cells.units(str(entry.get("range", ""))).split("; ")
    return cells.listed((display("range", span, lang) for span in spans), lang)


def _category(entry: Entry, lang: Lang, _zone: tzinfo | None) -> str:
    return words.category(str(entry.get("category", "")), lang)


def _value(entry: Entry, lang: Lang, _zone: tzinfo | None) -> str:
    return cells.value(entry, lang)


def _text_of(key: str, *tables: words.Words) -> Callable[[Entry, Lang, tzinfo | None], str]:
    def cell(entry: Entry, lang: Lang, zone: tzinfo | None) -> str:
        amount = entry.get(key)
        if amount is None:
            return ""
        if isinstance(amount, str) and tables:
            return words.word(amount, lang, *tables)
        return cells.spelled(amount, lang, zone, key)

    return cell


def _with_reason(*tables: words.Words) -> Callable[[Entry, Lang, tzinfo | None], str]:
    def cell(entry: Entry, lang: Lang, _zone: tzinfo | None) -> str:
        status = words.word(str(entry.get("status", "")), lang, *tables)
        if entry.get("do_not_perform"):
            status = cells.listed((field_name("do_not_perform", lang), status), lang)
        reason = entry.get("status_reason")
        return cells.labelled(status, str(reason), lang) if reason else status

    return cell


def _dose(entry: Entry, lang: Lang, zone: tzinfo | None) -> str:
    if "dosages" in entry:
        return cells.listed((_one_dosage(one, lang, zone) for one in entry["dosages"]), lang)
    return cells.joined((str(entry.get(key) or "") for key in ("dose", "rate")), lang)


def _one_dosage(dosage: Entry, lang: Lang, zone: tzinfo | None) -> str:
    parts = [_dose(dosage, lang, zone), _route(dosage, lang, zone), _frequency(dosage, lang, zone)]
    told = {"dose", "rate", "route", "frequency", "as_needed", "for", "lasting"}
    parts += [cells.field(key, one, lang, zone) for key, one in dosage.items() if key not in told]
    return " ".join(filter(None, parts))


def _route(entry: Entry, lang: Lang, _zone: tzinfo | None) -> str:
    return cells.route(str(entry.get("route", "")), lang)


def _frequency(entry: Entry, lang: Lang, _zone: tzinfo | None) -> str:
    parts = [cells.frequency(str(entry.get("frequency", "")), lang)]
    needed = entry.get("as_needed")
    if needed is True:
        parts.append(msg("as needed").render(lang))
    elif needed:
        parts.append(msg("as needed for {reason}", reason=needed).render(lang))
    if entry.get("for"):
        during = display("for", str(entry["for"]), lang)
        parts.append(msg("for {duration}", duration=during).render(lang))
    if entry.get("lasting"):
        lasting = display("lasting", str(entry["lasting"]), lang)
        parts.append(msg("lasting {duration}", duration=lasting).render(lang))
    return cells.joined(parts, lang)


def _results(entry: Entry, lang: Lang, zone: tzinfo | None) -> str:
    told = {"ref", "name", "code", "value", "unit", "comparator", "flag", "interpretation"}
    told |= {"absent", "components", "range", "value_code"}
    lines: list[str] = []
    for one in entry.get("results", ()):
        span = f" ({_range(one, lang, zone)})" if "range" in one else ""
        rest = [
            cells.field(key, amount, lang, zone) for key, amount in one.items() if key not in told
        ]
        line = f"{name_cell(one, lang, zone)} {cells.value(one, lang)}{span}".strip()
        lines.append(cells.joined([line, *rest], lang))
    return cells.listed(lines, lang)


def _reactions(entry: Entry, lang: Lang, zone: tzinfo | None) -> str:
    lines = []
    for one in entry.get("reactions", ()):
        severity = words.word(str(one.get("severity", "")), lang, words.SEVERITY)
        rest = [
            cells.field(key, amount, lang, zone)
            for key, amount in one.items()
            if key not in ("manifestation", "severity", "description")
        ]
        told = [str(one.get("manifestation", "")), severity, str(one.get("description", "")), *rest]
        lines.append(cells.joined(told, lang))
    return cells.listed(lines, lang)


def _activities(entry: Entry, lang: Lang, zone: tzinfo | None) -> str:
    lines = []
    for one in entry.get("activities", ()):
        status = words.word(str(one.get("status", "")), lang, words.STATUS)
        rest = [
            cells.field(key, amount, lang, zone)
            for key, amount in one.items()
            if key not in ("name", "status")
        ]
        lines.append(cells.joined((str(one.get("name", "")), status, *rest), lang))
    return cells.listed(lines, lang)


def gist(entry: Entry, lang: Lang, zone: tzinfo | None) -> str:
    """The middle of a row where kinds are mixed: what the kind's own columns would say."""
    shown = []
    for column in COLUMNS.get(kind_of(entry), ()):
        if column.cell not in (_date, _start, name_cell, _coded_name):
            text = column.cell(entry, lang, zone)
            if text:
                shown.append(cells.labelled(column.head.render(lang), text, lang))
    return cells.listed(shown, lang)


_WHEN = Column(msg("Date"), ("date", "end"), _date)
_NAME = Column(msg("Name"), ("name", "code"), _coded_name)
_DRUG = Column(msg("Drug"), ("name", "code"), name_cell)
_STATUS = Column(msg("Status"), ("status", "status_reason", "do_not_perform"), _with_reason())
_ROUTE = Column(msg("Route"), ("route",), _route)
_DOSE = Column(msg("Dose"), ("dose", "rate", "dosages"), _dose)
_FREQUENCY = Column(msg("Frequency"), ("frequency", "as_needed", "for", "lasting"), _frequency)
_REASON = Column(msg("Reason"), ("reason",), _text_of("reason"))
_CATEGORY = Column(msg("Category"), ("category",), _category)
_INSTRUCTIONS = Column(msg("Instructions"), ("instructions",), _text_of("instructions"))
ORDER = Column(msg("Order"), ("order",), _text_of("order"))
PART = Column(msg("Part"), ("part",), _text_of("part"))
_CLINICAL = Column(
    msg("Clinical status"), ("clinical_status",), _text_of("clinical_status", words.CLINICAL)
)
_VERIFICATION = Column(
    msg("Verification"),
    ("verification_status",),
    _text_of("verification_status", words.VERIFICATION),
)
_PRIORITY = Column(msg("Priority"), ("priority",), _text_of("priority", words.PRIORITY))

COLUMNS: Mapping[str, tuple[Column, ...]] = {
    "Patient": (
        Column(msg("Full name"), ("name",), _text_of("name")),
        Column(msg("Age"), ("age",), _text_of("age")),
        Column(msg("Sex"), ("sex",), _text_of("sex", words.SEX)),
        Column(msg("Birth date"), ("birth_date",), _text_of("birth_date")),
    ),
    "Encounter": (
        Column(msg("Start"), ("date",), _start),
        Column(msg("End"), ("end",), _text_of("end")),
        Column(msg("Class"), ("class",), _text_of("class", words.CLASS)),
        Column(msg("Type"), ("name", "code"), name_cell),
        _STATUS,
        _REASON,
        Column(msg("Disposition"), ("disposition",), _text_of("disposition")),
    ),
    "Condition": (
        _WHEN,
        _NAME,
        _CLINICAL,
        _VERIFICATION,
        _CATEGORY,
    ),
    "Observation": (
        _WHEN,
        Column(msg("Name"), ("name", "code"), name_cell),
        Column(
            msg("Value"),
            ("value", "unit", "comparator", "flag", "absent", "components", "value_code"),
            _value,
        ),
        Column(msg("Range"), ("range",), _range),
        _STATUS,
    ),
    "MedicationRequest": (
        _WHEN,
        _DRUG,
        _DOSE,
        _ROUTE,
        _FREQUENCY,
        _STATUS,
        _REASON,
        _INSTRUCTIONS,
    ),
    "MedicationAdministration": (
        _WHEN,
        _DRUG,
        Column(msg("Status"), ("status", "status_reason"), _with_reason(words.ADMINISTRATION)),
        _DOSE,
        _ROUTE,
        _INSTRUCTIONS,
    ),
    "MedicationStatement": (_WHEN, _DRUG, _DOSE, _ROUTE, _FREQUENCY, _STATUS, _REASON),
    "MedicationDispense": (_WHEN, _DRUG, _DOSE, _ROUTE, _FREQUENCY, _STATUS),
    "Procedure": (_WHEN, _NAME, _STATUS, _REASON),
    "DiagnosticReport": (
        _WHEN,
        _NAME,
        _STATUS,
        Column(msg("Conclusion"), ("conclusion",), _text_of("conclusion")),
        Column(msg("Results"), ("results",), _results),
    ),
    "DocumentReference": (
        _WHEN,
        _NAME,
        Column(msg("Author"), ("author",), _text_of("author")),
        _STATUS,
    ),
    "AllergyIntolerance": (
        Column(msg("Substance"), ("name", "code"), _coded_name),
        Column(msg("Criticality"), ("criticality",), _text_of("criticality", words.CRITICALITY)),
        Column(msg("Reactions"), ("reactions",), _reactions),
        _CLINICAL,
        _VERIFICATION,
        _WHEN,
    ),
    "CarePlan": (
        _WHEN,
        _NAME,
        _STATUS,
        Column(msg("Activities"), ("activities",), _activities),
        Column(msg("Goals"), ("goals",), _text_of("goals")),
    ),
    "ServiceRequest": (
        _WHEN,
        _NAME,
        _PRIORITY,
        _STATUS,
        Column(msg("Target date"), ("target_date",), _text_of("target_date")),
    ),
    "Appointment": (
        _WHEN,
        _NAME,
        _STATUS,
        Column(msg("With"), ("participants",), _text_of("participants")),
        Column(msg("Based on"), ("based_on",), _text_of("based_on")),
    ),
    "Communication": (
        _WHEN,
        Column(msg("To"), ("recipients",), _text_of("recipients")),
        Column(msg("From"), ("sender",), _text_of("sender")),
        _STATUS,
    ),
    "Flag": (
        _WHEN,
        Column(msg("Category"), ("category",), _text_of("category", words.FLAG_CATEGORY)),
        _NAME,
        Column(msg("Detail"), ("detail",), _text_of("detail")),
        _STATUS,
    ),
    "Immunization": (_WHEN, _NAME, _STATUS),
}
ANY_KIND: tuple[Column, ...] = (_WHEN, _NAME, _STATUS)
MIXED: tuple[Column, ...] = (
    Column(msg("Kind"), (), lambda entry, lang, _zone: kind_name(kind_of(entry), lang)),
    _WHEN,
    _NAME,
    Column(msg("What"), (), gist),
)

_KIND_NAMES: Mapping[str, Message] = {
    "Patient": msg("patient"),
    "Encounter": msg("encounter"),
    "Condition": msg("condition"),
    "Observation": msg("observation"),
    "MedicationRequest": msg("medication order"),
    "MedicationAdministration": msg("medication administration"),
    "MedicationStatement": msg("medication statement"),
    "MedicationDispense": msg("dispense"),
    "Procedure": msg("procedure"),
    "DiagnosticReport": msg("report"),
    "DocumentReference": msg("document"),
    "AllergyIntolerance": msg("allergy"),
    "CarePlan": msg("care plan"),
    "ServiceRequest": msg("service request"),
    "Flag": msg("flag"),
    "Appointment": msg("appointment"),
    "Communication": msg("message"),
    "Immunization": msg("immunization"),
    "Goal": msg("goal"),
    "CareTeam": msg("care team"),
}


def kind_name(kind: str, lang: Lang) -> str:
    """What a resource type is called; FHIR's own name where we have no other."""
    known = _KIND_NAMES.get(kind)
    return known.render(lang) if known is not None else kind
