"""The shipped themes meet WCAG AA, computed from their colours and from what is drawn."""

from __future__ import annotations

import pytest
from rich.color import Color as RichColor
from textual.color import Color
from textual.theme import Theme
from textual.widgets import TextArea

from physassist_tui.core.view import CallTool
from physassist_tui.library import load_scenario
from physassist_tui.play.casting import Casting
from physassist_tui.play.opening import start
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.themes import CONTRAST, DARK, LIGHT, THEMES, theme_name
from tests.screen.conftest import SCENARIOS, Show, Shown, screen_strips

TEXT = 4.5
"""WCAG 2.2, success criterion 1.4.3 (AA), text of ordinary size."""
PARTS = 3.0
"""WCAG 2.2, success criterion 1.4.11 (AA), frames by which a field is known."""
HIGH = 7.0
"""WCAG 2.2, success criterion 1.4.6 (AAA), which the high-contrast theme is to meet."""


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of WCAG 2.2: (L1 + 0.05) / (L2 + 0.05) of the relative luminances."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(color: Color) -> float:
    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b)


def test_the_ratio_is_that_of_the_standard() -> None:
    assert contrast(Color.parse("#000"), Color.parse("#fff")) == pytest.approx(21)
    assert contrast(Color.parse("#777"), Color.parse("#fff")) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_every_text_colour_stands_out_from_every_ground(theme: Theme) -> None:
    colours = theme.to_color_system().generate()
    wanted = HIGH if theme is CONTRAST else TEXT
    for ground in ("background", "surface", "panel"):
        behind = Color.parse(colours[ground])
        for name in (
            "foreground", "text", "text-muted", "primary", "secondary", "accent",
            "warning", "error", "success",
        ):  # fmt: skip
            ratio = contrast(Color.parse(colours[name]), behind)
            assert ratio >= wanted, (name, ground, round(ratio, 2))
        for name in ("border", "border-blurred"):
            ratio = contrast(Color.parse(colours[name]), behind)
            assert ratio >= PARTS, (name, ground, round(ratio, 2))
    for kind in ("block-cursor", "block-cursor-blurred", "input-cursor", "input-selection",
                 "screen-selection"):  # fmt: skip
        pair = (Color.parse(colours[f"{kind}-{end}"]) for end in ("foreground", "background"))
        assert contrast(*pair) >= wanted, kind


def faint(shown: Shown, least: float) -> list[tuple[str, float]]:
    """The drawn texts whose contrast is less than `least`; what a dialog lies over is inactive."""
    found = []
    strips = screen_strips(shown.app)
    dialog = next(iter(shown.app.screen.query(".dialog")), shown.app.screen).region
    editors = [one.region for one in shown.app.screen.query(TextArea)]
    for y in range(dialog.y, dialog.bottom):
        strip, at = strips[y], dialog.x
        for segment in strip.crop(dialog.x, dialog.right):
            style = segment.style
            at += segment.cell_length
            if not any(one.isalnum() for one in segment.text) or style is None:
                continue
            if len(segment.text) == 1 and any(one.contains(at - 1, y) for one in editors):
                continue  # the first character of a hint, under the caret
            ratio = contrast(_rgb(style.color), _rgb(style.bgcolor))
            if ratio < least:
                found.append((segment.text.strip(), round(ratio, 2)))
    return found


def _rgb(color: RichColor | None) -> Color:
    assert color is not None
    return Color(*color.get_truecolor())


@pytest.mark.asyncio
async def test_what_is_drawn_stands_out(show: Show) -> None:
    async with show(size=(100, 40)) as shown:
        for choice, high in (("dark", False), ("light", False), ("dark", True)):
            await shown.app.change_settings(theme=choice, high_contrast=high)
            await shown.settle()
            for keys in (["f1"], ["f9"], ["f9", "enter"], ["ctrl+p"], ["enter"], ["slash"], []):
                for key in keys:
                    await shown.press(key)
                assert faint(shown, TEXT) == [], (choice, high, keys)
                while len(shown.app.screen_stack) > 1:
                    await shown.press("escape")
                await shown.press("escape")


def test_high_contrast_goes_before_the_theme() -> None:
    assert theme_name("light", high_contrast=True) == CONTRAST.name
    assert theme_name("light", high_contrast=False) == LIGHT.name
    assert theme_name("dark", high_contrast=False) == DARK.name


@pytest.mark.asyncio
async def test_the_play_stands_out(show: Show, recordings: Recordings) -> None:
    loaded = load_scenario("tests/mini", SCENARIOS)
    opened = start(loaded, recordings, Casting("human", "en"))
    opened.director.act(CallTool("Observation.search", {"code": "K"}))
    opened.director.act(CallTool("Observation.search", {"cod": "K"}))
    async with show(size=(140, 40), opened=opened) as shown:
        for choice, high in (("dark", False), ("light", False), ("dark", True)):
            await shown.app.change_settings(theme=choice, high_contrast=high)
            await shown.settle()
            for keys in (["f2"], ["f4"], ["enter"], ["escape", "f7"], ["escape", "ctrl+t"],
                         ["ctrl+t"], ["enter"], ["tab"]):  # fmt: skip
                await shown.press(*keys)
                assert faint(shown, TEXT) == [], (choice, high, keys)
            while len(shown.app.screen_stack) > 2:
                await shown.press("escape")
            await shown.press("ctrl+t")
