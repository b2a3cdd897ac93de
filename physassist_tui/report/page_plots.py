"""Which plots stand beside which table, made from a report's figures."""

from __future__ import annotations

from collections.abc import Callable

from physassist_tui.core.names import kind_name
from physassist_tui.core.words import ItemKind
from physassist_tui.i18n import msg
from physassist_tui.report.cells import Writer, letter
from physassist_tui.report.figure import Figure
from physassist_tui.report.markup import Markup
from physassist_tui.report.naming import effort_name, value_name
from physassist_tui.report.played import Played
from physassist_tui.report.plots import Mark, Point, bars, decay, intervals, scatter, ticks_to
from physassist_tui.report.sheet import Report
from physassist_tui.report.slices import place
from physassist_tui.score.figures import session_mean

Captioned = tuple[Markup, str]


class Plots:
    """The plots of a report, by the table that holds their numbers."""

    def __init__(self, report: Report, write: Writer) -> None:
        self._report = report
        self._write = write
        self._no = write.say(msg("unknown"))

    def of(self, table: str) -> list[Captioned]:
        """The plots that stand beside the table of that id, each with its caption."""
        made: dict[str, Callable[[], list[Captioned]]] = {
            "figures": self._scores,
            "kinds": self._kinds,
            "turn": self._decay,
            "effort": self._efforts,
        }
        return made[table]() if table in made else []

    def _mark(self, figure: Figure | None) -> Mark | None:
        if figure is None or figure.value is None:
            return None
        bounds = figure.interval
        cell = self._write.figure(figure)
        return Mark(
            float(figure.value),
            bounds.low if bounds else None,
            bounds.high if bounds else None,
            self._write.headed(cell.whole, cell.made),
        )

    def _scores(self) -> list[Captioned]:
        rows = []
        for at, sheet in enumerate(self._report.players):
            by_key = {figure.key: figure for figure in sheet.figures}
            strict, lenient = self._mark(by_key["mrs"]), self._mark(by_key["mrs_lenient"])
            rows.append((at, self._write.player(sheet.player), strict, lenient))
        caption = msg(
            "mRS with its 95% interval; filled: strict, in outline below it: lenient, where that "
            "is another value."
        )
        return [(intervals(rows, self._no), self._write.say(caption))]

    def _kinds(self) -> list[Captioned]:
        found = {
            (at, kind.kind): kind.missed
            for at, sheet in enumerate(self._report.players)
            for kind in sheet.kinds
        }
        players = range(len(self._report.players))
        groups = [
            (
                self._write.say(kind_name(kind)),
                [(at, self._mark(found.get((at, kind.value)))) for at in players],
            )
            for kind in ItemKind
            if any(name == kind.value for _, name in found)
        ]
        caption = msg("Share of graded items that were missed, with its 95% interval.")
        return [(bars(groups, self._no), self._write.say(caption))]

    def _decay(self) -> list[Captioned]:
        rows = [row for row in self._report.rows if row.dimension == "turn"]
        turns = sorted({row.value for row in rows}, key=lambda value: place("turn", value))
        found = {
            (row.player, row.value): figure
            for row in rows
            for figure in row.figures
            if figure.key == "mrs"
        }
        lines = [
            (at, [self._mark(found.get((sheet.player, turn))) for turn in turns])
            for at, sheet in enumerate(self._report.players)
        ]
        heads = [self._write.say(value_name("turn", turn)) for turn in turns]
        caption = msg("Mean turn score (strict) turn by turn, with its 95% interval.")
        return [(decay(lines, heads), self._write.say(caption))]

    def _efforts(self) -> list[Captioned]:
        calls = self._scatter("tool_calls", lambda played: float(played.effort.tool_calls))
        time = self._scatter("active_ms", lambda played: played.effort.active_ms / 1000)
        return [*calls, *time]

    def _scatter(self, name: str, amount: Callable[[Played], float]) -> list[Captioned]:
        players = {sheet.player: at for at, sheet in enumerate(self._report.players)}
        points = []
        for played in self._report.sessions:
            score = session_mean(played.tallies)
            if score is not None:
                at = players[played.player]
                x, y = self._write.number(amount(played)), self._write.percent(score)
                who = f"{letter(at)} {self._write.say(played.session)}"
                made = self._write.headed(who, self._write.parts((x, y)))
                points.append(Point(amount(played), float(score), at, made))
        if not any(point.x for point in points):
            return []
        ticks = ticks_to(max(point.x for point in points))
        label = self._write.say(effort_name(name))
        labelled = [(tick, self._write.number(tick)) for tick in ticks]
        caption = msg("mRS of each session against its {amount}.", amount=label)
        return [(scatter(points, label, labelled), self._write.say(caption))]
