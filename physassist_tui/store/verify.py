"""The proof that a file is whole; what is proved is in the docstring of `schema`."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

from physassist_tui.core.events import AnyEvent
from physassist_tui.i18n import Message, msg, nmsg
from physassist_tui.store.chain import EVENT_JSON, Row, first_hash, from_json, row_hash
from physassist_tui.store.derived import (
    COLUMNS,
    Summary,
    grade_rows,
    score_columns,
    summary_of,
)


@dataclass(frozen=True)
class Fault:
    """Something that is not as it was recorded. Empty `session`: the file; `seq` 0: no event."""

    session: str
    seq: int
    what: Message


def verify(connection: sqlite3.Connection, session: str | None = None) -> list[Fault]:
    """The faults of one session, or of the whole file, in one state of the file."""
    if session is not None:
        return list(_session_faults(connection, session)[0])
    faults = list(_pages(connection))
    try:
        faults += _every_session(connection)
        faults += _scores(connection)
    except sqlite3.DatabaseError as error:
        if not faults:
            raise
        faults.append(Fault("", 0, _said(str(error))))
    return faults


def _pages(connection: sqlite3.Connection) -> Iterator[Fault]:
    try:
        for (line,) in connection.execute("PRAGMA integrity_check").fetchall():
            if line != "ok":
                yield Fault("", 0, _said(line))
        for table, _row, parent, _key in connection.execute("PRAGMA foreign_key_check").fetchall():
            yield Fault(
                "",
                0,
                msg(
                    "A row of {table} points to a row of {parent} that is not there.",
                    table=table,
                    parent=parent,
                ),
            )
    except sqlite3.DatabaseError as error:
        yield Fault("", 0, _said(str(error)))


def _said(line: str) -> Message:
    return msg("SQLite finds the file damaged: {detail}", detail=line)


def _every_session(connection: sqlite3.Connection) -> list[Fault]:
    sessions = connection.execute(
        "SELECT id FROM session UNION SELECT DISTINCT session FROM event ORDER BY 1"
    ).fetchall()
    faults: list[Fault] = []
    missing = 0
    for (session,) in sessions:
        found, gone = _session_faults(connection, session)
        faults += found
        missing += gone
    (rows,) = connection.execute("SELECT count(*) FROM event").fetchone()
    given = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'event'").fetchone()
    vanished = (given[0] if given else 0) - rows - missing
    if vanished > 0:
        faults.append(
            Fault(
                "",
                0,
                nmsg(
                    "{n} event is missing together with its session.",
                    "{n} events are missing together with their sessions.",
                    vanished,
                ),
            )
        )
    elif vanished < 0 and not faults:
        faults.append(Fault("", 0, msg("The count of all events ever recorded was changed.")))
    return faults


def _session_faults(connection: sqlite3.Connection, session: str) -> tuple[list[Fault], int]:
    """The faults of one session, and how many of its events are missing."""
    columns = connection.execute(
        f"SELECT {', '.join(COLUMNS)} FROM session WHERE id = ?", (session,)
    ).fetchone()
    chain = _Chain(session)
    for row in connection.execute(
        "SELECT session, seq, at, active_ms, turn, seat, player, kind, data, id, prev_hash, hash, "
        f"{EVENT_JSON} FROM event WHERE session = ? ORDER BY seq, id",
        (session,),
    ):
        chain.add(Row(*row[:9]), *row[9:])
    if columns is None:
        chain.tell(0, msg("The session's row is missing."))
    else:
        chain.end(Summary(*columns))
    return chain.faults, chain.missing


class _Chain:
    """One session's rows, taken in one by one."""

    def __init__(self, session: str) -> None:
        self.faults: list[Fault] = []
        self.missing = 0
        self._session = session
        self._seq = 0
        self._id = 0
        self._hash = first_hash(session)
        self._events: list[AnyEvent] = []

    def tell(self, seq: int, what: Message) -> None:
        self.faults.append(Fault(self._session, seq, what))

    def add(self, row: Row, row_id: int, prev_hash: str, this_hash: str, text: object) -> None:
        if row.seq <= self._seq:
            self.tell(row.seq, msg("Event {seq} was inserted.", seq=row.seq))
        elif row.seq > self._seq + 1:
            self._gap(self._seq + 1, row.seq - 1)
        elif prev_hash != self._hash:
            self.tell(
                row.seq,
                msg("Event {seq} does not follow from the one before it.", seq=row.seq),
            )
        if not isinstance(row.data, str) or row_hash(row, prev_hash) != this_hash:
            self.tell(row.seq, msg("Event {seq} was changed.", seq=row.seq))
        if row_id < self._id:
            self.tell(row.seq, msg("Event {seq} was moved.", seq=row.seq))
        self._seq, self._id, self._hash = row.seq, row_id, this_hash
        self._read(row.seq, text)

    def _read(self, seq: int, text: object) -> None:
        try:
            self._events.append(from_json(text if isinstance(text, str) else ""))
        except ValueError:
            self.tell(seq, msg("Event {seq} cannot be read.", seq=seq))

    def _gap(self, first: int, last: int) -> None:
        self.missing += last - first + 1
        self.tell(
            first,
            nmsg(
                "{n} event is missing: {first}.",
                "{n} events are missing: {first} to {last}.",
                last - first + 1,
                first=first,
                last=last,
            ),
        )

    def end(self, row: Summary) -> None:
        if row.last_seq > self._seq:
            self._gap(self._seq + 1, row.last_seq)
        elif row.last_seq < self._seq:
            self.tell(
                row.last_seq + 1,
                msg("The session's row knows no event after {seq}.", seq=row.last_seq),
            )
        elif not self.faults:
            self._compare(row)

    def _compare(self, row: Summary) -> None:
        try:
            expected = summary_of(self._session, self._events, self._hash)
        except ValueError:
            self.tell(1, msg("The session's first event is not its start."))
            return
        for column in COLUMNS:
            is_so, should = getattr(row, column), getattr(expected, column)
            if is_so != should:
                self.tell(
                    0,
                    msg(
                        "The session's row was changed: {column} is {found}, its events say "
                        "{expected}.",
                        column=column,
                        found=str(is_so),
                        expected=str(should),
                    ),
                )


def _scores(connection: sqlite3.Connection) -> Iterator[Fault]:
    for key, session, mrs, share, success, data in connection.execute(
        "SELECT id, session, mrs, graded_share, task_success, data FROM score ORDER BY id"
    ).fetchall():
        grades = connection.execute(
            "SELECT turn, item, kind, grader, grade, because, evidence FROM grade "
            "WHERE score = ? ORDER BY turn, item",
            (key,),
        ).fetchall()
        columns = {"mrs": mrs, "graded_share": share, "task_success": success}
        try:
            score = json.loads(data)
            rows = grade_rows(key, score)
            whole = score_columns(score) == columns and grades == sorted(
                tuple(row.values())[1:] for row in rows
            )
        except (ValueError, KeyError, TypeError, AttributeError):
            whole = False
        if not whole:
            yield Fault(session, 0, msg("Score {score} does not agree with its grades.", score=key))
