"""Text that is still coming, as a model writes it."""

from __future__ import annotations

from collections import deque

from physassist_tui.tui.content import plain
from physassist_tui.tui.widgets.wrapping import TAB, spans, wrap

_OPEN_LINES = 2
"""Lines at the end that what comes next may still change."""


class LiveText:
    """A text under way, below a heading of ours. Foreign, and drawn as such.

    `append` may be called from any thread and as often as one likes: what came is drawn with
    the next frame.
    """

    def __init__(self, heading: str) -> None:
        self._heading = plain(heading).plain
        self._came: deque[str] = deque()
        self._held = ""
        self._text = ""
        self._width = 0
        self._lines: list[str] = []
        self._open = 0

    def append(self, delta: str) -> None:
        """Adds what came."""
        self._came.append(delta)

    @property
    def text(self) -> str:
        """All that has been taken in so far, safe to draw."""
        return self._text

    def take(self) -> bool:
        """Takes in what came since the last time; whether anything did."""
        came = [self._held]
        while self._came:
            came.append(self._came.popleft())
        raw = "".join(came)
        # A return may be the first half of a line end.
        self._held = "\r" if raw.endswith("\r") else ""
        safe = plain(raw.removesuffix("\r")).plain.replace("\t", TAB)
        self._text += safe
        return bool(safe)

    def lines(self, width: int) -> list[str]:
        """The heading and the text in lines of `width` cells; only its end is wrapped anew."""
        if width != self._width:
            self._width, self._open = width, 0
            self._lines = wrap(self._heading, width)
        done = self._lines
        found = list(spans(self._text[self._open :], width)) if self._text else []
        shown = [self._text[self._open + start : self._open + end] for start, end in found]
        whole = done + shown
        if len(found) > _OPEN_LINES:
            self._lines = done + shown[:-_OPEN_LINES]
            self._open += found[-_OPEN_LINES][0]
        return whole
