"""A session's state and what it is made of: turns, words, calls, writes, model calls, marks."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from physassist_tui.core import events as ev
from physassist_tui.core.words import EndReason, Seat

SeatChange = ev.SeatChangedData


@dataclass(frozen=True)
class Call:
    """A tool call and, once it has come, what it gave. `returned_seq` 0: not yet.

    `player` is who made it.
    """

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
    player: str = ""

    @cached_property
    def result_text(self) -> str:
        """The result as JSON, which everything that reads it as a text shares."""
        return json.dumps(self.result, ensure_ascii=False)


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
    player: str = ""
    wording: Literal["facts", "model", "replaced"] | None = None


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
class WorkspaceFile:
    """A file of the session's workspace as it now is. `seq` is the event that last wrote to it."""

    path: str
    text: str
    seq: int
    turn: int
    call_id: str


@dataclass(frozen=True)
class Revealed:
    """A fact that came out, and the event of the question that brought it."""

    fact: str
    seq: int
    turn: int
    message_seq: int


@dataclass(frozen=True)
class TurnState:
    """One turn. `answer` is `None` until it has ended; empty text is no answer.

    `scenario_turn` is the scenario's turn that is played, from 1; `None` for a free turn.
    """

    number: int
    seq: int
    scripted: bool
    request: str
    answer_format: str | None
    answer: str | None = None
    answer_seq: int = 0
    scenario_turn: int | None = None
    answered_by: str = ""


@dataclass(frozen=True)
class ModelCall:
    """One call to a model, whoever sat with it in `seat`."""

    seq: int
    turn: int
    seat: Seat | None
    player: str
    data: ev.ModelCalledData


@dataclass(frozen=True)
class Proposal:
    """A copilot's act and, once somebody has decided, what became of it.

    `decided_act` is the act as it was carried out, `None` where it was rejected. A proposal
    that something else overtook (another act, another player) has `lapsed`.
    """

    id: str
    seq: int
    turn: int
    player: str
    act: dict[str, Any]
    decision: Literal["accept", "edit", "reject"] | None = None
    decided_act: dict[str, Any] | None = None
    reason: str = ""
    decided_seq: int = 0
    lapsed: bool = False

    @property
    def open(self) -> bool:
        """Whether it waits for a decision."""
        return self.decision is None and not self.lapsed


@dataclass(frozen=True)
class Mark:
    """A moment that somebody marked: the event `marked_seq`, with a label and words."""

    seq: int
    marked_seq: int
    label: str
    text: str
    player: str = ""


@dataclass(frozen=True)
class Spent:
    """What the model calls of a session took, those undone by a rewind included.

    The sums are of what the providers told; `unknown_tokens` and `unknown_cost` count the calls
    that gave an answer and did not tell.
    """

    calls: int = 0
    ms: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost_usd: float = 0.0
    unknown_tokens: int = 0
    unknown_cost: int = 0

    def plus(self, call: ev.ModelCalledData) -> Spent:
        """With one more call. One that failed and told nothing counts as nothing unknown."""
        failed = call.fault is not None or call.error is not None
        no_tokens = call.tokens_in is None or call.tokens_out is None
        return replace(
            self,
            calls=self.calls + 1,
            ms=self.ms + (call.total_ms or 0),
            tokens_in=self.tokens_in + (call.tokens_in or 0),
            tokens_out=self.tokens_out + (call.tokens_out or 0),
            cost_usd=self.cost_usd + (call.cost_usd or 0.0),
            unknown_tokens=self.unknown_tokens + int(no_tokens and not failed),
            unknown_cost=self.unknown_cost + int(call.cost_usd is None and not failed),
        )


NOTHING_SPENT = Spent()

CANCELLED = frozenset({"cancelled", "revoked", "entered-in-error", "inactive"})
"""The statuses that an order or flag has once its author has taken it back."""


@dataclass(frozen=True)
class SessionState:
    """Everything that is so in a session after its last event."""

    started: ev.SessionStartedData | None = None
    seats: tuple[tuple[Seat, str], ...] = ()
    turns: tuple[TurnState, ...] = ()
    messages: tuple[Said, ...] = ()
    calls: tuple[Call, ...] = ()
    written: tuple[Written, ...] = ()
    files: tuple[WorkspaceFile, ...] = ()
    """The workspace, in the order in which its files were first written."""
    revealed: tuple[Revealed, ...] = ()
    seat_changes: tuple[SeatChange, ...] = ()
    seat_change_seqs: tuple[int, ...] = ()
    model_calls: tuple[ModelCall, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    marks: tuple[Mark, ...] = ()
    spent: Spent = NOTHING_SPENT
    paused: bool = False
    ended: EndReason | None = None
    ended_detail: str = ""
    rewound_seq: int = 0
    """The event of the last rewind; 0 where nothing was undone."""
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

    @property
    def open_proposal(self) -> Proposal | None:
        """The copilot's proposal that waits for a decision."""
        last = self.proposals[-1] if self.proposals else None
        return last if last is not None and last.open else None

    @property
    def scripted_turns(self) -> int:
        """How many of the scenario's turns have begun."""
        return max((turn.scenario_turn or 0 for turn in self.turns), default=0)

    @property
    def tokens(self) -> int | None:
        """Tokens in and out of all model calls so far; `None` where some did not tell."""
        return None if self.spent.unknown_tokens else self.spent.tokens_in + self.spent.tokens_out

    @property
    def cost_usd(self) -> float | None:
        """What all model calls so far cost in US dollars; `None` where some did not tell."""
        return None if self.spent.unknown_cost else self.spent.cost_usd

    def file(self, path: str) -> WorkspaceFile | None:
        """The file of the workspace at `path`."""
        return next((file for file in self.files if file.path == path), None)

    def active_written(self) -> tuple[Written, ...]:
        """The resources of the layer that have not been cancelled."""
        return tuple(w for w in self.written if w.resource.get("status") not in CANCELLED)
