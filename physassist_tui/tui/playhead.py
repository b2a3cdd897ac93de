"""A place in a recording that is moved by the time or by hand. No widget, no clock of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from physassist_tui.core.bilingual import Bilingual
from physassist_tui.core.parts import Mark
from physassist_tui.core.state import SessionState
from physassist_tui.core.view import AssistantView
from physassist_tui.core.words import Seat
from physassist_tui.i18n import current_language
from physassist_tui.replay import Frame, Pace, Replay, Standing, bare_standing, reading_ms

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
IDLE_CAP_MS = 5000
"""The longest wait, as recorded, where waits are cut short and nothing else was asked for."""


@dataclass(frozen=True)
class Showing:
    """A recording to be shown. `standing` `None`: its scenario is not here.

    `captions` explain the event of their `seq`, before it comes. `title` is that of a demo.
    """

    replay: Replay
    standing: Standing | None = None
    pace: Pace = field(default_factory=lambda: Pace(1.0, IDLE_CAP_MS))
    start: int = 0
    playing: bool = True
    captions: Mapping[int, Bilingual] = field(default_factory=dict)
    title: Bilingual | None = None


class Playhead:
    """Where a replay is, and how fast it moves. What it shows is what the live seat saw there.

    Raises `BadInput` for a recording without a start.
    """

    def __init__(self, showing: Showing) -> None:
        self.showing = showing
        self.replay = showing.replay
        self.pace = showing.pace
        self.playing = showing.playing
        self._standing = showing.standing or bare_standing(showing.replay)
        self._index = showing.start
        self._passed = 0.0
        self._view: tuple[int, AssistantView] | None = None
        self._told = self.frame.event.seq
        self.turn_starts: Sequence[int] = tuple(
            one.index for one in self.replay.frames if one.event.kind == "turn_started"
        )

    # What is seen

    @property
    def index(self) -> int:
        """The position, from 0."""
        return self._index

    @property
    def frame(self) -> Frame:
        """The event that was shown last."""
        return self.replay.frames[self._index]

    @property
    def at_end(self) -> bool:
        """Whether no event is left."""
        return self._index >= len(self.replay) - 1

    @property
    def state(self) -> SessionState:
        """What was so after the event."""
        return self.replay.state(self._index)

    def view(self) -> AssistantView:
        """What the assistant saw after the event."""
        if self._view is None or self._view[0] != self._index:
            seen = self._standing.view(self.state, self.replay.session)
            self._view = self._index, seen
        return self._view[1]

    def active_ms(self) -> int:
        """The active time up to the event, in milliseconds."""
        return self.frame.event.active_ms

    def seated(self) -> dict[Seat, str]:
        """Who sat where."""
        return {seat: self.state.player(seat) for seat in Seat}

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The moments that had been marked."""
        return tuple(self.state.marks)

    @property
    def caption(self) -> Bilingual | None:
        """What is told of the event to come, or of the last one that anything is told of."""
        last = max(self._told, self.frame.event.seq)
        known = [seq for seq in self.showing.captions if seq <= last]
        return self.showing.captions[max(known)] if known else None

    # Moved by the time

    def pass_time(self, ms: float) -> bool:
        """Lets so many milliseconds pass; whether anything has changed by them."""
        if not self.playing:
            return False
        self._passed += ms
        changed = False
        while not self.at_end and self._passed >= (needed := self._needed()):
            self._passed -= needed
            changed = True
            upcoming = self.replay.frames[self._index + 1].event.seq
            if upcoming in self.showing.captions and self._told < upcoming:
                self._told = upcoming
            else:
                self._index += 1
        self.playing = not self.at_end
        return changed or not self.playing

    def _needed(self) -> float:
        """Milliseconds from what is shown to what comes next: a caption, or an event."""
        frame = self.replay.frames[self._index + 1]
        seq = frame.event.seq
        if seq in self.showing.captions and self._told >= seq:
            caption = self.showing.captions[seq].text(current_language())
            return round(reading_ms(caption) / self.pace.speed)
        return self.pace.wait_ms(frame)

    # Moved by hand

    def go(self, index: int) -> None:
        """Goes to a position; one beyond an end is that end."""
        self._index = min(max(index, 0), len(self.replay) - 1)
        self._passed = 0.0
        self._told = self.frame.event.seq

    def play(self) -> None:
        """Goes on; at the end, from the beginning."""
        if self.at_end:
            self.go(0)
        self._passed = 0.0
        self.playing = True

    def pause(self) -> None:
        """Stands still."""
        self.playing = False

    def change_speed(self, by: int) -> None:
        """The next speed up (1) or down (-1), where there is one."""
        speed = self.pace.speed
        further = [s for s in SPEEDS if (s > speed if by > 0 else s < speed)]
        if further:
            chosen = min(further) if by > 0 else max(further)
            self.pace = replace(self.pace, speed=chosen)

    def cut_waits(self) -> None:
        """Cuts long waits short, or leaves them as they were recorded."""
        if self.pace.idle_cap_ms is None:
            cap = self.showing.pace.idle_cap_ms or IDLE_CAP_MS
            self.pace = replace(self.pace, idle_cap_ms=cap)
        else:
            self.pace = replace(self.pace, idle_cap_ms=None)

    def turn(self, by: int) -> int | None:
        """Where the next turn (1) starts, or this one or the one before (-1); `None`: nowhere."""
        if by > 0:
            return next((at for at in self.turn_starts if at > self._index), None)
        return next((at for at in reversed(self.turn_starts) if at < self._index), None)
