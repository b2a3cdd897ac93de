"""One move of a model or a script, while a person watches and may break in."""

from __future__ import annotations

import contextvars
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread, current_thread, main_thread

from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import _
from physassist_tui.plain.printer import say
from physassist_tui.play.desk import ControlDesk
from physassist_tui.play.driver import Driver, Stepped

_LOOK_S = 0.1


def watched(driver: Driver, desk: ControlDesk) -> Stepped:
    """One step of `driver`. Ctrl-C pauses after it; a second one stops its model call at once.

    Raises what the step raised.
    """
    ended: list[Stepped] = []
    raised: list[BaseException] = []
    over = Event()

    def work() -> None:
        try:
            ended.append(driver.step())
        except BaseException as error:  # noqa: BLE001 - it is raised again, where it can be told
            raised.append(error)
        finally:
            over.set()

    with _breaks() as breaks:
        Thread(target=contextvars.copy_context().run, args=(work,), daemon=True).start()
        told = 0
        while not over.wait(_LOOK_S):
            if len(breaks) > told:
                told = len(breaks)
                _break_in(driver, desk, told)
    if raised:
        raise raised[0]
    if len(breaks) > told:
        _break_in(driver, desk, len(breaks))
    return ended[0]


@contextmanager
def _breaks() -> Iterator[list[int]]:
    """Each Ctrl-C, as it comes. It must not fall into what is being written to the disk."""
    came: list[int] = []
    if current_thread() is not main_thread():
        yield came
        return
    before = signal.signal(signal.SIGINT, lambda number, _frame: came.append(number))
    try:
        yield came
    finally:
        signal.signal(signal.SIGINT, before)


def _break_in(driver: Driver, desk: ControlDesk, times: int) -> None:
    if times > 1:
        driver.stop()
    try:
        paused = desk.pause()
    except BadInput:
        return  # it ended meanwhile
    if paused:
        say(_("Pausing after this move; Ctrl-C again stops the model's call at once."))
