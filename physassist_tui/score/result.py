"""What a program reads of a played session: the object of `play --json` and `score --json`."""

from __future__ import annotations

from typing import Any

from physassist_tui.core.state import SessionState
from physassist_tui.core.words import Seat
from physassist_tui.i18n import Lang
from physassist_tui.score.session import Score


def result_json(session: str, state: SessionState, score: Score, lang: Lang) -> dict[str, Any]:
    """The whole object, its reasons written in `lang`. What cannot be known is `None`."""
    started = state.started
    return {
        "session": session,
        "scenario": started.scenario if started else None,
        "language": started.language if started else None,
        "seats": {seat.value: player for seat, player in state.seats},
        "end": state.ended.value if state.ended else None,
        "score": score.to_json(lang),
        "effort": effort(state),
    }


def effort(state: SessionState) -> dict[str, Any]:
    """What the play took. Without a model seat, model time is 0 and tokens are unknown."""
    questions = [m for m in state.messages if m.recipient is Seat.PATIENT]
    return {
        "tool_calls": len(state.calls),
        "patient_questions": len(questions),
        "active_ms": state.active_ms,
        "model_ms": 0,
        "tokens_in": None,
        "tokens_out": None,
        "cost_usd": None,
    }
