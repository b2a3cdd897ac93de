"""Lets whoever is no person play: scripts and models, in any seat, one move at a time.

A model call runs outside the session's lock, so that a person can pause, speak and take seats
over meanwhile; what comes back is recorded, and carried out only where it is still that
player's move. A front end calls `step` in a thread of its own, headless play in a loop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event, Timer
from typing import TYPE_CHECKING, Literal

from physassist_tui.core.events import AnyEvent, ModelCalled, ModelCalledData
from physassist_tui.core.patient import Reply
from physassist_tui.core.state import SessionState
from physassist_tui.core.view import Act
from physassist_tui.core.words import EndReason, Seat
from physassist_tui.i18n import msg
from physassist_tui.llm import open_model
from physassist_tui.llm.recorded import STOPPED
from physassist_tui.play.casting import COPILOT_PREFIX, HUMAN, PHYSICIAN_PLAYER
from physassist_tui.play.opening import Opened
from physassist_tui.play.seated import Seated
from physassist_tui.play.unanswered import unanswered

if TYPE_CHECKING:
    from physassist_tui.llm.model import Delta, Model
    from physassist_tui.play.model_physician import PhysicianMove

Waiting = Literal["assistant", "patient", "physician", "decision", "provider", "paused", "ended"]
Hears = Callable[[Seat, "Delta"], None]


@dataclass(frozen=True)
class Stepped:
    """What a step brought: its events, all on disk; whether a person stopped its model call."""

    events: tuple[AnyEvent, ...] = ()
    stopped: bool = False


def _hears_nothing(_seat: Seat, _delta: Delta) -> None:
    pass


class Driver:
    """Moves a session on. `attended`: a person is at hand whom a provider's fault waits for.

    `models` opens a model by name; `on_delta` is given each piece of a stream with its seat.
    """

    def __init__(
        self,
        opened: Opened,
        models: Callable[[str], Model] = open_model,
        on_delta: Hears = _hears_nothing,
        *,
        attended: bool = True,
    ) -> None:
        self._director = opened.director
        self._loaded = opened.loaded
        self._seated = Seated(opened, models)
        self._on_delta = on_delta
        self._attended = attended
        self._stop = Event()
        self._kept: _Kept | None = None
        self._kept_reply: tuple[tuple[str, str], Reply] | None = None
        self._kept_request: tuple[tuple[str, int], PhysicianMove] | None = None
        self._fault: ModelCalledData | None = None

    @property
    def fault(self) -> ModelCalledData | None:
        """The provider's fault that a person is waited for about."""
        return self._fault if self._director.state.paused else None

    @property
    def end_reason(self) -> EndReason:
        """How the session ends where the person ends it now: given up, or for want of a model."""
        if self.fault is None:
            return EndReason.QUIT
        return _end_by(self.fault)

    @property
    def failed(self) -> ModelCalled | None:
        """The call that gave no answer, with who was called and when; see `fault`."""
        if self.fault is None:
            return None
        calls = (e for e in reversed(self._director.events) if isinstance(e, ModelCalled))
        return next(calls, None)

    def take_up(self) -> ModelCalled | None:
        """Before a session goes on: one that waited about a provider's fault waits again.

        Its model is not called once more until the person says so. Gives the call that failed.
        """
        director = self._director
        with director.lock:
            left = unanswered(director.events, director.waiting_for())
            if left is not None:
                self._fault = left.data
                director.pause("provider")
            return left

    def prepare(self) -> None:
        """Opens every model that sits somewhere. Raises `BadInput` where there is none such."""
        for seat in Seat:
            self._seated.check(seat)

    def check(self, seat: Seat, player: str) -> None:
        """Raises `BadInput` where `player` could not play in `seat`: before it is given it."""
        self._seated.check(seat, player)

    def ready(self, player: str | None = None) -> None:
        """Waits until `player`, or whoever is to act, can be called: before time is to run."""
        seat = self._director.waiting_for()
        name = player or ("" if seat is None else self._director.state.player(seat))
        self._seated.ready(name, Event())

    def waiting(self) -> Waiting | None:
        """Who or what is waited for; `None`: the next `step` plays.

        It waits for no act that is under way: a screen asks for this while it draws.
        """
        state = self._director.state
        if state.ended is not None:
            return "ended"
        if state.paused:
            return "paused" if self._fault is None else "provider"
        if state.open_proposal is not None:
            return "decision"
        seat = self._director.waiting_for()
        if seat is None:
            return "ended"
        # A script that has asked everything waits for a person's free turn.
        return seat.value if state.player(seat) in (HUMAN, PHYSICIAN_PLAYER) else None

    def stop(self) -> None:
        """Ends a model call under way at once; what it had written is not carried out."""
        self._stop.set()

    def step(self) -> Stepped:
        """One move of whoever should act and is no person; nothing where nobody such should.

        Raises `BadInput` where a model cannot be opened, and what the recording raises.
        """
        director = self._director
        with director.lock:
            if self.waiting() is not None:
                return Stepped()
            seat = director.waiting_for()
            self._stop = Event()
            self._fault = None
        if seat is None:
            return Stepped()
        self._seated.ready(director.state.player(seat), self._stop)
        with director.lock:
            if self.waiting() is not None or director.waiting_for() is not seat:
                return Stepped()
            director.shown()
        if seat is Seat.ASSISTANT:
            return self._assist()
        return self._answer_as_patient() if seat is Seat.PATIENT else self._ask()

    # The assistant

    def _assist(self) -> Stepped:
        director = self._director
        with director.lock:
            view, place = director.view(), _place(director.state)
            acts = self._take_kept()
        events: list[AnyEvent] = []
        if not acts:
            player = self._seated.assistant(view.player)
            with _Bell(self._stop, view.limits.seconds):
                move = player.move(view, on_delta=self._hear(Seat.ASSISTANT), stop=self._stop)
            acts = move.acts
            if move.called is not None:
                events += self._record(Seat.ASSISTANT, [move.called])
                if not acts:
                    return self._without_acts(events, move.called)
        return Stepped((*events, *self._carry_out(acts, place)))

    def _carry_out(self, acts: Sequence[Act], place: _Place) -> list[AnyEvent]:
        """Does `acts` one by one, as long as nobody has come between; keeps what is left."""
        director = self._director
        events: list[AnyEvent] = []
        left = tuple(acts)
        while left:
            with director.lock:
                state = director.state
                if state.ended is not None or _place(state) != place:
                    break
                if state.paused or director.waiting_for() is not Seat.ASSISTANT:
                    self._kept = _Kept(left, place)
                    break
                if state.player(Seat.ASSISTANT).startswith(COPILOT_PREFIX):
                    before = len(director.events)
                    proposal = director.propose(left[0])
                    self._kept = _Kept(left[1:], place, proposal)
                    events += director.events[before:]
                    break
                events += director.act(left[0])
                left, place = left[1:], _place(director.state)
        return events

    def _take_kept(self) -> tuple[Act, ...]:
        kept, self._kept = self._kept, None
        return () if kept is None else kept.still(self._director.state)

    # The other seats

    def _answer_as_patient(self) -> Stepped:
        director = self._director
        with director.lock:
            state = director.state
            seconds = director.view().limits.seconds
            asked = (state.player(Seat.PATIENT), state.calls[-1].call_id)
            kept, self._kept_reply = self._kept_reply, None
        events: list[AnyEvent] = []
        reply = kept[1] if kept is not None and kept[0] == asked else None
        if reply is None:
            patient = self._seated.patient(asked[0])
            with _Bell(self._stop, seconds):
                worded = self._seated.answer(patient, state, self._hear(Seat.PATIENT), self._stop)
            events = self._record(Seat.PATIENT, worded.called)
            if worded.reply is None:
                return self._without_acts(events, worded.called[-1])
            reply = worded.reply
        with director.lock:
            now = director.state
            waits = director.waiting_for() is Seat.PATIENT
            if not waits or (now.player(Seat.PATIENT), now.calls[-1].call_id) != asked:
                pass  # taken over, or undone: somebody else answers
            elif now.paused:
                self._kept_reply = (asked, reply)
            else:
                events += director.patient_reply(reply.text, reply.facts, reply.wording)
        return Stepped(tuple(events))

    def _ask(self) -> Stepped:
        director = self._director
        with director.lock:
            view = director.physician_view()
            seconds = director.view().limits.seconds
            place = (view.player, len(view.turns))
            kept, self._kept_request = self._kept_request, None
        events: list[AnyEvent] = []
        move = kept[1] if kept is not None and kept[0] == place else None
        if move is None:
            physician = self._seated.physician(view)
            with _Bell(self._stop, seconds):
                move = physician.move(view, on_delta=self._hear(Seat.PHYSICIAN), stop=self._stop)
            if move.called is not None:
                events = self._record(Seat.PHYSICIAN, [move.called])
                if move.request is None and not move.finish:
                    return self._without_acts(events, move.called)
        with director.lock:
            now = director.state
            between = director.waiting_for() is Seat.PHYSICIAN
            if not between or (now.player(Seat.PHYSICIAN), len(now.turns)) != place:
                pass  # somebody else has asked
            elif now.paused:
                self._kept_request = (place, move)
            else:
                events += director.finish() if move.finish else director.request(move.request)
        return Stepped(tuple(events))

    # Model calls

    def _hear(self, seat: Seat) -> Callable[[Delta], None]:
        return lambda delta: self._on_delta(seat, delta)

    def _record(self, seat: Seat, calls: Sequence[ModelCalledData]) -> list[AnyEvent]:
        events: list[AnyEvent] = []
        with self._director.lock:
            for called in calls:
                if self._director.state.ended is None:
                    events += self._director.model_called(seat, called)
        return events

    def _without_acts(self, events: list[AnyEvent], called: ModelCalledData) -> Stepped:
        """After a call with nothing to carry out: stopped, failed, or refused and told so."""
        director = self._director
        with director.lock:
            if director.state.ended is not None:
                return Stepped(tuple(events), stopped=called.finish_reason == STOPPED)
            if called.finish_reason == STOPPED:
                return Stepped(tuple(events), stopped=True)
            if called.fault is None:
                return Stepped((*events, *self._end_if_hopeless()))
            if self._attended:
                self._fault = called
                return Stepped((*events, *director.pause("provider")))
            return Stepped((*events, *director.end(_end_by(called), called.error or "")))

    def _end_if_hopeless(self) -> list[AnyEvent]:
        """Ends a session whose model has said nothing usable too often in a row."""
        state, limit = self._director.state, self._loaded.scenario.limits.repeated_calls
        if refused_running(state) < limit:
            return []
        detail = msg("Nothing could be done with {n} messages of the model running.", n=limit)
        language = self._director.casting.language
        return self._director.end(EndReason.REPEATED_CALL, detail.render(language))


def _end_by(fault: ModelCalledData) -> EndReason:
    full = fault.fault == "context_full"
    return EndReason.CONTEXT_FULL if full else EndReason.PROVIDER_FAILED


def refused_running(state: SessionState) -> int:
    """How many of the last model calls of one seat were refused, with nothing done between."""
    done = max([t.seq for t in state.turns[-1:]] + [c.seq for c in state.calls[-1:]], default=0)
    run = 0
    for call in reversed(state.model_calls):
        if call.seq < done or call.data.rejected is None or call.seat is Seat.PATIENT:
            break
        run += 1
    return run


_Place = tuple[int, int, int, int]


def _place(state: SessionState) -> _Place:
    """Where the assistant's seat stands: turns, calls, changes of seats, the last rewind."""
    return len(state.turns), len(state.calls), len(state.seat_changes), state.rewound_seq


@dataclass(frozen=True)
class _Kept:
    """Acts of a model's message that wait: for the pause to end, the patient, or a decision."""

    acts: tuple[Act, ...]
    place: _Place
    proposal: str | None = None

    def still(self, state: SessionState) -> tuple[Act, ...]:
        """What of it may be done in `state`: nothing where somebody has come between."""
        turns, calls, *rest = self.place
        if self.proposal is None:
            return self.acts if _place(state) == self.place else ()
        last = state.proposals[-1] if state.proposals else None
        accepted = last is not None and last.id == self.proposal and last.decision == "accept"
        return self.acts if accepted and _place(state) == (turns, calls + 1, *rest) else ()


class _Bell:
    """Sets `stop` once `seconds` have passed, if they are limited and it takes that long."""

    def __init__(self, stop: Event, seconds: float | None) -> None:
        self._timer = None if seconds is None else Timer(seconds + 0.05, stop.set)

    def __enter__(self) -> None:
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()

    def __exit__(self, *_: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
