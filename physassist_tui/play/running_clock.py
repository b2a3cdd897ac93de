"""A session's active time: it runs from the first request shown, and stands while paused."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol


class RunningClock(Protocol):
    """Milliseconds of active time. Starting a running clock, or stopping a still one, is fine."""

    @property
    def ms(self) -> int:
        """Active milliseconds so far."""

    def start(self) -> None:
        """Lets it run."""

    def stop(self) -> None:
        """Holds it."""


class LiveClock:
    """Active time of a session with a person in it, from a monotonic clock.

    It begins at `from_ms`, standing, so that a resumed session goes on where its last event
    left it: the time that the program was not running counts for nobody.
    """

    def __init__(self, from_ms: int = 0, tick: Callable[[], float] = time.monotonic) -> None:
        self._before = from_ms
        self._tick = tick
        self._since: float | None = None

    @property
    def ms(self) -> int:
        """Active milliseconds so far."""
        if self._since is None:
            return self._before
        return self._before + int((self._tick() - self._since) * 1000)

    def start(self) -> None:
        """Lets it run."""
        if self._since is None:
            self._since = self._tick()

    def stop(self) -> None:
        """Holds it."""
        self._before = self.ms
        self._since = None


class StillClock:
    """Active time of a session without people: always 0, so that two plays are alike."""

    ms = 0

    def start(self) -> None:
        """Does nothing."""

    def stop(self) -> None:
        """Does nothing."""
