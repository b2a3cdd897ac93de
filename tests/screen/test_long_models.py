"""A model, a copilot and a recording of a long task on the screen."""

from __future__ import annotations

from typing import Any

import pytest

from physassist_tui.core.view import Answer, CallTool
from physassist_tui.play.casting import Casting
from physassist_tui.play.opening import start
from physassist_tui.replay import Replay, standing_of
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.playhead import Showing
from physassist_tui.tui.screens.replay import ReplayScreen
from physassist_tui.tui.widgets.call_form import CallForm
from physassist_tui.tui.widgets.long.draft_form import DraftForm
from physassist_tui.tui.widgets.replay_words import event_words
from tests.play.scripted_model import says
from tests.screen.conftest import Show
from tests.screen.control_world import directing
from tests.screen.long_world import CBC, IRON, MEDICATION, NOTE, SERVICE, Tasked, begun, long_task
from tests.screen.play_world import SESSION

pytestmark = pytest.mark.asyncio
TEXT = "# Plan [b]\n- iron\n" + "\n".join(f"line {n}" for n in range(20))
WRITES = ("write_file", {"path": NOTE, "content": TEXT})
ORDERS: tuple[str, dict[str, Any]] = (MEDICATION, {**IRON, "dose_value": 325})


async def test_what_a_model_orders_and_writes_is_drawn_and_signed_at_once(
    show: Show, recordings: Recordings
) -> None:
    opened = start(long_task(), recordings, Casting("model:m", "en"), session=SESSION)
    script = [says("", ORDERS), says("", WRITES), says("Done.")]
    async with directing(show, recordings)(script=script, opened=opened) as at:
        await at.until(lambda: "answered" in at.kinds or opened.director.state.ended)
        await at.shown.settle()
        assert at.kinds.count("resource_written") == at.kinds.count("file_written") == 1
        ehr = at.pane("ehr")
        assert "ferrous sulfate 325 mg tablet" in ehr
        assert f"File {NOTE} now has {len(TEXT)} characters." in ehr
        assert "# Plan [b]" in ehr
        assert f"content=# Plan [b]… ({len(TEXT)} characters)" in " ".join(ehr.split())
        assert "more lines" in ehr, "a long text is shown by its beginning"
        assert ehr.count("line 19") == 0
        rows = Tasked(at.shown, opened).rows("#steps")
        assert any("1 signed" in row for row in rows)
        assert any(NOTE in row and "written" in row for row in rows)


async def test_a_copilots_order_is_changed_in_the_form_of_a_call_and_written(
    show: Show, recordings: Recordings
) -> None:
    opened = start(long_task(), recordings, Casting("copilot:m", "en"), session=SESSION)
    script = [says("", ORDERS), says("Done.")]
    async with directing(show, recordings)(script=script, opened=opened) as at:
        await at.until(lambda: at.screen.query("#proposed-act"))
        await at.shown.settle()
        await at.shown.press("e")
        form = at.shown.app.screen
        assert isinstance(form, CallForm)
        assert not isinstance(form, DraftForm), "who decides on a copilot's act signs it"
        await Tasked(at.shown, opened).fill_in({"num_refills": "3"})
        await at.shown.press("f5", "enter")
        await at.until(lambda: "resource_written" in at.kinds)
        decided = next(e.data for e in at.events if e.kind == "decided")
        assert decided.decision == "edit"
        assert decided.act["with"]["num_refills"] == "3"


async def test_a_recording_shows_orders_and_files_as_they_were_made(
    show: Show, recordings: Recordings
) -> None:
    opened = begun(recordings)
    for act in (CallTool("fhir_observation_search_labs", {"code": "nonsense"}),
                CallTool(SERVICE, CBC), CallTool(*WRITES), Answer("Done.")):  # fmt: skip
        opened.director.act(act)
    events = recordings.events(SESSION)
    words = [event_words(event) for event in events if event.kind == "file_written"]
    assert words == [f"Written to {NOTE}: {len(TEXT)} characters"]
    replay = Replay(events, SESSION)
    assert replay.started is not None
    showing = Showing(replay, standing_of(long_task(), replay.started), playing=False)
    async with show(size=(140, 40)) as shown:
        await shown.app.push_screen(ReplayScreen(showing))
        await shown.settle()
        at = Tasked(shown, opened)

        def rows() -> str:
            return " ".join(" ".join(at.rows("#steps")).split())

        assert "not written yet" in rows()
        for _event in events:
            await shown.pilot.press("full_stop")
        await shown.settle()
        assert f"File {NOTE}: written" in rows()
        assert "1 signed" in rows()
        assert "draft" not in rows(), "drafts are in no recording"
        assert "[ ]" not in rows(), "nor are ticks"
        assert "no patient to ask" in shown.text()
        await shown.press("f3", "home", "enter")
        assert "line 19" in shown.text(), "the file can be read"
