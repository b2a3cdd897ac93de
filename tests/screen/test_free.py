"""A free session on the screen: a person asks, a person or a model assists, nothing is graded."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import OptionList

from physassist_tui.core.words import EndReason
from physassist_tui.i18n import Lang
from physassist_tui.play.casting import Casting
from physassist_tui.play.free import chart_of, load_free
from physassist_tui.play.opening import start
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.screens.play import PlayScreen
from physassist_tui.tui.screens.score import ScoreScreen
from tests.play.scripted_model import ScriptedModel, says
from tests.screen.conftest import Show
from tests.screen.control_world import directing
from tests.screen.play_world import SESSION
from tests.unit.records_world import imported, ndjson

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("lang", ["zh"])
async def test_a_person_asks_a_model_about_a_record(
    show: Show, recordings: Recordings, records: Path, tmp_path: Path, lang: Lang
) -> None:
    imported(ndjson(tmp_path / "src"), records, name="berg")
    loaded = load_free(chart_of("berg", "1001", encounter="s1"))
    casting = Casting("model:m", lang, physician="human")
    opened = start(loaded, recordings, casting, session=SESSION)
    script = [says("", ("Observation.search", {"code": "Creatinine"})), says("It is 1.9 mg/dL.")]
    models = {"m": ScriptedModel(script)}
    async with directing(show, recordings)(opened=opened, models=models, lang=lang) as at:
        await at.until(lambda: at.screen.query("#request"))
        await at.shown.settle()
        assert "Ada Berg" in at.shown.text()
        assert "/0" not in at.shown.text()
        assert at.screen.query_one("#request").text == ""
        await at.write("Creatinine?")
        await at.shown.press("enter")
        await at.until(lambda: at.opened.director.state.turns[-1:] and
                       at.opened.director.state.turns[-1].answer)  # fmt: skip
        await at.shown.settle()
        text = at.shown.text()
        assert "1.9 mg/dL" in text
        assert "/0" not in text
        await at.until(lambda: at.screen.query_one("#request").has_focus)
        await at.shown.press("ctrl+o", "d")
        assert opened.director.state.ended is EndReason.COMPLETED
        assert isinstance(at.shown.app.screen, ScoreScreen)


async def test_a_record_of_the_library_is_opened_at_a_patient(
    show: Show, recordings: Recordings, records: Path, tmp_path: Path
) -> None:
    imported(ndjson(tmp_path / "src"), records, name="berg", licence="CC0 [1.0]")
    (records / "torn.record").write_text("half")
    async with show(size=(140, 50)) as shown:
        await shown.settle()
        assert "Your records, for free sessions" in shown.text()
        assert "2 patients · 13 resources · CC0 [1.0]" in shown.text()
        shelf = shown.app.screen.query_one(OptionList)
        shelf.highlighted = shelf.option_count - 1
        text = await shown.press("enter")
        assert "Licence of the record: CC0 [1.0]" in text
        assert "Ada Bergmann" in text
        await shown.press("slash")
        text = await shown.type("1001")
        assert "Ada Bergmann" not in text
        assert "Ada Berg" in text
        text = await shown.press("f8")
        assert "Ada Berg" in text
        await shown.press("f8", "enter")
        await shown.press("enter")
        screen = shown.app.screen
        assert isinstance(screen, PlayScreen), shown.text()
        assert "Ada Berg" in shown.text()
        (session,) = recordings.sessions()
        assert session.scenario.startswith("record:berg/ada?clock=2026-05-01")
        shown.app.pop_screen()
        await shown.settle()
        assert "Free session on berg/ada" in shown.text()
