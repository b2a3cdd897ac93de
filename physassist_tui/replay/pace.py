"""How long a replay waits before an event."""

from __future__ import annotations

from dataclasses import dataclass

from physassist_tui.replay.frames import Frame

PAUSE_MS = 1000
"""What a pause of the session takes in a replay at most: nobody played meanwhile."""


@dataclass(frozen=True)
class Pace:
    """The speed of a replay: 1 is as recorded, 2 twice as fast.

    `idle_cap_ms` is the longest wait as recorded, before it is scaled; `None` leaves waits as
    they were.
    """

    speed: float = 1.0
    idle_cap_ms: int | None = None

    def wait_ms(self, frame: Frame) -> int:
        """Milliseconds to wait before `frame`."""
        wait = min(frame.wait_ms, PAUSE_MS) if frame.paused else frame.wait_ms
        if self.idle_cap_ms is not None:
            wait = min(wait, self.idle_cap_ms)
        return round(wait / self.speed)


def reading_ms(text: str) -> int:
    """How long it takes to read a caption, in milliseconds; a Chinese character takes two cells."""
    return 800 + 40 * sum(2 if ord(one) > 0x2E80 else 1 for one in text)
