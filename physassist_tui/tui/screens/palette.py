"""The palette: any command of the screen below, found by its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from physassist_tui.core.foreign import visible
from physassist_tui.i18n import _, msg
from physassist_tui.tui.content import joined, line
from physassist_tui.tui.keys import Action, key
from physassist_tui.tui.widgets.field import Field
from physassist_tui.tui.widgets.key_bar import KeyBar


class PaletteScreen(ModalScreen[None]):
    """Type to filter; the arrows choose; Enter does it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("escape", "close", msg("back"), msg("Goes back to where you were.")),
        key("down", "move(1)", msg("next"), msg("Goes to the next line."), show=False),
        key("up", "move(-1)", msg("previous"), msg("Goes to the line before."), show=False),
    ]

    def __init__(self, actions: Sequence[Action]) -> None:
        super().__init__()
        self._actions = [one for one in actions if one.enabled and one.action != "palette"]
        self._found = self._actions
        self._query = ""

    def compose(self) -> ComposeResult:
        """The box to type in, and what matches."""
        with Vertical(classes="dialog"):
            yield Field(self._query, placeholder=visible(_("Name of a command")), id="query")
            yield OptionList(id="found", markup=False)
            yield KeyBar()

    def on_mount(self) -> None:
        """All commands, until something is typed."""
        self._begin()

    async def redraw(self) -> None:
        """Draws every text in the language of the moment; what was typed stays."""
        await self.recompose()
        self._begin()

    def _begin(self) -> None:
        found = self.query_one(OptionList)
        found.can_focus = False
        self._filter(self._query)
        field = self.query_one(Field)
        field.focus()
        field.cursor_position = len(self._query)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Filters by what was typed."""
        self._filter(event.value)

    def on_input_submitted(self) -> None:
        """Does what is chosen."""
        at = self.query_one(OptionList).highlighted
        if at is not None:
            self._do(self._found[at])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Does what was clicked."""
        self._do(self._found[event.option_index])

    def _filter(self, query: str) -> None:
        self._query = query
        words = query.casefold().split()
        self._found = [
            one
            for one in self._actions
            if all(word in f"{one.label} {one.help_line}".casefold() for word in words)
        ]
        shown = self.query_one(OptionList)
        shown.clear_options()
        shown.add_options(_option(one) for one in self._found)
        if self._found:
            shown.highlighted = 0
        else:
            shown.add_option(Option(line(_("There is no such command.")), disabled=True))

    def _do(self, chosen: Action) -> None:
        self.dismiss()
        self.app.call_later(self.app.run_action, chosen.action, chosen.namespace)

    def action_move(self, by: int) -> None:
        """Goes up or down in the list while the box keeps the focus."""
        shown = self.query_one(OptionList)
        if by > 0:
            shown.action_cursor_down()
        else:
            shown.action_cursor_up()

    def action_close(self) -> None:
        """Goes back."""
        self.dismiss()


def _option(one: Action) -> Option:
    head = joined(line(one.label, "bold"), line(one.keys), by="  ")
    return Option(joined(head, line(one.help_line), by="\n  "))
