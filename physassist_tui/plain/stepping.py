"""One move of a model or a script, while a person watches and may break in."""

from __future__ import annotations

import contextvars
from collections.abc import Callable
from threading import Thread

from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import _
from physassist_tui.plain.printer import say
from physassist_tui.play.desk import ControlDesk
from physassist_tui.play.driver import Driver, Stepped


def watched(driver: Driver, desk: ControlDesk) -> Stepped:
    """One step of `driver`. Ctrl-C pauses after it; a second one stops its model call at once.

    Raises what the step raised.
    """
    ended: list[Stepped] = []
    raised: list[BaseException] = []

    def work() -> None:
        try:
            ended.append(driver.step())
        except BaseException as error:  # noqa: BLE001 - it is raised again, where it can be told
            raised.append(error)

    thread = Thread(target=contextvars.copy_context().run, args=(work,), daemon=True)
    thread.start()
    breaks: list[Callable[[], None]] = [lambda: _pause(desk), driver.stop]
    while thread.is_alive():
        try:
            thread.join(0.1)
        except KeyboardInterrupt:
            (breaks.pop(0) if len(breaks) > 1 else breaks[0])()
    if raised:
        raise raised[0]
    return ended[0]


def _pause(desk: ControlDesk) -> None:
    try:
        desk.pause()
    except BadInput:
        return  # it ended meanwhile
    say(_("Pausing after this move; Ctrl-C again stops the model's call at once."))
