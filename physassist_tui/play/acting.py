"""The assistant's acts, carried out.

Each act is one or two commits: a tool call is committed before it is carried out, and what it
gave, with everything it wrote or brought to light, is committed as one. A process killed
between the two leaves a pending call, which is carried out again on resume with the same call
id and the same time, and so to the same result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput
from physassist_tui.core.state import Call
from physassist_tui.core.tools import Outcome
from physassist_tui.core.view import Act, Answer, Ask, AssistantView, CallTool, LimitsLeft, Quit
from physassist_tui.core.words import Seat
from physassist_tui.i18n import msg
from physassist_tui.play.assistant_view import assistant_view
from physassist_tui.play.casting import COPILOT_PREFIX, HUMAN
from physassist_tui.play.conversation import ASK_PARAM, ASK_TOOL, question, reply, told
from physassist_tui.play.guards import (
    end_of,
    limits_left,
    refusal,
    tripped_by_budgets,
    tripped_by_repeats,
)
from physassist_tui.play.recorder import Draft
from physassist_tui.play.requests import Requests
from physassist_tui.play.stage import Stage


class Acting:
    """What the assistant, and a patient that is waited for, do in a session."""

    def __init__(self, stage: Stage, requests: Requests) -> None:
        self._stage = stage
        self._requests = requests

    def view(self) -> AssistantView:
        """What the assistant sees."""
        stage = self._stage
        language = stage.casting.language
        return assistant_view(
            stage.state,
            session=stage.session,
            title=stage.scenario.title.text(language),
            language=language,
            now=stage.clock_at(stage.active_ms),
            banner=stage.banner,
            toolset=stage.toolset,
            turn_count=len(stage.scenario.turns),
            limits=self.limits(),
            waits_for_patient=self.waits_for_patient(),
            deliverables=stage.scenario.deliverables,
            long_task=stage.scenario.long_task,
        )

    def limits(self) -> LimitsLeft:
        """What may still be done."""
        stage = self._stage
        budgets = stage.casting.budgets
        return limits_left(stage.state, stage.scenario.limits, budgets, stage.active_ms)

    def act(
        self, act: Act, before: Sequence[Draft] = (), by: str | None = None
    ) -> list[ev.AnyEvent]:
        """Carries an act out, and gives the events it made, after those of `before`.

        `by` is who acts: whoever sits there, or the person beside a copilot.
        """
        stage = self._stage
        stage.check_open()
        # A call whose outcome could not be recorded (a full disk, say) is carried out first:
        # it stands in the recording, and its order perhaps in the chart.
        finished = self.finish_pending()
        if isinstance(act, Quit):
            return finished + self._quit()
        stage.check_running()
        if stage.state.turn is None:
            raise BadInput(msg("Nothing has been asked; the physician speaks next."))
        if self.waits_for_patient():
            raise BadInput(msg("The patient has not answered yet."))
        over = self.end_if_spent()
        if over:
            return finished + over
        seated = stage.player(Seat.ASSISTANT)
        by = by or (HUMAN if seated.startswith(COPILOT_PREFIX) else seated)
        match act:
            case Ask(text=text):
                return finished + self._call(ASK_TOOL, {ASK_PARAM: text}, before, by)
            case CallTool(tool=tool, arguments=arguments):
                return finished + self._call(tool, arguments, before, by)
            case Answer(text=text):
                return finished + self._answer(text, before, by)

    def _answer(self, text: str, before: Sequence[Draft], by: str) -> list[ev.AnyEvent]:
        stage = self._stage
        answered = stage.draft(ev.AnsweredData(text=text), by)
        following = self._requests.following(stage.state, may_end=True)
        events = stage.commit([*before, answered, *following])
        self._requests.sent(events)
        return events

    def _quit(self) -> list[ev.AnyEvent]:
        stage = self._stage
        stage.recorder.clock.stop()
        if stage.state.paused:
            return []
        return stage.commit([stage.draft(ev.PausedData(reason="quit"))])

    def _call(
        self, tool: str, arguments: dict[str, Any], before: Sequence[Draft], by: str
    ) -> list[ev.AnyEvent]:
        stage = self._stage
        call_id = f"c{stage.recorder.next_seq + len(before)}"
        refused = refusal(stage.state, stage.scenario.limits)
        validated, error = stage.runner.validate(tool, arguments, person=by == HUMAN)
        called = ev.ToolCalledData(
            call_id=call_id,
            tool=tool,
            arguments_given=arguments,
            arguments=None if refused else validated,
        )
        drafts = [*before, stage.draft(called, by)]
        if refused is not None:
            drafts.append(stage.draft(refused.guard, by))
            error = {"error": refused.error.render(stage.casting.language)}
        if validated is None or error is not None:
            failed = Outcome(ok=False, result=error or {})
            drafts.append(self._returned(call_id, failed, by))
            if refused is not None and refused.guard.ends:
                drafts.append(stage.end_draft(*end_of(refused.guard)))
            return stage.commit(drafts) + self.end_if_repeated()
        if self._is_patient_tool(tool):
            drafts.append(stage.draft(question(tool, validated), by))
        events = stage.commit(drafts)
        return events + self.finish_pending() + self.end_if_repeated()

    # Carrying a committed call out; the same for a fresh call and for one cut short

    def waits_for_patient(self) -> bool:
        """Whether a question waits for a patient that is a person or a model."""
        call = self._stage.state.pending_call
        return call is not None and self._stage.patient is None and self._is_patient_tool(call.tool)

    def finish_pending(self) -> list[ev.AnyEvent]:
        """Carries the call out that has not returned, if it can be; gives the events."""
        stage, call = self._stage, self._stage.state.pending_call
        if call is None:
            return []
        if self._is_patient_tool(call.tool):
            if stage.patient is None:
                return []
            facts, message = reply(stage.patient, stage.state)
            return self._tell(call, facts, message)
        outcome = stage.runner.run(
            call.call_id,
            call.tool,
            call.arguments or {},
            now=stage.clock_at(stage.state.active_ms),
            person=stage.player(Seat.ASSISTANT) == HUMAN,
            seat=Seat.ASSISTANT.value,
        )
        drafts = [
            stage.draft(
                ev.ResourceWrittenData(call_id=call.call_id, resource=resource), call.player
            )
            for resource in outcome.written
        ]
        drafts += [
            stage.draft(
                ev.FileWrittenData(
                    call_id=call.call_id, path=file.path, mode=file.mode, text=file.text
                ),
                call.player,
            )
            for file in outcome.files
        ]
        return stage.commit([*drafts, self._returned(call.call_id, outcome, call.player)])

    def patient_reply(
        self,
        text: str,
        facts: Sequence[str] | None,
        wording: Literal["facts", "model", "replaced"] | None,
    ) -> list[ev.AnyEvent]:
        """Answers the question that waits; see `Director.patient_reply`."""
        stage = self._stage
        stage.check_running()
        call = stage.state.pending_call
        if call is None or not self.waits_for_patient():
            raise BadInput(msg("Nobody has asked the patient anything."))
        if not text.strip():
            raise BadInput(msg("An empty reply says nothing."))
        revealed, message = told(stage.scenario, stage.state, text.strip(), facts, wording)
        return self._tell(call, revealed, message) + self.end_if_repeated()

    def _tell(
        self, call: Call, facts: Sequence[ev.FactRevealedData], message: ev.MessageData
    ) -> list[ev.AnyEvent]:
        said: list[ev.EventData] = [*facts, message]
        drafts = [self._stage.seat_draft(data, Seat.PATIENT) for data in said]
        outcome = Outcome(ok=True, result={"reply": message.text})
        return self._stage.commit([*drafts, self._returned(call.call_id, outcome, call.player)])

    def _is_patient_tool(self, tool: str) -> bool:
        spec = self._stage.toolset.tool(tool)
        return spec is not None and spec.kind == "patient"

    def _returned(self, call_id: str, outcome: Outcome, by: str) -> Draft:
        return self._stage.draft(
            ev.ToolReturnedData(
                call_id=call_id,
                ok=outcome.ok,
                result=outcome.result,
                shown=outcome.shown,
                refs=outcome.refs,
            ),
            by,
        )

    # Guards that end a session

    def end_if_repeated(self) -> list[ev.AnyEvent]:
        """Ends the session where the same call or error has come too often in a row."""
        stage = self._stage
        if stage.state.ended is not None:
            return []
        return self._end_by(tripped_by_repeats(stage.state, stage.scenario.limits))

    def end_if_spent(self) -> list[ev.AnyEvent]:
        """Ends the session where a budget is used up."""
        stage = self._stage
        if stage.state.ended is not None:
            return []
        budgets = stage.casting.budgets
        return self._end_by(tripped_by_budgets(stage.state, budgets, stage.active_ms))

    def _end_by(self, guard: ev.GuardTrippedData | None) -> list[ev.AnyEvent]:
        if guard is None:
            return []
        stage = self._stage
        return stage.commit([stage.draft(guard), stage.end_draft(*end_of(guard))])
