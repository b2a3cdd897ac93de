"""What raters did, row by row. A row is added, never changed: the table itself refuses it."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from typing import Any

from physassist_tui.core.errors import ServiceFailed
from physassist_tui.core.foreign import one_line
from physassist_tui.core.reviewing import DISPUTE_KINDS, REVIEW_KINDS, ReviewRow
from physassist_tui.core.words import Verdict
from physassist_tui.i18n import msg
from physassist_tui.store.chain import stamp

COLUMNS = (
    "session, rater, at, kind, scenario_hash, rubric_hash, last_seq, turn, item, grade, dispute, "
    "text, ms"
)
_INSERT = f"INSERT INTO rating ({COLUMNS}) VALUES ({', '.join('?' * (COLUMNS.count(',') + 1))})"


def insert_rating(connection: sqlite3.Connection, row: ReviewRow) -> int:
    """Adds a row inside the caller's transaction; gives its id."""
    grade = None if row.grade is None else row.grade.value
    cursor = connection.execute(
        _INSERT,
        (
            row.session,
            row.rater,
            stamp(row.at),
            row.kind,
            row.scenario_hash,
            row.rubric_hash,
            row.last_seq,
            row.turn,
            row.item,
            grade,
            row.dispute,
            row.text,
            row.ms,
        ),
    )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def find_ratings(
    connection: sqlite3.Connection, session: str, rater: str | None = None
) -> list[ReviewRow]:
    """The rows of a session, of one rater or of all, in the order in which they were added.

    Raises `ServiceFailed` where a row is not as it was written.
    """
    where, args = "session = ?", [session]
    if rater is not None:
        where, args = where + " AND rater = ?", [session, rater]
    rows = connection.execute(
        f"SELECT {COLUMNS} FROM rating WHERE {where} ORDER BY id", args
    ).fetchall()
    return [_row(row) for row in rows]


def _row(row: tuple[Any, ...]) -> ReviewRow:
    values: dict[str, Any] = dict(zip(COLUMNS.split(", "), row, strict=True))
    try:
        values["at"] = datetime.fromisoformat(values["at"])
        values["grade"] = None if values["grade"] is None else Verdict(values["grade"])
        if values["kind"] not in REVIEW_KINDS or values["dispute"] not in (None, *DISPUTE_KINDS):
            raise ValueError(values["kind"])
    except (ValueError, TypeError) as error:
        raise ServiceFailed(
            msg(
                "A rating of session {session} is damaged. `physassist db verify` tells more.",
                session=one_line(str(values["session"])),
            )
        ) from error
    return ReviewRow(**values)
