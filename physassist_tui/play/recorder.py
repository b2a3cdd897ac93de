"""Commits events before anybody sees them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol

from physassist_tui.core.events import AnyEvent, EventData, event_of
from physassist_tui.core.words import Seat
from physassist_tui.play.running_clock import RunningClock


class Sink(Protocol):
    """Where events are kept. `append` returns once they are safe; all of them or none."""

    def append(self, session_id: str, events: Sequence[AnyEvent]) -> None:
        """Keeps `events`, which continue the session's numbering."""


@dataclass
class MemorySink:
    """Keeps events in a list: for checks, which record nothing."""

    events: list[AnyEvent] = field(default_factory=list)

    def append(self, session_id: str, events: Sequence[AnyEvent]) -> None:  # noqa: ARG002
        """Keeps `events`."""
        self.events.extend(events)


@dataclass(frozen=True)
class Draft:
    """An event that has no number and no time yet."""

    data: EventData
    turn: int
    seat: Seat | None = None
    player: str | None = None


def wall_time() -> datetime:
    """Now, in UTC."""
    return datetime.now(UTC)


class Recorder:
    """Numbers, times and commits the events of one session."""

    def __init__(
        self,
        sink: Sink,
        session: str,
        clock: RunningClock,
        *,
        last_seq: int = 0,
        wall: Callable[[], datetime] = wall_time,
    ) -> None:
        self.session = session
        self.clock = clock
        self._sink = sink
        self._last_seq = last_seq
        self._wall = wall

    def commit(self, drafts: Sequence[Draft]) -> list[AnyEvent]:
        """Commits `drafts` as one, and gives them back as events.

        Raises what the sink raises; then nothing has happened and the numbers are unused.
        """
        at, active_ms = self._wall(), self.clock.ms
        events = [
            event_of(
                draft.data,
                seq=self._last_seq + n,
                at=at,
                active_ms=active_ms,
                turn=draft.turn,
                seat=draft.seat,
                player=draft.player,
            )
            for n, draft in enumerate(drafts, start=1)
        ]
        self._sink.append(self.session, events)
        self._last_seq += len(events)
        return events

    @property
    def next_seq(self) -> int:
        """The number that the next event will have."""
        return self._last_seq + 1
