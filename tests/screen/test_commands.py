"""Help, palette, languages and the bar of keys: made from the bindings, in both languages."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from textual.app import App
from textual.binding import Binding
from textual.dom import DOMNode
from textual.widgets import Input

import physassist_tui.tui
from physassist_tui.i18n import Lang, msg
from physassist_tui.tui.screens.palette import PaletteScreen
from tests.screen.conftest import SIZES, Show

CHINESE = Path(__file__).resolve().parents[2] / "locales/zh/LC_MESSAGES/physassist.po"


def own_bindings() -> dict[str, Binding]:
    """The bindings of every class of the room, by class and key."""
    found: dict[str, Binding] = {}
    for module in pkgutil.walk_packages(physassist_tui.tui.__path__, "physassist_tui.tui."):
        for one in vars(importlib.import_module(module.name)).values():
            if isinstance(one, type) and issubclass(one, DOMNode | App):
                for binding in one.__dict__.get("BINDINGS", ()):
                    if one.__module__ == module.name:
                        assert isinstance(binding, Binding), (one, binding)
                        found[f"{one.__name__} {binding.key}"] = binding
    return found


def test_every_binding_has_a_name_and_a_help_line_in_both_languages() -> None:
    bindings = own_bindings()
    assert len(bindings) > 15
    with CHINESE.open("rb") as file:
        known = {message.id for message in read_po(file)}
    for where, binding in bindings.items():
        assert binding.description in known, where
        assert binding.tooltip in known, where


@pytest.mark.asyncio
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("lang", "head"), [("en", "Help"), ("zh", "帮助")])
async def test_help_tells_every_key_of_the_screen(
    show: Show, size: tuple[int, int], lang: Lang, head: str
) -> None:
    async with show(size=size, lang=lang) as shown:
        text = await shown.press("f1")
        assert head in text
        await shown.press("end")
        text += shown.text()
        for key in ("/", "F1", "F5", "F8", "F9", "Ctrl+P", "Ctrl+Q"):
            assert f" {key}  " in text, key
        assert msg("Goes to the search box.").render(lang) in text
        await shown.press("escape")
        assert shown.app.screen.query("#shelf")


@pytest.mark.asyncio
@pytest.mark.parametrize(("lang", "typed"), [("en", "theme, lan"), ("zh", "主题")])
async def test_the_palette_finds_and_does(show: Show, lang: Lang, typed: str) -> None:
    async with show(lang=lang) as shown:
        await shown.press("ctrl+p")
        assert isinstance(shown.app.screen, PaletteScreen)
        await shown.type(typed)
        await shown.press("enter")
        assert type(shown.app.screen).__name__ == "SettingsScreen"
        await shown.press("escape", "ctrl+p")
        nothing = await shown.type("zzzz")
        assert msg("There is no such command.").render(lang) in nothing
        await shown.press("enter", "escape")
        assert shown.app.screen.query("#shelf")


@pytest.mark.asyncio
async def test_the_palette_does_what_the_screen_below_can(show: Show) -> None:
    async with show() as shown:
        await shown.press("ctrl+p")
        await shown.type("search")
        await shown.press("enter")
        assert shown.app.focused is shown.app.screen.query_one("#search")


@pytest.mark.asyncio
@pytest.mark.parametrize("size", SIZES)
async def test_switching_the_language_redraws_all_and_keeps_what_is_held(
    show: Show, size: tuple[int, int]
) -> None:
    async with show(size=size) as shown:
        await shown.press("slash")
        await shown.type("s")
        text = await shown.press("f8")
        assert "情景库" in text
        assert "library" not in text
        assert shown.app.focused is shown.app.screen.query_one("#search")
        assert shown.app.screen.query_one("#search", Input).value == "s"
        await shown.press("escape", "enter", "f8")
        assert "Assistant" in shown.text()
        assert "library" in await shown.press("escape"), "the screen below is redrawn too"
        await shown.press("f1")
        assert "帮助" in await shown.press("f8")


@pytest.mark.asyncio
async def test_ctrl_c_says_how_to_leave_and_leaves_nothing(show: Show) -> None:
    async with show() as shown:
        await shown.press("ctrl+c")
        assert "Ctrl+Q leaves" in shown.text()
        assert shown.app.is_running
