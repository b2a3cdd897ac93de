"""A person at a real terminal (tmux) is led from the lines into the app and back."""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path

import pytest

from physassist_tui.i18n import msg
from physassist_tui.store.recordings import Recordings
from tests.live.test_terminal import Terminal
from tests.study.study_world import study

pytestmark = pytest.mark.skipif(
    shutil.which("tmux") is None, reason="tmux is not installed (Debian: apt-get install tmux)"
)


def zh(msgid: str) -> str:
    """The first words of a text of ours, as they stand on the screen."""
    return msg(msgid).render("zh").partition("{")[0].strip()


def _type_in_the_app(at: Terminal, word: str) -> None:
    """Types until the app, which may just be drawing itself, has taken it in."""
    for _ in range(20):
        at.type(word)
        time.sleep(0.3)
        if word in at.screen():
            return


def test_from_consent_through_the_app_to_the_questions_and_out(tmp_path: Path) -> None:
    study(tmp_path)
    run = f"{sys.executable} -m physassist_tui study run {tmp_path / 'study.yaml'}"
    at = Terminal(tmp_path, f"{run} --participant p02", (100, 30), "en")
    try:
        at.until(zh("Do you agree to take part? (yes or no): "))
        at.type("同意")
        at.press("Enter")
        at.until(zh("Enter goes on; `q` leaves: "))
        at.press("Enter")
        at.until(zh("Enter begins it; its time runs from the first request on. `q` leaves: "))
        at.press("Enter")
        for turn in ("1", "2"):
            at.until(f"{turn}/2")
            _type_in_the_app(at, f"word{turn}")
            at.press("F5")
        at.until(zh("All of it is saved. Enter goes on."))
        at.press("Enter")
        seen = at.until("完全有把握")
        assert "mRS" not in seen
        at.type("6")
        at.press("Enter")
        at.until("100")
        at.type("q")
        at.press("Enter")
        assert "--participant p02" in at.until("left with 0")
    finally:
        at.close()
    with Recordings.open(tmp_path / "plays.db") as recordings:
        [session] = recordings.sessions()
        assert (session.ended, session.language) == ("completed", "zh")
        assert len(recordings.scores(session.id)) == 1
        [answer] = [one for one in recordings.studies.responses("pilot") if one.question]
        assert answer.value == 6
        events = recordings.events(session.id)
        shown = next(e for e in events if e.kind == "turn_started")
        assert shown.active_ms == 0
        assert recordings.verify() == []
