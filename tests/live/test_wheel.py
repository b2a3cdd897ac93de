"""The built wheel plays from a clean environment outside the checkout."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from physassist_tui.library import list_scenarios

ROOT = Path(__file__).resolve().parents[2]


def _run(*command: str | Path, cwd: Path, **more: str) -> subprocess.CompletedProcess[str]:
    # Nothing of the checkout or of this environment may help the installed program.
    environ = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PHYSASSIST"))}
    environ.pop("VIRTUAL_ENV", None)
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**environ, "LANG": "C.UTF-8", **more},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from what git tracks, as a release would be."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    listed = _run("git", "ls-files", "-co", "--exclude-standard", "-z", cwd=ROOT)
    assert listed.returncode == 0, listed.stderr
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, source / name)
    built = _run(
        sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=source
    )
    assert built.returncode == 0, built.stderr
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `physassist` of an environment that holds the pinned packages and the wheel alone."""
    folder = tmp_path_factory.mktemp("clean")
    assert _run(sys.executable, "-m", "venv", folder / "venv", cwd=folder).returncode == 0
    pip: list[str | Path] = [folder / "venv" / "bin" / "python", "-m", "pip", "install", "-q"]
    pinned = _run(*pip, "--require-hashes", "-r", ROOT / "requirements.lock", cwd=folder)
    assert pinned.returncode == 0, pinned.stderr
    ours = _run(*pip, "--no-deps", "--no-index", wheel, cwd=folder)
    assert ours.returncode == 0, ours.stderr
    return folder / "venv" / "bin" / "physassist"


def test_the_wheel_carries_scenarios_records_and_catalogues(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    shipped = {
        "physassist_tui/_data/" + str(path.relative_to(ROOT))
        for path in (ROOT / "scenarios").rglob("*")
        if path.name in ("scenario.yaml", "record.json")
    }
    assert len(shipped) >= 6
    assert shipped <= names
    assert "physassist_tui/_data/locales/zh/LC_MESSAGES/physassist.mo" in names
    assert any(name.startswith("physassist_tui/_data/recordings/") for name in names)
    for lang in ("en", "zh"):
        assert f"physassist_tui/score/judge/prompts/judge.{lang}.md" in names
    assert "physassist_tui/tui/styles.tcss" in names
    assert not [name for name in names if name.endswith(".po") or "/tests/" in name]


def test_the_lock_names_no_registry() -> None:
    for lock in ROOT.glob("requirements*.lock"):
        text = lock.read_text()
        assert "://" not in text
        assert "--index-url" not in text
        assert text.count("--hash=sha256:") > text.count("==") > 10


def test_it_lists_and_plays_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    listed = _run(installed, "scenarios", "list", "--json", cwd=tmp_path)
    assert listed.returncode == 0, listed.stderr
    scenarios = json.loads(listed.stdout)
    assert {one["id"] for one in scenarios} == {entry.id for entry in list_scenarios()}
    # One of each toolset; the checkout's own tests play them all.
    for scenario in {one["toolset"]: one for one in scenarios}.values():
        played = _run(
            installed, "play", scenario["id"], "--headless", "--assistant", "script:gold",
            "--db", tmp_path / "plays.db", "--json", cwd=tmp_path,
        )  # fmt: skip
        assert played.returncode == 0, played.stderr
        result = json.loads(played.stdout)
        assert result["end"] == "completed"
        assert result["score"]["mrs"] == 1.0


def test_it_speaks_chinese(installed: Path, tmp_path: Path) -> None:
    shown = _run(installed, "--help", cwd=tmp_path, PHYSASSIST_LANG="zh")
    assert shown.returncode == 0
    assert "医" in shown.stdout
