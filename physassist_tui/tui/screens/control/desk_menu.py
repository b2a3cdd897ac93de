"""What can be done at the desk: each with its one key, also while one types elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from physassist_tui.i18n import _, msg
from physassist_tui.tui.content import joined, line
from physassist_tui.tui.keys import Action, key
from physassist_tui.tui.widgets.key_bar import KeyBar


class DeskMenu(ModalScreen[str | None]):
    """Gives the action that was chosen, by its key or from the list; `None` where none was."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("escape", "leave", msg("back"), msg("Goes back; nothing is done.")),
    ]

    def __init__(self, actions: Sequence[Action]) -> None:
        super().__init__()
        self._actions = actions

    def compose(self) -> ComposeResult:
        """The actions."""
        with Vertical(classes="dialog", id="desk-menu"):
            yield Static(line(_("Direct the session: one key does it")), classes="title")
            yield OptionList(
                *map(_option, self._actions), id="desk-actions", markup=False, compact=True
            )
            yield KeyBar()

    def on_key(self, event: events.Key) -> None:
        """Does what the key stands for."""
        typed = "space" if event.key == "space" else (event.character or "").casefold()
        for one in self._actions:
            if typed and typed in (name.casefold() for name in one.keys.split(" ")):
                event.stop()
                self.dismiss(one.action)
                return

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._actions[event.option_index].action)

    def action_leave(self) -> None:
        """Goes back."""
        self.dismiss(None)


def _option(one: Action) -> Option:
    return Option(joined(line(f"{one.keys:<6}", "bold"), line(one.help_line), by=" "))
