"""What a play took: acts, time, tokens, money. What is unknown is `None`, never 0."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from physassist_tui.core import events as ev
from physassist_tui.core.state import live_events
from physassist_tui.core.words import Seat


@dataclass(frozen=True)
class Effort:
    """What the assistant's seat took in one session.

    Tool calls and questions to the patient are those that stand; time, tokens and cost are of
    everything, also of what a rewind took back: it was spent. Times are in milliseconds.
    `model_ms` is 0, and tokens and cost are `None`, where no model sat there; tokens and cost
    are `None` as well as soon as one answer came without them.
    """

    tool_calls: int
    patient_questions: int
    active_ms: int
    model_ms: int | None
    tokens_in: int | None
    tokens_out: int | None
    cost_usd: float | None

    def to_json(self) -> dict[str, Any]:
        """For a program."""
        return {name: getattr(self, name) for name in EFFORTS}


EFFORTS: tuple[str, ...] = tuple(field.name for field in fields(Effort))
"""The names of the kinds of effort, in the order in which they are shown."""


def effort_of(events: Sequence[ev.AnyEvent]) -> Effort:
    """The effort of a session, from all its events."""
    live = live_events(events)
    calls = [
        event.data
        for event in events
        if isinstance(event, ev.ModelCalled) and event.seat is Seat.ASSISTANT
    ]
    asked = [
        event
        for event in live
        if isinstance(event, ev.MessageSent) and event.data.recipient is Seat.PATIENT
    ]
    model_ms = _total(calls, lambda call: call.total_ms) if calls else 0
    return Effort(
        tool_calls=sum(isinstance(event, ev.ToolCalled) for event in live),
        patient_questions=len(asked),
        active_ms=events[-1].active_ms if events else 0,
        model_ms=None if model_ms is None else round(model_ms),
        tokens_in=_whole(_total(calls, lambda call: call.tokens_in)),
        tokens_out=_whole(_total(calls, lambda call: call.tokens_out)),
        cost_usd=_total(calls, lambda call: call.cost_usd),
    )


def _total(
    calls: Sequence[ev.ModelCalledData], of: Callable[[ev.ModelCalledData], float | None]
) -> float | None:
    """The sum over calls; `None` of no calls, or where one that gave an answer does not tell."""
    total, told = 0.0, False
    for call in calls:
        value = of(call)
        if value is not None:
            total, told = total + value, True
        elif call.fault is None and call.error is None:
            return None
    return total if told else None


def _whole(value: float | None) -> int | None:
    return None if value is None else round(value)
