"""Selecting text: lines of it with the keys alone, whole characters with the mouse."""

from __future__ import annotations

from dataclasses import dataclass

from textual.geometry import Offset
from textual.screen import ScreenResultType
from textual.selection import Selection
from textual.widget import Widget

from physassist_tui.i18n import msg
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.keys_first import KeysFirst
from physassist_tui.tui.widgets.transcript import Transcript

SELECTING = (
    key(
        "shift+down",
        "select_lines(1)",
        msg("select"),
        msg("Selects from the top line down; again for one more line."),
        show=False,
    ),
    key(
        "shift+up",
        "select_lines(-1)",
        msg("select up"),
        msg("Selects from the bottom line up; again for one more line."),
        show=False,
    ),
    key("ctrl+a", "select_whole", msg("select all"), msg("Selects the whole text."), show=False),
    key("ctrl+c", "screen.copy_text", msg("copy"), msg("Copies what is selected."), show=False),
)
"""The bindings of what holds a transcript; it has the two actions, which call `Marking`."""


class SelectingScreen(KeysFirst[ScreenResultType]):
    """A screen in which the mouse selects the character it is on, also a wide one.

    Textual takes the second half of a wide character for the character after it.
    """

    def get_widget_and_offset_at(self, x: int, y: int) -> tuple[Widget | None, Offset | None]:
        """The widget at a cell of the screen, and which character of its text is there."""
        widget, offset = super().get_widget_and_offset_at(x, y)
        if offset is None or super().get_widget_and_offset_at(x + 1, y) != (widget, offset):
            return widget, offset
        before, first = super().get_widget_and_offset_at(x - 1, y)
        on_it = before is widget and first is not None and first.y == offset.y
        return widget, first if on_it else offset


@dataclass
class Marking:
    """The lines that are selected in a transcript: from `anchor` to `head`, both included."""

    transcript: Transcript
    anchor: int = 0
    head: int = 0

    def move(self, by: int) -> None:
        """One line more, or one fewer, up (-1) or down (1); begins at the edge of what is seen."""
        lines = self.transcript.lines
        if not lines:
            return
        if self.transcript in self.transcript.screen.selections:
            self.head += by
        else:
            top = self.transcript.scroll_offset.y
            bottom = top + self.transcript.scrollable_content_region.height - 1
            self.anchor = self.head = top if by > 0 else min(bottom, len(lines) - 1)
        self.head = min(max(self.head, 0), len(lines) - 1)
        self._show(lines[max(self.anchor, self.head)])
        self.transcript.scroll_to(y=self._seen(), animate=False)

    def whole(self) -> None:
        """All of it."""
        self.anchor, self.head = 0, max(0, len(self.transcript.lines) - 1)
        self.transcript.screen.selections = {self.transcript: Selection(None, None)}

    def _show(self, last: str) -> None:
        first, end = sorted((self.anchor, self.head))
        chosen = Selection(Offset(0, first), Offset(len(last), end))
        self.transcript.screen.selections = {self.transcript: chosen}

    def _seen(self) -> int:
        """The line to be on top, so that the head is in sight."""
        top = self.transcript.scroll_offset.y
        height = self.transcript.scrollable_content_region.height
        return min(max(top, self.head - height + 1), self.head)
