"""Adding events to a session: numbered, chained, and the session's row brought along."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from physassist_tui.core.events import AnyEvent
from physassist_tui.i18n import msg
from physassist_tui.store import summary
from physassist_tui.store.chain import Row, first_hash, row_hash, to_row
from physassist_tui.store.derived import changes, summary_of
from physassist_tui.store.failures import SessionTaken
from physassist_tui.store.reading import read_events, unknown

_INSERT = (
    "INSERT INTO event (session, seq, at, active_ms, turn, seat, player, kind, data, "
    "prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)

_GO_ON = (
    "UPDATE session SET last_at = ?, last_seq = ?, last_hash = ?, active_ms = ?, turn = ? "
    "WHERE id = ?"
)


def rows_of(session: str, events: Sequence[AnyEvent]) -> list[Row]:
    """The rows of `events`. Raises `ValueError` where they are not numbered in a row."""
    rows = [to_row(session, event) for event in events]
    if any(row.seq != rows[0].seq + n for n, row in enumerate(rows)):
        raise ValueError("events must be numbered in a row")
    return rows


def append(
    connection: sqlite3.Connection,
    path: Path,
    session: str,
    events: Sequence[AnyEvent],
    rows: Sequence[Row],
) -> None:
    """Adds `events`, and their `rows`, inside the caller's transaction.

    Raises `SessionTaken` where they do not follow the last event there is, `BadInput` where
    there is no such session, `ValueError` where a new one does not begin with its start.
    """
    last_seq, last_hash = _end_of(connection, session)
    if rows[0].seq != last_seq + 1:
        raise _taken(session) if last_seq else unknown(session, path)
    hashed: list[tuple[object, ...]] = []
    for row in rows:
        this = row_hash(row, last_hash)
        hashed.append((*row, last_hash, this))
        last_hash = this
    # First the session's row: the events point to it.
    if last_seq:
        _go_on(connection, session, events, rows[-1], last_hash)
    else:
        connection.execute(summary.INSERT, summary_of(session, events, last_hash).values())
    connection.executemany(_INSERT, hashed)


def _end_of(connection: sqlite3.Connection, session: str) -> tuple[int, str]:
    found = connection.execute(
        "SELECT last_seq, last_hash FROM session WHERE id = ?", (session,)
    ).fetchone()
    return found or (0, first_hash(session))


def _go_on(
    connection: sqlite3.Connection,
    session: str,
    events: Sequence[AnyEvent],
    last: Row,
    last_hash: str,
) -> None:
    new = changes(events)
    if new is None:
        whole = summary_of(session, [*read_events(connection, session), *events], last_hash)
        connection.execute(summary.UPDATE, (*whole.values(), session))
        return
    connection.execute(_GO_ON, (last.at, last.seq, last_hash, last.active_ms, last.turn, session))
    for column, value in new.items():
        connection.execute(f"UPDATE session SET {column} = ? WHERE id = ?", (value, session))


def _taken(session: str) -> SessionTaken:
    return SessionTaken(
        msg(
            "Session {session} is being played by another program. Close it there, then resume "
            "it here.",
            session=session,
        )
    )
