"""The event log: a closed set of kinds, one class each, discriminated by `kind`.

An event never changes. The fields that all share are in `Event`; what is particular to a kind
is in its `data`. `at` is UTC; `active_ms` is the session's running clock in milliseconds,
which starts when the first request is first shown and stands still while paused.
"""

# Annotations are kept as they are, not as text: pydantic would compile the text of each anew, and
# every session waits for it.

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    TypeAdapter,
    model_serializer,
)

from physassist_tui.core.words import Ehr, EndReason, Requests, Seat
from physassist_tui.i18n import Lang


class _Frozen(BaseModel):
    # Validators are built at first use: a session under way needs few of the kinds at once.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Trial(_Frozen):
    """Which one of the trials of a task a session is: number `number` of the `planned` of `batch`.

    That there were to be more is known from any of them, also where the others never began.
    """

    batch: str
    number: int
    planned: int


class SessionStartedData(_Frozen):
    """What a session is played with. `seats` maps each seat to its first player.

    `requests` says in which form the scenario's requests are asked, `ehr` whether the chart was
    our own or a FHIR server's; which server is never recorded. `trial` is set where it is one of
    several trials of its task.
    """

    scenario: str
    scenario_hash: str
    rubric_hash: str
    toolset: str
    seats: dict[Seat, str]
    language: Lang
    seed: int
    limits: dict[str, int | float | None]
    app_version: str
    schema_version: int
    patient_version: str
    parent_session: str | None = None
    parent_seq: int | None = None
    requests: Requests = "implicit"
    ehr: Ehr = "embedded"
    trial: Trial | None = None

    @model_serializer(mode="wrap")
    def _without_the_usual(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # A recording of before there was a choice is written again as it was: its hash holds.
        written: dict[str, Any] = handler(self)
        if self.requests == "implicit":
            del written["requests"]
        if self.ehr == "embedded":
            del written["ehr"]
        if self.trial is None:
            del written["trial"]
        return written


class TurnStartedData(_Frozen):
    """A request, as the physician says it. `scripted` is false for a free turn.

    `scenario_turn` is the number of the scenario's turn that is played, from 1; `None` for a
    free turn, and in recordings of before there were free turns, where it is the event's turn.
    """

    scripted: bool
    request: str
    answer_format: str | None = None
    scenario_turn: int | None = None


class MessageData(_Frozen):
    """What one seat said to another. `via` is the typed patient tool that stood for words.

    `wording` says who worded a patient's reply: the facts' own words, a model whose words were
    verified, or the facts' own words in place of a model's that were not (`replaced`).
    """

    sender: Seat
    recipient: Seat
    text: str
    via: str | None = None
    arguments: dict[str, Any] = Field(default_factory=dict)
    wording: Literal["facts", "model", "replaced"] | None = None


class ToolCalledData(_Frozen):
    """A call as it was given, and as it was validated (`None` where it was not valid)."""

    call_id: str
    tool: str
    arguments_given: dict[str, Any]
    arguments: dict[str, Any] | None


class ToolReturnedData(_Frozen):
    """What a call gave. `result` is the whole of it, as JSON.

    `shown` is exactly what the player saw where that was less than `result`, else `None`.
    `refs` are the references of the resources that the player was shown whole.
    """

    call_id: str
    ok: bool
    result: dict[str, Any]
    shown: str | None = None
    refs: tuple[str, ...] = ()


class ResourceWrittenData(_Frozen):
    """A resource as the session's layer now holds it: new, or a new version of an old one."""

    call_id: str
    resource: dict[str, Any]


class FileWrittenData(_Frozen):
    """Text that a call put into a file of the session's workspace.

    `path` is within the workspace, as output/note.md. `w` makes the file anew, `a` adds to its
    end.
    """

    call_id: str
    path: str
    mode: Literal["w", "a"]
    text: str


class FactRevealedData(_Frozen):
    """A patient fact that came out. `message_seq` is the question's event."""

    fact: str
    message_seq: int


class AnsweredData(_Frozen):
    """The turn's answer; empty text is no answer. The turn is over."""

    text: str


class ProposedData(_Frozen):
    """A copilot's next act, before anybody has agreed to it."""

    proposal_id: str
    act: dict[str, Any]


class DecidedData(_Frozen):
    """What the person made of a proposal."""

    proposal_id: str
    decision: Literal["accept", "edit", "reject"]
    act: dict[str, Any] | None = None
    reason: str = ""


class ModelCalledData(_Frozen):
    """One call to a model, for the seat of the event. Unknown figures are `None`, never 0.

    `usage` is as the provider gave it; `tokens_in` and `tokens_out` are read from it. `text` and
    `reasoning` are what it said beside its acts, whole. `rejected` is what the model was told
    where it said nothing that could be done (an empty turn, a call written as prose). `fault` is
    the kind of provider fault where the call failed, and `error` one line about it.
    """

    provider: str
    model: str
    first_token_ms: int | None
    total_ms: int | None
    usage: dict[str, Any] | None
    finish_reason: str | None
    cost_usd: float | None = None
    error: str | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    text: str = ""
    reasoning: str | None = None
    rejected: str | None = None
    fault: str | None = None
    attempts: int = 1
    parameters: dict[str, Any] = Field(default_factory=dict)


class SeatChangedData(_Frozen):
    """A seat got another player. `note` is what the next player is told."""

    changed: Seat
    from_player: str
    to_player: str
    note: str


class PausedData(_Frozen):
    """The running clock stopped."""

    reason: Literal["person", "quit", "provider", "step"]


class ResumedData(_Frozen):
    """The running clock goes on; after a crash there is no `paused` before it."""

    reason: Literal["person", "restart", "provider", "step"]


class MarkedData(_Frozen):
    """A moment that somebody marked."""

    label: str
    text: str
    marked_seq: int


class RewoundData(_Frozen):
    """Everything after `to_seq` and before this event is tombstoned, not removed."""

    to_seq: int


class GuardTrippedData(_Frozen):
    """A limit was met. `ends` says whether the session ended with it."""

    guard: Literal[
        "tool_calls_per_turn",
        "tool_calls",
        "repeated_calls",
        "repeated_errors",
        "session_seconds",
        "tokens",
        "cost_usd",
    ]
    limit: int | float
    ends: bool


class SessionEndedData(_Frozen):
    """The session is over. `detail` is one line for a person."""

    reason: EndReason
    detail: str = ""


class Event(_Frozen):
    """What all events share."""

    seq: int = Field(ge=1)
    at: datetime
    active_ms: int = Field(ge=0)
    turn: int = Field(ge=0)
    seat: Seat | None
    player: str | None


class SessionStarted(Event):
    """See `SessionStartedData`."""

    kind: Literal["session_started"] = "session_started"
    data: SessionStartedData


class TurnStarted(Event):
    """See `TurnStartedData`."""

    kind: Literal["turn_started"] = "turn_started"
    data: TurnStartedData


class MessageSent(Event):
    """See `MessageData`."""

    kind: Literal["message"] = "message"
    data: MessageData


class ToolCalled(Event):
    """See `ToolCalledData`."""

    kind: Literal["tool_called"] = "tool_called"
    data: ToolCalledData


class ToolReturned(Event):
    """See `ToolReturnedData`."""

    kind: Literal["tool_returned"] = "tool_returned"
    data: ToolReturnedData


class ResourceWritten(Event):
    """See `ResourceWrittenData`."""

    kind: Literal["resource_written"] = "resource_written"
    data: ResourceWrittenData


class FileWritten(Event):
    """See `FileWrittenData`."""

    kind: Literal["file_written"] = "file_written"
    data: FileWrittenData


class FactRevealed(Event):
    """See `FactRevealedData`."""

    kind: Literal["fact_revealed"] = "fact_revealed"
    data: FactRevealedData


class Answered(Event):
    """See `AnsweredData`."""

    kind: Literal["answered"] = "answered"
    data: AnsweredData


class Proposed(Event):
    """See `ProposedData`."""

    kind: Literal["proposed"] = "proposed"
    data: ProposedData


class Decided(Event):
    """See `DecidedData`."""

    kind: Literal["decided"] = "decided"
    data: DecidedData


class ModelCalled(Event):
    """See `ModelCalledData`."""

    kind: Literal["model_called"] = "model_called"
    data: ModelCalledData


class SeatChanged(Event):
    """See `SeatChangedData`."""

    kind: Literal["seat_changed"] = "seat_changed"
    data: SeatChangedData


class Paused(Event):
    """See `PausedData`."""

    kind: Literal["paused"] = "paused"
    data: PausedData


class Resumed(Event):
    """See `ResumedData`."""

    kind: Literal["resumed"] = "resumed"
    data: ResumedData


class Marked(Event):
    """See `MarkedData`."""

    kind: Literal["marked"] = "marked"
    data: MarkedData


class Rewound(Event):
    """See `RewoundData`."""

    kind: Literal["rewound"] = "rewound"
    data: RewoundData


class GuardTripped(Event):
    """See `GuardTrippedData`."""

    kind: Literal["guard_tripped"] = "guard_tripped"
    data: GuardTrippedData


class SessionEnded(Event):
    """See `SessionEndedData`."""

    kind: Literal["session_ended"] = "session_ended"
    data: SessionEndedData


AnyEvent = Annotated[
    SessionStarted
    | TurnStarted
    | MessageSent
    | ToolCalled
    | ToolReturned
    | ResourceWritten
    | FileWritten
    | FactRevealed
    | Answered
    | Proposed
    | Decided
    | ModelCalled
    | SeatChanged
    | Paused
    | Resumed
    | Marked
    | Rewound
    | GuardTripped
    | SessionEnded,
    Field(discriminator="kind"),
]

EVENT: TypeAdapter[AnyEvent] = TypeAdapter(AnyEvent, config=ConfigDict(defer_build=True))

EventData = (
    SessionStartedData
    | TurnStartedData
    | MessageData
    | ToolCalledData
    | ToolReturnedData
    | ResourceWrittenData
    | FileWrittenData
    | FactRevealedData
    | AnsweredData
    | ProposedData
    | DecidedData
    | ModelCalledData
    | SeatChangedData
    | PausedData
    | ResumedData
    | MarkedData
    | RewoundData
    | GuardTrippedData
    | SessionEndedData
)

_KIND_OF: dict[type[BaseModel], type[Event]] = {
    kind.model_fields["data"].annotation: kind  # type: ignore[misc]
    for kind in Event.__subclasses__()
}


def event_of(
    data: EventData,
    *,
    seq: int,
    at: datetime,
    active_ms: int,
    turn: int,
    seat: Seat | None,
    player: str | None,
) -> AnyEvent:
    """The event that carries `data`; its class follows from the class of `data`."""
    return _KIND_OF[type(data)](  # type: ignore[call-arg, return-value]
        seq=seq, at=at, active_ms=active_ms, turn=turn, seat=seat, player=player, data=data
    )
