"""The full-screen app: its first frame, a key while a model writes, the memory of a long session.

Everything is a process on a terminal of its own, as a person has it.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from bench.measure import RUNS, Figure, alternate, by_ratio, by_value, unmeasured
from bench.terminal import Terminal, on_terminal
from physassist_tui.core import events as ev

if TYPE_CHECKING:
    from physassist_tui.tui.screens.play import PlayScreen

EVENTS = 10_000
STREAM_HZ = 100
KEYS = 300
WARM = 20
LETTERS = "αβγδεζηθικλμνξοπρστυφχψω"
"""What is typed: neither the stream nor what steers a terminal has such letters."""
MEMORY_BOUND = 150e6
_EMPTY = ["-c", "from textual.app import App; App().run()"]
_DRAWN = b"\x1b[48;5;"
"""How a cell with a background is begun: the empty app draws nothing else."""
_LIBRARY = (b"physassist", b"Search the scenarios", b"Reading the library")
PROMPT = "Your answer…".encode()
"""What stands on the line as long as it is empty."""
_STREAMS = b"writes (not sent yet)"
"""What stands above a text that a model is writing."""
_FRAME = "first frame of the library"
_KEY = f"key to frame, {EVENTS} events, {STREAM_HZ} updates/s, 99th percentile"
_MEMORY = f"memory of a session of {EVENTS} events"


def measure() -> Iterator[Figure]:
    """Three figures, each beside an empty Textual app."""
    if not sys.platform.startswith("linux"):
        yield unmeasured(_FRAME, "an empty Textual app", 1.5, "measured on Linux only")
        return
    with tempfile.TemporaryDirectory() as folder:
        environ = environment(Path(folder))
        yield _first_frame(environ)
        _long_session(Path(environ["PHYSASSIST_DB"]))
        yield from _long_open(environ)


def environment(folder: Path) -> dict[str, str]:
    """The environment of the programs that are measured, with all that they keep in `folder`."""
    # Byte code as an installed package has it: the warm-up writes it, for both alike.
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return kept | {
        "TERM": "xterm-256color",
        "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
        "PHYSASSIST_DB": str(folder / "plays.db"),
        "PHYSASSIST_CONFIG": str(folder / "settings.json"),
        "PHYSASSIST_LANG": "en",
        "PHYSASSIST_PLAIN": "",
    }


def _first_frame(environ: Mapping[str, str]) -> Figure:
    def ours() -> None:
        with on_terminal(["-m", "physassist_tui"], environ) as terminal:
            terminal.wait_for(*_LIBRARY)

    def theirs() -> None:
        with on_terminal(_EMPTY, environ) as terminal:
            terminal.wait_for(b"\x1b[?1049h", _DRAWN)

    return by_ratio(_FRAME, "an empty Textual app", alternate(ours, theirs), 1.5)


def _long_session(path: Path) -> None:
    """Records a session of calls, left unfinished; no two calls in a row are alike."""
    from physassist_tui.core.words import Seat
    from physassist_tui.library import list_scenarios, load_scenario
    from physassist_tui.play.casting import Casting
    from physassist_tui.play.opening import start
    from physassist_tui.store.recordings import Recordings

    loaded = load_scenario(next(e.id for e in list_scenarios() if not e.problems))
    path.unlink(missing_ok=True)
    with Recordings.open(path) as recordings:
        session = start(loaded, recordings, Casting("human", "en")).director.session
        last = recordings.events(session)[-1]
        data: list[ev.EventData] = []
        while last.seq + len(data) < EVENTS:
            data += _call(len(data))
        events = [
            ev.event_of(one, seq=last.seq + n, at=last.at, active_ms=n, turn=1,
                        seat=Seat.ASSISTANT, player="human")
            for n, one in enumerate(data[: EVENTS - last.seq], start=1)
        ]  # fmt: skip
        recordings.append(session, events)


def _call(number: int) -> list[ev.EventData]:
    entries = [
        {
            "ref": f"Observation/{number}-{i}", "date": f"2026-03-0{1 + i}T06:10:00-05:00",
            "name": "Creatinine", "code": "2160-0", "value": 1 + (number + i) % 30 / 10,
            "unit": "mg/dL", "flag": "H", "range": "0.6–1.2 mg/dL",
        }
        for i in range(4)
    ]  # fmt: skip
    arguments = {"code": "Creatinine", "page": 1 + number}
    result = {"total": 4, "page": 1, "pages": 1, "entries": entries}
    call_id = f"c{number}"
    return [
        ev.ToolCalledData(call_id=call_id, tool="Observation.search",
                          arguments_given=arguments, arguments=arguments),
        ev.ToolReturnedData(call_id=call_id, ok=True, result=result),
    ]  # fmt: skip


def _long_open(environ: Mapping[str, str]) -> Iterator[Figure]:
    code = "from bench.screen import open_long_session; open_long_session()"
    with on_terminal(_EMPTY, environ) as empty, on_terminal(["-c", code], environ) as ours:
        empty.wait_for(b"\x1b[?1049h", _DRAWN)
        ours.wait_for(_STREAMS)
        memory = [(ours.rss() - empty.rss()) / 1e6 for _ in range(RUNS)]
        base = empty.rss() / 1e6
        keys = key_times(ours, KEYS)
    against = f"a stream of {STREAM_HZ} updates/s drawn beside it"
    yield by_value(_KEY, against, keys, statistics.median(keys), 0.033, percentile=99)
    figure = by_value(_MEMORY, "an empty Textual app", memory, base, MEMORY_BOUND / 1e6)
    yield replace(figure, unit="MB")


def key_times(terminal: Terminal, count: int, warm: int = WARM) -> list[float]:
    """Seconds from a key written to the terminal to the bytes that draw what it typed.

    The first `warm` keys are not counted.

    Every letter stands on the line once: a frame that draws the line again for something else
    (a caret that blinks) can hold no letter but those that were drawn before.
    """
    chance = random.Random(7)
    times: list[float] = []
    for number in range(count + warm):
        at = number % len(LETTERS)
        if at == 0 and number:
            _empty_the_line(terminal)
        letter = LETTERS[at].encode()
        time.sleep(chance.uniform(0.02, 0.08))
        terminal.drain()
        begin = time.perf_counter()
        terminal.write(letter)
        terminal.wait_for(letter)
        times.append(time.perf_counter() - begin)
    _empty_the_line(terminal)
    return times[warm:]


def _empty_the_line(terminal: Terminal) -> None:
    terminal.drain()
    terminal.write(b"\x15")
    terminal.wait_for(PROMPT)


def open_long_session() -> None:
    """In the process that is measured: opens the session, and a model writes without end.

    What it writes comes as a model's text does: in another thread, through the screen's feed.
    """
    from physassist_tui.store.paths import default_path
    from physassist_tui.tui.app import PhysassistApp
    from physassist_tui.tui.keeping import begin
    from physassist_tui.tui.screens.play import PlayScreen
    from physassist_tui.tui.widgets.panes import EhrPane

    class Streaming(PhysassistApp):
        """The app, with a model in the physician's seat that never stops."""

        def on_mount(self) -> None:
            super().on_mount()
            self.resume_session(self.recordings.sessions()[0].id)
            self._wait = self.set_interval(0.1, self._begin)

        def _begin(self) -> None:
            screen = self.screen
            pane = screen.query(EhrPane)
            if isinstance(screen, PlayScreen) and pane and pane.first().transcript.all_laid:
                self._wait.stop()
                Thread(target=_write_without_end, args=(screen,), daemon=True).start()

    begin()
    Streaming(default_path(os.environ), language="en").run()


def _write_without_end(screen: PlayScreen) -> None:
    from physassist_tui.core.words import Seat
    from physassist_tui.llm.model import Delta

    screen._moving = Seat.PHYSICIAN, time.monotonic()
    chance = random.Random(3)
    words = ("potassium", "is", "high", "today,", "血钾偏高")
    due = time.monotonic()
    while True:
        screen._feed.hear(Seat.PHYSICIAN, Delta("text", chance.choice(words) + " "))
        due += 1 / STREAM_HZ
        time.sleep(max(0.0, due - time.monotonic()))
