"""What the parts of the play screen say to each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from textual.message import Message

Target = Literal["physician", "patient", "ehr"]
TARGETS: tuple[Target, ...] = ("physician", "patient", "ehr")


@dataclass(frozen=True)
class Written:
    """What stood in a field of the composer when it was sent, whatever was typed since."""

    field: Target
    text: str


@dataclass
class FormWanted(Message):
    """The person wants the form of a tool, whose name or a part of it stood so in the composer."""

    tool: str
    written: Written


@dataclass
class TargetChanged(Message):
    """The composer speaks to another seat now."""

    target: Target


class Committed(Message):
    """Events have been committed; the view is another."""


@dataclass
class OpenCall(Message):
    """The person wants to see a call: its table, its text or its JSON."""

    call_id: str
    how: Literal["table", "text", "raw"]


@dataclass
class CancelOrder(Message):
    """The person wants to take an order back."""

    ref: str


@dataclass
class PaneChosen(Message):
    """The person chose a pane by its tab."""

    target: Target
