"""Fields in which something is written and not yet sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.message import Message
from textual.widget import Widget
from textual.widgets import TextArea

from physassist_tui.core.foreign import visible
from physassist_tui.i18n import msg
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.at_once import do_at_once
from physassist_tui.tui.widgets.burst import Burst
from physassist_tui.tui.widgets.field import Field

Keys = Callable[[], frozenset[str]]


def passed_on(widget: Widget, event: events.Key) -> bool:
    """Hands a key to the field that has the focus by now, where that is another one.

    Keys that were typed at once after Tab were sent to the field that Tab has left since.
    """
    focused = widget.screen.focused
    if focused is None or focused is widget or not isinstance(focused, Draft | CallLine):
        return False
    again = events.Key(event.key, event.character)
    again.time = event.time
    focused.post_message(again)
    return True


class Draft(TextArea):
    """A text of several lines. The keys that `sends` gives send it; others make a new line.

    A line end that is pasted, or that comes along with an input method's text, never sends.

    What is pasted is made visible first: a control character is a sign in it, never obeyed.
    """

    # Textual's own text area selects with these two; here they are the screen's, as elsewhere.
    BINDINGS: ClassVar[list[BindingType]] = [
        key(
            "f6",
            "screen.compose",
            msg("read/write"),
            msg("From a pane to the composer, and back."),
            show=False,
        ),
        key("f7", "screen.orders", msg("orders"), msg("Goes to the orders of this session.")),
    ]
    NEW_LINE = frozenset({"enter", "ctrl+j", "shift+enter", "alt+enter"})

    class Sent(Message):
        """The person wants the text sent."""

    def __init__(self, *, id: str, sends: Keys, onward: Callable[[], None]) -> None:  # noqa: A002
        """`onward` goes to the next target."""
        super().__init__(id=id, compact=True, highlight_cursor_line=False)
        self._sends = sends
        self._onward = onward
        self._burst = Burst()

    async def on_key(self, event: events.Key) -> None:
        """Sends, makes a new line, or goes to the next target."""
        if passed_on(self, event):
            pass
        elif self._burst.holds(event):
            self.insert("\n")
        elif event.key in self._sends():
            self.post_message(self.Sent())
        elif event.key == "tab":
            self._onward()
        elif event.key in self.NEW_LINE and event.key != "enter":
            self.insert("\n")
        else:
            await do_at_once(self, event)
            return
        event.stop()
        event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        """Makes what is pasted safe to draw. Terminals paste a line end as a carriage return."""
        event.text = visible(event.text.replace("\r\n", "\n").replace("\r", "\n"))


class CallLine(Field):
    """The line in which a call is typed."""

    class Down(Message):
        """The person wants the list below."""

    def __init__(self, onward: Callable[[], None]) -> None:
        """`onward` completes what is typed, or goes to the next target."""
        super().__init__(id="call-line", compact=True)
        self._onward = onward

    async def on_key(self, event: events.Key) -> None:
        """Down goes to the list; Tab completes."""
        if passed_on(self, event):
            pass
        elif event.key == "tab":
            self._onward()
        elif event.key == "down":
            self.post_message(self.Down())
        else:
            return
        event.stop()
        event.prevent_default()
