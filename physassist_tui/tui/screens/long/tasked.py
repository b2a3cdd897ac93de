"""A stage on which a long task is played: its note, its searches, its steps.

Everything here stands aside in other sessions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.binding import BindingType

from physassist_tui.core.errors import PhysassistError
from physassist_tui.core.view import AssistantView, CallTool
from physassist_tui.i18n import _, msg
from physassist_tui.play.paperwork.checklist import known_paths, left_open, unsent_words
from physassist_tui.play.paperwork.searched import call_times
from physassist_tui.tui.keys import Action, key
from physassist_tui.tui.messages import OpenCall
from physassist_tui.tui.screens.long.note import NoteScreen
from physassist_tui.tui.screens.long.ordering import OrderingStage
from physassist_tui.tui.screens.long.searched import SearchedScreen
from physassist_tui.tui.screens.long.unsigned import Choice, UnsignedScreen
from physassist_tui.tui.screens.long.values import ValuesScreen
from physassist_tui.tui.widgets.long.checklist import Checklist
from physassist_tui.tui.widgets.result_text import error_lines

FIRST = (
    "accept", "edit", "reject", "stop", "score", "send", "select", "orders", "note", "searched",
    "run", "step", "desk", "help",
)  # fmt: skip
"""The keys that the bar shows before all others in a long task."""


class LongTaskStage(OrderingStage):
    """What a person does in a long task beside calling tools."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("f11,ctrl+n", "note", msg("write note"),
            msg("Opens the file that the task asks for, with preview.")),
        key("ctrl+r", "searched", msg("searched"), msg("Lists what was searched so far.")),
    ]  # fmt: skip

    def key_order(self, action: Action) -> int:
        """What is to be done now comes first in the bar of keys."""
        name = action.action.partition("(")[0].removeprefix("screen.")
        if not self.long_task:
            return super().key_order(action)
        return FIRST.index(name) if name in FIRST else len(FIRST)

    # The note

    def action_note(self) -> None:
        """Opens the note: of the task, else the one that was written last."""
        self.show_note()

    def show_note(self, path: str = "") -> None:
        """Opens a file of the workspace: to be changed where the person may, else to be read."""
        if self.desk is None:
            return
        view = self._seat.view()
        known = known_paths(view)
        if not self.held_up():
            note = NoteScreen(self._seat, self.desk, self, self._save_note, path or known[0])
            self.app.push_screen(note, lambda _none: self.after_note())
            return
        self._read_file(view, path or known[0])

    def _read_file(self, view: AssistantView, path: str) -> None:
        if any(file.path == path for file in view.files):
            super().open_row("note", path)
        else:
            self.physassist.tell(_("{path} has not been written yet.", path=path))

    def after_note(self) -> None:
        """Draws what came of the note."""
        if self._seat.view().ended is not None:
            self.over()
        else:
            self.tell_slip("")
            self.draw()

    def _save_note(self, path: str, text: str) -> str:
        """Writes a file by a call; gives what is wrong. Called in a thread."""
        assert self.desk is not None
        tool = next((one for one in self._seat.view().toolset.tools if one.kind == "file"), None)
        if tool is None:
            return _("This toolset has no way to write a file.")
        call = CallTool(tool.name, {"path": path, "content": text, "mode": "w"})
        fault = self._seat.fault(call.tool, call.arguments)
        if fault is not None:
            return "\n".join(error_lines(fault))
        try:
            events = self._seat.act(call)
        except PhysassistError as error:
            return str(error)
        for event in events:
            if event.kind == "tool_returned" and not event.data.ok:
                return "\n".join(error_lines(event.data.result))
        files = self._seat.view().files
        self.desk.change(lambda papers: papers.after((), files))
        return ""

    def insertable(self, then: Callable[[str], None]) -> None:
        """Lets the person choose a row of what a search gave."""

        def chosen(call_id: str | None) -> None:
            view = self._seat.view()
            call = next((one for one in view.calls if one.call_id == call_id), None)
            if call is not None:
                values = ValuesScreen(call, view.now.tzinfo)
                self.app.push_screen(values, lambda row: then(row) if row else None)

        self.app.push_screen(self._searched_screen(), chosen)

    # Searches, steps

    def action_searched(self) -> None:
        """Lists what was searched so far; the chosen result opens."""

        def chosen(call_id: str | None) -> None:
            if call_id is not None:
                self.post_message(OpenCall(call_id, "table"))

        self.app.push_screen(self._searched_screen(), chosen)

    def _searched_screen(self) -> SearchedScreen:
        return SearchedScreen(self._seat, call_times(self._hands.desk.events()))

    @on(Checklist.Tick)
    def _tick_step(self, message: Checklist.Tick) -> None:
        if self.desk is not None:
            self.desk.note(lambda papers: papers.tick(message.step))
            self.keep_papers()

    def open_row(self, what: str, path: str) -> None:
        """Opens what a row of the task's pane is about."""
        match what:
            case "orders":
                self.show_orders()
            case "searched":
                self.action_searched()
            case _:
                self.show_note(path)

    # Answering and ending with something unsent

    def asks_first(self, then: Callable[[], None]) -> bool:
        """Asks whether the task is to end, with what would be left undone; goes on by `then`."""
        if self.desk is None or not self.long_task:
            return False
        left = left_open(self._seat.view(), self.desk.papers)

        def chosen(choice: Choice | None) -> None:
            match choice:
                case "go on":
                    then()
                case "orders":
                    self.show_orders()
                case "note":
                    notes = list(self.desk.papers.notes) if self.desk is not None else []
                    self.show_note(notes[0] if notes else "")
                case None:
                    pass

        self.app.push_screen(UnsignedScreen(left, self.desk.papers), chosen)
        return True

    def action_end(self) -> None:
        """Ends the session, once that is confirmed; what is unsigned is named first."""
        papers = self.desk.papers if self.desk is not None else None
        if papers is None or not unsent_words(papers) or not self.asks_first(super().action_end):
            super().action_end()

    def can_direct(self, action: str) -> bool | None:
        """Whether it can be done now."""
        if action in ("note", "searched"):
            return self.long_task
        return super().can_direct(action)
