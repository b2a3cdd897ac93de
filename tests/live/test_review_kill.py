"""A review that is killed at any moment has every grade that it said was kept, and goes on."""

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
from physassist_tui.score.review.seat import open_review
from physassist_tui.store.recordings import Recordings

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = "medication-safety/atrial-fibrillation-day-3"
SAID = {"1": Verdict.PASS, "2": Verdict.PARTIAL, "3": Verdict.FAIL}


def review(path: Path) -> subprocess.Popen[str]:
    """The real command, through pipes."""
    return subprocess.Popen(
        [sys.executable, "-m", "physassist_tui", "review", "S", "--rater", "anna", "--all-items"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PHYSASSIST_DB": str(path), "PHYSASSIST_LANG": "en"},
    )


def grade(process: subprocess.Popen[str], key: str) -> str:
    """Gives a grade and waits for the line that says it is kept."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(key + "\n")
    process.stdin.flush()
    for line in process.stdout:
        if line.startswith("Item ") and line.rstrip().endswith(("PASS", "PARTIAL", "FAIL")):
            return line
    raise AssertionError("it ended")


def test_a_killed_review_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    loaded = load_scenario(SHIPPED)
    record = open_record(loaded.record_path)
    with Recordings.open(path) as recordings:
        recordings.append("S", play_script(loaded, "script:gold", "en", record=record))
    given: list[str] = []
    for keys in ("1", "23", "312"):
        process = review(path)
        for key in keys:
            grade(process, key)
            given.append(key)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        with Recordings.open(path) as recordings:
            assert recordings.verify() == []
            kept = [r for r in recordings.ratings("S", "anna") if r.kind == "graded"]
            assert [row.grade for row in kept] == [SAID[key] for key in given]
            assert len({(row.turn, row.item) for row in kept}) == len(given)
    with Recordings.open(path) as recordings:
        seat = open_review(recordings, "S", loaded, record, "anna", all_items=True)
        view = seat.view()
        assert view.settled == len(given)
        assert view.item is not None
        assert view.item.number == len(given) + 1


def test_a_whole_review_through_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    loaded = load_scenario(SHIPPED)
    record = open_record(loaded.record_path)
    with Recordings.open(path) as recordings:
        recordings.append("S", play_script(loaded, "script:gold", "zh", record=record))
    command = [
        sys.executable,
        "-m",
        "physassist_tui",
        "review",
        "s",
        "--rater",
        "王医生",
        "--plain",
    ]
    environ = {**os.environ, "PHYSASSIST_DB": str(path), "PHYSASSIST_LANG": "zh"}
    done = subprocess.run(
        command, cwd=ROOT, input="通过 说清了\n锁定\n", capture_output=True, text=True, env=environ,
        timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    before, _gold, after = done.stdout.partition("script:gold")
    assert "script:" not in before
    assert "王医生" in before
    assert after
    again = subprocess.run(
        command, cwd=ROOT, input="1\n", capture_output=True, text=True, env=environ, timeout=60,
        check=False,
    )  # fmt: skip
    assert again.returncode == 0
    assert "script:gold" in again.stdout
    refused = subprocess.run(
        [*command[:4], "nobody", *command[5:]], cwd=ROOT, input="", capture_output=True, text=True,
        env=environ, timeout=60, check=False,
    )  # fmt: skip
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
