"""What a program reads of a played session: the object of `play --json` and `score --json`."""

from __future__ import annotations

from collections import Counter
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
    """What the play took, and who did how much of it.

    `acts` counts, for every player that acted in the assistant's seat, its calls and answers that
    were not undone. Model figures are of all model calls, undone ones too; without any, model
    time is 0 and the rest unknown, as it is where a provider did not tell.
    """
    spent, known = state.spent, state.spent.calls > 0
    tokens = known and not spent.unknown_tokens
    questions = [m for m in state.messages if m.recipient is Seat.PATIENT]
    return {
        "tool_calls": len(state.calls),
        "patient_questions": len(questions),
        "active_ms": state.active_ms,
        "model_ms": spent.ms,
        "tokens_in": spent.tokens_in if tokens else None,
        "tokens_out": spent.tokens_out if tokens else None,
        "cost_usd": state.cost_usd if known else None,
        "acts": acts_of(state),
    }


def acts_of(state: SessionState) -> dict[str, int]:
    """How many acts each player did in the assistant's seat, by name in order of name."""
    by = Counter(call.player for call in state.calls)
    by.update(turn.answered_by for turn in state.turns if turn.answer is not None)
    return {player: by[player] for player in sorted(by) if player}
