"""An event of a recording in a line, and how a replay stands. Pure."""

from __future__ import annotations

from physassist_tui.core import events as ev
from physassist_tui.core.as_typed import call_words
from physassist_tui.core.foreign import one_line
from physassist_tui.core.words import Seat
from physassist_tui.ehr.order_text import order_text
from physassist_tui.export.said import arguments_told, desk_words, file_words
from physassist_tui.i18n import _, msg, nmsg
from physassist_tui.replay import Frame, Replay
from physassist_tui.tui.playhead import Playhead

_SHOWN = 160


def event_words(event: ev.AnyEvent) -> str:
    """What the event is, in a line; no more than the assistant's screen showed of it."""
    done = desk_words(event)
    if done is not None:
        return done.render()
    match event:
        case ev.SessionStarted():
            return _("The session begins.")
        case ev.TurnStarted(data=data):
            text = _("Physician: {text}", text=one_line(data.request))
        case ev.ToolCalled(data=data):
            call = one_line(call_words(data.tool, arguments_told(data)))
            text = _("Assistant calls: {call}", call=call)
        case ev.ToolReturned(data=data):
            text = _returned(data)
        case ev.ResourceWritten(data=data):
            text = _("written: {order}", order=one_line(order_text(data.resource)))
        case ev.FileWritten(data=data):
            text = file_words(data).render()
        case ev.MessageSent(data=data) if data.sender is Seat.PATIENT:
            text = _("Patient: {text}", text=one_line(data.text))
        case ev.MessageSent(data=data):
            words = data.text or call_words(data.via or "", data.arguments)
            text = _("Assistant to the patient: {text}", text=one_line(words))
        case ev.Answered(data=data):
            text = _("Assistant: {text}", text=one_line(data.text) or _("(no answer)"))
        case ev.ModelCalled(data=data):
            text = _("A model was called: {model}", model=one_line(data.model))
        case _:
            text = _("Kept, and not shown in the play: {kind}", kind=event.kind)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _returned(data: ev.ToolReturnedData) -> str:
    if not data.ok:
        return _("Call {call} gave an error.", call=data.call_id)
    total = data.result.get("total")
    if isinstance(total, int):
        found = nmsg("{n} entry", "{n} entries", total)
        return _("Call {call} gave {found}.", call=data.call_id, found=found)
    return _("Call {call} is done.", call=data.call_id)


def fate_words(frame: Frame, replay: Replay) -> list[str]:
    """What became of the event: undone later, undoing others, shared with another session."""
    told = []
    if frame.undone_by:
        told.append(_("[undone later, by event {seq}]", seq=frame.undone_by))
    if frame.event.kind == "rewound":
        seq = frame.event.seq
        count = sum(1 for one in replay.frames if one.undone_by == seq)
        told.append(nmsg("{n} event is undone.", "{n} events are undone.", count).render())
    if frame.shared:
        told.append(_("[from the session that this one was forked from]"))
    return told


def sign(head: Playhead) -> str:
    """Whether it plays, in a sign and a word."""
    if head.at_end:
        last = head.state.ended is None
        return _("■ END, the session was not finished") if last else _("■ END")
    return _("▶ PLAYING") if head.playing else _("‖ PAUSED")


def speed_words(head: Playhead) -> str:
    """How fast it plays, and what becomes of long waits."""
    return _("speed {speed}×", speed=f"{head.pace.speed:g}")


def wait_words(head: Playhead) -> str:
    """What becomes of long waits."""
    cap = head.pace.idle_cap_ms
    if cap is None:
        return _("waits as recorded")
    return msg("waits up to {seconds} s", seconds=f"{cap / 1000:g}").render()


def position_line(head: Playhead, width: int) -> str:
    """The recording as a line of `width` cells: `█` up to where it is, `│` where a turn starts.

    `┄` is what is undone later, `─` the rest; `▲` is where it is.
    """
    count = len(head.replay)
    if width <= 0 or count == 0:
        return ""
    reached = _cell(head.index, count, width)
    cells = ["█" if at < reached else "─" for at in range(width)]
    for at in range(width):
        if head.replay.frames[at * count // width].undone_by:
            cells[at] = "┄"
    for start in head.turn_starts:
        cells[_cell(start, count, width)] = "│"
    cells[reached] = "▲"
    return "".join(cells)


def _cell(index: int, count: int, width: int) -> int:
    return width - 1 if index >= count - 1 else min(index * width // count, width - 1)
