"""Help fits the terminal, whatever the width of its characters."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from physassist_tui.cli.app import app
from physassist_tui.cli.help_layout import Layout, wrap
from physassist_tui.cli.texts import usage_line

CHINESE = (
    "在医生、患者与电子病历之间扮演助理（中文或 English）；每次演练都会记录，并按同一规则评分。" * 3
)


@pytest.mark.parametrize("cells", [20, 50, 78])
def test_a_line_is_as_wide_as_its_characters(cells: int) -> None:
    lines = wrap(CHINESE, cells)
    assert all(wcswidth(line) <= cells for line in lines)
    assert "".join(lines).replace(" ", "") == CHINESE.replace(" ", "")
    assert not any(line[0] in "，。；：、）" for line in lines)


@given(st.text(alphabet="ab 中文，。", max_size=80), st.integers(4, 40))
def test_wrapping_loses_nothing(text: str, cells: int) -> None:
    assert "".join(wrap(text, cells)).replace(" ", "") == text.replace(" ", "")


def test_two_columns_line_up() -> None:
    page = Layout(width=60)
    page.write_dl([("--db FILE", CHINESE), ("--a-very-long-option-name-of-its-own", "short")])
    lines = page.getvalue().splitlines()
    assert all(wcswidth(line) <= 60 for line in lines)
    starts = {len(line) - len(line.lstrip()) for line in lines[1:4]}
    assert len(starts) == 1


def commands(group: click.Group) -> Iterator[click.Command]:
    """Every command of a group, and of the groups in it."""
    for name in group.list_commands(ctx := click.Context(group)):
        one = group.get_command(ctx, name)
        assert one is not None
        yield from commands(one) if isinstance(one, click.Group) else (one,)


def test_what_is_missing_is_told_as_one_types_it() -> None:
    told = {}
    for one in commands(app):
        for param in one.params:
            if param.required:
                line = usage_line(click.MissingParameter(ctx=click.Context(one), param=param))
                told[f"{one.name} {param.name}"] = line.split()[0]
                if isinstance(param, click.Option):
                    assert line.split()[0] in param.opts, line
    assert len(told) > 10
    assert told["clean url"] == "--ehr"
