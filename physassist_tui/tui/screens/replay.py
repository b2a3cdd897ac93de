"""A replay: a recording through the panes of the play, moved by the time or by hand."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events, on
from textual.binding import BindingType
from textual.timer import Timer
from textual.widget import Widget

from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput
from physassist_tui.core.view import AssistantView, CallTool
from physassist_tui.i18n import _, msg
from physassist_tui.replay import place_of, search
from physassist_tui.tui.content import line
from physassist_tui.tui.keys import Action, key
from physassist_tui.tui.messages import CancelOrder, Target
from physassist_tui.tui.playhead import Playhead, Showing
from physassist_tui.tui.screens.replay_dialogs import WhereScreen
from physassist_tui.tui.screens.stage import Stage
from physassist_tui.tui.widgets.banner import PatientBanner
from physassist_tui.tui.widgets.control.marks import marks_in
from physassist_tui.tui.widgets.panes import Pane
from physassist_tui.tui.widgets.replay_bar import ReplayBar

if TYPE_CHECKING:
    from physassist_tui.tui.app import PhysassistApp

FIRST = ("play", "move", "speed", "go", "search", "leave", "help", "palette", "language")
TICK_S = 0.05
"""How often it is looked whether an event is due. What is due by then is drawn at once."""


class ReplayScreen(Stage):
    """A recording, event by event. Nothing can be done in it, and nothing is recorded."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("space", "play", msg("play/pause"), msg("Lets the replay go on, or stops it.")),
        key("full_stop", "move(1)", msg("next event"), msg("One event on; it pauses.")),
        key("comma", "move(-1)", msg("event back"), msg("One event back; it pauses.")),
        key("plus,equals_sign", "speed(1)", msg("faster"), msg("The next speed up.")),
        key("minus", "speed(-1)", msg("slower"), msg("The next speed down.")),
        key("g", "go", msg("go to"), msg("Goes to a turn, a mark or an event.")),
        key("slash", "search", msg("search"), msg("Looks for words that were said or shown.")),
        key("s", "on", msg("search on"), msg("The next place with the words."), show=False),
        key("b", "on_back", msg("search back"), msg("The last place with them."), show=False),
        key("right_square_bracket", "turn(1)", msg("next turn"), msg("Where the next turn starts."),
            show=False),
        key("left_square_bracket", "turn(-1)", msg("turn before"),
            msg("Where this turn, or the one before, starts."), show=False),
        key("i", "waits", msg("long waits"), msg("Cuts long waits short, or leaves them."),
            show=False),
        key("escape,q", "leave", msg("leave"), msg("Leaves the replay.")),
    ]  # fmt: skip

    def __init__(self, showing: Showing) -> None:
        self.head = Playhead(showing)
        super().__init__(self.head)
        self._searched = ""
        self._looked = time.monotonic()
        self._timer: Timer | None = None

    # Composition and drawing

    def foot(self) -> Iterator[Widget]:
        """Where the replay is."""
        yield ReplayBar()

    def on_mount(self) -> None:
        """Begins."""
        self._moved()
        self.focus_foot()
        self._timer = self.set_interval(TICK_S, self._look, pause=True)
        self._run()

    def on_screen_suspend(self, _event: events.ScreenSuspend) -> None:
        """Nothing passes unseen below a dialog or another screen."""
        self.head.pause()
        self._run()

    def on_screen_resume(self, _event: events.ScreenResume) -> None:
        """It stands where it stood."""
        if self._timer is not None:
            self.draw()

    async def redraw(self) -> None:
        """Draws every text in the language of the moment."""
        self.draw()

    def draw(self) -> None:
        """Draws the recording as it is where the replay is."""
        super().draw()
        if self.head.showing.standing is None:
            self.query_one(PatientBanner).show(
                [line(self._seen.view().title, "bold"), line(_("The chart is not here."))]
            )

    def _draw_panes(self, view: AssistantView) -> None:
        marks = marks_in(view, self.head.marks)
        for pane in self.query(Pane):
            pane.marks = marks[pane.target]
            pane.draw(view, in_sight=self._in_sight(pane.target))

    def draw_foot(self, view: AssistantView) -> None:
        """Shows where the replay is."""
        del view
        self.query_one(ReplayBar).draw(self.head)

    def focus_foot(self) -> None:
        """Nothing is written here: goes to the pane that is in sight."""
        self._go_to(self._active)

    def status_head(self) -> str:
        """It is a recording that is seen, and none that is made."""
        return _("replay")

    # The time

    def _run(self) -> None:
        self._looked = time.monotonic()
        if self._timer is not None:
            if self.head.playing:
                self._timer.resume()
            else:
                self._timer.pause()
        self.refresh_bindings()

    def _look(self) -> None:
        now = time.monotonic()
        passed, self._looked = now - self._looked, now
        self.pass_time(passed * 1000)

    def pass_time(self, ms: float) -> None:
        """Shows what is due once so many milliseconds more have passed."""
        if self.head.pass_time(ms):
            self._moved()
        if not self.head.playing:
            self._run()

    def _moved(self) -> None:
        target = pane_of(self.head)
        if target is not None:
            self._bring_up(target)
        self.draw()

    def _go(self, index: int) -> None:
        self.head.pause()
        self.head.go(index)
        self._run()
        self._moved()

    # Keys

    def key_order(self, action: Action) -> int:
        """What moves the replay comes first in the bar of keys."""
        name = action.action.partition("(")[0]
        return FIRST.index(name) if name in FIRST else len(FIRST)

    def action_play(self) -> None:
        """Plays or pauses."""
        if self.head.playing:
            self.head.pause()
        else:
            self.head.play()
        self._run()
        self.draw()

    def action_move(self, by: int) -> None:
        """One event on or back."""
        self._go(self.head.index + by)

    def action_turn(self, by: int) -> None:
        """To where a turn starts."""
        found = self.head.turn(by)
        if found is not None:
            self._go(found)

    def action_speed(self, by: int) -> None:
        """Faster or slower."""
        self.head.change_speed(by)
        self.draw_foot(self._seen.view())

    def action_waits(self) -> None:
        """Cuts long waits short, or leaves them."""
        self.head.cut_waits()
        self.draw_foot(self._seen.view())

    def action_go(self) -> None:
        """Asks where to go."""
        self._ask(
            WhereScreen(
                msg("Go where? turn:2, mark:1, seq:40, start or end"),
                lambda text: place_of(self.head.replay, text),
            )
        )

    def action_search(self) -> None:
        """Asks what to look for."""

        def find(text: str) -> int:
            found = self._find(text)
            self._searched = text
            return found

        self._ask(WhereScreen(msg("Look for which words, from here on?"), find, self._searched))

    def _ask(self, dialog: WhereScreen) -> None:
        def found(index: int | None) -> None:
            if index is not None:
                self._go(index)

        self.app.push_screen(dialog, found)

    def _find(self, text: str, *, backward: bool = False) -> int:
        found = search(self.head.replay, text, after=self.head.index, backward=backward)
        if found is not None:
            return found
        if backward:
            raise BadInput(msg("Nothing before this says {text}.", text=text))
        raise BadInput(msg("Nothing further on says {text}.", text=text))

    def _search_on(self, *, backward: bool) -> None:
        if not self._searched:
            self.action_search()
            return
        try:
            self._go(self._find(self._searched, backward=backward))
        except BadInput as error:
            cast("PhysassistApp", self.app).tell(str(error))

    def action_on(self) -> None:
        """The next place with the words."""
        self._search_on(backward=False)

    def action_on_back(self) -> None:
        """The last place with the words."""
        self._search_on(backward=True)

    def call_wanted(self, call: CallTool | None) -> None:
        """Nothing is called in a replay."""
        if call is not None:
            self._refuse()

    @on(CancelOrder)
    def _refuse(self) -> None:
        cast("PhysassistApp", self.app).tell(_("This is a replay: nothing can be done in it."))

    def action_leave(self) -> None:
        """From a zoomed pane to all of them, from there back."""
        if self._zoomed:
            self.action_zoom()
        else:
            self.dismiss(None)


BETWEEN_MS = 4000
"""What passes between two demos, in milliseconds, at normal speed."""
UNTOUCHED = ("space", "escape", "q", "plus", "equals_sign", "minus", "f8", "f10", "ctrl+q", "i")
"""Keys that do not stop a demo: they say themselves what becomes of it."""


class DemoScreen(ReplayScreen):
    """Recordings that play themselves one after the other. Any key pauses.

    `then` gives what comes after the recording, `None` where it is the last one.
    """

    def __init__(self, showing: Showing, then: Callable[[DemoScreen], DemoScreen | None]) -> None:
        super().__init__(showing)
        self._then = then
        self._over_ms: float | None = None

    def pass_time(self, ms: float) -> None:
        """As of any replay; a while after its end, the next one."""
        was_playing = self.head.playing
        if self._over_ms is None:
            super().pass_time(ms)
            if was_playing and self.head.at_end:
                self._over_ms = 0.0
                if self._timer is not None:
                    self._timer.resume()
            return
        self._over_ms += ms * self.head.pace.speed
        if self._over_ms >= BETWEEN_MS:
            self._over_ms = None
            following = self._then(self)
            if following is not None:
                self.app.switch_screen(following)
            else:
                self._run()

    def on_screen_suspend(self, event: events.ScreenSuspend) -> None:
        """Nothing follows below another screen."""
        self._over_ms = None
        super().on_screen_suspend(event)

    def _go(self, index: int) -> None:
        self._over_ms = None
        super()._go(index)

    def action_play(self) -> None:
        """Plays or pauses; nothing follows by itself any more at the end."""
        self._over_ms = None
        super().action_play()

    def on_key(self, event: events.Key) -> None:
        """Any key pauses, whatever else it does."""
        if event.key not in UNTOUCHED and (self.head.playing or self._over_ms is not None):
            self._over_ms = None
            self.head.pause()
            self._run()
            self.draw()


def pane_of(head: Playhead) -> Target | None:
    """The pane in which the event is seen; `None`: in none."""
    match head.frame.event:
        case ev.ToolCalled(data=data):
            return "patient" if data.tool.startswith("patient.") else "ehr"
        case ev.ToolReturned(data=data):
            calls = (call for call in head.state.calls if call.call_id == data.call_id)
            call = next(calls, None)
            return None if call is None or call.tool.startswith("patient.") else "ehr"
        case ev.MessageSent():
            return "patient"
        case ev.TurnStarted() | ev.Answered() | ev.Rewound() | ev.SessionEnded():
            return "physician"
        case _:
            return None
