"""A script in the assistant's seat, one act at a time, for somebody who watches."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from physassist_tui.core.events import AnyEvent
from physassist_tui.play.casting import SCRIPT_PREFIX
from physassist_tui.play.driver import Driver
from physassist_tui.play.opening import Opened

Step = Callable[[], Sequence[AnyEvent]]


def stepper(opened: Opened) -> Step | None:
    """What lets the script do its next act and gives the events; `None`: no script assists.

    A step after the session has ended does nothing. The one who watches is handed this and not
    the script, which knows the gold.
    """
    if not opened.director.casting.assistant.startswith(SCRIPT_PREFIX):
        return None
    driver = Driver(opened)
    return lambda: driver.step().events
