"""Sessions side by side on the screen: scores, turns, items, sides; from the library and back."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from textual.widgets import OptionList

from physassist_tui.core.view import Answer
from physassist_tui.i18n import Lang, use_language
from physassist_tui.report.compare import sources_of
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.app import PhysassistApp
from physassist_tui.tui.comparing import show_comparison
from physassist_tui.tui.screens.compare import CompareScreen
from physassist_tui.tui.screens.library import LibraryScreen
from physassist_tui.tui.screens.reader import ReaderScreen
from physassist_tui.tui.screens.sessions import SessionsScreen
from physassist_tui.tui.widgets.transcript import Transcript
from tests.screen.conftest import Shown
from tests.screen.review_world import PLAYED, World
from tests.screen.test_foreign_text import squashed

pytestmark = pytest.mark.asyncio

Compare = Callable[..., AbstractAsyncContextManager[Shown]]


@pytest.fixture
def world(recordings: Recordings, tmp_path: Path) -> Iterator[World]:
    made = World(recordings, tmp_path)
    made.by_hand("S1", PLAYED["en"])
    made.by_hand("S2", [Answer("Potassium is 5.9 mmol/L."), Answer("Noted.")])
    yield made
    use_language("en")


@pytest.fixture
def compare(world: World, tmp_path: Path) -> Compare:
    """Shows sessions side by side; without any, the library."""

    @asynccontextmanager
    async def _compare(
        *sessions: str, size: tuple[int, int] = (140, 40), lang: Lang = "en"
    ) -> AsyncIterator[Shown]:
        sources = sources_of(world.recordings, sessions, world.root) if sessions else None
        app = PhysassistApp(
            world.recordings,
            root=world.root,
            config=tmp_path / "settings.json",
            language=lang,
            first=None if sources is None else lambda app: show_comparison(app, sources),
        )
        async with app.run_test(size=size, notifications=True) as pilot:
            shown = Shown(app, pilot)
            await shown.settle()
            yield shown

    return _compare


def at(shown: Shown) -> type:
    """The kind of screen that is shown."""
    return type(shown.app.screen)


def sides(shown: Shown) -> Sequence[bool]:
    """Which sides are in sight."""
    panes = shown.app.screen.query(".reading-pane")
    return [pane.display for pane in panes if (pane.id or "").startswith("pane-side")]


def text_of(shown: Shown, side: int) -> str:
    return " ".join("\n".join(_text(shown, side).lines).split())


def _text(shown: Shown, side: int) -> Transcript:
    return shown.app.screen.query_one(f"#side-{side}-text", Transcript)


async def test_two_sessions_turn_by_turn(compare: Compare) -> None:
    async with compare("S1", "S2") as shown:
        text = shown.text()
        for words in ("A person", "B person", "In order of mRS", "Pass@Turn(0.60)", "Effort",
                      "said but not done"):  # fmt: skip
            assert words in text, words
        text = await shown.press("n")
        assert sides(shown) == [True, True]
        assert "≠ PASS" in text
        assert "Observation.search code=Potassium" in text_of(shown, 0)
        assert "Seen by this one only" in text_of(shown, 0)
        assert "FAIL: Gives the latest potassium" in text_of(shown, 1)
        await shown.press("i", "enter")
        assert at(shown) is ReaderScreen
        reasons = " ".join(shown.text().split())
        assert "A person: PASS" in reasons
        assert "B person: FAIL The entry that the item looks for had not been shown" in reasons
        assert "已" not in reasons
        assert re.search("[\u4e00-\u9fff]{4}", await shown.press("f8"))
        await shown.press("f8", "escape")
        assert "Please repeat it tomorrow morning" in await shown.press("n")
        await shown.press("right", "right")  # there is none after the last
        assert "[Turn 2]" in shown.text()
        await shown.press("b", "f10")
        assert sides(shown) == [False, True]
        await shown.press("escape")
        assert sides(shown) == [True, True]
        await shown.press("p", "left", "left")
        assert "[Scores]" in shown.text()
        await shown.press("escape")
        assert at(shown) is LibraryScreen


async def test_in_a_narrow_window_one_side_at_a_time(compare: Compare) -> None:
    async with compare("S1", "S2", size=(80, 24)) as shown:
        text = await shown.press("n")
        assert sides(shown) == [True, False]
        assert "[A person]" in text
        assert "≠ PASS" in text
        assert "[B person]" in await shown.press("o")
        assert sides(shown) == [False, True]
        await shown.pilot.resize_terminal(140, 40)
        await shown.settle()
        assert sides(shown) == [True, True]


async def test_four_sessions_and_a_difference_that_is_named(compare: Compare, world: World) -> None:
    world.play("S3", "script:gold", "zh")
    world.play("S4", "script:null")
    async with compare("S1", "S2", "S3", "S4") as shown:
        text = shown.text()
        assert "Not ranked: A person, B person, D script:null with C script:gold" in text
        assert "language: A person only: en; C script:gold only: zh" in text
        await shown.press("n")
        assert sides(shown) == [True] * 4
        await shown.press("d", "f10")
        assert sides(shown) == [False, False, False, True]


async def test_from_the_library_with_marks_and_a_report_in_a_file(
    compare: Compare, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A short name, so that the note that tells it does not break it.
    folder = Path(tempfile.mkdtemp(prefix="r"))
    request.addfinalizer(lambda: shutil.rmtree(folder, ignore_errors=True))
    monkeypatch.chdir(folder)
    async with compare() as shown:
        text = await shown.press("c")
        assert at(shown) is SessionsScreen
        assert "English · person · completed" in text
        assert "Mark two to 4 sessions" in await shown.press("c")
        assert "1 session marked" in await shown.press("space")
        await shown.press("space", "space", "down", "enter")
        assert "2 sessions marked" in shown.text()
        assert shown.app.screen.query_one(OptionList).highlighted == 1
        await shown.press("c")
        assert at(shown) is CompareScreen
        await shown.press("ctrl+p", *"html", "enter")
        [file] = folder.iterdir()
        assert file.name in squashed(shown.text())
        page = file.read_text(encoding="utf-8")
        assert page.lower().startswith("<!doctype html>")
        assert "S1" in page
        shutil.rmtree(folder)
        assert "cannotbewritten" in squashed(await shown.press("escape", "h"))
