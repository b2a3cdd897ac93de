"""A result laid out for a person: columns, rows, long texts, trends. Pure data, no screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from typing import Any

from physassist_tui import terms
from physassist_tui.ehr import chart_words as words
from physassist_tui.ehr import table_words as cells
from physassist_tui.ehr.dates import parse_date
from physassist_tui.i18n import Lang, Message, msg

Entry = Mapping[str, Any]
LONG = 300
"""A cell of more characters than this becomes a text of its own."""


@dataclass(frozen=True)
class Trend:
    """A value that was measured more than once: dates and values from first to last."""

    name: str
    unit: str
    points: tuple[tuple[str, float], ...]

    @property
    def count(self) -> int:
        """How many values there are."""
        return len(self.points)

    @property
    def first(self) -> float:
        """The earliest value."""
        return self.points[0][1]

    @property
    def last(self) -> float:
        """The latest value."""
        return self.points[-1][1]

    @property
    def low(self) -> float:
        """The smallest value."""
        return min(point for _date, point in self.points)

    @property
    def high(self) -> float:
        """The largest value."""
        return max(point for _date, point in self.points)

    def text(self, lang: Lang) -> str:
        """The trend in a line."""
        return msg(
            "{name}: {first} → {last} {unit} ({count} values, {low} to {high})",
            name=self.name,
            first=cells.number(self.first),
            last=cells.number(self.last),
            unit=self.unit,
            count=self.count,
            low=cells.number(self.low),
            high=cells.number(self.high),
        ).render(lang)


@dataclass(frozen=True)
class Table:
    """What a person reads of a result.

    Every row has a cell for every column. `texts` are titles and bodies of what is too long
    for a cell; `notes` are lines about the result as a whole; `refs` are the rows' references.
    """

    columns: list[str]
    rows: list[list[str]]
    texts: list[tuple[str, str]]
    trends: list[Trend] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    refs: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Column:
    head: Message
    keys: tuple[str, ...]
    cell: Callable[[Entry, Lang, tzinfo | None], str]


def rows(result: Mapping[str, Any], tool: str, lang: Lang, *, zone: tzinfo | None = None) -> Table:
    """The table of a result of `tool`, in `lang`. `zone` is where times are told, if anywhere.

    What no column holds is in the last one, so that nothing of an entry is lost but its code
    system.
    """
    entries: list[Entry] = [one for one in result.get("entries", ()) if isinstance(one, dict)]
    kinds = {_kind(one) for one in entries}
    columns = list(_COLUMNS.get(kinds.pop(), _ANY) if len(kinds) == 1 else _MIXED)
    if any("order" in one and str(one["order"]).startswith("#") for one in entries):
        columns.insert(0, _ORDER)
    if any("part" in one for one in entries):
        columns.append(_PART)
    table = Table([], [], [], _trends(entries, lang), _notes(result, lang))
    laid: list[list[str]] = []
    for entry in entries:
        laid.append(_row(entry, columns, lang, zone, table.texts))
        table.refs.append(str(entry.get("ref", "")))
    heads = [column.head.render(lang) for column in columns] + [msg("More").render(lang)]
    filled = [at for at in range(len(heads)) if any(row[at] for row in laid)]
    table.columns.extend(heads[at] for at in filled)
    table.rows.extend([row[at] for at in filled] for row in laid)
    del tool
    return table


def _kind(entry: Entry) -> str:
    return str(entry.get("ref", "")).partition("/")[0]


def _row(
    entry: Entry,
    columns: Sequence[_Column],
    lang: Lang,
    zone: tzinfo | None,
    texts: list[tuple[str, str]],
) -> list[str]:
    title = _title(entry, lang, zone)
    told = {"ref", "text", "system", "given"}
    if entry.get("text"):
        texts.append((title, str(entry["text"])))
    row: list[str] = []
    for column in columns:
        told.update(column.keys)
        if column.cell is _gist:
            told.update(key for own in _COLUMNS.get(_kind(entry), ()) for key in own.keys)
        cell = column.cell(entry, lang, zone)
        row.append(_short(cell, f"{title}: {column.head.render(lang)}", texts, lang))
    more = []
    for key, amount in entry.items():
        if key not in told and not _said_already(key, amount, entry):
            name = cells.field_name(key, lang)
            text = _short(_other(key, amount, lang, zone), f"{title}: {name}", texts, lang)
            more.append(f"{name}: {text}")
    row.append("; ".join(more))
    return row


def _said_already(key: str, amount: Any, entry: Entry) -> bool:
    """Whether another cell says the same: a second date that is the first, a flag in words."""
    if key in ("onset", "recorded", "issued", "encounter_date"):
        return bool(amount == entry.get("date"))
    if key == "interpretation":
        flags = str(entry.get("flag", "")).split(",")
        names = {words.folded(words.plain_word(one, "en", words.INTERPRETATION)) for one in flags}
        return words.folded(str(amount)) in names
    return False


def _other(key: str, amount: Any, lang: Lang, zone: tzinfo | None) -> str:
    if isinstance(amount, str) and key == "category":
        return words.category(amount, lang)
    if isinstance(amount, str) and key in ("priority", "intent", "doc_status"):
        return words.word(amount, lang)
    return cells.spelled(amount, lang, zone)


def _short(cell: str, title: str, texts: list[tuple[str, str]], lang: Lang) -> str:
    if len(cell) <= LONG:
        return cell
    texts.append((title, cell))
    return msg("see the text below").render(lang)


def _title(entry: Entry, lang: Lang, zone: tzinfo | None) -> str:
    parts = [_name(entry, lang, zone), cells.when(entry.get("date"), lang, zone)]
    if "part" in entry:
        parts.append(msg("part {part}", part=entry["part"]).render(lang))
    return ", ".join(filter(None, parts))


def _notes(result: Mapping[str, Any], lang: Lang) -> list[str]:
    notes = [str(result["hint"])] if result.get("hint") else []
    also = result.get("see_also")
    if isinstance(also, list) and also:
        names = "; ".join(terms.label(str(name), lang) for name in also)
        notes.append(msg("Also in this record: {names}", names=names).render(lang))
    return notes


# Cells


def _date(entry: Entry, lang: Lang, zone: tzinfo | None) -> str:
    start, end = cells.when(entry.get("date"), lang, zone), cells.when(entry.get("end"), lang, zone)
    return f"{start} – {end}" if end and end != start else start


def _start(entry: Entry, lang: Lang, zone: tzinfo | None) -> str:
    return cells.when(entry.get("date"), lang, zone)


def _name(entry: Entry, lang: Lang, _zone: tzinfo | None) -> str:
    return terms.label(str(entry.get("name", "")), lang)


def _coded_name(entry: Entry, lang: Lang, zone: tzinfo | None) -> str:
    name, code = _name(entry, lang, zone), str(entry.get("code", ""))
    return f"{name} [{code}]" if code and code not in name else name


def _range(entry: Entry, _lang: Lang, _zone: tzinfo | None) -> str:
    return cells.units(str(entry.get("range", "")))


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
        return cells.spelled(amount, lang, zone)

    return cell


def _with_reason(*tables: words.Words) -> Callable[[Entry, Lang, tzinfo | None], str]:
    def cell(entry: Entry, lang: Lang, _zone: tzinfo | None) -> str:
        status = words.word(str(entry.get("status", "")), lang, *tables)
        if entry.get("do_not_perform"):
            status = f"{cells.field_name('do_not_perform', lang)}; {status}"
        reason = entry.get("status_reason")
        return f"{status}: {reason}" if reason else status

    return cell


def _dose(entry: Entry, lang: Lang, zone: tzinfo | None) -> str:
    if "dosages" in entry:
        return "; ".join(_one_dosage(one, lang, zone) for one in entry["dosages"])
    return ", ".join(str(entry[key]) for key in ("dose", "rate") if entry.get(key))


def _one_dosage(dosage: Entry, lang: Lang, zone: tzinfo | None) -> str:
    parts = [_dose(dosage, lang, zone), _route(dosage, lang, zone), _frequency(dosage, lang, zone)]
    told = {"dose", "rate", "route", "frequency", "as_needed", "for", "lasting"}
    parts += [
        f"{cells.field_name(key, lang)}: {cells.spelled(one, lang, zone)}"
        for key, one in dosage.items()
        if key not in told
    ]
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
        parts.append(msg("for {duration}", duration=entry["for"]).render(lang))
    if entry.get("lasting"):
        parts.append(msg("lasting {duration}", duration=entry["lasting"]).render(lang))
    return ", ".join(filter(None, parts))


def _results(entry: Entry, lang: Lang, zone: tzinfo | None) -> str:
    told = {"ref", "name", "code", "value", "unit", "comparator", "flag", "interpretation"}
    told |= {"absent", "components", "range", "value_code"}
    lines: list[str] = []
    for one in entry.get("results", ()):
        span = f" ({cells.units(str(one['range']))})" if "range" in one else ""
        rest = [
            f"{cells.field_name(key, lang)}: {cells.spelled(amount, lang, zone)}"
            for key, amount in one.items()
            if key not in told
        ]
        line = f"{_name(one, lang, zone)} {cells.value(one, lang)}{span}".strip()
        lines.append(", ".join([line, *rest]))
    return "; ".join(lines)


def _reactions(entry: Entry, lang: Lang, zone: tzinfo | None) -> str:
    lines = []
    for one in entry.get("reactions", ()):
        severity = words.word(str(one.get("severity", "")), lang, words.SEVERITY)
        rest = [
            f"{cells.field_name(key, lang)}: {cells.spelled(amount, lang, zone)}"
            for key, amount in one.items()
            if key not in ("manifestation", "severity", "description")
        ]
        told = [str(one.get("manifestation", "")), severity, str(one.get("description", "")), *rest]
        lines.append(", ".join(filter(None, told)))
    return "; ".join(lines)


def _activities(entry: Entry, lang: Lang, zone: tzinfo | None) -> str:
    lines = []
    for one in entry.get("activities", ()):
        status = words.word(str(one.get("status", "")), lang, words.STATUS)
        rest = [
            f"{cells.field_name(key, lang)}: {cells.spelled(amount, lang, zone)}"
            for key, amount in one.items()
            if key not in ("name", "status")
        ]
        lines.append(", ".join(filter(None, (str(one.get("name", "")), status, *rest))))
    return "; ".join(lines)


def _gist(entry: Entry, lang: Lang, zone: tzinfo | None) -> str:
    """The middle of a row where kinds are mixed: what the kind's own columns would say."""
    shown = []
    for column in _COLUMNS.get(_kind(entry), ()):
        if column.cell not in (_date, _start, _name, _coded_name):
            text = column.cell(entry, lang, zone)
            if text:
                shown.append(f"{column.head.render(lang)}: {text}")
    return "; ".join(shown)


_WHEN = _Column(msg("Date"), ("date", "end"), _date)
_NAME = _Column(msg("Name"), ("name", "code"), _coded_name)
_DRUG = _Column(msg("Drug"), ("name", "code"), _name)
_STATUS = _Column(msg("Status"), ("status", "status_reason", "do_not_perform"), _with_reason())
_ROUTE = _Column(msg("Route"), ("route",), _route)
_DOSE = _Column(msg("Dose"), ("dose", "rate", "dosages"), _dose)
_FREQUENCY = _Column(msg("Frequency"), ("frequency", "as_needed", "for", "lasting"), _frequency)
_REASON = _Column(msg("Reason"), ("reason",), _text_of("reason"))
_CATEGORY = _Column(msg("Category"), ("category",), _category)
_INSTRUCTIONS = _Column(msg("Instructions"), ("instructions",), _text_of("instructions"))
_ORDER = _Column(msg("Order"), ("order",), _text_of("order"))
_PART = _Column(msg("Part"), ("part",), _text_of("part"))
_CLINICAL = _Column(
    msg("Clinical status"), ("clinical_status",), _text_of("clinical_status", words.CLINICAL)
)
_VERIFICATION = _Column(
    msg("Verification"),
    ("verification_status",),
    _text_of("verification_status", words.VERIFICATION),
)
_PRIORITY = _Column(msg("Priority"), ("priority",), _text_of("priority", words.PRIORITY))

_COLUMNS: Mapping[str, tuple[_Column, ...]] = {
    "Patient": (
        _Column(msg("Name"), ("name",), _text_of("name")),
        _Column(msg("Age"), ("age",), _text_of("age")),
        _Column(msg("Sex"), ("sex",), _text_of("sex", words.SEX)),
        _Column(msg("Birth date"), ("birth_date",), _text_of("birth_date")),
    ),
    "Encounter": (
        _Column(msg("Start"), ("date",), _start),
        _Column(msg("End"), ("end",), _text_of("end")),
        _Column(msg("Class"), ("class",), _text_of("class", words.CLASS)),
        _Column(msg("Type"), ("name", "code"), _name),
        _STATUS,
        _REASON,
        _Column(msg("Disposition"), ("disposition",), _text_of("disposition")),
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
        _Column(msg("Name"), ("name", "code"), _name),
        _Column(
            msg("Value"),
            ("value", "unit", "comparator", "flag", "absent", "components", "value_code"),
            _value,
        ),
        _Column(msg("Range"), ("range",), _range),
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
        _Column(msg("Status"), ("status", "status_reason"), _with_reason(words.ADMINISTRATION)),
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
        _Column(msg("Conclusion"), ("conclusion",), _text_of("conclusion")),
        _Column(msg("Results"), ("results",), _results),
    ),
    "DocumentReference": (
        _WHEN,
        _NAME,
        _Column(msg("Author"), ("author",), _text_of("author")),
        _STATUS,
    ),
    "AllergyIntolerance": (
        _Column(msg("Substance"), ("name", "code"), _coded_name),
        _Column(msg("Criticality"), ("criticality",), _text_of("criticality", words.CRITICALITY)),
        _Column(msg("Reactions"), ("reactions",), _reactions),
        _CLINICAL,
        _VERIFICATION,
        _WHEN,
    ),
    "CarePlan": (
        _WHEN,
        _NAME,
        _STATUS,
        _Column(msg("Activities"), ("activities",), _activities),
        _Column(msg("Goals"), ("goals",), _text_of("goals")),
    ),
    "ServiceRequest": (
        _WHEN,
        _NAME,
        _PRIORITY,
        _STATUS,
        _Column(msg("Target date"), ("target_date",), _text_of("target_date")),
    ),
    "Flag": (
        _WHEN,
        _Column(msg("Category"), ("category",), _text_of("category", words.FLAG_CATEGORY)),
        _NAME,
        _Column(msg("Detail"), ("detail",), _text_of("detail")),
        _STATUS,
    ),
    "Immunization": (_WHEN, _NAME, _STATUS),
}
_ANY: tuple[_Column, ...] = (_WHEN, _NAME, _STATUS)
_MIXED: tuple[_Column, ...] = (
    _Column(msg("Kind"), (), lambda entry, lang, _zone: kind_name(_kind(entry), lang)),
    _WHEN,
    _NAME,
    _Column(msg("What"), (), _gist),
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
    "Immunization": msg("immunization"),
    "Goal": msg("goal"),
    "CareTeam": msg("care team"),
}


def kind_name(kind: str, lang: Lang) -> str:
    """What a resource type is called; FHIR's own name where we have no other."""
    known = _KIND_NAMES.get(kind)
    return known.render(lang) if known is not None else kind


# Trends


def _trends(entries: Sequence[Entry], lang: Lang) -> list[Trend]:
    series: dict[tuple[str, str], list[tuple[str, float]]] = {}
    names: dict[tuple[str, str], str] = {}
    for entry in entries:
        if _kind(entry) != "Observation" or "date" not in entry:
            continue
        for one in (entry, *entry.get("components", ())):
            amount = one.get("value")
            if isinstance(amount, bool) or not isinstance(amount, int | float):
                continue
            if "comparator" in one:
                continue
            key = (str(one.get("code") or one.get("name", "")), str(one.get("unit", "")))
            names.setdefault(key, terms.label(str(one.get("name", "")), lang))
            series.setdefault(key, []).append((str(entry["date"]), float(amount)))
    return [
        Trend(names[key], key[1], tuple(sorted(points, key=_moment)))
        for key, points in series.items()
        if len(points) > 1
    ]


def _moment(point: tuple[str, float]) -> int:
    span = parse_date(point[0])
    return span.low if span is not None else 0
