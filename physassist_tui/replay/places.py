"""A place in a recording as a person names it, and where something was said."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator

from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import Message, msg
from physassist_tui.replay.replay import Replay


def place_of(replay: Replay, text: str) -> int:
    """The position that `text` names: `turn:2`, `mark:1`, `seq:40`, `start` or `end`.

    `turn:N` is where the N-th turn of the session starts that still counts, `mark:N` the moment
    that its N-th mark marks. Raises `BadInput` where there is none.
    """
    # An input method for Chinese types the colon and the figures wide.
    kind, _colon, value = _folded(text).strip().partition(":")
    if kind == "start" and not value:
        return 0
    if kind == "end" and not value:
        return max(0, len(replay) - 1)
    if kind not in ("turn", "mark", "seq") or not value.strip().isdecimal():
        raise BadInput(
            msg("{text} names no place: give turn:2, mark:1, seq:40, start or end.", text=text)
        )
    number = int(value)
    found = {"turn": _turn, "mark": _mark, "seq": _seq}[kind](replay, number)
    if found is None:
        raise BadInput(_none(replay, kind, number))
    return found


def _turn(replay: Replay, number: int) -> int | None:
    turns = [f for f in replay.frames if isinstance(f.event, ev.TurnStarted)]
    same = [f for f in turns if f.event.turn == number]
    counting = [f for f in same if not f.undone_by] or same
    return counting[0].index if counting else None


def _mark(replay: Replay, number: int) -> int | None:
    marks = [f.event for f in replay.frames if isinstance(f.event, ev.Marked)]
    if not 1 <= number <= len(marks):
        return None
    return min(replay.index_of(marks[number - 1].data.marked_seq), len(replay) - 1)


def _seq(replay: Replay, number: int) -> int | None:
    index = replay.index_of(number)
    exact = index < len(replay) and replay.frames[index].event.seq == number
    return index if exact else None


def _none(replay: Replay, kind: str, number: int) -> Message:
    events = replay.events
    marks = sum(1 for e in events if isinstance(e, ev.Marked))
    turns = max((e.turn for e in events), default=0)
    last = events[-1].seq if events else 0
    match kind:
        case "turn":
            return msg("There is no turn {n}: the recording has {of}.", n=number, of=turns)
        case "mark":
            return msg("There is no mark {n}: the recording has {of}.", n=number, of=marks)
        case _:
            return msg("There is no event {n}: the last one is {of}.", n=number, of=last)


def words(event: ev.AnyEvent) -> Iterator[str]:
    """All that can be read in an event, for searching."""
    match event:
        case ev.TurnStarted(data=data):
            yield data.request
        case ev.MessageSent(data=data):
            yield data.text
            if data.via:
                yield f"{data.via} {json.dumps(data.arguments, ensure_ascii=False)}"
        case ev.ToolCalled(data=data):
            yield f"{data.tool} {json.dumps(data.arguments_given, ensure_ascii=False)}"
        case ev.ToolReturned(data=data):
            yield json.dumps(data.result, ensure_ascii=False)
        case ev.ResourceWritten(data=data):
            yield json.dumps(data.resource, ensure_ascii=False)
        case ev.FileWritten(data=data):
            yield f"{data.path}\n{data.text}"
        case ev.Answered(data=data):
            yield data.text
        case ev.Proposed(data=data):
            yield json.dumps(data.act, ensure_ascii=False)
        case ev.Decided(data=data):
            yield data.reason
        case ev.ModelCalled(data=data):
            yield from filter(None, (data.text, data.reasoning, data.error, data.rejected))
        case ev.SeatChanged(data=data):
            yield data.note
        case ev.Marked(data=data):
            yield f"{data.label} {data.text}"
        case ev.SessionEnded(data=data):
            yield data.detail
        case _:
            return


def search(replay: Replay, text: str, *, after: int = -1, backward: bool = False) -> int | None:
    """The next position after (or the last before) `after` where `text` was said or shown.

    Letter case and width do not matter. `None`: nowhere; it does not begin again at the other
    end.
    """
    wanted = _folded(text)
    if not wanted:
        return None
    if backward:
        order = range(min(after, len(replay)) - 1, -1, -1)
    else:
        order = range(max(after, -1) + 1, len(replay))
    for index in order:
        if any(wanted in _folded(said) for said in words(replay.events[index])):
            return index
    return None


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
