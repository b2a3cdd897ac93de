"""What the assistant sees, as a function of what is so. The live seat and a replay both use it."""

from __future__ import annotations

from datetime import datetime

from physassist_tui.core.state import SessionState
from physassist_tui.core.tools import Toolset
from physassist_tui.core.view import AssistantView, Banner, LimitsLeft
from physassist_tui.core.words import Seat
from physassist_tui.i18n import Lang


def assistant_view(
    state: SessionState,
    *,
    session: str,
    title: str,
    language: Lang,
    now: datetime,
    banner: Banner,
    toolset: Toolset,
    turn_count: int,
    limits: LimitsLeft,
    waits_for_patient: bool,
    deliverables: tuple[str, ...] = (),
    long_task: bool = False,
) -> AssistantView:
    """The assistant's view of `state`; see `AssistantView` for what the rest is."""
    changes = [
        (change, seq)
        for change, seq in zip(state.seat_changes, state.seat_change_seqs, strict=True)
        if change.changed is Seat.ASSISTANT
    ]
    return AssistantView(
        session=session,
        title=title,
        language=language,
        now=now,
        banner=banner,
        toolset=toolset,
        turn=state.turn,
        turns=state.turns,
        turn_count=turn_count,
        messages=state.messages,
        calls=state.calls,
        written=state.written,
        limits=limits,
        hand_over=changes[-1][0] if changes else None,
        paused=state.paused,
        ended=state.ended,
        player=state.player(Seat.ASSISTANT),
        hand_over_seq=changes[-1][1] if changes else 0,
        model_calls=tuple(c for c in state.model_calls if c.seat is Seat.ASSISTANT),
        proposals=state.proposals,
        waits_for_patient=waits_for_patient,
        files=state.files,
        deliverables=deliverables,
        long_task=long_task,
    )
