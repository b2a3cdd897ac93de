"""docs/recordings.md says what is so: its queries and its proof are carried out here."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from physassist_tui.core import events as ev
from physassist_tui.core.words import Seat
from physassist_tui.store import text_index
from physassist_tui.store.recordings import Recordings
from tests.conftest import ROOT
from tests.unit.store_samples import REQUEST_ZH, every_kind, score, short_session

PAGE = (ROOT / "docs" / "recordings.md").read_text(encoding="utf-8")
QUESTIONS = re.findall(r"```sql\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL)


def as_human(events: list[ev.AnyEvent]) -> list[ev.AnyEvent]:
    return [e.model_copy(update={"player": e.player and "human"}) for e in events]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The recordings that the page's answers are from."""
    path = tmp_path_factory.mktemp("docs") / "r.db"
    seats = {Seat.PHYSICIAN: "script", Seat.ASSISTANT: "human", Seat.PATIENT: "grounded"}
    missed = score("fail")
    missed["turns"][0]["items"][0]["because"] = "1.9 mg/dL is not in the answer."
    with Recordings.open(path) as recordings:
        recordings.append("01DEMO1", short_session())
        recordings.save_score("01DEMO1", score("pass"), "sha256:x")
        chinese = short_session(REQUEST_ZH, language="zh", seats=seats)
        recordings.append("01DEMO2", as_human(chinese))
        recordings.save_score("01DEMO2", missed, "sha256:x")
        recordings.append("01DEMO3", as_human(short_session(seats=seats)[:4]))
    return path


@pytest.fixture
def connection(file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(file)) as opened:
        yield opened


def test_there_are_at_least_three_questions() -> None:
    assert len(QUESTIONS) >= 3


@pytest.mark.parametrize(("query", "answer"), QUESTIONS)
def test_a_question_has_the_answer_that_is_shown(
    connection: sqlite3.Connection, query: str, answer: str
) -> None:
    if "spoken_text" in query and not text_index.available(connection):
        pytest.skip("this SQLite has no trigrams")
    if "->>" in query and sqlite3.sqlite_version_info < (3, 38):
        pytest.skip("this SQLite has no ->>")
    cursor = connection.execute(query)
    rows = [[column[0] for column in cursor.description], *cursor.fetchall()]
    shown = [" | ".join("NULL" if v is None else str(v) for v in row) for row in rows]
    assert shown == answer.rstrip("\n").split("\n")


def test_every_table_and_column_is_described(connection: sqlite3.Connection) -> None:
    described = {
        table: re.findall(r"`(\w+)`", columns)
        for table, columns in re.findall(r"^\| `(\w+)` \| [^|]+ \| (.+) \|$", PAGE, re.MULTILINE)
    }
    tables = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' "
        "AND name NOT LIKE 'spoken_%'"
    ).fetchall()
    found = {
        name: [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
        for (name,) in tables
    }
    assert described == found


class TestTheProof:
    def prove(self, path: Path, folder: Path) -> str:
        [program] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
        (folder / "prove.py").write_text(program, encoding="utf-8")
        run = [sys.executable, "-I", str(folder / "prove.py"), str(path)]
        done = subprocess.run(run, capture_output=True, text=True, check=False, timeout=60)
        return (done.stdout + done.stderr).strip()

    def test_whole(self, tmp_path: Path) -> None:
        odd = every_kind()
        odd[4] = odd[4].model_copy(update={"player": 'a "name"\\\n\t\x01 \x7f é 医 😀'})
        with Recordings.open(tmp_path / "r.db") as recordings:
            recordings.append("S", odd)
            recordings.append('odd "id" \\ 号', short_session())
            assert recordings.verify() == []
        assert self.prove(tmp_path / "r.db", tmp_path) == "whole"

    @pytest.mark.parametrize(
        ("statement", "says"),
        [
            ("UPDATE event SET data = '{}' WHERE seq = 4", "event 4 is not"),
            ("DELETE FROM event WHERE seq = 4", "event 5 is not"),
            ("DELETE FROM event WHERE seq = 6", "missing at its end"),
        ],
    )
    def test_not_whole(self, tmp_path: Path, statement: str, says: str) -> None:
        with Recordings.open(tmp_path / "r.db") as recordings:
            recordings.append("S", short_session())
        with closing(sqlite3.connect(tmp_path / "r.db")) as connection, connection:
            connection.execute(statement)
        assert says in self.prove(tmp_path / "r.db", tmp_path)
