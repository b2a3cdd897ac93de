"""`play --trials K --headless`, as a process: what it prints, records and leaves with."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.core.events import SessionStarted
from physassist_tui.score.passk import FORMULAS
from physassist_tui.store.recordings import Recordings
from tests.llm_server.replies import refusals
from tests.llm_server.server import LlmServer
from tests.programs import Done, physassist

ROOT = Path(__file__).resolve().parents[2]
LONG = ROOT / "tests" / "scenarios" / "long"
MINI = ROOT / "tests" / "scenarios" / "mini"


def command(db: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "physassist_tui", *arguments, "--db", str(db), "--lang", "en"]


def run(db: Path, *arguments: str) -> Done:
    done = physassist(
        [*arguments, "--db", str(db), "--lang", "en"], environ=os.environ, timeout=120
    )
    assert "Traceback" not in done.stderr + done.stdout
    return done


def report(db: Path) -> dict[str, Any]:
    done = run(db, "report", "--json", "--scenarios", str(ROOT / "tests" / "scenarios"))
    assert done.returncode == 0, done.stderr
    (player,) = json.loads(done.stdout)["players"]
    return dict(player["trials"])


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "plays.db"


def test_each_trial_is_a_session_and_the_figures_are_of_all(db: Path) -> None:
    done = run(db, "play", str(LONG), "--assistant", "script:gold", "--headless", "--json",
               "--trials", "2", "--seed", "7")  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    counts = ("planned", "attempted", "finished", "graded", "succeeded", "undecided")
    assert [told[name] for name in counts] == [2, 2, 2, 2, 2, 0]
    assert list(told["figures"]) == ["1", "2"]
    assert set(told["figures"]["2"]) == {name for name, _formula in FORMULAS}
    assert {value for by_k in told["figures"].values() for value in by_k.values()} == {1.0}
    assert [trial["trial"] for trial in told["trials"]] == [1, 2]
    assert all(trial["score"]["task_success"] for trial in told["trials"])
    assert len({trial["session"] for trial in told["trials"]}) == 2
    with Recordings.open(db) as recordings:
        starts = [recordings.events(trial["session"])[0] for trial in told["trials"]]
        scores = [recordings.scores(trial["session"]) for trial in told["trials"]]
    assert all(len(kept) == 1 for kept in scores)
    assert all(isinstance(start, SessionStarted) for start in starts)
    started = [start.data for start in starts if isinstance(start, SessionStarted)]
    assert [data.seed for data in started] == [7, 8]
    trials = [data.trial for data in started if data.trial is not None]
    assert [(t.batch, t.number, t.planned) for t in trials] == [
        (told["batch"], number, 2) for number in (1, 2)
    ]
    found = report(db)
    assert (found["tasks"], found["planned"], found["attempted"]) == (1, 2, 2)
    assert found["by_k"]["2"]["pass_hat_k"]["value"] == 1.0


def test_a_run_that_was_broken_off_counts_what_was_planned(db: Path) -> None:
    """pass^k is never made from the runs that happened to finish."""
    asked = command(db, "play", str(MINI), "--assistant", "script:gold", "--headless",
                    "--trials", "60", "--json")  # fmt: skip
    with subprocess.Popen(asked, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        _wait_for_scores(db, 3)  # the third may still be in hand
        process.send_signal(signal.SIGINT)
        out, _err = process.communicate(timeout=60)
    assert process.returncode == 130
    told = json.loads(out)
    assert told["planned"] == 60
    assert 2 <= told["finished"] <= told["attempted"] < 60
    assert told["succeeded"] == told["finished"]
    assert told["figures"]["1"]["pass_at_k"] == pytest.approx(told["succeeded"] / 60)
    assert told["figures"]["60"]["pass_hat_k"] == 0.0


def test_a_run_that_was_killed_is_known_to_have_been_planned(db: Path) -> None:
    asked = command(db, "play", str(MINI), "--assistant", "script:gold", "--headless",
                    "--trials", "50")  # fmt: skip
    with subprocess.Popen(asked, cwd=ROOT, stdout=subprocess.DEVNULL) as process:
        _wait_for_scores(db, 1)
        os.kill(process.pid, signal.SIGKILL)
        process.wait(timeout=60)
    found = report(db)
    assert (found["planned"], found["attempted"] < 50) == (50, True)
    assert found["by_k"]["50"]["pass_hat_k"]["value"] == 0.0


def test_a_trial_whose_provider_failed_is_attempted_and_no_success(
    db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANTED_KEY", "sk-test")
    monkeypatch.setenv("PHYSASSIST_MODELS", str(tmp_path / "models.toml"))
    with LlmServer(refusals()["unauthorized"]) as server:
        (tmp_path / "models.toml").write_text(
            f'[profiles.t]\nmodel = "openai/m"\nbase_url = "{server.base_url}"\n'
            'key_env = "PLANTED_KEY"\ntimeout_s = 20\n'
        )
        done = run(db, "play", str(LONG), "--assistant", "model:t", "--headless", "--json",
                   "--trials", "2")  # fmt: skip
    assert done.returncode == 3
    assert done.stderr.count("\n") == 1
    told = json.loads(done.stdout)
    counts = ("planned", "attempted", "finished", "graded", "succeeded", "undecided")
    assert [told[name] for name in counts] == [2, 2, 0, 2, 0, 0]
    assert [trial["end"] for trial in told["trials"]] == ["provider_failed"] * 2
    assert told["figures"]["1"]["pass_at_k"] == 0.0


def _wait_for_scores(db: Path, count: int) -> None:
    """Until so many trials have been played and graded."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with contextlib.suppress(sqlite3.OperationalError):
            database = sqlite3.connect(f"file:{db}?mode=ro", uri=True)
            with contextlib.closing(database):
                if database.execute("SELECT count(*) FROM score").fetchone()[0] >= count:
                    return
        time.sleep(0.05)
    raise AssertionError(f"{count} trials were not played in a minute")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--trials", "2", "--assistant", "script:gold"), "--trials is for plays without a person"),
        (("--trials", "2", "--headless"), "--headless has no person"),
        (("--trials", "2", "--headless", "--assistant", "script:gold", "--seed", str(2**63 - 1)),
         "--seed is too large"),
    ],
)  # fmt: skip
def test_what_cannot_be_tried_is_one_line_and_records_nothing(
    arguments: tuple[str, ...], told: str, db: Path
) -> None:
    done = run(db, "play", str(LONG), *arguments)
    assert done.returncode == 2
    assert told in done.stderr
    assert done.stderr.count("\n") == 1
    assert not db.exists()
