"""What passes between the director and whoever speaks for the patient."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol


@dataclass(frozen=True)
class Question:
    """A question: free text, or one of the typed patient tools (`via`) with its arguments."""

    text: str
    via: str | None = None
    arguments: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Reply:
    """What the patient says, and the ids of the facts it used, newly or again.

    `wording` is who worded it (see `MessageData`).
    """

    text: str
    facts: tuple[str, ...] = ()
    wording: Literal["facts", "model", "replaced"] | None = None


class PatientPlayer(Protocol):
    """Whoever speaks for the patient. `version` is part of a score's identity."""

    @property
    def version(self) -> str:
        """Name and version of the player, as `grounded/1`."""

    def reply(
        self, question: Question, earlier: Sequence[Question], revealed: Sequence[str]
    ) -> Reply:
        """The answer to `question`, after the questions `earlier`, with `revealed` facts out."""
