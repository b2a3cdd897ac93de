"""Finding sessions and reading their events, inside the caller's transaction."""

from __future__ import annotations

import gc
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from physassist_tui.core.errors import BadInput, ServiceFailed
from physassist_tui.core.events import AnyEvent
from physassist_tui.i18n import Message, msg, several
from physassist_tui.store.chain import EVENT_JSON, from_json
from physassist_tui.store.lineage import branch_of, lineage
from physassist_tui.store.summary import SELECT, Summary

_SHOWN = 5
"""So many ids are told in a message."""


def find_session(connection: sqlite3.Connection, session: str) -> Summary | None:
    """The session of that id."""
    row = connection.execute(f"{SELECT} WHERE id = ?", (session,)).fetchone()
    return None if row is None else Summary(*row)


def find_sessions(
    connection: sqlite3.Connection, *, scenario: str | None, unfinished: bool
) -> list[Summary]:
    """The sessions, the one that began last first; of one scenario, or those not yet over."""
    where, args = ["1"], []
    if scenario is not None:
        where.append("scenario = ?")
        args.append(scenario)
    if unfinished:
        where.append("ended IS NULL")
    rows = connection.execute(
        f"{SELECT} WHERE {' AND '.join(where)} ORDER BY started_at DESC, number DESC", args
    )
    return [Summary(*row) for row in rows.fetchall()]


def session_events(connection: sqlite3.Connection, path: Path, session: str) -> list[AnyEvent]:
    """All events of a session. Raises `BadInput` for an unknown one, `ServiceFailed` for gaps."""
    row = find_session(connection, session)
    if row is None:
        raise unknown(session, path)
    parts: list[list[AnyEvent]] = []
    to = row.last_seq
    branches = lineage(connection, session)
    for branch in branches:
        parts.append(_part(connection, session, branch.seq, to))
        session, to = branch
    parts.append(_part(connection, session, 0, to))
    return [event for part in reversed(parts) for event in part]


def _part(connection: sqlite3.Connection, session: str, after: int, to: int) -> list[AnyEvent]:
    events = read_events(connection, session, after=after, to=to)
    if len(events) != to - after:
        raise _broken(session, after + len(events) + 1)
    return events


def read_events(
    connection: sqlite3.Connection, session: str, *, after: int = 0, to: int | None = None
) -> list[AnyEvent]:
    """A session's own events after number `after` and up to `to`.

    Raises `ServiceFailed` at the first gap or unreadable row.
    """
    upper = "" if to is None else f" AND seq <= {to:d}"
    rows = connection.execute(
        f"SELECT {EVENT_JSON} FROM event WHERE session = ?{upper} ORDER BY seq", (session,)
    ).fetchall()
    events: list[AnyEvent] = []
    with _no_collection():
        for number, (text,) in enumerate(rows, start=after + 1):
            try:
                event = from_json(text)
            except ValueError as error:
                raise _broken(session, number) from error
            if event.seq != number:
                raise _broken(session, number)
            events.append(event)
    return events


def read_own(connection: sqlite3.Connection, session: str) -> list[AnyEvent]:
    """The events that a session does not share with a parent."""
    branch = branch_of(connection, session)
    return read_events(connection, session, after=0 if branch is None else branch.seq)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Puts the collector of reference cycles off: it would walk every event again and again.

    Ten thousand events are read in half the time. Nothing that is read makes a cycle.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def resolve(connection: sqlite3.Connection, path: Path, text: str) -> str:
    """The id that `text` is, or begins, in either case of letters.

    Raises `BadInput` with the nearest ids where none or several do.
    """
    wanted = text.strip().lower()
    rows = connection.execute("SELECT id FROM session ORDER BY started_at DESC, number DESC")
    ids = [str(row[0]) for row in rows.fetchall()]
    if text in ids:
        return text
    begun = [i for i in ids if wanted and i.lower().startswith(wanted)]
    exact = [i for i in begun if i.lower() == wanted]
    match exact or begun:
        case [only]:
            return only
        case []:
            raise _nothing_like(text, path, ids)
        case alike:
            raise BadInput(
                msg(
                    "{text} begins the ids of {n} sessions: {ids}. Give more of it.",
                    text=text,
                    n=len(alike),
                    ids=some(alike),
                )
            )


def _nothing_like(text: str, path: Path, ids: Sequence[str]) -> BadInput:
    if not ids:
        return BadInput(msg("There are no sessions in {path} yet.", path=str(path)))
    by_lower = {i.lower(): i for i in ids}
    from difflib import get_close_matches

    close = get_close_matches(text.strip().lower(), by_lower, n=_SHOWN, cutoff=0.3)
    return BadInput(
        msg(
            "There is no session {text} in {path}. The nearest are: {ids}.",
            text=text,
            path=str(path),
            ids=some([by_lower[i] for i in close] or ids),
        )
    )


def some(ids: Sequence[str]) -> Message:
    """The first few of `ids`, and a sign that there are more."""
    return several(ids, most=_SHOWN)


def unknown(session: str, path: Path) -> BadInput:
    """The error for a session that is not there."""
    return BadInput(
        msg("There is no session {session} in {path}.", session=session, path=str(path))
    )


def _broken(session: str, seq: int) -> ServiceFailed:
    return ServiceFailed(
        msg(
            "The recording of session {session} is not whole: event {seq} is missing or changed. "
            "`physassist db verify` tells more; a backup may have it.",
            session=session,
            seq=seq,
        )
    )
