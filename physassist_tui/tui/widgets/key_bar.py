"""The bar of keys at the foot of every screen, made from its bindings."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from textual import events
from textual.screen import Screen

from physassist_tui.tui.content import joined, line
from physassist_tui.tui.keys import Action, actions
from physassist_tui.tui.widgets.flow import Flow


@runtime_checkable
class Orders(Protocol):
    """A screen with more keys than the bar may have room for."""

    def key_order(self, action: Action) -> int:
        """Smaller numbers come first."""


class KeyBar(Flow):
    """The shown bindings of the screen, each with its first key; a click does what the key does."""

    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self._actions: list[Action] = []

    def on_mount(self) -> None:
        """Draws the bar, and again whenever the bindings change."""
        self.screen.bindings_updated_signal.subscribe(self, self._changed)
        self.call_after_refresh(self.draw)

    def _changed(self, screen: Screen[Any]) -> None:
        if screen is self.screen:
            self.draw()

    def draw(self) -> None:
        """Draws the bindings as they are now; a key and its name stay on one line."""
        found = [one for one in actions(self.screen) if one.shown and one.enabled]
        if isinstance(self.screen, Orders):
            found.sort(key=self.screen.key_order)
        self._actions = found
        self.show(
            [
                joined(line(one.keys.split(" ")[0], "bold"), line(one.label), by=" ")
                for one in self._actions
            ]
        )

    async def on_click(self, event: events.Click) -> None:
        """Does what was clicked."""
        place = event.get_content_offset(self)
        number = self.part_at(place.x, place.y) if place is not None else None
        if number is not None:
            event.stop()
            chosen = self._actions[number]
            await self.app.run_action(chosen.action, chosen.namespace)
