"""Adding events to a session: numbered, chained, and the session's row brought along.

This is what every event waits for, so it does no more than it must: rows are made before the
transaction, and whoever added the last event need not read where the session ends.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from physassist_tui.core.events import AnyEvent, SessionStarted
from physassist_tui.i18n import msg
from physassist_tui.store import summary
from physassist_tui.store.chain import Row, first_hash, row_hash, to_row
from physassist_tui.store.derived import changes, summary_of
from physassist_tui.store.failures import SessionTaken
from physassist_tui.store.lineage import Branch, hash_at
from physassist_tui.store.reading import read_own, unknown

_INSERT = (
    "INSERT INTO event (session, seq, at, active_ms, turn, seat, player, kind, data, "
    "prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_GO_ON = (
    "UPDATE session SET last_at = ?, last_seq = ?, last_hash = ?, active_ms = ?, turn = ? "
    "WHERE id = ? AND last_seq = ? AND last_hash = ?"
)


class End(NamedTuple):
    """Where a session ends. `seq` 0: it has not begun."""

    session: str
    seq: int
    hash: str


def rows_of(session: str, events: Sequence[AnyEvent]) -> list[Row]:
    """The rows of `events`. Raises `ValueError` where they are not numbered in a row."""
    rows = [to_row(session, event) for event in events]
    if any(row.seq != rows[0].seq + n for n, row in enumerate(rows)):
        raise ValueError("events must be numbered in a row")
    return rows


def append(
    connection: sqlite3.Connection,
    path: Path,
    events: Sequence[AnyEvent],
    rows: Sequence[Row],
    known: End | None,
) -> End:
    """Adds `events`, and their `rows`, inside the caller's transaction; gives the new end.

    `known` is where the caller left a session, which need not be this one. Raises `SessionTaken`
    where the events do not follow the last one there is, `BadInput` where there is no such
    session, `ValueError` where a new one does not begin with its start.
    """
    session, first = rows[0].session, rows[0].seq
    if known is None or known.session != session or known.seq != first - 1:
        known = _end_of(connection, session)
        fork = None if known.seq else fork_of(events)
        if fork is not None:
            if first != fork.seq + 1:
                raise ValueError("a fork's events are numbered on from its parent's")
            known = _branch(connection, path, session, fork)
        if first != known.seq + 1:
            raise _taken(session) if known.seq else unknown(session, path)
        new = fork is not None or known.seq == 0
    else:
        new = False
    hashed: list[tuple[object, ...]] = []
    last_hash = known.hash
    for row in rows:
        this = row_hash(row, last_hash)
        hashed.append((*row, last_hash, this))
        last_hash = this
    end = End(session, rows[-1].seq, last_hash)
    # First the session's row: the events point to it.
    if new:
        connection.execute(summary.INSERT, summary_of(session, events, last_hash).values())
    else:
        _go_on(connection, events, rows[-1], known, end)
    connection.executemany(_INSERT, hashed)
    return end


def _end_of(connection: sqlite3.Connection, session: str) -> End:
    found = connection.execute(
        "SELECT id, last_seq, last_hash FROM session WHERE id = ?", (session,)
    ).fetchone()
    return End(*found) if found else End(session, 0, first_hash(session))


def fork_of(events: Sequence[AnyEvent]) -> Branch | None:
    """Where the events of a fork leave its parent's; `None` where these begin with no fork."""
    first = events[0]
    if not isinstance(first, SessionStarted) or first.seq == 1:
        return None
    parent, seq = first.data.parent_session, first.data.parent_seq
    return None if parent is None or seq is None else Branch(parent, seq)


def _branch(connection: sqlite3.Connection, path: Path, session: str, fork: Branch) -> End:
    """The end of what a new fork shares. Raises `BadInput` where its parent is not there."""
    found = hash_at(connection, fork)
    if found is None:
        raise unknown(fork.session, path)
    return End(session, fork.seq, found)


def _go_on(
    connection: sqlite3.Connection, events: Sequence[AnyEvent], last: Row, known: End, end: End
) -> None:
    found = connection.execute(
        _GO_ON, (last.at, last.seq, end.hash, last.active_ms, last.turn, *known)
    ).rowcount
    if found != 1:
        raise _taken(end.session)
    new = changes(events)
    if new is None:
        before = read_own(connection, end.session)
        whole = summary_of(end.session, [*before, *events], end.hash)
        connection.execute(summary.UPDATE, (*whole.values(), end.session))
        return
    for column, value in new.items():
        connection.execute(f"UPDATE session SET {column} = ? WHERE id = ?", (value, end.session))


def _taken(session: str) -> SessionTaken:
    return SessionTaken(
        msg(
            "Session {session} is being played by another program. Close it there, then resume "
            "it here.",
            session=session,
        )
    )
