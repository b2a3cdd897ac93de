"""What a standing check found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from physassist_tui.i18n import Lang, Message

Check = Literal[
    "said_not_done",
    "done_not_said",
    "unsupported_numbers",
    "wrong_patient_writes",
    "duplicate_orders",
    "allergy_conflicts",
]

CHECKS: tuple[Check, ...] = (
    "said_not_done",
    "done_not_said",
    "unsupported_numbers",
    "wrong_patient_writes",
    "duplicate_orders",
    "allergy_conflicts",
)
"""The standing checks, in the order in which they are shown."""


@dataclass(frozen=True)
class Finding:
    """One thing that a standing check found.

    `turn` is the turn it happened in; `evidence` the events that show it; `words` the words of
    the answer or of the order that do; `because` one sentence for a reader.
    """

    check: Check
    turn: int
    because: Message
    evidence: tuple[int, ...] = ()
    words: str = ""

    def to_json(self, lang: Lang) -> dict[str, Any]:
        """The finding for a program, its reason in `lang`."""
        return {
            "check": self.check,
            "turn": self.turn,
            "evidence": list(self.evidence),
            "words": self.words,
            "because": self.because.render(lang),
        }
