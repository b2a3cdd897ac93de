"""What is seen while a record is opened; the wait can be cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from physassist_tui.core.errors import PhysassistError
from physassist_tui.i18n import _, format_number, msg, nmsg
from physassist_tui.tui.content import plain
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from physassist_tui.play.opening import Progress
    from physassist_tui.tui.app import PhysassistApp


T = TypeVar("T")


class Cancelled(Exception):
    """The person did not want to wait."""


class WaitScreen(ModalScreen["T | None"], Generic[T]):
    """Runs `make` in a thread and leaves with what it gave; `None` where it gave nothing.

    A cancelled wait ends at once on the screen; the thread ends at its next sign of progress.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("escape", "cancel", msg("cancel"), msg("Stops waiting; nothing is opened.")),
    ]

    def __init__(self, make: Callable[[Progress], T]) -> None:
        super().__init__()
        self._make = make
        self._done = 0
        self._unwanted = Event()

    def compose(self) -> ComposeResult:
        """What is waited for, and how far it is."""
        with Vertical(classes="dialog"):
            yield Static(plain(_("Opening the record …")), classes="title")
            yield Static(plain(self._progress()), id="progress")
            yield KeyBar()

    def on_mount(self) -> None:
        """Begins."""
        self._work()

    @work(exclusive=True)
    async def _work(self) -> None:
        try:
            opened: T | None = await asyncio.to_thread(self._make, self._told)
        except Cancelled:
            return
        except PhysassistError as error:
            self._physassist.tell(str(error), severity="error")
            opened = None
        if not self._unwanted.is_set():
            self.dismiss(opened)

    @property
    def _physassist(self) -> PhysassistApp:
        app: Any = self.app
        return app  # type: ignore[no-any-return]

    def _told(self, done: int, total: int | None) -> None:
        del total
        if self._unwanted.is_set():
            raise Cancelled
        self._done = done
        self.app.call_from_thread(self._draw_progress)

    def _draw_progress(self) -> None:
        if self.is_attached:
            self.query_one("#progress", Static).update(plain(self._progress()))

    def _progress(self) -> str:
        if not self._done:
            return ""
        return nmsg(
            "{shown} resource indexed", "{shown} resources indexed", self._done,
            shown=format_number(self._done),
        ).render()  # fmt: skip

    def action_cancel(self) -> None:
        """Stops waiting."""
        self._unwanted.set()
        self.dismiss(None)
