"""Asks once before an answer or an end: it is the last act, and orders may be unsigned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from physassist_tui.i18n import Message, _, msg
from physassist_tui.play.paperwork.checklist import unsent_words
from physassist_tui.play.paperwork.papers import Papers
from physassist_tui.tui.content import plain
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.key_bar import KeyBar

Choice = Literal["go on", "orders", "note"]


class UnsignedScreen(ModalScreen[Choice | None]):
    """Gives what is to be done; `None`: nothing is done."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # Not Enter, which sends: struck twice it would end hours of work.
        key("f5,ctrl+enter", "choose('go on')", msg("end the task"),
            msg("Ends the task; what is not signed or saved is in no chart and no file.")),
        key("f7", "choose('orders')", msg("orders"), msg("Goes to the orders of this session.")),
        key("f11", "choose('note')", msg("write note"),
            msg("Opens the file that the task asks for, with preview.")),
        key("escape", "leave", msg("back"), msg("Goes back; nothing is done.")),
    ]  # fmt: skip

    def __init__(self, left: Sequence[Message], papers: Papers) -> None:
        """`left` is what would be left undone."""
        super().__init__()
        self._left = left
        self._papers = papers

    def compose(self) -> ComposeResult:
        """What is unsent, and what can be done."""
        with Vertical(classes="dialog", id="unsigned"):
            yield Static(
                plain(_("This ends the task; nothing can be added afterwards.")), classes="title"
            )
            for told in self._left:
                yield Static(plain(told.render()))
            if unsent_words(self._papers):
                yield Static(plain(_("What is not signed or saved is in no chart and in no file.")))
            yield KeyBar()

    def action_choose(self, choice: Choice) -> None:
        """Gives the choice."""
        self.dismiss(choice)

    def action_leave(self) -> None:
        """Goes back."""
        self.dismiss(None)
