"""One session under way: what it stands on, its events so far, and their fold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput
from physassist_tui.core.patient import PatientPlayer
from physassist_tui.core.state import SessionState, folding_of
from physassist_tui.core.words import EndReason, Seat
from physassist_tui.ehr.banner import banner
from physassist_tui.ehr.protocol import EhrStore
from physassist_tui.ehr.runners import runner_for
from physassist_tui.ehr.toolsets import toolset
from physassist_tui.i18n import Message, msg
from physassist_tui.library import Loaded
from physassist_tui.play.casting import HUMAN, Casting
from physassist_tui.play.patients import patient_player
from physassist_tui.play.recorder import Draft, Recorder
from physassist_tui.play.running_clock import LiveClock, StillClock, clock_for

if TYPE_CHECKING:
    from physassist_tui.ehr.runner import ToolRunner

Listener = Callable[[Sequence[ev.AnyEvent]], None]


class Stage:
    """What everything that acts in a session shares. Events are committed here and nowhere else.

    `patient` answers at once; `None` where a person or a model is waited for.
    """

    def __init__(
        self,
        loaded: Loaded,
        store: EhrStore,
        recorder: Recorder,
        casting: Casting,
        events: Sequence[ev.AnyEvent] = (),
    ) -> None:
        self.loaded = loaded
        self.scenario = loaded.scenario
        self.store = store
        self.recorder = recorder
        self.toolset = toolset(self.scenario.toolset, writes=self.scenario.has_write_turn)
        self.banner = banner(
            store,
            self.scenario.patient,
            self.scenario.encounter,
            self.scenario.clock,
            casting.language,
        )
        self._begun = casting
        self._events = list(events)
        self._folding = folding_of(self._events)
        self._state = self._folding.state()
        self._listeners: list[Listener] = []
        self._runner: ToolRunner | None = None
        self.patient: PatientPlayer | None = None
        self.seat_patient()
        store.restore([written.resource for written in self._state.written])

    # Reading

    @property
    def state(self) -> SessionState:
        """The state after the last event."""
        return self._state

    @property
    def events(self) -> Sequence[ev.AnyEvent]:
        """Every event so far, those of a fork's parent included; not to be changed."""
        return self._events

    @property
    def session(self) -> str:
        """The session's id."""
        return self.recorder.session

    @property
    def casting(self) -> Casting:
        """Who sits where now."""
        return Casting(
            assistant=self.player(Seat.ASSISTANT),
            language=self._begun.language,
            patient=self.player(Seat.PATIENT),
            physician=self.player(Seat.PHYSICIAN),
            seed=self._begun.seed,
            budgets=self._begun.budgets,
            requests=self._begun.requests,
        )

    def player(self, seat: Seat) -> str:
        """Who sits in `seat`, or is about to in a session that has not begun."""
        if self._state.started is None:
            return self._begun.seats()[seat]
        return self._state.player(seat)

    @property
    def runner(self) -> ToolRunner:
        """The tools of this session, loaded when the first is used or completed."""
        if self._runner is None:
            self._runner = runner_for(
                self.store,
                self.toolset,
                patient=self.scenario.patient,
                encounter=self.scenario.encounter,
                lang=self._begun.language,
                limits=self.scenario.limits,
                session=self.session,
                forked_from=forked_from(self._events),
            )
            self._runner.remember(self._state.calls)
        return self._runner

    @property
    def active_ms(self) -> int:
        """The session's active time in milliseconds, now."""
        return self.recorder.clock.ms

    def clock_at(self, active_ms: int) -> datetime:
        """The scenario's clock, moved by active time."""
        return self.scenario.clock + timedelta(milliseconds=active_ms)

    # Refusing

    def check_open(self) -> None:
        """Raises `BadInput` where the session is over."""
        if self._state.ended is not None:
            raise BadInput(msg("This session is over."))

    def check_running(self) -> None:
        """Raises `BadInput` where the session is over or paused."""
        self.check_open()
        if self._state.paused:
            raise BadInput(msg("This session is paused; resume it first."))

    # Making and committing events

    def draft(self, data: ev.EventData, by: str | None = None) -> Draft:
        """An event of the assistant's seat; `by` is its player unless another acts in it."""
        player = by or self.player(Seat.ASSISTANT)
        return Draft(data, self._state.turn_number, Seat.ASSISTANT, player)

    def seat_draft(self, data: ev.EventData, seat: Seat) -> Draft:
        """An event of the player in `seat`."""
        return Draft(data, self._state.turn_number, seat, self.player(seat))

    def person_draft(self, data: ev.EventData) -> Draft:
        """An event of the person who directs the session, from no seat."""
        return Draft(data, self._state.turn_number, None, HUMAN)

    def end_draft(self, reason: EndReason, detail: Message | str = "") -> Draft:
        """The end of the session."""
        text = detail if isinstance(detail, str) else detail.render(self._begun.language)
        return self.draft(ev.SessionEndedData(reason=reason, detail=text))

    def commit(self, drafts: Sequence[Draft]) -> list[ev.AnyEvent]:
        """Commits `drafts` as one and tells those who listen; where it raises, nothing happened."""
        events = self.recorder.commit(drafts)
        self._events.extend(events)
        if any(event.kind == "rewound" for event in events):
            self._folding = folding_of(self._events)
            self._state = self._folding.state()
            self._restore()
        else:
            for event in events:
                self._folding.add(event)
            self._state = self._folding.state()
        if self._state.ended is not None:
            self.recorder.clock.stop()
            self.store.session_over()
        for listener in self._listeners:
            listener(events)
        return events

    def _restore(self) -> None:
        self.store.restore([written.resource for written in self._state.written])
        self._runner = None  # what it had read and shown is of what has been undone, too

    def listen(self, listener: Listener) -> None:
        """Calls `listener` with events once they are committed."""
        self._listeners.append(listener)

    # After a seat changed hands

    def seat_patient(self) -> None:
        """Lets whoever sits there now speak for the patient."""
        casting = self._begun
        name = self.player(Seat.PATIENT)
        self.patient = patient_player(name, self.loaded, casting.language, casting.seed)

    def seat_clock(self) -> None:
        """Lets the clock run, or stand, as fits who plays now. Active time does not go back."""
        old = self.recorder.clock
        new = clock_for([self.player(seat) for seat in Seat], old.ms)
        if isinstance(old, LiveClock) and isinstance(new, StillClock):
            self.recorder.clock = new
        elif isinstance(old, StillClock) and isinstance(new, LiveClock):
            self.recorder.clock = new
            if not self._state.paused and self._state.ended is None:
                new.start()


def forked_from(events: Sequence[ev.AnyEvent]) -> tuple[str, ...]:
    """The sessions whose events a fork's begin with, the first one first."""
    return tuple(
        event.data.parent_session
        for event in events
        if isinstance(event, ev.SessionStarted)
        and event.seq > 1
        and event.data.parent_session is not None
    )
