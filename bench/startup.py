"""From the command to the first prompt."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from bench.measure import Figure, alternate, by_ratio
from bench.screen import environment

SCENARIO = "medication-safety"
_BARE = [sys.executable, "-c", "import click, pydantic, yaml"]


def measure() -> Iterator[Figure]:
    """Time from `physassist play --plain` to the first prompt, on a real terminal."""
    from physassist_tui.library import list_scenarios

    scenario = next(e.id for e in list_scenarios() if e.id.startswith(SCENARIO))
    with tempfile.TemporaryDirectory() as folder:
        environ = environment(Path(folder))
        samples = alternate(
            lambda: _to_first_prompt(scenario, environ),
            lambda: subprocess.run(_BARE, check=True, env=environ),
        )
    yield by_ratio("first prompt of play --plain", "import click, pydantic, yaml", samples, 6.0)


def _to_first_prompt(scenario: str, environ: Mapping[str, str]) -> None:
    command = [sys.executable, "-m", "physassist_tui", "play", scenario, "--plain"]
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        command, stdin=follower, stdout=follower, stderr=follower, env=environ
    )
    os.close(follower)
    seen = b""
    try:
        while b"calls 0/" not in seen:
            if not select.select([leader], [], [], 30)[0]:
                raise RuntimeError(f"no prompt within 30 s: {seen!r}")
            seen += os.read(leader, 65536)
    finally:
        process.kill()
        process.wait()
        os.close(leader)
