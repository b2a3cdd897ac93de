"""The study file as types."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from physassist_tui.core.bilingual import Bilingual
from physassist_tui.core.scenario import Slug
from physassist_tui.core.words import Requests
from physassist_tui.i18n import Lang
from physassist_tui.play.casting import COPILOT_PREFIX, HUMAN

ALONE = "alone"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Participant(_Part):
    """Who plays: a person, or a model or script by its player name.

    `language` is that of the interface, and of the play unless the condition says else.
    """

    id: Slug
    player: str = HUMAN
    language: Lang | None = None

    @property
    def is_person(self) -> bool:
        """Whether a person is led through the study."""
        return self.player == HUMAN


class Condition(_Part):
    """How a session is played. `assistant` is `alone`, or the copilot that a person decides on."""

    id: Slug
    language: Lang | None = None
    requests: Requests = "implicit"
    time_limit_minutes: float | None = Field(default=None, gt=0)
    assistant: str = ALONE

    @property
    def copilot(self) -> bool:
        """Whether a copilot proposes and a person decides."""
        return self.assistant.startswith(COPILOT_PREFIX)

    @property
    def seconds(self) -> float | None:
        """The limit of active time; `None`: there is none."""
        return None if self.time_limit_minutes is None else self.time_limit_minutes * 60


class Question(_Part):
    """What is asked after each session.

    A `scale` is answered with a whole number from `lowest` to `highest`, whose ends are named by
    `low` and `high`; a `text` in free words, or not at all; `tlx` is the NASA-TLX, raw.
    """

    id: Slug
    kind: Literal["scale", "text", "tlx"]
    text: Bilingual | None = None
    lowest: int | None = None
    highest: int | None = None
    low: Bilingual | None = None
    high: Bilingual | None = None


class Study(_Part):
    """A study. `trials` is how often each participant plays each place of the design.

    `crossed`: every scenario under every condition. `rotated`: every scenario once a trial, under
    conditions that rotate over participants, so that nobody plays a case under two of them
    before its second trial.
    """

    schema_: Literal[1] = Field(alias="schema")
    id: Slug
    title: Bilingual
    seed: int = Field(default=0, ge=0)
    design: Literal["crossed", "rotated"] = "crossed"
    trials: int = Field(default=1, ge=1, le=100)
    show_scores: bool = False
    scenarios: tuple[str, ...] = Field(min_length=1)
    conditions: tuple[Condition, ...] = Field(min_length=1)
    participants: tuple[Participant, ...] = Field(min_length=1)
    consent: Bilingual | None = None
    instructions: Bilingual | None = None
    questions: tuple[Question, ...] = ()

    def participant(self, name: str) -> Participant | None:
        """The participant of that id; `None`: there is none."""
        return next((one for one in self.participants if one.id == name), None)

    def conditions_of(self, participant: Participant) -> tuple[Condition, ...]:
        """The conditions under which a participant plays: a model has no copilot to decide on."""
        return tuple(c for c in self.conditions if participant.is_person or not c.copilot)
