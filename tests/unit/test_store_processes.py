"""Real processes: killed while they write, and two on one file. And what is never recorded."""

from __future__ import annotations

import errno
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from physassist_tui.core.errors import ServiceFailed
from physassist_tui.core.state import fold
from physassist_tui.store.connection import WAL_BYTES
from physassist_tui.store.recordings import Recordings
from tests.conftest import ROOT
from tests.unit.store_samples import numbered, said, started
from tests.unit.store_writer import event_at, is_end_of_commit

WRITER = [sys.executable, "-m", "tests.unit.store_writer"]


class Killer:
    """Starts writers and kills them."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._say, self._hear = process.stdin, process.stdout

    def write_and_kill(
        self, path: Path, session: str, seconds: float, *, once_under_way: bool = False
    ) -> int:
        """Lets a writer write for so long; gives the last number it said it had committed.

        `once_under_way` counts the time from its first commit, however slow the machine is.
        """
        acknowledgements = path.with_suffix(".acks")
        acknowledgements.unlink(missing_ok=True)
        print(path, acknowledgements, session, sep="\t", file=self._say, flush=True)
        writer = int(self._hear.readline())
        patience = time.monotonic() + 10
        while once_under_way and not _told(acknowledgements) and time.monotonic() < patience:
            time.sleep(0.001)
        time.sleep(seconds)
        os.kill(writer, signal.SIGKILL)
        assert self._hear.readline() == "dead\n"  # by our hand, not by an error of its own
        if not acknowledgements.exists():
            return 0
        return max(map(int, acknowledgements.read_text().split()), default=0)


def _told(acknowledgements: Path) -> bool:
    return acknowledgements.exists() and acknowledgements.stat().st_size > 0


@pytest.fixture(scope="module")
def killer() -> Iterator[Killer]:
    process = subprocess.Popen(
        [*WRITER, "kill"], cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with process:
        yield Killer(process)


def check(path: Path, session: str, acknowledged: int) -> int:
    """What was acknowledged is there, whole commits of it, and the file proves itself."""
    with Recordings.open(path) as recordings:
        assert recordings.verify() == []
        if session not in {row.id for row in recordings.sessions()}:
            assert acknowledged == 0
            return 0
        events = recordings.events(session)
        assert len(events) >= acknowledged
        assert is_end_of_commit(len(events))
        assert events == [event_at(seq) for seq in range(1, len(events) + 1)]
        assert fold(events).last_seq == recordings.session(session).last_seq == len(events)
        return len(events)


class TestKilled:
    def test_over_and_over_on_one_file(self, killer: Killer, tmp_path: Path) -> None:
        path, moments = tmp_path / "r.db", random.Random(1)
        lengths = [0]
        # A second program has the file open, so that the log lives from writer to writer.
        with Recordings.open(path):
            for n in range(40):
                session = f"S{n // 10}"
                acknowledged = killer.write_and_kill(
                    path, session, moments.uniform(0, 0.05), once_under_way=True
                )
                lengths.append(check(path, session, acknowledged))
        assert sum(b > a for a, b in pairwise(lengths)) > 10

    def test_while_the_file_is_made(self, killer: Killer, tmp_path: Path) -> None:
        moments = random.Random(2)
        lengths = []
        for n in range(24):
            path = tmp_path / f"r{n}.db"
            acknowledged = killer.write_and_kill(path, "S", moments.uniform(0, 0.03))
            lengths.append(check(path, "S", acknowledged))
            assert killer.write_and_kill(path, "S", 0.0) >= 0  # and once more, at once
            check(path, "S", acknowledged)
        assert 0 in lengths or min(lengths) < max(lengths)


class TestTwoPrograms:
    def play(self, path: Path, sessions: tuple[str, ...], count: int) -> list[str]:
        players = [
            subprocess.Popen(
                [*WRITER, "play", str(path), session, str(count)],
                cwd=ROOT,
                text=True,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
            for session in sessions
        ]
        said = []
        for player in players:
            assert player.stdout is not None
            assert player.stdout.readline() == "open\n"
        for player in players:
            assert player.stdin is not None
            player.stdin.write("\n")
            player.stdin.flush()
        for player in players:
            out, _ = player.communicate(timeout=60)
            assert player.returncode == 0
            said.append(out)
        return said

    def test_both_open_a_new_file_and_play(self, tmp_path: Path) -> None:
        path = tmp_path / "new" / "r.db"
        assert self.play(path, ("A", "B"), 90) == ["played 90\n"] * 2
        with Recordings.open(path) as recordings:
            assert [row.last_seq for row in recordings.sessions()] == [90, 90]
            assert recordings.verify() == []

    def test_eight_at_once_lose_nothing_and_none_waits_too_long(self, tmp_path: Path) -> None:
        path = tmp_path / "r.db"
        names = tuple(f"S{n}" for n in range(8))
        assert self.play(path, names, 60) == ["played 60\n"] * 8
        with Recordings.open(path) as recordings:
            for name in names:
                assert recordings.events(name) == [event_at(seq) for seq in range(1, 61)]
            assert recordings.verify() == []

    def test_only_one_goes_on_with_a_session(self, tmp_path: Path) -> None:
        path = tmp_path / "r.db"
        said = sorted(self.play(path, ("S", "S"), 60))
        assert said[0] == "played 60\n"
        assert said[1].startswith("taken Session S is being played")
        with Recordings.open(path) as recordings:
            assert recordings.events("S") == [event_at(seq) for seq in range(1, 61)]
            assert recordings.verify() == []


class TestOnTheDisk:
    """A commit is told of once the log that holds it has been waited for."""

    @pytest.fixture
    def waited(self, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
        """What was waited for, and how long it was then; the waiting itself is as it is."""
        calls: list[tuple[str, int]] = []
        to_disk = os.fdatasync

        def spied(file: int) -> None:
            to_disk(file)
            calls.append((os.readlink(f"/proc/self/fd/{file}"), os.fstat(file).st_size))

        monkeypatch.setattr(os, "fdatasync", spied)
        return calls

    def test_each_commit_waits_for_the_log_after_it_was_written(
        self, tmp_path: Path, waited: list[tuple[str, int]]
    ) -> None:
        log = tmp_path / "r.db-wal"
        with Recordings.open(tmp_path / "r.db") as recordings:
            for seq in range(1, 9):
                recordings.append("S", [event_at(seq)])
                [row] = recordings.database.query("PRAGMA synchronous")
                assert row == {"synchronous": 1}  # all after the first, which SQLite waits for
                assert len(waited) == seq - 1
                assert waited[-1:] in ([], [(str(log), log.stat().st_size)])

    def test_a_disk_that_fails_is_told(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fails(_file: int) -> None:
            raise OSError(errno.EIO, "Input/output error")

        with Recordings.open(tmp_path / "r.db") as recordings:
            recordings.append("S", [event_at(1)])
            with monkeypatch.context() as broken:
                broken.setattr(os, "fdatasync", fails)
                with pytest.raises(ServiceFailed, match="The disk did not") as raised:
                    recordings.append("S", [event_at(2)])
            assert "\n" not in str(raised.value)
            assert recordings.verify() == []


class TestTheLogStaysSmall:
    SLACK = 1024 * 1024

    def write(self, recordings: Recordings, megabytes: int) -> int:
        """Writes so much in commits of 80 kB; gives the largest size the log had, in bytes."""
        log = recordings.path.with_name(recordings.path.name + "-wal")
        largest, seq = 0, recordings.session("S").last_seq + 1
        for _ in range(megabytes * 1000 // 80):
            recordings.append("S", numbered([said("x" * 4000)] * 20, first=seq))
            seq += 20
            largest = max(largest, log.stat().st_size)
        return largest

    def test_while_others_read(self, tmp_path: Path) -> None:
        with (
            Recordings.open(tmp_path / "r.db") as recordings,
            Recordings.open(tmp_path / "r.db", readonly=True) as reader,
        ):
            recordings.append("S", numbered([started()]))
            largest = 0
            for _ in range(3):
                largest = max(largest, self.write(recordings, 4))
                assert len(reader.events("S")) == recordings.session("S").last_seq
            assert largest < WAL_BYTES + self.SLACK
            assert (tmp_path / "r.db").stat().st_size > WAL_BYTES + self.SLACK

    def test_after_a_reader_that_stood_in_the_way(self, tmp_path: Path) -> None:
        with Recordings.open(tmp_path / "r.db") as recordings:
            recordings.append("S", numbered([started()]))
            with closing(sqlite3.connect(tmp_path / "r.db", isolation_level=None)) as reader:
                reader.execute("BEGIN")
                reader.execute("SELECT count(*) FROM event").fetchall()
                assert self.write(recordings, 10) > WAL_BYTES + self.SLACK
            self.write(recordings, 1)
            self.write(recordings, 1)
            log = tmp_path / "r.db-wal"
            assert log.stat().st_size <= WAL_BYTES


def test_no_key_environment_or_host_is_recorded(tmp_path: Path) -> None:
    planted = {
        "ANTHROPIC_API_KEY": "sk-planted-key-one",
        "OPENAI_API_KEY": "sk-planted-key-two",
        "HTTPS_PROXY": "http://planted-user:planted-word@planted-proxy:8080",
        "HOSTNAME": "planted-host-name",
        "LOGNAME": "planted-login",
        "USER": "planted-user",
        "PHYSASSIST_DB": str(tmp_path / "planted-folder" / "r.db"),
    }
    code = (
        "import os\n"
        "from physassist_tui.store.recordings import Recordings, default_path\n"
        "from tests.unit.store_samples import every_kind, score\n"
        "path = default_path()\n"
        "recordings = Recordings.open(path)\n"
        "recordings.append('S', every_kind())\n"
        "recordings.save_score('S', score(), 'sha256:x')\n"
        "recordings.search_text('creatinine')\n"
        "recordings.backup(path.with_name('copy.db'))\n"
        "os._exit(0)\n"  # so that the log is still there to be looked at
    )
    subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=os.environ | planted, check=True, timeout=60
    )
    files = sorted((tmp_path / "planted-folder").iterdir())
    assert [file.name for file in files] == ["copy.db", "r.db", "r.db-shm", "r.db-wal"]
    assert all(b"creatinine" in files[n].read_bytes() for n in (0, 3))  # as it would be found
    secrets = [*planted, "planted", "sk-", str(tmp_path), str(ROOT), socket.gethostname()]
    for file in files:
        content = file.read_bytes()
        assert [s for s in secrets if len(s) > 3 and s.encode() in content] == []
