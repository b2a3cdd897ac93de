"""What one seat sees, and what it may do. This is the information barrier.

A player is handed a `SeatView` and nothing else: no rubric, gold, explicit request, facts,
task type or purpose can be reached from one.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from physassist_tui.core.state import Call, Said, SeatChange, TurnState, Written
from physassist_tui.core.tools import Toolset
from physassist_tui.core.words import EndReason
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


@dataclass(frozen=True)
class AssistantView:
    """All that the assistant sees."""

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
