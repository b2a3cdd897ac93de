"""What the README and the guides show is what happens."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCENARIO = "medication-safety/atrial-fibrillation-day-3"


def _play(typed: str, db: Path) -> str:
    return subprocess.run(
        [sys.executable, "-m", "physassist_tui", "play", SCENARIO, "--db", str(db)],
        input=typed, capture_output=True, text=True, check=True, timeout=60, cwd=ROOT,
        env={**os.environ, "PHYSASSIST_LANG": "en"},
    ).stdout  # fmt: skip


def test_the_play_in_the_readme_is_a_real_one(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.search(r"```\n(Turn 1 of 4\n.*?)```", readme, re.DOTALL)
    assert shown is not None
    lines = shown.group(1).splitlines()
    typed = [line.partition("] > ")[2] for line in lines if line.startswith("[turn ")]
    assert len(typed) == 3
    out = _play("\n".join([*typed, "quit", ""]), tmp_path / "plays.db").splitlines()
    for line in filter(None, lines):
        wanted = line.removesuffix("…").rstrip("; ")
        assert any(each.startswith(wanted) for each in out), line


def test_the_readme_opens_with_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    first, second = re.findall(r"^make (\w+)", readme, re.MULTILINE)[:2]
    assert (first, second) == ("play", "test")
    assert readme.index("make play") < 60


def test_every_page_that_is_linked_is_there() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *ROOT.glob("*/README.md")]:
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_command_in_the_readme_is_there() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for row in re.findall(r"^\| `physassist ([^`]+)`", readme, re.MULTILINE):
        command = re.match(r"[a-z]+", row)
        assert command is not None
        choices = re.search(r"[a-z]+(?:│[a-z]+)+", row)
        for sub in choices.group().split("│") if choices else [""]:
            done = subprocess.run(
                [sys.executable, "-m", "physassist_tui", command.group(), *sub.split(), "--help"],
                capture_output=True, check=False, cwd=ROOT,
            )  # fmt: skip
            assert done.returncode == 0, row


def test_the_bench_is_described_by_its_keys() -> None:
    from bench.measure import Figure

    page = (ROOT / "docs" / "development.md").read_text(encoding="utf-8")
    keys = re.search(r"`\{(name, value[^}]+)\}`", page.replace("\n", " "))
    assert keys is not None
    assert [key.strip() for key in keys.group(1).split(",")] == list(Figure.__dataclass_fields__)
