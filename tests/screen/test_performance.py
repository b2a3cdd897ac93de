"""Long sessions, wide results and slow disks: all of it can be reached, and no key waits for it."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from threading import Event

import pytest
from textual import events
from textual.widgets import Static

from physassist_tui.core import events as ev
from physassist_tui.core.errors import ServiceFailed
from physassist_tui.core.events import AnyEvent
from physassist_tui.i18n import msg
from physassist_tui.play.opening import Opened, go_on
from physassist_tui.play.recorder import MemorySink
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.screens.library import LibraryScreen
from physassist_tui.tui.screens.reader import ReaderScreen
from physassist_tui.tui.screens.result import ResultScreen, raw_reader, text_reader
from physassist_tui.tui.screens.score import ScoreScreen
from physassist_tui.tui.widgets import keys_first
from physassist_tui.tui.widgets.keys_first import KeysFirst
from physassist_tui.tui.widgets.laying import Line
from physassist_tui.tui.widgets.pane_blocks import is_heavy
from physassist_tui.tui.widgets.panes import EhrPane, PhysicianPane
from physassist_tui.tui.widgets.table_view import TableView
from physassist_tui.tui.widgets.transcript import MOST_HELD, Transcript
from tests.screen.conftest import Show, Shown
from tests.screen.play_world import SESSION, Played, opened
from tests.screen.test_foreign_text import HOSTILE, check_nothing_obeyed, squashed
from tests.screen.test_panes import big_call
from tests.unit.store_samples import call, numbered

pytestmark = pytest.mark.asyncio

EVENTS = 10_000
LONGEST_STALL_S = 1.0
"""Far more than a stall may last, far less than what is tried here lasts where it blocks."""


def long_session(count: int = EVENTS) -> Opened:
    sink = MemorySink()
    first = opened(sink)
    data: list[ev.EventData] = []
    while len(sink.events) + len(data) < count:
        one, two = call(len(data) + 1)
        # No two calls in a row are alike: that would end the session.
        changed = {"code": "Creatinine", "page": len(data) + 1}
        data += [one.model_copy(update={"arguments_given": changed, "arguments": changed}), two]
    more = numbered(data, first=len(sink.events) + 1, start=sink.events[-1].at)
    events = [*sink.events, *more][:count]
    return go_on(first.loaded, MemorySink(), SESSION, events)


@asynccontextmanager
async def no_stall() -> AsyncIterator[list[float]]:
    """Watches how long the event loop lets others wait.

    By the time that the loop's own thread works, so that a busy machine stalls nothing; a wait
    for something else counts a tenth.
    """
    stalls = [0.0]

    async def watch() -> None:
        while True:
            begin, worked = time.monotonic(), time.thread_time()
            await asyncio.sleep(0.01)
            waited = time.monotonic() - begin - 0.01
            stalls.append(max(time.thread_time() - worked, waited / 10))

    watching = asyncio.create_task(watch())
    yield stalls
    watching.cancel()
    assert max(stalls) < LONGEST_STALL_S, sorted(stalls)[-3:]


async def until(shown: Shown, ready: object) -> None:
    assert callable(ready)
    for _turn in range(2000):
        if ready():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it did not come")


async def test_a_session_of_10000_events_opens_at_its_end_and_scrolls_to_its_first(
    show: Show,
) -> None:
    session = long_session()
    async with show(size=(140, 40)) as shown, no_stall():
        shown.app.show_session(session)
        await until(shown, lambda: shown.app.screen.query(EhrPane))
        pane = shown.app.screen.query_one(EhrPane).transcript
        await until(shown, lambda: len(pane.blocks) > EVENTS / 2 - 10)
        last = session.director.view().calls[-1].arguments_given["page"]
        await until(shown, lambda: f"page={last}" in shown.text())
        # What is in sight does not wait for the rest, and neither does the first of all.
        assert not pane.all_laid
        await shown.pilot.press("f4", "home")
        await until(shown, lambda: "1  Observation.search" in shown.text())
        await shown.pilot.press("end")
        await until(shown, lambda: f"page={last}" in shown.text())
        calls = session.director.view().calls
        for at in range(7, len(calls), len(calls) // 5):
            pane.bring(at)
            page = calls[at].arguments_given["page"]
            await until(shown, lambda at=at: f"{at + 1}  Observation" in shown.text())
            assert f"page={page}" in shown.text()


async def test_a_resize_while_a_text_comes_loses_nothing(show: Show) -> None:
    async with show(size=(140, 40), opened=opened(MemorySink())) as shown:
        transcript = shown.app.screen.query_one(PhysicianPane).transcript
        live = transcript.stream("the assistant is writing … [/")
        said = ""
        texts = [*HOSTILE, "line\r", "\nend", "血钾偏高。" * 40, " ".join(["word"] * 80)]
        for number, text in enumerate(texts):
            live.append(text)
            said += text
            if number % 4 == 3:
                await shown.pilot.resize_terminal(70 + number * 3, 24 + number % 9)
                await shown.pilot.pause()
                check_nothing_obeyed(shown)
        await until(shown, lambda: "word" in "".join(transcript.lines[-1:]))
        whole = squashed("".join(transcript.lines))
        assert squashed("the assistant is writing … [/" + live.text) in whole
        assert squashed(live.text).endswith(squashed("word" * 80))
        assert "line\nend" in live.text  # a line end in two halves is one
        assert "word" in shown.text()  # it is followed
        transcript.end_stream()
        await shown.settle()
        assert "writing" not in "".join(transcript.lines)


async def test_who_reads_above_is_not_moved_by_a_text_that_comes(show: Show) -> None:
    async with show(size=(140, 40), opened=opened(MemorySink())) as shown:
        transcript = shown.app.screen.query_one(PhysicianPane).transcript
        live = transcript.stream("writing")
        live.append("line\n" * 200)
        await until(shown, lambda: transcript.scroll_offset.y > 100)
        await until(shown, lambda: transcript.show_vertical_scrollbar)
        transcript.scroll_to(y=3, animate=False)
        live.append("more\n" * 50)
        await until(shown, lambda: len(transcript.lines) > 250)
        await shown.settle()
        assert transcript.scroll_offset.y == 3


async def test_50000_rows_open_scroll_and_are_all_there(show: Show) -> None:
    call = big_call(50_000)
    assert is_heavy(call)
    async with show(size=(80, 24)) as shown, no_stall():
        await shown.app.push_screen(ResultScreen(call, None))
        table = shown.app.screen.query_one(TableView)
        await until(shown, lambda: table.row_count == 50_000)
        await shown.pilot.press("ctrl+end")
        await shown.pilot.pause()
        assert table.cursor_row == 49_999
        assert "4.9 mmol/L [H]" in str(shown.app.screen.query_one("#result-row", Static).visual)
        await shown.pilot.press("pageup", "home")
        await shown.pilot.pause()
        assert table.cursor_row == 0
        assert call.result is not None
        told = {"".join(table.row(at)) for at in range(0, 50_000, 4999)}
        assert all(any(f"{3 + at % 30 / 10:g}" in one for one in told) for at in (0, 4999))


async def test_3_mb_in_one_line_open_scroll_are_searched_and_left(show: Show) -> None:
    body = "Potassium 5.9 mmol/L [H], 血钾偏高。 " * 75_000 + "the very end [/"
    assert len(body.encode()) > 3_000_000
    call = big_call(1, body)
    assert is_heavy(call)
    async with show(size=(80, 24)) as shown, no_stall():
        for reader in (text_reader, lambda call, _zone: raw_reader(call)):
            await shown.app.push_screen(await reader(call, None))
            transcript = shown.app.screen.query_one(Transcript)
            await until(shown, lambda t=transcript: "Potassium" in shown.text())
            await shown.pilot.press("slash", *"very end", "enter")
            await until(shown, lambda t=transcript: t.marked is not None)
            await until(shown, lambda: "theveryend[/" in squashed(shown.text()))
            await shown.pilot.press("end")
            await until(shown, lambda t=transcript: t.all_laid)
            assert squashed(body) in squashed("".join(transcript.lines))
            await shown.pilot.press("escape")
            await shown.pilot.pause()
        await shown.app.push_screen(ResultScreen(call, None))
        await shown.settle()
        await shown.press("down")
        assert "Potassium" in shown.text()


# What takes long elsewhere


class Slow:
    """Recordings on a disk that takes its time: nothing goes on until `go` is set."""

    def __init__(self, recordings: Recordings) -> None:
        self._recordings = recordings
        self.go = Event()
        self.waiting = Event()

    def __getattr__(self, name: str) -> object:
        method = getattr(self._recordings, name)
        if not callable(method):
            return method

        def slowly(*args: object, **named: object) -> object:
            self.waiting.set()
            assert self.go.wait(20)
            return method(*args, **named)

        return slowly


@asynccontextmanager
async def held(slow: Slow, shown: Shown) -> AsyncIterator[None]:
    """While the disk is waited for: the screen lives, and lets go at the end."""
    slow.go.clear()
    slow.waiting.clear()
    try:
        yield
    finally:
        slow.go.set()


async def test_the_library_is_alive_while_its_recordings_are_read(
    show: Show, recordings: Recordings
) -> None:
    slow = Slow(recordings)
    slow.go.set()
    async with show(size=(80, 24)) as shown:
        shown.app._recordings = slow  # type: ignore[assignment]
        async with held(slow, shown):
            await shown.pilot.press("f5")
            await until(shown, slow.waiting.is_set)
            await shown.pilot.press("slash", *"mini")
            await shown.pilot.pause()
            assert "mini" in shown.text()
            await shown.pilot.press("f1")
            await shown.pilot.pause()
            assert not isinstance(shown.app.screen, LibraryScreen)
            await shown.pilot.press("escape")
        await shown.settle()


async def test_an_act_under_way_blocks_nothing_and_can_be_left(
    show: Show, recordings: Recordings
) -> None:
    slow = Slow(recordings)
    slow.go.set()
    session = opened(slow)  # type: ignore[arg-type]
    async with show(size=(140, 40), opened=session) as shown:
        play = Played(shown)
        await play.speak_to("ehr")
        await play.type("Observation.search code=Potassium")
        async with held(slow, shown):
            await shown.pilot.press("enter")
            await until(shown, slow.waiting.is_set)
            await shown.pilot.press("f8", "f8")
            await shown.pilot.pause()
            assert play.screen._busy_since is not None
            await shown.pilot.press("escape")
            await shown.pilot.pause()
            assert "recorded when it is done" in play.screen.composer.slip_text
            # What is written meanwhile stays when the act is done.
            await shown.pilot.press(*"Flag")
        await shown.settle()
        assert "5.9 mmol/L [H]" in play.pane("ehr")
        assert play.screen.composer.written("ehr").text.endswith("PotassiumFlag")
    assert [e.kind for e in recordings.events(SESSION)][-3:] == [
        "tool_called", "tool_returned", "paused",
    ]  # fmt: skip


async def test_an_act_that_fails_after_one_stopped_waiting_says_so_and_keeps_the_text(
    show: Show,
) -> None:
    go = Event()

    class Full(MemorySink):
        def append(self, session_id: str, events: Sequence[AnyEvent]) -> None:
            if len(self.events) > 2:
                assert go.wait(20)
                raise ServiceFailed(msg("The disk is full."))
            super().append(session_id, events)

    async with show(size=(140, 40), opened=opened(sink := Full())) as shown:
        sink.events.append(sink.events[-1])
        play = Played(shown)
        await play.speak_to("physician")
        await play.type("It is 5.9.")
        await shown.pilot.press("f5")
        await until(shown, lambda: play.screen._busy_since is not None)
        await shown.pilot.press("escape")
        go.set()
        await shown.settle()
        assert "The disk is full." in play.screen.composer.slip_text
        assert "It is 5.9." in play.screen.composer.written("physician").text
        sink.events.clear()


async def test_scoring_blocks_nothing_and_can_be_left(show: Show, recordings: Recordings) -> None:
    session = opened(recordings, assistant="script:gold")
    slow = Slow(recordings)
    async with show(size=(80, 24)) as shown:
        async with held(slow, shown):
            await shown.app.push_screen(ScoreScreen(session, slow))  # type: ignore[arg-type]
            await until(shown, slow.waiting.is_set)
            await shown.pilot.press("f8")
            await shown.pilot.pause()
            assert "正在评分" in shown.text() or "评分" in shown.text()
            await shown.pilot.press("escape")
            await shown.pilot.pause()
            assert isinstance(shown.app.screen, LibraryScreen)
        await shown.settle()


async def test_a_search_under_way_is_ended_by_escape(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = asyncio.Event()

    async def endless(_blocks: object, _words: str) -> None:
        begun.set()
        await asyncio.Event().wait()

    monkeypatch.setattr("physassist_tui.tui.screens.reader.search", endless)
    async with show(size=(80, 24)) as shown:
        await shown.app.push_screen(ReaderScreen("t", "one two"))
        await shown.settle()
        reader = shown.app.screen
        await shown.pilot.press("slash", *"two", "enter")
        await begun.wait()
        assert "Searching" in shown.text()
        await shown.pilot.press("escape")
        await shown.settle()
        assert shown.app.screen is reader
        assert "Searching" not in shown.text()
        await shown.pilot.press("escape")
        await shown.pilot.pause()
        assert isinstance(shown.app.screen, LibraryScreen)


# Keys go first


async def test_what_is_laid_out_is_kept_from_the_search_for_garbage_while_it_is_shown(
    show: Show,
) -> None:
    count = 1000
    session = long_session(count)

    def searched() -> int:
        return sum(isinstance(one, Line) for one in gc.get_objects())

    async with show(size=(140, 40)) as shown:
        shown.app.show_session(session)
        await until(shown, lambda: shown.app.screen.query(EhrPane))
        pane = shown.app.screen.query_one(EhrPane).transcript
        await until(shown, lambda: pane.all_laid)
        await shown.settle()
        assert len(pane.lines) > count
        assert searched() < count / 10
        assert gc.get_freeze_count() > count
    assert gc.get_freeze_count() == 0


async def test_a_key_is_drawn_at_once_and_a_text_that_comes_waits_for_it(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with show(size=(140, 40), opened=opened(MemorySink())) as shown:
        screen = shown.app.screen
        assert isinstance(screen, KeysFirst)
        transcript = screen.query_one(PhysicianPane).transcript
        live = transcript.stream("writing")
        await Played(shown).speak_to("physician")
        await shown.settle()
        drawn: list[str] = []

        def display(_screen: object, update: object) -> None:
            segments = update.render_segments(shown.app.console)  # type: ignore[attr-defined]
            drawn.append(str(segments))

        # No frame is due: what is drawn now is drawn for the key.
        monkeypatch.setattr(screen._update_timer, "resume", lambda: None)
        monkeypatch.setattr(shown.app, "_display", display)
        monkeypatch.setattr(keys_first, "HURRY_S", 1000)
        shown.app.post_message(events.Key("ω", "ω"))
        await until(shown, lambda: any("ω" in one for one in drawn))
        assert not screen.hurried  # what it did has been drawn
        screen.hurry()
        live.append("potassium")
        for _frame in range(MOST_HELD):
            transcript._draw_live()
            assert "potassium" not in "".join(transcript._live_lines)
        transcript._draw_live()
        assert "potassium" in "".join(transcript._live_lines)
        transcript.end_stream()
