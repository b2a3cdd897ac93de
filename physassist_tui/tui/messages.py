"""What the parts of the play screen say to each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from textual.message import Message

from physassist_tui.core.view import Act

Target = Literal["physician", "patient", "ehr"]
TARGETS: tuple[Target, ...] = ("physician", "patient", "ehr")


@dataclass
class Wanted(Message):
    """The person wants this act done."""

    act: Act


@dataclass
class FormWanted(Message):
    """The person wants the form of a tool."""

    tool: str


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
