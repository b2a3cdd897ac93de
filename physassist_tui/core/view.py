"""What one seat sees, and what it may do. This is the information barrier.

A player is handed a `SeatView` and nothing else: no rubric, gold, explicit request, facts,
task type or purpose can be reached from one; the physician's seat alone has the requests to
come, and the patient's seat alone the facts.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from physassist_tui.core.scenario import Persona
from physassist_tui.core.state import (
    Call,
    ModelCall,
    Proposal,
    Said,
    SeatChange,
    TurnState,
    WorkspaceFile,
    Written,
)
from physassist_tui.core.tools import Toolset
from physassist_tui.core.words import EndReason, Topic
from physassist_tui.i18n import Lang


@dataclass(frozen=True)
class Banner:
    """The line above a chart. Age is in whole years at the clock; `None` where unknown."""

    name: str
    age: int | None
    sex: str
    birth_date: str
    patient: str
    admission: str
    allergies: tuple[str, ...]
    """Names of the recorded allergies; empty means that none is recorded."""


@dataclass(frozen=True)
class LimitsLeft:
    """How much may still be done. `None` means no limit."""

    tool_calls_this_turn: int
    tool_calls_per_turn: int
    tool_calls: int | None
    same_call_left: int
    """How often the last call, or a call with its error, may still be made in a row."""
    seconds: float | None = None
    """Seconds of active time."""
    tokens: int | None = None
    cost_usd: float | None = None


@dataclass(frozen=True)
class AssistantView:
    """All that the assistant sees.

    `turn_count` is how many turns the scenario has, free turns apart. `hand_over` is the last
    change of this seat, with its note, at event `hand_over_seq` (0: none). `model_calls` are
    those of this seat. `waits_for_patient`: a question has not been answered yet.
    """

    session: str
    title: str
    language: Lang
    now: datetime
    banner: Banner
    toolset: Toolset
    turn: TurnState | None
    turns: tuple[TurnState, ...]
    turn_count: int
    messages: tuple[Said, ...]
    calls: tuple[Call, ...]
    written: tuple[Written, ...]
    limits: LimitsLeft
    hand_over: SeatChange | None
    paused: bool
    ended: EndReason | None
    player: str = ""
    hand_over_seq: int = 0
    model_calls: tuple[ModelCall, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    waits_for_patient: bool = False
    files: tuple[WorkspaceFile, ...] = ()
    """The session's workspace."""
    deliverables: tuple[str, ...] = ()
    """Where the task's text asks for files."""
    long_task: bool = False


@dataclass(frozen=True)
class QueuedText:
    """A text that was written and not sent: it can still be changed and taken back."""

    id: int
    text: str


@dataclass(frozen=True)
class DraftRequest:
    """The scenario's next request, offered to a physician who may send it as it is."""

    scenario_turn: int
    text: str
    answer_format: str | None


@dataclass(frozen=True)
class PhysicianView:
    """All that the physician sees: what was asked, what was answered, what could be asked next.

    `turn` is the request that waits for its answer. `draft` is the scenario's next request,
    `None` where all have been asked. `queue` holds what goes out after the current answer.
    """

    session: str
    title: str
    language: Lang
    now: datetime
    banner: Banner
    turn: TurnState | None
    turns: tuple[TurnState, ...]
    turn_count: int
    draft: DraftRequest | None
    queue: tuple[QueuedText, ...]
    hand_over: SeatChange | None
    paused: bool
    ended: EndReason | None
    player: str = ""


@dataclass(frozen=True)
class FactView:
    """A fact as the patient would say it. `revealed` says whether it has come out."""

    id: str
    topic: Topic
    words: str
    critical: bool
    revealed: bool


@dataclass(frozen=True)
class PatientView:
    """All that the patient sees: the talk with the assistant, itself, and what it knows.

    `question` is the one that waits for a reply. Nothing of the chart, the requests or the
    answers.
    """

    session: str
    language: Lang
    persona: Persona
    facts: tuple[FactView, ...]
    messages: tuple[Said, ...]
    question: Said | None
    hand_over: SeatChange | None
    paused: bool
    ended: EndReason | None
    player: str = ""


@dataclass(frozen=True)
class Ask:
    """Ask the patient something, in free words."""

    text: str


@dataclass(frozen=True)
class CallTool:
    """Call a tool with arguments as given."""

    tool: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """Answer the physician; the turn ends. Empty text is no answer."""

    text: str


@dataclass(frozen=True)
class Quit:
    """Leave; the session can be resumed."""


Act = Ask | CallTool | Answer | Quit
