"""Asks for one line: a note, a reason, a word on why."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from physassist_tui.i18n import Message, _, msg
from physassist_tui.tui.content import plain
from physassist_tui.tui.keys import key
from physassist_tui.tui.screens.one_line import OneLine
from physassist_tui.tui.widgets.field import Field
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.paragraph import Slip


class LineScreen(OneLine):
    """Gives the line; `None` where nothing is to be done. `needed`: it may not be empty."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("escape", "leave", msg("back"), msg("Goes back; nothing is done.")),
    ]

    def __init__(self, question: Message, *, needed: bool = False, text: str = "") -> None:
        super().__init__(text)
        self._question = question
        self._needed = needed

    def compose(self) -> ComposeResult:
        """The question, and where the line is written."""
        with Vertical(classes="dialog"):
            yield Static(plain(self._question.render()), classes="title")
            yield Field(self.text, id="one-line")
            yield Slip(id="one-line-slip", classes="slip-line")
            yield KeyBar()

    def on_mount(self) -> None:
        """Nothing is wrong yet."""
        self._tell(_("Enter goes on."))

    async def redraw(self) -> None:
        """Keeps what was written when the language changes."""
        await super().redraw()
        self.on_mount()

    def _tell(self, text: str) -> None:
        self.query_one("#one-line-slip", Slip).tell(text)

    def given(self, line: str) -> None:
        """The line was sent off; an empty one may lack words."""
        if self._needed and not line:
            self._tell(_("! A few words are needed here."))
            return
        super().given(line)
