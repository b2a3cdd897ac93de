"""A stage on which a long task is played: orders are drafts first, a note is edited, steps ticked.

Everything here stands aside in other sessions.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.binding import BindingType
from textual.widgets import TextArea

from physassist_tui.core.errors import PhysassistError
from physassist_tui.core.view import AssistantView, CallTool
from physassist_tui.i18n import _, msg, nmsg
from physassist_tui.play.paperwork.checklist import known_paths, unsent_words
from physassist_tui.play.paperwork.desk import PaperDesk, paper_desk
from physassist_tui.play.paperwork.searched import call_times
from physassist_tui.play.paperwork.signing import sign
from physassist_tui.tui.keys import Action, key
from physassist_tui.tui.messages import OpenCall
from physassist_tui.tui.screens.control.driven import Opens
from physassist_tui.tui.screens.control.seated import SeatedStage
from physassist_tui.tui.screens.long.note import NoteScreen
from physassist_tui.tui.screens.long.order_set import OrderSetScreen, Wish
from physassist_tui.tui.screens.long.review_orders import ReviewOrders
from physassist_tui.tui.screens.long.searched import SearchedScreen
from physassist_tui.tui.screens.long.unsigned import Choice, UnsignedScreen
from physassist_tui.tui.screens.long.values import ValuesScreen
from physassist_tui.tui.widgets.composer import Composer
from physassist_tui.tui.widgets.draft import Draft
from physassist_tui.tui.widgets.long.checklist import Checklist
from physassist_tui.tui.widgets.long.task_pane import TaskPane
from physassist_tui.tui.widgets.result_text import error_lines

FIRST = (
    "accept", "edit", "reject", "stop", "score", "send", "select", "orders", "note", "searched",
    "run", "step", "desk", "help",
)  # fmt: skip
"""The keys that the bar shows before all others in a long task."""
KEEP_S = 0.5
"""How long after a key the unsent answer is kept on disk."""


class LongTaskStage(SeatedStage):
    """What a person does in a long task beside calling tools."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("f11,ctrl+n", "note", msg("write note"),
            msg("Opens the file that the task asks for, with preview.")),
        key("ctrl+r", "searched", msg("searched"), msg("Lists what was searched so far.")),
    ]  # fmt: skip

    def __init__(self, opens: Opens, pace: float | None, recordings: Path) -> None:
        super().__init__(opens, pace)
        view = self._seat.view()
        self.long_task = view.long_task
        self.desk: PaperDesk | None = paper_desk(recordings, view) if view.long_task else None
        self._unfolded: set[str] = set()

    def begin_papers(self) -> None:
        """Puts back what was written and not sent; tells where that could not be read."""
        if self.desk is None:
            return
        papers = self.desk.papers
        if self.desk.fault:
            self.say(self.desk.fault)
        for composer in self.query(Composer):
            composer.query_one("#answer", Draft).text = papers.answer
        waits = [one.render() for one in unsent_words(papers)]
        if waits:
            self.physassist.tell("\n".join(waits))
        self.set_interval(KEEP_S, self._keep_answer)

    # Keeping

    def keep_papers(self) -> None:
        """Writes the papers down, off the loop, and draws them."""
        if self.desk is not None:
            self._keep()
            self.draw()

    @work(group="papers")
    async def _keep(self) -> None:
        if self.desk is None or not self.desk.to_be_kept:
            return
        try:
            await asyncio.to_thread(self.desk.keep)
        except PhysassistError as error:
            self.say(str(error))

    @on(TextArea.Changed, "#answer")
    def _note_answer(self, event: TextArea.Changed) -> None:
        if self.desk is not None:
            text = event.text_area.text
            self.desk.note(lambda papers: papers.with_answer(text))

    def _keep_answer(self) -> None:
        if self.desk is not None and self.desk.to_be_kept:
            self._keep()

    def tell_slip(self, text: str) -> None:
        """Says what is wrong, or what came of it, where the person looks."""
        raise NotImplementedError

    def quit_session(self) -> None:
        """Leaves, and keeps what is unsent; forgets it where the session is over."""
        super().quit_session()
        if self.desk is None:
            return
        try:
            if self._hands.desk.ended is None:
                self.desk.keep()
            else:
                self.desk.forget()
        except PhysassistError as error:
            self.app.call_later(self.say, str(error))

    # Drawing

    def _draw_panes(self, view: AssistantView) -> None:
        for pane in self.query(TaskPane):
            if self.desk is not None:
                pane.papers = self.desk.papers
        super()._draw_panes(view)

    def unsigned(self) -> int:
        """How many drafts there are."""
        return 0 if self.desk is None else len(self.desk.papers.drafts)

    def key_order(self, action: Action) -> int:
        """What is to be done now comes first in the bar of keys."""
        name = action.action.partition("(")[0]
        if not self.long_task:
            return super().key_order(action)
        return FIRST.index(name) if name in FIRST else len(FIRST)

    def may_act(self) -> bool:
        """Whether the person sits in the assistant's seat and it is their move."""
        return self._hands.driver.waiting() == "assistant" and self._busy_since is None

    # Drafts and signing

    @work(group="act")
    async def draft(self, call: CallTool, *, checked: bool) -> None:
        """Keeps an order as a draft; what is typed with a fault in it is not taken."""
        if self.desk is None:
            return
        if not checked:
            fault = await asyncio.to_thread(self._seat.fault, call.tool, call.arguments)
            if fault is not None:
                self.tell_slip("\n".join(error_lines(fault)))
                return
        papers = self.desk.note(lambda papers: papers.with_draft(call.tool, call.arguments))
        self.drafted(call)
        self.keep_papers()
        told = _("Draft {number} is not signed; F7 shows, changes and signs.",
                 number=papers.last_number)  # fmt: skip
        self.tell_slip(told)

    def drafted(self, call: CallTool) -> None:
        """Empties where the order was written."""
        raise NotImplementedError

    def show_orders(self) -> None:
        """Shows the order set."""
        if self.desk is not None:
            screen = OrderSetScreen(self._seat, self.desk, self, may=self.may_act())
            self.app.push_screen(screen, self._order_wish)

    def _order_wish(self, wish: Wish | None) -> None:
        self.draw()
        if wish is None or self.desk is None:
            return
        if wish[0] == "cancel":
            self.cancel_order(wish[1], self.show_orders)
            return

        def reviewed(signs: bool | None) -> None:
            if signs:
                self._sign()
            else:
                self.show_orders()

        self.app.push_screen(ReviewOrders(self._seat, self.desk.papers), reviewed)

    def cancel_order(self, ref: str, then: Callable[[], None]) -> None:
        """Asks to take a signed order back."""
        raise NotImplementedError

    @work(group="act")
    async def _sign(self) -> None:
        if self.desk is None:
            return
        if not self.may_act():
            self.physassist.tell(_("Another player is at work here; you watch."))
            return
        self._busy_since = time.monotonic()
        try:
            count = await asyncio.to_thread(sign, self._seat, self.desk, lambda _events: None)
        except PhysassistError as error:
            self.tell_slip(str(error))
        else:
            self.tell_slip(nmsg("{n} order is signed.", "{n} orders are signed.", count).render())
        finally:
            self._busy_since = None
        self.after_calls()

    def after_calls(self) -> None:
        """Draws what calls brought, and goes on; shows the score where they ended the session."""
        if self._seat.view().ended is not None:
            self.over()
            return
        self._bring_up("ehr")
        self.draw()
        self.call_after_refresh(self._seat.shown)
        self.go_on()

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
        if self.may_act():
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
        """Asks where drafts or changes would be left behind, and goes on by `then`."""
        if self.desk is None or not unsent_words(self.desk.papers):
            return False

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

        self.app.push_screen(UnsignedScreen(self.desk.papers), chosen)
        return True

    def action_end(self) -> None:
        """Ends the session, once that is confirmed; what is unsigned is named first."""
        if not self.asks_first(super().action_end):
            super().action_end()

    def can_direct(self, action: str) -> bool | None:
        """Whether it can be done now."""
        if action in ("note", "searched"):
            return self.long_task
        return super().can_direct(action)
