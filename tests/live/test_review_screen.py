"""The review and the comparison on a real terminal; a review that is killed goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from physassist_tui.core.words import Verdict
from physassist_tui.ehr.record import open_record
from physassist_tui.library import load_scenario
from physassist_tui.play.headless import play_script
from physassist_tui.store.recordings import Recordings
from tests.live.test_terminal import MINI, Open, pytestmark, terminal

__all__ = ["pytestmark", "terminal"]


def recorded(folder: Path) -> Path:
    path = folder / "plays.db"
    loaded = load_scenario(str(MINI))
    record = open_record(loaded.record_path)
    with Recordings.open(path) as recordings:
        for name, player in (("S1", "script:gold"), ("S2", "script:null")):
            recordings.append(name, play_script(loaded, player, "en", record=record))
    return path


def grades(path: Path) -> list[Verdict | None]:
    with Recordings.open(path) as recordings:
        assert recordings.verify() == []
        return [row.grade for row in recordings.ratings("S1", "anna") if row.kind == "graded"]


def kill(folder: Path, words: str) -> None:
    """Kills the one process that was started in the folder's name."""
    [pid] = [
        int(line.split()[0])
        for line in subprocess.run(
            ["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True
        ).stdout.splitlines()
        if words in line and "python" in line.split()[1] and str(folder) in _environ(line)
    ]
    os.kill(pid, signal.SIGKILL)


def _environ(line: str) -> str:
    try:
        return Path(f"/proc/{int(line.split(maxsplit=1)[0])}/environ").read_text(errors="replace")
    except OSError:  # it has ended meanwhile
        return ""


def test_a_review_that_is_killed_goes_on_where_it_was(terminal: Open, tmp_path: Path) -> None:
    path = recorded(tmp_path)
    command = f"review S1 --rater anna --all-items --scenarios {MINI.parent}"
    again = f"{command}; {sys.executable} -m physassist_tui {command}"
    at = terminal(command=again)
    at.until("Item 1 of 6")
    at.type("1")
    at.until("1 of 6 done")
    at.type("3")
    at.until("2 of 6 done")
    kill(tmp_path, "review S1 --rater anna")
    screen = at.until("Item 3 of 6")  # the same command, begun again
    assert "2 of 6 done" in screen
    assert grades(path) == [Verdict.PASS, Verdict.FAIL]
    at.type("2")
    at.until("3 of 6 done")
    at.press("C-q")
    at.until("left with 0")
    assert grades(path) == [Verdict.PASS, Verdict.FAIL, Verdict.PARTIAL]


def test_a_comparison_opens_on_a_terminal_and_prints_lines_where_there_is_none(
    terminal: Open, tmp_path: Path
) -> None:
    recorded(tmp_path)
    command = f"compare S1 S2 --scenarios {MINI.parent}"
    at = terminal((140, 40), command=command)
    at.until("In order of mRS")
    at.type("n")
    at.until("[Turn 1]")
    at.press("C-q")
    at.until("left with 0")
    told = subprocess.run(
        [sys.executable, "-m", "physassist_tui", *command.split()],
        capture_output=True, text=True, check=True,
        env={**os.environ, "PHYSASSIST_DB": str(tmp_path / "plays.db"), "PHYSASSIST_LANG": "en"},
    ).stdout  # fmt: skip
    assert told.startswith("Compared: Morning laboratory review\nA script:gold · session S1")
