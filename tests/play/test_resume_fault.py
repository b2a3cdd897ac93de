"""A session that waits about a provider's fault is left and taken up: nobody is called unasked."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from physassist_tui.core import events as ev
from physassist_tui.core.events import AnyEvent
from physassist_tui.core.state import fold
from physassist_tui.core.view import Ask, Quit
from physassist_tui.core.words import EndReason, Seat
from physassist_tui.i18n import LANGUAGES, Lang
from physassist_tui.library import Loaded
from physassist_tui.plain.table import Table
from physassist_tui.play.casting import Casting
from physassist_tui.play.conduct import Conduct
from physassist_tui.play.driver import Driver
from physassist_tui.play.headless import run
from physassist_tui.play.opening import go_on, start
from physassist_tui.play.recorder import MemorySink
from physassist_tui.store.recordings import Recordings
from tests.play.conftest import MINI
from tests.play.scripted_model import ScriptedModel, fault, says

ROOT = Path(__file__).resolve().parents[2]


def left_after_a_fault(mini: Loaded, *, killed: bool = False) -> list[AnyEvent]:
    """The events of a session whose model gave no answer and that was left so, or killed."""
    sink = MemorySink()
    opened = start(mini, sink, Casting("model:m", "en"))
    Driver(opened, lambda _name: ScriptedModel([fault()])).step()
    opened.director.act(Quit())
    events = list(sink.events)
    return events[:-1] if killed else events


def taken_up(mini: Loaded, events: list[AnyEvent]) -> tuple[Driver, ScriptedModel, MemorySink]:
    sink, model = MemorySink(), ScriptedModel([says("K 5.9"), says("Done.")])
    opened = go_on(mini, sink, "01TEST", events)
    driver = Driver(opened, lambda _name: model)
    driver.take_up()
    return driver, model, sink


@pytest.mark.parametrize("killed", [False, True])
def test_the_model_is_called_again_only_when_the_person_says_so(mini: Loaded, killed: bool) -> None:
    events = left_after_a_fault(mini, killed=killed)
    driver, model, sink = taken_up(mini, events)
    assert driver.waiting() == "provider"
    assert driver.step().events == ()
    assert model.heard == []
    assert driver.failed is not None
    assert (driver.failed.player, driver.failed.seat) == ("model:m", Seat.ASSISTANT)
    assert driver.fault == driver.failed.data
    assert driver.end_reason is EndReason.PROVIDER_FAILED
    last = sink.events[-1]
    assert isinstance(last, ev.Paused)
    assert last.data.reason == "provider"
    driver._director.resume("person")
    while driver.waiting() is None:
        driver.step()
    assert fold([*events, *sink.events]).ended is EndReason.COMPLETED


def test_what_was_mended_before_it_was_left_waits_for_nobody(mini: Loaded) -> None:
    sink = MemorySink()
    opened = start(mini, sink, Casting("model:m", "en"))
    Driver(opened, lambda _name: ScriptedModel([fault()])).step()
    opened.director.mark("note", "the provider is down", None)
    opened.director.change_seat(Seat.ASSISTANT, "model:other", "m gives no answer")
    driver, model, _sink = taken_up(mini, list(sink.events))
    assert driver.waiting() is None
    driver.step()
    assert len(model.heard) == 1


def test_another_seat_s_change_leaves_the_fault(mini: Loaded) -> None:
    sink = MemorySink()
    opened = start(mini, sink, Casting("model:m", "en"))
    Driver(opened, lambda _name: ScriptedModel([fault()])).step()
    opened.director.change_seat(Seat.PHYSICIAN, "human", "I ask")
    driver, _model, _sink = taken_up(mini, list(sink.events))
    assert driver.waiting() == "provider"


def test_without_a_person_it_is_tried_again(mini: Loaded) -> None:
    sink, model = MemorySink(), ScriptedModel([says("K 5.9"), says("Done.")])
    opened = go_on(mini, sink, "01TEST", left_after_a_fault(mini))
    assert run(opened, lambda _name: model) is EndReason.COMPLETED


@pytest.mark.parametrize("lang", LANGUAGES)
def test_in_lines_it_is_told_who_failed_when_and_why(
    mini: Loaded, lang: Lang, tmp_path: Path
) -> None:
    (tmp_path / "models.toml").write_text(
        '[profiles.m]\nmodel = "openai/m"\nbase_url = "http://127.0.0.1:9"\n'
    )
    with Recordings.open(tmp_path / "plays.db") as recordings:
        opened = start(
            mini, recordings, Casting("human", "en", patient="model:m"), session="01FAULT"
        )
        driver = Driver(opened, lambda _name: ScriptedModel([fault()]))
        opened.director.act(Ask("Do you take ibuprofen?"))
        driver.step()
        opened.director.act(Quit())
    done = subprocess.run(
        [sys.executable, "-m", "physassist_tui", "resume", "--plain", "--lang", lang,
         "--scenarios", str(MINI.parent), "--db", str(tmp_path / "plays.db")],
        input="end\n", capture_output=True, text=True, check=False, timeout=120, cwd=ROOT,
        env={**os.environ, "PHYSASSIST_MODELS": str(tmp_path / "models.toml"),
             "PHYSASSIST_CACHE": str(tmp_path / "cache")},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    (told,) = [one for one in done.stdout.splitlines() if "The server had an error." in one]
    assert ("Patient" if lang == "en" else "患者") in told
    assert "model:m" in told
    assert re.search(r"20\d\d-\d\d-\d\d \d\d:\d\d", told)
    assert "give patient model:" in done.stdout
    with Recordings.open(tmp_path / "plays.db", readonly=True) as recordings:
        events = recordings.events("01FAULT")
    assert [event.kind for event in events].count("model_called") == 1
    assert fold(events).ended is EndReason.PROVIDER_FAILED


def test_in_a_study_only_what_a_study_allows_is_offered(
    mini: Loaded, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr("sys.stdin", io.StringIO("end\n"))
    with Recordings.open(tmp_path / "plays.db") as recordings:
        opened = start(mini, recordings, Casting("model:m", "en"), session="01STUDY")
        Driver(opened, lambda _name: ScriptedModel([fault()])).step()
        opened.director.act(Quit())
        again = go_on(mini, recordings, "01STUDY", recordings.events("01STUDY"))
        Table(replace(again, conduct=Conduct(directed=False)), recordings).run()
    out = capsys.readouterr().out
    assert "`retry`, `end` or `quit`" in out
    assert "give assistant" not in out
    assert again.director.state.ended is EndReason.PROVIDER_FAILED
