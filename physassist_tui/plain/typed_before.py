"""The reader of the assistant's prompt, with what was typed earlier in the session."""

from __future__ import annotations

from physassist_tui.core.view import AssistantView
from physassist_tui.plain.reading import Reader, on_terminal, reader_for_terminal
from physassist_tui.play.seat import AssistantSeat


def reader_for(seat: AssistantSeat) -> Reader:
    """Where the person's lines come from, with what was typed earlier."""
    if not on_terminal():
        return reader_for_terminal()
    from physassist_tui.plain.completer import SeatCompleter

    return reader_for_terminal(SeatCompleter(seat), history=_history(seat.view()))


def _history(view: AssistantView) -> list[str]:
    """What was typed earlier in this session, oldest first, so that a resume has it too."""
    lines = [(m.seq, f"ask {m.text}") for m in view.messages if m.text and m.sender == "assistant"]
    lines += [
        (c.seq, " ".join([c.tool, *(f"{k}={v}" for k, v in c.arguments_given.items())]))
        for c in view.calls
        if c.tool != "patient.ask"
    ]
    return [line for _seq, line in sorted(lines)]
