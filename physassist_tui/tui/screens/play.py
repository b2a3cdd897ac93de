"""The play: physician, patient and EHR side by side, what the person does below, a status line.

The screen sees a session through its handles alone and holds no rule of the play: what is done
is an act, what is drawn is the seat's view after the act's events were committed.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events, on, work
from textual.binding import BindingType
from textual.widget import Widget

from physassist_tui.core.errors import PhysassistError
from physassist_tui.core.events import AnyEvent
from physassist_tui.core.view import Act, Answer, Ask, CallTool
from physassist_tui.ehr.orders import number_of
from physassist_tui.i18n import _, msg
from physassist_tui.llm import open_model
from physassist_tui.play.opening import Opened
from physassist_tui.play.paperwork.warnings import drafted
from physassist_tui.tui.keys import key
from physassist_tui.tui.messages import CancelOrder, FormWanted, Target, Written
from physassist_tui.tui.screens.control.driven import target_of, target_of_call
from physassist_tui.tui.screens.control.feet import FootKind
from physassist_tui.tui.screens.control.handles import Models, handles
from physassist_tui.tui.screens.long.tasked import LongTaskStage
from physassist_tui.tui.screens.reason import ReasonScreen
from physassist_tui.tui.widgets.call_form import CallForm, Filled
from physassist_tui.tui.widgets.composer import Composer
from physassist_tui.tui.widgets.control.asking import Asking
from physassist_tui.tui.widgets.control.foot import Foot
from physassist_tui.tui.widgets.control.replying import Replying
from physassist_tui.tui.widgets.long.draft_form import DraftForm
from physassist_tui.tui.widgets.orders import OrdersPanel, order_line
from physassist_tui.tui.widgets.panes import PhysicianPane
from physassist_tui.tui.widgets.result_text import error_lines
from physassist_tui.tui.widgets.watch_bar import WatchBar

if TYPE_CHECKING:
    from physassist_tui.store.recordings import Recordings

JUST_ENDING_S = 0.5
"""What is sent so shortly before an act is done is sent after it; a longer wait changes minds."""
NOWHERE = Written("ehr", "")
"""Of an act that was not written in the composer."""
PACE = 1.5
"""Seconds from one step of a script to the next, where one watches it play by itself."""


class PlayScreen(LongTaskStage):
    """A session under way, whoever sits in its seats.

    `pace` `None`: a script that one watches waits for each step. `models` opens a model by name.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("f5,ctrl+enter", "send", msg("send"), msg("Sends what the composer holds.")),
        key(
            "escape",
            "stop",
            msg("stop"),
            msg("Stops a model's call at once and pauses; or waits no longer for an act."),
        ),
        key(
            "f6,escape",
            "compose",
            msg("read/write"),
            msg("From a pane to the composer, and back."),
        ),
        key("f7", "orders", msg("orders"), msg("Goes to the orders of this session.")),
        key(
            "ctrl+t", "target", msg("to whom"), msg("The composer speaks to the next."), show=False
        ),
        key("f5", "score", msg("score"), msg("Shows the score of a session that is over.")),
        key(
            "f12",
            "close",
            msg("to the library"),
            msg("Leaves the play; it is saved."),
            show=False,
        ),
    ]

    def __init__(
        self,
        opened: Opened,
        recordings: Recordings,
        *,
        pace: float | None = PACE,
        models: Models = open_model,
    ) -> None:
        # The opened session holds the rubric: it is not looked at here.
        super().__init__(
            lambda hears: handles(opened, recordings, models, hears), pace, recordings.path
        )
        self._doing: tuple[Act, Written] | None = None
        self._next: tuple[Act, Written, float] | None = None
        self._meant: Act | None = None
        self._forms: dict[str, Filled] = {}

    # Composition and drawing

    def foot(self) -> Iterator[Widget]:
        """How the play stands, where one waits; below it, where one acts."""
        yield WatchBar()
        yield Foot(self.makers(), self.kind())

    def makers(self) -> dict[FootKind, Callable[[], Widget]]:
        """What makes each bar."""
        return {
            **super().makers(),
            "composer": lambda: Composer(self._seat, self.send_keys, self.wanted),
        }

    def on_mount(self) -> None:
        """Draws the session as it is; the time runs once the request has been drawn."""
        self.draw()
        if self.query_one(Foot).kind == "bar":
            self.query_one(PhysicianPane).transcript.focus()
        else:
            self.focus_foot()
        self.set_interval(1.0, self._tick)
        self.begin_papers()
        self.call_after_refresh(self._seat.shown)
        self.begin_driving()
        if self._hands.driver.waiting() == "provider":
            self.ask_about_fault()

    @on(events.Unmount)
    async def _left_the_app(self) -> None:
        """Somebody who leaves the app leaves the session; it can be resumed."""
        await asyncio.to_thread(self.quit_session)

    async def redraw(self) -> None:
        """Draws every text in the language of the moment; what was written stays."""
        self.draw()
        for composer in self.query(Composer):
            composer.draw()
            composer.slip("")

    @property
    def composer(self) -> Composer:
        """The composer; there is none before a person has assisted."""
        return self.query_one(Composer)

    def tell_slip(self, text: str) -> None:
        """Says what is wrong where one writes to the assistant's partners, else in passing."""
        for composer in self.query(Composer):
            composer.slip(text)
            return
        self.physassist.tell(text)

    # Acts

    def wanted(self, act: Act, written: Written) -> None:
        """Does an act that the person wants done, unless something speaks against it."""
        if isinstance(act, CallTool) and drafted(self._seat.view(), act.tool) is not None:
            self.draft(act, written, checked=False)
        elif isinstance(act, Ask) and self.long_task:
            self.tell_slip(_("There is no patient to ask in this task."))
        elif self._like_a_call(act):
            self.tell_slip(
                _(
                    "This reads like a call to the EHR: Tab leads there. The same again says it "
                    "as it is."
                )
            )
        elif not (isinstance(act, Answer) and self.asks_first(lambda: self._do(act, written))):
            self._do(act, written)

    def _like_a_call(self, act: Act) -> bool:
        """Whether words begin with a tool's name and are sent for the first time."""
        if not isinstance(act, Answer | Ask) or self._meant == act:
            return False
        self._meant = act
        word = act.text.split(maxsplit=1)[0] if act.text.strip() else ""
        return self._seat.view().toolset.tool(word) is not None

    def _do(self, act: Act, written: Written) -> None:
        if self._busy_since is not None:
            if (act, written) == self._doing:
                return  # the key was struck twice
            self.composer.slip(_("The last act is still under way; your text is kept."))
            self._next = (act, written, time.monotonic())
            return
        self._next = None
        self._busy_since = time.monotonic()
        self._doing = (act, written)
        self._carry_out(act, written)

    def _stop_waiting(self) -> None:
        """Waits no longer for the act under way, which is recorded all the same once it is done."""
        self._busy_since = self._doing = None
        self._tick()
        self.composer.slip(
            _("You no longer wait for it. It cannot be taken back: it is recorded when it is done.")
        )

    @work(group="act")
    async def _carry_out(self, act: Act, written: Written) -> None:
        slip = ""
        try:
            if isinstance(act, CallTool):
                fault = await asyncio.to_thread(self._seat.fault, act.tool, act.arguments)
                if fault is not None:
                    # A slip of the fingers is no call: it costs nothing and the text is kept.
                    slip = "\n".join(error_lines(fault))
            if not slip:
                await asyncio.to_thread(self._seat.act, act)
        except PhysassistError as error:
            slip = str(error)
        finally:
            waited = self._doing is not None and self._doing[0] is act
            if waited:
                self._busy_since = self._doing = None
            self._tick()
        following, self._next = self._next, None
        if slip:
            self.composer.slip(slip)
            if following is not None and _instead(following[1], written):
                self._follow(*following)
            return
        # What was written on in the same field since one stopped waiting stays, whole.
        if waited or self.composer.written(written.field) == written:
            self.composer.sent(written)
        self._done(act, waited=waited)
        if following is not None and self._seat.view().ended is None:
            self._follow(*following)

    def _follow(self, act: Act, written: Written, asked: float) -> None:
        """Does what was sent as the last act was just ending; else says that it is kept."""
        if self._busy_since is not None:
            return
        if self.composer.holds(written) and time.monotonic() - asked < JUST_ENDING_S:
            self._do(act, written)
        else:
            self.composer.slip(_("The last act is done. What you wrote is kept: send it now."))

    def _done(self, act: Act, *, waited: bool) -> None:
        if isinstance(act, CallTool):
            self._forms.pop(act.tool, None)
        view = self._seat.view()
        if view.ended is not None:
            self.over()
            return
        if waited:
            self._bring_up(_target_of(act))
        self.draw()
        self.call_after_refresh(self._seat.shown)
        self.go_on()
        if view.limits.same_call_left == 1:
            self.composer.slip(_("The same again would end the session."))

    def over(self) -> None:
        """Shows the score of a session that the person's own act has ended."""
        self.app.switch_screen(self._hands.to_score())

    def decided(self, events: Sequence[AnyEvent]) -> None:
        """Brings up the pane in which the decision is seen."""
        self._bring_up(target_of(events))
        self.draw()

    # Forms, results, orders

    @on(FormWanted)
    def _form(self, message: FormWanted) -> None:
        tool = self._seat.view().toolset.tool(message.tool)
        if tool is None or not self.is_active:
            return  # where a form is open by now, the key was struck twice
        filled = self._forms.setdefault(tool.name, {})
        if drafted(self._seat.view(), tool.name) is not None:

            def filled_in(call: CallTool | None) -> None:
                if call is not None:
                    self.draft(call, message.written, checked=True)

            self.app.push_screen(DraftForm(tool, self._seat, filled, self._unfolded), filled_in)
            return
        form = CallForm(tool, self._seat, filled, self._unfolded)
        self.app.push_screen(form, lambda call: self._call(call, message.written))

    def take(self, call: CallTool, written: Written) -> bool:
        """Takes an order from where it was written; `False` where it no longer stands there."""
        if not self.composer.holds(written):
            return False
        self._forms.pop(call.tool, None)
        self.composer.sent(written)
        return True

    def call_wanted(self, call: CallTool | None) -> None:
        """Makes the call that a result gave; what is half written stays."""
        self._call(call, NOWHERE)

    def _call(self, call: CallTool | None, written: Written) -> None:
        if call is None:
            return
        if self._hands.driver.waiting() != "assistant":
            self.physassist.tell(_("Another player is at work here; you watch."))
            return
        self._do(call, written)

    @on(CancelOrder)
    def _cancel_order(self, message: CancelOrder) -> None:
        self.cancel_order(message.ref, lambda: None)

    def cancel_order(self, ref: str, then: Callable[[], None]) -> None:
        """Asks to take a signed order back; `then` where the person thinks better of it."""
        view = self._seat.view()
        order = next((one for one in view.written if one.ref == ref), None)
        if order is None:
            return
        if self._hands.driver.waiting() != "assistant":
            self.physassist.tell(_("Another player is at work here; you watch."))
            return
        if view.toolset.tool("order.cancel") is None:
            self.composer.slip(_("This toolset has no way to cancel an order."))
            return

        def given(reason: str | None) -> None:
            if reason is None:
                then()
                return
            arguments = {"order": str(number_of(order.resource))}
            arguments |= {"reason": reason} if reason else {}
            self._do(CallTool("order.cancel", arguments), NOWHERE)

        self.app.push_screen(ReasonScreen(order_line(order)), given)

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hides what cannot be done now."""
        del parameters
        if action in ("seats", "free", "rewind", "fork") and not self._hands.desk.directed:
            return False
        at_desk = self.can_direct(action)
        if at_desk is not None:
            return at_desk
        kind = self.query_one(Foot).kind if self.is_mounted else "bar"
        if action == "stop":
            return self._doing is not None or self.model_at_work
        if action == "score":
            return kind == "bar" and self._hands.desk.ended is not None
        if action == "target":
            return kind == "composer"
        if action == "send":
            return kind in ("composer", "asking", "replying")
        if action == "compose":
            return kind != "bar"
        return True

    def action_send(self) -> None:
        """Sends what is written."""
        foot = self.query_one(Foot)
        bar = foot.bar_of(foot.kind)
        if isinstance(bar, Composer | Asking | Replying):
            bar.send()

    def action_target(self) -> None:
        """The composer speaks to the next."""
        self.composer.next_target()

    def action_stop(self) -> None:
        """Stops waiting for an act, or stops a model at work."""
        if self._doing is not None:
            self._stop_waiting()
        else:
            self.stop_model()

    def action_compose(self) -> None:
        """From a pane to where one writes, and back."""
        if self.leave_asking():
            return
        if self._zoomed:
            self.action_zoom()
        if self.query_one(Foot).has_focus_within:
            self._go_to(self._active)
        else:
            self.focus_foot()

    def action_orders(self) -> None:
        """Goes to the orders; in a long task, to the order set with its drafts."""
        if self.long_task:
            self.show_orders()
            return
        orders = self.query_one(OrdersPanel)
        if orders.display:
            self._go_to("ehr")
            orders.focus()
        else:
            self.tell_slip(_("You have written no orders in this session."))

    async def action_close(self) -> None:
        """Leaves the play; it can be resumed."""
        await asyncio.to_thread(self.quit_session)
        self.dismiss(None)

    def leave(self, then: Callable[[], None]) -> None:
        """Leaves the play, then does something else."""
        self._leave_for(then)

    @work(group="leave")
    async def _leave_for(self, then: Callable[[], None]) -> None:
        await asyncio.to_thread(self.quit_session)
        self.dismiss(None)
        then()

    def action_score(self) -> None:
        """Shows the score."""
        self.over()


def _instead(following: Written, written: Written) -> bool:
    """Whether what was sent next is what was wrong before, written anew."""
    return following.field == written.field and not following.text.startswith(written.text)


def _target_of(act: Act) -> Target:
    match act:
        case Ask():
            return "patient"
        case CallTool():
            return target_of_call(act)
        case _:
            return "physician"
