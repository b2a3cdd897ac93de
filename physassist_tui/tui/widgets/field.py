"""A box of one line to type in, which shows what was pasted as it is and never obeys it."""

from __future__ import annotations

import re

from textual import events
from textual.widgets import Input

from physassist_tui.core.foreign import one_line
from physassist_tui.tui.widgets.at_once import do_at_once
from physassist_tui.tui.widgets.burst import Burst


class Field(Input):
    """An `Input` in which a pasted escape sequence is text like any other.

    A paste of several lines becomes one line, whole. A line end that is pasted, or that comes
    along with an input method's text, never submits.
    """

    def on_mount(self) -> None:
        """Nothing was typed yet. Coming back to a field does not put what it holds at risk."""
        self._burst = Burst()
        self.select_on_focus = False

    def validate_value(self, value: str) -> str:
        """The value with a sign for every character that a terminal would obey."""
        return one_line(value)

    async def on_key(self, event: events.Key) -> None:
        """Holds a line end back that came along with text."""
        if self._burst.holds(event):
            event.stop()
            event.prevent_default()
        else:
            await do_at_once(self, event)

    def on_paste(self, event: events.Paste) -> None:
        """Puts the lines of a paste into one, as Textual's own would drop all but the first."""
        event.text = re.sub(r"\r\n|\r|\n", " ", event.text)
