"""The session state as a fold of its events. No screen keeps its own truth.

`fold(events)` is the state; `Folding` is a fold under way. Events that a rewind has tombstoned
are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from physassist_tui.core import events as ev
from physassist_tui.core.words import EndReason, Seat

SeatChange = ev.SeatChangedData


@dataclass(frozen=True)
class Call:
    """A tool call and, once it has come, what it gave. `returned_seq` 0: not yet."""

    call_id: str
    tool: str
    arguments_given: dict[str, Any]
    arguments: dict[str, Any] | None
    turn: int
    seq: int
    returned_seq: int = 0
    ok: bool = False
    result: dict[str, Any] | None = None
    shown: str | None = None
    refs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Said:
    """A message between two seats."""

    seq: int
    turn: int
    sender: Seat
    recipient: Seat
    text: str
    via: str | None
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Written:
    """A resource of the session's own layer, in its latest version."""

    seq: int
    turn: int
    call_id: str
    resource: dict[str, Any]

    @property
    def ref(self) -> str:
        """`Type/id`."""
        return f"{self.resource['resourceType']}/{self.resource['id']}"


@dataclass(frozen=True)
class Revealed:
    """A fact that came out, and the event of the question that brought it."""

    fact: str
    seq: int
    turn: int
    message_seq: int


@dataclass(frozen=True)
class TurnState:
    """One turn. `answer` is `None` until it has ended; empty text is no answer."""

    number: int
    seq: int
    scripted: bool
    request: str
    answer_format: str | None
    answer: str | None = None
    answer_seq: int = 0


@dataclass(frozen=True)
class SessionState:
    """Everything that is so in a session after its last event."""

    started: ev.SessionStartedData | None = None
    seats: tuple[tuple[Seat, str], ...] = ()
    turns: tuple[TurnState, ...] = ()
    messages: tuple[Said, ...] = ()
    calls: tuple[Call, ...] = ()
    written: tuple[Written, ...] = ()
    revealed: tuple[Revealed, ...] = ()
    seat_changes: tuple[SeatChange, ...] = ()
    paused: bool = False
    ended: EndReason | None = None
    ended_detail: str = ""
    last_seq: int = 0
    active_ms: int = 0

    @property
    def turn(self) -> TurnState | None:
        """The turn under way: the last one, where it has not been answered."""
        if self.turns and self.turns[-1].answer is None:
            return self.turns[-1]
        return None

    @property
    def turn_number(self) -> int:
        """The number of the last turn that started; 0 before the first."""
        return self.turns[-1].number if self.turns else 0

    def player(self, seat: Seat) -> str:
        """Who sits in `seat`; empty where nobody does."""
        return dict(self.seats).get(seat, "")

    @property
    def pending_call(self) -> Call | None:
        """A call that has not returned: the last one, after a crash in the middle of it."""
        if self.calls and self.calls[-1].returned_seq == 0:
            return self.calls[-1]
        return None

    @property
    def pending_question(self) -> Said | None:
        """A question to the patient that has not been answered."""
        last = self.messages[-1] if self.messages else None
        if last is not None and last.recipient is Seat.PATIENT:
            return last
        return None

    def active_written(self) -> tuple[Written, ...]:
        """The resources of the layer that have not been cancelled."""
        return tuple(w for w in self.written if w.resource.get("status") not in CANCELLED)


CANCELLED = frozenset({"cancelled", "revoked", "entered-in-error", "inactive"})
"""The statuses that an order or flag has once its author has taken it back."""


def live_events(events: Sequence[ev.AnyEvent]) -> list[ev.AnyEvent]:
    """The events that count: those that no later rewind has tombstoned."""
    live: list[ev.AnyEvent] = []
    for event in events:
        if isinstance(event, ev.Rewound):
            live = [earlier for earlier in live if earlier.seq <= event.data.to_seq]
        live.append(event)
    return live


def fold(events: Iterable[ev.AnyEvent]) -> SessionState:
    """The state after `events`, in order of `seq`."""
    folding = Folding()
    for event in live_events(list(events)):
        folding.add(event)
    return folding.state()


class Folding:
    """A fold under way, in lists: a step costs the same after ten thousand events as after ten.

    A rewind cannot be added, since it needs the events before it: `fold` them again.
    """

    def __init__(self, state: SessionState | None = None) -> None:
        self._base = state or SessionState()
        self._turns = list(self._base.turns)
        self._messages = list(self._base.messages)
        self._calls = list(self._base.calls)
        self._written = list(self._base.written)
        self._revealed = list(self._base.revealed)
        self._changes = list(self._base.seat_changes)
        self._seats = dict(self._base.seats)
        self._started = self._base.started
        self._paused = self._base.paused
        self._ended = self._base.ended
        self._ended_detail = self._base.ended_detail
        self._last_seq = self._base.last_seq
        self._active_ms = self._base.active_ms
        self._call_at = {call.call_id: i for i, call in enumerate(self._calls)}
        self._written_at = {w.ref: i for i, w in enumerate(self._written)}

    def state(self) -> SessionState:
        """The state after the last event added."""
        return SessionState(
            started=self._started,
            seats=tuple(sorted(self._seats.items())),
            turns=tuple(self._turns),
            messages=tuple(self._messages),
            calls=tuple(self._calls),
            written=tuple(self._written),
            revealed=tuple(self._revealed),
            seat_changes=tuple(self._changes),
            paused=self._paused,
            ended=self._ended,
            ended_detail=self._ended_detail,
            last_seq=self._last_seq,
            active_ms=self._active_ms,
        )

    def add(self, event: ev.AnyEvent) -> None:
        """Takes the next event in."""
        self._last_seq = event.seq
        self._active_ms = event.active_ms
        match event:
            case ev.SessionStarted(data=data):
                self._started = data
                self._seats = dict(data.seats)
            case ev.TurnStarted(data=data):
                self._turns.append(
                    TurnState(
                        event.turn, event.seq, data.scripted, data.request, data.answer_format
                    )
                )
            case ev.MessageSent(data=data):
                self._messages.append(
                    Said(
                        event.seq,
                        event.turn,
                        data.sender,
                        data.recipient,
                        data.text,
                        data.via,
                        data.arguments,
                    )
                )
            case ev.ToolCalled(data=data):
                self._call_at[data.call_id] = len(self._calls)
                self._calls.append(
                    Call(
                        data.call_id,
                        data.tool,
                        data.arguments_given,
                        data.arguments,
                        event.turn,
                        event.seq,
                    )
                )
            case ev.ToolReturned(data=data):
                at = self._call_at[data.call_id]
                self._calls[at] = replace(
                    self._calls[at],
                    returned_seq=event.seq,
                    ok=data.ok,
                    result=data.result,
                    shown=data.shown,
                    refs=data.refs,
                )
            case ev.ResourceWritten(data=data):
                self._write(Written(event.seq, event.turn, data.call_id, data.resource))
            case ev.FactRevealed(data=data):
                self._revealed.append(Revealed(data.fact, event.seq, event.turn, data.message_seq))
            case ev.Answered(data=data):
                self._turns[-1] = replace(self._turns[-1], answer=data.text, answer_seq=event.seq)
            case ev.SeatChanged(data=data):
                self._seats[data.changed] = data.to_player
                self._changes.append(data)
            case ev.Paused():
                self._paused = True
            case ev.Resumed():
                self._paused = False
            case ev.SessionEnded(data=data):
                self._ended = data.reason
                self._ended_detail = data.detail
            case _:
                pass

    def _write(self, written: Written) -> None:
        at = self._written_at.get(written.ref)
        if at is None:
            self._written_at[written.ref] = len(self._written)
            self._written.append(written)
        else:
            first = self._written[at]
            # A cancelled order is still the order of the turn and call that placed it.
            self._written[at] = replace(first, resource=written.resource)
