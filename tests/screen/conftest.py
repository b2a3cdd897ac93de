"""The app under a pilot, over a recordings file of its own."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.events import Key
from textual.keys import _character_to_key, key_to_character
from textual.pilot import Pilot

from physassist_tui.i18n import Lang
from physassist_tui.play.opening import Opened
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.app import PhysassistApp

SCENARIOS = Path(__file__).resolve().parents[1] / "scenarios"
SIZES = ((80, 24), (140, 40))

PATIENCE_S = 60.0
MOST_LOOKS = 200
"""How often to look whether all is done, where something never is."""

Show = Callable[..., AbstractAsyncContextManager["Shown"]]


class Shown:
    """An app that is shown, and what stands on its screen."""

    def __init__(self, app: PhysassistApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    async def settle(self) -> None:
        """Waits until every worker is done and its outcome is drawn."""
        quiet = looks = 0
        while quiet < 2:  # what ends may begin something else, in the next look at it
            await self.pilot.pause()
            quiet += 1
            if any(worker.is_running for worker in self.app.workers):
                await self.app.workers.wait_for_complete()
                quiet = 0
            await self.app.animator.wait_until_complete()
            if looks < MOST_LOOKS and self._at_work():
                quiet = 0
            looks += 1

    def _at_work(self) -> bool:
        """Whether anything is still to be said, laid out or drawn.

        The pilot takes a process that got no time from a busy machine for one that has nothing
        to do.
        """
        screen = self.app.screen
        widgets = list(screen.walk_children(with_self=True))
        return bool(
            screen._callbacks
            or screen._dirty_widgets
            or screen._layout_required
            or any(one.message_queue_size or one._next_callbacks for one in (self.app, *widgets))
        )

    async def until(self, what: Callable[[], Any]) -> str:
        """Lets the app work until something is so; gives the screen."""
        limit = time.monotonic() + PATIENCE_S
        while not what() and time.monotonic() < limit:
            await self.pilot.pause(0.01)
        assert what(), self.text()
        await self.pilot.pause()
        return self.text()

    async def press(self, *keys: str) -> str:
        """The screen after the keys.

        The pilot's own press waits twice as long; hours of keys are pressed here.
        """
        for number, key in enumerate(keys):
            if number:
                await self.pilot.pause()
                await self.app.animator.wait_until_complete()
            self.send(key)
            await self.pilot._wait_for_screen()
        await self.settle()
        return self.text()

    async def strike(self, *keys: str) -> str:
        """The screen after keys that arrive together."""
        for key in keys:
            self.send(key)
        await self.settle()
        return self.text()

    def send(self, key: str) -> None:
        """A key, without waiting for what it does."""
        name = _character_to_key(key) if len(key) == 1 and not key.isalnum() else key
        event = Key(name, key if len(key) == 1 else key_to_character(key))
        event.set_sender(self.app)
        driver = self.app._driver
        assert driver is not None
        driver.send_message(event)

    async def type(self, text: str) -> str:
        """The screen after the text was typed."""
        return await self.press(*keys_of(text))

    def text(self) -> str:
        """What is drawn, line by line."""
        return "\n".join(strip.text for strip in screen_strips(self.app))


def keys_of(text: str) -> list[str]:
    """The keys that type a text."""
    return ["space" if one == " " else one for one in text]


def screen_strips(app: PhysassistApp) -> list[Any]:
    """The strips of the whole screen as they would be sent to the terminal."""
    return list(app.screen._compositor.render_strips())


@pytest.fixture(autouse=True)
def records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of imported records of the test's own, with nothing in it."""
    folder = tmp_path / "records"
    monkeypatch.setenv("PHYSASSIST_RECORDS", str(folder))
    return folder


@pytest.fixture
def recordings(tmp_path: Path) -> Iterator[Recordings]:
    with Recordings.open(tmp_path / "plays.db") as opened:
        yield opened


@pytest.fixture
def show(recordings: Recordings, tmp_path: Path) -> Show:
    """Shows the app: `async with show(size=…, lang=…) as shown`."""

    @asynccontextmanager
    async def _show(
        *,
        size: tuple[int, int] = (80, 24),
        lang: Lang | None = "en",
        root: Path | None = SCENARIOS,
        opened: Opened | None = None,
    ) -> AsyncIterator[Shown]:
        app = PhysassistApp(
            recordings, root=root, config=tmp_path / "settings.json", language=lang, opened=opened
        )
        async with app.run_test(size=size, notifications=True) as pilot:
            shown = Shown(app, pilot)
            await shown.settle()
            yield shown

    return _show
