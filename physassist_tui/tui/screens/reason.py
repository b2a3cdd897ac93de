"""Asks why an order is taken back."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from physassist_tui.i18n import _, msg
from physassist_tui.tui.content import plain
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.field import Field
from physassist_tui.tui.widgets.key_bar import KeyBar


class ReasonScreen(ModalScreen[str | None]):
    """Gives the reason, perhaps empty; `None` where the order is to stay."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("escape", "leave", msg("back"), msg("Goes back; the order stays.")),
    ]

    def __init__(self, order: str) -> None:
        super().__init__()
        self._order = order
        self._reason = ""

    def compose(self) -> ComposeResult:
        """The order, and where the reason is written."""
        with Vertical(classes="dialog"):
            yield Static(plain(_("Take this order back? It is a tool call.")), classes="title")
            yield Static(plain(self._order))
            yield Static(plain(_("Why? (Enter takes it back)")), classes="muted")
            yield Field(self._reason, id="reason")
            yield KeyBar()

    async def redraw(self) -> None:
        """Draws every text in the language of the moment; what was written stays."""
        self._reason = self.query_one(Input).value
        await self.recompose()
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def _given(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())

    def action_leave(self) -> None:
        """Goes back."""
        self.dismiss(None)
