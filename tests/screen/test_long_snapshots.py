"""The screens of a long task as they are drawn, in both languages and at both sizes."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from pytest_textual_snapshot import SVGImageExtension
from syrupy.assertion import SnapshotAssertion

from physassist_tui.core.view import CallTool
from physassist_tui.i18n import Lang
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.screens.long.note import NoteScreen
from tests.screen.conftest import SIZES, Show, Shown
from tests.screen.long_world import CBC, DRUG, IRON, LONG, MEDICATION, NOTE, SERVICE, Tasked, begun
from tests.screen.tour import stand_still

FOUND = {"en": "Hemoglobin", "zh": "血红蛋白"}
TEXT = {
    "en": "# Anemia: plan\n\nHemoglobin **10.2 g/dL**, ferritin 8 ng/mL.\n\n"
    "1. Iron by mouth\n2. Refer:\n   - endoscopy\n\n| Test | Value |\n|---|---|\n| MCV | 74 fL |\n",
    "zh": "# 贫血：方案\n\n血红蛋白**10.2 g/dL**，铁蛋白8 ng/mL。\n\n"
    "1. 口服铁剂\n2. 转诊：\n   - 内镜检查\n\n| 项目 | 结果 |\n|---|---|\n| MCV | 74 fL |\n",
}
IN_PLAY: list[tuple[str, list[str]]] = [
    ("task", ["f3", "space", "down"]),
    ("orders", ["f7"]),
    ("review", ["f5"]),
    ("draft-form", ["escape", "e"]),
    ("searched", ["escape", "escape", "ctrl+r"]),
    ("note", ["escape", "f11"]),
]


async def stops(
    show: Show, recordings: Recordings, lang: Lang, size: tuple[int, int], shelf: Path
) -> AsyncIterator[tuple[str, Shown]]:
    """Each stop by its name, once it is drawn."""
    async with show(size=size, lang=lang, root=shelf) as shown:
        yield "library", shown
        await shown.press("enter")
        yield "setup", shown
    opened = begun(recordings, lang)
    for code in ("nonsense", FOUND[lang]):
        call = CallTool("fhir_observation_search_labs", {"patient": "lg-1", "code": code})
        opened.director.act(call)
    opened.director.act(CallTool("write_file", {"path": NOTE, "content": TEXT[lang]}))
    async with show(size=size, lang=lang, opened=opened) as shown:
        at = Tasked(shown, opened)
        await at.put(MEDICATION, IRON | {"medication_display": DRUG[lang]})
        await at.put(SERVICE, CBC | {"patient_reference": "Patient/lg-2"})
        yield "drafted", shown
        for name, keys in IN_PLAY:
            await shown.press(*keys)
            yield name, shown
        await at.paste("\n> ?\n")
        note = shown.app.screen
        assert isinstance(note, NoteScreen)
        await shown.until(lambda: note._waiting is None)  # the preview is laid out
        await shown.press("f6")
        yield "preview", shown
        await shown.press("escape")
        await at.speak_to("physician")
        await at.type("OK")
        await shown.press("f5")
        yield "unsigned", shown
        await shown.press("f7", "f5", "f5")
        await shown.press("f4", "end")
        yield "signed", shown


@pytest.mark.asyncio
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_every_screen_of_a_long_task_is_as_it_was_accepted(
    snapshot: SnapshotAssertion, show: Show, recordings: Recordings, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, lang: Lang, size: tuple[int, int],
) -> None:  # fmt: skip
    """`pytest tests/screen/test_long_snapshots.py --snapshot-update` accepts what is drawn now."""
    pictures = snapshot.use_extension(SVGImageExtension)
    stand_still(monkeypatch, tmp_path)
    shutil.copytree(LONG, tmp_path / "shelf" / "long")
    others = []
    async for name, shown in stops(show, recordings, lang, size, Path("shelf")):
        picture = shown.app.export_screenshot(title=name, simplify=True)
        if picture != pictures(name=name):
            others.append(name)
    assert others == []
