"""A stage on which models and scripts play, in a thread of their own, and can be held."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from textual import on, work
from textual.message import Message

from physassist_tui.core.errors import PhysassistError
from physassist_tui.core.events import AnyEvent
from physassist_tui.core.parts import Spent
from physassist_tui.core.view import CallTool, Quit
from physassist_tui.core.words import Seat
from physassist_tui.llm.model import Delta
from physassist_tui.play.casting import COPILOT_PREFIX, MODEL_PREFIX, SCRIPT_PREFIX
from physassist_tui.play.driver import Stepped
from physassist_tui.tui.messages import Committed, Target
from physassist_tui.tui.screens.control.handles import Handles
from physassist_tui.tui.screens.stage import Stage
from physassist_tui.tui.widgets.control.live import LiveFeed, LiveWriter, pane_of
from physassist_tui.tui.widgets.panes import Pane
from physassist_tui.tui.widgets.status import player_name

if TYPE_CHECKING:
    from physassist_tui.tui.app import PhysassistApp

T = TypeVar("T")
_LOOK_S = 0.05
"""How often a model's call is told to stop while one waits for it to end."""


class Heard(Message):
    """Models have written more."""


class Opens(Protocol):
    """What makes the handles, given who hears what models write."""

    def __call__(self, hears: Callable[[Seat, Delta], None]) -> Handles:
        """The handles."""


class DrivenStage(Stage):
    """Moves the session on whenever nobody is waited for.

    `pace` is the seconds from one step of a script to the next; `None`: each is asked for.
    """

    def __init__(self, opens: Opens, pace: float | None) -> None:
        self._feed = LiveFeed(lambda: self.post_message(Heard()))
        self._hands = opens(self._feed.hear)
        super().__init__(self._hands.assistant)
        self._seat = self._hands.assistant
        self._pace = pace
        self._left = False
        self._moving: tuple[Seat, float] | None = None
        self._stopping = self._halted = self._held = False
        self._stepping = Lock()
        self._writers: dict[Target, LiveWriter] = {}
        self._retry = ""

    @property
    def physassist(self) -> PhysassistApp:
        """The app."""
        return cast("PhysassistApp", self.app)

    # How it stands

    def busy(self) -> tuple[str, int] | None:
        """Who is at work and for how many seconds; `None` where nobody is."""
        if self._moving is not None:
            seat, since = self._moving
            return player_name(self._seat.seated()[seat]), int(time.monotonic() - since)
        if self._busy_since is not None:
            return "", int(time.monotonic() - self._busy_since)
        return None

    def mover(self) -> str:
        """The player whose move is next and who is no person; empty where there is none."""
        if self._hands.driver.waiting() is not None:
            return ""
        seat = self._hands.desk.waiting_for()
        return "" if seat is None else self._seat.seated()[seat]

    def spent(self) -> Spent | None:
        """What the models took."""
        return self._hands.desk.spent()

    # Moving on

    def begin_driving(self) -> None:
        """Lets whoever is no person play from here on."""
        self._seat.listen(self._committed)
        if any(is_model(player) for player in self._seat.seated().values()):
            self.physassist.preload_models()
        if self._pace is not None:
            self.set_interval(self._pace, self._step_by_itself)
        self.go_on()

    def _committed(self, happened: Sequence[AnyEvent]) -> None:
        # Called in the thread that acted.
        del happened
        self.post_message(Committed())

    @on(Committed)
    def _drawn_anew(self) -> None:
        if self.is_attached and not self._left:
            if self._seat.view().ended is None or self._moving is not None:
                self.draw()
            self.go_on()

    def go_on(self) -> None:
        """Lets a model play, where it is a model's move. Scripts play at their pace."""
        mover = self.mover()
        if mover and not mover.startswith(SCRIPT_PREFIX) and self._may_move():
            self._begin_move()
            self._drive()

    def _step_by_itself(self) -> None:
        if self.mover().startswith(SCRIPT_PREFIX) and self._may_move():
            self._begin_move()
            self._move_once(self._hands.driver.step)

    def step_once(self) -> None:
        """One move; in a paused session it is paused again afterwards."""
        self._halted = False
        driver, desk = self._hands.driver, self._hands.desk
        if self._may_move():
            paused = desk.paused
            if paused or self.mover():
                self._begin_move()
                self._move_once((lambda: desk.step(driver.step)) if paused else driver.step)

    def _may_move(self) -> bool:
        idle = self._moving is None and self._busy_since is None
        return idle and not (self._left or self._halted or self._held)

    def _begin_move(self) -> None:
        seat = self._hands.desk.waiting_for() or Seat.ASSISTANT
        self._moving = seat, time.monotonic()
        self._stopping, self._retry = False, ""
        self._tick()
        self.draw_foot(self._seat.view())
        self.refresh_bindings()

    @work(group="move")
    async def _move_once(self, step: Callable[[], Stepped]) -> None:
        await self._move(step)
        self.go_on()

    @work(group="move")
    async def _drive(self) -> None:
        while await self._move(self._hands.driver.step):
            mover = self.mover()
            if not mover or mover.startswith(SCRIPT_PREFIX) or not self._may_move():
                break
            self._begin_move()
        self.go_on()

    async def _move(self, step: Callable[[], Stepped]) -> bool:
        """Makes a move that has begun; whether something came of it."""
        try:
            stepped = await asyncio.to_thread(self._stepped, step)
        except PhysassistError as error:
            # A model that cannot be opened: the person is waited for.
            self._halted = True
            self.say(str(error))
            await self._hold()
            return False
        finally:
            self._moving = None
            self._end_live()
        if not self.is_attached or self._left:
            return False
        self.moved(stepped)
        return bool(stepped.events) and not stepped.stopped

    def _stepped(self, step: Callable[[], Stepped]) -> Stepped:
        with self._stepping:
            return Stepped() if self._left else step()

    async def _hold(self) -> None:
        if self._hands.desk.ended is None:
            try:
                await asyncio.to_thread(self._hands.desk.pause)
            except PhysassistError as error:
                self.say(str(error))

    def moved(self, stepped: Stepped) -> None:
        """Draws what a move brought."""
        self._bring_up(target_of(stepped.events))
        self.draw()

    def say(self, text: str) -> None:
        """Tells the person what went wrong."""
        self.physassist.tell(text, severity="error")

    # Holding

    @property
    def model_at_work(self) -> bool:
        """Whether a model's move is under way."""
        return self._moving is not None and is_model(self._seat.seated()[self._moving[0]])

    def stop_model(self) -> bool:
        """Ends a model's call at once and pauses; `False` where none is under way."""
        if not self.model_at_work:
            return False
        self._stopping = True
        self._hands.driver.stop()
        self.at_desk(self._hands.desk.pause)
        return True

    @work(group="desk")
    async def at_desk(self, do: Callable[[], T], then: Callable[[T], Any] | None = None) -> None:
        """Does something at the desk, off the loop; then draws, and lets the session go on."""
        try:
            result = await asyncio.to_thread(do)
        except PhysassistError as error:
            self.say(str(error))
            self.go_on()
            return
        if self.is_attached:
            self.draw()
            if then is not None:
                then(result)
            self.go_on()
            await asyncio.to_thread(self._seat.shown)

    @contextmanager
    def held(self, *, stopping: bool = True) -> Iterator[None]:
        """Nobody moves within. A model's call is stopped, a move is finished. Not on the loop."""
        self._held = True
        try:
            while stopping and not self._stepping.acquire(timeout=_LOOK_S):
                self._hands.driver.stop()
            if stopping:
                self._stepping.release()
            yield
        finally:
            self._held = False

    def quit_session(self) -> None:
        """Leaves: a model's call is stopped, a step is finished, the session pauses."""
        if self._left:
            return
        self._left = True
        with self.held():
            if self._hands.desk.ended is None:
                self._seat.act(Quit())

    # What is being written

    @on(Heard)
    def _hear(self) -> None:
        for seat, delta in self._feed.take():
            if self._moving is None or self._moving[0] is not seat:
                continue
            if delta.kind == "retry":
                self._end_live()
                self._retry = delta.text
                self._tick()
                continue
            target = pane_of(seat, delta)
            if target not in self._writers:
                tools = {tool.name for tool in self._seat.view().toolset.tools}
                transcript = self.query_one(f"#pane-{target}", Pane).transcript
                self._writers[target] = LiveWriter(transcript, tools)
                self.live_in(target)
            self._writers[target].write(delta, player_name(self._seat.seated()[seat]))

    def live_in(self, target: Target) -> None:
        """Something begins to be written in a pane."""

    def _end_live(self) -> None:
        self._feed.take()
        for writer in self._writers.values():
            writer.end()
        self._writers.clear()

    def _tick(self) -> None:
        if self._stopping and self._moving is not None:
            self._hands.driver.stop()
        super()._tick()


def is_model(player: str) -> bool:
    """Whether a model plays under that name."""
    return player.startswith((MODEL_PREFIX, COPILOT_PREFIX))


def target_of(happened: Sequence[AnyEvent]) -> Target:
    """The pane in which what happened is seen."""
    calls = [event.data.tool for event in happened if event.kind == "tool_called"]
    return target_of_call(CallTool(calls[-1], {})) if calls else "physician"


def target_of_call(call: CallTool) -> Target:
    """The pane in which a call is seen."""
    return "patient" if call.tool.startswith("patient.") else "ehr"
