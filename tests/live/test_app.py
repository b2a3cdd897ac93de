"""The app on a real terminal (tmux): from library to score, and the terminal given back."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from physassist_tui.core.events import AnyEvent
from physassist_tui.core.view import Answer, Ask, CallTool
from physassist_tui.i18n import Lang
from physassist_tui.store.recordings import Recordings
from tests.live.test_terminal import MINI, ROOT, Open, Terminal, terminal
from tests.screen.play_world import SESSION, by_director, gold_acts, mini, timeless

__all__ = ["terminal"]  # the fixture

pytestmark = pytest.mark.skipif(
    shutil.which("tmux") is None, reason="tmux is not installed (Debian: apt-get install tmux)"
)

BROKEN = """
import asyncio, sys
from physassist_tui.tui.screens.play import PlayScreen
def fail():
    secret = "of the patient"
    raise ValueError("a\\x1b[31m fault\\nof ours")
async def fail_later():
    fail()
ways = {
    "action": lambda self: fail(),
    "worker": lambda self: self.run_worker(fail_later()),
    "thread": lambda self: self.run_worker(fail, thread=True),
    "timer": lambda self: self.set_timer(0.01, fail),
}
PlayScreen.action_zoom = ways[sys.argv[1]]
from physassist_tui.cli import main
main(["play", sys.argv[2]])
"""


def modes(at: Terminal) -> str:
    """What the terminal is in: other screen, cursor shown, mouse reported, keypad."""
    return at._tmux(
        "display-message", "-p",
        "#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{mouse_sgr_flag} #{keypad_flag}",
    ).strip()  # fmt: skip


def titles(at: Terminal, *wanted: str) -> None:
    """Waits until the terminal has had these titles, the last of them now."""

    def title(_screen: str) -> str:
        return at._tmux("display-message", "-p", "#{pane_title}").strip()

    for one in wanted:
        at.wait(lambda screen, one=one: title(screen) == one, f"the title {one}")  # type: ignore[misc]


def composer(screen: str) -> str:
    """What stands from the composer's upper edge on."""
    _panes, edge, below = screen.partition("═" * 20)
    return edge + below


TITLE = "--version; printf '\\033]2;of before\\033\\\\'; "
"""A command that gives the terminal a title of its own."""


def sessions(folder: Path) -> list[tuple[str, str | None]]:
    with sqlite3.connect(folder / "plays.db") as connection:
        return connection.execute("SELECT id, ended FROM session").fetchall()


def test_from_the_library_into_a_play_and_back_to_the_shell(terminal: Open, tmp_path: Path) -> None:
    at = terminal(command=f"play --scenarios {MINI.parent}")
    at.until("library")
    at.until("not played yet")
    before = "0 1 0 0 0"
    assert modes(at).startswith("1")
    at.press("Enter")
    at.until("Limit: 16 tool calls a turn")
    at.press("Enter")
    at.until("turn 1/2")
    at.press("F8")
    at.until("第 1/2 轮")
    at.press("C-q")
    at.until("physassist resume")
    at.until("left with 0")
    assert modes(at) == before
    [(session, _ended)] = sessions(tmp_path)
    assert session in at.screen()


WORDS = {
    "en": {
        "call": "Observation.search code=Potassium", "ask": "Do you take any painkillers?",
        "said": "ibuprofen", "start": "Limit: 16", "turn": "turn {n}/2", "pass": "PASS",
        "answer": "Potassium 5.9 mmol/L; she takes ibuprofen.", "played": "played 1 time",
        "order": "ServiceRequest.create service_type=Potassium priority=routine",
        "languages": "English, 中文",
    },
    "zh": {
        "call": "Observation.search code=血钾", "ask": "您在家吃止痛药吗？",
        "said": "布洛芬", "start": "每轮 16 次", "turn": "第 {n}/2 轮", "pass": "通过",
        "answer": "血钾5.9 mmol/L，患者自服布洛芬。", "played": "已演练 1 次",
        "order": "ServiceRequest.create service_type=血钾 priority=routine",
        "languages": "English、中文",
    },
}  # fmt: skip


@pytest.mark.parametrize(("lang", "size"), [("en", (80, 24)), ("zh", (140, 40))])
def test_a_whole_play_from_the_library_to_the_score_with_keys_alone(
    terminal: Open, tmp_path: Path, lang: str, size: tuple[int, int]
) -> None:
    """With a slip at each place where one writes."""
    words = WORDS[lang]
    at = terminal(command=f"play --scenarios {MINI.parent}", lang=lang, size=size)

    def send(text: str, *, stays: bool = False) -> None:
        """Typed and sent; what is an act leaves the composer, a slip stays to be mended."""
        at.type(text)
        # An Enter that comes with an input method's text is not one that sends.
        at.wait(lambda screen: text[-8:] in composer(screen), f"{text} written")
        at.press("Enter")
        if not stays:
            at.wait(lambda screen: text[-8:] not in composer(screen), f"{text} sent")

    at.until(words["languages"])
    at.press("Enter")
    at.until(words["start"])
    at.press("Enter")
    at.until(words["turn"].format(n=1))
    at.press("Enter")  # nothing to send
    at.until("There is nothing to send." if lang == "en" else "没有可发送的内容。")
    at.press("Tab", "Tab")
    at.until("[EHR]" if lang == "en" else "[电子病历]")
    send("Observation.search cod=K", stays=True)
    at.until("code")
    at.press("C-u")
    send(words["call"])
    at.until("1/16")
    at.until("5.9 mmol/L [H")
    at.press("Tab", "Tab")
    send(words["ask"])
    at.until("2/16")
    at.until(words["said"])
    at.press("Tab")
    send(words["order"] + " target_date=soon", stays=True)
    at.until("2026-03-04")  # how a date is written
    at.press(*["BSpace"] * 4)
    send("2026-03-11")
    at.until("3/16")
    at.press("Tab")
    send(words["answer"])
    at.until(words["turn"].format(n=2))
    send(words["answer"])
    at.until(words["pass"])
    at.press("Escape")
    at.until(words["played"])
    at.press("C-q")
    at.until("left with 0")
    [(_session, ended)] = sessions(tmp_path)
    assert ended == "completed"


def test_bare_physassist_opens_the_library_in_the_language_of_the_environment(
    terminal: Open,
) -> None:
    at = terminal(command="", lang="zh", size=(140, 40))
    at.until("情景库")
    at.press("C-q")
    at.until("left with 0")


@pytest.mark.parametrize("way", ["action", "worker", "thread", "timer"])
def test_a_crash_is_one_line_with_the_session_and_the_terminal_is_as_it_was(
    terminal: Open, tmp_path: Path, way: str
) -> None:
    script = tmp_path / "broken.py"
    script.write_text(BROKEN, encoding="utf-8")
    at = terminal(
        command=f"--version; stty -g > {tmp_path}/before; {sys.executable} {script} {way} {MINI}; "
        f"echo status $?; stty -g > {tmp_path}/after",
        size=(240, 40),
    )
    at.until("turn 1/2")
    at.press("F10")
    seen = at.until("status 3")
    at.until("left with")
    [(session, ended)] = sessions(tmp_path)
    [line] = [line for line in seen.splitlines() if "The app failed" in line]
    assert "ValueError: a␛[31m fault ⏎ of ours." in line
    assert line.endswith(f"physassist resume {session}")
    assert ended is None
    assert "Traceback" not in seen
    assert "of the patient" not in seen
    assert modes(at) == "0 1 0 0 0"
    assert (tmp_path / "before").read_text() == (tmp_path / "after").read_text()


@pytest.mark.parametrize("way", ["keys", "crash"])
def test_the_terminals_title_is_ours_and_afterwards_what_it_was(
    terminal: Open, tmp_path: Path, way: str
) -> None:
    script = tmp_path / "broken.py"
    script.write_text(BROKEN, encoding="utf-8")
    at = terminal(command=f"{TITLE}{sys.executable} {script} action {MINI}; sleep 60")
    titles(at, "of before", "physassist")
    at.until("turn 1/2")
    at.press("F10" if way == "crash" else "C-q")
    titles(at, "of before")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_program_that_is_ended_gives_the_terminal_back(
    terminal: Open, tmp_path: Path, number: signal.Signals
) -> None:
    at = terminal(command=f"play {MINI}")
    at.until("turn 1/2")
    pane = int(at._tmux("display-message", "-p", "#{pane_pid}"))
    children = Path(f"/proc/{pane}/task/{pane}/children")
    if not children.exists():
        pytest.skip("no /proc that names child processes")
    [child] = children.read_text().split()
    os.kill(int(child), number)
    at.until(f"left with {128 + number}")
    assert modes(at) == "0 1 0 0 0"
    [(session, ended)] = sessions(tmp_path)
    assert ended is None
    assert f"physassist resume {session}" in at.screen()


def nameless(events: list[AnyEvent], session: str) -> str:
    """The events without times, and without what is made of the session's name."""
    text = json.dumps(timeless(events)).replace(session, "SESSION")
    for number, event in enumerate(events):
        if event.kind == "resource_written":
            text = text.replace(event.data.resource["id"], f"WRITTEN-{number}")
    return text


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_lines_leave_the_events_and_the_score_that_the_screen_leaves(
    tmp_path: Path, lang: Lang
) -> None:
    """The screen's own are those of the director: tests/screen/test_play.py holds that."""
    loaded = mini()
    typed = []
    for act in gold_acts(loaded, lang):
        match act:
            case Ask(text=text):
                typed.append(f"ask {text}")
            case Answer(text=text):
                typed.append(f"answer {text}")
            case CallTool(tool=tool, arguments=given):
                typed.append(
                    " ".join([tool, *(f"{name}={value}" for name, value in given.items())])
                )
    database = tmp_path / "plays.db"
    done = subprocess.run(
        [sys.executable, "-m", "physassist_tui", "play", str(MINI), "--plain", "--lang", lang],
        input="\n".join([*typed, ""]), capture_output=True, text=True, check=True, timeout=60,
        cwd=ROOT, env={**os.environ, "PHYSASSIST_DB": str(database)},
    )  # fmt: skip
    assert "Pass@Turn(0.60)" in done.stdout
    with Recordings.open(database) as recordings:
        [session] = recordings.sessions()
        events = recordings.events(session.id)
        [saved] = recordings.scores(session.id)
    without = by_director(gold_acts(loaded, lang), lang)
    assert nameless(events, session.id) == nameless(without, SESSION)
    assert saved.data["mrs"] == 1.0


@pytest.mark.parametrize(
    ("environ", "typed", "wanted"),
    [
        ({}, "quit\n", "[turn 1/2, calls 0/16] >"),
        ({"PHYSASSIST_PLAIN": "1"}, "quit\n", "[turn 1/2"),
    ],
)
def test_a_pipe_stays_lines(
    tmp_path: Path, environ: dict[str, str], typed: str, wanted: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "physassist_tui", "play", str(MINI)],
        input=typed, capture_output=True, text=True, check=True, timeout=60, cwd=ROOT,
        env={**os.environ, "PHYSASSIST_DB": str(tmp_path / "a.db"), "PHYSASSIST_LANG": "en",
             **environ},
    )  # fmt: skip
    assert wanted in done.stdout
    assert "\x1b[" not in done.stdout


@pytest.mark.parametrize("wish", ["PHYSASSIST_PLAIN=1", "TERM=dumb"])
def test_a_terminal_that_is_not_to_be_drawn_on_stays_lines(
    terminal: Open, tmp_path: Path, wish: str
) -> None:
    at = terminal(
        command=f"--version; {wish} {sys.executable} -m physassist_tui play {MINI}",
    )
    at.until("Turn 1 of 2")
    assert modes(at).startswith("0")
