"""Catalogues, and what a person reads through them."""

from __future__ import annotations

import re
import string
import subprocess
import sys
from collections.abc import Iterator
from contextvars import copy_context
from datetime import date, datetime
from pathlib import Path

import click
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from physassist_tui.cli.app import app
from physassist_tui.i18n import (
    choose_language,
    format_datetime,
    format_number,
    msg,
    nmsg,
    use_language,
)

ROOT = Path(__file__).resolve().parents[2]
CHINESE = ROOT / "locales" / "zh" / "LC_MESSAGES" / "physassist.po"


@pytest.fixture(scope="module")
def chinese() -> Catalog:
    with CHINESE.open("rb") as file:
        return read_po(file)


def _messages(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def _strings(value: str | tuple[str, ...] | list[str] | None) -> list[str]:
    return [value] if isinstance(value, str) else list(value or [""])


def test_every_string_of_the_code_is_in_the_chinese_catalogue(
    chinese: Catalog, tmp_path: Path
) -> None:
    template = tmp_path / "physassist.pot"
    subprocess.run(
        [
            *(sys.executable, "-m", "babel.messages.frontend", "-q", "extract"),
            *("--no-default-keywords", "-k", "_", "-k", "msg", "-k", "nmsg:1,2"),
            *("-o", str(template), "physassist_tui"),
        ],
        cwd=ROOT,
        check=True,
    )
    with template.open("rb") as file:
        wanted = {str(message.id) for message in _messages(read_po(file))}
    there = {str(message.id) for message in _messages(chinese)}
    assert len(wanted) > 100
    assert wanted - there == set(), "run `make catalogues` and translate what is new"
    assert there - wanted == set(), "run `make catalogues`: these are no longer used"


def test_nothing_is_untranslated_or_fuzzy(chinese: Catalog) -> None:
    assert [m.id for m in _messages(chinese) if m.fuzzy] == []
    assert [m.id for m in _messages(chinese) if not all(_strings(m.string))] == []


def test_translations_keep_their_placeholders(chinese: Catalog) -> None:
    wrong = []
    for message in _messages(chinese):
        ids = _strings(message.id)
        allowed = {name for text in ids for name in _placeholders(text)}
        needed = _placeholders(ids[-1])
        for text in _strings(message.string):
            if not needed <= _placeholders(text) <= allowed:
                wrong.append((message.id, text))
    assert wrong == []


def test_translations_are_chinese(chinese: Catalog) -> None:
    han = re.compile("[\u4e00-\u9fff]")
    bare = [
        m.id
        for m in _messages(chinese)
        if re.search(
            r"[A-Za-z]{3,} [A-Za-z]{2,}", re.sub(r"\{\w+\}|`[^`]*`", "", _strings(m.id)[0])
        )
        and not all(han.search(text) for text in _strings(m.string))
    ]
    assert bare == []


def test_the_help_of_every_command_is_chinese() -> None:
    english = re.compile(r"\b[a-z]{3,} [a-z]{2,} [a-z]{2,}")
    pages = copy_context().run(_chinese_help)
    assert len(pages) > 20
    bare = [
        (path, line)
        for path, page in pages.items()
        for line in re.sub("`[^`]*`", "", page).splitlines()
        if english.search(line) and not line.startswith("用法：")
    ]
    assert bare == []


def _chinese_help() -> dict[str, str]:
    use_language("zh")
    return {
        " ".join(path): command.get_help(click.Context(command, info_name=path[-1]))
        for path, command in _commands(("physassist",), app)
    }


def _commands(
    path: tuple[str, ...], command: click.Command
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=path[-1])
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from _commands((*path, name), below)


def _placeholders(text: str) -> set[str]:
    return {name for _lit, name, _spec, _conv in string.Formatter().parse(text) if name}


@pytest.mark.parametrize(
    ("option", "environ", "language"),
    [
        ("zh", {"PHYSASSIST_LANG": "en"}, "zh"),
        (None, {"PHYSASSIST_LANG": "zh_CN", "LANG": "en_US.UTF-8"}, "zh"),
        ("de", {"PHYSASSIST_LANG": "zh"}, "zh"),
        (None, {"LANG": "zh_CN.UTF-8"}, "zh"),
        (None, {"LC_ALL": "C", "LANG": "zh_CN.UTF-8"}, "en"),
        (None, {"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_language_follows_option_then_variable_then_locale(
    option: str | None, environ: dict[str, str], language: str
) -> None:
    assert choose_language(option, environ) == language


def test_what_is_filled_in_is_never_parsed_again() -> None:
    assert (
        msg("{id} is unknown.", id="{id} {0} [H] %s").render("en") == "{id} {0} [H] %s is unknown."
    )


def test_a_count_chooses_its_wording() -> None:
    assert nmsg("{n} turn", "{n} turns", 1).render("en") == "1 turn"
    assert nmsg("{n} turn", "{n} turns", 4).render("en") == "4 turns"


def test_dates_and_numbers_read_the_same_in_both_languages_and_never_ambiguously() -> None:
    when = datetime.fromisoformat("2026-03-04T09:30:00-05:00")
    assert format_datetime(when) == "2026-03-04 09:30"
    assert format_datetime(date(2026, 3, 4)) == "2026-03-04"
    assert format_number(1234.5, "zh") == "1,234.5"
