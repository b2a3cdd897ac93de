"""Files that cannot be used, and disks that give out: one clear line, and nothing is lost."""

from __future__ import annotations

import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import textwrap
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from physassist_tui.core.errors import BadInput, PhysassistError, ServiceFailed
from physassist_tui.i18n import LANGUAGES
from physassist_tui.store import schema
from physassist_tui.store.connection import persistently
from physassist_tui.store.recordings import Recordings
from tests.conftest import ROOT
from tests.unit.store_samples import long_session, short_session


def one_line(error: PhysassistError, *named: object) -> str:
    """The error's line, once it has been seen to be one, and to name what it is about."""
    for lang in LANGUAGES:
        assert "\n" not in error.message.render(lang)
    for name in named:
        assert str(name) in str(error)
    return str(error)


def refused(path: Path, **how: bool) -> str:
    with pytest.raises(BadInput) as raised:
        Recordings.open(path, **how)
    return one_line(raised.value, path)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("recorded") / "r.db"
    with Recordings.open(path) as recordings:
        recordings.append("S", short_session()[:4])
    return path.read_bytes()


def in_a_process(code: str, *args: object) -> subprocess.CompletedProcess[str]:
    """Runs code in a process of its own, which prints what it wants to tell."""
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), *map(str, args)],
        cwd=ROOT,
        text=True,
        capture_output=True,
        timeout=60,
        check=True,
    )


class TestWhatIsAtThePath:
    def test_a_missing_file_is_made_with_its_folders(self, tmp_path: Path) -> None:
        path = tmp_path / "not" / "yet" / "r.db"
        Recordings.open(path).close()
        assert path.is_file()

    def test_a_missing_file_is_not_made_where_that_is_not_wanted(self, tmp_path: Path) -> None:
        path = tmp_path / "not" / "r.db"
        assert "no such file" in refused(path, create=False)
        assert "no such file" in refused(path, readonly=True)
        assert list(tmp_path.iterdir()) == []

    def test_an_empty_file_is_fine(self, tmp_path: Path) -> None:
        path = tmp_path / "r.db"
        path.touch()
        with Recordings.open(path, create=False) as recordings:
            assert recordings.sessions() == []

    def test_an_empty_file_holds_nothing_to_read(self, tmp_path: Path) -> None:
        path = tmp_path / "r.db"
        path.touch()
        assert "holds no recordings" in refused(path, readonly=True)
        assert path.read_bytes() == b""

    def test_a_folder(self, tmp_path: Path) -> None:
        assert "folder" in refused(tmp_path)

    def test_a_device(self) -> None:
        assert "device" in refused(Path("/dev/null"))

    def test_a_file_where_a_folder_should_be(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("x")
        assert "--db" in refused(tmp_path / "file" / "r.db")

    def test_a_link_to_nowhere_is_followed(self, tmp_path: Path) -> None:
        (tmp_path / "link").symlink_to(tmp_path / "target")
        Recordings.open(tmp_path / "link").close()
        assert (tmp_path / "target").is_file()

    def test_a_ring_of_links(self, tmp_path: Path) -> None:
        (tmp_path / "a").symlink_to(tmp_path / "b")
        (tmp_path / "b").symlink_to(tmp_path / "a")
        refused(tmp_path / "a")

    @pytest.mark.parametrize("name", ["a b.db", "a?b#c%20.db", "录音.db", "a'b\";--.db", "-x.db"])
    def test_names_that_mean_something_elsewhere(self, tmp_path: Path, name: str) -> None:
        with Recordings.open(tmp_path / name) as recordings:
            recordings.append("S", short_session())
        with Recordings.open(tmp_path / name, readonly=True) as recordings:
            assert recordings.verify() == []
            recordings.backup(tmp_path / f"copy {name}")
        with Recordings.open(tmp_path / f"copy {name}") as recordings:
            assert recordings.verify() == []
        # A reader may leave an empty log beside the file; no other name may appear.
        wanted = {f"{base}{end}" for base in (name, f"copy {name}") for end in ("", "-wal", "-shm")}
        assert {p.name for p in tmp_path.iterdir()} <= wanted

    @pytest.mark.parametrize("name", ["x" * 300, "nul\0nul"])
    def test_names_that_no_file_can_have(self, tmp_path: Path, name: str) -> None:
        with pytest.raises(BadInput) as raised:
            Recordings.open(tmp_path / name)
        one_line(raised.value, "--db")


class TestWhatIsInTheFile:
    @pytest.mark.parametrize(
        "content",
        [b"hello\n", b"x" * 5000, b"SQLite format 3\0", b"SQLite format 3\0" + b"\xa5" * 5000],
    )
    @pytest.mark.parametrize("readonly", [True, False])
    def test_not_a_database(self, tmp_path: Path, content: bytes, readonly: bool) -> None:
        path = tmp_path / "notes.txt"
        path.write_bytes(content)
        with pytest.raises(PhysassistError) as raised:
            Recordings.open(path, readonly=readonly)
        one_line(raised.value, path)
        assert path.read_bytes() == content
        assert [p.name for p in tmp_path.iterdir()] == ["notes.txt"]

    @pytest.mark.parametrize(
        "statement",
        [
            "CREATE TABLE patients (name)",
            "CREATE TABLE migration (number)",
            "CREATE TABLE session (id); CREATE TABLE migration (number)",
            "PRAGMA application_id = 7",
        ],
    )
    def test_another_programs_database_is_left_as_it_is(
        self, tmp_path: Path, statement: str
    ) -> None:
        path = tmp_path / "other.db"
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(statement)
        before = path.read_bytes()
        assert "another program's" in refused(path)
        assert "another program's" in refused(path, readonly=True)
        assert path.read_bytes() == before

    @pytest.mark.parametrize("readonly", [True, False])
    def test_a_newer_version(self, tmp_path: Path, readonly: bool) -> None:
        path = tmp_path / "r.db"
        Recordings.open(path).close()
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("INSERT INTO migration VALUES (99, 'to come', '2030')")
        before = path.read_bytes()
        line = refused(path, readonly=readonly)
        assert "newer" in line
        assert "99" in line
        assert path.read_bytes() == before

    @settings(max_examples=60, deadline=None)
    @given(data=st.data())
    def test_a_damaged_file_never_ends_in_a_traceback(
        self, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory, recorded: bytes
    ) -> None:
        path = tmp_path_factory.mktemp("damaged") / "r.db"
        content = bytearray(recorded)
        for _ in range(data.draw(st.integers(1, 4))):
            at = data.draw(st.integers(0, len(content) - 1))
            what = data.draw(st.binary(min_size=1, max_size=64))
            content[at : at + len(what)] = what
        path.write_bytes(bytes(content[: data.draw(st.integers(1, len(content)))]))
        extra = short_session()[4:]
        deeds: list[Callable[[Recordings], object]] = [
            lambda r: r.verify(),
            lambda r: [(row.started_at, row.to_json()) for row in r.sessions()],
            lambda r: r.events("S"),
            lambda r: r.scores("S"),
            lambda r: r.search_text("creatinine"),
            lambda r: r.append("S", extra),
            lambda r: r.append("T", short_session()),
            lambda r: r.backup(path.with_name("copy.db")),
            lambda r: r.merge(path),
        ]
        try:
            with Recordings.open(path) as recordings:
                for deed in deeds:
                    try:
                        deed(recordings)
                    except PhysassistError as error:
                        one_line(error)
        except PhysassistError as error:
            one_line(error)


class TestMigrations:
    """A later version's steps, on a file that this one wrote."""

    NOW = schema.LATEST
    NEXT = schema.Migration(NOW + 1, "later", ("CREATE TABLE probe (id INTEGER PRIMARY KEY)",))
    WRONG = schema.Migration(
        NOW + 2, "wrong", ("CREATE TABLE probe2 (id)", "CREATE TABLE session (id)")
    )

    def learn(self, monkeypatch: pytest.MonkeyPatch, *steps: schema.Migration) -> None:
        monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, *steps))
        monkeypatch.setattr(schema, "LATEST", steps[-1].number)

    def steps_of(self, recordings: Recordings) -> list[object]:
        rows = recordings.database.query("SELECT number, name FROM migration ORDER BY number")
        return [(row["number"], row["name"]) for row in rows]

    @pytest.fixture
    def path(self, tmp_path: Path, recorded: bytes) -> Path:
        path = tmp_path / "r.db"
        path.write_bytes(recorded)
        return path

    def test_an_older_file_is_brought_up_to_date(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.learn(monkeypatch, self.NEXT)
        assert "older version" in refused(path, readonly=True)
        with Recordings.open(path) as recordings:
            assert self.steps_of(recordings)[self.NOW :] == [(self.NOW + 1, "later")]
            assert list(recordings.database.query("SELECT * FROM probe")) == []
            assert len(recordings.events("S")) == 4
            assert recordings.verify() == []
        Recordings.open(path, readonly=True).close()

    def test_a_step_that_fails_leaves_the_file_as_it_was(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as later:
            self.learn(later, self.NEXT, self.WRONG)
            with pytest.raises(ServiceFailed) as raised:
                Recordings.open(path)
            one_line(raised.value, path)
        with Recordings.open(path) as recordings:
            assert len(self.steps_of(recordings)) == self.NOW
            assert recordings.verify() == []


class TestLocks:
    def test_locked_by_a_writer_that_does_not_let_go(self, tmp_path: Path) -> None:
        path = tmp_path / "r.db"
        with Recordings.open(path, busy_seconds=0.2) as recordings:
            recordings.append("S", short_session()[:2])
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                with pytest.raises(ServiceFailed) as raised:
                    recordings.append("S", short_session()[2:])
                assert "locked" in one_line(raised.value, path)
                assert len(recordings.events("S")) == 2  # reading goes on
                assert recordings.search_text("creatinine")
                other.execute("ROLLBACK")
            recordings.append("S", short_session()[2:])
            assert recordings.verify() == []

    def test_a_writer_that_lets_go_is_waited_for(self, tmp_path: Path) -> None:
        path = tmp_path / "r.db"
        Recordings.open(path).close()
        holder = subprocess.Popen(
            [
                sys.executable,
                "-c",
                "import sqlite3, sys, time\n"
                "c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
                "c.execute('BEGIN IMMEDIATE')\n"
                "print(flush=True)\n"
                "time.sleep(0.4)\n"
                "c.execute('COMMIT')\n",
                path,
            ],
            stdout=subprocess.PIPE,
        )
        with holder, Recordings.open(path) as recordings:
            assert holder.stdout is not None
            holder.stdout.readline()
            recordings.append("S", short_session())
            assert recordings.verify() == []

    def test_what_sqlite_does_not_wait_for_itself_is_tried_again(self, tmp_path: Path) -> None:
        path = tmp_path / "r.db"
        Recordings.open(path).close()
        with (
            closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as one,
            closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as impatient,
        ):
            one.execute("BEGIN IMMEDIATE")
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                persistently(lambda: impatient.execute("BEGIN IMMEDIATE"), 0.05)
            release = threading.Timer(0.1, one.execute, ["COMMIT"])
            release.start()
            persistently(lambda: impatient.execute("BEGIN IMMEDIATE"), 5)
            assert impatient.in_transaction
            release.join()

    def test_a_wait_that_was_in_vain_is_not_waited_again(self, tmp_path: Path) -> None:
        path = tmp_path / "r.db"
        Recordings.open(path).close()
        tries: list[int] = []
        with (
            closing(sqlite3.connect(path, isolation_level=None)) as one,
            closing(sqlite3.connect(path, isolation_level=None, timeout=0.5)) as other,
        ):
            one.execute("BEGIN IMMEDIATE")

            def attempt() -> None:
                tries.append(1)
                other.execute("BEGIN IMMEDIATE")

            with pytest.raises(sqlite3.OperationalError, match="locked"):
                persistently(attempt, 0.5)
        assert len(tries) == 1

    def test_many_make_one_file_at_the_same_moment(self, tmp_path: Path) -> None:
        together = threading.Barrier(6)

        def play(path: Path, name: str) -> int:
            together.wait()
            with Recordings.open(path) as recordings:
                recordings.append(name, short_session()[:2])
                return len(recordings.verify())

        with ThreadPoolExecutor(6) as pool:
            for n in range(12):
                path = tmp_path / f"r{n}.db"
                assert list(pool.map(play, [path] * 6, "ABCDEF")) == [0] * 6
                with Recordings.open(path) as recordings:
                    assert len(recordings.sessions()) == 6

    def test_locked_while_it_is_opened(self, tmp_path: Path) -> None:
        path = tmp_path / "r.db"
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            with pytest.raises(ServiceFailed) as raised:
                Recordings.open(path, busy_seconds=0.1)
            assert "locked" in one_line(raised.value, path)


class TestRights:
    """As a user who may not do everything: root gives its rights up in a process of its own."""

    CODE = """
        import os, sys
        from pathlib import Path
        from physassist_tui.core.errors import BadInput
        from physassist_tui.store import verify  # before the rights are given up
        from physassist_tui.store.recordings import Recordings
        from physassist_tui.core.events import EVENT
        from tests.unit.store_samples import short_session
        EVENT.rebuild()
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
        path = Path(sys.argv[1])
        for readonly in (False, True):
            try:
                with Recordings.open(path, readonly=readonly) as recordings:
                    faults, sessions = recordings.verify(), recordings.sessions()
                    print(len(recordings.events("S")), len(faults), len(sessions))
            except BadInput as error:
                print(error)
    """

    @pytest.fixture
    def folder(self) -> Iterator[Path]:
        # Not in pytest's own folder, which other users may not enter.
        with tempfile.TemporaryDirectory() as outer:
            Path(outer).chmod(0o755)
            folder = Path(outer) / "folder"
            folder.mkdir()
            with Recordings.open(folder / "r.db") as recordings:
                recordings.append("S", short_session())
            yield folder
            folder.chmod(0o755)

    def test_a_read_only_file(self, folder: Path) -> None:
        (folder / "r.db").chmod(0o444)
        folder.chmod(0o777)
        write, read = in_a_process(self.CODE, folder / "r.db").stdout.splitlines()
        assert str(folder / "r.db") in write
        assert "cannot be written" in write
        assert read == "6 0 1"

    def test_a_read_only_folder(self, folder: Path) -> None:
        (folder / "r.db").chmod(0o666)
        folder.chmod(0o555)
        write, read = in_a_process(self.CODE, folder / "r.db").stdout.splitlines()
        assert "cannot be written" in write
        assert read == "6 0 1"
        assert [p.name for p in folder.iterdir()] == ["r.db"]

    @pytest.mark.parametrize("log_mode", [0o600, 0o644])
    def test_a_log_that_is_not_written_back_is_never_left_out(
        self, folder: Path, log_mode: int
    ) -> None:
        with Recordings.open(folder / "r.db") as recordings:
            recordings.append("T", short_session())
            for file in folder.iterdir():
                file.chmod(log_mode)
            (folder / "r.db").chmod(0o666)
            folder.chmod(0o555)
            write, read = in_a_process(self.CODE, folder / "r.db").stdout.splitlines()
        assert "cannot be written" in write
        assert read == "6 0 2" or (log_mode == 0o600 and "cannot be opened" in read)

    def test_a_folder_in_which_no_file_can_be_made(self, folder: Path) -> None:
        folder.chmod(0o555)
        write, read = in_a_process(self.CODE, folder / "new.db").stdout.splitlines()
        assert "ermission denied" in write
        assert "no such file" in read

    def test_a_file_that_cannot_be_read(self, folder: Path) -> None:
        (folder / "r.db").chmod(0o200 if os.geteuid() else 0o600)
        folder.chmod(0o777)
        for line in in_a_process(self.CODE, folder / "r.db").stdout.splitlines():
            assert str(folder / "r.db") in line
            assert "--db" in line


FILL = """
    import resource, sys
    from pathlib import Path
    from physassist_tui.core.errors import PhysassistError
    from physassist_tui.store.recordings import Recordings
    from tests.unit.store_samples import long_session
    path, limit = Path(sys.argv[1]), int(sys.argv[2])
    events = long_session(4000)
    with Recordings.open(path) as recordings:
        if limit:
            hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
        kept = 0
        try:
            for event in events:
                recordings.append("S", [event])
                kept += 1
        except PhysassistError as error:
            print(type(error).__name__, error)
        assert recordings.events("S") == events[:kept]
        print(kept)
        for deed in (
            lambda: recordings.backup(path.with_name("copy.db")),
            lambda: print("found", len(recordings.search_text("creatinine"))),
        ):
            try:
                deed()
            except PhysassistError as error:
                print(type(error).__name__, error)
    print("closed")
"""


class TestADiskThatIsFull:
    def check(self, path: Path, output: str) -> None:
        error, kept, *rest = output.splitlines()
        assert error.startswith("ServiceFailed")
        assert str(path) in error
        assert "everything recorded before is safe" in error
        assert 0 < int(kept) < 4000
        assert "found 1" in rest
        assert rest[-1] == "closed"
        copy = path.with_name("copy.db")
        if copy.exists():  # there was room for it
            with Recordings.open(copy) as recordings:
                assert len(recordings.events("S")) == int(kept)
                assert recordings.verify() == []
        else:
            assert str(copy) in rest[0]
        events = long_session(4000)[: int(kept) + 5]
        assert not path.with_name("r.db-journal").exists()
        with Recordings.open(path) as recordings:
            assert recordings.events("S") == events[: int(kept)]
            assert recordings.verify() == []

    def test_a_full_disk(self, tmp_path: Path) -> None:
        if os.geteuid() != 0:
            pytest.skip("only root can mount a small disk; the next test fills a file instead")
        disk = tmp_path / "disk"
        disk.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=1500k", "tmpfs", str(disk)]
        if subprocess.run(mount, check=False, capture_output=True).returncode != 0:
            pytest.skip("root may not mount here; the next test fills a file instead")
        try:
            output = in_a_process(FILL, disk / "r.db", 0).stdout
            assert "No space is left" in output
            assert not (disk / "copy.db").exists()
            subprocess.run(["mount", "-o", "remount,size=9000k", str(disk)], check=True)
            self.check(disk / "r.db", output)
            with Recordings.open(disk / "r.db") as recordings:  # and play can go on
                recordings.append("T", long_session(100))
                assert recordings.verify() == []
        finally:
            subprocess.run(["umount", str(disk)], check=True)

    @pytest.mark.parametrize("limit", [300_000, 1_000_000])
    def test_a_file_that_may_not_grow(self, tmp_path: Path, limit: int) -> None:
        output = in_a_process(FILL, tmp_path / "r.db", limit).stdout
        self.check(tmp_path / "r.db", output)

    def test_the_limit_was_only_the_childs(self) -> None:
        assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY


class TestAFileThatChangesUnderOurFeet:
    @pytest.fixture
    def recordings(self, tmp_path: Path) -> Iterator[Recordings]:
        with Recordings.open(tmp_path / "r.db") as opened:
            opened.append("S", short_session()[:2])
            yield opened

    def goes_no_further(self, recordings: Recordings) -> None:
        with pytest.raises(ServiceFailed) as raised:
            recordings.append("S", short_session()[2:])
        assert "replaced or removed" in one_line(raised.value, recordings.path)
        with pytest.raises(ServiceFailed):
            recordings.save_score("S", {}, "sha256:x")

    def test_removed(self, recordings: Recordings) -> None:
        recordings.path.unlink()
        self.goes_no_further(recordings)
        recordings.close()
        assert not recordings.path.exists()

    def test_replaced(self, recordings: Recordings, tmp_path: Path) -> None:
        with Recordings.open(tmp_path / "other.db") as other:
            other.append("O", short_session())
        content = (tmp_path / "other.db").read_bytes()
        (tmp_path / "other.db").replace(recordings.path)
        self.goes_no_further(recordings)
        recordings.close()
        assert recordings.path.read_bytes() == content

    def test_its_folder_moved(self, tmp_path: Path) -> None:
        with Recordings.open(tmp_path / "one" / "r.db") as recordings:
            recordings.append("S", short_session()[:2])
            (tmp_path / "one").rename(tmp_path / "two")
            self.goes_no_further(recordings)
        with Recordings.open(tmp_path / "two" / "r.db") as recordings:
            assert len(recordings.events("S")) == 2
            assert recordings.verify() == []

    def test_overwritten_in_place(self, recordings: Recordings) -> None:
        recordings.path.write_bytes(b"not what it was" * 1000)
        for deed in (
            lambda: recordings.append("S", short_session()[2:]),
            lambda: recordings.append("T", short_session()),
            recordings.verify,
        ):
            try:
                deed()
            except PhysassistError as error:
                one_line(error)
