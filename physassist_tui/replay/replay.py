"""A recording that can be stepped through and jumped about in.

The state after an event is a fold of the events before it. Folds are kept every so often on the
way, so that a step back, or a jump to where one has been, folds a few hundred events and not all.
"""

from __future__ import annotations

import gc
from bisect import bisect_left
from collections.abc import Sequence

from physassist_tui.core import events as ev
from physassist_tui.core.state import Folding, SessionState
from physassist_tui.replay.frames import Frame, frames_of

SPACING = 500
"""Events between two kept folds."""
LONG = 5000
"""A recording of so many events is kept out of the sight of the collector of cycles."""


class Replay:
    """The events of one session, with the state after each. `events` are in order of `seq`.

    Positions are indices into `frames`, from 0; `-1` is before the first event. Opening looks at
    each event once and folds none.
    """

    def __init__(self, events: Sequence[ev.AnyEvent], session: str = "") -> None:
        self.session = session
        if len(events) >= LONG:
            # Nothing of a recording makes a cycle, and each step would go through all of it.
            gc.freeze()
        self.events: Sequence[ev.AnyEvent] = events
        self.frames: Sequence[Frame] = frames_of(events)
        self._seqs = [event.seq for event in events]
        self._kept: dict[int, SessionState] = {-1: SessionState()}
        self._folding = Folding()
        self._at = -1
        self._state: SessionState | None = SessionState()

    def __len__(self) -> int:
        return len(self.frames)

    @property
    def started(self) -> ev.SessionStartedData | None:
        """The session's own start (a fork's, not its parent's); `None` in an empty recording."""
        starts = [e.data for e in self.events if isinstance(e, ev.SessionStarted)]
        return starts[-1] if starts else None

    @property
    def turn_count(self) -> int:
        """How many of the scenario's turns are in the recording."""
        turns = [e.data for e in self.events if isinstance(e, ev.TurnStarted)]
        numbers = [t.scenario_turn or 0 for t in turns if t.scripted]
        return max([*numbers, 0]) or len(numbers)

    def index_of(self, seq: int) -> int:
        """The position of event `seq`, or of the first after it; `len` where there is none."""
        return bisect_left(self._seqs, seq)

    def state(self, index: int) -> SessionState:
        """What was so after the event at `index`; `-1`: before the first.

        Undone are here only events that a rewind up to `index` has undone.
        """
        if not -1 <= index < len(self.frames):
            raise IndexError(index)
        if index != self._at:
            self._seek(index)
        if self._state is None:
            self._state = self._folding.state()
        return self._state

    def _seek(self, index: int) -> None:
        near = index - (index + 1) % SPACING
        while near not in self._kept:
            near -= SPACING
        if not near <= self._at <= index:
            self._folding, self._at = Folding(self._kept[near]), near
        self._state = None
        while self._at < index:
            self._add(self._at + 1)

    def _add(self, index: int) -> None:
        event = self.events[index]
        if event.kind == "rewound":
            self._rewind(index, event)
        else:
            self._folding.add(event)
        self._at = index
        if (index + 1) % SPACING == 0 and index not in self._kept:
            self._kept[index] = self._folding.state()

    def _rewind(self, index: int, event: ev.Rewound) -> None:
        """The fold of what was live at the event gone back to, and what the rest cost."""
        back = self.index_of(event.data.to_seq + 1) - 1
        if back < index - 1:
            self._seek(back)
        for undone in self.events[back + 1 : index]:
            self._folding.add_undone(undone)
        self._folding.add(event)
