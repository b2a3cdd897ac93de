"""What stands in the composer's place while others play."""

from __future__ import annotations

from textual.widgets import Static

from physassist_tui.tui.content import joined, line


class WatchBar(Static):
    """How the play stands, and the keys for it."""

    def __init__(self) -> None:
        super().__init__(id="watch")
        self._told = ("", "")

    def draw(self, head: str, keys: str) -> None:
        """Shows how the play stands, and what can be done."""
        self._told = head, keys
        parts = [line(head, "bold"), line(keys)]
        self.update(joined(*(part for part in parts if part.plain), by="  "))
