"""F8 in the middle of something: all is redrawn, nothing that is held is lost."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from physassist_tui.core.view import CallTool
from physassist_tui.i18n import msg
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.screens.control.edit_text import EditText
from physassist_tui.tui.screens.palette import PaletteScreen
from physassist_tui.tui.screens.reader import ReaderScreen
from physassist_tui.tui.widgets.call_form import CallForm
from physassist_tui.tui.widgets.draft import Draft
from physassist_tui.tui.widgets.table_view import TableView
from tests.screen.conftest import Show
from tests.screen.play_world import Played, opened

pytestmark = pytest.mark.asyncio


async def test_forms_dialogs_readers_and_palette_follow_and_keep(
    show: Show, recordings: Recordings
) -> None:
    session = opened(recordings)
    session.director.act(CallTool("Observation.search", {"code": "Potassium"}))
    order = {"service_type": "Potassium", "priority": "routine", "target_date": "2026-03-11"}
    session.director.act(CallTool("ServiceRequest.create", order))
    async with show(size=(140, 40), opened=session) as shown:
        play = Played(shown)
        await play.speak_to("ehr")
        await play.fill("Observation.search", {"code": "creat", "date_from": "soon"}, send=False)
        await shown.press("f5", "left")
        form = shown.app.screen
        assert isinstance(form, CallForm)
        focused = form.focused
        assert isinstance(focused, Input)
        held = (focused.id, focused.value, focused.cursor_position)
        assert "optional" in shown.text()
        text = await shown.press("f8")
        assert "optional" not in text
        assert "可选" in text
        focused = form.focused
        assert isinstance(focused, Input)
        assert (focused.id, focused.value, focused.cursor_position) == held
        assert form.query_one("#field-code", Input).value == "creat"
        assert form.query_one("#slip-date_from").display, "what is wrong is still said"
        await shown.press("f8", "escape", "ctrl+u", "f7", "x", *"twice")
        text = await shown.press("f8")
        assert "取消这条医嘱" in text
        assert shown.app.screen.query_one(Input).value == "twice"
        assert shown.app.screen.query_one(Input).has_focus
        await shown.press("f8", "escape", "f4", "p", "enter", "down")
        text = await shown.press("f8")
        assert "参考范围" in text
        assert "Range" not in text
        assert shown.app.screen.query_one(TableView).cursor_row == 1
        for key, english, chinese in (("t", "found", "找到 3 条"), ("g", "values", "共 3 次")):
            text = await shown.press(key)
            assert isinstance(shown.app.screen, ReaderScreen)
            assert chinese in text
            text = await shown.press("f8")
            assert chinese not in text
            assert english in text
            await shown.press("f8", "escape")
        await shown.press("ctrl+p", *"zoo")
        text = await shown.press("f8")
        assert isinstance(shown.app.screen, PaletteScreen)
        assert "Name of a command" not in text
        field = shown.app.screen.query_one(Input)
        assert (field.value, field.has_focus) == ("zoo", True)


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
async def test_what_the_desk_asks_follows(
    show: Show, recordings: Recordings, size: tuple[int, int]
) -> None:
    session = opened(recordings)
    asked = (("End the session?", "结束会话？"), ("What is to be noted here?", "要写什么备注？"))
    async with show(size=size, opened=session) as shown:
        for (english, chinese), one in zip(asked, ("x", "n"), strict=True):
            text = await shown.press("ctrl+o", one, *"soon")
            assert english in text
            text = await shown.press("f8")
            assert english not in text
            assert chinese in text
            assert shown.app.screen.query_one(Input).value == "soon"
            await shown.press("f8", "escape")
        shown.app.push_screen(EditText(msg("What the patient is asked:"), "Why?", frozenset))
        await shown.settle()
        text = await shown.press("f8")
        assert "要问患者的话" in text
        assert shown.app.screen.query_one(Draft).text == "Why?"
