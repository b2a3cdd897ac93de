"""docs/models.md says what is so."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import get_args

import click
import pytest

from physassist_tui.cli.app import app
from physassist_tui.core.words import Seat
from physassist_tui.llm.attempt import TIMEOUT_S
from physassist_tui.llm.client import Patience
from physassist_tui.llm.faults import RETRIES
from physassist_tui.llm.gathering import MAX_CHARACTERS
from physassist_tui.llm.keys import SERVICE, usual_names
from physassist_tui.llm.model import FaultKind
from physassist_tui.llm.profiles import EFFORTS, ModelSettings, load_profiles, resolve
from physassist_tui.play.casting import COPILOT_PREFIX, MODEL_PREFIX

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "models.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


def test_the_profiles_shown_are_profiles(tmp_path: Path) -> None:
    (shown,) = blocks("toml")
    path = tmp_path / "models.toml"
    path.write_text(shown, encoding="utf-8")
    assert set(load_profiles(path)) == {"lab", "careful"}
    fields = set(tomllib.loads(shown)["profiles"]["lab"])
    assert fields == set(ModelSettings.__dataclass_fields__) - {"profile"}
    assert f"# {', '.join(EFFORTS)}" in shown
    assert f"{TIMEOUT_S:.0f} where it is not said" in shown


def test_every_kind_of_fault_is_there_with_its_tries() -> None:
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| (\d) \| [^|]+ \|$", PAGE, re.MULTILINE)
    assert {kind for kind, _ in rows} == set(get_args(FaultKind))
    for kind, tries in rows:
        assert int(tries) == RETRIES.get(kind, 0) + 1, kind
    assert f"at most\n{Patience().longest_s:.0f} seconds" in PAGE
    assert f"{MAX_CHARACTERS:,} characters" in PAGE


def test_the_commands_shown_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PHYSASSIST_MODELS", raising=False)
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    shown = [line.split("#")[0].split() for line in lines if line.startswith("physassist ")]
    shown.append(["physassist", "doctor", "--call", "NAME", "--json"])
    assert len(shown) >= 4
    for _, name, *rest in shown:
        command = app.get_command(click.Context(app), name)
        assert command is not None, name
        known = {opt for param in command.params for opt in param.opts}
        assert {word for word in rest if word.startswith("--")} <= known
    assert f"keyring set {SERVICE} openai" in PAGE
    players = re.findall(r"--(assistant|patient|physician) (\S+)", PAGE)
    assert {seat for seat, _ in players} <= {seat.value for seat in Seat}
    assert all(player.startswith((MODEL_PREFIX, COPILOT_PREFIX)) for _, player in players)


def test_the_names_and_variables_shown_are_ones() -> None:
    table = PAGE.split("## Names")[1].split("## Keys")[0]
    names = re.findall(r"`([a-z_]+/[^`]+)`", table)
    assert len(names) >= 12
    for name in names:
        assert resolve(name).model == name
    for provider in ("openai", "anthropic", "gemini"):
        assert f"`{usual_names(provider)[0]}`" in PAGE
