"""The frames of a replay: an event each, when it came, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from physassist_tui.core import events as ev


@dataclass(frozen=True, slots=True)
class Frame:
    """One event. `index` counts from 0.

    `wait_ms` is how long after the event before it came, in milliseconds of the wall clock;
    `paused` says that nobody was playing meanwhile. `undone_by` is the event of the rewind that
    undid this one, 0 where it still counts at the end. `shared` marks what a fork has from the
    session that it was forked from.
    """

    index: int
    event: ev.AnyEvent
    wait_ms: int
    paused: bool
    undone_by: int
    shared: bool

    def undone(self, at_seq: int) -> bool:
        """Whether it is undone at event `at_seq` of the replay."""
        return 0 < self.undone_by <= at_seq


def frames_of(events: Sequence[ev.AnyEvent]) -> list[Frame]:
    """The frames of a session's events, which are in order of `seq`."""
    undone = _undone_by(events)
    own = max((e.seq for e in events if e.kind == "session_started"), default=1)
    frames: list[Frame] = []
    before: ev.AnyEvent | None = None
    paused = False
    for index, event in enumerate(events):
        wait, kind = 0, event.kind
        if before is not None and event.at > before.at:
            wait = round((event.at - before.at) / _MS)
        # After a crash there is no `paused` before the `resumed`, and a fork may begin much later.
        going_on = kind in ("resumed", "session_started")
        frames.append(Frame(index, event, wait, paused or going_on, undone[index], event.seq < own))
        if kind == "paused":
            paused = True
        elif going_on:
            paused = False
        before = event
    return frames


_MS = timedelta(milliseconds=1)


def _undone_by(events: Sequence[ev.AnyEvent]) -> list[int]:
    """For each event the `seq` of the rewind that undid it; 0: none did."""
    undone = [0] * len(events)
    live: list[int] = []
    for index, event in enumerate(events):
        if event.kind == "rewound":
            while live and events[live[-1]].seq > event.data.to_seq:
                undone[live.pop()] = event.seq
        live.append(index)
    return undone
