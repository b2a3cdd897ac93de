"""A demo on a real terminal: it plays, any key pauses it, Esc leaves; no recordings are made."""

from __future__ import annotations

from pathlib import Path

from tests.live.test_terminal import Open, pytestmark, terminal

__all__ = ["pytestmark", "terminal"]


def test_a_demo_plays_on_a_terminal_until_a_key(terminal: Open, tmp_path: Path) -> None:
    at = terminal((100, 30), command="demo atrial-fibrillation --loop --speed 8", lang="zh")
    at.until("演示：")
    at.until("肌酐升高明显")  # the first answer of the recording
    at.type("x")
    at.until("‖")
    at.press("F8")
    assert "PAUSED" in at.until("speed 8×")
    at.press("Escape")
    at.until("left with 0")
    assert not (tmp_path / "plays.db").exists()
