"""What a call gave, as blocks of a transcript and as lines. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from typing import Any

from physassist_tui.core import as_typed
from physassist_tui.core.foreign import one_line
from physassist_tui.core.state import Call
from physassist_tui.ehr.tables import Table, Trend, rows
from physassist_tui.i18n import Lang, _, current_language, nmsg, several
from physassist_tui.tui.widgets.transcript import Block
from physassist_tui.tui.widgets.wrapping import cells, cut, padded

MOST_ROWS = 6
WIDEST_CELL = 26
WIDEST_ROW = 56
BARS = "▁▂▃▄▅▆▇█"
MOST_BARS = 24
LONGEST_VALUE = 160
BEGINNING = 60
"""Characters of a value that are shown where a call stands on a line, and of a longer one."""


def call_words(call: Call) -> str:
    """A call as it can be typed; of a long text only the beginning."""
    given = {name: _begun(value) for name, value in call.arguments_given.items()}
    return as_typed.call_words(call.tool, given)


def _begun(value: Any) -> Any:
    if not isinstance(value, str) or (len(value) <= LONGEST_VALUE and "\n" not in value):
        return value
    first = value.lstrip().partition("\n")[0]
    return f"{one_line(first[:BEGINNING])}… ({_characters(value)})"


def written_text(call: Call) -> str | None:
    """The text that a call wrote to a file; `None` for any other call."""
    text = call.arguments_given.get("content")
    if call.ok and "written" in (call.result or {}) and isinstance(text, str):
        return text
    return None


def table_of(call: Call, zone: tzinfo | None, lang: Lang | None = None) -> Table:
    """The whole table of what a call gave; empty where it was refused or has not returned."""
    return rows(call.result or {}, call.tool, lang or current_language(), zone=zone)


def found(call: Call) -> str:
    """How many entries a call found; or that it was done."""
    total = (call.result or {}).get("total")
    if as_typed.is_create(call.tool) or not isinstance(total, int):
        return _("done")
    return nmsg("{n} found", "{n} found", total).render()


def error_lines(result: Mapping[str, Any]) -> list[str]:
    """What is wrong with a call, and what may stand there instead."""
    lines = [str(result.get("error", ""))]
    if result.get("allowed"):
        allowed = several(result["allowed"]).render()
        lines.append(_("Allowed: {allowed}", allowed=one_line(allowed)))
    return lines


def result_blocks(call: Call, zone: tzinfo | None) -> list[Block]:
    """What a call gave, in short; what is left out is named, and opens in full."""
    if call.returned_seq == 0:
        return [Block(_("No answer yet."), "dim", indent=2, ref=call.call_id)]
    if not call.ok:
        lines = error_lines(call.result or {})
        refused = [_("Refused. {why}", why=lines[0]), *lines[1:]]
        return [Block(line, indent=2, ref=call.call_id) for line in refused]
    text = written_text(call)
    if text is not None:
        return [Block(line, indent=2, ref=call.call_id) for line in _file_lines(call, text)]
    table = table_of(call, zone)
    lines = [found(call), *_row_lines(table)]
    lines += [trend_line(trend) for trend in table.trends[:3]]
    lines += [one_line(note) for note in table.notes]
    lines += [
        _("Text: {title}", title=f"{one_line(title)} ({_characters(body)})")
        for title, body in table.texts[:MOST_ROWS]
    ]
    lines += _left_out(call, table)
    return [Block(line, indent=2, ref=call.call_id) for line in lines]


def _file_lines(call: Call, text: str) -> list[str]:
    """What was written to a file, in short."""
    result = call.result or {}
    path, count = one_line(str(result["written"])), nmsg(
        "{n} character", "{n} characters", int(result.get("characters", len(text)))
    ).render()  # fmt: skip
    lines = [_("File {path} now has {count}.", path=path, count=count)]
    shown = [line for line in text.split("\n") if line.strip()]
    lines += [cut(one_line(line), 240) for line in shown[:MOST_ROWS]]
    more = len(shown) - MOST_ROWS
    return [*lines, nmsg("… {n} more line", "… {n} more lines", more).render()] if more > 0 else (
        lines)  # fmt: skip


def _characters(text: str) -> str:
    return nmsg("{n} character", "{n} characters", len(text)).render()


def _left_out(call: Call, table: Table) -> list[str]:
    lines = []
    more = len(table.rows) - MOST_ROWS
    if more > 0:
        lines.append(nmsg("… {n} more row", "… {n} more rows", more).render())
    result = call.result or {}
    if result.get("pages", 1) > result.get("page", 1):
        lines.append(_("Page {page} of {pages}", page=result["page"], pages=result["pages"]))
    return lines


def _row_lines(table: Table) -> list[str]:
    if not table.rows:
        return []
    if len(table.rows) == 1:
        return [told(table.columns, table.rows[0])]
    alike, different = [], []
    for at, head in enumerate(table.columns):
        values = {row[at] for row in table.rows}
        if len(values) == 1:
            alike.append(_("{head}: {value}", head=head, value=one_line(values.pop())))
        elif at < len(table.columns) - 1 or len(table.columns) < 4:
            different.append(at)
    shown = [[one_line(row[at]) for at in different] for row in table.rows[:MOST_ROWS]]
    widths = [
        min(WIDEST_CELL, max(cells(row[at]) for row in shown)) for at in range(len(different))
    ]
    lines = [cut(several(alike, "; ").render(), 240)] if alike else []
    for row in shown:
        if sum(widths) + 2 * len(widths) > WIDEST_ROW:
            # Columns that a narrow pane would break are no columns: the cells in a row, whole.
            lines.append(" · ".join(filter(None, row)))
            continue
        laid = [padded(one, width) for one, width in zip(row, widths, strict=True)]
        lines.append("  ".join(laid).rstrip())
    return lines


def told(columns: Sequence[str], row: Sequence[str]) -> str:
    """A row as `Header: value` parts, in full."""
    parts = [
        _("{head}: {value}", head=head, value=one_line(value))
        for head, value in zip(columns, row, strict=True)
        if value
    ]
    return several(parts, "; ").render()


def trend_line(trend: Trend) -> str:
    """A trend in words, with a bar for each of its last values."""
    words = _("Trend: {trend}", trend=one_line(trend.text(current_language())))
    return f"{words} {sparkline([value for _date, value in trend.points])}"


def sparkline(values: Sequence[float]) -> str:
    """The last values as bars between the lowest and the highest of them."""
    shown = values[-MOST_BARS:]
    low, high = min(shown), max(shown)
    if high == low:
        return BARS[3] * len(shown)
    top = len(BARS) - 1
    return "".join(BARS[round((value - low) / (high - low) * top)] for value in shown)


def full_text(call: Call, zone: tzinfo | None) -> str:
    """All that a call gave, for a reader: every row, trend, note and text."""
    if not call.ok:
        return "\n".join(error_lines(call.result or {}))
    if "reply" in (call.result or {}):
        return str((call.result or {})["reply"])
    text = written_text(call)
    if text is not None:
        return text
    table = table_of(call, zone)
    parts = [found(call)]
    parts += [f"{n}. {told(table.columns, row)}" for n, row in enumerate(table.rows, start=1)]
    parts += [trend_line(trend) for trend in table.trends]
    parts += table.notes
    parts += [f"\n{one_line(title)}\n{body}" for title, body in table.texts]
    return "\n".join(parts)
