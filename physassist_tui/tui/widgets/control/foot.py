"""The place below the panes, where the bar of whoever is to act stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from textual import work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widget import Widget

from physassist_tui.tui.screens.control.feet import FootKind


class Foot(Vertical):
    """Holds the bars that were needed so far, made when they are first; shows one or none."""

    class Ready(Message):
        """A bar that was shown for the first time is there, with all that is in it."""

    def __init__(self, makers: Mapping[FootKind, Callable[[], Widget]], first: FootKind) -> None:
        super().__init__(id="foot")
        self._makers = makers
        self.kind: FootKind = first
        self._bars: dict[FootKind, Widget] = {}
        if first in makers:
            self._bars[first] = makers[first]()

    def compose(self) -> ComposeResult:
        """The first bar."""
        yield from self._bars.values()

    def bar_of(self, kind: FootKind) -> Widget | None:
        """A bar, in sight or not; `None` where it was never needed."""
        return self._bars.get(kind)

    def show(self, kind: FootKind) -> bool:
        """Shows another bar; whether it is another one. `bar`: none of those here."""
        if kind == self.kind:
            return False
        if self.kind in self._bars:
            self._bars[self.kind].display = False
        self.kind = kind
        if kind in self._bars:
            self._bars[kind].display = True
        elif kind in self._makers:
            self._bars[kind] = self._makers[kind]()
            self._put(self._bars[kind])
        self.display = kind in self._bars
        return True

    @work(group="foot")
    async def _put(self, bar: Widget) -> None:
        await self.mount(bar)
        self.post_message(self.Ready())
