"""Files of every older version: brought up to date on a copy first, and never harmed."""

from __future__ import annotations

import json
import resource
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from physassist_tui import cli
from physassist_tui.core.errors import PhysassistError, ServiceFailed
from physassist_tui.i18n import LANGUAGES
from physassist_tui.store import schema
from physassist_tui.store.chain import first_hash, row_hash, to_row
from physassist_tui.store.connection import OlderVersion
from physassist_tui.store.derived import grade_rows, score_columns, summary_of
from physassist_tui.store.recordings import Recordings
from physassist_tui.store.summary import INSERT
from tests.unit.store_samples import every_kind, score, short_session

OLDER = tuple(range(1, schema.LATEST))


def write(path: Path, version: int) -> Path:
    """A file as the program of that version left it: its schema, sessions, a score, in WAL."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        for step in schema.MIGRATIONS[:version]:
            for statement in step.statements:
                connection.execute(statement)
            connection.execute(
                "INSERT INTO migration VALUES (?, ?, '2026-01-01T00:00:00.000000Z')",
                (step.number, step.name),
            )
        for session, events in (("A", every_kind()), ("B", short_session())):
            link = first_hash(session)
            rows = []
            for event in events:
                row = to_row(session, event)
                rows.append((*row, link, link := row_hash(row, link)))
            connection.execute(INSERT, summary_of(session, events, link).values())
            connection.executemany(
                "INSERT INTO event (session, seq, at, active_ms, turn, seat, player, kind, data, "
                "prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                rows,
            )
        columns = score_columns(score())
        connection.execute(
            "INSERT INTO score VALUES (1, 'B', '2026-03-04T15:00:00.000000Z', 6, 'sha256:x', "
            "?, ?, ?, ?)",
            (columns["mrs"], columns["graded_share"], columns["task_success"], _json(score())),
        )
        for grade in grade_rows(1, score()):
            marks = ", ".join("?" * len(grade))
            connection.execute(
                f"INSERT INTO grade ({', '.join(grade)}) VALUES ({marks})", tuple(grade.values())
            )
        if version >= 2:
            connection.execute(
                "INSERT INTO rating (session, rater, at, kind, scenario_hash, rubric_hash, "
                "last_seq, turn, item, text, ms) VALUES ('B', 'anna', "
                "'2026-03-04T15:00:00.000000Z', 'opened', 's', 'r', 6, 0, '', '', 0)"
            )
    return path


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def content(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table, as any reader of SQLite finds it."""
    with closing(sqlite3.connect(path)) as connection:
        names = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        ).fetchall()
        return {
            name: connection.execute(f'SELECT * FROM "{name}"').fetchall()
            for (name,) in names
            if not name.startswith("spoken_text")
        }


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("version", OLDER)
def test_it_is_brought_up_to_date_with_all_it_holds(tmp_path: Path, version: int) -> None:
    path = write(tmp_path / "r.db", version)
    before = content(path)
    with pytest.raises(OlderVersion):
        Recordings.open(path, readonly=True)
    assert content(path) == before
    with Recordings.open(path) as recordings:
        assert recordings.verify() == []
        assert recordings.events("A") == every_kind()
        assert recordings.events("B") == short_session()
        assert [one.data for one in recordings.scores("B")] == [score()]
        assert [one.rater for one in recordings.ratings("B")] == ["anna"] * (version >= 2)
        assert recordings.studies.assignments("any") == []
        recordings.append("C", short_session())
    after = content(path)
    assert [row[0] for row in after["migration"]] == list(range(1, schema.LATEST + 1))
    assert after["event"][: len(before["event"])] == before["event"]
    assert files(tmp_path) == ["r.db"]


@pytest.mark.parametrize("version", OLDER)
@pytest.mark.parametrize(
    ("statements", "says"),
    [
        (("CREATE TABLE probe (id)", "CREATE TABLE session (id)"), "already exists"),
        (("DELETE FROM grade",), "rows lost of grade"),
        (("DROP TABLE spoken_nothing",), "no such table"),
        (("PRAGMA foreign_keys = OFF", "UPDATE event SET session = 'Z' WHERE id = 1"), "FOREIGN"),
    ],
)
def test_a_step_that_fails_or_loses_something_leaves_the_original_untouched(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    version: int,
    statements: tuple[str, ...],
    says: str,
) -> None:
    path = write(tmp_path / "r.db", version)
    before, raw = content(path), path.read_bytes()
    bad = schema.Migration(schema.LATEST + 1, "bad", statements)
    with monkeypatch.context() as later:
        later.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, bad))
        later.setattr(schema, "LATEST", bad.number)
        with pytest.raises(ServiceFailed) as raised:
            Recordings.open(path)
    assert says in str(raised.value)
    for lang in LANGUAGES:
        told = raised.value.message.render(lang)
        assert "\n" not in told
        assert str(path) in told
    assert path.read_bytes() == raw  # not a byte of it
    assert content(path) == before
    assert files(tmp_path) == ["r.db"]
    with Recordings.open(path) as recordings:
        assert recordings.verify() == []


def test_no_room_for_the_copy(tmp_path: Path) -> None:
    path = write(tmp_path / "r.db", 1)
    raw = path.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handled = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(raw) // 2, limits[1]))
    try:
        with pytest.raises(PhysassistError) as raised:
            Recordings.open(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handled)
    assert str(path) in str(raised.value)
    assert path.read_bytes() == raw
    assert not [name for name in files(tmp_path) if "copy" in name]


@pytest.mark.parametrize("version", OLDER)
def test_somebody_elses_older_file_is_merged_and_not_touched(tmp_path: Path, version: int) -> None:
    path = write(tmp_path / "theirs.db", version)
    before, raw = content(path), path.read_bytes()
    with Recordings.open(tmp_path / "ours.db") as recordings:
        assert recordings.merge(path) == 2
        assert recordings.merge(path) == 0
        assert recordings.events("A") == every_kind()
        assert len(recordings.ratings("B")) == (version >= 2)
        assert recordings.verify() == []
    assert path.read_bytes() == raw
    assert content(path) == before


def test_the_commands_read_an_older_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in (["db", "verify"], ["sessions", "--json"]):
        path = write(tmp_path / f"{command[0]}.db", 1)
        assert cli.run([*command, "--db", str(path)]) == 0
        assert capsys.readouterr().out
        with Recordings.open(path, readonly=True) as recordings:
            assert len(recordings.sessions()) == 2
