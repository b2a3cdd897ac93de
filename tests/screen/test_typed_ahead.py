"""What is typed faster than the screen follows is taken in its order, and nothing of it is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from threading import Event
from typing import Literal

import pytest
from textual.widgets import Input, TextArea

from physassist_tui.core.events import AnyEvent
from physassist_tui.core.view import CallTool
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.messages import Target
from physassist_tui.tui.screens import play as play_screen
from physassist_tui.tui.screens.long.note import NoteScreen
from physassist_tui.tui.screens.play import PlayScreen
from physassist_tui.tui.widgets.call_form import CallForm
from tests.play.scripted_model import ScriptedModel, says
from tests.screen.conftest import Show, keys_of
from tests.screen.control_world import ASK, directing
from tests.screen.long_world import CBC, SERVICE, Tasked, begun, typed
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
        await shown.strike(*KEYS)
        assert play.screen.composer.written(target).text == WRITTEN


async def test_so_they_are_in_the_form_the_search_and_the_note(
    show: Show, recordings: Recordings
) -> None:
    async with show() as shown:
        await shown.press("slash")
        await shown.strike(*KEYS)
        assert [one.value for one in shown.app.screen.query(Input)] == [WRITTEN]
    session = begun(recordings, "en")
    async with show(size=(140, 40), opened=session) as shown:
        at = Tasked(shown, session)
        await shown.press("f11")
        assert at.on_top(NoteScreen)
        await shown.strike(*KEYS)
        assert shown.app.screen.query_one(TextArea).text == WRITTEN


@pytest.mark.parametrize("patience", [0.0, 0.7])
async def test_what_is_sent_while_an_act_is_under_way_follows_it_or_is_kept_and_said(
    show: Show, recordings: Recordings, monkeypatch: pytest.MonkeyPatch, patience: float
) -> None:
    monkeypatch.setattr(play_screen, "JUST_ENDING_S", 0.5 if patience else 60)
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
        shown.send("enter")
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


@pytest.mark.parametrize("target", ["physician", "patient", "ehr"])
async def test_what_is_struck_with_the_key_that_sends_is_not_sent_and_not_lost(
    show: Show, recordings: Recordings, target: Target
) -> None:
    """Of keys that arrive together, Enter sends what stood before it, once; the rest stays."""
    session = opened(recordings)
    words = "Observation.search code=Potassium" if target == "ehr" else "Fine"
    async with show(size=(140, 40), opened=session) as shown:
        play = Played(shown)
        await play.speak_to(target)
        await shown.strike(*keys_of(words), "enter", "enter", *keys_of("And on"))
        assert play.screen.composer.written(target).text == "And on"
        kinds = [event.kind for event in session.director.events]
        once: Literal["answered", "tool_called"] = (
            "answered" if target == "physician" else "tool_called"
        )
        assert kinds.count(once) == 1, kinds


async def test_a_slip_that_is_written_anew_at_once_is_done(
    show: Show, recordings: Recordings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its mend was sent before the slip was told, and used to be dropped."""
    monkeypatch.setattr(play_screen, "JUST_ENDING_S", 60)
    session = opened(recordings)
    async with show(size=(140, 40), opened=session) as shown:
        play = Played(shown)
        await play.speak_to("ehr")
        slip, mended = "Observation.search cod=K", "Observation.search code=Potassium"
        await shown.strike(*keys_of(slip), "enter", "ctrl+u", *keys_of(mended), "enter")
        [called] = [e for e in session.director.events if e.kind == "tool_called"]
        assert called.data.arguments_given == {"code": "Potassium"}
        assert play.screen.composer.slip_text == ""
        assert play.screen.composer.written("ehr").text == ""


async def test_an_answer_does_not_follow_a_call_that_was_a_slip(
    show: Show, recordings: Recordings
) -> None:
    session = opened(recordings)
    async with show(size=(140, 40), opened=session) as shown:
        play = Played(shown)
        await play.speak_to("ehr")
        await shown.strike(
            *keys_of("Observation.search cod=K"), "enter", "ctrl+t", *"Fine", "enter"
        )
        kinds = [event.kind for event in session.director.events]
        assert "answered" not in kinds
        assert "tool_called" not in kinds
        assert "cod" in play.screen.composer.slip_text
        assert play.screen.composer.written("physician").text == "Fine"


async def test_what_is_written_elsewhere_outlives_an_act(
    show: Show, recordings: Recordings
) -> None:
    """An act empties the field that it was written in, and no other."""
    session = opened(recordings)
    async with show(size=(140, 40), opened=session) as shown:
        play = Played(shown)
        await play.speak_to("patient")
        await play.type("And since whe")
        await play.speak_to("ehr")
        await play.type("ask Do you take painkillers?")
        await shown.press("enter")
        assert "message" in [event.kind for event in session.director.events]
        composer = play.screen.composer
        assert composer.written("patient").text == "And since whe"
        assert composer.written("ehr").text == ""
        await play.type("Observation.search code=")
        play.screen.call_wanted(CallTool("Observation.search", {"code": "Potassium", "page": "2"}))
        await shown.settle()
        assert "tool_called" in [event.kind for event in session.director.events]
        assert composer.written("ehr").text == "Observation.search code="


async def test_a_physician_and_a_patient_who_strike_twice_ask_and_reply_once(
    show: Show, recordings: Recordings
) -> None:
    models = {"m": ScriptedModel([says("", ASK), says("As told.")])}
    casting = {"assistant": "model:m", "physician": "human", "patient": "human"}
    async with directing(show, recordings)(**casting, models=models) as at:
        for field, kind in (("#request", "turn_started"), ("#reply", "message")):
            await at.until(lambda field=field: at.screen.query(field))
            draft = at.screen.query_one(field, TextArea)
            await at.until(lambda draft=draft: draft.has_focus)
            before = at.kinds.count(kind)
            draft.clear()
            for key in [*"Fine", "enter", "enter", *"Andon"]:
                at.shown.send(key)
            await at.until(lambda kind=kind, before=before: at.kinds.count(kind) > before)
            await at.shown.settle()
            assert at.kinds.count(kind) == before + 1
            assert draft.text == "Andon" or not draft.is_attached


async def test_an_order_that_is_sent_twice_is_one_draft(show: Show, recordings: Recordings) -> None:
    session = begun(recordings, "en")
    order = f"{SERVICE} {typed(CBC)}"
    async with show(size=(140, 40), opened=session) as shown:
        at = Tasked(shown, session)
        await shown.press("ctrl+t")
        await shown.strike(*keys_of(order), "enter", "enter", *"And")
        assert at.screen.composer.target == "ehr"
        assert [draft.tool for draft in at.papers.drafts] == [SERVICE]
        assert at.screen.composer.written("ehr").text == "And"


async def test_a_tool_that_is_chosen_twice_opens_one_form(
    show: Show, recordings: Recordings
) -> None:
    async with show(size=(140, 40), opened=opened(recordings)) as shown:
        play = Played(shown)
        await play.speak_to("ehr")
        await shown.strike(*"Observation.search", "enter", "enter")
        assert [type(one) for one in shown.app.screen_stack].count(CallForm) == 1
        await shown.press("escape")
        assert play.screen.composer.written("ehr").text == "Observation.search"
