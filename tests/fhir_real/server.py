"""Makes the environment (once, beside the checkout's own) and runs the server in it.

`PHYSASSIST_FHIR_VENV` names another place for the environment; pip's own settings and variables
say where packages come from.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Self

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCK = Path(__file__).with_name("requirements.lock")
_READY_S = 60.0


def environment() -> Path:
    """The folder of programs of the environment; skips the test where it cannot be made."""
    place = Path(os.environ.get("PHYSASSIST_FHIR_VENV") or ROOT / ".venv-fhir")
    programs = place / "env" / "bin"
    stamp, wanted = place / "ready", hashlib.sha256(LOCK.read_bytes()).hexdigest()
    place.mkdir(parents=True, exist_ok=True)
    with (place / "lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)  # one worker makes it, the others wait
        if stamp.exists() and stamp.read_text() == wanted:
            return programs
        for command in (
            [sys.executable, "-m", "venv", "--clear", str(place / "env")],
            [str(programs / "python"), "-m", "pip", "install", "-q",
             "--disable-pip-version-check", "--require-hashes", "-r", str(LOCK)],
        ):  # fmt: skip
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                last = (done.stderr.strip().splitlines() or ["?"])[-1]
                pytest.skip(f"no environment for the real FHIR server ({place}): {last[:200]}")
        stamp.write_text(wanted)
    return programs


class RealServer:
    """A running server with nothing in it."""

    def __init__(self, folder: Path, *, absolute: bool = False) -> None:
        """`absolute`: it answers with absolute references, as some do."""
        self.folder = folder
        self.port = _free_port()
        self._absolute = absolute
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def base(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}/fhir"

    def __enter__(self) -> Self:
        self.start()
        return self

    def start(self) -> None:
        """Starts it, with what it had when it was stopped."""
        sekmet = environment() / "sekmet"
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "settings.yaml").write_text(
            f"base_url: {self.base}\nhost: 127.0.0.1\nport: {self.port}\n"
            f"data_dir: {self.folder / 'data'}\nsimulator: {{enabled: false}}\n"
            f"log_inbound: false\n"
            f"server_behaviour: {{absolute_references: {str(self._absolute).lower()}}}\n"
        )
        with (self.folder / "log").open("wb") as log:
            self._process = subprocess.Popen(
                [str(sekmet), "serve", "-c", str(self.folder / "settings.yaml")],
                cwd=self.folder,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        until = time.monotonic() + _READY_S
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > until:
                raise RuntimeError((self.folder / "log").read_text()[-2000:])
            time.sleep(0.05)

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Kills it; what it has stays on the disk."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.base}/metadata", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port
