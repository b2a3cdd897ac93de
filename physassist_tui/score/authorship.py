"""Who played a session, act by act.

A session that was passed on, forked from another, or rewound is nobody's own: it is listed
under all who sat in the assistant's seat, and under what was done to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from physassist_tui.core import events as ev
from physassist_tui.core.state import live_events
from physassist_tui.core.words import Seat


@dataclass(frozen=True)
class Authorship:
    """How much of a session each player did in the assistant's seat.

    `acts` are the tool calls, questions to the patient among them, and the answers that stand (a
    rewind takes them back), by player in order of name; everyone who ever sat there is among
    them, if with 0. `decisions` are what a person made of a copilot's proposals.
    """

    acts: tuple[tuple[str, int], ...]
    accepted: int = 0
    edited: int = 0
    rejected: int = 0
    forked: bool = False
    rewound: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """Everyone who sat in the assistant's seat, in order of name."""
        return tuple(player for player, _ in self.acts)

    @property
    def key(self) -> str:
        """Under which a report lists the session: `human`, `human+model:m`, `human [rewound]`."""
        signs = (" [fork]" if self.forked else "") + (" [rewound]" if self.rewound else "")
        return "+".join(self.players) + signs

    def to_json(self) -> dict[str, Any]:
        """For a program."""
        return {
            "acts": dict(self.acts),
            "accepted": self.accepted,
            "edited": self.edited,
            "rejected": self.rejected,
            "forked": self.forked,
            "rewound": self.rewound,
        }


def authorship_of(events: Sequence[ev.AnyEvent]) -> Authorship:
    """The authorship of a session, from all its events; a fork's hold those of its parent."""
    count = Counter(dict.fromkeys(_seated(events), 0))
    decided: Counter[str] = Counter()
    for event in live_events(events):
        if isinstance(event, ev.Decided):
            decided[event.data.decision] += 1
        elif event.seat is Seat.ASSISTANT and isinstance(event, ev.ToolCalled | ev.Answered):
            count[event.player or ""] += 1
    return Authorship(
        acts=tuple(sorted(count.items())),
        accepted=decided["accept"],
        edited=decided["edit"],
        rejected=decided["reject"],
        forked=any(e.kind == "session_started" and e.data.parent_session for e in events),
        rewound=any(e.kind == "rewound" for e in events),
    )


def _seated(events: Sequence[ev.AnyEvent]) -> list[str]:
    seated = []
    for event in events:
        if isinstance(event, ev.SessionStarted):
            seated += [event.data.seats[Seat.ASSISTANT]] * (Seat.ASSISTANT in event.data.seats)
        elif isinstance(event, ev.SeatChanged) and event.data.changed is Seat.ASSISTANT:
            seated += [event.data.from_player, event.data.to_player]
    return [player for player in seated if player]
