"""Turns acts into events. The only one that does.

Each act is one or two commits: a tool call is committed before it is carried out, and what it
gave, with everything it wrote or brought to light, is committed as one. A process killed
between the two leaves a pending call, which `Director.resume` carries out again with the same
call id and the same time, and so to the same result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Any

from physassist_tui import __version__
from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput
from physassist_tui.core.patient import PatientPlayer
from physassist_tui.core.scenario import Turn
from physassist_tui.core.state import Call, Folding, SessionState, fold
from physassist_tui.core.tools import Outcome
from physassist_tui.core.view import Act, Answer, Ask, AssistantView, CallTool, Quit
from physassist_tui.core.words import EndReason, Seat
from physassist_tui.ehr.banner import banner
from physassist_tui.ehr.protocol import EhrStore
from physassist_tui.ehr.toolsets import toolset
from physassist_tui.i18n import Message, msg
from physassist_tui.library import Loaded
from physassist_tui.play.casting import HUMAN, Casting
from physassist_tui.play.conversation import ASK_PARAM, ASK_TOOL, question, reply
from physassist_tui.play.guards import end_of, limits_left, refusal, tripped_by_repeats
from physassist_tui.play.recorder import Draft, Recorder

if TYPE_CHECKING:
    from physassist_tui.ehr.runner import ToolRunner

EVENT_SCHEMA_VERSION = 1


class Director:
    """One session under way. Make one with `begin` or `resume`."""

    def __init__(
        self,
        loaded: Loaded,
        store: EhrStore,
        patient: PatientPlayer,
        recorder: Recorder,
        *,
        casting: Casting,
        state: SessionState,
    ) -> None:
        self._loaded = loaded
        self._scenario = loaded.scenario
        self._store = store
        self._patient = patient
        self._recorder = recorder
        self._casting = casting
        self._state = state
        self._folding = Folding(state)
        self._toolset = toolset(self._scenario.toolset, writes=self._scenario.has_write_turn)
        self._banner = banner(
            store,
            self._scenario.patient,
            self._scenario.encounter,
            self._scenario.clock,
            casting.language,
        )
        self._listeners: list[Callable[[Sequence[ev.AnyEvent]], None]] = []

    @classmethod
    def begin(
        cls,
        loaded: Loaded,
        store: EhrStore,
        patient: PatientPlayer,
        recorder: Recorder,
        casting: Casting,
    ) -> Director:
        """A new session, with its first request made."""
        if casting.language not in loaded.scenario.languages:
            raise BadInput(
                msg(
                    "{scenario} cannot be played in that language; it is complete in: {languages}.",
                    scenario=loaded.scenario.id,
                    languages=", ".join(loaded.scenario.languages),
                )
            )
        director = cls(loaded, store, patient, recorder, casting=casting, state=SessionState())
        limits = loaded.scenario.limits.model_dump()
        started = ev.SessionStartedData(
            scenario=loaded.scenario.id,
            scenario_hash=loaded.content_hash,
            rubric_hash=loaded.rubric_hash,
            toolset=loaded.scenario.toolset,
            seats=casting.seats(),
            language=casting.language,
            seed=casting.seed,
            limits=limits,
            app_version=__version__,
            schema_version=EVENT_SCHEMA_VERSION,
            patient_version=patient.version,
        )
        director._commit([Draft(started, 0), director._turn_draft(1)])
        return director

    @classmethod
    def resume(
        cls,
        loaded: Loaded,
        store: EhrStore,
        patient: PatientPlayer,
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
        if started.scenario_hash != loaded.content_hash:
            raise BadInput(
                msg(
                    "{scenario} has changed since this session began; a score over two versions "
                    "would mean nothing. Put the old version back, or start a new session.",
                    scenario=started.scenario,
                )
            )
        casting = Casting(
            assistant=state.player(Seat.ASSISTANT),
            language=started.language,
            patient=state.player(Seat.PATIENT),
            physician=state.player(Seat.PHYSICIAN),
            seed=started.seed,
        )
        for written in state.written:
            store.put(written.resource)
        director = cls(loaded, store, patient, recorder, casting=casting, state=state)
        director.runner.remember(state.calls)
        director._finish_pending()
        director._commit([director._draft(ev.ResumedData(reason="restart"))])
        director._end_if_repeated()
        return director

    # What a front end reads

    @property
    def state(self) -> SessionState:
        """The state after the last event."""
        return self._state

    @property
    def session(self) -> str:
        """The session's id."""
        return self._recorder.session

    @property
    def casting(self) -> Casting:
        """Who sits where, as the session began or was resumed."""
        return self._casting

    @cached_property
    def runner(self) -> ToolRunner:
        """The tools of this session, loaded when the first is used or completed."""
        from physassist_tui.ehr.runner import ToolRunner

        return ToolRunner(
            self._store,
            self._toolset,
            patient=self._scenario.patient,
            encounter=self._scenario.encounter,
            lang=self._casting.language,
            limits=self._scenario.limits,
            session=self._recorder.session,
        )

    @property
    def store(self) -> EhrStore:
        """The chart at the clock, with what this session wrote."""
        return self._store

    def listen(self, listener: Callable[[Sequence[ev.AnyEvent]], None]) -> None:
        """Calls `listener` with events once they are committed."""
        self._listeners.append(listener)

    def now(self) -> datetime:
        """The scenario's clock, moved by the session's active time."""
        return self._clock_at(self._recorder.clock.ms)

    @property
    def active_ms(self) -> int:
        """The session's active time in milliseconds, now."""
        return self._recorder.clock.ms

    def view(self) -> AssistantView:
        """What the assistant sees."""
        state = self._state
        changes = [c for c in state.seat_changes if c.changed is Seat.ASSISTANT]
        return AssistantView(
            session=self.session,
            title=self._scenario.title.text(self._casting.language),
            language=self._casting.language,
            now=self.now(),
            banner=self._banner,
            toolset=self._toolset,
            turn=state.turn,
            turns=state.turns,
            turn_count=len(self._scenario.turns),
            messages=state.messages,
            calls=state.calls,
            written=state.written,
            limits=limits_left(state, self._scenario.limits),
            hand_over=changes[-1] if changes else None,
            paused=state.paused,
            ended=state.ended,
        )

    # What a player does

    def shown(self) -> None:
        """Lets the active time run: the request stands before the player."""
        if self._state.ended is None and not self._state.paused:
            self._recorder.clock.start()

    def act(self, act: Act) -> list[ev.AnyEvent]:
        """Carries an act of the assistant out, and gives the events it made."""
        if self._state.ended is not None:
            raise BadInput(msg("This session is over."))
        # A call whose outcome could not be recorded (a full disk, say) is carried out first:
        # it stands in the recording, and its order perhaps in the chart.
        finished = self._finish_pending()
        match act:
            case Ask(text=text):
                return finished + self._call(ASK_TOOL, {ASK_PARAM: text})
            case CallTool(tool=tool, arguments=arguments):
                return finished + self._call(tool, arguments)
            case Answer(text=text):
                return finished + self._answer(text)
            case Quit():
                return finished + self._quit()

    def _answer(self, text: str) -> list[ev.AnyEvent]:
        drafts = [self._draft(ev.AnsweredData(text=text))]
        if self._state.turn_number < len(self._scenario.turns):
            drafts.append(self._turn_draft(self._state.turn_number + 1))
        else:
            drafts.append(self._draft(ev.SessionEndedData(reason=EndReason.COMPLETED)))
        events = self._commit(drafts)
        if self._state.ended is not None:
            self._recorder.clock.stop()
        return events

    def _quit(self) -> list[ev.AnyEvent]:
        self._recorder.clock.stop()
        return self._commit([self._draft(ev.PausedData(reason="quit"))])

    def _call(self, tool: str, arguments: dict[str, Any]) -> list[ev.AnyEvent]:
        call_id = f"c{self._recorder.next_seq}"
        refused = refusal(self._state, self._scenario.limits)
        validated, error = self.runner.validate(tool, arguments)
        called = ev.ToolCalledData(
            call_id=call_id,
            tool=tool,
            arguments_given=arguments,
            arguments=None if refused else validated,
        )
        drafts = [self._draft(called)]
        if refused is not None:
            drafts.append(self._draft(refused.guard))
            error = {"error": refused.error.render(self._casting.language)}
        if validated is None or error is not None:
            drafts.append(self._returned(call_id, Outcome(ok=False, result=error or {})))
            if refused is not None and refused.guard.ends:
                drafts.append(self._end(*end_of(refused.guard)))
            return self._commit(drafts) + self._end_if_repeated()
        if self._is_patient_tool(tool):
            drafts.append(self._draft(question(tool, validated)))
        events = self._commit(drafts)
        return events + self._finish_pending() + self._end_if_repeated()

    # Carrying a committed call out; the same for a fresh call and for one cut short

    def _finish_pending(self) -> list[ev.AnyEvent]:
        call = self._state.pending_call
        if call is None:
            return []
        if self._is_patient_tool(call.tool):
            return self._finish_question(call)
        outcome = self.runner.run(
            call.call_id,
            call.tool,
            call.arguments or {},
            now=self._clock_at(self._state.active_ms),
            person=self._casting.assistant == HUMAN,
            seat=Seat.ASSISTANT.value,
        )
        drafts = [
            self._draft(ev.ResourceWrittenData(call_id=call.call_id, resource=resource))
            for resource in outcome.written
        ]
        return self._commit([*drafts, self._returned(call.call_id, outcome)])

    def _finish_question(self, call: Call) -> list[ev.AnyEvent]:
        facts, message = reply(self._patient, self._state)
        player = self._state.player(Seat.PATIENT)
        said: list[ev.EventData] = [*facts, message]
        drafts = [Draft(data, self._state.turn_number, Seat.PATIENT, player) for data in said]
        outcome = Outcome(ok=True, result={"reply": message.text})
        return self._commit([*drafts, self._returned(call.call_id, outcome)])

    def _is_patient_tool(self, tool: str) -> bool:
        spec = self._toolset.tool(tool)
        return spec is not None and spec.kind == "patient"

    def _end_if_repeated(self) -> list[ev.AnyEvent]:
        if self._state.ended is not None:
            return []
        guard = tripped_by_repeats(self._state, self._scenario.limits)
        if guard is None:
            return []
        return self._commit([self._draft(guard), self._end(*end_of(guard))])

    # Making and committing events

    def _returned(self, call_id: str, outcome: Outcome) -> Draft:
        return self._draft(
            ev.ToolReturnedData(
                call_id=call_id,
                ok=outcome.ok,
                result=outcome.result,
                shown=outcome.shown,
                refs=outcome.refs,
            )
        )

    def _end(self, reason: EndReason, detail: Message) -> Draft:
        text = detail.render(self._casting.language)
        return self._draft(ev.SessionEndedData(reason=reason, detail=text))

    def _draft(self, data: ev.EventData) -> Draft:
        player = self._state.player(Seat.ASSISTANT) or self._casting.assistant
        return Draft(data, self._state.turn_number, Seat.ASSISTANT, player)

    def _turn_draft(self, number: int) -> Draft:
        turn: Turn = self._scenario.turns[number - 1]
        lang = self._casting.language
        data = ev.TurnStartedData(
            scripted=True,
            request=turn.request.text(lang),
            answer_format=turn.answer_format.text(lang) if turn.answer_format else None,
        )
        return Draft(data, number, Seat.PHYSICIAN, self._casting.physician)

    def _commit(self, drafts: Sequence[Draft]) -> list[ev.AnyEvent]:
        events = self._recorder.commit(drafts)
        for event in events:
            self._folding.add(event)
        self._state = self._folding.state()
        for listener in self._listeners:
            listener(events)
        return events

    def _clock_at(self, active_ms: int) -> datetime:
        return self._scenario.clock + timedelta(milliseconds=active_ms)
