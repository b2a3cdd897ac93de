"""Why a scenario cannot be played: every problem of its file, each with its place."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from physassist_tui.i18n import current_language, msg, nmsg
from physassist_tui.library import Entry
from physassist_tui.tui.content import line
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.paragraph import Paragraph


class ProblemsScreen(Screen[None]):
    """The problems of a broken scenario, to be mended in its file."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("escape", "close", msg("back"), msg("Goes back to where you were.")),
    ]

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self._entry = entry

    def compose(self) -> ComposeResult:
        """The scenario, how many problems, and each of them."""
        entry = self._entry
        yield Static(line(entry.title.text(current_language())), classes="title")
        with VerticalScroll(id="problems"):
            count = nmsg(
                "{n} problem keeps it from being played:",
                "{n} problems keep it from being played:",
                len(entry.problems),
            )
            yield Paragraph(count.render())
            for problem in entry.problems:
                yield Paragraph(str(problem))
        yield KeyBar()

    def on_mount(self) -> None:
        """The keys scroll the text."""
        self.query_one("#problems").focus()

    def action_close(self) -> None:
        """Goes back."""
        self.dismiss()
