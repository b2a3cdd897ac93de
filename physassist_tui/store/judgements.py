"""What judges replied, whole, so that a session never needs its judge again."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from physassist_tui.core.errors import ServiceFailed
from physassist_tui.core.foreign import one_line
from physassist_tui.i18n import msg
from physassist_tui.store.chain import stamp

_PARTS = frozenset({"items", "lang", "answer_seq", "settings", "parameters", "replies"})
COLUMNS = "session, turn, judge, prompt_hash, request_hash, made_at, data"


@dataclass(frozen=True)
class SavedJudgement:
    """One item set put to one judge. `data` holds the replies as they came, never a key.

    `request_hash` is of everything the judge was sent: the same hash is the same question.
    """

    id: int
    session: str
    turn: int
    judge: str
    prompt_hash: str
    request_hash: str
    made_at: datetime
    data: dict[str, Any]


def insert_judgement(
    connection: sqlite3.Connection,
    session: str,
    turn: int,
    judge: str,
    prompt_hash: str,
    request_hash: str,
    data: dict[str, Any],
) -> int:
    """Adds a judgement made now, inside the caller's transaction; gives its id."""
    cursor = connection.execute(
        f"INSERT INTO judgement ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            session,
            turn,
            judge,
            prompt_hash,
            request_hash,
            stamp(datetime.now(UTC)),
            json.dumps(data, ensure_ascii=False),
        ),
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def find_judgements(connection: sqlite3.Connection, session: str) -> list[SavedJudgement]:
    """The judgements of a session, the oldest first.

    Raises `ServiceFailed` where one is not as it was written.
    """
    rows = connection.execute(
        f"SELECT id, {COLUMNS} FROM judgement WHERE session = ? ORDER BY id", (session,)
    ).fetchall()
    return [_saved(*row) for row in rows]


def _saved(key: int, *texts: Any) -> SavedJudgement:
    session, turn, judge, prompt_hash, request_hash, made_at, data = texts
    try:
        at, held = datetime.fromisoformat(made_at), json.loads(data)
        if not isinstance(held, dict) or not held.keys() >= _PARTS:
            raise ValueError(held)
    except (ValueError, TypeError) as error:
        raise ServiceFailed(
            msg(
                "Judgement {number} of session {session} is damaged. `physassist db verify` "
                "tells more.",
                number=key,
                session=one_line(str(session)),
            )
        ) from error
    return SavedJudgement(key, session, turn, judge, prompt_hash, request_hash, at, held)
