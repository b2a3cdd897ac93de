"""A result laid out for a person: columns, rows, long texts, trends. Pure data, no screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from typing import Any

from physassist_tui import terms
from physassist_tui.ehr import chart_words as words
from physassist_tui.ehr import table_words as cells
from physassist_tui.ehr.chart_displays import substance
from physassist_tui.ehr.dates import parse_date
from physassist_tui.ehr.field_names import field_name
from physassist_tui.ehr.table_columns import (
    ANY_KIND,
    COLUMNS,
    MIXED,
    ORDER,
    PART,
    Column,
    gist,
    kind_of,
    name_cell,
)
from physassist_tui.i18n import Lang, msg

Entry = Mapping[str, Any]
_CODED: Mapping[str, tuple[words.Words, ...]] = {
    "priority": (words.PRIORITY,),
    "intent": (words.INTENT,),
    "doc_status": (words.STATUS,),
    "lifecycleStatus": (words.STATUS,),
    "achievementStatus": (words.ACHIEVEMENT,),
}
"""The keys without a column of their own whose values are closed codes."""

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


def rows(result: Mapping[str, Any], tool: str, lang: Lang, *, zone: tzinfo | None = None) -> Table:
    """The table of a result of `tool`, in `lang`. `zone` is where times are told, if anywhere.

    What no column holds is in the last one, so that nothing of an entry is lost but its code
    system.
    """
    entries: list[Entry] = [one for one in result.get("entries", ()) if isinstance(one, dict)]
    kinds = {kind_of(one) for one in entries}
    columns = list(COLUMNS.get(kinds.pop(), ANY_KIND) if len(kinds) == 1 else MIXED)
    if any("order" in one and str(one["order"]).startswith("#") for one in entries):
        columns.insert(0, ORDER)
    if any("part" in one for one in entries):
        columns.append(PART)
    table = Table([], [], [], _trends(entries, lang), _notes(result, tool, lang))
    named = [(column, column.head.render(lang)) for column in columns]
    laid: list[list[str]] = []
    for entry in entries:
        laid.append(_row(entry, named, lang, zone, table.texts))
        table.refs.append(str(entry.get("ref", "")))
    heads = [*(head for _column, head in named), msg("More").render(lang)]
    filled = [at for at in range(len(heads)) if any(row[at] for row in laid)]
    table.columns.extend(heads[at] for at in filled)
    table.rows.extend([row[at] for at in filled] for row in laid)
    return table


def _row(
    entry: Entry,
    columns: Sequence[tuple[Column, str]],
    lang: Lang,
    zone: tzinfo | None,
    texts: list[tuple[str, str]],
) -> list[str]:
    told = {"ref", "text", "system", "given"}
    if entry.get("text"):
        texts.append((_title(entry, lang, zone), str(entry["text"])))

    def cell_of(text: str, name: str) -> str:
        """The cell, or where it is long a text of its own, under the entry's title and `name`."""
        if len(text) <= LONG:
            return text
        texts.append((cells.labelled(_title(entry, lang, zone), name, lang), text))
        return msg("see the text below").render(lang)

    row: list[str] = []
    for column, head in columns:
        told.update(column.keys)
        if column.cell is gist:
            told.update(key for own in COLUMNS.get(kind_of(entry), ()) for key in own.keys)
        row.append(cell_of(column.cell(entry, lang, zone), head))
    more = []
    for key, amount in entry.items():
        if key not in told and not _said_already(key, amount, entry):
            name = field_name(key, lang)
            text = cell_of(_other(key, amount, lang, zone), name)
            more.append(cells.labelled(name, text, lang))
    row.append(cells.listed(more, lang))
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
    if isinstance(amount, str) and key in _CODED:
        return words.word(amount, lang, *_CODED[key])
    return cells.spelled(amount, lang, zone, key)


def _title(entry: Entry, lang: Lang, zone: tzinfo | None) -> str:
    parts = [name_cell(entry, lang, zone), cells.when(entry.get("date"), zone)]
    if "part" in entry:
        parts.append(msg("part {part}", part=entry["part"]).render(lang))
    title = ""
    for more in filter(None, parts):
        title = msg("{title}, {more}", title=title, more=more).render(lang) if title else more
    return title


def _notes(result: Mapping[str, Any], tool: str, lang: Lang) -> list[str]:
    notes = [str(result["hint"])] if result.get("hint") else []
    also = result.get("see_also")
    if isinstance(also, list) and also:
        named = substance if tool.startswith(("Medication", "Allergy")) else terms.label
        names = cells.listed((named(str(name), lang) for name in also), lang)
        notes.append(msg("Also in this record: {names}", names=names).render(lang))
    return notes


def _trends(entries: Sequence[Entry], lang: Lang) -> list[Trend]:
    series: dict[tuple[str, str], list[tuple[str, float]]] = {}
    names: dict[tuple[str, str], str] = {}
    for entry in entries:
        if kind_of(entry) != "Observation" or "date" not in entry:
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
