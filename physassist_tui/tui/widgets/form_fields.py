"""The fields of a form: a line, a choice, a longer text; and the line that folds some away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Label, Select, Static

from physassist_tui.core.foreign import one_line, visible
from physassist_tui.core.tools import Param, ToolSpec
from physassist_tui.ehr.chart_words import word
from physassist_tui.i18n import _, current_language, msg, nmsg, several
from physassist_tui.tui.content import Content, joined, line
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.draft import Draft
from physassist_tui.tui.widgets.field import Field
from physassist_tui.tui.widgets.paragraph import Slip

FEW = 6
"""A form of so many parameters or fewer is shown whole."""
SEND = frozenset({"f5", "ctrl+enter"})


class FormField(Field):
    """A field; Down goes to the values that could fill it."""

    class Down(Message):
        """The person wants the list of values."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("down", "values", msg("values"), msg("Goes to the values of this record.")),
    ]

    def __init__(self, param: Param, value: str) -> None:
        super().__init__(value, id=f"field-{param.name}", compact=True)
        self.param = param

    def action_values(self) -> None:
        """Goes to the list of values, where there is one."""
        self.post_message(self.Down())


class LongField(Draft):
    """A field of several lines, in which Tab goes on and Enter makes a new line."""

    class Sent(Message):
        """The person wants the form sent."""

    def __init__(self, param: Param, value: str) -> None:
        super().__init__(
            id=f"field-{param.name}",
            sends=lambda: SEND,
            send=self._wants_sent,
            onward=self._onwards,
        )
        self.param = param
        self._begun = value

    def on_mount(self) -> None:
        """Holds what was filled in before."""
        self.text = visible(self._begun)
        self.move_cursor(self.document.end)

    def _wants_sent(self, _text: str) -> None:
        self.post_message(self.Sent())

    def _onwards(self) -> None:
        self.screen.focus_next()


class FoldLine(Static, can_focus=True):
    """Says how many fields are folded away, and which of them are filled in; opens them."""

    class Turned(Message):
        """The person wants the fields folded away, or back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key(
            "enter,space", "turn", msg("more/fewer"), msg("Opens the other fields, or folds them.")
        ),
    ]

    def draw(self, *, opened: bool, count: int, filled: Sequence[str]) -> None:
        """Shows how it stands."""
        if opened:
            told = _("▾ Fewer fields (F4)")
        else:
            told = nmsg("▸ {n} more field (F4)", "▸ {n} more fields (F4)", count).render()
            if filled:
                told += _("; filled in: {names}", names=several(filled))
        self.update(line(told, "bold"))

    def action_turn(self) -> None:
        """Opens or folds."""
        self.post_message(self.Turned())

    def on_click(self, event: events.Click) -> None:
        """Opens or folds."""
        event.stop()
        self.action_turn()


def divided(tool: ToolSpec) -> tuple[list[Param], list[Param]]:
    """What a form shows at once, and what it folds away; nothing where that would gain nothing.

    Required parameters come first, then the usual ones, each as the tool has them.
    """
    params = list(tool.params)
    usual = [one for one in params if one.usual and not one.required]
    if len(params) <= FEW or not any(one.usual for one in params):
        return params, []
    required = [one for one in params if one.required]
    rest = [one for one in params if not (one.required or one.usual)]
    return [*required, *usual], rest


def fields_of(param: Param, kept: str) -> list[Widget]:
    """Name, field and slip of a parameter."""
    label = Label(label_of(param), classes="form-label")
    return [label, field_of(param, kept), Slip(id=f"slip-{param.name}", classes="form-slip")]


def label_of(param: Param) -> Content:
    """What a parameter is called, whether it is needed, and what it means."""
    wanted = _("required") if param.required else _("optional")
    if param.type == "date":
        wanted = _("{wanted}, date, as 2026-03-04", wanted=wanted)
    told = f"({wanted}) {param.description.text(current_language())}"
    return joined(line(param.name, "bold"), line(told), by=" ")


def field_of(param: Param, kept: str) -> Widget:
    """The field of a parameter, with what was filled in before."""
    if param.choices:
        return _choice(param, kept)
    return LongField(param, kept) if param.long else FormField(param, kept)


def _choice(param: Param, kept: str) -> Select[str]:
    lang = current_language()
    options = []
    for choice in param.choices:
        name = word(choice, lang)
        shown = choice if name == choice else f"{choice}  {name}"
        options.append((line(shown), choice))
    return Select[str](
        options,
        prompt=one_line(_("(not given)")),
        value=kept if kept in param.choices else Select.NULL,
        id=f"field-{param.name}",
        compact=True,
    )
