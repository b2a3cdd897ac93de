"""A provider gave no answer: what happened, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal, get_args

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from physassist_tui.i18n import _, msg
from physassist_tui.tui.content import line, plain
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.key_bar import KeyBar

Remedy = Literal["retry", "model", "take", "end"]
REMEDIES: tuple[Remedy, ...] = get_args(Remedy)


class FaultScreen(ModalScreen[Remedy | None]):
    """Gives what the person wants done; `None`: nothing yet, the session stays paused."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("escape", "leave", msg("later"), msg("Leaves the session paused.")),
    ]

    def __init__(self, fault: str, remedies: Sequence[Remedy] = REMEDIES) -> None:
        """`fault` says who gave no answer, when and why; `remedies` are what can be done here."""
        super().__init__()
        self._fault = fault
        self._remedies = tuple(remedies)

    def compose(self) -> ComposeResult:
        """The fault in one line, and the ways out."""
        told = {
            "retry": _("Try again"),
            "model": _("Seat another model"),
            "take": _("Take the seat yourself"),
            "end": _("End the session"),
        }
        with Vertical(classes="dialog"):
            yield Static(
                line(_("No answer came from the model; the session is paused.")), classes="title"
            )
            yield Static(plain(self._fault), id="fault")
            yield OptionList(
                *(Option(line(told[one])) for one in self._remedies), id="remedies", markup=False
            )
            yield KeyBar()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._remedies[event.option_index])

    def action_leave(self) -> None:
        """Leaves it for later."""
        self.dismiss(None)
