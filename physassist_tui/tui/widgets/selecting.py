"""Selecting lines of a transcript with the keys, so that they can be copied without a mouse."""

from __future__ import annotations

from dataclasses import dataclass

from textual.geometry import Offset
from textual.selection import Selection

from physassist_tui.i18n import msg
from physassist_tui.tui.keys import key
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
