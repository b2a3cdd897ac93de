"""What is typed faster than the screen follows is taken in its order, and nothing of it is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from threading import Event

import pytest
from textual.widgets import Input, TextArea

from physassist_tui.core.events import AnyEvent
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.messages import Target
from physassist_tui.tui.screens.long.note import NoteScreen
from physassist_tui.tui.screens.play import PlayScreen
from tests.screen.conftest import Show
from tests.screen.long_world import Tasked, begun
from tests.screen.play_world import Played, opened

pytestmark = pytest.mark.asyncio

# "50" is corrected to "5.5", the caret goes back for a sign, and to the end for the unit.
KEYS = [*"dose", "space", *"50", "backspace", ".", "5", "home", "+", "end", *"mg"]
WRITTEN = "+dose 5.5mg"


@pytest.mark.parametrize("target", ["physician", "patient", "ehr"])
async def test_keys_that_arrive_together_are_taken_in_their_order(
    show: Show, recordings: Recordings, target: Target
) -> None:
    async with show(opened=opened(recordings)) as shown:
        play = Played(shown)
        await play.speak_to(target)
        for key in KEYS:
            shown.send(key)
        await shown.settle()
        field = play.screen.composer.field
        assert (field.value if isinstance(field, Input) else field.text) == WRITTEN  # type: ignore[attr-defined]


async def test_so_they_are_in_the_form_the_search_and_the_note(
    show: Show, recordings: Recordings
) -> None:
    async with show() as shown:
        await shown.press("slash")
        for key in KEYS:
            shown.send(key)
        await shown.settle()
        assert [one.value for one in shown.app.screen.query(Input)] == [WRITTEN]
    session = begun(recordings, "en")
    async with show(size=(140, 40), opened=session) as shown:
        at = Tasked(shown, session)
        await shown.press("f11")
        assert at.on_top(NoteScreen)
        for key in KEYS:
            shown.send(key)
        await shown.settle()
        assert shown.app.screen.query_one(TextArea).text == WRITTEN


@pytest.mark.parametrize("patience", [0.0, 0.7])
async def test_what_is_sent_while_an_act_is_under_way_follows_it_or_is_kept_and_said(
    show: Show, recordings: Recordings, patience: float
) -> None:
    session = opened(recordings)
    entered, go_on = Event(), Event()

    def slow(happened: Sequence[AnyEvent]) -> None:
        if happened[0].kind == "message" and not entered.is_set():
            entered.set()
            go_on.wait(10)

    session.director.listen(slow)
    async with show(size=(140, 40), opened=session) as shown:
        play = Played(shown)
        await play.speak_to("patient")
        for key in [*"Pain?", "enter"]:
            shown.send(key)
        assert await asyncio.to_thread(entered.wait, 10)
        for key in "More?":
            shown.send(key)
        await shown.pilot.pause()
        go_on.set()
        await shown.settle()
        field = play.screen.composer.field
        assert isinstance(field, TextArea)
        assert field.text == "More?"  # the first was sent, what was typed since stays

        entered.clear()
        go_on.clear()
        for key in ["enter"]:
            shown.send(key)
        assert await asyncio.to_thread(entered.wait, 10)
        screen = shown.app.screen
        assert isinstance(screen, PlayScreen)
        screen.composer.choose("physician")
        for key in [*"Fine", "enter"]:
            shown.send(key)
        await shown.until(lambda: "still under way" in screen.composer.slip_text)
        await asyncio.sleep(patience)
        go_on.set()
        await shown.settle()
        kinds = [event.kind for event in session.director.events]
        if patience:
            assert "answered" not in kinds
            assert "send it now" in screen.composer.slip_text
            assert "Fine" in shown.text()
        else:
            assert "answered" in kinds
