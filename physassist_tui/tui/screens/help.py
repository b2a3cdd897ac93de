"""Help: what can be done where one came from, made from the bindings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from physassist_tui.i18n import _, msg
from physassist_tui.tui.content import joined, line
from physassist_tui.tui.keys import Action, key
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.paragraph import Paragraph


class HelpScreen(Screen[None]):
    """Every key of the screen below, with its help line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("escape,q", "close", msg("back"), msg("Goes back to where you were.")),
    ]

    def __init__(self, actions: Sequence[Action]) -> None:
        super().__init__()
        self._actions = actions

    def compose(self) -> ComposeResult:
        """A line for what the app is, then a paragraph for every key."""
        yield Static(line(_("Help: the keys here")), classes="title")
        with VerticalScroll(id="keys"):
            yield Paragraph(
                _(
                    "Tab and Shift+Tab move between the fields, the arrows within one; "
                    "Enter chooses. Everything works without a mouse."
                )
            )
            # What one scrolls and selects with comes after what the bar names.
            for one in sorted(self._actions, key=lambda one: not one.shown):
                head = joined(line(one.keys, "bold"), line(one.label), by="  ")
                yield Static(head, classes="help-head")
                yield Paragraph(one.help_line, classes="help-line")
            yield Paragraph(_("For evaluation and training. Not for the care of real patients."))
        yield KeyBar()

    def on_mount(self) -> None:
        """The keys scroll the text."""
        self.query_one("#keys").focus()

    def action_close(self) -> None:
        """Goes back."""
        self.dismiss()
