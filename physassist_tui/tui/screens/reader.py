"""A reader: a text of any length on the whole screen, with search."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Input, Static

from physassist_tui.i18n import _, msg
from physassist_tui.tui.content import line, plain
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.field import Field
from physassist_tui.tui.widgets.finding import Place, blocks_of, search
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.selecting import SELECTING, Marking, SelectingScreen
from physassist_tui.tui.widgets.transcript import Transcript

Anew = Callable[[], tuple[str, str]]


class ReaderScreen(SelectingScreen[None]):
    """Shows a text whole."""

    CSS_PATH = "reading.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("escape,q", "leave", msg("back"), msg("Goes back to where you were.")),
        key("slash,ctrl+f", "search", msg("search"), msg("Finds words in this text.")),
        key("n", "find(1)", msg("next"), msg("Goes to the next place that was found.")),
        key("p", "find(-1)", msg("previous"), msg("Goes to the place found before.")),
        *SELECTING,
    ]

    def __init__(
        self, title: str, text: str, *, wrapped: bool = True, anew: Anew | None = None
    ) -> None:
        """`anew` gives title and text in the language of the moment, where that changes them."""
        super().__init__()
        self._title = title
        self._text = text
        self._wrapped = wrapped
        self._anew = anew
        self._sought = ""
        self._at = -1
        self._places: list[Place] | None = None

    def compose(self) -> ComposeResult:
        """The title, the text, the search."""
        yield Static(line(self._title), id="reader-title", classes="title")
        yield Transcript(id="reader-text", follow=False)
        yield Field(id="reader-search", compact=True)
        yield Static(id="reader-found")
        yield KeyBar()

    def on_mount(self) -> None:
        """Shows the text from its start."""
        self._name_search()
        self._marking = Marking(self.query_one(Transcript))
        self._show_text()
        self._marking.transcript.focus()

    @work(exclusive=True, group="text")
    async def _show_text(self) -> None:
        blocks = await asyncio.to_thread(blocks_of, self._text, wrapped=self._wrapped)
        self.query_one(Transcript).show(blocks)

    async def redraw(self) -> None:
        """Draws every text in the language of the moment; what is sought stays."""
        self._name_search()
        self.query_one("#reader-found", Static).update(line(""))
        if self._anew is not None:
            self._title, self._text = await asyncio.to_thread(self._anew)
            self.query_one("#reader-title", Static).update(line(self._title))
            self._at, self._places = -1, None
            self._show_text()

    def _name_search(self) -> None:
        self.query_one("#reader-search", Input).placeholder = plain(_("Search…")).plain

    def action_select_lines(self, by: int) -> None:
        """Selects a line more, or a line less."""
        self._marking.move(by)

    def action_select_whole(self) -> None:
        """Selects the whole text."""
        self._marking.whole()

    def action_leave(self) -> None:
        """Ends a search under way; else goes back."""
        searching = [one for one in self.workers if one.group == "find" and one.node is self]
        if any(one.is_running for one in searching):
            self.workers.cancel_group(self, "find")
            self.query_one("#reader-found", Static).update(line(""))
        else:
            self.dismiss(None)

    def action_search(self) -> None:
        """Goes to the search."""
        field = self.query_one("#reader-search", Input)
        field.focus()
        field.select_all()

    @on(Input.Submitted, "#reader-search")
    def _submitted(self, event: Input.Submitted) -> None:
        self._sought, self._at, self._places = event.value, -1, None
        self.query_one(Transcript).focus()
        self.action_find(1)

    def action_find(self, by: int) -> None:
        """Goes to the next place, or the one before, around the end."""
        if self._sought:
            self._find(by)

    @work(exclusive=True, group="find")
    async def _find(self, by: int) -> None:
        note = self.query_one("#reader-found", Static)
        transcript = self.query_one(Transcript)
        if self._places is None:
            note.update(line(_("Searching…")))
            self._places = await search(transcript.blocks, plain(self._sought).plain)
        places = self._places
        if not places:
            note.update(line(_("Nothing found for {words}.", words=self._sought)))
            return
        self._at = (self._at + by) % len(places) if self._at >= 0 or by > 0 else len(places) - 1
        note.update(line(_("{n} of {of}", n=self._at + 1, of=len(places))))
        while not transcript.mark(*places[self._at]):
            await asyncio.sleep(0)
