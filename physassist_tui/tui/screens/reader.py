"""A reader: a text of any length on the whole screen, with search."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Input, Static

from physassist_tui.i18n import _, msg
from physassist_tui.tui.content import line, plain
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.field import Field
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.transcript import Block, Transcript
from physassist_tui.tui.widgets.wrapping import TAB

Place = tuple[int, int, int]
"""A line, and where on it something begins and ends."""


class ReaderScreen(Screen[None]):
    """Shows a text whole."""

    CSS_PATH = "reading.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("escape,q", "leave", msg("back"), msg("Goes back to where you were.")),
        key("slash,ctrl+f", "search", msg("search"), msg("Finds words in this text.")),
        key("n", "find(1)", msg("next"), msg("Goes to the next place that was found.")),
        key("p", "find(-1)", msg("previous"), msg("Goes to the place found before.")),
    ]

    def __init__(self, title: str, text: str, *, wrapped: bool = True) -> None:
        super().__init__()
        self._title = title
        self._text = text
        self._wrapped = wrapped
        self._sought = ""
        self._at = -1

    def compose(self) -> ComposeResult:
        """The title, the text, the search."""
        yield Static(line(self._title), classes="title")
        yield Transcript(id="reader-text", follow=False)
        yield Field(id="reader-search", compact=True)
        yield Static(id="reader-found")
        yield KeyBar()

    def on_mount(self) -> None:
        """Shows the text from its start."""
        self._name_search()
        text = self.query_one(Transcript)
        # A block a line: a longer text is not wrapped as one, and search marks lines.
        text.show([Block(one, wrapped=self._wrapped) for one in self._text.split("\n")])
        text.focus()

    async def redraw(self) -> None:
        """Draws every text of its own in the language of the moment; the text stays."""
        self._name_search()
        self.query_one("#reader-found", Static).update(line(""))

    def _name_search(self) -> None:
        self.query_one("#reader-search", Input).placeholder = plain(_("Search…")).plain

    def action_leave(self) -> None:
        """Goes back."""
        self.dismiss(None)

    def action_search(self) -> None:
        """Goes to the search."""
        self.query_one("#reader-search", Input).focus()

    @on(Input.Submitted, "#reader-search")
    def _submitted(self, event: Input.Submitted) -> None:
        self._sought, self._at = event.value, -1
        self.query_one(Transcript).focus()
        self.action_find(1)

    def action_find(self, by: int) -> None:
        """Goes to the next place, or the one before, around the end."""
        note = self.query_one("#reader-found", Static)
        if not self._sought:
            return
        transcript = self.query_one(Transcript)
        places = find(transcript, plain(self._sought).plain)
        if not places:
            note.update(line(_("Nothing found for {words}.", words=self._sought)))
            return
        self._at = (self._at + by) % len(places) if self._at >= 0 or by > 0 else len(places) - 1
        note.update(line(_("{n} of {of}", n=self._at + 1, of=len(places))))
        transcript.mark(*places[self._at])


def find(transcript: Transcript, words: str) -> list[Place]:
    """Every place of `words`, whatever the case; what is broken over two lines is found too."""
    transcript.finish()
    sought = words.lower()
    places: list[Place] = []
    for number, block in enumerate(transcript.blocks):
        text = plain(block.text).plain.replace("\t", TAB)
        low = text.lower()
        at = low.find(sought)
        if at < 0 or len(low) != len(text):
            at = text.find(words)
            low, sought = text, words
        while at >= 0:
            places.append(_place(transcript, number, text, at, len(words)))
            at = low.find(sought, at + len(sought))
        sought = words.lower()
    return places


def _place(transcript: Transcript, block: int, text: str, at: int, length: int) -> Place:
    line_number, start = transcript.line_of(block), 0
    for own in transcript.lines_of(block):
        start = text.index(own, start)
        if at < start + len(own):
            return line_number, max(0, at - start), min(len(own), at - start + length)
        start += len(own)
        line_number += 1
    return line_number - 1, 0, 0
