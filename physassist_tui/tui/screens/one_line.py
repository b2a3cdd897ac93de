"""A dialog in which one line is written: what all such dialogs have in common."""

from __future__ import annotations

from textual import on
from textual.screen import ModalScreen
from textual.widgets import Input


class OneLine(ModalScreen[str | None]):
    """Gives the line, trimmed; `None` where nothing is to change.

    Whoever builds on it composes one field that begins with `text`, and binds `leave`.
    """

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.text = text

    async def redraw(self) -> None:
        """Draws every text in the language of the moment; what was written stays."""
        self.text = self.query_one(Input).value
        await self.recompose()
        self.query_one(Input).focus()

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        self.given(event.value.strip())

    def given(self, line: str) -> None:
        """The line was sent off."""
        self.dismiss(line)

    def action_leave(self) -> None:
        """Goes back."""
        self.dismiss(None)
