"""The session state as a fold of its events. No screen keeps its own truth.

`fold(events)` is the state; `Folding` is a fold under way. Events that a rewind has tombstoned
are left out, but for what they cost and how they were marked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from physassist_tui.core import events as ev
from physassist_tui.core.parts import (
    CANCELLED,
    Call,
    Mark,
    ModelCall,
    Proposal,
    Revealed,
    Said,
    SeatChange,
    SessionState,
    Spent,
    TurnState,
    WorkspaceFile,
    Written,
)
from physassist_tui.core.words import Seat

__all__ = [
    "CANCELLED",
    "Call",
    "Folding",
    "Mark",
    "ModelCall",
    "Proposal",
    "Revealed",
    "Said",
    "SeatChange",
    "SessionState",
    "Spent",
    "TurnState",
    "WorkspaceFile",
    "Written",
    "fold",
    "folding_of",
    "live_events",
]


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
    return folding_of(events).state()


def folding_of(events: Iterable[ev.AnyEvent]) -> Folding:
    """A fold that goes on after `events`."""
    every = list(events)
    live = live_events(every)
    folding = Folding()
    if len(live) == len(every):
        for event in live:
            folding.add(event)
        return folding
    alive = {event.seq for event in live}
    for event in every:
        if event.seq in alive:
            folding.add(event)
        else:
            folding.add_undone(event)
    return folding


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
        self._files = {file.path: file for file in self._base.files}
        self._revealed = list(self._base.revealed)
        self._changes = list(self._base.seat_changes)
        self._change_seqs = list(self._base.seat_change_seqs)
        self._model_calls = list(self._base.model_calls)
        self._proposals = list(self._base.proposals)
        self._marks = list(self._base.marks)
        self._spent = self._base.spent
        self._seats = dict(self._base.seats)
        self._started = self._base.started
        self._paused = self._base.paused
        self._ended = self._base.ended
        self._ended_detail = self._base.ended_detail
        self._rewound_seq = self._base.rewound_seq
        self._last_seq = self._base.last_seq
        self._active_ms = self._base.active_ms
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
            files=tuple(self._files.values()),
            revealed=tuple(self._revealed),
            seat_changes=tuple(self._changes),
            seat_change_seqs=tuple(self._change_seqs),
            model_calls=tuple(self._model_calls),
            proposals=tuple(self._proposals),
            marks=tuple(self._marks),
            spent=self._spent,
            paused=self._paused,
            ended=self._ended,
            ended_detail=self._ended_detail,
            rewound_seq=self._rewound_seq,
            last_seq=self._last_seq,
            active_ms=self._active_ms,
        )

    def add(self, event: ev.AnyEvent) -> None:
        """Takes the next event in."""
        self._last_seq = event.seq
        self._active_ms = event.active_ms
        match event:
            case ev.SessionStarted(data=data):
                self._start(data)
            case ev.TurnStarted(data=data):
                self._turns.append(self._turn(event, data))
            case ev.MessageSent(data=data):
                self._messages.append(_said(event, data))
            case ev.ToolCalled(data=data):
                self._lapse()
                self._calls.append(_call(event, data))
            case ev.ToolReturned(data=data):
                self._return(event.seq, data)
            case ev.ResourceWritten(data=data):
                self._write(Written(event.seq, event.turn, data.call_id, data.resource))
            case ev.FileWritten(data=data):
                self._file(event, data)
            case ev.FactRevealed(data=data):
                self._revealed.append(Revealed(data.fact, event.seq, event.turn, data.message_seq))
            case ev.Answered(data=data):
                self._lapse()
                self._turns[-1] = replace(
                    self._turns[-1],
                    answer=data.text,
                    answer_seq=event.seq,
                    answered_by=event.player or "",
                )
            case ev.SeatChanged(data=data):
                if data.changed is Seat.ASSISTANT:
                    self._lapse()
                self._seats[data.changed] = data.to_player
                self._changes.append(data)
                self._change_seqs.append(event.seq)
            case _:
                self._add_about(event)

    def add_undone(self, event: ev.AnyEvent) -> None:
        """Takes an event in that a later rewind has tombstoned: what it cost, and its marks.

        Money is spent whatever is undone, and a mark is a word about the play, not part of it.
        """
        if isinstance(event, ev.ModelCalled):
            self._spent = self._spent.plus(event.data)
        elif isinstance(event, ev.Marked):
            self._mark(event)

    def _add_about(self, event: ev.AnyEvent) -> None:
        """What is about the play, and not in it."""
        match event:
            case ev.ModelCalled(data=data):
                self._spent = self._spent.plus(data)
                self._model_calls.append(
                    ModelCall(event.seq, event.turn, event.seat, event.player or "", data)
                )
            case ev.Proposed(data=data):
                self._lapse()
                self._proposals.append(
                    Proposal(data.proposal_id, event.seq, event.turn, event.player or "", data.act)
                )
            case ev.Decided(data=data):
                self._decide(event.seq, data)
            case ev.Marked():
                self._mark(event)
            case ev.Paused():
                self._paused = True
            case ev.Resumed():
                self._paused = False
            case ev.Rewound():
                self._rewound_seq = event.seq
            case ev.SessionEnded(data=data):
                self._ended = data.reason
                self._ended_detail = data.detail
            case _:
                pass

    def _start(self, data: ev.SessionStartedData) -> None:
        # The start of a fork follows the events that it shares with its parent.
        self._started = data
        self._seats = dict(data.seats)
        self._paused = False
        self._lapse()

    def _turn(self, event: ev.TurnStarted, data: ev.TurnStartedData) -> TurnState:
        scenario_turn = data.scenario_turn
        if scenario_turn is None and data.scripted:
            scenario_turn = 1 + sum(1 for turn in self._turns if turn.scripted)
        return TurnState(
            event.turn,
            event.seq,
            data.scripted,
            data.request,
            data.answer_format,
            scenario_turn=scenario_turn if data.scripted else None,
        )

    def _return(self, seq: int, data: ev.ToolReturnedData) -> None:
        at = self._place_of(data.call_id)
        self._calls[at] = replace(
            self._calls[at],
            returned_seq=seq,
            ok=data.ok,
            result=data.result,
            shown=data.shown,
            refs=data.refs,
        )

    def _place_of(self, call_id: str) -> int:
        # What returns is almost always the last call: an index of all would have to be made anew
        # by each fold that goes on from a state.
        for at in range(len(self._calls) - 1, -1, -1):
            if self._calls[at].call_id == call_id:
                return at
        raise KeyError(call_id)

    def _lapse(self) -> None:
        if self._proposals and self._proposals[-1].open:
            self._proposals[-1] = replace(self._proposals[-1], lapsed=True)

    def _decide(self, seq: int, data: ev.DecidedData) -> None:
        for at, proposal in enumerate(self._proposals):
            if proposal.id == data.proposal_id:
                self._proposals[at] = replace(
                    proposal,
                    decision=data.decision,
                    decided_act=data.act or (proposal.act if data.decision == "accept" else None),
                    reason=data.reason,
                    decided_seq=seq,
                )

    def _mark(self, event: ev.Marked) -> None:
        data = event.data
        self._marks.append(
            Mark(event.seq, data.marked_seq, data.label, data.text, event.player or "")
        )

    def _file(self, event: ev.FileWritten, data: ev.FileWrittenData) -> None:
        before = self._files.get(data.path)
        kept = before.text if before is not None and data.mode == "a" else ""
        self._files[data.path] = WorkspaceFile(
            data.path, kept + data.text, event.seq, event.turn, data.call_id
        )

    def _write(self, written: Written) -> None:
        at = self._written_at.get(written.ref)
        if at is None:
            self._written_at[written.ref] = len(self._written)
            self._written.append(written)
        else:
            first = self._written[at]
            # A cancelled order is still the order of the turn and call that placed it.
            self._written[at] = replace(first, resource=written.resource)


def _said(event: ev.MessageSent, data: ev.MessageData) -> Said:
    return Said(
        event.seq,
        event.turn,
        data.sender,
        data.recipient,
        data.text,
        data.via,
        data.arguments,
        event.player or "",
        data.wording,
    )


def _call(event: ev.ToolCalled, data: ev.ToolCalledData) -> Call:
    return Call(
        data.call_id,
        data.tool,
        data.arguments_given,
        data.arguments,
        event.turn,
        event.seq,
        player=event.player or "",
    )
