"""A fork shares its parent's events by reference: read, proved and merged with them."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput
from physassist_tui.core.words import EndReason
from physassist_tui.store.recordings import Recordings
from tests.conftest import ROOT
from tests.unit.store_samples import asked, call, ended, numbered, said, score, started

ANSWERED = ev.AnsweredData(text="1.9 mg/dL today.")


def parent(request: str = "What's the creatinine doing?") -> list[ev.AnyEvent]:
    return numbered([started(), asked(request), *call(1), ANSWERED, ended()])


def branch(
    of: str, at: int, *more: ev.EventData, text: str = "And the potassium?"
) -> list[ev.AnyEvent]:
    """The own events of a session forked from event `at` of `of`."""
    start = started(parent_session=of, parent_seq=at)
    return numbered([start, said(text), *more], first=at + 1)


def make(path: Path, **sessions: list[ev.AnyEvent]) -> Path:
    with Recordings.open(path) as recordings:
        for name, events in sessions.items():
            recordings.append(name, events)
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A session, a fork of it, and a fork of that one's own part."""
    return make(
        tmp_path / "r.db",
        A=parent(),
        B=branch("A", 4, said("B")),
        C=branch("B", 6, ANSWERED, text="The sodium, too?"),
    )


def test_a_forks_events_are_its_parents_and_then_its_own(file: Path) -> None:
    with Recordings.open(file) as recordings:
        a, b, c = (recordings.events(name) for name in "ABC")
        assert b == [*a[:4], *branch("A", 4, said("B"))]
        assert c[:6] == b[:6]
        assert [e.seq for e in c] == list(range(1, 10))
        assert [recordings.holder("C", seq) for seq in range(1, 10)] == [*"AAAABB", *"CCC"]
        recordings.append("B", numbered([ended(EndReason.QUIT)], first=8))
        assert recordings.events("C") == c
        row = recordings.session("B")
        assert (row.parent_session, row.parent_seq, row.last_seq) == ("A", 4, 8)
        assert (row.ended, row.turn) == ("quit", 1)
        assert recordings.latest_unfinished() == "C"
        rows = recordings.database.execute("SELECT session, count(*) FROM event GROUP BY 1")
        assert dict(rows.fetchall()) == {"A": 6, "B": 4, "C": 3}
        recordings.save_score("C", score(), "sha256:x")
        assert [saved.last_seq for saved in recordings.scores("C")] == [9]
        # What is shared is found once, where it was said.
        assert [hit.session for hit in recordings.search_text("creatinine")] == ["A"]
        assert [hit.session for hit in recordings.search_text("sodium")] == ["C"]
        assert recordings.verify() == []
        assert recordings.verify("C") == []


def test_a_rewind_and_a_seat_of_a_fork_are_its_own(file: Path) -> None:
    with Recordings.open(file) as recordings:
        change = ev.SeatChangedData(
            changed="assistant", from_player="script:gold", to_player="human", note="n"
        )
        recordings.append("B", numbered([change, ended()], first=8))
        recordings.append("B", numbered([ev.RewoundData(to_seq=7)], first=10))
        assert recordings.session("B").assistant == "script:gold"
        assert recordings.session("B").ended is None
        assert recordings.verify() == []


@pytest.mark.parametrize(
    ("of", "at", "first", "error"),
    [
        ("Z", 4, 5, BadInput),
        ("A", 7, 8, BadInput),
        ("A", 4, 6, ValueError),
        ("A", 3, 5, ValueError),
    ],
)
def test_a_fork_of_what_is_not_there_is_refused(
    file: Path, of: str, at: int, first: int, error: type[Exception]
) -> None:
    start = started(parent_session=of, parent_seq=at)
    with Recordings.open(file) as recordings:
        with pytest.raises(error):
            recordings.append("N", numbered([start, said("x")], first=first))
        assert recordings.verify() == []
        assert len(recordings.sessions()) == 3


TAMPERING = [
    ("DELETE FROM event WHERE session = 'A' AND seq = 4", "B", True),
    ("DELETE FROM event WHERE session = 'A'; DELETE FROM session WHERE id = 'A'", "B", True),
    ("UPDATE event SET player = 'human' WHERE session = 'A' AND seq = 2", "C", True),
    ("UPDATE event SET player = 'human' WHERE session = 'B' AND seq = 6", "C", True),
    ("UPDATE event SET player = 'human' WHERE session = 'B' AND seq = 7", "A", False),
    ("DELETE FROM event WHERE session = 'C' AND seq = 7", "C", True),
    ("DELETE FROM event WHERE session = 'B' AND seq = 5", "C", True),
    ("UPDATE event SET data = json_set(data, '$.parent_seq', 3) "
     "WHERE session = 'B' AND seq = 5", "B", True),
    ("UPDATE event SET data = json_set(data, '$.parent_session', 'C') "
     "WHERE session = 'B' AND seq = 5", "B", True),
    ("UPDATE event SET data = json_set(data, '$.parent_session', 'B') "
     "WHERE session = 'B' AND seq = 5", "B", True),
    ("UPDATE event SET data = 'no json' WHERE session = 'B' AND seq = 5", "B", True),
    ("UPDATE event SET data = x'00' WHERE session = 'B' AND seq = 5", "B", True),
    ("UPDATE session SET parent_seq = 3 WHERE id = 'B'", "B", True),
    ("UPDATE session SET parent_session = NULL WHERE id = 'C'", "C", True),
]  # fmt: skip


@pytest.mark.parametrize(("done", "session", "found"), TAMPERING)
def test_a_parent_that_was_changed_or_is_gone_is_found(
    file: Path, done: str, session: str, found: bool
) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(done)
    with Recordings.open(file, readonly=True) as recordings:
        assert recordings.verify() != []
        assert (recordings.verify(session) != []) is found


def test_a_forger_who_chains_the_parent_anew_is_found_by_the_fork(tmp_path: Path) -> None:
    honest = make(tmp_path / "r.db", A=parent(), B=branch("A", 4))
    forged = make(tmp_path / "f.db", A=parent("What's the potassium doing?"))
    with closing(sqlite3.connect(honest)) as connection, connection:
        connection.execute("ATTACH ? AS forged", (str(forged),))
        connection.execute("DELETE FROM main.event WHERE session = 'A'")
        columns = "session, seq, at, active_ms, turn, seat, player, kind, data, prev_hash, hash"
        connection.execute(f"INSERT INTO main.event ({columns}) SELECT {columns} FROM forged.event")
        connection.execute(
            "UPDATE main.session SET last_hash = (SELECT last_hash FROM forged.session) "
            "WHERE id = 'A'"
        )
    with Recordings.open(honest) as recordings:
        assert recordings.verify("A") == []
        (fault,) = recordings.verify("B")
        assert (fault.session, fault.seq) == ("B", 5)


def sessions(recordings: Recordings) -> dict[str, int]:
    assert recordings.verify() == []
    return {row.id: len(recordings.events(row.id)) for row in recordings.sessions()}


def test_a_merge_brings_a_fork_with_its_parents(file: Path, tmp_path: Path) -> None:
    with Recordings.open(tmp_path / "mine.db") as mine:
        mine.append("X", parent())
        assert mine.merge(file) == 3
        assert sessions(mine) == {"X": 6, "A": 6, "B": 7, "C": 9}
        assert mine.merge(file) == 0
    # A parent that is shorter here grows first; a fork that is shorter here grows as any does.
    make(tmp_path / "short.db", A=parent()[:2])
    with Recordings.open(tmp_path / "short.db") as mine:
        assert mine.merge(file) == 3
        assert sessions(mine) == {"A": 6, "B": 7, "C": 9}


def test_a_fork_stands_where_its_parent_differs_only_later(file: Path, tmp_path: Path) -> None:
    other = parent()[:5]
    other.append(numbered([ended(EndReason.QUIT)], first=6)[0])
    make(tmp_path / "mine.db", A=other)
    with Recordings.open(tmp_path / "mine.db") as mine:
        with pytest.raises(BadInput, match=r"1 session .* A\. 2 other sessions"):
            mine.merge(file)
        assert sessions(mine) == {"A": 6, "B": 7, "C": 9}


def test_a_fork_is_refused_where_its_parent_differs_before(file: Path, tmp_path: Path) -> None:
    make(tmp_path / "mine.db", A=parent("Another question?"))
    with Recordings.open(tmp_path / "mine.db") as mine:
        with pytest.raises(BadInput, match=r"3 sessions .* A, B, C"):
            mine.merge(file)
        assert sessions(mine) == {"A": 6}


def test_the_proof_on_the_page_knows_forks(file: Path, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "recordings.md").read_text(encoding="utf-8")
    (proof,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    script = tmp_path / "prove.py"
    script.write_text(proof, encoding="utf-8")

    def prove() -> str:
        done = subprocess.run(
            [sys.executable, str(script), str(file)], capture_output=True, text=True, check=False
        )
        return done.stdout + done.stderr

    assert prove() == "whole\n"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE event SET player = 'human' WHERE session = 'B' AND seq = 5")
    assert "B: event 5" in prove()
