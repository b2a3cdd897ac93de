"""Copying a recordings file, and bringing several people's files together."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import Message, msg
from physassist_tui.store.connection import no_path
from physassist_tui.store.derived import CHANGING, COLUMNS

_EVENT = (
    "session, seq, at, active_ms, turn, seat, player, kind, data, prev_hash, hash"  # all but id
)
_SCORE = "session, scored_at, last_seq, identity_hash, mrs, graded_share, task_success, data"
_GRADE = "turn, item, kind, grader, grade, because, evidence"


@dataclass(frozen=True)
class Merged:
    """What a merge did, by session id.

    `same` are sessions that were here already, as long or longer. `refused` has one line for
    each session whose two recordings went different ways; ours was left as it is.
    """

    added: tuple[str, ...]
    extended: tuple[str, ...]
    same: tuple[str, ...]
    refused: tuple[Message, ...]


def backup(connection: sqlite3.Connection, to: Path) -> None:
    """Copies the file to `to`, one state of it, while others may go on writing.

    Raises `BadInput` where `to` exists or cannot be made. On any failure nothing is left there.
    """
    try:
        to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(to, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    except FileExistsError as error:
        if not os.path.lexists(to):
            raise no_path(to, error) from error
        raise BadInput(
            msg("{path} exists already. Choose another name for the backup.", path=str(to))
        ) from error
    except (OSError, ValueError) as error:
        raise no_path(to, error) from error
    try:
        connection.execute("VACUUM INTO ?", (os.fspath(to.absolute()),))
        os.fsync(file)
    except BaseException:
        to.unlink(missing_ok=True)
        raise
    finally:
        os.close(file)


def merge_into(into: sqlite3.Connection, other: sqlite3.Connection) -> Merged:
    """Brings the sessions and scores of `other`, which is whole, into `into`.

    Inside a write transaction of `into`'s and a read transaction of `other`'s. Sessions are told
    apart by id and compared by their hash chain: of two recordings of which one begins with the
    other, the longer is kept.
    """
    added: list[str] = []
    extended: list[str] = []
    same: list[str] = []
    refused: list[Message] = []
    for session, theirs, their_hash in other.execute(
        "SELECT id, last_seq, last_hash FROM session ORDER BY started_at, id"
    ).fetchall():
        ours = into.execute(
            "SELECT last_seq, last_hash FROM session WHERE id = ?", (session,)
        ).fetchone()
        if ours is None:
            _copy_session(into, other, session)
            _copy_events(into, other, session, 0)
            added.append(session)
        elif ours[0] >= theirs and _hash_at(into, session, theirs) == their_hash:
            same.append(session)
        elif ours[0] < theirs and _hash_at(other, session, ours[0]) == ours[1]:
            _copy_events(into, other, session, ours[0])
            _go_on(into, other, session)
            extended.append(session)
        else:
            refused.append(_conflict(session))
            continue
        _copy_scores(into, other, session)
    return Merged(tuple(added), tuple(extended), tuple(same), tuple(refused))


def _conflict(session: str) -> Message:
    return msg(
        "Session {session} was played on in both files, in different ways. Ours was left as it "
        "is; keep the other file for theirs.",
        session=session,
    )


def _hash_at(connection: sqlite3.Connection, session: str, seq: int) -> str | None:
    found = connection.execute(
        "SELECT hash FROM event WHERE session = ? AND seq = ?", (session, seq)
    ).fetchone()
    return None if found is None else str(found[0])


def _marks(columns: str) -> str:
    return ", ".join("?" * (columns.count(",") + 1))


def _copy_session(into: sqlite3.Connection, other: sqlite3.Connection, session: str) -> None:
    columns = ", ".join(COLUMNS)
    row = other.execute(f"SELECT {columns} FROM session WHERE id = ?", (session,)).fetchone()
    into.execute(f"INSERT INTO session ({columns}) VALUES ({_marks(columns)})", row)


def _go_on(into: sqlite3.Connection, other: sqlite3.Connection, session: str) -> None:
    row = other.execute(
        f"SELECT {', '.join(CHANGING)} FROM session WHERE id = ?", (session,)
    ).fetchone()
    changes = ", ".join(f"{column} = ?" for column in CHANGING)
    into.execute(f"UPDATE session SET {changes} WHERE id = ?", (*row, session))


def _copy_events(
    into: sqlite3.Connection, other: sqlite3.Connection, session: str, after: int
) -> None:
    into.executemany(
        f"INSERT INTO event ({_EVENT}) VALUES ({_marks(_EVENT)})",
        other.execute(
            f"SELECT {_EVENT} FROM event WHERE session = ? AND seq > ? ORDER BY seq",
            (session, after),
        ),
    )


def _copy_scores(into: sqlite3.Connection, other: sqlite3.Connection, session: str) -> None:
    for key, *row in other.execute(
        f"SELECT id, {_SCORE} FROM score WHERE session = ? ORDER BY id", (session,)
    ).fetchall():
        known = into.execute(
            "SELECT 1 FROM score WHERE session = ? AND scored_at = ? AND data = ?",
            (session, row[1], row[-1]),
        ).fetchone()
        if known is not None:
            continue
        new = into.execute(f"INSERT INTO score ({_SCORE}) VALUES ({_marks(_SCORE)})", row).lastrowid
        into.executemany(
            f"INSERT INTO grade (score, {_GRADE}) VALUES (?, {_marks(_GRADE)})",
            (
                (new, *grade)
                for grade in other.execute(f"SELECT {_GRADE} FROM grade WHERE score = ?", (key,))
            ),
        )
