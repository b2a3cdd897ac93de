"""How a session was interrupted: why, how often, and for how long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from physassist_tui.core import events as ev

CRASH = "crash"
"""A session that goes on although nothing had paused it: the program was ended."""


@dataclass(frozen=True)
class Interruptions:
    """Interruptions by reason, and the milliseconds that they took by the wall clock together.

    One that has not ended counts, and takes no time yet.
    """

    reasons: Mapping[str, int]
    ms: int

    @property
    def count(self) -> int:
        """How many there were."""
        return sum(self.reasons.values())


def interruptions(events: Sequence[ev.AnyEvent]) -> Interruptions:
    """The interruptions of a session, from all its events."""
    reasons: Counter[str] = Counter()
    since: ev.AnyEvent | None = None
    ms = 0
    before: ev.AnyEvent | None = None
    for event in events:
        if isinstance(event, ev.Paused):
            reasons[event.data.reason] += 1
            since = since or event
        elif isinstance(event, ev.Resumed):
            if since is None:
                reasons[CRASH] += 1
                since = before
            if since is not None:
                ms += round((event.at - since.at).total_seconds() * 1000)
            since = None
        before = event
    return Interruptions(dict(sorted(reasons.items())), ms)
