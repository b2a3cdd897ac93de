"""Bringing several people's files together."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import msg, nmsg
from physassist_tui.store import judgements, ratings, studies, summary
from physassist_tui.store.fault import Fault
from physassist_tui.store.lineage import branch_of, hash_at
from physassist_tui.store.reading import find_session, some

_EVENT = (
    "session, seq, at, active_ms, turn, seat, player, kind, data, prev_hash, hash"  # all but id
)
_SCORE = "session, scored_at, last_seq, identity_hash, mrs, graded_share, task_success, data"
_GRADE = "turn, item, kind, grader, grade, because, evidence"
_SAID_OF_A_SESSION = (("rating", ratings.COLUMNS), ("judgement", judgements.COLUMNS))


@dataclass(frozen=True)
class Merged:
    """What a merge did, by session id.

    `same` are sessions that were here already, as long or longer; `refused` those whose two
    recordings went different ways: ours was left as it was. `clashes` are participants of studies
    (`study/participant`) who were given another order in each file: ours was left as it was, and
    what theirs said was not brought in.
    """

    added: tuple[str, ...]
    extended: tuple[str, ...]
    same: tuple[str, ...]
    refused: tuple[str, ...]
    clashes: tuple[str, ...] = ()

    def count_or_refusal(self, other: Path) -> int:
        """How many sessions came in. Raises `BadInput` where any was refused, or clashes."""
        count = len(self.added) + len(self.extended)
        if not self.refused:
            self._check_clashes(other, count)
            return count
        raise BadInput(
            msg(
                "{refused} {rest} Keep {path} for what it has of them.",
                refused=nmsg(
                    "{n} session was played on in both files, in different ways, and was left "
                    "as it is here: {ids}.",
                    "{n} sessions were played on in both files, in different ways, and were "
                    "left as they are here: {ids}.",
                    len(self.refused),
                    ids=some(self.refused),
                ),
                rest=nmsg(
                    "{n} other session was brought in.",
                    "{n} other sessions were brought in.",
                    count,
                ),
                path=str(other),
            )
        )

    def _check_clashes(self, other: Path, count: int) -> None:
        if not self.clashes:
            return
        raise BadInput(
            msg(
                "{clashes} {rest} Keep {path} for what it has of them.",
                clashes=nmsg(
                    "{n} participant was given another order in each file, and was left as here: "
                    "{ids}.",
                    "{n} participants were given another order in each file, and were left as "
                    "here: {ids}.",
                    len(self.clashes),
                    ids=some(self.clashes),
                ),
                rest=nmsg(
                    "{n} other session was brought in.",
                    "{n} other sessions were brought in.",
                    count,
                ),
                path=str(other),
            )
        )


def check_whole(faults: Sequence[Fault], other: Path) -> None:
    """Raises `BadInput` where the file to be merged is not whole."""
    if faults:
        raise BadInput(
            msg(
                "{path} is not whole and was not merged: {fault} `physassist db verify` tells all.",
                path=str(other),
                fault=faults[0].what,
            )
        )


def merge_into(into: sqlite3.Connection, other: sqlite3.Connection) -> Merged:
    """Brings the sessions, scores and studies of `other`, which is whole, into `into`.

    Inside a write transaction of `into`'s and a read transaction of `other`'s. Sessions are told
    apart by id and compared by their hash chain: of two recordings of which one begins with the
    other, the longer is kept. A fork comes with the session that it was forked from, and is
    refused where that one went another way here before the fork.
    """
    added: list[str] = []
    extended: list[str] = []
    same: list[str] = []
    refused: list[str] = []
    for row in other.execute(f"{summary.SELECT} ORDER BY number").fetchall():
        theirs = summary.Summary(*row)
        ours = find_session(into, theirs.id)
        if not _stands(into, other, theirs.id):
            refused.append(theirs.id)
            continue
        if ours is None:
            into.execute(summary.INSERT, theirs.values())
            _copy_events(into, other, theirs.id, 0)
            added.append(theirs.id)
        elif _begins_with(into, ours, theirs):
            same.append(theirs.id)
        elif _begins_with(other, theirs, ours):
            _copy_events(into, other, theirs.id, ours.last_seq)
            into.execute(summary.UPDATE, (*theirs.values(), theirs.id))
            extended.append(theirs.id)
        else:
            refused.append(theirs.id)
            continue
        _copy_scores(into, other, theirs.id)
        for table, columns in _SAID_OF_A_SESSION:
            _copy_said(into, other, theirs.id, table, columns)
    clashes = _copy_studies(into, other)
    return Merged(tuple(added), tuple(extended), tuple(same), tuple(refused), clashes)


def _stands(into: sqlite3.Connection, other: sqlite3.Connection, session: str) -> bool:
    """Whether what a fork shares with its parent is in `into` as it is in `other`.

    Parents come before their forks, so that theirs has been brought in where it could be.
    """
    branch = branch_of(other, session)
    return branch is None or hash_at(into, branch) == hash_at(other, branch)


def _begins_with(
    connection: sqlite3.Connection, longer: summary.Summary, shorter: summary.Summary
) -> bool:
    """Whether the recording `longer`, in `connection`, begins with `shorter`."""
    found = connection.execute(
        "SELECT hash FROM event WHERE session = ? AND seq = ?", (longer.id, shorter.last_seq)
    ).fetchone()
    return found is not None and found[0] == shorter.last_hash


def _marks(columns: str) -> str:
    return ", ".join("?" * (columns.count(",") + 1))


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


def _copy_said(
    into: sqlite3.Connection, other: sqlite3.Connection, session: str, table: str, columns: str
) -> None:
    """The rows of raters or judges that are not here yet, in their order."""
    select = f"SELECT {columns} FROM {table} WHERE session = ? ORDER BY id"
    known = set(into.execute(select, (session,)).fetchall())
    into.executemany(
        f"INSERT INTO {table} ({columns}) VALUES ({_marks(columns)})",
        [row for row in other.execute(select, (session,)).fetchall() if row not in known],
    )


def _copy_studies(into: sqlite3.Connection, other: sqlite3.Connection) -> tuple[str, ...]:
    """Brings in versions of studies, orders and responses; gives the participants that clash."""
    known = set(into.execute("SELECT study, hash FROM study").fetchall())
    for row in other.execute(f"SELECT {studies.STUDY} FROM study ORDER BY id").fetchall():
        if row[:2] not in known:
            _add(into, "study", studies.STUDY, row)
    clashes = []
    people = other.execute(
        "SELECT study, participant FROM assignment UNION SELECT study, participant FROM response "
        "ORDER BY 1, 2"
    ).fetchall()
    for study, participant in people:
        if not _copy_order(into, other, study, participant):
            clashes.append(f"{study}/{participant}")
            continue
        said = f"SELECT {studies.RESPONSE} FROM response WHERE study = ? AND participant = ?"
        here = set(into.execute(said, (study, participant)).fetchall())
        for row in other.execute(f"{said} ORDER BY id", (study, participant)).fetchall():
            if row not in here:
                _add(into, "response", studies.RESPONSE, row)
    return tuple(clashes)


def _copy_order(
    into: sqlite3.Connection, other: sqlite3.Connection, study: str, participant: str
) -> bool:
    """Brings a participant's order in where there is none here; `False`: there is another."""
    select = (
        f"SELECT {studies.ASSIGNMENT} FROM assignment WHERE study = ? AND participant = ? "
        "ORDER BY position"
    )
    ours = into.execute(select, (study, participant)).fetchall()
    theirs = other.execute(select, (study, participant)).fetchall()
    if ours and theirs:
        return ours == theirs
    for row in theirs:
        _add(into, "assignment", studies.ASSIGNMENT, row)
    return True


def _add(into: sqlite3.Connection, table: str, columns: str, row: Sequence[object]) -> None:
    into.execute(f"INSERT INTO {table} ({columns}) VALUES ({_marks(columns)})", row)
