"""Scores beside the sessions they are of. A score is added, never changed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from physassist_tui.store.chain import stamp
from physassist_tui.store.derived import grade_rows, score_columns

if TYPE_CHECKING:
    from sqlite_utils import Database


@dataclass(frozen=True)
class SavedScore:
    """One scoring of a session. `data` is the `score` object; `last_seq` how far it read."""

    id: int
    session: str
    scored_at: datetime
    last_seq: int
    identity_hash: str
    data: dict[str, Any]


def insert_score(
    database: Database, session: str, last_seq: int, score: dict[str, Any], identity_hash: str
) -> int:
    """Adds a score made now, with its grades, inside the caller's transaction; gives its id."""
    row = {
        "session": session,
        "scored_at": stamp(datetime.now(UTC)),
        "last_seq": last_seq,
        "identity_hash": identity_hash,
        **score_columns(score),
        "data": json.dumps(score, ensure_ascii=False),
    }
    key = database.table("score").insert(row).last_pk
    assert isinstance(key, int)
    database.table("grade").insert_all(grade_rows(key, score))
    return key


def find_scores(database: Database, session: str) -> list[SavedScore]:
    """The scores of a session, the oldest first."""
    rows = database.query(
        "SELECT id, session, scored_at, last_seq, identity_hash, data FROM score "
        "WHERE session = ? ORDER BY id",
        (session,),
    )
    return [
        SavedScore(
            id=row["id"],
            session=row["session"],
            scored_at=datetime.fromisoformat(row["scored_at"]),
            last_seq=row["last_seq"],
            identity_hash=row["identity_hash"],
            data=json.loads(row["data"]),
        )
        for row in rows
    ]
