"""Replays and demos as they are drawn, in both languages and at both sizes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytest_textual_snapshot import SVGImageExtension
from syrupy.assertion import SnapshotAssertion

from physassist_tui.i18n import Lang, use_language
from physassist_tui.library import shipped_scenarios
from physassist_tui.replay import Pace
from physassist_tui.replay.demos import load_demo
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.app import PhysassistApp
from physassist_tui.tui.playhead import Showing
from physassist_tui.tui.replaying import show_demos, show_replay, showing_of, standing_in
from physassist_tui.tui.screens.replay import ReplayScreen
from tests.screen.conftest import SCENARIOS, SIZES, Shown
from tests.screen.test_replay import directed
from tests.screen.tour import stand_still


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    use_language("en")


async def stops(
    app: PhysassistApp, size: tuple[int, int], recordings: Recordings, lang: Lang
) -> AsyncIterator[tuple[str, Shown]]:
    """Each stop by its name, once it is drawn."""
    session, _fork = directed(recordings, lang)
    async with app.run_test(size=size, notifications=False) as pilot:
        shown = Shown(app, pilot)
        showing = showing_of(recordings, session, SCENARIOS)
        show_replay(app, replace(showing, playing=False))
        await shown.settle()
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        undone = next(f for f in showing.replay.frames if f.undone_by and f.event.kind != "marked")
        screen._go(undone.index)
        await shown.settle()
        yield "replay-undone-later", shown
        await shown.press("g", *"turn9", "enter")
        yield "replay-go", shown
        await shown.press("escape")
        demo = load_demo("atrial-fibrillation-mistakes", lang)
        standing = standing_in(demo.replay, shipped_scenarios())
        show_demos(
            app,
            [
                Showing(
                    demo.replay, standing, Pace(1.0), start=15, playing=False,
                    captions=demo.captions, title=demo.title,
                )
            ],
            loop=False,
        )  # fmt: skip
        await shown.settle()
        yield "demo", shown


@pytest.mark.asyncio
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_replays_and_demos_are_as_they_were_accepted(
    snapshot: SnapshotAssertion, recordings: Recordings, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, lang: Lang, size: tuple[int, int],
) -> None:  # fmt: skip
    """`pytest tests/screen/test_replay_snapshots.py --snapshot-update` accepts what is drawn."""
    pictures = snapshot.use_extension(SVGImageExtension)
    stand_still(monkeypatch, tmp_path)
    app = PhysassistApp(recordings, config=Path("settings.json"), language=lang, alone=True)
    others = []
    async for name, shown in stops(app, size, recordings, lang):
        picture = shown.app.export_screenshot(title=name, simplify=True)
        if picture != pictures(name=name):
            others.append(name)
    assert others == []
