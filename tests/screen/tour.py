"""A tour of every screen, from the library to the score, in a world that is the same each time.

The clocks stand still, carets do not blink, paths are relative: whoever takes the tour sees the
same signs on every machine.
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path
from threading import Event

import pytest
from textual.widgets import Input, TextArea

from physassist_tui.core.view import Act, Answer, Ask, CallTool
from physassist_tui.i18n import Lang
from physassist_tui.library import load_scenario
from physassist_tui.play import opening, recorder
from physassist_tui.play.casting import Casting
from physassist_tui.play.opening import Opened, Progress, start
from physassist_tui.play.running_clock import StillClock
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.app import PhysassistApp
from physassist_tui.tui.screens.play import PlayScreen
from physassist_tui.tui.screens.waiting import WaitScreen
from tests.screen.conftest import SCENARIOS, Shown
from tests.screen.play_world import Played


class LateClock(StillClock):
    """Stands at an hour that shows all of its parts."""

    ms = 754_000


def stand_still(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Makes `folder` the working folder, and stops every clock and caret."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    monkeypatch.setattr(opening, "clock_for", lambda *_, **__: LateClock())
    moment = datetime(2026, 3, 12, 9, 30, tzinfo=UTC)
    monkeypatch.setattr(recorder.Recorder.__init__, "__kwdefaults__",
                        {"last_seq": 0, "wall": lambda: moment})  # fmt: skip
    monkeypatch.setattr(Input, "_toggle_cursor", lambda _: None)
    monkeypatch.setattr(TextArea, "_toggle_cursor_blink_visible", lambda _: None)


def shelf_of(folder: Path) -> Path:
    """A library of one scenario that can be played and one that is broken."""
    for name in ("mini", "bad"):
        shutil.copytree(SCENARIOS / "mini", folder / "shelf" / name)
    bad = folder / "shelf" / "bad" / "scenario.yaml"
    text = bad.read_text(encoding="utf-8")
    bad.write_text(re.sub(r"difficulty: \d", "difficulty: 9", text), encoding="utf-8")
    return Path("shelf")


class Tour:
    """Goes from screen to screen with keys, and stops at each."""

    def __init__(self, recordings: Recordings, lang: Lang, size: tuple[int, int]) -> None:
        self._recordings = recordings
        self._lang: Lang = lang
        self._size = size
        self.opened: Opened | None = None

    def app(self, root: Path) -> PhysassistApp:
        """The app of the tour. A session that was left stands in its library."""
        self._session("01LEFT", root)
        return PhysassistApp(
            self._recordings, root=root, config=Path("settings.json"), language=self._lang
        )

    def _session(self, name: str, root: Path) -> Opened:
        loaded = load_scenario("tests/mini", root)
        return start(loaded, self._recordings, Casting("human", self._lang), session=name)

    async def stops(self, app: PhysassistApp, root: Path) -> AsyncIterator[tuple[str, Shown]]:
        """Each stop by its name, once it is drawn."""
        async with app.run_test(size=self._size, notifications=True) as pilot:
            shown = Shown(app, pilot)
            await shown.settle()
            go_on = Event()
            for name, keys in AROUND:
                await shown.press(*keys)
                yield name, shown
            app.push_screen(WaitScreen(_waits(go_on)))
            while "12,345" not in shown.text():
                await pilot.pause()
            yield "waiting", shown
            await pilot.press("escape")
            go_on.set()
            await shown.settle()
            self.opened = self._session("01PLAYED", root)
            app.show_session(self.opened)
            await shown.settle()
            play = Played(shown)
            yield "play-begun", shown
            for act in ACTS[self._lang]:
                await play.do(act)
            assert isinstance(app.screen, PlayScreen)
            for name, keys in IN_PLAY:
                await shown.press(*keys)
                yield name, shown


def _waits(go_on: Event) -> Callable[[Progress], Opened]:
    def make(progress: Progress) -> Opened:
        progress(12_345, None)
        go_on.wait(10)
        progress(12_346, None)
        raise AssertionError("the wait was not cancelled")

    return make


AROUND: list[tuple[str, list[str]]] = [
    ("library", []),
    ("library-nothing", ["slash", "z", "z"]),
    ("problems", ["ctrl+u", "escape", "end", "enter"]),
    ("setup", ["escape", "up", "enter"]),
    ("setup-players", [*["shift+tab"] * 7, "enter"]),
    ("settings", ["escape", "escape", "f9"]),
    ("palette", ["escape", "ctrl+p"]),
    ("help", ["escape", "f1"]),
    ("library-again", ["escape"]),
]
ACTS: dict[str, list[Act]] = {
    "en": [
        CallTool("Observation.search", {"code": "Potassium"}),
        CallTool("Observation.search", {"category": "laboratory"}),
        CallTool("DocumentReference.search", {"_count": "5"}),
        CallTool("ServiceRequest.create",
                 {"service_type": "Potassium, serum", "priority": "routine",
                  "target_date": "2026-03-11"}),
        Ask("Do you take any painkillers at home?"),
        Ask("Any palpitations?"),
        Answer("Potassium is 5.9 mmol/L this morning, up from 5.4 mmol/L on 8 March 2026."),
        CallTool("Observation.search", {"code": "Creatinine"}),
    ],
    "zh": [
        CallTool("Observation.search", {"code": "血钾"}),
        CallTool("Observation.search", {"category": "laboratory"}),
        CallTool("DocumentReference.search", {"_count": "5"}),
        CallTool("ServiceRequest.create",
                 {"service_type": "血钾", "priority": "routine", "target_date": "2026-03-11"}),
        Ask("您在家吃止痛药吗？"),
        Ask("您有心慌吗？"),
        Answer("今晨血钾5.9 mmol/L，较2026年3月8日的5.4 mmol/L升高。"),
        CallTool("Observation.search", {"code": "肌酐"}),
    ],
}  # fmt: skip
IN_PLAY: list[tuple[str, list[str]]] = [
    ("play-ehr", ["f4", "end"]),
    ("play-physician", ["f2"]),
    ("play-patient", ["f3"]),
    ("help-of-play", ["f1"]),
    ("result", ["escape", "f4", "p", "p", "p", "p", "enter"]),
    ("plot", ["g"]),
    ("json", ["escape", "j"]),
    ("reader", ["escape", "escape", "n", "n", "t"]),
    ("reader-search", ["slash", "t", "h", "e", "enter", "n"]),
    ("orders", ["escape", "f7"]),
    ("cancel", ["x", "t", "w", "o"]),
    ("zoom", ["escape", "f4", "f10"]),
    ("composer-ehr", ["f10", "O", "b"]),
    ("slip", ["ctrl+u", *"Nothing.search", "space", "x", "enter"]),
    ("form", ["ctrl+u", *"Observation.search", "enter"]),
    ("form-wrong", ["tab", "tab", *"soon", "f5"]),
    ("composer-patient", ["escape", "ctrl+u", "ctrl+t", "ctrl+t", *"Any"]),
    ("score", ["ctrl+t", "ctrl+t", *"Ordered", "f5"]),
    ("score-item", ["down", "down"]),
    ("score-evidence", ["tab", "tab"]),
    ("score-event", ["enter"]),
]
