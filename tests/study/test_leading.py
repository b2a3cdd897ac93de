"""A person is led through a study, in lines: can stop anywhere, and goes on where that was."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from physassist_tui import cli
from physassist_tui.cli.app import app
from physassist_tui.core.errors import BadInput
from physassist_tui.core.view import Answer, Ask
from physassist_tui.core.words import Seat
from physassist_tui.i18n import LANGUAGES, Lang, use_language
from physassist_tui.plain.studying import lead
from physassist_tui.play.casting import Budgets
from physassist_tui.play.desk import ControlDesk
from physassist_tui.store.recordings import Recordings
from physassist_tui.study.leading import Consent, Done, Instructions, Leading, Play, Questions
from physassist_tui.study.load import load_study
from physassist_tui.study.playing import check_free, open_assigned
from tests.study.study_world import ROOT, STUDY, Typed, leading, study

TLX = ["5", "0", "100", "35", "50", "95"]


@pytest.fixture
def recordings(tmp_path: Path) -> Iterator[Recordings]:
    with Recordings.open(tmp_path / "plays.db") as opened:
        yield opened


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    use_language("en")
    yield
    use_language("en")


def play_through(led: Leading, recordings: Recordings, answers: int = 2) -> list[Play]:
    """A player of sessions that answers each request with a word."""
    played: list[Play] = []

    def play(step: Play) -> bool:
        played.append(step)
        director = open_assigned(led.loaded, recordings, step.assignment).director
        for _ in range(answers):
            director.act(Answer("x"))
        return director.state.ended is not None

    led.play = play  # type: ignore[attr-defined]
    return played


def go(led: Leading, recordings: Recordings, *lines: str, answers: int = 2) -> Typed:
    play_through(led, recordings, answers)
    typed = Typed(lines)
    assert lead(led, led.play, "the command", typed) == 0  # type: ignore[attr-defined]
    return typed


def said(recordings: Recordings, who: str = "p01") -> list[tuple[str, str, str, float | None, str]]:
    return [(one.kind, one.question, one.part, one.value, one.text)
            for one in recordings.studies.responses("pilot", who)]  # fmt: skip


AFTER = ["6", *TLX, "fine"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_whole_way_in_either_language(
    tmp_path: Path, recordings: Recordings, lang: Lang, capsys: pytest.CaptureFixture[str]
) -> None:
    who, yes = ("p01", "yes") if lang == "en" else ("p02", "同意")
    use_language(lang)
    led = leading(tmp_path, recordings, who)
    typed = go(led, recordings, yes, "", "", *AFTER, "", *AFTER)
    assert isinstance(led.step(), Done)
    assert len(typed.prompts) == 3 + 8 + 1 + 8
    out = capsys.readouterr().out
    texts = led.loaded.study
    for text in (texts.consent, texts.instructions, texts.questions[0].text):
        assert text is not None
        assert text.text(lang) in out
    rows = said(recordings, who)
    kinds = ["consented", "instructed", *(["answered"] * 8 + ["closed"]) * 2]
    assert [row[0] for row in rows] == kinds
    assert rows[2] == ("answered", "confidence", "", 6.0, "")
    parts = ["mental", "physical", "temporal", "performance", "effort", "frustration"]
    assert [row[2] for row in rows[3:9]] == parts
    assert [row[3] for row in rows[3:9]] == [5.0, 0.0, 100.0, 35.0, 50.0, 95.0]
    assert rows[9] == ("answered", "comments", "", None, "fine")
    assert {one.language for one in recordings.studies.responses("pilot", who)} == {lang}
    assert recordings.verify() == []


def test_one_can_stop_at_every_prompt_and_goes_on_there(
    tmp_path: Path, recordings: Recordings
) -> None:
    lines = ["yes", "", "", *AFTER, "", *AFTER]
    leave = ("q", "quit", "退出", "^C")
    for at, line in enumerate(lines):
        typed = go(leading(tmp_path, recordings), recordings, leave[at % 4])
        assert len(typed.prompts) == 1  # what was said before is not asked again
        go(leading(tmp_path, recordings), recordings, line)
    assert [row[0] for row in said(recordings)].count("answered") == 16
    assert isinstance(leading(tmp_path, recordings).step(), Done)
    assert len(recordings.sessions()) == 2


@pytest.mark.parametrize("word", ["q", "Q", "quit", "/q", "退出"])
def test_q_leaves_the_play_itself_and_the_same_command_goes_on(tmp_path: Path, word: str) -> None:
    study(tmp_path)
    database = tmp_path / "plays.db"
    command = ["study", "run", str(tmp_path / "study.yaml"), "--participant", "p01", "--plain",
               "--db", str(database)]  # fmt: skip
    first = CliRunner().invoke(app, command, input=f"yes\n\n\n{word}\nnobody reads this\n")
    assert first.exception is None
    assert "Who is this for?" not in first.output
    assert "Everything is saved. To go on:" in first.output
    with Recordings.open(database) as recordings:
        [session] = recordings.sessions()
        assert session.unfinished
        assert recordings.events(session.id)[-1].kind == "paused"
    again = CliRunner().invoke(app, command, input="coffee\n/pause\nq\n")
    assert again.exception is None
    assert "Why had you left it?" in again.output
    assert "[paused at event" in again.output
    assert "Everything is saved. To go on:" in again.output


def test_what_is_on_no_scale_is_refused_and_asked_again(
    tmp_path: Path, recordings: Recordings, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = ["0", "8", "1.5", "much", "", "nan", "inf", "-1", "1e9"]
    off = ["101", "-5", "52", "x"]
    go(leading(tmp_path, recordings), recordings,
       "maybe", "yes", "", "", *wrong, "7", *off, *TLX, "")  # fmt: skip
    out = capsys.readouterr().out
    assert out.count("Give a whole number from 1 to 7.") == len(wrong)
    assert out.count("Give a number from 0 to 100 in steps of 5.") == len(off)
    assert next(row[3] for row in said(recordings) if row[0] == "answered") == 7.0
    assert ("skipped", "comments", "", None, "") in said(recordings)


def test_without_consent_nothing_is_played(tmp_path: Path, recordings: Recordings) -> None:
    go(leading(tmp_path, recordings), recordings, "no")
    go(leading(tmp_path, recordings), recordings, "No")
    assert [row[0] for row in said(recordings)] == ["declined", "declined"]
    assert recordings.studies.assignments("pilot") == []
    assert recordings.sessions() == []
    go(leading(tmp_path, recordings), recordings, "y", "q")
    assert said(recordings)[-1][0] == "consented"


def test_a_changed_consent_is_asked_again_and_a_mended_question_is_not(
    tmp_path: Path, recordings: Recordings
) -> None:
    led = leading(tmp_path, recordings)
    led.consent(agreed=True)
    led.instructed()
    changed = leading(tmp_path, recordings, consent="{en: Something else., zh: 别的。}")
    assert isinstance(changed.step(), Consent)
    retitled = leading(tmp_path, recordings, title="{en: Another, zh: 另一个}")
    assert isinstance(retitled.step(), Play)
    retitled.interrupted(retitled.order()[0], "lunch")
    versions = recordings.studies.versions("pilot")
    assert len({one.hash for one in versions}) == len(versions) == 2
    assert recordings.verify() == []


def test_a_file_that_gives_another_order_is_refused(tmp_path: Path, recordings: Recordings) -> None:
    order = leading(tmp_path, recordings).order()
    for old, new in (
        ("seed: 7", "seed: 7\ntrials: 2"),
        ("time_limit_minutes: 20", "time_limit_minutes: 21"),
        ("{id: implicit}", "{id: implicit, language: zh}"),
        ("{id: implicit}", "{id: spoken}"),
    ):
        (tmp_path / "changed.yaml").write_text(STUDY.replace(old, new), encoding="utf-8")
        led = Leading(load_study(tmp_path / "changed.yaml"), recordings, "p01")
        with pytest.raises(BadInput, match="another order than the one begun") as raised:
            led.order()
        assert "\n" not in str(raised.value)
    assert recordings.studies.assignments("pilot") == order
    more = STUDY.replace("conditions:", "  - {id: p03}\nconditions:")
    (tmp_path / "changed.yaml").write_text(more, encoding="utf-8")
    assert Leading(load_study(tmp_path / "changed.yaml"), recordings, "p01").order() == order


def test_a_session_is_played_as_it_was_assigned(tmp_path: Path, recordings: Recordings) -> None:
    led = leading(tmp_path, recordings, "p02")
    order = {one.condition: one for one in led.order()}
    for name, form in (("implicit", "implicit"), ("explicit", "explicit")):
        opened = open_assigned(led.loaded, recordings, order[name])
        started = opened.director.state.started
        assert started is not None
        assert (started.requests, started.language) == (form, "zh")
        turn = opened.loaded.scenario.turns[0]
        assert opened.director.view().turn.request == turn.asked(form).text("zh")  # type: ignore
        limit = None if name == "implicit" else 1200
        assert Budgets.of(started.limits) == Budgets(seconds=limit)
        # And again as its events left it.
        again = open_assigned(led.loaded, recordings, order[name])
        again.director.act(Answer("x"))
        second = again.loaded.scenario.turns[1].asked(form).text("zh")  # type: ignore[arg-type]
        assert again.director.view().turn.request == second  # type: ignore[union-attr]
    assert recordings.verify() == []


def test_who_plays_and_what_was_played_stays(tmp_path: Path, recordings: Recordings) -> None:
    led = leading(tmp_path, recordings)
    opened = open_assigned(led.loaded, recordings, led.order()[0])
    desk = ControlDesk(opened, recordings)
    opened.director.act(Ask("Do you take painkillers?"))
    before = len(opened.director.events)
    for refused in (
        lambda: desk.change_seat(Seat.ASSISTANT, "script:gold", "go on"),
        lambda: desk.free_turn("and now?"),
        lambda: desk.rewind(desk.boundaries()[0]),
        lambda: desk.fork(desk.boundaries()[0]),
    ):
        with pytest.raises(BadInput, match="belongs to a study"):
            refused()
    assert len(opened.director.events) == before
    desk.mark("note", "hm")
    desk.pause()
    desk.resume()
    with pytest.raises(BadInput, match="--participant p01"):
        check_free(recordings, opened.director.session)


def test_a_session_that_is_not_as_assigned_is_told(tmp_path: Path, recordings: Recordings) -> None:
    led = leading(tmp_path, recordings)
    first, second = led.order()
    other = replace(second, session=first.session)
    open_assigned(led.loaded, recordings, other)
    [fault] = recordings.verify()
    assert fault.session == first.session
    assert "otherwise than its study assigned" in fault.what.render("en")


def test_nobody_of_that_id(tmp_path: Path, recordings: Recordings) -> None:
    with pytest.raises(BadInput, match=r"no participant 'p09'; it has: p01, p02, gold\."):
        leading(tmp_path, recordings, "p09")


def test_two_programs_begin_a_participant_and_one_order_stands(
    tmp_path: Path, recordings: Recordings
) -> None:
    led = leading(tmp_path, recordings)
    mine = led.order()
    rows = [replace(one, session=f"X{one.position}", at=datetime.now(UTC)) for one in mine]
    with pytest.raises(BadInput, match="has an order already"):
        recordings.studies.assign(rows)
    assert recordings.studies.assignments("pilot", "p01") == mine
    assert recordings.studies.assignment_of(mine[1].session) == mine[1]


def test_killed_in_a_session_it_goes_on_there(tmp_path: Path) -> None:
    study(tmp_path)
    file = str(tmp_path / "study.yaml")
    command = [sys.executable, "-m", "physassist_tui", "study", "run", file, "--participant", "p01"]
    environ = {**os.environ, "PHYSASSIST_DB": str(tmp_path / "plays.db"), "PHYSASSIST_LANG": "en"}
    with subprocess.Popen(
        command, env=environ, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("yes\n\n\nask Do you take painkillers?\n")
        process.stdin.flush()
        limit = time.monotonic() + 30
        while "ibuprofen" not in process.stdout.readline():
            assert time.monotonic() < limit
        os.kill(process.pid, signal.SIGKILL)
    done = subprocess.run(
        command, env=environ, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True,
        input="the phone rang\nanswer one\nanswer two\nq\n",
    )  # fmt: skip
    assert "Why had you left it?" in done.stdout
    assert "I buy ibuprofen" in done.stdout
    assert "Thank you. The session is over." in done.stdout
    for secret in ("mRS", "Pass@", "Score of", "of 4 graded"):
        assert secret not in done.stdout
    with Recordings.open(tmp_path / "plays.db") as recordings:
        [session] = recordings.sessions()
        assert session.ended == "completed"
        assert len(recordings.scores(session.id)) == 1  # graded all the same
        assert ("interrupted", "", "", None, "the phone rang") in said(recordings)
        assert recordings.verify() == []


def test_a_participant_that_is_no_person_plays_all_that_is_left(
    tmp_path: Path, recordings: Recordings, capsys: pytest.CaptureFixture[str]
) -> None:
    study(tmp_path)
    led = leading(tmp_path, recordings, "gold")
    open_assigned(led.loaded, recordings, led.order()[0])  # one that was left under way
    file, db = str(tmp_path / "study.yaml"), ("--db", str(tmp_path / "plays.db"))
    assert cli.run(["study", "run", file, "--participant", "gold", *db]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Session 1 of 2: completed", "Session 2 of 2: completed",
    ]  # fmt: skip
    assert cli.run(["study", "run", file, "--participant", "gold", *db]) == 0
    assert capsys.readouterr().out == ""
    assert cli.run(["study", "status", file, *db]) == 0
    assert capsys.readouterr().out.splitlines()[2:] == [
        "gold: 2 planned, 2 begun, 2 finished, 2 graded, 0 with questions done",
        "all: 6 planned, 2 begun, 2 finished, 2 graded, 0 with questions done",
    ]
    assert cli.run(["study", "status", file, "--json", *db]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["total"] == {"planned": 6, "attempted": 2, "finished": 2, "graded": 2,
                             "questions": 0}  # fmt: skip
    assert cli.run(["resume", led.order()[0].session, *db]) == 2
    assert "belongs to study pilot" in capsys.readouterr().err


def test_the_command_says_what_is_wrong_with_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study(tmp_path)
    assert cli.run(["study", "check", str(tmp_path / "study.yaml")]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "p01: 2 sessions"
    bad = tmp_path / "bad.yaml"
    bad.write_text("schema: 1\n", encoding="utf-8")
    assert cli.run(["study", "check", str(bad)]) == 1
    out, err = capsys.readouterr()
    assert (out.count("bad.yaml:1: "), err) == (5, "")
    assert cli.run(["study", "check", str(bad), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert [one["field"] for one in told["problems"]] == [
        "id", "title", "scenarios", "conditions", "participants",
    ]  # fmt: skip
    assert cli.run(["study", "run", str(bad), "--participant", "p01"]) == 2


def test_steps_come_in_their_order(tmp_path: Path, recordings: Recordings) -> None:
    led = leading(tmp_path, recordings)
    assert isinstance(led.step(), Consent)
    led.consent(agreed=True)
    assert isinstance(led.step(), Instructions)
    led.instructed()
    step = led.step()
    assert isinstance(step, Play)
    assert (step.of, step.begun, step.assignment.position) == (2, False, 1)
    director = open_assigned(led.loaded, recordings, step.assignment).director
    again = led.step()
    assert isinstance(again, Play)
    assert again.begun
    for _ in range(2):
        director.act(Answer("x"))
    asked = led.step()
    assert isinstance(asked, Questions)
    assert len(asked.asked) == 8
    led.close(step.assignment)
    assert isinstance(led.step(), Play)
