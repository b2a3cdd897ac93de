"""Where a session can be cut: to rewind it, or to fork another one off.

A boundary is an event after which nothing is half done: no call is without its return, the
first request has been made, the session has not ended. An accepted proposal and the act that it
became are one.
"""

from __future__ import annotations

from collections.abc import Sequence

from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput
from physassist_tui.core.state import live_events
from physassist_tui.i18n import msg


def boundaries(events: Sequence[ev.AnyEvent]) -> tuple[int, ...]:
    """The `seq` of every boundary among the live events of a session, in order."""
    found: list[int] = []
    asked = False
    pending: set[str] = set()
    for event in live_events(events):
        match event:
            case ev.TurnStarted():
                asked = True
            case ev.ToolCalled(data=data):
                pending.add(data.call_id)
            case ev.ToolReturned(data=data):
                pending.discard(data.call_id)
            case ev.SessionEnded():
                break
            case _:
                pass
        if asked and not pending and not _goes_with_the_next(event):
            found.append(event.seq)
    return tuple(found)


def _goes_with_the_next(event: ev.AnyEvent) -> bool:
    match event:
        case ev.Decided(data=data):
            return data.decision != "reject"
        case ev.GuardTripped(data=data):
            return data.ends
        case ev.Rewound():
            return True
        case _:
            return False


def own_start(events: Sequence[ev.AnyEvent]) -> int:
    """The `seq` of the session's own start: 1, or that of a fork after what it shares."""
    return max(event.seq for event in events if isinstance(event, ev.SessionStarted))


def check_rewind(events: Sequence[ev.AnyEvent], to_seq: int) -> None:
    """Raises `BadInput` where a session cannot go back to `to_seq`."""
    start = own_start(events)
    if start > 1 and to_seq < start:
        raise BadInput(
            msg(
                "Event {seq} is of the session that this one was forked from; fork that one there.",
                seq=to_seq,
            )
        )
    _check(boundaries(events), to_seq)


def check_fork(events: Sequence[ev.AnyEvent], at_seq: int) -> list[ev.AnyEvent]:
    """The events that a fork at `at_seq` begins with.

    What a later rewind has undone was live at its time, and can be forked off. Raises
    `BadInput` where there is no boundary.
    """
    prefix = [event for event in events if event.seq <= at_seq]
    _check(boundaries(prefix), at_seq)
    return prefix


def _check(found: Sequence[int], seq: int) -> None:
    if seq in found:
        return
    before = max((one for one in found if one < seq), default=None)
    if before is None:
        raise BadInput(
            msg("Nothing had been asked at event {seq}; there is nothing to go back to.", seq=seq)
        )
    raise BadInput(
        msg(
            "Something is half done at event {seq}, or it is undone; the nearest place before it "
            "is event {before}.",
            seq=seq,
            before=before,
        )
    )
