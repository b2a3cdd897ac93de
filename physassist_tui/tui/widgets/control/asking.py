"""The physician's composer: the next request, or a free turn, and the texts that wait."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from physassist_tui.core.view import DraftRequest, QueuedText
from physassist_tui.i18n import _, msg
from physassist_tui.tui.content import joined, line
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.draft import Draft, Keys
from physassist_tui.tui.widgets.paragraph import Slip


class QueueList(OptionList):
    """The texts that have not been sent."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("e,enter", "edit", msg("edit"), msg("Takes the text into the field, to be changed.")),
        key("x,delete", "retract", msg("take back"), msg("Takes the text back; it is not asked.")),
    ]

    class Edit(Message):
        """The text is to be changed."""

        def __init__(self, queued: QueuedText) -> None:
            super().__init__()
            self.queued = queued

    class Retract(Message):
        """The text is not to be asked."""

        def __init__(self, queued: QueuedText) -> None:
            super().__init__()
            self.queued = queued

    def __init__(self) -> None:
        super().__init__(id="queue", compact=True, markup=False)
        self._texts: tuple[QueuedText, ...] = ()
        self._word = ""

    def draw(self, texts: Sequence[QueuedText]) -> None:
        """Shows the texts, in the order in which they are asked."""
        self.display = bool(texts)
        word = _("waits")
        if (tuple(texts), word) == (self._texts, self._word):
            return
        self._word = word
        at = self.highlighted or 0
        self._texts = tuple(texts)
        self.clear_options()
        self.add_options(
            Option(joined(line(word, "bold"), line(one.text), by="  ")) for one in texts
        )
        if texts:
            self.highlighted = min(at, len(texts) - 1)

    @property
    def _current(self) -> QueuedText | None:
        return self._texts[self.highlighted] if self.highlighted is not None else None

    def action_edit(self) -> None:
        """Wants the text changed."""
        if self._current is not None:
            self.post_message(self.Edit(self._current))

    def action_retract(self) -> None:
        """Wants the text back."""
        if self._current is not None:
            self.post_message(self.Retract(self._current))


class Asking(Vertical):
    """Writes a request. The scenario's own is offered in the field, to a physician alone."""

    def __init__(self, sends: Keys, ask: Callable[[str, int | None], None]) -> None:
        """`ask` gets what is written and the id of the waiting text that it replaces, if any."""
        super().__init__(id="asking")
        self._ask = ask
        self._sends: Callable[[], frozenset[str]] = sends
        self._offered: DraftRequest | None = None
        self._shown: DraftRequest | None = None
        self._queue: tuple[QueuedText, ...] = ()
        self._heading = ""
        self._slip = ""
        self._editing: int | None = None

    def compose(self) -> ComposeResult:
        """What is written, the field, the texts that wait."""
        yield Static(id="asking-head")
        yield QueueList()
        yield Draft(
            id="request",
            sends=lambda: self._sends() | {"f5", "ctrl+enter"},
            send=self._send,
            onward=self._into_queue,
        )
        yield Slip(id="asking-slip", classes="slip-line")

    def on_mount(self) -> None:
        """Draws what is known by now."""
        self._draw()

    def draw(
        self, *, offered: DraftRequest | None, queue: Sequence[QueuedText], heading: str
    ) -> None:
        """Shows the texts that wait; offers a request where nothing else is written."""
        self._offered, self._queue, self._heading = offered, tuple(queue), heading
        if self.is_mounted:
            self._draw()

    def _offer(self) -> None:
        """Puts the request into the field, unless something of one's own stands there."""
        if self._offered is None or self._offered == self._shown:
            return
        field = self.query_one("#request", Draft)
        if not field.text.strip() or (self._shown is not None and field.text == self._shown.text):
            field.text = self._offered.text
            field.move_cursor(field.document.end)
        self._shown = self._offered

    def _draw(self) -> None:
        self._offer()
        self.query_one("#asking-head", Static).update(line(self._heading, "bold"))
        self.query_one(QueueList).draw(self._queue)
        self.slip(self._slip)

    def slip(self, text: str) -> None:
        """Says what is wrong; empty takes it away."""
        self._slip = text
        if self.is_mounted:
            self.query_one("#asking-slip", Slip).tell_if_any(text)

    def take_focus(self) -> None:
        """Puts the caret where one writes."""
        for field in self.query("#request"):
            self.screen.set_focus(field)

    def send(self) -> None:
        """Wants the text asked."""
        self._send(self.query_one("#request", Draft).text)

    def _send(self, text: str) -> None:
        if text.strip():
            self._ask(text, self._editing)
        else:
            self.slip(_("There is nothing to send."))

    def sent(self, written: str) -> None:
        """Takes out what has been asked or waits; what was typed behind it since stays."""
        self._editing = None
        self._offered = self._shown = None
        self.slip("")
        self.query_one("#request", Draft).take(written)

    @on(QueueList.Edit)
    def _edit(self, event: QueueList.Edit) -> None:
        self._editing = event.queued.id
        field = self.query_one("#request", Draft)
        field.text = event.queued.text
        field.move_cursor(field.document.end)
        self.slip(_("You change a text that waits; sending puts it back."))
        field.focus()

    def _into_queue(self) -> None:
        queue = self.query_one(QueueList)
        if queue.display:
            queue.focus()
