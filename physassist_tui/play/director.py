"""Turns acts into events. The only one that does.

Everything that happens in a session goes through here, one thing at a time whatever the thread:
what the seats do (`acting`, `requests`, `proposals`) and what is done about the session from
outside them (`control`). All of it is committed by the session's `stage`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from threading import RLock
from typing import TYPE_CHECKING, Literal

from physassist_tui import __version__
from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput
from physassist_tui.core.state import SessionState, fold
from physassist_tui.core.view import (
    Act,
    AssistantView,
    PatientView,
    PhysicianView,
    QueuedText,
)
from physassist_tui.core.words import EndReason, Seat
from physassist_tui.ehr.protocol import EhrStore
from physassist_tui.i18n import msg
from physassist_tui.library import Loaded
from physassist_tui.play.acting import Acting
from physassist_tui.play.boundaries import boundaries, own_start
from physassist_tui.play.casting import Budgets, Casting
from physassist_tui.play.control import Control, PauseReason, ResumeReason
from physassist_tui.play.patient_view import patient_view
from physassist_tui.play.patients import patient_version
from physassist_tui.play.proposals import Decision, Proposals
from physassist_tui.play.recorder import Draft, Recorder
from physassist_tui.play.requests import Requests
from physassist_tui.play.stage import Stage

if TYPE_CHECKING:
    from physassist_tui.ehr.runner import ToolRunner

EVENT_SCHEMA_VERSION = 1


class Director:
    """One session under way. Make one with `begin`, `going_on` or `fork`.

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

    @classmethod
    def begin(
        cls, loaded: Loaded, store: EhrStore, recorder: Recorder, casting: Casting
    ) -> Director:
        """A new session, with its first request made where the script asks."""
        if casting.language not in loaded.scenario.languages:
            raise BadInput(
                msg(
                    "{scenario} cannot be played in that language; it is complete in: {languages}.",
                    scenario=loaded.scenario.id,
                    languages=", ".join(loaded.scenario.languages),
                )
            )
        director = cls(Stage(loaded, store, recorder, casting))
        started = ev.SessionStartedData(
            scenario=loaded.scenario.id,
            scenario_hash=loaded.content_hash,
            rubric_hash=loaded.rubric_hash,
            toolset=loaded.scenario.toolset,
            seats=casting.seats(),
            language=casting.language,
            seed=casting.seed,
            limits=loaded.scenario.limits.model_dump() | casting.budgets.limits(),
            app_version=__version__,
            schema_version=EVENT_SCHEMA_VERSION,
            patient_version=patient_version(casting.patient),
        )
        director._begin_with(started)
        return director

    @classmethod
    def going_on(
        cls,
        loaded: Loaded,
        store: EhrStore,
        recorder: Recorder,
        events: Sequence[ev.AnyEvent],
    ) -> Director:
        """A session as its events left it, with a call that was cut short carried out.

        Raises `BadInput` where the session is over, or the scenario is no longer the same.
        """
        state = fold(events)
        started = state.started
        if started is None:
            raise BadInput(msg("The recording has no start; it cannot be resumed."))
        if state.ended is not None:
            raise BadInput(msg("This session is over; it can be scored but not resumed."))
        _check_same(started, loaded)
        director = cls(Stage(loaded, store, recorder, casting_of(state, started), events))
        cut_short = bool(events) and isinstance(events[-1], ev.ToolReturned)
        finished = director._acting.finish_pending()
        stage = director._stage
        stage.commit([stage.draft(ev.ResumedData(reason="restart"))])
        if cut_short or finished:
            director._acting.end_if_repeated()
        return director

    @classmethod
    def fork(
        cls,
        loaded: Loaded,
        store: EhrStore,
        recorder: Recorder,
        prefix: Sequence[ev.AnyEvent],
        parent: str,
        budgets: Budgets | None = None,
    ) -> Director:
        """A new session that goes on after `prefix`, the events of `parent` up to a boundary.

        Whoever sat there sits there still; the scenario's next request is made where none waits
        for an answer. Raises `BadInput` where the scenario is no longer the same.
        """
        state = fold(prefix)
        if state.started is None:
            raise BadInput(msg("The recording has no start; it cannot be forked."))
        _check_same(state.started, loaded)
        casting = casting_of(state, state.started)
        given = casting.budgets if budgets is None else budgets
        before = state.started
        director = cls(Stage(loaded, store, recorder, replace(casting, budgets=given), prefix))
        director._begin_with(
            before.model_copy(
                update={
                    "seats": dict(state.seats),
                    "limits": loaded.scenario.limits.model_dump() | given.limits(),
                    "app_version": __version__,
                    "schema_version": EVENT_SCHEMA_VERSION,
                    "patient_version": patient_version(casting.patient),
                    "parent_session": parent,
                    "parent_seq": prefix[-1].seq,
                }
            )
        )
        return director

    def _begin_with(self, started: ev.SessionStartedData) -> None:
        stage = self._stage
        drafts = [Draft(started, stage.state.turn_number)]
        if stage.state.turn is None:
            drafts += self._requests.following(stage.state, may_end=False)
        stage.commit(drafts)

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


def casting_of(state: SessionState, started: ev.SessionStartedData) -> Casting:
    """Who sits where in a recorded session, after its last change."""
    return Casting(
        assistant=state.player(Seat.ASSISTANT),
        language=started.language,
        patient=state.player(Seat.PATIENT),
        physician=state.player(Seat.PHYSICIAN),
        seed=started.seed,
        budgets=Budgets.of(started.limits),
    )


def _check_same(started: ev.SessionStartedData, loaded: Loaded) -> None:
    if started.scenario_hash != loaded.content_hash:
        raise BadInput(
            msg(
                "{scenario} has changed since this session began; a score over two versions "
                "would mean nothing. Put the old version back, or start a new session.",
                scenario=started.scenario,
            )
        )
