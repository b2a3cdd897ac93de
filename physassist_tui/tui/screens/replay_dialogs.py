"""Asks for a place in a recording, or for words to look for in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import Message, msg
from physassist_tui.tui.content import plain
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.field import Field
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.paragraph import Slip


class WhereScreen(ModalScreen[int | None]):
    """Gives the position that `find` makes of what is written; `None` where one stays.

    `find` raises `BadInput` where there is none, and what was written stays to be mended.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("escape", "leave", msg("back"), msg("Goes back; nothing is done.")),
    ]

    def __init__(self, question: Message, find: Callable[[str], int], text: str = "") -> None:
        super().__init__()
        self._question = question
        self._find = find
        self._text = text

    def compose(self) -> ComposeResult:
        """The question, and where one writes."""
        with Vertical(classes="dialog"):
            yield Static(plain(self._question.render()), classes="title")
            yield Field(self._text, id="where")
            yield Slip(id="where-slip")
            yield KeyBar()

    async def redraw(self) -> None:
        """Keeps what was written when the language changes."""
        self._text = self.query_one(Input).value
        await self.recompose()
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def _given(self, event: Input.Submitted) -> None:
        try:
            found = self._find(event.value.strip())
        except BadInput as error:
            self.query_one("#where-slip", Slip).tell(str(error))
            return
        self.dismiss(found)

    def action_leave(self) -> None:
        """Goes back."""
        self.dismiss(None)
