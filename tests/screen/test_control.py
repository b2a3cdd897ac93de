"""Models in seats, watched and directed from the screen."""

from __future__ import annotations

import pytest

from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.screens.score import ScoreScreen
from tests.play.scripted_model import says
from tests.screen.conftest import SIZES, Show
from tests.screen.control_world import ASK, CR, ORDER, K, directing

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("size", SIZES)
async def test_a_model_plays_and_is_watched(
    show: Show, recordings: Recordings, size: tuple[int, int]
) -> None:
    script = [says("Looking.", K, CR, ASK), says("K 5.9"), says("", ORDER), says("Done.")]
    async with directing(show, recordings)(assistant="model:m", script=script, size=size) as at:
        text = await at.until(lambda: "session_ended" in at.kinds)
        await at.shown.settle()
        text = at.shown.text()
        assert "The session is over: completed" in text
        assert "5.9 mmol/L" in at.pane("ehr")
        assert "K 5.9" in at.pane("physician")
        assert "440 tokens" in text
        assert "cost unknown" in text
        await at.shown.press("f5")
        assert isinstance(at.shown.app.screen, ScoreScreen)


async def test_a_stream_is_seen_and_stopped_at_once(show: Show, recordings: Recordings) -> None:
    async with directing(show, recordings)(assistant="model:m", script=[None]) as at:
        await at.until(at.models["m"].waiting.is_set)
        text = await at.until(lambda: "model:m works" in at.shown.text())
        assert "Esc: stop now" in text
        await at.keys("escape")
        text = await at.until(lambda: "paused" in at.kinds and "model_called" in at.kinds)
        text = await at.until(lambda: "‖ paused" in at.shown.text())
        called = next(e for e in at.events if e.kind == "model_called")
        assert called.data.finish_reason == "stopped"
