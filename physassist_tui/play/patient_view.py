"""What whoever speaks for the patient sees."""

from __future__ import annotations

from physassist_tui.core.view import FactView, PatientView
from physassist_tui.core.words import Seat
from physassist_tui.play.stage import Stage


def patient_view(stage: Stage) -> PatientView:
    """The talk, the persona, and the facts in the persona's words, those told apart."""
    # What reads questions comes with it; a session's first prompt does not wait for that.
    from physassist_tui.patient.wording import utterance

    state, language = stage.state, stage.casting.language
    persona = stage.scenario.persona
    out = {revealed.fact for revealed in state.revealed}
    changes = [c for c in state.seat_changes if c.changed is Seat.PATIENT]
    return PatientView(
        session=stage.session,
        language=language,
        persona=persona,
        facts=tuple(
            FactView(
                fact.id,
                fact.topic,
                utterance(fact, persona, language),
                fact.critical,
                fact.id in out,
            )
            for fact in stage.scenario.facts
        ),
        messages=tuple(m for m in state.messages if Seat.PATIENT in (m.sender, m.recipient)),
        question=state.pending_question,
        hand_over=changes[-1] if changes else None,
        paused=state.paused,
        ended=state.ended,
        player=state.player(Seat.PATIENT),
    )
