"""The replay screen: what it shows is what the live screen showed, and where one is in it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.events import Paste

from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput
from physassist_tui.core.events import AnyEvent
from physassist_tui.core.view import Answer, Ask
from physassist_tui.core.words import Seat
from physassist_tui.i18n import Lang, use_language
from physassist_tui.play.desk import ControlDesk
from physassist_tui.play.recorder import MemorySink
from physassist_tui.replay import Pace, Replay, place_of, reading_ms, standing_of
from physassist_tui.replay.demos import load_demo
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.playhead import Playhead, Showing
from physassist_tui.tui.replaying import demo_screen, show_demos, show_replay, showing_of
from physassist_tui.tui.screens.library import LibraryScreen
from physassist_tui.tui.screens.replay import DemoScreen, ReplayScreen
from physassist_tui.tui.screens.replay_dialogs import WhereScreen
from physassist_tui.tui.screens.result import ResultScreen
from physassist_tui.tui.widgets.panes import Pane
from tests.screen.conftest import SCENARIOS, Show, Shown
from tests.screen.play_world import Played, mini, opened
from tests.screen.tour import ACTS
from tests.unit.store_samples import call, numbered

PLAYED: Mapping[Lang, Sequence[Any]] = {"en": ACTS["en"], "zh": ACTS["zh"]}
TARGETS = ("physician", "patient", "ehr")


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    use_language("en")


def panes(shown: Shown) -> dict[str, str]:
    """All that stands in the panes, in sight or not."""
    screen = shown.app.screen
    return {
        target: "\n".join(screen.query_one(f"#pane-{target}", Pane).transcript.lines)
        for target in TARGETS
    }


def standing(events: Sequence[AnyEvent], *, playing: bool = False, start: int = 0) -> Showing:
    replay = Replay(events, "01TEST")
    assert replay.started is not None
    return Showing(replay, standing_of(mini(), replay.started), start=start, playing=playing)


def directed(recordings: Recordings, lang: Lang = "en") -> tuple[str, str]:
    """A session with marks, a pause and a rewind in it, unfinished, and a fork of it."""
    session = opened(recordings, lang)
    director, desk = session.director, ControlDesk(session, recordings)
    director.shown()
    director.act(PLAYED[lang][0])
    back = director.state.last_seq
    director.mark("wrong", "看这里 [H]")
    director.act(Ask("Any palpitations?" if lang == "en" else "您有心慌吗？"))
    director.act(Answer("Potassium is 5.9 mmol/L."))
    director.pause()
    director.resume()
    director.rewind(back)
    director.act(Answer("K 5.9 [H] mmol/L"))
    fork = desk.fork(director.state.last_seq)
    fork.director.change_seat(Seat.ASSISTANT, "script:null", "your turn")
    return director.session, fork.director.session


@asynccontextmanager
async def replaying(
    show: Show, showing: Showing, *, size: tuple[int, int] = (140, 40), lang: Lang = "en"
) -> AsyncIterator[tuple[Shown, ReplayScreen]]:
    async with show(size=size, lang=lang) as shown:
        show_replay(shown.app, showing)
        await shown.settle()
        assert isinstance(shown.app.screen, ReplayScreen)
        yield shown, shown.app.screen


@pytest.mark.asyncio
@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_it_shows_what_the_live_screen_showed(
    show: Show, recordings: Recordings, lang: Lang
) -> None:
    session = opened(recordings, lang)
    live: dict[int, dict[str, str]] = {}
    async with show(size=(140, 40), lang=lang, opened=session) as shown:
        play, director = Played(shown), session.director

        async def keep() -> None:
            play.screen.draw()
            await shown.settle()
            live[director.state.last_seq] = panes(shown)

        await keep()
        back = director.state.last_seq
        for act in [PLAYED[lang][at] for at in (0, 3, 4, 6)]:
            director.act(act)
            await keep()
            if isinstance(act, Ask):
                director.mark("wrong", "看这里 [H]")
                await keep()
        director.rewind(back)
        await keep()
        director.act(PLAYED[lang][7])
        await keep()
    assert len(live) == 8
    showing = showing_of(recordings, director.session, SCENARIOS)
    async with replaying(show, showing, lang=lang) as (shown, screen):
        for seq in [*live, *reversed(live)]:
            screen._go(showing.replay.index_of(seq))
            await shown.settle()
            assert panes(shown) == live[seq], seq


@pytest.mark.asyncio
async def test_keys_move_it_and_the_bar_says_where_it_is(
    show: Show, recordings: Recordings
) -> None:
    lang: Lang = "zh"
    size = (80, 24)
    session, fork = directed(recordings, lang)
    showing = replace(showing_of(recordings, session, SCENARIOS), playing=False)
    count = len(showing.replay)
    async with replaying(show, showing, size=size, lang=lang) as (shown, screen):
        head = screen.head
        assert "‖" in shown.text()
        await shown.press("full_stop", "full_stop", "full_stop", "comma")
        assert head.index == 2
        assert head.frame.event.seq == 3
        text = await shown.press("plus", "plus", "minus", "i")
        assert head.pace == Pace(2.0, None)
        assert "2×" in text
        for typed, index in [
            ("turn:2", place_of(head.replay, "turn:2")), ("ｔｕｒｎ：1", 1),
            ("mark:1", place_of(head.replay, "mark:1")), ("seq:4", 3), ("end", count - 1),
        ]:  # fmt: skip
            await shown.press("g")
            shown.app.post_message(Paste(typed))
            await shown.settle()
            await shown.press("enter")
            assert head.index == index, typed
        assert "■" in shown.text()
        await shown.press("g")
        text = await shown.type("turn:9")
        text = await shown.press("enter")
        assert isinstance(shown.app.screen, WhereScreen)
        assert "9" in text
        await shown.press("escape", "left_square_bracket", "left_square_bracket")
        assert head.frame.event.kind == "turn_started"
        await shown.press("right_square_bracket")
        # What was said is found from here on, again, and back.
        screen._go(0)
        await shown.press("slash")
        await shown.type("5.9")
        await shown.press("enter")
        first = head.index
        assert 0 < first < count
        await shown.press("s")
        assert head.index > first
        await shown.press("b")
        assert head.index == first
        # What is undone later says so, and the rewind says how much it undid.
        undone = next(f for f in head.replay.frames if f.undone_by and f.event.kind == "answered")
        screen._go(undone.index)
        await shown.settle()
        text = shown.text()
        assert f"{undone.undone_by}]" in text.replace(" ", "").replace("\n", "")
        assert "┄" in text
        screen._go(head.replay.index_of(undone.undone_by))
        await shown.settle()
        number = sum(1 for f in head.replay.frames if f.undone_by == undone.undone_by)
        told = f"{number} 个事件"
        assert told in shown.text()
        # A result opens as in the play; nothing can be done.
        screen._go(count - 1)
        await shown.press("f4", "enter")
        assert isinstance(shown.app.screen, ResultScreen)
        before = shown.text()
        await shown.press("escape", "f8")
        assert shown.text() != before
        assert "Physician" in shown.text()
        await shown.press("f8", "escape")
        assert not isinstance(shown.app.screen, ReplayScreen)
    forked = replace(showing_of(recordings, fork, SCENARIOS), playing=False)
    async with replaying(show, forked, size=size, lang=lang) as (shown, screen):
        assert screen.head.frame.shared
        screen._go(len(forked.replay) - 1)
        await shown.settle()
        assert "your turn" in shown.text()


@pytest.mark.asyncio
async def test_the_library_and_the_score_lead_to_it(show: Show, recordings: Recordings) -> None:
    session, _fork = directed(recordings)
    async with show(size=(80, 24)) as shown:
        await shown.press("p", "enter")  # an unfinished one, chosen from the list
        screen = shown.app.screen
        assert isinstance(screen, ReplayScreen)
        assert screen.head.replay.session in (session, _fork)
        await shown.press("escape")
        assert isinstance(shown.app.screen, LibraryScreen)


@pytest.mark.asyncio
async def test_without_its_scenario_it_plays_without_the_chart(
    show: Show, recordings: Recordings
) -> None:
    session, _fork = directed(recordings)
    showing = showing_of(recordings, session, Path("/nowhere"))
    assert showing.standing is None
    async with replaying(show, showing) as (shown, screen):
        screen._go(len(showing.replay) - 1)
        await shown.settle()
        assert "The chart is not here." in shown.text()
        assert "K 5.9 [H] mmol/L" in panes(shown)["physician"]


@pytest.mark.asyncio
@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_demos_play_with_captions_one_after_the_other(show: Show, lang: Lang) -> None:
    showings = []
    for name in ("atrial-fibrillation", "atrial-fibrillation-mistakes"):
        demo = load_demo(name, lang)
        shown_of = Showing(demo.replay, pace=Pace(1.0), captions=demo.captions, title=demo.title)
        showings.append(shown_of)
    first = showings[0]
    async with show(size=(80, 24), lang=lang) as shown:
        show_demos(shown.app, showings, loop=True)
        await shown.settle()
        screen = shown.app.screen
        assert isinstance(screen, DemoScreen)
        assert screen.head.playing
        assert "▶" in shown.text()
        assert screen._timer is not None
        screen._timer.pause()
        told, time_taken = set(), 0
        while not screen.head.at_end:
            screen.pass_time(500)
            time_taken += 500
            if screen.head.caption is not None:
                told.add(screen.head.caption.text(lang))
            if time_taken == 30_000:
                await shown.settle()
                caption = screen.head.caption
                assert caption is not None
                squeezed = "".join(shown.text().split())
                assert "".join(caption.text(lang).split()) in squeezed
        assert told == {one.text(lang) for one in first.captions.values()}
        # As long as it took, and long enough to read the captions, which come before the event.
        reading = sum(reading_ms(one.text(lang)) for one in first.captions.values())
        recorded = sum(frame.wait_ms for frame in first.replay.frames[1:])
        assert abs(time_taken - recorded - reading) < 1000
        screen._timer.pause()
        screen.pass_time(4000)
        await shown.settle()
        second = shown.app.screen
        assert isinstance(second, DemoScreen)
        assert second.head.showing.title == showings[1].title
        # Any key pauses; the space bar lets it go on; Esc leaves.
        for name in ("down", "x", "full_stop"):
            second.head.play()
            await shown.press(name)
            assert "‖" in shown.text(), name
        await shown.press("space")
        assert "▶" in shown.text()
        await shown.press("f1", "escape")  # nothing passes while something else is read
        assert "‖" in shown.text()
        await shown.press("escape")
        assert isinstance(shown.app.screen, LibraryScreen)
        ends = demo_screen(showings, 1, loop=False)
        assert ends._then(ends) is None
        again = demo_screen(showings, 1, loop=True)
        following = again._then(again)
        assert following is not None
        assert following.head.showing.title == first.title


def test_time_moves_it_as_it_was_recorded_and_capped() -> None:
    frames = load_demo("atrial-fibrillation", "en").replay
    head = Playhead(Showing(frames, pace=Pace(1.0)))
    wait = frames.frames[1].wait_ms + frames.frames[2].wait_ms
    assert not head.pass_time(frames.frames[1].wait_ms - 1)
    assert head.pass_time(1)
    assert head.index == 1
    head.change_speed(1)
    head.go(0)
    head.play()
    head.pass_time(wait / 2)
    assert head.index == 2
    head = Playhead(Showing(frames, pace=Pace(1.0, 100)))
    head.pass_time(100 * (len(frames) - 1))
    assert (head.at_end, head.playing) == (True, False)
    head.play()
    assert (head.playing, head.index) == (True, 0)  # from the beginning again
    with pytest.raises(BadInput):
        Playhead(Showing(Replay([])))


@pytest.mark.asyncio
async def test_10000_events_open_at_once_and_step_without_a_stall(show: Show) -> None:
    sink = MemorySink()
    opened(sink)
    data: list[ev.EventData] = []
    while len(sink.events) + len(data) < 10_000:
        one, two = call(len(data) + 1)
        data += [one, two]
    more = numbered(data, first=len(sink.events) + 1, start=sink.events[-1].at)
    begin = time.monotonic()
    showing = standing([*sink.events, *more][:10_000])
    async with replaying(show, showing) as (shown, screen):
        assert time.monotonic() - begin < 20  # the figure is in bench; this says: not quadratic
        taken = []
        for index in (9_999, 9_998, 5_000, 5_001, 5_002, 100):
            begin = time.monotonic()
            screen._go(index)
            await asyncio.sleep(0)
            taken.append(time.monotonic() - begin)
        assert max(taken) < 1.5, taken
        assert sorted(taken)[2] < 0.3, taken
        await shown.settle()
        assert f"event {showing.replay.events[100].seq} of" in shown.text()
