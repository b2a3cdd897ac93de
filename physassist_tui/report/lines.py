"""The report in lines, for a pipe, a screen reader and a terminal that is not to be drawn on."""

from __future__ import annotations

from physassist_tui.i18n import Lang, msg
from physassist_tui.report.cells import Writer
from physassist_tui.report.naming import key_name
from physassist_tui.report.ranking import Place
from physassist_tui.report.sheet import Report
from physassist_tui.report.tables import Table, tables, writer_of
from physassist_tui.score.differing import Difference


def lines(report: Report, lang: Lang) -> list[str]:
    """The whole report; a figure is one line that says all of itself."""
    found: list[str] = []
    for table in tables(report, lang, brief=True):
        found += [table.title]
        if table.note:
            found += [f"  {table.note}"]
        found += _rows(table)
        found += [""]
    return found + ranking_lines(report, lang)


def _rows(table: Table) -> list[str]:
    if table.id == "sessions":
        return ["  " + "  ".join(cell.whole for cell in row) for row in table.rows]
    found = []
    for head, *cells in table.rows:
        for column, cell in zip(table.columns[1:], cells, strict=True):
            found.append(f"  {head.text} | {column} | {cell.whole}")
    return found


def ranking_lines(report: Report, lang: Lang) -> list[str]:
    """Who stands before whom, and which players cannot be ranked for what reason."""
    write = writer_of(report, lang)
    say = write.say
    found = []
    for order in report.ranking.orders:
        found.append(say(msg("In order of mRS (scores of the same identity):")))
        for number, place in enumerate(order, start=1):
            mrs = write.percent(place.mrs)
            line = f"  {number}. {write.player(place.player)}  {mrs}  {_behind(write, place)}"
            found.append(line.rstrip())
    for one in report.ranking.refused:
        left, right = write.player(one.left), write.player(one.right)
        head = msg(
            "{left} and {right} are not ranked: their scores differ.", left=left, right=right
        )
        found.append(say(head))
        found += [f"  {_difference(write, left, right, each)}" for each in one.differences]
    return found


def _behind(write: Writer, place: Place) -> str:
    if place.behind is None:
        return ""
    by = write.bare(place.behind)
    if place.interval is None:
        return write.say(msg("{by} points behind; too few sessions for an interval", by=by))
    low, high = write.bare(place.interval.low), write.bare(place.interval.high)
    if place.apart:
        return write.say(msg("{by} points behind ({low} to {high})", by=by, low=low, high=high))
    return write.say(
        msg("{by} points behind ({low} to {high}: may be chance)", by=by, low=low, high=high)
    )


def _difference(write: Writer, left: str, right: str, one: Difference) -> str:
    sides = []
    for name, values in ((left, one.left), (right, one.right)):
        if values:
            shown = ", ".join(map(write.say, values[:_SHOWN]))
            more = " …" if len(values) > _SHOWN else ""
            sides.append(write.say(msg("{who} only: {values}", who=name, values=shown + more)))
    head = write.say(key_name(one.key))
    return f"{head}: {'; '.join(sides)}" if sides else head


_SHOWN = 4
