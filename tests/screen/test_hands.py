"""What hands do: write, paste, confirm, select, copy, click; with keys alone or with the mouse."""

from __future__ import annotations

import pytest
from textual.events import Key, MouseDown, MouseMove, MouseUp, Paste
from textual.geometry import Offset
from textual.widgets import Input

from physassist_tui.core.view import Answer, Ask, CallTool
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.screens.reader import ReaderScreen
from physassist_tui.tui.widgets.call_form import CallForm
from physassist_tui.tui.widgets.draft import Draft
from physassist_tui.tui.widgets.flow import rows
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.transcript import Transcript
from physassist_tui.tui.widgets.wrapping import cells
from tests.screen.conftest import Show, Shown
from tests.screen.play_world import SESSION, Played, opened

pytestmark = pytest.mark.asyncio


async def at_once(shown: Shown, text: str) -> None:
    """Keys that come within one moment, as from an input method; `\\r` is Enter."""
    moment = Key("x", "x").time
    for character in text:
        name = {"\r": "enter", "\n": "ctrl+j", "\t": "tab"}.get(character, character)
        event = Key(name, character)
        event.time = moment
        event.set_sender(shown.app)
        shown.app.post_message(event)
    await shown.settle()


@pytest.mark.parametrize("target", ["physician", "patient"])
@pytest.mark.parametrize("send_key", ["enter", "ctrl+j"])
async def test_the_chosen_key_sends_to_physician_and_patient_alike(
    show: Show, recordings: Recordings, target: str, send_key: str
) -> None:
    async with show(size=(80, 24), opened=opened(recordings)) as shown:
        await shown.app.change_settings(send_key=send_key)
        play = Played(shown)
        await play.speak_to("patient" if target == "patient" else "physician")
        before = len(recordings.events(SESSION))
        other = {"enter": "ctrl+j", "ctrl+j": "enter"}[send_key]
        await shown.press("a", other, "b")
        field = play.screen.composer.field
        assert isinstance(field, Draft)
        assert field.text == "a\nb"
        assert len(recordings.events(SESSION)) == before
        assert ("Enter sends" if send_key == "enter" else "Ctrl+J sends") in shown.text()
        await shown.press(send_key)
        assert field.text == ""
        texts = [getattr(event.data, "text", "") for event in recordings.events(SESSION)[before:]]
        assert "a\nb" in texts


@pytest.mark.parametrize("target", ["physician", "patient", "ehr"])
async def test_an_enter_that_comes_with_text_never_sends(
    show: Show, recordings: Recordings, target: str
) -> None:
    """An input method's, a paste's (also where a terminal marks no paste), in every field."""
    async with show(size=(80, 24), opened=opened(recordings)) as shown:
        play = Played(shown)
        await play.speak_to(target)  # type: ignore[arg-type]
        before = len(recordings.events(SESSION))
        await at_once(shown, "患者\r血钾\r")
        for line_end in ("\r", "\n", "\r\n"):
            shown.app.post_message(Paste(f"一{line_end}二{line_end}"))
            await shown.settle()
        field = play.screen.composer.field
        if isinstance(field, Draft):
            assert field.text == "患者\n血钾\n" + "一\n二\n" * 3
        else:
            assert isinstance(field, Input)
            assert field.value == "患者血钾一 二 一 二 一 二 "
        assert len(recordings.events(SESSION)) == before
        assert play.screen is shown.app.screen
        await shown.press("b", "enter")  # an Enter of its own does
        assert isinstance(field, Draft) is (len(recordings.events(SESSION)) > before)


async def test_what_is_typed_ahead_goes_where_tab_leads(show: Show, recordings: Recordings) -> None:
    """Keys that a busy terminal hands over all at once."""
    async with show(size=(80, 24), opened=opened(recordings)) as shown:
        for name in ("a", "tab", "b", "tab", "O", "b", "s"):
            event = Key(name, name if len(name) == 1 else None)
            event.set_sender(shown.app)
            shown.app.post_message(event)
        await shown.settle()
        composer = Played(shown).screen.composer
        assert composer.query_one("#answer", Draft).text == "a"
        assert composer.query_one("#question", Draft).text == "b"
        assert composer.query_one("#call-line", Input).value == "Obs"


async def test_the_list_is_asked_for_what_was_typed_however_fast(
    show: Show, recordings: Recordings
) -> None:
    """Enter and Tab right behind the text: never what was listed for less of it."""
    async with show(size=(80, 24), opened=opened(recordings)) as shown:
        play = Played(shown)
        await play.speak_to("ehr")
        before = len(recordings.events(SESSION))
        field = play.screen.composer.field
        assert isinstance(field, Input)
        await at_once(shown, "Observation.serch code=K\r")
        assert not isinstance(shown.app.screen, CallForm), "no form of another tool"
        assert "Observation.search" in play.screen.composer.slip_text
        assert field.value == "Observation.serch code=K"
        await shown.press("ctrl+u")
        await at_once(shown, "Condit\t")
        assert field.value == "Condition.search "
        await shown.press("ctrl+u")
        await at_once(shown, "Allergy\r")
        assert isinstance(shown.app.screen, CallForm)
        assert "AllergyIntolerance.search" in shown.text()
        assert len(recordings.events(SESSION)) == before


async def test_words_that_read_like_a_call_are_asked_about_before_they_are_said(
    show: Show, recordings: Recordings
) -> None:
    async with show(size=(80, 24), opened=opened(recordings)) as shown:
        play = Played(shown)
        for target in ("physician", "patient"):
            await play.speak_to(target)
            before = len(recordings.events(SESSION))
            await at_once(shown, "Observation.search code=K\r")
            assert len(recordings.events(SESSION)) == before
            assert "reads like a call to the EHR" in play.screen.composer.slip_text
            await shown.press("enter")
            assert len(recordings.events(SESSION)) > before, "said twice, it is meant"


async def test_a_pasted_or_confirmed_line_end_takes_no_order_back(
    show: Show, recordings: Recordings
) -> None:
    session = opened(recordings)
    order = {"service_type": "Potassium", "priority": "routine", "target_date": "2026-03-11"}
    session.director.act(CallTool("ServiceRequest.create", order))
    async with show(size=(80, 24), opened=session) as shown:
        await shown.press("f7", "x")
        dialog = shown.app.screen
        await at_once(shown, "重\r")
        shown.app.post_message(Paste("复\r开\r"))
        await shown.settle()
        assert shown.app.screen is dialog
        assert dialog.query_one(Input).value == "重复 开 "


def place_of(shown: Shown, text: str, after: int = 0) -> Offset:
    """The cell at which `text` begins on the screen."""
    for y, line in enumerate(shown.text().split("\n")):
        at = line.find(text)
        if at >= 0 and y >= after:
            return Offset(cells(line[:at]), y)
    raise AssertionError(text)


async def drag(shown: Shown, start: Offset, end: Offset) -> None:
    for kind, at in ((MouseDown, start), (MouseMove, end), (MouseUp, end)):
        event = kind(None, at.x, at.y, 0, 0, 1, False, False, False, at.x, at.y)
        shown.app.screen._forward_event(event)
        await shown.pilot.pause()


async def test_the_mouse_selects_wide_characters_whole_in_any_pane(
    show: Show, recordings: Recordings
) -> None:
    session = opened(recordings, "zh")
    session.director.act(Ask("您在家吃止痛药吗？"))
    session.director.act(CallTool("Observation.search", {"code": "血钾"}))
    async with show(size=(140, 40), lang="zh", opened=session) as shown:
        for text in ("血钾是多少", "在家吃止痛药", "5.9 mmol/L [H 偏高]"):
            start = place_of(shown, text, after=2)
            await drag(shown, start, Offset(start.x + cells(text) - 1, start.y))
            assert shown.app.screen.get_selected_text() == text
            await shown.press("ctrl+c")
            assert shown.app.clipboard == text
        # Half a wide character is none: what is selected begins and ends with whole ones.
        start = place_of(shown, "血钾是多少", after=2)
        await drag(shown, Offset(start.x + 1, start.y), Offset(start.x + 5, start.y))
        assert (shown.app.screen.get_selected_text() or "x") in "血钾是多少"


async def test_the_keys_select_lines_and_copy_them(show: Show, recordings: Recordings) -> None:
    session = opened(recordings)
    session.director.act(CallTool("Observation.search", {"code": "Potassium"}))
    async with show(size=(80, 24), opened=session) as shown:
        await shown.press("f4", "shift+down", "shift+down", "shift+down", "shift+up", "ctrl+c")
        lines = shown.app.screen.query_one("#ehr-text", Transcript).lines
        assert shown.app.clipboard == "\n".join(lines[:2])
        await shown.press("ctrl+a", "ctrl+c")
        assert shown.app.clipboard == "\n".join(lines).rstrip("\n")
        await shown.press("t", "shift+down", "ctrl+c")
        assert isinstance(shown.app.screen, ReaderScreen)
        assert shown.app.clipboard == "3 found"
    text = "\n".join(f"行 {n} [H]" for n in range(90))
    async with show(size=(80, 24)) as shown:
        await shown.app.push_screen(ReaderScreen("t", text))
        await shown.settle()
        await shown.press("end", "shift+up", "shift+up", "shift+up", "ctrl+c")
        assert shown.app.clipboard == "行 87 [H]\n行 88 [H]\n行 89 [H]"
        for _line in range(30):
            await shown.pilot.press("shift+up")
        await shown.settle()
        assert "行 57 [H]" in shown.text(), "the end of what is selected stays in sight"


async def test_a_click_on_the_bar_does_what_its_key_does(show: Show) -> None:
    async with show(size=(80, 24)) as shown:
        for label, name in (("F9 settings", "SettingsScreen"), ("F1 help", "HelpScreen")):
            at = place_of(shown, label)
            await shown.pilot.click(offset=(at.x + 1, at.y))
            await shown.settle()
            assert type(shown.app.screen).__name__ == name
            back = place_of(shown, "Esc back")
            await shown.pilot.click(offset=(back.x + 5, back.y))
            await shown.settle()
            assert shown.app.screen.query("#shelf")
        bar = shown.app.screen.query_one(KeyBar)
        gap = place_of(shown, "F1 help")
        await shown.pilot.click(offset=(gap.x - 1, gap.y))  # between two keys: nothing
        await shown.settle()
        assert shown.app.screen.query_one(KeyBar) is bar


async def test_parts_fill_rows_and_none_is_broken() -> None:
    assert rows([3, 3, 3], 1, 7) == [[0, 1], [2]]
    assert rows([9, 1], 1, 7) == [[0], [1]]
    assert rows([3], 1, 0) == [[0]]
    for room in range(1, 40):
        found = rows([5, 7, 2, 11, 1], 2, room)
        assert [number for row in found for number in row] == [0, 1, 2, 3, 4]


async def test_an_answer_by_f5_whatever_key_is_chosen(show: Show, recordings: Recordings) -> None:
    async with show(size=(80, 24), opened=opened(recordings)) as shown:
        await shown.app.change_settings(send_key="ctrl+j")
        await Played(shown).do(Answer("One."))
        assert "turn 2/2" in shown.text()
