"""Asks why an order is taken back."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from physassist_tui.i18n import _, msg
from physassist_tui.tui.content import plain
from physassist_tui.tui.keys import key
from physassist_tui.tui.screens.one_line import OneLine
from physassist_tui.tui.widgets.field import Field
from physassist_tui.tui.widgets.key_bar import KeyBar


class ReasonScreen(OneLine):
    """Gives the reason, perhaps empty; `None` where the order is to stay."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("escape", "leave", msg("back"), msg("Goes back; the order stays.")),
    ]

    def __init__(self, order: str) -> None:
        super().__init__()
        self._order = order

    def compose(self) -> ComposeResult:
        """The order, and where the reason is written."""
        with Vertical(classes="dialog"):
            yield Static(plain(_("Take this order back? It is a tool call.")), classes="title")
            yield Static(plain(self._order))
            yield Static(plain(_("Why? (Enter takes it back)")), classes="muted")
            yield Field(self.text, id="reason")
            yield KeyBar()
