"""What is said between the assistant and the patient, as event data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput
from physassist_tui.core.patient import PatientPlayer, Question
from physassist_tui.core.scenario import Scenario
from physassist_tui.core.state import SessionState
from physassist_tui.core.words import Seat
from physassist_tui.i18n import msg

ASK_TOOL = "patient.ask"
ASK_PARAM = "question"


def question(tool: str, arguments: dict[str, Any]) -> ev.MessageData:
    """The question that a patient tool asks: its own words, or the tool that stands for them."""
    free = tool == ASK_TOOL
    return ev.MessageData(
        sender=Seat.ASSISTANT,
        recipient=Seat.PATIENT,
        text=str(arguments[ASK_PARAM]) if free else "",
        via=None if free else tool,
        arguments={} if free else arguments,
    )


def reply(
    patient: PatientPlayer, state: SessionState
) -> tuple[list[ev.FactRevealedData], ev.MessageData]:
    """The patient's answer to the last question, and the facts that it brings out anew."""
    asked = [m for m in state.messages if m.recipient is Seat.PATIENT]
    questions = [Question(m.text, m.via, m.arguments) for m in asked]
    revealed = [r.fact for r in state.revealed]
    said = patient.reply(questions[-1], questions[:-1], revealed)
    facts = [
        ev.FactRevealedData(fact=fact, message_seq=asked[-1].seq)
        for fact in said.facts
        if fact not in revealed
    ]
    return facts, ev.MessageData(sender=Seat.PATIENT, recipient=Seat.ASSISTANT, text=said.text)


def told(
    scenario: Scenario,
    state: SessionState,
    text: str,
    facts: Sequence[str] | None,
    wording: Literal["facts", "model", "replaced"] | None,
) -> tuple[list[ev.FactRevealedData], ev.MessageData]:
    """A person's or a model's answer to the last question, and the facts it brings out anew.

    `facts` are those that it tells, by id; `None`: it is noted by rule (`patient.telling`).
    Raises `BadInput` for a fact that there is not.
    """
    from physassist_tui.patient.telling import facts_said

    known = {fact.id for fact in scenario.facts}
    for fact in facts or ():
        if fact not in known:
            raise BadInput(msg("The patient has no fact {fact}.", fact=fact))
    said = facts_said(text, scenario.facts) if facts is None else tuple(dict.fromkeys(facts))
    out = {r.fact for r in state.revealed}
    asked = [m for m in state.messages if m.recipient is Seat.PATIENT][-1]
    revealed = [
        ev.FactRevealedData(fact=fact, message_seq=asked.seq) for fact in said if fact not in out
    ]
    return revealed, ev.MessageData(
        sender=Seat.PATIENT, recipient=Seat.ASSISTANT, text=text, wording=wording
    )
