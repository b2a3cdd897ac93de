"""`physassist doctor` says what works here and how to mend what does not."""

from __future__ import annotations

import json
import os
import pty
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.llm_server import LlmServer, Reply

ROOT = Path(__file__).resolve().parents[2]
KEY = "sk-planted-doctor-55"


def doctor(tmp_path: Path, *options: str, **environ: str) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if not k.endswith(("_API_KEY", "_BASE_URL"))}
    clean |= {
        "PHYSASSIST_DB": str(tmp_path / "data" / "plays.db"), "XDG_CONFIG_HOME": str(tmp_path),
        "HOME": str(tmp_path), "PHYSASSIST_LANG": "en",
    }  # fmt: skip
    return subprocess.run(
        [sys.executable, "-m", "physassist_tui", "doctor", *options], capture_output=True,
        text=True, check=False, cwd=ROOT, timeout=60, env=clean | environ, stdin=subprocess.DEVNULL,
    )  # fmt: skip


def checks(done: subprocess.CompletedProcess[str]) -> dict[str, dict[str, Any]]:
    found = json.loads(done.stdout)
    assert found["ok"] is (done.returncode == 0)
    return {check["name"]: check for check in found["checks"]}


def test_keys_profiles_and_servers_are_told_without_a_value(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        nobody = taken.getsockname()[1]
    with LlmServer(Reply("OK")) as server:
        (tmp_path / "models.toml").write_text(
            f'[profiles.here]\nmodel = "openai/m"\nbase_url = "{server.base_url}"\n'
            f'[profiles.gone]\nmodel = "openai/m"\nbase_url = "http://127.0.0.1:{nobody}/v1"\n'
            '[profiles.keyless]\nmodel = "mistral/x"\n',
            encoding="utf-8",
        )
        named = {"PHYSASSIST_MODELS": str(tmp_path / "models.toml"), "OPENAI_API_KEY": KEY}
        done = doctor(tmp_path, "--json", **named)
        assert not server.requests, "no model is called unasked"
    assert done.returncode == 0, done.stdout
    found = checks(done)
    assert "openai (OPENAI_API_KEY)" in found["keys"]["found"]
    assert (found["profile here"]["state"], found["profile gone"]["state"]) == ("ok", "not")
    assert "answers" in found["profile here"]["found"]
    assert str(nobody) in found["profile gone"]["found"]
    assert found["profile gone"]["mend"]
    assert "MISTRAL_API_KEY" in found["profile keyless"]["found"]
    assert KEY not in done.stdout + done.stderr


def test_a_model_is_called_when_it_is_named(tmp_path: Path) -> None:
    with LlmServer(Reply("OK")) as server:
        (tmp_path / "models.toml").write_text(
            f'[profiles.here]\nmodel = "openai/m"\nbase_url = "{server.base_url}"\n', "utf-8"
        )
        named = {"PHYSASSIST_MODELS": str(tmp_path / "models.toml")}
        found = checks(doctor(tmp_path, "--json", "--call", "here", "--call", "xai/grok", **named))
        assert len(server.requests) == 1
    assert found["call here"]["state"] == "ok"
    assert "OK" in found["call here"]["found"]
    assert found["call xai/grok"]["state"] == "not"
    assert "XAI_API_KEY" in found["call xai/grok"]["found"]


def test_what_a_play_needs_and_lacks_makes_it_leave_with_1(tmp_path: Path) -> None:
    not_ours = tmp_path / "plays.db"
    not_ours.write_bytes(b"no database at all, " * 100)
    done = doctor(tmp_path, "--json", PHYSASSIST_DB=str(not_ours))
    assert done.returncode == 1
    found = checks(done)["recordings"]
    assert found["state"] == "not"
    assert found["mend"]
    (tmp_path / "file").write_text("")
    done = doctor(tmp_path, PHYSASSIST_DB=str(tmp_path / "file" / "plays.db"))
    assert done.returncode == 1
    assert "[not ok] Recordings: " in done.stdout
    assert "Traceback" not in done.stderr


def test_profiles_that_cannot_be_read_do_not_keep_a_person_from_playing(tmp_path: Path) -> None:
    (tmp_path / "models.toml").write_text(f'api_key = "{KEY}"', encoding="utf-8")
    done = doctor(tmp_path, "--json", PHYSASSIST_MODELS=str(tmp_path / "models.toml"))
    assert done.returncode == 0
    found = checks(done)["profiles"]
    assert found["state"] == "not"
    assert "keyring" in found["found"]
    assert KEY not in done.stdout


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_each_thing_is_a_line_with_its_state_and_nothing_is_left(tmp_path: Path, lang: str) -> None:
    done = doctor(tmp_path, "--lang", lang)
    assert done.returncode == 0
    assert not [p for p in tmp_path.rglob("*") if ".cache" not in p.relative_to(tmp_path).parts]
    lines = done.stdout.splitlines()
    assert len(lines) >= 9
    assert all(line.startswith("[") for line in lines[:-2])


def test_a_terminal_is_described(tmp_path: Path) -> None:
    leader, follower = pty.openpty()
    environ = {
        **os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8",
        "PHYSASSIST_DB": str(tmp_path / "p.db"), "PHYSASSIST_LANG": "en",
    }  # fmt: skip
    environ.pop("NO_COLOR", None)
    process = subprocess.Popen(
        [sys.executable, "-m", "physassist_tui", "doctor"], cwd=ROOT, stdin=follower,
        stdout=follower, stderr=follower, env=environ,
    )  # fmt: skip
    os.close(follower)
    seen = b""
    while True:
        try:
            piece = os.read(leader, 65536)
        except OSError:
            break
        if not piece:
            break
        seen += piece
    os.close(leader)
    assert process.wait() == 0
    text = seen.decode()
    assert "Colours: 16 million" in text
    assert "Characters: UTF-8" in text
    assert "TERM=xterm-256color" in text
