"""docs/recordings.md says what is so: its queries and its proof are carried out here."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

import pytest
from sqlite_utils import Database

from physassist_tui.core import events as ev
from physassist_tui.core.studying import Assignment, Response
from physassist_tui.core.words import Seat
from physassist_tui.i18n import Lang
from physassist_tui.store import text_index
from physassist_tui.store.recordings import Recordings
from tests.conftest import ROOT
from tests.unit.store_samples import REQUEST_ZH, START, every_kind, score, short_session

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
        _add_study(recordings)
    return path


def _add_study(recordings: Recordings) -> None:
    hashed = recordings.studies.keep("pilot", {"id": "pilot"})
    places: tuple[tuple[str, int, str, str, Lang], ...] = (
        ("p01", 1, "implicit", "01DEMO2", "zh"),
        ("p01", 2, "explicit", "01DEMO3", "en"),
        ("p02", 1, "explicit", "01DEMO4", "en"),
    )
    for participant in ("p01", "p02"):
        recordings.studies.assign(
            [
                Assignment("pilot", who, position, 1, "medication-safety/sample", condition, lang,
                           "implicit", None, "human", 7, session, hashed, START)
                for who, position, condition, session, lang in places
                if who == participant
            ]
        )  # fmt: skip
    parts = ("mental", "physical", "temporal", "performance", "effort", "frustration")
    recordings.studies.respond(
        [
            Response("pilot", "p01", "01DEMO2", START, "answered", "zh", hashed, "workload", part,
                     value)
            for part, value in zip(parts, (50, 0, 25, 50, 75, 25), strict=True)
        ]
    )  # fmt: skip
    assert recordings.verify() == []


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
    assert _shown(rows) == answer.rstrip("\n").split("\n")
    # And the same through sqlite-utils, as it opens the file by itself.
    from_utils = list(Database(connection).query(query))
    assert _shown([from_utils[0], *(one.values() for one in from_utils)]) == _shown(rows)


def _shown(rows: Iterable[Iterable[object]]) -> list[str]:
    return [" | ".join("NULL" if v is None else str(v) for v in row) for row in rows]


def test_sqlite_utils_finds_tables_keys_and_columns(file: Path) -> None:
    database = Database(file)
    assert set(database.table_names()) >= {"session", "event", "study", "assignment", "response"}
    assert database.table("event").foreign_keys[0].other_table == "session"
    assert database.table("session").count == 3
    assert {view.name for view in database.views} == {"spoken"}
    done = subprocess.run(
        [sys.executable, "-m", "sqlite_utils", "tables", str(file), "--counts", "--csv"],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert "assignment,3" in done.stdout


class TestDatasette:
    """In Datasette itself, where `PHYSASSIST_DATASETTE` names its program."""

    @pytest.fixture
    def get(self, file: Path) -> Callable[[str], str]:
        program = os.environ.get("PHYSASSIST_DATASETTE", "")
        if not program:
            pytest.skip("set PHYSASSIST_DATASETTE to the datasette program")

        def _get(path: str) -> str:
            done = subprocess.run(
                [program, str(file), "--get", path],
                capture_output=True, text=True, check=False, timeout=60,
            )  # fmt: skip
            assert done.returncode == 0, done.stdout + done.stderr
            return done.stdout

        return _get

    @pytest.mark.parametrize(("query", "answer"), QUESTIONS)
    def test_a_question_has_the_answer_that_is_shown(
        self, get: Callable[[str], str], query: str, answer: str
    ) -> None:
        words = urlencode({"sql": query.strip().rstrip(";"), "_shape": "objects"})
        told = json.loads(get(f"/r.json?{words}"))
        rows = [told["columns"], *(one.values() for one in told["rows"])]
        assert _shown(rows) == answer.rstrip("\n").split("\n")

    def test_every_table_opens(self, get: Callable[[str], str], file: Path) -> None:
        for name in (*Database(file).table_names(), "spoken"):
            if not name.startswith(("spoken_", "sqlite_")):
                assert "<h1" in get(f"/r/{name}"), name
        assert "cites-latest-creatinine" in get("/r/grade.json")


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
