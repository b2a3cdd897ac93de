"""Carries changed calls of a turn out in the record, as the session of gold would have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from physassist_tui.check.case import Case
from physassist_tui.core.state import Call, Written
from physassist_tui.core.tools import Outcome
from physassist_tui.core.words import Seat
from physassist_tui.score.grade import TurnContext

if TYPE_CHECKING:
    from physassist_tui.ehr.runner import ToolRunner

SESSION = "check"
_PLAIN = ("MedicationRequest.create", "ServiceRequest.create")


@dataclass(frozen=True)
class Made:
    """A call to carry out; `call_id` names what it writes."""

    call_id: str
    tool: str
    arguments: Mapping[str, Any]

    def with_(self, **changed: Any) -> Made:
        """The call with other arguments."""
        return replace(self, arguments={**self.arguments, **changed})

    def text(self) -> str:
        """The call on one line."""
        told = ", ".join(f"{name}={value!r}" for name, value in self.arguments.items())
        return f"{self.tool}({told})"


class Chart:
    """The chart of a case at one turn of gold. `before` is what had been written till then."""

    def __init__(self, case: Case, context: TurnContext, before: Sequence[Written]) -> None:
        self._case = case
        self._context = context
        number = context.state.turn_number
        self.calls: Sequence[Call] = [c for c in context.state.calls if c.turn == number]
        self._before = before

    def writing(self) -> list[Made]:
        """The calls of the turn that wrote or took something back."""
        tools = self._case.toolset
        return [
            Made(call.call_id, call.tool, call.arguments_given)
            for call in self.calls
            if call.ok
            and (spec := tools.tool(call.tool)) is not None
            and (spec.kind == "write" or call.tool == "order.cancel")
        ]

    def written(self, calls: Sequence[Made]) -> tuple[Written, ...]:
        """What had been written when the turn was answered, had these been its calls.

        A call that the tools refuse writes nothing.
        """
        runner = self._runner()
        found = {w.ref: w for w in self._before}
        for call in calls:
            outcome = self._run(runner, call)
            for resource in outcome.written if outcome is not None and outcome.ok else ():
                one = Written(
                    self._context.answer_seq - 1, self._context.state.turn_number, call.call_id,
                    dict(resource),
                )  # fmt: skip
                found[one.ref] = one
        return tuple(found.values())

    def refused(self, call: Made) -> bool:
        """Whether the tools would not carry the call out."""
        outcome = self._run(self._runner(), call)
        return outcome is None or not outcome.ok

    def shown_by(self, call: Made) -> tuple[str, ...] | None:
        """What a read would have shown whole; `None` where it is refused."""
        outcome = self._run(self._runner(), call)
        return outcome.refs if outcome is not None and outcome.ok else None

    def _runner(self) -> ToolRunner:
        from physassist_tui.ehr.runners import runner_for

        scenario = self._case.scenario
        store = self._case.record.at(scenario.clock)
        store.restore([w.resource for w in self._before])
        return runner_for(
            store,
            self._case.toolset,
            patient=scenario.patient,
            encounter=scenario.encounter,
            lang=self._context.language,
            limits=scenario.limits,
            session=SESSION,
        )

    def _run(self, runner: ToolRunner, call: Made) -> Outcome | None:
        if call.tool in _PLAIN and self._case.toolset.tool(call.tool) is None:
            return self._added(call)
        values, _error = runner.validate(call.tool, dict(call.arguments))
        if values is None:
            return None
        return runner.run(
            call.call_id,
            call.tool,
            values,
            now=self._case.scenario.clock,
            person=False,
            seat=Seat.ASSISTANT.value,
        )

    def _added(self, call: Made) -> Outcome:
        """What a create of the toolset physassist would write, where the case has another."""
        from physassist_tui.ehr.writes import Writing, build

        scenario = self._case.scenario
        values = dict(call.arguments)
        patient = str(values.pop("patient", scenario.patient))
        stamp = Writing(
            SESSION, call.call_id, Seat.ASSISTANT.value, 99, scenario.clock, patient, None
        )
        return Outcome(True, {}, written=(build(call.tool.partition(".")[0], values, stamp),))
