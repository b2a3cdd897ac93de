"""`verify` finds whatever was done to a recordings file behind our back, and nothing else."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from physassist_tui.i18n import LANGUAGES
from physassist_tui.store.recordings import Recordings
from tests.unit.store_samples import every_kind, long_session, score, short_session


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Three sessions, the middle one longest, with two scores."""
    path = tmp_path_factory.mktemp("whole") / "r.db"
    with Recordings.open(path) as recordings:
        recordings.append("A", short_session())
        recordings.append("B", every_kind())
        recordings.append("C", short_session()[:4])
        recordings.save_score("A", score("pass"), "sha256:x")
        recordings.save_score("A", score("fail"), "sha256:y")
    return path.read_bytes()


@pytest.fixture
def file(tmp_path: Path, whole: bytes) -> Path:
    path = tmp_path / "r.db"
    path.write_bytes(whole)
    return path


def tamper(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        for statement in statements:
            connection.execute(statement)


def faults(path: Path, session: str | None = None) -> list[tuple[str, int, str]]:
    with Recordings.open(path, readonly=True) as recordings:
        found = recordings.verify(session)
        for fault in found:
            for lang in LANGUAGES:
                assert "\n" not in fault.what.render(lang)
        return [(fault.session, fault.seq, str(fault.what)) for fault in found]


def test_a_whole_file_has_no_faults(file: Path) -> None:
    assert faults(file) == []
    assert faults(file, "B") == []


@pytest.mark.parametrize(
    ("assignment", "words"),
    [
        ("at = '2026-03-04T14:30:09.000000Z'", "changed"),
        ("active_ms = active_ms + 1", "changed"),
        ("turn = 2", "changed"),
        ("seat = 'patient'", "changed"),
        ("seat = NULL", "changed"),
        ("player = 'human'", "changed"),
        ("kind = 'message'", "changed"),
        ("hash = upper(hash)", "changed"),
        ("prev_hash = hash", "follow"),
        ("data = x'00ff'", "changed"),
        ("data = CAST(x'ed' AS TEXT)", "changed"),
        ("at = CAST(at AS BLOB)", "changed"),
        ("seq = 'x'", "missing"),
        ("seq = 2.5", "changed"),
        ("seq = 60", "missing"),
    ],
)
def test_each_column_of_an_event_is_proved(file: Path, assignment: str, words: str) -> None:
    tamper(file, f"UPDATE event SET {assignment} WHERE session = 'A' AND seq = 3")
    found = faults(file)
    assert any(f[:2] == ("A", 3) and words in f[2] for f in found), found
    assert {f[0] for f in found} <= {"A", ""}


def test_a_session_cut_short_together_with_its_row(file: Path) -> None:
    tamper(
        file,
        "UPDATE session SET last_seq = 5, last_hash = "
        "(SELECT hash FROM event WHERE session = 'A' AND seq = 5) WHERE id = 'A'",
    )
    [(session, seq, what)] = faults(file)
    assert (session, seq) == ("A", 6)
    assert "no event after 5" in what


@pytest.mark.parametrize(
    ("statement", "session", "seq", "words"),
    [
        ("UPDATE event SET data = replace(data, '1.9', '7') WHERE seq = 5", "A", 5, "changed"),
        ("UPDATE event SET data = data || ' ' WHERE session = 'B' AND seq = 3", "B", 3, "changed"),
        ("DELETE FROM event WHERE session = 'A' AND seq = 1", "A", 1, "missing: 1."),
        ("DELETE FROM event WHERE session = 'A' AND seq IN (3, 4)", "A", 3, "missing: 3 to 4."),
        ("DELETE FROM event WHERE session = 'A' AND seq = 6", "A", 6, "missing: 6."),
        ("DELETE FROM event WHERE session = 'C'", "C", 1, "missing: 1 to 4."),
        ("DELETE FROM session WHERE id = 'A'", "A", 0, "row is missing"),
        ("UPDATE event SET id = 900 WHERE session = 'A' AND seq = 3", "A", 4, "moved"),
        ("UPDATE session SET id = 'Z' WHERE id = 'A'", "A", 0, "row is missing"),
        ("UPDATE score SET mrs = 0.9 WHERE id = 2", "A", 0, "Score 2"),
        ("UPDATE score SET data = replace(data, 'fail', 'pass') WHERE id = 2", "A", 0, "Score 2"),
        ("UPDATE score SET data = '[' WHERE id = 2", "A", 0, "Score 2"),
        ("UPDATE grade SET grade = 'pass' WHERE score = 2", "A", 0, "Score 2"),
        ("DELETE FROM grade WHERE score = 2 AND item = 'judged'", "A", 0, "Score 2"),
        ("UPDATE grade SET score = 77 WHERE score = 2", "", 0, "grade points to a row of score"),
        ("UPDATE sqlite_sequence SET seq = 2", "", 0, "count of the sessions"),
        ("UPDATE sqlite_sequence SET seq = 'x'", "", 0, "count of the sessions"),
        ("DELETE FROM sqlite_sequence", "", 0, "count of the sessions"),
        ("UPDATE sqlite_sequence SET seq = 9", "", 0, "missing: numbers 4 to 9"),
    ],
)  # fmt: skip
def test_what_was_done_is_told(
    file: Path, statement: str, session: str, seq: int, words: str
) -> None:
    tamper(file, statement)
    found = faults(file)
    assert any(f[:2] == (session, seq) and words in f[2] for f in found), found


@pytest.mark.parametrize("column", [
    "scenario", "scenario_hash", "rubric_hash", "toolset", "language", "seed", "physician",
    "assistant", "patient", "app_version", "patient_version", "parent_session", "parent_seq",
    "started_at", "last_at", "last_hash", "active_ms", "turn", "ended",
])  # fmt: skip
def test_each_column_of_a_session_is_proved(file: Path, column: str) -> None:
    tamper(file, f"UPDATE session SET {column} = '8' WHERE id = 'B'")
    [(session, seq, what)] = faults(file)
    assert (session, seq) == ("B", 0)
    assert column in what
    assert "8" in what


def test_every_column_is_in_that_list(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        names = [row[1] for row in connection.execute("PRAGMA table_info(session)")]
    [marked] = test_each_column_of_a_session_is_proved.pytestmark  # type: ignore[attr-defined]
    assert set(names) == {*marked.args[1], "number", "id", "last_seq"}


@pytest.mark.parametrize("name", ["A", "B", "C"])
def test_a_whole_session_that_is_gone(file: Path, name: str) -> None:
    tamper(
        file,
        f"DELETE FROM grade WHERE score IN (SELECT id FROM score WHERE session = '{name}')",
        f"DELETE FROM score WHERE session = '{name}'",
        f"DELETE FROM event WHERE session = '{name}'",
        f"DELETE FROM session WHERE id = '{name}'",
    )
    [(session, seq, what)] = faults(file)
    assert (session, seq) == ("", 0)
    assert "session is missing" in what
    assert str("ABC".index(name) + 1) in what


def test_the_last_sessions_that_are_gone(file: Path) -> None:
    tamper(file, "DELETE FROM event WHERE session <> 'A'", "DELETE FROM session WHERE id <> 'A'")
    [(_, _, what)] = faults(file)
    assert "2 sessions are missing: numbers 2 to 3" in what


def test_one_missing_event_is_no_span_in_either_language(file: Path) -> None:
    tamper(file, "DELETE FROM event WHERE session = 'B' AND seq = 3")
    with Recordings.open(file) as recordings:
        [fault, *_] = recordings.verify()
    assert fault.what.render("en") == "1 event is missing: 3."
    assert fault.what.render("zh") == "缺少 1 个事件：3。"
    tamper(file, "DELETE FROM event WHERE session = 'B' AND seq = 4")
    with Recordings.open(file) as recordings:
        [fault, *_] = recordings.verify()
    assert fault.what.render("en") == "2 events are missing: 3 to 4."
    assert fault.what.render("zh") == "缺少 2 个事件：3 至 4。"


@pytest.mark.parametrize("distance", [1, 2, 3])
def test_two_events_that_changed_places(file: Path, distance: int) -> None:
    tamper(
        file,
        "UPDATE event SET seq = 100 WHERE session = 'B' AND seq = 4",
        f"UPDATE event SET seq = 4 WHERE session = 'B' AND seq = {4 + distance}",
        f"UPDATE event SET seq = {4 + distance} WHERE session = 'B' AND seq = 100",
    )
    assert {f[0] for f in faults(file)} == {"B"}
    assert 4 in {f[1] for f in faults(file)}


def test_two_events_whose_rows_changed_places_hashes_and_all(file: Path) -> None:
    columns = ("at", "active_ms", "turn", "seat", "player", "kind", "data", "prev_hash", "hash")
    with closing(sqlite3.connect(file)) as connection, connection:
        rows = {
            seq: connection.execute(
                f"SELECT {', '.join(columns)} FROM event WHERE session = 'B' AND seq = ?", (seq,)
            ).fetchone()
            for seq in (4, 5)
        }
        for seq, row in ((5, rows[4]), (4, rows[5])):
            changes = ", ".join(f"{column} = ?" for column in columns)
            connection.execute(
                f"UPDATE event SET {changes} WHERE session = 'B' AND seq = ?", (*row, seq)
            )
    assert {f[1] for f in faults(file)} >= {4, 5}


def test_an_event_that_was_put_in(file: Path) -> None:
    columns = "at, active_ms, turn, seat, player, kind, data, prev_hash, hash"
    for seq in (0, -3, 7):
        tamper(
            file,
            f"INSERT INTO event (session, seq, {columns}) "
            f"SELECT session, {seq}, {columns} FROM event WHERE session = 'A' AND seq = 6",
        )
        assert any(f[0] == "A" for f in faults(file))
        tamper(file, f"DELETE FROM event WHERE session = 'A' AND seq = {seq}")
        assert faults(file) == []


def test_events_of_one_session_given_to_another(file: Path) -> None:
    tamper(
        file,
        "DELETE FROM event WHERE session = 'C'",
        "UPDATE event SET session = 'C' WHERE session = 'A' AND seq <= 4",
    )
    assert {f[0] for f in faults(file)} >= {"A", "C"}


def test_a_forged_tail_with_hashes_of_its_own_needs_the_sessions_row(file: Path) -> None:
    """Hashes computed anew from the changed row on, as the documentation allows anybody to."""
    from physassist_tui.store.chain import Row, row_hash

    with closing(sqlite3.connect(file)) as connection, connection:
        rows = connection.execute(
            f"SELECT {', '.join(Row._fields)}, prev_hash FROM event "
            "WHERE session = 'A' AND seq >= 5 ORDER BY seq"
        ).fetchall()
        previous = rows[0][-1]
        for *values, _ in rows:
            row = Row(*values)
            row = row._replace(data=row.data.replace("1.9", "9.1"))
            this = row_hash(row, previous)
            connection.execute(
                "UPDATE event SET data = ?, prev_hash = ?, hash = ? WHERE session = 'A' "
                "AND seq = ?",
                (row.data, previous, this, row.seq),
            )
            previous = this
    [(session, _, what)] = faults(file)
    assert session == "A"
    assert "last_hash" in what


def test_one_session_is_verified_alone(file: Path) -> None:
    tamper(file, "UPDATE event SET turn = 9 WHERE session = 'B' AND seq = 3")
    assert faults(file, "A") == []
    assert [f[:2] for f in faults(file, "B")] == [("B", 3)]


def test_text_that_would_reach_the_terminal_is_made_visible(file: Path) -> None:
    tamper(file, "UPDATE session SET scenario = char(27) || '[31m' || CAST(x'ff' AS TEXT)")
    for _, _, what in faults(file):
        assert "\x1b" not in what
        what.encode()


def test_pages_that_are_damaged(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    with Recordings.open(path) as recordings:
        recordings.append("S", long_session(400))
    whole = path.read_bytes()
    pages = len(whole) // 4096
    for page in range(2, pages, max(1, pages // 12)):
        path.write_bytes(whole[: page * 4096] + b"\xa5" * 4096 + whole[(page + 1) * 4096 :])
        assert faults(path), page


@settings(max_examples=80, deadline=None)
@given(data=st.data())
def test_any_change_to_any_event_is_found(
    data: st.DataObject, whole: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("any") / "r.db"
    path.write_bytes(whole)
    columns = [
        "session", "seq", "at", "active_ms", "turn", "seat", "player", "kind", "data",
        "prev_hash", "hash",
    ]  # fmt: skip
    column = data.draw(st.sampled_from(columns))
    row_id = data.draw(st.integers(1, 29))
    value: Any = data.draw(st.one_of(st.text(max_size=8), st.integers(-9, 99), st.binary()))
    if isinstance(value, str):
        value = value.encode("utf-8", "replace").decode()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA synchronous = OFF")
        [before] = connection.execute(
            f"SELECT {column} FROM event WHERE id = ?", (row_id,)
        ).fetchone()
        try:
            connection.execute(f"UPDATE event SET {column} = ? WHERE id = ?", (value, row_id))
        except sqlite3.IntegrityError:
            return
        [after] = connection.execute(
            f"SELECT {column} FROM event WHERE id = ?", (row_id,)
        ).fetchone()
    changed = (type(before), before) != (type(after), after)
    assert bool(faults(path)) == changed
