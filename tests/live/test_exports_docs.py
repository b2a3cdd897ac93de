"""docs/exports.md says what is so: its commands are carried out here."""

from __future__ import annotations

import contextvars
import json
import re
import shlex
from pathlib import Path

import pytest
import yaml

from physassist_tui.cli import run
from physassist_tui.cli.export import FORMATS
from physassist_tui.export.redaction import Rules
from physassist_tui.store.session_file import to_lines
from tests.unit.store_samples import short_session

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "exports.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS)
def test_a_command_does_what_is_shown(
    block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "recordings").symlink_to(ROOT / "recordings")
    monkeypatch.chdir(tmp_path)
    for line in block.splitlines():
        program, *arguments = shlex.split(line)
        assert program == "physassist"
        assert contextvars.copy_context().run(run, arguments) == 0, line
        out, err = capsys.readouterr()
        assert err == ""
        if "--out" in arguments:
            assert out == ""
            assert (tmp_path / arguments[arguments.index("--out") + 1]).stat().st_size > 500
        else:
            assert out


def test_every_form_is_described() -> None:
    assert tuple(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) == FORMATS


def test_the_header_is_described() -> None:
    told = re.search(r"The first line is the header: (.*?)\nEach further", PAGE, re.DOTALL)
    assert told is not None
    header = json.loads(next(iter(to_lines("S", short_session()))))
    assert set(header) <= set(re.findall(r"`(\w+)`", told.group(1)))


def test_the_rules_are_rules() -> None:
    [text] = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    rules = yaml.safe_load(text)
    assert set(rules) == set(Rules.model_fields)
    Rules.model_validate(rules)
