"""A play on the screen is the play that it is without one."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from threading import Event, Timer

import pytest
from textual.widgets import Input, OptionList

from physassist_tui.core.events import AnyEvent
from physassist_tui.core.view import Answer, Ask, CallTool
from physassist_tui.i18n import Lang
from physassist_tui.play.headless import run
from physassist_tui.play.recorder import MemorySink
from physassist_tui.score.session import score_session
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.messages import Written
from physassist_tui.tui.screens.library import LibraryScreen
from physassist_tui.tui.screens.play import PlayScreen
from physassist_tui.tui.screens.reader import ReaderScreen
from physassist_tui.tui.screens.score import ScoreScreen
from physassist_tui.tui.widgets.call_form import CallForm
from physassist_tui.tui.widgets.draft import Draft
from physassist_tui.tui.widgets.orders import OrdersPanel
from physassist_tui.tui.widgets.panes import Pane
from physassist_tui.tui.widgets.transcript import Transcript
from tests.screen.conftest import Show
from tests.screen.play_world import (
    SESSION,
    Played,
    by_director,
    gold_acts,
    mini,
    opened,
    timeless,
)
from tests.screen.test_foreign_text import squashed

pytestmark = pytest.mark.asyncio

WAYS = [("en", (140, 40), False), ("zh", (80, 24), True)]


@pytest.mark.parametrize(("lang", "size", "by_form"), WAYS)
async def test_the_same_acts_leave_the_same_events_and_score(
    show: Show, recordings: Recordings, lang: Lang, size: tuple[int, int], by_form: bool
) -> None:
    """Typed in English, by forms in Chinese; nothing of rubric or gold is ever in sight."""
    loaded = mini()
    acts = gold_acts(loaded, lang)
    async with show(size=size, lang=lang, opened=opened(recordings, lang)) as shown:
        play = Played(shown)
        for act in acts:
            await play.do(act, by_form=by_form)
            if isinstance(shown.app.screen, PlayScreen):
                for secret in _secrets(lang):
                    assert secret not in re.sub(r"[\s│]", "", shown.text())
        assert isinstance(shown.app.screen, ScoreScreen)
        assert ("PASS" if lang == "en" else "通过") in shown.text()
    events = recordings.events(SESSION)
    without = by_director(acts, lang)
    assert timeless(events) == timeless(without)
    record = opened(MemorySink(), lang).record
    clock = loaded.scenario.clock
    scores = [score_session(e, loaded.scenario, record.at(clock)) for e in (events, without)]
    assert scores[0].to_json(lang) == scores[1].to_json(lang)
    assert scores[0].to_json(lang)["mrs"] == 1.0


def _secrets(lang: Lang) -> list[str]:
    scenario = mini().scenario
    texts = []
    for turn in scenario.turns:
        texts += [turn.explicit.text(lang), turn.task_type.value]
        texts += [item.text.text(lang) for item in turn.rubric] + [item.id for item in turn.rubric]
    return [re.sub(r"\s", "", text) for text in texts]


async def test_a_slip_costs_nothing_and_is_kept(show: Show, recordings: Recordings) -> None:
    async with show(size=(140, 40), opened=opened(recordings)) as shown:
        play = Played(shown)
        before = len(recordings.events(SESSION))
        await play.do(CallTool("Observation.search", {"date_from": "yesterday-ish"}))
        assert "date_from" in play.screen.composer.slip_text
        assert play.screen.composer.query_one("#call-line", Input).value.endswith("yesterday-ish")
        await play.do(CallTool("Nothing.search", {"code": "K"}))
        assert len(recordings.events(SESSION)) == before
        assert "0/16" in shown.text()


async def test_a_form_says_what_is_wrong_beside_the_field(
    show: Show, recordings: Recordings
) -> None:
    async with show(size=(80, 24), opened=opened(recordings)) as shown:
        play = Played(shown)
        before = len(recordings.events(SESSION))
        await play.speak_to("ehr")
        call = {"service_type": "Potassium", "target_date": "soon"}
        await play.fill("ServiceRequest.create", call, send=False)
        await shown.press("shift+tab")  # leaving a date says at once that it is none
        form = shown.app.screen
        assert isinstance(form, CallForm)
        assert form.query_one("#slip-target_date").display
        await shown.press("f5")
        assert shown.app.screen is form
        assert (
            form.query_one("#slip-priority").display or form.query_one("#slip-target_date").display
        )
        assert len(recordings.events(SESSION)) == before
        # Left and opened again it holds what was typed.
        await shown.press("escape")
        await shown.press("enter")
        assert shown.app.screen.query_one("#field-target_date", Input).value == "soon"


async def test_a_form_offers_what_is_in_the_record(show: Show, recordings: Recordings) -> None:
    async with show(size=(140, 40), opened=opened(recordings)) as shown:
        play = Played(shown)
        await play.speak_to("ehr")
        await play.fill("Observation.search", {"code": "creat"}, send=False)
        assert "Creatinine" in shown.text()
        await shown.press("down", "enter")
        chosen = shown.app.screen.query_one("#field-code", Input).value
        assert "Creatinine" in chosen
        await shown.press("f5")
        assert "1.6 mg/dL" in play.pane("ehr")


async def test_an_order_is_in_view_and_can_be_cancelled(show: Show, recordings: Recordings) -> None:
    order = {"service_type": "Potassium", "priority": "routine", "target_date": "2026-03-11"}
    async with show(size=(80, 24), opened=opened(recordings)) as shown:
        play = Played(shown)
        await play.do(CallTool("ServiceRequest.create", order))
        panel = play.screen.query_one(OrdersPanel)
        assert panel.display
        assert "Potassium" in shown.text()
        assert "active" in shown.text()
        await shown.press("f7", "x")
        await shown.press(*"twice", "enter")
        assert "revoked" in str(panel.get_option_at_index(0).prompt)
    last = [e for e in recordings.events(SESSION) if e.kind == "tool_called"][-1]
    assert last.data.arguments_given == {"order": "1", "reason": "twice"}


async def test_unsent_text_outlives_targets_zoom_sizes_and_languages(
    show: Show, recordings: Recordings
) -> None:
    async with show(size=(140, 40), opened=opened(recordings)) as shown:
        play = Played(shown)
        await play.type("first line\nsecond")
        await play.speak_to("patient")
        await play.type("do you")
        await play.speak_to("ehr")
        await play.type("Observation.search co")
        await shown.press("f10")
        assert not play.screen.composer.display
        await shown.press("f10")
        for size in ((80, 24), (200, 60), (42, 12), (140, 40)):
            await shown.pilot.resize_terminal(*size)
            await shown.settle()
        assert "Physician" in shown.text()
        await shown.press("f8")
        assert "Physician" not in shown.text()
        composer = play.screen.composer
        assert composer.query_one("#answer", Draft).text == "first line\nsecond"
        assert composer.query_one("#question", Draft).text == "do you"
        assert composer.query_one("#call-line", Input).value == "Observation.search co"


async def test_zoom_and_tabs_show_one_pane(show: Show, recordings: Recordings) -> None:
    async with show(size=(140, 40), opened=opened(recordings)) as shown:
        play = Played(shown)

        def in_sight() -> list[str]:
            return [pane.target for pane in play.screen.query(Pane) if pane.display]

        assert in_sight() == ["physician", "patient", "ehr"]
        await shown.press("f4", "f10")
        assert in_sight() == ["ehr"]
        await shown.press("f10")
        assert in_sight() == ["physician", "patient", "ehr"]
        await shown.pilot.resize_terminal(80, 24)
        await shown.settle()
        assert in_sight() == ["ehr"]
        await shown.press("f3")
        assert in_sight() == ["patient"]


async def test_what_comes_out_of_sight_is_marked_as_unread(
    show: Show, recordings: Recordings
) -> None:
    session = opened(recordings)
    async with show(size=(80, 24), opened=session) as shown:
        play = Played(shown)
        await play.do(Ask("Do you take any painkillers?"))
        await play.speak_to("physician")
        assert not re.search(r"\d new", shown.text())  # what one asks for is brought up
        await play.do(Answer("She takes ibuprofen."))
        await shown.press("f3", "f10")  # a zoomed pane stays
        session.director.act(CallTool("Observation.search", {"code": "Potassium"}))
        await shown.settle()
        assert re.search(r"F4 EHR ● \d new", shown.text())
        await shown.press("f4")
        assert not re.search(r"\d new", shown.text())


async def test_from_the_score_one_comes_back_to_the_library(
    show: Show, recordings: Recordings
) -> None:
    async with show(size=(80, 24), opened=opened(recordings)) as shown:
        play = Played(shown)
        await play.do(Answer("One."))
        await play.do(Answer("Two."))
        assert "FAIL" in shown.text()
        await shown.press("escape")
        assert isinstance(shown.app.screen, LibraryScreen)


async def test_leaving_in_the_middle_of_an_act_comes_after_it(
    show: Show, recordings: Recordings
) -> None:
    session = opened(recordings)
    entered, go_on = Event(), Event()

    def slow(happened: Sequence[AnyEvent]) -> None:
        if happened[0].kind == "tool_called":
            entered.set()
            go_on.wait(5)

    session.director.listen(slow)
    async with show(size=(80, 24), opened=session) as shown:
        screen = shown.app.screen
        assert isinstance(screen, PlayScreen)
        screen.call_wanted(CallTool("Observation.search", {"code": "Potassium"}))
        await asyncio.to_thread(entered.wait, 5)
        screen.wanted(Ask("Meanwhile?"), Written("patient", "Meanwhile?"))
        assert "still under way" in screen.composer.slip_text
        Timer(0.2, go_on.set).start()
        await shown.pilot.press("f12")
    kinds = [event.kind for event in recordings.events(SESSION)]
    assert kinds[-3:] == ["tool_called", "tool_returned", "paused"]


async def test_leaving_pauses_the_session(show: Show, recordings: Recordings) -> None:
    async with show(size=(80, 24), opened=opened(recordings)) as shown:
        await shown.press("f12")
        assert not isinstance(shown.app.screen, PlayScreen)
    assert recordings.events(SESSION)[-1].kind == "paused"
    assert [e.kind for e in recordings.events(SESSION)].count("paused") == 1


async def test_leaving_the_app_pauses_the_session(show: Show, recordings: Recordings) -> None:
    async with show(size=(80, 24), opened=opened(recordings)) as shown:
        await Played(shown).type("unsent")
        await shown.press("ctrl+q")
    assert recordings.events(SESSION)[-1].kind == "paused"


async def test_a_script_is_watched_step_by_step(show: Show, recordings: Recordings) -> None:
    async with show(size=(140, 40)) as shown:
        session = opened(recordings, assistant="script:gold")
        await shown.app.push_screen(PlayScreen(session, recordings, pace=None))
        await shown.settle()
        play = Played(shown)
        assert "script:gold" in shown.text()
        await shown.press("s")
        assert "5.9 mmol/L [H]" in play.pane("ehr")
        result = await shown.press("f4", "enter")
        assert "Observation.search" in result
        await shown.press("m", "escape")
        while session.director.state.ended is None:
            await shown.press("s")
        assert "The session is over: completed" in shown.text()
        assert "PASS" in await shown.press("f5")


async def test_evidence_opens_the_text_of_its_event(show: Show, recordings: Recordings) -> None:
    async with show(size=(140, 40)) as shown:
        session = opened(recordings, assistant="script:gold")
        run(session)
        await shown.app.push_screen(ScoreScreen(session, recordings))
        await shown.settle()
        await shown.press("down", "enter")
        while not isinstance(shown.app.screen, ReaderScreen):
            await shown.press("enter")
        assert "Potassium" in "\n".join(shown.app.screen.query_one(Transcript).lines)


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_every_row_of_the_score_is_drawn_whole(
    show: Show, recordings: Recordings, lang: Lang
) -> None:
    """A scroll bar that came late once took the last line of every row that it narrowed."""
    session = opened(recordings, lang, assistant="script:gold")
    run(session)
    async with show(size=(44, 30), lang=lang) as shown:
        screen = ScoreScreen(session, recordings)
        await shown.app.push_screen(screen)
        await shown.settle()
        rows = screen.query_one("#score-rows", OptionList)
        for at, row in enumerate(screen._rows):
            rows.highlighted = at
            rows.scroll_to_highlight()
            await shown.settle()
            assert squashed(row.text) in squashed(shown.text())


async def test_the_play_screen_knows_a_session_by_its_handles_alone() -> None:
    """The opened session holds the rubric: one file takes it apart, and no screen asks it."""
    screens = Path(__file__).parents[2] / "physassist_tui/tui/screens"
    for file in (screens / "play.py", screens / "stage.py", *(screens / "control").glob("*.py")):
        asked = set(re.findall(r"\bopened\.(?!director\.session)\w+", file.read_text("utf-8")))
        allowed = {"opened.director", "opened.conduct"} if file.name == "handles.py" else set()
        assert asked <= allowed, file
