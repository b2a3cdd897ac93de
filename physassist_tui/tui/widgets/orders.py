"""The orders that this session has placed, in sight, each with its state and a way back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from physassist_tui.core.foreign import one_line
from physassist_tui.core.state import Written
from physassist_tui.ehr.chart_words import STATUS, plain_word
from physassist_tui.ehr.order_text import order_text
from physassist_tui.ehr.orders import number_of
from physassist_tui.i18n import _, current_language, msg
from physassist_tui.tui.content import line
from physassist_tui.tui.keys import key
from physassist_tui.tui.messages import CancelOrder


def order_line(order: Written) -> str:
    """An order with its number and its state."""
    status = plain_word(str(order.resource.get("status", "")), current_language(), STATUS)
    return _(
        "Order {number}: {what}; status {status}",
        number=number_of(order.resource),
        what=one_line(order_text(order.resource)),
        status=status,
    )


class OrdersPanel(OptionList):
    """The orders; hidden while there are none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("x,delete", "cancel", msg("cancel order"), msg("Takes the chosen order back.")),
    ]

    def __init__(self) -> None:
        super().__init__(id="orders", markup=False)
        self.display = False

    def draw(self, written: Sequence[Written]) -> None:
        """Shows the orders as they are now."""
        self.border_title = line(_("Orders of this session"))
        self.border_subtitle = line(_("F7, then x cancels"))
        kept = self.highlighted
        self.clear_options()
        self.add_options([Option(line(order_line(one)), id=one.ref) for one in written])
        self.display = bool(written)
        if written:
            self.highlighted = min(kept or 0, len(written) - 1)

    def action_cancel(self) -> None:
        """Asks to take the chosen order back."""
        option = self.highlighted_option
        if option is not None and option.id is not None:
            self.post_message(CancelOrder(option.id))
