"""Directing a session in lines: real processes, typed lines, what is printed and recorded."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from physassist_tui.cli.play import play
from physassist_tui.core import events as ev
from physassist_tui.core.events import AnyEvent
from physassist_tui.core.state import fold
from physassist_tui.core.words import EndReason, Seat
from physassist_tui.library import load_scenario
from physassist_tui.plain.desk_words import parse_desk
from physassist_tui.plain.stepping import watched
from physassist_tui.play.casting import Casting
from physassist_tui.play.desk import ControlDesk
from physassist_tui.play.driver import Driver
from physassist_tui.play.opening import start
from physassist_tui.store.recordings import Recordings
from tests.llm_server import Answer, Call, LlmServer, Reply, refusals
from tests.play.scripted_model import ScriptedModel, says

ROOT = Path(__file__).resolve().parents[2]
MINI = ROOT / "tests" / "scenarios" / "mini"
Lines = Callable[..., list[str]]


@pytest.fixture
def lines(tmp_path: Path) -> Lines:
    """Plays the small scenario in lines, and gives what was printed."""

    def _lines(typed: list[str], *options: str, lang: str = "en") -> list[str]:
        done = subprocess.run(
            [sys.executable, "-m", "physassist_tui", "play", str(MINI), "--plain", *options,
             "--db", str(tmp_path / "plays.db")],
            input="\n".join([*typed, ""]), capture_output=True, text=True, check=False,
            timeout=180, cwd=ROOT,
            env={**os.environ, "PHYSASSIST_LANG": lang,
                 "PHYSASSIST_MODELS": str(tmp_path / "models.toml"),
                 "PHYSASSIST_CACHE": str(tmp_path / "cache")},
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
        return done.stdout.splitlines()

    return _lines


def recorded(folder: Path) -> list[list[AnyEvent]]:
    """The events of each session, the first one first."""
    with Recordings.open(folder / "plays.db", readonly=True) as recordings:
        return [recordings.events(s.id) for s in reversed(list(recordings.sessions()))]


def test_watch_step_mark_take_over_hand_back_rewind_and_fork(lines: Lines, tmp_path: Path) -> None:
    out = lines(
        ["nonsense", "step", "mark u it should ask first", "mark good 2", "take", "take I ask her",
         "resume", "ask Do you take ibuprofen?", "/pause", "rewind", "rewind 7", "rewind 5",
         "back carry on", "free Anything else?", "edit 1 And her heart?", "queue", "fork 7",
         "seats", "resume"],
        "--assistant", "script:gold", "--step",
    )  # fmt: skip
    text = "\n".join(out)
    for told in (
        "There is no such word here; `help` lists them.",
        "Assistant calls: Observation.search category=laboratory code=Potassium",
        "Marked as unsafe: event 7.",
        "Marked as good: event 2.",
        "The next player is told one line: put it after the name.",
        "Assistant: human plays from here.",
        "Patient: I buy ibuprofen at the drugstore and take it for my knees most days.",
        "Event 6: call: Observation.search category=laboratory code=Potassium",
        "Back at event 7; what came after it is undone.",
        "Something is half done at event 5, or it is undone; the nearest place before it is "
        "event 4.",
        "Assistant: script:gold plays from here.",
        "Waiting 1: And her heart?",
        "A new session goes on from event 7; it is paused.",
        "Not asked, and not recorded:",
        "End: completed",
    ):
        assert told in text, told
    first, second = recorded(tmp_path)
    kinds = [event.kind for event in first]
    assert kinds.count("marked") == 2
    assert kinds.count("rewound") == 1
    state = fold(first)
    assert (state.ended, state.paused) == (None, True)
    assert state.player(Seat.ASSISTANT) == "script:gold"
    assert len(state.calls) == 1  # the question was undone
    forked = fold(second)
    assert forked.ended is EndReason.COMPLETED
    assert forked.started is not None
    assert forked.started.parent_seq == 7
    assert [turn.request for turn in forked.turns if not turn.scripted] == []


def test_free_turns_come_between_in_chinese(lines: Lines, tmp_path: Path) -> None:
    out = lines(
        ["追加 心率怎么样？", "继续"], "--assistant", "script:gold", "--step", lang="zh"
    )  # fmt: skip
    (events,) = recorded(tmp_path)
    turns = fold(events).turns
    assert [(t.request[:4], t.scripted) for t in turns] == [
        ("今早血钾", True), ("心率怎么", False), ("明早请再", True),
    ]  # fmt: skip
    assert fold(events).ended is EndReason.COMPLETED
    assert any("心率怎么样？" in line for line in out)


def test_a_person_is_physician_and_patient_at_once(lines: Lines, tmp_path: Path) -> None:
    out = lines(
        ["", "/draft", "/facts", "I buy ibuprofen at the drugstore for my knees, most days.",
         "/mark note she said it", "/done", "And her heart?", "/done"],
        "--assistant", "script:gold", "--physician", "human", "--patient", "human",
    )  # fmt: skip
    text = "\n".join(out)
    assert text.count("Fact (private, held back): I buy ibuprofen") == 2
    assert "Draft: Please repeat it tomorrow morning." in text
    (events,) = recorded(tmp_path)
    state = fold(events)
    assert state.ended is EndReason.COMPLETED
    assert [fact.fact for fact in state.revealed] == ["home-ibuprofen"]
    assert {m.player for m in state.messages if m.sender is Seat.PATIENT} == {"human"}
    assert [mark.label for mark in state.marks] == ["note"]


def test_a_copilot_and_a_provider_that_fails(lines: Lines, tmp_path: Path) -> None:
    said: list[Answer] = [
        Reply("Let me look.", (Call("Observation_search", {"code": "Potassium"}),
                               Call("patient_ask", {"question": "Do you take ibuprofen?"}))),
        Reply("", (Call("ServiceRequest_create", {"service_type": "ECG", "priority": "urgent"}),)),
        refusals()["unauthorized"],
        Reply("Potassium 5.9 mmol/L."),
        Reply("Ordered."),
    ]  # fmt: skip
    with LlmServer(said) as server:
        (tmp_path / "models.toml").write_text(
            f'[profiles.t]\nmodel = "openai/m"\nbase_url = "{server.base_url}"\n'
        )
        out = lines(
            ["hm", "accept", "edit ask Do you take any painkillers? // an open question",
             "reject nobody asked for an ECG", "take the model is gone", "/seats",
             "/give copilot:t go on", "edit", "edit answer Potassium is 5.9 mmol/L.", "reject",
             "reject not ordered yet", "/end that will do"],
            "--assistant", "copilot:t",
        )  # fmt: skip
    text = "\n".join(out)
    for told in (
        "Assistant writes: Let me look.",
        "Proposed: Observation.search code=Potassium",
        "There is no such word here",
        "Assistant to the patient: Do you take any painkillers?",
        "Assistant: the model gave no answer. ",
        "`give assistant model:NAME NOTE`",
        "The session goes on.",
        "US dollars unknown.",
        "edit answer Potassium 5.9 mmol/L.",
        "Assistant: Potassium is 5.9 mmol/L.",
        "Say in a few words why it is rejected",
    ):
        assert told in text, told
    assert text.count("No answer came from the model.") == 1
    (events,) = recorded(tmp_path)
    decided = [e.data for e in events if isinstance(e, ev.Decided)]
    assert [d.decision for d in decided] == ["accept", "edit", "reject", "edit", "reject"]
    assert decided[1].reason == "an open question"
    state = fold(events)
    assert state.written == ()
    assert (state.ended, state.ended_detail) == (EndReason.QUIT, "that will do")
    # What the copilot was told of each decision.
    after_reject = server.requests[2].messages
    assert "nobody asked for an ECG" in after_reject[-1]["content"]
    assert any("an open question" in str(m["content"]) for m in after_reject)


def test_who_ends_for_want_of_a_model_charges_nobody(lines: Lines, tmp_path: Path) -> None:
    with LlmServer(refusals()["unauthorized"]) as server:
        (tmp_path / "models.toml").write_text(
            f'[profiles.t]\nmodel = "openai/m"\nbase_url = "{server.base_url}"\n'
        )
        lines(["end no key today"], "--assistant", "model:t")
    (events,) = recorded(tmp_path)
    assert fold(events).ended is EndReason.PROVIDER_FAILED


@pytest.mark.parametrize("breaks", [1, 2])
def test_ctrl_c_pauses_after_the_move_and_twice_stops_the_call(
    breaks: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    loaded = load_scenario(str(MINI))
    release = threading.Event()

    def waits(_chat: object) -> object:
        model.waiting.set()
        assert release.wait(20)
        return says("5.9")

    model = ScriptedModel([None if breaks == 2 else waits])  # type: ignore[list-item]
    with Recordings.open(tmp_path / "plays.db") as recordings:
        opened = start(loaded, recordings, Casting("model:m", "en"))
        desk = ControlDesk(opened, recordings)
        driver = Driver(opened, lambda _name: model)

        def break_in() -> None:
            assert model.waiting.wait(20)
            for _ in range(breaks):
                signal.raise_signal(signal.SIGINT)
                while not desk.paused:
                    threading.Event().wait(0.01)
            release.set()

        thread = threading.Thread(target=break_in)
        thread.start()
        stepped = watched(driver, desk)
        thread.join()
        assert stepped.stopped == (breaks == 2)
        assert driver.waiting() == "paused"
        assert [turn.answer for turn in opened.director.state.turns] == [None]
        assert "Pausing after this move" in capsys.readouterr().out
        if breaks == 1:  # what came meanwhile is kept, and done once it goes on
            desk.resume()
            driver.step()
            assert opened.director.state.turns[0].answer == "5.9"
            assert len(model.heard) == 1


def test_the_play_in_the_guide_is_a_real_one(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "live-control.md").read_text(encoding="utf-8")
    shown = page.split("```\n[paused at event 3] > step\n")[1].split("```")[0]
    wanted = ["[paused at event 3] > step", *shown.splitlines()]
    typed = [line.split("] > ", 1)[1] for line in wanted if line.startswith("[")]
    assert len(typed) == 8
    done = subprocess.run(
        [sys.executable, "-m", "physassist_tui", "play",
         "medication-safety/atrial-fibrillation-day-3", "--plain", "--step",
         "--assistant", "script:gold", "--db", str(tmp_path / "plays.db")],
        input="\n".join([*typed, ""]), capture_output=True, text=True, check=True, timeout=180,
        cwd=ROOT, env={**os.environ, "PHYSASSIST_LANG": "en"},
    )  # fmt: skip
    out = iter(done.stdout.splitlines())
    for line in wanted:
        if line != "…":
            assert line in out, line


def test_every_option_and_word_of_the_guide_is_there() -> None:
    page = (ROOT / "docs" / "live-control.md").read_text(encoding="utf-8")
    table = page.split("| you type (paused)")[1].split("\n\n")[0]
    typed = re.findall(r"`([a-z]+)[ `]", table)
    assert len(typed) > 15
    assert [word for word in typed if not parse_desk(word).word and len(word) > 1] == []
    chinese = page.split("understood in Chinese as well: ")[1].split("\n")[0]
    assert all(parse_desk(word).word for word in re.findall(r"`([^`]+)`", chinese))
    shown = {option for parameter in play.params for option in parameter.opts}
    assert set(re.findall(r"--[a-z][a-z-]+", page)) <= shown
