"""A session's active time: it runs from the first request shown, and stands while paused."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Protocol

from physassist_tui.play.casting import GROUNDED, PHYSICIAN_PLAYER, SCRIPT_PREFIX


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
    """Active time where only scripts play: it stands, so that two plays are alike."""

    def __init__(self, at_ms: int = 0) -> None:
        self._at = at_ms

    @property
    def ms(self) -> int:
        """Active milliseconds so far: those of before, where a person played before."""
        return self._at

    def start(self) -> None:
        """Does nothing."""

    def stop(self) -> None:
        """Does nothing."""


def clock_for(players: Iterable[str], from_ms: int = 0) -> RunningClock:
    """A clock that runs where a person or a model plays, and stands still among scripts.

    The script of the physician and the grounded patient are scripts.
    """
    scripts = (PHYSICIAN_PLAYER, GROUNDED, "")
    if all(player in scripts or player.startswith(SCRIPT_PREFIX) for player in players):
        return StillClock(from_ms)
    return LiveClock(from_ms)
