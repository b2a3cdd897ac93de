"""What a study keeps: its versions, who plays what in which order, and what people answered.

Rows are only ever added. A participant's whole order is assigned when the participant begins,
each place with the id that its session will have, so that a kill loses nothing of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, get_args

from physassist_tui.core.words import Requests
from physassist_tui.i18n import Lang

ResponseKind = Literal[
    "consented", "declined", "instructed", "interrupted", "answered", "skipped", "closed"
]
"""What a row of responses says: consent given or refused, instructions read, why a session had
been left, a question answered or left out, the questions after a session done."""

RESPONSE_KINDS: tuple[ResponseKind, ...] = get_args(ResponseKind)


@dataclass(frozen=True)
class StudyVersion:
    """A study file as it was when somebody was led through it. `hash` is that of `data`."""

    study: str
    hash: str
    at: datetime
    data: dict[str, Any]


@dataclass(frozen=True)
class Assignment:
    """One session that a participant is to play. `position` and `trial` count from 1.

    `seconds` is the limit of active time, `None` where there is none; `player` who sits in the
    assistant's seat; `session` the id that the session has once it is begun.
    """

    study: str
    participant: str
    position: int
    trial: int
    scenario: str
    condition: str
    language: Lang
    requests: Requests
    seconds: float | None
    player: str
    seed: int
    session: str
    study_hash: str
    at: datetime


@dataclass(frozen=True)
class Response:
    """One thing that a participant said. `session` is `None` for consent and instructions.

    `question` and `part` (a subscale) are ids of the study file, `value` a number on the
    question's scale, `text` free words; `language` is the one in which it was asked.
    """

    study: str
    participant: str
    session: str | None
    at: datetime
    kind: ResponseKind
    language: Lang
    study_hash: str
    question: str = ""
    part: str = ""
    value: float | None = None
    text: str = ""
