"""What was searched so far, with what was found and, plainly, what was not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from physassist_tui.core.foreign import one_line
from physassist_tui.i18n import _, msg
from physassist_tui.play.paperwork.searched import (
    Search,
    clock_text,
    empty_warning,
    hit_words,
    searches,
)
from physassist_tui.play.seat import AssistantSeat
from physassist_tui.tui.content import Content, joined, line, plain
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.key_bar import KeyBar


class SearchedScreen(Screen["str | None"]):
    """Gives the id of the call whose result is to be shown."""

    CSS_PATH = "long.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("n", "empty(1)", msg("next empty"), msg("Goes to the next search without a hit.")),
        key("escape,q,ctrl+r", "leave", msg("back"), msg("Goes back to where you were.")),
    ]

    def __init__(self, seat: AssistantSeat, times: Mapping[str, int]) -> None:
        super().__init__()
        self._seat = seat
        self._times = times
        self._found: list[Search] = []

    def compose(self) -> ComposeResult:
        """The searches, oldest first; below them what to keep in mind."""
        yield Static(line(_("Searched so far")), classes="title")
        yield OptionList(id="searched-list", markup=False)
        yield Static(id="searched-note")
        yield KeyBar()

    async def redraw(self) -> None:
        """Draws every text in the language of the moment; the same one is chosen."""
        at = self.query_one(OptionList).highlighted
        await self.recompose()
        self.on_mount()
        self.query_one(OptionList).highlighted = at

    def on_mount(self) -> None:
        """Draws them; the last one is chosen."""
        self._found = searches(self._seat.view(), self._times)
        shown = self.query_one(OptionList)
        shown.add_options(Option(_row(one), id=one.call_id) for one in self._found)
        shown.highlighted = len(self._found) - 1 if self._found else None
        shown.focus()
        warning = empty_warning(self._found)
        if not self._found:
            told = _("Nothing has been searched in this session.")
        else:
            told = _("Enter opens what a search gave.") if warning is None else warning.render()
        self.query_one("#searched-note", Static).update(plain(told))

    def action_empty(self, by: int) -> None:
        """Goes to the next search that found nothing, around the end."""
        shown = self.query_one(OptionList)
        at = shown.highlighted or 0
        count = len(self._found)
        for step in range(1, count + 1):
            if self._found[(at + by * step) % count].empty:
                shown.highlighted = (at + by * step) % count
                return

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id)

    def action_leave(self) -> None:
        """Goes back."""
        self.dismiss(None)


def _row(search: Search) -> Content:
    head = _("{number}. {hits}", number=search.number, hits=hit_words(search).render())
    told = _("{tool} at {time}", tool=search.tool, time=clock_text(search.at_ms))
    arguments = one_line(search.words) or _("(without any condition)")
    return joined(
        joined(line(head, "bold"), line(told), by="  "), line(f"    {arguments}"), by="\n"
    )
