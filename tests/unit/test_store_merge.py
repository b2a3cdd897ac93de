"""Copies of a file, and several people's files brought together."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from physassist_tui.core.errors import BadInput, PhysassistError
from physassist_tui.core.events import AnyEvent
from physassist_tui.i18n import LANGUAGES
from physassist_tui.store.recordings import Recordings
from tests.unit.store_samples import every_kind, numbered, said, score, short_session, started


def make(path: Path, **sessions: list[AnyEvent]) -> Path:
    with Recordings.open(path) as recordings:
        for name, events in sessions.items():
            recordings.append(name, events)
    return path


def one_line(error: PhysassistError) -> str:
    for lang in LANGUAGES:
        assert "\n" not in error.message.render(lang)
    return str(error)


def lengths(recordings: Recordings) -> dict[str, int]:
    assert recordings.verify() == []
    return {row.id: len(recordings.events(row.id)) for row in recordings.sessions()}


class TestBackup:
    def test_a_copy_is_the_same(self, tmp_path: Path) -> None:
        with Recordings.open(tmp_path / "r.db") as recordings:
            recordings.append("S", every_kind())
            recordings.save_score("S", score(), "sha256:x")
            recordings.backup(tmp_path / "new" / "copy.db")
            with Recordings.open(tmp_path / "new" / "copy.db") as copy:
                assert copy.verify() == []
                assert copy.events("S") == recordings.events("S")
                assert copy.scores("S") == recordings.scores("S")
                assert copy.search_text("creatinine") == recordings.search_text("creatinine")
                copy.append("T", short_session())
                assert copy.verify() == []

    def test_a_copy_tells_of_what_was_missing_when_it_was_made(self, tmp_path: Path) -> None:
        path = make(tmp_path / "r.db", A=short_session(), B=short_session())
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("DELETE FROM event WHERE session = 'B'")
            connection.execute("DELETE FROM session WHERE id = 'B'")
        with Recordings.open(path) as recordings:
            recordings.backup(tmp_path / "copy.db")
        with Recordings.open(tmp_path / "copy.db") as copy:
            assert len(copy.verify()) == 1

    @pytest.mark.parametrize("content", [b"", b"something"])
    def test_never_over_what_is_there(self, tmp_path: Path, content: bytes) -> None:
        (tmp_path / "there").write_bytes(content)
        with (
            Recordings.open(make(tmp_path / "r.db", S=short_session())) as recordings,
            pytest.raises(BadInput, match="exists already") as raised,
        ):
            recordings.backup(tmp_path / "there")
        assert str(tmp_path / "there") in one_line(raised.value)
        assert (tmp_path / "there").read_bytes() == content

    def test_nor_over_itself_a_folder_or_a_link(self, tmp_path: Path) -> None:
        (tmp_path / "link").symlink_to(tmp_path / "nowhere")
        with Recordings.open(make(tmp_path / "r.db", S=short_session())) as recordings:
            odd = tmp_path / "\udcff.db"  # a name that is not UTF-8
            for to in (
                tmp_path / "r.db", tmp_path, tmp_path / "link", tmp_path / "r.db" / "x", odd,
            ):  # fmt: skip
                with pytest.raises(BadInput) as raised:
                    recordings.backup(to)
                one_line(raised.value)
            assert lengths(recordings) == {"S": 6}
        assert not (tmp_path / "nowhere").exists()
        assert {one.name for one in tmp_path.iterdir()} == {"r.db", "link"}

    def test_while_another_writes(self, tmp_path: Path) -> None:
        path = make(tmp_path / "r.db", S=short_session())
        with Recordings.open(path) as one, Recordings.open(path) as other:
            for n in range(5):
                other.append(f"S{n}", short_session())
                one.backup(tmp_path / f"copy{n}.db")
        for n in range(5):
            with Recordings.open(tmp_path / f"copy{n}.db") as copy:
                assert len(lengths(copy)) == n + 2


class TestMerge:
    def test_what_is_new_comes_in_with_its_scores(self, tmp_path: Path) -> None:
        with Recordings.open(tmp_path / "theirs.db") as theirs:
            theirs.append("B", every_kind())
            theirs.save_score("B", score("pass"), "sha256:1")
            theirs.save_score("B", score("fail"), "sha256:2")
            kept = theirs.scores("B")
        before = (tmp_path / "theirs.db").read_bytes()
        with Recordings.open(make(tmp_path / "ours.db", A=short_session())) as ours:
            ours.save_score("A", score(), "sha256:0")
            assert ours.merge(tmp_path / "theirs.db") == 1
            assert lengths(ours) == {"A": 6, "B": 20}
            assert ours.events("B") == every_kind()
            assert [(s.scored_at, s.data, s.identity_hash) for s in ours.scores("B")] == [
                (s.scored_at, s.data, s.identity_hash) for s in kept
            ]
            assert len(ours.scores("A")) == 1
            assert {hit.session for hit in ours.search_text("creatinine")} == {"A", "B"}
        assert (tmp_path / "theirs.db").read_bytes() == before

    def test_merging_again_brings_nothing(self, tmp_path: Path) -> None:
        with Recordings.open(tmp_path / "theirs.db") as theirs:
            theirs.append("B", short_session())
            theirs.save_score("B", score(), "sha256:1")
        with Recordings.open(tmp_path / "ours.db") as ours:
            assert ours.merge(tmp_path / "theirs.db") == 1
            assert ours.merge(tmp_path / "theirs.db") == 0
            assert ours.merge(tmp_path / "ours.db") == 0
            assert len(ours.scores("B")) == 1
            assert lengths(ours) == {"B": 6}

    def test_the_longer_of_two_recordings_is_kept_either_way(self, tmp_path: Path) -> None:
        short = make(tmp_path / "short.db", S=short_session()[:3])
        long = make(tmp_path / "long.db", S=short_session(), T=short_session())
        with Recordings.open(long) as ours:
            assert ours.merge(short) == 0
            assert lengths(ours) == {"S": 6, "T": 6}
        with Recordings.open(short) as ours:
            assert ours.merge(long) == 2
            assert lengths(ours) == {"S": 6, "T": 6}
            assert ours.session("S").ended == "completed"
        with Recordings.open(short) as ours, Recordings.open(long) as theirs:
            assert ours.sessions() == theirs.sessions()

    def test_a_session_that_goes_on_after_it_was_brought_in(self, tmp_path: Path) -> None:
        theirs = make(tmp_path / "theirs.db", S=short_session()[:3])
        with Recordings.open(tmp_path / "ours.db") as ours:
            assert ours.merge(theirs) == 1
            ours.append("S", short_session()[3:])
            assert lengths(ours) == {"S": 6}

    def test_two_ways_are_refused_and_the_rest_comes_in(self, tmp_path: Path) -> None:
        ours_so_far = [*short_session()[:3], *numbered([said("ours")], first=4)]
        theirs_so_far = [*short_session()[:3], *numbered([said("theirs"), said("more")], first=4)]
        theirs = make(tmp_path / "theirs.db", S=theirs_so_far, T=short_session())
        with Recordings.open(make(tmp_path / "ours.db", S=ours_so_far)) as ours:
            with pytest.raises(BadInput) as raised:
                ours.merge(theirs)
            line = one_line(raised.value)
            assert "1 session was played on" in line
            assert "here: S." in line
            assert "1 other session was brought in" in line
            assert str(theirs) in line
            assert ours.events("S") == ours_so_far
            assert lengths(ours) == {"S": 4, "T": 6}

    def test_the_same_id_for_different_sessions(self, tmp_path: Path) -> None:
        theirs = make(tmp_path / "theirs.db", S=numbered([started(seed=8)]))
        with Recordings.open(make(tmp_path / "ours.db", S=numbered([started()]))) as ours:
            with pytest.raises(BadInput, match="different ways"):
                ours.merge(theirs)
            assert ours.events("S") == numbered([started()])

    def test_many_refused_are_still_one_line(self, tmp_path: Path) -> None:
        names = [f"S{n:02}" for n in range(20)]
        theirs = make(tmp_path / "theirs.db", **{n: short_session(seed=8) for n in names})
        ours_path = make(tmp_path / "ours.db", **{n: short_session() for n in names})
        with Recordings.open(ours_path) as ours, pytest.raises(BadInput) as raised:
            ours.merge(theirs)
        line = one_line(raised.value)
        assert "20 sessions were" in line
        assert "S03, S04, …" in line

    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE event SET turn = 3 WHERE seq = 4",
            "DELETE FROM event WHERE seq = 6",
            "UPDATE session SET assistant = 'human'",
            "UPDATE grade SET grade = 'partial'",
            "UPDATE sqlite_sequence SET seq = 5 WHERE name = 'session'",
        ],
    )
    def test_a_file_that_is_not_whole_is_not_merged(self, tmp_path: Path, statement: str) -> None:
        theirs = make(tmp_path / "theirs.db", S=short_session())
        with Recordings.open(theirs) as recordings:
            recordings.save_score("S", score(), "sha256:x")
        with closing(sqlite3.connect(theirs)) as connection, connection:
            connection.execute(statement)
        with Recordings.open(tmp_path / "ours.db") as ours:
            with pytest.raises(BadInput, match="not whole") as raised:
                ours.merge(theirs)
            assert str(theirs) in one_line(raised.value)
            assert lengths(ours) == {}

    @pytest.mark.parametrize("what", ["missing", "folder", "text", "empty"])
    def test_what_is_no_recordings_file(self, tmp_path: Path, what: str) -> None:
        other = tmp_path / "other"
        if what == "folder":
            other.mkdir()
        elif what != "missing":
            other.write_text("hello" if what == "text" else "")
        with Recordings.open(make(tmp_path / "ours.db", S=short_session())) as ours:
            with pytest.raises(BadInput) as raised:
                ours.merge(other)
            assert str(other) in one_line(raised.value)
            assert lengths(ours) == {"S": 6}
        assert other.exists() == (what != "missing")

    def test_a_file_that_is_being_written(self, tmp_path: Path) -> None:
        with (
            Recordings.open(tmp_path / "ours.db") as ours,
            Recordings.open(tmp_path / "theirs.db") as theirs,
        ):
            theirs.append("S", short_session()[:2])
            assert ours.merge(tmp_path / "theirs.db") == 1
            theirs.append("S", short_session()[2:4])
            assert ours.merge(tmp_path / "theirs.db") == 1
            assert lengths(ours) == {"S": 4}

    def test_several_peoples_files_in_any_order_come_to_the_same(self, tmp_path: Path) -> None:
        files = [
            make(tmp_path / "a.db", A=short_session(), S=short_session()[:2]),
            make(tmp_path / "b.db", B=short_session(), S=short_session()),
            make(tmp_path / "c.db", C=short_session(), S=short_session()[:4]),
        ]
        found = []
        for n, order in enumerate(([0, 1, 2], [2, 0, 1], [1, 2, 0])):
            with Recordings.open(tmp_path / f"all{n}.db") as all_of_them:
                for which in order:
                    all_of_them.merge(files[which])
                assert all_of_them.verify() == []
                found.append(sorted(all_of_them.sessions(), key=lambda row: row.id))
        assert found[0] == found[1] == found[2]
        assert [row.id for row in found[0]] == ["A", "B", "C", "S"]
