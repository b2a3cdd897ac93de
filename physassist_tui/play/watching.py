"""A script in the assistant's seat, one act at a time, for somebody who watches."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from physassist_tui.core.events import AnyEvent
from physassist_tui.play.casting import SCRIPT_PREFIX
from physassist_tui.play.opening import Opened
from physassist_tui.play.scripts import script_player

Step = Callable[[], Sequence[AnyEvent]]


def stepper(opened: Opened) -> Step | None:
    """What lets the script do its next act and gives the events; `None`: no script assists.

    A step after the session has ended does nothing. The one who watches is handed this and not
    the script, which knows the gold.
    """
    director = opened.director
    if not director.casting.assistant.startswith(SCRIPT_PREFIX):
        return None
    player = script_player(director.casting.assistant, opened.loaded.scenario, opened.store)

    def step() -> Sequence[AnyEvent]:
        if director.state.ended is not None:
            return []
        return director.act(player(director.view()))

    return step
