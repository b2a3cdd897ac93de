"""Forks: whose events a session shares, up to where, and where they lie.

A fork's own events are numbered on from `parent_seq`, the number of the last event that it shares
with its parent, and its chain goes on from that event's hash. So the events before are proved
with it and are kept once. A session that names a parent and begins with event 1 shares nothing:
it is a copy of its own.
"""

from __future__ import annotations

import json
import sqlite3
from typing import NamedTuple


class Branch(NamedTuple):
    """Where a fork leaves its parent: the last event that both have."""

    session: str
    seq: int


def branch_of(connection: sqlite3.Connection, session: str) -> Branch | None:
    """Where a session leaves its parent; `None` where it shares no events.

    The first of its own events tells, not the row, which follows from it.
    """
    first = connection.execute(
        "SELECT seq, kind, data FROM event WHERE session = ? ORDER BY seq LIMIT 1", (session,)
    ).fetchone()
    if first is None or first[0] == 1 or first[1] != "session_started":
        return None
    try:
        data = json.loads(first[2])
        branch = Branch(data["parent_session"], data["parent_seq"])
    except (ValueError, TypeError, KeyError):
        return None  # it was tampered with, which `verify` tells
    known = isinstance(branch.session, str) and isinstance(branch.seq, int)
    return branch if known and branch.seq == first[0] - 1 else None


def lineage(connection: sqlite3.Connection, session: str) -> list[Branch]:
    """What a session shares with its parent, its parent's parent and so on, the nearest first.

    Ends before a session that would come twice: only tampering makes a circle.
    """
    found: list[Branch] = []
    seen = {session}
    while (branch := branch_of(connection, session)) is not None and branch.session not in seen:
        found.append(branch)
        seen.add(branch.session)
        session = branch.session
    return found


def hash_at(connection: sqlite3.Connection, branch: Branch) -> str | None:
    """The hash of the event that a fork goes on from; `None` where it is not there."""
    found = connection.execute(
        "SELECT hash FROM event WHERE session = ? AND seq = ?", tuple(branch)
    ).fetchone()
    return str(found[0]) if found is not None else None


def holder(connection: sqlite3.Connection, session: str, seq: int) -> str:
    """The session under which event `seq` of `session` lies: itself, or one it was forked from."""
    for branch in lineage(connection, session):
        if seq > branch.seq:
            break
        session = branch.session
    return session
