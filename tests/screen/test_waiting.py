"""A wait says how far it is and can be cancelled; the screen stays alive meanwhile."""

from __future__ import annotations

from threading import Event

import pytest

from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import msg
from physassist_tui.play.opening import Opened, Progress
from physassist_tui.tui.screens.waiting import Cancelled, WaitScreen
from tests.screen.conftest import Show

pytestmark = pytest.mark.asyncio


async def test_a_cancelled_wait_ends_at_once_and_its_thread_soon(show: Show) -> None:
    begun, go_on, ended = Event(), Event(), Event()
    given: list[Opened | None] = []

    def make(progress: Progress) -> Opened:
        progress(12_345, None)
        begun.set()
        go_on.wait(10)
        try:
            progress(20_000, None)
        except Cancelled:
            ended.set()
            raise
        raise AssertionError("the wait was not cancelled")

    async with show() as shown:
        shown.app.push_screen(WaitScreen(make), given.append)
        while not begun.is_set():
            await shown.pilot.pause()
        await shown.pilot.pause()
        assert "Opening the record" in shown.text()
        assert "12,345 resources indexed" in shown.text()
        await shown.pilot.press("f8")
        for _turn in range(8):
            await shown.pilot.pause()
        assert "已索引 12,345 条资源" in shown.text()
        await shown.pilot.press("escape")
        await shown.pilot.pause()
        assert given == [None]
        assert shown.app.screen.query("#shelf")
        go_on.set()
        await shown.settle()
        assert ended.wait(10)
        assert shown.app.is_running


async def test_a_wait_that_fails_says_why(show: Show) -> None:
    given: list[Opened | None] = []

    def make(progress: Progress) -> Opened:
        raise BadInput(msg("{what} is broken.", what="[/ x"))

    async with show() as shown:
        shown.app.push_screen(WaitScreen(make), given.append)
        await shown.settle()
        assert given == [None]
        assert "[/ x is broken." in shown.text()
