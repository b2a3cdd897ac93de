"""The recordings: the one door to the file for every other room."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from threading import RLock
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from physassist_tui.core.errors import BadInput, ServiceFailed
from physassist_tui.core.events import AnyEvent, SessionStarted
from physassist_tui.i18n import msg
from physassist_tui.store import text_index
from physassist_tui.store.chain import (
    EVENT_JSON,
    Row,
    first_hash,
    from_json,
    row_hash,
    stamp,
    to_row,
)
from physassist_tui.store.connection import BUSY_SECONDS, connect, persistently, roll_back
from physassist_tui.store.derived import (
    CHANGING,
    COLUMNS,
    UNFINISHED,
    Summary,
    advanced,
    grade_rows,
    score_columns,
    summary_of,
)
from physassist_tui.store.failures import SessionTaken, told
from physassist_tui.store.paths import default_path
from physassist_tui.store.text_index import Hit

if TYPE_CHECKING:
    from sqlite_utils import Database

    from physassist_tui.store.merge import Merged
    from physassist_tui.store.verify import Fault

__all__ = ["Hit", "Recordings", "SavedScore", "SessionTaken", "Summary", "default_path"]

_INSERT_EVENT = (
    "INSERT INTO event (session, seq, at, active_ms, turn, seat, player, kind, data, "
    "prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_SELECT_SESSION = f"SELECT {', '.join(COLUMNS)} FROM session"
_INSERT_SESSION = (
    f"INSERT INTO session ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"
)
_UPDATE_SESSION = f"UPDATE session SET {', '.join(f'{c} = ?' for c in CHANGING)} WHERE id = ?"


@dataclass(frozen=True)
class SavedScore:
    """One scoring of a session. `data` is the `score` object; `last_seq` how far it read."""

    id: int
    session: str
    scored_at: str
    last_seq: int
    identity_hash: str
    data: dict[str, Any]


class Recordings:
    """A recordings file, open. Usable from several threads; a context manager that closes it.

    Every method raises `BadInput` or `ServiceFailed` with one line where the file, the disk or
    another program is in the way.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, *, readonly: bool) -> None:
        self.path = path
        self.readonly = readonly
        self._connection = connection
        self._lock = RLock()
        self._identity = _identity(path)
        self._busy_seconds = BUSY_SECONDS
        self._database: Database | None = None

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        create: bool = True,
        readonly: bool = False,
        busy_seconds: float = BUSY_SECONDS,
    ) -> Self:
        """The recordings at `path`.

        A missing file is made, with its folders, unless `create` is false or `readonly` true;
        an empty one becomes a recordings file. `busy_seconds` is how long to wait for another
        writer.
        """
        with told(path):
            connection = connect(path, create=create, readonly=readonly, busy_seconds=busy_seconds)
            recordings = cls(connection, path, readonly=readonly)
        recordings._busy_seconds = busy_seconds
        return recordings

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Brings the text index up to date, writes the log back into the file and lets go.

        Everything is already safe before, so what stands in the way here is no error.
        """
        with self._lock:
            try:
                if not self.readonly and self._is_same_file():
                    self._index_text()
                    self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            except sqlite3.OperationalError:
                pass  # a full disk, or another program at work: the next to close does it
            finally:
                self._connection.close()

    @property
    def database(self) -> Database:
        """The same connection through sqlite-utils, for reading; loaded when first asked for."""
        if self._database is None:
            from sqlite_utils import Database

            self._database = Database(self._connection, execute_plugins=False)
        return self._database

    # Writing

    def append(self, session_id: str, events: Sequence[AnyEvent]) -> None:
        """Commits `events`, all or none; on return they are on the disk.

        The first event of a session is its start, which makes the session. Raises
        `SessionTaken` where the numbers do not go on from the last event in the file: another
        program has played on. Raises `ValueError` for events that are not numbered in a row.
        """
        if not events:
            return
        rows = [to_row(session_id, event) for event in events]
        if any(row.seq != rows[0].seq + n for n, row in enumerate(rows)):
            raise ValueError("events must be numbered in a row")
        with self._writing():
            before = self._summary(session_id)
            if rows[0].seq != (before.last_seq + 1 if before else 1):
                raise _taken(session_id) if before else _unknown(session_id, self.path)
            if before is None and not isinstance(events[0], SessionStarted):
                raise ValueError("a session's first event is its start")
            last_hash = before.last_hash if before else first_hash(session_id)
            hashed, last_hash = _chained(rows, last_hash)
            self._save_summary(before, session_id, events, last_hash)
            self._connection.executemany(_INSERT_EVENT, hashed)

    def _save_summary(
        self, before: Summary | None, session_id: str, events: Sequence[AnyEvent], last_hash: str
    ) -> None:
        if before is None:
            row = summary_of(session_id, events, last_hash)
            self._connection.execute(_INSERT_SESSION, [getattr(row, c) for c in COLUMNS])
            return
        after = advanced(before, events, last_hash)
        if after is None:
            after = summary_of(session_id, [*self._read(session_id), *events], last_hash)
        self._connection.execute(
            _UPDATE_SESSION, (*(getattr(after, c) for c in CHANGING), session_id)
        )

    def save_score(
        self,
        session_id: str,
        score: dict[str, Any],
        identity_hash: str,
        *,
        at: datetime | None = None,
    ) -> int:
        """Keeps a score (the `score` object of `score --json`) beside earlier ones.

        Gives its id. `at` is when it was made: now, where none is given.
        """
        with self._writing():
            before = self._summary(session_id)
            if before is None:
                raise _unknown(session_id, self.path)
            row = {
                "session": session_id,
                "scored_at": stamp(at or datetime.now(UTC)),
                "last_seq": before.last_seq,
                "identity_hash": identity_hash,
                **score_columns(score),
                "data": json.dumps(score, ensure_ascii=False),
            }
            return self._insert_score(row, score)

    def _insert_score(self, row: dict[str, Any], score: dict[str, Any]) -> int:
        key = self.database.table("score").insert(row).last_pk
        assert isinstance(key, int)
        self.database.table("grade").insert_all(grade_rows(key, score))
        return key

    # Reading

    def events(self, session_id: str) -> list[AnyEvent]:
        """All events of a session, in order.

        Raises `BadInput` for an unknown session, `ServiceFailed` where the recording is not
        whole enough to be read.
        """
        with self._reading():
            row = self._summary(session_id)
            if row is None:
                raise _unknown(session_id, self.path)
            events = self._read(session_id)
        if len(events) != row.last_seq:
            raise _broken(session_id, len(events) + 1)
        return events

    def _read(self, session_id: str) -> list[AnyEvent]:
        rows = self._connection.execute(
            f"SELECT {EVENT_JSON} FROM event WHERE session = ? ORDER BY seq", (session_id,)
        ).fetchall()
        events: list[AnyEvent] = []
        for number, (text,) in enumerate(rows, start=1):
            try:
                event = from_json(text)
            except ValueError as error:
                raise _broken(session_id, number) from error
            if event.seq != number:
                raise _broken(session_id, number)
            events.append(event)
        return events

    def sessions(
        self, *, scenario: str | None = None, unfinished: bool = False, limit: int | None = None
    ) -> list[Summary]:
        """The sessions, the one last played first; of one scenario, or those not yet over."""
        where, args = ["1"], []
        if scenario is not None:
            where.append("scenario = ?")
            args.append(scenario)
        if unfinished:
            where.append("(ended IS NULL OR ended IN (?, ?))")
            args += [end for end in UNFINISHED if end]
        sql = (
            f"{_SELECT_SESSION} WHERE {' AND '.join(where)} ORDER BY last_at DESC, id DESC LIMIT ?"
        )
        with self._reading():
            rows = self._connection.execute(sql, (*args, -1 if limit is None else limit))
            return [Summary(*row) for row in rows.fetchall()]

    def session(self, session_id: str) -> Summary:
        """One session. Raises `BadInput` where there is none of that id."""
        with self._reading():
            row = self._summary(session_id)
        if row is None:
            raise _unknown(session_id, self.path)
        return row

    def latest_unfinished(self) -> Summary | None:
        """The session last played that is not over."""
        return next(iter(self.sessions(unfinished=True, limit=1)), None)

    def resolve(self, text: str) -> str:
        """The id of the session that `text` is, or begins, in either case of letters.

        Raises `BadInput` with the nearest ids where none or several do.
        """
        wanted = text.strip().lower()
        with self._reading():
            rows = self._connection.execute("SELECT id FROM session ORDER BY last_at DESC")
            ids = [row[0] for row in rows.fetchall()]
        begun = [i for i in ids if wanted and i.lower().startswith(wanted)]
        exact = [i for i in begun if i.lower() == wanted]
        if len(exact or begun) == 1:
            return str((exact or begun)[0])
        if begun:
            raise BadInput(
                msg(
                    "{text} begins the ids of {n} sessions: {ids}. Give more of it.",
                    text=text,
                    n=len(begun),
                    ids=_some(begun),
                )
            )
        if not ids:
            raise BadInput(msg("There are no sessions in {path} yet.", path=str(self.path)))
        raise BadInput(
            msg(
                "There is no session {text} in {path}. The nearest are: {ids}.",
                text=text,
                path=str(self.path),
                ids=_some(_nearest(wanted, ids)),
            )
        )

    def scores(self, session_id: str) -> list[SavedScore]:
        """The scores of a session, the oldest first."""
        sql = (
            "SELECT id, session, scored_at, last_seq, identity_hash, data FROM score "
            "WHERE session = ? ORDER BY id"
        )
        with self._reading():
            rows = list(self.database.query(sql, (session_id,)))
        return [SavedScore(**{**row, "data": json.loads(row["data"])}) for row in rows]

    def search_text(self, query: str, *, limit: int = 50) -> list[Hit]:
        """Where every word of `query` was asked, said or answered, the newest first."""
        with self._lock, told(self.path):
            if not self.readonly:
                self._index_text()
            with self._lenient_text():
                indexed = text_index.available(self._connection) and not text_index.behind(
                    self._connection
                )
                return text_index.find(self._connection, query, limit, indexed=indexed)

    # Care of the file

    def verify(self, session_id: str | None = None) -> list[Fault]:
        """What is wrong with one session, or with the whole file; empty where it is whole."""
        from physassist_tui.store.verify import verify

        with self._reading(), self._lenient_text():
            return verify(self._connection, session_id)

    def backup(self, to: Path) -> None:
        """Copies the file to `to`, which must not exist, while others may go on writing."""
        from physassist_tui.store.merge import backup

        with self._lock, told(to):
            backup(self._connection, to)

    def merge(self, other: Path) -> Merged:
        """Brings the sessions of another recordings file, and their scores, into this one.

        The other file is verified first and not changed. Raises `BadInput` where it is not
        whole. What was done, and which sessions were refused, is in what it gives.
        """
        from physassist_tui.store.merge import merge_into

        with Recordings.open(other, create=False, readonly=True) as theirs, theirs._reading():
            faults = theirs.verify()
            if faults:
                raise BadInput(
                    msg(
                        "{path} is not whole and was not merged: {fault} `physassist db verify` "
                        "tells all.",
                        path=str(other),
                        fault=faults[0].what,
                    )
                )
            with self._writing() as mine:
                return merge_into(mine, theirs._connection)

    # How

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock, told(self.path):
            persistently(lambda: self._connection.execute("BEGIN IMMEDIATE"), self._busy_seconds)
            try:
                if not self._is_same_file():
                    raise ServiceFailed(
                        msg(
                            "{path} was replaced or removed while it was in use. What was "
                            "recorded before is in the file that is gone; start again to go on "
                            "with the one that is there.",
                            path=str(self.path),
                        )
                    )
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                roll_back(self._connection)
                raise

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Several reads of one state of the file."""
        with self._lock, told(self.path):
            if self._connection.in_transaction:
                yield
                return
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                roll_back(self._connection)

    @contextmanager
    def _lenient_text(self) -> Iterator[None]:
        """Bytes that are no UTF-8 (a lone surrogate, tampering) are read, not stumbled over."""
        self._connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
        try:
            yield
        finally:
            self._connection.text_factory = str

    def _index_text(self) -> None:
        if text_index.behind(self._connection) and text_index.available(self._connection):
            text_index.catch_up(self._connection)

    def _is_same_file(self) -> bool:
        return _identity(self.path) == self._identity

    def _summary(self, session_id: str) -> Summary | None:
        row = self._connection.execute(f"{_SELECT_SESSION} WHERE id = ?", (session_id,)).fetchone()
        return None if row is None else Summary(*row)


def _chained(rows: Sequence[Row], last_hash: str) -> tuple[list[tuple[object, ...]], str]:
    hashed: list[tuple[object, ...]] = []
    for row in rows:
        this = row_hash(row, last_hash)
        hashed.append((*row, last_hash, this))
        last_hash = this
    return hashed, last_hash


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _taken(session_id: str) -> SessionTaken:
    return SessionTaken(
        msg(
            "Session {session} is being played by another program. Close it there, then resume "
            "it here.",
            session=session_id,
        )
    )


def _unknown(session_id: str, path: Path) -> BadInput:
    return BadInput(
        msg("There is no session {session} in {path}.", session=session_id, path=str(path))
    )


def _broken(session_id: str, seq: int) -> ServiceFailed:
    return ServiceFailed(
        msg(
            "The recording of session {session} is not whole: event {seq} is missing or changed. "
            "`physassist db verify` tells more; a backup may have it.",
            session=session_id,
            seq=seq,
        )
    )


def _some(ids: Sequence[str]) -> str:
    return ", ".join(ids[:5]) + (" …" if len(ids) > 5 else "")


def _nearest(wanted: str, ids: Sequence[str]) -> list[str]:
    by_lower = {i.lower(): i for i in ids}
    close = get_close_matches(wanted, by_lower, n=5, cutoff=0.3)
    return [by_lower[i] for i in close] or list(ids[:5])
