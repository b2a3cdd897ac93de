"""The proof that a file is whole; what is proved is in the docstring of `schema`."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from physassist_tui.core.errors import ServiceFailed
from physassist_tui.core.events import AnyEvent
from physassist_tui.core.foreign import one_line
from physassist_tui.i18n import Message, msg, nmsg
from physassist_tui.store.chain import (
    Row,
    first_hash,
    from_json,
    is_typed,
    row_hash,
    row_json,
)
from physassist_tui.store.derived import grade_rows, score_columns, summary_of
from physassist_tui.store.fault import Fault
from physassist_tui.store.judgements import find_judgements
from physassist_tui.store.lineage import Branch, branch_of, hash_at, lineage
from physassist_tui.store.ratings import find_ratings
from physassist_tui.store.reading import find_session, unknown
from physassist_tui.store.study_faults import study_faults
from physassist_tui.store.summary import COLUMNS, Summary


def verify(connection: sqlite3.Connection, path: Path, session: str | None = None) -> list[Fault]:
    """The faults of one session, or of the whole file, in one state of the file.

    With a fork go the sessions whose events it shares.

    Raises `BadInput` for a session of which the file has neither a row nor an event.
    """
    if session is not None:
        if not _is_there(connection, session):
            raise unknown(session, path)
        shared = [branch.session for branch in lineage(connection, session)]
        every = [session, *(one for one in shared if _is_there(connection, one))]
        return [fault for one in every for fault in _session_faults(connection, one)]
    faults = list(_pages(connection))
    try:
        faults += _every_session(connection)
        faults += _whole_sessions(connection)
        faults += _scores(connection)
        faults += _raters(connection)
        faults += study_faults(connection)
    except sqlite3.DatabaseError as error:
        if not faults:
            raise
        faults.append(Fault("", 0, _said(str(error))))
    return faults


def _is_there(connection: sqlite3.Connection, session: str) -> bool:
    found = connection.execute(
        "SELECT 1 FROM session WHERE id = ? UNION SELECT 1 FROM event WHERE session = ?",
        (session, session),
    ).fetchone()
    return found is not None


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
    return msg("SQLite finds the file damaged: {detail}", detail=one_line(line))


def _every_session(connection: sqlite3.Connection) -> list[Fault]:
    sessions = connection.execute(
        "SELECT id FROM session UNION SELECT DISTINCT session FROM event ORDER BY 1"
    ).fetchall()
    faults: list[Fault] = []
    for (session,) in sessions:
        if _is_text(session):
            faults += _session_faults(connection, session)
        else:
            shown = one_line(repr(session))
            faults.append(Fault("", 0, msg("The id of a session is no text: {id}.", id=shown)))
    return faults


def _is_text(value: object) -> bool:
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _whole_sessions(connection: sqlite3.Connection) -> Iterator[Fault]:
    """Numbers of sessions that were given and are not there."""
    expected = 1
    for (number,) in connection.execute("SELECT number FROM session ORDER BY number").fetchall():
        yield from _gap_in_sessions(expected, number - 1)
        expected = number + 1
    given = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'session'").fetchone()
    count = given[0] if given else 0
    if isinstance(count, int) and count >= expected - 1:
        yield from _gap_in_sessions(expected, count)
    else:
        yield Fault("", 0, msg("The count of the sessions recorded in this file was changed."))


def _gap_in_sessions(first: int, last: int) -> Iterator[Fault]:
    if last >= first:
        yield Fault(
            "",
            0,
            nmsg(
                "A session is missing: number {which} of this file.",
                "{n} sessions are missing: numbers {which} of this file.",
                last - first + 1,
                which=_span(first, last),
            ),
        )


def _span(first: int, last: int) -> Message | int:
    # A language with one form for all counts cannot leave the second number out by itself.
    return first if first == last else msg("{first} to {last}", first=first, last=last)


def _session_faults(connection: sqlite3.Connection, session: str) -> list[Fault]:
    summary = find_session(connection, session)
    chain = _Chain(session)
    branch = branch_of(connection, session)
    if branch is not None:
        chain.go_on(branch, hash_at(connection, branch), itself=branch.session == session)
    for values in connection.execute(
        f"SELECT {', '.join(Row._fields)}, id, prev_hash, hash FROM event WHERE session = ? "
        "ORDER BY seq, id",
        (session,),
    ):
        chain.add(Row(*values[:9]), *values[9:])
    if summary is None:
        chain.tell(0, msg("The session's row is missing."))
    else:
        chain.end(summary)
    return chain.faults


class _Chain:
    """One session's rows, taken in one by one."""

    def __init__(self, session: str) -> None:
        self.faults: list[Fault] = []
        self._session = session
        self._seq = 0
        self._id = 0
        self._hash = first_hash(session)
        self._events: list[AnyEvent] = []
        self._unproved = False

    def go_on(self, branch: Branch, parent_hash: str | None, *, itself: bool) -> None:
        """The chain of a fork goes on from its parent's event."""
        self._seq = branch.seq
        if parent_hash is None or itself:
            self.tell(
                branch.seq,
                msg(
                    "The session was forked from event {seq} of session {parent}, which is not "
                    "there.",
                    seq=branch.seq,
                    parent=one_line(branch.session),
                ),
            )
            self._unproved = True
        else:
            self._hash = parent_hash

    def tell(self, seq: int, what: Message) -> None:
        self.faults.append(Fault(one_line(self._session), seq, what))

    def add(self, row: Row, row_id: int, prev_hash: object, this_hash: object) -> None:
        if not is_typed(row):
            seq = row.seq if type(row.seq) is int else self._seq + 1
            self._seq, self._id = seq, row_id
            self.tell(seq, msg("Event {seq} was changed.", seq=seq))
            return
        if row.seq <= self._seq:
            self.tell(row.seq, msg("Event {seq} was inserted.", seq=row.seq))
        elif row.seq > self._seq + 1:
            self._gap(self._seq + 1, row.seq - 1)
        elif prev_hash != self._hash and not self._unproved:
            self.tell(
                row.seq,
                msg("Event {seq} does not follow from the one before it.", seq=row.seq),
            )
        if not isinstance(prev_hash, str) or _hash(row, prev_hash) != this_hash:
            self.tell(row.seq, msg("Event {seq} was changed.", seq=row.seq))
        elif row_id < self._id:
            self.tell(row.seq, msg("Event {seq} was moved.", seq=row.seq))
        else:
            self._read(row)
        self._seq, self._id, self._hash = row.seq, row_id, str(this_hash)
        self._unproved = False

    def _read(self, row: Row) -> None:
        try:
            self._events.append(from_json(row_json(row)))
        except ValueError:
            self.tell(row.seq, msg("Event {seq} cannot be read.", seq=row.seq))

    def _gap(self, first: int, last: int) -> None:
        self.tell(
            first,
            nmsg(
                "{n} event is missing: {which}.",
                "{n} events are missing: {which}.",
                last - first + 1,
                which=_span(first, last),
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
        for column, is_so, should in zip(COLUMNS, row.values(), expected.values(), strict=True):
            if is_so != should:
                self.tell(
                    0,
                    msg(
                        "The session's row was changed: {column} is {found}, its events say "
                        "{expected}.",
                        column=column,
                        found=one_line(str(is_so)),
                        expected=one_line(str(should)),
                    ),
                )


def _hash(row: Row, prev_hash: str) -> str | None:
    """The hash the row should have; `None` where what it holds is no text."""
    try:
        return row_hash(row, prev_hash)
    except ValueError:
        return None


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
            yield Fault(
                one_line(session),
                0,
                msg("Score {score} does not agree with its grades.", score=key),
            )


def _raters(connection: sqlite3.Connection) -> Iterator[Fault]:
    """Rows of raters and judges that cannot be what was written."""
    sessions = connection.execute(
        "SELECT session FROM rating UNION SELECT session FROM judgement ORDER BY 1"
    ).fetchall()
    for (session,) in sessions:
        for find in (find_ratings, find_judgements):
            try:
                find(connection, session)
            except ServiceFailed as damaged:
                yield Fault(one_line(str(session)), 0, damaged.message)
