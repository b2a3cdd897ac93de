"""Who sits where in a session."""

from __future__ import annotations

from dataclasses import dataclass

from physassist_tui.core.words import Seat
from physassist_tui.i18n import Lang

HUMAN = "human"
GROUNDED = "grounded"
PHYSICIAN_PLAYER = "script"
SCRIPT_PREFIX = "script:"


@dataclass(frozen=True)
class Casting:
    """Who sits where, and in which language."""

    assistant: str
    language: Lang
    patient: str = GROUNDED
    physician: str = PHYSICIAN_PLAYER
    seed: int = 0

    def seats(self) -> dict[Seat, str]:
        """Each seat's player."""
        return {
            Seat.PHYSICIAN: self.physician,
            Seat.ASSISTANT: self.assistant,
            Seat.PATIENT: self.patient,
        }
