"""A value of what a search gave, to be put into a note: one row of one result."""

from __future__ import annotations

from datetime import tzinfo
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from physassist_tui.core.foreign import one_line
from physassist_tui.core.state import Call
from physassist_tui.i18n import _, msg
from physassist_tui.tui.content import line
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.result_text import call_words, table_of, told

MOST = 200


class ValuesScreen(Screen["str | None"]):
    """Gives the chosen row as `Header: value` parts."""

    CSS_PATH = "long.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("escape,q", "leave", msg("back"), msg("Goes back; nothing is put in.")),
    ]

    def __init__(self, call: Call, zone: tzinfo | None) -> None:
        super().__init__()
        self._call = call
        self._zone = zone
        self._rows: list[str] = []

    def compose(self) -> ComposeResult:
        """The rows of the result."""
        yield Static(line(_("Put in: {call}", call=call_words(self._call))), classes="title")
        yield OptionList(id="searched-list", markup=False)
        yield KeyBar()

    async def redraw(self) -> None:
        """Draws every text in the language of the moment; the same row is chosen."""
        at = self.query_one(OptionList).highlighted
        await self.recompose()
        self.on_mount()
        self.query_one(OptionList).highlighted = at

    def on_mount(self) -> None:
        """Draws the rows."""
        table = table_of(self._call, self._zone)
        self._rows = [one_line(told(table.columns, row)) for row in table.rows[:MOST]]
        shown = self.query_one(OptionList)
        shown.add_options(Option(line(row)) for row in self._rows)
        if not self._rows:
            shown.add_option(Option(line(_("This search gave nothing to put in.")), disabled=True))
        shown.highlighted = 0 if self._rows else None
        shown.focus()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._rows[event.option_index])

    def action_leave(self) -> None:
        """Goes back."""
        self.dismiss(None)
