"""What is exported: a session's events, cut to what is wanted, and what it was played on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput
from physassist_tui.core.words import Seat
from physassist_tui.i18n import msg
from physassist_tui.replay import Replay, Standing


@dataclass(frozen=True)
class Source:
    """A session to export. `part` and `redacted` say that it is not as it was recorded.

    `standing` is `None` where the scenario is not here.
    """

    session: str
    events: tuple[ev.AnyEvent, ...]
    standing: Standing | None = None
    part: bool = False
    redacted: bool = False

    @property
    def replay(self) -> Replay:
        """The events as a replay."""
        return Replay(self.events, self.session)

    @property
    def started(self) -> ev.SessionStartedData:
        """The session's own start."""
        starts = [e.data for e in self.events if isinstance(e, ev.SessionStarted)]
        if not starts:
            raise BadInput(msg("The recording has no start."))
        return starts[-1]

    @property
    def language(self) -> str:
        """The language of the play, as a page's `lang` says it."""
        return "zh-CN" if self.started.language == "zh" else "en"


def only_turns(source: Source, first: int, last: int) -> Source:
    """The turns from `first` to `last` alone. Raises `BadInput` where there is none of them.

    The session's start stays, and what it was played with.
    """
    kept = [
        event
        for event in source.events
        if isinstance(event, ev.SessionStarted) or first <= event.turn <= last
    ]
    if all(isinstance(event, ev.SessionStarted) for event in kept):
        of = max((event.turn for event in source.events), default=0)
        raise BadInput(
            msg("There is no turn {n}: the recording has {of}.", n=f"{first}-{last}", of=of)
        )
    return _part(source, kept)


def only_seats(source: Source, seats: Sequence[Seat]) -> Source:
    """What the people in `seats` said and did, and what is about the session as a whole."""
    wanted = frozenset(seats)
    calls = {e.data.call_id: e for e in source.events if isinstance(e, ev.ToolCalled)}
    return _part(source, [e for e in source.events if _of(e, calls) & wanted or not _of(e, calls)])


def _part(source: Source, kept: Sequence[ev.AnyEvent]) -> Source:
    part = source.part or len(kept) < len(source.events)
    return replace(source, events=tuple(kept), part=part)


def _of(event: ev.AnyEvent, calls: dict[str, ev.ToolCalled]) -> frozenset[Seat]:
    """Whose event it is; empty where it is about the session."""
    match event:
        case ev.TurnStarted():
            return frozenset({Seat.PHYSICIAN})
        case ev.Answered():
            return frozenset({Seat.PHYSICIAN, Seat.ASSISTANT})
        case ev.MessageSent(data=data):
            return frozenset({data.sender, data.recipient})
        case ev.ToolCalled(data=data):
            patient = data.tool.startswith("patient.")
            return frozenset({Seat.ASSISTANT, Seat.PATIENT} if patient else {Seat.ASSISTANT})
        case ev.ToolReturned(data=data):
            called = calls.get(data.call_id)
            return _of(called, calls) if called is not None else frozenset({Seat.ASSISTANT})
        case ev.FactRevealed():
            return frozenset({Seat.PATIENT})
        case ev.ModelCalled(seat=seat):
            return frozenset({seat or Seat.ASSISTANT})
        case ev.ResourceWritten() | ev.FileWritten() | ev.Proposed() | ev.Decided():
            return frozenset({Seat.ASSISTANT})
        case _:
            return frozenset()


def turn_range(text: str) -> tuple[int, int]:
    """`2` or `2-3` as first and last turn. Raises `BadInput`."""
    first, dash, last = text.strip().partition("-")
    numbers = (first, last if dash else first)
    if not all(one.strip().isdecimal() for one in numbers):
        raise BadInput(msg("{text} is no range of turns: give 2 or 2-3.", text=text))
    low, high = (int(one) for one in numbers)
    if low > high or low < 1:
        raise BadInput(msg("{text} is no range of turns: give 2 or 2-3.", text=text))
    return low, high
