"""The report as tables, in one language: what the terminal, the lines and the page all show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from physassist_tui.core.foreign import one_line
from physassist_tui.core.names import cause_name, check_name, kind_name
from physassist_tui.core.words import ItemKind
from physassist_tui.i18n import Lang, Message, msg, nmsg
from physassist_tui.report.cells import Cell, Writer
from physassist_tui.report.dimensions import Dimension
from physassist_tui.report.extras import CheckFigures
from physassist_tui.report.figure import Figure
from physassist_tui.report.naming import (
    dimension_name,
    effort_name,
    ending_name,
    figure_name,
    formula,
    key_name,
    value_name,
)
from physassist_tui.report.played import Played
from physassist_tui.report.sheet import PlayerSheet, Report
from physassist_tui.report.slices import place
from physassist_tui.score.figures import session_mean

BRIEF = ("mrs",)
LONG = (
    "mrs",
    "mrs_lenient",
    "pass_turn_0.60",
    "pass_turn_0.75",
    "pass_session_0.60",
    "checkpoint_rate",
    "task_success",
)
"""The figures of a slice that tables show; JSON and CSV have them all."""


@dataclass(frozen=True)
class Table:
    """A table. Each row's first field is its head; `id` is a name for links."""

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""


def writer_of(report: Report, lang: Lang) -> Writer:
    """Who writes the fields of that report."""
    return Writer(lang, tuple(sheet.player for sheet in report.players))


def tables(report: Report, lang: Lang, *, brief: bool = False) -> list[Table]:
    """All tables that have rows; where `brief`, the slices show their mRS alone."""
    return _Tables(report, writer_of(report, lang)).all(BRIEF if brief else LONG)


class _Tables:
    def __init__(self, report: Report, writer: Writer) -> None:
        self.report = report
        self.sheets = report.players
        self.write = writer

    def all(self, keys: Sequence[str]) -> list[Table]:
        found = [
            self.counts(),
            self.figures(),
            self.trials(),
            self.kinds(),
            self.checks(),
            self.causes(),
            self.efforts(),
            *(self.slice(by, keys) for by in self.report.options.by),
            self.sessions(),
        ]
        return [table for table in found if table.rows]

    def table(
        self, name: str, title: Message, rows: Sequence[tuple[Cell, ...]], note: Message | str = ""
    ) -> Table:
        say = self.write.say
        columns = tuple(self.write.player(sheet.player) for sheet in self.sheets)
        return Table(name, say(title), ("", *columns), tuple(rows), say(note))

    def row(
        self, head: Message | str, cells: Iterable[Cell], made: Message | str = ""
    ) -> tuple[Cell, ...]:
        return (Cell(self.write.say(head), made=self.write.say(made)), *cells)

    def found(self, figure: Figure | None) -> Cell:
        return Cell("–") if figure is None else self.write.figure(figure)

    def counts(self) -> Table:
        names = {
            "planned": msg("planned"),
            "attempted": msg("attempted"),
            "finished": msg("finished"),
            "graded": msg("graded, in part or whole"),
            "wholly_graded": msg("graded, every item"),
        }
        rows = []
        for name, head in names.items():
            counts = [getattr(sheet.counts, name) for sheet in self.sheets]
            rows.append(self.row(head, [Cell(self.count(n)) for n in counts]))
        for end in sorted({end for sheet in self.sheets for end in sheet.ends} - {"completed"}):
            head = msg("ended: {end}", end=ending_name(end))
            rows.append(self.row(head, [Cell(str(s.ends.get(end, 0))) for s in self.sheets]))
        rows += [
            self.row(msg("acts"), map(self.acts, self.sheets)),
            self.row(msg("proposals accepted, edited, rejected"), map(self.decided, self.sheets)),
            self.row(msg("scored in different ways"), map(self.mixed, self.sheets)),
        ]
        return self.table("counts", msg("Sessions"), rows if self.sheets else [])

    def count(self, n: int | None) -> str:
        return self.write.say(msg("unknown")) if n is None else str(n)

    def acts(self, sheet: PlayerSheet) -> Cell:
        acts: dict[str, int] = {}
        for played in sheet.sessions:
            for player, n in played.authorship.acts:
                acts[player] = acts.get(player, 0) + n
        said = (f"{self.write.player_name(name)} {n}" for name, n in sorted(acts.items()))
        return Cell(self.write.listed(said))

    def decided(self, sheet: PlayerSheet) -> Cell:
        each = [played.authorship for played in sheet.sessions]
        sums = [sum(getattr(a, name) for a in each) for name in ("accepted", "edited", "rejected")]
        return Cell(self.write.listed(map(str, sums)) if any(sums) else "–")

    def mixed(self, sheet: PlayerSheet) -> Cell:
        names = [self.write.say(key_name(key)) for key in sheet.mixed]
        return Cell(self.write.listed(names) if names else self.write.say(msg("no")))

    def figures(self) -> Table:
        by_player = [{f.key: f for f in (*s.figures, s.gap)} for s in self.sheets]
        rows = [
            self.row(figure_name(key), [self.found(f[key]) for f in by_player], formula(key))
            for key in (by_player[0] if by_player else ())
        ]
        note = msg("Value (95% interval; n). Strict where it does not say lenient.")
        return self.table("figures", msg("Figures"), rows, note)

    def trials(self) -> Table:
        by_player = [
            {(one.k, figure.key): figure for one in sheet.trials.by_k for figure in one.figures}
            for sheet in self.sheets
        ]
        rows = [
            self.row(
                figure_name(key, k), [self.found(f.get((k, key))) for f in by_player], formula(key)
            )
            for k, key in sorted({key for found in by_player for key in found})
            if k > 1 or key == "pass_at_k"  # of one trial all four are the same
        ]
        note = msg(
            "A task is a scenario in one language. Planned trials that were not played to their "
            "end are no successes; tasks that are not wholly decided are left out and counted."
        )
        return self.table("trials", msg("Trials"), rows, note)

    def kinds(self) -> Table:
        by_player = [{kind.kind: kind.missed for kind in sheet.kinds} for sheet in self.sheets]
        rows = [
            self.row(
                kind_name(kind), [self.found(f.get(kind)) for f in by_player], formula("missed")
            )
            for kind in ItemKind
            if any(kind in found for found in by_player)
        ]
        note = msg("By the ability that an item tests: {how}.", how=formula("missed"))
        return self.table("kinds", msg("Failure kinds"), rows, note)

    def found_often(self, one: CheckFigures) -> Cell:
        cell = self.write.figure(one.sessions)
        n = self.write.say(nmsg("{n} finding", "{n} findings", one.findings))
        return Cell(cell.text, self.write.parts((n, cell.beside)), cell.made)

    def causes(self) -> Table:
        rows = [
            self.row(cause_name(each[0].check), map(self.found_often, each), formula("cause"))
            for each in zip(*(sheet.causes for sheet in self.sheets), strict=True)
            if any(one.findings for one in each)
        ]
        note = msg("Simple causes of what failed, as far as events tell: {how}.",
                   how=formula("cause"))  # fmt: skip
        return self.table("causes", msg("Causes of failure"), rows, note)

    def checks(self) -> Table:
        rows = [
            self.row(check_name(each[0].check), map(self.found_often, each), formula("check"))
            for each in zip(*(sheet.checks for sheet in self.sheets), strict=True)
        ]
        note = msg("Beside the score, never in it: {how}.", how=formula("check"))
        return self.table("checks", msg("Standing checks"), rows, note)

    def efforts(self) -> Table:
        rows = [
            self.row(effort_name(each[0].name), map(self.write.effort, each), formula("effort"))
            for each in zip(*(sheet.efforts for sheet in self.sheets), strict=True)
        ]
        note = msg(
            "Mean of a session (95% interval; median; in how many it is known). "
            "What is unknown is not counted as 0."
        )
        return self.table("effort", msg("Effort and cost"), rows, note)

    def slice(self, by: Dimension, keys: Sequence[str]) -> Table:
        rows = [row for row in self.report.rows if row.dimension == by]
        found = {(r.player, r.value, f.key): f for r in rows for f in r.figures}
        made = []
        for value in sorted({row.value for row in rows}, key=lambda value: place(by, value)):
            name = self.write.say(value_name(by, value))
            for key in keys:
                figures = [found.get((sheet.player, value, key)) for sheet in self.sheets]
                if any(figures):
                    head = self.write.headed(name, self.write.say(figure_name(key)))
                    made.append(self.row(head, map(self.found, figures), formula(key)))
        return self.table(by, dimension_name(by), made)

    def sessions(self) -> Table:
        heads = (
            msg("session"), msg("player"), msg("scenario"), msg("language"), msg("end"),
            msg("mRS"), msg("mRS, lenient"), msg("graded items"),
        )  # fmt: skip
        columns = tuple(self.write.say(head) for head in heads)
        rows = tuple(self.session(played) for played in self.report.sessions)
        return Table("sessions", self.write.say(msg("Each session")), columns, rows)

    def session(self, played: Played) -> tuple[Cell, ...]:
        say, tallies = self.write.say, played.tallies
        total = sum(tally.total for tally in tallies)
        strict, lenient = session_mean(tallies), session_mean(tallies, lenient=True)
        why = say(played.not_graded) if played.not_graded else ""
        return (
            Cell(one_line(played.session)),
            Cell(self.write.player(played.player)),
            Cell(one_line(played.scenario)),
            Cell(say(value_name("language", played.language))),
            Cell(say(ending_name(played.ended or "unfinished"))),
            Cell(self.write.percent(strict), made=say(formula("mrs"))),
            Cell(self.write.percent(lenient), made=say(formula("mrs_lenient"))),
            Cell(say(msg("{n} of {of}", n=played.graded_items, of=total)), why),
        )
