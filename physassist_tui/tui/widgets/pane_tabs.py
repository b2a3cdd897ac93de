"""The tabs of the panes, where there is room for one pane only."""

from __future__ import annotations

from collections.abc import Mapping

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from physassist_tui.i18n import nmsg
from physassist_tui.tui.content import line
from physassist_tui.tui.messages import TARGETS, PaneChosen, Target
from physassist_tui.tui.widgets.panes import PANE_KEYS, pane_name


class PaneTab(Static):
    """One tab; a click chooses its pane."""

    def __init__(self, target: Target) -> None:
        super().__init__(id=f"tab-{target}", classes="tab")
        self._target = target
        self._told = ("", False)

    def draw(self, active: Target, unread: int, *, long_task: bool) -> None:
        """Shows the name, whether it is in sight, and how much is unread."""
        called = pane_name(self._target, long_task=long_task).render()
        name = f"{PANE_KEYS[self._target]} {called}"
        if unread:
            name += " ● " + nmsg("{n} new", "{n} new", unread).render()
        chosen = self._target == active
        if (name, chosen) == self._told:
            return  # the whole screen would be laid out for it
        self._told = name, chosen
        self.update(line(f"[{name}]", "bold reverse") if chosen else line(f" {name} "))

    def on_click(self, event: events.Click) -> None:
        """Chooses the pane."""
        event.stop()
        self.post_message(PaneChosen(self._target))


class PaneTabs(Horizontal):
    """A tab for each pane."""

    def __init__(self) -> None:
        super().__init__(id="tabs")

    def compose(self) -> ComposeResult:
        """The tabs."""
        for target in TARGETS:
            yield PaneTab(target)

    def draw(
        self, active: Target, unread: Mapping[Target, int], *, long_task: bool = False
    ) -> None:
        """Shows the tabs as they are now."""
        for target in TARGETS:
            tab = self.query_one(f"#tab-{target}", PaneTab)
            tab.draw(active, unread[target], long_task=long_task)
