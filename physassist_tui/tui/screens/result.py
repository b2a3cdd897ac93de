"""What a call gave, whole: its table, the row that one is on in full, texts, JSON, plot."""

from __future__ import annotations

import asyncio
import json
from datetime import tzinfo
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from physassist_tui.core.state import Call
from physassist_tui.core.view import CallTool
from physassist_tui.ehr.tables import Table
from physassist_tui.i18n import _, msg
from physassist_tui.tui.content import joined, line
from physassist_tui.tui.keys import key
from physassist_tui.tui.screens.reader import ReaderScreen
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.plot import plot_text
from physassist_tui.tui.widgets.result_text import (
    call_words,
    found,
    full_text,
    table_of,
    told,
    trend_line,
)
from physassist_tui.tui.widgets.selecting import SelectingScreen
from physassist_tui.tui.widgets.table_view import TableView

MOST_TRENDS = 3
LONGEST = 4000
"""Characters of a row below the table; the text (t) has it whole."""


class ResultScreen(SelectingScreen[CallTool | None]):
    """Shows the result of a call. Gives the call of the next page where that is wanted."""

    CSS_PATH = "reading.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("escape,q", "leave", msg("back"), msg("Goes back to where you were.")),
        key("t", "text", msg("text"), msg("The whole result as text, notes in full, with search.")),
        key("j", "raw", msg("JSON"), msg("The result as the JSON that it is.")),
        key("g", "plot", msg("plot"), msg("One value over time.")),
        key("m", "more", msg("next page"), msg("Calls for the next page; this is a tool call.")),
    ]

    def __init__(self, call: Call, zone: tzinfo | None) -> None:
        super().__init__()
        self._call = call
        self._zone = zone
        self._table: Table | None = None
        self._trend = 0

    def compose(self) -> ComposeResult:
        """The call, its table, the row in full."""
        yield Static(line(call_words(self._call)), classes="title")
        yield Static(id="result-note")
        yield TableView(id="result-table")
        yield Static(id="result-row")
        yield KeyBar()

    def on_mount(self) -> None:
        """Lays the table out, away from the screen."""
        self.query_one("#result-note", Static).update(line(_("Opening…")))
        self._lay()

    async def redraw(self) -> None:
        """Lays the table out in the language of the moment."""
        self._lay()

    @work(exclusive=True)
    async def _lay(self) -> None:
        table = await asyncio.to_thread(table_of, self._call, self._zone)
        self._table = table
        shown = self.query_one(TableView)
        shown.show(table.columns, table.rows)
        notes = [line(found(self._call), "bold"), *map(line, table.notes)]
        notes += [line(trend_line(trend)) for trend in table.trends[:MOST_TRENDS]]
        if table.texts:
            notes.append(line(_("t opens the texts in full.")))
        self.query_one("#result-note", Static).update(joined(*notes, by="\n"))
        shown.focus()

    @on(TableView.RowHighlighted)
    def _row(self, event: TableView.RowHighlighted) -> None:
        table = self._table
        if table is not None and 0 <= event.cursor_row < len(table.rows):
            whole = told(table.columns, table.rows[event.cursor_row])
            short = whole if len(whole) <= LONGEST else whole[:LONGEST] + "…"
            self.query_one("#result-row", Static).update(line(short))

    def action_leave(self) -> None:
        """Goes back."""
        self.dismiss(None)

    @on(TableView.RowSelected)
    async def action_text(self) -> None:
        """Opens the whole result as text."""
        self.app.push_screen(await text_reader(self._call, self._zone))

    async def action_raw(self) -> None:
        """Opens the JSON."""
        self.app.push_screen(await raw_reader(self._call))

    def action_plot(self) -> None:
        """Plots a value over time; once more plots the next."""
        trends = self._table.trends if self._table is not None else []
        if not trends:
            self.query_one("#result-note", Static).update(
                line(_("No value here was measured more than once."))
            )
            return
        trend = trends[self._trend % len(trends)]
        self._trend += 1
        # What the reader has around its text: title, frame, search, keys; and the plot's heading.
        room = self.size.width - 3, max(8, self.size.height - 10)

        def anew() -> tuple[str, str]:
            trends = table_of(self._call, self._zone).trends
            again = next((one for one in trends if one.points == trend.points), trend)
            return again.name, plot_text(again, *room)

        name, text = trend.name, plot_text(trend, *room)
        self.app.push_screen(ReaderScreen(name, text, wrapped=False, anew=anew))

    def action_more(self) -> None:
        """Wants the next page."""
        result = self._call.result or {}
        if result.get("pages", 1) <= result.get("page", 1):
            self.query_one("#result-note", Static).update(line(_("There is no further page.")))
            return
        arguments = {**self._call.arguments_given, "page": result["page"] + 1}
        self.dismiss(CallTool(self._call.tool, arguments))


async def text_reader(call: Call, zone: tzinfo | None) -> ReaderScreen:
    """A reader of all that a call gave."""

    def anew() -> tuple[str, str]:
        return call_words(call), full_text(call, zone)

    return ReaderScreen(*await asyncio.to_thread(anew), anew=anew)


async def raw_reader(call: Call) -> ReaderScreen:
    """A reader of a result as the JSON that it is."""
    text = await asyncio.to_thread(json.dumps, call.result, ensure_ascii=False, indent=2)
    return ReaderScreen(call_words(call), text, wrapped=False)
