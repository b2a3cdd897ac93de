"""What one who plays and one who watches both see: banner, panes, status; tabs and zoom."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import ClassVar, Protocol

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widget import Widget

from physassist_tui.core.parts import Spent
from physassist_tui.core.view import AssistantView, CallTool
from physassist_tui.core.words import Seat
from physassist_tui.i18n import msg
from physassist_tui.tui.keeping import keep, let_go
from physassist_tui.tui.keys import key
from physassist_tui.tui.messages import TARGETS, OpenCall, PaneChosen, Target
from physassist_tui.tui.screens.reader import ReaderScreen
from physassist_tui.tui.screens.result import ResultScreen, raw_reader, text_reader
from physassist_tui.tui.widgets.banner import PatientBanner
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.long.checklist import Checklist
from physassist_tui.tui.widgets.long.task_pane import TaskPane
from physassist_tui.tui.widgets.pane_tabs import PaneTabs
from physassist_tui.tui.widgets.panes import EhrPane, Pane, PatientPane, PhysicianPane
from physassist_tui.tui.widgets.selecting import SelectingScreen
from physassist_tui.tui.widgets.status import StatusLine
from physassist_tui.tui.widgets.transcript import Transcript

NARROW = 100
"""Below so many columns the panes are tabs."""


class Seen(Protocol):
    """What is looked at: a session under way by its seat, or a recording at a place in it."""

    def view(self) -> AssistantView:
        """What the assistant sees."""

    def active_ms(self) -> int:
        """The active time in milliseconds."""

    def seated(self) -> Mapping[Seat, str]:
        """Who sits where."""


class Stage(SelectingScreen[None]):
    """The panes of a session, seen from the assistant's seat. What stands below them, and what
    can be done, is for those who build on it.
    """

    CSS_PATH = "stage.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        key(
            "f2",
            "pane('physician')",
            msg("physician"),
            msg("Goes to the physician's pane."),
            show=False,
        ),
        key(
            "f3", "pane('patient')", msg("patient"), msg("Goes to the patient's pane."), show=False
        ),
        key("f4", "pane('ehr')", msg("EHR"), msg("Goes to the EHR's pane."), show=False),
        key("f10", "zoom", msg("zoom"), msg("One pane on the whole screen, and back.")),
    ]

    def __init__(self, seat: Seen) -> None:
        super().__init__()
        self._seen = seat
        self._active: Target = "physician"
        self._zoomed = False
        self._busy_since: float | None = None

    def compose(self) -> ComposeResult:
        """Banner, panes, what stands below them, status, keys."""
        yield PatientBanner()
        yield PaneTabs()
        with Horizontal(id="panes"):
            yield PhysicianPane()
            yield TaskPane() if self._seen.view().long_task else PatientPane()
            yield EhrPane()
        yield from self.foot()
        yield StatusLine()
        yield KeyBar()

    def foot(self) -> Iterator[Widget]:
        """What stands below the panes."""
        raise NotImplementedError

    def draw_foot(self, view: AssistantView) -> None:
        """Draws what stands below the panes."""
        raise NotImplementedError

    def focus_foot(self) -> None:
        """Goes to what stands below the panes, where one can go there."""
        raise NotImplementedError

    def call_wanted(self, call: CallTool | None) -> None:
        """Somebody wants a call from a form or a result; `None`: they left it."""
        raise NotImplementedError

    def draw(self) -> None:
        """Draws the view as it is now."""
        if not self._stands():
            return
        view = self._seen.view()
        self.query_one(PatientBanner).draw(view)
        self._draw_panes(view)
        self._draw_tabs()
        self._tick()
        self.draw_foot(view)
        self.refresh_bindings()

    @on(Transcript.Laid)
    def _keep_the_lines(self, message: Transcript.Laid) -> None:
        message.stop()
        keep()

    def on_unmount(self) -> None:
        """Lets go of what was kept for the session."""
        let_go()

    def _stands(self) -> bool:
        # What comes from a thread can come when another screen has taken this one's place.
        return bool(self.query(StatusLine))

    def _draw_panes(self, view: AssistantView) -> None:
        for pane in self.query(Pane):
            pane.draw(view, in_sight=self._in_sight(pane.target))

    def _draw_tabs(self) -> None:
        unread = {pane.target: pane.unread for pane in self.query(Pane)}
        long_task = bool(self.query(TaskPane))
        self.query_one(PaneTabs).draw(self._active, unread, long_task=long_task)

    def _in_sight(self, target: Target) -> bool:
        return target == self._active or not (self._zoomed or self.size.width < NARROW)

    def _tick(self) -> None:
        if not self._stands():
            return
        busy = self.busy()
        self.query_one(StatusLine).draw(
            self._seen.view(),
            self._seen.active_ms(),
            self._seen.seated(),
            busy_s=None if busy is None else busy[1],
            busy="" if busy is None else busy[0],
            spent=self.spent(),
            head=self.status_head(),
            unsigned=self.unsigned(),
        )

    def busy(self) -> tuple[str, int] | None:
        """Who is at work (empty: the person's own act) and for how many seconds."""
        since = self._busy_since
        return None if since is None else ("", int(time.monotonic() - since))

    def status_head(self) -> str:
        """What the status line begins with in place of how it is recorded; mostly nothing."""
        return ""

    def spent(self) -> Spent | None:
        """What the models of the session took, where that is known here."""
        return None

    def unsigned(self) -> int:
        """How many orders the person has drafted and not signed."""
        return 0

    def on_resize(self, event: events.Resize) -> None:
        """Side by side where there is room, else one pane and tabs."""
        self.set_class(event.size.width < NARROW, "narrow")
        self._show_panes()

    def _show_panes(self) -> None:
        if not self._stands():
            return
        self.set_class(self._zoomed, "zoomed")
        for pane in self.query(Pane):
            pane.display = self._in_sight(pane.target)
            pane.set_class(pane.target == self._active, "active")
            if pane.display:
                pane.unread = 0
        self._draw_tabs()

    def _bring_up(self, target: Target) -> None:
        if not self._zoomed:
            self._active = target
        self._show_panes()

    @on(OpenCall)
    async def _open(self, message: OpenCall) -> None:
        view = self._seen.view()
        call = next((call for call in view.calls if call.call_id == message.call_id), None)
        if call is None:
            return
        if message.how == "raw":
            self.app.push_screen(await raw_reader(call))
        elif message.how == "text":
            self.app.push_screen(await text_reader(call, view.now.tzinfo))
        else:
            self.app.push_screen(ResultScreen(call, view.now.tzinfo), self.call_wanted)

    @on(Checklist.Open)
    def _open_row(self, message: Checklist.Open) -> None:
        self.open_row(message.what, message.path)

    def open_row(self, what: str, path: str) -> None:
        """Shows what a row of a task's pane is about: here a file, to be read."""
        files = self._seen.view().files
        text = next((file.text for file in files if file.path == path), None)
        if what == "note" and text is not None:
            self.app.push_screen(ReaderScreen(path, text))

    def action_pane(self, target: str) -> None:
        """Goes to a pane."""
        if target in TARGETS:
            self._go_to(target)

    @on(PaneChosen)
    def _pane_chosen(self, message: PaneChosen) -> None:
        self._go_to(message.target)

    def _go_to(self, target: Target) -> None:
        if not self._stands():
            return
        self._active = target
        self._show_panes()
        self.query_one(f"#pane-{target}", Pane).to_focus.focus()

    def action_zoom(self) -> None:
        """One pane on the whole screen, and back."""
        focused = self.focused
        for pane in self.query(Pane):
            if focused is not None and pane in focused.ancestors:
                self._active = pane.target
        self._zoomed = not self._zoomed
        self._show_panes()
        if self._zoomed:
            self.query_one(f"#pane-{self._active}", Pane).to_focus.focus()
        else:
            self.focus_foot()
