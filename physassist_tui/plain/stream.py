"""What a model writes, printed while it writes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from physassist_tui.core.foreign import one_line
from physassist_tui.core.names import seat_name
from physassist_tui.i18n import _
from physassist_tui.plain.printer import say

if TYPE_CHECKING:
    from physassist_tui.core.words import Seat
    from physassist_tui.llm.model import Delta


class Stream:
    """The text of a model as it comes, line by line; the last line once it is whole."""

    def __init__(self) -> None:
        self._open = ""
        self._whole = ""

    def hear(self, seat: Seat, delta: Delta) -> None:
        """Takes a piece in and prints the lines that it completes."""
        if delta.kind == "retry":
            self._open = self._whole = ""
            say(one_line(delta.text))
        elif delta.kind == "text":
            self._whole += delta.text
            *lines, self._open = (self._open + delta.text).split("\n")
            for line in lines:
                self._line(seat, line)

    def end(self, seat: Seat) -> str:
        """Prints what is left, and gives the whole text."""
        self._line(seat, self._open)
        whole, self._open, self._whole = self._whole, "", ""
        return whole

    def _line(self, seat: Seat, line: str) -> None:
        if line.strip():
            say(_("{seat} writes: {text}", seat=seat_name(seat), text=line))
