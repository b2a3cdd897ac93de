"""The report in lines, for a pipe, a screen reader and a terminal that is not to be drawn on."""

from __future__ import annotations

from dataclasses import dataclass

from physassist_tui.i18n import Lang, Message, msg
from physassist_tui.report.cells import Writer
from physassist_tui.report.naming import key_name
from physassist_tui.report.ranking import Place
from physassist_tui.report.rater_tables import rater_tables
from physassist_tui.report.sheet import Report
from physassist_tui.report.tables import Table, tables, writer_of
from physassist_tui.score.differing import MIX, Difference


def lines(report: Report, lang: Lang) -> list[str]:
    """The whole report; a figure is one line that says all of itself."""
    found: list[str] = []
    for table in all_tables(report, lang, brief=True):
        found += [table.title]
        if table.note:
            found += [f"  {table.note}"]
        found += _rows(table)
        found += [""]
    return found + ranking_lines(report, lang)


def all_tables(report: Report, lang: Lang, *, brief: bool = False) -> list[Table]:
    """The tables of the players, and those of the raters."""
    return [
        *tables(report, lang, brief=brief),
        *rater_tables(report, writer_of(report, lang)),
    ]


def _rows(table: Table) -> list[str]:
    if table.id in LISTS:
        return ["  " + "  ".join(cell.whole for cell in row) for row in table.rows]
    found = []
    for head, *cells in table.rows:
        for column, cell in zip(table.columns[1:], cells, strict=True):
            found.append(f"  {head.text} | {column} | {cell.whole}")
    return found


def ranking_lines(report: Report, lang: Lang) -> list[str]:
    """Who stands before whom, and which players cannot be ranked for what reason."""
    write = writer_of(report, lang)
    found = []
    for order in orders(report, write):
        found.append(write.say(ORDERED))
        found += [f"  {number}. {line}" for number, line in enumerate(order, start=1)]
    for refusal in refusals(report, write):
        found.append(refusal.head)
        found += [f"  {line}" for line in refusal.lines]
    return found


LISTS = frozenset({"sessions", "raters", "disputed"})
"""Tables whose rows are things, not figures of players."""

ORDERED = msg("In order of mRS (scores of the same identity):")


@dataclass(frozen=True)
class Refusal:
    """Why players are not ranked: a sentence that names them, and a line a difference."""

    head: str
    lines: tuple[str, ...]


def orders(report: Report, write: Writer) -> list[list[str]]:
    """Each order of players, a line each, the first first."""
    return [
        [
            f"{write.player(place.player)}  {write.percent(place.mrs)}  "
            f"{behind_words(write, place)}".rstrip()
            for place in order
        ]
        for order in report.ranking.orders
    ]


def refusals(report: Report, write: Writer) -> list[Refusal]:
    """What keeps which players from being ranked."""
    found = []
    for one in report.ranking.refused:
        left, right = (write.listed(map(write.player, side)) for side in (one.left, one.right))
        head = msg(
            "Not ranked: {left} with {right}, whose scores differ in:", left=left, right=right
        )
        sides = write.player(one.left[0]), write.player(one.right[0])
        lines = tuple(difference_line(write, *sides, each) for each in one.differences)
        found.append(Refusal(write.say(head), lines))
    return found


def behind_words(write: Writer, place: Place) -> str:
    """How far a place is behind the one before; nothing for the first."""
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


def difference_line(write: Writer, left: str, right: str, one: Difference) -> str:
    """A key of the identity, and its values that only `left` or only `right` has."""
    words = msg("{who}: {values}") if one.key == MIX else msg("{who} only: {values}")
    sides = []
    for name, values in ((left, one.left), (right, one.right)):
        if values:
            shown = write.listed(map(write.say, values[:_SHOWN]))
            more = " …" if len(values) > _SHOWN else ""
            told = Message(words.msgid, {"who": name, "values": shown + more})
            sides.append(write.say(told))
    return write.headed(key_name(one.key), write.parts(sides))


_SHOWN = 4
