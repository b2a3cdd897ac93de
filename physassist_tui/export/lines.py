"""What a front end prints of a recording, handed in: exports hold no printer of their own."""

from __future__ import annotations

from typing import Protocol

from physassist_tui.replay import Frame


class Lines(Protocol):
    """The lines of a recording, as plain mode prints them; safe to send to a terminal."""

    def opening(self) -> list[str]:
        """The lines before the first event."""

    def of(self, frame: Frame) -> list[str]:
        """The lines that an event brought; empty where it showed nothing."""
