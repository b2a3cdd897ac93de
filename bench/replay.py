"""Opening, stepping and exporting long recordings."""

from __future__ import annotations

import random
import sqlite3
import statistics
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from bench.measure import RUNS, Figure, by_value, seconds
from physassist_tui.core import events as ev
from physassist_tui.core.words import Seat

LONG, LONGEST = 10_000, 100_000
STEPS = 200
_AT = datetime(2026, 3, 4, 9, 30, tzinfo=UTC)


def measure() -> Iterator[Figure]:
    """Opening from the file and stepping anywhere, beside reading the rows; exports."""
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent, prefix=".tmp-") as folder:
        for count, bound, runs in ((LONG, 1.0, RUNS), (LONGEST, 3.0, 5)):
            yield from _replay(Path(folder) / f"{count}.db", count, bound, runs)
        yield from _exports()


def session(count: int) -> list[ev.AnyEvent]:
    """A session of `count` events: a turn every hundred, calls with what they gave, two rewinds."""
    events = [_started()]
    while len(events) < count:
        seq = len(events) + 1
        at = seq % 100
        if at == 2:
            turn = ev.TurnStartedData(scripted=True, request=f"Cr? ({seq})")
            events.append(_event(turn, seq, Seat.PHYSICIAN))
        elif at == 1:
            events.append(_event(ev.AnsweredData(text="1.9 mg/dL, up from 1.4."), seq))
        elif seq in (count // 2 + at % 2, count - 50):
            events.append(_event(ev.RewoundData(to_seq=seq - 20), seq))
        elif isinstance(events[-1], ev.ToolCalled):
            events.append(_event(_returned(events[-1].data.call_id), seq))
        else:
            events.append(_call(seq))
    return events


def _event(data: ev.EventData, seq: int, seat: Seat | None = Seat.ASSISTANT) -> ev.AnyEvent:
    return ev.event_of(
        data, seq=seq, at=_AT, active_ms=seq, turn=1 if seq > 1 else 0, seat=seat, player="human"
    )


def _started() -> ev.AnyEvent:
    data = ev.SessionStartedData(
        scenario="bench/bench", scenario_hash="sha256:0", rubric_hash="sha256:0",
        toolset="physassist", seats={Seat.ASSISTANT: "human"}, language="en", seed=0,
        limits={}, app_version="0", schema_version=1, patient_version="grounded/1",
    )  # fmt: skip
    return _event(data, 1, None)


def _call(seq: int) -> ev.AnyEvent:
    arguments = {"code": "Creatinine", "category": "laboratory", "_count": 20}
    data = ev.ToolCalledData(
        call_id=f"c{seq}", tool="Observation.search",
        arguments_given=arguments, arguments=arguments,
    )  # fmt: skip
    return _event(data, seq)


def _returned(call_id: str) -> ev.ToolReturnedData:
    entries = [
        {
            "ref": f"Observation/{call_id}-{day}", "date": f"2026-03-{day:02d}T06:10:00-05:00",
            "name": "Creatinine", "code": "2160-0", "value": 1.9, "unit": "mg/dL", "flag": "H",
            "range": "0.6–1.2 mg/dL", "status": "final",
        }
        for day in range(1, 6)
    ]  # fmt: skip
    result = {"total": 5, "page": 1, "pages": 1, "entries": entries}
    return ev.ToolReturnedData(call_id=call_id, ok=True, result=result)


def _replay(path: Path, count: int, bound: float, runs: int) -> Iterator[Figure]:
    from physassist_tui.replay import Replay
    from physassist_tui.store.recordings import Recordings

    with Recordings.open(path) as recordings:
        recordings.append("01LONG", session(count))
    bare = sqlite3.connect(path)
    base = [seconds(lambda: bare.execute("SELECT * FROM event").fetchall()) for _ in range(runs)]
    bare.close()
    opened: list[Replay] = []

    def open_it() -> None:
        opened.clear()
        with Recordings.open(path, readonly=True) as recordings:
            opened.append(Replay(recordings.events("01LONG")))
        opened[0].state(0)

    open_it()
    times = [seconds(open_it) for _ in range(runs)]
    rows = statistics.median(base)
    yield by_value(f"open a replay of {count} events", "reading their rows", times, rows, bound)
    replay = opened[0]
    replay.state(count - 1)
    draw = random.Random(7)
    for name, places in (
        ("step", [index for at in range(STEPS) for index in [count // 3 + at]]),
        ("step back", [count - 2 - at for at in range(STEPS)]),
        ("jump", [draw.randrange(count) for _ in range(STEPS)]),
    ):
        steps = [seconds(lambda i=index: replay.state(i)) for index in places]  # type: ignore[misc]
        yield by_value(
            f"{name} in a replay of {count} events (p95)", "reading their rows", steps, rows,
            0.02, percentile=95,
        )  # fmt: skip


def _exports() -> Iterator[Figure]:
    from physassist_tui.export.cast import cast
    from physassist_tui.export.json_lines import json_lines
    from physassist_tui.export.page import page
    from physassist_tui.export.source import Source
    from physassist_tui.plain.replay_lines import ReplayLines
    from physassist_tui.replay import Pace

    source = Source("01LONG", tuple(session(LONG)))

    def to_cast() -> None:
        lines = ReplayLines(source.replay, None)
        for _line in cast(source, lines, "en", Pace(idle_cap_ms=3000)):
            pass

    plain = [seconds(lambda: list(json_lines(source))) for _ in range(RUNS)]
    for name, work in (("HTML", lambda: page(source, "en")), ("a cast", to_cast)):
        work()
        times = [seconds(work) for _ in range(RUNS)]
        yield by_value(
            f"export {LONG} events to {name}", "writing them as JSON lines", times,
            statistics.median(plain), 2.0,
        )  # fmt: skip
