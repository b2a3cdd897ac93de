"""What lies on the desk in a long task: kept across leaving and a kill, safe to draw, in view."""

from __future__ import annotations

import asyncio
import json

import pytest
from textual.events import Key
from textual.widgets import Input, OptionList, Static

from physassist_tui.core.errors import BadInput
from physassist_tui.core.view import CallTool
from physassist_tui.i18n import Lang
from physassist_tui.play.desk import ControlDesk
from physassist_tui.play.opening import go_on
from physassist_tui.play.paperwork.desk import paper_desk
from physassist_tui.play.paperwork.kept import KeptPapers, unsent_path
from physassist_tui.play.paperwork.papers import Papers
from physassist_tui.play.paperwork.signing import sign
from physassist_tui.play.seat import AssistantSeat
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.screens.long.note import NoteScreen
from physassist_tui.tui.screens.long.order_set import OrderSetScreen
from physassist_tui.tui.screens.long.searched import SearchedScreen
from physassist_tui.tui.screens.play import PlayScreen
from physassist_tui.tui.screens.result import ResultScreen
from physassist_tui.tui.widgets.draft import Draft
from physassist_tui.tui.widgets.transcript import Transcript
from tests.screen.conftest import Show
from tests.screen.long_world import CBC, IRON, MEDICATION, NOTE, SERVICE, Tasked, begun, long_task
from tests.screen.play_world import SESSION

pytestmark = pytest.mark.asyncio

HOSTILE = "\x1b]0;x\x07[bold]K[/] [/ ]\u202e # x\x9b2J [red"


async def test_drafts_ticks_note_and_answer_stand_there_again(
    show: Show, recordings: Recordings
) -> None:
    """After leaving, in a new app; and what was kept is what was written."""
    opened = begun(recordings)
    async with show(size=(80, 24), opened=opened) as shown:
        at = Tasked(shown, opened)
        await at.put(MEDICATION, IRON)
        await at.put(SERVICE, CBC)
        await shown.press("f3", "space")
        await shown.press("f11")
        await at.paste("# Plan\nferritin 8")
        await shown.press("escape")
        await at.speak_to("physician")
        await at.type("It is iron.")
        await shown.press("f12")
    again = go_on(long_task(), recordings, SESSION, recordings.events(SESSION))
    async with show(size=(140, 40), opened=again) as shown:
        at = Tasked(shown, again)
        assert [(one.number, one.tool) for one in at.papers.drafts] == [(1, MEDICATION),
                                                                        (2, SERVICE)]  # fmt: skip
        assert at.papers.drafts[0].arguments == IRON
        assert at.papers.ticked == (1,)
        assert at.screen.composer.query_one("#answer", Draft).text == "It is iron."
        assert "2 unsigned" in shown.text()
        await shown.press("f11")
        assert isinstance(shown.app.screen, NoteScreen)
        assert shown.app.screen.area.text == "# Plan\nferritin 8"
        # Removed, changed: numbers are never used again, and nothing was recorded.
        await shown.press("escape", "f7", "x", "escape")
        await at.put(SERVICE, CBC)
        assert [one.number for one in at.papers.drafts] == [2, 3]
        assert "tool_called" not in at.kinds


async def test_a_kill_in_the_middle_of_signing_signs_nothing_twice(
    recordings: Recordings,
) -> None:
    """At each step of it: before the call, after it, after its removal from the desk."""
    opened = begun(recordings)
    seat = AssistantSeat(opened.director)

    class Killed(Exception):
        pass

    def dies_at(step: int, *, kept_first: bool) -> None:
        desk = paper_desk(recordings.path, seat.view())
        keep, left = desk.keep, [step]

        def dying_keep() -> None:
            left[0] -= 1
            if left[0] or kept_first:
                keep()
            if not left[0]:
                raise Killed

        desk.keep = dying_keep  # type: ignore[method-assign]
        with pytest.raises(Killed):
            sign(seat, desk, lambda _events: None)

    desk = paper_desk(recordings.path, seat.view())
    # The same service twice is two orders: one that was signed takes no other away.
    for tool, arguments in ((SERVICE, CBC), (SERVICE, CBC), (MEDICATION, IRON)):
        desk.change(lambda papers, t=tool, a=arguments: papers.with_draft(t, a))  # type: ignore[misc]
    told = [((1, False), [1, 2, 3], 0), ((1, True), [1, 2, 3], 0), ((2, False), [2, 3], 1),
            ((2, True), [3], 2)]  # fmt: skip
    for (step, kept_first), drafts, calls in told:
        dies_at(step, kept_first=kept_first)
        left = paper_desk(recordings.path, seat.view()).papers.drafts
        made = len(opened.director.state.calls)
        assert ([one.number for one in left], made) == (drafts, calls), (step, kept_first)
    desk = paper_desk(recordings.path, seat.view())
    assert sign(seat, desk, lambda _events: None) == 1
    assert len(opened.director.state.calls) == 3
    assert desk.papers.drafts == ()


async def test_a_fork_begins_with_what_is_unsent_and_the_parent_keeps_it(
    recordings: Recordings,
) -> None:
    opened = begun(recordings)
    seat = AssistantSeat(opened.director)
    seat.act(CallTool(SERVICE, CBC))
    desk = paper_desk(recordings.path, seat.view())
    desk.change(lambda papers: papers.with_draft(MEDICATION, IRON).tick(2))
    seq = opened.director.state.last_seq
    forked = ControlDesk(opened, recordings).fork(seq)
    other = paper_desk(recordings.path, AssistantSeat(forked.director).view())
    assert other.papers == desk.papers
    other.change(lambda papers: papers.without(1))
    assert len(paper_desk(recordings.path, seat.view()).papers.drafts) == 1


async def test_papers_that_cannot_be_read_are_kept_beside_and_told(
    show: Show, recordings: Recordings
) -> None:
    path = unsent_path(recordings.path, SESSION)
    path.parent.mkdir()
    for text in ("{", "[]", '{"drafts": [{"number": "x"}]}', "\x00"):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(BadInput, match="begins empty"):
            KeptPapers(path).load()
        assert not path.exists()
    path.write_text("{", encoding="utf-8")
    opened = begun(recordings)
    async with show(size=(140, 40), opened=opened) as shown:
        at = Tasked(shown, opened)
        assert at.papers == Papers()
        assert any("begins empty" in one.message for one in shown.app._notifications)
        await at.put(SERVICE, CBC)
    assert json.loads(path.read_text(encoding="utf-8"))["drafts"][0]["number"] == 1
    assert path.stat().st_mode & 0o77 == 0


async def test_a_disk_that_refuses_is_told_once_and_nothing_typed_is_lost(
    show: Show, recordings: Recordings
) -> None:
    opened = begun(recordings)
    folder = unsent_path(recordings.path, SESSION).parent
    folder.write_text("in the way", encoding="utf-8")
    async with show(size=(80, 24), opened=opened) as shown:
        at = Tasked(shown, opened)
        await at.type("It is iron.")
        for _ in range(3):
            at.screen._keep_answer()
            await shown.settle()
        told = [one.message for one in shown.app._notifications if "cannot be kept" in one.message]
        assert len(told) == 1
        folder.unlink()
        at.screen._keep_answer()
        await shown.settle()
        assert paper_desk(recordings.path, opened.director.view()).papers.answer == "It is iron."


async def test_what_found_nothing_is_told_in_words_and_enter_opens_it(
    show: Show, recordings: Recordings
) -> None:
    opened = begun(recordings)
    for code in ("nonsense", "Hemoglobin", ""):
        arguments = {"patient": "lg-1", **({"code": code} if code else {})}
        opened.director.act(CallTool("fhir_observation_search_labs", arguments))
    opened.director.act(CallTool(MEDICATION, IRON))
    async with show(size=(80, 24), opened=opened) as shown:
        text = await shown.press("ctrl+r")
        assert isinstance(shown.app.screen, SearchedScreen)
        rows = [str(one.prompt) for one in shown.app.screen.query_one(OptionList).options]
        assert len(rows) == 3, "an order is no search"
        assert "NOTHING FOUND" in rows[0]
        assert "code=nonsense" in rows[0]
        assert "NOTHING FOUND" not in rows[1]
        assert "does not say that it is not there" in " ".join(text.split())
        await shown.press("n", "enter")
        assert isinstance(shown.app.screen, ResultScreen)
        assert "nonsense" in shown.text()
        await shown.press("escape", "escape")
        at = Tasked(shown, opened)
        calls = len(opened.director.view().calls)
        for slip, told in (
            ("is he anaemic?", "Begin with the name of a tool"),
            ("fhir_observation_search_labs patient=lg-1 date=2025-13-45", "must be a date"),
            ("write_file path=../out.md content=x", "path may not hold"),
        ):
            await at.call(slip)
            assert told in at.screen.composer.slip_text, "no words of line mode"
            await shown.press("ctrl+u")
        assert len(opened.director.view().calls) == calls, "a slip is no call"


async def test_foreign_text_of_a_task_is_text_on_every_screen(
    show: Show, recordings: Recordings
) -> None:
    lang: Lang = "zh"
    opened = begun(recordings, lang)
    opened.director.act(CallTool("write_file", {"path": NOTE, "content": HOSTILE * 3}))
    async with show(size=(140, 40), lang=lang, opened=opened) as shown:
        at = Tasked(shown, opened)
        desk = at.screen.desk
        assert desk is not None
        desk.change(lambda one: one.with_draft(MEDICATION, IRON | {"note_text": HOSTILE,
                                               "medication_display": HOSTILE}))  # fmt: skip
        at.screen.keep_papers()
        for keys in (["f3"], ["f4"], ["f11"], ["f6"], ["escape", "f7"], ["f5"], ["escape"],
                     ["e"], ["escape", "escape", "ctrl+r"]):  # fmt: skip
            text = await shown.press(*keys)
            for sign_ in "\x1b\x07\x9b\u202e":
                assert sign_ not in text, keys
        await shown.press("escape", "f7")
        assert isinstance(shown.app.screen, OrderSetScreen)
        assert "[bold]K[/]" in " ".join(at.rows("#order-list"))
        # What was not changed is not taken for changed, though signs stand for its controls.
        await shown.press("escape", "f11")
        await shown.press("escape")
        assert dict(at.papers.notes) == {}


async def test_a_note_is_edited_beside_its_preview(show: Show, recordings: Recordings) -> None:
    opened = begun(recordings)
    opened.director.act(CallTool("fhir_observation_search_labs", {"patient": "lg-1"}))
    async with show(size=(80, 24), opened=opened) as shown:
        at = Tasked(shown, opened)
        await shown.press("f11")
        note = shown.app.screen
        assert isinstance(note, NoteScreen)
        preview = note.query_one(Transcript)
        assert [note.area.display, preview.display] == [True, False]
        await at.paste("# Head [x]\r\n- one\r\n")
        await shown.press("f5")  # nothing wrong with it: one call
        assert opened.director.state.file(NOTE) is not None
        await shown.press("f6")
        assert [note.area.display, preview.display] == [False, True]
        assert [line.strip() for line in preview.lines][:2] == ["Head [x]", "• one"]
        await shown.press("f6")
        # A value of a result, by keys alone.
        await shown.press("ctrl+r", "enter", "enter")
        assert at.on_top(NoteScreen)
        assert note.area.text.startswith("# Head [x]\n- one\n")
        assert "Hemoglobin" in note.area.text or "Ferritin" in note.area.text
        assert "NOT SAVED" in shown.text()
        # Another path; one that the workspace refuses costs no call and keeps the text.
        await shown.press("f7", "ctrl+u")
        await at.paste("../out.md")
        calls = len(opened.director.state.calls)
        text = await shown.press("enter")
        assert "path may not hold" in str(note.query_one("#note-state", Static).visual), text
        assert note.path == NOTE
        await shown.press("f7", "ctrl+u")
        await at.paste("/workspace/output/other.md")
        await shown.press("enter")
        await at.paste("x")
        await shown.press("f5")
        assert len(opened.director.state.calls) == calls + 1
        assert [file.path for file in opened.director.state.files] == [NOTE, "output/other.md"]
        assert set(at.papers.notes) == {NOTE}, "what was put into the first is not saved yet"
        await shown.pilot.resize_terminal(140, 40)
        await shown.settle()
        assert [note.area.display, preview.display] == [True, True]
        await shown.press("escape")
        assert at.on_top(PlayScreen)


async def test_a_model_at_work_is_watched_and_nothing_is_signed_meanwhile(
    show: Show, recordings: Recordings
) -> None:
    opened = begun(recordings, assistant="script:null")
    async with show(size=(140, 40)) as shown:
        screen = PlayScreen(opened, recordings, pace=None)
        await shown.app.push_screen(screen)
        await shown.settle()
        at = Tasked(shown, opened)
        assert screen.desk is not None
        screen.desk.change(lambda one: one.with_draft(SERVICE, CBC))
        await shown.press("f7")
        assert "you watch" in shown.text()
        await shown.press("f5", "e", "x")
        assert len(at.papers.drafts) == 1
        await shown.press("escape", "f11")
        assert shown.app.screen is screen, "no file is there to be read"
        await asyncio.to_thread(opened.director.act, CallTool("write_file", {
            "path": NOTE, "content": "# Seen\n- by who watches"}))  # fmt: skip
        await shown.settle()
        pane = at.pane("ehr")
        assert "# Seen" in pane
        assert NOTE in pane
        await shown.press("f11")
        assert "- by who watches" in shown.text()


async def test_what_is_typed_ahead_lands_in_the_field_it_was_typed_for(
    show: Show, recordings: Recordings
) -> None:
    """As over a slow line, where many keys come at once."""
    async with show(size=(80, 24), opened=(opened := begun(recordings))) as shown:
        at = Tasked(shown, opened)
        await at.speak_to("ehr")
        await at.type(MEDICATION)
        await shown.press("enter")
        typed = {"patient_reference": "Patient/lg-1", "medication_display": "iron",
                 "requester_reference": "Practitioner/lg-marsh", "dose_value": "325",
                 "dose_unit": "mg", "frequency_text": "daily"}  # fmt: skip
        for value in typed.values():
            for char in (*value, "\t"):
                key = "tab" if char == "\t" else char
                shown.app.post_message(Key(key, char if char != "\t" else None))
        shown.app.post_message(Key("shift+tab", None))
        shown.app.post_message(Key("s", "s"))
        await shown.settle()
        typed["frequency_text"] = "dailys"
        form = shown.app.screen
        assert {name: form.query_one(f"#field-{name}", Input).value for name in typed} == typed
