"""Committing and folding events."""

from __future__ import annotations

import sqlite3
import statistics
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from bench.measure import RUNS, Figure, by_ratio, by_value, seconds
from physassist_tui.core import events as ev
from physassist_tui.core.state import fold
from physassist_tui.core.words import Seat

COMMITS = 300
LONG = 10_000
_AT = datetime(2026, 3, 4, 9, 30, tzinfo=UTC)


def measure() -> Iterator[Figure]:
    """One event's commit beside a bare insert; a long session read and folded."""
    # Beside this file: where the temporary folder is in memory, nothing waits for a disk.
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent, prefix=".tmp-") as folder:
        yield _commit(Path(folder))
        yield _fold(Path(folder))


def started() -> ev.AnyEvent:
    """The first event of a session."""
    data = ev.SessionStartedData(
        scenario="bench/bench", scenario_hash="sha256:0", rubric_hash="sha256:0",
        toolset="physassist", seats={Seat.ASSISTANT: "human"}, language="en", seed=0,
        limits={}, app_version="0", schema_version=1, patient_version="grounded/1",
    )  # fmt: skip
    return _event(data, 1, None)


def _event(data: ev.EventData, seq: int, seat: Seat | None = Seat.ASSISTANT) -> ev.AnyEvent:
    return ev.event_of(
        data, seq=seq, at=_AT, active_ms=seq, turn=1 if seq > 1 else 0, seat=seat, player="human"
    )


def call(seq: int) -> ev.AnyEvent:
    """A tool call, as most events are."""
    arguments = {"code": "Creatinine", "category": "laboratory", "_count": 20}
    data = ev.ToolCalledData(
        call_id=f"c{seq}", tool="Observation.search",
        arguments_given=arguments, arguments=arguments,
    )  # fmt: skip
    return _event(data, seq)


def _commit(folder: Path) -> Figure:
    from physassist_tui.store.recordings import Recordings

    bare = sqlite3.connect(folder / "bare.db", isolation_level=None)
    bare.execute("PRAGMA journal_mode=WAL")
    bare.execute("PRAGMA synchronous=FULL")
    bare.execute("CREATE TABLE event (seq INTEGER PRIMARY KEY, data TEXT)")
    ours: list[float] = []
    theirs: list[float] = []
    with Recordings.open(folder / "plays.db") as recordings:
        recordings.append("01BENCH", [started()])
        for seq in range(2, COMMITS + 2):
            event = call(seq)
            text = event.model_dump_json()
            ours.append(seconds(lambda e=event: recordings.append("01BENCH", [e])))  # type: ignore[misc]
            theirs.append(
                seconds(
                    lambda s=seq, t=text: bare.execute("INSERT INTO event VALUES (?, ?)", (s, t))  # type: ignore[misc]
                )
            )
    bare.close()
    skip = COMMITS // 10
    return by_ratio(
        "commit of an event", "a bare insert, same pragmas", (ours[skip:], theirs[skip:]), 2.0
    )


def _fold(folder: Path) -> Figure:
    from physassist_tui.store.recordings import Recordings

    with Recordings.open(folder / "long.db") as recordings:
        turn = ev.TurnStartedData(scripted=True, request="Cr?")
        events = [started(), _event(turn, 2, Seat.PHYSICIAN)]
        for seq in range(3, LONG + 1, 2):
            events.append(call(seq))
            result = {"total": 1, "entries": [{"ref": "Observation/x", "value": 1.9}] * 5}
            returned = ev.ToolReturnedData(call_id=f"c{seq}", ok=True, result=result)
            events.append(_event(returned, seq + 1))
        recordings.append("01LONG", events[:LONG])
        fold(recordings.events("01LONG"))
        times = [seconds(lambda: fold(recordings.events("01LONG"))) for _ in range(RUNS)]
        path = recordings.path
    bare = sqlite3.connect(path)
    base = [seconds(lambda: bare.execute("SELECT * FROM event").fetchall()) for _ in range(RUNS)]
    bare.close()
    return by_value(
        f"read and fold {LONG} events", "reading their rows", times, statistics.median(base), 0.5
    )
