"""The form of an order in a long task: what it gives is a draft, which is signed later."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from physassist_tui.core.view import CallTool
from physassist_tui.i18n import _, msg
from physassist_tui.tui.content import line, plain
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.call_form import CallForm
from physassist_tui.tui.widgets.paragraph import Slip


class DraftForm(CallForm):
    """Fills a draft in. One with a fault is kept where the person wants it a second time."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("f5,ctrl+enter", "send", msg("to the drafts"),
            msg("Keeps the order as a draft; nothing is written before it is signed.")),
    ]  # fmt: skip
    CSS_PATH = "../call_form.tcss"
    _wanted: CallTool | None = None

    def heading(self) -> ComposeResult:
        """That it is a draft."""
        yield Static(line(_("Draft: {tool}", tool=self._tool.name)), classes="title")
        yield Static(plain(_("Nothing is written before you sign.")), classes="muted")

    def taken_all_the_same(self, call: CallTool) -> bool:
        """Whether the same was wanted before, and was told to be wrong."""
        again = call == self._wanted
        self._wanted = call
        return again

    async def _show(self, fault: Mapping[str, Any]) -> None:
        await super()._show(fault)
        told = _("It cannot be signed like this. The same key again keeps the draft as it is.")
        self.query_one("#form-slip", Slip).tell_if_any(told)
