"""How far raters agree, as tables."""

from __future__ import annotations

from physassist_tui.core.foreign import one_line
from physassist_tui.core.names import kind_name
from physassist_tui.i18n import Message, msg
from physassist_tui.report.cells import Cell, Writer
from physassist_tui.report.sheet import Report
from physassist_tui.report.tables import Table
from physassist_tui.score.agreement import (
    PUBLISHED_JUDGE_AGREEMENT,
    Agreement,
    Comparison,
    Disputed,
    Measure,
    RaterEffort,
    disputed_items,
    rater_efforts,
)


def rater_tables(report: Report, write: Writer) -> list[Table]:
    """Agreement, the raters' effort and the items in dispute; those that have rows."""
    return [
        table
        for table in (_agreement(report, write), _raters(report, write), _disputed(report, write))
        if table.rows
    ]


def _comparison_name(comparison: Comparison) -> Message:
    return {
        "people": msg("people with people"),
        "judges": msg("judges with judges"),
        "judges_and_people": msg("judges with people"),
    }[comparison]


def _agreement(report: Report, write: Writer) -> Table:
    heads = (
        "", msg("raters"), msg("items"), msg("agreement"), "κ",
        msg("α, ordinal"), msg("α, nominal"),
    )  # fmt: skip
    note = msg(
        "Agreement: pairs of ratings of one item that are the same / all such pairs. κ: Cohen's, "
        "for two raters. α: Krippendorff's; ordinal takes fail < partial < pass. Judges with "
        "people: the majority of each side. Intervals: bootstrap over sessions. The published "
        "agreement of a judge with annotators is {published} (arXiv 2606.18613).",
        published=write.percent(PUBLISHED_JUDGE_AGREEMENT),
    )
    rows = tuple(_agreement_row(one, write) for one in report.agreements)
    columns = tuple(write.say(head) for head in heads)
    return Table("agreement", write.say(msg("Agreement of raters")), columns, rows, write.say(note))


def _agreement_row(one: Agreement, write: Writer) -> tuple[Cell, ...]:
    kind = kind_name(one.kind) if one.kind else msg("all items")
    name = write.headed(_comparison_name(one.comparison), write.say(kind))
    split = write.say(msg("{n} left out: no majority", n=one.split)) if one.split else ""
    return (
        Cell(name),
        Cell(write.listed(map(one_line, one.raters))),
        Cell(str(one.units), split),
        _share(one.raw, write),
        *(_coefficient(each, write) for each in (one.kappa, one.alpha_ordinal, one.alpha_nominal)),
    )


def _share(measure: Measure, write: Writer) -> Cell:
    if measure.why_not is not None:
        return Cell("–", write.say(measure.why_not))
    bounds = measure.interval
    beside = f"{write.bare(bounds.low)}–{write.bare(bounds.high)}" if bounds else ""
    return Cell(write.percent(measure.value), beside)


def _coefficient(measure: Measure, write: Writer) -> Cell:
    if measure.why_not is not None or measure.value is None:
        return Cell("–", write.say(measure.why_not or ""))
    bounds = measure.interval
    beside = f"{_two(bounds.low)} – {_two(bounds.high)}" if bounds else ""
    return Cell(_two(measure.value), beside)


def _two(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")


def _raters(report: Report, write: Writer) -> Table:
    heads = (msg("rater"), msg("ratings"), msg("abstained"), msg("median seconds an item"))
    rows = tuple(_rater(one, write) for one in rater_efforts(report.ratings))
    columns = tuple(write.say(head) for head in heads)
    return Table("raters", write.say(msg("Raters")), columns, rows)


def _rater(one: RaterEffort, write: Writer) -> tuple[Cell, ...]:
    known = write.say(msg("known in {n} of {of}", n=one.timed, of=one.ratings))
    middle = one.median_seconds
    seconds = write.say(msg("unknown")) if middle is None else write.number(middle)
    rated, abstained = Cell(str(one.ratings)), Cell(str(one.abstained))
    return (Cell(one_line(one.rater)), rated, abstained, Cell(seconds, known))


def _disputed(report: Report, write: Writer) -> Table:
    heads = (msg("item"), msg("session"), msg("why"))
    rows = tuple(_dispute(one, write) for one in disputed_items(report.ratings))
    columns = tuple(write.say(head) for head in heads)
    return Table("disputed", write.say(msg("Items in dispute")), columns, rows)


def _dispute(one: Disputed, write: Writer) -> tuple[Cell, ...]:
    names = {"wrong": msg("wrong"), "unclear": msg("unclear"), "unsafe": msg("unsafe")}
    reasons = [f"{write.say(names.get(reason, reason))} {n}" for reason, n in one.reasons]
    place = msg("turn {turn}, {item}", turn=one.turn, item=one.item)
    return (Cell(write.say(place)), Cell(one_line(one.session)), Cell(write.listed(reasons)))
