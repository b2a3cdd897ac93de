"""The bar of keys at the foot of every screen, made from its bindings."""

from __future__ import annotations

from typing import Any

from textual.screen import Screen
from textual.widgets import Static

from physassist_tui.tui.content import joined, line
from physassist_tui.tui.keys import actions


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

    def draw(self) -> None:
        """Draws the bindings as they are now."""
        parts = [
            joined(line(one.keys, "bold"), line(one.label), by="\N{NO-BREAK SPACE}")
            for one in actions(self.screen)
            if one.shown and one.enabled
        ]
        self.update(joined(*parts, by="  "))
