"""Without colour (`NO_COLOR`) every screen tells the same: where one is, what is chosen."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from textual.widget import Widget
from textual.widgets import DataTable, OptionList
from textual.widgets._select import SelectOverlay

from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.screens.palette import PaletteScreen
from tests.screen.conftest import Shown, screen_strips
from tests.screen.tour import Tour, shelf_of, stand_still

pytestmark = pytest.mark.asyncio

LOOKED_AT = frozenset(
    ("library", "setup", "setup-players", "settings", "palette", "play-ehr", "result", "orders",
     "composer-ehr", "form", "composer-patient", "score")
)  # fmt: skip
"""One stop of the tour for each kind of screen."""
Sign = tuple[str, bool, bool, bool, bool]


def colourless(shown: Shown) -> list[list[Sign]]:
    """What is drawn, character by character, with all but its colours."""
    rows = []
    for strip in screen_strips(shown.app):
        row: list[Sign] = []
        for segment in strip:
            style = segment.style
            told = (
                bool(style and style.bold), bool(style and style.italic),
                bool(style and style.underline), bool(style and style.reverse),
            )  # fmt: skip
            row += [(character, *told) for character in segment.text]
        rows.append(row)
    return rows


def check_grey(name: str, shown: Shown) -> None:
    for strip in screen_strips(shown.app):
        for segment in strip:
            for colour in (segment.style.color, segment.style.bgcolor) if segment.style else ():
                if colour is not None and colour.triplet is not None:
                    assert len(set(colour.triplet)) == 1, (name, segment)


async def focused_on(shown: Shown, widget: Widget | None) -> list[list[Sign]]:
    shown.app.screen.set_focus(widget, scroll_visible=False)
    await shown.pilot.pause()
    return colourless(shown)


async def check_focus_is_seen(name: str, shown: Shown) -> int:
    """Every widget that keys can be meant for looks otherwise where they are."""
    screen = shown.app.screen
    before = screen.focused
    places = screen._compositor.visible_widgets
    chain = [
        one
        for one in screen.focus_chain
        if one in places and places[one][0].overlaps(places[one][1])
    ]
    seen = {one: await focused_on(shown, one) for one in chain}
    for one, other in combinations(chain, 2):
        assert seen[one] != seen[other], (name, one, other)
    await focused_on(shown, before)
    return len(chain)


async def check_choice_is_seen(name: str, shown: Shown) -> bool:
    """The row that the keys are on is told from the next one."""
    screen = shown.app.screen
    # In the palette the box keeps the focus, and the keys move in the list below it.
    rows = screen.query_one(OptionList) if isinstance(screen, PaletteScreen) else screen.focused
    if not isinstance(rows, OptionList | DataTable):
        return False
    before = colourless(shown)
    place = rows.highlighted if isinstance(rows, OptionList) else rows.cursor_row
    for back, there in (("up", "down"), ("down", "up")):
        await shown.press(there)
        now = rows.highlighted if isinstance(rows, OptionList) else rows.cursor_row
        if now != place:
            assert colourless(shown) != before, name
            await shown.press(back)
            return True
    return False


async def test_every_screen_tells_without_colour_where_one_is_and_what_is_chosen(
    recordings: Recordings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_still(monkeypatch, tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    root = shelf_of(tmp_path)
    tour = Tour(recordings, "en", (140, 40))
    app = tour.app(root)
    assert app.no_color
    looked_at = chosen = 0
    async for name, shown in tour.stops(app, root):
        check_grey(name, shown)
        if name not in LOOKED_AT:
            continue
        chosen += await check_choice_is_seen(name, shown)
        if not isinstance(shown.app.screen.focused, SelectOverlay):  # it would close
            looked_at += await check_focus_is_seen(name, shown) > 1
    assert looked_at >= 7
    assert chosen > 3
