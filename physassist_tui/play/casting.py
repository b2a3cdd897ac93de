"""Who sits where in a session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from physassist_tui.core.words import Requests, Seat
from physassist_tui.i18n import Lang

if TYPE_CHECKING:
    # Whoever wants to know who sits where need not wait for what events are made of.
    from physassist_tui.core.events import Trial

HUMAN = "human"
GROUNDED = "grounded"
PHYSICIAN_PLAYER = "script"
SCRIPT_PREFIX = "script:"
SCRIPTS = ("gold", "null", "echo", "dump", "wrong-patient")
"""The standing script players (`scripts`), without the prefix."""
MODEL_PREFIX = "model:"
COPILOT_PREFIX = "copilot:"


@dataclass(frozen=True)
class Budgets:
    """What a session may take in all; `None` means no limit.

    `seconds` is active time, `tokens` those in and out of every model call, `cost_usd` what the
    providers' calls cost. A figure that a provider does not tell cannot be counted.
    """

    seconds: float | None = None
    tokens: int | None = None
    cost_usd: float | None = None

    def limits(self) -> dict[str, int | float | None]:
        """The budgets that are set, by the names that a session's start records them under."""
        given = {
            "session_seconds": self.seconds,
            "tokens": self.tokens,
            "cost_usd": self.cost_usd,
        }
        return {name: value for name, value in given.items() if value is not None}

    @classmethod
    def of(cls, limits: Mapping[str, int | float | None]) -> Budgets:
        """The budgets that a session's start recorded."""
        tokens = limits.get("tokens")
        return cls(
            seconds=limits.get("session_seconds"),
            tokens=None if tokens is None else int(tokens),
            cost_usd=limits.get("cost_usd"),
        )


NO_BUDGETS = Budgets()


@dataclass(frozen=True)
class Casting:
    """Who sits where, in which language and form it is asked, and what the session may take.

    `trial` is set where it is one of several trials of its task.
    """

    assistant: str
    language: Lang
    patient: str = GROUNDED
    physician: str = PHYSICIAN_PLAYER
    seed: int = 0
    budgets: Budgets = NO_BUDGETS
    requests: Requests = "implicit"
    trial: Trial | None = None

    def seats(self) -> dict[Seat, str]:
        """Each seat's player."""
        return {
            Seat.PHYSICIAN: self.physician,
            Seat.ASSISTANT: self.assistant,
            Seat.PATIENT: self.patient,
        }
