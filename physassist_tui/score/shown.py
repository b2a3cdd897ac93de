"""What the player had been shown and asked, as texts, before it answered."""

from __future__ import annotations

from physassist_tui.core.words import Seat
from physassist_tui.score.grade import TurnContext


def requests(context: TurnContext) -> tuple[str, ...]:
    """The turn's request as it was put, and as the scenario has it in each language."""
    put = list(context.requests)
    started = context.state.started
    asked = context.turn.asked(started.requests if started else "implicit")
    written = [text for text in (asked.en, asked.zh) if text]
    return tuple(dict.fromkeys(text for text in put + written if text.strip()))


def shown_texts(context: TurnContext) -> tuple[str, ...]:
    """The results and replies that came before the answer, as the player saw them."""
    results = [
        call.shown if call.shown is not None else call.result_text
        for call in context.calls_before_answer()
        if call.shown is not None or call.result is not None
    ]
    replies = [
        said.text
        for said in context.state.messages
        if said.sender is Seat.PATIENT and said.seq < context.answer_seq
    ]
    return (*results, *replies)
