"""A session of a study in the app: no library, no score, nothing that changes who plays."""

from __future__ import annotations

from pathlib import Path

import pytest

from physassist_tui.core.words import EndReason
from physassist_tui.i18n import LANGUAGES, Lang
from physassist_tui.play.conduct import Conduct
from physassist_tui.store.recordings import Recordings
from physassist_tui.study.leading import Play
from physassist_tui.study.playing import open_assigned
from physassist_tui.tui.screens.alone import AloneScreen, ThanksScreen
from physassist_tui.tui.screens.play import PlayScreen
from physassist_tui.tui.screens.score import ScoreScreen
from tests.screen.conftest import Show
from tests.screen.play_world import Played
from tests.study.study_world import leading

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_a_session_ends_with_thanks_and_leaves_the_app(
    show: Show, recordings: Recordings, tmp_path: Path, lang: Lang
) -> None:
    led = leading(tmp_path, recordings, "p01" if lang == "en" else "p02")
    led.consent(agreed=True)
    led.instructed()
    step = led.step()
    assert isinstance(step, Play)
    opened = open_assigned(led.loaded, recordings, step.assignment, command="go on")
    before = opened.director.active_ms
    async with show(opened=opened, lang=lang) as shown:
        assert isinstance(shown.app.screen_stack[0], AloneScreen)
        played = Played(shown)
        screen = played.screen
        # The time before the request stood on the screen counts for nobody.
        assert opened.director.events[-1].active_ms == before == 0
        assert opened.director.active_ms > 0
        for action in ("seats", "free", "rewind", "fork"):
            assert screen.check_action(action, ()) is False
        for action in ("run", "mark", "end", "desk"):
            assert screen.check_action(action, ()) is not False
        for text in ("no idea", "none"):
            await played.speak_to("physician")
            await played.type(text)
            await shown.press("f5")
        assert isinstance(shown.app.screen, ThanksScreen)
        assert not [n for n in ("mRS", "Grading", "%", "评分", "得分") if n in shown.text()]
        assert shown.app.is_running
        await shown.press("enter")
        assert shown.app._exit
    assert recordings.scores(opened.director.session) == []


async def test_leaving_a_session_leaves_the_app(
    show: Show, recordings: Recordings, tmp_path: Path
) -> None:
    led = leading(tmp_path, recordings, consent="{en: A., zh: 甲。}")
    (first, *_rest) = led.order()
    opened = open_assigned(led.loaded, recordings, first, command="go on")
    async with show(opened=opened) as shown:
        assert isinstance(shown.app.screen, PlayScreen)
        await shown.press("f12")
        assert shown.app._exit
    assert recordings.session(first.session).unfinished


async def test_scores_are_shown_where_the_study_says_so(
    show: Show, recordings: Recordings, tmp_path: Path
) -> None:
    led = leading(tmp_path, recordings, title="{en: T, zh: 题}\nshow_scores: true")
    opened = open_assigned(led.loaded, recordings, led.order()[0], command="go on")
    opened.director.end(EndReason.QUIT)
    async with show(opened=opened) as shown:
        await shown.press("f5")
        assert isinstance(shown.app.screen, ScoreScreen)
        await shown.press("escape")
        assert shown.app._exit
    assert opened.conduct == Conduct(directed=False, scored=True, command="go on")
