"""Studies in the recordings: several people's files together, and whatever was tampered with."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from physassist_tui.core.errors import BadInput, ServiceFailed
from physassist_tui.core.view import Answer
from physassist_tui.i18n import LANGUAGES
from physassist_tui.store.recordings import Recordings
from physassist_tui.study.leading import Play, asked_of
from physassist_tui.study.playing import open_assigned
from tests.study.study_world import leading


def person(folder: Path, name: str, who: str) -> Path:
    """The file of somebody who has played the first session, and answered about it."""
    path = folder / name
    with Recordings.open(path) as recordings:
        led = leading(folder, recordings, who)
        led.consent(agreed=True)
        led.instructed()
        step = led.step()
        assert isinstance(step, Play)
        director = open_assigned(led.loaded, recordings, step.assignment).director
        for _ in range(2):
            director.act(Answer("x"))
        for asked in asked_of(led.study.questions, "en"):
            led.answer(step.assignment, asked, 5)
        led.close(step.assignment)
    return path


def test_several_peoples_files_in_any_order_come_to_the_same(tmp_path: Path) -> None:
    files = [person(tmp_path, "a.db", "p01"), person(tmp_path, "b.db", "p02")]
    found = []
    for n, order in enumerate((files, files[::-1], [*files, *files])):
        with Recordings.open(tmp_path / f"all{n}.db") as together:
            for file in order:
                together.merge(file)
            assert together.verify() == []
            studies = together.studies
            assert len(studies.versions("pilot")) == 1
            found.append([(studies.assignments("pilot", who), studies.responses("pilot", who))
                          for who in ("p01", "p02")])  # fmt: skip
    assert found[0] == found[1] == found[2]
    assert [len(rows) for place in found[0] for rows in place] == [2, 11, 2, 11]
    # Whoever goes on in the file of all goes on where they were.
    with Recordings.open(tmp_path / "all0.db") as together:
        step = leading(tmp_path, together, "p01").step()
        assert isinstance(step, Play)
        assert step.assignment.position == 2


def test_what_was_said_later_comes_in_later(tmp_path: Path) -> None:
    file = person(tmp_path, "a.db", "p01")
    with Recordings.open(tmp_path / "all.db") as together:
        together.merge(file)
        with Recordings.open(file) as recordings:
            led = leading(tmp_path, recordings)
            led.interrupted(led.order()[1], "lunch")
        together.merge(file)
        assert [one.text for one in together.studies.responses("pilot")][-1] == "lunch"
        assert len(together.studies.responses("pilot")) == 12


def test_one_id_for_two_people_is_told_and_ours_stays(tmp_path: Path) -> None:
    ours, theirs = person(tmp_path, "a.db", "p01"), person(tmp_path, "b.db", "p01")
    with Recordings.open(ours) as recordings:
        before = (recordings.studies.assignments("pilot"), recordings.studies.responses("pilot"))
        with pytest.raises(BadInput) as raised:
            recordings.merge(theirs)
        for lang in LANGUAGES:
            told = raised.value.message.render(lang)
            assert "\n" not in told
            assert "pilot/p01" in told
            assert str(theirs) in told
        assert "1 other session was brought in" in str(raised.value)
        after = (recordings.studies.assignments("pilot"), recordings.studies.responses("pilot"))
        assert after == before
        assert len(recordings.sessions()) == 2
        assert recordings.verify() == []


@pytest.mark.parametrize("table", ["study", "assignment", "response"])
@pytest.mark.parametrize("how", ["UPDATE {} SET study = 'x'", "DELETE FROM {}"])
def test_rows_are_only_added(tmp_path: Path, table: str, how: str) -> None:
    path = person(tmp_path, "a.db", "p01")
    with (
        closing(sqlite3.connect(path)) as connection,
        pytest.raises(sqlite3.IntegrityError, match=f"rows of {table} are only added"),
    ):
        connection.execute(how.format(table))


@pytest.mark.parametrize(
    ("table", "change", "says"),
    [
        ("study", "data = replace(data, '7', '8')", "A version of study pilot was changed."),
        ("study", "data = 'no JSON'", "A version of study pilot was changed."),
        ("assignment", "language = 'fr'", "keeps of participant p01 is damaged"),
        ("assignment", "requests = 'open'", "keeps of participant p01 is damaged"),
        ("assignment", "at = 'noon'", "keeps of participant p01 is damaged"),
        ("assignment", "seed = seed + 1", "otherwise than its study assigned it"),
        ("assignment", "seconds = 7", "otherwise than its study assigned it"),
        ("assignment", "scenario = 'a/b'", "otherwise than its study assigned it"),
        ("response", "kind = 'nodded'", "keeps of participant p01 is damaged"),
        ("response", "at = NULL", ""),
    ],
)
def test_what_was_changed_behind_our_back_is_told(
    tmp_path: Path, table: str, change: str, says: str
) -> None:
    path = person(tmp_path, "a.db", "p01")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"DROP TRIGGER {table}_is_kept_UPDATE")
        if not says:
            with pytest.raises(sqlite3.IntegrityError):
                connection.execute(f"UPDATE {table} SET {change}")
            return
        connection.execute(f"UPDATE {table} SET {change}")
    with Recordings.open(path) as recordings:
        faults = recordings.verify()
        assert says in faults[0].what.render("en")
        if "damaged" in says:
            read = recordings.studies.responses if table == "response" else (
                recordings.studies.assignments
            )  # fmt: skip
            with pytest.raises(ServiceFailed, match="damaged"):
                read("pilot")
