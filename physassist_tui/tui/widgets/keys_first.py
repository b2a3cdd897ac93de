"""A screen on which nothing goes before what a key did."""

from __future__ import annotations

import time

from textual.screen import Screen, ScreenResultType

HURRY_S = 0.1
"""For how long after a key its frame goes first, where nothing tells that it has been drawn."""


class KeysFirst(Screen[ScreenResultType]):
    """A screen that draws what a key changed as soon as it is known.

    Textual draws 60 times a second at the most, so that a key pressed right behind some other
    frame waits for the next one. What is in no hurry looks at `hurried` and waits instead.
    """

    _hurried_until = 0.0

    @property
    def hurried(self) -> bool:
        """Whether a key was pressed a moment ago, whose frame may not have been drawn yet."""
        return time.monotonic() < self._hurried_until

    def hurry(self) -> None:
        """A key was pressed."""
        self._hurried_until = time.monotonic() + HURRY_S

    def on_idle(self) -> None:
        """Draws now what waits to be drawn, where a key waits with it."""
        if self.hurried:
            done = self.focused in self._dirty_widgets
            self._on_timer_update()
            if done:
                self._hurried_until = 0.0
