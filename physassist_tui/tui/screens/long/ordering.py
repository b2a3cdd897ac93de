"""A stage with the papers of a long task: drafts of orders, their review and signing.

Everything here stands aside in other sessions.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

from textual import on, work
from textual.widgets import TextArea

from physassist_tui.core.errors import PhysassistError
from physassist_tui.core.view import AssistantView, CallTool
from physassist_tui.i18n import _, nmsg
from physassist_tui.play.paperwork.checklist import unsent_words
from physassist_tui.play.paperwork.desk import PaperDesk, paper_desk
from physassist_tui.play.paperwork.signing import sign
from physassist_tui.tui.messages import Written
from physassist_tui.tui.screens.control.driven import Opens
from physassist_tui.tui.screens.control.seated import SeatedStage
from physassist_tui.tui.screens.long.order_set import OrderSetScreen, Wish
from physassist_tui.tui.screens.long.review_orders import ReviewOrders
from physassist_tui.tui.widgets.composer import Composer
from physassist_tui.tui.widgets.draft import Draft
from physassist_tui.tui.widgets.long.task_pane import TaskPane
from physassist_tui.tui.widgets.panes import EhrPane
from physassist_tui.tui.widgets.result_text import error_lines

KEEP_S = 0.5
"""How long after a key the unsent answer is kept on disk."""


class OrderingStage(SeatedStage):
    """What lies on the person's desk in a long task, and how orders leave it."""

    def __init__(self, opens: Opens, pace: float | None, recordings: Path) -> None:
        super().__init__(opens, pace)
        view = self._seat.view()
        self.long_task = view.long_task
        self.desk: PaperDesk | None = paper_desk(recordings, view) if view.long_task else None
        self._unfolded: set[str] = set()
        self._told = ""

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
            self._told = ""
        except PhysassistError as error:
            if str(error) != self._told:  # once, however often it is tried
                self._told = str(error)
                self.say(self._told)

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

    def action_fork(self) -> None:
        """Goes on from a place that is chosen; what is unsent goes along."""
        if self.desk is not None:
            self._keep()
        super().action_fork()

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

    def held_up(self) -> str:
        """Why the person cannot act in the assistant's seat now; empty where they can."""
        waiting = self._hands.driver.waiting()
        if waiting == "assistant":
            return "" if self._busy_since is None else _("The last act is still under way.")
        if waiting == "paused":
            return _("This session is paused; resume it first.")
        return _("Another player is at work here; you watch.")

    # Drafts and signing

    @work(group="act")
    async def draft(self, call: CallTool, written: Written, *, checked: bool) -> None:
        """Keeps an order as a draft; what is typed with a fault in it is not taken."""
        if self.desk is None:
            return
        if not checked:
            fault = await asyncio.to_thread(self._seat.fault, call.tool, call.arguments)
            if fault is not None:
                self.tell_slip("\n".join(error_lines(fault)))
                return
        if not self.take(call, written):
            return  # the key was struck twice
        papers = self.desk.note(lambda papers: papers.with_draft(call.tool, call.arguments))
        self.keep_papers()
        told = _("Draft {number} is not signed; F7 shows, changes and signs.",
                 number=papers.last_number)  # fmt: skip
        self.tell_slip(told)

    def take(self, call: CallTool, written: Written) -> bool:
        """Takes an order from where it was written; `False` where it no longer stands there."""
        raise NotImplementedError

    def show_orders(self) -> None:
        """Shows the order set."""
        if self.desk is not None:
            screen = OrderSetScreen(self._seat, self.desk, self, held_up=self.held_up())
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
        held_up = self.held_up()
        if held_up:
            self.physassist.tell(held_up)
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
        # The panel of orders may just have taken room from the calls: their end is wanted.
        self.call_after_refresh(self.query_one(EhrPane).calls.action_scroll_end)
        self.call_after_refresh(self._seat.shown)
        self.go_on()
