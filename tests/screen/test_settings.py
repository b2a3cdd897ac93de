"""Settings: kept in a file, counted at once, and never lost to a fault."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from physassist_tui.core.errors import BadInput, ServiceFailed
from physassist_tui.tui.settings import Settings, default_path, load_settings, save_settings
from tests.screen.conftest import SIZES, Show


def test_what_is_saved_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "new" / "settings.json"
    assert load_settings(path) == Settings()
    chosen = Settings(language="zh", theme="light", send_key="ctrl+j", high_contrast=True)
    save_settings(path, chosen)
    assert load_settings(path) == chosen
    assert [one.name for one in path.parent.iterdir()] == ["settings.json"]


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"theme": "[/"}', '{"language": "de"}', '{"reduced_motion": "yes"}',
     '{"assistant": 3}', "\x00", '"\\ud800"'],
)  # fmt: skip
def test_a_file_that_is_none_is_named_and_kept(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        load_settings(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    save_settings(path, Settings(theme="light"))
    assert load_settings(path).theme == "light"
    assert path.with_name("settings.json.unreadable").read_text(encoding="utf-8") == text


def test_what_a_newer_version_wrote_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"theme": "light", "from": "the future"}), encoding="utf-8")
    assert load_settings(path) == Settings(theme="light")


def test_a_disk_that_refuses_is_said_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ServiceFailed) as caught:
        save_settings(tmp_path / "file" / "settings.json", Settings())
    assert "file" in str(caught.value)


def test_the_environment_names_the_file(tmp_path: Path) -> None:
    assert default_path({"PHYSASSIST_CONFIG": str(tmp_path / "x")}) == tmp_path / "x"
    assert default_path({}).name == "settings.json"


@pytest.mark.asyncio
@pytest.mark.parametrize("size", SIZES)
async def test_every_setting_counts_at_once_and_is_kept(
    show: Show, size: tuple[int, int], tmp_path: Path
) -> None:
    async with show(size=size) as shown:
        await shown.press("f9")
        await shown.press("enter", "down", "enter")
        assert "设置" in shown.text()
        assert "主题" in shown.text()
        await shown.press("tab", "enter", "down", "enter")
        assert shown.app.theme == "physassist-light"
        await shown.press("tab", "enter", "down", "enter")
        assert shown.app.theme == "physassist-contrast"
        await shown.press("tab", "enter", "down", "enter")
        assert shown.app.animation_level == "none"
        await shown.press("tab", "enter", "down", "enter")
        assert shown.app.settings.send_key == "ctrl+j"
    assert load_settings(tmp_path / "settings.json") == Settings(
        language="zh", theme="light", send_key="ctrl+j", reduced_motion=True, high_contrast=True
    )
    async with show(size=size, lang=None) as shown:
        assert "情景库" in shown.text()


@pytest.mark.asyncio
async def test_an_unreadable_file_is_told_and_the_app_opens(show: Show, tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("[/")
    async with show(size=(140, 40)) as shown:
        assert "cannot be read" in shown.text()
        assert "library" in shown.text()
