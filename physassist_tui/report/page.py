"""The report as one HTML page that needs nothing else: no network, no script, no font."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from physassist_tui import __version__
from physassist_tui.i18n import Lang, Message, msg, nmsg
from physassist_tui.report.cells import Cell
from physassist_tui.report.lines import ORDERED, all_tables, orders, refusals
from physassist_tui.report.markup import Markup, el, join, text
from physassist_tui.report.page_plots import Plots
from physassist_tui.report.plots import shape
from physassist_tui.report.sheet import Report
from physassist_tui.report.tables import Table, writer_of
from physassist_tui.score.intervals import CONFIDENCE

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_LANGUAGE = {"en": "en", "zh": "zh-CN"}


def page(report: Report, lang: Lang) -> str:
    """The whole page. The same report gives the same bytes."""
    return _Page(report, lang).whole()


class _Page:
    def __init__(self, report: Report, lang: Lang) -> None:
        self.report = report
        self.lang: Lang = lang
        self.write = writer_of(report, lang)
        self.plots = Plots(report, self.write)
        self.tables = all_tables(report, lang)

    def say(self, words: Message) -> str:
        return self.write.say(words)

    def whole(self) -> str:
        title = self.say(msg("Report of physassist"))
        head = el(
            "head",
            el("meta", charset="utf-8"),
            el("meta", http_equiv="Content-Security-Policy", content=_POLICY),
            el("meta", name="viewport", content="width=device-width, initial-scale=1"),
            el("title", title),
            el("style", Markup(Path(__file__).with_name("page.css").read_text("utf-8"))),
        )
        body = el(
            "body", el("header", el("h1", title), *self.intro()), self.contents(), self.main()
        )
        return f"<!DOCTYPE html>\n{el('html', head, body, lang=_LANGUAGE[self.lang])}\n"

    def intro(self) -> list[Markup]:
        sessions, players = len(self.report.sessions), len(self.report.players)
        counts = self.say(
            msg(
                "{sessions} of {players}.",
                sessions=nmsg("{n} session", "{n} sessions", sessions),
                players=nmsg("{n} player", "{n} players", players),
            )
        )
        draws = self.report.options.draws
        how = msg(
            "Intervals are {confidence}%: Wilson's for shares, a bootstrap over sessions for "
            "means ({resamples} draws, seed {seed}). Point at a number to see how it was made; "
            "the formulas are also at the end. A session that was passed on, forked or rewound "
            "is listed as nobody's own. For evaluation and training, not for the care of patients.",
            confidence=round(CONFIDENCE * 100),
            resamples=draws.resamples,
            seed=draws.seed,
        )
        entries = [
            el(
                "li",
                el("svg", shape(at, 9, 9), viewBox="0 0 18 18", aria_hidden="true"),
                self.write.player(sheet.player),
            )
            for at, sheet in enumerate(self.report.players)
        ]
        return [el("p", counts), el("p", self.say(how), class_="note"), _legend(entries)]

    def contents(self) -> Markup:
        entries = [("ranking", self.say(msg("Ranking")))]
        entries += [(table.id, table.title) for table in self.tables]
        entries += [("formulas", self.say(msg("Formulas")))]
        links = [el("li", el("a", title, href=f"#{name}")) for name, title in entries]
        return el("nav", el("ul", *links), aria_label=self.say(msg("Contents")))

    def main(self) -> Markup:
        sections = [self.ranking(), *(self.section(table) for table in self.tables)]
        made = msg("Made by physassist {version}.", version=__version__)
        return el("main", *sections, self.formulas(), el("footer", el("p", self.say(made))))

    def ranking(self) -> Markup:
        parts = []
        for order in orders(self.report, self.write):
            parts += [el("p", self.say(ORDERED)), el("ol", *(el("li", one) for one in order))]
        for refusal in refusals(self.report, self.write):
            lines = (el("li", line) for line in refusal.lines)
            parts += [el("p", refusal.head), el("ul", *lines)]
        if not parts:
            only = msg("There is only one player: nothing to put in order.")
            parts.append(el("p", self.say(only)))
        return el("section", el("h2", self.say(msg("Ranking"))), *parts, id="ranking")

    def section(self, table: Table) -> Markup:
        plots = [
            el("figure", plot, el("figcaption", words)) for plot, words in self.plots.of(table.id)
        ]
        beside = el("div", *plots, class_="plots") if plots else None
        drawn = el("div", self.table(table), class_="scroll", tabindex="0")
        return el("section", el("h2", table.title), beside, drawn, id=table.id)

    def table(self, table: Table) -> Markup:
        caption = el("caption", table.note) if table.note else None
        heads = [el("th", _breakable(column), scope="col") for column in table.columns]
        rows = [el("tr", _head(row[0]), *(_field(cell) for cell in row[1:])) for row in table.rows]
        return el("table", caption, el("thead", el("tr", *heads)), el("tbody", *rows))

    def formulas(self) -> Markup:
        made = {
            row[0].text: row[0].made
            for table in self.tables
            for row in table.rows
            if row[0].made and table.id in _WITH_FORMULAS
        }
        rows = [el("tr", el("th", name, scope="row"), el("td", how)) for name, how in made.items()]
        body = el("div", el("table", el("tbody", *rows)), class_="scroll", tabindex="0")
        return el("section", el("h2", self.say(msg("Formulas"))), body, id="formulas")


_WITH_FORMULAS = ("figures", "trials", "kinds", "checks", "causes", "effort")


def _legend(entries: Sequence[Markup]) -> Markup:
    return el("ul", *entries, class_="legend")


def _breakable(name: str) -> Markup:
    """A name that may go on in the next line after a colon, a slash or a plus."""
    pieces = re.split(r"(?<=[:/+])", name)
    return Markup("<wbr>".join(text(piece) for piece in pieces))


def _head(cell: Cell) -> Markup:
    return el("th", cell.text, scope="row", title=cell.made or None)


def _field(cell: Cell) -> Markup:
    beside = el("small", cell.beside) if cell.beside else None
    return el("td", join(cell.text, beside), title=cell.made or None)
