"""Every screen as it is drawn, in both languages and at both sizes. Looked at before accepted."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_textual_snapshot import SVGImageExtension
from syrupy.assertion import SnapshotAssertion

from physassist_tui.i18n import Lang
from physassist_tui.store.recordings import Recordings
from tests.screen.conftest import SIZES
from tests.screen.tour import Tour, shelf_of, stand_still


@pytest.mark.asyncio
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_every_screen_is_as_it_was_accepted(
    snapshot: SnapshotAssertion, recordings: Recordings, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, lang: Lang, size: tuple[int, int],
) -> None:  # fmt: skip
    """`pytest tests/screen/test_snapshots.py --snapshot-update` accepts what is drawn now."""
    pictures = snapshot.use_extension(SVGImageExtension)
    stand_still(monkeypatch, tmp_path)
    root = shelf_of(tmp_path)
    tour = Tour(recordings, lang, size)
    app = tour.app(root)
    others = []
    async for name, shown in tour.stops(app, root):
        picture = shown.app.export_screenshot(title=name, simplify=True)
        if picture != pictures(name=name):
            others.append(name)
    assert others == []
