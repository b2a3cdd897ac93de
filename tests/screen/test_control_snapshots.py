"""The looks of a session that is directed. Looked at before accepted."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest
from pytest_textual_snapshot import SVGImageExtension
from syrupy.assertion import SnapshotAssertion

from physassist_tui.i18n import Lang
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.screens.control import driven
from tests.screen.conftest import SIZES, Show
from tests.screen.tour import stand_still
from tests.screen.tour_control import stops


@pytest.mark.asyncio
@pytest.mark.parametrize(("lang", "size"), [("en", SIZES[0]), ("zh", SIZES[1])])
async def test_every_look_is_as_it_was_accepted(
    snapshot: SnapshotAssertion, show: Show, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, lang: Lang, size: tuple[int, int],
) -> None:  # fmt: skip
    """`pytest tests/screen/test_control_snapshots.py --snapshot-update` accepts what is drawn."""
    pictures = snapshot.use_extension(SVGImageExtension)
    stand_still(monkeypatch, tmp_path)
    monkeypatch.setattr(driven, "time", SimpleNamespace(monotonic=lambda: 0.0))
    monkeypatch.setenv("PHYSASSIST_MODELS", str(tmp_path / "models.toml"))
    (tmp_path / "models.toml").write_text('[profiles.lab]\nmodel = "openai/m"\n', "utf-8")
    number = count()

    def recordings() -> Recordings:
        return Recordings.open(tmp_path / f"plays{next(number)}.db")

    others = []
    async for name, at in stops(show, recordings, lang, size):
        at.shown.app.clear_notifications()
        await at.shown.pilot.pause()
        picture = at.shown.app.export_screenshot(title=name, simplify=True)
        if picture != pictures(name=name):
            others.append(name)
    assert others == []
