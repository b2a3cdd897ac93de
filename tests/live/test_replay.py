"""Replays, demos, exports and imports, by the commands that people type."""

from __future__ import annotations

import contextvars
import io
import json
import re
import runpy
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from physassist_tui.cli import run
from physassist_tui.core.errors import BadInput
from physassist_tui.core.words import Seat
from physassist_tui.export.said import desk_words
from physassist_tui.i18n import Lang, use_language
from physassist_tui.library import load_scenario
from physassist_tui.plain.replaying import Stepping, replay_in_lines
from physassist_tui.plain.session import play_in_lines
from physassist_tui.play.casting import Casting
from physassist_tui.play.desk import ControlDesk
from physassist_tui.play.opening import start
from physassist_tui.play.scripts import script_player
from physassist_tui.replay import Pace, Replay, reading_ms
from physassist_tui.replay.demos import demo_names, load_demo, shipped_recordings
from physassist_tui.store.recordings import Recordings

ROOT = Path(__file__).resolve().parents[2]
MINI = ROOT / "tests" / "scenarios" / "mini"
Says = Callable[..., tuple[int, str, str]]


@pytest.fixture
def says(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Says:
    """Runs a command here; gives its status, what it printed, and what it said of faults."""

    def _says(*arguments: str, lang: str = "en") -> tuple[int, str, str]:
        capsys.readouterr()
        status = contextvars.copy_context().run(run, [*arguments, f"--lang={lang}"])
        out, err = capsys.readouterr()
        return status, out, err

    return _says


@pytest.fixture
def directed(tmp_path: Path) -> tuple[Path, str, str]:
    """A database with a session in which everything was done about it, and a fork of it."""
    db, loaded = tmp_path / "plays.db", load_scenario(MINI)
    with Recordings.open(db) as recordings:
        opened = start(loaded, recordings, Casting("human", "en"))
        desk, director = ControlDesk(opened, recordings), opened.director
        player = script_player("script:gold", loaded.scenario, director.store)
        director.shown()
        first = director.state.last_seq
        director.act(player(director.view()))
        director.mark("wrong", "看这里 [H]")
        director.pause()
        director.resume()
        director.rewind(first)
        while director.state.turn_number < 2:
            director.act(player(director.view()))
        director.change_seat(Seat.ASSISTANT, "script:null", "your turn")
        at = director.state.last_seq
        fork = desk.fork(at)
        fork.director.act(script_player("script:null", loaded.scenario, director.store)(
            fork.director.view()))  # fmt: skip
        return db, director.session, fork.director.session


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_replay_prints_what_the_live_play_printed(
    says: Says, tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: Lang
) -> None:
    def watched() -> None:
        use_language(lang)
        opened = start(load_scenario(MINI), recordings, Casting("script:gold", lang))
        assert play_in_lines(opened, recordings) == 0

    with Recordings.open(tmp_path / "plays.db") as recordings:
        contextvars.copy_context().run(watched)
        live = capsys.readouterr().out
        [session] = recordings.sessions()
    status, replayed, err = says(
        "replay", session.id[:12], "--speed", "0", "--db", str(tmp_path / "plays.db"),
        "--scenarios", str(MINI), lang=lang,
    )  # fmt: skip
    assert (status, err) == (0, "")
    # The live play has a hint for who watches in its head, and ends with the score.
    head, body = live.split("\n\n", 1)
    body = body.split(f"\n\n{'会话' if lang == 'zh' else 'Score of session'} ")[0]
    assert len(body.splitlines()) > 8
    assert body in replayed
    assert replayed.splitlines()[: len(head.splitlines()) - 1] == head.splitlines()[:-1]


def test_a_directed_session_shows_all_that_was_done(
    says: Says, directed: tuple[Path, str, str]
) -> None:
    db, session, fork = directed
    common = ("--speed", "0", "--db", str(db), "--scenarios", str(MINI))
    _status, out, _err = says("replay", session, *common)
    for line in ("Marked as wrong", "看这里 [H]", "Paused.", "The session goes on.",
                 "what came after it is undone.", "script:null instead of human"):  # fmt: skip
        assert line in out
    assert "The session ended" not in out
    with Recordings.open(db) as recordings:
        told = [desk_words(e) for e in recordings.events(session)]
        assert all(line.render() in out for line in told if line is not None)
    _status, forked, _err = says("replay", fork, *common)
    assert forked.count("A new session goes on from event") == 1
    assert "Marked as wrong" in forked


def test_where_a_replay_begins(says: Says, directed: tuple[Path, str, str]) -> None:
    db, session, _fork = directed
    common = ("replay", session, "--speed", "0", "--db", str(db), "--scenarios", str(MINI))
    _status, out, _err = says(*common, "--from", "turn:2")
    assert "Turn 1 of" not in out
    assert "Turn 2 of" in out
    status, out, err = says(*common, "--from", "turn:9")
    assert (status, out) == (2, "")
    assert "There is no turn 9" in err


def test_without_the_scenario_it_says_so_and_plays(
    says: Says, directed: tuple[Path, str, str]
) -> None:
    db, session, _fork = directed
    status, out, err = says("replay", session, "--speed", "0", "--db", str(db))
    assert status == 0
    assert "is not here" in err
    assert "Scenario: " in out
    assert "Turn 2 of 2" in out


def test_it_waits_as_recorded() -> None:
    demo = load_demo("atrial-fibrillation", "en")
    waits: list[float] = []
    captions = {2: "Look here."}
    replay_in_lines(demo.replay, None, Pace(2.0, 3000), captions=captions, wait=waits.append)
    recorded = sum(min(3000, frame.wait_ms) for frame in demo.replay.frames[2:])
    assert sum(waits) == pytest.approx(
        (recorded + demo.replay.frames[1].wait_ms + reading_ms("Look here.")) / 2000, abs=0.1
    )
    assert max(waits) <= 4.0


def test_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    replay = load_demo("atrial-fibrillation-mistakes", "en").replay
    typed = iter(["", "turn:3", "/vague", "/blood thinner", "/", "back", "mark:2", "seq:99", "x",
                  "help", "q", "never read"])  # fmt: skip
    Stepping(replay, None, lambda _prompt: next(typed)).run()
    out = capsys.readouterr().out
    assert next(typed) == "never read"
    order = [
        "Turn 1 of", "Assistant calls: Observation.search", "turn 3.", "Turn 3 of",
        "Nothing further on says vague.", "Are you taking your blood thinner?",
        "The blood thinner, morning", "Are you taking your blood thinner?", "No change needed",
        "There is no event 99", "x names no place", "Enter: next",
    ]  # fmt: skip
    at = 0
    for piece in order:
        at = out.index(piece, at) + 1


def test_step_ends_with_its_input(says: Says, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n"))
    file = shipped_recordings() / "atrial-fibrillation.zh.jsonl"
    status, out, _err = says("replay", str(file), "--step", lang="zh")
    assert status == 0
    assert "肌酐" in out


class TestDemo:
    def test_there_are_some_in_both_languages(self) -> None:
        assert len(demo_names()) >= 2
        for name in demo_names():
            for lang in ("en", "zh"):
                demo = load_demo(name, "zh" if lang == "zh" else "en")
                seqs = {event.seq for event in demo.replay.events}
                assert set(demo.captions) <= seqs
                assert len(demo.captions) >= 4
                assert all(one.en and one.zh for one in [*demo.captions.values(), demo.title])

    def test_they_are_as_they_would_be_made_now(self) -> None:
        # Where a scenario of theirs has changed: `make recordings`.
        files = runpy.run_path(str(ROOT / "recordings" / "make.py"))["files"]
        stale = [path.name for path, text in files() if path.read_text("utf-8") != text]
        assert stale == [], "run `make recordings`"

    @pytest.mark.parametrize("lang", ["en", "zh"])
    def test_it_plays_with_captions_and_a_score(self, says: Says, lang: str) -> None:
        status, out, err = says("demo", "--speed", "0", "--plain", lang=lang)
        assert (status, err) == (0, "")
        for name in demo_names():
            demo = load_demo(name, "zh" if lang == "zh" else "en")
            for caption in demo.captions.values():
                assert caption.text("zh" if lang == "zh" else "en") in out
        assert "mRS" in out

    def test_it_loops_until_it_is_stopped(self) -> None:
        command = [sys.executable, "-m", "physassist_tui", "demo", "atrial-fibrillation"]
        with subprocess.Popen(
            [*command, "--loop", "--speed", "0"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
        ) as process:  # fmt: skip
            assert process.stdout is not None
            rounds, end = 0, time.monotonic() + 60
            while rounds < 2 and time.monotonic() < end:
                rounds += process.stdout.readline().startswith("Demo: ")
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=30)
        assert process.returncode == 130
        assert rounds == 2

    def test_a_demo_that_is_none(self, says: Says) -> None:
        status, _out, err = says("demo", "nothing")
        assert status == 2
        assert "atrial-fibrillation" in err


class TestExport:
    FILE = str(shipped_recordings() / "atrial-fibrillation.en.jsonl")

    def test_what_comes_out_comes_in_again(
        self, says: Says, directed: tuple[Path, str, str], tmp_path: Path
    ) -> None:
        db, _session, fork = directed
        file, other = tmp_path / "f.jsonl", tmp_path / "other.db"
        shared = ("--db", str(db), "--scenarios", str(MINI))
        assert says("export", fork, "--to", "jsonl", "--out", str(file), *shared)[0] == 0
        assert says("import", str(file), "--db", str(other))[0] == 0
        status, out, _err = says("import", str(file), "--db", str(other))
        assert status == 0
        assert "here already" in out
        with Recordings.open(db) as a, Recordings.open(other) as b:
            assert a.events(fork) == b.events(fork)
            assert b.verify() == []

    @pytest.mark.parametrize("form", ["jsonl", "cast", "html", "svg", "inspect", "chat", "fhir"])
    def test_every_form_in_a_folder_tells_no_key_and_no_host(
        self, says: Says, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
    ) -> None:
        monkeypatch.setenv("OPENAI_API_KEY", "sk-planted-0123456789")
        status, out, err = says("export", self.FILE, "--to", form, "--out", str(tmp_path))
        assert (status, out, err) == (0, "", "")
        [made] = tmp_path.iterdir()
        text = made.read_text("utf-8")
        assert "creatinine" in text.lower() or form == "fhir"
        for secret in ("sk-planted", socket.gethostname(), str(ROOT), str(Path.home())):
            assert secret not in text

    def test_redacted_and_trimmed(self, says: Says, tmp_path: Path) -> None:
        rules = tmp_path / "rules.yaml"
        rules.write_text("seed: 1\nalso: [Advil]\n", encoding="utf-8")
        status, out, _err = says(
            "export", self.FILE, "--to", "html", "--turns", "2-3", "--redact", str(rules)
        )
        assert status == 0
        for secret in ("Gonzalez", "POP-001031", "Advil", "1938-02-10", "Cr trend"):
            assert secret not in out
        assert "REDACTED-NAME" in out

    def test_a_dry_run_writes_nothing(self, says: Says, tmp_path: Path) -> None:
        status, out, _err = says(
            "export", self.FILE, "--to", "html", "--out", str(tmp_path / "x"), "--dry-run"
        )
        assert status == 0
        assert re.search(r"name: Victoria Gonzalez → REDACTED-NAME-\d, \d times, in events", out)
        assert re.search(r"^\d+ places would be changed\.$", out, re.MULTILINE)
        assert not (tmp_path / "x").exists()

    def test_a_redacted_file_is_a_session_of_its_own(self, says: Says, tmp_path: Path) -> None:
        file, db = str(tmp_path / "r.jsonl"), str(tmp_path / "r.db")
        made = ("export", self.FILE, "--to", "jsonl", "--redact-default", "--out", file)
        assert says(*made)[0] == 0
        assert says("import", file, "--db", db)[0] == 0
        header = json.loads(Path(file).read_text("utf-8").splitlines()[0])
        assert header["redacted"] is True
        assert header["session"].startswith("redacted-")
        assert says("db", "verify", "--db", db)[0] == 0

    @pytest.mark.parametrize(
        ("more", "words"),
        [
            (["--to", "chat", "--seats", "patient"], "--seats is for"),
            (["--to", "html", "--seats", "nurse"], "There is no seat nurse"),
            (["--to", "html", "--turns", "9"], "There is no turn 9"),
            (["--to", "cast", "--size", "9x9"], "is no size"),
            (["--to", "svg", "--at", "turn:9"], "There is no turn 9"),
            (["--to", "cast", "--idle-cap", "-1"], "from 0 up"),
            (["--to", "html", "--redact", "/nowhere"], "cannot be read"),
            (["--to", "html", "--out", "/nowhere/x"], "cannot be written"),
            (["--to", "pdf"], "--to must be one of"),
        ],
    )
    def test_bad_input_is_one_line(self, says: Says, more: list[str], words: str) -> None:
        status, out, err = says("export", self.FILE, *more)
        assert (status, out) == (2, "")
        assert words in err
        assert err.count("\n") == 1


def test_an_empty_recording_has_no_start() -> None:
    from physassist_tui.cli.recorded import with_standing

    with pytest.raises(BadInput, match="no start"):
        with_standing(Replay([]), None)
