"""Several processes recording into one file: how fast together, and that nothing is lost.

`python -m bench.recording PATH SESSION COUNT`: one of them. It says `ready`, waits for a line,
records `COUNT` events, one commit an event as a person's acts are, and says how long it took.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.measure import Figure, by_value
from bench.store import call, started
from physassist_tui.store.recordings import Recordings

PROCESSES = 8
EVENTS = 500
"""Events of each process."""
RUNS = 5


def measure() -> Iterator[Figure]:
    """The time that an event takes where 8 processes record, beside one alone."""
    # Beside this file: where the temporary folder is in memory, nothing waits for a disk.
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent, prefix=".tmp-") as folder:
        together(Path(folder) / "warm.db", 2)
        alone = [together(Path(folder) / f"one{run}.db", 1) for run in range(RUNS)]
        many = [together(Path(folder) / f"many{run}.db", PROCESSES) for run in range(RUNS)]
    yield by_value(
        f"an event, {PROCESSES} processes recording into one file",
        "an event, one process recording",
        many,
        sorted(alone)[RUNS // 2],
        0.001,
    )


def together(path: Path, processes: int) -> float:
    """Seconds an event, all processes together. Raises `RuntimeError` where one was lost."""
    writers = [
        subprocess.Popen(
            [sys.executable, "-m", "bench.recording", str(path), f"S{n}", str(EVENTS)],
            text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )
        for n in range(processes)
    ]  # fmt: skip
    for writer in writers:
        assert writer.stdout is not None
        writer.stdout.readline()
    begin = time.perf_counter()
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("\n")
        writer.stdin.flush()
    for writer in writers:
        assert writer.stdout is not None
        writer.stdout.readline()
    took = time.perf_counter() - begin
    for writer in writers:
        writer.communicate()
    _check_nothing_lost(path, processes)
    return took / (processes * EVENTS)


def _check_nothing_lost(path: Path, processes: int) -> None:
    with Recordings.open(path) as recordings:
        found = sorted((row.id, row.last_seq) for row in recordings.sessions())
        wanted = [(f"S{n}", EVENTS) for n in range(processes)]
        faults = recordings.verify()
    if found != wanted or faults:
        raise RuntimeError(f"events were lost: {found}, {faults}")


def record(path: Path, session: str, count: int) -> None:
    """Records a session of so many events."""
    events = [started(), *(call(seq) for seq in range(2, count + 1))]
    with Recordings.open(path) as recordings:
        print("ready", flush=True)
        sys.stdin.readline()
        for event in events:
            recordings.append(session, [event])
        print("done", flush=True)
        sys.stdin.readline()


if __name__ == "__main__":
    record(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
