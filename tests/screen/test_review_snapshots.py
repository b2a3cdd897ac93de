"""Reviews and comparisons as they are drawn, in both languages and at both sizes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from pytest_textual_snapshot import SVGImageExtension
from syrupy.assertion import SnapshotAssertion

from physassist_tui.core.view import Answer
from physassist_tui.i18n import Lang, use_language
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.app import PhysassistApp
from tests.screen.conftest import SIZES, Shown
from tests.screen.review_world import PLAYED, World
from tests.screen.tour import stand_still

STOPS: list[tuple[str, list[str]]] = [
    ("rater", ["v", "enter"]),
    ("review", [*"anna", "enter", "down", "enter"]),
    ("review-dispute", ["1", "2", "t", "n", *"why", "enter", "d", "down"]),
    ("review-items", ["enter", *"odd", "enter", "v"]),
    ("review-paused", ["escape", "p"]),
    ("review-open", ["x", "l"]),
    ("review-lock", ["1", "1", "1", "1", "1", "l"]),
    ("reveal", ["y"]),
    ("choose-to-compare", ["escape", "c", "space", "down", "space"]),
    ("compare", ["c"]),
    ("compare-turn", ["n"]),
]


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    use_language("en")


async def stops(app: PhysassistApp, size: tuple[int, int]) -> AsyncIterator[tuple[str, Shown]]:
    """Each stop by its name, once it is drawn; passing notes are gone by then."""
    async with app.run_test(size=size, notifications=False) as pilot:
        shown = Shown(app, pilot)
        await shown.settle()
        for name, keys in STOPS:
            await shown.press(*keys)
            yield name, shown


@pytest.mark.asyncio
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_reviews_and_comparisons_are_as_they_were_accepted(
    snapshot: SnapshotAssertion, recordings: Recordings, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, lang: Lang, size: tuple[int, int],
) -> None:  # fmt: skip
    """`pytest tests/screen/test_review_snapshots.py --snapshot-update` accepts what is drawn."""
    pictures = snapshot.use_extension(SVGImageExtension)
    stand_still(monkeypatch, tmp_path)
    world = World(recordings, tmp_path)
    world.by_hand("01FIRST", PLAYED[lang], lang)
    world.by_hand("01SECOND", [Answer("K 5.9 mmol/L."), Answer("OK")], lang)
    app = PhysassistApp(recordings, root=Path("shelf"), config=Path("settings.json"), language=lang)
    others = []
    async for name, shown in stops(app, size):
        picture = shown.app.export_screenshot(title=name, simplify=True)
        if picture != pictures(name=name):
            others.append(name)
    assert others == []
