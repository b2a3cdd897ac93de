"""The play: physician, patient and EHR side by side, a composer, a status line.

The screen sees a session through its `AssistantSeat` alone and holds no rule of the play: what
is done is an act, what is drawn is the seat's view after the act's events were committed.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import on, work
from textual.binding import BindingType
from textual.screen import Screen
from textual.widget import Widget

from physassist_tui.core.errors import PhysassistError
from physassist_tui.core.events import AnyEvent
from physassist_tui.core.names import end_name
from physassist_tui.core.view import Act, Answer, Ask, AssistantView, CallTool, Quit
from physassist_tui.core.words import Seat
from physassist_tui.ehr.orders import number_of
from physassist_tui.i18n import _, msg
from physassist_tui.play.opening import Opened
from physassist_tui.play.seat import AssistantSeat
from physassist_tui.play.watching import Step, stepper
from physassist_tui.tui.keys import key
from physassist_tui.tui.messages import (
    CancelOrder,
    Committed,
    FormWanted,
    Target,
    Wanted,
)
from physassist_tui.tui.screens.reason import ReasonScreen
from physassist_tui.tui.screens.stage import Stage
from physassist_tui.tui.widgets.call_form import CallForm, Filled
from physassist_tui.tui.widgets.composer import Composer
from physassist_tui.tui.widgets.orders import OrdersPanel, order_line
from physassist_tui.tui.widgets.panes import PhysicianPane
from physassist_tui.tui.widgets.result_text import error_lines
from physassist_tui.tui.widgets.watch_bar import WatchBar

if TYPE_CHECKING:
    from physassist_tui.store.recordings import Recordings
    from physassist_tui.tui.app import PhysassistApp

PACE = 1.5
"""Seconds from one step of a script to the next, where one watches it play by itself."""


class PlayScreen(Stage):
    """A session under way. `pace` `None`: a script that one watches waits for each step."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("f5,ctrl+enter", "send", msg("send"), msg("Sends what the composer holds.")),
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
        key("s", "step", msg("step"), msg("Lets the script do its next act.")),
        key("space", "run", msg("run/pause"), msg("The script goes on by itself, or pauses.")),
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
        self, opened: Opened, recordings: Recordings, *, pace: float | None = PACE
    ) -> None:
        super().__init__(AssistantSeat(opened.director))
        self._step: Step | None = stepper(opened)
        # The opened session holds the rubric: it goes on to the score and is not looked at here.
        self._to_score: Callable[[], Screen[Any]] = lambda: _score_screen(opened, recordings)
        self._pace = pace
        self._runs = pace is not None
        self._left = False
        self._waited_for: Act | None = None
        self._stepping = Lock()
        self._forms: dict[str, Filled] = {}

    # Composition and drawing

    def foot(self) -> Iterator[Widget]:
        """The composer, or the bar of one who watches."""
        yield Composer(self._seat, self._send_keys) if self._step is None else WatchBar()

    def draw_foot(self, view: AssistantView) -> None:
        """Draws the bar of one who watches; the composer draws itself."""
        if self._step is not None:
            over = end_name(view.ended).render() if view.ended is not None else ""
            player = self._seat.seated()[Seat.ASSISTANT]
            self.query_one(WatchBar).draw(player, running=self._runs, over=over)

    def focus_foot(self) -> None:
        """Goes to the composer."""
        if self._step is None:
            self.composer.take_focus()

    def on_mount(self) -> None:
        """Draws the session as it is; the time runs once the request has been drawn."""
        self._seat.listen(self._committed)
        self.draw()
        if self._step is None:
            self.composer.take_focus()
        else:
            self.query_one(PhysicianPane).transcript.focus()
            if self._pace is not None:
                self.set_interval(self._pace, self._step_by_itself)
        self.set_interval(1.0, self._tick)
        self.call_after_refresh(self._seat.shown)

    async def on_unmount(self) -> None:
        """Somebody who leaves the app leaves the session; it can be resumed."""
        await asyncio.to_thread(self._quit)

    async def redraw(self) -> None:
        """Draws every text in the language of the moment; what was written stays."""
        self.draw()
        if self._step is None:
            self.composer.draw()
            self.composer.slip("")

    @property
    def composer(self) -> Composer:
        """The composer; there is none where one only watches."""
        return self.query_one(Composer)

    def _send_keys(self) -> frozenset[str]:
        return frozenset({cast("PhysassistApp", self.app).settings.send_key})

    # Acts

    @on(Wanted)
    def _wanted(self, message: Wanted) -> None:
        self._do(message.act)

    def _do(self, act: Act) -> None:
        if self._busy_since is not None:
            self.composer.slip(_("The last act is still under way; your text is kept."))
            return
        self._busy_since = time.monotonic()
        self._waited_for = act
        self._carry_out(act, self.composer.written(act))

    def _stop_waiting(self) -> None:
        """Waits no longer for the act under way, which is recorded all the same once it is done."""
        self._busy_since = self._waited_for = None
        self._tick()
        self.composer.slip(
            _("You no longer wait for it. It cannot be taken back: it is recorded when it is done.")
        )

    @work(group="act")
    async def _carry_out(self, act: Act, written: str) -> None:
        try:
            if isinstance(act, CallTool):
                fault = await asyncio.to_thread(self._seat.fault, act.tool, act.arguments)
                if fault is not None:
                    # A slip of the fingers is no call: it costs nothing and the text is kept.
                    self.composer.slip("\n".join(error_lines(fault)))
                    return
            await asyncio.to_thread(self._seat.act, act)
        except PhysassistError as error:
            self.composer.slip(str(error))
            return
        finally:
            waited = self._waited_for is act
            if waited:
                self._busy_since = self._waited_for = None
            self._tick()
        # What was written since one stopped waiting stays.
        if waited or self.composer.written(act) == written:
            self.composer.sent(act)
        self._done(act, waited=waited)

    def _done(self, act: Act, *, waited: bool) -> None:
        if isinstance(act, CallTool):
            self._forms.pop(act.tool, None)
        view = self._seat.view()
        if view.ended is not None:
            self.app.switch_screen(self._to_score())
            return
        if waited:
            self._bring_up(_target_of(act))
        self.draw()
        self.call_after_refresh(self._seat.shown)
        if view.limits.same_call_left == 1:
            self.composer.slip(_("The same again would end the session."))

    def _committed(self, happened: Sequence[AnyEvent]) -> None:
        # Called in the thread that acted.
        del happened
        self.post_message(Committed())

    @on(Committed)
    def _drawn_anew(self) -> None:
        if self.is_attached and self._seat.view().ended is None:
            self.draw()

    # Forms, results, orders

    @on(FormWanted)
    def _form(self, message: FormWanted) -> None:
        tool = self._seat.view().toolset.tool(message.tool)
        if tool is None:
            return
        filled = self._forms.setdefault(tool.name, {})
        form = CallForm(tool, self._seat, filled)
        self.app.push_screen(form, self.call_wanted)

    def call_wanted(self, call: CallTool | None) -> None:
        """Makes the call that a form or a result gave."""
        if call is None:
            return
        if self._step is not None:
            cast("PhysassistApp", self.app).tell(_("A script plays here; you watch."))
            return
        self._do(call)

    @on(CancelOrder)
    def _cancel_order(self, message: CancelOrder) -> None:
        view = self._seat.view()
        order = next((one for one in view.written if one.ref == message.ref), None)
        if order is None or self._step is not None:
            return
        if view.toolset.tool("order.cancel") is None:
            self.composer.slip(_("This toolset has no way to cancel an order."))
            return

        def given(reason: str | None) -> None:
            if reason is None:
                return
            arguments = {"order": str(number_of(order.resource))}
            self._do(CallTool("order.cancel", arguments | ({"reason": reason} if reason else {})))

        self.app.push_screen(ReasonScreen(order_line(order)), given)

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hides what cannot be done now."""
        del parameters
        watching = self._step is not None
        if action in ("step", "run"):
            return watching and self._seat.view().ended is None
        if action == "score":
            return watching and self._seat.view().ended is not None
        if action in ("send", "target", "compose"):
            return not watching
        return True

    def action_send(self) -> None:
        """Sends what the composer holds."""
        self.composer.send()

    def action_target(self) -> None:
        """The composer speaks to the next."""
        self.composer.next_target()

    def action_compose(self) -> None:
        """From a pane to the composer, and back; during an act it stops waiting for it."""
        if self._waited_for is not None:
            self._stop_waiting()
            return
        if self._zoomed:
            self.action_zoom()
        if self.composer.has_focus_within:
            self._go_to(self._active)
        else:
            self.composer.take_focus()

    def action_orders(self) -> None:
        """Goes to the orders."""
        orders = self.query_one(OrdersPanel)
        if orders.display:
            self._go_to("ehr")
            orders.focus()
        elif self._step is None:
            self.composer.slip(_("You have written no orders in this session."))

    async def action_close(self) -> None:
        """Leaves the play; it can be resumed."""
        await asyncio.to_thread(self._quit)
        self.dismiss(None)

    def _quit(self) -> None:
        if self._left or self._seat.view().ended is not None:
            return
        self._left = True
        # A step under way is finished first: the leaving comes after it.
        with self._stepping:
            self._seat.act(Quit())

    # Watching a script

    def _step_by_itself(self) -> None:
        if self._runs:
            self._one_step()

    def action_run(self) -> None:
        """Goes on by itself, or pauses."""
        self._runs = not self._runs and self._pace is not None
        self.draw()

    def action_step(self) -> None:
        """Lets the script do its next act."""
        self._runs = False
        self._one_step()

    def _one_step(self) -> None:
        if self._busy_since is None and self._seat.view().ended is None:
            self._busy_since = time.monotonic()
            self._let_it_act()

    @work(group="act")
    async def _let_it_act(self) -> None:
        try:
            happened = await asyncio.to_thread(self._stepped)
        except PhysassistError as error:
            self._runs = False
            cast("PhysassistApp", self.app).tell(str(error), severity="error")
            return
        finally:
            self._busy_since = None
        self._bring_up(_target_of_events(happened))
        self.draw()

    def _stepped(self) -> Sequence[AnyEvent]:
        assert self._step is not None
        with self._stepping:
            return [] if self._left else self._step()

    def action_score(self) -> None:
        """Shows the score."""
        self.app.switch_screen(self._to_score())


def _score_screen(opened: Opened, recordings: Recordings) -> Screen[Any]:
    # Grading is loaded when there is something to grade.
    from physassist_tui.tui.screens.score import ScoreScreen

    return ScoreScreen(opened, recordings)


def _target_of(act: Act) -> Target:
    match act:
        case Ask():
            return "patient"
        case CallTool(tool=tool):
            return "patient" if tool.startswith("patient.") else "ehr"
        case Answer() | Quit():
            return "physician"


def _target_of_events(happened: Sequence[AnyEvent]) -> Target:
    calls = [event.data.tool for event in happened if event.kind == "tool_called"]
    return _target_of(CallTool(calls[-1], {})) if calls else "physician"
