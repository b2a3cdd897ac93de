"""Fields in which something is written and not yet sent."""

from __future__ import annotations

from collections.abc import Callable, Set
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
TAB = frozenset({"tab"})


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

    def __init__(
        self,
        *,
        id: str,  # noqa: A002
        sends: Keys,
        send: Callable[[str], None],
        onward: Callable[[], None],
        onward_keys: Set[str] = TAB,
    ) -> None:
        """`send` gets the text that is to be sent; `onward` goes to the next target.

        Neither is a message: what stands here when the key is struck is what is sent, whatever
        key comes next, and what is struck twice finds that it has been sent.
        """
        super().__init__(id=id, compact=True, highlight_cursor_line=False)
        self._sends = sends
        self._send = send
        self._onward = onward
        self._onward_keys = onward_keys
        self._burst = Burst()

    async def on_key(self, event: events.Key) -> None:
        """Sends, makes a new line, or goes to the next target."""
        if passed_on(self, event):
            pass
        elif self._burst.holds(event):
            self.insert("\n")
        elif event.key in self._sends():
            self._send(self.text)
        elif event.key in self._onward_keys:
            self._onward()
        elif event.key in self.NEW_LINE and event.key != "enter":
            self.insert("\n")
        else:
            await do_at_once(self, event)
            return
        event.stop()
        event.prevent_default()

    def take(self, written: str) -> None:
        """Takes out what has been sent; what was typed behind it since stays."""
        if self.text.startswith(written):
            self.text = self.text[len(written) :]
            self.move_cursor(self.document.end)

    def on_paste(self, event: events.Paste) -> None:
        """Makes what is pasted safe to draw. Terminals paste a line end as a carriage return."""
        event.text = visible(event.text.replace("\r\n", "\n").replace("\r", "\n"))


class CallLine(Field):
    """The line in which a call is typed."""

    class Down(Message):
        """The person wants the list below."""

    def __init__(
        self,
        send: Callable[[str], None],
        complete: Callable[[], None],
        onward: Callable[[], None],
        onward_keys: Set[str],
    ) -> None:
        """As a `Draft`; `complete` completes what is typed."""
        super().__init__(id="call-line", compact=True)
        self._send = send
        self._complete = complete
        self._onward = onward
        self._onward_keys = onward_keys

    def take(self, written: str) -> None:
        """As a `Draft`'s."""
        if self.value.startswith(written):
            self.value = self.value[len(written) :]
            self.cursor_position = len(self.value)

    async def action_submit(self) -> None:
        """Sends the line."""
        self._send(self.value)

    async def on_key(self, event: events.Key) -> None:
        """Down goes to the list; Tab completes."""
        if passed_on(self, event):
            pass
        elif event.key == "tab":
            self._complete()
        elif event.key in self._onward_keys:
            self._onward()
        elif event.key == "down":
            self.post_message(self.Down())
        else:
            return
        event.stop()
        event.prevent_default()
