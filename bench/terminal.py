"""A program on a terminal of its own, for measurements: its bytes as they come, keys to it."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

SIZE = 40, 140
_PATIENCE_S = 60.0


class Terminal:
    """A process whose standard streams are a terminal of `SIZE` rows and columns."""

    def __init__(self, leader: int, process: subprocess.Popen[bytes]) -> None:
        self._leader = leader
        self._process = process
        self.seen = b""

    def wait_for(self, *wanted: bytes) -> None:
        """Reads until each of `wanted` stands in `seen`. Raises `RuntimeError` where it lacks."""
        until = time.perf_counter() + _PATIENCE_S
        while not all(one in self.seen for one in wanted):
            if time.perf_counter() > until:
                raise RuntimeError(f"{wanted!r} did not come: {self.seen[-2000:]!r}")
            self._read(1.0)

    def settle(self, still_s: float) -> None:
        """Reads until nothing has come for so long; forgets what was seen."""
        while self._read(still_s):
            pass
        self.seen = b""

    def drain(self) -> None:
        """Takes what has come, without waiting, and forgets it."""
        while self._read(0):
            pass
        self.seen = b""

    def _read(self, wait_s: float) -> bool:
        if not select.select([self._leader], [], [], wait_s)[0]:
            return False
        self.seen += os.read(self._leader, 1 << 16)
        return True

    def write(self, keys: bytes) -> None:
        """Types."""
        os.write(self._leader, keys)

    def rss(self) -> int:
        """The bytes of memory that the process holds now."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def on_terminal(command: Sequence[str], environ: Mapping[str, str]) -> Iterator[Terminal]:
    """Runs Python with these arguments on a terminal; kills it at the end."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", *SIZE, 0, 0))
    process = subprocess.Popen(
        [sys.executable, *command], stdin=follower, stdout=follower, stderr=follower, env=environ,
        start_new_session=True,
    )  # fmt: skip
    os.close(follower)
    try:
        yield Terminal(leader, process)
    finally:
        process.kill()
        process.wait()
        os.close(leader)
