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
from textual.widget import Widget
from textual.widgets import Input, OptionList, Select, Static, TextArea
from textual.widgets.option_list import Option

from physassist_tui.core.errors import PhysassistError
from physassist_tui.core.foreign import one_line
from physassist_tui.core.tools import Param, ToolSpec
from physassist_tui.core.view import CallTool
from physassist_tui.ehr.completion import Completion
from physassist_tui.i18n import current_language, msg
from physassist_tui.play.seat import AssistantSeat
from physassist_tui.tui.content import joined, line, plain
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.form_fields import (
    FoldLine,
    FormField,
    LongField,
    divided,
    fields_of,
)
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.paragraph import Slip
from physassist_tui.tui.widgets.result_text import error_lines

Filled = dict[str, str]
"""What has been filled in, as it was typed; kept where a form is closed unsent."""


class CallForm(ModalScreen[CallTool | None]):
    """Fills a call in; gives it once nothing is wrong with it, or `None` where it is left.

    What is wrong is shown beside its field; a call that has not been sent costs nothing.
    """

    CSS_PATH = "call_form.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("f5,ctrl+enter", "send", msg("send"), msg("Makes the call as it is filled in.")),
        key("escape", "leave", msg("back"), msg("Goes back; what is filled in stays.")),
        # First of all, so that what is typed ahead lands in the field that it is typed for.
        key(
            "tab",
            "app.focus_next",
            msg("next field"),
            msg("Goes to the next field."),
            show=False,
            priority=True,
        ),
        key(
            "shift+tab",
            "app.focus_previous",
            msg("field before"),
            msg("Goes to the field before."),
            show=False,
            priority=True,
        ),
        key("f4", "fold", msg("more/fewer"), msg("Opens the other fields, or folds them.")),
    ]

    def __init__(
        self, tool: ToolSpec, seat: AssistantSeat, filled: Filled, unfolded: set[str] | None = None
    ) -> None:
        """`unfolded` are the tools whose forms stand open; it is kept from one form to the next."""
        super().__init__()
        self._shown, self._folded = divided(tool)
        self._unfolded = set() if unfolded is None else unfolded
        self._tool = tool
        self._seat = seat
        self._filled = filled
        self._values: list[Completion] = []
        self._values_of: str | None = None
        self._meant: dict[str, tuple[str, str]] = {}
        self._fault: Mapping[str, Any] | None = None

    # What it shows

    def compose(self) -> ComposeResult:
        """A field for each parameter; what is needed first, where the tool says what that is."""
        with Vertical(classes="dialog", id="form"):
            yield from self.heading()
            with VerticalScroll(id="form-fields"):
                for param in self._shown:
                    yield from fields_of(param, self._filled.get(param.name, ""))
                if self._folded:
                    yield FoldLine(id="fold-line")
            yield OptionList(id="form-values", markup=False, compact=True)
            yield Slip(id="form-slip", classes="form-slip")
            yield KeyBar()

    def heading(self) -> ComposeResult:
        """What stands above the fields."""
        yield Static(line(self._tool.name), classes="title")
        yield Static(plain(self._tool.description.text(current_language())), classes="muted")

    async def on_mount(self) -> None:
        """Nothing is wrong yet; the caret is in the first required field, else in `code`.

        Where a search is for whom it names, it begins there.
        """
        for slip in self.query(".form-slip"):
            slip.display = False
        self.query_one("#form-values").display = False
        usual = self._shown[0]
        if usual.name != "patient":
            usual = next((one for one in self._shown if one.name == "code"), usual)
        first = next((p for p in self._shown if p.required), usual)
        self.query_one(f"#field-{first.name}").focus()
        if self._tool.name in self._unfolded:
            await self._unfold()
        self._draw_fold()

    # Folding

    def _draw_fold(self) -> None:
        for fold in self.query(FoldLine):
            filled = [one.name for one in self._folded if self._filled.get(one.name, "").strip()]
            opened = self._tool.name in self._unfolded
            fold.draw(opened=opened, count=len(self._folded), filled=filled)

    async def _unfold(self) -> None:
        """Shows the folded fields; they are made when they are first wanted."""
        self._unfolded.add(self._tool.name)
        for folded in self.query("#folded"):
            folded.display = True
            return
        fields: list[Widget] = []
        for param in self._folded:
            fields += fields_of(param, self._filled.get(param.name, ""))
        for field in fields:
            field.display = not field.has_class("form-slip")
        await self.query_one("#form-fields").mount(Vertical(*fields, id="folded"))

    @on(FoldLine.Turned)
    async def action_fold(self) -> None:
        """Opens the fields that are folded away, or folds them."""
        if self._tool.name in self._unfolded:
            self._unfolded.discard(self._tool.name)
            for folded in self.query("#folded"):
                folded.display = False
            self.query_one(FoldLine).focus()
        elif self._folded:
            await self._unfold()
            self._go_to(self._folded[0].name)
        self._draw_fold()

    def _go_to(self, name: str) -> None:
        field = self.query_one(f"#field-{name}")
        field.focus()
        # Once more when it is known where a field is that has just come into sight.
        slip = self.query_one(f"#slip-{name}")
        shown = slip if slip.display else field
        self.call_after_refresh(shown.scroll_visible, animate=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hides the folding where nothing is folded."""
        del parameters
        return bool(self._folded) if action == "fold" else True

    async def redraw(self) -> None:
        """Draws every text in the language of the moment; what was filled in stays."""
        focused = self.focused.id if self.focused is not None else None
        at = self.focused.cursor_position if isinstance(self.focused, Input) else 0
        await self.recompose()
        await self.on_mount()
        for field in self.query(f"#{focused}") if focused else ():
            field.focus()
            if isinstance(field, Input):
                field.cursor_position = at
        if self._fault is not None:
            await self._show(self._fault)

    # Values of this record

    @on(TextArea.Changed)
    def _written(self, event: TextArea.Changed) -> None:
        if isinstance(event.text_area, LongField):
            self._filled[event.text_area.param.name] = event.text_area.text

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
        elif isinstance(event.widget, Select | LongField | FoldLine):
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

    @on(FormField.Down)
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
    @on(LongField.Sent)
    async def action_send(self) -> None:
        """Gives the call where nothing is wrong with it."""
        call = CallTool(self._tool.name, self._in_order(self.arguments()))
        fault = await asyncio.to_thread(self._seat.fault, call.tool, call.arguments)
        if fault is None or self.taken_all_the_same(call):
            self.dismiss(call)
            return
        self._fault = fault
        for param in self._tool.params:
            self._tell(param.name, "")
        await self._show(fault)

    def taken_all_the_same(self, call: CallTool) -> bool:
        """Whether a call with a fault is taken; a call of this form never is."""
        del call
        return False

    def _in_order(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        return {p.name: arguments[p.name] for p in self._tool.params if p.name in arguments}

    async def _show(self, fault: Mapping[str, Any]) -> None:
        field = fault.get("field")
        told = "\n".join(error_lines(fault))
        if isinstance(field, str) and self._tool.param(field) is not None:
            if any(one.name == field for one in self._folded):
                await self._unfold()
                self._draw_fold()
            self._tell(field, told)
            self._go_to(field)
            self._tell(None, "")
        else:
            self._tell(None, told)

    def _tell(self, param: str | None, text: str) -> None:
        # What is folded away and was never shown has no line of its own.
        for slip in self.query(f"#slip-{param}" if param else "#form-slip").results(Slip):
            slip.tell_if_any(f"! {text}" if text else "")

    def action_leave(self) -> None:
        """Goes back."""
        self.dismiss(None)
