"""Changes a text of several lines."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from physassist_tui.core.foreign import visible
from physassist_tui.i18n import Message, _, msg
from physassist_tui.tui.content import line
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.draft import Draft, Keys
from physassist_tui.tui.widgets.key_bar import KeyBar


class EditText(ModalScreen[str | None]):
    """Gives the changed text; `None` where it is to stay as it is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("f5,ctrl+enter", "send", msg("send"), msg("Takes the text as it stands here.")),
        key("escape", "leave", msg("back"), msg("Goes back; nothing is done.")),
    ]

    def __init__(self, title: Message, text: str, sends: Keys) -> None:
        super().__init__()
        self._heading = title
        self._text = text
        self._sends = sends

    def compose(self) -> ComposeResult:
        """The text in a field."""
        with Vertical(classes="dialog", id="edit-text"):
            yield Static(line(self._heading.render()), classes="title")
            yield Draft(
                id="edited",
                sends=lambda: self._sends() | {"f5", "ctrl+enter"},
                send=lambda _text: self.action_send(),
                onward=lambda: None,
            )
            yield Static(line(_("The key that sends elsewhere takes it over.")), classes="muted")
            yield KeyBar()

    def on_mount(self) -> None:
        """The text as it was proposed."""
        field = self.query_one(Draft)
        field.text = visible(self._text)  # a model's own, perhaps
        field.move_cursor(field.document.end)
        field.focus()

    async def redraw(self) -> None:
        """Keeps what was written when the language changes."""
        self._text = self.query_one(Draft).text
        await self.recompose()
        self.on_mount()

    def action_send(self) -> None:
        """Takes the text over."""
        text = self.query_one(Draft).text.strip()
        if text:
            self.dismiss(text)

    def action_leave(self) -> None:
        """Goes back."""
        self.dismiss(None)
