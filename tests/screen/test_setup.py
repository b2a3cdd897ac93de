"""Setting a play up: seats, language, limits; what was chosen last; what cannot be started."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from physassist_tui.i18n import Lang
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.settings import load_settings
from tests.screen.conftest import SCENARIOS, SIZES, Show

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["Assistant", "you", "Language of the play", "the scenario's script",
                "Limit: 16 tool calls a turn", "Start"]),
        ("zh", ["助理", "你", "演练语言", "情景脚本",
                "限制：每轮 16 次工具调用", "开始"]),
    ],
)  # fmt: skip
async def test_who_sits_where_and_what_limits_there_are(
    show: Show, size: tuple[int, int], lang: Lang, words: list[str]
) -> None:
    async with show(size=size, lang=lang) as shown:
        text = await shown.press("enter")
        for word in words:
            assert word in text


async def test_a_play_starts_as_it_was_set_up_and_is_remembered(
    show: Show, recordings: Recordings, tmp_path: Path
) -> None:
    async with show() as shown:
        await shown.press("enter", *["shift+tab"] * 4, "enter", "down", "enter", "f5")
        session = recordings.sessions()[0]
        assert (session.assistant, session.language) == ("human", "zh")
        assert shown.app.session == session.id
        assert type(shown.app.screen).__name__ == "PlayScreen"
    assert load_settings(tmp_path / "settings.json").play_language == "zh"
    async with show() as shown:
        assert session.id in shown.text(), "the session that was left is offered"
        await shown.press("end", "enter", "enter")
        assert [one.language for one in recordings.sessions()] == ["zh", "zh"]


async def test_a_script_may_sit_in_the_assistants_seat(show: Show, recordings: Recordings) -> None:
    async with show() as shown:
        text = await shown.press("enter", *["shift+tab"] * 7, "enter")
        assert "script:gold (you watch)" in text
        await shown.press("down", "enter", "f5")
        assert [one.assistant for one in recordings.sessions()] == ["script:gold"]


async def test_a_left_session_goes_on_where_it_was(show: Show, recordings: Recordings) -> None:
    async with show() as shown:
        await shown.press("enter", "enter")
    session = recordings.sessions()[0].id
    async with show() as shown:
        await shown.press("r")
        assert shown.app.session == session
        assert type(shown.app.screen).__name__ == "PlayScreen"
    assert [one.id for one in recordings.sessions()] == [session]
    assert [event.kind for event in recordings.events(session)].count("session_started") == 1


async def test_a_record_that_went_missing_is_said_and_nothing_starts(
    show: Show, recordings: Recordings, tmp_path: Path
) -> None:
    root = tmp_path / "scenarios"
    shutil.copytree(SCENARIOS, root)
    async with show(root=root, size=(140, 40)) as shown:
        await shown.press("enter")
        for file in (root / "mini").iterdir():
            if file.name != "scenario.yaml":
                shutil.rmtree(file) if file.is_dir() else file.unlink()
        text = await shown.press("enter")
        assert "record" in text
        assert shown.app.is_running
        assert recordings.sessions() == []
