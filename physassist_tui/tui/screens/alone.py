"""The app around one session that something else leads to, as a study: no library, no score."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from physassist_tui.i18n import _, msg
from physassist_tui.tui.content import plain
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.key_bar import KeyBar


class AloneScreen(Screen[None]):
    """Lies below the session, empty; the app is left with the last screen above it."""

    def __init__(self) -> None:
        super().__init__()
        self._covered = False

    def on_screen_suspend(self, _event: events.ScreenSuspend) -> None:
        """The session is shown."""
        self._covered = True

    def on_screen_resume(self, _event: events.ScreenResume) -> None:
        """The session, and what came after it, has been left."""
        if self._covered:
            self.app.exit()


class ThanksScreen(Screen[None]):
    """Stands where the score would, for one who is not to see it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter,escape,q", "leave", msg("go on"), msg("Leaves the session, which is over.")),
    ]

    def compose(self) -> ComposeResult:
        """That it is over."""
        with Vertical(classes="dialog"):
            yield Static(plain(_("Thank you. The session is over.")), classes="title")
            yield Static(plain(_("All of it is saved. Enter goes on.")))
        yield KeyBar()

    def action_leave(self) -> None:
        """Goes on with what led here."""
        self.dismiss(None)
