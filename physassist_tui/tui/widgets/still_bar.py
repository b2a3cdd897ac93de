"""A scroll bar that is drawn again only where it looks otherwise."""

from __future__ import annotations

from math import ceil
from typing import Any, Self

from textual.geometry import Region
from textual.scrollbar import ScrollBar

EIGHTHS = 8
"""The steps in a cell in which the ends of the bar are drawn."""


class StillBar(ScrollBar):
    """A vertical bar beside a long text.

    A text that grows moves it by less than can be seen, line after line, and drawing it takes
    about as long as drawing the text.
    """

    _look: tuple[Any, ...] | None = None
    _unsure = False

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        """Has the bar drawn, unless it would look as it does."""
        if layout or recompose or self._look is None:
            return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)
        # Its length and its place are told one after another: it is looked at with both.
        self._unsure = True
        self.check_idle()
        return self

    def on_idle(self) -> None:
        """Sees whether it looks otherwise by now."""
        if self._unsure or self._look is None:
            self._unsure = False
            look = self._looks()
            if look != self._look:
                self._look = look
                super().refresh()

    def _looks(self) -> tuple[Any, ...] | None:
        """All that the drawing is made from, as fine as it is drawn; `None` before it is."""
        if not self.is_mounted or self.parent is None:
            return None
        styles, size = self.parent.styles, self.size
        colours = (
            styles.scrollbar_background_active, styles.scrollbar_color_active,
            styles.scrollbar_background_hover, styles.scrollbar_color_hover,
            styles.scrollbar_background, styles.scrollbar_color, self.parent.background_colors,
        )  # fmt: skip
        return size, self.grabbed, self.mouse_over, colours, self._ends(size.height)

    def _ends(self, height: int) -> tuple[int, int]:
        """Where the bar begins and how long it is, in eighths of a cell, as Textual reckons."""
        whole, window = ceil(self.window_virtual_size), ceil(self.window_size)
        if not (whole and height and 0 < window < whole):
            return 0, 0
        long = max(1.0, window * height / whole)
        begin = int((height - long) * self.position / (whole - window) * EIGHTHS)
        return begin, ceil(long * EIGHTHS)
