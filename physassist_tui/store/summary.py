"""A session's row: what people look for a session by, and how far its events go."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any

from physassist_tui.core.errors import ServiceFailed
from physassist_tui.i18n import msg


@dataclass(frozen=True)
class Summary:
    """A session as its last event left it: the table `session`, but for its number.

    `physician`, `assistant` and `patient` are who sits there now; `None`: nobody.
    `started_text` and `last_text` are the columns `started_at` and `last_at`, such as
    `2026-03-04T14:30:00.000000Z`; the properties of those names are times in UTC. `active_ms`
    is milliseconds; `ended` is `None` while the session is under way, else an `EndReason`;
    `last_hash` vouches for every event up to the last.
    """

    id: str
    scenario: str
    scenario_hash: str
    rubric_hash: str
    toolset: str
    language: str
    seed: int
    physician: str | None
    assistant: str | None
    patient: str | None
    app_version: str
    patient_version: str
    parent_session: str | None
    parent_seq: int | None
    started_text: str = field(metadata={"column": "started_at"})
    last_text: str = field(metadata={"column": "last_at"})
    last_seq: int
    last_hash: str
    active_ms: int
    turn: int
    ended: str | None

    @property
    def started_at(self) -> datetime:
        """When it began, in UTC. Raises `ServiceFailed` where the row was tampered with."""
        return self._time(self.started_text)

    @property
    def last_at(self) -> datetime:
        """When its last event was, in UTC. Raises `ServiceFailed` as `started_at` does."""
        return self._time(self.last_text)

    @property
    def unfinished(self) -> bool:
        """Whether it can be gone on with."""
        return self.ended is None

    def values(self) -> tuple[Any, ...]:
        """The columns' values, in the order of `COLUMNS`."""
        return tuple(getattr(self, name) for name in _NAMES)

    def to_json(self) -> dict[str, Any]:
        """What a program reads: the columns by name."""
        return dict(zip(COLUMNS, self.values(), strict=True))

    def _time(self, text: str) -> datetime:
        try:
            return datetime.fromisoformat(text)
        except (TypeError, ValueError) as error:
            raise ServiceFailed(
                msg(
                    "The recording of session {session} is damaged: {text} is no time. "
                    "`physassist db verify` tells more.",
                    session=self.id,
                    text=repr(text),
                )
            ) from error


_NAMES = tuple(one.name for one in fields(Summary))

COLUMNS: tuple[str, ...] = tuple(one.metadata.get("column", one.name) for one in fields(Summary))
"""The columns of `session` that hold a `Summary`, in its order."""

SELECT = f"SELECT {', '.join(COLUMNS)} FROM session"
"""SQL that gives rows of which each is a `Summary`."""

INSERT = f"INSERT INTO session ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"
"""SQL that takes a `Summary`'s values."""

UPDATE = f"UPDATE session SET {', '.join(f'{column} = ?' for column in COLUMNS)} WHERE id = ?"
"""SQL that takes a `Summary`'s values, and its id once more."""
