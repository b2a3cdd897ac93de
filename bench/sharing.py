"""A screen's frame time while other programs record into the file that it records into.

`python -m bench.sharing PATH NAME`: one of those programs. It says `ready`; after a line on its
input it records `RATE` events a second, one commit an event as a person's acts are, until the
next line; then it says how many it has recorded in all. It ends with its input.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

from bench.measure import Figure, unmeasured
from bench.recording import PROCESSES
from bench.screen import PROMPT, environment, key_times
from bench.store import call, started
from bench.terminal import Terminal, on_terminal
from physassist_tui.store.recordings import Recordings

TOGETHER_HZ = 1000
"""Events a second of all programs together."""
ROUNDS = 4
KEYS = 40
"""Keys in each of a round's three parts."""
MARK_S = 1.0
"""How often the screen itself records an event meanwhile; a person does less."""
_MEDIAN = f"key to frame, {PROCESSES} programs recording {TOGETHER_HZ} events/s into the same file"
_TAIL = f"{_MEDIAN}, 99th percentile"
_ELSEWHERE = "the same while they record into another file"
_BOUND = 1.25
"""The most that the medians may differ: those of two alike differ by as much as a tenth."""


def measure() -> Iterator[Figure]:
    """The median and the 99th percentile, each beside the same with another file.

    The other file tells what sharing a file costs from what a machine costs on which eight more
    programs run. Without any program the times are in the note.
    """
    if not sys.platform.startswith("linux"):
        yield unmeasured(_MEDIAN, _ELSEWHERE, _BOUND, "measured on Linux only")
        return
    # Beside this file: where the temporary folder is in memory, nothing waits for a disk.
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent, prefix=".tmp-") as folder:
        alone, same, other = _timed(Path(folder))
    base = {half: _of(half, other) for half in ("median", "tail")}
    note = f"without them: {_of('median', alone):.4f} s, 99th percentile {_of('tail', alone):.4f} s"
    value = _of("median", same)
    ratio = value / base["median"]
    yield Figure(
        _MEDIAN, value, "s", _ELSEWHERE, ratio, _BOUND, "ratio", ratio <= _BOUND, same, note
    )
    value = _of("tail", same)
    ratio = value / base["tail"]
    yield Figure(_TAIL, value, "s", _ELSEWHERE, ratio, _BOUND, "ratio", ratio <= _BOUND, same, note)


def _of(half: str, times: list[float]) -> float:
    if half == "median":
        return statistics.median(times)
    return statistics.quantiles(times, n=100, method="inclusive")[98]


def _timed(folder: Path) -> tuple[list[float], list[float], list[float]]:
    """The times alone, with the same file and with another, taken in turn."""
    environ = environment(folder)
    shared, apart = Path(environ["PHYSASSIST_DB"]), folder / "apart.db"
    code = "from bench.sharing import play; play()"
    times: tuple[list[float], list[float], list[float]] = ([], [], [])
    with on_terminal(["-c", code], environ) as screen:
        screen.wait_for(PROMPT)
        crowds = [Crowd(path) for path in (shared, apart)]
        try:
            for _round in range(ROUNDS):
                times[0].extend(_part(screen, None))
                times[1].extend(_part(screen, crowds[0]))
                times[2].extend(_part(screen, crowds[1]))
        finally:
            recorded = [crowd.end() for crowd in crowds]
    for path, counts in zip((shared, apart), recorded, strict=True):
        _check_nothing_lost(path, counts)
    return times


def _part(screen: Terminal, crowd: Crowd | None) -> list[float]:
    if crowd is None:
        return key_times(screen, KEYS, warm=3)
    with crowd:
        return key_times(screen, KEYS, warm=3)


def _check_nothing_lost(path: Path, counts: dict[str, int]) -> None:
    with Recordings.open(path) as recordings:
        found = {row.id: row.last_seq for row in recordings.sessions()}
        faults = recordings.verify()
    lost = {name: count for name, count in counts.items() if found.get(name, 0) != count}
    if lost or faults:
        raise RuntimeError(f"events were lost: {lost}, {found}, {faults}")


class Crowd:
    """Programs that record into a file for as long as one is inside of it."""

    def __init__(self, path: Path) -> None:
        self._programs = {
            f"S{number}": subprocess.Popen(
                [sys.executable, "-m", "bench.sharing", str(path), f"S{number}"],
                text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            )
            for number in range(PROCESSES)
        }  # fmt: skip
        for program in self._programs.values():
            self._told(program)
        self._counts: dict[str, int] = {}
        self._since = 0.0

    def _told(self, program: subprocess.Popen[str]) -> str:
        assert program.stdout is not None
        return program.stdout.readline().strip()

    def _tell(self) -> None:
        for program in self._programs.values():
            assert program.stdin is not None
            program.stdin.write("\n")
            program.stdin.flush()

    def __enter__(self) -> None:
        self._since = time.perf_counter()
        self._tell()

    def __exit__(self, *_error: object) -> None:
        self._tell()
        before = sum(self._counts.values())
        took = time.perf_counter() - self._since
        for name, program in self._programs.items():
            self._counts[name] = int(self._told(program))
        rate = (sum(self._counts.values()) - before) / took
        if rate < TOGETHER_HZ * 0.9:
            print(f"  they recorded {rate:.0f} events/s only", file=sys.stderr)

    def end(self) -> dict[str, int]:
        """Ends them; gives how many events each has recorded."""
        for program in self._programs.values():
            program.communicate()
        return self._counts


def play() -> None:
    """In the process that is measured: a session that records a mark now and then."""
    from physassist_tui.library import list_scenarios, load_scenario
    from physassist_tui.play.casting import Casting
    from physassist_tui.play.opening import start
    from physassist_tui.store.paths import default_path
    from physassist_tui.tui.app import PhysassistApp
    from physassist_tui.tui.keeping import begin
    from physassist_tui.tui.screens.play import PlayScreen

    class Marking(PhysassistApp):
        """The app, with somebody who marks moments."""

        def on_mount(self) -> None:
            super().on_mount()
            self.set_interval(MARK_S, self._mark)

        def _mark(self) -> None:
            if isinstance(self.screen, PlayScreen):
                desk = self.screen._hands.desk
                self.screen.at_desk(lambda: desk.mark("note"))

    loaded = load_scenario(next(e.id for e in list_scenarios() if not e.problems))
    recordings = Recordings.open(default_path(os.environ))
    opened = start(loaded, recordings, Casting("human", "en"))
    begin()
    Marking(recordings, language="en", opened=opened).run()


def record(path: Path, session: str) -> None:
    """Records a session at its share of the rate whenever it is told to."""
    going, count = Event(), 0
    idle = Event()
    idle.set()

    def listen() -> None:
        for _line in sys.stdin:
            if going.is_set():
                going.clear()
                idle.wait()
                print(count, flush=True)
            else:
                idle.clear()
                going.set()
        os._exit(0)

    print("ready", flush=True)
    Thread(target=listen, daemon=True).start()
    with Recordings.open(path) as recordings:
        while going.wait():
            due = time.monotonic()
            while going.is_set():
                count += 1
                recordings.append(session, [started() if count == 1 else call(count)])
                due = max(due + PROCESSES / TOGETHER_HZ, time.monotonic() - 1)
                time.sleep(max(0.0, due - time.monotonic()))
            idle.set()


if __name__ == "__main__":
    record(Path(sys.argv[1]), sys.argv[2])
