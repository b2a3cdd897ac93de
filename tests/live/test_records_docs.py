"""docs/records.md says what is so: its commands are carried out here."""

from __future__ import annotations

import contextvars
import io
import re
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from physassist_tui.cli import run
from physassist_tui.ehr.imports.kept import kept_record
from physassist_tui.play.free import chart_of
from tests.unit.records_world import imported, ndjson

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
COMMANDS, PLAYS = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHYSASSIST_RECORDS", str(tmp_path / "records"))
    monkeypatch.setenv("PHYSASSIST_DB", str(tmp_path / "plays.db"))
    monkeypatch.chdir(ROOT)


def carried_out(line: str, capsys: pytest.CaptureFixture[str]) -> str:
    program, *arguments = shlex.split(line)
    assert program == "physassist"
    capsys.readouterr()
    assert contextvars.copy_context().run(run, [*arguments, "--lang=en"]) == 0, line
    return capsys.readouterr().out


def test_the_commands_do_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    import_it, *rest = COMMANDS.splitlines()
    carried_out(import_it, capsys)
    shown = re.search(r"```\n(\$ .*?)```", PAGE, re.DOTALL)
    assert shown is not None
    for block in re.split(r"^\$ ", shown.group(1), flags=re.MULTILINE)[1:]:
        command, _line, output = block.partition("\n")
        assert carried_out(command, capsys) == output
    for line in rest:
        assert carried_out(line, capsys).strip(), line


def test_the_plays_begin_as_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    carried_out(COMMANDS.splitlines()[0], capsys)
    for line, now in zip(PLAYS.splitlines(), ("2025-12-22", "2025-09-28 09:30"), strict=True):
        monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
        out = carried_out(f"{line} --plain".replace("--plain --plain", "--plain"), capsys)
        assert f"Now: {now}" in out
        assert "Vicenta Gonzalez" in out


def test_the_keys_of_the_json_are_all_there(tmp_path: Path) -> None:
    manifest = imported(ndjson(tmp_path / "src"), tmp_path / "k").manifest
    told = re.search(r"`--json` prints what was brought in: (.*?)\.\n", PAGE, re.DOTALL)
    assert told is not None
    wanted = {*manifest.to_json(), *_count_keys(manifest.to_json()["counts"].values())}
    assert set(re.findall(r"`(\w+)`", told.group(1))) == wanted


def _count_keys(counts: Sequence[dict[str, int]]) -> set[str]:
    return {key for count in counts for key in count}


def test_a_free_session_names_what_it_is_on(capsys: pytest.CaptureFixture[str]) -> None:
    carried_out(COMMANDS.splitlines()[0], capsys)
    chart = chart_of("ward", "POP-003227")
    assert kept_record("ward").patient("Vicenta Gonzalez").id == chart.patient
    assert "ward" in chart.id
    assert chart.patient in chart.id
