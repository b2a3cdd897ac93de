"""The bar of keys at the foot of every screen, made from its bindings."""

from __future__ import annotations

from typing import Any

from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from physassist_tui.tui.content import joined, line
from physassist_tui.tui.keys import actions

_GAP = "  "


class KeyBar(Static):
    """The shown bindings of the screen, wrapped where they do not fit on a line."""

    ALLOW_SELECT = False

    def on_mount(self) -> None:
        """Draws the bar, and again whenever the bindings change."""
        self.screen.bindings_updated_signal.subscribe(self, self._changed)
        self.call_after_refresh(self.draw)

    def _changed(self, screen: Screen[Any]) -> None:
        if screen is self.screen:
            self.draw()

    def on_resize(self) -> None:
        """Lays the bar out for the new width."""
        self.draw()

    def draw(self) -> None:
        """Draws the bindings as they are now; a key and its name stay on one line."""
        lines: list[list[Content]] = [[]]
        room = self.content_size.width
        for one in actions(self.screen):
            if not (one.shown and one.enabled):
                continue
            part = joined(line(one.keys, "bold"), line(one.label), by=" ")
            room -= part.cell_length + len(_GAP)
            if room + len(_GAP) < 0 and lines[-1]:
                lines.append([])
                room = self.content_size.width - part.cell_length - len(_GAP)
            lines[-1].append(part)
        self.update(joined(*(joined(*parts, by=_GAP) for parts in lines), by="\n"))
