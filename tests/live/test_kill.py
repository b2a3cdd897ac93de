"""`kill -9` at any moment loses at most what had not been sent."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import pickle
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from physassist_tui.core.state import SessionState, fold
from physassist_tui.core.words import EndReason
from physassist_tui.ehr.orders import session_orders
from physassist_tui.ehr.record import open_record
from physassist_tui.library import load_scenario
from physassist_tui.play.opening import go_on
from physassist_tui.play.stage import forked_from
from physassist_tui.score.session import score_session
from physassist_tui.store.recordings import Recordings
from tests.live.forked_plays import MINI

ROOT = Path(__file__).resolve().parents[2]
KILLS = 60
DIRECTED_KILLS = 10


class Plays:
    """The process that forks plays, and how long a whole play takes in it."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.live.forked_plays", str(folder / "warm.db")],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.line() == "ready"
        begin = time.perf_counter()
        self.command(f"play {folder / 'whole.db'}")
        assert self.line() == "over 0"
        self.duration = time.perf_counter() - begin

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def command(self, text: str) -> int:
        assert self.process.stdin is not None
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        return int(self.line().removeprefix("pid "))


@pytest.fixture(scope="module")
def plays(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plays]:
    made = Plays(tmp_path_factory.mktemp("forked"))
    yield made
    made.process.stdin.close()  # type: ignore[union-attr]
    made.process.wait(10)
    made.process.stdout.close()  # type: ignore[union-attr]


def test_a_play_killed_at_any_moment_goes_on_in_the_same_state(
    plays: Plays, tmp_path: Path
) -> None:
    chance = random.Random(20260618)
    loaded = load_scenario(str(MINI))
    chart = open_record(loaded.record_path)
    cut_at: set[int] = set()
    resumed = 0
    attempts = 0
    while resumed < KILLS:
        attempts += 1
        assert attempts < 4 * KILLS, "the kills all miss the play"
        db = tmp_path / f"{attempts}.db"
        pid = plays.command(f"play {db}")
        time.sleep(chance.uniform(0, plays.duration))
        with contextlib.suppress(ProcessLookupError):  # the play was over before
            os.kill(pid, signal.SIGKILL)
        killed = plays.line() == f"over {signal.SIGKILL.value}"
        if not killed or not db.exists():
            continue
        with Recordings.open(db) as recordings:
            session = recordings.latest_unfinished()
            assert recordings.verify() == []
            if session is None:
                continue  # killed before the first commit: nothing had been shown
            before = recordings.events(session)
        cut_at.add(len(before))
        plays.command(f"resume {db} {session}")
        told = plays.line()
        assert plays.line() == "end"
        assert plays.line() == "over 0"
        state: SessionState = pickle.loads(base64.b64decode(told.removeprefix("state ")))
        with Recordings.open(db) as recordings:
            events = recordings.events(session)
            assert recordings.verify() == []
        assert events[: len(before)] == before
        at = next(i for i, e in enumerate(events) if e.kind == "resumed" and i >= len(before))
        assert state == fold(events[: at + 1])
        # The time that the program was not running is nobody's thinking.
        assert events[at].active_ms == before[-1].active_ms
        assert [e.active_ms for e in events] == sorted(e.active_ms for e in events)
        assert fold(events).ended is EndReason.COMPLETED
        score = score_session(events, loaded.scenario, chart.at(loaded.scenario.clock))
        assert score.to_json("en")["mrs"] == 1.0
        resumed += 1
    assert len(cut_at) >= 6, f"the kills hit too few places: {sorted(cut_at)}"


def test_a_directed_session_killed_at_any_moment_goes_on_in_the_same_state(
    plays: Plays, tmp_path: Path
) -> None:
    chance = random.Random(4)
    loaded = load_scenario(str(MINI))
    chart = open_record(loaded.record_path)
    cut_after: set[str] = set()
    forks = 0
    # On a quick machine ten kills may all come after few kinds of event: it is killed until they
    # have not.
    for attempt in range(6 * DIRECTED_KILLS):
        if attempt >= DIRECTED_KILLS and len(cut_after) >= 4 and forks >= 3:
            break
        db = tmp_path / f"{attempt}.db"
        pid = plays.command(f"control {db}")
        time.sleep(chance.uniform(0.3, 1) * 6 * plays.duration)
        os.kill(pid, signal.SIGKILL)
        assert plays.line() == f"over {signal.SIGKILL.value}"
        if not db.exists():
            continue
        with Recordings.open(db) as recordings:
            assert recordings.verify() == []
            for row in recordings.sessions():
                before = recordings.events(row.id)
                cut_after.add(before[-1].kind)
                forks += row.parent_session is not None
                opened = go_on(loaded, recordings, row.id, before)
                director = opened.director
                events = recordings.events(row.id)
                assert events[: len(before)] == before
                assert director.state == fold(events)
                assert events[-1].active_ms == before[-1].active_ms
                assert director.casting.seats() == dict(fold(before).seats)
                placed = session_orders(opened.store, row.id, forked_from(events))
                assert {json.dumps(one, sort_keys=True) for one in placed} == {
                    json.dumps(one.resource, sort_keys=True) for one in director.state.written
                }
                score_session(events, loaded.scenario, chart.at(loaded.scenario.clock))
            assert recordings.verify() == []
    assert forks >= 3, "the kills come too early"
    assert len(cut_after) >= 4, f"the kills hit too few places: {sorted(cut_after)}"


def _lines(*command: str, db: Path, typed: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "physassist_tui", *command, "--db", str(db), "--lang", "en"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdin is not None
    process.stdin.write(typed)
    process.stdin.flush()
    return process


def _until(process: subprocess.Popen[str], text: str) -> str:
    assert process.stdout is not None
    seen = ""
    while text not in seen:
        line = process.stdout.readline()
        assert line, f"ended before {text!r}: {seen}"
        seen += line
    return seen


def test_the_program_itself_is_killed_and_resumed(tmp_path: Path) -> None:
    db = tmp_path / "plays.db"
    at = ["--scenarios", str(MINI.parent)]
    first = _lines("play", str(MINI), "--plain", db=db, typed="Observation.search code=K\n")
    _until(first, "5.9")
    first.kill()
    first.communicate()
    time.sleep(1.2)
    second = _lines("resume", *at, db=db, typed="ask Do you take ibuprofen?\n")
    seen = _until(second, "Patient: ")
    assert "EHR: Observation.search code=K" in seen
    assert "ibuprofen" in seen
    second.kill()
    second.communicate()
    last = _lines("resume", *at, db=db, typed="answer K is 5.9 mmol/L\nquit\n")
    out, _err = last.communicate(timeout=30)
    assert "Turn 2 of 2" in out
    assert "To go on: physassist resume" in out
    assert last.returncode == 0
    with Recordings.open(db) as recordings:
        session = recordings.latest_unfinished()
        assert session is not None
        events = recordings.events(session)
    back = [i for i, e in enumerate(events) if e.kind == "resumed"]
    assert len(back) == 2
    for i in back:
        assert events[i].active_ms == events[i - 1].active_ms
