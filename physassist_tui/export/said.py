"""What is said of an event beside what was said in it: seats, calls, and what the desk did."""

from __future__ import annotations

from typing import Any

from physassist_tui.core import events as ev
from physassist_tui.core.as_typed import act_words
from physassist_tui.core.foreign import one_line
from physassist_tui.core.names import end_name, mark_name, seat_name
from physassist_tui.core.tools import WRITE_FILE
from physassist_tui.i18n import Message, msg, nmsg


def desk_words(event: ev.AnyEvent) -> Message | None:
    """What was done about the session, in a line; `None` for what happened in it."""
    match event:
        case ev.Paused(data=data):
            return _PAUSED[data.reason]
        case ev.Resumed(data=data):
            return _RESUMED[data.reason]
        case ev.Marked(data=data):
            label, text = mark_name(one_line(data.label)), one_line(data.text)
            if not text:
                return msg("Marked as {label}: event {seq}.", label=label, seq=data.marked_seq)
            return msg(
                "Marked as {label}: event {seq}. {text}",
                label=label,
                seq=data.marked_seq,
                text=text,
            )
        case ev.Proposed(data=data):
            return msg("Proposed: {act}", act=one_line(act_words(data.act)))
        case ev.Decided(data=data):
            return _decided(data)
        case ev.GuardTripped(data=data):
            return msg(
                "Limit met: {limit} ({value})",
                limit=_GUARDS[data.guard],
                value=f"{data.limit:g}",
            )
        case ev.SeatChanged(data=data):
            return msg(
                "{seat}: {player} instead of {before}. Note: {note}",
                seat=seat_name(data.changed),
                player=one_line(data.to_player),
                before=one_line(data.from_player),
                note=one_line(data.note),
            )
        case ev.Rewound(data=data):
            return msg("Back at event {seq}; what came after it is undone.", seq=data.to_seq)
        case ev.SessionStarted() if event.seq > 1:
            return msg("A new session goes on from event {seq}.", seq=event.seq - 1)
        case ev.SessionEnded(data=data):
            detail = one_line(data.detail) or end_name(data.reason)
            return msg("The session ended: {detail}", detail=detail)
        case _:
            return None


def arguments_told(data: ev.ToolCalledData) -> dict[str, Any]:
    """The arguments of a call as a line tells them: without a file's text, which is told where
    it has been written."""
    if data.tool != WRITE_FILE or data.arguments is None:
        return data.arguments_given
    return {name: value for name, value in data.arguments_given.items() if name != "content"}


def file_words(data: ev.FileWrittenData) -> Message:
    """What was put into a file of the workspace, in a line."""
    count, path = nmsg("{n} character", "{n} characters", len(data.text)), one_line(data.path)
    if data.mode == "a":
        return msg("Added to {path}: {count}", path=path, count=count)
    return msg("Written to {path}: {count}", path=path, count=count)


def _decided(data: ev.DecidedData) -> Message:
    reason = one_line(data.reason)
    match data.decision:
        case "accept":
            return msg("Accepted. {reason}", reason=reason) if reason else msg("Accepted.")
        case "edit":
            return msg(
                "Changed to: {act} // {reason}",
                act=one_line(act_words(data.act or {})),
                reason=reason,
            )
        case "reject":
            return msg("Rejected. {reason}", reason=reason)


_PAUSED = {
    "person": msg("Paused."),
    "quit": msg("Left; the session waits."),
    "provider": msg("Paused: the model's provider gives no answer."),
    "step": msg("Paused after a step."),
}
_RESUMED = {
    "person": msg("The session goes on."),
    "restart": msg("Taken up again: the session goes on."),
    "provider": msg("The provider answers again: the session goes on."),
    "step": msg("One step."),
}
_GUARDS = {
    "tool_calls_per_turn": msg("tool calls a turn"),
    "tool_calls": msg("tool calls of the task"),
    "repeated_calls": msg("the same call running"),
    "repeated_errors": msg("the same error running"),
    "session_seconds": msg("seconds of the session"),
    "tokens": msg("tokens"),
    "cost_usd": msg("cost in US dollars"),
}
