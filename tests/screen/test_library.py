"""The library: what there is, what was played and how it went, what was left, what is broken."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from physassist_tui.core.view import Answer
from physassist_tui.i18n import Lang
from physassist_tui.library import load_scenario
from physassist_tui.play.casting import Casting
from physassist_tui.play.headless import run
from physassist_tui.play.opening import start
from physassist_tui.score.keeping import score_and_keep
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.app import PhysassistApp
from tests.screen.conftest import SCENARIOS, SIZES, Show, Shown

pytestmark = pytest.mark.asyncio


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A folder of scenarios with the small one and one that is broken."""
    root = tmp_path / "scenarios"
    shutil.copytree(SCENARIOS, root)
    text = (root / "mini" / "scenario.yaml").read_text(encoding="utf-8")
    (root / "bad [H]").mkdir()
    (root / "bad [H]" / "scenario.yaml").write_text(
        text.replace("difficulty:", "difficultty:"), encoding="utf-8"
    )
    return root


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["library", "difficulty", "2 turns", "English, 中文", "not played yet", "F1 help"]),
        ("zh", ["情景库", "难度", "2 轮", "English、中文", "尚未演练", "F1 帮助"]),
    ],
)
async def test_a_scenario_is_listed_with_what_it_is(
    show: Show, size: tuple[int, int], lang: Lang, words: list[str]
) -> None:
    async with show(size=size, lang=lang) as shown:
        text = shown.text()
        title = load_scenario("tests/mini", SCENARIOS).scenario.title.text(lang)
        for word in [*words, title]:
            assert word in text


async def test_how_it_went_and_what_was_left(show: Show, recordings: Recordings) -> None:
    loaded = load_scenario("tests/mini", SCENARIOS)
    for answers in (2, 2, 1):
        opened = start(loaded, recordings, Casting("human", "en"))
        for _turn in range(answers):
            opened.director.act(Answer("nothing"))
        if opened.director.state.ended:
            score_and_keep(recordings, opened.director.session, loaded, opened.record)
    run(start(loaded, recordings, Casting("script:gold", "en")))
    async with show(size=(140, 40)) as shown:
        text = shown.text()
        assert "played 3 times, mRS last 0%, best 0%" in text
        assert "To go on with" in text
        assert f"turn 2 · English · {opened.director.session}" in text
        assert "R resume" in text or "r resume" in text


async def test_a_broken_scenario_says_why_and_cannot_be_played(show: Show, broken: Path) -> None:
    async with show(root=broken) as shown:
        assert "Cannot be played" in shown.text()
        assert "bad [H]" in shown.text()
        await shown.press("end")
        text = await shown.press("enter")
        assert "difficultty" in text
        assert "scenario.yaml:" in text.replace("\n", "")
        assert "bad [H]" in await shown.press("escape")


async def test_search_finds_in_both_languages_and_by_category(show: Show) -> None:
    loaded = load_scenario("tests/mini", SCENARIOS)
    async with show() as shown:
        await shown.press("slash")
        title = loaded.scenario.title.text("en")
        assert title in await shown.type(str(loaded.scenario.title.zh)[:2])
        await shown.press("ctrl+u")
        assert "Nothing matches" in await shown.type("zzz")
        await shown.press("ctrl+u")
        await shown.type(loaded.scenario.category.value)
        assert title in await shown.press("down")
        assert shown.app.focused is shown.app.screen.query_one("#shelf")


async def test_a_folder_that_is_not_there_is_said(show: Show, tmp_path: Path) -> None:
    async with show(root=tmp_path / "none") as shown:
        assert "There is no folder of scenarios" in shown.text()


async def test_recordings_that_cannot_be_opened_are_said(tmp_path: Path) -> None:
    file = tmp_path / "no.db"
    file.write_text("no database at all, but long enough to look at it twice" * 100)
    app = PhysassistApp(file, root=SCENARIOS, config=tmp_path / "s.json", language="en")
    async with app.run_test(size=(140, 40)) as pilot:
        shown = Shown(app, pilot)
        await shown.settle()
        assert "no.db" in shown.text()
        assert "library" in shown.text()
    app.close_recordings()
