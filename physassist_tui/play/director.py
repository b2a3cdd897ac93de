"""Turns acts into events. The only one that does.

Everything that happens in a session goes through here, one thing at a time whatever the thread:
what the seats do (`acting`, `requests`, `proposals`) and what is done about the session from
outside them (`control`). All of it is committed by the session's `stage`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from threading import RLock
from typing import TYPE_CHECKING, Literal

from physassist_tui.core import events as ev
from physassist_tui.core.state import SessionState
from physassist_tui.core.view import (
    Act,
    AssistantView,
    PatientView,
    PhysicianView,
    QueuedText,
)
from physassist_tui.core.words import EndReason, Seat
from physassist_tui.ehr.protocol import EhrStore
from physassist_tui.play.acting import Acting
from physassist_tui.play.boundaries import boundaries, own_start
from physassist_tui.play.casting import Casting
from physassist_tui.play.control import Control, PauseReason, ResumeReason
from physassist_tui.play.patient_view import patient_view
from physassist_tui.play.proposals import Decision, Proposals
from physassist_tui.play.recorder import Draft
from physassist_tui.play.requests import Requests
from physassist_tui.play.stage import Stage

if TYPE_CHECKING:
    from physassist_tui.ehr.runner import ToolRunner


class Director:
    """One session under way; `beginnings` makes one, new, left or forked.

    Every method that does something gives the events it made, which are on the disk by then,
    and raises `BadInput` with one line where it cannot be done. It may be called from several
    threads.
    """

    def __init__(self, stage: Stage) -> None:
        self.lock = RLock()
        self._stage = stage
        self._requests = Requests(stage)
        self._acting = Acting(stage, self._requests)
        self._control = Control(stage, self._requests, self._acting)
        self._proposals = Proposals(stage, self._acting)

    def begin_with(self, started: ev.SessionStartedData) -> None:
        """Records the session's own start, and its first request where the script asks."""
        stage = self._stage
        drafts = [Draft(started, stage.state.turn_number)]
        if stage.state.turn is None:
            drafts += self._requests.following(stage.state, may_end=False)
        stage.commit(drafts)

    def begin_again(self) -> None:
        """After a quit, a crash or a kill: carries out what was cut short, and goes on."""
        stage = self._stage
        played = [e for e in stage.events if not isinstance(e, ev.Paused | ev.Resumed)]
        cut_short = isinstance(played[-1], ev.ToolReturned)
        finished = self._acting.finish_pending()
        stage.commit([stage.draft(ev.ResumedData(reason="restart"))])
        if cut_short or finished:
            self._acting.end_if_repeated()

    # What a front end reads

    @property
    def state(self) -> SessionState:
        """The state after the last event."""
        return self._stage.state

    @property
    def events(self) -> Sequence[ev.AnyEvent]:
        """Every event so far, those that a fork shares included; not to be changed."""
        return self._stage.events

    @property
    def session(self) -> str:
        """The session's id."""
        return self._stage.session

    @property
    def casting(self) -> Casting:
        """Who sits where now."""
        return self._stage.casting

    @property
    def runner(self) -> ToolRunner:
        """The tools of this session."""
        return self._stage.runner

    @property
    def store(self) -> EhrStore:
        """The chart at the clock, with what this session wrote."""
        return self._stage.store

    def listen(self, listener: Callable[[Sequence[ev.AnyEvent]], None]) -> None:
        """Calls `listener` with events once they are committed."""
        self._stage.listen(listener)

    def now(self) -> datetime:
        """The scenario's clock, moved by the session's active time."""
        return self._stage.clock_at(self.active_ms)

    @property
    def active_ms(self) -> int:
        """The session's active time in milliseconds, now."""
        return self._stage.active_ms

    def view(self) -> AssistantView:
        """What the assistant sees."""
        return self._acting.view()

    def physician_view(self) -> PhysicianView:
        """What the physician sees."""
        return self._requests.view()

    def patient_view(self) -> PatientView:
        """What the patient sees."""
        return patient_view(self._stage)

    def waiting_for(self) -> Seat | None:
        """Whose turn it is to do something, paused or not; `None` where the session is over.

        The patient while a question waits for a person or a model, the assistant while a
        request waits for its answer, else the physician.
        """
        if self.state.ended is not None:
            return None
        if self._acting.waits_for_patient():
            return Seat.PATIENT
        return Seat.PHYSICIAN if self.state.turn is None else Seat.ASSISTANT

    # What the seats do

    def shown(self) -> None:
        """Lets the active time run: the request stands before the player."""
        with self.lock:
            if self.state.ended is None and not self.state.paused:
                self._stage.recorder.clock.start()

    def act(self, act: Act) -> list[ev.AnyEvent]:
        """Carries an act of the assistant out. In a copilot's seat it is the person's own."""
        with self.lock:
            return self._acting.act(act)

    def propose(self, act: Act) -> str:
        """A copilot's act, laid before the person; gives the proposal's id."""
        with self.lock:
            return self._proposals.propose(act)

    def decide(
        self,
        proposal_id: str,
        decision: Decision,
        act: Act | None = None,
        reason: str = "",
    ) -> list[ev.AnyEvent]:
        """What the person makes of a proposal. `edit` needs `act`, `reject` a reason."""
        with self.lock:
            return self._proposals.decide(proposal_id, decision, act, reason)

    def patient_reply(
        self,
        text: str,
        facts: Sequence[str] | None = None,
        wording: Literal["facts", "model", "replaced"] | None = None,
    ) -> list[ev.AnyEvent]:
        """The patient's answer to the question that waits.

        `facts` are the ids of the facts it tells; `None`: they are noted by rule. `wording`
        says who worded it, where it was no person.
        """
        with self.lock:
            return self._acting.patient_reply(text, facts, wording)

    def facts_said(self, text: str) -> Sequence[str]:
        """The ids of the patient's facts that `text` tells, by rule (`patient.telling`)."""
        from physassist_tui.patient.telling import facts_said

        return facts_said(text, self._stage.scenario.facts)

    def request(self, text: str | None = None) -> list[ev.AnyEvent]:
        """The physician's next request, where no script asks; `None`: the scenario's as it is."""
        with self.lock:
            return self._requests.request(text)

    def finish(self) -> list[ev.AnyEvent]:
        """The physician has nothing more to ask: the session is completed."""
        with self.lock:
            return self._requests.finish()

    # Free turns

    def free_turn(self, text: str) -> list[ev.AnyEvent]:
        """Asks `text` at once between turns; else it is queued, and nothing is recorded yet."""
        with self.lock:
            return self._requests.free_turn(text)

    @property
    def queue(self) -> tuple[QueuedText, ...]:
        """Texts that go out after the current answer, before the scenario's next request."""
        return self._requests.queue

    def edit_queued(self, text_id: int, text: str) -> None:
        """Changes a text that has not been sent."""
        with self.lock:
            self._requests.edit(text_id, text)

    def retract_queued(self, text_id: int) -> None:
        """Takes a text back that has not been sent."""
        with self.lock:
            self._requests.retract(text_id)

    # What directs a session

    def pause(self, reason: PauseReason = "person") -> list[ev.AnyEvent]:
        """Stops the active time once what is under way is done; nobody acts until `resume`."""
        with self.lock:
            return self._control.pause(reason)

    def resume(self, reason: ResumeReason = "person") -> list[ev.AnyEvent]:
        """Lets a paused session go on."""
        with self.lock:
            return self._control.resume(reason)

    def change_seat(self, seat: Seat, to_player: str, note: str) -> list[ev.AnyEvent]:
        """Gives a seat to another player, who is told `note`, one line that may not be empty."""
        with self.lock:
            return self._control.change_seat(seat, to_player, note)

    def mark(self, label: str, text: str = "", seq: int | None = None) -> list[ev.AnyEvent]:
        """Marks a moment: the event `seq`, the last one if `None`."""
        with self.lock:
            return self._control.mark(label, text, seq)

    def boundaries(self) -> tuple[int, ...]:
        """The events that the session can be rewound to, in order."""
        if self.state.ended is not None:
            return ()
        start = own_start(self.events)
        return tuple(seq for seq in boundaries(self.events) if seq >= start)

    def rewind(self, to_seq: int) -> list[ev.AnyEvent]:
        """Undoes what came after `to_seq`, in the state and in the chart.

        What it took (active time, tokens, cost) and the marks stay; so do a pause and who sits
        where.
        """
        with self.lock:
            return self._control.rewind(to_seq)

    def model_called(self, seat: Seat, data: ev.ModelCalledData) -> list[ev.AnyEvent]:
        """Records a call to a model in `seat`; ends the session where a budget is used up."""
        with self.lock:
            return self._control.model_called(seat, data)

    def check_budgets(self) -> list[ev.AnyEvent]:
        """Ends the session where a budget is used up: for whoever watches the clock."""
        with self.lock:
            return self._acting.end_if_spent()

    def end(self, reason: EndReason, detail: str = "") -> list[ev.AnyEvent]:
        """Ends the session, whatever is under way. `detail` is one line for a person."""
        with self.lock:
            return self._control.end(reason, detail)
