"""A person at a real terminal (tmux): completion, history, mending, Chinese, leaving."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MINI = ROOT / "tests" / "scenarios" / "mini"
PATIENCE = 60.0

pytestmark = pytest.mark.skipif(
    shutil.which("tmux") is None, reason="tmux is not installed (Debian: apt-get install tmux)"
)


class Terminal:
    """A tmux session of its own server, which runs one command."""

    def __init__(self, folder: Path, command: str, size: tuple[int, int], lang: str) -> None:
        self._socket = str(folder / "tmux")
        environ = {
            **os.environ,
            "PHYSASSIST_DB": str(folder / "plays.db"),
            "PHYSASSIST_CONFIG": str(folder / "settings.json"),
            "PHYSASSIST_LANG": lang,
            "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8",
        }
        width, height = size
        self._tmux(
            "-u", "-f", "/dev/null", "new-session", "-d", "-x", str(width), "-y", str(height),
            f"{command}; status=$?; echo; echo left with $status; sleep 60", environ=environ,
        )  # fmt: skip

    def _tmux(self, *arguments: str, environ: dict[str, str] | None = None) -> str:
        return subprocess.run(
            ["tmux", "-S", self._socket, *arguments],
            env=environ, check=True, capture_output=True, text=True, cwd=ROOT,
        ).stdout  # fmt: skip

    def screen(self) -> str:
        return self._tmux("capture-pane", "-p", "-J", "-S", "-2000")

    def type(self, text: str) -> None:
        self._tmux("send-keys", "-l", text)

    def press(self, *keys: str) -> None:
        self._tmux("send-keys", *keys)

    def until(self, text: str, times: int = 1) -> str:
        """The screen once `text` stands on it, so many times where it stood there before."""
        return self.wait(lambda screen: screen.count(text) >= times, f"{text!r}, {times} times")

    def wait(self, so: Callable[[str], bool], told: str) -> str:
        """The screen once `so` of it; `told` is what did not come, where it never does."""
        limit = time.monotonic() + PATIENCE
        while not so(screen := self.screen()):
            assert time.monotonic() < limit, f"never came: {told}\n{screen}"
            time.sleep(0.05)
        return screen

    def close(self) -> None:
        subprocess.run(["tmux", "-S", self._socket, "kill-server"], check=False)


Open = Callable[..., Terminal]


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Open]:
    made: list[Terminal] = []

    def _open(
        size: tuple[int, int] = (80, 24), lang: str = "en", command: str = f"play --plain {MINI}"
    ) -> Terminal:
        opened = Terminal(tmp_path, f"{sys.executable} -m physassist_tui {command}", size, lang)
        made.append(opened)
        return opened

    yield _open
    for each in made:
        each.close()


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
def test_tab_completes_tools_parameters_and_values_of_this_record(
    terminal: Open, size: tuple[int, int]
) -> None:
    at = terminal(size)
    at.until("calls 0/16] >")
    at.type("Observ")
    at.press("Tab")
    at.until("> Observation.search")
    at.type("cod")
    at.press("Tab")
    at.until("code=")
    at.type("Pot")
    at.press("Tab")
    at.until("code=Potassium")
    at.press("Enter")
    seen = at.until("calls 1/16] >")
    assert "5.9 mmol/L" in seen
    assert "[H]" in seen


def test_a_slip_comes_back_to_be_mended_and_costs_nothing(terminal: Open) -> None:
    at = terminal()
    at.until("calls 0/16] >")
    at.type("Observation.search cod=K")
    at.press("Enter")
    at.until("refused")
    seen = at.until("calls 0/16] > Observation.search cod=K")
    assert "code" in seen
    at.press("C-u")
    # What would fill the screen comes back when asked for, so that what is wrong stays in sight.
    at.type("her chart: " + "potassium 5.9, " * 340)
    at.press("Enter")
    at.until("Up brings it back")
    assert "Who is this for?" in at.screen()[-800:]
    at.press("Up")
    at.until("potassium 5.9, potassium 5.9", times=9)
    at.press("C-c")
    at.until("Up brings it back", times=2)
    at.type("What is her potassium?")
    at.press("Enter")
    at.until("Who is this for?", times=2)
    at.until("calls 0/16] > What is her potassium?")
    at.press("Home")
    at.type("ask ")
    at.press("Enter")
    at.until("Patient: ")


def test_several_lines_history_and_leaving(terminal: Open) -> None:
    at = terminal()
    at.until("calls 0/16] >")
    at.type("answer")
    at.press("Enter")
    at.until("A full stop alone sends it")
    at.type("Potassium 5.9 mmol/L.")
    at.press("Enter")
    at.until("... Potassium 5.9 mmol/L.\n...")  # the next prompt stands
    at.type("a slip")
    at.press("Enter")
    at.until("... a slip\n...")
    at.type("undo")
    at.press("Enter")
    at.until("Taken back: a slip")
    at.press("C-c")
    at.until("Your draft is kept")
    at.type("answer")
    at.press("Enter")
    at.until("... Potassium 5.9 mmol/L.\n...", times=2)  # once typed, once kept
    at.type(".")
    at.press("Enter")
    at.until("Turn 2 of 2")
    at.type("Patient.read")
    at.press("Enter")
    at.until("calls 1/16] >")
    at.press("Up")
    at.until("calls 1/16] > Patient.read")
    at.press("C-c")
    at.until("Nothing was sent")
    at.press("C-u", "C-d")
    at.until("To go on: physassist resume")
    at.until("left with 0")


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
def test_a_whole_play_in_chinese(terminal: Open, size: tuple[int, int]) -> None:
    at = terminal(size, lang="zh")
    at.until("0/16")
    at.type("Observation.search code=血钾")
    at.press("Enter")
    at.until("5.9 mmol/L")
    at.type("问您在家吃布洛芬吗？")
    at.press("Enter")
    at.until("2/16")
    at.type("答 血钾5.9 mmol/L，患者自服布洛芬。")
    at.press("Enter")
    at.until("2/2")
    at.type("答 已知悉。")
    at.press("Enter")
    seen = at.until("left with 0")
    assert "Pass@Turn(0.60)" in seen
    assert "Traceback" not in seen
