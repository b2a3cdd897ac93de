"""A walk of every screen in Chinese finds no English sentence that is not record text."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from physassist_tui.core.view import Answer, CallTool
from physassist_tui.i18n import use_language
from physassist_tui.library import load_scenario
from physassist_tui.play.casting import Casting
from physassist_tui.play.opening import Opened, start
from physassist_tui.store.recordings import Recordings
from tests.screen.conftest import SCENARIOS, SIZES, Show, Shown
from tests.unit.test_listing import HALF

pytestmark = pytest.mark.asyncio

ENGLISH = re.compile(r"[A-Za-z]{2,}(?:[ ,.;:]+[a-z]{2,})+")
"""Two English words in a row, the second not a name."""
NOT_WORDS = re.compile(r"physassist resume|Ctrl\+\w+|/\S+|script:\S+|[A-Z]\w+\.\w+|\w+=|JSON|mmol")
"""Commands, keys, paths, players, tools, parameters, units: the same in every language."""


def english(text: str, record: str = "") -> list[str]:
    """The English in `text`, and half-width commas beside Chinese, but for what stands in
    `record` and for keys, paths and commands."""
    known = re.sub(r"\s+", " ", record)
    return [
        found
        for found in [*ENGLISH.findall(NOT_WORDS.sub(" ", text)), *HALF.findall(text)]
        if re.sub(r"\s+", " ", found).strip() not in known
    ]


@pytest.fixture
def left(recordings: Recordings) -> Iterator[Opened]:
    """A session in Chinese that was left in its second turn."""
    use_language("zh")
    loaded = load_scenario("tests/mini", SCENARIOS)
    opened = start(loaded, recordings, Casting("human", "zh"))
    opened.director.act(CallTool("Observation.search", {"code": "血钾"}))
    opened.director.act(CallTool("Observation.search", {"cod": "x"}))
    opened.director.act(Answer("血钾 5.9 mmol/L"))
    yield opened
    use_language("en")


@pytest.fixture
def short_path() -> Iterator[Path]:
    """A folder whose path fits on a line of the narrow screen."""
    with TemporaryDirectory(prefix="x") as folder:
        yield Path(folder)


def record_text(opened: Opened) -> str:
    """All that the record and the scenario say, which is nobody's to translate."""
    view = opened.director.view()
    toolset = [*view.toolset.tools]
    texts = [
        json.dumps(asdict(view), default=str, ensure_ascii=False),
        opened.loaded.file.read_text(encoding="utf-8"),
        opened.loaded.record_path.read_text(encoding="utf-8"),
        str(toolset),
        *(", ".join(param.name for param in tool.params) for tool in toolset),
    ]
    return " ".join(texts)


async def test_the_walk_finds_english() -> None:
    assert english("设置 Reduced motion 否") == ["Reduced motion"]
    assert english("可用：甲, 乙") == ["甲,"]
    assert english("可用：甲, 乙", record="甲, 乙") == []
    assert english("助理 physassist · 情景库 English、中文 Ctrl+P 命令") == []


@pytest.mark.parametrize("size", SIZES)
async def test_the_screens_around_a_play(
    show: Show, size: tuple[int, int], short_path: Path, left: Opened
) -> None:
    root = short_path
    for name in ("mini", "bad"):
        shutil.copytree(SCENARIOS / "mini", root / name)
    bad = root / "bad" / "scenario.yaml"
    text = bad.read_text(encoding="utf-8")
    bad.write_text(re.sub(r"difficulty: \d", "difficulty: 9", text), encoding="utf-8")
    record = record_text(left)
    async with show(size=size, lang="zh", root=root) as shown:
        known = f"{record} {shown.app.config}"

        def clean(where: str) -> None:
            assert english(shown.text(), known) == [], (where, shown.text())

        clean("library")
        for keys, where in (
            (["f1"], "help"), (["end"], "the end of help"), (["escape"], "library"),
            (["f9"], "settings"), (["enter"], "languages"), (["escape", "tab", "enter"], "themes"),
            (["escape", "tab", "enter"], "contrast"),
            (["escape", "tab", "tab", "enter"], "keys"), (["escape", "escape"], "library"),
            (["ctrl+p"], "palette"), (["z", "z"], "nothing found"), (["escape"], "library"),
            (["ctrl+c"], "how to leave"), (["slash", "z", "z"], "nothing matches"),
            (["ctrl+u", "escape", "end", "enter"], "problems"), (["f1"], "help of problems"),
            (["escape", "escape", "up", "enter"], "set-up"),
            (["shift+tab", "shift+tab", "enter"], "players"), (["escape", "f1"], "help of set-up"),
        ):  # fmt: skip
            await shown.press(*keys)
            clean(where)


@pytest.mark.parametrize("size", SIZES)
async def test_the_play_and_its_score(show: Show, size: tuple[int, int], left: Opened) -> None:
    record = record_text(left)
    async with show(size=size, lang="zh", opened=left) as shown:

        def clean(where: str) -> None:
            assert english(shown.text(), record) == [], (where, shown.text())

        await play_walk(shown, clean)


async def play_walk(shown: Shown, clean: object) -> None:
    """Every pane, form and reader, the desk, the score, the replay and the review of a session."""
    assert callable(clean)
    clean("play")
    met: set[str] = set()
    for keys, where in (
        (["f2"], "physician"), (["f3"], "patient"), (["f4"], "EHR"), (["enter"], "result"),
        (["f1"], "help of a result"), (["escape", "escape"], "EHR"), (["f1"], "help of a pane"),
        (["escape", "f7"], "orders"), (["f10"], "zoom"), (["f10", "f8", "f8"], "two languages"),
        (["ctrl+p"], "palette"), (["escape", "escape"], "composer"), (["ctrl+t"], "to the patient"),
        (["ctrl+t"], "to the EHR"), (["enter"], "form"), (["f1"], "help of a form"),
        (["escape", "escape", "ctrl+o"], "the desk"), (["h"], "seats"),
        (["escape", "ctrl+o", "n"], "note"), (["escape", "ctrl+o", "z"], "places"),
        (["escape", "ctrl+o", "f"], "places to fork from"), (["escape", "ctrl+o", "x"], "the end"),
        (["escape", "ctrl+o", "space"], "paused"), (["ctrl+o", "space"], "goes on"),
        (["ctrl+t"], "to the physician"), (["x", "f5"], "over"),
        (["enter"], "score"), (["tab"], "evidence"), (["f1"], "help of the score"),
        (["escape", "p"], "replay"), (["full_stop"], "an event on"), (["g"], "go to"),
        (["escape", "f1"], "help of the replay"), (["escape", "escape", "v"], "who reviews"),
        (["w", "enter", "down", "enter"], "review"), (["d"], "dispute"), (["escape", "n"], "note"),
        (["escape", "v"], "items"), (["escape", "f1"], "help of the review"),
        (["escape", "p"], "a pause"), (["p", "escape", "f1"], "help of the score"),
    ):  # fmt: skip
        await shown.press(*keys)
        clean(where)
        met.add(type(shown.app.screen).__name__)
    assert {
        "DeskMenu", "SeatScreen", "PlacesScreen", "LineScreen", "ScoreScreen", "ReplayScreen",
        "WhereScreen", "RaterScreen", "ReviewScreen", "DisputeScreen", "NoteScreen",
        "ItemsScreen", "PausedScreen",
    } <= met  # fmt: skip
    await shown.press("escape")
    assert type(shown.app.screen).__name__ == "ScoreScreen"
