"""Tells an Enter that a person pressed from one that came along with text.

An input method hands its text over when a candidate is confirmed; a terminal without bracketed
paste hands a paste over as keys. Either may bring an Enter within the same moment. No finger
is that fast after a character that only an input method or a paste can give.
"""

from __future__ import annotations

from textual import events

AT_ONCE_S = 0.01
"""An Enter so many seconds after such a character came with it."""


class Burst:
    """Follows the keys of a field."""

    def __init__(self) -> None:
        self._last = float("-inf")

    def holds(self, event: events.Key) -> bool:
        """Whether the key is an Enter that came along with text. Wants to see every key."""
        if event.character is not None and event.is_printable and not event.character.isascii():
            self._last = event.time
            return False
        return event.key in ("enter", "ctrl+j") and event.time - self._last < AT_ONCE_S
