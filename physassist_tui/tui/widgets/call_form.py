"""The form of a tool, made from what the tool declares."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label, OptionList, Select, Static
from textual.widgets.option_list import Option

from physassist_tui.core.errors import PhysassistError
from physassist_tui.core.foreign import one_line
from physassist_tui.core.tools import Param, ToolSpec
from physassist_tui.core.view import CallTool
from physassist_tui.ehr.chart_words import word
from physassist_tui.ehr.completion import Completion
from physassist_tui.i18n import _, current_language, msg
from physassist_tui.play.seat import AssistantSeat
from physassist_tui.tui.content import Content, joined, line, plain
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.field import Field
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.result_text import error_lines

Filled = dict[str, str]
"""What has been filled in, as it was typed; kept where a form is closed unsent."""


class FormField(Field):
    """A field; Down goes to the values that could fill it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("down", "values", msg("values"), msg("Goes to the values of this record.")),
    ]

    def __init__(self, param: Param, value: str) -> None:
        super().__init__(value, id=f"field-{param.name}", compact=True)
        self.param = param

    def action_values(self) -> None:
        """Goes to the list of values, where there is one."""
        if isinstance(self.screen, CallForm):
            self.screen.into_values()


class CallForm(ModalScreen[CallTool | None]):
    """Fills a call in; gives it once nothing is wrong with it, or `None` where it is left.

    What is wrong is shown beside its field; a call that has not been sent costs nothing.
    """

    CSS_PATH = "call_form.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("f5,ctrl+enter", "send", msg("send"), msg("Makes the call as it is filled in.")),
        key("escape", "leave", msg("back"), msg("Goes back; what is filled in stays.")),
    ]

    def __init__(self, tool: ToolSpec, seat: AssistantSeat, filled: Filled) -> None:
        super().__init__()
        self._tool = tool
        self._seat = seat
        self._filled = filled
        self._values: list[Completion] = []
        self._values_of: str | None = None
        self._meant: dict[str, tuple[str, str]] = {}
        self._fault: Mapping[str, Any] | None = None

    # What it shows

    def compose(self) -> ComposeResult:
        """A field for each parameter, those that are required first as the tool has them."""
        lang = current_language()
        with Vertical(classes="dialog", id="form"):
            yield Static(line(self._tool.name), classes="title")
            yield Static(plain(self._tool.description.text(lang)), classes="muted")
            with VerticalScroll(id="form-fields"):
                for param in self._tool.params:
                    yield Label(self._label(param), classes="form-label")
                    yield self._field(param)
                    yield Static(id=f"slip-{param.name}", classes="form-slip")
            yield OptionList(id="form-values", markup=False, compact=True)
            yield Static(id="form-slip", classes="form-slip")
            yield KeyBar()

    def _label(self, param: Param) -> Content:
        wanted = _("required") if param.required else _("optional")
        if param.type == "date":
            wanted += ", " + _("date, as 2026-03-04")
        told = f"({wanted}) {param.description.text(current_language())}"
        return joined(line(param.name, "bold"), line(told), by=" ")

    def _field(self, param: Param) -> Input | Select[str]:
        kept = self._filled.get(param.name, "")
        if not param.choices:
            return FormField(param, kept)
        lang = current_language()
        options = []
        for choice in param.choices:
            name = word(choice, lang)
            shown = choice if name == choice else f"{choice}  {name}"
            options.append((line(shown), choice))
        chosen = kept if kept in param.choices else Select.NULL
        return Select[str](
            options,
            prompt=one_line(_("(not given)")),
            value=chosen,
            id=f"field-{param.name}",
            compact=True,
        )

    def on_mount(self) -> None:
        """Nothing is wrong yet; the caret is in the first required field, else in `code`."""
        for slip in self.query(".form-slip"):
            slip.display = False
        self.query_one("#form-values").display = False
        usual = self._tool.param("code") or self._tool.params[0]
        first = next((p for p in self._tool.params if p.required), usual)
        self.query_one(f"#field-{first.name}").focus()

    async def redraw(self) -> None:
        """Draws every text in the language of the moment; what was filled in stays."""
        focused = self.focused.id if self.focused is not None else None
        at = self.focused.cursor_position if isinstance(self.focused, Input) else 0
        await self.recompose()
        self.on_mount()
        for field in self.query(f"#{focused}") if focused else ():
            field.focus()
            if isinstance(field, Input):
                field.cursor_position = at
        if self._fault is not None:
            self._show(self._fault)

    # Values of this record

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        if isinstance(event.input, FormField):
            self._filled[event.input.param.name] = event.value
            if event.input.has_focus:
                self._offer(event.input.param, event.value)

    @on(Select.Changed)
    def _chosen(self, event: Select.Changed) -> None:
        name = (event.select.id or "").removeprefix("field-")
        self._filled[name] = event.value if isinstance(event.value, str) else ""

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Offers the values of the field that one is in."""
        if isinstance(event.widget, FormField):
            self._offer(event.widget.param, event.widget.value)
        elif isinstance(event.widget, Select):
            self.query_one("#form-values").display = False

    @work(exclusive=True, group="values")
    async def _offer(self, param: Param, typed: str) -> None:
        found: Sequence[Completion] = ()
        if param.completes is not None:
            try:
                found = await asyncio.to_thread(
                    self._seat.completions, self._tool.name, param.name, typed
                )
            except PhysassistError as error:
                self._tell(param.name, str(error))
        self._values = [one for one in found if one_line(one.value) != typed]
        self._values_of = param.name
        values = self.query_one("#form-values", OptionList)
        values.clear_options()
        values.add_options(
            [
                Option(joined(line(one.value, "bold"), line(one.label), by="  "))
                for one in self._values
            ]
        )
        values.display = bool(self._values)

    def into_values(self) -> None:
        """Goes to the list of values."""
        values = self.query_one("#form-values", OptionList)
        if values.display:
            values.highlighted = 0
            values.focus()

    @on(OptionList.OptionSelected, "#form-values")
    def _value_chosen(self, event: OptionList.OptionSelected) -> None:
        if self._values_of is None:
            return
        value = self._values[event.option_index].value
        shown = one_line(value)
        self._meant[self._values_of] = (shown, value)
        field = self.query_one(f"#field-{self._values_of}", FormField)
        field.value = shown
        field.cursor_position = len(shown)
        field.focus()

    # Leaving a field, sending

    @on(Input.Blurred)
    async def _left(self, event: Input.Blurred) -> None:
        field = event.input
        if isinstance(field, FormField) and field.param.type != "string" and field.value.strip():
            value = self._meaning(field.param.name, field.value)
            fault = await asyncio.to_thread(
                self._seat.value_fault, self._tool.name, field.param.name, value
            )
            self._tell(field.param.name, "\n".join(error_lines(fault)) if fault else "")

    def arguments(self) -> dict[str, Any]:
        """What has been filled in, as the arguments of a call."""
        return {
            name: self._meaning(name, value)
            for name, value in self._filled.items()
            if value.strip()
        }

    def _meaning(self, name: str, value: str) -> str:
        shown, meant = self._meant.get(name, ("", ""))
        return meant if shown and shown == value else value.strip()

    @on(Input.Submitted)
    async def action_send(self) -> None:
        """Gives the call where nothing is wrong with it."""
        arguments = self._in_order(self.arguments())
        fault = await asyncio.to_thread(self._seat.fault, self._tool.name, arguments)
        self._fault = fault
        if fault is None:
            self.dismiss(CallTool(self._tool.name, arguments))
            return
        for param in self._tool.params:
            self._tell(param.name, "")
        self._show(fault)

    def _in_order(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        return {p.name: arguments[p.name] for p in self._tool.params if p.name in arguments}

    def _show(self, fault: Mapping[str, Any]) -> None:
        field = fault.get("field")
        told = "\n".join(error_lines(fault))
        if isinstance(field, str) and self._tool.param(field) is not None:
            self._tell(field, told)
            self.query_one(f"#field-{field}").focus()
            self._tell(None, "")
        else:
            self._tell(None, told)

    def _tell(self, param: str | None, text: str) -> None:
        slip = self.query_one(f"#slip-{param}" if param else "#form-slip", Static)
        slip.update(plain(f"! {text}") if text else plain(""))
        slip.display = bool(text)

    def action_leave(self) -> None:
        """Goes back."""
        self.dismiss(None)
