"""Text that is not ours is drawn as it is: nothing dropped, run, or sent to the terminal."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
import yaml
from textual.app import ComposeResult
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, DataTable, OptionList, Static
from textual.widgets.option_list import Option

from physassist_tui.core.foreign import one_line, visible
from physassist_tui.tui.content import cell, joined, line, plain
from physassist_tui.tui.screens.problems import ProblemsScreen
from physassist_tui.tui.screens.reader import ReaderScreen
from physassist_tui.tui.widgets.choice import Choice
from physassist_tui.tui.widgets.field import Field
from physassist_tui.tui.widgets.paragraph import Paragraph
from physassist_tui.tui.widgets.transcript import Transcript
from tests.screen.conftest import SCENARIOS, Show, Shown, screen_strips

pytestmark = pytest.mark.asyncio

HOSTILE = [
    "K 5.9 [H]",
    "[low] normal [/low]",
    "[/",
    "[/INST] ignore",
    "[bold red]x",
    "[bold red]x[/bold red] [not a tag] [[x]]",
    "[@click=app.quit]press[/]",
    "[@click=app.bell()]",
    "[link=https://a.example]b[/link]",
    "$primary {x} {0} %s \\[b] \\",
    "a\x1b[31mred\x1b[0m\x1b]0;title\x07",
    "\x1b]52;c;aGVsbG8=\x07",
    "\x1b[2J\x1b[H\x9b31m\x90q\x9c",
    "safe\u202egnp.exe\u202c \u2066x\u2069",
    "zero\u200bwidth\ufeff\u00ad\u2060",
    "nul\x00 bell\x07 back\x08 return\rx \x7f\x0b\x0c",
    "lone \ud800 surrogate",
    "tags \U000e0041\U000e007f",
    "血钾 5.9 mmol/L ［高］[H]，半角ｱ",
    "e\u0301 a\u0300\u0301 👩\u200d⚕\ufe0f",
]
OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")


def squashed(text: str) -> str:
    """`text` without what layout adds or takes: white space and frames."""
    return re.sub(r"[\s│║╭╮╰╯╔╗╚╝─═▏▕▎▊▁▂▃▄▅▆▇▔▼▲…▌█]", "", text)


def drawn(widget: Widget) -> str:
    """All that the widget draws, also out of sight."""
    strips = widget.render_lines(Region(0, 0, *widget.outer_size))
    return "".join(strip.text for strip in strips)


def check_nothing_obeyed(shown: Shown) -> None:
    for strip in screen_strips(shown.app):
        assert not OBEYED.search(strip.text), strip.text
        for segment in strip:
            meta = segment.style.meta if segment.style else {}
            assert "@click" not in meta, segment
            assert segment.style is None or segment.style.link is None


class Surfaces(Screen[None]):
    """One of everything that foreign text is given to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._foreign = text

    def compose(self) -> ComposeResult:
        text = self._foreign
        yield Static(plain(text), id="static")
        yield Static(joined(line(text, "bold"), line(text), by=" | "), id="line")
        yield OptionList(Option(line(text)), id="options", markup=False)
        yield DataTable(id="table")
        yield Button(line(text), id="button")
        yield Choice(text, [(text, "a")], "a", name_id="choice")
        yield Field(value=text, placeholder=one_line(text), id="field")

    def on_mount(self) -> None:
        table = self.query_one(DataTable)
        table.add_column(cell(self._foreign))
        table.add_row(cell(self._foreign))
        static = self.query_one("#line")
        static.styles.border = ("round", "white")
        static.border_title = line(self._foreign)


async def test_every_surface_shows_it_all_and_obeys_nothing(show: Show) -> None:
    async with show(size=(140, 40)) as shown:
        for text in HOSTILE:
            await shown.app.push_screen(Surfaces(text))
            shown.app.tell(text)
            await shown.settle()
            check_nothing_obeyed(shown)
            screen = shown.app.screen
            many, one = squashed(visible(text)), squashed(one_line(text))
            assert squashed(drawn(screen.query_one("#static"))) == many
            assert squashed(drawn(screen.query_one("#line"))).count(one) == 3, text
            for name in ("#options", "#button", "#field", "Choice Label", "SelectCurrent Static"):
                assert one in squashed(drawn(screen.query(name).first())), (name, text)
            assert squashed(drawn(screen.query_one("#table"))).count(one) == 2, text
            assert many in squashed(drawn(screen.query("Toast").last())), text
            assert shown.app.is_running
            shown.app.pop_screen()


async def test_50_kb_without_a_space_are_all_there(show: Show) -> None:
    for unit in ("x", "[H]", "血"):
        text = unit * (50_000 // len(unit.encode()))
        async with show() as shown:
            shown.app.push_screen(Surfaces(text))
            await shown.settle()
            check_nothing_obeyed(shown)
            assert squashed(drawn(shown.app.screen.query_one("#static"))) == text


async def test_every_width_wraps_and_keeps_every_character(show: Show) -> None:
    text = "血钾 5.9 mmol/L [H] 半角ｱ " * 20
    async with show() as shown:
        shown.app.push_screen(Surfaces(text))
        for width in (8, 13, 21, 34, 55):
            await shown.pilot.resize_terminal(width, 24)
            await shown.settle()
            assert squashed(drawn(shown.app.screen.query_one("#static"))) == squashed(text)


async def test_a_paste_into_a_box_is_text(show: Show) -> None:
    async with show() as shown:
        await shown.press("slash")
        field = shown.app.screen.query_one("#search", Field)
        field.insert_text_at_cursor("\x1b]52;c;aGk=\x07[/")
        await shown.settle()
        check_nothing_obeyed(shown)
        assert "␛]52;c;aGk=␇[/" in shown.text()


async def test_what_a_reader_shows_is_found_by_its_own_words(show: Show) -> None:
    whole = "\n".join(f"{number}: {text}" for number, text in enumerate(HOSTILE))
    async with show(size=(140, 40)) as shown:
        await shown.app.push_screen(ReaderScreen(HOSTILE[4], whole))
        await shown.settle()
        check_nothing_obeyed(shown)
        for number, text in enumerate(HOSTILE):
            await shown.press("slash")
            field = shown.app.screen.query_one("#reader-search", Field)
            field.value = ""
            field.insert_text_at_cursor(f"{number}: {text}")
            await shown.press("enter")
            check_nothing_obeyed(shown)
            marked = shown.app.screen.query_one(Transcript).marked
            assert marked is not None, text
            assert shown.app.screen.query_one(Transcript).lines[marked[0]].startswith(f"{number}:")
            await shown.press("slash")
            field.value = ""
            field.insert_text_at_cursor(f"not there {text}")
            assert squashed(one_line(text)) in squashed(await shown.press("enter"))
            check_nothing_obeyed(shown)


async def test_what_is_typed_into_the_palette_is_text(show: Show) -> None:
    async with show(size=(140, 40)) as shown:
        await shown.press("ctrl+p")
        field = shown.app.screen.query_one("#query", Field)
        for text in HOSTILE:
            field.value = ""
            field.insert_text_at_cursor(f"qqq {text}")
            await shown.settle()
            check_nothing_obeyed(shown)
            assert "There is no such command." in shown.text()


async def test_the_problems_of_a_hostile_file_are_text(show: Show, tmp_path: Path) -> None:
    root = tmp_path / "scenarios"
    shutil.copytree(SCENARIOS / "mini", root / "mini")
    file = root / "mini" / "scenario.yaml"
    keys = [text for text in HOSTILE if "\ud800" not in text]
    escaped = ["".join(f"\\U{ord(one):08x}" for one in text) for text in keys]
    lines = "".join(f'"{one}": 1\n' for one in escaped)
    file.write_text(file.read_text(encoding="utf-8") + lines, encoding="utf-8")
    async with show(root=root, size=(140, 60)) as shown:
        await shown.press("end", "enter")
        assert isinstance(shown.app.screen, ProblemsScreen)
        check_nothing_obeyed(shown)
        told = "".join(drawn(one) for one in shown.app.screen.query(Paragraph))
        for text in keys:
            assert squashed(one_line(text)) in squashed(told), text


async def test_a_hostile_scenario_is_listed_and_set_up(show: Show, tmp_path: Path) -> None:
    root = tmp_path / "scenarios"
    shutil.copytree(SCENARIOS, root)
    file = root / "mini" / "scenario.yaml"
    text = file.read_text(encoding="utf-8")
    title = "[bold red]x [/ K [H] [@click=app.quit]q"
    data = yaml.safe_load(text)
    old = data["title"]["en"]
    assert old in text
    file.write_text(text.replace(old, yaml.dump(title).strip().splitlines()[0], 1))
    async with show(root=root) as shown:
        assert title in shown.text()
        check_nothing_obeyed(shown)
        assert title in await shown.press("enter")
        check_nothing_obeyed(shown)
